// The motor joint: it brings body B's velocity against body A to one that is given, within a force
// and a torque; with a frequency of its own it holds their pose as well. At zero velocity against a
// static body it is friction. The lines lie along A's axes, so the maximum of the force is the same
// in all directions.
#include "lines.h"

static const LineType lines = {.rigid = {3, 3}, .place = lines_place_pose, .drives = true};
const JointKernel motor_kernel = LINES_KERNEL(lines, 0);
