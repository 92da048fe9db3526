// The arms of joints at the start of a step, from bodies into blocks. Called by the kernels; reads
// joints, transforms and solver bodies; writes blocks.
#include "arms.h"

// An anchor that lies further from a centre of mass than 700 radii of gyration would leave K
// without precision: the body counts as heavier to turn.
#define LONGEST_ARM 5e5f

// An arm in world axes, and the centre of mass it starts from.
static inline void load_arms(const MicaWorld *world, const int32_t *slots, f4 anchorX, f4 anchorY,
                             f4 *armX, f4 *armY, f4 *centerX, f4 *centerY)
{
    static const Transform origin = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    static const Body none;
    const void *t[4], *body[4];
    for (int32_t i = 0; i < 4; ++i) {
        bool absent = slots[i] == NONE;
        t[i] = absent ? &origin : &world->state.transforms.data[slots[i]];
        body[i] = absent ? &none : &world->state.bodies.data[slots[i]];
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
    f4 arm = f4_mul_add(f4_mul(armX, armX), armY, armY),
       maximum = f4_mul(f4_splat(LONGEST_ARM), mass);
    f4 long4 = f4_and(f4_lt(maximum, f4_mul(inertia, arm)), f4_lt(f4_zero(), mass));
    return f4_min(f4_select(long4, f4_mul(maximum, inverse_or_zero(arm)), inertia),
                  f4_splat(1e23f / (METRE * METRE)));
}

int32_t arms_prepare(MicaWorld *world, const Joint *const *joints, const BlockLane *lanes,
                     ArmsBlock *p, Bodies4 *a, Bodies4 *b)
{
    const void *motionA[4], *motionB[4];
    int32_t slotsA[4], slotsB[4];
    int32_t watched = 0;
    for (int32_t i = 0; i < 4; ++i) {
        p->a[i] = lanes[i].a;
        p->b[i] = lanes[i].b;
        slotsA[i] = joints[i]->bodyA;
        slotsB[i] = joints[i]->bodyB;
        motionA[i] = &world->scratch.solverMotion.data[lanes[i].a];
        motionB[i] = &world->scratch.solverMotion.data[lanes[i].b];
        watched |= joints[i]->flags & JOINT_BREAKS;
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
    return watched;
}
