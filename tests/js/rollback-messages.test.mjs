// What sessions of 'mica2d/rollback' refuse: messages that no machine sends, options and inputs that cannot
// be. Nothing that is refused changes a session, and nothing that comes in breaks one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { Rollback } from '../../js/rollback.js';
import { hashValue } from '../../js/rollback/values.js';
import { makeGame, makeRandom } from './rollback-link.mjs';
import { refuses } from './helpers.mjs';

const step = () => {};
const send = () => {};

/** @param {() => unknown} call @param {string} code @param {RegExp} [text] */
function refusesMessage(call, code, text = /Rollback/) {
    assert.throws(call, (/** @type {any} */ error) => {
        assert.deepEqual([error.name, error.code], ['RollbackError', code], String(error));
        assert.match(error.message, text);
        return true;
    });
}

/** Two sessions that have played 40 frames, and what the second one sends next. */
function pair() {
    const game = makeGame(2, 50);
    for (let tick = 0; tick < 40; ++tick) game.tick();
    const [{ rollback }, { rollback: other, world }] = game.machines;
    /** @type {unknown[]} */
    let message = [];
    game.network.send = (each) => {
        message = JSON.parse(JSON.stringify(each));
    };
    other.addLocalInput({ x: 1, y: 0, fire: false });
    other.advance();
    return { game, rollback, message, world };
}

test('each part of a message is checked, and the error names it', () => {
    const { game, rollback, message } = pair();
    /** @param {number} part @param {unknown} value */
    const changed = (part, value) => Object.assign([...message], { [part]: value });
    /** @type {[number, unknown, RegExp][]} */
    const wrong = [
        [0, 2, /version 1, got 2/],
        [2, 7, /hashEvery must be 30 on all machines, got 7/],
        [3, 2, /FROM .* from 0 to 1, got 2/],
        [4, 'x', /TO .* got "x"/],
        [5, -1, /TICK/],
        [5, 1.5, /TICK/],
        [6, -2, /ECHO/],
        [7, -2, /HELD/],
        [8, null, /FRAME/],
        [9, NaN, /LEAD/],
        [9, 1e6, /LEAD/],
        [10, 5000, /ACK of a message must be at most 42/],
        [11, 400, /CHECK_ACK/],
        [12, 999, /FIRST .* at most/],
        [13, {}, /INPUTS .* array/],
        [13, new Array(600).fill(0), /INPUTS .* at most 512/],
        [13, new Array(300).fill(0), /INPUTS must end before frame \d+, 121 after ACK/],
        [13, [() => {}], /INPUTS\[0\] must be a JSON value, got a function/],
        [13, [{ x: Infinity }], /INPUTS\[0\]\.x must be a finite number/],
        [13, ['x'.repeat(5000)], /1024 characters/],
        [13, [JSON.parse('{"__proto__": 1}')], /__proto__/],
        [13, [new Array(1e5).fill(1)], /256 values/],
        [13, [JSON.parse('['.repeat(20) + ']'.repeat(20))], /8 levels/],
        [14, -1, /FIRST_CHECK/],
        [15, ['x', 5], /hash must be a short text/],
        [15, new Array(60).fill('0'), /CHECKS must end before frame 42/],
        [15, ['x'.repeat(100)], /short text/],
    ];
    const before = [rollback.frame, rollback.confirmed, JSON.stringify(rollback.stats)];
    for (const [part, value, text] of wrong)
        refusesMessage(() => rollback.receive(changed(part, value)), 'BAD_MESSAGE', text);
    for (const value of [undefined, null, 5, 'x', {}, [], [1], new Uint8Array(16)])
        refusesMessage(() => rollback.receive(value), 'BAD_MESSAGE');
    refusesMessage(() => rollback.receive(message, 0), 'BAD_MESSAGE',
        /player 0 must not say it is of player 1/);
    assert.deepEqual([rollback.frame, rollback.confirmed, JSON.stringify(rollback.stats)], before);
    assert.equal(rollback.receive(changed(1, 'another session')), false);
    assert.equal(rollback.receive(changed(4, 1)), false, 'for somebody else');
    assert.equal(rollback.receive(changed(3, 0)), false, 'an echo of its own');
    assert.equal(rollback.receive(message, 1), true);
    assert.equal(rollback.receive(message), true, 'a copy');
    game.destroy();
});

/** A value of a hostile mind. @param {() => number} random @param {number} depth @returns {any} */
function makeNonsense(random, depth = 0) {
    const values = [0, 1, -1, 2, 1e9, -1e300, NaN, Infinity, null, undefined, true, '', 'x', 0.5,
        41];
    const kind = random();
    if (depth > 3 || kind < 0.7) return values[Math.floor(random() * values.length)];
    if (kind < 0.85)
        return Array.from({ length: Math.floor(6 * random()) },
            () => makeNonsense(random, depth + 1));
    return { x: makeNonsense(random, depth + 1), y: makeNonsense(random, depth + 1) };
}

test('nonsense among the messages: the game goes on, and both sides stay equal', () => {
    const random = makeRandom(99);
    const game = makeGame(2, 60);
    Object.assign(game.network, { latency: 2, jitter: 3, loss: 0.1 });
    let refused = 0;
    let taken = 0;
    /** @type {unknown[]} */
    let last = [];
    const { send: deliver } = game.network;
    game.network.send = function(message, to) {
        last = message;
        deliver.call(this, message, to);
    };
    for (let tick = 0; tick < 1500; ++tick) {
        game.tick();
        for (let k = 0; k < 20; ++k) {
            const message = JSON.parse(JSON.stringify(last));
            // Parts that may do harm within the rules (inputs, hashes, acknowledgements) only get what breaks them.
            const part = Math.floor(16 * random());
            const value = makeNonsense(random);
            if ([10, 11, 12, 14].includes(part) && Number.isInteger(value)) continue;
            if (part === 13 && Array.isArray(value)
                && value.every((each) => each === null || typeof each !== 'number')) continue;
            if (part === 13 || part === 15)
                message[part] = Array.isArray(value)
                    ? [...message[part], NaN]
                    : value;
            else message[part] = value;
            try {
                if (game.machines[k % 2].rollback.receive(random() < 0.1 ? value : message))
                    ++taken;
            } catch (/** @type {any} */ error) {
                assert.deepEqual([error.name, error.code], ['RollbackError', 'BAD_MESSAGE'],
                    error.stack);
                ++refused;
            }
        }
    }
    assert.ok(refused > 5000 && taken > 100, `${refused} refused, ${taken} taken`);
    const [a, b] = game.machines;
    const frames = Math.min(a.rollback.confirmed, b.rollback.confirmed);
    assert.ok(frames > 800, `${frames} frames`);
    assert.deepEqual(a.hashes.slice(0, frames), b.hashes.slice(0, frames));
    assert.deepEqual([a.rollback.desync, b.rollback.desync], [null, null]);
    game.destroy();
});

test('a peer that lies about inputs, acknowledgements and hashes breaks itself alone', () => {
    const random = makeRandom(7);
    const { game, rollback, message } = pair();
    for (let k = 0; k < 4000; ++k) {
        const lie = /** @type {any[]} */ ([...message]);
        for (let n = 1 + Math.floor(3 * random()); n > 0; --n) {
            const part = 5 + Math.floor(11 * random());
            lie[part] = part === 13
                ? Array.from({ length: Math.floor(5 * random()) }, () => null)
                : part === 15
                ? Array.from({ length: Math.floor(3 * random()) }, () => String(random()))
                : Math.floor(random() * 60);
        }
        try {
            rollback.receive(lie);
        } catch (/** @type {any} */ error) {
            assert.equal(error.code, 'BAD_MESSAGE', error.stack);
        }
        if (k % 4 === 0) rollback.advance();
    }
    assert.ok(rollback.frame > 40);
    game.destroy();
});

test('a list of inputs that says another constructor is read as any other', () => {
    const { game, rollback, message } = pair();
    const lists = [...message];
    for (const part of [13, 15])
        lists[part] = Object.assign([...lists[part]], { constructor: { [Symbol.species]: 0 } });
    assert.equal(rollback.receive(lists), true);
    game.destroy();
});

test('options are checked', () => {
    const world = new World();
    const make = (/** @type {any} */ options) => () =>
        new Rollback(world, { step, send, ...options });
    refuses(make({ step: undefined }), TypeError, 'Rollback: step must be a function');
    refuses(make({ send: undefined }), TypeError, 'Rollback: send must be a function');
    refuses(make({ players: 17 }), RangeError, 'players', 'from 1 to 16');
    refuses(make({ local: 2 }), RangeError, 'local', 'from 0 to 1');
    refuses(make({ local: [] }), RangeError, 'local');
    refuses(make({ local: [0, 0] }), RangeError, 'local');
    refuses(make({ inputDelay: -1 }), RangeError, 'inputDelay');
    refuses(make({ maxPrediction: 61 }), RangeError, 'maxPrediction');
    refuses(make({ hashEvery: 0.5 }), RangeError, 'hashEvery');
    refuses(make({ syncTest: 'x' }), TypeError, 'syncTest');
    refuses(make({ session: null }), TypeError, 'session');
    refuses(make({ save: () => 1 }), TypeError, 'save and load belong together');
    refuses(make({ onDesync: 1 }), TypeError, 'onDesync');
    refuses(make({ emptyInput: NaN }), RangeError, 'emptyInput');
    refuses(make({ delay: 1 }), TypeError, 'has no option "delay"');
    refuses(() => new Rollback(/** @type {any} */ ({}), { step, send }), TypeError,
        'world must be a World of this thread');
    const rollback = new Rollback(world, { step, send });
    refuses(() => rollback.addLocalInput(1, 1), RangeError, 'player 1 is not local');
    refuses(() => rollback.addLocalInput(NaN), RangeError,
        'Rollback.addLocalInput: input must be a finite number');
    refuses(() => rollback.addLocalInput({ key: [1, { at: new Date() }] }), TypeError,
        'input.key[1].at must be a plain object');
    refuses(() => rollback.isFirst('x', -1), RangeError, 'within');
    world.destroy();
});

test('inputs are the same for the one who gives them as for the others', () => {
    const world = new World();
    /** @type {any[]} */
    const got = [];
    const rollback = new Rollback(world, { inputDelay: 0, send, step: ([own]) => got.push(own) });
    const given = { x: -0, keys: ['a'], none: undefined };
    rollback.addLocalInput(given);
    given.keys.push('b');
    rollback.advance();
    assert.deepEqual(got, [{ x: 0, keys: ['a'] }]);
    assert.ok(Object.is(got[0].x, 0) && !('none' in got[0]));
    assert.throws(() => got[0].keys.push('c'), TypeError);
    rollback.advance();
    assert.equal(got[1], got[0], 'a frame without a new one repeats the last');
    world.destroy();
});

test("the hash of a game's own state: the order of keys does not count, all else does", () => {
    assert.equal(hashValue({ a: 1, b: [2, 'x'] }), hashValue({ b: [2, 'x'], a: 1 }));
    assert.equal(hashValue(NaN), hashValue(-NaN));
    const values = [0, -0, 1, '1', '', null, true, false, [], {}, [0], [[0]], { a: 0 }, { b: 0 }, [
        'a',
        'b',
    ], ['ab', ''], [1, [2]], [[1], 2], 1e-300, 0.1 + 0.2, 0.3];
    assert.equal(new Set(values.map((value) => hashValue(value))).size, values.length);
    const world = new World();
    /** @type {any[]} */
    const circle = [];
    circle.push(circle);
    const rollback = new Rollback(world, { step, send, save: () => circle, load: step });
    refuses(() => rollback.advance(), RangeError, 'within 64 levels');
    world.destroy();
});

test('errors of the game: the frame is made, and advance() throws the first one', () => {
    const world = new World();
    let fails = true;
    const rollback = new Rollback(world, {
        step(_, frame) {
            world.step();
            if (fails) throw new Error(`in frame ${frame}`);
        },
        send() {
            throw new Error('no line');
        },
    });
    assert.throws(() => rollback.advance(), /in frame 0/);
    assert.deepEqual([rollback.frame, world.stepCount], [1, 1]);
    fails = false;
    assert.throws(() => rollback.advance(), /no line/);
    assert.equal(rollback.frame, 2);
    const inside = new Rollback(world, { players: 1, step: () => inside.advance() });
    refusesMessage(() => inside.advance(), 'LOCKED', /not within a frame/);
    const reads = new Rollback(world, { send, step: () => reads.receive([]) });
    refusesMessage(() => reads.advance(), 'LOCKED', /Rollback.receive/);
    world.destroy();
});

/**
 * Plays against a machine whose messages are changed on their way, as far as they are not refused.
 * @param {object} options of both sessions
 * @param {(message: any[]) => void} change
 * @param {number} ticks
 * @returns the longest message in characters, and how many were refused
 */
function playAgainst(options, change, ticks) {
    const world = new World();
    const other = new World();
    let longest = 0;
    let refused = 0;
    /** @type {Rollback<any>} */
    const here = new Rollback(world, { ...options, step: () => world.step(), send(message) {
        const text = JSON.stringify(message);
        longest = Math.max(longest, text.length);
        there.receive(JSON.parse(text));
    } });
    /** @type {Rollback<any>} */
    const there = new Rollback(other, { ...options, local: 1, step: () => other.step(),
        send(message) {
            const changed = JSON.parse(JSON.stringify(message));
            change(changed);
            try {
                here.receive(changed);
            } catch (error) {
                assert.equal(/** @type {any} */ (error).code, 'BAD_MESSAGE');
                ++refused;
            }
        } });
    for (let tick = 0; tick < ticks; ++tick) {
        here.addLocalInput(tick % 7);
        there.addLocalInput(tick % 5);
        here.advance();
        there.advance();
    }
    const { frame } = here;
    world.destroy();
    other.destroy();
    return { longest, refused, frame };
}

test('a machine that acknowledges nothing is not sent more with every frame: it must not play on without what it has not', () => {
    const { longest, refused, frame } = playAgainst({}, (message) => {
        message[10] = message[11] = 0;
    }, 3000);
    assert.ok(longest < 6000 && refused > 2000 && frame < 300,
        JSON.stringify({ longest, refused, frame }));
    assert.deepEqual(playAgainst({}, () => {}, 1000).refused, 0);
});

test('a machine that sends hashes which nobody asked for is refused', () => {
    const hashes = Array.from({ length: 64 }, () => 'x'.repeat(40));
    let first = 0;
    const { refused, frame } = playAgainst({ hashEvery: 0 }, (message) => {
        message[14] = first;
        message[15] = hashes;
        first += 64;
    }, 500);
    assert.ok(refused === 500 && frame < 20, JSON.stringify({ refused, frame }));
});
