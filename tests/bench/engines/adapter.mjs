// What an engine's adapter has to offer, and what all adapters share. An adapter turns the calls of a scene
// (tests/scenes/builder.js) into those of its engine, in the way the engine's own documentation recommends, and reads
// the state back. Bodies are numbered in the order of creation.

/** @import { Builder, Material, MotorSpec, Scene, SpringSpec } from '../../scenes/builder.js' */
import { layerNames, layerResponse } from '../../scenes/builder.js';

/**
 * @typedef {object} EngineWorldPart
 * @property {(dt: number, substeps: number) => void} step
 * @property {(dt: number, substeps: number) => void} [stepImpacts] the stepping driven by impacts, if there is one
 * @property {(out: Float32Array) => void} readPoses x, y, cos, sin of every body
 * @property {(out: Float32Array) => void} readVelocities vx, vy, omega of every body
 * @property {() => number} triggerEnters trigger visits that began in the last step
 * @property {(body: number, spec: TilesSpec) => void} [tiles] a tile map of the engine's own, if it has them
 * @property {(spec: JointSpec) => void} [joint] a joint that is not a pin
 * @property {(spec: MoverSpec) => number} [mover] a character by the engine's own controller, if it has one, with a slope
 *   limit of 50 degrees and steps and snapping of 0.3 m: the number of its body
 * @property {(body: number, speed: number, jump: number) => void} [steer] what a mover wants in the next step: m/s along
 *   the ground and, if not 0, upwards
 * @property {(body: number) => boolean} [isGrounded] whether a mover stood on something after the last step
 * @property {() => number} [crushes] bodies that the engine reported crushed in the last step, if it reports that
 * @property {(rays: Float32Array, fractions: Float32Array) => number} [castRays] the closest hit of each ray (x, y, dx,
 *   dy), as the engine's API gives point and normal; leaves the fractions, 1 where nothing is hit, and returns the hits
 * @property {Snapshots} [snapshots] the whole world as bytes, and back: the world goes on from there
 * @property {ParticleCalls} [particles] water, sand and jelly beside the bodies, if the engine has them
 * @property {() => string} [hash] of the whole state, if the engine has that
 * @property {() => number} [bytes] what the engine itself says it holds
 * @property {() => void} destroy
 *
 * @typedef {object} Snapshots
 * @property {() => Uint8Array} save
 * @property {(bytes: Uint8Array) => void} restore
 * @property {(base: Uint8Array) => Uint8Array} [saveSince] what differs from another snapshot, if the engine has that
 * @property {(bytes: Uint8Array, base: Uint8Array) => void} [restoreSince]
 *
 * @typedef {object} ParticleCalls matters are numbered in the order of creation
 * @property {(spec: ParticleSpec) => number} create returns the matter's number
 * @property {(matter: number, spec: FillSpec) => number} fill returns the particles that were added
 * @property {(matter: number, spec: PourSpec) => () => void} pour downwards, until the function that it returns is called
 * @property {(matter: number) => ParticleView} read where the particles are after the last step
 *
 * @typedef {{ kind: 'liquid'|'sand'|'jelly', capacity: number, repose?: number, friction?: number }} ParticleSpec spaced by .1 m,
 *   of density 1; repose is the angle of heaps in radians
 * @typedef {{ x: number, y: number, width: number, height: number, vx?: number, vy?: number }} FillSpec a box by its middle
 * @typedef {{ x: number, y: number, width: number, rate: number }} PourSpec a mouth by its middle, and particles a second
 * @typedef {{ positions: Float32Array, velocities: Float32Array }} ParticleView x and y of each particle, until the next step
 *
 * @typedef {{ shape: 'capsule'|'box', x: number, y: number, maxPushForce?: number }} MoverSpec a character of 0.6 by 1.2 m,
 *   where its middle is, and newtons, 1,000 if not given
 *
 * @typedef {{ x: number, y: number, columns: number, rows: number }} TilesSpec full tiles of 1 m, and where in the body
 *   their lower left corner is
 *
 * @typedef {object} JointSpec a joint between two bodies that stand at an angle of zero and do not meet
 * @property {'distance'|'prismatic'|'weld'|'wheel'} type
 * @property {number} bodyA
 * @property {number} bodyB
 * @property {number} x of the anchor on body A, in the world, metres
 * @property {number} y
 * @property {number} [bx] of the anchor on body B; x and y if not given
 * @property {number} [by]
 * @property {[number, number]} [axis] a unit vector, needed by prismatic and wheel
 * @property {[number, number]} [limit] metres along the axis, or between the anchors: a rope's begins at 0
 * @property {SpringSpec} [spring] along the axis, or the line between the anchors; it rests as they stand
 * @property {MotorSpec} [motor] along a prismatic joint's axis, or of a wheel's turning
 *
 * @typedef {Builder & EngineWorldPart} EngineWorld
 *
 * @typedef {object} Engine
 * @property {string} version
 * @property {string[]} lacks what the exam must not ask: 'capsule' (something stands in), 'bullet' (no flag for fast
 *   bodies), 'tangentSpeed' (no conveyor belts), 'impacts' (no stepImpacts), 'crushed' (no crushes); of joints 'limit',
 *   'motor', 'motorMaximum' (its force cannot be bounded), 'spring' (none of a given frequency), 'angularSpring',
 *   'prismatic', 'weld', 'wheel'; 'mover' (no character controller), 'pushForce' (its push cannot be set); 'particles'
 * @property {(scene: Scene) => EngineWorld} createWorld sleep is off, unless the scene has it on
 * @property {() => Promise<void>} [warmUp] has the platform compile the engine ahead, if it offers that
 *
 * @typedef {object} Adapter
 * @property {string[]} files the files a page has to fetch, by module specifier or path, for the size figures
 * @property {(parts?: { particles?: boolean }) => Promise<Engine>} load with particles, if they are asked for and the engine has
 *   them: they may be in a build of their own
 */

/**
 * One bit per layer, and whom it meets, for engines that filter by category and mask.
 * @param {Scene} scene
 * @returns {Map<string, { bit: number, mask: number, sensor: boolean }>}
 *   sensor: shapes of this layer only ever trigger, so they are the engine's sensors
 */
export function layerMasks(scene) {
    const names = layerNames(scene.layers);
    const result = new Map();
    names.forEach((name, i) => {
        let mask = 0;
        let solid = false;
        let trigger = false;
        names.forEach((other, k) => {
            const response = layerResponse(scene.layers, name, other);
            if (response !== 'ignore') mask |= 1 << k;
            if (response === 'solid') solid = true;
            if (response === 'trigger') trigger = true;
        });
        result.set(name, { bit: 1 << i, mask, sensor: trigger && !solid });
    });
    return result;
}

/**
 * The corners of a box spec, counter-clockwise in body space, grown by its radius.
 * @param {{ x?: number, y?: number, angle?: number, width: number, height: number, radius?: number }} spec
 * @returns {number[][]}
 */
export function boxCorners(spec) {
    const { x = 0, y = 0, angle = 0, radius = 0 } = spec;
    const hx = spec.width / 2 + radius;
    const hy = spec.height / 2 + radius;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return [
        [-hx, -hy],
        [hx, -hy],
        [hx, hy],
        [-hx, hy],
    ].map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
}

/** @param {Material} m */
export function materialOf(m) {
    return {
        density: m.density ?? 1,
        friction: m.friction ?? 0.6,
        restitution: m.restitution ?? 0,
        layer: m.layer ?? 'default',
    };
}
