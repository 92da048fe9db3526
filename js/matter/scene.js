// The matter of a world in a scene: matters by their options, with their particles as packed numbers; emitters by their options;
// gauges by the place of their collider. Called by js/world/saving/scene-write.js and scene-read.js.
import { floatsOf, packNumbers, unpackNumbers } from '../options/packed-numbers.js';
import { jsonOf } from '../options/scene.js';
import { outOfRange, wrongType } from '../wire/errors.js';
import { EMITTER, MATTER } from '../wire/layout.js';
import { heap, raise, wasm } from '../wire/wasm.js';
import { colliderIds } from '../world/objects/objects.js';
import { decimal } from '../world/saving/scene-numbers.js';
import { pinnedOf } from './matter.js';
import { EMITTER_NUMBERS, MATTER_KINDS, MATTER_NUMBERS, VIEW_WORDS, emitterDefaults,
    matterDefaults } from './options.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Emitter } from './emitter.js' */
/** @import { Matter } from './matter.js' */
/** @import { World } from './world.js' */

const METHOD = 'toScene';
/** As messages about options begin, which withPart of js/options/scene.js makes its own of. */
const CREATE = 'World.createMatter';

/** @typedef {Record<string, any>} Options */

/**
 * The options of a record that are not its defaults.
 * @param {readonly number[]} record @param {readonly number[]} usual
 * @param {Readonly<Record<string, { field: number }>>} table
 * @param {Options} o
 */
function giveNumbers(record, usual, table, o) {
    for (const [name, { field }] of Object.entries(table))
        if (record[field] !== usual[field]) o[name] = decimal(record[field]);
}

/** @param {Options} o @param {unknown} userData */
function giveUserData(o, userData) {
    const data = jsonOf(userData);
    if (data !== undefined) o.userData = data;
}

/**
 * A record that the engine writes.
 * @param {number} error @param {number} length
 */
function taken(error, length) {
    if (error !== 0) raise(METHOD, error);
    const { f64, scratchF64: at } = heap();
    return Array.from(f64.subarray(at, at + length));
}

/**
 * @param {Core} core @param {Matter<any>} matter
 * @returns {Options}
 */
function matterOptions(core, { index, userData }) {
    const record = taken(wasm.calls.matter_get(core.ptr, index, wasm.scratch), MATTER.RECORD);
    const usual = matterDefaults(record[MATTER.KIND], core.lengthUnit);
    /** @type {Options} */
    const o = { kind: MATTER_KINDS[record[MATTER.KIND]] };
    giveNumbers(record, usual, MATTER_NUMBERS, o);
    if (record[MATTER.CAPACITY] !== usual[MATTER.CAPACITY]) o.capacity = record[MATTER.CAPACITY];
    if (record[MATTER.LAYER] !== 0) o.layer = core.layerNames[record[MATTER.LAYER]];
    giveUserData(o, userData);
    return o;
}

/** The particles of each slot as they are after the last step. @param {Core} core @param {Options} o @param {number} slot */
function giveParticles(core, o, slot) {
    const count = wasm.calls.matter_views(core.ptr, 1, wasm.scratch);
    if (count < 0) raise(METHOD, -count);
    const { i32, u32, f32, scratchI32 } = heap();
    const [particles, positions, velocities, values] = i32.subarray(scratchI32 + VIEW_WORDS * slot);
    if (particles === 0) return;
    o.positions = packNumbers(f32.subarray(positions >> 2, (positions >> 2) + 2 * particles));
    const speeds = f32.subarray(velocities >> 2, (velocities >> 2) + 2 * particles);
    if (speeds.some((each) => each !== 0)) o.velocities = packNumbers(speeds);
    const words = u32.subarray(values >> 2, (values >> 2) + particles);
    if (words.some((each) => each !== 0)) o.values = packNumbers(words);
    const pinned = pinnedOf(core, METHOD, slot);
    if (pinned.length > 0) o.pinned = packNumbers(new Uint32Array(pinned));
}

/**
 * @param {Core} core @param {Emitter} emitter @param {readonly Matter<any>[]} matters
 * @returns {Options}
 */
function emitterOptions(core, emitter, matters) {
    const record = taken(wasm.calls.emitter_get(core.ptr, emitter.index, wasm.scratch),
        EMITTER.RECORD);
    const usual = emitterDefaults(core.lengthUnit);
    /** @type {Options} */
    const o = { matter: matters.findIndex(({ index }) => index === record[EMITTER.MATTER]) };
    const [x, y] = [record[EMITTER.X], record[EMITTER.Y]];
    if (x !== 0 || y !== 0) o.position = [decimal(x), decimal(y)];
    giveNumbers(record, usual, EMITTER_NUMBERS, o);
    if (record[EMITTER.VALUE] !== 0) o.value = record[EMITTER.VALUE];
    if (record[EMITTER.ENABLED] === 0) o.enabled = false;
    giveUserData(o, emitter.userData);
    return o;
}

/** The gauges of a body's colliders. @param {Core} core @param {number} slot of the body @param {number} body its place */
function gaugesOf(core, slot, body) {
    return colliderIds(core, wasm.calls.body_at(core.ptr, slot)).flatMap((id, collider) => {
        if (wasm.calls.gauge_get(core.ptr, id, wasm.scratch) < 0) return [];
        const { i32, scratchI32: at } = heap();
        /** @type {Options} */
        const o = { body, collider };
        if (i32[at] !== 0) o.threshold = i32[at];
        if (i32[at + 1] !== 0) o.drains = true;
        return [o];
    });
}

/**
 * @param {Core} core
 * @param {readonly Matter<any>[]} matters
 * @param {readonly Emitter[]} emitters
 * @param {readonly number[]} slots of the bodies of the scene
 */
export function matterToScene(core, matters, emitters, slots) {
    const written = matters.map((matter) => {
        const o = matterOptions(core, matter);
        giveParticles(core, o, matter.index);
        return o;
    });
    const mouths = emitters.map((emitter) => emitterOptions(core, emitter, matters));
    const gauges = slots.flatMap((slot, i) => gaugesOf(core, slot, i));
    return {
        ...(written.length > 0 ? { matters: written } : {}),
        ...(mouths.length > 0 ? { emitters: mouths } : {}),
        ...(gauges.length > 0 ? { gauges } : {}),
    };
}

/** @param {unknown} given @returns {Options} */
const optionsOf = (given) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
        ? /** @type {Options} */ (given)
        : wrongType(CREATE, 'options', 'an object', given);

/** Pins particles by their places. @param {Matter<any>} matter @param {Float32Array} at @param {Iterable<number>} pinned */
function pin(matter, at, pinned) {
    for (const index of pinned) {
        if (!(index < at.length / 2))
            outOfRange(CREATE, 'pinned', `indices below ${at.length / 2}`, index);
        matter.pin({ shape: 'circle', radius: 0.2 * matter.spacing }, {
            position: [at[2 * index], at[2 * index + 1]],
        });
    }
}

/** @param {World<any>} world @param {unknown} given */
function makeMatter(world, given) {
    const { positions, velocities, values, pinned, ...options } = optionsOf(given);
    const matter = world.createMatter(options);
    if (positions === undefined) return matter;
    /** @param {string} name @param {unknown} text */
    const list = (name, text) => text === undefined ? undefined : unpackNumbers(CREATE, name, text);
    const at = floatsOf(unpackNumbers(CREATE, 'positions', positions));
    const speeds = list('velocities', velocities);
    try {
        matter.add(at, { velocities: speeds && floatsOf(speeds), values: list('values', values) });
        pin(matter, at, list('pinned', pinned) ?? []);
    } catch (error) {
        // The method that the part of a scene stands for.
        if (error instanceof Error)
            error.message = error.message.replace(/Matter\.(add|pin)/, CREATE);
        throw error;
    }
    return matter;
}

/**
 * Makes what a scene has of matter, each part by `within`, which names it in errors.
 * @param {Core} core
 * @param {Record<string, any[]>} parts
 * @param {readonly Body<any>[]} bodies
 * @param {<T>(path: string, make: () => T) => T} within
 */
export function matterFromScene(core, { matters, emitters, gauges }, bodies, within) {
    const world = /** @type {World<any>} */ (core.world);
    const made = matters.map((given, i) => within(`matters[${i}]`, () => makeMatter(world, given)));
    /** @template T @param {readonly T[]} list @param {string} name @param {unknown} index */
    const named = (list, name, index) =>
        list[/** @type {number} */ (index)]
            ?? wrongType(CREATE, name, `an integer from 0 to ${list.length - 1}`, index);
    emitters.forEach((given, i) =>
        within(`emitters[${i}]`, () => {
            const { matter, ...options } = optionsOf(given);
            world.createEmitter({ ...options, matter: named(made, 'matter', matter) });
        })
    );
    gauges.forEach((given, i) =>
        within(`gauges[${i}]`, () => {
            const { body, collider, ...options } = optionsOf(given);
            const { colliders } = named(bodies, 'body', body);
            world.setGauge(named(colliders, 'collider', collider), options);
        })
    );
}
