// The world that a function of an entry was given, such as `toScene(world)`: what hangs on no world as a method, so that a game
// which does not import it does not load it.
import { livePointer } from '../wire/core.js';
import { MicaError, wrongType } from '../wire/errors.js';
import { isWorkerWorld, isWorld, worldCore } from '../wire/handle.js';
import { refuseListener } from './time/stepping.js';

/** @import { Core } from '../wire/core.js' */

/**
 * The core of a world that a function was given, if the world lives in this thread.
 * @param {string} method
 * @param {unknown} world
 * @returns {Core}
 */
export function coreOfWorld(method, world) {
    if (typeof world !== 'object' || world === null)
        return wrongType(method, 'world', 'a World', world);
    if (isWorkerWorld?.(world))
        throw new MicaError('NOT_IN_WORKER',
            `${method}: not for a world in a worker; a module there can call it`);
    if (!isWorld?.(world)) return wrongType(method, 'world', 'a World', world);
    const core = worldCore(world);
    livePointer(core, method);
    return core;
}

/**
 * Likewise, if none of its listeners is being called.
 * @param {string} method
 * @param {unknown} world
 */
export function idleCoreOfWorld(method, world) {
    const core = coreOfWorld(method, world);
    refuseListener(core, method);
    return core;
}
