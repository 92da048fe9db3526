// Runs as short links in Chromium: what was played plays again to the same bits on another page, and can be taken over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizes } from './page.mjs';
import { play, playStage } from './stage.mjs';
import { testLong } from '../sample.mjs';

const MOST = 2000; // letters of a link to a minute of play

const look = (page) =>
    page.evaluate(() => [globalThis.mica.world.stepCount, globalThis.mica.world.hash()]);

/** Plays for so many seconds by keys that go down and up as chance has it; the same in each run of the test. */
async function playByKeys(page, seconds, keys) {
    let chance = 7;
    const random = () => (chance = (16807 * chance) % 2147483647) / 2147483647;
    for (let time = 0; time < seconds; time += 0.5) {
        const key = keys[Math.floor(random() * keys.length)];
        await page.keyboard.down(key);
        await play(page, 0.4);
        if (random() < 0.7) await page.keyboard.up(key);
        await play(page, 0.1);
    }
    for (const key of keys) await page.keyboard.up(key);
}

for (const [path, keys, seconds]
    of /** @type {const} */ ([['ragdolls/', ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowDown',
        'Space', 'KeyU', 'ArrowLeft'], 60], ['swarm/', ['KeyD', 'KeyW', 'KeyA', 'Space', 'KeyS',
        'ShiftLeft'], 12], ['platformer/', ['ArrowRight', 'Space', 'ArrowRight', 'ShiftLeft',
        'Space', 'ArrowLeft', 'ArrowUp'], 30]]))
{
    test(`${path}: ${seconds} s are a link of at most ${MOST} letters, which plays them to the same bits and is taken over`, () =>
        playStage(path, sizes.phone, async (page) => {
            await page.focus('#stage');
            if (path === 'ragdolls/') {
                await page.keyboard.down('ArrowRight'); // takes the wheel: a new world
                await play(page, 0.1);
            }
            await playByKeys(page, seconds, keys);
            await page.evaluate(() => globalThis.mica.stage.run.share());
            const hash = await page.evaluate(() => location.hash);
            assert.ok(hash.startsWith('#run=') && hash.length <= MOST, `${hash.length} letters`);
            console.log(`# ${path} ${seconds} s: ${hash.length} letters`);
            const [steps, bits] = await look(page);
            await playStage(`${path}${hash}`, sizes.laptop, async (other) => {
                assert.equal(await other.evaluate(() => globalThis.mica.stage.paused), true);
                await other.click('#play');
                await other.keyboard.down(keys[0]); // the watcher's keys do nothing
                await other.evaluate((end) => {
                    const { mica } = globalThis;
                    for (let i = 0; i < end + 600 && mica.world.stepCount < end; ++i)
                        mica.advance(mica.world.fixedStep);
                }, steps);
                assert.deepEqual(await look(other), [steps, bits]);
                await other.keyboard.up(keys[0]);
                await play(other, 0.1);
                assert.equal(await other.evaluate(() => globalThis.mica.stage.run.watches), false,
                    'the end is the player’s');
            });
        }));
}

testLong(
    'a watcher takes over in the middle, and shares what became of it; a damaged run is refused',
    () =>
        playStage('ragdolls/', sizes.desktop, async (page) => {
            await page.focus('#stage');
            await page.keyboard.down('ArrowRight');
            await play(page, 4);
            await page.evaluate(() => globalThis.mica.stage.run.share());
            const hash = await page.evaluate(() => location.hash);
            await page.keyboard.up('ArrowRight');
            await playStage(`ragdolls/${hash}`, sizes.laptop, async (other) => {
                await other.click('#play');
                await play(other, 2);
                await other.click('#take-over');
                await other.keyboard.down('ArrowLeft');
                await play(other, 2);
                await other.keyboard.up('ArrowLeft');
                const bits = await look(other);
                await other.evaluate(() => globalThis.mica.stage.run.share());
                const again = await other.evaluate(() => location.hash);
                await playStage(`ragdolls/${again}`, sizes.phone, async (third) => {
                    await third.evaluate((end) => {
                        const { mica } = globalThis;
                        mica.stage.setPaused(false);
                        for (let i = 0; i < 900 && mica.world.stepCount < end; ++i)
                            mica.advance(mica.world.fixedStep);
                    }, bits[0]);
                    assert.deepEqual(await look(third), bits);
                });
            });
            await playStage(`ragdolls/${hash.slice(0, -9)}`, sizes.laptop, async (other) => {
                assert.match(await other.textContent('#said') ?? '', /link is damaged/);
                assert.equal(await other.evaluate(() => globalThis.mica.stage.paused), false);
            });
        }),
);
