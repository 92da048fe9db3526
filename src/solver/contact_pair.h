// The normals of a face's two points, solved together: a linear complementarity problem of two,
// four at a time.
#pragma once

#include "contact_pass.h"

// The two impulses, neither negative, that fulfil both wishes, or one where the other point then
// parts: the four cases of the linear complementarity problem. Catto, "Iterative dynamics with
// temporal coherence", 2005. Softness is part of the problem, and where both are soft in proportion
// to the masses that meet: taken off the answer instead, a soft point and a hard one would never
// agree, and piles creep.
static inline void solve_pair(const BlockPair *pair, const BlockPoint *points, const Wish *wish1,
                              const Wish *wish2, bool soft, f4 *x1, f4 *x2)
{
    f4 zero = f4_zero(), old1 = *x1, old2 = *x2;
    f4 k11 = f4_load(pair->k11), k12 = f4_load(pair->k12), k22 = f4_load(pair->k22);
    f4 mass1 = f4_load(points[0].normalMass), mass2 = f4_load(points[1].normalMass);
    f4 inverse = f4_load(pair->inverseDeterminant), apart = f4_lt(zero, inverse);
    // What is carried on: by each for its own sake, and for the other's.
    f4 own1 = old1, own2 = old2, for1 = old2, for2 = old1;
    if (soft) {
        f4 one = f4_splat(1.0f);
        own1 = f4_mul_sub(old1, wish1->impulseScale, old1);
        own2 = f4_mul_sub(old2, wish2->impulseScale, old2);
        f4 alike = f4_lt(zero, f4_mul(wish1->impulseScale, wish2->impulseScale));
        for1 = f4_select(alike, own2, old2);
        for2 = f4_select(alike, own1, old1);
        k11 = f4_mul(k11, wish1->stiffness);
        k12 = f4_mul(k12, f4_select(alike, wish1->stiffness, one));
        k22 = f4_mul(k22, wish2->stiffness);
        mass1 = f4_mul(mass1, wish1->massScale);
        mass2 = f4_mul(mass2, wish2->massScale);
        f4 determinant = f4_sub(f4_mul(k11, k22), f4_mul(k12, k12));
        inverse = f4_div(one, f4_select(apart, determinant, one));
    }
    f4 r1 = f4_sub(wish1->speed, f4_add(f4_mul(k11, own1), f4_mul(k12, for1)));
    f4 r2 = f4_sub(wish2->speed, f4_add(f4_mul(k12, for2), f4_mul(k22, own2)));
    f4 sum1 = f4_sub(f4_mul(k12, r2), f4_mul(k22, r1)),
       sum2 = f4_sub(f4_mul(k12, r1), f4_mul(k11, r2));
    f4 only1 = f4_max(f4_neg(f4_mul(mass1, r1)), zero);
    f4 only2 = f4_max(f4_neg(f4_mul(mass2, r2)), zero);
    f4 yes1 = f4_le(zero, sum1), parts2 = f4_le(zero, r2);
    f4 both = f4_and(f4_and(yes1, f4_le(zero, sum2)), apart);
    // Where it isn't both, the same sums tell which of them it is: a test of its own, rounded
    // otherwise, could find that it's neither.
    f4 first = f4_and(f4_lt(r1, zero), f4_or(parts2, yes1));
    f4 both1 = f4_mul(inverse, sum1), both2 = f4_mul(inverse, sum2);
    f4 other1 = f4_and(only1, first), other2 = f4_and_not(only2, first);
    *x1 = f4_select(both, both1, other1);
    *x2 = f4_select(both, both2, other2);
    if (!soft) {
        // One that waits leaves it all to the other.
        *x1 = f4_select(wish1->waits, old1, f4_select(wish2->waits, only1, *x1));
        *x2 = f4_select(wish2->waits, old2, f4_select(wish1->waits, only2, *x2));
    }
}
