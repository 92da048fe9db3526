// `npm test`: every test of the project, one line a suite, one closing line for everything.
//   npm test -- [--only c,wasm,golden,types,js,browser,package] [--update-golden]
// A suite that ran no test has failed. Reports of failed suites come at the end.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { packPackage } from './package.mjs';
import { Failure, elapsed, root, run, runMain, task } from './process.mjs';
import { findChromium, setup } from './setup.mjs';
import { configurations, testConfiguration, testGolden } from './test-c.mjs';

/** @typedef {import('./test-c.mjs').Result} Result */

/**
 * @typedef {object} Suite
 * @property {string} kind what --only chooses by
 * @property {string} title
 * @property {(report: (detail: string) => void) => Promise<Result>} run
 */

/**
 * Checks the wrapper, whose declarations go to build/types, and these scripts.
 * @returns {Promise<Result>}
 */
async function testTypes() {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const results = await Promise.all(['js', 'demo', 'web/scripts'].map((folder) =>
        run(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')])));
    const failed = results.filter(({ code }) => code !== 0);
    return { passed: results.length - failed.length, failed: failed.length,
        report: failed.map(({ output }) => output).join('') };
}

/**
 * Runs a folder's *.test.mjs by node:test.
 * @param {string} folder
 * @param {string[]} flags
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
async function testNode(folder, flags, report) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    const files = names.filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name));
    if (files.length === 0) return { passed: 0, failed: 0 };
    const { code, output } = await run(process.execPath,
        ['--expose-gc', '--test', '--test-reporter=spec', '--test-timeout=300000', ...flags, ...files],
        { onLine: report, env: { CHROMIUM_PATH: findChromium() ?? undefined, FORCE_COLOR: undefined } });
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

/**
 * Packs the project and tests the tarball.
 * @param {(detail: string) => void} report
 * @returns {Promise<Result>}
 */
async function testPackage(report) {
    await packPackage();
    return testNode('tests/package', ['--test-concurrency=2'], report);
}

/** @param {boolean} updateGolden @returns {Suite[]} */
function listSuites(updateGolden) {
    /** @param {string} kind @param {import('./test-c.mjs').Configuration} configuration */
    const c = (kind, configuration) => ({ kind, title: `C tests, ${configuration.title}`,
        run: (/** @type {(detail: string) => void} */ report) => testConfiguration(configuration, report) });
    return [
        c('c', configurations.gcc),
        c('c', configurations.sanitize),
        c('wasm', configurations.wasm),
        c('wasm', configurations.wasmScalar),
        { kind: 'golden', title: 'Golden hashes, five builds', run: (report) => testGolden(updateGolden, report) },
        { kind: 'types', title: 'Type check', run: testTypes },
        { kind: 'js', title: 'Node tests', run: (report) => testNode('tests/js', [], report) },
        { kind: 'browser', title: 'Browser tests',
            run: (report) => testNode('tests/browser', ['--test-concurrency=1'], report) },
        { kind: 'adapters', title: 'Adapters beside the real libraries',
            run: (report) => testNode('tests/adapters', ['--test-concurrency=1'], report) },
        { kind: 'package', title: 'Packed tarball', run: testPackage },
    ];
}

/** The programs and the build each kind of suite needs. @type {Record<string, import('./setup.mjs').Purpose[]>} */
const needs = {
    c: ['c'],
    wasm: ['c', 'build'],
    golden: ['c', 'build'],
    types: [],
    js: ['build'],
    browser: ['build', 'browser'],
    adapters: ['build', 'browser', 'adapters'],
    package: ['build', 'browser', 'c'],
};

await runMain(async () => {
    const { values } = parseArgs({
        options: { only: { type: 'string' }, 'update-golden': { type: 'boolean', default: false } },
    });
    const kinds = values.only?.split(',') ?? (values['update-golden'] ? ['golden'] : Object.keys(needs));
    const unknown = kinds.find((kind) => !needs[kind]);
    if (unknown) throw new Failure(`--only knows ${Object.keys(needs).join(', ')}, not "${unknown}".`);

    const start = performance.now();
    await setup(kinds.flatMap((kind) => needs[kind]));
    let passed = 0;
    let failed = 0;
    const reports = [];
    if (kinds.some((kind) => needs[kind].includes('build'))) {
        try {
            await build();
        } catch (error) {
            failed++;
            reports.push(`── Build ──\n${/** @type {Error} */ (error).message}`);
        }
    }
    for (const suite of listSuites(values['update-golden'])) {
        if (!kinds.includes(suite.kind)) continue;
        const result = await task(suite.title, async (report) => {
            try {
                return await suite.run(report);
            } catch (error) {
                if (!(error instanceof Failure)) throw error;
                return { passed: 0, failed: 1, report: error.message.replaceAll(`${root}/`, '') };
            }
        }, (counts) => `${counts.passed} passed, ${counts.failed} failed`);
        if (result.passed + result.failed === 0) {
            result.failed = 1;
            result.report = 'ran no tests, which counts as a failure';
        }
        passed += result.passed;
        failed += result.failed;
        if (result.failed > 0) reports.push(`── ${suite.title} ──\n${result.report?.trim()}`);
    }
    if (reports.length > 0) console.log(`\n${reports.join('\n\n')}`);
    console.log(`\nAll suites took ${elapsed(start)}.\n${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
});
