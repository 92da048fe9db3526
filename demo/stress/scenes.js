// Three heaps of any number of bodies, as plain data that every engine of shared/peers.js can make: a pyramid, a washer and a
// ball pit.

/** @typedef {import('../shared/peers.js').BodySpec} BodySpec */

/**
 * @typedef {object} Heap
 * @property {string} name of the scene
 * @property {number} count of bodies that were asked for
 * @property {{ bodies: BodySpec[] }} spec
 * @property {Float32Array} sizes by the bodies' numbers: half the side of a box; of a circle minus its radius; 0 of bodies that are not
 *     painted as either
 * @property {{ minX: number, minY: number, maxX: number, maxY: number }} see metres
 * @property {[number, number][][]} walls outlines, of the turning body in its own space if there is one, else in the world
 * @property {number | null} turning the number of the body that the walls turn with
 */

/** @param {number} count */
const noSizes = (count) => new Float32Array(count + 64);

/** Boxes of 1 m, with gaps that close when it starts. @param {number} count @returns {Heap} */
function makePyramid(count) {
    const rows = Math.floor((Math.sqrt(8 * count + 1) - 1) / 2);
    /** @type {BodySpec[]} */
    const bodies = [{ type: 'static', x: 0, y: 0,
        shapes: [{ kind: 'box', width: 6 * rows + 80, height: 2, y: -1 }] }];
    const sizes = noSizes(count);
    for (let row = 0; row < rows; row++) {
        for (let i = 0; i < rows - row; i++) {
            sizes[bodies.length] = 0.5;
            bodies.push({ type: 'dynamic', x: 1.05 * (i - (rows - row - 1) / 2), y: 0.5 + row,
                shapes: [{ kind: 'box', width: 1, height: 1 }] });
        }
    }
    const half = rows * 0.6 + 2;
    return { name: 'Pyramid', count, spec: { bodies }, sizes,
        see: { minX: -half, maxX: half, minY: -0.14 * rows - 1, maxY: rows * 1.12 + 1 },
        turning: null,
        walls: [[[-3 * rows - 40, 0], [3 * rows + 40, 0], [3 * rows + 40, -rows], [-3 * rows - 40,
            -rows]]] };
}

/** The corners of a box in its body. @param {{ x?: number, y?: number, angle?: number, width: number, height: number }} box */
function cornersOf({ x = 0, y = 0, angle = 0, width, height }) {
    return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([sx, sy]) => {
        const [dx, dy] = [sx * width / 2, sy * height / 2];
        return /** @type {[number, number]} */ ([x + dx * Math.cos(angle) - dy * Math.sin(angle),
            y + dx * Math.sin(angle) + dy * Math.cos(angle)]);
    });
}

/** Boxes of half a metre in a ring with six ribs. @param {number} count @returns {Heap} */
function makeWasher(count) {
    const radius = Math.max(5, Math.sqrt(0.24 * count));
    const [segments, thick] = [48, Math.max(0.6, radius * 0.05)];
    /** @type {import('../shared/peers.js').Box[]} */
    const ring = [];
    for (let i = 0; i < segments; i++) {
        const angle = (i / segments) * 2 * Math.PI;
        const [away, inside] = [radius + thick / 2, radius * 0.9];
        ring.push({ kind: 'box', width: thick,
            height: (2.15 * Math.PI * (radius + thick)) / segments, angle,
            x: away * Math.cos(angle), y: away * Math.sin(angle) });
        if (i % 8 === 0)
            ring.push({ kind: 'box', width: radius * 0.2, height: thick * 0.6, angle,
                x: inside * Math.cos(angle), y: inside * Math.sin(angle) });
    }
    /** @type {BodySpec[]} */
    const bodies = [{ type: 'kinematic', x: 0, y: 0, shapes: ring }];
    const sizes = noSizes(count);
    const side = Math.ceil(Math.sqrt(count));
    const pitch = Math.max(0.52, Math.min(0.56, (1.24 * radius) / side));
    for (let i = 0; i < count; i++) {
        sizes[bodies.length] = 0.25;
        bodies.push({ type: 'dynamic', x: pitch * ((i % side) - (side - 1) / 2),
            y: pitch * (Math.floor(i / side) - (side - 1) / 2),
            shapes: [{ kind: 'box', width: 0.5, height: 0.5 }] });
    }
    const out = radius + 2.2 * thick;
    return { name: 'Washer', count, spec: { bodies }, sizes, turning: 0, walls: ring.map(cornersOf),
        see: { minX: -out, maxX: out, minY: -out * 1.05, maxY: out } };
}

/** Balls of three sizes in a pit with a stirrer. @param {number} count @returns {Heap} */
function makePit(count) {
    const half = Math.max(4, Math.sqrt(count) * 0.36);
    const deep = half * 1.1;
    const bowl = Array.from({ length: 33 },
        (_,
            i) => [half * 1.25 * Math.cos(Math.PI * (1 + i / 32)),
            deep * Math.sin(Math.PI * (1 + i / 32))]);
    const rim = [[-half * 1.25, half * 4], ...bowl, [half * 1.25, half * 4]];
    // Between each two points a box whose upper side goes through them.
    /** @type {import('../shared/peers.js').Box[]} */
    const pit = rim.slice(1).map(([bx, by], i) => {
        const [ax, ay] = rim[i];
        const [dx, dy] = [bx - ax, by - ay];
        const length = Math.hypot(dx, dy);
        return { kind: 'box', width: length + 0.2, height: 1.6, angle: Math.atan2(dy, dx),
            friction: 0.3, x: (ax + bx) / 2 + (0.8 * dy) / length,
            y: (ay + by) / 2 - (0.8 * dx) / length };
    });
    const [long, thick] = [half * 0.62, Math.max(0.25, half * 0.035)];
    /** @type {import('../shared/peers.js').Box[]} */
    const arms = [[long, thick], [thick, long]].map(([w, h]) => ({ kind: 'box', width: 2 * w,
        height: 2 * h, friction: 0.3 })
    );
    /** @type {BodySpec[]} */
    const bodies = [{ type: 'static', x: 0, y: 0, shapes: pit }, { type: 'kinematic', x: 0,
        y: -deep * 0.3, shapes: arms }];
    const sizes = noSizes(count);
    const columns = Math.floor((2 * half) / 0.72);
    for (let i = 0; i < count; i++) {
        const [row, radius] = [Math.floor(i / columns), [0.22, 0.28, 0.34][i % 3]];
        sizes[bodies.length] = -radius;
        bodies.push({ type: 'dynamic',
            x: 0.72 * ((i % columns) - (columns - 1) / 2) + 0.11 * (row % 3 - 1),
            y: 0.5 * half + 0.72 * row,
            shapes: [{ kind: 'circle', radius, friction: 0.3, restitution: 0.2 }] });
    }
    return { name: 'Ball pit', count, spec: { bodies }, sizes, turning: 1,
        walls: arms.map(cornersOf),
        see: { minX: -half * 1.5, maxX: half * 1.5, minY: -deep * 1.12, maxY: half * 0.95 } };
}

/** @type {Record<string, (count: number) => Heap>} */
export const HEAPS = { Pyramid: makePyramid, Washer: makeWasher, 'Ball pit': makePit };

/** The ball that is thrown at a pyramid. @param {Heap} heap @returns {BodySpec} */
export function makeMissile({ see }) {
    const radius = (see.maxX - see.minX) * 0.045;
    return { type: 'dynamic', x: see.minX * 1.4, y: see.maxY * 0.3, vx: 3.2 * radius + 22, vy: 4,
        bullet: true, shapes: [{ kind: 'circle', radius, density: 12, friction: 0.6 }] };
}
