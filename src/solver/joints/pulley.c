// The pulley: two bodies hang on the ends of a rope over two points of the world. The distance of
// each from its point, the second times the ratio, are together as long as the rope; with limit,
// motor or spring these act on that sum instead.
#include "coupling.h"

// One end of the rope: body A of the pair is the world.
static const Joint *pair(const MicaWorld *world, const Joint *j, int32_t pair, Joint *endOfPair)
{
    const float *worldPoint =
        joint_values(world, j) + (pair == 0 ? MICA_JOINT_GROUND_AX : MICA_JOINT_GROUND_BX);
    *endOfPair = (Joint){.type = MICA_JOINT_PULLEY,
                         .bodyA = NONE,
                         .bodyB = pair == 0 ? j->bodyA : j->bodyB,
                         .anchorA = vec(worldPoint[0], worldPoint[1]),
                         .anchorB = pair == 0 ? j->anchorA : j->anchorB};
    return endOfPair;
}

// In the point itself a rope has no direction and pulls nothing.
static Vec2 place(const PairPlace *at, float *coordinate) { return normalize(at->d, coordinate); }

// The sum of both distances and how fast it changes, in the place of one pair's.
static void read(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    joint_rows_read(world, j, state);
    const float *n = joint_values(world, j);
    float speeds[2], lengths[2];
    for (int32_t i = 0; i < 2; ++i) {
        Joint endOfPair;
        const Joint *end = pair(world, j, i, &endOfPair);
        Vec2 anchor = i == 0 ? state->anchorA : state->anchorB;
        Vec2 along = normalize(sub(anchor, end->anchorA), &lengths[i]);
        speeds[i] = dot(along, joint_point_velocity(world, end->bodyB, anchor));
    }
    state->translation = lengths[0] + n[MICA_JOINT_RATIO] * lengths[1];
    state->speed = speeds[0] + n[MICA_JOINT_RATIO] * speeds[1];
    state->linearSeparation =
        (j->flags & JOINT_HAS_ROW) == 0 ? abs_f(state->translation - n[MICA_JOINT_LENGTH]) : 0.0f;
}

static const CouplingType coupling = {pair, place, false};
const JointKernel pulley_kernel = COUPLING_KERNEL(coupling, read);
