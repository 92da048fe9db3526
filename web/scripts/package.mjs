// Builds the published files into dist/: three entries, each one self-contained module of js/ that
// finds its .wasm in its own way, worker mode, the adapters, both .wasm files, the JSON Schema of scenes and the type
// declarations. Packs them, with the pages that belong to them, as build/package/mica2d.tgz, which is
// what `npm publish` is given: the project's own package.json is private. The tests and the size
// report call it, and site.mjs and server.mjs for the modules that the guide's programs import.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as layout from '../../js/wire/layout.js';
import { build, listFiles } from './build.mjs';
import { encode } from './inline.mjs';
import { Failure, isMain, mustRun, root, run, runMain, task } from './process.mjs';
import { sceneSchema } from './scene-schema.mjs';
import { setup } from './setup.mjs';

/**
 * @typedef {object} Entry
 * @property {string} file in dist/
 * @property {string} main in js/
 * @property {string} [source] what takes the place of js/wire/source.js
 * @property {string} [inlined] the .wasm file it carries
 * @property {boolean} [imports] whether it loads a game's module by its URL
 * @property {boolean} [classic] whether it is a classic script, without exports
 */

/** @type {Record<'inlined' | 'scalar' | 'external', Entry>} */
export const entries = {
    inlined: { file: 'mica2d.js', main: 'index.js', source: 'package-inlined.mjs', inlined: 'mica.wasm' },
    scalar: { file: 'scalar.js', main: 'index.js', source: 'package-inlined.mjs', inlined: 'mica-scalar.wasm' },
    external: { file: 'external.js', main: 'index.js', source: 'package-external.mjs' },
};

/** The page's side and the worker's side of a world in a worker. @type {Entry[]} */
const workers = [
    { file: 'worker.js', main: 'worker.js' },
    { file: 'worker-host.js', main: 'worker-host.js', source: 'package-inlined.mjs', inlined: 'mica.wasm', imports: true },
];

/** Modules that use only a world's public members and carry no engine. @type {Entry[]} */
const adapters = ['canvas', 'debug', 'phaser', 'pixi', 'sync', 'three', 'webgl'].map((name) =>
    ({ file: `adapters/${name}.js`, main: `adapters/${name}.js` }));
adapters.push(...['pointer.js', 'builders.js', 'top-down.js', 'platformer.js', 'rollback.js', 'differences.js', 'import/tiled.js', 'import/ldtk.js', 'import/rube.js'].map((file) => ({ file, main: file })));

/**
 * The files of dist/ that the guide's programs import, and the worker's side, which one of them starts. It is a classic script: in
 * a frame of an opaque origin Chromium starts no module as a worker.
 */
export const guideModules = [entries.inlined, ...workers.map((entry) => ({ ...entry, classic: entry.imports })), ...adapters];

// The version js/ is written in: private fields rewritten for anything older would be slow. Most
// browsers without SIMD know it too: Safari 15, Chrome 84, Firefox 90.
const target = 'es2022';

/** @returns {string} */
function version() {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/**
 * Puts another module in the place of js/wire/source.js.
 * @param {string} source
 * @returns {import('esbuild').Plugin}
 */
function swapSource(source) {
    return {
        name: 'swap source',
        setup({ onResolve }) {
            onResolve({ filter: /^\.\/source\.js$/ }, () => ({ path: join(root, 'web', 'scripts', source) }));
        },
    };
}

// esbuild drops comments, but the bundlers of applications need these: no file is behind the address yet.
const IMPORT = 'const importModule=url=>import(/* webpackIgnore: true */ /* @vite-ignore */ url);';

/**
 * Has js/remote/module.js call the line above.
 * @returns {import('esbuild').Plugin}
 */
function keepImport() {
    return {
        name: 'keep import',
        setup({ onLoad }) {
            onLoad({ filter: /[\\/]js[\\/]remote[\\/]module\.js$/ }, ({ path }) => ({
                contents: readFileSync(path, 'utf8').replace(/import\((?:\/\*.*?\*\/ )+/, 'importModule('),
                loader: 'js',
            }));
        },
    };
}

/**
 * Puts numbers in the place of the names of js/wire/layout.js, such as BODY.TYPE: a bundler does so with
 * constants, but not with the properties of an object.
 * @returns {import('esbuild').Plugin}
 */
function foldLayouts() {
    const tables = Object.entries(layout).filter(([, table]) => typeof table === 'object');
    const numbers = new Map(tables.flatMap(([table, fields]) =>
        Object.entries(fields).map(([field, number]) => [`${table}.${field}`, String(number)])));
    return {
        name: 'fold layouts',
        setup({ onLoad }) {
            onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, ({ path }) => ({
                // Freezing a table is no effect: one that nobody reads by name may be left out.
                contents: readFileSync(path, 'utf8')
                    .replace(/(?<![\w.$'])[A-Z_]+\.[A-Z_]+(?!\w)/g, (name) => numbers.get(name) ?? name)
                    .replace(/^(export const [A-Z_]+ = )(?=Object\.freeze\()/gm, '$1/* @__PURE__ */ '),
                loader: 'js',
            }));
        },
    };
}

/**
 * Bundles an entry. Names stay readable in what is published, for stack traces and `World` in a
 * console; the application's own bundler shortens them.
 * @param {Entry} entry
 * @param {string} folder
 * @param {{ shorten?: boolean, sourcemap?: boolean }} [options] shorten names too; write a source map
 */
export async function bundleEntry({ file, main, source, inlined, imports, classic }, folder, { shorten = false, sourcemap = true } = {}) {
    // Not at the top: npm's dependencies may not be there when this file is loaded.
    const { build: bundle } = await import('esbuild');
    const wasm = inlined ? encode(readFileSync(join(root, 'build', 'wasm', inlined))) : '';
    await bundle({
        absWorkingDir: root,
        entryPoints: [join('js', main)],
        outfile: join(folder, file),
        bundle: true,
        format: classic ? 'iife' : 'esm',
        target,
        charset: 'utf8',
        minifySyntax: true,
        minifyWhitespace: true,
        minifyIdentifiers: shorten,
        sourcemap,
        banner: { js: `/*! mica2d ${version()}, MIT licence */${imports ? `\n${IMPORT}` : ''}` },
        define: inlined
            ? { INLINED_WASM: JSON.stringify(wasm), INLINED_SIMD: String(inlined === 'mica.wasm') }
            : {},
        plugins: [keepImport(), foldLayouts(), ...(source ? [swapSource(source)] : [])],
        logLevel: 'warning',
    });
}

/** @type {ReturnType<typeof run> | undefined} */
let declarations;

/** Checks the types of js/ and writes its declarations to build/types, once in a process. */
export function writeDeclarations() {
    if (!declarations) {
        rmSync(join(root, 'build', 'types'), { recursive: true, force: true });
        declarations = run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'js', 'tsconfig.json')]);
    }
    return declarations;
}

/** What dist/ was built from, as distKey has it: written when dist/ is whole. */
const stamp = join(root, 'build', 'dist.stamp');

/** A hash of all that dist/ is built from, but for the compiler of C, whose own stamp build.mjs keeps. */
function distKey() {
    const hash = createHash('sha256').update(version());
    for (const name of [...listFiles('src', /\.[ch]$/), ...listFiles('web/bridge', /\.[ch]$/), ...listFiles('js', /\.js(on)?$/),
        ...listFiles('web/scripts', /^(build|inline|scene-schema|package.*)\.mjs$/), ...listFiles('web/schema', /\.mjs$/), 'package-lock.json']) {
        hash.update(`${name}\n`).update(readFileSync(join(root, name)));
    }
    return hash.digest('hex');
}

/** True if dist/ has every file that package.json names and was built from the present sources. */
export function isPackageCurrent() {
    /** @type {{ exports: Record<string, string | Record<string, string>> }} */
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === distKey() && named.every((file) => existsSync(join(root, file)));
}

/** Builds dist/ anew and gives its path. The old one is whole until the new one is. */
export async function buildPackage() {
    const key = distKey();
    const { files } = await build();
    return task('Building the package', async () => {
        const dist = join(root, 'dist');
        const fresh = join(root, 'build', 'dist');
        rmSync(fresh, { recursive: true, force: true });
        mkdirSync(fresh, { recursive: true });
        for (const file of files) {
            copyFileSync(file, join(fresh, basename(file)));
            chmodSync(join(fresh, basename(file)), 0o644);
        }
        writeFileSync(join(fresh, 'scene.schema.json'), `${JSON.stringify(sceneSchema(), null, 1)}\n`);
        const [{ code, output }] = await Promise.all([writeDeclarations(),
            ...[...Object.values(entries), ...workers, ...adapters].map((entry) => bundleEntry(entry, fresh))]);
        if (code !== 0) throw new Failure(output);
        cpSync(join(root, 'build', 'types'), join(fresh, 'types'), { recursive: true });
        rmSync(stamp, { force: true });
        rmSync(dist, { recursive: true, force: true });
        renameSync(fresh, dist);
        writeFileSync(stamp, key);
        return dist;
    });
}

/** The pages beside dist/ in the package. */
const pages = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * A page without links to files of the project that are not in the package: of a link its text stays,
 * of a picture nothing.
 * @param {string} text of Markdown
 */
export function withoutOutsideLinks(text) {
    /** @param {string} target */
    const stays = (target) => /^(https?:|#)/.test(target) || pages.includes(target);
    return text
        .replace(/^!\[[^\]]*\]\(([^)]*)\)\n\n?/gm, (picture, target) => (stays(target) ? picture : ''))
        .replace(/(?<!!)\[([^\]]*)\]\(([^)]*)\)/g, (link, words, target) => (stays(target) ? link : words));
}

/**
 * Writes the pages of the package.
 * @param {string} folder
 */
export function writePages(folder) {
    for (const page of pages) {
        writeFileSync(join(folder, page), withoutOutsideLinks(readFileSync(join(root, page), 'utf8')));
    }
}

/** What the package says of itself: nothing of how it is made. */
function publicManifest() {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const key of ['private', 'scripts', 'devDependencies']) delete manifest[key];
    return manifest;
}

/** Builds dist/ and packs what is published. Gives the tarball's path. */
export async function packPackage() {
    const dist = await buildPackage();
    const folder = join(root, 'build', 'package');
    const contents = join(folder, 'contents');
    rmSync(folder, { recursive: true, force: true });
    cpSync(dist, join(contents, 'dist'), { recursive: true });
    writeFileSync(join(contents, 'package.json'), `${JSON.stringify(publicManifest(), null, 2)}\n`);
    writePages(contents);
    await task('Packing', () => mustRun('npm', ['pack', '--pack-destination', folder], { cwd: contents }));
    const tarball = join(folder, 'mica2d.tgz');
    renameSync(join(folder, `mica2d-${version()}.tgz`), tarball);
    return tarball;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build']);
        console.log(await packPackage());
    });
}
