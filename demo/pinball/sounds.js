// The sounds of the table, as ZzFX makes them: loudness, randomness, hertz, attack, sustain, release (seconds), shape of the wave, its
// curve, slide (500 Hz/s), its change, jump of the pitch (Hz), seconds until it. Called by main.js.

/** By what game.tell tells. @type {Record<string, import('../shared/sound.js').Noise>} */
export const SOUNDS = {
    flip: [0.28, 0.03, 95, , 0.01, 0.035, 3, 1.6, -6],
    shot: [0.5, 0.03, 150, , 0.03, 0.1, 1, 1.5, 5],
    bumper: [0.42, 0.03, 392, , 0.02, 0.11, 1, 0.6, -5],
    sling: [0.36, 0.03, 240, , 0.01, 0.07, 2, 0.8, -5],
    target: [0.42, 0, 659, , 0.03, 0.16, 0, 1.2, , , 330, 0.04],
    bank: [523, 659, 784].map((hertz) => [0.34, 0, hertz, , 0.06, 0.16, 1, 0.8]),
    raise: [0.25, 0, 180, , 0.02, 0.08, 2, 1.2, 4],
    lane: [0.32, 0, 880, , 0.02, 0.1, 0, 1, , , 220, 0.04],
    lanes: [659, 784, 988, 1319].map((hertz) => [0.3, 0, hertz, , 0.05, 0.12, 0, 0.8]),
    low: [0.24, 0, 494, , 0.02, 0.08, 0, 1],
    spinner: [0.2, 0, 1100, , , 0.04, 1, 1, -4],
    mouth: [0.24, 0, 220, 0.02, 0.1, 0.16, 0, 1, 7],
    ramp: [0.36, 0, 523, , 0.07, 0.2, 0, 1.1, , , 262, 0.07],
    saucer: [0.36, 0, 330, , 0.05, 0.14, 0, 1.1, , , 110, 0.06],
    eject: [0.36, 0.03, 130, , 0.02, 0.1, 1, 1.4, 6],
    lock: [392, 523, 659].map((hertz) => [0.36, 0, hertz, , 0.09, 0.2, 1, 0.8]),
    storm: [262, 330, 392, 523, 659, 784, 1047, 1319].map((
        hertz,
    ) => [0.34, 0, hertz, , 0.08, 0.16, 1, 0.7]),
    jackpot: [784, 988, 1175, 1568, 1175, 1568].map((
        hertz,
    ) => [0.34, 0, hertz, , 0.07, 0.16, 1, 0.7]),
    calm: [523, 440, 349].map((hertz) => [0.26, 0, hertz, , 0.1, 0.2, 0, 0.9]),
    saved: [440, 587].map((hertz) => [0.32, 0, hertz, , 0.06, 0.14, 0, 1]),
    drop: [0.3, 0, 196, , 0.08, 0.2, 0, 1, -2],
    drain: [392, 330, 262, 196].map((hertz) => [0.32, 0, hertz, , 0.08, 0.18, 0, 1]),
    end: [440, 370, 311, 233].map((hertz) => [0.34, 0, hertz, , 0.1, 0.22, 1, 0.8]),
    nudge: [0.4, 0.03, 60, , 0.03, 0.08, 0, 1.5],
    tilt: [0.45, 0, 110, , 0.25, 0.3, 2, 1, -1],
    serve: [0.16, 0, 160, , 0.02, 0.06, 0, 1.5],
    wall: [0.3, 0.04, 180, , , 0.05, 2, 1.6, -4],
    post: [0.3, 0.04, 260, , , 0.05, 2, 1.6, -4],
    gate: [0.3, 0.04, 1300, , , 0.04, 1, 1, -4],
    flipper: [0.3, 0.04, 130, , , 0.05, 2, 1.6, -3],
    rail: [0.2, 0.04, 1500, , , 0.06, 0, 1, -3],
};
/** Those that are as loud as the knock was hard, whose `amount` is m/s. */
export const KNOCKS = new Set(['wall', 'post', 'gate', 'flipper', 'rail']);
