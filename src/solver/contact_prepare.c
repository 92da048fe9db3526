// Contacts into blocks of four. contacts_prepare, called once before the substeps, packs coloured
// contacts into the blocks of their bucket, computes their masses and arms, and applies their old
// impulses (warm start). It goes through the contacts in index order while each bucket's blocks are
// written from first to last, so memory is streamed, and a block is prepared as soon as its last
// lane is filled; contact_store.c takes them back in the same order. Reads contacts, ranges, solver
// bodies; writes blocks, lanes, velocities.
#include "contact_cursor.h"
#include "contact_pass.h"

#include <string.h>

static inline void put_surface(BlockSurface *surface, int32_t lane, const Contact *c)
{
    surface->restitution[lane] = c->restitution;
    surface->tangentSpeed[lane] = c->tangentSpeed;
    surface->rollingResistance[lane] = c->rollingResistance;
    surface->rollingImpulse[lane] = c->rollingImpulse;
}

// Copies one contact into its lane: normal and anchors in A's space, from which preparing the block
// makes the normal in the world and the arms.
static inline void put_contact(BlockHead *head, BlockPoint *points, BlockSurface *surface,
                               int32_t count, int32_t lane, const Contact *c)
{
    head->localNx[lane] = c->normal.x;
    head->localNy[lane] = c->normal.y;
    head->friction[lane] = c->friction;
    head->leverWeightA[lane] = face_lever_weight(contact_face(c));
    for (int32_t p = 0; p < count; ++p) {
        points[p].anchorX[lane] = c->points[p].anchor.x;
        points[p].anchorY[lane] = c->points[p].anchor.y;
        points[p].separation[lane] = c->points[p].separation;
        points[p].normalImpulse[lane] = c->points[p].normalImpulse;
    }
    head->tangentImpulse[lane] = c->tangentImpulse;
    if (surface != NULL) {
        put_surface(surface, lane, c);
    }
}

static inline void put_circles(ContactBlockCircles *k, BlockSurface *surface, int32_t lane,
                               const Contact *c)
{
    k->radiusA[lane] = c->radiusA;
    k->radiusB[lane] = c->reachB;
    k->friction[lane] = c->friction;
    k->normalImpulse[lane] = c->points[0].normalImpulse;
    k->tangentImpulse[lane] = c->tangentImpulse;
    if (surface != NULL) {
        put_surface(surface, lane, c);
    }
}

// Fills the lane that the cursor is at.
static inline void put_at(MicaWorld *world, const Cursor *at, ContactKind kind, const Contact *c)
{
    const SolverScratch *scratch = solver_scratch(world);
    int32_t lane = at->lane & 3;
    BlockSurface *surface = surface_of_lane(scratch, at->lane);
    if (kind == KIND_TWO) {
        ContactBlock2 *k = block_at(scratch, at, sizeof *k);
        put_contact(&k->head, k->points, surface, 2, lane, c);
    } else if (kind == KIND_TWO_CIRCLES) {
        put_circles(block_at(scratch, at, sizeof(ContactBlockCircles)), surface, lane, c);
    } else if (kind == KIND_ROUND_ON_EDGE) {
        ContactBlockRounded *k = block_at(scratch, at, sizeof *k);
        put_contact(&k->one.head, k->one.points, surface, 1, lane, c);
        k->rounded.present[lane] = 1.0f;
        k->rounded.radius[lane] = world->state.colliders.data[c->colliderB].radius;
    } else {
        ContactBlock1 *k = block_at(scratch, at, sizeof *k);
        put_contact(&k->head, k->points, surface, 1, lane, c);
    }
}

// ----------------------------------------------------------------------------- preparing a block

// One block being prepared. In scalar form, for each point, with rA and rB from the centres of mass
// to the point, r x n = rx ny - ry nx, and n, t, s at the start of the step:
//
//   1/mn = n.(1/mA + 1/mB) n + iA (rA x n)² + iB (rB x n)²          inverse masses by axis
//   1/mt = t.(1/mA + 1/mB) t + iA (rA x t)² + iB (rB x t)²          of the deeper point
//   1/mr = iA + iB                                                  rolling
//   warm start: P = warmScale (sum N n + T t);  vA -= P / mA, wA -= iA (sum N rnA + T rtA + R), ...
//   k12  = n.(1/mA + 1/mB) n + iA rnA1 rnA2 + iB rnB1 rnB2          of a face's two normals
typedef struct BlockSetup {
    MicaWorld *world;
    BlockHead *head;
    Bodies4 a, b;
    f4 warm;
    f4 qc, qs;                     // rotation of A
    f4 nx, ny, tx, ty;             // normal, tangent
    f4 offsetX, offsetY;           // from B's centre of mass to A's
    f4 iA, iB, imx, imy;           // inverse inertias; sums of the inverse masses by axis
    f4 kn, kt;                     // inverse masses along normal and tangent without the turning
    f4 baseA[4], baseB[4], baseN;  // velocities before any constraint; their normal part
    // Of the points so far: the arms of friction and the least inverse mass that counts as freedom,
    // both of the deeper point; sums for the warm start.
    f4 frictionA, frictionB, minimum, deepest;
    f4 pushed, angularA, angularB;
    int32_t hits;  // lanes that may emit a hit event
} BlockSetup;

// A normal row of the block: its inverse mass and arms.
typedef struct NormalRow {
    f4 k, rnA, rnB;
} NormalRow;

// Bodies, normal and masses of a block.
static SOLVE_INLINE void setup_bodies(BlockSetup *s, const BlockLane *lanes)
{
    const MicaWorld *world = s->world;
    BlockHead *head = s->head;
    const SolverMotion *motionA[4], *motionB[4];
    const Transform *tA[4];
    Vec2 centerA[4];
    for (int32_t i = 0; i < 4; ++i) {
        bool empty = lanes[i].item == NONE;
        head->common.a[i] = lanes[i].a;
        head->common.b[i] = lanes[i].b;
        motionA[i] = &world->scratch.solverMotion.data[lanes[i].a];
        motionB[i] = &world->scratch.solverMotion.data[lanes[i].b];
        tA[i] = &world->state.transforms.data[empty ? 0 : lanes[i].item];
        // Solver body 0 has no centre of mass: that of an immovable A is looked up.
        centerA[i] = lanes[i].a != 0 || empty ? vec(motionA[i]->cx, motionA[i]->cy)
                                              : body_world_center(world, lanes[i].item);
    }
    // Of each side: centre, inverse inertia, whether it is dynamic.
    f4 sideA[4], sideB[4], pose[4];
    LOAD_FIELDS(motionA, cx, sideA);
    LOAD_FIELDS(motionB, cx, sideB);
    LOAD_FIELDS(tA, p, pose);
    f4 localX = f4_load(head->localNx), localY = f4_load(head->localNy);
    s->qc = pose[2];
    s->qs = pose[3];
    s->nx = f4_sub(f4_mul(s->qc, localX), f4_mul(s->qs, localY));
    s->ny = f4_add(f4_mul(s->qs, localX), f4_mul(s->qc, localY));
    s->tx = s->ny;
    s->ty = f4_neg(s->nx);
    s->iA = sideA[2];
    s->iB = sideB[2];
    f4 bothDynamic = f4_lt(f4_zero(), f4_mul(sideA[3], sideB[3]));
    f4_store(head->nx, s->nx);
    f4_store(head->ny, s->ny);
    f4_store(head->gainMoment, f4_zero());
    f4_store(head->stepTangentImpulse, f4_zero());
    f4_store(head->iA, s->iA);
    f4_store(head->iB, s->iB);
    head->common.pushed = 0;
    head->common.flags = (f4_mask(bothDynamic) & 1) == 0 ? BLOCK_ONE_IMMOVABLE : 0;

    // B's arm matters only where B moves, so the centre of an immovable B is not looked up.
    f4 centerAx = f4_set(centerA[0].x, centerA[1].x, centerA[2].x, centerA[3].x);
    f4 centerAy = f4_set(centerA[0].y, centerA[1].y, centerA[2].y, centerA[3].y);
    s->offsetX = f4_sub(centerAx, sideB[0]);
    s->offsetY = f4_sub(centerAy, sideB[1]);

    LOAD_FIELDS(motionA, base, s->baseA);
    LOAD_FIELDS(motionB, base, s->baseB);
    s->baseN = f4_mul_add(f4_mul(f4_sub(s->baseB[0], s->baseA[0]), s->nx),
                          f4_sub(s->baseB[1], s->baseA[1]), s->ny);
    s->a = gather_bodies(world->scratch.solverBodies.data, head->common.a);
    s->b = gather_bodies(world->scratch.solverBodies.data, head->common.b);
    s->imx = f4_add(s->a.imx, s->b.imx);
    s->imy = f4_add(s->a.imy, s->b.imy);
    s->kn = f4_mul_add(f4_mul(s->imx, f4_mul(s->nx, s->nx)), s->imy, f4_mul(s->ny, s->ny));
    s->kt = f4_mul_add(f4_mul(s->imx, f4_mul(s->tx, s->tx)), s->imy, f4_mul(s->ty, s->ty));
}

// Rolling resistance, tangent speed, restitution; returns the rolling impulse of the warm start.
static SOLVE_INLINE f4 setup_surface(BlockSetup *s, BlockSurface *surface)
{
    if (surface == NULL) {
        return f4_zero();
    }
    f4 zero = f4_zero(), resistance = f4_load(surface->rollingResistance),
       speed = f4_load(surface->tangentSpeed);
    f4 any = f4_add(f4_mul(resistance, resistance), f4_mul(speed, speed));
    f4 bouncy = f4_lt(zero, f4_load(surface->restitution));
    s->head->common.flags |= (f4_mask(f4_lt(zero, any)) != 0 ? BLOCK_SURFACE : 0) |
                             (f4_mask(bouncy) != 0 ? BLOCK_RESTITUTION : 0);
    f4 rolling = f4_and(f4_lt(zero, resistance), f4_mul(s->warm, f4_load(surface->rollingImpulse)));
    f4_store(surface->rollingImpulse, rolling);
    f4_store(surface->rollingMass, inverse_or_zero(f4_add(s->iA, s->iB)));
    s->hits = f4_mask(bouncy);  // a bounce may bring it to hit speed
    return rolling;
}

// How far anchors may move before the masses no longer serve; how the normal of one point turns.
static SOLVE_INLINE void setup_anchors(const BlockSetup *s, const BlockPoint *points,
                                       BlockTurn *turn)
{
    f4 zero = f4_zero(), half = f4_splat(0.5f), weightA = f4_load(s->head->leverWeightA),
       weightB = f4_sub(f4_splat(1.0f), weightA);
    // Longer arms raise the true inverse mass above the one that the impulses are computed with. A
    // third of the radius of gyration keeps the ratio below 1.9, and impulses overshoot from 2 on.
    f4 inertia = f4_max(f4_mul(s->iA, weightA), f4_mul(s->iB, weightB));
    f4 limit = f4_mul(f4_splat(0.35f), f4_sqrt(f4_mul(s->kn, inverse_or_zero(inertia))));
    if (turn != NULL) {
        // Two circles: the distance of the centres, but no less than half the sum of the radii, or
        // deep overlap would turn the normal about a point.
        f4 distance = f4_sqrt(f4_mul_add(f4_mul(s->offsetX, s->offsetX), s->offsetY, s->offsetY));
        f4 radii = f4_sub(distance, f4_load(points[0].separation));
        distance = f4_max(distance, f4_mul(half, radii));
        // Not where a lock makes one axis heavier: the turned normal would meet another mass.
        f4 evenA = f4_and(f4_le(s->a.imx, s->a.imy), f4_le(s->a.imy, s->a.imx)),
           evenB = f4_and(f4_le(s->b.imx, s->b.imy), f4_le(s->b.imy, s->b.imx));
        f4 circles = f4_mul(weightA, weightB);
        f4 turns = f4_and(f4_lt(zero, circles), f4_and(evenA, evenB));
        f4_store(turn->curvature, f4_and(turns, inverse_or_zero(distance)));
        f4_store(turn->solveTurn, zero);
        f4_store(turn->tangentTurnSum, zero);
        f4_store(turn->normalTurnSum, zero);
        limit = f4_select(turns, f4_mul(half, distance), limit);
    }
    f4_store(s->head->maxTravel, limit);
}

static SOLVE_INLINE NormalRow setup_point(BlockSetup *s, BlockPoint *point, int32_t p)
{
    f4 zero = f4_zero(), anchorX = f4_load(point->anchorX), anchorY = f4_load(point->anchorY);
    f4 rAx = f4_sub(f4_mul(s->qc, anchorX), f4_mul(s->qs, anchorY));
    f4 rAy = f4_add(f4_mul(s->qs, anchorX), f4_mul(s->qc, anchorY));
    f4 rBx = f4_add(rAx, s->offsetX), rBy = f4_add(rAy, s->offsetY);
    f4 rnA = f4_sub(f4_mul(rAx, s->ny), f4_mul(rAy, s->nx)),
       rnB = f4_sub(f4_mul(rBx, s->ny), f4_mul(rBy, s->nx));
    f4 rtA = f4_sub(f4_mul(rAx, s->ty), f4_mul(rAy, s->tx)),
       rtB = f4_sub(f4_mul(rBx, s->ty), f4_mul(rBy, s->tx));
    f4 k = f4_mul_add(f4_mul_add(s->kn, s->iA, f4_mul(rnA, rnA)), s->iB, f4_mul(rnB, rnB));
    f4 pn = f4_mul(s->warm, f4_load(point->normalImpulse));
    f4_store(point->rnA, rnA);
    f4_store(point->rnB, rnB);
    // Where locked axes leave next to no freedom along an axis, there is none.
    f4 armA2 = f4_mul_add(f4_mul(rnA, rnA), rtA, rtA),
       armB2 = f4_mul_add(f4_mul(rnB, rnB), rtB, rtB);
    f4 turning = f4_mul(f4_splat(MIN_FREE_TURN), f4_mul_add(f4_mul(s->iA, armA2), s->iB, armB2));
    f4 minimum = f4_mul_add(turning, f4_splat(MIN_FREE_INVERSE_MASS), f4_add(s->imx, s->imy));
    f4_store(point->normalMass, f4_and(f4_lt(minimum, k), inverse_or_zero(k)));
    f4_store(point->normalImpulse, pn);
    f4_store(point->stepImpulse, zero);
    // Friction takes the arms of the deeper point: where both touch they are nearly equal.
    f4 gap = f4_load(point->separation);
    f4 firstIsDeeper = p == 0 ? zero : f4_le(s->deepest, gap);
    s->deepest = p == 0 ? gap : s->deepest;
    s->frictionA = p == 0 ? rtA : f4_select(firstIsDeeper, s->frictionA, rtA);
    s->frictionB = p == 0 ? rtB : f4_select(firstIsDeeper, s->frictionB, rtB);
    s->minimum = p == 0 ? minimum : f4_select(firstIsDeeper, s->minimum, minimum);
    f4_store(point->relaxedImpulse, pn);
    f4 approach = f4_sub(f4_mul_add(s->baseN, rnB, s->baseB[2]), f4_mul(rnA, s->baseA[2]));
    f4_store(point->approach, approach);
    s->hits |= f4_mask(f4_lt(approach, f4_splat(-s->world->state.hitSpeed)));
    s->pushed = f4_add(s->pushed, pn);
    s->angularA = f4_mul_add(s->angularA, rnA, pn);
    s->angularB = f4_mul_add(s->angularB, rnB, pn);
    return (NormalRow){k, rnA, rnB};
}

// The friction row; returns the tangent impulse of the warm start.
static SOLVE_INLINE f4 setup_friction(const BlockSetup *s)
{
    BlockHead *head = s->head;
    f4 rtA = s->frictionA, rtB = s->frictionB;
    f4 k = f4_mul_add(f4_mul_add(s->kt, s->iA, f4_mul(rtA, rtA)), s->iB, f4_mul(rtB, rtB));
    f4 pt = f4_mul(s->warm, f4_load(head->tangentImpulse)),
       grip = f4_max(f4_load(head->friction), f4_abs(pt));
    f4_store(head->rtA, rtA);
    f4_store(head->rtB, rtB);
    f4_store(head->tangentMass, f4_and(f4_lt(s->minimum, k), inverse_or_zero(k)));
    f4_store(head->tangentImpulse, pt);
    head->common.flags |= f4_mask(f4_lt(f4_zero(), grip)) == 0 ? BLOCK_FRICTIONLESS : 0;
    bool movesA =
             (head->common.a[0] | head->common.a[1] | head->common.a[2] | head->common.a[3]) != 0,
         movesB =
             (head->common.b[0] | head->common.b[1] | head->common.b[2] | head->common.b[3]) != 0;
    head->common.flags |= (movesA ? 0 : BLOCK_A_IMMOVABLE) | (movesB ? 0 : BLOCK_B_IMMOVABLE);
    return pt;
}

// Where the centre of the rounded shape B lies: a radius and half the gap from the contact point.
// What is immovable has no arm: its centre of mass counts as the centre of the shape.
static SOLVE_INLINE void setup_rounded(const BlockHead *head, const BlockPoint *point,
                                       BlockRounded *rounded)
{
    for (int32_t i = 0; i < 4; ++i) {
        bool moves = head->common.b[i] != 0;
        float along = rounded->radius[i] + 0.5f * point->separation[i],
              armB = moves ? head->rtB[i] : along;
        rounded->height[i] = armB - head->rtA[i];
        rounded->centerAlong[i] = along - armB;
        rounded->centerAside[i] = moves ? point->rnB[i] : 0.0f;
    }
}

static SOLVE_INLINE void setup_pair(const BlockSetup *s, const NormalRow *rows, BlockPair *pair)
{
    f4 k12 = f4_mul_add(f4_mul_add(s->kn, s->iA, f4_mul(rows[0].rnA, rows[1].rnA)), s->iB,
                        f4_mul(rows[0].rnB, rows[1].rnB));
    f4 square = f4_mul(rows[0].k, rows[1].k), determinant = f4_sub(square, f4_mul(k12, k12));
    f4 apart = f4_lt(f4_mul(f4_splat(1e-3f), square), determinant);
    f4_store(pair->k11, rows[0].k);
    f4_store(pair->k12, k12);
    f4_store(pair->k22, rows[1].k);
    f4_store(pair->inverseDeterminant, f4_and(apart, inverse_or_zero(determinant)));
}

static SOLVE_INLINE void warm_start(BlockSetup *s, f4 pt, f4 rolling)
{
    f4 px = f4_mul_add(f4_mul(s->pushed, s->nx), pt, s->tx),
       py = f4_mul_add(f4_mul(s->pushed, s->ny), pt, s->ty);
    f4 angularA = f4_add(f4_mul_add(s->angularA, s->frictionA, pt), rolling),
       angularB = f4_add(f4_mul_add(s->angularB, s->frictionB, pt), rolling);
    s->a.vx = f4_mul_sub(s->a.vx, s->a.imx, px);
    s->a.vy = f4_mul_sub(s->a.vy, s->a.imy, py);
    s->a.w = f4_mul_sub(s->a.w, s->iA, angularA);
    s->b.vx = f4_mul_add(s->b.vx, s->b.imx, px);
    s->b.vy = f4_mul_add(s->b.vy, s->b.imy, py);
    s->b.w = f4_mul_add(s->b.w, s->iB, angularB);
    scatter_velocities(s->world->scratch.solverBodies.data, s->head->common.a, &s->a);
    scatter_velocities(s->world->scratch.solverBodies.data, s->head->common.b, &s->b);
}

static SOLVE_INLINE void prepare_block(MicaWorld *world, const StepContext *context,
                                       const BlockLane *lanes, BlockHead *head, BlockPoint *points,
                                       BlockPair *pair, BlockTurn *turn, BlockRounded *rounded,
                                       BlockSurface *surface, int32_t count)
{
    f4 zero = f4_zero();
    NormalRow rows[2];
    BlockSetup s;
    s.world = world;
    s.head = head;
    s.warm = f4_splat(context->warmScale);
    s.frictionA = s.frictionB = s.minimum = s.deepest = zero;
    s.pushed = s.angularA = s.angularB = zero;
    s.hits = 0;
    setup_bodies(&s, lanes);
    f4 rolling = setup_surface(&s, surface);
    setup_anchors(&s, points, turn);
    for (int32_t p = 0; p < count; ++p) {
        rows[p] = setup_point(&s, &points[p], p);
    }
    f4 pt = setup_friction(&s);
    if (rounded != NULL) {
        f4_store(rounded->centerMoment, zero);
        setup_rounded(head, points, rounded);
    }
    if (count == 2) {
        setup_pair(&s, rows, pair);
    }
    solver_scratch(world)->maxHits += __builtin_popcount((unsigned)s.hits);
    warm_start(&s, pt, rolling);
}

// Zeroes what contacts fill in the blocks of a range of which some lanes may stay empty: the last
// one, and all of those of contacts without a colour, which have a block each.
static void clear_partial_blocks(SolverScratch *scratch, BlockRange range)
{
    int32_t bytes = contactKernels[range.kind].blockBytes,
            first = bucket_is_overflow(range.bucket) ? 0 : range.count - 1;
    for (int32_t i = first; i < range.count; ++i) {
        memset(scratch->contactBlocks.data + range.offset + i * bytes, 0, (size_t)bytes);
        BlockSurface *surface = surface_of_lane(scratch, range.firstLane + 4 * i);
        if (surface != NULL) {
            memset(surface, 0, sizeof *surface);
        }
        for (int32_t k = 0; k < 4; ++k) {
            scratch->contactLanes.data[range.firstLane + 4 * i + k] = (BlockLane){NONE, 0, 0};
        }
    }
}

void contact_two_prepare(MicaWorld *world, const StepContext *context, void *block,
                         const BlockLane *lanes, BlockSurface *surface)
{
    ContactBlock2 *k = block;
    prepare_block(world, context, lanes, &k->head, k->points, &k->pair, NULL, NULL, surface, 2);
}

static void prepare_one(MicaWorld *world, const StepContext *context, ContactBlock1 *k,
                        BlockRounded *rounded, const BlockLane *lanes, BlockSurface *surface)
{
    prepare_block(world, context, lanes, &k->head, k->points, NULL, &k->turn, rounded, surface, 1);
}

void contact_one_prepare(MicaWorld *world, const StepContext *context, void *block,
                         const BlockLane *lanes, BlockSurface *surface)
{
    prepare_one(world, context, block, NULL, lanes, surface);
}

void contact_rounded_prepare(MicaWorld *world, const StepContext *context, void *block,
                             const BlockLane *lanes, BlockSurface *surface)
{
    prepare_one(world, context, block, &((ContactBlockRounded *)block)->rounded, lanes, surface);
}

static bool point_closes_fast(const BlockPoint *point, int32_t lane, float invH)
{
    return contact_point_closes_fast(point->separation[lane], point->approach[lane], invH);
}

bool contact_two_closes_fast(const void *block, int32_t lane, float invH)
{
    const ContactBlock2 *k = block;
    return point_closes_fast(&k->points[0], lane, invH) ||
           point_closes_fast(&k->points[1], lane, invH);
}

bool contact_one_closes_fast(const void *block, int32_t lane, float invH)
{
    const ContactBlock1 *k = block;
    return point_closes_fast(&k->points[0], lane, invH);
}

// Marks the block that the cursor is at if the contact of its lane closes fast, see mark_driven.
static void mark_if_driven(SolverScratch *scratch, const Cursor *at, const ContactKernel *kernel,
                           float invH)
{
    BlockCommon *block = block_at(scratch, at, kernel->blockBytes);
    bool fast = kernel->closesFast(block, at->lane & 3, invH);
    scratch->drivenBlocks += fast && (block->flags & BLOCK_DRIVEN) == 0;
    block->flags |= fast ? BLOCK_DRIVEN : 0;
}

// A contact is driven if it touched already when the step began, the game has driven one of its
// bodies (bodyDriven), and they meet in the first substep faster than DRIVEN_SPEED. Marks the
// blocks of all that are.
static void mark_driven(MicaWorld *world, float invH)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    const uint8_t *driven = scratch->bodyDriven.data;
    const int32_t *solverOf = world->scratch.solverOf.data;
    Cursor cursors[CONTACT_BUCKETS];
    start_cursors(scratch, cursors);
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        Cursor *at = &cursors[active->bucket];
        if ((active->flags & CONTACT_TOUCHING) != 0 &&
            (driven[solverOf[active->bodyA]] | driven[solverOf[active->bodyB]]) != 0) {
            mark_if_driven(scratch, at, &contactKernels[active->kind], invH);
        }
        at->lane += at->stride;
    }
}

// Prepares the block that the cursor is at.
static inline void prepare_at(MicaWorld *world, const StepContext *context, const Cursor *at,
                              const ContactKernel *kernel)
{
    const SolverScratch *scratch = solver_scratch(world);
    kernel->prepare(world, context, block_at(scratch, at, kernel->blockBytes),
                    scratch->contactLanes.data + (at->lane & ~3),
                    surface_of_lane(scratch, at->lane));
}

bool contacts_prepare(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    Cursor cursors[CONTACT_BUCKETS];
    start_cursors(scratch, cursors);
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        clear_partial_blocks(scratch, scratch->contactRanges.data[r]);
    }
    scratch->maxHits = scratch->drivenBlocks = 0;
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        Cursor *at = &cursors[active->bucket];
        ContactKind kind = (ContactKind)active->kind;
        scratch->contactLanes.data[at->lane] =
            (BlockLane){active->bodyA, world->scratch.solverOf.data[active->bodyA],
                        world->scratch.solverOf.data[active->bodyB]};
        Contact copy;
        put_at(world, at, kind, contact_with_clamped_overlap(world, context, active, &copy));
        if ((at->lane & 3) + at->stride >= 4) {
            prepare_at(world, context, at, &contactKernels[kind]);
        }
        at->lane += at->stride;
    }
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        BlockRange range = scratch->contactRanges.data[r];
        const Cursor *at = &cursors[range.bucket];
        if ((at->lane & 3) != 0) {
            prepare_at(world, context, at, &contactKernels[range.kind]);
        }
    }
    if (scratch->drivenBodies > 0) {
        mark_driven(world, context->invH);
    }
    // If this fails, nothing but the step's own copies has been written so far.
    int32_t moverRows = scratch->moverRows.count;
    return ARRAY_RESERVE(&world->host.memory, &world->output.hitEvents,
                         scratch->maxHits + moverRows) &&
           events_reserve_loads(world, contacts->activeContacts.count + moverRows) &&
           ARRAY_RESERVE(&world->host.memory, &world->output.contactImpulses,
                         contacts->activeContacts.count + moverRows) &&
           ARRAY_RESERVE(&world->host.memory, &scratch->bouncedIn,
                         world->scratch.solverBodies.count);
}

// --------------------------------------------------------------------------- less energy, see energy.c

// The scales of four lanes.
static f4 lane_scales(MicaWorld *world, const int32_t *a, const int32_t *b)
{
    float s[4];
    for (int32_t i = 0; i < 4; ++i) {
        s[i] = islands_scale(world, a[i], b[i]);
    }
    return f4_load(s);
}

static void scale_points(BlockHead *head, BlockPoint *points, int32_t count, f4 by)
{
    contact_scale_field(head->tangentImpulse, by);
    contact_scale_field(head->gainMoment, by);
    for (int32_t p = 0; p < count; ++p) {
        contact_scale_field(points[p].normalImpulse, by);
        contact_scale_field(points[p].relaxedImpulse, by);
    }
}

void contact_two_scale(void *block, f4 by)
{
    ContactBlock2 *k = block;
    scale_points(&k->head, k->points, 2, by);
}

void contact_one_scale(void *block, f4 by)
{
    ContactBlock1 *k = block;
    scale_points(&k->head, k->points, 1, by);
    contact_scale_field(k->turn.tangentTurnSum, by);
    contact_scale_field(k->turn.normalTurnSum, by);
}

void contact_rounded_scale(void *block, f4 by)
{
    contact_one_scale(block, by);
    contact_scale_field(((ContactBlockRounded *)block)->rounded.centerMoment, by);
}

void contacts_scale(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        BlockRange range = scratch->contactRanges.data[r];
        const ContactKernel *kernel = &contactKernels[range.kind];
        char *at = blocks_of(scratch, range);
        for (int32_t i = 0; i < range.count; ++i, at += kernel->blockBytes) {
            const BlockCommon *block = (void *)at;
            kernel->scale(at, lane_scales(world, block->a, block->b));
        }
    }
}
