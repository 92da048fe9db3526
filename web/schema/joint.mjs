// The numbers of joints, in the order of MicaJointNumber, and what a record for the bridge has besides. Which type has which,
// and their ranges by type, are said by MICA_JOINT_TYPES and by JOINT_TYPES of js/options/joints.js.

import { wrap } from './rows.mjs';

/**
 * A number of a joint: its place in a record, what a game calls it, what it is; and its name in MicaJointNumber, if that differs.
 * @typedef {readonly [field: string, name: string, said: string, number?: string]} JointNumber
 */

/** @type {readonly JointNumber[]} */
const numbers = [
    ['REFERENCE', 'referenceAngle',
        'Angle of B relative to A that counts as zero: radians within 1e4.', 'REFERENCE_ANGLE'],
    ['LOWER', 'limit.lower',
        'Of the limit: radians within 1e4, or metres within 1e6; at most the upper one.'],
    ['UPPER', 'limit.upper', 'Of the limit, likewise.'],
    ['MOTOR_SPEED', 'motor.speed', 'Radians/s within 4e4, or m/s within 4e4.'],
    ['MAX_MOTOR', 'motor.maxTorque or maxForce',
        'The most that the motor may use: N m, or N, >= 0.'],
    ['SPRING_HERTZ', 'spring.hertz',
        'Of the two bodies swinging freely about the target: Hz, 0 to 1e6.'],
    ['SPRING_DAMPING_RATIO', 'spring.dampingRatio', '0 to 1e6; 1: critical.'],
    ['SPRING_TARGET', 'spring.target', 'Where the spring rests: as the limit.'],
    ['BREAK_FORCE', 'breakForce',
        'The joint breaks when the force at it exceeds this: N, >= 0; 0: never.'],
    ['BREAK_TORQUE', 'breakTorque',
        'The same for the torque of limit, motor and spring: N m, >= 0.'],
    ['AXIS_X', 'localAxisA.x', "Of a unit vector in A's space, to within 1e-3."],
    ['AXIS_Y', 'localAxisA.y', 'Of the same.'],
    ['LENGTH', 'length', 'Metres, 0 to 1e6; of a gear radians or metres within 1e6.'],
    ['HERTZ', 'hertz', "Stiffness of the joint itself: Hz, 0 to 1e6; 0: as the world's."],
    ['DAMPING_RATIO', 'dampingRatio', 'Of that stiffness, 0 to 1e6.'],
    ['MAX_FORCE', 'maxForce', 'The most that the joint itself may use: N, >= 0; 0: no maximum.'],
    ['MAX_TORQUE', 'maxTorque', 'Likewise, N m.'],
    ['MIN_SPRING', 'spring.minForce',
        "The least of the spring's force along its coordinate, of which a positive one makes more: N or N m, <= 0. From -1e9 on: no bound; so if both are 0."],
    ['MAX_SPRING', 'spring.maxForce',
        'The most of it: N or N m, >= 0; from 1e9 on no bound. A rubber band that only pulls has 0.'],
    ['TOOTH', 'ratchet', 'Radians from tooth to tooth, 1e-3 to 1e4; negative: B turns clockwise.'],
    ['PHASE', 'phase', 'Angle of one of the teeth: radians within 1e4.'],
    ['RATIO', 'ratio', 'What the coordinate of B counts: 1e-3 to 1e3.'],
    ['GROUND_AX', 'groundAnchorA.x',
        'Of the point of the world over which the rope to A runs: metres within 1e7.'],
    ['GROUND_AY', 'groundAnchorA.y', 'Of the same.'],
    ['GROUND_BX', 'groundAnchorB.x', 'Of the point for B, likewise.'],
    ['GROUND_BY', 'groundAnchorB.y', 'Of the same.'],
    ['VELOCITY_X', 'linearVelocity.x', "Of B's anchor against A, in A's space: m/s within 4e4."],
    ['VELOCITY_Y', 'linearVelocity.y', 'Of the same.'],
    ['ANGULAR_VELOCITY', 'angularVelocity', 'Of B against A: radians/s within 4e4.'],
];

const before = ['BODY_A', 'BODY_B', 'ANCHOR_AX', 'ANCHOR_AY', 'ANCHOR_BX', 'ANCHOR_BY'];

/** Behind the numbers, with what C says of each. */
const after = /** @type {const} */ ([
    ['LIMIT'],
    ['MOTOR'],
    ['SPRING'],
    ['COLLIDE_CONNECTED'],
    ['ENABLED'],
    ['IN_WORLD', '1: both anchors are world points. 2: both are the centre of mass of body B.'],
    ['REFERENCE_FROM_POSE', 'The present angle is the reference angle.'],
    ['AXIS_IN_WORLD', 'The axis is a vector of the world.'],
    ['COUPLED_A', 'Of a gear: handles of its joints.'],
    ['COUPLED_B'],
    ['TYPE'],
]);

/** @typedef {Record<string, () => string>} Regions */

/** @type {Regions} */
export const jointInC = {
    numbers: () =>
        numbers.map(([field, , said, number = field]) =>
            `${wrap(said, '    // ')}\n    MICA_JOINT_${number},`
        ).join('\n'),
    enum: () =>
        [...before.map((field) => `    JOINT_${field},`), ...numbers.map(([field]) =>
            `    JOINT_${field},`
        ), ...after.map(([field, said]) => `${said ? `    // ${said}\n` : ''}    JOINT_${field},`)]
            .join('\n'),
};

/** @type {Regions} */
export const jointInJs = {
    record: () =>
        [...before, ...numbers.map(([field]) => field), ...after.map(([field]) => field), 'RECORD']
            .map((field, i) => `    ${field}: ${i},`).join('\n'),
    saved: () =>
        [`        ['values', 'float[${numbers.length}]', SETTING, [`, ...numbers.map(([, name]) =>
            `            '${name}',`
        ), '        ]],'].join('\n'),
};
