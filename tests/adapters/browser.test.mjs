// The adapters beside the real libraries in Chromium, the two renderers, the worker in a browser, and
// the programs of the README and the guide that need a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { pages, programs, resolveImports } from '../js/snippets.mjs';
import { keepScreenshot, openBrowser } from './page.mjs';
import { sample, testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** Runs a test on a fresh document and fails it for any error the page had. */
async function onPage(path, play, size) {
    const opened = await browser.open(path, size);
    try {
        await play(opened.page, opened.printed);
        assert.deepEqual(opened.errors, []);
    } catch (error) {
        await opened.close();
        if (opened.errors.length === 0) throw error;
        throw new Error(`${error.message}\nerrors of the page:\n${opened.errors.join('\n')}`, {
            cause: error,
        });
    }
    await opened.giveBack();
}

/** Waits until the page has printed so much, by half a minute at most. */
async function whenPrinted(page, printed, count) {
    for (const end = Date.now() + 30_000; printed.length < count && Date.now() < end;)
        await page.waitForTimeout(20);
}

/** Waits until the page has had so many more frames. */
const frames = (page, count) =>
    page.evaluate(async (many) => {
        for (let i = 0; i < many; ++i)
            await new Promise((resolve) => {
                requestAnimationFrame(resolve);
            });
    }, count);

/** Counts pixels of the canvas that are near a colour, after drawing by globalThis.redraw. */
const countPixels = (page, [r, g, b]) =>
    page.evaluate(([red, green, blue]) => {
        const canvas = document.querySelector('canvas');
        const copy = document.createElement('canvas');
        Object.assign(copy, { width: canvas.width, height: canvas.height });
        const ctx = copy.getContext('2d');
        globalThis.redraw();
        ctx.drawImage(canvas, 0, 0);
        const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
            const alpha = data[i + 3] / 255;
            if (alpha > 0.2
                && Math.abs(data[i] - red) + Math.abs(data[i + 1] - green)
                            + Math.abs(data[i + 2] - blue) < 30) ++count;
        }
        return count;
    }, [r, g, b]);

/** Puts a small world with every kind of shape into the page. */
const makeWorld = (page) =>
    page.evaluate(async () => {
        const mica = await import('mica2d');
        await mica.init();
        const world = new mica.World({ gravity: [0, 0], layers: { red: {}, green: {} } });
        globalThis.world = world;
        world.createBody({ type: 'static', position: [-3, 0],
            collider: { shape: 'box', width: 2, height: 2, layer: 'red' } });
        world.createBody({ position: [0, 0],
            collider: { shape: 'circle', radius: 1, layer: 'green' } });
        world.createBody({ position: [3, 0], angle: 0.6,
            collider: { shape: 'capsule', length: 1.5, radius: 0.4, layer: 'green' } });
        world.createBody({ position: [-3, 3],
            collider: { shape: 'polygon', points: [[-1, -1], [1, -1], [0, 1]], radius: 0.3,
                layer: 'red' } });
        world.createBody({ position: [0, 3],
            collider: { shape: 'polygon', layer: 'green',
                points: Array.from({ length: 8 },
                    (_, i) => [Math.cos(i * Math.PI / 4), Math.sin(i * Math.PI / 4)]) } });
        world.createBody({ position: [3, 3],
            colliders: [{ shape: 'circle', radius: 0.9, trigger: true, layer: 'red' }, {
                shape: 'box',
                width: 0.6,
                height: 0.6,
                layer: 'red',
            }] });
        world.step();
    });

for (const kind of ['canvas', 'webgl']) {
    test(`the ${kind} renderer draws every shape, in the colours of its layers, to size`, () =>
        onPage('/blank', async (page) => {
            await makeWorld(page);
            await page.evaluate(async (which) => {
                const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
                const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
                const canvas = document.querySelector('canvas');
                const options = { colors: { red: '#ff0000', green: '#00ff00' },
                    background: '#000000', y: 1.5, scale: 80 };
                const renderer = which === 'canvas'
                    ? createCanvasRenderer(canvas, options)
                    : createWebglRenderer(canvas, globalThis.world, options);
                globalThis.renderer = renderer;
                globalThis.redraw = () => renderer.draw(globalThis.world);
                globalThis.redraw();
            }, kind);
            await keepScreenshot(page, `adapter-${kind}`);
            const area = await page.evaluate(() => {
                const canvas = document.querySelector('canvas');
                const copy = document.createElement('canvas');
                Object.assign(copy, { width: canvas.width, height: canvas.height });
                const ctx = copy.getContext('2d');
                globalThis.redraw();
                ctx.drawImage(canvas, 0, 0);
                const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
                let [red, green] = [0, 0];
                for (let i = 0; i < data.length; i += 4) {
                    if (data[i] > 20 && data[i] > 2 * data[i + 1]) ++red;
                    if (data[i + 1] > 20 && data[i + 1] > 2 * data[i]) ++green;
                }
                return { red: red / 6400, green: green / 6400 };
            });
            const triangle = 2 + 0.3 * (2 + 2 * Math.sqrt(5)) + Math.PI * 0.09;
            const green = Math.PI + 1.5 * 0.8 + Math.PI * 0.16 + 4 * Math.SQRT2 / 2;
            assert.ok(Math.abs(area.red - (4 + triangle + Math.PI * 0.81)) < 0.35,
                `red: ${area.red} m²`);
            assert.ok(Math.abs(area.green - green - 0) < 0.35,
                `green: ${area.green} m², not ${green}`);
            const fitted = await page.evaluate(() => {
                const { renderer, world } = globalThis;
                renderer.fit(world, 0.25);
                const box = document.querySelector('canvas').getBoundingClientRect();
                const wide = box.width / renderer.scale;
                const high = box.height / renderer.scale;
                return { wide, high, x: renderer.x,
                    back: renderer.toWorld(...renderer.toScreen(2, 1)) };
            });
            // From the rounded triangle's corner to the capsule and the circle on the right.
            assert.ok(
                fitted.wide > 8.4 - 1e-3 && fitted.high > 5.7
                    && Math.min(fitted.wide - 8.4, fitted.high - 5.8) < 0.3,
                JSON.stringify(fitted),
            );
            fitted.back.forEach((value, i) => assert.ok(Math.abs(value - [2, 1][i]) < 1e-6));
            assert.ok(await countPixels(page, [255, 0, 0]) > 0, 'and it is drawn so');
            await page.evaluate(() => {
                for (let slot = 0; slot < globalThis.world.slots; ++slot)
                    globalThis.world.bodyAt(slot)?.destroy();
                globalThis.redraw();
            });
            assert.equal(await countPixels(page, [255, 0, 0]), 0, 'destroyed bodies are gone');
        }));
}

/** Red, green, blue and alpha of the canvas at a world's point, from 0 to 255, after drawing by globalThis.redraw. */
const pixelAt = (page, x, y) =>
    page.evaluate(([wx, wy]) => {
        globalThis.redraw();
        const canvas = document.querySelector('canvas');
        const { left, top, width } = canvas.getBoundingClientRect();
        const ratio = canvas.width / width;
        const copy = document.createElement('canvas');
        Object.assign(copy, { width: 1, height: 1 });
        const ctx = copy.getContext('2d');
        const [sx, sy] = globalThis.renderer.toScreen(wx, wy);
        ctx.drawImage(canvas, Math.round(ratio * (left - sx)), Math.round(ratio * (top - sy)));
        return [...ctx.getImageData(0, 0, 1, 1).data];
    }, [x, y]);

for (const kind of ['canvas', 'webgl']) {
    test(`the ${kind} renderer hides layers, draws them in order and takes colours with alpha`, () =>
        onPage('/blank', async (page) => {
            await page.evaluate(async (which) => {
                const { init, World } = await import('mica2d');
                const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
                const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
                await init();
                const world = new World({ gravity: [0, 0],
                    layers: { red: {}, green: {}, blue: {} } });
                // A row of squares, each half over the one before.
                ['red', 'green', 'blue'].forEach((layer, i) =>
                    world.createBody({
                        type: 'static',
                        position: [2 * i - 2, i - 1],
                        collider: { shape: 'box', width: 4, height: 4, layer },
                    })
                );
                const canvas = document.querySelector('canvas');
                const options = { colors: { red: '#f00', green: 'lime', blue: '#0000ff' },
                    background: 'black', hidden: ['blue'] };
                const renderer = which === 'canvas'
                    ? createCanvasRenderer(canvas, options)
                    : createWebglRenderer(canvas, world, options);
                Object.assign(globalThis, { world, renderer, redraw: () => renderer.draw(world) });
            }, kind);
            /** Changes the renderer's settings. */
            const set = (settings) =>
                page.evaluate((given) => Object.assign(globalThis.renderer, given), settings);
            const [alone, both, last] = [[-3, -2], [-1, 0], [3.5, 2.5]];
            const [full] = await pixelAt(page, ...alone);
            assert.ok(full > 60 && full < 200, `the inside of red is a part of 255: ${full}`);
            const [red, green] = await pixelAt(page, ...both);
            assert.ok(green > full - 3 && red < full - 20, `green is over red: ${red}, ${green}`);
            assert.deepEqual(await pixelAt(page, ...last), [0, 0, 0, 255], 'blue is hidden');

            await set({ order: ['green', 'red'], hidden: [] });
            const [red2, green2] = await pixelAt(page, ...both);
            assert.ok(red2 > full - 3 && green2 < full - 20,
                `red is over green: ${red2}, ${green2}`);
            assert.ok((await pixelAt(page, ...last))[2] > 60, 'blue is seen');
            const [, over, under] = await pixelAt(page, 1, 1.5);
            assert.ok(over > under + 20,
                'layers without a place in the order are behind: blue under green');

            for (const color of ['#ff000080', '#f008', 'rgba(255, 0, 0, 0.5)', 'rgb(255 0 0 / 50%)',
                'hsl(0 100% 50% / 0.5)'])
            {
                await set({ colors: { red: color } });
                const [half, ...rest] = await pixelAt(page, ...alone);
                assert.ok(Math.abs(half - full / 2) <= 0.05 * full, `${color}: ${half} of ${full}`);
                assert.deepEqual(rest, [0, 0, 255], color);
            }
            await keepScreenshot(page, `adapter-layers-${kind}`);
            await assert.rejects(set({ colors: { red: 'rde' } }).then(() => pixelAt(page, 0, 0)),
                /RangeError: renderer\.colors\.red must be a CSS colour such as '#ffc56e' or '#ffc56e80', got "rde"/);
            await set({ colors: { red: '#f00' } });
            assert.equal((await pixelAt(page, ...alone))[0], full, 'and goes on with a colour');

            const bounds = await page.evaluate(() => {
                const { renderer, world } = globalThis;
                renderer.hidden = ['green', 'blue'];
                renderer.fit(world);
                return [renderer.x, renderer.y];
            });
            assert.deepEqual(bounds, [-2, -1], 'fits what is seen');
        }));
}

test('both renderers clear to a background with alpha', () =>
    onPage('/blank', async (page) => {
        for (const kind of ['canvas', 'webgl']) {
            const [, , blue, alpha] = await page.evaluate(async (which) => {
                const { init, World } = await import('mica2d');
                const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
                const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
                await init();
                const canvas = document.body.appendChild(document.createElement('canvas'));
                const world = new World();
                const options = { background: '#0000ff40' };
                (which === 'canvas'
                    ? createCanvasRenderer(canvas, options)
                    : createWebglRenderer(canvas, world, options)).draw(world);
                const ctx = document.createElement('canvas').getContext('2d');
                ctx.drawImage(canvas, 0, 0);
                return [...ctx.getImageData(1, 1, 1, 1).data];
            }, kind);
            assert.ok(Math.abs(alpha - 64) < 2 && blue > 250, `${kind}: ${blue}, ${alpha}`);
        }
    }));

for (const kind of ['canvas', 'webgl', 'debug']) {
    test(`${kind}: maps of tiles, chains, segments, outlines, and marks on what holds one way`, () =>
        onPage('/blank', async (page) => {
            await page.evaluate(async (which) => {
                const { init, TILE, World } = await import('mica2d');
                const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
                const { createDebugLines, paintCanvas } = await import('mica2d/adapters/debug.js');
                const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
                await init();
                const world = new World({ layers: { red: {}, green: {} } });
                const [map] =
                    world.createBody({ type: 'static', position: [-6, -4],
                        collider: { shape: 'tiles', layer: 'red',
                            cells: ['   ---    ', '          ', '  /##\\   o', '_/####\\_##'],
                            legend: { o: TILE.FULL | TILE.TRIGGER, _: TILE.BOTTOM_HALF } } })
                        .colliders;
                map.setTile(8, 0, TILE.RISE_LOW);
                world.createBody({ type: 'static', colliders: [
                    { shape: 'chain', layer: 'green',
                        points: Array.from({ length: 30 },
                            (_, i) => [i / 5 - 5, 2.5 + Math.sin(i / 3) / 2]) },
                    { shape: 'chain', layer: 'green', loop: true, oneSided: true, center: [5.5, -2],
                        points: Array.from({ length: 9 },
                            (_, i) => [1.5 * Math.cos(i * 0.698), 1.5 * Math.sin(i * 0.698)]) },
                    { shape: 'chain', layer: 'green', radius: 0.2, points: [2, 1.5, 3, 3, 4, 1.5] },
                    { shape: 'segment', layer: 'green', a: [-6, 1], b: [-3, 1.5], oneWay: [0, 1] },
                    { shape: 'box', layer: 'green', width: 2, height: 0.3, center: [0, 1],
                        angle: 0.4, oneWay: [-0.4, 0.92] },
                ] });
                world.createBody({ position: [6, 2], angle: 0.2,
                    collider: { shape: 'outline', layer: 'red',
                        points: [0, 0, 1.5, 0, 1.5, 0.5, 0.5, 0.5, 0.5, 1.5, 0, 1.5] } });
                globalThis.world = world;
                const canvas = document.querySelector('canvas');
                const options = { colors: { red: '#ff0000', green: '#00ff00' },
                    background: '#000000', scale: 55 };
                if (which === 'debug') {
                    const lines = createDebugLines(world);
                    Object.assign(canvas, { width: 800, height: 600 });
                    const ctx = canvas.getContext('2d');
                    ctx.setTransform(55, 0, 0, -55, 400, 300);
                    globalThis.redraw = () =>
                        paintCanvas(ctx, lines.update(), {
                            colors: { static: '#ff0000', awake: '#00ff00' },
                        });
                } else {
                    const renderer = which === 'canvas'
                        ? createCanvasRenderer(canvas, options)
                        : createWebglRenderer(canvas, world, options);
                    globalThis.redraw = () => renderer.draw(world);
                }
                globalThis.redraw();
            }, kind);
            await keepScreenshot(page, `parts-${kind}`);
            assert.ok(await countPixels(page, [255, 0, 0]) > 800, 'lines of the map');
            assert.ok(await countPixels(page, [0, 255, 0]) > (kind === 'debug' ? 100 : 600),
                'lines of the chains');
        }));
}

testLong('the webgl renderer draws 10,000 moving bodies in one call',
    () =>
        onPage('/blank', async (page) => {
            const result = await page.evaluate(async () =>
                (await import('/tests/adapters/crowd.mjs')).drawCrowd()
            );
            await keepScreenshot(page, 'adapter-webgl-10000');
            assert.equal(result.instances, 10000);
            assert.equal(result.calls, 60, 'one draw call a frame');
            assert.equal(result.uploads, 120,
                'the poses alone, in a whole block of rows and the row that is left');
            assert.equal(result.error, 0);
        }, { width: 400, height: 300 }));

test('PixiJS 8: sprites follow, the ticker advances the world, debug lines are drawn', () =>
    onPage('/blank', async (page) => {
        const result = await page.evaluate(async () => {
            const PIXI = await import('pixi.js');
            const { init, World } = await import('mica2d');
            const { bindPixi, paintPixi } = await import('mica2d/adapters/pixi.js');
            const { createDebugLines } = await import('mica2d/adapters/debug.js');
            await init();
            const app = new PIXI.Application();
            document.querySelector('canvas').remove();
            await app.init({ width: 800, height: 600, background: '#0d1122', preference: 'webgl' });
            document.body.append(app.canvas);
            const world = new World();
            world.createBody({ type: 'static', position: [0, -0.5],
                collider: { shape: 'box', width: 12, height: 1 } });
            const physics = bindPixi(world, app, { scale: 50, x: 400, y: 500 });
            const body = world.createBody({ position: [0, 5], angularVelocity: 1,
                collider: { shape: 'box', width: 1, height: 1 } });
            const sprite = new PIXI.Sprite(PIXI.Texture.WHITE);
            sprite.anchor.set(0.5);
            Object.assign(sprite, { width: 50, height: 50, tint: 0xffc56e });
            app.stage.addChild(physics.add(body, sprite));
            const graphics = new PIXI.Graphics();
            app.stage.addChild(graphics);
            const lines = createDebugLines(world);
            app.ticker.add(() => paintPixi(graphics, lines.update(), physics));
            for (let i = 0;
                i < 2000 && !(world.stepCount > 20 && body.y < 4.9 && graphics.width > 0); ++i)
            {
                await new Promise((resolve) => {
                    requestAnimationFrame(resolve);
                });
            }
            const seen = { steps: world.stepCount, x: sprite.x - (400 + 50 * body.poseX),
                y: sprite.y - (500 - 50 * body.poseY), rotation: sprite.rotation + body.poseAngle,
                fell: body.y < 4.9, width: graphics.width };
            physics.destroy();
            const { stepCount } = world;
            await new Promise((resolve) => {
                setTimeout(resolve, 100);
            });
            return { ...seen, stopped: world.stepCount === stepCount };
        });
        await keepScreenshot(page, 'adapter-pixi');
        assert.ok(result.steps > 3 && result.fell, `${result.steps} steps`);
        for (const key of ['x', 'y', 'rotation'])
            assert.ok(Math.abs(result[key]) < 1e-3, `${key}: ${result[key]}`);
        assert.ok(Math.abs(result.width - 600) < 5,
            `the floor is 600 pixels wide, got ${result.width}`);
        assert.ok(result.stopped);
    }));

test('Phaser 4: the scene plugin moves game objects, pauses with the scene, ends with it', () =>
    onPage('/blank', async (page) => {
        const result = await page.evaluate(async () => {
            const Phaser = await import('phaser');
            const { init, World } = await import('mica2d');
            const { MicaPlugin } = await import('mica2d/adapters/phaser.js');
            await init();
            document.querySelector('canvas').remove();
            const wait = (ms) =>
                new Promise((resolve) => {
                    setTimeout(resolve, ms);
                });
            const holds = async (condition) => {
                for (const end = performance.now() + 30_000;
                    !condition() && performance.now() < end;) await wait(20);
                return condition();
            };
            let scene;
            const game = new Phaser.Game({
                type: Phaser.CANVAS,
                width: 800,
                height: 600,
                backgroundColor: '#0d1122',
                audio: { noAudio: true },
                plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] },
                scene: {
                    create() {
                        scene = this;
                        const world = new World();
                        this.mica.use(world, { x: 400, y: 500 });
                        world.createBody({ type: 'static', position: [0, -0.5],
                            collider: { shape: 'box', width: 12, height: 1 } });
                        this.body = world.createBody({ position: [0, 5], angularVelocity: 1,
                            collider: { shape: 'box', width: 1, height: 1 } });
                        this.box = this.mica.sync.add(this.body,
                            this.add.rectangle(0, 0, 50, 50, 0xffc56e));
                        this.mica.showDebug();
                    },
                },
            });
            await holds(() => scene?.mica.world.stepCount > 20);
            const { world } = scene.mica;
            const { body, box } = scene;
            const seen = { steps: world.stepCount, x: box.x - (400 + 50 * body.poseX),
                y: box.y - (500 - 50 * body.poseY), rotation: box.rotation + body.poseAngle,
                fell: body.y < 4.9 };
            scene.scene.pause();
            await wait(100);
            const { stepCount } = world;
            await wait(100);
            const paused = world.stepCount === stepCount;
            scene.scene.resume();
            const resumed = await holds(() => world.stepCount > stepCount);
            scene.scene.restart();
            const restarted = await holds(() =>
                world.destroyed && scene.mica.world !== world
                && scene.mica.world.stepCount > 0
            );
            globalThis.game = game;
            return { ...seen, paused, resumed, restarted };
        });
        await keepScreenshot(page, 'adapter-phaser');
        await page.evaluate(() => globalThis.game.destroy(true));
        assert.ok(result.steps > 20 && result.fell);
        for (const key of ['x', 'y', 'rotation'])
            assert.ok(Math.abs(result[key]) < 1e-3, `${key}: ${result[key]}`);
        assert.deepEqual([result.paused, result.resumed, result.restarted], [true, true, true]);
    }));

test('three.js renders the objects and the debug lines', () =>
    onPage('/blank', async (page) => {
        const lit = await page.evaluate(async () => {
            const three = await import('three');
            const { init, World } = await import('mica2d');
            const { bindThree, createThreeDebug } = await import('mica2d/adapters/three.js');
            await init();
            const world = new World();
            world.createBody({ type: 'static', position: [0, -0.5],
                collider: { shape: 'box', width: 12, height: 1 } });
            const body = world.createBody({ position: [0, 2], angle: 0.4,
                collider: { shape: 'box', width: 1, height: 1 } });
            const physics = bindThree(world);
            const debug = createThreeDebug(world, three);
            const scene = new three.Scene();
            const mesh = new three.Mesh(new three.BoxGeometry(1, 1, 1),
                new three.MeshBasicMaterial({ color: 0x3355aa }));
            scene.add(physics.add(body, mesh), debug.object);
            const camera = new three.OrthographicCamera(-8, 8, 6, -6, 0.1, 100);
            camera.position.z = 10;
            const canvas = document.querySelector('canvas');
            const renderer = new three.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
            renderer.setSize(800, 600, false);
            for (let i = 0; i < 20; ++i) {
                world.advance(1 / 60);
                physics.update();
                debug.update();
                renderer.render(scene, camera);
            }
            const copy = document.createElement('canvas');
            Object.assign(copy, { width: 800, height: 600 });
            const ctx = copy.getContext('2d');
            ctx.drawImage(canvas, 0, 0);
            const { data } = ctx.getImageData(0, 0, 800, 600);
            let [mesh2, lines] = [0, 0];
            for (let i = 0; i < data.length; i += 4) {
                if (data[i + 2] > 140 && data[i] < 90) ++mesh2;
                if (data[i] > 120) ++lines;
            }
            return { mesh: mesh2, lines };
        });
        await keepScreenshot(page, 'adapter-three');
        assert.ok(lit.mesh > 1500 && lit.mesh < 3500, `a box of 50 pixels: ${lit.mesh}`);
        assert.ok(lit.lines > 500, `lines: ${lit.lines}`);
    }));

for (const path of ['/blank', '/isolated']) {
    test(`a world in a browser's worker, page ${path}`, () =>
        onPage(path, async (page) => {
            const result = await page.evaluate(async () => {
                const { createWorkerWorld } = await import('mica2d/worker.js');
                const world = await createWorkerWorld({
                    layers: { player: { ghost: 'trigger' }, ghost: {} },
                    gravity: [0, 0],
                });
                const player = world.createBody({ velocity: [3, 0],
                    collider: { shape: 'circle', radius: 0.5, layer: 'player' } });
                const ghost = world.createBody({ position: [2, 0],
                    collider: { shape: 'circle', radius: 0.5, layer: 'ghost' } });
                let caught = 0;
                world.on('triggerEnter', (e) => {
                    if (e.visitor === player && e.trigger === ghost) ++caught;
                });
                for (const end = performance.now() + 30_000;
                    (caught === 0 || world.time < 1) && performance.now() < end;)
                {
                    world.advance(1 / 60);
                    await new Promise((resolve) => {
                        requestAnimationFrame(resolve);
                    });
                }
                await world.sync();
                let refused = '';
                try {
                    world.createBody({ collider: { shape: 'circle', radius: -1 } });
                } catch (error) {
                    refused = String(error);
                }
                // A polygon without area: only the engine, in the worker, can refuse it.
                const bad = world.createBody({
                    collider: { shape: 'polygon', points: [0, 0, 1, 0, 2, 0] },
                });
                const error = await world.sync().then(() => '', String);
                const { buffer } = world.poses;
                const result = { caught, x: player.x, pose: world.poses[4 * player.index],
                    time: world.time, refused, error, alive: bad.alive,
                    isolated: crossOriginIsolated, shared: buffer.constructor.name };
                world.destroy();
                return result;
            });
            assert.equal(result.caught, 1);
            assert.ok(result.time > 0.5 && Math.abs(result.x - 3 * result.time) < 1e-3,
                JSON.stringify(result));
            assert.match(result.refused, /World.createBody: collider.radius must be/);
            assert.match(result.error, /^MicaError: World.createBody: /);
            assert.equal(result.alive, false);
            assert.equal(result.isolated, path === '/isolated');
            assert.equal(result.shared, path === '/isolated' ? 'SharedArrayBuffer' : 'ArrayBuffer');
        }));
}

test('a module in a worker steers, talks, and has its uncaught errors told to the page', () =>
    onPage('/blank', async (page) => {
        const result = await page.evaluate(async () => {
            const { createWorkerWorld } = await import('mica2d/worker.js');
            const module = `data:text/javascript,${
                encodeURIComponent(`export default ({ world, post, onMessage }) => {
            onMessage(({ body, how }) => {
                if (body) world.on('beforeStep', () => body.setVelocity(3, 0));
                if (how === 'timer') setTimeout(() => { throw new Error('late'); });
                if (how === 'promise') Promise.reject(new Error('broken'));
                post({ body, made: world.createBody({ position: [0, 9] }) });
            });
        }`)
            }`;
            const world = await createWorkerWorld({ gravity: [0, 0] }, { module });
            const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
            const [messages, errors] = [[], []];
            world.on('message', (message) => messages.push(message));
            world.on('error', (error) =>
                errors.push(
                    `${error.code} ${error.message.replace(/data:.* threw/, 'URL threw')}`,
                ));
            world.post({ body });
            for (let i = 0; i < 60; ++i)
                await world.step();
            const seen = { x: body.x, own: messages[0].body === body, y: messages[0].made.y };
            for (const how of ['timer', 'promise']) {
                world.post({ how });
                const { length } = errors;
                for (let i = 0; i < 500 && errors.length === length; ++i) await world.step();
            }
            const missing = new URL('/no-such-module.js', location.href);
            const refused = await createWorkerWorld({}, { module: missing }).catch(String);
            world.destroy();
            return { ...seen, errors, refused };
        });
        assert.ok(Math.abs(result.x - 3) < 1e-3, `${result.x}`);
        assert.deepEqual([result.own, result.y], [true, 9]);
        assert.deepEqual(result.errors, ['late', 'broken'].map((text) =>
            `MODULE_FAILED World: the module URL threw: ${text}`
        ));
        assert.match(result.refused,
            /^MicaError: createWorkerWorld: the module http.*no-such-module\.js could not be loaded: /);
    }));

// A sample runs every fifth, the README's among them: guide.test.mjs of tests/browser runs them on the guide's own pages, and
// frameworks.test.mjs those of other frameworks.
const inPages = pages().filter((name) => name !== 'demo/guide/frameworks.html').flatMap(programs)
    .filter(({ where }) => where !== 'node');
for (const program of sample(inPages, 5)) {
    test(`${program.name} runs in a page`, () =>
        onPage('/blank', async (page, printed) => {
            if (program.page === 'README.md') {
                // In the page the README gives it, without the styles of this one.
                const html = /^```html\n(<canvas.*)\n/m.exec(
                    readFileSync(new URL('../../README.md', import.meta.url), 'utf8'),
                )?.[1];
                await page.evaluate((canvas) => {
                    document.querySelector('style').remove();
                    document.body.innerHTML = canvas;
                }, html);
            }
            await page.addScriptTag({ type: 'module',
                content: `${resolveImports(program.code, '/')}\n;globalThis.loaded = true;` });
            await page.waitForFunction(() => globalThis.loaded);
            await frames(page, 12);
            await whenPrinted(page, printed, program.promises.length);
            await keepScreenshot(page, `snippet-${program.name.replace(/\W+/g, '-')}`);
            if (program.promises.length > 0) assert.deepEqual(printed, program.promises);
            if (program.page === 'README.md') {
                await page.keyboard.down('ArrowRight');
                await whenPrinted(page, printed, 1);
                assert.equal(printed[0], 'caught!', 'the ghost reaches the player');
                const [width, height, green] = await page.evaluate(() => {
                    const canvas = document.querySelector('canvas');
                    const ctx = canvas.getContext('2d');
                    // The wall's surface, in the middle and 2.75 m down.
                    return [canvas.clientWidth / innerWidth, canvas.clientHeight / innerHeight,
                        ctx.getImageData(canvas.width / 2, canvas.height / 2 + 137, 1, 1).data[3]];
                });
                assert.ok(width > 0.9 && height === 1 && green > 50,
                    `the wall is seen: ${[width, height, green]}`);
            }
        }));
}
