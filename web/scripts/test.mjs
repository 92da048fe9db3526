// `npm test`: one line per suite, one closing line for everything. No test of it judges speed.
//   npm test -- [--only c,wasm,golden,types,js,browser,adapters,package] [--update-golden]
//   npm run test:all                   everything (--all): the C tests in four builds, golden hashes in six, and what judges speed,
//                                      which needs a machine that does nothing else
//   npm test -- --only msan            the C tests with the memory sanitizer, which no other run includes
//   npm test -- --changed [commit]     only suites and files that a difference from HEAD or from that
//                                      commit touches
// A run without --all is a sample: of long lists of like cases it tests a part, and it leaves out what takes long and whose faults
// shorter tests find too. It sets MICA_SAMPLE_TESTS=1, which tests/sample.mjs and tests/c/support/test.h read.
// Suites that compute run side by side first; then, with nothing compiled beside them, the suites
// that measure time; then those that drive a browser. A suite that ran no test has failed. The
// reports of failed suites come at the end.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { packPackage, writeDeclarations } from './package.mjs';
import { Failure, elapsed, jobs, root, run, runMain, runSideBySide, task } from './process.mjs';
import { findChromium, setup } from './setup.mjs';
import { configurations, goldenConfigurations, sampleGoldenConfigurations, testConfiguration,
    testGolden } from './test-c.mjs';
import { changedFiles, planFor } from './test-changed.mjs';

/** @typedef {import('./test-c.mjs').Result} Result */

/**
 * @typedef {object} Suite
 * @property {string} kind what --only chooses by
 * @property {string} title
 * @property {'clock' | 'page' | 'package'} [turn] what waits for the suites that compute: 'clock'
 *     comes next, alone; then the suites of 'page' one by one, beside those of 'package'
 * @property {(report: (detail: string) => void) => Promise<Result>} run
 */

/**
 * Checks the wrapper, whose declarations go to build/types, and these scripts; then the game of
 * tests/fixtures/types with those declarations. TypeScript 6 writes the declarations; the rest is checked by TypeScript 7, in a
 * sixth of the time.
 * @returns {Promise<Result>}
 */
async function testTypes() {
    const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
    /** @param {string} config */
    const check = (config) => run(process.execPath, [compiler, '-p', config]);
    const results = await Promise.all([writeDeclarations(),
        ...['demo', 'web/scripts'].map((folder) => check(join(folder, 'tsconfig.json')))]);
    results.push(await check(join('tests', 'fixtures', 'types', 'tsconfig.sources.json')));
    const failed = results.filter(({ code }) => code !== 0);
    return { passed: results.length - failed.length, failed: failed.length,
        report: failed.map(({ output }) => output).join('') };
}

/** Milliseconds that a test and a file of tests may take. The longest takes five minutes on an idle machine. */
const LONGEST = 3_600_000;

/**
 * Runs a folder's *.test.mjs by node:test.
 * @param {string} folder
 * @param {'all' | string[] | undefined} chosen which of its files; those that are gone are left out
 * @param {string[]} flags
 * @param {(detail: string) => void} report
 * @param {Record<string, string>} [env] for the tests, beside what they inherit
 * @returns {Promise<Result>}
 */
async function testNode(folder, chosen, flags, report, env) {
    return runNode(listTests(folder, chosen), flags, report, env);
}

/** The test files of a folder, or those of them that are chosen. @param {string} folder @param {'all' | string[] | undefined} chosen */
function listTests(folder, chosen) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    return names.filter((name) =>
        name.endsWith('.test.mjs') && (!Array.isArray(chosen) || chosen.includes(name))
    )
        .map((name) => join(folder, name)).sort();
}

/**
 * Runs files by node:test.
 * @param {string[]} files
 * @param {string[]} flags
 * @param {(detail: string) => void} report
 * @param {Record<string, string>} [env] for the tests, beside what they inherit
 * @returns {Promise<Result>}
 */
async function runNode(files, flags, report, env) {
    if (files.length === 0) return { passed: 0, failed: 0 };
    const { code, output } = await run(process.execPath, ['--expose-gc', '--test',
        '--test-reporter=spec', `--test-timeout=${LONGEST}`, ...flags, ...files], { onLine: report,
        env: { CHROMIUM_PATH: findChromium() ?? undefined, FORCE_COLOR: undefined, ...env } });
    /** @param {string} name */
    const count = (name) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
    const passed = count('pass');
    // A test that was not run did not pass either.
    const skipped = count('skipped') + count('todo');
    const failed = count('fail') + count('cancelled') + skipped;
    if (code === 0 && failed === 0) return { passed, failed };
    const details = output.indexOf('✖ failing tests:');
    return { passed, failed: Math.max(failed, 1),
        report: `${skipped > 0 ? `${skipped} skipped, which counts as failed\n` : ''}`
            + (details >= 0 ? output.slice(details) : output).replaceAll(`${root}/`, '') };
}

/** The packed tarball, written once. @type {Promise<string> | undefined} */
let tarball;

const writeTarball = () => (tarball ??= packPackage());

/**
 * Tests what takes how long.
 * @param {'all' | string[] | undefined} chosen
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
async function testFigures(chosen, report) {
    await writeTarball();
    return testNode('tests/figures', chosen, ['--test-concurrency=1'], report, {
        MICA_SITE: await writeSite(),
    });
}

/**
 * Packs the project and tests the tarball.
 * @param {'all' | string[] | undefined} chosen
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
async function testPackage(chosen, report) {
    await writeTarball();
    return testNode('tests/package', chosen, ['--test-concurrency=2'], report);
}

/** The site's folder, written once. @type {Promise<string> | undefined} */
let site;

/** Not at the top: npm's dependencies may not be there when this file is loaded. */
const writeSite = () => (site ??= import('./site.mjs').then((module) => module.writeSite()));

/** How many processes test the site's pages: each starts a browser and compiles the pages' programs anew. */
const BROWSERS = 2;

/**
 * Tests the site's pages. The files are dealt out to a few processes, each with one browser.
 * @param {'all' | string[] | undefined} chosen
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
async function testBrowser(chosen, report) {
    const env = { MICA_SITE: await writeSite() };
    const names = listTests('tests/browser', chosen).map((path) => basename(path));
    const results = await Promise.all(
        Array.from({ length: Math.min(BROWSERS, names.length) }, (_, i) => {
            const own = names.filter((_name, k) => k % BROWSERS === i);
            return runNode([join('tests', 'browser', 'together.mjs')], [], report, { ...env,
                MICA_FILES: own.join(',') });
        }),
    );
    return { passed: results.reduce((sum, { passed }) => sum + passed, 0),
        failed: results.reduce((sum, { failed }) => sum + failed, 0),
        report: results.map((each) => each.report ?? '').filter(Boolean).join('\n') };
}

/**
 * The suites of a full run.
 * @param {boolean} whole no samples
 * @param {boolean} updateGolden
 * @returns {Suite[]}
 */
function listSuites(whole, updateGolden) {
    const golden = whole || updateGolden ? goldenConfigurations : sampleGoldenConfigurations;
    /** @param {string} kind @param {import('./test-c.mjs').Configuration} configuration */
    const c = (kind, configuration) => ({ kind, title: `C tests, ${configuration.title}`,
        run: (/** @type {(detail: string) => void} */ report) =>
            testConfiguration(configuration, report) });
    return [
        c('c', configurations.sanitize),
        c('wasm', configurations.wasm),
        c('scalar', configurations.wasmScalar),
        c('gcc', configurations.gcc),
        c('msan', configurations.memory),
        { kind: 'golden', title: `Golden hashes, ${golden.length} builds`,
            run: (report) => testGolden(golden, updateGolden, report) },
        { kind: 'types', title: 'Type check', run: testTypes },
        ...listNodeSuites({}),
    ];
}

/**
 * What runs under node:test.
 * @param {import('./test-changed.mjs').Plan} plan which files
 * @returns {Suite[]}
 */
function listNodeSuites(plan) {
    return [
        { kind: 'browser', title: 'Browser tests', turn: 'page',
            run: (report) => testBrowser(plan.browser, report) },
        { kind: 'js', title: 'Node tests', turn: 'clock',
            run: (report) =>
                testNode('tests/js', plan.js, [`--test-concurrency=${jobs}`], report) },
        { kind: 'figures', title: 'Figures: how long things take', turn: 'clock',
            run: (report) => testFigures(plan.figures, report) },
        { kind: 'adapters', title: 'Adapters beside the real libraries', turn: 'package',
            run: (report) =>
                testNode('tests/adapters', plan.adapters, ['--test-concurrency=1'], report) },
        { kind: 'package', title: 'Packed tarball', turn: 'package',
            run: (report) => testPackage(plan.package, report) },
    ];
}

/**
 * The suites that what differs from a commit touches.
 * @param {string} base
 * @returns {Promise<Suite[]>}
 */
async function listChangedSuites(base) {
    const plan = planFor(await changedFiles(base));
    const { c, golden } = plan;
    const { gcc } = configurations;
    /** @type {Suite[]} */
    const suites = [
        ...(c
            ? [{ kind: 'c',
                title: `C tests, ${gcc.title}, ${
                    c === 'all' ? 'all' : c.join(' ').replaceAll('$', '')
                }`,
                run: (/** @type {(detail: string) => void} */ report) =>
                    testConfiguration(gcc, report, c === 'all' ? [] : c) }]
            : []),
        ...(golden
            ? [{ kind: 'golden', title: `Golden hashes, ${gcc.title}`,
                run: (/** @type {(detail: string) => void} */ report) =>
                    testGolden([gcc], false, report) }]
            : []),
        { kind: 'types', title: 'Type check', run: testTypes },
        ...listNodeSuites(plan),
    ];
    const chosen = suites.filter(({ kind }) =>
        plan[/** @type {keyof import('./test-changed.mjs').Plan} */ (kind)]
    );
    if (chosen.length === 0)
        throw new Failure(
            `Nothing that is tested differs from ${base}. \`npm test\` tests everything.`,
        );
    return chosen;
}

/** Kinds that run only with --all or when --only names them. */
const more = ['scalar', 'gcc', 'figures'];
/** Kinds that run only when --only names them. */
const onRequest = ['msan'];

/** The kinds of a run without --only. @param {boolean} all */
const usual = (all) =>
    Object.keys(needs).filter((kind) => !onRequest.includes(kind) && (all || !more.includes(kind)));

/**
 * The programs and the build each kind of suite needs.
 * @type {Record<string, import('./setup.mjs').Purpose[]>}
 */
const needs = {
    c: ['c'],
    msan: ['c'],
    gcc: ['c'],
    wasm: ['c', 'build'],
    scalar: ['c', 'build'],
    golden: ['c', 'build'],
    types: [],
    js: ['build'],
    browser: ['build', 'browser', 'bench'],
    figures: ['build', 'browser', 'bench', 'adapters'],
    adapters: ['build', 'browser', 'adapters'],
    package: ['build', 'browser', 'c'],
};

/**
 * Runs a suite to its line and makes a failure of whatever went wrong.
 * @param {Suite} suite
 * @returns {Promise<Result>}
 */
async function runSuite(suite) {
    const result = await task(suite.title, async (report) => {
        try {
            return await suite.run(report);
        } catch (error) {
            if (!(error instanceof Failure)) throw error;
            return { passed: 0, failed: 1, report: error.message.replaceAll(`${root}/`, '') };
        }
    }, (counts) => `${counts.passed} passed, ${counts.failed} failed`);
    if (result.passed + result.failed > 0) return result;
    return { passed: 0, failed: 1, report: 'ran no tests, which counts as a failure' };
}

/**
 * Compiles the engine that the tests in JavaScript load: no test, but its failure is one.
 * @returns {Promise<Result>}
 */
async function buildEngine() {
    try {
        await build();
        return { passed: 0, failed: 0 };
    } catch (error) {
        return { passed: 0, failed: 1, report: /** @type {Error} */ (error).message };
    }
}

/**
 * Runs suites, those that compute first.
 * @param {Suite[]} suites
 * @param {boolean} engine compile the engine too
 */
async function runSuites(suites, engine) {
    /** @type {{ title: string, result: Result }[]} */
    const results = [];
    /** @param {Suite['turn']} turn */
    const works = (turn) =>
        suites.filter((suite) => suite.turn === turn).map((suite) => async () => {
            results.push({ title: suite.title, result: await runSuite(suite) });
        });
    const compiling = async () => {
        results.push({ title: 'Build', result: await buildEngine() });
    };
    await runSideBySide([...(engine ? [compiling] : []), ...works(undefined)], jobs);
    await runSideBySide(works('clock'), 1);
    await Promise.all([runSideBySide(works('page'), 1), runSideBySide(works('package'), 1)]);
    return results;
}

await runMain(async () => {
    const { values, positionals } = parseArgs({
        allowPositionals: true,
        options: { only: { type: 'string' }, all: { type: 'boolean', default: false },
            changed: { type: 'boolean', default: false },
            'update-golden': { type: 'boolean', default: false } },
    });
    const kinds = values.only?.split(',')
        ?? (values['update-golden'] ? ['golden'] : usual(values.all || values.changed));
    const unknown = kinds.find((kind) => !needs[kind]);
    if (unknown)
        throw new Failure(`--only knows ${Object.keys(needs).join(', ')}, not "${unknown}".`);
    if (positionals.length > (values.changed ? 1 : 0))
        throw new Failure(`"${positionals.at(-1)}" is no option.`);

    process.env.MICA_SAMPLE_TESTS = values.all ? '0' : '1';
    const start = performance.now();
    const all = values.changed
        ? await listChangedSuites(positionals[0] ?? 'HEAD')
        : listSuites(values.all, values['update-golden']);
    const suites = all.filter(({ kind }) => kinds.includes(kind));
    const purposes = suites.flatMap(({ kind }) => needs[kind]);
    await setup(purposes);
    const results = await runSuites(suites, purposes.includes('build'));
    const passed = results.reduce((sum, { result }) => sum + result.passed, 0);
    const failed = results.reduce((sum, { result }) => sum + result.failed, 0);
    for (const { title, result } of results) {
        if (result.failed > 0) console.log(`\n── ${title} ──\n${result.report?.trim()}`);
    }
    const left = usual(false).filter((kind) => !suites.some((suite) => suite.kind === kind));
    if (values.changed)
        console.log(
            `\nNot run, as \`npm test\` does: ${left.join(', ')}, C tests with sanitizers.`,
        );
    console.log(`\nAll suites took ${elapsed(start)}.\n${passed} passed, ${failed} failed`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
});
