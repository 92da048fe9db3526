// The lines of js/ that the tests in Node and those of the adapters in Chromium run, counted by V8.
//
// Each process writes which stretches of text each function ran, in V8's form, into the folder that
// NODE_V8_COVERAGE names; tests/adapters/page.mjs does the same for its pages. A line counts if it has more than
// brackets and punctuation; it is covered if any part of it ran in any process.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { build } from './build.mjs';
import { Failure, jobs, root, run, task } from './process.mjs';
import { findChromium } from './setup.mjs';

/** @typedef {import('./coverage.mjs').FileCoverage} FileCoverage */

/**
 * @typedef {object} Script as V8 gives it
 * @property {string} url
 * @property {{ ranges: { startOffset: number, endOffset: number, count: number }[] }[]} functions
 */

const folder = join(root, 'build', 'coverage-js');

/** V8 allocates for its counts, and these tests measure what a frame allocates. */
const leftOut = ['allocation.test.mjs'];

/** Runs the tests that load js/ as it stands in the tree. One that fails counts too, is printed, and sets the exit code. */
async function runTests() {
    await task('Compiling the engine', () => build());
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const tests of ['tests/js', 'tests/adapters']) {
        const files = readdirSync(join(root, tests))
            .filter((name) => name.endsWith('.test.mjs') && !leftOut.includes(name)).map((name) =>
                join(tests, name)
            );
        const args = ['--expose-gc', '--test', '--test-reporter=spec', '--test-timeout=600000',
            `--test-concurrency=${tests === 'tests/js' ? jobs : 1}`, ...files];
        const env = { NODE_V8_COVERAGE: folder, CHROMIUM_PATH: findChromium() ?? undefined,
            FORCE_COLOR: undefined };
        const { code, output } = await task(`${tests}, counting lines`, (report) =>
            run(process.execPath, args, { onLine: report, env }),
            (result) => (result.code === 0 ? 'passed' : 'failed'));
        if (code === 0) continue;
        console.log(output.slice(output.indexOf('✖ failing tests:')).replaceAll(`${root}/`, ''));
        process.exitCode = 1;
    }
}

/**
 * Marks what ran of a script's text: later ranges lie within earlier ones, or after them.
 * @param {Script} script
 * @param {Uint8Array} ran by character; what ran in earlier processes stays marked
 */
function markRan({ functions }, ran) {
    const now = new Uint8Array(ran.length);
    const ranges = functions.flatMap((f) => f.ranges)
        .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    for (const { startOffset, endOffset, count } of ranges)
        now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    for (let i = 0; i < ran.length; ++i) ran[i] |= now[i];
}

/**
 * The name of a function: with its class before it, or the name of what it is assigned to.
 * @param {ts.Node} node
 * @returns {string | undefined} undefined for a function without a name, whose lines belong to the one around it
 */
function nameOf(node) {
    if (!ts.isFunctionLike(node) || !('body' in node)) return undefined;
    const holder = node.parent;
    const named = node.name
        ?? (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)
            ? holder.name
            : undefined);
    const name = ts.isConstructorDeclaration(node) ? 'constructor' : named?.getText();
    if (name === undefined) return undefined;
    return ts.isClassLike(holder) ? `${holder.name?.getText() ?? 'class'}.${name}` : name;
}

/**
 * Calls back for each token of a text that is more than punctuation, and with the function it stands in.
 * @param {ts.SourceFile} file
 * @param {(start: number, end: number, name: string) => void} onToken
 * @returns {string[]} the names of all functions
 */
function visitTokens(file, onToken) {
    const names = [''];
    /** @param {ts.Node} node @param {string} within */
    const visit = (node, within) => {
        if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode)
            return;
        const own = nameOf(node);
        if (own !== undefined) names.push(own);
        const name = own ?? within;
        const children = node.getChildren(file);
        const punctuation = node.kind >= ts.SyntaxKind.FirstPunctuation
            && node.kind <= ts.SyntaxKind.LastPunctuation;
        if (children.length > 0) children.forEach((child) => visit(child, name));
        else if (!punctuation && node.getWidth(file) > 0
            && node.kind !== ts.SyntaxKind.EndOfFileToken)
        {
            onToken(node.getStart(file), node.getEnd(), name);
        }
    };
    visit(file, '');
    return names;
}

/**
 * @param {string} path
 * @param {string} text
 * @param {Uint8Array} ran by character
 * @returns {FileCoverage}
 */
function countLines(path, text, ran) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    /** By line. @type {Map<number, { ran: boolean, name: string }>} */
    const lines = new Map();
    const functions = visitTokens(file, (start, end, name) => {
        const last = file.getLineAndCharacterOfPosition(end).line;
        for (let line = file.getLineAndCharacterOfPosition(start).line; line <= last; ++line) {
            const seen = lines.get(line + 1) ?? { ran: false, name };
            seen.ran ||= ran[start] === 1;
            lines.set(line + 1, seen);
        }
    });
    /** @type {Map<string, number[]>} */
    const gaps = new Map();
    for (const [line, { ran: covered, name }] of lines) {
        if (!covered) gaps.set(name, [...gaps.get(name) ?? [], line]);
    }
    return {
        path,
        lines: lines.size,
        covered: [...lines.values()].filter((line) => line.ran).length,
        functions,
        gaps: [...gaps].map(([name, missing]) => ({ name, lines: missing.sort((a, b) => a - b) })),
    };
}

/**
 * @param {boolean} last take the counts of the last run
 * @returns {Promise<FileCoverage[]>}
 */
export async function countJs(last) {
    if (!last) await runTests();
    if (!existsSync(folder))
        throw new Failure('No run was counted yet: npm run coverage, without --last.');
    /** @type {Map<string, { text: string, ran: Uint8Array }>} */
    const files = new Map();
    for (const name of readdirSync(join(root, 'js'), { recursive: true, encoding: 'utf8' }).filter((
        file,
    ) => file.endsWith('.js'))) {
        const text = readFileSync(join(root, 'js', name), 'utf8');
        files.set(`js/${name.replaceAll('\\', '/')}`, { text, ran: new Uint8Array(text.length) });
    }
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
        /** @type {{ result: Script[] }} */
        const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        for (const script of result) {
            if (!script.url.startsWith('file:')) continue;
            const file = files.get(
                fileURLToPath(script.url.replace(/[?#].*$/, '')).slice(root.length + 1).replaceAll(
                    '\\',
                    '/',
                ),
            );
            if (file) markRan(script, file.ran);
        }
    }
    return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { text, ran }]) =>
        countLines(path, text, ran)
    );
}
