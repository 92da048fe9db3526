// What the tests of both cars share: numbers at the ends of their ranges, and the reference's sentences of them.
import assert from 'node:assert/strict';
import { readReference } from '../../web/scripts/reference.mjs';

/** @import { VehicleNumber } from '../../js/vehicle.js' */

/**
 * Calls a function with numbers at either end of their ranges, at their defaults and between.
 * @param {Record<string, VehicleNumber>} table @param {number} times
 * @param {(options: Record<string, number>, chance: () => number) => void} run
 */
export function extremes(table, times, run) {
    let seed = 48271;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let i = 0; i < times; ++i) {
        const options = Object.fromEntries(
            Object.entries(table).map(([name, { least, most, standard }]) => {
                const choices = [least, most, standard, standard,
                    least + (most - least) * chance() ** 6];
                return [name, choices[Math.floor(5 * chance())]];
            }),
        );
        run(options, chance);
    }
}

const UNITS = new Map([['m', 'metres'], ['rad', 'radians'], ['rad/s', 'radians/s'], ['rad/s²',
    'radians/s²']]);

/** @param {number} number */
const shown = (number) => number >= 1e3 ? number.toExponential().replace('+', '') : String(number);

/**
 * Checks that the reference names unit, range and default of each number as its table does.
 * @param {string} type @param {Record<string, VehicleNumber>} table
 */
export function referenceAgrees(type, table) {
    const text = readReference().html;
    for (const [name, { unit, least, most, standard }] of Object.entries(table)) {
        const [, comment = ''] =
            new RegExp(` id="${type}\\.${name}".*?<p>(.*?)</p>`, 's').exec(text) ?? [];
        const unitText = unit === '×' ? '' : `${UNITS.get(unit) ?? unit}, `;
        assert.ok(comment.startsWith(`${unitText}${shown(least)} to ${shown(most)},`),
            `${name}: ${comment}`);
        assert.ok(comment.includes(`default ${standard}`), `${name}: ${comment}`);
    }
}
