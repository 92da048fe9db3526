// Numbers of a world as a scene writes them: the shortest decimals that single precision reads back as the
// same bits, and angles that give the same cosine and sine. Called by js/world/saving/scene-write.js and its siblings.
import { heap, wasm } from '../../wire/wasm.js';

/** Up to here every integer is exact in single precision. */
const MAX_EXACT = 2 ** 24;

/** How far from its arc tangent an angle may lie that has a given cosine and sine, in steps of its last place. */
const REACH = 8;

const word = new Float32Array(1);
const bits = new Int32Array(word.buffer);

/**
 * The shortest decimal that single precision reads as this number.
 * @param {number} value a number in single precision
 */
export function decimal(value) {
    if (value === 0) return 0; // not -0, which JSON does not know
    if (Number.isInteger(value) && Math.abs(value) <= MAX_EXACT) return value;
    for (let digits = 1; digits < 9; ++digits) {
        const short = Number(value.toPrecision(digits));
        if (Math.fround(short) === value) return short;
    }
    return Number(value.toPrecision(9));
}

/**
 * The same for any number: it is rounded to single precision first.
 * @param {number} value
 */
export function rounded(value) {
    return decimal(Math.fround(value));
}

/**
 * @param {ArrayLike<number>} list
 * @param {number} [at]
 * @returns {[x: number, y: number]}
 */
export function decimals(list, at = 0) {
    return [decimal(list[at]), decimal(list[at + 1])];
}

/**
 * The number that lies so many places above a number in single precision; 0 for 0.
 * @param {number} value
 * @param {number} places
 */
function besides(value, places) {
    word[0] = value;
    if (value !== 0) bits[0] += places;
    return word[0];
}

/**
 * The shortest angle whose cosine and sine, as the engine computes them, are these; if there is none, one a turn away;
 * undefined if that is none, either.
 * @param {number} cos
 * @param {number} sin
 */
export function exactAngle(cos, sin) {
    if (cos === 1 && sin === 0) return 0;
    for (const turns of [0, 1, -1]) {
        const middle = Math.fround(Math.atan2(sin, cos) + 2 * Math.PI * turns);
        const found = Array.from({ length: 2 * REACH + 1 }, (_, i) => besides(middle, i - REACH))
            .filter((angle) => {
                const [c, s] = rotation(angle);
                return c === cos && s === sin;
            });
        if (found.length > 0)
            return found.map(decimal).reduce((a, b) => (`${b}`.length < `${a}`.length ? b : a));
    }
    return undefined;
}

/**
 * Cosine and sine of an angle.
 * @param {number} angle
 * @returns {[cos: number, sin: number]}
 */
export function rotation(angle) {
    wasm.calls.rotation(angle, wasm.scratch);
    const { f64, scratchF64: at } = heap();
    return [f64[at], f64[at + 1]];
}

/**
 * The angle of a rotation. Most rotations of a body that has turned are those of no angle in single precision:
 * then the nearest, by the decimal that its own rotation has.
 * @param {number} cos
 * @param {number} sin
 * @returns {number}
 */
export function angleOf(cos, sin) {
    const exact = exactAngle(cos, sin);
    if (exact !== undefined) return exact;
    const nearest = rounded(Math.atan2(sin, cos));
    return exactAngle(...rotation(nearest)) ?? nearest;
}
