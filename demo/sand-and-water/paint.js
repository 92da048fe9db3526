// The picture of what is no matter: the sky, the ground around the box, and bodies in wood, stone and glass. It reads the world's poses and
// changes nothing. Called by main.js and for the card of the gallery.
import { either, palette } from '../shared/palette.js';
import { PADDLES, kindOf } from './things.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game @typedef {import('./things.js').Body} Body */

/** Fill, its darker end, and outline of a kind. @type {Record<string, [light: string, dark: string, line: string]>} */
const LOOKS = {
    crate: ['#d9a25e', '#b57a3d', '#6b431d'],
    plank: ['#cf9a5c', '#a87240', '#6b431d'],
    stone: ['#c3c2cc', '#8f8ea0', '#55546a'],
    ball: ['#ff7d6b', '#d63f4f', '#8a2032'],
    duck: ['#ffdf5c', '#f2b632', '#a8741a'],
    boat: ['#b5643f', '#8a4228', '#4f2314'],
    wheel: ['#c08a52', '#8f5f33', '#55361a'],
    gate: ['#8a93a8', '#5c6478', '#33394a'],
    handle: ['#ffc56e', '#e09a30', '#7a4d0c'],
    wall: ['#8d7a6b', '#6b5a4e', '#3c312b'],
    glass: ['#ffffff', '#ffffff', '#ffffff'],
};

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The path of a collider, in its body's space. @type {WeakMap<object, Path2D>} */
const paths = new WeakMap();

/** @param {import('../../js/matter.js').Collider<any>} collider */
function pathOf(collider) {
    let path = paths.get(collider);
    if (path) return path;
    paths.set(collider, path = new Path2D());
    const shape = /** @type {any} */ (collider.shape);
    if (shape.shape === 'circle') path.arc(shape.center[0], shape.center[1], shape.radius, 0, 7);
    else if (shape.shape === 'capsule') {
        const { a, b, radius } = shape;
        const along = Math.atan2(b[1] - a[1], b[0] - a[0]);
        path.arc(b[0], b[1], radius, along - Math.PI / 2, along + Math.PI / 2);
        path.arc(a[0], a[1], radius, along + Math.PI / 2, along - Math.PI / 2);
    } else for (const [x, y] of shape.points ?? []) path.lineTo(x, y);
    path.closePath();
    return path;
}

/** The part of the world that the canvas shows. @param {Context} ctx */
function shown(ctx) {
    const { a, d, e, f } = ctx.getTransform();
    const { width, height } = ctx.canvas;
    return { left: -e / a, right: (width - e) / a, top: -f / d, bottom: (height - f) / d,
        scale: a };
}

export class Painter {
    #back = document.createElement('canvas');
    #backOf = '';

    /** @param {Context} ctx in metres, y up @param {Game} game */
    paint(ctx, game) {
        this.#paintBack(ctx, game);
        const { world } = game;
        const { poses } = world;
        for (const body of world.bodies) {
            const kind = kindOf(body);
            if (!LOOKS[kind]) continue;
            const i = 4 * body.index;
            ctx.save();
            ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i],
                poses[i + 1]);
            this.#paintBody(ctx, body, kind, game.kind.name === 'Castle', world.time);
            ctx.restore();
        }
        const poured = game.state.fingers.map(({ slot, does }) => (does === 'pour' ? slot : -1));
        for (const emitter of world.emitters)
            if (!poured.includes(emitter.index)) paintPipe(ctx, emitter);
    }

    // ------------------------------------------------------------------------------------------ what stands still

    /** Draws sky and ground, which are kept as a picture until the view is another. @param {Context} ctx @param {Game} game */
    #paintBack(ctx, { state: { width, height, scene } }) {
        const { a, e, f } = ctx.getTransform();
        const { canvas } = ctx;
        const now = [canvas.width, canvas.height, a, e, f, width, height, scene, palette.dark]
            .join();
        if (now !== this.#backOf) {
            this.#backOf = now;
            Object.assign(this.#back, { width: canvas.width, height: canvas.height });
            const back = /** @type {Context} */ (this.#back.getContext('2d'));
            back.setTransform(ctx.getTransform());
            paintSky(back, height);
            paintGround(back, width, height);
        }
        ctx.save();
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.drawImage(this.#back, 0, 0);
        ctx.restore();
    }

    // ------------------------------------------------------------------------------------------ bodies

    /** @param {Context} ctx @param {Body} body @param {string} kind @param {boolean} flags whether planks have some @param {number} time seconds */
    #paintBody(ctx, body, kind, flags, time) {
        if (kind === 'glass') {
            paintGlass(ctx, body);
            return;
        }
        const [light, dark, line] = LOOKS[kind];
        const fill = ctx.createLinearGradient(0, 0.6, 0, -0.6);
        fill.addColorStop(0, light);
        fill.addColorStop(1, dark);
        ctx.fillStyle = fill;
        ctx.strokeStyle = line;
        ctx.lineWidth = 0.06;
        ctx.lineJoin = 'round';
        if (kind === 'duck') {
            paintDuck(ctx);
            return;
        }
        for (const collider of body.colliders) {
            if (collider.layer === 'handle') {
                paintHandle(ctx, /** @type {any} */ (collider.shape).center[1]);
                continue;
            }
            const path = pathOf(collider);
            ctx.stroke(path);
            ctx.fill(path);
        }
        if (kind === 'crate') paintCrate(ctx, body, line);
        else if (kind === 'plank' && flags) paintFlag(ctx, time, body.index);
        else if (kind === 'wheel') paintHub(ctx, body, line);
        else if (kind === 'ball') paintStripe(ctx, body);
    }
}

/** @param {Context} ctx @param {number} height of the box */
function paintSky(ctx, height) {
    const { left, right, top, bottom } = shown(ctx);
    const sky = ctx.createLinearGradient(0, Math.max(top, height), 0, 0);
    sky.addColorStop(0, either('#8fc9ee', '#0b1030'));
    sky.addColorStop(0.6, either('#d3ebf3', '#262452'));
    sky.addColorStop(1, either('#fdeed2', '#5b3a63'));
    ctx.fillStyle = sky;
    ctx.fillRect(left, bottom, right - left, top - bottom);
    const [x, y] = [left + 0.8 * (right - left), 0.74 * height];
    const sun = ctx.createRadialGradient(x, y, 0.7, x, y, 0.55 * height);
    sun.addColorStop(0, either('rgba(255, 250, 220, 0.95)', 'rgba(240, 236, 255, 0.9)'));
    sun.addColorStop(0.12, either('rgba(255, 244, 200, 0.45)', 'rgba(200, 196, 255, 0.18)'));
    sun.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.fillStyle = sun;
    ctx.fillRect(left, bottom, right - left, top - bottom);
    const dunes = [[0.3, 0.06, 0.5, '#f0e0c0', '#342b58'], [0.18, 0.05, 0.8, '#ead3ab', '#2d2450']];
    for (const [base, swing, times, light, dark]
        of /** @type {[number, number, number, string, string][]} */ (dunes))
    {
        ctx.fillStyle = either(light, dark);
        ctx.beginPath();
        ctx.moveTo(left, -1);
        for (let px = left; px < right + 0.5; px += 0.4)
            ctx.lineTo(px, height
                * (base + swing * Math.sin(times * px + 9 * base)
                    + 0.4 * swing * Math.sin(2.3 * times * px)));
        ctx.lineTo(right + 0.5, -1);
        ctx.fill();
    }
}

/** The ground below the box and at its sides. @param {Context} ctx @param {number} width @param {number} height */
function paintGround(ctx, width, height) {
    const { left, right, top, bottom } = shown(ctx);
    const w = width / 2;
    const ground = ctx.createLinearGradient(0, 0, 0, Math.min(-2, bottom));
    ground.addColorStop(0, either('#a98158', '#4d3a4c'));
    ground.addColorStop(1, either('#7b583c', '#261d33'));
    ctx.fillStyle = ground;
    ctx.beginPath();
    ctx.moveTo(left - 1, bottom - 1);
    ctx.lineTo(left - 1, top + 1);
    for (const [x, y] of [[-w, top + 1], [-w, 0], [w, 0], [w, top + 1], [right + 1, top + 1], [
        right + 1,
        bottom - 1,
    ]])
        ctx.lineTo(x, y);
    ctx.fill();
    ctx.strokeStyle = either('#d9b483', '#7a5f78');
    ctx.lineWidth = 0.09;
    ctx.beginPath();
    ctx.moveTo(-w, height + 40);
    ctx.lineTo(-w, -0.04);
    ctx.lineTo(w, -0.04);
    ctx.lineTo(w, height + 40);
    ctx.stroke();
}

/** What water comes out of, downwards. @param {Context} ctx @param {import('../../js/matter.js').Emitter} emitter */
function paintPipe(ctx, { position, width }) {
    const [x, y] = position;
    const [light, dark, line] = LOOKS.gate;
    const half = width / 2 + 0.08;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(-Math.PI / 2);
    const fill = ctx.createLinearGradient(0, half, 0, -half);
    fill.addColorStop(0, light);
    fill.addColorStop(0.3, '#c9d0de');
    fill.addColorStop(1, dark);
    ctx.fillStyle = fill;
    ctx.strokeStyle = line;
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    ctx.rect(-40, -half, 39.9, 2 * half);
    ctx.rect(-0.3, -half - 0.1, 0.26, 2 * half + 0.2);
    ctx.stroke();
    ctx.fill();
    ctx.restore();
}

/** @param {Context} ctx @param {Body} body @param {string} line */
function paintCrate(ctx, body, line) {
    const { points } = /** @type {any} */ (body.colliders[0].shape);
    if (!points) return;
    const [hx, hy] = [Math.abs(points[0][0]), Math.abs(points[0][1])];
    const inset = 0.16 * Math.min(hx, hy) + 0.04;
    ctx.lineWidth = 0.045;
    ctx.strokeStyle = line;
    ctx.beginPath();
    ctx.rect(-hx + inset, -hy + inset, 2 * (hx - inset), 2 * (hy - inset));
    ctx.moveTo(-hx + inset, -hy + inset);
    ctx.lineTo(hx - inset, hy - inset);
    ctx.stroke();
}

/** @param {Context} ctx @param {Body} body @param {string} line */
function paintHub(ctx, body, line) {
    const { radius } = /** @type {any} */ (body.colliders[0].shape);
    ctx.strokeStyle = line;
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    ctx.arc(0, 0, 2.1 * radius, 0, 7);
    ctx.stroke();
    ctx.fillStyle = line;
    ctx.beginPath();
    ctx.arc(0, 0, 0.3 * radius, 0, 7);
    for (let i = 0; i < PADDLES; ++i) {
        const angle = 2 * Math.PI * i / PADDLES;
        const [x, y] = [2.1 * radius * Math.cos(angle), 2.1 * radius * Math.sin(angle)];
        ctx.moveTo(x + 0.07, y);
        ctx.arc(x, y, 0.07, 0, 7);
    }
    ctx.fill();
}

/** A flag on the roof of a tower. @param {Context} ctx @param {number} time seconds @param {number} which */
function paintFlag(ctx, time, which) {
    ctx.strokeStyle = '#5a4632';
    ctx.lineWidth = 0.08;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(0, 0.1);
    ctx.lineTo(0, 1.7);
    ctx.stroke();
    ctx.fillStyle = which % 2 ? '#e8485c' : '#3f7fe0';
    ctx.beginPath();
    const wave = (/** @type {number} */ x) =>
        still.matches ? 0 : 0.07 * x * Math.sin(5 * time - 4 * x + which);
    ctx.moveTo(0.03, 1.68);
    for (let x = 0.1; x <= 1.001; x += 0.1) ctx.lineTo(x, 1.68 - 0.16 * x + wave(x));
    ctx.lineTo(0.78, 1.39 + wave(0.78));
    for (let x = 1; x >= 0; x -= 0.1) ctx.lineTo(x, 1.1 + 0.16 * x + wave(x));
    ctx.fill();
}

/** @param {Context} ctx */
function paintDuck(ctx) {
    const [light, dark, line] = LOOKS.duck;
    ctx.fillStyle = '#f0803a';
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    ctx.moveTo(0.54, 0.54);
    ctx.quadraticCurveTo(0.86, 0.48, 0.84, 0.39);
    ctx.quadraticCurveTo(0.7, 0.31, 0.54, 0.34);
    ctx.fill();
    ctx.stroke();
    const fill = ctx.createLinearGradient(0, 0.6, 0, -0.35);
    fill.addColorStop(0, light);
    fill.addColorStop(1, dark);
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.moveTo(-0.66, 0.3);
    ctx.bezierCurveTo(-0.6, -0.2, -0.3, -0.36, 0.02, -0.36);
    ctx.bezierCurveTo(0.34, -0.36, 0.62, -0.16, 0.52, 0.18);
    ctx.arc(0.32, 0.44, 0.28, -0.6, Math.PI * 0.98);
    ctx.bezierCurveTo(0.05, 0.16, -0.3, 0.1, -0.66, 0.3);
    ctx.closePath();
    ctx.stroke();
    ctx.fill();
    ctx.strokeStyle = line;
    ctx.beginPath();
    ctx.moveTo(-0.36, 0.02);
    ctx.quadraticCurveTo(-0.12, -0.24, 0.16, -0.02);
    ctx.stroke();
    ctx.fillStyle = '#2a2038';
    ctx.beginPath();
    ctx.arc(0.4, 0.52, 0.05, 0, 7);
    ctx.fill();
}

/** @param {Context} ctx @param {Body} body */
function paintStripe(ctx, body) {
    const { radius } = /** @type {any} */ (body.colliders[0].shape);
    ctx.fillStyle = 'rgba(255, 255, 255, 0.8)';
    ctx.beginPath();
    ctx.arc(0, 0, radius - 0.03, -0.35, 0.35);
    ctx.arc(0, 0, radius - 0.03, Math.PI - 0.35, Math.PI + 0.35);
    ctx.fill();
}

/** A ring on a rod. @param {Context} ctx @param {number} y */
function paintHandle(ctx, y) {
    const [light, , line] = LOOKS.handle;
    ctx.save();
    for (const [color, wide] of /** @type {[string, number][]} */ ([[line, 0.2], [light, 0.12]])) {
        ctx.strokeStyle = color;
        ctx.lineWidth = wide;
        ctx.beginPath();
        ctx.moveTo(0, 0.6);
        ctx.lineTo(0, y - 0.36);
        ctx.stroke();
        ctx.beginPath();
        ctx.arc(0, y, 0.34, 0, 7);
        ctx.stroke();
    }
    ctx.restore();
}

/** A glass between two boards. @param {Context} ctx @param {Body} body */
function paintGlass(ctx, body) {
    let half = 0;
    let wide = 0;
    const path = new Path2D();
    for (const { shape } of body.colliders) {
        const { a, b } = /** @type {any} */ (shape);
        half = Math.max(half, a[1], b[1]);
        if (Math.abs(a[1] - b[1]) < 0.01) {
            wide = Math.max(wide, Math.abs(a[0]), Math.abs(b[0]));
            continue;
        }
        path.moveTo(a[0], a[1]);
        path.lineTo(b[0], b[1]);
    }
    ctx.lineCap = 'round';
    ctx.strokeStyle = either('rgba(70, 120, 160, 0.75)', 'rgba(190, 220, 255, 0.55)');
    ctx.lineWidth = 0.24;
    ctx.stroke(path);
    ctx.strokeStyle = either('rgba(236, 248, 255, 0.95)', 'rgba(90, 120, 170, 0.9)');
    ctx.lineWidth = 0.14;
    ctx.stroke(path);
    const [light, dark, line] = LOOKS.crate;
    ctx.strokeStyle = line;
    ctx.lineWidth = 0.06;
    for (const side of [-1, 1]) {
        ctx.fillStyle = side > 0 ? light : dark;
        ctx.beginPath();
        ctx.roundRect(-wide - 0.45, side > 0 ? half - 0.08 : -half - 0.27, 2 * wide + 0.9, 0.35,
            0.12);
        ctx.fill();
        ctx.stroke();
    }
}
