// A search of this folder: random cases by seed and number, each a plain plan of a scene and of what is done to it, which
// is judged, shrunk to the simplest that still fails, and printed as a program. mechanisms.mjs, jams.mjs, drags.mjs and
// steps.mjs say what a plan is and what is right.
//   node tests/fuzz/calm/jams.mjs [--cases 1e4] [--seed 1] [--module FILE] [--shrink 5] [--figures]
//   node tests/fuzz/calm/jams.mjs --seed 1 --case 17      one case, shrunk, with its program
// --shrink: finds that are shrunk and printed, the worst first. --figures: a line for every case that fails, not for twenty.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomFrom } from '../hostile-random.mjs';
import { World, fromScene } from './module.mjs';
import { simpler } from './shrink.mjs';

/** @import { Scene } from '../../../js/index.js' */
/** @import { Random } from '../hostile-random.mjs' */

/**
 * What a case does; searches have more of their own in it.
 * @typedef {{ scene: Scene } & Record<string, any>} Plan
 *
 * What is wrong with a case: how many times the largest right figure its own is, above 1.
 * @typedef {object} Fault
 * @property {string} what in a word: energy, speed, apart, out
 * @property {number} excess
 * @property {string} text the figures
 */

/**
 * @template {Plan} P
 * @typedef {object} Search
 * @property {string} name of the file
 * @property {(random: Random) => P} make a plan
 * @property {(world: import('../../../js/index.js').World<any>, plan: P) => Fault | null} judge
 * @property {(plan: P) => string[]} tags what the plan has, for the table
 * @property {(plan: P) => Iterable<P>} simplify plans that are simpler in what this search alone has
 * @property {(scene: Scene, plan: P) => boolean} [keeps] whether a simpler scene has what the plan needs; all by default
 * @property {(plan: P) => string} program what is done to `world`, as JavaScript that prints figures
 */

/** Simpler plans that are tried for one find. */
const MAX_TRIES = 1500;

/** @template {Plan} P @param {Search<P>} search @param {number} seed @param {number} number */
export const planOf = (search, seed, number) =>
    search.make(randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)));

/**
 * @template {Plan} P
 * @param {Search<P>} search @param {P} plan
 * @returns {Fault | null} null also if the engine refuses the scene, which `refused` counts
 */
export function judge(search, plan, tally = { refused: 0 }) {
    let world;
    try {
        world = fromScene(plan.scene);
    } catch (error) {
        if (!(error instanceof Error) || !/MicaError|RangeError|TypeError/.test(error.name))
            throw error;
        tally.refused += 1;
        return null;
    }
    try {
        return search.judge(world, plan);
    } finally {
        world.destroy();
    }
}

/**
 * The simplest plan found that fails in the same way.
 * @template {Plan} P
 * @param {Search<P>} search @param {P} plan @param {Fault} fault
 */
export function shrink(search, plan, fault) {
    // Not from a blow-up to a trifle.
    const enough = Math.sqrt(fault.excess);
    let tries = 0;
    for (let again = true; again && tries < MAX_TRIES;) {
        again = false;
        for (const next of candidates(search, plan)) {
            if (++tries > MAX_TRIES) break;
            const found = judge(search, next);
            if (found?.what !== fault.what || found.excess < enough) continue;
            [plan, fault, again] = [next, found, true];
            break;
        }
    }
    return { plan, fault };
}

/** @template {Plan} P @param {Search<P>} search @param {P} plan @returns {Iterable<P>} */
function* candidates(search, plan) {
    for (const scene of simpler(plan.scene))
        if (search.keeps?.(scene, plan) ?? true) yield { ...plan, scene };
    yield* search.simplify(plan);
}

/**
 * Judges cases one after the other.
 * @template {Plan} P
 * @param {Search<P>} search @param {number} cases @param {number} seed
 * @param {(done: number) => void} [report] after each case
 */
export function find(search, cases, seed, report = () => {}) {
    const tally = { refused: 0 };
    /** @type {{ number: number, plan: P, fault: Fault }[]} */
    const finds = [];
    /** By tag: cases with it, and those of them that fail. @type {Map<string, [cases: number, finds: number]>} */
    const tags = new Map();
    for (let number = 0; number < cases; ++number) {
        const plan = planOf(search, seed, number);
        const fault = judge(search, plan, tally);
        if (fault) finds.push({ number, plan, fault });
        for (const tag of new Set(search.tags(plan))) {
            const [all, bad] = tags.get(tag) ?? [0, 0];
            tags.set(tag, [all + 1, bad + Number(fault !== null)]);
        }
        report(number + 1);
    }
    finds.sort((a, b) => b.fault.excess - a.fault.excess);
    return { finds, tags, refused: tally.refused };
}

/** JavaScript of a plain value, short. @param {unknown} value @returns {string} */
function source(value) {
    if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
    if (typeof value === 'number') return Object.is(value, Infinity) ? 'Infinity' : String(value);
    if (typeof value === 'object' && value !== null)
        return `{ ${
            Object.entries(value).map(([key, each]) =>
                `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${source(each)}`
            ).join(', ')
        } }`;
    return JSON.stringify(value);
}

/** A program that shows what is wrong, to be saved at the root of the repository. @template {Plan} P @param {Search<P>} search @param {P} plan */
export function programOf(search, { scene, ...rest }) {
    const lists = ['bodies', 'joints'].map((name) => {
        const list = /** @type {any} */ (scene)[name] ?? [];
        return list.length > 0
            ? `${name}: [\n${
                list.map((/** @type {unknown} */ each) => `    ${source(each)},\n`).join('')
            }]`
            : '';
    });
    return [
        "import { init, World } from './js/index.js';",
        'await init();',
        `const world = fromScene({ mica2d: 1, ${
            [`world: ${source(scene.world ?? {})}`, ...lists].filter(Boolean).join(', ')
        } });`,
        `const plan = ${source(rest)};`,
        'const bodies = [...world.bodies];',
        search.program(/** @type {any} */ ({ scene, ...rest })),
    ].join('\n');
}

/** @template {Plan} P @param {Search<P>} search @param {P} plan @param {Fault} fault */
function printFind(search, plan, fault) {
    const least = shrink(search, plan, fault);
    console.log(
        `  simplest: ${least.fault.text}\n${programOf(search, least.plan).replace(/^/gm, '    ')}`,
    );
}

/** @param {Map<string, [number, number]>} tags @param {number} cases @param {number} finds */
function printTags(tags, cases, finds) {
    console.log(
        `\n${'of cases with'.padEnd(24)}${'cases'.padStart(8)}${'fail'.padStart(8)}${
            'share'.padStart(9)
        }`,
    );
    for (const [tag, [all, bad]] of [['any', [cases, finds]],
        ...[...tags].sort((a, b) => b[1][1] / b[1][0] - a[1][1] / a[1][0])])
    {
        const share = `${(100 * Number(bad) / Number(all)).toFixed(1)} %`;
        console.log(
            `${String(tag).padEnd(24)}${String(all).padStart(8)}${String(bad).padStart(8)}${
                share.padStart(9)
            }`,
        );
    }
}

/** Runs a search from the command line, if its file was called. @template {Plan} P @param {Search<P>} search @param {string} url of its file */
export function main(search, url) {
    if (process.argv[1] !== fileURLToPath(url)) return;
    const { values } = parseArgs({ options: {
        cases: { type: 'string', default: '10000' },
        seed: { type: 'string', default: '1' },
        case: { type: 'string' },
        module: { type: 'string' },
        shrink: { type: 'string', default: '5' },
        figures: { type: 'boolean', default: false },
    } });
    const seed = Number(values.seed);
    if (values.case !== undefined) {
        const plan = planOf(search, seed, Number(values.case));
        const fault = judge(search, plan);
        console.log(
            fault ? `FAILS, ${fault.what}: ${fault.text}` : `right\n${programOf(search, plan)}`,
        );
        if (fault) printFind(search, plan, fault);
        process.exitCode = fault ? 1 : 0;
        return;
    }
    const cases = Number(values.cases);
    let told = Date.now();
    const { finds, tags, refused } = find(search, cases, seed, (done) => {
        if (Date.now() - told < 5000) return;
        told = Date.now();
        console.log(`${done} cases`);
    });
    const named = finds.slice(0, values.figures ? Infinity : 20);
    for (const { number, fault: { what, excess, text } } of named)
        console.log(
            `seed ${seed} case ${number}: ${what}, ${
                excess.toPrecision(3)
            } times what is right: ${text}`,
        );
    for (const { number, plan, fault } of finds.slice(0, Number(values.shrink))) {
        console.log(
            `\nFIND: node tests/fuzz/calm/${search.name}.mjs --seed ${seed} --case ${number}\n  ${fault.what}: ${fault.text}`,
        );
        printFind(search, plan, fault);
    }
    if (finds.length > 0) printTags(tags, cases, finds.length);
    console.log(`\n${cases} cases, ${refused} refused, ${finds.length} finds (seed ${seed})`);
    process.exitCode = finds.length > 0 ? 1 : 0;
}
