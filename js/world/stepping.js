// One step in either way, and what follows from it: views and events taken in. js/world/world.js
// calls this for step(), stepImpacts() and advance().
import { syncViews } from '../wire/core.js';
import { heap, raise, wasm } from '../wire/wasm.js';
import { clearEvents, gatherEvents } from './event-stores.js';
import { ageDestroyed } from './objects.js';

/** @import { Core } from '../wire/core.js' */
/** @import { EventStores } from './event-stores.js' */

/** Impacts of one step, if nothing else is asked for. */
export const MAX_IMPACTS = 10000;

/**
 * @param {Core} core
 * @param {EventStores} buffers
 * @param {string} method
 * @param {number} dt
 * @param {number} parts substeps, or the most impacts
 * @param {boolean} byImpacts
 * @param {boolean} first whether the events of before go
 */
export function makeStep(core, buffers, method, dt, parts, byImpacts, first) {
    const error = byImpacts
        ? wasm.calls.world_step_impacts(core.ptr, dt, parts)
        : wasm.calls.world_step(core.ptr, dt, parts);
    if (error !== 0) {
        const slot = heap().i32[wasm.scratchI32];
        raise(method, error, slot < 0 ? undefined : `body slot ${slot}`);
    }
    if (first) {
        ageDestroyed(core);
        clearEvents(buffers);
    }
    core.frameForces.spend();
    syncViews(core);
    gatherEvents(buffers, core);
    core.posesStale = true;
}

let warned = false;

/**
 * Warns, once, of frames that are longer than the time between them: milliseconds, as a rule. A page
 * that was hidden has long frames too, but the time did go by.
 * @param {number} seconds that a long frame is said to take
 * @param {number} before when the last long frame was, by the clock below
 * @returns {number} when this one is
 */
export function checkSeconds(seconds, before) {
    const now = performance.now();
    if (!warned && now - before < 100 * seconds) {
        warned = true;
        console.warn(
            `World.advance: seconds is ${seconds}, far more than went by; divide milliseconds by 1000`,
        );
    }
    return now;
}
