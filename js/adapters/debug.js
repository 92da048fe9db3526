// A world as lines: the outline of every collider, the normal of every contact, the joints, and matter with
// its emitters and gauges, in one flat Float32Array of x0, y0, x1, y1, sorted by kind, so that a renderer
// draws each kind by one stroke.
// paintCanvas draws them on a Canvas 2D; the adapters for PixiJS, Phaser and three.js have their
// own.
import { FLAGS } from '../wire/layout.js';
import { KINDS } from './debug-kinds.js';
import { watchMatter } from './debug-matter.js';
import { watchJoints } from './joints.js';
import { watchShapes } from './outlines.js';

/** @import { ContactPoints } from '../world/types.js' */
/** @import { Piece } from './outlines.js' */
/** @import { DebugMatters, Drawable, DrawableJoints, Touching } from './types.js' */

export { DEBUG_COLORS, KINDS, eachKind, paintCanvas } from './debug-kinds.js';

/** The lines of a world, by kind. @typedef {import('./debug-kinds.js').DebugLines} DebugLines */

/** The kinds of outlines of triggers and of contacts, as indices into KINDS. */
const TRIGGER = 4;
const CONTACT = 5;

/** Those of joints, by the names of watchJoints(). */
const JOINTS = /** @type {const} */ ([['joint', 6], ['limit', 7], ['jointOff', 8]]);

/** Of a trigger that counts particles, the first one of particles, and of emitters. */
const GAUGE = 9;
const PARTICLES = KINDS.indexOf('liquid');
const EMITTER = KINDS.indexOf('emitter');

/**
 * A world that can be drawn as lines: a World or a WorkerWorld.
 * @typedef {Drawable & Readonly<Touching> & Readonly<DrawableJoints> & Readonly<DebugMatters>} DebugDrawable
 */

/** How many straight lines make a full circle. */
const CIRCLE_LINES = 24;

/** Metres, the length of a contact's normal. */
const NORMAL_LENGTH = 0.25;

/**
 * The closed outline of a piece in its body's space; a circle's has a spoke too. A capsule or a
 * segment without radius is traced one way only.
 * @param {Piece} piece
 */
function traceOutline({ points, radius, inner }) {
    if (inner) return new Float32Array(0);
    const count = points.length / 2;
    if (radius === 0) return points;
    const outline = [];
    for (let i = 0; i < count; ++i) {
        const [x, y, px, py, nx, ny] = [i, i + count - 1, i + 1]
            .flatMap((k) => [...points.slice(2 * (k % count), 2 * (k % count) + 2)]);
        const from = count === 1 ? 0 : Math.atan2(px - x, y - py);
        const turn = count === 1
            ? 2 * Math.PI
            : (Math.atan2(x - nx, ny - y) - from + 4 * Math.PI) % (2 * Math.PI);
        const lines = Math.max(1, Math.ceil((turn / (2 * Math.PI)) * CIRCLE_LINES));
        for (let k = 0; k <= lines; ++k) {
            const angle = from + (turn * k) / lines;
            outline.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
        }
        if (count === 1) outline.push(x, y);
    }
    return Float32Array.from(outline);
}

/**
 * The outline of each piece, traced when it is first needed.
 * @type {WeakMap<Piece, Float32Array>}
 */
const outlines = new WeakMap();

/** @param {Piece} piece */
function outlineOfPiece(piece) {
    let outline = outlines.get(piece);
    if (!outline) outlines.set(piece, outline = traceOutline(piece));
    return outline;
}

/** How many lines an outline has. @param {Float32Array} outline that traceOutline gave */
function lineCount(outline) {
    return outline.length === 4 ? 1 : outline.length / 2;
}

/**
 * The kind of a piece, as an index into KINDS.
 * @param {number} flags of the body
 * @param {Piece} piece
 * @param {ReadonlySet<object>} gauges
 */
function kindOf(flags, piece, gauges) {
    if (piece.trigger) return gauges.has(piece.collider) ? GAUGE : TRIGGER;
    const type = flags & FLAGS.TYPE_MASK;
    return type < 2 ? type : flags & FLAGS.AWAKE ? 2 : 3;
}

/**
 * Makes a function that reads the contact points of a world: those of now, or of a world in a
 * worker those that it answered last, some frames late.
 * @param {DebugDrawable} world
 * @returns {() => ContactPoints | undefined}
 */
function makeContactReader(world) {
    /** @type {ContactPoints | undefined} */
    let latest;
    let waiting = false;
    /** @param {ContactPoints} [points] none if the world has been destroyed */
    const receive = (points) => {
        latest = points;
        waiting = false;
    };
    return () => {
        const { contactPoints } = world;
        if (typeof contactPoints !== 'function') return contactPoints;
        if (!waiting) {
            waiting = true;
            contactPoints.call(world).then(receive, () => receive());
        }
        return latest;
    };
}

/**
 * The pieces that are not on hidden layers.
 * @param {(readonly Piece[])[]} pieces by slot
 * @param {DebugDrawable} world
 * @param {readonly string[]} hidden names of layers
 */
function withoutLayers(pieces, world, hidden) {
    if (hidden.length === 0) return pieces;
    const { names } = world.layers;
    return pieces.map((list) => list.filter(({ layer }) => !hidden.includes(names[layer])));
}

/**
 * How many lines each kind of outlines has.
 * @param {DebugDrawable} world
 * @param {(readonly Piece[])[]} pieces by slot
 * @param {ReadonlySet<object>} gauges
 */
function countOutlines({ flags, slots }, pieces, gauges) {
    const counts = KINDS.map(() => 0);
    for (let slot = 0; slot < slots; ++slot) {
        for (const piece of pieces[slot]) {
            counts[kindOf(flags[slot], piece, gauges)] += lineCount(outlineOfPiece(piece));
        }
    }
    return counts;
}

/**
 * Writes the outlines of all pieces, moved to where their bodies are.
 * @param {DebugDrawable} world
 * @param {(readonly Piece[])[]} pieces by slot
 * @param {Float32Array} points
 * @param {number[]} next for each kind, the index in `points` of its next line; moved on
 * @param {ReadonlySet<object>} gauges
 */
function writeOutlines({ poses, flags, slots }, pieces, points, next, gauges) {
    for (let slot = 0; slot < slots; ++slot) {
        const [x, y, cos, sin] = poses.subarray(4 * slot, 4 * slot + 4);
        for (const piece of pieces[slot]) {
            const outline = outlineOfPiece(piece);
            const kind = kindOf(flags[slot], piece, gauges);
            for (let i = 0; i < 2 * lineCount(outline); i += 2) {
                for (const k of [i, (i + 2) % outline.length]) {
                    points[next[kind]++] = x + cos * outline[k] - sin * outline[k + 1];
                    points[next[kind]++] = y + sin * outline[k] + cos * outline[k + 1];
                }
            }
        }
    }
}

/**
 * Writes the normal of each contact point.
 * @param {ContactPoints} contactPoints
 * @param {Float32Array} points
 * @param {number} from the index in `points` of the first
 * @param {number} length
 */
function writeNormals({ count, stride, f32 }, points, from, length) {
    for (let i = 0; i < count; ++i) {
        const [x, y, nx, ny] = f32.subarray(i * stride + 2, i * stride + 6);
        points.set([x, y, x + length * nx, y + length * ny], from + 4 * i);
    }
}

/**
 * Makes the lines of a world; `update` fills them. A world that is destroyed has none.
 * @param {DebugDrawable} world
 * @param {{ hidden?: readonly string[] }} [options] `hidden` names of the layers whose colliders
 *     have no lines, default none
 * @returns {DebugLines}
 */
export function createDebugLines(world, { hidden = [] } = {}) {
    const shapes = watchShapes(world);
    const readContacts = makeContactReader(world);
    const joints = watchJoints(world);
    const matter = watchMatter(world);
    return {
        points: new Float32Array(1024),
        count: 0,
        ends: KINDS.map(() => 0),
        hidden: [...hidden],
        update() {
            if (world.destroyed) {
                this.ends = KINDS.map(() => 0);
                this.count = 0;
                return this;
            }
            const pieces = withoutLayers(shapes.update().pieces, world, this.hidden);
            const contactPoints = readContacts();
            joints.update();
            const { gauges, discs, emitter } = matter.update(this.hidden);
            const counts = countOutlines(world, pieces, gauges);
            counts[CONTACT] = contactPoints?.count ?? 0;
            discs.forEach((count, i) => counts[PARTICLES + i] = count);
            counts[EMITTER] = emitter.length / 4;
            for (const [name, kind] of JOINTS) counts[kind] = joints[name].length / 4;
            let total = 0;
            this.ends = counts.map((count) => total += count);
            this.count = total;
            if (this.points.length < 4 * total) this.points = new Float32Array(8 * total);
            const next = this.ends.map((end, kind) => 4 * (end - counts[kind]));
            writeOutlines(world, pieces, this.points, next, gauges);
            matter.write(this.points, next.slice(PARTICLES, EMITTER));
            this.points.set(emitter, next[EMITTER]);
            if (contactPoints)
                writeNormals(contactPoints, this.points, next[CONTACT],
                    NORMAL_LENGTH * (world.lengthUnit ?? 1));
            for (const [name, kind] of JOINTS) this.points.set(joints[name], next[kind]);
            return this;
        },
    };
}
