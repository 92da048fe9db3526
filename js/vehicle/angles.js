// Functions of angles that are alike on every machine, which those of Math are not: sums, products, quotients and roots
// only. Called by js/vehicle/top-down-car.js.

const { sqrt } = Math;

/** Half the angle of a tangent. @param {number} x @returns {number} its tangent */
const halved = (x) => x / (1 + sqrt(1 + x * x));

/** The angle of a tangent, within 1e-7. @param {number} x within ±1e150 */
export function arctangent(x) {
    // An eighth of the angle is below 0.2, where the series ends soon.
    const t = halved(halved(halved(x)));
    const s = t * t;
    return 8 * t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9)))));
}

/** Of an angle within ±1.2, within 1e-9. @param {number} angle radians */
export function sine(angle) {
    const s = angle * angle;
    return angle
        * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - (s / 72) * (1 - s / 110)))));
}

/** Of an angle within ±1.2, within 1e-9. @param {number} angle radians */
export const cosine = (angle) => sqrt(1 - sine(angle) * sine(angle));
