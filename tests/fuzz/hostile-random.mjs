// Numbers that look random and repeat by their seed, and choices made with them.

/** @typedef {ReturnType<typeof randomFrom>} Random */

/** @param {number} seed any 32 bits */
export function randomFrom(seed) {
    let state = seed | 0;
    /** From 0 up to 1. */
    const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    return {
        next,
        /** An integer from 0 up to a count. @param {number} count */
        below: (count) => Math.floor(next() * count),
        /** @param {number} min @param {number} max */
        between: (min, max) => min + (max - min) * next(),
        /** @param {number} probability */
        chance: (probability) => next() < probability,
        /** @template T @param {readonly T[]} list @returns {T} */
        pick: (list) => list[Math.floor(next() * list.length)],
        /** A seed for others. */
        bits: () => Math.floor(next() * 2 ** 32),
    };
}
