// Leaves out points of closed loops, so that no point of a loop ends up farther than a tolerance from what is left, and the
// other way round (Douglas and Peucker, "Algorithms for the reduction of the number of points", 1973). Where what is left
// would meet itself or a neighbour, or jump over one, points are taken back until it does not. Called by outlines.js.

/** Edges nearer to each other than this are drawn apart, pixels. The loops themselves never come so near. */
const APART = 0.05;
/** What is no more than so far from a straight line is straight, pixels. */
const STRAIGHT = 2e-3;
/** Side of the cells in which edges are looked up, pixels. */
const CELL = 8;

/** Closed loops and which of their points are kept. */
export class Loops {
    /**
     * @param {Float64Array} points x and y of each
     * @param {number[]} starts of each loop, index of its first point
     * @param {number[]} ends the index after its last
     */
    constructor(points, starts, ends) {
        this.points = points;
        this.starts = starts;
        this.ends = ends;
        this.kept = new Uint8Array(points.length / 2);
    }

    /**
     * The point of a chain of a loop that is farthest from the straight line between its ends.
     * @param {number} loop
     * @param {number} from index of a point
     * @param {number} to index of another; may come before the first
     */
    farthest(loop, from, to) {
        const { points, starts, ends } = this;
        const [ax, ay] = [points[2 * from], points[2 * from + 1]];
        const [dx, dy] = [points[2 * to] - ax, points[2 * to + 1] - ay];
        const squared = dx * dx + dy * dy;
        const inverse = squared > 0 ? 1 / squared : 0;
        let [best, at] = [0, -1];
        for (let i = from + 1 < ends[loop] ? from + 1 : starts[loop]; i !== to;) {
            const [px, py] = [points[2 * i] - ax, points[2 * i + 1] - ay];
            const t = Math.max(0, Math.min((px * dx + py * dy) * inverse, 1));
            const [ex, ey] = [px - t * dx, py - t * dy];
            const distance = ex * ex + ey * ey;
            if (distance > best) [best, at] = [distance, i];
            if (++i === ends[loop]) i = starts[loop];
        }
        return { at, distance: Math.sqrt(best) };
    }

    /** The kept points of a loop in order. @param {number} loop */
    keptOf(loop) {
        const list = [];
        for (let i = this.starts[loop]; i < this.ends[loop]; ++i) if (this.kept[i]) list.push(i);
        return list;
    }
}

/** The point of a loop farthest from another. @param {Loops} loops @param {number} loop @param {number} from */
function opposite({ points, starts, ends }, loop, from) {
    let [best, at] = [-1, from];
    for (let i = starts[loop]; i < ends[loop]; ++i) {
        const [dx, dy] = [points[2 * i] - points[2 * from],
            points[2 * i + 1] - points[2 * from + 1]];
        if (dx * dx + dy * dy > best) [best, at] = [dx * dx + dy * dy, i];
    }
    return at;
}

/**
 * Keeps as few points of a loop as the tolerance allows, wherever its neighbours are.
 * @param {Loops} loops
 * @param {number} loop
 * @param {number} tolerance
 */
function reduce(loops, loop, tolerance) {
    const a = opposite(loops, loop, loops.starts[loop]);
    const b = opposite(loops, loop, a);
    loops.kept[a] = loops.kept[b] = 1;
    const stack = [a, b, b, a];
    while (stack.length > 0) {
        const [from, to] = stack.splice(-2);
        const { at, distance } = loops.farthest(loop, from, to);
        if (at < 0 || distance <= tolerance) continue;
        loops.kept[at] = 1;
        stack.push(from, at, at, to);
    }
    // Splitting at the farthest point leaves some that are not needed.
    const list = loops.keptOf(loop);
    for (let i = 0; i < list.length && list.length > 3;) {
        const before = list[(i + list.length - 1) % list.length];
        const after = list[(i + 1) % list.length];
        if (loops.farthest(loop, before, after).distance <= tolerance) {
            loops.kept[list[i]] = 0;
            list.splice(i, 1);
        } else ++i;
    }
}

/**
 * The edges between kept points, by the cells of a grid that they pass through.
 * @typedef {object} Edges
 * @property {number[]} from index of a point
 * @property {number[]} to
 * @property {number[]} loop
 * @property {Map<number, number[]>} cells edges by cell
 * @property {Map<number, number[]>} corners kept points by cell
 */

/** @param {number} column @param {number} row */
const cellAt = (column, row) => row * 65536 + column;

/**
 * Calls back for each cell within a distance of a segment.
 * @param {Float64Array} points
 * @param {number} from
 * @param {number} to
 * @param {number} reach
 * @param {(cell: number) => void} call
 */
function eachCell(points, from, to, reach, call) {
    let [ax, ay, bx, by] = [points[2 * from], points[2 * from + 1], points[2 * to],
        points[2 * to + 1]];
    if (by < ay) [ax, ay, bx, by] = [bx, by, ax, ay];
    const slope = by > ay ? (bx - ax) / (by - ay) : 0;
    const low = Math.max(0, Math.floor((ay - reach) / CELL));
    const high = Math.floor((by + reach) / CELL);
    for (let row = low; row <= high; ++row) {
        const top = Math.max(ay, Math.min(row * CELL - reach, by));
        const bottom = Math.max(ay, Math.min((row + 1) * CELL + reach, by));
        const x0 = by > ay ? ax + slope * (top - ay) : ax;
        const x1 = by > ay ? ax + slope * (bottom - ay) : bx;
        const last = Math.floor((Math.max(x0, x1) + reach) / CELL);
        for (let column = Math.max(0, Math.floor((Math.min(x0, x1) - reach) / CELL));
            column <= last; ++column) call(cellAt(column, row));
    }
}

/** @param {Map<number, number[]>} cells @param {number} cell @param {number} value */
function enter(cells, cell, value) {
    const list = cells.get(cell);
    if (list) list.push(value);
    else cells.set(cell, [value]);
}

/** @param {Loops} loops @returns {Edges} */
function edgesOf(loops) {
    const { points } = loops;
    /** @type {Edges} */
    const edges = { from: [], to: [], loop: [], cells: new Map(), corners: new Map() };
    for (let loop = 0; loop < loops.starts.length; ++loop) {
        const list = loops.keptOf(loop);
        list.forEach((from, i) => {
            const to = list[(i + 1) % list.length];
            const edge = edges.from.push(from) - 1;
            edges.to.push(to);
            edges.loop.push(loop);
            eachCell(points, from, to, APART, (cell) => enter(edges.cells, cell, edge));
            enter(edges.corners,
                cellAt(Math.floor(points[2 * from] / CELL),
                    Math.floor(points[2 * from + 1] / CELL)), from);
        });
    }
    return edges;
}

/** Squared distance of a point from a segment. @param {Float64Array} points @param {number} p @param {number} a @param {number} b */
function distance2(points, p, a, b) {
    const [ax, ay] = [points[2 * a], points[2 * a + 1]];
    const [dx, dy] = [points[2 * b] - ax, points[2 * b + 1] - ay];
    const [px, py] = [points[2 * p] - ax, points[2 * p + 1] - ay];
    const t = Math.max(0, Math.min((px * dx + py * dy) / (dx * dx + dy * dy || 1), 1));
    return (px - t * dx) ** 2 + (py - t * dy) ** 2;
}

/** Twice the area of a triangle. @param {Float64Array} p @param {number} a @param {number} b @param {number} c */
const turn = (p, a, b, c) =>
    (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1])
    - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]);

/**
 * Whether two edges meet or come too near to each other: neighbours must only not run back on each other.
 * @param {Float64Array} points
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function tooNear(points, a, b, c, d) {
    const apart2 = APART * APART;
    if (b === c || a === d) {
        const [end, corner, other] = b === c ? [a, b, d] : [b, a, c];
        if (end === other) return true;
        const [ux, uy] = [points[2 * end] - points[2 * corner],
            points[2 * end + 1] - points[2 * corner + 1]];
        const [vx, vy] = [points[2 * other] - points[2 * corner],
            points[2 * other + 1] - points[2 * corner + 1]];
        return ux * vx + uy * vy > 0
            && (distance2(points, end, corner, other) < apart2
                || distance2(points, other, corner, end) < apart2);
    }
    const [sideC, sideD] = [turn(points, a, b, c), turn(points, a, b, d)];
    const [sideA, sideB] = [turn(points, c, d, a), turn(points, c, d, b)];
    if (sideC * sideD < 0 && sideA * sideB < 0) return true;
    return distance2(points, c, a, b) < apart2 || distance2(points, d, a, b) < apart2
        || distance2(points, a, c, d) < apart2 || distance2(points, b, c, d) < apart2;
}

/**
 * Whether a point lies between an edge and the chain that it stands for.
 * @param {Loops} loops
 * @param {Edges} edges
 * @param {number} edge
 * @param {number} p index of a point
 */
function isJumped({ points, starts, ends }, edges, edge, p) {
    const [from, to, loop] = [edges.from[edge], edges.to[edge], edges.loop[edge]];
    const [x, y] = [points[2 * p], points[2 * p + 1]];
    let inside = false;
    for (let i = from, before = to;;) {
        const [ax, ay, bx, by] = [points[2 * before], points[2 * before + 1], points[2 * i],
            points[2 * i + 1]];
        if ((ay > y) !== (by > y) && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
        if (i === to) return inside;
        before = i;
        if (++i === ends[loop]) i = starts[loop];
    }
}

/**
 * The edges for which something is in the way.
 * @param {Loops} loops
 * @param {Edges} edges
 * @param {number} tolerance
 */
function conflicts(loops, edges, tolerance) {
    const { points } = loops;
    const { from, to } = edges;
    /** @type {Set<number>} */
    const found = new Set();
    for (const list of edges.cells.values()) {
        for (let i = 0; i < list.length; ++i) {
            for (let k = i + 1; k < list.length; ++k) {
                const [e, f] = [list[i], list[k]];
                if (tooNear(points, from[e], to[e], from[f], to[f])) found.add(e).add(f);
            }
        }
    }
    for (let edge = 0; edge < from.length; ++edge) {
        const [a, b] = [from[edge], to[edge]];
        if (found.has(edge) || b === a + 1) continue;
        eachCell(points, a, b, tolerance, (cell) => {
            for (const p of edges.corners.get(cell) ?? []) {
                if (p !== a && p !== b && distance2(points, p, a, b) <= tolerance * tolerance
                    && isJumped(loops, edges, edge, p)) found.add(edge);
            }
        });
    }
    return found;
}

/**
 * Leaves out points of loops that do not meet.
 * @param {Loops} loops
 * @param {number} tolerance pixels
 */
export function simplify(loops, tolerance) {
    const { starts, kept } = loops;
    for (let loop = 0; loop < starts.length; ++loop) reduce(loops, loop, tolerance);
    for (let changed = true; changed;) {
        changed = false;
        const edges = edgesOf(loops);
        for (const edge of conflicts(loops, edges, tolerance)) {
            const { at, distance } = loops.farthest(edges.loop[edge], edges.from[edge],
                edges.to[edge]);
            if (distance <= STRAIGHT) continue;
            kept[at] = 1;
            changed = true;
        }
    }
}
