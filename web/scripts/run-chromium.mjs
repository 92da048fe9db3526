// Runs a WASI program in Chromium, as run-wasm.mjs does under Node. The page has the few calls of WASI that
// a program needs which reads its arguments and prints.
import { readFileSync } from 'node:fs';
import { Failure } from './process.mjs';
import { findChromium } from './setup.mjs';

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;

/** npm's dependencies may not be there when this file is loaded. */
async function open() {
    const { chromium } = await import('playwright-core');
    return chromium.launch({ executablePath: findChromium() ?? undefined, headless: true,
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run',
            '--disable-background-networking'] });
}

/**
 * Plays a program within the page, which sees nothing of this file.
 * @param {{ base64: string, args: string[] }} program
 * @returns {Promise<{ code: number, output: string }>}
 */
async function runInPage({ base64, args }) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const words = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
    const decoder = new TextDecoder();
    let output = '';
    /** @type {WebAssembly.Memory} */
    let memory;
    /** @param {number} at @param {number} value */
    const write = (at, value) => new DataView(memory.buffer).setUint32(at, value, true);
    /** @param {number} at */
    const read = (at) => new DataView(memory.buffer).getUint32(at, true);
    const { instance } = await WebAssembly.instantiate(bytes, {
        env: { emscripten_notify_memory_growth() {} },
        wasi_snapshot_preview1: {
            args_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
                write(count, words.length);
                write(size, words.reduce((sum, word) => sum + word.length, 0));
                return 0;
            },
            args_get(/** @type {number} */ pointers, /** @type {number} */ text) {
                for (const [i, word] of words.entries()) {
                    write(pointers + 4 * i, text);
                    new Uint8Array(memory.buffer).set(word, text);
                    text += word.length;
                }
                return 0;
            },
            fd_write(/** @type {number} */ _file, /** @type {number} */ vectors,
                /** @type {number} */ count, /** @type {number} */ written)
            {
                let sum = 0;
                for (let i = 0; i < count; i++) {
                    const length = read(vectors + 8 * i + 4);
                    output += decoder.decode(
                        new Uint8Array(memory.buffer, read(vectors + 8 * i), length),
                    );
                    sum += length;
                }
                write(written, sum);
                return 0;
            },
            fd_close: () => 0,
            fd_seek: () => 70, // it cannot: the output is a pipe
            proc_exit(/** @type {number} */ code) {
                throw new Error(`exit ${code}`);
            },
        },
    });
    memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    try {
        /** @type {() => void} */ (instance.exports._start)();
        return { code: 0, output };
    } catch (error) {
        const exit = /^exit (\d+)$/.exec(/** @type {Error} */ (error).message);
        return { code: exit ? Number(exit[1]) : -1, output: exit ? output : `${output}${error}` };
    }
}

/**
 * Runs a program in a page of its own.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<string>} what it printed
 */
export async function runInChromium(file, args) {
    browser ??= open();
    const page = await (await browser).newPage();
    const { code, output } = await page.evaluate(runInPage, {
        base64: readFileSync(file).toString('base64'),
        args: [file, ...args],
    });
    await page.close();
    if (code !== 0)
        throw new Failure(
            `${output.trim()}\n\nfailed (${code}) in Chromium: ${[file, ...args].join(' ')}`,
        );
    return output;
}

/** Ends the browser, if there is one. */
export async function closeChromium() {
    await (await browser)?.close();
    browser = undefined;
}
