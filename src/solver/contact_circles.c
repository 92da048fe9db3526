// Blocks of two circles about their centres of mass, which crowds and pits of balls are made of:
// their functions of the table in contact_kernels.c, as contact_prepare.c and contact_solve.c have
// them for all others, but exact and shorter; contact_bounce.c has their bounce. Reads blocks and
// solver bodies; writes velocities and the blocks' impulses.
//
// contact_circles_scalar.h has both passes in scalar form, as scalar_solve_circles, and a test
// compares them bit for bit: read it first. Preparing gives them the masses m of the normal and mt
// of the tangent:
//
//   1/m = 1/mA + 1/mB,  1/mt = 1/mA + 1/mB + iA armA² + iB armB²
//
// The normal n, the gap and the arms are those of the moment, however far the circles have come, so
// a soft pass first turns the impulses that were applied before to the present line of centres:
// appliedX, appliedY is their sum in world axes. Linear and angular momentum are kept to rounding. Circles that will pass each
// other are not stopped, however early they come into view.
#include "contact_pass.h"

// Adds an impulse to B and the opposite to A. Neither has locked axes: one inverse mass for both.
static inline void apply_linear(Bodies4 *a, Bodies4 *b, f4 x, f4 y)
{
    a->vx = f4_mul_sub(a->vx, a->imx, x);
    a->vy = f4_mul_sub(a->vy, a->imx, y);
    b->vx = f4_mul_add(b->vx, b->imx, x);
    b->vy = f4_mul_add(b->vy, b->imx, y);
}

// The accumulated impulses of the step before go into the velocities; `approach` is vn before any
// constraint of this step.
static SOLVE_INLINE void warm_start(MicaWorld *world, const StepContext *context,
                                    ContactBlockCircles *k, const BlockSurface *surface,
                                    CirclesNow *s, f4 approach)
{
    SolverScratch *scratch = solver_scratch(world);
    f4 zero = f4_zero(), warm = f4_splat(context->warmScale);
    f4 pn = f4_mul(warm, f4_load(k->normalImpulse)), pt = f4_mul(warm, f4_load(k->tangentImpulse));
    f4 grip = f4_max(f4_load(k->friction), f4_abs(pt));
    f4 bouncy = surface != NULL ? f4_lt(zero, f4_load(surface->restitution)) : zero;
    k->common.flags = (f4_mask(f4_lt(zero, grip)) == 0 ? BLOCK_FRICTIONLESS : 0) |
                      (f4_mask(bouncy) != 0 ? BLOCK_RESTITUTION : 0);
    f4 px = f4_mul_add(f4_mul(pn, s->nx), pt, s->ny), py = f4_mul_sub(f4_mul(pn, s->ny), pt, s->nx);
    f4_store(k->appliedX, px);
    f4_store(k->appliedY, py);
    f4_store(k->gapMoment, f4_mul(pt, s->halfGap));
    f4_store(k->solveNx, s->nx);
    f4_store(k->solveNy, s->ny);
    f4_store(k->relaxedImpulse, pn);
    f4_store(k->normalImpulse, pn);
    f4_store(k->tangentImpulse, pt);
    k->common.pushed = 0;
    f4_store(k->stepImpulse, zero);
    f4_store(k->stepTangentImpulse, zero);
    f4_store(k->approach, approach);
    // A hit may be emitted where the circles approach at speed now, or where a bounce may make
    // them.
    int32_t hits = f4_mask(bouncy) | f4_mask(f4_lt(approach, f4_splat(-world->state.hitSpeed)));
    scratch->maxHits += __builtin_popcount((unsigned)hits);
    apply_linear(&s->a, &s->b, px, py);
    s->a.w = f4_mul_add(s->a.w, f4_mul(f4_load(k->iA), s->armA), pt);
    s->b.w = f4_mul_add(s->b.w, f4_mul(f4_load(k->iB), s->armB), pt);
    scatter_velocities(world->scratch.solverBodies.data, k->common.a, &s->a);
    scatter_velocities(world->scratch.solverBodies.data, k->common.b, &s->b);
}

void contact_circles_prepare(MicaWorld *world, const StepContext *context, void *block,
                             const BlockLane *lanes, BlockSurface *surface)
{
    ContactBlockCircles *k = block;
    const SolverMotion *motionA[4], *motionB[4];
    for (int32_t i = 0; i < 4; ++i) {
        k->common.a[i] = lanes[i].a;
        k->common.b[i] = lanes[i].b;
        motionA[i] = &world->scratch.solverMotion.data[k->common.a[i]];
        motionB[i] = &world->scratch.solverMotion.data[k->common.b[i]];
    }
    // Of each side: centre, inverse inertia, whether it is dynamic.
    f4 zero = f4_zero(), one = f4_splat(1.0f), sideA[4], sideB[4], baseA[4], baseB[4];
    LOAD_FIELDS(motionA, cx, sideA);
    LOAD_FIELDS(motionB, cx, sideB);
    LOAD_FIELDS(motionA, base, baseA);
    LOAD_FIELDS(motionB, base, baseB);
    CirclesNow s;
    gather_velocities(world->scratch.solverBodies.data, k->common.a, &s.a);
    gather_velocities(world->scratch.solverBodies.data, k->common.b, &s.b);
    f4 cx = f4_sub(sideB[0], sideA[0]), cy = f4_sub(sideB[1], sideA[1]);
    f4 distance = f4_sqrt(f4_mul_add(f4_mul(cx, cx), cy, cy)), apart = f4_lt(zero, distance);
    f4 inverse = f4_div(one, f4_select(apart, distance, one));
    s.nx = f4_mul(cx, inverse);
    s.ny = f4_select(apart, f4_mul(cy, inverse), one);
    f4 radiusA = f4_load(k->radiusA), radiusB = f4_load(k->radiusB);
    s.radii = f4_add(radiusA, radiusB);
    f4_store(k->nx, s.nx);
    f4_store(k->ny, s.ny);
    // An empty lane needs a line of centres, too.
    f4_store(k->centerDistance, f4_select(f4_lt(zero, s.radii), distance, one));
    f4 iA = sideA[2], iB = sideB[2];
    f4_store(k->iA, iA);
    f4_store(k->iB, iB);
    s.gap = f4_sub(distance, s.radii);
    s.halfGap = f4_mul(f4_splat(0.5f), s.gap);
    s.armA = f4_add(radiusA, s.halfGap);
    s.armB = f4_add(radiusB, s.halfGap);
    f4 linear = f4_add(s.a.imx, s.b.imx);
    f4 angular = f4_mul_add(f4_mul(iA, f4_mul(s.armA, s.armA)), iB, f4_mul(s.armB, s.armB));
    f4_store(k->normalMass, inverse_or_zero(linear));
    f4_store(k->tangentMass, inverse_or_zero(f4_add(linear, angular)));
    f4 approach =
        f4_mul_add(f4_mul(f4_sub(baseB[0], baseA[0]), s.nx), f4_sub(baseB[1], baseA[1]), s.ny);
    warm_start(world, context, k, surface, &s, approach);
}

// B's velocity as seen from A, and what the spins add to it along the tangent.
typedef struct CirclesVelocity {
    f4 vx, vy, spin;
} CirclesVelocity;

// The velocity that a pass solves for. bodies_accelerate applied the accumulated impulses along an
// older line; a soft pass takes them as turned to the line of now, and their arms as those of now.
static SOLVE_INLINE CirclesVelocity relative_velocity(const CirclesNow *s,
                                                      const ContactBlockCircles *k, f4 oldN,
                                                      f4 oldT, bool soft)
{
    CirclesVelocity v = {f4_sub(s->b.vx, s->a.vx), f4_sub(s->b.vy, s->a.vy),
                         f4_mul_add(f4_mul(s->armB, s->b.w), s->armA, s->a.w)};
    if (soft) {
        f4 linear = f4_add(s->a.imx, s->b.imx);
        f4 x = f4_mul_add(f4_mul(oldN, s->nx), oldT, s->ny),
           y = f4_mul_sub(f4_mul(oldN, s->ny), oldT, s->nx);
        v.vx = f4_mul_add(v.vx, linear, f4_sub(x, f4_load(k->appliedX)));
        v.vy = f4_mul_add(v.vy, linear, f4_sub(y, f4_load(k->appliedY)));
        f4 moment = f4_sub(f4_mul(oldT, s->halfGap), f4_load(k->gapMoment));
        f4 inverse = f4_mul_add(f4_mul(f4_load(k->iB), s->armB), f4_load(k->iA), s->armA);
        v.spin = f4_mul_add(v.spin, inverse, moment);
    }
    return v;
}

// Stores the new impulses and gives the bodies what they change: in the soft pass against all that
// was applied so far, since the line has turned; in the relax pass the difference.
static SOLVE_INLINE void apply_impulses(const PassContext *pass, ContactBlockCircles *k,
                                        CirclesNow *s, f4 oldN, f4 oldT, f4 nextN, f4 nextT,
                                        bool soft)
{
    f4 px = f4_load(k->appliedX), py = f4_load(k->appliedY), moment = f4_load(k->gapMoment);
    f4_store(k->normalImpulse, nextN);
    f4 changeT = f4_sub(nextT, oldT), x, y, nextMoment;
    if (soft) {
        k->common.pushed |= f4_mask(f4_lt(f4_zero(), nextN));
        f4_store(k->solveNx, s->nx);
        f4_store(k->solveNy, s->ny);
        x = f4_mul_add(f4_mul(nextN, s->nx), nextT, s->ny);
        y = f4_mul_sub(f4_mul(nextN, s->ny), nextT, s->nx);
        nextMoment = f4_mul(nextT, s->halfGap);
    } else {
        f4_store(k->relaxedImpulse, nextN);
        f4_store(k->stepImpulse, f4_add(f4_load(k->stepImpulse), nextN));
        f4_store(k->stepTangentImpulse, f4_add(f4_load(k->stepTangentImpulse), nextT));
        f4 changeN = f4_sub(nextN, oldN);
        x = f4_add(px, f4_mul_add(f4_mul(changeN, s->nx), changeT, s->ny));
        y = f4_add(py, f4_mul_sub(f4_mul(changeN, s->ny), changeT, s->nx));
        nextMoment = f4_mul_add(moment, changeT, s->halfGap);
    }
    apply_linear(&s->a, &s->b, f4_sub(x, px), f4_sub(y, py));
    f4 gained = f4_sub(nextMoment, moment);
    s->a.w = f4_mul_add(s->a.w, f4_load(k->iA), f4_mul_add(gained, f4_load(k->radiusA), changeT));
    s->b.w = f4_mul_add(s->b.w, f4_load(k->iB), f4_mul_add(gained, f4_load(k->radiusB), changeT));
    f4_store(k->appliedX, x);
    f4_store(k->appliedY, y);
    f4_store(k->gapMoment, nextMoment);
    scatter_velocities(pass->bodies, k->common.a, &s->a);
    scatter_velocities(pass->bodies, k->common.b, &s->b);
}

// Normal and friction row at once: neither changes the other's velocity, so neither waits for the
// other's answer.
static SOLVE_INLINE void solve_block(const PassContext *pass, ContactBlockCircles *k,
                                     const BlockSurface *surface, bool soft)
{
    CirclesNow s = contact_circles_read(pass->bodies, k);
    f4 oldN = f4_load(k->normalImpulse), oldT = f4_load(k->tangentImpulse),
       relaxed = f4_load(k->relaxedImpulse);
    CirclesVelocity v = relative_velocity(&s, k, oldN, oldT, soft);
    // Circles that pass each other part as their line turns. No impulse did that, so none takes it
    // back: the relax pass measures along the normal of the soft pass.
    f4 measuredX = soft ? s.nx : f4_load(k->solveNx), measuredY = soft ? s.ny : f4_load(k->solveNy);
    f4 gap = soft ? contact_circles_gap_ahead(&s, v.vx, v.vy, pass->h) : s.gap, bouncy = f4_zero();
    if (!soft && (k->common.flags & BLOCK_RESTITUTION) != 0) {
        bouncy = f4_lt(f4_zero(), f4_load(surface->restitution));
    }
    f4 vn = f4_mul_add(f4_mul(v.vx, measuredX), v.vy, measuredY);
    RowTarget target = contact_row_target(pass, &pass->softness[0], gap, vn, oldN, bouncy, soft);
    f4 nextN = contact_solve_row(f4_load(k->normalMass), &target, oldN, soft), nextT = oldT;
    if ((k->common.flags & BLOCK_FRICTIONLESS) == 0) {
        f4 friction = f4_load(k->friction),
           limit = f4_mul(friction, contact_friction_load(oldN, relaxed, soft));
        if (!soft) {
            // The relax pass has changed the impulse of an impact: its friction goes by the result.
            limit = f4_select(contact_is_resting(nextN, relaxed), limit, f4_mul(friction, nextN));
        }
        f4 vt = f4_add(f4_mul_sub(f4_mul(v.vx, s.ny), v.vy, s.nx), v.spin);
        nextT = f4_mul_sub(oldT, f4_load(k->tangentMass), vt);
        nextT = f4_clamp(nextT, f4_neg(limit), limit);
        f4_store(k->tangentImpulse, nextT);
    }
    apply_impulses(pass, k, &s, oldN, oldT, nextN, nextT, soft);
}

void contact_circles_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    ContactBlockCircles *blocks = blocks_of(scratch, range);
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(pass, &blocks[i], NULL, true);
    }
}

void contact_circles_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    ContactBlockCircles *blocks = blocks_of(scratch, range);
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(pass, &blocks[i], block_surface(scratch, range, i), false);
    }
}

bool contact_circles_closes_fast(const void *block, int32_t lane, float invH)
{
    const ContactBlockCircles *k = block;
    return contact_point_closes_fast(
        k->centerDistance[lane] - (k->radiusA[lane] + k->radiusB[lane]), k->approach[lane], invH);
}

void contact_circles_scale(void *block, f4 by)
{
    ContactBlockCircles *k = block;
    float *fields[] = {k->normalImpulse, k->tangentImpulse, k->relaxedImpulse,
                       k->appliedX,      k->appliedY,       k->gapMoment};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        contact_scale_field(fields[i], by);
    }
}
