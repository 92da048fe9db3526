// Where a renderer looks: the world's point in the middle of the canvas, and CSS pixels per metre.
// adapters/canvas.js and adapters/webgl.js have the same camera.
import { FLAGS } from '../wire/layout.js';
import { watchShapes } from './outlines.js';

/** @import { Drawable } from './types.js' */

/**
 * A box with sides along the axes, as `collider.aabb()` returns it.
 * @typedef {object} Box
 * @property {number} minX metres
 * @property {number} minY metres
 * @property {number} maxX metres
 * @property {number} maxY metres
 */

/**
 * Where a renderer looks.
 * @typedef {object} Camera
 * @property {number} scale CSS pixels per metre, above 0; may be changed at any time, as `x` and
 *     `y` may
 * @property {number} x metres, x of the world's point in the middle of the canvas
 * @property {number} y metres, y of the world's point in the middle of the canvas
 * @property {boolean} yDown whether the world's y points down, as that of the world drawn or fitted last
 * @property {(what: Drawable | Box, margin?: number) => void} fit sets `scale`, `x` and `y` so that
 *     a whole world or a box, with a margin in metres on each side (default 0), is as large as the
 *     canvas permits; a world without its hidden layers. Call it again when the canvas has changed
 *     its size. A world without bodies or an empty box changes nothing
 * @property {(clientX: number, clientY: number) => [x: number, y: number]} toWorld returns the
 *     world's point in metres at a pointer event's position in CSS pixels
 * @property {(x: number, y: number) => [clientX: number, clientY: number]} toScreen returns the
 *     position in CSS pixels, in the page's window, of a world's point in metres
 * @property {(ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) => void} transform sets the transform of a 2D
 *     context, so that it draws in the world's units, with y as in the world, what the camera sees: for the
 *     renderer's own canvas, or for another one that lies over it in the page. Throws a TypeError where there is none
 */

/**
 * The box around all colliders of a world that are drawn.
 * @param {Drawable} world
 * @param {readonly string[]} hidden names of layers
 * @returns {Box}
 */
function boundsOf(world, hidden) {
    const { pieces } = watchShapes(world).update();
    const { poses, flags } = world;
    const { names } = world.layers;
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    pieces.forEach((list, slot) => {
        if (!(flags[slot] & FLAGS.ALIVE)) return;
        const [px, py, cos, sin] = poses.subarray(4 * slot, 4 * slot + 4);
        for (const { points, radius, layer } of list) {
            if (hidden.includes(names[layer])) continue;
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
 * CSS pixels down the screen per unit of the world's y.
 * @param {{ scale: number, yDown: boolean }} camera
 */
export const scaleDown = ({ scale, yDown }) => (yDown ? scale : -scale);

/**
 * Gives a canvas as many pixels as the screen has in its place. A canvas that the page does not
 * show keeps its size.
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas
 * @returns {number} pixels of the canvas per CSS pixel
 */
export function matchScreen(canvas) {
    if (!('clientWidth' in canvas) || canvas.clientWidth === 0) return 1;
    const ratio = globalThis.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round((canvas.clientHeight || canvas.height) * ratio));
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height });
    return width / canvas.clientWidth;
}

/**
 * Makes the camera of a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {number} scale CSS pixels per metre
 * @param {number} x metres, the world's point in the middle of the canvas
 * @param {number} y
 * @returns {Camera}
 */
export function makeCamera(canvas, scale, x, y) {
    return {
        scale,
        x,
        y,
        yDown: false,
        /** @this {Camera & { hidden?: readonly string[] }} */
        fit(what, margin = 0) {
            if ('poses' in what) this.yDown = what.yDown === true;
            const { minX, minY, maxX, maxY } = 'poses' in what
                ? boundsOf(what, this.hidden ?? [])
                : what;
            if (!(minX <= maxX && minY <= maxY)) return;
            const { width, height } = canvas.getBoundingClientRect();
            const fitting = Math.min(width / (maxX - minX + 2 * margin),
                height / (maxY - minY + 2 * margin));
            // A point would be infinitely large; a canvas that the page does not show has no size.
            if (fitting > 0 && fitting < Infinity) this.scale = fitting;
            this.x = (minX + maxX) / 2;
            this.y = (minY + maxY) / 2;
        },
        toWorld(clientX, clientY) {
            const box = canvas.getBoundingClientRect();
            return [
                this.x + (clientX - box.left - box.width / 2) / this.scale,
                this.y + (clientY - box.top - box.height / 2) / scaleDown(this),
            ];
        },
        toScreen(worldX, worldY) {
            const box = canvas.getBoundingClientRect();
            return [
                box.left + box.width / 2 + (worldX - this.x) * this.scale,
                box.top + box.height / 2 + (worldY - this.y) * scaleDown(this),
            ];
        },
        transform(ctx) {
            if (typeof ctx?.setTransform !== 'function')
                throw new TypeError('renderer.transform: ctx must be the 2d context of a canvas');
            const { width, height } = ctx.canvas;
            const ratio = width / (canvas.clientWidth || width);
            const right = ratio * this.scale, down = ratio * scaleDown(this);
            ctx.setTransform(right, 0, 0, down, width / 2 - right * this.x,
                height / 2 - down * this.y);
        },
    };
}
