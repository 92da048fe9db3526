// How the numbers of controllers and builders follow the unit of length of a world. Called by js/platformer/, js/vehicle/,
// js/top-down.js and js/builders.js.

/**
 * What a number in metres and seconds is times in a world of a unit of length.
 * @param {string} unit 'm', 'm/s', 'm/s²' or one without a length
 * @param {number} lengthUnit how many units of length make a metre
 */
export const scaleOf = (unit, lengthUnit) => (unit.startsWith('m') ? lengthUnit : 1);

/**
 * A row of a table of numbers in a world of a unit of length.
 * @template {{ unit: string, least: number, most: number, standard: number }} R
 * @param {R} row
 * @param {number} lengthUnit
 */
export function inUnits({ unit, least, most, standard }, lengthUnit) {
    const scale = scaleOf(unit, lengthUnit);
    return { least: scale * least, most: scale * most, standard: scale * standard };
}
