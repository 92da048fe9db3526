// Exports for joints. Called by js/world/joint.js and js/world/joint-options.js, which pass the
// address that results are written to.
#include "records.h"

#include <stddef.h>
#include <string.h>

static MicaJoint joint_of(int32_t id) { return (MicaJoint){(uint32_t)id}; }

// A world point in the space of a body.
static MicaVec2 local_point(MicaTransform t, MicaVec2 point)
{
    float x = point.x - t.p.x, y = point.y - t.p.y;
    return (MicaVec2){t.q.c * x + t.q.s * y, t.q.c * y - t.q.s * x};
}

// The float members lie together, in the record and in MicaRevoluteDef, and are copied in one run.
enum { NUMBERS = JOINT_BREAK_TORQUE - JOINT_ANCHOR_AX + 1 };
static_assert(offsetof(MicaRevoluteDef, breakTorque) ==
                  offsetof(MicaRevoluteDef, localAnchorA) + (NUMBERS - 1) * sizeof(float),
              "the float members of MicaRevoluteDef lie together");

// Creates a joint. Returns the handle, or 0; writes the error to the first word of out.
int32_t EXPORT(joint_create)(MicaWorld *world, const double *r, int32_t *out)
{
    MicaRevoluteDef def = mica_revolute_def();
    float numbers[NUMBERS];
    for (int32_t i = 0; i < NUMBERS; ++i) {
        numbers[i] = (float)r[JOINT_ANCHOR_AX + i];
    }
    memcpy((char *)&def + offsetof(MicaRevoluteDef, localAnchorA), numbers, sizeof numbers);
    def.bodyA = body_of((int32_t)r[JOINT_BODY_A]);
    def.bodyB = body_of((int32_t)r[JOINT_BODY_B]);
    MicaTransform a = mica_body_transform(world, def.bodyA);
    MicaTransform b = mica_body_transform(world, def.bodyB);
    if (r[JOINT_IN_WORLD] != 0.0) {
        def.localAnchorA = local_point(a, def.localAnchorA);
        def.localAnchorB = local_point(b, def.localAnchorB);
    }
    if (r[JOINT_AS_THEY_STAND] != 0.0) {
        def.referenceAngle =
            mica_rot_angle((MicaRot){a.q.c * b.q.c + a.q.s * b.q.s, a.q.c * b.q.s - a.q.s * b.q.c});
    }
    def.enableLimit = r[JOINT_LIMIT] != 0.0;
    def.enableMotor = r[JOINT_MOTOR] != 0.0;
    def.enableSpring = r[JOINT_SPRING] != 0.0;
    def.collideConnected = r[JOINT_COLLIDE_CONNECTED] != 0.0;
    mica_clear_error(world);
    MicaJoint joint = mica_revolute_create(world, &def);
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
    MicaRevoluteDef def;
    MicaError error = mica_revolute_get(world, joint_of(joint), &def);
    if (error != MICA_ERROR_OK) {
        return (int32_t)error;
    }
    float numbers[NUMBERS];
    memcpy(numbers, (const char *)&def + offsetof(MicaRevoluteDef, localAnchorA), sizeof numbers);
    for (int32_t i = 0; i < NUMBERS; ++i) {
        r[JOINT_ANCHOR_AX + i] = (double)numbers[i];
    }
    r[JOINT_LIMIT] = def.enableLimit;
    r[JOINT_MOTOR] = def.enableMotor;
    r[JOINT_SPRING] = def.enableSpring;
    r[JOINT_COLLIDE_CONNECTED] = def.collideConnected;
    return 0;
}

// Writes a MicaJointState.
void EXPORT(joint_state)(MicaWorld *world, int32_t joint, MicaJointState *out)
{
    *out = mica_joint_state(world, joint_of(joint));
}

// Sets a group of settings; `field` is the offset of its first in the record.
int32_t EXPORT(joint_set)(MicaWorld *world, int32_t joint, int32_t field, int32_t on, float x,
                          float y, float z)
{
    MicaJoint j = joint_of(joint);
    switch (field) {
    case JOINT_LIMIT:
        return (int32_t)mica_joint_set_limit(world, j, on != 0, x, y);
    case JOINT_MOTOR:
        return (int32_t)mica_joint_set_motor(world, j, on != 0, x, y);
    case JOINT_SPRING:
        return (int32_t)mica_joint_set_spring(world, j, on != 0, x, y, z);
    case JOINT_BREAK_FORCE:
        return (int32_t)mica_joint_set_break(world, j, x, y);
    case JOINT_COLLIDE_CONNECTED:
        return (int32_t)mica_joint_set_collide_connected(world, j, on != 0);
    default:
        return MICA_ERROR_OUT_OF_RANGE;
    }
}

// Writes up to `capacity` handles and returns how many joints the body has.
int32_t EXPORT(body_joints)(MicaWorld *world, int32_t body, MicaJoint *out, int32_t capacity)
{
    return mica_body_joints(world, body_of(body), out, capacity);
}
