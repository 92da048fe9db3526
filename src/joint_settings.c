// Reading a joint and changing it: limit, motor, spring, what breaks it. A change takes effect in the next step.
#include "trig.h"
#include "world.h"

#define TWO_PI 6.28318530717958647692f

// ------------------------------------------------------------------------------------- checking

MicaError joint_check(const float *values, int32_t count, float lower, float upper)
{
    for (int32_t i = 0; i < count; ++i) {
        if (!within(values[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!(values[i] >= lower && values[i] <= upper)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return MICA_ERROR_OK;
}

MicaError joint_check_limit(float lower, float upper)
{
    const float ends[2] = {lower, upper};
    MicaError error = joint_check(ends, 2, -MAX_TURN, MAX_TURN);
    return error == MICA_ERROR_OK && lower > upper ? MICA_ERROR_OUT_OF_RANGE : error;
}

MicaError joint_check_motor(float speed, float most)
{
    MicaError error = joint_check(&speed, 1, -MAX_SPIN, MAX_SPIN);
    return error != MICA_ERROR_OK ? error : joint_check(&most, 1, 0.0f, MAX_NUMBER);
}

MicaError joint_check_spring(float hertz, float dampingRatio, float target)
{
    const float factors[2] = {hertz, dampingRatio};
    MicaError error = joint_check(factors, 2, 0.0f, 1e6f);
    return error != MICA_ERROR_OK ? error : joint_check(&target, 1, -MAX_TURN, MAX_TURN);
}

MicaError joint_check_break(float force, float torque)
{
    const float limits[2] = {force, torque};
    return joint_check(limits, 2, 0.0f, MAX_NUMBER);
}

// -------------------------------------------------------------------------------------- reading

// The bodies' angle to each other, in the turn nearest to the one of the last step.
float joint_angle_now(const MicaWorld *world, const Joint *j)
{
    Rot q = rot_inv_mul(world->transforms[j->bodyA].q, world->transforms[j->bodyB].q);
    float angle = mica_rot_angle(q) - j->reference, turns = (j->angle - angle) * (1.0f / TWO_PI);
    return angle + TWO_PI * (float)(int32_t)(turns < 0.0f ? turns - 0.5f : turns + 0.5f);
}

MicaJointType mica_joint_type(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? MICA_JOINT_NONE : (MicaJointType)world->joints.data[slot].type;
}

MicaBody mica_joint_body_a(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->joints.data[slot].bodyA);
}

MicaBody mica_joint_body_b(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->joints.data[slot].bodyB);
}

MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return (MicaJointState){0};
    }
    const Joint *j = &world->joints.data[slot];
    float rate = world->lastH > 0.0f ? 1.0f / world->lastH : 0.0f;
    return (MicaJointState){
        .angle = joint_angle_now(world, j),
        .speed = world->velocities[4 * j->bodyB + 2] - world->velocities[4 * j->bodyA + 2],
        .torque = rate * (j->motorImpulse + j->springImpulse + j->lowerImpulse - j->upperImpulse),
        .force = scale(rate, vec(j->impulse[0], j->impulse[1])),
        .anchorA = transform(world->transforms[j->bodyA], j->anchorA),
        .anchorB = transform(world->transforms[j->bodyB], j->anchorB)};
}

MicaError mica_revolute_get(MicaWorld *world, MicaJoint joint, MicaRevoluteDef *out)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    const Joint *j = &world->joints.data[slot];
    *out = (MicaRevoluteDef){.bodyA = body_handle(world, j->bodyA),
                             .bodyB = body_handle(world, j->bodyB),
                             .localAnchorA = j->anchorA,
                             .localAnchorB = j->anchorB,
                             .referenceAngle = j->reference,
                             .enableLimit = (j->flags & JOINT_LIMIT) != 0,
                             .enableMotor = (j->flags & JOINT_MOTOR) != 0,
                             .enableSpring = (j->flags & JOINT_SPRING) != 0,
                             .collideConnected = (j->flags & JOINT_COLLIDES) != 0,
                             .lowerAngle = j->lower,
                             .upperAngle = j->upper,
                             .motorSpeed = j->motorSpeed,
                             .maxMotorTorque = j->maxMotor,
                             .springHertz = j->springHertz,
                             .springDampingRatio = j->springDamping,
                             .targetAngle = j->springTarget,
                             .breakForce = j->breakForce,
                             .breakTorque = j->breakTorque,
                             .userData = j->userData};
    return MICA_ERROR_OK;
}

uint32_t mica_joint_user_data(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? 0u : world->joints.data[slot].userData;
}

// ------------------------------------------------------------------------------------- changing

// The joint to change, or null with the error in *error: that of the handle, or the one given.
static Joint *editable(MicaWorld *world, MicaJoint joint, MicaError *error)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        *error = MICA_ERROR_STALE_JOINT;
        return NULL;
    }
    if (*error != MICA_ERROR_OK) {
        world_fail(world, *error);
        return NULL;
    }
    return &world->joints.data[slot];
}

static void set_flag(Joint *j, bool on, uint8_t flag)
{
    j->flags = on ? j->flags | flag : j->flags & (uint8_t)~flag;
}

MicaError mica_joint_set_limit(MicaWorld *world, MicaJoint joint, bool enable, float lower,
                               float upper)
{
    MicaError error = joint_check_limit(lower, upper);
    Joint *j = editable(world, joint, &error);
    if (j != NULL) {
        set_flag(j, enable, JOINT_LIMIT);
        j->lower = lower;
        j->upper = upper;
        j->lowerImpulse = j->upperImpulse = 0.0f;
        joint_wake(world, j);
    }
    return error;
}

MicaError mica_joint_set_motor(MicaWorld *world, MicaJoint joint, bool enable, float speed,
                               float maxTorque)
{
    MicaError error = joint_check_motor(speed, maxTorque);
    Joint *j = editable(world, joint, &error);
    if (j != NULL) {
        set_flag(j, enable, JOINT_MOTOR);
        j->motorSpeed = speed;
        j->maxMotor = maxTorque;
        j->motorImpulse = enable ? j->motorImpulse : 0.0f;
        joint_wake(world, j);
    }
    return error;
}

MicaError mica_joint_set_spring(MicaWorld *world, MicaJoint joint, bool enable, float hertz,
                                float dampingRatio, float target)
{
    MicaError error = joint_check_spring(hertz, dampingRatio, target);
    Joint *j = editable(world, joint, &error);
    if (j != NULL) {
        set_flag(j, enable, JOINT_SPRING);
        j->springHertz = hertz;
        j->springDamping = dampingRatio;
        j->springTarget = target;
        j->springImpulse = enable ? j->springImpulse : 0.0f;
        joint_wake(world, j);
    }
    return error;
}

MicaError mica_joint_set_break(MicaWorld *world, MicaJoint joint, float force, float torque)
{
    MicaError error = joint_check_break(force, torque);
    Joint *j = editable(world, joint, &error);
    if (j != NULL) {
        set_flag(j, force > 0.0f || torque > 0.0f, JOINT_BREAKS);
        j->breakForce = force;
        j->breakTorque = torque;
        joint_wake(world, j);
    }
    return error;
}

MicaError mica_joint_set_collide_connected(MicaWorld *world, MicaJoint joint, bool collide)
{
    MicaError error = MICA_ERROR_OK;
    Joint *j = editable(world, joint, &error);
    if (j != NULL && collide != ((j->flags & JOINT_COLLIDES) != 0)) {
        set_flag(j, collide, JOINT_COLLIDES);
        joint_wake(world, j);
        if (collide) {
            joint_look_for_pairs(world, j);
        } else {
            world->sweepContacts = true;
        }
    }
    return error;
}

MicaError mica_joint_set_user_data(MicaWorld *world, MicaJoint joint, uint32_t userData)
{
    MicaError error = MICA_ERROR_OK;
    Joint *j = editable(world, joint, &error);
    if (j != NULL) {
        j->userData = userData;
    }
    return error;
}
