// The gear: it couples the coordinates of two joints, the angle of a revolute one or the way along
// the axis of a prismatic one.
#include "coupling.h"

static const Joint *pair(const MicaWorld *world, const Joint *j, int32_t pair, Joint *made)
{
    (void)made;
    return gear_joint(world, j, pair);
}

static void place(const JointPlace *at, f4 turns, Line *line, f4 *coordinate)
{
    Line turning = line_turning(), along = line_along(at, at->axisX, at->axisY);
    line->ux = f4_and_not(along.ux, turns);
    line->uy = f4_and_not(along.uy, turns);
    line->sA = f4_select(turns, turning.sA, along.sA);
    line->sB = f4_select(turns, turning.sB, along.sB);
    *coordinate = f4_select(turns, at->angle, place_along(at, at->axisX, at->axisY));
}

static const CouplingType coupling = {pair, place, true};
const JointKernel gear_kernel = COUPLING_KERNEL(coupling, lines_read);
