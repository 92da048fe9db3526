// Snapshots, differences and the history of the world, each kept with what the model was then: when the world goes
// there, its hash and the model must be those of that time.
import { Find } from './find.mjs';
import { keepHistory, rewind } from '../../js/history.js';

/** @import { World } from '../../js/index.js' */
/** @import { Random } from '../js/histories.mjs' */
/** @import { Model, Saved } from './model.mjs' */

/** Snapshots that are kept. */
const MAX_KEPT = 3;

export class Past {
    /** @type {{ bytes: Uint8Array<ArrayBuffer>, since: Uint8Array<ArrayBuffer> | undefined, saved: Saved, hash: string }[]} */
    #kept = [];
    /** What the model was after each step that the history has. @type {{ step: number, saved: Saved, version: number, hash: string }[]} */
    #steps = [];
    #world;
    #model;
    #counts;
    #random;
    #history;

    /** @param {World<any>} world @param {Model} model @param {Record<string, number>} counts @param {Random} random */
    constructor(world, model, counts, random) {
        this.#world = world;
        this.#model = model;
        this.#counts = counts;
        this.#random = random;
        this.#history = keepHistory(world, { seconds: 3, bytes: 3e6 });
    }

    /** Notes the step that was just made, as the history does. */
    note() {
        const step = this.#world.stepCount;
        const steps = this.#steps;
        while (steps.length > 0 && steps[steps.length - 1].step >= step) steps.pop();
        const last = steps.at(-1);
        if (last && last.step !== step - 1) steps.length = 0;
        const { version } = this.#model;
        const saved = last?.version === version ? last.saved : this.#model.save();
        steps.push({ step, saved, version, hash: this.#world.hash() });
        while (steps[0].step < this.#history.first) steps.shift();
    }

    /** Keeps a snapshot: the whole, or what differs from one that is kept. */
    keep() {
        const world = this.#world;
        const base = this.#kept.find(({ since }) => since === undefined)?.bytes;
        const since = base && this.#random.next() < 0.4 ? base : undefined;
        const bytes = since ? world.snapshot({ since }) : world.snapshot();
        if (this.#kept.length >= MAX_KEPT) this.#kept.splice(this.#random.below(MAX_KEPT), 1);
        this.#kept.push({ bytes, since, saved: this.#model.save(), hash: world.hash() });
        ++this.#counts.snapshots;
    }

    /** Takes the world to a snapshot. @param {number} step of the game */
    restore(step) {
        if (this.#kept.length === 0) return;
        const { bytes, since, saved, hash } = this.#random.pick(this.#kept);
        this.#world.restore(bytes, since ? { since } : undefined);
        this.#model.load(saved, step);
        if (this.#world.hash() !== hash)
            throw new Find('a restored world has another hash than the one that was saved');
        ++this.#counts.restores;
    }

    /** Takes the world back by its history. @param {number} step of the game */
    rewind(step) {
        const most = Math.min(this.#steps.length, this.#history.length) - 1;
        if (most < 1) return;
        const back = 1 + this.#random.below(most);
        const to = this.#world.stepCount - back;
        rewind(this.#world, back);
        const entry = this.#steps.find((one) => one.step === to);
        if (!entry)
            throw new Find(`the history went to step ${to}, of which the model knows nothing`);
        this.#model.load(entry.saved, step);
        if (this.#world.hash() !== entry.hash)
            throw new Find('a world that went back has another hash than it had');
        ++this.#counts.rewinds;
    }
}
