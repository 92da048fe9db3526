// Compiles the C core and the bridge to plain .wasm files without JavaScript glue: one with SIMD,
// one without, and both with matter. `npm run build`; also called by the dev server and the tests. Does
// nothing when the inputs' hash has not changed.
//   node web/scripts/build.mjs [--only plain|matter] [--profile] [--validate] [--force]
// --profile keeps function names, in build/wasm/profile; --validate exports the validator too, in build/wasm/validate.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync,
    renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Failure, isMain, mustRun, root, run, runMain, task } from './process.mjs';
import { findProgram, setup } from './setup.mjs';

// The largest cost at which LLVM inlines a function: hardly more than that of a call. Functions
// that a step calls ten thousand times are declared `inline` and exempt. A threshold of 100 makes
// the file 4 % larger, LLVM's default of 225 makes it a quarter larger; tests/bench/README.md has
// the trials.
const inlineThreshold = '-inline-threshold=10';
// Nor does Binaryen inline large functions into their only caller: the just-in-time compilers of wasm allocate registers
// function by function, and keep fewer values in them the larger it is. Water takes a fifth less time for it.
const callerThreshold = 'one-caller-inline-max-function-size=100';

/**
 * Every room of src/ on the include path; which room may include which is checked by
 * CMakeLists.txt.
 */
export const includeFlags = ['', '/base', '/geometry', '/world', '/contacts', '/solver', '/impact',
    '/query', '/matter']
    .map((room) => `-Isrc${room}`);

// Emscripten 3.1.6 and the newest must both know every flag here and in linkFlags. Warnings are
// shown and are no errors, for a newer compiler may have new ones. Automatic vectorizing is off:
// code that gains by four lanes is written with simd.h. Bulk memory is off: with it every record of
// more than 16 bytes is copied and cleared by a call out of the wasm.
export const compileFlags = [
    '-std=c11',
    '-O2',
    '-flto',
    '-mllvm',
    inlineThreshold,
    '-fno-vectorize',
    '-fno-slp-vectorize',
    '-mno-bulk-memory',
    '-mnontrapping-fptoint',
    '-msign-ext',
    '-ffp-contract=off',
    '-fno-math-errno',
    '-fvisibility=hidden',
    '-Wall',
    '-Wextra',
    '-Wshadow',
    '-Wundef',
    ...includeFlags,
];
const linkFlags = [
    `-Wl,-mllvm,${inlineThreshold}`,
    '--no-entry',
    '-sMALLOC=emmalloc',
    '-sALLOW_MEMORY_GROWTH=1',
    // Cutting an outline of 1,024 points takes 60 kB.
    '-sTOTAL_STACK=128KB',
    '-sINITIAL_MEMORY=1MB',
    '-sMAXIMUM_MEMORY=512MB',
    '-sSUPPORT_LONGJMP=0',
    '-sFILESYSTEM=0',
    // Emscripten 3.1.6 reports a declared import as an undefined symbol; checkImports looks for
    // those that are undefined.
    `-sBINARYEN_EXTRA_PASSES=${callerThreshold}`,
    '-sERROR_ON_UNDEFINED_SYMBOLS=0',
    '-sWARN_ON_UNDEFINED_SYMBOLS=0',
];
/** The imports that the module may have; js/wire/load.js provides them. */
const allowedImports = ['env.mica_clock'];
const variants = [
    { file: 'mica.wasm', matter: false, flags: ['-msimd128'] },
    { file: 'mica-scalar.wasm', matter: false, flags: ['-DMICA_SCALAR'] },
    { file: 'mica-matter.wasm', matter: true, flags: ['-msimd128', '-DMICA_MATTER'] },
    { file: 'mica-matter-scalar.wasm', matter: true, flags: ['-DMICA_SCALAR', '-DMICA_MATTER'] },
];
/** Which of them there are. */
const BUILDS = /** @type {const} */ (['plain', 'matter']);

/**
 * The files below a folder with one of these endings, relative to the root, in order of name.
 * @param {string} folder
 * @param {RegExp} ending
 */
export function listFiles(folder, ending) {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
        ending.test(name)
    )
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`).sort();
}

/**
 * Sources without anything that a step or a frame calls often: they are compiled for size, which takes 1.5 % off what is
 * transferred. No two may have the same name.
 */
const coldSources = [
    ...listFiles('src/world',
        /(body_settings|chain|collider_settings|filters|gears|joint|joint_settings|layers|parts_edit|polygons|terrain_edit|terrain_flood|terrain_make|terrain_pieces|terrain_samples|terrain_shapes|terrains_check)\.c$/),
    'src/base/error.c',
    'src/geometry/contour.c',
    'src/geometry/decompose.c',
    'src/geometry/hull.c',
    'src/geometry/rings.c',
    'src/query/explosion.c',
    'src/query/minimum_translation.c',
    ...listFiles('web/bridge', /\.c$/).filter((name) => !isOfMatter(name)),
];
/** Likewise, of the builds with matter. */
const coldMatter = [
    ...listFiles('src/matter',
        /(emitters|gauges|jelly_make|matters|outline|particles|particles_add|pressure_balance|split|wading)\.c$/),
    'src/world/saving/matter_check.c',
    'web/bridge/bridge_matter.c',
];

/** Whether nothing of a file is compiled into builds without matter. @param {string} name */
function isOfMatter(name) {
    return name !== 'src/matter/matter.h'
        && /\/(matter\/|(mica_|bridge_)?matter\w*\.[ch]$)/.test(name);
}

/** The C sources of the engine, relative to the root, with matter or without. @param {boolean} matter */
export function listSources(matter) {
    return listFiles('src', /\.c$/).filter((name) => matter || !name.startsWith('src/matter/'));
}

/** The C sources of a build: those of a step's speed, and those that are compiled for size. @param {boolean} matter */
function sourcesOf(matter) {
    const cold = matter ? [...coldSources, ...coldMatter] : coldSources;
    const all = listSources(matter);
    return { hot: all.filter((name) => !cold.includes(name)), cold };
}

/** @param {string} emcc @param {string[]} flags @param {boolean} matter */
function hashInputs(emcc, flags, matter) {
    const hash = createHash('sha256');
    const compiler = realpathSync(emcc);
    hash.update(JSON.stringify([flags, sourcesOf(matter), compiler, statSync(compiler).mtimeMs]));
    hash.update(readFileSync(new URL(import.meta.url)));
    for (const name of [...listFiles('src', /\.[ch]$/), ...listFiles('web/bridge', /\.[ch]$/)]) {
        if (matter || !isOfMatter(name))
            hash.update(`${name}\n`).update(readFileSync(join(root, name)));
    }
    return hash.digest('hex');
}

/**
 * Emscripten keeps compiled system libraries in a cache that may belong to root. Debian's is
 * complete and frozen; any other that can't be written is replaced by one in build/.
 * @returns {Promise<Record<string, string>>}
 */
export async function cacheEnvironment() {
    const config = findProgram('em-config');
    if (process.env.EM_CACHE || !config) return {};
    const [cache, frozen] = await Promise.all([run(config, ['CACHE']),
        run(config, ['FROZEN_CACHE'])]);
    if (cache.code !== 0 || frozen.stdout.trim() === 'True') return {};
    try {
        accessSync(cache.stdout.trim(), constants.W_OK);
        return {};
    } catch {
        return { EM_CACHE: join(root, 'build', 'emscripten-cache') };
    }
}

// Exports that emcc adds for its own JavaScript, by their older and newer names.
const foreignExports = /^(__indirect_function_table|__errno_location|_*(emscripten_)?stack.*)$/;

/** @param {string} path */
function checkImports(path) {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path)));
    const undefinedNames = imports.map(({ module, name }) => `${module}.${name}`)
        .filter((name) => !allowedImports.includes(name));
    if (undefinedNames.length > 0)
        throw new Failure(`Undefined in C: ${undefinedNames.join(', ')}`);
}

/**
 * The address where the first data segment of a module begins: the constant at the beginning of section 11.
 * @param {Uint8Array} bytes
 */
function dataAddress(bytes) {
    let at = 8;
    const leb = () => {
        for (let value = 0, shift = 0;; shift += 7) {
            const byte = bytes[at++];
            value += (byte & 127) * 2 ** shift;
            if (byte < 128) return value;
        }
    };
    while (at < bytes.length) {
        const section = bytes[at++];
        const end = leb() + at;
        if (section === 11) {
            leb(); // how many segments
            leb(); // of memory 0, by a constant
            ++at; // i32.const
            return leb();
        }
        at = end;
    }
    throw new Failure('The wasm has no data.');
}

/** Below address 1024 there is nothing, and the stack lies behind the data. @param {string} path */
function checkLowMemory(path) {
    const address = dataAddress(readFileSync(path));
    if (address < 1024 || address > 4096)
        throw new Failure(
            `The data begins at ${address}: this Emscripten puts something else first.`,
        );
}

/**
 * The path of one of the programs for .wasm files that come with Emscripten.
 * @param {string} name
 */
export async function findBinaryen(name) {
    const config = findProgram('em-config');
    const home = config ? (await run(config, ['BINARYEN_ROOT'])).stdout.trim() : '';
    const path = [join(home, 'bin', name), findProgram(name)].find((found) =>
        found && existsSync(found)
    );
    if (!path) throw new Failure(`Emscripten came without ${name}.`);
    return path;
}

/**
 * Removes the exports that only Emscripten's own JavaScript would use, and all code that only they
 * reach, and optimises once more. The file gets about 2 % smaller than emcc leaves it, and every
 * Emscripten gives the same list of exports. Nothing lies below address 1024 (checkLowMemory), so small
 * offsets may be folded into loads and stores (--low-memory-unused), which makes the file that a page downloads 1 % smaller.
 * @param {string} path
 * @param {boolean} names keep function names
 */
async function removeForeignExports(path, names) {
    const [metadce, optimizer] = await Promise.all(['wasm-metadce', 'wasm-opt'].map(findBinaryen));
    const kept = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(path)))
        .map(({ name }) => name).filter((name) => !foreignExports.test(name));
    const graph = `${path}.json`;
    writeFileSync(graph, JSON.stringify([
        { name: 'outside', root: true, reaches: kept.map((name) => `export ${name}`) },
        ...kept.map((name) => ({ name: `export ${name}`, export: name })),
    ]));
    const flags = [...(names ? ['-g'] : []), '--enable-simd', '--enable-bulk-memory',
        '--enable-sign-ext', '--enable-nontrapping-float-to-int', '--enable-mutable-globals',
        '--enable-reference-types', '--enable-multivalue'];
    await mustRun(metadce, [path, '--graph-file', graph, ...flags, '-o', path]);
    checkLowMemory(path);
    await mustRun(optimizer, [path, '-O3', `--${callerThreshold}`, '--low-memory-unused', ...flags,
        '-o', path]);
}

/** @param {string} file @param {string} path */
function printSizes(file, path) {
    const bytes = readFileSync(path);
    const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length,
        brotliCompressSync(bytes).length];
    const [raw, gzip, brotli] = sizes.map((size) => size.toLocaleString('en'));
    console.log(`  ${file.padEnd(24)} ${raw.padStart(9)} bytes, gzip ${gzip}, brotli ${brotli}`);
}

/**
 * Brings the .wasm files up to date. Returns their paths, of the builds without matter first, and whether any had to
 * be compiled.
 * @param {{ profile?: boolean, validate?: boolean, force?: boolean, only?: string }} [options] only: one of BUILDS
 */
export async function build({ profile = false, validate = false, force = false, only } = {}) {
    const wanted = variants.filter(({ matter }) => !only || only === BUILDS[Number(matter)]);
    if (wanted.length === 0) throw new Failure(`--only is one of ${BUILDS.join(', ')}`);
    const emcc = findProgram('emcc');
    if (!emcc) throw new Failure('emcc is not on PATH.');
    const folder = join(root, 'build', 'wasm', ...(profile ? ['profile'] : []),
        ...(validate ? ['validate'] : []));
    mkdirSync(folder, { recursive: true });
    const moreFlags = [...(profile ? ['--profiling-funcs'] : []),
        ...(validate ? ['-DMICA_VALIDATE'] : [])];
    const stale = wanted.map((variant) => {
        const flags = [...compileFlags, ...variant.flags, ...moreFlags];
        const output = join(folder, variant.file);
        return { ...variant, flags, output, stamp: `${output}.stamp`,
            key: hashInputs(emcc, [...flags, ...linkFlags], variant.matter) };
    }).filter(({ output, stamp, key }) => {
        try {
            return force || readFileSync(stamp, 'utf8') !== key || !statSync(output).isFile();
        } catch {
            return true;
        }
    });
    if (stale.length > 0) {
        const env = await cacheEnvironment();
        const outputs = await task(`Compiling ${stale.map(({ file }) => file).join(' and ')}`, () =>
            Promise.all(stale.map(async ({ file, matter, flags, output, stamp, key }) => {
                const sources = sourcesOf(matter);
                // Write another file first and rename it: a page that loads meanwhile gets the
                // whole old one, and two processes may compile at the same time.
                const fresh = join(folder, `fresh-${process.pid}-${file}`);
                const objects = `${fresh}.objects`;
                rmSync(stamp, { force: true });
                try {
                    mkdirSync(objects);
                    const absolute = flags.map((flag) =>
                        flag.replace(/^-I/, `-I${root}/`)
                    );
                    const cold = await mustRun(emcc, [...absolute, '-Oz', '-c',
                        ...sources.cold.map((name) => join(root, name))], { env, cwd: objects });
                    const compiled = readdirSync(objects).sort().map((name) =>
                        join(objects, name)
                    );
                    const result = await mustRun(emcc, [...flags, ...linkFlags, ...sources.hot,
                        ...compiled, '-o', fresh], { env });
                    checkImports(fresh);
                    await removeForeignExports(fresh, profile);
                    renameSync(fresh, output);
                    writeFileSync(stamp, key);
                    return cold.output + result.output;
                } finally {
                    for (const left of [fresh, `${fresh}.json`, objects])
                        rmSync(left, { force: true, recursive: true });
                }
            })));
        const warnings = new Set(outputs.map((text) => text.trim()).filter(Boolean));
        if (warnings.size > 0)
            console.log([...warnings].join('\n'));
        for (const { file, output } of stale) printSizes(file, output);
    }
    return { files: wanted.map(({ file }) => join(folder, file)), compiled: stale.length > 0 };
}

async function main() {
    const { values } = parseArgs({
        options: { profile: { type: 'boolean' }, validate: { type: 'boolean' },
            force: { type: 'boolean' }, only: { type: 'string' } },
    });
    await setup(['build']);
    const { files } = await build(values);
    console.log(`Up to date: ${files.map((file) => file.slice(root.length + 1)).join(', ')}`);
}

if (isMain(import.meta.url)) await runMain(main);
