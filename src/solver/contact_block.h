// Four contacts side by side, as the contact kernels read them. Lanes without a contact name solver
// body 0 and have zero masses. The parts that every pass reads come first.
#pragma once

#include "bodies4.h"

enum {
    BLOCK_SURFACE = 1,    // some lane has rolling resistance or tangent speed
    BLOCK_BOUNCES = 2,    // some lane has restitution
    BLOCK_STILL = 4,      // one side of every lane gives nothing
    BLOCK_SMOOTH = 8,     // no lane has friction, nor carries any from before
    BLOCK_A_STANDS = 16,  // A is solver body 0 in every lane
    BLOCK_B_STANDS = 32,
};

typedef struct BlockHead {
    int32_t a[4], b[4];  // solver bodies
    float nx[4], ny[4], friction[4], iA[4], iB[4];
    // A's share of how far the bodies pass each other, the rest is B's: whose arm follows, see
    // contact_solve.c
    float shareA[4];
    // metres of passing up to which the masses, computed once a step, still serve
    float shiftLimit[4];
    // sum of every impulse times how far the bodies had passed each other when it acted
    float moment[4];
    int32_t flags, spare[3];
    // Friction. The two points of a face rub along one line, so one impulse does for both.
    float rtA[4], rtB[4];  // arm cross tangent
    float tangentMass[4], tangentImpulse[4];
} BlockHead;

// How the normal of one point turns within the step: of two circles with the line of centres, of
// what is round on a flat side with the body that has the side, A. Left as it was, it would lag
// behind, which gives energy to what rocks.
typedef struct BlockTurn {
    float bend[4];    // turn for each metre of passing, for two circles
    float pushed[4];  // turn of the normal that the soft pass pushed along
    float turned[4];  // sum of every tangent impulse times the turn of the tangent it acted along
    float bent[4];    // sum of every normal impulse times the turn of the normal it acted along
} BlockTurn;

// Of what is round on a flat side, besides.
typedef struct BlockFollow {
    float follows[4];  // 1: an empty lane has 0
    // Along the normal, metres of B's centre of mass above A's and of the round's centre above B's,
    // and how far that lies aside of B's, as B's arm does. What does not move has its centre in the
    // round's.
    float height[4], reach[4], aside[4];
    float passed[4], gained[4];  // what A's and B's arms had gained when the soft pass pushed
    float rolled[4];             // sum of every impulse times what B's arm had gained when it acted
} BlockFollow;

typedef struct BlockPoint {
    float rnA[4], rnB[4];  // arm cross normal
    float separation[4];   // at the start of the step
    float normalMass[4];
    float load[4];  // the normal impulse that the last substep ended with: the soft pass dips below
    // What contacts_store reads lies together.
    float normalImpulse[4], maxNormalImpulse[4];
    float approach[4];  // normal speed before any constraint acted, negative approaches
} BlockPoint;

// The two points of a face pull on the same two bodies: their normals are solved together.
typedef struct BlockPair {
    float k11[4], k12[4], k22[4];
    float inverseDeterminant[4];  // 0 where the points are too close to each other to tell apart
} BlockPair;

typedef struct ContactBlock1 {
    BlockHead head;
    BlockPoint points[1];
    BlockTurn turn;
} ContactBlock1;

typedef struct ContactBlockFollow {
    ContactBlock1 one;
    BlockFollow follow;
} ContactBlockFollow;

typedef struct ContactBlock2 {
    BlockHead head;
    BlockPoint points[2];
    BlockPair pair;
} ContactBlock2;

// Two balls, see contact_balls.c. An empty lane has no radii and no masses.
typedef struct ContactBlockBalls {
    int32_t a[4], b[4];  // solver bodies
    float nx[4], ny[4];  // from A's centre to B's when the step began,
    float between[4];    // and how far that is
    float radiusA[4], radiusB[4], friction[4], iA[4], iB[4];
    float normalMass[4], tangentMass[4];
    float load[4];       // as in BlockPoint
    float px[4], py[4];  // what B has been given in the end by all impulses, A the opposite
    float spun[4];       // sum of every tangent impulse times half the gap it acted across
    float pushedX[4], pushedY[4];  // the normal that the soft pass pushed along
    int32_t flags, spare[3];       // BLOCK_SMOOTH, BLOCK_BOUNCES
    float normalImpulse[4], tangentImpulse[4], maxNormalImpulse[4], approach[4];
} ContactBlockBalls;

// Contacts are solved by colour, and within a colour by kind.
#define CONTACT_BUCKETS (CONTACT_KINDS * (COLOUR_COUNT + 1))

static inline int32_t block_bytes(ContactKind kind)
{
    static const uint16_t bytes[CONTACT_KINDS] = {sizeof(ContactBlock2), sizeof(ContactBlockFollow),
                                                  sizeof(ContactBlock1), sizeof(ContactBlockBalls)};
    return bytes[kind];
}
// Faces are solved two blocks at a time, so every colour has an even number of them, the last of
// which may be empty; and a contact without a colour has an empty one beside its own.
static inline int32_t blocks_at_once(ContactKind kind) { return kind == CONTACT_TWO ? 2 : 1; }
// The range's first block of its kind.
static inline void *blocks_of(const MicaWorld *world, BlockRange range)
{
    return world->scratch.contactBlocks.data + range.offset;
}
// Of a block of one point, what follows a side has more; else null.
static inline BlockFollow *follow_of(ContactBlock1 *block, ContactKind kind)
{
    return kind == CONTACT_ROUND_ON_EDGE ? &((ContactBlockFollow *)block)->follow : NULL;
}
// The surface of block i of a range; there is none while no contact is solved that needs it.
static inline BlockSurface *block_surface(const MicaWorld *world, BlockRange range, int32_t i)
{
    return world->scratch.contactSurfaces.count > 0
               ? &world->scratch.contactSurfaces.data[range.firstLane / 4 + i]
               : NULL;
}

// How far the bodies have passed each other, D, and the normal has turned: what that makes of the
// arms. With C from A's centre of mass to B's at first, an impulse of one along the normal now
// turns both bodies together by (C + D) cross it.
typedef struct Shift {
    f4 nx, ny;         // the normal now
    f4 bend;           // its turn, clockwise
    f4 travel, along;  // D along n, with what a round's turn adds to the gap; D cross t
    f4 across;         // (C + D) cross the normal of the start, where that turns
    f4 passed;         // what the arms of the normal have gained together
    f4 tangent;        // and those of the tangent
    f4 gainN, gainT;   // what B's arms have gained by the turn of the round's centre, and A's too
    f4 normalA, normalB, tangentA, tangentB;  // what is to be added to A's arms, and taken from B's
} Shift;

// What turns by more than this (radians) within the step is taken as it was at first: nothing here
// is made for such turns.
#define MOST_TURN 0.25f

// `turn` is null for two points, whose normal stays as it is; `follow` is null where nothing
// follows a side.
static inline Shift make_shift(const BlockHead *head, const BlockPoint *point,
                               const BlockTurn *turn, const BlockFollow *follow, const Bodies4 *a,
                               const Bodies4 *b)
{
    f4 nx = f4_load(head->nx), ny = f4_load(head->ny), dx = f4_sub(b->dx, a->dx),
       dy = f4_sub(b->dy, a->dy);
    f4 one = f4_splat(1.0f), shareA = f4_load(head->shareA), shareB = f4_sub(one, shareA);
    Shift s;
    s.travel = f4_mul_add(f4_mul(dx, nx), dy, ny);
    f4 limit = f4_load(head->shiftLimit), lower = f4_neg(limit);
    f4 travel = f4_clamp(s.travel, lower, limit), cross = f4_sub(f4_mul(dx, ny), f4_mul(dy, nx));
    s.passed = f4_clamp(cross, lower, limit);
    s.along = s.tangent = f4_neg(travel);
    s.nx = nx;
    s.ny = ny;
    s.bend = s.across = s.gainN = s.gainT = f4_zero();
    if (turn != NULL) {
        f4 curve = f4_load(turn->bend), straight = f4_le(curve, f4_zero());
        // The line of centres has grown by the travel, so its turn is less: by 1 / (1 + x), to
        // third order.
        f4 x = f4_mul(curve, travel);
        f4 round = f4_mul(curve, f4_mul(f4_sub(one, x), f4_mul_add(one, x, x)));
        s.bend = f4_mul(round, s.passed);
        s.across = s.passed;
        if (follow != NULL) {
            f4 follows = f4_load(follow->follows), most = f4_splat(MOST_TURN);
            f4 angle = f4_mul(follows, f4_and(f4_le(f4_abs(a->da), most), a->da));
            s.bend = f4_sub(s.bend, angle);
            f4 aside = f4_load(follow->aside), reach = f4_load(follow->reach);
            s.across = f4_mul_add(s.across, follows, f4_sub(f4_load(point->rnA), aside));
            f4 height = f4_add(f4_load(follow->height), travel);
            s.passed = f4_clamp(f4_mul_add(cross, angle, height), lower, limit);
            // The round's centre turns about B's, as seen by the side: sine and one less the
            // cosine.
            f4 roll = f4_sub(f4_mul(follows, b->da), angle);
            roll = f4_and(f4_le(f4_abs(roll), most), roll);
            f4 square = f4_mul(roll, roll);
            f4 sine = f4_mul_sub(roll, f4_mul(f4_splat(1.0f / 6.0f), square), roll);
            f4 rest = f4_mul(f4_mul(f4_splat(0.5f), square),
                             f4_mul_sub(one, f4_splat(1.0f / 12.0f), square));
            s.gainN = f4_neg(f4_mul_add(f4_mul(rest, aside), sine, reach));
            s.gainT = f4_sub(f4_mul(rest, reach), f4_mul(sine, aside));
            s.travel = f4_sub(s.travel, f4_mul_add(f4_mul(rest, reach), angle, cross));
        }
        s.passed = f4_and(straight, s.passed);
        // The tangent is (ny, -nx); it turns too.
        s.tangent = f4_mul_sub(s.along, s.bend, s.across);
        s.nx = f4_mul_add(nx, s.bend, ny);
        s.ny = f4_mul_sub(ny, s.bend, nx);
    }
    s.normalA = f4_mul_add(s.gainN, shareA, s.passed);
    s.normalB = f4_sub(f4_mul(shareB, s.passed), s.gainN);
    s.tangentA = f4_mul_add(s.gainT, shareA, s.tangent);
    s.tangentB = f4_sub(f4_mul(shareB, s.tangent), s.gainT);
    return s;
}
