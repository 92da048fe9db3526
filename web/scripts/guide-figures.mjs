// The figures of README.md as HTML, which the guide's page of performance shows too: paragraphs, tables, code; links into the
// repository become code. Called by guide.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

export function renderFigures() {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const text = readme.slice(readme.indexOf('## Figures\n') + 11,
        readme.indexOf('<!-- figures: end -->')).replace(/<!--.*?-->/gs, '');
    const inline = (/** @type {string} */ line) =>
        line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/`([^`]+)`/g,
            '<code>$1</code>')
            .replace(/\[([^\]]+)\]\([^)]+\)/g, '<code>$1</code>');
    const row = (/** @type {string} */ line, /** @type {string} */ tag) =>
        `<tr>${
            line.split('|').slice(1, -1)
                .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')
        }</tr>`;
    return text.trim().split(/\n{2,}/).map((block) => {
        const lines = block.trim().split('\n');
        if (!lines[0].startsWith('|')) return `<p>${inline(lines.join('\n'))}</p>`;
        return `<div class="wide"><table><thead>${row(lines[0], 'th')}</thead><tbody>${
            lines.slice(2).map((line) => row(line, 'td')).join('\n')
        }</tbody></table></div>`;
    }).join('\n');
}
