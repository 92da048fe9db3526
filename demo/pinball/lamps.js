// Draws the lamps on the table: arrows before the ramps, lanterns, lanes, the multiplier of points and the ball save; and
// the beam of the lighthouse. Called by paint.js.
import { disc, radial, trace, write } from '../shared/draw.js';
import { LAMP, LEFT_COLOUR, RIGHT_COLOUR, fieldPath } from './board.js';
import { Juice } from './juice.js';
import { STEP } from './parts.js';
import { LOW_LANES, SAUCER, TARGETS, TOP_LANES } from './table.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game */

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The light of the tower: out, still, or turning in a storm. @param {Context} ctx @param {Game} game @param {number} time */
export function paintBeam(ctx, { state: { rules } }, time) {
    const [x, y] = LAMP;
    const on = rules.storm ? 1 : rules.lit ? 0.75 : 0.16;
    ctx.save();
    fieldPath(ctx);
    ctx.clip();
    ctx.globalCompositeOperation = 'lighter';
    const reach = rules.storm ? 6 : 4.5;
    const turn = still.matches ? 0.3 : rules.storm ? 1.9 * time : 0.5 * time;
    if (on > 0.2) {
        for (const half of [0, Math.PI]) {
            const angle = rules.storm ? turn + half : half + 0.12 * Math.sin(turn);
            const fan = 0.13;
            trace(ctx, [[x, y], [x + reach * Math.cos(angle - fan), y + reach
                    * Math.sin(angle - fan)], [x + reach * Math.cos(angle + fan), y + reach
                    * Math.sin(angle + fan)]]);
            ctx.fillStyle = radial(ctx, x, y, reach, `rgba(255, 226, 150, ${0.5 * on})`,
                `rgba(255, 214, 130, ${0.16 * on})`, 'rgba(255, 214, 130, 0)');
            ctx.fill();
        }
    }
    const wide = 0.5 + 0.9 * on;
    disc(ctx, x, y, wide,
        radial(ctx, x, y, wide, `rgba(255, 230, 160, ${on})`, 'rgba(255, 214, 130, 0)'));
    ctx.restore();
    ctx.fillStyle = on > 0.2 ? '#fff4d0' : '#5a4a34';
    ctx.fillRect(x - 0.09, y - 0.1, 0.18, 0.18);
}

/** An arrow upwards. @param {Context} ctx @param {number} x @param {number} y @param {number} lean radians @param {string} color @param {number} on */
function arrow(ctx, x, y, lean, color, on) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(lean);
    if (on > 0.3)
        disc(ctx, 0, 0, 0.55, radial(ctx, 0, 0, 0.55, `${color}70`, `${color}00`));
    trace(ctx, [[0, 0.3], [0.19, -0.02], [0.08, -0.02], [0.08, -0.28], [-0.08, -0.28], [-0.08,
        -0.02], [-0.19, -0.02]]);
    ctx.closePath();
    ctx.fillStyle = '#0b1030';
    ctx.fill();
    ctx.globalAlpha = 0.2 + 0.8 * on;
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 0.02;
    ctx.strokeStyle = 'rgba(255, 255, 255, 0.5)';
    ctx.stroke();
    ctx.restore();
}

/** @param {Context} ctx @param {Game} game @param {number} time @param {Juice} juice */
export function paintLamps(ctx, { state: { rules }, slots, world }, time, juice) {
    const beat = still.matches ? 1 : Math.sin(7 * time) > -0.2 ? 1 : 0.15;
    arrow(ctx, -1.2, 4.05, 0.06, LEFT_COLOUR, rules.storm ? beat : juice.light('ramp 0'));
    arrow(ctx, 1.2, 4.05, -0.06, RIGHT_COLOUR, rules.storm || rules.lit
        ? beat
        : juice.light('ramp 1'));
    slots.targets.forEach((slot, i) => {
        const down = world.bodyAt(slot)?.enabled === false;
        const [x, y] = TARGETS[i];
        const wanted = !down && !rules.lit && !rules.storm ? 0.45 * beat : 0;
        Juice.lamp(ctx, x, y - 0.28, 0.09, '#ffc56e', down ? 1 : wanted);
        if (down)
            disc(ctx, x, y - 0.28, 0.4,
                radial(ctx, x, y - 0.28, 0.4, 'rgba(255, 205, 120, 0.6)',
                    'rgba(255, 205, 120, 0)'));
    });
    TOP_LANES.forEach(([x, y], i) => Juice.lamp(ctx, x, y, 0.09, '#77e3c4', rules.top[i]));
    LOW_LANES.forEach(([x, y], i) =>
        Juice.lamp(ctx, x, y, 0.08, i % 3 ? '#77e3c4' : '#f0927a', juice.light(`low ${i}`))
    );
    for (let times = 2; times <= 5; ++times) {
        const x = 0.3 * (times - 3.5);
        const on = rules.times >= times;
        Juice.lamp(ctx, x, 1.86, 0.13, '#ffc56e', on ? 1 : 0);
        write(ctx, `${times}×`, x, 1.86, 0.13, on ? '#2a1a06' : '#8b93c4');
    }
    const saves = rules.save > 0 && (rules.save > 2 / STEP || Math.sin(20 * time) > 0);
    if (saves) {
        disc(ctx, 0, 0.55, 0.55,
            radial(ctx, 0, 0.55, 0.55, 'rgba(119, 227, 196, 0.5)', 'rgba(119, 227, 196, 0)'));
        write(ctx, 'ball save', 0, 0.5, 0.17, '#b9ffe9');
    }
    paintHarbour(ctx, rules, beat, juice);
}

/** The ring of the saucer, and a lamp for each ball that is held. @param {Context} ctx @param {Game['state']['rules']} rules @param {number} beat @param {Juice} juice */
function paintHarbour(ctx, rules, beat, juice) {
    const { x, y, radius } = SAUCER;
    const on = Math.max(rules.lit ? beat : 0, juice.light('saucer 0'), juice.light('jackpot 1'));
    if (on > 0.2)
        disc(ctx, x, y, 0.6,
            radial(ctx, x, y, 0.6, `rgba(184, 161, 255, ${0.7 * on})`, 'rgba(184, 161, 255, 0)'));
    ctx.lineWidth = 0.04;
    ctx.strokeStyle = on > 0.2 ? '#e9e0ff' : '#6d79b4';
    ctx.beginPath();
    ctx.arc(x, y, radius + 0.02, 0, 7);
    ctx.stroke();
    for (let i = 0; i < 2; ++i)
        Juice.lamp(ctx, x + 0.42, y + 0.02 - 0.18 * i, 0.06, '#ffc56e', rules.locked > i ? 1 : 0);
}
