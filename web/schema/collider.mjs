// What a game can say of a collider besides its shape and its field.

/** @import { Row } from './rows.mjs' */

/** A rule by which a pair's number is made of both sides'. */
const RULE =
    /** @type {const} */ ({ kind: 'choice', type: 'MicaCombine', choices: 6, words: 'COMBINE_RULES',
        jsType: 'CombineRule', held: 'byte', setter: 'plain', edits: true, stored: 1 });

/** @type {Row[]} */
const rows = [
    { name: 'layer', kind: 'integer', max: 'LAYER', min: 'zero', said: 'The number of its layer.',
        setter: 'layer', operation: 61, stored: 1, held: 'byte',
        byHand: ['option', 'check', 'accessor', 'scene'], sample: 'coin' },
    { name: 'group', kind: 'integer', setter: 'group', operation: 62, stored: 1, sample: -3,
        said:
            'Colliders of the same negative group never meet, those of the same positive group always do; 0 leaves it to the layers.' },
    { name: 'density', kind: 'number', min: 'zero', max: 'DENSITY', unit: 'kg/m²', initial: 1,
        setter: 'density', operation: 63, stored: 1, said: 'The mass of its body follows it.',
        sample: 2.3 },
    { name: 'friction', kind: 'number', ofTile: true, min: 'zero', max: 'FACTOR', initial: 0.6,
        setter: 'plain', edits: true, operation: 64, stored: 1,
        said:
            'Coefficient of friction; a pair uses the geometric mean, unless `frictionCombine` of either side says otherwise.',
        sample: 0.15 },
    { name: 'restitution', kind: 'number', ofTile: true, min: 'zero', max: 'ONE', setter: 'plain',
        edits: true, operation: 65, stored: 1,
        said:
            'Bounce; a pair uses the larger, unless `restitutionCombine` of either side says otherwise.',
        sample: 0.35 },
    { name: 'rollingResistance', kind: 'number', min: 'zero', max: 'FACTOR', setter: 'plain',
        edits: true, operation: 66, stored: 1,
        said: 'Lever arm of the normal force as a factor of the radius; 0 rolls freely.',
        sample: 0.05 },
    { name: 'tangentSpeed', kind: 'number', ofTile: true, max: 'SPEED', unit: 'm/s',
        setter: 'plain', edits: true, operation: 67, stored: 1,
        said: 'Speed of its surface, as of a conveyor belt.', sample: -1.2 },
    { name: 'trigger', kind: 'switch', member: 'isTrigger', fields: ['IS_TRIGGER'],
        setter: 'trigger', operation: 68, stored: 1, held: { bit: 'COLLIDER_TRIGGER' },
        byHand: ['option', 'scene'],
        said: 'Whether it is a trigger, which reports what overlaps it and pushes nothing.',
        sample: true },
    { ...RULE, name: 'frictionCombine', operation: 69,
        said: "How the friction of a pair is made of both sides'; by default the geometric mean.",
        sample: 'min' },
    { ...RULE, name: 'restitutionCombine', operation: 70,
        said: "How the restitution of a pair is made of both sides'; by default the larger.",
        sample: 'average' },
    { name: 'oneWay', kind: 'vector', fields: ['ONE_WAY_X', 'ONE_WAY_Y'], stored: 1,
        byHand: ['option', 'check', 'accessor', 'scene'],
        said:
            "Where this points, in the body's space, it holds what comes from there and lets the rest through; 0 holds from everywhere.",
        sample: [0.6, 0.8] },
    { name: 'arcade', kind: 'switch', setter: 'arcade', operation: 72, stored: 1,
        held: { bit: 'COLLIDER_ARCADE' },
        said:
            "Where it meets a corner, one of the corner's two faces decides, at a landing the one against gravity: for the characters of a game." },
    { name: 'sees', kind: 'bits', choices: 16, setter: 'sees', operation: 73, stored: 1,
        held: 'byte', initial: 'MICA_SEES_KINEMATIC | MICA_SEES_DYNAMIC',
        byHand: ['option', 'check', 'accessor', 'scene'],
        said: 'What it detects if it is a trigger: MICA_SEES_*.', sample: ['static', 'triggers'] },
    { name: 'enabled', kind: 'switch', initial: true, setter: 'enabled', operation: 77,
        constant: 'SET_COLLIDER_ENABLED', stored: 2, imported: false, held: { not: 'disabled' },
        said:
            'While false, nothing meets it and no query finds it; it keeps its place in the mass of its body.' },
];

export const collider = { name: 'collider', rows, bytes: 108, spare: 1,
    first: { c: 'SHAPE_RECORD', js: 20 }, behind: { field: 'FIELD', size: 18 }, path: true };
