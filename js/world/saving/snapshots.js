// A whole world as bytes, and back: what the engine saves (src/world/saving/snapshot.c), and behind it what a page
// knows of a world beyond the engine, as doubles (FIELDS) and JSON. js/world/world.js calls this.
import { MAX_LAYERS, checkName } from '../../options/layers.js';
import { MAX_STEPS, MIN_FIXED_STEP, WORLD_COUNTS } from '../../options/options.js';
import { livePointer, syncViews, takeSettings } from '../../wire/core.js';
import { MicaError, boolean, isTyped, readOptions, wrongType } from '../../wire/errors.js';
import { WORLD } from '../../wire/layout.js';
import { worldCore } from '../../wire/handle.js';
import { APPLY_FORCE, APPLY_FORCE_AT, APPLY_TORQUE } from '../../wire/operations.js';
import { allocate, heap, memoryBytes, raise, raiseAtSlot, refuseView,
    wasm } from '../../wire/wasm.js';
import { applyDelta, bytesAt, isDelta, isWhole, mostOf, withDifference, wordsOf } from './delta.js';
import { localEngine } from '../engine.js';
import { BROKE, clearEvents, gatherEvents } from '../events/event-stores.js';
import { bodyInSlot, colliderOf } from '../objects/objects.js';
import { birthsOf, noteRoster, recallRoster, rosterIn } from '../objects/roster.js';

/** @import { SnapshotOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { EventStores } from '../events/event-stores.js' */
/** @import { World } from '../world.js' */
/** @import { Present, Roster } from '../objects/roster.js' */

/** What a page knows of a world, one double each; behind them the world's options, as WORLD says. */
export const FIELDS = Object.freeze({
    FORM: 0,
    TIME: 1,
    STEP_COUNT: 2,
    LEFT_OVER: 3,
    ALPHA: 4,
    FIXED_STEP: 5,
    SUBSTEPS: 6,
    MAX_STEPS: 7,
    TIME_SCALE: 8,
    PAUSED: 9,
    BY_IMPACTS: 10,
    TEXT_BYTES: 11,
    SETTINGS: 12,
});
const NUMBERS = FIELDS.SETTINGS + WORLD.RECORD;

/** The form of these doubles and of the JSON. */
const FORM = 3;

/**
 * How many doubles each form has. Those of form 1 end before the unit of length, which was 1; of form 2, before the
 * impulse of load events, of which there were none.
 */
const NUMBERS_OF_FORM = [0, FIELDS.SETTINGS + WORLD.LENGTH_UNIT,
    FIELDS.SETTINGS + WORLD.LOAD_IMPULSE, NUMBERS];

/**
 * Least and greatest of each, and of what the engine does not have of the settings.
 * @type {readonly (readonly [min: number, max: number, whole: boolean, at?: number])[]}
 */
const RANGES = [[1, FORM, true], [0, 1e15, false], [0, 1e14, true], [0, 1e9, false], [0, 1, false],
    [MIN_FIXED_STEP, 1, false], [1, 64, true], [1, MAX_STEPS, true], [0, 1000, false], [0, 1, true],
    [0, 1, true], [0, 2 ** 31, true], ...Object.values(WORLD_COUNTS).map((
        [at, most],
    ) => /** @type {const} */ ([0, most, true, FIELDS.SETTINGS + at]))];

const FORCES = [APPLY_FORCE, APPLY_FORCE_AT, APPLY_TORQUE];

/**
 * @typedef {object} Text the JSON
 * @property {string[]} layers
 * @property {number[][]} [forces] the calls of applyForce and applyTorque that act on: see FrameForces
 * @property {Record<'bodies' | 'colliders' | 'joints', Record<string, unknown>>} [userData] by slot
 */

/** The JSON of a world that is nothing but its layers, encoded. @type {WeakMap<Core, { layers: number, bytes: Uint8Array }>} */
const plainTexts = new WeakMap();

/** How deep lists and objects may lie in each other in the JSON, and how many values there may be. */
const MAX_LEVELS = 100;
const MAX_VALUES = 2e6;

/**
 * Whether no list or object lies deeper than that, and so none in itself, there are not more values, and none is a
 * bigint, which JSON has only where the game says how.
 * @param {unknown} value
 */
function isWithinBounds(value) {
    let count = 0;
    /** @param {unknown} each @param {number} level @returns {boolean} */
    const fits = (each, level) => {
        if (++count > MAX_VALUES) return false;
        if (typeof each === 'bigint') return 'toJSON' in BigInt.prototype;
        if (typeof each !== 'object' || each === null) return true;
        return level < MAX_LEVELS && Object.values(each).every((inner) => fits(inner, level + 1));
    };
    return fits(value, 0);
}

/**
 * What the game has at its bodies, colliders and joints as JSON, which may run code of the game's.
 * @param {Core} core
 */
function userDataText(core) {
    const { objectChanges } = core;
    const userData = { ...userDataOf(core), ...core.matter?.userData() };
    if (!isWithinBounds(userData))
        throw new TypeError(
            `World.snapshot: userData must be JSON of at most ${MAX_LEVELS} levels and ${MAX_VALUES} values`,
        );
    const text = JSON.stringify(userData);
    if (core.objectChanges !== objectChanges)
        throw new TypeError(
            'World.snapshot: userData makes or destroys bodies, colliders or joints while it is saved',
        );
    return text;
}

/** @param {Core} core @param {boolean} withUserData */
function textOf(core, withUserData) {
    // First what may run code of the game's; the rest is of one moment.
    const userData = withUserData ? userDataText(core) : undefined;
    const forces = core.frameForces.save();
    const { length } = core.layerNames;
    const plain = !withUserData && forces.length === 0;
    const kept = plainTexts.get(core);
    if (plain && kept?.layers === length) return kept.bytes;
    /** @type {Text} */
    const text = { layers: core.layerNames };
    if (forces.length > 0) text.forces = forces;
    const json = JSON.stringify(text);
    const bytes = new TextEncoder().encode(
        userData === undefined ? json : `${json.slice(0, -1)},"userData":${userData}}`,
    );
    if (plain) plainTexts.set(core, { layers: length, bytes });
    return bytes;
}

/** @param {Core} core */
function userDataOf({ bodies, colliders, joints }) {
    /** @param {({ userData: unknown } | undefined)[]} list */
    const bySlot = (list) => {
        /** @type {Record<string, unknown>} */
        const found = {};
        list.forEach((object, slot) => {
            if (object?.userData !== undefined) found[slot] = object.userData;
        });
        return found;
    };
    return { bodies: bySlot(bodies), colliders: bySlot(colliders), joints: bySlot(joints) };
}

/**
 * The array that a snapshot goes into.
 * @param {string} method
 * @param {Uint8Array<ArrayBuffer> | undefined} into
 * @param {number} bytes
 */
function targetFor(method, into, bytes) {
    if (into === undefined) return new Uint8Array(bytes);
    refuseView(method, 'into', into);
    if (into.length < bytes)
        throw new RangeError(`${method}: into must hold ${bytes} bytes, got ${into.length}`);
    return into.length === bytes ? into : into.subarray(0, bytes);
}

/**
 * @param {string} method
 * @param {unknown} given bytes or options
 * @returns {SnapshotOptions}
 */
function parseSnapshot(method, given) {
    if (given === undefined) return {};
    if (isTyped(given, Uint8Array)) return { into: /** @type {Uint8Array<ArrayBuffer>} */ (given) };
    const o = readOptions(method, 'options', given, new Set(['into', 'userData', 'since']));
    for (const name of ['into', 'since']) {
        if (o[name] !== undefined && !isTyped(o[name], Uint8Array))
            wrongType(method, name, 'a Uint8Array', o[name]);
    }
    if (o.userData !== undefined) boolean(method, 'userData', o.userData);
    return o;
}

/** What a snapshot has of a world beyond the engine, as FIELDS says. @param {Core} core */
export function readNumbers(core) {
    return [...core.steps.save(), ...core.worldRecord];
}

/** @param {Core} core @param {Float64Array} numbers as FIELDS says */
export function loadNumbers(core, numbers) {
    core.steps.load(numbers);
    takeSettings(core, [...numbers.subarray(FIELDS.SETTINGS)]);
}

/**
 * Saves a world.
 * @param {Core} core
 * @param {unknown} given
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function saveWorld(core, given) {
    const method = 'World.snapshot';
    const { into, userData = false, since } = parseSnapshot(method, given);
    const base = since && wordsOf(since);
    if (since && base && (since.length % 4 !== 0 || !isWhole(base)))
        refuseBytes(method, 'since is');
    return saveWith(core, readNumbers, method, userData, (address, bytes) => {
        /** @param {Uint8Array<ArrayBuffer>} [given] */
        const copy = (given) => {
            if (given === undefined) return refuseBytes(method, 'since is of another version,');
            const target = targetFor(method, into, given.length);
            target.set(given);
            noteRoster(core, target, wordsAt(address, bytes));
            return target;
        };
        // Where one has matter and the other had none, all of it differs.
        return base && base[ROWS] === wordsAt(address, bytes)[ROWS]
            ? withDifference(method, address, bytes, /** @type {Uint8Array<ArrayBuffer>} */ (since),
                mostOf(bytes), copy)
            : copy(bytesAt(address, bytes));
    });
}

/** Words in wasm memory, until it grows. @param {number} address @param {number} bytes */
function wordsAt(address, bytes) {
    return wordsOf(bytesAt(address, bytes));
}

/**
 * Saves a world for a moment.
 * @template T
 * @param {Core} core
 * @param {(core: Core) => number[]} numbersNow as FIELDS says; asked for when the game's own code has run
 * @param {string} method
 * @param {boolean} userData
 * @param {(address: number, bytes: number) => T} use gets the snapshot, which lies in wasm memory until it returns
 * @returns {T} what it gives
 */
export function saveWith(core, numbersNow, method, userData, use) {
    const text = textOf(core, userData);
    const own = 8 * NUMBERS + text.length;
    // Only now: what reads options and user data may run code of the game's.
    livePointer(core, method);
    const numbers = numbersNow(core);
    const bytes = wasm.calls.snapshot_bytes(core.ptr, own);
    const host = (own + 15) & ~15;
    const address = allocate(method, host + bytes);
    try {
        numbers[FIELDS.FORM] = FORM;
        numbers[FIELDS.TEXT_BYTES] = text.length;
        heap().f64.set(numbers, address >> 3);
        memoryBytes().set(text, address + 8 * NUMBERS);
        const error = wasm.calls.snapshot_save(core.ptr, address, own, address + host, bytes,
            wasm.scratch);
        if (error !== 0) raiseAtSlot(method, error);
        return use(address + host, bytes);
    } finally {
        wasm.calls.release(address);
    }
}

/** Which word of a snapshot says how many arrays it has; how many there are at most without matter, and with it. */
const ROWS = 6;
export const PLAIN_ROWS = 61;
const MAX_ROWS = 99;

/** Refuses a snapshot with matter where the engine has none. @param {string} method @param {number} rows */
function refuseMatter(method, rows) {
    if (rows > PLAIN_ROWS && rows <= MAX_ROWS && !wasm.calls.matter_create)
        throw new MicaError('BAD_SNAPSHOT',
            `${method}: the world has matter; import 'mica2d/matter' instead`);
}

/** @param {string} method @param {string} [what] @returns {never} */
function refuseBytes(method, what = 'bytes are') {
    throw new MicaError('BAD_SNAPSHOT',
        `${method}: ${what} damaged, or not made by world.snapshot()`);
}

/**
 * @param {string} method
 * @param {Float64Array} numbers
 */
function checkNumbers(method, numbers) {
    RANGES.forEach(([min, max, whole, at], i) => {
        const value = numbers[at ?? i];
        if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
            refuseBytes(method);
    });
    if (!numbers.every(Number.isFinite)) refuseBytes(method);
}

/**
 * @param {string} method
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isRecord(method, value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? true
        : refuseBytes(method);
}

/** Where a call of applyForce has its operation, its body and whether its forces are spent. */
const [CALL, CALLED, SPENT] = [0, 1, 6];

/** Whether that is what FrameForces saves of a call. @param {unknown} call */
function isForce(call) {
    if (!Array.isArray(call) || call.length !== SPENT + 1 || !call.every(Number.isFinite))
        return false;
    const operation = FORCES.find(({ number }) => number === call[CALL]);
    operation?.args.forEach(({ check, name }, i) =>
        check('World.restore', name, call[CALLED + 1 + i])
    );
    return operation !== undefined && Number.isInteger(call[CALLED])
        && (call[SPENT] === 0 || call[SPENT] === 1);
}

/** Whether a key of user data is a number that a slot may have. @param {string} key */
const isSlot = (key) => /^(0|[1-9]\d{0,6})$/.test(key);

/**
 * The JSON of a snapshot, checked.
 * @param {string} method
 * @param {Uint8Array} bytes
 * @returns {Text}
 */
function parseText(method, bytes) {
    let text;
    try {
        text = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        const { layers, forces = [], userData = { bodies: {}, colliders: {}, joints: {} } } = text;
        layers.forEach((/** @type {unknown} */ name) => checkName(method, name));
        const plain = layers[0] === 'default' && layers.length <= MAX_LAYERS
            && new Set(layers).size === layers.length
            && Array.isArray(forces) && forces.every((call, i) =>
                isForce(call) && (i === 0 || call[SPENT] <= forces[i - 1][SPENT])
            );
        if (!plain)
            refuseBytes(method);
        if (!isWithinBounds(userData))
            refuseBytes(method);
        for (const kind of ['bodies', 'colliders', 'joints']) {
            if (!isRecord(method, userData[kind]) || !Object.keys(userData[kind]).every(isSlot))
                refuseBytes(method);
        }
    } catch {
        refuseBytes(method);
    }
    return text;
}

/**
 * What the page saved, read from a snapshot in wasm memory.
 * @param {string} method
 * @param {Core} core
 * @param {number} address
 * @param {number} bytes
 * @returns {{ numbers: Float64Array, text: Text | undefined }} no text if it is that of the world as it is
 */
function readOwn(method, core, address, bytes) {
    const at = wasm.calls.snapshot_host(address, bytes, wasm.scratch);
    const length = heap().u32[wasm.scratchI32];
    if (at === 0 || length < 8) return refuseBytes(method);
    const { f64 } = heap(), saved = NUMBERS_OF_FORM[f64[at >> 3]];
    if (!saved || length < 8 * saved) return refuseBytes(method);
    const numbers = new Float64Array(NUMBERS);
    numbers[FIELDS.SETTINGS + WORLD.LENGTH_UNIT] = 1;
    numbers.set(f64.subarray(at >> 3, (at >> 3) + saved));
    checkNumbers(method, numbers);
    numbers[FIELDS.FORM] = FORM;
    if (8 * saved + numbers[FIELDS.TEXT_BYTES] !== length) refuseBytes(method);
    const encoded = memoryBytes().subarray(at + 8 * saved, at + length);
    const kept = plainTexts.get(core);
    const same = kept?.layers === core.layerNames.length && kept.bytes.length === encoded.length
        && kept.bytes.every((byte, i) => byte === encoded[i]);
    return { numbers, text: same ? undefined : parseText(method, encoded) };
}

/**
 * Gives user data to the objects that were made for a snapshot from elsewhere.
 * @param {Core} core @param {Text} text
 * @param {Present} present the objects that were there before, and keep what the game hung on them
 */
function giveUserData(core, { userData }, present) {
    /** @param {'bodies' | 'colliders' | 'joints'} kind @param {(slot: number) => { userData: unknown } | undefined} make */
    const give = (kind, make) => {
        for (const [key, value] of Object.entries(userData?.[kind] ?? {})) {
            const slot = Number(key);
            const object = present[kind][slot] === undefined ? make(slot) : undefined;
            if (object) object.userData = value;
        }
    };
    give('bodies', (slot) => bodyInSlot(core, slot));
    give('colliders', (slot) => {
        const id = wasm.calls.collider_at(core.ptr, slot);
        return id === 0 ? undefined : colliderOf(core, id);
    });
    give('joints', (slot) => core.joints[slot]);
}

/**
 * Takes in events for which listeners have been called already. Of joints that broke there are none without their objects.
 * @param {Core} core
 * @param {EventStores} buffers
 * @param {boolean} known whether the objects of the time are
 */
function takeEvents(core, buffers, known) {
    clearEvents(buffers);
    gatherEvents(buffers, core);
    if (!known) buffers.stores[BROKE].count = 0;
    for (const store of buffers.stores) store.emitted = store.count;
}

/**
 * Makes a world what it was in a snapshot, or throws and changes nothing.
 * @param {Core} core
 * @param {string} method
 * @param {unknown} given the bytes
 * @param {unknown} [options]
 * @returns {Float64Array} as FIELDS says
 */
export function restoreWorld(core, method, given, options) {
    if (!isTyped(given, Uint8Array)) wrongType(method, 'bytes', 'a Uint8Array', given);
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (given);
    const { since } = options === undefined
        ? {}
        : readOptions(method, 'options', options, new Set(['since']));
    if (since !== undefined && !isTyped(since, Uint8Array))
        wrongType(method, 'since', 'a Uint8Array', since);
    if (isDelta(bytes) && since === undefined)
        throw new MicaError('BAD_SNAPSHOT',
            `${method}: bytes are the difference from another snapshot; give that as since`);
    const whole = since !== undefined && isDelta(bytes)
        ? applyDelta(method, bytes, /** @type {Uint8Array<ArrayBuffer>} */ (since))
        : bytes;
    return restoreBytes(core, method, whole, rosterIn(core, bytes, whole));
}

/**
 * Refuses to restore a world that a page follows from afar.
 * @param {Core} core @param {string} method
 */
export function refuseWorker(core, method) {
    if (core.engine !== localEngine)
        throw new MicaError('NOT_IN_WORKER', `${method}: not in a worker; use World.fromSnapshot`);
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {Uint8Array<ArrayBuffer>} given a whole snapshot
 * @param {Roster | undefined} roster the objects of that time, if they are known
 * @returns {Float64Array} as FIELDS says
 */
export function restoreBytes(core, method, given, roster) {
    livePointer(core, method);
    refuseWorker(core, method);
    const restore = () => takeBytes(core, method, given, roster);
    return core.recorder === null ? restore() : core.recorder.restore(given, restore);
}

/**
 * Gives a new world what a snapshot has, or destroys it and throws.
 * @template {World<any>} T
 * @param {T} world
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ since?: Uint8Array<ArrayBuffer> }} [options]
 * @returns {T}
 */
export function fillWorld(world, bytes, options) {
    try {
        const core = worldCore(world);
        const numbers = restoreWorld(core, 'World.fromSnapshot', bytes, options);
        loadNumbers(core, numbers);
        core.steps.timeScale = numbers[FIELDS.TIME_SCALE];
        core.steps.paused = numbers[FIELDS.PAUSED] === 1;
        return world;
    } catch (error) {
        world.destroy();
        throw error;
    }
}

/**
 * @param {Core} core
 * @param {string} method
 * @param {Uint8Array<ArrayBuffer>} given
 * @param {Roster | undefined} roster
 */
function takeBytes(core, method, given, roster) {
    const bytes = given.length;
    const address = allocate(method, Math.max(16, bytes));
    try {
        memoryBytes().set(given, address);
        refuseMatter(method, wordsAt(address, bytes)[ROWS]);
        const { numbers, text } = readOwn(method, core, address, bytes);
        const births = roster ? undefined : birthsOf(core);
        const { length: layers } = text ? text.layers : core.layerNames;
        heap().f64.set(numbers.subarray(FIELDS.SETTINGS), wasm.scratchF64);
        const error = wasm.calls.snapshot_restore(core.ptr, address, bytes, wasm.scratch,
            numbers[FIELDS.STEP_COUNT], layers);
        if (error !== 0) raise(method, error);
        syncViews(core);
        if (text) core.layerNames.splice(0, core.layerNames.length, ...text.layers);
        const present = recallRoster(core, roster, births);
        core.frameForces.load(text?.forces ?? [], FORCES);
        if (text) giveUserData(core, text, present);
        takeEvents(core, core.stores, roster !== undefined);
        core.matter?.restored(text?.userData);
        core.byImpacts = numbers[FIELDS.BY_IMPACTS] === 1;
        core.alpha = numbers[FIELDS.ALPHA];
        ++core.moves;
        return numbers;
    } finally {
        wasm.calls.release(address);
    }
}
