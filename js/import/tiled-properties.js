// What Tiled's properties and classes say of bodies and colliders. A property counts by its name, which is that of
// the option. Each is checked, with the path of the property; the nearest that says something wins: object, tile,
// tileset, layer, groups, map. Called by the other files of the importer of Tiled.
import { MicaError, isList, outOfRange, wrongType } from '../wire/errors.js';
import { Cursor } from './cursor.js';

/** @import { LayerNames } from './scene.js' */

/**
 * The properties of a thing by their names, each where it stands in the file.
 * @typedef {Map<string, Cursor>} Properties
 */

/**
 * Options of bodies or colliders by their names.
 * @typedef {Record<string, any>} Values
 */

/** The words of js/options/options.js, which is not loaded for them. */
export const BODY_TYPES = /** @type {const} */ (['static', 'kinematic', 'dynamic']);
export const COMBINE_RULES =
    /** @type {const} */ (['default', 'geometric', 'average', 'min', 'multiply', 'max']);

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
/** Flags as text and as numbers, which Tiled wrote before 0.16. @type {Record<string, boolean>} */
const FLAGS = { true: true, false: false, 1: true, 0: false };

/** A number that may be written as text, as before Tiled 0.16. @param {Cursor} source */
function numeric(source) {
    const { method, path, value } = source;
    return typeof value === 'string' && NUMBER.test(value)
        ? new Cursor(method, path, Number(value))
        : source;
}

/** @param {number} min @param {number} max @returns {(source: Cursor) => number} */
const between = (min, max) => (source) => numeric(source).number(min, max);

/** @param {Cursor} source */
function flag(source) {
    const { value } = source;
    const text = typeof value === 'string' || typeof value === 'number'
        ? String(value).trim().toLowerCase()
        : '';
    return Object.hasOwn(FLAGS, text) ? FLAGS[text] : source.flag(false);
}

/** @param {Cursor} source */
const combine = (source) => source.word(COMBINE_RULES);

/** Where a one-way platform holds from. @type {Record<string, [x: number, y: number]>} */
const DIRECTIONS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/** @param {Cursor} source @returns {[x: number, y: number] | false} */
function oneWay(source) {
    const { value } = source;
    if (typeof value !== 'string' || Object.hasOwn(FLAGS, value))
        return flag(source) && DIRECTIONS.up;
    return DIRECTIONS[source.word(['up', 'down', 'left', 'right'])];
}

/** The options of a kind of tile. @type {Record<string, (source: Cursor) => any>} */
const KIND = {
    // <schema collider.imported.tile>
    friction: between(0, 1e6),
    restitution: between(0, 1),
    tangentSpeed: between(-40000, 40000),
    // </schema>
};

/** The options of a collider that a map of tiles has only as a whole. @type {Record<string, (source: Cursor) => any>} */
const WHOLE = {
    // <schema collider.imported>
    group: (source) => numeric(source).integer(-(2 ** 31), 2 ** 31 - 1),
    density: between(0, 1e9),
    rollingResistance: between(0, 1e6),
    frictionCombine: combine,
    restitutionCombine: combine,
    arcade: flag,
    // </schema>
};

/** @type {Record<string, (source: Cursor) => any>} */
const COLLIDER = { ...KIND, ...WHOLE, trigger: flag, oneWay };

/** @type {Record<string, (source: Cursor) => any>} */
const BODY = {
    type: (source) => source.word(BODY_TYPES),
    lockX: flag,
    lockY: flag,
    lockRotation: flag,
    // <schema body.imported>
    linearDamping: between(0, 1e6),
    angularDamping: between(0, 1e6),
    gravityScale: between(-1e6, 1e6),
    canSleep: flag,
    awake: flag,
    enabled: flag,
    bullet: flag,
    maxSpeed: between(0, 40000),
    // </schema>
};

/**
 * The properties of a layer, object, tile or tileset. Before Tiled 1.2 they were members of an object.
 * @param {Cursor} thing
 * @returns {Properties}
 */
export function readProperties(thing) {
    const given = thing.at('properties');
    /** @type {Properties} */
    const found = thing.fallback ? readProperties(thing.fallback) : new Map();
    if (given.missing) return found;
    if (!Array.isArray(given.value)) {
        for (const name of Object.keys(/** @type {object} */ (given.object().value)))
            found.set(name, given.at(name));
        return found;
    }
    for (const property of given.list())
        found.set(property.at('name').text(), property.at('value'));
    return found;
}

/** The class of a thing. Objects and tiles have it as `type`, but in Tiled 1.9. @param {Cursor} thing */
export function className(thing) {
    return thing.at('class').text('');
}

/** The class of an object or tile. @param {Cursor} thing */
export function typeName(thing) {
    return thing.at('type').text('') || thing.at('class').text('');
}

/**
 * What is kept for the game of a thing's class and properties.
 * @param {string} type
 * @param {Properties} properties
 * @returns {{ class?: string, properties?: Values }}
 */
export function describe(type, properties) {
    return {
        ...(type ? { class: type } : {}),
        ...(properties.size > 0
            ? {
                properties: Object.fromEntries(
                    Array.from(properties, ([name, source]) => [name, source.value ?? null]),
                ),
            }
            : {}),
    };
}

/** What a property may be named for: the options of bodies and colliders, and what the importer reads itself. */
const OPTIONS = new Set([...Object.keys(COLLIDER), ...Object.keys(BODY), 'layer', 'tile',
    'collides']);

/**
 * The names of properties by the options that they are, of which the first that a thing has counts.
 * @param {string} method
 * @param {unknown} given the option `properties`
 * @param {string | undefined} collides another name of the property `collides`
 * @returns {Map<string, string[]>}
 */
function readNames(method, given, collides) {
    const names = new Map([...OPTIONS].map((option) => [option, [option]]));
    if (given !== undefined && (typeof given !== 'object' || given === null || isList(given)))
        wrongType(method, 'properties', 'an object', given);
    for (const [name, option] of Object.entries(given ?? {})) {
        if (option !== null && !OPTIONS.has(option)) {
            const wanted = 'null or the name of an option of bodies or colliders';
            if (typeof option === 'string')
                outOfRange(method, `properties.${name}`, wanted, option);
            wrongType(method, `properties.${name}`, wanted, option);
        }
        for (const all of names.values()) if (all.includes(name)) all.splice(all.indexOf(name), 1);
        if (option !== null) names.get(option)?.unshift(name);
    }
    if (collides !== undefined) names.get('collides')?.unshift(collides);
    return names;
}

/** Reads what properties and classes say, by the names that the caller gives them. */
export class PropertyReader {
    /** @type {Map<string, string[]>} */
    #names;

    /**
     * @param {string} method
     * @param {unknown} given the option `properties`
     * @param {string | undefined} collides another name of the property `collides`
     * @param {LayerNames} layers
     */
    constructor(method, given, collides, layers) {
        this.#names = readNames(method, given, collides);
        this.layers = layers;
    }

    /**
     * What an option is by the properties of a thing; undefined if none of them says it.
     * @template T
     * @param {Properties} properties
     * @param {string} option
     * @param {(source: Cursor) => T} read
     * @returns {T | undefined}
     */
    #value(properties, option, read) {
        const name = this.#names.get(option)?.find((each) =>
            properties.get(each)?.missing === false
        );
        if (name === undefined) return undefined;
        try {
            return read(/** @type {Cursor} */ (properties.get(name)));
        } catch (error) {
            if (!(error instanceof MicaError)) throw error;
            const cure = `properties: { ${JSON.stringify(name)}: null } leaves it to the game`;
            throw new MicaError(error.code, `${error.message} (${cure})`, { cause: error });
        }
    }

    /**
     * The options of a table that a thing names, checked.
     * @param {Record<string, (source: Cursor) => any>} table
     * @param {Properties} properties
     * @returns {Values}
     */
    #pick(table, properties) {
        /** @type {Values} */
        const values = {};
        for (const [option, read] of Object.entries(table)) {
            const value = this.#value(properties, option, read);
            if (value !== undefined) values[option] = value;
        }
        return values;
    }

    /**
     * The options of a collider that a thing names. The layer of the world is its property `layer`, or its class where
     * the world was given a layer of that name.
     * @param {string} type its class
     * @param {Properties} properties
     * @returns {Values}
     */
    collider(type, properties) {
        const values = this.#pick(COLLIDER, properties);
        const layer = this.#value(properties, 'layer', (source) => this.layers.use(source));
        if (layer !== undefined) values.layer = layer;
        else if (type && this.layers.has(type)) values.layer = type;
        return values;
    }

    /** The options of a body that a thing names. @param {Properties} properties */
    body(properties) {
        return this.#pick(BODY, properties);
    }

    /** Whether a thing collides; undefined if it does not say so. @param {Properties} properties */
    collides(properties) {
        return this.#value(properties, 'collides', flag);
    }

    /** The name of a TILE. @param {Properties} properties @param {readonly string[]} names */
    tile(properties, names) {
        return this.#value(properties, 'tile', (source) => source.word(names));
    }
}

/**
 * The options of a collider as those of a kind of tile, and those that a map of tiles has only as a whole.
 * @param {Values} values
 * @returns {{ values: Values, whole: Values, oneWay: boolean, trigger: boolean }}
 */
export function kindValues(values) {
    const { oneWay: way = false, trigger = false, ...rest } = values;
    const up = way === DIRECTIONS.up;
    /** @param {boolean} ofWhole */
    const pick = (ofWhole) =>
        Object.fromEntries(
            Object.entries(rest).filter(([name]) => Object.hasOwn(WHOLE, name) === ofWhole),
        );
    return { values: pick(false), whole: { ...pick(true), ...(way && !up ? { oneWay: way } : {}) },
        oneWay: up, trigger };
}
