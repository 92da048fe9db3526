// Draws a world on a Canvas 2D: every collider by its shape, in the colour of its layer. Meant for
// a first game, for tools and for debugging; a game with its own art reads `world.poses` instead
// (adapters/sync.js).
//
//   const renderer = createCanvasRenderer(canvas, { scale: 60, hidden: ['wall'] });
//   renderer.draw(world);                              // each frame, after world.advance()
import { FLAGS } from '../wire/layout.js';
import { makeCamera, matchScreen } from './camera.js';
import { rgba } from './colors.js';
import { paintCanvas } from './debug-kinds.js';
import { layerSettings, watchDrawing } from './drawing.js';

/** @import { Camera } from './camera.js' */
/** @import { DEBUG_COLORS, DebugLines } from './debug.js' */
/** @import { Drawing, LayerSettings } from './drawing.js' */
/** @import { Piece } from './outlines.js' */
/** @import { Drawable } from './types.js' */

/**
 * Where a renderer looks at first, and how it draws layers.
 * @typedef {import('./drawing.js').RendererOptions} RendererOptions
 */

/**
 * What a renderer for Canvas 2D does besides its camera.
 * @typedef {object} CanvasDrawing
 * @property {(world: Drawable, options?: { clear?: boolean }) => void} draw clears the canvas and draws the colliders of the
 *     world; call it once a frame, after `world.advance()`. With `clear: false` it keeps the pixels of the canvas
 *     and draws over them, without `background`; default true
 * @property {() => void} clear clears the canvas and fills it with `background`, to draw under the colliders
 * @property {(lines: DebugLines, options?: { colors?: Partial<typeof DEBUG_COLORS>, width?: number }) => void} drawLines
 *     draws debug lines over it, such as joints; `colors` any CSS colour by kind, default `DEBUG_COLORS`;
 *     `width` of the lines in metres, above 0, default 1.5 CSS pixels
 */

/**
 * A renderer for Canvas 2D.
 * @typedef {Camera & LayerSettings & CanvasDrawing} CanvasRenderer
 */

/**
 * The outline of a piece in its body's space, with an arc around each corner where it is rounded.
 * @param {Piece} piece
 */
function tracePath({ points, radius }) {
    const path = new Path2D();
    const count = points.length / 2;
    if (count === 1) {
        path.arc(points[0], points[1], radius, 0, 2 * Math.PI);
        path.lineTo(points[0], points[1]);
        return path;
    }
    for (let i = 0; i < count; ++i) {
        const [x, y] = points.subarray(2 * i, 2 * i + 2);
        const [px, py] = points.subarray(2 * ((i + count - 1) % count));
        const [nx, ny] = points.subarray(2 * ((i + 1) % count));
        // The outward normal of an edge (dx, dy) is (dy, -dx).
        if (radius > 0)
            path.arc(x, y, radius, Math.atan2(px - x, y - py), Math.atan2(x - nx, ny - y));
        else path.lineTo(x, y);
    }
    path.closePath();
    return path;
}

/** The path of each piece, traced when it is first drawn. @type {WeakMap<Piece, Path2D>} */
const paths = new WeakMap();

/** @param {Piece} piece */
function pathOf(piece) {
    let path = paths.get(piece);
    if (!path) paths.set(piece, path = tracePath(piece));
    return path;
}

/**
 * Clears the whole canvas and fills it with the background, if there is one.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string | undefined} background any CSS colour
 */
function wipe(ctx, background) {
    const { width, height } = ctx.canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    if (!background) return;
    ctx.fillStyle = background;
    ctx.fillRect(0, 0, width, height);
}

/**
 * Draws a piece under the transform of its body.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Piece} piece
 * @param {string} color any CSS colour
 * @param {number} flags of the body
 */
function drawPiece(ctx, piece, color, flags) {
    const path = pathOf(piece);
    ctx.fillStyle = ctx.strokeStyle = color;
    ctx.globalAlpha = piece.trigger ? 0.15 : flags & FLAGS.AWAKE ? 0.45 : 0.3;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    if (!piece.inner) ctx.stroke(path);
}

/**
 * Makes a renderer for a canvas. The canvas keeps its size in the page; the number of its pixels
 * follows the screen.
 * @param {HTMLCanvasElement | null} canvas
 * @param {RendererOptions} [options]
 * @returns {CanvasRenderer}
 */
export function createCanvasRenderer(canvas, options = {}) {
    if (!canvas)
        throw new TypeError('createCanvasRenderer: canvas must be a canvas element, got null');
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('createCanvasRenderer: the canvas has no 2d context');
    const { scale = 50, x = 0, y = 0, background } = options;
    if (background !== undefined) rgba(background, 'createCanvasRenderer: background');
    /** @type {WeakMap<Drawable, Drawing>} */
    const watched = new WeakMap();
    const camera = makeCamera(canvas, scale, x, y);
    return {
        ...camera,
        ...layerSettings(options),
        transform(into) {
            // A canvas that changes its size is cleared: before the game draws on it.
            if (into === ctx) matchScreen(canvas);
            camera.transform.call(this, into);
        },
        clear() {
            matchScreen(canvas);
            wipe(ctx, background);
        },
        draw(world, { clear = true } = {}) {
            let drawing = watched.get(world);
            if (!drawing) watched.set(world, drawing = watchDrawing(world));
            const { list } = drawing.update(this);
            const { poses, flags } = world;
            this.yDown = world.yDown === true;
            const s = this.scale * matchScreen(canvas), up = this.yDown ? -1 : 1;
            const { width, height } = canvas;
            if (clear) wipe(ctx, background);
            ctx.lineWidth = 1.5 / this.scale;
            let placed = -1;
            for (const { slot, piece, look } of list) {
                if (slot !== placed) {
                    const i = 4 * slot;
                    const cos = s * poses[i + 2];
                    const sin = s * poses[i + 3];
                    const left = width / 2 + s * (poses[i] - this.x);
                    const top = height / 2 - up * s * (poses[i + 1] - this.y);
                    ctx.setTransform(cos, -up * sin, -sin, -up * cos, left, top);
                    placed = slot;
                }
                drawPiece(ctx, piece, look.color, flags[slot]);
            }
        },
        drawLines(lines, options) {
            this.transform(ctx);
            paintCanvas(ctx, lines, { width: 1.5 / this.scale, ...options });
        },
    };
}
