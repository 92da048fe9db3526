// `npm run coverage`: which lines of src/ and js/ the tests run.
//   npm run coverage -- [--only src,js] [--last]
// src/ is counted by clang over the C tests, natively; js/ by V8 over the tests in Node and those of the
// adapters in Chromium. Prints a table by room and each uncovered line. The exit code is 1 if src/ or js/ is covered to
// less than 95 %, or if a function has more uncovered lines than coverage-known.json allows it, which gives the
// reason for each. --last evaluates the counts of the last run again, without running a test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countC } from './coverage-c.mjs';
import { countJs } from './coverage-js.mjs';
import { Failure, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

/**
 * A function with lines that no test has run.
 * @typedef {object} Gap
 * @property {string} name of the function; the empty string outside of all functions
 * @property {number[]} lines the uncovered ones
 */

/**
 * @typedef {object} FileCoverage
 * @property {string} path below the repository's root
 * @property {number} lines those with code that can run
 * @property {number} covered
 * @property {string[]} functions the names of all its functions
 * @property {Gap[]} gaps
 */

/**
 * A function whose uncovered lines are known: how many they are at most, and why no test runs them.
 * @typedef {{ lines: number, why: string }} Known
 */

const leastShare = 0.95;

/** @type {Record<string, (last: boolean) => Promise<FileCoverage[]>>} */
const counters = { src: countC, js: countJs };

/** @param {number} covered @param {number} lines */
const percent = (covered, lines) => `${(100 * covered / Math.max(lines, 1)).toFixed(1)} %`;

/** @param {number} line @param {number} previous @returns {boolean} */
const follows = (line, previous) => line === previous + 1;

/**
 * Ascending numbers as ranges: '3-5, 9'.
 * @param {number[]} lines
 */
function ranges(lines) {
    /** @type {[number, number][]} */
    const found = [];
    for (const line of lines) {
        const last = found.at(-1);
        if (last && follows(line, last[1])) last[1] = line;
        else found.push([line, line]);
    }
    return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** The folder of src/ or js/ that a file lies in; for a file beside the folders its name. @param {string} path */
const roomOf = (path) => path.split('/').slice(0, 2).join('/');

/**
 * Prints a row for each room, and one for all of them.
 * @param {string} title
 * @param {FileCoverage[]} files
 */
function printTable(title, files) {
    const rooms = [...new Set(files.map(({ path }) => roomOf(path)))].sort();
    const row = (/** @type {string} */ name, /** @type {FileCoverage[]} */ part) => {
        const lines = part.reduce((sum, file) => sum + file.lines, 0);
        const covered = part.reduce((sum, file) => sum + file.covered, 0);
        if (lines === 0) return;
        console.log(name.padEnd(22) + String(lines).padStart(7) + String(covered).padStart(9)
            + percent(covered, lines).padStart(9));
    };
    console.log(`\n${title.padEnd(22)}  lines  covered    share`);
    for (const room of rooms) row(room, files.filter(({ path }) => roomOf(path) === room));
    row('all', files);
}

/**
 * Prints the uncovered lines, those that are known with their reason.
 * @param {FileCoverage[]} files
 * @param {Record<string, Record<string, Known>>} known by file and function
 * @returns {string[]} a sentence for each fault, none if there is no fault
 */
function judgeGaps(files, known) {
    const wrong = [];
    for (const { path, functions, gaps } of files) {
        if (gaps.length > 0) console.log(`\n${path}`);
        for (const { name, lines } of gaps) {
            const allowed = known[path]?.[name];
            console.log(`  ${ranges(lines)}  ${name}${allowed ? ` (known: ${allowed.why})` : ''}`);
            if (lines.length <= (allowed?.lines ?? 0)) continue;
            wrong.push(`${path}: ${lines.length} uncovered lines in ${name || 'no function'}`
                + `${allowed ? `, ${allowed.lines} are known` : ''}: ${ranges(lines)}`);
        }
        for (const name of Object.keys(known[path] ?? {})) {
            if (!functions.includes(name))
                wrong.push(`${path}: has no function ${name}, which coverage-known.json names`);
            else if (!gaps.some((gap) => gap.name === name))
                console.log(`  ${name} is covered: take it out of coverage-known.json`);
        }
    }
    const there = files.map(({ path }) => path);
    for (const path of Object.keys(known)) {
        if (!there.includes(path))
            wrong.push(`${path}: coverage-known.json names it, and it is not counted`);
    }
    return wrong;
}

await runMain(async () => {
    const { values } = parseArgs({
        options: { only: { type: 'string' }, last: { type: 'boolean', default: false } },
    });
    const wanted = values.only?.split(',') ?? Object.keys(counters);
    const unknown = wanted.find((name) => !counters[name]);
    if (unknown !== undefined)
        throw new Failure(`--only: "${unknown}" is none of ${Object.keys(counters).join(', ')}.`);
    await setup(['c', 'coverage', 'build', 'browser', 'adapters']);

    /** @type {Record<string, Record<string, Known>>} */
    const known = JSON.parse(
        readFileSync(join(root, 'web', 'scripts', 'coverage-known.json'), 'utf8'),
    );
    const wrong = [];
    /** @type {[string, FileCoverage[]][]} */
    const parts = [];
    for (const name of wanted) {
        const files = await counters[name](values.last);
        parts.push([name, files]);
        const ofPart = Object.fromEntries(
            Object.entries(known).filter(([path]) => path.startsWith(`${name}/`)),
        );
        wrong.push(...judgeGaps(files, ofPart));
        const lines = files.reduce((sum, file) => sum + file.lines, 0);
        const covered = files.reduce((sum, file) => sum + file.covered, 0);
        if (covered < leastShare * lines)
            wrong.push(
                `${name}: ${percent(covered, lines)} of the lines, less than ${100 * leastShare} %`,
            );
    }
    for (const [name, files] of parts) printTable(name, files);
    if (wrong.length === 0) return;
    console.log(
        `\n${
            wrong.join('\n')
        }\n\nTest these lines, or give the reason why no test runs them in web/scripts/coverage-known.json.`,
    );
    process.exitCode = 1;
});
