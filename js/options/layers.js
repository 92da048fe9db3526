// Layers by name: the table that a new world is given, names of single layers, and lists of them as
// bits. js/world/objects/layers.js holds the table of a world; all that takes a layer's name asks here.
import { copyList, isList, oneOf, wrongType } from '../wire/errors.js';

/** @import { LayerOptions } from './types.js' */

/** Responses by the engine's number. */
export const RESPONSES = /** @type {const} */ (['ignore', 'solid', 'trigger']);

export const MAX_LAYERS = 64;

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
    if (typeof given !== 'object' || given === null || Array.isArray(given)
        || ArrayBuffer.isView(given))
    {
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
        const entries = isList(row)
            ? copyList(method, path, row, MAX_LAYERS).map((to) => [to, 'solid'])
            : Object.entries(row);
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
export function checkName(method, name) {
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

/** The words of a list of layers, each name of which was read once. */
const words = { low: 0, high: 0 };

/**
 * A list of layer names as two words of bits, for layers 0 to 31 and 32 to 63; without one, all
 * layers. They are good until the next call, so that nothing is allocated.
 * @param {readonly string[]} names of all layers
 * @param {string} method
 * @param {unknown} layers
 * @param {string} [argument] what the list is called in messages
 */
export function readLayers(names, method, layers, argument = 'layers') {
    let low = -1;
    let high = -1;
    if (layers !== undefined) {
        if (!isList(layers)) wrongType(method, argument, 'an array of names', layers);
        low = 0;
        high = 0;
        // Read once: a getter of the list may make it longer.
        const { length } = layers;
        for (let i = 0; i < length; ++i) {
            const name = layers[i];
            let index = names.indexOf(/** @type {string} */ (name));
            if (index < 0) index = layerIndex(names, method, `${argument}[${i}]`, name);
            if (index < 32) low |= 1 << index;
            else high |= 1 << (index & 31);
        }
    }
    words.low = low;
    words.high = high;
    return words;
}

/**
 * The same as a new pair.
 * @param {readonly string[]} names
 * @param {string} method
 * @param {unknown} layers
 * @param {string} [argument]
 * @returns {[low: number, high: number]}
 */
export function layerWords(names, method, layers, argument) {
    const { low, high } = readLayers(names, method, layers, argument);
    return [low, high];
}
