// What a game can say of a body.

/** @import { Row } from './rows.mjs' */

/** @type {Row[]} */
const rows = [
    { name: 'type', kind: 'choice', type: 'MicaBodyType', choices: 3,
        said: 'How it moves. In C static by default, in JavaScript dynamic.', setter: 'type',
        operation: 30, byHand: ['option', 'accessor', 'scene', 'check'], sample: 'kinematic' },
    { name: 'position', kind: 'vector', fields: ['X', 'Y'], max: 'COORDINATE', unit: 'm',
        said: 'Where its origin lies.', byHand: ['option', 'accessor', 'scene'],
        sample: [0.1, -3.7] },
    { name: 'angle', kind: 'number', imported: false, max: 'ANGLE', unit: 'radians',
        said: 'Its rotation.', byHand: ['accessor', 'scene'], sample: 1.1 },
    { name: 'velocity', kind: 'vector', member: 'linearVelocity', fields: ['VX', 'VY'],
        max: 'SPEED', unit: 'm/s', said: 'Of its centre of mass; of its origin unless dynamic.',
        byHand: ['option', 'accessor', 'scene'], sample: [0.3, -2] },
    { name: 'angularVelocity', kind: 'number', imported: false, max: 'SPEED', unit: 'radians/s',
        said: 'How fast it turns, counter-clockwise.', setter: 'angular_velocity', operation: 29,
        byHand: ['operation', 'accessor', 'scene'], sample: 0.7 },
    { name: 'linearDamping', kind: 'number', min: 'zero', max: 'FACTOR', unit: '1/s',
        said: 'Drag of its motion: v *= 1 / (1 + dt * damping).', operation: 31, stored: 1,
        reported: true },
    { name: 'angularDamping', kind: 'number', min: 'zero', max: 'FACTOR', unit: '1/s',
        said: 'Drag of its turning, likewise.', operation: 32, stored: 1, reported: true },
    { name: 'gravityScale', kind: 'number', max: 'FACTOR',
        said: 'Factor of the gravity of the world; with 0 it floats.', initial: 1, setter: 'plain',
        operation: 34, wakes: true, stored: 1, reported: true },
    { name: 'locks', kind: 'bits', said: 'Axes along which it does not move, MICA_FLAG_LOCK_*.',
        setter: 'locks', byHand: ['option', 'accessor', 'scene'] },
    { name: 'canSleep', kind: 'switch', said: 'Whether it may fall asleep at rest.', initial: true,
        setter: 'can_sleep', operation: 36, flag: 'CAN_SLEEP' },
    { name: 'awake', kind: 'switch', said: 'Whether it moves; false makes it asleep.',
        initial: true, setter: 'awake', operation: 37, flag: 'AWAKE', byHand: ['accessor'] },
    { name: 'enabled', kind: 'switch',
        said: 'A disabled body keeps its colliders but meets nothing and does not move.',
        initial: true, setter: 'enabled', operation: 38, flag: 'ENABLED' },
    { name: 'bullet', kind: 'switch',
        said:
            'Whether its own motion is swept against dynamic bodies too: a fast one then neither passes nor enters them.',
        setter: 'bullet', operation: 39, flag: 'BULLET' },
    { name: 'dropThrough', kind: 'switch', fields: ['DROPS'], defined: false, setter: 'drops',
        operation: 40, flag: 'DROPS',
        said:
            'While true, one-way colliders do not hold it: set it to drop through a platform. What it is inside of when it becomes false again lets it out.' },
    { name: 'maxSpeed', kind: 'number', min: 'zero', max: 'SPEED', unit: 'm/s', initial: 4e4,
        setter: 'plain', operation: 55, stored: 2, reported: true,
        said: 'The largest speed of a dynamic body: a step scales a higher velocity down to it.',
        sample: 12.5 },
];

export const body = { name: 'body', rows, bytes: 96 };
