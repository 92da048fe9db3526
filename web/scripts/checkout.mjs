// An older commit of this repository beside this one: its files in build/bench/since/<hash>, its .wasm
// built there by its own build script. For `npm run bench -- --since <commit>`.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheEnvironment } from './build.mjs';
import { Failure, root, run } from './process.mjs';

/** Where a commit keeps its build script: today's place, then that of older commits. */
const buildScripts = ['web/scripts/build.mjs', 'web/build.mjs'];

/** What a commit needs besides, so that it can be measured. */
const needed = ['js/index.js', 'tests/bench/engines/mica.mjs'];

/**
 * @typedef {object} Commit
 * @property {string} name what the caller calls it: a hash, a tag, HEAD~1
 * @property {string} hash all 40 digits
 * @property {string} short the hash as git abbreviates it
 * @property {string} about the day and the subject
 * @property {string} buildScript relative to its root
 */

/** @param {string} repository @param {string[]} args */
async function git(repository, ...args) {
    const { code, output, stdout } = await run('git', args, { cwd: repository });
    return { done: code === 0, output: output.trim(), text: stdout.trim() };
}

/**
 * Looks a commit up and checks that it has what a comparison needs. Throws a Failure otherwise.
 * @param {string} name
 * @param {string} [repository] its root folder
 * @returns {Promise<Commit>}
 */
export async function findCommit(name, repository = root) {
    const top = await git(repository, 'rev-parse', '--show-prefix');
    // In a folder below the root of some other repository, the prefix is that folder.
    if (!top.done || top.text !== '')
        throw new Failure(
            `--since ${name}: ${repository} is no clone of the repository, so it has no older commits.`,
        );
    const found = await git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options',
        `${name}^{commit}`);
    if (!found.done) {
        const shallow = await git(repository, 'rev-parse', '--is-shallow-repository');
        throw new Failure(
            shallow.text === 'true'
                ? `--since ${name}: no such commit in this clone, which is shallow. `
                    + 'Fetch the older commits first: git fetch --unshallow'
                : `--since ${name}: no commit has this name, or several have, in ${repository}`,
        );
    }
    const hash = found.text;
    const listed = await git(repository, 'ls-tree', '-r', '--name-only', hash, '--',
        ...buildScripts, ...needed);
    const files = listed.text.split('\n');
    const buildScript = buildScripts.find((file) => files.includes(file));
    const missing = needed.filter((file) => !files.includes(file));
    if (!buildScript) missing.unshift(buildScripts.join(' or '));
    if (!buildScript || missing.length > 0)
        throw new Failure(`--since ${name}: this commit has no ${missing.join(', no ')}.`);
    const log = await git(repository, 'log', '-1', '--date=short', '--format=%h%n%ad, %s', hash);
    const [short, about] = log.text.split('\n');
    return { name, hash, short, about, buildScript };
}

/**
 * The newest commit of the repository, and whether the engine's files in the working tree differ from it.
 * @param {string} [repository]
 */
export async function describeHead(repository = root) {
    const log = await git(repository, 'log', '-1', '--date=short', '--format=%h (%ad, %s)');
    const changed = await git(repository, 'status', '--porcelain', '--', 'src', 'js', 'web');
    return log.text + (changed.text === '' ? '' : ', with changes that are not committed');
}

/**
 * Writes the files of a commit to a folder named by its hash. Does nothing if they are there.
 * @param {Commit} commit
 * @param {string} folder that of all commits
 * @param {string} [repository]
 * @returns {Promise<string>} the commit's folder
 */
export async function checkOut({ name, hash }, folder, repository = root) {
    const place = join(folder, hash);
    if (existsSync(place)) return place;
    // The commit is written to a temporary folder that is then renamed: a folder named by a hash is complete.
    const fresh = join(folder, `fresh-${process.pid}`);
    const index = `${fresh}.index`;
    mkdirSync(folder, { recursive: true });
    try {
        // An index of its own leaves that of the repository alone.
        const options = { cwd: repository, env: { GIT_INDEX_FILE: index } };
        for (const args of [['read-tree', hash], ['checkout-index', '--all',
            `--prefix=${fresh}/`]])
        {
            const { code, output } = await run('git', args, options);
            if (code !== 0)
                throw new Failure(`--since ${name}: git ${args[0]} failed\n${output.trim()}`);
        }
        renameSync(fresh, place);
    } finally {
        for (const left of [fresh, index]) rmSync(left, { force: true, recursive: true });
    }
    return place;
}

/** Only `build`: a build script that is run as a program also installs npm packages, which a build does not need. */
const buildProgram = `
const { build } = await import(process.argv[1]);
try {
    await build();
} catch (error) {
    console.error(error.message);
    process.exitCode = 1;
}`;

/**
 * Checks a commit out and has it build its .wasm, with the same compiler as this one. A .wasm that is up to date is not built again.
 * @param {Commit} commit
 * @returns {Promise<string>} its folder
 */
export async function buildCommit(commit) {
    const { name, short, buildScript } = commit;
    const place = await checkOut(commit, join(root, 'build', 'bench', 'since'));
    if (!existsSync(join(place, 'build', 'wasm', 'mica.wasm')))
        console.log(`Building ${short} in ${place.slice(root.length + 1)}`);
    const script = pathToFileURL(join(place, buildScript)).href;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', buildProgram,
        script], {
        cwd: place,
        env: { ...process.env, ...await cacheEnvironment() },
        stdio: 'inherit',
    });
    if (status !== 0)
        throw new Failure(`--since ${name}: its own ${buildScript} could not build it.`);
    return place;
}
