// Damages files and uses them, one after the other; what fails is shrunk to the fewest changes that fail. As a program it
// is the child of tests/fuzz/files.mjs, which starts it anew after a find and ends it when it hangs.
import { init } from '../../../js/index.js';
import { makeChance, seedOf } from './chance.mjs';
import { ldtkKind, rubeKind, tiledKind } from './imports.mjs';
import { linkKind } from './links.mjs';
import { messageKind } from './messages.mjs';
import { Find, Meter } from './probe.mjs';
import { programKind } from './programs.mjs';
import { replayKind } from './replays.mjs';
import { sceneKind } from './scenes.mjs';
import { snapshotKind } from './snapshots.mjs';

/** @import { Kind } from './kind.mjs' */

/** Kinds by name, in the order of their numbers. @type {Record<string, () => Kind>} */
const KINDS = {
    snapshots: snapshotKind,
    replays: replayKind,
    scenes: sceneKind,
    tiled: tiledKind,
    ldtk: ldtkKind,
    rube: rubeKind,
    messages: messageKind,
    links: linkKind,
    programs: programKind,
};
export const KIND_NAMES = Object.keys(KINDS);

/** A file that is slow is used this often: the machine may have been busy with something else. */
const TRIES = 3;

/**
 * A file by its numbers: `index` counts those of a kind.
 * @typedef {{ kind: string, index: number, base: number, changes: number[] }} Numbered
 *
 * @typedef {object} Tally
 * @property {number} files
 * @property {number} refused
 * @property {number} accepted
 * @property {number} finds
 * @property {number} ms of processor time
 */

/** @param {string} kind @param {number} index @param {number} seed @param {number} bases @returns {Numbered} */
function numbered(kind, index, seed, bases) {
    const chance = makeChance(seedOf(seed, KIND_NAMES.indexOf(kind), index));
    const count = 1 + (chance.once(2) ? 1 : 1 + chance.below(6));
    return { kind, index, base: chance.below(bases),
        changes: Array.from({ length: count }, () => Math.floor(chance.next() * 2 ** 32)) };
}

/**
 * Uses one file.
 * @param {Kind} kind
 * @param {any} file
 * @param {Meter} meter
 * @param {() => any} again gives the file anew
 * @param {boolean} timed whether it may be too slow
 * @returns {Promise<{ accepted: boolean, ms: number }>}
 */
async function use(kind, file, meter, again, timed) {
    let least = Infinity;
    for (let i = 0;; ++i) {
        meter.start();
        const accepted = await kind.take(i === 0 ? file : await again());
        const bytes = kind.bytes(file);
        least = Math.min(least, meter.stop(bytes));
        if (!timed || !Meter.isSlow(least, bytes)) return { accepted, ms: least };
        if (i + 1 === TRIES)
            throw new Find(
                `${Math.round(least)} ms of processor time, of a file of ${bytes} bytes`,
            );
    }
}

/** What went wrong, in short: shrinking must keep to it. @param {any} error */
const signature = (error) =>
    `${error?.name}: ${error?.message}`.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, '0').slice(0, 80);

/**
 * Whether a file fails in the same way.
 * @param {Kind} kind @param {any} file @param {string} wanted @param {boolean} timed
 */
async function fails(kind, file, wanted, timed) {
    try {
        await use(kind, file, new Meter(), () => file, timed);
        return false;
    } catch (error) {
        return signature(error) === wanted;
    }
}

/**
 * Leaves out changes as long as the file fails as before.
 * @param {Kind} kind @param {Numbered} found @param {any} file @param {unknown} error @param {boolean} timed
 * @returns {Promise<string[]>} the smallest file in words
 */
async function shrink(kind, { base, changes }, file, error, timed) {
    const wanted = signature(error);
    let kept = changes;
    let smallest = file;
    for (let i = kept.length - 1; i > 0 && kept.length > 2; --i) {
        const fewer = kept.filter((_, k) => k !== i);
        if (await fails(kind, await kind.damage(base, fewer), wanted, timed))
            [kept, smallest] = [fewer, await kind.damage(base, fewer)];
    }
    for (let tries = 400, goesOn = true; goesOn;) {
        goesOn = false;
        for (const smaller of kind.smaller?.(base, smallest) ?? []) {
            if (--tries < 0) break;
            if (!await fails(kind, smaller, wanted, timed)) continue;
            smallest = smaller;
            goesOn = true;
            break;
        }
    }
    return kind.describe(base, kept, smallest);
}

/**
 * Damages and uses so many files.
 * @param {object} options
 * @param {number} options.files
 * @param {number} options.seed
 * @param {number} [options.first] file of each kind
 * @param {readonly string[]} [options.only] names of kinds
 * @param {readonly Kind[]} [options.kinds] in the place of those
 * @param {(find: { kind: string, index: number, lines: string[], error: string }) => void} options.found
 * @param {(done: number, tallies: Record<string, Tally>) => void} [options.progress]
 * @param {number} [options.every] files from one call of `progress` to the next
 * @param {number} [options.from] of those files, to go on after a find
 * @param {boolean} [options.timed] whether a file that takes long is a find
 */
export async function runFiles(
    { files, seed, first = 0, only = KIND_NAMES, kinds = only.map((name) => KINDS[name]()), found,
        progress, every = 256, from = 0, timed = true },
) {
    const schedule = kinds.flatMap((kind) =>
        Array.from({ length: kind.weight }, (_, k) => ({ kind, k }))
    );
    /** @type {Record<string, Tally>} */
    const tallies = Object.fromEntries(
        kinds.map(({ name }) => [name, { files: 0, refused: 0, accepted: 0, finds: 0, ms: 0 }]),
    );
    const meter = new Meter();
    for (let i = from; i < files; ++i) {
        const { kind, k } = schedule[i % schedule.length];
        const number = numbered(kind.name,
            first + Math.floor(i / schedule.length) * kind.weight + k, seed, kind.bases);
        const tally = tallies[kind.name];
        ++tally.files;
        let file;
        try {
            file = await kind.damage(number.base, number.changes);
            const { accepted, ms } = await use(kind, file, meter, () =>
                kind.damage(number.base, number.changes), timed);
            ++tally[accepted ? 'accepted' : 'refused'];
            tally.ms += ms;
        } catch (/** @type {any} */ error) {
            ++tally.finds;
            const text = [error?.stack, error?.cause?.stack].filter((each) => each).join('\n');
            found({ kind: kind.name, index: number.index, error: text,
                lines: file === undefined ? [] : await shrink(kind, number, file, error, timed) });
        }
        if ((i + 1) % every === 0 || i + 1 === files) progress?.(i + 1, tallies);
    }
    return tallies;
}

if (process.send && process.argv[2]?.startsWith('{')) {
    const send = /** @type {(message: any) => void} */ (process.send.bind(process));
    const { every, ...options } = JSON.parse(process.argv[2]);
    await init();
    process.on('unhandledRejection', (error) =>
        send({
            find: { kind: options.only?.[0] ?? '?', index: -1,
                lines: ['a promise was rejected and nobody saw it'],
                error: String(/** @type {any} */ (error)?.stack) },
        }));
    send({ ready: true });
    await runFiles({ ...options, every, found: (find) => send({ find }),
        progress: (done, tallies) => send({ done, tallies }) });
    send({ end: true, memory: process.resourceUsage().maxRSS * 1024 });
    process.disconnect();
}
