// A mass that is set stays through changes of a body's type: letter G of the issue "Stable". tests/js/stable-mass.test.mjs
// and score.mjs run these.
import { fromScene, toScene } from './module.mjs';

/** @import { Scene } from './scenes.mjs' */

/** @typedef {typeof import('../../../js/index.js').World} WorldClass */
/** @typedef {import('../../../js/index.js').World<any>} AnyWorld */
/** @typedef {import('../../../js/index.js').Body<any>} Body */

const box = /** @type {const} */ ({ shape: 'box', width: 1, height: 1 });
const set = { mass: 5, inertia: 2, center: /** @type {[number, number]} */ ([0.1, -0.2]) };

/**
 * What is done to a body until it is dynamic with a mass of 5 kg, which may replace the world.
 * @type {Record<string, (world: AnyWorld, World: WorldClass) => AnyWorld | void>}
 */
const ways = {
    'becomes kinematic and dynamic again': (world) => {
        const body = world.createBody({ collider: box });
        body.setMass(set);
        body.type = 'kinematic';
        world.step();
        body.type = 'dynamic';
    },
    'becomes static and dynamic again': (world) => {
        const body = world.createBody({ collider: box });
        body.setMass(set);
        body.type = 'static';
        world.step();
        body.type = 'dynamic';
    },
    'is set while it is kinematic': (world) => {
        const body = world.createBody({ type: 'kinematic', collider: box });
        body.setMass(set);
        world.step();
        body.type = 'dynamic';
    },
    'is set while it is static': (world) => {
        const body = world.createBody({ type: 'static', collider: box });
        body.setMass(set);
        body.type = 'dynamic';
    },
    'is set while it is kinematic, and saved': (world) => {
        const body = world.createBody({ type: 'kinematic', collider: box });
        body.setMass(set);
        world.restore(world.snapshot());
        body.type = 'dynamic';
    },
    'is set while it is kinematic, and written to a scene': (world, World) => {
        world.createBody({ type: 'kinematic', collider: box }).setMass(set);
        const read = fromScene(JSON.parse(JSON.stringify(toScene(world))));
        world.destroy();
        /** @type {Body} */ ([...read.bodies][0]).type = 'dynamic';
        return read;
    },
};

/** @type {readonly Scene[]} */
export const massScenes = Object.entries(ways).map(([name, change]) => ({
    letter: 'G',
    name: `a mass stays where the body ${name}`,
    rates: [{ hz: 60, substeps: 4 }],
    measure(World) {
        const made = new World({ gravity: [0, 0] });
        const world = change(made, World) ?? made;
        const [body] = [...world.bodies];
        const [x, y] = body.center;
        const checks = [
            { what: 'mass off, kg', value: Math.abs(body.mass - set.mass), limit: 1e-6 },
            { what: 'inertia off, kg m²', value: Math.abs(body.inertia - set.inertia),
                limit: 1e-6 },
            { what: 'centre off, m',
                value: Math.hypot(x - body.x - set.center[0], y - body.y - set.center[1]),
                limit: 1e-6 },
        ];
        body.applyImpulse(10, 0);
        checks.push({ what: 'speed off, m/s', value: Math.abs(body.velocityAt(x, y)[0] - 2),
            limit: 1e-5 });
        world.destroy();
        return checks;
    },
}));
