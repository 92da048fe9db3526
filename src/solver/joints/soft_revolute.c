// The revolute joint with a frequency or a maximum force of its own: two lines along the world's axes
// and a free one that turns, which is slower than revolute.c, but knows how to give way. Impulses mean
// the same in both.
#include "lines.h"

static void place(const JointPlace *at, bool withFree, PlacedLines *out)
{
    lines_place_point(at, out);
    if (withFree) {
        out->free[0] = line_turning();
        out->coordinate[0] = at->angle;
    }
}

static const LineType lines = {.rigid = {2, 2}, .free = 1, .acts = {JOINT_HAS_ROW}, .place = place};
const JointKernel soft_revolute_kernel = LINES_KERNEL(lines, 1);
