// The level as characters, a metre each: what is solid, where coins and crates are, and how it is drawn.
import { TILE } from 'mica2d';

const ROWS = [
    '.................o......',
    '................---.....',
    '..o.....................',
    '.---...............o....',
    '...........o...../##\\...',
    '......o...---.../####\\..',
    '..../##\\....xx./######\\.',
    '########################',
];
const TILES = { '#': TILE.FULL, '/': TILE.RISE, '\\': TILE.FALL,
    '-': TILE.TOP_HALF | TILE.ONE_WAY };
/** The corners of each kind of cell, in cells from its upper left one. */
const CORNERS = { '#': [[0, 0], [1, 0], [1, 1], [0, 1]], '/': [[0, 1], [1, 0], [1, 1]],
    '\\': [[0, 0], [1, 1], [0, 1]], '-': [[0, 0], [1, 0], [1, 0.5], [0, 0.5]] };

export const WIDTH = ROWS[0].length; // metres
export const HEIGHT = ROWS.length + 2; // of the picture

/** The collider of all cells. */
export const tiles = { shape: 'tiles', layer: 'wall', legend: TILES,
    cells: ROWS.map((row) => row.replace(/[ox]/g, '.')) };

/** The middles of all cells with a character, in metres. */
export function placesOf(character) {
    return ROWS.flatMap((row, j) =>
        [...row].flatMap((cell, i) => cell === character ? [[i + 0.5, ROWS.length - j - 0.5]] : [])
    );
}

/** Draws the cells on a Graphics. */
export function drawTiles(pen, scale) {
    ROWS.forEach((row, j) =>
        [...row].forEach((cell, i) => {
            const corners = CORNERS[cell]?.map(([x, y]) => ({ x: scale * (i + x),
                y: scale * (j + 2 + y) })
            );
            if (corners) pen.fillStyle(cell === '-' ? 0xb8a1ff : 0x3f8f86).fillPoints(corners,
                    true);
        })
    );
}
