// Forces given once a frame, made again for each of its steps. A call of applyForce or applyTorque acts in the next step, as the engine has it.
// A game that calls once a frame knows nothing of steps: a frame may make two of them, or none. So the
// calls from outside a step are noted here, and every step of an advance() after its first has them made
// again; those of an advance() without steps wait for the next one, unless their body is given others
// by then. Read and written by js/wire/operations.js (each call) and js/world/time/stepping.js (steps, frames).
import { fresh } from '../../wire/core.js';
import { slotOf } from '../../wire/layout.js';
import { wasm } from '../../wire/wasm.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Operation } from '../../wire/operations.js' */

/** What is kept of a call: operation, handle, four arguments, frame. */
const WORDS = 7;
const ID = 1;
const ARGUMENTS = 2;
const FRAME = 6;

/** The calls of one world since the last frame that made a step. */
export class FrameForces {
    /** Whether a listener between the steps is being called: what it pushes is for the next step alone. */
    inStep = false;

    /** WORDS of each call. A mixed array keeps the numbers as they came, so that nothing is allocated. @type {any[]} */
    #noted = [];
    /** Words of it that are in use. */
    #end = 0;
    /** Words of it that the forces of the engine do not hold: the calls before the last step. */
    #spent = 0;
    #frame = 1;
    /** The frame of the last call, by the body's slot. */
    #latest = new Int32Array(16);

    /**
     * Notes a call that the engine has taken.
     * @param {Operation} operation @param {number} id of the body
     * @param {any} a @param {any} b @param {any} c @param {any} d
     */
    note(operation, id, a, b, c, d) {
        if (this.inStep) return;
        const slot = slotOf(id);
        if (slot >= this.#latest.length) {
            const latest = new Int32Array(2 * slot);
            latest.set(this.#latest);
            this.#latest = latest;
        }
        this.#latest[slot] = this.#frame;
        const noted = this.#noted;
        if (this.#end === noted.length) noted.push(operation, id, a, b, c, d, this.#frame);
        else {
            const at = this.#end;
            noted[at] = operation;
            noted[at + ID] = id;
            noted[at + ARGUMENTS] = a;
            noted[at + ARGUMENTS + 1] = b;
            noted[at + ARGUMENTS + 2] = c;
            noted[at + ARGUMENTS + 3] = d;
            noted[at + FRAME] = this.#frame;
        }
        this.#end += WORDS;
    }

    /** The calls that act on, as numbers: operation, handle, four arguments, and whether their forces are spent. */
    save() {
        /** @type {number[][]} */
        const saved = [];
        const noted = this.#noted;
        for (let at = 0; at < this.#end; at += WORDS) {
            const id = noted[at + ID];
            if (noted[at + FRAME] !== this.#latest[slotOf(id)]) continue;
            const given = [0, 1, 2, 3].map((k) => noted[at + ARGUMENTS + k] ?? 0);
            saved.push([noted[at].number, id, ...given, Number(at < this.#spent)]);
        }
        return saved;
    }

    /** Takes in what `save` gave. @param {number[][]} calls @param {readonly Operation[]} operations those that there may be */
    load(calls, operations) {
        this.#noted = [];
        this.#end = this.#spent = 0;
        for (const [number, id, a, b, c, d, spent] of calls) {
            const operation = operations.find((each) => each.number === number);
            if (!operation) continue;
            this.note(operation, id, a, b, c, d);
            if (spent === 1) this.#spent = this.#end;
        }
    }

    /** Before a step: makes the calls that its forces lack. What an error refuses was refused before. @param {Core} core */
    repeat(core) {
        const noted = this.#noted;
        for (let at = 0; at < this.#spent; at += WORDS) {
            if (!this.#acts(core, at)) continue;
            if (core.recorder === null) this.#again(core, at);
            else core.recorder.record(noted[at], noted[at + ID],
                    noted.slice(at + ARGUMENTS, at + FRAME), this.#again.bind(this, core, at));
        }
    }

    /** Makes a call again. @param {Core} core @param {number} at */
    #again(core, at) {
        const noted = this.#noted;
        noted[at].again(core, noted[at + ID], noted[at + ARGUMENTS], noted[at + ARGUMENTS + 1],
            noted[at + ARGUMENTS + 2], noted[at + ARGUMENTS + 3]);
    }

    /** After a step, which clears the forces of the engine. */
    spend() {
        this.#spent = this.#end;
    }

    /** After a frame. @param {Core} core @param {number} steps it made */
    endFrame(core, steps) {
        if (steps > 0) this.#end = 0;
        else if (this.#end > 0) this.#wait(core);
        this.#spent = this.#end;
        ++this.#frame;
    }

    /** Takes the forces back out of the engine, and drops the calls that others replace. @param {Core} core */
    #wait(core) {
        const noted = this.#noted;
        let kept = 0;
        for (let at = 0; at < this.#end; at += WORDS) {
            if (!this.#acts(core, at)) continue;
            const start = 4 * slotOf(noted[at + ID]);
            fresh(core).forces.fill(0, start, start + 3);
            for (let k = 0; k < WORDS; ++k) noted[kept + k] = noted[at + k];
            kept += WORDS;
        }
        this.#end = kept;
    }

    /** Whether a call's body lives and was given no other in a later frame. @param {Core} core @param {number} at */
    #acts({ ptr }, at) {
        const id = this.#noted[at + ID];
        const slot = slotOf(id);
        return this.#noted[at + FRAME] === this.#latest[slot]
            && wasm.calls.body_at(ptr, slot) === id;
    }
}
