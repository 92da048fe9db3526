// The layer table of a world in a worker, as the page knows it; the worker has the one that counts.
// Made by js/worker-world.js.
import { oneOf } from './errors.js';

/** @import { LayerOptions, Response } from './types.js' */

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
    }

    /** The names, by layer number. */
    get names() {
        return [...this.#names];
    }

    /** @param {string} name @returns {number} its number */
    index(name) {
        return oneOf('Layers.index', 'name', name, this.#names);
    }

    /** @param {string} name @returns {number} its number */
    add(name) {
        if (this.#names.includes(name)) throw new RangeError(`Layers.add: there is a layer "${name}" already`);
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
