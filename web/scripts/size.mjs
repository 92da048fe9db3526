// Compares what users download with the limits and with web/scripts/size.json, the sizes last
// agreed to.
//   npm run size                          compares; growth above 2 % is a failure
//   npm run size -- --update "<reason>"   writes the sizes of now and why they changed
// The tests call checkSizes.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { bundleModules } from './package.mjs';
import { Failure, isMain, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

const file = join(root, 'web', 'scripts', 'size.json');
const tolerance = 0.02;

/**
 * The most bytes that a user should have to load. A size within its limit must stay there, whatever
 * the reason. A size beyond its limit is reported every time, and the rule of growth alone holds
 * until it is back.
 * @type {Record<string, number>}
 */
const limits = {
    'mica2d/external, wasm + minified js, brotli': 70_000,
    'mica2d, minified, gzip': 110_000,
};

/** @typedef {Record<string, number>} Sizes bytes by name */

/** The small games of tests/fixtures/games, by what they are called in the list of sizes. */
export const GAMES = { hello: 'hello world', events: 'events and layers', joints: 'joints',
    everything: 'everything' };

const folder = join(root, 'build', 'size');

/** Puts the package beside the small games as npm does, and programs that export all of an entry. */
async function install() {
    const { files } = await build();
    const dist = join(folder, 'node_modules', 'mica2d', 'dist');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dist, { recursive: true });
    await bundleModules(dist, { sourcemap: false });
    copyFileSync(join(root, 'package.json'), join(dist, '..', 'package.json'));
    for (const file of files) copyFileSync(file, join(dist, basename(file)));
    // A package of its own: in that of the project, 'mica2d' would be the project's dist/.
    writeFileSync(join(folder, 'package.json'), '{ "name": "games", "type": "module" }\n');
    cpSync(join(root, 'tests', 'fixtures', 'games'), folder, { recursive: true });
    for (const entry of ['mica2d', 'mica2d/external', 'mica2d/scalar'])
        writeFileSync(join(folder, `${basename(entry)}-all.js`), `export * from '${entry}';`);
    return files;
}

/** The script that esbuild makes of a program. @param {string} name */
async function byEsbuild(name) {
    const { build: bundle } = await import('esbuild');
    const { outputFiles } = await bundle({ entryPoints: [join(folder, `${name}.js`)], bundle: true,
        minify: true, format: 'esm', target: 'es2022', charset: 'utf8', outdir: join(folder, 'out'),
        write: false, logLevel: 'error' });
    return outputFiles[0].text;
}

/** The script that Vite makes of a program. @param {string} name */
async function byVite(name) {
    const { build: bundle } = await import('vite');
    const made = await bundle({ root: folder, configFile: false, logLevel: 'error',
        build: { write: false, target: 'es2022', modulePreload: { polyfill: false },
            rolldownOptions: { input: join(folder, `${name}.js`) } } });
    const { output } =
        /** @type {{ output: { type: string, code?: string }[] }} */ (Array.isArray(made)
            ? made[0]
            : made);
    return output.map(({ code = '' }) => code).join('');
}

/**
 * What bundlers make of the small games, by the names of their sizes.
 * @returns {Promise<Record<string, string>>}
 */
async function bundleGames() {
    /** @type {Record<string, string>} */
    const scripts = {};
    for (const [name, called] of Object.entries(GAMES)) {
        scripts[`${called}, esbuild, brotli`] = await byEsbuild(name);
        scripts[`${called}, Vite, brotli`] = await byVite(name);
    }
    return scripts;
}

/**
 * The sizes of the files as they would be published now, and of small games, with all names shortened as an app's
 * bundler does.
 */
async function measure() {
    const files = await install();
    const scripts = await bundleGames();
    /** @param {Buffer | string} bytes */
    const brotli = (bytes) => brotliCompressSync(bytes).length;
    /** @param {Buffer | string} bytes */
    const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
    const [simd, scalar] = files.map((path) => readFileSync(path));
    const [external, inlined, inlinedScalar] = await Promise.all(
        ['external-all', 'mica2d-all', 'scalar-all'].map(byEsbuild),
    );
    /** @type {Sizes} */
    const sizes = {
        'mica2d/external, wasm + minified js, brotli': brotli(simd) + brotli(external),
        'mica2d/external, minified js, brotli': brotli(external),
        'mica.wasm, brotli': brotli(simd),
        'mica-scalar.wasm, brotli': brotli(scalar),
        'mica2d, minified, gzip': gzip(inlined),
        'mica2d/scalar, minified, gzip': gzip(inlinedScalar),
        'mica2d.iife.js, gzip': gzip(
            readFileSync(join(folder, 'node_modules', 'mica2d', 'dist', 'mica2d.iife.js')),
        ),
    };
    for (const [name, script] of Object.entries(scripts)) sizes[name] = brotli(script);
    return { sizes, scripts };
}

/** @returns {{ reason: string, sizes: Sizes }} */
function agreed() {
    return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * What is wrong with these sizes, one sentence each.
 * @param {Sizes} sizes
 * @param {Sizes} before
 */
export function complaints(sizes, before) {
    const list = [];
    for (const [name, size] of Object.entries(sizes)) {
        const old = before[name];
        if (limits[name] && size > limits[name] && (old === undefined || old <= limits[name])) {
            list.push(`${name}: ${size} bytes, over the limit of ${limits[name]}`);
        }
        if (old === undefined) {
            list.push(`${name}: ${size} bytes, and web/scripts/size.json has no such size`);
        } else if (size > old * (1 + tolerance)) {
            list.push(
                `${name}: grew by ${
                    (100 * (size / old - 1)).toFixed(1)
                } %, from ${old} to ${size} bytes`,
            );
        }
    }
    return list;
}

/** @param {Sizes} sizes @param {Sizes} before */
function table(sizes, before) {
    return Object.entries(sizes).map(([name, size]) => {
        const change = before[name] ? `${(100 * (size / before[name] - 1)).toFixed(1)} %` : 'new';
        const over = limits[name] ? size - limits[name] : 0;
        const limit = !limits[name]
            ? ''
            : `  limit ${limits[name].toLocaleString('en')}${
                over > 0 ? `, MISSED by ${over.toLocaleString('en')}` : ''
            }`;
        return `${name.padEnd(44)}${size.toLocaleString('en').padStart(9)} bytes  ${
            change.padStart(7)
        }${limit}`;
    }).join('\n');
}

/**
 * Measures and compares. `wrong` is empty if all is well; `scripts` are the small games as they were bundled.
 * @returns {Promise<{ sizes: Sizes, scripts: Record<string, string>, report: string, wrong: string[] }>}
 */
export async function checkSizes() {
    const { sizes, scripts } = await measure();
    const before = agreed().sizes;
    return { sizes, scripts, report: table(sizes, before), wrong: complaints(sizes, before) };
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        const { values } = parseArgs({ options: { update: { type: 'string' } } });
        const reason = values.update?.trim();
        if (reason === '')
            throw new Failure('--update needs a reason: npm run size -- --update "<reason>"');
        await setup(['build']);
        const { sizes, report, wrong } = await checkSizes();
        console.log(report);
        if (reason) {
            const over = complaints(sizes, sizes);
            if (over.length > 0) throw new Failure(over.join('\n'));
            writeFileSync(file, `${JSON.stringify({ reason, sizes }, null, 4)}\n`);
            console.log('Written to web/scripts/size.json.');
        } else if (wrong.length > 0) {
            throw new Failure(
                `${wrong.join('\n')}\nIf that is meant: npm run size -- --update "<reason>"`,
            );
        }
    });
}
