// Paints the bodies of a world by the material that each collider's layer names. Called by the three scenes.

/** Colours by material: the fill, and the bright edge. @type {Record<string, [fill: string, edge: string]>} */
export const MATERIALS = {
    wood: ['#a9713f', '#ffd9a0'],
    plank: ['#7d5233', '#e0b184'],
    rubber: ['#f0927a', '#ffd0c0'],
    duck: ['#ffc24f', '#fff0c4'],
    beak: ['#f0704a', '#ffc9a8'],
    stone: ['#7683ad', '#c9d4f5'],
    metal: ['#8f9cc4', '#eef3ff'],
    cloth: ['#b8a1ff', '#ece4ff'],
    mint: ['#4fc7a5', '#c8ffee'],
    rock: ['#9a8fb8', '#e6dcff'],
};

/** Fields, and what a material meets: all of both. */
const FIELDS = ['water', 'air', 'calm', 'pull', 'haze'];
const SOLIDS = ['ground', ...Object.keys(MATERIALS)];
const ALL = [...SOLIDS, ...FIELDS];

/** The layers of each scene. @type {Record<string, string[]>} */
export const LAYERS = { ...Object.fromEntries(SOLIDS.map((name) => [name, ALL])),
    ...Object.fromEntries(FIELDS.map((name) => [name, []])) };

/** @typedef {import('../../js/index.js').Collider<any>} Collider */
/** @typedef {import('../../js/index.js').World<any>} World */

/** The part of the world in the picture, in metres. @typedef {{ minX: number, maxX: number, minY: number, maxY: number }} Extent */

/** @param {CanvasRenderingContext2D} ctx @returns {Extent} */
export function extentOf(ctx) {
    const { a, e, f } = ctx.getTransform();
    const { width, height } = ctx.canvas;
    return { minX: -e / a, maxX: (width - e) / a, minY: (f - height) / a, maxY: f / a };
}

/** @type {Map<Function, { canvas: HTMLCanvasElement, view: string }>} */
const backdrops = new Map();

/**
 * Paints the parts of the picture that do not move, from a copy as long as the view is the same.
 * @param {CanvasRenderingContext2D} ctx @param {(ctx: CanvasRenderingContext2D, seen: Extent) => void} paint
 */
export function paintBackdrop(ctx, paint) {
    const { a, e, f } = ctx.getTransform();
    const view = [ctx.canvas.width, ctx.canvas.height, a, e, f].join();
    let kept = backdrops.get(paint);
    if (!kept) backdrops.set(paint, kept = { canvas: document.createElement('canvas'), view: '' });
    if (kept.view !== view) {
        kept.view = view;
        kept.canvas.width = ctx.canvas.width;
        kept.canvas.height = ctx.canvas.height;
        const copy = /** @type {CanvasRenderingContext2D} */ (kept.canvas.getContext('2d'));
        copy.setTransform(ctx.getTransform());
        paint(copy, extentOf(copy));
    }
    ctx.save();
    ctx.resetTransform();
    ctx.drawImage(kept.canvas, 0, 0);
    ctx.restore();
}

/** @type {WeakMap<Collider, Path2D>} */
const paths = new WeakMap();

/** The outline of a collider in its body's space. @param {Collider} collider */
export function pathOf(collider) {
    let path = paths.get(collider);
    if (path) return path;
    paths.set(collider, path = new Path2D());
    const shape = /** @type {any} */ (collider.shape);
    if (shape.shape === 'circle') {
        path.arc(shape.center[0], shape.center[1], shape.radius, 0, 2 * Math.PI);
    } else if (shape.shape === 'capsule') {
        const { a, b, radius } = shape;
        const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
        path.arc(b[0], b[1], radius, angle - Math.PI / 2, angle + Math.PI / 2);
        path.arc(a[0], a[1], radius, angle + Math.PI / 2, angle + 1.5 * Math.PI);
    } else {
        for (const [x, y] of shape.points) path.lineTo(x, y);
    }
    path.closePath();
    return path;
}

/** A light spot on balls, stripes on planks. @param {CanvasRenderingContext2D} ctx @param {any} shape @param {string} edge */
function paintDetail(ctx, shape, edge) {
    ctx.strokeStyle = edge;
    if (shape.shape === 'circle') {
        const { center: [x, y], radius } = shape;
        ctx.globalAlpha = 0.35;
        ctx.beginPath();
        for (const turn of [0, Math.PI / 3, (2 * Math.PI) / 3]) {
            ctx.moveTo(x - radius * Math.cos(turn), y - radius * Math.sin(turn));
            ctx.lineTo(x + radius * Math.cos(turn), y + radius * Math.sin(turn));
        }
        ctx.stroke();
    } else if (shape.shape === 'polygon' && shape.points.length === 4) {
        const [a, b, c, d] = shape.points;
        ctx.globalAlpha = 0.28;
        ctx.beginPath();
        for (const part of [1 / 3, 2 / 3]) {
            ctx.moveTo(a[0] + (d[0] - a[0]) * part, a[1] + (d[1] - a[1]) * part);
            ctx.lineTo(b[0] + (c[0] - b[0]) * part, b[1] + (c[1] - b[1]) * part);
        }
        ctx.stroke();
    }
    ctx.globalAlpha = 1;
}

/** @type {WeakMap<Collider, any>} */
const shapes = new WeakMap();

/**
 * Paints all colliders that are of a material.
 * @param {CanvasRenderingContext2D} ctx @param {World} world
 * @param {readonly string[]} [plain] materials without detail
 * @param {ReadonlySet<number>} [without] slots that are not painted
 */
export function paintBodies(ctx, world, plain = [], without = new Set()) {
    const { poses } = world;
    ctx.lineWidth = 0.05;
    ctx.lineJoin = 'round';
    for (const body of world.bodies) {
        if (without.has(body.index)) continue;
        const at = 4 * body.index;
        const [x, y, cos, sin] = [poses[at], poses[at + 1], poses[at + 2], poses[at + 3]];
        ctx.save();
        ctx.transform(cos, sin, -sin, cos, x, y);
        for (const collider of body.colliders) {
            const material = MATERIALS[collider.layer];
            if (!material || collider.field) continue;
            const path = pathOf(collider);
            ctx.fillStyle = material[0];
            ctx.fill(path);
            let shape = shapes.get(collider);
            if (!shape) shapes.set(collider, shape = collider.shape);
            if (!plain.includes(collider.layer)) paintDetail(ctx, shape, material[1]);
            ctx.strokeStyle = material[1];
            ctx.globalAlpha = 0.75;
            ctx.stroke(path);
            ctx.globalAlpha = 1;
        }
        ctx.restore();
    }
}

/** The fields of a world by layer. @param {World} world @param {string} layer */
export function fieldsOf(world, layer) {
    return [...world.bodies].flatMap((body) => body.colliders).filter((collider) =>
        collider.layer === layer && collider.field
    );
}

/** How fast the air flows to the right, m/s. @param {World} world */
export const flowOf = (world) => /** @type {any} */ (fieldsOf(world, 'air')[0].field).flow[0];

/** Sets numbers of all fields of a layer. @param {World} world @param {string} layer @param {object} numbers */
export function setFields(world, layer, numbers) {
    for (const collider of fieldsOf(world, layer))
        collider.field = /** @type {any} */ ({ ...collider.field, ...numbers });
}
