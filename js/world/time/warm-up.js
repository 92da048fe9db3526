// Has the platform compile the engine before a game needs it. Browsers compile a function when it
// is first called, and well only after it has run for a while: the first frames of a game take ten
// times as long as later ones. A small world of everything, made and thrown away over and over
// behind a loading screen, takes that out of them.
import { inRange } from '../../wire/errors.js';
import { needReady } from '../../wire/wasm.js';
import { World } from '../world.js';

/** @import { ColliderShapeOptions } from '../../options/types.js' */

const MAX = 60_000;
/** Milliseconds at a stretch, then the page may draw. */
const STRETCH = 10;
const STEPS = 12;

/** @type {readonly ColliderShapeOptions[]} */
const SHAPES = [
    { shape: 'box', width: 0.8, height: 0.8 },
    { shape: 'circle', radius: 0.4 },
    { shape: 'capsule', length: 0.4, radius: 0.3 },
    { shape: 'polygon', points: [-0.4, -0.4, 0.4, -0.4, 0, 0.4], radius: 0.05 },
];

/** A pit of all shapes that fall, on ground of all kinds, with hinges, a trigger and a platform. */
function makePit() {
    const world = new World();
    world.createBody({
        colliders: [
            { shape: 'box', width: 14, height: 1, center: [0, -0.5] },
            { shape: 'chain', points: [-7, 20, -7, 0, -3, 1, 0, 0, 7, 20] },
            { shape: 'tiles', cells: ['#..', '##.'], origin: [2, 0] },
        ],
        type: 'static',
    });
    world.createBody({
        type: 'kinematic',
        position: [0, 3],
        velocity: [1, 0],
        colliders: [
            { shape: 'box', width: 2, height: 0.3 },
            { shape: 'box', width: 4, height: 2, trigger: true },
        ],
    });
    const bodies = Array.from({ length: 96 }, (_, i) =>
        world.createBody({
            position: [(i % 8) - 3.5, 1.5 + Math.floor(i / 8)],
            velocity: [0, i % 16 === 0 ? -40 : -3],
            collider: { ...SHAPES[(i + (i >> 3)) % 4], restitution: i % 5 === 0 ? 0.4 : 0 },
        }));
    for (let i = 88; i < 95; ++i) {
        const [bodyA, bodyB] = [bodies[i], bodies[i + 1]];
        const anchor = /** @type {const} */ ([bodyA.x + 0.5, bodyA.y]);
        world.createJoint({ type: 'revolute', bodyA, bodyB, anchor });
    }
    return world;
}

/**
 * A frame's work: a step, its events, the poses, a ray and an area.
 * @param {World} world
 */
function playFrame(world) {
    world.step();
    const { events, poses } = world;
    let sum = poses[0];
    for (const e of events.contactBegin) sum += e.x;
    for (const e of events.triggerEnter) sum += e.pairs;
    world.rayCast(-6, 8, 12, -6);
    world.overlapBox(-1, 1, 1, 4);
    return sum;
}

/**
 * Makes the platform compile the engine before the game's first frame: await it while the game is
 * loading. It works for ten milliseconds at a time, so that the page goes on drawing. Other worlds
 * are left alone, and nothing of it is kept.
 * @param {number} [milliseconds] how long, about: 0 to 60,000. The default does for a computer of
 *     today; a phone takes twice as long
 * @returns {Promise<void>}
 * @throws {MicaError} NOT_READY before init()
 */
export async function warmUp(milliseconds = 250) {
    const end = performance.now() + inRange('warmUp', 'milliseconds', milliseconds, 0, MAX);
    needReady('warmUp');
    let pause = performance.now() + STRETCH;
    while (performance.now() < end) {
        const world = makePit();
        try {
            for (let i = 0; i < STEPS && performance.now() < end; ++i) {
                playFrame(world);
                if (performance.now() < pause) continue;
                await new Promise((resolve) => {
                    setTimeout(resolve, 0);
                });
                pause = performance.now() + STRETCH;
            }
        } finally {
            world.destroy();
        }
    }
}
