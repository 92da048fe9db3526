// What a C user does: install the library, find it by CMake's find_package, build the example program of
// tests/fixtures/c-example against it and run it. It must compute what JavaScript does.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { mustRun, run } from '../../web/process.mjs';
import { expectedResult, fixtures, listFiles, root } from './app.mjs';

const folder = join(root, 'build', 'fixtures', 'c');
const prefix = join(folder, 'installed');
const example = join(folder, 'example');

/** @param {string[]} args */
const cmake = (...args) => mustRun('cmake', args);

before(async () => {
    for (const old of [prefix, example]) rmSync(old, { recursive: true, force: true });
    const library = join(folder, 'library');
    await cmake('-S', root, '-B', library, '-G', 'Ninja', '-DMICA_TESTS=OFF', '-DMICA_WERROR=OFF',
        '-DCMAKE_BUILD_TYPE=Release');
    await cmake('--build', library);
    await cmake('--install', library, '--prefix', prefix);
});

test('the header, the library and what CMake needs are installed, nothing else', () => {
    const kinds = listFiles(prefix).map((file) => file.replace(/^lib\/[^/]+-linux-[^/]+\/|^lib64\//, 'lib/'));
    assert.deepEqual(kinds, ['include/mica.h', ...['mica2dConfig-release', 'mica2dConfig', 'mica2dConfigVersion']
        .map((name) => `lib/cmake/mica2d/${name}.cmake`), 'lib/libmica.a']);
});

test('the example program builds against it and computes what JavaScript does', async () => {
    await cmake('-S', join(fixtures, 'c-example'), '-B', example, '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`);
    await cmake('--build', example);
    const { stdout } = await mustRun(join(example, 'fall'), []);
    /** @param {string} text @returns {[number, string]} the height as a float, and the rest */
    const parse = (text) => {
        const [, y, world] = /^y (\S+), world ([0-9a-f]{16})\s*$/.exec(text) ?? [];
        return [Math.fround(Number(y)), world];
    };
    assert.deepEqual(parse(stdout), parse(await expectedResult()));
});

test('another minor version is refused', async () => {
    const { code, output } = await run('cmake', ['-DNAME=mica2d', '-DCOMPILER_ID=GNU', '-DLANGUAGE=C', '-DMODE=EXIST',
        `-DCMAKE_PREFIX_PATH=${prefix}`, '--find-package']);
    assert.equal(code, 0, output);
});
