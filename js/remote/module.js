// A module that plays with a world in its worker: loaded by its URL, or given by the worker's own file, and
// set up with the real World and a channel to the page. What it throws becomes an error that names it.
// Used by js/remote/host.js.
import { TILE } from '../options/tiles.js';
import { MicaError, wrongType } from '../wire/errors.js';
import { FLAGS, MOVER_FLAGS, slotOf } from '../wire/layout.js';
import { exchange, faultOf, portable } from './messages.js';

/** @import { World } from '../world/world.js' */
/** @import { Registry } from './registry.js' */
/** @import { WorldModule } from './types.js' */

/** An error of a module's, by its own stack. @param {string} text @param {unknown} cause */
function moduleError(text, cause) {
    const { message, stack } = faultOf(cause);
    return Object.assign(new MicaError('MODULE_FAILED', `${text}: ${message}`, { cause }), {
        stack,
    });
}

/** A module and its world. */
export class Module {
    #name;
    #setUp;
    #its;
    /** @type {((message: any) => void)[]} */
    #listeners = [];
    /** What goes with the next reply. @type {{ posts: unknown[], handed: Transferable[], errors: Error[] }} */
    #outbox = { posts: [], handed: [], errors: [] };

    /** @param {string} name for errors @param {WorldModule} setUp @param {Registry} its the numbers of its objects */
    constructor(name, setUp, its) {
        this.#name = name;
        this.#setUp = setUp;
        this.#its = its;
    }

    /** Runs it. @param {World} world @throws {MicaError} MODULE_FAILED */
    async start(world) {
        try {
            await this.#setUp({
                world,
                post: (message, transfer = []) => this.#post(message, transfer),
                onMessage: (listener) => this.#listen(listener),
                FLAGS,
                MOVER_FLAGS,
                TILE,
                slotOf,
                MicaError,
            });
        } catch (error) {
            throw moduleError(`createWorkerWorld: the module ${this.#name} threw`, error);
        }
    }

    /** Gives it a message of the page's. @param {unknown} message */
    hear(message) {
        const real = this.#its.unmark(message);
        for (const listener of this.#listeners) listener(real);
    }

    /**
     * The error of a call by which the module ran: in its name, unless the call itself refused.
     * @param {string} method that the page called @param {unknown} error
     */
    errorOf(method, error) {
        if (error instanceof Error && error.message.startsWith(`${method}: `)) return error;
        return moduleError(`${method}: the module ${this.#name} threw`, error);
    }

    /** Takes an error that nothing in the worker caught: of a timer or a promise. @param {unknown} error */
    failed(error) {
        this.#outbox.errors.push(moduleError(`World: the module ${this.#name} threw`, error));
    }

    /** What has come up since the last call. */
    empty() {
        const outbox = this.#outbox;
        this.#outbox = { posts: [], handed: [], errors: [] };
        return outbox;
    }

    /** @param {unknown} message @param {Transferable[]} transfer */
    #post(message, transfer) {
        const numbered = exchange(message, (value) => {
            const mark = this.#its.mark(value);
            if (mark && this.#its.numberOf(value) === undefined)
                throw new MicaError('FOREIGN_OBJECT',
                    'post: message names an object of another world');
            return mark;
        });
        const { copy, handed } = portable('post', numbered, transfer);
        this.#outbox.posts.push(copy);
        this.#outbox.handed.push(...handed);
    }

    /** @param {(message: any) => void} listener */
    #listen(listener) {
        if (typeof listener !== 'function')
            wrongType('onMessage', 'listener', 'a function', listener);
        const entry = (/** @type {any} */ message) => listener(message);
        this.#listeners = [...this.#listeners, entry];
        return () => {
            this.#listeners = this.#listeners.filter((other) => other !== entry);
        };
    }
}

/**
 * Loads a module by its URL.
 * @param {string} url
 * @returns {Promise<{ name: string, setUp: WorldModule }>}
 * @throws {MicaError} MODULE_FAILED
 */
export async function loadModule(url) {
    const name = url.length > 200 ? `${url.slice(0, 200)}…` : url;
    /** @type {any} */
    let loaded;
    try {
        // No bundler knows the address, so none is to look for the file.
        loaded = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
    } catch (error) {
        throw moduleError(`createWorkerWorld: the module ${name} could not be loaded`, error);
    }
    if (typeof loaded.default === 'function') return { name, setUp: loaded.default };
    throw new MicaError('MODULE_FAILED',
        `createWorkerWorld: the module ${name} has no function as its default export`);
}
