// Exports for joints. Called by js/world/engine.js and js/wire/operations.js, which pass the
// address that results are written to.
#include "records.h"

#include <math.h>

static MicaJoint joint_of(int32_t id) { return (MicaJoint){(uint32_t)id}; }

// A world point in the space of a body.
static MicaVec2 local_point(MicaTransform t, MicaVec2 point)
{
    float x = point.x - t.p.x, y = point.y - t.p.y;
    return (MicaVec2){t.q.c * x + t.q.s * y, t.q.c * y - t.q.s * x};
}

static MicaVec2 world_point(MicaTransform t, MicaVec2 point)
{
    return (MicaVec2){t.p.x + t.q.c * point.x - t.q.s * point.y,
                      t.p.y + t.q.s * point.x + t.q.c * point.y};
}

// What stands for a distance of the joint (OF_JOINT of js/options/joints.js).
static float distance_or(float given, float ofJoint) { return given < 0.0f ? ofJoint : given; }

static bool has_length(MicaJointType type)
{
    return type == MICA_JOINT_DISTANCE || type == MICA_JOINT_PULLEY;
}

static float distance(MicaVec2 from, float x, float y)
{
    return sqrtf((x - from.x) * (x - from.x) + (y - from.y) * (y - from.y));
}

// The length of a joint as its bodies stand.
static float present_length(const MicaJointDef *def, MicaTransform a, MicaTransform b)
{
    MicaVec2 from = world_point(a, def->localAnchorA), to = world_point(b, def->localAnchorB);
    const float *n = def->numbers, *ground = n + MICA_JOINT_GROUND_AX;
    return def->type == MICA_JOINT_DISTANCE
               ? distance(from, to.x, to.y)
               : distance(from, ground[0], ground[1]) +
                     n[MICA_JOINT_RATIO] * distance(to, ground[2], ground[3]);
}

// What a gear couples of a joint.
static float coordinate(MicaWorld *world, MicaJoint joint)
{
    MicaJointState state = mica_joint_state(world, joint);
    return mica_joint_type(world, joint) == MICA_JOINT_PRISMATIC ? state.translation : state.angle;
}

static_assert(JOINT_LIMIT - JOINT_REFERENCE == MICA_JOINT_NUMBER_COUNT,
              "the record has every number of MicaJointNumber, in order");

// A length of a joint as the bodies stand, metres: they may be further apart than its largest one.
static float bounded(float length)
{
    return fabsf(length) > 1e6f ? copysignf(1e6f, length) : length;
}

// Creates a joint. Returns the handle, or 0; writes the error to the first word of out.
int32_t EXPORT(joint_create)(MicaWorld *world, const double *r, int32_t *out)
{
    MicaJointDef def = {.type = (MicaJointType)(int32_t)r[JOINT_TYPE]};
    for (int32_t i = 0; i < MICA_JOINT_NUMBER_COUNT; ++i) {
        def.numbers[i] = (float)r[JOINT_REFERENCE + i];
    }
    def.localAnchorA = vec(r[JOINT_ANCHOR_AX], r[JOINT_ANCHOR_AY]);
    def.localAnchorB = vec(r[JOINT_ANCHOR_BX], r[JOINT_ANCHOR_BY]);
    def.bodyA = body_of((int32_t)r[JOINT_BODY_A]);
    def.bodyB = body_of((int32_t)r[JOINT_BODY_B]);
    // Without a body A the world takes its place.
    MicaTransform a = def.bodyA.id != 0 ? mica_body_transform(world, def.bodyA)
                                        : (MicaTransform){{0.0f, 0.0f}, {1.0f, 0.0f}};
    MicaTransform b = mica_body_transform(world, def.bodyB);
    if (r[JOINT_IN_WORLD] == 2.0) {
        def.localAnchorA = def.localAnchorB = mica_body_center(world, def.bodyB);
    }
    if (r[JOINT_IN_WORLD] != 0.0) {
        def.localAnchorA = local_point(a, def.localAnchorA);
        def.localAnchorB = local_point(b, def.localAnchorB);
    }
    def.jointA = joint_of((int32_t)r[JOINT_COUPLED_A]);
    def.jointB = joint_of((int32_t)r[JOINT_COUPLED_B]);
    if (r[JOINT_REFERENCE_FROM_POSE] != 0.0 && def.type == MICA_JOINT_GEAR) {
        def.numbers[MICA_JOINT_LENGTH] =
            bounded(coordinate(world, def.jointA) +
                    def.numbers[MICA_JOINT_RATIO] * coordinate(world, def.jointB));
    } else if (r[JOINT_REFERENCE_FROM_POSE] != 0.0) {
        def.numbers[MICA_JOINT_REFERENCE_ANGLE] =
            mica_rot_angle((MicaRot){a.q.c * b.q.c + a.q.s * b.q.s, a.q.c * b.q.s - a.q.s * b.q.c});
    }
    if (r[JOINT_AXIS_IN_WORLD] != 0.0) {
        MicaVec2 axis = vec(r[JOINT_AXIS_X], r[JOINT_AXIS_Y]);
        def.numbers[MICA_JOINT_AXIS_X] = a.q.c * axis.x + a.q.s * axis.y;
        def.numbers[MICA_JOINT_AXIS_Y] = a.q.c * axis.y - a.q.s * axis.x;
    }
    if (has_length(def.type)) {
        float *n = def.numbers;
        n[MICA_JOINT_LENGTH] =
            distance_or(n[MICA_JOINT_LENGTH], bounded(present_length(&def, a, b)));
        n[MICA_JOINT_SPRING_TARGET] =
            distance_or(n[MICA_JOINT_SPRING_TARGET], n[MICA_JOINT_LENGTH]);
    }
    def.enableLimit = r[JOINT_LIMIT] != 0.0;
    def.enableMotor = r[JOINT_MOTOR] != 0.0;
    def.enableSpring = r[JOINT_SPRING] != 0.0;
    def.collideConnected = r[JOINT_COLLIDE_CONNECTED] != 0.0;
    def.disabled = r[JOINT_ENABLED] == 0.0;
    def.userData = joint_birth(world, &def);
    mica_clear_error(world);
    MicaJoint joint = mica_joint_create(world, &def);
    out[0] = (int32_t)mica_last_error(world);
    return (int32_t)joint.id;
}

int32_t EXPORT(joint_destroy)(MicaWorld *world, int32_t joint)
{
    return (int32_t)mica_joint_destroy(world, joint_of(joint));
}

// Writes the settings to a record, without the bodies.
int32_t EXPORT(joint_get)(MicaWorld *world, int32_t joint, double *r)
{
    MicaJointDef def;
    MicaError error = mica_joint_get(world, joint_of(joint), &def);
    if (error != MICA_ERROR_OK) {
        return (int32_t)error;
    }
    r[JOINT_TYPE] = def.type;
    r[JOINT_ANCHOR_AX] = (double)def.localAnchorA.x;
    r[JOINT_ANCHOR_AY] = (double)def.localAnchorA.y;
    r[JOINT_ANCHOR_BX] = (double)def.localAnchorB.x;
    r[JOINT_ANCHOR_BY] = (double)def.localAnchorB.y;
    for (int32_t i = 0; i < MICA_JOINT_NUMBER_COUNT; ++i) {
        r[JOINT_REFERENCE + i] = (double)def.numbers[i];
    }
    r[JOINT_LIMIT] = def.enableLimit;
    r[JOINT_MOTOR] = def.enableMotor;
    r[JOINT_SPRING] = def.enableSpring;
    r[JOINT_COLLIDE_CONNECTED] = def.collideConnected;
    r[JOINT_ENABLED] = !def.disabled;
    return 0;
}

// Writes a MicaJointState.
void EXPORT(joint_state)(MicaWorld *world, int32_t joint, MicaJointState *out)
{
    *out = mica_joint_state(world, joint_of(joint));
}

// Sets what lies at `field` in the record: an anchor or a switch, with the numbers that belong to
// it; or else `on` numbers from `field` on.
int32_t EXPORT(joint_set)(MicaWorld *world, int32_t joint, int32_t field, int32_t on, float x,
                          float y, float z)
{
    MicaJoint j = joint_of(joint);
    const float values[3] = {x, y, z};
    switch (field) {
    case JOINT_ANCHOR_AX:
        return (int32_t)mica_joint_set_local_anchor_a(world, j, (MicaVec2){x, y});
    case JOINT_ANCHOR_BX:
        return (int32_t)mica_joint_set_local_anchor_b(world, j, (MicaVec2){x, y});
    case JOINT_LIMIT:
        return (int32_t)mica_joint_set_limit(world, j, on != 0, x, y);
    case JOINT_MOTOR:
        return (int32_t)mica_joint_set_motor(world, j, on != 0, x, y);
    case JOINT_SPRING: {
        MicaJointDef def;
        if (z < 0.0f && mica_joint_get(world, j, &def) == MICA_ERROR_OK && has_length(def.type)) {
            z = def.numbers[MICA_JOINT_LENGTH];
        }
        return (int32_t)mica_joint_set_spring(world, j, on != 0, x, y, z);
    }
    case JOINT_BREAK_FORCE:
        return (int32_t)mica_joint_set_break(world, j, x, y);
    case JOINT_COLLIDE_CONNECTED:
        return (int32_t)mica_joint_set_collide_connected(world, j, on != 0);
    case JOINT_ENABLED:
        return (int32_t)mica_joint_set_enabled(world, j, on != 0);
    default:
        return (int32_t)mica_joint_set_numbers(world, j, (MicaJointNumber)(field - JOINT_REFERENCE),
                                               on, values);
    }
}

// Writes up to `capacity` handles and returns how many joints the body has.
int32_t EXPORT(body_joints)(MicaWorld *world, int32_t body, MicaJoint *out, int32_t capacity)
{
    return mica_body_joints(world, body_of(body), out, capacity);
}
