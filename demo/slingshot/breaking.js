// How blocks break: glass and stone into cells, wood across its grain. Called by game.js.
import { cut, fracture } from '../../js/break.js';
import { BALL, areaOf } from './materials.js';

const SPLINTER = 0.015; // m²: smaller ones are not broken off
const SHARD = 0.055; // m²: smaller pieces of glass are dust
const SLIPPERY = 0.05; // friction of others
const PIECES = { glass: 7, stone: 4 };

/** @typedef {import('../../js/index.js').Body<any>} Body */

/** @param {Body} body @param {string} kind @param {number} x @param {number} y where it was hit @param {number} seed @returns {Body[]} its pieces */
export function breakUp(body, kind, x, y, seed) {
    if (kind === 'wood') return snap(body, x, y, seed);
    const parts = fracture(body, { point: [x, y], pieces: PIECES[/** @type {'glass'} */ (kind)],
        seed, minArea: SPLINTER });
    if (kind !== 'glass') return parts;
    for (const part of parts) shatter(part);
    return parts.filter(({ alive }) => alive);
}

/** Small shards are dust, others are slippery: a broken pane holds nothing up. @param {Body} part */
function shatter(part) {
    if (areaOf(part, 'glass') < SHARD) part.destroy();
    else for (const collider of part.colliders) collider.friction = SLIPPERY;
}

/** Snaps a beam across where it was hit, with a splinter between the halves. @param {Body} body @param {number} x @param {number} y @param {number} seed */
function snap(body, x, y, seed) {
    const { width = 1, height = 1 } =
        /** @type {{ width?: number, height?: number }} */ (body.colliders[0].shape);
    const at = body.localPoint(x, y);
    const wide = width > height;
    const [long, along] = wide ? [width, at[0]] : [height, at[1]];
    const middle = Math.max(-0.25 * long, Math.min(0.25 * long, along));
    const lean = 0.12 + 0.05 * (seed % 4);
    /** @type {Body[]} */
    let parts = [body];
    for (const side of [-1, 1]) {
        const [from, to] = [[middle + side * 0.07 * long - lean, -1], [middle + side * 0.1 * long
            + side * lean, 1]];
        const ends = [from, to].map((
            [u, v],
        ) => (wide ? body.worldPoint(u, v) : body.worldPoint(v, u)));
        parts = parts.flatMap((part) =>
            cut(part, ends[0], ends[1], { extend: true, minArea: SPLINTER })
        );
    }
    return parts;
}

/**
 * Gives a ball back what a block that broke did not take from it, and takes it from the pieces: the engine has let them collide as if
 * the block were whole.
 * @param {Body} ball @param {number[]} before its velocity before the step @param {Body[]} parts of the block
 * @param {number} x @param {number} y where the block was hit @param {number} impulse N s that was too much for the block
 */
export function passOn(ball, before, parts, x, y, impulse) {
    const [dx, dy] = [x - ball.x, y - ball.y];
    if (impulse <= 0 || dx * dx + dy * dy > 4 * BALL.radius * BALL.radius) return;
    const [lostX, lostY] = [before[0] - ball.vx, before[1] - ball.vy];
    const lost = Math.sqrt(lostX * lostX + lostY * lostY);
    if (lost < 0.5) return;
    const back = Math.min(0.9 * lost, impulse / ball.mass);
    const [nx, ny] = [lostX / lost, lostY / lost];
    ball.setVelocity(ball.vx + back * nx, ball.vy + back * ny);
    const mass = parts.reduce((sum, part) => sum + part.mass, 0);
    for (const part of parts) {
        // What the block passed on to others is theirs.
        const slower = Math.max(0, Math.min(part.vx * nx + part.vy * ny, back * ball.mass / mass));
        part.setVelocity(part.vx - slower * nx, part.vy - slower * ny);
    }
}
