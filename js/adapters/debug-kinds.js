// What debug lines are, by kind, and how a Canvas 2D draws them. Apart from what makes them (debug.js), so that a
// renderer can draw lines and be small. Called by adapters/debug.js and adapters/canvas.js.

/**
 * The kinds of lines, in the order of the array: outlines of colliders on static, kinematic, awake
 * and sleeping bodies, outlines of triggers, normals of contacts; joints with what they connect, their
 * axes and limits, and joints that are switched off; outlines of triggers that count particles, discs of
 * particles of each kind of matter and of those that sleep, and emitters.
 */
export const KINDS = /** @type {const} */ ([
    'static',
    'kinematic',
    'awake',
    'asleep',
    'trigger',
    'contact',
    'joint',
    'limit',
    'jointOff',
    'gauge',
    'liquid',
    'sand',
    'jelly',
    'fabric',
    'matterAsleep',
    'emitter',
]);

/** The colour of each kind, as '#rrggbb'. @type {Readonly<Record<typeof KINDS[number], string>>} */
export const DEBUG_COLORS = Object.freeze({
    static: '#8ea3cf',
    kinematic: '#c3a6ff',
    awake: '#ffc56e',
    asleep: '#6d7690',
    trigger: '#77e3c4',
    contact: '#ff5d73',
    joint: '#6cb8ff',
    limit: '#a5e65a',
    jointOff: '#59617a',
    gauge: '#e88bff',
    liquid: '#4fc3f7',
    sand: '#d9b65c',
    jelly: '#f57fb0',
    fabric: '#d7c9a7',
    matterAsleep: '#55617f',
    emitter: '#ff9a3d',
});

/**
 * The lines of a world, by kind.
 * @typedef {object} DebugLines
 * @property {Float32Array} points metres, x0, y0, x1, y1 of each line: `4 * count` floats, and
 *     unused capacity behind them
 * @property {number} count how many lines there are
 * @property {number[]} ends for each of KINDS, one past the index of its last line; a kind begins
 *     where the one before it ends
 * @property {string[]} hidden names of the layers whose colliders have no lines; may be changed at
 *     any time, and matter in them no discs. Normals of contacts, joints and emitters are drawn on all layers
 * @property {() => DebugLines} update rewrites the lines from the world as it is now; call it once
 *     a frame, after `world.advance()`
 */

/**
 * Calls a function for each kind that has lines, with its range in `points`.
 * @param {DebugLines} lines
 * @param {(kind: typeof KINDS[number], from: number, to: number) => void} paint gets the kind, the
 *     index of its first float in `points` and the index after its last
 */
export function eachKind({ ends }, paint) {
    KINDS.forEach((kind, i) => {
        const from = i === 0 ? 0 : ends[i - 1];
        if (ends[i] > from) paint(kind, 4 * from, 4 * ends[i]);
    });
}

/**
 * Draws debug lines on a Canvas 2D, whose transform must map metres to the canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {DebugLines} lines
 * @param {{ colors?: Partial<typeof DEBUG_COLORS>, width?: number }} [options] `colors` any CSS
 *     colour by kind, default `DEBUG_COLORS`; `width` of the lines in metres, above 0, default 0.02
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
