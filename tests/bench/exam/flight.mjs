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

/**
 * A turning box strikes another off its centre, with friction and restitution.
 * @param {Engine} engine
 * @returns {number[]} the change of momentum and of angular momentum about the origin, in percent
 */
function offCentre(engine) {
    const boxes = [
        { x: -3, y: 0.3, vx: 10, omega: 3, angle: 0, width: 1, height: 0.5, density: 1 },
        { x: 0, y: 0, vx: 0, omega: 0, angle: 0.4, width: 1, height: 1, density: 2 },
    ];
    const lab = setUp(engine, [0, 0], (b) =>
        boxes.map((box) => {
            const body = b.body({ type: 'dynamic', ...box });
            b.box(body, { width: box.width, height: box.height, density: box.density, restitution: 0.5 });
            return body;
        }),
    );
    const momenta = () => {
        let [px, py, angular] = [0, 0, 0];
        boxes.forEach(({ width, height, density }, i) => {
            const body = lab.made[i];
            const mass = width * height * density;
            const inertia = (mass * (width * width + height * height)) / 12;
            px += mass * lab.vx(body);
            py += mass * lab.vy(body);
            angular += mass * (lab.x(body) * lab.vy(body) - lab.y(body) * lab.vx(body)) + inertia * lab.omega(body);
        });
        return [px, py, angular];
    };
    const before = momenta();
    const met = struck(lab, lab.made[1]);
    const after = momenta();
    lab.destroy();
    if (!met) return [Infinity, Infinity];
    const linear = Math.hypot(after[0] - before[0], after[1] - before[1]) / Math.hypot(before[0], before[1]);
    return [100 * linear, (100 * (after[2] - before[2])) / before[2]];
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
            text: 'free fall for 1 s: distance from the exact place',
            unit: 'mm',
            truth: [0],
            tolerance: [1],
            ask: (engine) => [throwError(engine, 0, 0, 1)],
        },
        {
            id: 'projectile',
            text: 'thrown at (10, 20) m/s, after 4 s: distance from the exact place',
            unit: 'mm',
            truth: [0],
            tolerance: [4],
            ask: (engine) => [throwError(engine, 10, 20, 4)],
        },
        {
            id: 'top-speed',
            text: 'set to 9,000 m/s in empty space, after 1 s: speed',
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
        {
            id: 'off-centre',
            text: 'two boxes meet off centre, friction 0.6, e = 0.5: what is gained',
            unit: '%',
            parts: ['momentum', 'angular momentum'],
            truth: [0, 0],
            tolerance: [0.01, 0.01],
            digits: 4,
            ask: offCentre,
        },
    ],
};
