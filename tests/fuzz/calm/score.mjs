// Runs the scenes of the issue "Stable" and prints a line for each: its worst figure over all rates, the largest that is
// right there, and at how many rates it is wrong.
//   node tests/fuzz/calm/score.mjs [letters] [--hz 60] [--substeps 4] [--all] [--slow] [--module FILE]
// letters: such as ABH, all by default. --all: a line a rate. --slow: also those of many bodies.
import { parseArgs } from 'node:util';
import { World } from './module.mjs';
import { RATES, isRight, scenes } from './scenes.mjs';

/** @import { Check, Rate } from './measure.mjs' */

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    hz: { type: 'string' },
    substeps: { type: 'string' },
    module: { type: 'string' },
    all: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
} });
const letters = positionals.join('').toUpperCase();

/** @param {number} value */
const short = (value) => Number(value.toPrecision(3)).toString();

/** How far beyond what is right. @param {Check} check */
const excess = (
    { value, limit },
) => (Number.isNaN(value) ? Infinity : limit > 0 ? value / limit : value);

let [wrong, total] = [0, 0];
for (const scene of scenes) {
    if (letters !== '' && !letters.includes(scene.letter)) continue;
    if (scene.slow && !values.slow) continue;
    const rates = (scene.rates ?? RATES).filter(({ hz, substeps }) =>
        scene.rates
        || (hz === Number(values.hz ?? hz) && substeps === Number(values.substeps ?? substeps))
    );
    /** @type {{ rate: Rate, checks: Check[], error?: string }[]} */
    const results = rates.map((rate) => {
        try {
            return { rate, checks: scene.measure(World, rate) };
        } catch (error) {
            return { rate,
                checks: [{ what: String(error).slice(0, 90), value: Infinity, limit: 0 }] };
        }
    });
    const bad = results.filter(({ checks }) => !checks.every(isRight)).length;
    total += 1;
    wrong += Number(bad > 0);
    const verdict = bad === 0 ? 'ok' : `FAIL ${bad}/${results.length}`;
    if (values.all) {
        for (const { rate, checks } of results) {
            const figures = checks.map((check) =>
                `${check.what} ${short(check.value)} of ${short(check.limit)}`
            ).join(', ');
            console.log(
                `${scene.letter} ${
                    checks.every(isRight) ? 'ok  ' : 'FAIL'
                } ${rate.hz} Hz ${rate.substeps} substeps: ${figures}`,
            );
        }
    }
    // Of each figure the worst over the rates.
    const figures = results[0].checks.map((_, i) => {
        const [worst] = results.filter(({ checks }) => checks[i]).sort((a, b) =>
            excess(b.checks[i]) - excess(a.checks[i])
        );
        const check = worst.checks[i];
        return `${check.what} ${short(check.value)} (${
            short(check.limit)
        }) at ${worst.rate.hz}/${worst.rate.substeps}`;
    });
    console.log(`${scene.letter} ${verdict.padEnd(9)} ${scene.name}: ${figures.join('; ')}`);
}
console.log(`${wrong} of ${total} scenes fail`);
