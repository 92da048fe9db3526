// Random shapes and numbers that the searches of this folder share.

/** @import { Random } from '../hostile-random.mjs' */

/** A number of so many digits: programs are read by people. @param {number} value */
export const short = (value, digits = 3) => Number(value.toFixed(digits));

/** Evenly by its logarithm. @param {Random} random @param {number} min @param {number} max */
export const logBetween = (random, min, max) =>
    Number((min * (max / min) ** random.next()).toPrecision(3));

/** A point at a distance in a random direction. @param {Random} random @param {number[]} from @param {number} distance */
export function away(random, [x, y], distance) {
    const angle = random.between(-Math.PI, Math.PI);
    return [short(x + distance * Math.cos(angle)), short(y + distance * Math.sin(angle))];
}

/** A circle, box, capsule or polygon about the body's origin, its centre of mass. @param {Random} random @param {number} radius of a circle around it */
export function anyShape(random, radius, kinds = ['circle', 'box', 'capsule', 'polygon']) {
    const kind = random.pick(kinds);
    if (kind === 'circle') return { shape: 'circle', radius: short(radius) };
    if (kind === 'capsule') {
        const thick = random.between(0.2, 0.8) * radius;
        return { shape: 'capsule', radius: short(thick),
            length: short(Math.max(0.01, 2 * (radius - thick))) };
    }
    if (kind === 'polygon') {
        // Regular, so that its centre is the origin.
        const corners = 3 + random.below(5);
        return { shape: 'polygon', points: Array.from({ length: corners }, (_, i) => {
            const angle = (2 * Math.PI * i) / corners;
            return [short(radius * Math.cos(angle)), short(radius * Math.sin(angle))];
        }) };
    }
    const angle = random.between(0.2, Math.PI / 2 - 0.2);
    return { shape: 'box', width: short(2 * radius * Math.cos(angle)),
        height: short(2 * radius * Math.sin(angle)) };
}

/** The radius of a circle about the origin that holds a shape. @param {any} collider */
export function reach(collider) {
    switch (collider?.shape) {
        case 'circle':
            return collider.radius;
        case 'capsule':
            return collider.radius + collider.length / 2;
        case 'box':
            return Math.hypot(collider.width, collider.height) / 2;
        case 'polygon':
            return Math.max(
                ...collider.points.map((/** @type {number[]} */ [x, y]) => Math.hypot(x, y)),
            );
        default:
            return 0;
    }
}

/** Steps in a second and substeps. @param {Random} random */
export const anyRate = (random) => ({ hz: random.pick([30, 60, 144]),
    substeps: random.pick([1, 2, 4, 8]) });
