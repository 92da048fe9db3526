// What may be said of a joint, checked and read into numbers. Knows no engine, so that the page's
// side of a world in a worker can check it too. Called by js/world/joint-options.js,
// js/world/joint.js and js/remote/joints.js.
import {
    MAX_COORDINATE,
    MicaError,
    SPIN,
    STIFFNESS,
    TURN,
    boolean,
    inRange,
    isList,
    notNegative,
    oneOf,
    options,
    readOptions,
    vector,
    wrongType,
} from '../wire/errors.js';
import { JOINT } from '../wire/layout.js';

/** In the order of MicaJointType, from 1 on. */
const TYPES = /** @type {const} */ (['revolute']);

const JOINT_KEYS = new Set([
    'type',
    'bodyA',
    'bodyB',
    'anchor',
    'localAnchorA',
    'localAnchorB',
    'referenceAngle',
    'limit',
    'motor',
    'spring',
    'breakForce',
    'breakTorque',
    'collideConnected',
    'userData',
]);

const LIMIT_KEYS = new Set(['lower', 'upper']);
const MOTOR_KEYS = new Set(['speed', 'maxTorque']);
const SPRING_KEYS = new Set(['hertz', 'dampingRatio', 'target']);

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
function turn(method, name, value) {
    return inRange(method, name, value, ...TURN);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value `[lower, upper]` or an object of the two
 * @returns {[lower: number, upper: number]}
 */
export function parseLimit(method, name, value) {
    const list = isList(value);
    if (list && value.length !== 2)
        wrongType(method, name, '[lower, upper] or { lower, upper }', value);
    const o = list ? undefined : options(method, name, value, LIMIT_KEYS);
    const lower = turn(method, list ? `${name}[0]` : `${name}.lower`, list ? value[0] : o?.lower);
    const upper = turn(method, list ? `${name}[1]` : `${name}.upper`, list ? value[1] : o?.upper);
    if (lower > upper)
        throw new RangeError(`${method}: ${name} must not be empty, got ${lower} to ${upper}`);
    return [lower, upper];
}

/**
 * @param {string} method
 * @param {string} prefix before the names
 * @param {unknown} speed
 * @param {unknown} maxTorque
 */
export function checkMotor(method, prefix, speed, maxTorque) {
    inRange(method, `${prefix}speed`, speed, ...SPIN);
    notNegative(method, `${prefix}maxTorque`, maxTorque);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function parseMotor(method, name, value) {
    const { speed = 0, maxTorque } = options(method, name, value, MOTOR_KEYS);
    checkMotor(method, `${name}.`, speed, maxTorque);
    return [Number(speed), Number(maxTorque)];
}

/**
 * @param {string} method
 * @param {string} prefix before the names
 * @param {unknown} hertz
 * @param {unknown} dampingRatio
 * @param {unknown} target
 */
export function checkSpring(method, prefix, hertz, dampingRatio, target) {
    inRange(method, `${prefix}hertz`, hertz, ...STIFFNESS);
    inRange(method, `${prefix}dampingRatio`, dampingRatio, ...STIFFNESS);
    turn(method, `${prefix}target`, target);
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function parseSpring(method, name, value) {
    const { hertz, dampingRatio = 1, target = 0 } = options(method, name, value, SPRING_KEYS);
    checkSpring(method, `${name}.`, hertz, dampingRatio, target);
    return [Number(hertz), Number(dampingRatio), Number(target)];
}

const GROUPS = /** @type {const} */ ([
    ['limit', JOINT.LIMIT, JOINT.LOWER, parseLimit],
    ['motor', JOINT.MOTOR, JOINT.SPEED, parseMotor],
    ['spring', JOINT.SPRING, JOINT.HERTZ, parseSpring],
]);

/**
 * A threshold, in which Infinity means never, which the engine writes as 0.
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function breakLimit(method, name, value) {
    if (value === Infinity) return 0;
    notNegative(method, name, value);
    if (value === 0) throw new RangeError(`${method}: ${name} must be above 0, got 0`);
    return Number(value);
}

/**
 * @param {string} method
 * @param {Record<string, unknown>} o
 * @param {number[]} record
 */
function writeAnchors(method, o, record) {
    const at = [JOINT.ANCHOR_AX, JOINT.ANCHOR_BX];
    const names = ['localAnchorA', 'localAnchorB'];
    const inWorld =
        o.anchor !== undefined || (o.localAnchorA === undefined && o.localAnchorB === undefined);
    if (inWorld) {
        for (const name of names) {
            if (o[name] !== undefined)
                throw new TypeError(`${method}: give either anchor or ${name}`);
        }
        record[JOINT.IN_WORLD] = 1;
    }
    for (const [i, local] of names.entries()) {
        const name = inWorld ? 'anchor' : local;
        const point = vector(method, name, o[name], MAX_COORDINATE);
        [record[at[i]], record[at[i] + 1]] = point;
    }
}

/**
 * The options of a joint: its bodies, and the record of web/bridge/records.h, all but the bodies.
 * @template T
 * @param {string} method
 * @param {unknown} given
 * @param {(name: string, value: unknown) => T} own checks a body
 */
export function parseJoint(method, given, own) {
    const o = readOptions(method, 'options', given, JOINT_KEYS);
    const type = 1 + oneOf(method, 'type', o.type, TYPES);
    const [bodyA, bodyB] = ['bodyA', 'bodyB'].map((name) => own(name, o[name]));
    if (bodyA === bodyB)
        throw new MicaError('SAME_BODY', `${method}: bodyA and bodyB must be two bodies`);
    const record = new Array(JOINT.RECORD).fill(0);
    record[JOINT.TYPE] = type;
    writeAnchors(method, o, record);
    if (o.referenceAngle === undefined) record[JOINT.AS_THEY_STAND] = 1;
    else record[JOINT.REFERENCE] = turn(method, 'referenceAngle', o.referenceAngle);
    for (const [name, flag, field, parse] of GROUPS) {
        const value = o[name] ?? null;
        if (value !== null) {
            const numbers = parse(method, name, value);
            record[flag] = 1;
            record.splice(field, numbers.length, ...numbers);
        }
    }
    record[JOINT.BREAK_FORCE] = breakLimit(method, 'breakForce', o.breakForce ?? Infinity);
    record[JOINT.BREAK_TORQUE] = breakLimit(method, 'breakTorque', o.breakTorque ?? Infinity);
    record[JOINT.COLLIDE_CONNECTED] = Number(
        boolean(method, 'collideConnected', o.collideConnected ?? false),
    );
    return { bodyA, bodyB, record, userData: o.userData };
}
