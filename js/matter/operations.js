// The rows of the table of operations (js/wire/operations.js) that matter adds. Matters and emitters are named by their slots,
// which are the same in a recording and where it is played.
import { MAX_ANGLE, MAX_COORDINATE, MAX_NUMBER, MAX_SPEED, boolean, inRange, integer, isTyped,
    outOfRange, wrongType } from '../wire/errors.js';
import { EMITTER, MATTER } from '../wire/layout.js';
import { allocate, done, heap, memoryBytes, raise, wasm, writeRecord } from '../wire/wasm.js';
import { raiseShape } from '../world/objects/shape-faults.js';
import { MATTER_KINDS, MAX_EMITTERS, MAX_GAUGES, MAX_MATTERS, MAX_PARTICLES,
    MAX_VALUE } from './options.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Argument, Run } from '../wire/operations.js' */
/** @import { NamedOperation } from '../wire/table.js' */
/** @import { MatterSide } from './side.js' */

/**
 * A row that records itself where there is a recorder.
 * @param {number} number @param {string} name @param {Argument[]} args @param {Run} run
 * @returns {NamedOperation}
 */
function row(number, name, args, run) {
    const [first, second, third, fourth] = args;
    /** @type {NamedOperation} */
    const made = {
        number,
        name,
        target: name.startsWith('collider') ? 'collider' : 'world',
        args,
        first,
        second,
        third,
        fourth,
        run: (core, id, ...values) =>
            core.recorder === null
                ? run(core, id, ...values)
                : core.recorder.record(made, id, values, () => run(core, id, ...values)),
        field: undefined,
        again: undefined,
        axes: undefined,
        result: true,
    };
    return made;
}

/** @param {string} name @param {number} min @param {number} max @returns {Argument} */
const between = (name, min, max) => ({ name, type: 'number', min, max,
    check: (method, called, value) => inRange(method, called, value, min, max) });

/** @param {string} name @param {number} min @param {number} max @returns {Argument} */
const whole = (name, min, max) => ({ name, type: 'integer', min: NaN, max: NaN,
    check: (method, called, value) => integer(method, called, value, min, max) });

/** @param {string} name @returns {Argument} */
const flag = (name) => ({ name, type: 'boolean', min: NaN, max: NaN, check: boolean });

/** @param {string} name @returns {Argument} */
const text = (name) => ({ name, type: 'string', min: NaN, max: NaN,
    check: (method, called, value) =>
        typeof value === 'string' ? value : wrongType(method, called, 'a string', value) });

/** So many numbers within ±max. @param {string} name @param {number} max @param {number} [length] @returns {Argument} */
const floats = (name, max, length) => ({
    name,
    type: 'floats',
    min: NaN,
    max: NaN,
    check(method, called, value) {
        if (!isTyped(value, Float32Array) || (length !== undefined && value.length !== length))
            wrongType(method, called, 'a Float32Array', value);
        for (let i = 0; max < Infinity && i < value.length; ++i) {
            if (!(value[i] >= -max && value[i] <= max))
                inRange(method, `${called}[${i}]`, value[i], -max, max);
        }
        return value;
    },
});

const MATTER_ARGUMENT = whole('matter', 0, MAX_MATTERS - 1);
const EMITTER_ARGUMENT = whole('emitter', 0, MAX_EMITTERS - 1);
/** A shape record, and where the shape lies. */
const PLACED = [floats('shape', MAX_NUMBER, 20), between('x', -MAX_COORDINATE, MAX_COORDINATE),
    between('y', -MAX_COORDINATE, MAX_COORDINATE), between('angle', -MAX_ANGLE, MAX_ANGLE)];
const VELOCITY = [between('vx', -MAX_SPEED, MAX_SPEED), between('vy', -MAX_SPEED, MAX_SPEED)];
const VALUE = whole('value', 0, MAX_VALUE);
const NUMBER = (/** @type {string} */ name) => between(name, -MAX_NUMBER, MAX_NUMBER);

/** @param {Core} core */
const sideOf = (core) => /** @type {MatterSide} */ (core.matter);

/**
 * How many particles a call has changed.
 * @param {Core} core @param {string} method @param {Float32Array} shape @param {number} count minus an error code
 */
function changed(core, method, shape, count) {
    if (count < 0) raiseShape(method, -count, shape, 'shape.');
    ++core.moves;
    return count;
}

/**
 * Throws what an error of a call means that makes one of those of which a world has so many at most.
 * @param {string} method @param {number} error @param {number} limit @param {string} what they are
 * @returns {never}
 */
function raiseLimit(method, error, limit, what) {
    raise(method, error,
        (code) => (code === 'CAPACITY' ? `a world has at most ${limit} ${what}` : undefined));
}

/** Writes the shape of an edit. @param {Float32Array} shape */
function written(shape) {
    writeRecord(shape, wasm.scratch);
    return wasm.scratch;
}

export const CREATE_MATTER = row(101, 'world.createMatter', [
    whole('kind', 0, MATTER_KINDS.length - 1),
    whole('layer', 0, 63),
    whole('capacity', 1, MAX_PARTICLES),
    ...['spacing', 'density', 'viscosity', 'cohesion', 'friction', 'repose', 'stiffness',
        'plasticity', 'tearing', 'lifetime'].map(NUMBER),
], (core, _, ...record) => {
    writeRecord(record, wasm.scratch);
    const slot = wasm.calls.matter_create(core.ptr, wasm.scratch);
    if (slot < 0) raiseLimit('World.createMatter', -1 - slot, MAX_MATTERS, 'matters');
    return sideOf(core).enterMatter(slot);
});
export const DESTROY_MATTER = row(102, 'world.destroyMatter', [MATTER_ARGUMENT],
    (core, _, slot) => {
        done('Matter.destroy', wasm.calls.matter_destroy(core.ptr, slot));
        sideOf(core).endMatter(slot);
        ++core.moves;
    });
export const SET_MATTER = row(103, 'world.setMatter', [MATTER_ARGUMENT,
    whole('field', MATTER.LAYER, MATTER.LIFETIME), NUMBER('value')],
    (core, _, slot, field, value) =>
        done('Matter', wasm.calls.matter_set(core.ptr, slot, field, value)));
export const FILL_MATTER = row(104, 'world.fillMatter', [MATTER_ARGUMENT, ...PLACED, ...VELOCITY,
    VALUE],
    (core, _, slot, shape, x, y, angle, vx, vy, value) =>
        changed(core, 'Matter.fill', shape,
            wasm.calls.matter_fill(core.ptr, slot, written(shape), x, y, angle, vx, vy, value, 0)));
/** What a collider covers. */
export const FILL_WITHIN = row(83, 'collider.fillMatter', [MATTER_ARGUMENT, ...PLACED, ...VELOCITY,
    VALUE],
    (core, id, slot, shape, x, y, angle, vx, vy, value) =>
        changed(core, 'Matter.fill', shape,
            wasm.calls.matter_fill(core.ptr, slot, written(shape), x, y, angle, vx, vy, value,
                id)));
export const REMOVE_MATTER = row(105, 'world.removeMatter', [MATTER_ARGUMENT, ...PLACED],
    (core, _, slot, shape, x, y, angle) =>
        changed(core, 'Matter.remove', shape,
            wasm.calls.matter_remove(core.ptr, slot, written(shape), x, y, angle)));
export const PAINT_MATTER = row(106, 'world.paintMatter', [MATTER_ARGUMENT, ...PLACED, VALUE],
    (core, _, slot, shape, x, y, angle, value) =>
        changed(core, 'Matter.paint', shape,
            wasm.calls.matter_paint(core.ptr, slot, written(shape), x, y, angle, value)));
export const PUSH_MATTER = row(107, 'world.pushMatter', [MATTER_ARGUMENT, ...PLACED, ...VELOCITY],
    (core, _, slot, shape, x, y, angle, vx, vy) =>
        changed(core, 'Matter.push', shape,
            wasm.calls.matter_push(core.ptr, slot, written(shape), x, y, angle, vx, vy)));
export const PIN_MATTER = row(113, 'world.pinMatter', [MATTER_ARGUMENT, ...PLACED, flag('pinned')],
    (core, _, slot, shape, x, y, angle, pinned) =>
        changed(core, 'Matter.pin', shape,
            wasm.calls.matter_pin(core.ptr, slot, written(shape), x, y, angle, Number(pinned))));
/** Velocities and values may be empty; values are the bits of their words. */
export const ADD_PARTICLES = row(108, 'world.addParticles', [MATTER_ARGUMENT,
    floats('positions', MAX_COORDINATE), floats('velocities', MAX_SPEED),
    floats('values', Infinity)], addParticles);
export const CREATE_EMITTER = row(109, 'world.createEmitter', [MATTER_ARGUMENT, ...PLACED.slice(1),
    NUMBER('width'), NUMBER('speed'), NUMBER('rate'), NUMBER('lifetime'), VALUE, flag('enabled')],
    (core, _, ...record) => {
        writeRecord(record.map(Number), wasm.scratch);
        const slot = wasm.calls.emitter_create(core.ptr, wasm.scratch);
        if (slot < 0) raiseLimit('World.createEmitter', -1 - slot, MAX_EMITTERS, 'emitters');
        return sideOf(core).enterEmitter(slot);
    });
export const DESTROY_EMITTER = row(110, 'world.destroyEmitter', [EMITTER_ARGUMENT],
    (core, _, slot) => {
        done('Emitter.destroy', wasm.calls.emitter_destroy(core.ptr, slot));
        sideOf(core).endEmitter(slot);
    });
export const SET_EMITTER = row(111, 'world.setEmitter', [EMITTER_ARGUMENT,
    whole('field', EMITTER.X, EMITTER.ENABLED), whole('count', 1, 2), NUMBER('first'),
    NUMBER('second')],
    (core, _, slot, field, count, first, second) =>
        done('Emitter', wasm.calls.emitter_set(core.ptr, slot, field, count, first, second)));
export const SET_GAUGE = row(81, 'collider.setGauge', [whole('threshold', 0, 2 ** 31 - 1),
    flag('drains')], (core, id, threshold, drains) => {
    const error = wasm.calls.gauge_set(core.ptr, id, threshold, Number(drains));
    if (error !== 0) raiseLimit('World.setGauge', error, MAX_GAUGES, 'gauges');
});
export const END_GAUGE = row(82, 'collider.endGauge', [],
    (core, id) => done('World.setGauge', wasm.calls.gauge_end(core.ptr, id)));

/** User data as JSON, empty for none. */
export const SET_USER_DATA = row(112, 'world.setMatterUserData', [flag('emitter'),
    whole('slot', 0, MAX_EMITTERS - 1), text('json')],
    (core, _, emitter, slot, json) => sideOf(core).setUserData(emitter, slot, json));

/** @type {Run} */
function addParticles(core, _, slot, positions, velocities, values) {
    const method = 'Matter.add';
    const count = positions.length >> 1;
    if (velocities.length > 0 && velocities.length !== 2 * count)
        outOfRange(method, 'velocities', `${2 * count} numbers`, velocities.length);
    if (values.length > 0 && values.length !== count)
        outOfRange(method, 'values', `${count} numbers`, values.length);
    const address = allocate(method, 20 * count + 8);
    const [v, w] = [address + 8 * count, address + 16 * count];
    const { f32 } = heap();
    f32.set(positions.subarray(0, 2 * count), address >> 2);
    f32.set(velocities, v >> 2);
    memoryBytes().set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), w);
    const added = wasm.calls.matter_add(core.ptr, slot, count, address, velocities.length && v,
        values.length && w);
    wasm.calls.release(address);
    if (added < 0) raise(method, -added);
    ++core.moves;
    return added;
}

/** All of them. */
export const MATTER_ROWS = [CREATE_MATTER, DESTROY_MATTER, SET_MATTER, FILL_MATTER, FILL_WITHIN,
    REMOVE_MATTER, PAINT_MATTER, PUSH_MATTER, PIN_MATTER, ADD_PARTICLES, CREATE_EMITTER,
    DESTROY_EMITTER, SET_EMITTER, SET_GAUGE, END_GAUGE, SET_USER_DATA];
