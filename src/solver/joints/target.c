// The target joint: it pulls an anchor of body B to a point of the world, which is the anchor on the
// body A that it has not.
#include "lines.h"

static void place(const JointPlace *at, bool withFree, PlacedLines *out)
{
    (void)withFree;
    lines_place_point(at, out);
}

static const LineType lines = {.rigid = {2, 2}, .place = place};
const JointKernel target_kernel = LINES_KERNEL(lines, 0);
