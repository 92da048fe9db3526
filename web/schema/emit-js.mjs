// The parts of js/ that follow from the rows of a subject, by the name of their region.
import { jsOfArray, jsOfWords } from './emit-arrays.mjs';
import { BOUNDS, capital, constantOf, fieldsOf, isByHand, leastOf, mostOf, negationOf, placesOf,
    sentence, short, storedNumbers, upper, versionOf, wrap } from './rows.mjs';

/** @import { Row, Subject } from './rows.mjs' */

/** The JSDoc types of the options. */
const TYPES = { number: 'number', integer: 'number', switch: 'boolean', choice: 'string',
    vector: 'Vector', bits: 'number' };

/** The call of js/wire/errors.js that checks a number, but for its closing bracket. @param {Row} row @param {string} args */
function check(row, args) {
    const bound = BOUNDS[row.max ?? 'FACTOR'].js;
    if (row.kind === 'switch') return `Number(boolean(${args}))`;
    if (row.kind === 'choice') return `oneOf(${args}, ${row.words})`;
    if (row.kind === 'integer')
        return row.largest
            ? `integer(${args}, 0, ${row.largest})`
            : `integer(${args}, -(2 ** 31), 2 ** 31 - 1)`;
    if (row.range) return `inRange(${args}, ${row.range.join(', ')})`;
    if (row.min === 'above') return `aboveZero(${args}, ${bound})`;
    if (row.max === 'ONE' && row.min === 'zero') return `inRange(${args}, 0, 1)`;
    return row.min === 'zero'
        ? `notNegative(${args}, ${bound})`
        : `inRange(${args}, -${bound}, ${bound})`;
}

/** The argument of the operation that sets a row. @param {Row} row */
function argument(row) {
    const bound = BOUNDS[row.max ?? 'FACTOR'].js;
    switch (row.kind) {
        case 'switch':
            return `flag('${row.name}')`;
        case 'choice':
        case 'bits':
            return `whole('${row.name}', 0, ${Number(row.choices) - 1})`;
        case 'integer':
            return row.max ? `whole('${row.name}', 0, ${bound})` : `bits('${row.name}')`;
        default:
            if (row.max === 'ONE' && row.min === 'zero') return `between('${row.name}', 0, 1)`;
            return row.min === 'zero'
                ? `atMost('${row.name}', ${bound})`
                : `between('${row.name}', -${bound}, ${bound})`;
    }
}

/** Of js/wire/. @param {Subject} subject */
function wireRegions(subject) {
    const { name, rows, first, behind } = subject;
    const prefix = upper(name);
    const reported = rows.filter((row) => row.reported).map((row) => fieldsOf(row)[0]);
    const operations = rows.filter((row) => row.operation !== undefined);
    const numbers = storedNumbers(subject);
    const negations = rows.flatMap((
        row,
    ) => (negationOf(row) ? [{ row, not: negationOf(row) }] : []));
    /** @param {Row[]} list */
    const saved = (list) =>
        (name === 'world' ? [] : list).map((row) => `        ['${row.name}', 'float', SETTING],`)
            .join('\n');
    const places = placesOf(subject);
    return {
        record: () => {
            const end = (first?.js ?? 0) + places.length;
            const last = behind
                ? [[behind.field, end], ['RECORD', end + behind.size]]
                : [['RECORD', end]];
            return [...places, ...last].map(([field, at]) => `    ${field}: ${at},`).join('\n');
        },
        // Behind mass, inertia and both centres.
        numbers: () => (reported.length === 0
            ? ''
            : [...reported, 'RECORD'].map((field, i) => `    ${field}: ${6 + i},`).join('\n')),
        'number.fields': () => (reported.length === 0
            ? ''
            : `export const ${prefix}_NUMBER_FIELDS = Object.freeze([${
                reported.map((field) => `${prefix}.${field}`).join(', ')
            }]);`),
        operations: () =>
            operations.filter((row) => !isByHand(row, 'operation')).map((row) =>
                `export const ${constantOf(row)} = setter(${row.operation}, ${argument(row)}, set${
                    capital(name)
                }, ${prefix}.${fieldsOf(row)[0]});`
            ).join('\n'),
        names: () =>
            operations.map((row) => `    ${row.operation}: '${name}.set${capital(row.name)}',`)
                .join('\n'),
        saved: () => saved(numbers.filter((row) => row.stored === 1)),
        'saved.later': () => saved(numbers.filter((row) => (row.stored ?? 0) > 1)),
        'saved.spare': () => (subject.spare === undefined ? '' : [
            ...negations.map(({ not }) => `        ['${not}', 'uint8_t', SETTING],`),
            ...(subject.spare > negations.length
                ? [`        ['spare', 'uint8_t[${subject.spare - negations.length}]', CACHE],`]
                : []),
        ].join('\n')),
    };
}

/** Of js/options/. @param {Subject} subject */
function optionRegions({ name, rows, path }) {
    const options = rows.filter((row) => row.defined !== false && !isByHand(row, 'option'));
    return {
        keys: () => options.map((row) => `    '${row.name}',`).join('\n'),
        parse: () =>
            options.map((row) => {
                const place = `record[${upper(name)}.${fieldsOf(row)[0]}]`;
                const called = path ? `\`\${path}${row.name}\`` : `'${row.name}'`;
                return `    if (o.${row.name} !== undefined) ${place} = ${
                    check(row, `method, ${called}, o.${row.name}`)
                };`;
            }).join('\n'),
        options: () =>
            ['/**', ` * The numbers and switches of a ${name}.`, ' * @internal',
                ` * @typedef {object} ${capital(name)}PlainOptions`, ...options.map((row) =>
                    wrap(
                        `@property {${row.jsType ?? TYPES[row.kind]}} [${row.name}] ${
                            sentence(row, { withDefault: true })
                        }`,
                        ' * ',
                        140,
                    )
                        .replaceAll('\n * ', '\n *     ')
                ), ' */'].join('\n'),
    };
}

/** How a property is read: of a body from its flags or by one call, of others from their record. @param {Subject} subject @param {Row} row */
function reading({ name }, row) {
    const method = `'${capital(name)}.${row.name}'`;
    if (row.flag) return `this.#has(${method}, FLAGS.${row.flag})`;
    if (name === 'world')
        return `this.#core.worldRecord[WORLD.${fieldsOf(row)[0]}]${
            row.kind === 'switch' ? ' !== 0' : ''
        }`;
    if (row.reported) return `this.#number(${method}, ${upper(name)}_NUMBERS.${fieldsOf(row)[0]})`;
    const number = `this.#get(${method}, ${upper(name)}.${fieldsOf(row)[0]})`;
    return row.kind === 'switch'
        ? `${number} !== 0`
        : row.kind === 'choice'
        ? `${row.words}[${number}]`
        : number;
}

/** A property of the class, read and assigned. @param {Subject} subject @param {Row} row */
function accessor(subject, row) {
    const text = row.reported
        ? `${sentence(row)} Reading it is one call into the engine.`
        : sentence(row);
    const said = row.jsType ? `${text} @returns {${row.jsType}}` : text;
    const comment = said.length <= 126
        ? `    /** ${said} */`
        : `    /**\n${wrap(said, '     * ', 120)}\n     */`;
    const operation = subject.name === 'world' ? constantOf(row) : `OP.${constantOf(row)}`;
    const set = row.kind === 'choice'
        ? `this.#choose(OP.${constantOf(row)}, '${
            capital(subject.name)
        }.${row.name}', value, ${row.words})`
        : `${subject.name === 'world' ? 'this.#assign(' : 'assign(this, '}${operation}, '${
            capital(subject.name)
        }.${row.name}', value)`;
    return `${comment}\n    get ${row.name}() { return ${
        reading(subject, row)
    }; }\n    set ${row.name}(value) { ${set}; }`;
}

/** What a scene writes where it is not the default. @param {Subject} subject */
function sceneRegions({ name, rows }) {
    const prefix = upper(name);
    const own = rows.filter((row) => row.defined !== false || row.flag).filter((row) =>
        !isByHand(row, 'scene')
    );
    return {
        'scene.numbers': () =>
            own.filter(({ kind, largest }) => kind === 'number' || (kind === 'integer' && !largest))
                .map((row) => (row.reported
                    ? `    ['${row.name}', ${prefix}_NUMBERS.${fieldsOf(row)[0]}, ${prefix}.${
                        fieldsOf(row)[0]
                    }],`
                    : `    ['${row.name}', ${prefix}.${fieldsOf(row)[0]}],`)
                ).join('\n'),
        counts: () =>
            own.filter(({ largest }) => largest).map((row) =>
                `    ${row.name}: [${prefix}.${fieldsOf(row)[0]}, ${row.largest}],`
            ).join('\n'),
        'scene.switches': () =>
            own.filter(({ kind }) => kind === 'switch').map((row) =>
                `    ['${row.name}', ${
                    row.flag ? `FLAGS.${row.flag}` : `${prefix}.${fieldsOf(row)[0]}`
                }, ${row.initial ?? false}],`
            ).join('\n'),
        'scene.choices': () =>
            own.filter(({ kind }) => kind === 'choice').map((row) =>
                `    ['${row.name}', ${prefix}.${fieldsOf(row)[0]}, ${row.words}],`
            ).join('\n'),
    };
}

/** How the importer of Tiled reads a property. @param {Row} row */
function imported(row) {
    if (row.kind === 'switch') return 'flag';
    if (row.kind === 'choice') return 'combine';
    if (row.kind === 'integer')
        return '(source) => numeric(source).integer(-(2 ** 31), 2 ** 31 - 1)';
    return `between(${short(leastOf(row))}, ${short(mostOf(row))})`;
}

/** What the importer of Tiled takes from the properties of an object. @param {Subject} subject */
function importRegions({ name, rows }) {
    const known = rows.filter((row) =>
        row.defined !== false && !isByHand(row, 'option') && row.imported !== false
        && name !== 'world'
    );
    /** @param {boolean} tile */
    const list = (tile) =>
        known.filter(({ ofTile = false }) => ofTile === tile).map((row) =>
            `    ${row.name}: ${imported(row)},`
        ).join('\n');
    return { imported: () => list(false), 'imported.tile': () => list(true) };
}

/** @param {Subject} subject @returns {Record<string, () => string>} */
export function jsRegions(subject) {
    if (subject.array) return { ...jsOfArray(subject), options: optionRegions(subject).options };
    if (subject.words) return jsOfWords(subject);
    return {
        ...wireRegions(subject),
        ...optionRegions(subject),
        accessors: () =>
            subject.rows.filter((row) => row.operation !== undefined && !isByHand(row, 'accessor'))
                .map((row) => accessor(subject, row)).join('\n\n'),
        ...sceneRegions(subject),
        ...importRegions(subject),
    };
}

/** What follows from all subjects. @param {Subject[]} subjects */
export const sharedJsRegions = (subjects) => ({
    version: () => `export const VERSION = ${versionOf(subjects)};`,
});
