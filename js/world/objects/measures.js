// Measures of a world: counts, times and a hash, read out of the scratch buffer after
// one call each. js/world/world.js calls these.
import { heap, wasm } from '../../wire/wasm.js';

/** @import { Counters, Profile } from '../types.js' */

const COUNTERS = /** @type {const} */ ([
    'bodies',
    'awakeBodies',
    'colliders',
    'contacts',
    'touchingContacts',
    'triggerPairs',
    'islandsAsleep',
    'colours',
    'overflow',
    'staticTreeHeight',
    'movingTreeHeight',
    'narrowPhaseTests',
    'pairsCreated',
    'steps',
    'joints',
    'impacts',
    'impactBound',
    'energyBounds',
    'pairsPostponed',
    'fieldBound',
]);

const PROFILE = /** @type {const} */ ([
    'step',
    'broadPhase',
    'narrowPhase',
    'islands',
    'prepare',
    'solve',
    'store',
    'finish',
]);

/**
 * @param {number} ptr
 * @returns {Counters}
 */
export function readCounters(ptr) {
    wasm.calls.world_counters(ptr);
    const { i32, scratchI32 } = heap();
    const entries = COUNTERS.map((name, i) => [name, i32[scratchI32 + i]]);
    return Object.fromEntries(entries);
}

/**
 * @param {number} ptr
 * @returns {Profile}
 */
export function readProfile(ptr) {
    wasm.calls.world_profile(ptr);
    const { f64, scratchF64 } = heap();
    const entries = PROFILE.map((name, i) => [name, f64[scratchF64 + i]]);
    return Object.fromEntries(entries);
}

/** @param {number} ptr */
export function readHash(ptr) {
    wasm.calls.world_hash(ptr);
    const { u32, scratchI32 } = heap();
    /** @param {number} word */
    const digits = (word) => word.toString(16).padStart(8, '0');
    return digits(u32[scratchI32 + 1]) + digits(u32[scratchI32]);
}
