// The levels: maps of the editor Tiled in levels/, read by the importer of the package, and the data derived from a map
// once. Called by main.js, which loads the level that is played and no other. World units are metres, one tile is one
// metre, y points up, the lower left tile starts at (0, 0).

import { TILE } from '../../js/index.js';
import { importTiled } from '../../js/import/tiled.js';
import { findLedges, findSlopes, mergeTiles, outlineOf } from './grid.js';
import { LAYER_TABLE } from './layers.js';

/** @import { ImportedScene } from '../../js/import/tiled.js' */

export const GRAVITY = 24;

/** Crates weigh 0.7 kg/m², so that half of a crate is above water. */
const WATER = { type: 'water', density: 1.4, drag: 2 };

/**
 * Addresses are written out, so that a bundler finds the files; `matrix` is of a level whose subject is the table of layers.
 * @type {{ id: string, title: string, about: string, url: URL, matrix?: boolean }[]}
 */
export const LEVELS = [
    { id: 'lanterns', title: 'Lanterns',
        about: 'Ghosts pass through walls. A lantern is a trigger.',
        url: new URL('./levels/lanterns.tmj', import.meta.url) },
    { id: 'water', title: 'Deep water', about: 'Slopes, ledges, lifts, a ladder and a pool.',
        url: new URL('./levels/water.tmj', import.meta.url) },
    { id: 'veils', title: 'Veils', about: 'Prisms change the table of layers while you play.',
        url: new URL('./levels/veils.tmj', import.meta.url), matrix: true },
];
const TILESET = new URL('./levels/stone.tsj', import.meta.url);

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ x: number, y: number, arm: number, thick: number, speed: number }} Mill */
/** @typedef {import('./grid.js').Rect} Rect */
/** @typedef {ReturnType<typeof deriveLevel>} Level */

/** @param {URL} url */
async function fetchJson(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname} could not be loaded (${response.status})`);
    return response.json();
}

/** By number, when it was loaded. @type {Map<number, Promise<Level>>} */
const loaded = new Map();

/** Loads a level by its number in LEVELS, once. @param {number} number */
export function loadLevel(number) {
    const level = loaded.get(number) ?? fetchLevel(number);
    loaded.set(number, level);
    level.catch(() => loaded.delete(number));
    return level;
}

/** @param {number} number */
async function fetchLevel(number) {
    const tileset = fetchJson(TILESET); // at the same time as the map, which names it
    tileset.catch(() => {});
    return readLevel(number, await fetchJson(LEVELS[number].url), () => tileset);
}

/**
 * A level of a map. @param {number} number in LEVELS @param {any} map the parsed file
 * @param {(path: string) => unknown} load gives the tileset
 */
export async function readLevel(number, map, load) {
    const scene = await importTiled(map, { load, position: [0, map.height],
        world: { gravity: [0, -GRAVITY], layers: LAYER_TABLE, maxSteps: 5 } });
    return deriveLevel(number, map, scene);
}

/** The value of a property of a map, or a text without any. @param {any} map @param {string} name @returns {string} */
const property = (map, name) =>
    map.properties?.find((/** @type {any} */ each) => each.name === name)?.value ?? '';

/** @param {number} number @param {any} map @param {ImportedScene} scene */
function deriveLevel(number, map, scene) {
    const { width, height } = map;
    const tiles = readTiles(scene, width, height);
    const grid = { width, height, tiles };
    /** What the map says of a thing without a body. @param {string} name of its class */
    const places = (name) =>
        scene.bodies.filter(({ userData }) => /** @type {any} */ (userData).class === name)
            .map(({ position, userData }) => {
                const [x, y] = /** @type {[number, number]} */ (position);
                return { x, y, .../** @type {any} */ (userData).properties };
            });
    const mills = /** @type {Mill[]} */ (places('mill'));
    const [spawn] = /** @type {Spot[]} */ (places('player'));
    readLifts(scene);
    for (const { colliders } of scene.bodies) {
        for (const collider of colliders ?? [])
            if (collider.layer === 'water') Object.assign(collider, { field: WATER });
    }
    // Places are no bodies.
    scene.bodies = scene.bodies.filter(({ colliders }) => colliders);
    return {
        number,
        ...LEVELS[number],
        lesson: property(map, 'lesson'),
        shownLayers: property(map, 'layers').split(' '),
        width,
        height,
        tiles,
        spawn,
        mills,
        scene,
        rects: mergeTiles(grid),
        slopes: findSlopes(grid),
        ledges: findLedges(grid),
        ...outlineOf(grid),
    };
}

/**
 * Gives each lift its path: from where it is drawn to the place that its property `to` names.
 * @param {ImportedScene} scene
 */
function readLifts(scene) {
    const byId = new Map(scene.bodies.map((body) => [/** @type {any} */ (body.userData).id, body]));
    for (const body of scene.bodies) {
        const data = /** @type {any} */ (body.userData);
        if (data.class !== 'lift') continue;
        const [x0, y0] = /** @type {[number, number]} */ (body.position);
        const [x1, y1] = /** @type {[number, number]} */ (byId.get(data.properties.to)?.position
            ?? body.position);
        data.path = { x0, y0, x1, y1, seconds: data.properties.seconds };
    }
}

/**
 * The tiles of the stone from the lower left on. The importer gives them from the top, by their numbers in the file.
 * @param {ImportedScene} scene @param {number} width @param {number} height
 */
function readTiles(scene, width, height) {
    const tiles = new Uint8Array(width * height);
    const body = scene.bodies.find(({ colliders }) => colliders?.[0].shape === 'tiles');
    const { position: [left, bottom], colliders: [{ cells, columns, rows, origin, map }] } =
        /** @type {any} */ (body);
    for (let i = 0; i < cells.length; i++) {
        if (cells[i] === 0) continue;
        const x = left + origin[0] + i % columns;
        const y = bottom + origin[1] + rows - 1 - Math.floor(i / columns);
        tiles[y * width + x] = map[cells[i]].tile & ~(TILE.ONE_WAY | TILE.TRIGGER);
    }
    return tiles;
}
