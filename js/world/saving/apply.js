// Performs an operation of js/wire/table.js on a world of this thread from plain values: what
// replays a recording or builds a scene from a file calls.
import { livePointer } from '../../wire/core.js';
import { worldCore } from '../../wire/handle.js';
import { checkValues, operationOf } from '../../wire/table.js';

/** @import { World } from '../world.js' */

/**
 * @param {World} world
 * @param {number} number of the operation
 * @param {number} id handle of what it is done to, 0 for the world
 * @param {unknown[]} values as the row's arguments say
 * @returns {any} what was made, if anything
 * @throws {TypeError | RangeError} for a value that the row does not take; then nothing has changed
 */
export function apply(world, number, id, values) {
    const operation = operationOf(number);
    const core = worldCore(world);
    livePointer(core, operation.name);
    checkValues(operation, values);
    if (operation.result) return operation.run(core, id, ...values);
    const [a, b, c, d, e] = /** @type {any[]} */ (values);
    core.engine.perform(core, operation, operation.name, id, a, b, c, d, e);
    return undefined;
}
