// Joints made of lines, four side by side: every type but the revolute joint. A line is a direction
// in which two bodies can move against each other, along a vector or turning. A type names its lines
// in a LineType and places them; lines.c does the rest:
//   rigid lines   are solved as a whole, by the soft step, within the joint's own maximum; of a joint
//                 with its own frequency they are a spring of it;
//   free lines    have limit, motor and spring (row.h), coupled to the rigid ones.
//
// For one line, with the letters of arms.h: u is its vector (0 where it turns),
//
//     C' = u·(vB - vA) + sB wB - sA wA
//     λ changes  vA -= mA u λ,  wA -= iA sA λ,  vB += mB u λ,  wB += iB sB λ
//
// and for the rigid lines together, with J the matrix of their C':
//
//     K = J M⁻¹ Jᵀ
//     soft pass:   p = -s K⁻¹ (C' - speed + β C) - γ P
//     relax pass:  p = -K⁻¹ (C' - speed)
//     P += p, then cut to the maximum
//
// Rigid lines of a joint with its own frequency are no rows but a force, as springs of row.h, with K⁻¹
// in the place of m. Lines that drive have no β where the joint has no frequency of its own. Those
// along vectors and those that turn each reach their maximum alone, so they are solved one after the
// other, not as a whole.
//
// The vectors turn with the bodies. What bodies_accelerate carries over was applied along older
// ones: `applied` is the sum of force and moments as they were applied, and lines_reanchor replaces
// it by those of today's lines, with the change of P that leaves C' as it was (see point.h).
#pragma once

#include "arms.h"
#include "row.h"

#define MAX_RIGID 3
#define MAX_FREE 2
// Square of the phase, in radians, by which a spring may advance in a substep with all others of its
// bodies; from 4 on it would gain energy.
#define LINES_PHASE_SQUARED 2.0f
// Radians by which the pull of a spring may turn a body within a substep.
#define SPRING_TURN 0.5f

typedef struct Line {
    f4 ux, uy, sA, sB;
} Line;

// Where the bodies of four joints are, for placing lines.
typedef struct JointPlace {
    Arms arms;
    f4 axisX, axisY;  // the joint's axis, fixed to A, in world axes; without one A's x axis
    f4 angle;         // of B against A, less the reference angle
    f4 length;        // MICA_JOINT_LENGTH
} JointPlace;

// What a type places: the lines, the errors C of rigid ones and the coordinates C of free ones.
typedef struct PlacedLines {
    Line rigid[MAX_RIGID], free[MAX_FREE];
    f4 error[MAX_RIGID], coordinate[MAX_FREE];
} PlacedLines;

// A type, without and with limit, motor or spring.
struct LineType {
    int32_t rigid[2], free;  // how many rigid lines; free ones, with
    // Which of JOINT_LIMIT, JOINT_MOTOR and JOINT_SPRING act on each free line.
    uint8_t acts[MAX_FREE];
    void (*place)(const JointPlace *at, bool withFree, PlacedLines *out);
    bool direct;  // the rigid lines may be solved directly (direct.c)
    bool drives;  // its rigid lines drive: a frequency of 0 is none, and so is a maximum of 0
};

typedef struct RigidLine {
    float ux[4], uy[4], sA[4], sB[4];
    float error[4], impulse[4];  // C, P
} RigidLine;

typedef struct FreeLine {
    float ux[4], uy[4], sA[4], sB[4];
    float k[MAX_RIGID][4], g[MAX_RIGID][4];  // as kx, ky and gx, gy of RowBlock
    RowBlock row;
} FreeLine;

typedef struct LinesBlock {
    ArmsBlock arms;
    float axisX[4], axisY[4], angle[4], length[4];  // at the start of the step
    float rate[4], massScale[4], impulseScale[4];   // β, s, γ of the rigid lines
    float constrains[4];                            // 1; 0 of a spring
    float coupled[4];  // 1; 0 where free lines cannot reckon with the answer of the rigid ones
    float speed[MAX_RIGID][4];
    float most[2][4];  // of the impulse along vectors, and of the one that turns
    float pivots[MAX_RIGID][4], lower[MAX_RIGID][4];  // K = L D Lᵀ: 1 / D; L10, L20, L21
    float applied[4][4];                              // force x, y, moments on A and B
    float springRate[4], springLoss[4];               // of rigid lines that are a spring, see row.h
    // Energy of impulses of a spring (J) per joule that the spring has and substep
    float springReach[4];
    float springTurn[4];  // radians/s by which it may turn a body in a substep
    // Of a spring that holds a pose: K = L D Lᵀ at rest
    float springPivots[MAX_RIGID][4], springLower[MAX_RIGID][4];
    float startError[MAX_RIGID][4], startSpeed[MAX_RIGID][4];  // C and C' when the step began
    float springForce[2][4];    // x, y of all springs of a lane, in this substep
    int32_t springs, spare[3];  // whether some lane has a spring
    float drivenWork[4];        // impulses of lines that drive times their speed
    float peak[2][4];           // largest force and torque impulse of any substep
    RigidLine rigid[MAX_RIGID];
    FreeLine free[MAX_FREE];
} LinesBlock;

// ------------------------------------------------------------------ shared by lines.c and lines_spring.c

static inline const LineType *lines_type(JointRange range)
{
    return jointKernels[kind_type(range.kind)]->lines;
}

static inline LinesBlock *lines_block(const MicaWorld *world, JointRange range, int32_t index)
{
    const JointKernel *kernel = jointKernels[kind_type(range.kind)];
    int32_t bytes = kernel->blockBytes[kind_has_row(range.kind)];
    return (LinesBlock *)(void *)(world->scratch.jointBlocks.data + range.offset + index * bytes);
}

static inline int32_t lines_free_count(JointRange range)
{
    return kind_has_row(range.kind) ? lines_type(range)->free : 0;
}

// Both kinds of lines begin with the four fields of a Line.
#define LINE_FIELDS(line) ((float(*)[4])(void *)(uintptr_t)(line)->ux)

// lines_spring.c: the springs of a block that has been placed, before its warm start.
void lines_prepare_springs(const MicaWorld *world, const LineType *type, LinesBlock *k,
                           const JointLanes *of, const BlockLane *lanes, int32_t rigid,
                           int32_t free, const StepContext *context);

// Both bodies as a joint has them where its spring is at rest: inverse masses, arms in A's space.
typedef struct RestPose {
    float mA, mB, iA, iB;
    Vec2 rA, rB;
} RestPose;

// spring_mass.c: with B at an angle to A; what a unit impulse along u adds to the speed along v, where 0
// turns; the same along a vector that turns freely, on average.
RestPose joint_rest_pose(const MicaWorld *world, const Joint *j, float angle);
float rest_coupling(const RestPose *r, Vec2 u, Vec2 v);
float rest_average(const RestPose *r);

// lines_spring.c: the most that a target joint may use in a substep while its body touches something.
float lines_most_of_drag(const MicaWorld *world, const Joint *j, const StepContext *context);

// The axis of a joint in A's space; without one A's x axis.
static inline Vec2 joint_axis(const float *numbers)
{
    Vec2 axis = {numbers[MICA_JOINT_AXIS_X], numbers[MICA_JOINT_AXIS_Y]};
    return axis.x == 0.0f && axis.y == 0.0f ? (Vec2){1.0f, 0.0f} : axis;
}

// ------------------------------------------------------------------------------ for the types

// Bytes of a block of a type without and with free lines; the free ones come last.
#define LINES_BYTES(count) ((int32_t)(offsetof(LinesBlock, free) + (count) * sizeof(FreeLine)))

// Along a vector that is fixed to A.
static inline Line line_along(const JointPlace *at, f4 ux, f4 uy)
{
    const Arms *r = &at->arms;
    f4 ax = f4_add(r->rAx, r->dx), ay = f4_add(r->rAy, r->dy);
    return (Line){ux, uy, f4_sub(f4_mul(ax, uy), f4_mul(ay, ux)),
                  f4_sub(f4_mul(r->rBx, uy), f4_mul(r->rBy, ux))};
}

static inline Line line_turning(void)
{
    return (Line){f4_zero(), f4_zero(), f4_splat(1.0f), f4_splat(1.0f)};
}

// d along a vector.
static inline f4 place_along(const JointPlace *at, f4 ux, f4 uy)
{
    return f4_mul_add(f4_mul(at->arms.dx, ux), at->arms.dy, uy);
}

// Two lines along A's axes and one that turns: the place of types that hold the pose of B.
void lines_place_pose(const JointPlace *at, bool withFree, PlacedLines *out);

// The axis of a joint in world axes.
Vec2 joint_axis_now(const MicaWorld *world, const Joint *j);

// How the rigid lines of a joint act: as springs of its own frequency, by speed alone where they
// drive, or as stiff as the world's joints.
Softness lines_softness(bool drives, const float *numbers, const StepContext *context);

// Two lines along the world's axes: the place of types that hold an anchor alone.
void lines_place_point(const JointPlace *at, PlacedLines *out);

// The functions of a JointKernel, for every type made of lines.
void lines_prepare(MicaWorld *world, const StepContext *context, JointRange range);
void lines_reanchor(MicaWorld *world, JointRange range);
void lines_force(MicaWorld *world, JointRange range);
void lines_solve(MicaWorld *world, const StepContext *context, JointRange range);
void lines_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again);
void lines_scale(MicaWorld *world, JointRange range);
void lines_work(MicaWorld *world, const StepContext *context, JointRange range);
void lines_store(MicaWorld *world, const StepContext *context, JointRange range);
void lines_read(const MicaWorld *world, const Joint *j, MicaJointState *state);
#define LINES_KERNEL(type, count)                                                                  \
    {                                                                                              \
        lines_prepare, lines_reanchor, lines_force, lines_solve, lines_relax, lines_scale,         \
            lines_work, lines_store, lines_read, {LINES_BYTES(0), LINES_BYTES(count)}, &(type),    \
            NULL                                                                                   \
    }
