// Moved anchors: the arms, the normal and the gap of contact points after both bodies have moved by
// some of the step, without colliding shapes anew. Called by contact_solve.c and contact_bounce.c;
// pure arithmetic on blocks and bodies.
//
// scalar_move_anchors of contact_scalar.h is the same for one contact, and a test compares them bit
// for bit. C is the vector from A's centre of mass to B's when the step began, D = dB - dA the
// relative displacement since, n and t = (ny, -nx) normal and tangent then. A contact impulse P
// acts on both bodies in one point, so its two moments must differ by (C + D) x P:
//
//   armA x n - armB x n = (C + D) x n,      at first rnA - rnB = C x n.
//
// Arms from the start of the step miss D x n, and equal impulses would make spin out of nothing. A
// gets the lever-arm weight w of it and B the rest: w is 1 if A has the edge (B's point slides
// along it), 0 if B has it, 1/2 for two circles.
//
//   armA = rnA + w (D x n),     armB = rnB - (1 - w) (D x n),     likewise with t: D x t = -D.n
//
// Where the normal turns clockwise by a small angle b, n' = n + b t and t' = t - b n:
//
//   two circles:      b = (D x n) / distance; n' is the line of centres, so (C + D) x n' = 0
//   rounded on edge:  b = -daA; besides, the centre of the rounded shape turns about B's centre of
//                     mass by daB - daA as seen from the edge, and takes both arms along
//
// So angular momentum is kept to rounding.
#pragma once

#include "contact_block.h"

typedef struct MovedAnchors {
    f4 nx, ny;        // the normal now
    f4 normalTurn;    // b: its turn since the step began, clockwise
    f4 gapGain;       // D.n, and what the turn of a rounded shape adds
    f4 normalGain;    // of the normal arms, both together
    f4 tangentGain0;  // of the tangent arms, both together, as if the normal had not turned
    f4 tangentGain;   // as it has
    f4 normalLever;   // (C + D) x n where the normal turns, else 0
    // Of A's arms and B's by the turn of the rounded shape's centre about B's centre of mass
    f4 roundGainN, roundGainT;
    f4 normalA, normalB, tangentA, tangentB;  // to be added to A's arms, and taken from B's
} MovedAnchors;

// What a rounded shape on an edge adds. `cross` is D x n, `travel` is D.n.
static inline void anchors_turn_with_edge(MovedAnchors *s, const BlockHead *head,
                                          const BlockPoint *point, const BlockRounded *rounded,
                                          const Bodies4 *a, const Bodies4 *b, f4 travel, f4 cross)
{
    f4 one = f4_splat(1.0f), limit = f4_load(head->maxTravel), lower = f4_neg(limit);
    f4 present = f4_load(rounded->present), maximum = f4_splat(MAX_ANCHOR_TURN);
    f4 angle = f4_mul(present, f4_and(f4_le(f4_abs(a->da), maximum), a->da));
    s->normalTurn = f4_sub(s->normalTurn, angle);
    f4 aside = f4_load(rounded->centerAside), along = f4_load(rounded->centerAlong);
    s->normalLever = f4_mul_add(s->normalLever, present, f4_sub(f4_load(point->rnA), aside));
    f4 height = f4_add(f4_load(rounded->height), travel);
    s->normalGain = f4_clamp(f4_mul_add(cross, angle, height), lower, limit);
    // The turn of B as seen from the edge; its sine and one less its cosine by their series.
    f4 roll = f4_sub(f4_mul(present, b->da), angle);
    roll = f4_and(f4_le(f4_abs(roll), maximum), roll);
    f4 square = f4_mul(roll, roll);
    f4 sine = f4_mul_sub(roll, f4_mul(f4_splat(1.0f / 6.0f), square), roll);
    f4 versine =
        f4_mul(f4_mul(f4_splat(0.5f), square), f4_mul_sub(one, f4_splat(1.0f / 12.0f), square));
    s->roundGainN = f4_neg(f4_mul_add(f4_mul(versine, aside), sine, along));
    s->roundGainT = f4_sub(f4_mul(versine, along), f4_mul(sine, aside));
    s->gapGain = f4_sub(s->gapGain, f4_mul_add(f4_mul(versine, along), angle, cross));
}

// `turn` is null for two points, whose normal stays as it is; `rounded` is null where no rounded
// shape lies on an edge.
static inline MovedAnchors contact_move_anchors(const BlockHead *head, const BlockPoint *point,
                                                const BlockTurn *turn, const BlockRounded *rounded,
                                                const Bodies4 *a, const Bodies4 *b)
{
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), dx = f4_sub(b->dx, a->dx),
       dy = f4_sub(b->dy, a->dy);
    f4 one = f4_splat(1.0f), leverWeightA = f4_load(head->leverWeightA),
       leverWeightB = f4_sub(one, leverWeightA);
    MovedAnchors s;
    s.gapGain = f4_mul_add(f4_mul(dx, nx), dy, ny);
    f4 limit = f4_load(head->maxTravel), lower = f4_neg(limit);
    f4 travel = f4_clamp(s.gapGain, lower, limit), cross = f4_sub(f4_mul(dx, ny), f4_mul(dy, nx));
    s.normalGain = f4_clamp(cross, lower, limit);
    s.tangentGain0 = s.tangentGain = f4_neg(travel);
    s.nx = nx;
    s.ny = ny;
    s.normalTurn = s.normalLever = s.roundGainN = s.roundGainT = f4_zero();
    if (turn != NULL) {
        f4 curvature = f4_load(turn->curvature), straight = f4_le(curvature, f4_zero());
        // The line of centres has grown by the travel, so its turn is less: by 1 / (1 + x), to
        // third order.
        f4 x = f4_mul(curvature, travel);
        f4 perMetre = f4_mul(curvature, f4_mul(f4_sub(one, x), f4_mul_add(one, x, x)));
        s.normalTurn = f4_mul(perMetre, s.normalGain);
        s.normalLever = s.normalGain;
        if (rounded != NULL) {
            anchors_turn_with_edge(&s, head, point, rounded, a, b, travel, cross);
        }
        s.normalGain = f4_and(straight, s.normalGain);
        s.tangentGain = f4_mul_sub(s.tangentGain0, s.normalTurn, s.normalLever);
        s.nx = f4_mul_add(nx, s.normalTurn, ny);
        s.ny = f4_mul_sub(ny, s.normalTurn, nx);
    }
    s.normalA = f4_mul_add(s.roundGainN, leverWeightA, s.normalGain);
    s.normalB = f4_sub(f4_mul(leverWeightB, s.normalGain), s.roundGainN);
    s.tangentA = f4_mul_add(s.roundGainT, leverWeightA, s.tangentGain);
    s.tangentB = f4_sub(f4_mul(leverWeightB, s.tangentGain), s.roundGainT);
    return s;
}
