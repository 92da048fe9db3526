// Which engines and scenes the flags of `npm run bench` choose, and that an engine whose adapter lies elsewhere is measured
// as those of tests/bench/engines are. No time is judged.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseEngines, chooseNames } from '../bench/choice.mjs';

const folder = mkdtempSync(join(tmpdir(), 'engines-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const known = ['mica', 'planck'];
const mica = new URL('../bench/engines/mica.mjs', import.meta.url).href;
const path = join(folder, 'other.mjs');
writeFileSync(path, `export * from '${mica}';\n`);

test('names choose among those known, in the order given; without names all are chosen', () => {
    assert.deepEqual(chooseNames('planck,mica', known, 'scenes'), ['planck', 'mica']);
    assert.deepEqual(chooseNames(undefined, known, 'scenes'), known);
    assert.throws(() => chooseNames('mica,mice', known, 'scenes'),
        /^RangeError: --scenes: no mice; there are mica, planck$/);
});

test('an engine is chosen by its name or by the path of its adapter', () => {
    const { href } = pathToFileURL(path);
    assert.deepEqual([...chooseEngines(`mica,${path}`, known)], [['mica', mica], ['other', href]]);
    assert.equal(chooseEngines(relative('.', path), known).get('other'), href);
    assert.deepEqual([...chooseEngines(undefined, known).keys()], known);
});

test('an engine that is not there and a name that is taken are refused', () => {
    const refuse = (/** @type {string} */ list, /** @type {RegExp} */ message) =>
        assert.throws(() => chooseEngines(list, known), message);
    refuse('mice', /^RangeError: --engines: no mice; there are mica, planck$/);
    refuse(join(folder, 'none.mjs'), /^RangeError: --engines: no file .*none\.mjs$/);
    refuse(`${path},${path}`, /^RangeError: --engines: two are named other$/);
    refuse(fileURLToPath(mica), /^RangeError: --engines: two are named mica$/);
});

test('an engine whose adapter lies elsewhere is measured', () => {
    const adapter = chooseEngines(path, known).get('other');
    const task = { kind: 'run', engine: 'other', adapter, scene: 'tower', steps: 4, warm: 1,
        budget: 10000, quality: false };
    const child = fileURLToPath(new URL('../bench/child.mjs', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [child, JSON.stringify(task)], {
        encoding: 'utf8',
    });
    assert.equal(stderr, '');
    const result = JSON.parse(stdout);
    assert.match(result.version, /^mica2d /);
    assert.equal(result.stepMs.length, 4);
});
