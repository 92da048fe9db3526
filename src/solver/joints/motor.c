// The motor joint: it brings body B's velocity against body A to one that is given, within a force
// and a torque; with a frequency of its own it holds their pose as well. At zero velocity against a
// static body it is friction. The rows lie along A's axes, so the maximum of the force is the same
// in all directions.
#include "joint_rows.h"

static const JointRows rows = {.rigid = {3, 3}, .place = joint_rows_place_pose, .drives = true};
const JointKernel motor_kernel = JOINT_ROWS_KERNEL(rows, 0);
