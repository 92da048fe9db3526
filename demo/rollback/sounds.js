// The sounds of the duel, as ZzFX makes them. Called by main.js.

/** By the kinds of effects. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    hit: [0.5, 0.05, 240, , 0.01, 0.08, 2, 1.6, -4],
    dash: [0.3, 0.1, 420, 0.01, 0.02, 0.12, 4, 1.2, -8],
    fall: [0.6, 0, 196, 0.02, 0.1, 0.35, 1, 1, -3],
};
