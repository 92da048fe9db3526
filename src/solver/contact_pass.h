// What the contact kernels share: softness, the target of one contact row, its impulse, and two
// circles as they are now. Included by contact_prepare.c, contact_bounce.c, contact_solve.c and
// contact_circles.c; all of it works on registers and writes nothing.
//
// A normal row has the letters of Catto, "Soft Constraints", GDC 2011:
//
//   s  = separation now                                        m = 1 / (n.K.n)
//   vn = n.(vB + wB x rB - vA - wA x rA)                       negative approaches
//   impulse = max(old - massScale m (vn + velocityBias) - impulseScale old, 0)
//
// scalar_row_target of contact_scalar.h has velocityBias and the scales of each case as ifs.
#pragma once

#include "contact_anchors.h"
#include "contact_kernel.h"

// Each pass has its own copy of each kernel with `soft` a constant: piles of circles take a tenth
// less time.
#if defined(SIMD_SCALAR)
#define SOLVE_INLINE inline  // always inlined it were four times the code, for 5 % less time
#else
#define SOLVE_INLINE inline __attribute__((always_inline))
#endif

typedef struct Softness4 {
    f4 biasRate, massScale, impulseScale;
    f4 stiffness;  // 1 / massScale
} Softness4;

// What one pass over all blocks needs of the step.
struct PassContext {
    SolverBody *bodies;
    f4 h, invH, pushSpeed;
    f4 impactSpeed;         // negative: what approaches faster sinks in by more than the slop
    Softness4 softness[2];  // where both bodies can move; where one of them is immovable
};

// The target of one row: velocity error and softness.
typedef struct RowTarget {
    f4 velocityError;  // vn + velocityBias: what is to become zero
    f4 massScale, impulseScale, stiffness;
    f4 skip;  // mask: this pass leaves the impulse as it is
} RowTarget;

// `gap` and `speed` are s and vn, `carried` the normal impulse so far, `bouncy` a mask of rows with
// restitution.
static inline RowTarget contact_row_target(const PassContext *pass, const Softness4 *softness,
                                           f4 gap, f4 speed, f4 carried, f4 bouncy, bool soft)
{
    f4 zero = f4_zero();
    f4 closing = f4_mul(gap, pass->invH);  // s / h
    RowTarget r;
    f4 open = f4_lt(zero, gap);
    if (soft) {
        // The softness is for resting contact. What would sink in by more than the slop is stopped
        // at once: 1 % left of a bullet's speed is through a thin wall within the substep.
        f4 impact = f4_lt(speed, pass->impactSpeed);
        f4 push = f4_max(f4_mul(softness->biasRate, gap), f4_neg(pass->pushSpeed));
        // Of an overlap s / h bounds the push: no spring pushes out more than all of it at once. Of
        // a gap it is the larger one, too.
        r.velocityError = f4_add(speed, f4_max(closing, push));
        f4 hard = f4_or(open, impact), one = f4_splat(1.0f);
        r.massScale = f4_select(hard, one, softness->massScale);
        r.impulseScale = f4_and_not(softness->impulseScale, hard);
        r.stiffness = f4_select(hard, one, softness->stiffness);
        r.skip = zero;
    } else {
        r.velocityError = f4_add(speed, f4_max(closing, zero));
        // The relax pass never stops bodies that are still apart and that the soft pass did not
        // push: the next substep does, with the velocity untouched. Nor those that have just met
        // and will bounce.
        f4 untouched = f4_le(carried, zero);
        r.skip = f4_and(f4_or(open, bouncy), untouched);
        r.massScale = r.impulseScale = r.stiffness = zero;  // not read
    }
    return r;
}

// The impulse of one row that is solved alone.
static inline f4 contact_solve_row(f4 mass, const RowTarget *target, f4 old, bool soft)
{
    if (!soft) {
        f4 next = f4_select(target->skip, old, f4_mul_sub(old, mass, target->velocityError));
        return f4_max(next, f4_zero());
    }
    f4 next = f4_mul_sub(old, f4_mul(mass, target->massScale), target->velocityError);
    return f4_max(f4_mul_sub(next, target->impulseScale, old), f4_zero());
}

// True where an impulse is close to the relaxed one of the last substep, so that the contact rests.
static inline f4 contact_is_resting(f4 impulse, f4 relaxed)
{
    f4 off = f4_max(f4_sub(impulse, relaxed), f4_sub(relaxed, impulse));
    return f4_le(off, f4_mul(f4_splat(RESTING_TOLERANCE), relaxed));
}

// The normal impulse N of the friction limit mu N. The relax pass takes the relaxed impulse of the
// last substep, unless this substep's soft pass fell far below it.
static inline f4 contact_friction_load(f4 normal, f4 relaxed, bool soft)
{
    f4 minimum = f4_mul(f4_splat(1.0f - RESTING_TOLERANCE), relaxed);
    return soft ? normal : f4_select(f4_lt(normal, minimum), normal, relaxed);
}

// Four pairs of circles as they are now: velocities, the line of centres n (the tangent is
// (ny, -nx)), the gap, and the arms, which both end in the middle of the gap.
typedef struct CirclesNow {
    Bodies4 a, b;  // velocities alone
    f4 nx, ny, radii, gap, halfGap, armA, armB;
} CirclesNow;

static inline CirclesNow contact_circles_read(const SolverBody *bodies,
                                              const ContactBlockCircles *k)
{
    CirclesNow s;
    gather_velocities(bodies, k->common.a, &s.a);
    gather_velocities(bodies, k->common.b, &s.b);
    f4 d[4];
    for (int32_t i = 0; i < 4; ++i) {
        d[i] = f4_sub(f4_load(&bodies[k->common.b[i]].dx), f4_load(&bodies[k->common.a[i]].dx));
    }
    f4_transpose(&d[0], &d[1], &d[2], &d[3]);
    f4 nx = f4_load(k->nx), ny = f4_load(k->ny), half = f4_splat(0.5f);
    f4 radiusA = f4_load(k->radiusA), radiusB = f4_load(k->radiusB),
       radii = s.radii = f4_add(radiusA, radiusB);
    f4 along = f4_add(f4_load(k->centerDistance), f4_mul_add(f4_mul(d[0], nx), d[1], ny)),
       across = f4_sub(f4_mul(d[0], ny), f4_mul(d[1], nx));
    // Centres nearer to each other than half the radii count as that far apart: the line would turn
    // about a point, or around, when one circle is deep in the other.
    f4 ahead = f4_max(along, f4_mul(half, radii));
    // Root and quotient do not wait for each other.
    f4 square = f4_mul_add(f4_mul(ahead, ahead), across, across), distance = f4_sqrt(square),
       inverse = f4_mul(distance, f4_div(f4_splat(1.0f), square));
    f4 cosine = f4_mul(ahead, inverse), sine = f4_mul(across, inverse);
    s.nx = f4_mul_add(f4_mul(cosine, nx), sine, ny);
    s.ny = f4_mul_sub(f4_mul(cosine, ny), sine, nx);
    s.gap = f4_add(f4_sub(distance, radii), f4_sub(along, ahead));
    s.halfGap = f4_mul(half, s.gap);
    s.armA = f4_add(radiusA, s.halfGap);
    s.armB = f4_add(radiusB, s.halfGap);
    return s;
}

// The gap that may close along the line of centres within the substep. Circles that pass each other
// come nearer by less than their speed along the line says: an open gap counts as what is left of
// it once B has moved across by x, which adds radii - sqrt(radii² - x²). `vx`, `vy`: B's velocity
// as seen from A.
static inline f4 contact_circles_gap_ahead(const CirclesNow *s, f4 vx, f4 vy, f4 h)
{
    f4 x = f4_mul(f4_sub(f4_mul(vx, s->ny), f4_mul(vy, s->nx)), h), zero = f4_zero();
    f4 left = f4_sqrt(f4_max(f4_mul_sub(f4_mul(s->radii, s->radii), x, x), zero));
    return f4_select(f4_lt(zero, s->gap), f4_add(s->gap, f4_sub(s->radii, left)), s->gap);
}
