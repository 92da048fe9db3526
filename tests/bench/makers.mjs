// How each engine makes and destroys worlds, bodies, joints and maps of tiles, for creation.mjs: called directly, as its
// documentation recommends for many equal things. What can be shared between bodies, such as a shape or a definition, is
// made once.

import { loadBox2dModule } from './engines/box2d.mjs';

const COLUMNS = 500;
const ROWS = 200;
/** Metres between two bodies. */
export const SPACING = 1.25;
const DT = 1 / 60;

/**
 * What is made in one engine. Bodies are boxes of 1 m that touch nothing.
 * @typedef {object} Maker
 * @property {() => any} makeWorld
 * @property {(world: any) => void} step
 * @property {(world: any) => void} destroyWorld
 * @property {(world: any, places: Place[]) => any[]} makeBodies one after the other
 * @property {(world: any, places: Float32Array) => void} [makeMany] all by one call, if the engine has it
 * @property {(world: any, body: any) => void} destroyBody
 * @property {(world: any, bodyA: any, bodyB: any, x: number) => void} makeJoint a revolute joint halfway between two bodies
 * @property {(world: any) => void} [makeTiles] a map of COLUMNS × ROWS full tiles, if the engine has maps
 *
 * @typedef {[x: number, y: number]} Place
 */

/** @param {boolean} simd @returns {Promise<Maker>} */
async function micaMaker(simd) {
    const { init, World, TILE } = await import('../../js/index.js');
    await init({ simd });
    const collider = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });
    const cells = new Uint8Array(COLUMNS * ROWS).fill(TILE.FULL);
    return {
        makeWorld: () => new World(),
        step: (world) => world.step(DT),
        destroyWorld: (world) => world.destroy(),
        makeBodies: (world, places) =>
            places.map((position) => world.createBody({ position, collider })),
        makeMany(world, positions) {
            world.createBodies(positions.length / 2, { positions, shape: collider });
        },
        destroyBody: (_, body) => body.destroy(),
        makeJoint(world, bodyA, bodyB, x) {
            world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [x, 0] });
        },
        makeTiles(world) {
            const map = { shape: 'tiles', columns: COLUMNS, cells };
            world.createBody({ type: 'static', collider: map });
        },
    };
}

/** @param {'deluxe' | 'compat'} flavour @returns {Promise<Maker>} */
async function box2dMaker(flavour) {
    const b2 = await loadBox2dModule(flavour);
    const half = SPACING / 2;
    /** Definitions and the box, made with the first body. @type {any} */
    let shared;
    const definitions = () => {
        const bodyDef = b2.b2DefaultBodyDef();
        bodyDef.type = b2.b2BodyType.b2_dynamicBody;
        const jointDef = b2.b2DefaultRevoluteJointDef();
        jointDef.base.localFrameA.p.Set(half, 0);
        jointDef.base.localFrameB.p.Set(-half, 0);
        return { bodyDef, jointDef, shapeDef: b2.b2DefaultShapeDef(), box: b2.b2MakeBox(0.5, 0.5) };
    };
    return {
        makeWorld() {
            const def = b2.b2DefaultWorldDef();
            def.workerCount = 0;
            const world = b2.b2CreateWorld(def);
            def.delete();
            return world;
        },
        step: (world) => b2.b2World_Step(world, DT, 4),
        destroyWorld: (world) => b2.b2DestroyWorld(world),
        makeBodies(world, places) {
            shared ??= definitions();
            const { bodyDef, shapeDef, box } = shared;
            return places.map(([x, y]) => {
                bodyDef.position.Set(x, y);
                const body = b2.b2CreateBody(world, bodyDef);
                b2.b2CreatePolygonShape(body, shapeDef, box);
                return body;
            });
        },
        destroyBody: (_, body) => b2.b2DestroyBody(body),
        makeJoint(world, bodyA, bodyB) {
            const { jointDef } = shared;
            jointDef.base.bodyIdA = bodyA;
            jointDef.base.bodyIdB = bodyB;
            b2.b2CreateRevoluteJoint(world, jointDef);
        },
    };
}

/** @returns {Promise<Maker>} */
async function rapierMaker() {
    const RAPIER = (await import('@dimforge/rapier2d-simd-compat')).default;
    await RAPIER.init();
    const half = SPACING / 2;
    const voxels = Int32Array.from({ length: 2 * COLUMNS * ROWS },
        (_, i) => (i % 2 ? Math.floor((i >> 1) / COLUMNS) : (i >> 1) % COLUMNS));
    return {
        makeWorld: () => new RAPIER.World({ x: 0, y: -10 }),
        step: (world) => world.step(),
        destroyWorld: (world) => world.free(),
        makeBodies(world, places) {
            const bodyDesc = RAPIER.RigidBodyDesc.dynamic();
            const box = RAPIER.ColliderDesc.cuboid(0.5, 0.5);
            return places.map(([x, y]) => {
                const body = world.createRigidBody(bodyDesc.setTranslation(x, y));
                world.createCollider(box, body);
                return body;
            });
        },
        destroyBody: (world, body) => world.removeRigidBody(body),
        makeJoint(world, bodyA, bodyB) {
            const data = RAPIER.JointData.revolute({ x: half, y: 0 }, { x: -half, y: 0 });
            world.createImpulseJoint(data, bodyA, bodyB, true);
        },
        makeTiles(world) {
            const body = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
            world.createCollider(RAPIER.ColliderDesc.voxels(voxels, { x: 1, y: 1 }), body);
        },
    };
}

/** @returns {Promise<Maker>} */
async function planckMaker() {
    const { Box, RevoluteJoint, Vec2, World } = await import('planck');
    return {
        makeWorld: () => new World({ gravity: new Vec2(0, -10) }),
        step: (world) => world.step(DT),
        // Nothing holds a world that the program has let go.
        destroyWorld() {},
        makeBodies(world, places) {
            const shape = new Box(0.5, 0.5);
            return places.map(([x, y]) => {
                const body = world.createBody({ type: 'dynamic', position: new Vec2(x, y) });
                body.createFixture({ shape, density: 1 });
                return body;
            });
        },
        destroyBody: (world, body) => world.destroyBody(body),
        makeJoint(world, bodyA, bodyB, x) {
            world.createJoint(new RevoluteJoint({}, bodyA, bodyB, new Vec2(x, 0)));
        },
    };
}

/** @returns {Promise<Maker>} */
async function matterMaker() {
    const { Bodies, Composite, Constraint, Engine } = (await import('matter-js')).default;
    const scale = 50;
    const half = scale * SPACING / 2;
    return {
        makeWorld: () => Engine.create(),
        step: (engine) => Engine.update(engine, 1000 * DT),
        destroyWorld: (engine) => Engine.clear(engine),
        makeBodies({ world }, places) {
            const bodies = places.map(([x, y]) =>
                Bodies.rectangle(scale * x, scale * y, scale, scale)
            );
            Composite.add(world, bodies);
            return bodies;
        },
        destroyBody: ({ world }, body) => Composite.remove(world, body),
        makeJoint({ world }, bodyA, bodyB) {
            const pointA = { x: half, y: 0 };
            const pointB = { x: -half, y: 0 };
            const options = { bodyA, bodyB, pointA, pointB, length: 0, stiffness: 1 };
            Composite.add(world, Constraint.create(options));
        },
    };
}

/** @type {Record<string, () => Promise<Maker>>} */
export const makers = {
    mica: () => micaMaker(true),
    'mica-scalar': () => micaMaker(false),
    'box2d-deluxe': () => box2dMaker('deluxe'),
    'box2d-compat': () => box2dMaker('compat'),
    rapier: rapierMaker,
    planck: planckMaker,
    matter: matterMaker,
};
