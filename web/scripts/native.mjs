// `npm run bench -- --native`: the same C scenes compiled by clang -O3 for this machine and by emcc
// with the flags of the published .wasm, run in turns. Prints what WebAssembly costs.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheEnvironment, compileFlags, includeFlags, listSources } from './build.mjs';
import { mustRun, root, task } from './process.mjs';

const processes = 5;
const runs = 3;
const steps = 300;

/** @returns {Promise<Record<'native' | 'wasm', string[]>>} command lines */
async function compile() {
    const folder = join(root, 'build', 'native');
    mkdirSync(folder, { recursive: true });
    const scenes = readdirSync(join(root, 'tests', 'c', 'support')).filter((name) =>
        /^scenes\w*\.c$/.test(name)
    )
        .map((name) => `tests/c/support/${name}`);
    const sources = [...listSources(true), '-DMICA_MATTER', ...scenes, 'tests/bench/native.c',
        '-Itests/c/support', ...includeFlags];
    const [native, wasm] = [join(folder, 'native'), join(folder, 'native.wasm')];
    await mustRun('clang', ['-std=gnu11', '-O3', '-flto', '-ffp-contract=off', '-fno-math-errno',
        ...sources, '-lm', '-o', native]);
    await mustRun('emcc', [...compileFlags.filter((flag) => flag !== '-std=c11'), '-std=gnu11',
        '-msimd128', ...sources, '-sSTANDALONE_WASM=1', '-sALLOW_MEMORY_GROWTH=1',
        '-sTOTAL_STACK=1MB', '-o', wasm], { env: await cacheEnvironment() });
    return {
        native: [native],
        wasm: [process.execPath, '--no-warnings', join(root, 'web', 'scripts', 'run-wasm.mjs'),
            wasm],
    };
}

/** Compiles, measures and prints. */
export async function compareWithNative() {
    const commands = await task('Compiling natively and as wasm', compile);
    /** Least sum by scene and build. @type {Map<string, Record<string, number>>} */
    const times = new Map();
    await task(`Running each ${processes} times`, async () => {
        for (let i = 0; i < processes; ++i) {
            for (const [build, [program, ...args]] of Object.entries(commands)) {
                const { stdout } = await mustRun(program, [...args, String(runs), String(steps)]);
                for (const [, scene, ms] of stdout.matchAll(/^(\S+) ([\d.]+)$/gm)) {
                    const row = times.get(scene) ?? {};
                    row[build] = Math.min(row[build] ?? Infinity, Number(ms) / steps);
                    times.set(scene, row);
                }
            }
        }
    });
    console.log('\nms a step      native    wasm   ratio');
    let product = 1;
    for (const [scene, { native, wasm }] of times) {
        product *= wasm / native;
        console.log(
            scene.padEnd(12)
                + [native, wasm, wasm / native].map((x) => x.toFixed(3).padStart(8)).join(''),
        );
    }
    console.log(`geometric mean ${(product ** (1 / times.size)).toFixed(3).padStart(21)}`);
}
