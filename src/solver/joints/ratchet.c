// The ratchet: body B turns freely against body A one way, and the other way back to the last tooth
// that it passed. The tooth is the limit of one turning line, which joint_keep_tooth moves on once a
// step; motor and spring act in the same line.
#include "lines.h"

static void place(const JointPlace *at, bool withFree, PlacedLines *out)
{
    if (withFree) {
        out->free[0] = line_turning();
        out->coordinate[0] = at->angle;
    }
}

static const LineType lines = {.free = 1, .acts = {JOINT_HAS_ROW}, .place = place};
const JointKernel ratchet_kernel = LINES_KERNEL(lines, 1);
