// Planck for peers.js: Box2D v2 in JavaScript, with its default iterations, 8 and 3.
import { GRAVITY, STEP, surfaceOf } from '../peers.js';

/** @returns {Promise<import('../peers.js').Engine>} */
export async function load() {
    const planck = await import('planck');
    return { version: 'planck 1.5.0', create: (scene) => create(planck, scene) };
}

/** @param {any} planck @param {import('../peers.js').SceneSpec} scene @returns {import('../peers.js').EngineWorld} */
function create({ Box, Circle, Vec2, World }, { bodies: specs }) {
    const world = new World({ gravity: new Vec2(0, GRAVITY), allowSleep: false });
    /** @type {any[]} */
    const bodies = [];

    /** @param {import('../peers.js').BodySpec} spec */
    const add = ({ type, x, y, angle = 0, vx = 0, vy = 0, spin = 0, bullet = false, shapes }) => {
        const body = world.createBody({ type, position: new Vec2(x, y), angle,
            linearVelocity: new Vec2(vx, vy), angularVelocity: spin, bullet });
        for (const shape of shapes) {
            const { x: left, y: up, angle: turned, density, friction, restitution, meets } =
                surfaceOf(shape);
            const center = new Vec2(left, up);
            body.createFixture({ density, friction, restitution, filterMaskBits: meets ? 0xffff : 0,
                shape: shape.kind === 'circle'
                    ? new Circle(center, shape.radius)
                    : new Box(shape.width / 2, shape.height / 2, center, turned) });
        }
        return bodies.push(body) - 1;
    };

    specs.forEach(add);
    return {
        add,
        step: () => world.step(STEP),
        readPoses(out) {
            bodies.forEach((body, i) => {
                const { p, q } = body.getTransform();
                out.set([p.x, p.y, q.c, q.s], 4 * i);
            });
        },
        setSpin: (body, speed) => bodies[body].setAngularVelocity(speed),
        destroy() {},
    };
}
