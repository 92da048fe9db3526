// What a field has, in the order of MicaField. Which type uses what is said by `of`.

/** @import { Row } from './rows.mjs' */

/** @type {Row[]} */
const rows = [
    { name: 'type', kind: 'choice', type: 'MicaFieldType', said: 'Which kind of field it is.',
        byHand: ['option', 'check'] },
    { name: 'priority', kind: 'integer',
        said: 'Of one type only the fields of the highest act on a body.', byHand: ['option'] },
    { name: 'flow', kind: 'vector', max: 'SPEED', unit: 'm/s', said: 'Of the air or water.',
        of: ['wind', 'water'] },
    { name: 'acceleration', kind: 'vector', max: 'FACTOR', unit: 'm/s²',
        said: 'The same for light and heavy bodies.', of: ['wind', 'gravity'] },
    { name: 'drag', kind: 'number', min: 'zero', max: 'FACTOR', initial: 1,
        of: ['wind', 'water', 'speed'],
        said:
            'Wind: kg/(m s), the force per metre of width across the wind and per m/s of relative speed. Water: 1/s, the rate at which the displaced water would take on the flow. Speed zone: 1/s, by default 0.' },
    { name: 'angularDrag', kind: 'number', min: 'zero', max: 'FACTOR', unit: '1/s', initial: 1,
        said: 'Drag on rotation; of a speed zone by default 0.', of: ['water', 'speed'] },
    { name: 'turbulence', kind: 'number', min: 'zero', max: 'SPEED', unit: 'm/s',
        said: 'Of gusts on top of the flow.', of: ['wind'] },
    { name: 'gustSize', kind: 'number', range: [0.01, 1e6], unit: 'm', initial: 4,
        said: 'Along the flow from gust to gust.', of: ['wind'] },
    { name: 'density', kind: 'number', min: 'zero', max: 'FACTOR', unit: 'kg/m²', initial: 2,
        said: 'Of the water.', of: ['water'] },
    { name: 'surface', kind: 'number', max: 'COORDINATE', unit: 'm', initial: 1e7, of: ['water'],
        said:
            "Height of the water line above the body's origin, against gravity; at most the top of the collider." },
    { name: 'strength', kind: 'number', max: 'FACTOR', unit: 'm/s²',
        said:
            'Acceleration towards the centre of the collider at `distance`; negative: away from it.',
        of: ['gravity'] },
    { name: 'distance', kind: 'number', range: [1e-4, 1e6], unit: 'm', initial: 1,
        said: 'Nearer, the acceleration falls linearly to zero at the centre.', of: ['gravity'] },
    { name: 'falloff', kind: 'integer', largest: 2,
        said: 'Beyond `distance` it stays the same (0), goes with 1/d (1) or with 1/d² (2).',
        of: ['gravity'] },
    { name: 'replace', kind: 'switch',
        said: 'Whether it replaces the gravity of the world or adds to it.', of: ['gravity'] },
    { name: 'maxSpeed', kind: 'number', min: 'zero', max: 'SPEED', unit: 'm/s', initial: 4e4,
        said: 'The largest speed of what is inside.', of: ['speed'] },
    { name: 'events', kind: 'switch', byHand: ['option'],
        said:
            'Whether bodies that enter and leave emit trigger events, as with any trigger. A change does not concern those inside.' },
];

export const field = { name: 'field', rows, words: true };
