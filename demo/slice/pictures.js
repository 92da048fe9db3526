// The pictures of fruit, wood and bombs, painted once at the scale of the screen: what a thing is like from outside, and, in the same
// place, from inside, for what was cut. All is in the space of the body, which the parts of a cut keep. Called by paint.js.
import { BOMB, CRATE, FRUIT, PLANK } from './things.js';

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{ canvas: HTMLCanvasElement, size: number }} Picture `size` is half its width, metres */

const EDGE = 0.05; // metres around a picture

/** @param {number} size half of its width, metres @param {number} scale pixels a metre @param {(ctx: Context) => void} paint in metres, y up @returns {Picture} */
function picture(size, scale, paint) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(2 * (size + EDGE) * scale);
    const ctx = /** @type {Context} */ (canvas.getContext('2d'));
    ctx.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
    paint(ctx);
    return { canvas, size: canvas.width / 2 / scale };
}

/** A line with round ends around the middle, along x. @param {Context} ctx @param {number} half @param {number} radius */
function stadium(ctx, half, radius) {
    ctx.beginPath();
    ctx.arc(half, 0, radius, -Math.PI / 2, Math.PI / 2);
    ctx.arc(-half, 0, radius, Math.PI / 2, 3 * Math.PI / 2);
    ctx.closePath();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} radius @param {string[]} colours */
function radial(ctx, x, y, radius, ...colours) {
    const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
    colours.forEach((colour, i) => light.addColorStop(i / (colours.length - 1), colour));
    return light;
}

/** @param {Context} ctx @param {number} half @param {number} radius @param {string | CanvasGradient} fill */
function fillStadium(ctx, half, radius, fill) {
    stadium(ctx, half, radius);
    ctx.fillStyle = fill;
    ctx.fill();
}

/** Marks of the skin, by kind. @type {Record<string, (ctx: Context, half: number, radius: number, dark: string) => void>} */
const SKINS = {
    melon(ctx, _, radius, dark) {
        ctx.strokeStyle = dark;
        ctx.lineWidth = 0.09;
        for (let i = -3; i <= 3; ++i) {
            ctx.beginPath();
            ctx.ellipse(0, 0, Math.abs(i) * radius / 3.4 + 0.001, radius, 0,
                i < 0 ? Math.PI / 2 : -Math.PI / 2, i < 0 ? 3 * Math.PI / 2 : Math.PI / 2);
            ctx.stroke();
        }
    },
    orange(ctx, _, radius, dark) {
        ctx.fillStyle = dark;
        for (let i = 0; i < 40; ++i) {
            const [r, a] = [radius * Math.sqrt((i + 0.5) / 40), 2.4 * i];
            ctx.beginPath();
            ctx.arc(r * Math.cos(a), r * Math.sin(a), 0.016, 0, 7);
            ctx.fill();
        }
        ctx.fillStyle = '#4c8f2e';
        ctx.beginPath();
        ctx.ellipse(0.02, 0.1, 0.16, 0.07, 0.5, 0, 7);
        ctx.fill();
    },
    lemon(ctx, half, radius) {
        ctx.fillStyle = '#fff6b8';
        ctx.beginPath();
        ctx.ellipse(-half, radius * 0.45, 0.16, 0.07, 0.3, 0, 7);
        ctx.fill();
    },
    kiwi(ctx, half, radius, dark) {
        ctx.strokeStyle = dark;
        ctx.lineWidth = 0.014;
        for (let i = 0; i < 50; ++i) {
            const [r, a] = [radius * 0.92 * Math.sqrt((i + 0.5) / 50), 2.4 * i];
            const [x, y] = [r * Math.cos(a) * (1 + half / radius), r * Math.sin(a)];
            ctx.beginPath();
            ctx.moveTo(x, y);
            ctx.lineTo(x + 0.05, y - 0.03);
            ctx.stroke();
        }
    },
    plum(ctx, _, radius) {
        ctx.strokeStyle = '#3d1a6c';
        ctx.lineWidth = 0.03;
        ctx.beginPath();
        ctx.arc(radius * 0.9, 0, radius * 1.15, 2.3, 4);
        ctx.stroke();
    },
};

/** What lies in the flesh, by kind. @type {Record<string, (ctx: Context, half: number, radius: number) => void>} */
const INSIDES = {
    melon(ctx, _, radius) {
        ctx.fillStyle = '#2b1216';
        for (let i = 0; i < 16; ++i) {
            const [r, a] = [radius * (i % 2 ? 0.36 : 0.6), i * Math.PI / 8];
            ctx.save();
            ctx.rotate(a);
            ctx.beginPath();
            ctx.ellipse(r, 0, 0.055, 0.03, 0, 0, 7);
            ctx.fill();
            ctx.restore();
        }
    },
    orange: (ctx, half, radius) => segments(ctx, half, radius, '#fff3d6'),
    lemon: (ctx, half, radius) => segments(ctx, half, radius, '#fffbe0'),
    kiwi(ctx, half, radius) {
        fillStadium(ctx, half * 0.7, radius * 0.26, '#eef6cf');
        ctx.fillStyle = '#241b10';
        for (let i = 0; i < 22; ++i) {
            const a = i * Math.PI / 11;
            ctx.beginPath();
            ctx.ellipse((radius * 0.45 + half) * Math.cos(a), radius * 0.45 * Math.sin(a), 0.032,
                0.016, a, 0, 7);
            ctx.fill();
        }
    },
    plum(ctx, half, radius) {
        fillStadium(ctx, half, radius * 0.36, '#8a4b22');
        fillStadium(ctx, half * 0.5, radius * 0.22, '#a8642f');
    },
};

/** @param {Context} ctx @param {number} half @param {number} radius @param {string} colour */
function segments(ctx, half, radius, colour) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 0.035;
    for (let i = 0; i < 5; ++i) {
        const a = i * Math.PI / 5;
        ctx.beginPath();
        ctx.moveTo((half + radius * 0.84) * Math.cos(a), radius * 0.84 * Math.sin(a));
        ctx.lineTo(-(half + radius * 0.84) * Math.cos(a), -radius * 0.84 * Math.sin(a));
        ctx.stroke();
    }
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(0, 0, 0.05, 0, 7);
    ctx.fill();
}

/** @param {Context} ctx @param {string} kind */
function skin(ctx, kind) {
    const { half, radius, skin: [light, dark] } = FRUIT[kind];
    fillStadium(ctx, half, radius, radial(ctx, 0, 0, radius + half, light, light, dark));
    ctx.save();
    stadium(ctx, half, radius);
    ctx.clip();
    SKINS[kind](ctx, half, radius, dark);
    ctx.restore();
}

/** @param {Context} ctx @param {string} kind */
function flesh(ctx, kind) {
    const { half, radius, skin: [, dark], flesh: [light, deep] } = FRUIT[kind];
    const rind = 0.05 + 0.06 * radius;
    // Beyond its edge, too: a polygon of the same area leaves a circle at its corners.
    fillStadium(ctx, half, radius + EDGE, dark);
    fillStadium(ctx, half, radius - 0.35 * rind, kind === 'melon' ? '#e9f5c9' : '#fff4d8');
    fillStadium(ctx, half, radius - rind, radial(ctx, 0, 0, radius + half, light, deep));
    INSIDES[kind](ctx, half, radius - rind);
}

/** @param {Context} ctx @param {number} width @param {number} height @param {number} boards */
function wood(ctx, width, height, boards) {
    const each = height / boards;
    for (let i = 0; i < boards; ++i) {
        const y = -height / 2 + i * each;
        ctx.fillStyle = ['#c8935a', '#bd8750', '#d09c63'][i % 3];
        ctx.fillRect(-width / 2 - EDGE, y, width + 2 * EDGE, each);
        ctx.strokeStyle = 'rgba(92, 54, 20, 0.35)';
        ctx.lineWidth = 0.02;
        for (let k = 1; k < 3; ++k) {
            const at = y + each * k / 3 + 0.01 * i;
            ctx.beginPath();
            ctx.moveTo(-width / 2, at);
            ctx.bezierCurveTo(-width / 6, at + 0.04, width / 6, at - 0.04, width / 2, at);
            ctx.stroke();
        }
        ctx.fillStyle = 'rgba(70, 40, 16, 0.55)';
        ctx.fillRect(-width / 2, y - 0.012, width, 0.024);
    }
}

/** @param {Context} ctx */
function crate(ctx) {
    wood(ctx, CRATE, CRATE, 5);
    ctx.strokeStyle = '#8a5a2c';
    ctx.lineWidth = 0.2;
    ctx.strokeRect(-CRATE / 2 + 0.08, -CRATE / 2 + 0.08, CRATE - 0.16, CRATE - 0.16);
    ctx.beginPath();
    ctx.moveTo(-CRATE / 2 + 0.1, -CRATE / 2 + 0.1);
    ctx.lineTo(CRATE / 2 - 0.1, CRATE / 2 - 0.1);
    ctx.stroke();
    ctx.fillStyle = '#ffc56e';
    for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        ctx.beginPath();
        ctx.arc(x * (CRATE / 2 - 0.1), y * (CRATE / 2 - 0.1), 0.045, 0, 7);
        ctx.fill();
    }
}

/** @param {Context} ctx */
function bomb(ctx) {
    fillStadium(ctx, 0, BOMB, radial(ctx, 0, 0, BOMB, '#3a3f5c', '#23263d', '#0e1020'));
    ctx.strokeStyle = '#ff5a4a';
    ctx.lineWidth = 0.09;
    ctx.lineCap = 'round';
    for (const side of [-1, 1]) {
        ctx.beginPath();
        ctx.moveTo(-0.17, -0.17 * side);
        ctx.lineTo(0.17, 0.17 * side);
        ctx.stroke();
    }
    ctx.strokeStyle = '#c9a36a';
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    ctx.moveTo(0, BOMB - 0.05);
    ctx.quadraticCurveTo(0.02, BOMB + 0.14, 0.16, BOMB + 0.2);
    ctx.stroke();
}

/** A light that stands still on what turns. @param {Context} ctx */
function shine(ctx) {
    ctx.fillStyle = radial(ctx, -0.38, 0.42, 0.55, 'rgba(255, 255, 255, 0.6)',
        'rgba(255, 255, 255, 0)');
    ctx.beginPath();
    ctx.arc(0, 0, 1, 0, 7);
    ctx.fill();
    ctx.fillStyle = radial(ctx, -0.25, 0.3, 1.3, 'rgba(20, 10, 40, 0)', 'rgba(20, 10, 40, 0)',
        'rgba(20, 10, 40, 0.42)');
    ctx.fill();
}

/** All pictures. @param {number} scale pixels a metre */
export function makePictures(scale) {
    const fruit = Object.fromEntries(
        Object.entries(FRUIT).map(([kind, { half, radius }]) => [kind, {
            outside: picture(half + radius, scale, (ctx) => skin(ctx, kind)),
            inside: picture(half + radius, scale, (ctx) => flesh(ctx, kind)),
        }]),
    );
    const plank = picture(PLANK.width / 2, scale, (ctx) => wood(ctx, PLANK.width, PLANK.height, 1));
    return { scale, fruit, plank, crate: picture(CRATE / 2, scale, crate),
        bomb: picture(BOMB + 0.3, scale, bomb), shine: picture(1, 0.8 * scale, shine) };
}
