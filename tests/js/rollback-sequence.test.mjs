// The ring of a rollback session: values by number, beside a plain array.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Sequence } from '../../js/rollback/sequence.js';

test('a ring keeps its values by number as it wraps round and grows', () => {
    const ring = new Sequence();
    /** @type {string[]} */
    const all = [];
    // Never more than 20 kept, so that it wraps round; then up to 100, so that it grows twice, wrapped.
    for (const [until, kept] of [[50, 20], [180, 100]]) {
        while (all.length < until) {
            ring.push(`${all.length}`);
            all.push(`${all.length}`);
            ring.dropBefore(Math.max(0, all.length - kept));
            assert.equal(ring.end, all.length);
            for (let i = ring.first; i < ring.end; ++i) assert.equal(ring.at(i), all[i]);
        }
    }
    assert.equal(ring.first, 80);
});
