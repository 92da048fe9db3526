// The layers of a world that filters by category and mask become, as Box2D and Matter have them. Called by rube.js and
// physics-editor.js.

/** @import { LayerOptions } from '../options/types.js' */
/** @import { Cursor } from './cursor.js' */

const MAX_LAYERS = 64;

/** A bit field, of 32 bits. @param {Cursor} thing @param {string} key @param {number} byDefault */
export const bitsOf = (thing, key, byDefault) =>
    thing.at(key).integer(-(2 ** 31), 2 ** 32 - 1, byDefault) >>> 0;

/**
 * Layers for Box2D's filters: one for each pair of category and mask that the file has. Two are solid where each
 * one's mask has a bit of the other's category.
 */
export class Filters {
    /** @type {Map<string, { name: string, category: number, mask: number }>} */
    #found = new Map();

    /** @param {Readonly<Record<number, string>>} names */
    constructor(names) {
        this.names = names;
    }

    /** The layer of a fixture. @param {Cursor} fixture @param {number} category @param {number} mask */
    layer(fixture, category, mask) {
        const key = `${category} ${mask}`;
        const known = this.#found.get(key);
        if (known) return known.name;
        if (this.#found.size >= MAX_LAYERS - 1)
            fixture.fail(`one of at most ${MAX_LAYERS - 1} pairs of category and mask`);
        const given = this.names[category] ?? (category === 1 ? 'default' : `category ${category}`);
        const taken = new Set(Array.from(this.#found.values(), ({ name }) => name));
        const name = taken.has(given) ? `${given}, mask ${mask}` : given;
        if (taken.has(name))
            fixture.fail(`in a layer of its own, and the option categories names two '${name}'`);
        this.#found.set(key, { name, category, mask });
        return name;
    }

    /**
     * The option `layers` of the world; undefined if 'default' is the only one and solid to itself.
     * @returns {LayerOptions<any> | undefined}
     */
    layers() {
        const all = [...this.#found.values()];
        if (all.every(({ name, category, mask }) => name === 'default' && (category & mask) !== 0))
            return undefined;
        return /** @type {any} */ (Object.fromEntries(
            all.map((from) => [from.name, Object.fromEntries(all.flatMap((to) => {
                const solid = (from.category & to.mask) !== 0 && (to.category & from.mask) !== 0;
                // Pairs that are not named ignore each other, but 'default' and itself.
                return solid ? [[to.name, 'solid']] : from === to ? [[to.name, 'ignore']] : [];
            }))]),
        ));
    }
}
