// The limits that the project sets itself: a file is one idea of at most 600 lines, a function fits a
// screen of 60. Functions are found by the TypeScript compiler in JavaScript, and in C by the braces
// that stand in the first column, as clang-format puts them. JavaScript and TypeScript are formatted.
// And the words of src/README.md: what tests/js/words.mjs forbids occurs nowhere but where
// tests/fixtures/words-allowed.json says, and that list may only shrink.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { stalePages } from '../../web/scripts/file-tables.mjs';
import { unformattedJs } from '../../web/scripts/format-js.mjs';
import { WORDS } from './words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileLines = 600;
const functionLines = 60;

/**
 * Files with a limit of their own: the public header is the manual of the C API and stays whole.
 * @type {Record<string, number>}
 */
const exempt = { 'src/mica.h': Infinity };

/** @param {RegExp} ending */
function sources(ending) {
    return ['src', 'js', 'web', 'demo'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
            .filter((name) => ending.test(name) && !name.includes('node_modules'))
    ).sort();
}

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The functions of a C text, with the lines between their braces. @param {string} text */
function cFunctions(text) {
    const lines = text.split('\n');
    const found = [];
    for (let i = 0, open = -1; i < lines.length; i++) {
        if (lines[i] === '{') open = i;
        if (lines[i] === '}' && open >= 0) {
            found.push({ name: lines[open - 1].trim(), lines: i - open - 1 });
            open = -1;
        }
    }
    return found;
}

/** The functions of a JavaScript text, with the lines between their braces. @param {string} text */
function jsFunctions(text) {
    const file = ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest, true);
    /** @type {{ name: string, lines: number }[]} */
    const found = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
        if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
            const line = (/** @type {number} */ at) => file.getLineAndCharacterOfPosition(at).line;
            found.push({ name: node.name?.getText() ?? `line ${line(node.getStart()) + 1}`,
                lines: Math.max(0, line(node.body.getEnd()) - line(node.body.getStart()) - 1) });
        }
        ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
}

test(`no file of src, js, web and demo is longer than ${fileLines} lines`, () => {
    const long = sources(/\.(c|h|m?js|css|html)$/)
        .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
        .filter(({ path, lines }) => lines > (exempt[path] ?? fileLines));
    assert.deepEqual(long, []);
});

test(`no function is longer than ${functionLines} lines`, () => {
    const all = [
        ...sources(/\.[ch]$/).flatMap((path) =>
            cFunctions(read(path)).map((f) => ({ path, ...f }))
        ),
        ...sources(/\.m?js$/).flatMap((path) =>
            jsFunctions(read(path)).map((f) => ({ path, ...f }))
        ),
    ];
    assert.ok(all.length > 2000, `found ${all.length} functions`);
    assert.deepEqual(all.filter(({ lines }) => lines > functionLines), []);
});

test('the counting sees a function that is too long', () => {
    const body = '    x();\n'.repeat(functionLines + 1);
    assert.equal(cFunctions(`static void f(void)\n{\n${body}}\n`)[0].lines, functionLines + 1);
    assert.equal(jsFunctions(`export function f() {\n${body}}\n`)[0].lines, functionLines + 1);
});

/** The sources in which words are looked for, but for the two files that name the words. */
const worded = ['src', 'web/bridge', 'js', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((name) =>
            /\.(c|h|m?js)$/.test(name) && !name.includes('node_modules')
            && !/^tests\/js\/(words|house\.test)\.mjs$/.test(name)
        )
);

test('JavaScript and TypeScript files are as `npm run format` writes them', () => {
    assert.deepEqual(unformattedJs().map(({ file }) => file), []);
});

test('the tables of files in the READMEs say what the heads of the files say', () => {
    assert.deepEqual(stalePages(), [], 'npm run format writes them');
});

test('forbidden words occur nowhere but where the list allows them, and the list holds no more', () => {
    /** @type {{ path: string, word: string, reason: string }[]} */
    const allowed = JSON.parse(read('tests/fixtures/words-allowed.json'));
    const known = new Set(WORDS.map(({ word }) => word));
    assert.deepEqual(allowed.filter(({ word, reason }) => !known.has(word) || !reason), []);
    const found = new Map();
    for (const path of worded) {
        const lines = read(path).split('\n');
        for (const { word, say, pattern, files } of WORDS) {
            const at = files === undefined || files.test(path)
                ? lines.findIndex((line) => pattern.test(line))
                : -1;
            if (at >= 0)
                found.set(`${path}: ${word}`, `${path}:${at + 1}: say ${say}: ${lines[at].trim()}`);
        }
    }
    const listed = new Set(allowed.map(({ path, word }) => `${path}: ${word}`));
    assert.equal(listed.size, allowed.length, 'an entry is listed twice');
    assert.deepEqual([...found].filter(([key]) => !listed.has(key)).map(([, text]) => text), []);
    assert.deepEqual([...listed].filter((key) => !found.has(key)), [],
        'these no longer occur: take them off the list');
});

test('the patterns find the words in their sense, and not in another', () => {
    const bad = ['int32_t most = 0;', 'CONTACT_PRESSED', 'MOST_BYTES', 'f4 share = x;',
        'rigid lines', 'the body has sunk', '#graves', 'static void try_way(', 'no room for it',
        'Seekers', 'settle(&s);', 'bury(1)'];
    const good = ['at most 3', 'the room of contacts', 'two bodies share a point',
        'a straight line', 'closer than this', 'in its way', 'what stands on it', 'pressed hard',
        'beside the other', 'at least one'];
    /** @param {string} line */
    const finds = (line) => WORDS.some(({ pattern }) => pattern.test(line));
    assert.deepEqual(bad.filter((line) => !finds(line)), []);
    assert.deepEqual(good.filter(finds), []);
});
