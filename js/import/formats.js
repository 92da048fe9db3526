// Says of a file which editor wrote it, so that a file of another format, or one that is not parsed yet, is refused by
// its name instead of giving an empty world. Called by the importers beside it with the root of a file.
import { MicaError, show } from '../wire/errors.js';

/** @import { Cursor } from './cursor.js' */

/**
 * A format of files: what messages call it, what a file of it has, and what to do with one where another is wanted.
 * @typedef {object} Format
 * @property {string} name
 * @property {(file: Record<string, any>) => boolean} is
 * @property {string} advice
 */

/** @param {Record<string, any>} file @param {readonly string[]} keys */
const has = (file, ...keys) => keys.every((key) => Object.hasOwn(file, key));

/** @param {unknown} value @param {string} key @returns {unknown} */
const memberOf = (value,
    key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? /** @type {any} */ (value)[key]
        : undefined);

/** Whether the program that a sprite sheet names is one of those. @param {Record<string, any>} file @param {RegExp} program */
const drawnBy = (file, program) => {
    const app = memberOf(file.meta, 'app');
    return typeof app === 'string' && program.test(app);
};

/** @param {unknown} body one of those in a file of PhysicsEditor */
const isPhysicsEditor = (body) =>
    memberOf(body, 'type') === 'fromPhysicsEditor'
    || (Array.isArray(body) && has(Object(body[0]), 'shape', 'density'));

/** What importers read. @type {Readonly<Record<'tiledWorld' | 'tiled' | 'ldtk' | 'rube' | 'physicsEditor', Format>>} */
export const FORMATS = {
    tiledWorld: {
        name: "a world of Tiled, with 'maps'",
        is: (file) => file.type === 'world' || (Array.isArray(file.maps) && !has(file, 'layers')),
        advice: 'importTiled reads it',
    },
    tiled: {
        name: "a map of Tiled, with 'layers' and 'tilewidth'",
        is: (file) => file.type === 'map' || has(file, 'layers', 'tilewidth'),
        advice: 'importTiled reads it',
    },
    ldtk: {
        name: "a project of LDtk, with 'levels'",
        is: (file) => has(file, 'levels') || has(file, 'worlds') || has(file, 'jsonVersion'),
        advice: 'importLdtk reads it',
    },
    rube: {
        name: "an exported world of R.U.B.E., with 'body'",
        is: (file) =>
            has(file, 'body') || has(file, 'gravity', 'stepsPerSecond') || has(file, 'joint'),
        advice: 'importRube reads it',
    },
    physicsEditor: {
        name: 'a file of PhysicsEditor, with shapes by their names',
        is: (file) =>
            /PhysicsEditor/i.test(String(file.generator_info ?? ''))
            || Object.values(file).some(isPhysicsEditor),
        advice: 'importPhysicsEditor reads it',
    },
};

/** The formats of which a file may be by mistake. @type {readonly Format[]} */
const OTHERS = [
    { name: 'a tileset of Tiled',
        is: (file) => file.type === 'tileset' || has(file, 'tilewidth', 'tilecount'),
        advice: 'give the map to importTiled, and the tileset by the option load' },
    { name: 'a template of Tiled', is: (file) => file.type === 'template',
        advice: 'give the map to importTiled, and the template by the option load' },
    { name: 'a level of LDtk', is: (file) => has(file, 'layerInstances'),
        advice: 'give the project, .ldtk, to importLdtk, and the level by the option load' },
    { name: 'a level of LDtk’s simplified export', is: (file) => has(file, 'uniqueIdentifer'),
        advice: 'give the project, .ldtk, to importLdtk' },
    { name: 'a document of R.U.B.E., .rube', is: (file) => has(file, 'metaworld'),
        advice: 'export the world as JSON in R.U.B.E., and give that to importRube' },
    { name: 'a sprite sheet of Aseprite', is: (file) => drawnBy(file, /aseprite/i),
        advice: 'which has no level' },
    { name: 'a sprite sheet',
        is: (file) => has(file, 'frames', 'meta') || has(file, 'textures', 'meta'),
        advice: 'which has no level' },
    { name: 'a level of Ogmo', is: (file) => has(file, 'ogmoVersion'),
        advice: 'which is not read' },
];

/**
 * Refuses what is not parsed JSON yet: a promise, a response, text.
 * @param {Cursor} file its root
 */
export function checkParsed(file) {
    const { method, called, value } = file;
    /** @param {string} why @returns {never} */
    const refuse = (why) => {
        throw new MicaError('BAD_FILE', `${method}: ${called} must be ${why}`);
    };
    const isDocument = typeof Object(value).documentElement === 'object';
    if (isDocument || (typeof value === 'string' && /^\s*\ufeff?\s*</.test(value))) {
        const cure = method === 'importTiled'
            ? ", or give what parseTiled of 'mica2d/import/tiled-xml' makes of its text"
            : '';
        throw new MicaError('UNSUPPORTED_FILE',
            `${method}: ${called} is XML, which is not read: save it as JSON${cure}`);
    }
    if (typeof value === 'string' && /^\s*\ufeff?\s*[[{]/.test(value))
        refuse('parsed by JSON.parse: it is text');
    if (typeof value !== 'object' || value === null) return;
    if (typeof (/** @type {any} */ (value).then) === 'function')
        refuse('awaited: it is a promise');
    if (typeof (/** @type {any} */ (value).json) === 'function')
        refuse('parsed: it is a response, whose json() gives the file');
}

/**
 * Checks that a file is of a format, as far as what every file of it has says so.
 * @param {Cursor} file its root
 * @param {Format} format
 * @returns {Cursor}
 */
export function checkFormat(file, format) {
    checkParsed(file);
    const value = /** @type {Record<string, any>} */ (file.object().value);
    if (format.is(value)) return file;
    const other = [...Object.values(FORMATS), ...OTHERS].find(({ is }) => is(value));
    if (other) {
        throw new MicaError('UNSUPPORTED_FILE',
            `${file.method}: ${file.called} is ${other.name.replace(/, with .*/, '')}${
                other.advice.startsWith('which') ? ', ' : ': '
            }${other.advice}`);
    }
    const keys = Object.keys(value);
    throw new MicaError('BAD_FILE',
        `${file.method}: ${file.called} must be ${format.name}, got ${
            keys.length === 0 ? 'an empty object' : `an object with ${listed(keys)}`
        }`);
}

/** The first of some names, as messages list them. @param {Iterable<string>} names */
export function listed(names) {
    const all = [...names];
    return [...all.slice(0, 8).map(show), ...(all.length > 8 ? ['…'] : [])].join(', ');
}
