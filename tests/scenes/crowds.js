// Crowds as browser games have them: balls and mixed shapes poured into a pit, a swarm chasing a moving point, walkers
// in a tile maze on several layers, and a storm of bullets that only report what they hit.

/** @import { Scene } from './builder.js' */
import { buildPit, random } from './builder.js';

/**
 * Balls dropped as a loose, slightly crooked grid into a pit as wide as about two thirds of their number's root.
 * @param {number} count
 * @returns {Scene}
 */
export function ballPitOf(count) {
    const radius = 0.25;
    const pitch = 0.6;
    const columns = Math.max(4, Math.round(Math.sqrt(count) * 1.25));
    const width = columns * pitch + 0.6;
    const height = Math.ceil(count / columns) * pitch + 4;
    return {
        name: 'ball_pit',
        about: `${count.toLocaleString('en')} balls fall into a pit`,
        steps: 300,
        gravity: [0, -10],
        bounds: [-width / 2, -0.5, width / 2, 2 * height],
        build(b) {
            buildPit(b, width, height);
            const next = random(7);
            for (let i = 0; i < count; ++i) {
                const x = ((i % columns) - (columns - 1) / 2) * pitch + (next() - 0.5) * 0.1;
                const y = 0.5 + Math.floor(i / columns) * pitch;
                b.circle(b.body({ type: 'dynamic', x, y }), { radius });
            }
        },
    };
}

export const ballPit = ballPitOf(4000);

/** @param {number} count of bodies @returns {Scene} */
export function mixedOf(count) {
    return {
        name: 'mixed',
        about: `${
            count.toLocaleString('en')
        } circles, boxes, capsules and polygons fall into a pit`,
        steps: 300,
        gravity: [0, -10],
        bounds: [-25, -0.5, 25, 120],
        build(b) {
            const columns = 50;
            buildPit(b, 50, 60);
            const next = random(11);
            for (let i = 0; i < count; ++i) {
                const x = ((i % columns) - (columns - 1) / 2) * 0.95;
                const y = 1 + Math.floor(i / columns) * 1.0;
                const body = b.body({ type: 'dynamic', x, y, angle: next() * 6.283 });
                const size = 0.25 + 0.15 * next();
                if (i % 4 === 0) b.circle(body, { radius: size });
                else if (i % 4 === 1) b.box(body, { width: 1.9 * size, height: 1.3 * size });
                else if (i % 4 === 2)
                    b.capsule(body, { ax: 0, ay: -0.6 * size, bx: 0, by: 0.6 * size,
                        radius: 0.5 * size });
                else b.polygon(body, { points: regular(3 + ((i >> 2) % 5), size) });
            }
        },
    };
}

export const mixed = mixedOf(2400);

/** @param {number} corners @param {number} radius */
function regular(corners, radius) {
    return Array.from({ length: corners }, (_, i) => {
        const angle = (2 * Math.PI * i) / corners;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
}

const SWARM = 4000;
const swarmPositions = new Float32Array(2 * SWARM);
const swarmForces = new Float32Array(2 * SWARM);

/** @type {Scene} */
export const swarm = {
    name: 'swarm',
    about: '4,000 circles chase a moving point, no gravity',
    steps: 400,
    restless: true,
    gravity: [0, 0],
    bounds: [-200, -200, 200, 200],
    build(b) {
        const next = random(3);
        for (let i = 0; i < SWARM; ++i) {
            const x = ((i % 80) - 39.5) * 0.8 + (next() - 0.5) * 0.2;
            const y = (Math.floor(i / 80) - 24.5) * 0.8 + (next() - 0.5) * 0.2;
            b.circle(b.body({ type: 'dynamic', x, y, linearDamping: 1 }), { radius: 0.3,
                friction: 0.2 });
        }
    },
    update(b, step) {
        const targetX = 15 * Math.cos(step / 120);
        const targetY = 15 * Math.sin(step / 120);
        b.readPositions(0, SWARM, swarmPositions);
        for (let i = 0; i < 2 * SWARM; i += 2) {
            const dx = targetX - swarmPositions[i];
            const dy = targetY - swarmPositions[i + 1];
            const scale = 3 / Math.sqrt(dx * dx + dy * dy + 1e-6);
            swarmForces[i] = dx * scale;
            swarmForces[i + 1] = dy * scale;
        }
        b.applyForces(0, SWARM, swarmForces);
    },
};

const MAZE = 64;
const TILES = 1800;
const MOVERS = 3000;

/** Which cells of the maze are walls: rows and columns of a lattice with gaps, as many as there are tiles. */
function mazeCells() {
    const next = random(19);
    const cells = new Uint8Array(MAZE * MAZE);
    let left = TILES;
    for (let i = 0; i < MAZE; ++i) {
        for (const cell of [i, i * MAZE, (MAZE - 1) * MAZE + i, i * MAZE + MAZE - 1]) {
            if (!cells[cell]) --left;
            cells[cell] = 1;
        }
    }
    while (left > 0) {
        // A run of two to six tiles along a lattice line.
        const along = next() < 0.5;
        const line = 1 + Math.floor(next() * (MAZE - 2));
        const start = 1 + Math.floor(next() * (MAZE - 8));
        const length = 2 + Math.floor(next() * 5);
        if (line % 3 === 1) continue; // corridors stay open
        for (let k = 0; k < length && left > 0; ++k) {
            const cell = along ? line * MAZE + start + k : (start + k) * MAZE + line;
            if (!cells[cell]) --left;
            cells[cell] = 1;
        }
    }
    return cells;
}

/** @type {Scene} */
export const layers = {
    name: 'layers',
    about: '3,000 movers on three layers among 1,800 wall tiles, seen from above',
    steps: 400,
    restless: true,
    gravity: [0, 0],
    layers: {
        walker: { walker: 'solid', wall: 'solid' },
        crawler: { crawler: 'solid', wall: 'solid' },
        ghost: { walker: 'trigger' },
        wall: {},
    },
    bounds: [-40, -40, 40, 40],
    build(b) {
        const next = random(23);
        const cells = mazeCells();
        const open = [];
        // Movers first, so that they are the bodies 0 to 2,999.
        for (let cell = 0; cell < cells.length; ++cell) if (!cells[cell]) open.push(cell);
        const centre = (/** @type {number} */ i) => i - MAZE / 2 + 0.5;
        for (let i = 0; i < MOVERS; ++i) {
            // Open cells are used in turn; a second mover in a cell stands on the other diagonal of it.
            const cell = open[Math.floor((i * open.length * 2) / MOVERS) % open.length];
            const side = i * 2 < MOVERS ? -0.22 : 0.22;
            const x = centre(cell % MAZE) + side;
            const y = centre(Math.floor(cell / MAZE)) + side;
            const angle = next() * 6.283;
            const body = b.body({
                type: 'dynamic',
                x,
                y,
                vx: 3 * Math.cos(angle),
                vy: 3 * Math.sin(angle),
                lockRotation: true,
            });
            if (i % 3 === 0) b.circle(body, { radius: 0.2, friction: 0, layer: 'walker' });
            else if (i % 3 === 1)
                b.box(body, { width: 0.35, height: 0.35, friction: 0, layer: 'crawler' });
            else b.capsule(body, { ax: 0, ay: -0.1, bx: 0, by: 0.1, radius: 0.15, friction: 0,
                    layer: 'ghost' });
        }
        for (let cell = 0; cell < cells.length; ++cell) {
            if (!cells[cell]) continue;
            const tile = b.body({ type: 'static', x: centre(cell % MAZE),
                y: centre(Math.floor(cell / MAZE)) });
            b.box(tile, { width: 1, height: 1, friction: 0, layer: 'wall' });
        }
    },
    update(b, step) {
        // A hundred movers a step choose a new way, so each chooses twice a second.
        const next = random(1000 + step);
        for (let k = 0; k < 100; ++k) {
            const body = (step % 30) * 100 + k;
            const angle = next() * 6.283;
            b.setVelocity(body, 3 * Math.cos(angle), 3 * Math.sin(angle));
        }
    },
};

const ENEMIES = 500;

/** @type {Scene} */
export const bullets = {
    name: 'bullets',
    about: '10,000 bullets that only trigger fly among 500 drifting targets',
    steps: 300,
    restless: true,
    gravity: [0, 0],
    layers: { bullet: { enemy: 'trigger' }, enemy: { enemy: 'solid' } },
    bounds: [-400, -400, 400, 400],
    build(b) {
        const next = random(31);
        for (let i = 0; i < ENEMIES; ++i) {
            const x = ((i % 25) - 12) * 6;
            const y = (Math.floor(i / 25) - 9.5) * 6;
            const angle = next() * 6.283;
            const body = b.body({ type: 'dynamic', x, y, vx: 2 * Math.cos(angle),
                vy: 2 * Math.sin(angle) });
            b.circle(body, { radius: 1, friction: 0.2, layer: 'enemy' });
        }
        for (let i = 0; i < 10000; ++i) {
            const x = (next() - 0.5) * 150;
            const y = (next() - 0.5) * 120;
            const angle = next() * 6.283;
            const body = b.body({ type: 'dynamic', x, y, vx: 12 * Math.cos(angle),
                vy: 12 * Math.sin(angle) });
            b.circle(body, { radius: 0.1, friction: 0.2, layer: 'bullet' });
        }
    },
};

/**
 * Things of all shapes strewn over a square, half of them static: to be looked at with rays.
 * @param {number} count
 * @param {number} size metres
 * @returns {Scene}
 */
export function fieldOf(count, size) {
    return {
        name: 'field',
        about: `${count.toLocaleString('en')} things strewn over a field`,
        steps: 1,
        gravity: [0, 0],
        bounds: [-size, -size, size, size],
        build(b) {
            const next = random(11);
            const between = (/** @type {number} */ low, /** @type {number} */ high) =>
                low + (high - low) * next();
            for (let i = 0; i < count; ++i) {
                const x = between(-0.5, 0.5) * size;
                const y = between(-0.5, 0.5) * size;
                const body = b.body({ type: next() < 0.5 ? 'static' : 'dynamic', x, y,
                    angle: between(-3, 3) });
                if (i % 4 === 0) b.circle(body, { radius: between(0.2, 0.6) });
                if (i % 4 === 1)
                    b.box(body, { width: between(0.4, 1.4), height: between(0.4, 1.4) });
                if (i % 4 === 2)
                    b.capsule(body, { ax: 0, ay: -0.3, bx: 0, by: 0.3,
                        radius: between(0.15, 0.4) });
                if (i % 4 === 3) {
                    const corner = (
                        /** @type {number} */ k,
                    ) => [0.6 * Math.cos((k * Math.PI) / 3), 0.5 * Math.sin((k * Math.PI) / 3)];
                    b.polygon(body, { points: [0, 1, 2, 3, 4, 5].map(corner) });
                }
            }
        },
    };
}
