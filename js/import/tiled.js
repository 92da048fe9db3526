// 'mica2d/import/tiled': a map of Tiled, as JSON has it, as a scene.
//
//   const map = await (await fetch('cave.tmj')).json();
//   const world = fromScene(await importTiled(map, { world: { layers } }));
//
// A tile layer becomes a static body. Its tiles that fill a cell as a `TILE` does are one map of tiles, many whose shapes
// are TILEs of a finer grid are a map of that, what else has shapes is a collider for each. An object becomes a body. Names of properties are those of options. The maps of a world
// become one scene.
import { Cursor, Loader, resolvePath } from './cursor.js';
import { FORMATS, checkFormat, checkParsed } from './formats.js';
import { IMPORT_KEYS, readImportOptions } from './scene.js';
import { TiledImport } from './tiled-map.js';

export * from './types.js';

/** @import { ImportedScene, TiledOptions } from './types.js' */

const METHOD = 'importTiled';
const KEYS = [...IMPORT_KEYS, 'solid', 'objects', 'properties', 'decompress'];
const FAR = 1e9;
/** Most maps of a world. */
const MAX_MAPS = 4096;

/**
 * A map of Tiled, or a world of several, as a scene.
 * @param {unknown} map the parsed JSON of a map, .tmj: of any version up to 1.12, finite or infinite; or
 *     of a world, .world, whose maps `load` gives; `parseTiled` of 'mica2d/import/tiled-xml' gives it of XML
 * @param {TiledOptions} [options]
 * @returns {Promise<ImportedScene>} a body for each tile layer that has shapes, and one for each object
 * @throws {MicaError} 'BAD_FILE' if the file is broken, 'UNSUPPORTED_FILE' if it says what cannot be read; the message
 *     names where
 */
export async function importTiled(map, options) {
    const read = readImportOptions(METHOD, options, KEYS);
    const loader = new Loader(METHOD, read.load);
    const root = new Cursor(METHOD, '', map);
    checkParsed(root);
    if (FORMATS.tiledWorld.is(/** @type {any} */ (root.object().value)))
        return importWorld(root, read, loader);
    const file = checkFormat(root, FORMATS.tiled);
    file.at('type').word(['map'], 'map');
    const all = new TiledImport(file, read, loader);
    await all.read(file, { path: '', x: 0, y: 0 });
    return all.scene();
}

/**
 * The maps of a world in one scene. What is made of each has the map's path in its user data.
 * @param {Cursor} file
 * @param {ReturnType<typeof readImportOptions>} options
 * @param {Loader} loader
 */
async function importWorld(file, options, loader) {
    const patterns = file.at('patterns');
    if (patterns.list().length > 0)
        patterns.refuse("which is not read: list the maps in 'maps'");
    const maps = file.at('maps').list(MAX_MAPS);
    if (maps.length === 0) file.at('maps').fail('a list of maps');
    /** @type {TiledImport | undefined} */
    let all;
    for (const map of maps) {
        const name = map.object().at('fileName');
        const path = resolvePath('', name.text());
        const root = checkFormat(await loader.file(name, path), FORMATS.tiled);
        root.at('type').word(['map'], 'map');
        all ??= new TiledImport(root, options, loader);
        const made = all.bodies.length;
        await all.read(root, { path, x: map.at('x').number(-FAR, FAR, 0),
            y: map.at('y').number(-FAR, FAR, 0) });
        for (const { userData } of all.bodies.slice(made))
            Object.assign(/** @type {object} */ (userData), { map: path });
    }
    return /** @type {TiledImport} */ (all).scene();
}
