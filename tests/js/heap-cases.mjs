// What keeps states of a world in which bodies, colliders and joints come and go all the time, each until long after its budget is
// full. tests/js/heap-limits.test.mjs runs one in a process with a small heap: node --max-old-space-size=N heap-cases.mjs NAME
import assert from 'node:assert/strict';
import { World, init } from '../../js/index.js';
import { keepHistory, rewind } from '../../js/history.js';
import { Replay, startRecording, stopRecording } from '../../js/recording.js';
import { Rollback } from '../../js/rollback.js';

/** Bodies that are alive at a time, and how many of them each step replaces. */
const BODIES = 2000;
const REPLACED = 30;

/** A world without forces, and what replaces some of its bodies, with their colliders, data and a joint, as the step says. */
function crowd() {
    const world = new World({ gravity: [0, 0] });
    /** @param {number} number */
    const make = (number) =>
        world.createBody({ position: [3 * (number % 200), 3 * Math.floor(number / 200) % 900],
            collider: { shape: 'circle', radius: 0.5 }, userData: { number } });
    for (let i = 0; i < BODIES; ++i) make(i);
    const churn = () => {
        for (let i = 0; i < REPLACED; ++i) {
            const number = REPLACED * world.stepCount + i;
            world.bodyAt((number * 7919) % BODIES)?.destroy();
        }
        const made = Array.from({ length: BODIES - world.counters.bodies },
            (_, i) => make(REPLACED * world.stepCount + i));
        if (made.length > 1)
            world.createJoint({ type: 'distance', bodyA: made[0], bodyB: made[1], length: 3 });
    };
    return { world, churn };
}

/** @type {Record<string, () => void>} */
const CASES = {
    history() {
        // Many bodies of which few change: a state is small, but a list of its objects is not.
        const world = new World({ gravity: [0, 0] });
        const bodies = Array.from({ length: 15_000 },
            (_, i) => world.createBody({ position: [i % 200, Math.floor(i / 200)] }));
        const history = keepHistory(world, { seconds: 100, bytes: 12e6 });
        for (let step = 0; step < 400; ++step) {
            for (let at = step * 37 % 500; at < bodies.length; at += 5000) {
                bodies[at].destroy();
                bodies[at] = world.createBody();
            }
            world.step();
            assert.ok(history.bytes <= 12e6, `${history.bytes} bytes`);
        }
        assert.ok(history.length > 4, `${history.length} steps`);
        rewind(world, history.length - 1);
    },
    snapshots() {
        const { world, churn } = crowd();
        const size = 4 * world.snapshot().length;
        const ring = new Uint8Array(20 * size);
        /** @type {Uint8Array<ArrayBuffer>[]} */
        const kept = [];
        for (let step = 0; step < 600; ++step) {
            churn();
            world.step();
            const at = step % 20;
            kept[at] = world.snapshot(ring.subarray(at * size, (at + 1) * size));
            // Snapshots that nobody keeps count too.
            if (step % 3 === 0) world.snapshot();
            if (step % 40 === 39) world.restore(kept[(at + 1) % 20]);
        }
    },
    replay() {
        const { world, churn } = crowd();
        startRecording(world);
        for (let step = 0; step < 300; ++step) {
            churn();
            world.step();
        }
        const bytes = stopRecording(world);
        world.destroy();
        const replay = Replay.open(bytes, { keyframeBytes: 8e6 });
        for (const step of [300, 100, 250, 3, 300, 200]) replay.seek(step);
        assert.equal(replay.step, 200);
        replay.destroy();
    },
    rollback() {
        const { world, churn } = crowd();
        const rollback = new Rollback(world, { players: 2, local: 0, send() {}, inputDelay: 0,
            maxPrediction: 8, session: 1, hashEvery: 0, step() {
            churn();
            world.step();
        } });
        // The other player's inputs come seven frames late, and each is another than was guessed.
        for (let tick = 0; tick < 160; ++tick) {
            rollback.addLocalInput(tick);
            rollback.advance();
            const sent = Math.max(0, tick - 7);
            rollback.receive([1, 1, 0, 1, 0, tick, tick - 1, 0, tick, 0, tick, 0, sent, [tick], 0,
                []]);
        }
        assert.ok(rollback.stats.resimulated > 500, `${rollback.stats.resimulated} frames`);
    },
};

await init();
CASES[process.argv[2]]();
