// The wind tunnel: one trigger with a field of wind. Flags, lanterns and leaves are blown by their width across it; the
// bubble is a small wind of none and of higher priority, which is calm air to be dragged about.
import { createRope } from '../../js/builders.js';
import { World } from '../../js/index.js';
import { LAYERS, MATERIALS, fieldsOf, flowOf, paintBackdrop, paintBodies } from './shapes.js';

const LEFT = -13;
const RIGHT = 13;
const FLOOR = -5.4;
const ROOF = 6.6;
const LEAVES = 36;
const STREAKS = 90;
const FREE = -1; // a negative group: flags, posts and leaves pass each other

/** Posts of the flags: where each stands, how high it is, and its colours. @type {[x: number, height: number, flags: string[]][]} */
const POSTS = [[-9.5, 6.2, ['cloth', 'mint', 'rubber']], [-2.6, 4.2, ['duck', 'cloth']], [4.6, 6.2,
    ['mint', 'rubber', 'cloth']]];

/** The lanterns, light to heavy. @type {[material: string, density: number][]} */
const LANTERNS = [['duck', 0.25], ['rubber', 0.6], ['wood', 1.5], ['stone', 4], ['metal', 12]];

/** Makes the flags and returns the slots of each one's links. @param {World<any>} world */
function makeFlags(world) {
    /** @type {{ layer: string, root: [number, number], slots: number[] }[]} */
    const made = [];
    for (const [x, height, flags] of POSTS) {
        const top = FLOOR + height;
        const post = world.createBody({ type: 'static',
            collider: { shape: 'capsule', a: [x, FLOOR], b: [x, top], radius: 0.09, layer: 'metal',
                group: FREE } });
        flags.forEach((layer, i) => {
            const y = top - 0.1 - 1.3 * i;
            const { bodies } = createRope(world, { from: [x, y], to: [x, y - 2.7], links: 9,
                width: 0.3, bodyA: post,
                collider: { layer, density: 0.12, friction: 0.1, group: FREE },
                body: { angularDamping: 1 } });
            made.push({ layer, root: [x, y], slots: bodies.map(({ index }) => index) });
        });
    }
    return made;
}

/** @param {World<any>} world */
function makeLanterns(world) {
    const roof = world.createBody({ type: 'static' });
    LANTERNS.forEach(([layer, density], i) => {
        const x = -7.2 + 4.2 * i;
        const lantern = world.createBody({ position: [x, 2.9],
            collider: { shape: 'circle', radius: 0.42, layer, density } });
        world.createJoint({ type: 'distance', bodyA: roof, bodyB: lantern, localAnchorA: [x, ROOF],
            localAnchorB: [0, 0.42] });
    });
}

/** Where a leaf comes in. @param {number} i */
const height = (i) => FLOOR + 1 + ((i * 3.7) % (ROOF - FLOOR - 2));

/** @param {World<any>} world @param {number} i @param {number} x */
function makeLeaf(world, i, x) {
    world.createBody({ position: [x, height(i)], angle: i,
        collider: { shape: 'polygon', points: [[-0.26, 0], [0, -0.09], [0.26, 0], [0, 0.09]],
            radius: 0.01, layer: ['beak', 'mint', 'duck'][i % 3], density: 1.1, group: FREE } });
}

export const tunnel = {
    name: 'Wind tunnel',
    make() {
        const world = new World({ gravity: [0, -10], layers: LAYERS });
        world.createBody({ type: 'static', colliders: [FLOOR - 1, ROOF + 1].map((y) => (
            { shape: 'box', width: 120, height: 2, center: [0, y], layer: 'ground', friction: 0.4 }
        )) });
        world.createBody({ type: 'static',
            collider: { shape: 'box', width: 44, height: ROOF - FLOOR,
                center: [0, (ROOF + FLOOR) / 2], layer: 'air',
                field: { type: 'wind', flow: [9, 0], drag: 1, turbulence: 3, gustSize: 3 } } });
        const flags = makeFlags(world);
        makeLanterns(world);
        for (let i = 0; i < LEAVES; i++) makeLeaf(world, i, LEFT + ((i * 7.3) % (RIGHT - LEFT)));
        world.createBody({ position: [0.8, -0.6], gravityScale: 0, linearDamping: 3,
            angularDamping: 3, colliders: [
                { shape: 'circle', radius: 0.34, layer: 'stone', density: 8 },
                { shape: 'circle', radius: 2, layer: 'calm',
                    field: { type: 'wind', flow: [0, 0], drag: 1, priority: 1 } },
            ] });
        const streaks = Array.from({ length: STREAKS },
            (_, i) => ({ x: LEFT + ((i * 5.77) % 30), y: FLOOR + ((i * 2.39) % (ROOF - FLOOR)),
                pace: 0.8 + 0.04 * (i % 11) }));
        return { world, scene: tunnel, state: {}, streaks, flags };
    },
    /** Brings leaves that have left the tunnel in again. @param {any} scene */
    beforeStep({ world }) {
        const ahead = flowOf(world) >= 0;
        for (const body of world.bodies) {
            if (Math.abs(body.x) <= RIGHT + 1 || body.type !== 'dynamic') continue;
            body.setTransform(ahead ? LEFT - 0.9 : RIGHT + 0.9,
                height(body.index + world.stepCount));
        }
    },
    /** Ten leaves from the side that the wind blows from. @param {any} scene */
    more({ world }) {
        for (let i = 0; i < 10; i++)
            makeLeaf(world, world.counters.bodies, flowOf(world) >= 0 ? LEFT - 0.5 : RIGHT + 0.5);
    },
    /** @param {any} scene */
    score({ world }) {
        let fastest = 0;
        for (const body of world.bodies) fastest = Math.max(fastest, Math.hypot(body.vx, body.vy));
        return { fastest: `${fastest.toFixed(0)} m/s` };
    },
    /** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {number} seconds */
    paint(ctx, { world, streaks, flags }, seconds) {
        const [calm] = fieldsOf(world, 'calm');
        const flow = flowOf(world);
        paintBackdrop(ctx, paintHall);
        paintStreaks(ctx, streaks, flow, seconds, calm?.body);
        paintStrings(ctx, world);
        if (calm) paintBubble(ctx, calm.body);
        paintBodies(ctx, world, ['metal', 'rubber', 'duck', 'beak'],
            new Set(flags.flatMap((/** @type {any} */ { slots }) => slots)));
        for (const flag of flags) paintFlag(ctx, world, flag);
        paintBackdrop(ctx, paintEdges);
    },
};

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen */
function paintHall(ctx, { minX, maxX, minY, maxY }) {
    const hall = ctx.createLinearGradient(0, maxY, 0, minY);
    hall.addColorStop(0, '#1b2350');
    hall.addColorStop(0.55, '#2a3a72');
    hall.addColorStop(1, '#3e4f83');
    ctx.fillStyle = hall;
    ctx.fillRect(minX, minY, maxX - minX, maxY - minY);
    ctx.strokeStyle = 'rgba(190, 208, 255, 0.07)';
    ctx.lineWidth = 0.06;
    ctx.beginPath();
    for (let x = Math.floor(minX / 3) * 3; x < maxX; x += 3) {
        ctx.moveTo(x, FLOOR);
        ctx.bezierCurveTo(x + 1, FLOOR + 4, x + 1, ROOF - 4, x, ROOF);
    }
    ctx.stroke();
}

/**
 * Streaks of air, slower in the bubble.
 * @param {CanvasRenderingContext2D} ctx @param {{ x: number, y: number, pace: number }[]} streaks @param {number} flow
 * @param {number} seconds @param {{ x: number, y: number } | undefined} calm
 */
function paintStreaks(ctx, streaks, flow, seconds, calm) {
    ctx.lineCap = 'round';
    ctx.lineWidth = 0.035;
    for (const streak of streaks) {
        const near = calm && Math.hypot(streak.x - calm.x, streak.y - calm.y) < 2;
        streak.x += flow * streak.pace * seconds * (near ? 0.25 : 1);
        if (streak.x > 17) streak.x -= 34;
        if (streak.x < -17) streak.x += 34;
        const length = flow * streak.pace * (near ? 0.02 : 0.14);
        const y = streak.y + 0.12 * Math.sin(0.8 * streak.x + 3 * streak.pace);
        ctx.strokeStyle = `rgba(206, 224, 255, ${near ? 0.1 : 0.12 + 0.12 * (streak.pace - 0.8)})`;
        ctx.beginPath();
        ctx.moveTo(streak.x - length, y - 0.06);
        ctx.quadraticCurveTo(streak.x - length / 2, y + 0.05, streak.x, y);
        ctx.stroke();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {World<any>} world */
function paintStrings(ctx, world) {
    ctx.strokeStyle = 'rgba(238, 243, 255, 0.6)';
    ctx.lineWidth = 0.04;
    ctx.beginPath();
    for (const joint of world.joints) {
        if (joint.type !== 'distance') continue;
        ctx.moveTo(joint.anchorA[0], joint.anchorA[1]);
        ctx.lineTo(joint.bodyB.poseX, joint.bodyB.poseY);
    }
    ctx.stroke();
}

/** A pennant over its links, narrower to its end. @param {CanvasRenderingContext2D} ctx @param {World<any>} world @param {{ layer: string, root: [number, number], slots: number[] }} flag */
function paintFlag(ctx, world, { layer, root, slots }) {
    const { poses } = world;
    const points = [root, ...slots.map((slot) => [poses[4 * slot], poses[4 * slot + 1]])];
    const sides = points.map(([x, y], i) => {
        const [px, py] = points[Math.max(0, i - 1)];
        const [nx, ny] = points[Math.min(points.length - 1, i + 1)];
        const length = Math.hypot(nx - px, ny - py) || 1;
        const half = 0.42 * (1 - 0.85 * i / (points.length - 1));
        return [x, y, (-(ny - py) / length) * half, ((nx - px) / length) * half];
    });
    const [fill, edge] = MATERIALS[layer];
    ctx.beginPath();
    for (const [x, y, dx, dy] of sides) ctx.lineTo(x + dx, y + dy);
    for (const [x, y, dx, dy] of sides.toReversed()) ctx.lineTo(x - dx, y - dy);
    ctx.closePath();
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = edge;
    ctx.lineWidth = 0.05;
    ctx.stroke();
    ctx.globalAlpha = 0.4;
    ctx.lineWidth = 0.12;
    ctx.beginPath();
    for (const [x, y, dx, dy] of sides) ctx.lineTo(x + 0.3 * dx, y + 0.3 * dy);
    ctx.stroke();
    ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {import('../../js/index.js').Body<any>} body */
function paintBubble(ctx, { poseX: x, poseY: y }) {
    const glow = ctx.createRadialGradient(x - 0.5, y + 0.6, 0.2, x, y, 2);
    glow.addColorStop(0, 'rgba(119, 227, 196, 0.05)');
    glow.addColorStop(0.8, 'rgba(119, 227, 196, 0.14)');
    glow.addColorStop(1, 'rgba(119, 227, 196, 0.3)');
    ctx.fillStyle = glow;
    ctx.strokeStyle = 'rgba(160, 245, 220, 0.6)';
    ctx.lineWidth = 0.04;
    ctx.beginPath();
    ctx.arc(x, y, 2, 0, 7);
    ctx.fill();
    ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {import('./shapes.js').Extent} seen */
function paintEdges(ctx, { minX, maxX, minY, maxY }) {
    ctx.fillStyle = '#141a36';
    ctx.fillRect(minX, minY, maxX - minX, FLOOR - minY);
    ctx.fillRect(minX, ROOF, maxX - minX, maxY - ROOF);
    ctx.fillStyle = 'rgba(255, 197, 110, 0.55)';
    ctx.fillRect(minX, FLOOR - 0.05, maxX - minX, 0.07);
    ctx.fillRect(minX, ROOF, maxX - minX, 0.07);
}
