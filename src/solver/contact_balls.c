// Blocks of two balls about their centres of mass: what crowds and pits of circles are made of.
// Made ready, and both passes, as contact_solve.c has them for all others, but exact and shorter. A
// push along the line of centres turns nobody. The line, the gap and the arms are those of the
// moment, whatever way the two have come: so what was pushed before is known as a whole and is
// turned with the line, and linear and angular momentum are kept to rounding. Two that will pass
// each other are not stopped, however early they are watched.
#include "contact_pass.h"

// On B, and the opposite on A. Neither has locks: one inverse mass for both axes.
static inline void push(Bodies4 *a, Bodies4 *b, f4 x, f4 y)
{
    a->vx = f4_mul_sub(a->vx, a->imx, x);
    a->vy = f4_mul_sub(a->vy, a->imx, y);
    b->vx = f4_mul_add(b->vx, b->imx, x);
    b->vy = f4_mul_add(b->vy, b->imx, y);
}

void balls_prepare(MicaWorld *world, const StepContext *context, ContactBlockBalls *k,
                   BlockSurface *surface)
{
    const SolverMotion *motionA[4], *motionB[4];
    for (int32_t i = 0; i < 4; ++i) {
        motionA[i] = &world->scratch.solverMotion.data[k->a[i]];
        motionB[i] = &world->scratch.solverMotion.data[k->b[i]];
    }
    f4 zero = f4_zero(), one = f4_splat(1.0f), sideA[4], sideB[4], baseA[4], baseB[4];
    LOAD_FIELDS(motionA, cx, sideA);
    LOAD_FIELDS(motionB, cx, sideB);
    LOAD_FIELDS(motionA, base, baseA);
    LOAD_FIELDS(motionB, base, baseB);
    Bodies4 a, b;
    gather_velocities(world->scratch.solverBodies.data, k->a, &a);
    gather_velocities(world->scratch.solverBodies.data, k->b, &b);
    f4 cx = f4_sub(sideB[0], sideA[0]), cy = f4_sub(sideB[1], sideA[1]);
    f4 between = f4_sqrt(f4_mul_add(f4_mul(cx, cx), cy, cy)), apart = f4_lt(zero, between);
    f4 inverse = f4_div(one, f4_select(apart, between, one));
    f4 nx = f4_mul(cx, inverse), ny = f4_select(apart, f4_mul(cy, inverse), one);
    f4 radiusA = f4_load(k->radiusA), radiusB = f4_load(k->radiusB),
       radii = f4_add(radiusA, radiusB);
    f4_store(k->nx, nx);
    f4_store(k->ny, ny);
    // An empty lane has a line, too.
    f4_store(k->between, f4_select(f4_lt(zero, radii), between, one));
    f4 iA = sideA[2], iB = sideB[2];
    f4_store(k->iA, iA);
    f4_store(k->iB, iB);
    f4 half = f4_mul(f4_splat(0.5f), f4_sub(between, radii)), armA = f4_add(radiusA, half),
       armB = f4_add(radiusB, half);
    f4 linear = f4_add(a.imx, b.imx);
    f4 turning = f4_mul_add(f4_mul(iA, f4_mul(armA, armA)), iB, f4_mul(armB, armB));
    f4_store(k->normalMass, inverse_or_zero(linear));
    f4_store(k->tangentMass, inverse_or_zero(f4_add(linear, turning)));
    f4 warm = f4_splat(context->warmScale);
    f4 pn = f4_mul(warm, f4_load(k->normalImpulse)), pt = f4_mul(warm, f4_load(k->tangentImpulse));
    f4 grip = f4_max(f4_load(k->friction), f4_abs(pt));
    f4 bounces = surface != NULL ? f4_lt(zero, f4_load(surface->restitution)) : zero;
    k->flags = (f4_mask(f4_lt(zero, grip)) == 0 ? BLOCK_SMOOTH : 0) |
               (f4_mask(bounces) != 0 ? BLOCK_BOUNCES : 0);
    f4 px = f4_mul_add(f4_mul(pn, nx), pt, ny), py = f4_mul_sub(f4_mul(pn, ny), pt, nx);
    f4_store(k->px, px);
    f4_store(k->py, py);
    f4_store(k->spun, f4_mul(pt, half));
    f4_store(k->pushedX, nx);
    f4_store(k->pushedY, ny);
    f4_store(k->load, pn);
    f4_store(k->normalImpulse, pn);
    f4_store(k->tangentImpulse, pt);
    f4_store(k->maxNormalImpulse, zero);
    f4 approach =
        f4_mul_add(f4_mul(f4_sub(baseB[0], baseA[0]), nx), f4_sub(baseB[1], baseA[1]), ny);
    f4_store(k->approach, approach);
    // A hit is told where one comes in at speed now, or may be made to by a bounce.
    int32_t hits = f4_mask(bounces) | f4_mask(f4_lt(approach, f4_splat(-world->state.hitSpeed)));
    world->scratch.maxHits += __builtin_popcount((unsigned)hits);
    push(&a, &b, px, py);
    a.w = f4_mul_add(a.w, f4_mul(iA, armA), pt);
    b.w = f4_mul_add(b.w, f4_mul(iB, armB), pt);
    scatter_velocities(world->scratch.solverBodies.data, k->a, &a);
    scatter_velocities(world->scratch.solverBodies.data, k->b, &b);
}

// Along the line and across it at once, for neither changes the other's speed: what waits for
// nothing is done sooner.
static SOLVE_INLINE void pass(const Solving *solving, ContactBlockBalls *k,
                              const BlockSurface *surface, bool soft)
{
    Balls s = read_balls(solving->bodies, k);
    f4 iA = f4_load(k->iA), iB = f4_load(k->iB);
    f4 oldN = f4_load(k->normalImpulse), oldT = f4_load(k->tangentImpulse), load = f4_load(k->load);
    f4 px = f4_load(k->px), py = f4_load(k->py), spun = f4_load(k->spun);
    f4 vx = f4_sub(s.b.vx, s.a.vx), vy = f4_sub(s.b.vy, s.a.vy);
    f4 turning = f4_mul_add(f4_mul(s.armB, s.b.w), s.armA, s.a.w);
    if (soft) {
        // What was pushed before turns to the line of now, and its arms to those of now.
        f4 linear = f4_add(s.a.imx, s.b.imx);
        f4 x = f4_mul_add(f4_mul(oldN, s.nx), oldT, s.ny),
           y = f4_mul_sub(f4_mul(oldN, s.ny), oldT, s.nx);
        vx = f4_mul_add(vx, linear, f4_sub(x, px));
        vy = f4_mul_add(vy, linear, f4_sub(y, py));
        f4 spin = f4_sub(f4_mul(oldT, s.half), spun);
        turning = f4_mul_add(turning, f4_mul_add(f4_mul(iB, s.armB), iA, s.armA), spin);
    }
    // What moves past a ball leaves it: that is no push to take back, so relaxing sees the speed as
    // the soft pass saw it.
    f4 seenX = soft ? s.nx : f4_load(k->pushedX), seenY = soft ? s.ny : f4_load(k->pushedY);
    f4 gap = soft ? balls_gap_ahead(&s, vx, vy, solving->h) : s.gap, bouncy = f4_zero();
    if (!soft && (k->flags & BLOCK_BOUNCES) != 0) {
        bouncy = f4_lt(f4_zero(), f4_load(surface->restitution));
    }
    f4 closing = f4_mul_add(f4_mul(vx, seenX), vy, seenY);
    Wish wish = make_wish(solving, &solving->softness[0], gap, closing, oldN, bouncy, soft);
    f4 nextN = solve_alone(f4_load(k->normalMass), &wish, oldN, soft), nextT = oldT;
    if ((k->flags & BLOCK_SMOOTH) == 0) {
        f4 friction = f4_load(k->friction), limit = f4_mul(friction, bearing(oldN, load, soft));
        if (!soft) {
            // Of an impact, which relaxing has changed, what it ended with counts.
            limit = f4_select(is_steady(nextN, load), limit, f4_mul(friction, nextN));
        }
        f4 slide = f4_add(f4_mul_sub(f4_mul(vx, s.ny), vy, s.nx), turning);
        nextT = f4_mul_sub(oldT, f4_load(k->tangentMass), slide);
        nextT = f4_clamp(nextT, f4_neg(limit), limit);
        f4_store(k->tangentImpulse, nextT);
    }
    f4_store(k->normalImpulse, nextN);
    f4 changeT = f4_sub(nextT, oldT), x, y, nextSpun;
    if (soft) {
        f4_store(k->maxNormalImpulse, f4_max(f4_load(k->maxNormalImpulse), nextN));
        f4_store(k->pushedX, s.nx);
        f4_store(k->pushedY, s.ny);
        x = f4_mul_add(f4_mul(nextN, s.nx), nextT, s.ny);
        y = f4_mul_sub(f4_mul(nextN, s.ny), nextT, s.nx);
        nextSpun = f4_mul(nextT, s.half);
    } else {
        f4_store(k->load, nextN);
        f4 changeN = f4_sub(nextN, oldN);
        x = f4_add(px, f4_mul_add(f4_mul(changeN, s.nx), changeT, s.ny));
        y = f4_add(py, f4_mul_sub(f4_mul(changeN, s.ny), changeT, s.nx));
        nextSpun = f4_mul_add(spun, changeT, s.half);
    }
    push(&s.a, &s.b, f4_sub(x, px), f4_sub(y, py));
    f4 gained = f4_sub(nextSpun, spun);
    s.a.w = f4_mul_add(s.a.w, iA, f4_mul_add(gained, f4_load(k->radiusA), changeT));
    s.b.w = f4_mul_add(s.b.w, iB, f4_mul_add(gained, f4_load(k->radiusB), changeT));
    f4_store(k->px, x);
    f4_store(k->py, y);
    f4_store(k->spun, nextSpun);
    scatter_velocities(solving->bodies, k->a, &s.a);
    scatter_velocities(solving->bodies, k->b, &s.b);
}

void balls_solve(const MicaWorld *world, const Solving *solving, BlockRange range)
{
    ContactBlockBalls *blocks = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i) {
        pass(solving, &blocks[i], NULL, true);
    }
}

void balls_relax(const MicaWorld *world, const Solving *solving, BlockRange range)
{
    ContactBlockBalls *blocks = blocks_of(world, range);
    for (int32_t i = 0; i < range.count; ++i) {
        pass(solving, &blocks[i], block_surface(world, range, i), false);
    }
}
