// What the player does to the machine: a press that throws the bodies near it, a butterfly that pushes as little as can be, the rings that
// show both, and their sounds. Called by main.js.

const SPEED = 5; // m/s that a press gives to a body next to it
const REACH = 1.7; // metres around a press
const WING = 1e-6; // m/s
const LASTS = 0.6; // seconds, of a ring

/** As ZzFX makes them. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    blast: [0.8, 0, 90, , 0.02, 0.18, 1, 1.6, -1],
    branch: [0.5, 0, 340, 0.02, 0.04, 0.2, 0, 1, 6],
    beat: [0.5, 0, 1400, 0.01, 0.02, 0.12, 0, 1, 4],
    cup: [[0.7, 0, 523, , 0.05, 0.3], [0.7, 0, 659, , 0.05, 0.3], [0.7, 0, 784, , 0.05, 0.5]],
};

/** @typedef {import('../../js/index.js').World<any>} World */

/** Presses whose rings are seen. @type {{ x: number, y: number, age: number }[]} */
const rings = [];
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Throws the bodies near a place away from it. @param {World} world @param {number} x @param {number} y */
export function blast(world, x, y) {
    for (const body of world.bodies) {
        const [dx, dy] = [body.x - x, body.y - y];
        const away = Math.hypot(dx, dy);
        if (body.type !== 'dynamic' || away >= REACH) continue;
        const speed = (SPEED * (1 - away / REACH)) / Math.max(away, 0.05);
        body.setVelocity(body.vx + speed * dx, body.vy + speed * dy);
    }
    rings.push({ x, y, age: 0 });
}

/** The smallest push: the fastest body gets a millionth of a metre per second more. @param {World} world @returns {number} its slot */
export function beatWings(world) {
    const bodies = [...world.bodies].filter(({ type }) => type === 'dynamic');
    const body = bodies.reduce((a, b) => (Math.hypot(b.vx, b.vy) > Math.hypot(a.vx, a.vy) ? b : a));
    body.setVelocity(body.vx + WING * Math.sign(body.vx || 1), body.vy);
    rings.push({ x: body.x, y: body.y, age: 0 });
    return body.index;
}

/** @param {CanvasRenderingContext2D} ctx @param {number} seconds since the last frame */
export function paintRings(ctx, seconds) {
    for (const ring of rings) {
        ring.age += seconds / LASTS;
        ctx.globalAlpha = Math.max(0, 1 - ring.age);
        ctx.strokeStyle = '#ffffff';
        ctx.lineWidth = 0.09;
        ctx.beginPath();
        ctx.arc(ring.x, ring.y, calm.matches ? REACH : REACH * Math.min(1, ring.age + 0.15), 0,
            2 * Math.PI);
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
    while (rings.length > 0 && rings[0].age >= 1) rings.shift();
}
