// The revolute joint with a frequency or a maximum force of its own: two rows along the world's
// axes and a free one that turns, which is slower than revolute.c, but knows how to give way.
// Impulses mean the same in both.
#include "joint_rows.h"

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    joint_rows_place_point(at, out);
    if (withFree) {
        out->free[0] = row_turning();
        out->coordinate[0] = at->angle;
    }
}

static const JointRows rows = {.rigid = {2, 2}, .free = 1, .acts = {JOINT_HAS_ROW}, .place = place};
const JointKernel soft_revolute_kernel = JOINT_ROWS_KERNEL(rows, 1);
