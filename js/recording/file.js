// A recording as a file: what it begins with, the world it starts from, the runs of its steps, hashes. Written by
// js/recording/recorder.js, read and checked here for js/world/saving/replay.js. Whatever the bytes, reading ends soon and
// either gives a recording that can be played or throws a MicaError.
import { ABI } from '../wire/layout.js';
import { MicaError } from '../wire/errors.js';
import { operationOf } from '../wire/table.js';
import { version } from '../wire/version.js';
import { readRuns } from './blocks.js';
import { checksum } from './checksum.js';
import { ENTRY } from './entries.js';
import { OperationReader, targetOfNumber } from './operations.js';
import { TARGETS, readSnapshot } from './start.js';
import { readJson } from './user-data.js';
import { ByteReader, Damage, damaged } from './varints.js';
import { readWrite } from './view-writes.js';

/** @import { Core } from '../wire/core.js' */
/** @import { NamedOperation } from '../wire/table.js' */
/** @import { Run } from './blocks.js' */
/** @import { Target } from './operations.js' */

/**
 * What happens in a block, one by one.
 * @typedef {object} Player
 * @property {Core} core
 * @property {(operation: NamedOperation, id: number, values: any[]) => void} perform
 * @property {(target: Target, id: number, value: unknown) => void} setUserData
 * @property {(snapshot: Uint8Array<ArrayBuffer>) => void} restore
 *
 * @typedef {object} Recording
 * @property {Uint8Array} start what the world was like, as js/recording/start.js writes it
 * @property {Run[]} runs
 * @property {number} steps
 * @property {{ at: number, end: number }} rest what came after the last step
 * @property {number} hashEvery steps from one hash to the next
 * @property {Uint32Array} hashes the low words of the hashes after each so many steps
 * @property {string} lastHash
 * @property {OperationReader} operations
 * @property {ByteReader} reader
 */

/**
 * Runs what reads bytes, and makes a MicaError of what it finds damaged.
 * @template T
 * @param {string} method
 * @param {() => T} read
 */
export function readSafely(method, read) {
    try {
        return read();
    } catch (error) {
        if (!(error instanceof Damage)) throw error;
        throw new MicaError('REPLAY_DAMAGED', `${method}: the recording is damaged: ${error.what}`);
    }
}

/**
 * Reads what happens in a block.
 * @param {Recording} recording
 * @param {{ at: number, end: number }} block
 * @param {Player} [player] undefined to check the bytes alone
 */
export function readBlock({ reader, operations }, { at, end }, player) {
    reader.at = at;
    reader.end = end;
    operations.restart();
    while (reader.at < end) {
        const code = reader.count();
        if (code === ENTRY.VELOCITY || code === ENTRY.FORCE) {
            readWrite(reader, player?.core, code === ENTRY.FORCE);
        } else if (code === ENTRY.USER_DATA) {
            const target = TARGETS[reader.countWithin('a kind of object', 0, TARGETS.length - 1)];
            const id = operations.handle(reader, player?.core, target);
            const value = readJson(reader);
            player?.setUserData(target, id, value);
        } else if (code === ENTRY.RESTORE) {
            const bytes = readSnapshot(reader, player !== undefined);
            player?.restore(bytes);
        } else readOperation(reader, operations, code - ENTRY.OPERATION, player);
    }
}

/** @param {ByteReader} reader @param {OperationReader} operations @param {number} number @param {Player} [player] */
function readOperation(reader, operations, number, player) {
    /** @type {NamedOperation} */
    let operation;
    try {
        operation = operationOf(number);
    } catch {
        return damaged(`there is no operation ${number}`);
    }
    const id = operations.handle(reader, player?.core, targetOfNumber(number));
    const values = operations.values(reader, player?.core, operation, id);
    player?.perform(operation, id, values);
}

/**
 * Refuses what is no recording, or one of another version.
 * @param {string} method
 * @param {ByteReader} reader
 */
function readBeginning(method, reader) {
    const { bytes } = reader;
    if (bytes.length < 12 || ENTRY.MAGIC.some((byte, i) => bytes[i] !== byte)) {
        throw new MicaError('REPLAY_FOREIGN', `${method}: bytes are not a recording of Mica`);
    }
    reader.at = ENTRY.MAGIC.length;
    const format = reader.count();
    const engine = reader.text();
    const abi = reader.count();
    if (format !== ENTRY.FORMAT || engine !== version || abi !== ABI) {
        throw new MicaError('REPLAY_VERSION',
            `${method}: the recording is of Mica ${engine}, this is ${version}${
                engine === version ? ', of another build of the same number' : ''
            }`);
    }
    const sum = reader.word();
    if (sum !== checksum(bytes.subarray(reader.at))) damaged('its bytes have changed');
}

/**
 * Reads a recording and checks that it is one throughout.
 * @param {string} method
 * @param {Uint8Array} bytes which are kept
 * @returns {Recording}
 */
export function readRecording(method, bytes) {
    return readSafely(method, () => {
        const reader = new ByteReader(bytes);
        readBeginning(method, reader);
        const hashEvery = reader.countWithin('the distance of hashes', 1, ENTRY.MAX_STEPS_TO_HASH);
        const start = reader.raw(reader.count());
        const length = reader.count();
        const end = reader.at + length;
        if (end > bytes.length) damaged('it ends too early');
        const inner = new ByteReader(bytes, reader.at, end);
        const { runs, steps } = readRuns(inner);
        const rest = { at: inner.at, end };
        reader.at = end;
        const count = Math.floor(steps / hashEvery);
        if (bytes.length - end !== 4 * count + 8) damaged('it has not the hashes of its steps');
        const hashes = Uint32Array.from({ length: count }, () => reader.word());
        const [low, high] = [reader.word(), reader.word()];
        const lastHash = [high, low].map((word) => word.toString(16).padStart(8, '0')).join('');
        const recording = { start, runs, steps, rest, hashEvery, hashes, lastHash,
            operations: new OperationReader(), reader: inner };
        const seen = new Set();
        for (const run of runs) {
            if (!seen.has(run.at)) readBlock(recording, run);
            seen.add(run.at);
        }
        readBlock(recording, rest);
        return recording;
    });
}
