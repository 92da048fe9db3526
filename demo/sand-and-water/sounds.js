// The sounds of the page, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    rush: [0.3, 0.1, 520, 0.12, 0.12, 0.3, 4, 0.5, -1],
    hiss: [0.2, 0.1, 1900, 0.08, 0.1, 0.2, 4, 0.3],
    wave: [0.5, 0.05, 240, 0.2, 0.2, 0.6, 4, 0.6, -1],
    wood: [0.4, 0.1, 150, , 0.01, 0.08, 2, 1.8, -3],
    thud: [0.5, 0.1, 70, , 0.03, 0.15, 4, 1.4, -1],
    take: [0.15, 0, 520, , 0.01, 0.05, 1, 1],
    tick: [0.12, 0, 700, , 0.01, 0.03, 1, 1],
    blob: [0.4, 0.1, 190, 0.02, 0.03, 0.16, 1, 1.4, 6, -1],
    build: [0.2, 0.15, 320, , 0.01, 0.05, 2, 1.6, -5],
    dig: [0.16, 0.2, 420, 0.01, 0.02, 0.07, 4, 0.8, -3],
    turn: [0.25, 0.05, 260, 0.05, 0.1, 0.2, 1, 1, 2],
    gate: [0.5, 0.05, 90, 0.05, 0.3, 0.3, 2, 1.6, -0.5],
    back: [0.25, 0, 330, 0.05, 0.2, 0.2, 1, 1, -3],
};
