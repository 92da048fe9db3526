// The motor joint: it brings body B's velocity against body A to one that is given, within a force
// and a torque; with a frequency of its own it holds their pose as well. At zero velocity against a
// static body it is friction. The lines lie along A's axes, so the maximum of the force is the same
// in all directions.
#include "lines.h"

static void place(const JointPlace *at, bool withFree, PlacedLines *out)
{
    (void)withFree;
    f4 acrossX = f4_neg(at->axisY), acrossY = at->axisX;
    out->rigid[0] = line_along(at, at->axisX, at->axisY);
    out->error[0] = place_along(at, at->axisX, at->axisY);
    out->rigid[1] = line_along(at, acrossX, acrossY);
    out->error[1] = place_along(at, acrossX, acrossY);
    out->rigid[2] = line_turning();
    out->error[2] = at->angle;
}

static const LineType lines = {.rigid = {3, 3}, .place = place, .drives = true};
const JointKernel motor_kernel = LINES_KERNEL(lines, 0);
