// What the room offers: the broad phase and its pairs, manifolds, internal edges, one-way parts,
// arcade normals, triggers. All phases that run before anything is solved, and what sweeps and
// casts ask of them.
#pragma once

#include "world.h"

// The phases of a step that find what touches. Those that return false ran out of memory.
bool broad_phase(MicaWorld *world);    // broad_phase.c
bool find_pairs(MicaWorld *world);     // find_pairs.c, part of it
void pairs_reorder(MicaWorld *world);  // pair_order.c, part of it
// Find_pairs.c: all pairs that two colliders make
bool pair_meet(MicaWorld *world, int32_t a, int32_t b);
// Seconds ahead that what is apart is watched; none while stepping by impacts.
bool narrow_phase(MicaWorld *world, float dt);  // narrow_phase.c
void contact_collide(MicaWorld *world, const Contact *c, Transform relative, float reach,
                     LocalManifold *m);
// Seams.c
void internal_edges_collide(MicaWorld *world, const Contact *contact, const Geometry *a,
                            const Geometry *b, Transform relative, float reach, LocalManifold *m);
// Whether there may be ground next to the collider that counts with it.
bool internal_edges_concern(const MicaWorld *world, const Collider *c);
// Surface.c
void arcade_normals_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                           Transform relative, LocalManifold *m);
// one_way.c: takes the points of what passes, and says in the manifold what a segment of a
// one-sided chain does with the body; the contact keeps that.
typedef enum OneSided { ONE_SIDED_UNKNOWN, ONE_SIDED_PASSES, ONE_SIDED_HOLDS } OneSided;
void one_way_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float reach, LocalManifold *m);
void one_way_note(const MicaWorld *world, Contact *c, OneSided hold);
// Of a sweep: whether one-way parts, those of what is met and the body's own, hold what comes as
// this does; and whether the segment of a one-sided chain that a body is in holds it, `up` as
// part_one_way has it.
bool one_way_stops(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   const MicaTimeOfImpact *toi);
bool one_way_holds(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   Vec2 up);
// beside.c. All static colliders that may reach into `near`, a part of that one's own box enlarged
// by the speculative distance: at least those a query of the tree for these layers would find, in
// its order. Good until the next call.
bool static_neighbours_reserve(MicaWorld *world);
const int32_t *static_neighbours_find(MicaWorld *world, int32_t ground, MicaAABB near,
                                      uint64_t layers, int32_t *count);
// Notes which faces of a static collider another one covers.
void static_touch_mark(MicaWorld *world, int32_t slot, int32_t by);
bool triggers_reserve(MicaWorld *world);  // triggers.c
void triggers_pass(MicaWorld *world);     // triggers.c

// seams.c Whether other ground may touch a collider: a static one as far as is known before the
// next step has looked, a kinematic one always.
static inline bool internal_edges_may_touch(const MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_TOUCHES) != 0 ||
           ((c->flags & COLLIDER_MOVING_TREE) == 0
                ? world->state.staticsUnclassified
                : body_type(world, c->body) == MICA_BODY_KINEMATIC);
}
// What counts as ground beside what is met: colliders of these layers, and of them those that
// `counts` lets through, which is asked with `asker`; all where it is null.
typedef struct StaticUnion {
    uint64_t layers;
    bool (*counts)(const void *asker, int32_t slot);
    const void *asker;
} StaticUnion;
// True if a cast that meets a part of a static or kinematic collider where it is, at p, normal n,
// meets something inside the union of such ground. Leaves what world->scratch.queryHits lists.
bool internal_edges_hide_cast(MicaWorld *world, int32_t slot, int32_t part, StaticUnion ground,
                              Vec2 p, Vec2 n);

// triggers.c
bool trigger_due(const MicaWorld *world, const Contact *c);
void trigger_update(MicaWorld *world, Contact *c, Transform relative);
