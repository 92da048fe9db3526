// The figures: player with its ribbon, ghosts, lanterns. Each is drawn by hand with a few paths.
// Called by render.js in CSS pixels. The ribbon is a little rope of its own, for the eye only.

const TAU = Math.PI * 2;
const RIBBON = 10; // nodes
const LINK = 0.115; // metres
/** Dark and light. */
const SCARVES = { red: ['#c2453f', '#ff8a5c'], topaz: ['#d07a00', '#ffc04d'],
    azure: ['#1b7fc4', '#6fd2ff'] };

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('../shared/camera.js').Camera} Camera */

/** Where the player's drawn shape is kept between frames. */
export function createPlayerFigure() {
    return {
        x: new Float32Array(RIBBON),
        y: new Float32Array(RIBBON),
        oldX: new Float32Array(RIBBON),
        oldY: new Float32Array(RIBBON),
        stretch: 0,
        look: 1,
        blink: 2,
        ready: false,
    };
}

/**
 * Lets the ribbon trail and the body squash. @param {ReturnType<typeof createPlayerFigure>} figure
 * @param {number} px @param {number} py drawn position, metres @param {number} vy m/s
 * @param {import('../../js/platformer.js').Platformer} hero @param {number} seconds world time
 */
export function movePlayerFigure(figure, px, py, vy, hero, seconds) {
    const { x, y, oldX, oldY } = figure;
    const knotX = px - hero.facing * 0.16;
    const knotY = py + 0.16;
    if (!figure.ready || Math.hypot(knotX - x[0], knotY - y[0]) > 3) {
        for (let i = 0; i < RIBBON; i++) {
            x[i] = oldX[i] = knotX - hero.facing * LINK * i;
            y[i] = oldY[i] = knotY;
        }
        figure.ready = true;
    }
    const dt = Math.min(seconds, 1 / 30);
    if (dt > 0) {
        for (let i = 1; i < RIBBON; i++) {
            const vx0 = (x[i] - oldX[i]) * 0.93;
            const vy0 = (y[i] - oldY[i]) * 0.93;
            oldX[i] = x[i];
            oldY[i] = y[i];
            x[i] += vx0 - hero.facing * 1.2 * dt * dt;
            y[i] += vy0 - (7 + 4 * Math.sin(i * 0.9 + px * 2)) * dt * dt;
        }
        const target = Math.max(-0.16, Math.min(0.2, Math.abs(vy) * 0.014))
            - Math.min(0.28, hero.landingSpeed * 0.02);
        figure.stretch += (target - figure.stretch) * Math.min(1, dt * 16);
        figure.look += (hero.facing - figure.look) * Math.min(1, dt * 12);
        figure.blink = figure.blink < -0.12 ? 1.5 + Math.random() * 3 : figure.blink - dt;
    }
    x[0] = knotX;
    y[0] = knotY;
    for (let pass = 0; pass < 3; pass++) {
        for (let i = 1; i < RIBBON; i++) {
            const dx = x[i] - x[i - 1];
            const dy = y[i] - y[i - 1];
            const d = Math.hypot(dx, dy) || 1;
            const k = (d - LINK) / d;
            x[i] -= dx * k;
            y[i] -= dy * k;
        }
    }
}

/**
 * @param {Ctx} ctx @param {Camera} camera @param {ReturnType<typeof createPlayerFigure>} figure
 * @param {number} px @param {number} py @param {number} alpha 0 to 1, below 1 while it cannot be caught
 * @param {'topaz' | 'azure' | null} colour of the veils that it passes: its scarf and a rim have it
 */
export function drawPlayer(ctx, camera, figure, px, py, alpha, colour) {
    const k = camera.scale;
    const { x, y } = figure;
    ctx.globalAlpha = alpha;
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    for (let layer = 0; layer < 2; layer++) {
        ctx.strokeStyle = SCARVES[colour ?? 'red'][layer];
        for (let i = 1; i < RIBBON; i++) {
            ctx.lineWidth = k * (layer === 0 ? 0.17 : 0.09) * (1 - i / (RIBBON + 3));
            ctx.beginPath();
            ctx.moveTo(camera.screenX(x[i - 1]), camera.screenY(y[i - 1]));
            ctx.lineTo(camera.screenX(x[i]), camera.screenY(y[i]));
            ctx.stroke();
        }
    }
    const s = figure.stretch;
    const w = 0.3 * (1 - s * 0.7);
    const h = 0.58 * (1 + s);
    const foot = camera.screenY(py - 0.58);
    ctx.save();
    ctx.translate(camera.screenX(px), foot);
    ctx.scale(k, k);
    ctx.beginPath();
    ctx.roundRect(-w, -2 * h, 2 * w, 2 * h, w);
    ctx.fillStyle = '#ffbe66';
    ctx.fill();
    ctx.beginPath();
    ctx.roundRect(-w * 0.8, -2 * h + w * 0.18, 1.6 * w, 2 * h - w * 0.6, w * 0.8);
    ctx.fillStyle = '#ffd896';
    ctx.fill();
    ctx.beginPath();
    ctx.roundRect(-w * 0.56, -2 * h + w * 0.4, 1.12 * w, 2 * h - w * 1.3, w * 0.56);
    ctx.fillStyle = '#fff0cf';
    ctx.fill();
    ctx.beginPath();
    ctx.roundRect(-w, -2 * h, 2 * w, 2 * h, w);
    ctx.strokeStyle = colour ? SCARVES[colour][1] : '#fff7e6';
    ctx.lineWidth = colour ? 0.05 : 0.028;
    ctx.stroke();
    // Scarf knot and eyes.
    ctx.fillStyle = colour ? SCARVES[colour][0] : '#e2604b';
    ctx.beginPath();
    ctx.roundRect(-w * 1.02, -1.36 * h, 2.04 * w, 0.15, 0.07);
    ctx.fill();
    const eye = figure.blink < 0 ? 0.02 : 0.085;
    ctx.fillStyle = '#3b2314';
    for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.ellipse(figure.look * 0.085 + side * 0.085, -1.62 * h, 0.042, eye, 0, 0, TAU);
        ctx.fill();
    }
    ctx.restore();
    ctx.globalAlpha = 1;
}

/**
 * One sheet of a ghost: a dome with a wavy hem. @param {Ctx} ctx @param {number} r @param {number} t
 */
function ghostPath(ctx, r, t) {
    ctx.beginPath();
    ctx.arc(0, -r * 0.12, r, Math.PI, TAU);
    const waves = 4;
    for (let i = 0; i <= waves * 2; i++) {
        const x = r - (i / (waves * 2)) * 2 * r;
        const dip = (i % 2 === 0 ? 0.98 : 0.72) + 0.1 * Math.sin(t * 5 + i * 1.3);
        if (i === 0) ctx.lineTo(x, r * 0.7);
        const px = x + r / (waves * 2);
        ctx.quadraticCurveTo(px, r * dip * 1.12, x, r * dip);
    }
    ctx.closePath();
}

/**
 * @param {Ctx} ctx @param {Camera} camera @param {number} x @param {number} y metres
 * @param {number} vx @param {number} vy m/s @param {number} t seconds @param {number} anger 0 to 1
 * @param {boolean} peace @param {number} lookX @param {number} lookY towards the player, unit
 */
export function drawGhost(ctx, camera, x, y, vx, vy, t, anger, peace, lookX, lookY) {
    const k = camera.scale;
    ctx.save();
    ctx.translate(camera.screenX(x), camera.screenY(y));
    ctx.scale(k, k);
    const r = 0.5;
    const hue = peace ? 158 : 258 + anger * 62;
    ctx.rotate(Math.max(-0.35, Math.min(0.35, vx * 0.06)));
    for (let sheet = 3; sheet >= 0; sheet--) {
        ctx.save();
        ctx.translate(-vx * 0.055 * sheet, vy * 0.055 * sheet + sheet * 0.015);
        ctx.scale(1 - sheet * 0.07, 1 - sheet * 0.04);
        ghostPath(ctx, r, t + sheet * 0.4);
        ctx.fillStyle = `hsla(${hue + sheet * 14}, 92%, ${82 - sheet * 6}%, ${
            sheet === 0 ? 0.6 : 0.2
        })`;
        ctx.fill();
        ctx.strokeStyle = `hsla(${hue + 20 + sheet * 14}, 100%, 92%, ${sheet === 0 ? 0.95 : 0.3})`;
        ctx.lineWidth = 0.03;
        ctx.stroke();
        ctx.restore();
    }
    ctx.fillStyle = anger > 0.5 && !peace ? '#4a0f3c' : '#241a4d';
    const open = 0.09 + anger * 0.035;
    for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.ellipse(side * 0.16 + lookX * 0.09, -0.14 - lookY * 0.07, 0.072, open,
            side * anger * 0.4, 0, TAU);
        ctx.fill();
    }
    if (anger > 0.35 && !peace) {
        ctx.beginPath();
        ctx.ellipse(lookX * 0.08, 0.13 - lookY * 0.05, 0.07, 0.09 * anger, 0, 0, TAU);
        ctx.fill();
    }
    ctx.restore();
}

/**
 * A hanging crystal. @param {Ctx} ctx @param {Camera} camera @param {number} x @param {number} y metres
 * @param {number} glow 0 dark to 1 burning @param {number} t seconds
 */
export function drawLantern(ctx, camera, x, y, glow, t) {
    const k = camera.scale;
    ctx.save();
    ctx.translate(camera.screenX(x), camera.screenY(y + Math.sin(t * 1.4 + x) * 0.05));
    ctx.scale(k, k);
    ctx.lineJoin = 'round';
    const facets = [
        [0, -0.46, 0.27, -0.16, 0, 0.02, -0.27, -0.16],
        [-0.27, -0.16, 0, 0.02, 0, 0.52, -0.23, 0.14],
        [0.27, -0.16, 0, 0.02, 0, 0.52, 0.23, 0.14],
    ];
    for (let i = 0; i < 3; i++) {
        const f = facets[i];
        ctx.beginPath();
        for (let j = 0; j < f.length; j += 2) ctx.lineTo(f[j], f[j + 1]);
        ctx.closePath();
        const light = [64, 50, 38][i] + glow * [20, 20, 20][i];
        ctx.fillStyle = `hsla(162, ${30 + glow * 52}%, ${light}%, ${0.6 + glow * 0.4})`;
        ctx.fill();
        ctx.strokeStyle = `hsla(162, ${40 + glow * 50}%, ${74 + glow * 22}%, 0.95)`;
        ctx.lineWidth = 0.03;
        ctx.stroke();
    }
    if (glow < 0.5) { // a dark lantern calls softly
        const pulse = (t * 0.5 + x * 0.13) % 1;
        ctx.strokeStyle = `rgba(160, 255, 225, ${0.5 * (1 - pulse)})`;
        ctx.lineWidth = 0.025;
        ctx.beginPath();
        ctx.arc(0, 0, 0.45 + pulse * 0.45, 0, TAU);
        ctx.stroke();
    }
    ctx.restore();
}
