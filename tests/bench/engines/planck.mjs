// Planck 1.5.0: Box2D v2's algorithm in JavaScript. It has iterations (8 and 3, its defaults), not substeps, no rounded
// polygons (a rounded box is the sharp box of the same extent), no capsules (a polygon stands in) and no springs in its
// revolute joints (they go without).

/** @import { Engine } from './adapter.mjs' */
import { layerMasks, materialOf } from './adapter.mjs';

export const files = ['planck/dist/planck.min.js'];

/** @returns {Promise<Engine>} */
export async function load() {
    const planck = await import('planck');
    const { Box, Chain, Circle, Polygon, RevoluteJoint, Vec2, World } = planck;
    const { DistanceJoint, PrismaticJoint, RopeJoint, WeldJoint, WheelJoint } = planck;
    return {
        version: 'planck 1.5.0',
        lacks: ['capsule', 'impacts', 'crushed', 'angularSpring', 'mover', 'particles'],
        createWorld(scene) {
            const world = new World({ gravity: new Vec2(...scene.gravity), allowSleep: false });
            const masks = layerMasks(scene);
            /** @type {any[]} */
            const bodies = [];
            let enters = 0;
            let belts = false;
            if ([...masks.values()].some((m) => m.sensor)) {
                world.on('begin-contact', (contact) => {
                    if (contact.getFixtureA().isSensor() !== contact.getFixtureB().isSensor())
                        ++enters;
                });
            }

            /** @param {number} body @param {any} spec @param {any} shape */
            const add = (body, spec, shape) => {
                const m = materialOf(spec);
                const layer = masks.get(m.layer);
                if (spec.tangentSpeed && !belts) {
                    belts = true;
                    runBelts(world);
                }
                bodies[body].createFixture({
                    userData: spec.tangentSpeed ?? 0,
                    shape,
                    density: m.density,
                    friction: m.friction,
                    restitution: m.restitution,
                    isSensor: layer?.sensor ?? false,
                    filterCategoryBits: layer?.bit ?? 1,
                    filterMaskBits: layer?.mask ?? 1,
                });
            };
            const polygonOf = (/** @type {number[][]} */ points) =>
                new Polygon(points.map(([x, y]) => new Vec2(x, y)));

            return {
                body(spec) {
                    bodies.push(
                        world.createBody({
                            type: spec.type,
                            position: new Vec2(spec.x, spec.y),
                            angle: spec.angle ?? 0,
                            linearVelocity: new Vec2(spec.vx ?? 0, spec.vy ?? 0),
                            angularVelocity: spec.omega ?? 0,
                            linearDamping: spec.linearDamping ?? 0,
                            fixedRotation: spec.lockRotation ?? false,
                            bullet: spec.bullet ?? false,
                        }),
                    );
                    return bodies.length - 1;
                },
                circle(body, spec) {
                    add(body, spec, new Circle(new Vec2(spec.x ?? 0, spec.y ?? 0), spec.radius));
                },
                box(body, spec) {
                    const { x = 0, y = 0, angle = 0, radius = 0 } = spec;
                    add(body, spec,
                        new Box(spec.width / 2 + radius, spec.height / 2 + radius, new Vec2(x, y),
                            angle));
                },
                capsule(body, spec) {
                    // No capsules: one polygon with five corners round each end, cheaper than three fixtures.
                    const { ax, ay, bx, by, radius } = spec;
                    const along = Math.atan2(by - ay, bx - ax);
                    const points = [];
                    for (const [x, y, from] of [
                        [bx, by, along - Math.PI / 2],
                        [ax, ay, along + Math.PI / 2],
                    ]) {
                        for (let i = 0; i < 5; ++i) {
                            const angle = from + (i * Math.PI) / 4;
                            points.push([x + radius * Math.cos(angle),
                                y + radius * Math.sin(angle)]);
                        }
                    }
                    add(body, spec, polygonOf(points));
                },
                polygon(body, spec) {
                    add(body, spec, polygonOf(spec.points));
                },
                loop(body, spec) {
                    add(body, spec, new Chain(spec.points.map(([x, y]) => new Vec2(x, y)), true));
                },
                pin({ bodyA, bodyB, x, y, limit, motor }) {
                    const settings = {
                        ...(limit
                            && { enableLimit: true, lowerAngle: limit[0], upperAngle: limit[1] }),
                        ...(motor
                            && { enableMotor: true, motorSpeed: motor.speed,
                                maxMotorTorque: motor.maximum }),
                    };
                    const joint = new RevoluteJoint(settings, bodies[bodyA], bodies[bodyB],
                        new Vec2(x, y));
                    world.createJoint(joint);
                },
                joint(
                    { type, bodyA, bodyB, x, y, bx = x, by = y, axis = [1, 0], limit, spring,
                        motor },
                ) {
                    const [a, b] = [bodies[bodyA], bodies[bodyB]];
                    const [from, to, along] = [new Vec2(x, y), new Vec2(bx, by), new Vec2(...axis)];
                    const soft = spring
                        && { frequencyHz: spring.hertz, dampingRatio: spring.dampingRatio };
                    const drive = motor && { enableMotor: true, motorSpeed: motor.speed };
                    if (type === 'distance' && limit) {
                        const ends = { localAnchorA: a.getLocalPoint(from),
                            localAnchorB: b.getLocalPoint(to) };
                        world.createJoint(new RopeJoint({ maxLength: limit[1], ...ends }, a, b));
                    } else if (type === 'distance') {
                        world.createJoint(new DistanceJoint({ ...soft }, a, b, from, to));
                    } else if (type === 'prismatic') {
                        const range = limit
                            && { enableLimit: true, lowerTranslation: limit[0],
                                upperTranslation: limit[1] };
                        const settings = { ...range, ...drive,
                            ...(motor && { maxMotorForce: motor.maximum }) };
                        world.createJoint(new PrismaticJoint(settings, a, b, from, along));
                    } else if (type === 'weld') {
                        world.createJoint(new WeldJoint({}, a, b, from));
                    } else {
                        // Its wheels have no limits. A frequency of zero is no spring.
                        const ends = { localAnchorA: a.getLocalPoint(from),
                            localAnchorB: b.getLocalPoint(to) };
                        const force = motor && { maxMotorTorque: motor.maximum };
                        const settings = { localAxisA: along, frequencyHz: 0, ...soft, ...drive,
                            ...force };
                        world.createJoint(new WheelJoint({ ...ends, ...settings }, a, b));
                    }
                },
                readPositions(first, count, out) {
                    for (let i = 0; i < count; ++i) {
                        const p = bodies[first + i].getPosition();
                        out[2 * i] = p.x;
                        out[2 * i + 1] = p.y;
                    }
                },
                applyForces(first, count, forces) {
                    const force = new Vec2();
                    for (let i = 0; i < count; ++i) {
                        force.set(forces[2 * i], forces[2 * i + 1]);
                        bodies[first + i].applyForceToCenter(force, true);
                    }
                },
                setVelocity(body, vx, vy) {
                    bodies[body].setLinearVelocity(new Vec2(vx, vy));
                },
                step(dt) {
                    enters = 0;
                    world.step(dt);
                },
                readPoses(out) {
                    for (let i = 0; i < bodies.length; ++i) {
                        const { p, q } = bodies[i].getTransform();
                        out[4 * i] = p.x;
                        out[4 * i + 1] = p.y;
                        out[4 * i + 2] = q.c;
                        out[4 * i + 3] = q.s;
                    }
                },
                readVelocities(out) {
                    for (let i = 0; i < bodies.length; ++i) {
                        const v = bodies[i].getLinearVelocity();
                        out[3 * i] = v.x;
                        out[3 * i + 1] = v.y;
                        out[3 * i + 2] = bodies[i].getAngularVelocity();
                    }
                },
                triggerEnters: () => enters,
                destroy() {},
            };
        },
    };
}

/**
 * Conveyor belts as Planck's own example makes them: each contact is told its speed before it is solved.
 * @param {any} world
 */
function runBelts(world) {
    world.on('pre-solve', (/** @type {any} */ contact) => {
        contact.setTangentSpeed(
            contact.getFixtureA().getUserData() + contact.getFixtureB().getUserData(),
        );
    });
}
