// The lines of src/ that the C tests run natively, counted by clang.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, jobs, mustRun, root, run, task } from './process.mjs';
import { compile, configurations, countCtest } from './test-c.mjs';

/** @typedef {import('./coverage.mjs').FileCoverage} FileCoverage */

/** The processes of the tests add their counts to four files here. */
const folder = join(root, 'build', 'coverage-src');
const program = join(root, 'build', configurations.coverage.folder, 'tests', 'c', 'mica_tests');
const merged = join(folder, 'all.profdata');

/** Builds the tests, runs them and merges the counts of their processes. */
async function runTests() {
    const result = await task('C tests, counting lines', async (report) => {
        const directory = await compile(configurations.coverage, ['mica_tests'], report);
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        const { output } = await run('ctest', ['--test-dir', directory, '-j', String(jobs),
            '--verbose', '-E', '^(rooms|platform)$'], { onLine: report,
            env: { LLVM_PROFILE_FILE: join(folder, '%4m.profraw') } });
        return countCtest(output);
    }, ({ passed, failed }) => `${passed} passed, ${failed} failed`);
    if (result.failed > 0 || result.passed === 0)
        throw new Failure(`The C tests failed:\n${result.report}`);
    const raw = readdirSync(folder).filter((name) => name.endsWith('.profraw')).map((name) =>
        join(folder, name)
    );
    await mustRun('llvm-profdata', ['merge', '-sparse', ...raw, '-o', merged]);
    for (const file of raw) rmSync(file);
}

/** Brackets alone, and what the preprocessor reads. */
const withoutCode = /^\s*([\s{}()[\];,]*|#.*)$/;

/**
 * One file of an lcov report. Its FN lines name functions and their first lines, its DA lines count.
 * @param {string} text
 * @returns {FileCoverage}
 */
function readFile(text) {
    const path = /^SF:(.*)$/m.exec(text)?.[1].slice(root.length + 1) ?? '';
    // A static function's name begins with its file's.
    const functions = [...text.matchAll(/^FN:(\d+),(?:.*:)?(.*)$/gm)].map(([, line, name]) => ({
        line: Number(line),
        name,
    }))
        .sort((a, b) => a.line - b.line);
    const source = readFileSync(join(root, path), 'utf8').split('\n');
    const counts = [...text.matchAll(/^DA:(\d+),(\d+)/gm)].map((
        [, line, count],
    ) => [Number(line), Number(count)])
        .filter(([line]) => !withoutCode.test(source[line - 1] ?? ''));
    /** @type {Map<string, number[]>} */
    const gaps = new Map();
    for (const [line, count] of counts) {
        if (count > 0) continue;
        const name = functions.filter((f) => f.line <= line).at(-1)?.name ?? '';
        gaps.set(name, [...gaps.get(name) ?? [], line]);
    }
    return {
        path,
        lines: counts.length,
        covered: counts.filter(([, count]) => count > 0).length,
        functions: functions.map(({ name }) => name),
        gaps: [...gaps].map(([name, lines]) => ({ name, lines })),
    };
}

/**
 * @param {boolean} last take the counts of the last run
 * @returns {Promise<FileCoverage[]>}
 */
export async function countC(last) {
    if (!last) await runTests();
    if (!existsSync(merged))
        throw new Failure('No run was counted yet: npm run coverage, without --last.');
    const { stdout } = await mustRun('llvm-cov', ['export', '-format=lcov',
        `-instr-profile=${merged}`, program, join(root, 'src')]);
    return stdout.split('end_of_record\n').filter((text) => text.startsWith('SF:')).map(readFile)
        .sort((a, b) => (a.path < b.path ? -1 : 1));
}
