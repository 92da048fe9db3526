// The zoo in Chromium: each shape by mouse, joints by dragging, undo and redo, scenes and snapshots that come back the same, the
// keyboard alone, fingers. Time is made by the test; the page's own frames draw only.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertText, keepScreenshot, makeFingers, openBrowser, sizes } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** Opens the page with time stopped but for `play`, runs the test, and fails it for any error the page had. */
async function playPage(options, run, scene = 'Empty') {
    const { page, errors, giveBack } = await browser.open('demo/zoo/', options);
    try {
        await page.waitForFunction(() =>
            globalThis.mica?.stage && document.querySelector('#tools button[aria-pressed=true]')
        );
        await page.evaluate((name) => {
            const { stage } = globalThis.mica;
            stage.open(innerWidth > 1100);
            const [advance, draw] = [stage.advance.bind(stage), stage.draw.bind(stage)];
            // The page's own frames have the panel follow, and no more: time goes on by `play`, pictures are made by `draw`.
            stage.advance = () => stage.options.frame();
            stage.draw = () => {};
            globalThis.draw = () => draw(0);
            globalThis.play = (seconds) => {
                for (let i = 0; i < 60 * seconds; ++i) advance(1 / 60);
            };
            [...document.querySelectorAll('#buttons button')].find((button) =>
                button.textContent === name
            ).click();
            stage.options.frame();
            globalThis.draw();
        }, scene);
        await run(page);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

const play = (page, seconds) => page.evaluate((s) => globalThis.play(s), seconds);

/** What stands in the world as a scene, and its hash. */
const look = (page) =>
    page.evaluate(() => ({ hash: globalThis.mica.world.hash(), scene: globalThis.mica.toScene(),
        count: globalThis.mica.world.counters.bodies })
    );

const hash = (page) => page.evaluate(() => globalThis.mica.world.hash());

/** Points of the world on the screen. */
const onScreen = (page, points) =>
    page.evaluate((all) => {
        globalThis.draw?.();
        return all.map(([x, y]) => globalThis.mica.stage.renderer.toScreen(x, y));
    }, points);

/** Drags the mouse along points of the world. */
async function drag(page, ...points) {
    const [first, ...others] = await onScreen(page, points);
    await page.mouse.move(...first);
    await page.mouse.down();
    for (const at of others) await page.mouse.move(...at);
    await page.mouse.up();
}

/** A picture of the page as it is. */
async function keep(page, name) {
    await page.evaluate(() => {
        globalThis.mica.stage.options.frame();
        globalThis.draw?.();
    });
    await keepScreenshot(page, name);
}

/** The newest body: its type and the names of its shapes. */
const newest = (page) =>
    page.evaluate(() => {
        const body = [...globalThis.mica.world.bodies].at(-1);
        return [body.type, ...new Set(body.colliders.map(({ shape }) => shape.shape))];
    });

test('each shape and area is drawn by mouse, and undo and redo go through all of it', () =>
    playPage(sizes.desktop, async (page) => {
        await page.keyboard.press('KeyP');
        const hashes = [await hash(page)];
        const strokes = /** @type {const} */ ([
            ['Circle', [[-6, 4], [-5.2, 4]], ['dynamic', 'circle']],
            ['Box', [[-4, 3], [-2.5, 4.2]], ['dynamic', 'polygon'], 'KeyB'],
            ['Capsule', [[-1, 3], [0.6, 4]], ['dynamic', 'capsule'], 'KeyK'],
            ['Polygon', [[2.4, 4], [3.1, 4.3]], ['dynamic', 'polygon'], 'KeyG'],
            ['Outline', [[4.4, 3], [6.5, 3], [6.5, 5], [5.8, 5], [5.8, 3.8], [4.4, 3.8], [4.4,
                3.1]], ['dynamic', 'polygon']],
            ['Terrain', [[-8, 2], [-7, 1.4], [-6, 1.2], [-5, 1.6]], ['static', 'chain'], 'KeyN'],
            ['Water', [[0, 0], [4, 1.5]], ['static', 'polygon']],
            ['Wind', [[-4, 6], [1, 6.5]], ['static', 'polygon'], 'KeyE'],
            ['Planet', [[5.5, 7], [6, 7]], ['static', 'circle'], 'KeyZ'],
        ]);
        for (const [name, points, made, key] of strokes) {
            if (key) await page.keyboard.press(key);
            else await page.getByRole('button', { name, exact: true }).click();
            await drag(page, ...points);
            assert.deepEqual(await newest(page), made, name);
            hashes.push(await hash(page));
        }
        const { scene, count } = await look(page);
        assert.equal(count, strokes.length + 1);
        const [, circle, box, , pentagon, outline, , water, wind, planet] = scene.bodies;
        assert.ok(
            Math.abs(circle.colliders[0].radius - 0.8) < 0.03
                && Math.abs(circle.position[0] + 6) < 0.02,
        );
        assert.ok(
            Math.abs(box.position[0] + 3.25) < 0.02 && Math.abs(box.position[1] - 3.6) < 0.02,
        );
        assert.equal(pentagon.colliders[0].points.length, 5);
        assert.ok(outline.colliders.length > 1, 'an outline that is not convex has parts');
        assert.deepEqual([water, wind, planet].map(({ colliders }) => colliders.at(-1).field.type),
            ['water', 'wind', 'gravity']);
        await keep(page, 'zoo-desktop');
        await page.keyboard.press('Control+z');
        assert.equal(await hash(page), hashes.at(-2));
        await page.keyboard.press('Control+Shift+z');
        assert.equal(await hash(page), hashes.at(-1));
        const { back, forth } = await page.evaluate((count) => {
            const press = (id) =>
                Array.from({ length: count }, () => {
                    globalThis.mica.stage.options.frame();
                    document.querySelector(`[data-action=${id}]`).click();
                    return globalThis.mica.world.hash();
                });
            return { back: press('undo'), forth: press('redo') };
        }, strokes.length);
        assert.deepEqual([back.reverse(), forth], [hashes.slice(0, -1), hashes.slice(1)]);
        await page.keyboard.press('KeyP');
        await play(page, 20);
        const { scene: later } = await look(page);
        assert.ok(
            later.bodies.slice(1).every(({ position: [x, y] }) =>
                Math.abs(x) < 40 && y > -0.1 && y < 12
            ),
            'nothing fell through the floor',
        );
    }));

testLong('joints are made from body to body and to the world, and hold',
    () =>
        playPage(sizes.desktop, async (page) => {
            await page.keyboard.press('KeyP');
            await page.keyboard.press('KeyB');
            for (const x of [-7, -4, -1, 2, 5]) await drag(page, [x - 0.5, 3.5], [x + 0.5, 4.5]);
            const kinds = [];
            for (const [key, from, to]
                of /** @type {const} */ ([['KeyT', [-7, 4], [-4, 4]], ['KeyS', [-4, 4.2], [-1,
                    4.2]], [
                    'KeyI',
                    [-1, 4],
                    [2, 4],
                ], ['KeyW', [2, 4], [5, 4]], ['KeyM', [-7, 4], [-7, 4]], ['KeyJ', [5, 4.2], [5, 7]],
                    [
                        'KeyA',
                        [2, 4.2],
                        [2, 6.2],
                    ]]))
            {
                await page.keyboard.press(key);
                await drag(page, from, to);
                kinds.push(await page.evaluate(() => globalThis.mica.world.joints.at(-1).type));
            }
            assert.deepEqual(kinds, ['distance', 'distance', 'distance', 'weld', 'revolute',
                'revolute', 'prismatic']);
            const [rope, spring, rod] = await page.evaluate(() => globalThis.mica.world.joints.map((
                { limit, length, spring: elastic },
            ) => [limit?.upper, Boolean(elastic), length]));
            assert.ok(Math.abs(rope[0] - 3) < 0.02 && spring[1] && Math.abs(rod[2] - 3) < 0.02);
            const before = (await look(page)).count;
            await page.keyboard.press('KeyJ');
            await drag(page, [-8, 8], [-7, 8]);
            assert.equal((await look(page)).count, before, 'a joint needs a body');
            await assertText(page, '#say', /^A joint begins on a body$/);
            await page.keyboard.press('KeyP');
            await play(page, 4);
            const gaps = await page.evaluate(() =>
                globalThis.mica.world.joints.filter(({ type }) => type !== 'prismatic').map((
                    joint,
                ) => joint.linearSeparation)
            );
            assert.ok(gaps.every((gap, i) => i === 1 || Math.abs(gap) < 0.02), `${gaps}`);
            assert.ok(
                await page.evaluate(() =>
                    Math.abs(
                        globalThis.mica.world.joints.find(({ motor }) => motor).angularSpeed + 4,
                    )
                ) < 0.5,
                'the motor turns',
            );
        }));

testLong(
    'a body is thrown, fixed, turned, resized, copied, held and deleted; its data shows under the mouse',
    () =>
        playPage(sizes.desktop, async (page) => {
            await page.keyboard.press('KeyB');
            await drag(page, [-1, 0], [0, 1]);
            await play(page, 0.5);
            await page.keyboard.press('KeyV');
            const [from, up, away] = await onScreen(page, [[-0.5, 0.5], [-0.5, 3], [1.5, 4]]);
            await page.mouse.move(...from);
            await page.mouse.down();
            await page.mouse.move(...up);
            await play(page, 0.6);
            const body = () =>
                page.evaluate(() => {
                    const { x, y, vx, vy, angle, mass, type } = globalThis.mica.world.bodyAt(1);
                    return { x, y, vx, vy, angle, mass, type };
                });
            assert.ok((await body()).y > 2, 'it is held in the air');
            await page.mouse.move(...away);
            await play(page, 0.08);
            await page.mouse.up();
            const thrown = await body();
            assert.ok(thrown.vx > 3, `thrown at ${thrown.vx} m/s`);
            await play(page, 5);
            const landed = await body();
            assert.ok(landed.x > 1 && Math.abs(landed.vx) < 0.1 && Math.abs(landed.y - 0.5) < 0.01,
                JSON.stringify(landed));
            await page.keyboard.press('KeyP');
            const press = (name) =>
                page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name })
                    .click();
            const { angle, mass } = await body();
            await press('Turn left');
            assert.ok(
                Math.abs(Math.cos((await body()).angle - angle) - Math.cos(Math.PI / 12)) < 1e-4,
            );
            await press('Larger');
            assert.ok(Math.abs((await body()).mass / mass - 1.15 ** 2) < 1e-3);
            await press('Copy');
            assert.equal((await look(page)).count, 3);
            await press('Fixed');
            assert.equal(await page.evaluate(() => globalThis.mica.world.bodyAt(2).type), 'static');
            await page.getByRole('button', { name: 'Ice' }).click();
            assert.ok(
                await page.evaluate(() => globalThis.mica.world.bodyAt(2).colliders[0].friction)
                    < 0.02,
            );
            await press('See all');
            const [at] = await onScreen(page, [
                Object.values(await page.evaluate(() => globalThis.mica.world.bodyAt(2).position)),
            ]);
            await page.mouse.move(...at);
            await page.evaluate(() => globalThis.draw());
            await assertText(page, '#card', /static, default[\s\S]*kg/);
            await press('Delete');
            assert.equal((await look(page)).count, 2);
            const { x, y } = await body();
            await drag(page, [x, y], [x, 4]);
            await press('Hold in place');
            await page.keyboard.press('KeyP');
            await play(page, 3);
            assert.ok(Math.abs((await body()).y - 4) < 0.5, `held at ${(await body()).y}`);
            await press('Hold in place');
            await play(page, 3);
            assert.ok((await body()).y < 1.2);
            await page.keyboard.press('KeyX');
            await keep(page, 'zoo-debug');
        }),
);

testLong('save and load, export and import, scene and bytes: the same world comes back',
    () =>
        playPage(sizes.desktop, async (page) => {
            await play(page, 2);
            const saved = await look(page);
            await page.getByRole('button', { name: 'Save' }).click();
            await page.waitForFunction(() =>
                document.getElementById('say').textContent === 'Kept in this browser'
            );
            const export_ = async (name) => {
                const [download] = await Promise.all([page.waitForEvent('download'),
                    page.getByRole('button', { name, exact: true }).click()]);
                return { name: download.suggestedFilename(), path: await download.path() };
            };
            const scene = await export_('Export');
            const bytes = await export_('Export bytes');
            assert.deepEqual([scene.name, bytes.name], ['zoo.json', 'zoo.mica']);
            assert.deepEqual(JSON.parse(readFileSync(scene.path, 'utf8')), saved.scene);
            const restored = (steps) =>
                page.waitForFunction(
                    ([hash, scenes]) =>
                        scenes
                            ? JSON.stringify(globalThis.mica.toScene()) === scenes
                            : globalThis.mica.world.hash() === hash,
                    steps,
                );
            await play(page, 1);
            await page.getByRole('button', { name: 'Empty' }).click();
            await page.getByRole('button', { name: 'Load' }).click();
            await restored([saved.hash]);
            await play(page, 3);
            const later = (await look(page)).hash;
            const open = (path) => page.setInputFiles('#file', path);
            await page.getByRole('button', { name: 'Empty' }).click();
            await open({ name: bytes.name, mimeType: '', buffer: readFileSync(bytes.path) });
            await restored([saved.hash]);
            await play(page, 3);
            assert.equal((await look(page)).hash, later, 'a snapshot goes on as the world did');
            await open({ name: scene.name, mimeType: 'application/json',
                buffer: readFileSync(scene.path) });
            await restored([null, JSON.stringify(saved.scene)]);
            await open({ name: 'wrong.json', mimeType: 'application/json',
                buffer: Buffer.from('{"mica2d":1,"bodies":[{"colliders":[{"shape":"egg"}]}]}') });
            await page.waitForFunction(() =>
                /bodies\[0\]/.test(document.getElementById('say').textContent)
            );
            assert.equal(JSON.stringify((await look(page)).scene), JSON.stringify(saved.scene));
            await page.keyboard.press('Control+z');
            assert.equal((await look(page)).hash, later, 'undo goes back across worlds');
        }, 'Wrecker'));

testLong('the keyboard alone builds a box, joins it and sets gravity',
    () =>
        playPage(sizes.desktop, async (page) => {
            await page.focus('#stage');
            for (const key of ['KeyB', 'ArrowUp', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowUp',
                'Enter']) await page.keyboard.press(key);
            const { scene, count } = await look(page);
            assert.equal(count, 2);
            const { width, height } = scene.bodies[1].colliders[0];
            assert.deepEqual([width, height], [1, 1]);
            for (const key of ['KeyM', 'ArrowLeft', 'ArrowDown', 'Enter', 'Enter'])
                await page.keyboard.press(key);
            assert.equal(await page.evaluate(() => globalThis.mica.world.joints[0]?.type),
                'revolute');
            await play(page, 1);
            assert.ok(
                await page.evaluate(() => globalThis.mica.world.bodyAt(1).angularVelocity) < -3,
            );
            for (const key of ['Escape', 'KeyV', 'Space', 'Space', 'Space', 'Space', 'Digit4',
                'BracketLeft', 'KeyF']) await page.keyboard.press(key);
            assert.equal(await page.evaluate(() => globalThis.mica.world.bodyAt(1).type), 'static');
            await page.keyboard.press('Delete');
            assert.equal((await look(page)).count, 1, 'the nail of its motor goes too');
            await page.focus('.dial');
            for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowRight');
            await page.keyboard.press('ArrowUp');
            const [gx, gy] = await page.evaluate(() => globalThis.mica.world.gravity);
            assert.ok(Math.abs(gx - 11) < 1e-3 && gy === 0, `${gx}, ${gy}`);
            await page.waitForFunction(() =>
                document.querySelector('.dial').getAttribute('aria-valuetext') === '11.0 m/s² right'
            );
        }));

/** Opens another page, forks it, and gives what came along. */
async function fork(path, title, ready) {
    const { page, errors, giveBack } = await browser.open(path, sizes.desktop);
    try {
        await page.waitForFunction(ready);
        const bodies = await page.evaluate(() => {
            const { counters } = globalThis.mica.world;
            document.getElementById('fork').click();
            return counters.bodies;
        });
        await page.waitForURL(/demo\/zoo\/index\.html#fork$/);
        const sent = await page.evaluate(() =>
            JSON.parse(sessionStorage.getItem('mica fork')).scene
        );
        assert.equal(sent.bodies.length, bodies);
        await page.waitForFunction(() =>
            globalThis.mica?.stage.frames > 1
            && document.querySelector('#tools button[aria-pressed=true]')
        );
        const { count, scene } = await look(page);
        assert.equal(await page.evaluate(() => globalThis.mica.stage.paused), true);
        await assertText(page, '#say', new RegExp(`Forked from “${title}”`));
        assert.equal(count, sent.bodies.length);
        assert.deepEqual([scene.bodies, scene.joints], [sent.bodies, sent.joints]);
        await page.evaluate(() => {
            globalThis.mica.stage.setPaused(false);
            for (let i = 0; i < 60; ++i) globalThis.mica.advance(1 / 60);
            globalThis.mica.stage.setPaused(true);
        });
        await page.keyboard.press('KeyB');
        await drag(page, [0, 0], [1, 1]);
        assert.equal((await look(page)).count, count + 1);
        // The new box meets all that came along.
        const { layer } = (await look(page)).scene.bodies.at(-1).colliders[0];
        const responses = await page.evaluate(
            ([own, all]) => all.map((name) => globalThis.mica.world.layers.response(own, name)),
            [layer, Object.keys(sent.world.layers)],
        );
        assert.ok(responses.length > 2 && responses.every((response) => response === 'solid'),
            `${layer}: ${responses}`);
        await keep(page, `zoo-fork-${path.split('/')[1]}`);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

test('a fork of another page arrives with all of its bodies and joints, and is built on', () =>
    fork('demo/chains/?bridge', 'Chains that hold', () => globalThis.mica?.stage));

testLong('so does a fork of the cave, with its tiles',
    () =>
        fork('demo/cave/', 'The cave', () =>
            globalThis.mica && document.querySelector('.veil.gone')));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: a finger draws a circle, two zoom, nothing overflows`, () =>
        playPage(sizes[name], async (page) => {
            const fingers = await makeFingers(page);
            const touch = (type, ...points) =>
                fingers(type, ...points.map(([x, y], id) => ({ x, y, id })));
            await page.getByRole('button', { name: 'Circle' }).tap();
            const [from, to] = await onScreen(page, [[0, 4], [1, 4]]);
            await touch('touchStart', from);
            await touch('touchMove', to);
            await touch('touchEnd');
            assert.deepEqual(await newest(page), ['dynamic', 'circle']);
            assert.ok(Math.abs((await look(page)).scene.bodies[1].colliders[0].radius - 1) < 0.05);
            const scale = () =>
                page.evaluate(() => {
                    globalThis.draw();
                    return globalThis.mica.stage.renderer.scale;
                });
            const before = await scale();
            await touch('touchStart', [150, 200], [200, 200]);
            await touch('touchMove', [125, 200], [225, 200]);
            await touch('touchEnd');
            assert.ok(Math.abs((await scale()) / before - 2) < 0.1, 'the view is twice as large');
            assert.equal((await look(page)).count, 2, 'and nothing was drawn by that');
            const outside = await page.evaluate(() =>
                [document.documentElement.scrollWidth > innerWidth && 'page',
                    ...[...document.querySelectorAll(
                        '.hud > *, .timeline, .toggle, .zoo-tools, .zoo-actions',
                    )].filter((element) => {
                        const { left, right, top, bottom } = element.getBoundingClientRect();
                        return right > left
                            && (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight);
                    }).map((element) =>
                        element.className
                    )].filter(Boolean)
            );
            assert.deepEqual(outside, []);
            await keep(page, `zoo-${name}`);
        }));
}
