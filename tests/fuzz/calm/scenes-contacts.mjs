// Small scenes of contacts in which an engine may add energy, let bodies out or misreport impulses: letters A, H, J, K
// and L of the issue "Stable". Each gives its figures and the largest that are right. tests/js/stable-contacts.test.mjs
// and score.mjs run them.
import { randomFrom } from '../hostile-random.mjs';
import { fallSpeed, largest, run, sceneOf, speedOf } from './measure.mjs';

/** @import { Check, Rate } from './measure.mjs' */
/** @import { Scene } from './scenes.mjs' */

/** @typedef {typeof import('../../../js/index.js').World} WorldClass */

/** contactPushSpeed of a world by default, m/s. */
const PUSH = 3;

/**
 * A box of 1 m in a slot between two leaning walls.
 * @param {WorldClass} World @param {Rate} rate
 * @param {{ gap: number, lockRotation: boolean, friction?: number, gravity?: number }} options
 * @returns {Check[]}
 */
function slot(World, rate, { gap, lockRotation, friction = 0.6, gravity = 10 }) {
    const world = new World({ gravity: [0, -gravity] });
    for (const side of [-1, 1]) {
        world.createBody({ type: 'static', position: [side * (gap / 2 + 0.5), 0],
            angle: -side * 0.05, collider: { shape: 'box', width: 1, height: 6, friction } });
    }
    const box = world.createBody({ lockRotation,
        collider: { shape: 'box', width: 1, height: 1, friction } });
    const above = largest();
    let top = 0;
    run(world, rate, 4, () => {
        top = Math.max(top, box.y);
        if (Math.abs(box.y) < 4) above.add(speedOf(box) - fallSpeed(top - box.y, gravity));
    });
    world.destroy();
    return [{ what: 'above its fall, m/s', value: above.value, limit: PUSH + gravity / rate.hz }];
}

/**
 * Twenty drags of a body about a ring of a chain of 5 m.
 * @param {WorldClass} World @param {Rate} rate
 * @param {any} collider
 * @param {number} hertz
 * @param {number} acceleration m/s² at most
 * @returns {Check[]}
 */
function ring(World, rate, collider, hertz, acceleration) {
    const points = Array.from({ length: 32 },
        (_, i) => [5 * Math.cos(i * Math.PI / 16), -5 * Math.sin(i * Math.PI / 16)]);
    let out = 0;
    for (let seed = 0; seed < 20; ++seed) {
        const random = randomFrom(seed);
        const world = new World();
        world.createBody({ type: 'static', collider: { shape: 'chain', points, loop: true } });
        const body = world.createBody({ collider });
        const joint = world.createJoint({ type: 'target', bodyB: body,
            anchor: [random.between(-0.4, 0.4), random.between(-0.4, 0.4)], hertz,
            maxForce: acceleration * body.mass });
        let [x, y, vx, vy] = [0, 0, 0, 0];
        const far = largest();
        run(world, rate, 6, () => {
            far.add(Math.hypot(body.x, body.y));
            if (random.chance(4 / rate.hz)) {
                const [angle, speed] = [random.between(0, 6.3), random.between(0, 50)];
                [vx, vy] = [speed * Math.cos(angle), speed * Math.sin(angle)];
                if (random.chance(0.3)) [x, y] = [random.between(-15, 15), random.between(-15, 15)];
            }
            x = Math.max(-20, Math.min(20, x + vx / rate.hz));
            y = Math.max(-20, Math.min(20, y + vy / rate.hz));
            joint.setTarget(x, y);
        });
        world.destroy();
        out += Number(far.value > 5);
    }
    return [{ what: 'of 20 outside', value: out, limit: 0 }];
}

/**
 * A box on two belts that run towards each other.
 * @param {WorldClass} World @param {Rate} rate
 * @param {number} speed of the belts
 * @returns {Check[]}
 */
function belts(World, rate, speed) {
    const world = new World();
    for (const side of [-1, 1]) {
        world.createBody({ type: 'static', position: [5 * side, -0.5],
            collider: { shape: 'box', width: 10, height: 1, tangentSpeed: -side * speed } });
    }
    const box = world.createBody({ position: [0, 0.5],
        collider: { shape: 'box', width: 1, height: 1 } });
    const off = largest();
    run(world, rate, 15);
    run(world, rate, 5, () => off.add(Math.abs(box.x)));
    world.destroy();
    return [{ what: 'off the middle, m', value: off.value, limit: 0.05 }];
}

/**
 * A box that a game turns and moves into a wall each frame, and six beside it.
 * @param {WorldClass} World @param {Rate} rate
 * @param {'row' | 'pile' | 'tower'} layout
 * @returns {Check[]}
 */
function turnedIntoWall(World, rate, layout) {
    const world = new World();
    const box = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });
    world.createBody({ type: 'static', position: [0, -0.5], collider: { ...box, width: 60 } });
    world.createBody({ type: 'static', position: [5, 2], collider: { ...box, height: 4 } });
    const moved = world.createBody({ position: [4, 1], collider: box });
    /** @type {Record<string, (i: number) => number[]>} */
    const places = {
        row: (i) => [3 - i, 0.5],
        pile: (i) => [3.3 - (i % 3) * 1.05, 0.5 + Math.floor(i / 3)],
        tower: (i) => [4.5, 2 + i],
    };
    const others = Array.from({ length: 6 },
        (_, i) => world.createBody({ position: places[layout](i), collider: box }));
    const tops = others.map((other) => other.y);
    const above = largest();
    for (let i = 0; i < 10 * rate.hz; ++i) {
        moved.setTransform(4.5 + 0.4 * Math.sin(i), 1, i);
        moved.setVelocity(0, 0);
        world.step(1 / rate.hz, rate.substeps);
        others.forEach((other, k) => {
            tops[k] = Math.max(tops[k], other.y);
            above.add(speedOf(other) - fallSpeed(tops[k] - other.y));
        });
    }
    world.destroy();
    // The wall pushes one way and the turned box another.
    return [{ what: 'above their fall, m/s', value: above.value,
        limit: Math.SQRT2 * PUSH + 10 / rate.hz }];
}

/**
 * A box that starts 44 mm inside a slope of 1.2 radians, both with friction 1e6. One that cannot turn stays; one that can
 * tips over its lower corner, which does not slide, and rolls no faster than it falls.
 * @param {WorldClass} World @param {Rate} rate @param {boolean} lockRotation @returns {Check[]}
 */
function steepSlope(World, rate, lockRotation) {
    const world = new World();
    const [cos, sin] = [Math.cos(1.2), Math.sin(1.2)];
    const friction = 1e6;
    world.createBody({ type: 'static', angle: 1.2,
        collider: { shape: 'box', width: 40, height: 1, center: [0, -0.5], friction } });
    const box = world.createBody({ lockRotation, angle: 1.2, position: [-0.456 * sin, 0.456 * cos],
        collider: { shape: 'box', width: 1, height: 1, friction } });
    const [above, slides, turned] = [largest(), largest(), largest()];
    const [, top] = box.position;
    run(world, rate, lockRotation ? 10 : 2, () => {
        above.add(speedOf(box) - fallSpeed(top - box.y));
        turned.add(Math.abs(box.angle - 1.2));
        const [x, y] = box.worldPoint(-0.5, -0.5);
        // Along the slope, as long as it stands on that corner.
        if (turned.value < 0.3) slides.add(Math.abs(x * cos + y * sin + 0.5));
    });
    world.destroy();
    return [{ what: 'above its fall, m/s', value: above.value, limit: PUSH + 10 / rate.hz }, {
        what: 'slides, m',
        value: slides.value,
        limit: 0.02,
    }];
}

/** Balls that rain into a funnel of a chain, closed below. @param {WorldClass} World @param {Rate} rate @param {number} count @returns {Check[]} */
function funnel(World, rate, count) {
    const world = new World();
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [[-60, 60], [-2, 0], [2, 0], [60, 60]] } });
    const random = randomFrom(1);
    const balls = [];
    for (let i = 0; i < 12 * rate.hz; ++i) {
        for (; balls.length < (count * i) / (8 * rate.hz) && balls.length < count;) {
            balls.push(
                world.createBody({ position: [random.between(-30, 30), random.between(62, 80)],
                    velocity: [0, -20], collider: { shape: 'circle', radius: 0.3 } }),
            );
        }
        world.step(1 / rate.hz, rate.substeps);
    }
    const lost =
        balls.filter((ball) => ball.y < Math.max(0, Math.abs(ball.x) - 2) * (60 / 58)).length;
    world.destroy();
    return [{ what: 'lost', value: lost, limit: 0 }];
}

/**
 * What a hit says of a ball of 1.15 kg that meets a block of .38 kg, against the momentum exchanged.
 * @param {WorldClass} World @param {Rate} rate @param {{ speed: number, bullet?: boolean, restitution?: number, offset?: number }} options @returns {Check[]}
 */
function hit(World, rate, { speed, bullet = false, restitution = 0, offset = 0 }) {
    const world = new World({ gravity: [0, 0], sleep: false });
    const surface = { friction: 0, restitution };
    const ball = world.createBody({ position: [-2, 0], velocity: [speed, 0], bullet,
        collider: { shape: 'circle', radius: 0.605, ...surface } });
    const block = world.createBody({ position: [0, offset],
        collider: { shape: 'box', width: 0.616, height: 0.616, ...surface } });
    let [told, points, exchanged] = [0, 0, 0];
    for (let i = 0; i < 3 * rate.hz && exchanged === 0; ++i) {
        const before = ball.velocity;
        world.step(1 / rate.hz, rate.substeps);
        for (const { impulse } of world.events.contactHit) {
            told = impulse;
            points = block.contactPoints(ball).reduce(
                (sum, { normalImpulse }) => sum + normalImpulse,
                0,
            );
            exchanged = ball.mass * Math.hypot(ball.vx - before[0], ball.vy - before[1]);
        }
    }
    world.destroy();
    const off = (/** @type {number} */ value) =>
        exchanged === 0 ? Infinity : 100 * Math.abs(value / exchanged - 1);
    const checks = [{ what: 'hit off, %', value: off(told), limit: 1 }];
    // What bounces has left by the end of the step.
    if (restitution === 0) checks.push({ what: 'points off, %', value: off(points), limit: 1 });
    return checks;
}

const shapes = { box: { shape: 'box', width: 1, height: 1 },
    circle: { shape: 'circle', radius: 0.5 } };

/** @param {{ gap: number, lockRotation: boolean, friction?: number, gravity?: number }} options */
const slotName = ({ gap, lockRotation, friction, gravity }) =>
    `a box of 1 m ${lockRotation ? 'that cannot turn ' : ''}in a slot of ${gap} m, `
    + `${friction === 0 ? 'without' : 'with'} friction${
        gravity === 0 ? ' and gravity' : ''
    }, keeps to the push speed`;

/** @param {{ speed: number, bullet?: boolean, restitution?: number, offset?: number }} options */
const hitName = ({ speed, bullet, restitution, offset }) =>
    `a hit at ${speed} m/s${bullet ? ' of a bullet' : ''}`
    + `${restitution ? ' that bounces' : ''}${
        offset ? ' off the middle' : ''
    } tells the momentum exchanged`;

/** @type {readonly Scene[]} */
export const contactScenes = [
    ...[
        { gap: 0.9, lockRotation: true },
        { gap: 0.7, lockRotation: true },
        { gap: 0.5, lockRotation: true },
        { gap: 0.5, lockRotation: false },
        { gap: 0.7, lockRotation: true, friction: 0 },
        { gap: 0.7, lockRotation: true, friction: 0, gravity: 0 },
    ].map((options) =>
        sceneOf('A', slotName(options), (World, rate) => slot(World, rate, options))
    ),
    ...Object.entries(shapes).flatMap(([shape, collider]) =>
        [[5, 200], [5, Infinity], [30, Infinity]].map(([hertz, acceleration]) =>
            sceneOf('H',
                `a ${shape} dragged at ${hertz} Hz with ${
                    acceleration === Infinity ? 'any force' : `${acceleration} m/s²`
                } stays in a ring`, (World, rate) =>
                ring(World, rate, collider, hertz, acceleration))
        )
    ),
    ...[1, 3].map((speed) =>
        sceneOf('J',
            `a box between two belts of ${speed} m/s that run towards each other comes to rest`,
            (World, rate) => belts(World, rate, speed))
    ),
    ...(/** @type {const} */ (['row', 'pile', 'tower'])).map((layout) =>
        sceneOf('K',
            `a box turned and moved into a wall each frame shoots none of a ${layout} of six`,
            (World, rate) => turnedIntoWall(World, rate, layout))
    ),
    ...[true, false].map((lockRotation) =>
        sceneOf('K',
            `a box ${
                lockRotation ? 'that cannot turn ' : ''
            }inside a steep slope of much friction does not slide`, (World, rate) =>
            steepSlope(World, rate, lockRotation))
    ),
    sceneOf('K', 'a funnel of a chain loses none of 1000 balls',
        (World, rate) => funnel(World, rate, 1000)),
    {
        ...sceneOf('K', 'a funnel of a chain loses none of 10000 balls',
            (World, rate) => funnel(World, rate, 10000)),
        rates: [{ hz: 60, substeps: 4 }],
        slow: true,
    },
    ...[
        { speed: 2 },
        { speed: 5 },
        { speed: 10 },
        { speed: 10, bullet: true },
        { speed: 40 },
        { speed: 40, bullet: true },
        { speed: 10, restitution: 0.5 },
        { speed: 10, offset: 0.2 },
    ].map((options) => sceneOf('L', hitName(options), (World, rate) => hit(World, rate, options))),
];
