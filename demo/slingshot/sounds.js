// The sounds of the game, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it, repeat, noise. Called by main.js.

/** By what game.tell tells and of what. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    stretch: [0.1, 0.05, 90, 0.02, 0.02, 0.05, 2, 0.6, 3],
    fire: [0.5, 0.02, 190, 0.005, 0.03, 0.22, 2, 1.4, -6, , , , , 1.2],
    'hit wood': [0.4, 0.08, 170, , 0.008, 0.06, 1, 1.8, -8, , , , , 0.6],
    'hit stone': [0.4, 0.06, 95, , 0.01, 0.08, 2, 1.5, -4, , , , , 1.4],
    'hit glass': [0.22, 0.08, 1450, , 0.006, 0.09, 0, 1.4, -3],
    'hit ball': [0.3, 0.05, 110, , 0.008, 0.06, 2, 1.5, -5],
    'hit soft': [0.3, 0.06, 240, 0.004, 0.01, 0.07, 0, 1.2, 10],
    'crack wood': [0.24, 0.1, 320, , 0.004, 0.04, 3, 1.2, -12, , , , , 2],
    'crack stone': [0.24, 0.1, 150, , 0.006, 0.05, 3, 1.2, -6, , , , , 3],
    'crack glass': [0.16, 0.1, 2100, , 0.004, 0.05, 1, 1.2, -8],
    'break wood': [0.6, 0.1, 210, , 0.02, 0.16, 3, 1.1, -9, , , , 0.03, 2.6],
    'break stone': [0.7, 0.08, 80, , 0.04, 0.28, 4, 1.3, -2, , , , , 3.5],
    'break glass': [0.5, 0.06, 1700, , 0.02, 0.32, 1, 1.8, -14, , 320, 0.03, 0.02, 0.4],
    burst: [0.5, 0.03, 420, 0.004, 0.03, 0.2, 0, 1.3, 9, , 240, 0.06],
    rewind: [0.28, 0, 160, 0.1, 0.4, 0.2, 0, 1.1, 4, , , , 0.05, 0.6],
    won: [523, 659, 784, 1047].map((hertz) => [0.36, 0, hertz, , 0.09, 0.25, 1, 0.8]),
    lost: [392, 330, 262].map((hertz) => [0.3, 0, hertz, , 0.1, 0.25, 1, 0.8]),
};
