// Draws a world with WebGL 2 in one call, however many bodies it has: every collider is an instance
// that names its body's slot and its shape; `world.poses` is uploaded as it is to a texture, once a
// frame. Shapes are hulls of up to eight points grown by a radius, and the fragment shader measures
// the distance to them, so circles are round and edges smooth at any size. Instances are written
// anew only when colliders change.
import { makeCamera, matchScreen, scaleDown } from './camera.js';
import { rgba } from './colors.js';
import { layerSettings, watchDrawing } from './drawing.js';
import { makeLinePipeline } from './webgl-lines.js';
import { keepOnGpu } from './webgl-loss.js';
import { SHAPE_TEXELS, SHAPES, buildProgram } from './webgl-shaders.js';

/** @import { Camera } from './camera.js' */
/** @import { DEBUG_COLORS, DebugLines } from './debug.js' */
/** @import { Drawn, LayerSettings } from './drawing.js' */
/** @import { Piece } from './outlines.js' */
/** @import { Drawable } from './types.js' */

/**
 * Where a renderer looks at first, and how it draws layers.
 * @typedef {import('./drawing.js').RendererOptions} RendererOptions
 */

/**
 * What a renderer for WebGL 2 does besides its camera.
 * @typedef {object} WebglDrawing
 * @property {number} instances how many colliders, or parts of colliders, the last `draw` drew, an
 *     integer, 0 or more
 * @property {(options?: { clear?: boolean }) => void} draw clears the canvas and draws the colliders of the world; call it once
 *     a frame, after `world.advance()`. With `clear: false` it draws over what the canvas has of this frame; default true
 * @property {() => void} clear clears the canvas and fills it with `background`, to draw under the colliders
 * @property {(lines: DebugLines, options?: { colors?: Partial<typeof DEBUG_COLORS> }) => void} drawLines draws debug
 *     lines over it, such as joints, a pixel wide; `colors` any CSS colour by kind, default `DEBUG_COLORS`
 * @property {() => void} destroy frees what the renderer keeps on the GPU
 */

/**
 * A renderer for WebGL 2.
 * @typedef {Camera & LayerSettings & WebglDrawing} WebglRenderer
 */

/** Texels per row of a texture; a body's pose is one texel. */
const ROW = 1024;

/** 32-bit words of an instance: slot, twice the shape plus 1 for a trigger, red to alpha. */
const INSTANCE_WORDS = 3;

/**
 * Makes a texture of four floats per texel, which shaders read by a texel's index.
 * @param {WebGL2RenderingContext} gl
 */
function makeTable(gl) {
    const texture = gl.createTexture();
    let rows = 0;
    return {
        /**
         * Replaces the first texels.
         * @param {number} unit that the texture is bound to
         * @param {Float32Array} data four floats per texel; more may follow
         * @param {number} count texels
         */
        upload(unit, data, count) {
            const needed = Math.max(1, Math.ceil(count / ROW));
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(gl.TEXTURE_2D, texture);
            if (needed > rows) {
                rows = Math.max(needed, 2 * rows);
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW, rows, 0, gl.RGBA, gl.FLOAT, null);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
            }
            const full = Math.floor(count / ROW);
            if (full > 0)
                gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, full, gl.RGBA, gl.FLOAT, data);
            const rest = count - full * ROW;
            if (rest > 0)
                gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, gl.RGBA, gl.FLOAT, data,
                    4 * full * ROW);
        },
        free: () => gl.deleteTexture(texture),
    };
}

/** The texels of a shape. @param {Piece} piece */
function shapeTexels({ points, radius }) {
    const texels = new Float32Array(4 * SHAPE_TEXELS);
    texels.set(points.subarray(0, 16));
    const [xs, ys] = [0, 1].map((odd) => [...points].filter((_, i) => i % 2 === odd));
    texels.set([radius, points.length / 2, 0, 0], 16);
    texels.set([Math.min(...xs) - radius, Math.min(...ys) - radius, Math.max(...xs) + radius,
        Math.max(...ys) + radius], 20);
    return texels;
}

/** What tells the shape of a piece from others, made when it is first drawn. @type {WeakMap<Piece, string>} */
const keys = new WeakMap();

/** @param {Piece} piece */
function keyOf(piece) {
    let key = keys.get(piece);
    if (key === undefined) keys.set(piece, key = `${piece.radius};${piece.points}`);
    return key;
}

/**
 * Packs the drawn colliders for the GPU: an instance for each piece, and each different shape once.
 * @param {Drawn[]} list from back to front
 * @returns {{ words: Uint32Array, texels: Float32Array }} INSTANCE_WORDS words per instance, and
 *     SHAPE_TEXELS texels of four floats per shape
 */
function packInstances(list) {
    /** @type {Map<string, number>} */
    const indices = new Map();
    /** @type {Float32Array[]} */
    const table = [];
    const words = new Uint32Array(INSTANCE_WORDS * list.length);
    list.forEach(({ slot, piece, look }, i) => {
        const key = keyOf(piece);
        let shape = indices.get(key);
        if (shape === undefined) {
            indices.set(key, shape = table.length);
            table.push(shapeTexels(piece));
        }
        const [r, g, b, a] = look.rgba.map((part) => Math.round(255 * part));
        words.set([slot, 4 * shape + (piece.inner ? 2 : 0) + (piece.trigger ? 1 : 0),
            r | (g << 8) | (b << 16) | (a << 24)], INSTANCE_WORDS * i);
    });
    const texels = new Float32Array(4 * SHAPE_TEXELS * table.length);
    table.forEach((own, i) => texels.set(own, 4 * SHAPE_TEXELS * i));
    return { words, texels };
}

/**
 * Makes what the renderer keeps on the GPU: the program, the poses, the shapes and the instances.
 * @param {WebGL2RenderingContext} gl
 */
function makePipeline(gl) {
    const program = buildProgram(gl, SHAPES);
    const [viewAt, pixelAt, posesAt, shapesAt] = ['view', 'pixel', 'poses', 'shapes']
        .map((name) => gl.getUniformLocation(program, name));
    const poses = makeTable(gl);
    const shapes = makeTable(gl);
    const buffer = gl.createBuffer();
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, INSTANCE_WORDS, gl.UNSIGNED_INT, 4 * INSTANCE_WORDS, 0);
    gl.vertexAttribDivisor(0, 1);
    return {
        /** Makes ready for the calls below. */
        bind() {
            gl.useProgram(program);
            gl.bindVertexArray(array);
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        },
        /**
         * Replaces all instances and the shapes they share.
         * @param {ReturnType<typeof packInstances>} packed
         */
        setInstances({ words, texels }) {
            shapes.upload(1, texels, texels.length / 4);
            gl.bufferData(gl.ARRAY_BUFFER, words, gl.DYNAMIC_DRAW);
        },
        /**
         * Draws the instances where the bodies are, as the camera sees them.
         * @param {Drawable} world
         * @param {Camera & { instances: number }} camera
         * @param {number} ratio pixels of the canvas per CSS pixel
         */
        draw(world, camera, ratio) {
            const { scale, x, y, instances } = camera;
            const { width, height } = gl.canvas;
            poses.upload(0, world.poses, world.slots);
            gl.activeTexture(gl.TEXTURE1);
            gl.uniform1i(posesAt, 0);
            gl.uniform1i(shapesAt, 1);
            gl.uniform4f(viewAt, (2 * ratio * scale) / width,
                (-2 * ratio * scaleDown(camera)) / height, x, y);
            gl.uniform1f(pixelAt, 1 / (ratio * scale));
            gl.enable(gl.BLEND);
            gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
            if (instances > 0) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, instances);
        },
        free() {
            poses.free();
            shapes.free();
            gl.deleteBuffer(buffer);
            gl.deleteVertexArray(array);
            gl.deleteProgram(program);
        },
    };
}

/**
 * What a renderer keeps on the GPU: what draws shapes, which version of the drawing its instances are, and what
 * draws lines, once it has been called for.
 * @param {WebGL2RenderingContext} gl
 */
function makeKept(gl) {
    return {
        shapes: makePipeline(gl),
        version: -1,
        /** @type {ReturnType<typeof makeLinePipeline> | undefined} */
        lines: undefined,
        free() {
            this.shapes.free();
            this.lines?.free();
        },
    };
}

/**
 * Makes a renderer of one world for a canvas. The canvas keeps its size in the page; the number of
 * its pixels follows the screen.
 * @param {HTMLCanvasElement | null} canvas
 * @param {Drawable} world
 * @param {RendererOptions} [options]
 * @returns {WebglRenderer}
 */
export function createWebglRenderer(canvas, world, options = {}) {
    if (!canvas)
        throw new TypeError('createWebglRenderer: canvas must be a canvas element, got null');
    const { scale = 50, x = 0, y = 0, background } = options;
    const [r, g, b, a] = background === undefined
        ? [0, 0, 0, 0]
        : rgba(background, 'createWebglRenderer: background');
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: a < 1 });
    if (!gl) throw new Error('createWebglRenderer: this browser has no WebGL 2');
    const drawing = watchDrawing(world);
    const kept = keepOnGpu(gl, () => makeKept(gl));
    return {
        ...makeCamera(canvas, scale, x, y),
        ...layerSettings(options),
        instances: 0,
        yDown: world.yDown === true,
        clear() {
            matchScreen(canvas);
            gl.bindFramebuffer(gl.FRAMEBUFFER, null);
            gl.clearColor(r * a, g * a, b * a, a);
            gl.clear(gl.COLOR_BUFFER_BIT);
        },
        draw({ clear = true } = {}) {
            drawing.update(this);
            const gpu = kept.get();
            if (!gpu) return;
            const ratio = matchScreen(canvas);
            if (clear) this.clear();
            gl.viewport(0, 0, canvas.width, canvas.height);
            gpu.shapes.bind();
            if (drawing.version !== gpu.version) {
                gpu.shapes.setInstances(packInstances(drawing.list));
                this.instances = drawing.list.length;
                gpu.version = drawing.version;
            }
            gpu.shapes.draw(world, this, ratio);
        },
        drawLines(lines, { colors } = {}) {
            const gpu = kept.get();
            if (!gpu) return;
            gpu.lines ??= makeLinePipeline(gl);
            gpu.lines.draw(lines, this, matchScreen(canvas), colors);
        },
        destroy: () => kept.free(),
    };
}
