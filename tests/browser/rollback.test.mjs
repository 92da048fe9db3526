// The page of two machines in Chromium: keys and touch play it, the line's settings reach the sessions, cheating is
// seen, it fits phones, and two tabs find each other. Time is made by globalThis.advance; the page's own frames only draw, but for the tabs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, keepScreenshot, makeFingers, openBrowser, sizes, whenStill } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** Opens the page, runs the test, and fails it for any error the page had. */
async function playDuel(options, play) {
    const { page, errors, giveBack } = await browser.open('demo/rollback/', options, holdTime);
    try {
        await page.waitForFunction(() => globalThis.mica?.machines[0]);
        await play(page);
        assert.deepEqual(errors, []);
    } finally {
        await giveBack();
    }
}

/** Plays until a condition on the page holds, by a minute of the game at most. */
const reach = (page, condition) =>
    page.evaluate(async (text) => {
        const holds = new Function(`return ${text}`)();
        for (let frame = 0; !holds(); ++frame) {
            if (frame === 3600) throw new Error(`a minute of the game has passed without ${text}`);
            globalThis.advance(1 / 60);
            if (frame % 10 === 9)
                await new Promise((resolve) => {
                    setTimeout(resolve);
                });
        }
    }, String(condition));

const setSlider = (page, id, value) =>
    page.evaluate(([name, to]) => {
        const input = document.getElementById(name);
        input.value = to;
        for (const kind of ['input', 'change'])
            input.dispatchEvent(
                new Event(kind, { bubbles: true }),
            );
    }, [id, String(value)]);

/** Begins a match anew without bots, who may have put the two balls in each other's way. */
const withoutBots = (page) =>
    page.evaluate(() => {
        document.getElementById('bots').checked = false;
        document.getElementById('restart').click();
    });

test('keys play both machines, which stay equal over a bad line', () =>
    playDuel(sizes.desktop, async (page) => {
        await withoutBots(page);
        for (const [id, value] of [['latency', 120], ['jitter', 80], ['loss', 20]])
            await setSlider(page, id, value);
        assert.deepEqual(await page.evaluate(() => globalThis.mica.link.settings), { latency: 120,
            jitter: 80, loss: 20 });
        await page.keyboard.down('KeyW');
        await page.keyboard.down('ArrowDown');
        await reach(page, () =>
            globalThis.mica.machines.every((each) =>
                each.ball(0)?.y > 2 && each.ball(1)?.y < -2
            ));
        await page.keyboard.up('KeyW');
        await page.keyboard.up('ArrowDown');
        await page.keyboard.down('KeyA');
        await reach(page, () =>
            globalThis.mica.machines.every((each) =>
                each.arena.state.scores[1] === 1
            ));
        await page.keyboard.up('KeyA');
        await reach(page, () =>
            globalThis.mica.machines.every((each) =>
                each.ball(0) && each.rollback.confirmed > 1200
            )); // 20 s
        const [a, b] = await page.evaluate(() =>
            globalThis.mica.machines.map(({ rollback }) => ({ ...rollback.stats,
                desync: rollback.desync })
            )
        );
        assert.deepEqual([a.desync, b.desync], [null, null]);
        assert.ok(a.rollbacks > 0 && b.rollbacks > 0,
            `${a.rollbacks} and ${b.rollbacks} rollbacks`);
        assert.ok(a.ping > 10, `ping of ${a.ping} frames`);
        await setSlider(page, 'latency', 20);
        await setSlider(page, 'jitter', 0);
        await page.evaluate(() => globalThis.play(1));
        await page.waitForFunction(() =>
            document.getElementById('verdict').textContent === 'in sync'
        );
        const scores = await page.evaluate(() =>
            globalThis.mica.machines.map(({ arena }) => arena.state.scores)
        );
        assert.deepEqual(scores[0], scores[1]);
        await page.waitForFunction(
            (text) =>
                [...document.querySelectorAll('.score')].every((view) => view.textContent === text),
            scores[0].join(':'),
        );
        await keepScreenshot(page, 'rollback-desktop');
    }));

testLong('who does not play is played for', () =>
    playDuel(sizes.desktop, async (page) => {
        const [x, y] = await page.evaluate(() => {
            const { x, y } = globalThis.mica.machines[0].ball(0);
            return [x, y];
        });
        await page.evaluate((at) => {
            globalThis.start = at;
        }, [x, y]);
        await reach(page, () =>
            globalThis.mica.machines.every((each) => {
                const own = each.ball(0);
                return own
                    && Math.hypot(own.x - globalThis.start[0], own.y - globalThis.start[1]) > 1;
            }));
    }));

testLong('a match is won, told, and begun anew', () =>
    playDuel(sizes.desktop, async (page) => {
        await withoutBots(page);
        for (const id of ['latency', 'jitter', 'loss']) await setSlider(page, id, 0);
        // Scores set from outside stay where no frame is played again: no key is down and the line has no delay. The
        // machines, up to two frames apart, compare their states every 30 frames, so both must have the scores by then.
        const between = (from, to) =>
            `() => globalThis.mica.machines.every(({ rollback: { frame } }) =>
        frame > 60 && frame % 30 >= ${from} && frame % 30 <= ${to})`;
        await reach(page, between(5, 12));
        await page.evaluate(() => {
            for (const { arena } of globalThis.mica.machines) arena.state.scores = [6, 6];
        });
        await reach(page, between(20, 25));
        await page.keyboard.down('KeyW');
        await reach(page, () => globalThis.mica.machines.every((each) => each.ball(0)?.y > 2));
        await page.keyboard.up('KeyW');
        await page.keyboard.down('KeyA');
        await reach(page,
            () => globalThis.mica.machines.every(({ arena }) => arena.state.winner === 1));
        await page.keyboard.up('KeyA');
        await page.locator('.banner').first().waitFor({ state: 'visible' });
        await page.emulateMedia({ colorScheme: 'light' });
        assert.equal(
            await page.evaluate(() => getComputedStyle(document.querySelector('.banner')).color),
            'rgb(238, 242, 255)',
            'light words: the arena is dark in both looks',
        );
        await reach(page,
            () => globalThis.mica.machines.every(({ arena }) => arena.state.winner < 0));
        assert.deepEqual(
            await page.evaluate(() =>
                globalThis.mica.machines.map(({ rollback }) => rollback.desync)
            ),
            [null, null],
        );
    }));

testLong(
    'a machine that cheats is found, and a new match is equal again; a broken line stalls both',
    () =>
        playDuel(sizes.desktop, async (page) => {
            await reach(page, () => globalThis.mica.machines[0].rollback.frame > 60);
            await page.click('#cheat');
            await reach(page,
                () => globalThis.mica.machines.every(({ rollback }) => rollback.desync));
            await page.waitForFunction(() =>
                /^differs since frame \d+$/.test(document.getElementById('verdict').textContent)
            );
            await page.click('#restart');
            await setSlider(page, 'delay', 5);
            assert.deepEqual(
                await page.evaluate(() =>
                    globalThis.mica.machines.map(({ rollback }) => rollback.desync)
                ),
                [null, null],
            );
            await page.evaluate(() => {
                globalThis.mica.link.settings.loss = 100;
            });
            await reach(page,
                () => globalThis.mica.machines.every(({ rollback }) => rollback.stats.stalled));
            await page.waitForFunction(() =>
                document.getElementById('verdict').textContent === 'waits for inputs'
            );
            await page.evaluate(() => {
                globalThis.mica.link.settings.loss = 0;
            });
            await reach(page, () =>
                globalThis.mica.machines.every(({ rollback }) =>
                    !rollback.stats.stalled && rollback.confirmed > 30
                ));
        }),
);

testLong(
    'the line is drawn and told: messages on their way, lost ones, what is played again, and the pace without guesses',
    () =>
        playDuel(sizes.desktop, async (page) => {
            await page.evaluate(() => {
                const { advance, mica } = globalThis;
                globalThis.playOn = (count) => {
                    let lossy = 0;
                    for (let i = 0; i < count; ++i) {
                        advance(1 / 60);
                        if (mica.link.flying().some(({ lost }) => lost)) lossy++;
                    }
                    const flying = mica.link.flying();
                    return { lossy, from: [0, 1].map((player) =>
                        flying.filter(({ from }) => from === player).length
                    ), whole: flying.every(({ part }) => part >= 0 && part <= 1) };
                };
            });
            const playOn = (frames) => page.evaluate((count) => globalThis.playOn(count), frames);
            const told = (words) =>
                page.waitForFunction(
                    (text) => new RegExp(text).test(document.getElementById('told').textContent),
                    words,
                );
            await page.getByRole('button', { name: 'Bad mobile' }).click();
            assert.deepEqual(await page.evaluate(() => globalThis.mica.link.settings), {
                latency: 150,
                jitter: 120,
                loss: 20,
            });
            const bad = await playOn(240);
            assert.ok(bad.whole && bad.from.every((count) => count >= 9) && bad.lossy > 200,
                JSON.stringify(bad));
            await page.getByRole('button', { name: 'Over the ocean' }).click();
            await page.evaluate(() => document.getElementById('restart').click());
            await playOn(300);
            await page.waitForFunction(() =>
                document.querySelector('#lines [aria-pressed=true]')?.textContent
                    === 'Over the ocean'
            );
            await told(
                '^Inputs take \\d+ ms. Each machine plays on by guesses, and corrects itself: \\d+ frames',
            );
            // Without guesses, 80 to 100 ms less the delay of two frames are waited for, each two or three frames.
            await page.locator('label', { has: page.locator('#guess') }).click();
            await playOn(300);
            const paces = await page.evaluate(() =>
                globalThis.mica.machines.map(({ rollback }) => rollback.frame / 300)
            );
            assert.ok(paces.every((pace) => pace > 0.15 && pace < 0.75), `${paces} of the pace`);
            await told('^Nobody guesses: .* Only \\d+ of 60');
            await page.getByRole('button', { name: 'Same room' }).click();
            const before = await page.evaluate(() => globalThis.mica.machines[0].rollback.frame);
            await playOn(120);
            assert.ok(
                await page.evaluate(() => globalThis.mica.machines[0].rollback.frame) - before
                    > 110,
                'full pace over a good line',
            );
        }),
);

for (const [name, size] of Object.entries(sizes)) {
    test(`${name}: no sheet covers an arena`, () =>
        playDuel(size, async (page) => {
            const covered = await page.evaluate(() =>
                [...document.querySelectorAll('.view')].flatMap((view) => {
                    const box = (selector) => view.querySelector(selector).getBoundingClientRect();
                    const { left, right, top, bottom } = box('.arena');
                    const size = Math.min(right - left, bottom - top);
                    return ['.label', '.score', '.figures'].filter((each) => {
                        const sheet = box(each);
                        return sheet.left < right && sheet.right > left && sheet.top < bottom
                            && sheet.bottom > top;
                    }).concat(size < 150 ? `${size} pixels` : []);
                })
            );
            assert.deepEqual(covered, []);
        }));
}

for (const name of /** @type {const} */ (['phone', 'landscape'])) {
    testLong(`${name}: nothing overflows, a finger steers, the line opens`, () =>
        playDuel(sizes[name], async (page) => {
            await withoutBots(page);
            const outside = await page.evaluate(() =>
                [...document.querySelectorAll(
                    '.top > *, .top .tools > *, .wire, .wire > *, .view, .figures, .label',
                )].filter((element) => {
                    const { left, right, top, bottom } = element.getBoundingClientRect();
                    return right > left
                        && (left < 0 || right > innerWidth + 0.5 || top < 0
                            || bottom > innerHeight + 0.5);
                }).map((element) =>
                    element.className || element.id
                )
            );
            assert.deepEqual(outside, []);
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            );
            const touch = await makeFingers(page);
            const [boxA, boxB] = await Promise.all(
                [0, 1].map((i) => page.locator('.arena').nth(i).boundingBox()),
            );
            const finger = (at, id, dx, dy) => ({ x: at.x + at.width / 2 + dx,
                y: at.y + at.height / 2 + dy, id });
            await touch('touchStart', finger(boxA, 1, 0, 0), finger(boxB, 2, 0, 0));
            await touch('touchMove', finger(boxA, 1, 0, -40), finger(boxB, 2, 0, 40));
            await reach(page, () =>
                globalThis.mica.machines.every((each) =>
                    each.ball(0)?.y > 1.5 && each.ball(1)?.y < -1.5
                ));
            await touch('touchEnd');
            assert.deepEqual(await page.evaluate(() => globalThis.mica.controls.sticks), [null,
                null]);
            await keepScreenshot(page, `rollback-${name}`);
            await page.tap('#settings');
            await page.locator('#latency').waitFor({ state: 'visible' });
            await whenStill(page);
            await keepScreenshot(page, `rollback-${name}-line`);
            const small = await page.evaluate(() =>
                [...document.querySelectorAll('button, a, .line label')].filter((element) => {
                    const { width, height, bottom } = element.getBoundingClientRect();
                    return width > 0 && (height < 44 || bottom > innerHeight + 0.5);
                }).map((element) => element.id || element.textContent)
            );
            assert.deepEqual(small, [], 'large enough for a thumb, and on the screen');
            await page.tap('#settings');
            await page.locator('#latency').waitFor({ state: 'hidden' });
        }));
}

/** Waits until two tabs play with each other, as they are called since they began last. */
async function whenMet(...tabs) {
    const names = await Promise.all(
        tabs.map((tab) => tab.evaluate(() => globalThis.mica.tabs.name)),
    );
    await Promise.all(
        tabs.map((tab, i) =>
            tab.waitForFunction((peer) =>
                globalThis.mica.tabs.peer === peer
                && globalThis.mica.machines[0]?.rollback.frame > 0, names[1 - i])
        ),
    );
}

test('two tabs find each other, play, and begin anew when one is loaded again', async () => {
    const { page, errors } = await browser.open('demo/rollback/?tabs', {
        viewport: { width: 900, height: 700 },
    });
    const other = await page.context().newPage();
    other.on('pageerror', (error) => errors.push(String(error)));
    try {
        await page.waitForFunction(() =>
            document.getElementById('verdict').textContent === 'open this page in a second tab'
        );
        await other.goto(page.url());
        for (const each of [page, other])
            await each.waitForFunction(() => globalThis.mica?.machines[0]);
        await withoutBots(page);
        await withoutBots(other);
        await page.bringToFront();
        // Who is which player is settled anew by a restart.
        await whenMet(page, other);
        const players = await Promise.all(
            [page, other].map((each) => each.evaluate(() => globalThis.mica.machines[0].player)),
        );
        assert.deepEqual([...players].sort(), [0, 1]);
        const key = players[0] === 0 ? 'KeyW' : 'ArrowUp';
        await page.keyboard.down(key);
        /** Both tabs go on, in turns, until a condition holds in both. */
        const both = async (condition) => {
            for (const end = Date.now() + 60_000;;) {
                assert.ok(Date.now() < end, `no end of waiting for ${condition}`);
                const done = [];
                for (const each of [page, other]) {
                    done.push(await each.evaluate(([text, player]) => {
                        globalThis.mica.advance(1 / 20);
                        return new Function(`return ${text}`)()(globalThis.mica.machines[0],
                            player);
                    }, [String(condition), players[0]]));
                }
                if (done.every(Boolean)) return;
            }
        };
        await both((machine, player) => machine?.ball(player)?.y > 1.5);
        await page.keyboard.up(key);
        await both((machine) => machine.rollback.confirmed > 60);
        for (const each of [page, other])
            assert.equal(await each.evaluate(() => globalThis.mica.machines[0].rollback.desync),
                null);
        await keepScreenshot(page, 'rollback-tabs');
        await other.evaluate(() => dispatchEvent(new Event('pagehide'))); // whose errors are not told when the page really goes
        await other.reload();
        await other.waitForFunction(() => globalThis.mica?.machines[0]);
        await whenMet(page, other);
        await both((machine) =>
            machine?.rollback.confirmed > 20 && machine.rollback.desync === null
        );
        assert.deepEqual(errors, []);
    } finally {
        await page.context().close();
    }
});
