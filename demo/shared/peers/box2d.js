// Box2D v3 for peers.js, as box2d3-wasm packages it. Its SIMD build is taken; where the browser refuses that one's shared
// memory, the build without SIMD is, and the version says so. Neither starts a thread: no task system is given to it. What the
// bindings return is deleted after use, as they ask.
import { GRAVITY, STEP, SUBSTEPS, localPoint, surfaceOf } from '../peers.js';

/** @returns {Promise<import('../peers.js').Engine>} */
export async function load() {
    let [b2, build] = [null, 'SIMD'];
    try {
        b2 = await (await import('box2d3-wasm/deluxe')).default({ pthreadCount: 0 });
    } catch {
        b2 = await (await import('box2d3-wasm/compat')).default();
        build = 'no SIMD';
    }
    return { version: `box2d3-wasm 5.2.0, ${build}`, create: (scene) => create(b2, scene) };
}

/** @param {any} b2 @param {any} body @param {import('../peers.js').Box | import('../peers.js').Circle} shape */
function createShape(b2, body, shape) {
    const { x, y, angle, density, friction, restitution, meets } = surfaceOf(shape);
    const def = b2.b2DefaultShapeDef();
    def.density = density;
    def.material.friction = friction;
    def.material.restitution = restitution;
    if (!meets) def.filter.maskBits = 0;
    if (shape.kind === 'circle') {
        const circle = new b2.b2Circle();
        circle.center.Set(x, y);
        circle.radius = shape.radius;
        b2.b2CreateCircleShape(body, def, circle);
        circle.delete();
    } else {
        const center = new b2.b2Vec2(x, y);
        const rotation = b2.b2MakeRot(angle);
        const box = b2.b2MakeOffsetBox(shape.width / 2, shape.height / 2, center, rotation);
        b2.b2CreatePolygonShape(body, def, box);
        for (const object of [box, rotation, center]) object.delete();
    }
    def.delete();
}

/** @param {any} b2 @param {any} world @param {import('../peers.js').BodySpec} spec */
function createBody(b2, world,
    { type, x, y, angle = 0, vx = 0, vy = 0, spin = 0, bullet = false, shapes })
{
    const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = b2.b2BodyType;
    const def = b2.b2DefaultBodyDef();
    def.type =
        { static: b2_staticBody, kinematic: b2_kinematicBody, dynamic: b2_dynamicBody }[type];
    def.position.Set(x, y);
    def.rotation.SetAngle(angle);
    def.linearVelocity.Set(vx, vy);
    def.angularVelocity = spin;
    def.isBullet = bullet;
    const body = b2.b2CreateBody(world, def);
    def.delete();
    for (const shape of shapes) createShape(b2, body, shape);
    return body;
}

/** @param {any} b2 @param {import('../peers.js').SceneSpec} scene @returns {import('../peers.js').EngineWorld} */
function create(b2, { bodies: specs, pins = [], substeps = SUBSTEPS }) {
    const worldDef = b2.b2DefaultWorldDef();
    worldDef.gravity.Set(0, GRAVITY);
    worldDef.enableSleep = false;
    worldDef.workerCount = 0;
    const world = b2.b2CreateWorld(worldDef);
    worldDef.delete();
    const bodies = specs.map((spec) => createBody(b2, world, spec));
    for (const { a, b, x, y } of pins) {
        const def = b2.b2DefaultRevoluteJointDef();
        def.base.bodyIdA = bodies[a];
        def.base.bodyIdB = bodies[b];
        def.base.localFrameA.p.Set(...localPoint(specs[a], x, y));
        def.base.localFrameB.p.Set(...localPoint(specs[b], x, y));
        b2.b2CreateRevoluteJoint(world, def);
        def.delete();
    }
    return {
        add: (spec) => bodies.push(createBody(b2, world, spec)) - 1,
        step: () => b2.b2World_Step(world, STEP, substeps),
        readPoses(out) {
            bodies.forEach((body, i) => {
                const p = b2.b2Body_GetPosition(body);
                const q = b2.b2Body_GetRotation(body);
                out.set([p.x, p.y, q.c, q.s], 4 * i);
                p.delete();
                q.delete();
            });
        },
        setSpin: (body, speed) => b2.b2Body_SetAngularVelocity(bodies[body], speed),
        destroy: () => b2.b2DestroyWorld(world),
    };
}
