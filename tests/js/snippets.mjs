// Takes the code blocks out of the README and the guide, so that tests can run them. All blocks of a
// page are one program, in order, until a block begins with an import of 'mica2d', which begins the
// next. `console.log(x); // → text` is a promise: the program must print these texts in this order.
// A block marked `browser`, or with a library's name, makes its program run there and not in Node. A
// block with a file's name is that file: programs that name it by URL get its text as a data: URL.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listGuide, renderGuide } from '../../web/scripts/guide.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {object} Program
 * @property {string} page path of the page
 * @property {string} name the page and a number
 * @property {string} where 'node', 'browser' or a library
 * @property {string} code
 * @property {string[]} promises what it says it prints
 * @property {boolean} hasMatter whether it needs the engine of 'mica2d/matter', of which a process loads that or the plain one
 */

/** @param {string} text of HTML */
export function unescape(text) {
    /** @type {Record<string, string>} */
    const named = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
    return text.replace(/<[^>]*>/g, '').replace(/&(\w+|#39);/g, (all, name) => named[name] ?? all);
}

/** @param {string} text @param {boolean} html @returns {{ where: string, code: string }[]} */
function blocks(text, html) {
    const pattern = html
        ? /<pre data-code="js"(?: data-run="(\w+)")?>([^]*?)<\/pre>/g
        : /^```js(?: (\w+))?\n([^]*?)^```$/gm;
    return Array.from(text.matchAll(pattern), ([, where = 'node', code]) => (
        { where, code: html ? unescape(code) : code }
    ));
}

/**
 * The code with the URLs of the page's own files replaced by data: URLs.
 * @param {string} code
 * @param {string} text of the page
 */
function withFiles(code, text) {
    const files = text.matchAll(/<pre data-code="js" data-file="([\w.]+)">([^]*?)<\/pre>/g);
    return Array.from(files).reduce(
        (all, [, name, file]) =>
            all.replaceAll(`new URL('./${name}', import.meta.url)`,
                `'data:text/javascript,${
                    encodeURIComponent(unescape(file)).replaceAll("'", '%27')
                }'`),
        code,
    );
}

/** The README and the guide's pages, as paths below the root. */
export function pages() {
    return ['README.md', ...listGuide().map(({ name }) => `demo/guide/${name}`)];
}

/** The programs of TypeScript in the guide: the blocks that begin with an import of 'mica2d'. @returns {string[]} */
export function typedPrograms() {
    return pages().flatMap((page) =>
        Array.from(readPage(page).matchAll(/<pre data-code="ts">([^]*?)<\/pre>/g), ([, code]) =>
            unescape(code))
    )
        .filter((code) => /^import .* from 'mica2d/.test(code));
}

/** A page as its reader gets it. @param {string} page one of pages() */
export function readPage(page) {
    return page.endsWith('.html')
        ? renderGuide(basename(page))
        : readFileSync(join(root, page), 'utf8');
}

/**
 * The programs of a page.
 * @param {string} page
 * @returns {Program[]}
 */
export function programs(page) {
    const text = readPage(page);
    /** @type {Program[]} */
    const list = [];
    for (const { where, code } of blocks(text, page.endsWith('.html'))) {
        if (list.length === 0 || /^import .* from 'mica2d/m.test(code)) {
            list.push({ page, name: `${page} ${list.length + 1}`, where, code: '', promises: [],
                hasMatter: false });
        }
        const program = list[list.length - 1];
        if (where !== 'node') program.where = where;
        program.code += code;
    }
    for (const program of list) {
        program.code = withFiles(program.code, text);
        program.hasMatter = /from 'mica2d\/matter'/.test(program.code);
        program.promises = Array.from(program.code.matchAll(/\/\/ → (.*)$/gm), ([, promise]) =>
            promise.trim());
    }
    return list;
}

/**
 * The code with the package's entries replaced by the files behind them.
 * @param {string} code
 * @param {string} base of the repository, a URL or path that ends in a slash
 */
export function resolveImports(code, base) {
    return code.replace(/(from |import\(|import |new URL\()'mica2d(\/[\w/-]+)?'/g,
        (_, before, entry) => `${before}'${base}js${entry ?? '/index'}.js'`);
}

/**
 * Runs a program in this process; fails if it prints anything but what it promises.
 * @param {Program} program
 */
export async function runProgram({ name, code, promises }) {
    const folder = join(root, 'build/snippets');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name.replace(/\W+/g, '-')}.mjs`);
    writeFileSync(file, resolveImports(code, pathToFileURL(root).href));
    /** @type {string[]} */
    const printed = [];
    const { log } = console;
    console.log = (...values) => printed.push(values.map(String).join(' '));
    try {
        await import(`${pathToFileURL(file).href}?${Date.now()}`);
    } finally {
        console.log = log;
    }
    if (promises.length > 0) assert.deepEqual(printed, promises);
}
