// Rapier 0.19.3, its SIMD package. Four solver iterations a step, its default, are what Box2D calls substeps. Forces
// stay on a Rapier body until reset, so a force for one step is applied as the impulse of that step: one call, not two.

/** @import { MotorSpec } from '../../scenes/builder.js' */
/** @import { Engine } from './adapter.mjs' */
import { layerMasks, materialOf } from './adapter.mjs';
import { rapierMovers } from './rapier-movers.mjs';

export const files = ['@dimforge/rapier2d-simd-compat/rapier.mjs'];

const DT = 1 / 60;

/** @returns {Promise<Engine>} */
export async function load() {
    const RAPIER = (await import('@dimforge/rapier2d-simd-compat')).default;
    await RAPIER.init();
    return {
        version: `rapier2d-simd-compat ${RAPIER.version()}`,
        lacks: ['tangentSpeed', 'impacts', 'crushed', 'motorMaximum', 'wheel', 'pushForce',
            'particles'],
        createWorld(scene) {
            let world = new RAPIER.World({ x: scene.gravity[0], y: scene.gravity[1] });
            const queue = new RAPIER.EventQueue(true);
            const masks = layerMasks(scene);
            const sensors = [...masks.values()].some((m) => m.sensor);
            /** @type {any[]} */
            const bodies = [];
            const vector = { x: 0, y: 0 };
            const movers = rapierMovers(RAPIER, () => world, bodies);

            /** @param {number} body @param {any} spec @param {any} desc */
            const add = (body, spec, desc) => {
                const m = materialOf(spec);
                const layer = masks.get(m.layer);
                desc.setDensity(m.density).setFriction(m.friction).setRestitution(m.restitution);
                // The larger restitution of a pair and no friction where one side has none, as the others do.
                desc.setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
                if (m.friction === 0)
                    desc.setFrictionCombineRule(RAPIER.CoefficientCombineRule.Min);
                if (layer) desc.setCollisionGroups(((layer.bit << 16) | layer.mask) >>> 0);
                if (layer?.sensor)
                    desc.setSensor(true).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
                world.createCollider(desc, bodies[body]);
            };
            // Its JS API has no largest force of a motor, only a factor for what is missing of the speed: here the one that
            // gives that force to a joint that stands.
            const drive = (/** @type {any} */ joint,
                /** @type {MotorSpec} */ { speed, maximum }) =>
            {
                joint.configureMotorModel(RAPIER.MotorModel.ForceBased);
                joint.configureMotorVelocity(speed, maximum / Math.abs(speed));
            };

            return {
                body(spec) {
                    const desc = spec.type === 'static'
                        ? RAPIER.RigidBodyDesc.fixed()
                        : spec.type === 'kinematic'
                        ? RAPIER.RigidBodyDesc.kinematicVelocityBased()
                        : RAPIER.RigidBodyDesc.dynamic();
                    desc.setTranslation(spec.x, spec.y).setRotation(spec.angle ?? 0);
                    desc.setLinvel(spec.vx ?? 0, spec.vy ?? 0).setAngvel(spec.omega ?? 0);
                    desc.setLinearDamping(spec.linearDamping ?? 0).setCanSleep(false);
                    if (spec.bullet) desc.setCcdEnabled(true);
                    if (spec.lockRotation) desc.lockRotations();
                    bodies.push(world.createRigidBody(desc));
                    return bodies.length - 1;
                },
                circle(body, spec) {
                    add(body, spec,
                        RAPIER.ColliderDesc.ball(spec.radius).setTranslation(spec.x ?? 0,
                            spec.y ?? 0));
                },
                box(body, spec) {
                    const { x = 0, y = 0, angle = 0, radius = 0 } = spec;
                    const desc = radius > 0
                        ? RAPIER.ColliderDesc.roundCuboid(spec.width / 2, spec.height / 2, radius)
                        : RAPIER.ColliderDesc.cuboid(spec.width / 2, spec.height / 2);
                    add(body, spec, desc.setTranslation(x, y).setRotation(angle));
                },
                capsule(body, spec) {
                    const dx = spec.bx - spec.ax;
                    const dy = spec.by - spec.ay;
                    const desc = RAPIER.ColliderDesc.capsule(Math.hypot(dx, dy) / 2, spec.radius);
                    desc.setTranslation((spec.ax + spec.bx) / 2, (spec.ay + spec.by) / 2);
                    add(body, spec, desc.setRotation(Math.atan2(dy, dx) - Math.PI / 2));
                },
                polygon(body, spec) {
                    const desc = RAPIER.ColliderDesc.convexHull(
                        new Float32Array(spec.points.flat()),
                    );
                    if (!desc) throw new Error('rapier: not a convex hull');
                    add(body, spec, desc);
                },
                loop(body, spec) {
                    const closed = [...spec.points, spec.points[0]];
                    add(body, spec, RAPIER.ColliderDesc.polyline(new Float32Array(closed.flat())));
                },
                pin({ bodyA, bodyB, x, y, limit, spring, motor }) {
                    const [a, b] = [bodyA, bodyB].map((body) => {
                        const p = bodies[body].translation();
                        return { x: x - p.x, y: y - p.y };
                    });
                    const data = RAPIER.JointData.revolute(a, b);
                    const joint = /** @type {any} */ (
                        world.createImpulseJoint(data, bodies[bodyA], bodies[bodyB], true)
                    );
                    joint.setContactsEnabled(false);
                    // Of the limits in JointData it reads a prismatic joint's alone.
                    if (limit) joint.setLimits(...limit);
                    if (spring) {
                        const omega = 2 * Math.PI * spring.hertz;
                        joint.configureMotorModel(RAPIER.MotorModel.AccelerationBased);
                        joint.configureMotorPosition(0, omega * omega,
                            2 * spring.dampingRatio * omega);
                    }
                    if (motor) drive(joint, motor);
                },
                joint(
                    { type, bodyA, bodyB, x, y, bx = x, by = y, axis = [1, 0], limit, spring,
                        motor },
                ) {
                    const at = (/** @type {any} */ body, /** @type {number} */ px,
                        /** @type {number} */ py) =>
                    {
                        const p = body.translation();
                        return { x: px - p.x, y: py - p.y };
                    };
                    const [one, two] = [bodies[bodyA], bodies[bodyB]];
                    const [a, b] = [at(one, x, y), at(two, bx, by)];
                    const { JointData } = RAPIER;
                    let data = JointData.fixed(a, 0, b, 0);
                    if (type === 'distance' && limit) {
                        data = JointData.rope(limit[1], a, b);
                    } else if (type === 'distance' && spring) {
                        // Its spring has a stiffness, newtons a metre: of what hangs on its centre from something fixed.
                        two.recomputeMassPropertiesFromColliders();
                        const omega = 2 * Math.PI * spring.hertz;
                        const damping = 2 * spring.dampingRatio * omega * two.mass();
                        data = JointData.spring(Math.hypot(bx - x, by - y),
                            omega * omega * two.mass(), damping, a, b);
                    } else if (type === 'prismatic') {
                        data = JointData.prismatic(a, b, { x: axis[0], y: axis[1] });
                        if (limit) [data.limitsEnabled, data.limits] = [true, limit];
                    } else if (type !== 'weld') {
                        throw new Error(`rapier: no such ${type} joint`);
                    }
                    const joint =
                        /** @type {any} */ (world.createImpulseJoint(data, one, two, true));
                    joint.setContactsEnabled(false);
                    if (motor) drive(joint, motor);
                },
                readPositions(first, count, out) {
                    for (let i = 0; i < count; ++i) {
                        const p = bodies[first + i].translation();
                        out[2 * i] = p.x;
                        out[2 * i + 1] = p.y;
                    }
                },
                applyForces(first, count, forces) {
                    for (let i = 0; i < count; ++i) {
                        vector.x = forces[2 * i] * DT;
                        vector.y = forces[2 * i + 1] * DT;
                        bodies[first + i].applyImpulse(vector, true);
                    }
                },
                mover: movers.create,
                steer: movers.steer,
                isGrounded: movers.isGrounded,
                setVelocity(body, vx, vy) {
                    vector.x = vx;
                    vector.y = vy;
                    bodies[body].setLinvel(vector, true);
                },
                step(dt, substeps) {
                    world.timestep = dt;
                    world.numSolverIterations = substeps;
                    movers.move(dt);
                    if (sensors) world.step(queue);
                    else world.step();
                },
                readPoses(out) {
                    for (let i = 0; i < bodies.length; ++i) {
                        const p = bodies[i].translation();
                        const angle = bodies[i].rotation();
                        out[4 * i] = p.x;
                        out[4 * i + 1] = p.y;
                        out[4 * i + 2] = Math.cos(angle);
                        out[4 * i + 3] = Math.sin(angle);
                    }
                },
                readVelocities(out) {
                    for (let i = 0; i < bodies.length; ++i) {
                        const v = bodies[i].linvel();
                        out[3 * i] = v.x;
                        out[3 * i + 1] = v.y;
                        out[3 * i + 2] = bodies[i].angvel();
                    }
                },
                triggerEnters() {
                    let count = 0;
                    queue.drainCollisionEvents(
                        (/** @type {number} */ _a, /** @type {number} */ _b,
                            /** @type {boolean} */ started) =>
                        {
                            if (started) ++count;
                        },
                    );
                    return count;
                },
                castRays(rays, fractions) {
                    const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
                    let hits = 0;
                    for (let i = 0; i < fractions.length; ++i) {
                        ray.origin.x = rays[4 * i];
                        ray.origin.y = rays[4 * i + 1];
                        ray.dir.x = rays[4 * i + 2];
                        ray.dir.y = rays[4 * i + 3];
                        const hit = world.castRayAndGetNormal(ray, 1, true);
                        fractions[i] = hit ? hit.timeOfImpact : 1;
                        if (hit) ++hits;
                    }
                    return hits;
                },
                snapshots: {
                    save: () => world.takeSnapshot(),
                    // It restores into a new world. The bodies at hand here are the old one's: step it, and no more.
                    restore(bytes) {
                        world.free();
                        world = RAPIER.World.restoreSnapshot(bytes);
                    },
                },
                destroy() {
                    world.free();
                    queue.free();
                },
            };
        },
    };
}
