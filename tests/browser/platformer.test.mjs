// The page of a platformer's numbers in Chromium: keys, touch and a gamepad play it, sliders and feels set the numbers,
// it fits phones. Time is made by mica.advance, beside the page's own frames.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

/** Opens the page, runs the test, and fails it for any error the page had. */
async function playPage(options, play) {
    const { page, errors } = await browser.open('demo/platformer/', options);
    try {
        await page.waitForFunction(() => globalThis.mica);
        await play(page);
        assert.deepEqual(errors, []);
    } finally {
        await page.context().close();
    }
}

/** Plays until a condition on the page holds, by a minute of the game at most. */
const reach = (page, condition) => page.evaluate(async (text) => {
    const holds = new Function(`return ${text}`)();
    for (let frame = 0; !holds(); ++frame) {
        if (frame === 3600) throw new Error(`a minute of the game has passed without ${text}`);
        globalThis.mica.advance(1 / 60);
        if (frame % 10 === 9) await new Promise((resolve) => { setTimeout(resolve); });
    }
}, String(condition));

const put = (page, x, y) => page.evaluate(([atX, atY]) => {
    globalThis.mica.hero.mover.body.setTransform(atX, atY);
    globalThis.mica.hero.reset();
}, [x, y]);

const setSlider = (page, name, value) => page.evaluate(([id, to]) => {
    const input = document.getElementById(id);
    input.value = to;
    input.dispatchEvent(new Event('input', { bubbles: true }));
}, [`n-${name}`, String(value)]);

test('keys run, jump, dash and climb; gems are counted; the trail has the jump', () => playPage(sizes.desktop, async (page) => {
    await reach(page, () => globalThis.mica.hero.mover.grounded);
    await page.keyboard.down('ArrowRight');
    await reach(page, () => globalThis.mica.hero.mover.x > 8);
    await page.keyboard.down('Space');
    await reach(page, () => globalThis.mica.gems === 1);
    await page.keyboard.up('Space');
    await reach(page, () => globalThis.mica.hero.mode === 'ground');
    await page.evaluate(() => {
        const { world, hero } = globalThis.mica;
        world.on('afterStep', () => { if (hero.justDashed) globalThis.dashed = true; });
    });
    await page.keyboard.press('ShiftLeft');
    await reach(page, () => globalThis.dashed);
    await page.keyboard.up('ArrowRight');
    const jump = await page.evaluate(() => { const { done, top, points } = globalThis.mica.trail.jump; return { done, top, points: points.length }; });
    assert.ok(jump.done && jump.top > 0.5 && jump.points > 20, JSON.stringify(jump));
    await put(page, 37.5, 4.65);
    await page.keyboard.down('KeyW');
    await reach(page, () => globalThis.mica.hero.mode === 'ladder');
    await reach(page, () => globalThis.mica.hero.mover.grounded && globalThis.mica.hero.mover.y > 10.5);
    await page.keyboard.up('KeyW');
    await page.waitForFunction(() => document.getElementById('gems').textContent === '2');
    await keepScreenshot(page, 'platformer-desktop');
}));

test('sliders, feels and the copied code are the controller\'s numbers; a reset keeps them', () => playPage(sizes.desktop, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const number = (name) => page.evaluate((key) => globalThis.mica.hero.numbers[key], name);
    await setSlider(page, 'jumpHeight', 4);
    assert.equal(await number('jumpHeight'), 4);
    assert.equal(await page.textContent('output[for=n-jumpHeight]'), '4\u2009m');
    await reach(page, () => globalThis.mica.hero.mover.grounded);
    const from = await page.evaluate(() => globalThis.mica.hero.mover.y);
    await page.keyboard.down('Space');
    const top = await page.evaluate((y) => {
        let most = 0;
        for (let i = 0; i < 90; ++i) {
            globalThis.mica.advance(1 / 60);
            most = Math.max(most, globalThis.mica.hero.mover.y - y);
        }
        return most;
    }, from);
    await page.keyboard.up('Space');
    assert.ok(Math.abs(top - 4) < 0.04, `${top} m`);
    await page.click('[data-feel=Floaty]');
    assert.equal(await number('maxFallSpeed'), 9);
    assert.equal(await number('jumpHeight'), 3.4);
    assert.equal(await page.getAttribute('[data-feel=Floaty]', 'aria-pressed'), 'true');
    await setSlider(page, 'dashes', 3);
    assert.equal(await page.getAttribute('[data-feel=Floaty]', 'aria-pressed'), 'false');
    await page.click('#reset');
    assert.equal(await number('dashes'), 3);
    await page.click('#copy');
    await page.waitForFunction(() => document.getElementById('copy').textContent === 'Copied');
    const code = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(code, /^new Platformer\(mover, \{\n(.*\n)* {4}jumpHeight: 3\.4,\n(.*\n)* {4}dashes: 3,\n\}\);\n$/);
    await setSlider(page, 'maxSlope', 30);
    assert.ok(Math.abs(await page.evaluate(() => globalThis.mica.hero.mover.maxSlope) - Math.PI / 6) < 1e-6);
    await page.click('#pause');
    assert.equal(await page.evaluate(() => globalThis.mica.world.paused), true);
    const steps = await page.evaluate(() => globalThis.mica.world.stepCount);
    await page.click('#step');
    assert.equal(await page.evaluate(() => globalThis.mica.world.stepCount), steps + 1);
}));

test('every slider has a name, a value and an effect on its number', () => playPage(sizes.desktop, async (page) => {
    const wrong = await page.evaluate(() => [...document.querySelectorAll('#groups input')].filter((input) => {
        const name = input.id.slice(2);
        const { hero } = globalThis.mica;
        const of = name in hero.numbers ? hero.numbers : hero.mover;
        const before = of[name];
        input.value = input.min;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        const least = of[name];
        input.value = input.max;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        return !(least <= before && before <= of[name] && least < of[name]) || !input.nextElementSibling.textContent || !input.labels[0]?.textContent;
    }).map((input) => input.id));
    assert.deepEqual(wrong, []);
    assert.ok(await page.locator('#groups input').count() >= 47);
}));

test('no press is lost between two steps, and one is none that goes on', () => playPage(sizes.desktop, async (page) => {
    await page.click('#pause');
    const jumps = await page.evaluate(() => {
        const { controls } = globalThis.mica;
        const key = (type) => dispatchEvent(new KeyboardEvent(type, { code: 'Space' }));
        const list = [];
        const read = () => list.push(controls.read().jump);
        key('keydown');
        key('keyup');
        for (let i = 0; i < 2; ++i) read();
        key('keydown');
        for (let i = 0; i < 2; ++i) read();
        key('keyup');
        key('keydown');
        for (let i = 0; i < 3; ++i) read();
        key('keyup');
        read();
        return list;
    });
    assert.deepEqual(jumps, [true, false, true, true, false, true, true, false]);
}));

test('a gamepad plays it', () => playPage(sizes.desktop, async (page) => {
    await reach(page, () => globalThis.mica.hero.mover.grounded);
    await page.evaluate(() => {
        globalThis.pad = { connected: true, axes: [1, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
        navigator.getGamepads = () => [globalThis.pad];
    });
    await reach(page, () => globalThis.mica.hero.mover.x > 5);
    await page.evaluate(() => { globalThis.pad.buttons[0].pressed = true; });
    await reach(page, () => globalThis.mica.hero.mode === 'air' && globalThis.mica.hero.mover.y > 6);
    await page.evaluate(() => {
        globalThis.pad.buttons[0].pressed = false;
        globalThis.pad.buttons[2].pressed = true;
    });
    await reach(page, () => globalThis.mica.hero.mode === 'dash');
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: nothing overflows, thumbs play, the sliders open`, () => playPage(sizes[name], async (page) => {
        await reach(page, () => globalThis.mica.hero.mover.grounded);
        const outside = () => page.evaluate(() => [...document.querySelectorAll('.hud > *, .toggle, #stick, .pads button')].filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return right > left && (left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5);
        }).map((element) => element.className || element.id));
        assert.deepEqual(await outside(), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const client = await page.context().newCDPSession(page);
        const middle = async (selector) => {
            const box = await page.locator(selector).boundingBox();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        const stick = { ...await middle('#stick'), id: 1 };
        const right = { ...stick, x: stick.x + 50 };
        const jump = { ...await middle('#pad-jump'), id: 2 };
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [stick] });
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [right] });
        await reach(page, () => globalThis.mica.hero.mover.x > 5);
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [right, jump] });
        await reach(page, () => globalThis.mica.hero.mover.y > 6);
        await page.waitForTimeout(200);
        await keepScreenshot(page, `platformer-${name}`);
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await reach(page, () => globalThis.mica.hero.mover.grounded && globalThis.mica.hero.mover.vx === 0);
        await page.tap('#panel-toggle');
        await page.waitForFunction(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)));
        assert.deepEqual(await outside(), []);
        await page.tap('[data-feel=Tight]');
        assert.equal(await page.evaluate(() => globalThis.mica.hero.numbers.runSpeed), 8.5);
        await page.waitForTimeout(300);
        await keepScreenshot(page, `platformer-${name}-panel`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, a, summary')].filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return width > 0 && height < 44;
        }).map((element) => element.id || element.textContent));
        assert.deepEqual(small, [], 'large enough for a thumb');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.tap('#panel-toggle');
        await page.locator('#panel').waitFor({ state: 'hidden' });
    }));
}
