// The scratch of joints, as part of that of solver/: joints in blocks of four by colour and kind, and
// the trees of joints that are solved directly (joints/direct.c). Filled once a step, then changed by
// every substep.
#pragma once

#include "contacts.h"

// One lane of a block of four constraints: the slot of a joint, or of the body A of a contact, and
// both solver bodies. Empty lanes: NONE and solver body 0.
typedef struct BlockLane {
    int32_t item, a, b;
} BlockLane;

// Consecutive blocks of four joints of one colour and one kind.
typedef struct JointRange {
    int32_t kind;     // see joint_kind
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
    float maxError[4];                 // a limit is corrected as if violated by no more
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

//   awakeJoints        while jointsSparse: a bit for each joint of a body that may be in the solver
//   jointBuckets       colour and kind of each of those joint slots
//   jointLanes         joints by colour and kind; jointRanges, jointBlocks: their blocks
//   springLoads        by solver body, see joint_load; nothing in a step without springs
//   directNodes        bodies of trees of joints, parents first; directOf: by solver body, or NONE
//   componentParents   union-find by solver body, of what rigid joints connect; componentEnds: how
//                      many of them a body has; directComponents: at the roots; componentJoints: by
//                      slot, whether the joint is one of these
//   directQueue        solver bodies of the component that is being looked at
//   directLoopJoints   the other joints of directTrees; directFree: their limits, motors, springs
#define JOINT_ARRAYS(X)                                                                            \
    X(KeyList, awakeJoints)                                                                        \
    X(IntList, jointBuckets)                                                                       \
    X(ARRAY(BlockLane), jointLanes)                                                                \
    X(ARRAY(JointRange), jointRanges)                                                              \
    X(ARRAY(char), jointBlocks)                                                                    \
    X(ARRAY(float), springLoads)                                                                   \
    X(ARRAY(DirectNode), directNodes)                                                              \
    X(IntList, directOf)                                                                           \
    X(IntList, componentParents)                                                                   \
    X(IntList, componentEnds)                                                                      \
    X(ARRAY(DirectComponent), directComponents)                                                    \
    X(ARRAY(uint8_t), componentJoints)                                                             \
    X(IntList, directQueue)                                                                        \
    X(ARRAY(DirectLoopJoint), directLoopJoints)                                                    \
    X(ARRAY(DirectFree), directFree)                                                               \
    X(ARRAY(DirectTree), directTrees)
