// Hostile calls by the thousand: everything public of the wrapper is called with arguments that no game should give,
// and code of the caller's runs inside the calls. A call must be made, or refused by an error that names its method
// and has changed nothing; nothing may trap. What it finds repeats by its seed and is shrunk to the shortest list.
//   node tests/fuzz/hostile.mjs [--worker] [--calls 1e5] [--seed 1]       calls, refusals and finds; exit code 1 at a find
//   node tests/fuzz/hostile.mjs [--worker] --run SEED [--keep 3,17]       one run, or some calls of it, call by call
// --worker: of worlds in workers.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { CALLS, run, seedsOf } from './hostile-run.mjs';
import { runInWorkers } from './hostile-worker-run.mjs';
import { endThreads } from './hostile-worker-stage.mjs';

/** @import { Find } from './hostile-judge.mjs' */
/** @import { Outcome } from './hostile-run.mjs' */

/** @typedef {(list: readonly { place: number, seed: number }[], tell: (text: () => string) => void, seed: number) => Outcome | Promise<Outcome>} Run */

/** Finds after which a search ends. */
const MAX_FINDS = 10;
/** Milliseconds that a run may take, where one takes a hundred. */
const MAX_TIME = 60_000;

/** The calls of a run. @param {number} seed */
const callsOf = (seed) => seedsOf(seed).map((each, place) => ({ place, seed: each }));

/**
 * Makes runs until so many calls are made.
 * @param {Run} play @param {number} calls @param {number} seed
 * @param {(progress: { calls: number, refused: number, runs: number }) => void} [tell] after each run
 * @param {(seed: number) => void} [begin] before each run
 */
export async function search(play, calls, seed, tell = () => {}, begin = () => {}) {
    const total = { calls: 0, refused: 0, runs: 0 };
    /** @type {{ seed: number, find: Find }[]} */
    const finds = [];
    while (total.calls < calls && finds.length < MAX_FINDS) {
        const own = (seed + Math.imul(total.runs, 0x9e3779b1)) >>> 0;
        begin(own);
        const outcome = await play(callsOf(own), () => {}, own);
        total.calls += outcome.calls;
        total.refused += outcome.refused;
        ++total.runs;
        const { find } = outcome;
        if (find && !finds.some((other) => other.find.what === find.what))
            finds.push({ seed: own, find });
        tell(total);
        // After a trap nothing of the module can be trusted.
        if (find?.what.startsWith('trap')) break;
    }
    return { ...total, finds };
}

/** Whether some calls of a run lead to a find still, in a process of its own. @param {string[]} where @param {number} seed @param {readonly number[]} places @param {string} what */
function stillFinds(where, seed, places, what) {
    const { stdout, error } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...where,
        '--run', String(seed), '--keep', places.join()], { encoding: 'utf8', timeout: MAX_TIME });
    return error ? what === 'no end' : stdout.includes(`FOUND ${what}`);
}

/**
 * The shortest list of calls found that still leads to a find: halves, quarters and at last single calls are left out.
 * @param {string[]} where options @param {number} seed @param {string} what
 */
function shrink(where, seed, what) {
    let places = Array.from({ length: CALLS }, (_, i) => i);
    for (let size = CALLS >> 1; size >= 1; size >>= 1) {
        for (let at = 0; at < places.length;) {
            const fewer = [...places.slice(0, at), ...places.slice(at + size)];
            if (fewer.length > 0 && stillFinds(where, seed, fewer, what)) places = fewer;
            else at += size;
        }
    }
    return places;
}

/** @param {Run} play @param {number} seed @param {string | undefined} keep */
async function runOne(play, seed, keep) {
    const kept = keep?.split(',').map(Number);
    const list = callsOf(seed).filter(({ place }) => !kept || kept.includes(place));
    const { find } = await play(list, (text) => console.log(text()), seed);
    if (!find) return console.log('found nothing');
    console.log(`FOUND ${find.what}\n${find.message}`);
    process.exitCode = 1;
}

/** Ends the process where a run does not end, and names the run: a thread of its own sees that no new run begins. */
function watch() {
    const shared = new Int32Array(new SharedArrayBuffer(8));
    const watcher = new Worker(`
        const { workerData: { shared, time } } = require('node:worker_threads');
        let [runs, since] = [-1, Date.now()];
        setInterval(() => {
            if (shared[0] !== runs) [runs, since] = [shared[0], Date.now()];
            if (Date.now() - since < time) return;
            require('node:fs').writeSync(1, 'FOUND no end: node tests/fuzz/hostile.mjs --run ' + (shared[1] >>> 0) + '\\n');
            process.kill(process.pid);
        }, 1000);`, { eval: true, workerData: { shared, time: MAX_TIME } });
    watcher.unref();
    return {
        end: () => watcher.terminate(),
        begin(/** @type {number} */ seed) {
            shared[1] = seed;
            ++shared[0];
        },
    };
}

/** @param {Run} play @param {string[]} where options @param {number} calls @param {number} seed */
async function runMany(play, where, calls, seed) {
    const watcher = watch();
    let told = Date.now();
    const { finds, ...total } = await search(play, calls, seed,
        ({ calls: made, refused, runs }) => {
            if (Date.now() - told < 5000) return;
            told = Date.now();
            console.log(`${made} calls, ${refused} refused, ${runs} runs`);
        }, watcher.begin);
    watcher.end();
    for (const { seed: own, find } of finds) {
        console.log(
            `\nFOUND ${find.what}\n${find.message}\nshortest: node tests/fuzz/${
                ['hostile.mjs', ...where].join(' ')
            } --run ${own} --keep ${shrink(where, own, find.what).join()}`,
        );
    }
    console.log(
        `\n${total.calls} calls in ${total.runs} runs, ${total.refused} refused, ${finds.length} finds (seed ${seed})`,
    );
    if (finds.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({
        options: { calls: { type: 'string', default: '1e5' },
            seed: { type: 'string', default: '1' }, run: { type: 'string' },
            keep: { type: 'string' }, worker: { type: 'boolean', default: false } },
    });
    const [play, where] = values.worker ? [runInWorkers, ['--worker']] : [run, []];
    // Runs in workers hear of it themselves.
    if (!values.worker)
        process.on('uncaughtException', (error) => {
            console.log(`FOUND outside of all calls: ${inspect(error)}`);
            process.exit(1);
        });
    console.warn = console.error = () => {};
    if (values.run !== undefined) await runOne(play, Number(values.run), values.keep);
    else await runMany(play, where, Number(values.calls), Number(values.seed));
    await endThreads();
}
