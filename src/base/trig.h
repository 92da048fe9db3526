// Trigonometry for small angles, beside mica_rot, mica_atan2 and mica_rot_angle of mica.h. See
// trig.c. The four-lane kernels evaluate the same polynomials from these coefficients.
#pragma once

#include "vec.h"

// Taylor series with their last coefficients adjusted. For |x| <= TRIG_SMALL, pi/4, the error is
// below 1e-7.
#define TRIG_SMALL 0.78539816f
#define TRIG_SIN_3 -1.6666654611e-1f
#define TRIG_SIN_5 8.3321608736e-3f
#define TRIG_SIN_7 -1.9515295891e-4f
#define TRIG_COS_4 4.166664568298827e-2f
#define TRIG_COS_6 -1.388731625493765e-3f
#define TRIG_COS_8 2.443315711809948e-5f

// mica_rot, with a short path for the small turns of a single step.
Rot trig_small_rot(float angle);
// trig_small_rot of four angles, through memory: LLVM 14 for wasm miscompiles a loop that collects
// the results of calls in one vector (a lane gets the result of its neighbour).
__attribute__((noinline)) void trig_small_turns(const float *angles, float *cosines, float *sines);
