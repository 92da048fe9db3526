// The flags of a body that only the page of a world in a worker changes, as the options of a new
// body give them. Called by js/remote/body.js.
import { FLAGS } from '../wire/layout.js';

/** @import { BodyBaseOptions, BodyType } from '../options/types.js' */

/** What a type is in the flags. @type {readonly BodyType[]} */
export const TYPES = ['static', 'kinematic', 'dynamic'];

export const LOCKS = /** @type {const} */ ({ x: FLAGS.LOCK_X, y: FLAGS.LOCK_Y, rotation: FLAGS.LOCK_ROTATION });

/**
 * The flags of a new body that only the page changes.
 * @param {BodyBaseOptions} options
 */
export function flagsOf({ type = 'dynamic', enabled = true, canSleep = true, bullet, lockX, lockY, lockRotation }) {
    /** @type {[unknown, number][]} */
    const bits = [[enabled, FLAGS.ENABLED], [canSleep, FLAGS.CAN_SLEEP], [bullet, FLAGS.BULLET],
        [lockX, FLAGS.LOCK_X], [lockY, FLAGS.LOCK_Y], [lockRotation, FLAGS.LOCK_ROTATION]];
    return bits.reduce((flags, [on, bit]) => (on === true ? flags | bit : flags), Math.max(0, TYPES.indexOf(type)));
}
