// AABB slack: the range of a body's origin within which all of its colliders stay in their fat
// boxes. Most bodies stay in their boxes for some steps; while the origin is within the range, the
// continuous phase need not compute the tight boxes of the shapes to know it. Computed by
// continuous.c and body_motion.c wherever they visit all colliders of a body, read by continuous.c;
// written to scratch.aabbSlacks.
//
// Corners of boxes are four lanes (lower x, lower y, -upper x, -upper y), so that in every lane a
// larger value is further inside. With box L of the tree, tight box l and origin p, in these lanes:
// the origin may go down to p + max over all colliders of (L - l).
#pragma once

#include "world.h"

typedef struct AabbSlackBuilder {
    f4 lowest;    // max of L - l over the colliders added so far
    f4 farthest;  // the largest absolute coordinate of their boxes
} AabbSlackBuilder;

static inline f4 aabb_slack_inward(f4 corners)
{
    return f4_mul(corners, f4_set(1.0f, 1.0f, -1.0f, -1.0f));
}

// The origin of a body in the lanes of a range.
static inline f4 aabb_slack_origin(const MicaWorld *world, int32_t slot)
{
    return aabb_slack_inward(f4_low_low(f4_load(&world->state.transforms.data[slot].p.x)));
}

static inline AabbSlackBuilder aabb_slack_begin(void)
{
    return (AabbSlackBuilder){f4_splat(-3e38f), f4_zero()};
}

// Adds a collider. Returns L - l, which is positive in the lanes where it has left its box.
static inline f4 aabb_slack_add(AabbSlackBuilder *slack, const MicaAABB *box, const MicaAABB *tight)
{
    f4 corners = f4_load(&box->lower.x),
       outside = aabb_slack_inward(f4_sub(corners, f4_load(&tight->lower.x)));
    slack->lowest = f4_max(slack->lowest, outside);
    slack->farthest = f4_max(slack->farthest, f4_abs(corners));
    return outside;
}

// Stores the range, drawn in by more than rounding errors, so that within it the tight boxes as
// they would be computed lie in the fat boxes too.
static inline void aabb_slack_store(MicaWorld *world, int32_t slot, const AabbSlackBuilder *slack)
{
    f4 at = aabb_slack_origin(world, slot),
       rounding = f4_mul(f4_splat(1e-6f), f4_add(slack->farthest, f4_abs(at)));
    f4_store(world->scratch.aabbSlacks.data[slot].bounds,
             f4_add(f4_add(at, slack->lowest), rounding));
}
