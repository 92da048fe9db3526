// Matter drawn in the middle of a frame of another library that draws with WebGL 2 itself, where the
// library has got to: with its framebuffer, viewport and masks. Called by adapters/matter-pixi.js and
// adapters/matter-three.js.
import { readSettings } from './matter-looks.js';
import { createWebglMatter } from './matter-webgl.js';

/** @import { MatterPainterOptions } from './matter.js' */
/** @import { DrawableMatters } from './types.js' */

/**
 * Makes what draws the matter of a world in another library's frames.
 * @param {Readonly<DrawableMatters>} world
 * @param {MatterPainterOptions & { foam?: boolean }} options
 * @param {string} name of the function that was called, for errors
 */
export function createGuestMatter(world, { foam = false, ...options }, name) {
    const settings = readSettings(options, name);
    const view = new Float32Array(16);
    /** @type {WebGL2RenderingContext | undefined} */
    let context;
    /** @type {ReturnType<typeof createWebglMatter> | undefined} */
    let drawn;
    return {
        /** From the world's units to clip space, 4 by 4, by columns: to be written before `draw`. */
        view,
        /**
         * Draws, and leaves blending, programs, arrays and textures other than they were.
         * @param {unknown} gl the library's context
         */
        draw(gl) {
            if (!(gl instanceof WebGL2RenderingContext))
                throw new Error(`${name}: matter needs a renderer with WebGL 2`);
            if (world.destroyed) return;
            if (gl !== context) {
                drawn?.destroy();
                drawn = createWebglMatter(context = gl, settings);
            }
            drawn?.draw(world.matters, { view, framebuffer: gl.getParameter(gl.FRAMEBUFFER_BINDING),
                port: gl.getParameter(gl.VIEWPORT), yDown: world.yDown === true, foam });
        },
        destroy() {
            drawn?.destroy();
            context = drawn = undefined;
        },
    };
}
