// A body's room: where its origin may go while all of its colliders stay in the boxes that the tree
// has of them. Most bodies stay in theirs for some steps, and need not look at their shapes to know
// it.
#pragma once

#include "world.h"

// While a room is made. Corners of boxes are four lanes: lower ones as they are, upper ones
// negated, so that more is further in for all.
typedef struct AabbSlackBuilder {
    f4 least;  // how far the furthest collider is out of its box
    f4 far;    // the largest coordinate
} AabbSlackBuilder;

static inline f4 aabb_slack_inward(f4 corners)
{
    return f4_mul(corners, f4_set(1.0f, 1.0f, -1.0f, -1.0f));
}

static inline f4 aabb_slack_origin(const MicaWorld *world, int32_t slot)
{
    return aabb_slack_inward(f4_low_low(f4_load(&world->state.transforms.data[slot].p.x)));
}

static inline AabbSlackBuilder aabb_slack_begin(void)
{
    return (AabbSlackBuilder){f4_splat(-3e38f), f4_zero()};
}

// Takes in a collider: how far it is out of its box, on each side. Not positive inside.
static inline f4 aabb_slack_add(AabbSlackBuilder *side, const MicaAABB *box, const MicaAABB *tight)
{
    f4 corners = f4_load(&box->lower.x),
       out = aabb_slack_inward(f4_sub(corners, f4_load(&tight->lower.x)));
    side->least = f4_max(side->least, out);
    side->far = f4_max(side->far, f4_abs(corners));
    return out;
}

// Smaller than it is by more than rounding: whoever looks at the shapes sees all of them in their
// boxes, too.
static inline void aabb_slack_store(MicaWorld *world, int32_t slot, const AabbSlackBuilder *side)
{
    f4 at = aabb_slack_origin(world, slot),
       rounding = f4_mul(f4_splat(1e-6f), f4_add(side->far, f4_abs(at)));
    f4_store(world->scratch.aabbSlacks.data[slot].bounds,
             f4_add(f4_add(at, side->least), rounding));
}
