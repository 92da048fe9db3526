// Gears end with the joints that they couple: which ones do. Called wherever joints end.

/** @import { Core } from '../../wire/core.js' */
/** @import { Joint } from './joint.js' */

/**
 * Joints that end, and before them the gears that end with them.
 * @param {Core} core
 * @param {Joint<any>[]} joints
 */
export function withGears({ gears }, joints) {
    if (gears.size === 0) return joints;
    const ending = [...gears].filter((gear) =>
        !joints.includes(gear)
        && joints.some((joint) => joint === gear.jointA || joint === gear.jointB)
    );
    return [...ending, ...joints];
}
