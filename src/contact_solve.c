// The contact kernels: one pass over all blocks, four contacts at a time, two passes a substep. Friction is solved
// before the normals, so that no point is left sinking. A soft pass pushes overlap out as a damped spring; the relax
// pass takes the push's speed back out, so that no energy stays. Source of the scheme: Macklin et al., "Small steps in
// physics simulation", 2019; Catto, "Solver2D", 2024.
// Cost: 2 passes a substep, each one gather and one scatter of velocities per body and block.
#include "contact_block.h"
#include "world.h"

static inline void solve_surface(BlockHead *head, BlockPoint *points, BlockTail *tail, int32_t count, Bodies4 *a, Bodies4 *b)
{
    f4 total = f4_zero();
    for (int32_t p = 0; p < count; ++p) {
        total = f4_add(total, f4_load(points[p].normalImpulse));
    }
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    f4 limit = f4_mul(f4_load(tail->rollingResistance), total);
    f4 old = f4_load(tail->rollingImpulse);
    f4 next = f4_clamp(f4_mul_sub(old, f4_load(tail->rollingMass), f4_sub(b->w, a->w)), f4_neg(limit), limit);
    f4_store(tail->rollingImpulse, next);
    f4 change = f4_sub(next, old);
    a->w = f4_mul_sub(a->w, iA, change);
    b->w = f4_mul_add(b->w, iB, change);
}

static inline void solve_block(SolverBody *bodies, BlockHead *head, BlockPoint *points, BlockTail *tail, int32_t count,
                               bool soft, f4 invH, f4 pushSpeed)
{
    Bodies4 a = gather_bodies(bodies, head->a), b = gather_bodies(bodies, head->b);
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), zero = f4_zero();
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB), friction = f4_load(head->friction);
    bool surface = (head->flags & BLOCK_SURFACE) != 0;
    if (surface) {
        solve_surface(head, points, tail, count, &a, &b);
    }
    // Tangent (ny, -nx).
    f4 ax = f4_mul(a.imx, ny), ay = f4_mul(a.imy, nx), bx = f4_mul(b.imx, ny), by = f4_mul(b.imy, nx);
    f4 conveyor = surface ? f4_load(tail->tangentSpeed) : zero;
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 rtA = f4_load(point->rtA), rtB = f4_load(point->rtB);
        f4 speed = f4_sub(f4_mul(f4_sub(b.vx, a.vx), ny), f4_mul(f4_sub(b.vy, a.vy), nx));
        speed = f4_add(speed, f4_sub(f4_mul(rtB, b.w), f4_mul(rtA, a.w)));
        speed = f4_sub(speed, conveyor);
        f4 old = f4_load(point->tangentImpulse), limit = f4_mul(friction, f4_load(point->normalImpulse));
        f4 next = f4_clamp(f4_mul_sub(old, f4_load(point->tangentMass), speed), f4_neg(limit), limit);
        f4_store(point->tangentImpulse, next);
        f4 change = f4_sub(next, old);
        a.vx = f4_mul_sub(a.vx, ax, change);
        a.vy = f4_mul_add(a.vy, ay, change);
        a.w = f4_mul_sub(a.w, f4_mul(iA, rtA), change);
        b.vx = f4_mul_add(b.vx, bx, change);
        b.vy = f4_mul_sub(b.vy, by, change);
        b.w = f4_mul_add(b.w, f4_mul(iB, rtB), change);
    }
    ax = f4_mul(a.imx, nx);
    ay = f4_mul(a.imy, ny);
    bx = f4_mul(b.imx, nx);
    by = f4_mul(b.imy, ny);
    f4 travel = f4_mul_add(f4_mul(f4_sub(b.dx, a.dx), nx), f4_sub(b.dy, a.dy), ny);
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 rnA = f4_load(point->rnA), rnB = f4_load(point->rnB);
        // The gap now, with the turns taken to first order: exact for discs.
        f4 gap = f4_add(f4_add(f4_load(point->separation), travel), f4_sub(f4_mul(rnB, b.da), f4_mul(rnA, a.da)));
        f4 speed = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), nx), f4_sub(b.vy, a.vy), ny);
        speed = f4_add(speed, f4_sub(f4_mul(rnB, b.w), f4_mul(rnA, a.w)));
        f4 old = f4_load(point->normalImpulse), mass = f4_load(point->normalMass), next;
        f4 ahead = f4_mul(gap, invH);  // an open gap may close within the substep, no faster
        if (soft) {
            f4 open = f4_lt(zero, gap), one = f4_splat(1.0f);
            f4 push = f4_max(f4_mul(f4_load(head->biasRate), gap), f4_neg(pushSpeed));
            f4 bias = f4_select(open, ahead, push);
            f4 massScale = f4_select(open, one, f4_load(head->massScale));
            f4 impulseScale = f4_select(open, zero, f4_load(head->impulseScale));
            f4 change = f4_add(f4_mul(f4_mul(mass, massScale), f4_add(speed, bias)), f4_mul(impulseScale, old));
            next = f4_max(f4_sub(old, change), zero);
            f4_store(point->maxNormalImpulse, f4_max(f4_load(point->maxNormalImpulse), next));
        } else {
            next = f4_max(f4_mul_sub(old, mass, f4_add(speed, f4_max(ahead, zero))), zero);
        }
        f4_store(point->normalImpulse, next);
        f4 change = f4_sub(next, old);
        a.vx = f4_mul_sub(a.vx, ax, change);
        a.vy = f4_mul_sub(a.vy, ay, change);
        a.w = f4_mul_sub(a.w, f4_mul(iA, rnA), change);
        b.vx = f4_mul_add(b.vx, bx, change);
        b.vy = f4_mul_add(b.vy, by, change);
        b.w = f4_mul_add(b.w, f4_mul(iB, rnB), change);
    }
    scatter_velocities(bodies, head->a, &a);
    scatter_velocities(bodies, head->b, &b);
}

// One function a kind of block and pass, so that each stays small and its loops unroll.
static void solve_two(MicaWorld *world, BlockRange range, f4 invH, f4 pushSpeed)
{
    ContactBlock2 *block = (ContactBlock2 *)(void *)(world->blocks.data + range.offset);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(world->solverBodies.data, &block->head, block->points, &block->tail, 2, true, invH, pushSpeed);
    }
}

static void solve_one(MicaWorld *world, BlockRange range, f4 invH, f4 pushSpeed)
{
    ContactBlock1 *block = (ContactBlock1 *)(void *)(world->blocks.data + range.offset);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(world->solverBodies.data, &block->head, block->points, &block->tail, 1, true, invH, pushSpeed);
    }
}

static void relax_two(MicaWorld *world, BlockRange range, f4 invH, f4 pushSpeed)
{
    ContactBlock2 *block = (ContactBlock2 *)(void *)(world->blocks.data + range.offset);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(world->solverBodies.data, &block->head, block->points, &block->tail, 2, false, invH, pushSpeed);
    }
}

static void relax_one(MicaWorld *world, BlockRange range, f4 invH, f4 pushSpeed)
{
    ContactBlock1 *block = (ContactBlock1 *)(void *)(world->blocks.data + range.offset);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(world->solverBodies.data, &block->head, block->points, &block->tail, 1, false, invH, pushSpeed);
    }
}

void contacts_solve(MicaWorld *world, const StepContext *context)
{
    f4 invH = f4_splat(context->invH), pushSpeed = f4_splat(world->contactPushSpeed);
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        if (range.points == 2) {
            solve_two(world, range, invH, pushSpeed);
        } else {
            solve_one(world, range, invH, pushSpeed);
        }
    }
}

void contacts_relax(MicaWorld *world, const StepContext *context)
{
    f4 invH = f4_splat(context->invH), pushSpeed = f4_splat(world->contactPushSpeed);
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        if (range.points == 2) {
            relax_two(world, range, invH, pushSpeed);
        } else {
            relax_one(world, range, invH, pushSpeed);
        }
    }
}

// Bounces: where a point met at speed and pressed, its normal speed becomes the approach speed times restitution.
static void bounce_block(MicaWorld *world, BlockHead *head, BlockPoint *points, const BlockTail *tail, int32_t count)
{
    Bodies4 a = gather_bodies(world->solverBodies.data, head->a), b = gather_bodies(world->solverBodies.data, head->b);
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), zero = f4_zero();
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB), restitution = f4_load(tail->restitution);
    f4 threshold = f4_splat(-world->restitutionThreshold);
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 rnA = f4_load(point->rnA), rnB = f4_load(point->rnB), approach = f4_load(point->approach);
        f4 met = f4_and(f4_lt(approach, threshold), f4_lt(zero, f4_load(point->maxNormalImpulse)));
        met = f4_and(met, f4_lt(zero, restitution));
        f4 mass = f4_and(met, f4_load(point->normalMass));
        f4 speed = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), nx), f4_sub(b.vy, a.vy), ny);
        speed = f4_add(speed, f4_sub(f4_mul(rnB, b.w), f4_mul(rnA, a.w)));
        f4 old = f4_load(point->normalImpulse);
        f4 next = f4_max(f4_mul_sub(old, mass, f4_mul_add(speed, restitution, approach)), zero);
        f4_store(point->normalImpulse, next);
        f4_store(point->maxNormalImpulse, f4_max(f4_load(point->maxNormalImpulse), next));
        f4 change = f4_sub(next, old);
        f4 px = f4_mul(change, nx), py = f4_mul(change, ny);
        a.vx = f4_mul_sub(a.vx, a.imx, px);
        a.vy = f4_mul_sub(a.vy, a.imy, py);
        a.w = f4_mul_sub(a.w, iA, f4_mul(rnA, change));
        b.vx = f4_mul_add(b.vx, b.imx, px);
        b.vy = f4_mul_add(b.vy, b.imy, py);
        b.w = f4_mul_add(b.w, iB, f4_mul(rnB, change));
    }
    scatter_velocities(world->solverBodies.data, head->a, &a);
    scatter_velocities(world->solverBodies.data, head->b, &b);
}

void contacts_restitution(MicaWorld *world)
{
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        for (int32_t i = 0; i < range.count; ++i) {
            if (range.points == 2) {
                ContactBlock2 *block = (ContactBlock2 *)(void *)(world->blocks.data + range.offset) + i;
                if ((block->head.flags & BLOCK_BOUNCES) != 0) {
                    bounce_block(world, &block->head, block->points, &block->tail, 2);
                }
            } else {
                ContactBlock1 *block = (ContactBlock1 *)(void *)(world->blocks.data + range.offset) + i;
                if ((block->head.flags & BLOCK_BOUNCES) != 0) {
                    bounce_block(world, &block->head, block->points, &block->tail, 1);
                }
            }
        }
    }
}
