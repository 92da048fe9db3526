// Makes a joint of its options. Everything is read and checked, by js/options/joint-settings.js,
// before anything is written or made. Called by js/world/world.js.
import { parseJoint } from '../options/joint-settings.js';
import { livePointer } from '../wire/core.js';
import { bodyId } from '../wire/handle.js';
import { JOINT } from '../wire/layout.js';
import { borrow, giveBack, heap, raise, wasm, writeRecord } from '../wire/wasm.js';
import { ownBody } from './own.js';

/** @import { Core } from '../wire/core.js' */
/** @import { JointOptions } from '../options/types.js' */

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
    const joint = core.make.joint(core, id, bodyA, bodyB);
    joint.userData = userData;
    return joint;
}
