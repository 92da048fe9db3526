// The sounds of the game, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** By what game.tell tells. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    drop: [0.22, 0.02, 330, 0.005, 0.01, 0.07, 0, 1.2, -8],
    hit: [0.3, 0.04, 120, , 0.005, 0.06, 0, 1.6, -5],
    merge: [0.42, 0, 392, 0.004, 0.03, 0.16, 0, 1.3, 3, , 196, 0.05],
    vanish: [523, 659, 784, 1047, 1319].map((hertz) => [0.34, 0, hertz, , 0.08, 0.2, 1, 0.8]),
    warn: [0.22, 0, 233, 0.01, 0.05, 0.1, 1, 1, -1],
    end: [440, 370, 311, 233].map((hertz) => [0.34, 0, hertz, , 0.1, 0.22, 1, 0.8]),
};

/** Semitones of a scale of five notes, which sounds well in any order. */
const SCALE = [0, 2, 4, 7, 9];

/** The pitch of a merge: lower for larger balls, higher with each of a chain. @param {number} kind @param {number} chain */
export function mergeRate(kind, chain) {
    const note = Math.max(0, 7 - kind) + 1.5 * (chain - 1);
    const whole = Math.round(note);
    const semitones = 12 * Math.floor(whole / SCALE.length) + SCALE[whole % SCALE.length];
    return 0.62 * 2 ** (semitones / 12);
}
