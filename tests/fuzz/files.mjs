// Hostile files: good snapshots, differences, recordings, scenes, files of level editors, messages and links are damaged
// by chance and used. Each must be refused with a documented error and change nothing, or give a world that steps,
// answers, saves and is edited with finite numbers; none may take long, or memory out of proportion. What fails is
// shrunk to the fewest changes and printed.
//   node tests/fuzz/files.mjs [--files 1e6] [--seed N] [--first N] [--only snapshots,replays,scenes,tiled,ldtk,rube,messages,links,programs]
// A find is repeated by its kind and number: --only KIND --seed N --first NUMBER --files 1
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KIND_NAMES } from './files/run.mjs';

const CHILD = fileURLToPath(new URL('./files/run.mjs', import.meta.url));

/** Files from one report of the child to the next. */
const EVERY = 256;
/** Milliseconds without a report after which the child hangs. */
const PATIENCE = 120_000;
/** The same where the child reports each file. */
const PATIENCE_FOR_ONE = 20_000;
const MAX_FINDS = 20;

const { values } = parseArgs({ options: {
    files: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    only: { type: 'string' },
} });

/** @param {string} name @param {string} text */
function whole(name, text) {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    console.error(`--${name} must be a whole number, got ${text}`);
    process.exit(2);
}

const [files, seed, first] = [whole('files', values.files), whole('seed', values.seed),
    whole('first', values.first)];
const only = values.only?.split(',') ?? KIND_NAMES;
const unknown = only.filter((name) => !KIND_NAMES.includes(name));
if (unknown.length > 0) {
    console.error(
        `--only: there is no kind ${unknown.join(', ')}; there are ${KIND_NAMES.join(', ')}`,
    );
    process.exit(2);
}

/** @typedef {import('./files/run.mjs').Tally} Tally */

/** @type {Record<string, Tally>} */
const totals = Object.fromEntries(
    only.map((name) => [name, { files: 0, refused: 0, accepted: 0, finds: 0, ms: 0 }]),
);
let finds = 0;
let memory = 0;
const began = performance.now();
let shown = began;

/** @param {Record<string, Tally>} tallies */
function add(tallies) {
    for (const [name, tally] of Object.entries(tallies)) {
        const total = totals[name];
        for (const key of /** @type {(keyof Tally)[]} */ (Object.keys(total)))
            total[key] += tally[key];
    }
}

/** @param {{ kind: string, index: number, lines: string[], error: string }} find */
function report({ kind, index, lines, error }) {
    ++finds;
    console.log(
        `\nFIND: ${kind} ${index}, repeated by: node tests/fuzz/files.mjs --only ${kind} --seed ${seed} --first ${index} --files 1`,
    );
    for (const line of lines) console.log(`  ${line}`);
    console.log(error.split('\n').map((line) => `  ${line}`).join('\n'));
}

/**
 * Has a child use the files from one on, until it has finished, ends, or hangs.
 * @param {number} from @param {number} to @param {number} every
 * @returns {Promise<{ done: number, how: 'finished' | 'ended' | 'hangs' }>} done: files of which it told
 */
function runChild(from, to, every) {
    return new Promise((resolve) => {
        const child = fork(CHILD, [JSON.stringify({ files: to, seed, first, only, from, every })], {
            stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        });
        let done = from;
        /** @type {Record<string, Tally>} */
        let last = {};
        let finished = false;
        let hangs = false;
        /** @type {NodeJS.Timeout} */
        let timer;
        const wait = () => {
            clearTimeout(timer);
            timer = setTimeout(() => {
                hangs = true;
                child.kill('SIGKILL');
            }, every === 1 ? PATIENCE_FOR_ONE : PATIENCE);
        };
        wait();
        child.on('message', (/** @type {any} */ message) => {
            wait();
            if (message.find) report(message.find);
            if (message.done) {
                ({ done, tallies: last } = message);
                const now = performance.now();
                if (now - shown > 10_000) {
                    shown = now;
                    console.log(
                        `${done} of ${files} files, ${finds} finds, ${
                            Math.round((now - began) / 1000)
                        } s`,
                    );
                }
            }
            if (message.end) [finished, memory] = [true, Math.max(memory, message.memory)];
            if (finds >= MAX_FINDS) child.kill('SIGKILL');
        });
        child.on('exit', () => {
            clearTimeout(timer);
            add(last);
            resolve({ done, how: finished ? 'finished' : hangs ? 'hangs' : 'ended' });
        });
    });
}

/** The kind of a file by its place, and its number among those of the kind. @param {string} why */
function lost(why) {
    report({ kind: only.join(','), index: first, error: why,
        lines: [`a file after the ${totalFiles()}th`] });
}
const totalFiles = () => Object.values(totals).reduce((sum, tally) => sum + tally.files, 0);

for (let from = 0; from < files && finds < MAX_FINDS;) {
    const { done, how } = await runChild(from, files, EVERY);
    from = done;
    if (how === 'finished' || finds >= MAX_FINDS) break;
    // Which file was it? Each is reported now; the one after the last is to blame.
    const slowly = await runChild(from, Math.min(files, from + EVERY), 1);
    from = slowly.done;
    if (slowly.how === 'finished') continue;
    lost(
        slowly.how === 'hangs'
            ? `file ${from} takes more than ${PATIENCE_FOR_ONE / 1000} s`
            : `the process ends at file ${from}`,
    );
    ++from;
}

const row = (/** @type {(string | number)[]} */ cells) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(10) : String(cell).padStart(10))).join(
        '',
    );
const cpu = (
    /** @type {Tally} */ { files: count, ms },
) => (ms > 0 ? Math.round((1000 * count) / ms) : '-');
console.log(`\n${row(['', 'files', 'refused', 'accepted', 'finds', 'files/CPU s'])}`);
for (const [name, tally] of Object.entries(totals))
    console.log(row([name, tally.files, tally.refused, tally.accepted, tally.finds, cpu(tally)]));
const all = Object.values(totals).reduce((sum, tally) => ({
    files: sum.files + tally.files,
    refused: sum.refused + tally.refused,
    accepted: sum.accepted + tally.accepted,
    finds: sum.finds + tally.finds,
    ms: sum.ms + tally.ms,
}));
console.log(row(['all', all.files, all.refused, all.accepted, all.finds, cpu(all)]));
const seconds = (performance.now() - began) / 1000;
console.log(
    `seed ${seed}, ${seconds.toFixed(1)} s, ${
        Math.round(all.files / seconds)
    } files a second, at most ${Math.round(memory / 2 ** 20)} MB`,
);
process.exitCode = finds > 0 ? 1 : 0;
