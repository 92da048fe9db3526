// Records: how definitions pass between JavaScript and C. A record is an array of doubles, since a
// double holds every float and int32 exactly. The enums below are its offsets; js/wire/layout.js
// repeats them and tests/js/layout.test.mjs compares both. The functions below read and write
// records; bridge*.c call them.
#pragma once

#include "mica.h"
#if defined(MICA_MATTER)
#include "mica_matter.h"
#endif

#include <assert.h>

// Exports a function as `name`. Its C symbol has a prefix, so that it cannot clash with one of the
// core.
#define EXPORT(name) __attribute__((export_name(#name), used)) bridge_##name
// Likewise, compiled for size together with what it alone calls: for work done while a level is
// built, not in every frame.
#define EXPORT_FOR_SIZE(name) __attribute__((cold)) EXPORT(name)

enum {
    // <schema body.enum>
    BODY_TYPE,
    BODY_X,
    BODY_Y,
    BODY_ANGLE,
    BODY_VX,
    BODY_VY,
    BODY_ANGULAR_VELOCITY,
    BODY_LINEAR_DAMPING,
    BODY_ANGULAR_DAMPING,
    BODY_GRAVITY_SCALE,
    BODY_LOCKS,
    BODY_CAN_SLEEP,
    BODY_AWAKE,
    BODY_ENABLED,
    BODY_BULLET,
    BODY_DROPS,  // for body_set only, not part of a definition
    BODY_MAX_SPEED,
    // </schema>
    BODY_RECORD
};

// Where body_numbers writes the first number of a body that no view has.
enum { BODY_NUMBERS = 6 };

// The words of MicaField, in order.
enum {
    // <schema field.enum>
    FIELD_TYPE,
    FIELD_PRIORITY,
    FIELD_FLOW_X,
    FIELD_FLOW_Y,
    FIELD_ACCELERATION_X,
    FIELD_ACCELERATION_Y,
    FIELD_DRAG,
    FIELD_ANGULAR_DRAG,
    FIELD_TURBULENCE,
    FIELD_GUST_SIZE,
    FIELD_DENSITY,
    FIELD_SURFACE,
    FIELD_STRENGTH,
    FIELD_DISTANCE,
    FIELD_FALLOFF,
    FIELD_REPLACE,
    FIELD_MAX_SPEED,
    FIELD_EVENTS,
    // </schema>
    FIELD_RECORD
};

enum {
    SHAPE_KIND,
    SHAPE_COUNT,
    SHAPE_RADIUS,
    SHAPE_ANGLE,
    SHAPE_POINTS,  // 8 x and y
    SHAPE_RECORD = SHAPE_POINTS + 2 * MICA_MAX_POLYGON_POINTS,
    // <schema collider.enum>
    COLLIDER_LAYER = SHAPE_RECORD,
    COLLIDER_GROUP,
    COLLIDER_DENSITY,
    COLLIDER_FRICTION,
    COLLIDER_RESTITUTION,
    COLLIDER_ROLLING_RESISTANCE,
    COLLIDER_TANGENT_SPEED,
    COLLIDER_IS_TRIGGER,
    COLLIDER_FRICTION_COMBINE,
    COLLIDER_RESTITUTION_COMBINE,
    COLLIDER_ONE_WAY_X,
    COLLIDER_ONE_WAY_Y,
    COLLIDER_ARCADE,
    COLLIDER_SEES,
    COLLIDER_ENABLED,
    // </schema>
    COLLIDER_FIELD,  // a field record; its type is 0 for none
    COLLIDER_RECORD = COLLIDER_FIELD + FIELD_RECORD
};

// In place of points, a compound collider has the address of its points (float x and y) or cells
// (bytes).
enum { SHAPE_DATA = SHAPE_POINTS, CHAIN_LOOP, CHAIN_ONE_SIDED };
enum {
    TILES_COLUMNS = SHAPE_DATA + 1,
    TILES_ROWS,
    TILES_CELL_WIDTH,
    TILES_CELL_HEIGHT,
    TILES_ORIGIN_X,
    TILES_ORIGIN_Y,
    TILES_KINDS,  // 0: cells are bytes; else DATA is the address of kinds, then of uint16 indices
    TILES_KINDS_AT,  // addresses, when a map is read
    TILES_KIND_OF_AT
};

// A terrain has the words of a map of tiles, its materials in the place of kinds, and more. Behind its
// address lie the surfaces, then the materials, the densities of all cells, and, if there are several
// materials, the index of each cell's.
enum {
    TERRAIN_CELL = TILES_CELL_WIDTH,
    TERRAIN_PIECES = TILES_KIND_OF_AT + 1,
    TERRAIN_BORDER_ANCHORS,
    TERRAIN_MINIMUM_PIECE
};

enum {
    // <schema world.enum>
    WORLD_GRAVITY_X,
    WORLD_GRAVITY_Y,
    WORLD_CONTACT_HERTZ,
    WORLD_CONTACT_DAMPING_RATIO,
    WORLD_CONTACT_PUSH_SPEED,
    WORLD_RESTITUTION_THRESHOLD,
    WORLD_HIT_SPEED,
    WORLD_SLEEP_TIME,
    WORLD_SLEEP_ENABLED,
    WORLD_BODY_CAPACITY,
    WORLD_COLLIDER_CAPACITY,
    WORLD_CONTACT_CAPACITY,
    WORLD_MAX_BYTES,
    WORLD_JOINT_HERTZ,
    WORLD_JOINT_DAMPING_RATIO,
    WORLD_LENGTH_UNIT,
    WORLD_Y_DOWN,
    WORLD_LOAD_IMPULSE,
    // </schema>
    WORLD_RECORD
};

// From the reference angle on, the numbers have the order of MicaJointNumber; booleans follow, then
// the MicaJointType.
enum {
    // <schema joint.enum>
    JOINT_BODY_A,
    JOINT_BODY_B,
    JOINT_ANCHOR_AX,
    JOINT_ANCHOR_AY,
    JOINT_ANCHOR_BX,
    JOINT_ANCHOR_BY,
    JOINT_REFERENCE,
    JOINT_LOWER,
    JOINT_UPPER,
    JOINT_MOTOR_SPEED,
    JOINT_MAX_MOTOR,
    JOINT_SPRING_HERTZ,
    JOINT_SPRING_DAMPING_RATIO,
    JOINT_SPRING_TARGET,
    JOINT_BREAK_FORCE,
    JOINT_BREAK_TORQUE,
    JOINT_AXIS_X,
    JOINT_AXIS_Y,
    JOINT_LENGTH,
    JOINT_HERTZ,
    JOINT_DAMPING_RATIO,
    JOINT_MAX_FORCE,
    JOINT_MAX_TORQUE,
    JOINT_MIN_SPRING,
    JOINT_MAX_SPRING,
    JOINT_TOOTH,
    JOINT_PHASE,
    JOINT_RATIO,
    JOINT_GROUND_AX,
    JOINT_GROUND_AY,
    JOINT_GROUND_BX,
    JOINT_GROUND_BY,
    JOINT_VELOCITY_X,
    JOINT_VELOCITY_Y,
    JOINT_ANGULAR_VELOCITY,
    JOINT_LIMIT,
    JOINT_MOTOR,
    JOINT_SPRING,
    JOINT_COLLIDE_CONNECTED,
    JOINT_ENABLED,
    // 1: both anchors are world points. 2: both are the centre of mass of body B.
    JOINT_IN_WORLD,
    // The present angle is the reference angle.
    JOINT_REFERENCE_FROM_POSE,
    // The axis is a vector of the world.
    JOINT_AXIS_IN_WORLD,
    // Of a gear: handles of its joints.
    JOINT_COUPLED_A,
    JOINT_COUPLED_B,
    JOINT_TYPE,
    // </schema>
    JOINT_RECORD
};

// The words of MicaMatterDef but the last, and of MicaEmitterDef, whose matter is a slot.
enum {
    MATTER_KIND,
    MATTER_LAYER,
    MATTER_CAPACITY,
    MATTER_SPACING,
    MATTER_DENSITY,
    MATTER_VISCOSITY,
    MATTER_COHESION,
    MATTER_FRICTION,
    MATTER_REPOSE,
    MATTER_STIFFNESS,
    MATTER_PLASTICITY,
    MATTER_TEARING,
    MATTER_LIFETIME,
    MATTER_RECORD
};
enum {
    EMITTER_MATTER,
    EMITTER_X,
    EMITTER_Y,
    EMITTER_ANGLE,
    EMITTER_WIDTH,
    EMITTER_SPEED,
    EMITTER_RATE,
    EMITTER_LIFETIME,
    EMITTER_VALUE,
    EMITTER_ENABLED,
    EMITTER_RECORD
};

// bridge.c: writes views and events after a step or a restore, and in scratch word 0 the slot at
// fault or -1; returns the error.
int32_t bridge_write_results(MicaWorld *world, MicaError error);
// bridge_fields.c: sets the field of a collider from a record, in which NaN stands for the default.
MicaError bridge_give_field(MicaWorld *world, MicaCollider collider, const double *record);

// bridge_terrain.c: the definition in a record, and the record of a terrain, whose data are its
// materials alone.
MicaTerrainDef bridge_read_terrain(const double *record);
void bridge_write_terrain(const MicaTerrainDef *def, double *record);

// SHAPE_KIND of a record. The first three are MicaShapeType. Boxes, upright capsules and segments
// become one of those here, with the trigonometry of the core. The last three are compound colliders,
// created by bridge_parts.c.
enum {
    KIND_CIRCLE = 1,
    KIND_CAPSULE,
    KIND_POLYGON,
    KIND_BOX,
    KIND_UPRIGHT_CAPSULE,
    KIND_SEGMENT,
    KIND_CHAIN,
    KIND_TILES,
    KIND_TERRAIN
};

static inline MicaVec2 vec(double x, double y) { return (MicaVec2){(float)x, (float)y}; }

static inline MicaBody body_of(int32_t id) { return (MicaBody){(uint32_t)id}; }

static inline MicaCollider collider_of(int32_t id) { return (MicaCollider){(uint32_t)id}; }

static inline uint64_t layers_of(int32_t low, int32_t high)
{
    return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

static inline MicaTransform transform_of(float x, float y, float angle)
{
    return (MicaTransform){{x, y}, mica_rot(angle)};
}

static inline MicaError read_shape(const double *record, MicaShape *out)
{
    const double *p = record + SHAPE_POINTS;
    float radius = (float)record[SHAPE_RADIUS];
    float angle = (float)record[SHAPE_ANGLE];
    switch ((int32_t)record[SHAPE_KIND]) {
    case KIND_CIRCLE:
        return mica_shape_circle(vec(p[0], p[1]), radius, out);
    case KIND_CAPSULE:
        return mica_shape_capsule(vec(p[0], p[1]), vec(p[2], p[3]), radius, out);
    case KIND_SEGMENT:
        return mica_shape_segment(vec(p[0], p[1]), vec(p[2], p[3]), out);
    case KIND_BOX:
        return mica_shape_box(vec(p[0], p[1]), (float)p[2], (float)p[3], angle, radius, out);
    case KIND_UPRIGHT_CAPSULE: {
        // Half the length along the y axis turned by angle: (-sin, cos).
        MicaRot q = mica_rot(angle);
        float half = (float)p[2];
        MicaVec2 c = vec(p[0], p[1]);
        MicaVec2 a = {c.x + half * q.s, c.y - half * q.c};
        MicaVec2 b = {c.x - half * q.s, c.y + half * q.c};
        return mica_shape_capsule(a, b, radius, out);
    }
    case KIND_POLYGON: {
        MicaVec2 points[MICA_MAX_POLYGON_POINTS];
        int32_t count = (int32_t)record[SHAPE_COUNT];
        if (count < 3 || count > MICA_MAX_POLYGON_POINTS) {
            return MICA_ERROR_POINT_COUNT;
        }
        for (int32_t i = 0; i < count; ++i) {
            points[i] = vec(p[2 * i], p[2 * i + 1]);
        }
        return mica_shape_polygon(points, count, radius, out);
    }
    default:
        return MICA_ERROR_BAD_SHAPE;
    }
}

// Reads two shape records, each followed by x, y, angle. On failure *fault becomes the index of the
// invalid shape.
static inline MicaError read_placed_pair(const double *records, MicaShape *shapes,
                                         MicaTransform *transforms, int32_t *fault)
{
    for (int32_t i = 0; i < 2; ++i) {
        const double *record = records + i * (COLLIDER_LAYER + 3);
        const double *t = record + COLLIDER_LAYER;
        MicaError error = read_shape(record, &shapes[i]);
        if (error != MICA_ERROR_OK) {
            *fault = i;
            return error;
        }
        transforms[i] = transform_of((float)t[0], (float)t[1], (float)t[2]);
    }
    return MICA_ERROR_OK;
}

static inline void write_shape(const MicaShape *shape, double *record)
{
    record[SHAPE_KIND] = shape->type;
    record[SHAPE_COUNT] = shape->count;
    record[SHAPE_RADIUS] = (double)shape->radius;
    record[SHAPE_ANGLE] = 0.0;
    for (int32_t i = 0; i < shape->count; ++i) {
        record[SHAPE_POINTS + 2 * i] = (double)shape->points[i].x;
        record[SHAPE_POINTS + 2 * i + 1] = (double)shape->points[i].y;
    }
}

static inline MicaColliderDef read_collider(const double *record)
{
    MicaColliderDef def = mica_collider_def();
    // <schema collider.read>
    def.layer = (int32_t)record[COLLIDER_LAYER];
    def.group = (int32_t)record[COLLIDER_GROUP];
    def.density = (float)record[COLLIDER_DENSITY];
    def.friction = (float)record[COLLIDER_FRICTION];
    def.restitution = (float)record[COLLIDER_RESTITUTION];
    def.rollingResistance = (float)record[COLLIDER_ROLLING_RESISTANCE];
    def.tangentSpeed = (float)record[COLLIDER_TANGENT_SPEED];
    def.isTrigger = record[COLLIDER_IS_TRIGGER] != 0.0;
    def.frictionCombine = (MicaCombine)(int32_t)record[COLLIDER_FRICTION_COMBINE];
    def.restitutionCombine = (MicaCombine)(int32_t)record[COLLIDER_RESTITUTION_COMBINE];
    def.oneWay = vec(record[COLLIDER_ONE_WAY_X], record[COLLIDER_ONE_WAY_Y]);
    def.arcade = record[COLLIDER_ARCADE] != 0.0;
    def.sees = (uint32_t)record[COLLIDER_SEES];
    def.enabled = record[COLLIDER_ENABLED] != 0.0;
    // </schema>
    return def;
}

static inline void write_collider(const MicaColliderDef *def, double *record)
{
    // <schema collider.write>
    record[COLLIDER_LAYER] = def->layer;
    record[COLLIDER_GROUP] = def->group;
    record[COLLIDER_DENSITY] = (double)def->density;
    record[COLLIDER_FRICTION] = (double)def->friction;
    record[COLLIDER_RESTITUTION] = (double)def->restitution;
    record[COLLIDER_ROLLING_RESISTANCE] = (double)def->rollingResistance;
    record[COLLIDER_TANGENT_SPEED] = (double)def->tangentSpeed;
    record[COLLIDER_IS_TRIGGER] = def->isTrigger;
    record[COLLIDER_FRICTION_COMBINE] = def->frictionCombine;
    record[COLLIDER_RESTITUTION_COMBINE] = def->restitutionCombine;
    record[COLLIDER_ONE_WAY_X] = (double)def->oneWay.x;
    record[COLLIDER_ONE_WAY_Y] = (double)def->oneWay.y;
    record[COLLIDER_ARCADE] = def->arcade;
    record[COLLIDER_SEES] = def->sees;
    record[COLLIDER_ENABLED] = def->enabled;
    // </schema>
}

// bridge_births.c
uint32_t bridge_birth(const MicaWorld *world, const float *numbers, int32_t count);
uint32_t body_birth(const MicaWorld *world, const MicaBodyDef *def);
uint32_t collider_birth(const MicaWorld *world, const MicaColliderDef *def, const double *record);
uint32_t joint_birth(const MicaWorld *world, const MicaJointDef *def);

// bridge_parts.c: creates a collider of any kind from its record, or returns null and sets *error;
// `shape` is that of the record if it was read before, else null. And writes the shape of a collider
// to a record.
MicaCollider record_make(MicaWorld *world, MicaBody body, const double *record,
                         const MicaShape *shape, MicaError *error);
void record_shape(MicaWorld *world, MicaCollider collider, double *record);

// Whether the record is of a compound collider.
static inline bool record_has_parts(const double *record)
{
    return (int32_t)record[SHAPE_KIND] >= KIND_CHAIN;
}

static inline MicaError last_error_or_memory(const MicaWorld *world)
{
    MicaError error = mica_last_error(world);
    return error == MICA_ERROR_OK ? MICA_ERROR_NO_MEMORY : error;
}

static inline MicaBodyDef read_body(const double *record)
{
    MicaBodyDef def = mica_body_def();
    // <schema body.read>
    def.type = (MicaBodyType)(int32_t)record[BODY_TYPE];
    def.position = vec(record[BODY_X], record[BODY_Y]);
    def.angle = (float)record[BODY_ANGLE];
    def.linearVelocity = vec(record[BODY_VX], record[BODY_VY]);
    def.angularVelocity = (float)record[BODY_ANGULAR_VELOCITY];
    def.linearDamping = (float)record[BODY_LINEAR_DAMPING];
    def.angularDamping = (float)record[BODY_ANGULAR_DAMPING];
    def.gravityScale = (float)record[BODY_GRAVITY_SCALE];
    def.locks = (uint32_t)record[BODY_LOCKS];
    def.canSleep = record[BODY_CAN_SLEEP] != 0.0;
    def.awake = record[BODY_AWAKE] != 0.0;
    def.enabled = record[BODY_ENABLED] != 0.0;
    def.bullet = record[BODY_BULLET] != 0.0;
    def.maxSpeed = (float)record[BODY_MAX_SPEED];
    // </schema>
    return def;
}

static inline void write_body(const MicaBodyDef *def, double *record)
{
    // <schema body.write>
    record[BODY_TYPE] = def->type;
    record[BODY_X] = (double)def->position.x;
    record[BODY_Y] = (double)def->position.y;
    record[BODY_ANGLE] = (double)def->angle;
    record[BODY_VX] = (double)def->linearVelocity.x;
    record[BODY_VY] = (double)def->linearVelocity.y;
    record[BODY_ANGULAR_VELOCITY] = (double)def->angularVelocity;
    record[BODY_LINEAR_DAMPING] = (double)def->linearDamping;
    record[BODY_ANGULAR_DAMPING] = (double)def->angularDamping;
    record[BODY_GRAVITY_SCALE] = (double)def->gravityScale;
    record[BODY_LOCKS] = def->locks;
    record[BODY_CAN_SLEEP] = def->canSleep;
    record[BODY_AWAKE] = def->awake;
    record[BODY_ENABLED] = def->enabled;
    record[BODY_BULLET] = def->bullet;
    record[BODY_MAX_SPEED] = (double)def->maxSpeed;
    // </schema>
}

static inline MicaWorldDef read_world(const double *record)
{
    MicaWorldDef def = mica_world_def();
    // <schema world.read>
    def.gravity = vec(record[WORLD_GRAVITY_X], record[WORLD_GRAVITY_Y]);
    def.contactHertz = (float)record[WORLD_CONTACT_HERTZ];
    def.contactDampingRatio = (float)record[WORLD_CONTACT_DAMPING_RATIO];
    def.contactPushSpeed = (float)record[WORLD_CONTACT_PUSH_SPEED];
    def.restitutionThreshold = (float)record[WORLD_RESTITUTION_THRESHOLD];
    def.hitSpeed = (float)record[WORLD_HIT_SPEED];
    def.sleepTime = (float)record[WORLD_SLEEP_TIME];
    def.sleepEnabled = record[WORLD_SLEEP_ENABLED] != 0.0;
    def.bodyCapacity = (int32_t)record[WORLD_BODY_CAPACITY];
    def.colliderCapacity = (int32_t)record[WORLD_COLLIDER_CAPACITY];
    def.contactCapacity = (int32_t)record[WORLD_CONTACT_CAPACITY];
    def.maxBytes = (uint64_t)record[WORLD_MAX_BYTES];
    def.jointHertz = (float)record[WORLD_JOINT_HERTZ];
    def.jointDampingRatio = (float)record[WORLD_JOINT_DAMPING_RATIO];
    def.lengthUnit = (float)record[WORLD_LENGTH_UNIT];
    def.yDown = record[WORLD_Y_DOWN] != 0.0;
    def.loadImpulse = (float)record[WORLD_LOAD_IMPULSE];
    // </schema>
    return def;
}

static inline void write_world(const MicaWorldDef *def, double *record)
{
    // <schema world.write>
    record[WORLD_GRAVITY_X] = (double)def->gravity.x;
    record[WORLD_GRAVITY_Y] = (double)def->gravity.y;
    record[WORLD_CONTACT_HERTZ] = (double)def->contactHertz;
    record[WORLD_CONTACT_DAMPING_RATIO] = (double)def->contactDampingRatio;
    record[WORLD_CONTACT_PUSH_SPEED] = (double)def->contactPushSpeed;
    record[WORLD_RESTITUTION_THRESHOLD] = (double)def->restitutionThreshold;
    record[WORLD_HIT_SPEED] = (double)def->hitSpeed;
    record[WORLD_SLEEP_TIME] = (double)def->sleepTime;
    record[WORLD_SLEEP_ENABLED] = def->sleepEnabled;
    record[WORLD_BODY_CAPACITY] = def->bodyCapacity;
    record[WORLD_COLLIDER_CAPACITY] = def->colliderCapacity;
    record[WORLD_CONTACT_CAPACITY] = def->contactCapacity;
    record[WORLD_MAX_BYTES] = (double)def->maxBytes;
    record[WORLD_JOINT_HERTZ] = (double)def->jointHertz;
    record[WORLD_JOINT_DAMPING_RATIO] = (double)def->jointDampingRatio;
    record[WORLD_LENGTH_UNIT] = (double)def->lengthUnit;
    record[WORLD_Y_DOWN] = def->yDown;
    record[WORLD_LOAD_IMPULSE] = (double)def->loadImpulse;
    // </schema>
}
