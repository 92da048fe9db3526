// Installs what a command needs and this machine lacks: programs from Debian's packages, npm
// dependencies by `npm ci`. Called first by every other script here; also a command of its own:
//   node web/scripts/setup.mjs [--check] [build] [c] [coverage] [browser] [bench] [format] [determinism]
// Touches nothing when nothing is missing. --check only says what is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, isMain, mustRun, root, run, runMain, task } from './process.mjs';

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} why what the project needs it for
 * @property {() => boolean} found
 * @property {() => string[]} packages Debian's packages that bring it
 * @property {() => boolean} [replaced] whether another program that is there does, if this one cannot be installed
 */

const headlessShell = 'chromium-headless-shell';

/**
 * The full path of the first of these programs on PATH, or null.
 * @param {...string} names
 */
export function findProgram(...names) {
    for (const name of names) {
        for (const folder of (process.env.PATH ?? '').split(delimiter)) {
            const path = join(folder, name);
            try {
                accessSync(path, constants.X_OK);
                return path;
            } catch {
                // not in this folder
            }
        }
    }
    return null;
}

/**
 * The Chromium the browser tests drive: CHROMIUM_PATH if set, else the system's. The headless shell, Chromium without the browser's own
 * windows, comes first: the tests take .72 of the CPU time with it.
 */
export function findChromium() {
    const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable',
        'google-chrome'];
    return process.env.CHROMIUM_PATH || findProgram(...names);
}

/**
 * Where clang keeps the sanitizers' run-time library, or null if clang or the library is missing.
 */
function findSanitizers() {
    const clang = findProgram('clang');
    if (!clang) return null;
    const processor = process.arch === 'x64'
        ? 'x86_64'
        : process.arch === 'arm64'
        ? 'aarch64'
        : process.arch;
    // Newer clangs keep the file in a folder per platform and leave the processor out of its name.
    for (const name of [`libclang_rt.asan-${processor}.a`, 'libclang_rt.asan.a',
        'libclang_rt.asan_osx_dynamic.dylib'])
    {
        const answer = spawnSync(clang, [`-print-file-name=${name}`], { encoding: 'utf8' });
        const path = answer.stdout?.trim();
        if (path && path !== name && existsSync(path)) return path;
    }
    return null;
}

/**
 * Debian's package of the sanitizers: one per version of clang, and one for the default version.
 */
function sanitizerPackage() {
    const clang = findProgram('clang');
    const text = clang ? spawnSync(clang, ['--version'], { encoding: 'utf8' }).stdout : '';
    const version = /version (\d+)/.exec(text)?.[1];
    return version ? `libclang-rt-${version}-dev` : 'libclang-rt-dev';
}

/**
 * @param {string} name
 * @param {string} why
 * @param {string[]} packages
 * @returns {Tool}
 */
function program(name, why, packages) {
    return { name, why, found: () => findProgram(name) !== null, packages: () => packages };
}

const emcc = program('emcc', 'compiles the engine to WebAssembly', ['emscripten']);

/** @typedef {'build' | 'c' | 'coverage' | 'browser' | 'bench' | 'adapters' | 'format' | 'determinism'} Purpose */

/** What each purpose needs. @type {Record<Purpose, Tool[]>} */
const purposes = {
    build: [emcc],
    c: [
        program('cmake', 'builds the C tests', ['cmake']),
        program('ninja', 'builds the C tests', ['ninja-build']),
        program('gcc', 'compiles the C tests', ['gcc', 'libc6-dev']),
        program('clang', 'compiles the C tests', ['clang']),
        {
            name: "clang's sanitizers",
            why: 'check memory use and undefined behaviour in the C tests',
            found: () => findSanitizers() !== null,
            packages: () => [sanitizerPackage()],
        },
    ],
    coverage: [program('llvm-cov', 'counts the lines that the C tests run', ['llvm']),
        program('llvm-profdata', 'adds up the counts of processes', ['llvm'])],
    browser: [
        {
            name: headlessShell,
            why: 'runs the browser tests',
            found: () => Boolean(process.env.CHROMIUM_PATH) || findProgram(headlessShell) !== null,
            packages: () => [headlessShell, 'fonts-liberation'],
            replaced: () => findChromium() !== null,
        },
    ],
    bench: [emcc],
    adapters: [],
    format: [program('clang-format', 'formats the C sources', ['clang-format'])],
    determinism: [
        program('aarch64-linux-gnu-gcc', 'compiles for ARM64', ['gcc-aarch64-linux-gnu',
            'libc6-dev-arm64-cross']),
        program('arm-linux-gnueabihf-gcc', 'compiles for 32-bit ARM', ['gcc-arm-linux-gnueabihf',
            'libc6-dev-armhf-cross']),
        program('i686-linux-gnu-gcc', 'compiles for 32-bit x86', ['gcc-i686-linux-gnu',
            'libc6-dev-i386-cross']),
        program('qemu-aarch64', 'runs programs for ARM', ['qemu-user']),
    ],
};

const advice =
    `On other systems: the Emscripten SDK (https://emscripten.org) brings emcc; cmake, ninja, gcc, clang
and Chromium come from the system's own packages. All are looked up on PATH; CHROMIUM_PATH names another browser.`;

/** The prefix that makes a command root's, or null if there is no way. */
function rootPrefix() {
    if (process.getuid?.() === 0) return [];
    if (!findProgram('sudo')) return null;
    if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo'];
    // sudo asks for a password on the terminal itself.
    if (!process.stdin.isTTY) return null;
    return spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status === 0 ? ['sudo'] : null;
}

/** @param {Tool[]} missing */
async function installTools(missing) {
    const packages = [...new Set(missing.flatMap((tool) => tool.packages()))];
    const list = missing.map((tool) => `  ${tool.name.padEnd(20)} ${tool.why}`).join('\n');
    const byHand = `Install them as root:\n  apt-get install ${packages.join(' ')}\n${advice}`;
    if (!findProgram('apt-get')) {
        throw new Failure(
            `This system has no apt-get, so nothing was installed. Missing:\n${list}\n`
                + `On Debian 12 these are the packages ${packages.join(' ')}.\n${advice}`,
        );
    }
    const prefix = rootPrefix();
    if (!prefix) {
        throw new Failure(
            `Not root and no sudo, so nothing was installed. Missing:\n${list}\n${byHand}`,
        );
    }
    console.log(`Missing here:\n${list}`);
    /** @param {string[]} args @param {(detail: string) => void} report */
    const apt = (args, report) => {
        const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get',
            '-y', '-o', 'Dpkg::Use-Pty=0', ...args];
        let fetched = 0;
        return run(command, rest, {
            onLine(line) {
                if (/^Get:\d+/.test(line))
                    report(`${++fetched} fetched: ${line.split(' ')[4] ?? ''}`);
                else if (/^(Unpacking|Setting up|Processing)/.test(line)) report(line);
            },
        });
    };
    const updated = await task('Updating the list of packages', (report) => apt(['update'], report),
        ({ code }) => (code === 0 ? 'done' : 'failed, trying with the list there is'));
    const install = ['install', '--no-install-recommends', ...packages];
    const { code, output } = await task(`Installing ${packages.join(', ')}`,
        (report) => apt(install, report), (result) => (result.code === 0 ? 'done' : 'failed'));
    if (code !== 0) {
        const log = `${updated.code === 0 ? '' : updated.output}${output}`.trim();
        throw new Failure(
            `${log}\n\napt-get could not install the packages. Missing:\n${list}\n${byHand}`,
        );
    }
    const still = missing.filter((tool) => !tool.found()).map((tool) => tool.name);
    if (still.length > 0) {
        throw new Failure(
            `Installed ${packages.join(' ')}, but not found on PATH: ${still.join(', ')}.`,
        );
    }
}

/**
 * True if node_modules holds exactly what the lock file asks for.
 * @param {string} folder
 */
function dependenciesCurrent(folder) {
    const read = (/** @type {string} */ path) =>
        JSON.parse(readFileSync(join(folder, path), 'utf8')).packages;
    if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) return false;
    const wanted = read('package-lock.json');
    const there = read('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([path, { version, optional, link }]) =>
        path === '' || link || (optional && !there[path]) || there[path]?.version === version
    );
}

/**
 * Runs `npm ci` in a folder whose dependencies are missing or out of date. Without scripts: `prepare` of the project
 * would compile what the caller may not need, and no dependency needs one.
 * @param {string} folder
 */
export async function installDependencies(folder) {
    if (!existsSync(join(folder, 'package-lock.json')) || dependenciesCurrent(folder)) return;
    const where = folder === root ? '' : ` of ${folder.slice(root.length + 1)}`;
    // npm names itself to the scripts it runs; use that very npm.
    const npm = process.env.npm_execpath;
    // Whoever installs Mica may leave out his own dependencies of development, or install for all users.
    const args = ['ci', '--ignore-scripts', '--prefer-offline', '--include=dev',
        '--include=optional', '--no-global', '--no-dry-run', '--no-package-lock-only', '--no-audit',
        '--no-fund'];
    await task(`Installing npm dependencies${where}`, () =>
        npm?.endsWith('.js')
            ? mustRun(process.execPath, [npm, ...args], { cwd: folder })
            : mustRun('npm', args, { cwd: folder }));
}

/**
 * Makes sure that everything the purposes need is there, or throws a Failure that says what is not.
 * @param {Purpose[]} wanted
 */
export async function setup(wanted) {
    const needed = new Set(wanted.flatMap((purpose) => purposes[purpose]));
    const missing = [...needed].filter((tool) => !tool.found());
    const replaced = missing.filter((tool) => tool.replaced?.());
    const required = missing.filter((tool) => !replaced.includes(tool));
    if (required.length > 0) await installTools(required);
    // Nobody is asked for a password for a program that the tests can do without.
    if (replaced.length > 0 && process.getuid?.() === 0 && findProgram('apt-get')) {
        try {
            await installTools(replaced);
        } catch (error) {
            if (!(error instanceof Failure)) throw error;
            console.log(`Going on without: ${replaced.map(({ name }) => name).join(', ')}.`);
        }
    }
    await installDependencies(root);
    for (const folder of /** @type {const} */ (['bench', 'adapters'])) {
        if (wanted.includes(folder)) await installDependencies(join(root, 'tests', folder));
    }
}

async function main() {
    const { values, positionals } = parseArgs({
        allowPositionals: true,
        options: { check: { type: 'boolean', default: false } },
    });
    const known = /** @type {Purpose[]} */ (Object.keys(purposes));
    for (const name of positionals) {
        if (!known.includes(/** @type {Purpose} */ (name))) {
            throw new Failure(`"${name}" is none of ${known.join(', ')}.`);
        }
    }
    const wanted = known.filter((name) => positionals.length === 0 || positionals.includes(name));
    if (!values.check) return setup(wanted);
    for (const tool of new Set(wanted.flatMap((purpose) => purposes[purpose]))) {
        const found = tool.found();
        console.log(
            `${found ? 'found  ' : 'missing'} ${tool.name}${
                found ? '' : ` (${tool.packages().join(' ')})`
            }`,
        );
        if (!found) process.exitCode = 1;
    }
}

if (isMain(import.meta.url)) await runMain(main);
