// The table in numbers: rails, posts, targets, lanes, ramps, in metres, y up, the middle of the field at x = 0. parts.js makes bodies of
// it, and board.js and paint.js draw it, so that what is seen is what is met.

export const BALL = 0.145;
export const RAIL = 0.04; // half of a rail's width
/** What must be in the picture. */
export const SEE = { minX: -2.72, minY: -0.12, maxX: 3.2, maxY: 10.3 };

/** Points of an arc, both ends included. @param {number} x @param {number} y @param {number} radius @param {number} from degrees @param {number} to degrees @param {number} [by] degrees at most from one to the next */
export function arc(x, y, radius, from, to, by = 6) {
    const count = Math.max(1, Math.ceil(Math.abs(to - from) / by));
    return Array.from({ length: count + 1 }, (_, i) => {
        const angle = (from + (to - from) * i / count) * Math.PI / 180;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
}

/** The same on the other side. @param {number[][]} points */
const mirror = (points) => points.map(([x, y]) => [-x, y]);
/** On both sides. @param {number[][]} points */
const both = (points) => [points, mirror(points)];

// ---------------------------------------------------------------------------------------------- the lower part

/** The flipper on the left; that on the right is its mirror image. `rest` and `up` are radians. */
export const FLIPPER = { x: -1.12, y: 1.35, length: 0.97, base: 0.13, tip: 0.07, rest: -0.56,
    up: 0.58 };
/** A slingshot's corners: from `a` to `c` it kicks. */
export const SLING = { a: [-1.6, 3.2], b: [-1.6, 2.42], c: [-1, 2.02], radius: 0.06 };
/** Below it a ball is lost. */
export const DRAIN = 0.35;
export const LANE = { x: 2.76, seat: 1, inner: 2.54, outer: 2.98, top: 7.2 };
const DIVIDER = [[-2.06, 3.02], [-2.06, 2.045], [-1.208, 1.511]];

// ---------------------------------------------------------------------------------------------- the upper part

export const BUMPERS = [[-0.5, 6.5], [0.5, 6.5], [0, 7.4]];
export const BUMPER = 0.3;
/** The three lanterns in the middle, drop targets. */
export const TARGETS = [[-0.33, 5.3], [0, 5.3], [0.33, 5.3]];
export const TARGET = { width: 0.3, height: 0.1 };
/** The wall behind them, whose top is a roof that balls roll off. */
export const ROOF = [[-0.49, 5.38], [0.49, 5.38], [0, 5.72]];
export const SAUCER = { x: -1.42, y: 7.15, radius: 0.2 };
const CUP = arc(SAUCER.x, SAUCER.y, 0.25, 128, 296);
/** The posts between the lanes at the top. */
export const POSTS = [-0.75, -0.25, 0.25, 0.75].map((x) => [[x, 8.45], [x, 8.9]]);
export const TOP_LANES = [-0.5, 0, 0.5].map((x) => [x, 8.62]);
/** A gate across the way under the arch. @param {number} degrees @param {boolean} left whether it lets through what goes to the left */
function archGate(degrees, left) {
    const ends = [2.26, 2.74].map((radius) => arc(0.24, 6.9, radius, degrees, degrees)[0]);
    return left ? ends : ends.toReversed();
}

/** Gates let a ball through one way: out of the plunger's lane, and to both sides of the lanes at the top. */
export const GATES = [[[2.51, 7.24], [2.98, 7.58]], archGate(103, false), archGate(61, true)];
export const SPINNER = [-2.225, 5.2];
/** Where inlanes and outlanes know a ball, from left to right. */
export const LOW_LANES = [[-2.29, 2.3], [-1.84, 2.5], [1.84, 2.5], [2.29, 2.3]];

/** Where the field is open to the ramps, from x to x. */
export const MOUTHS = [[-1.68, -0.92], [0.92, 1.68]];
export const MOUTH_Y = 4.6;

/** The block at the left that the ramp rises from, open below; its top leads balls to the middle. */
const LEFT_BLOCK = [[-1.68, MOUTH_Y], [-1.95, 4.35], [-1.95, 7.2], [-1.86, 7.44], [-1.7, 7.46],
    ...CUP, [-1.2, 6.3], [-0.92, 5.8], [-0.92, MOUTH_Y]];
const RIGHT_BLOCK = [[1.68, MOUTH_Y], [1.95, 4.35], [1.95, 6.7], [1.86, 6.82], [0.92, 5.8], [0.92,
    MOUTH_Y]];
/** Where a ball of the field that comes into a mouth would come to an end: it is on the ramp before. */
const POCKET = [[-1.68, MOUTH_Y], [-1.68, 5.78], [-0.92, 5.78]];
/** On the walls at both sides, so that what comes down an orbit is led to the middle. */
const WEDGE = [[-2.5, 4.25], [-2.2, 3.78], [-2.5, 3.45]];

/** Rails of the field. @type {number[][][]} */
export const RAILS = [
    [[-0.75, 0], [-2.5, 1], ...WEDGE.toReversed(), [-2.5, 6.9],
        ...arc(0.24, 6.9, 2.74, 180, 0, 4).slice(1), [LANE.outer, LANE.seat]],
    [[LANE.inner, LANE.top], [2.5, 6.9], ...mirror(WEDGE), [2.5, 1], [0.75, 0]],
    [[LANE.inner, LANE.top], [LANE.inner, LANE.seat], [LANE.outer, LANE.seat]],
    LEFT_BLOCK,
    RIGHT_BLOCK,
    ...both(DIVIDER),
    ...both(POCKET),
];

// ---------------------------------------------------------------------------------------------- the ramps

/** Half of a ramp's width inside: at its mouth, and behind it. */
const [WIDE, NARROW] = [0.34, 0.22];
const TAPER = 1.1; // metres from one to the other

/** A line through points, rounded by Chaikin's rule. @param {number[][]} points @param {number} [rounds] @returns {number[][]} */
function smooth(points, rounds = 3) {
    if (rounds === 0) return points;
    const cut = points.slice(1).flatMap(([x, y], i) => {
        const [px, py] = points[i];
        return [[0.75 * px + 0.25 * x, 0.75 * py + 0.25 * y], [0.25 * px + 0.75 * x, 0.25 * py
            + 0.75 * y]];
    });
    return smooth([points[0], ...cut, points[points.length - 1]], rounds - 1);
}

/** Points from one to another. @param {number[]} from @param {number[]} to */
const line = ([ax, ay], [bx, by]) =>
    [0, 0.25, 0.5, 0.75, 1].map((t) => [ax + t * (bx - ax), ay + t * (by - ay)]);

/** The rail on a side of a ramp's middle line. @param {number[][]} path @param {number} side 1 for the left, seen along it, or -1 */
function railOf(path, side) {
    let gone = 0;
    return path.map(([x, y], i) => {
        const [ax, ay] = path[Math.max(0, i - 1)];
        const [bx, by] = path[Math.min(path.length - 1, i + 1)];
        if (i > 0) gone += Math.hypot(x - ax, y - ay);
        const half = NARROW + (WIDE - NARROW) * Math.max(0, 1 - gone / TAPER);
        const k = side * (half + RAIL) / Math.hypot(bx - ax, by - ay);
        return [x - k * (by - ay), y + k * (bx - ax)];
    });
}

/** Middle lines, from the mouth on. Left: round over the orbit to the inlane. Right: over the bumpers to the saucer. */
export const RAMPS = [
    [...line([-1.3, MOUTH_Y], [-1.42, 5.7]), ...line([-1.42, 5.8], [-1.42, 6.1]),
        ...arc(-1.81, 6.2, 0.39, 0, 180, 12),
        ...smooth([[-2.2, 6.1], [-2.2, 4.5], [-1.84, 4.1], [-1.84, 3.5]])],
    [...line([1.3, MOUTH_Y], [1.42, 5.7]),
        ...smooth([[1.42, 5.8], [1.5, 7.5], [0.55, 7.98], [-0.5, 8], [-1.15, 7.8], [SAUCER.x,
            SAUCER.y]])],
];
/** The end of the right ramp, round the saucer, from its left rail to its right one. */
const CAP = (() => {
    const [[ax, ay], [bx, by]] = RAMPS[1].slice(-2);
    const along = Math.atan2(by - ay, bx - ax) * 180 / Math.PI;
    return arc(bx, by, NARROW + RAIL, along + 80, along - 80, 16);
})();
/** The rails of each ramp. @type {number[][][]} */
export const RAMP_RAILS = RAMPS.flatMap((path, i) => {
    const [left, right] = [railOf(path, 1), railOf(path, -1)];
    return i === 0 ? [left, right] : [[...left, ...CAP, ...right.toReversed()]];
});
/** Where the left ramp lets a ball go. */
export const RAMP_END = [-1.84, 3.55];
