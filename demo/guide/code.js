// Code as it stands on a page: its colours, marks beside its lines, and the programs that the blocks of a page make up.

/** @typedef {import('./runner.js').Marks} Marks */

const TOKENS =
    /(\/\/[^\n]*|\/\*[^]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(await|async|catch|const|else|for|from|function|if|import|let|new|of|return|this|try|while)\b|\b(\d[\d_.]*(?:e-?\d+)?)\b/g;

/** @param {string} text */
const escaped = (text) =>
    text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);

/**
 * Code as HTML, with comments, strings, keywords and numbers marked, and each line by itself: what does
 * not fit goes on further in than its line began.
 * @param {string} code
 */
export function coloured(code) {
    let html = '';
    let end = 0;
    for (const match of code.matchAll(TOKENS)) {
        const kind = 'cskn'[match.slice(1).findIndex((part) => part !== undefined)];
        const lines = match[0].split('\n').map((line) =>
            `<span class="${kind}">${escaped(line)}</span>`
        );
        html += escaped(code.slice(end, match.index)) + lines.join('\n');
        end = match.index + match[0].length;
    }
    const lines = (html + escaped(code.slice(end))).replace(/\n$/, '').split('\n');
    return lines.map((line) =>
        `<span class="line" style="--in: ${
            line.search(/[^ ]|$/) + 2
        }ch"><span>${line}</span>\n</span>`
    ).join('');
}

/**
 * What to write beside a line that has printed: a tick if it printed what its comment `// → …` promises.
 * @param {string} line
 * @param {string[]} printed
 */
export function besideLine(line, printed) {
    const promise = /\/\/ → (.*)$/.exec(line)?.[1].trim();
    const text = printed.length > 3
        ? `${printed[printed.length - 1]} (${printed.length} times)`
        : printed.join(' · ');
    return printed.join(' · ') === promise ? '✓' : `→ ${text}`;
}

/** Shows marks beside the lines of a coloured block. @param {HTMLElement} pre @param {Marks} marks */
export function markLines(pre, { printed, bad, message = '' }) {
    pre.querySelectorAll('.line > span').forEach((line, i) => {
        const texts = printed.get(i + 1);
        if (texts) line.setAttribute('data-printed', besideLine(line.textContent ?? '', texts));
        else line.removeAttribute('data-printed');
        line.parentElement?.classList.toggle('bad', bad === i + 1);
        if (bad === i + 1) line.setAttribute('data-wrong', message);
        else line.removeAttribute('data-wrong');
    });
}

/**
 * @typedef {object} Program
 * @property {HTMLElement[]} blocks the elements whose texts, one after the other, are the program
 * @property {Element | null} live the place for its canvas, which stands before it
 * @property {string} where `node` for a program that prints, `browser` for one that draws, or the name of a library
 */

/** Matches the first import of a program. */
const BEGINS = /^import .* from 'mica2d/m;

/**
 * The programs of a page. Its blocks are one program until a block begins the next one with an import.
 * @param {ParentNode} page
 */
export function readPrograms(page) {
    /** @type {Program[]} */
    const programs = [];
    for (const pre of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(
        'pre[data-code=js]:not([data-file])',
    ))) {
        if (programs.length === 0 || BEGINS.test(pre.textContent ?? '')) {
            programs.push({ blocks: [],
                live: pre.closest('.example')?.querySelector('.live') ?? null, where: 'node' });
        }
        const program = programs[programs.length - 1];
        program.blocks.push(pre);
        program.where = pre.dataset.run ?? program.where;
    }
    return programs;
}

/** The texts of the files that a page shows, by their names. @param {ParentNode} page @returns {Record<string, string>} */
export function readFiles(page) {
    return Object.fromEntries(
        Array.from(/** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll('pre[data-file]')),
            (pre) => [pre.dataset.file ?? '', pre.textContent ?? '']),
    );
}
