// The debug overlay: what the engine sees, drawn over the scene. Colliders by state or by layer, contact
// points that fade with age, normals, bounds, and a card for the body under the pointer. Called by
// main.js after render.js. Shapes of one colour share one path.

import { FLAGS } from '../js/index.js';
import { LAYERS } from './scene.js';

const STATES = [
    { name: 'static', colour: '#8ea6d8' },
    { name: 'kinematic', colour: '#6fd0ff' },
    { name: 'awake', colour: '#ffb35c' },
    { name: 'asleep', colour: '#8b8fa8' },
    { name: 'trigger', colour: '#77e3c4' },
];
const TAU = Math.PI * 2;
const GHOSTS_OF_CONTACTS = 256; // ended contact points that still fade
const FADE = 0.45; // seconds

/** The legend of the panel. */
export const STATE_LEGEND = STATES;

/** @typedef {ReturnType<typeof createOverlay>} Overlay */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('./camera.js').Camera} Camera */

/**
 * @param {{ debug: boolean, contacts: boolean, normals: boolean, bounds: boolean, layerColours: boolean }} view
 */
export function createOverlay(view) {
    // Ended contacts: x, y, seconds left.
    const ended = new Float32Array(GHOSTS_OF_CONTACTS * 3);
    let next = 0;
    const layerIndex = new Map(LAYERS.map((layer, i) => [layer.name, i]));

    /** @param {import('./scene.js').Thing} thing @param {number} flags @param {boolean} trigger */
    function classOf(thing, flags, trigger) {
        if (view.layerColours) return layerIndex.get(thing.layer) ?? 0;
        if (trigger) return 4;
        const type = flags & FLAGS.TYPE_MASK;
        if (type === 0) return 0;
        if (type === 1) return 1;
        return flags & FLAGS.AWAKE ? 2 : 3;
    }

    /**
     * Adds an outline to the current path, in CSS pixels.
     * @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Outline} outline
     * @param {number} x @param {number} y @param {number} c @param {number} s
     */
    function trace(ctx, camera, outline, x, y, c, s) {
        const { points, radius } = outline;
        const r = radius * camera.scale;
        const px = (/** @type {number} */ i) => camera.screenX(x + c * points[i] - s * points[i + 1]);
        const py = (/** @type {number} */ i) => camera.screenY(y + s * points[i] + c * points[i + 1]);
        if (points.length === 2) {
            const cx = px(0);
            const cy = py(0);
            ctx.moveTo(cx + r * c, cy - r * s);
            ctx.arc(cx, cy, r, -Math.atan2(s, c), TAU - Math.atan2(s, c));
            ctx.lineTo(cx, cy);
        } else if (points.length === 4) {
            const a = Math.atan2(py(2) - py(0), px(2) - px(0));
            ctx.moveTo(px(0) + r * Math.cos(a + TAU / 4), py(0) + r * Math.sin(a + TAU / 4));
            ctx.arc(px(0), py(0), r, a + TAU / 4, a + TAU * 3 / 4);
            ctx.arc(px(2), py(2), r, a - TAU / 4, a + TAU / 4);
            ctx.closePath();
        } else {
            ctx.moveTo(px(0), py(0));
            for (let i = 2; i < points.length; i += 2) ctx.lineTo(px(i), py(i));
            ctx.closePath();
        }
    }

    /** @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Scene} scene */
    function drawColliders(ctx, camera, scene) {
        const { poses, flags } = scene.world;
        const classes = view.layerColours ? LAYERS : STATES;
        ctx.lineWidth = 1.5;
        for (let k = 0; k < classes.length; k++) {
            ctx.beginPath();
            for (const thing of scene.things) {
                if (!thing) continue;
                const i = 4 * thing.slot;
                const trigger = thing.kind === 'lantern';
                if (classOf(thing, flags[thing.slot], trigger) !== k) continue;
                for (const outline of thing.outlines) {
                    trace(ctx, camera, outline, poses[i], poses[i + 1], poses[i + 2], poses[i + 3]);
                }
            }
            ctx.globalAlpha = 0.16;
            ctx.fillStyle = classes[k].colour;
            ctx.fill();
            ctx.globalAlpha = 1;
            ctx.strokeStyle = classes[k].colour;
            ctx.stroke();
        }
    }

    /** @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Scene} scene */
    function drawBounds(ctx, camera, scene) {
        const { poses } = scene.world;
        ctx.beginPath();
        for (const thing of scene.things) {
            if (!thing) continue;
            const i = 4 * thing.slot;
            for (const { points, radius } of thing.outlines) {
                let x0 = Infinity;
                let y0 = Infinity;
                let x1 = -Infinity;
                let y1 = -Infinity;
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

    /**
     * New points are large and white, then settle; the age is the engine's own count of steps.
     * @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Scene} scene
     */
    function drawContacts(ctx, camera, scene) {
        const { count, f32, u32, stride } = scene.world.contactPoints;
        if (view.normals) {
            ctx.beginPath();
            for (let i = 0, at = 0; i < count; i++, at += stride) {
                const x = f32[at + 2];
                const y = f32[at + 3];
                const length = 0.16 + Math.min(0.9, f32[at + 7] * 1.2);
                ctx.moveTo(camera.screenX(x), camera.screenY(y));
                ctx.lineTo(camera.screenX(x + f32[at + 4] * length), camera.screenY(y + f32[at + 5] * length));
            }
            ctx.strokeStyle = '#ff7d9c';
            ctx.lineWidth = 1.5;
            ctx.stroke();
        }
        if (!view.contacts) return;
        ctx.fillStyle = '#fff4d6';
        for (let i = 0, at = 0; i < count; i++, at += stride) {
            const young = Math.exp(-u32[at + 11] / 22);
            ctx.globalAlpha = 0.6 + 0.4 * young;
            const r = 2.6 + 3.4 * young;
            ctx.beginPath();
            ctx.arc(camera.screenX(f32[at + 2]), camera.screenY(f32[at + 3]), r, 0, TAU);
            ctx.fill();
        }
        ctx.strokeStyle = '#ffd27d';
        ctx.lineWidth = 1.5;
        for (let i = 0; i < ended.length; i += 3) {
            if (ended[i + 2] <= 0) continue;
            const fade = ended[i + 2] / FADE;
            ctx.globalAlpha = fade * 0.8;
            ctx.beginPath();
            ctx.arc(camera.screenX(ended[i]), camera.screenY(ended[i + 1]), 3 + 6 * (1 - fade), 0, TAU);
            ctx.stroke();
        }
        ctx.globalAlpha = 1;
    }

    return {
        /** Remembers where a pair parted, so that the point can fade out. @param {number} x @param {number} y */
        remember(x, y) {
            ended[next] = x;
            ended[next + 1] = y;
            ended[next + 2] = FADE;
            next = (next + 3) % ended.length;
        },
        /**
         * @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Scene} scene @param {number} seconds
         */
        draw(ctx, camera, scene, seconds) {
            for (let i = 2; i < ended.length; i += 3) ended[i] -= seconds;
            ctx.fillStyle = 'rgba(9, 11, 20, 0.35)';
            ctx.fillRect(0, 0, camera.width, camera.height);
            drawColliders(ctx, camera, scene);
            if (view.bounds) drawBounds(ctx, camera, scene);
            drawContacts(ctx, camera, scene);
        },
        /**
         * Frames one thing: the hovered or held body.
         * @param {Ctx} ctx @param {Camera} camera @param {import('./scene.js').Scene} scene
         * @param {import('./scene.js').Thing} thing @param {string} colour
         */
        frame(ctx, camera, scene, thing, colour) {
            const { poses } = scene.world;
            const i = 4 * thing.slot;
            ctx.beginPath();
            for (const outline of thing.outlines) {
                trace(ctx, camera, outline, poses[i], poses[i + 1], poses[i + 2], poses[i + 3]);
            }
            ctx.strokeStyle = colour;
            ctx.lineWidth = 2;
            ctx.stroke();
        },
    };
}
