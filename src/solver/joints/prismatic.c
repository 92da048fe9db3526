// The prismatic joint: body B slides along an axis of body A, without turning against it; limit,
// motor and spring act along the axis.
#include "joint_rows.h"

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    f4 acrossX = f4_neg(at->axisY), acrossY = at->axisX;
    out->rigid[0] = row_along(at, acrossX, acrossY);
    out->error[0] = place_along(at, acrossX, acrossY);
    out->rigid[1] = row_turning();
    out->error[1] = at->angle;
    if (withFree) {
        out->free[0] = row_along(at, at->axisX, at->axisY);
        out->coordinate[0] = place_along(at, at->axisX, at->axisY);
    }
}

static const JointRows rows = {
    .rigid = {2, 2}, .free = 1, .acts = {JOINT_HAS_ROW}, .place = place, .direct = true};
const JointKernel prismatic_kernel = JOINT_ROWS_KERNEL(rows, 1);
