// How the three chains look: each in a lane of its own, with the arc of its length as built, and red where its pins are torn
// apart. Metres with y up; the words in CSS pixels. Called by main.js.
import { ENGINES } from '../shared/peers.js';
import { BESIDE, LANE, LENGTH, RADIUS } from './beside.js';

/** Light enough for the dark picture, in either look of the page. */
const COLORS = { player: '#ffc56e', ghost: '#b8a1ff', lantern: '#77e3c4', crate: '#f0927a',
    wall: '#8fb4ff' };
const IRON =
    /** @type {const} */ ([[0, '#8d97bd'], [0.35, '#4a5277'], [0.85, '#20253f'], [1, '#3a4266']]);

/** @param {string} name */
const colorOf = (name) => COLORS[ENGINES[name].color];

/** Where the hook of a lane is, metres. @param {number} i */
const hookX = (i) => (i - (BESIDE.length - 1) / 2) * LANE;

/** @param {CanvasRenderingContext2D} ctx @param {import('./beside.js').Beside} scene */
export function paintBeside(ctx, scene) {
    const { a, d, e, f } = ctx.getTransform();
    const dusk = ctx.createRadialGradient(0, -LENGTH, 0, 0, -LENGTH, 1.6 * LANE);
    dusk.addColorStop(0, '#2a2650');
    dusk.addColorStop(0.55, '#171a38');
    dusk.addColorStop(1, '#0d1122');
    ctx.fillStyle = dusk;
    ctx.fillRect(-e / a, (f - ctx.canvas.height) / -d, ctx.canvas.width / a,
        ctx.canvas.height / -d);
    scene.lanes.forEach((lane, i) => {
        ctx.save();
        ctx.translate(hookX(i), 0);
        paintMeasure(ctx, colorOf(lane.name), scene.see.minY);
        paintGirder(ctx);
        paintChain(ctx, lane);
        paintLoad(ctx, lane, scene.times);
        ctx.restore();
    });
}

/** The arc of the length as built, and below it the lengths twice and three times that. @param {CanvasRenderingContext2D} ctx @param {string} color @param {number} deepest */
function paintMeasure(ctx, color, deepest) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(-LANE / 2, -500, LANE, 520);
    ctx.clip();
    ctx.strokeStyle = color;
    for (let times = 1; times * LENGTH < -deepest + 2; ++times) {
        ctx.globalAlpha = times === 1 ? 0.75 : 0.4;
        ctx.lineWidth = times === 1 ? 0.11 : 0.09;
        ctx.setLineDash(times === 1 ? [0.35, 0.4] : [0.15, 0.5]);
        const open = times === 1 ? 1.45 : Math.asin(Math.min(1, (0.42 * LANE) / (times * LENGTH)));
        ctx.beginPath();
        ctx.arc(0, 0, times * LENGTH, -Math.PI / 2 - open, -Math.PI / 2 + open);
        ctx.stroke();
        ctx.save();
        ctx.globalAlpha = 0.75;
        ctx.translate(-LANE / 2 + 0.6,
            -times * LENGTH * Math.cos(Math.min(open, 0.42)) + (times === 1 ? -2 : 0.5));
        ctx.scale(0.06, -0.06);
        ctx.font = '600 20px system-ui, sans-serif';
        ctx.fillStyle = color;
        ctx.fillText(`${100 * times} %`, 0, 0);
        ctx.restore();
    }
    ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx */
function paintGirder(ctx) {
    const half = LANE * 0.44;
    ctx.strokeStyle = '#b98a4e';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 0.1;
    ctx.beginPath();
    for (let i = 0; i <= 22; ++i) ctx.lineTo(-half + (i * half) / 11, i % 2 ? 1.05 : 0.35);
    ctx.stroke();
    ctx.lineWidth = 0.2;
    ctx.strokeStyle = '#e0ac63';
    for (const y of [0.35, 1.05]) ctx.stroke(new Path2D(`M${-half} ${y}H${half}`));
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./beside.js').Lane} lane */
function paintChain(ctx, lane) {
    const { pins } = lane;
    ctx.lineCap = 'round';
    // Joints that are torn apart glow.
    for (const [width, color]
        of /** @type {const} */ ([[0.5, 'rgba(255, 110, 90, 0.22)'], [0.12, '#ff7a68']]))
    {
        ctx.beginPath();
        for (const { a, b, onA, onB } of pins) {
            const [from, to] = [lane.place(a, onA), lane.place(b, onB)];
            if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.02) continue;
            ctx.moveTo(...from);
            ctx.lineTo(...to);
        }
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
    }
    for (const [width, color] of /** @type {const} */ ([[0.42, '#4c5a82'], [0.24, '#dfe8ff']])) {
        ctx.beginPath();
        for (let i = 1; i < pins.length; ++i) {
            ctx.moveTo(...lane.place(i, pins[i - 1].onB));
            ctx.lineTo(...lane.place(i, pins[i].onA));
        }
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
    }
    ctx.fillStyle = '#ffc56e';
    ctx.beginPath();
    ctx.arc(0, 0, 0.4, 0, 2 * Math.PI);
    ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./beside.js').Lane} lane @param {number} times */
function paintLoad(ctx, { name, load: [x, y] }, times) {
    const color = colorOf(name);
    const glow = ctx.createRadialGradient(x, y, RADIUS * 0.8, x, y, RADIUS * 2.2);
    glow.addColorStop(0, `${color}55`);
    glow.addColorStop(1, `${color}00`);
    const iron = ctx.createRadialGradient(x - RADIUS * 0.35, y + RADIUS * 0.4, RADIUS * 0.05, x, y,
        RADIUS);
    for (const [at, shade] of IRON) iron.addColorStop(at, shade);
    for (const [fill, radius] of /** @type {const} */ ([[glow, 2.2 * RADIUS], [iron, RADIUS]])) {
        ctx.beginPath();
        ctx.arc(x, y, radius, 0, 2 * Math.PI);
        ctx.fillStyle = fill;
        ctx.fill();
    }
    ctx.strokeStyle = color;
    ctx.lineWidth = 0.12;
    ctx.stroke();
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(0.031, -0.031);
    ctx.font = '700 20px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = color;
    ctx.fillText(`${Math.round(times)}×`, 0, 1);
    ctx.restore();
}

/**
 * The names and figures over the lanes.
 * @param {CanvasRenderingContext2D} ctx in CSS pixels @param {import('./beside.js').Beside} scene @param {(x: number, y: number) => number[]} toScreen
 */
export function writeLanes(ctx, { lanes }, toScreen) {
    const width = toScreen(LANE, 0)[0] - toScreen(0, 0)[0];
    const large = Math.max(14, Math.min(30, width * 0.115));
    const small = Math.max(10.5, large * 0.44);
    ctx.textAlign = 'center';
    lanes.forEach(({ name, percent, ms }, i) => {
        const [x, y] = toScreen(hookX(i), 1.5);
        ctx.font = `${small}px system-ui, sans-serif`;
        ctx.fillStyle = '#b9c4e2';
        ctx.fillText(`${ms.toFixed(3)} ms a step`, x, y - 4);
        ctx.fillStyle = colorOf(name);
        ctx.font = `700 ${large}px system-ui, sans-serif`;
        ctx.fillText(`${percent < 1000 ? percent.toFixed(2) : Math.round(percent)} %`, x,
            y - 1.25 * small - 7);
        ctx.font = `600 ${Math.max(11, large * 0.5)}px system-ui, sans-serif`;
        ctx.fillStyle = '#eef2ff';
        ctx.fillText(name, x, y - 1.25 * small - large - 9);
    });
    ctx.textAlign = 'start';
}
