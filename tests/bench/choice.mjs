// What the flags of run.mjs choose from: engines of this folder by name or others by the path of their adapter, and scenes.

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The parts of a list.
 * @param {string | undefined} list separated by commas; all of the known ones if there is none
 * @param {readonly string[]} known
 * @param {string} flag named in errors
 * @throws {RangeError} if one is not known
 */
export function chooseNames(list, known, flag) {
    const names = list?.split(',') ?? [...known];
    for (const name of names) {
        if (!known.includes(name))
            throw new RangeError(`--${flag}: no ${name}; there are ${known.join(', ')}`);
    }
    return names;
}

/**
 * The URLs of engines' adapters by the names that tables show. A part that ends in .mjs is the path of an adapter, and its
 * file's name without this ending is the engine's.
 * @param {string | undefined} list as of chooseNames
 * @param {readonly string[]} known the engines of this folder
 * @throws {RangeError} if one is neither known nor a file, or if two have one name
 */
export function chooseEngines(list, known) {
    /** @type {Map<string, string>} */
    const adapters = new Map();
    for (const part of list?.split(',') ?? known) {
        const isPath = part.endsWith('.mjs');
        if (isPath && !existsSync(part)) throw new RangeError(`--engines: no file ${part}`);
        const name = isPath ? basename(part, '.mjs') : chooseNames(part, known, 'engines')[0];
        if (adapters.has(name) || (isPath && known.includes(name)))
            throw new RangeError(`--engines: two are named ${name}`);
        const url = isPath
            ? pathToFileURL(resolve(part))
            : new URL(`./engines/${name}.mjs`, import.meta.url);
        adapters.set(name, url.href);
    }
    return adapters;
}
