// The joint types as the engine calls them: one kernel a row of MICA_JOINT_TYPES, and what a game
// reads of a joint of any type. Called by joints.c, and by games.
#include "joint_kernel.h"

const JointKernel *const jointKernels[JOINT_KERNELS] = {
#define X(TYPE, name, numbers) [MICA_JOINT_##TYPE] = &name##_kernel,
    MICA_JOINT_TYPES(X)
#undef X
        [SOFT_REVOLUTE] = &soft_revolute_kernel,
};

// The velocity of a point of a body, or of the world in the place of one.
Vec2 joint_point_velocity(const MicaWorld *world, int32_t body, Vec2 point)
{
    if (body == NONE) {
        return vec(0.0f, 0.0f);
    }
    const float *v = world->state.velocities.data[body].v;
    Vec2 center =
        transform(world->state.transforms.data[body], world->state.bodies.data[body].localCenter);
    return add(vec(v[0], v[1]), scale(v[2], left_perp(sub(point, center))));
}

// B's anchor is seen from body A, as the axis is; without an axis, along the line to it.
static void read_translation(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    const float *n = joint_values(world, j);
    Vec2 displacement = sub(state->anchorB, state->anchorA),
         axis = {n[MICA_JOINT_AXIS_X], n[MICA_JOINT_AXIS_Y]};
    float length;
    Vec2 along = normalize(displacement, &length);
    if (axis.x != 0.0f || axis.y != 0.0f) {
        along = rotate(joint_place_a(world, j).q, axis);
    }
    state->translation = dot(displacement, along);
    state->speed = dot(along, sub(joint_point_velocity(world, j->bodyB, state->anchorB),
                                  joint_point_velocity(world, j->bodyA, state->anchorB)));
}

MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint)
{
    MicaJointState state = {0};
    int32_t slot = joint_slot_readable(world, joint);
    if (slot != NONE) {
        const Joint *j = &world->state.joints.data[slot];
        state.anchorA = transform(joint_place_a(world, j), j->anchorA);
        state.anchorB = transform(world->state.transforms.data[j->bodyB], j->anchorB);
        const BodyLanes *v = world->state.velocities.data;
        state.angle = joint_angle_now(world, j);
        state.angularSpeed = v[j->bodyB].v[2] - (j->bodyA != NONE ? v[j->bodyA].v[2] : 0.0f);
        read_translation(world, j, &state);
        jointKernels[j->type]->read(world, j, &state);
    }
    return state;
}
