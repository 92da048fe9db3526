// The parts of src/, web/bridge/ and js/ that follow from subjects without records of their own: those whose numbers are an
// array that an enum of mica.h indexes (movers), and those whose definition is passed and saved word by word (fields).
import { BOUNDS, cType, capital, fieldsOf, inUnit, isByHand, leastOf, lengthPower, literal,
    memberOf, mostOf, placesOf, sentence, short, upper, wrap } from './rows.mjs';

/** @import { Row, Subject } from './rows.mjs' */

/** @typedef {Record<string, () => string>} Regions */

/** @param {Subject} subject @returns {Regions} */
export const cOfArray = ({ name, rows }) => ({
    enum: () =>
        rows.map((row) =>
            `${wrap(sentence(row, { withDefault: true }), '    // ')}\n    MICA_${upper(name)}_${
                upper(row.name)
            },`
        ).join('\n'),
    ranges: () =>
        rows.map((row) =>
            `    [MICA_${upper(name)}_${upper(row.name)}] = {${
                [...(row.range ?? []), Number(row.initial)].map(literal).join(', ')
            }, ${lengthPower(row)}},`
        ).join('\n'),
});

/** @param {Subject} subject @returns {Regions} */
export function jsOfArray(subject) {
    const { name, rows } = subject;
    const [prefix, Class] = [upper(name), capital(name)];
    return {
        record: () => placesOf(subject).map(([field, at]) => `    ${field}: ${at},`).join('\n'),
        ranges: () =>
            rows.map((row) =>
                `    ${row.name}: { field: ${prefix}.${fieldsOf(row)[0]}, least: ${
                    short(leastOf(row))
                }, most: ${short(mostOf(row))}, standard: ${row.initial}, power: ${
                    lengthPower(row)
                } },`
            ).join('\n'),
        accessors: () =>
            rows.map((row) =>
                `    /** ${
                    sentence(row)
                } */\n    get ${row.name}() { return this.#setting('${Class}.${row.name}', ${prefix}.${
                    fieldsOf(row)[0]
                }); }\n`
                + `    set ${row.name}(value) { this.#setNumber('${row.name}', value); }`
            ).join('\n\n'),
        arguments: () => rows.map((row) => `    number('${row.name}'),`).join('\n'),
        saved: () =>
            `        ['numbers', 'float[${rows.length + 2}]', SETTING, [${
                rows.map((row) => `'${row.name}'`).join(', ')
            }, 'up.x', 'up.y']],`,
    };
}

/** Whether a word is an int32. @param {Row} row */
const isInteger = ({ kind }) => kind === 'integer' || kind === 'choice' || kind === 'switch';

/** @param {Row} row */
const wordType = (row) => (row.kind === 'switch' ? 'int32_t' : cType(row));

/** The members of a row: a vector has two. @param {Row} row */
const membersOf = (
    row,
) => (row.kind === 'vector' ? ['x', 'y'].map((axis) => `${row.name}.${axis}`) : [row.name]);

/** Its range in C. @param {Row} row */
function rangeInC(row) {
    if (row.range) return row.range.map(literal).join(', ');
    const { c } = BOUNDS[row.max ?? 'FACTOR'];
    return `${row.min === 'zero' ? '0.0f' : `-${c}`}, ${c}`;
}

/** Where in the record each field lies: a vector takes two. @param {Subject} subject */
const wordsOf = ({ rows }) =>
    rows.flatMap((
        row,
    ) => (row.kind === 'vector'
        ? ['X', 'Y'].map((axis) => `${upper(row.name)}_${axis}`)
        : [upper(row.name)])
    );

/** @param {Subject} subject @returns {Regions} */
export function cOfWords(subject) {
    const { name, rows } = subject;
    const measured = rows.filter(({ kind }) => kind === 'number' || kind === 'vector');
    return {
        enum: () => wordsOf(subject).map((word) => `    ${upper(name)}_${word},`).join('\n'),
        def: () =>
            rows.map((row) =>
                `${
                    wrap(
                        sentence(row, { withDefault: true }).replaceAll('±', '+-').replace(
                            'Default false.',
                            '1 or 0; default 0.',
                        ),
                        '    // ',
                    )
                }\n    ${wordType(row)} ${memberOf(row)};`
            ).join('\n'),
        defaults: () =>
            rows.filter((row) => row.initial).map((row) =>
                `    ${name}.${row.name} = ${
                    !row.range && row.initial === mostOf(row)
                        ? BOUNDS[row.max ?? 'FACTOR'].c
                        : inUnit(row, literal(Number(row.initial)))
                };`
            ).join('\n'),
        checks: () =>
            measured.flatMap((row) =>
                membersOf(row).map((member) => `        {f->${member}, ${rangeInC(row)}},`)
            ).join('\n'),
        integers: () =>
            rows.filter(isInteger).map((row) => `    case ${upper(name)}_${upper(row.name)}:`).join(
                '\n',
            ) + '\n        return 1;',
    };
}

/** @param {Subject} subject @returns {Regions} */
export function jsOfWords(subject) {
    const { name, rows } = subject;
    const prefix = upper(name);
    const types = [...new Set(rows.flatMap((row) => row.of ?? []))];
    const settings = rows.filter((row) => !isByHand(row, 'option'));
    return {
        record: () =>
            [...wordsOf(subject), 'RECORD'].map((word, i) => `    ${word}: ${i},`).join('\n'),
        keys: () =>
            types.map((type) =>
                `    ${type}: [${
                    settings.filter((row) => row.of?.includes(type)).map((row) => `'${row.name}'`)
                        .join(', ')
                }],`
            ).join('\n'),
        numbers: () =>
            settings.filter(({ kind }) => kind === 'number').map((row) =>
                `    ${row.name}: [${prefix}.${upper(row.name)}, ${short(leastOf(row))}, ${
                    short(mostOf(row))
                }],`
            ).join('\n'),
        vectors: () =>
            settings.filter(({ kind }) => kind === 'vector').map((row) =>
                `    ${row.name}: [${prefix}.${upper(row.name)}_X, ${short(mostOf(row))}],`
            ).join('\n'),
        saved: () =>
            rows.map((row) =>
                `        ['${row.name}', '${
                    row.kind === 'vector' ? 'Vec2' : isInteger(row) ? 'int32_t' : 'float'
                }'],`
            ).join('\n'),
    };
}
