// The ratchet: body B turns freely against body A one way, and the other way back to the last tooth
// that it passed. The tooth is the limit of one turning row, which joint_keep_tooth moves on once a
// step; motor and spring act in the same row.
#include "joint_rows.h"

static void place(const JointPlace *at, bool withFree, PlacedRows *out)
{
    if (withFree) {
        out->free[0] = row_turning();
        out->coordinate[0] = at->angle;
    }
}

static const JointRows rows = {.free = 1, .acts = {JOINT_HAS_ROW}, .place = place};
const JointKernel ratchet_kernel = JOINT_ROWS_KERNEL(rows, 1);
