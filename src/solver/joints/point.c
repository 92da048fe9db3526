// The point part where it is not within a kernel's pass: from joints into blocks with the warm
// start, re-anchored once a substep, and back. Called by the joint types that have a point. Reads
// joints, transforms and solver bodies; writes blocks and velocities.
#include "point.h"

// ----------------------------------------------------------------------------------- into blocks

static inline void warm_start(const Joint *const *joints, const StepContext *context, PointBlock *p,
                              Bodies4 *a, Bodies4 *b)
{
    f4 carried[4], turnA, turnB, warm = f4_splat(context->warmScale);
    load_records((const void *const *)joints, offsetof(Joint, impulses), carried);
    f4 px = f4_mul(warm, carried[JOINT_IMPULSE_X]), py = f4_mul(warm, carried[JOINT_IMPULSE_Y]);
    point_moments(p, px, py, &turnA, &turnB);
    f4_store(p->impulseX, px);
    f4_store(p->impulseY, py);
    f4_store(p->momentA, turnA);
    f4_store(p->momentB, turnB);
    point_push(p, px, py, turnA, turnB, a, b);
}

void point_prepare(MicaWorld *world, const StepContext *context, const Joint *const *joints,
                   const BlockLane *lanes, PointBlock *p, Bodies4 *a, Bodies4 *b)
{
    p->watched = arms_prepare(world, joints, lanes, &p->arms, a, b);
    f4_store(p->peak, f4_zero());
    point_place(p, a, b);
    warm_start(joints, context, p, a, b);
}

// ---------------------------------------------------------------------------------- re-anchoring

// By how much P must change, once it acts on today's arms, so that C' stays as it was.
static inline void reanchor_change(const PointBlock *p, f4 *px, f4 *py)
{
    f4 rAx = f4_load(p->rAx), rAy = f4_load(p->rAy), rBx = f4_load(p->rBx), rBy = f4_load(p->rBy);
    f4 turnA, turnB;
    point_moments(p, f4_load(p->impulseX), f4_load(p->impulseY), &turnA, &turnB);
    f4 spinA = f4_mul(f4_load(p->arms.iA), f4_sub(turnA, f4_load(p->momentA)));
    f4 spinB = f4_mul(f4_load(p->arms.iB), f4_sub(turnB, f4_load(p->momentB)));
    f4 vx = f4_mul_add(f4_mul(spinA, rAy), spinB, rBy);
    f4 vy = f4_neg(f4_mul_add(f4_mul(spinA, rAx), spinB, rBx)), m12 = f4_load(p->m12);
    *px = f4_mul_add(f4_mul(f4_load(p->m11), vx), m12, vy);
    *py = f4_mul_add(f4_mul(m12, vx), f4_load(p->m22), vy);
}

static inline void reanchor_block(SolverBody *bodies, PointBlock *p)
{
    Bodies4 a, b;
    f4 px, py, turnA, turnB;
    point_gather(bodies, p, false, &a, &b);
    reanchor_change(p, &px, &py);
    f4 sumX = f4_add(f4_load(p->impulseX), px), sumY = f4_add(f4_load(p->impulseY), py);
    point_moments(p, sumX, sumY, &turnA, &turnB);
    point_push(p, px, py, f4_sub(turnA, f4_load(p->momentA)), f4_sub(turnB, f4_load(p->momentB)),
               &a, &b);
    f4_store(p->impulseX, sumX);
    f4_store(p->impulseY, sumY);
    f4_store(p->momentA, turnA);
    f4_store(p->momentB, turnB);
    arms_scatter(bodies, &p->arms, &a, &b);
}

// In a pass of its own, before any joint is solved: with half of them not re-anchored yet, the
// others would answer spin that is none, and a cloth that jerks tight would whip.
void point_reanchor(MicaWorld *world, JointRange range, int32_t blockBytes)
{
    SolverScratch *scratch = solver_scratch(world);
    char *block = scratch->jointBlocks.data + range.offset;
    for (int32_t i = 0; i < range.count; ++i, block += blockBytes) {
        reanchor_block(world->scratch.solverBodies.data, (PointBlock *)(void *)block);
    }
}

void point_drop_across(const PointBlock *p, f4 *px, f4 *py)
{
    // K⁻¹ over its trace projects on the one direction.
    f4 m11 = f4_load(p->m11), m12 = f4_load(p->m12), m22 = f4_load(p->m22);
    f4 sumX = f4_load(p->impulseX), sumY = f4_load(p->impulseY);
    f4 flat = f4_load(p->flat), trace = inverse_or_zero(f4_add(m11, m22));
    f4 alongX = f4_mul(trace, f4_mul_add(f4_mul(m11, sumX), m12, sumY));
    f4 alongY = f4_mul(trace, f4_mul_add(f4_mul(m12, sumX), m22, sumY));
    *px = f4_add(*px, f4_and(flat, f4_sub(alongX, sumX)));
    *py = f4_add(*py, f4_and(flat, f4_sub(alongY, sumY)));
}

// ------------------------------------------------------------------------------ back into joints

void point_finish(PointBlock *p)
{
    f4 px, py;
    reanchor_change(p, &px, &py);
    f4_store(p->impulseX, f4_add(f4_load(p->impulseX), px));
    f4_store(p->impulseY, f4_add(f4_load(p->impulseY), py));
}

void point_store(const PointBlock *p, int32_t lane, Joint *j)
{
    j->impulses[JOINT_IMPULSE_X] = p->impulseX[lane];
    j->impulses[JOINT_IMPULSE_Y] = p->impulseY[lane];
}
