// Snapshots whose bytes were changed and whose checksum is right: each is refused, or a world that steps. Never
// a trap, never anything but a MicaError. What else may be wrong with one is tested in
// tests/c/world/test_snapshot_fuzz.c.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MicaError, World } from '../../js/index.js';
import './helpers.mjs';

const CASES = 300;
const HEADER = 32;
const MASK = (1n << 64n) - 1n;

/** As sum_words of src/world/saving/snapshot.c. @param {bigint} sum @param {bigint} first @param {bigint} second */
function sumWords(sum, first, second) {
    const next = ((sum ^ first) * 0x100000001b3n) & MASK;
    return ((((next << 23n) & MASK) | (next >> 41n)) + second) & MASK;
}

/** Makes the checksum in the header right. @param {Uint8Array<ArrayBuffer>} bytes */
function fixChecksum(bytes) {
    const words = new BigUint64Array(bytes.buffer, HEADER);
    const sums = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n];
    for (let i = 0; i < words.length; i += 2) {
        const lane = (i >> 1) & 7;
        sums[lane] = sumWords(sums[lane], words[i], words[i + 1]);
    }
    let sum = BigInt(bytes.length - HEADER);
    for (let i = 0; i < 8; i += 2) {
        sum = sumWords(sum, sums[i], sums[i + 1]);
        sum = ((sum ^ (sum >> 32n)) * 0x100000001b3n) & MASK;
    }
    sum ^= sum >> 32n;
    new DataView(bytes.buffer).setBigUint64(16, sum, true);
}

/** Whole numbers below `end`, the same in every run. @param {number} seed */
function randomFrom(seed) {
    let x = seed;
    return (/** @type {number} */ end) => {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        return (x >>> 0) % end;
    };
}

const ODD = [0, 1, -1, 2, 63, 64, 255, 0x7fffffff, -0x80000000, 0x7fc00000, 0x7f800000, 0x7f61b1e6,
    1000];

/** A copy with a few numbers or bytes changed, between header and page's own bytes. @param {Uint8Array<ArrayBuffer>} good @param {number} seed */
function spoil(good, seed) {
    const bytes = good.slice();
    const random = randomFrom(seed * 7919 + 1);
    const view = new DataView(bytes.buffer);
    const end = bytes.length - Math.ceil(view.getUint32(12, true) / 16) * 16;
    for (let n = 1 + (seed % 2 === 0 ? 0 : random(6)); n > 0; --n) {
        const at = HEADER + random((end - HEADER) / 4) * 4;
        if (random(3) === 0) view.setUint8(at + random(4), random(256));
        else view.setInt32(at,
                random(2) === 0 ? ODD[random(ODD.length)] : view.getInt32(at, true) + random(5) - 2,
                true);
    }
    fixChecksum(bytes);
    return bytes;
}

function furnished() {
    const world = new World({ gravity: [0, -12] });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [[-9, 3], [-5, 0], [0, -1], [5, 0], [9, 3]] } });
    world.createBody({ type: 'static', position: [1, 0],
        collider: { shape: 'tiles', columns: 4, rows: 2, cells: [1, 1, 1, 1, 0, 1, 2, 0] } });
    const bodies = Array.from({ length: 14 },
        (_, i) =>
            world.createBody({ position: [-4 + (i % 7) * 1.3, 3 + Math.floor(i / 7)],
                collider: i % 2 === 0
                    ? { shape: 'circle', radius: 0.4 }
                    : { shape: 'box', width: 0.7, height: 0.5 } }));
    const hinges = [0, 2].map((i) =>
        world.createJoint({ type: 'revolute', bodyA: bodies[i], bodyB: bodies[i + 1],
            anchor: [-4 + i, 3] })
    );
    world.createJoint({ type: 'gear', jointA: hinges[0], jointB: hinges[1], ratio: 2 });
    for (let i = 0; i < 60; ++i) world.step();
    bodies[9].destroy();
    return world;
}

/** Runs what may fail with a MicaError, and with nothing else. Whether it did not. @param {() => void} run @param {string} what */
function works(run, what) {
    try {
        run();
        return true;
    } catch (error) {
        assert.ok(error instanceof MicaError, `${what}: ${error}`);
        return false;
    }
}

test('the sum of this test is that of the engine', () => {
    const world = furnished();
    const bytes = world.snapshot();
    const same = bytes.slice();
    fixChecksum(same);
    assert.deepEqual(same, bytes);
    world.destroy();
});

test('a spoilt snapshot is refused, or a world that steps', () => {
    const from = furnished();
    const good = from.snapshot();
    from.destroy();
    let accepted = 0;
    for (let seed = 1; seed <= CASES; ++seed) {
        const world = new World();
        if (works(() => world.restore(spoil(good, seed)), `restore ${seed}`)) {
            accepted += 1;
            works(() => {
                for (let i = 0; i < 5; ++i) world.step();
            }, `step ${seed}`);
            works(() => {
                world.rayCast(-8, 5, 16, -6);
            }, `ray ${seed}`);
            works(() => {
                world.snapshot();
            }, `snapshot ${seed}`);
        }
        world.destroy();
    }
    assert.ok(accepted > CASES / 10 && accepted < CASES * 0.95, `${accepted} accepted`);
});

test('bytes ask for no more steps at once than an option may', () => {
    const world = new World();
    /** @param {number} maxSteps */
    const withMaxSteps = (maxSteps) => {
        const bytes = world.snapshot();
        const numbers = new Float64Array(bytes.buffer);
        const at = numbers.findIndex((substeps, i) => substeps === 4 && numbers[i + 1] === 8);
        numbers[at + 1] = maxSteps;
        fixChecksum(bytes);
        return bytes;
    };
    world.restore(withMaxSteps(1000));
    for (const maxSteps of [1001, 2 ** 31, 0, 1.5, NaN])
        assert.throws(() => world.restore(withMaxSteps(maxSteps)), { code: 'BAD_SNAPSHOT' });
    world.destroy();
});
