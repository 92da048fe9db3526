// A simulated minute of the soak (tests/soak), which `npm run soak` plays for an hour; and that its checks see what
// they are there for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Churn } from '../soak/churn.mjs';
import { Find } from '../soak/find.mjs';
import { GENERATIONS } from '../soak/model.mjs';
import { Play } from '../soak/play.mjs';
import { soak } from '../soak/run.mjs';
import { checkCounts, checkDead, checkSizes } from '../soak/watch.mjs';
import { makeRandom } from './histories.mjs';
import './helpers.mjs';
import { testLong } from '../sample.mjs';

testLong('a minute of play leaves nothing behind and revives nothing', () => {
    const { steps, made, ended, tried, churnSlots, counts } = soak(1, 7);
    assert.equal(steps, 3600);
    assert.ok(made > 30_000 && ended > 30_000, `${made} made, ${ended} ended`);
    assert.ok(tried > 30_000, `${tried} dead objects and handles tried`);
    // The anchor's, and two for each 8,190 bodies: what is destroyed frees its slot in the next step.
    assert.equal(churnSlots, 1 + 2 * Math.ceil(3 * steps / (2 * GENERATIONS)));
    for (const name
        of /** @type {const} */ (['snapshots', 'restores', 'rewinds', 'worlds', 'edits', 'asleep',
            'woke', 'heard']))
        assert.ok(counts[name] > 0, name);
});

test('a slot that has served 4,095 bodies is never used again', () => {
    const churn = new Churn(makeRandom(1));
    // Two slots in turn, since what is destroyed frees its slot in the next step; and that of the anchor.
    for (let i = 0; i < 2 * GENERATIONS; ++i) churn.round();
    assert.equal(churn.check(), 3);
    churn.round();
    assert.equal(churn.check(), 4);
    assert.equal(churn.model.slots.body[1].uses, GENERATIONS);
    assert.equal(checkDead(churn.world, churn.model, 3 * GENERATIONS) > 3 * 2 * GENERATIONS, true);
    churn.world.destroy();
});

test('the checks of the soak find a wrong count, a handle that lives, and memory that grows', () => {
    const play = new Play(makeRandom(3));
    for (let i = 0; i < 30; ++i) play.tick();
    const { world, model } = play;
    const lost = world.createBody();
    assert.throws(() => checkCounts(world, model), Find);
    lost.destroy();
    checkCounts(world, model);
    const [body] = model.live.body;
    model.live.body.delete(body);
    assert.throws(() => checkDead(world, model, 999), /names something/);
    model.live.body.add(body);
    const sizes = { world: 1e6, wasm: 1e6, heap: 1e7, buffers: 1e6 };
    checkSizes(sizes, sizes);
    for (const [name, bytes] of Object.entries({ world: 1.3e6, wasm: 1.2e6, heap: 1.4e7,
        buffers: 2.1e6 }))
        assert.throws(() => checkSizes(sizes, { ...sizes, [name]: bytes }),
            new RegExp(`^Error: ${name}: `), name);
    world.destroy();
});
