// js/wire/saved.js says what lies where in a snapshot: each record, each array, each number and each flag is
// compared with the C text, and the sizes with those that a snapshot itself has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { World } from '../../js/index.js';
import { openSaved } from '../../js/wire/saved-bytes.js';
import { BITS, HANDLES, LEVEL, MATTER_ROWS, NUMBERS, PAGE, RECORDS, ROWS,
    rowLayout } from '../../js/wire/saved.js';
import { FIELDS, PLAIN_ROWS } from '../../js/world/saving/snapshots.js';
import './helpers.mjs';

/** @param {string} path */
const read = (path) =>
    readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8').replace(/\/\/.*/g, '');
const [state, records, header, tree, matter] = ['world/state.h', 'world/records.h', 'mica.h',
    'geometry/tree.h', 'world/matter_records.h'].map(read);
const all = [records, header, matter, read('mica_matter.h'), read('geometry/geometry.h'),
    read('base/config.h'), read('world/world.h')].join('\n');

/** The value of a constant: of a macro, or of an enum, in which it has a value or follows from its place. @param {string} name */
function constant(name) {
    const macro = new RegExp(`#define ${name} (.+)`).exec(all);
    if (macro) return Number(new Function(`return ${macro[1]}`)());
    const body =
        [...all.matchAll(/enum\s*\w*\s*\{([^}]*)\}/g)].map(([, text]) => text).find((text) =>
            new RegExp(`\\b${name}\\b`).test(text)
        ) ?? '';
    let next = 0;
    for (const entry of body.split(',').map((part) => part.trim()).filter(Boolean)) {
        const [key, value] = entry.split('=').map((part) => part.trim());
        if (value !== undefined)
            next = Number(
                new Function(
                    `return (${
                        value.replace(/[A-Z][A-Z_0-9]+/g, (word) => String(constant(word)))
                    })`,
                )(),
            );
        if (key === name) return next;
        ++next;
    }
    throw new Error(`no ${name}`);
}

/** The members of a struct; of a union the first one. @param {string} name @returns {[member: string, type: string][]} */
function members(name) {
    const [, body] = new RegExp(`typedef struct ${name} \\{([\\s\\S]*?)\\n\\} ${name};`).exec(all)
        ?? assert.fail(`no struct ${name}`);
    const plain = body.replace(/union \{([^;]*;)(?:[^{}]|\{[^{}]*\})*\};/g, '$1');
    return plain.split(';').map((line) => line.trim().replace(/\s+/g, ' ')).filter(Boolean).flatMap(
        (line) => {
            const [, type, list] = /^(\w+) (.*)$/.exec(line) ?? assert.fail(line);
            return list.split(',').map((each) => {
                const [, member, count] = /^ ?(\w+)(?:\[(\w+)\])?$/.exec(each) ?? assert.fail(each);
                const length = count === undefined
                    ? undefined
                    : /^\d+$/.test(count)
                    ? count
                    : constant(count);
                return /** @type {[string, string]} */ ([member,
                    ours(type) + (length === undefined ? '' : `[${length}]`)]);
            });
        },
    );
}

/** @param {string} type */
const ours = (type) =>
    ({ MicaVec2: 'Vec2', MicaTransform: 'Transform', MicaFieldType: 'int32_t' })[type] ?? type;

/** What an X-macro lists. @param {string} text @param {string} list @returns {string[][]} */
function listed(text, list) {
    const [, body] = new RegExp(`#define ${list}\\(X\\)([\\s\\S]*?[^\\\\])\\n`).exec(text)
        ?? assert.fail(list);
    return [...body.matchAll(/X\((.*), (\w+)\)/g)].map(([, type, name]) => [name, type]);
}

test('every record has the members of its struct', () => {
    const names = { Vec2: 'MicaVec2', Transform: 'MicaTransform' };
    for (const [name, rows] of Object.entries(RECORDS))
        assert.deepEqual(rows.map(([member, type]) => [member, type]),
            members(names[/** @type {'Vec2'} */ (name)] ?? name), name);
    assert.ok(Object.keys(RECORDS).length > 15);
});

test('the arrays are those of state.h, in their order', () => {
    const trees = (/** @type {string} */ of) =>
        listed(tree, 'TREE_ARRAYS').map(([name, type]) => [`${of}.${name}`, type]);
    const wanted = [...listed(state, 'BODY_ARRAYS'), ...listed(state, 'STATE_ARRAYS'),
        ...listed(matter, 'MATTER_ARRAYS'), ...trees('staticTree'), ...trees('movingTree'),
        ...listed(state, 'EVENT_ARRAYS')];
    assert.deepEqual(ROWS.map(([name]) => name), wanted.map(([name]) => name));
    ROWS.forEach(([name, type], i) => {
        if (type !== '') assert.equal(`ARRAY(${type})`, wanted[i][1], name);
    });
});

test('the numbers are those of state.h, in their order', () => {
    assert.deepEqual(NUMBERS.map(([name, type]) => [name, type]), listed(state, 'STATE_NUMBERS'));
});

test('flags have the bits of their constants', () => {
    for (const [name, bit] of Object.values(BITS).flat()) assert.equal(bit, constant(name), name);
});

test('the words of events that are handles are those of their structs', () => {
    const words = (/** @type {string} */ struct) => {
        let at = 0;
        return members(struct).flatMap(([, type]) => {
            const handle = /^Mica(Body|Collider|Joint)$/.test(type);
            const place = at;
            at += { Vec2: 2, uint16_t: 0.5 }[type] ?? 1;
            return handle ? [place] : [];
        });
    };
    for (const [name, type] of [...listed(state, 'EVENT_ARRAYS'),
        /** @type {const} */ (['matterEvents', 'ARRAY(MicaMatterEvent)'])])
    {
        const struct = /^ARRAY\((\w+)\)$/.exec(type)?.[1];
        assert.deepEqual(HANDLES[name], struct && words(struct), name);
    }
});

test("the page's numbers are those that a snapshot has", () => {
    const camel = (/** @type {string} */ key) =>
        key.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    assert.deepEqual(PAGE.map(([name]) => name),
        Object.keys(FIELDS).slice(0, PAGE.length).map(camel));
    assert.equal(PAGE.length, FIELDS.TEXT_BYTES);
});

test('the sizes are those in the table of a snapshot', () => {
    const world = new World();
    const { rows } = openSaved(world.snapshot(), 'a');
    ROWS.forEach((row, k) => {
        if (row[1] !== '') assert.equal(rows[k].size, rowLayout(row).size, row[0]);
    });
    const [count] = new Uint32Array(world.snapshot().buffer, 24, 1);
    assert.equal(count, ROWS.length - MATTER_ROWS.length);
    assert.equal(count, PLAIN_ROWS, 'by which a plain engine knows that a snapshot has matter');
    world.destroy();
});

test('the rows of matter follow those of the state, as it is saved', () => {
    assert.equal(ROWS.indexOf(MATTER_ROWS[0]),
        [...listed(state, 'BODY_ARRAYS'), ...listed(state, 'STATE_ARRAYS')].length);
    for (const [name, , , level] of MATTER_ROWS)
        assert.ok(Object.values(LEVEL).includes(/** @type {any} */ (level)), name);
});
