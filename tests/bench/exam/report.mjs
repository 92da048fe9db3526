// The exam as text: the table on the terminal, the summary under it, and the CSV.

/** @import { Question, Theme, Verdict } from './question.mjs' */
import { format, judge, judgePart } from './question.mjs';

/**
 * @typedef {object} Sitting one engine's answers
 * @property {string} engine
 * @property {string} version
 * @property {Map<string, (number | null)[]>} answers by question; one without an answer is in errors
 * @property {Map<string, string>} errors
 */

/** @type {Record<string, string>} */
export const engineNames = {
    mica: 'Mica',
    'mica-scalar': 'Mica scalar',
    'box2d-deluxe': 'Box2D',
    'box2d-compat': 'Box2D compat',
    rapier: 'Rapier',
    planck: 'Planck',
    matter: 'Matter',
};

/** @type {Record<Verdict, string>} */
const marks = { right: '\u001b[32m', close: '\u001b[33m', wrong: '\u001b[31m', blank: '\u001b[2m' };

/**
 * @param {Question} question
 * @param {(number | null)[]} values
 */
export function formatAll(question, values) {
    return values.map((value) => format(question, value)).join(' ');
}

/**
 * @param {Question} question
 * @param {Sitting} sitting
 * @returns {{ text: string, verdict: Verdict }}
 */
export function cellOf(question, sitting) {
    const values = sitting.answers.get(question.id);
    if (!values) return { text: 'failed', verdict: 'wrong' };
    if (values.every((value) => value === null)) return { text: '–', verdict: 'blank' };
    return { text: formatAll(question, values), verdict: judge(question, values) };
}

/**
 * What a row asks, with the names of its parts.
 * @param {Question} question
 */
export function titleOf(question) {
    return question.parts ? `${question.text} (${question.parts.join(', ')})` : question.text;
}

/**
 * @param {Theme[]} themes
 * @param {Sitting[]} sittings
 * @param {boolean} coloured
 */
export function tableOf(themes, sittings, coloured) {
    const columns = ['truth', 'unit', ...sittings.map((s) => engineNames[s.engine])];
    /** @type {{ cells: string[], verdicts?: Verdict[] }[]} */
    const rows = [];
    for (const theme of themes) {
        rows.push({ cells: [theme.title] });
        for (const question of theme.questions) {
            const cells = sittings.map((sitting) => cellOf(question, sitting));
            rows.push({
                cells: [question.text, formatAll(question, question.truth), question.unit,
                    ...cells.map((c) => c.text)],
                verdicts: cells.map((c) => c.verdict),
            });
        }
    }
    const full = rows.filter((row) => row.verdicts);
    const widths = ['', ...columns].map((name, i) =>
        Math.max(name.length, ...full.map((row) => row.cells[i].length))
    );
    const lines = [['', ...columns].map((name, i) => name.padEnd(widths[i])).join('  ')];
    for (const { cells, verdicts } of rows) {
        if (!verdicts) {
            lines.push('', cells[0]);
            continue;
        }
        const padded = cells.map((cell, i) => {
            const text = cell.padEnd(widths[i]);
            return coloured && i > 2 ? `${marks[verdicts[i - 3]]}${text}\u001b[0m` : text;
        });
        lines.push(padded.join('  ').trimEnd());
    }
    return lines.join('\n');
}

/**
 * Rows right and rows asked, by theme.
 * @param {Theme[]} themes
 * @param {Sitting} sitting
 */
export function scoresOf(themes, sitting) {
    return themes.map((theme) => {
        const verdicts = theme.questions.map((question) => cellOf(question, sitting).verdict);
        return {
            theme,
            verdicts,
            right: verdicts.filter((v) => v === 'right').length,
            asked: verdicts.filter((v) => v !== 'blank').length,
        };
    });
}

/**
 * @param {Theme[]} themes
 * @param {Sitting[]} sittings
 */
export function summaryOf(themes, sittings) {
    const width = Math.max(...sittings.map((s) => engineNames[s.engine].length));
    return sittings
        .map((sitting) => {
            const scores = scoresOf(themes, sitting);
            const right = scores.reduce((sum, s) => sum + s.right, 0);
            const rows = scores.reduce((sum, s) => sum + s.verdicts.length, 0);
            const blank = rows - scores.reduce((sum, s) => sum + s.asked, 0);
            const byTheme = scores.map((s) => `${s.theme.name} ${s.right}/${s.verdicts.length}`)
                .join(', ');
            const left = blank > 0 ? `, ${blank} blank` : '';
            return `${
                engineNames[sitting.engine].padEnd(width)
            }  ${right} of ${rows} right${left}: ${byTheme}`;
        })
        .join('\n');
}

/**
 * @param {Theme[]} themes
 * @param {Sitting[]} sittings
 */
export function csvOf(themes, sittings) {
    const quote = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`;
    const lines = [
        'theme,id,question,part,unit,truth,tolerance,engine,version,value,verdict,error',
    ];
    for (const theme of themes) {
        for (const question of theme.questions) {
            for (const sitting of sittings) {
                const values = sitting.answers.get(question.id);
                const error = sitting.errors.get(question.id) ?? '';
                question.truth.forEach((truth, part) => {
                    const value = values ? values[part] : null;
                    lines.push(
                        [
                            theme.name,
                            question.id,
                            quote(question.text),
                            quote(question.parts?.[part] ?? ''),
                            quote(question.unit),
                            truth,
                            question.tolerance[part],
                            sitting.engine,
                            quote(sitting.version),
                            value ?? '',
                            values ? judgePart(question, part, value) : 'wrong',
                            error ? quote(error) : '',
                        ].join(','),
                    );
                });
            }
        }
    }
    return lines.join('\n') + '\n';
}
