// Into blocks and back: before the substeps, contacts are packed four wide with their masses and arms, and their old
// impulses are applied; after them, the impulses go back to the contacts and begin and hit events are told.
// Reads contacts, order, solver bodies; writes blocks, velocities, then contacts and events.
#include "contact_block.h"
#include "world.h"

#include <string.h>

// One number a lane, gathered from the contacts of a block.
typedef struct Lanes {
    float anchorX[2][4], anchorY[2][4];
    float offsetX[4], offsetY[4];  // from B's centre to A's
    float imxA[4], imyA[4], imxB[4], imyB[4];
    float baseAx[4], baseAy[4], baseAw[4], baseBx[4], baseBy[4], baseBw[4];
} Lanes;

static void clear_lane(BlockHead *head, BlockPoint *points, BlockTail *tail, Lanes *lanes, int32_t lane, int32_t count)
{
    head->a[lane] = head->b[lane] = 0;
    head->nx[lane] = head->ny[lane] = head->friction[lane] = head->iA[lane] = head->iB[lane] = 0.0f;
    head->biasRate[lane] = head->massScale[lane] = head->impulseScale[lane] = 0.0f;
    for (int32_t p = 0; p < count; ++p) {
        points[p].separation[lane] = points[p].normalImpulse[lane] = points[p].tangentImpulse[lane] = 0.0f;
        lanes->anchorX[p][lane] = lanes->anchorY[p][lane] = 0.0f;
    }
    tail->restitution[lane] = tail->tangentSpeed[lane] = 0.0f;
    tail->rollingResistance[lane] = tail->rollingImpulse[lane] = 0.0f;
    lanes->offsetX[lane] = lanes->offsetY[lane] = 0.0f;
    lanes->imxA[lane] = lanes->imyA[lane] = lanes->imxB[lane] = lanes->imyB[lane] = 0.0f;
    lanes->baseAx[lane] = lanes->baseAy[lane] = lanes->baseAw[lane] = 0.0f;
    lanes->baseBx[lane] = lanes->baseBy[lane] = lanes->baseBw[lane] = 0.0f;
}

static void fill_lane(const MicaWorld *world, const StepContext *context, const Contact *c, BlockHead *head,
                      BlockPoint *points, BlockTail *tail, Lanes *lanes, int32_t lane, int32_t count)
{
    int32_t a = world->bodies.data[c->bodyA].solver, b = world->bodies.data[c->bodyB].solver;
    const SolverBody *bodyA = &world->solverBodies.data[a], *bodyB = &world->solverBodies.data[b];
    const SolverMotion *motionA = &world->solverMotion.data[a], *motionB = &world->solverMotion.data[b];
    head->a[lane] = a;
    head->b[lane] = b;
    head->nx[lane] = c->normal.x;
    head->ny[lane] = c->normal.y;
    head->friction[lane] = c->friction;
    head->iA[lane] = motionA->invInertia;
    head->iB[lane] = motionB->invInertia;
    bool still = motionA->dynamic == 0.0f || motionB->dynamic == 0.0f;
    head->biasRate[lane] = still ? context->staticBiasRate : context->biasRate;
    head->massScale[lane] = still ? context->staticMassScale : context->massScale;
    head->impulseScale[lane] = still ? context->staticImpulseScale : context->impulseScale;
    head->flags |= (c->rollingResistance != 0.0f || c->tangentSpeed != 0.0f ? BLOCK_SURFACE : 0) |
                   (c->restitution > 0.0f ? BLOCK_BOUNCES : 0);
    for (int32_t p = 0; p < count; ++p) {
        lanes->anchorX[p][lane] = c->points[p].anchor.x;
        lanes->anchorY[p][lane] = c->points[p].anchor.y;
        points[p].separation[lane] = c->points[p].separation;
        points[p].normalImpulse[lane] = context->warmScale * c->points[p].normalImpulse;
        points[p].tangentImpulse[lane] = context->warmScale * c->points[p].tangentImpulse;
    }
    tail->restitution[lane] = c->restitution;
    tail->tangentSpeed[lane] = c->tangentSpeed;
    tail->rollingResistance[lane] = c->rollingResistance;
    tail->rollingImpulse[lane] = c->rollingResistance != 0.0f ? context->warmScale * c->rollingImpulse : 0.0f;
    // The anchor is from A's centre of mass. B's arm matters only where B moves; solver body 0 has no centre to read.
    Vec2 centerA = a != 0 ? vec(motionA->cx, motionA->cy) : body_world_center(world, c->bodyA);
    Vec2 offset = b != 0 ? sub(centerA, vec(motionB->cx, motionB->cy)) : vec(0.0f, 0.0f);
    lanes->offsetX[lane] = offset.x;
    lanes->offsetY[lane] = offset.y;
    lanes->imxA[lane] = bodyA->invMassX;
    lanes->imyA[lane] = bodyA->invMassY;
    lanes->imxB[lane] = bodyB->invMassX;
    lanes->imyB[lane] = bodyB->invMassY;
    lanes->baseAx[lane] = motionA->base[0];
    lanes->baseAy[lane] = motionA->base[1];
    lanes->baseAw[lane] = motionA->base[2];
    lanes->baseBx[lane] = motionB->base[0];
    lanes->baseBy[lane] = motionB->base[1];
    lanes->baseBw[lane] = motionB->base[2];
}

static f4 inverse_or_zero(f4 k)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), positive = f4_lt(zero, k);
    return f4_and(positive, f4_div(one, f4_select(positive, k, one)));
}

static void prepare_block(MicaWorld *world, const StepContext *context, const int32_t *contacts, BlockHead *head,
                          BlockPoint *points, BlockTail *tail, int32_t count)
{
    Lanes lanes;
    head->flags = 0;
    for (int32_t lane = 0; lane < 4; ++lane) {
        if (contacts[lane] == NONE) {
            clear_lane(head, points, tail, &lanes, lane, count);
        } else {
            fill_lane(world, context, &world->contacts.data[contacts[lane]], head, points, tail, &lanes, lane, count);
        }
    }
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), tx = ny, ty = f4_neg(nx);
    f4 imxA = f4_load(lanes.imxA), imyA = f4_load(lanes.imyA), imxB = f4_load(lanes.imxB), imyB = f4_load(lanes.imyB);
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    f4 kn = f4_mul_add(f4_mul(f4_add(imxA, imxB), f4_mul(nx, nx)), f4_add(imyA, imyB), f4_mul(ny, ny));
    f4 kt = f4_mul_add(f4_mul(f4_add(imxA, imxB), f4_mul(tx, tx)), f4_add(imyA, imyB), f4_mul(ty, ty));
    f4 baseAw = f4_load(lanes.baseAw), baseBw = f4_load(lanes.baseBw);
    f4 baseX = f4_sub(f4_load(lanes.baseBx), f4_load(lanes.baseAx));
    f4 baseY = f4_sub(f4_load(lanes.baseBy), f4_load(lanes.baseAy));
    f4 baseN = f4_mul_add(f4_mul(baseX, nx), baseY, ny);

    Bodies4 a = gather_bodies(world->solverBodies.data, head->a), b = gather_bodies(world->solverBodies.data, head->b);
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 rAx = f4_load(lanes.anchorX[p]), rAy = f4_load(lanes.anchorY[p]);
        f4 rBx = f4_add(rAx, f4_load(lanes.offsetX)), rBy = f4_add(rAy, f4_load(lanes.offsetY));
        f4 rnA = f4_sub(f4_mul(rAx, ny), f4_mul(rAy, nx)), rnB = f4_sub(f4_mul(rBx, ny), f4_mul(rBy, nx));
        f4 rtA = f4_sub(f4_mul(rAx, ty), f4_mul(rAy, tx)), rtB = f4_sub(f4_mul(rBx, ty), f4_mul(rBy, tx));
        f4 fullN = f4_mul_add(f4_mul_add(kn, iA, f4_mul(rnA, rnA)), iB, f4_mul(rnB, rnB));
        f4 fullT = f4_mul_add(f4_mul_add(kt, iA, f4_mul(rtA, rtA)), iB, f4_mul(rtB, rtB));
        f4_store(point->rnA, rnA);
        f4_store(point->rnB, rnB);
        f4_store(point->rtA, rtA);
        f4_store(point->rtB, rtB);
        f4_store(point->normalMass, inverse_or_zero(fullN));
        f4_store(point->tangentMass, inverse_or_zero(fullT));
        f4_store(point->maxNormalImpulse, f4_zero());
        f4_store(point->approach, f4_sub(f4_mul_add(baseN, rnB, baseBw), f4_mul(rnA, baseAw)));
        // Warm start.
        f4 pn = f4_load(point->normalImpulse), pt = f4_load(point->tangentImpulse);
        f4 px = f4_mul_add(f4_mul(pn, nx), pt, tx), py = f4_mul_add(f4_mul(pn, ny), pt, ty);
        a.vx = f4_mul_sub(a.vx, imxA, px);
        a.vy = f4_mul_sub(a.vy, imyA, py);
        a.w = f4_mul_sub(a.w, iA, f4_mul_add(f4_mul(rnA, pn), rtA, pt));
        b.vx = f4_mul_add(b.vx, imxB, px);
        b.vy = f4_mul_add(b.vy, imyB, py);
        b.w = f4_mul_add(b.w, iB, f4_mul_add(f4_mul(rnB, pn), rtB, pt));
    }
    f4_store(tail->rollingMass, inverse_or_zero(f4_add(iA, iB)));
    f4 rolling = f4_load(tail->rollingImpulse);
    a.w = f4_mul_sub(a.w, iA, rolling);
    b.w = f4_mul_add(b.w, iB, rolling);
    scatter_velocities(world->solverBodies.data, head->a, &a);
    scatter_velocities(world->solverBodies.data, head->b, &b);
}

void contacts_prepare(MicaWorld *world, const StepContext *context)
{
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        for (int32_t i = 0; i < range.count; ++i) {
            const int32_t *contacts = world->order.data + range.firstBlock + 4 * i;
            if (range.points == 2) {
                ContactBlock2 *block = (ContactBlock2 *)(void *)(world->blocks.data + range.offset) + i;
                prepare_block(world, context, contacts, &block->head, block->points, &block->tail, 2);
            } else {
                ContactBlock1 *block = (ContactBlock1 *)(void *)(world->blocks.data + range.offset) + i;
                prepare_block(world, context, contacts, &block->head, block->points, &block->tail, 1);
            }
        }
    }
}

static void store_block(MicaWorld *world, const int32_t *contacts, const BlockPoint *points, const BlockTail *tail,
                        int32_t count)
{
    for (int32_t lane = 0; lane < 4; ++lane) {
        if (contacts[lane] == NONE) {
            continue;
        }
        Contact *c = &world->contacts.data[contacts[lane]];
        float largest = 0.0f, approach = 0.0f, separation = SPECULATIVE_DISTANCE;
        for (int32_t p = 0; p < count; ++p) {
            c->points[p].normalImpulse = points[p].normalImpulse[lane];
            c->points[p].tangentImpulse = points[p].tangentImpulse[lane];
            largest = max_f(largest, points[p].maxNormalImpulse[lane]);
            approach = max_f(approach, -points[p].approach[lane]);
            separation = min_f(separation, c->points[p].separation);
        }
        c->rollingImpulse = tail->rollingImpulse[lane];
        if ((largest > 0.0f || separation <= LINEAR_SLOP) && (c->flags & CONTACT_TOUCHING) == 0) {
            event_begin(world, c, approach);
        }
        if (largest > 0.0f && approach > world->hitSpeed) {
            event_hit(world, c, approach, largest);
        }
    }
}

void contacts_store(MicaWorld *world)
{
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        for (int32_t i = 0; i < range.count; ++i) {
            const int32_t *contacts = world->order.data + range.firstBlock + 4 * i;
            if (range.points == 2) {
                const ContactBlock2 *block = (const ContactBlock2 *)(void *)(world->blocks.data + range.offset) + i;
                store_block(world, contacts, block->points, &block->tail, 2);
            } else {
                const ContactBlock1 *block = (const ContactBlock1 *)(void *)(world->blocks.data + range.offset) + i;
                store_block(world, contacts, block->points, &block->tail, 1);
            }
        }
    }
}
