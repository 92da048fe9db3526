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
 * Runs a program to its end. Never throws for a non-zero exit; `code` is -1 if it could not start or
 * was ended by a signal.
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
        // Ninja's progress and emcc's repetition of a compiler's command line tell nothing new.
        const output = result.output.replace(/^(\[\d+\/\d+\] |emcc: error: '.*' failed).*\n?/gm, '');
        throw new Failure(`${output.trim()}\n\nfailed (${result.code}): ${line}`);
    }
    return result;
}

/** @param {number} start from performance.now() */
export function elapsed(start) {
    return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Shows that something long is going on: one line, rewritten on a terminal, and once in a while
 * elsewhere; replaced by a last line that says how it ended.
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
    const show = () => {
        const text = `${title} … ${elapsed(start)} ${detail}`;
        if (live) process.stdout.write(`\r\x1b[K${text.slice(0, (process.stdout.columns || 80) - 1)}`);
        else console.log(text);
    };
    const timer = setInterval(show, live ? 200 : 15_000);
    if (live) show();
    try {
        const result = await work((text) => {
            detail = text;
        });
        if (live) process.stdout.write('\r\x1b[K');
        console.log(`${title}: ${summary(result)}, ${elapsed(start)}`);
        return result;
    } catch (error) {
        if (live) process.stdout.write('\r\x1b[K');
        console.log(`${title}: failed, ${elapsed(start)}`);
        throw error;
    } finally {
        clearInterval(timer);
    }
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
        if (error instanceof Failure || /** @type {any} */ (error)?.code?.startsWith?.('ERR_PARSE_ARGS')) {
            console.error(`\n${/** @type {Error} */ (error).message}`);
        } else {
            console.error(error);
        }
        process.exitCode = 1;
    }
}
