// The gallery in Chromium: the scene at its top is played, played backwards and played with; the cards' worlds move while they
// are looked at, and only then. The page's own frames stand (`held`), and the tests give it theirs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { listPages } from './measure.mjs';
import { keepScreenshot, openBrowser, sizes, whenObserved } from './page.mjs';
import { sample, testLong } from '../sample.mjs';

const MAX_BYTES = 300e3;
const MAX_WHOLE = 700e3; // with all pictures

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** Opens the gallery with its own frames held, plays, and fails for any error of the page. */
async function playGallery(options, play, prepare) {
    const { page, errors, giveBack } = await browser.open('demo/', options, async (fresh) => {
        await fresh.addInitScript(() => {
            let mica;
            Object.defineProperty(globalThis, 'mica', { configurable: true, get: () => mica,
                set(given) {
                    mica = given;
                    mica.held = true;
                } });
            globalThis.play = (seconds) => {
                for (let i = 0; i < 60 * seconds; ++i) globalThis.mica.frame(1 / 60);
            };
        });
        await prepare?.(fresh);
    });
    try {
        await page.waitForFunction(() => globalThis.mica?.hero);
        await whenObserved(page);
        await play(page);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

test('the ball breaks the letters, and history builds them up again, to the same bits', () =>
    playGallery(sizes.desktop, async (page) => {
        const found = await page.evaluate(() => {
            const { top } = globalThis.mica;
            const { hero } = top;
            const play = (seconds) => {
                for (let i = 0; i < 60 * seconds; ++i) hero.advance(1 / 60, false);
            };
            hero.world.restore(hero.start);
            const start = hero.world.hash();
            const blocks = hero.blocks.flat();
            const places = blocks.map(({ x, y }) => [x, y]);
            const moved = () =>
                blocks.filter(({ x, y }, i) => Math.hypot(x - places[i][0], y - places[i][1]) > 0.1)
                    .length;
            play(1);
            const first = moved();
            play(5);
            const broken = moved();
            play(2.1);
            const { state } = hero;
            const backwards = hero.world.stepCount;
            play(0.5);
            const fewer = hero.world.stepCount < backwards;
            for (let i = 0; hero.state === 'back' && i < 1000; ++i) hero.advance(1 / 60, false);
            return { count: blocks.length, first, broken, state, fewer,
                same: hero.world.hash() === start, then: hero.state };
        });
        assert.ok(found.count > 200 && found.first === 0 && found.broken > 100,
            JSON.stringify(found));
        assert.deepEqual([found.state, found.fewer, found.same, found.then], ['back', true, true,
            'play']);
    }));

testLong('the pointer drags a block, and a press beside them blasts them',
    () =>
        playGallery(sizes.desktop, async (page) => {
            const place = () =>
                page.evaluate(() => {
                    const { top } = globalThis.mica;
                    const { left, top: up, width, height } = top.canvas.getBoundingClientRect();
                    const [block] = top.hero.blocks[0];
                    const { scale, x, y } = top.camera;
                    return [left + width / 2 + (block.x - x) * scale,
                        up + height / 2 - (block.y - y) * scale, block.x, block.y];
                });
            await page.evaluate(() => {
                globalThis.mica.hero.world.restore(globalThis.mica.hero.start);
                globalThis.play(0.1);
            });
            const [x, y, , before] = await place();
            await page.mouse.move(x, y);
            await page.mouse.down();
            await page.mouse.move(x - 20, y - 180);
            await page.evaluate(() => globalThis.play(1.2));
            const [, , , lifted] = await place();
            assert.ok(lifted > before + 2, `${before} to ${lifted} m`);
            await page.mouse.up();
            const pushed = await page.evaluate(() => {
                const { hero, top } = globalThis.mica;
                const { left, top: up, width, height } = top.canvas.getBoundingClientRect();
                const { scale, x: cx, y: cy } = top.camera;
                const client = (wx, wy) => ({ clientX: left + width / 2 + (wx - cx) * scale,
                    clientY: up + height / 2 - (wy - cy) * scale });
                hero.world.restore(hero.start);
                top.canvas.dispatchEvent(new MouseEvent('click', client(-5.1, 0.6)));
                globalThis.play(0.2);
                return [hero.rings.length,
                    hero.blocks.flat().filter(({ vx, vy }) => Math.hypot(vx, vy) > 1).length];
            });
            assert.ok(pushed[0] === 1 && pushed[1] > 10, String(pushed));
            await page.click('#pause');
            const stands = await page.evaluate(() => {
                const { world } = globalThis.mica.hero;
                const steps = world.stepCount;
                globalThis.play(0.5);
                return world.stepCount === steps;
            });
            assert.ok(stands, 'Pause');
        }));

test('a card moves while the mouse is over it, and what it shows changes', () =>
    playGallery(sizes.desktop, async (page) => {
        const names = await page.evaluate(() => globalThis.mica.cards.map(({ name }) => name));
        assert.ok(names.length >= 8);
        for (const name of sample(names, 3)) {
            const card = page.locator(`[data-page=${name}]`);
            await card.scrollIntoViewIfNeeded();
            await card.hover();
            await page.waitForFunction(
                (of) => globalThis.mica.cards.find((each) => each.name === of).moving,
                name,
            );
            const { moved, painted, idle } = await page.evaluate((of) => {
                const { cards } = globalThis.mica;
                const { moving, canvas } = cards.find((each) => each.name === of);
                const picture = () => canvas.toDataURL();
                const places = () =>
                    [...moving.world.bodies].filter(({ type }) => type === 'dynamic').map((
                        { x, y },
                    ) => [x, y]);
                globalThis.mica.top.seen = false; // it would take most of the time
                globalThis.play(0.1);
                const [before, image] = [places(), picture()];
                globalThis.play(0.4);
                return {
                    moved: places().filter(([x, y], i) =>
                        !before[i] || Math.hypot(x - before[i][0], y - before[i][1]) > 0.02
                    ).length,
                    painted: picture() !== image,
                    idle: cards.filter((each) =>
                        each.moving && !each.active
                    ).length,
                };
            }, name);
            assert.ok(moved > 0 && painted, `${name}: ${moved} bodies moved`);
            assert.ok(idle <= 3, `${idle} worlds that nobody sees`);
        }
        await page.mouse.move(2, 2);
        await page.waitForFunction(() => globalThis.mica.cards.every(({ active }) => !active));
        await keepScreenshot(page, 'gallery-cards');
    }));

testLong('nothing moves out of the window', () =>
    playGallery(sizes.desktop, async (page) => {
        const card = page.locator('[data-page=chains]');
        await card.locator('a').focus();
        await page.waitForFunction(() =>
            globalThis.mica.cards.find(({ name }) => name === 'chains').moving
        );
        await page.evaluate(() => document.querySelector('footer').scrollIntoView());
        await page.waitForFunction(() =>
            !globalThis.mica.top.seen
            && !globalThis.mica.cards.find(({ name }) => name === 'chains').active
        );
        const steps = await page.evaluate(() => {
            const { cards, hero } = globalThis.mica;
            const { world } = cards.find(({ name }) => name === 'chains').moving;
            const before = [world.stepCount, hero.world.stepCount];
            globalThis.play(0.5);
            return [before, [world.stepCount, hero.world.stepCount]];
        });
        assert.deepEqual(steps[1], steps[0]);
    }));

testLong('with less motion all stands until Play is pressed',
    () =>
        playGallery({ ...sizes.desktop, reducedMotion: 'reduce' }, async (page) => {
            const card = page.locator('[data-page=chains]');
            await card.scrollIntoViewIfNeeded();
            await card.hover();
            const steps = () =>
                page.evaluate(() => {
                    globalThis.mica.top.seen = true;
                    globalThis.play(0.5);
                    return [globalThis.mica.hero.world.stepCount,
                        globalThis.mica.cards.filter(({ active, moving }) => active || moving)
                            .length];
                });
            const [before] = await steps();
            assert.deepEqual(await steps(), [before, 0]);
            await page.evaluate(() => document.getElementById('pause').click());
            assert.ok((await steps())[0] > before);
        }));

testLong('on a phone the card in the middle moves', () =>
    playGallery(sizes.phone, async (page) => {
        await page.locator('[data-page=billiards]').evaluate((card) =>
            card.scrollIntoView({ block: 'center', behavior: 'instant' })
        );
        await page.waitForFunction(() =>
            globalThis.mica.cards.find(({ name }) => name === 'billiards').moving
        );
        const active = await page.evaluate(() =>
            globalThis.mica.cards.filter((card) => card.active).map(({ name }) => name)
        );
        assert.ok(active.includes('billiards') && active.length <= 2, String(active));
    }));

testLong('the page transfers less than 300 kB before pictures', async () => {
    /** @type {Map<string, Promise<Buffer>>} */
    const bodies = new Map();
    await playGallery(sizes.desktop, async (page) => {
        await page.waitForLoadState('networkidle');
        await Promise.all(bodies.values()); // a page that is closed gives none
    }, async (page) => {
        page.on('response', (response) => {
            if (!/\.(webp|svg)$/.test(response.url())) bodies.set(response.url(), response.body());
        });
    });
    let bytes = 0;
    for (const [, body] of bodies) bytes += gzipSync(await body).length;
    console.log(`# ${bodies.size} files, ${bytes} bytes with gzip`);
    assert.ok(bodies.size > 3 && bytes < MAX_BYTES,
        `${bodies.size} files, ${bytes} bytes with gzip`);
});

test('with all its pictures, the page transfers less than 700 kB; a card says what it is', () => {
    /** @type {Promise<Buffer>[]} */
    const bodies = [];
    return playGallery(sizes.desktop, async (page) => {
        await page.evaluate(() => {
            for (const image of document.images) image.loading = 'eager';
        });
        await page.waitForFunction(() =>
            [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        );
        await page.waitForLoadState('networkidle');
        const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
        const whole = sizes.reduce((sum, size) => sum + size, 0);
        assert.ok(sizes.length > 15 && whole < MAX_WHOLE, `${whole} bytes`);
        const kinds = await page.evaluate(() =>
            [...document.querySelectorAll('.cards li')].map((card) =>
                card.querySelector('i')?.textContent
            )
        );
        assert.ok(kinds.every((kind) => ['game', 'toy', 'lab'].includes(kind)), kinds.join());
    }, async (page) => {
        page.on('response', (response) => bodies.push(response.body()));
    });
});

test('each page has a preview with a picture that is there', async () => {
    for (const name of ['', ...listPages().map((each) => `${each}/`)]) {
        const { page, giveBack } = await browser.open(`demo/${name}`, sizes.desktop);
        const content = (tag) => page.getAttribute(`meta[${tag}]`, 'content');
        assert.ok(
            await content('property="og:title"') && await content('property="og:description"'),
            name,
        );
        assert.equal(await content('name="twitter:card"'), 'summary_large_image');
        const picture = new URL(await content('property="og:image"') ?? '', page.url());
        const response = await fetch(picture);
        assert.deepEqual([response.status, response.headers.get('content-type')], [200,
            'image/webp'], `${name}: ${picture}`);
        await giveBack();
    }
});

test('the figures are those of the README, against the packages that the benchmark has', () => {
    const [html, readme, bench] = ['../../demo/index.html', '../../README.md',
        '../bench/package.json'].map((path) =>
            readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
        );
    const { dependencies } = JSON.parse(bench);
    const box2d = `box2d3-wasm ${dependencies['box2d3-wasm']}`;
    const rapier = `Rapier ${dependencies['@dimforge/rapier2d-simd-compat']}`;
    const newest = '1.3 times that of Box2D’s sources of August 2026';
    assert.ok(html.includes(`the speed of ${box2d}, ${newest}, and 3.0 times ${rapier}’s`));
    assert.ok(html.includes(`${rapier} takes 14 times that, and ${box2d} takes 21 times that`));
    assert.ok(readme.includes(`| mica2d | ${box2d} | Box2D, 20 August 2026 | ${rapier} |`));
    const figures = [...html.matchAll(/<dd>([^<]+)<\/dd>/g)].map(([, figure]) => figure);
    assert.equal(figures.length, 3);
    const [times, rays, save] = figures;
    assert.match(readme, new RegExp(
        `is ${
            times.replace(' ×', '')
        } times Mica's\\s+time for ${box2d}, 1\\.3 times for Box2D's newest sources and 3\\.0 times for ${rapier}`,
    ));
    assert.match(readme, new RegExp(
        `10,000 rays of 10 m among 5,000 bodies \\| ${
            rays.replace(' ms', '')
        } \\| [\\d.]+ \\(21 ×\\) \\| – \\| [\\d.]+ \\(14 ×\\)`,
    ));
    assert.match(readme, new RegExp(
        `990 boxes: the whole world saved, restored \\| ${
            save.replace('0.', '.').replace(' ms', '')
        },`,
    ));
});
