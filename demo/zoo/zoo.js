// The state that the parts of the page share: the chosen tool and material, the selection, undo and redo. Made by main.js; the other
// modules work on it.
import { MATERIALS } from './materials.js';
import { Outlines } from './outlines.js';

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('../../js/index.js').Joint<any>} Joint */
/** @typedef {import('../../js/index.js').World<any>} World */
/** @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} View */

const MAX_BYTES = 96e6; // of snapshots to go back to

export class Zoo {
    tool = 'hand';
    material = MATERIALS[0];
    layer = 'default';
    /** Layer of areas: one that all bodies meet. */ areaLayer = 'default';
    /** Whether drawn bodies are static. */ fixed = false;
    sides = 5;
    /** Radians a second, clockwise, of new motors. */ drive = 4;
    /** @type {Body | null} */ body = null;
    /** @type {Joint | null} */ joint = null;
    outlines = new Outlines();
    /** Where the keyboard's cursor is. @type {[number, number] | null} */ cursor = null;
    /** What the user was last told. */ said = '';
    /** @type {View} */ view = { minX: -12, minY: -1, maxX: 12, maxY: 12 };
    /** Lets go of what a pointer holds. */ release = () => {};
    /** Is called when the world has become another. */ changed = () => {};
    /** Snapshots before each change, the last one last. @type {Uint8Array<ArrayBuffer>[]} */ past =
        [];
    /** @type {Uint8Array<ArrayBuffer>[]} */ future = [];

    /** @param {() => World} now gives the world, which a loaded scene replaces */
    constructor(now) {
        this.now = now;
    }

    get world() {
        return this.now();
    }

    /** @param {string} text */
    say(text) {
        this.said = text;
    }

    /** @param {Body | Joint | null} thing */
    select(thing) {
        this.joint = thing && 'bodyB' in thing ? thing : null;
        this.body = thing && !('bodyB' in thing) ? thing : null;
    }

    /** Forgets a selected body that is gone. */
    tidy() {
        if (!this.body?.alive) this.body = null;
        if (!this.joint?.alive) this.joint = null;
    }

    /** Keeps the world as it is, for undo. */
    note() {
        this.release();
        this.past.push(this.world.snapshot());
        this.future.length = 0;
        let bytes = 0;
        for (let i = this.past.length - 1; i >= 0; i--) {
            bytes += this.past[i].length;
            if (bytes > MAX_BYTES) this.past.splice(0, i + 1);
        }
    }

    /**
     * Changes the world, so that undo takes it back. A change that throws is taken back at once, and said.
     * @template T @param {() => T} change @returns {T | undefined}
     */
    edit(change) {
        this.note();
        try {
            return change();
        } catch (error) {
            this.#take(/** @type {Uint8Array<ArrayBuffer>} */ (this.past.pop()));
            this.say(/** @type {Error} */ (error).message.replace(/^\w+\.\w+: /, ''));
            return undefined;
        } finally {
            this.outlines.forget();
        }
    }

    undo() {
        this.#go(this.past, this.future, 'Nothing to undo');
    }

    redo() {
        this.#go(this.future, this.past, 'Nothing to redo');
    }

    /** @param {Uint8Array<ArrayBuffer>[]} from @param {Uint8Array<ArrayBuffer>[]} to @param {string} none */
    #go(from, to, none) {
        const bytes = from.pop();
        if (!bytes) return this.say(none);
        this.release();
        to.push(this.world.snapshot());
        this.#take(bytes);
        return undefined;
    }

    /** @param {Uint8Array<ArrayBuffer>} bytes */
    #take(bytes) {
        const slot = this.body?.index ?? -1;
        this.world.restore(bytes);
        this.select(slot >= 0 && slot < this.world.slots ? this.world.bodyAt(slot) ?? null : null);
        this.changed();
    }
}
