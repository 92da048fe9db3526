// `npm run soak` runs this as a process of its own, with --expose-gc: node tests/soak/soak.mjs <hours> <seed> <file.wasm>
import { readFileSync } from 'node:fs';
import { init } from '../../js/index.js';
import { wasm } from '../../js/wire/wasm.js';
import { soak } from './run.mjs';

const [hours, seed, file] = process.argv.slice(2);
await init({ wasm: new Uint8Array(readFileSync(file)) });
if (!wasm.calls.world_validate) throw new Error(`${file} has no validator`);

const number = (/** @type {number} */ value) => value.toLocaleString('en');
const kilobytes = (/** @type {number} */ bytes) => `${number(Math.round(bytes / 1024))} KB`;
const minutes = Math.max(1, Math.round(60 * Number(hours)));

/** @param {import('./run.mjs').Report} report @returns {[string, string][]} */
function rows({ steps, made, ended, tried, churnSlots, start, end, counts }) {
    return [
        ['hours simulated', (minutes / 60).toFixed(2)],
        ['steps', number(steps)],
        ['created', number(made)],
        ['destroyed', number(ended)],
        ['dead objects and handles tried', number(tried)],
        ['slots of the world of short lives', number(churnSlots)],
        ['snapshots', number(counts.snapshots)],
        ['restores', number(counts.restores)],
        ['rewinds', number(counts.rewinds)],
        ['worlds beside', number(counts.worlds)],
        ['queries', number(counts.queries)],
        ['edits of tiles', number(counts.edits)],
        ['joints broken', number(counts.broken)],
        ['fell asleep', number(counts.asleep)],
        ['woke', number(counts.woke)],
        ['events', number(counts.events)],
        ...(/** @type {const} */ (['world', 'wasm', 'heap', 'buffers'])).map((
            name,
        ) => /** @type {[string, string]} */ ([`bytes of ${name}, start and end`,
            `${kilobytes(start[name])}, ${kilobytes(end[name])}`])
        ),
    ];
}

try {
    const report = soak(minutes, Number(seed), (minute, sizes, { world, counts }) => {
        if (minute % 10 !== 0 && minute !== minutes) return;
        console.log(
            `minute ${minute}: ${world.counters.bodies} bodies, ${
                number(counts.restores)
            } restores, world ${kilobytes(sizes.world)}, wasm ${kilobytes(sizes.wasm)}, heap ${
                kilobytes(sizes.heap)
            }`,
        );
    });
    console.log('');
    for (const [name, value] of rows(report))
        console.log(`${name.padEnd(36)}${value.padStart(24)}`);
} catch (error) {
    console.log(`found with seed ${seed}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
}
