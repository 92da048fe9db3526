// The weld joint: body B neither moves nor turns against body A; with a frequency of its own it is a
// spring in both.
#include "lines.h"

static const LineType lines = {.rigid = {3, 3}, .place = lines_place_pose, .direct = true};
const JointKernel weld_kernel = LINES_KERNEL(lines, 0);
