// What the room offers its own files: overlaps, rays, moving shapes and closest points are all a
// Caster with a filter that tests colliders one by one. The public functions are in mica.h.
#pragma once

#include "contacts.h"

// What a caster has found out about the place where it starts, for one body type each: static and
// kinematic. Filled as hits are filtered.
typedef enum UnionStart { UNION_UNKNOWN, UNION_OFF, UNION_ON } UnionStart;
typedef struct CasterStart {
    uint8_t unions[2];  // UnionStart: whether it starts inside or on the union of solid colliders
    uint8_t hits[2];    // hits filtered so far, at most HITS_BEFORE_UNION
    int32_t hidden;     // hits that internal edges have hidden
} CasterStart;

// Which movers are left out of a cast.
typedef enum LeftOutMovers { LEFT_OUT_NONE, LEFT_OUT_IN_CROWDS, LEFT_OUT_ALL } LeftOutMovers;

// What is cast: a ray, or a shape whose core is rotated and relative to its own first point.
typedef struct Caster {
    MicaWorld *world;
    uint64_t layers;
    uint32_t flags;              // MICA_QUERY_*
    const MicaFilter *excluded;  // bodies and colliders left out; null if there are none
    const Collider *own;         // of a swept body: tests what that collider responds to; else null
    int32_t ownLayer;            // of its part
    LeftOutMovers leftOut;       // of a mover's cast, which has `own`
    Vec2 origin, motion;         // of the ray, or of the shape's first point
    bool isShape;
    bool allHits;  // collects every collider, also those behind the first
    Core core;
    Vec2 boxCenter, boxHalf;  // the shape's box relative to its first point
    CasterStart start;        // forgotten by whatever sets the origin
} Caster;

// --------------------------------------------------------------------------- filters and arguments

// query_filter.c: checks a filter, or takes the default for null. False with the error recorded.
bool query_filter(MicaWorld *world, const MicaFilter *given, MicaFilter *out);
// query_filter.c: true if the filter excludes a collider or its body.
bool query_filter_excludes(const MicaWorld *world, const MicaFilter *filter, int32_t slot);

// Refits both trees after changes, once all arguments are checked: a refused query changes nothing.
static inline void trees_refit(MicaWorld *world)
{
    tree_refit(&world->state.staticTree);
    tree_refit(&world->state.movingTree);
}

// query_cast.c: checks what all casts share. The caller refits the trees.
bool caster_begin(Caster *caster, MicaWorld *world, const MicaFilter *filter, const void *out,
                  int32_t capacity);
// query_cast.c: the same for a shape, which it checks too.
bool caster_begin_shape(Caster *caster, MicaWorld *world, const MicaShape *shape, Transform t,
                        Vec2 translation, const MicaFilter *filter, const void *out,
                        int32_t capacity);
// query_cast.c: true if a ray's four numbers are in range and its motion is not 0.
bool caster_check_ray(MicaWorld *world, const float *ray);
// query_cast.c: true if all numbers are coordinates in range.
bool caster_check_numbers(MicaWorld *world, const float *numbers, int32_t count);
// query_cast.c: the shape at t, about to move.
void caster_set_shape(Caster *caster, const Geometry *g, Transform t, Vec2 translation);
// Half extent of a ray's box, so that a ray also tests what it starts on within rounding.
#define RAY_MARGIN (3e-5f * METRE)
static inline void caster_set_ray(Caster *caster, const float *ray)
{
    caster->boxHalf = vec(RAY_MARGIN, RAY_MARGIN);
    caster->origin = vec(ray[0], ray[1]);
    caster->motion = vec(ray[2], ray[3]);
    caster->start = (CasterStart){{0}, {0}, 0};
}
// The shape that is set already, at another place.
static inline void caster_set_origin(Caster *caster, Vec2 origin)
{
    caster->origin = origin;
    caster->start = (CasterStart){{0}, {0}, 0};
}

// -------------------------------------------------------------------------------- one collider

// query_filter.c: whether own response and exclusions let a collider be tested.
bool caster_accepts_slot(const Caster *caster, int32_t slot);
// Whether a collider is tested at all; its layer was filtered by the tree.
static inline bool caster_accepts(const Caster *caster, int32_t slot)
{
    return ((caster->world->state.colliders.data[slot].flags & COLLIDER_TRIGGER) == 0 ||
            (caster->flags & MICA_QUERY_TRIGGERS) != 0) &&
           ((caster->excluded == NULL && caster->own == NULL) || caster_accepts_slot(caster, slot));
}
// query_filter.c: whether a collider is of a mover that a mover's cast leaves out. It covers no
// others.
bool caster_leaves_out_mover(const Caster *caster, int32_t slot);
// query_filter.c: the parts of a collider that are tested.
PartFilter caster_parts(const Caster *caster, const Collider *c);
// Where a caster hits a collider.
typedef struct CasterHit {
    int32_t slot;  // NONE: nothing yet
    int32_t part;  // the first of those that are hit at that fraction, or that it starts in
    CastState state;
    CastResult result;  // in world space
} CasterHit;

// query_cast.c: tests one collider. True if it is hit, then where. A hit before `limit` does not
// depend on the limit; parts beyond it may be skipped, and hits that are not nearer than `closest`,
// which may be null.
bool caster_test(const Caster *caster, int32_t slot, float limit, const CasterHit *closest,
                 CasterHit *out);
// query_cast.c: a ray against a convex part, in world space.
CastState caster_cast_ray(const Caster *caster, const Transform *t, const Geometry *g,
                          CastResult *out);
// query_internal_edges.c: a ray that starts on a face of a part and slides along it. If something
// solid lies beyond that face, the ray enters the union of both, and the other faces decide. The
// result is in the space of g's body.
CastState caster_cast_sliding_ray(const Caster *caster, Transform t, const Geometry *g,
                                  CastResult *out);
// query_internal_edges.c: applies one-way parts and internal edges to a hit. A ray that starts on
// several faces hits an exposed one, whose normal it gets; if all are covered it starts inside.
CastState caster_filter_hit(const Caster *caster, int32_t slot, int32_t part, CastState state,
                            CastResult *r);
// minimum_translation.c: the shortest translation that frees a shape, or a ray's start, from all
// parts of the filter, one-way parts left out. False if it overlaps none.
bool caster_minimum_translation(const Caster *caster, const Collider *c, PartFilter filter,
                                Vec2 *translation);

// -------------------------------------------------------------------------------- the closest hit

// Of equal fractions the lower slot wins, so that the order of tests does not matter.

// A little beyond a fraction, so that an equal one is still tested and the slot decides.
static inline float just_beyond(float fraction) { return fraction * 1.000002f; }

// The fraction up to which a collider can still be the closest.
static inline float closest_limit(const CasterHit *closest)
{
    return closest->slot == NONE ? 1.0f : min_f(just_beyond(closest->result.fraction), 1.0f);
}

// A NaN, from what was written into a view, is never nearer.
static inline bool closest_is_nearer(const CasterHit *closest, int32_t slot, const CastResult *r)
{
    float best = closest->slot == NONE ? 3e38f : closest->result.fraction;
    return r->fraction < best || (r->fraction == best && slot < closest->slot);
}

// Tests a collider; true if it is the closest now.
static inline bool closest_offer(CasterHit *closest, const Caster *caster, int32_t slot)
{
    CasterHit hit;
    if (!caster_test(caster, slot, closest_limit(closest), closest, &hit) ||
        !closest_is_nearer(closest, slot, &hit.result)) {
        return false;
    }
    *closest = hit;
    return true;
}

// The record of a caster that hits nothing.
static inline MicaHit hit_none(const Caster *caster)
{
    return (MicaHit){
        .fraction = 1.0f, .point = add(caster->origin, caster->motion), .part = UNNAMED_PART};
}
// query_cast.c: writes the record of the closest hit; false and a record of the end without one.
bool closest_record(const Caster *caster, const CasterHit *closest, MicaHit *out);
// query_cast.c: the closest hit of a caster on its whole motion.
bool caster_closest(const Caster *caster, MicaHit *out);

// A search for the closest hit that can be interleaved with others: the static tree, then the
// moving one.
typedef struct ClosestSearch {
    const Caster *caster;
    int32_t tree;  // 0: static, 1: moving
    TreeWalk walk;
    CasterHit found;
} ClosestSearch;

// query_cast.c
void closest_search_begin(ClosestSearch *search, const Caster *caster);
// query_cast.c: visits one node or tests one collider; false at the end.
bool closest_search_step(ClosestSearch *search);

// explosion_shields.c: what lies between the centre of an explosion and what it may push.
typedef struct Shields {
    Caster caster;  // a ray from the centre
    int32_t rays;   // so far
    bool any;       // whether there may be shields at all
    bool gathered;  // whether shieldTree has all that may stop a ray
} Shields;
void shields_begin(Shields *shields, MicaWorld *world, Vec2 center, uint64_t layers);
// True if no static shield lies between the centre and a point at `offset` from it; one whose
// surface the point lies on does not count.
bool shields_let_through(Shields *shields, Vec2 offset);
// explosion.c: the part of its impulse that acts at that distance (m) from its centre, 0 to 1.
float explosion_fraction(const MicaExplosion *e, float distance);
#if defined(MICA_MATTER)
// matter_explosion.c: pushes particles.
void explosion_push_particles(MicaWorld *world, const MicaExplosion *e, Shields *shields);
#endif
