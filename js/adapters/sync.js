// Moves things with the bodies they belong to: anything with x, y and rotation, in pixels or in
// metres, y up or down. The adapters for PixiJS, Phaser and three.js are this and a line or two.
// Reads `world.poses`, so a World and a WorkerWorld will do.

/**
 * @typedef {{ x: number, y: number, rotation: number }} Target
 * @typedef {{ readonly index: number, readonly alive: boolean }} Bound a Body or a WorkerBody
 * @typedef {{ readonly poses: Float32Array }} Posed a World or a WorkerWorld
 */

/**
 * @template T
 * @typedef {object} SyncOptions
 * @property {number} [scale] the target's units a metre, default 1; 50 is usual for pixels
 * @property {boolean} [yDown] the target's y points down and its angles turn clockwise, as on
 *     screens; default false
 * @property {number} [x] where the world's origin lies for the targets, default 0, 0
 * @property {number} [y]
 * @property {(target: T) => void} [gone] called once when the body of a target was destroyed
 * @property {(target: T, x: number, y: number, rotation: number) => void} [place] how a target is
 *     moved, if not by its own x, y and rotation
 */

/**
 * @template T
 * @typedef {object} Sync
 * @property {number} scale may be changed at any time, as `x` and `y` may
 * @property {number} x
 * @property {number} y
 * @property {<U extends T>(body: Bound, target: U) => U} add from now on the target moves with the body
 * @property {(target: T) => void} remove lets a target go
 * @property {() => void} update moves all targets; call it once a frame, after world.advance()
 * @property {(x: number, y: number) => [x: number, y: number]} toWorld from the targets' space, such
 *     as a pointer's position
 * @property {(x: number, y: number) => [x: number, y: number]} fromWorld
 * @property {number} size how many targets there are
 */

/** @param {Target} target @param {number} x @param {number} y @param {number} rotation */
function placeDirectly(target, x, y, rotation) {
    target.x = x;
    target.y = y;
    target.rotation = rotation;
}

/**
 * Makes a list of targets and the bodies they follow.
 * @template [T=Target]
 * @param {Posed} world
 * @param {SyncOptions<T>} [options]
 * @returns {Sync<T>}
 */
export function createSync(world, { scale = 1, yDown = false, x = 0, y = 0, gone, place } = {}) {
    const put = place ?? /** @type {(target: any, x: number, y: number, rotation: number) => void} */ (placeDirectly);
    const up = yDown ? -1 : 1;
    /** @type {Bound[]} */
    const bodies = [];
    /** @type {T[]} */
    const targets = [];

    /** The last one takes the place of the one that goes. @param {number} i */
    function drop(i) {
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
            if (i >= 0) drop(i);
        },
        update() {
            const { poses } = world;
            const { x: left, y: top, scale: s } = this;
            for (let i = bodies.length - 1; i >= 0; --i) {
                if (!bodies[i].alive) {
                    const target = targets[i];
                    drop(i);
                    gone?.(target);
                    continue;
                }
                const p = 4 * bodies[i].index;
                const angle = Math.atan2(poses[p + 3], poses[p + 2]);
                put(targets[i], left + s * poses[p], top + up * s * poses[p + 1], up * angle);
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
