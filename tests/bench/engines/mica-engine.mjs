// mica2d through its public JS API, shared by its two builds. State is read and pushed through the typed-array views,
// as its documentation recommends for anything done to many bodies.

/** @import { Engine } from './adapter.mjs' */
import { readdirSync } from 'node:fs';
import { materialOf } from './adapter.mjs';
import { particlesOf } from './mica-particles.mjs';
import { rayCasts } from '../../../js/batches.js';

/**
 * What a page fetches: a build and the wrapper's modules, unbundled and with their comments.
 * @param {string} build
 */
export function micaFiles(build) {
    const modules = readdirSync(new URL('../../../js/', import.meta.url)).filter((name) =>
        name.endsWith('.js')
    );
    return [`../../../build/wasm/${build}.wasm`, ...modules.map((name) => `../../../js/${name}`)];
}

/**
 * @param {boolean} simd
 * @param {{ particles?: boolean }} [parts] with particles it is the build of mica2d/matter
 * @returns {Promise<Engine>}
 */
export async function micaEngine(simd, { particles = false } = {}) {
    /** @type {typeof import('../../../js/matter.js')} */
    const { init, version, warmUp, World } = await import(
        particles ? '../../../js/matter.js' : '../../../js/index.js'
    );
    await init({ simd });
    return {
        version: `mica2d ${version}${simd ? '' : ' scalar'}`,
        lacks: particles ? [] : ['particles'],
        warmUp: () => warmUp(),
        createWorld(scene) {
            const world = new World({ gravity: scene.gravity, sleep: scene.sleep ?? false,
                layers: scene.layers ?? {} });
            /** @type {any[]} */
            const bodies = [];
            /** By the numbers of their bodies. @type {Map<number, any>} */
            const movers = new Map();
            /** Slots of the bodies in order. A new world hands them out in sequence, but nothing here depends on it. @type {number[]} */
            const slots = [];
            /** @type {any} */
            let hits;

            /** @param {any} spec @returns {any} options, to which the shape is added */
            const surfaceOf = (spec) => {
                const options = /** @type {any} */ (materialOf(spec));
                options.tangentSpeed = spec.tangentSpeed ?? 0;
                return options;
            };

            return {
                body(spec) {
                    const body = world.createBody({
                        type: spec.type,
                        position: [spec.x, spec.y],
                        angle: spec.angle ?? 0,
                        velocity: [spec.vx ?? 0, spec.vy ?? 0],
                        angularVelocity: spec.omega ?? 0,
                        linearDamping: spec.linearDamping ?? 0,
                        lockRotation: spec.lockRotation ?? false,
                        bullet: spec.bullet ?? false,
                    });
                    slots.push(body.index);
                    return bodies.push(body) - 1;
                },
                circle(body, spec) {
                    const options = surfaceOf(spec);
                    options.shape = 'circle';
                    options.radius = spec.radius;
                    options.center = [spec.x ?? 0, spec.y ?? 0];
                    bodies[body].createCollider(options);
                },
                box(body, spec) {
                    const options = surfaceOf(spec);
                    options.shape = 'box';
                    options.width = spec.width;
                    options.height = spec.height;
                    options.center = [spec.x ?? 0, spec.y ?? 0];
                    options.angle = spec.angle ?? 0;
                    options.radius = spec.radius ?? 0;
                    bodies[body].createCollider(options);
                },
                capsule(body, spec) {
                    const options = surfaceOf(spec);
                    options.shape = 'capsule';
                    options.a = [spec.ax, spec.ay];
                    options.b = [spec.bx, spec.by];
                    options.radius = spec.radius;
                    bodies[body].createCollider(options);
                },
                polygon(body, spec) {
                    const options = surfaceOf(spec);
                    options.shape = 'polygon';
                    options.points = spec.points;
                    bodies[body].createCollider(options);
                },
                loop(body, spec) {
                    const options = surfaceOf(spec);
                    options.shape = 'chain';
                    options.points = spec.points;
                    options.loop = true;
                    bodies[body].createCollider(options);
                },
                tiles(body, { x, y, columns, rows }) {
                    const options = surfaceOf({});
                    options.shape = 'tiles';
                    options.cells = Array(rows).fill('#'.repeat(columns));
                    options.origin = [x, y];
                    bodies[body].createCollider(options);
                },
                pin({ bodyA, bodyB, x, y, limit, spring, motor }) {
                    world.createJoint({
                        type: 'revolute',
                        bodyA: bodies[bodyA],
                        bodyB: bodies[bodyB],
                        anchor: [x, y],
                        ...(limit && { limit }),
                        ...(spring && { spring }),
                        ...(motor && { motor: { speed: motor.speed, maxTorque: motor.maximum } }),
                    });
                },
                joint({ type, bodyA, bodyB, x, y, bx = x, by = y, axis, limit, spring, motor }) {
                    const [a, b] = [bodies[bodyA], bodies[bodyB]];
                    const most = type === 'wheel' ? 'maxTorque' : 'maxForce';
                    const options = {
                        type,
                        bodyA: a,
                        bodyB: b,
                        localAnchorA: [x - a.x, y - a.y],
                        localAnchorB: [bx - b.x, by - b.y],
                        ...(axis && { axis }),
                        ...(limit && { limit }),
                        ...(spring && { spring }),
                        ...(motor && { motor: { speed: motor.speed, [most]: motor.maximum } }),
                    };
                    world.createJoint(/** @type {any} */ (options));
                },
                mover({ shape, x, y, maxPushForce = 1000 }) {
                    const collider = shape === 'box'
                        ? { shape, width: 0.6, height: 1.2 }
                        : { shape, a: [0, -0.3], b: [0, 0.3], radius: 0.3 };
                    const mover = world.createMover({ position: [x, y], collider, maxPushForce });
                    slots.push(mover.body.index);
                    movers.set(bodies.length, mover);
                    return bodies.push(mover.body) - 1;
                },
                steer(body, speed, jump) {
                    const mover = movers.get(body);
                    mover.setVelocity(speed, jump || mover.vy);
                },
                isGrounded: (body) => movers.get(body).grounded,
                readPositions(first, count, out) {
                    const { transforms } = world;
                    for (let i = 0; i < count; ++i) {
                        const at = 4 * slots[first + i];
                        out[2 * i] = transforms[at];
                        out[2 * i + 1] = transforms[at + 1];
                    }
                },
                applyForces(first, count, pushes) {
                    const { forces } = world;
                    for (let i = 0; i < count; ++i) {
                        const at = 4 * slots[first + i];
                        forces[at] += pushes[2 * i];
                        forces[at + 1] += pushes[2 * i + 1];
                    }
                },
                setVelocity(body, vx, vy) {
                    bodies[body].setVelocity(vx, vy);
                },
                step(dt, substeps) {
                    world.step(dt, substeps);
                },
                stepImpacts(dt) {
                    world.stepImpacts(dt);
                },
                readPoses(out) {
                    const { transforms } = world;
                    for (let i = 0; i < slots.length; ++i) {
                        const at = 4 * slots[i];
                        out[4 * i] = transforms[at];
                        out[4 * i + 1] = transforms[at + 1];
                        out[4 * i + 2] = transforms[at + 2];
                        out[4 * i + 3] = transforms[at + 3];
                    }
                },
                readVelocities(out) {
                    const { velocities } = world;
                    for (let i = 0; i < slots.length; ++i) {
                        const at = 4 * slots[i];
                        out[3 * i] = velocities[at];
                        out[3 * i + 1] = velocities[at + 1];
                        out[3 * i + 2] = velocities[at + 2];
                    }
                },
                triggerEnters: () => world.events.triggerEnter.length,
                crushes: () => world.events.crushed.length,
                castRays(rays, fractions) {
                    hits = rayCasts(world, rays, { out: hits });
                    const { f32, stride } = hits;
                    for (let i = 0; i < fractions.length; ++i) fractions[i] = f32[stride * i + 2];
                    return hits.hits;
                },
                snapshots: saver(world),
                particles: particles ? particlesOf(world) : undefined,
                hash: () => world.hash(),
                bytes: () => world.bytes,
                destroy() {
                    world.destroy();
                },
            };
        },
    };
}

/**
 * Saves into one array over and over, as a game does that rolls back.
 * @param {any} world
 */
function saver(world) {
    let into = new Uint8Array(0);
    /** @param {{ since?: Uint8Array }} options @returns {Uint8Array} */
    const save = (options) => {
        try {
            return world.snapshot({ ...options, into });
        } catch {
            into = new Uint8Array(2 * world.snapshot().length);
            return world.snapshot({ ...options, into });
        }
    };
    return {
        save: () => save({}),
        /** @param {Uint8Array} bytes */
        restore: (bytes) => world.restore(bytes),
        /** @param {Uint8Array} since */
        saveSince: (since) => save({ since }),
        /** @param {Uint8Array} bytes @param {Uint8Array} since */
        restoreSince: (bytes, since) => world.restore(bytes, { since }),
    };
}
