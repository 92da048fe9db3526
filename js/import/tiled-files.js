// The tilesets and templates of a Tiled map, in the map's file or in files of their own: which tile a global tile id
// means, what shapes it has, and what an object that is made of a template says. Called by tiled.js.
import { show } from '../wire/errors.js';
import { Cursor, resolvePath } from './cursor.js';
import { className, describe, readProperties, typeName } from './tiled-properties.js';
import { TILE_NAMES, degreesOf, drawnObject, pixelsOf, rotation, shapeOf, tilePoints,
    transformed } from './tiled-shapes.js';

/** @import { Loader } from './cursor.js' */
/** @import { Report } from './report.js' */
/** @import { Metres } from './scene.js' */
/** @import { Drawn, Transform } from './tiled-shapes.js' */
/** @import { Properties, PropertyReader, Values } from './tiled-properties.js' */
/** @import { Solid } from './tiled-solid.js' */

/** The top bits of a global tile id: flipped across, up and down, about the diagonal. */
const ACROSS = 2 ** 31;
const UPRIGHT = 2 ** 30;
const DIAGONAL = 2 ** 29;
const GID = 2 ** 28 - 1;
const MAX_PIXELS = 1e6;
/** Most collision shapes of a tile, since each cell with the tile has them all. */
const MAX_SHAPES = 256;

/**
 * The tiles of one image or of several.
 * @typedef {object} Tileset
 * @property {number} firstgid
 * @property {Cursor} source
 * @property {string} name
 * @property {Values} values what its properties say of colliders
 * @property {boolean | undefined} collides whether its tiles do, if it says so
 * @property {Map<number, Cursor>} tiles by their ids
 * @property {boolean} grid whether its tiles are drawn as large as a cell
 * @property {boolean} fit whether a stretched tile keeps its proportions
 * @property {string} alignment of objects
 * @property {boolean} isometric whether the shapes of its tiles are drawn in an isometric grid
 */

/**
 * What a tile is, wherever it is used.
 * @typedef {object} Tile
 * @property {Tileset} set
 * @property {number} id in its tileset
 * @property {number} width pixels, not flipped
 * @property {number} height
 * @property {Properties} properties
 * @property {Values} values what its properties and its tileset's say of colliders
 * @property {boolean | undefined} collides whether it does, if it or its tileset says so
 * @property {TileShape[]} shapes about its upper left corner, not flipped; none if it does not collide by itself
 * @property {TileShape[]} whole its shapes where something else says that it collides
 * @property {{ tileset: string, id: number, class?: string, properties?: Values }} userData
 */

/**
 * A shape of a tile, and what it says of its collider.
 * @typedef {{ drawn: Drawn, values: Values }} TileShape
 */

/**
 * The list of tilesets of a map or template.
 * @typedef {object} TileLookup
 * @property {Tileset[]} sets by their first ids
 * @property {Map<number, Tile>} known
 */

/**
 * The object of a template, and the tiles that its `gid` is of.
 * @typedef {{ object: Cursor, lookup: TileLookup }} Template
 */

/**
 * A tileset.
 * @param {Cursor} source its root @param {number} firstgid @param {PropertyReader} reader @param {Solid} solid
 * @returns {Tileset}
 */
function readTileset(source, firstgid, reader, solid) {
    /** @type {Map<number, Cursor>} */
    const tiles = new Map();
    const given = source.at('tiles');
    if (Array.isArray(given.value)) {
        for (const tile of given.list()) tiles.set(tile.at('id').integer(0, GID), tile);
    } else {
        // Before Tiled 1.2: objects by id, and the properties apart.
        const apart = source.at('tileproperties');
        for (const id of new Set(
            [given, apart].flatMap((
                each,
            ) => (each.missing ? [] : Object.keys(/** @type {object} */ (each.object().value)))),
        )) {
            const tile = {
                .../** @type {any} */ (given.missing
                    ? {}
                    : given.at(id).missing
                    ? {}
                    : given.at(id).object().value),
            };
            if (!apart.missing && !apart.at(id).missing) tile.properties = apart.at(id).value;
            tiles.set(Number(id),
                new Cursor(source.method, given.missing ? apart.at(id).path : given.at(id).path,
                    tile));
        }
    }
    const [type, properties] = [className(source), readProperties(source)];
    return {
        firstgid,
        source,
        tiles,
        name: source.at('name').text(''),
        values: reader.collider(type, properties),
        collides: solid.class(type) || reader.collides(properties),
        grid: source.at('tilerendersize').word(['tile', 'grid'], 'tile') === 'grid',
        fit: source.at('fillmode').word(['stretch', 'preserve-aspect-fit'], 'stretch')
            !== 'stretch',
        isometric: !source.at('grid').missing
            && source.at('grid').at('orientation').text('orthogonal') === 'isometric',
        alignment: source.at('objectalignment').word(ALIGNMENTS, 'unspecified'),
    };
}

const ALIGNMENTS =
    /** @type {const} */ (['unspecified', 'topleft', 'top', 'topright', 'left', 'center', 'right',
        'bottomleft', 'bottom', 'bottomright']);

/** Where the position of an object lies in its rectangle. @param {string} alignment @returns {[x: number, y: number]} */
export const anchorOf = (alignment) => [
    /right/.test(alignment) ? 1 : /^(top|center|bottom)$/.test(alignment) ? 0.5 : 0,
    /top/.test(alignment) ? 0 : /^(left|center|right)$/.test(alignment) ? 0.5 : 1,
];

/** A tile of a tileset, whichever list that is in. @param {Tileset} set @param {number} id */
const keyOf = ({ source }, id) => `${source.path}#${id}`;

/** The shape of a tile that is as a TILE. @param {string} name @param {number} width @param {number} height @param {Cursor} source @returns {TileShape[]} */
const wholeShape = (name, width, height, source) => [{
    drawn: { kind: 'polygon', points: tilePoints(name, width, height), source },
    values: {},
}];

/** The files of a map. */
export class TiledFiles {
    /** @type {Map<string, Promise<Tileset>>} */
    #sets = new Map();
    /** @type {Map<string, Promise<Template>>} */
    #templates = new Map();

    /** Those of the option `solid.tiles`. @type {Set<string>} */
    #solid = new Set();

    /** @param {Loader} loader @param {PropertyReader} reader @param {Solid} solid @param {Metres} metres @param {Report} report */
    constructor(loader, reader, solid, metres, report) {
        this.loader = loader;
        this.reader = reader;
        this.solid = solid;
        this.metres = metres;
        this.report = report;
    }

    /**
     * A tileset, from its own file if it names one.
     * @param {Cursor} source
     * @param {string} from the file that names it
     * @returns {Promise<Tileset>}
     */
    async #tileset(source, from) {
        const firstgid = source.at('firstgid').integer(1, GID);
        const name = source.at('source');
        if (name.missing) return readTileset(source, firstgid, this.reader, this.solid);
        const path = resolvePath(from, name.text());
        const read = this.#sets.get(path)
            ?? this.loader.file(name, path).then((root) =>
                readTileset(root, 1, this.reader, this.solid)
            );
        this.#sets.set(path, read);
        return { ...await read, firstgid };
    }

    /** @param {Cursor[]} list @param {string} [from] @returns {Promise<TileLookup>} */
    async lookup(list, from = '') {
        /** @type {Tileset[]} */
        const sets = [];
        for (const source of list) sets.push(await this.#tileset(source, from));
        return { sets: sets.sort((a, b) => a.firstgid - b.firstgid), known: new Map() };
    }

    /** Marks the tiles of the option `solid.tiles`, whose ids are the map's. @param {TileLookup} lookup of the map */
    markSolid({ sets }) {
        this.#solid.clear();
        this.solid.tiles.forEach((gid, i) => {
            const set = sets.filter(({ firstgid }) => firstgid <= gid).pop();
            const id = gid - (set?.firstgid ?? 0);
            if (set && id < set.source.at('tilecount').integer(0, GID, GID))
                this.#solid.add(keyOf(set, id));
            else this.report.add({ why: `solid.tiles[${i}], ${gid}, names no tile of the map` });
        });
    }

    /**
     * The template of an object, loaded once; undefined if it names none.
     * @param {Cursor} object
     * @param {string} from the file that has it
     * @returns {Promise<Template | undefined>}
     */
    async template(object, from) {
        if (typeof (/** @type {any} */ (object.value)?.template) !== 'string') return undefined;
        const name = object.at('template');
        const path = resolvePath(from, name.text());
        const read = this.#templates.get(path) ?? this.#template(name, path);
        this.#templates.set(path, read);
        return read;
    }

    /**
     * An object, with what it does not say from its template, and the tiles that its `gid` is of.
     * @param {Cursor} object
     * @param {Template | undefined} template
     * @param {TileLookup} lookup of the map
     */
    object(object, template, lookup) {
        if (!template) {
            const name = object.at('template');
            return name.missing ? { object, lookup } : name.fail('a string');
        }
        const merged = new Cursor(object.method, object.path, object.value, template.object);
        return { object: merged, lookup: object.at('gid').missing ? template.lookup : lookup };
    }

    /** @param {Cursor} name @param {string} path @returns {Promise<Template>} */
    async #template(name, path) {
        const root = await this.loader.file(name, path);
        const tileset = root.at('tileset');
        const lookup = await this.lookup(tileset.missing ? [] : [tileset.object()], path);
        return { object: root.at('object').object(), lookup };
    }

    /**
     * The tile of a global tile id.
     * @param {TileLookup} lookup
     * @param {number} gid with its flips
     * @param {Cursor} source
     * @returns {Tile}
     */
    tile({ sets, known }, gid, source) {
        const plain = gid & GID;
        const found = known.get(plain);
        if (found) return found;
        const set = sets.filter(({ firstgid }) => firstgid <= plain).pop();
        if (!set) source.fail('a tile of one of the tilesets');
        const tile = this.#readTile(set, plain - set.firstgid);
        known.set(plain, tile);
        return tile;
    }

    /** @param {Tileset} set @param {number} id @returns {Tile} */
    #readTile(set, id) {
        const own = set.tiles.get(id);
        const source = own ?? new Cursor(set.source.method, `${set.source.path}tiles`, {});
        const properties = readProperties(source);
        const type = typeName(source);
        const [width, height] = /** @type {const} */ (['width', 'height']).map((key) => {
            const size = source.at(key).missing ? source.at(`image${key}`) : source.at(key);
            return size.missing
                ? set.source.at(`tile${key}`).number(1e-3, MAX_PIXELS)
                : size.number(1e-3, MAX_PIXELS);
        });
        const named = this.solid.class(type) || this.#solid.has(keyOf(set, id));
        const collides = named || (this.reader.collides(properties) ?? set.collides);
        const tile = {
            set,
            id,
            width,
            height,
            properties,
            collides,
            values: { ...set.values, ...this.reader.collider(type, properties) },
            userData: { tileset: set.name, id, ...describe(type, properties) },
        };
        const shapes = collides === false ? [] : this.#shapes(tile, source);
        const whole = shapes.length > 0 ? shapes : wholeShape('FULL', width, height, source);
        return { ...tile, shapes: collides ? whole : shapes, whole };
    }

    /**
     * The shapes that a tile is given: the TILE that its property `tile` names, else its collision objects.
     * @param {Omit<Tile, 'shapes' | 'whole'>} tile
     * @param {Cursor} source
     * @returns {TileShape[]}
     */
    #shapes({ set, id, width, height, properties }, source) {
        const name = this.reader.tile(properties, TILE_NAMES);
        if (name !== undefined) return wholeShape(name, width, height, source);
        const group = source.at('objectgroup');
        if (!group.missing && set.isometric) {
            this.report.add({ why: `the collision shapes of the tile ${id} of the tileset `
                + `${show(set.name)} are left out: those in an isometric grid are not read` });
            return [];
        }
        const objects = group.missing ? [] : group.at('objects').list(MAX_SHAPES);
        const called = `a shape of the tile ${id} of the tileset ${show(set.name)}`;
        return objects.flatMap((object) =>
            this.report.without(object, called, {}, () => this.#shape(object)) ?? []
        );
    }

    /**
     * A collision object of a tile; undefined for a point.
     * @param {Cursor} object
     * @returns {TileShape | undefined}
     */
    #shape(object) {
        const drawn = drawnObject(object);
        if (!drawn) return undefined;
        const turn = rotation(degreesOf(object));
        const [left, top] = [pixelsOf(object, 'x'), pixelsOf(object, 'y')];
        const values = this.reader.collider(typeName(object), readProperties(object));
        const placed = transformed(drawn, (x, y) => {
            const [right, down] = turn(x, y);
            return [left + right, top + down];
        });
        // What the engine cannot take is found once here, not in each cell.
        shapeOf(transformed(placed, (x, y) => this.metres.vector(x, y)));
        return { drawn: placed, values };
    }
}

/**
 * How a tile's points move to where it is drawn: flipped, and stretched into a rectangle or put on its lower edge.
 * @param {Tile} tile
 * @param {number} gid with its flips
 * @param {number} width pixels of the rectangle
 * @param {number} height
 * @param {boolean} stretched
 * @returns {Transform}
 */
export function placeTile({ set, ...tile }, gid, width, height, stretched) {
    const flip = { across: (gid & ACROSS) !== 0, upright: (gid & UPRIGHT) !== 0,
        diagonal: (gid & DIAGONAL) !== 0 };
    const [w, h] = flip.diagonal ? [tile.height, tile.width] : [tile.width, tile.height];
    let [x0, y0, sx, sy] = [0, height - h, 1, 1];
    if (stretched) {
        [sx, sy] = [width / w, height / h];
        if (set.fit) sx = sy = Math.min(sx, sy);
        [x0, y0] = [(width - w * sx) / 2, (height - h * sy) / 2];
    }
    const offset = set.source.at('tileoffset');
    if (!offset.missing) {
        x0 += pixelsOf(offset, 'x') * sx;
        y0 += pixelsOf(offset, 'y') * sy;
    }
    return (px, py) => {
        let [x, y] = flip.diagonal ? [py, px] : [px, py];
        if (flip.across) x = w - x;
        if (flip.upright) y = h - y;
        return [x0 + x * sx, y0 + y * sy];
    };
}

/** A number of a map of tiles for a tile with its flips, below 2^31. @param {number} gid */
export const cellNumber = (gid) => (gid & GID) | ((gid >>> 1) & 0x70000000);
