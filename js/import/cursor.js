// Reads the parsed file of a level editor: each value with the path by which an error names it, such as
// `layers[2].data`. A file is anybody's data, so nothing is read that was not checked to be there and to be
// of its kind. Called by the importers beside it.
import { MicaError, isList, show } from '../wire/errors.js';
import { checkParsed } from './formats.js';

/** Items of a list in a file: as many as the largest map has cells. Billions of holes would take all memory. */
const MAX_ITEMS = 2 ** 24;

/** A part of a file, and its path. */
export class Cursor {
    /**
     * @param {string} method the importer, as messages name it
     * @param {string} path from the file's root; the name of a file ends in ': '
     * @param {unknown} value
     * @param {Cursor} [fallback] what has the members that this has not, such as the template of an object
     */
    constructor(method, path, value, fallback) {
        this.method = method;
        this.path = path;
        this.value = value;
        this.fallback = fallback;
    }

    /** Whether the file does not say it. */
    get missing() {
        return this.value === undefined || this.value === null;
    }

    /**
     * A member of an object, by its name, or of a list, by its number. One that is not there is missing.
     * @param {string | number} key
     * @returns {Cursor}
     */
    at(key) {
        const { value } = typeof key === 'number' ? this : this.object();
        const own = Object.hasOwn(/** @type {object} */ (value), key);
        if (!own && this.fallback) return this.fallback.at(key);
        const joint = this.path === '' || this.path.endsWith(': ') ? '' : '.';
        const path = typeof key === 'number'
            ? `${this.path}[${key}]`
            : `${this.path}${joint}${key}`;
        return cursorAt(this.method, path, own ? /** @type {any} */ (value)[key] : undefined);
    }

    /** What messages call it. */
    get called() {
        return this.path === '' || this.path.endsWith(': ') ? `${this.path}the file` : this.path;
    }

    /**
     * Refuses a value that no file of this format has.
     * @param {string} wanted what it must be
     * @returns {never}
     */
    fail(wanted) {
        throw new MicaError('BAD_FILE',
            `${this.method}: ${this.called} must be ${wanted}, got ${show(this.value)}`);
    }

    /**
     * Refuses what a file may say but the importer cannot read.
     * @param {string} why
     * @returns {never}
     */
    refuse(why) {
        throw new MicaError('UNSUPPORTED_FILE',
            `${this.method}: ${this.called} is ${show(this.value)}, ${why}`);
    }

    /** Checks that it is an object. */
    object() {
        if (typeof this.value !== 'object' || this.value === null || isList(this.value))
            this.fail('an object');
        return this;
    }

    /**
     * The items of a list; none if it is missing.
     * @param {number} [most]
     * @returns {Cursor[]}
     */
    list(most = MAX_ITEMS) {
        if (this.missing) return [];
        if (!Array.isArray(this.value) || this.value.length > most) {
            const long = Array.isArray(this.value) || most < MAX_ITEMS;
            this.fail(long ? `a list of at most ${most}` : 'a list');
        }
        return Array.from(this.value, (_, i) => this.at(i));
    }

    /**
     * A number within a range.
     * @param {number} min
     * @param {number} max
     * @param {number} [byDefault] without it the number must be there
     * @returns {number}
     */
    number(min, max, byDefault) {
        if (this.missing && byDefault !== undefined) return byDefault;
        const { value } = this;
        if (typeof value !== 'number' || !(value >= min && value <= max))
            this.fail(`a number from ${min} to ${max}`);
        return /** @type {number} */ (value) + 0; // no negative zero
    }

    /**
     * An integer within a range.
     * @param {number} min
     * @param {number} max
     * @param {number} [byDefault]
     * @returns {number}
     */
    integer(min, max, byDefault) {
        const value = this.number(min, max, byDefault);
        return Number.isInteger(value) ? value : this.fail('an integer');
    }

    /** @param {string} [byDefault] @returns {string} */
    text(byDefault) {
        if (this.missing && byDefault !== undefined) return byDefault;
        return typeof this.value === 'string' ? this.value : this.fail('a string');
    }

    /** @param {boolean} byDefault @returns {boolean} */
    flag(byDefault) {
        if (this.missing) return byDefault;
        return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
    }

    /**
     * One of some words.
     * @template {string} T
     * @param {readonly T[]} words
     * @param {T} [byDefault]
     * @returns {T}
     */
    word(words, byDefault) {
        if (this.missing && byDefault !== undefined) return byDefault;
        const i = words.indexOf(/** @type {any} */ (this.value));
        return i < 0 ? this.fail(`one of ${words.map(show).join(', ')}`) : words[i];
    }
}

/**
 * Another file that a file names, by the option `load`: parsed, each once.
 */
export class Loader {
    /** @type {Map<string, Promise<unknown>>} */
    #loaded = new Map();

    /**
     * @param {string} method
     * @param {((path: string) => unknown) | undefined} load
     */
    constructor(method, load) {
        this.method = method;
        this.load = load;
    }

    /**
     * @param {Cursor} name what names the file
     * @param {string} path as `load` is given it
     * @returns {Promise<Cursor>} the root of the file
     */
    async file(name, path) {
        const { load } = this;
        if (!load) name.refuse('in another file: give the option load');
        let file = this.#loaded.get(path);
        if (!file) this.#loaded.set(path, file = Promise.resolve(path).then(load));
        let value;
        try {
            value = await file;
        } catch (cause) {
            const why = cause instanceof Error ? cause.message : show(cause);
            throw new MicaError('BAD_FILE',
                `${this.method}: ${name.called} could not be loaded: ${why}`, { cause });
        }
        const root = cursorAt(this.method, `${path}: `, value);
        checkParsed(root);
        return root.object();
    }
}

/**
 * A path of one file relative to another, as one that is relative to what that other is relative to.
 * @param {string} from the other file
 * @param {string} name its path, in which an editor on Windows may have written backslashes
 */
export function resolvePath(from, name) {
    const path = name.replaceAll('\\', '/');
    if (/^(\w+:|\/)/.test(path)) return path;
    /** @type {string[]} */
    const parts = [];
    for (const part of [...from.split('/').slice(0, -1), ...path.split('/')]) {
        if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
        else if (part !== '.' && part !== '') parts.push(part);
    }
    return (from.startsWith('/') ? '/' : '') + parts.join('/');
}

/** Made outside the class, which bundlers rename if it names itself. @param {string} method @param {string} path @param {unknown} value */
const cursorAt = (method, path, value) => new Cursor(method, path, value);
