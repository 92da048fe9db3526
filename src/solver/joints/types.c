// The joint types as the engine calls them: one kernel a row of MICA_JOINT_TYPES, and what a game
// reads of a joint of any type. Called by joints.c, and by games.
#include "joint_kernel.h"

const JointKernel *const jointKernels[MICA_JOINT_TYPE_COUNT] = {
#define X(TYPE, name, numbers) [MICA_JOINT_##TYPE] = &name##_kernel,
    MICA_JOINT_TYPES(X)
#undef X
};

MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint)
{
    MicaJointState state = {0};
    int32_t slot = joint_slot_readable(world, joint);
    if (slot != NONE) {
        const Joint *j = &world->state.joints.data[slot];
        state.anchorA = transform(world->state.transforms.data[j->bodyA], j->anchorA);
        state.anchorB = transform(world->state.transforms.data[j->bodyB], j->anchorB);
        jointKernels[j->type]->read(world, j, &state);
    }
    return state;
}
