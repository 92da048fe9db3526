// Pictures of crates, balls, platforms and the mill, drawn once for each size and mineral and then
// stamped with the body's pose. Called by render.js.

/** @typedef {CanvasRenderingContext2D} Ctx */

/** Minerals a crate may be cut from: dark, middle, light, line. */
const MINERALS = [
    ['#8e3f48', '#d2736a', '#f0a08c', '#ffd9cb'], // rose mica
    ['#8a4a2c', '#cf8149', '#efae74', '#ffe2bf'], // copper
    ['#6d3560', '#b0648f', '#d994b4', '#ffd6ea'], // lepidolite
];

/** @type {Map<string, HTMLCanvasElement>} */ const cache = new Map();

/**
 * The picture of a thing, and how many pixels of it make a metre.
 * @param {import('./scene.js').Thing} thing @param {number} resolution pixels a metre
 */
export function spriteOf(thing, resolution) {
    const mineral = Math.floor(thing.tint * MINERALS.length) % MINERALS.length;
    const key = `${thing.kind} ${thing.width.toFixed(3)} ${
        thing.height.toFixed(3)
    } ${mineral} ${resolution}`;
    let canvas = cache.get(key);
    if (canvas) return canvas;
    if (cache.size > 160) cache.clear();
    canvas = document.createElement('canvas');
    canvas.width = Math.ceil((thing.width + 0.1) * resolution);
    canvas.height = Math.ceil((thing.height + 0.1) * resolution);
    const ctx = /** @type {Ctx} */ (canvas.getContext('2d'));
    ctx.setTransform(resolution, 0, 0, resolution, canvas.width / 2, canvas.height / 2);
    if (thing.kind === 'crate') paintCrate(ctx, thing.width, thing.height, MINERALS[mineral]);
    else if (thing.kind === 'ball') paintBall(ctx, thing.width / 2, MINERALS[mineral]);
    else if (thing.kind === 'lift') paintSlab(ctx, thing.width, thing.height);
    else if (thing.kind === 'mill') paintMill(ctx, thing);
    cache.set(key, canvas);
    return canvas;
}

/** @param {Ctx} ctx @param {number} w @param {number} h @param {string[]} colours */
function paintCrate(ctx, w, h, [dark, middle, light, line]) {
    const small = Math.min(w, h);
    const body = ctx.createLinearGradient(-w / 2, -h / 2, w / 2, h / 2);
    body.addColorStop(0, light);
    body.addColorStop(0.45, middle);
    body.addColorStop(1, dark);
    ctx.beginPath();
    ctx.roundRect(-w / 2, -h / 2, w, h, 0.05 * small);
    ctx.fillStyle = body;
    ctx.fill();
    ctx.save();
    ctx.clip();
    // Leaves of the crystal, one inside the other.
    for (const inset of [0.12, 0.22, 0.32]) {
        const i = inset * small;
        ctx.beginPath();
        ctx.roundRect(-w / 2 + i, -h / 2 + i, w - 2 * i, h - 2 * i, 0.05 * small);
        ctx.fillStyle = `${line}1f`;
        ctx.fill();
        ctx.strokeStyle = `${line}70`;
        ctx.lineWidth = 0.018;
        ctx.stroke();
    }
    ctx.fillStyle = `${line}30`;
    ctx.beginPath();
    ctx.moveTo(-w / 2, h * 0.1);
    ctx.lineTo(w * 0.1, -h / 2);
    ctx.lineTo(w * 0.32, -h / 2);
    ctx.lineTo(-w / 2, h * 0.36);
    ctx.fill();
    ctx.restore();
    ctx.beginPath();
    ctx.roundRect(-w / 2 + 0.015, -h / 2 + 0.015, w - 0.03, h - 0.03, 0.05 * small);
    ctx.strokeStyle = `${line}d0`;
    ctx.lineWidth = 0.03;
    ctx.stroke();
}

/** @param {Ctx} ctx @param {number} r @param {string[]} colours */
function paintBall(ctx, r, [dark, middle, light, line]) {
    const body = ctx.createRadialGradient(-r * 0.3, -r * 0.35, r * 0.1, 0, 0, r);
    body.addColorStop(0, light);
    body.addColorStop(0.6, middle);
    body.addColorStop(1, dark);
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, Math.PI * 2);
    ctx.fillStyle = body;
    ctx.fill();
    ctx.strokeStyle = `${line}d0`;
    ctx.lineWidth = 0.03;
    ctx.stroke();
    ctx.beginPath();
    for (let i = 0; i < 6; i++) {
        const a = i / 6 * Math.PI * 2;
        ctx.lineTo(Math.cos(a) * r * 0.62, Math.sin(a) * r * 0.62);
    }
    ctx.closePath();
    ctx.fillStyle = `${line}2c`;
    ctx.fill();
    ctx.strokeStyle = `${line}90`;
    ctx.lineWidth = 0.02;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(r * 0.62, 0);
    ctx.stroke();
}

/** @param {Ctx} ctx @param {number} w @param {number} h */
function paintSlab(ctx, w, h) {
    for (let i = 0; i < 4; i++) {
        const inset = i * 0.09;
        const y = -h / 2 + (h / 4) * i;
        ctx.beginPath();
        ctx.roundRect(-w / 2 + inset, y, w - 2 * inset, h / 4 - 0.012, 0.03);
        ctx.fillStyle = ['#c9dcff', '#93afe6', '#6f8ccb', '#566fae'][i];
        ctx.fill();
    }
    ctx.strokeStyle = '#f2f6ff';
    ctx.lineWidth = 0.04;
    ctx.beginPath();
    ctx.moveTo(-w / 2 + 0.04, -h / 2 + 0.02);
    ctx.lineTo(w / 2 - 0.04, -h / 2 + 0.02);
    ctx.stroke();
}

/** @param {Ctx} ctx @param {import('./scene.js').Thing} thing */
function paintMill(ctx, thing) {
    for (const { points, radius } of thing.outlines) {
        for (const [grow, colour] of /** @type {[number, string][]} */ ([
            [0, '#dbe6ff'],
            [-0.03, '#7f99d3'],
            [-0.09, '#9db4e6'],
            [-0.15, '#c3d3f7'],
        ])) {
            ctx.strokeStyle = colour;
            ctx.lineWidth = 2 * (radius + grow);
            ctx.lineCap = 'round';
            ctx.beginPath();
            ctx.moveTo(points[0], points[1]);
            ctx.lineTo(points[2], points[3]);
            ctx.stroke();
        }
    }
    for (const [r, colour] of /** @type {[number, string][]} */ ([
        [0.44, '#dbe6ff'],
        [0.4, '#5a72b0'],
        [0.26, '#9db4e6'],
        [0.12, '#f2f6ff'],
    ])) {
        ctx.beginPath();
        for (let i = 0; i < 6; i++) {
            const a = i / 6 * Math.PI * 2;
            ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
        }
        ctx.closePath();
        ctx.fillStyle = colour;
        ctx.fill();
    }
}
