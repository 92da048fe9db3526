// Feel, on a lift: who stands on a moving platform is drawn standing on it, and stays where he stands.

/** @import { Engine } from '../engines/adapter.mjs' */
/** @import { Question } from './question.mjs' */
import { FALL, buildPlayer, rates } from './feel-player.mjs';
import { setUp } from './lab.mjs';

/** Metres and seconds of a lift's swing. It needs 6.6 m/s², and friction 0.6 gives 15. */
const SWING = 1.5;
const PERIOD = 3;

/**
 * A player stands on a lift that swings three times. Before each step the lift gets the velocity that takes it to where it
 * shall be after it.
 * @param {Engine} engine
 * @param {number} hz
 * @param {[number, number]} direction
 * @returns {number[]} the most that the player is seen above the lift, in it, and beside where it first stood, in mm
 */
function ride(engine, hz, [dx, dy]) {
    const lab = setUp(
        engine,
        [0, -FALL],
        (b) => {
            const lift = b.body({ type: 'kinematic', x: 0, y: -0.25 });
            b.box(lift, { width: 3, height: 0.5 });
            return { lift, player: buildPlayer(b, 'box', 0, 0, 0.6) };
        },
        { hz },
    );
    const { lift, player } = lab.made;
    const place = (/** @type {number} */ step) => {
        // From rest at one end.
        const turn = (2 * Math.PI * step) / (hz * PERIOD);
        return SWING * (1 - Math.cos(turn));
    };
    lab.run(hz);
    const x = lab.x(player) - lab.x(lift);
    let [gap, sunk, drift] = [0, 0, 0];
    for (let i = 0; i < 3 * PERIOD * hz; ++i) {
        const speed = (place(i + 1) - place(i)) * hz;
        lab.setVelocity(lift, speed * dx, speed * dy);
        lab.step();
        const above = lab.y(player) - lab.y(lift) - 0.85;
        gap = Math.max(gap, above);
        sunk = Math.max(sunk, -above);
        drift = Math.max(drift, Math.abs(lab.x(player) - lab.x(lift) - x));
    }
    lab.destroy();
    return [1000 * gap, 1000 * sunk, 1000 * drift];
}

/** @type {{ name: string, direction: [number, number] }[]} */
const ways = [
    { name: 'up and down', direction: [0, 1] },
    { name: 'sideways', direction: [1, 0] },
    { name: 'aslant', direction: [0.6, 0.8] },
];

/** @type {Question[]} */
export const lifts = ways.map(({ name, direction }) => ({
    id: `feel-lift-${name.replaceAll(' ', '-')}`,
    text: `a player on a lift that swings by 3 m ${name} in 3 s: worst frame at ${
        rates.join(', ')
    } Hz`,
    unit: 'mm',
    parts: ['gap', 'sunk', 'drift'],
    truth: [0, 0, 0],
    // Half a pixel at 50 pixels a metre.
    tolerance: [10, 10, 10],
    digits: 1,
    ask(engine) {
        const rides = rates.map((hz) => ride(engine, hz, direction));
        return [0, 1, 2].map((part) => Math.max(...rides.map((parts) => parts[part])));
    },
}));
