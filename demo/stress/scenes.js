// Three heaps of any number of bodies: a pyramid, a washer and a ball pit. Each makes its bodies by one call of
// createBodies. Sleeping is off, so that every step does all of the work.
import { World } from '../../js/index.js';

/**
 * @typedef {object} Heap
 * @property {World<any>} world
 * @property {string} name of the scene
 * @property {number} count of bodies that were asked for
 * @property {Float32Array} sizes by slot: half the side of a box; of a circle minus its radius; 0 of what is not painted as either
 * @property {{ minX: number, minY: number, maxX: number, maxY: number }} see metres
 * @property {[number, number][][]} walls outlines, of static bodies in the world, of others in the body's space
 * @property {import('../../js/index.js').Body<any> | null} turning what the walls turn with
 */

/** @param {World<any>} world @param {number[]} positions @param {any} options @param {Float32Array} sizes @param {number} size */
function pour(world, positions, options, sizes, size) {
    const slots = world.createBodies(positions.length / 2, { positions, ...options });
    for (const slot of slots) sizes[slot] = size;
}

/** Boxes of 1 m, with gaps that close when it starts. @param {number} count @returns {Heap} */
function makePyramid(count) {
    const world = new World({ sleep: false, bodyCapacity: count + 16 });
    const rows = Math.floor((Math.sqrt(8 * count + 1) - 1) / 2);
    world.createBody({ type: 'static', collider: { shape: 'box', width: 6 * rows + 80, height: 2, center: [0, -1], friction: 0.6 } });
    const sizes = new Float32Array(count + 64);
    const positions = [];
    for (let row = 0; row < rows; row++) {
        for (let i = 0; i < rows - row; i++) positions.push(1.05 * (i - (rows - row - 1) / 2), 0.5 + row);
    }
    pour(world, positions, { shape: { shape: 'box', width: 1, height: 1 }, friction: 0.6 }, sizes, 0.5);
    const half = rows * 0.6 + 2;
    return { world, name: 'Pyramid', count, sizes, see: { minX: -half, maxX: half, minY: -0.14 * rows - 1, maxY: rows * 1.12 + 1 }, turning: null,
        walls: [[[-3 * rows - 40, 0], [3 * rows + 40, 0], [3 * rows + 40, -rows], [-3 * rows - 40, -rows]]] };
}

/** Boxes of half a metre in a ring with six ribs. @param {number} count @returns {Heap} */
function makeWasher(count) {
    const world = new World({ sleep: false, bodyCapacity: count + 16 });
    const radius = Math.max(5, Math.sqrt(0.24 * count));
    const [segments, thick] = [48, Math.max(0.6, radius * 0.05)];
    /** @type {any[]} */
    const colliders = [];
    for (let i = 0; i < segments; i++) {
        const angle = (i / segments) * 2 * Math.PI;
        const away = radius + thick / 2;
        colliders.push({ shape: 'box', width: thick, height: (2.15 * Math.PI * (radius + thick)) / segments, angle, friction: 0.6,
            center: [away * Math.cos(angle), away * Math.sin(angle)] });
        if (i % 8 > 0) continue;
        const inside = radius * 0.9;
        colliders.push({ shape: 'box', width: radius * 0.2, height: thick * 0.6, angle, friction: 0.6, center: [inside * Math.cos(angle), inside * Math.sin(angle)] });
    }
    const turning = world.createBody({ type: 'kinematic', colliders });
    const sizes = new Float32Array(count + 64);
    const positions = [];
    const side = Math.ceil(Math.sqrt(count));
    const pitch = Math.max(0.52, Math.min(0.56, (1.24 * radius) / side));
    for (let i = 0; i < count; i++) positions.push(pitch * ((i % side) - (side - 1) / 2), pitch * (Math.floor(i / side) - (side - 1) / 2));
    pour(world, positions, { shape: { shape: 'box', width: 0.5, height: 0.5 }, friction: 0.6 }, sizes, 0.25);
    const out = radius + 2.2 * thick;
    const walls = colliders.map(({ width, height, angle, center: [x, y] }) => /** @type {[number, number][]} */ ([[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([sx, sy]) => {
        const [dx, dy] = [sx * width / 2, sy * height / 2];
        return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)];
    })));
    return { world, name: 'Washer', count, sizes, turning, walls, see: { minX: -out, maxX: out, minY: -out * 1.05, maxY: out } };
}

/** Balls of three sizes in a pit with a stirrer. @param {number} count @returns {Heap} */
function makePit(count) {
    const world = new World({ sleep: false, bodyCapacity: count + 16 });
    const half = Math.max(4, Math.sqrt(count) * 0.36);
    const deep = half * 1.1;
    /** @type {[number, number][]} */
    const bowl = Array.from({ length: 33 }, (_, i) => [half * 1.25 * Math.cos(Math.PI * (1 + i / 32)), deep * Math.sin(Math.PI * (1 + i / 32))]);
    /** @type {[number, number][]} */
    const rim = [[-half * 1.25, half * 4], ...bowl, [half * 1.25, half * 4]];
    world.createBody({ type: 'static', collider: { shape: 'chain', points: rim, friction: 0.3 } });
    const [long, thick] = [half * 0.62, Math.max(0.25, half * 0.035)];
    const turning = world.createBody({ type: 'kinematic', position: [0, -deep * 0.3],
        colliders: [0, Math.PI / 2].map((angle) => ({ shape: 'box', width: 2 * long, height: 2 * thick, angle, friction: 0.4 })) });
    const sizes = new Float32Array(count + 64);
    const columns = Math.floor((2 * half) / 0.72);
    [0.22, 0.28, 0.34].forEach((radius, kind) => {
        const positions = [];
        for (let i = kind; i < count; i += 3) {
            const row = Math.floor(i / columns);
            positions.push(0.72 * ((i % columns) - (columns - 1) / 2) + 0.11 * (row % 3 - 1), 0.5 * half + 0.72 * row);
        }
        pour(world, positions, { shape: { shape: 'circle', radius }, friction: 0.3, restitution: 0.2 }, sizes, -radius);
    });
    /** @type {[number, number][][]} */
    const arms = [[long, thick], [thick, long]].map(([w, h]) => [[w, h], [-w, h], [-w, -h], [w, -h]]);
    return { world, name: 'Ball pit', count, sizes, turning, walls: arms, see: { minX: -half * 1.5, maxX: half * 1.5, minY: -deep * 1.12, maxY: half * 0.95 } };
}

/** @type {Record<string, (count: number) => Heap>} */
export const HEAPS = { Pyramid: makePyramid, Washer: makeWasher, 'Ball pit': makePit };

/** Throws something at the heap. @param {Heap} heap */
export function strike(heap) {
    const { world, see, sizes, name } = heap;
    const size = (see.maxX - see.minX) * 0.045;
    if (name === 'Pyramid') {
        const ball = world.createBody({ position: [see.minX * 1.4, see.maxY * 0.3], velocity: [3.2 * size + 22, 4], bullet: true,
            collider: { shape: 'circle', radius: size, density: 12, friction: 0.4 } });
        if (ball.index < sizes.length) sizes[ball.index] = -size;
    } else {
        const y = name === 'Washer' ? see.minY * 0.6 : see.minY * 0.55;
        world.explode({ position: [0, y], radius: size * 4, falloff: size * 4, impulse: 4 + size });
    }
}
