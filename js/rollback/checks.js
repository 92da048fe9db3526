// Hashes of frames whose inputs are all known, exchanged to find the first frame that differs between two
// machines. Number k stands for the state before frame k * every. A hash is a draft until all inputs before
// it are known: playing a frame again replaces it.
import { MAX_CHECKS } from './message.js';
import { Sequence } from './sequence.js';

/** Hashes kept for a player who acknowledges none. */
const MAX_KEPT = 256;

/**
 * Two machines that differ.
 * @typedef {object} Desync
 * @property {number} frame the first frame before which their states were compared and differ
 * @property {number} lastEqual the last frame before which they were equal; -1 for none. With `hashEvery: 1` it is
 *     `frame - 1`, and playing it made the difference
 * @property {number} player the other machine's
 * @property {string} own hash of the state here
 * @property {string} theirs hash of the state there
 */

export class Checks {
    /** @type {Sequence<string>} */
    #own = new Sequence();
    /** By player; undefined for those here. @type {(Sequence<string> | undefined)[]} */
    #theirs;
    /** By player, the number that is compared next; -1 once they differ. */
    #next;
    /** @type {string[]} */
    #drafts;

    /**
     * @param {number} every frames between two hashes; 0 for none
     * @param {number} span how many frames at most may be played again
     * @param {boolean[]} remote by player
     */
    constructor(every, span, remote) {
        this.every = every;
        this.#drafts = new Array(span + 3).fill('');
        this.#theirs = remote.map((each) => (each ? new Sequence() : undefined));
        this.#next = remote.map(() => 0);
    }

    /** Whether the state before a frame is hashed. @param {number} frame */
    wants(frame) {
        return this.every > 0 && frame % this.every === 0;
    }

    /** @param {number} frame @param {string} hash of the state before it */
    note(frame, hash) {
        this.#drafts[frame / this.every % this.#drafts.length] = hash;
    }

    /** Hashes of a player that came in. @param {number} player */
    received(player) {
        return this.#theirs[player]?.end ?? 0;
    }

    /** How many hashes there are here. */
    get made() {
        return this.#own.end;
    }

    /** @param {number} player @param {number} first number of the first hash @param {string[]} hashes */
    take(player, first, hashes) {
        const theirs = this.#theirs[player];
        if (!theirs || first > theirs.end) return;
        for (let k = theirs.end; k < first + hashes.length; ++k) theirs.push(hashes[k - first]);
    }

    /** Number of the first hash for a player. @param {number} acked */
    firstFor(acked) {
        return Math.max(acked, this.#own.first);
    }

    /** Hashes that a player does not have. @param {number} acked @returns {string[]} */
    from(acked) {
        const hashes = [];
        const first = this.firstFor(acked);
        for (let k = first; k < this.#own.end && k < first + MAX_CHECKS; ++k)
            hashes.push(this.#own.at(k));
        return hashes;
    }

    /** Has the drafts up to a frame count. @param {number} last frame whose state is what it will stay */
    confirm(last) {
        while (this.every > 0 && this.#own.end * this.every <= last) {
            this.#own.push(this.#drafts[this.#own.end % this.#drafts.length]);
        }
        this.#own.dropBefore(this.#own.end - MAX_KEPT);
    }

    /**
     * Compares what both sides have.
     * @param {(desync: Desync) => void} found called once for each player who differs
     */
    compare(found) {
        for (let player = 0; player < this.#theirs.length; ++player) {
            const theirs = this.#theirs[player];
            if (!theirs) continue;
            while (this.#next[player] >= 0
                && this.#next[player] < Math.min(theirs.end, this.#own.end))
            {
                const k = this.#next[player]++;
                if (k < this.#own.first || this.#own.at(k) === theirs.at(k)) continue;
                this.#next[player] = -1;
                found({ frame: k * this.every, lastEqual: k === 0 ? -1 : (k - 1) * this.every,
                    player, own: this.#own.at(k), theirs: theirs.at(k) });
            }
            theirs.dropBefore(this.#next[player] < 0 ? theirs.end : this.#next[player]);
        }
    }

    /** Drops what all have. @param {number} acked the least number that is acknowledged */
    forget(acked) {
        let minimum = Math.min(acked, this.#own.end);
        for (let player = 0; player < this.#theirs.length; ++player) {
            if (this.#theirs[player] && this.#next[player] >= 0)
                minimum = Math.min(minimum, this.#next[player]);
        }
        this.#own.dropBefore(minimum);
    }
}
