// The curve of a jump, in the designer's terms. A jump rises with gravity g, hangs with k g while it is slower
// than the apex speed a, and falls with f g. Pure functions; js/platformer/platformer.js calls them.

/** @import { PlatformerNumbers } from './numbers.js' */

/**
 * Gravity and speed of take-off. With c = 1/k - 1, a jump at speed v > a has the height h = (v² + c a²) / 2g and
 * takes the time T = (v + c a) / g to its top. Solved for v and g.
 * @param {PlatformerNumbers} numbers
 * @param {{ gravity: number, speed: number }} out m/s² and m/s
 */
export function writeJumpCurve({ jumpHeight: h, timeToApex: T, apexSpeed: a, apexGravity: k },
    out)
{
    const even = (2 * h) / T;
    if (a >= even) {
        // All of it is slower than the apex speed.
        out.speed = even;
        out.gravity = even / (T * k);
        return;
    }
    const c = 1 / k - 1;
    out.speed = h / T + Math.sqrt((h / T) * (h / T) + c * a * (even - a));
    out.gravity = (out.speed + c * a) / T;
}

/**
 * The speed of take-off of a jump of another height in that gravity.
 * @param {number} height m @param {number} gravity m/s² @param {PlatformerNumbers} numbers
 */
export function speedForHeight(height, gravity, { apexSpeed: a, apexGravity: k }) {
    const square = 2 * gravity * height - (1 / k - 1) * a * a;
    return square >= a * a ? Math.sqrt(square) : Math.sqrt(2 * gravity * k * height);
}

/**
 * The mean of two accelerations, of which the second holds once a speed has been reached.
 * @param {number} speed m/s by which it is above that speed, at least 0
 * @param {number} before m/s² of slowing down @param {number} after m/s² @param {number} dt s
 */
function across(speed, before, after, dt) {
    const time = before > 0 ? speed / before : dt;
    return time >= dt ? before : (before * time + after * (dt - time)) / dt;
}

/**
 * Gravity in the next step of a jump whose key is held.
 * @param {number} v m/s upwards @param {number} gravity m/s² @param {PlatformerNumbers} numbers @param {number} dt s
 */
export function heldGravity(v, gravity, { apexSpeed: a, apexGravity: k, fallGravity: f }, dt) {
    const hang = k * gravity;
    if (v > a) return across(v - a, gravity, a > 0 ? hang : f * gravity, dt);
    return v > -a ? across(v + a, hang, f * gravity, dt) : f * gravity;
}

/**
 * Gravity in the next step of a jump whose key was let go: what ends it at the least height, or else `cutGravity`
 * times gravity.
 * @param {number} v m/s upwards @param {number} risen m since take-off
 * @param {number} gravity m/s² @param {PlatformerNumbers} numbers
 */
export function cutGravity(v, risen, gravity, { minJumpHeight, cutGravity: most }) {
    const left = minJumpHeight - risen;
    const wanted = left > 0 ? (v * v) / (2 * left) : Infinity;
    return Math.max(gravity, Math.min(most * gravity, wanted));
}
