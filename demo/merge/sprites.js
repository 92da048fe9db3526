// The balls as pictures: the skin of each kind, which turns with its ball, and the light on it, which does not. All is drawn here, in a
// circle of radius 1, y down. Called by paint.js.
import { FRUITS } from './fruit.js';

/** @typedef {CanvasRenderingContext2D} Context */

const TAU = 2 * Math.PI;
const LEAF = ['#7cc157', '#3f8a3d'];

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r @param {string} fill */
function disc(ctx, x, y, r, fill) {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, TAU);
    ctx.fill();
}

/** Dots where a sunflower has its seeds. @param {Context} ctx @param {number} count @param {number} r @param {string} fill */
function dots(ctx, count, r, fill) {
    for (let i = 1; i <= count; ++i) {
        const [far, a] = [0.93 * Math.sqrt(i / count), 2.4 * i];
        disc(ctx, far * Math.cos(a), far * Math.sin(a), r, fill);
    }
}

/** A leaf from a point. @param {Context} ctx @param {number} x @param {number} y @param {number} angle @param {number} long @param {number} wide */
function leaf(ctx, x, y, angle, long, wide) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.quadraticCurveTo(long / 2, -wide, long, 0);
    ctx.quadraticCurveTo(long / 2, wide, 0, 0);
    const [light, dark] = LEAF;
    ctx.fillStyle = light;
    ctx.fill();
    ctx.strokeStyle = dark;
    ctx.lineWidth = 0.025;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(0.1 * long, 0);
    ctx.lineTo(0.8 * long, 0);
    ctx.stroke();
    ctx.restore();
}

/** A star of leaves or of a blossom's end. @param {Context} ctx @param {number} y @param {number} points @param {number} outer @param {number} inner @param {string} fill */
function star(ctx, y, points, outer, inner, fill) {
    ctx.fillStyle = fill;
    ctx.beginPath();
    for (let i = 0; i < 2 * points; ++i) {
        const [r, a] = [i % 2 ? inner : outer, i * Math.PI / points - Math.PI / 2];
        ctx.lineTo(r * Math.cos(a), y + r * Math.sin(a));
    }
    ctx.closePath();
    ctx.fill();
}

/** A line bent to one side. @param {Context} ctx @param {number} bend @param {string} stroke @param {number} width */
function meridian(ctx, bend, stroke, width) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.ellipse(0, 0, Math.abs(bend), 1, 0, -Math.PI / 2, Math.PI / 2, bend < 0);
    ctx.stroke();
}

/** What makes each kind itself. @type {Record<string, (ctx: Context, skin: string[]) => void>} */
const LOOKS = {
    berry(ctx, [light, , dark]) {
        for (const bend of [-0.7, -0.25, 0.25, 0.7]) meridian(ctx, bend, `${light}66`, 0.06);
        star(ctx, -0.72, 5, 0.22, 0.1, dark);
    },
    crown(ctx, [light, , dark]) {
        disc(ctx, 0, -0.62, 0.33, `${light}55`);
        star(ctx, -0.62, 5, 0.32, 0.16, dark);
        disc(ctx, 0, -0.62, 0.1, light);
    },
    pores(ctx, [light, , dark]) {
        dots(ctx, 60, 0.035, `${light}99`);
        disc(ctx, 0, -0.84, 0.13, dark);
        disc(ctx, 0, -0.85, 0.07, light);
    },
    cleft(ctx, [light, , dark]) {
        disc(ctx, 0.5, 0.3, 0.75, `${dark}38`);
        meridian(ctx, -0.55, `${dark}99`, 0.05);
        meridian(ctx, -0.5, `${light}88`, 0.04);
        leaf(ctx, 0, -0.78, -0.4, 0.5, 0.16);
    },
    bloom(ctx, [light, , dark]) {
        disc(ctx, -0.35, -0.25, 0.5, `${light}33`);
        disc(ctx, 0.45, 0.5, 0.36, `${light}22`);
        meridian(ctx, 0.6, `${dark}aa`, 0.05);
        ctx.fillStyle = '#5b3a2a';
        ctx.fillRect(-0.035, -0.98, 0.07, 0.22);
        leaf(ctx, 0, -0.82, 0.25, 0.46, 0.14);
    },
    calyx(ctx, [light, , dark]) {
        for (const bend of [-0.72, 0.72]) meridian(ctx, bend, `${dark}44`, 0.09);
        disc(ctx, 0, -0.55, 0.42, `${light}44`);
        star(ctx, -0.6, 6, 0.42, 0.13, LEAF[1]);
        star(ctx, -0.62, 6, 0.34, 0.1, LEAF[0]);
        disc(ctx, 0, -0.62, 0.08, LEAF[1]);
    },
    leaf(ctx, [light, , dark]) {
        dots(ctx, 34, 0.022, `${dark}88`);
        disc(ctx, -0.3, 0.35, 0.5, `${light}55`);
        leaf(ctx, 0, -0.74, -0.35, 0.52, 0.17);
        leaf(ctx, 0, -0.74, Math.PI + 0.35, 0.46, 0.15);
        disc(ctx, 0, -0.74, 0.07, '#6a4a24');
    },
    fibre(ctx, [light, , dark]) {
        ctx.lineCap = 'round';
        for (let i = 0; i < 90; ++i) {
            const [far, a] = [0.97 * Math.sqrt((i + 0.5) / 90), 2.4 * i];
            const [x, y] = [far * Math.cos(a), far * Math.sin(a)];
            ctx.strokeStyle = i % 3 ? `${dark}77` : `${light}66`;
            ctx.lineWidth = 0.02;
            ctx.beginPath();
            ctx.moveTo(x, y);
            ctx.lineTo(x + 0.04 * Math.sin(5 * i), y + 0.15);
            ctx.stroke();
        }
        for (const x of [-0.15, 0.15]) disc(ctx, x, -0.74, 0.075, dark);
        disc(ctx, 0, -0.56, 0.075, dark);
    },
    folds(ctx, [light, , dark]) {
        for (const [x, y, r, turn] of [[-0.75, 0.3, 0.95, 0.2], [0.8, 0.25, 0.95, -0.3], [0, -0.75,
            0.85, 0]])
        {
            ctx.beginPath();
            for (let a = 0; a <= TAU + 0.01; a += TAU / 90) {
                const wave = r * (1 + 0.035 * Math.sin(17 * a));
                ctx.lineTo(x + wave * Math.cos(a + turn), y + wave * Math.sin(a + turn));
            }
            ctx.fillStyle = `${light}40`;
            ctx.fill();
            ctx.strokeStyle = `${dark}77`;
            ctx.lineWidth = 0.025;
            ctx.stroke();
        }
        ctx.strokeStyle = `${light}cc`;
        ctx.lineWidth = 0.035;
        for (const [side, y] of [[-1, -0.5], [1, -0.5], [-1, 0.75], [1, 0.75]]) {
            ctx.beginPath();
            ctx.moveTo(0, -0.98);
            ctx.quadraticCurveTo(side * 0.3, (y - 0.9) / 2, side * 0.82, y);
            ctx.stroke();
        }
    },
    ribs(ctx, [light, , dark]) {
        for (const bend of [-0.78, -0.42, 0.42, 0.78]) {
            meridian(ctx, bend, `${dark}88`, 0.05);
            meridian(ctx, bend * 0.93, `${light}55`, 0.05);
        }
        ctx.fillStyle = LEAF[1];
        ctx.beginPath();
        ctx.moveTo(-0.14, -0.74);
        ctx.quadraticCurveTo(-0.03, -0.85, -0.08, -0.99);
        ctx.lineTo(0.08, -0.99);
        ctx.quadraticCurveTo(0.04, -0.85, 0.16, -0.74);
        ctx.quadraticCurveTo(0, -0.66, -0.14, -0.74);
        ctx.fill();
        leaf(ctx, 0.05, -0.8, -0.1, 0.42, 0.13);
    },
};

/** A square canvas whose pen draws the circle of radius 1 in its middle. @param {number} pixels @returns {Context} */
function round(pixels) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.max(8, Math.ceil(pixels));
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    const half = canvas.width / 2;
    ctx.setTransform(half / 1.02, 0, 0, half / 1.02, half, half);
    ctx.beginPath();
    ctx.arc(0, 0, 1, 0, TAU);
    ctx.clip();
    return ctx;
}

/** @param {import('./fruit.js').Fruit} fruit @param {number} scale pixels a metre */
function skinOf({ radius, skin, look }, scale) {
    const ctx = round(2.04 * radius * scale);
    disc(ctx, 0, 0, 1.1, skin[1]);
    LOOKS[look](ctx, skin);
    ctx.strokeStyle = skin[2];
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    ctx.arc(0, 0, 0.985, 0, TAU);
    ctx.stroke();
    return ctx.canvas;
}

/** Light from above the left, and shade below. @param {import('./fruit.js').Fruit} fruit @param {number} scale pixels a metre */
function lightOf({ radius, skin: [light, , dark] }, scale) {
    const ctx = round(2.04 * radius * scale);
    const shade = ctx.createRadialGradient(-0.32, -0.4, 0.1, -0.1, -0.12, 1.22);
    for (const [at, color]
        of /** @type {const} */ ([[0, `${light}b0`], [0.38, `${light}00`], [0.62, `${dark}00`], [1,
            `${dark}d8`]]))
        shade.addColorStop(at, color);
    disc(ctx, 0, 0, 1.1, /** @type {any} */ (shade));
    ctx.save();
    ctx.rotate(-0.7);
    ctx.fillStyle = 'rgba(255, 255, 255, 0.62)';
    ctx.beginPath();
    ctx.ellipse(0, -0.7, 0.24, 0.1, 0, 0, TAU);
    ctx.fill();
    ctx.restore();
    ctx.strokeStyle = `${light}66`;
    ctx.lineWidth = 0.06;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.arc(0, 0, 0.87, 0.35, 1.25);
    ctx.stroke();
    return ctx.canvas;
}

/** @typedef {{ scale: number, skins: HTMLCanvasElement[], lights: HTMLCanvasElement[] }} Sprites */

/** The pictures of all kinds for a scale, in pixels a metre. @param {number} scale @returns {Sprites} */
export const makeSprites = (scale) => ({ scale, skins: FRUITS.map((each) => skinOf(each, scale)),
    lights: FRUITS.map((each) => lightOf(each, scale)) });
