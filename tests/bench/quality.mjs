// How well a scene was solved, judged from the bodies' poses and velocities alone and by the same code for every
// engine, so that no time is bought by solving less. Overlaps are measured on the shapes the scene asked for, not on
// what an engine made of them. Nothing here is timed.

/** @import { PinSpec, RecordedBody, RecordedScene, Scene } from '../scenes/builder.js' */
import { layerResponse } from '../scenes/builder.js';
import { boxCorners } from './engines/adapter.mjs';

/**
 * @typedef {object} Quality
 * @property {boolean} finite every number read back is finite
 * @property {number} escaped share of the dynamic bodies outside the scene's bounds
 * @property {number} lowestY metres
 * @property {number} meanY metres
 * @property {number} highestY metres
 * @property {number} meanSpeed m/s
 * @property {number} maxSpeed m/s
 * @property {number} kinetic joules, moving and turning
 * @property {number} worstOverlap metres, of two solid shapes
 * @property {number} meanOverlap metres, per dynamic body
 * @property {number} worstStretch metres between the two ends of a pin
 * @property {number} meanStretch metres
 * @property {number} momentumDrift change of total momentum over what the bodies carried at first (or 1 kg m/s)
 */

/**
 * @param {Scene} scene
 * @param {RecordedScene} recorded
 * @param {Float32Array} poses x, y, cos, sin
 * @param {Float32Array} velocities vx, vy, omega
 * @returns {Quality}
 */
export function measureQuality(scene, { bodies, pins }, poses, velocities) {
    const [x0, y0, x1, y1] = scene.bounds;
    let finite = true;
    let escaped = 0;
    let count = 0;
    let sumY = 0;
    let lowestY = Infinity;
    let highestY = -Infinity;
    let sumSpeed = 0;
    let maxSpeed = 0;
    let kinetic = 0;
    let px = 0;
    let py = 0;
    let carried = 0;
    bodies.forEach(({ spec, shapes }, i) => {
        if (spec.type !== 'dynamic') return;
        const [x, y] = poses.subarray(4 * i, 4 * i + 2);
        const [vx, vy, omega] = velocities.subarray(3 * i, 3 * i + 3);
        if (![x, y, poses[4 * i + 2], poses[4 * i + 3], vx, vy, omega].every(Number.isFinite)) {
            finite = false;
            return;
        }
        ++count;
        if (x < x0 || x > x1 || y < y0 || y > y1) ++escaped;
        sumY += y;
        lowestY = Math.min(lowestY, y);
        highestY = Math.max(highestY, y);
        const speed = Math.hypot(vx, vy);
        sumSpeed += speed;
        maxSpeed = Math.max(maxSpeed, speed);
        let mass = 0;
        let inertia = 0;
        for (const shape of shapes) {
            const m = massOf(shape);
            mass += m.mass;
            inertia += m.inertia;
        }
        kinetic += 0.5 * mass * speed * speed
            + (spec.lockRotation ? 0 : 0.5 * inertia * omega * omega);
        const startX = mass * (spec.vx ?? 0);
        const startY = mass * (spec.vy ?? 0);
        px += mass * vx - startX;
        py += mass * vy - startY;
        carried += Math.hypot(startX, startY);
    });
    const overlap = finite ? measureOverlap(scene, bodies, pins, poses) : { worst: NaN, sum: NaN };
    const stretch = measureStretch(bodies, pins, poses);
    return {
        finite,
        escaped: escaped / Math.max(1, count),
        lowestY,
        meanY: sumY / count,
        highestY,
        meanSpeed: sumSpeed / count,
        maxSpeed,
        kinetic,
        worstOverlap: overlap.worst,
        meanOverlap: overlap.sum / Math.max(1, count),
        worstStretch: stretch.worst,
        meanStretch: stretch.sum / Math.max(1, pins.length),
        momentumDrift: Math.hypot(px, py) / Math.max(1, carried),
    };
}

/**
 * One figure for several moments of a run, so that no engine looks better for being caught between two swings: means of
 * means, the worst of the worst, and of what is at the end, the end.
 * @param {Quality[]} moments at least one, in order
 * @returns {Quality}
 */
export function meanQuality(moments) {
    const mean = (/** @type {'meanSpeed'|'kinetic'|'meanOverlap'|'meanStretch'} */ name) =>
        moments.reduce((sum, q) => sum + q[name], 0) / moments.length;
    const worst = (/** @type {'maxSpeed'|'worstOverlap'|'worstStretch'} */ name) =>
        Math.max(...moments.map((q) => q[name]));
    return {
        ...moments[moments.length - 1],
        finite: moments.every((q) => q.finite),
        meanSpeed: mean('meanSpeed'),
        maxSpeed: worst('maxSpeed'),
        kinetic: mean('kinetic'),
        worstOverlap: worst('worstOverlap'),
        meanOverlap: mean('meanOverlap'),
        worstStretch: worst('worstStretch'),
        meanStretch: mean('meanStretch'),
    };
}

/**
 * Mass and a good estimate of inertia about the shape's middle, which is all kinetic energy needs here.
 * @param {{ kind: string, spec: any }} shape
 */
export function massOf({ kind, spec }) {
    const density = spec.density ?? 1;
    if (kind === 'circle') {
        const mass = density * Math.PI * spec.radius ** 2;
        return { mass, inertia: 0.5 * mass * spec.radius ** 2 };
    }
    if (kind === 'box') {
        const mass = density * spec.width * spec.height;
        return { mass, inertia: (mass * (spec.width ** 2 + spec.height ** 2)) / 12 };
    }
    if (kind === 'capsule') {
        const length = Math.hypot(spec.bx - spec.ax, spec.by - spec.ay);
        const mass = density * (2 * spec.radius * length + Math.PI * spec.radius ** 2);
        return { mass,
            inertia: (mass * ((length + 1.7 * spec.radius) ** 2 + 3.4 * spec.radius ** 2)) / 12 };
    }
    let area = 0;
    let polar = 0;
    /** @type {number[][]} */
    const points = spec.points;
    points.forEach(([ax, ay], i) => {
        const [bx, by] = points[(i + 1) % points.length];
        const cross = ax * by - ay * bx;
        area += cross / 2;
        polar += (cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 12;
    });
    return { mass: density * area, inertia: density * polar };
}

/**
 * A convex shape in the world: the hull of points, grown by a radius.
 * @typedef {{ body: number, layer: string, moves: boolean, points: Float64Array, radius: number,
 *   x0: number, y0: number, x1: number, y1: number }} PlacedShape
 */

/** @param {RecordedBody[]} bodies @param {PinSpec[]} pins @param {Float32Array} poses */
function measureStretch(bodies, pins, poses) {
    let worst = 0;
    let sum = 0;
    for (const { bodyA, bodyB, x, y } of pins) {
        const [a, b] = [bodyA, bodyB].map((body) => {
            const { spec } = bodies[body];
            const [px, py, c, s] = poses.subarray(4 * body, 4 * body + 4);
            // Bodies stand unturned where they are pinned.
            const [lx, ly] = [x - spec.x, y - spec.y];
            return [px + c * lx - s * ly, py + s * lx + c * ly];
        });
        const gap = Math.hypot(a[0] - b[0], a[1] - b[1]);
        sum += gap;
        worst = Math.max(worst, gap);
    }
    return { worst, sum };
}

/** @param {Scene} scene @param {RecordedBody[]} bodies @param {PinSpec[]} pins @param {Float32Array} poses */
function measureOverlap(scene, bodies, pins, poses) {
    const key = (/** @type {number} */ a, /** @type {number} */ b) =>
        Math.min(a, b) * bodies.length + Math.max(a, b);
    const joined = new Set(pins.map(({ bodyA, bodyB }) => key(bodyA, bodyB)));
    const shapes = placeShapes(bodies, poses);
    shapes.sort((a, b) => a.x0 - b.x0);
    const solid = new Map();
    const isSolid = (/** @type {string} */ a, /** @type {string} */ b) => {
        const pair = `${a} ${b}`;
        if (!solid.has(pair)) solid.set(pair, layerResponse(scene.layers, a, b) === 'solid');
        return solid.get(pair);
    };
    let worst = 0;
    let sum = 0;
    for (let i = 0; i < shapes.length; ++i) {
        const a = shapes[i];
        for (let k = i + 1; k < shapes.length; ++k) {
            const b = shapes[k];
            if (b.x0 > a.x1) break;
            if (b.y0 > a.y1 || b.y1 < a.y0 || a.body === b.body || !(a.moves || b.moves)) continue;
            if (!isSolid(a.layer, b.layer) || joined.has(key(a.body, b.body))) continue;
            const overlap = -separation(a, b);
            if (overlap > 0) {
                sum += overlap;
                worst = Math.max(worst, overlap);
            }
        }
    }
    return { worst, sum };
}

/** @param {RecordedBody[]} bodies @param {Float32Array} poses @returns {PlacedShape[]} */
function placeShapes(bodies, poses) {
    /** @type {PlacedShape[]} */
    const placed = [];
    bodies.forEach(({ spec, shapes }, i) => {
        const [x, y, c, s] = poses.subarray(4 * i, 4 * i + 4);
        for (const { kind, spec: shape } of shapes) {
            /** @type {number[][]} */
            const local = kind === 'circle'
                ? [[shape.x ?? 0, shape.y ?? 0]]
                : kind === 'capsule'
                ? [
                    [shape.ax, shape.ay],
                    [shape.bx, shape.by],
                ]
                : kind === 'box'
                ? boxCorners({ ...shape, radius: 0 })
                : shape.points;
            const points = new Float64Array(2 * local.length);
            let x0 = Infinity;
            let y0 = Infinity;
            let x1 = -Infinity;
            let y1 = -Infinity;
            local.forEach(([lx, ly], k) => {
                const wx = x + c * lx - s * ly;
                const wy = y + s * lx + c * ly;
                points[2 * k] = wx;
                points[2 * k + 1] = wy;
                x0 = Math.min(x0, wx);
                y0 = Math.min(y0, wy);
                x1 = Math.max(x1, wx);
                y1 = Math.max(y1, wy);
            });
            const radius = shape.radius ?? 0;
            placed.push({
                body: i,
                layer: shape.layer ?? 'default',
                moves: spec.type === 'dynamic',
                points,
                radius,
                x0: x0 - radius,
                y0: y0 - radius,
                x1: x1 + radius,
                y1: y1 + radius,
            });
        }
    });
    return placed;
}

/**
 * The greatest gap over the edge normals of both and over the line between their nearest corners: exact for overlaps
 * of convex shapes, and never more than the true distance.
 * @param {PlacedShape} a
 * @param {PlacedShape} b
 */
function separation(a, b) {
    let best = -Infinity;
    for (const shape of [a, b]) {
        const p = shape.points;
        const n = p.length;
        for (let i = 0; n > 2 && i < n; i += 2) {
            const k = (i + 2) % n;
            const dx = p[k] - p[i];
            const dy = p[k + 1] - p[i + 1];
            const length = Math.hypot(dx, dy);
            if (length > 0)
                best = Math.max(best, gapAlong(a.points, b.points, dy / length, -dx / length));
        }
    }
    let nearest = Infinity;
    let nx = 1;
    let ny = 0;
    for (let i = 0; i < a.points.length; i += 2) {
        for (let k = 0; k < b.points.length; k += 2) {
            const dx = b.points[k] - a.points[i];
            const dy = b.points[k + 1] - a.points[i + 1];
            const d = dx * dx + dy * dy;
            if (d > 0 && d < nearest) {
                nearest = d;
                nx = dx / Math.sqrt(d);
                ny = dy / Math.sqrt(d);
            }
        }
    }
    // Corners apart say nothing while the hulls overlap by area, where edge normals decide.
    const corner = gapAlong(a.points, b.points, nx, ny);
    if (corner > 0 || best === -Infinity || a.points.length <= 4 || b.points.length <= 4)
        best = Math.max(best, corner);
    return best - a.radius - b.radius;
}

/** The gap between two hulls seen along a unit axis, whichever lies first. */
function gapAlong(
    /** @type {Float64Array} */ a,
    /** @type {Float64Array} */ b,
    /** @type {number} */ nx,
    /** @type {number} */ ny,
) {
    let minA = Infinity;
    let maxA = -Infinity;
    let minB = Infinity;
    let maxB = -Infinity;
    for (let i = 0; i < a.length; i += 2) {
        const d = a[i] * nx + a[i + 1] * ny;
        minA = Math.min(minA, d);
        maxA = Math.max(maxA, d);
    }
    for (let i = 0; i < b.length; i += 2) {
        const d = b[i] * nx + b[i + 1] * ny;
        minB = Math.min(minB, d);
        maxB = Math.max(maxB, d);
    }
    return Math.max(minB - maxA, minA - maxB);
}
