// Moves objects with the bodies that they follow: anything with x, y and rotation, in pixels or in
// metres, y up or down. The adapters for PixiJS, Phaser and three.js are made of this. It reads
// `world.poses` alone, so it takes a World and a WorkerWorld alike.

/** @import { Followed, Moving } from './types.js' */

/**
 * An object that follows a body.
 * @typedef {object} Target
 * @property {number} x in the targets' unit
 * @property {number} y in the targets' unit
 * @property {number} rotation radians; clockwise on a screen where y points down
 */

/**
 * A Body or a WorkerBody.
 * @typedef {Readonly<Followed>} Bound
 */

/**
 * A World or a WorkerWorld.
 * @typedef {Readonly<Moving>} Posed
 */

/**
 * The unit and the axes of the targets, and how they are moved.
 * @template T
 * @typedef {object} SyncOptions
 * @property {number} [scale] the targets' units per metre, above 0; default 1, 50 is usual for
 *     pixels
 * @property {boolean} [yDown] the targets' y points down and their angles turn clockwise, as on
 *     screens; default as that of the world
 * @property {number} [x] where x of the world's origin is, in the targets' unit; default 0
 * @property {number} [y] where y of the world's origin is, in the targets' unit; default 0
 * @property {(target: T) => void} [gone] called once when the body of a target has been destroyed;
 *     none by default
 * @property {(target: T, x: number, y: number, rotation: number) => void} [place] moves a target
 *     that has no x, y and rotation of its own: position in the targets' unit, radians;
 *     by default x, y and rotation are assigned
 */

/**
 * Objects that follow bodies.
 * @template T
 * @typedef {object} Sync
 * @property {number} scale the targets' units per metre, above 0; may be changed at any time, as
 *     `x` and `y` may
 * @property {number} x where x of the world's origin is, in the targets' unit
 * @property {number} y where y of the world's origin is, in the targets' unit
 * @property {<U extends T>(body: Bound, target: U) => U} add makes a target follow a body from the
 *     next `update` on, and returns it
 * @property {(target: T) => void} remove stops moving a target, which stays where it is; does
 *     nothing if it follows no body
 * @property {() => void} update moves all targets to where their bodies are; call it once a frame,
 *     after `world.advance()`. Once the world is destroyed, all targets are gone, and it does nothing
 * @property {(x: number, y: number) => [x: number, y: number]} toWorld returns the world's point in
 *     metres at a point in the targets' unit, such as a pointer's position
 * @property {(x: number, y: number) => [x: number, y: number]} fromWorld returns the point in the
 *     targets' unit at a world's point in metres
 * @property {number} size how many targets there are, an integer, 0 or more
 */

/** @param {Target} target @param {number} x @param {number} y @param {number} rotation */
function setPose(target, x, y, rotation) {
    target.x = x;
    target.y = y;
    target.rotation = rotation;
}

/**
 * @template T
 * @param {Bound[]} bodies
 * @param {T[]} targets
 * @param {((target: T) => void) | undefined} gone
 */
function removeAll(bodies, targets, gone) {
    bodies.length = 0;
    for (const target of targets.splice(0)) gone?.(target);
}

/**
 * Makes an empty list of targets that follow bodies.
 * @template [T=Target]
 * @param {Posed} world
 * @param {SyncOptions<T>} [options]
 * @returns {Sync<T>}
 */
export function createSync(world, { scale = 1, yDown, x = 0, y = 0, gone, place } = {}) {
    const moveTarget = place
        ?? /** @type {(target: any, x: number, y: number, rotation: number) => void} */ (setPose);
    const isDown = world.yDown === true;
    const up = (yDown ?? isDown) === isDown ? 1 : -1;
    /** @type {Bound[]} */
    const bodies = [];
    /** @type {T[]} */
    const targets = [];

    /** Removes a target and its body; the last of the list takes their place. @param {number} i */
    function removeAt(i) {
        const body = /** @type {Bound} */ (bodies.pop());
        const target = /** @type {T} */ (targets.pop());
        if (i === bodies.length) return;
        bodies[i] = body;
        targets[i] = target;
    }

    return {
        scale,
        x,
        y,
        add(body, target) {
            bodies.push(body);
            targets.push(target);
            return target;
        },
        remove(target) {
            const i = targets.indexOf(target);
            if (i >= 0) removeAt(i);
        },
        update() {
            if (world.destroyed) return removeAll(bodies, targets, gone);
            const { poses } = world;
            const { x: left, y: top, scale: s } = this;
            for (let i = bodies.length - 1; i >= 0; --i) {
                if (!bodies[i].alive) {
                    const target = targets[i];
                    removeAt(i);
                    gone?.(target);
                    continue;
                }
                const p = 4 * bodies[i].index;
                const angle = Math.atan2(poses[p + 3], poses[p + 2]);
                moveTarget(targets[i], left + s * poses[p], top + up * s * poses[p + 1],
                    up * angle);
            }
        },
        toWorld(tx, ty) {
            return [(tx - this.x) / this.scale, (up * (ty - this.y)) / this.scale];
        },
        fromWorld(wx, wy) {
            return [this.x + this.scale * wx, this.y + up * this.scale * wy];
        },
        get size() {
            return targets.length;
        },
    };
}
