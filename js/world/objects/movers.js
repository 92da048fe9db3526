// All movers of a world at once, for crowds: their states flat in an array that is filled anew, and their
// velocities set by one call. js/world/world.js and js/remote/world.js call these.
import { fresh, livePointer } from '../../wire/core.js';
import { MicaError } from '../../wire/errors.js';
import { FLAGS, MOVER_RECORD } from '../../wire/layout.js';
import { SET_MOVER_VELOCITIES } from '../../wire/operations.js';
import { heap, raise, wasm } from '../../wire/wasm.js';
import { floatsOf, slotsOf } from './making.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Mover } from './mover.js' */
/** @import { MoverStates } from '../types.js' */

/**
 * All movers of a world by the slots of their bodies, a new array.
 * @param {Core} core
 * @returns {Mover<any>[]}
 */
export function listMovers(core) {
    const list = [];
    const { settings, slots } = fresh(core);
    for (let slot = 0; slot < slots; ++slot) {
        const mover = (settings[slot] & FLAGS.MOVER) !== 0
            ? core.engine.bodyAt(core, slot)?.mover
            : null;
        if (mover) list.push(mover);
    }
    return list;
}

/**
 * What the states of a world are read with.
 * @typedef {object} StateReader
 * @property {MoverStates} states what users get: memory of their own, since that of the engine may grow
 * @property {Uint32Array} view of the engine's records, made anew where they have moved
 */

/** @returns {StateReader} */
export function makeStateReader() {
    const none = new Uint32Array(0);
    return { states: { count: 0, stride: MOVER_RECORD.RECORD, f32: new Float32Array(0), u32: none },
        view: none };
}

/**
 * Reads the states of all movers.
 * @param {Core} core
 * @param {string} method
 * @param {StateReader} reader
 */
export function readMoverStates(core, method, reader) {
    const { states } = reader;
    const count = wasm.calls.mover_states(core.ptr, wasm.scratch);
    if (count < 0) raise(method, -count);
    const words = count * MOVER_RECORD.RECORD;
    if (words > states.u32.length) {
        states.f32 = new Float32Array(2 * words);
        states.u32 = new Uint32Array(states.f32.buffer);
    }
    const { u32, i32, scratchI32 } = heap();
    const address = i32[scratchI32];
    const { view } = reader;
    if (view.length !== words || view.byteOffset !== address || view.buffer !== u32.buffer) {
        reader.view = u32.subarray(address >> 2, (address >> 2) + words);
    }
    states.u32.set(reader.view);
    states.count = count;
    return states;
}

/**
 * Steers the movers of the bodies in these slots, or throws and steers none. Nothing is allocated for typed arrays.
 * @param {Core} core
 * @param {unknown} slots
 * @param {unknown} velocities
 */
export function setMoverVelocities(core, slots, velocities) {
    const method = 'World.setMoverVelocities';
    const which = slotsOf(method, SET_MOVER_VELOCITIES.first, slots);
    const floats = floatsOf(method, SET_MOVER_VELOCITIES.second, velocities ?? null,
        2 * which.length);
    livePointer(core, method);
    const { settings } = fresh(core);
    for (let i = 0; i < which.length; ++i) {
        if ((settings[which[i]] & FLAGS.MOVER) !== 0) continue;
        throw new MicaError('STALE_MOVER',
            `${method}: slots[${i}] is slot ${which[i]}, where there is no mover`);
    }
    core.engine.perform(core, SET_MOVER_VELOCITIES, method, 0, which, floats);
}
