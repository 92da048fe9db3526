// The table as bodies of a world. What a body is can be read from its layer and its slot, so that the timeline and links carry all of it.
// A ball is of the layer `ball` on the field and of `high` on a ramp, whose rails meet no other. Called by game.js.
import { World } from '../../js/index.js';
import { BALL, BUMPER, BUMPERS, FLIPPER, GATES, LOW_LANES, MOUTHS, MOUTH_Y, POSTS, RAIL, RAILS,
    RAMP_END, RAMP_RAILS, ROOF, SLING, SPINNER, TARGET, TARGETS, TOP_LANES } from './table.js';

/** @typedef {import('../../js/index.js').Body<any>} Body */

export const STEP = 1 / 240; // seconds: a flipper's stroke is a dozen of them, so that balls can be aimed
const GRAVITY = 9; // m/s² along the table
export const FASTEST = 32; // m/s, of a ball

const SOLID =
    /** @type {const} */ ({ wall: 'solid', post: 'solid', gate: 'solid', flipper: 'solid',
        sling: 'solid', bumper: 'solid', target: 'solid' });
/** Only `ball` and `high` name others. */
const LAYERS = /** @type {const} */ ({
    ball: { ball: 'solid', ...SOLID, lane: 'trigger', spinner: 'trigger', mouth: 'trigger' },
    high: { high: 'solid', rail: 'solid', foot: 'trigger', end: 'trigger' },
    wall: {},
    post: {},
    gate: {},
    flipper: {},
    sling: {},
    bumper: {},
    target: {},
    rail: {},
    lane: {},
    spinner: {},
    mouth: {},
    foot: {},
    end: {},
});
export const LAYER_NAMES = Object.keys(LAYERS);

/** Where bodies are, as slots. @typedef {{ balls: number[], flippers: number[], slings: number[], bumpers: number[], targets: number[], lanes: number[], mouths: number[], feet: number[] }} Slots */

/** @param {World<any>} world @param {any} collider @param {number[]} [position] */
const fix = (world, collider, position = [0, 0]) =>
    world.createBody({ type: 'static', position, collider }).index;

/** A box that feels balls. @param {World<any>} world @param {string} layer @param {number[]} position @param {number} width @param {number} height */
const feel = (world, layer, position, width, height) =>
    fix(world, { shape: 'box', width, height, layer, trigger: true }, position);

/** @param {World<any>} world @param {number} side 1 for the left flipper, -1 for the right one */
function addFlipper(world, side) {
    const { x, y, length, base, tip, rest } = FLIPPER;
    const thick = base - tip;
    return world.createBody({ type: 'kinematic', position: [side * x, y], angle: side * rest,
        collider: { shape: 'polygon', points: [[0, thick], [0, -thick], [side * length, 0]],
            radius: tip, layer: 'flipper', friction: 0.3, restitution: 0.35 } }).index;
}

/** A slingshot: its face to the middle kicks, the rest is a wall. @param {World<any>} world @param {number} side */
function addSling(world, side) {
    const [a, b, c] = [SLING.a, SLING.b, SLING.c].map(([x, y]) => [side * x, y]);
    const [nx, ny] = [side * (a[1] - c[1]), c[0] * side - a[0] * side].map((value) =>
        value / Math.hypot(a[0] - c[0], a[1] - c[1])
    );
    const by = 0.03; // the face lies a little before the wall
    fix(world, { shape: 'polygon', points: [a, b, c], radius: SLING.radius, layer: 'wall',
        friction: 0.05, restitution: 0.3 });
    const along = (/** @type {number} */ t) => [a[0] + t * (c[0] - a[0]) + by * nx, a[1] + t * (c[1]
                - a[1])
        + by * Math.abs(ny)];
    return fix(world, { shape: 'capsule', a: along(0.12), b: along(0.88), radius: SLING.radius,
        layer: 'sling', friction: 0.05, restitution: 0.5 });
}

/** A world with the table and three balls, none of them in play. @returns {{ world: World<any>, slots: Slots }} */
export function makeTable() {
    /** @type {World<any>} */
    const world = new World({ gravity: [0, -GRAVITY], layers: /** @type {any} */ (LAYERS),
        fixedStep: STEP, maxSteps: 32, sleep: false, hitSpeed: 0.7, restitutionThreshold: 0.25 });
    for (const points of RAILS)
        fix(world, { shape: 'chain', points, radius: RAIL, layer: 'wall', friction: 0.03,
            restitution: 0.3 });
    for (const points of RAMP_RAILS)
        fix(world, { shape: 'chain', points, radius: RAIL, layer: 'rail', friction: 0.01,
            restitution: 0.15 });
    for (const [a, b] of GATES)
        fix(world, { shape: 'segment', a, b, layer: 'gate', restitution: 0.3, friction: 0,
            oneWay: [a[1] - b[1], b[0] - a[0]] }); // stops balls that come from the left of the direction from a to b
    fix(world, { shape: 'polygon', points: ROOF, radius: RAIL, layer: 'wall', friction: 0.03,
        restitution: 0.3 });
    for (const [a, b] of POSTS)
        fix(world, { shape: 'capsule', a, b, radius: 0.05, layer: 'post', friction: 0.03,
            restitution: 0.5 });
    const lanes = [...TOP_LANES.map((at) => feel(world, 'lane', at, 0.2, 0.12)),
        ...LOW_LANES.map((at) => feel(world, 'lane', at, 0.3, 0.2))];
    feel(world, 'spinner', SPINNER, 0.42, 0.1);
    const across = (/** @type {number} */ i, /** @type {number} */ y, /** @type {number} */ height,
        /** @type {string} */ layer) =>
        feel(world, layer, [(MOUTHS[i][0] + MOUTHS[i][1]) / 2, y], 0.66, height);
    const mouths = [0, 1].map((i) => across(i, MOUTH_Y + 0.5, 0.5, 'mouth'));
    const feet = [0, 1].map((i) => across(i, MOUTH_Y - 0.32, 0.3, 'foot'));
    feel(world, 'end', RAMP_END, 0.5, 0.1);
    return { world, slots: {
        lanes,
        mouths,
        feet,
        bumpers: BUMPERS.map((at) =>
            fix(world, { shape: 'circle', radius: BUMPER, layer: 'bumper', restitution: 0.4,
                friction: 0.05 }, at)
        ),
        targets: TARGETS.map((at) =>
            fix(world, { shape: 'box', ...TARGET, layer: 'target', restitution: 0.35,
                friction: 0.05 }, at)
        ),
        slings: [1, -1].map((side) => addSling(world, side)),
        flippers: [1, -1].map((side) => addFlipper(world, side)),
        balls: [0, 1, 2].map((i) =>
            world.createBody({ position: [-1 + i, -3], bullet: true, enabled: false,
                maxSpeed: FASTEST, angularDamping: 1,
                collider: { shape: 'circle', radius: BALL, layer: 'ball', friction: 0.1,
                    restitution: 0 } }).index
        ),
    } };
}
