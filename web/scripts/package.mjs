// Builds the published files into dist/: the entries of js/ as modules that share chunks, so that a game which imports
// several of them has one engine; the adapters, each self-contained; the engine as one classic script; both .wasm files,
// the JSON Schema of scenes and the type declarations. Packs them, with the pages that belong to them, as build/package/mica2d.tgz, which is
// what `npm publish` is given: the project's own package.json is private. The tests and the size
// report call it, and site.mjs and server.mjs for the modules that the guide's programs import.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync,
    statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as layout from '../../js/wire/layout.js';
import * as operations from '../../js/wire/operations.js';
import { build, listFiles } from './build.mjs';
import { encode } from './inline.mjs';
import { packagesOf } from './licences.mjs';
import { Failure, isMain, mustRun, root, run, runMain, task } from './process.mjs';
import { sceneSchema } from './scene-schema.mjs';
import { setup } from './setup.mjs';

/** Where the three entries that are the engine find their .wasm: each is js/exports.js and an `init` of its own. */
const variants = {
    'mica2d': 'js/index.js',
    'external': 'web/scripts/package-external.mjs',
    'scalar': 'web/scripts/package-scalar.mjs',
};

/** The entries that share chunks, by the names of their files in dist/. @type {Record<string, string>} */
export const library = {
    ...variants,
    ...Object.fromEntries(
        ['worker', 'worker-host', 'matter', 'matter-worker-host', 'scene', 'explosion', 'batches',
            'history', 'preview', 'recording', 'pointer', 'builders', 'top-down', 'platformer',
            'vehicle', 'break', 'trace', 'rollback', 'differences', 'import/tiled',
            'import/tiled-xml', 'import/ldtk', 'import/rube', 'import/physics-editor'].map((
                name,
            ) => [name, `js/${name}.js`]),
    ),
};

/** Modules that use only a world's public members and carry no engine. @type {Record<string, string>} */
const adapters = Object.fromEntries(
    ['canvas', 'debug', 'matter', 'phaser', 'pixi', 'sync', 'three', 'webgl'].map((
        name,
    ) => [`adapters/${name}`, `js/adapters/${name}.js`]),
);

// The version js/ is written in: private fields rewritten for anything older would be slow. Most
// browsers without SIMD know it too: Safari 15, Chrome 84, Firefox 90.
const target = 'es2022';

/** @returns {string} */
function version() {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/**
 * Has the packaged modules carry their .wasm as text: puts package-inlined.mjs in the place of js/wire/source.js, package-matter.mjs
 * in that of js/matter/source.js, and the text of a .wasm file in the place of the file.
 * @type {import('esbuild').Plugin}
 */
const inlineWasm = {
    name: 'inline wasm',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^\.\/source\.js$/ },
            () => ({ path: join(root, 'web', 'scripts', 'package-inlined.mjs'),
                sideEffects: false }));
        onResolve({ filter: /^\.\/matter\/source\.js$/ },
            () => ({ path: join(root, 'web', 'scripts', 'package-matter.mjs'),
                sideEffects: false }));
        onLoad({ filter: /\.wasm$/ },
            ({ path }) => ({ contents: encode(readFileSync(path)), loader: 'text' }));
    },
};

/** The import of all rows of operations as an object, in js/wire/table.js. */
const ALL_ROWS = "import * as rows from './operations.js';";

/**
 * Writes the sources so that bundlers can leave out what nobody uses. Numbers stand in the place of the names of
 * js/wire/layout.js, such as BODY.TYPE: a bundler does so with constants, but not with the properties of an object. An object of
 * all operations is made of their names: that of a module's exports, which esbuild would make, keeps them all in every game.
 * @returns {import('esbuild').Plugin}
 */
function foldTables() {
    const tables = Object.entries(layout).filter(([, table]) => typeof table === 'object');
    const numbers = new Map(
        tables.flatMap(([table, fields]) =>
            Object.entries(fields).map(([field, number]) => [`${table}.${field}`, String(number)])
        ),
    );
    const names = Object.keys(operations).join(', ');
    return {
        name: 'fold tables',
        setup({ onLoad }) {
            onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, ({ path }) => ({
                // Freezing a table is no effect: one that nobody reads by name may be left out.
                contents: readFileSync(path, 'utf8')
                    .replace(/(?<![\w.$'])[A-Z_]+\.[A-Z_]+(?!\w)/g,
                        (name) => numbers.get(name) ?? name)
                    .replace(/^(export const [A-Z_]+ = )(?=Object\.freeze\()/gm,
                        '$1/* @__PURE__ */ ')
                    .replace(ALL_ROWS,
                        `import { ${names} } from './operations.js'; const rows = { ${names} };`),
                loader: 'js',
            }));
        },
    };
}

/**
 * Leaves the doc comments out, which esbuild keeps within classes: the declarations have them. The lines stay, for the source maps.
 * @param {string} text of a module
 */
const withoutDocs = (text) =>
    text.replace(/^[ \t]*\/\*\*(?:(?!\*\/)[^])*\*\/$/gm,
        (comment) => comment.replace(/[^\n]/g, ''));

/**
 * Leaves the text of a .wasm out of a source map, half of all bytes of the maps: nobody reads it.
 * @param {string} text of the map
 */
function withoutWasm(text) {
    const map = JSON.parse(text);
    map.sourcesContent = map.sourcesContent.map((
        /** @type {string} */ content,
        /** @type {number} */ i,
    ) => (map.sources[i].endsWith('.wasm') ? null : content));
    return JSON.stringify(map);
}

/** @param {string} path @param {string} text of a file of a bundle */
const asPublished = (path, text) =>
    path.endsWith('.js') ? withoutDocs(text) : path.endsWith('.map') ? withoutWasm(text) : text;

/** @param {import('esbuild').BuildOptions} options what is special about a build */
async function bundle(options) {
    // Not at the top: npm's dependencies may not be there when this file is loaded.
    const { build: run } = await import('esbuild');
    const { outputFiles = [] } = await run({
        write: false,
        absWorkingDir: root,
        bundle: true,
        format: 'esm',
        target,
        charset: 'utf8',
        banner: { js: `/*! mica2d ${version()}, MIT licence */` },
        logLevel: 'warning',
        ...options,
        plugins: [inlineWasm, foldTables()],
    });
    for (const { path, text } of outputFiles) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, asPublished(path, text));
    }
}

/**
 * Bundles entries that share the modules in chunks/. Names and the comments that say what is free of side effects stay: the
 * application's own bundler needs them to leave out what a game does not use, then shortens the names.
 * @param {Record<string, string>} entryPoints @param {string} outdir @param {import('esbuild').BuildOptions} options
 */
const bundleShared = (entryPoints, outdir, options) =>
    bundle({ entryPoints, outdir, splitting: true, chunkNames: 'chunks/[name]-[hash]',
        ...options });

/**
 * Bundles the classic script for `<script src>`: it sets the global `mica2d` to the exports of js/index.js. Nothing but ASCII, since
 * a page opened as a file may name no encoding; names are shortened, since no bundler follows. Its sources are those of the modules,
 * whose source maps are there: it has none.
 * @param {string} folder
 */
const bundleScript = (folder) =>
    bundle({ entryPoints: { 'mica2d.iife': variants.mica2d }, outdir: folder, format: 'iife',
        globalName: 'mica2d', minify: true, charset: 'ascii' });

/**
 * Bundles the command that traces pictures, with the library that decodes them and its licence. Node's own CommonJS, as the library is.
 * @param {string} folder
 */
async function bundleCommand(folder) {
    const [{ name, version: number, text }] = packagesOf(['node_modules/pngjs/package.json']);
    const file = join(folder, 'mica2d-trace.cjs');
    await bundle({ entryPoints: { 'mica2d-trace': 'web/scripts/package-trace.mjs' }, outdir: folder,
        outExtension: { '.js': '.cjs' }, platform: 'node', target: 'node20', format: 'cjs',
        minifySyntax: true, minifyWhitespace: true, banner: {
            js: `/*! mica2d ${version()}, MIT licence. With ${name} ${number}:\n${text}\n*/`,
        } });
    chmodSync(file, 0o755);
}

/**
 * Bundles the modules of the package: the engine's entries share chunks, each adapter is whole by itself. And the classic script.
 * @param {string} folder
 * @param {{ sourcemap?: boolean }} [options] whether to write source maps
 */
export async function bundleModules(folder, { sourcemap = true } = {}) {
    await Promise.all([bundleShared(library, folder, { sourcemap }),
        bundle({ entryPoints: adapters, outdir: folder, sourcemap }), bundleScript(folder),
        bundleCommand(folder)]);
}

/**
 * Bundles the modules that the guide's programs import, and the worker's side, which one of them starts. It is a classic
 * script: in a frame of an opaque origin Chromium starts no module as a worker.
 * @param {string} folder
 */
export async function bundleGuideModules(folder) {
    const modules = Object.fromEntries(
        Object.entries(library).filter(([name]) =>
            !['external', 'scalar', 'worker-host', 'matter-worker-host'].includes(name)
        ),
    );
    const short = { minify: true };
    await Promise.all([bundleShared(modules, folder, short),
        bundle({ entryPoints: adapters, outdir: folder, ...short }),
        bundle({ entryPoints: { 'worker-host': library['worker-host'] }, outdir: folder,
            format: 'iife', ...short })]);
}

/** The sources of the guide's modules when they were last bundled, and their folder. */
let guideModules = { key: '', folder: Promise.resolve('') };

/** The folder with the guide's modules, bundled anew if js/ has changed. @returns {Promise<string>} */
export function buildGuideModules() {
    const key = listFiles('js', /\.js$/).map((name) =>
        `${name} ${statSync(join(root, name)).mtimeMs}`
    ).join('\n');
    if (key !== guideModules.key) {
        const folder = join(root, 'build', 'guide-modules');
        guideModules = { key, folder: bundleGuideModules(folder).then(() => folder) };
    }
    return guideModules.folder;
}

/** @type {ReturnType<typeof run> | undefined} */
let declarations;

/** Checks the types of js/ and writes its declarations to build/types, once in a process. */
export function writeDeclarations() {
    if (!declarations) {
        rmSync(join(root, 'build', 'types'), { recursive: true, force: true });
        declarations = run(process.execPath, [
            join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
            '-p',
            join(root, 'js', 'tsconfig.json'),
        ]).then((result) => {
            // TypeScript 6.0 writes a result behind setters in the types of comments, which it then refuses to read.
            const file = join(root, 'build', 'types', 'remote', 'types.d.ts');
            if (existsSync(file))
                writeFileSync(file,
                    readFileSync(file, 'utf8').replace(/^( +set \w+\(.*\)): any;$/gm, '$1;'));
            return result;
        });
    }
    return declarations;
}

/** What dist/ was built from, as distKey has it: written when dist/ is whole. */
const stamp = join(root, 'build', 'dist.stamp');

/** A hash of all that dist/ is built from, but for the compiler of C, whose own stamp build.mjs keeps. */
function distKey() {
    const hash = createHash('sha256').update(version());
    for (const name of [...listFiles('src', /\.[ch]$/), ...listFiles('web/bridge', /\.[ch]$/),
        ...listFiles('js', /\.js(on)?$/),
        ...listFiles('web/scripts', /^(build|inline|scene-schema|package.*)\.mjs$/),
        ...listFiles('web/schema', /\.mjs$/), 'package-lock.json'])
    {
        hash.update(`${name}\n`).update(readFileSync(join(root, name)));
    }
    return hash.digest('hex');
}

/** True if dist/ has every file that package.json names and was built from the present sources. */
export function isPackageCurrent() {
    /** @type {{ unpkg: string, exports: Record<string, string | Record<string, string>> }} */
    const { unpkg, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [unpkg, ...Object.values(exports).flatMap((
        target,
    ) => (typeof target === 'string' ? [target] : Object.values(target)))];
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === distKey()
        && named.every((file) => existsSync(join(root, file)));
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
        writeFileSync(join(fresh, 'scene.schema.json'),
            `${JSON.stringify(sceneSchema(), null, 1)}\n`);
        const [{ code, output }] = await Promise.all([writeDeclarations(), bundleModules(fresh)]);
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
        .replace(/^!\[[^\]]*\]\(([^)]*)\)\n\n?/gm,
            (picture, target) => (stays(target) ? picture : ''))
        .replace(/(?<!!)\[([^\]]*)\]\(([^)]*)\)/g,
            (link, words, target) => (stays(target) ? link : words));
}

/** A page without what only concerns those who work on the project. @param {string} text of Markdown */
const withoutContributors = (text) =>
    text.replace(/<!-- contributors: begin -->[^]*?<!-- contributors: end -->\n+/g, '');

/**
 * Writes the pages of the package.
 * @param {string} folder
 */
export function writePages(folder) {
    for (const page of pages) {
        writeFileSync(join(folder, page),
            withoutOutsideLinks(withoutContributors(readFileSync(join(root, page), 'utf8'))));
    }
}

/** What the package says of itself: nothing of how it is made. */
function publicManifest() {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const key of ['private', 'scripts', 'devDependencies']) delete manifest[key];
    return manifest;
}

/**
 * Packs a folder below build/package and gives the tarball's path, which names no version.
 * @param {string} contents the folder
 * @param {string} name of the package
 */
async function pack(contents, name) {
    const folder = dirname(contents);
    await mustRun('npm', ['pack', '--pack-destination', folder], { cwd: contents });
    const tarball = join(folder, `${name}.tgz`);
    renameSync(join(folder, `${name}-${version()}.tgz`), tarball);
    return tarball;
}

/** Builds dist/ and packs what is published: the engine, and the command that begins a game with it. Gives the tarball of the engine. */
export async function packPackage() {
    const dist = await buildPackage();
    const folder = join(root, 'build', 'package');
    const contents = join(folder, 'contents');
    const create = join(folder, 'create');
    rmSync(folder, { recursive: true, force: true });
    cpSync(dist, join(contents, 'dist'), { recursive: true });
    writeFileSync(join(contents, 'package.json'), `${JSON.stringify(publicManifest(), null, 2)}\n`);
    writePages(contents);
    // Not among the pages: the reference is written from the declarations in dist/.
    const { renderLlms } = await import('./llms.mjs');
    for (const [name, text] of Object.entries(renderLlms('')))
        writeFileSync(join(contents, name), text);
    cpSync(join(root, 'web', 'create'), create, { recursive: true });
    copyFileSync(join(root, 'LICENSE'), join(create, 'LICENSE'));
    const [tarball] = await task('Packing',
        () => Promise.all([pack(contents, 'mica2d'), pack(create, 'create-mica2d')]));
    return tarball;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build']);
        console.log(await packPackage());
    });
}
