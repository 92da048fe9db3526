// Where a shell goes, as the engine would move it, for the dotted line and for the computer, which tries shots and takes the one that comes
// nearest. Called by game.js and paint.js; reads the world and changes nothing.
import { GRAVITY, SEA, TANK } from './field.js';
import { WEAPONS } from './weapons.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {{ x: number, y: number, vx: number, vy: number }} Motion */

const DT = 1 / 60;
const LONGEST = 540; // steps of a flight
export const ANGLES = 38;
const POWERS = 18;
const SAFE = 3.4; // metres from its own tank to where a shot may explode
const FAR = 50; // metres, of a shot that is none
const MISS = 0.14; // radians by which the computer's first shot is off; less with each
export const SPEED = 23; // m/s at full power
export const WEAKEST = 0.15;

/** Where a shell leaves the barrel of a tank. @param {{ x: number, y: number }} tank @param {number} angle @param {number} power @returns {Motion} */
export function muzzle({ x, y }, angle, power) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: x + TANK.barrel * cos, y: y + TANK.pivot + TANK.barrel * sin,
        vx: SPEED * power * cos, vy: SPEED * power * sin };
}

/** A step of a flight. @param {Motion} motion @param {number} wind m/s² */
export function fly(motion, wind) {
    motion.vx += wind * DT;
    motion.vy -= GRAVITY * DT;
    motion.x += motion.vx * DT;
    motion.y += motion.vy * DT;
}

/**
 * Flies until the shell is in ground, near a place, or gone, and tells how near it came to the place there.
 * @param {Game} game @param {Motion} motion changes @param {{ x: number, y: number }} to
 */
function missOf(game, motion, to) {
    const reach = game.size.width / 2 + 4;
    for (let i = 0; i < LONGEST; ++i) {
        fly(motion, game.state.wind);
        const { x, y } = motion;
        if (y < SEA || Math.abs(x) > reach) return FAR;
        if (Math.hypot(x - to.x, y - to.y) < 0.8) return 0;
        if (i > 3 && game.isGround(x, y)) break;
    }
    return Math.hypot(motion.x - to.x, motion.y - to.y);
}

/**
 * Tries the shots of one more angle, of those that the computer tries, and keeps the best so far.
 * @param {Game} game @param {0 | 1} who @param {number} i from 0 to ANGLES - 1
 */
export function tryAngle(game, who, i) {
    const { plan } = game.state;
    const own = game.tank(who);
    const other = game.tank(who === 0 ? 1 : 0);
    if (i === 0) Object.assign(plan, [who === 0 ? 0.8 : Math.PI - 0.8, 0.7, 0, FAR]);
    if (!own || !other) return;
    const raised = 0.15 + 1.35 * i / (ANGLES - 1);
    const angle = other.x < own.x ? Math.PI - raised : raised;
    for (let k = 0; k < POWERS; ++k) {
        const power = 0.3 + 0.7 * k / (POWERS - 1);
        const motion = muzzle(own, angle, power);
        const miss = missOf(game, motion, other);
        // What explodes beside its own tank is no shot.
        const near = Math.hypot(motion.x - own.x, motion.y - own.y) < SAFE ? FAR : 0;
        if (miss + near < plan[3]) Object.assign(plan, [angle, power, 0, miss + near]);
    }
}

/** Makes the best shot that was tried the computer's: with a weapon, and not quite true. @param {Game} game @param {0 | 1} who */
export function chooseShot(game, who) {
    const { plan, tries, weapon } = game.state;
    const skill = MISS / (1 + 0.6 * tries[who]);
    plan[0] += skill * (2 * game.random() - 1);
    plan[1] = Math.min(1, plan[1] * (1 + skill * (2 * game.random() - 1)));
    plan[2] = weapon[who] = choose(game, who, plan[3]);
}

/** Drills where the best shot stays away, and keeps the big ones for when it knows the way. @param {Game} game @param {0 | 1} who @param {number} miss */
function choose({ state }, who, miss) {
    const has = (/** @type {number} */ weapon) => state.ammo[who * WEAPONS.length + weapon] > 0;
    if (miss > 2 && has(2)) return 2;
    return state.tries[who] >= 2 && has(1) ? 1 : 0;
}
