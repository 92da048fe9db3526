// The points: for ragdolls that fall, more for many at once, for somersaults and long flights; and the end at the finish. A car that
// drives itself has none of these. Called by main.js once a step.
import { FINISH, countFallen, flies, rides } from './course.js';

const FALL = 100;
const AT_ONCE = 1.2; // s after a fall in which another counts more
const MAX_AT_ONCE = 8;
const FLIP = 500;
const NEARLY = 1.1; // rad that a somersault may lack
const LONG = 0.8; // s of a flight that counts
const A_SECOND = 200; // points
const TIME = 60; // s, in which the finish has points for the time
const BOOSTS = 3;
const BOOST = 0.9; // s

/** What a page may show. @typedef {'fall' | 'flip' | 'flight' | 'land' | 'off' | 'boost' | 'finish'} Happening */

export const newState = () => ({ self: true, way: 1, speed: 14, fallen: 0, flight: 0, best: 0,
    turned: 0, from: 0, since: 0, bits: 0, points: 0, sinceFall: 9, atOnce: 0, flips: 0,
    boosts: BOOSTS, boost: 0, time: 0, riding: true, done: false });

/** @typedef {ReturnType<typeof newState>} State */

/** Begins a boost, if there is one left. @param {any} scene */
export function boost({ state, tell, car }) {
    if (state.boost > 0 || state.boosts === 0) return;
    state.boosts--;
    state.boost = BOOST;
    tell('boost', car.chassis.x, car.chassis.y, 0);
}

/** @param {any} scene */
export function count(scene) {
    const { state, car: { chassis }, tell, world } = scene;
    const step = world.fixedStep;
    state.boost = Math.max(0, state.boost - step);
    if (!state.self && !state.done) state.time += step;
    if (flies(scene)) {
        state.flight += step;
        state.turned += chassis.angularVelocity * step;
        state.best = Math.max(state.best, state.flight);
    } else if (state.flight > 0) land(scene);
    countFalls(scene);
    if (state.riding && !rides(scene)) {
        state.riding = false;
        tell('off', scene.rider.bones.chest.x, scene.rider.bones.chest.y, 0);
    }
    if (!state.self && !state.done && chassis.x > FINISH) {
        state.done = true;
        state.points += Math.max(0, Math.round((TIME - state.time) * 20));
        if (state.riding) state.points *= 2;
        tell('finish', chassis.x, chassis.y, state.points);
    }
}

/** The end of a flight. @param {any} scene */
function land({ state, car: { chassis }, tell }) {
    if (state.flight > 0.4) tell('land', chassis.x, chassis.y - 0.6, 0);
    if (!state.self && !state.done) countFlight({ state, chassis, tell });
    state.flight = state.turned = 0;
}

/** Counts a flight that was long, and somersaults from which the car comes down on its wheels. @param {{ state: State, chassis: any, tell: any }} scene */
function countFlight({ state, chassis, tell }) {
    const flips = Math.floor((Math.abs(state.turned) + NEARLY) / (2 * Math.PI));
    const upright = Math.cos(chassis.angle) > 0.3;
    if (flips > 0 && upright) {
        state.flips += flips;
        state.points += FLIP * flips * flips;
        state.boosts = Math.min(BOOSTS, state.boosts + 1);
        tell('flip', chassis.x, chassis.y, FLIP * flips * flips);
    } else if (state.flight > LONG && upright) {
        const points = Math.round(state.flight * A_SECOND / 10) * 10;
        state.points += points;
        tell('flight', chassis.x, chassis.y, points);
    }
}

/** @param {any} scene */
function countFalls(scene) {
    const { state, dolls, tell, world } = scene;
    state.sinceFall += world.fixedStep;
    const before = dolls.map((/** @type {any} */ { down }) => down);
    state.fallen = countFallen(scene);
    dolls.forEach((/** @type {any} */ { bones, down }, /** @type {number} */ i) => {
        if (!down || before[i]) return;
        state.atOnce = state.sinceFall < AT_ONCE ? Math.min(MAX_AT_ONCE, state.atOnce + 1) : 1;
        state.sinceFall = 0;
        const points = state.self || state.done ? 0 : FALL * state.atOnce;
        state.points += points;
        tell('fall', bones.chest.x, bones.chest.y, points);
    });
}
