// The joints of a body that falls into parts: each goes to the part that has its anchor. A joint keeps its bodies for life, so
// one that changes them is made anew, with all its settings. Called by js/break/separate.js.
import { JOINT_TYPES } from '../options/joints.js';

/** @import { JointTypes } from '../options/joints.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { Corner } from './polygon.js' */

/** What joints of all types have besides. */
const COMMON =
    /** @type {const} */ (['breakForce', 'breakTorque', 'collideConnected', 'enabled', 'userData']);

/**
 * The options that make a joint of the same settings.
 * @param {any} joint
 * @returns {Record<string, unknown>}
 */
function optionsOf(joint) {
    const { settings, couples, alone } =
        /** @type {JointTypes} */ (JOINT_TYPES)[/** @type {string} */ (joint.type)];
    const names = Object.keys(settings).filter((name) => name !== 'axis');
    const anchors = couples ? [] : alone ? ['localAnchorB'] : ['localAnchorA', 'localAnchorB'];
    return Object.fromEntries(
        ['type', ...anchors, ...names, ...COMMON].map((name) => [name, joint[name]]),
    );
}

/**
 * Moves the joints of a body to its parts.
 * @param {Body<any>} body the first part
 * @param {(anchor: Corner) => Body<any>} ownerOf the part that has a point of the body's space
 * @param {((old: Joint<any>, made: Joint<any>) => void) | undefined} moved called for each that was made anew, while the old one
 *     is still there
 */
export function moveJoints(body, ownerOf, moved) {
    const { world } = body;
    /** @type {Map<Joint<any>, Joint<any>>} */
    const made = new Map();
    /** @param {Joint<any>} joint @param {object} bodies */
    const renew = (joint, bodies) =>
        made.set(joint, world.createJoint(/** @type {any} */ ({ ...optionsOf(joint), ...bodies })));
    for (const joint of body.joints) {
        if (joint.jointA) continue;
        const onA = joint.bodyA === body;
        const owner = ownerOf(onA ? joint.localAnchorA : joint.localAnchorB);
        if (owner === body) continue;
        const alone = joint.bodyA === null;
        renew(joint, {
            ...(alone ? {} : { bodyA: onA ? owner : joint.bodyA }),
            bodyB: onA ? joint.bodyB : owner,
        });
    }
    // Gears go with the joints that they couple, and are among the joints of the bodies B of both.
    const gears = new Set(
        [...made.keys()].flatMap((joint) =>
            joint.bodyB.joints.filter(({ jointA, jointB }) => jointA === joint || jointB === joint)
        ),
    );
    for (const gear of gears) {
        const [a, b] = [gear.jointA, gear.jointB].map((joint) =>
            made.get(/** @type {Joint<any>} */ (joint)) ?? joint
        );
        renew(gear, { jointA: a, jointB: b });
    }
    for (const [joint, fresh] of made) moved?.(joint, fresh);
    for (const joint of made.keys()) joint.destroy();
}
