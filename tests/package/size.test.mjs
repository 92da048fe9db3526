// The sizes of what users download: against the limits, and against those last agreed to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { checkSizes, complaints } from '../../web/scripts/size.mjs';

/** @type {Awaited<ReturnType<typeof checkSizes>>} */
let checked;
before(async () => {
    checked = await checkSizes();
});

test('nothing passed its limit or grew by more than 2 % unsaid', () => {
    const { report, wrong } = checked;
    assert.deepEqual(wrong, [],
        `\n${report}\nIf that is meant: npm run size -- --update "<reason>"\n`);
});

/** A text of each entry that no other part of the engine has. */
const MARKS = {
    scene: 'must be two numbers of bodies',
    batches: 'the result of an earlier rayCasts',
    explosion: 'shields',
    history: 'must lead to a step of the history',
    preview: 'the result of an earlier preview',
    recording: 'the world is being recorded already',
    replay: 'the recording is damaged',
};

test('a small game has nothing of the entries that it does not import, by esbuild and by Vite', () => {
    for (const [name, script] of Object.entries(checked.scripts)) {
        const found = Object.entries(MARKS).filter(([, mark]) => script.includes(mark)).map((
            [entry],
        ) => entry);
        assert.deepEqual(found, name.startsWith('everything') ? Object.keys(MARKS) : [], name);
        // One engine, whatever is imported: its loader is there once.
        assert.equal(
            script.split('this platform has no WebAssembly, or it is switched off').length - 1,
            1,
            name,
        );
    }
});

test('the agreed sizes have a reason', () => {
    const { reason } = JSON.parse(
        readFileSync(new URL('../../web/scripts/size.json', import.meta.url), 'utf8'),
    );
    assert.match(reason, /\w+ \w+/);
});

test('growth, a passed limit and an unknown size are complained of', () => {
    const name = 'mica2d, minified, gzip';
    assert.deepEqual(complaints({ [name]: 102_000 }, { [name]: 100_000 }), []);
    assert.deepEqual(complaints({ [name]: 50_000 }, { [name]: 100_000 }), []);
    assert.deepEqual(complaints({ [name]: 102_001 }, { [name]: 100_000 }), [
        `${name}: grew by 2.0 %, from 100000 to 102001 bytes`,
    ]);
    assert.deepEqual(complaints({ [name]: 110_001 }, { [name]: 110_000 }), [
        `${name}: 110001 bytes, over the limit of 110000`,
    ]);
    // Beyond the limit already: said in the report, and growth is still a failure.
    assert.deepEqual(complaints({ [name]: 121_000 }, { [name]: 120_000 }), []);
    assert.equal(complaints({ [name]: 123_000 }, { [name]: 120_000 }).length, 1);
    assert.equal(complaints({ [name]: 5 }, {}).length, 1);
});
