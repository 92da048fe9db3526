// Chance that the timeline can take back: all of it is in the seed. Called by rules.js.

/** The next number from 0 to 1, by Tommy Ettinger's Mulberry32. @param {{ seed: number }} state has the seed, which changes */
export function nextRandom(state) {
    state.seed = (state.seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(state.seed ^ state.seed >>> 15, 1 | state.seed);
    bits ^= bits + Math.imul(bits ^ bits >>> 7, 61 | bits);
    return ((bits ^ bits >>> 14) >>> 0) / 2 ** 32;
}
