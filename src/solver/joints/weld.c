// The weld joint: body B neither moves nor turns against body A; with a frequency of its own it is
// a spring in both.
#include "joint_rows.h"

static const JointRows rows = {.rigid = {3, 3}, .place = joint_rows_place_pose, .direct = true};
const JointKernel weld_kernel = JOINT_ROWS_KERNEL(rows, 0);
