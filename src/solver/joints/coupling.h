// Joints that couple the coordinates of two pairs of bodies by one line, four side by side: pulley
// and gear. A pair has bodies, anchors and axis of a joint: c, its coordinate, and c' = J v, a line
// as in lines.h. With the ratio q,
//
//     C = c₁ + q c₂ - constant,   C' = c₁' + q c₂' = Σ u·v + s w over the four bodies
//     m = 1 / Σ (u M⁻¹ u + i s²)
//     soft pass:   λ = -s m (C' + β C) - γ Λ
//     relax pass:  λ = -m C',      Λ += λ, then cut to the maximum
//     λ changes  v += M⁻¹ u λ,  w += i s λ
//
// or, where the joint has limit, motor or spring, a row (row.h) whose coordinate is c₁ + q c₂. A
// body of both pairs counts once: what the second pair has of it is added to the first.
//
// The vectors turn with the bodies. What bodies_accelerate carries over was applied along older
// ones: reanchoring replaces it by Λ along today's, and changes Λ so that C' stays as it was.
#pragma once

#include "lines.h"

#define COUPLED 4  // bodies: A and B of the first pair, A and B of the second

struct CouplingType {
    // The joint whose bodies, anchors and axis a pair has; may be made in `made`. `pair`: 0 or 1.
    const Joint *(*pair)(const MicaWorld *world, const Joint *j, int32_t pair, Joint *made);
    // The line and the coordinate of a pair. `turns`: mask of the lanes whose joint turns; their
    // coordinate counts from the start of the step.
    void (*place)(const JointPlace *at, f4 turns, Line *line, f4 *coordinate);
    bool counts;  // it counts the turns of its pairs (gear_angle)
};

// A share of the line: what one body has of it.
typedef struct Share {
    float v[3][4];  // ux, uy, s
} Share;

typedef struct CoupledPair {
    ArmsBlock arms;
    float axisX[4], axisY[4];  // at the start of the step
    float turns[4];            // 1 where the joint turns, else 0
    float shared[2][2][4];     // 1 where A or B of the second pair is A or B of the first
} CoupledPair;

typedef struct CouplingBlock {
    CoupledPair pairs[2];
    float ratio[4], constant[4];
    float rate[4], massScale[4], impulseScale[4];  // β, s, γ
    float most[4];                                 // of |Λ|
    float mass[4], error[4], impulse[4], peak[4];  // m, C, Λ, the largest |Λ| of any substep
    float onB[2][4];                               // vector of the second pair's B for Λ = 1
    Share line[COUPLED], applied[COUPLED];         // the latter: impulses, as they were applied
    RowBlock row;  // last: a joint without limit, motor, spring has none
} CouplingBlock;

// The functions of a JointKernel.
void coupling_prepare(MicaWorld *world, const StepContext *context, JointRange range);
void coupling_reanchor(MicaWorld *world, JointRange range);
void coupling_solve(MicaWorld *world, const StepContext *context, JointRange range);
void coupling_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again);
void coupling_store(MicaWorld *world, const StepContext *context, JointRange range);
#define COUPLING_KERNEL(type, read)                                                                \
    {                                                                                              \
        coupling_prepare, coupling_reanchor, coupling_solve, coupling_relax, coupling_store, read, \
            {(int32_t)offsetof(CouplingBlock, row), sizeof(CouplingBlock)}, NULL, &(type)          \
    }
