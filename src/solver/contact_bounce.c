// Restitution, applied in the substep in which the bounce happens, and driven contacts. Called
// before the contact kernels. Reads blocks and solver bodies; writes velocities, the velocity that
// the substep starts from (SolverMotion.base), and the impulses of the step and approach speeds of
// the blocks' points. Four contacts at a time, lanes that do not bounce masked.
//
// In scalar form: a point with gap s, normal velocity v before this substep and relative
// acceleration a along the normal meets the surface at vs² = v² - 2 a s, and must leave it at e vs.
// If s + h vn <= 0, it would meet the surface within the substep, and gets at once the velocity
// that carries it back to this gap after the bounce:
//
//   vn' = sqrt(e² vs² + 2 a s) + a h       if v < -restitutionThreshold and e² vs² + 2 a s > 0
//   impulse = m (vn' - vn)                 friction: clamp(-mt vt, -friction N, friction N)
//
// So the bounce has its own energy, wherever in the substep it falls, and with exact flight between
// bounces (bodies_move) heights come out as e². An overlap is a negative gap in the same formula.
// The impulse is not accumulated: it goes into `base`, so nothing warm starts it.
//
// A driven contact is the same without restitution, once a step: a game sets the velocity of a body
// that touches a crate at a wall again and again. That impulse must reach the wall within the
// substep, and must not be carried over, or the next substeps would push back what they no longer
// meet:
//
//   vn' = a h - max(s, 0) / h      if v < -max(s, 0) / h
#include "contact_pass.h"

#include <string.h>

// One point of each lane.
typedef struct Rebound {
    f4 bounces;         // mask: in this substep
    f4 armA, armB;      // arm cross normal, now
    f4 approach;        // v: normal velocity before this substep
    f4 velocityChange;  // vn' - vn
} Rebound;

struct BounceContext {
    f4 h, invH, threshold;
    uint8_t passes;
    bool driven;  // contacts_stop_driven calls
};

// Accelerations of four bodies, times the substep's length: a h.
static inline void gather_accelerations(const SolverMotion *motions, const int32_t *index, f4 *ah)
{
    for (int32_t i = 0; i < 4; ++i) {
        ah[i] = f4_load(motions[index[i]].acceleration);
    }
    f4_transpose(&ah[0], &ah[1], &ah[2], &ah[3]);
}

// Velocities before any constraint of this substep acted. The ones with the accumulated impulses,
// which bodies_accelerate carries over, would count a resting contact's push twice.
static inline void gather_base(const SolverMotion *motions, const int32_t *index, Bodies4 *b)
{
    f4 v0 = f4_load(motions[index[0]].base), v1 = f4_load(motions[index[1]].base),
       v2 = f4_load(motions[index[2]].base), v3 = f4_load(motions[index[3]].base);
    f4_transpose(&v0, &v1, &v2, &v3);
    b->vx = v0;
    b->vy = v1;
    b->w = v2;
}

// `gap` is s, `ahead` the gap that may close within the substep; `speed` is vn, `ah` the
// acceleration along the normal times h, as `speed` contains it. Leaves the arms open.
static inline Rebound point_rebound(f4 gap, f4 ahead, f4 speed, f4 ah, f4 restitution,
                                    const BounceContext *c)
{
    Rebound r = {.approach = f4_sub(speed, ah)};
    f4 zero = f4_zero();
    f4 meets = f4_and(f4_lt(r.approach, c->threshold), f4_le(f4_mul_add(ahead, c->h, speed), zero));
    f4 twoAs = f4_mul(f4_mul(ah, c->invH), gap);
    twoAs = f4_add(twoAs, twoAs);
    f4 surface2 = f4_max(f4_sub(f4_mul(r.approach, r.approach), twoAs), zero);  // vs²
    f4 leave2 = f4_mul_add(twoAs, f4_mul(restitution, restitution), surface2);
    // Where leave2 is not positive the bounce is too weak to come back to this gap: an ordinary
    // contact.
    r.bounces = f4_and(f4_and(meets, f4_lt(zero, restitution)), f4_lt(zero, leave2));
    r.velocityChange = f4_sub(f4_add(f4_sqrt(f4_max(leave2, zero)), ah), speed);
    return r;
}

// The same for a driven row. One with restitution bounces instead.
static inline Rebound point_stop(f4 gap, f4 speed, f4 ah, f4 restitution, const BounceContext *c)
{
    Rebound r = {.approach = f4_sub(speed, ah)};
    r.velocityChange = f4_neg(f4_mul_add(r.approach, f4_max(gap, f4_zero()), c->invH));
    r.bounces =
        f4_and(f4_le(restitution, f4_zero()), f4_lt(f4_neg(r.velocityChange), c->threshold));
    return r;
}

// `linear` is n.(vB - vA), `linearAh` likewise of the accelerations times h.
static inline Rebound block_point_rebound(const BlockPoint *point, const MovedAnchors *s,
                                          const Bodies4 *a, const Bodies4 *b, const f4 *ahA,
                                          const f4 *ahB, f4 linear, f4 linearAh, f4 restitution,
                                          const BounceContext *c)
{
    f4 armA = f4_load(point->rnA), armB = f4_load(point->rnB);
    f4 gap = f4_add(f4_load(point->separation), s->gapGain);
    gap = f4_add(gap, f4_sub(f4_mul(armB, b->da), f4_mul(armA, a->da)));
    armA = f4_add(armA, s->normalA);
    armB = f4_sub(armB, s->normalB);
    f4 speed = f4_add(linear, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
    f4 ah = f4_add(linearAh, f4_sub(f4_mul(armB, ahB[2]), f4_mul(armA, ahA[2])));
    Rebound r = c->driven ? point_stop(gap, speed, ah, restitution, c)
                          : point_rebound(gap, gap, speed, ah, restitution, c);
    r.armA = armA;
    r.armB = armB;
    return r;
}

// One entry of the inverse mass matrix, from the arms of two rows.
static inline f4 inverse_mass(f4 linear, const BlockHead *head, f4 armA1, f4 armA2, f4 armB1,
                              f4 armB2)
{
    f4 k = f4_mul_add(linear, f4_load(head->iA), f4_mul(armA1, armA2));
    return f4_mul_add(k, f4_load(head->iB), f4_mul(armB1, armB2));
}

// 0 where locked axes leave next to no freedom.
static inline f4 mass_of(f4 k, f4 minimum)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), free = f4_and(f4_lt(minimum, k), f4_lt(zero, k));
    return f4_and(free, f4_div(one, f4_select(free, k, one)));
}

// Applies an impulse along (x, y) to B and the opposite to A.
static inline void apply_impulse(f4 iA, f4 iB, Bodies4 *a, Bodies4 *b, f4 x, f4 y, f4 armA, f4 armB,
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

// The impulses that give both points of a face their velocity change, neither negative: the cases
// of contact_pair.h. A point that does not bounce gets none.
static inline void solve_rebound_pair(const Rebound *r, f4 k11, f4 k12, f4 k22, f4 mass1, f4 mass2,
                                      f4 *x1, f4 *x2)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), d1 = r[0].velocityChange, d2 = r[1].velocityChange;
    f4 square = f4_mul(k11, k22), determinant = f4_sub(square, f4_mul(k12, k12));
    f4 pair =
        f4_and(f4_and(r[0].bounces, r[1].bounces), f4_and(f4_lt(zero, mass1), f4_lt(zero, mass2)));
    pair = f4_and(pair, f4_lt(f4_mul(f4_splat(1e-3f), square), determinant));
    f4 inverse = f4_div(one, f4_select(pair, determinant, one));
    f4 both1 = f4_mul(inverse, f4_sub(f4_mul(k22, d1), f4_mul(k12, d2)));
    f4 both2 = f4_mul(inverse, f4_sub(f4_mul(k11, d2), f4_mul(k12, d1)));
    f4 only1 = f4_and(r[0].bounces, f4_max(f4_mul(mass1, d1), zero));
    f4 only2 = f4_and(r[1].bounces, f4_max(f4_mul(mass2, d2), zero));
    pair = f4_and(pair, f4_and(f4_le(zero, both1), f4_le(zero, both2)));
    // The first alone serves where it changes the second's velocity by enough, or where the second
    // does not bounce.
    f4 least2 = f4_select(r[1].bounces, d2, f4_splat(-3e38f));
    f4 first = f4_and(r[0].bounces, f4_le(least2, f4_mul(k12, only1)));
    *x1 = f4_select(pair, both1, f4_and(first, only1));
    *x2 = f4_select(pair, both2, f4_and_not(only2, first));
}

// Four bodies on one side of a block: as they are; with their velocities before any constraint of
// this substep; their accelerations times h.
typedef struct Side {
    Bodies4 now, base;
    f4 ah[4];
} Side;

static inline Side gather_side(const MicaWorld *world, const int32_t *index)
{
    Side s = {.now = gather_bodies(world->scratch.solverBodies.data, index)};
    s.base = s.now;
    gather_base(world->scratch.solverMotion.data, index, &s.base);
    gather_accelerations(world->scratch.solverMotion.data, index, s.ah);
    return s;
}

// `base` is what a bounce has made of old->base: the change goes into the velocity and into the one
// that the substep starts from.
static inline void scatter_side(MicaWorld *world, const int32_t *index, const Side *old,
                                const Bodies4 *base)
{
    f4 d0 = f4_sub(base->vx, old->base.vx), d1 = f4_sub(base->vy, old->base.vy),
       d2 = f4_sub(base->w, old->base.w), d3 = f4_zero();
    Bodies4 now = old->now;
    now.vx = f4_add(now.vx, d0);
    now.vy = f4_add(now.vy, d1);
    now.w = f4_add(now.w, d2);
    scatter_velocities(world->scratch.solverBodies.data, index, &now);
    f4_transpose(&d0, &d1, &d2, &d3);
    f4 change[4] = {d0, d1, d2, d3};
    for (int32_t i = 0; i < 4; ++i) {
        float *v = world->scratch.solverMotion.data[index[i]].base;
        f4_store(v, f4_add(f4_load(v), change[i]));
    }
}

// Adds to a sum of four impulses.
static inline void add_to(float *sum, f4 x) { f4_store(sum, f4_add(f4_load(sum), x)); }

// Notes a bounce of a point for events: whom it pushes, its impulse and the fastest approach. A
// driven contact is no hit.
static inline void note_bounce(int32_t *pushed, float *stepImpulse, float *approach,
                               const Rebound *r, f4 x, const BounceContext *c)
{
    *pushed |= f4_mask(f4_lt(f4_zero(), x));
    add_to(stepImpulse, x);
    if (!c->driven) {
        f4 old = f4_load(approach);
        f4_store(approach, f4_select(r->bounces, f4_min(old, r->approach), old));
    }
}

// Friction of the bounce, with `normal` the impulse along the normal.
static inline void bounce_friction(BlockHead *head, const BlockSurface *surface,
                                   const MovedAnchors *s, f4 kt, f4 minimum, f4 normal, Bodies4 *a,
                                   Bodies4 *b)
{
    f4 tx = s->ny, ty = f4_neg(s->nx);
    f4 armA = f4_add(f4_load(head->rtA), s->tangentA),
       armB = f4_sub(f4_load(head->rtB), s->tangentB);
    f4 mass = mass_of(inverse_mass(kt, head, armA, armA, armB, armB), minimum);
    f4 vt = f4_mul_add(f4_mul(f4_sub(b->vx, a->vx), tx), f4_sub(b->vy, a->vy), ty);
    vt = f4_add(vt, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
    f4 wanted = surface != NULL ? f4_load(surface->tangentSpeed) : f4_zero(),
       change = f4_mul(mass, f4_sub(wanted, vt));
    f4 limit = f4_mul(f4_load(head->friction), normal),
       tangent = f4_clamp(change, f4_neg(limit), limit);
    add_to(head->stepTangentImpulse, tangent);
    apply_impulse(f4_load(head->iA), f4_load(head->iB), a, b, tx, ty, armA, armB, tangent);
}

// Bounces one block of `count` points; false if none bounces.
static inline bool bounce_block(MicaWorld *world, const BounceContext *c, BlockHead *head,
                                BlockPoint *points, const BlockTurn *turn,
                                const BlockRounded *rounded, const BlockSurface *surface,
                                int32_t count)
{
    Side sideA = gather_side(world, head->common.a), sideB = gather_side(world, head->common.b);
    Bodies4 a = sideA.base, b = sideB.base;
    const f4 *ahA = sideA.ah, *ahB = sideB.ah;
    MovedAnchors s = contact_move_anchors(head, points, turn, rounded, &a, &b);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), s.nx), f4_sub(b.vy, a.vy), s.ny);
    f4 linearAh = f4_mul_add(f4_mul(f4_sub(ahB[0], ahA[0]), s.nx), f4_sub(ahB[1], ahA[1]), s.ny);
    f4 restitution = surface != NULL ? f4_load(surface->restitution) : f4_zero();
    Rebound r[2];
    int32_t some = 0;
    for (int32_t p = 0; p < count; ++p) {
        r[p] =
            block_point_rebound(&points[p], &s, &a, &b, ahA, ahB, linear, linearAh, restitution, c);
        some |= f4_mask(r[p].bounces);
    }
    if (some == 0) {
        return false;
    }
    f4 imx = f4_add(a.imx, b.imx), imy = f4_add(a.imy, b.imy);
    f4 nx2 = f4_mul(s.nx, s.nx), ny2 = f4_mul(s.ny, s.ny);
    f4 kn = f4_mul_add(f4_mul(imx, nx2), imy, ny2), kt = f4_mul_add(f4_mul(imx, ny2), imy, nx2);
    f4 minimum = f4_mul(f4_splat(MIN_FREE_INVERSE_MASS), f4_add(imx, imy));
    f4 x[2], k[2], mass[2];
    for (int32_t p = 0; p < count; ++p) {
        k[p] = inverse_mass(kn, head, r[p].armA, r[p].armA, r[p].armB, r[p].armB);
        mass[p] = mass_of(k[p], minimum);
    }
    if (count == 2) {
        f4 k12 = inverse_mass(kn, head, r[0].armA, r[1].armA, r[0].armB, r[1].armB);
        solve_rebound_pair(r, k[0], k12, k[1], mass[0], mass[1], &x[0], &x[1]);
    } else {
        x[0] = f4_and(r[0].bounces, f4_max(f4_mul(mass[0], r[0].velocityChange), f4_zero()));
    }
    for (int32_t p = 0; p < count; ++p) {
        apply_impulse(f4_load(head->iA), f4_load(head->iB), &a, &b, s.nx, s.ny, r[p].armA,
                      r[p].armB, x[p]);
        note_bounce(&head->common.pushed, points[p].stepImpulse, points[p].approach, &r[p], x[p],
                    c);
    }
    f4 normal = count == 2 ? f4_add(x[0], x[1]) : x[0];
    bounce_friction(head, surface, &s, kt, minimum, normal, &a, &b);
    scatter_side(world, head->common.a, &sideA, &a);
    scatter_side(world, head->common.b, &sideB, &b);
    return true;
}

bool contact_two_bounce(MicaWorld *world, const BounceContext *c, void *block,
                        const BlockSurface *surface)
{
    ContactBlock2 *k = block;
    return bounce_block(world, c, &k->head, k->points, NULL, NULL, surface, 2);
}

static bool bounce_one(MicaWorld *world, const BounceContext *c, ContactBlock1 *k,
                       const BlockRounded *rounded, const BlockSurface *surface)
{
    return bounce_block(world, c, &k->head, k->points, &k->turn, rounded, surface, 1);
}

bool contact_one_bounce(MicaWorld *world, const BounceContext *c, void *block,
                        const BlockSurface *surface)
{
    return bounce_one(world, c, block, NULL, surface);
}

bool contact_rounded_bounce(MicaWorld *world, const BounceContext *c, void *block,
                            const BlockSurface *surface)
{
    return bounce_one(world, c, block, &((ContactBlockRounded *)block)->rounded, surface);
}

bool contact_circles_bounce(MicaWorld *world, const BounceContext *c, void *block,
                            const BlockSurface *surface)
{
    ContactBlockCircles *k = block;
    Side sideA = gather_side(world, k->common.a), sideB = gather_side(world, k->common.b);
    CirclesNow s = contact_circles_read(world->scratch.solverBodies.data, k);
    Bodies4 a = sideA.base, b = sideB.base;
    const f4 *ahA = sideA.ah, *ahB = sideB.ah;
    f4 vx = f4_sub(b.vx, a.vx), vy = f4_sub(b.vy, a.vy), zero = f4_zero();
    f4 speed = f4_mul_add(f4_mul(vx, s.nx), vy, s.ny),
       ah = f4_mul_add(f4_mul(f4_sub(ahB[0], ahA[0]), s.nx), f4_sub(ahB[1], ahA[1]), s.ny);
    f4 restitution = surface != NULL ? f4_load(surface->restitution) : f4_zero();
    Rebound r = c->driven ? point_stop(s.gap, speed, ah, restitution, c)
                          : point_rebound(s.gap, contact_circles_gap_ahead(&s, vx, vy, c->h), speed,
                                          ah, restitution, c);
    if (f4_mask(r.bounces) == 0) {
        return false;
    }
    f4 iA = f4_load(k->iA), iB = f4_load(k->iB);
    f4 x = f4_and(r.bounces, f4_max(f4_mul(f4_load(k->normalMass), r.velocityChange), zero));
    apply_impulse(iA, iB, &a, &b, s.nx, s.ny, zero, zero, x);
    note_bounce(&k->common.pushed, k->stepImpulse, k->approach, &r, x, c);
    f4 vt = f4_mul_sub(f4_mul(vx, s.ny), vy, s.nx);
    vt = f4_add(vt, f4_mul_add(f4_mul(s.armB, b.w), s.armA, a.w));
    f4 limit = f4_mul(f4_load(k->friction), x),
       tangent = f4_clamp(f4_neg(f4_mul(f4_load(k->tangentMass), vt)), f4_neg(limit), limit);
    add_to(k->stepTangentImpulse, tangent);
    apply_impulse(iA, iB, &a, &b, s.ny, f4_neg(s.nx), f4_neg(s.armA), s.armB, tangent);
    scatter_side(world, k->common.a, &sideA, &a);
    scatter_side(world, k->common.b, &sideB, &b);
    return true;
}

// Blocks with restitution, and how many of them bounced in a pass.
typedef struct BounceTally {
    int32_t candidates, bounced;
} BounceTally;

// Whether a pass tests a block: the first pass if it has restitution, or is driven, later ones only
// if a bounce since its last test has changed the velocity of one of its bodies. Driven bodies
// drive others: later passes test all blocks for that.
static inline bool is_due(const SolverScratch *scratch, const BounceContext *c,
                          const BlockCommon *block, uint8_t pass, BounceTally *tally)
{
    int32_t needed = c->driven ? (pass == 1 ? BLOCK_DRIVEN : 0) : BLOCK_RESTITUTION;
    if ((block->flags & needed) != needed) {
        return false;
    }
    tally->candidates += 1;
    const uint8_t *bouncedIn = scratch->bouncedIn.data;
    uint8_t last = 0;
    for (int32_t i = 0; i < 4; ++i) {
        uint8_t a = bouncedIn[block->a[i]], b = bouncedIn[block->b[i]];
        last = a > last ? a : last;
        last = b > last ? b : last;
    }
    return last + 1 >= pass;
}

static inline void mark_bounced(SolverScratch *scratch, const BlockCommon *block, uint8_t pass,
                                BounceTally *tally)
{
    uint8_t *bouncedIn = scratch->bouncedIn.data;
    for (int32_t i = 0; i < 4; ++i) {
        bouncedIn[block->a[i]] = bouncedIn[block->b[i]] = pass;
    }
    bouncedIn[0] = 0;  // stands for everything immovable
    tally->bounced += 1;
}

static void bounce_range(MicaWorld *world, BlockRange range, const BounceContext *c, uint8_t pass,
                         BounceTally *tally)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactKernel *kernel = &contactKernels[range.kind];
    char *at = blocks_of(scratch, range);
    for (int32_t i = 0; i < range.count; ++i, at += kernel->blockBytes) {
        const BlockCommon *block = (const void *)at;
        if (is_due(scratch, c, block, pass, tally) &&
            kernel->bounce(world, c, at, block_surface(scratch, range, i))) {
            mark_bounced(scratch, block, pass, tally);
        }
    }
}

// Passes over all blocks, until nothing bounces any more or very much at once.
static void bounce_passes(MicaWorld *world, const BounceContext *c)
{
    SolverScratch *scratch = solver_scratch(world);
    BounceTally tally = {0, 1};
    memset(scratch->bouncedIn.data, 0, (size_t)world->scratch.solverBodies.count);
    for (uint8_t pass = 1; pass <= c->passes && tally.bounced > 0 &&
                           tally.bounced <= max_i(FEW_BOUNCES, tally.candidates / 8);
         ++pass) {
        tally = (BounceTally){0, 0};
        for (int32_t i = 0; i < scratch->contactRanges.count; ++i) {
            bounce_range(world, scratch->contactRanges.data[i], c, pass, &tally);
        }
        if (tally.candidates == 0) {
            break;
        }
    }
}

// A body that has bounced may meet another in the same substep, along a row of balls, or with
// another corner. Where very many bounce at once, the next substep is soon enough.
void contacts_bounce(MicaWorld *world, const StepContext *context)
{
    if (solver_scratch(world)->contactSurfaces.count > 0) {  // some contact has restitution
        BounceContext c = {f4_splat(context->h), f4_splat(context->invH),
                           f4_splat(-world->state.restitutionThreshold), BOUNCE_PASSES, false};
        bounce_passes(world, &c);
    }
}

void contacts_stop_driven(MicaWorld *world, const StepContext *context)
{
    if (solver_scratch(world)->drivenBlocks > 0) {
        BounceContext c = {f4_splat(context->h), f4_splat(context->invH),
                           f4_splat(-DRIVEN_MIN_SPEED), DRIVEN_PASSES, true};
        bounce_passes(world, &c);
    }
}
