// What a benchmark reads of the particles of a matter after a step.

/** @import { Matter } from '../../js/matter.js' */

/** Metres between particles at rest. */
export const SPACING = 0.1;
const AREA = Math.sqrt(0.75) * SPACING * SPACING;
const G = 10;

/**
 * @param {Matter<any>} matter
 * @returns the speed of the fastest in m/s; energy over y = 0, J for each kg; how wide all of it is, metres; how much lower it
 *   stands in a tank of a width than its particles' areas say, taken from its centre of mass
 */
export function matterState(matter) {
    const { positions, velocities, count } = matter;
    let [fastest, motion, height, left, right] = [0, 0, 0, Infinity, -Infinity];
    for (let i = 0; i < positions.length; i += 2) {
        const square = velocities[i] ** 2 + velocities[i + 1] ** 2;
        fastest = Math.max(fastest, square);
        motion += square / 2;
        height += positions[i + 1];
        left = Math.min(left, positions[i]);
        right = Math.max(right, positions[i]);
    }
    const mean = height / count;
    return {
        fastest: Math.sqrt(fastest),
        energy: motion / count + G * mean,
        width: right - left,
        compression: (/** @type {number} */ width) => 1 - (2 * mean * width) / (count * AREA),
    };
}
