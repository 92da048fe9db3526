// The C side of `npm test`: builds configurations of CMakeLists.txt, natively and as wasm, runs
// their tests by ctest, and compares the golden state hashes of all of them, and random worlds bit by bit. MICA_GOLDEN_HISTORIES, a number,
// is how many random histories they play and compare instead of all that golden.txt has.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheEnvironment } from './build.mjs';
import { jobs, mustRun, root, run, runSideBySide } from './process.mjs';

/**
 * @typedef {object} Configuration
 * @property {string} title
 * @property {string} folder in build/
 * @property {string[]} options for cmake
 * @property {boolean} [wasm]
 * @property {string[]} [golden] what the golden program runs; absent: everything
 * @property {number} [worlds] how many random worlds are played; absent: as many as by gcc -O3
 */

/** @typedef {{ passed: number, failed: number, report?: string }} Result */

const gcc = '-DCMAKE_C_COMPILER=gcc';
const clang = '-DCMAKE_C_COMPILER=clang';
const release = '-DCMAKE_BUILD_TYPE=Release';
const debug = '-DCMAKE_BUILD_TYPE=Debug';
/** How many random worlds a build plays: a second or less. */
const worldCount = 40;

/** The scenes of golden.txt that are no long random histories. */
const scenes = ['pyramid', 'tower', 'ballPit', 'mixed', 'layers', 'spinner', 'fields', 'joints',
    'terrain', 'matter', 'impacts'];
/** What of golden.txt the second build of a sample runs: these and the shortest history. */
const sampleScenes = [...scenes, 'history.27'];

/** @type {Record<string, Configuration>} */
export const configurations = {
    gcc: { title: 'gcc -O3', folder: 'gcc', options: [gcc, release, '-DMICA_ASSERT=ON'] },
    // Without history.22, which alone takes as long here as all of these.
    gccDebug: { title: 'gcc -O0', folder: 'gcc-debug', options: [gcc, debug],
        golden: [...scenes, 'history.1', 'history.27'], worlds: 10 },
    clang: { title: 'clang -O3', folder: 'clang', options: [clang, release] },
    sanitize: { title: 'clang debug, ASan + UBSan', folder: 'clang-sanitize',
        options: [clang, debug, '-DMICA_SANITIZE=ON'], golden: ['history.1', 'history.27'],
        worlds: 10 },
    // Not part of `npm test`: the memory sanitizer, `npm test -- --only msan`, and the counts of `npm run coverage`.
    memory: { title: 'clang debug, MSan', folder: 'clang-msan',
        options: [clang, debug, '-DMICA_SANITIZE_MEMORY=ON'] },
    coverage: { title: 'clang -O3, counting lines', folder: 'clang-coverage',
        options: [clang, release, '-DMICA_COVERAGE=ON'] },
    // A newer Emscripten than the project's may have new warnings; the native builds insist on
    // none.
    wasm: { title: 'wasm SIMD', folder: 'wasm-simd-tests', wasm: true,
        options: [release, '-DMICA_WERROR=OFF'] },
    wasmScalar: { title: 'wasm scalar', folder: 'wasm-scalar-tests', wasm: true,
        options: [release, '-DMICA_WERROR=OFF', '-DMICA_SIMD=OFF'] },
};

/** The builds whose state hashes must be equal: the first runs all of golden.txt. */
export const goldenConfigurations = [configurations.gcc, configurations.clang, configurations.wasm,
    configurations.wasmScalar, configurations.gccDebug, configurations.sanitize];

/** The two that a sample runs: one native build, which runs everything, and the wasm that users have. */
export const sampleGoldenConfigurations = [configurations.gcc, { ...configurations.wasm,
    golden: sampleScenes }];

/**
 * The build that runs last in each folder of build/: one at a time.
 * @type {Map<string, Promise<unknown>>}
 */
const building = new Map();

/**
 * Builds, after all earlier builds in the same folder.
 * @param {Configuration} configuration
 * @param {string[]} targets none: everything
 * @param {(detail: string) => void} report
 * @returns {Promise<string>} the folder
 */
export function compile(configuration, targets, report) {
    const { folder } = configuration;
    const work = () => compileNow(configuration, targets, report);
    const done = (building.get(folder) ?? Promise.resolve()).then(work, work);
    building.set(folder, done);
    return done;
}

/**
 * Configures, if that is new or has changed, and builds.
 * @param {Configuration} configuration
 * @param {string[]} targets none: everything
 * @param {(detail: string) => void} report
 */
async function compileNow({ folder, options, wasm }, targets, report) {
    const directory = join(root, 'build', folder);
    const mark = join(directory, 'configured-with.txt');
    const command = [...(wasm ? ['emcmake'] : []), 'cmake', '-S', root, '-B', directory, '-G',
        'Ninja', `-DMICA_NODE=${process.execPath}`, ...options];
    const env = wasm ? await cacheEnvironment() : {};
    const current = existsSync(join(directory, 'build.ninja')) && existsSync(mark)
        && readFileSync(mark, 'utf8') === command.join('\n');
    if (!current) {
        rmSync(directory, { recursive: true, force: true });
        mkdirSync(directory, { recursive: true });
        report('configuring');
        await mustRun(command[0], command.slice(1), {
            env: { ...env, CC: undefined, CFLAGS: undefined },
        });
        writeFileSync(mark, command.join('\n'));
    }
    await mustRun('cmake', ['--build', directory, '-j', String(jobs),
        ...(targets.length > 0 ? ['--target', ...targets] : [])], { onLine: report, env });
    return directory;
}

/**
 * Builds one configuration and runs its C tests.
 * @param {Configuration} configuration
 * @param {(detail: string) => void} report
 * @param {string[]} [names] what ctest's names must begin with; none: all
 * @returns {Promise<Result>}
 */
export async function testConfiguration(configuration, report, names = []) {
    const directory = await compile(configuration, names.length > 0 ? ['mica_tests'] : [], report);
    const choice = names.length > 0 ? ['-R', `^(${names.join('|')})`] : [];
    const { output } = await run('ctest', ['--test-dir', directory, '-j', String(jobs), '--verbose',
        ...choice], { onLine: (line) => report(line.replace(/^\d+: (> )?/, '')) });
    return countCtest(output);
}

// Lines in the output of one test of ctest that are neither a failure nor a count: ctest's own, and
// the names that mica_tests prints before each test.
const ignoredLines = /^(Test command|Working Directory|Test timeout computed|> )/;

/**
 * Sums the closing lines in ctest's verbose output, one a file of tests. A file that ended without
 * one (a crash, a test without end) is one failed test, and the report says which test was running.
 * @param {string} output
 * @returns {Result}
 */
export function countCtest(output) {
    let passed = 0;
    let failed = 0;
    let report = '';
    for (const [, number, name, status] of output.matchAll(
        /^ *\d+\/\d+ Test +#(\d+): (\S+) \.*(.*?) +[\d.]+ sec/gm,
    )) {
        const own = new RegExp(`^${number}: (.*)$`, 'gm');
        const all = [...output.matchAll(own)].map(([, line]) => line.replaceAll(`${root}/`, ''));
        const lines = all.filter((line) => line && !ignoredLines.test(line));
        const counts = lines.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line)).find(Boolean);
        const ok = status.replaceAll('*', '').trim() === 'Passed';
        passed += counts ? Number(counts[1]) : 0;
        failed += counts ? Number(counts[2]) : 0;
        if (ok && counts) continue;
        if (!counts || Number(counts[2]) === 0) failed++;
        const last = all.filter((line) => line.startsWith('> ')).at(-1);
        if (!counts) lines.push(last ? `ended in ${last.slice(2)}` : 'ended before its first test');
        report += `${name} (${status.replaceAll('*', '').trim()}):\n${
            lines.map((line) => `  ${line}\n`).join('')
        }`;
    }
    return { passed, failed, report };
}

/**
 * Reads lines of `<scene> <hash>`.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function parseHashes(text) {
    return new Map(
        [...text.matchAll(/^(\S+) ([0-9a-f]{16})$/gm)].map(([, scene, hash]) => [scene, hash]),
    );
}

/** How many random histories to play, instead of the usual run. */
const histories = process.env.MICA_GOLDEN_HISTORIES;

/**
 * Builds the golden program and that of random worlds, and runs both.
 * @param {Configuration} configuration
 * @param {(detail: string) => void} report
 */
async function runGolden(configuration, report) {
    const { title, wasm, golden = [], worlds = worldCount } = configuration;
    const args = histories ? [`histories=${histories}`] : golden;
    const detail = (/** @type {string} */ text) => report(`${title} ${text}`);
    const directory = await compile(configuration, ['golden', 'random_worlds'], detail);
    /** @param {string} name @param {string[]} args */
    const play = async (name, args) => {
        const program = join(directory, 'tests', 'c', name);
        const { stdout } = wasm
            ? await mustRun(process.execPath, ['--no-warnings',
                join(root, 'web', 'scripts', 'run-wasm.mjs'), `${program}.wasm`, ...args])
            : await mustRun(program, args);
        return parseHashes(stdout);
    };
    detail('running');
    const hashes = await play('golden', args);
    return { title, hashes, worlds: await play('random_worlds', [String(worlds)]),
        whole: golden.length === 0 || histories !== undefined };
}

/**
 * Counts the random worlds of which builds have the same bits as the first one.
 * @param {{ title: string, worlds: Map<string, string> }[]} columns
 * @returns {Result}
 */
export function compareWorlds([first, ...others]) {
    let passed = first.worlds.size > 0 ? 1 : 0;
    let report = '';
    for (const { title, worlds } of others) {
        const wrong = [...worlds].filter(([world, hash]) => first.worlds.get(world) !== hash).map((
            [world],
        ) => world);
        if (worlds.size > 0 && wrong.length === 0) passed++;
        else report += `${title}: ${wrong[0] ?? 'no world'} differs from that of ${first.title}\n`;
    }
    if (report) report += 'What differs first: npm run determinism -- --worlds 40\n';
    return { passed, failed: 1 + others.length - passed, report };
}

/**
 * Runs the golden program in builds and compares each scene's hash with the committed one.
 * @param {Configuration[]} builds
 * @param {boolean} update write the file instead, if all builds agree
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
export async function testGolden(builds, update, report) {
    const file = join(root, 'tests', 'c', 'support', 'golden.txt');
    const columns = await runSideBySide(builds.map((build) => () => runGolden(build, report)),
        jobs);
    const first = columns[0].hashes;
    const agree = columns.every(({ hashes, whole }) =>
        hashes.size > 0 && (!whole || hashes.size === first.size)
        && [...hashes].every(([scene, hash]) => first.get(scene) === hash)
    );
    if (update && agree && !histories) {
        writeFileSync(file, [...first].map(([scene, hash]) => `${scene} ${hash}\n`).join(''));
    }
    const golden = histories
        ? first
        : existsSync(file)
        ? parseHashes(readFileSync(file, 'utf8'))
        : new Map();
    const scenes = new Set([...golden.keys(),
        ...columns.flatMap(({ hashes }) => [...hashes.keys()])]);
    let passed = 0;
    let failed = 0;
    let table = '';
    for (const scene of scenes) {
        const played = columns.filter(({ hashes, whole }) => whole || hashes.has(scene));
        const wrong = played.filter(({ hashes }) => hashes.get(scene) !== golden.get(scene));
        failed += wrong.length;
        passed += played.length - wrong.length;
        if (wrong.length === 0) continue;
        table += `${scene}: golden.txt has ${golden.get(scene) ?? 'nothing'}\n`;
        for (const { title, hashes } of played) {
            table += `  ${title.padEnd(12)} ${hashes.get(scene) ?? 'nothing'}\n`;
        }
    }
    const verdict = agree
        ? 'The builds agree with each other. If the change of behaviour is meant: npm test -- --update-golden\n'
        : 'The builds differ from each other: the engine is not deterministic.\n';
    const random = compareWorlds(columns);
    return { passed: passed + random.passed, failed: failed + random.failed,
        report: (failed > 0 ? table + verdict : '') + random.report };
}
