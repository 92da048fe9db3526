// Joints as one would build them: bolts, ropes, coils, rails. Called by paint.js.

/** @typedef {CanvasRenderingContext2D} Ctx @typedef {import('../../js/index.js').Joint<any>} Joint */
/** @typedef {[x: number, y: number]} Point */

/** @param {Ctx} ctx @param {Point} at @param {number} radius @param {string} fill @param {number} pixel */
function bolt(ctx, [x, y], radius, fill, pixel) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = 'rgba(13, 17, 34, 0.8)';
    ctx.lineWidth = 1.5 * pixel;
    ctx.stroke();
}

/** @param {Ctx} ctx @param {Point[]} points @param {string} color @param {number} width */
function line(ctx, points, color, width) {
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x, y);
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.stroke();
}

/** A rope that hangs through if it is slack. @param {Ctx} ctx @param {Point} a @param {Point} b @param {number} length @param {number} size */
function rope(ctx, [ax, ay], [bx, by], length, size) {
    const now = Math.hypot(bx - ax, by - ay);
    const sag = Math.sqrt(Math.max(0, length * length - now * now)) * 0.6;
    ctx.beginPath();
    ctx.moveTo(ax, ay);
    ctx.quadraticCurveTo((ax + bx) / 2, (ay + by) / 2 - sag, bx, by);
    ctx.strokeStyle = '#6b4a2a';
    ctx.lineWidth = 1.5 * size;
    ctx.stroke();
    ctx.strokeStyle = '#e7bd84';
    ctx.lineWidth = size;
    ctx.stroke();
}

/** @param {Ctx} ctx @param {Point} a @param {Point} b @param {number} length at rest @param {number} size */
function coil(ctx, [ax, ay], [bx, by], length, size) {
    const turns = Math.max(4, Math.min(40, Math.round(length / 0.16)));
    const now = Math.hypot(bx - ax, by - ay) || 1e-6;
    const [nx, ny] = [-(by - ay) / now, (bx - ax) / now];
    const points = Array.from({ length: 2 * turns + 3 }, (_, i) => {
        const t = Math.min(1, Math.max(0, (i - 0.5) / (2 * turns + 1)));
        const off = i === 0 || i === 2 * turns + 2 || i === 1 || i === 2 * turns + 1
            ? 0
            : (i % 2 ? 1 : -1) * Math.min(0.13, 0.12 * length);
        return /** @type {Point} */ ([ax + (bx - ax) * t + nx * off,
            ay + (by - ay) * t + ny * off]);
    });
    const width = Math.min(size, 0.045 * length);
    line(ctx, points, '#5a3a86', 1.7 * width);
    line(ctx, points, '#d3c2ff', width);
}

/** @param {Ctx} ctx @param {Joint} joint @param {number} pixel */
export function paintJoint(ctx, joint, pixel) {
    const { type, bodyA } = joint;
    if (joint.jointA) return; // a gear lies between joints
    const [a, b] = [joint.anchorA, joint.anchorB];
    const size = Math.max(0.04, 1.3 * pixel);
    ctx.lineCap = ctx.lineJoin = 'round';
    if (type === 'distance') {
        const { spring, limit } = joint;
        if (spring) coil(ctx, a, b, /** @type {number} */ (joint.length), 0.7 * size);
        else if (limit) rope(ctx, a, b, limit.upper, size);
        else {
            line(ctx, [a, b], '#37456e', 2.4 * size);
            line(ctx, [a, b], '#b9c9ee', 1.3 * size);
        }
        for (const end of [a, b]) bolt(ctx, end, 1.3 * size, '#ffe3b5', pixel);
    } else if (type === 'prismatic' || type === 'wheel') {
        const [ux, uy] = /** @type {Point} */ (joint.localAxisA);
        const { cos, sin } = /** @type {any} */ (bodyA);
        const [dx, dy] = [cos * ux - sin * uy, sin * ux + cos * uy];
        const { lower, upper } = joint.limit ?? { lower: -1, upper: 1 };
        const [from, to] = [Math.max(lower, -40), Math.min(upper, 40)].map((
            t,
        ) => /** @type {Point} */ ([a[0] + dx * t, a[1] + dy * t]));
        if (type === 'prismatic') {
            line(ctx, [from, to], '#1a2145', 3.4 * size);
            line(ctx, [from, to], '#8fa6da', 1.2 * size);
        }
        bolt(ctx, b, 1.9 * size, type === 'wheel' ? '#ffc56e' : '#b9c9ee', pixel);
    } else if (type === 'target') {
        ctx.setLineDash([4 * pixel, 4 * pixel]);
        line(ctx, [a, b], 'rgba(255, 236, 200, 0.9)', 2 * pixel);
        ctx.setLineDash([]);
        bolt(ctx, a, 1.2 * size, '#fff4dc', pixel);
    } else if (type === 'pulley') {
        line(ctx, [a, /** @type {Point} */ (joint.groundAnchorA),
            /** @type {Point} */ (joint.groundAnchorB), b], '#e7bd84', size);
    } else if (type === 'weld') {
        ctx.fillStyle = '#cfd9f5';
        ctx.strokeStyle = 'rgba(13, 17, 34, 0.8)';
        ctx.lineWidth = 1.5 * pixel;
        ctx.beginPath();
        ctx.rect(b[0] - 1.6 * size, b[1] - 1.6 * size, 3.2 * size, 3.2 * size);
        ctx.fill();
        ctx.stroke();
    } else if (type === 'revolute') {
        const { motor } = joint;
        if (motor) {
            line(ctx,
                Array.from({ length: 13 },
                    (_,
                        i) => /** @type {Point} */ ([b[0] + 3.4 * size * Math.cos(i * 0.42),
                            b[1] + 3.4 * size * Math.sin(i * 0.42)])), 'rgba(255, 197, 110, 0.85)',
                0.8 * size);
        }
        bolt(ctx, b, (motor ? 1.9 : 1.3) * size, motor ? '#ffc56e' : '#ffe3b5', pixel);
    }
    ctx.lineCap = 'butt';
}
