// Grains as pixels of an image, for adapters/matter-canvas.js: row by row, with soft ends of each row, which is
// several times as fast as drawing thousands of pictures on a canvas.

/** A colour of an image's 32-bit word. @param {number} red @param {number} green @param {number} blue @param {number} alpha each from 0 to 255 */
const wordOf = (red, green, blue, alpha) =>
    ((alpha << 24) | (Math.min(255, blue) << 16) | (Math.min(255, green) << 8) | Math.min(255, red))
    >>> 0;

/**
 * Draws a row of a disc. Pixels that it covers in part are as transparent as that where nothing is drawn yet.
 * @param {Uint32Array} pixels
 * @param {number} from the first pixel of the row in them
 * @param {number} columns pixels in the row
 * @param {number} left where the disc begins in the row, and ends, in pixels
 * @param {number} right
 * @param {number} word its colour
 */
function drawRow(pixels, from, columns, left, right, word) {
    const first = Math.max(0, Math.ceil(left)), last = Math.min(columns, Math.floor(right));
    for (let i = first; i < last; ++i) pixels[from + i] = word;
    blend(pixels, from + first - 1, first > 0 ? first - left : 0, word);
    blend(pixels, from + last, last < columns ? right - last : 0, word);
}

/** @param {Uint32Array} pixels @param {number} at @param {number} cover from 0 to 1 @param {number} word */
function blend(pixels, at, cover, word) {
    const alpha = (255 * Math.min(1, cover)) | 0;
    if (alpha > pixels[at] >>> 24) pixels[at] = ((alpha << 24) | (word & 0xffffff)) >>> 0;
}

/**
 * Draws grains, lit from above, with the upper byte of their values as light as GRAINS of
 * adapters/matter-shaders.js has them.
 * @param {{ pixels: Uint32Array, width: number, columns: number, rows: number }} image rows of `width` pixels, of which
 *     so many columns and rows are drawn
 * @param {{ right: number, down: number, x: number, y: number }} view pixels per unit, and where the world's origin is
 * @param {{ positions: ArrayLike<number>, values: ArrayLike<number>, count: number }} grains
 * @param {number} radius in pixels
 * @param {number} color 0xRRGGBB of grains without one
 * @param {number} shade
 */
export function drawGrains({ pixels, width, columns, rows }, view, { positions, values, count },
    radius, color, shade)
{
    for (let k = 0; k < count; ++k) {
        const x = view.x + view.right * positions[2 * k];
        const y = view.y + view.down * positions[2 * k + 1];
        if (!(x > -radius && x < columns + radius)) continue;
        const value = (values[k] & 0xffffff) || color;
        const light = 1 + shade * (((values[k] >>> 24) * 0.618034 + 0.5) % 1 - 0.5);
        const top = Math.max(0, Math.floor(y - radius));
        const bottom = Math.min(rows - 1, Math.floor(y + radius));
        for (let j = top; j <= bottom; ++j) {
            const dy = (j + 0.5 - y) / radius, half = radius * Math.sqrt(Math.max(0, 1 - dy * dy));
            const lit = light * (1 - 0.18 * dy);
            const word = wordOf((value >> 16) * lit, ((value >> 8) & 255) * lit,
                (value & 255) * lit, 255);
            drawRow(pixels, j * width, columns, x - half, x + half, word);
        }
    }
}
