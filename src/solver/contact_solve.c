// The contact kernels: one pass over all blocks, four contacts at a time, two passes a substep.
// Friction is solved before the normals, so that no point is left sinking. A soft pass pushes
// overlap out as a damped spring; the relax pass takes the push's speed back out, so that no energy
// stays. Source of the scheme: Macklin et al., "Small steps in physics simulation", 2019; Catto,
// "Solver2D", 2024. Cost: 2 passes a substep, each one gather and one scatter of velocities per
// body and block.
//
// Arms. The bodies pass each other by D within the step, and equal impulses on arms that no longer
// end in one point would make spin out of nothing. So the arm of the body that holds the face
// follows the other's point by D, and angular momentum is kept to rounding; between two circles the
// normal turns with the line of centres instead. What bodies_accelerate carried over acted on older
// arms: `moment` keeps the account, and the first pass of a substep settles it.
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

// Brings the carried impulses to today's arms, and those between two circles to today's line of
// centres: pushed along it, a disc without friction does not turn.
static inline f4 settle_moment(const BlockHead *head, const BlockPoint *points, BlockTurn *turn,
                               BlockFollow *follow, int32_t count, const Shift *shift, Bodies4 *a,
                               Bodies4 *b)
{
    f4 normal = f4_load(points[0].normalImpulse), tangent = f4_load(head->tangentImpulse);
    if (count == 2) {
        normal = f4_add(normal, f4_load(points[1].normalImpulse));
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

// How the tangent impulse of a block changes, and what that turns A and B with, but for their
// inertias.
typedef struct Rub {
    f4 change, turnA, turnB;
} Rub;

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

// `linear` and `rubbed`: of the speed along the normal, what the bodies' velocities make of it, and
// what friction has just changed of it, which they do not have yet.
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

// One block at work. `turn` is null for two points, `pair` for one, `follow` where nothing follows
// a side.
typedef struct Work {
    BlockHead *head;
    BlockPoint *points;
    BlockPair *pair;
    BlockTurn *turn;
    BlockFollow *follow;
    BlockSurface *surface;
    Bodies4 a, b;
    Shift shift;
    Rub rub;
    f4 moment, push, turnA, turnB;
    f4 steady;  // where the normals ended about as friction took them to
} Work;

static inline bool work_rubs(const Work *w) { return (w->head->flags & BLOCK_SMOOTH) == 0; }

// Solves friction, but leaves the bodies as they are. `done`: null, or a mask of the lanes to leave
// alone.
static SOLVE_INLINE Rub solve_friction(Work *w, int32_t count, bool soft, const f4 *done)
{
    BlockHead *head = w->head;
    const Shift *shift = &w->shift;
    const Bodies4 *a = &w->a, *b = &w->b;
    // Tangent (ny, -nx).
    f4 speed =
        f4_sub(f4_mul(f4_sub(b->vx, a->vx), shift->ny), f4_mul(f4_sub(b->vy, a->vy), shift->nx));
    if ((head->flags & BLOCK_SURFACE) != 0) {
        speed = f4_sub(speed, f4_load(w->surface->tangentSpeed));
    }
    f4 armA = f4_add(f4_load(head->rtA), shift->tangentA),
       armB = f4_sub(f4_load(head->rtB), shift->tangentB);
    speed = f4_add(speed, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
    f4 bears = bearing(f4_load(w->points[0].normalImpulse), f4_load(w->points[0].load), soft);
    if (count == 2) {
        bears = f4_add(
            bears, bearing(f4_load(w->points[1].normalImpulse), f4_load(w->points[1].load), soft));
    }
    f4 limit = f4_mul(f4_load(head->friction), bears);
    f4 old = f4_load(head->tangentImpulse),
       next = f4_mul_sub(old, f4_load(head->tangentMass), speed);
    next = f4_clamp(next, f4_neg(limit), limit);
    next = done != NULL ? f4_select(*done, old, next) : next;
    f4_store(head->tangentImpulse, next);
    f4 change = f4_sub(next, old);
    if (w->turn != NULL) {
        f4_store(w->turn->turned, f4_mul_add(f4_load(w->turn->turned), shift->bend, change));
    }
    if (w->follow != NULL) {
        f4_store(w->follow->rolled, f4_mul_add(f4_load(w->follow->rolled), shift->gainT, change));
    }
    return (Rub){change, f4_mul(armA, change), f4_mul(armB, change)};
}

// First: the bodies as they are, and friction.
static SOLVE_INLINE void work_rub(const Solving *solving, Work *w, int32_t count, bool soft)
{
    BlockHead *head = w->head;
    const f4 zero = f4_zero();
    const Bodies4 stands = {zero, zero, zero, zero, zero, zero, zero, zero};
    w->a = (head->flags & BLOCK_A_STANDS) != 0 ? stands : gather_bodies(solving->bodies, head->a);
    w->b = (head->flags & BLOCK_B_STANDS) != 0 ? stands : gather_bodies(solving->bodies, head->b);
    if ((head->flags & BLOCK_SURFACE) != 0) {
        solve_rolling(head, w->points, w->surface, count, &w->a, &w->b);
    }
    w->shift = make_shift(head, w->points, w->turn, w->follow, &w->a, &w->b);
    w->moment =
        soft ? settle_moment(head, w->points, w->turn, w->follow, count, &w->shift, &w->a, &w->b)
             : f4_load(head->moment);
    w->rub = (Rub){zero, zero, zero};
    if (work_rubs(w)) {
        w->rub = solve_friction(w, count, soft, NULL);
    }
}

// How the arms and the normal are seen by the speed.
static SOLVE_INLINE Shift work_seen(const Work *w, bool soft)
{
    BlockTurn *turn = w->turn;
    BlockFollow *follow = w->follow;
    Shift seen = w->shift;
    if (turn != NULL && soft) {
        f4_store(turn->pushed, seen.bend);
        if (follow != NULL) {
            f4_store(follow->passed, seen.normalA);
            f4_store(follow->gained, seen.normalB);
        }
    } else if (turn != NULL) {
        // What moves past a round body leaves it, and a side that turns leaves what it turns under:
        // that is no push to take back. So speed is seen as the soft pass saw it.
        f4 back = f4_sub(seen.bend, f4_load(turn->pushed));
        seen.nx = f4_mul_sub(seen.nx, back, f4_load(w->head->ny));
        seen.ny = f4_mul_add(seen.ny, back, f4_load(w->head->nx));
        if (follow != NULL) {
            f4 follows = f4_lt(f4_zero(), f4_load(follow->follows));
            seen.normalA = f4_select(follows, f4_load(follow->passed), seen.normalA);
            seen.normalB = f4_select(follows, f4_load(follow->gained), seen.normalB);
        }
    }
    return seen;
}

// Second: the normals.
static SOLVE_INLINE void work_press(const Solving *solving, Work *w, int32_t count, bool soft)
{
    const BlockHead *head = w->head;
    BlockPoint *points = w->points;
    const Bodies4 *a = &w->a, *b = &w->b;
    const f4 zero = f4_zero();
    Shift seen = work_seen(w, soft);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b->vx, a->vx), seen.nx), f4_sub(b->vy, a->vy), seen.ny);
    f4 bouncy = zero;
    if (!soft && (head->flags & BLOCK_BOUNCES) != 0) {
        bouncy = f4_lt(zero, f4_load(w->surface->restitution));
    }
    const f4 load[2] = {f4_load(points[0].load), f4_load(points[count - 1].load)};
    // The bodies are pushed once, by all impulses together: what they do to each other is reckoned
    // from their arms, for waiting for one after the other takes longer.
    f4 rubbed[2] = {zero, zero};
    if (work_rubs(w)) {
        f4 cross = f4_sub(f4_mul(f4_add(a->imx, b->imx), f4_mul(seen.nx, w->shift.ny)),
                          f4_mul(f4_add(a->imy, b->imy), f4_mul(seen.ny, w->shift.nx)));
        f4 moved = f4_mul(cross, w->rub.change), spunA = f4_mul(f4_load(head->iA), w->rub.turnA),
           spunB = f4_mul(f4_load(head->iB), w->rub.turnB);
        for (int32_t p = 0; p < count; ++p) {
            f4 armA = f4_add(f4_load(points[p].rnA), seen.normalA),
               armB = f4_sub(f4_load(points[p].rnB), seen.normalB);
            rubbed[p] = f4_mul_add(f4_mul_add(moved, spunA, armA), spunB, armB);
        }
    }
    Wish w1 = point_wish(solving, head, &points[0], a, b, linear, rubbed[0], &seen, bouncy, soft);
    f4 old1 = f4_load(points[0].normalImpulse);
    if (count == 2) {
        Wish w2 =
            point_wish(solving, head, &points[1], a, b, linear, rubbed[1], &seen, bouncy, soft);
        f4 old2 = f4_load(points[1].normalImpulse), next1 = old1, next2 = old2;
        solve_pair(w->pair, points, &w1, &w2, soft, &next1, &next2);
        if (!soft) {
            // Neither may carry less than nothing in the end, which is seen to below.
            w->steady = f4_and(is_steady(next1, load[0]), is_steady(next2, load[1]));
            f4 further = f4_and(w->steady, f4_splat(OVER_RELAXATION));
            next1 = f4_mul_add(next1, further, f4_sub(next1, old1));
            next2 = f4_mul_add(next2, further, f4_sub(next2, old2));
        }
        f4 change1 = settle(&points[0], old1, f4_max(next1, zero), soft),
           change2 = settle(&points[1], old2, f4_max(next2, zero), soft);
        w->push = f4_add(change1, change2);
        w->turnA =
            f4_mul_add(f4_mul(f4_load(points[0].rnA), change1), f4_load(points[1].rnA), change2);
        w->turnB =
            f4_mul_add(f4_mul(f4_load(points[0].rnB), change1), f4_load(points[1].rnB), change2);
    } else {
        f4 next = solve_alone(f4_load(points[0].normalMass), &w1, old1, soft);
        w->steady = is_steady(next, load[0]);
        w->push = settle(&points[0], old1, next, soft);
        w->turnA = f4_mul(f4_load(points[0].rnA), w->push);
        w->turnB = f4_mul(f4_load(points[0].rnB), w->push);
    }
}

// Third: what that makes of the bodies.
static SOLVE_INLINE void work_leave(const Solving *solving, Work *w, int32_t count, bool soft)
{
    BlockHead *head = w->head;
    BlockTurn *turn = w->turn;
    BlockFollow *follow = w->follow;
    const Shift *shift = &w->shift;
    f4 push = w->push, rubbed = w->rub.change;
    if (turn != NULL) {
        f4_store(turn->bent, f4_mul_add(f4_load(turn->bent), shift->bend, push));
    }
    if (follow != NULL) {
        f4_store(follow->rolled, f4_mul_add(f4_load(follow->rolled), shift->gainN, push));
    }
    f4 turnA = f4_add(f4_mul_add(w->turnA, shift->normalA, push), w->rub.turnA),
       turnB = f4_add(f4_mul_sub(w->turnB, shift->normalB, push), w->rub.turnB);
    f4 px = f4_mul_add(f4_mul(push, shift->nx), rubbed, shift->ny),
       py = f4_mul_sub(f4_mul(push, shift->ny), rubbed, shift->nx);
    push_bodies(&w->a, &w->b, px, py, f4_load(head->iA), turnA, f4_load(head->iB), turnB);
    f4 moment = f4_mul_add(f4_mul_add(w->moment, shift->tangent, rubbed), shift->passed, push);
    if (!soft && work_rubs(w) && f4_mask(w->steady) != 15) {
        // An impact: its friction went by an impulse that relaxing has changed. What it ended with
        // counts.
        Rub rub = solve_friction(w, count, soft, &w->steady);
        moment = f4_mul_add(moment, shift->tangent, rub.change);
        push_bodies(&w->a, &w->b, f4_mul(rub.change, shift->ny),
                    f4_neg(f4_mul(rub.change, shift->nx)), f4_load(head->iA), rub.turnA,
                    f4_load(head->iB), rub.turnB);
    }
    f4_store(head->moment, moment);
    if ((head->flags & BLOCK_A_STANDS) == 0) {
        scatter_velocities(solving->bodies, head->a, &w->a);
    }
    if ((head->flags & BLOCK_B_STANDS) == 0) {
        scatter_velocities(solving->bodies, head->b, &w->b);
    }
}

static SOLVE_INLINE Work open_work(void *at, ContactKind kind, BlockSurface *surface)
{
    Work w = {.surface = surface};
    if (kind == CONTACT_TWO) {
        ContactBlock2 *block = at;
        w.head = &block->head;
        w.points = block->points;
        w.pair = &block->pair;
    } else {
        ContactBlock1 *block = at;
        w.head = &block->head;
        w.points = block->points;
        w.turn = &block->turn;
        w.follow = follow_of(block, kind);
    }
    return w;
}

// Faces two blocks at a time, each a third of the way by turns: one alone is a long chain in which
// all waits for what is before, and two are no longer. They have no body in common, being of one
// colour.
static SOLVE_INLINE void pass(const MicaWorld *world, const Solving *solving, BlockRange range,
                              ContactKind kind, bool soft)
{
    char *block = blocks_of(world, range);
    int32_t count = kind == CONTACT_TWO ? 2 : 1, bytes = block_bytes(kind),
            atOnce = blocks_at_once(kind);
    const bool two = atOnce == 2;
    for (int32_t i = 0; i < range.count; i += atOnce, block += atOnce * bytes) {
        Work w0 = open_work(block, kind, block_surface(world, range, i)), w1;
        work_rub(solving, &w0, count, soft);
        if (two) {
            w1 = open_work(block + bytes, kind, block_surface(world, range, i + 1));
            work_rub(solving, &w1, count, soft);
        }
        work_press(solving, &w0, count, soft);
        if (two) {
            work_press(solving, &w1, count, soft);
        }
        work_leave(solving, &w0, count, soft);
        if (two) {
            work_leave(solving, &w1, count, soft);
        }
    }
}

// One function a kind of block and pass, so that each stays small and its loops unroll.
#define PASS(name, kind, soft)                                                                     \
    static void name(const MicaWorld *world, const Solving *solving, BlockRange range)             \
    {                                                                                              \
        pass(world, solving, range, kind, soft);                                                   \
    }
PASS(solve_two, CONTACT_TWO, true)
PASS(solve_follow, CONTACT_ROUND_ON_EDGE, true)
PASS(solve_one, CONTACT_ONE, true)
PASS(relax_two, CONTACT_TWO, false)
PASS(relax_follow, CONTACT_ROUND_ON_EDGE, false)
PASS(relax_one, CONTACT_ONE, false)

static Softness4 spread(const Softness *s)
{
    return (Softness4){f4_splat(s->biasRate), f4_splat(s->massScale), f4_splat(s->impulseScale),
                       f4_splat(1.0f / s->massScale)};
}

static Solving make_solving(const MicaWorld *world, const StepContext *c)
{
    return (Solving){world->scratch.solverBodies.data,
                     f4_splat(c->h),
                     f4_splat(c->invH),
                     f4_splat(world->state.contactPushSpeed),
                     {spread(&c->contact), spread(&c->fixedContact)}};
}

void contacts_solve(MicaWorld *world, const StepContext *context)
{
    Solving solving = make_solving(world, context);
    for (int32_t r = 0; r < world->scratch.contactRanges.count; ++r) {
        BlockRange range = world->scratch.contactRanges.data[r];
        if (range.kind == CONTACT_TWO) {
            solve_two(world, &solving, range);
        } else if (range.kind == CONTACT_ROUND_ON_EDGE) {
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
    for (int32_t r = 0; r < world->scratch.contactRanges.count; ++r) {
        BlockRange range = world->scratch.contactRanges.data[r];
        if (range.kind == CONTACT_TWO) {
            relax_two(world, &solving, range);
        } else if (range.kind == CONTACT_ROUND_ON_EDGE) {
            relax_follow(world, &solving, range);
        } else if (range.kind == CONTACT_TWO_BALLS) {
            balls_relax(world, &solving, range);
        } else {
            relax_one(world, &solving, range);
        }
    }
}
