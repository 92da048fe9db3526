// The records of the world's scratch: working data of a step or of a batch of queries, filled
// before it is read. The arrays are listed in state.h.
#pragma once

#include "records.h"

// The kinds of contacts that the solver has kernels for.
typedef enum ContactKind {
    KIND_TWO,            // two points of a face
    KIND_ROUND_ON_EDGE,  // one point of a rounded shape on an edge
    KIND_ONE,            // any other single point
    // Two dynamic circles about their centres of mass, without rolling resistance or tangent speed.
    KIND_TWO_CIRCLES,
    KIND_COUNT
} ContactKind;

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

// Velocity and displacement of one awake body within a step, in two SIMD loads.
typedef struct SolverBody {
    float vx, vy, w, invMassX;
    // Displacement since the step began, plus the Kahan residual of the position.
    float dx, dy, da, invMassY;
} SolverBody;

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

// See SolverMotion.dynamic.
#define SPRUNG 2.0f

// What integrating a solver body reads once a substep.
typedef struct SolverMotion {
    // x, y, rotation: acceleration times the substep's length. Lane 3: linear damping factor.
    float acceleration[4];
    // x, y, rotation: velocity of this substep before any constraint. Lane 3: angular damping
    // factor.
    float base[4];
    float cx, cy, invInertia;
    float dynamic;  // 0, 1, or SPRUNG if springs act on it, so that it is no unconstrained body
} SolverMotion;

// x, y, rotation: what constraints have added to the square of a solver body's velocity so far in
// this step, see energy.c. Lane 3 is unused.
typedef struct SolverGain {
    float squares[4];
} SolverGain;

// What a solver body touches or is jointed to: something immovable, a kinematic body that moves.
#define TOUCHES_IMMOVABLE 1
#define TOUCHES_MOVING 2

// Energies (J) and motion of an island, kept at its root, see energy.c.
typedef struct IslandEnergy {
    float gained, allowed, kinetic;
    float scale, carried;  // of the velocities; of what the next substep carries over
    float mass, inertia, angular, spin;
    Vec2 center, velocity;
    int32_t bodies;
    bool anchored, unbounded;
} IslandEnergy;

// One lane of a block of four constraints: the slot of a joint, or of the body A of a contact, and
// both solver bodies. Empty lanes: NONE and solver body 0.
typedef struct BlockLane {
    int32_t item, a, b;
} BlockLane;

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

// The range of a body's origin within which all of its colliders stay in their fat boxes, if the
// body does not turn or is a circle about its origin: lower x, lower y, -upper x, -upper y. All 0:
// no range is known. See aabb_slack.h.
typedef struct AabbSlack {
    float bounds[4];
} AabbSlack;

// The boxes of four colliders of kinematic bodies, which the continuous phase tests linearly while
// there are at most FEW_KINEMATICS of them.
#define FEW_KINEMATICS 64
typedef struct KinematicBoxes {
    float lx[4], ly[4], ux[4], uy[4];
    int32_t collider[4];
} KinematicBoxes;

// What a step does to the contacts before it is certain to have its memory (undo.c): one changed,
// or removed, when the last one takes its place; some added from an index on; all of them
// reordered.
typedef enum UndoKind { UNDO_CHANGED, UNDO_REMOVED, UNDO_ADDED, UNDO_REORDERED } UndoKind;

typedef struct ContactUndo {
    int32_t change, index;  // ContactChange
    Contact before;         // of one that was changed or removed
} ContactUndo;
