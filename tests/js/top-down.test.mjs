// 'mica2d/top-down': the same speed in all directions, walls at any angle, corners, crates and other movers, the curve of
// the stick, dashes, and states that go back with the world.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { TOP_DOWN_NUMBERS, TopDown } from '../../js/top-down.js';
import { readReference } from '../../web/scripts/reference.mjs';
import { near, refuses } from './helpers.mjs';

/** @import { TopDownInput, TopDownOptions } from '../../js/top-down.js' */

const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.4 });
const STEP = 1 / 60;

/**
 * A world without gravity, and a player in it.
 * @param {TopDownOptions} [options] @param {[number, number]} [position]
 */
function stage(options, position = [0, 0]) {
    const world = new World({ gravity: [0, 0] });
    const mover = world.createMover({ position, collider: circle });
    const player = new TopDown(mover, options);
    assert.equal(mover.floating, true);
    return { world, mover, player };
}

/**
 * @param {World<any>} world @param {import('../../js/index.js').Vector} position @param {number} angle
 * @param {number} width @param {number} height
 */
const wall = (world, position, angle, width, height) =>
    world.createBody({ type: 'static', position, angle,
        collider: { shape: 'box', width, height } });

/**
 * Steps, and gives the displacements of the mover, each as m/s.
 * @param {ReturnType<typeof stage>} stage @param {TopDownInput} input @param {number} steps
 * @returns {[x: number, y: number][]}
 */
function go({ world, mover, player }, input, steps) {
    return Array.from({ length: steps }, () => {
        const [x, y] = [mover.x, mover.y];
        player.update(input);
        world.step();
        return [(mover.x - x) / STEP, (mover.y - y) / STEP];
    });
}

test('the same speed in all eight directions, and from one to the next', () => {
    const s = stage();
    for (let i = 0; i <= 8; ++i) {
        const [x, y] = [Math.round(Math.cos((i * Math.PI) / 4)),
            Math.round(Math.sin((i * Math.PI) / 4))];
        const speeds = go(s, { x, y }, 60).slice(15);
        for (const [vx, vy] of speeds) {
            near(Math.hypot(vx, vy), 4, 0.004);
            near(vx, (4 * x) / Math.hypot(x, y), 0.004);
        }
        near(s.player.facingX, x / Math.hypot(x, y), 1e-12);
        near(s.player.facingY, y / Math.hypot(x, y), 1e-12);
    }
    s.world.destroy();
});

test('it gains, loses and turns speed by its accelerations, at any rate', () => {
    for (const hertz of [30, 60, 144]) {
        const { world, mover, player } = stage({ speed: 6, acceleration: 20, deceleration: 30,
            turnAcceleration: 50 });
        const run = (/** @type {TopDownInput} */ input, /** @type {() => boolean} */ until) => {
            let steps = 0;
            for (; !until(); ++steps) {
                player.update(input, 1 / hertz);
                world.step(1 / hertz);
                assert.ok(steps < 1000);
            }
            return steps / hertz;
        };
        const within = 1.01 / hertz;
        near(run({ x: 1 }, () => mover.vx >= 6), 6 / 20, within, 'to 6 m/s');
        near(run({ x: -1 }, () => mover.vx <= 0), 6 / 50, within, 'against its direction');
        near(run({ x: -1 }, () => mover.vx <= -6), 6 / 20, within, 'and on');
        near(run({ y: 1 }, () => mover.vx === 0), 6 / 50, within, 'what was across is gone');
        near(run({ y: 1 }, () => mover.vy >= 6), 6 / 20 - 6 / 50, 2 * within, 'and on');
        near(run({}, () => mover.vy === 0), 6 / 30, within, 'to rest');
        assert.equal(mover.vx, 0);
        world.destroy();
    }
});

test('turning never makes it faster than its speed', () => {
    const s = stage({ acceleration: 100, turnAcceleration: 5 });
    const speeds = [{ x: 1 }, { y: 1 }, { x: -1, y: 1 }, { y: -1 }].flatMap((input) =>
        go(s, input, 40)
    );
    near(Math.max(...speeds.map(([x, y]) => Math.hypot(x, y))), 4, 0.004);
    s.world.destroy();
});

test('a stick has a dead zone, a full zone and a curve', () => {
    /** @param {TopDownOptions} options @param {number} length */
    const speedOf = (options, length) => {
        const s = stage({ acceleration: 1e5, ...options });
        const [vx, vy] = go(s, { x: 0.6 * length, y: -0.8 * length }, 4)[3];
        s.world.destroy();
        near(0.8 * vx, -0.6 * vy, 1e-3);
        return Math.hypot(vx, vy);
    };
    for (const stickCurve of [0, 0.5, 1]) {
        const options = { speed: 10, deadZone: 0.2, fullZone: 0.9, stickCurve };
        for (const [length, reach] of [[0.1, 0], [0.2, 0], [0.375, 0.25], [0.55, 0.5], [0.725,
            0.75], [0.9, 1], [1, 1], [1.4, 1]])
        {
            near(speedOf(options, length),
                10 * ((1 - stickCurve) * reach + stickCurve * reach ** 3), 0.01,
                `${length} by ${stickCurve}`);
        }
    }
    near(speedOf({}, 0.1), 0, 0);
});

test('along a wall at any angle it has the part of its speed that is asked for', () => {
    for (const wallSlide of [0, 0.5, 1]) {
        for (const degrees of [5, 15, 30, 45, 60, 80, 85]) {
            const angle = (degrees * Math.PI) / 180;
            const s = stage({ wallSlide }, [-2, 0.5]);
            wall(s.world, [0, 0], angle, 200, 0.5);
            const [ex, ey] = [Math.cos(angle), Math.sin(angle)];
            const part = ex + wallSlide * (1 - ex) * Math.min(ex / 0.2, 1);
            const speeds = go(s, { x: 1 }, 240).slice(90);
            for (const [vx, vy] of speeds) {
                near(vx * ex + vy * ey, 4 * part, 0.004, `${degrees} degrees, ${wallSlide}`);
                near(vy * ex - vx * ey, 0, 1e-3);
            }
            s.world.destroy();
        }
    }
});

test('internal edges of tiles are not felt, and straight into a wall it does not move', () => {
    for (const wallSlide of [0, 1]) {
        const s = stage({ wallSlide }, [0.5, 1.6]);
        s.world.createBody({ type: 'static',
            collider: { shape: 'tiles', cells: ['#'.repeat(30)] } });
        for (const [vx, vy] of go(s, { x: 1, y: -1 }, 200).slice(40)) {
            near(vx, wallSlide === 0 ? 4 * Math.SQRT1_2 : 4, 0.004);
            near(vy, 0, 1e-3);
        }
        for (const [vx, vy] of go(s, { y: -1 }, 200).slice(40)) assert.deepEqual([vx, vy], [0, 0]);
        s.world.destroy();
    }
});

test('it rests in corners of two walls, to the micrometre', () => {
    for (const wallSlide of [0, 1]) {
        for (const degrees of [45, 60, 90, 100, 120, 150]) {
            const half = (degrees * Math.PI) / 360;
            for (const y of [0, 0.2, -0.2]) {
                const s = stage({ wallSlide }, [3, 0]);
                for (const side of [1, -1]) {
                    const [c, q] = [Math.cos(half), Math.sin(half)];
                    wall(s.world, [10 * c - 0.1 * q, side * (10 * q + 0.1 * c)], side * half, 20,
                        0.2);
                }
                const speeds = go(s, { x: -1, y }, 800).slice(600);
                for (const [vx, vy] of speeds)
                    near(Math.hypot(vx, vy) * STEP, 0, 1e-6, `${degrees} degrees`);
                near(s.mover.x, 0.4 / Math.sin(half), 0.01);
                s.world.destroy();
            }
        }
    }
});

test('two of them meet: they never overlap, and go past each other unless exactly opposed', () => {
    for (const beside of [0, 0.05, 0.3]) {
        const world = new World({ gravity: [0, 0] });
        const [a, b] = [-3, 3].map((x, i) =>
            world.createMover({ floating: true, position: [x, beside * i], collider: circle })
        );
        const players = [new TopDown(a), new TopDown(b)];
        for (let i = 0; i < 360; ++i) {
            players[0].update({ x: 1 });
            players[1].update({ x: -1 });
            world.step();
            assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 0.8);
        }
        if (beside > 0) assert.ok(a.x > 3 && b.x < -3, `${a.x}, ${b.x}`);
        else near(a.x, b.x - 0.8, 0.01);
        world.destroy();
    }
});

test('it pushes crates as strongly as its mover does, and never springs back', () => {
    for (const density of [20, 60, 200]) {
        const s = stage();
        s.mover.maxPushForce = 800;
        const crate = s.world.createBody({ position: [2, 0], linearDamping: 3,
            collider: { shape: 'box', width: 1, height: 1, density } });
        const speeds = go(s, { x: 1 }, 300);
        const met = speeds.findIndex(([vx], i) => i > 10 && vx < 3.99);
        const pushing = speeds.slice(met + 2).map(([vx]) => vx);
        for (let i = 1; i < pushing.length; ++i)
            assert.ok(pushing[i] > pushing[i - 1] - 0.03, `${pushing[i - 1]} to ${pushing[i]} m/s`);
        const most = Math.min(4, 800 / (3 * density));
        near(/** @type {number} */ (pushing.at(-1)), most, 0.05 * most);
        near(crate.y, 0, 1e-3);
        s.world.destroy();
    }
});

test('a dash has its speed, time and cooldown, once a press', () => {
    const s = stage({ dashSpeed: 15, dashTime: 0.1, dashCooldown: 0.3 });
    go(s, { y: 1 }, 1);
    go(s, {}, 30);
    const speeds = go(s, { dash: true }, 60).map(([x, y]) => Math.hypot(x, y));
    assert.equal(speeds.filter((speed) => speed > 14.9).length, 6);
    near(speeds[0], 15, 0.01);
    assert.ok(speeds[6] < 4.01, 'it ends at its speed');
    near(s.mover.x, 0, 1e-6);
    let dashes = 0;
    for (let i = 0; i < 60; ++i) {
        s.player.update({ x: 1, dash: i % 2 === 0 });
        s.world.step();
        dashes += Number(s.player.justDashed);
    }
    assert.equal(dashes, 3, 'at steps 0, 24 and 48');
    s.world.destroy();
});

test('a knock keeps its velocity for its time, whatever is held, and ends a dash', () => {
    for (const dash of [false, true]) {
        const s = stage();
        go(s, { x: 1, dash }, 5);
        s.player.knock(-9, 2, 0.25);
        for (const [vx, vy] of go(s, { x: 1, dash: true }, 15)) {
            near(vx, -9, 1e-3);
            near(vy, 2, 1e-3);
        }
        assert.deepEqual([s.player.knocked, s.player.dashing, s.player.facingX], [true, false, 1]);
        const [[vx]] = go(s, { x: 1 }, 1);
        near(vx, -9 + 80 * STEP, 0.01, 'then it turns');
        assert.equal(s.player.knocked, false);
        // What a wall leaves of it.
        wall(s.world, [s.mover.x - 1, s.mover.y], 0, 0.5, 40);
        s.player.knock(-9, 2, 0.5);
        const [x, y] = /** @type {[number, number]} */ (go(s, { x: 1 }, 30).at(-1));
        near(x, 0, 1e-3);
        near(y, 2, 1e-3);
        s.world.destroy();
    }
});

test('its numbers are set live, and those of the table and of the reference are the same', () => {
    const s = stage({ speed: 2 });
    assert.deepEqual(Object.keys(s.player.numbers), Object.keys(TOP_DOWN_NUMBERS));
    s.player.numbers.speed = 7;
    near(go(s, { x: 1 }, 60)[59][0], 7, 0.01);
    const text = readReference().html;
    for (const [name, { unit, least, most, standard }] of Object.entries(TOP_DOWN_NUMBERS)) {
        const [, comment] =
            new RegExp(` id="TopDownNumbers\\.${name}".*?<p>(.*?)</p>`, 's').exec(text) ?? [];
        const unitText = { s: 'seconds, ' }[unit] ?? (unit === '' ? '' : `${unit}, `);
        assert.ok(
            comment?.startsWith(
                `${unitText}${least} to ${
                    most === 1e3 || most === 1e5 ? most.toExponential().replace('+', '') : most
                },`,
            ),
            `${name}: ${comment}`,
        );
        assert.ok(comment.includes(`default ${standard}`), `${name}: ${comment}`);
    }
    s.world.destroy();
});

test('what is bad throws, names method, argument and value, and changes nothing', () => {
    const { world, mover, player } = stage();
    refuses(() => new TopDown(/** @type {any} */ (mover.body)), TypeError,
        'TopDown: mover must be a Mover, got an object');
    refuses(() => new TopDown(mover, { speed: -1 }), RangeError,
        'TopDown: speed must be between 0 and 1000, got -1');
    refuses(() => new TopDown(mover, /** @type {any} */ ({ sped: 1 })), TypeError,
        'TopDown: options has no option "sped"');
    refuses(() => {
        player.numbers.wallSlide = 2;
    }, RangeError, 'TopDown.numbers: wallSlide must be between 0 and 1, got 2');
    refuses(() => {
        player.numbers.speed = /** @type {any} */ ('5');
    }, TypeError, 'TopDown.numbers: speed must be a finite number, got "5"');
    refuses(() => player.update({ x: NaN }), RangeError,
        'TopDown.update: input.x must be a finite number, got NaN');
    refuses(() => player.update({ y: /** @type {any} */ ('1') }), TypeError,
        'TopDown.update: input.y must be a finite number, got "1"');
    refuses(() => player.update({ dash: /** @type {any} */ (1) }), TypeError,
        'TopDown.update: input.dash must be true or false, got 1');
    refuses(() => player.update(/** @type {any} */ (null)), TypeError,
        'TopDown.update: input must be an object, got null');
    refuses(() => player.update({ x: 1 }, 0), RangeError, 'TopDown.update: dt must be between');
    refuses(() => player.knock(NaN, 0), RangeError, 'TopDown.knock: vx must be');
    refuses(() => player.knock(0, 4.1e4), RangeError, 'TopDown.knock: vy must be between');
    refuses(() => player.knock(1, 1, 0), RangeError, 'TopDown.knock: seconds must be between');
    refuses(() => player.load([1, 2]), TypeError,
        'TopDown.load: state must be what TopDown.save gave, got an array of 2');
    refuses(() => player.load(player.save().fill(NaN)), RangeError,
        'TopDown.load: state[0] must be a finite number, got NaN');
    assert.deepEqual([player.numbers.wallSlide, player.numbers.speed, player.facingX,
        player.facingY], [0, 4, 0, -1]);
    assert.deepEqual([mover.vx, mover.vy], [0, 0]);
    mover.destroy();
    refuses(() => player.update({ x: 1 }), 'STALE_MOVER');
    world.destroy();
});

test('its state goes back with the world, and what follows is the same to the bit', () => {
    const s = stage({ wallSlide: 0.7, dashTime: 0.2 });
    wall(s.world, [3, 0], 0.3, 0.5, 6);
    s.world.createBody({ position: [1.5, 1],
        collider: { shape: 'box', width: 0.6, height: 0.6, density: 30 } });
    const inputs = Array.from({ length: 240 },
        (_, i) => ({ x: Math.fround(Math.sin(i / 17)), y: Math.fround(Math.cos(i / 29)),
            dash: i % 40 > 35 }));
    /** @param {number} from @param {number} to */
    const play = (from, to) => {
        for (let i = from; i < to; ++i) {
            if (i % 60 === 33) s.player.knock(-4, 3);
            s.player.update(inputs[i]);
            s.world.step();
        }
    };
    for (const at of [38, 77, 150]) {
        s.player.reset();
        s.mover.body.setTransform(0, 0);
        play(0, at);
        const [bytes, state] = [s.world.snapshot(), JSON.stringify(s.player.save())];
        play(at, 240);
        const [hash, end] = [s.world.hash(), s.player.save([])];
        s.world.restore(bytes);
        s.player.load(JSON.parse(state));
        play(at, 240);
        assert.equal(s.world.hash(), hash);
        assert.deepEqual(s.player.save(), end);
    }
    s.world.destroy();
});

test('fields act on it, and its accelerations are its grip', () => {
    /** @param {import('../../js/index.js').FieldOptions} field @param {TopDownInput} input */
    const speedIn = (field, input) => {
        const s = stage();
        s.world.createBody({ type: 'static',
            collider: { shape: 'box', width: 100, height: 100, trigger: true, field } });
        const [vx] = go(s, input, 120)[119];
        s.world.destroy();
        return vx;
    };
    /** @param {number} x m/s² of wind @returns {import('../../js/index.js').FieldOptions} */
    const wind = (x) => ({ type: 'wind', acceleration: [x, 0] });
    // What the wind adds in a step is what it has more than it wants.
    for (const [input, wanted]
        of /** @type {const} */ ([[{}, 0], [{ x: 1 }, 4], [{ x: -1 }, -4]]))
    {
        const more = speedIn(wind(20), input) - wanted;
        assert.ok(more > 0.05 && more <= 20 * STEP, `${more} m/s`);
    }
    assert.ok(speedIn(wind(80), {}) > 10, 'it is blown away');
    near(speedIn({ type: 'speed', maxSpeed: 2 }, { x: 1 }), 2, 40 * STEP);
});

test('by chance among walls, crates and each other they are never faster than their speed, and do not shake', () => {
    let seed = 48271;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const place = () => /** @type {[number, number]} */ ([14 * chance() - 7, 14 * chance() - 7]);
    let reversals = 0;
    for (let arena = 0; arena < 12; ++arena) {
        const world = new World({ gravity: [0, 0] });
        for (const [x, y, angle] of [[0, 8, 0], [0, -8, 0], [8, 0, Math.PI / 2], [-8, 0,
            Math.PI / 2]]) wall(world, [x, y], angle, 18, 1);
        for (let i = 0; i < 8; ++i)
            wall(world, place(), 3 * chance(), 0.5 + 3 * chance(), 0.3 + chance());
        for (let i = 0; i < 12; ++i) {
            world.createBody({ position: place(), angle: chance(), linearDamping: 6,
                angularDamping: 6,
                collider: { shape: 'box', width: 0.8, height: 0.8, density: 60 } });
        }
        const players = [0, 0.5, 1].map((wallSlide, i) =>
            new TopDown(world.createMover({ position: [4 * i - 4, 0], collider: circle }), {
                wallSlide,
            })
        );
        for (let turn = 0; turn < 12; ++turn) {
            const inputs = players.map(() => ({ x: Math.round(2 * chance() - 1),
                y: Math.round(2 * chance() - 1) })
            );
            const last = players.map(() => [0, 0]);
            for (let step = 0; step < 90; ++step) {
                const before = players.map(({ mover }) => [mover.x, mover.y]);
                players.forEach((player, i) => player.update(inputs[i]));
                world.step();
                players.forEach(({ mover }, i) => {
                    const [vx, vy] = [(mover.x - before[i][0]) / STEP,
                        (mover.y - before[i][1]) / STEP];
                    // Made where they overlap, they leave that first.
                    if (turn > 0)
                        assert.ok(Math.hypot(vx, vy) < 5, `${vx}, ${vy} m/s in arena ${arena}`);
                    reversals += Number(step > 30 && vx * last[i][0] + vy * last[i][1] < -0.02);
                    last[i] = [vx, vy];
                });
            }
        }
        world.destroy();
    }
    assert.ok(reversals < 20, `${reversals} times back in 38,880 frames`);
});
