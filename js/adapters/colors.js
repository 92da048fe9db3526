// The colours of layers, for all renderers beside this file: the caller's, or one of a small
// palette by the layer's number.

/**
 * Colours of layers without one of their own, by layer number; repeated where there are more
 * layers.
 */
const PALETTE = ['#9fb2de', '#ffc56e', '#b8a1ff', '#7d97c9', '#f0927a', '#77e3c4', '#f7a8c8', '#c9dd78'];

/**
 * The colour of each layer, by its number: the caller's as it is written, else '#rrggbb'.
 * @param {readonly string[]} names of the layers
 * @param {Readonly<Record<string, string>>} given by layer name
 */
export function layerColors(names, given) {
    return names.map((name, i) => given[name] ?? PALETTE[i % PALETTE.length]);
}

/**
 * Reads '#rgb' or '#rrggbb' as three numbers from 0 to 1.
 * @param {string} color
 * @returns {[red: number, green: number, blue: number]}
 */
export function rgb(color) {
    const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
    if (!digits) throw new RangeError(`color must look like '#rgb' or '#rrggbb', got ${color}`);
    const pairs = digits.length === 3 ? [...digits].map((d) => d + d) : digits.match(/../g) ?? [];
    const [red, green, blue] = pairs.map((text) => parseInt(text, 16) / 255);
    return [red, green, blue];
}
