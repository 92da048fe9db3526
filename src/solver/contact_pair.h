// The two normal rows of a face, solved together, four faces at a time. Called by contact_solve.c.
//
// Finds impulses x1, x2 such that, with r the velocity errors that are left without any impulse,
//
//   K x + r >= 0,   x >= 0,   x.(K x + r) = 0        r = velocityError - K old
//
// (Catto, "Iterative Dynamics with Temporal Coherence", 2005). Either both points push, or one, or
// none: scalar_solve_pair of contact_scalar.h has these cases as ifs.
//
// Softness is part of the problem: K / massScale stands for K and (1 - impulseScale) old for old.
// Subtracted from the answer instead, a soft point and a hard one would never agree, and piles
// creep.
#pragma once

#include "contact_pass.h"

static inline void contact_solve_pair(const BlockPair *pair, const BlockPoint *points,
                                      const RowTarget *target1, const RowTarget *target2, bool soft,
                                      f4 *x1, f4 *x2)
{
    f4 zero = f4_zero(), old1 = *x1, old2 = *x2;
    f4 k11 = f4_load(pair->k11), k12 = f4_load(pair->k12), k22 = f4_load(pair->k22);
    f4 mass1 = f4_load(points[0].normalMass), mass2 = f4_load(points[1].normalMass);
    f4 inverse = f4_load(pair->inverseDeterminant), regular = f4_lt(zero, inverse);
    // The old impulses as each row counts its own (own) and the other's (other).
    f4 own1 = old1, own2 = old2, other1 = old2, other2 = old1;
    if (soft) {
        // Where only one row is soft, it is soft in its own impulse alone.
        f4 one = f4_splat(1.0f);
        own1 = f4_mul_sub(old1, target1->impulseScale, old1);
        own2 = f4_mul_sub(old2, target2->impulseScale, old2);
        f4 bothSoft = f4_lt(zero, f4_mul(target1->impulseScale, target2->impulseScale));
        other1 = f4_select(bothSoft, own2, old2);
        other2 = f4_select(bothSoft, own1, old1);
        k11 = f4_mul(k11, target1->stiffness);
        k12 = f4_mul(k12, f4_select(bothSoft, target1->stiffness, one));
        k22 = f4_mul(k22, target2->stiffness);
        mass1 = f4_mul(mass1, target1->massScale);
        mass2 = f4_mul(mass2, target2->massScale);
        f4 determinant = f4_sub(f4_mul(k11, k22), f4_mul(k12, k12));
        inverse = f4_div(one, f4_select(regular, determinant, one));
    }
    f4 r1 = f4_sub(target1->velocityError, f4_add(f4_mul(k11, own1), f4_mul(k12, other1)));
    f4 r2 = f4_sub(target2->velocityError, f4_add(f4_mul(k12, other2), f4_mul(k22, own2)));
    // -K^-1 r times the determinant
    f4 sum1 = f4_sub(f4_mul(k12, r2), f4_mul(k22, r1)),
       sum2 = f4_sub(f4_mul(k12, r1), f4_mul(k11, r2));
    f4 only1 = f4_max(f4_neg(f4_mul(mass1, r1)), zero);
    f4 only2 = f4_max(f4_neg(f4_mul(mass2, r2)), zero);
    f4 positive1 = f4_le(zero, sum1), parts2 = f4_le(zero, r2);
    f4 both = f4_and(f4_and(positive1, f4_le(zero, sum2)), regular);
    // Where it is not both, the signs of the same sums tell which one it is. Testing k12 x1 + r2
    // would round differently, and could find that it is neither.
    f4 first = f4_and(f4_lt(r1, zero), f4_or(parts2, positive1));
    f4 both1 = f4_mul(inverse, sum1), both2 = f4_mul(inverse, sum2);
    f4 single1 = f4_and(only1, first), single2 = f4_and_not(only2, first);
    *x1 = f4_select(both, both1, single1);
    *x2 = f4_select(both, both2, single2);
    if (!soft) {
        // A skipped row leaves everything to the other.
        *x1 = f4_select(target1->skip, old1, f4_select(target2->skip, only1, *x1));
        *x2 = f4_select(target2->skip, old2, f4_select(target1->skip, only2, *x2));
    }
}
