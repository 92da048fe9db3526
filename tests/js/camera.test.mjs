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
