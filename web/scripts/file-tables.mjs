// The tables of files in src/README.md and js/README.md, made from the files themselves: what a table says of a
// file is the first sentence of the comment at its head. Each table stands between the markers
// `<!-- files of src/base -->` and `<!-- end of files -->`. `npm run format` writes them, and with --check fails
// where they are stale, as tests/js/house.test.mjs does.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['src/README.md', 'js/README.md'];

/** The first sentence of the comment at the head of a file. @param {string} path below the root */
function firstSentence(path) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const end = lines.findIndex((line) => !/^\/\/ \S/.test(line));
    const text = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(3).trim())
        .join(' ');
    if (text === '') throw new Error(`${path}: the file has no comment at its head`);
    const sentence = /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
    return sentence.replace(/[.:]$/, '').replaceAll('|', '\\|');
}

/** The files of a folder, sources before headers, and those of its folders behind. @param {string} folder */
function filesOf(folder) {
    const deep = folder.startsWith('src/') || ['js/world', 'js/adapters'].includes(folder);
    const names = readdirSync(join(root, folder), { recursive: deep, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/')).filter((name) => /\.(c|h|js)$/.test(name));
    /** @param {string} name */
    const key = (name) => `${name.includes('/') ? 1 : 0}${name.endsWith('.h') ? 1 : 0}${name}`;
    return names.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** A page with its tables made anew. @param {string} text */
function withTables(text) {
    return text.replace(/(<!-- files of ([\w/]+) -->\n)[^]*?(<!-- end of files -->)/g,
        (_, open, folder, close) =>
            `${open}\n| file | what |\n|---|---|\n${
                filesOf(folder).map((name) =>
                    `| \`${name}\` | ${firstSentence(`${folder}/${name}`)} |\n`
                ).join('')
            }\n${close}`);
}

/** Pages whose tables are not what the files say. */
export function stalePages() {
    return pages.filter((page) => {
        const text = readFileSync(join(root, page), 'utf8');
        return withTables(text) !== text;
    });
}

/** Writes the tables of all pages. */
export function writeTables() {
    for (const page of pages) {
        const text = readFileSync(join(root, page), 'utf8');
        writeFileSync(join(root, page), withTables(text));
    }
}
