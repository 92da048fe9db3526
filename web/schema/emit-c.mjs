// The parts of src/ and web/bridge/ that follow from the rows of a subject, by the name of their region.
import { cOfArray, cOfWords } from './emit-arrays.mjs';
import { BOUNDS, cType, capital, fieldsOf, inUnit, isByHand, memberOf, mostOf, negationOf, placesOf,
    sentence, snake, storedNumbers, upper, versionOf, wrap } from './rows.mjs';

/** @import { Row, Subject } from './rows.mjs' */

/** @param {Row} row @param {string} array @param {string} prefix */
function fromRecord(row, array, prefix) {
    const [x, y] = fieldsOf(row).map((field) => `${array}[${prefix}_${field}]`);
    switch (row.kind) {
        case 'vector':
            return `vec(${x}, ${y})`;
        case 'switch':
            return `${x} != 0.0`;
        case 'choice':
            return `(${row.type})(int32_t)${x}`;
        default:
            return `(${cType(row)})${x}`;
    }
}

/** The value of a row as the double that a record holds. @param {Row} row @param {string} value */
const toDouble = ({ kind, type },
    value) => (kind === 'number' || type === 'uint64_t' ? `(double)${value}` : value);

/** The default of a row in C: by the name of its bound, where it is the largest. @param {Row} row */
function valueOf(row) {
    if (typeof row.initial !== 'number') return String(row.initial);
    if (row.initial === mostOf(row) && row.max !== 'ONE') return check(row).bound;
    return row.kind === 'integer'
        ? String(row.initial)
        : literalOf(Number(row.initial));
}

/** @param {Row} row */
function check(row) {
    const bound = BOUNDS[row.max ?? 'FACTOR'].c;
    const call = row.kind === 'vector'
        ? 'vec'
        : row.min === 'zero'
        ? 'not_negative'
        : row.min === 'above'
        ? 'above_zero'
        : 'number';
    return { call: `world_check_${call}`, bound };
}

/** A float as C writes it. @param {number} value */
const literalOf = (value) => (Number.isInteger(value) ? `${value}.0f` : `${value}f`);

/** The call that gives the error of a value. @param {Row} row @param {string} value */
function checkOf(row, value) {
    if (row.kind === 'choice')
        return `world_check_choice(${value}, ${upper(String(row.type)).replace(/^_/, '')}_COUNT)`;
    if (row.range) return `world_check_range(${value}, ${row.range.map(literalOf).join(', ')})`;
    const { call, bound } = check(row);
    return `${call}(${value}, ${bound})`;
}

/** Lines of statements, each broken behind its `=` where it is too long. @param {string} left @param {string} right */
function assignment(left, right) {
    const line = `    ${left} = ${right};`;
    return line.length <= 100 ? line : `    ${left} =\n        ${right};`;
}

/** A call, broken behind its last comma where it is too long. @param {string} start up to its bracket @param {string} args */
function broken(start, args) {
    if (start.length + args.length <= 100) return start + args;
    const at = args.lastIndexOf(', ') + 2;
    return `${start}${args.slice(0, at - 1)}\n${' '.repeat(start.length)}${args.slice(at)}`;
}

/** @param {Row} row */
const isDefined = ({ defined }) => defined !== false;

/** Names in C of what belongs to a subject. @param {Subject} subject */
const namesOf = ({ name }) => ({
    prefix: upper(name),
    array: name === 'body' ? 'bodies' : `${name}s`,
    list: `world->state.${name === 'body' ? 'bodies' : `${name}s`}`,
    handle: name === 'world' ? '' : `Mica${capital(name)} ${name}`,
    args: name === 'world' ? 'MicaWorld *world' : `MicaWorld *world, Mica${capital(name)} ${name}`,
});

/** Of web/bridge/records.h and bridge_*.c. @param {Subject} subject */
function bridgeRegions(subject) {
    const { name, rows } = subject;
    const { prefix } = namesOf(subject);
    const defined = rows.filter(isDefined);
    const begin = placesOf(subject)[0][0];
    return {
        enum: () =>
            rows.flatMap((row) =>
                fieldsOf(row).map((field) => {
                    const line = `    ${prefix}_${field}${
                        field === begin && subject.first ? ` = ${subject.first.c}` : ''
                    },`;
                    return isDefined(row)
                        ? line
                        : `${line}  // for ${name}_set only, not part of a definition`;
                })
            ).join('\n'),
        read: () =>
            defined.map((row) =>
                assignment(`def.${memberOf(row)}`, fromRecord(row, 'record', prefix))
            ).join('\n'),
        write: () =>
            defined.flatMap((row) => (row.kind === 'vector'
                ? ['x', 'y'].map((axis, i) =>
                    assignment(`record[${prefix}_${fieldsOf(row)[i]}]`,
                        `(double)def->${memberOf(row)}.${axis}`)
                )
                : [assignment(`record[${prefix}_${fieldsOf(row)[0]}]`,
                    toDouble(row, `def->${memberOf(row)}`))])
            ).join('\n'),
        set: () =>
            rows.filter((row) => row.setter !== undefined).map((row) => {
                const call = row.setter === 'plain' ? snake(row.name) : row.setter;
                const value = row.kind === 'switch'
                    ? 'value != 0.0'
                    : row.kind === 'choice'
                    ? `(${row.type})(int32_t)value`
                    : `(${cType(row)})value`;
                const start = `        return (int32_t)mica_${name}_set_${call}(`,
                    args = `world, ${name === 'world' ? '' : `${name[0]}, `}${value});`;
                return `    case ${prefix}_${fieldsOf(row)[0]}:\n${broken(start, args)}`;
            }).join('\n'),
        numbers: () =>
            rows.filter((row) => row.reported).map((row, i) =>
                `    scratch.f64[${prefix}_NUMBERS + ${i}] = (double)mica_${name}_${
                    snake(row.name)
                }(world, ${name[0]});`
            ).join('\n'),
    };
}

/** Of src/mica.h. @param {Subject} subject */
function headerRegions(subject) {
    const { name, rows } = subject;
    const { handle, args } = namesOf(subject);
    return {
        def: () =>
            rows.filter(isDefined).map((row) =>
                `${
                    wrap(sentence(row, { withDefault: true }).replaceAll('±', '+-'), '    // ')
                }\n    ${cType(row)} ${memberOf(row)};`
            ).join('\n'),
        getters: () =>
            rows.filter((row) => row.reported).map((row) =>
                `float mica_${name}_${snake(row.name)}(MicaWorld *world, ${handle});`
            ).join('\n'),
        setters: () =>
            rows.filter((row) => row.setter === 'plain').map((row) =>
                broken(`MicaError mica_${name}_set_${snake(row.name)}(`,
                    `${args}, ${cType(row)} value);`)
            ).join('\n'),
    };
}

/** What a record has of a row. @param {Row} row @param {string} from the pointer to the record, with its arrow */
function heldOf(row, from) {
    const { name, held, kind, type } = row;
    if (typeof held === 'object')
        return 'bit' in held
            ? `(${from}flags & ${held.bit}) != 0`
            : `${from}${held.not} == 0`;
    return kind === 'choice' && held === 'byte' ? `(${type})${from}${name}` : `${from}${name}`;
}

/** What a new record gets of a row; undefined if that is written by hand. @param {Row} row @returns {string | undefined} */
function initialOf(row) {
    const not = negationOf(row);
    if (not) return `    record.${not} = !def->${memberOf(row)};`;
    if (typeof row.held === 'object' || row.kind === 'vector') return undefined;
    return `    record.${row.name} = ${row.held === 'byte' ? '(uint8_t)' : ''}def->${
        memberOf(row)
    };`;
}

/** Of the record and the definition of a subject in src/world/. @param {Subject} subject */
function recordRegions(subject) {
    const { name, rows, bytes, spare } = subject;
    const defined = rows.filter(isDefined);
    const stored = rows.filter((row) => row.stored !== undefined);
    const numbers = storedNumbers(subject);
    const negations = rows.flatMap((row) => negationOf(row) ?? []);
    const left = (spare ?? 0) - negations.length;
    /** @param {Row[]} list */
    const members = (list) => list.map((row) => `    ${cType(row)} ${row.name};`).join('\n');
    return {
        // Those of the first version lie where they did, later ones at the end.
        members: () => members(numbers.filter((row) => row.stored === 1)),
        'members.later': () => members(numbers.filter((row) => row.stored !== 1)),
        'members.spare': () => (spare === undefined
            ? ''
            : [...negations.map((not) => `    uint8_t ${not};`),
                ...(left > 0 ? [`    uint8_t spare[${left}];`] : [])].join('\n')),
        size: () =>
            `_Static_assert(sizeof(${capital(name)}) == ${
                Number(bytes) + 4 * numbers.filter((row) => row.stored !== 1).length
            }, "saved as it is");`,
        checks: () =>
            defined.filter((row) =>
                ['number', 'vector', 'choice'].includes(row.kind) && !isByHand(row, 'check')
            )
                .map((row) => `        ${checkOf(row, `def->${memberOf(row)}`)},`).join('\n'),
        defaults: () =>
            defined.filter((row) => row.initial).map((row) =>
                `    def.${memberOf(row)} = ${inUnit(row, valueOf(row))};`
            ).join('\n'),
        initial: () => stored.flatMap((row) => initialOf(row) ?? []).join('\n'),
        // What a definition says of a live record; where numbers are reported one by one, no such call is needed.
        described: () => (rows.some((row) => row.reported)
            ? ''
            : stored.map((row) => `    out->${memberOf(row)} = ${heldOf(row, 'c->')};`).join('\n')),
    };
}

/** Of snapshots in src/world/. @param {Subject} subject */
function savedRegions(subject) {
    const { name } = subject;
    const Record = capital(name);
    const { array } = namesOf(subject);
    const stored = storedNumbers(subject);
    const versions = [...new Set(stored.map((row) => Number(row.stored)))].sort((a, b) => a - b);
    return {
        sound: () =>
            stored.map((row) => {
                const value = `${name[0]}->${row.name}`;
                const { bound } = check(row);
                const inRange = row.min === 'zero'
                    ? `${value} >= 0.0f && ${value} <= ${bound}`
                    : `within(${value}, ${bound})`;
                return `    if (!(${inRange})) {\n        return false;\n    }`;
            }).join('\n'),
        // For each version before the newest: what its records end at.
        grown: () =>
            versions.slice(0, -1).map((version, i) => {
                const next =
                    /** @type {Row} */ (stored.find((row) => row.stored === versions[i + 1]));
                return `    {offsetof(MicaWorld, state.${array}), ${version}, offsetof(${Record}, ${next.name}), &BLANK_${
                    upper(name)
                }},`;
            }).join('\n'),
        blank: () =>
            stored.filter((row) => row.initial && row.stored !== 1).map((row) =>
                `    .${row.name} = ${valueOf(row)},`
            ).join('\n'),
    };
}

/** Reads a number of a live record. @param {Subject} subject @param {Row} row */
function getter(subject, row) {
    const { list, handle } = namesOf(subject);
    return [
        `float mica_${subject.name}_${snake(row.name)}(MicaWorld *world, ${handle})`,
        '{',
        `    int32_t slot = ${subject.name}_slot(world, ${subject.name});`,
        `    return slot == NONE ? 0.0f : ${list}.data[slot].${row.name};`,
        '}',
    ].join('\n');
}

/** Checks and sets it. @param {Subject} subject @param {Row} row */
function setter(subject, row) {
    const { list, args, prefix } = namesOf(subject);
    const isWorld = subject.name === 'world';
    const place = isWorld ? `world->state.${row.name}` : `${list}.data[slot].${row.name}`;
    return [
        broken(`MicaError mica_${subject.name}_set_${snake(row.name)}(`,
            `${args}, ${cType(row)} value)`),
        '{',
        ...(isWorld
            ? ['    if (world == NULL) {', '        return MICA_ERROR_NULL_ARGUMENT;']
            : [`    int32_t slot = ${subject.name}_slot(world, ${subject.name});`,
                '    if (slot == NONE) {', `        return MICA_ERROR_STALE_${prefix};`]),
        '    }',
        `    MicaError error = ${checkOf(row, 'value')};`,
        '    if (error != MICA_ERROR_OK) {',
        '        return world_fail(world, error);',
        '    }',
        ...(row.wakes
            ? [
                `    if (value != ${place}) {`,
                `        ${place} = value;`,
                `        ${subject.name}_wake(world, slot);`,
                '    }',
            ]
            : [`    ${place} = ${row.held === 'byte' ? '(uint8_t)' : ''}value;`]),
        ...(row.edits ? [`    ${subject.name}_edit_pairs(world, slot, EDIT_REFILTER);`] : []),
        '    return MICA_ERROR_OK;',
        '}',
    ].join('\n');
}

/** What the state of a world has of the rows, and its comparison with a definition. @param {Subject} subject @returns {Record<string, () => string>} */
function stateRegions({ rows }) {
    const stored = rows.filter((row) => row.stored !== undefined);
    const numbers = stored.flatMap((
        row,
    ) => (row.kind === 'vector'
        ? ['x', 'y'].map((axis) => `${row.name}.${axis}`)
        : row.kind === 'number'
        ? [row.name]
        : [])
    );
    return {
        initial: () =>
            stored.map((row) => `    world->state.${memberOf(row)} = def->${memberOf(row)};`).join(
                '\n',
            ),
        agrees: () =>
            numbers.map((member) => `        {s->${member}, settings->${member}},`).join('\n'),
        sound: () =>
            stored.flatMap((row) => {
                const value = `s->${row.name}`;
                const { bound } = check(row);
                if (row.kind === 'vector')
                    return [
                        `    sound = sound && vec_within(${value}, ${bound});`,
                    ];
                if (row.kind !== 'number') return [];
                if (row.range)
                    return [
                        `    sound = sound && ${checkOf(row, value)} == MICA_ERROR_OK;`,
                    ];
                return [
                    `    sound = sound && ${value} ${
                        row.min === 'above' ? '>' : '>='
                    } 0.0f && ${value} <= ${bound};`,
                ];
            }).join('\n'),
    };
}

/** @param {Subject} subject @returns {Record<string, () => string>} */
export function cRegions(subject) {
    if (subject.array) return cOfArray(subject);
    if (subject.words) return cOfWords(subject);
    if (subject.name === 'world') return worldRegions(subject);
    return {
        ...bridgeRegions(subject),
        ...headerRegions(subject),
        ...recordRegions(subject),
        ...savedRegions(subject),
        get: () =>
            subject.rows.filter((row) => row.reported).map((row) => getter(subject, row)).join(
                '\n\n',
            ),
        plain: () =>
            subject.rows.filter((row) => row.setter === 'plain').map((row) => setter(subject, row))
                .join('\n\n'),
    };
}

/** @param {Subject} subject */
function worldRegions(subject) {
    const { read, write, enum: fields, set } = bridgeRegions(subject);
    const { def, setters } = headerRegions(subject);
    const { checks, defaults } = recordRegions({ ...subject, bytes: 0 });
    const plain = () =>
        subject.rows.filter((row) => row.setter === 'plain').map((row) => setter(subject, row))
            .join('\n\n');
    return { read, write, enum: fields, set, def, setters, checks, defaults, plain,
        ...stateRegions(subject) };
}

/** What follows from all subjects. @param {Subject[]} subjects */
export const sharedCRegions = (subjects) => ({
    version: () => `#define VERSION ${versionOf(subjects)}u`,
});
