// Mica for peers.js. The state of all bodies is read from the world's views.
import { World, init, version } from '../../../js/index.js';
import { GRAVITY, STEP, SUBSTEPS, surfaceOf } from '../peers.js';

/** For a page that has called `init`. @type {import('../peers.js').Engine} */
export const mica = { version: `mica2d ${version}`, create };

/** @returns {Promise<import('../peers.js').Engine>} */
export async function load() {
    await init();
    return mica;
}

/** @param {import('../peers.js').SceneSpec} scene @returns {import('../peers.js').EngineWorld} */
function create({ bodies: specs, pins = [], substeps = SUBSTEPS }) {
    const world = new World({ gravity: [0, GRAVITY], sleep: false, fixedStep: STEP, substeps,
        bodyCapacity: specs.length + 16, layers: { nothing: {} } });
    /** @type {any[]} */
    const bodies = [];

    /** @param {import('../peers.js').BodySpec} spec */
    const add = ({ type, x, y, angle = 0, vx = 0, vy = 0, spin = 0, bullet = false, shapes }) => {
        const colliders = shapes.map((shape) => {
            const { meets, x: left, y: up, angle: turned, ...surface } = surfaceOf(shape);
            const placed = { ...surface, center: [left, up], layer: meets ? 'default' : 'nothing' };
            return shape.kind === 'circle'
                ? { ...placed, shape: 'circle', radius: shape.radius }
                : { ...placed, shape: 'box', width: shape.width, height: shape.height,
                    angle: turned };
        });
        return bodies.push(
            world.createBody(
                /** @type {any} */ ({ type, position: [x, y], angle, velocity: [vx, vy],
                    angularVelocity: spin, bullet, colliders }),
            ),
        ) - 1;
    };

    specs.forEach(add);
    for (const { a, b, x, y } of pins)
        world.createJoint({ type: 'revolute', bodyA: bodies[a], bodyB: bodies[b], anchor: [x, y] });
    return {
        mica: world,
        add,
        step: () => world.step(),
        readPoses(out) {
            const { transforms } = world;
            bodies.forEach(({ index }, i) =>
                out.set(transforms.subarray(4 * index, 4 * index + 4), 4 * i)
            );
        },
        setSpin: (body, speed) => {
            bodies[body].angularVelocity = speed;
        },
        destroy: () => world.destroy(),
    };
}
