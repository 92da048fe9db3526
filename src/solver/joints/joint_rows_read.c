// What the game reads of a joint between steps: the force and torque of its last step, and by how much
// its rigid rows are off. Called through the kernels of the types; reads joints and transforms.
#include "joint_rows.h"

// Errors of the rigid rows as the bodies are now. The arms, on which errors do not depend, are 0.
static void read_separation(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    const JointRows *type = jointKernels[j->type]->rows;
    bool withFree = (j->flags & JOINT_HAS_ROW) != 0;
    const float *n = joint_values(world, j);
    Vec2 d = sub(state->anchorB, state->anchorA), axis = joint_axis_now(world, j);
    JointPlace at = {.arms = {.dx = f4_splat(d.x), .dy = f4_splat(d.y)},
                     .axisX = f4_splat(axis.x),
                     .axisY = f4_splat(axis.y),
                     .angle = f4_splat(state->angle),
                     .length = f4_splat(n[MICA_JOINT_LENGTH])};
    PlacedRows placed;
    type->place(&at, withFree, &placed);
    float squares[2] = {0.0f, 0.0f};  // of vectors, of turning
    bool holds = !type->drives || n[MICA_JOINT_HERTZ] > 0.0f;
    for (int32_t i = 0; i < type->rigid[withFree] && holds; ++i) {
        float ux[4], uy[4], error[4];
        f4_store(ux, placed.rigid[i].ux);
        f4_store(uy, placed.rigid[i].uy);
        f4_store(error, placed.error[i]);
        squares[ux[0] == 0.0f && uy[0] == 0.0f] += error[0] * error[0];
    }
    state->linearSeparation = sqrtf(squares[0]);
    state->angularSeparation = sqrtf(squares[1]);
}

void joint_rows_read(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    float rate = world->state.lastH > 0.0f ? 1.0f / world->state.lastH : 0.0f;
    state->force = scale(rate, j->pushed);
    state->torque = rate * j->turned;
    if (jointKernels[j->type]->rows != NULL) {
        read_separation(world, j, state);
    }
}
