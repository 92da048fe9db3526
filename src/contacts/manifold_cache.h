// The manifold cache: a contact keeps its manifold while B has hardly moved as seen from A, and its
// separations are carried along to first order. With the manifold's normal n, a point at arm r from
// B's origin, B's displacement d and turn R since the manifold was computed, all in A's frame:
//   separation = cachedSeparation + n . (d + R r - r)
// A pair that is apart is not tested before it can have come together: with the axis n and the gap
// g of then, and B's points at most `reachB` from its origin, the gap is at least g + n . d -
// arc(R). Used by narrow_phase.c and approach.c; reads transforms, reads and writes contacts.
#pragma once

#include "contacts.h"

// manifold_cache.c: takes a manifold into the contact, impulses carried over by feature.
void manifold_store(MicaWorld *world, Contact *c, Transform relative, const LocalManifold *m);

// How B has moved in A's frame.
typedef struct Drift {
    Rot turn;
    Vec2 shift;
    float arc;  // metres that the turn has moved B's points at most, while turn.c > 0.8
} Drift;

// manifold_cache.c: true if B has only slid along A's side within the cached slide range, and has
// come no nearer than a point that was left out may be. Then the points that belong to B are moved
// with it, and drift->shift becomes what is left across the side.
bool manifold_slide(MicaWorld *world, Contact *c, Drift *drift);

static inline Vec2 manifold_center(const MicaWorld *world, int32_t body)
{
    return body_has_mark(world, body, BODY_CENTERED) ? vec(0.0f, 0.0f)
                                                     : world->state.bodies.data[body].localCenter;
}

static inline Drift drift_since(const Transform *then, Transform now, float reach)
{
    Rot turn = rot_inv_mul(then->q, now.q);
    // The arc is at most 1.2 times the sine.
    return (Drift){turn, sub(now.p, then->p), 1.2f * abs_f(turn.s) * reach};
}

// True if B has turned little and moved less than `maximum` metres; false if that is negative. One
// branch: it is called for every contact.
static inline bool drift_is_less(const Drift *drift, float maximum)
{
    return (drift->turn.c > 0.8f) & (dot(drift->shift, drift->shift) < maximum * abs_f(maximum));
}

// A lower bound of the gap between two that were apart; 0 if nothing is known.
static inline float gap_left(const ContactApart *apart, Transform now)
{
    Drift drift = drift_since(&apart->relative, now, apart->reachB);
    return apart->gap > 0.0f && drift.turn.c > 0.8f
               ? apart->gap + dot(apart->axis, drift.shift) - drift.arc
               : 0.0f;
}

// How far B's centre moves as seen from A's in dt seconds, at their present velocities.
static inline Vec2 displacement_ahead(const MicaWorld *world, const Contact *c, float dt)
{
    const float *vA = world->state.velocities.data[c->bodyA].v,
                *vB = world->state.velocities.data[c->bodyB].v;
    return vec(dt * (vB[0] - vA[0]), dt * (vB[1] - vA[1]));
}

// True if the cached manifold is still valid; then its separations are those of now.
static inline bool manifold_keep(MicaWorld *world, Contact *c, Transform now)
{
    if (c->cacheFlags == 0) {
        return false;
    }
    const Transform *then = c->count > 0 ? &c->relative : &c->apart.relative;
    float reach = c->count > 0 ? c->reachB : c->apart.reachB;
    float slack = (c->cacheFlags & CACHE_ROUND) != 0 ? ROUNDED_MANIFOLD_SLACK : MANIFOLD_SLACK,
          slackApart = (c->flags & CONTACT_TRIGGER) != 0 ? 0.0f : MANIFOLD_SLACK,
          maximum = c->count > 0 ? slack : max_f(c->apart.gap, slackApart);
    Drift drift = drift_since(then, now, reach);
    if (!drift_is_less(&drift, maximum - drift.arc) &&
        (c->count == 0 || !manifold_slide(world, c, &drift))) {
        return false;
    }
    Vec2 origin = then->p, center = manifold_center(world, c->bodyA);
    for (int32_t i = 0; i < c->count; ++i) {
        Vec2 arm = sub(add(c->points[i].anchor, center), origin);
        c->points[i].separation =
            c->cachedSeparation[i] +
            dot(c->normal, add(drift.shift, sub(rotate(drift.turn, arm), arm)));
    }
    return true;
}
