// Clocks: nested time, half speed, no drift at any frame rate, a page that was hidden, and poses between or ahead
// of steps, which a teleport does not smear.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, World } from '../../js/index.js';
import { createWorkerWorld } from '../../js/worker.js';
import { near, refuses, worldWithFloor } from './helpers.mjs';

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
const STEP = 1 / 60;

/** Boxes that fall on each other, so that an error anywhere spreads. @param {import('../../js/index.js').WorldOptions} [options] */
function falling(options) {
    const { world } = worldWithFloor(options);
    for (let i = 0; i < 12; ++i) {
        world.createBody({ position: [0.3 * Math.sin(3 * i), 1 + 1.2 * i],
            collider: { shape: 'box', width: 1, height: 1 } });
    }
    return world;
}

/** A body that flies at 6 m/s, 0.1 m a step, and turns. @param {import('../../js/index.js').WorldOptions} [options] */
function flying(options) {
    const world = new World({ gravity: [0, 0], ...options });
    const body = world.createBody({ velocity: [6, 0], angularVelocity: 3, collider: circle });
    return { world, body };
}

/** An angle within half a turn of 0. @param {number} angle */
const wrapped = (angle) => Math.atan2(Math.sin(angle), Math.cos(angle));

test("a scale multiplies its parent's, and is 0 while any clock above is paused", () => {
    const root = new Clock();
    const game = new Clock({ parent: root, timeScale: 0.5 });
    const enemies = new Clock({ parent: game, timeScale: 0.25 });
    const menu = new Clock({ parent: root });
    assert.deepEqual([root, game, enemies, menu].map(({ scale }) => scale), [1, 0.5, 0.125, 1]);
    root.advance(8);
    assert.deepEqual([root, game, enemies, menu].map(({ time }) => time), [8, 4, 1, 8]);
    game.paused = true;
    assert.deepEqual([root, game, enemies, menu].map(({ scale }) => scale), [1, 0, 0, 1]);
    root.advance(8);
    assert.deepEqual([root, game, enemies, menu].map(({ time }) => time), [16, 4, 1, 16]);
    game.paused = false;
    root.timeScale = 2;
    assert.deepEqual([root, game, enemies, menu].map(({ scale }) => scale), [2, 1, 0.25, 2]);
    root.advance(1);
    assert.deepEqual([root, game, enemies, menu].map(({ time }) => time), [18, 5, 1.25, 18]);
    enemies.parent = root;
    assert.equal(enemies.scale, 0.5);
    menu.parent = null;
    root.advance(1);
    menu.advance(0.5);
    assert.deepEqual([root, game, enemies, menu].map(({ time }) => time), [20, 6, 1.75, 18.5]);
});

test('a clock advances every world below it once', () => {
    const root = new Clock();
    const slow = new Clock({ parent: root, timeScale: 0.5 });
    const worlds = [root, slow, slow].map((clock) => new World({ clock }));
    worlds.push(new World({ clock: slow, timeScale: 0.5 }), new World());
    for (let i = 0; i < 120; ++i) root.advance(STEP);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [120, 60, 60, 30, 0]);
    worlds[1].paused = true;
    worlds[2].destroy();
    worlds[4].clock = root;
    worlds[0].clock = null;
    for (let i = 0; i < 60; ++i) root.advance(STEP);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [120, 60, 60, 45, 60]);
    assert.equal(worlds[0].advance(STEP), 1);
    assert.deepEqual(worlds.map(({ clock }) => clock), [null, slow, null, slow, root]);
    for (const world of worlds) world.destroy();
});

for (const [name, scales]
    of /** @type {const} */ ([['one clock', [0.5]], ['two clocks', [0.25, 2]], ['three clocks', [4,
        0.5, 0.25]]]))
{
    test(`half speed of ${name} reaches the same states, step by step, in twice the time`, () => {
        const root = new Clock();
        let clock = root;
        for (const timeScale of scales) clock = new Clock({ parent: clock, timeScale });
        assert.equal(clock.scale, 0.5);
        const [full, half] = [falling(), falling({ clock })];
        const start = full.hash();
        for (let i = 1; i <= 300; ++i) {
            full.advance(STEP);
            root.advance(STEP);
            assert.deepEqual([half.stepCount, half.alpha], [i - 1, 0.5]);
            root.advance(STEP);
            assert.equal(half.stepCount, i);
            assert.equal(half.hash(), full.hash(), `step ${i}`);
        }
        assert.notEqual(full.hash(), start);
        near(half.time, root.time / 2, 1e-9);
        full.destroy();
        half.destroy();
    });
}

for (const hertz of [30, 60, 120, 144, 240]) {
    test(`no drift in ten minutes at ${hertz} Hz`, () => {
        const root = new Clock();
        const slow = new Clock({ parent: root, timeScale: 0.5 });
        const worlds = [new World({ clock: root }), new World({ clock: slow }),
            new World({ clock: root, fixedStep: 1 / 50 })];
        const most = worlds.map(({ fixedStep }, i) =>
            Math.ceil([1, 0.5, 1][i] / hertz / fixedStep - 1e-6)
        );
        for (let i = 0; i < 600 * hertz; ++i) {
            const before = worlds.map(({ stepCount }) => stepCount);
            root.advance(1 / hertz);
            worlds.forEach((world, k) => {
                assert.ok(world.stepCount - before[k] <= most[k], `frame ${i}`);
                assert.ok(world.alpha >= 0 && world.alpha < 1, `alpha ${world.alpha}`);
            });
        }
        for (const [i, steps] of [36000, 18000, 30000].entries()) {
            assert.ok(Math.abs(worlds[i].stepCount - steps) <= 1, `${worlds[i].stepCount} steps`);
            near(worlds[i].time, worlds[i].stepCount * worlds[i].fixedStep, 1e-8);
        }
        near(root.time, 600, 1e-11);
        near(slow.time, 300, 1e-11);
        for (const world of worlds) world.destroy();
    });
}

test("frames of 1/60 s make one step each, whatever the rounding of the page's clock", () => {
    for (const start of [0, 1e3, 1e5, 1e6]) {
        const root = new Clock();
        const world = new World({ clock: root });
        for (let i = 1, last = start; i <= 36000; ++i) {
            const now = start + i / 60;
            root.advance(now - last);
            last = now;
            assert.equal(world.stepCount, i);
        }
        world.destroy();
    }
});

test('frames that jitter keep the time', () => {
    const root = new Clock();
    const { world, body } = flying({ clock: root, poseMode: 'extrapolate' });
    let seconds = 0;
    for (let i = 0; i < 20000; ++i) {
        // Milliseconds to a tenth, as browsers round them.
        const frame = Math.round(10 * (16.7 + 9 * Math.sin(i * i))) / 10000;
        seconds += frame;
        root.advance(frame);
        assert.ok(world.alpha >= 0 && world.alpha < 1);
        near(world.time + world.alpha * STEP, seconds, 1e-6);
        near(world.stepCount, Math.floor(seconds / STEP), 1);
    }
    near(root.time, seconds, 1e-8);
    assert.ok(body.x > 0);
    world.destroy();
});

test('a page that was hidden for an hour: maxSteps steps, and nothing is made up for later', () => {
    for (const maxSteps of [1, 8, 20]) {
        const root = new Clock();
        const slow = new Clock({ parent: root, timeScale: 0.5 });
        const worlds = [new World({ clock: root, maxSteps }), new World({ clock: slow, maxSteps })];
        root.advance(3600);
        assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [maxSteps, maxSteps]);
        assert.deepEqual([root.time, slow.time], [3600, 1800], 'timers see the hour');
        root.advance(0);
        assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [maxSteps, maxSteps]);
        for (let i = 0; i < 60; ++i) root.advance(STEP);
        assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [maxSteps + 60, maxSteps + 30]);
        for (const world of worlds) world.destroy();
    }
});

test('extrapolated poses are where an unconstrained body is by now', () => {
    const { world, body } = flying({ poseMode: 'extrapolate' });
    assert.equal(world.poseMode, 'extrapolate');
    let seconds = 0;
    for (let i = 0; i < 300; ++i) {
        const frame = 0.002 + 0.01 * Math.abs(Math.sin(i));
        seconds += frame;
        world.advance(frame);
        near(body.poseX, 6 * seconds, 1e-3);
        near(wrapped(body.poseAngle - 3 * seconds), 0, 1e-3);
        near(body.x + 6 * STEP * world.alpha, body.poseX, 1e-4, 'alpha is how far ahead they are');
    }
    world.step();
    assert.deepEqual([world.alpha, body.poseX], [0, body.x], 'step() has no time left over');
    world.destroy();
});

test('poseMode changes the poses at once, and refuses other words', () => {
    const { world, body } = flying();
    assert.equal(world.poseMode, 'interpolate');
    world.advance(2.25 * STEP);
    near(body.poseX, 0.125, 1e-5);
    world.poseMode = 'extrapolate';
    near(body.poseX, 0.225, 1e-5);
    near(world.alpha, 0.25, 1e-6);
    world.poseMode = 'interpolate';
    near(body.poseX, 0.125, 1e-5);
    world.step();
    assert.deepEqual([world.alpha, body.poseX], [1, body.x]);
    world.poseMode = 'extrapolate';
    assert.deepEqual([world.alpha, body.poseX], [0, body.x]);
    refuses(() => (world.poseMode = /** @type {any} */ ('none')), RangeError, 'World.poseMode',
        '"none"');
    refuses(() => new World({ poseMode: /** @type {any} */ (1) }), TypeError, 'poseMode');
    world.destroy();
});

for (const poseMode of /** @type {const} */ (['interpolate', 'extrapolate'])) {
    const ahead = poseMode === 'extrapolate';

    test(`${poseMode}: a teleport does not smear`, () => {
        const { world, body } = flying({ poseMode });
        world.advance(1.5 * STEP);
        body.setTransform(-500, 60, -3.1);
        assert.deepEqual([body.poseX, body.poseY], [-500, 60]);
        near(body.poseAngle, -3.1, 1e-6);
        for (let i = 0; i < 40; ++i) {
            world.advance(0.1 * STEP);
            // It is where it was put, or on its way from there.
            const way = 0.1
                * (world.stepCount - 1 + world.alpha
                    - (ahead ? 0 : world.stepCount > 1 ? 1 : world.alpha));
            near(body.poseX, -500 + way, 1e-3, `frame ${i}`);
            near(body.poseY, 60, 1e-4);
        }
        world.setTransforms([body.index], { positions: [7, 8], angles: [3] });
        assert.deepEqual([body.poseX, body.poseY], [7, 8]);
        world.destroy();
    });

    test(`${poseMode}: angles go the short way past half a turn, in either direction`, () => {
        for (const spin of [3, -3]) {
            const world = new World({ gravity: [0, 0], poseMode });
            const body = world.createBody({ angle: Math.sign(spin) * 3.1, angularVelocity: spin,
                collider: circle });
            let last = body.poseAngle;
            let crossed = 0;
            for (let i = 0; i < 60; ++i) {
                world.advance(0.3 * STEP);
                const turn = wrapped(body.poseAngle - last) * Math.sign(spin);
                assert.ok(turn > -1e-5 && turn < 0.3 * STEP * 3 + 1e-4,
                    `frame ${i} turns by ${turn}`);
                crossed += Number(Math.abs(body.poseAngle - last) > 6);
                last = body.poseAngle;
            }
            assert.equal(crossed, 1);
            near(Math.hypot(world.poses[2], world.poses[3]), 1, 1e-6);
            world.destroy();
        }
    });

    test(`${poseMode}: a body just created, just asleep, just woken`, () => {
        const world = new World({ gravity: [0, 0], poseMode, sleepTime: 0.1 });
        const slow = world.createBody({ velocity: [0.01, 0], angularVelocity: 0.01,
            collider: circle });
        for (let i = 0; slow.awake; ++i) {
            assert.ok(i < 100, 'it falls asleep');
            world.advance(STEP * (i === 0 ? 1.5 : 1));
        }
        near(world.alpha, 0.5, 1e-4);
        near(slow.poseX, slow.x, ahead ? 0 : 1e-4);
        for (let i = 0; i < 5; ++i) {
            world.advance(1.1 * STEP);
            assert.deepEqual([slow.poseX, slow.poseY], [slow.x, slow.y], 'it stands still');
        }
        const { x, y } = slow;
        slow.setVelocity(6, 0);
        assert.deepEqual([slow.awake, slow.poseX, slow.poseY], [true, x, y]);
        const late = world.createBody({ position: [70, 80], collider: circle });
        assert.deepEqual([late.poseX, late.poseY], [70, 80]);
        let last = slow.poseX;
        for (let i = 0; i < 30; ++i) {
            world.advance(0.3 * STEP);
            const way = slow.poseX - last;
            assert.ok(way > -1e-5 && way < (i === 0 && ahead ? 0.1 : 0.0301), `frame ${i}: ${way}`);
            assert.deepEqual([late.poseX, late.poseY], [70, 80]);
            last = slow.poseX;
        }
        slow.enabled = false;
        world.advance(1.3 * STEP);
        assert.deepEqual([slow.poseX, slow.poseY], [slow.x, slow.y],
            'nor does a disabled one run ahead');
        world.destroy();
    });
}

test('a listener may pause a clock above: no further step of that frame', () => {
    const root = new Clock();
    const clock = new Clock({ parent: root });
    const world = new World({ clock });
    world.on('afterStep', () => {
        if (world.stepCount === 2) root.paused = true;
    });
    root.advance(5 * STEP);
    assert.equal(world.stepCount, 2);
    root.advance(5 * STEP);
    assert.deepEqual([world.stepCount, root.time], [2, 5 * STEP]);
    root.paused = false;
    root.advance(STEP);
    assert.equal(world.stepCount, 3);
    world.destroy();
});

test('a clock paused and set going has the poses stay, and clears the events', () => {
    const root = new Clock();
    const { world, body } = flying({ clock: root });
    root.advance(2.5 * STEP);
    const [x, alpha] = [body.poseX, world.alpha];
    assert.equal(world.events.moved.length, 1);
    root.paused = true;
    root.advance(STEP);
    assert.deepEqual([body.poseX, world.alpha, world.events.moved.length], [x, alpha, 0]);
    world.step();
    assert.equal(world.stepCount, 3, 'step() steps by hand');
    world.destroy();
});

test('what a world throws reaches the caller after all others have had their time', () => {
    const root = new Clock();
    const worlds = [0, 1, 2].map(() => new World({ clock: root }));
    worlds[0].createBody({ collider: circle });
    worlds[0].velocities[0] = NaN;
    const stop = worlds[1].on('afterStep', () => {
        throw new Error('of a listener');
    });
    const { error } = console;
    /** @type {unknown[]} */
    const said = [];
    console.error = (text) => said.push(text);
    try {
        assert.throws(() => root.advance(STEP), /slot 0/);
    } finally {
        console.error = error;
    }
    assert.match(String(said), /of a listener/);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [0, 1, 1]);
    worlds[0].velocities[0] = 0;
    stop();
    root.advance(STEP);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [1, 2, 2]);
    for (const world of worlds) world.destroy();
});

test('worlds made, moved and destroyed by listeners while the clock hands down its time', () => {
    const root = new Clock();
    const worlds = [new World({ clock: root }), new World({ clock: root })];
    worlds[0].on('afterStep', () => {
        if (worlds.length > 2) return;
        refuses(() => root.advance(STEP), 'LOCKED', 'Clock.advance');
        refuses(() => (worlds[1].clock = null), 'LOCKED', 'World.clock');
        worlds.push(new World({ clock: root }));
        worlds[1].destroy();
    });
    root.advance(STEP);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [1, 0, 0]);
    root.advance(STEP);
    assert.deepEqual(worlds.map(({ stepCount }) => stepCount), [2, 0, 1]);
    worlds[0].destroy();
    worlds[2].destroy();
});

test('bad calls are refused and change nothing', () => {
    const root = new Clock();
    const child = new Clock({ parent: root, timeScale: 3 });
    const world = new World({ clock: child });
    refuses(() => world.advance(STEP), 'CLOCK_DRIVEN', 'World.advance');
    refuses(() => child.advance(STEP), 'CLOCK_DRIVEN', 'Clock.advance');
    for (const below of [root, child])
        refuses(() => (root.parent = below), 'CLOCK_BELOW', 'Clock.parent');
    refuses(() => (child.parent = /** @type {any} */ (world)), TypeError, 'Clock.parent',
        'a Clock');
    refuses(() => (world.clock = /** @type {any} */ ({})), TypeError, 'World.clock', 'a Clock');
    refuses(() => new World({ clock: /** @type {any} */ (1) }), TypeError, 'clock', 'a Clock');
    for (const value of [-1, 1001, NaN, Infinity]) {
        refuses(() => (child.timeScale = value), RangeError, 'Clock.timeScale');
        refuses(() => new Clock({ timeScale: value }), RangeError, 'timeScale');
    }
    refuses(() => (child.paused = /** @type {any} */ (1)), TypeError, 'Clock.paused');
    refuses(() => new Clock(/** @type {any} */ ({ speed: 1 })), TypeError, 'speed');
    for (const value of [NaN, Infinity, -Infinity])
        refuses(() => root.advance(value), RangeError, 'Clock.advance');
    root.advance(-5);
    assert.deepEqual([root.time, child.time, child.scale, child.paused, world.stepCount], [0, 0, 3,
        false, 0]);
    assert.equal(child.parent, root);
    world.destroy();
    refuses(() => (world.clock = root), 'WORLD_DESTROYED', 'World.clock');
});

test('many clocks at full speed one below another: time stays a number', () => {
    let clock = new Clock();
    const root = clock;
    for (let i = 0; i < 200; ++i) clock = new Clock({ parent: clock, timeScale: 1000 });
    const world = new World({ clock });
    root.advance(1);
    assert.equal(world.stepCount, 8);
    root.timeScale = 0;
    root.advance(1);
    assert.equal(world.stepCount, 8);
    assert.ok(Number.isFinite(clock.time));
    world.destroy();
});

test('a snapshot brings neither clock nor poseMode, and takes none away', () => {
    const root = new Clock({ timeScale: 0.5 });
    const { world } = flying({ clock: root, poseMode: 'extrapolate' });
    root.advance(3.5 * STEP);
    const bytes = world.snapshot();
    const [hash, x] = [world.hash(), world.poses[0]];
    root.advance(1);
    world.restore(bytes);
    assert.deepEqual([world.hash(), world.poses[0], world.clock, world.poseMode], [hash, x, root,
        'extrapolate']);
    const copy = World.fromSnapshot(bytes);
    assert.deepEqual([copy.clock, copy.poseMode, copy.alpha], [null, 'interpolate', world.alpha]);
    copy.clock = root;
    root.advance(STEP);
    assert.deepEqual([copy.stepCount, copy.hash()], [world.stepCount, world.hash()]);
    world.destroy();
    copy.destroy();
});

test('a world in a worker gets its time from a clock of the page, and has its poseMode', async () => {
    const root = new Clock();
    const clock = new Clock({ parent: root, timeScale: 0.5 });
    const world = await createWorkerWorld({ gravity: [0, 0], clock, poseMode: 'extrapolate' });
    try {
        assert.deepEqual([world.clock, world.poseMode], [clock, 'extrapolate']);
        refuses(() => world.advance(STEP), 'CLOCK_DRIVEN', 'World.advance');
        const body = world.createBody({ velocity: [6, 0], collider: circle });
        root.advance(7 * STEP);
        await world.sync();
        assert.equal(world.stepCount, 3);
        near(body.poseX, 0.35, 1e-5);
        world.poseMode = 'interpolate';
        await world.sync();
        near(body.poseX, 0.25, 1e-5);
        refuses(() => (world.poseMode = /** @type {any} */ ('none')), RangeError, 'World.poseMode');
        world.clock = null;
        root.advance(7 * STEP);
        world.advance(STEP);
        await world.sync();
        assert.equal(world.stepCount, 4);
        world.clock = root;
    } finally {
        world.destroy();
    }
    assert.equal(world.clock, null);
    root.advance(STEP);
    refuses(() => (world.clock = root), 'WORLD_DESTROYED', 'World');
});

test('milliseconds given to a clock are noticed, and its speed is not mistaken for them', () => {
    const { warn } = console;
    /** @type {string[]} */
    const said = [];
    console.warn = (text) => said.push(text);
    try {
        const root = new Clock({ timeScale: 500 });
        const world = new World({ clock: root });
        for (let i = 0; i < 5; ++i) root.advance(STEP);
        assert.deepEqual(said, []);
        for (let i = 0; i < 9; ++i) root.advance(17);
        assert.deepEqual(said, [
            'Clock.advance: seconds is 17, far more than went by; divide milliseconds by 1000',
        ]);
        world.destroy();
    } finally {
        console.warn = warn;
    }
});

test('clocks hang below each other 256 deep at most, however they are hung', () => {
    /** @type {Clock[]} */
    const chain = [new Clock()];
    while (chain.length < 256) chain.push(new Clock({ parent: chain[chain.length - 1] }));
    const last = chain[255];
    refuses(() => new Clock({ parent: last }), RangeError,
        /Clock: at most 256 clocks may hang below each other, got 257/);
    const other = new Clock();
    const below = new Clock({ parent: other });
    refuses(() => {
        other.parent = chain[254];
    }, RangeError, /Clock\.parent: at most 256 clocks .* got 257/);
    assert.equal(other.parent, null);
    below.parent = chain[254];
    chain[0].advance(0.5);
    assert.deepEqual([last.time, below.time], [0.5, 0.5]);
});
