// The sounds of the game, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** By what game.tell tells. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    throw: [0.18, 0.1, 180, 0.03, 0.02, 0.12, 1, 1, 9],
    swipe: [0.12, 0.15, 900, 0.02, 0.01, 0.09, 4, 1.2, -14],
    slice: [0.4, 0.1, 210, , 0.02, 0.1, 4, 1.6, -6],
    again: [0.28, 0.1, 320, , 0.01, 0.07, 4, 1.6, -6],
    wood: [0.4, 0.08, 140, , 0.02, 0.08, 2, 2.2, -4],
    rope: [0.35, 0.08, 420, , 0.01, 0.1, 2, 1.4, -9],
    burst: [0.55, 0.08, 90, , 0.04, 0.2, 4, 1.8, -2],
    combo: [523, 659, 784].map((hertz) => [0.3, 0, hertz, , 0.06, 0.1, 1, 0.8]),
    rig: [0.2, 0.05, 330, 0.02, 0.06, 0.14, 1, 1, -2],
    miss: [0.4, 0, 196, , 0.1, 0.2, 1, 1, -1.4],
    boom: [0.9, 0.05, 60, , 0.1, 0.5, 4, 2.4, -0.6],
    end: [392, 330, 262, 196].map((hertz) => [0.35, 0, hertz, , 0.1, 0.2, 1, 0.8]),
};
