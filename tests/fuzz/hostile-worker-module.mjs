// Plays with a world in its worker for hostile-worker-stage.mjs: at each message of the page's it makes, changes and
// destroys something, chosen by the number in the message, posts objects back, and now and then throws.
import { randomFrom } from './hostile-random.mjs';

/** @import { Random } from './hostile-random.mjs' */
/** @import { World } from '../../js/index.js' */

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.4 });

/** @param {World<any>} world @param {Random} random */
function anyBody(world, random) {
    return random.pick([...world.bodies]);
}

/** @type {((world: World<any>, random: Random, post: (message: unknown, transfer?: any[]) => void) => unknown)[]} */
const ACTS = [
    (world, random) =>
        world.bodies.length < 60
        && world.createBody({ position: [random.between(-5, 5), random.between(0, 5)],
            collider: circle }),
    (world, random) =>
        world.bodies.length < 60
        && world.createBodies(3, {
            positions: Float32Array.from({ length: 6 }, () => random.between(-9, 9)),
            shape: circle,
        }),
    (world, random) =>
        world.bodies.length < 60
        && world.createMover({ position: [random.between(-5, 5), 3], collider: circle }),
    (world, random) => anyBody(world, random).destroy(),
    (world, random) =>
        anyBody(world, random).createColliders([circle, { shape: 'outline',
            points: [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2] }]),
    (world, random) => random.pick(anyBody(world, random).colliders)?.destroy(),
    (world, random) =>
        Object.assign(anyBody(world, random), { gravityScale: random.between(0, 1),
            position: [random.between(-5, 5), 2], canSleep: random.chance(0.5) }),
    (world, random) =>
        Object.assign(random.pick(anyBody(world, random).colliders) ?? {}, {
            friction: random.next(),
            restitution: random.next(),
        }),
    (world, random) =>
        world.createJoint({ type: 'revolute', bodyA: anyBody(world, random),
            bodyB: anyBody(world, random), anchor: [0, 0] }),
    (world, random) => random.pick(world.joints)?.destroy(),
    (world, random) => random.pick(world.joints)?.setMotor(random.next(), 2),
    (world, random) =>
        world.layers.names.length < 20 && world.layers.add(`of the module ${random.bits()}`),
    (world, random) => anyBody(world, random).ignore(anyBody(world, random)),
    (world, random) => {
        world.gravity = [0, random.between(-10, 0)];
    },
    (world, random) => {
        world.paused = random.chance(0.5);
    },
    (world, random, post) =>
        post({ body: anyBody(world, random),
            list: [random.pick(world.joints), ...anyBody(world, random).colliders] }),
    (_, random, post) => post(new Float32Array([random.next()])),
    () => {
        throw new Error('of the module');
    },
];

/** @type {import('../../js/worker.js').WorldModule<any>} */
export default function play({ world, post, onMessage }) {
    onMessage((message) => {
        const random = randomFrom(
            Number(message?.seed ?? (typeof message === 'number' ? message : 1)),
        );
        for (let i = random.below(4); i >= 0; --i) random.pick(ACTS)(world, random, post);
    });
}
