// Convex polygons as lists of corners, counter-clockwise, in double precision: area and centroid, clipping, distance,
// merging of corners that nearly coincide, and the outlines of circles, capsules and rounded polygons. Only additions,
// products, quotients and square roots: the same bits in every browser. Used by the other files of js/break/.

/** @typedef {[x: number, y: number]} Corner */
/** @typedef {Corner[]} Polygon */
/** What lies on a line, n · p = offset, or on the side away from its unit normal. @typedef {{ x: number, y: number, offset: number }} HalfPlane */

const { abs, max, min, sqrt, PI } = Math;

/** The corners that a polygon of the engine may have. */
export const MAX_CORNERS = 8;

/** @param {HalfPlane} plane @param {Corner} p how far beyond the line a point lies */
export const beyond = ({ x, y, offset }, p) => x * p[0] + y * p[1] - offset;

/** Twice the area of the triangle a b c, positive if it is counter-clockwise. @param {Corner} a @param {Corner} b @param {Corner} c */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** x² + y²: `**` may differ between browsers. @param {number} x @param {number} y */
export const squareOf = (x, y) => x * x + y * y;

/** @param {Corner} a @param {Corner} b */
export const distance = (a, b) => sqrt(squareOf(b[0] - a[0], b[1] - a[1]));

/**
 * Area and centroid of a polygon; its first corner if it has no area.
 * @param {Polygon} polygon
 * @returns {{ area: number, center: Corner }}
 */
export function areaOf(polygon) {
    const [origin] = polygon;
    let [area, x, y] = [0, 0, 0];
    for (let i = 2; i < polygon.length; ++i) {
        const a = turn(origin, polygon[i - 1], polygon[i]);
        area += a;
        x += a * (polygon[i - 1][0] + polygon[i][0] - 2 * origin[0]);
        y += a * (polygon[i - 1][1] + polygon[i][1] - 2 * origin[1]);
    }
    const center = /** @type {Corner} */ (area === 0
        ? origin
        : [origin[0] + x / (3 * area), origin[1] + y / (3 * area)]);
    return { area: area / 2, center };
}

/**
 * The part of a polygon that is not beyond a line. Empty if there is none.
 * @param {Polygon} polygon
 * @param {HalfPlane} plane
 */
export function clip(polygon, plane) {
    /** @type {Polygon} */
    const kept = [];
    for (let i = 0; i < polygon.length; ++i) {
        const [a, b] = [polygon[i], polygon[(i + 1) % polygon.length]];
        const [da, db] = [beyond(plane, a), beyond(plane, b)];
        if (da <= 0) kept.push(a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            const t = da / (da - db);
            kept.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
        }
    }
    return kept.length > 2 ? kept : [];
}

/** Minimum and maximum distance of the corners beyond a line. @param {Polygon} polygon @param {HalfPlane} plane */
export function reachBeyond(polygon, plane) {
    let [minimum, maximum] = [Infinity, -Infinity];
    for (const corner of polygon) {
        const d = beyond(plane, corner);
        minimum = min(minimum, d);
        maximum = max(maximum, d);
    }
    return { minimum, maximum };
}

/** The minimum width of a convex polygon, over the directions of its edges. @param {Polygon} polygon */
export function widthOf(polygon) {
    let width = Infinity;
    for (let i = 0; i < polygon.length; ++i) {
        const [a, b] = [polygon[i], polygon[(i + 1) % polygon.length]];
        const length = distance(a, b);
        if (length === 0) continue;
        let far = 0;
        for (const p of polygon) far = max(far, turn(a, b, p) / length);
        width = min(width, far);
    }
    return width === Infinity ? 0 : width;
}

/**
 * Moves corners of the pieces of a polygon that lie within a distance of each other to one place, so that neighbours still share
 * their corners and no area is lost: to a corner of the whole, else to one on its edges.
 * @param {Polygon} whole
 * @param {Polygon[]} pieces
 * @param {number} within
 */
export function weld(whole, pieces, within) {
    const places = whole.slice();
    const square = within * within;
    /** @param {Corner} corner */
    const placeOf = (corner) => {
        for (const place of places)
            if (squareOf(place[0] - corner[0], place[1] - corner[1]) <= square) return place;
        places.push(corner);
        return corner;
    };
    for (const piece of pieces)
        for (const corner of piece) if (isOnEdge(whole, corner, 1e-6 * square)) placeOf(corner);
    return pieces.map((piece) => {
        const welded = [...new Set(piece.map(placeOf))];
        return welded.length > 2 ? welded : [];
    });
}

/** Whether a point lies on an edge of a polygon, but for the square of a distance. @param {Polygon} polygon @param {Corner} p @param {number} square */
const isOnEdge = (polygon, p, square) =>
    polygon.some((a, i) => squareToSegment(p, a, polygon[(i + 1) % polygon.length]) <= square);

/**
 * Takes out the corners that the engine would refuse: those nearly on the line through their neighbours.
 * @param {Polygon} polygon
 */
export function withoutFlatCorners(polygon) {
    let corners = polygon;
    let reach = 0;
    for (const p of corners) reach = max(reach, distance(p, corners[0]));
    for (let i = 0; i < corners.length && corners.length > 3;) {
        const { length } = corners;
        const [a, b, c] = [corners[(i + length - 1) % length], corners[i],
            corners[(i + 1) % length]];
        if (turn(a, b, c) > 2e-5 * reach * max(distance(a, b), distance(b, c))) {
            ++i;
        } else {
            corners = corners.toSpliced(i, 1);
            i = 0;
        }
    }
    return corners;
}

/**
 * Divides a polygon into ones of at most 8 corners.
 * @param {Polygon} polygon
 * @returns {Polygon[]}
 */
export function withFewCorners(polygon) {
    if (polygon.length <= MAX_CORNERS) return [polygon];
    // Across from the first corner, so that both halves are of one size.
    const half = (polygon.length >> 1) + 1;
    return [...withFewCorners(polygon.slice(0, half)),
        ...withFewCorners([polygon[0], ...polygon.slice(half - 1)])];
}

/** The square of the distance of a point from a segment. @param {Corner} p @param {Corner} a @param {Corner} b */
function squareToSegment(p, a, b) {
    const [x, y] = [b[0] - a[0], b[1] - a[1]];
    const length = squareOf(x, y);
    const along = length > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / length : 0;
    const t = min(max(along, 0), 1);
    return squareOf(p[0] - a[0] - t * x, p[1] - a[1] - t * y);
}

/** How far a point is from a polygon, 0 inside. @param {Polygon} polygon @param {Corner} p */
export function distanceToPoint(polygon, p) {
    let [minimum, inside] = [Infinity, true];
    for (let i = 0; i < polygon.length; ++i) {
        const [a, b] = [polygon[i], polygon[(i + 1) % polygon.length]];
        inside &&= turn(a, b, p) >= 0;
        minimum = min(minimum, squareToSegment(p, a, b));
    }
    return inside ? 0 : sqrt(minimum);
}

/** The most by which one polygon lies beyond an edge of another: their gap along that normal. @param {Polygon} a @param {Polygon} b */
function separation(a, b) {
    let maximum = -Infinity;
    for (let i = 0; i < a.length; ++i) {
        const [p, q] = [a[i], a[(i + 1) % a.length]];
        const length = distance(p, q);
        if (length === 0) continue;
        let minimum = Infinity;
        for (const corner of b) minimum = min(minimum, -turn(p, q, corner) / length);
        maximum = max(maximum, minimum);
    }
    return maximum;
}

/** By how much two polygons overlap, along the axis of minimum overlap; 0 or less if they do not. @param {Polygon} a @param {Polygon} b */
export const overlapOf = (a, b) => -max(separation(a, b), separation(b, a));

/** How far two convex polygons are apart, 0 if they touch. @param {Polygon} a @param {Polygon} b */
export function gapOf(a, b) {
    if (overlapOf(a, b) >= 0) return 0;
    let minimum = Infinity;
    for (const [one, other] of [[a, b], [b, a]])
        for (const p of one)
            for (let i = 0; i < other.length; ++i)
                minimum = min(minimum, squareToSegment(p, other[i], other[(i + 1) % other.length]));
    return sqrt(minimum);
}

// ------------------------------------------------------------------------------------------------- rounded shapes

/** @param {Corner} a @returns {Corner} */
const unit = ([x, y]) => {
    const length = sqrt(squareOf(x, y));
    return [x / length, y / length];
};

/**
 * The unit vectors from one to another, counter-clockwise: with both, and those between that halving gives until neighbours
 * are near enough.
 * @param {Corner} a
 * @param {Corner} b
 * @param {number} cosine of the maximum angle between neighbours
 * @param {Corner[]} out takes all but b
 */
function arc(a, b, cosine, out) {
    const dot = a[0] * b[0] + a[1] * b[1];
    const cross = a[0] * b[1] - a[1] * b[0];
    if (dot >= cosine && cross > -1e-6) {
        out.push(a);
        return;
    }
    // Of opposite ones, or of those more than half a turn apart, the middle is found by quarter turns.
    const middle = /** @type {Corner} */ (cross > 1e-6
        ? unit([a[0] + b[0], a[1] + b[1]])
        : abs(cross) <= 1e-6
        ? [-a[1], a[0]]
        : unit([-a[0] - b[0], -a[1] - b[1]]));
    arc(a, middle, cosine, out);
    arc(middle, b, cosine, out);
}

/**
 * The cosine of the angle between corners of an arc, such that its chords keep nearer to it than a tolerance: 45, 22.5 or
 * 11.25 degrees.
 * @param {number} radius
 * @param {number} tolerance
 */
function cosineFor(radius, tolerance) {
    // A chord over an angle t lies r (1 - cos(t / 2)) inside; halving an angle by (1 + c) / 2 = cos²(t / 2).
    let cosine = 0.7071;
    for (let i = 0; i < 2 && radius * (1 - sqrt((1 + cosine) / 2)) > tolerance; ++i)
        cosine = sqrt((1 + cosine) / 2) - 1e-5;
    return cosine;
}

/**
 * A polygon with a rounding so small that its arcs would have no corners: scaled to the same area.
 * @param {Polygon} points
 * @param {number} radius
 * @returns {Polygon}
 */
export function grown(points, radius) {
    const { area, center: [x, y] } = areaOf(points);
    let perimeter = 0;
    points.forEach((p, i) => {
        perimeter += distance(p, points[(i + 1) % points.length]);
    });
    const scale = sqrt(1 + radius * (perimeter + PI * radius) / area);
    return points.map(([px, py]) => [x + scale * (px - x), y + scale * (py - y)]);
}

/**
 * The outline of points with a rounding, as a polygon of the same area: a circle of one point, a capsule of two, a rounded
 * polygon of more.
 * @param {Polygon} points counter-clockwise
 * @param {number} radius
 * @param {number} tolerance by how much its edges may leave the arcs
 * @returns {Polygon}
 */
export function roundedOutline(points, radius, tolerance) {
    const cosine = cosineFor(radius, tolerance);
    const count = points.length;
    /** The normal of the edge behind a point. @param {number} i @returns {Corner} */
    const normal = (i) => {
        const [a, b] = [points[i % count], points[(i + 1) % count]];
        return unit([b[1] - a[1], a[0] - b[0]]);
    };
    /** Around each point the directions of its corner. @type {Corner[][]} */
    const fans = points.map((_, i) => {
        /** @type {Corner[]} */
        const fan = [];
        if (count === 1) {
            arc([1, 0], [-1, 0], cosine, fan);
            arc([-1, 0], [1, 0], cosine, fan);
        } else {
            arc(normal(i + count - 1), normal(i), cosine, fan);
            fan.push(normal(i));
        }
        return fan;
    });
    // Area of the outline at a rounding ρ: base + perimeter ρ + sectors ρ². ρ is that at which it is the shape's.
    let [perimeter, sectors] = [0, 0];
    for (let i = 0; i < count; ++i) {
        perimeter += distance(points[i], points[(i + 1) % count]);
        const fan = fans[i];
        const last = count === 1 ? fan.length : fan.length - 1;
        for (let k = 0; k < last; ++k) {
            const [a, b] = [fan[k], fan[(k + 1) % fan.length]];
            sectors += (a[0] * b[1] - a[1] * b[0]) / 2;
        }
    }
    const wanted = radius * (perimeter + PI * radius);
    const rounding = (sqrt(perimeter * perimeter + 4 * sectors * wanted) - perimeter)
        / (2 * sectors);
    return points.flatMap(([x, y], i) =>
        fans[i].map(([nx, ny]) => /** @type {Corner} */ ([x + rounding * nx, y + rounding * ny]))
    );
}
