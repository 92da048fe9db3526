// What the page of a world in a worker knows of its movers: their settings, as they were set last, and their
// states, as the last frame has them. js/remote/engine.js keeps the settings and answers the objects from
// both; js/remote/link.js takes in the frames.
import { surfaceOfKind, wordsOf } from '../options/tile-kinds.js';
import { BODY, FLAGS, MOVER, MOVER_RECORD, MOVER_STATE, TILES, slotOf } from '../wire/layout.js';
import { CREATE_MOVER, DESTROY_MOVER, SET_MOVER_FLOATING, SET_MOVER_NUMBERS } from '../wire/operations.js';
import { flagsOf } from './records.js';

/** @import { Core, Engine } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Body } from '../world/body.js' */
/** @import { Collider } from '../world/collider.js' */
/** @import { MoverStates } from '../world/types.js' */
/** @import { BodyMirror, ColliderMirror, RemoteCore } from './engine.js' */
/** @import { Frame } from './frame.js' */

/** @typedef {{ settings: number[], collider: Collider<any> }} MoverMirror its settings as MOVER lays them out */

/** The states of movers in the last frame. */
export class MoverFrames {
    /** @type {MoverStates} */
    states = { count: 0, stride: MOVER_RECORD.RECORD, f32: new Float32Array(0), u32: new Uint32Array(0) };
    /** Where the record of a body's mover begins, by the index of the body; of others anything. */
    #places = new Int32Array(0);

    /** Takes in a frame. @param {Frame} frame */
    take({ header, capacity, moverFloats, moverWords }) {
        const { states } = this;
        states.count = header[1];
        states.f32 = moverFloats;
        states.u32 = moverWords;
        if (this.#places.length < capacity) this.#places = new Int32Array(2 * capacity);
        const end = states.count * states.stride;
        for (let at = 0; at < end; at += states.stride) this.#places[slotOf(moverWords[at])] = at;
    }

    /**
     * Where the record of a body's mover begins.
     * @param {number} index of the body
     * @returns {number} -1 if the frame has none
     */
    find(index) {
        const { count, stride, u32 } = this.states;
        const at = this.#places[index] ?? 0;
        return at < count * stride && u32[at] === index + 1 ? at : -1;
    }
}

/** @param {Core} core @param {number} id of a body @returns {BodyMirror} */
function mirroredBody(core, id) {
    return /** @type {RemoteCore} */ (core).mirror.bodies[slotOf(id)];
}

/** @param {Core} core @param {number} id of a body */
function mirroredMover(core, id) {
    return /** @type {MoverMirror} */ (mirroredBody(core, id).mover);
}

/** @param {Core} core @param {number} id of a collider */
function mirroredCollider(core, id) {
    return /** @type {RemoteCore} */ (core).mirror.colliders.get(id);
}

/**
 * The flags that only calls change, as the mirror has them.
 * @param {RemoteCore} core
 * @param {number} index of a body
 */
export function refreshFlags({ mirror, settings }, index) {
    const { record, mover } = mirror.bodies[index];
    settings[index] = flagsOf(record) | (mover ? FLAGS.MOVER : 0);
}

/**
 * Enters the mover of a body, by its first collider.
 * @param {RemoteCore} core
 * @param {Body<any>} body
 * @param {readonly any[]} values as the arguments of CREATE_MOVER, which are in the order of MOVER
 */
export function enterMover(core, { index }, values) {
    const mirrored = core.mirror.bodies[index];
    mirrored.mover = { settings: values.map((value) => Math.fround(Number(value))), collider: mirrored.colliders[0] };
    refreshFlags(core, index);
}

/**
 * Forgets the mover of a body, if it has one.
 * @param {RemoteCore} core
 * @param {number} index of the body
 */
export function forgetMover(core, index) {
    core.mirror.bodies[index].mover = undefined;
    refreshFlags(core, index);
}

/**
 * Keeps what an operation sets of a body's mover.
 * @param {RemoteCore} core
 * @param {Operation} operation
 * @param {number} index of the body
 * @param {any[]} values
 */
export function keepMover(core, { number }, index, values) {
    const { mover } = core.mirror.bodies[index];
    if (!mover) return;
    if (number === DESTROY_MOVER.number) forgetMover(core, index);
    if (number === SET_MOVER_FLOATING.number) mover.settings[MOVER.FLOATING] = Number(values[0]);
    if (number === SET_MOVER_NUMBERS.number) {
        const [field, count, ...numbers] = values;
        for (let i = 0; i < count; ++i) mover.settings[field + i] = Math.fround(numbers[i]);
    }
}

/**
 * The part of its ground that a record names, as the engine counts them.
 * @param {Core} core
 * @param {Uint32Array} u32
 * @param {number} at
 */
function partAt(core, u32, at) {
    const column = u32[at + MOVER_RECORD.PART] | 0;
    const row = u32[at + MOVER_RECORD.PART + 1] | 0;
    const columns = mirroredCollider(core, u32[at + MOVER_RECORD.GROUND_COLLIDER])?.record[TILES.COLUMNS] ?? 0;
    return row < 0 ? Math.max(0, column) : row * columns + column;
}

/** @param {Core} core @param {number} id @param {number} field */
function moverState(core, id, field) {
    const { movers } = /** @type {RemoteCore} */ (core);
    const at = movers.find(slotOf(id));
    // No frame has it yet: it has the velocity that it was made with.
    if (at < 0) return field < MOVER_STATE.GROUND_VELOCITY ? Math.fround(mirroredBody(core, id).record[BODY.VX + field]) : 0;
    const { f32, u32 } = movers.states;
    if (field < MOVER_STATE.GROUND_COLLIDER) return f32[at + MOVER_RECORD.STATE + field];
    if (field === MOVER_STATE.FLAGS) return u32[at + MOVER_RECORD.FLAGS];
    return field === MOVER_STATE.GROUND_PART ? partAt(core, u32, at) : u32[at + MOVER_RECORD.GROUND_COLLIDER];
}

/** What stands behind the movers of a world in a worker. @satisfies {Partial<Engine>} */
export const remoteMovers = {
    /** @param {Core} core @param {number} id @param {readonly any[]} values */
    createMover(core, id, values) {
        const { link } = /** @type {RemoteCore} */ (core);
        const body = /** @type {Body} */ (core.bodies[slotOf(id)]);
        enterMover(/** @type {RemoteCore} */ (core), body, values);
        link.send([CREATE_MOVER.number, 'World.createMover', id, ...values]);
        link.show(body);
    },
    moverState,
    /** @param {Core} core @param {number} id @param {number} field */
    moverSetting: (core, id, field) => mirroredMover(core, id).settings[field],
    /** @param {Core} core @param {number} id */
    moverCollider: (core, id) => mirroredMover(core, id).collider,
    /** @param {Core} core @param {number} id */
    groundCollider(core, id) {
        const collider = mirroredCollider(core, moverState(core, id, MOVER_STATE.GROUND_COLLIDER))?.collider;
        return collider?.alive ? collider : null;
    },
    /** @param {Core} core @param {number} id @param {number} tile @param {number} which */
    surfaceOfTile(core, id, tile, which) {
        const { record, shape } = /** @type {ColliderMirror} */ (mirroredCollider(core, id));
        const kinds = record[TILES.KINDS];
        if (kinds === 0) return NaN;
        const words = wordsOf(/** @type {Uint8Array<ArrayBuffer>} */ (shape.data).buffer, kinds);
        return surfaceOfKind(words, new Float32Array(words.buffer), 0, kinds, tile, which);
    },
};
