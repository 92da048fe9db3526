// Random jams: bodies made, teleported or grown into 2 to 12 immovable shapes, a chain or tiles that leave no room for
// them. They are pushed out at contactPushSpeed at most, beside what they fall: the velocity that pushes is taken back once
// it has pushed, so that not even two pushes add up. Several bodies have together at most the energy of one push and of
// their fall, which one of them may have. How it is called: search.mjs.
import { anyRate, anyShape, away, logBetween, short } from './random.mjs';
import { main } from './search.mjs';

/** @import { Random } from '../hostile-random.mjs' */
/** @import { Fault, Plan, Search } from './search.mjs' */

const SECONDS = 4;
/** contactPushSpeed of a world by default, m/s. */
const PUSH = 3;
/** What is tolerated beyond the push speed, as a share of it. */
const SHARE = 0.05;
/** Metres around the origin in which it is counted: what leaves is free. */
const NEAR = 6;

/** @param {Random} random */
const friction = (random) => ({ friction: random.pick([0, 0.3, 0.6, 1, 2]) });

/** Immovable shapes about the origin. @param {Random} random @returns {any[]} */
function environment(random) {
    const kind = random.pick(['shapes', 'shapes', 'shapes', 'slot', 'slot', 'corner', 'chain',
        'tiles']);
    if (kind === 'slot') {
        // Two sides that lean and leave a gap.
        const gap = random.between(0.3, 1.1);
        const lean = random.between(-0.2, 0.2);
        return [-1, 1].map((side) => ({ type: 'static',
            position: [short(side * (gap / 2 + 0.5)), 0],
            angle: short(side * lean + random.pick([0, random.between(-0.1, 0.1)])),
            collider: { shape: 'box', width: 1, height: 6, ...friction(random) } })
        );
    }
    if (kind === 'corner') {
        const angle = random.between(0.05, 3);
        return [0, angle].map((each) => ({ type: 'static',
            collider: { shape: 'segment', a: [0, 0],
                b: [short(4 * Math.cos(each)), short(4 * Math.sin(each))], ...friction(random) } })
        );
    }
    if (kind === 'chain') {
        const count = 3 + random.below(8);
        const points = Array.from({ length: count },
            (_, i) => [short(i * 0.6 - count * 0.3), short(random.between(-0.8, 0.8))]);
        return [{ type: 'static', collider: { shape: 'chain', points, ...friction(random) } }];
    }
    if (kind === 'tiles') {
        const cells = Array.from({ length: 6 }, () =>
            Array.from({ length: 8 }, () => (random.chance(0.5) ? '#' : '.')).join(''));
        return [{ type: 'static',
            collider: { shape: 'tiles', cellSize: random.pick([0.5, 0.8, 1]), origin: [-4, -3],
                cells, ...friction(random) } }];
    }
    return Array.from({ length: 2 + random.below(11) },
        () => ({ type: 'static', position: away(random, [0, 0], random.between(0.3, 1.6)),
            angle: short(random.between(-3, 3)),
            collider: { ...anyShape(random, random.between(0.2, 1.2)), ...friction(random) } }));
}

/** What is done to the first dynamic body. @param {Random} random */
function anyDeed(random) {
    const kind = random.pick(['none', 'none', 'once', 'teleport', 'teleport', 'grow']);
    if (kind === 'none') return { kind };
    // Each so many steps; `each: 1` is every frame. A game that moves a body sets its velocity too, or forgets it.
    return { kind, each: random.pick([1, 1, 7, 30]), reach: short(random.between(0, 1)),
        turns: random.chance(0.5), stops: random.chance(0.5), by: random.pick([1.02, 1.1, 1.5]) };
}

/** @param {Random} random @returns {Plan} */
function make(random) {
    const statics = environment(random);
    const locks = random.pick([{}, { lockRotation: true }, { lockRotation: true }, { lockX: true },
        { lockY: true }]);
    const bodies = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, (_, i) => ({
        position: i === 0 ? [0, 0] : away(random, [0, 0], random.between(0, 1.5)),
        ...(random.chance(0.5) && { angle: short(random.between(-3, 3)) }),
        ...locks,
        collider: { ...anyShape(random, random.between(0.3, 0.9)), ...friction(random),
            ...(random.chance(0.2) && { density: logBetween(random, 0.01, 100) }) },
    }));
    const gravity = random.pick([10, 10, 10, 0]);
    const scene =
        /** @type {any} */ ({ mica2d: 1, world: { gravity: [0, -gravity] },
            bodies: [...statics, ...bodies] });
    return { scene, deed: anyDeed(random), ...anyRate(random) };
}

/** Plain numbers so many times as large, angles apart. @param {any} value @param {number} by @returns {any} */
function grown(value, by) {
    if (typeof value === 'number') return value * by;
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value) || Array.isArray(value))
        return Array.from(/** @type {any} */ (value), (each) => grown(each, by));
    return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, key === 'angle' ? each : grown(each, by)]),
    );
}

/**
 * Does a deed before a step.
 * @param {any} body @param {any} deed @param {number} i the step
 */
export function act(body, { kind, each, reach, turns, stops, by }, i) {
    if (kind === 'none' || i % each !== 0 || (kind === 'once' && i > 0)) return;
    if (kind === 'grow') {
        const [collider] = body.colliders;
        const { minX, minY, maxX, maxY } = collider.aabb();
        if (Math.max(maxX - minX, maxY - minY) < 3) collider.setShape(grown(collider.shape, by));
        return;
    }
    body.setTransform(reach * Math.sin(i), reach * Math.cos(1.7 * i), turns ? i : body.angle);
    if (stops) {
        body.setVelocity(0, 0);
        body.angularVelocity = 0;
    }
}

/** @type {Search<Plan>['judge']} */
function judge(world, { hz, substeps, deed }) {
    const gravity = Math.abs(world.gravity[1]);
    const bodies = [...world.bodies].filter((body) => body.type === 'dynamic');
    if (bodies.length === 0) return null;
    // m²/s² that each may have by its fall alone; a rise takes it.
    const fallen = bodies.map(() => 0);
    /** @type {Fault} */
    let worst = { what: 'speed', excess: 0, text: '' };
    for (let i = 0; i < SECONDS * hz; ++i) {
        act(bodies[0], deed, i);
        const before = bodies.map((body) => body.y);
        world.step(1 / hz, substeps);
        const masses = bodies.map((body) => body.mass);
        let [total, energy] = [0, 0];
        for (const [k, body] of bodies.entries()) {
            fallen[k] = Math.max(0, fallen[k] + 2 * gravity * (before[k] - body.y));
            total += masses[k];
            energy += masses[k] * fallen[k];
        }
        for (const [k, body] of bodies.entries()) {
            if (Math.hypot(body.x, body.y) > NEAR) continue;
            const speed = Math.hypot(body.vx, body.vy);
            const limit = (1 + SHARE) * PUSH * Math.sqrt(total / masses[k])
                + Math.sqrt(energy / masses[k]) + gravity / hz;
            const excess = Number.isFinite(speed) ? speed / limit : Infinity;
            if (excess <= worst.excess) continue;
            worst = { what: 'speed', excess,
                text: `${speed.toPrecision(3)} m/s at step ${i}, where ${
                    limit.toPrecision(3)
                } may be` };
        }
        if (worst.excess > 1000) break;
    }
    return worst.excess > 1 ? worst : null;
}

/** @param {Plan} plan */
function tags({ scene, deed, hz, substeps }) {
    const bodies = /** @type {any[]} */ (scene.bodies);
    const moving = bodies.filter(({ type }) => type !== 'static');
    const locks = ['lockRotation', 'lockX', 'lockY'].filter((name) => moving[0]?.[name]);
    return [
        ...bodies.filter(({ type }) => type === 'static').map(({ collider }) =>
            `in ${collider.shape}`
        ),
        ...moving.map(({ collider }) => `${collider.shape}`),
        `deed ${deed.kind}`,
        ...(locks.length > 0 ? locks : ['free']),
        `${moving.length} bodies`,
        `${hz} Hz`,
        `${substeps} substeps`,
        /** @type {any} */ (scene.world).gravity[1] === 0 ? 'no gravity' : 'gravity',
        bodies.every(({ collider }) => collider.friction === 0) ? 'no friction at all' : 'friction',
    ];
}

/** @type {Search<Plan>} */
export const jams = {
    name: 'jams',
    make,
    judge,
    tags,
    *simplify(plan) {
        const { deed } = plan;
        if (deed.kind !== 'none') yield { ...plan, deed: { kind: 'none' } };
        if (deed.turns) yield { ...plan, deed: { ...deed, turns: false } };
        if (deed.each > 1) yield { ...plan, deed: { ...deed, each: 1 } };
        if (plan.hz !== 60) yield { ...plan, hz: 60 };
        if (plan.substeps !== 4) yield { ...plan, substeps: 4 };
    },
    program: () =>
        `const { act } = await import('./tests/fuzz/calm/jams.mjs');
const moving = bodies.filter((body) => body.type === 'dynamic');
let most = 0;
for (let i = 0; i < ${SECONDS} * plan.hz; ++i) {
    act(moving[0], plan.deed, i);
    world.step(1 / plan.hz, plan.substeps);
    most = Math.max(most, ...moving.map((body) => Math.hypot(body.vx, body.vy)));
    if (i % 10 === 0) console.log(i, most);
}`,
};

main(jams, import.meta.url);
