// A short search for small scenes that gain energy, come apart or let a body out, by a fixed seed. The long one is
// `npm run fuzz -- --only mechanisms,jams,drags,steps`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { drags } from '../fuzz/calm/drags.mjs';
import { jams } from '../fuzz/calm/jams.mjs';
import { find, judge, planOf } from '../fuzz/calm/search.mjs';
import { steps } from '../fuzz/calm/steps.mjs';
import { part, sample } from '../sample.mjs';

const SEED = 20261126;

/** @type {[string, number, import('../fuzz/calm/search.mjs').Search<any>][]} */
const searches = [
    ['what is jammed keeps to the push speed', 400, jams],
    ['steps of random lengths give no energy', 150, steps],
    ['what is dragged stays in its ring or room', 60, drags],
];

for (const [name, cases, search] of searches) {
    test(name, () => {
        const { finds, refused } = find(search, part(cases, 5), SEED);
        assert.deepEqual(
            finds.map(({ number, fault }) =>
                `node tests/fuzz/calm/${search.name}.mjs --seed ${SEED} --case ${number}: ${fault.text}`
            ),
            [],
        );
        assert.equal(refused, 0);
    });
}

// Cases in which a body left a ring: past the corners of one-sided chains, through an internal edge that its centre met sideways, and by
// a displacement that was too short for a sweep while it was embedded.
test('what had left its ring in earlier searches stays in', () => {
    const found = [[1, 219], [1, 431], [1, 512], [1, 976], [1, 1060], [1, 1315], [1, 1321], [1,
        1504], [1, 1621], [1, 1660], [1, 1913], [5, 46]];
    for (const [seed, number] of sample(found, 3))
        assert.equal(judge(drags, planOf(drags, seed, number))?.text, undefined,
            `--seed ${seed} --case ${number}`);
});
