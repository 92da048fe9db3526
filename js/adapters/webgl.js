// Draws a world with WebGL 2 in one call, however many bodies it has: every collider is an instance
// that names its body's slot and its shape; `world.poses` goes up to a texture as it is, once a
// frame. Shapes are hulls of up to eight points grown by a radius, and the fragment shader measures
// the distance to them, so circles are round and edges smooth at any size. Instances are written
// anew only when colliders change.
import { makeCamera } from './camera.js';
import { layerColors, rgb } from './colors.js';
import { watchShapes } from './outlines.js';
import { FRAGMENT, VERTEX } from './webgl-shaders.js';

/** @import { Camera } from './camera.js' */
/** @import { Drawable, Piece } from './outlines.js' */

/**
 * @typedef {object} WebglOptions
 * @property {number} [scale] CSS pixels a metre, default 50
 * @property {number} [x] the world's point in the middle of the canvas, default 0, 0
 * @property {number} [y]
 * @property {Readonly<Record<string, string>>} [colors] '#rrggbb' by layer name
 * @property {string} [background] '#rrggbb'; by default the canvas is cleared to nothing
 *
 * @typedef {object} WebglDrawing
 * @property {number} instances colliders drawn by the last draw()
 * @property {() => void} draw
 * @property {() => void} destroy frees what it holds on the GPU
 *
 * @typedef {Camera & WebglDrawing} WebglRenderer
 */

/** Texels a row of a texture; a body's pose is one. */
const ROW = 1024;

/** Texels of a shape: its points by twos, its radius and count, its box. */
const SHAPE_TEXELS = 6;

/** Words of an instance: slot, shape, colour. */
const WORDS = 3;

/** @param {WebGL2RenderingContext} gl */
function buildProgram(gl) {
    const program = gl.createProgram();
    for (const [type, source] of /** @type {const} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
        const shader = /** @type {WebGLShader} */ (gl.createShader(type));
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
        gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
        throw new Error(`createWebglRenderer: ${gl.getProgramInfoLog(program)}`);
    }
    return program;
}

/**
 * A texture of four floats a texel, read by its texels.
 * @param {WebGL2RenderingContext} gl
 * @param {number} width
 */
function makeTable(gl, width) {
    const texture = gl.createTexture();
    let rows = 0;
    return {
        /** @param {number} unit @param {Float32Array} data rows of 4 * width floats; more may follow @param {number} count texels */
        upload(unit, data, count) {
            const needed = Math.max(1, Math.ceil(count / width));
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(gl.TEXTURE_2D, texture);
            if (needed > rows) {
                rows = Math.max(needed, 2 * rows);
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, rows, 0, gl.RGBA, gl.FLOAT, null);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
            }
            const full = Math.floor(count / width);
            if (full > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, full, gl.RGBA, gl.FLOAT, data);
            const rest = count - full * width;
            if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, gl.RGBA, gl.FLOAT, data, 4 * full * width);
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
    texels.set([Math.min(...xs) - radius, Math.min(...ys) - radius, Math.max(...xs) + radius, Math.max(...ys) + radius], 20);
    return texels;
}

/**
 * Makes a renderer of one world for a canvas. The canvas keeps its size in the page; its pixels
 * follow the screen's.
 * @param {HTMLCanvasElement | null} canvas
 * @param {Drawable} world
 * @param {WebglOptions} [options]
 * @returns {WebglRenderer}
 */
export function createWebglRenderer(canvas, world, { scale = 50, x = 0, y = 0, colors = {}, background } = {}) {
    if (!canvas) throw new TypeError('createWebglRenderer: canvas must be a canvas element, got null');
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: background === undefined });
    if (!gl) throw new Error('createWebglRenderer: this browser has no WebGL 2');
    const program = buildProgram(gl);
    const [viewAt, pixelAt, posesAt, shapesAt] = ['view', 'pixel', 'poses', 'shapes'].map((name) => gl.getUniformLocation(program, name));
    const poses = makeTable(gl, ROW);
    const shapes = makeTable(gl, ROW);
    const buffer = gl.createBuffer();
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, WORDS, gl.UNSIGNED_INT, 4 * WORDS, 0);
    gl.vertexAttribDivisor(0, 1);
    const watched = watchShapes(world);
    const clear = background === undefined ? [0, 0, 0, 0] : [...rgb(background), 1];
    let version = -1;

    /** Writes all instances and the shapes they share. @returns {number} how many */
    function writeInstances() {
        const tints = layerColors(world.layers.names, colors).map(rgb);
        /** @type {Map<string, number>} */
        const known = new Map();
        /** @type {Float32Array[]} */
        const table = [];
        /** @type {number[]} */
        const words = [];
        watched.pieces.forEach((pieces, slot) => {
            for (const piece of pieces) {
                const key = `${piece.radius};${piece.points}`;
                let shape = known.get(key);
                if (shape === undefined) {
                    known.set(key, shape = table.length);
                    table.push(shapeTexels(piece));
                }
                const [r, g, b] = tints[piece.layer].map((part) => Math.round(255 * part));
                words.push(slot, shape, r | (g << 8) | (b << 16) | ((piece.trigger ? 1 : 0) << 24));
            }
        });
        const data = new Float32Array(4 * SHAPE_TEXELS * table.length);
        table.forEach((texels, i) => data.set(texels, 4 * SHAPE_TEXELS * i));
        shapes.upload(1, data, SHAPE_TEXELS * table.length);
        gl?.bufferData(gl.ARRAY_BUFFER, Uint32Array.from(words), gl.DYNAMIC_DRAW);
        return words.length / WORDS;
    }

    return {
        ...makeCamera(canvas, scale, x, y),
        instances: 0,
        draw() {
            const ratio = globalThis.devicePixelRatio || 1;
            const width = Math.max(1, Math.round((canvas.clientWidth || canvas.width / ratio) * ratio));
            const height = Math.max(1, Math.round((canvas.clientHeight || canvas.height / ratio) * ratio));
            if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
            gl.viewport(0, 0, width, height);
            gl.clearColor(clear[0], clear[1], clear[2], clear[3]);
            gl.clear(gl.COLOR_BUFFER_BIT);
            gl.useProgram(program);
            gl.bindVertexArray(array);
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            if (watched.update().version !== version) {
                this.instances = writeInstances();
                ({ version } = watched);
            }
            poses.upload(0, world.poses, world.slots);
            gl.activeTexture(gl.TEXTURE1);
            gl.uniform1i(posesAt, 0);
            gl.uniform1i(shapesAt, 1);
            gl.uniform4f(viewAt, (2 * ratio * this.scale) / width, (2 * ratio * this.scale) / height, this.x, this.y);
            gl.uniform1f(pixelAt, 1 / (ratio * this.scale));
            gl.enable(gl.BLEND);
            gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
            if (this.instances > 0) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.instances);
        },
        destroy() {
            poses.free();
            shapes.free();
            gl.deleteBuffer(buffer);
            gl.deleteVertexArray(array);
            gl.deleteProgram(program);
        },
    };
}
