// Four joints side by side, as the joint kernels read them, and what joints_step.c asks of each
// kind's kernel. Lanes without a joint name solver body 0 and have zero masses. A kind is a type of
// joint with or without what makes its kernel longer; its blocks lie together.
#pragma once

#include "bodies4.h"

// A new kind takes a line here, its block below, and a file of five functions.
typedef enum JointKind {
    KIND_PIN,       // revolute, free to turn
    KIND_REVOLUTE,  // with a limit, a motor or a spring
    KIND_COUNT
} JointKind;

// The point that two bodies share.
typedef struct PinBlock {
    int32_t a[4], b[4];  // solver bodies
    float iA[4], iB[4], imyA[4], imyB[4];
    // At the start of the step, in world axes: anchors from the centres of mass, and from A's
    // centre to B's.
    float armAx[4], armAy[4], armBx[4], armBy[4], centersX[4], centersY[4];
    // As the bodies stand now: arms, how far B's anchor is from A's, the inverse of the mass
    // matrix.
    float rAx[4], rAy[4], rBx[4], rBy[4], errorX[4], errorY[4], m11[4], m12[4], m22[4];
    float impulseX[4], impulseY[4];
    float momentA[4], momentB[4];  // sum of each impulse's moment on the arm on which it acted
    float peak[4];                 // N² s²: square of the largest impulse of any substep
    float flat[4];                 // all ones where the mass matrix has one direction only
    int32_t anyFlat, watched;      // of the lanes in use; some lane may break
    int32_t spare[2];
} PinBlock;

// Turning about the point: limit, motor, spring.
typedef struct AxisBlock {
    float start[4], angle[4];  // at the start of the step, now
    // Speed of B's anchor for a unit angular impulse; m times that
    float kx[4], ky[4], gx[4], gy[4];
    float mass[4], softMass[4];        // against a point that is held firmly, or softly
    float motorSpeed[4], maxMotor[4];  // rad/s, N m s a substep
    float springTarget[4], springRate[4], springLoss[4], springStiff[4];  // see spring_factors
    float lower[4], upper[4];
    float motorImpulse[4], springImpulse[4], lowerImpulse[4], upperImpulse[4];
    float peak[4];  // N m s: largest sum of the four
} AxisBlock;

typedef struct RevoluteBlock {
    PinBlock pin;
    AxisBlock axis;
} RevoluteBlock;

// A spring of a frequency and damping ratio over a substep: the speed loses `loss` of itself and
// `rate` times the distance. Stiff, 0 to 1: how much of it counts on the answer of the softly held
// point within the substep.
typedef struct SpringFactors {
    float rate, loss, stiff;
} SpringFactors;

SpringFactors spring_factors(float hertz, float dampingRatio, const StepContext *context);

// For the kernels' storing: the angle made in the step; the largest force and torque of its
// substeps.
void joint_turned(Joint *j, float angle);
void joint_watch(MicaWorld *world, Joint *j, float force, float torque);

// joint_revolute.c
void revolute_prepare(MicaWorld *world, const StepContext *context, JointRange range);
void revolute_reanchor(MicaWorld *world, JointRange range);
void revolute_solve(MicaWorld *world, const StepContext *context, JointRange range);
// `again`: the bodies have not moved since it last relaxed.
void revolute_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again);
void revolute_store(MicaWorld *world, const StepContext *context, JointRange range);
