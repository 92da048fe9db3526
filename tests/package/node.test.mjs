// The packed tarball in Node: by import and by require(), what it says where SIMD is missing,
// and the golden scenes of the C tests with the .wasm files that are shipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { mustRun } from '../../web/scripts/process.mjs';
import { expectedResult, installApp, root } from './app.mjs';
import { goldenHash, goldenScenes } from './golden.mjs';

/** @type {string} */
let folder;
before(async () => {
    folder = await installApp('node');
});

/** @param {string[]} args */
const node = (...args) => mustRun(process.execPath, ['--no-warnings', ...args], { cwd: folder });

for (const file of ['import.mjs', 'require.cjs']) {
    test(`${file.split('.')[0]} of every entry`, async () => {
        const expected = await expectedResult();
        const { stdout } = await node(file);
        assert.deepEqual(JSON.parse(stdout), Object.fromEntries(
            ['inlined', 'scalar', 'external', 'workerWorld', 'workerModule'].map((
                way,
            ) => [way, expected]),
        ));
    });
}

test('every exported path leads somewhere', async () => {
    const held = JSON.parse((await node('entries.mjs')).stdout);
    for (const [name, content] of Object.entries(held)) {
        assert.ok(typeof content === 'number' ? content > 100 : content.length > 0, name);
    }
    assert.deepEqual(held['mica2d/external'], held.mica2d);
    assert.deepEqual(held['mica2d/scalar'], held.mica2d);
    for (const name of ['mica2d/worker', 'mica2d/adapters/pixi', 'mica2d/mica.wasm'])
        assert.ok(held[name], name);
});

test('where SIMD is missing, each entry says or does the right thing', async () => {
    const expected = await expectedResult();
    const { failures, ...results } = JSON.parse((await node('no-simd.mjs')).stdout);
    assert.deepEqual(results, { scalar: expected, external: expected });
    const noSimd = "NO_SIMD init: this platform has no WebAssembly SIMD; import 'mica2d/scalar', "
        + "or 'mica2d/external', which loads what the platform can run";
    assert.deepEqual(failures, [noSimd, noSimd,
        "WASM_NOT_FOUND init: simd: true, but this entry holds the other build; import 'mica2d'"]);
});

const goldenFile = readFileSync(join(root, 'tests', 'c', 'support', 'golden.txt'), 'utf8');
for (const entry of ['mica2d', 'scalar']) {
    test(`${entry} has the golden hashes of the C tests`, async () => {
        const module = join(folder, 'node_modules', 'mica2d', 'dist', `${entry}.js`);
        const { World, init } = await import(pathToFileURL(module).href);
        await init();
        const scenes = Object.keys(goldenScenes);
        const expected = scenes.map((scene) =>
            new RegExp(`^${scene} .*$`, 'm').exec(goldenFile)?.[0]
        );
        assert.deepEqual(scenes.map((scene) => `${scene} ${goldenHash(World, scene)}`), expected);
    });
}
