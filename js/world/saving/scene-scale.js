// A scene in another unit of length: every number with a length in it times the power of the unit that it has. Behind
// the entry js/scene.js.
import { floatsOf, packNumbers, unpackNumbers } from '../../options/packed-numbers.js';
import { readScene } from '../../options/scene.js';
import { inRange } from '../../wire/errors.js';
import { rounded } from './scene-numbers.js';

/** @import { Scene } from '../../options/types.js' */

/**
 * The power of a length in each option, 0 where it is left out: one for all numbers in it, or one for each that it has.
 * @typedef {{ [option: string]: number | Powers }} Powers
 */

/** @type {Powers} */
const FIELD = { flow: 1, acceleration: 1, turbulence: 1, gustSize: 1, density: -2, surface: 1,
    strength: 1, distance: 1, maxSpeed: 1 };

/** @type {Powers} */
const COLLIDER = { radius: 1, width: 1, height: 1, halfWidth: 1, halfHeight: 1, length: 1, a: 1,
    b: 1, center: 1, points: 1, holes: 1, cellWidth: 1, cellHeight: 1, cellSize: 1, origin: 1,
    density: -2, tangentSpeed: 1, minimumPiece: 2, field: FIELD };

/** Of a kind of tile and a material of a terrain. @type {Powers} */
const KIND = { tangentSpeed: 1, density: -2 };

/** @type {Powers} */
const BODY = { position: 1, velocity: 1, maxSpeed: 1, mass: { inertia: 2, center: 1 },
    mover: { velocity: 1, stepHeight: 1, snapDistance: 1, maxPushForce: 1, maxFallSpeed: 1,
        cornerCorrection: 1 }, collider: COLLIDER, colliders: COLLIDER };

/** @type {Powers} */
const FORCES = { maxForce: 1, minForce: 1, maxTorque: 2, minTorque: 2 };
/** @type {Powers} */
const JOINT = { anchor: 1, localAnchorA: 1, localAnchorB: 1, groundAnchorA: 1, groundAnchorB: 1,
    length: 1, linearVelocity: 1, ...FORCES, breakForce: 1, breakTorque: 2 };

/** The joints whose limit, motor and spring are of a length, and whose are of an angle. */
const SLIDES = { limit: 1, motor: { speed: 1, ...FORCES }, spring: { target: 1, ...FORCES } };
const TURNS = { motor: FORCES, spring: FORCES };
/** @type {Readonly<Record<string, Powers>>} */
const JOINTS = { revolute: TURNS, ratchet: TURNS, prismatic: SLIDES, distance: SLIDES,
    pulley: SLIDES, wheel: { ...SLIDES, motor: FORCES }, target: { target: 1 } };

/** @type {Powers} */
const WORLD = { gravity: 1, contactPushSpeed: 1, restitutionThreshold: 1, hitSpeed: 1,
    loadImpulse: 1 };

/**
 * @param {unknown} value
 * @param {number | Powers} power
 * @param {number} factor
 * @returns {any}
 */
function scaled(value, power, factor) {
    if (Array.isArray(value)) return value.map((each) => scaled(each, power, factor));
    if (typeof value === 'number' && typeof power === 'number')
        return rounded(value * factor ** power);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, each]) => {
            const own = typeof power === 'number' ? power : power[key] ?? 0;
            return [key, own === 0 ? each : scaled(each, own, factor)];
        }),
    );
}

/** @param {any} collider @param {number} factor */
function scaledCollider(collider, factor) {
    const made = scaled(collider, COLLIDER, factor);
    // The drag of a wind is a force by width and speed; that of water a rate.
    if (made.field?.type === 'wind' && made.field.drag !== undefined)
        made.field.drag /= factor;
    for (const kinds of ['map', 'materials']) {
        if (made[kinds] === undefined) continue;
        made[kinds] = Object.fromEntries(
            Object.entries(made[kinds]).map(([key, kind]) => [key, scaled(kind, KIND, factor)]),
        );
    }
    return made;
}

/** @param {any} body @param {number} factor */
function scaledBody(body, factor) {
    const { collider, colliders, ...rest } = body;
    const made = scaled(rest, BODY, factor);
    if (collider !== undefined) made.collider = scaledCollider(collider, factor);
    if (colliders !== undefined)
        made.colliders = colliders.map((/** @type {unknown} */ each) =>
            scaledCollider(each, factor)
        );
    return made;
}

/** @type {Powers} */
const MATTER = { spacing: 1, density: -2 };
/** @type {Powers} */
const EMITTER = { position: 1, width: 1, speed: 1 };

/** @param {string} method @param {any} matter @param {number} factor */
function scaledMatter(method, matter, factor) {
    const made = scaled(matter, MATTER, factor);
    for (const name of ['positions', 'velocities']) {
        if (matter[name] === undefined) continue;
        const list = floatsOf(unpackNumbers(method, name, matter[name]));
        made[name] = packNumbers(list.map((each) => each * factor));
    }
    return made;
}

/** The power of what a joint that a gear couples counts: a length or an angle. @param {any} joint */
const countedPower = (joint) => (joint?.type === 'prismatic' ? 1 : 0);

/** @param {any} joint @param {readonly any[]} joints of the scene @param {number} factor */
function scaledJoint(joint, joints, factor) {
    const made = scaled(joint, { ...JOINT, ...JOINTS[joint.type] }, factor);
    if (joint.type === 'gear') {
        const [a, b] = [joint.jointA, joint.jointB].map((place) => countedPower(joints[place]));
        made.ratio = (joint.ratio ?? 1) * factor ** (a - b);
        if (joint.sum !== undefined) made.sum = joint.sum * factor ** a;
    }
    return made;
}

/**
 * The same scene in another unit of length, as a new one: a level in metres for a game in pixels. Where
 * the factor between the units is a power of two, it moves in the same bits.
 * @param {Scene} scene
 * @param {number} lengthUnit how many of the new units make a metre, 0.01 to 1000
 * @returns {Scene}
 * @throws {MicaError} BAD_SCENE if it is none
 */
export function scaleScene(scene, lengthUnit) {
    const method = 'scaleScene';
    const unit = inRange(method, 'lengthUnit', lengthUnit, 0.01, 1000);
    const { parts: { bodies, joints, ignoredPairs, matters, emitters, gauges },
        given: { clock, ...world } } = readScene(
            method,
            scene,
            {},
        );
    const factor = unit / (world.lengthUnit ?? 1);
    return { mica2d: scene.mica2d, world: { ...scaled(world, WORLD, factor), lengthUnit: unit },
        bodies: bodies.map((body) => scaledBody(body, factor)),
        joints: joints.map((joint) => scaledJoint(joint, joints, factor)), ignoredPairs,
        ...(matters.length > 0
            ? { matters: matters.map((matter) => scaledMatter(method, matter, factor)) }
            : {}), ...(emitters.length > 0
            ? { emitters: emitters.map((emitter) => scaled(emitter, EMITTER, factor)) }
            : {}), ...(gauges.length > 0 ? { gauges } : {}),
        ...(scene.report ? { report: scene.report } : {}) };
}
