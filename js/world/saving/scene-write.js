// Writes a world as a scene: the options from which `fromScene` makes the same world, in a fixed order, without those
// that have their default. js/world/saving/scene-read.js makes a world of it again. For the entry js/scene.js.
import { FIELD_TYPES, describeField } from '../../options/fields.js';
import { RESPONSES } from '../../options/layers.js';
import { MOVER_NUMBERS } from '../../options/mover.js';
import { BODY_TYPES, COMBINE_RULES, POSE_MODES, WORLD_COUNTS } from '../../options/options.js';
import { SCENE_VERSION, jsonOf } from '../../options/scene.js';
import { sightNames } from '../../options/sight.js';
import { fresh } from '../../wire/core.js';
import { MAX_SPEED, MicaError } from '../../wire/errors.js';
import { BODY, BODY_NUMBERS, COLLIDER, FLAGS, MOVER, MOVER_STATE, WORLD,
    slotOf } from '../../wire/layout.js';
import { borrow, giveBack, heap, wasm } from '../../wire/wasm.js';
import { defaults } from '../objects/defaults.js';
import { coreOfWorld } from '../given-world.js';
import { copyNumbers } from '../objects/last-values.js';
import { colliderIds } from '../objects/objects.js';
import { inOrder, jointOptions } from './scene-joints.js';
import { angleOf, decimal, decimals, rounded } from './scene-numbers.js';
import { shapeOptions } from './scene-shapes.js';
import { FIELDS, readNumbers } from './snapshots.js';

/** @import { Scene } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { World } from '../world.js' */

/** @typedef {Record<string, any>} Options */

const METHOD = 'toScene';

/** Numbers of a body that no view has: where they lie, and where in the record of a new one. */
const NUMBERS = /** @type {const} */ ([
    // <schema body.scene.numbers>
    ['linearDamping', BODY_NUMBERS.LINEAR_DAMPING, BODY.LINEAR_DAMPING],
    ['angularDamping', BODY_NUMBERS.ANGULAR_DAMPING, BODY.ANGULAR_DAMPING],
    ['gravityScale', BODY_NUMBERS.GRAVITY_SCALE, BODY.GRAVITY_SCALE],
    ['maxSpeed', BODY_NUMBERS.MAX_SPEED, BODY.MAX_SPEED],
    // </schema>
]);

/** Options of a body that are true or false: the bit, and whether it is set by default. */
const SWITCHES = /** @type {const} */ ([
    ['lockX', FLAGS.LOCK_X, false],
    ['lockY', FLAGS.LOCK_Y, false],
    ['lockRotation', FLAGS.LOCK_ROTATION, false],
    // <schema body.scene.switches>
    ['canSleep', FLAGS.CAN_SLEEP, true],
    ['awake', FLAGS.AWAKE, true],
    ['enabled', FLAGS.ENABLED, true],
    ['bullet', FLAGS.BULLET, false],
    ['dropThrough', FLAGS.DROPS, false],
    // </schema>
]);

/** Numbers of a world. */
const SETTINGS = /** @type {const} */ ([
    // <schema world.scene.numbers>
    ['contactHertz', WORLD.CONTACT_HERTZ],
    ['contactDampingRatio', WORLD.CONTACT_DAMPING_RATIO],
    ['contactPushSpeed', WORLD.CONTACT_PUSH_SPEED],
    ['restitutionThreshold', WORLD.RESTITUTION_THRESHOLD],
    ['hitSpeed', WORLD.HIT_SPEED],
    ['sleepTime', WORLD.SLEEP_TIME],
    ['jointHertz', WORLD.JOINT_HERTZ],
    ['jointDampingRatio', WORLD.JOINT_DAMPING_RATIO],
    ['lengthUnit', WORLD.LENGTH_UNIT],
    ['loadImpulse', WORLD.LOAD_IMPULSE],
    // </schema>
]);

/** Its switches. @type {readonly (readonly [name: string, at: number, byDefault: boolean])[]} */
const SETTING_SWITCHES = [
    // <schema world.scene.switches>
    ['sleep', WORLD.SLEEP_ENABLED, true],
    ['yDown', WORLD.Y_DOWN, false],
    // </schema>
];

/** Numbers of a collider. */
const SURFACE = /** @type {const} */ ([
    // <schema collider.scene.numbers>
    ['group', COLLIDER.GROUP],
    ['density', COLLIDER.DENSITY],
    ['friction', COLLIDER.FRICTION],
    ['restitution', COLLIDER.RESTITUTION],
    ['rollingResistance', COLLIDER.ROLLING_RESISTANCE],
    ['tangentSpeed', COLLIDER.TANGENT_SPEED],
    // </schema>
]);

/** Its switches. @type {readonly (readonly [name: string, at: number, byDefault: boolean])[]} */
const SURFACE_SWITCHES = [
    // <schema collider.scene.switches>
    ['arcade', COLLIDER.ARCADE, false],
    ['enabled', COLLIDER.ENABLED, true],
    // </schema>
];

/** What it has one of some words of. */
const SURFACE_CHOICES = /** @type {const} */ ([
    // <schema collider.scene.choices>
    ['frictionCombine', COLLIDER.FRICTION_COMBINE, COMBINE_RULES],
    ['restitutionCombine', COLLIDER.RESTITUTION_COMBINE, COMBINE_RULES],
    // </schema>
]);

/** @param {Options} o @param {unknown} userData */
function giveUserData(o, userData) {
    const data = jsonOf(userData);
    if (data !== undefined) o.userData = data;
}

/**
 * What each layer names the others as, from its own side.
 * @param {Core} core
 * @returns {Options | undefined} undefined for those of a new world
 */
function layerOptions(core) {
    const { engine, layerNames } = core;
    const rows = layerNames.map((name, from) => {
        const row = layerNames.map((other, to) => {
            const response = engine.layerNamed(core, from, to);
            const usual = from === 0 && to === 0 ? 1 : 0; // the default layer is solid to itself
            return response === usual ? undefined : [other, RESPONSES[response]];
        });
        return [name, Object.fromEntries(row.filter((cell) => cell !== undefined))];
    });
    const [first, ...others] = rows;
    const kept = Object.keys(first[1]).length > 0 ? rows : others;
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/**
 * @param {Core} core
 * @param {number[]} numbers as FIELDS says
 * @returns {Options}
 */
function worldOptions(core, numbers) {
    const settings = numbers.slice(FIELDS.SETTINGS);
    const { world: usual } = defaults(core.lengthUnit);
    /** @type {Options} */
    const o = {};
    if (core.lengthUnit !== 1) o.lengthUnit = rounded(core.lengthUnit);
    const gravity = [settings[WORLD.GRAVITY_X], settings[WORLD.GRAVITY_Y]].map(rounded);
    const down = usual[WORLD.GRAVITY_Y] * (core.yDown ? -1 : 1);
    if (gravity[0] !== usual[WORLD.GRAVITY_X] || gravity[1] !== down)
        o.gravity = gravity;
    const layers = layerOptions(core);
    if (layers) o.layers = layers;
    for (const [key, at, byDefault] of SETTING_SWITCHES) {
        if ((settings[at] !== 0) !== byDefault) o[key] = !byDefault;
    }
    for (const [key, at] of SETTINGS) {
        if (Math.fround(settings[at]) !== usual[at]) o[key] = rounded(settings[at]);
    }
    for (const [key, [at]] of Object.entries(WORLD_COUNTS)) {
        if (settings[at] !== usual[at]) o[key] = settings[at];
    }
    const time =
        /** @type {const} */ ([['fixedStep', FIELDS.FIXED_STEP, 1 / 60], ['substeps',
            FIELDS.SUBSTEPS, 4], ['maxSteps', FIELDS.MAX_STEPS, 8], ['timeScale', FIELDS.TIME_SCALE,
            1]]);
    for (const [key, at, ours] of time) {
        if (numbers[at] !== ours) o[key] = numbers[at];
    }
    if (core.byImpacts) o.stepping = 'impacts';
    if (numbers[FIELDS.PAUSED] !== 0) o.paused = true;
    if (core.extrapolates) o.poseMode = POSE_MODES[1];
    return o;
}

/**
 * @param {Core} core
 * @param {number} id
 * @returns {Options | undefined}
 */
function fieldOptions(core, id) {
    /** @type {Options | null} */
    const field = core.engine.field(core, id, METHOD);
    if (!field) return undefined;
    /** @type {Options} */
    const usual = /** @type {any} */ (describeField(
        defaults(core.lengthUnit).fields[FIELD_TYPES.indexOf(field.type)],
        0,
    ));
    const { type, ...numbers } = field;
    /** @type {Options} */
    const o = { type };
    for (const [key, value] of Object.entries(numbers)) {
        if (JSON.stringify(value) === JSON.stringify(usual[key])) continue;
        o[key] = Array.isArray(value)
            ? decimals(value)
            : typeof value === 'number'
            ? decimal(value)
            : value;
    }
    // Of these a field must have one.
    if (type === 'gravity' && o.acceleration === undefined && o.strength === undefined)
        o.strength = 0;
    if (type === 'speed' && o.maxSpeed === undefined && o.drag === undefined
        && o.angularDrag === undefined) o.drag = 0;
    return o;
}

/**
 * @param {Core} core
 * @param {number} id
 * @returns {Options}
 */
function colliderOptions(core, id) {
    const collider = core.colliders[slotOf(id)];
    const o = shapeOptions(core, id, jsonOf);
    const field = fieldOptions(core, id);
    const record = copyNumbers(core.engine.colliderRecord(core, id, METHOD), core.recordAt,
        COLLIDER.FIELD);
    const { collider: usual } = defaults(core.lengthUnit);
    if (record[COLLIDER.LAYER] !== 0) o.layer = core.layerNames[record[COLLIDER.LAYER]];
    for (const [key, at] of SURFACE) {
        if (record[at] !== usual[at]) o[key] = decimal(record[at]);
    }
    for (const [key, at, words] of SURFACE_CHOICES) {
        if (record[at] !== usual[at]) o[key] = words[record[at]];
    }
    const trigger = record[COLLIDER.IS_TRIGGER] !== 0;
    if (trigger !== (field !== undefined)) o.trigger = trigger;
    if (field) o.field = field;
    if (record[COLLIDER.SEES] !== usual[COLLIDER.SEES]) o.sees = sightNames(record[COLLIDER.SEES]);
    const [x, y] = [record[COLLIDER.ONE_WAY_X], record[COLLIDER.ONE_WAY_Y]];
    if (x !== 0 || y !== 0) o.oneWay = decimals([x, y]);
    for (const [key, at, byDefault] of SURFACE_SWITCHES) {
        if ((record[at] !== 0) !== byDefault) o[key] = !byDefault;
    }
    giveUserData(o, collider?.userData);
    return o;
}

/**
 * @param {number} value a number that the page may have written into a view
 * @param {number} slot
 */
function speed(value, slot) {
    if (Math.abs(value) <= MAX_SPEED) return decimal(value);
    throw new MicaError('VIEW_NOT_FINITE',
        `${METHOD}: a velocity of the body in slot ${slot} is ${value}`);
}

/**
 * @param {number} value a number of a transform, likewise
 * @param {number} slot
 */
function checkPlace(value, slot) {
    if (Number.isFinite(value)) return;
    throw new MicaError('VIEW_READ_ONLY',
        `${METHOD}: a number of the transform of the body in slot ${slot} is ${value}`);
}

/**
 * Where a body is and how it moves.
 * @param {Core} core
 * @param {number} slot
 * @param {number} flags
 */
function motionOptions({ transforms, velocities }, slot, flags) {
    const at = 4 * slot;
    /** @type {Options} */
    const o = {};
    for (let i = 0; i < 4; ++i) checkPlace(transforms[at + i], slot);
    const position = decimals(transforms, at);
    if (position[0] !== 0 || position[1] !== 0) o.position = position;
    const moves = (flags & FLAGS.AWAKE) !== 0;
    const [vx, vy, spin] = [FLAGS.LOCK_X, FLAGS.LOCK_Y, FLAGS.LOCK_ROTATION].map((lock,
        i) => (moves && (flags & lock) === 0 ? speed(velocities[at + i], slot) : 0)
    );
    const angle = angleOf(transforms[at + 2], transforms[at + 3]);
    if (angle !== 0) o.angle = angle;
    if (vx !== 0 || vy !== 0) o.velocity = [vx, vy];
    if (spin !== 0) o.angularVelocity = spin;
    return o;
}

/**
 * What makes the mover of a body as it is.
 * @param {Core} core
 * @param {number} id of the body
 * @param {readonly number[]} velocity of the body, which a new mover wants
 * @returns {Options}
 */
function moverOptions(core, id, velocity) {
    /** @param {number} field */
    const setting = (field) => core.engine.moverSetting(core, id, field, METHOD);
    const wanted = [0, 1].map((i) =>
        decimal(core.engine.moverState(core, id, MOVER_STATE.VELOCITY + i, METHOD))
    );
    /** @type {Options} */
    const o = {};
    for (const [key, { field, standard, power }] of Object.entries(MOVER_NUMBERS)) {
        if (setting(field) !== Math.fround(standard * core.lengthUnit ** power))
            o[key] = decimal(setting(field));
    }
    const [x, y] = [setting(MOVER.UP_X), setting(MOVER.UP_Y)];
    if (x !== 0 || y !== 0) o.up = [decimal(x), decimal(y)];
    if (setting(MOVER.FLOATING) !== 0) o.floating = true;
    if (wanted[0] !== velocity[0] || wanted[1] !== velocity[1]) o.velocity = wanted;
    return o;
}

/**
 * @param {Core} core
 * @param {number} slot
 * @returns {Options}
 */
function bodyOptions(core, slot) {
    const id = wasm.calls.body_at(core.ptr, slot);
    const flags = core.settings[slot];
    const type = BODY_TYPES[flags & FLAGS.TYPE_MASK];
    /** @type {Options} */
    const o = type === 'dynamic' ? {} : { type };
    Object.assign(o, motionOptions(core, slot, flags));
    wasm.calls.body_numbers(core.ptr, id);
    const { f64, scratchF64: at } = heap();
    const { body: usual } = defaults(core.lengthUnit);
    for (const [key, from, field] of NUMBERS) {
        if (f64[at + from] !== usual[field]) o[key] = decimal(f64[at + from]);
    }
    for (const [key, bit, byDefault] of SWITCHES) {
        const on = (flags & bit) !== 0;
        if (on !== byDefault && !(key === 'awake' && type === 'static')) o[key] = on;
    }
    if ((flags & FLAGS.MASS_OVERRIDE) !== 0) {
        const [mass, inertia] = [f64[at + BODY_NUMBERS.MASS], f64[at + BODY_NUMBERS.INERTIA]].map(
            decimal,
        );
        o.mass = { mass, inertia, center: decimals(f64, at + BODY_NUMBERS.LOCAL_CENTER) };
    }
    const colliders = colliderIds(core, id).map((each) => colliderOptions(core, each));
    if (colliders.length > 0) o.colliders = colliders;
    if ((flags & FLAGS.MOVER) !== 0) o.mover = moverOptions(core, id, o.velocity ?? [0, 0]);
    giveUserData(o, core.bodies[slot]?.userData);
    return o;
}

/**
 * The pairs of bodies that ignore each other, by slot.
 * @param {Core} core
 * @returns {[a: number, b: number][]}
 */
function ignoredPairs({ ptr }) {
    const count = wasm.calls.ignored_pairs(ptr, 0, 0);
    const address = borrow(METHOD, 8 * count);
    wasm.calls.ignored_pairs(ptr, address, count);
    const words = Array.from(heap().i32.subarray(address >> 2, (address >> 2) + 2 * count), slotOf);
    giveBack(address);
    return Array.from({ length: count }, (_, i) => [words[2 * i], words[2 * i + 1]]);
}

/**
 * A world as JSON that a person can read and edit: the options that make it as it is, in a fixed order, without
 * default values, numbers as the shortest decimals that single precision reads back. User data is kept where it
 * is plain JSON. It has no contacts, impulses, ground of movers, full turns of joints or time, and of a body that has
 * turned the nearest angle in single precision; a snapshot has them all.
 * @param {World<any>} world
 * @returns {Scene}
 */
export function toScene(world) {
    const core = fresh(coreOfWorld(METHOD, world));
    /** @type {number[]} */
    const slots = [];
    for (let slot = 0; slot < core.slots; ++slot)
        if ((core.flags[slot] & FLAGS.ALIVE) !== 0) slots.push(slot);
    const indices = new Map(slots.map((slot, i) => [slot, i]));
    const joints = inOrder(core.joints.filter((joint) => joint !== undefined));
    const settings = worldOptions(core, readNumbers(core));
    const bodies = slots.map((slot) => bodyOptions(core, slot));
    const ignored = ignoredPairs(core);
    /** @param {number} slot */
    const bodyIndex = (slot) => /** @type {number} */ (indices.get(slot));
    const places = new Map(joints.map((joint, i) => [joint, i]));
    const written = joints.map((joint) => {
        const o = jointOptions(core, joint, ({ index }) => bodyIndex(index),
            (coupled) => /** @type {number} */ (places.get(coupled)));
        giveUserData(o, joint.userData);
        return o;
    });
    return /** @type {Scene} */ ({
        mica2d: SCENE_VERSION,
        ...(Object.keys(settings).length > 0 ? { world: settings } : {}),
        ...(bodies.length > 0 ? { bodies } : {}),
        ...(written.length > 0 ? { joints: written } : {}),
        ...(ignored.length > 0 ? { ignoredPairs: ignored.map((pair) => pair.map(bodyIndex)) } : {}),
        ...core.matter?.toScene(slots),
    });
}
