// The camera that the Canvas and the WebGL renderer share: a world or a box fits into the canvas, and
// points go to the screen and back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { makeCamera } from '../../js/adapters/camera.js';
import { createCanvasRenderer } from '../../js/adapters/canvas.js';
import { near } from './helpers.mjs';

/** A canvas at 100, 50 of the window. @param {number} width @param {number} height CSS pixels */
function canvasOf(width, height) {
    return /** @type {any} */ ({
        getContext: () => ({}),
        getBoundingClientRect: () => ({ left: 100, top: 50, width, height }),
    });
}

/** A floor of 20 by 1 m, its top at 0, and a turned box whose upper corner is at 2 + √2/2. */
function scene() {
    const world = new World();
    world.createBody({ type: 'static', position: [4, -0.5],
        collider: { shape: 'box', width: 20, height: 1 } });
    world.createBody({ position: [4, 2], angle: Math.PI / 4,
        collider: { shape: 'box', width: 1, height: 1 } });
    world.createBody({ position: [999, 999], collider: { shape: 'circle', radius: 1 } }).destroy();
    return world;
}

test('a world fits with its margin, in a wide and in a high canvas', () => {
    const world = scene();
    const top = 2 + Math.SQRT1_2;
    for (const [width, height] of [[800, 100], [200, 600]]) {
        for (const margin of [0, 1]) {
            const renderer = createCanvasRenderer(canvasOf(width, height), { scale: 3 });
            renderer.fit(world, margin);
            near(renderer.x, 4, 1e-5);
            near(renderer.y, (top - 1) / 2, 1e-5);
            const wanted = Math.min(width / (20 + 2 * margin), height / (top + 1 + 2 * margin));
            near(renderer.scale, wanted, 1e-3);
            const [left, bottom] = renderer.toScreen(-6 - margin, -1 - margin);
            const [right, upper] = renderer.toScreen(14 + margin, top + margin);
            assert.ok(
                left > 99.9 && right < 100.1 + width && upper > 49.9 && bottom < 50.1 + height,
            );
            assert.ok(right - left > width - 0.1 || bottom - upper > height - 0.1,
                'as large as there is room');
        }
    }
    world.destroy();
});

test('a box fits, as a collider tells it', () => {
    const world = scene();
    const camera = makeCamera(canvasOf(400, 400), 50, 0, 0);
    const [floor] = world.bodyAt(0)?.colliders ?? [];
    camera.fit(floor.aabb());
    near(camera.scale, 20, 1e-3);
    near(camera.x, 4, 1e-5);
    near(camera.y, -0.5, 1e-5);
    world.destroy();
});

test('to the screen and back', () => {
    const camera = makeCamera(canvasOf(640, 480), 40, 3, -2);
    assert.deepEqual(camera.toScreen(3, -2), [420, 290]);
    assert.deepEqual(camera.toScreen(4, -1), [460, 250], 'y goes up');
    assert.deepEqual(camera.toWorld(460, 250), [4, -1]);
    Object.assign(camera, { scale: 80, x: 0 });
    const [x, y] = camera.toWorld(...camera.toScreen(1.25, -7.5));
    near(x, 1.25, 1e-9);
    near(y, -7.5, 1e-9);
});

test('what is empty, a point, and a canvas that is not shown', () => {
    const world = new World();
    const camera = makeCamera(canvasOf(640, 480), 40, 3, -2);
    camera.fit(world);
    assert.deepEqual([camera.scale, camera.x, camera.y], [40, 3, -2]);
    camera.fit({ minX: 5, minY: 6, maxX: 5, maxY: 6 });
    assert.deepEqual([camera.scale, camera.x, camera.y], [40, 5, 6]);
    const hidden = makeCamera(canvasOf(0, 0), 40, 0, 0);
    hidden.fit({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
    assert.equal(hidden.scale, 40);
    world.destroy();
});

/** A canvas with a context that notes its calls. @param {number} clientWidth @param {number} clientHeight CSS pixels */
function notingCanvas(clientWidth, clientHeight) {
    /** @type {[string, ...number[]][]} */
    const calls = [];
    const note = (/** @type {string} */ name) => (/** @type {number[]} */ ...args) => {
        calls.push([name, ...args]);
    };
    const canvas = /** @type {any} */ ({
        width: 300,
        height: 150,
        clientWidth,
        clientHeight,
        getContext: () => ctx,
        getBoundingClientRect: () => ({ left: 100, top: 50, width: clientWidth,
            height: clientHeight }),
    });
    const ctx = { canvas, setTransform: note('setTransform'), clearRect: note('clearRect'),
        fillRect: note('fillRect') };
    return { canvas, ctx: /** @type {any} */ (ctx), calls };
}

/** Where a transform puts a point. @param {number[]} transform @param {number} x @param {number} y */
const place = ([a, b, c, d, e, f], x, y) => [a * x + c * y + e, b * x + d * y + f];

test('transform leads a context to where the camera shows the point, in pixels of its canvas', () => {
    for (const yDown of [false, true]) {
        const own = notingCanvas(800, 600);
        const renderer = createCanvasRenderer(own.canvas, { scale: 40, x: 3, y: -2 });
        const world = new World({ yDown });
        renderer.draw(world);
        const over = notingCanvas(800, 600);
        Object.assign(over.canvas, { width: 1600, height: 1200 }); // two pixels a CSS pixel
        for (const [into, ratio] of /** @type {const} */ ([[own, 1], [over, 2]])) {
            renderer.transform(into.ctx);
            const [name, ...transform] = into.calls.at(-1) ?? ['none'];
            assert.equal(name, 'setTransform');
            for (const [x, y] of [[3, -2], [0, 0], [-4.5, 7]]) {
                const [clientX, clientY] = renderer.toScreen(x, y);
                const [px, py] = place(transform, x, y);
                near(px, ratio * (clientX - 100), 1e-9);
                near(py, ratio * (clientY - 50), 1e-9);
            }
        }
        world.destroy();
    }
});

test('a canvas of the page has its pixels before the game draws on it, and one that is not shown keeps them', () => {
    const { canvas, ctx } = notingCanvas(640, 480);
    const renderer = createCanvasRenderer(canvas);
    renderer.transform(ctx);
    assert.deepEqual([canvas.width, canvas.height], [640, 480]);
    const hidden = notingCanvas(0, 0);
    createCanvasRenderer(hidden.canvas, { scale: 10 }).transform(hidden.ctx);
    assert.deepEqual([hidden.canvas.width, hidden.canvas.height], [300, 150]);
    assert.deepEqual(hidden.calls, [['setTransform', 10, 0, 0, -10, 150, 75]]);
    for (const bad of [null, undefined, {}, canvas])
        assert.throws(() => renderer.transform(/** @type {any} */ (bad)),
            /^TypeError: renderer.transform: ctx must be the 2d context of a canvas/);
});

test('without clear the picture below stays', () => {
    const { canvas, calls } = notingCanvas(640, 480);
    const renderer = createCanvasRenderer(canvas, { background: '#000000' });
    const world = new World();
    const cleared = () => calls.splice(0).filter(([name]) => name !== 'setTransform').length;
    renderer.draw(world);
    assert.equal(cleared(), 2);
    renderer.draw(world, { clear: false });
    assert.equal(cleared(), 0);
    renderer.draw(world, {});
    assert.equal(cleared(), 2);
    world.destroy();
});
