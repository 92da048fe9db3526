// The shape of a collider as a scene writes it. As `collider.shape` gives it, but boxes are boxes again where
// the engine makes the same polygon of them, bit for bit, and maps of tiles are drawn in characters. Called by
// js/world/saving/scene-write.js.
import { packCells } from '../../options/terrain-cells.js';
import { TILE } from '../../options/tiles.js';
import { heap, wasm } from '../../wire/wasm.js';
import { decimal, decimals, exactAngle, rounded } from './scene-numbers.js';

/** @import { GroundMaterialOptions } from '../../options/terrain-types.js' */
/** @import { TileKind } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { ColliderShape } from '../types.js' */

/** Words of a MicaShape. */
const RADIUS = 2;
const POINTS = 5;
const NORMALS = 21;
const WORDS = 37;

/** The corners of a box, in halves of its sides from its centre. */
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

/** How often the numbers of a box are tried: so all but one are found in thousands that are turned and placed by chance. */
const TRIES = 10000;

/** Up to as many decimals are tried first. */
const DECIMALS = 10;

const { fround } = Math;

/**
 * @param {number} c
 * @param {number} s
 * @param {number} x
 * @param {number} y
 * @returns {[x: number, y: number]} as the engine turns a vector
 */
function turned(c, s, x, y) {
    return [fround(fround(c * x) - fround(s * y)), fround(fround(s * x) + fround(c * y))];
}

/**
 * The corners of a box as the engine computes them, x and y in turn.
 * @param {number} c
 * @param {number} s
 * @param {readonly number[]} box x and y of its centre, width, height
 */
function cornersOf(c, s, [x, y, width, height]) {
    return CORNERS.flatMap(([i, j]) => {
        const [dx, dy] = turned(c, s, i * fround(width / 2), j * fround(height / 2));
        return [fround(fround(x) + dx), fround(fround(y) + dy)];
    });
}

/**
 * Centre, width and height of a box with these corners, of as few decimals as do. Where there are no short ones,
 * Kaczmarz's method finds some (Strohmer and Vershynin, A randomized Kaczmarz algorithm, 2009): each coordinate of a
 * corner is an equation of the four numbers, so move to meet one that is not met, chosen by chance, on a part of the
 * way. Every other try is rounded by chance, for where a corner is near 0 only some roundings do.
 * @param {Float32Array} shape
 * @returns {{ center: [x: number, y: number], width: number, height: number } | undefined} undefined if none was found:
 *     the box is then written as the polygon with these corners
 */
function findBox(shape) {
    const [c, s] = [shape[NORMALS + 2], shape[NORMALS + 3]];
    const wanted = shape.subarray(POINTS, POINTS + 8);
    const [x0, y0, , , x2, y2] = wanted;
    const box = [(x0 + x2) / 2, (y0 + y2) / 2, c * (x2 - x0) + s * (y2 - y0),
        c * (y2 - y0) - s * (x2 - x0)];
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let n = 0; n < TRIES; ++n) {
        const short = n < DECIMALS;
        const tried = box.map((
            value,
        ) => (short
            ? Number(value.toFixed(n)) + 0
            : value * (1 + (n % 2) * (random() - 0.5) * 2 ** -23))
        );
        const errors = cornersOf(c, s, tried).map((value, k) => wanted[k] - value);
        const off = [...errors.keys()].filter((k) => errors[k] !== 0);
        if (off.length === 0) {
            const [x, y, width, height] = short ? tried : tried.map(rounded);
            return { center: [x, y], width, height };
        }
        if (short) continue;
        const k = off[Math.floor(random() * off.length)];
        const [i, j] = CORNERS[k >> 1];
        const equation = k % 2 === 0
            ? [1, 0, (i * c) / 2, (-j * s) / 2]
            : [0, 1, (i * s) / 2, (j * c) / 2];
        const part = (random() * errors[k]) / 1.25; // by the square of the equation's length
        equation.forEach((each, m) => {
            box[m] += part * each;
        });
    }
    return undefined;
}

/**
 * A polygon as the box that it was made as; undefined if it was none.
 * @param {Float32Array} shape as the engine lays out a MicaShape
 * @param {number} count of its corners
 * @returns {Record<string, unknown> | undefined}
 */
function boxOf(shape, count) {
    const [c, s] = [shape[NORMALS + 2], shape[NORMALS + 3]];
    const asBox = count === 4 && [[0, -1], [1, 0], [0, 1], [-1, 0]].every(([x, y], k) => {
        const [nx, ny] = turned(c, s, x, y);
        return Object.is(nx, shape[NORMALS + 2 * k]) && Object.is(ny, shape[NORMALS + 2 * k + 1]);
    });
    const angle = asBox ? exactAngle(c, s) : undefined;
    const box = angle === undefined ? undefined : findBox(shape);
    if (!box) return undefined;
    const { center, width, height } = box;
    return { shape: 'box', width, height, ...placed(center), ...(angle === 0 ? {} : { angle }),
        ...round(shape[RADIUS]) };
}

/** @param {[number, number]} center */
const placed = (center) => (center[0] === 0 && center[1] === 0 ? {} : { center });

/** @param {number} radius */
const round = (radius) => (radius === 0 ? {} : { radius: decimal(radius) });

/**
 * @param {Core} core
 * @param {number} id of a collider that is a polygon
 */
function readPolygon({ ptr }, id) {
    wasm.calls.collider_shape(ptr, id, wasm.scratch);
    const { f32, i32, scratchI32: at } = heap();
    return { shape: f32.slice(at, at + WORDS), count: i32[at + 1] };
}

/** What cells are drawn as unless something else is chosen. */
const USUAL = new Map([[TILE.EMPTY, '.'], [TILE.FULL, '#'], [TILE.RISE, '/'], [TILE.FALL, '\\'], [
    TILE.TOP_HALF | TILE.ONE_WAY,
    '-',
]]);
const USUAL_NUMBERS = new Map([[0, '.']]);
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * The cells of a map: rows of characters, the top one first; where there are too many kinds for that, numbers.
 * @param {number} columns
 * @param {number} rows
 * @param {ArrayLike<number>} cells from the lower left
 * @param {boolean} numbered whether they are numbers of the map's own
 * @param {boolean} yDown
 */
function drawn(columns, rows, cells, numbered, yDown) {
    const usual = numbered ? USUAL_NUMBERS : USUAL;
    const kinds = [...new Set(Array.from(cells))].sort((a, b) => a - b);
    if (kinds.length === 1 && kinds[0] === 0) return { columns, rows };
    const others = kinds.filter((kind) => !usual.has(kind));
    const lines = Array.from({ length: rows },
        (_, i) =>
            Array.from({ length: columns }, (_, column) =>
                cells[(yDown ? i : rows - 1 - i) * columns + column]));
    if (others.length > LETTERS.length) return { columns, topDown: true, cells: lines.flat() };
    const letters = new Map(others.map((kind, i) => [kind, LETTERS[i]]));
    const legend = Object.fromEntries(others.map((kind, i) => [LETTERS[i], kind]));
    return {
        cells: lines.map((line) =>
            line.map((kind) => usual.get(kind) ?? letters.get(kind)).join('')
        ),
        ...(others.length > 0 ? { legend } : {}),
    };
}

/**
 * The kinds of a map.
 * @param {Readonly<Record<number, number | TileKind>>} map
 * @param {(value: unknown) => unknown} jsonOf gives undefined for what is no JSON
 */
function kindsOf(map, jsonOf) {
    const kinds = Object.entries(map).filter(([number, kind]) => number !== '0' || kind !== 0);
    return Object.fromEntries(kinds.map(([number, kind]) => {
        if (typeof kind === 'number') return [number, kind];
        const { userData, ...rest } = kind;
        const data = jsonOf(userData);
        /** @type {Record<string, unknown>} */
        const written = Object.fromEntries(
            Object.entries(rest).map((
                [key, value],
            ) => [key, typeof value === 'number' && key !== 'tile' ? decimal(value) : value]),
        );
        if (data !== undefined) written.userData = data;
        return [number, Object.keys(written).length === 1 ? kind.tile : written];
    }));
}

/**
 * @param {Extract<ColliderShape<any>, { shape: 'tiles' }>} map
 * @param {Core} core
 * @param {(value: unknown) => unknown} jsonOf
 */
function tilesOf({ columns, rows, cellWidth, cellHeight, origin, cells, map },
    { lengthUnit, yDown }, jsonOf)
{
    const [width, height] = [decimal(cellWidth), decimal(cellHeight)];
    const size = width === height ? { cellSize: width } : { cellWidth: width, cellHeight: height };
    const kinds = map && kindsOf(map, jsonOf);
    return {
        shape: 'tiles',
        ...Object.fromEntries(Object.entries(size).filter(([, length]) => length !== lengthUnit)),
        ...(origin[0] === 0 && origin[1] === 0 ? {} : { origin: decimals(origin) }),
        ...drawn(columns, rows, cells, map !== undefined, yDown),
        ...(kinds ? { map: kinds } : {}),
    };
}

/**
 * The materials of a terrain.
 * @param {Readonly<Record<string, GroundMaterialOptions<any>>>} materials
 * @param {(value: unknown) => unknown} jsonOf
 */
const materialsOf = (materials, jsonOf) =>
    Object.fromEntries(
        Object.entries(materials).map(([name, { userData, ...rest }]) => {
            const data = jsonOf(userData);
            const written = Object.entries(rest).map((
                [key, value],
            ) => [key, typeof value === 'number' ? decimal(value) : value]);
            return [name, { ...Object.fromEntries(written),
                ...(data === undefined ? {} : { userData: data }) }];
        }),
    );

/**
 * @param {Extract<ColliderShape<any>, { shape: 'terrain' }>} terrain
 * @param {(value: unknown) => unknown} jsonOf
 */
function terrainOf({ fill, material, materials = {}, cellSize, origin, minimumPiece, ...rest },
    jsonOf)
{
    return {
        ...rest,
        cellSize: decimal(/** @type {number} */ (cellSize)),
        origin: decimals(/** @type {number[]} */ (origin)),
        minimumPiece: decimal(/** @type {number} */ (minimumPiece)),
        materials: materialsOf(materials, jsonOf),
        fill: packCells(/** @type {Uint8Array} */ (fill)),
        ...(material ? { material: packCells(/** @type {Uint8Array} */ (material)) } : {}),
    };
}

/**
 * @param {Core} core
 * @param {number} id
 * @param {(value: unknown) => unknown} jsonOf gives undefined for what is no JSON
 * @returns {Record<string, unknown>} options that make the same shape
 */
export function shapeOptions(core, id, jsonOf) {
    /** @type {any} */
    const shape = core.engine.shape(core, id, 'toScene');
    /** @param {ArrayLike<number>[]} points */
    const pairs = (points) => points.map((point) => decimals(point));
    switch (shape.shape) {
        case 'circle':
            return { shape: 'circle', radius: decimal(shape.radius),
                ...placed(decimals(shape.center)) };
        case 'capsule':
            return { shape: 'capsule', radius: decimal(shape.radius), a: decimals(shape.a),
                b: decimals(shape.b) };
        case 'segment':
            return { shape: 'segment', a: decimals(shape.a), b: decimals(shape.b) };
        case 'tiles':
            return tilesOf(shape, core, jsonOf);
        case 'terrain':
            return terrainOf(shape, jsonOf);
        case 'chain': {
            const { loop, oneSided } = shape;
            return { shape: 'chain', points: pairs(shape.points), ...(loop ? { loop } : {}),
                ...(oneSided ? { oneSided } : {}), ...round(shape.radius) };
        }
        default: {
            const polygon = readPolygon(core, id);
            return boxOf(polygon.shape, polygon.count)
                ?? { shape: 'polygon', points: pairs(shape.points), ...round(shape.radius) };
        }
    }
}
