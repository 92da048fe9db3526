// What editors and the API reference say of the public types: every one by itself, and of each option
// what holds where it is left out.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { World } from '../../js/index.js';
import { readReference } from '../../web/scripts/reference.mjs';
import './helpers.mjs';
import { testLong } from '../sample.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files whose types the package's entries export, as they are in js/. */
const files = ['index.js', 'worker.js', 'builders.js', 'differences.js', 'top-down.js',
    'platformer.js', 'platformer/numbers.js', 'platformer/platformer.js', 'vehicle.js',
    'vehicle/numbers.js', 'vehicle/side-car.js', 'vehicle/top-down-car.js', 'trace.js',
    'trace/outlines.js', 'trace/picture.js', 'rollback.js', 'options/query-types.js', 'break.js',
    'break/cut.js', 'break/fracture.js', 'break/breakable.js', 'options/types.js',
    'options/mover-types.js', 'options/scene-types.js', 'world/types.js', 'remote/types.js',
    ...['adapters', 'import'].flatMap((room) =>
        readdirSync(join(root, 'js', room)).map((name) => `${room}/${name}`)
    )];

/**
 * The declarations of these files as the package has them, by file.
 * @returns {Map<string, ts.SourceFile>}
 */
function emitDeclarations() {
    const { config } = ts.readConfigFile(join(root, 'js', 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'js'));
    const program = ts.createProgram(files.map((file) => join(root, 'js', file)), options);
    /** @type {Map<string, ts.SourceFile>} */
    const emitted = new Map();
    for (const file of files) {
        program.emit(program.getSourceFile(join(root, 'js', file)), (name, text) =>
            emitted.set(file, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)),
            undefined, true);
    }
    return emitted;
}

testLong('every type in the declarations has a comment of its own', () => {
    const emitted = emitDeclarations();
    assert.equal(emitted.size, files.length);
    let types = 0;
    for (const [file, source] of emitted) {
        /** What each comment describes. @type {Map<string, string>} */
        const described = new Map();
        for (const alias of source.statements.filter(ts.isTypeAliasDeclaration)) {
            const name = alias.name.text;
            const comments = ts.getJSDocCommentsAndTags(alias).filter(ts.isJSDoc);
            const text = comments.map(({ comment }) => ts.getTextOfJSDocComment(comment)).join(' ');
            assert.ok(text.length > 5, `${file}: ${name} has no comment`);
            assert.equal(described.get(text), undefined,
                `${file}: ${name} has the comment of another type: ${text}`);
            described.set(text, name);
            ++types;
        }
    }
    assert.ok(types > 120, `${types} types`);
});

test('every export and every member in the API reference has a comment', () => {
    const { html, undocumented } = readReference();
    assert.match(html, / id="World.step"/);
    assert.deepEqual(undocumented, []);
});

test('every option that may be left out names its default in the API reference', () => {
    const { html, withoutDefault } = readReference();
    assert.match(html, / id="ColliderOptions.friction".*default 0\.6/);
    assert.deepEqual(withoutDefault, []);
});

test('the defaults in the API reference are those of the engine', () => {
    const world = new World();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    /** @type {Record<string, any>} */
    const made = { WorldOptions: world, BodyOptions: body, ColliderOptions: body.colliders[0] };
    let compared = 0;
    const members = readReference().html.matchAll(/ id="(\w+)\.(\w+)".*?<p>(.*?)<\/p>/g);
    for (const [, type, name, text] of members) {
        const [, value] = /default ('\w+'|\[.*?\]|true|false|-?[\d./]*\d)/i.exec(text) ?? [];
        if (value === undefined || !made[type] || !(name in made[type])) continue;
        const [number, divisor = '1'] = value.split('/');
        const expected = /^-?[\d.]/.test(value)
            ? Number(number) / Number(divisor)
            : JSON.parse(value.replaceAll("'", '"'));
        /** @param {unknown} given */
        const rounded = (given) => (typeof given === 'number' ? Math.fround(given) : given);
        assert.deepEqual(rounded(made[type][name]), rounded(expected), `${type}.${name}: ${text}`);
        ++compared;
    }
    assert.ok(compared > 30, `${compared} defaults`);
    world.destroy();
});
