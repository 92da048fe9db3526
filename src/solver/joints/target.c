// The target joint: it pulls an anchor of body B to a point of the world.
// Body A is the world; localAnchorA is the target in world coordinates.
#include "joint_rows.h"

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    (void)withFree;
    joint_rows_place_point(at, out);
}

static const JointRows rows = {.rigid = {2, 2}, .place = place};
const JointKernel target_kernel = JOINT_ROWS_KERNEL(rows, 0);
