// A short search for small scenes that gain energy, come apart or let a body out, by a fixed seed. The long one is
// `npm run fuzz -- --only mechanisms,jams,drags,steps`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { drags } from '../fuzz/calm/drags.mjs';
import { jams } from '../fuzz/calm/jams.mjs';
import { find } from '../fuzz/calm/search.mjs';
import { steps } from '../fuzz/calm/steps.mjs';

const SEED = 20261126;

/** @type {[string, number, import('../fuzz/calm/search.mjs').Search<any>][]} */
const searches = [
    ['what is jammed keeps to the push speed', 400, jams],
    ['steps of random lengths give no energy', 150, steps],
    ['what is dragged stays in its ring or room', 60, drags],
];

for (const [name, cases, search] of searches) {
    test(name, () => {
        const { finds, refused } = find(search, cases, SEED);
        assert.deepEqual(finds.map(({ number, fault }) => `node tests/fuzz/calm/${search.name}.mjs --seed ${SEED} --case ${number}: ${fault.text}`), []);
        assert.equal(refused, 0);
    });
}
