// What a world has of matter beside its core: the objects of matters and emitters by slot, the views of particles, the
// events of gauges. js/matter/world.js sets it as `core.matter`; the world calls it after steps and restores.
import { heap, raise, wasm } from '../wire/wasm.js';
import { jsonOf } from '../options/scene.js';
import { callAll } from '../world/events/listeners.js';
import { eventCollider } from '../world/objects/objects.js';
import { makeEmitter } from './emitter.js';
import { makeMatter } from './matter.js';
import { birthOfItem, endItem, giveData, idOfItem, reviveItem } from './item.js';
import { SET_USER_DATA } from './operations.js';
import { MAX_MATTERS, VIEW_WORDS } from './options.js';
import { matterFromScene, matterToScene } from './scene.js';

/** @import { Core, MatterRoster } from '../wire/core.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Emitter } from './emitter.js' */
/** @import { Item } from './item.js' */
/** @import { Matter } from './matter.js' */
/** @import { GaugeEvent } from './types.js' */

/**
 * The particles of one matter, as arrays over the engine's memory.
 * @typedef {object} View
 * @property {number} count
 * @property {number} address of the positions
 * @property {Float32Array} positions
 * @property {Float32Array} velocities
 * @property {Uint32Array} values
 * @property {Float32Array} densities
 * @property {Uint8Array} asleep
 */

const NO_FLOATS = new Float32Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);

/** Words of an event. */
const EVENT_WORDS = 3;

/** @returns {View} */
const makeView = () => ({ count: 0, address: 0, positions: NO_FLOATS, velocities: NO_FLOATS,
    values: NO_WORDS, densities: NO_FLOATS, asleep: NO_BYTES });

/**
 * Objects by slot, and the live ones as a list that is made anew only when one has come or gone.
 * @template {Item} T
 */
class Slots {
    /** @type {(T | undefined)[]} */
    bySlot = [];
    /** @type {readonly T[] | undefined} */
    #live;
    /** The slots whose objects the last restore has made. @type {number[]} */
    #made = [];

    /** @returns {readonly T[]} */
    get live() {
        return this.#live ??= Object.freeze(
            /** @type {T[]} */ (this.bySlot.filter((each) => each !== undefined)),
        );
    }

    /** @param {number} slot @param {T | undefined} object */
    put(slot, object) {
        while (this.bySlot.length <= slot) this.bySlot.push(undefined);
        this.bySlot[slot] = object;
        this.#live = undefined;
    }

    /** @param {number} slot */
    end(slot) {
        const object = this.bySlot[slot];
        if (object) endItem(object);
        this.put(slot, undefined);
    }

    /** By slot. */
    userData() {
        return Object.fromEntries(
            this.bySlot.flatMap((each, slot) =>
                each?.userData === undefined ? [] : [[slot, each.userData]]
            ),
        );
    }

    /** Gives it to those that the last restore has made. @param {Record<number, unknown> | null} [userData] */
    giveUserData(userData) {
        for (const slot of this.#made) {
            const each = this.bySlot[slot];
            if (each) giveData(each, userData?.[slot]);
        }
    }

    /**
     * Brings the objects in line with the engine. Objects of the time are known, or else stay where their handle and
     * birth are those of what is there now.
     * @param {number} slots @param {readonly (T | undefined)[] | undefined} wanted
     * @param {(slot: number) => { id: number, birth: number }} at what is in a slot; handle 0 for nothing
     * @param {(slot: number, id: number, birth: number) => T} make
     */
    recall(slots, wanted, at, make) {
        this.#made = [];
        const count = Math.max(slots, this.bySlot.length, wanted?.length ?? 0);
        for (let slot = 0; slot < count; ++slot) {
            const { id, birth } = at(slot);
            const have = this.bySlot[slot];
            let want = wanted?.[slot];
            if (want === undefined && have !== undefined && id !== 0 && idOfItem(have) === id
                && birthOfItem(have) === birth) want = have;
            if (have !== undefined && have !== want) endItem(have);
            if (id === 0) want = undefined;
            else if (want === undefined) {
                want = make(slot, id, birth);
                this.#made.push(slot);
            } else if (idOfItem(want) !== id) reviveItem(want, id);
            this.put(slot, want);
        }
    }
}

/** As WorldMatter of js/wire/core.js. */
export class MatterSide {
    /** @type {Core} */ #core;
    /** @type {Slots<Matter<any>>} */
    matters = new Slots();
    /** @type {Slots<Emitter>} */
    emitters = new Slots();
    /** @type {View[]} */
    #views = [];
    /** When the views were read: of which world of the engine, after how many moves, in which heap. */
    #read = { ptr: 0, moves: -1, heap: new Int32Array(0) };
    /** Events of the last steps; the listeners of the first ones have been called. @type {GaugeEvent<any>[]} */
    #events = [];
    #emitted = 0;
    /** The round of the other events (js/world/events/event-stores.js) that these are of. */
    #round = 0;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
    }

    // ------------------------------------------------------------------------------------- objects

    /** The object of new matter. @param {number} slot */
    enterMatter(slot) {
        const { id, birth } = this.#matterAt(slot);
        const made = makeMatter(this.#core, slot, id, birth);
        this.matters.put(slot, made);
        ++this.#core.objectChanges;
        return made;
    }

    /** The object of a new emitter. @param {number} slot */
    enterEmitter(slot) {
        const { id, birth } = this.#emitterAt(slot);
        const made = makeEmitter(this.#core, slot, id, birth);
        this.emitters.put(slot, made);
        ++this.#core.objectChanges;
        return made;
    }

    /** Ends the object of matter that is destroyed, and its emitters' with it. @param {number} slot */
    endMatter(slot) {
        this.matters.end(slot);
        this.emitters.bySlot.forEach((emitter, i) => {
            if (emitter && this.#emitterAt(i).id === 0) this.emitters.end(i);
        });
        ++this.#core.objectChanges;
    }

    /** @param {number} slot */
    endEmitter(slot) {
        this.emitters.end(slot);
        ++this.#core.objectChanges;
    }

    /** @param {number} slot */
    #matterAt(slot) {
        const id = wasm.calls.matter_at(this.#core.ptr, slot, wasm.scratch);
        return { id, birth: heap().u32[wasm.scratchI32] };
    }

    /** @param {number} slot */
    #emitterAt(slot) {
        const id = wasm.calls.emitter_at(this.#core.ptr, slot, wasm.scratch);
        return { id, birth: heap().u32[wasm.scratchI32] };
    }

    /** @returns {MatterRoster} */
    roster() {
        return { matters: this.matters.bySlot.slice(), emitters: this.emitters.bySlot.slice() };
    }

    /** @param {MatterRoster | undefined} roster */
    recall(roster) {
        wasm.calls.matter_slots(this.#core.ptr, wasm.scratch);
        const { i32, scratchI32: at } = heap();
        const [matters, emitters] = [i32[at], i32[at + 1]];
        this.matters.recall(matters, roster?.matters, (slot) => this.#matterAt(slot),
            (slot, id, birth) => makeMatter(this.#core, slot, id, birth));
        this.emitters.recall(emitters, roster?.emitters, (slot) => this.#emitterAt(slot),
            (slot, id, birth) => makeEmitter(this.#core, slot, id, birth));
    }

    /** Ends all objects, with their world. */
    end() {
        this.matters.bySlot.forEach((_, slot) => this.matters.end(slot));
        this.emitters.bySlot.forEach((_, slot) => this.emitters.end(slot));
        this.#events.length = this.#emitted = 0;
        this.#views = [];
    }

    // ----------------------------------------------------------------------------------- user data

    /** @param {Item} [item] */
    recordUserData(item) {
        const all = item ? [item] : [...this.matters.live, ...this.emitters.live];
        for (const each of all) {
            const data = jsonOf(each.userData);
            const isEmitter = this.emitters.bySlot[each.index] === each;
            if (item || data !== undefined)
                SET_USER_DATA.run(this.#core, 0, isEmitter, each.index,
                    data === undefined ? '' : JSON.stringify(data));
        }
    }

    /** Gives an object what a recording has. @param {boolean} isEmitter @param {number} slot @param {string} json */
    setUserData(isEmitter, slot, json) {
        const item = (isEmitter ? this.emitters : this.matters).bySlot[slot];
        if (!item)
            throw new RangeError(`world.setMatterUserData: slot must be in use, got ${slot}`);
        // While it is being recorded it has the value itself, which may be more than JSON.
        if (this.#core.recorder !== null) return item;
        try {
            giveData(item, json === '' ? undefined : JSON.parse(json));
        } catch {
            throw new RangeError('world.setMatterUserData: json must be JSON');
        }
        return item;
    }

    userData() {
        return { matters: this.matters.userData(), emitters: this.emitters.userData() };
    }

    // --------------------------------------------------------------------------------------- views

    /**
     * The particles of the matter in a slot. They are read for all matter by one call, when something has moved.
     * @param {string} method @param {number} slot
     * @returns {View}
     */
    view(method, slot) {
        const core = this.#core;
        const { ptr, moves } = this.#read;
        if (ptr !== core.ptr || moves !== core.moves || this.#read.heap.length === 0)
            this.#readViews(method);
        return this.#views[slot];
    }

    /** @param {string} method */
    #readViews(method) {
        const core = this.#core;
        const alpha = core.extrapolates ? 1 : core.alpha;
        const count = wasm.calls.matter_views(core.ptr, alpha, wasm.scratch);
        if (count < 0) raise(method, -count);
        const { i32, u32, f32, scratchI32 } = heap();
        const moved = this.#read.heap !== i32;
        for (let slot = 0; slot < count && slot < MAX_MATTERS; ++slot) {
            const at = scratchI32 + VIEW_WORDS * slot;
            const view = this.#views[slot] ??= makeView();
            const particles = i32[at];
            if (!moved && view.count === particles && view.address === i32[at + 1]) continue;
            view.count = particles;
            view.address = i32[at + 1];
            view.positions = new Float32Array(f32.buffer, i32[at + 1], 2 * particles);
            view.velocities = new Float32Array(f32.buffer, i32[at + 2], 2 * particles);
            view.values = new Uint32Array(u32.buffer, i32[at + 3], particles);
            view.densities = new Float32Array(f32.buffer, i32[at + 4], particles);
            view.asleep = new Uint8Array(f32.buffer, i32[at + 5], particles);
        }
        this.#read.ptr = core.ptr;
        this.#read.moves = core.moves;
        this.#read.heap = i32;
    }

    // -------------------------------------------------------------------------------------- events

    /** Those of the last step, or of all steps of the last advance(). */
    get events() {
        const { round } = this.#core.stores;
        if (this.#round !== round) this.#events.length = this.#emitted = 0;
        this.#round = round;
        return this.#events;
    }

    afterStep() {
        const core = this.#core;
        const { events } = this;
        const count = wasm.calls.matter_events(core.ptr, wasm.scratch);
        const from = heap().i32[wasm.scratchI32] >> 2;
        for (let i = 0; i < count; ++i) {
            const at = from + EVENT_WORDS * i;
            const { i32 } = heap();
            const [id, particles, reached] = [i32[at], i32[at + 1], (i32[at + 2] & 255) !== 0];
            events.push(
                Object.freeze({ collider: eventCollider(core, id), count: particles, reached }),
            );
        }
    }

    callListeners() {
        const { events } = this;
        while (this.#emitted < events.length && !this.#core.destroyed)
            callAll(this.#core, 'gauge', events[this.#emitted++]);
    }

    /** @param {Record<string, any>} [userData] of the snapshot, which may be from anywhere */
    restored(userData) {
        this.matters.giveUserData(userData?.matters);
        this.emitters.giveUserData(userData?.emitters);
        this.afterStep();
        this.#emitted = this.#events.length;
    }

    // -------------------------------------------------------------------------------------- frames

    frame() {
        return this.matters.live.map((matter) => {
            const { kind, spacing, layer, userData } = matter;
            const { count, positions, velocities, values, densities, asleep } = this.view(
                'World.advance',
                matter.index,
            );
            return { kind, spacing, layer, userData: jsonOf(userData), count,
                positions: positions.slice(), velocities: velocities.slice(),
                values: values.slice(), densities: densities.slice(), asleep: asleep.slice() };
        });
    }

    // -------------------------------------------------------------------------------------- scenes

    /** @param {readonly number[]} slots */
    toScene(slots) {
        return matterToScene(this.#core, this.matters.live, this.emitters.live, slots);
    }

    /** @param {Record<string, any[]>} parts @param {readonly Body<any>[]} bodies @param {<T>(path: string, make: () => T) => T} within */
    fromScene(parts, bodies, within) {
        matterFromScene(this.#core, parts, bodies, within);
    }
}
