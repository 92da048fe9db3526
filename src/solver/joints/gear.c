// The gear: it couples the coordinates of two joints, the angle of a revolute one or the
// displacement along the axis of a prismatic one.
#include "coupling.h"

static const Joint *pair(const MicaWorld *world, const Joint *j, int32_t pair, Joint *endOfPair)
{
    (void)endOfPair;
    return gear_joint(world, j, pair);
}

static Vec2 place(const PairPlace *at, float *coordinate)
{
    *coordinate = at->turns ? at->angle : dot(at->d, at->axis);
    return at->turns ? vec(0.0f, 0.0f) : at->axis;
}

// The displacement along the axis of a prismatic joint.
static float translation_of(const MicaWorld *world, const Joint *j)
{
    const Transform *a = &world->state.transforms.data[j->bodyA];
    const float *n = joint_values(world, j);
    Vec2 axis = rotate(a->q, vec(n[MICA_JOINT_AXIS_X], n[MICA_JOINT_AXIS_Y]));
    Vec2 to = transform(world->state.transforms.data[j->bodyB], j->anchorB);
    return dot(sub(to, transform(*a, j->anchorA)), axis);
}

// How far the sum is from what it should be, in the unit of the first joint. One that broke may
// have lost its joints.
static void read(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    joint_rows_read(world, j, state);
    const float *n = joint_values(world, j);
    double error = -(double)n[MICA_JOINT_LENGTH];
    bool turns = false;
    for (int32_t p = 0; p < 2 && (j->flags & JOINT_ALIVE) != 0; ++p) {
        const Joint *of = gear_joint(world, j, p);
        double ratio = p == 0 ? 1.0 : (double)n[MICA_JOINT_RATIO];
        error += ratio * (of->type == MICA_JOINT_REVOLUTE ? gear_angle(world, j, p)
                                                          : (double)translation_of(world, of));
        turns = turns || (p == 0 && of->type == MICA_JOINT_REVOLUTE);
    }
    if ((j->flags & JOINT_ALIVE) != 0) {
        *(turns ? &state->angularSeparation : &state->linearSeparation) = abs_f((float)error);
    }
}

static const CouplingType coupling = {pair, place, true};
const JointKernel gear_kernel = COUPLING_KERNEL(coupling, read);
