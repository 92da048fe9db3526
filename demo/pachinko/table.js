// What a table is: a round field with a lane along its left side, and where its parts stand: pins, bumpers, spinners, gates, tulips,
// pockets. A table is plain numbers, as it is kept, shared and edited; parts.js makes bodies of it.

export const RADIUS = 6; // metres, of the field, whose middle is the origin
export const LANE = 5.52; // metres, of the rail on the inner side of the lane
export const BALL = 0.16;
export const PIN = 0.06;
export const LANE_BASE = deg(234);
export const LANE_END = deg(136);
export const DRAIN = [deg(249), deg(291)];
export const SCREEN = [[-1.6, 0.1], [1.6, 0.1], [2.25, 1.3], [1.4, 2.2], [0, 2.6], [-1.4, 2.2], [
    -2.25,
    1.3,
]];
export const BUMPER = 0.4;
export const BLADE = 0.62;
export const STOPPER = [[RADIUS * Math.cos(0.24), RADIUS * Math.sin(0.24)], [5.2, 1.05]];
export const TRAY = [[-6, -7], [-6, -9.5], [6, -9.1], [6, -7]];
/** Where a ball waits in the lane, in the middle of its width. */
export const START = onCircle((RADIUS + LANE) / 2, deg(231));
/**
 * The kinds of parts: how many a table may have, how near the pointer must come, in metres, and for pockets what a ball pays and how
 * wide they are. `petals` lean inwards when closed and outwards when open, radians.
 */
export const KINDS = {
    pin: { most: 320, reach: 0.24 },
    bumper: { most: 8, reach: 0.44 },
    spinner: { most: 8, reach: 0.6 },
    gate: { most: 6, reach: 0.3 },
    tulip: { most: 6, reach: 0.45, pay: 2, width: 0.44,
        petals: { length: 0.6, closed: 0.52, open: 0.8 } },
    pocket: { most: 8, reach: 0.4, pay: 3, width: 0.5, petals: null },
    start: { most: 3, reach: 0.45, pay: 3, width: 0.6, petals: null },
    mouth: { most: 2, reach: 1, pay: 3, width: 2.2,
        petals: { length: 1.4, closed: 0.95, open: 0.9 } },
};

/** @typedef {keyof typeof KINDS} Kind @typedef {'tulip' | 'pocket' | 'start' | 'mouth'} PocketKind */
/** Where the parts of each kind stand, x and y in metres. @typedef {Record<Kind, number[][]>} Table */

/** The pockets among the kinds. */
export const POCKET_KINDS = /** @type {PocketKind[]} */ (['start', 'tulip', 'pocket', 'mouth']);

/** @param {number} degrees */
function deg(degrees) {
    return degrees * Math.PI / 180;
}

/** @param {number} radius @param {number} angle */
export function onCircle(radius, angle) {
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** Points of an arc, an end included. @param {number} radius @param {number} from @param {number} to radians */
export function arc(radius, from, to) {
    const count = Math.ceil(Math.abs(to - from) / 0.04);
    return Array.from({ length: count + 1 },
        (_, i) => onCircle(radius, from + (to - from) * i / count));
}

/** Rows of pins that lead balls: from a point to a point, so many. */
const ROWS = [
    { from: [0.5, -1.35], to: [1.86, -0.4], count: 11 }, // to the start pocket
    { from: [3.25, 2.75], to: [3.25, 2.2], count: 4 }, // the gate
    { from: [3.75, 2.75], to: [3.75, 2.2], count: 4 },
    { from: [4.15, -0.55], to: [4.15, -0.55], count: 1 }, // over the side pocket
    { from: [4.85, -0.55], to: [4.85, -0.55], count: 1 },
    { from: [2.5, -3.2], to: [4.0, -2.45], count: 12 }, // to the mouth
    { from: [2.5, 0.2], to: [2.5, 0.2], count: 1 }, // beside the screen
];

/** Where the other parts stand by design. @type {Omit<Table, 'pin'>} */
const DESIGN = {
    bumper: [[-1.75, 3.7], [0, 4.25], [1.75, 3.7]],
    spinner: [[-3.5, 0.75], [3.5, 0.75]],
    gate: [[-3.5, 2.55], [3.5, 2.55]],
    tulip: [[-2.6, -2], [2.6, -2]],
    pocket: [[-4.5, -1.5], [4.5, -1.5]],
    start: [[0, -1.75]],
    mouth: [[0, -4.35]],
};

/** Whether a pin of the grid would stand in the way of something. @param {number} x @param {number} y */
function free(x, y) {
    /** @param {readonly number[]} at @param {number} distance */
    const near = (at, distance) => Math.hypot(x - at[0], y - at[1]) < distance;
    if (Math.hypot(x, y) > 5.12 || (Math.abs(x) < 2.66 && y > -0.3 && y < 3)) return false;
    const around = { bumper: 0.85, spinner: 0.9, gate: 0.6 };
    for (const [kind, distance] of Object.entries(around))
        if (DESIGN[/** @type {'gate'} */ (kind)].some((at) => near(at, distance))) return false;
    const above = { mouth: 2.75, tulip: 0.9, pocket: 0.55, start: 0.55 };
    for (const [kind, distance] of Object.entries(above))
        if (DESIGN[/** @type {'start'} */ (kind)].some(([px, py]) =>
            near([px, py + 0.3], distance)
        )) return false;
    return !(Math.abs(x) < 1.7 && y < 0 && y > -1.6);
}

/** Where pins stand by design. @returns {number[][]} */
function pins() {
    const places = [];
    for (const { from, to, count } of ROWS) {
        for (let i = 0; i < count; ++i) {
            const t = count === 1 ? 0 : i / (count - 1);
            const [x, y] = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
            places.push([x, y], [-x, y]);
        }
    }
    const led = places.slice();
    for (let row = -10; row <= 10; ++row) {
        for (let column = -8; column <= 8; ++column) {
            const [x, y] = [0.66 * (column + (row & 1 ? 0.5 : 0)), 0.52 * row];
            if (free(x, y) && led.every(([a, b]) => Math.hypot(a - x, b - y) > 0.5))
                places.push([x, y]);
        }
    }
    return places;
}

/** The table as it was designed. @returns {Table} */
export const designedTable = () => structuredClone({ pin: pins(), ...DESIGN });

/**
 * A table from outside: of a link, a file, the browser's store.
 * @param {unknown} given
 * @returns {Table} with millimetres
 * @throws {Error} whose message names the fault in a sentence
 */
export function checkedTable(given) {
    if (given === null || typeof given !== 'object' || Array.isArray(given))
        throw new Error('A table is an object with a list for each kind of part.');
    for (const name of Object.keys(given))
        if (!(name in KINDS)) throw new Error(`A table has no parts of the kind “${name}”.`);
    const table = /** @type {Table} */ ({});
    for (const [kind, { most }] of Object.entries(KINDS)) {
        const places = /** @type {any} */ (given)[kind] ?? [];
        if (!Array.isArray(places) || places.length > most)
            throw new Error(`“${kind}” is a list of at most ${most} places.`);
        table[/** @type {Kind} */ (kind)] = places.map((place) => {
            const right = Array.isArray(place) && place.length === 2 && place.every(Number.isFinite)
                && Math.hypot(place[0], place[1]) <= RADIUS;
            if (!right)
                throw new Error(
                    `A place of “${kind}” is [x, y] in metres, within ${RADIUS} m of the middle, not ${
                        JSON.stringify(place)
                    }.`,
                );
            return place.map((/** @type {number} */ value) => Math.round(1000 * value) / 1000);
        });
    }
    return table;
}
