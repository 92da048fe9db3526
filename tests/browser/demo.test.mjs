// The demo's pages in Chromium: the gallery leads to every page, and the cave is played by script. It starts
// without errors, draws, obeys keys and touch, and its layers do in the running game what the matrix shows.
// State is read through globalThis.mica.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepScreenshot, openBrowser, sizes } from './page.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

/** Opens the demo, waits for its first frames, runs the test, and fails it for any error the page had. */
const demo = async (options, play) => {
    const { page, errors } = await browser.open('demo/cave/', options);
    try {
        await page.waitForFunction(() => globalThis.mica?.state.frame > 3, null, { timeout: 30000 });
        await play(page);
        assert.deepEqual(errors, []);
    } catch (error) {
        if (errors.length > 0) error.message += `\nerrors of the page:\n${errors.join('\n')}`;
        throw error;
    } finally {
        await page.context().close();
    }
};

/** What the game looks like now. */
const look = (page) => page.evaluate(() => {
    const { state, world } = globalThis.mica;
    const { player } = state;
    return { x: player.x, y: player.y, vx: player.vx, vy: player.vy, grounded: state.grounded, caught: state.caught,
        lit: state.lit, falls: state.falls, paused: state.paused, time: world.time, steps: world.stepCount,
        loose: state.loose.length, frame: state.frame };
});

/** Waits until the game's own clock has gone so many seconds on. */
const play = async (page, seconds) => {
    const from = (await look(page)).time;
    await page.waitForFunction((until) => globalThis.mica.world.time >= until, from + seconds, { timeout: 60000 });
};

const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: 60000 });

/** Sends the ghosts far away, to test what they would disturb. */
const banishGhosts = (page) => page.evaluate(() => {
    const { game, ghosts } = globalThis.mica.state;
    game.minds.peace = true;
    ghosts.forEach((ghost, i) => ghost.setTransform(60 + i, 22));
});

/** Drags with the mouse from one world point to another. */
const drag = async (page, from, to) => {
    const points = await page.evaluate(([a, b]) => {
        const { camera } = globalThis.mica.state;
        return [a, b].map(([x, y]) => [camera.screenX(x), camera.screenY(y)]);
    }, [from, to]);
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    await page.mouse.move(...points[1], { steps: 8 });
};

test('the gallery fits every screen, and its links lead to pages', async () => {
    for (const [name, size] of Object.entries(sizes)) {
        const { page, errors } = await browser.open('demo/', size);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} px too wide (${name})`);
        assert.ok(await page.evaluate(() => [...document.images].every((image) => image.naturalWidth > 0)));
        await keepScreenshot(page, `gallery-${name}`);
        const links = await page.evaluate(() => [...document.links].map((link) => link.href));
        assert.ok(links.length >= 3);
        for (const link of links) assert.equal((await fetch(link)).status, 200, link);
        assert.deepEqual(errors, []);
        await page.context().close();
    }
});

test('the page starts without errors, draws, and shows its frame rate', () => demo(sizes.desktop, async (page) => {
    await play(page, 1);
    const { colours, sharp } = await page.evaluate(() => {
        const canvas = document.getElementById('stage');
        const probe = document.createElement('canvas');
        probe.width = 64;
        probe.height = 40;
        const ctx = probe.getContext('2d');
        ctx.drawImage(canvas, 0, 0, 64, 40);
        const pixels = new Uint32Array(ctx.getImageData(0, 0, 64, 40).data.buffer);
        return { colours: new Set(pixels).size, sharp: canvas.width / canvas.clientWidth };
    });
    assert.ok(colours > 100, `the canvas shows a picture, got ${colours} colours`);
    assert.ok(sharp >= 1);
    const fps = await page.locator('[data-stat=fps]').innerText();
    assert.ok(Number(fps) > 0, `frames a second: ${fps}`);
    assert.match(await page.locator('[data-stat=step]').innerText(), /^\d+\.\d+$/);
    assert.ok(Number(await page.locator('[data-stat=bodies]').innerText()) > 80);
    await keepScreenshot(page, 'demo-desktop');
}));

test('the player lands on tiles, runs right and left, and jumps', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    await play(page, 0.2);
    const start = await look(page);
    assert.ok(Math.abs(start.y - 4.58) < 0.03, `stands on the floor at y 4, centre at ${start.y}`);
    await page.keyboard.down('ArrowRight');
    await until(page, (x) => globalThis.mica.state.player.x > x + 3, start.x);
    const right = await look(page);
    await page.keyboard.up('ArrowRight');
    assert.ok(right.x > start.x + 3);
    await page.keyboard.down('a');
    await until(page, (x) => globalThis.mica.state.player.x < x, start.x + 1);
    await page.keyboard.up('a');
    await until(page, () => globalThis.mica.state.grounded && Math.abs(globalThis.mica.state.player.vx) < 0.1);

    await page.evaluate(() => {
        const { game, player } = globalThis.mica.state;
        const { beforeStep } = game;
        globalThis.highest = 0;
        game.beforeStep = () => {
            beforeStep();
            globalThis.highest = Math.max(globalThis.highest, player.y);
        };
    });
    await page.keyboard.down('Space');
    await until(page, () => globalThis.highest > 5 && globalThis.mica.state.player.vy < -1);
    await page.keyboard.up('Space');
    const top = await page.evaluate(() => globalThis.highest);
    assert.ok(top - start.y > 2.8 && top - start.y < 3.7, `jumps ${top - start.y} m high`);
    await until(page, () => globalThis.mica.state.grounded);
    await play(page, 0.2);
    const end = await look(page);
    assert.ok(Math.abs(end.y - 4.58) < 0.03, `stands again, centre at ${end.y}`);
}));

test('a ghost passes through a wall, catches the player, and the player comes back', () =>
    demo(sizes.desktop, async (page) => {
        await until(page, () => globalThis.mica.state.grounded);
        const start = await look(page);
        // Two metres inside the rock below, straight under the player's feet.
        await page.evaluate(() => {
            const { ghosts, player } = globalThis.mica.state;
            ghosts[0].setTransform(player.x + 0.5, 1);
        });
        await until(page, () => globalThis.mica.state.caught > 0);
        // The moment slows the clock, and passes: a picture takes its time.
        await until(page, () => globalThis.mica.world.timeScale < 0.5);
        await keepScreenshot(page, 'demo-caught');
        const caught = await look(page);
        assert.equal(caught.caught, 1);
        assert.equal(await page.locator('#caught').innerText(), '1');
        await until(page, () => {
            const { game } = globalThis.mica.state;
            return game.caughtTimer === 0 && game.moment === 1;
        });
        const back = await look(page);
        assert.ok(Math.abs(back.x - start.x) < 1.5 && Math.abs(back.y - start.y) < 3, 'stands where it began');
        assert.equal(back.caught, 1, 'one visit, one catch');
    }));

test('a gamepad runs and jumps', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    const start = await look(page);
    await page.evaluate(() => {
        const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
        globalThis.pad = { connected: true, axes: [1, 0], buttons };
        navigator.getGamepads = () => [globalThis.pad];
    });
    await until(page, (x) => globalThis.mica.state.player.x > x + 1, start.x);
    await page.evaluate(() => {
        globalThis.pad.axes[0] = 0;
        globalThis.pad.buttons[0].pressed = true;
    });
    await until(page, (y) => globalThis.mica.state.player.y > y + 1, start.y);
    assert.equal((await look(page)).caught, 0);
}));

test('a lantern lights once, and becomes the place to come back to', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await page.keyboard.down('ArrowRight');
    await until(page, () => globalThis.mica.state.lit === 1);
    await page.keyboard.up('ArrowRight');
    const spawn = await page.evaluate(() => [globalThis.mica.state.game.spawnX, globalThis.mica.state.player.x]);
    assert.ok(Math.abs(spawn[0] - spawn[1]) < 2.5);
    await page.keyboard.down('ArrowLeft');
    await play(page, 0.6);
    await page.keyboard.up('ArrowLeft');
    assert.equal((await look(page)).lit, 1);
}));

test('the matrix changes the layers live: without walls the player falls, with them it stands again', () =>
    demo(sizes.desktop, async (page) => {
        await banishGhosts(page);
        await until(page, () => globalThis.mica.state.grounded);
        const cell = page.locator('[data-pair="player wall"]');
        assert.equal(await cell.getAttribute('data-response'), 'solid');
        await cell.click();
        assert.equal(await cell.getAttribute('data-response'), 'trigger');
        await cell.click();
        assert.equal(await cell.getAttribute('data-response'), 'ignore');
        assert.equal(await cell.getAttribute('aria-label'), 'player and wall: nothing');
        await until(page, () => globalThis.mica.state.player.y < 0);
        await until(page, () => globalThis.mica.state.falls > 0);
        await page.click('#restore');
        assert.equal(await cell.getAttribute('data-response'), 'solid');
        await until(page, () => globalThis.mica.state.player.y > 3 && globalThis.mica.state.grounded);
    }));

test('a player inside a wall that becomes solid is brought back', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await page.evaluate(() => globalThis.mica.state.player.setTransform(8, 1.5));
    await until(page, () => globalThis.mica.state.falls === 1);
    await until(page, () => globalThis.mica.state.player.y > 4 && globalThis.mica.state.grounded);
}));

test('solid ghosts no longer catch: they push', () => demo(sizes.desktop, async (page) => {
    await until(page, () => globalThis.mica.state.grounded);
    await page.getByRole('button', { name: 'Solid ghosts' }).click();
    assert.equal(await page.evaluate(() => globalThis.mica.world.layers.response('ghost', 'player')), 'solid');
    const from = await look(page);
    await page.evaluate(() => {
        const { ghosts, player } = globalThis.mica.state;
        ghosts[0].setTransform(player.x - 1.2, player.y);
    });
    await until(page, (x) => globalThis.mica.state.player.x > x + 0.15, from.x);
    assert.equal((await look(page)).caught, 0);
}));

test('pause stops time, a step is one step, slow motion is slow', () => demo(sizes.desktop, async (page) => {
    await play(page, 0.3);
    await page.click('#pause');
    const paused = await look(page);
    assert.equal(paused.paused, true);
    await until(page, (frame) => globalThis.mica.state.frame > frame + 8, paused.frame);
    assert.equal((await look(page)).steps, paused.steps);
    await page.click('#step');
    await page.keyboard.press('o');
    assert.equal((await look(page)).steps, paused.steps + 2);
    await page.keyboard.press('p');
    assert.equal((await look(page)).paused, false);
    await page.click('#slow');
    const scale = await page.evaluate(() => new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(globalThis.mica.world.timeScale)));
    }));
    assert.ok(Math.abs(scale - 0.2) < 1e-6, `time scale ${scale}`);
}));

test('who clicks a control plays on, who comes by the keyboard presses it', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    await page.locator('label:has(#view-light)').click();
    await page.click('#slow');
    await page.keyboard.press('x');
    assert.equal(await page.evaluate(() => globalThis.mica.state.view.debug), true);
    await page.keyboard.down('Space');
    await until(page, () => globalThis.mica.state.player.vy > 3);
    await page.keyboard.up('Space');
    assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 0.2);

    await page.locator('#slow').focus();
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 1);
    await page.locator('#view-debug').focus();
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => globalThis.mica.state.view.debug), false);
    await page.locator('#speed').focus();
    await page.keyboard.press('Home');
    assert.equal(await page.evaluate(() => globalThis.mica.state.game.speed), 0.1);
}));

test('zoomed out, the player is not behind the meter, and reset takes the zoom back', () =>
    demo({ viewport: { width: 1280, height: 800 } }, async (page) => {
        await banishGhosts(page);
        await until(page, () => globalThis.mica.state.grounded);
        for (const notches of [1, 5]) {
            await page.mouse.move(500, 400);
            await page.mouse.wheel(0, 100 * notches);
            await play(page, 1);
            const [feet, top] = await page.evaluate(() => {
                const { camera, player } = globalThis.mica.state;
                return [camera.screenY(player.y - 0.58), document.getElementById('meter').getBoundingClientRect().top];
            });
            assert.ok(feet < top, `feet at ${feet}, the meter from ${top}`);
        }
        await page.click('#overview');
        await page.keyboard.press('r');
        assert.deepEqual(await page.evaluate(() => {
            const { zoom, overview } = globalThis.mica.state.camera;
            return [zoom, overview, document.getElementById('overview').getAttribute('aria-pressed')];
        }), [1, false, 'false']);
    }));

test('the mouse draws boxes and balls, pulls them about, and erases them', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    await play(page, 0.5);
    const before = (await look(page)).loose;
    await page.click('[data-tool=box]');
    await drag(page, [3, 6.2], [4, 7]);
    await page.mouse.up();
    await page.keyboard.press('3');
    await drag(page, [5, 6.2], [5.4, 6.2]);
    await page.mouse.up();
    assert.equal((await look(page)).loose, before + 2);
    await play(page, 1);
    const box = await page.evaluate((i) => {
        const body = globalThis.mica.state.loose[i];
        return [body.x, body.y];
    }, before);
    assert.ok(Math.abs(box[1] - 4.4) < 0.06, `the box lies on the floor, at ${box[1]}`);

    await page.keyboard.press('1');
    await drag(page, box, [box[0] + 0.3, 6.4]);
    await until(page, (i) => globalThis.mica.state.loose[i].y > 5.6, before);
    assert.equal(await page.evaluate(() => globalThis.mica.state.held !== null), true);
    await page.mouse.up();
    assert.equal(await page.evaluate(() => globalThis.mica.state.held), null);

    await play(page, 1);
    await page.keyboard.press('4');
    const now = await page.evaluate((i) => {
        const body = globalThis.mica.state.loose[i];
        return [body.x, body.y];
    }, before);
    await drag(page, now, now);
    await page.mouse.up();
    assert.equal((await look(page)).loose, before + 1);
}));

test('the debug overlay draws, and hovering a body shows its data', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    await page.keyboard.press('x');
    assert.equal(await page.locator('#view-debug').isChecked(), true);
    await page.locator('#view-bounds').check();
    await play(page, 0.4);
    const at = await page.evaluate(() => {
        const { camera, player } = globalThis.mica.state;
        return [camera.screenX(player.x), camera.screenY(player.y)];
    });
    await page.mouse.move(...at);
    await page.locator('#card').waitFor({ state: 'visible' });
    assert.match(await page.locator('#card').innerText(), /player[\s\S]*dynamic, awake[\s\S]*kg/);
    await keepScreenshot(page, 'demo-debug');
    await page.locator('#view-layerColours').check();
    await play(page, 0.1);
}));

test('the keyboard cursor picks and holds a body', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    await until(page, () => globalThis.mica.state.grounded);
    await page.keyboard.press('c');
    await page.evaluate(() => {
        const { pointer, player } = globalThis.mica.state;
        pointer.x = player.x;
        pointer.y = player.y;
    });
    const from = await look(page);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => globalThis.mica.state.held === globalThis.mica.state.player), true);
    await page.keyboard.down('ArrowUp');
    await until(page, (y) => globalThis.mica.state.player.y > y + 0.8, from.y);
    await page.keyboard.up('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => globalThis.mica.state.held), null);
    await page.keyboard.press('Escape');
}));

test('reset begins again', () => demo(sizes.desktop, async (page) => {
    await page.keyboard.down('ArrowRight');
    await until(page, () => globalThis.mica.state.lit === 1);
    await page.keyboard.up('ArrowRight');
    await page.click('#reset');
    await play(page, 0.2);
    const now = await look(page);
    assert.equal(now.lit, 0);
    assert.ok(now.x < 7 && now.time < 5);
}));

test('all lanterns lit is the end, and can be played again', () => demo(sizes.desktop, async (page) => {
    await banishGhosts(page);
    const spots = await page.evaluate(() => globalThis.mica.state.game.scene.lanterns.map((l) => [l.homeX, l.homeY]));
    for (const [i, [x, y]] of spots.entries()) {
        await page.evaluate(([px, py]) => globalThis.mica.state.player.setTransform(px, py), [x, y]);
        await until(page, (lit) => globalThis.mica.state.lit >= lit, i + 1);
    }
    assert.equal(await page.evaluate(() => globalThis.mica.state.won), true);
    await page.getByRole('button', { name: 'Play again' }).click();
    await until(page, () => globalThis.mica.state.lit === 0);
}));

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    test(`${name}: nothing overflows, touch runs and jumps, the panel opens`, () => demo(sizes[name], async (page) => {
        await banishGhosts(page);
        await until(page, () => globalThis.mica.state.grounded);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${overflow} px too wide`);
        const outside = await page.evaluate(() => {
            const elements = [...document.querySelectorAll('.hud > *, .meter, .toggle, .pads button')];
            return elements.filter((element) => {
                const { left, right, top, bottom } = element.getBoundingClientRect();
                return right > left && (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight);
            }).map((element) => element.className || element.id);
        });
        assert.deepEqual(outside, []);
        const ratio = await page.evaluate(() => {
            const canvas = document.getElementById('stage');
            return canvas.width / canvas.clientWidth;
        });
        assert.ok(ratio >= 1);

        const client = await page.context().newCDPSession(page);
        const middle = async (/** @type {string} */ selector) => {
            const box = await page.locator(selector).boundingBox();
            assert.ok(box, `${selector} is shown`);
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        const right = { ...await middle('#pad-right'), id: 1 };
        const jump = { ...await middle('#pad-jump'), id: 2 };
        const start = await look(page);
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [right] });
        await until(page, (x) => globalThis.mica.state.player.x > x + 1, start.x);
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [right, jump] });
        await until(page, (y) => globalThis.mica.state.player.y > y + 1, start.y);
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await until(page, () => globalThis.mica.state.grounded && Math.abs(globalThis.mica.state.player.vx) < 0.2);
        await keepScreenshot(page, `demo-${name}`);

        const fingers = (/** @type {number} */ apart) => [-1, 1].map((side, id) => ({ x: 250 + side * apart, y: 200, id }));
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(90) });
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(45) });
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        const zoom = await page.evaluate(() => globalThis.mica.state.camera.zoom);
        assert.ok(Math.abs(zoom - 0.5) < 0.01, `two fingers, half as far apart: ${zoom}`);
        await page.tap('#overview');
        assert.equal(await page.evaluate(() => globalThis.mica.state.camera.overview), true);
        await page.tap('#overview');

        await page.tap('#panel-toggle');
        await page.locator('[data-pair="player ghost"]').tap();
        assert.equal(await page.evaluate(() => globalThis.mica.world.layers.response('player', 'ghost')), 'ignore');
        await page.waitForTimeout(400);
        await keepScreenshot(page, `demo-${name}-panel`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, a, label')].filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return width > 0 && height < 44;
        }).map((element) => element.id || element.textContent));
        assert.deepEqual(small, [], 'large enough for a thumb');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.tap('#panel-toggle');
        await page.locator('#panel').waitFor({ state: 'hidden' });
    }));
}

test('with reduced motion the picture does not shake, and the game works', () =>
    demo({ ...sizes.desktop, reducedMotion: 'reduce' }, async (page) => {
        assert.equal(await page.evaluate(() => globalThis.mica.state.view.calm), true);
        await page.keyboard.down('ArrowRight');
        await until(page, () => globalThis.mica.state.lit === 1);
        await page.keyboard.up('ArrowRight');
    }));
