// The wheel joint: body B turns freely and moves along an axis of body A, as on a suspension; limit
// and spring act along the axis, the motor turns the wheel.
#include "joint_rows.h"

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    f4 acrossX = f4_neg(at->axisY), acrossY = at->axisX;
    out->rigid[0] = row_along(at, acrossX, acrossY);
    out->error[0] = place_along(at, acrossX, acrossY);
    if (withFree) {
        out->free[0] = row_along(at, at->axisX, at->axisY);
        out->coordinate[0] = place_along(at, at->axisX, at->axisY);
        out->free[1] = row_turning();
        out->coordinate[1] = at->angle;
    }
}

static const JointRows rows = {.rigid = {1, 1},
                               .free = 2,
                               .acts = {JOINT_LIMIT | JOINT_SPRING, JOINT_MOTOR},
                               .place = place,
                               .direct = true};
const JointKernel wheel_kernel = JOINT_ROWS_KERNEL(rows, 2);
