// The start of a recording: a snapshot of the world, and the user data of its objects. Written by
// js/world/saving/recording.js, read by js/world/saving/replay.js.
import { idOf } from '../wire/object.js';
import { OperationReader, OperationWriter } from './operations.js';
import { jsonOf, readJson } from './user-data.js';
import { ByteReader, ByteWriter, damaged } from './varints.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Target } from './operations.js' */

/**
 * @typedef {object} Start
 * @property {Uint8Array<ArrayBuffer>} snapshot
 * @property {(core: Core, set: (target: Target, id: number, value: unknown) => void) => void} readUserData gives `set`
 *     the user data of what is in the world
 */

/** Kinds of objects that have user data, in the order of their numbers. */
export const TARGETS = /** @type {const} */ (['body', 'collider', 'joint']);

/** Bytes of the largest snapshot that is read. */
const MAX_BYTES = 2 ** 29;

/** How many bytes from one on are zero, or are not. @param {Uint8Array} bytes @param {number} from @param {boolean} zero */
function alike(bytes, from, zero) {
    let end = from;
    while (end < bytes.length && (bytes[end] === 0) === zero) ++end;
    return end - from;
}

/**
 * Writes a snapshot: by turns how many bytes are zero, and how many are not and which.
 * @param {ByteWriter} writer @param {Uint8Array} bytes
 */
export function writeSnapshot(writer, bytes) {
    writer.count(bytes.length);
    for (let at = 0; at < bytes.length;) {
        const zeros = alike(bytes, at, true);
        writer.count(zeros);
        const others = alike(bytes, at += zeros, false);
        writer.count(others);
        writer.raw(bytes.subarray(at, at += others));
    }
}

/**
 * @param {ByteReader} reader
 * @param {boolean} needed false to read past it alone
 */
export function readSnapshot(reader, needed) {
    const length = reader.countWithin('the size of a snapshot', 1, MAX_BYTES);
    const bytes = new Uint8Array(needed ? length : 0);
    for (let at = 0; at < length;) {
        at += reader.countWithin('a count of zeros', 0, length - at);
        const others = reader.countWithin('a count of bytes', at < length ? 1 : 0, length - at);
        if (others > reader.end - reader.at) damaged('it ends too early');
        if (needed) bytes.set(reader.bytes.subarray(reader.at, reader.at + others), at);
        reader.at += others;
        at += others;
    }
    return bytes;
}

/**
 * Writes what a world is like.
 * @param {Core} core
 * @param {Uint8Array} snapshot of it
 */
export function writeStart(core, snapshot) {
    const writer = new ByteWriter();
    writeSnapshot(writer, snapshot);
    const operations = new OperationWriter();
    [core.bodies, core.colliders, core.joints].forEach((list, target) => {
        const all = list.map((object) => /** @type {const} */ ([object, jsonOf(object?.userData)]));
        const given = all.filter(([, json]) => json !== '');
        writer.count(given.length);
        for (const [object, json] of given) {
            operations.handle(writer, core, TARGETS[target],
                idOf(/** @type {NonNullable<typeof object>} */ (object)));
            writer.text(json);
        }
    });
    return writer.copy();
}

/**
 * @param {Uint8Array} bytes
 * @returns {Start}
 */
export function readStart(bytes) {
    const reader = new ByteReader(bytes);
    const snapshot = readSnapshot(reader, true);
    const { at } = reader;
    /** @param {Core | undefined} core @param {(target: Target, id: number, value: unknown) => void} set */
    const readUserData = (core, set) => {
        reader.at = at;
        const operations = new OperationReader();
        for (const target of TARGETS) {
            for (let left = reader.count(); left > 0; --left)
                set(target, operations.handle(reader, core, target), readJson(reader));
        }
    };
    readUserData(undefined, () => {});
    return { snapshot, readUserData };
}
