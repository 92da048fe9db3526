// 'mica2d/import/ldtk': a project of LDtk as a scene.
//
//   const world = fromScene(await importLdtk(await (await fetch('world.ldtk')).json(), {
//       values: { ice: { tile: TILE.FULL, friction: 0 }, ladder: TILE.EMPTY },
//       entities: { Crate: { type: 'dynamic', collider: { friction: 0.8 } } },
//   }));
//
// An IntGrid layer of a level becomes a static body with one map of tiles, whose numbers are the layer's values. An
// entity becomes a body, of which its fields are the user data.
import { Cursor } from './cursor.js';
import { FORMATS, checkFormat } from './formats.js';
import { LdtkImport } from './ldtk-project.js';
import { IMPORT_KEYS, readImportOptions } from './scene.js';

export * from './types.js';

/** @import { ImportedScene, LdtkOptions } from './types.js' */

const METHOD = 'importLdtk';
const KEYS = [...IMPORT_KEYS, 'values', 'entities', 'layers', 'levels', 'worldName', 'worldDepth'];

/**
 * A project of LDtk as a scene.
 * @param {unknown} project the parsed JSON of a project, .ldtk, of version 0.8 or later
 * @param {LdtkOptions} [options]
 * @returns {Promise<ImportedScene>} a body for each IntGrid layer of each level that has values, and one for each entity
 * @throws {MicaError} 'BAD_FILE' if the file is broken, 'UNSUPPORTED_FILE' if it says what cannot be read; the message
 *     names where
 */
export async function importLdtk(project, options) {
    const read = readImportOptions(METHOD, options, KEYS);
    const file = checkFormat(new Cursor(METHOD, '', project), FORMATS.ldtk);
    checkVersion(file.at('jsonVersion'));
    return new LdtkImport(file, read).run();
}

/** Before 0.8 layers were written otherwise. @param {Cursor} version */
function checkVersion(version) {
    const [, major, minor] = /^(\d+)\.(\d+)/.exec(version.text('1.0'))
        ?? version.fail('a version');
    if (Number(major) === 0 && Number(minor) < 8)
        version.refuse('which is not read: save the project with LDtk 0.8 or later');
}
