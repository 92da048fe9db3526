// The layer table of a world in a worker, as the page knows it; the worker has the one that counts.
// Made by js/remote/world.js.
import { oneOf, wrongType } from '../wire/errors.js';

/** Layers of a world, 'default' among them, as two words of bits each. */
const MAX_LAYERS = 64;

/** @import { LayerOptions, Response } from '../options/types.js' */

/**
 * The layers of one world in a worker.
 * @hideconstructor
 */
export class WorkerLayers {
    /** @type {string[]} */
    #names = ['default'];

    /** @type {Map<string, Response>} */
    #cells = new Map([['default\0default', 'solid']]);

    /** @type {(command: unknown[]) => void} */
    #send;

    /**
     * @param {LayerOptions} options
     * @param {(command: unknown[]) => void} send
     */
    constructor(options, send) {
        this.#send = send;
        for (const name of Object.keys(options)) if (name !== 'default') this.#names.push(name);
        for (const [from, row] of Object.entries(options)) {
            const cells = Array.isArray(row) ? row.map((to) => [to, 'solid']) : Object.entries(row);
            for (const [to, response] of cells) this.#cells.set(`${from}\0${to}`, response);
        }
        Object.freeze(this);
    }

    /**
     * Which layers each layer is solid to, as both sides together say: two words a layer, a copy. Bit
     * `b & 31` of word `2 * a + (b >> 5)` stands for the pair of layers a and b, by `index()`.
     */
    get solidMasks() {
        return this.#masks('solid');
    }

    /** Which layers each layer makes trigger pairs with; laid out as `solidMasks`. */
    get triggerMasks() {
        return this.#masks('trigger');
    }

    /** The names, by layer number. */
    get names() {
        return [...this.#names];
    }

    /** @param {string} name @returns {number} its number */
    index(name) {
        return oneOf('Layers.index', 'name', name, this.#names);
    }

    /** Adds a layer that ignores all others. @param {string} name @returns {number} its number */
    add(name) {
        if (typeof name !== 'string') wrongType('Layers.add', 'name', 'a string', name);
        if (name === '') throw new RangeError("Layers.add: a layer's name must not be empty");
        if (this.#names.includes(name)) throw new RangeError(`Layers.add: there is a layer "${name}" already`);
        if (this.#names.length === MAX_LAYERS) {
            throw new RangeError(`Layers.add: all 64 layers are in use, cannot add "${name}"`);
        }
        this.#send(['callLayers', 'add', [name]]);
        return this.#names.push(name) - 1;
    }

    /** @param {string} from @param {string} to @param {Response} response */
    set(from, to, response) {
        oneOf('Layers.set', 'from', from, this.#names);
        oneOf('Layers.set', 'to', to, this.#names);
        oneOf('Layers.set', 'response', response, ['ignore', 'solid', 'trigger']);
        this.#cells.set(`${from}\0${to}`, response);
        this.#send(['callLayers', 'set', [from, to, response]]);
    }

    /** What layer `from` itself names layer `to` as. @param {string} from @param {string} to @returns {Response} */
    named(from, to) {
        return this.#cells.get(`${from}\0${to}`) ?? 'ignore';
    }

    /** @param {Response} response */
    #masks(response) {
        const words = new Uint32Array(2 * MAX_LAYERS);
        this.#names.forEach((from, a) => this.#names.forEach((to, b) => {
            if (this.response(from, to) === response) words[2 * a + (b >> 5)] |= 1 << (b & 31);
        }));
        return words;
    }

    /** What every pair does, for console.table. @returns {Record<string, Record<string, Response>>} */
    matrix() {
        const row = (/** @type {string} */ a) => Object.fromEntries(this.#names.map((b) => [b, this.response(a, b)]));
        return Object.fromEntries(this.#names.map((name) => [name, row(name)]));
    }

    /** What the pair does, from both sides. @param {string} a @param {string} b @returns {Response} */
    response(a, b) {
        const both = [this.named(a, b), this.named(b, a)];
        return both.includes('solid') ? 'solid' : both.includes('trigger') ? 'trigger' : 'ignore';
    }
}
