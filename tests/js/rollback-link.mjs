// A network between sessions of 'mica2d/rollback' for the tests: messages are late, overtake each other, get
// lost and come twice, all by a seed. Time is ticks: each tick every machine calls advance() once.
import { World } from '../../js/index.js';
import { Rollback } from '../../js/rollback.js';

/** Numbers of 0 to 1, the same for the same seed (Mulberry32). @param {number} seed */
export function makeRandom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/** Messages on their way, in ticks. Latency and jitter are those of one way. */
export class Network {
    now = 0;
    latency = 3;
    jitter = 0;
    loss = 0;
    copies = 0;
    sent = 0;
    characters = 0;
    /** @type {{ due: number, to: number, text: string }[]} */
    #messages = [];

    /** @param {number} seed */
    constructor(seed) {
        this.random = makeRandom(seed);
    }

    /** @param {unknown} message @param {number} to */
    send(message, to) {
        const text = JSON.stringify(message);
        ++this.sent;
        this.characters += text.length;
        if (this.random() < this.loss) return;
        const times = this.random() < this.copies ? 2 : 1;
        for (let i = 0; i < times; ++i)
            this.#messages.push({ due: this.now + this.latency + this.random() * this.jitter, to,
                text });
    }

    /** @param {(to: number, message: unknown) => void} deliver */
    tick(deliver) {
        ++this.now;
        const due = this.#messages.filter((each) => each.due <= this.now);
        this.#messages = this.#messages.filter((each) => each.due > this.now);
        for (const { to, text } of due) deliver(to, JSON.parse(text));
    }
}

/**
 * A machine of a game in which balls push crates around a yard. Fire makes a bullet, which goes after half a
 * second; a bullet that hits scores. `hashes` are those of the world before each frame as it was played last.
 * @param {object} options of the session
 * @param {object} [more]
 * @param {(machine: any, frame: number) => void} [more.cheat] called in each frame
 */
export function makeMachine(options, { cheat } = {}) {
    const players = options.players ?? 2;
    const world = new World({ gravity: [0, 0] });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', loop: true, points: [[-8, -6], [8, -6], [8, 6], [-8, 6]] } });
    const balls = Array.from({ length: players },
        (_, i) =>
            world.createBody({ position: [3 * i - 3, 0], linearDamping: 1,
                collider: { shape: 'circle', radius: 0.5, restitution: 0.5 } }));
    for (let i = 0; i < 12; ++i) {
        world.createBody({ position: [i % 4 - 2, 2 + Math.floor(i / 4)], linearDamping: 1,
            angularDamping: 1, collider: { shape: 'box', width: 0.8, height: 0.8 } });
    }
    const machine = { world, balls, score: 0, bullets: [], hashes: [],
        rollback: /** @type {any} */ (null), sounds: [] };
    machine.rollback = new Rollback(world, {
        save: () => ({ score: machine.score, bullets: machine.bullets }),
        load: ({ score, bullets }) => {
            machine.score = score;
            machine.bullets = bullets;
        },
        step(inputs, frame) {
            machine.hashes[frame] = world.hash();
            cheat?.(machine, frame);
            playFrame(machine, inputs, frame);
        },
        ...options,
    });
    return machine;
}

/** @param {any} machine @param {readonly { x: number, y: number, fire?: boolean }[]} inputs @param {number} frame */
function playFrame(machine, inputs, frame) {
    const { world, balls } = machine;
    inputs.forEach((input, i) => {
        if (!input) return;
        balls[i].applyForce(12 * input.x, 12 * input.y);
        if (!input.fire || machine.bullets.some((bullet) => bullet.by === i)) return;
        const body = world.createBody({ position: [balls[i].x, balls[i].y + 0.8], velocity: [0, 9],
            collider: { shape: 'circle', radius: 0.15 } });
        machine.bullets.push({ slot: body.index, by: i, ends: frame + 30 });
    });
    world.step();
    for (const { bodyA, bodyB } of world.events.contactBegin) {
        if (machine.bullets.some(({ slot }) => slot === bodyA.index || slot === bodyB.index))
            ++machine.score;
    }
    for (const { slot } of machine.bullets.filter(({ ends }) => ends <= frame))
        world.bodyAt(slot).destroy();
    machine.bullets = machine.bullets.filter(({ ends }) => ends > frame);
}

/** An input of someone who changes it every few frames. @param {() => number} random */
export function makePlayer(random) {
    let input = { x: 0, y: 0, fire: false };
    return () => {
        if (random() < 0.15)
            input = { x: Math.floor(3 * random()) - 1, y: Math.floor(3 * random()) - 1,
                fire: random() < 0.3 };
        return input;
    };
}

/**
 * Machines with a player each, connected by a network.
 * @param {number} players
 * @param {number} seed
 * @param {object} [options] of every session
 * @param {(player: number) => object} [more] of one machine
 */
export function makeGame(players, seed, options = {}, more = () => ({})) {
    const network = new Network(seed);
    const machines = Array.from({ length: players }, (_, local) =>
        makeMachine({
            players,
            local,
            emptyInput: null,
            send: (message, to) => network.send(message, to),
            ...options,
        }, more(local)));
    const inputs = machines.map((_, i) => makePlayer(makeRandom(seed + 1000 * (i + 1))));
    return {
        network,
        machines,
        /** @param {(player: number) => boolean} [plays] */
        tick(plays = () => true) {
            network.tick((to, message) => machines[to].rollback.receive(message));
            machines.forEach(({ rollback }, i) => {
                if (!plays(i)) return;
                rollback.addLocalInput(inputs[i]());
                rollback.advance();
            });
        },
        destroy() {
            for (const { world } of machines) world.destroy();
        },
    };
}
