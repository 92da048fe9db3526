// Records a world: js/world/engine.js gives every operation to the recorder of the core, which writes it and has
// it performed; js/world/time/stepping.js reports the steps. A world without a recorder pays a comparison for each.
// Made by `startRecording`.
import { idOf } from '../wire/object.js';
import { fresh } from '../wire/core.js';
import { ABI, slotOf } from '../wire/layout.js';
import { CREATE_BODIES, CREATE_BODY, EXPLODE, SET_TRANSFORMS } from '../wire/operations.js';
import { version } from '../wire/version.js';
import { heap, wasm } from '../wire/wasm.js';
import { RunWriter } from './blocks.js';
import { checksum } from './checksum.js';
import { ENTRY } from './entries.js';
import { OperationWriter, targetOfNumber } from './operations.js';
import { TARGETS, writeSnapshot } from './start.js';
import { jsonOf } from './user-data.js';
import { ByteWriter } from './varints.js';
import { ViewWrites } from './view-writes.js';

/** @import { Core } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */

/** Whether an operation reads or changes the velocities of many bodies. @param {number} number */
const isOfMany = (number) =>
    number === CREATE_BODIES.number || number === EXPLODE.number
    || number === SET_TRANSFORMS.number;

/**
 * The hash of a world, its low word and its high word.
 * @param {number} ptr
 * @returns {[low: number, high: number]}
 */
export function hashWords(ptr) {
    wasm.calls.world_hash(ptr);
    const { u32, scratchI32 } = heap();
    return [u32[scratchI32], u32[scratchI32 + 1]];
}

/** Writes what happens to a world. */
export class Recorder {
    #core;
    #start;
    #hashEvery;
    #steps = 0;
    #block = new ByteWriter();
    #out = new ByteWriter();
    #runs = new RunWriter(this.#out);
    #hashes = new ByteWriter();
    #operations = new OperationWriter();
    #views = new ViewWrites(ENTRY.VELOCITY, ENTRY.FORCE);
    /** Whether an operation is being performed. */
    #busy = false;

    /**
     * @param {Core} core
     * @param {Uint8Array} start what the world is like, as js/recording/start.js writes it
     * @param {number} hashEvery steps from one hash to the next
     */
    constructor(core, start, hashEvery) {
        this.#core = core;
        this.#start = start;
        this.#hashEvery = hashEvery;
        this.#views.keep(fresh(core));
    }

    /** Bytes written so far. */
    get bytes() {
        return this.#start.length + this.#out.length + this.#hashes.length + this.#block.length;
    }

    /**
     * Writes an operation and performs it; one that throws changes nothing, and is not written.
     * @template T
     * @param {Operation} operation
     * @param {number} id of what it is done to, 0 for the world
     * @param {readonly any[]} values
     * @param {() => T} run performs it
     * @returns {T}
     */
    record(operation, id, values, run) {
        const block = this.#block;
        const core = this.#core;
        const { number } = operation;
        const [from, to] = this.#slotsOf(number, id);
        this.#views.write(block, fresh(core), from, to);
        const { length } = block;
        block.count(ENTRY.OPERATION + number);
        this.#operations.write(block, core, operation, id, values);
        this.#busy = true;
        try {
            const result = run();
            if (number === CREATE_BODY.number) {
                const slot = /** @type {any} */ (result).index;
                this.#views.keep(fresh(core), slot, slot + 1);
            } else this.#views.keep(fresh(core), from, to);
            return result;
        } catch (error) {
            block.length = length;
            this.#operations.undo();
            throw error;
        } finally {
            this.#busy = false;
        }
    }

    /**
     * Writes that an object was given user data.
     * @param {'body' | 'collider' | 'joint'} target
     * @param {number} id 0 if it is destroyed
     * @param {unknown} value
     */
    recordUserData(target, id, value) {
        // What is given with the options, or a snapshot, is written with them.
        if (id === 0 || this.#busy) return;
        const block = this.#block;
        block.count(ENTRY.USER_DATA);
        block.byte(TARGETS.indexOf(target));
        this.#operations.handle(block, this.#core, target, id);
        block.text(jsonOf(value));
    }

    /**
     * Writes that the world becomes what it was in a snapshot.
     * @template T
     * @param {Uint8Array} bytes
     * @param {() => T} run restores it
     * @returns {T}
     */
    restore(bytes, run) {
        const block = this.#block;
        const { length } = block;
        block.count(ENTRY.RESTORE);
        writeSnapshot(block, bytes);
        this.#busy = true;
        const before = this.#objects().map((list) => list.slice());
        let result;
        try {
            result = run();
            this.#views.keep(fresh(this.#core));
        } catch (error) {
            block.length = length;
            throw error;
        } finally {
            this.#busy = false;
        }
        // An object that is valid again has the user data that it had.
        this.#objects().forEach((list, target) =>
            list.forEach((object, slot) => {
                if (object && object !== before[target][slot] && object.userData !== undefined)
                    this.recordUserData(TARGETS[target], idOf(object), object.userData);
            })
        );
        this.#core.matter?.recordUserData();
        return result;
    }

    /** The objects by slot, in the order of TARGETS. @returns {(any | undefined)[][]} */
    #objects() {
        const { bodies, colliders, joints } = this.#core;
        return [bodies, colliders, joints];
    }

    /** Before a step: writes what the game wrote into the views. */
    beforeStep() {
        this.#views.write(this.#block, fresh(this.#core));
    }

    /**
     * After a step that was made.
     * @param {number} dt @param {number} parts @param {boolean} byImpacts
     */
    afterStep(dt, parts, byImpacts) {
        this.#runs.step(this.#block, dt, parts, byImpacts);
        this.#block.length = 0;
        this.#operations.restart();
        this.#views.keep(fresh(this.#core));
        if (++this.#steps % this.#hashEvery === 0) this.#hashes.word(hashWords(this.#core.ptr)[0]);
    }

    /** The recording. @returns {Uint8Array<ArrayBuffer>} */
    finish() {
        this.#views.write(this.#block, fresh(this.#core));
        this.#runs.end(this.#block);
        const body = new ByteWriter();
        body.count(this.#hashEvery);
        body.count(this.#start.length);
        body.raw(this.#start);
        body.count(this.#out.length);
        body.raw(this.#out.bytes.subarray(0, this.#out.length));
        body.raw(this.#hashes.bytes.subarray(0, this.#hashes.length));
        for (const word of hashWords(this.#core.ptr)) body.word(word);
        const file = new ByteWriter();
        file.raw(ENTRY.MAGIC);
        file.count(ENTRY.FORMAT);
        file.text(version);
        file.count(ABI);
        file.word(checksum(body.bytes.subarray(0, body.length)));
        file.raw(body.bytes.subarray(0, body.length));
        return file.copy();
    }

    /**
     * The slots of the bodies whose velocities an operation may read or change; others that it changes are found
     * before the next step.
     * @param {number} number @param {number} id
     * @returns {[from: number, to: number]}
     */
    #slotsOf(number, id) {
        if (isOfMany(number)) return [0, Infinity];
        const target = targetOfNumber(number);
        if (target === 'world' || target === 'joint') return [0, 0];
        const slot = slotOf(target === 'body' ? id : wasm.calls.collider_body(this.#core.ptr, id));
        return slot < 0 ? [0, 0] : [slot, slot + 1];
    }
}
