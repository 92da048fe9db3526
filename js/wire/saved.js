// The layout of the bytes of world.snapshot(): the arrays of src/world/state.h in their order, and the records
// of src/world/records.h member by member, under the names that a game knows. js/differences.js reads snapshots by
// it; tests/js/saved.test.mjs compares every line with the C text.

/**
 * What a difference belongs to: those of a lower level may be the cause of those of a higher one. What a game sets
 * comes first, then what a step makes of it.
 */
export const LEVEL = Object.freeze({
    WORLD: 0,
    LAYERS: 1,
    EXISTS: 2,
    SETTING: 3,
    MOTION: 4,
    JOINT: 5,
    CONTACT: 6,
    REST: 7,
    CACHE: 8,
    EVENT: 9,
    FRAME: 10,
});
const { WORLD, LAYERS, EXISTS, SETTING, MOTION, JOINT, CONTACT, REST, CACHE, EVENT, FRAME } = LEVEL;

/** The version of snapshots that this file describes. */
// <schema all.version>
export const VERSION = 4;
// </schema>

/** Bytes of the plain types. */
export const SIZES = Object.freeze({ float: 4, int32_t: 4, uint32_t: 4, uint16_t: 2, uint8_t: 1,
    uint64_t: 8, bool: 1 });

/**
 * A member of a record: its name and type in C, its level, and what a game calls it, each element of an array by itself or
 * counted. A member without a level has that of the record it lies in.
 * @typedef {readonly [member: string, type: string, level?: number, name?: string | readonly string[]]} Member
 */

/** @type {Readonly<Record<string, readonly Member[]>>} */
export const RECORDS = Object.freeze({
    Vec2: [['x', 'float'], ['y', 'float']],
    MicaRot: [['c', 'float', undefined, 'cos'], ['s', 'float', undefined, 'sin']],
    Transform: [['p', 'Vec2', undefined, 'position'], ['q', 'MicaRot', undefined, 'angle']],
    MicaAABB: [['lower', 'Vec2'], ['upper', 'Vec2']],
    BodyLanes: [['v', 'float[4]']],
    Body: [
        ['localCenter', 'Vec2', SETTING, 'center (in its own space)'],
        ['invMassX', 'float', SETTING, '1 / mass along x'],
        ['invMassY', 'float', SETTING, '1 / mass along y'],
        ['invInertia', 'float', SETTING, '1 / inertia'],
        ['mass', 'float', SETTING],
        ['inertia', 'float', SETTING],
        // <schema body.saved>
        ['linearDamping', 'float', SETTING],
        ['angularDamping', 'float', SETTING],
        ['gravityScale', 'float', SETTING],
        // </schema>
        ['maxExtent', 'float', SETTING, 'maximum extent'],
        ['minExtent', 'float', SETTING, 'minimum extent'],
        ['sleepTime', 'float', REST, 'time at rest'],
        ['leftoverTime', 'float', MOTION, 'leftover time'],
        ['leftoverDisplacement', 'Vec2', MOTION,
            'displacement in the leftover time, or center that was set unless dynamic'],
        ['drift', 'Vec2', REST, 'drift at rest'],
        ['firstCollider', 'int32_t', CACHE, 'first collider'],
        ['lastCollider', 'int32_t', CACHE, 'last collider'],
        ['firstJoint', 'int32_t', CACHE, 'first joint'],
        ['sleepNext', 'int32_t', REST, 'next that fell asleep with it'],
        ['userData', 'uint32_t', CACHE, 'userData of the engine'],
        ['generation', 'uint16_t', EXISTS, 'earlier uses of its slot'],
        ['leftoverStep', 'uint16_t', REST, 'step of the leftover time'],
        // <schema body.saved.later>
        ['maxSpeed', 'float', SETTING],
        // </schema>
    ],
    Collider: [
        ['body', 'int32_t', EXISTS],
        ['next', 'int32_t', CACHE, 'next of its body'],
        ['polygon', 'int32_t', CACHE, 'place of its shape'],
        ['group', 'int32_t', SETTING],
        ['a', 'Vec2', SETTING, 'shape.a'],
        ['b', 'Vec2', SETTING, 'shape.b'],
        ['radius', 'float', SETTING, 'shape.radius'],
        // <schema collider.saved>
        ['density', 'float', SETTING],
        ['friction', 'float', SETTING],
        ['restitution', 'float', SETTING],
        ['rollingResistance', 'float', SETTING],
        ['tangentSpeed', 'float', SETTING],
        // </schema>
        ['userData', 'uint32_t', CACHE, 'userData of the engine'],
        ['generation', 'uint16_t', EXISTS, 'earlier uses of its slot'],
        ['type', 'uint8_t', SETTING, 'shape.shape'],
        ['count', 'uint8_t', SETTING, 'points of its shape'],
        ['layer', 'uint8_t', SETTING],
        ['flags', 'uint8_t', CACHE],
        ['frictionCombine', 'uint8_t', SETTING],
        ['restitutionCombine', 'uint8_t', SETTING],
        ['sees', 'uint8_t', SETTING],
        ['edits', 'uint8_t', SETTING, 'edits since the last step'],
        // <schema collider.saved.spare>
        ['disabled', 'uint8_t', SETTING],
        // </schema>
        ['ofTerrain', 'uint8_t', SETTING, 'shape of a terrain'],
        ['box', 'MicaAABB', CACHE, 'box in the tree'],
        ['reach', 'float', SETTING],
        ['oneWay', 'Vec2', SETTING],
        ['covered', 'uint32_t', CACHE, 'covered faces'],
        ['field', 'int32_t', SETTING, 'place of its field'],
    ],
    Polygon: [['x', 'float[8]'], ['y', 'float[8]'], ['nx', 'float[8]', CACHE, 'normal.x'], ['ny',
        'float[8]', CACHE, 'normal.y']],
    Chain: [['first', 'int32_t', CACHE, 'place of its points'], ['count', 'int32_t', undefined,
        'points'], ['loop', 'int32_t'], ['oneSided', 'int32_t'], ['firstNode', 'int32_t', CACHE,
        'place of its tree'], ['nodes', 'int32_t', CACHE, 'nodes of its tree']],
    TileMap: [
        ['first', 'int32_t', CACHE, 'place of its cells'],
        ['columns', 'int32_t'],
        ['rows', 'int32_t'],
        ['triggers', 'int32_t', undefined, 'trigger cells'],
        ['origin', 'Vec2'],
        ['cell', 'Vec2', undefined, 'cellSize'],
        ['firstKind', 'int32_t', CACHE, 'place of its kinds'],
        ['kinds', 'int32_t'],
        ['firstKindOf', 'int32_t', CACHE, "place of its cells' kinds"],
        ['terrain', 'int32_t', CACHE, 'place of its samples'],
        ['kindLayers', 'uint64_t', undefined, 'layers of its kinds'],
    ],
    MicaTileKind: [['number', 'int32_t'], ['tile', 'uint32_t'], ['sets', 'uint32_t', undefined,
        'what it sets'], ['friction', 'float'], ['restitution', 'float'], ['tangentSpeed', 'float'],
        ['layer', 'int32_t']],
    MicaField: [
        // <schema field.saved>
        ['type', 'int32_t'],
        ['priority', 'int32_t'],
        ['flow', 'Vec2'],
        ['acceleration', 'Vec2'],
        ['drag', 'float'],
        ['angularDrag', 'float'],
        ['turbulence', 'float'],
        ['gustSize', 'float'],
        ['density', 'float'],
        ['surface', 'float'],
        ['strength', 'float'],
        ['distance', 'float'],
        ['falloff', 'int32_t'],
        ['replace', 'int32_t'],
        ['maxSpeed', 'float'],
        ['events', 'int32_t'],
        // </schema>
    ],
    Field: [['def', 'MicaField', undefined, ''], ['phase', 'float', MOTION, 'gusts passed']],
    ContactPoint: [['anchor', 'Vec2'], ['separation', 'float'], ['normalImpulse', 'float']],
    ContactApart: [['relative', 'Transform'], ['axis', 'Vec2'], ['gap', 'float'], ['reachB',
        'float']],
    Contact: [
        ['colliderA', 'int32_t', EXISTS],
        ['colliderB', 'int32_t', EXISTS],
        ['bodyA', 'int32_t', EXISTS],
        ['bodyB', 'int32_t', EXISTS],
        ['tangentImpulse', 'float', CONTACT, 'friction impulse'],
        ['rollingImpulse', 'float', CONTACT, 'rolling impulse'],
        ['part', 'int32_t', EXISTS],
        ['flags', 'uint8_t', CACHE],
        ['count', 'uint8_t', CONTACT, 'number of points'],
        ['oneSided', 'uint8_t', CACHE, 'one-sided state'],
        ['cacheFlags', 'uint8_t', CACHE, 'manifold-cache flags'],
        ['points', 'ContactPoint[2]', CONTACT],
        ['friction', 'float', CONTACT],
        ['restitution', 'float', CONTACT],
        ['rollingResistance', 'float', CONTACT],
        ['tangentSpeed', 'float', CONTACT],
        ['normal', 'Vec2', CONTACT],
        ['reachB', 'float', CACHE, 'reach of B'],
        ['since', 'uint32_t', CACHE, 'touching since step'],
        ['relative', 'Transform', CACHE, 'relative pose when computed'],
        ['cachedSeparation', 'float[2]', CACHE, 'cached separation'],
        ['feature', 'uint8_t[2]', CACHE],
        ['slideRange', 'uint8_t[2]', CACHE, 'slide range'],
        ['oneSidedSince', 'uint32_t', CACHE, 'one-sided since step'],
    ],
    Joint: [
        ['bodyA', 'int32_t', EXISTS],
        ['bodyB', 'int32_t', EXISTS],
        ['next', 'int32_t[2]', CACHE, 'next of the body'],
        ['previous', 'int32_t[2]', CACHE, 'previous of the body'],
        ['userData', 'uint32_t', CACHE, 'userData of the engine'],
        ['generation', 'uint16_t', EXISTS, 'earlier uses of its slot'],
        ['flags', 'uint16_t', CACHE],
        ['type', 'uint32_t', SETTING],
        ['anchorA', 'Vec2', SETTING, 'localAnchorA'],
        ['anchorB', 'Vec2', SETTING, 'localAnchorB'],
        ['impulses', 'float[6]', JOINT, ['impulse.x', 'impulse.y', 'lower limit impulse',
            'upper limit impulse', 'motor impulse', 'spring impulse']],
        ['angle', 'float', JOINT],
        ['thirdImpulse', 'float', JOINT, 'third impulse'],
        ['pushed', 'Vec2', JOINT, 'force in the last substep'],
        ['turned', 'float', JOINT, 'torque in the last substep'],
    ],
    JointNumbers: [
        // <schema joint.saved>
        ['values', 'float[29]', SETTING, [
            'referenceAngle',
            'limit.lower',
            'limit.upper',
            'motor.speed',
            'motor.maxTorque or maxForce',
            'spring.hertz',
            'spring.dampingRatio',
            'spring.target',
            'breakForce',
            'breakTorque',
            'localAxisA.x',
            'localAxisA.y',
            'length',
            'hertz',
            'dampingRatio',
            'maxForce',
            'maxTorque',
            'spring.minForce',
            'spring.maxForce',
            'ratchet',
            'phase',
            'ratio',
            'groundAnchorA.x',
            'groundAnchorA.y',
            'groundAnchorB.x',
            'groundAnchorB.y',
            'linearVelocity.x',
            'linearVelocity.y',
            'angularVelocity',
        ]],
        // </schema>
        ['coupledAngles', 'float[2]', JOINT, 'angle of a coupled joint'],
        ['coupled', 'int32_t[2]', EXISTS, 'coupled joint'],
    ],
    Mover: [
        ['body', 'int32_t', EXISTS],
        ['collider', 'int32_t', EXISTS],
        ['userData', 'uint32_t', CACHE, 'userData of the engine'],
        ['generation', 'uint16_t', EXISTS, 'earlier uses of its slot'],
        ['flags', 'uint16_t', MOTION],
        // <schema mover.saved>
        ['numbers', 'float[9]', SETTING, ['maxSlope', 'stepHeight', 'snapDistance', 'mass',
            'maxPushForce', 'maxFallSpeed', 'cornerCorrection', 'up.x', 'up.y']],
        // </schema>
        ['velocity', 'Vec2', MOTION],
        ['groundVelocity', 'Vec2', MOTION, 'velocity of the ground'],
        ['groundNormal', 'Vec2', MOTION, 'normal of the ground'],
        ['groundPoint', 'Vec2', MOTION, 'point on the ground'],
        ['wallNormal', 'Vec2', MOTION, 'normal of the wall'],
        ['ground', 'uint32_t', MOTION, 'collider of the ground'],
        ['groundPart', 'int32_t', MOTION, 'part of the ground'],
    ],
    // Of worlds with matter, src/world/matter_records.h.
    Matter: [
        ['kind', 'int32_t', EXISTS],
        ['layer', 'int32_t', SETTING],
        ['capacity', 'int32_t', SETTING],
        ['count', 'int32_t', MOTION, 'particles'],
        ['spacing', 'float', SETTING],
        ['density', 'float', SETTING],
        ['viscosity', 'float', SETTING],
        ['cohesion', 'float', SETTING],
        ['friction', 'float', SETTING],
        ['repose', 'float', SETTING],
        ['stiffness', 'float', SETTING],
        ['plasticity', 'float', SETTING],
        ['tearing', 'float', SETTING],
        ['lifetime', 'float', SETTING],
        ['userData', 'uint32_t[2]', CACHE, 'userData of the engine'],
        ['flags', 'uint32_t', EXISTS, 'alive'],
        ['generation', 'uint32_t', EXISTS, 'earlier uses of its slot'],
    ],
    Emitter: [
        ['matter', 'int32_t', EXISTS],
        ['x', 'float', SETTING, 'position.x'],
        ['y', 'float', SETTING, 'position.y'],
        ['angle', 'float', SETTING],
        ['width', 'float', SETTING],
        ['speed', 'float', SETTING],
        ['rate', 'float', SETTING],
        ['lifetime', 'float', SETTING],
        ['value', 'uint32_t', SETTING],
        ['phase', 'float', MOTION, 'flow since its last particles'],
        ['emitted', 'uint32_t', MOTION],
        ['userData', 'uint32_t[2]', CACHE, 'userData of the engine'],
        ['flags', 'uint32_t', EXISTS, 'alive and enabled'],
        ['generation', 'uint32_t', EXISTS, 'earlier uses of its slot'],
    ],
    Gauge: [['collider', 'uint32_t', EXISTS], ['threshold', 'int32_t', SETTING], ['count',
        'int32_t', MOTION], ['flags', 'uint32_t', SETTING, 'drains and reached']],
    ParticleTag: [['matter', 'uint8_t', EXISTS], ['flags', 'uint8_t', REST, 'asleep and pinned'], [
        'rest',
        'uint8_t',
        REST,
        'steps at rest',
    ], ['grain', 'uint8_t', EXISTS, 'size of the grain']],
    PressureNode: [['x', 'int32_t'], ['y', 'int32_t'], ['pressure', 'float'], ['middleX', 'float',
        undefined, 'middle.x'], ['middleY', 'float', undefined, 'middle.y']],
    MatterMemory: [['gravityX', 'float', undefined, 'gravity.x'], ['gravityY', 'float', undefined,
        'gravity.y'], ['sortedStep', 'uint32_t', CACHE, 'step of the last sorting']],
    GrainBlock: [['normal', 'float[4]', CONTACT, 'normal impulse'], ['tangent', 'float[4]', CONTACT,
        'friction impulse'], ['a', 'uint16_t[4]', CONTACT, 'particle A'], ['b', 'uint16_t[4]',
        CONTACT, 'particle B']],
    GrainWall: [['collider', 'uint32_t', CONTACT], ['part', 'int32_t', CONTACT], ['particle',
        'int32_t', CONTACT], ['normal', 'float', CONTACT, 'normal impulse'], ['tangent', 'float',
        CONTACT, 'friction impulse']],
    JellyCluster: [['first', 'int32_t', CACHE, 'place of its particles'], ['count', 'int32_t',
        EXISTS, 'particles'], ['matter', 'int32_t', EXISTS]],
    JellyMember: [['particle', 'uint16_t', EXISTS], ['spare', 'uint16_t', CACHE], ['x', 'float',
        SETTING], ['y', 'float', SETTING]],
    LayerTable: [
        ['namesSolid', 'uint64_t[64]', LAYERS],
        ['namesTrigger', 'uint64_t[64]', LAYERS],
        ['solid', 'uint64_t[64]', LAYERS],
        ['trigger', 'uint64_t[64]', LAYERS],
        ['minExtents', 'float[64]', CACHE, 'least extent of layer'],
        ['triggerLayers', 'uint64_t', CACHE, 'layers with triggers'],
        ['seesStatics', 'uint32_t', CACHE, 'triggers see statics'],
        ['solidGroups', 'uint32_t', CACHE, 'positive groups'],
    ],
});

/** The numbers of the state, as STATE_NUMBERS of state.h: likewise. @type {readonly Member[]} */
export const NUMBERS = Object.freeze(/** @type {Member[]} */ ([
    ['layers', 'LayerTable', LAYERS, ''],
    ['gravity', 'Vec2', WORLD],
    ['contactHertz', 'float', WORLD],
    ['contactDampingRatio', 'float', WORLD],
    ['contactPushSpeed', 'float', WORLD],
    ['restitutionThreshold', 'float', WORLD],
    ['hitSpeed', 'float', WORLD],
    ['jointHertz', 'float', WORLD],
    ['jointDampingRatio', 'float', WORLD],
    ['sleepTime', 'float', WORLD],
    ['lastH', 'float', WORLD, 'last substep'],
    ['lastDt', 'float', WORLD, 'length of the last step'],
    ['errorH', 'float', WORLD, 'substep at whose rate errors are corrected'],
    ['steps', 'uint32_t', WORLD],
    ['generationStart', 'uint32_t', CACHE, 'first generation'],
    ['liveBodies', 'int32_t', CACHE, 'bodies'],
    ['liveColliders', 'int32_t', CACHE, 'colliders'],
    ['liveJoints', 'int32_t', CACHE, 'joints'],
    ['liveMovers', 'int32_t', CACHE, 'movers'],
    ['freeBodyHead', 'int32_t', CACHE, 'first free body slot'],
    ['freeColliderHead', 'int32_t', CACHE, 'first free collider slot'],
    ['freeJointHead', 'int32_t', CACHE, 'first free joint slot'],
    ['freeMoverHead', 'int32_t', CACHE, 'first free mover slot'],
    ['fieldCount', 'int32_t', CACHE, 'fields'],
    ['pairsUnordered', 'int32_t', CACHE, 'pairs out of order'],
    ['sleepEnabled', 'bool', WORLD, 'sleep'],
    ['stepFailed', 'bool', WORLD, 'last step failed'],
    ['staticsUnclassified', 'bool', CACHE, 'statics to classify'],
    ['pairsEdited', 'bool', CACHE, 'pairs edited'],
    ['refilterContacts', 'bool', CACHE, 'contacts to filter again'],
    ['requeryPairs', 'bool', CACHE, 'pairs to look for again'],
    ['yDown', 'bool', WORLD],
    ['spare', 'uint8_t', CACHE],
    ['lengthUnit', 'float', WORLD],
    ['loadImpulse', 'float', WORLD],
]));

/**
 * The bits of flags: of which member, the name in C, the bit, what a game calls it, and its level. Bits that are not
 * named are the engine's own.
 * @type {Readonly<Record<'body' | 'collider' | 'joint' | 'mover' | 'contact', readonly (readonly [constant: string, bit: number, name: string, level: number])[]>>}
 */
export const BITS = Object.freeze({
    body:
        /** @type {const} */ ([['MICA_FLAG_ALIVE', 4, 'alive', EXISTS], ['MICA_FLAG_AWAKE', 8,
            'awake', MOTION], ['MICA_FLAG_ENABLED', 16, 'enabled', SETTING], ['MICA_FLAG_LOCK_X',
            32, 'lockX', SETTING], ['MICA_FLAG_LOCK_Y', 64, 'lockY', SETTING], [
            'MICA_FLAG_LOCK_ROTATION',
            128,
            'lockRotation',
            SETTING,
        ], ['MICA_FLAG_BULLET', 256, 'bullet', SETTING], ['MICA_FLAG_CAN_SLEEP', 512, 'canSleep',
            SETTING], ['MICA_FLAG_MASS_OVERRIDE', 1024, 'mass set', SETTING], ['MICA_FLAG_DROPS',
            4096, 'dropThrough', SETTING]]),
    collider:
        /** @type {const} */ ([['COLLIDER_ALIVE', 1, 'alive', EXISTS], ['COLLIDER_TRIGGER', 2,
            'trigger', SETTING], ['COLLIDER_ONE_WAY', 64, 'one-way', SETTING], ['COLLIDER_ARCADE',
            128, 'arcade', SETTING]]),
    joint:
        /** @type {const} */ ([['JOINT_ALIVE', 1, 'alive', EXISTS], ['JOINT_COLLIDES', 2,
            'collideConnected', SETTING], ['JOINT_LIMIT', 4, 'limit', SETTING], ['JOINT_MOTOR', 8,
            'motor', SETTING], ['JOINT_SPRING', 16, 'spring', SETTING], ['JOINT_DISABLED', 64,
            'disabled', SETTING]]),
    mover:
        /** @type {const} */ ([['MOVER_ALIVE', 256, 'alive', EXISTS], ['MOVER_FLOATS', 512,
            'floating', SETTING], ['MICA_MOVER_GROUNDED', 1, 'grounded', MOTION], [
            'MICA_MOVER_AT_WALL',
            2,
            'atWall',
            MOTION,
        ], ['MICA_MOVER_AT_CEILING', 4, 'atCeiling', MOTION], ['MICA_MOVER_CRUSHED', 8, 'crushed',
            MOTION], ['MICA_MOVER_ON_MATTER', 16, 'onMatter', MOTION]]),
    contact:
        /** @type {const} */ ([['CONTACT_TRIGGER', 1, 'trigger', CONTACT], ['CONTACT_TOUCHING', 2,
            'touching', CONTACT]]),
});

/**
 * An array of the snapshot: its name in C, the type of its elements, what they are to a game, the level of members that
 * have none of their own, and what comes before their names, or all their names. Elements without a record are compared as words.
 * @typedef {readonly [array: string, type: string, what: string, level: number,
 *     names?: string | readonly string[]]} Row
 */

/** The arrays within each of the two trees. @param {string} tree @returns {Row[]} */
const treeRows = (tree) =>
    ['nodes', 'items', 'searched', 'loose', 'places'].map((
        name,
    ) => /** @type {Row} */ ([`${tree}.${name}`, '', 'tree', CACHE]));

/** The arrays that only a world with matter has. @type {readonly Row[]} */
export const MATTER_ROWS = Object.freeze(/** @type {Row[]} */ ([
    ['matters', 'Matter', 'matter', SETTING],
    ['emitters', 'Emitter', 'emitter', SETTING],
    ['gauges', 'Gauge', 'gauge', SETTING],
    ['matterEvents', '', 'events', EVENT],
    ['particlePositions', 'Vec2', 'particle', MOTION, 'position.'],
    ['particleVelocities', 'Vec2', 'particle', MOTION, 'velocity.'],
    ['particlePlaces', '', 'places of particles', CACHE],
    ['particleValues', 'uint32_t', 'particle', SETTING, 'value'],
    ['particleTags', 'ParticleTag', 'particle', EXISTS],
    ['particleLives', 'float', 'particle', MOTION, 'time to live'],
    ['pressureNodes', 'PressureNode', 'pressure', CONTACT],
    ['grainBlocks', 'GrainBlock', 'contacts of grains', CONTACT],
    ['grainWalls', 'GrainWall', 'contact of a grain', CONTACT],
    ['jellyClusters', 'JellyCluster', 'cluster of jelly', EXISTS],
    ['jellyMembers', 'JellyMember', 'member of a cluster', SETTING],
    ['matterMemory', 'MatterMemory', 'last step of matter', REST],
]));

/** All arrays, in the order of the snapshot. @type {readonly Row[]} */
export const ROWS = Object.freeze(/** @type {Row[]} */ ([
    ['bodies', 'Body', 'body', CACHE],
    ['transforms', 'Transform', 'body', MOTION],
    ['previous', 'Transform', 'body', REST, 'previous '],
    ['velocities', 'BodyLanes', 'body', MOTION, ['velocity.x', 'velocity.y', 'angularVelocity',
        'fourth lane of velocities']],
    ['forces', 'BodyLanes', 'body', MOTION, ['force.x', 'force.y', 'torque',
        'fourth lane of forces']],
    ['flags', 'uint32_t', 'body', CACHE, 'flags'],
    ['bodyMarks', 'uint8_t', 'body', CACHE, 'marks of the engine'],
    ['colliders', 'Collider', 'collider', CACHE],
    ['freeBodies', '', 'free slots', CACHE],
    ['destroyedBodies', '', 'free slots', CACHE],
    ['freeColliders', '', 'free slots', CACHE],
    ['destroyedColliders', '', 'free slots', CACHE],
    ['polygons', 'Polygon', 'polygon', SETTING],
    ['polygonUses', '', 'polygon uses', CACHE],
    ['freePolygons', '', 'free slots', CACHE],
    ['chains', 'Chain', 'chain', SETTING],
    ['chainPoints', 'Vec2', 'chain point', SETTING],
    ['chainNodes', '', 'tree', CACHE],
    ['tileMaps', 'TileMap', 'tile map', SETTING],
    ['tileCells', 'uint8_t', 'tile', SETTING, 'tile'],
    ['tileKinds', 'MicaTileKind', 'tile kind', SETTING],
    ['tileKindOf', 'uint16_t', 'tile', SETTING, 'kind'],
    ['terrains', '', 'terrain', SETTING],
    ['terrainChunks', '', 'ground', SETTING],
    ['terrainSamples', '', 'ground', SETTING],
    ['fields', 'Field', 'field', SETTING],
    ['freeFields', '', 'free slots', CACHE],
    ['joints', 'Joint', 'joint', CACHE],
    ['jointNumbers', 'JointNumbers', 'joint', SETTING],
    ['freeJoints', '', 'free slots', CACHE],
    ['movers', 'Mover', 'mover', EXISTS],
    ['freeMovers', '', 'free slots', CACHE],
    ['ignoredPairs', '', 'ignored pairs', SETTING],
    ['movedColliders', '', 'moved colliders', CACHE],
    ['contacts', 'Contact', 'contact', CACHE],
    ['positionResiduals', 'Vec2', 'body', MOTION, 'position residual.'],
    ['endVelocities', 'Vec2', 'body', REST, 'velocity after the last step.'],
    ['pendingAsleep', '', 'pending events', EVENT],
    ['pendingWoke', '', 'pending events', EVENT],
    ...MATTER_ROWS,
    ...treeRows('staticTree'),
    ...treeRows('movingTree'),
    ...['begin', 'end', 'hit', 'enter', 'exit', 'broke', 'crush', 'moved', 'asleep', 'woke'].map((
        name,
    ) => [`${name}Events`, '', 'events', EVENT]),
    ['contactImpulses', '', 'contact impulses', EVENT],
    ['loadEvents', '', 'events', EVENT],
]));

/**
 * Which words of an event are handles, by the name of their array. They are compared by their slots: the generations of a
 * world begin where those of the last world of its page ended.
 * @type {Readonly<Record<string, readonly number[]>>}
 */
export const HANDLES = Object.freeze({
    beginEvents: [0, 1, 8, 9],
    endEvents: [0, 1, 8, 9],
    hitEvents: [0, 1, 8, 9],
    loadEvents: [0, 1, 8, 9],
    enterEvents: [0, 1, 2, 3],
    exitEvents: [0, 1, 2, 3],
    brokeEvents: [0, 1, 2],
    crushEvents: [0, 1, 2, 3, 4, 5],
    contactImpulses: [],
    matterEvents: [0],
});

/** What the page has beyond the engine, as FIELDS of js/world/saving/snapshots.js has it, and the level of each. @type {readonly (readonly [name: string, level: number])[]} */
export const PAGE = Object.freeze(/** @type {const} */ ([
    ['form', WORLD],
    ['time', WORLD],
    ['stepCount', WORLD],
    ['leftOver', FRAME],
    ['alpha', FRAME],
    ['fixedStep', WORLD],
    ['substeps', WORLD],
    ['maxSteps', WORLD],
    ['timeScale', FRAME],
    ['paused', FRAME],
    ['byImpacts', WORLD],
]));

/**
 * A plain value in a record.
 * @typedef {object} Leaf
 * @property {string} name
 * @property {string} type a plain one, of SIZES
 * @property {number} at bytes from the beginning of the record
 * @property {number} level
 * @property {string} member in C, of the record itself
 */

/** @param {string} outer @param {string} inner */
const joined = (outer,
    inner) => (outer === '' || inner === '' || /[. ]$/.test(outer) || inner[0] === '['
        ? outer + inner
        : `${outer}.${inner}`);

/** @param {number} at @param {number} bytes */
const aligned = (at, bytes) => Math.ceil(at / bytes) * bytes;

/**
 * The plain values of a list of members one behind the other, laid out as C does.
 * @param {readonly Member[]} members
 * @param {number} level of members that have none
 * @returns {{ leaves: Leaf[], size: number, alignment: number }}
 */
export function layOut(members, level) {
    /** @type {Leaf[]} */
    const leaves = [];
    let at = 0;
    let alignment = 1;
    for (const [member, type, own = level, name = member] of members) {
        const [, element, count] =
            /** @type {RegExpExecArray} */ (/^(\w+)(?:\[(\d+)\])?$/.exec(type));
        const inner = typeLayout(element, own);
        alignment = Math.max(alignment, inner.alignment);
        at = aligned(at, inner.alignment);
        for (let i = 0; i < Number(count ?? 1); ++i, at += inner.size) {
            const called = typeof name !== 'string'
                ? name[i]
                : count === undefined
                ? name
                : `${name}[${i}]`;
            for (const leaf of inner.leaves)
                leaves.push({ ...leaf, name: joined(called, leaf.name), at: at + leaf.at, member });
        }
    }
    return { leaves, size: aligned(at, alignment), alignment };
}

/**
 * The same of a type: a record or a plain one.
 * @param {string} type @param {number} level
 * @returns {{ leaves: Leaf[], size: number, alignment: number }}
 */
export function typeLayout(type, level) {
    const record = RECORDS[type];
    if (record) return layOut(record, level);
    const size = SIZES[/** @type {keyof typeof SIZES} */ (type)];
    return { leaves: [{ name: '', type, at: 0, level, member: '' }], size, alignment: size };
}

/**
 * The plain values of the elements of a row, under a game's names.
 * @param {Row} row
 */
export function rowLayout([, type, , level, names = '']) {
    const { leaves, size } = typeLayout(type, level);
    return { size,
        leaves: leaves.map((leaf, i) => ({ ...leaf,
            name: typeof names === 'string' ? joined(names, leaf.name) : names[i] })
        ) };
}
