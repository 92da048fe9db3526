// The edges of what is solid in a picture as closed loops: marching squares over the alpha (Lorensen and Cline,
// "Marching cubes", 1987, in two dimensions), each point where the alpha between two pixels' centres passes the
// threshold. Solid pixels that touch by a corner are joined, so loops never touch. Called by outlines.js.

/**
 * A picture's alpha, or that of a part of it, with a border of one pixel of zeros: pixel (column, row) is at `(row + 1) * stride + column + 1`.
 * @typedef {object} Grid
 * @property {number} left columns of the picture on its left
 * @property {number} top rows of the picture above it
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} stride width of the grid
 * @property {Uint8Array | Int16Array} alpha of parts cut in two the one with negative numbers
 * @property {number} threshold the least alpha that is solid
 */

/**
 * Closed loops, one after the other.
 * @typedef {object} Contours
 * @property {Float64Array} points x and y of each, pixels from the grid's upper left corner; solid is on the left as seen on
 *     the screen
 * @property {number[]} ends of each loop, the index after its last point
 * @property {number[]} outlines of each loop: itself if it is an outline, else the one whose hole it is
 * @property {number[]} areas of each loop, square pixels, negative for a hole
 * @property {number[]} seeds of each loop: the index in the grid of a solid pixel beside it
 */

/** How near a point may come to a pixel's centre, pixels: points are then at least 0.14 apart. */
export const MARGIN = 0.1;

/** A list of numbers that grows. */
class Growing {
    numbers = new Float64Array(4096);
    length = 0;

    /** @param {number} x @param {number} y */
    push(x, y) {
        if (this.length + 2 > this.numbers.length) {
            const more = new Float64Array(2 * this.numbers.length);
            more.set(this.numbers);
            this.numbers = more;
        }
        this.numbers[this.length++] = x;
        this.numbers[this.length++] = y;
    }
}

/** Whether a point lies on the line through the last two, exactly. @param {Growing} out @param {number} x @param {number} y */
function isStraight({ numbers, length }, x, y) {
    const [ax, ay, bx, by] = [numbers[length - 4], numbers[length - 3], numbers[length - 2],
        numbers[length - 1]];
    return (bx - ax) * (y - by) === (by - ay) * (x - bx);
}

/**
 * Follows the loop that passes down between a pixel that is solid and its left neighbour that is not.
 * @param {Grid} grid
 * @param {number} seed the solid pixel
 * @param {number} loop its number plus one
 * @param {Int32Array} down what loop passes down on the left of each pixel
 * @param {Growing} out
 * @returns {number} twice its area
 */
function follow({ alpha, stride, threshold }, seed, loop, down, out) {
    const ahead = [1, stride, -1, -stride];
    const edge = threshold - 0.5;
    let inside = seed;
    let outside = seed - 1;
    let direction = 1;
    let area = 0;
    const first = out.length;
    do {
        if (direction === 1) down[inside] = loop;
        const solid = alpha[inside];
        const t = Math.max(MARGIN, Math.min((solid - edge) / (solid - alpha[outside]), 1 - MARGIN));
        const row = (inside / stride) | 0;
        const x = inside - row * stride - 0.5;
        const y = row - 0.5;
        // Outside is on the right of the way.
        const px = direction === 1 ? x - t : direction === 3 ? x + t : x;
        const py = direction === 0 ? y + t : direction === 2 ? y - t : y;
        if (out.length > first) {
            const { numbers, length } = out;
            area += numbers[length - 2] * py - px * numbers[length - 1];
        }
        // A point in a line with the two before is where the line goes on to.
        if (out.length - first >= 4 && isStraight(out, px, py)) out.length -= 2;
        out.push(px, py);
        const step = ahead[direction];
        if (alpha[outside + step] >= threshold) {
            inside = outside + step;
            direction = (direction + 1) & 3;
        } else if (alpha[inside + step] >= threshold) {
            inside += step;
            outside += step;
        } else {
            outside = inside + step;
            direction = (direction + 3) & 3;
        }
    } while (inside !== seed || direction !== 1);
    const { numbers, length } = out;
    // Rows go down: what is counter-clockwise on the screen has a negative sum.
    return -(area + numbers[length - 2] * numbers[first + 1]
        - numbers[first] * numbers[length - 1]);
}

/**
 * All loops of a picture.
 * @param {Grid} grid
 * @returns {Contours}
 */
export function contoursOf(grid) {
    const { alpha, stride, width, height, threshold } = grid;
    const down = new Int32Array(alpha.length);
    const out = new Growing();
    /** @type {number[][]} */
    const [ends, outlines, areas, seeds] = [[], [], [], []];
    for (let row = 1; row <= height; ++row) {
        // The loop on the left of the last run of solid pixels in this row.
        let last = 0;
        const begin = row * stride + 1;
        const end = begin + width;
        for (let i = begin; i < end; ++i) {
            if (alpha[i] < threshold || alpha[i - 1] >= threshold) continue;
            if (down[i] === 0) {
                const loop = ends.length;
                const area = follow(grid, i, loop + 1, down, out) / 2;
                ends.push(out.length / 2);
                // A hole is first met at the end of its highest row. What is solid before it belongs to its outline.
                outlines.push(area > 0 ? loop : outlines[last - 1]);
                areas.push(area);
                seeds.push(i);
            }
            last = down[i];
        }
    }
    return { points: out.numbers, ends, outlines, areas, seeds };
}
