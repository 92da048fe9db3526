// Bounces, at the substep in which they happen. A point whose gap would close within the substep
// has its velocity turned around while still apart, to the speed that carries it back to this gap
// after a rebound of restitution e at the surface: with gap s, speed v before this substep and
// relative acceleration a along the normal, it meets the surface at v_s² = v² - 2as and must leave
// from here at √(e² v_s² + 2as). So energy is that of the bounce, wherever in the substep it falls,
// and with exact flight between bounces (bodies_move) heights come out as e². Overlap is a negative
// gap and takes the same formula. The impulse is no contact's memory: it goes into the velocity
// that the next substep starts from and is not warm started. Reads blocks with restitution; writes
// velocities. Four contacts at a time, lanes that do not bounce masked.
#include "contact_pass.h"

#include <string.h>

// A row of so many balls hands a push on within a substep, and so many bounces at once are always
// followed up.
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

// Velocities before any constraint of this substep acted: what bodies_accelerate carries over would
// count twice.
static inline void gather_base(const SolverMotion *motions, const int32_t *index, Bodies4 *b)
{
    f4 v0 = f4_load(motions[index[0]].base), v1 = f4_load(motions[index[1]].base),
       v2 = f4_load(motions[index[2]].base), v3 = f4_load(motions[index[3]].base);
    f4_transpose(&v0, &v1, &v2, &v3);
    b->vx = v0;
    b->vy = v1;
    b->w = v2;
}

// `gap` as it is, and as it may close in the substep; `gain`: acceleration along the normal, times
// the substep.
static inline Meeting meet(f4 gap, f4 ahead, f4 speed, f4 gain, f4 restitution, const Rebound *r)
{
    Meeting m = {.before = f4_sub(speed, gain)};
    f4 zero = f4_zero();
    f4 meets = f4_and(f4_lt(m.before, r->threshold), f4_le(f4_mul_add(ahead, r->h, speed), zero));
    f4 fall = f4_mul(f4_mul(gain, r->invH), gap);  // a s
    fall = f4_add(fall, fall);
    f4 surface = f4_max(f4_sub(f4_mul(m.before, m.before), fall), zero);
    f4 leave = f4_mul_add(fall, f4_mul(restitution, restitution), surface);
    // Too weak to come back to this gap: an ordinary contact.
    m.bounces = f4_and(f4_and(meets, f4_lt(zero, restitution)), f4_lt(zero, leave));
    m.wanted = f4_sub(f4_add(f4_sqrt(f4_max(leave, zero)), gain), speed);
    return m;
}

static inline Meeting meet_point(const BlockPoint *point, const Shift *s, const Bodies4 *a,
                                 const Bodies4 *b, const f4 *gA, const f4 *gB, f4 linear, f4 drop,
                                 f4 restitution, const Rebound *r)
{
    f4 armA = f4_load(point->rnA), armB = f4_load(point->rnB);
    f4 gap = f4_add(f4_load(point->separation), s->travel);
    gap = f4_add(gap, f4_sub(f4_mul(armB, b->da), f4_mul(armA, a->da)));
    armA = f4_add(armA, s->normalA);
    armB = f4_sub(armB, s->normalB);
    f4 speed = f4_add(linear, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
    f4 gain = f4_add(drop, f4_sub(f4_mul(armB, gB[2]), f4_mul(armA, gA[2])));  // a h
    Meeting m = meet(gap, gap, speed, gain, restitution, r);
    m.armA = armA;
    m.armB = armB;
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

static inline void push(f4 iA, f4 iB, Bodies4 *a, Bodies4 *b, f4 x, f4 y, f4 armA, f4 armB,
                        f4 impulse)
{
    f4 px = f4_mul(impulse, x), py = f4_mul(impulse, y);
    a->vx = f4_mul_sub(a->vx, a->imx, px);
    a->vy = f4_mul_sub(a->vy, a->imy, py);
    a->w = f4_mul_sub(a->w, f4_mul(iA, armA), impulse);
    b->vx = f4_mul_add(b->vx, b->imx, px);
    b->vy = f4_mul_add(b->vy, b->imy, py);
    b->w = f4_mul_add(b->w, f4_mul(iB, armB), impulse);
}

// The impulses that give both points of a face what they want, none of them pulling, as in
// contact_solve.c; a point that does not bounce gets none.
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
    *x2 = f4_select(pair, both2, f4_and_not(only2, first));
}

// Four bodies on one side: as they are, and their velocities before this substep's constraints,
// which bounces are reckoned from; accelerations times the substep.
typedef struct Side {
    Bodies4 now, own;
    f4 gain[4];
} Side;

static inline Side gather_side(const MicaWorld *world, const int32_t *index)
{
    Side s = {.now = gather_bodies(world->scratch.solverBodies.data, index)};
    s.own = s.now;
    gather_base(world->scratch.solverMotion.data, index, &s.own);
    gather_gains(world->scratch.solverMotion.data, index, s.gain);
    return s;
}

// What a bounce has changed goes into the velocity, and into the one that the substep starts from.
static inline void scatter_side(MicaWorld *world, const int32_t *index, const Side *old,
                                const Bodies4 *own)
{
    f4 d0 = f4_sub(own->vx, old->own.vx), d1 = f4_sub(own->vy, old->own.vy),
       d2 = f4_sub(own->w, old->own.w), d3 = f4_zero();
    Bodies4 now = old->now;
    now.vx = f4_add(now.vx, d0);
    now.vy = f4_add(now.vy, d1);
    now.w = f4_add(now.w, d2);
    scatter_velocities(world->scratch.solverBodies.data, index, &now);
    f4_transpose(&d0, &d1, &d2, &d3);
    f4 change[4] = {d0, d1, d2, d3};
    for (int32_t i = 0; i < 4; ++i) {
        float *base = world->scratch.solverMotion.data[index[i]].base;
        f4_store(base, f4_add(f4_load(base), change[i]));
    }
}

static inline bool bounce_block(MicaWorld *world, const Rebound *r, BlockHead *head,
                                BlockPoint *points, const BlockTurn *turn,
                                const BlockFollow *follow, const BlockSurface *surface,
                                int32_t count)
{
    Side sideA = gather_side(world, head->a), sideB = gather_side(world, head->b);
    Bodies4 a = sideA.own, b = sideB.own;
    const f4 *gA = sideA.gain, *gB = sideB.gain;
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    Shift s = make_shift(head, points, turn, follow, &a, &b);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), s.nx), f4_sub(b.vy, a.vy), s.ny);
    f4 drop = f4_mul_add(f4_mul(f4_sub(gB[0], gA[0]), s.nx), f4_sub(gB[1], gA[1]), s.ny);
    f4 restitution = f4_load(surface->restitution);
    Meeting m[2];
    int32_t some = 0;
    for (int32_t p = 0; p < count; ++p) {
        m[p] = meet_point(&points[p], &s, &a, &b, gA, gB, linear, drop, restitution, r);
        some |= f4_mask(m[p].bounces);
    }
    if (some == 0) {
        return false;
    }
    f4 imx = f4_add(a.imx, b.imx), imy = f4_add(a.imy, b.imy);
    f4 nx2 = f4_mul(s.nx, s.nx), ny2 = f4_mul(s.ny, s.ny);
    f4 kn = f4_mul_add(f4_mul(imx, nx2), imy, ny2), kt = f4_mul_add(f4_mul(imx, ny2), imy, nx2);
    f4 least = f4_mul(f4_splat(MIN_FREE_INVERSE_MASS), f4_add(imx, imy));
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
    for (int32_t p = 0; p < count; ++p) {
        push(iA, iB, &a, &b, s.nx, s.ny, m[p].armA, m[p].armB, x[p]);
        BlockPoint *point = &points[p];
        f4_store(point->maxNormalImpulse, f4_max(f4_load(point->maxNormalImpulse), x[p]));
        f4 approach = f4_load(point->approach);
        f4_store(point->approach, f4_select(m[p].bounces, f4_min(approach, m[p].before), approach));
    }
    f4 tx = s.ny, ty = f4_neg(s.nx);
    f4 armA = f4_add(f4_load(head->rtA), s.tangentA), armB = f4_sub(f4_load(head->rtB), s.tangentB);
    f4 along = mass_of(inverse_mass(kt, head, armA, armA, armB, armB), least);
    f4 slide = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), tx), f4_sub(b.vy, a.vy), ty);
    slide = f4_add(slide, f4_sub(f4_mul(armB, b.w), f4_mul(armA, a.w)));
    slide = f4_sub(f4_load(surface->tangentSpeed), slide);
    f4 limit = f4_mul(f4_load(head->friction), count == 2 ? f4_add(x[0], x[1]) : x[0]);
    push(iA, iB, &a, &b, tx, ty, armA, armB, f4_clamp(f4_mul(along, slide), f4_neg(limit), limit));
    scatter_side(world, head->a, &sideA, &a);
    scatter_side(world, head->b, &sideB, &b);
    return true;
}

static bool bounce_balls(MicaWorld *world, const Rebound *r, ContactBlockBalls *k,
                         const BlockSurface *surface)
{
    Side sideA = gather_side(world, k->a), sideB = gather_side(world, k->b);
    Balls s = read_balls(world->scratch.solverBodies.data, k);
    Bodies4 a = sideA.own, b = sideB.own;
    const f4 *gA = sideA.gain, *gB = sideB.gain;
    f4 vx = f4_sub(b.vx, a.vx), vy = f4_sub(b.vy, a.vy), zero = f4_zero();
    f4 speed = f4_mul_add(f4_mul(vx, s.nx), vy, s.ny),
       gain = f4_mul_add(f4_mul(f4_sub(gB[0], gA[0]), s.nx), f4_sub(gB[1], gA[1]), s.ny);
    Meeting m = meet(s.gap, balls_gap_ahead(&s, vx, vy, r->h), speed, gain,
                     f4_load(surface->restitution), r);
    if (f4_mask(m.bounces) == 0) {
        return false;
    }
    f4 iA = f4_load(k->iA), iB = f4_load(k->iB);
    f4 x = f4_and(m.bounces, f4_max(f4_mul(f4_load(k->normalMass), m.wanted), zero));
    push(iA, iB, &a, &b, s.nx, s.ny, zero, zero, x);
    f4_store(k->maxNormalImpulse, f4_max(f4_load(k->maxNormalImpulse), x));
    f4 approach = f4_load(k->approach);
    f4_store(k->approach, f4_select(m.bounces, f4_min(approach, m.before), approach));
    f4 slide = f4_mul_sub(f4_mul(vx, s.ny), vy, s.nx);
    slide = f4_add(slide, f4_mul_add(f4_mul(s.armB, b.w), s.armA, a.w));
    f4 limit = f4_mul(f4_load(k->friction), x),
       rub = f4_clamp(f4_neg(f4_mul(f4_load(k->tangentMass), slide)), f4_neg(limit), limit);
    push(iA, iB, &a, &b, s.ny, f4_neg(s.nx), f4_neg(s.armA), s.armB, rub);
    scatter_side(world, k->a, &sideA, &a);
    scatter_side(world, k->b, &sideB, &b);
    return true;
}

// How many blocks can bounce, and how many did in a pass.
typedef struct Tally {
    int32_t able, bounced;
} Tally;

// Whether a block is to be looked at: in the first pass if it can bounce at all, later only where a
// bounce since the last look has changed the speed of one of its bodies.
static inline bool is_due(const MicaWorld *world, int32_t flags, const int32_t *indexA,
                          const int32_t *indexB, uint8_t pass, Tally *tally)
{
    if ((flags & BLOCK_BOUNCES) == 0) {
        return false;
    }
    tally->able += 1;
    const uint8_t *hitIn = world->scratch.bouncedIn.data;
    uint8_t last = 0;
    for (int32_t i = 0; i < 4; ++i) {
        uint8_t a = hitIn[indexA[i]], b = hitIn[indexB[i]];
        last = a > last ? a : last;
        last = b > last ? b : last;
    }
    return last + 1 >= pass;
}

static inline void note_hit(MicaWorld *world, const int32_t *indexA, const int32_t *indexB,
                            uint8_t pass, Tally *tally)
{
    uint8_t *hitIn = world->scratch.bouncedIn.data;
    for (int32_t i = 0; i < 4; ++i) {
        hitIn[indexA[i]] = hitIn[indexB[i]] = pass;
    }
    hitIn[0] = 0;  // what does not move
    tally->bounced += 1;
}

static void bounce_two(MicaWorld *world, BlockRange range, const Rebound *r, uint8_t pass,
                       Tally *tally)
{
    ContactBlock2 *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        if (is_due(world, block->head.flags, block->head.a, block->head.b, pass, tally) &&
            bounce_block(world, r, &block->head, block->points, NULL, NULL,
                         block_surface(world, range, i), 2)) {
            note_hit(world, block->head.a, block->head.b, pass, tally);
        }
    }
}

static void bounce_one(MicaWorld *world, BlockRange range, const Rebound *r, uint8_t pass,
                       Tally *tally)
{
    char *blocks = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, blocks += block_bytes(range.kind)) {
        ContactBlock1 *block = (ContactBlock1 *)(void *)blocks;
        if (is_due(world, block->head.flags, block->head.a, block->head.b, pass, tally) &&
            bounce_block(world, r, &block->head, block->points, &block->turn,
                         follow_of(block, range.kind), block_surface(world, range, i), 1)) {
            note_hit(world, block->head.a, block->head.b, pass, tally);
        }
    }
}

static void bounce_all_balls(MicaWorld *world, BlockRange range, const Rebound *r, uint8_t pass,
                             Tally *tally)
{
    ContactBlockBalls *block = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i, ++block) {
        if (is_due(world, block->flags, block->a, block->b, pass, tally) &&
            bounce_balls(world, r, block, block_surface(world, range, i))) {
            note_hit(world, block->a, block->b, pass, tally);
        }
    }
}

void contacts_bounce(MicaWorld *world, const StepContext *context)
{
    if (world->scratch.contactSurfaces.count == 0) {
        return;  // nothing has restitution
    }
    Rebound r = {f4_splat(context->h), f4_splat(context->invH),
                 f4_splat(-world->state.restitutionThreshold)};
    // What one bounce sends on its way may meet the next in the same substep, along a row of balls
    // or at a box's other corner. Not so where everything bounces off everything: there the next
    // substep is soon enough.
    Tally tally = {0, 1};
    memset(world->scratch.bouncedIn.data, 0, (size_t)world->scratch.solverBodies.count);
    for (uint8_t pass = 1; pass <= BOUNCE_PASSES && tally.bounced > 0 &&
                           tally.bounced <= max_i(FEW_BOUNCES, tally.able / 8);
         ++pass) {
        tally = (Tally){0, 0};
        for (int32_t i = 0; i < world->scratch.contactRanges.count; ++i) {
            BlockRange range = world->scratch.contactRanges.data[i];
            if (range.kind == CONTACT_TWO) {
                bounce_two(world, range, &r, pass, &tally);
            } else if (range.kind == CONTACT_TWO_BALLS) {
                bounce_all_balls(world, range, &r, pass, &tally);
            } else {
                bounce_one(world, range, &r, pass, &tally);
            }
        }
        if (tally.able == 0) {
            break;
        }
    }
}
