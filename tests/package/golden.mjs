// The scenes of tests/c/support/scenes.c that need no generator of random numbers, built through the JavaScript
// interface, and the hash of tests/c/support/golden.c: the .wasm files that are shipped must give the lines
// of tests/c/support/golden.txt too. Used by node.test.mjs.

/** @typedef {import('../../js/index.js').World} World */

const f32 = Math.fround;

/**
 * A body with boxes, by half sizes as in C.
 * @param {World} world
 * @param {'static' | 'kinematic' | 'dynamic'} type
 * @param {number} x
 * @param {number} y
 * @param {...[number, number, number, number]} boxes centre and half sizes
 */
function putBoxes(world, type, x, y, ...boxes) {
    return world.createBody({ type, position: [x, y],
        colliders: boxes.map(([cx, cy, halfWidth, halfHeight]) => ({
            shape: /** @type {const} */ ('box'),
            center: [cx, cy],
            halfWidth,
            halfHeight,
        })) });
}

/** @param {World} world */
function buildPyramid(world) {
    const base = 60;
    putBoxes(world, 'static', 0, -1, [0, 0, 100, 1]);
    for (let row = 0; row < base; ++row) {
        for (let i = row; i < base; ++i) {
            const x = i - row + 0.5 * row - 0.5 * (base - 1);
            putBoxes(world, 'dynamic', x, 0.5 + row, [0, 0, 0.5, 0.5]);
        }
    }
}

/** @param {World} world */
function buildTower(world) {
    putBoxes(world, 'static', 0, -1, [0, 0, 100, 1]);
    for (let i = 0; i < 30; ++i) putBoxes(world, 'dynamic', 0, 0.5 + i, [0, 0, 0.5, 0.5]);
}

/** @param {World} world */
function buildSpinner(world) {
    putBoxes(world, 'static', 0, 0, [0, -1, 12, 1], [-11, 10, 1, 10], [11, 10, 1, 10]);
    putBoxes(world, 'static', 0, 21, [0, 0, 12, 1]);
    putBoxes(world, 'kinematic', 0, 9, [0, 0, 8, 0.3]).angularVelocity = 1.5;
    for (let i = 0; i < 250; ++i) {
        const x = f32(-9 + f32(f32(0.95) * (i % 19)));
        let y = f32(1 + f32(f32(0.95) * Math.floor(i / 19)));
        if (y > f32(7.6)) y = f32(y + 3);
        world.createBody({
            position: [x, y],
            angle: f32(f32(0.1) * (i % 31)),
            collider: i % 2
                ? { shape: 'circle', radius: 0.4 }
                : { shape: 'capsule', a: [-0.2, 0], b: [0.2, 0], radius: 0.25 },
        });
    }
}

/** @param {World} world @param {number} step */
function turnSpinner(world, step) {
    if (step % 200 !== 199) return;
    const bar = world.bodyAt(2);
    if (bar) bar.angularVelocity = f32(f32(-1.2) * bar.angularVelocity);
}

/**
 * @typedef {object} Scene
 * @property {boolean} sleep
 * @property {(world: World) => void} build
 * @property {(world: World, step: number) => void} [act] before every step
 */

/** @type {Record<string, Scene>} */
export const goldenScenes = {
    pyramid: { sleep: false, build: buildPyramid },
    tower: { sleep: false, build: buildTower },
    spinner: { sleep: true, build: buildSpinner, act: turnSpinner },
};

const ALL_BITS = (1n << 64n) - 1n;

/** @param {bigint} hash @param {bigint} word */
function mix(hash, word) {
    const product = ((hash ^ word) * 0x9e3779b97f4a7c15n) & ALL_BITS;
    return product ^ (product >> 29n);
}

/**
 * As tests/c/support/golden.c: all events on the way and the last state.
 * @param {typeof import('../../js/index.js').World} WorldClass
 * @param {string} name
 */
export function goldenHash(WorldClass, name) {
    const { sleep, build, act } = goldenScenes[name];
    const world = new WorldClass({ sleep });
    build(world);
    let hash = 0n;
    /** @param {number} high @param {number} low */
    const add = (high, low) => {
        hash = mix(hash, (BigInt(high) << 32n) | BigInt(low));
    };
    for (let step = 0; step < 600; ++step) {
        act?.(world, step);
        world.step();
        const { events } = world;
        for (const event of events.contactBegin) add(event.colliderA.index, event.colliderB.index);
        for (const event of events.contactEnd) add(event.colliderA.index, event.colliderB.index);
        for (const event of events.triggerEnter)
            add(event.triggerCollider.index, event.visitorCollider.index);
        for (const event of events.triggerExit)
            add(event.triggerCollider.index, event.visitorCollider.index);
        for (const slot of events.asleep) add(0, slot);
        add(events.contactHit.length, events.woke.length);
    }
    hash = mix(hash, BigInt(`0x${world.hash()}`));
    world.destroy();
    return hash.toString(16).padStart(16, '0');
}
