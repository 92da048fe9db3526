// A small seeded generator, so that the cave looks the same at every visit. Called by stone.js and
// backdrop.js while they paint.

/** Returns a function of numbers from 0 to 1. @param {number} seed */
export function randomFrom(seed) {
    let s = seed >>> 0;
    return () => {
        s = (s + 0x6d2b79f5) >>> 0;
        let t = Math.imul(s ^ (s >>> 15), s | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}
