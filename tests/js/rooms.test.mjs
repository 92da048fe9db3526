// The rooms of js/: no module imports in a circle, none imports a room above its own, and the adapters
// know a world by its public members alone.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const js = fileURLToPath(new URL('../../js/', import.meta.url));

/** The rooms from the lowest to the highest; the entries beside them may import from all. */
const ROOMS = ['wire', 'options', 'recording', 'world', 'matter', 'remote'];

/** @returns {Map<string, string[]>} what each file of js/ imports, in paths relative to js/ */
function readImports() {
    const files = readdirSync(js, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('.js')
    );
    return new Map(files.map((file) => {
        const text = readFileSync(join(js, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
        const found = text.matchAll(
            /^(?:import|export)\b[^;]*?from '([^']+)';|\bimport\('([^']+)'\)/gm,
        );
        const paths = [...found].map(([, from, called]) => from ?? called);
        return [file, paths.map((path) => normalize(join(dirname(file), path)))];
    }));
}

/**
 * A path of imports that comes back to where it began, if there is one.
 * @param {Map<string, string[]>} imports
 */
function findCycle(imports) {
    /** @type {Set<string>} */
    const finished = new Set();
    /** @param {string} file @param {string[]} path @returns {string[] | undefined} */
    const visit = (file, path) => {
        if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
        if (finished.has(file)) return undefined;
        for (const next of imports.get(file) ?? []) {
            const cycle = visit(next, [...path, file]);
            if (cycle) return cycle;
        }
        finished.add(file);
        return undefined;
    };
    for (const file of imports.keys()) {
        const cycle = visit(file, []);
        if (cycle) return cycle;
    }
    return undefined;
}

/**
 * The imports that run up.
 * @param {Map<string, string[]>} imports
 */
function findUpward(imports) {
    const level = (/** @type {string} */ file) => ROOMS.indexOf(file.split('/')[0]);
    return [...imports].flatMap(([file, paths]) => {
        const upward = level(file) < 0
            ? []
            : paths.filter((path) => level(path) < 0 || level(path) > level(file));
        return upward.map((path) => `${file} imports ${path}`);
    });
}

test('the imports of js/ are found: every file, and each import leads to a file', () => {
    const imports = readImports();
    assert.ok(imports.size > 50, `${imports.size} files`);
    for (const [file, paths] of imports) {
        for (const path of paths) assert.ok(imports.has(path), `${file} imports ${path}`);
    }
    assert.ok(imports.get('exports.js')?.includes('world/world.js'));
});

test('no module of js/ imports itself by way of others', () => {
    assert.equal(findCycle(readImports())?.join(' -> '), undefined);
    const circle = new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]);
    assert.deepEqual(findCycle(circle), ['b', 'c', 'b']);
});

test('no room of js/ imports a room above it', () => {
    assert.deepEqual(findUpward(readImports()), []);
    const upward = new Map([['wire/a.js', ['world/b.js', 'wire/c.js', 'index.js']], ['remote/d.js',
        ['world/b.js']]]);
    assert.deepEqual(findUpward(upward), ['wire/a.js imports world/b.js',
        'wire/a.js imports index.js']);
});

test('the room of matter is known to its entries alone', () => {
    for (const [file, paths] of readImports()) {
        if (file === 'matter.js' || file === 'matter-worker-host.js' || file.startsWith('matter/'))
            continue;
        assert.deepEqual(paths.filter((path) => path.startsWith('matter')), [], file);
    }
});

test('the room of rollback knows a world by its public members: it imports itself, the checks of arguments and JSON values', () => {
    const allowed = ['wire/errors.js', 'wire/json.js'];
    const files = [...readImports()].filter(([file]) => file.startsWith('rollback'));
    assert.ok(files.length > 8, `${files.length} files`);
    for (const [file, paths] of files) {
        assert.deepEqual(
            paths.filter((path) => !path.startsWith('rollback/') && !allowed.includes(path)),
            [],
            file,
        );
    }
});

test('the room of platformer knows a world by what is public: it imports itself, batches, the checks of arguments, units and the layout', () => {
    const allowed = ['batches.js', 'wire/errors.js', 'wire/layout.js', 'wire/units.js'];
    const files = [...readImports()].filter(([file]) => file.startsWith('platformer'));
    assert.ok(files.length > 8, `${files.length} files`);
    for (const [file, paths] of files) {
        assert.deepEqual(
            paths.filter((path) => !path.startsWith('platformer/') && !allowed.includes(path)),
            [],
            file,
        );
    }
});

test('adapters import adapters and the numbers of the layout alone', () => {
    for (const [file, paths] of readImports()) {
        if (!file.startsWith('adapters/')) continue;
        const others = paths.filter((path) =>
            !path.startsWith('adapters/') && path !== 'wire/layout.js'
        );
        assert.deepEqual(others, [], file);
    }
});

test('importers import importers, what a TILE is, and errors alone', () => {
    const allowed = ['wire/errors.js', 'options/tiles.js'];
    for (const [file, paths] of readImports()) {
        if (!file.startsWith('import/')) continue;
        assert.deepEqual(
            paths.filter((path) => !path.startsWith('import/') && !allowed.includes(path)),
            [],
            file,
        );
    }
});
