// Recordings, damaged: in their header, in the snapshot that they start from, in their operations and steps. Each is
// refused when it is opened or where it cannot be played, or plays.
import { MicaError, World } from '../../../js/index.js';
import { Replay, startRecording, stopRecording } from '../../../js/recording.js';
import { readRuns } from '../../../js/recording/blocks.js';
import { checksum } from '../../../js/recording/checksum.js';
import { readSnapshot, writeSnapshot } from '../../../js/recording/start.js';
import { ByteReader, ByteWriter, Damage } from '../../../js/recording/varints.js';
import { recordHistory } from '../../js/histories.mjs';
import { damageNumber, damageRange, differing, joined } from './bytes.mjs';
import { makeChance } from './chance.mjs';
import { attempt, useWorld } from './probe.mjs';
import { fixSnapshot } from './saved-bytes.mjs';
import { damageSnapshot, goodSnapshots, playGround } from './snapshots.mjs';

/** @import { Chance } from './chance.mjs' */
/** @import { Kind } from './kind.mjs' */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{ bytes: Bytes, fixed: boolean, variant: number }} ReplayFile */

const HISTORIES = 24;
/** Steps that are played of each. */
const STEPS = 12;
const CODES = ['REPLAY_FOREIGN', 'REPLAY_VERSION', 'REPLAY_DAMAGED', 'NO_MEMORY', 'CAPACITY'];

/**
 * A recording taken apart.
 * @typedef {object} Parts
 * @property {Bytes} lead magic bytes, format, version, ABI
 * @property {number} hashEvery
 * @property {Bytes} snapshot
 * @property {Bytes} told user data of what is in the snapshot
 * @property {Bytes} runs
 * @property {Bytes} hashes
 */

/** @param {Bytes} bytes @returns {Parts} */
function takeApart(bytes) {
    const reader = new ByteReader(bytes, 4);
    reader.count();
    reader.text();
    reader.count();
    const lead = bytes.slice(0, reader.at);
    reader.word();
    const hashEvery = reader.count();
    const start = new ByteReader(reader.raw(reader.count()));
    const snapshot = readSnapshot(start, true);
    const told = start.raw(start.end - start.at);
    const runs = reader.raw(reader.count());
    return { lead, hashEvery, snapshot, told, runs, hashes: reader.raw(reader.end - reader.at) };
}

/** How many steps the runs have, as far as they can be read. @param {Bytes} runs */
function stepsOf(runs) {
    try {
        return readRuns(new ByteReader(runs)).steps;
    } catch (error) {
        if (error instanceof Damage) return undefined;
        throw error;
    }
}

/** Puts a recording together, with lengths and a checksum that are right. @param {Parts} parts @param {boolean} fixed @returns {Bytes} */
function putTogether({ lead, hashEvery, snapshot, told, runs, hashes }, fixed) {
    const body = new ByteWriter();
    body.count(hashEvery);
    const start = new ByteWriter();
    writeSnapshot(start, snapshot);
    start.raw(told);
    body.count(start.length);
    body.raw(start.copy());
    body.count(runs.length);
    body.raw(runs);
    const steps = stepsOf(runs) ?? 0;
    const words = 4 * Math.floor(steps / hashEvery) + 8;
    body.raw(fixed && words !== hashes.length && words < 2 ** 20 ? new Uint8Array(words) : hashes);
    const writer = new ByteWriter();
    writer.raw(lead);
    writer.word(checksum(body.copy()));
    writer.raw(body.copy());
    return writer.copy();
}

/** @param {Chance} chance @param {Bytes} bytes @param {Bytes} other */
const damagePart = (chance, bytes, other) => {
    if (chance.once(4)) return damageRange(chance, bytes, other);
    for (let i = chance.once(3) ? 3 : 1; i > 0 && bytes.length > 0; --i) {
        if (chance.once(4)) damageNumber(chance, bytes, { from: 0, to: bytes.length });
        else bytes[chance.below(bytes.length)] = chance.once(2)
                ? chance.below(256)
                : chance.pick([0, 1, 2, 3, 127, 128, 246, 247, 248, 249, 250, 251, 252, 253, 255]);
    }
    return bytes;
};

/** @param {Parts} parts @param {number} seed @param {Parts} other @returns {Parts} */
function damageParts(parts, seed, other) {
    const chance = makeChance(seed);
    const changed = { ...parts };
    switch (chance.below(12)) {
        case 0:
            changed.snapshot = damageSnapshot(parts.snapshot, chance.below(2 ** 31),
                other.snapshot);
            if (changed.snapshot.length % 16 === 0) fixSnapshot(changed.snapshot);
            break;
        case 1:
            changed.snapshot = other.snapshot;
            break;
        case 2:
            changed.told = damagePart(chance, parts.told, other.told);
            break;
        case 3:
            changed.hashEvery = chance.pick([0, 1, 2, 600, 601, 2 ** 31]);
            break;
        case 4:
            changed.lead = damagePart(chance, parts.lead, other.lead);
            break;
        default:
            changed.runs = damagePart(chance, parts.runs, other.runs);
    }
    if (changed.snapshot.length === 0) changed.snapshot = other.snapshot;
    changed.hashEvery = Math.max(1, changed.hashEvery);
    return changed;
}

/** A terrain as it is made, dug and filled. @param {number} variant @returns {Bytes} */
function recordGround(variant) {
    const world = new World();
    startRecording(world);
    playGround(world, variant);
    const bytes = stopRecording(world);
    world.destroy();
    return bytes;
}

/** @returns {Kind<ReplayFile>} */
export function replayKind() {
    const good = Array.from({ length: HISTORIES }, (_, i) => recordHistory(World, i + 1, 20).bytes);
    for (let variant = 0; variant < 2; ++variant) good.push(recordGround(variant));
    // And some that begin with worlds of everything.
    for (const snapshot of goodSnapshots().slice(0, 12))
        good.push(putTogether({ ...takeApart(good[0]), snapshot }, true));
    /** @param {Parts} parts @returns {Parts} */
    const copied = (parts) => ({ ...parts, lead: parts.lead.slice(),
        snapshot: parts.snapshot.slice(), told: parts.told.slice(), runs: parts.runs.slice(),
        hashes: parts.hashes.slice() });

    /** @param {number} base @param {readonly number[]} changes @returns {ReplayFile} */
    const damage = (base, changes) => {
        const chance = makeChance(changes[0]);
        const start = good[base % good.length];
        const other = good[chance.below(good.length)];
        const [how, variant] = [chance.below(8), chance.below(64)];
        if (how === 0) { // as bytes, its checksum not made right
            let bytes = start.slice();
            for (const seed of changes.slice(1)) bytes = damagePart(makeChance(seed), bytes, other);
            return { bytes, fixed: false, variant };
        }
        let parts = copied(takeApart(start));
        for (const seed of changes.slice(1)) parts = damageParts(parts, seed, takeApart(other));
        return { bytes: putTogether(parts, how > 1), fixed: true, variant };
    };

    return {
        name: 'replays',
        bases: good.length,
        weight: 2,
        damage,
        bytes: ({ bytes }) => bytes.length,
        take({ bytes, variant }) {
            let replay;
            try {
                replay = Replay.open(bytes, { keyframeBytes: variant % 2 === 0 ? 0 : 2 ** 16 });
            } catch (error) {
                if (error instanceof MicaError && CODES.includes(error.code)
                    && error.message.startsWith('Replay.open: ')) return false;
                throw error;
            }
            const played = play(replay, variant);
            if (replay.steps <= STEPS && variant % 8 === 0)
                attempt('verify', () => replay.verify(), CODES);
            if (variant % 4 === 0)
                useWorld(replay.world, variant, ['VIEW_NOT_FINITE', 'JOINTS_INACTIVE']);
            else replay.destroy();
            return played;
        },
        describe: (base, _, { bytes, fixed }) => [
            `recording ${base % good.length} of ${
                good[base % good.length].length
            } bytes, now ${bytes.length}${fixed ? '' : ', its checksum as it was'}`,
            ...(differing(bytes, good[base % good.length]) ?? []).slice(0, 40).map((i) =>
                `  byte ${i}: ${good[base % good.length][i]} became ${bytes[i]}`
            ),
        ],
        smaller: (base,
            file) => (file.fixed ? fewerBytes(good[base % good.length], file) : undefined),
    };
}

/** Plays some steps, and goes back. Whether it could. @param {Replay} replay @param {number} variant */
function play(replay, variant) {
    let played = true;
    const guarded = (/** @type {string} */ what, /** @type {() => void} */ run) => {
        played = attempt(what, () => (run(), true), CODES) ?? false;
    };
    for (let i = 0; i < STEPS && played && replay.step < replay.steps; ++i)
        guarded('play', () => replay.play());
    if (variant % 3 === 0) guarded('seek', () => replay.seek(Math.min(replay.steps, variant % 7)));
    return played;
}

/** The same file with each changed byte as it was, as long as both have the same parts. @param {Bytes} good @param {ReplayFile} file */
function* fewerBytes(good, file) {
    for (const i of differing(file.bytes, good) ?? []) {
        const bytes = file.bytes.slice();
        bytes[i] = good[i];
        let lead;
        try {
            ({ lead } = takeApart(bytes));
        } catch {
            continue;
        }
        const sum = new ByteWriter();
        sum.word(checksum(bytes.subarray(lead.length + 4)));
        yield { ...file, bytes: joined(lead, sum.copy(), bytes.subarray(lead.length + 4)) };
    }
}
