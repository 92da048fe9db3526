// Areas that act on the bodies in them: water, wind, and planets with their pull. Called by builder.js.
import { MATERIALS, surfaceOf } from './materials.js';
import { distance } from './shapes.js';

/** @typedef {import('./shapes.js').Point} Point */

const PULL = 12; // m/s² on the surface of a planet
const REACH = 4; // radii of a planet as far as it pulls

/** What each tool makes: options of a body but for its layer. @type {Record<string, (from: Point, to: Point, size: number) => any>} */
export const AREAS = {
    water(from, to, size) {
        const clicked = distance(from, to) < size;
        const [width, height] = clicked
            ? [4, 2]
            : [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
        return { type: 'static',
            position: clicked ? from : [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2],
            colliders: [{ shape: 'box', width: Math.max(0.2, width), height: Math.max(0.2, height),
                field: { type: 'water', density: 1, drag: 2, angularDrag: 2 } }] };
    },
    wind(from, to, size) {
        const end = distance(from, to) < size ? /** @type {Point} */ ([from[0] + 5, from[1]]) : to;
        const length = distance(from, end);
        return { type: 'static', position: [(from[0] + end[0]) / 2, (from[1] + end[1]) / 2],
            angle: Math.atan2(end[1] - from[1], end[0] - from[0]),
            colliders: [{ shape: 'box', width: length, height: Math.max(1.2, 0.4 * length),
                field: { type: 'wind', flow: [14, 0], drag: 0.8, turbulence: 2 } }] };
    },
    planet(from, to, size) {
        const radius = distance(from, to) < size ? 1 : distance(from, to);
        return { type: 'static', position: from,
            colliders: [{ shape: 'circle', radius, ...surfaceOf(MATERIALS[1]) }, { shape: 'circle',
                radius: REACH * radius,
                field: { type: 'gravity', strength: PULL, distance: radius, falloff: 1,
                    replace: true } }] };
    },
};
