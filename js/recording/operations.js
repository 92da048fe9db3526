// Operations as bytes: the number of the row of js/wire/operations.js, what it is done to, its values as the
// row's arguments say. The bytes of an operation do not depend on what was written before, but for the kinds of
// bodies: what a game does in each step is the same bytes in each. Used by js/recording/recorder.js, which
// writes, and js/recording/file.js and js/world/saving/replay.js, which read.
import { idOf } from '../wire/object.js';
import { BODY, FIELD, JOINT, slotOf } from '../wire/layout.js';
import { CREATE_BODIES, CREATE_BODY, CREATE_COLLIDERS, CREATE_JOINT, SET_FIELD,
    SET_MOVER_VELOCITIES, SET_MOVER_VELOCITY, SET_POSITION, SET_SHAPE, SET_TRANSFORM,
    SET_TRANSFORMS, SET_VELOCITY } from '../wire/operations.js';
import { wasm } from '../wire/wasm.js';
import { KindReader, KindWriter, blankBody, readShape, readSparse, writeShape,
    writeSparse } from './shapes.js';
import { ByteWriter, damaged } from './varints.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { ByteReader } from './varints.js' */

/** @typedef {'world' | 'body' | 'collider' | 'joint'} Target */

const blankJoint = () => new Array(JOINT.RECORD).fill(0);
const blankField = () => new Array(FIELD.RECORD).fill(NaN);
/** The last operation on a joint: those behind it are on worlds (js/matter/operations.js). */
const LAST = 100;
/** Slots of bodies, of colliders and of joints. */
const MAX_BODIES = 2 ** 20 - 2;

/**
 * What an operation is done to, by its number.
 * @param {number} number
 * @returns {Target}
 */
export function targetOfNumber(number) {
    if (number < 20 || number > LAST) return 'world';
    if (number < 60) return 'body';
    return number < 90 ? 'collider' : 'joint';
}

/** The engine takes these arguments as floats: a float is all that need be kept. @param {number} number */
const takesFloats = (number) =>
    (number >= 21 && number <= 29) || (number >= 41 && number <= 46)
    || number === SET_MOVER_VELOCITY.number;

const kept = [0, 0];

/**
 * Two numbers that both sides know besides: where a body is, or how fast, before an operation sets that. A game
 * often gives one of the two back as it was. Undefined for other operations.
 * @param {Core | undefined} core undefined to read bytes without a world
 * @param {number} number of the operation
 * @param {number} id
 * @returns {number[] | undefined} good until the next call
 */
export function keptOf(core, number, id) {
    const moves = number === SET_TRANSFORM.number || number === SET_POSITION.number;
    if (!moves && number !== SET_VELOCITY.number) return undefined;
    if (!core) return kept;
    const view = moves ? core.transforms : core.velocities;
    kept[0] = view[4 * slotOf(id)];
    kept[1] = view[4 * slotOf(id) + 1];
    return kept;
}

/**
 * The handle of the live object in a slot. A world gives its handles generations of its own, so that a recording
 * has the slots alone.
 * @param {Core} core
 * @param {Target} target
 * @param {number} slot
 * @param {number} bodySlot of a collider
 * @returns {number}
 */
function handleIn(core, target, slot, bodySlot) {
    if (target === 'joint') {
        const joint = core.joints[slot];
        return joint ? idOf(joint) : damaged('a joint is not there');
    }
    const body = wasm.calls.body_at(core.ptr, target === 'body' ? slot : bodySlot);
    if (body === 0) damaged('a body is not there');
    if (target === 'body') return body;
    const known = core.colliders[slot];
    if (known && known.body.index === bodySlot) return idOf(known);
    const found = core.engine.colliders(core, body).find(({ index }) => index === slot);
    return found ? idOf(found) : damaged('a collider is not there');
}

/** The last slot of each kind within a block: the next is written by how it differs. */
class Slots {
    /** @type {Record<Target, number>} */
    #last = { world: 0, body: 0, collider: 0, joint: 0 };

    /** At the beginning of a block. */
    restart() {
        this.#last.body = this.#last.collider = this.#last.joint = 0;
    }

    /** Takes over what another one knows. @param {Slots} other */
    copy(other) {
        Object.assign(this.#last, other.#last);
    }

    /** @param {ByteWriter} writer @param {Core} core @param {Target} target @param {number} id */
    write(writer, core, target, id) {
        if (target === 'world') return;
        if (target === 'collider')
            this.#write(writer, 'body', slotOf(wasm.calls.collider_body(core.ptr, id)));
        this.#write(writer, target, slotOf(id));
    }

    /** @param {ByteWriter} writer @param {Target} target @param {number} slot */
    #write(writer, target, slot) {
        writer.whole(slot - this.#last[target]);
        this.#last[target] = slot;
    }

    /**
     * @param {ByteReader} reader @param {Core | undefined} core @param {Target} target
     * @returns {number} the handle of a live object; 0 for the world, or without one
     */
    read(reader, core, target) {
        if (target === 'world') return 0;
        const body = target === 'collider' ? this.#read(reader, 'body') : 0;
        const slot = this.#read(reader, target);
        return core ? handleIn(core, target, slot, body) : 0;
    }

    /** @param {ByteReader} reader @param {Target} target */
    #read(reader, target) {
        const slot = this.#last[target] + reader.whole();
        if (!(slot >= 0 && slot < MAX_BODIES)) damaged('a slot is none');
        return (this.#last[target] = slot);
    }
}

/**
 * Writes lists of numbers of bodies: positions, angles, velocities, angular velocities.
 * @param {ByteWriter} writer @param {number} count of bodies @param {(Float32Array | undefined)[]} lists
 */
function writeLists(writer, count, lists) {
    for (let i = 0; i < 4; ++i) {
        const list = lists[i];
        writer.byte(Number(list !== undefined));
        if (list) writer.raw(new Uint8Array(list.buffer, list.byteOffset, 4 * sizeOf(i) * count));
    }
}

/** Numbers a body in the list of that place. @param {number} list */
const sizeOf = (list) => (list % 2 === 0 ? 2 : 1);

/** @param {ByteReader} reader @param {number} count of bodies */
function readLists(reader, count) {
    return [0, 1, 2, 3].map((
        i,
    ) => (reader.byte() ? new Float32Array(reader.raw(4 * sizeOf(i) * count).buffer) : undefined));
}

/** The record of a joint without the numbers of it that are handles. @param {number[]} record */
function withoutHandles(record) {
    const copy = record.slice();
    for (const index of [JOINT.BODY_A, JOINT.BODY_B, JOINT.COUPLED_A, JOINT.COUPLED_B])
        copy[index] = 0;
    return copy;
}

/** @param {ByteWriter} writer @param {Int32Array} slots */
function writeSlots(writer, slots) {
    writer.count(slots.length);
    for (let i = 0; i < slots.length; ++i) writer.whole(slots[i] - (i > 0 ? slots[i - 1] : 0));
}

/** @param {ByteReader} reader */
function readSlots(reader) {
    const slots = new Int32Array(reader.countWithin('a count of slots', 0, reader.end - reader.at));
    for (let i = 0, slot = 0; i < slots.length; ++i) slots[i] = slot += reader.whole();
    return slots;
}

/** @param {ByteWriter} writer @param {Float32Array} floats */
function writeFloats(writer, { buffer, byteOffset, length }) {
    writer.count(length);
    writer.raw(new Uint8Array(buffer, byteOffset, 4 * length));
}

/** @param {ByteReader} reader */
function readFloats(reader) {
    const count = reader.countWithin('a count of floats', 0, (reader.end - reader.at) / 4);
    return new Float32Array(reader.raw(4 * count).buffer);
}

/** Writes operations. */
export class OperationWriter {
    #kinds = new KindWriter(new ByteWriter());
    #slots = new Slots();
    #before = new Slots();

    /** At the beginning of a block. */
    restart() {
        this.#slots.restart();
    }

    /** Forgets the operation that was written last: it failed. */
    undo() {
        this.#slots.copy(this.#before);
        this.#kinds.undo();
    }

    /** Names an object. @param {ByteWriter} writer @param {Core} core @param {Target} target @param {number} id */
    handle(writer, core, target, id) {
        this.#slots.write(writer, core, target, id);
    }

    /**
     * Writes an operation that is about to be performed.
     * @param {ByteWriter} writer
     * @param {Core} core
     * @param {Operation} operation
     * @param {number} id
     * @param {readonly any[]} values
     */
    write(writer, core, operation, id, values) {
        const { number } = operation;
        this.#before.copy(this.#slots);
        this.#kinds.begin();
        this.handle(writer, core, targetOfNumber(number), id);
        switch (number) {
            case CREATE_BODY.number:
                return this.#body(writer, values[0], values[1]);
            case CREATE_BODIES.number: {
                const [count, body, colliders, ...lists] = values;
                writer.count(count);
                this.#body(writer, body, colliders);
                return writeLists(writer, count, lists);
            }
            case CREATE_COLLIDERS.number:
                return this.#kinds.write(writer, blankBody(), values[0]);
            case CREATE_JOINT.number:
                return this.#joint(writer, core, values);
            case SET_TRANSFORMS.number: {
                const [slots, ...lists] = values;
                writeSlots(writer, slots);
                return writeLists(writer, slots.length, lists);
            }
            case SET_MOVER_VELOCITIES.number: {
                const [slots, { buffer, byteOffset }] = values;
                writeSlots(writer, slots);
                return writer.raw(new Uint8Array(buffer, byteOffset, 8 * slots.length));
            }
            case SET_FIELD.number:
                writer.byte(Number(values[0] !== null));
                return values[0] === null
                    ? undefined
                    : writeSparse(writer, values[0], blankField());
            case SET_SHAPE.number:
                return writeShape(writer, values[0]);
            default:
                return this.#plain(writer, core, values, operation, id);
        }
    }

    /**
     * Writes values one by one.
     * @param {ByteWriter} writer
     * @param {Core} core
     * @param {readonly any[]} values
     * @param {Operation} operation
     * @param {number} id
     */
    #plain(writer, core, values, { number, args }, id) {
        const known = keptOf(core, number, id);
        args.forEach(({ type }, i) => {
            const value = values[i];
            if (type === 'number')
                writer.number(takesFloats(number) ? Math.fround(value) : value, known?.[i]);
            else if (type === 'boolean') writer.byte(Number(value));
            else if (type === 'integer') writer.whole(value);
            else if (type === 'string') writer.text(value);
            else if (type === 'floats') writeFloats(writer, value);
            else this.#slots.write(writer, core, 'body', value);
        });
    }

    /** @param {ByteWriter} writer @param {readonly number[]} body @param {any[]} colliders */
    #body(writer, body, colliders) {
        this.#kinds.write(writer, body, colliders);
        for (let i = BODY.X; i <= BODY.ANGULAR_VELOCITY; ++i) writer.number(body[i]);
    }

    /** @param {ByteWriter} writer @param {Core} core @param {readonly any[]} values */
    #joint(writer, core, [bodyA, bodyB, record]) {
        writer.byte(Number(bodyA !== 0));
        if (bodyA !== 0) this.handle(writer, core, 'body', bodyA);
        this.handle(writer, core, 'body', bodyB);
        const coupled = [record[JOINT.COUPLED_A], record[JOINT.COUPLED_B]];
        writer.byte(Number(coupled[0] !== 0));
        if (coupled[0] !== 0) { for (const each of coupled) this.handle(writer, core, 'joint',
                    each); }
        writeSparse(writer, withoutHandles(record), blankJoint());
    }
}

/** Reads operations. */
export class OperationReader {
    #kinds = new KindReader();
    #slots = new Slots();

    /** At the beginning of a block. */
    restart() {
        this.#slots.restart();
    }

    /** The handle of a named object, 0 without a world. @param {ByteReader} reader @param {Core | undefined} core @param {Target} target */
    handle(reader, core, target) {
        return this.#slots.read(reader, core, target);
    }

    /**
     * The values of an operation whose number and target were read.
     * @param {ByteReader} reader
     * @param {Core | undefined} core
     * @param {Operation} operation
     * @param {number} id
     * @returns {any[]}
     */
    values(reader, core, operation, id) {
        switch (operation.number) {
            case CREATE_BODY.number:
                return this.#body(reader);
            case CREATE_BODIES.number: {
                const count = reader.countWithin('a count of bodies', 0, MAX_BODIES);
                const body = this.#body(reader);
                const lists = readLists(reader, count);
                return lists[0] ? [count, ...body, ...lists] : damaged('bodies have no positions');
            }
            case CREATE_COLLIDERS.number:
                return [this.#kinds.read(reader).colliders, false];
            case CREATE_JOINT.number:
                return this.#joint(reader, core);
            case SET_TRANSFORMS.number: {
                const slots = readSlots(reader);
                return [slots, ...readLists(reader, slots.length)];
            }
            case SET_MOVER_VELOCITIES.number: {
                const slots = readSlots(reader);
                return [slots, new Float32Array(reader.raw(8 * slots.length).buffer)];
            }
            case SET_FIELD.number:
                return [reader.byte() ? readSparse(reader, blankField()) : null];
            case SET_SHAPE.number:
                return [readShape(reader)];
            default:
                return this.#plain(reader, core, operation, id);
        }
    }

    /** @param {ByteReader} reader @param {Core | undefined} core @param {Operation} operation @param {number} id */
    #plain(reader, core, { number, args }, id) {
        const known = keptOf(core, number, id);
        return args.map(({ type }, i) => {
            if (type === 'number') return reader.number(known?.[i]);
            if (type === 'boolean') return reader.countWithin('a switch', 0, 1) === 1;
            if (type === 'integer') return reader.whole();
            if (type === 'floats') return readFloats(reader);
            return type === 'string' ? reader.text() : this.#slots.read(reader, core, 'body');
        });
    }

    /** @param {ByteReader} reader */
    #body(reader) {
        const { body, colliders } = this.#kinds.read(reader);
        for (let i = BODY.X; i <= BODY.ANGULAR_VELOCITY; ++i) body[i] = reader.number();
        return [body, colliders];
    }

    /** @param {ByteReader} reader @param {Core | undefined} core */
    #joint(reader, core) {
        const bodyA = reader.byte() ? this.handle(reader, core, 'body') : 0;
        const bodyB = this.handle(reader, core, 'body');
        const coupled = reader.byte()
            ? [this.handle(reader, core, 'joint'), this.handle(reader, core, 'joint')]
            : [0, 0];
        const record = withoutHandles(readSparse(reader, blankJoint()));
        [record[JOINT.COUPLED_A], record[JOINT.COUPLED_B]] = coupled;
        return [bodyA, bodyB, record];
    }
}
