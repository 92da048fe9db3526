// The sounds of the table, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** By what game.tell tells. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    shot: [0.5, 0.05, 160, , 0.02, 0.07, 1, 1.5, 4],
    pin: [0.22, 0, 2400, , , 0.035, 0, 1, -15],
    spinner: [0.2, 0, 900, , , 0.05, 1, 1, -4],
    petal: [0.2, 0, 1300, , , 0.05, 0, 1, -6],
    bumper: [0.4, 0.04, 520, , 0.02, 0.1, 1, 0.6, -6],
    gate: [0.4, 0, 880, , 0.03, 0.14, 0, 1, , , 440, 0.05],
    start: [0.5, 0, 660, , 0.06, 0.16, 1, 1, , , 330, 0.07],
    tulip: [0.45, 0, 784, , 0.06, 0.14, 1, 1, , , 263, 0.07],
    pocket: [0.4, 0, 587, , 0.06, 0.12, 1, 1, , , 197, 0.07],
    mouth: [0.35, 0, 1047, , 0.04, 0.1, 1, 1, 5],
    pay: [0.1, 0, 3000, , , 0.03],
    spin: [0.25, 0, 330, , 0.1, 0.1, 1, 1, 3],
    lose: [0.35, 0, 330, , 0.1, 0.15, 1, 1, -1],
    end: [0.4, 0, 523, , 0.15, 0.3, 1, 1, -1.2],
    fever: [523, 659, 784, 1047, 784, 1047, 1319, 1568].map((
        hertz,
    ) => [0.35, 0, hertz, , 0.08, 0.12, 1, 0.7]),
};
