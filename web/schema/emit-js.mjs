// The parts of js/ that follow from the rows of a subject, by the name of their region.
import { BOUNDS, capital, constantOf, fieldsOf, isByHand, memberOf, sentence, upper, versionOf, wrap } from './rows.mjs';

/** @import { Row, Subject } from './rows.mjs' */

/** The JSDoc types of the options. */
const TYPES = { number: 'number', integer: 'number', switch: 'boolean', choice: 'string', vector: 'Vector', bits: 'number' };

/** The call of js/wire/errors.js that checks a number, but for its closing bracket. @param {Row} row @param {string} args */
function check(row, args) {
    const bound = BOUNDS[row.max ?? 'FACTOR'].js;
    return row.min === 'zero' ? `notNegative(${args}, ${bound})` : `inRange(${args}, -${bound}, ${bound})`;
}

/** The argument of the operation that sets a row. @param {Row} row */
function argument(row) {
    const bound = BOUNDS[row.max ?? 'FACTOR'].js;
    switch (row.kind) {
        case 'switch': return `flag('${row.name}')`;
        case 'choice': return `whole('${row.name}', 0, ${Number(row.choices) - 1})`;
        case 'integer': return `bits('${row.name}')`;
        default: return row.min === 'zero' ? `atMost('${row.name}', ${bound})` : `between('${row.name}', -${bound}, ${bound})`;
    }
}

/** Of js/wire/. @param {Subject} subject */
function wireRegions({ name, rows }) {
    const prefix = upper(name);
    const reported = rows.filter((row) => row.reported).map((row) => fieldsOf(row)[0]);
    const operations = rows.filter((row) => row.operation !== undefined);
    /** @param {Row[]} list */
    const saved = (list) => list.map((row) => `        ['${memberOf(row)}', 'float', SETTING],`).join('\n');
    return {
        record: () => [...rows.flatMap(fieldsOf), 'RECORD'].map((field, i) => `    ${field}: ${i},`).join('\n'),
        // Behind mass, inertia and both centres.
        numbers: () => [...reported, 'RECORD'].map((field, i) => `    ${field}: ${6 + i},`).join('\n'),
        'number.fields': () =>
            `export const ${prefix}_NUMBER_FIELDS = Object.freeze([${reported.map((field) => `${prefix}.${field}`).join(', ')}]);`,
        operations: () => operations.filter((row) => !isByHand(row, 'operation')).map((row) =>
            `export const ${constantOf(row)} = setter(${row.operation}, ${argument(row)}, set${capital(name)}, ${prefix}.${fieldsOf(row)[0]});`).join('\n'),
        names: () => operations.map((row) => `    ${row.operation}: '${name}.set${capital(row.name)}',`).join('\n'),
        saved: () => saved(rows.filter((row) => row.stored === 1)),
        'saved.later': () => saved(rows.filter((row) => (row.stored ?? 0) > 1)),
    };
}

/** Of js/options/. @param {Subject} subject */
function optionRegions({ name, rows }) {
    const options = rows.filter((row) => row.defined !== false && !isByHand(row, 'option'));
    return {
        keys: () => options.map((row) => `    '${row.name}',`).join('\n'),
        parse: () => options.map((row) => {
            const place = `record[${upper(name)}.${fieldsOf(row)[0]}]`;
            const args = `method, '${row.name}', o.${row.name}`;
            const value = row.kind === 'switch' ? `Number(boolean(${args}))` : check(row, args);
            return `    if (o.${row.name} !== undefined) ${place} = ${value};`;
        }).join('\n'),
        options: () => ['/**', ` * The numbers and switches of a ${name}.`, ' * @internal', ` * @typedef {object} ${capital(name)}PlainOptions`,
            ...options.map((row) => wrap(`@property {${TYPES[row.kind]}} [${row.name}] ${sentence(row, { withDefault: true })}`, ' * ', 140)
                .replaceAll('\n * ', '\n *     ')), ' */'].join('\n'),
    };
}

/** A property of the class, read and assigned. @param {Subject} subject @param {Row} row */
function accessor({ name }, row) {
    const method = `'${capital(name)}.${row.name}'`;
    const text = row.reported ? `${sentence(row)} Reading it is one call into the engine.` : sentence(row);
    const comment = text.length <= 126 ? `    /** ${text} */` : `    /**\n${wrap(text, '     * ', 120)}\n     */`;
    const read = row.flag ? `this.#has(${method}, FLAGS.${row.flag})` : `this.#number(${method}, ${upper(name)}_NUMBERS.${fieldsOf(row)[0]})`;
    return `${comment}\n    get ${row.name}() { return ${read}; }\n\n    set ${row.name}(value) { this.#assign(OP.${constantOf(row)}, ${method}, value); }`;
}

/** @param {Subject} subject @returns {Record<string, () => string>} */
export function jsRegions(subject) {
    const { name, rows } = subject;
    const prefix = upper(name);
    return {
        ...wireRegions(subject),
        ...optionRegions(subject),
        accessors: () => rows.filter((row) => row.operation !== undefined && !isByHand(row, 'accessor')).map((row) => accessor(subject, row)).join('\n\n'),
        'scene.numbers': () => rows.filter((row) => row.reported && !isByHand(row, 'scene')).map((row) =>
            `    ['${row.name}', ${prefix}_NUMBERS.${fieldsOf(row)[0]}, ${prefix}.${fieldsOf(row)[0]}],`).join('\n'),
        'scene.switches': () => rows.filter((row) => row.flag && !isByHand(row, 'scene')).map((row) =>
            `    ['${row.name}', FLAGS.${row.flag}, ${row.initial ?? false}],`).join('\n'),
    };
}

/** What follows from all subjects. @param {Subject[]} subjects */
export const sharedJsRegions = (subjects) => ({
    version: () => `export const VERSION = ${versionOf(subjects)};`,
});
