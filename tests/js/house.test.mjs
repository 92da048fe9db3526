// The limits that the project sets itself: a file is one idea of at most 600 lines, a function fits a
// screen of 60. Functions are found by the TypeScript compiler in JavaScript, and in C by the braces
// that stand in the first column, as clang-format puts them.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileLines = 600;
const functionLines = 60;

/**
 * Files with a limit of their own: the public header is the manual of the C API and stays whole; the
 * class World has the documentation of sixty public members.
 * @type {Record<string, number>}
 */
const exempt = { 'src/mica.h': Infinity, 'js/world/world.js': 745 };

/** @param {RegExp} ending */
function sources(ending) {
    return ['src', 'js', 'web', 'demo'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
            .filter((name) => ending.test(name) && !name.includes('node_modules'))).sort();
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
    const all = [...sources(/\.[ch]$/).flatMap((path) => cFunctions(read(path)).map((f) => ({ path, ...f }))),
        ...sources(/\.m?js$/).flatMap((path) => jsFunctions(read(path)).map((f) => ({ path, ...f })))];
    assert.ok(all.length > 2000, `found ${all.length} functions`);
    assert.deepEqual(all.filter(({ lines }) => lines > functionLines), []);
});

test('the counting sees a function that is too long', () => {
    const body = '    x();\n'.repeat(functionLines + 1);
    assert.equal(cFunctions(`static void f(void)\n{\n${body}}\n`)[0].lines, functionLines + 1);
    assert.equal(jsFunctions(`export function f() {\n${body}}\n`)[0].lines, functionLines + 1);
});
