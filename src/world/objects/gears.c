// Gears: joints that couple the coordinates of two others. A gear names the slots of those and ends
// with either. Called by joint.c and by the solver; the gear's kernel is solver/joints/gear.c.
#include "world.h"

// A gear lies in the lists of the bodies B of its joints; where these are one body, in that of the
// first body A in its place.
static int32_t first_body(const Joint *a, const Joint *b)
{
    return a->bodyB != b->bodyB ? a->bodyB : a->bodyA;
}

MicaError gear_check(MicaWorld *world, const MicaJointDef *def)
{
    int32_t a = joint_slot(world, def->jointA), b = joint_slot(world, def->jointB);
    if (a == NONE || b == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    const Joint *joints = world->state.joints.data;
    bool fits = (joints[a].type == MICA_JOINT_REVOLUTE || joints[a].type == MICA_JOINT_PRISMATIC) &&
                (joints[b].type == MICA_JOINT_REVOLUTE || joints[b].type == MICA_JOINT_PRISMATIC);
    return a != b && fits ? MICA_ERROR_OK : MICA_ERROR_BAD_GEAR;
}

void gear_couple(MicaWorld *world, Joint *gear, const MicaJointDef *def)
{
    int32_t slots[2] = {MICA_SLOT(def->jointA), MICA_SLOT(def->jointB)};
    Joint *joints = world->state.joints.data;
    JointNumbers *numbers = joint_numbers(world, gear);
    for (int32_t p = 0; p < 2; ++p) {
        numbers->coupled[p] = slots[p] + 1;
        numbers->coupledAngles[p] = joint_angle_now(world, &joints[slots[p]]);
        joints[slots[p]].flags |= JOINT_COUPLED;
    }
    gear->bodyA = first_body(&joints[slots[0]], &joints[slots[1]]);
    gear->bodyB = joints[slots[1]].bodyB;
}

void gears_end_of(MicaWorld *world, int32_t joint)
{
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        const int32_t *coupled = world->state.jointNumbers.data[i].coupled;
        if ((j->flags & JOINT_ALIVE) != 0 && (coupled[0] == joint + 1 || coupled[1] == joint + 1)) {
            joint_end(world, i);
        }
    }
}

// Beyond some 1e7 rad the turn nearest to the one of the last step is no longer found.
double gear_angle(const MicaWorld *world, const Joint *gear, int32_t pair)
{
    const Joint *j = gear_joint(world, gear, pair);
    Rot q = rot_inv_mul(world->state.transforms.data[j->bodyA].q,
                        world->state.transforms.data[j->bodyB].q);
    const double turn = 6.283185307179586;
    double angle =
        (double)mica_rot_angle(q) - (double)joint_values(world, j)[MICA_JOINT_REFERENCE_ANGLE];
    double turns = ((double)joint_numbers(world, gear)->coupledAngles[pair] - angle) / turn;
    turns = turns > 2e9 ? 2e9 : turns < -2e9 ? -2e9 : turns;
    return angle + turn * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}
