// What a C user does: install the library, find it by CMake's find_package, build the example program of
// tests/fixtures/c-example against it and run it. It must compute what JavaScript does. The library is that of the
// golden suite's native build, which compiles the same sources.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { mustRun, run } from '../../web/scripts/process.mjs';
import { compile, configurations } from '../../web/scripts/test-c.mjs';
import { expectedResult, fixtures, listFiles, root } from './app.mjs';

const folder = join(root, 'build', 'fixtures', 'c');
const prefix = join(folder, 'installed');
const example = join(folder, 'example');

/** @param {string[]} args */
const cmake = (...args) => mustRun('cmake', args);

before(async () => {
    for (const old of [prefix, example]) rmSync(old, { recursive: true, force: true });
    const library = await compile(configurations.gcc, ['mica'], () => {});
    await cmake('--install', library, '--prefix', prefix);
});

test('the headers, the library and what CMake needs are installed, nothing else', () => {
    const kinds = listFiles(prefix).map((file) =>
        file.replace(/^lib\/[^/]+-linux-[^/]+\/|^lib64\//, 'lib/')
    );
    assert.deepEqual(kinds, ['include/mica.h', 'include/mica_matter.h',
        ...['mica2dConfig-release', 'mica2dConfig', 'mica2dConfigVersion']
            .map((name) => `lib/cmake/mica2d/${name}.cmake`), 'lib/libmica.a']);
});

test('the library can be configured without its tests', async () => {
    const { stdout } = await cmake('-S', root, '-B', join(folder, 'plain'), '-G', 'Ninja',
        '-DMICA_TESTS=OFF');
    assert.match(stdout, /Build files have been written/);
    const { stdout: targets } = await mustRun('ninja', ['-C', join(folder, 'plain'), '-t',
        'targets', 'all']);
    assert.ok(targets.includes('libmica.a'));
    assert.ok(!targets.includes('mica_tests'));
});

test('the example program builds against it and computes what JavaScript does', async () => {
    await cmake('-S', join(fixtures, 'c-example'), '-B', example, '-G', 'Ninja',
        `-DCMAKE_PREFIX_PATH=${prefix}`);
    await cmake('--build', example);
    const { stdout } = await mustRun(join(example, 'fall'), []);
    /** @param {string} text @returns {[number, string]} the height as a float, and the rest */
    const parse = (text) => {
        const [, y, world] = /^y (\S+), world ([0-9a-f]{16})\s*$/.exec(text) ?? [];
        return [Math.fround(Number(y)), world];
    };
    assert.deepEqual(parse(stdout), parse(await expectedResult()));
});

test('a program that wants a newer minor version is told so', async () => {
    const wanting = join(folder, 'wanting');
    mkdirSync(wanting, { recursive: true });
    const text = readFileSync(join(fixtures, 'c-example', 'CMakeLists.txt'), 'utf8');
    writeFileSync(join(wanting, 'CMakeLists.txt'), text.replace(/mica2d [\d.]+ /, 'mica2d 0.99 '));
    const { code, output } = await run('cmake', ['-S', wanting, '-B', join(wanting, 'build'), '-G',
        'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`]);
    assert.equal(code, 1);
    assert.match(output, /compatible\s+with\s+requested\s+version\s+"0\.99"/);
});
