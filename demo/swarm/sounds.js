// The sounds of the game, as ZzFX makes them. Called by main.js.

/** By what the game's signs are. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    stroke: [0.2, 0.1, 900, , 0.01, 0.04, 3, 1.4, -30],
    death: [0.25, 0.15, 220, , 0.01, 0.08, 4, 1.6, -6],
    nova: [0.9, 0.02, 90, 0.02, 0.12, 0.5, 4, 2, -0.8],
    hurt: [0.35, 0.05, 130, , 0.03, 0.1, 2, 2, -4],
    end: [330, 262, 220, 165].map((hertz) => [0.4, 0, hertz, , 0.1, 0.24, 1, 0.8]),
};
