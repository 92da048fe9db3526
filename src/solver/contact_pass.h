// What the contact kernels share: how softly contacts push, what a point asks for, and what one
// point alone is to carry.
#pragma once

#include "contact_block.h"

// A copy of each kernel for its pass, so that none asks which it is: piles of circles take a tenth
// less time.
#if defined(SIMD_SCALAR)
#define SOLVE_INLINE inline  // four times the code, for a twentieth of the time
#else
#define SOLVE_INLINE inline __attribute__((always_inline))
#endif

// How softly contacts push: between movers, and against what gives nothing.
typedef struct Softness4 {
    f4 biasRate, massScale, impulseScale;
    f4 stiffness;  // 1 / massScale
} Softness4;

typedef struct Solving {
    SolverBody *bodies;
    f4 h, invH, pushSpeed;
    Softness4 softness[2];
} Solving;

// contact_balls.c: a block of two balls made ready, and both passes over such. Without a surface
// none has restitution.
void balls_prepare(MicaWorld *world, const StepContext *context, ContactBlockBalls *block,
                   BlockSurface *surface);
void balls_solve(const MicaWorld *world, const Solving *solving, BlockRange range);
void balls_relax(const MicaWorld *world, const Solving *solving, BlockRange range);

// What one point asks for: the speed it should take, and how softly.
typedef struct Wish {
    f4 speed;  // normal speed now plus the bias: what is to become zero
    f4 massScale, impulseScale, stiffness;
    f4 waits;  // not to be pushed in this pass
} Wish;

// `gap` and `speed` along the normal as they are now, `carried` the normal impulse.
static inline Wish make_wish(const Solving *solving, const Softness4 *softness, f4 gap, f4 speed,
                             f4 carried, f4 bouncy, bool soft)
{
    f4 zero = f4_zero();
    f4 ahead = f4_mul(gap, solving->invH);  // an open gap may close within the substep, no faster
    Wish w;
    f4 open = f4_lt(zero, gap);
    if (soft) {
        // Softness4 is for resting contact. What would sink in by more than the slop is stopped at
        // once: a hundredth left of a bullet's speed is through a thin wall within the substep.
        f4 impact = f4_lt(speed, f4_mul(f4_splat(-LINEAR_SLOP), solving->invH));
        f4 push = f4_max(f4_mul(softness->biasRate, gap), f4_neg(solving->pushSpeed));
        // Where it is open, `ahead` is more: no spring pushes faster than all within the substep.
        w.speed = f4_add(speed, f4_max(ahead, push));
        f4 hard = f4_or(open, impact), one = f4_splat(1.0f);
        w.massScale = f4_select(hard, one, softness->massScale);
        w.impulseScale = f4_and_not(softness->impulseScale, hard);
        w.stiffness = f4_select(hard, one, softness->stiffness);
        w.waits = zero;
    } else {
        w.speed = f4_add(speed, f4_max(ahead, zero));
        // Relaxing never stops what is only about to meet, which this substep has not pushed: that
        // is the next one's, with the velocity untouched. Nor what has just met and is to bounce.
        f4 untouched = f4_le(carried, zero);
        w.waits = f4_and(f4_or(open, bouncy), untouched);
        w.massScale = w.impulseScale = w.stiffness = zero;  // of no use
    }
    return w;
}

// What one point alone is to carry, not negative; a soft one goes part of the way and forgets a
// little.
static inline f4 solve_alone(f4 mass, const Wish *wish, f4 old, bool soft)
{
    if (!soft) {
        f4 next = f4_select(wish->waits, old, f4_mul_sub(old, mass, wish->speed));
        return f4_max(next, f4_zero());
    }
    f4 part = f4_mul_sub(old, f4_mul(mass, wish->massScale), wish->speed);
    return f4_max(f4_mul_sub(part, wish->impulseScale, old), f4_zero());
}

// Whether an impulse is about what the contact carries.
#define STEADY 0.25f
static inline f4 is_steady(f4 impulse, f4 load)
{
    f4 off = f4_max(f4_sub(impulse, load), f4_sub(load, impulse));
    return f4_le(off, f4_mul(f4_splat(STEADY), load));
}

// The normal impulse that friction goes by. Relaxing goes by what the contact carries, where the
// push was about that or more.
static inline f4 bearing(f4 normal, f4 load, bool soft)
{
    return soft ? normal
                : f4_select(f4_lt(normal, f4_mul(f4_splat(1.0f - STEADY), load)), normal, load);
}

// Four pairs of balls as they are now: velocities, the line of centres (the tangent is (ny, -nx)),
// the gap, and the arms, which reach to its middle.
typedef struct Balls {
    Bodies4 a, b;  // velocities alone
    f4 nx, ny, radii, gap, half, armA, armB;
} Balls;

static inline Balls read_balls(const SolverBody *bodies, const ContactBlockBalls *k)
{
    Balls s;
    gather_velocities(bodies, k->a, &s.a);
    gather_velocities(bodies, k->b, &s.b);
    f4 d[4];
    for (int32_t i = 0; i < 4; ++i) {
        d[i] = f4_sub(f4_load(&bodies[k->b[i]].dx), f4_load(&bodies[k->a[i]].dx));
    }
    f4_transpose(&d[0], &d[1], &d[2], &d[3]);
    f4 nx = f4_load(k->nx), ny = f4_load(k->ny), half = f4_splat(0.5f);
    f4 radiusA = f4_load(k->radiusA), radiusB = f4_load(k->radiusB),
       radii = s.radii = f4_add(radiusA, radiusB);
    f4 along = f4_add(f4_load(k->between), f4_mul_add(f4_mul(d[0], nx), d[1], ny)),
       across = f4_sub(f4_mul(d[0], ny), f4_mul(d[1], nx));
    // Centres that come nearer than half the radii count as that far apart: the line does not turn
    // about a point, nor around, when one is deep in the other.
    f4 ahead = f4_max(along, f4_mul(half, radii));
    // Root and quotient side by side: neither waits for the other.
    f4 square = f4_mul_add(f4_mul(ahead, ahead), across, across), distance = f4_sqrt(square),
       inverse = f4_mul(distance, f4_div(f4_splat(1.0f), square));
    f4 cosine = f4_mul(ahead, inverse), sine = f4_mul(across, inverse);
    s.nx = f4_mul_add(f4_mul(cosine, nx), sine, ny);
    s.ny = f4_mul_sub(f4_mul(cosine, ny), sine, nx);
    s.gap = f4_add(f4_sub(distance, radii), f4_sub(along, ahead));
    s.half = f4_mul(half, s.gap);
    s.armA = f4_add(radiusA, s.half);
    s.armB = f4_add(radiusB, s.half);
    return s;
}

// What passes comes nearer by less than its speed along the line tells: an open gap may close by
// what is left when it has moved across, too. `vx`, `vy`: how fast B goes as seen from A.
static inline f4 balls_gap_ahead(const Balls *s, f4 vx, f4 vy, f4 h)
{
    f4 way = f4_mul(f4_sub(f4_mul(vx, s->ny), f4_mul(vy, s->nx)), h), zero = f4_zero();
    f4 left = f4_sqrt(f4_max(f4_mul_sub(f4_mul(s->radii, s->radii), way, way), zero));
    return f4_select(f4_lt(zero, s->gap), f4_add(s->gap, f4_sub(s->radii, left)), s->gap);
}
