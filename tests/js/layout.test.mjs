// The record layouts exist twice, in web/bridge/ and in js/wire/layout.js: here they are compared,
// and so are the version numbers and the flags that js/ repeats from mica.h.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { FLAGS, TILE, version } from '../../js/index.js';
import * as layout from '../../js/wire/layout.js';
import { QUERY } from '../../js/world/queries/query-filter.js';

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const header = read('src/mica.h');
const records = read('web/bridge/records.h');
const bridge = read('web/bridge/bridge.c');

/**
 * The constants of every enum in a C text. @param {string} text @param {Record<string, number>}
 * known
 */
function enums(text, known = {}) {
    const found = { ...known };
    for (const [, body] of text.replace(/\/\/.*/g, '').matchAll(/enum\s*\w*\s*\{([^}#]*)\}/g)) {
        let next = 0;
        for (const entry of body
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean))
        {
            const [name, expression] = entry.split('=').map((part) => part.trim());
            if (expression !== undefined) {
                const names = expression.replace(/[A-Z][A-Z_0-9]+/g, (word) => String(found[word]));
                next = Number(new Function(`return (${names})`)());
            }
            found[name] = next++;
        }
    }
    return found;
}

const c = enums(
    bridge,
    enums(records, { ...enums(header), MICA_MAX_POLYGON_POINTS: layout.MAX_POINTS }),
);

test('the records of js/wire/layout.js are those of web/bridge/records.h', () => {
    const groups = {
        BODY: layout.BODY,
        SHAPE: layout.SHAPE,
        COLLIDER: layout.COLLIDER,
        FIELD: layout.FIELD,
        CHAIN: layout.CHAIN,
        TILES: layout.TILES,
        WORLD: layout.WORLD,
        JOINT: layout.JOINT,
        MATTER: layout.MATTER,
        EMITTER: layout.EMITTER,
    };
    for (const [prefix, fields] of Object.entries(groups)) {
        for (const [name, value] of Object.entries(fields)) {
            if (`${prefix}_${name}` === 'SHAPE_RECORD') continue;
            assert.equal(value, c[`${prefix}_${name}`], `${prefix}_${name}`);
        }
    }
    assert.equal(layout.SHAPE.RECORD, layout.COLLIDER.LAYER);
    for (const [name, value] of Object.entries(layout.KIND))
        assert.equal(value, c[`KIND_${name}`], name);
});

test('scratch offsets and the interface number agree', () => {
    assert.equal(layout.ABI, c.BRIDGE_ABI);
    assert.equal(layout.SCRATCH_VIEWS, c.SCRATCH_VIEWS);
    assert.equal(layout.SCRATCH_EVENTS, c.SCRATCH_EVENTS);
    assert.equal(layout.SCRATCH_FILTER, c.SCRATCH_FILTER);
    assert.equal(layout.MAX_IGNORED, Number(/MICA_MAX_IGNORED (\d+)/.exec(header)?.[1]));
    assert.ok(2 * layout.SCRATCH_ROOM <= c.SCRATCH_VIEWS);
    assert.ok(c.SCRATCH_FILTER + 5 + 2 * layout.MAX_IGNORED <= 2 * c.SCRATCH_DOUBLES);
    assert.ok(c.SCRATCH_EVENTS + 18 <= c.SCRATCH_FILTER);
});

test('FLAGS, the query flags, the polygon limit and the slot bits are those of mica.h', () => {
    for (const [name, value] of Object.entries(FLAGS))
        assert.equal(value, c[`MICA_FLAG_${name}`], name);
    for (const [name, value] of Object.entries(TILE))
        assert.equal(value, c[`MICA_TILE_${name}`], name);
    assert.equal(Number(/MICA_MAX_POLYGON_POINTS (\d+)/.exec(header)?.[1]), layout.MAX_POINTS);
    for (const [name, value] of Object.entries(QUERY)) {
        const constant = name.replace(/[A-Z]/g, '_$&').toUpperCase();
        assert.equal(value, c[`MICA_QUERY_${constant}`], name);
    }
    const bits = Number(/MICA_SLOT_BITS (\d+)/.exec(header)?.[1]);
    assert.equal(layout.slotOf(2 ** bits - 1), 2 ** bits - 2);
    assert.equal(layout.slotOf((5 << bits) | 8), 7);
});

test('counters and profile fields are read in the order of mica.h', () => {
    const measures = read('js/world/objects/measures.js');
    for (const [list, struct] of [
        ['COUNTERS', 'MicaCounters'],
        ['PROFILE', 'MicaProfile'],
    ]) {
        const body = new RegExp(`typedef struct ${struct} \\{([^}]*)\\}`).exec(header)?.[1] ?? '';
        const fields = body
            .replace(/\/\/.*/g, '')
            .replace(/int32_t|float/g, '')
            .match(/\w+/g);
        const names = new RegExp(`const ${list} = [^[]*\\[([^\\]]*)\\]`)
            .exec(measures)?.[1]
            .match(/\w+/g);
        assert.deepEqual(names, fields, list);
    }
});

test('the version is one number everywhere', () => {
    assert.equal(version, JSON.parse(read('package.json')).version);
    const parts = ['MAJOR', 'MINOR', 'PATCH'].map(
        (part) => new RegExp(`VERSION_${part} (\\d+)`).exec(header)?.[1],
    );
    assert.equal(version, parts.join('.'));
});

test('the numbers and flags of movers are those of mica.h', () => {
    const { FLOATING, ...numbers } = layout.MOVER;
    for (const [name, value] of Object.entries(numbers))
        assert.equal(value, c[`MICA_MOVER_${name}`], name);
    assert.equal(FLOATING, c.MICA_MOVER_NUMBER_COUNT);
    for (const [name, value] of Object.entries(layout.MOVER_FLAGS))
        assert.equal(value, c[`MICA_MOVER_${name}`], name);
});
