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

// Consecutive blocks of four joints of one colour and one kind.
typedef struct JointRange {
    int32_t kind;     // see joint_block.h
    int32_t touched;  // 1 if contacts act on their bodies too
    int32_t firstLane;
    int32_t count;
    int32_t offset;  // of the first block, in bytes from the start of jointBlocks
} JointRange;

// A symmetric 3 x 3 matrix as L D Lᵀ: inverse pivots, and L.
typedef struct Factor3 {
    float d0, d1, d2, l10, l20, l21;
} Factor3;

// Dynamic bodies that rigid joints connect, at the root of their union-find.
typedef struct DirectComponent {
    int32_t bodies, joints;         // joints between dynamic bodies
    int32_t immovableJoints, free;  // joints to immovable bodies; free rows of all
    bool maybeHard;  // whether some body has so many joints that blocks may not converge
} DirectComponent;

// One rigid row of a joint that is solved directly; letters as in solver/joints/direct.c. At a loop
// joint body A stands in the place of the parent.
typedef struct DirectRow {
    float J[3], JParent[3];    // of vx, vy, w of the own body and of its parent
    float error, invMJt[3];    // C; M⁻¹ Jᵀ
    float target;              // C' without an error
    float rhs;                 // right-hand side: target - b - J M⁻¹ m
    float lambda, lambdaTree;  // P of one solution; of the tree alone, without loop joints
    float impulse;             // their sum
} DirectRow;

// A joint that is solved directly, as its own body sees it: of a node, the joint to its parent.
typedef struct DirectJoint {
    int32_t joint, otherSolver;  // slot, NONE at a root that nothing holds; solver body
    bool isB;                    // the own body is the joint's body B
    int32_t touched;             // contacts of both bodies
    int32_t count;               // of rows
    bool rope, off;              // a rope's row acts on one side, and may be off (direct_ropes.c)
    float side;                  // of a rope: 1 at its longest, -1 at its shortest
    float gap;                   // of a rope: how far it is from there, metres
    float dropped;               // of a rope: impulse of earlier passes that this one takes back
    float give;                  // of the row across a rod, the second: speed for a unit impulse
    Vec2 armStart, otherArmStart, centers, axisStart;  // at the start of the step
    float angleStart;
    Vec2 arm, otherArm;  // r of both, now
    DirectRow rows[3];
    float before[3];  // impulses of the rigid rows in the last step
    // N² s²: the largest force impulse of any substep, squared; of a free row (N s), not squared.
    float peak;
} DirectJoint;

// A body of a tree of joints.
typedef struct DirectNode {
    int32_t solver, parent;  // solver body; node, or NONE
    DirectJoint joint;
    Rot turn;                            // of the body since the step began
    float stiffness, reach2;             // Σ r·P, largest r² of its joints
    float mass[6], momentum[3];          // M: xx, yx, yy, tx, ty, tt; m
    Factor3 factor, rowFactor;           // of M; of A
    float free[3];                       // M⁻¹ m
    float velocity[3], velocityTree[3];  // after a solution; of the tree alone, without loop joints
    float delta[3];                      // what the tree has done to the velocity in this substep
} DirectNode;

// A joint that closes a loop of a tree, or leads to a second immovable body. Own: body B.
typedef struct DirectLoopJoint {
    DirectJoint joint;
    int32_t solver, node, otherNode;  // nodes, NONE: immovable
} DirectLoopJoint;

// The limit, motor and spring of a row, for four joints side by side; letters as in
// solver/joints/row.h, whose functions work on it.
typedef struct RowBlock {
    float start[4], coordinate[4];     // C at the start of the step, and now
    float kx[4], ky[4], gx[4], gy[4];  // k, g
    float mass[4], softMass[4];        // m against a pair that answers rigidly, or softly
    float motorSpeed[4], maxMotor[4];  // per second; a substep's impulse
    float springTarget[4], springRate[4], springLoss[4];  // see SpringFactors
    float springCarry[4], springStiff[4];
    float springMass[4];               // by which the spring is at most as stiff; 0: by m
    float minSpring[4], maxSpring[4];  // a substep's impulse
    float lower[4], upper[4];
    float motorImpulse[4], springImpulse[4], lowerImpulse[4], upperImpulse[4];
    float peak[4];         // largest sum of the four in any substep
    float motorWork[4];    // motor impulses of all substeps times the motor's speed
    float startBefore[4];  // of a spring: C one substep before the start
} RowBlock;

// The same for one joint, in the first lane.
typedef struct ScalarRow {
    RowBlock lanes;
} ScalarRow;

// A limit, motor or spring of a joint of a tree: a free row (joint_rows.h). Own: body B.
typedef struct DirectFree {
    DirectLoopJoint pair;  // with its row in joint.rows[0], of no rigid row
    int32_t index;         // which free row of the joint
    float coordinate;
    float total;    // N s or N m s: the sum of all three
    float applied;  // of it, what the velocities have at the start of a pass
    ScalarRow row;
} DirectFree;

// Ranges of directNodes, directLoopJoints and directFree.
typedef struct DirectTree {
    int32_t node, endNode, loopJoint, endLoopJoint, free, endFree;
    bool mixed;         // blocks solve joints of its bodies too
    bool touched;       // some body has contacts
    bool ropes;         // some joint is a rope
    bool farOff;        // some joint is far from where it should be
    float energyAdded;  // kinetic energy by the joints in this substep, J: direct_energy.c
} DirectTree;

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
