// The controller of platform games: walls, dashes, ladders, water, ledges; saving and loading.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { Platformer } from '../../js/platformer.js';
import { Rollback } from '../../js/rollback.js';
import { STEP, box, leap, near, play, stage, until } from './platformers.mjs';

/** A shaft: walls at both sides, whose surfaces are at -1 and at the given place. @param {number} right */
const shaft = (right) => (/** @type {World<any>} */ world) => {
    box(world, -2, 20, 2, 60);
    box(world, right + 1, 20, 2, 60);
};

test('held against a wall it slides down at its speed, and slows down to it', () => {
    const { hero, mover, world } = stage({ wallSlideSpeed: 2, wallSlideDeceleration: 30,
        maxFallSpeed: 20, fallGravity: 1 }, { floor: 0, build: shaft(3) });
    mover.body.setTransform(-0.69, 30);
    play(hero, 30);
    const { vy } = mover;
    const steps = until(hero, { x: -1 }, () => mover.vy > -2 - 1e-3);
    near(steps, (-vy - 2) / 30 / STEP, 1.1);
    assert.equal(hero.mode, 'wall');
    play(hero, 20, { x: -1 });
    near(mover.vy, -2, 1e-3);
    assert.equal(hero.mode, 'wall');
    play(hero, 2, {});
    assert.equal(hero.mode, 'air');
    assert.ok(mover.vy < -2.5, `${mover.vy}`);
    hero.numbers.wallSlideSpeed = 1e3;
    play(hero, 20, { x: -1 });
    assert.equal(hero.mode, 'air', 'does not slide if that is no slower than a fall');
    world.destroy();
});

test('a jump from a wall is as high and as fast as it says, away from the wall whatever is held', () => {
    const { hero, mover, world } = stage({ wallJumpHeight: 2, wallJumpSpeed: 9, wallJumpTime: 0.2,
        runSpeed: 9, wallCoyoteTime: 0 }, { floor: 0, build: shaft(30) });
    mover.body.setTransform(-0.69, 20);
    play(hero, 20, { x: -1 });
    assert.equal(hero.mode, 'wall');
    const [x, y] = [mover.x, mover.y];
    let top = 0;
    play(hero, 12, { x: -1, jump: true }, (i) => {
        top = Math.max(top, mover.y - y);
        assert.equal(hero.justWallJumped, i === 0);
        near(mover.vx, 9, 1e-3, `step ${i}:`);
    });
    near(mover.x - x, 9 * 0.2, 0.01);
    play(hero, 1, { x: -1, jump: true });
    assert.ok(mover.vx < 9 - 0.5, `${mover.vx}`);
    play(hero, 20, { x: -1, jump: true }, () => {
        top = Math.max(top, mover.y - y);
    });
    near(top, 2, 0.02);
    assert.equal(hero.facing, -1);
    world.destroy();
});

test('a wall counts within reach, on either side, and a moment after it was left', () => {
    /** @param {number} gap @param {import('../../js/platformer.js').PlatformerOptions} options @param {number} late @param {1 | -1} side */
    const jumps = (gap, options, late, side) => {
        const { hero, mover, world } = stage({ jumpBuffer: 0, ...options }, { floor: 0,
            build: shaft(1) });
        mover.body.setTransform(side * 0.69, 20);
        play(hero, 5, late > 0 ? { x: side } : {});
        if (late > 0) {
            // It is put away from the walls, as by a gust.
            mover.body.setTransform(0, mover.y);
            play(hero, late - 1);
        } else {
            mover.body.setTransform(side * (0.7 - gap), mover.y);
        }
        play(hero, 1, { jump: true });
        const jumped = hero.justWallJumped;
        assert.ok(!jumped || Math.sign(mover.vx) === -side);
        world.destroy();
        return jumped;
    };
    for (const side of /** @type {const} */ ([1, -1])) {
        assert.equal(jumps(0.18, { wallReach: 0.2 }, 0, side), true);
        assert.equal(jumps(0.22, { wallReach: 0.2 }, 0, side), false);
        assert.equal(jumps(0.01, { wallJumpHeight: 0 }, 0, side), false);
        assert.equal(jumps(0, { wallCoyoteTime: 0.1 }, 6, side), true);
        assert.equal(jumps(0, { wallCoyoteTime: 0.1 }, 7, side), false);
        assert.equal(jumps(0, { wallCoyoteTime: 0 }, 1, side), false);
    }
});

test('up a shaft by jumps from wall to wall', () => {
    const { hero, mover, world } = stage({}, { build: shaft(2) });
    let [side, jumps] = [1, 0];
    let jump = true;
    for (let i = 0; i < 400; ++i) {
        play(hero, 1, { x: side, jump });
        jump = !jump || hero.mode !== 'wall';
        if (!hero.justWallJumped) continue;
        side = hero.facing;
        ++jumps;
    }
    assert.ok(jumps > 5 && mover.y > 8, `${jumps} jumps, ${mover.y} m high`);
    world.destroy();
});

test('a dash goes its distance in its time, in eight directions, and ends with its speed', () => {
    const half = Math.SQRT1_2;
    for (const [x, y, dx, dy] of [[1, 0, 1, 0], [-1, 0, -1, 0], [0, 0, 1, 0], [1, 1, half, half], [
        -0.7,
        0.8,
        -half,
        half,
    ], [0, 1, 0, 1], [0.2, -1, 0, -1], [1, -1, half, -half]]) {
        const { hero, mover, world } = stage({ dashDistance: 3, dashTime: 0.2, dashExitSpeed: 6,
            airAcceleration: 0, airDeceleration: 0 }, { floor: 0 });
        mover.body.setTransform(0, 20);
        play(hero, 3);
        const from = [mover.x, mover.y];
        let steps = 0;
        play(hero, 12, { x, y, dash: true }, (i) => {
            steps += Number(hero.mode === 'dash');
            assert.equal(hero.justDashed, i === 0);
        });
        near(mover.x - from[0], 3 * dx, 1e-3, `${x}, ${y}: x`);
        near(mover.y - from[1], 3 * dy, 1e-3, `${x}, ${y}: y`);
        assert.equal(steps, 12);
        play(hero, 1, { x, y });
        assert.equal(hero.mode, 'air');
        near(mover.vx, 6 * dx, 1e-3, 'the speed behind it:');
        // Less a step of gravity, that of rising or of falling.
        near(mover.vy, 6 * dy - 0.775, 0.06, 'the speed behind it:');
        world.destroy();
    }
});

test('dashes are counted, given back by the ground, and wait for their cooldown', () => {
    const { hero, mover, world } = stage({ dashes: 2, dashCooldown: 0.2, dashTime: 0.1 }, {
        floor: 100,
    });
    mover.body.setTransform(0, 30);
    let dashes = 0;
    /** @type {number[]} */
    const at = [];
    play(hero, 1);
    for (let i = 0; i < 80; ++i) {
        play(hero, 1, { dash: i % 2 === 0 });
        if (!hero.justDashed) continue;
        ++dashes;
        at.push(i);
    }
    assert.deepEqual(at, [0, 18], 'six steps of dash and twelve of waiting');
    until(hero, {}, () => mover.grounded);
    play(hero, 2);
    play(hero, 1, { dash: true });
    assert.equal(hero.justDashed, true);
    play(hero, 30);
    near(mover.y, 0.61, 0.02, 'a dash on ground stays there:');
    hero.numbers.dashes = 0;
    play(hero, 1);
    play(hero, 1, { dash: true });
    assert.equal(hero.justDashed, false);
    world.destroy();
});

test('a wall ends a dash, and a jump on ground does', () => {
    const { hero, mover, world } = stage({ dashDistance: 6, dashTime: 0.3, dashExitSpeed: 9 }, {
        build: (made) => box(made, 4, 2, 2, 6),
    });
    play(hero, 30, { x: 1, dash: true });
    near(mover.x, 2.7, 0.02);
    assert.equal(mover.vx, 0);
    play(hero, 40, { x: -1, dash: true });
    play(hero, 1, {});
    play(hero, 4, { x: -1, dash: true });
    play(hero, 1, { x: -1, dash: true, jump: true });
    assert.equal(hero.justJumped, true);
    near(mover.vx, -9, 0.5);
    world.destroy();
});

/** A ladder from 0 to 5 m at x = 3, with a ledge at its upper end or without. @param {boolean} ledge */
const ladder = (ledge) => (/** @type {World<any>} */ world) => {
    box(world, 3, 2.5, 1, 5, { layer: 'ladder' });
    if (ledge) box(world, 3, 4.9, 4, 0.2, { oneWay: [0, 1] });
};

test('it takes hold of a ladder, climbs at its speed, comes to the middle and stays where it is', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder', climbSpeed: 3, climbCentering: 6,
        climbSideSpeed: 1 }, { x: 3.3, build: ladder(false) });
    play(hero, 10, { y: 0.4 });
    assert.equal(hero.mode, 'ground', 'up must be held further');
    play(hero, 1, { x: -1, y: 0.7 });
    assert.equal(hero.mode, 'ground', 'and further than aside');
    play(hero, 10);
    mover.body.setTransform(3.3, mover.y);
    play(hero, 1, { y: 1 });
    assert.equal(hero.justGrabbed, true);
    near(mover.x, 3.2, 0.01, 'towards the middle:');
    const { y } = mover;
    play(hero, 30, { y: 1 });
    near(mover.y - y, 1.5, 0.01);
    near(mover.x, 3, 0.01);
    assert.equal(hero.mode, 'ladder');
    play(hero, 60);
    near(mover.y - y, 1.5, 0.01, 'it stays:');
    play(hero, 12, { x: 1 });
    near(mover.x, 3.2, 0.02, 'sideways:');
    play(hero, 15, { y: -1 });
    near(mover.y - y, 0.75, 0.02);
    assert.equal(until(hero, { y: -1 }, () => hero.mode === 'ground') < 30, true);
    assert.equal(mover.grounded, true);
    world.destroy();
});

test('a ladder without a ledge ends: it stays at its upper end; sideways it leaves the ladder', () => {
    const { hero, mover, world } = stage({ ladders: ['ladder'] }, { x: 3, build: ladder(false) });
    play(hero, 200, { y: 1 });
    near(mover.y - 0.6, 5, 0.15);
    const { y } = mover;
    play(hero, 60, { y: 1 }, () => near(mover.y, y, 1e-4));
    assert.equal(hero.mode, 'ladder');
    until(hero, { x: -1 }, () => hero.mode === 'air');
    until(hero, { x: -1 }, () => mover.grounded);
    world.destroy();
});

test('a ladder that ends at a ledge leads onto it, and down from it again', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder' }, { x: 3, build: ladder(true) });
    play(hero, 120, { y: 1 });
    assert.equal(mover.grounded, true);
    assert.equal(hero.mode, 'ground');
    near(mover.y, 5.6, 0.02);
    play(hero, 60, {}, () => assert.equal(mover.grounded, true));
    play(hero, 1, { y: -1 });
    assert.equal(hero.justGrabbed, true);
    play(hero, 30, { y: -1 });
    near(mover.y, 5.6 - 30 * 4 / 60, 0.02);
    world.destroy();
});

test('a jump leaves a ladder, as high as any; with down held it lets go', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder' }, { x: 3, build: ladder(false) });
    play(hero, 40, { y: 1 });
    const from = mover.y;
    let top = 0;
    play(hero, 20, { y: 1, x: 1, jump: true }, () => {
        top = Math.max(top, mover.y - from);
    });
    near(top, 2.5, 0.1);
    assert.ok(mover.x > 4);
    until(hero, {}, () => mover.grounded);
    mover.body.setTransform(3, 0.61);
    play(hero, 2);
    play(hero, 40, { y: 1 });
    play(hero, 3, { y: -1, jump: true });
    assert.equal(hero.mode, 'air');
    assert.equal(hero.justJumped, false);
    world.destroy();
});

test('a ladder that moves takes it along', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder' }, { x: 3, build: (made) => {
        made.createBody({ type: 'kinematic', position: [3, 2.5], velocity: [0.5, 0.25],
            collider: { shape: 'box', width: 1, height: 5, layer: 'ladder' } });
    } });
    play(hero, 30, { y: 1 });
    const { x, y } = mover;
    play(hero, 60);
    near(mover.x - x, 0.5, 0.02);
    near(mover.y - y, 0.25, 0.01);
    world.destroy();
});

test('tiles are ladders and water too', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder', water: 'water' }, { floor: 0,
        build: (made) => {
            made.createBody({ type: 'static', position: [0, -1],
                collider: { shape: 'tiles', layer: 'wall', legend: { '#': 1, H: 2, w: 3 },
                    map: { 1: 1, 2: { tile: 1, layer: 'ladder' }, 3: { tile: 1, layer: 'water' } },
                    cells: ['..H.....', '..H.....', '..H..ww.', '..H..ww.', '########'] } });
        } });
    mover.body.setTransform(2.4, 0.61);
    play(hero, 10);
    play(hero, 40, { y: 1 });
    assert.equal(hero.mode, 'ladder');
    near(mover.x, 2.5, 0.01);
    near(mover.y, 0.6 + 40 * 4 / 60, 0.05);
    mover.body.setTransform(6, 1.2);
    hero.reset();
    play(hero, 2);
    assert.equal(hero.mode, 'water');
    world.destroy();
});

/** A pool, 4 m deep below y = 0. @param {World<any>} world */
const pool = (world) => {
    box(world, 0, -2, 20, 4, { layer: 'water' });
    box(world, 0, -4.5, 20, 1);
};

test('in water it sinks slowly, swims and makes strokes', () => {
    const { hero, mover, world } = stage({ water: 'water', sinkSpeed: 1.5, swimSpeed: 3,
        swimAcceleration: 20, strokeSpeed: 4, strokeTime: 0.25 }, { floor: 0, build: pool });
    mover.body.setTransform(0, -1);
    play(hero, 60);
    assert.equal(hero.mode, 'water');
    near(mover.vy, -1.5, 1e-3);
    assert.equal(until(hero, { x: 1 }, () => mover.vx > 3 - 1e-3), 9);
    play(hero, 30, { y: 1 });
    near(mover.vy, 3, 0.01, 'the stick swims up:');
    mover.body.setTransform(0, -3);
    hero.reset();
    /** @type {number[]} */
    const strokes = [];
    play(hero, 40, { jump: true }, (i) => {
        if (hero.justStroked) strokes.push(i);
    });
    assert.deepEqual(strokes.slice(0, 3), [0, 15, 30]);
    play(hero, 60);
    mover.body.setTransform(0, -3);
    play(hero, 30);
    hero.numbers.swimGravity = 0;
    play(hero, 1, { jump: true });
    near(mover.vy, 4, 1e-3, 'a stroke:');
    hero.numbers.swimGravity = 0.25;
    mover.body.setTransform(0, -3.3);
    play(hero, 60);
    assert.equal(mover.grounded, true);
    play(hero, 30, { x: 1 });
    near(mover.vx, 3, 1e-3, 'along the bottom:');
    world.destroy();
});

test('water brakes a fall, and gravity in it is its own', () => {
    const { hero, mover, world } = stage({ water: 'water', sinkSpeed: 1, plungeDeceleration: 40,
        maxFallSpeed: 13, swimGravity: 0 }, { floor: 0, build: pool });
    mover.body.setTransform(0, 10);
    until(hero, {}, () => hero.mode === 'water');
    const steps = until(hero, {}, () => mover.vy > -1 - 1e-3);
    near(steps, 12 / 40 * 60, 2);
    play(hero, 3);
    mover.setVelocity(0, 0);
    play(hero, 20);
    near(mover.vy, 0, 1e-6, 'without gravity:');
    hero.numbers.swimGravity = 0.5;
    play(hero, 1);
    assert.ok(mover.vy < -0.1);
    world.destroy();
});

test('with its head above water it jumps out of it', () => {
    const { hero, mover, world } = stage({ water: 'water' }, { floor: 0, build: pool });
    mover.body.setTransform(0, -0.45);
    play(hero, 1);
    assert.equal(hero.mode, 'water');
    mover.body.setTransform(0, -0.2);
    const from = mover.y;
    let top = 0;
    play(hero, 40, { jump: true }, () => {
        top = Math.max(top, mover.y - from);
    });
    near(top, 2.6, 0.03);
    world.destroy();
});

test('a key that is held into the water makes no stroke at once', () => {
    const { hero, mover, world } = stage({ water: 'water', strokeTime: 0.2 }, { floor: 0,
        build: pool });
    mover.body.setTransform(0, 4);
    until(hero, { jump: true }, () => hero.mode === 'water');
    assert.equal(hero.justStroked, false);
    assert.equal(until(hero, { jump: true }, () => hero.justStroked), 12);
    world.destroy();
});

/** Ledges at 1, 2 and 3 m. @param {World<any>} world */
const ledges = (world) => {
    for (const y of [1, 2, 3]) box(world, 0, y - 0.1, 10, 0.2, { oneWay: [0, 1] });
};

test('jump and down drop through one ledge at a time, and jump where there is none', () => {
    const { hero, mover, world } = stage({}, { build: ledges });
    mover.body.setTransform(0, 3.61);
    play(hero, 10);
    for (const floor of [2, 1, 0]) {
        play(hero, 1, { y: -1, jump: true });
        assert.equal(hero.justDropped, true);
        assert.equal(hero.justJumped, false);
        play(hero, 40, { y: -1 });
        near(mover.y, floor + 0.6, 0.02, `onto ${floor} m:`);
        assert.equal(mover.grounded, true);
    }
    mover.body.setTransform(0, 1.61);
    play(hero, 2);
    play(hero, 1, { x: 1, y: -0.7, jump: true });
    assert.equal(hero.justJumped, true,
        'a stick that runs rather than points down drops through nothing');
    mover.body.setTransform(0, 0.61);
    mover.setVelocity(0, 0);
    play(hero, 10);
    let jumps = 0;
    let top = 0;
    play(hero, 20, { y: -1, jump: true }, () => {
        jumps += Number(hero.justJumped);
        top = Math.max(top, mover.y);
    });
    assert.equal(jumps, 1);
    assert.ok(top > 2, `${top}`);
    world.destroy();
});

test('with dropWith down it is down alone, once a press', () => {
    const { hero, mover, world } = stage({ dropWith: 'down' }, { build: ledges });
    mover.body.setTransform(0, 3.61);
    play(hero, 10);
    play(hero, 60, { y: -1 });
    near(mover.y, 2.6, 0.02);
    play(hero, 1);
    play(hero, 60, { y: -1 });
    near(mover.y, 1.6, 0.02);
    play(hero, 1);
    play(hero, 1, { y: -1, jump: true });
    assert.equal(hero.justDropped, true);
    world.destroy();
});

test('what it remembers is plain numbers: a world and a controller go back and on to the same bits', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder', water: 'water', airJumps: 1 }, {
        build: (made) => {
            ladder(true)(made);
            shaft(9)(made);
            box(made, 7, 0.75, 2, 1.5, { layer: 'water' });
        },
    });
    /** @param {number} i */
    const input = (i) => ({ x: [1, 1, 0, -1, 1, -1][(i >> 4) % 6],
        y: [0, 1, 0, -1, 0][(i >> 5) % 5], jump: (i >> 3) % 3 === 1, dash: (i >> 4) % 5 === 2 });
    /** @type {Set<string>} */
    const modes = new Set();
    /** @param {number} from @param {number} to */
    const run = (from, to) => {
        for (let i = from; i < to; ++i) {
            if (i % 110 === 44) hero.knock(5, 4, 0.25);
            hero.update(input(i));
            world.step();
            modes.add(hero.mode);
        }
        return `${world.hash()} ${mover.x} ${hero.mode} ${hero.save()}`;
    };
    for (let from = 0; from < 1500; from += 50) {
        const [bytes, saved] = [world.snapshot(), JSON.parse(JSON.stringify(hero.save()))];
        const first = run(from, from + 50);
        hero.reset();
        world.restore(bytes);
        hero.load(saved);
        assert.equal(run(from, from + 50), first);
    }
    assert.deepEqual([...modes].sort(), ['air', 'dash', 'ground', 'ladder', 'wall', 'water']);
    const out = new Array(3).fill(0);
    assert.equal(hero.save(out), out);
    assert.deepEqual(out, hero.save());
    world.destroy();
});

test('a rollback session plays it again to the same state', () => {
    const { hero, world } = stage({}, { build: shaft(4) });
    const rollback = new Rollback(world, {
        players: 1,
        syncTest: 6,
        emptyInput: { x: 0, jump: false },
        inputDelay: 0,
        step([input]) {
            hero.update(input);
            world.step();
        },
        save: () => hero.save(),
        load: (state) => hero.load(state),
    });
    for (let i = 0; i < 200; ++i) {
        rollback.addLocalInput({ x: [1, -1, 0][(i >> 4) % 3], jump: (i >> 3) % 2 === 1 });
        rollback.advance();
    }
    assert.equal(rollback.desync, null);
    world.destroy();
});

test('a second controller takes over where the first one is', () => {
    const { hero, mover, world } = stage();
    play(hero, 20, { x: 1, jump: true });
    const other = new Platformer(mover, { runSpeed: 3 });
    other.load(hero.save());
    assert.equal(other.mode, 'air');
    play(other, 120, { x: 1 });
    near(mover.vx, 3, 1e-3);
    assert.equal(other.mover, mover);
    world.destroy();
});

test('refresh takes in another shape, layer table and gravity', () => {
    const { hero, mover, world } = stage({}, { build: shaft(3) });
    world.gravity = [0, -40];
    hero.refresh();
    near(leap(hero, 600).height, 2.6, 0.03);
    world.layers.set('player', 'wall', 'ignore');
    world.layers.set('wall', 'player', 'ignore');
    mover.body.setTransform(-0.69, 5);
    hero.refresh();
    play(hero, 2, { x: -1 });
    play(hero, 1, { x: -1, jump: true });
    assert.equal(hero.justWallJumped, false);
    world.destroy();
});

test('on a ceiling it is the same, upside down', () => {
    const { hero, mover, world } = stage({ runSpeed: 5 }, {
        build: (made) => box(made, 0, 8.5, 400, 1),
    });
    mover.up = [0, -1];
    hero.refresh();
    until(hero, {}, () => mover.grounded);
    near(mover.y, 7.4, 0.02);
    play(hero, 60, { x: 1 });
    near(mover.vx, -5, 1e-3, 'right, as seen by it:');
    let lowest = 99;
    play(hero, 40, { jump: true }, () => {
        lowest = Math.min(lowest, mover.y);
    });
    near(7.4 - lowest, 2.6, 0.026);
    world.destroy();
});

test('in a zone of gravity that pulls aside it walks up the wall', () => {
    const world = new World({ gravity: [0, -10],
        layers: { player: { wall: 'solid', zone: 'trigger' }, wall: {}, zone: {} } });
    box(world, 10.5, 0, 1, 100);
    world.createBody({ type: 'static',
        collider: { shape: 'box', width: 40, height: 100, layer: 'zone', trigger: true,
            field: { type: 'gravity', acceleration: [30, 0] } } });
    const mover = world.createMover({ position: [9, 0], up: [-1, 0],
        collider: { shape: 'circle', radius: 0.4, layer: 'player' } });
    const hero = new Platformer(mover, { runSpeed: 5 });
    until(hero, {}, () => mover.grounded);
    near(mover.x, 9.6, 0.02);
    const { y } = mover;
    play(hero, 60, { x: 1 });
    assert.equal(mover.grounded, true);
    assert.ok(mover.y - y > 4.5, `${mover.y - y} m to its right, which is up`);
    world.destroy();
});

test('in a world without gravity it floats', () => {
    const world = new World({ gravity: [0, 0] });
    const mover = world.createMover({ collider: { shape: 'circle', radius: 0.4 } });
    const hero = new Platformer(mover);
    play(hero, 60);
    assert.deepEqual([mover.x, mover.y], [0, 0]);
    play(hero, 60, { x: 1 });
    near(mover.vx, 7, 1e-3);
    world.destroy();
});
