// Memory that cannot be had, in WebAssembly: a module whose memory cannot grow, and worlds that reach
// their own limit (maxBytes). Every call and step is refused with an error that says so, changes
// nothing, and the world goes on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { MicaError, World, init } from '../../js/index.js';

/** Pages of 64 KiB that the module may have beyond those with which it starts. */
const SPARE_PAGES = 18;

/** The unsigned LEB128 number at a place, and where the next byte is. @param {Uint8Array} bytes @param {number} at */
function readNumber(bytes, at) {
    let value = 0;
    for (let shift = 0;; shift += 7) {
        const byte = bytes[at++];
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) return { value, next: at };
    }
}

/** @param {number} value */
function writeNumber(value) {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
    return [...bytes, value];
}

/** The module with another maximum of its memory. @param {Uint8Array} bytes */
function withLittleMemory(bytes) {
    for (let at = 8; at < bytes.length;) {
        const id = bytes[at];
        const { value: size, next } = readNumber(bytes, at + 1);
        if (id === 5) {
            const { value: least } = readNumber(bytes, next + 2);
            const content = [1, 1, ...writeNumber(least), ...writeNumber(least + SPARE_PAGES)];
            return Uint8Array.from([
                ...bytes.subarray(0, at),
                5,
                ...writeNumber(content.length),
                ...content,
                ...bytes.subarray(next + size),
            ]);
        }
        at = next + size;
    }
    return assert.fail('the module has no memory of its own');
}

await init({
    wasm: withLittleMemory(readFileSync(new URL('../../build/wasm/mica.wasm', import.meta.url))),
});

let calls = 0, refusedCalls = 0, refusedSteps = 0, steps = 0;

/** What a game sees of a world: the hash of the motion, and the events. @param {World} world */
const seen = (world) =>
    JSON.stringify([
        world.hash().toString(),
        world.counters.bodies,
        world.counters.contacts,
        Array.from(world.events.contactBegin, ({ approachSpeed }) => approachSpeed),
        world.events.contactEnd.length,
        world.events.triggerEnter.length,
        world.events.triggerExit.length,
    ]);

/** Makes a call. False if it was refused for want of memory, when nothing may have changed. @param {World} world @param {() => unknown} call */
function attempt(world, call, isStep = false) {
    const before = seen(world);
    calls += 1;
    steps += Number(isStep);
    try {
        call();
        return true;
    } catch (error) {
        assert.ok(error instanceof MicaError, String(error));
        assert.equal(error.code, 'NO_MEMORY');
        assert.match(error.message, /memory/);
        assert.equal(seen(world), before);
        refusedCalls += Number(!isStep);
        refusedSteps += Number(isStep);
        return false;
    }
}

/** A pile, stepped as it grows; stops at the first refusal. @param {World} world @param {number} bodies */
function pile(world, bodies) {
    const shapes = [
        { shape: 'circle', radius: 0.4 },
        { shape: 'box', width: 0.8, height: 0.6 },
        { shape: 'capsule', length: 0.6, radius: 0.2 },
    ];
    world.createBody({ type: 'static', position: [0, -1],
        collider: { shape: 'box', width: 200, height: 2 } });
    for (let i = 0; i < bodies; ++i) {
        const collider = /** @type {any} */ ({ ...shapes[i % 3], trigger: i % 11 === 0 });
        const position =
            /** @type {[number, number]} */ ([(i % 20) - 10, 1 + 0.5 * Math.floor(i / 20)]);
        if (!attempt(world, () => world.createBody({ position, collider }))) return false;
        if (i % 10 === 9 && !attempt(world, () => world.step(), true)) return false;
    }
    return true;
}

test('a module whose memory cannot grow refuses what does not fit, and goes on', (t) => {
    const small = new World();
    pile(small, 60);
    const expected = small.hash();
    small.destroy();
    for (let round = 0; round < 2; ++round) {
        const world = new World();
        assert.equal(pile(world, 1e5), false, 'memory ran out');
        let full = false;
        for (let i = 0; i < 1e5 && !full; ++i)
            full = !attempt(world, () =>
                world.createBody({ position: [0, 1000 + i],
                    collider: { shape: 'circle', radius: 0.4 } }));
        assert.ok(full, 'memory for bodies ran out, too');
        for (let i = 0; i < 10; ++i)
            attempt(world, () =>
                world.step(), true);
        const bodies = [...world.bodies];
        for (const body of bodies.slice(50)) body.destroy();
        assert.ok(attempt(world, () => world.step(), true), 'with few bodies the world goes on');
        world.destroy();
    }
    const again = new World();
    pile(again, 60);
    assert.equal(again.hash(), expected, 'as before memory ran out');
    again.destroy();
    t.diagnostic(
        `${calls} calls, of them ${steps} steps; ${refusedCalls} calls and ${refusedSteps} steps refused`,
    );
    assert.ok(refusedCalls > 1 && refusedSteps > 1);
});

test('worlds of every limit refuse calls and steps and stay as they are', (t) => {
    calls =
        refusedCalls =
        refusedSteps =
        steps =
            0;
    for (let maxBytes = 30_000; maxBytes < 90_000; maxBytes += 500) {
        let world;
        try {
            world = new World({ maxBytes });
        } catch (error) {
            assert.equal(/** @type {MicaError} */ (error).code, 'NO_MEMORY');
            continue;
        }
        pile(world, 40);
        for (let i = 0; i < 3; ++i) attempt(world, () => world.step(), true);
        world.destroy();
    }
    t.diagnostic(
        `${calls} calls, of them ${steps} steps; ${refusedCalls} calls and ${refusedSteps} steps refused`,
    );
    assert.ok(refusedCalls > 10 && refusedSteps > 10);
});
