// The mechanics exam: puts questions of mechanics whose answer is known to mica2d and its peers, each through its
// public JS API at default settings and in a process of its own. Prints a table, writes build/bench/exam.csv, exam.html
// and exam.svg. The questions live in exam/; `node tests/bench/exam.mjs --help` lists the flags.

/** @import { Sitting } from './exam/report.mjs' */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { aims, holds } from './exam/expected.mjs';
import { questions, themes } from './exam/index.mjs';
import { htmlOf, svgOf } from './exam/picture.mjs';
import { judge } from './exam/question.mjs';
import { csvOf, engineNames, formatAll, summaryOf, tableOf } from './exam/report.mjs';
import { progress } from './progress.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../build/bench/', import.meta.url));
const allEngines = Object.keys(engineNames);

const help = `node tests/bench/exam.mjs [flags]
  --engines x,y    ${allEngines.join(' ')} (without the scalar and compat builds)
  --themes a,b     ${themes.map((theme) => theme.name).join(' ')}
  --only text      only questions whose id contains it; then nothing is written
  --jobs n         processes at a time (2)
  --timeout s      an answer may take this long (180)
  --help`;

const { values: flags } = parseArgs({
    options: {
        engines: { type: 'string', default: 'mica,box2d-deluxe,rapier,planck,matter' },
        themes: { type: 'string', default: themes.map((theme) => theme.name).join(',') },
        only: { type: 'string', default: '' },
        jobs: { type: 'string', default: '2' },
        timeout: { type: 'string', default: '180' },
        help: { type: 'boolean', default: false },
    },
});

/** A flag that makes no sense ends the run with one line. @param {string} message @returns {never} */
function refuse(message) {
    console.error(message);
    process.exit(2);
}

/** @param {string} list @param {string[]} known @param {string} flag */
function choose(list, known, flag) {
    const names = list.split(',');
    for (const name of names) {
        if (!known.includes(name)) refuse(`--${flag}: no ${name}; there are ${known.join(', ')}`);
    }
    return names;
}

/** @param {string} text @param {string} flag */
function number(text, flag) {
    const value = Number(text);
    if (!(value > 0)) refuse(`--${flag} must be a number above 0, got ${text}`);
    return value;
}

if (flags.help) {
    console.log(help);
    process.exit(0);
}
const timeout = 1000 * number(flags.timeout, 'timeout');
const jobs = number(flags.jobs, 'jobs');
const engines = choose(flags.engines, allEngines, 'engines');
const themeNames = choose(flags.themes, themes.map((theme) => theme.name), 'themes');
const asked = themes
    .filter((theme) => themeNames.includes(theme.name))
    .map((theme) => ({ ...theme,
        questions: theme.questions.filter((q) => q.id.includes(flags.only)) })
    )
    .filter((theme) => theme.questions.length > 0);
const ids = asked.flatMap((theme) => theme.questions.map((question) => question.id));
if (ids.length === 0) refuse(`--only: no question's id contains ${flags.only}`);

if (!existsSync(new URL('./node_modules/planck', import.meta.url))) {
    console.log('installing the peers (tests/bench/package-lock.json)');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}
if (engines.some((e) => e.startsWith('mica'))
    && !existsSync(new URL('../../build/wasm/mica.wasm', import.meta.url)))
{
    refuse('build/wasm/mica.wasm is missing: build first (npm run build)');
}

/** @type {Sitting[]} */
const sittings = engines.map((engine) => ({ engine, version: engine, answers: new Map(),
    errors: new Map() })
);
const waiting = [...sittings];
await Promise.all(
    Array.from({ length: Math.min(jobs, sittings.length) }, async () => {
        for (let sitting = waiting.shift(); sitting; sitting = waiting.shift()) await sit(sitting);
    }),
);
progress('');

console.log(
    `${sittings.map((s) => s.version).join(', ')}; node ${process.version}, 60 Hz, sleep off\n`,
);
console.log(tableOf(asked, sittings, process.stdout.isTTY));
console.log(`\n${summaryOf(asked, sittings)}`);
for (const { engine, errors } of sittings) {
    for (const [id, error] of errors)
        console.log(`${engineNames[engine]} failed at ${id}: ${error}`);
}
reportAims();
if (!flags.only && themeNames.length === themes.length) {
    mkdirSync(outDir, { recursive: true });
    writeFileSync(`${outDir}exam.csv`, csvOf(asked, sittings));
    writeFileSync(`${outDir}exam.html`, htmlOf(asked, sittings));
    writeFileSync(`${outDir}exam.svg`, svgOf(asked, sittings));
    console.log('\nwritten: build/bench/exam.csv, build/bench/exam.html, build/bench/exam.svg');
}

/** Holds mica2d's answers against what exam/expected.mjs says of them. */
function reportAims() {
    const mica = sittings.find((sitting) => sitting.engine === 'mica');
    if (!mica) return;
    const lists = { missed: [''], reached: [''], broken: [''], unlisted: [''] };
    for (const question of questions.filter((q) => ids.includes(q.id))) {
        const values = mica.answers.get(question.id);
        const right = judge(question, values) === 'right';
        const line = `  ${question.id}: ${values ? formatAll(question, values) : 'failed'}`;
        if (aims.includes(question.id)) (right ? lists.reached : lists.missed).push(line);
        else if (!holds.includes(question.id)) lists.unlisted.push(line);
        else if (!right) lists.broken.push(line);
    }
    const say = (/** @type {string} */ title, /** @type {string[]} */ lines) => {
        if (lines.length > 1) console.log(`\n${title}${lines.join('\n')}`);
    };
    say('Mica, aims missed:', lists.missed);
    say('Mica, aims reached (they may move to holds):', lists.reached);
    say('Mica, in neither list of exam/expected.mjs:', lists.unlisted);
    say('Mica, held and now wrong:', lists.broken);
    if (lists.broken.length + lists.unlisted.length > 2) process.exitCode = 1;
}

/**
 * Asks an engine everything. Where it dies or takes too long, that question has failed and a new process goes on.
 * @param {Sitting} sitting
 */
async function sit(sitting) {
    let left = ids;
    while (left.length > 0) {
        const error = await ask(sitting, left);
        left = left.filter((id) => !sitting.answers.has(id));
        if (left.length === 0) return;
        sitting.errors.set(left[0], error);
        left = left.slice(1);
    }
}

/**
 * @param {Sitting} sitting
 * @param {string[]} list
 * @returns {Promise<string>} why it ended
 */
function ask(sitting, list) {
    return new Promise((resolve) => {
        const task = JSON.stringify({ engine: sitting.engine, ids: list });
        const child = spawn(process.execPath, [`${here}exam/child.mjs`, task], {
            cwd: here,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        let errors = '';
        let late = false;
        const stop = () => {
            late = true;
            child.kill('SIGKILL');
        };
        let timer = setTimeout(stop, timeout);
        createInterface({ input: child.stdout }).on('line', (line) => {
            // An engine may print lines of its own.
            if (!line.startsWith('{')) return;
            const message = JSON.parse(line);
            if (message.version) sitting.version = message.version;
            if (!message.id) return;
            clearTimeout(timer);
            timer = setTimeout(stop, timeout);
            const values = message.values.map((
                /** @type {string | null} */ v,
            ) => (v === null ? null : Number(v)));
            sitting.answers.set(message.id, values);
            progress(
                `${engineNames[sitting.engine]}: ${message.id}, ${message.seconds.toFixed(1)} s`,
            );
        });
        child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
        child.on('close', () => {
            clearTimeout(timer);
            const lines = errors.trim().split('\n');
            const said = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
            resolve(late ? `no answer in ${timeout / 1000} s` : said || 'it ended without a word');
        });
    });
}
