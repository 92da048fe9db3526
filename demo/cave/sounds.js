// The sounds of the cave, as ZzFX makes them. Called by main.js.

/** By what the game announces. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    jumped: [0.3, 0.05, 260, , 0.02, 0.09, 1, 1.4, 7],
    lit: [[0.4, 0, 659, , 0.05, 0.2, 1, 0.8], [0.4, 0, 988, , 0.06, 0.3, 1, 0.8]],
    open: [523, 659, 784].map((hertz) => [0.4, 0, hertz, , 0.08, 0.25, 1, 0.8]),
    closed: [0.4, 0, 147, , 0.06, 0.14, 2, 1.2],
    caught: [0.6, 0.05, 330, 0.02, 0.1, 0.4, 2, 1.4, -5],
    switched: [0.35, 0, 440, 0.02, 0.06, 0.2, 1, 1, 5],
    fell: [0.4, 0, 220, 0.02, 0.1, 0.3, 1, 1, -4],
    won: [523, 659, 784, 1047].map((hertz) => [0.4, 0, hertz, , 0.1, 0.3, 1, 0.8]),
};
