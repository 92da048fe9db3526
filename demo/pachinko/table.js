// The table as bodies: a round field with a lane along its left side, pins, bumpers, windmills, tulips, pockets, and the
// tray below with the balls that the player owns. Makes a world; the rules are in rules.js, the picture in paint.js.
import { World } from '../../js/index.js';

export const RADIUS = 6; // metres, of the field, whose middle is the origin
export const LANE = 5.52; // metres, of the rail on the inner side of the lane
export const BALL = 0.16;
export const PIN = 0.06;
export const LANE_BASE = deg(234);
export const LANE_END = deg(136);
export const DRAIN = [deg(249), deg(291)];
export const SCREEN = [[-1.6, 0.1], [1.6, 0.1], [2.25, 1.3], [1.4, 2.2], [0, 2.6], [-1.4, 2.2], [-2.25, 1.3]];
export const BUMPERS = [[-1.75, 3.7], [0, 4.25], [1.75, 3.7]];
export const BUMPER = 0.4;
export const WINDMILLS = [[-3.5, 0.75], [3.5, 0.75]];
export const BLADE = 0.62;
export const GATES = [[-3.5, 2.55], [3.5, 2.55]];
export const STOPPER = [[RADIUS * Math.cos(0.24), RADIUS * Math.sin(0.24)], [5.2, 1.05]];
export const TRAY = [[-6, -7], [-6, -9.5], [6, -9.1], [6, -7]];
/** Where a ball waits in the lane, in the middle of its width. */
export const START = onCircle((RADIUS + LANE) / 2, deg(231));
/** Pockets: what a ball pays that falls in. */
export const POCKETS = [
    { kind: 'start', at: [0, -1.75], pay: 4, width: 0.6 },
    { kind: 'tulip', at: [-2.6, -2], pay: 5, width: 0.44 },
    { kind: 'tulip', at: [2.6, -2], pay: 5, width: 0.44 },
    { kind: 'side', at: [-4.5, -1.5], pay: 3, width: 0.5 },
    { kind: 'side', at: [4.5, -1.5], pay: 3, width: 0.5 },
    { kind: 'jackpot', at: [0, -4.35], pay: 3, width: 2.2 },
];
/** Two petals at a pocket: how far they lean inwards when closed and outwards when open, radians. */
export const PETALS = { tulip: { length: 0.6, closed: 0.52, open: 0.8 }, jackpot: { length: 1.4, closed: 0.95, open: 0.9 } };

/** @param {number} degrees */
function deg(degrees) { return degrees * Math.PI / 180; }

/** @param {number} radius @param {number} angle */
function onCircle(radius, angle) { return [radius * Math.cos(angle), radius * Math.sin(angle)]; }

/** Points of an arc, an end included. @param {number} radius @param {number} from @param {number} to radians */
export function arc(radius, from, to) {
    const count = Math.ceil(Math.abs(to - from) / 0.04);
    return Array.from({ length: count + 1 }, (_, i) => onCircle(radius, from + (to - from) * i / count));
}

/** Rows of pins that lead balls: from a point to a point, so many. */
const ROWS = [
    { from: [0.5, -1.35], to: [1.86, -0.4], count: 11 },    // to the start pocket
    { from: [3.25, 2.75], to: [3.25, 2.2], count: 4 },      // the gate
    { from: [3.75, 2.75], to: [3.75, 2.2], count: 4 },
    { from: [4.15, -0.55], to: [4.15, -0.55], count: 1 },   // over the side pocket
    { from: [4.85, -0.55], to: [4.85, -0.55], count: 1 },
    { from: [2.5, -3.2], to: [4.0, -2.45], count: 12 },     // to the mouth
    { from: [2.5, 0.2], to: [2.5, 0.2], count: 1 },     // beside the screen
];

/** Whether a pin of the grid would stand in the way of something. @param {number} x @param {number} y */
function free(x, y) {
    /** @param {readonly number[]} at @param {number} distance */
    const near = (at, distance) => Math.hypot(x - at[0], y - at[1]) < distance;
    if (Math.hypot(x, y) > 5.12 || (Math.abs(x) < 2.66 && y > -0.3 && y < 3)) return false;
    if (BUMPERS.some((at) => near(at, 0.85)) || WINDMILLS.some((at) => near(at, 0.9)) || GATES.some((at) => near(at, 0.6))) return false;
    if (POCKETS.some(({ kind, at }) => near([at[0], at[1] + 0.3], kind === 'jackpot' ? 2.75 : kind === 'tulip' ? 0.9 : 0.55))) return false;
    return !(Math.abs(x) < 1.7 && y < 0 && y > -1.6);
}

/** Where pins stand by design. @returns {number[][]} */
export function pins() {
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
            if (free(x, y) && led.every(([a, b]) => Math.hypot(a - x, b - y) > 0.5)) places.push([x, y]);
        }
    }
    return places;
}

/** @typedef {World<any>} AnyWorld @typedef {import('../../js/index.js').Body<any>} Body */

/** Layers decide: only `ball` and `next`, the ball that waits in the lane, name others. */
const SOLID = /** @type {const} */ ({ wall: 'solid', pin: 'solid', bumper: 'solid', mill: 'solid', petal: 'solid' });
const LAYERS = /** @type {const} */ ({
    ball: { ...SOLID, ball: 'solid', pocket: 'trigger', gate: 'trigger', drain: 'trigger' },
    next: SOLID,
    won: { won: 'solid', tray: 'solid' },
    wall: {}, pin: {}, bumper: {}, mill: {}, petal: {}, pocket: {}, gate: {}, drain: {}, tray: {},
});

/** @param {AnyWorld} world */
function addField(world) {
    const wall = { layer: 'wall', friction: 0.02, restitution: 0.25 };
    const [end, base] = [LANE_END, LANE_BASE];
    const across = (/** @type {number} */ angle) => ({ a: onCircle(LANE, angle), b: onCircle(RADIUS, angle) });
    const field = world.createBody({ type: 'static', colliders: [
        { shape: 'chain', points: arc(RADIUS, base + 0.02, DRAIN[1] - 2 * Math.PI), ...wall },
        { shape: 'chain', points: arc(LANE, DRAIN[0], end), ...wall },
        { shape: 'segment', ...across(base), ...wall, restitution: 0 },
        // The end of the lane: balls pass to the right and never come back.
        { shape: 'segment', ...across(end), ...wall, oneWay: [Math.sin(end), -Math.cos(end)] },
        { shape: 'polygon', points: SCREEN, ...wall },
        { shape: 'segment', a: STOPPER[0], b: STOPPER[1], ...wall, restitution: 0.55 },
        { shape: 'box', width: 5, height: 0.3, center: [0, -6], layer: 'drain' },
    ] });
    world.createBody({ type: 'static', collider: { shape: 'chain', points: TRAY, layer: 'tray', friction: 0.2 } });
    for (const position of BUMPERS) {
        world.createBody({ type: 'static', position, collider: { shape: 'circle', radius: BUMPER, layer: 'bumper', restitution: 0.4 } });
    }
    for (const position of GATES) {
        world.createBody({ type: 'static', position, collider: { shape: 'box', width: 0.3, height: 0.1, layer: 'gate' } });
    }
    return field;
}

/** A windmill: four blades that a motor turns, weakly, so that balls slow it. @param {AnyWorld} world @param {Body} field @param {number[]} position */
function addWindmill(world, field, position) {
    const blade = { layer: 'mill', density: 0.6, restitution: 0.3 };
    const body = world.createBody({ position, gravityScale: 0, colliders: [
        { shape: 'box', width: 2 * BLADE, height: 0.07, radius: 0.03, ...blade },
        { shape: 'box', width: 0.07, height: 2 * BLADE, radius: 0.03, ...blade },
    ] });
    world.createJoint({ type: 'revolute', bodyA: field, bodyB: body, anchor: position, motor: { speed: position[0] < 0 ? -3 : 3, maxTorque: 0.5 } });
    return body;
}

/** The two petals of a pocket. @param {AnyWorld} world @param {Body} field @param {typeof POCKETS[number]} pocket */
function addPetals(world, field, { kind, at, width }) {
    const shape = PETALS[/** @type {keyof typeof PETALS} */ (kind)];
    if (!shape) return [];
    return [-1, 1].map((side) => {
        const position = [at[0] + side * (width / 2 + 0.05), at[1] + 0.02];
        const body = world.createBody({ position, angle: side * shape.closed, canSleep: false, collider: { shape: 'capsule', a: [0, 0], b: [0, shape.length],
            radius: 0.06, layer: 'petal', friction: 0.1, restitution: 0.2, density: 2 } });
        const range = [side * shape.closed, -side * shape.open];
        return world.createJoint({ type: 'revolute', bodyA: field, bodyB: body, anchor: position, referenceAngle: 0,
            limit: { lower: Math.min(...range), upper: Math.max(...range) }, motor: { speed: 7 * side, maxTorque: 40 } });
    });
}

/** A cup with a trigger in it. @param {AnyWorld} world @param {typeof POCKETS[number]} pocket */
function addPocket(world, { at, width }) {
    const wall = { layer: 'wall', friction: 0.1, restitution: 0.1 };
    const x = width / 2 + 0.05;
    return world.createBody({ type: 'static', position: at, colliders: [
        { shape: 'box', width, height: 0.12, center: [0, -0.2], layer: 'pocket' },
        { shape: 'capsule', a: [-x, 0], b: [-x + 0.06, -0.4], radius: 0.04, ...wall },
        { shape: 'capsule', a: [x, 0], b: [x - 0.06, -0.4], radius: 0.04, ...wall },
        { shape: 'capsule', a: [-x + 0.06, -0.4], b: [x - 0.06, -0.4], radius: 0.04, ...wall },
    ] });
}

/** Makes the world with all that stands on the table. */
export function makeTable() {
    const world = new World({ gravity: [0, -9], layers: LAYERS, hitSpeed: 0.8 });
    const field = addField(world);
    const windmills = WINDMILLS.map((at) => addWindmill(world, field, at));
    const pockets = POCKETS.map((pocket) => ({ ...pocket, body: addPocket(world, pocket), petals: addPetals(world, field, pocket) }));
    /** It waits in the lane and never leaves, but in previews: the path of the next shot is its path. */
    const next = world.createBody({ position: START, collider: { shape: 'circle', radius: BALL, layer: 'next', friction: 0.1, restitution: 0.3 } });
    return { world: /** @type {AnyWorld} */ (world), field, windmills, pockets, next };
}
