// The two bodies of four joints side by side, and the arms from their centres of mass to the
// anchors: what every block of joints begins with. Letters as in point.h; d is the displacement
// from A's anchor to B's.
#pragma once

#include "joint_kernel.h"

typedef struct ArmsBlock {
    int32_t a[4], b[4];  // solver bodies
    float iA[4], iB[4], imyA[4], imyB[4];
    // At the start of the step, in world axes: anchors from the centres of mass, and from A's
    // centre to B's.
    float armAx[4], armAy[4], armBx[4], armBy[4], centersX[4], centersY[4];
} ArmsBlock;

// arms.c: fills the block for four joints and gathers the bodies. Whether any of the joints may
// break.
int32_t arms_prepare(MicaWorld *world, const Joint *const *joints, const BlockLane *lanes,
                     ArmsBlock *p, Bodies4 *a, Bodies4 *b);

// The arms and d as the bodies are now.
typedef struct Arms {
    f4 rAx, rAy, rBx, rBy, dx, dy;
} Arms;

static inline Arms arms_now(const ArmsBlock *p, const Bodies4 *a, const Bodies4 *b)
{
    Arms now;
    f4 c, s;
    turn4(a->da, &c, &s);
    rotate4(c, s, f4_load(p->armAx), f4_load(p->armAy), &now.rAx, &now.rAy);
    turn4(b->da, &c, &s);
    rotate4(c, s, f4_load(p->armBx), f4_load(p->armBy), &now.rBx, &now.rBy);
    now.dx = f4_add(f4_load(p->centersX), f4_add(f4_sub(b->dx, a->dx), f4_sub(now.rBx, now.rAx)));
    now.dy = f4_add(f4_load(p->centersY), f4_add(f4_sub(b->dy, a->dy), f4_sub(now.rBy, now.rAy)));
    return now;
}

// The bodies for one pass; after they moved, with how far, else with velocities and inverse masses
// alone.
static inline void arms_gather(const SolverBody *bodies, const ArmsBlock *p, bool moved, Bodies4 *a,
                               Bodies4 *b)
{
    if (moved) {
        *a = gather_bodies(bodies, p->a);
        *b = gather_bodies(bodies, p->b);
    } else {
        gather_velocities(bodies, p->a, a);
        gather_velocities(bodies, p->b, b);
        a->imy = f4_load(p->imyA);
        b->imy = f4_load(p->imyB);
    }
}

static inline void arms_scatter(SolverBody *bodies, const ArmsBlock *p, const Bodies4 *a,
                                const Bodies4 *b)
{
    scatter_velocities(bodies, p->a, a);
    scatter_velocities(bodies, p->b, b);
}
