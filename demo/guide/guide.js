// What the guide's pages do beside standing there: colours in code, the current page in view in the
// navigation, and the programs behind a canvas, which run as they are written.

const TOKENS = /(\/\/[^\n]*|\/\*[^]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(await|async|catch|const|else|for|from|function|if|import|let|new|of|return|this|try|while)\b|\b(\d[\d_.]*(?:e-?\d+)?)\b/g;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);

/**
 * Code as HTML, with comments, strings, keywords and numbers marked.
 * @param {string} code
 */
function coloured(code) {
    let html = '';
    let end = 0;
    for (const match of code.matchAll(TOKENS)) {
        const kind = 'cskn'[match.slice(1).findIndex((part) => part !== undefined)];
        html += `${escaped(code.slice(end, match.index))}<span class="${kind}">${escaped(match[0])}</span>`;
        end = match.index + match[0].length;
    }
    return html + escaped(code.slice(end));
}

/**
 * Runs a program of the page, with the package's entries found in this repository.
 * @param {string} code
 * @param {HTMLElement} figure
 */
async function run(code, figure) {
    const base = new URL('../../js/', import.meta.url);
    const text = code.replace(/'mica2d(\/[\w/-]+)?'/g, (_, entry) => `'${new URL(`.${entry ?? '/index'}.js`, base).href}'`);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    try {
        await import(/* @vite-ignore */ url);
    } catch (error) {
        const trouble = document.createElement('p');
        trouble.className = 'trouble';
        trouble.textContent = `This did not run: ${error instanceof Error ? error.message : error}`;
        figure.append(trouble);
    } finally {
        URL.revokeObjectURL(url);
    }
}

for (const pre of document.querySelectorAll('pre[data-code="js"]')) {
    const code = pre.textContent ?? '';
    const figure = pre.previousElementSibling;
    pre.innerHTML = coloured(code);
    if (!(figure instanceof HTMLElement && figure.matches('.live'))) continue;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        const button = document.createElement('button');
        button.textContent = 'Run it';
        button.onclick = () => {
            button.remove();
            void run(code, figure);
        };
        figure.append(button);
    } else {
        void run(code, figure);
    }
}

const current = document.querySelector('nav a[aria-current]');
const nav = current?.parentElement;
if (nav && current instanceof HTMLElement) nav.scrollLeft = current.offsetLeft - nav.clientWidth / 3;
