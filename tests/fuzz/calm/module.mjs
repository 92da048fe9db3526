// The engine that the scenes and searches of this folder run on: js/index.js of this checkout, or another file that
// exports the same, such as js/index.js of another checkout, named by MICA_MODULE or by --module.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {typeof import('../../../js/index.js')} Mica */

const at = process.argv.indexOf('--module');
const given = at > 0 ? process.argv[at + 1] : process.env.MICA_MODULE;

/** Where the engine was loaded from. */
export const source = given
    ? pathToFileURL(resolve(given)).href
    : new URL('../../../js/index.js', import.meta.url).href;

/** @type {Mica} */
const mica = await import(source);
await mica.init();

export const { World } = mica;

/** Those of js/builders.js beside it. @type {typeof import('../../../js/builders.js')} */
export const builders = await import(new URL('builders.js', source).href);

/** Those of js/scene.js beside it. @type {typeof import('../../../js/scene.js')} */
export const { fromScene, toScene } = await import(new URL('scene.js', source).href);
