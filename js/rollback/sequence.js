// Values numbered one after the other, such as a player's inputs by frame: new ones are added at the end,
// old ones dropped at the beginning. A ring that grows when it is full, so that a session in steady state
// allocates none.

/** @template T */
export class Sequence {
    /** The oldest number that is kept. */
    first = 0;
    /** The number that comes next. */
    end = 0;
    /** @type {(T | undefined)[]} */
    #items = new Array(32).fill(undefined);

    /** @param {T} value */
    push(value) {
        if (this.end - this.first === this.#items.length) this.#grow();
        this.#items[this.end++ & (this.#items.length - 1)] = value;
    }

    /**
     * @param {number} index from `first` on, before `end`
     * @returns {T}
     */
    at(index) {
        return /** @type {T} */ (this.#items[index & (this.#items.length - 1)]);
    }

    /** Forgets all before this number. @param {number} index at most `end` */
    dropBefore(index) {
        while (this.first < index) this.#items[this.first++ & (this.#items.length - 1)] = undefined;
    }

    #grow() {
        const { length } = this.#items;
        /** @type {(T | undefined)[]} */
        const items = new Array(2 * length).fill(undefined);
        for (let i = this.first; i < this.end; ++i) items[i & (2 * length - 1)] = this.at(i);
        this.#items = items;
    }
}
