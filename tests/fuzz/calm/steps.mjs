// Random step lengths from 1e-5 s to 1/10 s in a row, of chains, pendulums, ragdolls, cars and stacks: none gains energy.
// How it is called: search.mjs.
import { Ledger } from './ledger.mjs';
import { World, builders, toScene } from './module.mjs';
import { logBetween, short } from './random.mjs';
import { main } from './search.mjs';

/** @import { Random } from '../hostile-random.mjs' */
/** @import { Plan, Search } from './search.mjs' */

/** Simulated seconds, and steps at most. */
const SECONDS = 10;
const MAX_STEPS = 4000;

const FLOOR = { type: 'static', position: [0, -0.5],
    collider: { shape: 'box', width: 60, height: 1 } };

/** @template T @param {number} count @param {(i: number) => T} make */
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** Links from a hook on. @param {Random} random @param {number} count @param {string} type of the joints @param {object} more of each */
function row(random, count, type, more) {
    const angle = random.pick([0, 0, -0.5, 1]);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const length = short(random.between(0.3, 1));
    const at = (/** @type {number} */ t) => [short(t * length * cos), short(t * length * sin)];
    return {
        bodies: [{ type: 'static' },
            ...many(count,
                (i) => ({ position: at(i + 0.5), ...(angle !== 0 && { angle }),
                    collider: { shape: 'box', width: length, height: 0.1, group: -1,
                        ...(i === count - 1 && random.chance(0.3)
                            && { density: random.pick([10, 100]) }) } }))],
        joints: many(count, (i) => ({ type, bodyA: i, bodyB: i + 1, anchor: at(i), ...more })),
    };
}

/** The scene of what a builder makes, hung or put on a floor. @param {(world: any) => void} build @param {any[]} statics */
function built(build, statics) {
    const world = new World();
    for (const body of statics) world.createBody(body);
    build(world);
    const { bodies, joints } = toScene(world);
    world.destroy();
    return { bodies: /** @type {any[]} */ (bodies), joints: /** @type {any[]} */ (joints ?? []) };
}

/** @type {Record<string, (random: Random) => { bodies: any[], joints?: any[] }>} */
const things = {
    chain: (random) => row(random, 2 + random.below(20), 'revolute', {}),
    pendulum: (random) =>
        row(random, 1 + random.below(3), 'revolute', random.pick([{}, { limit: [-1, 1] }, {
            spring: { hertz: random.pick([1, 5, 30]), dampingRatio: random.pick([0, 0.3, 1]) },
        }])),
    beams: (random) =>
        row(random, 1 + random.below(5), 'weld',
            random.pick([{}, { hertz: logBetween(random, 1, 60),
                dampingRatio: random.pick([0.02, 0.3, 1]) }])),
    ropes: (random) => {
        const count = 1 + random.below(10);
        const at = (/** @type {number} */ i) => [short(0.5 * (i + 1)), 0];
        return {
            bodies: [{ type: 'static' },
                ...many(count,
                    (i) => ({ position: at(i),
                        collider: { shape: 'circle', radius: 0.1, group: -1 } }))],
            joints: many(count,
                (i) => ({ type: 'distance', bodyA: i, bodyB: i + 1,
                    ...random.pick([{}, { limit: [0, 0.5] }]) })),
        };
    },
    stack: (random) => ({
        bodies: [FLOOR,
            ...many(1 + random.below(10),
                (i) => ({ position: [0, 0.5 + i],
                    collider: { shape: 'box', width: 1, height: 1 } }))],
    }),
    balls: (random) => ({
        bodies: [FLOOR,
            ...many(1 + random.below(8),
                (i) => ({ position: [short(random.between(-2, 2)), 0.6 + 1.1 * i],
                    collider: { shape: 'circle', radius: 0.5,
                        restitution: random.pick([0, 0.5]) } }))],
    }),
    ragdoll: (random) =>
        built((world) => builders.createRagdoll(world, { position: [0, random.pick([1.2, 3])] }), [
            FLOOR,
        ]),
    car: (random) =>
        built(
            (world) =>
                builders.createCar(world, { position: [0, short(random.between(0.8, 1.5))] }),
            [FLOOR],
        ),
};

/** @param {Random} random @returns {Plan} */
function make(random) {
    const thing = random.pick(Object.keys(things));
    const lengths = random.pick([
        () => Array.from({ length: 2 + random.below(10) }, () => logBetween(random, 1e-5, 0.1)),
        // A few shorter ones between those of a game.
        () => {
            const length = short(1 / random.pick([30, 60, 144]), 6);
            return [...Array(1 + random.below(4)).fill(length),
                ...Array.from({ length: 1 + random.below(3) },
                    () => logBetween(random, 1e-5, length))];
        },
        () =>
            Array.from({ length: 2 + random.below(10) },
                () => short(random.between(0.001, 0.1), 5)),
    ])();
    const { bodies, joints = [] } = things[thing](random);
    return { scene: /** @type {any} */ ({ mica2d: 1, world: { sleep: false }, bodies, joints }),
        thing, lengths, substeps: random.pick([1, 2, 4, 8]) };
}

/** @type {Search<Plan>['judge']} */
function judge(world, { lengths, substeps, scene }) {
    if ([...world.bodies].length !== (scene.bodies ?? []).length) return null;
    const ledger = new Ledger(world, lengths[0] / substeps, lengths[0]);
    for (let [i, time] = [0, 0]; i < MAX_STEPS && time < SECONDS; ++i) {
        const length = lengths[i % lengths.length];
        ledger.change(length / substeps, length);
        world.step(length, substeps);
        ledger.read();
        time += length;
        if (ledger.worst.excess > 1000) break;
    }
    return ledger.worst.excess > 1 ? ledger.worst : null;
}

/** @type {Search<Plan>} */
export const steps = {
    name: 'steps',
    make,
    judge,
    tags: (
        { thing, lengths, substeps },
    ) => [thing, `${substeps} substeps`,
        Math.max(...lengths) > 0.034 ? 'steps above 1/30 s' : 'steps to 1/30 s',
        Math.min(...lengths) < 1e-3 ? 'steps below 1 ms' : 'steps from 1 ms'],
    *simplify(plan) {
        const { lengths } = plan;
        for (let i = lengths.length - 1; i >= 0 && lengths.length > 1; --i)
            yield { ...plan, lengths: lengths.toSpliced(i, 1) };
        for (const digits of [1, 2]) {
            const plain = lengths.map((/** @type {number} */ each) =>
                Number(each.toPrecision(digits))
            );
            if (plain.some((/** @type {number} */ each, /** @type {number} */ i) =>
                each !== lengths[i]
            )) yield { ...plan, lengths: plain };
        }
        if (plan.substeps !== 4) yield { ...plan, substeps: 4 };
    },
    program: () =>
        `let most = -Infinity;
for (let i = 0; i < 600; ++i) {
    world.step(plan.lengths[i % plan.lengths.length], plan.substeps);
    most = Math.max(most, bodies.reduce((sum, { mass, inertia, vx, vy, angularVelocity, y }) =>
        sum + 0.5 * mass * (vx ** 2 + vy ** 2) + 0.5 * inertia * angularVelocity ** 2 + 10 * mass * y, 0));
    if (i % 30 === 0) console.log(world.time, most);
}`,
};

main(steps, import.meta.url);
