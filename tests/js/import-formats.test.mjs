// Files that are given to the wrong importer, or too early: each is refused by the name of what it is. So are names in
// the options of LDtk that the project does not have.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importLdtk } from '../../js/import/ldtk.js';
import { importPhysicsEditor } from '../../js/import/physics-editor.js';
import { importRube } from '../../js/import/rube.js';
import { importTiled } from '../../js/import/tiled.js';
import './helpers.mjs';
import { fixture } from './imported.mjs';

/** @type {Record<string, (file: any, options?: any) => Promise<unknown>>} */
const IMPORTERS = { importTiled, importLdtk,
    importRube: async (file, options) => importRube(file, options),
    importPhysicsEditor: async (file) => importPhysicsEditor(file, { pixelsPerMetre: 32 }) };

/** What each editor writes at the root of a file, by what messages call it. @type {[string, any][]} */
const FILES = [
    ['a map of Tiled', { type: 'map', tilewidth: 16, tileheight: 16, layers: [], tilesets: [] }],
    // Tiled wrote no type before 1.0.
    ['a map of Tiled', { version: 1, tilewidth: 16, tileheight: 16, layers: [], tilesets: [] }],
    ['a tileset of Tiled', { type: 'tileset', name: 'a', tilewidth: 16, tilecount: 4 }],
    ['a tileset of Tiled', { name: 'a', tilewidth: 16, tileheight: 16, tilecount: 4 }],
    ['a template of Tiled', { type: 'template', object: { id: 1 } }],
    ['a world of Tiled', { type: 'world', maps: [{ fileName: 'a.tmj', x: 0, y: 0 }] }],
    ['a project of LDtk', { __header__: { app: 'LDtk' }, jsonVersion: '1.5.3', defs: {},
        levels: [] }],
    ['a level of LDtk', { __header__: { fileType: 'LDtk Level JSON' }, identifier: 'A',
        layerInstances: [] }],
    ['a level of LDtk’s simplified export', { identifier: 'A', uniqueIdentifer: 'x', layers: [],
        entities: {} }],
    ['an exported world of R.U.B.E.', { gravity: 0, stepsPerSecond: 60, velocityIterations: 8 }],
    ['a document of R.U.B.E., .rube', { collisionbitplanes: { names: [] },
        metaworld: { metabody: [] } }],
    ['a file of PhysicsEditor', { generator_info: 'Shape definitions generated with PhysicsEditor',
        crate: { fixtures: [] } }],
    ['a file of PhysicsEditor', { crate: { type: 'fromPhysicsEditor', fixtures: [] } }],
    ['a file of PhysicsEditor', {
        crate: [{ density: 2, friction: 0, shape: [0, 0, 1, 0, 1, 1] }],
    }],
    ['a sprite sheet of Aseprite', { frames: {},
        meta: { app: 'https://www.aseprite.org/', layers: [] } }],
    ['a sprite sheet', { frames: {}, meta: { app: 'https://www.codeandweb.com/texturepacker' } }],
    ['a level of Ogmo', { ogmoVersion: '3.4.0', width: 320, height: 240, layers: [] }],
];

test('a file of another format is refused by its name', async () => {
    const own = { importTiled: 'a map of Tiled', importLdtk: 'a project of LDtk',
        importRube: 'an exported world of R.U.B.E.',
        importPhysicsEditor: 'a file of PhysicsEditor' };
    for (const [method, reads] of Object.entries(own)) {
        for (const [name, file] of FILES) {
            if (name === reads || (name === 'a world of Tiled' && method === 'importTiled')) {
                await IMPORTERS[method](file, name === 'a world of Tiled'
                    ? { load: () => FILES[0][1] }
                    : {});
                continue;
            }
            await assert.rejects(IMPORTERS[method](file), (/** @type {any} */ error) => {
                assert.equal(error.code, 'UNSUPPORTED_FILE', `${method}, ${name}`);
                assert.ok(error.message.startsWith(`${method}: the file is ${name}`),
                    error.message);
                return true;
            });
        }
    }
    await assert.rejects(importLdtk(FILES[0][1]), {
        message: 'importLdtk: the file is a map of Tiled: importTiled reads it',
    });
});

test('a file of no format that is known is refused', async () => {
    for (const [method, wanted] of Object.entries({
        importTiled: "a map of Tiled, with 'layers' and 'tilewidth'",
        importLdtk: "a project of LDtk, with 'levels'",
        importRube: "an exported world of R.U.B.E., with 'body'",
        importPhysicsEditor: 'a file of PhysicsEditor, with shapes by their names',
    })) {
        for (const [file, got] of /** @type {[any, string][]} */ ([[{}, 'an empty object'], [{
            score: 3,
            name: 'x',
        }, 'an object with "score", "name"']])) {
            await assert.rejects(IMPORTERS[method](file), { name: 'MicaError', code: 'BAD_FILE',
                message: `${method}: the file must be ${wanted}, got ${got}` });
        }
    }
});

test('what is not parsed yet is refused with what to do', async () => {
    const xml = '\ufeff<?xml version="1.0"?>\n<map orientation="orthogonal"/>';
    for (const [method, call] of Object.entries(IMPORTERS)) {
        for (const [value, code, why] of /** @type {[any, string, string][]} */ ([
            [Promise.resolve({}), 'BAD_FILE', 'must be awaited: it is a promise'],
            [new Response('{}'), 'BAD_FILE',
                'must be parsed: it is a response, whose json() gives the file'],
            ['{"type":"map"}', 'BAD_FILE', 'must be parsed by JSON.parse: it is text'],
            [xml, 'UNSUPPORTED_FILE',
                `is XML, which is not read: save it as JSON${
                    method === 'importTiled'
                        ? ", or give what parseTiled of 'mica2d/import/tiled-xml' makes of its text"
                        : ''
                }`],
            ['cave.tmj', 'BAD_FILE', 'must be an object, got "cave.tmj"'],
            [undefined, 'BAD_FILE', 'must be an object, got undefined'],
            [new Uint8Array(4), 'BAD_FILE', 'must be an object, got a typed array'],
        ])) {
            await assert.rejects(call(value), { name: 'MicaError', code,
                message: `${method}: the file ${why}` });
        }
    }
    const load = () => new Response('{}');
    await assert.rejects(importTiled(fixture('cave.tmj'), { load }), {
        message: 'importTiled: props.tsj: the file must be parsed: it is a response, whose json()'
            + ' gives the file',
    });
});

test('LDtk before 0.8 is refused by its version', async () => {
    for (const jsonVersion of ['0.6.2', '0.7.0']) {
        await assert.rejects(importLdtk({ jsonVersion, levels: [] }), {
            code: 'UNSUPPORTED_FILE',
            message: `importLdtk: jsonVersion is "${jsonVersion}", which is not read: save the`
                + ' project with LDtk 0.8 or later',
        });
    }
    for (const jsonVersion of ['0.8.1', '0.10.0', '1.5.3'])
        assert.deepEqual((await importLdtk({ jsonVersion, levels: [] })).bodies, []);
    await assert.rejects(importLdtk({ jsonVersion: 'new', levels: [] }), { code: 'BAD_FILE',
        message: 'importLdtk: jsonVersion must be a version, got "new"' });
});

test('names in the options of LDtk are those of the project', async () => {
    const project = fixture('world.ldtk');
    project.defs.entities = ['Player', 'Crate', 'Note'].map((identifier) => ({ identifier }));
    const layers = 'names of layers of the project ("Collisions", "Entities")';
    const entities = 'names of entities of the project ("Player", "Crate", "Note")';
    for (const [options, wanted, got] of /** @type {[any, string, string][]} */ ([
        [{ levels: ['Cave', 'typo'] },
            'levels must be names of levels of the project ("Cave", "Hall")', 'typo'],
        [{ layers: ['Colisions'] }, `layers must be ${layers}`, 'Colisions'],
        [{ entities: { Coin: null } }, `entities must be ${entities}`, 'Coin'],
        [{ values: { wal: 1 } }, 'values must be names of values of IntGrid layers of the project'
            + ' ("wall", "Collisions.wall", "1", "Collisions.1", "ice", "Collisions.ice", "3",'
            + ' "Collisions.3", …)', 'wal'],
        [{ values: { 2: 1 } }, 'values must be', '2'],
        [{ values: { 'Grid.wall': 1 } }, 'values must be', 'Grid.wall'],
    ])) {
        await assert.rejects(importLdtk(project, { load: fixture, ...options }),
            (/** @type {any} */ { name, message }) => {
                assert.equal(name, 'RangeError');
                assert.ok(message.startsWith(`importLdtk: ${wanted}`), message);
                return message.endsWith(`, got "${got}"`);
            });
    }
    await importLdtk(project, { load: fixture, levels: ['cave-iid', 'Hall'], layers: ['Collisions'],
        entities: { Note: null }, values: { 7: 1, 'Collisions.ice': 1 } });
});
