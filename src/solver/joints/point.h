// The point part: two rows that keep a point of body A and a point of body B together, for four
// joints side by side. A joint type puts a PointBlock first in its block and composes the functions
// below.
//
// For one joint: x, v, w are a body's centre of mass, velocity and spin, m and i its inverse mass
// and inverse inertia, rA and rB the arms from the centres of mass to the anchors.
//
//     C  = xB + rB - xA - rA                                      position error
//     C' = vB + wB × rB - vA - wA × rA                            its rate
//     K  = (mA + mB) E + iA (rA² E - rA rAᵀ) + iB (rB² E - rB rBᵀ)
//     soft pass:   p = -s K⁻¹ (C' + β C) - γ P
//     relax pass:  p = -K⁻¹ C'
//     P += p;   vA -= mA p,  wA -= iA rA × p;   vB += mB p,  wB += iB rB × p
//
// s, β, γ: mass scale, bias rate and impulse scale of context->joint (Catto, "Soft Constraints",
// GDC 2011). P, the sum of the impulses, is carried into the next substep and step.
//
// The arms turn with the bodies, exactly, once a substep after the bodies moved. bodies_accelerate
// carries over what P did to the velocities, and that was done on older arms: momentA and momentB
// are the sums of r × p as they were applied, and point_reanchor replaces them by r × P on today's
// arms, so that a joint makes no spin. On a long arm of a body that turns easily the old P is then
// far from right: .01 rad off, .1 N s spin a ball of 6 cm on an arm of 10 m by 500 rad/s, and a
// soft pass leaves a part of that. Therefore re-anchoring also changes P so that C' stays as it
// was. Of all impulses this is the one nearest, in energy, to what the bodies carry (Gauss's
// principle of least constraint).
#pragma once

#include "arms.h"

typedef struct PointBlock {
    ArmsBlock arms;
    // As the bodies are now: rA, rB, C within JOINT_MAX_ERROR, K⁻¹.
    float rAx[4], rAy[4], rBx[4], rBy[4], errorX[4], errorY[4], m11[4], m12[4], m22[4];
    float impulseX[4], impulseY[4];  // P
    float momentA[4], momentB[4];
    float peak[4];             // N² s²: largest P² of any substep
    float flat[4];             // all ones where K has one direction only
    int32_t anyFlat, watched;  // of the lanes in use; some lane may break
    int32_t spare[2];
} PointBlock;

// Below this, determinant over squared trace, K has one direction only, and its pseudo-inverse has
// that one. Locked axes make it so, and there the bound is that of MIN_FREE_INVERSE_MASS, lest a
// body race round to move its anchor along such an axis.
#define FLAT_MATRIX 1e-7f
#define FLAT_LOCKED 1e-3f

// point.c Fills the block for four joints and warm starts; leaves the bodies gathered, for the
// caller to scatter.
void point_prepare(MicaWorld *world, const StepContext *context, const Joint *const *joints,
                   const BlockLane *lanes, PointBlock *p, Bodies4 *a, Bodies4 *b);
// Re-anchors all blocks of a range, each of which begins with its point.
void point_reanchor(MicaWorld *world, JointRange range, int32_t blockBytes);
// At the end of the step: brings P to the arms with which the next step begins.
void point_finish(PointBlock *p);
void point_store(const PointBlock *p, int32_t lane, Joint *j);
// Where K has one direction only, a part of P across it must not be carried on: nothing would ever
// answer it.
__attribute__((noinline)) void point_drop_across(const PointBlock *p, f4 *px, f4 *py);

// -------------------------------------------------------------------------------- arms, error, K⁻¹

// The plain C build would copy its 1,900 instructions into every kernel.
#ifdef MICA_SCALAR
#define PLACE_INLINE __attribute__((noinline))
#else
#define PLACE_INLINE inline
#endif

// Arms, error and K⁻¹ from how far the bodies have turned and moved. Where K has one direction
// only, its pseudo-inverse.
static PLACE_INLINE void point_place(PointBlock *p, const Bodies4 *a, const Bodies4 *b)
{
    Arms now = arms_now(&p->arms, a, b);
    f4 rAx = now.rAx, rAy = now.rAy, rBx = now.rBx, rBy = now.rBy;
    f4 maximum = f4_splat(JOINT_MAX_ERROR), minimum = f4_splat(-JOINT_MAX_ERROR);
    f4_store(p->rAx, rAx);
    f4_store(p->rAy, rAy);
    f4_store(p->rBx, rBx);
    f4_store(p->rBy, rBy);
    f4_store(p->errorX, f4_clamp(now.dx, minimum, maximum));
    f4_store(p->errorY, f4_clamp(now.dy, minimum, maximum));

    f4 iA = f4_load(p->arms.iA), iB = f4_load(p->arms.iB);
    f4 imx = f4_add(a->imx, b->imx), imy = f4_add(a->imy, b->imy);
    f4 xx = f4_mul_add(f4_mul(iA, f4_mul(rAx, rAx)), iB, f4_mul(rBx, rBx));
    f4 yy = f4_mul_add(f4_mul(iA, f4_mul(rAy, rAy)), iB, f4_mul(rBy, rBy));
    f4 xy = f4_mul_add(f4_mul(iA, f4_mul(rAx, rAy)), iB, f4_mul(rBx, rBy));
    f4 k11 = f4_add(imx, yy), k22 = f4_add(imy, xx), k12 = f4_neg(xy);
    // k11 k22 - k12², with what cancels left out: no term is negative.
    f4 across = f4_sub(f4_mul(rAx, rBy), f4_mul(rAy, rBx));
    f4 determinant = f4_mul_add(f4_mul(imx, f4_add(imy, xx)), imy, yy);
    determinant = f4_mul_add(determinant, f4_mul(iA, iB), f4_mul(across, across));
    f4 trace = f4_add(k11, k22), square = f4_mul(trace, trace);
    f4 unlocked = f4_lt(f4_zero(), f4_mul(imx, imy));
    f4 flat = f4_select(unlocked, f4_splat(FLAT_MATRIX), f4_splat(FLAT_LOCKED));
    f4 full = f4_lt(f4_mul(flat, square), determinant);
    f4 scale4 = inverse_or_zero(f4_select(full, determinant, square));
    f4 one = f4_and(f4_lt(f4_zero(), trace), f4_le(determinant, f4_mul(flat, square)));
    f4_store(p->flat, one);
    p->anyFlat = f4_mask(one);
    f4_store(p->m11, f4_mul(scale4, f4_select(full, k22, k11)));
    f4_store(p->m12, f4_mul(scale4, f4_select(full, xy, k12)));
    f4_store(p->m22, f4_mul(scale4, f4_select(full, k11, k22)));
}

// -------------------------------------------------------------------------------------- solving

// The two bodies of a block for one pass. In a relax pass after the bodies moved, the point is
// placed anew.
static inline void point_gather(const SolverBody *bodies, PointBlock *p, bool moved, Bodies4 *a,
                                Bodies4 *b)
{
    arms_gather(bodies, &p->arms, moved, a, b);
    if (moved) {
        point_place(p, a, b);
    }
}

// C'
static inline void point_velocity(const PointBlock *p, const Bodies4 *a, const Bodies4 *b, f4 *vx,
                                  f4 *vy)
{
    *vx =
        f4_sub(f4_mul_sub(b->vx, b->w, f4_load(p->rBy)), f4_mul_sub(a->vx, a->w, f4_load(p->rAy)));
    *vy =
        f4_sub(f4_mul_add(b->vy, b->w, f4_load(p->rBx)), f4_mul_add(a->vy, a->w, f4_load(p->rAx)));
}

// p of one pass, from C'.
static inline void point_impulse(const PointBlock *p, f4 vx, f4 vy, const StepContext *context,
                                 bool soft, f4 *px, f4 *py)
{
    f4 massScale = f4_splat(soft ? context->joint.massScale : 1.0f), m12 = f4_load(p->m12);
    if (soft) {
        f4 rate = f4_splat(context->joint.biasRate);
        vx = f4_mul_add(vx, rate, f4_load(p->errorX));
        vy = f4_mul_add(vy, rate, f4_load(p->errorY));
    }
    *px = f4_neg(f4_mul(massScale, f4_mul_add(f4_mul(f4_load(p->m11), vx), m12, vy)));
    *py = f4_neg(f4_mul(massScale, f4_mul_add(f4_mul(m12, vx), f4_load(p->m22), vy)));
    if (soft) {
        f4 leak = f4_splat(context->joint.impulseScale);
        *px = f4_mul_sub(*px, leak, f4_load(p->impulseX));
        *py = f4_mul_sub(*py, leak, f4_load(p->impulseY));
        if (p->anyFlat != 0) {
            point_drop_across(p, px, py);
        }
    }
}

// Changes the velocities by an impulse at the point whose moments on the bodies are turnA and
// turnB.
static inline void point_push(const PointBlock *p, f4 px, f4 py, f4 turnA, f4 turnB, Bodies4 *a,
                              Bodies4 *b)
{
    a->vx = f4_mul_sub(a->vx, a->imx, px);
    a->vy = f4_mul_sub(a->vy, a->imy, py);
    a->w = f4_mul_sub(a->w, f4_load(p->arms.iA), turnA);
    b->vx = f4_mul_add(b->vx, b->imx, px);
    b->vy = f4_mul_add(b->vy, b->imy, py);
    b->w = f4_mul_add(b->w, f4_load(p->arms.iB), turnB);
}

// r × p on both arms.
static inline void point_moments(const PointBlock *p, f4 px, f4 py, f4 *turnA, f4 *turnB)
{
    *turnA = f4_sub(f4_mul(f4_load(p->rAx), py), f4_mul(f4_load(p->rAy), px));
    *turnB = f4_sub(f4_mul(f4_load(p->rBx), py), f4_mul(f4_load(p->rBy), px));
}

// Applies p and adds it to P. A relax pass also notes the largest P for the joints that may break.
static inline void point_apply(PointBlock *p, f4 px, f4 py, bool soft, Bodies4 *a, Bodies4 *b)
{
    f4 turnA, turnB;
    point_moments(p, px, py, &turnA, &turnB);
    point_push(p, px, py, turnA, turnB, a, b);
    f4 sumX = f4_add(f4_load(p->impulseX), px), sumY = f4_add(f4_load(p->impulseY), py);
    f4_store(p->impulseX, sumX);
    f4_store(p->impulseY, sumY);
    f4_store(p->momentA, f4_add(f4_load(p->momentA), turnA));
    f4_store(p->momentB, f4_add(f4_load(p->momentB), turnB));
    if (!soft && p->watched != 0) {
        f4 square = f4_mul_add(f4_mul(sumX, sumX), sumY, sumY);
        f4_store(p->peak, f4_max(f4_load(p->peak), square));
    }
}
