// The layer table of a world: names in JavaScript, a table of bits in the engine. A pair of layers
// is solid if either names the other as solid, else a trigger if either names it so, else it is
// ignored. js/world/world.js makes one.
import { MAX_LAYERS, RESPONSES, checkName, layerIndex } from '../../options/layers.js';
import { livePointer } from '../../wire/core.js';
import { oneOf, show } from '../../wire/errors.js';
import { ADD_LAYER, SET_LAYER_PAIR } from '../../wire/operations.js';

/** @import { LayerName, Response } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */

/**
 * The layers of one world. Changes take effect at the next step, on touching pairs too.
 * @template {string} [L=string] their names
 */
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
        livePointer(this.#core, method);
        if (this.#views[which].length === 0) {
            this.#views[which] = this.#core.engine.layerMasks(this.#core, which);
        }
        return this.#views[which];
    }

    /** The names, by layer number; the first is 'default'. @returns {(L | 'default')[]} */
    get names() {
        return /** @type {(L | 'default')[]} */ ([...this.#core.layerNames]);
    }

    /**
     * The number of a layer.
     * @param {LayerName<L>} name
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
        this.#core.engine.perform(this.#core, ADD_LAYER, 'Layers.add', 0, name);
        return this.#core.layerNames.length - 1;
    }

    /**
     * Sets what layer `from` names layer `to` as; the other direction stays.
     * @param {LayerName<L>} from
     * @param {LayerName<L>} to
     * @param {Response} response
     */
    set(from, to, response) {
        livePointer(this.#core, 'Layers.set');
        const a = layerIndex(this.#core.layerNames, 'Layers.set', 'from', from);
        const b = layerIndex(this.#core.layerNames, 'Layers.set', 'to', to);
        const number = oneOf('Layers.set', 'response', response, RESPONSES);
        this.#core.engine.perform(this.#core, SET_LAYER_PAIR, 'Layers.set', 0, a, b, number);
    }

    /**
     * What layer `from` itself names layer `to` as.
     * @param {LayerName<L>} from
     * @param {LayerName<L>} to
     * @returns {Response}
     */
    named(from, to) {
        livePointer(this.#core, 'Layers.named');
        const a = layerIndex(this.#core.layerNames, 'Layers.named', 'from', from);
        const b = layerIndex(this.#core.layerNames, 'Layers.named', 'to', to);
        return RESPONSES[this.#core.engine.layerNamed(this.#core, a, b)];
    }

    /**
     * What the pair does, from both sides.
     * @param {LayerName<L>} a
     * @param {LayerName<L>} b
     * @returns {Response}
     */
    response(a, b) {
        livePointer(this.#core, 'Layers.response');
        const i = layerIndex(this.#core.layerNames, 'Layers.response', 'a', a);
        const j = layerIndex(this.#core.layerNames, 'Layers.response', 'b', b);
        return RESPONSES[this.#core.engine.layerResponse(this.#core, i, j)];
    }

    /**
     * What every pair does, for console.table.
     * @returns {Record<string, Record<string, Response>>}
     */
    matrix() {
        livePointer(this.#core, 'Layers.matrix');
        const { names } = this;
        /** @param {LayerName<L>} a */
        const row = (a) => Object.fromEntries(names.map((b) => [b, this.response(a, b)]));
        return Object.fromEntries(names.map((name) => [name, row(name)]));
    }
}
