// What a game can say of a world for the engine; what stays in JavaScript, such as `fixedStep`, is in js/options/options.js.

/** @import { Row } from './rows.mjs' */

/** Of numbers that are not handed over with the state: how much memory there is. */
const CAPACITY = /** @type {const} */ ({ kind: 'integer', largest: 2 ** 20 - 2 });

/** @type {Row[]} */
const rows = [
    { name: 'gravity', kind: 'vector', fields: ['GRAVITY_X', 'GRAVITY_Y'], max: 'FACTOR',
        unit: 'm/s²', initial: '(Vec2){0.0f, -10.0f}',
        said: 'The acceleration of all bodies. By default (0, -10).', stored: 1,
        byHand: ['option', 'accessor', 'operation', 'scene'], sample: [0.1, -9.81] },
    { name: 'contactHertz', kind: 'number', min: 'above', max: 'FACTOR', unit: 'Hz', initial: 30,
        stored: 1,
        said: 'Contact stiffness; no more than a quarter of the substeps in a second counts.',
        sample: 20.5 },
    { name: 'contactDampingRatio', kind: 'number', min: 'zero', max: 'FACTOR', initial: 10,
        stored: 1, said: 'Damping ratio of soft contacts.', sample: 5 },
    { name: 'contactPushSpeed', kind: 'number', min: 'zero', max: 'FACTOR', unit: 'm/s', initial: 3,
        stored: 1, said: 'The most by which overlap is pushed out.', sample: 1.7 },
    { name: 'restitutionThreshold', kind: 'number', min: 'zero', max: 'FACTOR', unit: 'm/s',
        initial: 0.2, stored: 1, setter: 'plain', operation: 3,
        said: 'The speed of approach below which nothing bounces.', sample: 0.3 },
    { name: 'hitSpeed', kind: 'number', min: 'zero', max: 'FACTOR', unit: 'm/s', initial: 1,
        stored: 1, setter: 'plain', operation: 4,
        said: 'The speed of approach above which there is a hit event.', sample: 2.1 },
    { name: 'sleepTime', kind: 'number', min: 'zero', max: 'FACTOR', unit: 's', initial: 0.5,
        stored: 1, said: 'How long an island is at rest before it sleeps.', sample: 0.7 },
    { name: 'sleep', kind: 'switch', member: 'sleepEnabled', fields: ['SLEEP_ENABLED'],
        initial: true, stored: 1, setter: 'sleep_enabled', operation: 2,
        said: 'Whether what rests may sleep.' },
    { ...CAPACITY, name: 'bodyCapacity',
        said: 'Bodies to reserve memory for at creation; arrays still grow when needed.',
        sample: 100 },
    { ...CAPACITY, name: 'colliderCapacity', said: 'Colliders to reserve memory for.',
        sample: 200 },
    { ...CAPACITY, name: 'contactCapacity', said: 'Contacts to reserve memory for.', sample: 300 },
    { name: 'maxBytes', kind: 'integer', type: 'uint64_t', largest: Number.MAX_SAFE_INTEGER,
        said: 'The most memory that the world may hold; 0: no limit.', sample: 2 ** 24 },
    { name: 'jointHertz', kind: 'number', min: 'above', max: 'FACTOR', unit: 'Hz', initial: 60,
        stored: 1, sample: 30,
        said:
            'Joint stiffness; no more than a quarter of the substeps in a second counts. From 60 on, pins of trees are solved directly and do not stretch.' },
    { name: 'jointDampingRatio', kind: 'number', min: 'zero', max: 'FACTOR', initial: 3, stored: 1,
        said: 'Damping ratio of soft joints.', sample: 1.1 },
    { name: 'lengthUnit', kind: 'number', range: [0.01, 1e3], initial: 1, stored: 3, sample: 32,
        said:
            'How many units of length make a metre: 32 where a metre is 32 pixels. Every number with a length in it is in that unit, and all defaults and tolerances follow it. It cannot be changed later.' },
    { name: 'yDown', kind: 'switch', stored: 3,
        said:
            'Whether y points down, as on screens: angles turn clockwise as drawn, tiles and one-sided chains are as drawn, and the default gravity of JavaScript is along y.' },
    { name: 'loadImpulse', kind: 'number', min: 'zero', max: 'FACTOR', unit: 'N s', stored: 4,
        setter: 'plain', operation: 14, sample: 12,
        said: 'The impulse of a pair in one step from which there is a load event; 0: never.' },
];

export const world = { name: 'world', rows };
