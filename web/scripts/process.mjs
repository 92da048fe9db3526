// Child processes and progress for the scripts beside this file: run a program and keep its output,
// show one line a task with its time. No npm packages: these scripts run before any is installed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** How many jobs to run side by side. */
export const jobs = availableParallelism();

/** An expected failure: its message is the whole explanation, no stack is shown. */
export class Failure extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the repository's root
 * @property {Record<string, string | undefined>} [env] added to this process's environment
 * @property {(line: string) => void} [onLine] called for each line of output as it comes
 */

/**
 * Runs a program to its end. Never throws for a non-zero exit; `code` is -1 if it could not start
 * or was ended by a signal.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string }>}
 */
export function run(command, args, { cwd = root, env = {}, onLine } = {}) {
    return new Promise((resolve) => {
        const child = spawn(command, args, {
            cwd,
            env: { ...process.env, ...env },
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        let output = '';
        let stdout = '';
        let rest = '';
        /** @param {string} text */
        const take = (text) => {
            output += text;
            if (!onLine) return;
            const lines = (rest + text).split(/[\r\n]+/);
            rest = lines.pop() ?? '';
            for (const line of lines) onLine(line);
        };
        child.stdout.setEncoding('utf8').on('data', (text) => {
            stdout += text;
            take(text);
        });
        child.stderr.setEncoding('utf8').on('data', take);
        child.on('error', (error) => {
            resolve({ code: -1, output: `${output}${error.message}\n`, stdout });
        });
        child.on('close', (code, signal) => {
            if (signal) output += `ended by ${signal}\n`;
            resolve({ code: code ?? -1, output, stdout });
        });
    });
}

/**
 * As run, but a non-zero exit throws a Failure that carries the output.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function mustRun(command, args, options) {
    const result = await run(command, args, options);
    if (result.code !== 0) {
        const line = [command, ...args].join(' ');
        // Ninja's progress and emcc's repetition of a compiler's command line say nothing new.
        const output = result.output.replace(/^(\[\d+\/\d+\] |emcc: error: '.*' failed).*\n?/gm,
            '');
        throw new Failure(`${output.trim()}\n\nfailed (${result.code}): ${line}`);
    }
    return result;
}

/** @param {number} start from performance.now() */
export function elapsed(start) {
    return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** What else is given each line of a task. @type {(line: string) => void} */
let echo = () => {};

/**
 * Gives each progress line of a task to another listener too. npm hides the stdout of install scripts.
 * @param {(line: string) => void} listener
 */
export function echoLines(listener) {
    echo = listener;
}

/** @param {string} line */
function say(line) {
    console.log(line);
    echo(line);
}

/** The tasks under way, in the order they began. @type {Set<() => string>} */
const running = new Set();

/** Rewrites the terminal's last line with the progress of every running task. */
function showRunning() {
    const width = Math.floor((process.stdout.columns || 80) / Math.max(running.size, 1)) - 1;
    const texts = [...running].map((describe) =>
        describe().slice(0, width).padEnd(running.size > 1 ? width : 0)
    );
    process.stdout.write(`\r\x1b[K${texts.join(' ').trimEnd()}`);
}

/**
 * Shows the progress of a long task: on a terminal in its last line, which all running tasks share,
 * elsewhere by a line each 15 seconds. Prints one line when it has ended.
 * @template T
 * @param {string} title
 * @param {(report: (detail: string) => void) => Promise<T>} work
 * @param {(result: T) => string} [summary] what to say of the result, beside the time
 * @returns {Promise<T>}
 */
export async function task(title, work, summary = () => 'done') {
    const live = process.stdout.isTTY;
    const start = performance.now();
    let detail = '';
    const describe = () => `${title} … ${elapsed(start)} ${detail}`;
    const timer = setInterval(() => (live ? showRunning() : say(describe())), live ? 200 : 15_000);
    /** @param {string} ending */
    const finish = (ending) => {
        clearInterval(timer);
        running.delete(describe);
        say(`${live ? '\r\x1b[K' : ''}${title}: ${ending}, ${elapsed(start)}`);
        if (live && running.size > 0) showRunning();
    };
    running.add(describe);
    if (live) showRunning();
    try {
        const result = await work((text) => {
            detail = text;
        });
        finish(summary(result));
        return result;
    } catch (error) {
        finish('failed');
        throw error;
    }
}

/**
 * Starts jobs in their order, at most `limit` at a time. Resolves to their results in that order,
 * or rejects with the first error.
 * @template T
 * @param {(() => Promise<T>)[]} works the jobs
 * @param {number} limit
 * @returns {Promise<T[]>}
 */
export async function runSideBySide(works, limit) {
    /** @type {T[]} */
    const results = [];
    let next = 0;
    const worker = async () => {
        while (next < works.length) {
            const i = next++;
            results[i] = await works[i]();
        }
    };
    await Promise.all(Array.from({ length: Math.min(limit, works.length) }, worker));
    return results;
}

/** @param {string} moduleUrl the caller's import.meta.url */
export function isMain(moduleUrl) {
    return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === moduleUrl;
}

/**
 * Runs a script's main function; failures end the process with a message and exit code 1.
 * @param {() => Promise<unknown>} main
 */
export async function runMain(main) {
    try {
        await main();
    } catch (error) {
        if (error instanceof Failure
            || /** @type {any} */ (error)?.code?.startsWith?.('ERR_PARSE_ARGS'))
        {
            console.error(`\n${/** @type {Error} */ (error).message}`);
        } else {
            console.error(error);
        }
        process.exitCode = 1;
    }
}
