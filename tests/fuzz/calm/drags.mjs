// Random drags: a body is pulled by a target joint about a closed ring of a chain, segments or boxes, or a room of tiles,
// after a pointer that moves as a player's does and jumps. Its centre never leaves. How it is called: search.mjs.
import { anyRate, anyShape, logBetween, short } from './random.mjs';
import { main } from './search.mjs';

/** @import { Random } from '../hostile-random.mjs' */
/** @import { Plan, Search } from './search.mjs' */

const SECONDS = 6;
/** Metres beyond a wall's inner side that a centre may be. */
const OUT = 0.001;
/** How far a pointer goes, metres. */
const FAR = 20;

/** The inner corners of a ring, counter-clockwise. @param {Random} random */
function corners(random) {
    const count = random.pick([3, 4, 6, 12, 32]);
    const [width, height] = [random.between(2, 6), random.between(2, 6)];
    const turn = random.between(0, 6);
    return Array.from({ length: count }, (_, i) => {
        const angle = turn + (2 * Math.PI * i) / count;
        return [short(width * Math.cos(angle)), short(height * Math.sin(angle))];
    });
}

/** Static bodies around the inside of a ring. @param {Random} random @param {number[][]} ring @param {string} kind @returns {any[]} */
function walls(random, ring, kind) {
    const next = (/** @type {number} */ i) => ring[(i + 1) % ring.length];
    if (kind === 'chain')
        return [{ type: 'static',
            collider: { shape: 'chain', points: ring, loop: true,
                ...(random.chance(0.5) && { oneSided: true }) } }];
    if (kind === 'segments')
        return [{ type: 'static',
            colliders: ring.map((a, i) => ({ shape: 'segment', a, b: next(i) })) }];
    const thick = short(random.between(0.1, 1));
    return ring.map(([ax, ay], i) => {
        const [bx, by] = next(i);
        const length = Math.hypot(bx - ax, by - ay);
        // Outwards of a ring that runs counter-clockwise.
        const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
        return { type: 'static',
            position: [(ax + bx) / 2 + (nx * thick) / 2, (ay + by) / 2 + (ny * thick) / 2],
            angle: Math.atan2(by - ay, bx - ax),
            collider: { shape: 'box', width: length + 2 * thick, height: thick } };
    });
}

/** A room of full tiles, and its inner corners. @param {Random} random */
function room(random) {
    const cellSize = random.pick([0.5, 1]);
    const [columns, rows] = [4 + random.below(8), 4 + random.below(8)];
    const cells = Array.from({ length: rows + 2 }, (_, r) => (r === 0 || r === rows + 1
        ? '#'.repeat(columns + 2)
        : `#${'.'.repeat(columns)}#`));
    const [w, h] = [(columns * cellSize) / 2, (rows * cellSize) / 2];
    return { ring: [[-w, -h], [w, -h], [w, h], [-w, h]],
        statics: [{ type: 'static',
            collider: { shape: 'tiles', cellSize, origin: [-w - cellSize, -h - cellSize],
                cells } }] };
}

/** Where a pointer goes: [second, x, y], evenly between them; two of one time are a jump. @param {Random} random */
function pointerPath(random) {
    const path = [[0, 0, 0]];
    for (let time = 0; time < SECONDS;) {
        const [, x, y] = path[path.length - 1];
        if (random.chance(0.25))
            path.push([time, short(random.between(-FAR, FAR)), short(random.between(-FAR, FAR))]);
        else {
            const [speed, angle] = [logBetween(random, 0.5, 50), random.between(-Math.PI, Math.PI)];
            const seconds = short(random.between(0.02, 0.6));
            time = short(time + seconds);
            const clamp = (/** @type {number} */ value) =>
                short(Math.max(-FAR, Math.min(FAR, value)));
            path.push([time, clamp(x + speed * seconds * Math.cos(angle)),
                clamp(y + speed * seconds * Math.sin(angle))]);
        }
    }
    return path;
}

/** Where a pointer is. @param {number[][]} path @param {number} time */
export function pointerAt(path, time) {
    const i = path.findIndex(([at]) => at > time);
    if (i < 0) return path[path.length - 1].slice(1);
    const [[t0, x0, y0], [t1, x1, y1]] = [path[i - 1], path[i]];
    const t = (time - t0) / (t1 - t0);
    return [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
}

/** Metres that a point is outside of a convex ring. @param {number[][]} ring @param {number} x @param {number} y */
export function outside(ring, x, y) {
    return Math.max(...ring.map(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length];
        return ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / Math.hypot(bx - ax, by - ay);
    }));
}

/** @param {Random} random @returns {Plan} */
function make(random) {
    const kind = random.pick(['chain', 'chain', 'segments', 'boxes', 'tiles']);
    const { ring, statics } = kind === 'tiles' ? room(random) : (() => {
        const points = corners(random);
        return { ring: points, statics: walls(random, points, kind) };
    })();
    const inner = -outside(ring, 0, 0);
    const radius = Math.min(random.between(0.15, 0.7), 0.6 * inner);
    const dragged = { ...(random.chance(0.1) && { lockRotation: true }),
        ...(random.chance(0.2) && { bullet: true }), collider: anyShape(random, radius) };
    // Others lie about in some.
    const others = Array.from({ length: random.pick([0, 0, 0, 2, 6]) }, () => ({
        position: [short(random.between(-0.5, 0.5) * inner),
            short(random.between(-0.5, 0.5) * inner)],
        collider: anyShape(random, 0.15 * inner),
    }));
    const hertz = random.pick([5, 5, logBetween(random, 1, 60)]);
    const grip = () => short(random.between(-0.7, 0.7) * radius);
    const joint = { type: 'target', bodyB: statics.length, localAnchorB: [grip(), grip()],
        target: [0, 0], hertz,
        ...(random.chance(0.3) && { dampingRatio: random.pick([0.1, 0.3, 0.7, 2]) }) };
    // As a Pointer holds it, 200 m/s² of a density of 1, or as a target joint does by default, without bound.
    const area = Math.PI * radius * radius;
    const force = random.pick([{ maxForce: short(200 * area) }, {}, {
        maxForce: logBetween(random, 1, 1e6),
    }]);
    const gravity = random.pick([10, 10, 0]);
    const bodies = [...statics, dragged, ...others];
    const scene =
        /** @type {any} */ ({ mica2d: 1, world: { gravity: [0, -gravity] }, bodies,
            joints: [{ ...joint, ...force }] });
    return { scene, ring, kind, path: pointerPath(random), ...anyRate(random) };
}

/** @type {Search<Plan>['judge']} */
function judge(world, { hz, substeps, ring, path }) {
    const [joint] = world.joints;
    if (!joint) return null;
    const body = joint.bodyB;
    let [worst, text] = [OUT, ''];
    for (let i = 0; i < SECONDS * hz; ++i) {
        const [x, y] = pointerAt(path, i / hz);
        joint.setTarget(x, y);
        world.step(1 / hz, substeps);
        const out = outside(ring, body.x, body.y);
        if (out <= worst) continue;
        [worst, text] = [out, `${out.toPrecision(3)} m outside at step ${i}`];
        if (out > 1) break;
    }
    return text ? { what: 'out', excess: worst / OUT, text } : null;
}

/** @param {Plan} plan */
function tags({ scene, kind, hz, substeps }) {
    const joint = /** @type {any} */ (scene.joints)[0];
    const body = /** @type {any} */ (scene.bodies)[joint.bodyB];
    const { maxForce } = joint;
    return [`ring of ${kind}`, `dragged ${body.collider.shape}`, `${hz} Hz`, `${substeps} substeps`,
        maxForce === undefined ? 'any force' : 'bounded force', joint.hertz <= 5
        ? 'joint to 5 Hz'
        : joint.hertz <= 20
        ? 'joint to 20 Hz'
        : 'joint above 20 Hz',
        .../** @type {any} */ (scene.bodies).length > joint.bodyB + 1 ? ['others'] : ['alone'],
        ...(body.bullet ? ['bullet'] : [])];
}

/** The walls of a scene, as text. @param {Plan['scene']} scene */
const wallsOf = ({ bodies = [] }) => JSON.stringify(bodies.filter(({ type }) => type === 'static'));

/** @type {Search<Plan>} */
export const drags = {
    name: 'drags',
    make,
    judge,
    tags,
    *simplify(plan) {
        const { path } = plan;
        for (let size = path.length >> 1; size >= 1; size >>= 1)
            for (let at = 1; at + size <= path.length; at += size)
                yield { ...plan, path: [...path.slice(0, at), ...path.slice(at + size)] };
        if (plan.hz !== 60) yield { ...plan, hz: 60 };
        if (plan.substeps !== 4) yield { ...plan, substeps: 4 };
    },
    // The walls stay, as they make the ring.
    keeps: (scene, plan) => wallsOf(scene) === wallsOf(plan.scene),
    program: () =>
        `const { outside, pointerAt } = await import('./tests/fuzz/calm/drags.mjs');
const [joint] = world.joints;
for (let i = 0; i < ${SECONDS} * plan.hz; ++i) {
    joint.setTarget(pointerAt(plan.path, i / plan.hz));
    world.step(1 / plan.hz, plan.substeps);
    if (i % 10 === 0) console.log(i, outside(plan.ring, joint.bodyB.x, joint.bodyB.y));
}`,
};

main(drags, import.meta.url);
