// The exam as pictures: a page with the whole table, coloured by verdict, and an SVG with one square per row and
// engine. Both stand alone, without scripts or other files.

/** @import { Theme, Verdict } from './question.mjs' */
/** @import { Sitting } from './report.mjs' */
import { cellOf, engineNames, formatAll, scoresOf, titleOf } from './report.mjs';

/** @type {Record<Verdict, { fill: string, text: string }>} */
const verdictColours = {
    right: { fill: '#2a9d6f', text: 'within the tolerance' },
    close: { fill: '#e9b949', text: 'off by up to ten tolerances' },
    wrong: { fill: '#d1495b', text: 'further off' },
    blank: { fill: '#e3e3e3', text: 'the engine has no such thing' },
};

/** @param {string} text */
function escape(text) {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * @param {Theme[]} themes
 * @param {Sitting[]} sittings
 * @returns {string} an SVG document
 */
export function svgOf(themes, sittings) {
    const size = 15;
    const left = 110;
    const perLine = 24;
    const lines = themes.map((theme) => Math.ceil(theme.questions.length / perLine));
    const width = left + perLine * size + 70;
    const engineHeight = lines.reduce((sum, n) => sum + n * size + 5, 0);
    const block = engineHeight + 40;
    const columns = Math.min(sittings.length, 3);
    const totalWidth = columns * width + 10;
    const totalHeight = Math.ceil(sittings.length / columns) * block + 70;
    const out = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${totalWidth} ${totalHeight}" width="${totalWidth}" `
        + 'font-family="system-ui, sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<text x="12" y="22" font-size="15" fill="#222">The mechanics exam: one square a question</text>',
    ];
    Object.values(verdictColours).forEach(({ fill, text }, i) => {
        const x = 12 + i * 200;
        out.push(`<rect x="${x}" y="34" width="12" height="12" fill="${fill}"/>`);
        out.push(`<text x="${x + 18}" y="44" fill="#444">${text}</text>`);
    });
    sittings.forEach((sitting, s) => {
        const x0 = 12 + (s % columns) * width;
        let y = 86 + Math.floor(s / columns) * block;
        const scores = scoresOf(themes, sitting);
        const right = scores.reduce((sum, score) => sum + score.right, 0);
        const rows = scores.reduce((sum, score) => sum + score.verdicts.length, 0);
        out.push(
            `<text x="${x0}" y="${y - 10}" font-size="14" font-weight="600" fill="#222">`
                + `${engineNames[sitting.engine]}: ${right} of ${rows}</text>`,
        );
        scores.forEach(({ theme, verdicts, right: themeRight }, t) => {
            out.push(`<text x="${x0}" y="${y + 11}" fill="#444">${theme.name}</text>`);
            out.push(
                `<text x="${x0 + left + perLine * size - 8}" y="${y + 11}" fill="#444">`
                    + `${themeRight}/${verdicts.length}</text>`,
            );
            verdicts.forEach((verdict, i) => {
                const x = x0 + left - 26 + (i % perLine) * size;
                const row = y + Math.floor(i / perLine) * size;
                const question = theme.questions[i];
                const title = escape(
                    `${question.text}: ${cellOf(question, sitting).text} ${question.unit}`,
                );
                out.push(
                    `<rect x="${x}" y="${row}" width="${size - 2}" height="${size - 2}" rx="2" `
                        + `fill="${verdictColours[verdict].fill}"><title>${title}</title></rect>`,
                );
            });
            y += lines[t] * size + 5;
        });
    });
    out.push('</svg>');
    return out.join('\n') + '\n';
}

/**
 * @param {Theme[]} themes
 * @param {Sitting[]} sittings
 * @returns {string} an HTML document
 */
export function htmlOf(themes, sittings) {
    const styles = Object.entries(verdictColours)
        .map(([verdict, { fill }]) =>
            `.${verdict} { background: ${fill}${verdict === 'blank' ? '' : '44'}; }`
        )
        .join('\n');
    const out = [
        '<!doctype html>',
        '<html lang="en"><head><meta charset="utf-8"><title>The mechanics exam</title>',
        '<meta name="viewport" content="width=device-width">',
        '<style>',
        'body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; color: #222; }',
        'table { border-collapse: collapse; }',
        'th, td { padding: 3px 10px; text-align: left; border-bottom: 1px solid #ddd; vertical-align: top; }',
        'td { font-variant-numeric: tabular-nums; }',
        'thead th { position: sticky; top: 0; background: #fff; }',
        'th.theme { padding-top: 18px; font-size: 16px; }',
        'svg { max-width: 100%; height: auto; }',
        styles,
        '</style></head><body>',
        '<h1>The mechanics exam</h1>',
        `<p>${
            sittings.map((s) => escape(s.version)).join(' · ')
        }. Default settings, 60 steps a second, `
        + 'four substeps where the engine has them, sleep off.</p>',
        svgOf(themes, sittings),
        '<table><thead><tr><th>question</th><th>truth</th><th>± tolerance</th><th>unit</th>',
        ...sittings.map((s) => `<th>${engineNames[s.engine]}</th>`),
        '</tr></thead><tbody>',
    ];
    for (const theme of themes) {
        out.push(
            `<tr><th class="theme" colspan="${4 + sittings.length}">${
                escape(theme.title)
            }</th></tr>`,
        );
        for (const question of theme.questions) {
            const cells = sittings.map((sitting) => {
                const { text, verdict } = cellOf(question, sitting);
                const title = sitting.errors.get(question.id) ?? '';
                return `<td class="${verdict}"${title ? ` title="${escape(title)}"` : ''}>${
                    escape(text)
                }</td>`;
            });
            const tolerance = question.tolerance.map((t) => String(Number(t.toPrecision(3)))).join(
                ' ',
            );
            out.push(
                `<tr id="${question.id}"><td>${escape(titleOf(question))}</td>`
                    + `<td>${formatAll(question, question.truth)}</td><td>${tolerance}</td>`
                    + `<td>${escape(question.unit)}</td>${cells.join('')}</tr>`,
            );
        }
    }
    out.push('</tbody></table></body></html>');
    return out.join('\n') + '\n';
}
