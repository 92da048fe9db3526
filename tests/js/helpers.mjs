// What the tests of js/ share: loading, ready-made things, and an assertion for errors that name
// what is wrong.
import assert from 'node:assert/strict';
import { World, init } from '../../js/index.js';

await init();

export const simdFile = new URL('../../build/wasm/mica.wasm', import.meta.url);
export const scalarFile = new URL('../../build/wasm/mica-scalar.wasm', import.meta.url);
export const matterFile = new URL('../../build/wasm/mica-matter.wasm', import.meta.url);
export const matterScalarFile = new URL('../../build/wasm/mica-matter-scalar.wasm',
    import.meta.url);

/** The layers of the player, ghost and wall game. */
export const gameLayers = /** @type {const} */ ({
    player: { wall: 'solid', ghost: 'trigger' },
    ghost: {},
    wall: {},
});

/**
 * A world with a floor whose surface is y = 0, 40 m wide.
 * @param {import('../../js/index.js').WorldOptions} [options]
 */
export function worldWithFloor(options) {
    const world = new World(options);
    const floor = world.createBody({
        type: 'static',
        position: [0, -0.5],
        collider: { shape: 'box', width: 40, height: 1 },
    });
    return { world, floor };
}

/**
 * @param {World} world
 * @param {number} seconds
 */
export function run(world, seconds) {
    for (let i = Math.round(seconds * 60); i > 0; --i) world.step();
}

/**
 * Checks that a call throws a certain kind of error whose message holds all the given parts.
 * @param {() => unknown} call
 * @param {string | (new (...args: any[]) => Error)} kind an error class, or the code of a MicaError
 * @param {...(string | RegExp)} parts
 */
export function refuses(call, kind, ...parts) {
    assert.throws(call, (/** @type {any} */ error) => {
        if (typeof kind === 'string') {
            assert.equal(error.name, 'MicaError', String(error));
            assert.equal(error.code, kind, String(error));
        } else {
            assert.equal(error.constructor, kind, String(error));
        }
        for (const part of parts) {
            if (typeof part === 'string')
                assert.ok(error.message.includes(part), `${error.message} lacks ${part}`);
            else assert.match(error.message, part);
        }
        return true;
    });
}

/**
 * @param {number} actual
 * @param {number} expected
 * @param {number} tolerance
 * @param {string} [what]
 */
export function near(actual, expected, tolerance, what = 'value') {
    assert.ok(
        Math.abs(actual - expected) <= tolerance,
        `${what}: ${actual} is not within ${tolerance} of ${expected}`,
    );
}

/**
 * Plain copies of the events in a list.
 * @template {{ copy(): any }} T
 * @param {Iterable<T>} list
 * @returns {ReturnType<T['copy']>[]}
 */
export function copies(list) {
    return Array.from(list, (event) => event.copy());
}

/** The module that calls functions of entries in a worker. */
export const entriesModule = new URL('./modules/entries.mjs', import.meta.url);

/**
 * Calls functions of entries, such as `toScene`, on the real world of a world in a worker that entriesModule plays with.
 * @param {import('../../js/worker.js').WorkerWorld<any>} there
 * @returns {(name: string, ...given: any[]) => Promise<any>}
 */
export function callsOf(there) {
    return async (name, ...given) => {
        /** @type {any} */
        let answer;
        const off = there.on('message', (/** @type {any} */ message) => {
            answer = message;
        });
        there.post({ name, given });
        await there.sync();
        off();
        if (answer.message !== undefined)
            throw Object.assign(new Error(answer.message), { code: answer.code });
        return answer.value;
    };
}
