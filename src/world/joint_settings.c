// Reading a joint and changing it: limit, motor, spring, what breaks it. A change takes effect in
// the next step.
#include "world.h"

#include <stddef.h>
#include <string.h>

#define TWO_PI 6.28318530717958647692f

// ------------------------------------------------------------------------------------- checking

// What the numbers of a definition may be, in their order.
static const float ranges[JOINT_PLACES + JOINT_SETTINGS][2] = {
    {-MAX_COORDINATE, MAX_COORDINATE},  // anchors
    {-MAX_COORDINATE, MAX_COORDINATE},
    {-MAX_COORDINATE, MAX_COORDINATE},
    {-MAX_COORDINATE, MAX_COORDINATE},
    {-MAX_TURN, MAX_TURN},  // reference
    {-MAX_TURN, MAX_TURN},  // limit
    {-MAX_TURN, MAX_TURN},
    {-MAX_SPIN, MAX_SPIN},  // motor
    {0.0f, MAX_NUMBER},
    {0.0f, 1e6f},  // spring
    {0.0f, 1e6f},
    {-MAX_TURN, MAX_TURN},
    {0.0f, MAX_NUMBER},  // break
    {0.0f, MAX_NUMBER},
};
_Static_assert(offsetof(MicaRevoluteDef, breakTorque) - offsetof(MicaRevoluteDef, localAnchorA) ==
                   sizeof(float) * (JOINT_PLACES + JOINT_SETTINGS - 1),
               "a definition's numbers lie together");
_Static_assert(offsetof(Joint, breakTorque) - offsetof(Joint, reference) ==
                   sizeof(float) * (JOINT_SETTINGS - 1),
               "a joint's settings lie as in its definition");

MicaError joint_check(const float *numbers, int32_t first, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        const float *range = ranges[first + i];
        if (!within(numbers[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        bool empty = first + i == CHECK_LIMIT + 1 && numbers[i - 1] > numbers[i];
        if (!(numbers[i] >= range[0] && numbers[i] <= range[1]) || empty) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return MICA_ERROR_OK;
}

// -------------------------------------------------------------------------------------- reading

// The bodies' angle to each other, in the turn nearest to the one of the last step.
float joint_angle_now(const MicaWorld *world, const Joint *j)
{
    Rot q = rot_inv_mul(world->state.transforms.data[j->bodyA].q,
                        world->state.transforms.data[j->bodyB].q);
    float angle = mica_rot_angle(q) - j->reference, turns = (j->angle - angle) * (1.0f / TWO_PI);
    return angle + TWO_PI * (float)(int32_t)(turns < 0.0f ? turns - 0.5f : turns + 0.5f);
}

MicaJointType mica_joint_type(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? MICA_JOINT_NONE : (MicaJointType)world->state.joints.data[slot].type;
}

MicaBody mica_joint_body_a(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->state.joints.data[slot].bodyA);
}

MicaBody mica_joint_body_b(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->state.joints.data[slot].bodyB);
}

MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return (MicaJointState){0};
    }
    const Joint *j = &world->state.joints.data[slot];
    float rate = world->state.lastH > 0.0f ? 1.0f / world->state.lastH : 0.0f;
    return (MicaJointState){
        .angle = joint_angle_now(world, j),
        .speed = world->state.velocities.data[j->bodyB].v[2] -
                 world->state.velocities.data[j->bodyA].v[2],
        .torque = rate * (j->motorImpulse + j->springImpulse + j->lowerImpulse - j->upperImpulse),
        .force = scale(rate, vec(j->impulse[0], j->impulse[1])),
        .anchorA = transform(world->state.transforms.data[j->bodyA], j->anchorA),
        .anchorB = transform(world->state.transforms.data[j->bodyB], j->anchorB)};
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
    Joint *j = &world->state.joints.data[slot];
    *out = (MicaRevoluteDef){.bodyA = body_handle(world, j->bodyA),
                             .bodyB = body_handle(world, j->bodyB),
                             .enableLimit = (j->flags & JOINT_LIMIT) != 0,
                             .enableMotor = (j->flags & JOINT_MOTOR) != 0,
                             .enableSpring = (j->flags & JOINT_SPRING) != 0,
                             .collideConnected = (j->flags & JOINT_COLLIDES) != 0,
                             .userData = j->userData};
    out->localAnchorA = j->anchorA;
    out->localAnchorB = j->anchorB;
    memcpy((char *)out + offsetof(MicaRevoluteDef, referenceAngle), joint_settings(j),
           JOINT_SETTINGS * sizeof(float));
    return MICA_ERROR_OK;
}

uint32_t mica_joint_user_data(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? 0u : world->state.joints.data[slot].userData;
}

// ------------------------------------------------------------------------------------- changing

static void set_flag(Joint *j, bool on, uint8_t flag)
{
    j->flags = on ? j->flags | flag : j->flags & (uint8_t)~flag;
}

// Replaces `count` settings from `first` on and what `flag` stands for. The joint that has changed,
// or null.
static Joint *set(MicaWorld *world, MicaJoint joint, int32_t first, int32_t count,
                  const float *numbers, bool on, uint8_t flag, MicaError *error)
{
    int32_t slot = joint_slot(world, joint);
    *error = slot == NONE ? MICA_ERROR_STALE_JOINT : joint_check(numbers, first, count);
    if (*error != MICA_ERROR_OK) {
        if (slot != NONE) {
            world_fail(world, *error);
        }
        return NULL;
    }
    Joint *j = &world->state.joints.data[slot];
    memcpy(joint_settings(j) + (first - JOINT_PLACES), numbers, (size_t)count * sizeof(float));
    set_flag(j, on, flag);
    joint_wake(world, j);
    return j;
}

MicaError mica_joint_set_limit(MicaWorld *world, MicaJoint joint, bool enable, float lower,
                               float upper)
{
    const float numbers[2] = {lower, upper};
    MicaError error;
    Joint *j = set(world, joint, CHECK_LIMIT, 2, numbers, enable, JOINT_LIMIT, &error);
    if (j != NULL) {
        j->lowerImpulse = j->upperImpulse = 0.0f;
    }
    return error;
}

MicaError mica_joint_set_motor(MicaWorld *world, MicaJoint joint, bool enable, float speed,
                               float maxTorque)
{
    const float numbers[2] = {speed, maxTorque};
    MicaError error;
    Joint *j = set(world, joint, CHECK_MOTOR, 2, numbers, enable, JOINT_MOTOR, &error);
    if (j != NULL && !enable) {
        j->motorImpulse = 0.0f;
    }
    return error;
}

MicaError mica_joint_set_spring(MicaWorld *world, MicaJoint joint, bool enable, float hertz,
                                float dampingRatio, float target)
{
    const float numbers[3] = {hertz, dampingRatio, target};
    MicaError error;
    Joint *j = set(world, joint, CHECK_SPRING, 3, numbers, enable, JOINT_SPRING, &error);
    if (j != NULL && !enable) {
        j->springImpulse = 0.0f;
    }
    return error;
}

MicaError mica_joint_set_break(MicaWorld *world, MicaJoint joint, float force, float torque)
{
    const float numbers[2] = {force, torque};
    MicaError error;
    set(world, joint, CHECK_BREAK, 2, numbers, force > 0.0f || torque > 0.0f, JOINT_BREAKS, &error);
    return error;
}

MicaError mica_joint_set_collide_connected(MicaWorld *world, MicaJoint joint, bool collide)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    Joint *j = &world->state.joints.data[slot];
    if (collide != ((j->flags & JOINT_COLLIDES) != 0)) {
        set_flag(j, collide, JOINT_COLLIDES);
        joint_wake(world, j);
        if (collide) {
            joint_look_for_pairs(world, j);
        } else {
            world->state.recheckContacts = true;
        }
    }
    return MICA_ERROR_OK;
}

MicaError mica_joint_set_user_data(MicaWorld *world, MicaJoint joint, uint32_t userData)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    world->state.joints.data[slot].userData = userData;
    return MICA_ERROR_OK;
}
