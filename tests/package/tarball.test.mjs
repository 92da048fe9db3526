// What is in the packed tarball, and what publint, are-the-types-wrong and TypeScript say of it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, test } from 'node:test';
import { run } from '../../web/scripts/process.mjs';
import { programs, typedPrograms } from '../js/snippets.mjs';
import { installApp, listFiles, root, tarball } from './app.mjs';
import { sample } from '../sample.mjs';

/** The package as installed. @type {string} */
let folder;
/** @type {string} */
let app;
/** @type {any} */
let manifest;
before(async () => {
    app = await installApp('types');
    folder = join(app, 'node_modules', 'mica2d');
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // The README's programs and what the guide says of TypeScript, as they stand.
    programs('README.md').forEach(({ code }, i) =>
        writeFileSync(join(app, `readme-${i}.ts`), code)
    );
    const typed = typedPrograms();
    assert.ok(typed.length > 0);
    typed.forEach((code, i) => writeFileSync(join(app, `guide-${i}.ts`), code));
});

/** @param {string} name of a program of an npm package */
const program = (name) => join(root, 'node_modules', '.bin', name);

test('it holds built files and nothing of the repository', () => {
    const files = listFiles(folder);
    const expected =
        /^(LICENSE|README\.md|CHANGELOG\.md|llms(-full)?\.txt|package\.json|dist\/(adapters\/|import\/)?[a-z0-9-]+\.(js|js\.map|wasm)|dist\/mica2d\.iife\.js|dist\/mica2d-trace\.cjs|dist\/chunks\/chunk-[A-Z0-9]+\.js(\.map)?|dist\/scene\.schema\.json|dist\/types\/.+\.d\.ts)$/;
    assert.deepEqual(files.filter((file) => !expected.test(file)), []);
    for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md'])
        assert.ok(files.includes(file), file);
});

test('every path that package.json names is there', () => {
    const files = new Set(listFiles(folder).map((file) => `./${file}`));
    const named = [manifest.main, manifest.module, manifest.types, manifest.unpkg,
        manifest.jsdelivr, ...Object.values(manifest.bin).map((path) => `./${path}`),
        ...Object.values(manifest.exports).flatMap((
            target,
        ) => (typeof target === 'string' ? [target] : Object.values(target)))];
    assert.deepEqual(named.filter((file) => !files.has(file)), []);
    // Each script is reachable, and each module has its source map with the sources in it.
    const texts = [...files].filter((file) => file.endsWith('.js')).map((file) =>
        readFileSync(join(folder, file), 'utf8')
    );
    for (const file of files) {
        if (!file.endsWith('.js')) continue;
        const shared = file.startsWith('./dist/chunks/')
            && texts.some((text) => text.includes(`/${basename(file)}"`));
        assert.ok(shared || named.includes(file), `${file} is not exported`);
        if (file === manifest.unpkg) continue;
        const map = JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8'));
        assert.equal(map.sources.length, map.sourcesContent.length);
        assert.match(readFileSync(join(folder, file), 'utf8'),
            /\n\/\/# sourceMappingURL=[\w-]+\.js\.map\n$/);
    }
});

test('it is a plain ES module package without dependencies', () => {
    assert.equal(manifest.type, 'module');
    assert.deepEqual(manifest.sideEffects, ['./dist/worker-host.js',
        './dist/matter-worker-host.js']);
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
        assert.deepEqual(Object.keys(manifest[kind] ?? {}), [], kind);
    }
    const modules = listFiles(folder).filter((file) => file.endsWith('.js'));
    for (const file of modules) {
        const text = readFileSync(join(folder, file), 'utf8');
        // Without these: modules of other packages, imported modules but one that no bundler is to look for, fetched data: URLs,
        // private fields rewritten (slow).
        const found =
            /\bfrom *["'](?!\.\.?\/(chunks\/)?chunk-[A-Z0-9]+\.js")[\w./@-]+["'];|\brequire\(|\bimport\((?!\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*url\s*\))|data:application|__privateGet/m
                .exec(text)?.[0];
        assert.equal(found, undefined, `${file}: ${found}`);
    }
    // Nothing runs at installation, and nothing is said of how it is made.
    for (const key of ['private', 'scripts', 'devDependencies'])
        assert.equal(manifest[key], undefined, key);
});

test('no page of it links to a file that it does not hold', () => {
    /** The targets in a page that are no addresses, without its blocks of code. @param {string} text */
    const targets = (text) =>
        Array.from(text.replace(/^```[^]*?^```$/gm, '')
            .matchAll(/\]\(([^)#]+)|(?:href|src)="([^"#]+)/g),
            ([, link, attribute]) => link ?? attribute)
            .filter((target) => !/^https?:/.test(target));
    const files = new Set(listFiles(folder));
    for (const page of ['README.md', 'CHANGELOG.md']) {
        const text = readFileSync(join(folder, page), 'utf8');
        assert.deepEqual(targets(text).filter((target) => !files.has(target)), [], page);
        assert.doesNotMatch(text, /!\[|\[\]/, page);
    }
    // What stays are the words; in the project they are links.
    const [here, published] = [root, folder].map((from) =>
        readFileSync(join(from, 'README.md'), 'utf8')
    );
    assert.ok(targets(here).length > targets(published).length + 8);
    assert.ok(published.includes('The guide has a page for each row above'));
    assert.deepEqual(targets(published), ['LICENSE', 'CHANGELOG.md']);
});

test('package.json, the library, mica.h and the changelog name one version', () => {
    const { version } = manifest;
    assert.match(version, /^\d+\.\d+\.\d+$/);
    const header = readFileSync(join(root, 'src', 'mica.h'), 'utf8');
    const numbers = ['MAJOR', 'MINOR', 'PATCH'].map((name) =>
        new RegExp(`#define MICA_VERSION_${name} (\\d+)`).exec(header)?.[1]
    );
    assert.equal(numbers.join('.'), version);
    assert.match(readFileSync(join(root, 'js', 'wire', 'version.js'), 'utf8'),
        new RegExp(`export const version = '${version}'`));
    assert.ok(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').includes(version));
});

test('publint finds nothing', async () => {
    const { code, output } = await run(program('publint'), [tarball, '--strict']);
    assert.equal(code, 0, output);
    assert.match(output, /All good/);
});

test('are-the-types-wrong finds nothing', async () => {
    const { code, output } = await run(program('attw'), [tarball, '--profile', 'esm-only',
        '--exclude-entrypoints', './mica.wasm', './mica-scalar.wasm', './mica-matter.wasm',
        './mica-matter-scalar.wasm', './scene.schema.json', '--no-emoji', '--format', 'table']);
    assert.equal(code, 0, output);
});

// A sample has one of the two: are-the-types-wrong resolves the package in both ways.
for (const resolution of sample(['nodenext', 'bundler'], 2)) {
    test(`TypeScript understands it under ${resolution} resolution`, async () => {
        const { code, output } = await run(program('tsc'), ['-p',
            join(app, `tsconfig.${resolution}.json`)]);
        assert.equal(code, 0, output);
    });
}
