// The numbers of a mover, in the order of MicaMoverNumber.

/** @import { Row } from './rows.mjs' */

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/** @type {Row[]} */
const rows = [
    { name: 'maxSlope', kind: 'number', range: [0, radians(89)], written: '0 to 89 degrees',
        unit: 'radians', initial: radians(50), initially: '50 degrees',
        said: 'The steepest ground that it stands on.' },
    { name: 'stepHeight', kind: 'number', range: [0, 1e3], unit: 'm', initial: 0.3,
        said: 'The highest step that it climbs.' },
    { name: 'snapDistance', kind: 'number', range: [0, 1e3], unit: 'm', initial: 0.3,
        said: 'How far it follows ground that falls away.' },
    { name: 'mass', kind: 'number', range: [1e-9, 1e9], unit: 'kg', initial: 80,
        said: 'Its weight on what it stands on.' },
    { name: 'maxPushForce', kind: 'number', range: [0, 1e9], unit: 'N', initial: 1000,
        said: 'The most that it pushes dynamic bodies with.' },
    { name: 'maxFallSpeed', kind: 'number', range: [1e-9, 4e4], unit: 'm/s', initial: 4e4,
        said: 'The fastest that it falls.' },
    { name: 'cornerCorrection', kind: 'number', range: [0, 1e3], unit: 'm', initial: 0.1,
        said:
            'How far it moves aside where it jumps up past the edge of a ceiling, or over that of a ledge, by as little.' },
];

export const mover = { name: 'mover', rows, array: true };
