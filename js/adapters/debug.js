// A world as lines: the outline of every collider and the normal of every contact, in one flat
// Float32Array of x0, y0, x1, y1, sorted by what they are so that each kind is one stroke. Painters
// for PixiJS, Phaser and three.js stand in those adapters; the one for Canvas 2D is here.
import { FLAGS } from '../wire/layout.js';
import { watchShapes } from './outlines.js';

/** @import { ContactPoints } from '../world/contacts.js' */
/** @import { Drawable, Piece } from './outlines.js' */

/** What a line belongs to, in the order of the array. */
export const KINDS = /** @type {const} */ (['static', 'kinematic', 'awake', 'asleep', 'trigger', 'contact']);

/** The colour of each kind. @type {Readonly<Record<typeof KINDS[number], string>>} */
export const DEBUG_COLORS = Object.freeze({
    static: '#8ea3cf', kinematic: '#c3a6ff', awake: '#ffc56e', asleep: '#6d7690', trigger: '#77e3c4', contact: '#ff5d73',
});

/**
 * @typedef {object} DebugLines
 * @property {Float32Array} points x0, y0, x1, y1 of each line in metres, and room behind them
 * @property {number} count lines
 * @property {number[]} ends by kind (see KINDS): one past its last line; it begins where the kind
 *     before it ends
 * @property {() => DebugLines} update fills it from the world as it is now
 *
 * @typedef {Drawable & { readonly contactPoints?: ContactPoints | (() => Promise<ContactPoints>) }} DebugDrawable
 */

/** Straight pieces of a full turn. */
const CIRCLE_PIECES = 24;

/** Metres, the length of a contact's normal. */
const NORMAL_LENGTH = 0.25;

/**
 * The closed outline of a piece in its body's space; for a circle, a spoke too. A line without
 * thickness is traced one way only.
 * @param {Piece} piece
 */
function traceOutline({ points, radius }) {
    const count = points.length / 2;
    if (radius === 0) return points;
    const line = [];
    for (let i = 0; i < count; ++i) {
        const [x, y, px, py, nx, ny] = [i, i + count - 1, i + 1].flatMap((k) => [...points.slice(2 * (k % count), 2 * (k % count) + 2)]);
        const from = count === 1 ? 0 : Math.atan2(px - x, y - py);
        const turn = count === 1 ? 2 * Math.PI : (Math.atan2(x - nx, ny - y) - from + 4 * Math.PI) % (2 * Math.PI);
        const pieces = Math.max(1, Math.ceil((turn / (2 * Math.PI)) * CIRCLE_PIECES));
        for (let k = 0; k <= pieces; ++k) {
            const angle = from + (turn * k) / pieces;
            line.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
        }
        if (count === 1) line.push(x, y);
    }
    return Float32Array.from(line);
}

/** @param {Float32Array} line that traceOutline gave */
function sidesOf(line) {
    return line.length === 4 ? 1 : line.length / 2;
}

/**
 * @param {number} flags of the body
 * @param {Piece} piece
 */
function kindOf(flags, piece) {
    if (piece.trigger) return 4;
    const type = flags & FLAGS.TYPE_MASK;
    return type < 2 ? type : flags & FLAGS.AWAKE ? 2 : 3;
}

/**
 * Makes the lines of a world.
 * @param {DebugDrawable} world
 * @returns {DebugLines}
 */
export function createDebugLines(world) {
    const shapes = watchShapes(world);
    /** @type {WeakMap<Piece, Float32Array>} */
    const outlines = new WeakMap();
    /** What a world in a worker answered last. @type {ContactPoints | undefined} */
    let answered;
    let asking = false;

    /** The contact points; those of a world in a worker come a frame or two late. */
    function touches() {
        const { contactPoints } = world;
        if (typeof contactPoints !== 'function') return contactPoints;
        if (asking) return answered;
        asking = true;
        /** @param {ContactPoints} [points] none if the world is gone */
        const take = (points) => {
            answered = points;
            asking = false;
        };
        contactPoints.call(world).then(take, () => take());
        return answered;
    }

    /** @param {Piece} piece */
    function outline(piece) {
        let line = outlines.get(piece);
        if (!line) outlines.set(piece, line = traceOutline(piece));
        return line;
    }

    return {
        points: new Float32Array(1024),
        count: 0,
        ends: KINDS.map(() => 0),
        update() {
            const { pieces } = shapes.update();
            const contactPoints = touches();
            const { poses, flags, slots } = world;
            const lengths = KINDS.map(() => 0);
            for (let slot = 0; slot < slots; ++slot) {
                for (const piece of pieces[slot]) lengths[kindOf(flags[slot], piece)] += sidesOf(outline(piece));
            }
            lengths[5] = contactPoints?.count ?? 0;
            let total = 0;
            /** Where the next line of each kind goes. */
            const next = lengths.map((length) => 4 * ((total += length) - length));
            this.ends = lengths.map((length, kind) => next[kind] / 4 + length);
            this.count = total;
            if (this.points.length < 4 * total) this.points = new Float32Array(8 * total);
            const { points } = this;
            for (let slot = 0; slot < slots; ++slot) {
                const [x, y, cos, sin] = poses.subarray(4 * slot, 4 * slot + 4);
                for (const piece of pieces[slot]) {
                    const line = outline(piece);
                    const kind = kindOf(flags[slot], piece);
                    for (let i = 0; i < 2 * sidesOf(line); i += 2) {
                        for (const k of [i, (i + 2) % line.length]) {
                            points[next[kind]++] = x + cos * line[k] - sin * line[k + 1];
                            points[next[kind]++] = y + sin * line[k] + cos * line[k + 1];
                        }
                    }
                }
            }
            for (let i = 0; contactPoints && i < contactPoints.count; ++i) {
                const at = i * contactPoints.stride;
                const [x, y, nx, ny] = contactPoints.f32.subarray(at + 2, at + 6);
                points.set([x, y, x + NORMAL_LENGTH * nx, y + NORMAL_LENGTH * ny], next[5] + 4 * i);
            }
            return this;
        },
    };
}

/**
 * Calls a function for each kind that has lines, with its range in `points`.
 * @param {DebugLines} lines
 * @param {(kind: typeof KINDS[number], from: number, to: number) => void} paint from and to count
 *     floats
 */
export function eachKind({ ends }, paint) {
    KINDS.forEach((kind, i) => {
        const from = i === 0 ? 0 : ends[i - 1];
        if (ends[i] > from) paint(kind, 4 * from, 4 * ends[i]);
    });
}

/**
 * Strokes the lines on a Canvas 2D, whose transform must map metres to the canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {DebugLines} lines
 * @param {{ colors?: Partial<typeof DEBUG_COLORS>, width?: number }} [options] width: in metres
 */
export function paintCanvas(ctx, lines, { colors = {}, width = 0.02 } = {}) {
    const { points } = lines;
    ctx.lineWidth = width;
    eachKind(lines, (kind, from, to) => {
        ctx.strokeStyle = colors[kind] ?? DEBUG_COLORS[kind];
        ctx.beginPath();
        for (let i = from; i < to; i += 4) {
            ctx.moveTo(points[i], points[i + 1]);
            ctx.lineTo(points[i + 2], points[i + 3]);
        }
        ctx.stroke();
    });
}
