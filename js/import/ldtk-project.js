// A project of LDtk, read level by level: IntGrid layers as maps of tiles, entities as bodies. Called by ldtk.js.
import { MAX_SPEED, inRange, integer, isList, options as checkOptions, outOfRange, show,
    wrongType } from '../wire/errors.js';
import { MAX_PARTS, TILE, tileNumber } from '../options/tiles.js';
import { Cursor, Loader } from './cursor.js';
import { listed } from './formats.js';
import { Report } from './report.js';
import { LayerNames, MAX_FACTOR, Metres, tilesCollider } from './scene.js';

/** @import { SceneBody, TileKind } from '../options/types.js' */
/** @import { readImportOptions } from './scene.js' */
/** @import { ImportedScene } from './types.js' */

const METHOD = 'importLdtk';
const FAR = 1e9;
const LAYOUTS = /** @type {const} */ (['Free', 'GridVania', 'LinearHorizontal', 'LinearVertical']);
const VALUE_KEYS = new Set(['tile', 'friction', 'restitution', 'tangentSpeed', 'layer',
    'userData']);

/** @param {string} name @param {unknown} value @returns {ReadonlySet<string> | undefined} */
function readNames(name, value) {
    if (value === undefined) return undefined;
    if (!isList(value)) wrongType(METHOD, name, 'an array of names', value);
    return new Set(
        Array.from(value, (each, i) => (typeof each === 'string'
            ? each
            : wrongType(METHOD, `${name}[${i}]`, 'a string', each))),
    );
}

/**
 * Refuses names of an option that the project does not have.
 * @param {string} option
 * @param {Iterable<string>} given
 * @param {ReadonlySet<string>} known nothing is refused if there are none: what a project defines may have been cut off
 * @param {string} what they are
 */
function checkNames(option, given, known, what) {
    if (known.size === 0) return;
    for (const name of given) {
        if (!known.has(name))
            outOfRange(METHOD, option, `names of ${what} of the project (${listed(known)})`, name);
    }
}

/** @param {string} name @param {unknown} value @returns {Record<string, any>} */
function readTable(name, value) {
    if (value === undefined) return {};
    if (typeof value !== 'object' || value === null || isList(value))
        wrongType(METHOD, name, 'an object', value);
    return /** @type {Record<string, any>} */ (value);
}

/**
 * A kind of tile as the option `values` says it.
 * @param {string} name @param {unknown} value @param {LayerNames} layers
 * @returns {TileKind<any>}
 */
function readKind(name, value, layers) {
    if (typeof value !== 'object' || value === null)
        return { tile: tileNumber(METHOD, name, value) };
    const o = checkOptions(METHOD, name, value, VALUE_KEYS);
    /** @type {TileKind<any>} */
    const kind = {
        tile: o.tile === undefined ? TILE.FULL : tileNumber(METHOD, `${name}.tile`, o.tile),
    };
    if (o.friction !== undefined)
        kind.friction = inRange(METHOD, `${name}.friction`, o.friction, 0, MAX_FACTOR);
    if (o.restitution !== undefined)
        kind.restitution = inRange(METHOD, `${name}.restitution`, o.restitution, 0, 1);
    if (o.tangentSpeed !== undefined) {
        kind.tangentSpeed = inRange(METHOD, `${name}.tangentSpeed`, o.tangentSpeed, -MAX_SPEED,
            MAX_SPEED);
    }
    if (o.layer !== undefined)
        kind.layer = layers.use(new Cursor(METHOD, `${name}.layer`, o.layer));
    if (o.userData !== undefined) kind.userData = o.userData;
    return kind;
}

/**
 * A level, and where it lies, pixels; levels of another depth lie behind or before it.
 * @typedef {{ source: Cursor, x: number, y: number, depth: number }} Place
 */

/** Of more levels than so many those behind are not compared with others. */
const MAX_COMPARED = 4096;
/** Most overlaps that are reported. */
const MAX_OVERLAPS = 64;

/** One import: the project, its files, and the bodies made so far. */
export class LdtkImport {
    /** @type {SceneBody[]} */
    bodies = [];

    /**
     * @param {Cursor} file
     * @param {ReturnType<typeof readImportOptions>} options
     */
    constructor(file, { o, load, world, pixelsPerMetre, position }) {
        this.file = file;
        this.layers = new LayerNames(world);
        this.metres = new Metres(pixelsPerMetre, file.at('defaultGridSize').number(1e-3, 1e6, 16),
            position, world);
        this.loader = new Loader(METHOD, load);
        this.values = readTable('values', o.values);
        this.entities = readTable('entities', o.entities);
        this.wantedLayers = readNames('layers', o.layers);
        this.wantedLevels = readNames('levels', o.levels);
        this.worldName = o.worldName;
        this.worldDepth = o.worldDepth === undefined
            ? undefined
            : integer(METHOD, 'worldDepth', o.worldDepth, -FAR, FAR);
        this.report = new Report();
        /** Definitions of layers by uid. @type {Map<unknown, Cursor>} */
        this.definitions = new Map();
    }

    /** @returns {Promise<ImportedScene>} */
    async run() {
        const { file } = this;
        const definitions = file.at('defs');
        const defined = definitions.missing ? [] : definitions.at('layers').list();
        for (const layer of defined) this.definitions.set(layer.at('uid').value, layer);
        const places = this.#places(this.#world());
        this.#checkNames(places);
        const wanted = places.filter(({ source, depth }) =>
            this.#wanted(this.wantedLevels, source)
            && (this.worldDepth === undefined || this.worldDepth === depth)
        );
        this.#reportOverlaps(wanted);
        for (const { source, x, y, depth } of wanted) {
            const level = await this.#whole(source);
            // The first layer is the topmost.
            const from = this.bodies.length;
            for (const layer of level.at('layerInstances').list().reverse())
                this.#layer(level, layer, x, y);
            for (const { userData } of this.bodies.slice(from))
                Object.assign(/** @type {object} */ (userData), { worldDepth: depth });
        }
        return { mica2d: 1, world: this.layers.options(), bodies: this.bodies, joints: [],
            report: this.report.notes };
    }

    /** Reports levels that lie on each other. @param {Place[]} places */
    #reportOverlaps(places) {
        const levels = places.slice(0, MAX_COMPARED).map((place) => ({
            ...place,
            name: show(place.source.at('identifier').text()),
            right: place.x + place.source.at('pxWid').number(0, FAR, 0),
            bottom: place.y + place.source.at('pxHei').number(0, FAR, 0),
        })).sort((a, b) => a.x - b.x);
        for (const [i, a] of levels.entries()) {
            for (let k = i + 1; k < levels.length && levels[k].x < a.right; ++k) {
                const b = levels[k];
                if (!(a.y < b.bottom && b.y < a.bottom && b.x < b.right)) continue;
                const depths = a.depth === b.depth
                    ? ''
                    : `, at the depths ${a.depth} and ${b.depth}: the option worldDepth`
                        + ' imports those of one';
                this.report.add({ why: `the levels ${a.name} and ${b.name} overlap${depths}` });
                if (this.report.notes.length >= MAX_OVERLAPS) return;
            }
        }
    }

    /** Checks that the project has what the options name. @param {Place[]} places */
    #checkNames(places) {
        const levels = new Set(places.map(({ source }) => source.at('identifier').text()));
        const iids = new Set(places.map(({ source }) => source.at('iid').text('')));
        checkNames('levels', [...this.wantedLevels ?? []].filter((name) => !iids.has(name)), levels,
            'levels');
        const depths = new Set(places.map(({ depth }) => depth));
        if (this.worldDepth !== undefined && !depths.has(this.worldDepth)) {
            outOfRange(METHOD, 'worldDepth',
                `that of a level of the project (${[...depths].slice(0, 8).join(', ')})`,
                this.worldDepth);
        }
        const layers = new Set();
        const values = new Set();
        for (const layer of this.definitions.values()) {
            const name = layer.at('identifier').text();
            layers.add(name);
            for (const value of layer.at('intGridValues').list()) {
                const number = String(value.at('value').integer(0, 2 ** 31 - 1));
                for (const each of [value.at('identifier').text(''), number])
                    if (each !== '') values.add(each).add(`${name}.${each}`);
            }
        }
        const definitions = this.file.at('defs');
        const entities = definitions.missing ? [] : definitions.at('entities').list();
        checkNames('layers', this.wantedLayers ?? [], layers, 'layers');
        checkNames('values', Object.keys(this.values), values, 'values of IntGrid layers');
        checkNames('entities', Object.keys(this.entities),
            new Set(entities.map((entity) => entity.at('identifier').text())), 'entities');
    }

    /** What has the levels: the file, or a world of several. */
    #world() {
        const { file, worldName } = this;
        const worlds = file.at('worlds').list();
        if (worldName === undefined) return worlds[0] ?? file;
        const found = worlds.find((world) =>
            [world.at('identifier').value, world.at('iid').value].includes(worldName)
        );
        return found
            ?? file.at('worlds').fail(`worlds of which one is ${JSON.stringify(worldName)}`);
    }

    /** @param {ReadonlySet<string> | undefined} names @param {Cursor} source */
    #wanted(names, source) {
        return !names || names.has(source.at('identifier').text())
            || names.has(source.at('iid').text(''));
    }

    /** The levels and where they lie: in a row where they have no places of their own. @param {Cursor} world @returns {Place[]} */
    #places(world) {
        const layout = world.at('worldLayout').word(LAYOUTS, 'Free');
        let along = 0;
        return world.at('levels').list().map((source) => {
            const depth = source.at('worldDepth').integer(-FAR, FAR, 0);
            const at = along;
            if (layout === 'LinearHorizontal') {
                along += source.at('pxWid').number(0, FAR);
                return { source, x: at, y: 0, depth };
            }
            if (layout === 'LinearVertical') {
                along += source.at('pxHei').number(0, FAR);
                return { source, x: 0, y: at, depth };
            }
            return { source, x: source.at('worldX').number(-FAR, FAR, 0),
                y: source.at('worldY').number(-FAR, FAR, 0), depth };
        });
    }

    /** A level with its layers, from its own file if it names one. @param {Cursor} level */
    async #whole(level) {
        const path = level.at('externalRelPath');
        return level.at('layerInstances').missing && !path.missing
            ? this.loader.file(path, path.text())
            : level;
    }

    /** @param {Cursor} level @param {Cursor} layer @param {number} x pixels @param {number} y */
    #layer(level, layer, x, y) {
        const type = layer.at('__type').word(['IntGrid', 'Entities', 'Tiles', 'AutoLayer']);
        const name = layer.at('__identifier').text();
        if (this.wantedLayers && !this.wantedLayers.has(name)) return;
        const [left, top] = [x + layer.at('__pxTotalOffsetX').number(-FAR, FAR, 0),
            y + layer.at('__pxTotalOffsetY').number(-FAR, FAR, 0)];
        if (type === 'IntGrid') this.#grid(level, layer, left, top);
        if (type === 'Entities') {
            for (const entity of layer.at('entityInstances').list())
                this.#entity(level, layer, entity, left, top);
        }
    }

    /** The body of an IntGrid layer. @param {Cursor} level @param {Cursor} layer @param {number} x pixels @param {number} y */
    #grid(level, layer, x, y) {
        const columns = layer.at('__cWid').integer(1, MAX_PARTS);
        const rows = layer.at('__cHei').integer(1, Math.floor(MAX_PARTS / columns));
        const size = layer.at('__gridSize').number(1e-3, 1e6);
        const given = layer.at('intGridCsv');
        if (!Array.isArray(given.value) || given.value.length !== columns * rows)
            given.fail(`a list of ${columns * rows} values`);
        const list = /** @type {unknown[]} */ (given.value);
        const cells = new Int32Array(list.length);
        /** @type {Record<number, TileKind<any>>} */
        const map = {};
        for (let i = 0; i < cells.length; ++i) {
            const value = list[i];
            if (value === 0) continue;
            const number = typeof value === 'number' && Object.hasOwn(map, value)
                ? value
                : given.at(i).integer(0, 2 ** 31 - 1);
            map[number] ??= this.#kind(layer, number);
            if (map[number].tile !== TILE.EMPTY) cells[i] = number;
        }
        for (const number of Object.keys(map))
            if (map[Number(number)].tile === TILE.EMPTY) delete map[Number(number)];
        const collider = tilesCollider({ columns, rows, column: 0, row: 0, cells, cellWidth: size,
            cellHeight: size }, map, this.metres, layer);
        if (!collider) return;
        const [name, inLevel] = [layer.at('__identifier').text(), level.at('identifier').text()];
        this.bodies.push({
            type: 'static',
            position: this.metres.point(layer, x, y),
            colliders: [collider],
            userData: { name: `${inLevel}.${name}`, level: inLevel, layer: name,
                iid: layer.at('iid').text('') },
        });
    }

    /** What a value stands for. @param {Cursor} layer @param {number} value @returns {TileKind<any>} */
    #kind(layer, value) {
        const definition = this.definitions.get(layer.at('layerDefUid').value);
        const values = definition?.at('intGridValues').list() ?? [];
        const own = values.find((each) => each.at('value').value === value);
        const identifier = own?.at('identifier').text('') ?? '';
        const name = layer.at('__identifier').text();
        const keys = [`${name}.${identifier}`, `${name}.${value}`, identifier, String(value)];
        const key = keys.find((each) => Object.hasOwn(this.values, each));
        if (key !== undefined)
            return readKind(`values[${JSON.stringify(key)}]`, this.values[key], this.layers);
        const kind = { tile: TILE.FULL, userData: { value, identifier } };
        return this.layers.has(identifier) ? { ...kind, layer: identifier } : kind;
    }

    /** The body of an entity. @param {Cursor} level @param {Cursor} layer @param {Cursor} entity @param {number} x pixels @param {number} y */
    #entity(level, layer, entity, x, y) {
        const identifier = entity.at('__identifier').text();
        const wanted = Object.hasOwn(this.entities, identifier) ? this.entities[identifier] : {};
        if (wanted === null) return;
        const given = readTable(`entities.${identifier}`, wanted);
        const [width, height] = [entity.at('width').number(0, FAR),
            entity.at('height').number(0, FAR)];
        /** @param {string} key @param {number} i @param {number} min @param {number} max @param {number} [byDefault] */
        const half = (key, i, min, max,
            byDefault) => (byDefault !== undefined && entity.at(key).missing
                ? byDefault
                : entity.at(key).list(2)[i]?.number(min, max)
                    ?? entity.at(key).fail('a list of 2 numbers'));
        const left = x + half('px', 0, -FAR, FAR) - half('__pivot', 0, 0, 1, 0) * width;
        const top = y + half('px', 1, -FAR, FAR) - half('__pivot', 1, 0, 1, 0) * height;
        const { collider, colliders = collider ? [collider] : [], ...body } = given;
        const [w, h] = [this.metres.size(width), this.metres.size(height)];
        const made = Array.from(colliders, (
            each,
        ) => (each?.shape === undefined
            ? { shape: 'box', width: w, height: h, ...each }
            : each));
        if (made.some(({ shape, width: a, height: b }) =>
            shape === 'box' && (a < 4e-4 || b < 4e-4)
        )) entity.fail('an entity with a size');
        if (made.some(({ shape, width: a, height: b }) =>
            shape === 'box'
            && (Math.hypot(a, b) > 1e6 || Math.min(a, b) < 1.1e-5 * Math.hypot(a, b))
        ))
            entity.fail('an entity of at most 1,000,000 m, not 90,000 times as long as wide');
        this.bodies.push({
            type: 'static',
            ...body,
            position: this.metres.point(entity, left + width / 2, top + height / 2),
            ...(made.length > 0 ? { colliders: made } : {}),
            userData: {
                name: identifier,
                iid: entity.at('iid').text(''),
                level: level.at('identifier').text(),
                layer: layer.at('__identifier').text(),
                tags: entity.at('__tags').list().map((tag) => tag.text()),
                width: w,
                height: h,
                fields: this.#fields(entity, layer, x, y),
            },
        });
    }

    /**
     * The fields of an entity by their names. Points, which are cells of the layer, become the cells' middles in the world.
     * @param {Cursor} entity @param {Cursor} layer @param {number} x pixels @param {number} y
     */
    #fields(entity, layer, x, y) {
        const size = layer.at('__gridSize').number(1e-3, 1e6);
        /** @param {Cursor} point */
        const inWorld = (
            point,
        ) => (point.missing
            ? null
            : this.metres.point(point, x + (point.at('cx').number(-FAR, FAR) + 0.5) * size,
                y + (point.at('cy').number(-FAR, FAR) + 0.5) * size));
        return Object.fromEntries(entity.at('fieldInstances').list().map((field) => {
            const [type, value] = [field.at('__type').text(''), field.at('__value')];
            const read = type === 'Point'
                ? inWorld(value)
                : type === 'Array<Point>'
                ? value.list().map(inWorld)
                : value.value;
            return [field.at('__identifier').text(), read ?? null];
        }));
    }
}
