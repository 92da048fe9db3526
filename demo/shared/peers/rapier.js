// Rapier for peers.js, its SIMD package. Four solver iterations, its default, are what Box2D calls substeps.
import { GRAVITY, STEP, SUBSTEPS, localPoint, surfaceOf } from '../peers.js';

/** @returns {Promise<import('../peers.js').Engine>} */
export async function load() {
    const RAPIER = (await import('@dimforge/rapier2d-simd-compat')).default;
    await RAPIER.init();
    return { version: `rapier2d-simd ${RAPIER.version()}`,
        create: (scene) => create(RAPIER, scene) };
}

/** @param {any} RAPIER @param {import('../peers.js').SceneSpec} scene @returns {import('../peers.js').EngineWorld} */
function create(RAPIER, { bodies: specs, pins = [], substeps = SUBSTEPS }) {
    const { ColliderDesc, RigidBodyDesc } = RAPIER;
    const world = new RAPIER.World({ x: 0, y: GRAVITY });
    world.timestep = STEP;
    world.numSolverIterations = substeps;
    const types = { static: RigidBodyDesc.fixed, kinematic: RigidBodyDesc.kinematicVelocityBased,
        dynamic: RigidBodyDesc.dynamic };
    /** @type {any[]} */
    const bodies = [];

    /** @param {import('../peers.js').BodySpec} spec */
    const add = (spec) => {
        const { type, x, y, angle = 0, vx = 0, vy = 0, spin = 0, bullet = false, shapes } = spec;
        const body = world.createRigidBody(
            types[type]().setTranslation(x, y).setRotation(angle).setLinvel(vx, vy).setAngvel(spin)
                .setCanSleep(false).setCcdEnabled(bullet),
        );
        for (const shape of shapes) {
            const { x: left, y: up, angle: turned, density, friction, restitution, meets } =
                surfaceOf(shape);
            const collider = (shape.kind === 'circle'
                ? ColliderDesc.ball(shape.radius)
                : ColliderDesc.cuboid(shape.width / 2, shape.height / 2))
                .setTranslation(left, up).setRotation(turned).setDensity(density).setFriction(
                    friction,
                ).setRestitution(restitution)
                // Of two restitutions the larger counts, as in the others.
                .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
            if (!meets)
                collider.setCollisionGroups(0);
            world.createCollider(collider, body);
        }
        return bodies.push(body) - 1;
    };

    specs.forEach(add);
    for (const { a, b, x, y } of pins) {
        const [from, to] = [a, b].map((body) => localPoint(specs[body], x, y)).map((
            [left, up],
        ) => ({ x: left, y: up }));
        world.createImpulseJoint(RAPIER.JointData.revolute(from, to), bodies[a], bodies[b], true)
            .setContactsEnabled(false);
    }
    return {
        add,
        step: () => world.step(),
        readPoses(out) {
            bodies.forEach((body, i) => {
                const { x, y } = body.translation();
                const angle = body.rotation();
                out.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * i);
            });
        },
        setSpin: (body, speed) => bodies[body].setAngvel(speed, true),
        destroy: () => world.free(),
    };
}
