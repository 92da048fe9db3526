// The joints of R.U.B.E., which are those of Box2D 2.3, as joints of a scene. Called by rube.js.
import { MAX_COORDINATE, MAX_NUMBER, MAX_SIZE, MAX_SPEED, STIFFNESS,
    TURN } from '../wire/errors.js';
import { keptOf, numberOf, vectorOf } from './rube-numbers.js';
import { softWeld } from './rube-weld.js';

/** @import { SceneBody, SceneJoint } from '../options/types.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Report } from './report.js' */

/**
 * Options of a joint by their names.
 * @typedef {Record<string, any>} Settings
 */

const RATIO = /** @type {const} */ ([1e-3, 1e3]);

/** @param {Cursor} joint @param {string} key */
const strength = (joint, key) => numberOf(joint, key, 0, MAX_NUMBER);

/** @param {Cursor} joint @returns {Settings} */
const anchors = (joint) => ({
    localAnchorA: vectorOf(joint, 'anchorA', MAX_COORDINATE),
    localAnchorB: vectorOf(joint, 'anchorB', MAX_COORDINATE),
});

/** @param {Cursor} joint @returns {Settings} */
const reference = (joint) => ({ referenceAngle: numberOf(joint, 'refAngle', ...TURN) });

/** @param {Cursor} joint @param {readonly [number, number]} range @returns {Settings} */
function limit(joint, range) {
    if (!joint.at('enableLimit').flag(false)) return {};
    const [lower, upper] = [numberOf(joint, 'lowerLimit', ...range),
        numberOf(joint, 'upperLimit', ...range)];
    if (lower > upper) joint.at('upperLimit').fail('at least lowerLimit');
    return { limit: [lower, upper] };
}

/** @param {Cursor} joint @param {'maxTorque' | 'maxForce'} name @returns {Settings} */
function motor(joint, name) {
    if (!joint.at('enableMotor').flag(false)) return {};
    const key = name === 'maxTorque' ? 'maxMotorTorque' : 'maxMotorForce';
    return {
        motor: { speed: numberOf(joint, 'motorSpeed', -MAX_SPEED, MAX_SPEED),
            [name]: strength(joint, key) },
    };
}

/** @param {Cursor} joint @returns {Settings} */
function axis(joint) {
    const key = joint.at('localAxisA').missing ? 'localAxis1' : 'localAxisA';
    const [x, y] = vectorOf(joint, key, MAX_COORDINATE);
    if (Math.hypot(x, y) < 1e-6) joint.at('localAxisA').fail('a vector with a length');
    return { localAxisA: [x, y] };
}

/** Hertz and damping ratio under their names here. @param {Cursor} joint @param {string} hertz @param {string} damping */
function stiffness(joint, hertz, damping) {
    return { hertz: numberOf(joint, hertz, ...STIFFNESS),
        dampingRatio: numberOf(joint, damping, ...STIFFNESS) };
}

/** A spring; none at 0 hertz. @param {Cursor} joint @param {string} hertz @param {string} damping @returns {Settings} */
function spring(joint, hertz, damping) {
    const values = stiffness(joint, hertz, damping);
    return values.hertz > 0 ? { spring: values } : {};
}

/**
 * A joint of each type of R.U.B.E.
 * @type {Record<string, (joint: Cursor, stepsPerSecond: number) => Settings>}
 */
const TYPES = {
    revolute: (joint) => ({ type: 'revolute', ...anchors(joint), ...reference(joint),
        ...limit(joint, TURN), ...motor(joint, 'maxTorque') }),
    prismatic: (joint) => ({
        type: 'prismatic',
        ...anchors(joint),
        ...axis(joint),
        ...reference(joint),
        ...limit(joint, [-MAX_SIZE, MAX_SIZE]),
        ...motor(joint, 'maxForce'),
    }),
    distance: (joint) => ({
        type: 'distance',
        ...anchors(joint),
        length: numberOf(joint, 'length', 0, MAX_SIZE),
        ...spring(joint, 'frequency', 'dampingRatio'),
    }),
    rope: (joint) => ({ type: 'distance', ...anchors(joint),
        limit: [0, numberOf(joint, 'maxLength', 0, MAX_SIZE)] }),
    wheel: (joint) => ({
        type: 'wheel',
        ...anchors(joint),
        ...axis(joint),
        ...motor(joint, 'maxTorque'),
        ...spring(joint, 'springFrequency', 'springDampingRatio'),
    }),
    // Without a frequency of its own a weld is rigid, in both engines; with one, see rube-weld.js.
    weld: (joint) => {
        const { hertz, dampingRatio } = stiffness(joint, 'frequency', 'dampingRatio');
        return { type: 'weld', ...anchors(joint), ...reference(joint),
            ...(hertz > 0 ? { hertz, dampingRatio } : {}) };
    },
    friction: (joint) => ({ type: 'motor', ...anchors(joint), maxForce: strength(joint, 'maxForce'),
        maxTorque: strength(joint, 'maxTorque') }),
    // Box2D takes back a part of the error with each step: c of it n times a second is the rate c n. A critically
    // damped spring of that rate has c n / 2π hertz.
    motor: (joint, stepsPerSecond) => {
        const offset = joint.at('linearOffset').missing ? 'anchorA' : 'linearOffset';
        const rate = numberOf(joint, 'correctionFactor', 0, 1) * stepsPerSecond;
        return {
            type: 'motor',
            localAnchorA: vectorOf(joint, offset, MAX_COORDINATE),
            localAnchorB: [0, 0],
            ...reference(joint),
            hertz: rate / (2 * Math.PI),
            maxForce: strength(joint, 'maxForce'),
            maxTorque: strength(joint, 'maxTorque'),
        };
    },
    pulley: (joint) => {
        const ratio = numberOf(joint, 'ratio', ...RATIO);
        const length = numberOf(joint, 'lengthA', 0, MAX_SIZE)
            + ratio * numberOf(joint, 'lengthB', 0, MAX_SIZE);
        if (length > MAX_SIZE)
            joint.at('lengthB').fail(`such that lengthA + ratio lengthB is at most ${MAX_SIZE}`);
        return {
            type: 'pulley',
            ...anchors(joint),
            ratio,
            length,
            groundAnchorA: vectorOf(joint, 'groundAnchorA', MAX_COORDINATE),
            groundAnchorB: vectorOf(joint, 'groundAnchorB', MAX_COORDINATE),
        };
    },
    // Its anchor is a point of the world, in which it holds body B.
    mouse: (joint) => ({
        type: 'target',
        anchor: vectorOf(joint, 'anchorB', MAX_COORDINATE),
        target: vectorOf(joint, 'target', MAX_COORDINATE),
        ...stiffness(joint, 'frequency', 'dampingRatio'),
        maxForce: numberOf(joint, 'maxForce', 1e-12, MAX_NUMBER),
    }),
    gear: (joint) => {
        const ratio = numberOf(joint, 'ratio', -RATIO[1], RATIO[1]);
        if (Math.abs(ratio) < RATIO[0])
            joint.at('ratio').fail(`at least ${RATIO[0]} or at most ${-RATIO[0]}`);
        return { type: 'gear', ratio };
    },
};

/**
 * The joint of a gear, by its number in the file.
 * @param {Cursor} gear
 * @param {string} key
 * @param {readonly Cursor[]} joints of the file
 */
function coupled(gear, key, joints) {
    const number = gear.at(key);
    const i = number.integer(0, joints.length - 1, 0);
    if (!['revolute', 'prismatic'].includes(/** @type {any} */ (joints[i].at('type').value)))
        number.fail('a revolute or prismatic joint');
    return i;
}

/** Metres. The engine rounds the point, and turns it into the body's space, before it compares it with 1e7. */
const MAX_REACH = 0.99 * MAX_COORDINATE;

/**
 * Checks that a point of the world lies as near to a body as a point of the body may.
 * @param {Cursor} source @param {readonly [number, number]} point @param {Cursor} body
 */
function checkReach(source, [x, y], body) {
    const [bodyX, bodyY] = vectorOf(body, 'position', MAX_COORDINATE);
    if (!(Math.hypot(x - bodyX, y - bodyY) <= MAX_REACH))
        source.fail('within 9.9e6 metres of body B');
}

/**
 * The joints of a file, each under its number there, but gears that stand before a joint that they couple: these come
 * last, and are reported.
 * @param {Cursor} file
 * @param {readonly SceneBody[]} bodies
 * @param {number} stepsPerSecond
 * @param {Report} report
 * @returns {SceneJoint[]}
 */
export function readJoints(file, bodies, stepsPerSecond, report) {
    const joints = readAll(file, bodies, stepsPerSecond);
    const early = new Set(
        joints.filter(({ jointA = 0, jointB = 0 }, i) => Math.max(jointA, jointB) > i),
    );
    const ordered = [...joints.filter((joint) => !early.has(joint)), ...early];
    const places = new Map(ordered.map((joint, place) => [joint, place]));
    /** @param {number} number in the file */
    const placeOf = (number) => /** @type {number} */ (places.get(joints[number]));
    joints.forEach((joint, number) => {
        if (!early.has(joint)) return;
        report.add({
            why: `joint[${number}], a gear that stands before a joint that it couples, is number ${
                placeOf(number)
            } of the scene, and those behind it move up`,
        });
    });
    return /** @type {SceneJoint[]} */ (ordered.map((joint) => (joint.type === 'gear'
        ? { ...joint, jointA: placeOf(joint.jointA), jointB: placeOf(joint.jointB) }
        : joint)
    ));
}

/** The joints in the order of the file. @param {Cursor} file @param {readonly SceneBody[]} bodies @param {number} stepsPerSecond @returns {Settings[]} */
function readAll(file, bodies, stepsPerSecond) {
    const joints = file.at('joint').list();
    return joints.map((joint) => {
        const read = TYPES[joint.at('type').word(Object.keys(TYPES))];
        let settings = read(joint, stepsPerSecond);
        if (settings.type === 'gear') {
            const [jointA, jointB] = [coupled(joint, 'joint1', joints),
                coupled(joint, 'joint2', joints)];
            if (jointA === jointB) joint.at('joint2').fail('another joint than joint1');
            Object.assign(settings, { jointA, jointB });
        } else {
            const [bodyA, bodyB] = ['bodyA', 'bodyB'].map((key) =>
                joint.at(key).integer(0, bodies.length - 1, 0)
            );
            if (settings.type !== 'target') {
                if (bodyA === bodyB) joint.at('bodyB').fail('another body than bodyA');
                settings.bodyA = bodyA;
            }
            settings.bodyB = bodyB;
            if (settings.type === 'weld' && settings.hertz > 0)
                settings = softWeld(settings, bodies[bodyA], bodies[bodyB]);
            if (settings.anchor)
                checkReach(joint.at('anchorB'), settings.anchor, file.at('body').at(bodyB));
        }
        if (joint.at('collideConnected').flag(false)) settings.collideConnected = true;
        const userData = keptOf(joint);
        if (userData) settings.userData = userData;
        return settings;
    });
}
