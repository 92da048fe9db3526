// Seeded chance for damaged files: every choice follows from the seed of one change, so that a change stays what it is
// when others are left out.

/** @typedef {ReturnType<typeof makeChance>} Chance */

/**
 * A seeded sequence of choices (mulberry32).
 * @param {number} seed
 */
export function makeChance(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    /** @param {number} count */
    const below = (count) => Math.floor(next() * count);
    return {
        next,
        below,
        /** @template T @param {readonly T[]} list @returns {T} */
        pick: (list) => list[below(list.length)],
        /** True once in so many times. @param {number} times */
        once: (times) => below(times) === 0,
    };
}

/** A seed that depends on several numbers. @param {readonly number[]} numbers */
export function seedOf(...numbers) {
    let hash = 0x811c9dc5;
    for (const number of numbers) {
        hash = Math.imul(hash ^ number, 0x01000193);
        hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    }
    return (hash ^ (hash >>> 13)) >>> 0;
}
