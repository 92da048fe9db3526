// The benchmark: every scene of tests/scenes through mica2d and its peers, each run in a process of its own, engines
// taking turns within a round (A B C, A B C, ...). Prints tables, writes build/bench/results.csv and results.svg.
// `node tests/bench/run.mjs --help` lists the flags; README.md beside this file states the rules.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scenes, sceneByName } from '../scenes/index.js';
import { loadReport, memoryReport, raysReport, readbackReport, scalingReport,
    tilesReport } from './extras.mjs';
import { qualityReport } from './chance.mjs';
import { csvOf, sceneReport, summarise } from './report.mjs';
import { chartOf } from './chart.mjs';
import { chooseEngines, chooseNames } from './choice.mjs';
import { creationReport } from './creation.mjs';
import { matterReport } from './matter.mjs';
import { note, progress } from './progress.mjs';
import { snapshotsReport } from './snapshots.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../build/bench/', import.meta.url));

const allEngines = ['mica', 'mica-scalar', 'box2d-deluxe', 'box2d-compat', 'rapier', 'planck',
    'matter'];

const help = `node tests/bench/run.mjs [flags]
  --scenes a,b     ${scenes.map((s) => s.name).join(' ')}
  --engines x,y    ${allEngines.join(' ')}
                   or the path of an adapter, which ends in .mjs and names the engine
  --base x         the engine ratios are taken to (mica)
  --runs n         measured runs of each pair (5)
  --steps n        steps a run, instead of each scene's own
  --budget s       a run stops after this many seconds (20); such a pair gets two runs at most
  --warm s         the same scene is run this long first, unmeasured (0.7)
  --quick          one run, 60 steps, two seconds at most
  --quality        instead: how well each scene is solved, over runs that differ by a hair; nothing is timed
  --readback       instead: read all poses
  --rays           instead: 10,000 rays
  --load           instead: from loading the module to the end of a first step
  --memory         instead: bytes per resting ball
  --scaling        instead: 100 to 100,000 balls
  --tiles          instead: a map of 500 × 200 tiles against one box of its size, mica2d alone
  --matter         instead: water and sand, mica2d alone
  --snapshots      instead: whole worlds and differences saved and restored
  --creation       instead: worlds, bodies, joints and a map of tiles made and destroyed, cold and warm
  --native         instead: the C scenes natively and as wasm, mica2d alone (npm run bench only)
  --since c        instead: mica2d of an older commit beside this one; --since c --help lists its flags (npm run bench only)
  --help`;

const { values: flags } = parseArgs({
    options: {
        scenes: { type: 'string' },
        engines: { type: 'string' },
        base: { type: 'string', default: 'mica' },
        runs: { type: 'string' },
        steps: { type: 'string' },
        budget: { type: 'string' },
        warm: { type: 'string' },
        quick: { type: 'boolean', default: false },
        quality: { type: 'boolean', default: false },
        readback: { type: 'boolean', default: false },
        rays: { type: 'boolean', default: false },
        load: { type: 'boolean', default: false },
        memory: { type: 'boolean', default: false },
        scaling: { type: 'boolean', default: false },
        tiles: { type: 'boolean', default: false },
        matter: { type: 'boolean', default: false },
        snapshots: { type: 'boolean', default: false },
        creation: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
    },
});

if (flags.help) {
    console.log(help);
    process.exit(0);
}

/** A flag that makes no sense ends the run with one line. @param {string} message @returns {never} */
function refuse(message) {
    console.error(message);
    process.exit(2);
}

/** @param {string | undefined} text @param {number} otherwise @param {string} flag */
function number(text, otherwise, flag) {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (!(value > 0)) refuse(`--${flag} must be a number above 0, got ${text}`);
    return value;
}

const options = {
    runs: number(flags.runs, flags.quick ? 1 : 5, 'runs'),
    steps: number(flags.steps, flags.quick ? 60 : 0, 'steps'),
    budget: 1000 * number(flags.budget, flags.quick ? 2 : 20, 'budget'),
    warm: 1000 * number(flags.warm, flags.quick ? 0.2 : 0.7, 'warm'),
};

/** What a flag chooses. @template T @param {() => T} choose */
function chosenBy(choose) {
    try {
        return choose();
    } catch (error) {
        if (error instanceof RangeError) refuse(error.message);
        throw error;
    }
}

if (!existsSync(new URL('./node_modules/planck', import.meta.url))) {
    console.log('installing the peers (tests/bench/package-lock.json)');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
}

const built = existsSync(new URL('../../build/wasm/mica.wasm', import.meta.url));
const adapters = chosenBy(() => chooseEngines(flags.engines, allEngines));
let engines = [...adapters.keys()];
if (!built && engines.some((e) => e.startsWith('mica'))) {
    if (flags.engines) refuse('build/wasm/mica.wasm is missing: build first (npm run build)');
    console.log(
        'build/wasm/mica.wasm is missing, so only the peers run. Build first (npm run build) to include mica2d.',
    );
    engines = engines.filter((e) => !e.startsWith('mica'));
}
const base = engines.includes(flags.base) ? flags.base : engines[0];
const chosen = chosenBy(() => chooseNames(flags.scenes, scenes.map((s) => s.name), 'scenes'))
    .map(sceneByName);

mkdirSync(outDir, { recursive: true });
console.log(`${cpus()[0]?.model.trim()}, node ${process.version}, one thread, 60 Hz, sleep off\n`);

const bench = { engines, adapters, base, measure, options, progress, quick: flags.quick };
if (flags.readback) console.log(await readbackReport(bench));
else if (flags.quality) console.log(await qualityReport(bench, chosen));
else if (flags.rays) console.log(await raysReport(bench));
else if (flags.load) console.log(await loadReport(bench));
else if (flags.memory) console.log(await memoryReport(bench));
else if (flags.scaling) console.log(await scalingReport(bench));
else if (flags.tiles) console.log(await tilesReport(bench));
else if (flags.matter) console.log(await matterReport(bench));
else if (flags.snapshots) console.log(await snapshotsReport(bench));
else if (flags.creation) console.log(await creationReport(bench));
else await runScenes();

async function runScenes() {
    /** @type {Map<string, any[]>} */
    const results = new Map();
    for (let round = 0; round < options.runs; ++round) {
        for (const scene of chosen) {
            for (let i = 0; i < engines.length; ++i) {
                // Each round starts with another engine, so that none always follows the same neighbour.
                const engine = engines[(i + round) % engines.length];
                const key = `${scene.name} ${engine}`;
                const done = results.get(key) ?? [];
                results.set(key, done);
                const cut = done.some((r) =>
                    r.error || r.stepMs.length < (options.steps || scene.steps)
                );
                if (cut && done.length >= 2) continue;
                progress(`round ${round + 1}/${options.runs}  ${key}`);
                const { steps, warm, budget } = options;
                const quality = round === 0;
                const result = await measure({ kind: 'run', engine, scene: scene.name, steps, warm,
                    budget, quality });
                done.push(result);
                note(
                    `round ${round + 1}/${options.runs}  ${key}  ${
                        result.error ?? brief(result.stepMs)
                    }`,
                );
            }
        }
    }
    progress('');
    const rows = summarise(chosen, engines, base, results);
    console.log(sceneReport(chosen, engines, base, rows));
    writeFileSync(`${outDir}results.csv`, csvOf(rows));
    writeFileSync(`${outDir}results.svg`, chartOf(chosen, engines, rows));
    console.log('\nwritten: build/bench/results.csv, build/bench/results.svg');
}

/** @param {number[]} times */
function brief(times) {
    return `${
        (times.reduce((a, b) => a + b, 0) / times.length).toFixed(2)
    } ms, ${times.length} steps`;
}

/**
 * One task in a process of its own.
 * @param {{ kind: string, engine: string, [key: string]: any }} task
 * @returns {Promise<any>} what it measured, or { error }
 */
function measure(task) {
    return new Promise((resolve) => {
        const child = spawn(process.execPath, ['--expose-gc', `${here}child.mjs`,
            JSON.stringify({ ...task, adapter: adapters.get(task.engine) })], {
            cwd: here,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        let out = '';
        let err = '';
        child.stdout.on('data', (data) => (out += data));
        child.stderr.on('data', (data) => (err += data));
        child.on('close', (code) => {
            const line = out.trim().split('\n').at(-1) ?? '';
            if (code === 0 && line.startsWith('{')) resolve(JSON.parse(line));
            else resolve({
                    error: /^.*Error.*$/m.exec(err)?.[0]
                        ?? `exit code ${code}: ${err.trim().slice(-200)}`,
                });
        });
    });
}
