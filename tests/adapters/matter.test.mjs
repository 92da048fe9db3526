// Matter on canvases, with WebGL 2 and with a 2D context, alone and beside the renderers, PixiJS and three.js, in Chromium.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { readSettings } from '../../js/adapters/matter-looks.js';
import { addParticles, layGrid, makeGrid, traceGrid } from '../../js/adapters/matter-grid.js';
import { makeMatter } from './matter-scene.mjs';
import { keepScreenshot, openBrowser } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** The kinds of context, and WebGL without textures of half floats to draw to. */
const CONTEXTS = ['canvas', 'webgl', 'webgl-bytes'];

/** Runs a test on a fresh document with `make`, `painterOn` and `colorsAt`, and fails it for any error the page had. */
async function onPage(play) {
    const { page, errors, close } = await browser.open('/blank');
    try {
        await page.evaluate(async () => {
            const { createMatterPainter } = await import('mica2d/adapters/matter.js');
            const { makeMatter: make } = await import('/tests/adapters/matter-scene.mjs');
            const canvas = document.querySelector('canvas');
            /** A painter on the page's canvas, with a context of a kind. */
            const painterOn = (context, options) => {
                if (context === 'canvas') canvas.getContext('2d');
                const gl = context === 'webgl-bytes'
                    ? canvas.getContext('webgl2', { antialias: false })
                    : null;
                if (gl) gl.getExtension = () => null;
                return createMatterPainter(gl ?? canvas, options);
            };
            /** Red, green, blue and alpha of the canvas at points of the world, 80 pixels a unit. */
            const colorsAt = (draw, ...points) => {
                draw();
                const copy = document.createElement('canvas');
                Object.assign(copy, { width: canvas.width, height: canvas.height });
                const ctx = copy.getContext('2d');
                ctx.drawImage(canvas, 0, 0);
                return points.map(([x, y]) => [
                    ...ctx.getImageData(Math.round(400 + 80 * x), Math.round(300 - 80 * y), 1, 1)
                        .data,
                ]);
            };
            Object.assign(globalThis, { canvas, make, painterOn, colorsAt,
                camera: { scale: 80, x: 0, y: 0 } });
        });
        await play(page);
        assert.deepEqual(errors, []);
    } finally {
        await close();
    }
}

/** Whether a colour is near another, each part by itself. */
const isNear = (color, wanted, tolerance = 6) =>
    assert.ok(wanted.every((part, i) => Math.abs(part - color[i]) <= tolerance),
        `${color} is not ${wanted}`);

const sumOf = ([red, green, blue]) => red + green + blue;

for (const context of CONTEXTS) {
    test(`${context}: a liquid has its colours, mixed between them, and ends at its surface`, () =>
        onPage(async (page) => {
            const [left, middle, right, above, below, outside] = await page.evaluate((which) => {
                const { make, painterOn, colorsAt, camera } = globalThis;
                const painter = painterOn(which, {
                    look: { liquid: { opacity: 1, line: 0, depth: 0 } },
                });
                const water = make('liquid', 0.1, [-2, -1, 2, 1],
                    (x) => (x < 0 ? 0x0000ff : 0xff8000));
                return colorsAt(() => painter.draw([water], camera), [-1, 0], [0, 0], [1, 0], [1,
                    0.98], [1, -0.98], [1, 1.1]);
            }, context);
            isNear(left, [0, 0, 255, 255]);
            isNear(right, [255, 128, 0, 255]);
            isNear(above, [255, 128, 0, 255], 10);
            isNear(below, [255, 128, 0, 255], 10);
            isNear(middle, [128, 64, 128, 255], 30);
            assert.deepEqual(outside, [0, 0, 0, 0]);
        }));

    test(`${context}: light surface, depth, outline, grains by the upper byte, foam only where asked for`, () =>
        onPage(async (page) => {
            const seen = await page.evaluate((which) => {
                const { make, painterOn, colorsAt, camera, canvas } = globalThis;
                const painter = painterOn(which);
                const wipe = () => canvas.getContext('2d')?.clearRect(0, 0, 800, 600);
                const water = make('liquid', 0.1, [-4, -3, -1, 1]);
                const sand = make('sand', 0.25, [0, -3, 1, 1],
                    (x) => (x < 0.5 ? 0x01000000 : 0x02000000));
                const jelly = make('jelly', 0.1, [2, -1, 4, 1]);
                const draw = (options) => () => {
                    canvas.getContext('2d')?.resetTransform();
                    wipe();
                    painter.draw([water, sand, jelly], camera, options);
                };
                const plain = colorsAt(draw({}), [-2.5, 1], [-2.5, 0.7], [-2.5, -2.5], [0.125,
                    0.125], [0.875, 0.125], [3, 0], [3, -0.97], [-2.45, 0.05], [-3.5, 2]);
                water.densities.fill(0);
                water.velocities.fill(10);
                return { plain, foam: colorsAt(draw({ foam: true }), [-2.45, 0.05])[0] };
            }, context);
            await keepScreenshot(page, `matter-${context}`);
            const [top, shallow, deep, grain, other, jelly, rim, inside, air] = seen.plain;
            assert.ok(sumOf(top) > sumOf(shallow) + 100, `${top} on ${shallow}`);
            assert.ok(sumOf(deep) < sumOf(shallow) - 50, `${deep} below ${shallow}`);
            assert.ok(shallow[2] > 2 * shallow[0] && shallow[3] > 190 && shallow[3] < 225,
                `${shallow}`);
            assert.ok(
                grain[0] > grain[2] && grain[3] === 255
                    && Math.abs(sumOf(grain) - sumOf(other)) > 20,
                `${grain} beside ${other}`,
            );
            assert.ok(jelly[0] > 230 && jelly[1] < 130 && sumOf(rim) < sumOf(jelly) - 60,
                `${rim} around ${jelly}`);
            assert.ok(sumOf(seen.foam) > sumOf(inside) + 150, `${seen.foam} in ${inside}`);
            assert.deepEqual(air, [0, 0, 0, 0]);
        }));

    test(`${context}: positions, y down, none at all, and what lies out of sight`, () =>
        onPage(async (page) => {
            const [shifted, left, mirrored] = await page.evaluate((which) => {
                const { make, painterOn, colorsAt, camera } = globalThis;
                const painter = painterOn(which, {
                    look: { liquid: { color: '#f00', opacity: 1, line: 0, depth: 0 } },
                    positions: (matter) => matter.positions.map((part) => part + 1),
                });
                const water = make('liquid', 0.1, [0, 0, 1, 1]);
                const empty = make('liquid', 0.1, [0, 0, 0, 0]);
                const far = ['jelly', 'sand'].map((kind) => make(kind, 0.1, [50, 50, 51, 51]));
                const [a, b] = colorsAt(() => painter.draw([empty, water, ...far], camera), [1.5,
                    1.5], [0.5, 0.5]);
                return [a, b, ...colorsAt(() => {
                    painter.draw([], camera);
                    painter.draw([water], { ...camera, yDown: true });
                }, [1.5, -1.5])];
            }, context);
            isNear(shifted, [255, 0, 0, 255]);
            assert.deepEqual(left, [0, 0, 0, 0]);
            isNear(mirrored, [255, 0, 0, 255]);
        }));
}

for (const kind of ['canvas', 'webgl']) {
    test(`${kind}: matter behind and before bodies on one canvas`, () =>
        onPage(async (page) => {
            const [behind, before] = await page.evaluate(async (which) => {
                const { make, colorsAt, canvas } = globalThis;
                const { init, World } = await import('mica2d');
                const { createCanvasRenderer } = await import('mica2d/adapters/canvas.js');
                const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
                const { createMatterPainter } = await import('mica2d/adapters/matter.js');
                await init();
                const world = new World({ gravity: [0, 0] });
                world.createBody({ collider: { shape: 'box', width: 1, height: 1 } });
                const options = { colors: { default: '#00ff00' }, background: '#000000',
                    scale: 80 };
                const renderer = which === 'canvas'
                    ? createCanvasRenderer(canvas, options)
                    : createWebglRenderer(canvas, world, options);
                const drawBodies = (how) =>
                    which === 'canvas' ? renderer.draw(world, how) : renderer.draw(how);
                const painter = createMatterPainter(canvas, {
                    look: { liquid: { color: '#0000ff', opacity: 1, line: 0, depth: 0 } },
                });
                const water = make('liquid', 0.1, [-2, -1, 2, 1]);
                const points = [[0.25, 0.25], [1.5, 0], [0, 2]];
                return [colorsAt(() => {
                    renderer.clear();
                    painter.draw([water], renderer);
                    drawBodies({ clear: false });
                }, ...points), colorsAt(() => {
                    drawBodies();
                    painter.draw([water], renderer);
                }, ...points)];
            }, kind);
            assert.ok(behind[0][1] > 80 && behind[0][2] > 60, `the body over water: ${behind[0]}`);
            isNear(behind[1], [0, 0, 255, 255]);
            isNear(before[0], [0, 0, 255, 255]);
            for (const seen of [behind, before]) isNear(seen[2], [0, 0, 0, 255]);
        }));
}

test('a lost context draws nothing, and a restored one draws again: matter, bodies and lines', () =>
    onPage(async (page) => {
        const seen = await page.evaluate(async () => {
            const { make, colorsAt, canvas } = globalThis;
            const { init, World } = await import('mica2d');
            const { createWebglRenderer } = await import('mica2d/adapters/webgl.js');
            const { createDebugLines } = await import('mica2d/adapters/debug.js');
            const { createMatterPainter } = await import('mica2d/adapters/matter.js');
            await init();
            const world = new World({ gravity: [0, 0] });
            world.createBody({ position: [2, 0], collider: { shape: 'box', width: 1, height: 1 } });
            const renderer = createWebglRenderer(canvas, world, { colors: { default: '#00ff00' },
                scale: 80 });
            const painter = createMatterPainter(canvas, {
                look: { liquid: { color: '#0000ff', opacity: 1, line: 0, depth: 0 } },
            });
            const water = make('liquid', 0.1, [-2, -1, 1, 1]);
            const lines = createDebugLines(world);
            const draw = () => {
                renderer.draw();
                renderer.drawLines(lines.update(), { colors: { dynamic: '#ff0000' } });
                painter.draw([water], renderer);
            };
            const points = [[0, 0], [2.25, 0.25], [2.5, 0.25], [2.4875, 0.25]];
            const first = colorsAt(draw, ...points);
            const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
            const heard = (name) =>
                new Promise((resolve) => {
                    // A task later, as a context may be restored only once the event is over.
                    canvas.addEventListener(name, () => setTimeout(resolve, 0), { once: true });
                });
            const lost = heard('webglcontextlost');
            extension.loseContext();
            draw();
            await lost;
            draw();
            const restored = heard('webglcontextrestored');
            extension.restoreContext();
            await restored;
            const again = colorsAt(draw, ...points);
            renderer.destroy();
            painter.destroy();
            return { first, again };
        });
        isNear(seen.first[0], [0, 0, 255, 255]);
        assert.ok(seen.first[1][1] > 100 && seen.first[2][0] + seen.first[3][0] > 200,
            `${seen.first}`);
        assert.deepEqual(seen.again, seen.first);
    }));

test('WebGL: a running frame makes nothing, and destroy frees all', () =>
    onPage(async (page) => {
        const seen = await page.evaluate(() => {
            const { make, painterOn, camera, canvas } = globalThis;
            const gl = canvas.getContext('webgl2', { antialias: false });
            let [alive, made] = [0, 0];
            for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)) {
                const step = /^create/.test(name) ? 1 : /^delete/.test(name) ? -1 : 0;
                const makes = step > 0 || name === 'bufferData' || name === 'texImage2D';
                if (!step && !makes) continue;
                const call = gl[name];
                gl[name] = (...args) => {
                    alive += step;
                    made += makes ? 1 : 0;
                    return call.apply(gl, args);
                };
            }
            const painter = painterOn('webgl');
            const matters = ['liquid', 'sand', 'jelly'].map((kind, i) =>
                make(kind, 0.1, [2 * i, 0, 2 * i + 1, 1])
            );
            painter.draw(matters, camera, { foam: true });
            const before = made;
            for (let i = 0; i < 5; ++i) painter.draw(matters, camera, { foam: true });
            const more = made - before;
            matters.push(make('liquid', 0.05, [-4, -3, 4, 0]));
            painter.draw(matters, camera, { foam: true });
            const grown = made - before - more;
            painter.destroy();
            return { before, more, grown, alive, error: gl.getError() };
        });
        assert.ok(seen.before > 10);
        // A larger matter needs larger buffers: one call for each array of a particle.
        assert.deepEqual([seen.more, seen.grown, seen.alive, seen.error], [0, 4, 0, 0]);
    }));

test('PixiJS: matter between objects, within masks and filters, in turned containers, until it is destroyed', () =>
    onPage(async (page) => {
        const seen = await page.evaluate(async () => {
            const { make, colorsAt, canvas } = globalThis;
            const pixi = await import('pixi.js');
            const { createPixiMatter } = await import('mica2d/adapters/pixi.js');
            const { createSync } = await import('mica2d/adapters/sync.js');
            const app = new pixi.Application();
            await app.init({ canvas, width: 800, height: 600, background: '#000000',
                preference: 'webgl', autoStart: false });
            const world = {
                matters: [make('liquid', 0.1, [-2, -1, 2, 1], () => 0x0000ff),
                    make('sand', 0.1, [-2, 1.5, 2, 2])],
            };
            const sync = createSync({ poses: new Float32Array(4) }, { scale: 80, yDown: true,
                x: 400, y: 300 });
            const matter = createPixiMatter(world, pixi, sync, {
                look: { liquid: { opacity: 1, line: 0, depth: 0 } },
                foam: true,
            });
            const holder = new pixi.Container();
            holder.addChild(matter.object);
            const square = (x, color) => new pixi.Graphics().rect(x - 20, 280, 40, 40).fill(color);
            app.stage.addChild(square(360, '#ff0000'), holder, square(440, '#00ff00'));
            const draw = () => app.render();
            const points = [[-0.5, 0], [0.5, 0], [1.75, 0], [0, 1.75], [0, 3], [0, 1.2]];
            const plain = colorsAt(draw, ...points);
            const mask = new pixi.Graphics().rect(400, 0, 400, 600).fill('#ffffff');
            app.stage.addChild(mask);
            holder.mask = mask;
            const masked = colorsAt(draw, ...points);
            holder.mask = null;
            mask.destroy();
            holder.filterArea = new pixi.Rectangle(200, 0, 600, 600);
            holder.filters = [new pixi.AlphaFilter({ alpha: 0.5 })];
            const filtered = colorsAt(draw, ...points);
            holder.filters = [];
            holder.pivot.set(400, 300);
            holder.position.set(400, 300);
            holder.angle = 90;
            const turned = colorsAt(draw, ...points);
            matter.destroy();
            const gone = colorsAt(draw, ...points);
            app.destroy();
            return { plain, masked, filtered, turned, gone };
        });
        const [blue, black, red, green] = [[0, 0, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0]];
        const expect = (colors, wanted) =>
            wanted.forEach((color, i) => color && isNear(colors[i], color, 12));
        expect(seen.plain, [blue, green, blue, null, black]);
        assert.ok(seen.plain[3][0] > 150 && seen.plain[3][2] < 120, `sand: ${seen.plain[3]}`);
        expect(seen.masked, [red, green, blue, null, black]);
        expect(seen.filtered, [[128, 0, 128], green, [0, 0, 128], null, black]);
        expect(seen.turned, [blue, green, null, blue, black, blue]);
        assert.ok(seen.turned[2][0] > 150, `sand on the right: ${seen.turned[2]}`);
        expect(seen.gone, [red, green, black, black, black, black]);
    }));

test('three.js: matter in a scene, hidden by what is before it, until it is destroyed', () =>
    onPage(async (page) => {
        const seen = await page.evaluate(async () => {
            const { make, colorsAt, canvas } = globalThis;
            const three = await import('three');
            const { createThreeMatter } = await import('mica2d/adapters/three.js');
            const renderer = new three.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
            renderer.setSize(800, 600, false);
            const camera = new three.OrthographicCamera(-5, 5, 3.75, -3.75, 0.1, 100);
            camera.position.z = 10;
            const scene = new three.Scene();
            const box = (x, z, color) => {
                const mesh = new three.Mesh(new three.BoxGeometry(0.5, 0.5, 0.5),
                    new three.MeshBasicMaterial({ color }));
                mesh.position.set(x, 0, z);
                scene.add(mesh);
            };
            box(-1, -2, 0xff0000);
            box(1, 2, 0x00ff00);
            const world = { matters: [make('liquid', 0.1, [-2, -1, 2, 1], () => 0x0000ff)] };
            const matter = createThreeMatter(world, three, {
                look: { liquid: { opacity: 1, line: 0, depth: 0 } },
            });
            scene.add(matter.object);
            const draw = () => renderer.render(scene, camera);
            const points = [[-1, 0], [1, 0], [0, 0], [0, 3]];
            draw();
            const plain = colorsAt(draw, ...points);
            matter.object.material.depthTest = false;
            matter.object.renderOrder = 1;
            const over = colorsAt(draw, ...points);
            const target = new three.WebGLRenderTarget(100, 75);
            renderer.setRenderTarget(target);
            renderer.render(scene, camera);
            const kept = renderer.getRenderTarget() === target;
            const pixels = new Uint8Array(4);
            renderer.readRenderTargetPixels(target, 50, 37, 1, 1, pixels);
            renderer.setRenderTarget(null);
            world.destroyed = true;
            const ended = colorsAt(draw, ...points);
            world.destroyed = false;
            matter.destroy();
            const gone = colorsAt(draw, ...points);
            return { plain, over, ended, gone, kept, target: [...pixels] };
        });
        const [blue, black, red, green] = [[0, 0, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0]];
        const expect = (colors, wanted) =>
            wanted.forEach((color, i) => isNear(colors[i], color, 12));
        expect(seen.plain, [blue, green, blue, black]);
        expect(seen.over, [blue, blue, blue, black]);
        for (const colors of [seen.ended, seen.gone]) expect(colors, [red, green, black, black]);
        assert.ok(seen.kept);
        isNear(seen.target, blue, 12);
    }));

test('looks and canvases that do not exist are refused', () =>
    onPage(async (page) => {
        assert.throws(() => readSettings({ look: { gas: {} } }, 'createMatterPainter'), {
            name: 'RangeError',
            message:
                /createMatterPainter: look must have 'liquid', 'sand', 'jelly' or 'fabric', got "gas"/,
        });
        assert.throws(
            () => readSettings({ look: { sand: { color: 'sandy' } } }, 'createMatterPainter'),
            { name: 'RangeError',
                message: /createMatterPainter: look.sand.color must be a CSS colour/ },
        );
        const errors = await page.evaluate(async () => {
            const { createMatterPainter } = await import('mica2d/adapters/matter.js');
            const { createThreeMatter } = await import('mica2d/adapters/three.js');
            const three = await import('three');
            const taken = document.createElement('canvas');
            taken.getContext('bitmaprenderer');
            const { object } = createThreeMatter({ matters: [] }, three);
            const flat = new OffscreenCanvas(1, 1).getContext('2d');
            return [() => createMatterPainter(null), () => createMatterPainter(taken), () =>
                object.onAfterRender({ getContext: () =>
                    Object.assign(flat, {
                        enable() {},
                        disable() {},
                        depthFunc() {},
                        depthMask() {},
                    }) }, null, new three.PerspectiveCamera())]
                .map((call) => {
                    try {
                        return call();
                    } catch (error) {
                        return error.message;
                    }
                });
        });
        assert.deepEqual(errors, [
            'createMatterPainter: canvas must be a canvas or its context, got null',
            'createMatterPainter: the canvas has neither WebGL 2 nor a 2d context',
            'createThreeMatter: matter needs a renderer with WebGL 2',
        ]);
    }));

test('the outline of particles on a grid has their area, the inside on its left, also around holes', () => {
    const grid = makeGrid();
    for (const cell of [0.05, 0.07, 0.11]) {
        const { positions, values, count } = makeMatter('liquid', 0.1, [-2, -1, 2, 1]);
        const kept = [...positions.keys()].filter((i) =>
            i % 2 === 0 && Math.hypot(positions[i], positions[i + 1]) > 0.5
        );
        const left = kept.flatMap((i) => [positions[i], positions[i + 1]]);
        layGrid(grid, [-2.2, -1.2, 2.2, 1.2], cell);
        addParticles(grid, left, values, kept.length, 0.13, 0x123456);
        /** @type {number[]} */
        const areas = [];
        traceGrid(grid, 0.93, (points, corners) => {
            let area = 0;
            for (let i = 0, j = corners - 1; i < corners; j = i++)
                area += (points[2 * j] * points[2 * i + 1] - points[2 * i] * points[2 * j + 1]) / 2;
            areas.push(area);
        });
        areas.sort((a, b) => b - a);
        assert.equal(areas.length, 2, `${areas}`);
        assert.ok(kept.length < count && Math.abs(areas[0] - 8) < 0.25, `${areas}`);
        assert.ok(areas[1] < -0.55 && areas[1] > -0.85, `${areas}`);
    }
});
