// Matter as lines: a small disc for each particle, and for each emitter its mouth with an arrow along the
// stream. Called by adapters/debug.js, which gives them a colour each kind. A world without matter has none.

/** @import { DebugMatter, DebugMatters, DrawableEmitter } from './types.js' */

/** The radius of a disc, in spacings, and how many lines make it. */
const RADIUS = 0.35;
const DISC_LINES = 6;

/** x and y of the corners of a disc of radius 1, the first one again at the end. */
const CORNERS = Float32Array.from({ length: 2 * DISC_LINES + 2 }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / DISC_LINES;
    return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
});

/** Metres, the length of an arrow and of its barbs. */
const ARROW = 0.5;
const BARB = 0.15;

/** The kinds of matter, and behind them that of particles that sleep, in the order of the numbers that `count` gives. */
const MATTER_KINDS = ['liquid', 'sand', 'jelly', 'fabric'];
const ASLEEP = MATTER_KINDS.length;

/** Floats of a particle in the lines. */
const DISC_FLOATS = 4 * DISC_LINES;

/**
 * Writes the lines of a disc.
 * @param {Float32Array} points @param {number} at where they begin @param {number} x @param {number} y @param {number} radius
 */
function writeDisc(points, at, x, y, radius) {
    for (let k = 0; k < 2 * DISC_LINES; k += 2) {
        points[at + 2 * k] = x + radius * CORNERS[k];
        points[at + 2 * k + 1] = y + radius * CORNERS[k + 1];
        points[at + 2 * k + 2] = x + radius * CORNERS[k + 2];
        points[at + 2 * k + 3] = y + radius * CORNERS[k + 3];
    }
}

/**
 * The mouth of an emitter, and an arrow along its stream unless it is switched off.
 * @param {number[]} lines x0, y0, x1, y1 of each, metres
 * @param {Readonly<DrawableEmitter>} emitter
 * @param {number} metre in the units of the world
 */
function drawEmitter(lines, { position: [x, y], angle, width, enabled }, metre) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const half = width / 2;
    lines.push(x - half * sin, y + half * cos, x + half * sin, y - half * cos);
    if (!enabled) return;
    const [endX, endY] = [x + ARROW * metre * cos, y + ARROW * metre * sin];
    lines.push(x, y, endX, endY);
    for (const turn of [2.6, -2.6]) {
        lines.push(endX, endY, endX + BARB * metre * Math.cos(angle + turn),
            endY + BARB * metre * Math.sin(angle + turn));
    }
}

/**
 * Lists the matters whose layers are not hidden.
 * @param {DebugMatters} world
 * @param {readonly string[]} hidden names of layers
 * @returns {readonly Readonly<DebugMatter>[]}
 */
const shown = ({ matters = [] }, hidden) =>
    hidden.length === 0
        ? matters
        : matters.filter(({ layer }) => layer === undefined || !hidden.includes(layer));

/**
 * Keeps the lines of the matter of a world.
 * @param {DebugMatters} world
 */
export function watchMatter(world) {
    /** @type {readonly Readonly<DebugMatter>[]} */
    let matters = [];
    return {
        /** The lines of discs by MATTER_KINDS, then of particles that sleep. */
        discs: [...MATTER_KINDS, 'asleep'].map(() => 0),
        /** x0, y0, x1, y1 of each line of emitters. @type {number[]} */
        emitter: [],
        /** The triggers that count particles. @type {ReadonlySet<object>} */
        gauges: new Set(),
        /** Counts the lines of particles, and writes those of emitters anew. @param {readonly string[]} hidden names of layers */
        update(hidden) {
            this.discs.fill(0);
            this.emitter.length = 0;
            matters = shown(world, hidden);
            for (const { kind, count, asleep } of matters) {
                const sleeping = asleep?.reduce((sum, each) => sum + each, 0) ?? 0;
                this.discs[MATTER_KINDS.indexOf(kind)] += DISC_LINES * (count - sleeping);
                this.discs[ASLEEP] += DISC_LINES * sleeping;
            }
            for (const emitter of world.emitters ?? [])
                drawEmitter(this.emitter, emitter, world.lengthUnit ?? 1);
            const { gauges = [] } = world;
            if (gauges.length > 0 || this.gauges.size > 0) this.gauges = new Set(gauges);
            return this;
        },
        /**
         * Writes the discs that `update` has counted.
         * @param {Float32Array} points
         * @param {number[]} next as `discs`: the index in `points` of the first float of each; moved on
         */
        write(points, next) {
            for (const { kind, count, positions, spacing, asleep } of matters) {
                const own = MATTER_KINDS.indexOf(kind);
                for (let i = 0; i < count; ++i) {
                    const to = asleep?.[i] ? ASLEEP : own;
                    writeDisc(points, next[to], positions[2 * i], positions[2 * i + 1],
                        RADIUS * spacing);
                    next[to] += DISC_FLOATS;
                }
            }
        },
    };
}
