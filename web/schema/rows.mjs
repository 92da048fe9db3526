// The rows of the schema: what body.mjs and its siblings may say of a number, switch, choice or vector, and what
// follows from that alone. `npm run generate` (web/scripts/generate.mjs) makes of them the parts of src/, web/bridge/
// and js/ that lie between `<schema …>` and `</schema>`.

/**
 * The largest magnitudes, by the name that a row gives: as js/wire/errors.js and src/base/config.h call them.
 * @type {Readonly<Record<string, { js: string, c: string, value: number }>>}
 */
export const BOUNDS = Object.freeze({
    ONE: { js: '1', c: '1.0f', value: 1 },
    LAYER: { js: '63', c: 'LAYER_COUNT - 1', value: 63 },
    COORDINATE: { js: 'MAX_COORDINATE', c: 'MAX_COORDINATE', value: 1e7 },
    SPEED: { js: 'MAX_SPEED', c: 'MAX_SPEED', value: 4e4 },
    ANGLE: { js: 'MAX_ANGLE', c: 'MAX_ANGLE', value: 1e8 },
    FACTOR: { js: 'MAX_FACTOR', c: 'MAX_FACTOR', value: 1e6 },
    DENSITY: { js: 'MAX_DENSITY', c: 'MAX_DENSITY', value: 1e9 },
});

/** The C types of the kinds. */
const C_TYPES = { number: 'float', integer: 'int32_t', switch: 'bool', vector: 'MicaVec2',
    bits: 'uint32_t' };

/**
 * One fact that a game can say of a body, collider or world.
 * @typedef {object} Row
 * @property {string} name as options, properties and records call it
 * @property {'number' | 'integer' | 'switch' | 'choice' | 'vector' | 'bits'} kind `bits` and `integer` are uint32 and int32
 * @property {string} said what it is, one sentence or two, without unit, range and default, which are added
 * @property {string} [unit] such as 'm/s'
 * @property {keyof typeof BOUNDS} [max] largest magnitude of a number; of a vector, of each component
 * @property {readonly [number, number]} [range] its least and largest value, in the place of max and min
 * @property {boolean} [imported] false: no property of Tiled says it, since an object is placed so, or since the body has one of that name
 * @property {boolean} [ofTile] whether a kind of tile has it too
 * @property {number} [largest] of an integer that counts from 0: its largest value
 * @property {readonly string[]} [of] the types that use it, if not all do
 * @property {string} [written] that range as a person writes it, if not by its numbers
 * @property {string} [initially] its default as a person writes it, likewise
 * @property {'negative' | 'zero' | 'above'} [min] whether a number may be negative (the default), is at least 0, or above 0
 * @property {number | boolean | string} [initial] its default: 0 or false unless said; text is an expression in C
 * @property {number} [choices] of a choice or bits: how many values there are
 * @property {string} [type] its type in C, where that does not follow from its kind
 * @property {string} [words] of a choice: the list in js/options/options.js that names its values
 * @property {string} [jsType] of a choice: the type of those names
 * @property {string} [member] its name in the definition in C, where that differs
 * @property {string[]} [fields] its places in the record, where they are not its name in capitals
 * @property {boolean} [defined] false: it is set at run time alone, and no part of a definition
 * @property {string} [setter] its name in the call that sets it, if it has one: `mica_body_set_` and this; 'plain' where that
 *     call, the operation and the property are made here too
 * @property {number} [operation] the number of the operation that sets it, for good
 * @property {string} [constant] what js/wire/operations.js calls that operation, if not SET_ and its name in capitals
 * @property {boolean} [wakes] whether setting a plain number wakes the body
 * @property {boolean} [edits] whether the next step must mix the materials of its contacts again after a plain setter
 * @property {number} [stored] in which version of the snapshots it became a part of the saved record, under its name
 * @property {'byte' | { bit: string } | { not: string }} [held] how the record holds it, if not as its type in C: as a byte,
 *     as a bit of `flags`, or, in a byte that was 0 before there was this row, as its negation of another name
 * @property {boolean} [reported] whether `body_numbers` of the bridge gives it
 * @property {string} [flag] of a switch: its bit in FLAGS
 * @property {unknown} [sample] a value that tests give it, if the one of sampleOf will not do
 * @property {('option' | 'operation' | 'accessor' | 'scene' | 'check')[]} [byHand] what is written by hand for it: how the option
 *     is read, the row of the operation, the property of its class, how a scene writes it, how C checks a definition
 */

/**
 * The rows of one subject.
 * @typedef {object} Subject
 * @property {string} name 'body'
 * @property {Row[]} rows in the order of the record
 * @property {number} [bytes] of its record in src/world/records.h as the first version of snapshots had it; none of subjects whose
 *     numbers are an array
 * @property {boolean} [words] whether a record for the bridge and the saved record are its definition in C, word by word
 * @property {boolean} [array] whether its numbers are an array, indexed by an enum of mica.h
 * @property {number} [spare] bytes of that record that a negated switch may take
 * @property {{ c: string, js: number }} [first] where its numbers begin in a record for the bridge, if not at 0
 * @property {{ field: string, size: number }} [behind] another record behind its numbers, as js/wire/layout.js calls it
 * @property {boolean} [path] whether options have a path before their name in errors, such as 'colliders[1].'
 */

/** @param {string} name in camelCase */
export const upper = (name) => snake(name).toUpperCase();

/** @param {string} name in camelCase */
export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The places of a row in the record. @param {Row} row @returns {string[]} */
export const fieldsOf = ({ name, fields }) => fields ?? [upper(name)];

/** @param {Row} row */
export const memberOf = ({ name, member }) => member ?? name;

/** @param {Row} row */
export const cType = ({ kind, type }) =>
    type ?? C_TYPES[/** @type {keyof typeof C_TYPES} */ (kind)];

/** The least value of a number. @param {Row} row */
export const leastOf = (
    { min, range, max = 'FACTOR' },
) => (range ? range[0] : min !== undefined && min !== 'negative' ? 0 : -BOUNDS[max].value);

/** @param {Row} row */
export const mostOf = ({ range, max = 'FACTOR' }) => (range ? range[1] : BOUNDS[max].value);

/** The power of a length in each unit. @type {Readonly<Record<string, number>>} */
const LENGTH_POWERS = { m: 1, 'm/s': 1, 'm/s²': 1, N: 1, 'kg/m²': -2 };

/**
 * The power of the length unit of a world that the default of a row has. A default that is the largest value stands for
 * no limit, and has none.
 * @param {Row} row
 */
export const lengthPower = (row) =>
    row.initial === undefined || row.initial === mostOf(row)
        ? 0
        : LENGTH_POWERS[row.unit ?? ''] ?? 0;

/** A default in C, in the unit of a world. @param {Row} row @param {string} value in metres */
export const inUnit = (row, value) =>
    ({ 1: row.kind === 'vector' ? `scale(lengthUnit, ${value})` : `${value} * lengthUnit`,
        [-2]: `${value} / (lengthUnit * lengthUnit)` })[lengthPower(row)] ?? value;

/** A number as a person writes it: 1e6, 40000, 1. @param {number} value */
export const short = (
    value,
) => (Math.abs(value) >= 1e6 || (value > 0 && value < 1e-6)
    ? value.toExponential().replace('e+', 'e')
    : String(value));

/** The range of a row, in words. @param {Row} row */
function rangeOf(row) {
    if (row.kind !== 'number' && row.kind !== 'vector' && !(row.kind === 'integer' && row.max))
        return '';
    const most = short(mostOf(row));
    if (row.written) return row.written;
    if (row.range && row.range[0] !== -row.range[1]) return `${short(row.range[0])} to ${most}`;
    return row.min === 'zero'
        ? `0 to ${most}`
        : row.min === 'above'
        ? `above 0, to ${most}`
        : `within ±${most}`;
}

/**
 * What a row says of itself: its sentences, then unit, range and, on demand, default.
 * @param {Row} row
 * @param {{ withDefault?: boolean }} [options]
 */
export function sentence(row, { withDefault = false } = {}) {
    const range = rangeOf(row);
    const amount = [row.unit ? `in ${row.unit}` : '', range].filter(Boolean).join(', ');
    const plain = row.kind === 'number' || row.kind === 'integer' || row.kind === 'switch';
    const value = row.initial ?? (row.kind === 'switch' ? false : 0);
    const initial = withDefault && plain
        ? `default ${row.initially ?? (typeof value === 'number' ? short(value) : value)}`
        : '';
    const rest = [amount, initial].filter(Boolean).join('; ');
    return rest === '' ? row.said : `${row.said} ${capital(rest)}.`;
}

/** A float in C. @param {number} value */
export function literal(value) {
    const exact = Math.abs(value) >= 1e3 || (value !== 0 && Math.abs(value) < 1e-4)
        ? value.toExponential().replace('e+', 'e')
        : String(value);
    const text = exact.length > 10 ? value.toPrecision(9) : exact;
    return /[.e]/.test(text) ? `${text}f` : `${text}.0f`;
}

/** A value for tests that is in range and not the default. @param {Row} row @returns {unknown} */
export function sampleOf(row) {
    if (row.sample !== undefined) return row.sample;
    if (row.kind === 'switch') return !(row.initial ?? false);
    return row.min === 'zero' ? 0.4 : -0.5;
}

/** Where the bridge has the number of each row. @param {Subject} subject */
export const placesOf = ({ rows, first }) =>
    rows.flatMap(fieldsOf).map((field, i) => /** @type {const} */ ([field, (first?.js ?? 0) + i]));

/** The numbers of the saved record. @param {Subject} subject */
export const storedNumbers = ({ rows }) =>
    rows.filter((row) => row.stored !== undefined && row.kind === 'number');

/** The name of a switch in the saved record that holds its negation. @param {Row} row @returns {string | undefined} */
export const negationOf = (
    { held },
) => (typeof held === 'object' && 'not' in held ? held.not : undefined);

/** @param {Row} row */
export const constantOf = ({ name, constant }) => constant ?? `SET_${upper(name)}`;

/** @param {Row} row @param {'option' | 'operation' | 'accessor' | 'scene' | 'check'} what */
export const isByHand = ({ byHand }, what) => byHand?.includes(what) === true;

/**
 * Text in lines of at most so many characters, each behind a prefix.
 * @param {string} text
 * @param {string} prefix
 * @param {number} [width]
 */
export function wrap(text, prefix, width = 100) {
    /** @type {string[]} */
    const lines = [];
    let line = '';
    for (const word of text.split(' ')) {
        if (line !== '' && prefix.length + line.length + 1 + word.length > width) {
            lines.push(prefix + line);
            line = '';
        }
        line += line === '' ? word : ` ${word}`;
    }
    return [...lines, prefix + line].join('\n');
}

/** The version of snapshots: the latest in which a record got a number. @param {Subject[]} subjects */
export const versionOf = (subjects) =>
    Math.max(...subjects.flatMap(({ rows }) => rows.map(({ stored }) => stored ?? 1)));
