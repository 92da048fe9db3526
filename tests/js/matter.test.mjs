// Matter: making it, filling shapes with it, what is read of it, emitters, gauges, and what is refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { basin, box, steps } from './matter-engine.mjs';
import { Emitter, Matter, World } from '../../js/matter.js';
import { fromScene, toScene } from '../../js/scene.js';
import { World as PlainWorld } from '../../js/world/world.js';
import { fresh } from './fresh.mjs';
import { near, refuses } from './helpers.mjs';

test('matter has its options and defaults, which follow the unit of length', () => {
    const world = new World({ layers: { water: { default: 'solid' } } });
    const water = world.createMatter({ userData: { name: 'sea' }, layer: 'water', viscosity: 0.5,
        capacity: 100 });
    assert.ok(water instanceof Matter);
    assert.deepEqual([water.kind, water.layer, water.capacity, water.count, water.viscosity,
        water.alive, water.index], ['liquid', 'water', 100, 0, 0.5, true, 0]);
    assert.deepEqual(water.userData, { name: 'sea' });
    near(water.spacing, 0.1, 1e-7);
    near(water.repose, Math.PI / 6, 1e-6);
    const sand = world.createMatter({ kind: 'sand', density: 2 });
    assert.deepEqual([sand.kind, sand.density, sand.capacity], ['sand', 2, 5000]);
    assert.deepEqual(world.matters, [water, sand]);
    assert.equal(world.matters, world.matters);
    const pixels = new World({ lengthUnit: 50 });
    const jelly = pixels.createMatter({ kind: 'jelly' });
    near(jelly.spacing, 5, 1e-5);
    near(jelly.density, 1 / 2500, 1e-9);
    near(pixels.createEmitter({ matter: jelly }).speed, 100, 1e-4);
    // What other matter has is the default of the spacing.
    world.destroy();
    pixels.destroy();
    const coarse = new World();
    coarse.createMatter({ spacing: 0.25 });
    assert.equal(coarse.createMatter().spacing, 0.25);
    coarse.destroy();
});

test('its numbers can be set', () => {
    const world = new World({ layers: { water: {} } });
    const matter = world.createMatter({ kind: 'jelly' });
    for (const name of ['viscosity', 'cohesion', 'friction', 'stiffness', 'plasticity', 'tearing',
        'lifetime', 'repose', 'density'])
    {
        const which = /** @type {'density'} */ (name);
        matter[which] = 0.25;
        assert.equal(matter[which], 0.25, name);
        refuses(() => matter[which] = -1, RangeError, `Matter.${name}: value must be`, '-1');
        refuses(() => matter[which] = /** @type {any} */ ('much'), TypeError,
            `Matter.${name}: value must be a finite number, got "much"`);
        assert.equal(matter[which], 0.25, name);
    }
    matter.layer = 'water';
    assert.equal(matter.layer, 'water');
    refuses(() => matter.layer = /** @type {any} */ ('mud'), RangeError, 'Matter.layer: value');
    const stone = world.createMatter({ density: 20 });
    refuses(() => stone.density = 26, RangeError,
        "Matter.density: value must be within a factor of 100 of the 0.25 of the world's other matter, got 26");
    for (const name of ['spacing', 'capacity', 'kind', 'count', 'positions'])
        assert.throws(() => /** @type {any} */ (matter)[name] = 1, TypeError, name);
    world.destroy();
});

test('ground becomes sand before it is dug', () => {
    const world = new World();
    const terrain = world.createTerrain({ columns: 34, rows: 10, cellSize: 0.25,
        position: [-4.25, 0], fill: (/** @type {number} */ _, /** @type {number} */ y) => y < 8 });
    const sand = world.createMatter({ kind: 'sand' });
    const hole = /** @type {const} */ ({ shape: 'circle', radius: 0.8 });
    const above = sand.fill(hole, { position: [0, 2] });
    sand.remove(hole, { position: [0, 2] });
    const within = sand.fill(hole, { position: [0, 2], within: terrain });
    assert.ok(above > 20 && within > 20);
    near(above + within, Math.PI * 0.75 ** 2 / 0.00866, 25);
    terrain.dig(hole, { position: [0, 2] });
    steps(world, 60);
    refuses(() => sand.fill(hole, { within: /** @type {any} */ (world) }), TypeError,
        'Matter.fill: within must be a Collider');
    const other = new World();
    const foreign = other.createBody({ collider: box(1, 1) }).colliders[0];
    refuses(() => sand.fill(hole, { within: foreign }), 'FOREIGN_OBJECT', 'within');
    other.destroy();
    world.destroy();
});

test('shapes are filled, emptied, painted and pushed, and views agree with matterIn', () => {
    const { world } = basin();
    const water = world.createMatter({ capacity: 1000 });
    const count = water.fill(box(2, 1), { position: [0, 2], velocity: [1, -1], value: 4e9 });
    near(count, 2 / (0.866 * 0.01), 20, 'particles of 2 m²');
    assert.equal(water.count, count);
    assert.equal(water.fill(box(2, 1), { position: [0, 2] }), 0, 'no place is free');
    const { positions, velocities, values, densities } = water;
    assert.deepEqual([positions.length, velocities.length, values.length, densities.length], [
        2 * count,
        2 * count,
        count,
        count,
    ]);
    assert.ok(values.every((value) => value === 4e9));
    assert.ok(velocities.every((v, i) => v === (i % 2 ? -1 : 1)));
    const all = world.matterIn(box(100, 100));
    const mean = [0, 1].map((k) =>
        positions.filter((_, i) => i % 2 === k).reduce((a, b) => a + b)
        / count
    );
    assert.equal(all.count, count);
    near(all.center.x, mean[0], 1e-4);
    near(all.center.y, mean[1], 1e-4);
    near(all.mass, count * 0.00866, 0.01);
    assert.deepEqual(all.velocity, { x: 1, y: -1 });
    const left = { position: /** @type {const} */ ([-0.5, 2]) };
    const painted = water.paint(box(1, 1), { ...left, value: 9 });
    assert.equal(water.values.filter((value) => value === 9).length, painted);
    assert.equal(world.matterIn(box(1, 1), left).count, painted);
    assert.equal(water.push(box(1, 1), { ...left, velocity: [0, 3] }), painted);
    assert.equal(world.matterIn(box(1, 1), { ...left, matter: water }).velocity.y, 2);
    assert.equal(water.remove(box(1, 1), left), painted);
    assert.equal(water.count, count - painted);
    assert.deepEqual(world.matterIn(box(1, 1), left), { count: 0, mass: 0, center: { x: 0, y: 0 },
        velocity: { x: 0, y: 0 } });
    assert.equal(
        water.fill({ shape: 'circle', radius: 0.5 }, { angle: 1, position: [0, -0.2] }) > 0,
        true,
        'half of it lies above the floor',
    );
    assert.ok(water.positions.every((y, i) => i % 2 === 0 || y > 0), 'none lies in the floor');
    world.destroy();
});

test('particles are added one by one, up to the capacity', () => {
    const { world } = basin();
    const water = world.createMatter({ capacity: 3 });
    const added = water.add([0, 1, 0.2, 1], { velocities: [1, 2, 3, 4], values: [7, 2 ** 32 - 1] });
    assert.equal(added, 2);
    assert.deepEqual([...water.positions].map((each) => Math.round(100 * each)), [0, 100, 20, 100]);
    assert.deepEqual([...water.velocities], [1, 2, 3, 4]);
    assert.deepEqual([...water.values], [7, 2 ** 32 - 1]);
    assert.equal(water.add(new Float32Array([0, 2, 0, 3])), 1);
    assert.equal(water.add([0, 4]), 0);
    refuses(() => water.add([1, 2, 3]), RangeError, 'Matter.add: positions must be an even count');
    refuses(() => water.add([1, NaN]), RangeError, 'Matter.add: positions[1] must be');
    refuses(() => water.add([1, 2], { velocities: [1] }), RangeError,
        'Matter.add: velocities must be 2 numbers, got 1');
    refuses(() => water.add([1, 2], { values: [-1] }), RangeError, 'Matter.add: values[0] must be');
    refuses(() => water.add(/** @type {any} */ ('12')), TypeError, 'Matter.add: positions must be');
    world.destroy();
});

test('positions follow alpha between the last two steps, and are those of the last when extrapolated', () => {
    const { world } = basin({ gravity: [0, 0] });
    const water = world.createMatter({ capacity: 10 });
    water.add([0, 1], { velocities: [6, 0] });
    steps(world, 1);
    const after = water.positions[0];
    near(after, 0.1, 1e-3);
    world.advance(1.5 / 60);
    near(water.positions[0], after + 0.05, 2e-3);
    world.advance(0.25 / 60);
    near(water.positions[0], after + 0.075, 2e-3);
    world.poseMode = 'extrapolate';
    near(water.positions[0], after + 0.1, 2e-3);
    world.destroy();
});

test('views are read by one call for all matter, and stay the same arrays until something moves', () => {
    const { world } = basin();
    const [water, oil] = [1, 0.8].map((density) => world.createMatter({ density, capacity: 500 }));
    water.fill(box(1, 1), { position: [-1, 1] });
    oil.fill(box(1, 1), { position: [1, 1], value: 1 });
    const { positions } = water;
    assert.equal(water.positions, positions);
    assert.ok(oil.values.every((value) => value === 1) && water.values.every((value) => !value));
    const before = [...positions];
    steps(world, 1);
    assert.notDeepEqual([...water.positions], before);
    // Memory that grows leaves no view behind.
    world.createBodies(20000, { positions: new Float32Array(40000).fill(50),
        shape: { shape: 'circle', radius: 0.1 } });
    assert.equal(water.positions.length, 2 * water.count);
    assert.ok(water.positions[0] !== undefined);
    world.destroy();
});

test('an emitter emits, can be set, and ends with its matter', () => {
    const { world } = basin();
    const water = world.createMatter();
    const emitter = world.createEmitter({ matter: water, position: [0, 3], angle: -Math.PI / 2,
        width: 1, speed: 3, value: 5, userData: 'tap' });
    assert.ok(emitter instanceof Emitter);
    assert.deepEqual([emitter.matter, emitter.position, emitter.width, emitter.speed, emitter.rate,
        emitter.value, emitter.enabled, emitter.userData], [water, [0, 3], 1, 3, 0, 5, true,
        'tap']);
    steps(world, 30);
    near(water.count, 0.5 * 3 * 1 / 0.00866, 30, 'a full stream of half a second');
    assert.ok(water.values.every((value) => value === 5));
    emitter.enabled = false;
    const { count } = water;
    steps(world, 5);
    assert.equal(water.count, count);
    Object.assign(emitter, { enabled: true, rate: 60, value: 2 ** 32 - 1, position: [1, 3],
        angle: 0.5, speed: 1, width: 0, lifetime: 0.1 });
    assert.deepEqual([emitter.rate, emitter.value, emitter.position, emitter.angle, emitter.speed,
        emitter.width], [60, 2 ** 32 - 1, [1, 3], 0.5, 1, 0]);
    steps(world, 10);
    assert.ok(Math.abs(water.count - count) <= 8, 'its particles live a tenth of a second');
    for (const [name, value]
        of /** @type {[string, any][]} */ ([['rate', -1], ['speed', 1001], ['width', NaN], ['value',
            0.5], ['position', [0]], ['enabled', 1], ['lifetime', '1']]))
    {
        const before = world.hash();
        assert.throws(() => /** @type {any} */ (emitter)[name] = value,
            new RegExp(`Emitter.${name}: value`));
        assert.equal(world.hash(), before);
    }
    const other = world.createEmitter({ matter: water });
    assert.deepEqual(world.emitters, [emitter, other]);
    other.destroy();
    refuses(() => other.speed, 'STALE_EMITTER', 'Emitter.speed: the emitter was destroyed');
    water.destroy();
    assert.deepEqual([emitter.alive, world.emitters.length, world.matters.length], [false, 0, 0]);
    assert.equal(emitter.userData, 'tap');
    world.destroy();
});

test('a trigger counts particles, says when it is full, and drains', () => {
    const { world, trigger } = basin();
    const water = world.createMatter();
    assert.equal(world.gaugeOf(trigger), null);
    assert.equal(world.matterCount(trigger), 0);
    world.setGauge(trigger, { threshold: 40 });
    assert.deepEqual(world.gaugeOf(trigger), { threshold: 40, drains: false });
    /** @type {any[]} */
    const heard = [];
    const off = world.on('gauge', (event) => heard.push(event));
    water.fill(box(1, 1), { position: [0, 2] });
    steps(world, 60);
    assert.equal(heard[0].collider, trigger);
    assert.equal(heard[0].reached, true);
    assert.ok(heard[0].count >= 40);
    const inside = world.matterIn(box(1, 1), { position: [0, 0.5] }).count;
    assert.equal(world.matterCount(trigger), inside);
    off();
    const all = water.count;
    world.setGauge(trigger, { drains: true, threshold: 1e6 });
    steps(world, 120);
    assert.equal(world.matterCount(trigger), all - water.count + inside);
    assert.ok(water.count < all);
    world.setGauge(trigger, null);
    assert.equal(world.gaugeOf(trigger), null);
    world.destroy();
});

test('events of several steps of one advance are all in the list, and go with the next', () => {
    const { world, trigger } = basin();
    const water = world.createMatter();
    world.setGauge(trigger, { threshold: 5 });
    water.add([0, 0.5, 0.2, 0.5, 0.4, 0.5, 0, 0.7, 0, 0.9, 0.2, 0.9]);
    world.advance(2 / 60);
    assert.equal(world.events.gauge.length, 1);
    const [event] = world.events.gauge;
    assert.deepEqual(event, { collider: trigger, count: 6, reached: true });
    world.advance(0);
    assert.equal(world.events.gauge.length, 0);
    /** @type {string[]} */
    const order = [];
    world.on('afterStep', () => order.push('after'));
    world.on('gauge', () => order.push('gauge'));
    water.remove(box(4, 4), { position: [0, 1] });
    world.step();
    assert.deepEqual(order, ['gauge', 'after']);
    assert.equal(world.events.gauge[0].reached, false);
    world.destroy();
});

test('a ray meets the surface of particles', () => {
    const { world } = basin();
    const water = world.createMatter();
    const oil = world.createMatter({ density: 0.5 });
    water.add([0, 1], { values: [3], velocities: [0, 1] });
    oil.add([0, 2]);
    const hit = world.rayCastMatter([0, 5], [0, -10]);
    assert.equal(hit?.matter, oil);
    const below = world.rayCastMatter(0, 5, 0, -10, { matter: water });
    assert.deepEqual([below?.matter, below?.value, below?.velocity], [water, 3, { x: 0, y: 1 }]);
    near(below?.y ?? 0, 1.06, 1e-4);
    near(below?.fraction ?? 0, 0.394, 1e-4);
    assert.deepEqual([Math.round(below?.nx ?? 9), below?.ny], [0, 1]);
    assert.equal(world.rayCastMatter(1, 5, 0, -10), null);
    refuses(() => world.rayCastMatter(0, 0, 0, 0), RangeError, 'World.rayCastMatter: dx and dy');
    refuses(() => world.rayCastMatter(0, NaN, 0, 1), RangeError, 'World.rayCastMatter: y must be');
    refuses(() => world.rayCastMatter(0, 0, 0, 1, /** @type {any} */ ({ layer: 1 })), TypeError,
        'World.rayCastMatter: options has no option "layer"');
    world.destroy();
});

test('what cannot be is refused by name, and nothing changes', () => {
    const { world, trigger } = basin();
    const water = world.createMatter({ capacity: 60000 });
    water.fill(box(1, 1), { position: [0, 1] });
    const wall = /** @type {any} */ (world.bodyAt(0)).colliders[0];
    const before = world.hash();
    /** @type {[() => unknown, any, string][]} */
    const calls = [
        [() => world.createMatter(/** @type {any} */ ({ kind: 'gas' })), RangeError,
            'World.createMatter: kind must be one of "liquid", "sand", "jelly", "fabric", got "gas"'],
        [() => world.createMatter(/** @type {any} */ ({ color: 1 })), TypeError,
            'World.createMatter: options has no option "color"'],
        [() => world.createMatter({ spacing: 0.2 }), RangeError,
            "World.createMatter: spacing must be 0.1 as that of the world's other matter, got 0.2"],
        [() => world.createMatter({ capacity: 5001 }), RangeError,
            'World.createMatter: capacity must be at most 5000'],
        [() => world.createMatter({ density: 1000 }), RangeError,
            'World.createMatter: density must be within a factor of 100'],
        [() => world.createMatter({ repose: 1 }), RangeError,
            'World.createMatter: repose must be between 0.17 and 0.62, got 1'],
        [() => world.createMatter({ capacity: 0 }), RangeError,
            'World.createMatter: capacity must be an integer from 1 to 65000, got 0'],
        [() => world.createMatter(/** @type {any} */ ({ layer: 'mud' })), RangeError,
            'World.createMatter: layer must be'],
        [() => water.fill(box(1, 0)), RangeError, 'Matter.fill: shape.height must be'],
        [() => water.fill(/** @type {any} */ ({ shape: 'tiles' })), RangeError,
            'Matter.fill: shape.shape must be one of'],
        [() => water.fill(box(1, 1), { value: -1 }), RangeError, 'Matter.fill: value must be'],
        [() => water.fill(box(1, 1), { velocity: [1e5, 0] }), RangeError,
            'Matter.fill: velocity[0] must be'],
        [() => water.fill(box(5e5, 5e5)), RangeError, 'Matter.fill: '],
        [() => water.paint(box(1, 1), /** @type {any} */ ({})), TypeError,
            'Matter.paint: value must be an integer, got undefined'],
        [() => water.push(box(1, 1), /** @type {any} */ ({})), TypeError,
            'Matter.push: velocity must be'],
        [() => water.remove(box(1, 1), /** @type {any} */ ({ value: 1 })), TypeError,
            'Matter.remove: options has no option "value"'],
        [() => world.createEmitter(/** @type {any} */ ({})), TypeError,
            'World.createEmitter: matter must be a Matter, got undefined'],
        [() => world.createEmitter({ matter: water, width: -1 }), RangeError,
            'World.createEmitter: width must be'],
        [() => world.matterIn(box(1, 1), { angle: NaN }), RangeError,
            'World.matterIn: angle must be a finite number, got NaN'],
        [() => world.setGauge(wall, {}), RangeError, 'World.setGauge: collider must be a trigger'],
        [() => world.setGauge(trigger, { threshold: 0.5 }), RangeError,
            'World.setGauge: threshold must be an integer'],
        [() => world.setGauge(/** @type {any} */ (null), {}), TypeError,
            'World.setGauge: collider must be a Collider, got null'],
        [() => world.matterCount(/** @type {any} */ (water)), TypeError,
            'World.matterCount: collider must be a Collider'],
        [() => world.on(/** @type {any} */ ('flood'), () => {}), RangeError, 'World.on: kind'],
        [() => new /** @type {any} */ (Matter)(), TypeError,
            'Matter: use world.createMatter to make it'],
        [() => new /** @type {any} */ (Emitter)(), TypeError,
            'Emitter: use world.createEmitter to make one'],
    ];
    for (const [call, kind, said] of calls) refuses(call, kind, said);
    assert.equal(world.hash(), before);
    assert.equal(world.matters.length, 1);
    world.destroy();
});

test('matter of another world, and what is destroyed, is refused', () => {
    const [world, other] = [basin().world, basin().world];
    const water = world.createMatter();
    refuses(() => other.createEmitter({ matter: water }), 'FOREIGN_OBJECT',
        'World.createEmitter: matter is matter of another world');
    refuses(() => other.matterIn(box(1, 1), { matter: water }), 'FOREIGN_OBJECT', 'World.matterIn');
    water.destroy();
    for (const call
        of /** @type {(() => unknown)[]} */ ([() => water.count, () => water.kind,
            () => water.positions, () => water.fill(box(1, 1)), () => water.destroy(),
            () => water.viscosity = 1, () => water.add([0, 0])]))
        refuses(call, 'STALE_MATTER', 'Matter.', 'the matter was destroyed');
    refuses(() => world.rayCastMatter(0, 0, 1, 0, { matter: water }), 'STALE_MATTER',
        'World.rayCastMatter: matter is matter that was destroyed');
    const again = world.createMatter();
    assert.equal(again.index, 0, 'the slot is used again');
    assert.equal(water.alive, false);
    world.destroy();
    refuses(() => again.count, 'WORLD_DESTROYED', 'Matter.count');
    refuses(() => world.matters, 'WORLD_DESTROYED', 'World.matters');
    assert.equal(again.alive, false);
    other.destroy();
});

test('a world holds 32 matters, each with its particles', () => {
    const world = new World();
    const matters = Array.from({ length: 32 },
        (_, i) => world.createMatter({ capacity: 10, density: 1 + i / 10 }));
    refuses(() => world.createMatter({ capacity: 10 }), 'CAPACITY', 'World.createMatter');
    matters.forEach((matter, i) => matter.add([i, 0], { values: [i] }));
    assert.deepEqual(matters.map(({ values }) => values[0]), matters.map((_, i) => i));
    world.destroy();
});

test('plain worlds have no matter, and a plain engine says what is missing', async () => {
    const plain = new PlainWorld();
    for (const name of ['createMatter', 'matters', 'setGauge', 'matterIn'])
        assert.equal(name in plain, false, name);
    refuses(() => plain.on(/** @type {any} */ ('gauge'), () => {}), RangeError, 'World.on: kind');
    const { world } = basin();
    const water = world.createMatter();
    water.fill(box(1, 1), { position: [0, 1] });
    const snapshot = world.snapshot();
    const report = await fresh(`
        await mica.init();
        const { World } = await import(${
        JSON.stringify(
            new URL('../../js/matter.js', import.meta.url).href,
        )
    });
        report([await failure(() => mica.World.fromSnapshot(workerData)),
            await failure(() => new mica.World().restore(workerData)),
            await failure(() => new World())]);`, snapshot);
    assert.deepEqual(report.map((/** @type {any} */ { code, message }) => [code, message]), [
        ['BAD_SNAPSHOT',
            "World.fromSnapshot: the world has matter; import 'mica2d/matter' instead"],
        ['BAD_SNAPSHOT', "World.restore: the world has matter; import 'mica2d/matter' instead"],
        ['WRONG_WASM',
            "World: the engine that was loaded has no matter; call init of 'mica2d/matter'"],
    ]);
    plain.destroy();
    world.destroy();
});

test('sand bears a mover, which says so', () => {
    const { world } = basin();
    world.createMatter({ kind: 'sand' }).fill(box(4, 1), { position: [0, 0.5] });
    const hero = world.createMover({ position: [0, 2],
        collider: { shape: 'capsule', length: 0.6, radius: 0.3 } });
    assert.equal(hero.onMatter, false);
    steps(world, 120);
    assert.deepEqual([hero.grounded, hero.onMatter, hero.groundCollider, hero.groundBody,
        hero.groundCell, hero.groundMaterial, hero.groundPart], [true, true, null, null, null, null,
        0]);
    assert.ok(hero.y > 1.45 && hero.y < 1.65, `stands at ${hero.y}`);
    hero.setVelocity(0, 4);
    steps(world, 5);
    assert.deepEqual([hero.grounded, hero.onMatter], [false, false]);
    world.destroy();
});

test('fabric is pinned and set free, and a scene keeps it so', () => {
    const world = new World();
    const cloth = world.createMatter({ kind: 'fabric', stiffness: 1, tearing: 2 });
    assert.equal(cloth.kind, 'fabric');
    assert.equal(cloth.add(Array.from({ length: 31 }, (_, i) => [0.1 * i, 0]).flat()), 31);
    const end = /** @type {const} */ ({ shape: 'circle', radius: 0.04 });
    assert.equal(cloth.pin(end), 1);
    assert.equal(cloth.pin(end, { position: [3, 0] }), 1);
    steps(world, 60);
    const hangs = (/** @type {World<any>} */ { matters: [{ pinned, positions, count }] }) => {
        let lowest = 0;
        for (let i = 0; i < count; ++i) lowest = Math.min(lowest, positions[2 * i + 1]);
        const ends = pinned.map((i) => [positions[2 * i], positions[2 * i + 1]]).sort((a, b) =>
            a[0] - b[0]
        );
        near(ends[0][0], 0, 1e-6);
        near(ends[1][0], 3, 1e-6);
        assert.ok(lowest < -0.1 && lowest > -1, `hangs to ${lowest}`);
    };
    hangs(world);
    const again = fromScene(JSON.parse(JSON.stringify(toScene(world))));
    hangs(again);
    steps(again, 60);
    hangs(again);
    assert.equal(cloth.pin(box(9, 9), { pinned: false }), 31);
    assert.deepEqual(cloth.pinned, []);
    steps(world, 60);
    assert.ok(world.matterIn(box(9, 3)).count === 0, 'it falls');
    const water = world.createMatter();
    refuses(() => water.pin(end), TypeError, 'Matter.pin: particles of a liquid cannot be pinned');
    refuses(() => cloth.pin(end, { pinned: /** @type {any} */ (1) }), TypeError,
        'Matter.pin: pinned must be true or false');
    world.destroy();
    again.destroy();
});
