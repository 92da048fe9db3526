// Colours as numbers, and the colours of layers that have none of their own.

/**
 * Colours of layers without one of their own, by layer number; repeated where there are more
 * layers.
 */
const PALETTE = ['#9fb2de', '#ffc56e', '#b8a1ff', '#7d97c9', '#f0927a', '#77e3c4', '#f7a8c8',
    '#c9dd78'];

/** The colour of a layer that has none of its own. @param {number} layer its number */
export function paletteColor(layer) {
    return PALETTE[layer % PALETTE.length];
}

/** @type {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null | undefined} */
let pixel;

/** A canvas of one pixel; null where there is no canvas, as in Node. */
function pixelContext() {
    if (pixel !== undefined) return pixel;
    const { OffscreenCanvas, document } = globalThis;
    const canvas = OffscreenCanvas ? new OffscreenCanvas(1, 1) : document?.createElement('canvas');
    return pixel = canvas
        ? /** @type {any} */ (canvas.getContext('2d', { willReadFrequently: true }))
        : null;
}

/**
 * Reads any CSS colour by painting a pixel with it.
 * @param {string} color
 * @returns {[red: number, green: number, blue: number, alpha: number] | undefined} each from 0 to
 *     1; undefined if it is no colour
 */
function paintedColor(color) {
    const ctx = pixelContext();
    if (!ctx) return undefined;
    // An invalid colour leaves the style as it was before.
    const styles = ['#000000', '#ffffff'].map((before) => {
        ctx.fillStyle = before;
        ctx.fillStyle = color;
        return ctx.fillStyle;
    });
    if (styles[0] !== styles[1]) return undefined;
    ctx.clearRect(0, 0, 1, 1);
    ctx.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = ctx.getImageData(0, 0, 1, 1).data;
    return [red / 255, green / 255, blue / 255, alpha / 255];
}

/**
 * Reads a CSS colour as four numbers from 0 to 1. Those in hexadecimal need no canvas.
 * @param {string} color
 * @param {string} name of the setting, for the error
 * @returns {[red: number, green: number, blue: number, alpha: number]}
 * @throws {RangeError} for an invalid colour
 */
export function rgba(color, name) {
    const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(color)?.[1];
    if (!digits) {
        const painted = paintedColor(color);
        if (painted) return painted;
        throw new RangeError(
            `${name} must be a CSS colour such as '#ffc56e' or '#ffc56e80', got ${
                JSON.stringify(color)
            }`,
        );
    }
    const pairs = digits.length < 6 ? [...digits].map((d) => d + d) : digits.match(/../g) ?? [];
    const [red, green, blue, alpha = 1] = pairs.map((text) => parseInt(text, 16) / 255);
    return [red, green, blue, alpha];
}
