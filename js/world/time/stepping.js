// One step in either way, and what follows from it: views and events taken in, listeners called.
// js/world/time/accumulator.js calls this for step(), stepImpacts() and advance().
import { livePointer, syncViews } from '../../wire/core.js';
import { MicaError } from '../../wire/errors.js';
import { raiseAtSlot, wasm } from '../../wire/wasm.js';
import { LATE, clearEvents, gatherEvents } from '../events/event-stores.js';
import { STAY_KINDS, STEP_KINDS, callAll, callForEvents, logErrors,
    throwFirst } from '../events/listeners.js';
import { ageDestroyed } from '../objects/objects.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { EventStores } from '../events/event-stores.js' */

/** Impacts of one step, if nothing else is asked for. */
export const MAX_IMPACTS = 10000;

/**
 * Has the listeners before a step called, makes it, `core.stepLength` long, and takes in its events.
 * @param {Core} core
 * @param {EventStores} buffers
 * @param {string} method
 * @param {number} parts substeps, or the most impacts
 * @param {boolean} byImpacts
 * @param {boolean} first whether the events of before go
 */
export function makeStep(core, buffers, method, parts, byImpacts, first) {
    const { frameForces } = core;
    const length = core.stepLength[0];
    frameForces.repeat(core);
    frameForces.inStep = true;
    callAll(core, 'beforeStep');
    frameForces.inStep = false;
    try {
        livePointer(core, method);
        if (core.recorder !== null) core.recorder.beforeStep();
        const error = byImpacts
            ? wasm.calls.world_step_impacts(core.ptr, length, parts)
            : wasm.calls.world_step(core.ptr, length, parts);
        if (error !== 0) raiseAtSlot(method, error);
    } catch (error) {
        logErrors(core);
        throw error;
    }
    if (first) {
        ageDestroyed(core);
        clearEvents(buffers);
    }
    frameForces.spend();
    syncViews(core);
    if (core.recorder !== null) core.recorder.afterStep(length, parts, byImpacts);
    gatherEvents(buffers, core);
    core.matter?.afterStep();
    ++core.moves;
}

/**
 * Calls the listeners of a step's events, and those after it.
 * @param {Core} core
 * @param {EventStores} buffers
 */
export function callForStep(core, { stores, sources }) {
    core.frameForces.inStep = true;
    for (let k = 0; k < LATE; ++k) {
        const store = stores[k];
        if (store.emitted === store.count) continue;
        callForEvents(core, STEP_KINDS[k], sources[k], store.emitted, store.count);
        store.emitted = store.count;
    }
    core.matter?.callListeners();
    if (!core.destroyed) callAll(core, 'afterStep');
    core.frameForces.inStep = false;
}

/**
 * Calls the listeners of what stays, and throws what any listener has thrown since the call began.
 * @param {Core} core
 * @param {EventStores} buffers
 */
export function finishCalls(core, { stores, sources }) {
    const { table, narrow } = core.listeners;
    const kinds = table.size + narrow.size > 0 ? STAY_KINDS.length : 0;
    for (let k = 0; k < kinds; ++k) {
        const kind = STAY_KINDS[k];
        if (!table.has(kind) && !narrow.has(kind)) continue;
        const store = stores[LATE + k];
        if (store.late) store.gather();
        callForEvents(core, kind, sources[LATE + k], 0, store.count);
    }
    throwFirst(core);
}

/**
 * Refuses to step by impacts where there are joints, which would not act.
 * @param {Core} core
 */
export function refuseJoints(core) {
    for (let i = 0; i < core.joints.length; ++i) {
        if (core.joints[i] === undefined) continue;
        throw new MicaError('JOINTS_INACTIVE',
            'World.stepImpacts: joints do not act in a step by impacts, and this world has some');
    }
}

/**
 * Refuses what would step or replace a world while its listeners are called.
 * @param {Core} core
 * @param {string} method
 */
export function refuseListener(core, method) {
    if (core.listeners.calling)
        throw new MicaError('LOCKED', `${method}: not from inside a listener of this world`);
}

let warned = false;

/** So many long frames in a row that did not take their time: a few may, where a busy page comes after the clock of its frames. */
const MANY_LONG = 5;

/**
 * Warns, once, of frames that are longer than the time between them: milliseconds, as a rule. A page
 * that was hidden has long frames too, but the time did go by.
 * @param {string} method
 * @param {number} seconds that a long frame is said to take
 * @param {{ at: number, count: number }} long when the last long frame was, by the clock below, and how many in a row did not
 *     take their time
 */
export function checkSeconds(method, seconds, long) {
    const now = performance.now();
    long.count = now - long.at < 100 * seconds ? long.count + 1 : 0;
    long.at = now;
    if (!warned && long.count >= MANY_LONG) {
        warned = true;
        console.warn(
            `${method}: seconds is ${seconds}, far more than went by; divide milliseconds by 1000`,
        );
    }
}

let gravityWarned = false;

/** m/s²: twenty times that of the earth. Games of pixels begin at 300. */
const MAX_USUAL_GRAVITY = 200;

/**
 * Warns, once, of a gravity that is one of pixels, as a rule.
 * @param {string} method
 * @param {number} x
 * @param {number} y
 * @param {number} lengthUnit
 */
export function checkGravity(method, x, y, lengthUnit) {
    // NaN stands for the default.
    if (gravityWarned || !(Math.hypot(x, y) > MAX_USUAL_GRAVITY * lengthUnit)) return;
    gravityWarned = true;
    console.warn(
        `${method}: gravity is [${x}, ${y}], and that of the earth [0, ${
            -9.8 * lengthUnit
        }] with lengthUnit ${lengthUnit}. For lengths in pixels, say how many are a metre: new World({ lengthUnit: 50 })`,
    );
}
