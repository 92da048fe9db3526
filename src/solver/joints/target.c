// The target joint: it pulls an anchor of body B to a point of the world, which is the anchor on the
// body A that it has not.
#include "lines.h"

static void place(const JointPlace *at, bool withFree, PlacedLines *out)
{
    (void)withFree;
    f4 one = f4_splat(1.0f), zero = f4_zero();
    out->rigid[0] = line_along(at, one, zero);
    out->error[0] = at->arms.dx;
    out->rigid[1] = line_along(at, zero, one);
    out->error[1] = at->arms.dy;
}

static const LineType lines = {.rigid = {2, 2}, .place = place};
const JointKernel target_kernel = LINES_KERNEL(lines, 0);
