// The layouts of web/bridge/records.h and web/bridge/bridge.c, repeated: where each number of a
// definition lies in its record of doubles, and where results lie in the scratch buffer.
// tests/js/layout.test.mjs compares them with the C text.

/** Must equal BRIDGE_ABI in web/bridge/bridge.c. */
export const ABI = 16;

/**
 * Room in the scratch buffer for records and results, in doubles; the words behind it hold VIEWS
 * and EVENTS.
 */
export const SCRATCH_ROOM = 480;

/**
 * Words of the scratch buffer (int32) at which the bridge leaves view addresses and event
 * addresses.
 */
export const SCRATCH_VIEWS = 960;
export const SCRATCH_EVENTS = 968;

/** Words of the scratch buffer for the filter of a query, and how many things it may ignore. */
export const SCRATCH_FILTER = 1024;
export const MAX_IGNORED = 64;

/** Doubles of a record of matter. */
export const MATTER = Object.freeze({
    KIND: 0,
    LAYER: 1,
    CAPACITY: 2,
    SPACING: 3,
    DENSITY: 4,
    VISCOSITY: 5,
    COHESION: 6,
    FRICTION: 7,
    REPOSE: 8,
    STIFFNESS: 9,
    PLASTICITY: 10,
    TEARING: 11,
    LIFETIME: 12,
    RECORD: 13,
});

/** Doubles of a record of an emitter; its matter is a slot. */
export const EMITTER = Object.freeze({
    MATTER: 0,
    X: 1,
    Y: 2,
    ANGLE: 3,
    WIDTH: 4,
    SPEED: 5,
    RATE: 6,
    LIFETIME: 7,
    VALUE: 8,
    ENABLED: 9,
    RECORD: 10,
});

/** Doubles of a body record. */
export const BODY = Object.freeze({
    // <schema body.record>
    TYPE: 0,
    X: 1,
    Y: 2,
    ANGLE: 3,
    VX: 4,
    VY: 5,
    ANGULAR_VELOCITY: 6,
    LINEAR_DAMPING: 7,
    ANGULAR_DAMPING: 8,
    GRAVITY_SCALE: 9,
    LOCKS: 10,
    CAN_SLEEP: 11,
    AWAKE: 12,
    ENABLED: 13,
    BULLET: 14,
    DROPS: 15,
    MAX_SPEED: 16,
    RECORD: 17,
    // </schema>
});

/** Doubles that body_numbers in web/bridge/bridge.c writes. */
export const BODY_NUMBERS = Object.freeze({
    MASS: 0,
    INERTIA: 1,
    LOCAL_CENTER: 2,
    CENTER: 4,
    // <schema body.numbers>
    LINEAR_DAMPING: 6,
    ANGULAR_DAMPING: 7,
    GRAVITY_SCALE: 8,
    MAX_SPEED: 9,
    RECORD: 10,
    // </schema>
});

/** Which numbers of a body's record those are, from LINEAR_DAMPING of BODY_NUMBERS on. */
// <schema body.number.fields>
export const BODY_NUMBER_FIELDS = Object.freeze([BODY.LINEAR_DAMPING, BODY.ANGULAR_DAMPING,
    BODY.GRAVITY_SCALE, BODY.MAX_SPEED]);
// </schema>

/** Doubles of a shape record, which is also the first part of a collider record. */
export const SHAPE = Object.freeze({
    KIND: 0,
    COUNT: 1,
    RADIUS: 2,
    ANGLE: 3,
    POINTS: 4,
    DATA: 4,
    RECORD: 20,
});

/** What a chain has in the place of points, behind the address of its own. */
export const CHAIN = Object.freeze({
    LOOP: 5,
    ONE_SIDED: 6,
});

/**
 * What a map of tiles has in the place of points, behind the address of its cells, or of its kinds
 * and then its cells' indices of kinds. The two addresses are given when it is read.
 */
export const TILES = Object.freeze({
    COLUMNS: 5,
    ROWS: 6,
    CELL_WIDTH: 7,
    CELL_HEIGHT: 8,
    ORIGIN_X: 9,
    ORIGIN_Y: 10,
    KINDS: 11,
    KINDS_AT: 12,
    KIND_OF_AT: 13,
});

/** What a terrain has besides the words of a map of tiles, of which its materials are the kinds. */
export const TERRAIN = Object.freeze({
    CELL: 7,
    PIECES: 14,
    BORDER_ANCHORS: 15,
    MINIMUM_PIECE: 16,
});

/** Doubles of a collider record behind its shape. */
export const COLLIDER = Object.freeze({
    // <schema collider.record>
    LAYER: 20,
    GROUP: 21,
    DENSITY: 22,
    FRICTION: 23,
    RESTITUTION: 24,
    ROLLING_RESISTANCE: 25,
    TANGENT_SPEED: 26,
    IS_TRIGGER: 27,
    FRICTION_COMBINE: 28,
    RESTITUTION_COMBINE: 29,
    ONE_WAY_X: 30,
    ONE_WAY_Y: 31,
    ARCADE: 32,
    SEES: 33,
    ENABLED: 34,
    FIELD: 35,
    RECORD: 53,
    // </schema>
});

/** Doubles of a field record, which is also the last part of a collider record. */
export const FIELD = Object.freeze({
    // <schema field.record>
    TYPE: 0,
    PRIORITY: 1,
    FLOW_X: 2,
    FLOW_Y: 3,
    ACCELERATION_X: 4,
    ACCELERATION_Y: 5,
    DRAG: 6,
    ANGULAR_DRAG: 7,
    TURBULENCE: 8,
    GUST_SIZE: 9,
    DENSITY: 10,
    SURFACE: 11,
    STRENGTH: 12,
    DISTANCE: 13,
    FALLOFF: 14,
    REPLACE: 15,
    MAX_SPEED: 16,
    EVENTS: 17,
    RECORD: 18,
    // </schema>
});

/** Doubles of a world record. */
export const WORLD = Object.freeze({
    // <schema world.record>
    GRAVITY_X: 0,
    GRAVITY_Y: 1,
    CONTACT_HERTZ: 2,
    CONTACT_DAMPING_RATIO: 3,
    CONTACT_PUSH_SPEED: 4,
    RESTITUTION_THRESHOLD: 5,
    HIT_SPEED: 6,
    SLEEP_TIME: 7,
    SLEEP_ENABLED: 8,
    BODY_CAPACITY: 9,
    COLLIDER_CAPACITY: 10,
    CONTACT_CAPACITY: 11,
    MAX_BYTES: 12,
    JOINT_HERTZ: 13,
    JOINT_DAMPING_RATIO: 14,
    LENGTH_UNIT: 15,
    Y_DOWN: 16,
    LOAD_IMPULSE: 17,
    RECORD: 18,
    // </schema>
});

/** Doubles of a joint record. */
export const JOINT = Object.freeze({
    // <schema joint.record>
    BODY_A: 0,
    BODY_B: 1,
    ANCHOR_AX: 2,
    ANCHOR_AY: 3,
    ANCHOR_BX: 4,
    ANCHOR_BY: 5,
    REFERENCE: 6,
    LOWER: 7,
    UPPER: 8,
    MOTOR_SPEED: 9,
    MAX_MOTOR: 10,
    SPRING_HERTZ: 11,
    SPRING_DAMPING_RATIO: 12,
    SPRING_TARGET: 13,
    BREAK_FORCE: 14,
    BREAK_TORQUE: 15,
    AXIS_X: 16,
    AXIS_Y: 17,
    LENGTH: 18,
    HERTZ: 19,
    DAMPING_RATIO: 20,
    MAX_FORCE: 21,
    MAX_TORQUE: 22,
    MIN_SPRING: 23,
    MAX_SPRING: 24,
    TOOTH: 25,
    PHASE: 26,
    RATIO: 27,
    GROUND_AX: 28,
    GROUND_AY: 29,
    GROUND_BX: 30,
    GROUND_BY: 31,
    VELOCITY_X: 32,
    VELOCITY_Y: 33,
    ANGULAR_VELOCITY: 34,
    LIMIT: 35,
    MOTOR: 36,
    SPRING: 37,
    COLLIDE_CONNECTED: 38,
    ENABLED: 39,
    IN_WORLD: 40,
    REFERENCE_FROM_POSE: 41,
    AXIS_IN_WORLD: 42,
    COUPLED_A: 43,
    COUPLED_B: 44,
    TYPE: 45,
    RECORD: 46,
    // </schema>
});

/** What a shape record describes. */
export const KIND = Object.freeze({
    CIRCLE: 1,
    CAPSULE: 2,
    POLYGON: 3,
    BOX: 4,
    UPRIGHT_CAPSULE: 5,
    SEGMENT: 6,
    CHAIN: 7,
    TILES: 8,
    TERRAIN: 9,
});

/**
 * What a parsed shape is besides: points that the engine has still to make into polygons. No record
 * has these when it reaches the bridge.
 */
export const POINTS_KIND = Object.freeze({
    HULL: 101,
    OUTLINE: 102,
});

/** Most points of a polygon. */
export const MAX_POINTS = 8;

/** Bits of a handle that hold its slot plus one. */
const SLOT_MASK = (1 << 20) - 1;

/**
 * The slot of a handle: the index into every view of its kind.
 * @param {number} handle
 */
export function slotOf(handle) {
    return (handle & SLOT_MASK) - 1;
}

/**
 * Bits of the `world.flags` view, one word a body slot; `flags[i] & FLAGS.TYPE_MASK` is 0 for a
 * static, 1 for a kinematic and 2 for a dynamic body.
 */
export const FLAGS = Object.freeze({
    TYPE_MASK: 3,
    ALIVE: 1 << 2,
    AWAKE: 1 << 3,
    ENABLED: 1 << 4,
    LOCK_X: 1 << 5,
    LOCK_Y: 1 << 6,
    LOCK_ROTATION: 1 << 7,
    BULLET: 1 << 8,
    CAN_SLEEP: 1 << 9,
    MASS_OVERRIDE: 1 << 10,
    MOVED: 1 << 11,
    DROPS: 1 << 12,
    MOVER: 1 << 13,
});

/** Words of a MicaMoverDef: MicaMoverNumber in order, then the switch. */
export const MOVER = Object.freeze({
    // <schema mover.record>
    MAX_SLOPE: 0,
    STEP_HEIGHT: 1,
    SNAP_DISTANCE: 2,
    MASS: 3,
    MAX_PUSH_FORCE: 4,
    MAX_FALL_SPEED: 5,
    CORNER_CORRECTION: 6,
    // </schema>
    UP_X: 7,
    UP_Y: 8,
    FLOATING: 9,
});

/** Words of a MicaMoverState. */
export const MOVER_STATE = Object.freeze({
    VELOCITY: 0,
    GROUND_VELOCITY: 2,
    GROUND_NORMAL: 4,
    GROUND_POINT: 6,
    WALL_NORMAL: 8,
    GROUND_COLLIDER: 10,
    GROUND_PART: 11,
    FLAGS: 12,
});

/** Words of a record of mover_states: that of one mover among all. */
export const MOVER_RECORD = Object.freeze({
    BODY: 0,
    FLAGS: 1,
    STATE: 2,
    GROUND_COLLIDER: 12,
    GROUND_BODY: 13,
    PART: 14,
    RECORD: 17,
});

/** Bits of what the last step found of a mover: word 1 of a record of `world.moverStates`. */
export const MOVER_FLAGS = Object.freeze({ GROUNDED: 1, AT_WALL: 2, AT_CEILING: 4, CRUSHED: 8,
    ON_MATTER: 16 });
