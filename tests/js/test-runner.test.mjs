// The scripts behind `npm test`: how C tests are counted, crashes among them, and what a change touches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compareWorlds, countCtest } from '../../web/scripts/test-c.mjs';
import { planFor } from '../../web/scripts/test-changed.mjs';

/** What ctest says of one test. @param {number} number @param {string} name @param {string} status @param {string[]} lines */
const said = (number, name, status, ...lines) =>
    `test ${number}\n      Start ${number}: ${name}\n
${number}: Test command: /build/mica_tests "--names" "${name}.c"\n${number}: Test timeout computed to be: 300
${
        lines.map((line) => `${number}: ${line}\n`).join('')
    }9/60 Test #${number}: ${name} ....${status}    0.01 sec\n`;

test('C tests are summed over files', () => {
    const output =
        said(1, 'base/test_trig', '   Passed', '> base/test_trig.c: sine',
            '> base/test_trig.c: cosine', '2 passed, 0 failed')
        + said(12, 'world/test_body', '   Passed', '> world/test_body.c: mass',
            '1 passed, 0 failed');
    assert.deepEqual(countCtest(output), { passed: 3, failed: 0, report: '' });
});

test('a failed check is reported with its line, without the names of what passed', () => {
    const output = said(1, 'base/test_trig', '***Failed', '> base/test_trig.c: sine',
        '> base/test_trig.c: cosine', 'base/test_trig.c:7: x is 1, expected 2',
        'FAILED base/test_trig.c: cosine (1 check)', '1 passed, 1 failed');
    const { passed, failed, report } = countCtest(output);
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(report ?? '', /trig\.c:7: x is 1/);
    assert.doesNotMatch(report ?? '', /sine$/m);
});

test('a crash and a timeout are one failure each, and the test that was running is named', () => {
    for (const status of ['***Exception: SegFault', '***Timeout']) {
        const { passed, failed, report } = countCtest(
            said(1, 'base/test_trig', status, '> base/test_trig.c: sine',
                '> base/test_trig.c: cosine'),
        );
        assert.deepEqual([passed, failed], [0, 1]);
        assert.match(report ?? '', /ended in base\/test_trig\.c: cosine/);
    }
    assert.equal(countCtest(said(1, 'base/test_trig', '***Failed')).failed, 1);
    // Says it passed and returns an error, as a sanitizer's report of leaks at the end does.
    assert.equal(countCtest(said(1, 'base/test_trig', '***Failed', '2 passed, 0 failed')).failed,
        1);
});

test('what is changed chooses suites and files', () => {
    assert.deepEqual(planFor([]), {});
    assert.deepEqual(planFor(['LICENSE']), {});
    assert.deepEqual(planFor(['src/geometry/cast.c', 'tests/js/views.test.mjs']), {
        c: ['geometry/', 'rooms$'],
        golden: 'all',
        js: 'all',
    });
    assert.deepEqual(planFor(['tests/c/world/test_body.c', 'tests/c/solver/joints/test_joints.c']),
        { c: ['world/test_body$', 'solver/joints/test_joints$'] });
    assert.deepEqual(planFor(['src/mica.h', 'tests/c/world/test_body.c']).c, 'all');
    assert.deepEqual(planFor(['tests/js/views.test.mjs', 'README.md']), {
        js: ['views.test.mjs', 'readme.test.mjs'],
    });
    assert.deepEqual(planFor(['tests/js/helpers.mjs']), { js: 'all' });
    assert.deepEqual(planFor(['demo/guide/index.html', 'tests/browser/cave-play.test.mjs']), {
        js: ['readme.test.mjs', 'readme-matter.test.mjs'],
        browser: ['guide.test.mjs', 'guide-code.test.mjs', 'guide-sandbox.test.mjs',
            'guide-matter.test.mjs', 'games.test.mjs', 'cave-play.test.mjs'],
    });
    assert.deepEqual(planFor(['js/adapters/debug.js']), { types: 'all', js: 'all',
        adapters: 'all' });
});

test('a random world that differs in one build is one failure that names both', () => {
    const column = (/** @type {string} */ title, /** @type {string[]} */ ...sums) => ({ title,
        worlds: new Map(sums.map((sum, i) => [`world.${i + 1}`, sum])) });
    const all = compareWorlds([column('gcc', 'a', 'b'), column('clang', 'a', 'b'),
        column('wasm', 'a')]);
    assert.deepEqual([all.passed, all.failed, all.report], [3, 0, '']);
    const one = compareWorlds([column('gcc', 'a', 'b'), column('clang', 'a', 'c')]);
    assert.deepEqual([one.passed, one.failed], [1, 1]);
    assert.match(one.report ?? '', /^clang: world\.2 differs from that of gcc$/m);
    assert.equal(compareWorlds([column('gcc', 'a'), column('clang')]).failed, 1,
        'a build that plays none has failed');
    assert.equal(compareWorlds([column('gcc')]).failed, 1);
});
