// A map of Tiled, read layer by layer: tile layers as maps of tiles and shapes, objects as bodies. Called by tiled.js.
import { Cursor } from './cursor.js';
import { Report } from './report.js';
import { LayerNames, Metres, tilesCollider } from './scene.js';
import { readCells } from './tiled-cells.js';
import { finerGrid, finerOf } from './tiled-grid.js';
import { TiledFiles, anchorOf, cellNumber, placeTile } from './tiled-files.js';
import { readOrientation } from './tiled-orientation.js';
import { PropertyReader, className, describe, kindValues, readProperties,
    typeName } from './tiled-properties.js';
import { Solid } from './tiled-solid.js';
import { degreesOf, drawnObject, pixelsOf, rotation, shapeOf, sizeOf, tileOf,
    transformed } from './tiled-shapes.js';
import { MIN_SIZE, readOptions, show, wrongType } from '../wire/errors.js';
import { TILE } from '../options/tiles.js';

/** @import { SceneBody, TileKind } from '../options/types.js' */
/** @import { Loader } from './cursor.js' */
/** @import { readImportOptions } from './scene.js' */
/** @import { Cells, Decoder } from './tiled-cells.js' */
/** @import { Tile, TileLookup, TileShape } from './tiled-files.js' */
/** @import { Finer, Placed } from './tiled-grid.js' */
/** @import { Drawn, Transform } from './tiled-shapes.js' */
/** @import { Properties, Values } from './tiled-properties.js' */
/** @import { ImportedScene } from './types.js' */

const METHOD = 'importTiled';
/** Most groups within each other. */
const MAX_DEPTH = 64;
/** Most cells of all tile layers, which may be packed a thousandfold. */
const MAX_CELLS = 2 ** 24;
/** Most shapes in all, of which each cell with a tile has those of the tile. */
const MAX_SHAPES = 2 ** 17;

/**
 * What a layer hands down to what is in it.
 * @typedef {object} Inherited
 * @property {Values} collider
 * @property {Values} body
 * @property {boolean | undefined} collides whether what is in it does, if it or the options say so
 * @property {boolean} byName whether its name says so
 * @property {boolean} hasValues whether a layer or group says more of bodies or colliders
 * @property {number} x pixels
 * @property {number} y
 * @property {number} depth
 */

/**
 * A tile whose shapes are TILEs of a finer grid.
 * @typedef {object} FinerLook
 * @property {string} key the same for those that one map can hold
 * @property {Finer} finer
 * @property {number[]} numbers of a map of tiles, for each cell of the finer grid
 * @property {Values} whole options of the map's collider
 */

/**
 * How a tile with its flips lies in a cell.
 * @typedef {object} Look
 * @property {Tile} tile
 * @property {number} number of a map of tiles, 0 if it is none of its
 * @property {TileShape[]} placed its shapes about the cell's upper left corner, if the number is 0
 * @property {FinerLook} [finer] if they can be cells of a finer map
 */

/**
 * Where a map of a world lies.
 * @typedef {object} MapPlace
 * @property {string} path of its file, to which those that it names are relative
 * @property {number} x pixels
 * @property {number} y
 */

/** One import: the maps, their files, and the bodies made so far. */
export class TiledImport {
    /** @type {SceneBody[]} */
    bodies = [];
    report = new Report();
    /** By global tile id, negative where the layer says that its tiles collide. @type {Map<number, Look>} */
    #looks = new Map();
    /** @type {Map<number, TileKind<any>>} */
    #kinds = new Map();
    /** Of finer maps, whose numbers are their own. @type {Map<number, TileKind<any>>} */
    #finerKinds = new Map();
    /** Cells and shapes so far. */
    #cells = 0;
    #shapes = 0;
    /** The path of the map that is read. */
    #path = '';

    /**
     * @param {Cursor} file the first map, whose tiles say how many pixels a metre has if the options do not
     * @param {ReturnType<typeof readImportOptions>} options
     * @param {Loader} loader
     */
    constructor(file, { o, world, pixelsPerMetre, position }, loader) {
        this.width = file.at('tilewidth').number(1e-3, 1e6);
        this.height = file.at('tileheight').number(1e-3, 1e6);
        this.layers = new LayerNames(world);
        this.metres = new Metres(pixelsPerMetre, this.width, position, world);
        this.zstd = readDecoder(o.decompress);
        this.solid = new Solid(METHOD, o);
        this.reader = new PropertyReader(METHOD, o.properties, this.solid.property, this.layers);
        this.files = new TiledFiles(loader, this.reader, this.solid, this.metres, this.report);
        this.orientation = readOrientation(file, this.width, this.height);
        /** @type {TileLookup} */
        this.lookup = { sets: [], known: new Map() };
    }

    /** Reads a map. @param {Cursor} file @param {MapPlace} place */
    async read(file, { path, x, y }) {
        this.width = file.at('tilewidth').number(1e-3, 1e6);
        this.height = file.at('tileheight').number(1e-3, 1e6);
        this.orientation = readOrientation(file, this.width, this.height);
        this.lookup = await this.files.lookup(file.at('tilesets').list(), path);
        this.#path = path;
        this.#looks = new Map();
        this.#kinds = new Map();
        this.#finerKinds = new Map();
        this.files.markSolid(this.lookup);
        const properties = readProperties(file);
        await this.#layers(file, {
            collider: this.reader.collider(className(file), properties),
            body: this.reader.body(properties),
            collides: this.reader.collides(properties),
            byName: false,
            hasValues: false,
            x,
            y,
            depth: 0,
        });
    }

    /** What was read as a scene. @returns {ImportedScene} */
    scene() {
        this.solid.close(this.report, this.bodies.some(({ colliders }) => colliders?.length));
        return { mica2d: 1, world: this.layers.options(), bodies: this.bodies, joints: [],
            report: this.report.notes };
    }

    /** @param {Cursor} parent the map or a group @param {Inherited} from */
    async #layers(parent, from) {
        if (from.depth > MAX_DEPTH) parent.fail(`within at most ${MAX_DEPTH} groups`);
        for (const layer of parent.at('layers').list()) {
            const type = layer.at('type').word(['tilelayer', 'objectgroup', 'imagelayer', 'group']);
            if (type === 'imagelayer') continue;
            const own = this.#inherit(layer, from);
            if (type === 'group') await this.#layers(layer, own);
            else if (type === 'objectgroup') await this.#objects(layer, own);
            else if (!this.orientation.grid) this.#leaveOut(layer);
            else if (own.collides !== false) await this.#tiles(layer, own);
        }
    }

    /** Reports a tile layer that is not read. @param {Cursor} layer */
    #leaveOut(layer) {
        const name = layer.at('name').text('');
        this.report.add({ layer: name,
            why: `the tile layer ${show(name)} is left out: of a map that is `
                + `${this.orientation.name} only the objects are read` });
    }

    /** What a layer hands down, of its own and from what it is in. @param {Cursor} layer @param {Inherited} from @returns {Inherited} */
    #inherit(layer, from) {
        const [name, type, properties] = [layer.at('name').text(''), className(layer),
            readProperties(layer)];
        const [collider, body] = [this.reader.collider(type, properties),
            this.reader.body(properties)];
        const said = this.reader.collides(properties);
        const named = this.solid.layer(name, type);
        return {
            collider: { ...from.collider, ...collider },
            body: { ...from.body, ...body },
            // What does not collide as a whole has nothing in it that does, unless the caller names it.
            collides: named || (from.collides === false ? false : said ?? from.collides),
            byName: from.byName || this.solid.byName(name),
            hasValues: from.hasValues || hasAny(collider) || hasAny(body),
            x: from.x + layer.at('offsetx').number(-1e9, 1e9, 0),
            y: from.y + layer.at('offsety').number(-1e9, 1e9, 0),
            depth: from.depth + 1,
        };
    }

    /** The body of a tile layer. @param {Cursor} layer @param {Inherited} own */
    async #tiles(layer, own) {
        const grid = await readCells(layer, MAX_CELLS - this.#cells, this.zstd);
        if (!grid) return;
        this.#cells += grid.cells.length;
        const all = own.collides ?? (own.byName && !this.#saysWhat(layer, grid));
        const colliders = this.#split(layer, grid, own, all);
        if (colliders.length === 0) {
            if (grid.cells.some((gid) => gid !== 0))
                this.solid.sawIdle('tiles', layer.at('name').text(''));
            return;
        }
        this.bodies.push(named(layer, {
            type: 'static',
            ...own.body,
            position: this.metres.point(layer, own.x, own.y),
            colliders,
            userData: { layer: layer.at('name').text(''),
                ...describe(className(layer), readProperties(layer)) },
        }));
    }

    /** Whether some tile of a layer says whether it collides. @param {Cursor} layer @param {Cells} grid */
    #saysWhat(layer, { cells }) {
        return [...new Set(cells)].some((gid) => {
            if (gid === 0) return false;
            const { tile } = this.#look(gid, layer, cells.indexOf(gid), false);
            return tile.collides !== undefined || tile.shapes.length > 0;
        });
    }

    /**
     * The colliders of a layer: its cells that are a TILE as a map, those that are so in a finer grid as a map of that,
     * and the shapes of the others.
     * @param {Cursor} layer @param {Cells} grid @param {Inherited} own
     * @param {boolean} all whether all tiles collide that do not say that they do not
     * @returns {any[]}
     */
    #split(layer, grid, own, all) {
        const cells = new Int32Array(grid.cells.length);
        /** @type {Placed<Look>[]} */
        const others = [];
        for (let i = 0; i < cells.length; ++i) {
            const gid = grid.cells[i];
            if (gid === 0) continue;
            const look = this.#look(gid, layer, i, all);
            cells[i] = look.number;
            if (look.placed.length > 0)
                others.push({ look, column: grid.column + (i % grid.columns),
                    row: grid.row + Math.floor(i / grid.columns) });
        }
        const map = this.#tileMap(layer, { ...grid, cells }, { across: 1, down: 1 }, this.#kinds,
            own.collider);
        const finer = this.#finerMaps(layer, others, own);
        const shaped = others.filter(({ look }) => !look.finer || !finer.has(look.finer.key));
        return [...(map ? [map] : []), ...finer.values(),
            ...this.#shapeColliders(layer, shaped, own)];
    }

    /**
     * The maps of finer grids by the keys of their tiles: of those keys that have a map.
     * @param {Cursor} layer @param {Placed<Look>[]} placed @param {Inherited} own
     */
    #finerMaps(layer, placed, own) {
        /** @type {Map<string, Placed<FinerLook>[]>} */
        const byKey = new Map();
        for (const { look: { finer }, ...place } of placed) {
            if (!finer) continue;
            const list = byKey.get(finer.key);
            if (list) list.push({ ...place, look: finer });
            else byKey.set(finer.key, [{ ...place, look: finer }]);
        }
        return new Map(Array.from(byKey).flatMap(([key, list]) => {
            const map = this.#finerMap(layer, list, own);
            return map ? [/** @type {const} */ ([key, map])] : [];
        }));
    }

    /**
     * A map of tiles; undefined if all its cells are empty.
     * @param {Cursor} layer @param {Cells} grid
     * @param {{ across: number, down: number }} parts cells of it in a cell of the layer
     * @param {Map<number, TileKind<any>>} kinds @param {Values} values of its collider
     */
    #tileMap(layer, grid, { across, down }, kinds, values) {
        const map = Object.fromEntries([...new Set(grid.cells)].filter((number) => number > 0)
            .map((number) => [number, /** @type {TileKind<any>} */ (kinds.get(number))]));
        const tiles = tilesCollider({ ...grid, cellWidth: this.width / across,
            cellHeight: this.height / down }, map, this.metres, layer);
        return tiles && { ...tiles, ...values };
    }

    /**
     * Tiles of one key as a map of a finer grid; undefined if shapes are cheaper.
     * @param {Cursor} layer @param {Placed<FinerLook>[]} placed @param {Inherited} own
     */
    #finerMap(layer, placed, own) {
        const [{ look: { finer, whole } }] = placed;
        const sides = [this.width / finer.across, this.height / finer.down];
        if (sides.some((side) => this.metres.size(side) < 2 * MIN_SIZE)) return undefined;
        const grid = finerGrid(placed, MAX_CELLS - this.#cells);
        if (!grid) return undefined;
        this.#cells += grid.cells.length;
        return this.#tileMap(layer, grid, finer, this.#finerKinds, { ...own.collider, ...whole });
    }

    /** Tiles as a collider for each of their shapes. @param {Cursor} layer @param {Placed<Look>[]} placed @param {Inherited} own */
    #shapeColliders(layer, placed, own) {
        return placed.flatMap(({ look: { tile, placed: shapes }, column, row }) => {
            this.#countShapes(layer, shapes.length);
            const [left, top] = [column * this.width, row * this.height];
            return shapes.map(({ drawn, values }) => ({
                ...shapeOf(transformed(drawn, (x, y) => this.metres.vector(left + x, top + y))),
                ...own.collider,
                ...tile.values,
                ...values,
                userData: tile.userData,
            }));
        });
    }

    /**
     * A tile with its flips in a cell: the number of a map of tiles, or shapes and the number 0.
     * @param {number} gid @param {Cursor} layer @param {number} cell
     * @param {boolean} all whether all tiles of the layer collide that do not say that they do not
     * @returns {Look}
     */
    #look(gid, layer, cell, all) {
        const known = this.#looks.get(all ? -gid : gid);
        if (known) return known;
        const chunks = layer.at('chunks');
        const source = chunks.missing
            ? new Cursor(METHOD, `${layer.path}.data[${cell}]`, gid)
            : new Cursor(METHOD, chunks.path, gid);
        const tile = this.files.tile(this.lookup, gid, source);
        const place = placeTile(tile, gid, this.width, this.height, tile.set.grid);
        const placed = (all && tile.collides !== false ? tile.whole : tile.shapes)
            .map(({ drawn, values }) => ({ drawn: transformed(drawn, place), values }));
        const shape = placed.length === 1
            ? tileOf(placed[0].drawn, this.width, this.height)
            : undefined;
        const kind = kindValues({ ...tile.values, ...placed[0]?.values });
        const whole = shape && !hasAny(kind.whole);
        /** @type {Look} */
        const look = { tile, number: whole ? cellNumber(gid) : 0, placed: whole ? [] : placed };
        if (whole) this.#kinds.set(look.number, this.#kind(shape, kind, tile));
        else look.finer = this.#finer(look, kind);
        this.#looks.set(all ? -gid : gid, look);
        return look;
    }

    /** @param {number} shape a TILE @param {ReturnType<typeof kindValues>} kind @param {Tile} tile @returns {TileKind<any>} */
    #kind(shape, kind, tile) {
        const flags = (kind.oneWay ? TILE.ONE_WAY : 0) | (kind.trigger ? TILE.TRIGGER : 0);
        return { tile: shape | flags, ...kind.values, userData: tile.userData };
    }

    /**
     * A tile as cells of a finer map, if that does the same: a trigger would be several, and what is one-way would hold
     * bodies at each of its cells, or at others than a shape does.
     * @param {Look} look @param {ReturnType<typeof kindValues>} kind
     * @returns {FinerLook | undefined}
     */
    #finer({ tile, placed }, kind) {
        const values = placed.map((each) => JSON.stringify(each.values));
        const differ = values.some((each) => each !== values[0]);
        if (differ || kind.trigger || kind.whole.oneWay) return undefined;
        const finer = finerOf(placed.map(({ drawn }) => drawn), this.width, this.height);
        if (!finer) return undefined;
        const filled = finer.tiles.filter((each) => each !== TILE.EMPTY);
        if (kind.oneWay && filled.length > 1) return undefined;
        /** @type {Map<number, number>} */
        const numbers = new Map([[TILE.EMPTY, 0]]);
        for (const each of new Set(filled)) {
            numbers.set(each, this.#finerKinds.size + 1);
            this.#finerKinds.set(this.#finerKinds.size + 1, this.#kind(each, kind, tile));
        }
        return {
            key: `${finer.across} ${finer.down} ${JSON.stringify(kind.whole)}`,
            finer,
            numbers: finer.tiles.map((each) => /** @type {number} */ (numbers.get(each))),
            whole: kind.whole,
        };
    }

    /** @param {Cursor} layer @param {Inherited} own */
    async #objects(layer, own) {
        const name = layer.at('name').text('');
        for (const given of layer.at('objects').list()) {
            const template = await this.files.template(given, this.#path);
            const body = this.report.without(given, `an object of the layer ${show(name)}`, {
                layer: name,
            }, () => {
                const { object, lookup } = this.files.object(given, template, this.lookup);
                return object.at('text').missing
                    ? this.#object(object, lookup, own, name)
                    : undefined;
            });
            if (!body) continue;
            this.#countShapes(given, body.colliders?.length ?? 0);
            this.bodies.push(body);
        }
    }

    /**
     * The body of an object.
     * @param {Cursor} object @param {TileLookup} lookup @param {Inherited} own @param {string} layer its name
     * @returns {SceneBody}
     */
    #object(object, lookup, own, layer) {
        const properties = readProperties(object);
        const gid = object.at('gid').integer(0, 2 ** 32 - 1, 0);
        const tile = gid > 0 ? this.files.tile(lookup, gid, object.at('gid')) : undefined;
        const type = typeName(object) || tile?.userData.class || '';
        const collider = this.reader.collider(type, properties);
        const body = { ...(tile && this.reader.body(tile.properties)),
            ...this.reader.body(properties) };
        const values = { ...own.collider, ...tile?.values, ...collider };
        const collides = this.#collides(type, properties, own, tile,
            own.hasValues || hasAny(collider) || hasAny(body));
        const { vector, origin } = this.orientation;
        const { shapes, center } = tile
            ? this.#tileShapes(object, tile, gid, collides === true)
            : this.#drawnShapes(object, vector);
        if (shapes.length > 0 && collides === undefined) this.solid.sawIdle('objects', layer);
        const degrees = degreesOf(object);
        const [right, down] = rotation(degrees)(...center);
        const [x, y] = vector(pixelsOf(object, 'x'), pixelsOf(object, 'y'));
        const position = this.metres.point(object, own.x + origin[0] + x + right,
            own.y + origin[1] + y + down);
        /** @type {Transform} */
        const place = (x, y) => this.metres.vector(x - center[0], y - center[1]);
        const colliders = collides
            ? shapes.map((each) => ({ ...shapeOf(transformed(each.drawn, place)), ...values,
                ...each.values })
            )
            : [];
        const { width, height } = sizeOf(object);
        return named(object, {
            type: 'static',
            ...own.body,
            ...body,
            position,
            ...(degrees === 0 ? {} : { angle: (-this.metres.up * degrees * Math.PI) / 180 }),
            ...(colliders.length > 0 ? { colliders: /** @type {any[]} */ (colliders) } : {}),
            userData: {
                id: object.at('id').integer(0, 2 ** 31 - 1, 0),
                layer,
                ...describe(type, properties),
                ...(width > 0 || height > 0
                    ? { width: this.metres.size(width), height: this.metres.size(height) }
                    : {}),
                ...(tile ? { tile: tile.userData } : {}),
            },
        });
    }

    /**
     * Whether an object collides: true if something says so, 'shapes' if only the shapes of its tile do, undefined if
     * nothing does.
     * @param {string} type its class @param {Properties} properties @param {Inherited} own @param {Tile | undefined} tile
     * @param {boolean} hasValues whether it or its layer says more of its body or collider
     * @returns {boolean | 'shapes' | undefined}
     */
    #collides(type, properties, own, tile, hasValues) {
        const { objects } = this.solid;
        if (objects === 'none') return false;
        if (this.solid.class(type)) return true;
        const said = own.collides === false ? false : this.reader.collides(properties);
        if (said !== undefined) return said;
        if (tile?.collides === false) return false;
        if (own.collides || own.byName || hasValues) return true;
        if (tile) return 'shapes';
        return objects === 'all' ? true : undefined;
    }

    /**
     * The shape of an object without a tile, about its position; and where its body lies from there: in the middle of
     * the rectangle around a shape that has one.
     * @param {Cursor} object @param {Transform} vector how it is drawn
     * @returns {{ shapes: { drawn: Drawn, values: Values }[], center: [number, number] }}
     */
    #drawnShapes(object, vector) {
        const flat = drawnObject(object);
        if (!flat) return { shapes: [], center: [0, 0] };
        const drawn = transformed(flat, vector);
        const around = drawn.kind !== 'polygon' && drawn.kind !== 'polyline';
        const [, , [x, y] = [0, 0]] = drawn.points;
        return { shapes: [{ drawn, values: {} }], center: around ? [x / 2, y / 2] : [0, 0] };
    }

    /**
     * The shapes of an object that is a tile, about its position.
     * @param {Cursor} object @param {Tile} tile @param {number} gid @param {boolean} whole whether all of it collides
     * @returns {{ shapes: { drawn: Drawn, values: Values }[], center: [number, number] }}
     */
    #tileShapes(object, tile, gid, whole) {
        const size = sizeOf(object);
        const [width, height] = [size.width || tile.width, size.height || tile.height];
        const { alignment } = tile.set;
        const [x, y] = anchorOf(
            alignment === 'unspecified' ? this.orientation.alignment : alignment,
        );
        const place = placeTile(tile, gid, width, height, true);
        const shapes = (whole ? tile.whole : tile.shapes).map(({ drawn, values }) => ({
            values,
            drawn: transformed(drawn, (px, py) => {
                const [right, down] = place(px, py);
                return [right - x * width, down - y * height];
            }),
        }));
        return { shapes, center: [width / 2 - x * width, height / 2 - y * height] };
    }

    /** @param {Cursor} source the list that holds the shapes @param {number} count */
    #countShapes(source, count) {
        this.#shapes += count;
        if (this.#shapes > MAX_SHAPES) source.fail(`in a map of at most ${MAX_SHAPES} shapes`);
    }
}

/** The decoder of the option `decompress`. @param {unknown} given */
function readDecoder(given) {
    if (given === undefined) return undefined;
    const { zstd } = readOptions(METHOD, 'decompress', given, new Set(['zstd']));
    if (zstd !== undefined && typeof zstd !== 'function')
        wrongType(METHOD, 'decompress.zstd', 'a function', zstd);
    return /** @type {Decoder | undefined} */ (zstd);
}

/** Whether a thing says some option. @param {Values} values */
const hasAny = (values) => Object.keys(values).length > 0;

/** A body with the name of what it was made of, if that has one. @param {Cursor} source @param {SceneBody} body @returns {SceneBody} */
function named(source, body) {
    const name = source.at('name').text('');
    return name === ''
        ? body
        : { ...body, userData: { name, .../** @type {object} */ (body.userData) } };
}
