// 'mica2d/differences': what differs is found, named as a game names it, causes first; no bit of a snapshot is
// overlooked; the first step that differs is found by few questions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { differences, firstDifference } from '../../js/differences.js';
import { World } from '../../js/index.js';
import { openSaved } from '../../js/wire/saved-bytes.js';
import { ROWS } from '../../js/wire/saved.js';
import { shortest } from '../../js/wire/difference-text.js';
import { createWorkerWorld } from '../../js/worker.js';
import { refuses } from './helpers.mjs';

/** One of nearly everything. */
function furnished() {
    const world = new World({ layers: { thing: { thing: 'solid', wall: 'solid' }, wall: {} } });
    world.createBody({ type: 'static',
        collider: { shape: 'box', width: 30, height: 1, layer: 'wall' } });
    world.createBody({ type: 'static', position: [-8, 1],
        collider: { shape: 'tiles', cells: ['#.#', '###'], layer: 'wall' } });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [5, 1, 7, 0.6, 9, 1], layer: 'wall' } });
    world.createBody({ type: 'static',
        collider: { shape: 'circle', radius: 3, center: [0, 4], layer: 'thing',
            field: { type: 'wind', flow: [1, 0] } } });
    const player = world.createBody({ position: [0, 2],
        collider: { shape: 'capsule', radius: 0.4, length: 1, layer: 'thing' },
        userData: { name: 'player', lives: 3 } });
    const crates = Array.from({ length: 5 }, (_, i) =>
        world.createBody({
            position: [2 + i * 0.7, 1 + i],
            velocity: [1, 0],
            collider: { shape: 'box', width: 0.8, height: 0.8, layer: 'thing' },
        }));
    const hinge = world.createJoint({ type: 'revolute', bodyA: crates[0], bodyB: crates[1],
        anchor: [2.3, 2] });
    const rod = world.createJoint({ type: 'distance', bodyA: crates[2], bodyB: crates[3],
        length: 2 });
    const [box] = crates[2].colliders;
    return { world, player, crates, hinge, rod, box,
        map: /** @type {any} */ (world.bodyAt(1)).colliders[0],
        wind: /** @type {any} */ (world.bodyAt(3)).colliders[0] };
}

/** @param {World<any>} world @param {number} steps */
function run(world, steps) {
    for (let i = 0; i < steps; ++i) world.step();
}

test('equal worlds have no difference, as worlds and as bytes', () => {
    const [a, b] = [furnished(), furnished()];
    for (let i = 0; i < 5; ++i) {
        assert.deepEqual(differences(a.world, b.world), []);
        assert.deepEqual(differences(a.world.snapshot({ userData: true }), b.world.snapshot()), []);
        for (const { world, player, crates } of [a, b]) {
            run(world, 15);
            player.applyForce(5, 1);
            world.advance(0.001);
            if (i === 2) crates[4].destroy();
            if (i === 3) world.createBody({ collider: { shape: 'circle', radius: 0.3 } });
        }
    }
    const copy = World.fromSnapshot(a.world.snapshot());
    assert.deepEqual(differences(a.world, copy), []);
    [a.world, b.world, copy].forEach((world) => world.destroy());
});

/** @typedef {ReturnType<typeof furnished>} Stage */

/** What is done to the second world; the first difference that is found. @type {[(s: Stage) => void, string, string, RegExp][]} */
const CHANGES = [
    [({ world }) => {
        world.gravity = [0, -9];
    }, 'world', 'gravity.y', /^world: gravity\.y is -10 in a, -9 in b/],
    [({ world }) => {
        world.hitSpeed = 7;
    }, 'world', 'hitSpeed', /^world: hitSpeed is 1 in a, 7 in b/],
    [({ world }) => {
        world.sleep = false;
    }, 'world', 'sleep', /^world: sleep is true in a, false in b$/],
    [({ world }) => {
        world.layers.set('wall', 'wall', 'trigger');
    }, 'layer table', '"wall" names "wall" a trigger',
        /^layer table: "wall" names "wall" a trigger in b alone$/],
    [({ player }) => {
        player.x += 1e-7;
    }, 'body', 'position.x',
        /^body 4 \("player"\): position\.x is -?[\d.e-]+ in a, -?[\d.e-]+ in b \(\d+ ulps?\)$/],
    [({ player }) => {
        player.angle = 0.5;
    }, 'body', 'angle.cos', /^body 4/],
    [({ player }) => {
        player.vy = 3;
    }, 'body', 'velocity.y', /in a, 3 in b/],
    [({ player }) => {
        player.angularVelocity = 2;
    }, 'body', 'angularVelocity', /in a, 2 in b/],
    [({ player }) => {
        player.applyForce(0, 8, player.center[0], player.center[1]);
    }, 'body', 'force.y', /is 0 in a, 8 in b$/],
    [({ player }) => {
        player.linearDamping = 0.25;
    }, 'body', 'linearDamping', /is 0 in a, 0.25 in b$/],
    [({ player }) => {
        player.gravityScale = 0;
    }, 'body', 'gravityScale', /is 1 in a, 0 in b$/],
    [({ player }) => {
        player.bullet = true;
    }, 'body', 'bullet', /bullet is false in a, true in b$/],
    [({ player }) => {
        player.enabled = false;
    }, 'body', 'enabled', /enabled is true in a, false in b$/],
    [({ player }) => {
        player.type = 'kinematic';
    }, 'body', 'type', /type is "dynamic" in a, "kinematic" in b$/],
    [({ player }) => {
        player.destroy();
    }, 'body', 'alive', /^body 4 \("player"\): only in a$/],
    [({ world }) => {
        world.createBody();
    }, 'body', 'alive', /^body 10: only in b$/],
    [({ box }) => {
        box.friction = 0.1;
    }, 'collider', 'friction', /^collider 7 of body 7: friction is 0.6 in a, 0.1 in b/],
    [({ box }) => {
        box.layer = 'wall';
    }, 'collider', 'layer', /layer is "thing" in a, "wall" in b$/],
    [({ box }) => {
        box.trigger = true;
    }, 'collider', 'trigger', /trigger is false in a, true in b$/],
    [({ player }) => {
        player.colliders[0].shape = { shape: 'circle', radius: 0.4 };
    }, 'collider', 'shape.shape',
        /of body 4 \("player"\): shape\.shape is "capsule" in a, "circle" in b$/],
    [({ crates }) => {
        crates[0].createCollider({ shape: 'circle', radius: 0.1 });
    }, 'collider', 'alive', /^collider 10 of body 5: only in b$/],
    [({ map }) => {
        map.setTile(1, 1, 1);
    }, 'collider', '(1, 1) tile', /^collider 1 of body 1: \(1, 1\) tile is 0 in a, 1 in b$/],
    [({ wind }) => {
        wind.field = { type: 'wind', flow: [1, 2] };
    }, 'collider', 'field.flow.y', /^collider 3 of body 3: field\.flow\.y is 0 in a, 2 in b$/],
    [({ hinge }) => {
        hinge.breakForce = 4;
    }, 'joint', 'breakForce', /^joint 0: breakForce is 0 in a, 4 in b$/],
    [({ hinge }) => {
        hinge.motor = { speed: 3, maxTorque: 5 };
    }, 'joint', 'motor', /motor is false in a, true in b$/],
    [({ hinge }) => {
        hinge.enabled = false;
    }, 'joint', 'disabled', /disabled is false in a, true in b$/],
    [({ rod }) => {
        rod.length = 2.5;
    }, 'joint', 'length', /^joint 1: length is 2 in a, 2.5 in b$/],
    [({ rod }) => {
        rod.hertz = 3;
    }, 'joint', 'hertz', /hertz is 0 in a, 3 in b$/],
    [({ rod }) => {
        rod.destroy();
    }, 'joint', 'alive', /^joint 1: only in a$/],
    [({ player, crates }) => {
        player.ignore(crates[0]);
    }, 'ignored pairs', 'count of ignoredPairs',
        /^ignored pairs: count of ignoredPairs is 0 in a, 1 in b$/],
    [({ world }) => {
        world.timeScale = 2;
    }, 'world', 'timeScale', /^world: timeScale is 1 in a, 2 in b$/],
];

test('whatever a game does differently is named first, by the name that it has there', () => {
    for (const [change, what, field, text] of CHANGES) {
        const [a, b] = [furnished(), furnished()];
        for (const { world } of [a, b]) run(world, 10);
        change(b);
        const found = differences(a.world, b.world, { limit: 200 });
        const first = found.filter((each) =>
            !/^(1 \/|edits|shape\.b|points of|place of|own mass|mass set|mass$|inertia$|.* extent$|center)/
                .test(each.field)
        );
        const at = first.findIndex((each) => each.field === field);
        assert.ok(at >= 0, `${what} ${field} among ${found.map((each) => each.text).join('\n')}`);
        assert.equal(first[at].what, what);
        assert.match(first[at].text, text);
        assert.ok(at <= 1, `${field} comes after ${
            first.slice(0, at).map((each) => each.text).join('\n')
        }`);
        assert.deepEqual(differences(b.world, a.world, { limit: 200 }).length, found.length);
        a.world.destroy();
        b.world.destroy();
    }
});

test('a small push is found in the step in which it comes, bodies before contacts before trees', async () => {
    const [a, b] = [furnished(), furnished()];
    const hashes = [a, b].map(({ world, crates }) =>
        Array.from({ length: 90 }, (_, step) => {
            if (step === 41 && world === b.world) crates[2].applyImpulse(1e-6, 0);
            world.step();
            return world.hash();
        })
    );
    assert.equal(await firstDifference(90, hashes[0], hashes[1]), 41);
    const order = ['body', 'joint', 'contact', 'tree', 'events'];
    const found = differences(a.world, b.world, { limit: 1e6 });
    const firsts = order.map((what) => found.findIndex((each) => each.what === what));
    assert.ok(found.some(({ what, field }) => what === 'contact' && /normalImpulse/.test(field)));
    assert.deepEqual(firsts.filter((at) => at >= 0),
        firsts.filter((at) => at >= 0).sort((x, y) => x - y));
    assert.equal(firsts[0], 0);
    assert.match(found[0].text, /^body \d+.*: position\.x is .* in a, .* in b \(\d+ ulps?\)$/);
    assert.equal(differences(a.world, b.world).length, 20);
    assert.deepEqual(differences(a.world, b.world, { limit: 3 }), found.slice(0, 3));
    a.world.destroy();
    b.world.destroy();
});

test('no bit is overlooked: of every byte that a snapshot saves, one bit is turned', () => {
    const { world } = furnished();
    run(world, 40);
    const bytes = world.snapshot();
    const saved = openSaved(bytes, 'a');
    const base = new DataView(bytes.buffer);
    /** @type {number[]} */
    const places = [];
    for (let at = saved.numbersAt; at < saved.treesAt - 16; ++at) places.push(at);
    saved.rows.forEach(({ at, size, count }, k) => {
        // Generations of handles are those of the bodies and colliders themselves.
        if (!ROWS[k][0].endsWith('Events') || size === 4) {
            for (let i = 0; i < size * count; ++i) places.push(at + i);
        }
    });
    // Where generations begin is no difference of two worlds: it is at the same distance from all of them.
    const first = saved.numbersAt + 4 * 64 * 8 + 4 * 64 + 16 + 4 * 14;
    assert.equal(base.getUint32(first - 4, true), 40, 'the number of the step lies before it');
    const missed = places.filter((at, i) => {
        if (at >= first && at < first + 4) return false;
        const bad = bytes.slice();
        bad[at] ^= 1 << i % 8;
        return differences(bytes, bad).length === 0;
    });
    assert.deepEqual(missed, []);
    assert.ok(places.length > 7000, `${places.length} bytes`);
    world.destroy();
});

test('numbers are shown by the shortest decimals that mean them', () => {
    let bits = 12345;
    const view = new DataView(new ArrayBuffer(4));
    for (let i = 0; i < 20000; ++i) {
        bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
        view.setUint32(0, bits);
        const value = view.getFloat32(0);
        if (Number.isNaN(value)) continue;
        const text = shortest(value);
        assert.equal(Math.fround(Number(text)), value);
        const digits = text.replace(/e.*|[-.]/g, '').replace(/^0+|0+$/g, '').length;
        if (digits > 1)
            assert.notEqual(Math.fround(Number(value.toPrecision(digits - 1))), value, text);
    }
    assert.deepEqual([0.1, 1 / 3, -0, 16777216, Infinity, 0].map((x) => shortest(Math.fround(x))), [
        '0.1',
        '0.33333334',
        '-0',
        '16777216',
        'Infinity',
        '0',
    ]);
});

test('what is no snapshot is refused', async () => {
    const { world } = furnished();
    const bytes = world.snapshot();
    for (const bad of [undefined, null, 7, 'x', {}, [1]])
        assert.throws(() => differences(/** @type {any} */ (bad), bytes),
            /^TypeError: differences: a must be a World or the bytes of a snapshot/);
    for (const bad of [new Uint8Array(0), new Uint8Array(4096),
        bytes.subarray(0, bytes.length - 16), world.snapshot({ since: bytes })])
        refuses(() => differences(bytes, bad), 'BAD_SNAPSHOT',
            /differences: b is no whole snapshot/);
    for (let at = 0; at < 900; ++at) {
        const bad = bytes.slice();
        bad[at] ^= 0x40;
        try {
            differences(bytes, bad);
        } catch (error) {
            assert.equal(/** @type {any} */ (error).code, 'BAD_SNAPSHOT', String(error));
        }
    }
    const part = new Uint8Array(bytes.length + 5);
    part.set(bytes, 5);
    assert.deepEqual(differences(part.subarray(5), bytes), []);
    assert.throws(() => differences(bytes, bytes, { limit: 0 }), /^RangeError: differences: limit/);
    assert.throws(() => differences(bytes, bytes, /** @type {any} */ ({ most: 0 })),
        /differences: options has no option "most"/);
    const there = await createWorkerWorld();
    const pending = there.snapshot();
    assert.throws(() => differences(/** @type {any} */ ({ snapshot: () => pending }), bytes),
        /NOT_IN_WORKER|await its snapshot/);
    const [a, b] = [await pending, await there.snapshot()];
    assert.deepEqual(differences(a, b), []);
    there.destroy();
    world.destroy();
});

test('the first step that differs is found by few questions, over a network too', async () => {
    for (let steps = 0; steps < 40; ++steps) {
        for (let first = 0; first <= steps; ++first) {
            let asked = 0;
            const a = Array.from({ length: steps }, (_, step) => `hash ${step}`);
            const b = async (/** @type {number} */ step) => {
                assert.ok(step >= 0 && step < steps);
                ++asked;
                await Promise.resolve();
                return step < first ? a[step] : `other ${step}`;
            };
            assert.equal(await firstDifference(steps, a, b), first === steps ? -1 : first);
            assert.ok(asked <= Math.ceil(Math.log2(Math.max(1, steps))) + 1,
                `${asked} questions for ${steps}`);
        }
    }
    let asked = 0;
    const ask = (/** @type {number} */ step) => {
        ++asked;
        return step < 654321 ? 0 : 1;
    };
    assert.equal(await firstDifference(1e6, () => 0, ask), 654321);
    assert.ok(asked <= 21, `${asked} questions`);
    await assert.rejects(firstDifference(9, () => 1, () => Promise.reject(new Error('gone'))),
        /gone/);
    await assert.rejects(firstDifference(3, [1, 2], [1, 2, 3]),
        /^TypeError: firstDifference: askA must be a function or a list of 3 answers/);
    await assert.rejects(firstDifference(-1, [], []), /^RangeError: firstDifference: steps/);
});
