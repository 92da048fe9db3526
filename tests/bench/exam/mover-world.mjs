// Movers and what is around them: corners that they are pressed into, lifts, crates, a crowd.

/** @import { Engine } from '../engines/adapter.mjs' */
import { buildSlab, setUp } from './lab.mjs';
import { HALF, PACE, buildRamp, rates, walker } from './mover-lab.mjs';

/**
 * @param {Engine} engine
 * @returns {number[]} the worst second difference of its place, and the longest way, in the last second of three, in mm
 */
export function press(engine) {
    let [change, way] = [0, 0];
    for (const hz of rates) {
        for (const degrees of [60, 75, 90, 105, 120, 135, 150]) {
            const w = walker(engine, { x: -6, hz }, (b) => {
                buildSlab(b, 100);
                buildRamp(b, 0, degrees);
            });
            for (let i = 0; i < 2 * hz; ++i) w.walk(PACE);
            const [x0, y0] = [w.x(), w.y()];
            let [a, b] = [[x0, y0], [x0, y0]];
            for (let i = 0; i < hz; ++i) {
                w.walk(PACE);
                const p = [w.x(), w.y()];
                if (i > 0)
                    change = Math.max(change,
                        Math.hypot(p[0] - 2 * b[0] + a[0], p[1] - 2 * b[1] + a[1]));
                way = Math.max(way, Math.hypot(p[0] - x0, p[1] - y0));
                [a, b] = [b, p];
            }
            w.end();
        }
    }
    return [1000 * change, 1000 * way];
}

/**
 * One that stands on a platform, which goes its way by the velocity that it gets before each step.
 * @param {Engine} engine @param {number} hz
 */
function rider(engine, hz) {
    const w = walker(engine, { x: 0.3, hz }, (b) => {
        const lift = b.body({ type: 'kinematic', x: 0, y: -0.5 });
        b.box(lift, { width: 8, height: 1 });
        return lift;
    });
    const offset = () => [w.x() - w.lab.x(w.ground), w.y() - w.lab.y(w.ground)];
    const start = offset();
    return {
        w,
        /** @param {number} vx @param {number} vy @returns {number} how far it is from where it stood */
        frame(vx, vy) {
            w.lab.setVelocity(w.ground, vx, vy);
            w.walk(0);
            const now = offset();
            return Math.hypot(now[0] - start[0], now[1] - start[1]);
        },
    };
}

/** @param {Engine} engine @returns {number[]} */
export function ride(engine) {
    let [lift, sled, kept] = [0, 0, Infinity];
    for (const hz of rates) {
        for (const speed of [0.5, 3, 10, 20]) {
            const r = rider(engine, hz);
            for (let i = 0; i < 4 * hz; ++i) {
                const t = (i / hz) % 2;
                lift = Math.max(lift,
                    r.frame(0, t < 0.8 ? speed : t < 1 ? 0 : t < 1.8 ? -speed : 0));
            }
            r.w.end();
        }
        const r = rider(engine, hz);
        for (let i = 0; i < 4 * hz; ++i) {
            const t = (i / hz) % 2;
            sled = Math.max(sled, r.frame(t < 0.8 ? 10 : t < 1 ? 0 : t < 1.8 ? -10 : 0, 0));
        }
        for (let i = 0; i < 5; ++i) r.frame(10, 0);
        const x = r.w.x();
        r.w.walk(0, 5);
        const flown = (r.w.x() - x) * hz;
        kept = Math.abs(flown - 10) > Math.abs(kept - 10) || kept === Infinity ? flown : kept;
        r.w.end();
    }
    return [1000 * lift, 1000 * sled, kept];
}

/** @param {Engine} engine @returns {number[]} percent of the acceleration that is due, in a fifth of a second */
export function push(engine) {
    const [force, mass] = [200, 50];
    return [0, 0.2].map((friction) => {
        const w = walker(engine, { shape: 'box', x: -1.2, maxPushForce: force }, (b) => {
            buildSlab(b, 200, { friction });
            const crate = b.body({ type: 'dynamic', x: 0, y: 0.5, lockRotation: true });
            b.box(crate, { width: 1, height: 1, density: mass, friction });
            return crate;
        });
        // Until it touches, and then for half a second.
        for (let i = 0; i < 36; ++i) w.walk(4);
        const v = w.lab.vx(w.ground);
        for (let i = 0; i < 12; ++i) w.walk(30);
        const due = Math.max(0, force / mass - friction * 20);
        const error = ((w.lab.vx(w.ground) - v) / 0.2 - due) / (force / mass);
        w.end();
        return 100 * Math.abs(error);
    });
}

/**
 * A map of 500 × 200 tiles with a floor every ten rows, and fifty walkers on each of twenty floors.
 * @param {Engine} engine
 * @returns {number} ms, the median of two seconds of steps
 */
export function crowd(engine) {
    const lab = setUp(engine, [0, -20], (b) => {
        const ground = b.body({ type: 'static', x: 0, y: 0 });
        // Full tiles below each floor, three deep.
        for (let floor = 0; floor < 20; ++floor) {
            const spec = { x: 0, y: 10 * floor, columns: 500, rows: 3 };
            if (b.tiles) b.tiles(ground, spec);
            else b.box(ground, { x: 250, y: 10 * floor + 1.5, width: 500, height: 3 });
        }
        return Array.from({ length: 1000 }, (_, i) => {
            const [column, floor] = [i % 50, Math.floor(i / 50)];
            const y = 10 * floor + 3 + HALF + 0.02;
            return /** @type {number} */ (b.mover?.({ shape: 'capsule', x: 5 + 9.8 * column, y }));
        });
    });
    const times = [];
    for (let i = 0; i < 180; ++i) {
        lab.made.forEach((body, k) =>
            lab.steer(body, ((k + Math.floor(i / 60)) % 2 ? 1 : -1) * 3, 0)
        );
        const start = performance.now();
        lab.step();
        if (i >= 60) times.push(performance.now() - start);
    }
    lab.destroy();
    return times.sort((a, b) => a - b)[60];
}
