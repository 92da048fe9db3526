// Joints made of rows, four side by side: every type but the revolute joint. A row is a direction
// in which two bodies can move against each other, along a vector or turning. A type names its rows
// in a JointRows and places them; joint_rows.c does the rest:
//   rigid rows    are solved as a whole, by the soft step, within the joint's own maximum; of a joint
//                 with its own frequency they are a spring of it;
//   free rows     have limit, motor and spring (row.h), coupled to the rigid ones.
//
// For one row, with the letters of arms.h: u is its vector (0 where it turns),
//
//     C' = u·(vB - vA) + sB wB - sA wA
//     λ changes  vA -= mA u λ,  wA -= iA sA λ,  vB += mB u λ,  wB += iB sB λ
//
// and for the rigid rows together, with J the matrix of their C':
//
//     K = J M⁻¹ Jᵀ
//     soft pass:   p = -s K⁻¹ (C' - speed + β C) - γ P
//     relax pass:  p = -K⁻¹ (C' - speed)
//     P += p, then cut to the maximum
//
// The rigid rows of a joint with its own frequency act as a force, as springs of row.h do, with K⁻¹
// in the place of m. Lines that drive have no β where the joint has no frequency of its own. Those
// along vectors and those that turn each reach their maximum alone, so they are solved one after
// the other, not as a whole.
//
// The vectors turn with the bodies. What bodies_accelerate carries over was applied along older
// ones: `applied` is the sum of force and moments as they were applied, and joint_rows_reanchor
// replaces it by those of today's rows, with the change of P that leaves C' as it was (see
// point.h).
#pragma once

#include "arms.h"
#include "row.h"

#define MAX_RIGID 3
#define MAX_FREE 2

typedef struct RowJacobian {
    f4 ux, uy, sA, sB;
} RowJacobian;

// Where the bodies of four joints are, for placing rows.
typedef struct JointPlace {
    Arms arms;
    f4 axisX, axisY;  // the joint's axis, fixed to A, in world axes; without one A's x axis
    f4 angle;         // of B against A, less the reference angle
    f4 length;        // MICA_JOINT_LENGTH
} JointPlace;

// What a type places: the rows, the errors C of rigid ones and the coordinates C of free ones.
typedef struct PlacedRows {
    RowJacobian rigid[MAX_RIGID], free[MAX_FREE];
    f4 error[MAX_RIGID], coordinate[MAX_FREE];
} PlacedRows;

// A type, without and with limit, motor or spring.
struct JointRows {
    int32_t rigid[2], free;  // how many rigid rows; free ones, with
    // Which of JOINT_LIMIT, JOINT_MOTOR and JOINT_SPRING act on each free row.
    uint8_t acts[MAX_FREE];
    void (*place)(const JointPlace *at, bool withFree, PlacedRows *out);
    bool direct;  // the rigid rows may be solved directly (direct.c)
    bool drives;  // its rigid rows drive: a frequency of 0 is none, and so is a maximum of 0
};

typedef struct RigidRow {
    float ux[4], uy[4], sA[4], sB[4];
    float error[4], impulse[4];  // C, P
} RigidRow;

typedef struct FreeRow {
    float ux[4], uy[4], sA[4], sB[4];
    float k[MAX_RIGID][4], g[MAX_RIGID][4];  // as kx, ky and gx, gy of RowBlock
    RowBlock row;
} FreeRow;

typedef struct JointRowsBlock {
    ArmsBlock arms;
    float axisX[4], axisY[4], angle[4], length[4];  // at the start of the step
    float rate[4], massScale[4], impulseScale[4];   // β, s, γ of the rigid rows
    float notSpring[4];                             // 1; 0 of a spring
    float coupled[4];  // 1; 0 where free rows cannot reckon with the answer of the rigid ones
    float speed[MAX_RIGID][4];
    float maxImpulse[2][4];  // of the impulse along vectors, and of the one that turns
    float pivots[MAX_RIGID][4], lower[MAX_RIGID][4];  // K = L D Lᵀ: 1 / D; L10, L20, L21
    float applied[4][4];                              // force x, y, moments on A and B
    float springRate[4], springLoss[4];               // of rigid rows that are a spring, see row.h
    // Energy of impulses of a spring (J) per joule that the spring has and substep
    float springReach[4];
    float springTurn[4];  // radians/s by which it may turn a body in a substep
    // Of a spring that holds a pose: K = L D Lᵀ at rest
    float springPivots[MAX_RIGID][4], springLower[MAX_RIGID][4];
    float startError[MAX_RIGID][4], startSpeed[MAX_RIGID][4];  // C and C' when the step began
    float springForce[2][4];    // x, y of all springs of a lane, in this substep
    int32_t springs, spare[3];  // whether some lane has a spring
    float drivenWork[4];        // impulses of rows that drive times their speed
    float peak[2][4];           // largest force and torque impulse of any substep
    RigidRow rigid[MAX_RIGID];
    FreeRow free[MAX_FREE];
} JointRowsBlock;

// ------------------------------------------------------- shared by joint_rows.c, joint_rows_spring.c

static inline const JointRows *joint_rows_of(JointRange range)
{
    return jointKernels[kind_type(range.kind)]->rows;
}

static inline JointRowsBlock *joint_rows_block(const SolverScratch *scratch, JointRange range,
                                               int32_t index)
{
    const JointKernel *kernel = jointKernels[kind_type(range.kind)];
    int32_t bytes = kernel->blockBytes[kind_has_row(range.kind)];
    return (JointRowsBlock *)(void *)(scratch->jointBlocks.data + range.offset + index * bytes);
}

static inline int32_t joint_rows_free_count(JointRange range)
{
    return kind_has_row(range.kind) ? joint_rows_of(range)->free : 0;
}

// Both kinds of rows begin with the four fields of a RowJacobian.
#define JACOBIAN_FIELDS(row) ((float(*)[4])(void *)(uintptr_t)(row)->ux)

// joint_rows_spring.c: the springs of a block that has been placed, before its warm start.
void joint_rows_prepare_springs(const MicaWorld *world, const JointRows *type, JointRowsBlock *k,
                                const JointLanes *of, const BlockLane *lanes, int32_t rigid,
                                int32_t free, const StepContext *context);

// Both bodies as a joint has them where its spring is at rest: inverse masses, arms in A's space.
typedef struct RestPose {
    float mA, mB, iA, iB;
    Vec2 rA, rB;
} RestPose;

// spring_mass.c: with B at an angle to A; what a unit impulse along u adds to the speed along v,
// where 0 turns; the same along a vector that turns freely, on average.
RestPose joint_rest_pose(const MicaWorld *world, const Joint *j, float angle);
float rest_coupling(const RestPose *r, Vec2 u, Vec2 v);
float rest_average(const RestPose *r);

// joint_rows_spring.c: the maximum impulse of a target joint in a substep while its body touches
// something.
float joint_rows_max_drag(const MicaWorld *world, const Joint *j, const StepContext *context);

// The axis of a joint in A's space; without one A's x axis.
static inline Vec2 joint_axis(const float *numbers)
{
    Vec2 axis = {numbers[MICA_JOINT_AXIS_X], numbers[MICA_JOINT_AXIS_Y]};
    return axis.x == 0.0f && axis.y == 0.0f ? (Vec2){1.0f, 0.0f} : axis;
}

// ------------------------------------------------------------------------------ for the types

// Bytes of a block of a type without and with free rows; the free ones come last.
#define JOINT_ROWS_BYTES(count)                                                                    \
    ((int32_t)(offsetof(JointRowsBlock, free) + (count) * sizeof(FreeRow)))

// Along a vector that is fixed to A.
static inline RowJacobian row_along(const JointPlace *at, f4 ux, f4 uy)
{
    const Arms *r = &at->arms;
    f4 ax = f4_add(r->rAx, r->dx), ay = f4_add(r->rAy, r->dy);
    return (RowJacobian){ux, uy, f4_sub(f4_mul(ax, uy), f4_mul(ay, ux)),
                         f4_sub(f4_mul(r->rBx, uy), f4_mul(r->rBy, ux))};
}

static inline RowJacobian row_turning(void)
{
    return (RowJacobian){f4_zero(), f4_zero(), f4_splat(1.0f), f4_splat(1.0f)};
}

// Whether it is a row that turns.
static inline f4 row_turns(const RowJacobian *l)
{
    return f4_lt(f4_mul_add(f4_mul(l->ux, l->ux), l->uy, l->uy), f4_splat(0.5f));
}

// d along a vector.
static inline f4 place_along(const JointPlace *at, f4 ux, f4 uy)
{
    return f4_mul_add(f4_mul(at->arms.dx, ux), at->arms.dy, uy);
}

// Two rows along A's axes and one that turns: the place of types that hold the pose of B.
void joint_rows_place_pose(const JointPlace *at, bool withFree, PlacedRows *out);

// The axis of a joint in world axes.
Vec2 joint_axis_now(const MicaWorld *world, const Joint *j);

// How the rigid rows of a joint act: as springs of its own frequency, by speed alone where they
// drive, or as stiff as the world's joints.
Softness joint_rows_softness(bool drives, const float *numbers, const StepContext *context);

// Two rows along the world's axes: the place of types that hold an anchor alone.
void joint_rows_place_point(const JointPlace *at, PlacedRows *out);

// The functions of a JointKernel, for every type made of rows.
void joint_rows_prepare(MicaWorld *world, const StepContext *context, JointRange range);
void joint_rows_reanchor(MicaWorld *world, JointRange range);
void joint_rows_force(MicaWorld *world, JointRange range);
void joint_rows_solve(MicaWorld *world, const StepContext *context, JointRange range);
void joint_rows_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again);
void joint_rows_scale(MicaWorld *world, JointRange range);
void joint_rows_work(MicaWorld *world, const StepContext *context, JointRange range);
void joint_rows_store(MicaWorld *world, const StepContext *context, JointRange range);
void joint_rows_read(const MicaWorld *world, const Joint *j, MicaJointState *state);
#define JOINT_ROWS_KERNEL(type, count)                                                             \
    {                                                                                              \
        joint_rows_prepare, joint_rows_reanchor, joint_rows_force, joint_rows_solve,               \
            joint_rows_relax, joint_rows_scale, joint_rows_work, joint_rows_store,                 \
            joint_rows_read, {JOINT_ROWS_BYTES(0), JOINT_ROWS_BYTES(count)}, &(type), NULL         \
    }
