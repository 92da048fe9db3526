// keepHistory(world, { save, load }): the game's own state comes back with each step of the history.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { keepHistory, rewind } from '../../js/history.js';
import { Platformer } from '../../js/platformer.js';
import { refuses } from './helpers.mjs';

/** A world whose game counts its steps, and its calls. */
function counting() {
    const world = new World();
    const game = { score: 0, list: [0] };
    const calls = { save: 0, load: 0 };
    world.on('afterStep', () => {
        game.score += 10;
        game.list.push(game.score);
    });
    const history = keepHistory(world, {
        save: () => (++calls.save, game),
        load: (state) => {
            ++calls.load;
            Object.assign(game, state);
        },
    });
    return { world, game, history, calls };
}

test('the state of each step comes back, a copy of its own', () => {
    const { world, game, history, calls } = counting();
    for (let i = 0; i < 10; ++i) world.step();
    assert.deepEqual(calls, { save: 11, load: 0 }, 'once a step, and once at the beginning');
    for (const step of [3, 10, 0, 7]) {
        history.seek(step);
        assert.deepEqual([world.stepCount, game.score, game.list.length], [step, 10 * step,
            step + 1]);
        game.list.length = 0; // what the game does with its copy does not reach the history
    }
    history.seek(7);
    assert.equal(game.list.length, 8);
    rewind(world, 2);
    assert.equal(game.score, 50);
    world.destroy();
});

test('every step of a frame has its state, and what the game changes after the newest step belongs to it', () => {
    const { world, game, history } = counting();
    assert.equal(world.advance(4.5 / 60), 4);
    game.score = 1000;
    history.seek(2);
    assert.equal(game.score, 20);
    history.seek(4);
    assert.equal(game.score, 1000);
    world.destroy();
});

test('a branch has its own states', () => {
    const { world, game, history } = counting();
    for (let i = 0; i < 10; ++i) world.step();
    history.seek(4);
    game.score = 7;
    for (let i = 0; i < 3; ++i) world.step();
    assert.deepEqual([history.last, game.score], [7, 37]);
    history.seek(4);
    assert.equal(game.score, 40, 'as it was before the game changed an earlier step');
    history.seek(6);
    assert.equal(game.score, 27);
    world.destroy();
});

test('a step is dropped with its state', () => {
    const world = new World();
    let score = 0;
    const history = keepHistory(world, { seconds: 0.5, save: () => ++score, load: (state) => {
        score = state;
    } });
    for (let i = 0; i < 200; ++i) world.step();
    assert.ok(history.first > 150);
    history.seek(history.first);
    assert.equal(score, history.first + 1);
    world.destroy();
});

test('a platformer is rewound in the middle of its jump', () => {
    const world = new World();
    world.createBody({ type: 'static', collider: { shape: 'box', width: 40, height: 1 } });
    const hero = new Platformer(
        world.createMover({ position: [0, 1.2],
            collider: { shape: 'capsule', length: 0.6, radius: 0.3 } }),
    );
    world.on('beforeStep',
        () => hero.update({ x: 1, jump: world.stepCount % 40 < 20, dash: world.stepCount === 63 }));
    const history = keepHistory(world, { save: () => hero.save(),
        load: (state) => hero.load(state) });
    /** @type {string[]} */
    const past = [];
    for (let i = 0; i < 150; ++i) {
        world.step();
        past[world.stepCount] = `${world.hash()} ${hero.save()}`;
    }
    for (const from of [130, 65, 90, 10]) {
        history.seek(from);
        assert.equal(`${world.hash()} ${hero.save()}`, past[from]);
        for (let i = from + 1; i <= 150; ++i) {
            world.step();
            assert.equal(`${world.hash()} ${hero.save()}`, past[i], `step ${i} from ${from}`);
        }
    }
    world.destroy();
});

test('bad options and states are refused', () => {
    const world = new World();
    const keep = (/** @type {any} */ options) => keepHistory(world, options);
    const load = () => {};
    assert.throws(() => keep({ save: 1, load }),
        /^TypeError: keepHistory: save must be a function, got 1/);
    assert.throws(() => keep({ save: () => 1, load: 'x' }),
        /^TypeError: keepHistory: load must be a function, got "x"/);
    for (const half of [{ save: () => 1 }, { load }])
        assert.throws(() => keep(half), /^TypeError: keepHistory: save and load belong together/);
    assert.throws(() => keep({ save: () => ({ hero: new Map() }), load }),
        /^TypeError: keepHistory: the result of save\(\)\.hero must be a plain object or an array/);
    assert.throws(() => keep({ save: () => [() => 1], load }),
        /^TypeError: keepHistory: the result of save\(\)\[0\] must be a JSON value/);
    /** @type {{ self?: unknown }} */
    const endless = {};
    endless.self = endless;
    assert.throws(() => keep({ save: () => endless, load }),
        /^RangeError: keepHistory: the result/);
    refuses(() => rewind(world, 0), 'NO_HISTORY', /rewind/);
    world.destroy();
});

test('what save throws the step throws, and no step is lost', () => {
    const world = new World();
    let fails = false;
    let state = 0;
    const history = keepHistory(world, { save() {
        if (fails) throw new Error('no state');
        return ++state;
    }, load() {
        if (fails) throw new Error('no load');
    } });
    world.step();
    fails = true;
    assert.throws(() => world.step(), /no state/);
    assert.equal(world.stepCount, 2);
    assert.throws(() => world.step(), /no state/);
    assert.equal(world.stepCount, 2, 'none is made before that one is kept');
    fails = false;
    world.step();
    assert.deepEqual([history.first, history.last, history.length], [0, 3, 4]);
    history.seek(1);
    fails = true;
    assert.throws(() => history.seek(0), /no load/);
    assert.equal(world.stepCount, 0);
    fails = false;
    world.step();
    assert.deepEqual([world.stepCount, history.last], [1, 1]);
    world.destroy();
});

test('save and load may neither step nor restore the world; they may end it', () => {
    const world = new World();
    /** @type {() => void} */
    let own = () => {};
    const history = keepHistory(world, { save: () => own(), load: () => own() });
    for (const call of [() => world.step(), () => world.advance(1), () => history.seek(0),
        () => keepHistory(world), () => rewind(world, 1), () => world.restore(new Uint8Array(4))])
    {
        own = call;
        refuses(() => world.step(), 'LOCKED', /not from inside a listener/);
        own = () => {};
        world.step();
        history.seek(0);
        own = call;
        refuses(() => history.seek(1), 'LOCKED', /not from inside a listener/);
        own = () => {};
        world.step();
    }
    own = () => history.stop();
    world.step();
    assert.deepEqual([history.length, history.first], [0, NaN]);
    own = () => {};
    const other = keepHistory(world, { save: () => own(), load() {} });
    own = () => world.destroy();
    world.step();
    assert.equal(other.length, 0);
    refuses(() => world.step(), 'WORLD_DESTROYED', /World.step/);
});
