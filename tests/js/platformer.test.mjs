// The controller of platform games: running and jumping. Each number has an effect that is measured here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { World } from '../../js/index.js';
import { PLATFORMER_NUMBERS, Platformer } from '../../js/platformer.js';
import { createWorkerWorld } from '../../js/worker.js';
import { writeJumpCurve } from '../../js/platformer/jump.js';
import { STEP, box, leap, near, play, stage, until } from './platformers.mjs';

test('it runs at its speed, and takes the time to it and back that the accelerations say', () => {
    const { hero, mover, world } = stage({ runSpeed: 6, groundAcceleration: 30,
        groundDeceleration: 40, turnAcceleration: 60 });
    assert.equal(until(hero, { x: 1 }, () => mover.vx > 6 - 1e-4), 12);
    const from = mover.x;
    play(hero, 60, { x: 1 });
    near(mover.x - from, 6, 0.01);
    assert.equal(hero.mode, 'ground');
    assert.equal(until(hero, {}, () => Math.abs(mover.vx) < 1e-4), 9);
    play(hero, 60, { x: 1 });
    assert.equal(until(hero, { x: -1 }, () => mover.vx < 1e-4), 6, 'against its motion');
    assert.equal(until(hero, { x: -1 }, () => mover.vx < -6 + 1e-4), 12);
    assert.equal(hero.facing, -1);
    play(hero, 60, { x: -0.5 });
    near(mover.vx, -3, 1e-4, 'half a stick');
    play(hero, 20, { x: -7 });
    near(mover.vx, -6, 1e-4, 'more than the whole stick');
    world.destroy();
});

test('it pushes a crate that it can push at the speed it runs at, and stands before one that it cannot', () => {
    for (const [density, speed] of [[10, 6], [1e4, 0]]) {
        const { hero, mover, world } = stage({ runSpeed: 6 }, { build: (made) => {
            made.createBody({ position: [3, 0.5],
                collider: { shape: 'box', width: 1, height: 1, density, friction: 0.3,
                    layer: 'crate' } });
        } });
        play(hero, 120, { x: 1 });
        const from = mover.x;
        play(hero, 60, { x: 1 });
        near(mover.x - from, speed, 0.06, `a crate of ${density} kg:`);
        play(hero, 1, {});
        assert.ok(Math.abs(mover.vx) < 6);
        world.destroy();
    }
});

test('in the air it has other accelerations, and what is faster than it runs slows down as it says', () => {
    const { hero, mover, world } = stage({ airAcceleration: 24, airDeceleration: 12,
        excessDeceleration: 10, runSpeed: 6, jumpHeight: 300, timeToApex: 6 });
    play(hero, 1, { jump: true });
    assert.equal(until(hero, { jump: true, x: 1 }, () => mover.vx > 6 - 1e-4), 15);
    assert.equal(until(hero, { jump: true }, () => Math.abs(mover.vx) < 1e-4), 30);
    mover.setVelocity(11, mover.vy);
    assert.equal(until(hero, { jump: true, x: 1 }, () => mover.vx < 6 + 1e-4), 30);
    assert.equal(hero.mode, 'air');
    world.destroy();
});

test('a jump is as high, and takes as long to its top, as the numbers say', () => {
    for (const [jumpHeight, timeToApex, apexSpeed, apexGravity] of [[2.6, 0.38, 1.5, 0.5], [1, 0.3,
        0, 1], [4, 0.5, 3, 0.3], [6, 0.8, 40, 0.5], [2, 0.4, 2, 1]])
    {
        const { hero, world } = stage({ jumpHeight, timeToApex, apexSpeed, apexGravity });
        const { height, time } = leap(hero, 600);
        const what =
            `${jumpHeight} m in ${timeToApex} s, hanging below ${apexSpeed} m/s with ${apexGravity}:`;
        near(height, jumpHeight, 0.01 * jumpHeight, what);
        near(time, timeToApex, 1.01 * STEP, what);
        world.destroy();
    }
});

test('the jump is the same in another gravity, for another up, and at other rates', () => {
    for (const [gravity, dt]
        of /** @type {[[number, number], number][]} */ ([[[0, -25], STEP], [[0, 30], STEP], [[-4,
            0], STEP], [[0, -10], 1 / 144], [[0, -10], 1 / 30]]))
    {
        const world = new World({ gravity, fixedStep: dt });
        const up = gravity.map((each) => (each === 0 ? 0 : -Math.sign(each)));
        world.createBody({ type: 'static', position: [-2 * up[0], -2 * up[1]],
            collider: { shape: 'box', width: 4, height: 4, radius: 0 } });
        const mover = world.createMover({ position: [0.61 * up[0], 0.61 * up[1]],
            angle: Math.atan2(-up[0], up[1]),
            collider: { shape: 'capsule', length: 0.6, radius: 0.3 } });
        const hero = new Platformer(mover, { jumpHeight: 2.5, timeToApex: 0.4 });
        let top = -Infinity;
        for (let time = 0; time < 1; time += dt) {
            hero.update({ jump: time > 0.2 }, dt);
            world.step(dt);
            top = Math.max(top, mover.x * up[0] + mover.y * up[1]);
        }
        near(top - 0.61, 2.5, 0.025 + 5 * dt * dt, `gravity ${gravity}, step ${dt}:`);
        world.destroy();
    }
});

test('letting go cuts a jump: at once to the least height, later by the gravity of the cut', () => {
    const { hero, world } = stage({ jumpHeight: 3, minJumpHeight: 0.8, cutGravity: 8 });
    near(leap(hero, 1).height, 0.8, 0.008);
    play(hero, 20);
    hero.numbers.minJumpHeight = 1.5;
    near(leap(hero, 1).height, 1.5, 0.015);
    play(hero, 20);
    const heights = [4, 8, 12, 16].map((held) => {
        const { height } = leap(hero, held);
        play(hero, 20);
        return height;
    });
    near(heights[0], 1.5, 0.015, 'not yet above the least height:');
    for (let i = 1; i < 4; ++i) assert.ok(heights[i] > heights[i - 1] + 0.01, `${heights}`);
    // Eight steps up, then down to a stop by a multiple of gravity.
    hero.numbers.minJumpHeight = 0;
    for (const cutGravity of [2, 6]) {
        hero.numbers.cutGravity = cutGravity;
        const curve = { gravity: 0, speed: 0 };
        writeJumpCurve(hero.numbers, curve);
        const [v, risen] = [curve.speed - 8 * curve.gravity * STEP,
            8 * STEP * curve.speed - 32 * curve.gravity * STEP * STEP];
        near(leap(hero, 8).height, risen + v * v / (2 * cutGravity * curve.gravity), 0.02,
            `cut by ${cutGravity}:`);
        play(hero, 20);
    }
    hero.numbers.cutGravity = 1;
    hero.numbers.apexGravity = 1;
    near(leap(hero, 1).height, 3, 0.03, 'without a cut');
    world.destroy();
});

test('near the top of a jump it hangs while the key is held', () => {
    const steps = [1, 0.25].map((apexGravity) => {
        const { hero, world } = stage({ apexSpeed: 2, apexGravity, jumpHeight: 2,
            timeToApex: 0.4 });
        let count = 0;
        play(hero, 90, { jump: true }, () => {
            count += Number(!hero.mover.grounded && Math.abs(hero.mover.vy) < 2);
        });
        world.destroy();
        return count;
    });
    // 2 v / k g, with g from the height and the time.
    near(steps[0], 9.6, 1.1);
    near(steps[1], 19.6, 1.1);
});

test('it falls by its own gravity, and never faster than it may', () => {
    const { hero, mover, world } = stage({ fallGravity: 2, apexGravity: 1, timeToApex: 0.5,
        jumpHeight: 2.5, maxFallSpeed: 12 }, { floor: 0 });
    mover.body.setTransform(0, 100);
    play(hero, 20);
    near(mover.vy, -20 * 40 / 60, 0.01 + 20 * 40 / 60 - 12);
    play(hero, 10);
    near(mover.vy, -12, 1e-5);
    hero.numbers.maxFallSpeed = 30;
    play(hero, 10);
    near(mover.vy, -12 - 10 * 40 / 60, 0.01);
    world.destroy();
});

test('a jump counts for exactly the steps of the coyote time after an edge', () => {
    for (const [coyoteTime, steps] of [[0.1, 6], [0, 0], [0.05, 3]]) {
        for (const late of [steps, steps + 1].filter((each) => each > 0)) {
            const { hero, mover, world } = stage({ coyoteTime, jumpBuffer: 0 }, { floor: 10,
                x: 3 });
            until(hero, { x: 1 }, () => !mover.grounded);
            // The next update is the first one in the air.
            play(hero, late - 1, { x: 1 });
            const jumps = late <= steps;
            const from = mover.y;
            let top = 0;
            play(hero, 40, { x: 1, jump: true }, () => {
                top = Math.max(top, mover.y - from);
            });
            assert.equal(top > 0.1, jumps,
                `${coyoteTime} s, ${late} steps after the edge: ${top} m`);
            if (jumps) near(top, 2.6, 0.026, 'as high as from the ground:');
            world.destroy();
        }
    }
});

test('a press of the jump key is remembered for exactly the steps of the buffer', () => {
    for (const [jumpBuffer, steps] of [[0.1, 6], [0.05, 3], [0, 0]]) {
        for (const early of [steps, steps + 1]) {
            const { hero, mover, world } = stage({ jumpBuffer });
            // How many updates until the first one that finds it on ground.
            const { steps: whole } = leap(hero, 1);
            play(hero, 30);
            play(hero, 1, { jump: true });
            play(hero, whole - early - 1);
            assert.equal(mover.grounded, early === 0);
            play(hero, early + 1, { jump: true });
            play(hero, 2, { jump: true });
            assert.equal(!mover.grounded, early <= steps,
                `pressed ${early} steps before, ${jumpBuffer} s remembered`);
            world.destroy();
        }
    }
});

test('landing at a run keeps the speed in every frame', () => {
    const { hero, mover, world } = stage({ runSpeed: 6 });
    play(hero, 30, { x: 1 });
    for (let i = 0; i < 400; ++i) {
        play(hero, 1, { x: 1, jump: i % 50 < 12 + i / 40 });
        near(mover.body.vx, 6, 0.01, `step ${i}:`);
    }
    world.destroy();
});

test('one press makes one jump', () => {
    const { hero, mover, world } = stage();
    let jumps = 0;
    play(hero, 200, { jump: true }, () => {
        jumps += Number(hero.justJumped);
    });
    assert.equal(jumps, 1);
    assert.equal(mover.grounded, true);
    world.destroy();
});

test('jumps in the air are counted, as high as they say, and given back by the ground', () => {
    const { hero, mover, world } = stage({ airJumps: 2, airJumpHeight: 1.5 });
    const heights = [];
    play(hero, 15, { jump: true });
    for (let i = 0; i < 3; ++i) {
        play(hero, 10);
        const from = mover.y;
        let top = 0;
        play(hero, 25, { jump: true }, (step) => {
            top = Math.max(top, mover.y - from);
            if (step === 0) assert.equal(hero.justAirJumped, i < 2);
        });
        heights.push(top);
    }
    near(heights[0], 1.5, 0.015);
    near(heights[1], 1.5, 0.015);
    near(heights[2], 0, 1e-6);
    play(hero, 60);
    play(hero, 2, { jump: true });
    play(hero, 2);
    play(hero, 1, { jump: true });
    assert.equal(hero.justAirJumped, true);
    world.destroy();
});

test('landing is told once, with its speed', () => {
    const { hero, mover, world } = stage({ maxFallSpeed: 9 });
    /** @type {number[]} */
    const landings = [];
    play(hero, 90, { jump: true }, () => {
        if (hero.justLanded) landings.push(hero.landingSpeed);
    });
    assert.equal(landings.length, 1);
    near(landings[0], 9, 1e-3);
    assert.equal(hero.landingSpeed, 0);
    assert.equal(mover.grounded, true);
    world.destroy();
});

test('a jump from a lift has its velocity, also a moment after the lift has stopped', () => {
    for (const [late, liftTime, vx] of [[0, 0.1, 3], [4, 0.1, 3], [8, 0.1, 0], [4, 0, 0]]) {
        const { hero, mover, world } = stage({ liftTime }, { floor: 0, build: (made) => {
            made.createBody({ type: 'kinematic', velocity: [3, 4], position: [0, -0.5],
                collider: { shape: 'box', width: 8, height: 1, layer: 'wall' } });
        } });
        const lift = world.bodyAt(0);
        play(hero, 30);
        assert.equal(mover.groundBody, lift);
        if (late > 0) lift?.setVelocity(0, 0);
        play(hero, late);
        const from = mover.y;
        let top = 0;
        play(hero, 1, { jump: true });
        near(mover.vx, vx, 0.4, `${late} steps after, kept for ${liftTime} s, sideways:`);
        play(hero, 60, { jump: true }, () => {
            top = Math.max(top, mover.y - from);
        });
        const curve = { gravity: 0, speed: 0 };
        writeJumpCurve(hero.numbers, curve);
        // A speed of 4 m/s more, and what it hangs.
        const lifted = ((curve.speed + 4) ** 2 + 1.5 ** 2) / (2 * curve.gravity);
        near(top, vx === 0 ? 2.6 : lifted, 0.03, `${late} steps after, kept for ${liftTime} s:`);
        world.destroy();
    }
});

test('a jump from a lift that goes down is as high as from the floor', () => {
    const { hero, mover, world } = stage({}, { floor: 0, build: (made) => {
        made.createBody({ type: 'kinematic', velocity: [0, -6], position: [0, -0.5],
            collider: { shape: 'box', width: 8, height: 1, layer: 'wall' } });
    } });
    play(hero, 30);
    const from = mover.y;
    let top = 0;
    play(hero, 40, { jump: true }, () => {
        top = Math.max(top, mover.y - from);
    });
    near(top, 2.6, 0.026);
    world.destroy();
});

test('launch has it jump wherever it is, and no key cuts that', () => {
    const { hero, mover, world } = stage();
    hero.launch(4);
    const from = mover.y;
    let top = 0;
    play(hero, 60, {}, () => {
        top = Math.max(top, mover.y - from);
    });
    near(top, 4, 0.04);
    play(hero, 60);
    play(hero, 10, { jump: true });
    const middle = mover.y;
    hero.launch(1);
    top = 0;
    play(hero, 30, {}, (i) => {
        top = Math.max(top, mover.y - middle);
        assert.equal(hero.justJumped, i === 0);
    });
    near(top, 1, 0.01);
    world.destroy();
});

test('a knock leaves the ground with its velocity, whatever is held, and ends jumps and dashes', () => {
    for (const dash of [false, true]) {
        const { hero, mover, world } = stage();
        play(hero, 30, { x: 1 });
        play(hero, 5, { x: 1, dash });
        const [x, y] = [mover.x, mover.y];
        let top = 0;
        hero.knock(-9, 6, 0.2);
        play(hero, 12, { x: 1, jump: true, dash: true }, () => {
            near(mover.vx, -9, 1e-4);
            assert.deepEqual([hero.knocked, hero.mode, hero.facing, hero.justJumped,
                hero.justDashed], [true, 'air', 1, false, false]);
            top = Math.max(top, mover.y - y);
        });
        near(mover.x - x, -9 * 0.2, 0.01);
        // v² / 2g with the gravity of a jump.
        const curve = { gravity: 0, speed: 0 };
        writeJumpCurve(hero.numbers, curve);
        near(top, 36 / (2 * curve.gravity), 0.06);
        play(hero, 1, { x: 1, jump: true, dash: true });
        assert.equal(hero.knocked, false);
        near(mover.vx, -9 + hero.numbers.airAcceleration * STEP, 1e-3);
        world.destroy();
    }
});

test('a knock along the ground slides, one of a climber or a swimmer takes it off, and walls stop it', () => {
    const { hero, mover, world } = stage({ ladders: 'ladder', water: 'water' }, {
        build: (made) => {
            box(made, 0, 3, 0.8, 6, { layer: 'ladder' });
            box(made, 10, 3, 4, 6, { layer: 'water' });
            box(made, -6, 3, 1, 6);
        },
    });
    play(hero, 30, { y: 1 });
    assert.equal(hero.mode, 'ladder');
    hero.knock(-2, 3, 0.5);
    play(hero, 1, { y: 1 });
    assert.equal(hero.mode, 'air');
    play(hero, 29, { y: 1 });
    assert.notEqual(hero.mode, 'ladder');
    play(hero, 60);
    hero.knock(-5, 0, 0.3);
    play(hero, 18, { x: 1 }, () => {
        assert.equal(hero.mode, 'ground');
        near(mover.vx, -5, 1e-4);
    });
    hero.knock(-30, 0, 1);
    play(hero, 20);
    assert.ok(mover.x > -5.5 && Math.abs(mover.vx) < 1e-3, 'at the wall');
    mover.body.setTransform(10, 3);
    hero.reset();
    play(hero, 20);
    assert.equal(hero.mode, 'water');
    hero.knock(4, 0, 0.05);
    play(hero, 3, {}, () => assert.equal(hero.mode, 'air'));
    play(hero, 1);
    assert.equal(hero.mode, 'water');
    world.destroy();
});

test('a knock is in the axes of the world, where y points down too', () => {
    const world = new World({ yDown: true });
    world.createBody({ type: 'static', position: [0, 0.5],
        collider: { shape: 'box', width: 40, height: 1 } });
    const mover = world.createMover({ position: [0, -0.61],
        collider: { shape: 'capsule', length: 0.6, radius: 0.3 } });
    const hero = new Platformer(mover);
    play(hero, 10);
    const { y } = mover;
    hero.knock(3, -6);
    play(hero, 6);
    assert.ok(mover.y < y - 0.3 && mover.vx === 3);
    world.destroy();
});

test('all numbers can be set at any time, and a bad one is refused with its name, and changes nothing', () => {
    const { hero, world } = stage();
    for (const [name, { least, most, standard, unit }] of Object.entries(PLATFORMER_NUMBERS)) {
        const key = /** @type {keyof typeof PLATFORMER_NUMBERS} */ (name);
        assert.equal(hero.numbers[key], standard, name);
        assert.ok(standard >= least && standard <= most, name);
        const wanted = unit === '' ? 3 : (least + standard) / 2;
        hero.numbers[key] = wanted;
        assert.equal(hero.numbers[key], wanted, name);
        for (const bad of [NaN, Infinity, least - 1, most + 1, 'x', null]) {
            assert.throws(() => {
                /** @type {any} */ (hero.numbers)[name] = bad;
            }, (/** @type {any} */ error) =>
                error.message.startsWith(`Platformer.numbers: ${name} must be`)
                && /Range|Type/.test(error.name), `${name} = ${bad}`);
            assert.throws(() =>
                new Platformer(hero.mover, { [name]: bad }),
                new RegExp(`^\\w+: Platformer: ${name} must be`));
        }
        assert.equal(hero.numbers[key], wanted, name);
    }
    assert.deepEqual(Object.keys(hero.numbers), Object.keys(PLATFORMER_NUMBERS));
    play(hero, 100, { x: 1, jump: true });
    const copy = new Platformer(hero.mover, { ...hero.numbers });
    assert.deepEqual({ ...copy.numbers }, { ...hero.numbers });
    world.destroy();
});

test('a misspelt number is no silence, and a class of the game may extend it', () => {
    const { hero, mover, world } = stage();
    assert.throws(() => {
        /** @type {any} */ (hero).jumpHeight = 3;
    }, TypeError);
    assert.throws(() => {
        /** @type {any} */ (hero.numbers).jumpheight = 3;
    }, TypeError);
    class Hero extends Platformer {
        lives = 3;
    }
    const own = new Hero(mover, { runSpeed: 4 });
    own.lives = 2;
    play(own, 60, { x: 1 });
    near(mover.vx, 4, 1e-4);
    world.destroy();
});

test('the words on each number say the range and the default of the table', () => {
    const text = readFileSync(new URL('../../js/platformer/numbers.js', import.meta.url), 'utf8')
        .replaceAll(/\n \*     /g, ' ');
    for (const [name, { least, most, standard, unit }] of Object.entries(PLATFORMER_NUMBERS)) {
        const [, words] = new RegExp(`@property \\{number\\} ${name} (.*)`).exec(text)
            ?? assert.fail(name);
        const range = /(?:^|, |: )([\d.e-]+) to ([\d.e]+)/.exec(words) ?? assert.fail(words);
        assert.deepEqual([Number(range[1]), Number(range[2])], [least, most], words);
        assert.equal(Number(/default ([\d.]+)$/.exec(words)?.[1]), standard, words);
        const said =
            { m: 'metres', s: 'seconds', 'm/s': 'm/s', 'm/s²': 'm/s²', '×': 'times',
                '': `${least} to` }[unit];
        assert.ok(said && words.startsWith(said), words);
    }
});

test('bad input is refused with method, name and value', () => {
    const { hero, mover, world } = stage();
    const make = (/** @type {any} */ of, /** @type {any} */ options) => () =>
        new Platformer(of, options);
    assert.throws(make(null), { name: 'TypeError',
        message: /^Platformer: mover must be a Mover, got null/ });
    assert.throws(make(mover.body), { name: 'TypeError',
        message: /^Platformer: mover must be a Mover, got an object/ });
    assert.throws(make(mover, { speed: 3 }), { name: 'TypeError',
        message: /^Platformer: options has no option "speed"/ });
    assert.throws(make(mover, { ladders: 'stairs' }), { name: 'RangeError',
        message: /^Platformer: ladders must be one of .*got "stairs"/ });
    assert.throws(make(mover, { water: ['water', 3] }), { name: 'TypeError',
        message: /^Platformer: water\[1\] must be one of .*got 3/ });
    assert.throws(make(mover, { ladders: {} }), { name: 'TypeError',
        message:
            /^Platformer: ladders must be the name of a layer or an array of them, got an object/ });
    assert.throws(make(mover, { dropWith: 'up' }), { name: 'RangeError',
        message: /^Platformer: dropWith must be one of "jump", "down", got "up"/ });
    const update = (/** @type {any} */ input, /** @type {any} */ dt) => () =>
        hero.update(input, dt);
    assert.throws(update(undefined), { name: 'TypeError',
        message: /^Platformer\.update: input must be an object, got undefined/ });
    assert.throws(update({ x: NaN }), { name: 'RangeError',
        message: /^Platformer\.update: input\.x must be a finite number, got NaN/ });
    assert.throws(update({ y: '1' }), { name: 'TypeError',
        message: /^Platformer\.update: input\.y must be a finite number, got "1"/ });
    assert.throws(update({ jump: 1 }), { name: 'TypeError',
        message: /^Platformer\.update: input\.jump must be true or false, got 1/ });
    assert.throws(update({ dash: 'x' }), { name: 'TypeError',
        message: /^Platformer\.update: input\.dash must be true or false/ });
    assert.throws(update({}, 0), { name: 'RangeError',
        message: /^Platformer\.update: dt must be between 0\.000001 and 1, got 0/ });
    assert.throws(() => hero.launch(0), { name: 'RangeError',
        message: /^Platformer\.launch: height must be .*got 0/ });
    for (const [args, name]
        of /** @type {[any[], string][]} */ ([[[NaN, 0], 'vx'], [[0, '1'], 'vy'], [[1e9, 0], 'vx'],
            [[1, 1, 0], 'seconds'], [[1, 1, 61], 'seconds']]))
    {
        assert.throws(() => Reflect.apply(hero.knock, hero, args), {
            message: new RegExp(`^Platformer\\.knock: ${name} must be `),
        });
    }
    assert.deepEqual([mover.vx, mover.vy, hero.save().at(-2)], [0, 0, 0]);
    for (const bad of [undefined, {}, [1, 2], hero.save().map(() => NaN),
        hero.save().map(() => 77)])
    {
        assert.throws(() => hero.load(/** @type {any} */ (bad)), {
            message: /^Platformer\.load: state(\[\d+\])? must be /,
        });
    }
    world.destroy();
});

test('a mover of a world in a worker is refused: its controller belongs into the worker', async () => {
    const world = await createWorkerWorld();
    const mover = world.createMover({ collider: { shape: 'circle', radius: 0.4 } });
    assert.throws(() => new Platformer(/** @type {any} */ (mover)), { name: 'TypeError',
        message: /^Platformer: mover must be of a world in this thread/ });
    world.destroy();
});
