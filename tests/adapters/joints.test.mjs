// Joints drawn as lines: by type, from the poses that are drawn, in a worker too, and in every adapter.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { World, init } from '../../js/index.js';
import { createDebugLines, eachKind } from '../../js/adapters/debug.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { createWorkerWorld } from '../../js/worker.js';
import { makeJoints } from './joints-scene.mjs';
import { keepScreenshot, openBrowser } from './page.mjs';

await init();

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/**
 * The lines of a kind, each as x0, y0, x1, y1.
 * @param {import('../../js/adapters/debug.js').DebugLines} lines @param {string} wanted
 */
function linesOf(lines, wanted) {
    /** @type {number[][]} */
    const found = [];
    eachKind(lines, (kind, from, to) => {
        for (let i = from; kind === wanted && i < to; i += 4)
            found.push([...lines.points.slice(i, i + 4)]);
    });
    return found;
}

/** Whether one of the lines connects two points. @param {number[][]} lines @param {number[]} a @param {number[]} b */
const connects = (lines, a, b) =>
    [[...a, ...b], [...b, ...a]].some((wanted) =>
        lines.some((line) => line.every((value, i) => Math.abs(value - wanted[i]) < 1e-4))
    );

/** Two bodies without colliders, joined. @param {object} options */
function joined(options) {
    const world = new World({ gravity: [0, 0] });
    const bodyA = world.createBody({ type: 'static', position: [1, 2], angle: Math.PI / 2 });
    const bodyB = world.createBody({ position: [4, 2] });
    const joint = world.createJoint(/** @type {any} */ ({ bodyA, bodyB, ...options }));
    const lines = createDebugLines(world).update();
    return { world, joint, bodyB, lines };
}

test('every type has lines, and those that are switched off a kind of their own', () => {
    const world = new World();
    const joints = makeJoints(world);
    assert.deepEqual(new Set(joints.map(({ type }) => type)), new Set(Object.keys(JOINT_TYPES)));
    const lines = createDebugLines(world);
    for (const joint of joints) {
        for (const each of joints) each.enabled = each === joint;
        lines.update();
        assert.ok(linesOf(lines, 'joint').length >= 4, joint.type);
        const off = linesOf(lines, 'jointOff').length;
        joint.enabled = false;
        lines.update();
        assert.equal(linesOf(lines, 'joint').length + linesOf(lines, 'limit').length, 0,
            joint.type);
        assert.ok(linesOf(lines, 'jointOff').length > off, joint.type);
    }
    for (let i = 0; i < 4 * lines.count; ++i) assert.ok(Number.isFinite(lines.points[i]));
    world.destroy();
});

test('a rod connects its anchors, with a stroke at each limit; a body that moves is connected with its anchor', () => {
    const { world, bodyB, joint, lines } = joined({ type: 'distance', localAnchorB: [0, 1],
        limit: [1, 2] });
    const drawn = linesOf(lines, 'joint');
    assert.ok(connects(drawn, [1, 2], [4, 3]));
    assert.ok(connects(drawn, [4, 2], [4, 3]));
    const strokes = linesOf(lines, 'limit');
    assert.equal(strokes.length, 2);
    strokes.forEach(([x0, y0, x1, y1], i) => {
        assert.ok(Math.abs(Math.hypot((x0 + x1) / 2 - 1, (y0 + y1) / 2 - 2) - [1, 2][i]) < 1e-5);
        assert.ok(Math.abs((x1 - x0) * 3 + (y1 - y0) * 1) < 1e-5, 'across the rod');
    });
    bodyB.position = [1, 4];
    joint.localAnchorA = [1, 0];
    world.step();
    assert.ok(connects(linesOf(createDebugLines(world).update(), 'joint'), [1, 3], [1, 5]));
    world.destroy();
});

test('an axis turns with body A and ends at the limits', () => {
    const { world, lines } = joined({ type: 'prismatic', localAnchorA: [0, 0], localAnchorB: [0, 0],
        localAxisA: [1, 0], limit: [-2, 3] });
    assert.ok(connects(linesOf(lines, 'limit'), [1, 0], [1, 5]));
    assert.equal(linesOf(lines, 'limit').length, 3);
    world.destroy();
    const free = joined({ type: 'prismatic', localAnchorA: [0, 0], localAnchorB: [0, 0],
        localAxisA: [0, -1] });
    assert.ok(connects(linesOf(free.lines, 'limit'), [0.5, 2], [4, 2]),
        'as far as body B has slid');
    free.world.destroy();
});

test('the limit of an angle is a sector, and the angle a ray in it', () => {
    const { world, lines, bodyB } = joined({ type: 'revolute', localAnchorA: [0, 0],
        localAnchorB: [-3, 0], referenceAngle: -Math.PI / 2, limit: [-0.5, 1] });
    const end = (/** @type {number} */ angle,
        /** @type {number} */ far) => [1 + far * Math.cos(angle), 2 + far * Math.sin(angle)];
    for (const [angle, far] of [[-0.5, 0.5], [1, 0.5], [0, 0.35]])
        assert.ok(connects(linesOf(lines, 'limit'), [1, 2], end(angle, far)), `${angle}`);
    bodyB.setTransform(4, 2, 0.25);
    world.step();
    assert.ok(
        connects(linesOf(createDebugLines(world).update(), 'limit'), [1, 2], end(0.25, 0.35)),
    );
    world.destroy();
});

test('what a world in a worker tells later is drawn later, and the same', async () => {
    const here = new World();
    const there = await createWorkerWorld();
    const [mine, theirs] = [here, there].map((world) => {
        makeJoints(world);
        return createDebugLines(world);
    });
    mine.update();
    theirs.update();
    assert.equal(linesOf(theirs, 'joint').length, 0);
    await there.step();
    here.step();
    mine.update();
    theirs.update();
    for (const kind of ['joint', 'limit', 'jointOff'])
        assert.deepEqual(linesOf(theirs, kind), linesOf(mine, kind), kind);
    // A change is seen within as many frames as there are joints.
    for (const world of [here, there]) world.joints[6].localAnchorA = [0.5, 0.5];
    for (let i = 0; i < there.joints.length; ++i) theirs.update();
    await there.step();
    assert.deepEqual(linesOf(theirs.update(), 'joint'), linesOf(mine.update(), 'joint'));
    there.destroy();
    theirs.update();
    assert.equal(linesOf(theirs, 'joint').length, 0);
    here.destroy();
});

/** How each adapter draws the joints on the page's canvas; returns what draws a frame. */
const ADAPTERS = {
    async canvas({ world, canvas, lines }) {
        const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
        const renderer = createCanvasRenderer(canvas, { scale: 55, y: 0.5 });
        return () => {
            renderer.draw(world);
            renderer.drawLines(lines.update());
        };
    },
    async webgl({ world, canvas, lines }) {
        const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
        const renderer = createWebglRenderer(canvas, world, { scale: 55, y: 0.5,
            background: '#0d1122' });
        return () => {
            renderer.draw();
            renderer.drawLines(lines.update());
        };
    },
    async pixi({ canvas, lines, sync }) {
        const PIXI = await import('pixi.js');
        const { paintPixi } = await import('mica2d/adapters/pixi.js');
        const app = new PIXI.Application();
        await app.init({ canvas, width: 800, height: 600, background: '#0d1122',
            preference: 'webgl', autoStart: false });
        const graphics = app.stage.addChild(new PIXI.Graphics());
        return () => {
            paintPixi(graphics, lines.update(), sync);
            app.render();
        };
    },
    async phaser({ world, canvas }) {
        const Phaser = await import('phaser');
        const { MicaPlugin } = await import('mica2d/adapters/phaser.js');
        await new Promise((resolve) => {
            globalThis.game = new Phaser.Game({
                type: Phaser.CANVAS,
                canvas,
                width: 800,
                height: 600,
                backgroundColor: '#0d1122',
                audio: { noAudio: true },
                banner: false,
                plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },
                scene: {
                    create() {
                        this.mica.use(world, { scale: 55, x: 400, y: 330 });
                        this.mica.showDebug();
                    },
                    update() {
                        if (world.stepCount > 5) resolve(undefined);
                    },
                },
            });
        });
        return () => {};
    },
    async three({ world, canvas }) {
        const three = await import('three');
        const { createThreeDebug } = await import('mica2d/adapters/three.js');
        const debug = createThreeDebug(world, three);
        const scene = new three.Scene();
        scene.add(debug.object);
        const camera = new three.OrthographicCamera(-400 / 55, 400 / 55, 300 / 55 + 0.5,
            -300 / 55 + 0.5, 0.1, 100);
        camera.position.z = 10;
        const renderer = new three.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
        renderer.setSize(800, 600, false);
        return () => {
            debug.update();
            renderer.render(scene, camera);
        };
    },
};

/** Runs on the page: draws with one adapter and counts the pixels near each colour. */
async function drawAndCount(source) {
    const { World, init: start } = await import('mica2d');
    const { DEBUG_COLORS, createDebugLines: makeLines } = await import('mica2d/adapters/debug.js');
    const { createSync } = await import('mica2d/adapters/sync.js');
    const { makeJoints: fill } = await import('/tests/adapters/joints-scene.mjs');
    await start();
    const world = new World();
    fill(world);
    const canvas = document.querySelector('canvas');
    Object.assign(canvas, { width: 800, height: 600 });
    const draw = await (0, eval)(`({ ${source} })`).draw({ world, canvas, lines: makeLines(world),
        sync: createSync(world, { scale: 55, yDown: true, x: 400, y: 330 }) });
    const copy = document.createElement('canvas');
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const ctx = copy.getContext('2d');
    draw();
    ctx.drawImage(canvas, 0, 0);
    const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
    return ['joint', 'limit', 'jointOff'].map((kind) => {
        const [red, green, blue] = [1, 3, 5].map((i) =>
            parseInt(DEBUG_COLORS[kind].slice(i, i + 2), 16)
        );
        let count = 0;
        for (let i = 0; i < data.length; i += 4)
            if (Math.abs(data[i] - red) + Math.abs(data[i + 1] - green)
                    + Math.abs(data[i + 2] - blue) < 90) ++count;
        return count;
    });
}

for (const [name, draw] of Object.entries(ADAPTERS)) {
    test(`${name} draws joints`, async () => {
        const { page, errors, close } = await browser.open('/blank', { width: 800, height: 600 });
        const [joint, limit, off] = await page.evaluate(drawAndCount,
            String(draw).replace(`async ${name}(`, 'async draw('));
        await keepScreenshot(page, `joints-${name}`);
        if (name === 'phaser') await page.evaluate(() => globalThis.game.destroy(true));
        await close();
        assert.deepEqual(errors, []);
        assert.ok(joint > 300, `${joint} pixels of joints`);
        assert.ok(limit > 100, `${limit} pixels of limits`);
        assert.ok(off > 20, `${off} pixels of what is off`);
    });
}
