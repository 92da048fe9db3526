// The point part where it is not within a kernel's pass: from joints into blocks with the warm
// start, re-anchored once a substep, and back. Called by the joint types that have a point. Reads
// joints, transforms and solver bodies; writes blocks and velocities.
#include "point.h"

// An anchor that lies further from a centre of mass than 700 radii of gyration would leave K
// without precision: the body counts as heavier to turn.
#define LONGEST_ARM 5e5f

// ----------------------------------------------------------------------------------- into blocks

// An arm in world axes, and the centre of mass it starts from.
static inline void load_arms(const MicaWorld *world, const int32_t *slots, f4 anchorX, f4 anchorY,
                             f4 *armX, f4 *armY, f4 *centerX, f4 *centerY)
{
    const void *t[4], *body[4];
    for (int32_t i = 0; i < 4; ++i) {
        t[i] = &world->state.transforms.data[slots[i]];
        body[i] = &world->state.bodies.data[slots[i]];
    }
    f4 pose[4], center[4];
    load_records(t, 0, pose);
    load_records(body, offsetof(Body, localCenter), center);
    rotate4(pose[2], pose[3], f4_sub(anchorX, center[0]), f4_sub(anchorY, center[1]), armX, armY);
    rotate4(pose[2], pose[3], center[0], center[1], centerX, centerY);
    *centerX = f4_add(*centerX, pose[0]);
    *centerY = f4_add(*centerY, pose[1]);
}

static inline f4 bounded_inertia(f4 inertia, f4 mass, f4 armX, f4 armY)
{
    f4 arm = f4_mul_add(f4_mul(armX, armX), armY, armY), most = f4_mul(f4_splat(LONGEST_ARM), mass);
    f4 long4 = f4_and(f4_lt(most, f4_mul(inertia, arm)), f4_lt(f4_zero(), mass));
    return f4_min(f4_select(long4, f4_mul(most, inverse_or_zero(arm)), inertia), f4_splat(1e23f));
}

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
    const void *motionA[4], *motionB[4];
    int32_t slotsA[4], slotsB[4];
    p->watched = 0;
    for (int32_t i = 0; i < 4; ++i) {
        p->a[i] = lanes[i].a;
        p->b[i] = lanes[i].b;
        slotsA[i] = joints[i]->bodyA;
        slotsB[i] = joints[i]->bodyB;
        motionA[i] = &world->scratch.solverMotion.data[lanes[i].a];
        motionB[i] = &world->scratch.solverMotion.data[lanes[i].b];
        p->watched |= joints[i]->flags & JOINT_BREAKS;
    }
    f4 anchors[4], sideA[4], sideB[4], rAx, rAy, rBx, rBy, cAx, cAy, cBx, cBy;
    load_records((const void *const *)joints, offsetof(Joint, anchorA), anchors);
    load_records(motionA, offsetof(SolverMotion, cx), sideA);
    load_records(motionB, offsetof(SolverMotion, cx), sideB);
    load_arms(world, slotsA, anchors[0], anchors[1], &rAx, &rAy, &cAx, &cAy);
    load_arms(world, slotsB, anchors[2], anchors[3], &rBx, &rBy, &cBx, &cBy);
    *a = gather_bodies(world->scratch.solverBodies.data, p->a);
    *b = gather_bodies(world->scratch.solverBodies.data, p->b);
    f4_store(p->iA, bounded_inertia(sideA[2], f4_add(a->imx, a->imy), rAx, rAy));
    f4_store(p->iB, bounded_inertia(sideB[2], f4_add(b->imx, b->imy), rBx, rBy));
    f4_store(p->imyA, a->imy);
    f4_store(p->imyB, b->imy);
    f4_store(p->armAx, rAx);
    f4_store(p->armAy, rAy);
    f4_store(p->armBx, rBx);
    f4_store(p->armBy, rBy);
    f4_store(p->centersX, f4_sub(cBx, cAx));
    f4_store(p->centersY, f4_sub(cBy, cAy));
    f4_store(p->peak, f4_zero());
    point_place(p, a, b);
    warm_start(joints, context, p, a, b);
}

// ---------------------------------------------------------------------------------- re-anchoring

// By how much P must change, once it acts on today's arms, so that C' stays as it was.
static void reanchor_change(const PointBlock *p, f4 *px, f4 *py)
{
    f4 rAx = f4_load(p->rAx), rAy = f4_load(p->rAy), rBx = f4_load(p->rBx), rBy = f4_load(p->rBy);
    f4 turnA, turnB;
    point_moments(p, f4_load(p->impulseX), f4_load(p->impulseY), &turnA, &turnB);
    f4 spinA = f4_mul(f4_load(p->iA), f4_sub(turnA, f4_load(p->momentA)));
    f4 spinB = f4_mul(f4_load(p->iB), f4_sub(turnB, f4_load(p->momentB)));
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
    point_scatter(bodies, p, &a, &b);
}

// In a pass of its own, before any joint is solved: with half of them not re-anchored yet, the
// others would answer spin that is none, and a cloth that jerks tight would whip.
void point_reanchor(MicaWorld *world, JointRange range, int32_t blockBytes)
{
    char *block = world->scratch.jointBlocks.data + range.offset;
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
