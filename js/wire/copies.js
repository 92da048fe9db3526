// The copies of this module that a program has loaded, as where two libraries bring Mica along. Each has its own classes
// and its own memory, and takes no object of another; errors ask here whether one was given. js/wire/errors.js calls this.
import { isWorld } from './handle.js';
import { isBody, isCollider, isJoint } from './object.js';

/** @typedef {(value: object) => string | undefined} NameKind names the kind of an object, by private fields alone */

/** All copies find the same list by this. */
const KEY = Symbol.for('mica2d.copies');

/** @type {NameKind} */
const nameOwnKind = (value) => {
    if (isBody(value)) return 'a Body';
    if (isCollider(value)) return 'a Collider';
    if (isJoint(value)) return 'a Joint';
    // The class of worlds may not be loaded: then it made no object.
    return isWorld?.(value) ? 'a World' : undefined;
};

/** @returns {NameKind[]} */
function join() {
    const place =
        /** @type {{ [key: symbol]: NameKind[] | undefined }} */ (/** @type {unknown} */ (globalThis));
    const copies = place[KEY] ?? [];
    copies.push(nameOwnKind);
    if (Object.isExtensible(globalThis)) place[KEY] = copies;
    return copies;
}

const copies = join();

/**
 * What an object of another copy is, for an error; undefined if it is none.
 * @param {object} value
 * @returns {string | undefined}
 */
export function showForeign(value) {
    for (const nameKind of copies) {
        const kind = nameKind === nameOwnKind ? undefined : nameKind(value);
        if (kind !== undefined) return `${kind} of another copy of Mica`;
    }
    return undefined;
}
