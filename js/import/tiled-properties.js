// What Tiled's properties and classes say of bodies and colliders. A property counts by its name, which is that of
// the option. Each is checked, with the path of the property; the nearest that says something wins: object, tile,
// tileset, layer, groups, map. Called by the other files of the importer of Tiled.
/** @import { Cursor } from './cursor.js' */
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

/** @param {number} min @param {number} max @returns {(source: Cursor) => number} */
const between = (min, max) => (source) => source.number(min, max);
/** @param {Cursor} source */
const flag = (source) => source.flag(false);
/** @param {Cursor} source */
const combine = (source) => source.word(COMBINE_RULES);

/** Where a one-way platform holds from. @type {Record<string, [x: number, y: number]>} */
const DIRECTIONS = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

/** @param {Cursor} source @returns {[x: number, y: number] | false} */
function oneWay(source) {
    if (typeof source.value === 'boolean') return source.value && DIRECTIONS.up;
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
    group: (source) => source.integer(-(2 ** 31), 2 ** 31 - 1),
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

/**
 * The properties that a table names, checked.
 * @param {Record<string, (source: Cursor) => any>} table
 * @param {Properties} properties
 * @returns {Values}
 */
function pick(table, properties) {
    /** @type {Values} */
    const values = {};
    for (const [name, read] of Object.entries(table)) {
        const source = properties.get(name);
        if (source && !source.missing) values[name] = read(source);
    }
    return values;
}

/**
 * The options of a collider that a thing names. The layer of the world is its property `layer`, or its class where
 * the world was given a layer of that name.
 * @param {string} type its class
 * @param {Properties} properties
 * @param {LayerNames} layers
 * @returns {Values}
 */
export function colliderValues(type, properties, layers) {
    const values = pick(COLLIDER, properties);
    const layer = properties.get('layer');
    if (layer) values.layer = layers.use(layer);
    else if (type && layers.has(type)) values.layer = type;
    return values;
}

/** The options of a body that a thing names. @param {Properties} properties */
export const bodyValues = (properties) => pick(BODY, properties);

/**
 * The options of a kind of tile among those of a collider; undefined if some of them cannot be of a tile alone.
 * @param {Values} values
 * @returns {{ values: Values, oneWay: boolean, trigger: boolean } | undefined}
 */
export function kindValues(values) {
    if (Object.keys(WHOLE).some((name) => name in values)) return undefined;
    const { oneWay: way = false, trigger = false, ...rest } = values;
    if (way && way !== DIRECTIONS.up) return undefined;
    return { values: rest, oneWay: way !== false, trigger };
}
