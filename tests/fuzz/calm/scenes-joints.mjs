// Small scenes of joints in which an engine may add energy or lose the joints: letters B to F and I of the issue
// "Stable". Each gives its figures and the largest that are right. tests/js/stable-joints.test.mjs and score.mjs run them.
import { energyOf, largest, run, sceneOf, speedOf } from './measure.mjs';
import { fromScene, toScene } from './module.mjs';

/** @import { Check, Rate } from './measure.mjs' */
/** @import { Scene } from './scenes.mjs' */

/** @typedef {typeof import('../../../js/index.js').World} WorldClass */

const circle = (/** @type {number} */ radius) => /** @type {const} */ ({ shape: 'circle', radius,
    group: -1 });

/**
 * A hub on a post and an arm on it, held by a motor joint.
 * @param {WorldClass} World @param {Rate} rate
 * @param {string} kind of the joint that holds the hub
 * @returns {Check[]}
 */
function hub(World, rate, kind) {
    const world = new World();
    const base = world.createBody({ type: 'static' });
    const body = world.createBody({ collider: { shape: 'circle', radius: 0.5 } });
    const arm = world.createBody({ position: [1.5, 0],
        collider: { shape: 'circle', radius: 0.4 } });
    if (kind === 'weld')
        world.createJoint({ type: 'weld', bodyA: base, bodyB: body, anchor: [0, 0] });
    else world.createJoint({ type: 'prismatic', bodyA: base, bodyB: body, anchor: [0, 0],
            axis: [0, 1], limit: [0, 0] });
    world.createJoint({ type: 'motor', bodyA: body, bodyB: arm, anchor: [1.5, 0], maxForce: 1e4,
        maxTorque: 1e4 });
    const [fast, off] = [largest(), largest()];
    run(world, rate, 5, () => {
        fast.add(speedOf(body));
        off.add(Math.hypot(body.x, body.y));
    });
    world.destroy();
    return [{ what: 'hub, m/s', value: fast.value, limit: 0.2 }, { what: 'hub off, m',
        value: off.value, limit: 0.005 }];
}

/**
 * Six arms about a hub in free fall: at rest against each other, so they stay so.
 * @param {WorldClass} World @param {Rate} rate
 * @param {object} joint
 * @returns {Check[]}
 */
function star(World, rate, joint) {
    const world = new World();
    const body = world.createBody({ collider: circle(0.5) });
    const arms = Array.from({ length: 6 }, (_, i) => {
        const anchor = [1.5 * Math.cos(i * Math.PI / 3), 1.5 * Math.sin(i * Math.PI / 3)];
        const bodyB = world.createBody({ position: anchor, collider: circle(0.4) });
        const axis = 'limit' in joint && /** @type {any} */ (joint).type !== 'revolute'
            ? { axis: anchor }
            : {};
        return { bodyB, anchor, joint: world.createJoint(
            /** @type {any} */ ({ bodyA: body, bodyB, anchor, ...axis, ...joint }),
        ) };
    });
    const [apart, fast] = [largest(), largest()];
    run(world, rate, 10, () => {
        for (const { bodyB, anchor, joint: each } of arms) {
            apart.add(each.linearSeparation);
            apart.add(Math.hypot(bodyB.x - body.x, bodyB.y - body.y) - Math.hypot(...anchor));
            fast.add(Math.hypot(bodyB.vx - body.vx, bodyB.vy - body.vy));
        }
    });
    world.destroy();
    return [{ what: 'apart, m', value: apart.value, limit: 0.01 }, { what: 'against hub, m/s',
        value: fast.value, limit: 0.2 }];
}

/**
 * Beams in a row on soft welds, from level. Elastic energy is never negative, so kinetic and potential energy stay below
 * their start; a beam has at most what all have lost in height.
 * @param {WorldClass} World @param {Rate} rate @param {number[]} row @returns {Check[]}
 */
function beams(World, rate, [count, hertz, dampingRatio]) {
    const world = new World({ sleep: false });
    /** @type {import('./measure.mjs').Body[]} */
    const bodies = [];
    let last = world.createBody({ type: 'static' });
    for (let i = 0; i < count; ++i) {
        const body = world.createBody({ position: [0.5 + i, 0],
            collider: { shape: 'box', width: 1, height: 0.2, group: -1 } });
        world.createJoint({ type: 'weld', bodyA: last, bodyB: body, anchor: [i, 0], hertz,
            dampingRatio });
        bodies.push(last = body);
    }
    const [gained, fast] = [largest(), largest()];
    let end = largest();
    let dropped = 0;
    run(world, rate, 20, () => {
        const { kinetic, potential } = energyOf(bodies);
        dropped = Math.max(dropped, -potential);
        gained.add(kinetic + potential);
        end = largest();
        for (const body of bodies) {
            fast.add(speedOf(body));
            end.add(speedOf(body));
        }
    });
    const { mass } = bodies[0];
    world.destroy();
    const noise = count * mass * (10 / rate.hz) ** 2;
    const checks = [
        { what: 'gained, J', value: gained.value, limit: 0.01 * dropped + noise },
        { what: 'fastest, m/s', value: fast.value, limit: Math.sqrt(2 * (dropped + noise) / mass) },
    ];
    // Damped well, they rest after twenty seconds.
    if (hertz * dampingRatio > 1 && count < 5)
        checks.push({ what: 'in the end, m/s', value: end.value, limit: 0.1 });
    return checks;
}

/** A chain of ten hinges, level at first, under steps of mixed lengths. @param {WorldClass} World @param {Rate} rate @returns {Check[]} */
function shortSteps(World, { hz, substeps }) {
    const world = new World({ sleep: false });
    const bodies = [];
    let last = world.createBody({ type: 'static' });
    for (let i = 0; i < 10; ++i) {
        const body = world.createBody({ position: [0.25 + 0.5 * i, 0],
            collider: { shape: 'box', width: 0.5, height: 0.1, group: -1 } });
        world.createJoint({ type: 'revolute', bodyA: last, bodyB: body, anchor: [0.5 * i, 0] });
        bodies.push(last = body);
    }
    const mass = 10 * last.mass;
    const gained = largest();
    let dropped = 0;
    for (let i = 0; i < 10 * hz; ++i) {
        world.step(i % 5 < 3 ? 1 / hz : 1e-4, substeps);
        const { kinetic, potential } = energyOf(bodies);
        dropped = Math.max(dropped, -potential);
        gained.add(kinetic + potential);
    }
    world.destroy();
    return [{ what: 'gained, J', value: gained.value,
        limit: 0.01 * dropped + mass * (10 / hz) ** 2 }];
}

/**
 * A body at an angle within or next to the limit of its hinge.
 * @param {WorldClass} World @param {Rate} rate
 * @param {{ angle: number, limit: [number, number], scene?: boolean }} place degrees
 * @returns {Check[]}
 */
function withinLimit(World, rate, { angle, limit, scene = false }) {
    const degrees = Math.PI / 180;
    let world = new World({ gravity: [0, 0] });
    const base = world.createBody({ type: 'static' });
    const bodyB = world.createBody({ angle: angle * degrees,
        collider: { shape: 'box', width: 1, height: 0.2 } });
    world.createJoint({ type: 'revolute', bodyA: base, bodyB, anchor: [0, 0], referenceAngle: 0,
        limit: /** @type {[number, number]} */ (limit.map((each) => each * degrees)) });
    if (scene) {
        const written = JSON.parse(JSON.stringify(toScene(world)));
        world.destroy();
        world = fromScene(written);
    }
    const joint = /** @type {any} */ (world.joints[0]);
    // The whole turns closest to the limit.
    const centre = (limit[0] + limit[1]) / 2;
    const meant = angle + 360 * Math.round((centre - angle) / 360);
    const turned = Math.abs(joint.angle / degrees - meant);
    const fast = largest();
    run(world, rate, 2, () => fast.add(Math.abs(joint.bodyB.angularVelocity)));
    const over = Math.max(limit[0] - joint.angle / degrees, joint.angle / degrees - limit[1], 0);
    world.destroy();
    return [
        { what: 'reads off, degrees', value: turned, limit: 0.01 },
        // Outside, the limit brings it back; inside, nothing turns it.
        { what: 'turns, radians/s', value: fast.value,
            limit: meant < limit[0] || meant > limit[1] ? 9 : 0.01 },
        { what: 'outside, degrees', value: over, limit: 0.5 },
    ];
}

/**
 * How much a row of twenty joints with a load at its end stretches as it swings down from level.
 * @param {WorldClass} World @param {Rate} rate
 * @param {'hinges' | 'rods' | 'ropes'} kind
 * @param {number} load in links
 * @returns {Check[]}
 */
function row(World, rate, kind, load) {
    const world = new World({ sleep: false });
    let last = world.createBody({ type: 'static' });
    for (let i = 0; i < 20; ++i) {
        const bodyB = world.createBody({ position: [0.5 * (i + 1), 0], collider: circle(0.2) });
        if (kind === 'hinges')
            world.createJoint({ type: 'revolute', bodyA: last, bodyB, anchor: [0.5 * i, 0] });
        else world.createJoint({ type: 'distance', bodyA: last, bodyB,
                ...(kind === 'ropes' && { limit: /** @type {const} */ ([0, 0.5]) }) });
        last = bodyB;
    }
    const { mass, inertia } = last;
    last.setMass({ mass: load * mass, inertia: load * inertia });
    const stretch = largest();
    run(world, rate, 10, () => stretch.add(100 * (Math.hypot(last.x, last.y) / 10 - 1)));
    world.destroy();
    // Hinges reach .5 % with 20 links at the end, and .2 % with 100.
    return [{ what: 'stretch, %', value: stretch.value, limit: 1 }];
}

const spring = { hertz: 8, dampingRatio: 0.7 };

/** @param {{ angle: number, limit: number[], scene?: boolean }} place */
const limitName = ({ angle, limit, scene }) =>
    `a hinge ${scene ? 'of a scene ' : ''}at ${angle} degrees with limits ${limit.join(' and ')} `
    + 'counts the turn that the limit means';

/** @type {readonly Scene[]} */
export const jointScenes = [
    ...['weld', 'prismatic'].map((kind) =>
        sceneOf('B', `a hub on a ${kind} joint holds an arm on a motor joint`, (World, rate) =>
            hub(World, rate, kind))
    ),
    ...Object.entries({
        'wheel joints with springs and limits': { type: 'wheel', spring, limit: [-0.2, 0.2] },
        'prismatic joints with springs and limits': { type: 'prismatic', spring,
            limit: [-0.2, 0.2] },
        'hinges with limits': { type: 'revolute', limit: [-0.2, 0.2] },
        'soft welds of 30 Hz': { type: 'weld', hertz: 30, dampingRatio: 0.7 },
        'soft welds of 60 Hz': { type: 'weld', hertz: 60, dampingRatio: 0.7 },
    }).map(([name, joint]) =>
        sceneOf('C', `six ${name} about a light hub hold in free fall`, (World, rate) =>
            star(World, rate, joint))
    ),
    ...[[2, 60, 0.3], [2, 2, 0.02], [5, 5, 0.02], [10, 1, 0.1], [5, 30, 0.7]].map((
        [count, hertz, dampingRatio],
    ) => sceneOf('D',
        `${count} beams on soft welds of ${hertz} Hz and damping ratio ${dampingRatio} fall no faster than they may`,
        (World, rate) => beams(World, rate, [count, hertz, dampingRatio]))
    ),
    sceneOf('E', 'a chain gains no energy from short steps among long ones', shortSteps),
    ...[
        { angle: 185, limit: [170, 190] },
        { angle: -175, limit: [170, 190] },
        { angle: 195, limit: [170, 190] },
        { angle: 0, limit: [710, 730] },
        { angle: 185, limit: [170, 190], scene: true },
    ].map((place) =>
        sceneOf('F', limitName(place), (World, rate) =>
            withinLimit(World, rate, /** @type {any} */ (place)))
    ),
    ...(/** @type {const} */ (['hinges', 'rods', 'ropes'])).flatMap((kind) =>
        [20, 100].map((load) =>
            sceneOf('I',
                `a row of twenty ${kind} with ${load} links at its end stretches by less than 1 %`,
                (World, rate) => row(World, rate, kind, load))
        )
    ),
];
