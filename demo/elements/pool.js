// The pool: one trigger with a field of water, on a body that rises and sinks to the level that is asked for, and one of
// wind above it. All that floats does so by its density.
import { createRope } from '../../js/builders.js';
import { World } from '../../js/index.js';
import { LAYERS, extentOf, fieldsOf, paintBackdrop, paintBodies } from './shapes.js';
import { Waves } from './waves.js';

/** @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {import('../../js/index.js').Collider<any>} Collider */

/** The shore and the floor, from left to right. @type {[number, number][]} */
const SHORE = [[-40, 3.2], [-26, 3.1], [-19, 3], [-15.5, 2.8], [-13, 2.2], [-11.4, 1.1], [-10.6,
    -0.6], [-9.2, -2.2], [-7, -3.4], [-3.5, -4.3], [0, -4.7], [3.5, -4.6], [6.6, -3.9], [9, -2.5], [
    10.4,
    -0.7,
], [11.3, 1.2], [13, 2.3], [15.5, 2.8], [19, 3], [26, 3.1], [40, 3.2]];

/** The shore with round bends: three points between each two, by Catmull and Rom's cubic. */
const BANK = SHORE.flatMap(([x, y], i) => {
    const [before, next, after] = [-1, 1, 2].map((by) =>
        SHORE[Math.max(0, Math.min(SHORE.length - 1, i + by))]
    );
    return [0, 0.25, 0.5, 0.75].map((t) => /** @type {[number, number]} */ ([0, 1].map((axis) => {
        const [a, b, c, d] = [before[axis], [x, y][axis], next[axis], after[axis]];
        return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
    })));
});

/** @type {Record<string, (at: [number, number]) => any>} */
const THINGS = {
    crate: (position) => ({ position, angle: 0.3,
        collider: { shape: 'box', width: 1, height: 1, layer: 'wood', density: 1,
            friction: 0.5 } }),
    ball: (position) => ({ position,
        collider: { shape: 'circle', radius: 0.6, layer: 'rubber', density: 0.15,
            restitution: 0.5 } }),
    duck: (position) => ({ position, colliders: [
        { shape: 'hull',
            points: [-0.75, 0.28, -0.55, -0.22, -0.2, -0.42, 0.3, -0.42, 0.62, -0.1, 0.62, 0.2, 0.2,
                0.3], layer: 'duck', density: 0.5 },
        { shape: 'circle', radius: 0.34, center: [0.4, 0.55], layer: 'duck', density: 0.15 },
        { shape: 'polygon', points: [[0.7, 0.62], [0.7, 0.42], [1, 0.48]], layer: 'beak',
            density: 0.2 },
        { shape: 'circle', radius: 0.12, center: [0.02, -0.28], layer: 'duck', density: 14 },
    ] }),
    rock: (position) => ({ position,
        collider: { shape: 'hull',
            points: [-0.5, -0.3, 0.1, -0.5, 0.55, -0.1, 0.35, 0.4, -0.3, 0.4], layer: 'stone',
            density: 5 } }),
    log: (position) => ({ position, angle: 1.5,
        collider: { shape: 'capsule', length: 1.8, radius: 0.26, layer: 'plank', density: 1.2 } }),
};
const KINDS = Object.keys(THINGS);

/** @param {World<any>} world */
function makeBoat(world) {
    return world.createBody({ position: [-4.5, 0.6], angularDamping: 0.5, colliders: [
        { shape: 'polygon', points: [[-1.9, 0.35], [-1.3, -0.45], [1.3, -0.45], [2.1, 0.35]],
            layer: 'plank', density: 0.7 },
        { shape: 'box', width: 0.12, height: 3, center: [0.1, 1.8], layer: 'wood', density: 0.25 },
        { shape: 'polygon', points: [[-0.1, 3.2], [-1.5, 0.75], [-0.1, 0.75]], layer: 'cloth',
            density: 0.05 },
        { shape: 'polygon', points: [[0.3, 3], [0.3, 0.75], [1.7, 0.75]], layer: 'mint',
            density: 0.05 },
        { shape: 'box', width: 1.4, height: 0.25, center: [0.1, -0.95], layer: 'metal',
            density: 5 },
        { shape: 'box', width: 0.1, height: 0.4, center: [0.1, -0.65], layer: 'metal', density: 1 },
    ] });
}

/** @param {World<any>} world */
function makeBuoy(world) {
    const buoy = world.createBody({ position: [4.6, 0], colliders: [
        { shape: 'circle', radius: 0.55, layer: 'beak', density: 0.4 },
        { shape: 'polygon', points: [[-0.3, 0.4], [0.3, 0.4], [0.08, 1.5], [-0.08, 1.5]],
            layer: 'rubber', density: 0.2 },
        { shape: 'circle', radius: 0.17, center: [0, -0.5], layer: 'metal', density: 9 },
    ] });
    createRope(world, { from: [4.6, -4.4], to: [4.6, -0.6], links: 10, width: 0.1,
        bodyA: world.createBody({ type: 'static' }), bodyB: buoy,
        collider: { layer: 'metal', density: 1.5 } });
}

/** @param {any} scene @param {string} kind @param {number} x @param {number} y */
function drop(scene, kind, x, y) {
    return scene.world.createBody(THINGS[kind]([x, y]));
}

/** Drops the next thing; which and where follows from how many there were. @param {any} scene */
function dropNext(scene) {
    scene.state.drops++;
    drop(scene, KINDS[scene.state.drops % KINDS.length], -6 + ((scene.state.drops * 5.3) % 12), 7);
}

export const pool = {
    name: 'Pool',
    make() {
        const world = new World({ gravity: [0, -10], layers: LAYERS });
        world.createBody({ type: 'static',
            collider: { shape: 'chain', points: BANK.toReversed(), layer: 'ground',
                friction: 0.7 } });
        world.createBody({ type: 'kinematic',
            collider: { shape: 'box', width: 26, height: 9, center: [0, -4.5], layer: 'water',
                field: { type: 'water', density: 2, drag: 1.6, angularDrag: 1.2,
                    events: true } } });
        world.createBody({ type: 'static',
            collider: { shape: 'box', width: 60, height: 14, center: [0, 7.2], layer: 'air',
                field: { type: 'wind', flow: [2, 0], drag: 0.6, turbulence: 1 } } });
        const scene = { world, scene: pool, waves: new Waves(), state: { level: 0, drops: 0 } };
        makeBoat(world);
        makeBuoy(world);
        for (const [kind, x, y]
            of /** @type {[string, number, number][]} */ ([['duck', 0.6, 0.4], ['duck', 7, 0.5], [
                'crate',
                2.2,
                1.6,
            ], ['crate', 2.6, 3], ['ball', 8, 4], ['log', -7.5, 1], ['rock', -1, -3.6], ['rock',
                0.4, -3.8], ['crate', -1.2, 2.2]])) drop(scene, kind, x, y);
        world.on('triggerEnter', ({ trigger, visitor }) => {
            if (trigger.type !== 'kinematic' || visitor.vy > -1.5) return;
            scene.waves.splash(visitor.x, trigger.y, -visitor.vy, 0.4);
        });
        return scene;
    },
    /** Brings the water to its level. @param {any} scene */
    beforeStep({ world, state }) {
        const [water] = fieldsOf(world, 'water');
        const speed = Math.max(-1.2, Math.min(1.2, 4 * (state.level - water.body.y)));
        if (Math.abs(speed) > 1e-3 || water.body.vy !== 0)
            water.body.setVelocity(0, Math.abs(speed) > 1e-3 ? speed : 0);
    },
    more: dropNext,
    /** @param {any} scene */
    score({ world }) {
        const level = fieldsOf(world, 'water')[0].body.y;
        const things = [...world.bodies].filter((body) =>
            body.type === 'dynamic' && body.colliders[0].layer !== 'metal'
        );
        const afloat = things.filter((body) => body.y > level - 0.8).length;
        return { afloat, sunk: things.length - afloat };
    },
    /** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {number} seconds */
    paint(ctx, { world, waves }, seconds) {
        const seen = extentOf(ctx);
        const level = fieldsOf(world, 'water')[0].body.poseY;
        for (const body of world.bodies) {
            if (body.type !== 'dynamic' || Math.abs(body.y - level) > 0.7 || !body.awake) continue;
            waves.push(body.x, 0.5, Math.max(-6, Math.min(6, body.vy)) * 3.5 * seconds);
        }
        waves.advance(seconds, level);
        paintBackdrop(ctx, paintSky);
        paintBodies(ctx, world, ['duck', 'beak', 'metal', 'stone', 'mint', 'cloth']);
        paintEyes(ctx, world);
        paintWater(ctx, seen, waves, level);
        paintBackdrop(ctx, paintGround);
    },
};

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen */
function paintSky(ctx, { minX, maxX, minY, maxY }) {
    const sky = ctx.createLinearGradient(0, maxY, 0, -1);
    for (const [at, color]
        of /** @type {[number, string][]} */ ([[0, '#171c3f'], [0.45, '#3b3470'], [0.8, '#8a5a86'],
            [1, '#e79a72']])) sky.addColorStop(at, color);
    ctx.fillStyle = sky;
    ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    const sun = ctx.createRadialGradient(1.5, 2.3, 0.2, 1.5, 2.3, 10);
    sun.addColorStop(0, '#fff1c8');
    sun.addColorStop(0.13, '#ffd08a');
    sun.addColorStop(0.16, 'rgba(255, 190, 120, 0.5)');
    sun.addColorStop(1, 'rgba(255, 160, 110, 0)');
    ctx.fillStyle = sun;
    ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    for (const [height, size, color]
        of /** @type {[number, number, string][]} */ ([[2.2, 1.1, 'rgba(70, 55, 110, 0.75)'], [1.2,
            0.8, 'rgba(46, 40, 88, 0.9)']]))
    {
        ctx.fillStyle = color;
        ctx.beginPath();
        ctx.moveTo(minX, minY);
        for (let x = minX; x <= maxX + 0.5; x += 0.5)
            ctx.lineTo(x, height
                + size
                    * (Math.sin(0.33 * x * size + height)
                        + 0.4 * Math.sin(0.9 * x + 2 * height)));
        ctx.lineTo(maxX, minY);
        ctx.fill();
    }
}

/** The ducks look. @param {CanvasRenderingContext2D} ctx @param {World<any>} world */
function paintEyes(ctx, world) {
    ctx.fillStyle = '#2a1a36';
    for (const body of world.bodies) {
        if (body.type !== 'dynamic' || body.colliders[0].layer !== 'duck') continue;
        const [x, y] = [0.5, 0.64];
        ctx.beginPath();
        ctx.arc(body.poseX + body.cos * x - body.sin * y, body.poseY + body.sin * x + body.cos * y,
            0.065, 0, 7);
        ctx.fill();
    }
}

/** The sun on the water: short strokes that the waves move. @param {CanvasRenderingContext2D} ctx @param {Waves} waves @param {number} level */
function paintGlints(ctx, waves, level) {
    ctx.strokeStyle = 'rgba(255, 222, 160, 0.5)';
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    for (let i = 0; i < 16; i++) {
        const down = 0.14 + 0.13 * i;
        const x = 1.5 + 0.8 * Math.sin(i * 2.7) + 2 * waves.at(i - 8);
        const half = (0.5 - 0.025 * i) * (0.6 + 0.4 * Math.sin(i * 5.1));
        ctx.moveTo(x - half, level - down);
        ctx.lineTo(x + half, level - down);
    }
    ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen @param {Waves} waves @param {number} level */
function paintWater(ctx, { minY }, waves, level) {
    const body = new Path2D();
    body.moveTo(-14, minY);
    waves.trace(body, level);
    body.lineTo(14, minY);
    const depth = ctx.createLinearGradient(0, level + 0.3, 0, -5);
    depth.addColorStop(0, 'rgba(120, 226, 214, 0.42)');
    depth.addColorStop(0.25, 'rgba(54, 142, 184, 0.55)');
    depth.addColorStop(1, 'rgba(14, 26, 78, 0.9)');
    ctx.fillStyle = depth;
    ctx.fill(body);
    ctx.save();
    ctx.clip(body);
    ctx.fillStyle = 'rgba(255, 226, 170, 0.055)';
    for (let i = 0; i < 7; i++) {
        const x = -10 + 3.3 * i + 0.6 * Math.sin(level + i * 2.1);
        ctx.beginPath();
        ctx.moveTo(x, level + 1);
        ctx.lineTo(x + 0.7 + 0.2 * (i % 3), level + 1);
        ctx.lineTo(x - 2 + 0.5 * (i % 2), -6);
        ctx.lineTo(x - 3.6, -6);
        ctx.fill();
    }
    paintGlints(ctx, waves, level);
    ctx.restore();
    for (const [down, width, color]
        of /** @type {[number, number, string][]} */ ([[0.22, 0.3, 'rgba(190, 255, 240, 0.13)'], [0,
            0.07, 'rgba(240, 255, 250, 0.9)']]))
    {
        ctx.beginPath();
        waves.trace(ctx, level - down);
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
    }
    ctx.fillStyle = 'rgba(225, 255, 250, 0.85)';
    for (const { x, y, size } of waves.drops) {
        ctx.beginPath();
        ctx.arc(x, y, size, 0, 7);
        ctx.fill();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen */
function paintGround(ctx, { minY }) {
    const stone = ctx.createLinearGradient(0, 3, 0, -7);
    stone.addColorStop(0, '#4a3d63');
    stone.addColorStop(0.35, '#262447');
    stone.addColorStop(1, '#0e1228');
    ctx.beginPath();
    for (const [x, y] of BANK) ctx.lineTo(x, y);
    ctx.lineTo(40, minY - 1);
    ctx.lineTo(-40, minY - 1);
    ctx.fillStyle = stone;
    ctx.fill();
    for (const [down, width, color]
        of /** @type {[number, number, string][]} */ ([[0, 0.09, 'rgba(255, 208, 150, 0.6)'], [0.45,
            0.3, 'rgba(190, 170, 255, 0.07)'], [1.2, 0.5, 'rgba(190, 170, 255, 0.05)'], [2.2, 0.4,
            'rgba(190, 170, 255, 0.04)']]))
    {
        ctx.beginPath();
        for (const [x, y] of BANK) ctx.lineTo(x * (1 + 0.05 * down), y - down);
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
    }
}
