// Four contacts of one colour side by side, as the contact kernels read and write them:
// contact_prepare.c fills blocks, contact_bounce.c, contact_solve.c and contact_circles.c work on
// them once or twice a substep, contact_store.c reads the impulses back. Lanes without a contact
// name solver body 0 and have zero masses. The parts that every pass reads come first.
#pragma once

#include "bodies4.h"

// BlockCommon.flags.
enum {
    BLOCK_SURFACE = 1,        // some lane has rolling resistance or tangent speed
    BLOCK_RESTITUTION = 2,    // some lane has restitution
    BLOCK_ONE_IMMOVABLE = 4,  // one body of every lane is not dynamic: stiffer softness
    BLOCK_FRICTIONLESS = 8,   // no lane has friction, nor a tangent impulse from the step before
    BLOCK_A_IMMOVABLE = 16,   // A is solver body 0 in every lane
    BLOCK_B_IMMOVABLE = 32,
    BLOCK_DRIVEN = 64,  // some lane is driven, see mark_driven in contact_prepare.c
};

// What every block begins with, whatever its kind.
typedef struct BlockCommon {
    int32_t a[4], b[4];  // solver bodies
    int32_t flags;
    int32_t pushed;  // mask of lanes that something has pushed in this step, if only for a moment
    int32_t spare[2];
} BlockCommon;

// Both bodies, the normal, and the friction row: the two points of a face slide along one line, so
// one tangent impulse serves both. Cross products with n and t = (ny, -nx) are scalars, so an arm
// below is the lever of a unit impulse about the centre of mass.
typedef struct BlockHead {
    BlockCommon common;
    union {
        struct {
            float nx[4], ny[4];  // the normal, once the block is prepared
        };
        struct {
            float localNx[4], localNy[4];  // in A's space, until then
        };
    };
    float friction[4], iA[4], iB[4];
    // Lever-arm weight of A, the rest is B's: which arm grows as the bodies pass each other, see
    // contact_anchors.h
    float leverWeightA[4];
    // Relative displacement (m) up to which the masses, computed once a step, still serve
    float maxTravel[4];
    // Sum of every impulse times what the arms had gained when it acted, see reanchor_impulses
    float gainMoment[4];
    float rtA[4], rtB[4];  // arm cross tangent
    float tangentMass[4], tangentImpulse[4];
    float stepTangentImpulse[4];  // as BlockPoint.stepImpulse
} BlockHead;

// How the normal of a single point turns within the step: with the line of centres of two circles,
// with body A where a rounded shape lies on an edge of A. A normal kept from the start of the step
// would lag behind, which gives energy to what rocks.
typedef struct BlockTurn {
    float curvature[4];  // of two circles: turn of the normal per metre of tangential displacement
    float solveTurn[4];  // turn of the normal in the last soft pass
    // Sums of every tangent impulse times the turn of the tangent that it acted along, and of every
    // normal impulse times the turn of the normal
    float tangentTurnSum[4], normalTurnSum[4];
} BlockTurn;

// A rounded shape on an edge, besides. Its centre and both centres of mass are given in the frame
// of the normal; what is immovable has its centre of mass in the centre of the rounded shape.
typedef struct BlockRounded {
    float present[4];  // 1; an empty lane has 0
    float height[4];   // of B's centre of mass above A's, along the normal
    union {
        float centerAlong[4];  // of the rounded shape above B's, along the normal
        float radius[4];       // of the rounded shape, until the block is prepared
    };
    float centerAside[4];              // and across it, signed as B's arm
    float solveArmA[4], solveArmB[4];  // gains of the normal arms in the last soft pass
    float centerMoment[4];  // sum of every impulse times the gain of B's arm when it acted
} BlockRounded;

typedef struct BlockPoint {
    union {
        struct {
            float rnA[4], rnB[4];  // arm cross normal, once the block is prepared
        };
        struct {
            float anchorX[4], anchorY[4];  // the contact's anchor in A's space, until then
        };
    };
    float separation[4];  // at the start of the step
    float normalMass[4];
    // The normal impulse that the last relax pass ended with; a soft pass ends below it.
    float relaxedImpulse[4];
    // contacts_store reads what follows, so it lies together.
    float normalImpulse[4];
    // What the point has exchanged in this step: the sum over the substeps of the impulse that each
    // ended with, which acted anew in each, and of bounces and driven contacts
    float stepImpulse[4];
    float approach[4];  // normal velocity before any constraint acted, negative approaches
} BlockPoint;

// The inverse mass matrix of a face's two normal rows, which are solved together, see
// contact_pair.h.
typedef struct BlockPair {
    float k11[4], k12[4], k22[4];
    float inverseDeterminant[4];  // 0 where the points lie too close together to tell apart
} BlockPair;

typedef struct ContactBlock1 {
    BlockHead head;
    BlockPoint points[1];
    BlockTurn turn;
} ContactBlock1;

typedef struct ContactBlockRounded {
    ContactBlock1 one;
    BlockRounded rounded;
} ContactBlockRounded;

typedef struct ContactBlock2 {
    BlockHead head;
    BlockPoint points[2];
    BlockPair pair;
} ContactBlock2;

// Two circles about their centres of mass, see contact_circles.c. An empty lane has no radii and no
// masses. Of the flags it has BLOCK_FRICTIONLESS, BLOCK_RESTITUTION and BLOCK_DRIVEN.
typedef struct ContactBlockCircles {
    BlockCommon common;
    float nx[4], ny[4];       // from A's centre to B's when the step began
    float centerDistance[4];  // then
    float radiusA[4], radiusB[4], friction[4], iA[4], iB[4];
    float normalMass[4], tangentMass[4];
    float relaxedImpulse[4];         // as in BlockPoint
    float appliedX[4], appliedY[4];  // sum of all impulses on B, A has got the opposite
    float gapMoment[4];              // sum of every tangent impulse times half the gap then
    float solveNx[4], solveNy[4];    // the normal in the last soft pass
    float stepTangentImpulse[4];     // as in BlockHead
    float normalImpulse[4], tangentImpulse[4], stepImpulse[4], approach[4];
} ContactBlockCircles;

// Contacts are solved by colour, and within a colour by kind: a bucket is one kind of one colour.
// The last colour holds contacts that found none (overflow).
#define CONTACT_BUCKETS (KIND_COUNT * (COLOUR_COUNT + 1))

static inline int32_t bucket_make(int32_t colour, int32_t kind)
{
    return KIND_COUNT * colour + kind;
}
static inline int32_t bucket_colour(int32_t bucket) { return bucket / KIND_COUNT; }
static inline ContactKind bucket_kind(int32_t bucket) { return (ContactKind)(bucket % KIND_COUNT); }
static inline bool bucket_is_overflow(int32_t bucket)
{
    return bucket_colour(bucket) == COLOUR_COUNT;
}

// The range's first block of its kind.
static inline void *blocks_of(const SolverScratch *scratch, BlockRange range)
{
    return scratch->contactBlocks.data + range.offset;
}
// The surface that holds a lane (counted through all blocks), or null: no block has one while no
// contact of the step needs it.
static inline BlockSurface *surface_of_lane(const SolverScratch *scratch, int32_t lane)
{
    return scratch->contactSurfaces.count > 0 ? &scratch->contactSurfaces.data[lane / 4] : NULL;
}
// The surface of block i of a range, or null.
static inline BlockSurface *block_surface(const SolverScratch *scratch, BlockRange range, int32_t i)
{
    return scratch->contactSurfaces.count > 0
               ? &scratch->contactSurfaces.data[range.firstLane / 4 + i]
               : NULL;
}
