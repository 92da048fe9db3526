// Matter 0.20.0, in its own units: 50 pixels a metre, where a one-metre box has the size of those in its examples and
// where, of 10, 20, 32, 50 and 100, it stacked best. It has iterations (defaults), no substeps, no kinematic bodies and
// no capsules: a kinematic body is a static one that is moved before each step, a capsule is a rectangle with rounded
// corners, a circle is its usual polygon. Its pins have neither limits, springs nor motors, and what they join collides:
// scenes that need otherwise fail.

/** @import { Engine } from './adapter.mjs' */
import { loopWalls } from '../../scenes/builder.js';
import { boxCorners, layerMasks, materialOf } from './adapter.mjs';

export const files = ['matter-js/build/matter.min.js'];

const SCALE = 50;
const DT = 1 / 60;

/** @returns {Promise<Engine>} */
export async function load() {
    const Matter = (await import('matter-js')).default;
    const { Bodies, Body, Composite, Constraint, Engine, Events, Vertices } = Matter;
    return {
        version: 'matter-js 0.20.0',
        lacks: [
            ...['capsule', 'bullet', 'tangentSpeed', 'impacts', 'crushed', 'mover'],
            ...['limit', 'motor', 'motorMaximum', 'spring', 'angularSpring', 'prismatic', 'weld',
                'wheel', 'particles'],
        ],
        createWorld(scene) {
            const engine = Engine.create({ enableSleeping: false });
            const g = Math.hypot(...scene.gravity);
            engine.gravity.x = g > 0 ? scene.gravity[0] / g : 0;
            engine.gravity.y = g > 0 ? scene.gravity[1] / g : 0;
            engine.gravity.scale = g * SCALE * 1e-6;
            const masks = layerMasks(scene);
            /** @type {{ spec: any, parts: any[], body: any, x: number, y: number }[]} */
            const bodies = [];
            /** @type {any[]} */
            const pins = [];
            let built = false;
            let enters = 0;
            if ([...masks.values()].some((m) => m.sensor)) {
                Events.on(engine, 'collisionStart', (/** @type {any} */ event) => {
                    for (const pair of event.pairs)
                        if (pair.bodyA.isSensor !== pair.bodyB.isSensor) ++enters;
                });
            }

            /** @param {number} body @param {any} spec @param {any} part */
            const add = (body, spec, part) => {
                const m = materialOf(spec);
                const layer = masks.get(m.layer);
                part.friction = m.friction;
                part.restitution = m.restitution;
                part.frictionAir = 0;
                part.isSensor = layer?.sensor ?? false;
                part.collisionFilter = { group: 0, category: layer?.bit ?? 1,
                    mask: layer?.mask ?? 1 };
                Body.setDensity(part, m.density / (SCALE * SCALE));
                bodies[body].parts.push(part);
            };
            /** Places vertices given in body space, in metres. @param {number[][]} points */
            const fromPoints = (points) => {
                const vertices = Vertices.create(
                    points.map(([x, y]) => ({ x: x * SCALE, y: y * SCALE })),
                    /** @type {any} */ (undefined),
                );
                return Body.create({ position: Vertices.centre(vertices), vertices });
            };
            // A Matter body is complete only once all its parts are there, so bodies are made before the first step.
            const finish = () => {
                built = true;
                for (const record of bodies) {
                    const { spec, parts } = record;
                    // A body without shapes, such as what pins hang on, would get a box of Matter's own.
                    if (parts.length === 0)
                        parts.push(
                            Body.create({ collisionFilter: { group: 0, category: 0, mask: 0 } }),
                        );
                    const body = parts.length === 1 ? parts[0] : Body.create({ parts });
                    if (parts.length > 1) {
                        body.friction = parts[0].friction;
                        body.restitution = parts[0].restitution;
                        body.frictionAir = 0;
                    }
                    // Matter keeps 1 - frictionAir of the velocity each 1/60 s.
                    body.frictionAir = (spec.linearDamping ?? 0) * DT;
                    record.body = body;
                    // Where the body's origin is, seen from Matter's position, which is the centre of mass.
                    record.x = -body.position.x;
                    record.y = -body.position.y;
                    if (spec.type !== 'dynamic') {
                        Body.setStatic(body, true);
                    } else if (spec.lockRotation) {
                        Body.setInertia(body, Infinity);
                    }
                    const angle = spec.angle ?? 0;
                    const c = Math.cos(angle);
                    const s = Math.sin(angle);
                    Body.setPosition(body, {
                        x: spec.x * SCALE - (c * record.x - s * record.y),
                        y: spec.y * SCALE - (s * record.x + c * record.y),
                    });
                    if (angle !== 0) Body.setAngle(body, angle);
                    if (spec.type === 'dynamic') {
                        // Matter's velocities are per 1/60 s.
                        Body.setVelocity(body, { x: (spec.vx ?? 0) * SCALE * DT,
                            y: (spec.vy ?? 0) * SCALE * DT });
                        Body.setAngularVelocity(body, (spec.omega ?? 0) * DT);
                    }
                }
                Composite.add(
                    engine.world,
                    bodies.map((record) => record.body),
                );
                for (const { bodyA, bodyB, x, y } of pins) {
                    const [a, b] = [bodyA, bodyB].map((i) => bodies[i].body);
                    const at = (/** @type {any} */ body) => ({
                        x: x * SCALE - body.position.x,
                        y: y * SCALE - body.position.y,
                    });
                    const options = { bodyA: a, bodyB: b, pointA: at(a), pointB: at(b), length: 0,
                        stiffness: 1 };
                    Composite.add(engine.world, Constraint.create(options));
                }
            };

            return {
                body(spec) {
                    return bodies.push({ spec, parts: [], body: null, x: 0, y: 0 }) - 1;
                },
                circle(body, spec) {
                    add(body, spec,
                        Bodies.circle((spec.x ?? 0) * SCALE, (spec.y ?? 0) * SCALE,
                            spec.radius * SCALE));
                },
                box(body, spec) {
                    add(body, spec, fromPoints(boxCorners(spec)));
                },
                capsule(body, spec) {
                    const { ax, ay, bx, by, radius } = spec;
                    const length = Math.hypot(bx - ax, by - ay) + 2 * radius;
                    const part = Bodies.rectangle(0, 0, length * SCALE, 2 * radius * SCALE, {
                        chamfer: { radius: radius * SCALE * 0.999 },
                    });
                    Body.setPosition(part, { x: ((ax + bx) / 2) * SCALE,
                        y: ((ay + by) / 2) * SCALE });
                    const { vertices } = part;
                    Vertices.rotate(vertices, Math.atan2(by - ay, bx - ax), part.position);
                    add(body, spec, Body.create({ position: Vertices.centre(vertices), vertices }));
                },
                polygon(body, spec) {
                    add(body, spec, fromPoints(spec.points));
                },
                loop(body, spec) {
                    for (const points of loopWalls(spec.points))
                        add(body, spec, fromPoints(points));
                },
                pin(spec) {
                    if (spec.limit || spec.spring || spec.motor)
                        throw new Error('no limits, springs and motors in joints');
                    pins.push(spec);
                },
                readPositions(first, count, out) {
                    if (!built) finish();
                    for (let i = 0; i < count; ++i) {
                        const { body, x, y } = bodies[first + i];
                        const c = Math.cos(body.angle);
                        const s = Math.sin(body.angle);
                        out[2 * i] = (body.position.x + c * x - s * y) / SCALE;
                        out[2 * i + 1] = (body.position.y + s * x + c * y) / SCALE;
                    }
                },
                applyForces(first, count, forces) {
                    // Matter's unit of force is kg px/ms².
                    for (let i = 0; i < count; ++i) {
                        const { body } = bodies[first + i];
                        body.force.x += forces[2 * i] * SCALE * 1e-6;
                        body.force.y += forces[2 * i + 1] * SCALE * 1e-6;
                    }
                },
                setVelocity(body, vx, vy) {
                    if (!built) finish();
                    const record = bodies[body];
                    if (record.spec.type === 'kinematic') record.spec = { ...record.spec, vx, vy };
                    else Body.setVelocity(record.body, { x: vx * SCALE * DT, y: vy * SCALE * DT });
                },
                step(dt) {
                    if (!built) finish();
                    enters = 0;
                    for (const record of bodies) {
                        if (record.spec.type !== 'kinematic') continue;
                        const { body, spec } = record;
                        const { vx = 0, vy = 0, omega = 0 } = spec;
                        // Each sets the velocity that others feel to its own motion alone.
                        if (vx !== 0 || vy !== 0 || omega === 0) {
                            Body.translate(body, { x: vx * SCALE * dt, y: vy * SCALE * dt }, true);
                        }
                        if (omega !== 0) {
                            const origin = { x: body.position.x + turnX(record),
                                y: body.position.y + turnY(record) };
                            Body.rotate(body, omega * dt, origin, true);
                        }
                    }
                    Engine.update(engine, dt * 1000);
                },
                readPoses(out) {
                    if (!built) finish();
                    for (let i = 0; i < bodies.length; ++i) {
                        const { body, x, y } = bodies[i];
                        const c = Math.cos(body.angle);
                        const s = Math.sin(body.angle);
                        out[4 * i] = (body.position.x + c * x - s * y) / SCALE;
                        out[4 * i + 1] = (body.position.y + s * x + c * y) / SCALE;
                        out[4 * i + 2] = c;
                        out[4 * i + 3] = s;
                    }
                },
                readVelocities(out) {
                    if (!built) finish();
                    for (let i = 0; i < bodies.length; ++i) {
                        const { body, spec } = bodies[i];
                        const moves = spec.type === 'dynamic';
                        const v = moves ? Body.getVelocity(body) : { x: 0, y: 0 };
                        out[3 * i] = v.x / (SCALE * DT);
                        out[3 * i + 1] = v.y / (SCALE * DT);
                        out[3 * i + 2] = moves
                            ? Body.getAngularVelocity(body) / DT
                            : (spec.omega ?? 0);
                    }
                },
                triggerEnters: () => enters,
                destroy() {
                    Composite.clear(engine.world, false, true);
                    Engine.clear(engine);
                },
            };
        },
    };
}

/** The body's origin seen from its centre of mass, turned with the body. @param {any} record */
function turnX({ body, x, y }) {
    return Math.cos(body.angle) * x - Math.sin(body.angle) * y;
}

/** @param {any} record */
function turnY({ body, x, y }) {
    return Math.sin(body.angle) * x + Math.cos(body.angle) * y;
}
