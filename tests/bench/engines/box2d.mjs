// Box2D v3 as box2d3-wasm packages it, shared by its two builds: deluxe (SIMD) and compat. Both run on one thread: no
// task system is given, so the world steps on the caller's. The bindings return objects that must be deleted; that is
// their documented use, and its cost is part of reading and pushing bodies through this package.

/** @import { Engine, JointSpec } from './adapter.mjs' */
import { layerMasks, materialOf } from './adapter.mjs';

/**
 * @param {any} b2 the module
 * @param {string} version
 * @returns {Engine}
 */
export function box2dEngine(b2, version) {
    return {
        version,
        lacks: ['impacts', 'crushed', 'mover', 'particles'],
        createWorld(scene) {
            const worldDef = b2.b2DefaultWorldDef();
            worldDef.gravity.Set(...scene.gravity);
            worldDef.enableSleep = false;
            worldDef.workerCount = 0;
            const world = b2.b2CreateWorld(worldDef);
            worldDef.delete();

            const masks = layerMasks(scene);
            const types = {
                static: b2.b2BodyType.b2_staticBody,
                kinematic: b2.b2BodyType.b2_kinematicBody,
                dynamic: b2.b2BodyType.b2_dynamicBody,
            };
            /** @type {any[]} */
            const ids = [];
            /** Where each body was made. @type {number[][]} */
            const places = [];
            const vector = new b2.b2Vec2(0, 0);
            const sensors = [...masks.values()].some((m) => m.sensor);

            /** @param {any} spec */
            const shapeDef = (spec) => {
                const m = materialOf(spec);
                const layer = masks.get(m.layer);
                const def = b2.b2DefaultShapeDef();
                def.density = m.density;
                def.material.friction = m.friction;
                def.material.restitution = m.restitution;
                def.material.tangentSpeed = spec.tangentSpeed ?? 0;
                def.filter.categoryBits = layer?.bit ?? 1;
                def.filter.maskBits = layer?.mask ?? 1;
                def.isSensor = layer?.sensor ?? false;
                def.enableSensorEvents = sensors;
                return def;
            };
            /** @param {number[][]} points */
            const polygonOf = (points) => {
                const vectors = points.map(([x, y]) => new b2.b2Vec2(x, y));
                const hull = b2.b2ComputeHull(vectors);
                const polygon = b2.b2MakePolygon(hull, 0);
                hull.delete();
                for (const v of vectors) v.delete();
                return polygon;
            };

            return {
                body(spec) {
                    const def = b2.b2DefaultBodyDef();
                    def.type = types[spec.type];
                    def.position.Set(spec.x, spec.y);
                    def.rotation.SetAngle(spec.angle ?? 0);
                    def.linearVelocity.Set(spec.vx ?? 0, spec.vy ?? 0);
                    def.angularVelocity = spec.omega ?? 0;
                    def.linearDamping = spec.linearDamping ?? 0;
                    def.motionLocks.angularZ = spec.lockRotation ?? false;
                    def.isBullet = spec.bullet ?? false;
                    ids.push(b2.b2CreateBody(world, def));
                    places.push([spec.x, spec.y]);
                    def.delete();
                    return ids.length - 1;
                },
                circle(body, spec) {
                    const def = shapeDef(spec);
                    const circle = new b2.b2Circle();
                    circle.center.Set(spec.x ?? 0, spec.y ?? 0);
                    circle.radius = spec.radius;
                    b2.b2CreateCircleShape(ids[body], def, circle);
                    circle.delete();
                    def.delete();
                },
                box(body, spec) {
                    const def = shapeDef(spec);
                    const center = new b2.b2Vec2(spec.x ?? 0, spec.y ?? 0);
                    const rotation = b2.b2MakeRot(spec.angle ?? 0);
                    const box = b2.b2MakeOffsetRoundedBox(
                        spec.width / 2,
                        spec.height / 2,
                        center,
                        rotation,
                        spec.radius ?? 0,
                    );
                    b2.b2CreatePolygonShape(ids[body], def, box);
                    for (const object of [box, center, rotation, def]) object.delete();
                },
                capsule(body, spec) {
                    const def = shapeDef(spec);
                    const capsule = new b2.b2Capsule();
                    capsule.center1.Set(spec.ax, spec.ay);
                    capsule.center2.Set(spec.bx, spec.by);
                    capsule.radius = spec.radius;
                    b2.b2CreateCapsuleShape(ids[body], def, capsule);
                    capsule.delete();
                    def.delete();
                },
                polygon(body, spec) {
                    const def = shapeDef(spec);
                    const polygon = polygonOf(spec.points);
                    b2.b2CreatePolygonShape(ids[body], def, polygon);
                    polygon.delete();
                    def.delete();
                },
                loop(body, spec) {
                    // Box2D's chains hold what is on their right.
                    const points = spec.points.map(([x, y]) => new b2.b2Vec2(x, y)).reverse();
                    const shape = shapeDef(spec);
                    const def = b2.b2DefaultChainDef();
                    def.SetPoints(points);
                    def.SetMaterials([shape.material]);
                    def.filter = shape.filter;
                    def.isLoop = true;
                    b2.b2CreateChain(ids[body], def);
                    for (const object of [def, shape, ...points]) object.delete();
                },
                pin({ bodyA, bodyB, x, y, limit, spring, motor }) {
                    const def = b2.b2DefaultRevoluteJointDef();
                    def.base.bodyIdA = ids[bodyA];
                    def.base.bodyIdB = ids[bodyB];
                    def.base.localFrameA.p.Set(x - places[bodyA][0], y - places[bodyA][1]);
                    def.base.localFrameB.p.Set(x - places[bodyB][0], y - places[bodyB][1]);
                    if (limit) {
                        def.enableLimit = true;
                        def.lowerAngle = limit[0];
                        def.upperAngle = limit[1];
                    }
                    if (spring) {
                        def.enableSpring = true;
                        def.hertz = spring.hertz;
                        def.dampingRatio = spring.dampingRatio;
                    }
                    if (motor) {
                        def.enableMotor = true;
                        def.motorSpeed = motor.speed;
                        def.maxMotorTorque = motor.maximum;
                    }
                    b2.b2CreateRevoluteJoint(world, def);
                    def.delete();
                },
                joint(spec) {
                    createJoint(b2, world, ids, places, spec);
                },
                readPositions(first, count, out) {
                    for (let i = 0; i < count; ++i) {
                        const p = b2.b2Body_GetPosition(ids[first + i]);
                        out[2 * i] = p.x;
                        out[2 * i + 1] = p.y;
                        p.delete();
                    }
                },
                applyForces(first, count, forces) {
                    for (let i = 0; i < count; ++i) {
                        vector.Set(forces[2 * i], forces[2 * i + 1]);
                        b2.b2Body_ApplyForceToCenter(ids[first + i], vector, true);
                    }
                },
                setVelocity(body, vx, vy) {
                    vector.Set(vx, vy);
                    b2.b2Body_SetLinearVelocity(ids[body], vector);
                },
                step(dt, substeps) {
                    b2.b2World_Step(world, dt, substeps);
                },
                readPoses(out) {
                    // Position and rotation apart are faster than GetTransform, whose parts are two more handles.
                    for (let i = 0; i < ids.length; ++i) {
                        const p = b2.b2Body_GetPosition(ids[i]);
                        const q = b2.b2Body_GetRotation(ids[i]);
                        out[4 * i] = p.x;
                        out[4 * i + 1] = p.y;
                        out[4 * i + 2] = q.c;
                        out[4 * i + 3] = q.s;
                        p.delete();
                        q.delete();
                    }
                },
                readVelocities(out) {
                    for (let i = 0; i < ids.length; ++i) {
                        const v = b2.b2Body_GetLinearVelocity(ids[i]);
                        out[3 * i] = v.x;
                        out[3 * i + 1] = v.y;
                        out[3 * i + 2] = b2.b2Body_GetAngularVelocity(ids[i]);
                        v.delete();
                    }
                },
                triggerEnters() {
                    const events = b2.b2World_GetSensorEvents(world);
                    const count = events.beginCount;
                    events.delete();
                    return count;
                },
                castRays(rays, fractions) {
                    const [from, way] = [new b2.b2Vec2(0, 0), new b2.b2Vec2(0, 0)];
                    const filter = b2.b2DefaultQueryFilter();
                    let hits = 0;
                    for (let i = 0; i < fractions.length; ++i) {
                        from.Set(rays[4 * i], rays[4 * i + 1]);
                        way.Set(rays[4 * i + 2], rays[4 * i + 3]);
                        const hit = b2.b2World_CastRayClosest(world, from, way, filter);
                        fractions[i] = hit.hit ? hit.fraction : 1;
                        if (hit.hit) ++hits;
                        hit.delete();
                    }
                    for (const object of [from, way, filter]) object.delete();
                    return hits;
                },
                bytes() {
                    const counters = b2.b2World_GetCounters(world);
                    const bytes = counters.byteCount;
                    counters.delete();
                    return bytes;
                },
                destroy() {
                    vector.delete();
                    b2.b2DestroyWorld(world);
                },
            };
        },
    };
}

/**
 * A joint that is not a pin.
 * @param {any} b2
 * @param {any} world
 * @param {any[]} ids
 * @param {number[][]} places
 * @param {JointSpec} spec
 */
function createJoint(b2, world, ids, places, spec) {
    const { type, bodyA, bodyB, x, y, bx = x, by = y, axis = [1, 0], limit, spring, motor } = spec;
    const name =
        { distance: 'Distance', prismatic: 'Prismatic', weld: 'Weld', wheel: 'Wheel' }[type];
    const def = b2[`b2Default${name}JointDef`]();
    def.base.bodyIdA = ids[bodyA];
    def.base.bodyIdB = ids[bodyB];
    def.base.localFrameA.p.Set(x - places[bodyA][0], y - places[bodyA][1]);
    def.base.localFrameB.p.Set(bx - places[bodyB][0], by - places[bodyB][1]);
    // The axis is the x axis of both frames.
    for (const frame of [def.base.localFrameA, def.base.localFrameB])
        frame.q.SetAngle(Math.atan2(axis[1], axis[0]));
    if (type === 'distance') def.length = Math.hypot(bx - x, by - y);
    if (spring) {
        def.enableSpring = true;
        def.hertz = spring.hertz;
        def.dampingRatio = spring.dampingRatio;
    } else if (type === 'wheel') {
        def.enableSpring = false;
    }
    if (limit) {
        def.enableLimit = true;
        if (type === 'distance') {
            [def.minLength, def.maxLength] = limit;
            // A spring without stiffness frees the length between its limits, as Box2D's manual has it.
            if (!spring) [def.enableSpring, def.hertz] = [true, 0];
        } else {
            [def.lowerTranslation, def.upperTranslation] = limit;
        }
    }
    if (motor) {
        def.enableMotor = true;
        def.motorSpeed = motor.speed;
        def[type === 'wheel' ? 'maxMotorTorque' : 'maxMotorForce'] = motor.maximum;
    }
    b2[`b2Create${name}Joint`](world, def);
    def.delete();
}

/**
 * The package exports only an entry that picks a build by itself; a benchmark needs to name one.
 * @param {'deluxe'|'compat'} flavour
 */
export async function loadBox2dModule(flavour) {
    const entry = import.meta.resolve('box2d3-wasm');
    const factory =
        (await import(new URL(`./${flavour}/Box2D.${flavour}.mjs`, entry).href)).default;
    return factory({ pthreadCount: 0 });
}
