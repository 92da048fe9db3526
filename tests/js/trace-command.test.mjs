// The command mica2d-trace: PNG files in, JSON out, and what it says where that does not go.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { World, init } from '../../js/index.js';
import { traceOutlines } from '../../js/trace.js';
import { near } from './helpers.mjs';

await init();
const command = fileURLToPath(new URL('../../web/scripts/package-trace.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mica2d-trace-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
const run = (...args) =>
    spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });

/** Writes a picture of a ring. @param {string} name @param {import('pngjs').PNGOptions} [format] */
function writeRing(name, format = {}) {
    const png = new PNG({ width: 40, height: 30 });
    for (let i = 0; i < 1200; ++i) {
        const d = Math.hypot(i % 40 - 19.5, Math.floor(i / 40) - 14.5);
        png.data.set([200, 100, 50, Math.max(0, Math.min(255 * Math.min(13 - d, d - 6), 255))],
            4 * i);
    }
    const bytes = PNG.sync.write(png, format);
    writeFileSync(join(folder, name), bytes);
    return { data: png.data, width: 40, height: 30, bytes };
}

test('a picture becomes its outlines, as traceOutlines has them, and those a body', () => {
    const ring = writeRing('ring.png');
    const { status, stdout, stderr } = run('ring.png', '--scale', '0.1', '--tolerance=0.5',
        '--y-down');
    assert.deepEqual([status, stderr], [0, '']);
    const { width, height, outlines } = JSON.parse(stdout);
    assert.deepEqual([width, height, outlines.length], [40, 30, 1]);
    const [expected] = traceOutlines(ring, { scale: 0.1, tolerance: 0.5, yDown: true });
    assert.equal(outlines[0].points.length, expected.points.length);
    expected.points.forEach((number, i) => near(outlines[0].points[i], number, 1e-4));
    const world = new World();
    const body = world.createBody({
        colliders: outlines.map((/** @type {any} */ each) => ({ shape: 'outline', ...each })),
    });
    near(body.mass, 0.01 * Math.PI * (12.5 ** 2 - 6.5 ** 2), 0.1);
    assert.equal(world.overlapPoint(0, 0).length, 0, 'the hole is empty');
    world.destroy();
});

test('several pictures go to a file by their names; 16 bits are read too', () => {
    writeRing('a.png');
    writeRing('b.png', { bitDepth: 16 });
    const { status, stdout } = run('a.png', 'b.png', '--out', 'all.json', '--all-points',
        '--threshold', '100', '--min-area', '9');
    assert.deepEqual([status, stdout], [0, '']);
    const all = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'));
    assert.deepEqual(Object.keys(all), ['a.png', 'b.png']);
    assert.ok(all['a.png'].outlines[0].points.length > 60);
    assert.ok(all['b.png'].outlines[0].holes.length === 1);
});

test('what is no picture and no option is refused, and nothing is written', () => {
    const { bytes } = writeRing('good.png');
    writeFileSync(join(folder, 'text.png'), 'This is no picture, but a text of some length.');
    writeFileSync(join(folder, 'cut.png'), bytes.subarray(0, 80));
    const bomb = Buffer.from(bytes);
    bomb.writeUInt32BE(100000, 16);
    bomb.writeUInt32BE(100000, 20);
    writeFileSync(join(folder, 'bomb.png'), bomb);
    for (const [args, ...parts] of /** @type {[string[], ...string[]][]} */ ([
        [[], 'name a PNG file'],
        [['none.png'], 'none.png cannot be read'],
        [['text.png'], 'text.png is no PNG file'],
        [['cut.png'], 'cut.png is damaged'],
        [['bomb.png'], 'bomb.png must have at most 16777216 pixels, got 100000 by 100000'],
        [['good.png', 'good.png'], 'two files have the name good.png'],
        [['good.png', '--threshold', '300'], 'options.threshold', '300'],
        [['good.png', '--tolerance', 'much'], '--tolerance must be a number, got much'],
        [['good.png', '--colour'], '--colour'],
        [['good.png', '--out', 'no/folder/x.json'], 'no/folder/x.json cannot be written'],
    ])) {
        const { status, stdout, stderr } = run(...args);
        assert.deepEqual([status, stdout], [1, ''], args.join(' '));
        for (const part of parts) assert.ok(stderr.includes(part), stderr);
        assert.ok(stderr.startsWith('mica2d-trace: ') && !stderr.includes('    at '), stderr);
    }
    assert.ok(run('--help').stdout.includes('--tolerance N'));
});
