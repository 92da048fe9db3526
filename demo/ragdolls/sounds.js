// The sounds, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its curve, slide
// (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js, by what the rules tell.

/** @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    fall: [0.4, 0.06, 210, , 0.03, 0.12, 1, 0.8, -5],
    flip: [523, 784, 1047].map((hertz) => [0.35, 0, hertz, , 0.07, 0.12, 1, 0.7]),
    flight: [0.35, 0, 660, , 0.06, 0.16, 1, 1, , , 220, 0.07],
    land: [0.4, 0.06, 80, , 0.01, 0.12, 4, 0.7],
    off: [0.5, 0, 330, , 0.1, 0.3, 1, 1, -3],
    boost: [0.5, 0.05, 120, 0.05, 0.3, 0.5, 4, 1, 3],
    finish: [523, 659, 784, 1047, 784, 1047, 1319].map((
        hertz,
    ) => [0.35, 0, hertz, , 0.08, 0.14, 1, 0.7]),
};
