// Into blocks and back: before the substeps, contacts are packed four wide with their masses and
// arms, and their old impulses are applied; after them, the impulses go back to the contacts and
// begin and hit events are told. Both ways go through the contacts in the order of their slots,
// while each colour's blocks are written and read from first to last: memory is streamed, never
// jumped about in. A block is made ready as soon as its last lane is in. Reads contacts, ranges,
// solver bodies; writes blocks, lanes, velocities, then contacts and events.
#include "contact_pass.h"

#include <string.h>

// Where the next contact of one colour and kind goes.
typedef struct Cursor {
    int32_t lane;    // four to a block, counted through all blocks
    int32_t stride;  // lanes from one contact to the next
    // Bytes into blocks, less what all blocks before the range would take if they were its own
    int32_t offset;
} Cursor;

static void start_cursors(const MicaWorld *world, Cursor *cursors)
{
    for (int32_t r = 0; r < world->scratch.contactRanges.count; ++r) {
        BlockRange range = world->scratch.contactRanges.data[r];
        bool alone = range.bucket / CONTACT_KINDS == COLOUR_COUNT;
        cursors[range.bucket] =
            (Cursor){range.firstLane, alone ? 4 * blocks_at_once(range.kind) : 1,
                     range.offset - range.firstLane / 4 * block_bytes(range.kind)};
    }
}

// A ContactBlock2, a ContactBlockBalls, or what begins with a ContactBlock1.
static inline void *block_at(const MicaWorld *world, const Cursor *c, ContactKind kind)
{
    return world->scratch.contactBlocks.data + c->offset + c->lane / 4 * block_bytes(kind);
}
static inline BlockSurface *surface_at(const MicaWorld *world, int32_t lane)
{
    return world->scratch.contactSurfaces.count > 0 ? &world->scratch.contactSurfaces.data[lane / 4]
                                                    : NULL;
}

static inline void put_surface(BlockSurface *surface, int32_t lane, const Contact *c)
{
    surface->restitution[lane] = c->restitution;
    surface->tangentSpeed[lane] = c->tangentSpeed;
    surface->rollingResistance[lane] = c->rollingResistance;
    surface->rollingImpulse[lane] = c->rollingImpulse;
}

// What a block takes from its contacts as it is: normals and anchors still in A's space, anchors in
// the arms' place.
static inline void put_contact(BlockHead *head, BlockPoint *points, BlockSurface *surface,
                               int32_t count, int32_t lane, const Contact *c)
{
    head->nx[lane] = c->normal.x;
    head->ny[lane] = c->normal.y;
    head->friction[lane] = c->friction;
    head->shareA[lane] = face_lever_weight(c->cacheFlags & FACE_NONE);
    for (int32_t p = 0; p < count; ++p) {
        points[p].rnA[lane] = c->points[p].anchor.x;
        points[p].rnB[lane] = c->points[p].anchor.y;
        points[p].separation[lane] = c->points[p].separation;
        points[p].normalImpulse[lane] = c->points[p].normalImpulse;
    }
    head->tangentImpulse[lane] = c->tangentImpulse;
    if (surface != NULL) {
        put_surface(surface, lane, c);
    }
}

static inline void put_balls(ContactBlockBalls *block, BlockSurface *surface, int32_t lane,
                             const BlockLane *l, const Contact *c)
{
    block->a[lane] = l->a;
    block->b[lane] = l->b;
    block->radiusA[lane] = c->cachedSeparation[1];
    block->radiusB[lane] = c->reachB;
    block->friction[lane] = c->friction;
    block->normalImpulse[lane] = c->points[0].normalImpulse;
    block->tangentImpulse[lane] = c->tangentImpulse;
    if (surface != NULL) {
        put_surface(surface, lane, c);
    }
}

static SOLVE_INLINE void prepare_block(MicaWorld *world, const StepContext *context,
                                       const BlockLane *lanes, BlockHead *head, BlockPoint *points,
                                       BlockPair *pair, BlockTurn *turn, BlockFollow *follow,
                                       BlockSurface *surface, int32_t count)
{
    const SolverMotion *motionA[4], *motionB[4];
    const Transform *tA[4];
    Vec2 stillCenter[4];
    for (int32_t i = 0; i < 4; ++i) {
        bool empty = lanes[i].item == NONE;
        head->a[i] = lanes[i].a;
        head->b[i] = lanes[i].b;
        motionA[i] = &world->scratch.solverMotion.data[lanes[i].a];
        motionB[i] = &world->scratch.solverMotion.data[lanes[i].b];
        tA[i] = &world->state.transforms.data[empty ? 0 : lanes[i].item];
        // Solver body 0 has no centre of its own: an A that does not move brings it along.
        stillCenter[i] = lanes[i].a != 0 || empty ? vec(motionA[i]->cx, motionA[i]->cy)
                                                  : body_world_center(world, lanes[i].item);
    }
    f4 zero = f4_zero(), sideA[4], sideB[4], pose[4];
    LOAD_FIELDS(motionA, cx, sideA);
    LOAD_FIELDS(motionB, cx, sideB);
    LOAD_FIELDS(tA, p, pose);
    f4 qc = pose[2], qs = pose[3], normalX = f4_load(head->nx), normalY = f4_load(head->ny);
    f4 nx = f4_sub(f4_mul(qc, normalX), f4_mul(qs, normalY)),
       ny = f4_add(f4_mul(qs, normalX), f4_mul(qc, normalY));
    f4 tx = ny, ty = f4_neg(nx);
    f4 iA = sideA[2], iB = sideB[2], both = f4_lt(zero, f4_mul(sideA[3], sideB[3]));
    f4_store(head->nx, nx);
    f4_store(head->ny, ny);
    f4_store(head->moment, zero);
    f4_store(head->iA, iA);
    f4_store(head->iB, iB);
    f4 shareA = f4_load(head->shareA);
    f4 warm = f4_splat(context->warmScale), bounces = zero, rolling = zero;
    head->flags = (f4_mask(both) & 1) == 0 ? BLOCK_STILL : 0;
    if (surface != NULL) {
        f4 resistance = f4_load(surface->rollingResistance), speed = f4_load(surface->tangentSpeed);
        f4 rubs = f4_add(f4_mul(resistance, resistance), f4_mul(speed, speed));
        bounces = f4_lt(zero, f4_load(surface->restitution));
        head->flags |= (f4_mask(f4_lt(zero, rubs)) != 0 ? BLOCK_SURFACE : 0) |
                       (f4_mask(bounces) != 0 ? BLOCK_BOUNCES : 0);
        rolling = f4_and(f4_lt(zero, resistance), f4_mul(warm, f4_load(surface->rollingImpulse)));
        f4_store(surface->rollingImpulse, rolling);
        f4_store(surface->rollingMass, inverse_or_zero(f4_add(iA, iB)));
    }

    // From B's centre to A's. B's arm matters only where B moves.
    f4 centerAx = f4_set(stillCenter[0].x, stillCenter[1].x, stillCenter[2].x, stillCenter[3].x);
    f4 centerAy = f4_set(stillCenter[0].y, stillCenter[1].y, stillCenter[2].y, stillCenter[3].y);
    f4 offsetX = f4_sub(centerAx, sideB[0]), offsetY = f4_sub(centerAy, sideB[1]);

    f4 baseA[4], baseB[4];
    LOAD_FIELDS(motionA, base, baseA);
    LOAD_FIELDS(motionB, base, baseB);
    f4 baseN = f4_mul_add(f4_mul(f4_sub(baseB[0], baseA[0]), nx), f4_sub(baseB[1], baseA[1]), ny);
    Bodies4 a = gather_bodies(world->scratch.solverBodies.data, head->a),
            b = gather_bodies(world->scratch.solverBodies.data, head->b);
    f4 imx = f4_add(a.imx, b.imx), imy = f4_add(a.imy, b.imy);
    f4 kn = f4_mul_add(f4_mul(imx, f4_mul(nx, nx)), imy, f4_mul(ny, ny));
    f4 kt = f4_mul_add(f4_mul(imx, f4_mul(tx, tx)), imy, f4_mul(ty, ty));
    // Longer arms raise the true inverse mass above the one that the impulses are computed with. A
    // third of the radius of gyration keeps the ratio below 1.9, and impulses overshoot from 2 on.
    f4 turning = f4_max(f4_mul(iA, shareA), f4_mul(iB, f4_sub(f4_splat(1.0f), shareA)));
    f4 limit = f4_mul(f4_splat(0.35f), f4_sqrt(f4_mul(kn, inverse_or_zero(turning))));
    if (turn != NULL) {
        // Circles: no less than half the sum of the radii, lest deep overlap turn the normal about
        // a point.
        f4 between = f4_sqrt(f4_mul_add(f4_mul(offsetX, offsetX), offsetY, offsetY)),
           half = f4_splat(0.5f);
        between = f4_max(between, f4_mul(half, f4_sub(between, f4_load(points[0].separation))));
        // Where a lock makes one axis heavier, a turned normal would meet another mass than was
        // reckoned with.
        f4 evenA = f4_and(f4_le(a.imx, a.imy), f4_le(a.imy, a.imx)),
           evenB = f4_and(f4_le(b.imx, b.imy), f4_le(b.imy, b.imx));
        f4 circles = f4_mul(shareA, f4_sub(f4_splat(1.0f), shareA));
        f4 round = f4_and(f4_lt(zero, circles), f4_and(evenA, evenB));
        f4_store(turn->bend, f4_and(round, inverse_or_zero(between)));
        f4_store(turn->pushed, zero);
        f4_store(turn->turned, zero);
        f4_store(turn->bent, zero);
        limit = f4_select(round, f4_mul(half, between), limit);
    }
    f4_store(head->shiftLimit, limit);
    if (follow != NULL) {
        f4_store(follow->rolled, zero);
    }
    f4 k[2], armsA[2], armsB[2], rubA = zero, rubB = zero, least = zero, deepest = zero;
    // A hit is told where a point comes in at speed now, or may be made to by a bounce.
    f4 hitSpeed = f4_splat(-world->state.hitSpeed);
    int32_t hits = f4_mask(bounces);
    f4 pushed = zero, turnA = zero, turnB = zero;
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 anchorX = f4_load(point->rnA), anchorY = f4_load(point->rnB);
        f4 rAx = f4_sub(f4_mul(qc, anchorX), f4_mul(qs, anchorY));
        f4 rAy = f4_add(f4_mul(qs, anchorX), f4_mul(qc, anchorY));
        f4 rBx = f4_add(rAx, offsetX), rBy = f4_add(rAy, offsetY);
        f4 rnA = f4_sub(f4_mul(rAx, ny), f4_mul(rAy, nx)),
           rnB = f4_sub(f4_mul(rBx, ny), f4_mul(rBy, nx));
        f4 rtA = f4_sub(f4_mul(rAx, ty), f4_mul(rAy, tx)),
           rtB = f4_sub(f4_mul(rBx, ty), f4_mul(rBy, tx));
        f4 fullN = f4_mul_add(f4_mul_add(kn, iA, f4_mul(rnA, rnA)), iB, f4_mul(rnB, rnB));
        f4 pn = f4_mul(warm, f4_load(point->normalImpulse));
        k[p] = fullN;
        armsA[p] = rnA;
        armsB[p] = rnB;
        f4_store(point->rnA, rnA);
        f4_store(point->rnB, rnB);
        // Where locks leave next to no freedom along an axis, there is none.
        f4 armA2 = f4_mul_add(f4_mul(rnA, rnA), rtA, rtA),
           armB2 = f4_mul_add(f4_mul(rnB, rnB), rtB, rtB);
        f4 turns = f4_mul(f4_splat(MIN_FREE_TURN), f4_mul_add(f4_mul(iA, armA2), iB, armB2));
        f4 leastHere = f4_mul_add(turns, f4_splat(MIN_FREE_INVERSE_MASS), f4_add(imx, imy));
        f4_store(point->normalMass, f4_and(f4_lt(leastHere, fullN), inverse_or_zero(fullN)));
        f4_store(point->normalImpulse, pn);
        f4_store(point->maxNormalImpulse, zero);
        // Friction takes the arms of the deeper point: a face's are alike where both touch.
        f4 gap = f4_load(point->separation);
        f4 other = p == 0 ? zero : f4_le(deepest, gap);
        deepest = p == 0 ? gap : deepest;
        rubA = p == 0 ? rtA : f4_select(other, rubA, rtA);
        rubB = p == 0 ? rtB : f4_select(other, rubB, rtB);
        least = p == 0 ? leastHere : f4_select(other, least, leastHere);
        f4_store(point->load, pn);
        f4 approach = f4_sub(f4_mul_add(baseN, rnB, baseB[2]), f4_mul(rnA, baseA[2]));
        f4_store(point->approach, approach);
        hits |= f4_mask(f4_lt(approach, hitSpeed));
        pushed = f4_add(pushed, pn);
        turnA = f4_mul_add(turnA, rnA, pn);
        turnB = f4_mul_add(turnB, rnB, pn);
    }
    f4 fullT = f4_mul_add(f4_mul_add(kt, iA, f4_mul(rubA, rubA)), iB, f4_mul(rubB, rubB));
    f4 pt = f4_mul(warm, f4_load(head->tangentImpulse)),
       grip = f4_max(f4_load(head->friction), f4_abs(pt));
    f4_store(head->rtA, rubA);
    f4_store(head->rtB, rubB);
    f4_store(head->tangentMass, f4_and(f4_lt(least, fullT), inverse_or_zero(fullT)));
    f4_store(head->tangentImpulse, pt);
    head->flags |= f4_mask(f4_lt(zero, grip)) == 0 ? BLOCK_SMOOTH : 0;
    head->flags |= (head->a[0] | head->a[1] | head->a[2] | head->a[3]) == 0 ? BLOCK_A_STANDS : 0;
    head->flags |= (head->b[0] | head->b[1] | head->b[2] | head->b[3]) == 0 ? BLOCK_B_STANDS : 0;
    if (follow != NULL) {
        // What does not move has no arm: its contact is a radius before its centre.
        for (int32_t i = 0; i < 4; ++i) {
            bool moves = head->b[i] != 0;
            float radius = follow->reach[i] + 0.5f * points[0].separation[i],
                  armB = moves ? head->rtB[i] : radius;
            follow->height[i] = armB - head->rtA[i];
            follow->reach[i] = radius - armB;
            follow->aside[i] = moves ? points[0].rnB[i] : 0.0f;
        }
    }
    if (count == 2) {
        f4 k12 = f4_mul_add(f4_mul_add(kn, iA, f4_mul(armsA[0], armsA[1])), iB,
                            f4_mul(armsB[0], armsB[1]));
        f4 square = f4_mul(k[0], k[1]), determinant = f4_sub(square, f4_mul(k12, k12));
        f4 apart = f4_lt(f4_mul(f4_splat(1e-3f), square), determinant);
        f4_store(pair->k11, k[0]);
        f4_store(pair->k12, k12);
        f4_store(pair->k22, k[1]);
        f4_store(pair->inverseDeterminant, f4_and(apart, inverse_or_zero(determinant)));
    }
    world->scratch.maxHits += __builtin_popcount((unsigned)hits);
    // Warm start.
    f4 px = f4_mul_add(f4_mul(pushed, nx), pt, tx), py = f4_mul_add(f4_mul(pushed, ny), pt, ty);
    turnA = f4_add(f4_mul_add(turnA, rubA, pt), rolling);
    turnB = f4_add(f4_mul_add(turnB, rubB, pt), rolling);
    a.vx = f4_mul_sub(a.vx, a.imx, px);
    a.vy = f4_mul_sub(a.vy, a.imy, py);
    a.w = f4_mul_sub(a.w, iA, turnA);
    b.vx = f4_mul_add(b.vx, b.imx, px);
    b.vy = f4_mul_add(b.vy, b.imy, py);
    b.w = f4_mul_add(b.w, iB, turnB);
    scatter_velocities(world->scratch.solverBodies.data, head->a, &a);
    scatter_velocities(world->scratch.solverBodies.data, head->b, &b);
}

// Zeroes what contacts fill in the last block of each range, or of faces the last two: some lanes
// may stay empty.
static void clear_last(const MicaWorld *world, BlockRange range)
{
    // A contact without a colour has a block of its own.
    int32_t last = range.count - blocks_at_once(range.kind),
            first = range.bucket / CONTACT_KINDS == COLOUR_COUNT ? 0 : last,
            bytes = block_bytes(range.kind);
    for (int32_t i = first; i < range.count; ++i) {
        char *block = world->scratch.contactBlocks.data + range.offset + i * bytes;
        memset(block, 0, (size_t)bytes);
        if (range.kind == CONTACT_TWO) {
            // Until it is filled there are no bodies and no friction.
            ((BlockHead *)(void *)block)->flags = BLOCK_SMOOTH | BLOCK_A_STANDS | BLOCK_B_STANDS;
        }
        BlockSurface *surface = surface_at(world, range.firstLane + 4 * i);
        if (surface != NULL) {
            memset(surface, 0, sizeof *surface);
        }
        for (int32_t k = 0; k < 4; ++k) {
            world->scratch.contactLanes.data[range.firstLane + 4 * i + k] = (BlockLane){NONE, 0, 0};
        }
    }
}

static void prepare_two(MicaWorld *world, const StepContext *context, const Cursor *at)
{
    ContactBlock2 *block = block_at(world, at, CONTACT_TWO);
    prepare_block(world, context, world->scratch.contactLanes.data + (at->lane & ~3), &block->head,
                  block->points, &block->pair, NULL, NULL, surface_at(world, at->lane), 2);
}

static void prepare_one(MicaWorld *world, const StepContext *context, const Cursor *at,
                        ContactKind kind)
{
    ContactBlock1 *block = block_at(world, at, kind);
    prepare_block(world, context, world->scratch.contactLanes.data + (at->lane & ~3), &block->head,
                  block->points, NULL, &block->turn, follow_of(block, kind),
                  surface_at(world, at->lane), 1);
}

bool contacts_prepare(MicaWorld *world, const StepContext *context)
{
    Cursor cursors[CONTACT_BUCKETS];
    start_cursors(world, cursors);
    for (int32_t r = 0; r < world->scratch.contactRanges.count; ++r) {
        clear_last(world, world->scratch.contactRanges.data[r]);
    }
    world->scratch.maxHits = 0;
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        const ActiveContact *solid = &world->scratch.activeContacts.data[i];
        const Contact *c = &world->state.contacts.data[solid->contact];
        Cursor *at = &cursors[solid->bucket];
        int32_t lane = at->lane & 3;
        bool full = lane + at->stride >= 4;
        BlockSurface *surface = surface_at(world, at->lane);
        world->scratch.contactLanes.data[at->lane] =
            (BlockLane){solid->bodyA, world->scratch.solverOf.data[solid->bodyA],
                        world->scratch.solverOf.data[solid->bodyB]};
        ContactKind kind = (ContactKind)solid->kind;
        if (kind == CONTACT_TWO) {
            ContactBlock2 *block = block_at(world, at, CONTACT_TWO);
            put_contact(&block->head, block->points, surface, 2, lane, c);
            if (full) {
                prepare_two(world, context, at);
            }
        } else if (kind == CONTACT_TWO_BALLS) {
            ContactBlockBalls *block = block_at(world, at, kind);
            put_balls(block, surface, lane, &world->scratch.contactLanes.data[at->lane], c);
            if (full) {
                balls_prepare(world, context, block, surface);
            }
        } else {
            ContactBlock1 *block = block_at(world, at, kind);
            put_contact(&block->head, block->points, surface, 1, lane, c);
            if (kind == CONTACT_ROUND_ON_EDGE) {
                BlockFollow *follow = follow_of(block, kind);
                follow->follows[lane] = 1.0f;
                follow->reach[lane] = world->state.colliders.data[c->colliderB].radius;
            }
            if (full) {
                prepare_one(world, context, at, kind);
            }
        }
        at->lane += at->stride;
    }
    for (int32_t r = 0; r < world->scratch.contactRanges.count; ++r) {
        BlockRange range = world->scratch.contactRanges.data[r];
        const Cursor *at = &cursors[range.bucket];
        if ((at->lane & 3) != 0 && range.kind == CONTACT_TWO) {
            prepare_two(world, context, at);
        } else if ((at->lane & 3) != 0 && range.kind == CONTACT_TWO_BALLS) {
            balls_prepare(world, context, block_at(world, at, range.kind),
                          surface_at(world, at->lane));
        } else if ((at->lane & 3) != 0) {
            prepare_one(world, context, at, range.kind);
        }
    }
    // Nothing but the step's own copies was written so far.
    return ARRAY_RESERVE(&world->host.memory, &world->output.hitEvents, world->scratch.maxHits) &&
           ARRAY_RESERVE(&world->host.memory, &world->scratch.bouncedIn,
                         world->scratch.solverBodies.count);
}

// What came of a contact's points: the sum of their largest impulses, the fastest approach, the
// least gap at the start.
typedef struct Result {
    float impulse, approach, separation;
} Result;

static inline void store_point(Contact *c, int32_t p, float normalImpulse, float most,
                               float approach, Result *r)
{
    c->points[p].normalImpulse = normalImpulse;
    r->impulse += max_f(most, 0.0f);
    r->approach = max_f(r->approach, -approach);
    r->separation = min_f(r->separation, c->points[p].separation);
}

static inline void store_points(Contact *c, int32_t lane, const BlockPoint *points, int32_t count,
                                Result *r)
{
    for (int32_t p = 0; p < count; ++p) {
        store_point(c, p, points[p].normalImpulse[lane], points[p].maxNormalImpulse[lane],
                    points[p].approach[lane], r);
    }
}

static inline void tell(MicaWorld *world, Contact *c, const Result *r)
{
    if ((r->impulse > 0.0f || r->separation <= LINEAR_SLOP) && (c->flags & CONTACT_TOUCHING) == 0) {
        event_begin(world, c, r->approach);
    }
    if (r->impulse > 0.0f && r->approach > world->state.hitSpeed) {
        event_hit(world, c, r->approach, r->impulse);
    }
}

void contacts_store(MicaWorld *world)
{
    Cursor cursors[CONTACT_BUCKETS];
    start_cursors(world, cursors);
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        const ActiveContact *solid = &world->scratch.activeContacts.data[i];
        Contact *c = &world->state.contacts.data[solid->contact];
        Cursor *at = &cursors[solid->bucket];
        const BlockSurface *surface = surface_at(world, at->lane);
        ContactKind kind = (ContactKind)solid->kind;
        int32_t lane = at->lane & 3;
        Result result = {0.0f, 0.0f, SPECULATIVE_DISTANCE};
        if (kind == CONTACT_TWO) {
            const ContactBlock2 *block = block_at(world, at, CONTACT_TWO);
            store_points(c, lane, block->points, 2, &result);
            c->tangentImpulse = block->head.tangentImpulse[lane];
        } else if (kind == CONTACT_TWO_BALLS) {
            const ContactBlockBalls *k = block_at(world, at, kind);
            store_point(c, 0, k->normalImpulse[lane], k->maxNormalImpulse[lane], k->approach[lane],
                        &result);
            c->tangentImpulse = k->tangentImpulse[lane];
        } else {
            const ContactBlock1 *block = block_at(world, at, kind);
            store_points(c, lane, block->points, 1, &result);
            c->tangentImpulse = block->head.tangentImpulse[lane];
        }
        c->rollingImpulse = surface != NULL ? surface->rollingImpulse[lane] : 0.0f;
        tell(world, c, &result);
        at->lane += at->stride;
    }
}
