// Four contacts side by side, as the contact kernels read them. Lanes without a contact name solver body 0 and have
// zero masses. The parts that every pass reads come first.
#pragma once

#include "bodies4.h"

enum {
    BLOCK_SURFACE = 1,  // some lane has rolling resistance or tangent speed
    BLOCK_BOUNCES = 2,  // some lane has restitution
};

typedef struct BlockHead {
    int32_t a[4], b[4];  // solver bodies
    float nx[4], ny[4], friction[4], iA[4], iB[4];
    float biasRate[4], massScale[4], impulseScale[4];
    float shareA[4],
        shareB[4];  // of how far the bodies pass each other: whose arm follows, see contact_solve.c
    float bend[4];  // two circles: turn of the normal for each metre of passing
    float centres[4];  // two circles: from centre to centre; or 0
    float shiftLimit
        [4];  // metres of passing up to which the masses, computed once a step, still serve
    float moment
        [4];  // sum of every impulse times how far the bodies had passed each other when it acted
    float turned
        [4];  // two circles: sum of every tangent impulse times how far they had passed sideways
    float bent
        [4];  // two circles: sum of every normal impulse times the turn of the normal it acted along
    int32_t flags, spare[3];
} BlockHead;

typedef struct BlockPoint {
    float rnA[4], rnB[4];  // arm cross normal
    float rtA[4], rtB[4];  // arm cross tangent
    float separation[4];   // at the start of the step
    float normalMass[4], tangentMass[4];
    float normalImpulse[4], tangentImpulse[4], maxNormalImpulse[4];
    float load[4];  // the normal impulse that the last substep ended with: the soft pass dips below
    float approach[4];  // normal speed before any constraint acted, negative approaches
} BlockPoint;

// The two points of a face pull on the same two bodies: their normals are solved together.
typedef struct BlockPair {
    float k11[4], k12[4], k22[4];
    float inverseDeterminant[4];  // 0 where the points are too close to each other to tell apart
} BlockPair;

typedef struct BlockTail {
    float restitution[4], tangentSpeed[4];
    float rollingResistance[4], rollingMass[4], rollingImpulse[4];
} BlockTail;

typedef struct ContactBlock1 {
    BlockHead head;
    BlockPoint points[1];
    BlockTail tail;
} ContactBlock1;

typedef struct ContactBlock2 {
    BlockHead head;
    BlockPoint points[2];
    BlockPair pair;
    BlockTail tail;
} ContactBlock2;

// How far the bodies have passed each other: D cross n and D cross t, each body's share of them, and D along n.
typedef struct Shift {
    f4 nx, ny;                          // the normal now
    f4 normal, tangent, travel, along;  // along: the tangent part but for the turn of the normal
    f4 bend;                            // that turn
    f4 passed;                          // normal, where the normal does not turn
    f4 normalA, normalB, tangentA, tangentB;
} Shift;

static inline Shift make_shift(const BlockHead *head, const Bodies4 *a, const Bodies4 *b)
{
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), dx = f4_sub(b->dx, a->dx),
       dy = f4_sub(b->dy, a->dy);
    f4 shareA = f4_load(head->shareA), shareB = f4_load(head->shareB);
    Shift s;
    s.travel = f4_mul_add(f4_mul(dx, nx), dy, ny);
    f4 limit = f4_load(head->shiftLimit), lower = f4_neg(limit);
    s.normal = f4_clamp(f4_sub(f4_mul(dx, ny), f4_mul(dy, nx)), lower, limit);
    f4 curve = f4_load(head->bend);
    // The tangent is (ny, -nx); where the normal turns it does too.
    s.along = f4_neg(f4_clamp(s.travel, lower, limit));
    s.tangent = f4_mul_sub(s.along, curve, f4_mul(s.normal, s.normal));
    f4 straight = f4_le(curve, f4_zero());
    s.normalA = f4_and(straight, f4_mul(shareA, s.normal));
    s.normalB = f4_and(straight, f4_mul(shareB, s.normal));
    s.tangentA = f4_mul(shareA, s.tangent);
    s.tangentB = f4_mul(shareB, s.tangent);
    // The line of centres has grown by the travel, so its turn is less: by 1 / (1 + x), to third order.
    f4 x = f4_mul(curve, f4_clamp(s.travel, lower, limit));
    f4 one = f4_splat(1.0f);
    f4 bend = f4_mul(f4_mul(curve, f4_mul(f4_sub(one, x), f4_mul_add(one, x, x))), s.normal);
    s.bend = bend;
    s.passed = f4_and(f4_le(curve, f4_zero()), s.normal);
    s.nx = f4_mul_add(nx, bend, ny);
    s.ny = f4_mul_sub(ny, bend, nx);
    return s;
}
