// `npm run bench -- --since <commit>`: an older commit of mica2d beside this one, every scene, phase and small world in turn.
// web/scripts/checkout.mjs checks that commit out and builds it; since/ measures and reports. Prints tables, writes
// build/bench/since.csv.

/** @import { Scene } from '../scenes/builder.js' */
/** @import { Absent, Pair } from './since/report.mjs' */
/** @import { Side } from './since/sides.mjs' */
/** @import { Amount } from './since/turns.mjs' */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scenes, sceneByName } from '../scenes/index.js';
import { buildCommit, describeHead, findCommit } from '../../web/scripts/checkout.mjs';
import { Failure, root, runMain } from '../../web/scripts/process.mjs';
import { note, progress } from './progress.mjs';
import { short } from './report.mjs';
import { ratioOf, sinceCsv, sinceReport } from './since/report.mjs';
import { lacksOf, loadSide } from './since/sides.mjs';
import { SLEEPERS, SMALL, timeAsleep, timeSmall } from './since/small.mjs';
import { timePhases, timeScene } from './since/turns.mjs';

const kinds = ['scenes', 'phases', 'small', 'asleep'];

const help = `npm run bench -- --since <commit> [flags]
  --since c        the older commit: a hash, a tag, HEAD~1; built once, in build/bench/since/<hash>
  --scenes a,b     ${scenes.map((s) => s.name).join(' ')}
  --only x,y       ${kinds.join(' ')}
  --runs n         plays of each scene; of each step the minimum counts (4)
  --steps n        steps a play (200, or the scene's own where it has fewer)
  --warm s         each scene is played this long first, unmeasured (0.7)
  --quick          two plays of 60 steps
  --help`;

function readFlags() {
    return parseArgs({
        options: {
            since: { type: 'string' },
            scenes: { type: 'string' },
            only: { type: 'string' },
            runs: { type: 'string' },
            steps: { type: 'string' },
            warm: { type: 'string' },
            quick: { type: 'boolean', default: false },
            help: { type: 'boolean', default: false },
        },
    }).values;
}

/** @param {string | undefined} text @param {number} otherwise @param {string} flag */
function number(text, otherwise, flag) {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (!(value > 0)) throw new Failure(`--${flag} must be a number above 0, got ${text}`);
    return value;
}

/** @param {string | undefined} list @param {string[]} known @param {string} flag */
function choose(list, known, flag) {
    if (list === undefined) return known;
    const names = list.split(',');
    for (const name of names) {
        if (!known.includes(name))
            throw new Failure(`--${flag}: no ${name}; there are ${known.join(', ')}`);
    }
    return names;
}

await runMain(async () => {
    const flags = readFlags();
    if (flags.help) return console.log(help);
    if (!flags.since) throw new Failure(`--since needs a commit\n${help}`);
    const wanted = choose(flags.only, kinds, 'only');
    const chosen = choose(flags.scenes, scenes.map((s) => s.name), 'scenes').map(sceneByName);
    const options = {
        runs: Math.ceil(number(flags.runs, flags.quick ? 2 : 4, 'runs')),
        steps: Math.ceil(number(flags.steps, flags.quick ? 60 : 200, 'steps')),
        warm: 1000 * number(flags.warm, flags.quick ? 0.4 : 0.7, 'warm'),
        small: flags.quick ? 500 : 2000,
    };
    const commit = await findCommit(flags.since);
    const folder = await buildCommit(commit);
    console.log(`${cpus()[0]?.model.trim()}, node ${process.version}, one thread, 60 Hz, sleep off
older: ${commit.short} (${commit.about})
this:  ${await describeHead()}\n`);

    const { pairs, absent } = await measure(folder, chosen, wanted, options);
    console.log(sinceReport(pairs, absent, commit.short));
    mkdirSync(join(root, 'build', 'bench'), { recursive: true });
    writeFileSync(join(root, 'build', 'bench', 'since.csv'), sinceCsv(pairs, absent, commit.hash));
    console.log('\nwritten: build/bench/since.csv');
});

/**
 * @param {string} folder of the older commit
 * @param {readonly Scene[]} chosen
 * @param {string[]} wanted
 * @param {Amount & { small: number }} options small: milliseconds for each small world
 */
async function measure(folder, chosen, wanted, options) {
    const sides = [await loadSide(folder), await loadSide(root)];
    /** @type {Pair[]} */
    const pairs = [];
    /** @type {Absent[]} */
    const absent = [];
    const played = wanted.includes('scenes') || wanted.includes('phases') ? chosen : [];
    for (const [i, scene] of played.entries()) {
        const why = lacksOf(sides[0].engine, scene);
        const which = `${i + 1}/${played.length}`;
        if (why !== '') absent.push({ name: scene.name, why });
        else {
            attempt(scene.name, () => {
                pairs.push(...measureScene(sides, scene, wanted, options, which));
            });
        }
    }
    /** @param {Pair['kind']} kind @param {string} name @param {() => [number, number]} time */
    const measureSmall = (kind, name, time) => {
        progress(name);
        attempt(name, () => pairs.push(pairOf({ kind, name, unit: 'us' }, time())));
    };
    for (const count of wanted.includes('small') ? SMALL : []) {
        const name = `${count} ${count === 1 ? 'body' : 'bodies'} on a floor`;
        measureSmall('small', name, () => timeSmall(sides, count, options.small));
    }
    if (wanted.includes('asleep'))
        measureSmall('asleep', `${SLEEPERS} boxes asleep`, () => timeAsleep(sides, options.small));
    progress('');
    return { pairs, absent };
}

/**
 * @param {readonly Side[]} sides
 * @param {Scene} scene
 * @param {string[]} wanted
 * @param {Amount} options
 * @param {string} which of how many scenes
 */
function measureScene(sides, scene, wanted, options, which) {
    const { name, exam } = scene;
    const amount = { ...options, steps: Math.min(options.steps, scene.steps) };
    const show = (/** @type {string} */ what) => (/** @type {number} */ run) =>
        progress(`${which}  ${name}${what}  ${run + 1}/${options.runs}`);
    const pairs = [];
    if (wanted.includes('scenes')) {
        const { times, halves } = timeScene(sides, scene, amount, show(''));
        pairs.push(pairOf({ kind: 'scene', name, unit: 'ms', exam, halves }, times));
    }
    if (wanted.includes('phases')) {
        for (const [phase, times] of timePhases(sides, scene, amount, show(', phases')))
            pairs.push(pairOf({ kind: 'phase', name, phase, unit: 'ms' }, times));
    }
    return pairs;
}

/**
 * @param {Omit<Pair, 'older' | 'now'>} about
 * @param {[number, number]} times
 * @returns {Pair}
 */
function pairOf(about, [older, now]) {
    const pair = { ...about, older, now };
    if (pair.kind !== 'phase') {
        const times = `${short(older)} ${short(now)} ${pair.unit}`;
        note(`${pair.name}  ${times}, ratio ${ratioOf(pair).toFixed(3)}`);
    }
    return pair;
}

/** One that fails is named, and the others go on. @param {string} name @param {() => void} work */
function attempt(name, work) {
    try {
        work();
    } catch (error) {
        progress('');
        console.error(`failed: ${name}: ${/** @type {Error} */ (error).message}`);
        process.exitCode = 1;
    }
}
