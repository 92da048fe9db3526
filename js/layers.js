// The layer table of a world: names in JavaScript, a table of bits in the engine. A pair of layers
// is solid if either names the other as solid, else a trigger if either names it so, else it is
// ignored. js/world.js makes one.
import { isList, oneOf, show, wrongType } from './errors.js';
import { livePointer } from './core.js';
import { done, heap, wasm } from './wasm.js';

/** @import { Core } from './core.js' */
/** @import { LayerOptions, Response } from './types.js' */

/** Responses by the engine's number. */
const RESPONSES = /** @type {const} */ (['ignore', 'solid', 'trigger']);

const MAX_LAYERS = 64;

/**
 * What `new World({ layers })` asks for, checked: the names in order and the cells to set.
 * @param {string} method
 * @param {LayerOptions | undefined} given
 */
export function parseLayers(method, given) {
    const names = ['default'];
    /** @type {[from: number, to: number, response: number][]} */
    const cells = [];
    if (given === undefined) return { names, cells };
    if (typeof given !== 'object' || given === null || isList(given)) {
        wrongType(method, 'layers', 'an object', given);
    }
    for (const name of Object.keys(given)) {
        checkName(method, name);
        if (name !== 'default') names.push(name);
    }
    if (names.length > MAX_LAYERS) {
        throw new RangeError(
            `${method}: layers must be at most 63 beside 'default', got ${names.length - 1}`,
        );
    }
    for (const [from, row] of Object.entries(given)) {
        const path = `layers.${from}`;
        if (typeof row !== 'object' || row === null) {
            wrongType(method, path, 'an object of responses or an array of names', row);
        }
        const entries = isList(row) ? Array.from(row, (to) => [to, 'solid']) : Object.entries(row);
        for (const [to, response] of entries) {
            const toIndex = layerIndex(names, method, `a layer in ${path}`, to);
            cells.push([
                names.indexOf(from),
                toIndex,
                oneOf(method, `${path}.${to}`, response, RESPONSES),
            ]);
        }
    }
    return { names, cells };
}

/**
 * @param {string} method
 * @param {unknown} name
 */
function checkName(method, name) {
    if (typeof name !== 'string') wrongType(method, 'name', 'a string', name);
    if (name === '') throw new RangeError(`${method}: a layer's name must not be empty`);
    return name;
}

/**
 * The number of a layer by its name.
 * @param {readonly string[]} names
 * @param {string} method
 * @param {string} argument
 * @param {unknown} name
 */
export function layerIndex(names, method, argument, name) {
    return oneOf(method, argument, name, names);
}

/**
 * A list of layer names as bits; without one, all layers.
 * @param {readonly string[]} names of all layers
 * @param {string} method
 * @param {unknown} layers
 * @param {0 | 1} word 0 for the bits of layers 0 to 31, 1 for those of 32 to 63
 * @param {string} [argument] what the list is called in messages
 */
export function layerWord(names, method, layers, word, argument = 'layers') {
    if (layers === undefined) return -1;
    if (!isList(layers)) wrongType(method, argument, 'an array of names', layers);
    let bits = 0;
    for (let i = 0; i < layers.length; ++i) {
        const index = names.indexOf(/** @type {string} */ (layers[i]));
        if (index < 0) layerIndex(names, method, `${argument}[${i}]`, layers[i]);
        if (index >> 5 === word) bits |= 1 << (index & 31);
    }
    return bits;
}

/** The layers of one world. Changes take effect at the next step, on touching pairs too. */
export class Layers {
    /** @type {Core} */
    #core;

    /** The masks of both responses, made anew only when the memory has moved. */
    #views = [new Uint32Array(0), new Uint32Array(0)];

    /**
     * @hideconstructor
     * @param {Core} core
     */
    constructor(core) {
        this.#core = core;
        Object.freeze(this);
    }

    /**
     * Which layers each layer is solid to, as both sides together say: two words a layer, in the
     * engine's memory. Bit `b & 31` of word `2 * a + (b >> 5)` stands for the pair of layers a and
     * b, by `index()`. Read only: `set()` writes. Read it from here each time; never keep it across
     * a call that creates things.
     */
    get solidMasks() {
        return this.#masks('Layers.solidMasks', 0);
    }

    /** Which layers each layer makes trigger pairs with; laid out as `solidMasks`. */
    get triggerMasks() {
        return this.#masks('Layers.triggerMasks', 1);
    }

    /**
     * @param {string} method
     * @param {0 | 1} which
     */
    #masks(method, which) {
        const ptr = livePointer(this.#core, method);
        if (this.#views[which].length === 0) {
            const { buffer } = heap().u32;
            const address = wasm.calls.layer_masks(ptr);
            this.#views = [0, 1].map((k) => new Uint32Array(buffer, address + 512 * k, 128));
        }
        return this.#views[which];
    }

    /** The names, by layer number; the first is 'default'. */
    get names() {
        return [...this.#core.layerNames];
    }

    /**
     * The number of a layer.
     * @param {string} name
     * @returns {number}
     * @throws {RangeError} for a name that is not in the table
     */
    index(name) {
        return layerIndex(this.#core.layerNames, 'Layers.index', 'name', name);
    }

    /**
     * Adds a layer that ignores all others.
     * @param {string} name
     * @returns {number} its number
     */
    add(name) {
        livePointer(this.#core, 'Layers.add');
        checkName('Layers.add', name);
        if (this.#core.layerNames.includes(name))
            throw new RangeError(`Layers.add: there is a layer ${show(name)} already`);
        if (this.#core.layerNames.length === MAX_LAYERS) {
            throw new RangeError(`Layers.add: all 64 layers are in use, cannot add ${show(name)}`);
        }
        return this.#core.layerNames.push(name) - 1;
    }

    /**
     * Sets what layer `from` names layer `to` as; the other direction stays.
     * @param {string} from
     * @param {string} to
     * @param {Response} response
     */
    set(from, to, response) {
        const ptr = livePointer(this.#core, 'Layers.set');
        const a = layerIndex(this.#core.layerNames, 'Layers.set', 'from', from);
        const b = layerIndex(this.#core.layerNames, 'Layers.set', 'to', to);
        const number = oneOf('Layers.set', 'response', response, RESPONSES);
        done('Layers.set', wasm.calls.layer_set(ptr, a, b, number));
    }

    /**
     * What layer `from` itself names layer `to` as.
     * @param {string} from
     * @param {string} to
     * @returns {Response}
     */
    named(from, to) {
        const ptr = livePointer(this.#core, 'Layers.named');
        const a = layerIndex(this.#core.layerNames, 'Layers.named', 'from', from);
        const b = layerIndex(this.#core.layerNames, 'Layers.named', 'to', to);
        return RESPONSES[wasm.calls.layer_named(ptr, a, b)];
    }

    /**
     * What the pair does, from both sides.
     * @param {string} a
     * @param {string} b
     * @returns {Response}
     */
    response(a, b) {
        const ptr = livePointer(this.#core, 'Layers.response');
        const i = layerIndex(this.#core.layerNames, 'Layers.response', 'a', a);
        const j = layerIndex(this.#core.layerNames, 'Layers.response', 'b', b);
        return RESPONSES[wasm.calls.layer_response(ptr, i, j)];
    }

    /**
     * What every pair does, for console.table.
     * @returns {Record<string, Record<string, Response>>}
     */
    matrix() {
        livePointer(this.#core, 'Layers.matrix');
        /** @param {string} a */
        const row = (a) =>
            Object.fromEntries(this.#core.layerNames.map((b) => [b, this.response(a, b)]));
        return Object.fromEntries(this.#core.layerNames.map((name) => [name, row(name)]));
    }
}
