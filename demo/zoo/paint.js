// The picture: background and grid, areas, static bodies, moving bodies, joints. Called by main.js once a frame.
import { LAYERS } from './materials.js';
import { paintJoint } from './paint-joints.js';
import { textureOf } from './textures.js';

/** @typedef {CanvasRenderingContext2D} Ctx @typedef {import('./outlines.js').Thing} Thing */
/** @typedef {import('../../js/index.js').World<any>} World */
/** @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} View */

const AREA = /** @type {Record<string, [fill: string, edge: string]>} */ ({
    water: ['rgba(74, 150, 255, 0.26)', 'rgba(160, 215, 255, 0.85)'],
    wind: ['rgba(190, 230, 255, 0.06)', 'rgba(200, 235, 255, 0.22)'],
    gravity: ['rgba(184, 161, 255, 0.07)', 'rgba(184, 161, 255, 0.3)'],
    speed: ['rgba(255, 197, 110, 0.12)', 'rgba(255, 197, 110, 0.4)'],
});

const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)');

/** The part of the world that the canvas shows, metres. @param {Ctx} ctx @returns {View} */
export function viewOf(ctx) {
    const { a, e, f } = ctx.getTransform();
    const { width, height } = ctx.canvas;
    return { minX: -e / a, maxX: (width - e) / a, minY: (f - height) / a, maxY: f / a };
}

/** @param {Ctx} ctx @param {View} view */
export function paintBack(ctx, { minX, minY, maxX, maxY }) {
    const [x, y, wide] = [(minX + maxX) / 2, minY + 0.75 * (maxY - minY), maxX - minX];
    const glow = ctx.createRadialGradient(x, y, 0, x, y, 0.75 * wide);
    glow.addColorStop(0, '#342a4e');
    glow.addColorStop(0.45, '#1b1c3a');
    glow.addColorStop(1, '#0d1122');
    ctx.fillStyle = glow;
    ctx.fillRect(minX, minY, wide, maxY - minY);
    for (const [step, alpha] of [[1, Math.min(1, 40 / wide) * 0.045], [5, 0.06]]) {
        if (wide / step > 160) continue;
        ctx.beginPath();
        for (let at = Math.ceil(minX / step) * step; at < maxX; at += step) {
            ctx.moveTo(at, minY);
            ctx.lineTo(at, maxY);
        }
        for (let at = Math.ceil(minY / step) * step; at < maxY; at += step) {
            ctx.moveTo(minX, at);
            ctx.lineTo(maxX, at);
        }
        ctx.strokeStyle = `rgba(206, 216, 255, ${alpha})`;
        ctx.lineWidth = wide * 0.0007;
        ctx.stroke();
    }
}

/** Goes to the space of a body. @param {Ctx} ctx @param {Float32Array} poses @param {number} slot */
export function enter(ctx, poses, slot) {
    const i = 4 * slot;
    ctx.save();
    ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i], poses[i + 1]);
}

/** Streaks that blow along an area, or a line of waves. @param {Ctx} ctx @param {Thing} thing @param {number} time @param {number} pixel */
function paintFlow(ctx, { field, outlines, body, area }, time, pixel) {
    const { points } = outlines.find(({ trigger }) => trigger) ?? outlines[0];
    const [half, high] = [Math.max(...points.filter((_, i) => i % 2 === 0)),
        Math.max(...points.filter((_, i) => i % 2 === 1))];
    ctx.save();
    ctx.clip(area);
    if (field === 'water') {
        ctx.beginPath();
        for (let x = -half; x <= half + 0.2; x += 0.2)
            ctx.lineTo(x, high - 0.05 + 0.045 * Math.sin(3 * (x + body.x) + 2.4 * time));
        ctx.strokeStyle = 'rgba(206, 238, 255, 0.9)';
        ctx.lineWidth = Math.max(2 * pixel, 0.05);
        ctx.stroke();
    } else {
        const [flow] = /** @type {any} */ (body.colliders.find((collider) =>
            collider.field
        )?.field).flow ?? [0];
        ctx.lineWidth = 1.6 * pixel;
        for (let i = 0; i < 16; i++) {
            const along = ((i * 0.7549 + (0.14 * flow * time) / (half || 1)) % 1 + 1) % 1;
            const x = half * (2 * along - 1);
            const y = high * (((i * 0.5698) % 1) * 1.8 - 0.9);
            ctx.strokeStyle = `rgba(225, 245, 255, ${0.42 * Math.sin(Math.PI * along)})`;
            ctx.beginPath();
            ctx.moveTo(x - 0.16 * half, y);
            ctx.quadraticCurveTo(x, y + 0.05 * high, x + 0.16 * half, y);
            ctx.stroke();
        }
    }
    ctx.restore();
}

/** @param {Ctx} ctx @param {Thing} thing @param {number} time @param {number} pixel */
function paintArea(ctx, thing, time, pixel) {
    const [fill, edge] = AREA[thing.field ?? 'speed'] ?? AREA.speed;
    const trigger = thing.outlines.find((outline) => outline.trigger);
    if (thing.field === 'gravity' && trigger?.points.length === 2) {
        const glow = ctx.createRadialGradient(trigger.points[0], trigger.points[1], 0,
            trigger.points[0], trigger.points[1], trigger.radius);
        glow.addColorStop(0.2, 'rgba(184, 161, 255, 0.4)');
        glow.addColorStop(1, 'rgba(184, 161, 255, 0.02)');
        ctx.fillStyle = glow;
    } else ctx.fillStyle = fill;
    ctx.fill(thing.area);
    ctx.strokeStyle = edge;
    ctx.lineWidth = pixel;
    ctx.setLineDash(thing.field === 'water' ? [] : [6 * pixel, 6 * pixel]);
    ctx.stroke(thing.area);
    ctx.setLineDash([]);
    if (trigger?.points.length === 8 && (thing.field === 'water' || thing.field === 'wind'))
        paintFlow(ctx, thing, time, pixel);
}

/** Eyes and a mouth: round bodies of felt are alive. @param {Ctx} ctx @param {{ x: number, y: number, radius: number }} circle @param {Float32Array} velocities @param {number} i @param {[cos: number, sin: number]} turn */
function paintFace(ctx, { x, y, radius: r }, velocities, i, [cos, sin]) {
    const speed = Math.hypot(velocities[i], velocities[i + 1]);
    const look = 0.09 * r * Math.min(1, speed / 3) / (speed || 1);
    const [dx, dy] = [(velocities[i] * cos + velocities[i + 1] * sin) * look,
        (velocities[i + 1] * cos - velocities[i] * sin) * look];
    for (const side of [-1, 1]) {
        const [ex, ey] = [x + side * 0.34 * r, y + 0.2 * r];
        ctx.fillStyle = '#fffaf0';
        ctx.beginPath();
        ctx.arc(ex, ey, 0.23 * r, 0, 7);
        ctx.fill();
        ctx.fillStyle = '#1a1333';
        ctx.beginPath();
        ctx.arc(ex + dx, ey + dy, 0.12 * r, 0, 7);
        ctx.fill();
    }
    ctx.strokeStyle = '#1a1333';
    ctx.lineWidth = 0.08 * r;
    ctx.lineCap = 'round';
    ctx.beginPath();
    if (speed > 5) ctx.ellipse(x, y - 0.36 * r, 0.13 * r, 0.17 * r, 0, 0, 7);
    else ctx.arc(x, y - 0.18 * r, 0.32 * r, 1.2 * Math.PI, 1.8 * Math.PI);
    ctx.stroke();
    ctx.lineCap = 'butt';
}

/** @param {Ctx} ctx @param {Thing} thing @param {World} world @param {number} pixel */
function paintThing(ctx, { body, circles, look, layer, open, path, slot },
    { flags, poses, velocities }, pixel)
{
    const fixed = (flags[slot] & 3) === 0;
    ctx.lineJoin = 'round';
    const mark = layer === 'default' ? undefined : LAYERS[layer];
    if (mark) {
        ctx.strokeStyle = mark;
        ctx.lineWidth = 8.5 * pixel;
        ctx.globalAlpha = 0.8;
        ctx.stroke(path);
        ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = look.edge;
    ctx.lineWidth = open ? 3 * pixel : 3.6 * pixel;
    ctx.stroke(path);
    if (open) return;
    ctx.fillStyle = textureOf(ctx, look);
    ctx.fill(path);
    if (fixed) {
        ctx.fillStyle = 'rgba(13, 17, 34, 0.42)';
        ctx.fill(path);
    } else if (!body.awake) {
        ctx.fillStyle = 'rgba(13, 17, 34, 0.16)';
        ctx.fill(path);
    }
    for (const circle of circles) {
        if (look.name === 'Felt')
            paintFace(ctx, circle, velocities, 4 * slot, [poses[4 * slot + 2],
                poses[4 * slot + 3]]);
        else if (!fixed) {
            ctx.strokeStyle = 'rgba(255, 246, 226, 0.35)';
            ctx.lineWidth = Math.max(0.05 * circle.radius, pixel);
            ctx.beginPath();
            ctx.arc(circle.x, circle.y, 0.72 * circle.radius, -0.5, 3.4);
            ctx.stroke();
        }
    }
}

/**
 * @param {Ctx} ctx in metres @param {World} world @param {(Thing | undefined)[]} things by slot
 */
export function paintWorld(ctx, world, things) {
    const pixel = Math.abs(ctx.canvas.width / ctx.canvas.clientWidth / ctx.getTransform().a);
    const view = viewOf(ctx);
    const time = still && still.matches ? 0 : world.time;
    paintBack(ctx, view);
    const { poses, flags } = world;
    for (const thing of things) {
        if (!thing || !thing.outlines.some(({ trigger }) => trigger)) continue;
        enter(ctx, poses, thing.slot);
        paintArea(ctx, thing, time, pixel);
        ctx.restore();
    }
    for (const moving of [false, true]) {
        for (const thing of things) {
            if (!thing || ((flags[thing.slot] & 3) !== 0) !== moving) continue;
            enter(ctx, poses, thing.slot);
            paintThing(ctx, thing, world, pixel);
            ctx.restore();
        }
    }
    for (const joint of world.joints) paintJoint(ctx, joint, pixel);
    return { pixel, view };
}
