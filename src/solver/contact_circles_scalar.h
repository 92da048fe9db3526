// Two circles about their centres of mass in scalar form: what contact_circles.c does to one pair,
// see contact_scalar.h. With n the line of centres of now and t = (ny, -nx):
//
//   armA = radiusA + gap / 2,  armB = radiusB + gap / 2           both end in the middle of the gap
//   vn = n.(vB - vA)                                              an impulse along n turns nobody
//   vt = t.(vB - vA) + armB wB + armA wA
//
// The test tests/c/solver/test_contact_scalar.c compares both forms bit for bit; nothing of the
// engine includes this one.
#pragma once

#include "contact_scalar.h"

// ContactBlockCircles with one lane, its fields in the same order.
typedef struct ScalarCircles {
    float nx, ny, centerDistance, radiusA, radiusB, friction, iA, iB;
    float normalMass, tangentMass, relaxedImpulse, appliedX, appliedY, gapMoment;
    float solveNx, solveNy, stepTangentImpulse;
    float normalImpulse, tangentImpulse, stepImpulse, approach;
} ScalarCircles;

// As CirclesNow of contact_pass.h.
typedef struct ScalarCirclesNow {
    float nx, ny, radii, gap, halfGap, armA, armB;
} ScalarCirclesNow;

static inline ScalarCirclesNow scalar_circles_read(const SolverBody *a, const SolverBody *b,
                                                   const ScalarCircles *k)
{
    ScalarCirclesNow s;
    float dx = b->dx - a->dx, dy = b->dy - a->dy;
    float along = k->centerDistance + (dx * k->nx + dy * k->ny), across = dx * k->ny - dy * k->nx;
    s.radii = k->radiusA + k->radiusB;
    // Centres nearer to each other than half the radii count as that far apart: the line would turn
    // about a point, or around, when one circle is deep in the other.
    float ahead = max_f(along, 0.5f * s.radii);
    float square = ahead * ahead + across * across, distance = sqrtf(square),
          inverse = distance * (1.0f / square);
    float cosine = ahead * inverse, sine = across * inverse;
    s.nx = cosine * k->nx + sine * k->ny;
    s.ny = cosine * k->ny - sine * k->nx;
    s.gap = distance - s.radii + (along - ahead);
    s.halfGap = 0.5f * s.gap;
    s.armA = k->radiusA + s.halfGap;
    s.armB = k->radiusB + s.halfGap;
    return s;
}

// An open gap counts as what is left of it once B has moved across by x, so that circles that will
// pass each other are not stopped.
static inline float scalar_gap_ahead(const ScalarCirclesNow *s, float vx, float vy, float h)
{
    if (s->gap <= 0.0f) {
        return s->gap;
    }
    float x = (vx * s->ny - vy * s->nx) * h;
    float left = sqrtf(max_f(s->radii * s->radii - x * x, 0.0f));
    return s->gap + (s->radii - left);
}

// B's velocity as seen from A, and what the spins add to it along the tangent.
typedef struct ScalarCirclesVelocity {
    float vx, vy, spin;
} ScalarCirclesVelocity;

// bodies_accelerate applied the accumulated impulses along an older line; a soft pass takes them as
// turned to the line of now, and their arms as those of now.
static inline ScalarCirclesVelocity scalar_relative_velocity(const SolverBody *a,
                                                             const SolverBody *b,
                                                             const ScalarCirclesNow *s,
                                                             const ScalarCircles *k, bool soft)
{
    float oldN = k->normalImpulse, oldT = k->tangentImpulse;
    ScalarCirclesVelocity v = {b->vx - a->vx, b->vy - a->vy, s->armB * b->w + s->armA * a->w};
    if (soft) {
        float linear = a->invMassX + b->invMassX;
        float x = oldN * s->nx + oldT * s->ny, y = oldN * s->ny - oldT * s->nx;
        v.vx = v.vx + linear * (x - k->appliedX);
        v.vy = v.vy + linear * (y - k->appliedY);
        v.spin = v.spin + (k->iB * s->armB + k->iA * s->armA) * (oldT * s->halfGap - k->gapMoment);
    }
    return v;
}

// Stores the new impulses and gives the bodies what they change: in the soft pass against all that
// was applied so far, since the line has turned; in the relax pass the difference. Neither body has
// locked axes: one inverse mass serves both axes.
static inline void scalar_apply_circles(SolverBody *a, SolverBody *b, ScalarCircles *k,
                                        const ScalarCirclesNow *s, float nextN, float nextT,
                                        bool soft)
{
    float changeN = nextN - k->normalImpulse, changeT = nextT - k->tangentImpulse;
    float x, y, moment;
    if (soft) {
        k->solveNx = s->nx;
        k->solveNy = s->ny;
        x = nextN * s->nx + nextT * s->ny;
        y = nextN * s->ny - nextT * s->nx;
        moment = nextT * s->halfGap;
    } else {
        k->relaxedImpulse = nextN;
        k->stepImpulse = k->stepImpulse + nextN;
        k->stepTangentImpulse = k->stepTangentImpulse + nextT;
        x = k->appliedX + (changeN * s->nx + changeT * s->ny);
        y = k->appliedY + (changeN * s->ny - changeT * s->nx);
        moment = k->gapMoment + changeT * s->halfGap;
    }
    float px = x - k->appliedX, py = y - k->appliedY, gained = moment - k->gapMoment;
    a->vx = a->vx - a->invMassX * px;
    a->vy = a->vy - a->invMassX * py;
    b->vx = b->vx + b->invMassX * px;
    b->vy = b->vy + b->invMassX * py;
    a->w = a->w + k->iA * (gained + k->radiusA * changeT);
    b->w = b->w + k->iB * (gained + k->radiusB * changeT);
    k->normalImpulse = nextN;
    k->tangentImpulse = nextT;
    k->appliedX = x;
    k->appliedY = y;
    k->gapMoment = moment;
}

// One pass over one pair of circles: normal and friction row at once, for neither changes the
// velocity of the other. Sets *pushed in a soft pass that pushes.
static inline void scalar_solve_circles(const ScalarPass *pass, SolverBody *a, SolverBody *b,
                                        ScalarCircles *k, float restitution, bool soft,
                                        bool *pushed)
{
    ScalarCirclesNow s = scalar_circles_read(a, b, k);
    ScalarCirclesVelocity v = scalar_relative_velocity(a, b, &s, k, soft);
    // Circles that pass each other part as their line turns. No impulse did that, so none takes it
    // back: the relax pass measures along the normal of the soft pass.
    float measuredX = soft ? s.nx : k->solveNx, measuredY = soft ? s.ny : k->solveNy;
    float gap = soft ? scalar_gap_ahead(&s, v.vx, v.vy, pass->h) : s.gap;
    float vn = v.vx * measuredX + v.vy * measuredY, oldN = k->normalImpulse;
    ScalarTarget target = scalar_row_target(pass, &pass->softness[0], gap, vn, oldN,
                                            !soft && restitution > 0.0f, soft);
    float nextN = scalar_solve_row(k->normalMass, &target, oldN, soft);
    float nextT = k->tangentImpulse;
    if (k->friction > 0.0f || k->tangentImpulse != 0.0f) {
        float limit = k->friction * scalar_friction_load(oldN, k->relaxedImpulse, soft);
        if (!soft && !scalar_is_resting(nextN, k->relaxedImpulse)) {
            limit = k->friction * nextN;  // of an impact friction goes by the result
        }
        float vt = v.vx * s.ny - v.vy * s.nx + v.spin;
        nextT = clamp_f(k->tangentImpulse - k->tangentMass * vt, -limit, limit);
    }
    scalar_apply_circles(a, b, k, &s, nextN, nextT, soft);
    *pushed = *pushed || (soft && nextN > 0.0f);
}
