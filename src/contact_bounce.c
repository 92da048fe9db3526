// Bounces, at the substep in which they happen. A point whose gap would close within the substep has its velocity
// turned around while still apart, to the speed that carries it back to this gap after a rebound of restitution e at
// the surface: with gap s, speed v before this substep and relative acceleration a along the normal, it meets the
// surface at v_s² = v² - 2as and must leave from here at √(e² v_s² + 2as). So energy is that of the bounce, wherever in
// the substep it falls, and with exact flight between bounces (bodies_move) heights come out as e². Overlap is a
// negative gap and takes the same formula.
// The impulse is no contact's memory: it goes into the velocity that the next substep starts from and is not warm
// started. Reads blocks with restitution; writes velocities. Four contacts at a time, lanes that do not bounce masked.
#include "contact_block.h"
#include "step.h"

#include <string.h>

// A row of so many balls hands a push on within a substep, and so many bounces at once are always followed up.
#define BOUNCE_PASSES 32
#define FEW_BOUNCES 32

// One point of each lane on its way to the surface.
typedef struct Meeting {
    f4 bounces;     // in this substep
    f4 armA, armB;  // about the normal, now
    f4 before;      // speed before this substep
    f4 wanted;      // change of speed to the one that it must end the substep with
} Meeting;

typedef struct Rebound {
    f4 h, invH, threshold;
} Rebound;

// Accelerations of four bodies, times the substep's length.
static inline void gather_gains(const SolverMotion *motions, const int32_t *index, f4 *gain)
{
    for (int32_t i = 0; i < 4; ++i) {
        gain[i] = f4_load(motions[index[i]].acceleration);
    }
    f4_transpose(&gain[0], &gain[1], &gain[2], &gain[3]);
}

// Velocities before any constraint of this substep acted: what bodies_accelerate carries over would count twice.
static inline void gather_base(const SolverMotion *motions, const int32_t *index, Bodies4 *b)
{
    f4 v0 = f4_load(motions[index[0]].base), v1 = f4_load(motions[index[1]].base),
       v2 = f4_load(motions[index[2]].base), v3 = f4_load(motions[index[3]].base);
    f4_transpose(&v0, &v1, &v2, &v3);
    b->vx = v0;
    b->vy = v1;
    b->w = v2;
}

static inline Meeting meet(const BlockPoint *point, const Shift *s, const Bodies4 *a,
                           const Bodies4 *b, const f4 *gA, const f4 *gB, f4 linear, f4 drop,
                           f4 restitution, const Rebound *r)
{
    Meeting m = {.armA = f4_load(point->rnA), .armB = f4_load(point->rnB)};
    f4 zero = f4_zero();
    f4 gap = f4_add(f4_load(point->separation), s->travel);
    gap = f4_add(gap, f4_sub(f4_mul(m.armB, b->da), f4_mul(m.armA, a->da)));
    m.armA = f4_add(m.armA, s->normalA);
    m.armB = f4_sub(m.armB, s->normalB);
    f4 speed = f4_add(linear, f4_sub(f4_mul(m.armB, b->w), f4_mul(m.armA, a->w)));
    f4 gain = f4_add(drop, f4_sub(f4_mul(m.armB, gB[2]), f4_mul(m.armA, gA[2])));  // a h
    m.before = f4_sub(speed, gain);
    f4 meets = f4_and(f4_lt(m.before, r->threshold), f4_le(f4_mul_add(gap, r->h, speed), zero));
    f4 fall = f4_mul(f4_mul(gain, r->invH), gap);  // a s
    fall = f4_add(fall, fall);
    f4 surface = f4_max(f4_sub(f4_mul(m.before, m.before), fall), zero);
    f4 leave = f4_mul_add(fall, f4_mul(restitution, restitution), surface);
    // Too weak to come back to this gap: an ordinary contact.
    m.bounces = f4_and(f4_and(meets, f4_lt(zero, restitution)), f4_lt(zero, leave));
    m.wanted = f4_sub(f4_add(f4_sqrt(f4_max(leave, zero)), gain), speed);
    return m;
}

static inline f4 inverse_mass(f4 linear, const BlockHead *head, f4 armA1, f4 armA2, f4 armB1,
                              f4 armB2)
{
    f4 k = f4_mul_add(linear, f4_load(head->iA), f4_mul(armA1, armA2));
    return f4_mul_add(k, f4_load(head->iB), f4_mul(armB1, armB2));
}

// Where locks leave next to no freedom, there is none.
static inline f4 mass_of(f4 k, f4 least)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), free = f4_and(f4_lt(least, k), f4_lt(zero, k));
    return f4_and(free, f4_div(one, f4_select(free, k, one)));
}

static inline void push(const BlockHead *head, Bodies4 *a, Bodies4 *b, f4 x, f4 y, f4 armA, f4 armB,
                        f4 impulse)
{
    f4 px = f4_mul(impulse, x), py = f4_mul(impulse, y);
    a->vx = f4_mul_sub(a->vx, a->imx, px);
    a->vy = f4_mul_sub(a->vy, a->imy, py);
    a->w = f4_mul_sub(a->w, f4_mul(f4_load(head->iA), armA), impulse);
    b->vx = f4_mul_add(b->vx, b->imx, px);
    b->vy = f4_mul_add(b->vy, b->imy, py);
    b->w = f4_mul_add(b->w, f4_mul(f4_load(head->iB), armB), impulse);
}

// The impulses that give both points of a face what they want, none of them pulling, as in contact_solve.c; a point
// that does not bounce gets none.
static inline void solve_both(const Meeting *m, f4 k11, f4 k12, f4 k22, f4 mass1, f4 mass2, f4 *x1,
                              f4 *x2)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), r1 = m[0].wanted, r2 = m[1].wanted;
    f4 square = f4_mul(k11, k22), determinant = f4_sub(square, f4_mul(k12, k12));
    f4 pair =
        f4_and(f4_and(m[0].bounces, m[1].bounces), f4_and(f4_lt(zero, mass1), f4_lt(zero, mass2)));
    pair = f4_and(pair, f4_lt(f4_mul(f4_splat(1e-3f), square), determinant));
    f4 inverse = f4_div(one, f4_select(pair, determinant, one));
    f4 both1 = f4_mul(inverse, f4_sub(f4_mul(k22, r1), f4_mul(k12, r2)));
    f4 both2 = f4_mul(inverse, f4_sub(f4_mul(k11, r2), f4_mul(k12, r1)));
    f4 only1 = f4_and(m[0].bounces, f4_max(f4_mul(mass1, r1), zero));
    f4 only2 = f4_and(m[1].bounces, f4_max(f4_mul(mass2, r2), zero));
    pair = f4_and(pair, f4_and(f4_le(zero, both1), f4_le(zero, both2)));
    // The first alone serves where it gives the second its due, or the second asks for nothing.
    f4 due = f4_select(m[1].bounces, r2, f4_splat(-3e38f));
    f4 first = f4_and(m[0].bounces, f4_le(due, f4_mul(k12, only1)));
    *x1 = f4_select(pair, both1, f4_and(first, only1));
    *x2 = f4_select(pair, both2, f4_select(first, zero, only2));
}

// Into the velocity that the substep starts from goes what the bounce has changed.
static inline void carry_over(SolverMotion *motions, const int32_t *index, const Bodies4 *now,
                              const Bodies4 *old)
{
    f4 d0 = f4_sub(now->vx, old->vx), d1 = f4_sub(now->vy, old->vy), d2 = f4_sub(now->w, old->w),
       d3 = f4_zero();
    f4_transpose(&d0, &d1, &d2, &d3);
    f4 change[4] = {d0, d1, d2, d3};
    for (int32_t i = 0; i < 4; ++i) {
        float *base = motions[index[i]].base;
        f4_store(base, f4_add(f4_load(base), change[i]));
    }
}

static inline bool bounce_block(MicaWorld *world, const Rebound *r, BlockHead *head,
                                BlockPoint *points, const BlockTurn *turn,
                                const BlockFollow *follow, const BlockSurface *surface,
                                int32_t count)
{
    SolverMotion *motions = world->solverMotion.data;
    Bodies4 a = gather_bodies(world->solverBodies.data, head->a);
    Bodies4 b = gather_bodies(world->solverBodies.data, head->b);
    Bodies4 carriedA = a, carriedB = b;
    gather_base(motions, head->a, &a);
    gather_base(motions, head->b, &b);
    f4 gA[4], gB[4];
    gather_gains(motions, head->a, gA);
    gather_gains(motions, head->b, gB);
    Shift s = make_shift(head, points, turn, follow, &a, &b);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), s.nx), f4_sub(b.vy, a.vy), s.ny);
    f4 drop = f4_mul_add(f4_mul(f4_sub(gB[0], gA[0]), s.nx), f4_sub(gB[1], gA[1]), s.ny);
    f4 restitution = f4_load(surface->restitution);
    Meeting m[2];
    int32_t some = 0;
    for (int32_t p = 0; p < count; ++p) {
        m[p] = meet(&points[p], &s, &a, &b, gA, gB, linear, drop, restitution, r);
        some |= f4_mask(m[p].bounces);
    }
    if (some == 0) {
        return false;
    }
    f4 imx = f4_add(a.imx, b.imx), imy = f4_add(a.imy, b.imy);
    f4 nx2 = f4_mul(s.nx, s.nx), ny2 = f4_mul(s.ny, s.ny);
    f4 kn = f4_mul_add(f4_mul(imx, nx2), imy, ny2), kt = f4_mul_add(f4_mul(imx, ny2), imy, nx2);
    f4 least = f4_mul(f4_splat(NO_FREEDOM), f4_add(imx, imy));
    f4 x[2], k[2], mass[2];
    for (int32_t p = 0; p < count; ++p) {
        k[p] = inverse_mass(kn, head, m[p].armA, m[p].armA, m[p].armB, m[p].armB);
        mass[p] = mass_of(k[p], least);
    }
    if (count == 2) {
        f4 k12 = inverse_mass(kn, head, m[0].armA, m[1].armA, m[0].armB, m[1].armB);
        solve_both(m, k[0], k12, k[1], mass[0], mass[1], &x[0], &x[1]);
    } else {
        x[0] = f4_and(m[0].bounces, f4_max(f4_mul(mass[0], m[0].wanted), f4_zero()));
    }
    Bodies4 oldA = a, oldB = b;
    for (int32_t p = 0; p < count; ++p) {
        push(head, &a, &b, s.nx, s.ny, m[p].armA, m[p].armB, x[p]);
        BlockPoint *point = &points[p];
        f4_store(point->maxNormalImpulse, f4_max(f4_load(point->maxNormalImpulse), x[p]));
        f4 approach = f4_load(point->approach);
        f4_store(point->approach, f4_select(m[p].bounces, f4_min(approach, m[p].before), approach));
    }
    f4 tx = s.ny, ty = f4_neg(s.nx);
    for (int32_t p = 0; p < count; ++p) {
        f4 armA = f4_add(f4_load(points[p].rtA), s.tangentA),
           armB = f4_sub(f4_load(points[p].rtB), s.tangentB);
        f4 along = mass_of(inverse_mass(kt, head, armA, armA, armB, armB), least);
        f4 slide = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), tx), f4_sub(b.vy, a.vy), ty);
        slide = f4_add(slide, f4_sub(f4_mul(armB, b.w), f4_mul(armA, a.w)));
        slide = f4_sub(f4_load(surface->tangentSpeed), slide);
        f4 limit = f4_mul(f4_load(head->friction), x[p]);
        push(head, &a, &b, tx, ty, armA, armB,
             f4_clamp(f4_mul(along, slide), f4_neg(limit), limit));
    }
    carry_over(motions, head->a, &a, &oldA);
    carry_over(motions, head->b, &b, &oldB);
    a.vx = f4_add(carriedA.vx, f4_sub(a.vx, oldA.vx));
    a.vy = f4_add(carriedA.vy, f4_sub(a.vy, oldA.vy));
    a.w = f4_add(carriedA.w, f4_sub(a.w, oldA.w));
    b.vx = f4_add(carriedB.vx, f4_sub(b.vx, oldB.vx));
    b.vy = f4_add(carriedB.vy, f4_sub(b.vy, oldB.vy));
    b.w = f4_add(carriedB.w, f4_sub(b.w, oldB.w));
    scatter_velocities(world->solverBodies.data, head->a, &a);
    scatter_velocities(world->solverBodies.data, head->b, &b);
    return true;
}

// How many blocks can bounce, and how many did in a pass.
typedef struct Tally {
    int32_t able, bounced;
} Tally;

// Whether a block is to be looked at: in the first pass if it can bounce at all, later only where a bounce since the last
// look has changed the speed of one of its bodies.
static inline bool is_due(const MicaWorld *world, const BlockHead *head, uint8_t pass, Tally *tally)
{
    if ((head->flags & BLOCK_BOUNCES) == 0) {
        return false;
    }
    tally->able += 1;
    const uint8_t *hitIn = world->bouncedIn.data;
    uint8_t last = 0;
    for (int32_t i = 0; i < 4; ++i) {
        uint8_t a = hitIn[head->a[i]], b = hitIn[head->b[i]];
        last = a > last ? a : last;
        last = b > last ? b : last;
    }
    return last + 1 >= pass;
}

static inline void note_hit(MicaWorld *world, const BlockHead *head, uint8_t pass, Tally *tally)
{
    uint8_t *hitIn = world->bouncedIn.data;
    for (int32_t i = 0; i < 4; ++i) {
        hitIn[head->a[i]] = hitIn[head->b[i]] = pass;
    }
    hitIn[0] = 0;  // what does not move
    tally->bounced += 1;
}

static void bounce_two(MicaWorld *world, BlockRange range, const Rebound *r, uint8_t pass,
                       Tally *tally)
{
    ContactBlock2 *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        if (is_due(world, &block->head, pass, tally) &&
            bounce_block(world, r, &block->head, block->points, NULL, NULL,
                         block_surface(world, range, i), 2)) {
            note_hit(world, &block->head, pass, tally);
        }
    }
}

static void bounce_one(MicaWorld *world, BlockRange range, const Rebound *r, uint8_t pass,
                       Tally *tally)
{
    char *blocks = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, blocks += block_bytes(range.kind)) {
        ContactBlock1 *block = (ContactBlock1 *)(void *)blocks;
        if (is_due(world, &block->head, pass, tally) &&
            bounce_block(world, r, &block->head, block->points, &block->turn,
                         follow_of(block, range.kind), block_surface(world, range, i), 1)) {
            note_hit(world, &block->head, pass, tally);
        }
    }
}

void contacts_bounce(MicaWorld *world, const StepContext *context)
{
    Rebound r = {f4_splat(context->h), f4_splat(context->invH),
                 f4_splat(-world->restitutionThreshold)};
    // What one bounce sends on its way may meet the next in the same substep, along a row of balls or at a box's other
    // corner. Not so where everything bounces off everything: there the next substep is soon enough.
    Tally tally = {0, 1};
    memset(world->bouncedIn.data, 0, (size_t)world->solverBodies.count);
    for (uint8_t pass = 1; pass <= BOUNCE_PASSES && tally.bounced > 0 &&
                           tally.bounced <= max_i(FEW_BOUNCES, tally.able / 8);
         ++pass) {
        tally = (Tally){0, 0};
        for (int32_t i = 0; i < world->ranges.count; ++i) {
            BlockRange range = world->ranges.data[i];
            if (range.kind == CONTACT_TWO) {
                bounce_two(world, range, &r, pass, &tally);
            } else if (range.kind != CONTACT_TWO_BALLS) {  // which have no restitution
                bounce_one(world, range, &r, pass, &tally);
            }
        }
        if (tally.able == 0) {
            break;
        }
    }
}
