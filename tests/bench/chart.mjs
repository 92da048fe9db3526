// The picture of a run: one group of bars per scene, one bar per engine, milliseconds a step on a logarithmic scale.
// Plain SVG, so that no drawing library has to be installed to see a figure.

/** @import { Scene } from '../scenes/builder.js' */
/** @import { Row } from './report.mjs' */

/** @type {Record<string, string>} */
const colours = {
    mica: '#0b7a75',
    'mica-scalar': '#7cc4bf',
    'box2d-deluxe': '#c8553d',
    'box2d-compat': '#e8a598',
    rapier: '#e0a100',
    planck: '#6b6ecf',
    matter: '#8c8c8c',
};

/**
 * @param {Scene[]} scenes
 * @param {string[]} engines
 * @param {Row[]} rows
 * @returns {string} an SVG document
 */
export function chartOf(scenes, engines, rows) {
    const times = rows.filter((r) => !r.error && r.medianMs > 0).map((r) => r.medianMs);
    const low = Math.floor(Math.log10(Math.min(...times)));
    const high = Math.ceil(Math.log10(Math.max(...times)));
    const bar = 11;
    const group = engines.length * bar + 26;
    const left = 58;
    const top = 56;
    const height = 300;
    const width = left + scenes.length * group + 16;
    const yOf = (/** @type {number} */ ms) =>
        top + height - (height * (Math.log10(ms) - low)) / Math.max(1, high - low);
    const out = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${
            top + height + 78
        }" width="${width}" `
        + `font-family="system-ui, sans-serif" font-size="12">`,
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        `<text x="${left}" y="20" font-size="14" fill="#222">milliseconds a step, lower is better (logarithmic)</text>`,
    ];
    engines.forEach((engine, i) => {
        const x = left + i * 112;
        out.push(
            `<rect x="${x}" y="30" width="10" height="10" fill="${colours[engine] ?? '#444'}"/>`,
        );
        out.push(`<text x="${x + 15}" y="39" fill="#222">${engine}</text>`);
    });
    for (let power = low; power <= high; ++power) {
        const y = yOf(10 ** power);
        out.push(`<line x1="${left}" x2="${width - 8}" y1="${y}" y2="${y}" stroke="#ddd"/>`);
        out.push(
            `<text x="${left - 6}" y="${y + 4}" text-anchor="end" fill="#555">${
                10 ** power
            }</text>`,
        );
    }
    scenes.forEach((scene, s) => {
        const x0 = left + s * group + 10;
        engines.forEach((engine, i) => {
            const row = rows.find((r) => r.scene === scene.name && r.engine === engine);
            if (!row || row.error) return;
            const y = yOf(row.medianMs);
            const title = `${scene.name}, ${engine}: ${row.medianMs.toPrecision(3)} ms${
                row.cut ? `, first ${row.steps} steps` : ''
            }`;
            out.push(
                `<rect x="${x0 + i * bar}" y="${y.toFixed(1)}" width="${bar - 2}" height="${
                    (top + height - y).toFixed(1)
                }" `
                    + `fill="${colours[engine] ?? '#444'}"><title>${title}</title></rect>`,
            );
        });
        const middle = x0 + (engines.length * bar) / 2;
        const y = top + height + 16;
        out.push(
            `<text x="${middle}" y="${y}" text-anchor="end" transform="rotate(-30 ${middle} ${y})" fill="#222">${scene.name}</text>`,
        );
    });
    out.push('</svg>');
    return out.join('\n') + '\n';
}
