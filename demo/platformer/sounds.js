// The sounds, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its curve, slide
// (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by effects.js, by what the game tells.

/** @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    jump: [0.25, 0.03, 300, , 0.02, 0.09, 1, 1, 6],
    land: [0.2, 0.05, 110, , , 0.05, 4, 0.6],
    dash: [0.3, 0.05, 500, 0.01, 0.04, 0.12, 4, 1, -6],
    coin: [0.35, 0, 988, , 0.04, 0.16, 1, 1, , , 329, 0.06],
    spring: [0.4, 0, 180, , 0.05, 0.2, 0, 1, 9],
    lamp: [659, 880].map((hertz) => [0.35, 0, hertz, 0.01, 0.08, 0.25, 0, 1]),
    crumble: [0.4, 0.1, 90, , 0.06, 0.25, 4, 0.5, -1],
    rope: [0.4, 0.1, 240, , 0.02, 0.12, 4, 1, -4],
    hurt: [0.5, 0.02, 260, , 0.05, 0.2, 2, 1, -7],
    burnt: [0.5, 0.02, 190, , 0.08, 0.4, 4, 0.8, -3],
    hit: [0.7, 0.02, 130, , 0.08, 0.3, 2, 0.6, -2, , , , 0.02],
    beaten: [196, 165, 131, 98].map((hertz) => [0.6, 0.02, hertz, , 0.1, 0.3, 2, 0.6, -1]),
    met: [110, 104].map((hertz) => [0.45, 0, hertz, 0.05, 0.2, 0.4, 2, 0.8]),
    won: [523, 659, 784, 1047, 784, 1047, 1319].map((
        hertz,
    ) => [0.35, 0, hertz, , 0.08, 0.14, 1, 0.7]),
};
