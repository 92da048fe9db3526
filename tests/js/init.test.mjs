// Why loading fails, and that each cause has a sentence of its own and leaves the way open for another try. The platform is
// really without memory here; that it has no SIMD, no WebAssembly or a policy against it is played by taking these away. The
// policy is tested in Chromium too: tests/browser/init.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { mustRun } from '../../web/scripts/process.mjs';
import { fresh } from './fresh.mjs';
import { scalarFile, simdFile } from './helpers.mjs';

const bytes = new Uint8Array(readFileSync(simdFile));
/** A module that is none of ours: it imports a function that nobody gives it. */
const foreign = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1,
    98, 0, 0]);

/** @typedef {{ name: string, code: string, message: string }} Failed */

/**
 * Loads in vain and then again; the second load must work.
 * @param {string} options
 * @param {unknown} data for the thread
 * @param {string} [spoil] done before the first load; puts `mend` in its place
 * @returns {Promise<Failed[]>} what init and initSync say
 */
async function failsAndRecovers(options, data, spoil = '') {
    const [errors, ready] = await fresh(`
        let mend = () => {};
        ${spoil}
        const errors = [await failure(() => mica.init(${options})), await failure(() => mica.initSync(${options}))];
        mend();
        await mica.init();
        const world = new mica.World();
        world.step();
        report([errors, mica.ready()]);`, data);
    assert.equal(ready, true, options);
    return errors;
}

/** @param {Failed[]} errors @param {string} code @param {string} text */
function say(errors, code, text) {
    errors.forEach(({ name, code: found, message }, i) => {
        assert.deepEqual([name, found], ['MicaError', code], message);
        assert.ok(message.startsWith(`${['init', 'initSync'][i]}: ${text}`), message);
    });
}

test('a file that was cut off, at any place', async () => {
    for (const length of [8, 9, 1000, bytes.length >> 1, bytes.length - 1])
        say(await failsAndRecovers('{ wasm: workerData }', bytes.slice(0, length)),
            length === 8 ? 'WRONG_WASM' : 'WASM_FAILED', length === 8
            ? 'the .wasm file is not the one of this version'
            : 'the .wasm file is damaged or cut off (');
});

test('a file whose bytes were damaged on the way', async () => {
    const damaged = bytes.slice();
    damaged.fill(255, 200, 260);
    say(await failsAndRecovers('{ wasm: workerData }', damaged), 'WASM_FAILED',
        'the .wasm file is damaged or cut off (');
});

test('a module of something else, as bytes and compiled', async () => {
    say(await failsAndRecovers('{ wasm: workerData }', foreign), 'WRONG_WASM',
        'the .wasm file is not the one of this version of Mica (');
    say(await failsAndRecovers('{ wasm: workerData }', new WebAssembly.Module(foreign)),
        'WRONG_WASM', 'the .wasm file is not the one of this version of Mica (');
});

test('a platform without SIMD is told of the other file, and runs it', async () => {
    const noSimd = `
        const { validate, Module } = WebAssembly;
        WebAssembly.validate = () => false;
        WebAssembly.Module = class extends Module { constructor(bytes) {
            if (bytes.length === workerData.length) throw new WebAssembly.CompileError('Wasm SIMD unsupported');
            super(bytes);
        } };
        mend = () => { if (mica.hasSimd()) throw new Error('has SIMD'); };`;
    say(await failsAndRecovers('{ wasm: workerData }', bytes, noSimd), 'NO_SIMD',
        'this platform has no WebAssembly SIMD; load mica-scalar.wasm instead (');
    assert.notEqual(readFileSync(scalarFile).length, bytes.length);
});

test('a platform without WebAssembly', async () => {
    const none =
        'const kept = WebAssembly; globalThis.WebAssembly = undefined; mend = () => { globalThis.WebAssembly = kept; };';
    say(await failsAndRecovers('{}', undefined, none), 'WASM_FAILED',
        'this platform has no WebAssembly, or it is switched off');
});

test('a policy that forbids WebAssembly, in the words of three browsers', async () => {
    for (const words of [
        "WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script",
        'call to WebAssembly.instantiate() blocked by CSP',
        "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source",
    ]) {
        const forbid =
            `const { Module } = WebAssembly; mend = () => { WebAssembly.Module = Module; };
            WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError(${
                JSON.stringify(words)
            }); } };`;
        say(await failsAndRecovers('{ wasm: workerData }', bytes, forbid), 'WASM_FAILED',
            "the Content Security Policy of this page forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src (");
    }
});

test('no memory for the engine', async () => {
    const url = new URL('../../js/index.js', import.meta.url).href;
    const script = `import { init, initSync, ready } from '${url}';
        const said = [];
        for (const load of [init, initSync]) try { await load(); } catch (error) { said.push([error.name, error.code, error.message]); }
        console.log(JSON.stringify([said, ready()]));`;
    // Half of what the module begins with.
    const { stdout } = await mustRun(process.execPath, ['--wasm-max-mem-pages=8',
        '--input-type=module', '-e', script]);
    const [said, ready] = JSON.parse(stdout);
    assert.equal(ready, false);
    say(said.map(([name, code, message]) => ({ name, code, message })), 'NO_MEMORY',
        'the platform has no memory left for the engine (');
});

test('a connection that breaks off while the file comes', async () => {
    const broken = `
        const stream = () => new ReadableStream({ pull(controller) { controller.error(new TypeError('terminated')); } });
        globalThis.response = () => new Response(stream());`;
    const [error] = await fresh(`${broken}
        const error = await failure(() => mica.init({ wasm: response() }));
        await mica.init();
        report([error, mica.ready()]);`);
    assert.deepEqual([error.code, error.message], ['WASM_FAILED',
        'init: the .wasm file cannot be loaded (terminated)']);
});

/** The address of an entry, as code. @param {string} name */
const entry = (name) => JSON.stringify(new URL(`../../js/${name}.js`, import.meta.url).href);

test('before init every entry that needs the engine says so', async () => {
    const errors = await fresh(`
        const [{ fromScene }, { Replay }] = [await import(${entry('scene')}), await import(${
        entry('recording')
    })];
        const circle = { shape: 'circle', radius: 1 };
        const calls = [() => new mica.World(), () => mica.World.fromSnapshot(new Uint8Array(64)), () => fromScene({ mica2d: 1 }), () => Replay.open(new Uint8Array(64)),
            () => mica.collide(circle, {}, circle, {}), () => mica.distance(circle, {}, circle, {}), () => mica.timeOfImpact(circle, { to: {} }, circle, { to: {} }), () => mica.warmUp()];
        const said = [];
        for (const call of calls) said.push(await failure(call));
        report(said);`);
    for (const { code, message } of errors) {
        assert.equal(code, 'NOT_READY', message);
        assert.match(message, /^\w+(\.\w+)?: Mica is not loaded yet; call `await init\(\)` first$/);
    }
});

test('a good init() while a bad one is under way loads the engine', async () => {
    const [bad, ready, shared] = await fresh(`
        const first = failure(() => mica.init({ wasm: new Uint8Array(64) }));
        const one = mica.init({ wasm: workerData });
        const same = mica.init({ wasm: workerData });
        await same;
        report([await first, mica.ready(), one === same]);`, bytes);
    assert.deepEqual([bad.code, ready, shared], ['WASM_NOT_FOUND', true, true]);
});
