// What must be alive in a world, kept beside it: every body, collider and joint that was made, and for each slot the
// handles that were given out. It is saved and loaded with snapshots of the world. The handles are read from the
// wrapper's own access (js/wire/object.js), since a game cannot see them.
import { idOf } from '../../js/wire/object.js';
import { slotOf } from '../../js/wire/layout.js';
import { Find, reservoir } from './find.mjs';

/** Bits of a slot in a handle (MICA_SLOT_BITS of src/mica.h), and how many objects a slot serves. */
const SLOT_BITS = 20;
export const GENERATIONS = 4095;

/** Objects that ended and are tried again and again: a sample of all. Each keeps others that ended with it, so few do. */
const SAMPLE = 300;

/** @typedef {'body' | 'collider' | 'joint'} Kind */
/** @type {Kind[]} */
export const KINDS = ['body', 'collider', 'joint'];

/**
 * @typedef {object} Slot
 * @property {number} first generation of its first handle
 * @property {number} last generation of its last handle
 * @property {number} uses how many handles were given out
 */

/**
 * @typedef {object} Saved
 * @property {Record<Kind, any[]>} live
 * @property {Record<Kind, Slot[]>} slots
 */

/** @param {number} generation */
const generationAfter = (generation) => (generation >= GENERATIONS ? 1 : generation + 1);

/** @param {number} slot @param {number} generation */
const handle = (slot, generation) => ((generation << SLOT_BITS) | (slot + 1)) | 0;

export class Model {
    /** @type {Record<Kind, Set<any>>} */
    live = { body: new Set(), collider: new Set(), joint: new Set() };
    /** @type {Record<Kind, Slot[]>} */
    slots = { body: [], collider: [], joint: [] };
    made = 0;
    ended = 0;
    /** Changes of `live`. */
    version = 0;
    /** A sample of what ended, with the step of its end. @type {{ kind: Kind, object: any, step: number }[]} */
    dead = [];
    #dying = 0;
    #random;

    /** @param {import('../js/histories.mjs').Random} random */
    constructor(random) {
        this.#random = random;
    }

    /**
     * Takes in what was made. Its handle must be the next one of its slot, so that no handle is given out twice.
     * @param {Kind} kind @param {any} object
     */
    born(kind, object) {
        const id = idOf(object);
        const slot = slotOf(id);
        const generation = id >>> SLOT_BITS;
        const known = this.slots[kind][slot];
        if (!known) this.slots[kind][slot] = { first: generation, last: generation, uses: 1 };
        else {
            const next = generationAfter(known.last);
            if (generation !== next)
                throw new Find(
                    `a new ${kind} in slot ${slot} has generation ${generation}, not ${next}`,
                );
            if (known.uses === GENERATIONS)
                throw new Find(
                    `the ${kind} slot ${slot} is used for more than ${GENERATIONS} objects`,
                );
            known.last = generation;
            ++known.uses;
        }
        if (object.alive !== true) throw new Find(`a new ${kind} in slot ${slot} is not alive`);
        this.live[kind].add(object);
        ++this.made;
        ++this.version;
    }

    /** A body with all its colliders. @param {any} body */
    bornWhole(body) {
        this.born('body', body);
        for (const collider of body.colliders) this.born('collider', collider);
    }

    /** What is about to be destroyed with a body. @param {any} body @returns {[Kind, any][]} */
    partsOf(body) {
        return [['body', body], ...body.colliders.map((
            /** @type {any} */ each,
        ) => /** @type {[Kind, any]} */ (['collider', each])), ...body.joints.map((
            /** @type {any} */ each,
        ) => /** @type {[Kind, any]} */ (['joint', each]))];
    }

    /** @param {[Kind, any][]} parts that are destroyed @param {number} step now */
    died(parts, step) {
        for (const [kind, object] of parts) {
            if (!this.live[kind].delete(object))
                throw new Find(`a ${kind} ended that was not alive`);
            if (object.alive !== false) throw new Find(`a destroyed ${kind} says that it is alive`);
            this.#bury(kind, object, step);
            ++this.ended;
        }
        ++this.version;
    }

    /** @param {Kind} kind @param {any} object @param {number} step */
    #bury(kind, object, step) {
        reservoir(this.dead, { kind, object, step }, SAMPLE, ++this.#dying, this.#random);
    }

    /** @returns {Saved} */
    save() {
        const { body, collider, joint } = this.live;
        const copy = (/** @type {Slot[]} */ slots) => slots.map((slot) => ({ ...slot }));
        return {
            live: { body: [...body], collider: [...collider], joint: [...joint] },
            slots: { body: copy(this.slots.body), collider: copy(this.slots.collider),
                joint: copy(this.slots.joint) },
        };
    }

    /**
     * After the world was taken to where `saved` is from: what lived then lives again, what was made since does not.
     * @param {Saved} saved @param {number} step now
     */
    load(saved, step) {
        for (const kind of KINDS) {
            const then = new Set(saved.live[kind]);
            const gone = [...this.live[kind]].filter((object) => !then.has(object));
            this.live[kind] = then;
            this.slots[kind] = saved.slots[kind].map((slot) => ({ ...slot }));
            for (const object of gone) this.#bury(kind, object, step);
            this.dead = this.dead.filter((entry) => entry.kind !== kind || !then.has(entry.object));
            for (const object of then)
                if (object.alive !== true)
                    throw new Find(`a ${kind} does not live again in a restored world`);
            for (const object of gone)
                if (object.alive !== false)
                    throw new Find(`a ${kind} made after the snapshot lives in the restored world`);
        }
        ++this.version;
    }

    /**
     * Every handle that was given out and names nothing now.
     * @param {Kind} kind @returns {Generator<number>}
     */
    *staleHandles(kind) {
        const living = new Set([...this.live[kind]].map(idOf));
        for (const [slot, known] of this.slots[kind].entries()) {
            if (!known) continue;
            for (let i = 0, generation = known.first; i < known.uses;
                ++i, generation = generationAfter(generation))
            {
                const id = handle(slot, generation);
                if (!living.has(id)) yield id;
            }
        }
    }
}
