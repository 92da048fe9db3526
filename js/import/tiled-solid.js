// What of a Tiled map collides, as far as the caller says it: the options `solid` and `objects`, and the names of layers
// that say it by themselves. Called by the other files of the importer of Tiled.
import { copyList, isList, integer, oneOf, readOptions, show, wrongType } from '../wire/errors.js';
import { listed } from './formats.js';

/** @import { Report } from './report.js' */

const SOLID_KEYS = new Set(['layers', 'tiles', 'classes', 'property']);
export const OBJECT_MODES = /** @type {const} */ (['named', 'all', 'none']);
const MAX_GID = 2 ** 28 - 1;
const MAX_NAMES = 2 ** 16;

/**
 * Names of layers that say that what is in them collides: a word for it at their end, behind which may only be a word
 * for what a layer holds, or a number.
 */
const COLLISION_LAYER =
    /(?:collisions?|colliders?|collidables?|(?:^|[^a-z])(?:solids?|walls?|platforms?|obstacles?))(?:[^a-z]*(?:layers?|tiles?|objects?|shapes?|boxes|map))?[^a-z]*$/i;

/**
 * One of the names that an option lists, and whether the map has it.
 * @typedef {{ option: string, name: string | RegExp, found: boolean }} Wanted
 */

/** @param {string} method @param {string} option @param {unknown} value @returns {Wanted[] | undefined} */
function readNames(method, option, value) {
    if (value === undefined) return undefined;
    if (!isList(value)) wrongType(method, option, 'an array of names', value);
    return copyList(method, option, value, MAX_NAMES).map((name, i) => ({
        option: `${option}[${i}]`,
        name: typeof name === 'string' || name instanceof RegExp
            ? name
            : wrongType(method, `${option}[${i}]`, 'a string or a regular expression', name),
        found: false,
    }));
}

/** @param {Wanted[] | undefined} wanted @param {string} given */
function matches(wanted, given) {
    let any = false;
    for (const each of wanted ?? []) {
        // `search` begins at the start whatever the flags of an expression are.
        if (typeof each.name === 'string' ? each.name === given : given.search(each.name) >= 0)
            any = each.found = true;
    }
    return any;
}

/** What the caller says of what collides. */
export class Solid {
    /** The names of layers that were seen. @type {Set<string>} */
    #layers = new Set();
    /** The names of layers that have tiles or shapes of which none collides. */
    #idle = { tiles: new Set(), objects: new Set() };

    /** @param {string} method @param {Record<string, unknown>} options of the importer */
    constructor(method, { solid, objects = 'named' }) {
        const o = solid === undefined ? {} : readOptions(method, 'solid', solid, SOLID_KEYS);
        this.layers = readNames(method, 'solid.layers', o.layers);
        this.classes = readNames(method, 'solid.classes', o.classes);
        const { tiles = [], property } = o;
        if (!isList(tiles)) wrongType(method, 'solid.tiles', 'an array of numbers', tiles);
        /** Global tile ids. */
        this.tiles = copyList(method, 'solid.tiles', tiles, MAX_GID).map((gid, i) =>
            integer(method, `solid.tiles[${i}]`, gid, 1, MAX_GID)
        );
        if (property !== undefined && (typeof property !== 'string' || property === ''))
            wrongType(method, 'solid.property', 'the name of a property', property);
        /** The name of the property that says whether a thing collides, besides `collides`. */
        this.property = property;
        this.objects = OBJECT_MODES[oneOf(method, 'objects', objects, OBJECT_MODES)];
    }

    /** Whether the options name a layer or group, by its name or its class. @param {string} name @param {string} type its class */
    layer(name, type) {
        this.#layers.add(name);
        const named = matches(this.layers, name);
        return this.class(type) || named;
    }

    /** Whether the name of a layer or group says by itself that it collides. @param {string} name */
    byName(name) {
        return this.layers === undefined && COLLISION_LAYER.test(name);
    }

    /** Whether the options name a class. @param {string} type */
    class(type) {
        return type !== '' && matches(this.classes, type);
    }

    /** Notes a layer in which tiles or shapes of objects do not collide. @param {'tiles' | 'objects'} kind @param {string} layer its name */
    sawIdle(kind, layer) {
        this.#idle[kind].add(layer);
    }

    /**
     * Reports what the options name and the map does not have, and a map in which nothing collides.
     * @param {Report} report
     * @param {boolean} collides whether anything does
     */
    close(report, collides) {
        for (const { option, name, found } of [...this.layers ?? [], ...this.classes ?? []]) {
            if (found) continue;
            const value = typeof name === 'string' ? show(name) : String(name);
            report.add({ why: option.startsWith('solid.layers')
                ? `${option}, ${value}, names no layer of the map (${listed(this.#layers)})`
                : `${option}, ${value}, names no class of what is in the map` });
        }
        if (collides) return;
        const { tiles, objects } = this.#idle;
        const cures = [
            ...(tiles.size > 0
                ? [`solid: { layers: […] } makes the tiles of a layer solid (${listed(tiles)})`]
                : []),
            ...(objects.size > 0
                ? [`objects: 'all' makes objects solid (in ${listed(objects)})`]
                : []),
        ];
        report.add({
            why: ['nothing in the map collides: no tile, object or layer says that it does',
                ...cures].join('; '),
        });
    }
}
