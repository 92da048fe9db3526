// The kernel of joints made of rows in scalar form: what joint_rows.c does to one joint in a pass,
// with rigid and free rows. Letters as in joint_rows.h, names as in joint_rows.c, the row part as
// in revolute_scalar.h. Nothing of the engine includes it: the test
// tests/c/solver/joints/test_joint_scalar.c compares both forms bit for bit.
#pragma once

#include "joint_rows.h"
#include "revolute_scalar.h"

// The structs of joint_rows.h with one lane, their fields in the same order.
typedef struct ScalarRowJacobian {
    float ux, uy, sA, sB;
} ScalarRowJacobian;

typedef struct ScalarRigidRow {
    ScalarRowJacobian jacobian;
    float error, impulse;  // C, P
} ScalarRigidRow;

typedef struct ScalarFreeRow {
    ScalarRowJacobian jacobian;
    float k[MAX_RIGID], g[MAX_RIGID];  // as kx, ky and gx, gy of ScalarRowPart
    ScalarRowPart row;
} ScalarFreeRow;

// What a type places.
typedef struct ScalarPlacedRows {
    ScalarRowJacobian rigid[MAX_RIGID], free[MAX_FREE];
    float error[MAX_RIGID], coordinate[MAX_FREE];
} ScalarPlacedRows;

typedef struct ScalarJointPlace {
    ScalarArms arms;
    float axisX, axisY, angle, length;
} ScalarJointPlace;

// One joint. `joined`: of its rigid rows, how many are solved as a whole, joined_count. `place`:
// what its type places, as JointRows.place does for four.
typedef struct ScalarJointRows {
    SolverBody *a, *b;
    int32_t rigidCount, joined, freeCount;
    void (*place)(const JointRows *type, const ScalarJointPlace *at, bool withFree,
                  ScalarPlacedRows *out);
    const JointRows *type;

    ScalarArmsBlock arms;
    // From here to `applied` as in JointRowsBlock
    float axisX, axisY, angle, length, rate, massScale, impulseScale, notSpring, coupled;
    float speed[MAX_RIGID], maxImpulse[2], pivots[MAX_RIGID], lower[MAX_RIGID];
    float applied[4];  // force x, y, moments on A and B
    float springForce[2];
    float drivenWork, peak[2];
    ScalarRigidRow rigid[MAX_RIGID];
    ScalarFreeRow free[MAX_FREE];
} ScalarJointRows;

// -------------------------------------------------------------------------------- rows and bodies

// C'
static inline float scalar_row_speed(const ScalarRowJacobian *l, const SolverBody *a,
                                     const SolverBody *b)
{
    return l->ux * (b->vx - a->vx) + l->uy * (b->vy - a->vy) + (l->sB * b->w - l->sA * a->w);
}

// J M⁻¹ J'ᵀ of two rows.
static inline float scalar_coupling(const ScalarJointRows *k, const ScalarRowJacobian *one,
                                    const ScalarRowJacobian *other)
{
    float x = (k->a->invMassX + k->b->invMassX) * (one->ux * other->ux);
    float y = (k->a->invMassY + k->b->invMassY) * (one->uy * other->uy);
    float turnA = k->arms.iA * (one->sA * other->sA), turnB = k->arms.iB * (one->sB * other->sB);
    return x + y + (turnA + turnB);
}

// Gives the bodies an impulse along a row and notes it.
static inline void scalar_apply_row(ScalarJointRows *k, const ScalarRowJacobian *l, float impulse)
{
    SolverBody *a = k->a, *b = k->b;
    float x = l->ux * impulse, y = l->uy * impulse, turnA = l->sA * impulse,
          turnB = l->sB * impulse;
    a->vx = a->vx - a->invMassX * x;
    a->vy = a->vy - a->invMassY * y;
    a->w = a->w - k->arms.iA * turnA;
    b->vx = b->vx + b->invMassX * x;
    b->vy = b->vy + b->invMassY * y;
    b->w = b->w + k->arms.iB * turnB;
    k->applied[0] = k->applied[0] + x;
    k->applied[1] = k->applied[1] + y;
    k->applied[2] = k->applied[2] + turnA;
    k->applied[3] = k->applied[3] + turnB;
}

// ------------------------------------------------------------------------------------- K = L D Lᵀ

// That of joint_rows.c.
#define MIN_PIVOT 1e-6f

// A pivot below `minimum` counts as none: locked axes leave next to no freedom along the row.
static inline float scalar_pivot_inverse(float pivot, float diagonal, float minimum)
{
    minimum = max_f(MIN_PIVOT * diagonal, minimum);
    return pivot > minimum ? scalar_inverse_or_zero(pivot) : 0.0f;
}

// Of the first `count` rigid rows; the others count as rows of zeros.
static inline void scalar_factorise(ScalarJointRows *k, int32_t count)
{
    const SolverBody *a = k->a, *b = k->b;
    float fraction =
        MIN_FREE_INVERSE_MASS * (a->invMassX + b->invMassX + (a->invMassY + b->invMassY));
    ScalarRowJacobian l[MAX_RIGID] = {0};
    float m[MAX_RIGID][MAX_RIGID], minimum[MAX_RIGID];
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        l[i] = i < count ? k->rigid[i].jacobian : l[i];
        minimum[i] = fraction * (l[i].ux * l[i].ux + l[i].uy * l[i].uy);
        for (int32_t j = 0; j <= i; ++j) {
            m[i][j] = scalar_coupling(k, &l[i], &l[j]);
        }
    }
    float d0 = scalar_pivot_inverse(m[0][0], m[0][0], minimum[0]);
    float l10 = m[1][0] * d0, l20 = m[2][0] * d0;
    float p1 = m[1][1] - l10 * m[1][0], d1 = scalar_pivot_inverse(p1, m[1][1], minimum[1]);
    float l21 = (m[2][1] - l20 * m[1][0]) * d1;
    float p2 = m[2][2] - l20 * m[2][0] - l21 * l21 * p1;
    k->pivots[0] = d0;
    k->pivots[1] = d1;
    k->pivots[2] = scalar_pivot_inverse(p2, m[2][2], minimum[2]);
    k->lower[0] = l10;
    k->lower[1] = l20;
    k->lower[2] = l21;
}

// v = K⁻¹ v
static inline void scalar_solve_rigid(const ScalarJointRows *k, float *v)
{
    float l10 = k->lower[0], l20 = k->lower[1], l21 = k->lower[2];
    float y1 = v[1] - l10 * v[0], y2 = v[2] - l20 * v[0] - l21 * y1;
    v[2] = y2 * k->pivots[2];
    v[1] = y1 * k->pivots[1] - l21 * v[2];
    v[0] = v[0] * k->pivots[0] - l10 * v[1] - l20 * v[2];
}

// ---------------------------------------------------------------------------------------- placing

// What the free row couples with: k and g = K⁻¹ k, as if there were no rigid rows where `coupled`
// is 0.
static inline void scalar_place_free(ScalarJointRows *k, ScalarFreeRow *f, float coordinate)
{
    float taken = 0.0f;
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        bool acts = i < k->rigidCount;
        f->k[i] =
            acts ? k->coupled * scalar_coupling(k, &f->jacobian, &k->rigid[i].jacobian) : 0.0f;
        f->g[i] = f->k[i];
    }
    scalar_solve_rigid(k, f->g);
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        taken = taken + f->k[i] * f->g[i];
    }
    float turning = scalar_coupling(k, &f->jacobian, &f->jacobian);
    scalar_row_place_masses(&f->row, turning, taken, k->massScale, coordinate);
}

static inline float scalar_squared(const ScalarRowJacobian *l)
{
    return l->ux * l->ux + l->uy * l->uy;
}

static inline void scalar_place_joint(ScalarJointRows *k)
{
    Rot q = trig_small_rot(k->a->da);
    ScalarJointPlace at = {.arms = scalar_arms_now(&k->arms, k->a, k->b),
                           .axisX = q.c * k->axisX - q.s * k->axisY,
                           .axisY = q.s * k->axisX + q.c * k->axisY,
                           .angle = k->angle + (k->b->da - k->a->da),
                           .length = k->length};
    ScalarPlacedRows placed;
    k->place(k->type, &at, k->freeCount > 0, &placed);
    for (int32_t i = 0; i < k->rigidCount; ++i) {
        bool turns = scalar_squared(&placed.rigid[i]) < 0.5f;
        float largest = turns ? JOINT_MAX_TURN : JOINT_MAX_ERROR,
              maximum = k->notSpring > 0.0f ? largest : MAX_COORDINATE;
        k->rigid[i].jacobian = placed.rigid[i];
        k->rigid[i].error = clamp_f(placed.error[i], -maximum, maximum);
    }
    scalar_factorise(k, k->joined);
    for (int32_t i = k->joined; i < k->rigidCount; ++i) {
        const ScalarRowJacobian *l = &k->rigid[i].jacobian;
        k->pivots[i] = scalar_inverse_or_zero(scalar_coupling(k, l, l));
    }
    for (int32_t i = 0; i < k->freeCount; ++i) {
        k->free[i].jacobian = placed.free[i];
        scalar_place_free(k, &k->free[i], placed.coordinate[i]);
    }
}

// ---------------------------------------------------------------------------------------- passes

// One pass of rigid rows: C' less the speed, and p.
typedef struct ScalarRigidPass {
    float v[MAX_RIGID], p[MAX_RIGID];
} ScalarRigidPass;

// Of the rows from `first` to `end`, which are solved as a whole.
static inline void scalar_find_impulses(const ScalarJointRows *k, int32_t first, int32_t end,
                                        bool soft, ScalarRigidPass *x)
{
    float p[MAX_RIGID] = {0};
    for (int32_t i = first; i < end; ++i) {
        const ScalarRigidRow *r = &k->rigid[i];
        x->v[i] = scalar_row_speed(&r->jacobian, k->a, k->b) - k->speed[i];
        p[i] = soft ? x->v[i] + k->rate * r->error : x->v[i];
    }
    scalar_solve_rigid(k, p);
    for (int32_t i = first; i < end; ++i) {
        x->p[i] =
            soft ? 0.0f - k->massScale * p[i] - k->impulseScale * k->rigid[i].impulse
                 : 0.0f - k->notSpring * p[i];  // a spring acts as a force, not in relax passes
    }
}

// The free rows of one pass: their impulses, and the answers of the rigid ones.
static inline void scalar_solve_free(ScalarJointRows *k, const StepContext *context, bool soft,
                                     ScalarRigidPass *x)
{
    for (int32_t i = 0; i < k->freeCount; ++i) {
        ScalarFreeRow *f = &k->free[i];
        float now = scalar_row_speed(&f->jacobian, k->a, k->b), pushed = now, answered = now;
        for (int32_t r = 0; r < MAX_RIGID; ++r) {
            pushed = pushed + f->k[r] * x->p[r];
            answered = answered - f->g[r] * x->v[r];
        }
        float impulse = scalar_row_solve(&f->row, pushed, answered, context, soft);
        for (int32_t r = 0; r < MAX_RIGID; ++r) {
            x->p[r] = x->p[r] - f->g[r] * ((soft ? k->massScale : 1.0f) * impulse);
            x->v[r] = x->v[r] + f->k[r] * impulse;
        }
        scalar_apply_row(k, &f->jacobian, impulse);
    }
}

// Adds p to P, cut to the maximum: rows along vectors together, those that turn alone.
static inline void scalar_rigid_apply(ScalarJointRows *k, int32_t first, int32_t end,
                                      const ScalarRigidPass *x, bool soft)
{
    float sum[MAX_RIGID], along = 0.0f, fraction = 1.0f;
    for (int32_t i = first; i < end; ++i) {
        sum[i] = k->rigid[i].impulse + x->p[i];
        along = along + scalar_squared(&k->rigid[i].jacobian) * (sum[i] * sum[i]);
    }
    float length = sqrtf(along);
    if (length > k->maxImpulse[0]) {
        fraction = k->maxImpulse[0] * scalar_inverse_or_zero(length);
    }
    for (int32_t i = first; i < end; ++i) {
        ScalarRigidRow *r = &k->rigid[i];
        bool turns = scalar_squared(&r->jacobian) < 0.5f;
        float next =
            turns ? clamp_f(sum[i], -k->maxImpulse[1], k->maxImpulse[1]) : fraction * sum[i];
        float change = next - r->impulse;
        scalar_apply_row(k, &r->jacobian, change);
        r->impulse = next;
        k->drivenWork = k->drivenWork + k->speed[i] * (soft ? next : change);
    }
}

// One pass over one joint. `again`: the bodies have not moved since it last relaxed.
static inline void scalar_solve_joint(ScalarJointRows *k, const StepContext *context, bool soft,
                                      bool again)
{
    if (!soft && !again) {
        scalar_place_joint(k);
    }
    ScalarRigidPass pass = {{0}, {0}};
    scalar_find_impulses(k, 0, k->joined, soft, &pass);
    scalar_solve_free(k, context, soft, &pass);
    scalar_rigid_apply(k, 0, k->joined, &pass, soft);
    for (int32_t i = k->joined; i < k->rigidCount; ++i) {
        scalar_find_impulses(k, i, i + 1, soft, &pass);
        scalar_rigid_apply(k, i, i + 1, &pass, soft);
    }
    if (!soft) {
        float x = k->applied[0] + k->springForce[0], y = k->applied[1] + k->springForce[1];
        k->peak[0] = max_f(k->peak[0], x * x + y * y);
    }
}
