// The contact kernels: one pass over all blocks, four contacts at a time, two passes a substep. Friction is solved
// before the normals, so that no point is left sinking. A soft pass pushes overlap out as a damped spring; the relax
// pass takes the push's speed back out, so that no energy stays. Source of the scheme: Macklin et al., "Small steps in
// physics simulation", 2019; Catto, "Solver2D", 2024.
// Cost: 2 passes a substep, each one gather and one scatter of velocities per body and block.
//
// Arms. The bodies pass each other by D within the step, and equal impulses on arms that no longer end in one point
// would make spin out of nothing. So the arm of the body that holds the face follows the other's point by D, and
// angular momentum is kept to rounding; between two circles the normal turns with the line of centres instead. What
// bodies_accelerate carried over acted on older arms: `moment` keeps the account, and the first pass of a substep
// settles it.
#include "contact_pair.h"
#include "contact_pass.h"

static inline void solve_rolling(const BlockHead *head, const BlockPoint *points,
                                 BlockSurface *surface, int32_t count, Bodies4 *a, Bodies4 *b)
{
    f4 total = f4_zero();
    for (int32_t p = 0; p < count; ++p) {
        total = f4_add(total, f4_load(points[p].normalImpulse));
    }
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    f4 limit = f4_mul(f4_load(surface->rollingResistance), total);
    f4 old = f4_load(surface->rollingImpulse);
    f4 next = f4_clamp(f4_mul_sub(old, f4_load(surface->rollingMass), f4_sub(b->w, a->w)),
                       f4_neg(limit), limit);
    f4_store(surface->rollingImpulse, next);
    f4 change = f4_sub(next, old);
    a->w = f4_mul_sub(a->w, iA, change);
    b->w = f4_mul_add(b->w, iB, change);
}

// Brings the carried impulses to today's arms, and those between two circles to today's line of centres: pushed along
// it, a disc without friction does not turn.
static inline f4 settle_moment(const BlockHead *head, const BlockPoint *points, BlockTurn *turn,
                               BlockFollow *follow, int32_t count, const Shift *shift, Bodies4 *a,
                               Bodies4 *b)
{
    f4 normal = f4_load(points[0].normalImpulse), tangent = f4_load(points[0].tangentImpulse);
    if (count == 2) {
        normal = f4_add(normal, f4_load(points[1].normalImpulse));
        tangent = f4_add(tangent, f4_load(points[1].tangentImpulse));
    }
    f4 moment = f4_mul_add(f4_mul(shift->passed, normal), shift->along, tangent);
    if (turn != NULL) {
        moment = f4_mul_sub(moment, shift->across, f4_load(turn->turned));
        f4 bent = f4_mul(shift->bend, normal), aside = f4_sub(bent, f4_load(turn->bent));
        f4 px = f4_mul(aside, f4_load(head->ny)), py = f4_mul(aside, f4_load(head->nx));
        f4_store(turn->bent, bent);
        a->vx = f4_mul_sub(a->vx, a->imx, px);
        a->vy = f4_mul_add(a->vy, a->imy, py);
        b->vx = f4_mul_add(b->vx, b->imx, px);
        b->vy = f4_mul_sub(b->vy, b->imy, py);
    }
    if (follow != NULL) {
        f4 rolled = f4_mul_add(f4_mul(shift->gainN, normal), shift->gainT, tangent),
           since = f4_sub(rolled, f4_load(follow->rolled));
        f4_store(follow->rolled, rolled);
        a->w = f4_mul_sub(a->w, f4_load(head->iA), since);
        b->w = f4_mul_add(b->w, f4_load(head->iB), since);
    }
    f4 change = f4_sub(moment, f4_load(head->moment)), shareA = f4_load(head->shareA);
    a->w = f4_mul_sub(a->w, f4_mul(f4_load(head->iA), shareA), change);
    b->w = f4_mul_sub(b->w, f4_mul(f4_load(head->iB), f4_sub(f4_splat(1.0f), shareA)), change);
    return moment;
}

// The tangent impulses of a block: their changes, the arms they have now, and what they make together.
typedef struct Rub {
    f4 change[2], armA[2], armB[2];
    f4 sum, turnA, turnB;
} Rub;

// Solves friction, but leaves the bodies as they are. `done`: null, or a mask for each point of the lanes to leave alone.
static inline Rub solve_friction(const BlockHead *head, BlockPoint *points, BlockTurn *turn,
                                 BlockFollow *follow, const BlockSurface *surface, int32_t count,
                                 const Shift *shift, bool soft, const f4 *done, const Bodies4 *a,
                                 const Bodies4 *b)
{
    f4 nx = shift->nx, ny = shift->ny, friction = f4_load(head->friction);
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    // Tangent (ny, -nx).
    f4 linear = f4_sub(f4_mul(f4_sub(b->vx, a->vx), ny), f4_mul(f4_sub(b->vy, a->vy), nx));
    if ((head->flags & BLOCK_SURFACE) != 0) {
        linear = f4_sub(linear, f4_load(surface->tangentSpeed));
    }
    Rub rub = {.sum = f4_zero(), .turnA = f4_zero(), .turnB = f4_zero()};
    for (int32_t p = 0; p < count; ++p) {
        BlockPoint *point = &points[p];
        f4 armA = f4_add(f4_load(point->rtA), shift->tangentA),
           armB = f4_sub(f4_load(point->rtB), shift->tangentB);
        f4 speed = f4_add(linear, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
        if (p == 1) {
            // What the first point has changed of it.
            f4 k = f4_mul_add(f4_mul(f4_add(a->imx, b->imx), f4_mul(ny, ny)),
                              f4_add(a->imy, b->imy), f4_mul(nx, nx));
            k = f4_mul_add(f4_mul_add(k, iA, f4_mul(rub.armA[0], armA)), iB,
                           f4_mul(rub.armB[0], armB));
            speed = f4_mul_add(speed, k, rub.change[0]);
        }
        f4 old = f4_load(point->tangentImpulse), normal = f4_load(point->normalImpulse);
        f4 limit = friction_limit(friction, normal, f4_load(point->load), soft);
        f4 next = f4_mul_sub(old, f4_load(point->tangentMass), speed);
        next = f4_clamp(next, f4_neg(limit), limit);
        next = done != NULL ? f4_select(done[p], old, next) : next;
        f4_store(point->tangentImpulse, next);
        rub.change[p] = f4_sub(next, old);
        rub.armA[p] = armA;
        rub.armB[p] = armB;
        rub.sum = f4_add(rub.sum, rub.change[p]);
        rub.turnA = f4_mul_add(rub.turnA, armA, rub.change[p]);
        rub.turnB = f4_mul_add(rub.turnB, armB, rub.change[p]);
    }
    if (turn != NULL) {
        f4_store(turn->turned, f4_mul_add(f4_load(turn->turned), shift->bend, rub.sum));
    }
    if (follow != NULL) {
        f4_store(follow->rolled, f4_mul_add(f4_load(follow->rolled), shift->gainT, rub.sum));
    }
    return rub;
}

// What friction changes of the speed of a point along a normal.
static inline f4 speed_rubbed(const Rub *rub, int32_t count, f4 linear, f4 turnA, f4 turnB)
{
    f4 speed = f4_mul(rub->sum, linear);
    for (int32_t p = 0; p < count; ++p) {
        f4 k = f4_mul_add(f4_mul(turnA, rub->armA[p]), turnB, rub->armB[p]);
        speed = f4_mul_add(speed, k, rub->change[p]);
    }
    return speed;
}

// Impulses on both bodies: on B, and the opposite on A.
static inline void push_bodies(Bodies4 *a, Bodies4 *b, f4 x, f4 y, f4 iA, f4 turnA, f4 iB, f4 turnB)
{
    a->vx = f4_mul_sub(a->vx, a->imx, x);
    a->vy = f4_mul_sub(a->vy, a->imy, y);
    a->w = f4_mul_sub(a->w, iA, turnA);
    b->vx = f4_mul_add(b->vx, b->imx, x);
    b->vy = f4_mul_add(b->vy, b->imy, y);
    b->w = f4_mul_add(b->w, iB, turnB);
}

// `linear` and `rubbed`: of the speed along the normal, what the bodies' velocities make of it, and what friction has just
// changed of it, which they do not have yet.
static inline Wish point_wish(const Solving *solving, const BlockHead *head,
                              const BlockPoint *point, const Bodies4 *a, const Bodies4 *b,
                              f4 linear, f4 rubbed, const Shift *shift, f4 bouncy, bool soft)
{
    f4 rnA = f4_load(point->rnA), rnB = f4_load(point->rnB);
    // The gap now, with the turns taken to first order.
    f4 turned = f4_sub(f4_mul(rnB, b->da), f4_mul(rnA, a->da));
    f4 gap = f4_add(f4_add(f4_load(point->separation), shift->travel), turned);
    f4 speed = f4_sub(f4_mul(f4_sub(rnB, shift->normalB), b->w),
                      f4_mul(f4_add(rnA, shift->normalA), a->w));
    return make_wish(solving, &solving->softness[(head->flags & BLOCK_STILL) != 0], gap,
                     f4_add(f4_add(linear, rubbed), speed), f4_load(point->normalImpulse), bouncy,
                     soft);
}

// Stores a point's new impulse and gives the change.
static inline f4 settle(BlockPoint *point, f4 old, f4 next, bool soft)
{
    f4_store(point->normalImpulse, next);
    if (soft) {
        f4_store(point->maxNormalImpulse, f4_max(f4_load(point->maxNormalImpulse), next));
    } else {
        f4_store(point->load, next);
    }
    return f4_sub(next, old);
}

// `turn` is null for two points, `pair` for one, `follow` where nothing follows a side.
static SOLVE_INLINE void solve_block(const Solving *solving, BlockHead *head, BlockPoint *points,
                                     BlockPair *pair, BlockTurn *turn, BlockFollow *follow,
                                     BlockSurface *surface, int32_t count, bool soft)
{
    SolverBody *bodies = solving->bodies;
    const f4 zero = f4_zero();
    const Bodies4 stands = {zero, zero, zero, zero, zero, zero, zero, zero};
    bool standsA = (head->flags & BLOCK_A_STANDS) != 0,
         standsB = (head->flags & BLOCK_B_STANDS) != 0;
    Bodies4 a = standsA ? stands : gather_bodies(bodies, head->a),
            b = standsB ? stands : gather_bodies(bodies, head->b);
    if ((head->flags & BLOCK_SURFACE) != 0) {
        solve_rolling(head, points, surface, count, &a, &b);
    }
    Shift shift = make_shift(head, points, turn, follow, &a, &b);
    f4 nx = shift.nx, ny = shift.ny, iA = f4_load(head->iA), iB = f4_load(head->iB);
    f4 moment = soft ? settle_moment(head, points, turn, follow, count, &shift, &a, &b)
                     : f4_load(head->moment);
    bool rubs = (head->flags & BLOCK_SMOOTH) == 0;
    Rub rub = {.sum = zero, .turnA = zero, .turnB = zero};
    if (rubs) {
        rub =
            solve_friction(head, points, turn, follow, surface, count, &shift, soft, NULL, &a, &b);
        moment = f4_mul_add(moment, shift.tangent, rub.sum);
    }
    Shift seen = shift;
    if (turn != NULL && soft) {
        f4_store(turn->pushed, shift.bend);
        if (follow != NULL) {
            f4_store(follow->passed, shift.normalA);
            f4_store(follow->gained, shift.normalB);
        }
    } else if (turn != NULL) {
        // What moves past a round body leaves it, and a side that turns leaves what it turns under: that is no push to
        // take back. So speed is seen as the soft pass saw it.
        f4 back = f4_sub(shift.bend, f4_load(turn->pushed));
        seen.nx = f4_mul_sub(nx, back, f4_load(head->ny));
        seen.ny = f4_mul_add(ny, back, f4_load(head->nx));
        if (follow != NULL) {
            f4 follows = f4_lt(f4_zero(), f4_load(follow->follows));
            seen.normalA = f4_select(follows, f4_load(follow->passed), shift.normalA);
            seen.normalB = f4_select(follows, f4_load(follow->gained), shift.normalB);
        }
    }
    f4 linear = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), seen.nx), f4_sub(b.vy, a.vy), seen.ny);
    f4 push, turnA, turnB, steady[2] = {zero, zero}, bouncy = zero;
    if (!soft && (head->flags & BLOCK_BOUNCES) != 0) {
        bouncy = f4_lt(f4_zero(), f4_load(surface->restitution));
    }
    const f4 load[2] = {f4_load(points[0].load), f4_load(points[count - 1].load)};
    // The bodies are pushed once, by all impulses together: what they do to each other is reckoned from their arms, for
    // waiting for one after the other takes longer.
    f4 rubbed[2] = {zero, zero};
    if (rubs) {
        f4 cross = f4_sub(f4_mul(f4_add(a.imx, b.imx), f4_mul(seen.nx, ny)),
                          f4_mul(f4_add(a.imy, b.imy), f4_mul(seen.ny, nx)));
        for (int32_t p = 0; p < count; ++p) {
            f4 armA = f4_add(f4_load(points[p].rnA), seen.normalA),
               armB = f4_sub(f4_load(points[p].rnB), seen.normalB);
            rubbed[p] = speed_rubbed(&rub, count, cross, f4_mul(iA, armA), f4_mul(iB, armB));
        }
    }
    Wish w1 = point_wish(solving, head, &points[0], &a, &b, linear, rubbed[0], &seen, bouncy, soft);
    f4 old1 = f4_load(points[0].normalImpulse);
    if (count == 2) {
        Wish w2 =
            point_wish(solving, head, &points[1], &a, &b, linear, rubbed[1], &seen, bouncy, soft);
        f4 old2 = f4_load(points[1].normalImpulse), next1 = old1, next2 = old2;
        solve_pair(pair, points, &w1, &w2, soft, &next1, &next2);
        if (!soft) {
            // Neither may carry less than nothing in the end, which is seen to below.
            steady[0] = is_steady(next1, load[0]);
            steady[1] = is_steady(next2, load[1]);
            f4 further = f4_and(f4_and(steady[0], steady[1]), f4_splat(OVER_RELAXATION));
            next1 = f4_mul_add(next1, further, f4_sub(next1, old1));
            next2 = f4_mul_add(next2, further, f4_sub(next2, old2));
        }
        f4 change1 = settle(&points[0], old1, f4_max(next1, f4_zero()), soft),
           change2 = settle(&points[1], old2, f4_max(next2, f4_zero()), soft);
        push = f4_add(change1, change2);
        turnA =
            f4_mul_add(f4_mul(f4_load(points[0].rnA), change1), f4_load(points[1].rnA), change2);
        turnB =
            f4_mul_add(f4_mul(f4_load(points[0].rnB), change1), f4_load(points[1].rnB), change2);
    } else {
        f4 next = solve_alone(f4_load(points[0].normalMass), &w1, old1, soft);
        steady[0] = is_steady(next, load[0]);
        push = settle(&points[0], old1, next, soft);
        turnA = f4_mul(f4_load(points[0].rnA), push);
        turnB = f4_mul(f4_load(points[0].rnB), push);
    }
    if (turn != NULL) {
        f4_store(turn->bent, f4_mul_add(f4_load(turn->bent), shift.bend, push));
    }
    if (follow != NULL) {
        f4_store(follow->rolled, f4_mul_add(f4_load(follow->rolled), shift.gainN, push));
    }
    turnA = f4_mul_add(turnA, shift.normalA, push);
    turnB = f4_mul_sub(turnB, shift.normalB, push);
    turnA = f4_add(turnA, rub.turnA);
    turnB = f4_add(turnB, rub.turnB);
    f4 px = f4_mul_add(f4_mul(push, nx), rub.sum, ny),
       py = f4_mul_sub(f4_mul(push, ny), rub.sum, nx);
    push_bodies(&a, &b, px, py, iA, turnA, iB, turnB);
    moment = f4_mul_add(moment, shift.passed, push);
    if (!soft && rubs) {
        // An impact: its friction went by an impulse that relaxing has changed. What it ended with counts.
        int32_t all = f4_mask(steady[0]) & f4_mask(steady[count - 1]);
        if (all != 15) {
            rub = solve_friction(head, points, turn, follow, surface, count, &shift, soft, steady,
                                 &a, &b);
            moment = f4_mul_add(moment, shift.tangent, rub.sum);
            push_bodies(&a, &b, f4_mul(rub.sum, ny), f4_neg(f4_mul(rub.sum, nx)), iA, rub.turnA, iB,
                        rub.turnB);
        }
    }
    f4_store(head->moment, moment);
    if (!standsA) {
        scatter_velocities(bodies, head->a, &a);
    }
    if (!standsB) {
        scatter_velocities(bodies, head->b, &b);
    }
}

// One function a kind of block and pass, so that each stays small and its loops unroll.
static SOLVE_INLINE void pass_two(const MicaWorld *world, const Solving *solving, BlockRange range,
                                  bool soft)
{
    ContactBlock2 *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(solving, &block->head, block->points, &block->pair, NULL, NULL,
                    block_surface(world, range, i), 2, soft);
    }
}

static SOLVE_INLINE void pass_follow(const MicaWorld *world, const Solving *solving,
                                     BlockRange range, bool soft)
{
    ContactBlockFollow *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(solving, &block->one.head, block->one.points, NULL, &block->one.turn,
                    &block->follow, block_surface(world, range, i), 1, soft);
    }
}

static SOLVE_INLINE void pass_one(const MicaWorld *world, const Solving *solving, BlockRange range,
                                  bool soft)
{
    ContactBlock1 *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        solve_block(solving, &block->head, block->points, NULL, &block->turn, NULL,
                    block_surface(world, range, i), 1, soft);
    }
}

#define PASS(name, pass, soft)                                                                     \
    static void name(const MicaWorld *world, const Solving *solving, BlockRange range)             \
    {                                                                                              \
        pass(world, solving, range, soft);                                                         \
    }
PASS(solve_two, pass_two, true)
PASS(solve_follow, pass_follow, true)
PASS(solve_one, pass_one, true)
PASS(relax_two, pass_two, false)
PASS(relax_follow, pass_follow, false)
PASS(relax_one, pass_one, false)

static Softness4 spread(const Softness *s)
{
    return (Softness4){f4_splat(s->biasRate), f4_splat(s->massScale), f4_splat(s->impulseScale),
                       f4_splat(1.0f / s->massScale)};
}

static Solving make_solving(const MicaWorld *world, const StepContext *c)
{
    return (Solving){world->solverBodies.data,
                     f4_splat(c->h),
                     f4_splat(c->invH),
                     f4_splat(world->contactPushSpeed),
                     {spread(&c->contact), spread(&c->fixedContact)}};
}

void contacts_solve(MicaWorld *world, const StepContext *context)
{
    Solving solving = make_solving(world, context);
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        if (range.kind == CONTACT_TWO) {
            solve_two(world, &solving, range);
        } else if (range.kind == CONTACT_FOLLOWS) {
            solve_follow(world, &solving, range);
        } else if (range.kind == CONTACT_TWO_BALLS) {
            balls_solve(world, &solving, range);
        } else {
            solve_one(world, &solving, range);
        }
    }
}

void contacts_relax(MicaWorld *world, const StepContext *context)
{
    Solving solving = make_solving(world, context);
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        if (range.kind == CONTACT_TWO) {
            relax_two(world, &solving, range);
        } else if (range.kind == CONTACT_FOLLOWS) {
            relax_follow(world, &solving, range);
        } else if (range.kind == CONTACT_TWO_BALLS) {
            balls_relax(world, &solving, range);
        } else {
            relax_one(world, &solving, range);
        }
    }
}
