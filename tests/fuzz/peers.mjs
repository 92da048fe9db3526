// Peers of `Rollback` that mean ill, in simulated time: two machines play honestly, a third player's messages are written by hand. It
// keeps to the rules of the protocol and uses them: acknowledges late or never, sends the largest inputs, or as many as may be, too late,
// twice, out of order, others to each machine, wrong hashes, is silent for minutes; and it breaks them by chance. Whatever comes, no call
// throws but for BAD_MESSAGE, the messages of the honest stay small, and memory does not grow.
//   node --expose-gc tests/fuzz/peers.mjs [--ticks 216000] [--seed 1]   (an hour has 216,000 ticks)
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomFrom } from './hostile-random.mjs';

/** @import { World } from '../../js/index.js' */
/** @import { Rollback } from '../../js/rollback.js' */
/** @import { Random } from './hostile-random.mjs' */

/** Parts of a message, as PART of js/rollback/message.js. */
const [VERSION, SESSION, HASH_EVERY, FROM, TO, TICK, ECHO, HELD, FRAME, LEAD, ACK, CHECK_ACK, FIRST,
    INPUTS, FIRST_CHECK, CHECKS] = Array(16).keys();
const PLAYERS = 3;
const HOSTILE = 2;
const EVERY = 30;
const MAX_AHEAD = 121;

/** The longest message that an honest machine may send, in characters of JSON: 190 inputs that are not acknowledged, and 64 hashes. */
const LONGEST = 4000;
/** Bytes of the heap that may come from one part of a run to its end. */
const GROWTH = 3e6;

/** Ticks at the end in which the peer is honest. */
const HONEST_AT_LAST = 400;

/** What a peer does for a while. @typedef {'honest' | 'mute' | 'deaf' | 'hoards' | 'floods' | 'late' | 'lies' | 'splits' | 'nonsense'} Habit */
const HABITS =
    /** @type {const} */ (['honest', 'honest', 'mute', 'deaf', 'hoards', 'floods', 'late', 'lies',
        'splits', 'nonsense']);

const ODD = [-1, 0, 1, 0.5, NaN, Infinity, 2 ** 31, 2 ** 40, 2 ** 53, '', 'x'.repeat(99), null,
    undefined, [], {}, true, [[]], -0];

/** Whatever there may be in a message. @param {Random} random */
function oddValue(random) {
    const value = random.pick(ODD);
    return random.chance(0.1) ? Array.from({ length: random.below(600) }, () => value) : value;
}

/** A player whose messages are written by hand: what it says to one honest machine. */
class HostileLink {
    /** How many inputs of the honest machine it has. */ received = 0;
    checks = 0;
    /** How many inputs it has sent. */ sent = 0;
    #tick = 0;
    /** @type {unknown[]} */ #last = [];
    /** Inputs it has sent, by frame, as far back as they may be asked for. @type {Map<number, unknown>} */ #inputs =
        new Map();
    #acked = 0;
    #echo = -1;

    /** @param {Random} random @param {number} to */
    constructor(random, to) {
        this.random = random;
        this.to = to;
    }

    /** Hears a message of the honest machine. @param {any[]} message */
    hear(message) {
        this.received = Math.max(this.received, message[FIRST] + message[INPUTS].length);
        this.checks = Math.max(this.checks, message[FIRST_CHECK] + message[CHECKS].length);
        this.#acked = Math.max(this.#acked, message[ACK]);
        this.#echo = Math.max(this.#echo, message[TICK]);
    }

    /** @param {Habit} habit @returns {unknown} */
    #input(habit) {
        const { random } = this;
        if (habit === 'floods') return Array.from({ length: 250 }, () => random.next());
        if (habit === 'splits') return { x: random.between(-1, 1) };
        return { x: this.sent % 40 < 20 ? 1 : -1 };
    }

    /** The message of this tick. @param {Habit} habit */
    say(habit) {
        const { random } = this;
        ++this.#tick;
        // An honest player has an input a tick, and none more than MAX_AHEAD beyond what it acknowledges.
        const ack = habit === 'deaf'
            ? Math.max(0, Math.min(this.received, this.sent - MAX_AHEAD + 2))
            : this.received;
        const most = habit === 'hoards' ? this.sent + 120 : this.sent + 1;
        const end = habit === 'late' && random.chance(0.9)
            ? this.sent
            : Math.min(most, ack + MAX_AHEAD);
        for (; this.sent < end; ++this.sent) this.#inputs.set(this.sent, this.#input(habit));
        for (const frame of this.#inputs.keys())
            if (frame < this.#acked - 10) this.#inputs.delete(frame);
        const first = Math.min(this.#acked, this.sent);
        const inputs = Array.from({ length: Math.min(512, this.sent - first) },
            (_, i) => this.#inputs.get(first + i) ?? 0);
        const firstCheck = Math.max(0, this.checks - 1);
        const message = new Array(16);
        Object.assign(message, { [VERSION]: 1, [SESSION]: 'x', [HASH_EVERY]: EVERY, [FROM]: HOSTILE,
            [TO]: this.to, [TICK]: this.#tick, [ECHO]: this.#echo, [HELD]: 0, [FRAME]: this.sent,
            [LEAD]: habit === 'lies' ? random.pick([-1000, 1000, 0]) : 0, [ACK]: ack,
            [CHECK_ACK]: habit === 'deaf' ? 0 : this.checks, [FIRST]: first, [INPUTS]: inputs,
            [FIRST_CHECK]: firstCheck, [CHECKS]: habit === 'lies'
                ? Array.from({ length: random.below(3) }, () => String(random.below(1e9)))
                : [] });
        if (habit === 'nonsense' && random.chance(0.5))
            message[random.below(16)] = oddValue(random);
        if (habit === 'late' && random.chance(0.3)) return this.#last;
        this.#last = message;
        return message;
    }
}

/** @param {typeof World} Worlds @param {typeof Rollback} Rollbacks @param {number} local @param {(message: unknown[], to: number) => void} send */
function makeHonest(Worlds, Rollbacks, local, send) {
    const world = new Worlds({ gravity: [0, 0] });
    const balls = Array.from({ length: PLAYERS },
        (_, i) =>
            world.createBody({ position: [2 * i, 0], linearDamping: 1,
                collider: { shape: 'circle', radius: 0.5 } }));
    /** @type {{ slot: number, ends: number }[]} */
    let bullets = [];
    const rollback = new Rollbacks(/** @type {any} */ (world), {
        players: PLAYERS,
        local,
        session: 'x',
        hashEvery: EVERY,
        send,
        save: () => bullets.map((each) => ({ ...each })),
        load: (saved) => {
            bullets = saved;
        },
        step(inputs, frame) {
            inputs.forEach((input, i) => {
                if (typeof (/** @type {any} */ (input)?.x) === 'number')
                    balls[i].applyForce(5 * Math.max(-1, Math.min(1, /** @type {any} */ (input).x)),
                        0);
            });
            if (frame % 20 === 0)
                bullets.push({
                    slot:
                        world.createBody({ position: [0, 5 + frame % 7],
                            collider: { shape: 'circle', radius: 0.1 } }).index,
                    ends: frame + 45,
                });
            world.step(1 / 60, 1);
            for (const { slot } of bullets.filter(({ ends }) => ends <= frame))
                world.bodyAt(slot)?.destroy();
            bullets = bullets.filter(({ ends }) => ends > frame);
        },
    });
    return { world, rollback };
}

/** The size of the heap when all that can be is collected; 0 where nothing can be. */
function heapNow() {
    if (!globalThis.gc) return 0;
    globalThis.gc();
    return process.memoryUsage().heapUsed;
}

/**
 * Plays a session for so many ticks.
 * @param {typeof World} Worlds @param {typeof Rollback} Rollbacks @param {number} seed @param {number} ticks
 * @param {(tick: number) => void} [report]
 */
export function playPeers(Worlds, Rollbacks, seed, ticks, report) {
    const random = randomFrom(seed);
    /** @type {{ due: number, to: number, message: unknown }[]} */
    let mail = [];
    let now = 0;
    let longest = 0;
    let refused = 0;
    const links = [0, 1].map((to) => new HostileLink(random, to));
    const machines = [0, 1].map((local) =>
        makeHonest(Worlds, Rollbacks, local, (message, to) => {
            const text = JSON.stringify(message);
            longest = Math.max(longest, text.length);
            assert.ok(text.length <= LONGEST,
                `a message of ${text.length} characters in tick ${now}`);
            mail.push({ due: now + 1 + random.below(4), to, message: JSON.parse(text) });
        })
    );
    /** @param {number} to @param {unknown} message */
    const deliver = (to, message) => {
        try {
            machines[to].rollback.receive(message);
        } catch (error) {
            if (/** @type {any} */ (error).code !== 'BAD_MESSAGE') throw error;
            ++refused;
        }
    };
    /** @type {Habit} */
    let habit = 'honest';
    let until = 0;
    // Whatever the peer did before, the game goes on once it is honest.
    const last = ticks - HONEST_AT_LAST;
    let before = 0;
    /** @type {number[]} */
    const heaps = [];
    for (; now < ticks; ++now) {
        if (now === last) [habit, until, before] = ['honest', ticks, machines[0].rollback.frame];
        if (now >= until) {
            habit = random.pick(HABITS);
            until = now + 30 + random.below(random.chance(0.1) ? 7200 : 300);
        }
        const due = mail.filter((each) => each.due <= now);
        mail = mail.filter((each) => each.due > now);
        for (const { to, message } of due) {
            if (to === HOSTILE)
                links[/** @type {any} */ (message)[FROM]].hear(/** @type {any} */ (message));
            else deliver(to, message);
        }
        machines.forEach(({ rollback }, i) => {
            if (habit !== 'mute') deliver(i, links[i].say(habit));
            rollback.addLocalInput({ x: random.below(3) - 1 });
            rollback.advance();
        });
        if (now % Math.ceil(ticks / 8) === 0) {
            heaps.push(heapNow());
            report?.(now);
        }
    }
    heaps.push(heapNow());
    const frames = machines.map(({ rollback }) => rollback.frame);
    assert.ok(frames[0] - before > HONEST_AT_LAST / 2,
        `${frames[0] - before} frames in the last ${HONEST_AT_LAST} ticks`);
    assert.ok(Math.abs(frames[0] - frames[1]) < 64, `frames ${frames}`);
    for (const { world } of machines)
        assert.ok(world.counters.bodies < 16, `${world.counters.bodies} bodies`);
    const growth = /** @type {number} */ (heaps.at(-1)) - heaps[2];
    assert.ok(growth < GROWTH, `the heap has grown by ${growth} bytes`);
    const desyncs = machines.filter(({ rollback }) => rollback.desync !== null).length;
    machines.forEach(({ world }) => world.destroy());
    return { frames: frames[0], longest, refused, growth, desyncs };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({ strict: false,
        options: { ticks: { type: 'string', default: '216000' },
            seed: { type: 'string', default: '1' } } });
    const { World: Worlds } = await import('./calm/module.mjs');
    const { Rollback: Rollbacks } = await import('../../js/rollback.js');
    const ticks = Number(values.ticks);
    const { frames, longest, refused, growth, desyncs } = playPeers(Worlds, Rollbacks,
        Number(values.seed), ticks, (tick) => {
        console.log(`${tick} of ${ticks} ticks`);
    });
    console.log(
        `${ticks} ticks, ${refused} refused, 0 finds; ${frames} frames, messages of up to ${longest} characters, ${desyncs} desyncs, heap ${
            (growth / 1e6).toFixed(1)
        } MB (seed ${values.seed})`,
    );
}
