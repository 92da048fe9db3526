// The adapters' parts that need no page: outlines, debug lines, sync, and three.js, which runs in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import * as three from 'three';
import { TILE, World, init } from '../../js/index.js';
import { rgba } from '../../js/adapters/colors.js';
import { DEBUG_COLORS, KINDS, createDebugLines, eachKind } from '../../js/adapters/debug.js';
import { layerSettings, watchDrawing } from '../../js/adapters/drawing.js';
import { outlineOf, outlinesOf, watchShapes } from '../../js/adapters/outlines.js';
import { bindPixi } from '../../js/adapters/pixi.js';
import { createSync } from '../../js/adapters/sync.js';
import { paintPhaser } from '../../js/adapters/phaser.js';
import { bindThree, createThreeDebug } from '../../js/adapters/three.js';
import { createWorkerWorld } from '../../js/worker.js';

await init();
const near = (a, b, tolerance = 1e-5) =>
    assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

/** A floor, a crate and a ball. */
function makeScene() {
    const world = new World({ layers: { crate: ['crate', 'default'] } });
    const floor = world.createBody({ type: 'static', position: [0, -0.5],
        collider: { shape: 'box', width: 20, height: 1 } });
    const crate = world.createBody({ position: [1, 3], angle: 0.5,
        collider: { shape: 'box', width: 1, height: 1, layer: 'crate' } });
    const ball = world.createBody({ position: [-2, 2], angularVelocity: 3,
        collider: { shape: 'circle', radius: 0.5 } });
    return { world, floor, crate, ball };
}

test('an outline is the same from the options and from the collider', () => {
    const world = new World();
    for (const shape of [
        { shape: 'circle', radius: 0.5, center: [1, 2] },
        { shape: 'box', width: 2, height: 1, center: { x: 0.5, y: 0 }, angle: 0.3, radius: 0.1 },
        { shape: 'box', halfWidth: 1, halfHeight: 2 },
        { shape: 'capsule', length: 1, radius: 0.25, center: [0, 1], angle: 0.7 },
        { shape: 'capsule', a: [0, 0], b: [1, 1], radius: 0.25 },
        { shape: 'polygon', points: [[0, 0], [0, 1], [1, 0]] },
        { shape: 'polygon', points: [0, 0, 1, 0, 0, 1], radius: 0.2 },
        { shape: 'polygon', points: [0, 0, 1, 0, 0, 1], center: [3, 1], angle: 2 },
        { shape: 'segment', a: [0, 1], b: [2, 2] },
        { shape: 'hull', points: [0, 0, 2, 0, 1, 0.5, 0, 2, 0, 0, 1, 0], center: [1, 1],
            angle: -1 },
    ]) {
        const [collider] = world.createBody({ collider: /** @type {any} */ (shape) }).colliders;
        const [given, kept] = [outlineOf(/** @type {any} */ (shape)), outlineOf(collider.shape)];
        near(given.radius, kept.radius);
        assert.equal(given.points.length, kept.points.length);
        const corners = (points) =>
            Array.from({ length: points.length / 2 },
                (_, i) => [...points.slice(2 * i, 2 * i + 2)]);
        for (const [x, y] of corners(given.points)) {
            assert.ok(corners(kept.points).some(([px, py]) => Math.hypot(x - px, y - py) < 1e-5),
                JSON.stringify(shape));
        }
    }
    world.destroy();
});

test('watchShapes notices what is made, destroyed and changed', () => {
    const { world, crate, ball } = makeScene();
    const shapes = watchShapes(world);
    shapes.update();
    const { version } = shapes;
    assert.equal(shapes.update().version, version);
    assert.equal(shapes.pieces[crate.index][0].collider, crate.colliders[0]);
    ball.destroy();
    assert.ok(shapes.update().version > version);
    assert.equal(shapes.pieces[ball.index].length, 0);
    const next = shapes.version;
    crate.colliders[0].setShape({ shape: 'circle', radius: 1 });
    for (let i = 0; i < 30; ++i) shapes.update();
    assert.equal(shapes.version, next + 1);
    assert.equal(shapes.pieces[crate.index][0].radius, 1);
    const again = world.createBody({ collider: { shape: 'circle', radius: 3 } });
    assert.equal(shapes.update().pieces[again.index][0].radius, 3);
    world.destroy();
});

/** Whether a point lies in a convex outline without rounding. */
function holds(points, x, y) {
    for (let i = 0; i < points.length; i += 2) {
        const j = (i + 2) % points.length;
        if ((points[j] - points[i]) * (y - points[i + 1])
                - (points[j + 1] - points[i + 1]) * (x - points[i]) < 0) return false;
    }
    return points.length > 4;
}

test('a map is drawn as it is: every kind of tile', () => {
    const world = new World();
    const kinds = Object.values(TILE).filter((tile) => tile < 32);
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const cells = Uint8Array.from({ length: 12 * 9 },
        () => kinds[Math.floor(random() * kinds.length)]);
    const [map] =
        world.createBody({ type: 'static',
            collider: { shape: 'tiles', columns: 12, cells, cellWidth: 2, cellHeight: 0.75,
                origin: [-3, 1] } }).colliders;
    const outlines = outlinesOf(map.shape);
    assert.ok(outlines.length > 60);
    let inside = 0;
    for (let i = 0; i < 4000; ++i) {
        const [x, y] = [-3 + 24 * random(), 1 + 6.75 * random()];
        const drawn = outlines.some(({ points }) => holds(points, x, y));
        inside += drawn ? 1 : 0;
        assert.equal(drawn, map.contains(x, y), `${x}, ${y}`);
    }
    assert.ok(inside > 1500 && inside < 3000, `${inside}`);
    world.destroy();
});

/** The area of outlines without rounding. */
const areaOf = (outlines) =>
    outlines.reduce((sum, { points }) => {
        for (let i = 0; i < points.length; i += 2) {
            const j = (i + 2) % points.length;
            sum += (points[i] * points[j + 1] - points[j] * points[i + 1]) / 2;
        }
        return sum;
    }, 0);

/** Ground with slopes, holes and specks, by chance. @param {World} world @param {object} [options] */
function makeGround(world, options = {}) {
    let seed = 11;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const fill = Uint8Array.from({ length: 40 * 25 },
        (_, i) => (random() < 0.5 ? 255 * (i % 40 > 5) : 256 * random()));
    return world.createTerrain({ columns: 40, rows: 25, cellSize: 0.5, origin: [-3, 1], fill,
        position: [2, 1], angle: 0.3, ...options });
}

test('a terrain is drawn as it is, to its area', () => {
    for (const yDown of [false, true]) {
        const world = new World({ yDown });
        const terrain = makeGround(world, { pieces: 'stay' });
        const { body } = terrain;
        const [outlines, random] = [outlinesOf(terrain.shape), makeRandom(5)];
        let inside = 0;
        for (let i = 0; i < 4000; ++i) {
            const [x, y] = [-4 + 22 * random(), 14.5 * random()];
            const [px, py] = body.worldPoint([x, y]);
            const drawn = outlines.some(({ points }) => holds(points, x, y));
            inside += drawn ? 1 : 0;
            assert.equal(drawn, terrain.contains(px, py), `${x}, ${y}`);
        }
        assert.ok(inside > 1200 && inside < 3000, `${inside}`);
        const { area } = terrain.dig({ shape: 'box', width: 90, height: 90 });
        assert.ok(Math.abs(areaOf(outlines) / area.ground - 1) < 1e-5);
        assert.deepEqual(outlinesOf(terrain.shape), []);
        world.destroy();
    }
});

test('ground that is dug shows at the next update, and only rows with changes are made anew', (t) => {
    const world = new World({ layers: { rocks: {} } });
    const terrain = makeGround(world, { fill: 255, angle: 0, position: [0, 0],
        materials: { dirt: {}, rock: { layer: 'rocks' } }, material: (x) => Number(x > 10) });
    const shapes = watchShapes(world);
    const before = shapes.update().pieces[0];
    // Each row is a box of dirt and one of rock, and the surface is the border of the grid.
    assert.equal(before.filter(({ inner }) => inner).length, 2 * 24);
    assert.equal(createDebugLines(world).update().count, 2 * 24 + 4);
    assert.deepEqual(new Set(before.map(({ layer }) => layer)), new Set([0, 1]));
    const frames = () => Array.from({ length: 30 }, () => shapes.update());
    assert.equal(countReads(t, terrain, frames), 1);
    const { area } = terrain.dig({ shape: 'circle', radius: 1 }, { position: [4, 8] });
    const { version } = shapes;
    const after = shapes.update().pieces[0];
    assert.equal(shapes.version, version + 1);
    near(areaOf(before) - areaOf(after), area.dirt, 1e-4);
    const kept = after.filter((piece) => piece.inner && before.includes(piece)).length;
    assert.ok(kept >= 2 * 18 && kept < 2 * 24, `${kept}`);
    const lines = after.filter(({ inner }) => !inner);
    const length = lines.reduce(
        (sum, { points: [ax, ay, bx, by] }) => sum + Math.hypot(bx - ax, by - ay),
        0,
    );
    assert.ok(Math.abs(length - 2 * (20 + 12.5) - 2 * Math.PI) < 0.3, `${length}`);
    terrain.add({ shape: 'box', width: 3, height: 3 }, { position: [4, 8], material: 'dirt' });
    near(areaOf(shapes.update().pieces[0]), areaOf(before), 1e-3);
    world.destroy();
});

/** Counts how often shapes are read while a function runs. */
function countReads(t, collider, run) {
    const reads = t.mock.getter(Object.getPrototypeOf(collider), 'shape');
    run();
    reads.mock.restore();
    return reads.mock.callCount();
}

/** Numbers from 0 to below 1, the same each time. */
const makeRandom = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

test('ground that falls is drawn once, by its convex shapes, also when it is dug again', () => {
    const world = new World();
    const terrain = world.createTerrain({ columns: 80, rows: 40, cellSize: 0.25, origin: [-10, -5],
        fill: (x, y) =>
            y < -3 || (y < 0 && Math.abs(x) < 1) || (y >= 0 && y < 1
                && Math.abs(x) < 3) });
    const shapes = watchShapes(world);
    const all = areaOf(shapes.update().pieces[0]);
    const { area, pieces: [{ body, terrain: own, area: fallen }] } = terrain.dig({ shape: 'box',
        width: 4, height: 0.5 }, { position: [0, -1.25] });
    shapes.update();
    assert.ok(body.colliders.includes(own) && !own.enabled && body.colliders.length > 1);
    const drawn = areaOf(shapes.pieces[body.index]);
    assert.ok(Math.abs(drawn / fallen - 1) < 0.02, `${drawn} of ${fallen}`);
    near(areaOf(shapes.pieces[0]) + drawn + area.ground, all, 0.02 * fallen);
    const change = own.dig({ shape: 'circle', radius: 0.6 }, { position: [body.x, body.y] });
    shapes.update();
    assert.ok(Math.abs(areaOf(shapes.pieces[body.index]) / (fallen - change.area.ground) - 1)
        < 0.03);
    world.destroy();
});

test('equal tiles in a row are one piece; chains are lines; what holds one way is marked', () => {
    const world = new World();
    const [map] =
        world.createBody({ type: 'static',
            collider: { shape: 'tiles', cells: ['  --- ', '######'] } }).colliders;
    assert.deepEqual(outlinesOf(map.shape).map(({ points }) => points.length / 2), [4, 4, 2, 2]);
    const chain = { shape: 'chain', points: [0, 0, 2, 0, 2, 2], loop: true, radius: 0.1 };
    assert.deepEqual(outlinesOf(chain).map(({ points, radius }) => [points.length, radius]), [[4,
        0.1], [4, 0.1], [4, 0.1]]);
    assert.equal(outlinesOf({ ...chain, oneSided: true }).length, 9);
    const marks = outlinesOf({ shape: 'box', width: 2, height: 1 }, [1, 0]).slice(1);
    assert.equal(marks.length, 2);
    for (const { points } of marks)
        assert.ok(points[0] > 1 && points[2] > points[0], 'an arrow that looks to the right');
    const lines = createDebugLines(world).update();
    assert.equal(lines.count, 4 + 4 + 1 + 1);
    for (let i = 0; i < 4 * lines.count; ++i) assert.ok(Number.isFinite(lines.points[i]));
    world.destroy();
});

test('a tile that is changed shows at the next update, and an unchanged map is not read anew', async () => {
    for (const world of [new World(), await createWorkerWorld()]) {
        const body = world.createBody({ type: 'static',
            collider: { shape: 'tiles', cells: ['#.#', '###'] } });
        const shapes = watchShapes(world);
        shapes.update();
        const { version } = shapes;
        const before = shapes.pieces[body.index];
        assert.equal(before.length, 3);
        for (let i = 0; i < 90; ++i) shapes.update();
        assert.equal(shapes.version, version);
        assert.equal(shapes.pieces[body.index], before);
        body.colliders[0].setTile(1, 1, TILE.FULL);
        assert.equal(shapes.update().version, version + 1);
        assert.equal(shapes.pieces[body.index].length, 2);
        body.colliders[0].oneWay = [0, 1];
        world.destroy();
    }
});

test('a WorkerWorld’s outlines and hulls are drawn as they were given', async () => {
    const world = await createWorkerWorld();
    const star = Array.from({ length: 10 },
        (_, i) => [(i % 2 ? 0.5 : 1) * Math.cos(i), Math.sin(i)]);
    const round = Array.from({ length: 12 }, (_, i) => [Math.cos(i), Math.sin(i)]);
    const body = world.createBody({
        colliders: [{ shape: 'outline', points: star, center: [2, 0] }, { shape: 'hull',
            points: round, radius: 0.1 }, { shape: 'chain',
            points: new Float32Array([0, 0, 1, 1, 2, 0]) }, { shape: 'tiles', cells: ['/#'],
            cellSize: 0.5 }],
    });
    const { pieces } = watchShapes(world).update();
    assert.equal(pieces[body.index].length, 10 + 12 + 2 + 2);
    world.destroy();
});

test('sync moves targets in pixels, y down, and lets go of destroyed bodies', () => {
    const { world, crate, ball } = makeScene();
    const gone = [];
    const sync = createSync(world, { scale: 50, yDown: true, x: 400, y: 300,
        gone: (target) => gone.push(target) });
    const sprite = sync.add(crate, { x: 0, y: 0, rotation: 0, name: 'crate' });
    const other = sync.add(ball, { x: 0, y: 0, rotation: 0 });
    world.advance(0.5);
    sync.update();
    near(sprite.x, 400 + 50 * crate.poseX, 1e-3);
    near(sprite.y, 300 - 50 * crate.poseY, 1e-3);
    near(sprite.rotation, -crate.poseAngle);
    near(other.rotation, -ball.poseAngle);
    const [x, y] = sync.toWorld(sprite.x, sprite.y);
    near(x, crate.poseX);
    near(y, crate.poseY);
    assert.deepEqual(sync.fromWorld(1, 1), [450, 250]);
    crate.destroy();
    const { y: before } = other;
    world.advance(0.1);
    sync.update();
    assert.deepEqual(gone, [sprite]);
    assert.equal(sync.size, 1);
    assert.notEqual(other.y, before, 'the other still moves');
    sync.remove(other);
    assert.equal(sync.size, 0);
    world.destroy();
});

test('nothing throws once the world is destroyed: targets are gone, lines are none, the ticker is left', () => {
    const world = new World();
    const body = world.createBody({ position: [0, 3], collider: { shape: 'circle', radius: 1 } });
    /** @type {Set<(tick: { deltaMS: number }) => void>} */
    const ticks = new Set();
    const ticker = { add: (/** @type {any} */ tick) => ticks.add(tick),
        remove: (/** @type {any} */ tick) => ticks.delete(tick) };
    /** @type {object[]} */
    const gone = [];
    const physics = bindPixi(world, { ticker }, { gone: (target) => gone.push(target) });
    const lines = createDebugLines(world);
    const sprite = physics.add(body, { x: 0, y: 0, rotation: 0 });
    const frame = () => {
        for (const tick of [...ticks]) tick({ deltaMS: 100 });
        return lines.update().count;
    };
    assert.ok(frame() > 0);
    assert.ok(sprite.y < 0 && sprite.y > -150, `${sprite.y}`);
    const { y } = sprite;
    world.destroy();
    assert.equal(frame(), 0);
    assert.deepEqual([gone, sprite.y, physics.size, ticks.size], [[sprite], y, 0, 0]);
    assert.equal(frame(), 0);
    physics.update();
    // Destroyed by a listener, in the middle of a frame.
    const other = new World();
    const again = bindPixi(other, { ticker });
    again.add(other.createBody(), { x: 0, y: 0, rotation: 0 });
    other.on('afterStep', () => other.destroy());
    frame();
    assert.deepEqual([other.destroyed, again.size, ticks.size], [true, 0, 0]);
});

test('debug lines: every outline, sorted by kind, and the contacts', () => {
    const { world, floor, crate } = makeScene();
    crate.destroy();
    for (let i = 0; i < 120; ++i) world.step();
    const lines = createDebugLines(world).update();
    /** @type {Record<string, number>} */
    const counts = {};
    eachKind(lines, (kind, from, to) => {
        counts[kind] = (to - from) / 4;
    });
    assert.equal(counts.static, 4, 'the floor has four sides');
    assert.ok(counts.awake > 20 || counts.asleep > 20, 'the ball is round');
    assert.equal(counts.contact, world.contactPoints.count);
    assert.ok(counts.contact >= 1);
    assert.equal(Object.values(counts).reduce((a, b) => a + b), lines.count);
    assert.equal(lines.ends.length, KINDS.length);
    const xs = [0, 2].map((k) => lines.points[k]);
    near(Math.max(...xs.map(Math.abs)), 10, 1e-4);
    assert.equal(floor.alive, true);
    for (let i = 0; i < 4 * lines.count; ++i) assert.ok(Number.isFinite(lines.points[i]));
    world.destroy();
});

test('layers are drawn in their order, and anew only after a change', () => {
    const world = new World({ layers: { back: {}, front: {} } });
    const [a, b, c] = ['front', 'default', 'back'].map((layer) =>
        world.createBody({
            colliders: [0, 1].map((x) => ({ shape: 'circle', radius: 0.5, center: [x, 0], layer })),
        })
    );
    const settings = layerSettings({});
    const drawing = watchDrawing(world);
    const slots = () => drawing.update(settings).list.map(({ slot }) => slot);
    assert.deepEqual(slots(), [a, a, b, b, c, c].map(({ index }) => index), 'the order of slots');
    const { version, list } = drawing;
    for (let i = 0; i < 60; ++i) drawing.update(settings);
    assert.equal(drawing.version, version);
    assert.equal(drawing.list, list);
    settings.order = ['back', 'front'];
    assert.deepEqual(slots(), [b, b, c, c, a, a].map(({ index }) => index),
        'what has no place is behind');
    settings.hidden.push('default');
    assert.deepEqual(slots(), [c, c, a, a].map(({ index }) => index));
    settings.colors.back = '#f008';
    const [{ look }] = drawing.update(settings).list;
    assert.deepEqual(look.rgba, [1, 0, 0, 136 / 255]);
    assert.equal(look.color, '#f008');
    world.layers.add('late');
    world.createBody({ collider: { shape: 'circle', radius: 1, layer: 'late' } });
    settings.order.unshift('late');
    assert.equal(slots().length, 5);
    assert.equal(drawing.list[0].piece.radius, 1, 'a layer that is added later');
    settings.colors.front = 'nothing';
    assert.throws(() => drawing.update(settings),
        /^RangeError: renderer\.colors\.front must be a CSS colour .* got "nothing"$/);
    world.destroy();
});

test('tiles are drawn as the layer of their kind: its colour, alpha, place in the order, or not at all', async () => {
    const layers = { wall: {}, coin: {}, ghost: {} };
    for (const world of [new World({ layers }), await createWorkerWorld({ layers })]) {
        const names = world.layers.names;
        const body = world.createBody({ type: 'static',
            collider: { shape: 'tiles', layer: 'wall', cells: ['##oo#|--'],
                legend: { '#': 1, o: 2, '|': 3, '-': 4 },
                map: { 1: TILE.FULL, 2: { tile: TILE.FULL, layer: 'coin' },
                    3: { tile: TILE.FULL | TILE.TRIGGER, layer: 'ghost' },
                    4: { tile: TILE.TOP_HALF | TILE.ONE_WAY, layer: 'ghost' } } } });
        const settings = layerSettings({ colors: { coin: '#ff08', wall: '#00f' },
            order: ['coin', 'ghost', 'wall'] });
        const drawing = watchDrawing(world);
        const drawn = () =>
            drawing.update(settings).list.map((
                { piece, look },
            ) => [names[piece.layer], piece.points[0], look.color, piece.trigger]);
        const ghost = drawn()[1][2];
        const marks = drawn().slice(3, 5).map((mark) => [mark[0], mark[2]]);
        assert.deepEqual(marks, [['ghost', ghost], ['ghost', ghost]],
            'the mark of what holds one way');
        drawing.list.splice(3, 2);
        assert.deepEqual(
            drawing.list.map((
                { piece, look },
            ) => [names[piece.layer], piece.points[0], look.color, piece.trigger]),
            [['coin', 2, '#ff08', false], ['ghost', 5, ghost, true], ['ghost', 6, ghost, false], [
                'wall',
                0,
                '#00f',
                false,
            ], ['wall', 4, '#00f', false]],
        );
        settings.hidden = ['ghost'];
        assert.deepEqual(drawn().map(([name]) => name), ['coin', 'wall', 'wall']);
        const lines = createDebugLines(world, { hidden: ['ghost', 'wall'] });
        assert.equal(lines.update().count, 4);
        body.colliders[0].setTile(0, 0, 2);
        assert.deepEqual(drawn().map(([name, x]) => [name, x]), [['coin', 0], ['coin', 2], ['wall',
            1], ['wall', 4]]);
        world.destroy();
    }
});

test('a colour in hexadecimal is read with its alpha', () => {
    assert.deepEqual(rgba('#0f0', 'color'), [0, 1, 0, 1]);
    assert.deepEqual(rgba('#0F08', 'color'), [0, 1, 0, 136 / 255]);
    assert.deepEqual(rgba('#336699', 'color'), [0.2, 0.4, 0.6, 1]);
    assert.deepEqual(rgba('#33669900', 'color'), [0.2, 0.4, 0.6, 0]);
    for (const color of ['#12', '#12345', '#1234567', '#ggg', '']) {
        assert.throws(() => rgba(color, 'color'),
            new RegExp(`^RangeError: color must be .* got "${color}"$`));
    }
});

test('debug lines leave out hidden layers', () => {
    const { world } = makeScene();
    const lines = createDebugLines(world, { hidden: ['crate'] });
    const without = lines.update().count;
    lines.hidden = [];
    assert.equal(lines.update().count, without + 4);
    lines.hidden.push('crate', 'default');
    assert.equal(lines.update().count, 0);
    world.destroy();
});

test('sync gives the coordinates of a world as they are, and turns those that point the other way', () => {
    for (const yDown of [false, true]) {
        const world = new World({ yDown, gravity: [0, 0] });
        const body = world.createBody({ position: [3, 4], angle: 0.5 });
        for (const [given, up] of [[undefined, 1], [yDown, 1], [!yDown, -1]]) {
            const sync = createSync(world, { yDown: given });
            const target = sync.add(body, { x: 0, y: 0, rotation: 0 });
            sync.update();
            assert.deepEqual([target.x, target.y], [3, up * 4]);
            near(target.rotation, up * 0.5);
            assert.deepEqual(sync.toWorld(3, up * 4), [3, 4]);
        }
        world.destroy();
    }
});

test('Phaser: lines have the alpha of their colour', () => {
    const { world } = makeScene();
    const styles = [];
    const graphics = { clear() {}, lineStyle: (...style) => styles.push(style), lineBetween() {} };
    const sync = createSync(world);
    const lines = createDebugLines(world).update();
    paintPhaser(graphics, lines, sync, { colors: { static: '#12345680' }, width: 2 });
    paintPhaser(graphics, lines, sync);
    assert.deepEqual(styles, [[2, 0x123456, 128 / 255], [2, 0xffc56e, 1], [1, 0x8ea3cf, 1], [1,
        0xffc56e, 1]]);
    world.destroy();
});

test('a WorkerWorld can be drawn and synced too', async () => {
    const world = await createWorkerWorld();
    const body = world.createBody({ position: [3, 4],
        collider: { shape: 'box', width: 1, height: 1 } });
    const target = createSync(world).add(body, { x: 0, y: 0, rotation: 0 });
    const sync = createSync(world, { scale: 2 });
    sync.add(body, target);
    sync.update();
    assert.deepEqual([target.x, target.y], [6, 8]);
    await world.step();
    sync.update();
    assert.ok(target.y < 8);
    const lines = createDebugLines(world);
    assert.equal(lines.update().count, 4);
    world.createBody({ type: 'static', position: [3, body.y - 1],
        collider: { shape: 'box', width: 4, height: 1 } });
    for (let i = 0; i < 5; ++i) await world.step();
    const points = await world.contactPoints();
    assert.equal(points.count, 2);
    // What touches is asked for, and drawn once the answer is there.
    lines.update();
    await world.sync();
    assert.equal(lines.update().count, 4 + 4 + 2);
    assert.deepEqual(lines.points.slice(4 * 8, 4 * 8 + 2), points.f32.slice(2, 4));
    world.destroy();
    lines.update();
    await new Promise((resolve) => {
        setTimeout(resolve, 5);
    });
});

test('three.js: objects follow, lines are drawn in colour', () => {
    const { world, crate } = makeScene();
    const binding = bindThree(world);
    const mesh = binding.add(crate,
        new three.Mesh(new three.BoxGeometry(1, 1, 1), new three.MeshBasicMaterial()));
    const debug = createThreeDebug(world, three);
    const scene = new three.Scene();
    scene.add(mesh, debug.object);
    for (let i = 0; i < 90; ++i) world.advance(1 / 60);
    binding.update();
    debug.update();
    scene.updateMatrixWorld();
    near(mesh.position.x, crate.poseX);
    near(mesh.getWorldPosition(new three.Vector3()).y, crate.poseY);
    near(mesh.rotation.z, crate.poseAngle);
    const { position, color } = debug.object.geometry.attributes;
    const { count } = createDebugLines(world).update();
    assert.equal(debug.object.geometry.drawRange.count, 2 * count);
    assert.ok(position instanceof three.BufferAttribute && color.count >= 2 * count);
    near(Math.abs(position.getX(0)), 10, 1e-4);
    const tint = new three.Color(DEBUG_COLORS.static);
    near(color.getX(0), tint.r, 0.02);
    near(color.getZ(0), tint.b, 0.02);
    assert.equal(color.getW(0), 1);
    const faint = createThreeDebug(world, three, { colors: { static: '#ffffff40' },
        hidden: ['crate'] });
    faint.update();
    near(faint.object.geometry.attributes.color.getW(0), 0.25, 0.01);
    const { count: seen } = faint.object.geometry.drawRange;
    faint.lines.hidden = [];
    faint.update();
    assert.equal(faint.object.geometry.drawRange.count, seen + 8);
    world.destroy();
});
