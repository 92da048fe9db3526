// Where a renderer looks: the world's point in the middle of the canvas, and CSS pixels a metre.
// The same for adapters/canvas.js and adapters/webgl.js, which draw by it.
import { FLAGS } from '../wire/layout.js';
import { watchShapes } from './outlines.js';

/** @import { Drawable } from './outlines.js' */

/**
 * @typedef {object} Box metres, as `collider.aabb()` gives it
 * @property {number} minX
 * @property {number} minY
 * @property {number} maxX
 * @property {number} maxY
 *
 * @typedef {object} Camera
 * @property {number} scale CSS pixels a metre; may be changed at any time, as `x` and `y` may
 * @property {number} x metres, the world's point in the middle of the canvas
 * @property {number} y
 * @property {(what: Drawable | Box, margin?: number) => void} fit looks at all of a world, or of a box, with
 *     so many metres around it, as large as the canvas has it; again when the canvas changes its size.
 *     What is empty changes nothing
 * @property {(clientX: number, clientY: number) => [x: number, y: number]} toWorld metres, from a
 *     pointer event's position
 * @property {(x: number, y: number) => [clientX: number, clientY: number]} toScreen CSS pixels in the
 *     page's window, from a point of the world: the other way round
 */

/**
 * What a world's colliders lie in, as they are drawn.
 * @param {Drawable} world
 * @returns {Box}
 */
function boundsOf(world) {
    const { pieces } = watchShapes(world).update();
    const { poses, flags } = world;
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    pieces.forEach((list, slot) => {
        if (!(flags[slot] & FLAGS.ALIVE)) return;
        const [px, py, cos, sin] = poses.subarray(4 * slot, 4 * slot + 4);
        for (const { points, radius } of list) {
            for (let i = 0; i < points.length; i += 2) {
                const x = px + cos * points[i] - sin * points[i + 1];
                const y = py + sin * points[i] + cos * points[i + 1];
                box.minX = Math.min(box.minX, x - radius);
                box.minY = Math.min(box.minY, y - radius);
                box.maxX = Math.max(box.maxX, x + radius);
                box.maxY = Math.max(box.maxY, y + radius);
            }
        }
    });
    return box;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} scale
 * @param {number} x
 * @param {number} y
 * @returns {Camera}
 */
export function makeCamera(canvas, scale, x, y) {
    return {
        scale,
        x,
        y,
        fit(what, margin = 0) {
            const { minX, minY, maxX, maxY } = 'poses' in what ? boundsOf(what) : what;
            if (!(minX <= maxX && minY <= maxY)) return;
            const { width, height } = canvas.getBoundingClientRect();
            const fitting = Math.min(width / (maxX - minX + 2 * margin), height / (maxY - minY + 2 * margin));
            // Neither for a point nor in a canvas that isn't shown.
            if (fitting > 0 && fitting < Infinity) this.scale = fitting;
            this.x = (minX + maxX) / 2;
            this.y = (minY + maxY) / 2;
        },
        toWorld(clientX, clientY) {
            const box = canvas.getBoundingClientRect();
            return [
                this.x + (clientX - box.left - box.width / 2) / this.scale,
                this.y - (clientY - box.top - box.height / 2) / this.scale,
            ];
        },
        toScreen(worldX, worldY) {
            const box = canvas.getBoundingClientRect();
            return [
                box.left + box.width / 2 + (worldX - this.x) * this.scale,
                box.top + box.height / 2 - (worldY - this.y) * this.scale,
            ];
        },
    };
}
