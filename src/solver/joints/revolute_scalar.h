// The revolute joint in scalar form: what revolute.c does to one joint in a pass, with the parts of
// point.h and row.h, as the textbook has it, with plain floats and ifs. Read this first to
// understand or change them. Nothing of the engine includes it: the test
// tests/c/solver/joints/test_joint_scalar.c runs random blocks of four joints through the kernel
// and each of their joints through these functions, and compares all floats bit for bit.
//
// Names are those of the wide code: scalar_row_motor is row_motor of row.h, and so on; both compute
// the same things in the same order. Letters as in point.h and row.h. Where a negative is written
// as 0 - x, that of zero is +0.
#pragma once

#include "point.h"

// ------------------------------------------------------------------------------ row part (row.h)

// RowBlock with one lane, its fields in the same order.
typedef struct ScalarRowPart {
    float start, coordinate, kx, ky, gx, gy, mass, softMass, motorSpeed, maxMotor;
    float springTarget, springRate, springLoss, springCarry, springStiff, springMass, maxError;
    float minSpring, maxSpring, lower, upper;
    float motorImpulse, springImpulse, lowerImpulse, upperImpulse, peak, motorWork, startBefore;
} ScalarRowPart;

static inline float scalar_inverse_or_zero(float k) { return k > 0.0f ? 1.0f / k : 0.0f; }

// Masses and coordinate as the bodies are now. `turning`: J M⁻¹ Jᵀ; `taken`: k·g; `massScale`: s.
static inline void scalar_row_place_masses(ScalarRowPart *x, float turning, float taken,
                                           float massScale, float coordinate)
{
    float free = turning - taken;
    bool canMove = free > MIN_FREE_TURN * turning;
    x->mass = canMove ? scalar_inverse_or_zero(free) : 0.0f;
    x->softMass = canMove ? scalar_inverse_or_zero(turning - massScale * taken) : 0.0f;
    x->coordinate = coordinate;
}

// As RowPass: the row's speed during a pass, and that once the pair answers rigidly.
typedef struct ScalarRowPass {
    float mass, inverse, speed, answered;
} ScalarRowPass;

// A force, not a constraint: its impulse follows from the coordinate, from the speed that there
// would be without it, and from its last impulse.
static inline float scalar_row_spring(ScalarRowPart *x, ScalarRowPass *pass)
{
    float old = x->springImpulse, stiff = x->springStiff;
    float rigid = pass->answered - scalar_inverse_or_zero(x->mass) * old;
    float soft = pass->speed - pass->inverse * old, free = rigid + stiff * (soft - rigid);
    float pull = x->springLoss * free + x->springRate * (x->coordinate - x->springTarget);
    float mass = x->mass + stiff * (pass->mass - x->mass);
    if (x->springMass > 0.0f) {
        mass = mass * min_f(x->springMass * scalar_inverse_or_zero(x->mass), 1.0f);
    }
    float next = clamp_f(x->springCarry * old - mass * pull, x->minSpring, x->maxSpring);
    x->springImpulse = next;
    pass->speed = pass->speed + pass->inverse * (next - old);
    return next;
}

static inline float scalar_row_motor(ScalarRowPart *x, ScalarRowPass *pass)
{
    float old = x->motorImpulse;
    float next = old - pass->mass * (pass->speed - x->motorSpeed);
    next = clamp_f(next, -x->maxMotor, x->maxMotor);
    x->motorImpulse = next;
    pass->speed = pass->speed + pass->inverse * (next - old);
    return next;
}

// One end of the limit: its new sum, before it is kept from pulling. `gap` is how far it is open,
// `closing` the speed at which it opens.
static inline float scalar_row_limit(float old, float mass, float gap, float closing,
                                     float maxError, const StepContext *context, bool soft)
{
    float ahead = gap * context->invH;
    if (!soft) {
        // Relaxing never stops what is only about to meet.
        float next = old - mass * (closing + max_f(ahead, 0.0f));
        return gap > 0.0f ? min_f(next, old) : next;
    }
    if (gap > 0.0f) {
        return old - mass * (closing + ahead);  // may close within the substep, no faster
    }
    const Softness *s = &context->joint;
    float target = closing + s->biasRate * max_f(gap, -maxError);
    return old - s->massScale * mass * target - s->impulseScale * old;
}

// The impulse that spring, motor and limit add in one pass.
static inline float scalar_row_solve(ScalarRowPart *x, float speed, float answered,
                                     const StepContext *context, bool soft)
{
    float mass = soft ? x->softMass : x->mass;
    ScalarRowPass pass = {mass, scalar_inverse_or_zero(mass), speed, answered};
    float oldSpring = x->springImpulse, oldMotor = x->motorImpulse;
    float spring = soft ? scalar_row_spring(x, &pass) : oldSpring;
    float motor = scalar_row_motor(x, &pass);
    float sum = spring + motor - (oldSpring + oldMotor);
    x->motorWork = x->motorWork + (soft ? motor : motor - oldMotor) * x->motorSpeed;

    float old = x->lowerImpulse, gap = x->coordinate - x->lower;
    float lower =
        max_f(scalar_row_limit(old, mass, gap, pass.speed, x->maxError, context, soft), 0.0f);
    x->lowerImpulse = lower;
    pass.speed = pass.speed + pass.inverse * (lower - old);
    sum = sum + (lower - old);

    old = x->upperImpulse;
    gap = x->upper - x->coordinate;
    float upper =
        max_f(scalar_row_limit(old, mass, gap, -pass.speed, x->maxError, context, soft), 0.0f);
    x->upperImpulse = upper;
    sum = sum - (upper - old);
    if (!soft) {
        x->peak = max_f(x->peak, abs_f(spring + motor + lower - upper));
    }
    return sum;
}

// ---------------------------------------------------------------------------------- arms (arms.h)

// ArmsBlock with one lane, its fields in the same order but for the bodies.
typedef struct ScalarArmsBlock {
    float iA, iB, imyA, imyB;
    float armAx, armAy, armBx, armBy, centersX, centersY;
} ScalarArmsBlock;

typedef struct ScalarArms {
    float rAx, rAy, rBx, rBy, dx, dy;
} ScalarArms;

static inline ScalarArms scalar_arms_now(const ScalarArmsBlock *p, const SolverBody *a,
                                         const SolverBody *b)
{
    Rot qA = trig_small_rot(a->da), qB = trig_small_rot(b->da);
    ScalarArms now;
    now.rAx = qA.c * p->armAx - qA.s * p->armAy;
    now.rAy = qA.s * p->armAx + qA.c * p->armAy;
    now.rBx = qB.c * p->armBx - qB.s * p->armBy;
    now.rBy = qB.s * p->armBx + qB.c * p->armBy;
    now.dx = p->centersX + (b->dx - a->dx + (now.rBx - now.rAx));
    now.dy = p->centersY + (b->dy - a->dy + (now.rBy - now.rAy));
    return now;
}

// --------------------------------------------------------------------------- point part (point.h)

// PointBlock with one lane, its fields in the same order.
typedef struct ScalarPointPart {
    ScalarArmsBlock arms;
    float rAx, rAy, rBx, rBy, errorX, errorY, m11, m12, m22;
    float impulseX, impulseY, momentA, momentB, peak;
    int32_t flat;  // all ones where K has one direction only, else 0
} ScalarPointPart;

// Arms, error and K⁻¹ from how far the bodies have turned and moved. Where K has one direction
// only, its pseudo-inverse.
static inline void scalar_point_place(ScalarPointPart *p, const SolverBody *a, const SolverBody *b)
{
    ScalarArms now = scalar_arms_now(&p->arms, a, b);
    float rAx = p->rAx = now.rAx, rAy = p->rAy = now.rAy;
    float rBx = p->rBx = now.rBx, rBy = p->rBy = now.rBy;
    p->errorX = clamp_f(now.dx, -JOINT_MAX_ERROR, JOINT_MAX_ERROR);
    p->errorY = clamp_f(now.dy, -JOINT_MAX_ERROR, JOINT_MAX_ERROR);

    float iA = p->arms.iA, iB = p->arms.iB;
    float imx = a->invMassX + b->invMassX, imy = a->invMassY + b->invMassY;
    float xx = iA * (rAx * rAx) + iB * (rBx * rBx), yy = iA * (rAy * rAy) + iB * (rBy * rBy);
    float xy = iA * (rAx * rAy) + iB * (rBx * rBy);
    float k11 = imx + yy, k22 = imy + xx, k12 = 0.0f - xy;
    // k11 k22 - k12², with what cancels left out: no term is negative.
    float across = rAx * rBy - rAy * rBx;
    float determinant = imx * (imy + xx) + imy * yy + iA * iB * (across * across);
    float trace = k11 + k22, square = trace * trace;
    float minimum = (imx * imy > 0.0f ? FLAT_MATRIX : FLAT_LOCKED) * square;
    if (determinant > minimum) {
        float inverse = scalar_inverse_or_zero(determinant);
        p->m11 = inverse * k22;
        p->m12 = inverse * xy;
        p->m22 = inverse * k11;
    } else {
        float inverse = scalar_inverse_or_zero(square);
        p->m11 = inverse * k11;
        p->m12 = inverse * k12;
        p->m22 = inverse * k22;
    }
    p->flat = trace > 0.0f && determinant <= minimum ? -1 : 0;
}

// Where K has one direction only, a part of P across it must not be carried on: nothing would ever
// answer it.
static inline void scalar_point_drop_across(const ScalarPointPart *p, float *px, float *py)
{
    float trace = scalar_inverse_or_zero(p->m11 + p->m22);
    float alongX = trace * (p->m11 * p->impulseX + p->m12 * p->impulseY);
    float alongY = trace * (p->m12 * p->impulseX + p->m22 * p->impulseY);
    *px = *px + (alongX - p->impulseX);
    *py = *py + (alongY - p->impulseY);
}

// p of one pass, from C'.
static inline void scalar_point_impulse(const ScalarPointPart *p, float vx, float vy,
                                        const StepContext *context, bool soft, float *px, float *py)
{
    if (!soft) {
        *px = -(p->m11 * vx + p->m12 * vy);
        *py = -(p->m12 * vx + p->m22 * vy);
        return;
    }
    const Softness *s = &context->joint;
    vx = vx + s->biasRate * p->errorX;
    vy = vy + s->biasRate * p->errorY;
    *px = -(s->massScale * (p->m11 * vx + p->m12 * vy)) - s->impulseScale * p->impulseX;
    *py = -(s->massScale * (p->m12 * vx + p->m22 * vy)) - s->impulseScale * p->impulseY;
    if (p->flat != 0) {
        scalar_point_drop_across(p, px, py);
    }
}

// Applies p and adds it to P. A relax pass also notes the largest P for joints that may break.
static inline void scalar_point_apply(ScalarPointPart *p, float px, float py, bool soft,
                                      bool watched, SolverBody *a, SolverBody *b)
{
    float turnA = p->rAx * py - p->rAy * px, turnB = p->rBx * py - p->rBy * px;
    a->vx = a->vx - a->invMassX * px;
    a->vy = a->vy - a->invMassY * py;
    a->w = a->w - p->arms.iA * turnA;
    b->vx = b->vx + b->invMassX * px;
    b->vy = b->vy + b->invMassY * py;
    b->w = b->w + p->arms.iB * turnB;
    p->impulseX = p->impulseX + px;
    p->impulseY = p->impulseY + py;
    p->momentA = p->momentA + turnA;
    p->momentB = p->momentB + turnB;
    if (!soft && watched) {
        p->peak = max_f(p->peak, p->impulseX * p->impulseX + p->impulseY * p->impulseY);
    }
}

// ----------------------------------------------------------------------- one joint (revolute.c)

// `row` is null for a joint without limit, motor and spring.
typedef struct ScalarRevolute {
    SolverBody *a, *b;
    ScalarPointPart *point;
    ScalarRowPart *row;
    bool watched;  // the joint may break
} ScalarRevolute;

// k = iA (-rAy, rAx) + iB (-rBy, rBx), what a unit impulse of the row adds to the speed of B's
// anchor against A's; g = K⁻¹ k.
static inline void scalar_place_row(const ScalarRevolute *j, const StepContext *context)
{
    const ScalarPointPart *p = j->point;
    ScalarRowPart *x = j->row;
    float iA = p->arms.iA, iB = p->arms.iB;
    x->kx = 0.0f - (iA * p->rAy + iB * p->rBy);
    x->ky = iA * p->rAx + iB * p->rBx;
    x->gx = p->m11 * x->kx + p->m12 * x->ky;
    x->gy = p->m12 * x->kx + p->m22 * x->ky;
    scalar_row_place_masses(x, iA + iB, x->kx * x->gx + x->ky * x->gy, context->joint.massScale,
                            x->start + (j->b->da - j->a->da));
}

// One pass over one joint. `again`: the bodies have not moved since it last relaxed.
static inline void scalar_solve_revolute(const ScalarRevolute *j, const StepContext *context,
                                         bool soft, bool again)
{
    SolverBody *a = j->a, *b = j->b;
    ScalarPointPart *p = j->point;
    ScalarRowPart *x = j->row;
    if (!soft && !again) {
        scalar_point_place(p, a, b);
        if (x != NULL) {
            scalar_place_row(j, context);
        }
    }
    // C', the velocity of B's anchor against A's.
    float vx = b->vx - b->w * p->rBy - (a->vx - a->w * p->rAy);
    float vy = b->vy + b->w * p->rBx - (a->vy + a->w * p->rAx);
    float px, py;
    scalar_point_impulse(p, vx, vy, context, soft, &px, &py);
    if (x != NULL) {
        // The row acts as if the point had got p already, and p then answers the row.
        float now = b->w - a->w, pushed = x->kx * px + x->ky * py, answer = x->gx * vx + x->gy * vy;
        float impulse = scalar_row_solve(x, now + pushed, now - answer, context, soft);
        float answered = (soft ? context->joint.massScale : 1.0f) * impulse;
        px = px - x->gx * answered;
        py = py - x->gy * answered;
        a->w = a->w - p->arms.iA * impulse;
        b->w = b->w + p->arms.iB * impulse;
    }
    scalar_point_apply(p, px, py, soft, j->watched, a, b);
}
