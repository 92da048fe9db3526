// Makes a joint of its options. Everything is read and checked, by js/joint-settings.js, before anything
// is written or made. Called by js/world.js.
import { bodyId } from './body.js';
import { livePointer } from './core.js';
import { writeRecord } from './create.js';
import { makeJoint } from './joint.js';
import { parseJoint } from './joint-settings.js';
import { JOINT } from './layout.js';
import { ownBody } from './own.js';
import { borrow, giveBack, heap, raise, wasm } from './wasm.js';

/** @import { Core } from './core.js' */
/** @import { JointOptions } from './types.js' */

/**
 * @param {Core} core
 * @param {JointOptions} given
 */
export function createJoint(core, given) {
    const method = 'World.createJoint';
    livePointer(core, method);
    const own = ownBody.bind(null, core, method);
    const { bodyA, bodyB, record } = parseJoint(method, given, own);
    const { userData } = given;
    // Only now: reading the options may have run code of the user's.
    const ptr = livePointer(core, method);
    record[JOINT.BODY_A] = bodyId(bodyA);
    record[JOINT.BODY_B] = bodyId(bodyB);
    const address = borrow(method, 8 * JOINT.RECORD + 8);
    writeRecord(record, address);
    const end = address + 8 * JOINT.RECORD;
    const id = wasm.calls.joint_create(ptr, address, end);
    const error = heap().i32[end >> 2];
    giveBack(address);
    if (id === 0) raise(method, error);
    const joint = makeJoint(core, id, bodyA, bodyB);
    joint.userData = userData;
    return joint;
}
