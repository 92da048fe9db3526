// 'mica2d/import/tiled': a map of Tiled, saved as JSON, as a scene.
//
//   const map = await (await fetch('cave.tmj')).json();
//   const world = fromScene(await importTiled(map, { world: { layers } }));
//
// A tile layer becomes a static body. Its tiles that fill a cell as a `TILE` does are one map of tiles, what else has
// shapes is a collider for each. An object becomes a body. Names of properties are those of options.
import { Cursor } from './cursor.js';
import { FORMATS, checkFormat } from './formats.js';
import { IMPORT_KEYS, readImportOptions } from './scene.js';
import { TiledImport } from './tiled-map.js';

export * from './types.js';

/** @import { ImportedScene, TiledOptions } from './types.js' */

const METHOD = 'importTiled';
const KEYS = [...IMPORT_KEYS, 'solid', 'objects', 'properties'];

/**
 * A map of Tiled as a scene.
 * @param {unknown} map the parsed JSON of a map, .tmj: orthogonal, of any version up to 1.12, finite or infinite
 * @param {TiledOptions} [options]
 * @returns {Promise<ImportedScene>} a body for each tile layer that has shapes, and one for each object
 * @throws {MicaError} 'BAD_FILE' if the file is broken, 'UNSUPPORTED_FILE' if it says what cannot be read; the message
 *     names where
 */
export async function importTiled(map, options) {
    const read = readImportOptions(METHOD, options, KEYS);
    const file = checkFormat(new Cursor(METHOD, '', map), FORMATS.tiled);
    file.at('type').word(['map'], 'map');
    const orientation = file.at('orientation');
    if (orientation.text('orthogonal') !== 'orthogonal')
        orientation.refuse("which is not read: 'orthogonal' is");
    return new TiledImport(file, read).run();
}
