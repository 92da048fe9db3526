// 'mica2d/import/tiled-xml': the text of a file of Tiled, XML or JSON, as the object that importTiled takes.
//
//   const load = async (path) => parseTiled(await (await fetch(path)).text());
//   const world = fromScene(await importTiled(await load('cave.tmx'), { load }));
//
// Elements and attributes become the members that Tiled's own export to JSON gives them. Values are not checked here, but
// by importTiled: a number that is none stays text, which that refuses with its path.
import { MicaError, readOptions, show, wrongType } from '../wire/errors.js';

export * from './types.js';

/** @import { ParseTiledOptions } from './types.js' */

const METHOD = 'parseTiled';
/** Most groups, or classes as values of properties, within each other. */
const MAX_DEPTH = 100;

/**
 * A member of an object of JSON by its name.
 * @internal
 * @typedef {Record<string, any>} Members
 */

/** @param {string} why @param {unknown} [cause] @returns {never} */
function broken(why, cause) {
    throw new MicaError('BAD_FILE', `${METHOD}: ${why}`, { cause });
}

/** Attributes that are numbers, of whatever element. */
const NUMBERS = new Set(['columns', 'compressionlevel', 'firstgid', 'gid', 'height',
    'hexsidelength', 'id', 'nextlayerid', 'nextobjectid', 'offsetx', 'offsety', 'opacity',
    'parallaxx', 'parallaxy', 'rotation', 'tilecount', 'tileheight', 'tilewidth', 'width', 'x', 'y',
    'margin', 'spacing']);
/** Attributes that are flags, written as 0 and 1. */
const FLAGS = new Set(['infinite', 'visible']);

/** A number, or the text if it is none. @param {string} text */
const numeric = (text) => {
    const number = Number(text);
    return text.trim() === '' || Number.isNaN(number) ? text : number;
};

/** Elements within an element. @param {Element} element @param {...string} names of those wanted; all by default */
const childrenOf = (element,
    ...names) => /** @type {Element[]} */ (Array.from(element.childNodes).filter((
        { nodeType, nodeName },
    ) => nodeType === 1 && (names.length === 0 || names.includes(nodeName))));

/** @param {Element} element @param {string} name @returns {Element | undefined} */
const childOf = (element, name) => childrenOf(element, name)[0];

/** The attributes of an element and its properties. @param {Element} element @returns {Members} */
function membersOf(element) {
    /** @type {Members} */
    const members = {};
    for (const { name, value } of Array.from(element.attributes)) {
        members[name] = NUMBERS.has(name)
            ? numeric(value)
            : FLAGS.has(name)
            ? value === '1' || value === 'true'
            : value;
    }
    const properties = childOf(element, 'properties');
    if (properties) members.properties = propertiesOf(properties, 0);
    return members;
}

/** The value of a property, or of an item of a list. @param {Element} element @param {number} depth @returns {unknown} */
function valueOf(element, depth) {
    const type = element.getAttribute('type') ?? 'string';
    // Text of several lines stands within the element.
    const text = element.getAttribute('value') ?? element.textContent ?? '';
    switch (type) {
        case 'int':
        case 'float':
        case 'object':
            return text === '' ? 0 : numeric(text);
        case 'bool':
            return text === 'true' ? true : text === 'false' || text === '' ? false : text;
        case 'class': {
            const members = childOf(element, 'properties');
            return Object.fromEntries((members ? propertiesOf(members, depth + 1) : [])
                .map(({ name, value }) => [name, value]));
        }
        case 'list':
            return childrenOf(element, 'item').map((item) => ({
                type: item.getAttribute('type') ?? 'string',
                value: valueOf(item, depth + 1),
            }));
        default:
            return text;
    }
}

/** @param {Element} element @param {number} depth @returns {{ name: string, type: string, value: unknown }[]} */
function propertiesOf(element, depth) {
    if (depth > MAX_DEPTH) broken(`values of properties must lie in at most ${MAX_DEPTH} others`);
    return childrenOf(element, 'property').map((property) => ({
        name: property.getAttribute('name') ?? '',
        type: property.getAttribute('type') ?? 'string',
        value: valueOf(property, depth),
    }));
}

/** Points written as 'x,y x,y'. @param {Element} element */
const pointsOf = (element) =>
    (element.getAttribute('points') ?? '').trim().split(/\s+/).filter((each) => each !== '')
        .map((each) => {
            const [x = '', y = ''] = each.split(',');
            return { x: numeric(x), y: numeric(y) };
        });

/** @param {Element} element @returns {Members} */
function objectOf(element) {
    const members = membersOf(element);
    for (const kind of childrenOf(element, 'ellipse', 'point', 'capsule'))
        members[kind.nodeName] = true;
    for (const kind of childrenOf(element, 'polygon', 'polyline'))
        members[kind.nodeName] = pointsOf(kind);
    const text = childOf(element, 'text');
    if (text) members.text = { ...membersOf(text), text: text.textContent };
    return members;
}

/** An object layer, or the collision shapes of a tile. @param {Element} element @returns {Members} */
const objectLayerOf = (element) => ({ ...membersOf(element), type: 'objectgroup',
    objects: childrenOf(element, 'object').map(objectOf) });

/** The cells of a layer or chunk. @param {Element} element @param {string | null} encoding */
function cellsOf(element, encoding) {
    const text = element.textContent ?? '';
    if (encoding === 'csv') return text.trim() === '' ? [] : text.split(',').map(numeric);
    if (encoding !== null) return text.trim();
    return childrenOf(element, 'tile').map((tile) => numeric(tile.getAttribute('gid') ?? '0'));
}

/** A tile layer. @param {Element} element @returns {Members} */
function tileLayerOf(element) {
    const members = { ...membersOf(element), type: 'tilelayer' };
    const data = childOf(element, 'data');
    if (!data) return members;
    const [encoding, compression] = ['encoding', 'compression'].map((name) =>
        data.getAttribute(name)
    );
    const chunks = childrenOf(data, 'chunk');
    return {
        ...members,
        encoding: encoding ?? 'csv',
        ...(compression === null ? {} : { compression }),
        ...(chunks.length > 0
            ? {
                chunks: chunks.map((chunk) => ({ ...membersOf(chunk),
                    data: cellsOf(chunk, encoding) })
                ),
            }
            : { data: cellsOf(data, encoding) }),
    };
}

/** @type {Record<string, (element: Element, depth: number) => Members>} */
const LAYERS = {
    layer: tileLayerOf,
    objectgroup: objectLayerOf,
    imagelayer: (element) => ({ ...membersOf(element), type: 'imagelayer' }),
    group: (element, depth) => ({ ...membersOf(element), type: 'group',
        layers: layersOf(element, depth + 1) }),
};

/** @param {Element} element a map or group @param {number} depth @returns {Members[]} */
function layersOf(element, depth) {
    if (depth > MAX_DEPTH) broken(`layers must lie in at most ${MAX_DEPTH} groups`);
    return childrenOf(element, ...Object.keys(LAYERS)).map((layer) =>
        LAYERS[layer.nodeName](layer, depth)
    );
}

/** A tile of a tileset. @param {Element} element @returns {Members} */
function tileOf(element) {
    const members = membersOf(element);
    const [image, shapes] = [childOf(element, 'image'), childOf(element, 'objectgroup')];
    if (image) {
        const { source, width, height } = membersOf(image);
        Object.assign(members, { image: source, imagewidth: width, imageheight: height });
    }
    if (shapes) members.objectgroup = objectLayerOf(shapes);
    return members;
}

/** @param {Element} element @returns {Members} */
function tilesetOf(element) {
    const members = { ...membersOf(element), tiles: childrenOf(element, 'tile').map(tileOf) };
    for (const part of childrenOf(element, 'tileoffset', 'grid'))
        Object.assign(members, { [part.nodeName]: membersOf(part) });
    return members;
}

/** A tileset that a map or template names or has. @param {Element} element */
const usedTilesetOf = (element) =>
    element.hasAttribute('source') ? membersOf(element) : tilesetOf(element);

/** The files of Tiled by their root. @type {Record<string, (root: Element) => Members>} */
const FILES = {
    map: (root) => ({ ...membersOf(root), type: 'map',
        tilesets: childrenOf(root, 'tileset').map(usedTilesetOf), layers: layersOf(root, 0) }),
    tileset: (root) => ({ ...tilesetOf(root), type: 'tileset' }),
    template: (root) => {
        const [tileset, object] = [childOf(root, 'tileset'), childOf(root, 'object')];
        return { type: 'template', ...(tileset ? { tileset: usedTilesetOf(tileset) } : {}),
            ...(object ? { object: objectOf(object) } : {}) };
    },
};

/** @param {string} text @returns {Document} */
function parseByPlatform(text) {
    if (typeof DOMParser === 'undefined') {
        throw new TypeError(
            `${METHOD}: parse must be given where there is no DOMParser, as in Node.js `
                + 'and in workers',
        );
    }
    return new DOMParser().parseFromString(text, 'text/xml');
}

/**
 * The text of a file of Tiled as the object that `importTiled` takes, and as its option `load` is to give it.
 * @param {string} text of a map, tileset or template in XML (.tmx, .tsx, .tx) or in JSON, or of a world
 * @param {ParseTiledOptions} [options]
 * @returns {unknown} what JSON.parse gives of the file saved as JSON, without what only an editor needs
 * @throws {MicaError} 'BAD_FILE' if the text is neither XML nor JSON, 'UNSUPPORTED_FILE' if it is XML of something else
 */
export function parseTiled(text, options) {
    const { parse = parseByPlatform } = readOptions(METHOD, 'options', options ?? {},
        new Set(['parse']));
    if (typeof text !== 'string') wrongType(METHOD, 'text', 'a string', text);
    if (typeof parse !== 'function') wrongType(METHOD, 'parse', 'a function', parse);
    const plain = text.replace(/^\ufeff/, '').trimStart();
    const xml = plain.startsWith('<');
    let file;
    try {
        file = xml ? parse(plain) : JSON.parse(plain);
    } catch (cause) {
        if (cause instanceof TypeError && parse === parseByPlatform) throw cause;
        broken(`the text is no ${xml ? 'XML' : 'JSON'}: ${
            cause instanceof Error
                ? cause.message
                : show(cause)
        }`, cause);
    }
    return xml ? readDocument(file) : file;
}

/** @param {any} document */
function readDocument(document) {
    const root = document?.documentElement;
    if (typeof root?.nodeName !== 'string')
        wrongType(METHOD, 'parse', 'a function that gives a Document', document);
    // A browser's parser puts its message into the document.
    const error = document.getElementsByTagName('parsererror')[0];
    if (error)
        broken(
            `the text is no XML: ${
                (error.querySelector?.('div') ?? error).textContent.trim().split('\n')[0]
            }`,
        );
    if (!Object.hasOwn(FILES, root.nodeName)) {
        throw new MicaError('UNSUPPORTED_FILE',
            `${METHOD}: the text is XML of ${show(root.nodeName)}, `
                + `which is none of Tiled: ${Object.keys(FILES).map(show).join(', ')}`);
    }
    return FILES[root.nodeName](root);
}
