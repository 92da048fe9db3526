// Messages between the machines of a rollback session, damaged: each is refused and changes nothing, or taken, and then
// the game goes on.
import { World } from '../../../js/index.js';
import { Rollback } from '../../../js/rollback.js';
import { makeChance } from './chance.mjs';
import { damageJson } from './json.mjs';
import { Find } from './probe.mjs';
import { sizeOf } from './scenes.mjs';

/** @import { Kind } from './kind.mjs' */

/** @typedef {{ message: unknown, frames: number, from: number | undefined }} MessageFile */

const FRAMES = 12;
/** Files that use one session, unless one of them is taken. */
const SHARED = 50;

/** A machine with one ball. @param {number} local @param {(message: any) => void} send @param {number} hashEvery */
function makeMachine(local, send, hashEvery) {
    const world = new World({ gravity: [0, 0] });
    const ball = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    let score = 0;
    const rollback = new Rollback(world, {
        players: 2,
        local,
        emptyInput: null,
        inputDelay: local,
        hashEvery,
        send,
        save: () => ({ score }),
        load: (/** @type {{ score: number }} */ state) => {
            score = state.score;
        },
        step(inputs) {
            for (const input of inputs)
                if (typeof input?.x === 'number' && Math.abs(input.x) < 1e4)
                    ball.applyForce(
                        input.x,
                        0,
                    );
            score += inputs.filter((input) => input?.fire).length;
            world.step();
        },
    });
    return { world, rollback };
}

/** Messages of the other machine, each with the frames that it has played. @param {number} hashEvery */
function record(hashEvery) {
    /** @type {unknown[]} */
    const sent = [];
    /** @type {unknown[]} */
    const own = [];
    const a = makeMachine(0, (message) => own.push(message), hashEvery);
    const b = makeMachine(1, (message) => sent.push(JSON.parse(JSON.stringify(message))),
        hashEvery);
    for (let frame = 0; frame < FRAMES; ++frame) {
        if (frame > 3) {
            for (const message of own.splice(0, own.length - 3)) b.rollback.receive(message);
        }
        for (const { rollback } of [a, b]) {
            rollback.addLocalInput({ x: frame % 3, fire: frame % 2 === 0,
                keys: ['a', { n: frame }] });
            rollback.advance();
        }
    }
    for (const { world } of [a, b]) world.destroy();
    return sent;
}

/** @returns {Kind<MessageFile>} */
export function messageKind() {
    const settings = [1, 4];
    const texts = settings.map((hashEvery) =>
        record(hashEvery).map((message) => JSON.stringify(message))
    );
    const others = texts.flat().map((text) => JSON.parse(text));
    /** @type {(ReturnType<typeof makeMachine> & { used: number, frames: number, hashEvery: number }) | undefined} */
    let machine;

    /** @param {number} base @param {readonly number[]} changes @param {(text: string) => void} [tell] @returns {MessageFile & { hashEvery: number }} */
    const damage = (base, changes, tell) => {
        const chance = makeChance(changes[0]);
        const hashEvery = settings[base % 2];
        const messages = texts[base % 2];
        const root = { message: JSON.parse(messages[chance.below(messages.length)]) };
        for (const seed of changes.slice(1)) damageJson(root, seed, others, [], tell);
        return { message: root.message, hashEvery, frames: 4,
            from: chance.once(4) ? 1 : undefined };
    };

    /** @param {number} hashEvery @param {number} frames */
    const sessionOf = (hashEvery, frames) => {
        if (machine && machine.hashEvery === hashEvery && machine.frames === frames
            && ++machine.used < SHARED) return machine;
        machine?.world.destroy();
        machine = { ...makeMachine(0, () => {}, hashEvery), used: 0, frames, hashEvery };
        for (let i = 0; i < frames; ++i) machine.rollback.advance();
        return machine;
    };
    const stateOf = (/** @type {ReturnType<typeof makeMachine>} */ { world, rollback }) =>
        `${rollback.frame} ${rollback.confirmed} ${JSON.stringify(rollback.stats)} ${
            JSON.stringify(rollback.desync)
        } ${world.hash()}`;

    return {
        name: 'messages',
        bases: 2,
        weight: 3,
        damage,
        bytes: ({ message }) => sizeOf(message),
        take(file) {
            const { message, from, frames } = file;
            const session = sessionOf(/** @type {any} */ (file).hashEvery, frames);
            const before = stateOf(session);
            let taken;
            try {
                taken = session.rollback.receive(message, from);
            } catch (/** @type {any} */ error) {
                if (error.name !== 'RollbackError' || error.code !== 'BAD_MESSAGE'
                    || !error.message.startsWith('Rollback.receive: ')) throw error;
                if (stateOf(session) !== before) throw new Find('refused, yet the session changed');
                return false;
            }
            if (!taken) {
                if (stateOf(session) !== before)
                    throw new Find('for another session, yet this one changed');
                return false;
            }
            session.used = SHARED;
            for (let i = 0; i < 4; ++i) {
                session.rollback.addLocalInput({ x: i });
                session.rollback.advance();
            }
            for (const number of session.world.transforms)
                if (!Number.isFinite(number)) throw new Find('a transform is not finite');
            return true;
        },
        describe(base, changes) {
            const lines = [`a message of a session with hashEvery ${settings[base % 2]}`];
            damage(base, changes, (text) => lines.push(`  ${text}`));
            return lines;
        },
    };
}
