// Free motion and what is conserved: fall, throw, spin, and the momenta of two bodies that meet off centre.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Lab } from './lab.mjs' */
/** @import { Theme } from './question.mjs' */
import { DT, G, setUp } from './lab.mjs';

/**
 * How far a thrown ball is from where it should be, in mm.
 * @param {Engine} engine
 * @param {number} vx
 * @param {number} vy
 * @param {number} seconds
 */
function throwError(engine, vx, vy, seconds) {
    const lab = setUp(engine, [0, -G], (b) => {
        const ball = b.body({ type: 'dynamic', x: 0, y: 0, vx, vy });
        b.circle(ball, { radius: 0.25 });
        return ball;
    });
    lab.run(seconds * 60);
    const x = vx * seconds;
    const y = vy * seconds - (G / 2) * seconds * seconds;
    const error = Math.hypot(lab.x(lab.made) - x, lab.y(lab.made) - y);
    lab.destroy();
    return 1000 * error;
}

/**
 * A slow ball far out, where it comes less in a step than half of what positions in single precision are apart.
 * @param {Engine} engine
 * @param {number} far metres
 * @returns {number} how far it comes in 60 s at 0.2 m/s, in metres
 */
function slowWay(engine, far) {
    const lab = setUp(engine, [0, 0], (b) => {
        const ball = b.body({ type: 'dynamic', x: far, y: 0, vx: 0.2 });
        b.circle(ball, { radius: 0.25 });
        return ball;
    });
    lab.run(3600);
    const way = lab.x(lab.made) - far;
    lab.destroy();
    return way;
}

/**
 * A free box at 50 rad/s for 10 s.
 * @param {Engine} engine
 * @returns {number[]} how far its angle is off in radians, and its energy as a share of what it had
 */
function spin(engine) {
    const omega = 50;
    const lab = setUp(engine, [0, 0], (b) => {
        const box = b.body({ type: 'dynamic', x: 0, y: 0, omega });
        b.box(box, { width: 1, height: 0.5 });
        return box;
    });
    const box = lab.made;
    let error = 0;
    let before = 0;
    lab.run(600, () => {
        const angle = Math.atan2(lab.sin(box), lab.cos(box));
        const turned = angle - before - omega * DT;
        error += turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
        before = angle;
    });
    const energy = (lab.omega(box) / omega) ** 2;
    lab.destroy();
    return [error, energy];
}

/** @typedef {'boxes'|'balls'|'capsules'} Pair */

/**
 * Mass and moment of inertia of what meets: a box of 1 × 0.5, a disc of radius 0.4, a capsule of length 0.6 and radius
 * 0.2, all of density 1.
 * @type {Record<Pair, { mass: number, inertia: number }>}
 */
const solids = {
    boxes: { mass: 0.5, inertia: (0.5 * 1.25) / 12 },
    balls: { mass: Math.PI * 0.16, inertia: (Math.PI * 0.16 * 0.16) / 2 },
    capsules: capsuleMass(0.6, 0.2),
};

/** A rectangle and two half discs. @param {number} length @param {number} radius */
function capsuleMass(length, radius) {
    const middle = 2 * radius * length;
    const cap = (Math.PI * radius * radius) / 2;
    // Of a half disc: its centroid's distance from the straight side, and its inertia about that.
    const out = (4 * radius) / (3 * Math.PI);
    const own = cap * (radius * radius * 0.5 - out * out);
    return {
        mass: middle + 2 * cap,
        inertia: (middle * (length * length + 4 * radius * radius)) / 12
            + 2 * (own + cap * (length / 2 + out) ** 2),
    };
}

/**
 * A turning body strikes its like off centre, with friction and restitution.
 * @param {Engine} engine
 * @param {Pair} pair
 * @param {number} offset metres
 * @returns {number[]} the change of momentum and of angular momentum about the origin, in percent
 */
function offCentre(engine, pair, offset) {
    const lab = setUp(engine, [0, 0], (b) =>
        [
            { x: -3, y: offset, vx: 10, omega: 3, angle: 0 },
            { x: 0, y: 0, angle: 0.4 },
        ].map((spec) => {
            const body = b.body({ type: 'dynamic', ...spec });
            const restitution = 0.5;
            if (pair === 'boxes') b.box(body, { width: 1, height: 0.5, restitution });
            else if (pair === 'balls') b.circle(body, { radius: 0.4, restitution });
            else b.capsule(body, { ax: -0.3, ay: 0, bx: 0.3, by: 0, radius: 0.2, restitution });
            return body;
        }));
    const { mass, inertia } = solids[pair];
    const momenta = () => {
        let [px, py, angular] = [0, 0, 0];
        lab.made.forEach((body) => {
            px += mass * lab.vx(body);
            py += mass * lab.vy(body);
            angular += mass * (lab.x(body) * lab.vy(body) - lab.y(body) * lab.vx(body))
                + inertia * lab.omega(body);
        });
        return [px, py, angular];
    };
    const before = momenta();
    const met = struck(lab, lab.made[1]);
    const after = momenta();
    lab.destroy();
    if (!met) return [Infinity, Infinity];
    const linear = Math.hypot(after[0] - before[0], after[1] - before[1])
        / Math.hypot(before[0], before[1]);
    return [100 * linear, (100 * (after[2] - before[2])) / before[2]];
}

/**
 * A disc thrown past the middle of another, both without friction: nothing can turn them.
 * @param {Engine} engine
 * @param {number} speed
 * @param {number} offset metres
 * @returns {number[]} spins, rad/s
 */
function slippery(engine, speed, offset) {
    const lab = setUp(engine, [0, 0], (b) =>
        [-1.5, 1.5].map((x) => {
            const disc = b.body({ type: 'dynamic', x, y: x < 0 ? offset : 0,
                vx: x < 0 ? speed : 0 });
            b.circle(disc, { radius: 0.35, friction: 0 });
            return disc;
        }));
    const met = struck(lab, lab.made[1]);
    const spins = lab.made.map((disc) => lab.omega(disc));
    lab.destroy();
    return [met ? Math.max(...spins.map(Math.abs)) : Infinity];
}

const offsets = [-0.35, -0.2, 0.1, 0.3];

/** The numbers furthest from zero, part by part. @param {number[][]} answers */
function worst(answers) {
    return answers[0].map((_, part) =>
        answers.map((numbers) => numbers[part]).reduce((a,
            b) => (Math.abs(b) > Math.abs(a) ? b : a)
        )
    );
}

/** Runs a second; true if this body was set in motion. @param {Lab} lab @param {number} body */
function struck(lab, body) {
    lab.run(60);
    return lab.speed(body) > 0.1;
}

/** @type {Theme} */
export const flight = {
    name: 'flight',
    title: 'Free motion and conservation',
    questions: [
        {
            id: 'free-fall',
            text: 'free fall for 1 s: off the exact place',
            unit: 'mm',
            truth: [0],
            tolerance: [1],
            ask: (engine) => [throwError(engine, 0, 0, 1)],
        },
        {
            id: 'projectile',
            text: 'thrown at (10, 20) m/s for 4 s: off the exact place',
            unit: 'mm',
            truth: [0],
            tolerance: [4],
            ask: (engine) => [throwError(engine, 10, 20, 4)],
        },
        {
            id: 'far-slow',
            text: 'a ball at 0.2 m/s, 100 km out, for 60 s: its way',
            unit: 'm',
            truth: [12],
            tolerance: [0.05],
            ask: (engine) => [slowWay(engine, 100_000)],
        },
        {
            id: 'top-speed',
            text: 'set to 9,000 m/s in empty space: speed',
            unit: 'm/s',
            truth: [9000],
            tolerance: [1],
            digits: 0,
            ask(engine) {
                const lab = setUp(engine, [0, 0], (b) => {
                    const ball = b.body({ type: 'dynamic', x: 0, y: 0, vx: 9000 });
                    b.circle(ball, { radius: 0.25 });
                    return ball;
                });
                lab.run(60);
                // By the way it made, not by what it says.
                const x = lab.x(lab.made);
                lab.destroy();
                return [x];
            },
        },
        {
            id: 'spin',
            text: 'a free box turns at 50 rad/s for 10 s',
            unit: 'rad; ÷ exact',
            parts: ['angle off', 'energy'],
            truth: [0, 1],
            tolerance: [0.1, 0.001],
            ask: spin,
        },
        .../** @type {Pair[]} */ (['boxes', 'balls', 'capsules']).map((pair) => ({
            id: `off-centre-${pair}`,
            text: `two ${pair} meet off centre, friction 0.6, e = 0.5: worst gains`,
            unit: '%',
            parts: ['momentum', 'angular momentum'],
            truth: [0, 0],
            tolerance: [0.01, 0.01],
            digits: 4,
            needs: pair === 'capsules' ? ['capsule'] : [],
            ask: (/** @type {Engine} */ engine) =>
                worst(offsets.map((offset) => offCentre(engine, pair, offset))),
        })),
        ...[10, 30].map((speed) => ({
            id: `off-centre-slippery-${speed}`,
            text: `two balls without friction meet off centre at ${speed} m/s: largest spin`,
            unit: 'rad/s',
            truth: [0],
            tolerance: [0.01],
            digits: 3,
            ask: (/** @type {Engine} */ engine) =>
                worst(offsets.map((offset) => slippery(engine, speed, offset))),
        })),
    ],
};
