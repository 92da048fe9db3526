// Iterating without garbage: the lists of js/world/events/events.js and js/world/objects/bodies.js have one iterator each,
// which they use again and again.

/**
 * An iterator that is used again and again; a second loop inside the first gets one of its own.
 * @template T
 * @typedef {IterableIterator<T> & { busy: boolean, restart(): Walker<T> }} Walker
 */

/**
 * @template T
 * @param {{ readonly count: number }} store
 * @param {(index: number) => T | undefined} read undefined where there is nothing
 * @returns {Walker<T>}
 */
export function makeWalker(store, read) {
    let index = 0;
    /** @type {IteratorYieldResult<any>} */
    const more = { done: false, value: undefined };
    /** @type {IteratorReturnResult<undefined>} */
    const end = { done: true, value: undefined };
    return {
        busy: false,
        restart() {
            index = 0;
            this.busy = true;
            return this;
        },
        next() {
            while (index < store.count) {
                more.value = read(index++);
                if (more.value !== undefined) return more;
            }
            this.busy = false;
            return end;
        },
        return() {
            this.busy = false;
            return end;
        },
        [Symbol.iterator]() {
            return this;
        },
    };
}
