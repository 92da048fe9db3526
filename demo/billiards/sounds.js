// The clicks of billiards, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s). Called by main.js.

/** @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    click: [0.9, 0, 1900, , 0.004, 0.035, 0, 0.7, -22],
    cushion: [0.7, 0, 190, , 0.01, 0.07, 0, 1, -1.5],
    pocket: [0.8, 0, 130, , 0.02, 0.16, 0, 1.2, -0.6, , , , , 0.6],
    cue: [0.7, 0, 900, , 0.006, 0.05, 1, 1, -16],
};
const LOUDEST = { click: 2.5, cushion: 2.5 }; // m/s

/** Lets the impacts of a world be heard. @param {import('../../js/index.js').World<any>} world @param {number} half width of the picture, m @param {(name: string, how: object) => void} play */
export function listenToImpacts(world, half, play) {
    const heard =
        (/** @type {keyof typeof LOUDEST} */ name) =>
        (/** @type {{ x: number, speed: number }} */ { x, speed }) => {
            play(name, { pan: x / half, volume: Math.min(1, (speed / LOUDEST[name]) ** 1.3),
                rate: 0.96 + 0.08 * Math.random() });
        };
    world.on('contactHit', { layers: ['ball', 'ball'] }, heard('click'));
    if (world.layers.names.includes('cushion'))
        world.on('contactHit', { layers: ['ball', 'cushion'] }, heard('cushion'));
}
