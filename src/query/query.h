// What rays, moving shapes and batches of them share: what is cast, what it asks a collider, and
// the nearest that was found. Read by the query_*.c files and by ray_grid.c.
#pragma once

#include "contacts.h"

// What is cast: a ray, or a shape whose core is turned and lies about its own first point.
typedef struct Caster {
    MicaWorld *world;
    uint64_t layers;
    uint32_t flags;
    const MicaFilter *ignoring;  // null if nothing is
    const Collider *own;         // of a body on its way, which meets what it would; else null
    Vec2 origin, motion;         // of the ray, or of the shape's first point
    bool isShape;
    bool all;  // wants every collider, also those behind the first
    Core core;
    Vec2 boxCenter, boxHalf;  // the shape's box as seen from its first point
} Caster;

// The nearest collider so far. What is as near as another gives way to the one in the lower slot,
// so that the order in which colliders are asked does not matter.
typedef struct Found {
    int32_t slot;  // NONE: nothing yet
    CastState state;
    CastResult result;
} Found;

// query.c. Checks a filter, or takes the default for none.
bool query_filter(MicaWorld *world, const MicaFilter *given, MicaFilter *out);
bool query_ignores(const MicaWorld *world, const MicaFilter *filter, int32_t slot);

// Whether a collider is asked at all, as far as that is not the tree's affair.
bool caster_picks(const Caster *caster, int32_t slot);
static inline bool caster_wants(const Caster *caster, int32_t slot)
{
    return ((caster->world->state.colliders.data[slot].flags & COLLIDER_TRIGGER) == 0 ||
            (caster->flags & MICA_QUERY_TRIGGERS) != 0) &&
           ((caster->ignoring == NULL && caster->own == NULL) || caster_picks(caster, slot));
}

// query_cast.c. Asks one collider: true if it counts as hit, then where, in world terms. What is
// met before the limit does not depend on it; parts beyond it need not be asked.
bool caster_asks(const Caster *caster, int32_t slot, float limit, CastState *state,
                 CastResult *out);
// The parts of that: where a ray meets a convex part, in world terms.
CastState ray_meets(const Caster *caster, const Transform *t, const Geometry *g, CastResult *out);
// query_seams.c. A ray that starts on a side of a part and slides along it: if something solid lies
// beyond that side, it goes into the union of both, and what counts are the other sides. The result
// is in terms of g's body.
CastState ray_meets_at_seam(const Caster *caster, Transform t, const Geometry *g, CastResult *out);
// way_out.c. The least way that frees a shape, or what a ray starts as, from all parts of a
// collider of these kinds, as far as they hold in every direction. False if it is in none.
bool caster_way_out(const Caster *caster, const Collider *c, uint32_t kind, Vec2 *way);
// query_seams.c. What a hit of a part comes to. A ray that starts on several sides of it, and not
// all of them hidden, meets one that is not: then the normal is that side's. If all are, it starts
// inside, which counts if that is asked for.
CastState caster_classify(const Caster *caster, int32_t slot, int32_t part, CastState state,
                          CastResult *r);
// A hit of the first collider on the whole way; false and a record of the end if there is none.
bool caster_closest(const Caster *caster, MicaHit *out);
bool found_record(const Caster *caster, const Found *found, MicaHit *out);

// Checks what all casts share, and brings the trees up to date.
bool caster_begin(Caster *caster, MicaWorld *world, const MicaFilter *filter, const void *out,
                  int32_t capacity);
bool caster_ray_ok(MicaWorld *world, const float *ray);
bool caster_numbers_ok(MicaWorld *world, const float *numbers, int32_t count);
bool caster_begin_shape(Caster *caster, MicaWorld *world, const MicaShape *shape, Transform t,
                        Vec2 translation, const MicaFilter *filter, const void *out,
                        int32_t capacity);
// The shape at a place, ready to be moved.
void caster_set_shape(Caster *caster, const Geometry *g, Transform t, Vec2 translation);
// What a ray starts on, within rounding, is asked too.
#define RAY_MARGIN 3e-5f
static inline void caster_set_ray(Caster *caster, const float *ray)
{
    caster->boxHalf = vec(RAY_MARGIN, RAY_MARGIN);
    caster->origin = vec(ray[0], ray[1]);
    caster->motion = vec(ray[2], ray[3]);
}

// A little beyond a fraction, so that what is as near is still seen and the slot decides.
static inline float just_beyond(float fraction) { return fraction * 1.000002f; }

// How far it is worth to look.
static inline float found_limit(const Found *found)
{
    return found->slot == NONE ? 1.0f : min_f(just_beyond(found->result.fraction), 1.0f);
}

// NaN, of what was written into a view, is never nearer.
static inline bool found_is_nearer(const Found *found, int32_t slot, const CastResult *r)
{
    float best = found->slot == NONE ? 3e38f : found->result.fraction;
    return r->fraction < best || (r->fraction == best && slot < found->slot);
}

// True if it is the nearest now.
static inline bool found_offer(Found *found, const Caster *caster, int32_t slot)
{
    CastState state;
    CastResult r;
    if (!caster_asks(caster, slot, found_limit(found), &state, &r) ||
        !found_is_nearer(found, slot, &r)) {
        return false;
    }
    *found = (Found){slot, state, r};
    return true;
}

// A closest hit under way: both trees, one after the other.
typedef struct Search {
    const Caster *caster;
    int32_t tree;
    TreeWalk walk;
    Found found;
} Search;

void search_begin(Search *search, const Caster *caster);
bool search_step(Search *search);  // a node or a candidate further; false at the end
