// The marks over the picture: the selected body with its handles, unfinished shapes, and the cursor of the keyboard. Called by
// main.js after paint.js.
import { AREAS } from './areas.js';
import { enter } from './paint.js';
import { DRAWN, distance } from './shapes.js';

/** @typedef {CanvasRenderingContext2D} Ctx @typedef {import('./zoo.js').Zoo} Zoo @typedef {import('./builder.js').Builder} Builder */
/** @typedef {import('./shapes.js').Point} Point */

const GLOW = '#ffc56e';

/** @param {Ctx} ctx @param {Zoo} zoo @param {Builder} builder @param {number} pixel */
function paintSelected(ctx, { body, joint, outlines, world }, builder, pixel) {
    if (joint?.alive) {
        ctx.strokeStyle = GLOW;
        ctx.lineWidth = 2.5 * pixel;
        for (const [x, y] of [joint.anchorA, joint.anchorB]) {
            ctx.beginPath();
            ctx.arc(x, y, 11 * pixel, 0, 7);
            ctx.stroke();
        }
    }
    const handles = builder.handles();
    const thing = body?.alive ? outlines.of(world)[body.index] : null;
    if (!handles || !body || !thing) return;
    enter(ctx, world.poses, body.index);
    ctx.strokeStyle = GLOW;
    ctx.lineWidth = 2.5 * pixel;
    ctx.shadowColor = GLOW;
    ctx.shadowBlur = 12;
    ctx.stroke(thing.outlines.some(({ trigger }) => !trigger) ? thing.path : thing.area);
    ctx.restore();
    ctx.setLineDash([3 * pixel, 5 * pixel]);
    ctx.lineWidth = pixel;
    ctx.beginPath();
    ctx.arc(body.poseX, body.poseY, handles.radius, 0, 7);
    ctx.strokeStyle = 'rgba(255, 226, 170, 0.55)';
    ctx.stroke();
    ctx.setLineDash([]);
    for (const [kind, [x, y]]
        of /** @type {[string, Point][]} */ ([['turn', handles.turn], ['size', handles.size]]))
    {
        const r = 6 * pixel;
        ctx.beginPath();
        if (kind === 'turn') ctx.arc(x, y, r, 0, 7);
        else ctx.rect(x - r, y - r, 2 * r, 2 * r);
        ctx.fillStyle = '#fff4dc';
        ctx.fill();
        ctx.strokeStyle = '#7a4d0c';
        ctx.lineWidth = 1.5 * pixel;
        ctx.stroke();
    }
}

/** Traces a shape that nothing has been made of yet. @param {Ctx} ctx @param {any} shape @param {number} pixel */
function traceShape(ctx, shape, pixel) {
    if (shape.shape === 'circle') ctx.arc(0, 0, shape.radius, 0, 2 * Math.PI);
    else if (shape.shape === 'box')
        ctx.rect(-shape.width / 2, -shape.height / 2, shape.width, shape.height);
    else if (shape.shape === 'capsule') {
        const angle = Math.atan2(shape.b[1] - shape.a[1], shape.b[0] - shape.a[0]);
        ctx.arc(shape.a[0], shape.a[1], shape.radius, angle + Math.PI / 2, angle - Math.PI / 2);
        ctx.arc(shape.b[0], shape.b[1], shape.radius, angle - Math.PI / 2, angle + Math.PI / 2);
        ctx.closePath();
    } else {
        for (const [x, y] of shape.points) ctx.lineTo(x, y);
        if (shape.shape !== 'chain' || shape.loop) ctx.closePath();
    }
    ctx.lineWidth = 2 * pixel;
}

/** @param {Ctx} ctx @param {Zoo} zoo @param {Builder} builder @param {number} pixel */
function paintGesture(ctx, zoo, { gesture, reach }, pixel) {
    if (!gesture) return;
    const { from, kind, points, to, tool } = gesture;
    ctx.save();
    ctx.strokeStyle = GLOW;
    ctx.setLineDash([6 * pixel, 5 * pixel]);
    ctx.lineWidth = 2 * pixel;
    if (kind === 'shape') {
        const drawn = DRAWN[tool](from, to, 0.9 * reach, zoo.sides, points);
        ctx.beginPath();
        if (drawn) {
            ctx.translate(...drawn.at);
            traceShape(ctx, drawn.shape, pixel);
        }
        ctx.fillStyle = `color-mix(in srgb, ${zoo.material.fill} 45%, transparent)`;
        if (tool !== 'chain') ctx.fill();
        ctx.stroke();
    } else if (kind === 'area') {
        const { position, angle = 0, colliders } = AREAS[tool](from, to, 0.9 * reach);
        ctx.translate(position[0], position[1]);
        ctx.rotate(angle);
        for (const shape of colliders) {
            ctx.beginPath();
            traceShape(ctx, shape, pixel);
            ctx.fillStyle = 'rgba(120, 180, 255, 0.16)';
            ctx.fill();
            ctx.stroke();
        }
    } else if (kind === 'joint') {
        ctx.beginPath();
        ctx.moveTo(...from);
        ctx.lineTo(...to);
        ctx.stroke();
        ctx.setLineDash([]);
        for (const [x, y] of distance(from, to) < reach ? [from] : [from, to]) {
            ctx.beginPath();
            ctx.arc(x, y, 7 * pixel, 0, 7);
            ctx.stroke();
        }
    }
    ctx.restore();
}

/** @param {Ctx} ctx @param {Zoo} zoo @param {Builder} builder @param {number} pixel metres a CSS pixel */
export function paintTools(ctx, zoo, builder, pixel) {
    paintSelected(ctx, zoo, builder, pixel);
    paintGesture(ctx, zoo, builder, pixel);
    if (!zoo.cursor) return;
    const [x, y] = zoo.cursor;
    const r = 14 * pixel;
    ctx.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        ctx.moveTo(x + 0.3 * r * dx, y + 0.3 * r * dy);
        ctx.lineTo(x + r * dx, y + r * dy);
    }
    ctx.strokeStyle = '#0d1122';
    ctx.lineWidth = 5 * pixel;
    ctx.stroke();
    ctx.strokeStyle = builder.gesture ? GLOW : '#fff4dc';
    ctx.lineWidth = 2.4 * pixel;
    ctx.stroke();
}
