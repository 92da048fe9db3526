// The JSON Schema of scenes, made from the tables of js/options/: which options there are, the ranges that a
// table has, and what js/options/ says of each. An option that this file has no type for is an error, so that
// none can be forgotten. package.mjs writes it as dist/scene.schema.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_KEYS, FIELD_NUMBERS, FIELD_VECTORS, NEEDED } from '../../js/options/fields.js';
import { MAX_PARTS } from '../../js/options/tiles.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { MAX_LAYERS, RESPONSES } from '../../js/options/layers.js';
import { MOVER_NUMBERS, SCENE_MOVER_KEYS } from '../../js/options/mover.js';
import * as optionWords from '../../js/options/options.js';
import { BODY_KEYS, BODY_TYPES, POSE_MODES, SURFACE_KEYS } from '../../js/options/options.js';
import { SCENE_BODY_KEYS, SCENE_KEYS, SCENE_VERSION,
    SCENE_WORLD_KEYS } from '../../js/options/scene.js';
import { SHAPE_KEYS } from '../../js/options/shapes.js';
import { SIGHTS } from '../../js/options/sight.js';
import { MATERIAL_KEYS, MAX_MATERIALS, PIECES } from '../../js/options/terrain.js';
import { KIND_KEYS } from '../../js/options/tile-kinds.js';
import { EMITTER_KEYS, EMITTER_NUMBERS, GAUGE_KEYS, MATTER_KEYS, MATTER_KINDS, MATTER_NUMBERS,
    MAX_PARTICLES, MAX_VALUE } from '../../js/matter/options.js';
import { JOINT } from '../../js/wire/layout.js';
import { body } from '../schema/body.mjs';
import { collider } from '../schema/collider.mjs';
import { isByHand, leastOf, mostOf } from '../schema/rows.mjs';
import { world } from '../schema/world.mjs';
import { root } from './process.mjs';

/** @import { Subject } from '../schema/rows.mjs' */

/** @typedef {Record<string, any>} Schema */

/** @param {string} path */
const read = (path) => readFileSync(join(root, 'js', 'options', path), 'utf8');
const matterTypes = readFileSync(join(root, 'js', 'matter', 'types.js'), 'utf8');

/** A comment without its stars, in one line. @param {string} text */
const plain = (text) =>
    text.replace(/^\s*\/?\*+\/? ?/gm, '').replace(/\*\/$/, '').replace(/\s+/g, ' ').trim();

/**
 * What js/options/types.js and joints.js say of the properties of a type.
 * @param {string} text
 * @param {string} type
 * @returns {Map<string, string>}
 */
function propertiesOf(text, type) {
    const comment =
        text.split('/**').find((part) => new RegExp(`@typedef \\{[^}]*\\} ${type}\\b`).test(part))
            ?? '';
    const found = comment.split('@property').slice(1).map((part) =>
        /^ \{.*?\} (?=\[?[\w$])\[?([\w$]+)\]?(.*)/s.exec(` ${plain(part)}`)
    );
    return new Map(
        found.map((match) => [match?.[1] ?? '', match?.[2].trim().replace(/ \/$/, '') ?? '']),
    );
}

const types = read('types.js') + read('mover-types.js') + read('scene-types.js')
    + read('terrain-types.js') + matterTypes;
const joints = read('joints.js');

/** @param {string[]} names of types in types.js @returns {Map<string, string>} */
const said = (...names) => new Map(names.flatMap((name) => [...propertiesOf(types, name)]));

/**
 * The setting of a joint type as joints.js comments it: in the type's own rows, or in rows that it shares.
 * @param {string} type
 * @param {string} name
 */
function settingText(type, name) {
    const own = joints.slice(joints.indexOf(`\n    ${type}: {\n        number:`));
    const block = own.slice(0, own.indexOf('\n    },\n'));
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${name}:`);
    return plain((comment.exec(block) ?? comment.exec(joints))?.[1] ?? '');
}

/**
 * An object of known options.
 * @param {Iterable<string>} keys
 * @param {Schema} schemas by option
 * @param {Map<string, string>} texts
 * @returns {Schema}
 */
function objectOf(keys, schemas, texts) {
    /** @type {Schema} */
    const properties = {};
    for (const key of keys) {
        if (!Object.hasOwn(schemas, key))
            throw new Error(`web/scripts/scene-schema.mjs has no type for the option ${key}`);
        const description = texts.get(key);
        // Beside a reference nothing else counts.
        properties[key] = !description
            ? schemas[key]
            : '$ref' in schemas[key]
            ? { description, allOf: [schemas[key]] }
            : { description, ...schemas[key] };
    }
    return { type: 'object', properties, additionalProperties: false };
}

/** @param {string} name @returns {Schema} */
const ref = (name) => ({ $ref: `#/definitions/${name}` });
/** @param {number} [minimum] @param {number} [maximum] @returns {Schema} */
const number = (minimum = -1e15, maximum = 1e15) => ({ type: 'number', minimum, maximum });
/** @param {number} minimum @param {number} maximum @returns {Schema} */
const integer = (minimum, maximum) => ({ type: 'integer', minimum, maximum });
/** @param {readonly string[]} words @returns {Schema} */
const oneOf = (words) => ({ enum: [...words] });
/** @param {string[]} names @returns {Schema} */
const exactlyOne = (...names) => ({ oneOf: names.map((name) => ({ required: [name] })) });
const NOT_NEGATIVE = number(0);
const SIZE = number(1e-4, 1e6);
const ROUNDING = number(0, 1e6);
const INT32 = integer(-(2 ** 31), 2 ** 31 - 1);
const FLAG = { type: 'boolean' };
const ANY = {};
const VECTOR = ref('vector');
const ABOVE_ZERO = { type: 'number', exclusiveMinimum: 0, maximum: 1e15 };
const COUNT = integer(1, MAX_PARTS);

/**
 * The numbers and switches of a subject.
 * @param {Subject} subject
 * @returns {Schema}
 */
function plainOptions({ rows }) {
    const plain = rows.filter((row) => row.defined === false ? row.flag : !isByHand(row, 'option'));
    return Object.fromEntries(
        plain.map((row) => [row.name, row.kind === 'switch' ? FLAG : row.kind === 'integer'
            ? row.largest ? integer(0, row.largest) : INT32
            : row.kind === 'choice'
            ? oneOf(/** @type {Record<string, any>} */ (optionWords)[String(row.words)])
            : number(leastOf(row), mostOf(row))]
        ),
    );
}

const WORLD = {
    gravity: VECTOR,
    layers: ref('layers'),
    ...plainOptions(world),
    yDown: FLAG,
    fixedStep: number(1e-6, 1),
    stepping: oneOf(['substeps', 'impacts']),
    substeps: integer(1, 64),
    maxSteps: integer(1, 1000),
    timeScale: number(0, 1000),
    paused: FLAG,
    poseMode: oneOf(POSE_MODES),
};

const BODY = {
    type: oneOf(BODY_TYPES),
    position: VECTOR,
    velocity: VECTOR,
    ...Object.fromEntries(['lockX', 'lockY', 'lockRotation'].map((key) => [key, FLAG])),
    ...plainOptions(body),
    mass: {
        type: 'object',
        properties: { mass: number(1e-12, 1e15), inertia: NOT_NEGATIVE, center: VECTOR },
        required: ['mass'],
        additionalProperties: false,
    },
    mover: ref('mover'),
    collider: ref('collider'),
    colliders: { type: 'array', items: ref('collider') },
    userData: ANY,
};

const SURFACE = {
    layer: { type: 'string' },
    ...plainOptions(collider),
    trigger: FLAG,
    field: { anyOf: [{ type: 'null' }, ref('field')] },
    sees: { type: 'array', items: oneOf(SIGHTS) },
    oneWay: { anyOf: [{ const: false }, VECTOR] },
    userData: ANY,
};

const CELL = integer(0, 2 ** 31 - 1);

/** What part of a cell of a terrain is ground. */
const DENSITY = { anyOf: [number(0, 255), FLAG] };
/** The material of a cell; as text its name, or all cells packed. */
const MATERIAL = { anyOf: [integer(0, MAX_MATERIALS - 1), { type: 'string' }] };

/** Options of shapes. */
const SHAPE = {
    radius: ROUNDING,
    center: VECTOR,
    angle: number(-1e8, 1e8),
    width: number(2e-4, 2e6),
    height: number(2e-4, 2e6),
    halfWidth: SIZE,
    halfHeight: SIZE,
    length: SIZE,
    a: VECTOR,
    b: VECTOR,
    points: ref('points'),
    holes: { type: 'array', items: ref('points') },
    loop: FLAG,
    oneSided: FLAG,
    columns: COUNT,
    rows: COUNT,
    cellWidth: number(2e-4, 1e6),
    cellHeight: number(2e-4, 1e6),
    cellSize: number(2e-4, 1e6),
    origin: VECTOR,
    cells: {
        anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'array', items: CELL }],
    },
    legend: { type: 'object', additionalProperties: CELL },
    topDown: FLAG,
    map: { type: 'object', additionalProperties: { anyOf: [integer(0, 127), ref('tileKind')] } },
    fill: { anyOf: [DENSITY, { type: 'string' }, { type: 'array', items: DENSITY }, ref('image')] },
    material: { anyOf: [MATERIAL, { type: 'array', items: MATERIAL }] },
    materials: { type: 'object', minProperties: 1, maxProperties: MAX_MATERIALS,
        additionalProperties: ref('groundMaterial') },
    pieces: oneOf(PIECES),
    borderAnchors: FLAG,
    minimumPiece: NOT_NEGATIVE,
};

/** What each shape needs, and the types that describe it. @type {Record<string, { needs: Schema, types: string[] }>} */
const SHAPES = {
    circle: { needs: { required: ['shape', 'radius'], properties: { radius: SIZE } },
        types: ['CircleOptions'] },
    box: {
        needs: { required: ['shape'],
            allOf: [exactlyOne('width', 'halfWidth'), exactlyOne('height', 'halfHeight')] },
        types: ['BoxBaseOptions', 'WholeWidth', 'WholeHeight', 'HalfWidth', 'HalfHeight'],
    },
    capsule: {
        needs: {
            required: ['shape', 'radius'],
            oneOf: [{ required: ['length'] }, { required: ['a', 'b'],
                properties: { center: false, angle: false } }],
            properties: { radius: SIZE },
        },
        types: ['CapsuleBaseOptions', 'CapsuleByLength', 'CapsuleByEnds'],
    },
    polygon: { needs: { required: ['shape', 'points'] }, types: ['PolygonOptions'] },
    segment: { needs: { required: ['shape', 'a', 'b'] }, types: ['SegmentOptions'] },
    hull: { needs: { required: ['shape', 'points'] }, types: ['HullOptions'] },
    outline: { needs: { required: ['shape', 'points'] }, types: ['OutlineOptions'] },
    chain: { needs: { required: ['shape', 'points'] }, types: ['ChainOptions'] },
    tiles: {
        needs: { required: ['shape'],
            anyOf: [{ required: ['cells'] }, { required: ['columns', 'rows'] }] },
        types: ['DrawnCells', 'EmptyCells', 'NumberedCells', 'TilesBaseOptions'],
    },
    terrain: {
        needs: { required: ['shape'],
            anyOf: [{ required: ['columns', 'rows'] }, { required: ['fill'],
                properties: { fill: ref('image') } }],
            properties: { columns: integer(2, MAX_PARTS / 2), rows: integer(2, MAX_PARTS / 2),
                cellSize: number(0.0064, 1e6) } },
        types: ['TerrainOptions'],
    },
};

/** The schema of each shape, by name. @returns {Schema} */
function shapeSchemas() {
    return Object.fromEntries(Object.entries(SHAPE_KEYS).map(([shape, keys]) => {
        if (!SHAPES[shape])
            throw new Error(`web/scripts/scene-schema.mjs has no row for the shape ${shape}`);
        const { needs: { properties: narrowed = {}, ...needs }, types: names } = SHAPES[shape];
        const object = objectOf([...keys, ...SURFACE_KEYS, 'userData'], { ...SURFACE, ...SHAPE,
            shape: { const: shape } },
            said('SurfaceBaseOptions', 'ColliderPlainOptions', ...names));
        for (const [key, schema] of Object.entries(narrowed))
            Object.assign(object.properties[key], schema);
        return [shape, { ...object, ...needs }];
    }));
}

/** The schema of the mover of a body. */
function moverSchema() {
    const numbers = Object.entries(MOVER_NUMBERS).map((
        [key, { least, most }],
    ) => [key, number(least, most)]);
    const schemas = { ...Object.fromEntries(numbers), up: { anyOf: [{ type: 'null' }, VECTOR] },
        floating: FLAG, velocity: VECTOR };
    return objectOf(SCENE_MOVER_KEYS, schemas,
        said('MoverBaseOptions', 'MoverPlainOptions', 'SceneMoverOnly'));
}

/** The schema of a field of each type. @returns {Schema[]} */
function fieldSchemas() {
    return Object.entries(FIELD_KEYS).map(([type, keys]) => {
        /** @type {Schema} */
        const schemas = { type: { const: type }, priority: INT32, events: FLAG,
            falloff: { enum: [0, 1, 2] }, replace: FLAG };
        for (const [key, [, min, max]] of Object.entries(FIELD_NUMBERS))
            schemas[key] = number(min, max);
        for (const key of Object.keys(FIELD_VECTORS)) schemas[key] = VECTOR;
        const name = `${type[0].toUpperCase()}${type.slice(1)}Options`;
        const needed = /** @type {Record<string, string[]>} */ (NEEDED)[type];
        return {
            ...objectOf(['type', 'priority', 'events', ...keys], schemas, said(name)),
            required: ['type'],
            ...(needed ? { anyOf: needed.map((key) => ({ required: [key] })) } : {}),
        };
    });
}

/** Whether a call throws. @param {() => void} call */
function throws(call) {
    try {
        call();
        return false;
    } catch {
        return true;
    }
}

/** @param {import('../../js/options/joint-settings.js').GroupNumber} number @returns {Schema} */
function numberSchema({ min, max, check }) {
    return throws(() => check('', '', min))
        ? { type: 'number', exclusiveMinimum: min, maximum: max }
        : number(min, max);
}

/** @param {any} setting of a row of JOINT_TYPES @returns {Schema} */
function settingSchema(setting) {
    if ('number' in setting) return numberSchema(setting.number);
    if (!('on' in setting)) return VECTOR;
    /** @type {import('../../js/options/joint-settings.js').GroupNumber[]} */
    const numbers = setting.numbers;
    const needed = numbers.filter(({ byDefault, check }) =>
        byDefault === undefined && throws(() => check('', '', undefined))
    );
    const object = {
        type: 'object',
        properties: Object.fromEntries(numbers.map((each) => [each.name, numberSchema(each)])),
        required: needed.map(({ name }) => name),
        additionalProperties: false,
    };
    const list = { type: 'array', items: number(), minItems: numbers.length,
        maxItems: numbers.length };
    return { anyOf: [{ type: 'null' }, object, ...(setting.list ? [list] : [])] };
}

/** The options of all joints, which each type has some of. */
const JOINT_BASE = {
    bodyA: integer(0, 2 ** 20),
    bodyB: integer(0, 2 ** 20),
    jointA: integer(0, 2 ** 20),
    jointB: integer(0, 2 ** 20),
    anchor: VECTOR,
    localAnchorA: VECTOR,
    localAnchorB: VECTOR,
    breakForce: ABOVE_ZERO,
    breakTorque: ABOVE_ZERO,
    collideConnected: FLAG,
    enabled: FLAG,
    userData: ANY,
};

/** The schema of a joint of each type. @returns {Schema[]} */
function jointSchemas() {
    const base = ['JointBaseOptions', 'JointPairOptions', 'GearJoints'].flatMap((
        name,
    ) => [...propertiesOf(joints, name)]);
    return Object.entries(JOINT_TYPES).map(([type, row]) => {
        const { settings, couples = false, alone = false } =
            /** @type {import('../../js/options/joints.js').JointTypes} */ (JOINT_TYPES)[type];
        const ends = couples ? ['jointA', 'jointB'] : alone ? ['bodyB'] : ['bodyA', 'bodyB'];
        const foreign = couples
            ? ['bodyA', 'bodyB', 'anchor', 'localAnchorA', 'localAnchorB']
            : ['jointA', 'jointB', ...(alone ? ['bodyA', 'localAnchorA'] : [])];
        const record = new Array(JOINT.RECORD).fill(0);
        record[JOINT.IN_WORLD] = 1; // the target of a target joint may then be left out
        const needed = Object.entries(settings).filter(([name, setting]) =>
            !name.toLowerCase().includes('axis')
            && throws(() => setting.write([...record], '', '', undefined))
        );
        const texts = new Map([...base, ...Object.keys(row.settings).map((
            name,
        ) => /** @type {[string, string]} */ ([name, settingText(type, name)]))]);
        texts.delete('type');
        const keys = ['type', ...Object.keys(JOINT_BASE).filter((key) => !foreign.includes(key)),
            ...Object.keys(settings)];
        const schemas = Object.fromEntries(
            Object.entries(settings).map(([name, setting]) => [name, settingSchema(setting)]),
        );
        return {
            ...objectOf(keys, { ...JOINT_BASE, ...schemas, type: { const: type } }, texts),
            required: ['type', ...ends, ...needed.map(([name]) => name)],
            ...('axis' in settings ? exactlyOne('axis', 'localAxisA') : {}),
        };
    });
}

/** @returns {Schema} */
function definitions() {
    const pair = { type: 'array', items: number(), minItems: 2, maxItems: 2 };
    const shapes = shapeSchemas();
    return {
        vector: {
            description: 'Two numbers.',
            anyOf: [pair, { type: 'object', properties: { x: number(), y: number() },
                required: ['x', 'y'] }],
        },
        points: { anyOf: [{ type: 'array', items: VECTOR }, { type: 'array', items: number() }] },
        layers: {
            type: 'object',
            propertyNames: { minLength: 1 },
            maxProperties: MAX_LAYERS,
            additionalProperties: {
                anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object',
                    additionalProperties: oneOf(RESPONSES) }],
            },
        },
        tileKind: {
            ...objectOf(KIND_KEYS, { ...SURFACE, tile: integer(0, 127) }, said('TileKind')),
            required: ['tile'],
        },
        groundMaterial: objectOf(MATERIAL_KEYS, { ...SURFACE, hardness: number(0, 1e6),
            density: number(1e-9, 1e9), anchor: FLAG }, said('GroundMaterialOptions')),
        image: {
            description: 'Pixels, four numbers each from the top row on, of which the last counts.',
            type: 'object',
            properties: { data: { type: 'array' } },
            required: ['data', 'width', 'height'],
        },
        field: { type: 'object', required: ['type'], oneOf: fieldSchemas() },
        ...shapes,
        collider: { type: 'object', required: ['shape'], oneOf: Object.keys(shapes).map(ref) },
        body: {
            ...objectOf([...BODY_KEYS, ...SCENE_BODY_KEYS], BODY,
                said('BodyBaseOptions', 'BodyPlainOptions', 'SingleBodyOptions', 'SceneBodyOnly')),
            not: { required: ['collider', 'colliders'] },
            dependencies: {
                mover: { required: ['type'], properties: { type: { const: 'kinematic' } } },
            },
        },
        mover: moverSchema(),
        joint: { type: 'object', required: ['type'], oneOf: jointSchemas() },
    };
}

/** Numbers with ranges that grow with the unit of length, to 1000 times what they are in metres. @param {Readonly<Record<string, { least: number, most: number, power: number }>>} table */
const matterNumbers = (table) =>
    Object.fromEntries(
        Object.entries(table).map(([name, { least, most, power }]) => [name, power === 0
            ? number(least, most)
            : number(0, 1e15)]
        ),
    );

/** What a scene has of matter. @returns {Schema} */
function matterParts() {
    const PACKED = { type: 'string', pattern: '^[A-Za-z0-9+/]*=*$' };
    const VALUE = integer(0, MAX_VALUE);
    const index = integer(0, 2 ** 20);
    const matter = objectOf([...MATTER_KEYS, 'positions', 'velocities', 'values', 'pinned'], {
        kind: oneOf(MATTER_KINDS),
        capacity: integer(1, MAX_PARTICLES),
        layer: { type: 'string' },
        userData: ANY,
        ...matterNumbers(MATTER_NUMBERS),
        positions: PACKED,
        velocities: PACKED,
        pinned: PACKED,
        values: PACKED,
    }, said('MatterMaking', 'MatterNumbers', 'SceneParticles'));
    const emitter = objectOf(EMITTER_KEYS, { matter: index, position: VECTOR, value: VALUE,
        enabled: FLAG, userData: ANY, ...matterNumbers(EMITTER_NUMBERS) },
        said('EmitterNumbers', 'SceneEmitterMatter'));
    const gauge = objectOf([...GAUGE_KEYS, 'body', 'collider'], {
        threshold: integer(0, 2 ** 31 - 1),
        drains: FLAG,
        body: index,
        collider: index,
    }, said('GaugeOptions'));
    return {
        matters: { type: 'array', items: matter },
        emitters: { type: 'array', items: { ...emitter, required: ['matter'] } },
        gauges: { type: 'array', items: { ...gauge, required: ['body', 'collider'] } },
    };
}

/** The schema as an object. @returns {Schema} */
export function sceneSchema() {
    const index = integer(0, 2 ** 20);
    const parts = {
        $schema: { type: 'string' },
        mica2d: { const: SCENE_VERSION },
        world: objectOf(SCENE_WORLD_KEYS, WORLD, said('WorldBaseOptions', 'WorldPlainOptions')),
        bodies: { type: 'array', items: ref('body') },
        joints: { type: 'array', items: ref('joint') },
        ignoredPairs: { type: 'array',
            items: { type: 'array', items: index, minItems: 2, maxItems: 2, uniqueItems: true } },
        ...matterParts(),
        report: { type: 'array' },
    };
    return {
        $schema: 'http://json-schema.org/draft-07/schema#',
        title: 'A scene of Mica',
        description:
            'A world as JSON: fromScene of mica2d/scene makes a world of it, toScene gives it.',
        ...objectOf(SCENE_KEYS, parts, said('Scene')),
        required: ['mica2d'],
        definitions: definitions(),
    };
}
