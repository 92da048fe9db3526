// Shapes from what a hand has drawn: the colliders of a body, in its space, and where the body lies. And shapes made larger or
// smaller. Called by builder.js and edit.js.

/** @typedef {[x: number, y: number]} Point @typedef {{ at: Point, shape: any, type?: 'static' }} Drawn */
/** @typedef {(from: Point, to: Point, size: number, sides: number, points: Point[]) => Drawn | null} Draw */

const MAX_POINTS = 120;
const CLICK = 0.5; // metres, half the size of what a click makes

/** @param {Point} a @param {Point} b */
export const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** @param {Point} a @param {Point} b @returns {Point} */
const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

/** Each point that lies farther than a distance from the line of its neighbours (Ramer, Douglas and Peucker). @param {Point[]} points @param {number} slack @returns {Point[]} */
export function simplify(points, slack) {
    if (points.length < 3) return points;
    const [a, b] = [points[0], /** @type {Point} */ (points.at(-1))];
    const length = distance(a, b);
    let [far, at] = [slack, 0];
    for (let i = 1; i < points.length - 1; i++) {
        const [x, y] = points[i];
        const off = length < 1e-6
            ? distance(a, points[i])
            : Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / length;
        if (off > far) [far, at] = [off, i];
    }
    return at === 0
        ? [a, b]
        : [...simplify(points.slice(0, at + 1), slack).slice(0, -1),
            ...simplify(points.slice(at), slack)];
}

/** @param {Point[]} points @param {number} slack */
function fewer(points, slack) {
    let list = simplify(points, slack);
    for (let most = slack; list.length > MAX_POINTS; most *= 1.5) list = simplify(points, most);
    return list;
}

/** @param {Point[]} points @param {Point} origin @returns {Point[]} */
const relative = (points, [x, y]) => points.map(([px, py]) => [px - x, py - y]);

/** @param {Point[]} points @returns {Point} */
const mean = (
    points,
) => [points.reduce((sum, [x]) => sum + x, 0) / points.length,
    points.reduce((sum, [, y]) => sum + y, 0) / points.length];

/** A regular polygon of a radius whose first corner lies in a direction. @param {number} sides @param {number} radius @param {number} angle @returns {Point[]} */
const regular = (sides, radius, angle) =>
    Array.from({ length: sides },
        (_,
            i) => [radius * Math.cos(angle + (2 * Math.PI * i) / sides),
            radius * Math.sin(angle + (2 * Math.PI * i) / sides)]);

/** What each tool draws. `size` is the smallest that counts as drawn, not clicked, metres. @type {Record<string, Draw>} */
export const DRAWN = {
    circle: (from, to, size) => ({ at: from,
        shape: { shape: 'circle',
            radius: distance(from, to) < size ? CLICK : distance(from, to) } }),
    box(from, to, size) {
        const [width, height] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
        if (Math.max(width, height) < size)
            return { at: from, shape: { shape: 'box', width: 2 * CLICK, height: 2 * CLICK } };
        return { at: middle(from, to),
            shape: { shape: 'box', width: Math.max(0.06, width), height: Math.max(0.06, height) } };
    },
    capsule(from, to, size) {
        const end = distance(from, to) < size
            ? /** @type {Point} */ ([from[0] + 2 * CLICK, from[1]])
            : to;
        const radius = Math.min(0.6, Math.max(0.1, 0.22 * distance(from, end)));
        const at = middle(from, end);
        const [a, b] = relative([from, end], at);
        return { at, shape: { shape: 'capsule', a, b, radius } };
    },
    polygon(from, to, size, sides) {
        const clicked = distance(from, to) < size;
        const angle = clicked ? Math.PI / 2 : Math.atan2(to[1] - from[1], to[0] - from[0]);
        return { at: from,
            shape: { shape: 'polygon',
                points: regular(sides, clicked ? CLICK : distance(from, to), angle) } };
    },
    outline(...[, , size, , points]) {
        const list = fewer(points, size / 3);
        if (list.length > 3 && distance(list[0], /** @type {Point} */ (list.at(-1))) < 2 * size)
            list.pop();
        if (list.length < 3) return null;
        const at = mean(list);
        return { at, shape: { shape: 'outline', points: relative(list, at) } };
    },
    chain(from, to, size, _, points) {
        const list = fewer(points, size / 4);
        if (list.length < 2 || distance(from, to) < size && list.length < 3) return null;
        const loop = list.length > 3
            && distance(list[0], /** @type {Point} */ (list.at(-1))) < 2 * size;
        if (loop) list.pop();
        const at = mean(list);
        return { at, type: 'static',
            shape: { shape: 'chain', points: relative(list, at), loop, radius: 0.06 } };
    },
};

/**
 * A shape made larger about the origin of its body.
 * @param {any} shape as `collider.shape` gives it @param {number} factor
 */
export function scaled(shape, factor) {
    /** @param {ArrayLike<number>} point */
    const times = (point) => Array.from(point, (value) => value * factor);
    const result = { ...shape };
    for (const key of ['radius', 'width', 'height', 'cellWidth', 'cellHeight'])
        if (key in shape) result[key] = shape[key] * factor;
    for (const key of ['center', 'a', 'b', 'origin'])
        if (key in shape) result[key] = times(shape[key]);
    if ('points' in shape) result.points = shape.points.map(times);
    return result;
}
