// Draws matter: liquids as one surface in which colours mix, sand and fabric as grains, jelly as a surface
// with an outline. On a canvas with WebGL 2 (adapters/matter-webgl.js) or a 2D context
// (adapters/matter-canvas.js), which may be that of a renderer of this folder.
//
//   const renderer = createWebglRenderer(canvas, world);
//   const painter = createMatterPainter(canvas);
//   renderer.clear();                                   // each frame, after world.advance()
//   painter.draw(world.matters, renderer);
//   renderer.draw({ clear: false });
import { matchScreen, scaleDown } from './camera.js';
import { CanvasMatter } from './matter-canvas.js';
import { readSettings } from './matter-looks.js';
import { createWebglMatter } from './matter-webgl.js';

/** @import { DrawableMatter } from './types.js' */

/**
 * How matter of one kind is drawn. Grains are those of sand and fabric, a surface is that of a liquid or jelly.
 * @typedef {import('./matter-looks.js').MatterLook} MatterLook
 */

/**
 * How a painter draws.
 * @typedef {object} MatterPainterOptions
 * @property {{ liquid?: MatterLook, sand?: MatterLook, jelly?: MatterLook, fabric?: MatterLook }} [look] how matter is drawn, by kind; what
 *     is left out has the default of its kind
 * @property {(matter: any) => Float32Array} [positions] returns where the particles of a matter are drawn, x and y each;
 *     by default `matter.positions`
 */

/**
 * Where a painter looks, such as a renderer of 'mica2d/adapters/canvas' or 'mica2d/adapters/webgl'.
 * @typedef {object} MatterCamera
 * @property {number} scale CSS pixels per metre, above 0
 * @property {number} x metres, x of the world's point in the middle of the canvas
 * @property {number} y metres, y of the world's point in the middle of the canvas
 * @property {boolean} [yDown] whether the world's y points down; default false
 */

/**
 * Draws matter on a canvas.
 * @typedef {object} MatterPainter
 * @property {(matters: readonly Readonly<DrawableMatter>[], camera: MatterCamera, options?: { foam?: boolean }) => void} draw
 *     draws matter over what the canvas has: sand, then jelly, then all liquids as one; call it once a frame, after
 *     `world.advance()`. With `foam: true` sparse and fast particles of liquids have light specks; default
 *     false. A lost WebGL context draws nothing until the browser has restored it
 * @property {() => void} destroy frees what the painter keeps on the GPU
 */

/**
 * The context of a canvas, or the context itself.
 * @param {HTMLCanvasElement | OffscreenCanvas | WebGL2RenderingContext | CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null} given
 */
function contextOf(given) {
    if (!given)
        throw new TypeError(
            'createMatterPainter: canvas must be a canvas or its context, got null',
        );
    if (!('getContext' in given)) return given;
    const context = given.getContext('webgl2', { antialias: false }) ?? given.getContext('2d');
    if (!context)
        throw new Error('createMatterPainter: the canvas has neither WebGL 2 nor a 2d context');
    return /** @type {WebGL2RenderingContext | CanvasRenderingContext2D} */ (context);
}

/**
 * The transform from the world to clip space.
 * @param {Float32Array} view is written, by columns
 * @param {MatterCamera} camera
 * @param {number} ratio pixels of the canvas per CSS pixel
 * @param {{ width: number, height: number }} canvas
 */
function setView(view, { scale, x, y, yDown = false }, ratio, { width, height }) {
    view[0] = (2 * ratio * scale) / width;
    view[5] = (-2 * ratio * scaleDown({ scale, yDown })) / height;
    view[12] = -view[0] * x;
    view[13] = -view[5] * y;
    view[15] = 1;
}

/**
 * Makes a painter with WebGL 2.
 * @param {WebGL2RenderingContext} gl
 * @param {import('./matter-looks.js').MatterSettings} settings
 * @returns {MatterPainter}
 */
function paintWebgl(gl, settings) {
    const matter = createWebglMatter(gl, settings);
    const frame = { view: new Float32Array(16), framebuffer: null, port: [0, 0, 0, 0], yDown: false,
        foam: false };
    return {
        draw(matters, camera, { foam = false } = {}) {
            const ratio = matchScreen(gl.canvas);
            setView(frame.view, camera, ratio, gl.canvas);
            frame.port[2] = gl.canvas.width;
            frame.port[3] = gl.canvas.height;
            frame.yDown = camera.yDown === true;
            frame.foam = foam;
            gl.disable(gl.DEPTH_TEST);
            matter.draw(matters, frame);
        },
        destroy: matter.destroy,
    };
}

/**
 * Makes a painter for a canvas, with WebGL 2, or with its 2D context if it has one already or has no
 * WebGL 2. The canvas keeps its size in the page; the number of its pixels follows the screen.
 * @param {HTMLCanvasElement | OffscreenCanvas | WebGL2RenderingContext | CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null} canvas
 *     or its context; if a renderer draws on it too, make the renderer first
 * @param {MatterPainterOptions} [options]
 * @returns {MatterPainter}
 * @throws {RangeError} for an unknown kind or an invalid colour
 */
export function createMatterPainter(canvas, options = {}) {
    const settings = readSettings(options, 'createMatterPainter');
    const context = contextOf(canvas);
    if ('createProgram' in context) return paintWebgl(context, settings);
    const matter = new CanvasMatter(context, settings);
    return {
        draw(matters, camera, { foam = false } = {}) {
            matter.draw(matters, camera, matchScreen(context.canvas), foam);
        },
        destroy() {},
    };
}
