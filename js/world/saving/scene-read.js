// A world made of a scene, or nothing. Every part goes the way of the options that it consists of, so that
// what createBody or createJoint refuses is refused here, with the part named. For the entry js/scene.js.
import { parseSceneMover } from '../../options/mover.js';
import { parseMass } from '../../options/options.js';
import { readScene, refuseScene, withPart } from '../../options/scene.js';
import { fresh } from '../../wire/core.js';
import { boolean, integer, outOfRange, show, vector } from '../../wire/errors.js';
import { worldCore } from '../../wire/handle.js';
import { idOf } from '../../wire/object.js';
import { FLAGS } from '../../wire/layout.js';
import { IGNORE_PAIR, SET_ANGULAR_VELOCITY, SET_AWAKE, SET_DROP_THROUGH, SET_MASS,
    SET_MOVER_VELOCITY, SET_TRIGGER, SET_VELOCITY } from '../../wire/operations.js';
import { joinBodies, makeOneBody } from '../objects/making.js';
import { worldClass } from '../world-class.js';

/** @import { SceneParts } from '../../options/scene.js' */
/** @import { WorldOptions } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { Joint } from '../objects/joint.js' */
/** @import { World } from '../world.js' */

const METHOD = 'fromScene';
/** As messages about options begin, which withPart makes its own of. */
const CREATE = 'World.createBody';

/**
 * @param {Core} core
 * @param {any} given
 */
function makeSceneBody(core, given) {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
        return makeOneBody(core, given);
    const { mass, dropThrough, mover, ...options } = given;
    if (mover !== undefined && options.type !== 'kinematic')
        outOfRange(CREATE, 'type', '"kinematic" for a body with a mover', options.type);
    const body = makeOneBody(core, options);
    const id = idOf(body);
    if (mass !== undefined)
        core.engine.perform(core, SET_MASS, CREATE, id, ...parseMass(CREATE, mass));
    if (dropThrough !== undefined)
        core.engine.perform(core, SET_DROP_THROUGH, CREATE, id,
            boolean(CREATE, 'dropThrough', dropThrough));
    if (mover !== undefined)
        makeSceneMover(core, body, parseSceneMover(CREATE, mover, core.lengthUnit));
    return body;
}

/**
 * @param {Core} core
 * @param {Body<any>} body
 * @param {ReturnType<typeof parseSceneMover>} mover
 */
function makeSceneMover(core, body, { values, velocity }) {
    const [collider] = body.colliders;
    // A collider cannot become a mover's as a trigger, but a trigger afterwards.
    const trigger = collider?.trigger;
    if (trigger) core.engine.perform(core, SET_TRIGGER, CREATE, idOf(collider), false);
    core.engine.createMover(core, idOf(body), values);
    if (trigger) core.engine.perform(core, SET_TRIGGER, CREATE, idOf(collider), true);
    if (velocity)
        core.engine.perform(core, SET_MOVER_VELOCITY, CREATE, idOf(body), velocity[0], velocity[1]);
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {string} name of the option
 * @param {unknown} index
 */
function named(list, name, index) {
    return list[integer(CREATE, name, index, 0, list.length - 1)];
}

/**
 * @param {Core} core
 * @param {any} given
 * @param {readonly Body<any>[]} bodies
 * @param {readonly Joint<any>[]} joints those before it
 */
function makeSceneJoint(core, given, bodies, joints) {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
        return joinBodies(core, given);
    const options = { ...given };
    for (const name of ['bodyA', 'bodyB'])
        if (name in options) options[name] = named(bodies, name, options[name]);
    for (const name of ['jointA', 'jointB'])
        if (name in options) options[name] = named(joints, name, options[name]);
    return joinBodies(core, options);
}

/**
 * Has a body move and sleep as the scene says: masses, colliders and joints made since may have changed that.
 * A velocity is that of the centre of mass.
 * @param {Core} core
 * @param {Body<any>} body
 * @param {{ velocity?: unknown, angularVelocity?: number, awake?: boolean }} options
 */
function setMotion(core, body, { velocity = [0, 0], angularVelocity = 0, awake = true }) {
    const { flags, velocities } = fresh(core);
    const at = 4 * body.index;
    if ((flags[body.index] & FLAGS.AWAKE) === 0) return;
    const id = idOf(body);
    if (!awake) {
        core.engine.perform(core, SET_AWAKE, CREATE, id, false);
        return;
    }
    const [x, y] = vector(CREATE, 'velocity', velocity);
    if (velocities[at] !== Math.fround(x) || velocities[at + 1] !== Math.fround(y))
        core.engine.perform(core, SET_VELOCITY, CREATE, id, x, y);
    if (velocities[at + 2] !== Math.fround(angularVelocity))
        core.engine.perform(core, SET_ANGULAR_VELOCITY, CREATE, id, angularVelocity);
}

/**
 * @param {Core} core
 * @param {any} pair
 * @param {string} path
 * @param {readonly Body<any>[]} bodies
 */
function ignorePair(core, pair, path, bodies) {
    if (!Array.isArray(pair) || pair.length !== 2 || pair[0] === pair[1])
        return refuseScene(METHOD, `${path} must be two numbers of bodies, got ${show(pair)}`);
    const [a, b] = pair.map((index, i) => {
        if (Number.isInteger(index) && index >= 0 && index < bodies.length)
            return idOf(bodies[index]);
        return refuseScene(METHOD,
            `${path}[${i}] must be an integer from 0 to ${bodies.length - 1}, got ${show(index)}`);
    });
    return core.engine.perform(core, IGNORE_PAIR, CREATE, 0, a, b, true);
}

/**
 * Makes in a new world what a scene has, or throws, having made a part of it.
 * @param {Core} core
 * @param {SceneParts} parts
 */
function fillWorld(core, { bodies, joints, ignoredPairs, ...matter }) {
    const made = bodies.map((given, i) =>
        withPart(METHOD, `bodies[${i}]`, () => makeSceneBody(core, given))
    );
    /** @type {Joint<any>[]} */
    const joined = [];
    joints.forEach((given, i) =>
        joined.push(
            withPart(METHOD, `joints[${i}]`, () => makeSceneJoint(core, given, made, joined)),
        )
    );
    ignoredPairs.forEach((pair, i) => ignorePair(core, pair, `ignoredPairs[${i}]`, made));
    made.forEach((body, i) =>
        withPart(METHOD, `bodies[${i}]`, () => setMotion(core, body, bodies[i]))
    );
    if (core.matter)
        core.matter.fromScene(matter, made, (path, make) => withPart(METHOD, path, make));
    else if (Object.values(matter).some((list) => list.length > 0))
        refuseScene(METHOD, "the scene has matter; import init from 'mica2d/matter'");
}

/**
 * A new world made of a scene, whose `bodies[i]` becomes `world.bodyAt(i)`; or throws and makes nothing.
 * @template {string} [L=any] the names of its layers, which no type of a file says: `fromScene<'player' | 'wall'>(…)`
 * @param {object} scene as `toScene` gives it and mica2d/scene.schema.json describes it
 * @param {WorldOptions<any>} [options] of the world, in the place of the scene's
 * @returns {World<L>}
 * @throws {MicaError} BAD_SCENE, which names what is wrong as in `bodies[3].colliders[0].friction`; NO_MEMORY
 */
export function fromScene(scene, options = {}) {
    const { parts, given, clock } = readScene(METHOD, scene, options);
    /** @type {World<L>} */
    const world = withPart(METHOD, 'world', () => new worldClass.World(/** @type {any} */ (given)));
    try {
        if (clock !== undefined) world.clock = clock;
        fillWorld(worldCore(world), parts);
    } catch (error) {
        world.destroy();
        throw error;
    }
    return world;
}
