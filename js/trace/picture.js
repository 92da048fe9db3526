// Reads the alpha of a picture: of ImageData or anything like it, of a list of alpha alone, or of what a browser can
// draw. Called by outlines.js.
import { integer, wrongType } from '../wire/errors.js';

/** @import { Grid } from './contours.js' */

/** Most pixels of a picture. */
const MAX_PIXELS = 2 ** 24;

/**
 * Pixels of four bytes each, the fourth the alpha, row by row from the top: ImageData, or what a PNG library gives.
 * @typedef {object} PixelSource
 * @property {ArrayLike<number>} data 4 * width * height numbers, 0 to 255
 * @property {number} width pixels
 * @property {number} height pixels; the picture has at most 16,777,216 of them
 */

/**
 * Alpha alone.
 * @typedef {object} AlphaSource
 * @property {ArrayLike<number>} alpha width * height numbers, 0 to 255, row by row from the top
 * @property {number} width pixels
 * @property {number} height pixels; the picture has at most 16,777,216 of them
 */

/**
 * What a picture can be read from. Canvases, bitmaps and image elements are drawn, so they work where there are
 * canvases: pages and workers.
 * @typedef {PixelSource | AlphaSource | HTMLCanvasElement | OffscreenCanvas | ImageBitmap | HTMLImageElement} TraceSource
 */

/**
 * The pixels of what can be drawn on a canvas.
 * @param {string} method
 * @param {any} source
 * @returns {{ data: ArrayLike<number>, width: number, height: number }}
 */
function drawnPixels(method, source) {
    const width = integer(method, 'source.width', source.naturalWidth ?? source.width, 1, 16384);
    const height = integer(method, 'source.height', source.naturalHeight ?? source.height, 1,
        16384);
    const canvas = typeof OffscreenCanvas === 'function'
        ? new OffscreenCanvas(width, height)
        : Object.assign(document.createElement('canvas'), { width, height });
    const context =
        /** @type {OffscreenCanvasRenderingContext2D | null} */ (canvas.getContext('2d', {
            willReadFrequently: true,
        }));
    if (!context) throw new TypeError(`${method}: source cannot be drawn: there is no 2D canvas`);
    context.drawImage(source, 0, 0);
    return context.getImageData(0, 0, width, height);
}

/** Whether a browser can draw it. @param {unknown} source */
const isDrawable = (source) =>
    ['HTMLCanvasElement', 'OffscreenCanvas', 'ImageBitmap', 'HTMLImageElement'].some((name) => {
        const type = /** @type {any} */ (globalThis)[name];
        return typeof type === 'function' && source instanceof type;
    });

/**
 * @param {string} method
 * @param {unknown} given
 * @param {number} threshold
 * @returns {Grid}
 */
export function readSource(method, given, threshold) {
    if (typeof given !== 'object' || given === null)
        wrongType(method, 'source', 'ImageData, { alpha, width, height }, a canvas or a bitmap',
            given);
    const source = /** @type {any} */ (isDrawable(given) ? drawnPixels(method, given) : given);
    const width = integer(method, 'source.width', source.width, 1, MAX_PIXELS);
    const height = integer(method, 'source.height', source.height, 1, MAX_PIXELS);
    if (width * height > MAX_PIXELS)
        throw new RangeError(
            `${method}: source must have at most ${MAX_PIXELS} pixels, got ${width}`
                + ` by ${height}`,
        );
    const { data, alpha } = source;
    const [name, list, step] = data === undefined && alpha !== undefined
        ? ['alpha', alpha, 1]
        : ['data', data, 4];
    if (!Array.isArray(list) && !ArrayBuffer.isView(list))
        wrongType(method, `source.${name}`, 'a list of numbers', list);
    const { length } = /** @type {ArrayLike<number>} */ (list);
    if (length !== step * width * height)
        throw new RangeError(
            `${method}: source.${name} must be ${
                step * width * height
            } numbers for ${width} by ${height} `
                + `pixels, got ${length}`,
        );
    return copyAlpha(method, name, list, step, { width, height, threshold });
}

/**
 * @param {string} method
 * @param {string} name
 * @param {any} list
 * @param {number} step how many numbers of it a pixel has; the last is the alpha
 * @param {{ width: number, height: number, threshold: number }} size
 * @returns {Grid}
 */
function copyAlpha(method, name, list, step, { width, height, threshold }) {
    const stride = width + 2;
    const alpha = new Uint8Array(stride * (height + 2));
    const plain = !(list instanceof Uint8Array || list instanceof Uint8ClampedArray);
    for (let row = 0, from = step - 1, to = stride + 1; row < height; ++row, to += 2) {
        for (let column = 0; column < width; ++column, ++to, from += step) {
            if (plain) integer(method, `source.${name}[${from}]`, list[from], 0, 255);
            alpha[to] = list[from];
        }
    }
    return { left: 0, top: 0, width, height, stride, alpha, threshold };
}
