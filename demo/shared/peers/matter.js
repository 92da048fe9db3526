// Matter for peers.js, with its default iterations. It works in pixels, here 50 to a metre, the scale of its own examples. It
// has no kinematic bodies: a static one is turned before each step. Each shape of a static or kinematic body is a body of its
// own, since the one box that Matter keeps around a body of many parts would meet everything.
import { GRAVITY, STEP, surfaceOf } from '../peers.js';

const SCALE = 50; // pixels a metre

/** @returns {Promise<import('../peers.js').Engine>} */
export async function load() {
    const { default: Matter } = await import('matter-js');
    return { version: `matter-js ${Matter.version ?? '0.20.0'}`,
        create: (scene) => create(Matter, scene) };
}

/** @param {any} Matter @param {import('../peers.js').SceneSpec} scene @returns {import('../peers.js').EngineWorld} */
function create({ Bodies, Body, Composite, Engine }, { bodies: specs }) {
    const engine = Engine.create({ enableSleeping: false });
    Object.assign(engine.gravity, { x: 0, y: 1, scale: GRAVITY * SCALE * 1e-6 }); // pixels/ms², y up
    /** @type {{ spec: import('../peers.js').BodySpec, parts: any[], angle: number, spin: number }[]} */
    const made = [];

    /** @param {import('../peers.js').BodySpec} spec */
    const add = (spec) => {
        const { type, x, y, angle = 0, vx = 0, vy = 0, spin = 0, shapes } = spec;
        const parts = shapes.map((shape) => {
            const { x: left, y: up, angle: turned, density, friction, restitution, meets } =
                surfaceOf(shape);
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            const [px, py] = [SCALE * (x + c * left - s * up), SCALE * (y + s * left + c * up)];
            const options = { isStatic: type !== 'dynamic', friction, restitution, frictionAir: 0,
                density: density / (SCALE * SCALE),
                collisionFilter: { group: 0, category: 1, mask: meets ? 0xffffffff : 0 } };
            const part = shape.kind === 'circle'
                ? Bodies.circle(px, py, shape.radius * SCALE, options)
                : Bodies.rectangle(px, py, shape.width * SCALE, shape.height * SCALE, options);
            if (angle + turned !== 0) Body.setAngle(part, angle + turned);
            if (type === 'dynamic') {
                Body.setVelocity(part, { x: vx * SCALE * STEP, y: vy * SCALE * STEP });
                Body.setAngularVelocity(part, spin * STEP);
            }
            return part;
        });
        Composite.add(engine.world, parts);
        return made.push({ spec, parts, angle, spin }) - 1;
    };

    specs.forEach(add);
    return {
        add,
        step() {
            for (const body of made) {
                if (body.spec.type !== 'kinematic') continue;
                body.angle += body.spin * STEP;
                const origin = { x: body.spec.x * SCALE, y: body.spec.y * SCALE };
                for (const part of body.parts) Body.rotate(part, body.spin * STEP, origin, true);
            }
            Engine.update(engine, 1000 * STEP);
        },
        readPoses(out) {
            made.forEach(({ spec, parts, angle }, i) => {
                const [x, y, turned] = spec.type === 'dynamic'
                    ? [parts[0].position.x / SCALE, parts[0].position.y / SCALE, parts[0].angle]
                    : [spec.x, spec.y, angle];
                out.set([x, y, Math.cos(turned), Math.sin(turned)], 4 * i);
            });
        },
        setSpin: (body, speed) => {
            made[body].spin = speed;
        },
        destroy() {
            Composite.clear(engine.world, false);
            Engine.clear(engine);
        },
    };
}
