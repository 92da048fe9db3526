// Random mechanisms that can only lose energy: 2 to 12 bodies at rest, joined by joints of every type, whose springs
// are at rest and whose motors are brakes. Whatever becomes of them, they have at most the energy of their start, and
// once at rest no rigid joint is apart. How it is called: search.mjs.
import { Ledger } from './ledger.mjs';
import { anyRate, anyShape, away, logBetween, reach, short } from './random.mjs';
import { main } from './search.mjs';

/** @import { Random } from '../hostile-random.mjs' */
/** @import { Plan, Search } from './search.mjs' */

const SECONDS = 10;
/** Joints that are rigid where they have no softness or maximum of their own. */
const RIGID = ['revolute', 'prismatic', 'distance', 'weld', 'wheel'];
/** Metres that a rigid joint may be apart at rest. */
const MAX_APART = 0.01;
/** m/s and radians/s below which a mechanism is at rest. */
const REST = 0.01;

/** @param {Random} random @param {number} probability @param {() => object} make */
const maybe = (random, probability, make) => (random.chance(probability) ? make() : {});

/** Bounds about a value of 0. @param {Random} random */
const limitAround = (random) => {
    const side = () => random.pick([0, 0.05, 0.2, 0.5, 2]);
    return [-side(), side()];
};

/** @param {Random} random */
const spring = (random) => ({ hertz: logBetween(random, 0.5, 120),
    dampingRatio: random.pick([0, 0.02, 0.1, 0.3, 0.7, 1, 2]) });

/** The softness of a joint itself. @param {Random} random @param {number} probability */
const soft = (random, probability) => maybe(random, probability, () => spring(random));

/** What joints of a type have besides bodies and anchors. @param {Random} random @param {string} type @param {number} distance of its anchors */
function settings(random, type, distance) {
    const axis = () => away(random, [0, 0], 1);
    const limit = maybe(random, 0.4, () => ({ limit: limitAround(random) }));
    const springs = maybe(random, 0.4, () => ({ spring: spring(random) }));
    const brake = (/** @type {string} */ name) =>
        maybe(random, 0.3, () => ({ motor: { speed: 0, [name]: logBetween(random, 0.1, 1e4) } }));
    switch (type) {
        case 'revolute':
            return { ...limit, ...springs, ...brake('maxTorque'), ...soft(random, 0.1) };
        case 'prismatic':
            return { axis: axis(), ...limit, ...springs, ...brake('maxForce'),
                ...soft(random, 0.1) };
        case 'wheel':
            return { axis: axis(), ...limit, ...springs, ...brake('maxTorque'),
                ...soft(random, 0.1) };
        case 'weld':
            return soft(random, 0.5);
        case 'ratchet':
            return { ratchet: random.pick([-1, 1]) * logBetween(random, 0.05, 2), ...springs,
                ...brake('maxTorque') };
        case 'motor':
            return { maxForce: logBetween(random, 0.1, 1e5),
                maxTorque: logBetween(random, 0.1, 1e5), ...soft(random, 0.3) };
        case 'distance': {
            // A rod, a rope, a spring, or a spring with limits.
            const kind = random.below(4);
            return {
                ...(kind === 1
                    && { limit: [0, short(distance * random.pick([1, 1, 1.1, 2]) + 1e-3)] }),
                ...(kind >= 2 && { spring: spring(random) }),
                ...(kind === 3 && { limit: [short(0.8 * distance), short(1.2 * distance)] }),
                ...brake('maxForce'),
                ...soft(random, 0.1),
            };
        }
        default:
            return {};
    }
}

/** A joint between two bodies, which holds them as they are. @param {Random} random @param {any[]} bodies @param {number} a @param {number} b */
function join(random, bodies, a, b) {
    const type = random.pick(['revolute', 'revolute', 'prismatic', 'distance', 'distance', 'weld',
        'weld', 'wheel', 'motor', 'ratchet', 'pulley']);
    const [pa, pb] = [bodies[a].position, bodies[b].position];
    const distance = Math.hypot(pb[0] - pa[0], pb[1] - pa[1]);
    const pair = { type, bodyA: a, bodyB: b };
    // A ratchet holds no point: a hinge beside it does.
    if (type === 'ratchet')
        return [{ type: 'revolute', bodyA: a, bodyB: b, anchor: pb }, { ...pair,
            ...settings(random, type, 0) }];
    if (type === 'distance') return [{ ...pair, ...settings(random, type, distance) }];
    if (type === 'pulley') {
        const above = ([x, y] = [0, 0]) => [short(x), short(y + random.between(1, 5))];
        return [{ ...pair, groundAnchorA: above(pa), groundAnchorB: above(pb),
            ratio: random.pick([0.25, 0.5, 1, 2, 4]), ...soft(random, 0.1) }];
    }
    const t = random.pick([0, 0.5, 1, random.next()]);
    const anchor = [short(pa[0] + t * (pb[0] - pa[0])), short(pa[1] + t * (pb[1] - pa[1]))];
    return [{ ...pair, anchor, ...settings(random, type, distance) }];
}

/** @param {Random} random @returns {Plan} */
function make(random) {
    const count = 2 + random.below(11);
    const meets = random.chance(0.35);
    const densities = random.pick(['default', 'random', 'load']);
    /** @type {any[]} */
    const bodies = [{ type: 'static', position: [0, 0] }];
    const form = random.pick(['row', 'star', 'tree']);
    const hung = random.chance(0.7);
    /** @type {any[]} */
    const joints = [];
    const free = (/** @type {number[]} */ [x, y], /** @type {number} */ radius) =>
        bodies.every((body) =>
            !body.collider
            || Math.hypot(body.position[0] - x, body.position[1] - y)
                > radius + reach(body.collider) + 0.05
        );
    for (let i = 1; i <= count; ++i) {
        const radius = short(random.between(0.1, 0.5));
        const parent = i === 1
            ? 0
            : form === 'row'
            ? i - 1
            : form === 'star'
            ? 1
            : 1 + random.below(i - 1);
        const { position: from, collider: other } = bodies[parent];
        let position = [0, 0];
        for (let tries = 0; tries < 20; ++tries) {
            position = away(random, from, short(
                meets ? radius + reach(other) + 0.1 + 0.3 * tries : random.between(0.2, 1.2),
            ));
            if (!meets || free(position, radius)) break;
        }
        if (form === 'row' && !meets && random.chance(0.5))
            position = [short(from[0] + 0.5), from[1]];
        if (meets && !free(position, radius)) break;
        const density = densities === 'random'
            ? logBetween(random, 0.01, 100)
            : densities === 'load' && i === count
            ? 100
            : 1;
        bodies.push({ position,
            ...maybe(random, 0.5, () => ({ angle: short(random.between(-3, 3)) })),
            ...maybe(random, 0.05, () => ({ lockRotation: true })),
            collider: { ...anyShape(random, radius, ['circle', 'box', 'capsule']),
                ...(density !== 1 && { density }), ...(!meets && { group: -1 }) } });
        if (i > 1 || hung) joints.push(...join(random, bodies, parent, i));
    }
    const last = bodies.length - 1;
    for (let loops = random.pick([0, 0, 0, 1, 2, 3]); loops > 0 && last > 1; --loops) {
        const [a, b] = [random.below(last + 1), 1 + random.below(last)];
        if (a !== b) joints.push(...join(random, bodies, a, b));
    }
    for (const [i, joint] of [...joints.entries()]) {
        const other = joints.findIndex((each, k) =>
            k > i && ['revolute', 'prismatic'].includes(each.type)
        );
        if (other > i && ['revolute', 'prismatic'].includes(joint.type) && random.chance(0.1))
            joints.push({ type: 'gear', jointA: i, jointB: other,
                ratio: random.pick([-1, 1]) * random.pick([0.25, 0.5, 1, 2, 4]),
                ...soft(random, 0.1) });
    }
    if (random.chance(0.15)) {
        const bodyB = 1 + random.below(last);
        joints.push({ type: 'target', bodyB, anchor: bodies[bodyB].position, ...soft(random, 0.7),
            ...maybe(random, 0.5, () => ({ maxForce: logBetween(random, 1, 1e5) })) });
    }
    if (random.chance(0.2)) {
        const low = Math.min(
            ...bodies.slice(1).map(({ position, collider }) => position[1] - reach(collider)),
        );
        bodies.push({ type: 'static', position: [0, short(low - random.pick([0.01, 0.3, 2]) - 0.5)],
            collider: { shape: 'box', width: 100, height: 1 } });
    }
    const gravity = random.chance(0.85) ? 10 : 0;
    return {
        scene:
            /** @type {any} */ ({ mica2d: 1,
                world: { gravity: [0, -gravity], ...maybe(random, 0.5, () => ({ sleep: false })) },
                bodies, joints }),
        ...anyRate(random),
    };
}

/** Whether no two colliders that meet overlap at the start, which would be pushed out. @param {Plan} plan */
function startsClear({ scene: { bodies = [] } }) {
    const all = /** @type {any[]} */ (bodies).filter(({ collider }) => collider);
    const floor = all.find(({ type }) => type === 'static');
    const moving = all.filter((body) => body !== floor);
    const ground = floor ? floor.position[1] + 0.5 : -Infinity;
    return moving.every(({ position: [x, y], collider }, i) =>
        y - reach(collider) > ground
        && moving.slice(0, i).every((other) =>
            (collider.group === -1 && other.collider.group === -1)
            || Math.hypot(other.position[0] - x, other.position[1] - y)
                > reach(collider) + reach(other.collider)
        )
    );
}

/** @type {Search<Plan>['judge']} */
function judge(world, plan) {
    if (!startsClear(plan)) return null;
    const { hz, substeps } = plan;
    const ledger = new Ledger(world, 1 / hz / substeps, 1 / hz);
    const joints = world.joints.filter((joint) => RIGID.includes(joint.type) && joint.hertz === 0);
    /** Steps in a row at rest. */
    let still = 0;
    for (let i = 0; i < SECONDS * hz; ++i) {
        world.step(1 / hz, substeps);
        ledger.read();
        if (ledger.worst.excess > 1000) break;
        still = ledger.fastest < REST ? still + 1 : 0;
    }
    if (ledger.worst.excess > 1) return ledger.worst;
    if (still < hz) return null;
    const apart =
        joints.map((joint) => ({ apart: joint.linearSeparation, type: joint.type })).sort((a, b) =>
            b.apart - a.apart
        )[0];
    if (!apart || !(apart.apart > MAX_APART)) return null;
    return { what: 'apart', excess: apart.apart / MAX_APART,
        text: `a ${apart.type} joint is ${(1000 * apart.apart).toFixed(0)} mm apart at rest` };
}

/** @param {Plan} plan */
function tags({ scene: { joints = [], bodies = [], world = {} }, hz, substeps }) {
    const all = /** @type {any[]} */ (joints);
    return [
        ...all.map(({ type }) => type),
        ...all.flatMap((joint) =>
            ['limit', 'spring', 'motor'].filter((name) => joint[name]).map((name) =>
                `${joint.type}, ${name}`
            )
        ),
        ...all.filter(({ hertz }) => hertz !== undefined).map(({ type }) => `${type}, soft`),
        ...(all.some(({ bodyA, type }) => bodyA === 0 || type === 'target') ? ['hung'] : ['free']),
        /** @type {any} */ (bodies).at(-1).type === 'static' ? 'floor' : 'no floor',
        /** @type {any} */ (bodies)[1].collider.group ? 'pass each other' : 'meet',
        /** @type {any} */ (bodies).some((/** @type {any} */ body) => body.collider?.density)
            ? 'densities'
            : 'even density',
        `${hz} Hz`,
        `${substeps} substeps`,
        /** @type {any} */ (world).gravity[1] === 0 ? 'no gravity' : 'gravity',
    ];
}

/** @type {Search<Plan>} */
export const mechanisms = {
    name: 'mechanisms',
    make,
    judge,
    tags,
    *simplify(plan) {
        if (plan.hz !== 60) yield { ...plan, hz: 60 };
        if (plan.substeps !== 4) yield { ...plan, substeps: 4 };
    },
    program: () =>
        `for (let i = 0; i < ${SECONDS} * plan.hz; ++i) {
    world.step(1 / plan.hz, plan.substeps);
    const [speeds, separations] = [bodies.map((body) => Math.hypot(body.vx, body.vy)), world.joints.map((joint) => joint.linearSeparation)];
    if (i % plan.hz === 0) console.log(Math.max(...speeds), Math.max(...separations));
}`,
};

main(mechanisms, import.meta.url);
