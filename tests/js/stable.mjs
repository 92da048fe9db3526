// Makes a test of each scene of tests/fuzz/calm/scenes.mjs: every figure is right at every rate. A sample has one rate of each frequency, and no
// slow scene.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../fuzz/calm/module.mjs';
import { RATES, isRight, scenes } from '../fuzz/calm/scenes.mjs';
import { sample, whole } from '../sample.mjs';

/** @param {string} letters of the scenes */
export function testScenes(letters) {
    for (const { letter, name, rates = RATES, slow, measure } of scenes) {
        if (!letters.includes(letter) || (slow && !whole)) continue;
        test(name, () => {
            const wrong = sample(rates, 4).flatMap((rate) =>
                measure(World, rate).filter((check) => !isRight(check))
                    .map(({ what, value, limit }) =>
                        `${what}: ${value} at ${rate.hz} Hz with ${rate.substeps} substeps, at most ${limit} is right`
                    )
            );
            assert.deepEqual(wrong, []);
        });
    }
}
