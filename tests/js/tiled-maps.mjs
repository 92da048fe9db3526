// Makes the small maps of Tiled that import-tiled-maps.test.mjs reads: a hundred, each with other features of the format,
// chosen by its number so that every feature meets every other, and the same in every run.
import { deflateSync, gzipSync } from 'node:zlib';
import { chance } from './imported.mjs';

/**
 * A map, the files that it names and the options with which it is imported.
 * @typedef {object} MadeMap
 * @property {string} name what is special about it
 * @property {any} map as JSON has it, its cells as lists of numbers
 * @property {Record<string, any>} files by their paths
 * @property {any} options of importTiled
 * @property {string} cells how its cells are written: csv, base64, zlib, gzip, or elements of XML
 * @property {boolean} xml whether it is saved as XML
 */

export const MAPS = 100;

const COLUMNS = 8;
const ROWS = 6;
const SIZES = [[16, 16], [32, 16], [12, 18], [8, 8], [64, 64]];
const CELLS = ['csv', 'base64', 'zlib', 'gzip', 'elements', 'csv', 'csv'];
/** What says that tiles collide. */
const SAYS = ['tile', 'tileset', 'layer', 'group', 'class', 'name', 'gids', 'layers', 'map',
    'shapes', 'alias'];
/** How tiles are drawn in cells. */
const DRAWN = ['as large as the cell', 'tall', 'offset', 'stretched', 'fitted',
    'collection of images'];
const ALIGNMENTS = [undefined, 'topleft', 'center', 'bottom', 'right', 'topright'];
const ORIENTATIONS = ['orthogonal', 'orthogonal', 'orthogonal', 'isometric', 'orthogonal',
    'staggered', 'orthogonal', 'hexagonal'];

/** @param {string} name @param {unknown} value */
const property = (name, value) => ({ name, value,
    type: typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'float' : 'string' });

/** @param {any[][]} list */
const points = (list) => list.map(([x, y]) => ({ x, y }));

/** The collision shapes of tiles, for a tile of that size. @param {number} w @param {number} h @returns {any[][]} */
const shapesOf = (w, h) => [
    [],
    [{ x: 0, y: 0, width: w, height: h }],
    [{ x: 0, y: h / 4, width: w, height: (3 * h) / 4 }],
    [{ x: 0, y: h, polygon: points([[0, 0], [w, 0], [w, -h / 3]]) }],
    [{ x: 0, y: 0, polygon: points([[0, h], [w, h], [w, h / 3], [0, (2 * h) / 3]]) }],
    [{ x: w / 8, y: h / 8, width: w / 2, height: h / 2, ellipse: true }],
    [{ x: w / 2, y: 0, width: w / 4, height: h / 2, rotation: 30 }],
    [{ x: 0, y: 0, width: w / 2, height: h / 2 }, { x: w / 2, y: h / 2, width: w / 2,
        height: h / 2 }],
    [{ x: 0, y: 0,
        polygon: points([[0, 0], [w, 0], [w, h / 2], [w / 2, h / 2], [w / 2, h], [0, h]]) }],
    [{ x: w / 8, y: h / 4, width: (3 * w) / 4, height: h / 4, capsule: true }],
    [{ x: w / 2, y: h / 2, point: true }],
];
const TILES = shapesOf(1, 1).length;

/** @param {number} i the map's @param {number} width @param {number} height of a cell */
function makeTileset(i, width, height) {
    const drawn = DRAWN[i % DRAWN.length];
    const says = SAYS[i % SAYS.length];
    const [w, h] = drawn === 'tall'
        ? [width, 2 * height]
        : drawn === 'stretched' || drawn === 'fitted'
        ? [2 * width, height]
        : [width, height];
    // Of a capsule that is stretched nobody says whether its ends stay round.
    const shapes = shapesOf(w, h).map((
        objects,
    ) => (drawn === 'stretched' && objects[0]?.capsule ? [] : objects));
    const tiles = shapes.map((objects, id) => ({
        id,
        ...(objects.length > 0
            ? {
                objectgroup: { type: 'objectgroup', name: '',
                    objects: objects.map((each, n) => ({ id: n + 1, ...each })) },
            }
            : {}),
        ...(drawn === 'collection of images'
            ? { image: `${id}.png`, imagewidth: w, imageheight: h }
            : {}),
        ...(id === 0 && says === 'class' ? { [i % 2 === 0 ? 'class' : 'type']: 'stone' } : {}),
        ...(id === 0 && says === 'tile' ? { properties: [property('collides', true)] } : {}),
        ...(id === 1 ? { properties: [property('friction', 0.25)] } : {}),
        ...(id === 2 && i % 3 === 0 ? { properties: [property('collides', false)] } : {}),
        ...(id === 10
            ? {
                properties: [
                    property('tile', ['RISE', 'ROOF_FALL', 'TOP_HALF', 'FALL_HIGH'][i % 4]),
                ],
            }
            : {}),
    }));
    return {
        name: 'ground',
        tilewidth: w,
        tileheight: h,
        tilecount: TILES,
        columns: 4,
        tiles,
        ...(drawn === 'stretched' || drawn === 'fitted' ? { tilerendersize: 'grid' } : {}),
        ...(drawn === 'fitted' ? { fillmode: 'preserve-aspect-fit' } : {}),
        ...(drawn === 'offset' ? { tileoffset: { x: width / 4, y: -height / 8 } } : {}),
        ...(ALIGNMENTS[i % 6] ? { objectalignment: ALIGNMENTS[i % 6] } : {}),
        ...(says === 'tileset' ? { properties: [property('collides', true)] } : {}),
        ...(says === 'alias' ? { properties: [property('solid', true)] } : {}),
    };
}

/** Tilesets as files of Tiled before 1.2 have them. @param {any} set */
function oldTileset({ tiles, ...set }) {
    const byId = (/** @type {(tile: any) => any} */ read) =>
        Object.fromEntries(
            tiles.flatMap((
                /** @type {any} */ tile,
            ) => (read(tile) === undefined ? [] : [[tile.id, read(tile)]])),
        );
    return {
        ...set,
        tiles: byId(({ id: _, properties: __, ...tile }) => tile),
        tileproperties: byId(({ properties = [] }) => (properties.length > 0
            ? Object.fromEntries(
                properties.map((/** @type {any} */ { name, value }) => [name, String(value)]),
            )
            : undefined)
        ),
        ...(set.properties
            ? {
                properties: Object.fromEntries(
                    set.properties.map((/** @type {any} */ { name, value }) => [name, value]),
                ),
            }
            : {}),
    };
}

/** The cells of a layer. @param {() => number} random @param {number[]} gids @param {boolean} infinite */
function makeCells(random, gids, infinite) {
    const list = (/** @type {number} */ count) =>
        Array.from({ length: count }, () => {
            const flips = random() < 0.5 ? 0 : 2 ** 29 * Math.floor(8 * random());
            return random() < 0.25 ? 0 : gids[Math.floor(gids.length * random())] + flips;
        });
    if (!infinite) return { width: COLUMNS, height: ROWS, data: list(COLUMNS * ROWS) };
    return { width: COLUMNS, height: ROWS, startx: -4, starty: -4,
        chunks: [[-4, -4], [0, 0], [4, -4]].map(([x, y]) => ({ x, y, width: 4, height: 4,
            data: list(16) })
        ) };
}

/** Objects of every kind. @param {() => number} random @param {number} i the map's @param {number} w of a cell @param {number} h */
function makeObjects(random, i, w, h) {
    const turn = () => (random() < 0.5 ? 0 : Math.round(360 * random()));
    const place = () => ({ x: Math.round(w * COLUMNS * random()),
        y: Math.round(h * ROWS * random()), rotation: turn() });
    const shapes = [
        { width: 2 * w, height: h },
        { width: w, height: 1.5 * h, ellipse: true },
        { polygon: points([[0, 0], [2 * w, h / 2], [w, 2 * h], [w / 2, h / 2]]) },
        { polyline: points([[0, 0], [w, h]]) },
        { point: true },
        { width: w, height: h, text: { text: 'Here' } },
        { gid: 2 + 2 ** 29 * Math.floor(8 * random()), width: 1.5 * w, height: h },
        { gid: 1, width: w, height: h },
        ...(i % 6 === 1
            ? [{ template: 'boulder.tj' }, { template: 'boulder.tj', width: w, height: 2 * h }]
            : []),
        // Of a map that is not isometric: there the importer makes an ellipse of a capsule.
        ...(ORIENTATIONS[i % 8] === 'isometric'
            ? []
            : [{ width: 2 * w, height: h, capsule: true }]),
    ];
    const says = [undefined, property('collides', true), property('collides', false),
        property('friction', 0.5)];
    return shapes.map((shape, n) => {
        const own = says[Math.floor(says.length * random())];
        return { id: n + 1, name: `object ${n + 1}`, ...place(), ...shape,
            ...(n % 3 === 0 && SAYS[i % SAYS.length] === 'class'
                ? { [i % 2 === 0 ? 'type' : 'class']: 'stone' }
                : {}), ...(own ? { properties: [own] } : {}) };
    });
}

/** A map by its number. @param {number} i @returns {MadeMap} */
export function makeMap(i) {
    const random = chance(7000 + i);
    const [width, height] = SIZES[Math.floor(i / 2) % SIZES.length];
    const says = SAYS[i % SAYS.length];
    const orientation = ORIENTATIONS[i % ORIENTATIONS.length];
    const cells = CELLS[i % CELLS.length];
    const xml = cells === 'elements' || i % 3 === 0;
    const old = !xml && i % 5 === 2;
    const infinite = i % 4 === 1;
    const external = !old && i % 5 === 3;
    const set = makeTileset(i, width, height);
    const gids = Array.from({ length: TILES }, (_, id) => 1 + id);
    const second = { firstgid: 101, name: 'decoration', tilewidth: width, tileheight: height,
        tilecount: 2, tiles: [] };
    const collides = (
        /** @type {string} */ by,
    ) => (says === by ? { properties: [property('collides', true)] } : {});
    const ground = { type: 'tilelayer', id: 1, name: says === 'name'
        ? ['Walls', 'Collision', 'Solid 2', 'Platforms'][i % 4]
        : 'ground', ...makeCells(random, [...(says === 'name' ? [101, 102] : gids), 101], infinite),
        ...collides('layer') };
    const objects = { type: 'objectgroup', id: 2, name: i % 10 === 9 ? 'Walls' : 'things',
        objects: makeObjects(random, i, width, height),
        ...(i % 4 === 2 ? { offsetx: width / 2, offsety: -height / 2 } : {}) };
    const idle = { type: 'tilelayer', id: 3, name: 'background',
        ...makeCells(random, [101, 102], infinite), properties: [property('collides', false)] };
    let layers =
        /** @type {any[]} */ ([idle, ground, objects, { type: 'imagelayer', name: 'sky', id: 4 }]);
    for (let depth = says === 'group' ? Math.max(1, i % 3) : i % 3; depth > 0; --depth)
        layers = [{ type: 'group', id: 10 + depth, name: `group ${depth}`, offsetx: width / 4,
            offsety: depth * 3, layers, ...(depth === 1 ? collides('group') : {}) }];
    const map = {
        type: 'map',
        orientation,
        infinite,
        width: COLUMNS,
        height: ROWS,
        tilewidth: width,
        tileheight: height,
        ...(orientation === 'orthogonal'
            ? {}
            : { staggeraxis: 'y', staggerindex: 'odd', hexsidelength: height / 2 }),
        tilesets: [
            external
                ? { firstgid: 1, source: 'ground.tsj' }
                : { firstgid: 1, ...(old ? oldTileset(set) : set) },
            second,
        ],
        layers,
        ...collides('map'),
    };
    const files = {
        ...(external ? { 'ground.tsj': { type: 'tileset', ...set } } : {}),
        'boulder.tj': { type: 'template', tileset: { firstgid: 5, ...set, name: 'boulders' },
            object: { gid: 10, width, height, name: 'boulder',
                properties: [property('friction', 1)] } },
    };
    const solid =
        { class: { classes: ['stone'] }, gids: { tiles: [1, 5, 101] },
            layers: { layers: ['ground', objects.name] }, alias: { property: 'solid' } }[says];
    const options = { ...(solid ? { solid } : {}),
        ...(i % 3 === 1 ? { objects: 'all' } : i % 9 === 2 ? { objects: 'none' } : {}) };
    const name = [orientation, `${width} × ${height}`,
        xml ? 'XML' : old ? 'JSON before 1.2' : 'JSON', cells, infinite ? 'infinite' : 'finite',
        external ? 'tileset in a file' : 'tileset within', DRAWN[i % DRAWN.length],
        `solid by ${says}`, `objects ${options.objects ?? 'named'}`].join(', ');
    return { name, map, files, options, cells, xml };
}

/** A map with its cells written as it says. @param {MadeMap} made @returns {any} */
export function writeCells({ map, cells }) {
    const pack = (/** @type {number[]} */ data) => {
        const bytes = Buffer.from(Uint32Array.from(data).buffer);
        const packed = cells === 'zlib'
            ? deflateSync(bytes)
            : cells === 'gzip'
            ? gzipSync(bytes)
            : bytes;
        return packed.toString('base64');
    };
    const encoding = cells === 'csv'
        ? {}
        : cells === 'elements'
        ? { encoding: 'xml' }
        : { encoding: 'base64', ...(cells === 'base64' ? {} : { compression: cells }) };
    const write = (/** @type {any} */ part) => (part.data && encoding.encoding === 'base64'
        ? { ...part, data: pack(part.data) }
        : part);
    const layer = (/** @type {any} */ given) => {
        if (given.layers) return { ...given, layers: given.layers.map(layer) };
        if (given.type !== 'tilelayer') return given;
        return { ...write(given), ...encoding,
            ...(given.chunks ? { chunks: given.chunks.map(write) } : {}) };
    };
    return { ...map, layers: map.layers.map(layer) };
}
