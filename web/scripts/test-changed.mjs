// What `npm test -- --changed` runs: which suites, and which test files of them, the changed files
// touch. It is for the time between edits: C tests run natively by gcc alone, whole folders count
// rather than single imports, and tests of browsers and of the package run only where their own
// files have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, mustRun, root } from './process.mjs';

/**
 * What to run of each suite: 'all', or the beginnings of its tests' names (C) or its test files.
 * @typedef {Partial<Record<'c' | 'golden' | 'types' | 'js' | 'figures' | 'browser' | 'adapters' | 'package', 'all' | string[]>>} Plan
 */

/** @typedef {[pattern: RegExp, touched: (match: RegExpExecArray) => Plan]} Rule */

/** The first pattern that fits a file says what it touches. @type {Rule[]} */
const rules = [
    // A room's own tests: tests/c has the rooms of src/. No C file changes a type of JavaScript.
    [/^src\/(\w+)\/.*\.[ch]$/,
        ([, room]) => ({ c: [`${room}/`, 'rooms$'], golden: 'all', js: 'all' })],
    [/^src\/step\.c$/, () => ({ c: ['solver/', 'rooms$'], golden: 'all', js: 'all' })],
    [/^(src\/mica\.h|CMakeLists\.txt)$/, () => ({ c: 'all', golden: 'all', js: 'all' })],
    [/^tests\/c\/support\/(golden|scenes|observe|random_worlds)/,
        () => ({ c: 'all', golden: 'all' })],
    [/^tests\/c\/(.*\/test_\w+)\.c$/, ([, name]) => ({ c: [`${name}$`] })],
    [/^tests\/c\//, () => ({ c: 'all' })],
    [/^tests\/fuzz\/hostile.*\.mjs$/,
        () => ({ js: ['hostile.test.mjs', 'hostile-worker.test.mjs'] })],
    [/^tests\/fuzz\/calm\//, () => ({
        js: ['calm.test.mjs', 'stable-contacts.test.mjs', 'stable-drags.test.mjs',
            'stable-joints.test.mjs', 'stable-mass.test.mjs'],
    })],
    [/^tests\/fuzz\//,
        () => ({ c: ['world/test_amnesia$', 'world/test_snapshot_fuzz$', 'world/test_machine$'] })],
    [/^tests\/(js|figures|browser|adapters|package)\/(.*\.test\.mjs)$/,
        ([, suite, file]) => ({ [suite]: [file] })],
    [/^tests\/(js|figures|browser|adapters|package)\//, ([, suite]) => ({ [suite]: 'all' })],
    [/^tests\/fixtures\/types\//, () => ({ types: 'all', package: ['tarball.test.mjs'] })],
    [/^tests\/fixtures\//, () => ({ package: 'all' })],
    [/^js\/adapters\//, () => ({ types: 'all', js: 'all', adapters: 'all' })],
    [/^web\/scripts\/(package.*|prepare|size)\.(mjs|json)$/,
        () => ({ types: 'all', js: 'all', package: 'all' })],
    [/^web\/create\//,
        () => ({ types: 'all', js: ['create.test.mjs'], package: ['create.test.mjs'] })],
    [/^web\/scripts\/(site|licences|policy|server)\.mjs$/,
        () => ({ types: 'all',
            browser: ['site.test.mjs', 'offline.test.mjs', 'guide.test.mjs',
                'guide-sandbox.test.mjs'] })],
    [/^demo\/guide\//,
        () => ({ js: ['readme.test.mjs', 'readme-matter.test.mjs'],
            browser: ['guide.test.mjs', 'guide-code.test.mjs', 'guide-sandbox.test.mjs',
                'guide-matter.test.mjs', 'games.test.mjs'] })],
    [/^demo\//,
        () => ({ js: 'all',
            browser: ['cave-controls.test.mjs', 'cave-play.test.mjs', 'screens.test.mjs'] })],
    [/\.md$/, () => ({ js: ['readme.test.mjs'] })],
    [/^(js|web|tests\/scenes|package(-lock)?\.json)/, () => ({ types: 'all', js: 'all' })],
];

/**
 * The union of what files touch.
 * @param {string[]} files relative to the root
 * @returns {Plan}
 */
export function planFor(files) {
    /** @type {Plan} */
    const plan = {};
    for (const file of files) {
        for (const [pattern, touched] of rules) {
            const match = pattern.exec(file);
            if (!match) continue;
            for (const [suite, more]
                of /** @type {[keyof Plan, 'all' | string[]][]} */ (Object.entries(touched(match))))
            {
                const before = plan[suite] ?? [];
                plan[suite] = before === 'all' || more === 'all'
                    ? 'all'
                    : [...new Set([...before, ...more])];
            }
            break;
        }
    }
    return plan;
}

/**
 * The files that differ from a commit, those not yet added among them; tests that are gone
 * are left out. Where the branch has left the commit's own, the commit where it left counts.
 * @param {string} base
 * @returns {Promise<string[]>}
 */
export async function changedFiles(base) {
    /** @param {...string} args */
    const git = async (...args) => (await mustRun('git', args)).stdout.split('\n').filter(Boolean);
    const [start] = await git('merge-base', base, 'HEAD');
    if (!start) throw new Failure(`"${base}" and HEAD have no commit in common.`);
    const files = new Set([...await git('diff', '--name-only', '--no-renames', start),
        ...await git('ls-files', '--others', '--exclude-standard')]);
    return [...files].filter((file) => !file.startsWith('tests/') || existsSync(join(root, file)))
        .sort();
}
