// How JavaScript and TypeScript files are written: dprint's formatter for them, and the choices it leaves. Used by
// format.mjs for all files, and by generate.mjs for what the schema makes. A statement that only reads well as it
// stands, such as a table, has `// dprint-ignore` above it.
import { createFromBuffer } from '@dprint/formatter';
import { getPath } from '@dprint/typescript';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from './process.mjs';

const LINE_WIDTH = 100;

/** dprint.dev/plugins/typescript/config says what each of them means. */
const OPTIONS = {
    lineWidth: LINE_WIDTH,
    indentWidth: 4,
    quoteStyle: 'preferSingle',
    preferHanging: true,
    operatorPosition: 'nextLine',
    nextControlFlowPosition: 'sameLine',
    singleBodyPosition: 'maintain',
    useBraces: 'maintain',
    'arrowFunction.useParentheses': 'force',
    'commentLine.forceSpaceAfterSlashes': true,
    // The order of imports is that in which modules run.
    'module.sortImportDeclarations': 'maintain',
    'module.sortExportDeclarations': 'maintain',
    'importDeclaration.sortNamedImports': 'maintain',
    'exportDeclaration.sortNamedExports': 'maintain',
};

/** How often a text is formatted at most: dprint breaks some lines otherwise once others are broken. */
const MAX_ROUNDS = 5;

/** @type {ReturnType<typeof createFromBuffer> | undefined} */
let formatter;

function load() {
    const loaded = createFromBuffer(readFileSync(getPath()));
    loaded.setConfig({}, OPTIONS);
    const wrong = loaded.getConfigDiagnostics();
    if (wrong.length > 0) throw new Failure(wrong.map(({ message }) => message).join('\n'));
    return loaded;
}

/**
 * A text as it is written: formatted until that changes nothing.
 * @param {string} file its name
 * @param {string} text
 */
export function formatJs(file, text) {
    formatter ??= load();
    let before = text;
    for (let round = 0; round < MAX_ROUNDS; ++round) {
        const after = formatter.formatText({ filePath: file, fileText: before });
        if (after === before) return after;
        before = after;
    }
    throw new Failure(`${file}: formatting it ${MAX_ROUNDS} times still changes it.`);
}

/** All files that are formatted so: those that git has or would add. @returns {string[]} */
export function listJs() {
    const given = ['ls-files', '--cached', '--others', '--exclude-standard', '*.js', '*.mjs',
        '*.ts'];
    const files = execFileSync('git', given, { cwd: root, encoding: 'utf8' }).trim().split('\n');
    return files.filter((file) => existsSync(join(root, file)));
}

/**
 * The files that are not as formatJs writes them, with their text as it would.
 * @returns {{ file: string, text: string }[]}
 */
export function unformattedJs() {
    return listJs().flatMap((file) => {
        const before = readFileSync(join(root, file), 'utf8');
        const text = formatJs(file, before);
        return text === before ? [] : [{ file, text }];
    });
}
