// Joints that couple the coordinates of two pairs of bodies by one row: pulley and gear. They are
// rare, so they are solved one at a time. A pair has bodies, anchors and axis of a joint: c, its
// coordinate, and c' = J v, a row as in joint_rows.h. With the ratio q,
//
//     C = c₁ + q c₂ - constant,   C' = c₁' + q c₂' = Σ u·v + s w over the four bodies
//     m = 1 / Σ (u M⁻¹ u + i s²)
//     soft pass:   λ = -s m (C' + β C) - γ Λ
//     relax pass:  λ = -m C'; of a spring (joint_rows.h) 0
//     Λ += λ, then cut to the maximum
//     λ changes  v += M⁻¹ u λ,  w += i s λ
//
// or, where the joint has limit, motor or spring, a row (row.h) whose coordinate is c₁ + q c₂. A
// body of both pairs counts once: what the second pair has of it is added to the first.
//
// The vectors turn with the bodies. What bodies_accelerate carries over was applied along older
// ones: reanchoring replaces it by Λ along today's, and changes Λ so that C' stays as it was.
#pragma once

#include "joint_rows.h"

#define COUPLED 4  // bodies: A and B of the first pair, A and B of the second

// Where the bodies of a pair are, for placing its row; letters as in arms.h.
typedef struct PairPlace {
    Vec2 d, axis;
    float angle;  // of B against A, from the start of the step
    bool turns;   // its joint turns
} PairPlace;

struct CouplingType {
    // The joint whose bodies, anchors and axis a pair has; may be made in `endOfPair`. `pair`: 0 or
    // 1.
    const Joint *(*pair)(const MicaWorld *world, const Joint *j, int32_t pair, Joint *endOfPair);
    // The vector of a pair's row, zero where its joint turns, and the pair's coordinate.
    Vec2 (*place)(const PairPlace *at, float *coordinate);
    bool counts;  // it counts the turns of its pairs (gear_angle)
};

typedef struct Coupling {
    const CouplingType *type;
    int32_t joint, lane;               // slot of the joint; lane of its range
    bool hasRow, turns[2];             // the pair's joint
    float ratio[2], constant;          // of the pairs: 1, q
    Softness soft;                     // β, s, γ
    float notSpring;                   // 1; 0 of a spring
    float maxImpulse;                  // of |Λ|
    float mass, error, impulse, peak;  // m, C, Λ, the largest |Λ| of any substep
    SpringFactors spring;              // of one with its own frequency
    float startError, startBefore;     // C when the step began, and one substep before
    Vec2 onB;                          // vector of the second pair's B for Λ = 1
    Vec2 axis[2];                      // at the start of the step
    int32_t body[COUPLED];             // solver bodies
    float jacobian[COUPLED][4];        // u, s and 0
    float applied[COUPLED][4];         // impulses, as they were applied
    float inverseMass[COUPLED][4];     // M⁻¹, i and 0
    ArmsBlock arms;                    // of the first and the second pair in lanes 0 and 1
    // Last, as a joint without limit, motor and spring has none: then the next
    // coupling lies here, and has to be aligned.
    _Alignas(8) ScalarRow row;
} Coupling;
_Static_assert(offsetof(Coupling, row) % _Alignof(Coupling) == 0,
               "couplings without a row are aligned");

// The functions of a JointKernel. A block is four couplings, one behind the other.
void coupling_prepare(MicaWorld *world, const StepContext *context, JointRange range);
void coupling_reanchor(MicaWorld *world, JointRange range);
void coupling_force(MicaWorld *world, JointRange range);
void coupling_solve(MicaWorld *world, const StepContext *context, JointRange range);
void coupling_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again);
void coupling_scale(MicaWorld *world, JointRange range);
void coupling_work(MicaWorld *world, const StepContext *context, JointRange range);
void coupling_store(MicaWorld *world, const StepContext *context, JointRange range);
#define COUPLING_KERNEL(type, read)                                                                \
    {                                                                                              \
        coupling_prepare, coupling_reanchor, coupling_force, coupling_solve, coupling_relax,       \
            coupling_scale, coupling_work, coupling_store, read,                                   \
            {4 * (int32_t)offsetof(Coupling, row), 4 * sizeof(Coupling)}, NULL, &(type)            \
    }
