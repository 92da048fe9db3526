// The laboratory: builds a scene in an engine, steps it and reads it, as every question of the exam needs. Settings are
// the benchmark's: 60 steps a second unless the question is about others, four substeps where the engine has them, sleep
// off unless the question is when something sleeps, defaults otherwise.

/** @import { Builder, LayerTable } from '../../scenes/builder.js' */
/** @import { Engine, JointSpec, MoverSpec, ParticleCalls, TilesSpec } from '../engines/adapter.mjs' */

/**
 * @typedef {Builder & {
 *   tiles?: (body: number, spec: TilesSpec) => void,
 *   joint?: (spec: JointSpec) => void,
 *   mover?: (spec: MoverSpec) => number,
 *   particles?: ParticleCalls,
 * }} LabBuilder
 */

export const DT = 1 / 60;
export const SUBSTEPS = 4;
export const G = 10;

/** @typedef {ReturnType<typeof setUp>} Lab */

/**
 * @template [T=void]
 * @param {Engine} engine
 * @param {[number, number]} gravity
 * @param {(b: LabBuilder) => T} build
 * @param {{ impacts?: boolean, hz?: number, layers?: LayerTable, sleep?: boolean }} [options] impacts: step by impacts,
 *   where the engine has that; hz: steps a second; layers: which meet; sleep: what rests may sleep
 */
export function setUp(engine, gravity, build, options = {}) {
    const { impacts = false, hz = 1 / DT, layers, sleep } = options;
    const world = engine.createWorld({
        name: 'exam',
        about: 'one question of the exam',
        steps: 0,
        gravity,
        layers,
        sleep,
        bounds: [-1e9, -1e9, 1e9, 1e9],
        build() {},
    });
    let count = 0;
    const made = build({
        ...world,
        body(spec) {
            ++count;
            return world.body(spec);
        },
        mover: world.mover && ((spec) => {
            ++count;
            return /** @type {any} */ (world.mover)(spec);
        }),
    });
    const step = impacts ? world.stepImpacts : world.step;
    if (!step) throw new Error('this engine has no stepping by impacts');
    const poses = new Float32Array(4 * count);
    const velocities = new Float32Array(3 * count);
    let posesFresh = false;
    let velocitiesFresh = false;

    /** @param {number} body @param {number} field */
    const pose = (body, field) => {
        if (!posesFresh) world.readPoses(poses);
        posesFresh = true;
        return poses[4 * body + field];
    };
    /** @param {number} body @param {number} field */
    const velocity = (body, field) => {
        if (!velocitiesFresh) world.readVelocities(velocities);
        velocitiesFresh = true;
        return velocities[3 * body + field];
    };

    const lab = {
        /** What build returned. */
        made,
        x: (/** @type {number} */ body) => pose(body, 0),
        y: (/** @type {number} */ body) => pose(body, 1),
        cos: (/** @type {number} */ body) => pose(body, 2),
        sin: (/** @type {number} */ body) => pose(body, 3),
        vx: (/** @type {number} */ body) => velocity(body, 0),
        vy: (/** @type {number} */ body) => velocity(body, 1),
        omega: (/** @type {number} */ body) => velocity(body, 2),
        speed: (/** @type {number} */ body) => Math.hypot(velocity(body, 0), velocity(body, 1)),
        setVelocity: world.setVelocity,
        /** What a mover wants in the next step. @param {number} body @param {number} speed @param {number} jump */
        steer: (body, speed, jump) => world.steer?.(body, speed, jump),
        isGrounded: (/** @type {number} */ body) => world.isGrounded?.(body) ?? false,
        /** What an engine with particles can be asked of them. */
        particles: world.particles,
        snapshots: world.snapshots,
        hash: () => world.hash?.() ?? '',
        /** How many bodies the engine called crushed in the last step. */
        crushes: () => world.crushes?.() ?? 0,
        step() {
            step(1 / hz, SUBSTEPS);
            posesFresh = false;
            velocitiesFresh = false;
        },
        /**
         * @param {number} steps
         * @param {(step: number) => void} [watch] called after each step
         */
        run(steps, watch) {
            for (let i = 0; i < steps; ++i) {
                lab.step();
                watch?.(i);
            }
        },
        destroy() {
            world.destroy();
        },
    };
    return lab;
}

/** Steps that cover so many seconds. @param {number} seconds */
export function stepsFor(seconds) {
    return Math.ceil(seconds / DT - 1e-9);
}

/**
 * A static floor of one thick box, its top at y = 0.
 * @param {Builder} b
 * @param {number} width
 * @param {{ friction?: number, restitution?: number, tangentSpeed?: number }} [surface]
 */
export function buildSlab(b, width, surface = {}) {
    const floor = b.body({ type: 'static', x: 0, y: -1 });
    b.box(floor, { width, height: 2, ...surface });
    return floor;
}

/**
 * A map of full tiles of 1 m with its lower left corner at (x, y) of the body; boxes where the engine has no maps.
 * @param {LabBuilder} b
 * @param {number} body
 * @param {TilesSpec} spec
 */
export function buildTiles(b, body, spec) {
    if (b.tiles) {
        b.tiles(body, spec);
        return;
    }
    for (let row = 0; row < spec.rows; ++row) {
        for (let column = 0; column < spec.columns; ++column) {
            b.box(body, { x: spec.x + column + 0.5, y: spec.y + row + 0.5, width: 1, height: 1 });
        }
    }
}

/**
 * A grid of places, so that many trials share a world without meeting and without large coordinates.
 * @param {number} count
 * @param {number} apart metres
 * @returns {{ x: number, y: number }[]}
 */
export function places(count, apart) {
    const side = Math.ceil(Math.sqrt(count));
    return Array.from({ length: count }, (_, i) => ({
        x: ((i % side) - (side - 1) / 2) * apart,
        y: (Math.floor(i / side) - (side - 1) / 2) * apart,
    }));
}
