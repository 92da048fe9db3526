// The fourth part of the flat interface: joints. Called by js/joint.js and js/joint-options.js. Results leave through
// the buffer whose address JavaScript gives.
#include "records.h"

#include <string.h>

static MicaJoint joint_of(int32_t id) { return (MicaJoint){(uint32_t)id}; }

// A point of the world in a body's space.
static MicaVec2 local_point(MicaTransform t, MicaVec2 point)
{
    float x = point.x - t.p.x, y = point.y - t.p.y;
    return (MicaVec2){t.q.c * x + t.q.s * y, t.q.c * y - t.q.s * x};
}

// Null on failure; the error is then the first word of out.
int32_t EXPORT(joint_create)(MicaWorld *world, const double *r, int32_t *out)
{
    MicaRevoluteDef def = mica_revolute_def();
    def.bodyA = body_of((int32_t)r[JOINT_BODY_A]);
    def.bodyB = body_of((int32_t)r[JOINT_BODY_B]);
    def.localAnchorA = vec(r[JOINT_ANCHOR_AX], r[JOINT_ANCHOR_AY]);
    def.localAnchorB = vec(r[JOINT_ANCHOR_BX], r[JOINT_ANCHOR_BY]);
    MicaTransform a = mica_body_transform(world, def.bodyA);
    MicaTransform b = mica_body_transform(world, def.bodyB);
    if (r[JOINT_IN_WORLD] != 0.0) {
        def.localAnchorA = local_point(a, def.localAnchorA);
        def.localAnchorB = local_point(b, def.localAnchorB);
    }
    def.referenceAngle = (float)r[JOINT_REFERENCE];
    if (r[JOINT_AS_THEY_STAND] != 0.0) {
        def.referenceAngle =
            mica_rot_angle((MicaRot){a.q.c * b.q.c + a.q.s * b.q.s, a.q.c * b.q.s - a.q.s * b.q.c});
    }
    def.enableLimit = r[JOINT_LIMIT] != 0.0;
    def.lowerAngle = (float)r[JOINT_LOWER];
    def.upperAngle = (float)r[JOINT_UPPER];
    def.enableMotor = r[JOINT_MOTOR] != 0.0;
    def.motorSpeed = (float)r[JOINT_SPEED];
    def.maxMotorTorque = (float)r[JOINT_MAX_TORQUE];
    def.enableSpring = r[JOINT_SPRING] != 0.0;
    def.springHertz = (float)r[JOINT_HERTZ];
    def.springDampingRatio = (float)r[JOINT_DAMPING_RATIO];
    def.targetAngle = (float)r[JOINT_TARGET];
    def.breakForce = (float)r[JOINT_BREAK_FORCE];
    def.breakTorque = (float)r[JOINT_BREAK_TORQUE];
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

// The settings as a record, without bodies.
int32_t EXPORT(joint_get)(MicaWorld *world, int32_t joint, double *r)
{
    MicaRevoluteDef def;
    MicaError error = mica_revolute_get(world, joint_of(joint), &def);
    if (error != MICA_ERROR_OK) {
        return (int32_t)error;
    }
    memset(r, 0, JOINT_RECORD * sizeof(double));
    r[JOINT_ANCHOR_AX] = (double)def.localAnchorA.x;
    r[JOINT_ANCHOR_AY] = (double)def.localAnchorA.y;
    r[JOINT_ANCHOR_BX] = (double)def.localAnchorB.x;
    r[JOINT_ANCHOR_BY] = (double)def.localAnchorB.y;
    r[JOINT_REFERENCE] = (double)def.referenceAngle;
    r[JOINT_LIMIT] = def.enableLimit;
    r[JOINT_LOWER] = (double)def.lowerAngle;
    r[JOINT_UPPER] = (double)def.upperAngle;
    r[JOINT_MOTOR] = def.enableMotor;
    r[JOINT_SPEED] = (double)def.motorSpeed;
    r[JOINT_MAX_TORQUE] = (double)def.maxMotorTorque;
    r[JOINT_SPRING] = def.enableSpring;
    r[JOINT_HERTZ] = (double)def.springHertz;
    r[JOINT_DAMPING_RATIO] = (double)def.springDampingRatio;
    r[JOINT_TARGET] = (double)def.targetAngle;
    r[JOINT_BREAK_FORCE] = (double)def.breakForce;
    r[JOINT_BREAK_TORQUE] = (double)def.breakTorque;
    r[JOINT_COLLIDE_CONNECTED] = def.collideConnected;
    return 0;
}

// Angle, speed, torque, force x and y, then the anchor on A and the one on B, in the world.
void EXPORT(joint_state)(MicaWorld *world, int32_t joint, double *out)
{
    MicaJoint j = joint_of(joint);
    MicaVec2 force = mica_joint_force(world, j);
    MicaVec2 a = mica_joint_anchor_a(world, j), b = mica_joint_anchor_b(world, j);
    const float values[9] = {mica_joint_angle(world, j),
                             mica_joint_speed(world, j),
                             mica_joint_torque(world, j),
                             force.x,
                             force.y,
                             a.x,
                             a.y,
                             b.x,
                             b.y};
    for (int32_t i = 0; i < 9; ++i) {
        out[i] = (double)values[i];
    }
}

// Sets the group of settings that field, an offset of the record, begins.
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

// Writes up to capacity handles and returns how many the body has.
int32_t EXPORT(body_joints)(MicaWorld *world, int32_t body, MicaJoint *out, int32_t capacity)
{
    return mica_body_joints(world, body_of(body), out, capacity);
}
