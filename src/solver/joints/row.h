// The row part: one direction in which two bodies move against each other, turning about the pivot
// or sliding along an axis, and the limit, motor and spring that act in it, for four joints side by
// side. A joint type puts a RowBlock into its block beside a pair of rows that are solved as a
// whole (a point, or an axis and an angle), and gives it the direction's Jacobian J as two numbers:
// what a unit impulse of the row does to the row's own speed and to that of the pair.
//
// For one joint: C is the coordinate (an angle or a distance), C' = J v its rate.
//
//     k = what a unit impulse of the row adds to the speed of the pair,  g = K⁻¹ k
//     m = 1 / (J M⁻¹ Jᵀ - s k·g)      mass of the row once the pair has answered; s: mass scale of
//                                     context->joint in a soft pass, else 1
//     S = C' + k·p                    the row's speed once the pair has got its impulse p
//     spring:  Λ = -m (loss S₀ + rate (C - target)) + carry Λ',  S₀: the speed without the spring's
//              own Λ; Λ': that of the last substep; Λ clamped to minSpring h, maxSpring h;
//              in the place of m the mass at the spring's target, where that is less (spring_mass.c)
//     motor:   λ = -m (S - motorSpeed),                        Λ clamped to ±maxMotor h
//     limit:   λ = -m (S + (C - lower) / h)                    while it is open,
//              λ = -s m (S + β (C - lower)) - γ Λ              while it is violated,  Λ kept >= 0
//     then     p -= s g λ                                      the pair's answer
//
// λ is a change of a sum of impulses Λ; each of the three has its own, and each sees the speed that
// those before it leave. So pair and row are as good as solved together: a motor meets its speed
// and a spring its frequency. A relax pass has no spring and no bias, and a limit that is open only
// lets go.
#pragma once

#include "joint_kernel.h"

// A spring of a frequency and damping ratio over a substep. As a row: the speed loses `loss` of
// itself and `rate` times the distance from the target, and gets `carry` of what the spring gave it
// in the last substep. Stiff, 0 to 1: how much of it acts against the softly answering pair within
// the substep, rather than against one that answers rigidly. As a force (joint_rows.h): forceRate
// and forceLoss.
typedef struct SpringFactors {
    float rate, loss, carry, stiff;
    float forceRate, forceLoss;
} SpringFactors;

// row.c `load`: of the joint, see joint_load.
SpringFactors row_spring_factors(float hertz, float dampingRatio, float load,
                                 const StepContext *context);

// The factors of the spring last asked for: neighbours often have equal springs. Starts as {0}.
typedef struct SpringMemo {
    float angle, dampingRatio;  // the phase by which it advances in a substep, radians
    SpringFactors factors;
} SpringMemo;

// row.c Fills the block but for what the bodies' places decide, and `start`. Gives the impulse of
// the warm start, which the caller applies.
// `acts`: which of JOINT_LIMIT, JOINT_MOTOR and JOINT_SPRING act in this row.
f4 row_prepare(const JointLanes *lanes, uint8_t acts, const StepContext *context, RowBlock *x,
               SpringMemo *memo);
// spring_mass.c: the masses of its springs, which row_prepare leaves at today's (0).
void row_fill_spring_masses(const MicaWorld *world, const JointLanes *of, RowBlock *x);
// row_solve of one joint whose row is solved without a pair.
float row_solve_alone(ScalarRow *x, float speed, const StepContext *context, bool soft);
// Its masses and coordinate as the bodies are now. `turning`: J M⁻¹ Jᵀ; `taken`: what others
// answer.
void row_place_alone(ScalarRow *x, float turning, float taken, float coordinate);
void row_store(const RowBlock *x, uint8_t acts, int32_t lane, Joint *j);
// Notes where the springs begin, at C' = speed; and the energy (J) that motors and springs may have
// given to the bodies since then, at C' = speed now.
void row_note_start(RowBlock *x, f4 speed, const StepContext *context);
f4 row_work(const RowBlock *x, f4 speed, const StepContext *context);

// Less freedom along a row than this fraction of what it has alone counts as none.
#define MIN_FREEDOM 1e-4f

// The mass that a spring moves which turns two bodies about a pin, from m, the sum of their inverse
// masses, and the arms a and b of the pin: 1 / (iA + iB - k K⁻¹ k), with K and k of point.h written
// out.
static inline f4 row_mass_about_pin(f4 m, f4 iA, f4 iB, f4 ax, f4 ay, f4 bx, f4 by)
{
    f4 area = f4_mul_sub(f4_mul(ax, by), ay, bx), x = f4_sub(ax, bx), y = f4_sub(ay, by);
    f4 alone = f4_add(iA, iB), both = f4_mul(iA, iB);
    f4 arms = f4_mul_add(f4_mul(iA, f4_mul_add(f4_mul(ax, ax), ay, ay)), iB,
                         f4_mul_add(f4_mul(bx, bx), by, by));
    f4 determinant = f4_mul_add(f4_mul(m, f4_add(m, arms)), both, f4_mul(area, area));
    f4 apart = f4_mul_add(f4_mul(x, x), y, y),
       answered = f4_mul(f4_mul(m, f4_mul_add(f4_mul(m, alone), both, apart)),
                         inverse_or_zero(determinant));
    f4 free = f4_select(f4_lt(f4_zero(), determinant), answered, alone);
    return f4_and(f4_lt(f4_mul(f4_splat(MIN_FREEDOM), alone), free), inverse_or_zero(free));
}

// The sum of its impulses.
static inline f4 row_total(const RowBlock *x)
{
    return f4_add(f4_add(f4_load(x->motorImpulse), f4_load(x->springImpulse)),
                  f4_sub(f4_load(x->lowerImpulse), f4_load(x->upperImpulse)));
}
static inline void row_scale(RowBlock *x, f4 by)
{
    scale_field(x->motorImpulse, by);
    scale_field(x->springImpulse, by);
    scale_field(x->lowerImpulse, by);
    scale_field(x->upperImpulse, by);
}

// The inverse of the pair's matrix K.
typedef struct PairInverse {
    f4 m11, m12, m22;
} PairInverse;

// Masses and coordinate as the bodies are now. `turning`: J M⁻¹ Jᵀ; `taken`: k·g; `massScale`: s.
static inline void row_place_masses(RowBlock *x, f4 turning, f4 taken, f4 massScale, f4 coordinate)
{
    f4 minimum = f4_mul(f4_splat(MIN_FREE_TURN), turning);
    f4 free = f4_sub(turning, taken);
    f4 soft = f4_mul_sub(turning, massScale, taken);
    f4_store(x->mass, f4_and(f4_lt(minimum, free), inverse_or_zero(free)));
    f4_store(x->softMass, f4_and(f4_lt(minimum, free), inverse_or_zero(soft)));
    f4_store(x->coordinate, coordinate);
}

// Masses and coordinate as the bodies are now. `turning`: J M⁻¹ Jᵀ.
static inline void row_place(RowBlock *x, PairInverse k, f4 kx, f4 ky, f4 turning, f4 coordinate,
                             const StepContext *context)
{
    f4 gx = f4_mul_add(f4_mul(k.m11, kx), k.m12, ky);
    f4 gy = f4_mul_add(f4_mul(k.m12, kx), k.m22, ky);
    f4 taken = f4_mul_add(f4_mul(kx, gx), ky, gy);
    f4_store(x->kx, kx);
    f4_store(x->ky, ky);
    f4_store(x->gx, gx);
    f4_store(x->gy, gy);
    row_place_masses(x, turning, taken, f4_splat(context->joint.massScale), coordinate);
}

// -------------------------------------------------------------------------------------- solving

// The row's speed during a pass. `answered`: that once the pair answers rigidly.
typedef struct RowPass {
    f4 mass, inverse, speed, answered;
} RowPass;

// A force, not a constraint: its impulse follows from the coordinate, from the speed that there
// would be without it, and from its last impulse. So it acts once a substep.
static inline f4 row_spring(RowBlock *x, RowPass *pass)
{
    f4 rigidMass = f4_load(x->mass), stiff = f4_load(x->springStiff);
    f4 old = f4_load(x->springImpulse);
    f4 free = f4_mul_sub(pass->answered, inverse_or_zero(rigidMass), old);
    free = f4_mul_add(free, stiff, f4_sub(f4_mul_sub(pass->speed, pass->inverse, old), free));
    f4 pull = f4_mul_add(f4_mul(f4_load(x->springLoss), free), f4_load(x->springRate),
                         f4_sub(f4_load(x->coordinate), f4_load(x->springTarget)));
    f4 mass = f4_mul_add(rigidMass, stiff, f4_sub(pass->mass, rigidMass));
    f4 maximum = f4_load(x->springMass), bound = f4_lt(f4_zero(), maximum);
    f4 fraction = f4_min(f4_mul(maximum, inverse_or_zero(rigidMass)), f4_splat(1.0f));
    mass = f4_select(bound, f4_mul(mass, fraction), mass);
    f4 next = f4_mul_sub(f4_mul(f4_load(x->springCarry), old), mass, pull);
    next = f4_clamp(next, f4_load(x->minSpring), f4_load(x->maxSpring));
    f4_store(x->springImpulse, next);
    pass->speed = f4_mul_add(pass->speed, pass->inverse, f4_sub(next, old));
    return next;
}

static inline f4 row_motor(RowBlock *x, RowPass *pass)
{
    f4 old = f4_load(x->motorImpulse), maximum = f4_load(x->maxMotor);
    f4 next = f4_mul_sub(old, pass->mass, f4_sub(pass->speed, f4_load(x->motorSpeed)));
    next = f4_clamp(next, f4_neg(maximum), maximum);
    f4_store(x->motorImpulse, next);
    pass->speed = f4_mul_add(pass->speed, pass->inverse, f4_sub(next, old));
    return next;
}

// One end of the limit: its new sum, before it is kept from pulling. `gap` is how far it is open,
// `closing` the speed at which it opens.
static inline f4 row_limit(f4 old, f4 mass, f4 gap, f4 closing, f4 maxError,
                           const StepContext *context, bool soft)
{
    f4 zero = f4_zero(), open = f4_lt(zero, gap), ahead = f4_mul(gap, f4_splat(context->invH));
    if (soft) {
        // An open limit may close within the substep, no faster.
        f4 beyond = f4_max(gap, f4_neg(maxError));
        f4 bias = f4_select(open, ahead, f4_mul(f4_splat(context->joint.biasRate), beyond));
        f4 target = f4_add(closing, bias);
        f4 massScale = f4_select(open, f4_splat(1.0f), f4_splat(context->joint.massScale));
        f4 leak = f4_and_not(f4_splat(context->joint.impulseScale), open);
        return f4_mul_sub(f4_mul_sub(old, f4_mul(massScale, mass), target), leak, old);
    }
    // Relaxing never stops what is only about to meet.
    f4 next = f4_mul_sub(old, mass, f4_add(closing, f4_max(ahead, zero)));
    return f4_select(open, f4_min(next, old), next);
}

// The impulse that spring, motor and limit add in one pass.
static inline f4 row_solve(RowBlock *x, f4 speed, f4 answered, const StepContext *context,
                           bool soft)
{
    f4 mass = f4_load(soft ? x->softMass : x->mass), coordinate = f4_load(x->coordinate);
    RowPass pass = {mass, inverse_or_zero(mass), speed, answered};
    f4 spring = f4_load(x->springImpulse), oldMotor = f4_load(x->motorImpulse),
       before = f4_add(spring, oldMotor);
    if (soft) {
        spring = row_spring(x, &pass);
    }
    f4 motor = row_motor(x, &pass), total = f4_add(spring, motor), sum = f4_sub(total, before);
    // Of each substep the sum that the relax pass ends with.
    f4 driven = soft ? motor : f4_sub(motor, oldMotor);
    f4_store(x->motorWork, f4_mul_add(f4_load(x->motorWork), driven, f4_load(x->motorSpeed)));
    // Both ends of the limit, the upper one seen from behind.
    f4 sign = f4_splat(1.0f);
    for (int32_t end = 0; end < 2; ++end) {
        float *field = end == 0 ? x->lowerImpulse : x->upperImpulse;
        f4 gap = end == 0 ? f4_sub(coordinate, f4_load(x->lower))
                          : f4_sub(f4_load(x->upper), coordinate);
        f4 old = f4_load(field);
        f4 next = row_limit(old, mass, gap, f4_mul(sign, pass.speed), f4_load(x->maxError), context,
                            soft);
        next = f4_max(next, f4_zero());
        f4_store(field, next);
        f4 change = f4_mul(sign, f4_sub(next, old));
        pass.speed = f4_mul_add(pass.speed, pass.inverse, change);
        sum = f4_add(sum, change);
        total = f4_mul_add(total, sign, next);
        sign = f4_splat(-1.0f);
    }
    if (!soft) {
        f4_store(x->peak, f4_max(f4_load(x->peak), f4_max(total, f4_neg(total))));
    }
    return sum;
}

// One pass with a pair whose speeds are vx and vy, and which is about to get the impulse px, py:
// the row's impulse, which the caller applies, and the pair's answer to it in px and py. `now` is
// C'.
static inline f4 row_solve_with_pair(RowBlock *x, f4 now, f4 vx, f4 vy, const StepContext *context,
                                     bool soft, f4 *px, f4 *py)
{
    f4 gx = f4_load(x->gx), gy = f4_load(x->gy);
    f4 pushed = f4_mul_add(f4_mul(f4_load(x->kx), *px), f4_load(x->ky), *py);
    f4 answer = f4_mul_add(f4_mul(gx, vx), gy, vy);
    f4 impulse = row_solve(x, f4_add(now, pushed), f4_sub(now, answer), context, soft);
    f4 answered = f4_mul(f4_splat(soft ? context->joint.massScale : 1.0f), impulse);
    *px = f4_mul_sub(*px, gx, answered);
    *py = f4_mul_sub(*py, gy, answered);
    return impulse;
}
