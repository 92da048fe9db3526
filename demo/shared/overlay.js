// The debug overlay: draws what the engine has over a page's own picture. Colliders by state or by
// layer, contact points that fade with age, normals, bounds. Called by a page once a frame, after its
// own drawing. Shapes of one colour share one path.

import { FLAGS } from '../../js/index.js';

const TAU = Math.PI * 2;
const MAX_ENDED = 256; // ended contact points that still fade
const FADE = 0.45; // seconds

/** The colours by state, which a page's legend shows. */
export const STATES = [
    { name: 'static', colour: '#8ea6d8' },
    { name: 'kinematic', colour: '#6fd0ff' },
    { name: 'awake', colour: '#ffb35c' },
    { name: 'asleep', colour: '#8b8fa8' },
    { name: 'trigger', colour: '#77e3c4' },
];

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./camera.js').Camera} Camera */
/**
 * @typedef {object} Outline a convex hull of points (x, y pairs, body space) grown by a radius
 * @property {Float32Array} points
 * @property {number} radius
 * @property {boolean} trigger
 */
/** @typedef {{ slot: number, layer: string, outlines: Outline[] }} Drawn a body as the overlay needs it */
/** @typedef {{ world: import('../../js/index.js').World, things: (Drawn | undefined)[] }} Scene */
/** @typedef {{ contacts: boolean, normals: boolean, bounds: boolean, layerColours: boolean }} View */

export class Overlay {
    #ended = new Float32Array(MAX_ENDED * 3); // x, y, seconds left
    #next = 0;

    /** @param {View} view @param {{ name: string, colour: string }[]} layers */
    constructor(view, layers) {
        this.view = view;
        this.layers = layers;
    }

    /** Remembers where a contact ended, so that its point can fade out. @param {number} x @param {number} y */
    remember(x, y) {
        this.#ended.set([x, y, FADE], this.#next);
        this.#next = (this.#next + 3) % this.#ended.length;
    }

    /** @param {Ctx} ctx in CSS pixels @param {Camera} camera @param {Scene} scene @param {number} seconds */
    draw(ctx, camera, scene, seconds) {
        const ended = this.#ended;
        for (let i = 2; i < ended.length; i += 3) ended[i] -= seconds;
        ctx.fillStyle = 'rgba(9, 11, 20, 0.35)';
        ctx.fillRect(0, 0, camera.width, camera.height);
        this.#drawColliders(ctx, camera, scene);
        if (this.view.bounds) drawBounds(ctx, camera, scene);
        if (this.view.normals) drawNormals(ctx, camera, scene.world);
        if (this.view.contacts) this.#drawContacts(ctx, camera, scene.world);
    }

    /** @param {Ctx} ctx @param {Camera} camera @param {Scene} scene */
    #drawColliders(ctx, camera, { world, things }) {
        const { poses, flags } = world;
        const { layerColours } = this.view;
        const classes = layerColours ? this.layers : STATES;
        ctx.lineWidth = 1.5;
        for (const { name, colour } of classes) {
            ctx.beginPath();
            for (const thing of things) {
                if (!thing) continue;
                for (const outline of thing.outlines) {
                    const own = layerColours
                        ? thing.layer
                        : outline.trigger
                        ? 'trigger'
                        : stateOf(flags[thing.slot]);
                    if (own === name) trace(ctx, camera, outline, poses, 4 * thing.slot);
                }
            }
            ctx.globalAlpha = 0.16;
            ctx.fillStyle = colour;
            ctx.fill();
            ctx.globalAlpha = 1;
            ctx.strokeStyle = colour;
            ctx.stroke();
        }
    }

    /**
     * New points are large and shrink with the engine's own count of their steps; ended ones fade out.
     * @param {Ctx} ctx @param {Camera} camera @param {import('../../js/index.js').World} world
     */
    #drawContacts(ctx, camera, world) {
        const { count, f32, u32, stride } = world.contactPoints;
        ctx.fillStyle = '#fff4d6';
        for (let i = 0, at = 0; i < count; i++, at += stride) {
            const young = Math.exp(-u32[at + 11] / 22);
            ctx.globalAlpha = 0.6 + 0.4 * young;
            ctx.beginPath();
            ctx.arc(camera.screenX(f32[at + 2]), camera.screenY(f32[at + 3]), 2.6 + 3.4 * young, 0,
                TAU);
            ctx.fill();
        }
        const ended = this.#ended;
        ctx.strokeStyle = '#ffd27d';
        ctx.lineWidth = 1.5;
        for (let i = 0; i < ended.length; i += 3) {
            if (ended[i + 2] <= 0) continue;
            const fade = ended[i + 2] / FADE;
            ctx.globalAlpha = fade * 0.8;
            ctx.beginPath();
            ctx.arc(camera.screenX(ended[i]), camera.screenY(ended[i + 1]), 3 + 6 * (1 - fade), 0,
                TAU);
            ctx.stroke();
        }
        ctx.globalAlpha = 1;
    }

    /**
     * Outlines one body: the one under the pointer or held by it.
     * @param {Ctx} ctx @param {Camera} camera @param {Scene} scene @param {Drawn} thing @param {string} colour
     */
    frame(ctx, camera, scene, thing, colour) {
        ctx.beginPath();
        for (const outline of thing.outlines)
            trace(ctx, camera, outline, scene.world.poses, 4 * thing.slot);
        ctx.strokeStyle = colour;
        ctx.lineWidth = 2;
        ctx.stroke();
    }
}

/** The name in STATES for a body's flags. @param {number} flags */
function stateOf(flags) {
    const type = flags & FLAGS.TYPE_MASK;
    return type < 2 ? STATES[type].name : flags & FLAGS.AWAKE ? 'awake' : 'asleep';
}

/**
 * Adds an outline to the current path, in CSS pixels.
 * @param {Ctx} ctx @param {Camera} camera @param {Outline} outline
 * @param {Float32Array} poses x, y, cos, sin @param {number} i where the body's pose begins
 */
function trace(ctx, camera, { points, radius }, poses, i) {
    const [x, y, c, s] = [poses[i], poses[i + 1], poses[i + 2], poses[i + 3]];
    const r = radius * camera.scale;
    const px = (/** @type {number} */ k) => camera.screenX(x + c * points[k] - s * points[k + 1]);
    const py = (/** @type {number} */ k) => camera.screenY(y + s * points[k] + c * points[k + 1]);
    if (points.length === 2) { // a circle, with the radius that shows its angle
        const cx = px(0);
        const cy = py(0);
        ctx.moveTo(cx + r * c, cy - r * s);
        ctx.arc(cx, cy, r, -Math.atan2(s, c), TAU - Math.atan2(s, c));
        ctx.lineTo(cx, cy);
    } else if (points.length === 4) { // a capsule
        const a = Math.atan2(py(2) - py(0), px(2) - px(0));
        ctx.moveTo(px(0) + r * Math.cos(a + TAU / 4), py(0) + r * Math.sin(a + TAU / 4));
        ctx.arc(px(0), py(0), r, a + TAU / 4, a + TAU * 3 / 4);
        ctx.arc(px(2), py(2), r, a - TAU / 4, a + TAU / 4);
        ctx.closePath();
    } else {
        ctx.moveTo(px(0), py(0));
        for (let k = 2; k < points.length; k += 2) ctx.lineTo(px(k), py(k));
        ctx.closePath();
    }
}

/** The axis-aligned box of every collider. @param {Ctx} ctx @param {Camera} camera @param {Scene} scene */
function drawBounds(ctx, camera, { world, things }) {
    const { poses } = world;
    ctx.beginPath();
    for (const thing of things) {
        if (!thing) continue;
        const i = 4 * thing.slot;
        for (const { points, radius } of thing.outlines) {
            let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
            for (let j = 0; j < points.length; j += 2) {
                const x = poses[i] + poses[i + 2] * points[j] - poses[i + 3] * points[j + 1];
                const y = poses[i + 1] + poses[i + 3] * points[j] + poses[i + 2] * points[j + 1];
                x0 = Math.min(x0, x);
                y0 = Math.min(y0, y);
                x1 = Math.max(x1, x);
                y1 = Math.max(y1, y);
            }
            ctx.rect(camera.screenX(x0 - radius), camera.screenY(y1 + radius),
                (x1 - x0 + 2 * radius) * camera.scale, (y1 - y0 + 2 * radius) * camera.scale);
        }
    }
    ctx.setLineDash([3, 4]);
    ctx.lineWidth = 1;
    ctx.strokeStyle = 'rgba(230, 240, 255, 0.55)';
    ctx.stroke();
    ctx.setLineDash([]);
}

/** A line from every contact point, longer for a larger impulse. @param {Ctx} ctx @param {Camera} camera @param {import('../../js/index.js').World} world */
function drawNormals(ctx, camera, world) {
    const { count, f32, stride } = world.contactPoints;
    ctx.beginPath();
    for (let i = 0, at = 0; i < count; i++, at += stride) {
        const x = f32[at + 2];
        const y = f32[at + 3];
        const length = 0.16 + Math.min(0.9, f32[at + 7] * 1.2);
        ctx.moveTo(camera.screenX(x), camera.screenY(y));
        ctx.lineTo(camera.screenX(x + f32[at + 4] * length),
            camera.screenY(y + f32[at + 5] * length));
    }
    ctx.strokeStyle = '#ff7d9c';
    ctx.lineWidth = 1.5;
    ctx.stroke();
}
