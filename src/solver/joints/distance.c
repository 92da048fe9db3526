// The distance joint: as a rod it keeps two anchors at one distance; with limit, motor or spring
// the distance is free but for these.
#include "joint_rows.h"

// Anchors this close have no direction, and are pushed apart along the world's x axis.
#define NO_DISTANCE (1e-6f * METRE)

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    f4 x = at->arms.dx, y = at->arms.dy;
    f4 distance = f4_sqrt(f4_mul_add(f4_mul(x, x), y, y)), inverse = inverse_or_zero(distance);
    f4 apart = f4_lt(f4_splat(NO_DISTANCE), distance);
    f4 ux = f4_select(apart, f4_mul(x, inverse), f4_splat(1.0f));
    f4 uy = f4_and(f4_mul(y, inverse), apart);
    RowJacobian jacobian = row_along(at, ux, uy);
    if (withFree) {
        out->free[0] = jacobian;
        out->coordinate[0] = distance;
    } else {
        out->rigid[0] = jacobian;
        out->error[0] = f4_sub(distance, at->length);
    }
}

static const JointRows rows = {
    .rigid = {1, 0}, .free = 1, .acts = {JOINT_HAS_ROW}, .place = place, .direct = true};
const JointKernel distance_kernel = JOINT_ROWS_KERNEL(rows, 1);
