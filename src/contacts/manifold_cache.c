// Storing a manifold in its contact, and moving the stored one along when B slides. Called by the
// narrow phase; reads transforms and bodies, writes contacts.
#include "manifold_cache.h"

// The impulses of a point go to the new point of the same feature; other new points start at 0.
static void carry_impulses(Contact *c, const LocalManifold *m)
{
    float normalImpulse[2] = {c->points[0].normalImpulse, c->points[1].normalImpulse};
    float friction[2] = {0.0f, 0.0f};
    for (int32_t j = 0; j < c->count; ++j) {
        friction[j] = contact_friction(c, j);
    }
    c->tangentImpulse = 0.0f;
    for (int32_t i = 0; i < m->count; ++i) {
        c->points[i].normalImpulse = 0.0f;
        for (int32_t j = 0; j < c->count; ++j) {
            if (c->feature[j] == m->points[i].feature) {
                c->points[i].normalImpulse = normalImpulse[j];
                c->tangentImpulse += friction[j];
                break;
            }
        }
    }
}

// The manifold-cache flags and the slide ranges.
static void store_cache_flags(const MicaWorld *world, Contact *c, const LocalManifold *m)
{
    // The point of a circle on a side moves as the circle rolls: kept too long, it would push the
    // circle on from behind.
    int32_t typeB = world->state.colliders.data[c->colliderB].type;
    bool circle = m->face == FACE_A && typeB == MICA_SHAPE_CIRCLE,
         round =
             m->face == FACE_A && m->count == 1 && m->pointOnEdge && typeB <= MICA_SHAPE_CAPSULE;
    c->cacheFlags =
        (uint8_t)(m->face | (circle ? CACHE_ROUND : 0) | (round ? CACHE_ROUND_ON_EDGE : 0));
    for (int32_t i = 0; i < 2; ++i) {
        c->slideRange[i] = (uint8_t)clamp_f(m->slideRange[i] * SLIDE_RANGE_UNITS, 0.0f, 255.0f);
    }
    c->cacheFlags |=
        (uint8_t)(c->slideRange[0] + c->slideRange[1] > 0 ? m->movesWithB * CACHE_POINT_SLIDES : 0);
}

void manifold_store(MicaWorld *world, Contact *c, Transform relative, const LocalManifold *m)
{
    // Mostly the features are those of the last step.
    if (c->count != m->count || c->feature[0] != m->points[0].feature ||
        (m->count == 2 && c->feature[1] != m->points[1].feature)) {
        carry_impulses(c, m);
    }
    c->normal = m->normal;
    c->count = (uint8_t)m->count;
    c->relative = relative;
    store_cache_flags(world, c, m);
    Vec2 center = manifold_center(world, c->bodyA);
    for (int32_t i = 0; i < m->count; ++i) {
        c->points[i].anchor = sub(m->points[i].point, center);
        c->points[i].separation = c->cachedSeparation[i] = m->points[i].separation;
        c->feature[i] = (uint8_t)m->points[i].feature;
    }
}

bool manifold_slide(MicaWorld *world, Contact *c, Drift *drift)
{
    Vec2 u = left_perp(c->normal);
    float displacement = dot(drift->shift, u), units = displacement * SLIDE_RANGE_UNITS;
    int32_t ahead = displacement > 0.0f;
    int32_t allSlide = ((1 << c->count) - 1) * CACHE_POINT_SLIDES;
    if (!(abs_f(units) <= c->slideRange[ahead]) ||
        ((c->cacheFlags & allSlide) != allSlide && abs_f(drift->turn.s) > PARALLEL_EDGE_SINE)) {
        return false;
    }
    float off = dot(drift->shift, c->normal),
          furthest = max_f(c->cachedSeparation[0], c->cachedSeparation[c->count - 1]) + off,
          minimum = min_f(c->cachedSeparation[0], c->cachedSeparation[c->count - 1]) + off;
    if (off < -MANIFOLD_SLACK && minimum > 0.0f) {
        return false;  // B approaches and may pass by: see approach_passes_by
    }
    if (!(abs_f(off) <= 0.5f * SPECULATIVE_DISTANCE && furthest <= SPECULATIVE_DISTANCE &&
          drift->turn.c > 0.8f && drift->arc < MANIFOLD_SLACK)) {
        return false;
    }
    undo_note_contact(world, c);
    drift->shift = scale(off, c->normal);
    int32_t used = (int32_t)abs_f(units);
    c->slideRange[1 - ahead] = (uint8_t)min_i(c->slideRange[1 - ahead] + used, 255);
    c->slideRange[ahead] = (uint8_t)max_i(c->slideRange[ahead] - used - 1, 0);
    c->relative.p = mul_add(c->relative.p, displacement, u);
    for (int32_t i = 0; i < c->count; ++i) {
        if ((c->cacheFlags & CACHE_POINT_SLIDES << i) != 0) {
            c->points[i].anchor = mul_add(c->points[i].anchor, displacement, u);
        }
    }
    return true;
}
