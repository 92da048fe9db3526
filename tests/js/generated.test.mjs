// What the schema (web/schema/) makes is as it makes it, all of it is used, and no row leaves out what it must say.
import assert from 'node:assert/strict';
import test from 'node:test';
import { generate, makers, subjects } from '../../web/scripts/generate.mjs';

test('every region is as `npm run generate` writes it', () => {
    assert.deepEqual(generate({ write: false }).stale, []);
});

test('every region of every subject that has text is in a file, once', () => {
    const { names } = generate({ write: false });
    const made = [makers.c, makers.js].flatMap((regions) =>
        [...regions].filter(([, make]) => make() !== '').map(([name]) => name)
    );
    assert.deepEqual([...names].sort(), made.sort());
});

test('no name, field or operation stands twice', () => {
    for (const { name, rows } of subjects) {
        for (const list of [rows.map((row) => row.name), rows.flatMap((row) =>
            row.fields ?? [row.name]
        )]) {
            assert.equal(new Set(list).size, list.length, name);
        }
    }
    const numbers = subjects.flatMap(({ rows }) =>
        rows.map(({ operation }) => operation).filter((number) => number !== undefined)
    );
    assert.equal(new Set(numbers).size, numbers.length);
});

test('every row has a sentence, and a setter where it has an operation', () => {
    for (const { rows } of subjects) {
        for (const row of rows) {
            assert.match(row.said, /^[A-Z].*\.$/s, row.name);
            if (row.setter === 'plain')
                assert.ok(row.operation !== undefined && row.stored !== undefined, row.name);
        }
    }
});
