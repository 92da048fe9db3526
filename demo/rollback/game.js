// The game on the platform: two balls push each other off. Knows nothing of pages and networks: createArena()
// makes a world and plays it by inputs alone, so that it is the same on every machine. All that it has beside
// the world is in `state`, plain values, which Rollback saves and restores: bodies by slot, times by frame.
import { World } from '../../js/index.js';

export const PLATFORM = 8; // m, radius
export const BALL = 0.8;
export const STONE = 0.5;
export const BUMPER = 1.1;
export const GOAL = 7; // points of a match

/** Bits of an input. */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;
export const DASH = 16;

const THRUST = 24; // m/s²
const DASH_SPEED = 11; // m/s
export const DASH_FRAMES = 75;
const AWAY_FRAMES = 50;
const REST_FRAMES = 150; // between two matches
const STARTS = [[-5, 0], [5, 0]];
const STONES = [[0, 4.5], [0, -4.5], [3.2, 3.2], [-3.2, -3.2], [-3.2, 3.2], [3.2, -3.2]];

/**
 * @typedef {object} Thing a ball or a stone
 * @property {number} slot of its body; -1 while it is away
 * @property {number} back frame in which it comes back
 * @property {number} dash frame in which it may dash again
 *
 * @typedef {{ balls: Thing[], stones: Thing[], scores: number[], rests: number, winner: number }} State
 *
 * @typedef {object} Arena
 * @property {World} world
 * @property {State} state
 * @property {(inputs: readonly number[], frame: number) => void} step
 * @property {(kind: 'fall' | 'hit' | 'dash', key: string, x: number, y: number, player: number) => void} show called in a
 *     step where a visual effect begins; called again when rollback simulates the frame again, with the same key
 */

/** @param {number} input @returns {[number, number]} a unit vector, or zero */
export function directionOf(input) {
    const x = (input & RIGHT ? 1 : 0) - (input & LEFT ? 1 : 0);
    const y = (input & UP ? 1 : 0) - (input & DOWN ? 1 : 0);
    const scale = x !== 0 && y !== 0 ? Math.SQRT1_2 : 1;
    return [x * scale, y * scale];
}

/** @param {World} world @param {number} i @param {number} frame @returns {Thing} */
function makeBall(world, i, frame) {
    const [x, y] = STARTS[i];
    const body = world.createBody({ position: [x, y], linearDamping: 1.1, bullet: true,
        collider: { shape: 'circle', radius: BALL, restitution: 0.9, friction: 0 } });
    return { slot: body.index, back: 0, dash: frame };
}

/** @param {World} world @param {number} i @returns {Thing} */
function makeStone(world, i) {
    const [x, y] = STONES[i];
    const body = world.createBody({ position: [x, y], linearDamping: 0.7,
        collider: { shape: 'circle', radius: STONE, density: 0.5, restitution: 0.9,
            friction: 0 } });
    return { slot: body.index, back: 0, dash: 0 };
}

/** @param {Arena} arena @param {Thing} ball @param {number} player @param {number} input @param {number} frame */
function drive({ world, show }, ball, player, input, frame) {
    const body = ball.slot < 0 ? null : world.bodyAt(ball.slot);
    if (!body) return;
    const [x, y] = directionOf(input);
    const force = THRUST * body.mass;
    body.applyForce(force * x, force * y);
    if (!(input & DASH) || frame < ball.dash || (x === 0 && y === 0)) return;
    ball.dash = frame + DASH_FRAMES;
    const impulse = DASH_SPEED * body.mass;
    body.applyImpulse(impulse * x, impulse * y);
    show('dash', `dash ${player}`, body.x, body.y, player);
}

/** Takes a thing that has left the platform away. @param {World} world @param {Thing} thing @param {number} frame */
function takeFallen(world, thing, frame) {
    const body = thing.slot < 0 ? null : world.bodyAt(thing.slot);
    if (!body || body.x * body.x + body.y * body.y < PLATFORM * PLATFORM) return null;
    const { x, y } = body;
    body.destroy();
    thing.slot = -1;
    thing.back = frame + AWAY_FRAMES;
    return { x, y };
}

/** @param {Arena} arena @param {number} frame */
function score({ world, state, show }, frame) {
    state.balls.forEach((ball, i) => {
        const at = takeFallen(world, ball, frame);
        if (!at) return;
        show('fall', `fall ${i}`, at.x, at.y, i);
        if (frame >= state.rests && ++state.scores[1 - i] === GOAL) {
            state.rests = frame + REST_FRAMES;
            state.winner = 1 - i;
        }
    });
    for (const stone of state.stones) takeFallen(world, stone, frame);
}

/** Brings balls and stones that fell back once their time is over, and begins the next match. @param {Arena} arena @param {number} frame */
function putBack({ world, state }, frame) {
    if (frame === state.rests && state.winner >= 0) {
        state.scores = [0, 0];
        state.winner = -1;
    }
    state.balls.forEach((ball, i) => {
        if (ball.slot < 0 && frame >= ball.back) state.balls[i] = makeBall(world, i, frame);
    });
    state.stones.forEach((stone, i) => {
        if (stone.slot < 0 && frame >= stone.back) state.stones[i] = makeStone(world, i);
    });
}

/** @param {Arena} arena */
function showHits({ world, state, show }) {
    for (const event of world.events.contactBegin) {
        const { x, y, bodyA, bodyB } = event;
        const player = state.balls.findIndex(({ slot }) =>
            slot === bodyA.index || slot === bodyB.index
        );
        if (player >= 0) show('hit', `hit ${bodyA.index} ${bodyB.index}`, x, y, player);
    }
}

/** @returns {Arena} */
export function createArena() {
    const world = new World({ gravity: [0, 0] });
    world.createBody({ type: 'static',
        collider: { shape: 'circle', radius: BUMPER, restitution: 1 } });
    /** @type {Arena} */
    const arena = {
        world,
        state: {
            balls: STARTS.map((_, i) => makeBall(world, i, 0)),
            stones: STONES.map((_, i) => makeStone(world, i)),
            scores: [0, 0],
            rests: 0,
            winner: -1,
        },
        show() {},
        step(inputs, frame) {
            putBack(arena, frame);
            arena.state.balls.forEach((ball, i) => drive(arena, ball, i, inputs[i], frame));
            world.step();
            showHits(arena);
            score(arena, frame);
        },
    };
    return arena;
}
