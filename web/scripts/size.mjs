// Compares what users download with the limits and with web/scripts/size.json, the sizes last
// agreed to.
//   npm run size                          compares; growth above 2 % is a failure
//   npm run size -- --update "<reason>"   writes the sizes of now and why they changed
// The tests call checkSizes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { bundleEntry, entries } from './package.mjs';
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

/**
 * The sizes of the files as they would be published now, with all names shortened as an app's
 * bundler does.
 */
async function measure() {
    const { files } = await build();
    const folder = join(root, 'build', 'size');
    await Promise.all(Object.values(entries).map((entry) => bundleEntry(entry, folder, { shorten: true })));
    /** @param {string} name */
    const code = (name) => readFileSync(join(folder, name), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n$/, '');
    /** @param {Buffer | string} bytes */
    const brotli = (bytes) => brotliCompressSync(bytes).length;
    /** @param {Buffer | string} bytes */
    const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
    const [simd, scalar] = files.map((path) => readFileSync(path));
    const external = code(entries.external.file);
    /** @type {Sizes} */
    const sizes = {
        'mica2d/external, wasm + minified js, brotli': brotli(simd) + brotli(external),
        'mica2d/external, minified js, brotli': brotli(external),
        'mica.wasm, brotli': brotli(simd),
        'mica-scalar.wasm, brotli': brotli(scalar),
        'mica2d, minified, gzip': gzip(code(entries.inlined.file)),
        'mica2d/scalar, minified, gzip': gzip(code(entries.scalar.file)),
    };
    return sizes;
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
            list.push(`${name}: grew by ${(100 * (size / old - 1)).toFixed(1)} %, from ${old} to ${size} bytes`);
        }
    }
    return list;
}

/** @param {Sizes} sizes @param {Sizes} before */
function table(sizes, before) {
    return Object.entries(sizes).map(([name, size]) => {
        const change = before[name] ? `${(100 * (size / before[name] - 1)).toFixed(1)} %` : 'new';
        const over = limits[name] ? size - limits[name] : 0;
        const limit = !limits[name] ? '' : `  limit ${limits[name].toLocaleString('en')}${
            over > 0 ? `, MISSED by ${over.toLocaleString('en')}` : ''}`;
        return `${name.padEnd(44)}${size.toLocaleString('en').padStart(9)} bytes  ${change.padStart(7)}${limit}`;
    }).join('\n');
}

/**
 * Measures and compares. `wrong` is empty if all is well.
 * @returns {Promise<{ sizes: Sizes, report: string, wrong: string[] }>}
 */
export async function checkSizes() {
    const sizes = await measure();
    const before = agreed().sizes;
    return { sizes, report: table(sizes, before), wrong: complaints(sizes, before) };
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        const { values } = parseArgs({ options: { update: { type: 'string' } } });
        const reason = values.update?.trim();
        if (reason === '') throw new Failure('--update needs a reason: npm run size -- --update "<reason>"');
        await setup(['build']);
        const { sizes, report, wrong } = await checkSizes();
        console.log(report);
        if (reason) {
            const over = complaints(sizes, sizes);
            if (over.length > 0) throw new Failure(over.join('\n'));
            writeFileSync(file, `${JSON.stringify({ reason, sizes }, null, 4)}\n`);
            console.log('Written to web/scripts/size.json.');
        } else if (wrong.length > 0) {
            throw new Failure(`${wrong.join('\n')}\nIf that is meant: npm run size -- --update "<reason>"`);
        }
    });
}
