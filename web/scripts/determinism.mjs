// `npm run determinism`: the golden scenes and random worlds on every build and machine at hand, which
// must agree in every bit.
//   npm run determinism -- [--worlds 1000] [--only gcc-o0,neon,...]
// Compiles tests/c/support/golden.c and random_worlds.c natively by gcc and clang in several settings,
// for ARM and 32-bit x86 by cross compilers, and as WebAssembly with the flags of the published .wasm;
// runs them here, under QEMU (ARM), in Node and in Chromium. Prints a table, and of a world that differs
// the first word that does.
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheEnvironment, compileFlags, includeFlags, listSources } from './build.mjs';
import { closeChromium, runInChromium } from './run-chromium.mjs';
import { Failure, isMain, jobs, mustRun, root, runMain, runSideBySide, task } from './process.mjs';
import { setup } from './setup.mjs';
import { compile, configurations, parseHashes } from './test-c.mjs';

/** @typedef {'golden' | 'random_worlds'} Program */
/** Runs a program; resolves to what it printed. @typedef {(program: Program, args: string[]) => Promise<string>} Runner */

/**
 * @typedef {object} Build
 * @property {string} title
 * @property {(report: (detail: string) => void) => Promise<Runner>} prepare compiles both programs
 */

/** @type {Program[]} */
const programs = ['golden', 'random_worlds'];
const release = '-DCMAKE_BUILD_TYPE=Release';
const scalar = '-DMICA_SIMD=OFF';

/**
 * A build by CMake.
 * @param {string} title
 * @param {import('./test-c.mjs').Configuration} configuration
 * @param {string[]} [emulator] runs its programs
 * @returns {Build}
 */
function byCMake(title, configuration, emulator = []) {
    return { title, prepare: async (report) => {
        const folder = join(await compile(configuration, programs, report), 'tests', 'c');
        return async (program, args) => {
            const [command, ...rest] = [...emulator, join(folder, program), ...args];
            return (await mustRun(command, rest)).stdout;
        };
    } };
}

/**
 * A build for this machine.
 * @param {string} title
 * @param {string} folder in build/determinism
 * @param {'gcc' | 'clang'} compiler
 * @param {string[]} options
 */
function native(title, folder, compiler, ...options) {
    return byCMake(title, { title, folder: `determinism/${folder}`,
        options: [`-DCMAKE_C_COMPILER=${compiler}`, release, ...options] });
}

/**
 * A build for another machine, linked statically, so that it needs no libraries of that machine. Its gcc
 * may have warnings that this machine's has not, and that are no errors.
 * @param {string} title
 * @param {string} folder in build/determinism
 * @param {string} processor
 * @param {string} compiler
 * @param {string[]} emulator
 * @param {string[]} options
 */
function foreign(title, folder, processor, compiler, emulator, ...options) {
    return byCMake(title, { title, folder: `determinism/${folder}`,
        options: ['-DCMAKE_SYSTEM_NAME=Linux', `-DCMAKE_SYSTEM_PROCESSOR=${processor}`,
            `-DCMAKE_C_COMPILER=${compiler}`, '-DCMAKE_EXE_LINKER_FLAGS=-static', release,
            '-DMICA_WERROR=OFF', ...options] }, emulator);
}

/** Compiled once for Node and Chromium. @type {Map<string, Promise<string>>} */
const wasmFolders = new Map();

/**
 * Compiles both programs with the flags of the published .wasm.
 * @param {string} flag which of the two it is
 * @returns {Promise<string>} the folder
 */
async function compileWasm(flag) {
    const folder = join(root, 'build', 'determinism', `wasm${flag}`);
    const support = readdirSync(join(root, 'tests', 'c', 'support')).concat(
        readdirSync(join(root, 'tests', 'fuzz')),
    )
        .filter((name) =>
            name.endsWith('.c') && !programs.includes(/** @type {Program} */ (name.slice(0, -2)))
        );
    const sources = [...listSources(true),
        ...support.map((name) =>
            join('tests', name.startsWith('fuzz') ? 'fuzz' : 'c/support', name)
        )];
    const flags = [...compileFlags.filter((name) => name !== '-std=c11'), '-std=gnu11',
        '-DMICA_MATTER', flag,
        ...[...includeFlags, '-Itests/c/support', '-Itests/fuzz'].map((name) =>
            name.replace('-I', `-I${root}/`)
        )];
    const env = await cacheEnvironment();
    /** @type {string[]} */
    const objects = [];
    // emcc names objects by their sources alone: a folder for those of each folder.
    for (const room of new Set(sources.map(dirname))) {
        const cwd = join(folder, room);
        const own = sources.filter((path) => dirname(path) === room);
        mkdirSync(cwd, { recursive: true });
        await mustRun('emcc', [...flags, '-c', ...own.map((path) => join(root, path))], { cwd,
            env });
        objects.push(...own.map((path) => join(cwd, basename(path, '.c') + '.o')));
    }
    // An archive, of which only what a program calls is linked: test.c has a main function of its own.
    rmSync(join(folder, 'objects.a'), { force: true });
    await mustRun('emar', ['rcs', 'objects.a', ...objects], { cwd: folder, env });
    for (const program of programs) {
        await mustRun('emcc', [...flags, join(root, 'tests/c/support', `${program}.c`), 'objects.a',
            '-sSTANDALONE_WASM=1', '-sALLOW_MEMORY_GROWTH=1', '-sTOTAL_STACK=1MB', '-o',
            `${program}.wasm`], { cwd: folder, env });
    }
    return folder;
}

/** @param {string} flag */
function wasmFolder(flag) {
    const folder = wasmFolders.get(flag) ?? compileWasm(flag);
    wasmFolders.set(flag, folder);
    return folder;
}

/**
 * @param {string} title
 * @param {string} flag
 * @returns {Build}
 */
function inNode(title, flag) {
    return { title, prepare: async () => {
        const folder = await wasmFolder(flag);
        return async (program, args) =>
            (await mustRun(process.execPath, ['--no-warnings',
                join(root, 'web', 'scripts', 'run-wasm.mjs'), join(folder, `${program}.wasm`),
                ...args])).stdout;
    } };
}

/**
 * @param {string} title
 * @param {string} flag
 * @returns {Build}
 */
function inChromium(title, flag) {
    return { title, prepare: async () => {
        const folder = await wasmFolder(flag);
        return (program, args) => runInChromium(join(folder, `${program}.wasm`), args);
    } };
}

const arm = ['qemu-aarch64'];
const clangArm = '-DCMAKE_C_FLAGS=--target=aarch64-linux-gnu';
const march = '-DCMAKE_C_FLAGS=-march=native';

/** All that are compared, by the names that --only takes. The first is the measure of the others. @type {Record<string, Build>} */
const builds = {
    gcc: byCMake('gcc -O3', configurations.gcc),
    'gcc-o0': byCMake('gcc -O0', configurations.gccDebug),
    'gcc-native': native('gcc -O3 -march=native', 'gcc-native', 'gcc', march),
    'gcc-scalar': native('gcc -O3, plain C', 'gcc-scalar', 'gcc', scalar),
    clang: byCMake('clang -O3', configurations.clang),
    'clang-native': native('clang -O3 -march=native', 'clang-native', 'clang', march),
    'clang-scalar': native('clang -O3, plain C', 'clang-scalar', 'clang', scalar),
    i686: foreign('gcc -O3, 32-bit x86', 'i686', 'i686', 'i686-linux-gnu-gcc', [],
        '-DCMAKE_C_FLAGS=-msse2 -mfpmath=sse'),
    neon: foreign('gcc -O3, ARM64 NEON', 'neon', 'aarch64', 'aarch64-linux-gnu-gcc', arm),
    'neon-clang': foreign('clang -O3, ARM64 NEON', 'neon-clang', 'aarch64', 'clang', arm, clangArm),
    'arm-scalar': foreign('clang -O3, ARM64, plain C', 'arm-scalar', 'aarch64', 'clang', arm,
        clangArm, scalar),
    armhf: foreign('gcc -O3, 32-bit ARM, plain C', 'armhf', 'arm', 'arm-linux-gnueabihf-gcc', [
        'qemu-arm',
    ]),
    wasm: inNode('wasm SIMD, Node', '-msimd128'),
    'wasm-scalar': inNode('wasm scalar, Node', '-DMICA_SCALAR'),
    chromium: inChromium('wasm SIMD, Chromium', '-msimd128'),
    'chromium-scalar': inChromium('wasm scalar, Chromium', '-DMICA_SCALAR'),
};

/** What an observer listed: a row a line, split at blanks. @param {string} text */
const rows = (text) => text.trimEnd().split('\n').map((line) => line.split(' '));

/**
 * The first word of a world that is not the same in two builds.
 * @param {string} seed
 * @param {Runner} one
 * @param {Runner} other
 */
async function describeDifference(seed, one, other) {
    /** @param {string[]} args */
    const first = async (args) => {
        const [a, b] =
            (await Promise.all([one, other].map((runner) => runner('random_worlds', args)))).map(
                rows,
            );
        const at = a.findIndex((row, i) => row.join(' ') !== b[i]?.join(' '));
        return at < 0 ? null : { a: a[at], b: b[at] ?? [] };
    };
    const field = await first(['fields', seed]);
    if (!field) return `world ${seed} agrees when it is played alone`;
    const [moment] = field.a;
    const word = await first(['words', seed, moment]);
    if (!word) return `world ${seed}, call ${moment}: ${field.a.slice(1, -1).join(' ')}`;
    return `world ${seed}, call ${moment}, ${word.a.slice(0, -2).join(' ')}, word ${
        word.a.at(-2)
    }: `
        + `${word.b.at(-1)}, where ${builds.gcc.title} has ${word.a.at(-1)}`;
}

/**
 * @typedef {object} Played
 * @property {string} title
 * @property {Runner} runner
 * @property {Map<string, string>} scenes
 * @property {Map<string, string>} worlds
 * @property {number} seconds that the worlds took
 */

/**
 * Compiles a build and plays everything on it.
 * @param {Build} build
 * @param {number} count of worlds
 * @returns {Promise<Played>}
 */
function play({ title, prepare }, count) {
    return task(title, async (report) => {
        const runner = await prepare(report);
        report('scenes');
        const scenes = parseHashes(await runner('golden', []));
        report('worlds');
        const start = performance.now();
        const worlds = parseHashes(await runner('random_worlds', [String(count)]));
        return { title, runner, scenes, worlds, seconds: (performance.now() - start) / 1000 };
    });
}

/**
 * How many entries of one are in the other.
 * @param {Map<string, string>} actual
 * @param {Map<string, string>} expected
 */
const equal = (actual, expected) =>
    [...expected].filter(([name, sum]) => actual.get(name) === sum).length;

/**
 * Prints the table, and of each build that differs the first word that does.
 * @param {Played[]} played
 * @param {number} count
 */
async function compare(played, count) {
    const golden = parseHashes(
        readFileSync(join(root, 'tests', 'c', 'support', 'golden.txt'), 'utf8'),
    );
    const [reference] = played;
    if (reference.worlds.size !== count)
        throw new Failure(`${reference.title} played ${reference.worlds.size} worlds.`);
    let right = true;
    console.log(
        `\n${'build'.padEnd(30)}${'scenes equal'.padStart(14)}${'worlds equal'.padStart(16)}${
            'seconds'.padStart(10)
        }`,
    );
    /** @type {string[]} */
    const differences = [];
    for (const { title, runner, scenes, worlds, seconds } of played) {
        const counts = [equal(scenes, golden), equal(worlds, reference.worlds)];
        right &&= counts[0] === golden.size && counts[1] === count;
        console.log(
            title.padEnd(30) + `${counts[0]} of ${golden.size}`.padStart(14)
                + `${counts[1]} of ${count}`.padStart(16)
                + seconds.toFixed(1).padStart(10),
        );
        const scene = [...golden].find(([name, sum]) => scenes.get(name) !== sum)?.[0];
        const world = [...reference.worlds].find(([name, sum]) => worlds.get(name) !== sum)?.[0];
        if (scene)
            differences.push(
                `${title}: ${scene} is ${scenes.get(scene)}, golden.txt has ${golden.get(scene)}`,
            );
        if (world)
            differences.push(
                `${title}: ${await describeDifference(world.slice('world.'.length),
                    reference.runner, runner)}`,
            );
    }
    if (!right) throw new Failure(`The builds differ:\n${differences.join('\n')}`);
    console.log(`All ${played.length} builds agree in every bit.`);
}

async function main() {
    const { values } = parseArgs({
        options: { worlds: { type: 'string', default: '1000' }, only: { type: 'string' } },
    });
    const count = Number(values.worlds);
    if (!Number.isInteger(count) || count < 1)
        throw new Failure(`--worlds takes a number of worlds, not "${values.worlds}".`);
    const names = values.only?.split(',') ?? Object.keys(builds);
    const unknown = names.find((name) => !builds[name]);
    if (unknown !== undefined)
        throw new Failure(`--only knows ${Object.keys(builds).join(', ')}, not "${unknown}".`);
    await setup(['c', 'build', 'browser', 'determinism']);
    const chosen = Object.keys(builds).filter((name) => name === 'gcc' || names.includes(name));
    try {
        await compare(
            await runSideBySide(chosen.map((name) => () => play(builds[name], count)), jobs),
            count,
        );
    } finally {
        await closeChromium();
    }
}

if (isMain(import.meta.url)) await runMain(main);
