// Writes files of Tiled in XML, from what its export to JSON has: a second implementation of the format beside
// js/import/tiled-xml.js, for the tests of the importer.

/** Members of Tiled's JSON that are elements of their own in XML. */
const ELEMENTS = ['properties', 'layers', 'tilesets', 'tiles', 'objects', 'objectgroup', 'object',
    'tileset', 'data', 'chunks', 'encoding', 'compression', 'polygon', 'polyline', 'ellipse',
    'point', 'capsule', 'text', 'tileoffset', 'image', 'imagewidth', 'imageheight', 'wangsets',
    'animation', 'grid'];

/** @param {any} text */
const escaped = (text) =>
    String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** @param {any} value */
const attribute = (value) => escaped(value === true ? 1 : value === false ? 0 : value);

/** The writer: an element of the members of JSON. @param {string} name @param {any} members @param {string} [inside] */
function element(name, members, inside = '') {
    const isLayer = ['layer', 'objectgroup', 'imagelayer', 'group', 'map', 'tileset', 'template']
        .includes(name);
    const attributes = Object.entries(members)
        .filter(([key, value]) =>
            !ELEMENTS.includes(key) && typeof value !== 'object' && !(key === 'type' && isLayer)
        )
        .map(([key, value]) => ` ${key}="${attribute(value)}"`);
    return `<${name}${attributes.join('')}>${properties(members.properties)}${inside}</${name}>\n`;
}

/** @param {any} list @returns {string} */
const properties = (list) =>
    list === undefined
        ? ''
        : `<properties>${
            list.map((/** @type {any} */ each) => property(each)).join('')
        }</properties>`;

/** @param {any} given */
function property({ name, type = 'string', value }) {
    if (type === 'class') {
        const members = Object.entries(value).map(([key, each]) => ({ name: key, value: each,
            type: typeof each === 'number' ? 'float' : 'string' })
        );
        return `<property name="${escaped(name)}" type="class">${properties(members)}</property>`;
    }
    return String(value).includes('\n')
        ? `<property name="${escaped(name)}">${escaped(value)}</property>`
        : `<property name="${escaped(name)}" type="${type}" value="${escaped(value)}"/>`;
}

/** @param {any} object */
function object(object) {
    const shape = ['ellipse', 'point', 'capsule'].filter((kind) => object[kind]).map((kind) =>
        `<${kind}/>`
    )
        .concat(
            ['polygon', 'polyline'].filter((kind) => object[kind]).map((kind) =>
                `<${kind} points="${
                    object[kind].map((/** @type {any} */ { x, y }) => `${x},${y}`).join(' ')
                }"/>`
            ),
        );
    const text = object.text ? `<text wrap="1">${escaped(object.text.text)}</text>` : '';
    return element('object', object, shape.join('') + text);
}

/** @param {any} set */
const tileset = (set) =>
    element('tileset', set,
        (set.tileoffset ? `<tileoffset x="${set.tileoffset.x}" y="${set.tileoffset.y}"/>` : '')
            + (set.tiles ?? []).map((/** @type {any} */ tile) =>
                element('tile', tile, (tile.image
                    ? `<image source="a.png" width="${tile.imagewidth}" height="${tile.imageheight}"/>`
                    : '')
                    + (tile.objectgroup
                        ? layer({ ...tile.objectgroup, type: 'objectgroup' })
                        : ''))
            ).join(''));

/** Cells in XML. @param {any} part @param {any} layer */
const cells = ({ data }, { encoding }) => (typeof data === 'string'
    ? `\n   ${data}\n  `
    : encoding === 'xml'
    ? data.map((/** @type {number} */ gid) => (gid === 0 ? '<tile/>' : `<tile gid="${gid}"/>`))
        .join('')
    : `\n${data.join(',')}\n`);

/** @param {any} given @returns {string} */
function layer(given) {
    const { type, encoding = 'csv', compression, chunks, layers, objects = [] } = given;
    if (type === 'group') return element('group', given, layers.map(layer).join(''));
    if (type === 'objectgroup') return element('objectgroup', given, objects.map(object).join(''));
    if (type === 'imagelayer') return element('imagelayer', given, '<image source="sky.png"/>');
    const inside = chunks
        ? chunks.map((/** @type {any} */ chunk) =>
            element('chunk', chunk, cells(chunk, { encoding }))
        ).join('')
        : cells(given, { encoding });
    const says = encoding === 'xml' ? '' : ` encoding="${encoding}"`;
    return element('layer', given,
        `<data${says}${compression ? ` compression="${compression}"` : ''}>${inside}</data>`);
}

/** A file of Tiled in XML. @param {any} file */
export function xmlOf(file) {
    const [kind, inside] = file.type === 'tileset'
        ? ['tileset', '']
        : file.type === 'template'
        ? ['template', (file.tileset ? tileset(file.tileset) : '') + object(file.object)]
        : ['map', file.tilesets.map(tileset).join('') + file.layers.map(layer).join('')];
    const text = kind === 'tileset' ? tileset(file) : element(kind, file, inside);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a comment -->\n${text}`;
}
