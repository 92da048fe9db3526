// `npm run bench -- --since <commit>`: which commit it takes and which it refuses, what it finds an adapter to lack, that both
// engines play a scene alike, and the arithmetic of its report. No time is judged.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkOut, describeHead, findCommit } from '../../web/scripts/checkout.mjs';
import { Failure, mustRun, root } from '../../web/scripts/process.mjs';
import { ratioOf, sinceCsv, sinceReport, summaryOf } from '../bench/since/report.mjs';
import { lacksOf, loadSide } from '../bench/since/sides.mjs';
import { timePhases, timeScene } from '../bench/since/turns.mjs';
import { scenes, sceneByName } from '../scenes/index.js';
import { sample } from '../sample.mjs';

const folder = mkdtempSync(join(tmpdir(), 'since-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} cwd @param {string[]} args */
const git = (cwd, ...args) =>
    mustRun('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd });

/** A repository with a commit for each of these lists of files. @param {string} name @param {string[][]} commits */
async function repository(name, commits) {
    const place = join(folder, name);
    mkdirSync(place);
    await git(place, 'init', '--quiet');
    for (const [i, files] of commits.entries()) {
        for (const file of files) {
            mkdirSync(dirname(join(place, file)), { recursive: true });
            writeFileSync(join(place, file), `${i} ${file}\n`);
        }
        await git(place, 'add', '--all');
        await git(place, 'commit', '--quiet', '--allow-empty', '-m', `Commit ${i}`);
    }
    return place;
}

/** Today's layout, and that of older commits. */
const needed = ['js/index.js', 'tests/bench/engines/mica.mjs'];
const place = await repository('whole', [[], ['web/build.mjs', ...needed], [
    'web/scripts/build.mjs',
]]);

/** @param {Promise<unknown>} promise @param {...(string | RegExp)} parts */
const refused = (promise, ...parts) =>
    assert.rejects(promise, (/** @type {any} */ error) => {
        assert.ok(error instanceof Failure, String(error));
        for (const part of parts) assert.match(error.message, new RegExp(part));
        return true;
    });

test('a commit is found by any name, with the build script of its time', async () => {
    const [now, older] = await Promise.all(
        ['HEAD', 'HEAD~1'].map((name) => findCommit(name, place)),
    );
    assert.equal(now.buildScript, 'web/scripts/build.mjs');
    assert.equal(older.buildScript, 'web/build.mjs');
    assert.match(older.about, /^\d{4}-\d\d-\d\d, Commit 1$/);
    assert.match(older.hash, /^[0-9a-f]{40}$/);
    assert.ok(older.hash.startsWith(older.short));
    assert.equal((await findCommit(older.short, place)).hash, older.hash);
});

test('what cannot be compared is refused by name', async () => {
    for (const name of ['nonsense', '0123456', '--all', 'HEAD:web'])
        await refused(findCommit(name, place), `--since ${name}: no commit has this name`);
    await refused(findCommit('HEAD~2', place),
        '--since HEAD~2: this commit has no web/scripts/build.mjs or web/build.mjs, no js/index.js,');
    await refused(findCommit('HEAD', join(place, 'web')), '--since HEAD: .* is no clone');
    await refused(findCommit('HEAD', folder), '--since HEAD: .* is no clone');
    await git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(place).href, 'shallow');
    const shallow = join(folder, 'shallow');
    await refused(findCommit('HEAD~1', shallow), '--since HEAD~1: .* shallow', '--unshallow');
    assert.equal((await findCommit('HEAD', shallow)).name, 'HEAD');
});

test('the files of a commit are written once, and the repository stays as it is', async () => {
    const commits = join(folder, 'since');
    writeFileSync(join(place, 'js/index.js'), 'changed');
    const before = (await git(place, 'status', '--porcelain')).stdout;
    assert.match(await describeHead(place), /, Commit 2\), with changes that are not committed$/);
    const older = await checkOut(await findCommit('HEAD~1', place), commits, place);
    assert.equal(readFileSync(join(older, 'js/index.js'), 'utf8'), '1 js/index.js\n');
    assert.ok(existsSync(join(older, 'web/build.mjs')));
    assert.ok(!existsSync(join(older, 'web/scripts/build.mjs')));
    assert.equal((await git(place, 'status', '--porcelain')).stdout, before);
    rmSync(join(older, 'web/build.mjs'));
    assert.equal(await checkOut(await findCommit('HEAD~1', place), commits, place), older);
    assert.ok(!existsSync(join(older, 'web/build.mjs')), 'written again');
});

const side = await loadSide(root);

for (const scene of sample(scenes, 6)) {
    test(`${scene.name}: this commit's adapter builds all of it`, () => {
        assert.equal(lacksOf(side.engine, scene), '');
    });
}

test('an adapter that passes over a part of a scene, or has no method for it, lacks that', () => {
    const base = sceneByName('pyramid');
    const body = { type: /** @type {const} */ ('dynamic'), x: 0, y: 0 };
    /** An older adapter: its worlds never sleep, its pins have no motor, and it has no loops. */
    const older = /** @type {any} */ ({
        createWorld: (/** @type {any} */ { gravity, layers }) => ({
            ...side.engine.createWorld({ ...base, gravity, layers }),
            loop: undefined,
            pin: (/** @type {any} */ { bodyA, bodyB, x, y, limit }) =>
                void [bodyA, bodyB, x, y, limit],
        }),
    });
    /** @param {object} changes */
    const lacks = (changes) => lacksOf(older, { ...base, ...changes });
    const pin = { bodyA: 0, bodyB: 1, x: 0, y: 0 };
    assert.equal(lacks({}), '');
    assert.equal(lacks({ sleep: true }), 'no sleep of worlds');
    assert.equal(lacks({ build: (/** @type {any} */ b) => b.pin({ ...pin, motor: undefined }) }),
        '');
    assert.equal(lacks({ build: (/** @type {any} */ b) => b.pin({ ...pin, motor: {} }) }),
        'no motor of pin');
    assert.equal(lacks({ build: (/** @type {any} */ b) => b.loop(b.body(body), {}) }), 'no loop');
    assert.match(lacks({ build: (/** @type {any} */ b) => b.circle(b.body(body), { radius: -1 }) }),
        /radius .* got -1/);
});

test('both engines are timed in turn, in every phase', () => {
    const amount = { runs: 2, steps: 4, warm: 1 };
    /** @type {number[]} */
    const runs = [];
    const scene = sceneByName('tower');
    const { times, halves } = timeScene([side, side], scene, amount, (run) => runs.push(run));
    assert.deepEqual(runs, [0, 1]);
    assert.ok([...times, ...halves].every((value) => value > 0), `${times} ${halves}`);
    const { step } = side.World.prototype;
    const phases = timePhases([side, side], scene, amount, () => {});
    assert.equal(side.World.prototype.step, step);
    for (const phase of ['broadPhase', 'narrowPhase', 'prepare', 'solve', 'store', 'finish'])
        assert.ok(phases.get(phase)?.every((ms) => ms >= 0), phase);
});

test('ratios, the geometric mean, the worst scene and scenes that are absent', () => {
    const scene = (/** @type {string} */ name, /** @type {number} */ older,
        /** @type {number} */ now, exam = false) => /** @type {const} */ ({ kind: 'scene', name,
            unit: 'ms', older, now, exam });
    const pairs = /** @type {import('../bench/since/report.mjs').Pair[]} */ ([
        { ...scene('a', 2, 1), halves: [0.25, 0.75] },
        scene('b', 1, 8),
        scene('c', 3, 3),
        scene('tower', 1, 100, true),
        { kind: 'phase', name: 'a', phase: 'solve', unit: 'ms', older: 0.5, now: 0.25 },
        { kind: 'phase', name: 'a', phase: 'impacts', unit: 'ms', older: NaN, now: 0.25 },
        { kind: 'small', name: '1 body on a floor', unit: 'us', older: 10, now: 5 },
    ]);
    assert.deepEqual(pairs.map(ratioOf), [0.5, 8, 1, 100, 0.5, NaN, 0.5]);
    const summary = summaryOf(pairs);
    assert.ok(Math.abs((summary?.mean ?? 0) - 4 ** (1 / 3)) < 1e-12);
    assert.deepEqual([summary?.scenes, summary?.worst], [3, { name: 'b', ratio: 8 }]);
    assert.equal(summaryOf(pairs.slice(4)), null);
    const absent = [{ name: 'bridge_cars', why: 'no motor of pin' }];
    const report = sinceReport(pairs, absent, '0c5ea506');
    assert.match(report, /^geometric mean of 3 +1\.587$/m);
    assert.match(report, /^worst: b +8\.000$/m);
    assert.match(report, /^a +2\.00 +1\.00 +0\.500 +0\.250 0\.750$/m);
    assert.match(report, /^tower +1\.00 +100 +100\.000 *$/m);
    assert.match(report, /^not in 0c5ea506: bridge_cars \(no motor of pin\)$/m);
    assert.match(report, /^ {2}ratio +0\.500 +-$/m);
    const lines = sinceCsv(pairs, absent, 'f00').trim().split('\n');
    assert.equal(lines.length, 1 + pairs.length + absent.length);
    assert.equal(lines[1], 'f00,scene,a,,ms,2,1,0.5,0.25,0.75,');
    assert.equal(lines[5], 'f00,phase,a,solve,ms,0.5,0.25,0.5,,,');
    assert.equal(lines[6], 'f00,phase,a,impacts,ms,,0.25,,,,');
    assert.match(lines[8], /^f00,scene,bridge_cars,.*no motor of pin"$/);
});
