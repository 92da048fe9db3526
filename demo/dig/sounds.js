// The sounds of the game, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** By what game.tell tells. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    fire: [0.6, 0.05, 120, , 0.03, 0.18, 4, 1.8, -4],
    boom: [0.9, 0.08, 70, , 0.08, 0.5, 4, 2.2, -0.8],
    bore: [0.5, 0.05, 210, 0.02, 0.2, 0.1, 2, 1.8, -2],
    heap: [0.4, 0.1, 110, 0.02, 0.06, 0.22, 4, 1.2, -1],
    hurt: [0.4, 0.05, 300, , 0.02, 0.12, 2, 2, -8],
    thud: [0.5, 0.1, 60, , 0.03, 0.16, 4, 1.4, -1],
    crumble: [0.2, 0.15, 160, , 0.02, 0.1, 4, 1.4, -2],
    splash: [0.35, 0.1, 420, 0.02, 0.05, 0.3, 4, 0.7, -4],
    wreck: [1, 0.05, 50, , 0.14, 0.7, 4, 2.6, -0.4],
    turn: [0.18, 0, 440, , 0.04, 0.08, 1, 1],
    tick: [0.12, 0, 700, , 0.01, 0.03, 1, 1],
    win: [523, 659, 784, 1047].map((hertz) => [0.3, 0, hertz, , 0.08, 0.16, 1, 0.8]),
    lose: [392, 330, 262, 196].map((hertz) => [0.35, 0, hertz, , 0.1, 0.2, 1, 0.8]),
};
