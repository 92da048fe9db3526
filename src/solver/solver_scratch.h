// The scratch of solver/: what a step notes of its solver bodies, contacts in blocks of four, and what
// finds crowds, crushes, islands and fast bodies. Solver bodies themselves are scratch of world/: what
// measures motion within a step reads them in every room.
#pragma once

#include "joint_scratch.h"

// Consecutive blocks of four contacts of one colour and one kind.
typedef struct BlockRange {
    ContactKind kind;
    int32_t bucket;  // KIND_COUNT * colour + kind
    int32_t firstLane;
    int32_t count;
    int32_t offset;  // of the first block, in bytes from the start of contactBlocks
} BlockRange;

// Of a block of contacts with CONTACT_SURFACE in some lane: what few contacts have.
typedef struct BlockSurface {
    float restitution[4], tangentSpeed[4];
    float rollingResistance[4], rollingMass[4], rollingImpulse[4];
} BlockSurface;

// A contact point of a mover and a dynamic body. The normal points from the mover to the body.
typedef struct MoverRow {
    int32_t contact, solver;     // solver body of the dynamic body
    bool isGround;               // the mover stands on the body, which bears its weight
    Vec2 normal, arm;            // from the body's centre of mass
    float along, across;         // what the mover wants, m/s along the normal and its left_perp
    float gap, elapsed;          // m as the step begins; seconds since
    float mass, massAcross;      // effective masses, kg
    float maxImpulse, friction;  // N s a substep
    float impulse, impulseAcross, largest, approach;
    float stepImpulse, stepAcross;  // N s, the sums over the substeps
} MoverRow;

// A collider of an awake dynamic body that overlaps a collider with a field.
typedef struct FieldTouch {
    int32_t trigger, visitor;  // colliders
    int32_t next;              // of the same body, or NONE
} FieldTouch;

// x, y, rotation: what constraints have added to the square of a solver body's velocity so far in
// this step, see energy.c. Lane 3 is unused.
typedef struct SolverGain {
    float squares[4];
} SolverGain;

// A solver body that overlaps others deeply: the sum of the speeds by which its contacts push it,
// and of what they move it by.
// And of a body that overlaps immovable ones deeply: the two outermost normals that point to it,
// and whether all normals lie between those within half a turn.
typedef struct CrowdBody {
    float push;
    int32_t contacts;
    Vec2 move;
    Vec2 right, left;
    int32_t walls;
    bool wedged;
} CrowdBody;

// What a solver body touches or is jointed to: something immovable, a kinematic body that moves.
#define TOUCHES_IMMOVABLE 1
#define TOUCHES_MOVING 2

// Energies (J) and motion of an island, kept at its root, see energy.c.
typedef struct IslandEnergy {
    float gained, allowed, kinetic;
    float scale, carried;  // of the velocities; of what the next substep carries over
    float mass, inertia, angular, spin;
    Vec2 center, velocity;
    int32_t parts;  // bodies, of which a tree of joints that is solved directly counts as one
    bool anchored, unbounded;
} IslandEnergy;

// The boxes of four colliders of kinematic bodies, which the continuous phase tests linearly while
// there are at most FEW_KINEMATICS of them.
#define FEW_KINEMATICS 64
typedef struct KinematicBoxes {
    float lx[4], ly[4], ux[4], uy[4];
    int32_t collider[4];
} KinematicBoxes;

// Nothing reads it once the bodies have moved: a trigger event that finds no other memory takes it.
//   contactBlocks   see contactRanges
#define SOLVER_SPARES(X) X(ARRAY(char), contactBlocks)

// In the order of the phases that fill them.
//   limitedBodies     slots of the bodies in the solver with a maxSpeed of their own, ascending
//   bodyDriven        by solver body: the game has changed its velocity since the last step
//   fieldTouches      what overlaps fields; fieldHeads: by body slot, its first; fieldMarks: by
//                     field, on which body, by fields of which type, it has acted last
//   bodyLinks         by solver body: its last active contact, as 2 i or, if it is B, 2 i + 1;
//                     nextLinks: the next one of the same body, or NONE
//   moverRows         contact points of movers and dynamic bodies
//   bodyPushed        by solver body: something may push it in this step
//   bodyColours       by solver body: a bit for each colour that it has a constraint of
//   contactLanes      contacts by colour and kind; contactRanges: where their blocks are
//   contactSurfaces   one a block, or none at all
//   bouncedIn         by solver body: the pass of this substep in which it last bounced
//   solverGains, crowds   by solver body
//   bodyStopped       by solver body: its motion was no number
//   fastBodies        solver bodies that the continuous phase sweeps, ascending
//   kinematicBoxes    while the continuous phase sweeps, of at most FEW_KINEMATICS colliders
//   moveMarks         by solver body: MOVE_*
//   islandParents     union-find by solver body; islandLast: the last member put into a root's ring
//   islandMarks       what a solver body meets that its island ends at, TOUCHES_*
//   islandEnergies    at the roots
#define SOLVER_ARRAYS(X)                                                                           \
    X(IntList, limitedBodies)                                                                      \
    X(ARRAY(uint8_t), bodyDriven)                                                                  \
    X(ARRAY(FieldTouch), fieldTouches)                                                             \
    X(IntList, fieldHeads)                                                                         \
    X(IntList, fieldMarks)                                                                         \
    X(IntList, bodyLinks)                                                                          \
    X(IntList, nextLinks)                                                                          \
    X(ARRAY(MoverRow), moverRows)                                                                  \
    X(ARRAY(uint8_t), bodyPushed)                                                                  \
    X(KeyList, bodyColours)                                                                        \
    X(ARRAY(BlockLane), contactLanes)                                                              \
    X(ARRAY(BlockRange), contactRanges)                                                            \
    X(ARRAY(BlockSurface), contactSurfaces)                                                        \
    X(ARRAY(uint8_t), bouncedIn)                                                                   \
    X(ARRAY(SolverGain), solverGains)                                                              \
    X(ARRAY(CrowdBody), crowds)                                                                    \
    X(ARRAY(uint8_t), bodyStopped)                                                                 \
    X(IntList, fastBodies)                                                                         \
    X(ARRAY(KinematicBoxes), kinematicBoxes)                                                       \
    X(ARRAY(uint8_t), moveMarks)                                                                   \
    X(IntList, islandParents)                                                                      \
    X(IntList, islandLast)                                                                         \
    X(ARRAY(uint8_t), islandMarks)                                                                 \
    X(ARRAY(IslandEnergy), islandEnergies)

typedef struct SolverScratch {
    SOLVER_SPARES(ARRAY_MEMBER)
    SOLVER_ARRAYS(ARRAY_MEMBER)
    JOINT_ARRAYS(ARRAY_MEMBER)
    bool jointsSparse;       // most bodies rest: a step goes through the bits of awakeJoints
    float fastest;           // no body is expected to become faster in this step (m/s)
    bool componentsFound;    // componentParents are those of this step
    bool islandsFound;       // islandParents are those of this step
    bool crowded;            // some body has a CrowdBody that is parted
    bool wedged;             // some body overlaps immovable ones deeply from two sides
    int32_t drivenBodies;    // with bodyDriven
    int32_t drivenBlocks;    // contact blocks of this step with BLOCK_DRIVEN
    int32_t maxHits;         // contacts of this step that may be emitted as hits, at most
    int32_t kinematicCount;  // in kinematicBoxes, while the continuous phase sweeps
} SolverScratch;

static inline SolverScratch *solver_scratch(MicaWorld *world)
{
    return room_scratch(world, ROOM_SOLVER);
}
static inline const SolverScratch *solver_scratch_read(const MicaWorld *world)
{
    return room_scratch_read(world, ROOM_SOLVER);
}

// The first joint slot from `index` on that may act in this step, or joints.count.
static inline int32_t joint_next_awake(const MicaWorld *world, int32_t index)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    return next_bit(&scratch->awakeJoints, scratch->jointsSparse, index, world->state.joints.count);
}
