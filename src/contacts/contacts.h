// What the room offers: from moved colliders to manifolds. The phases of a step that find pairs and
// compute what touches, and the parts of them that sweeps, casts and the step by impacts need, too.
#pragma once

#include "contacts_scratch.h"

// ------------------------------------------------------------------------- phases of the step
// Those that return false ran out of memory, and the step is taken back (undo.c).

// broad_phase.c: checks the pairs after edits, refits the trees, finds new pairs.
bool broad_phase(MicaWorld *world);
// broad_phase.c, once the step is certain to have its memory: forgets which colliders have moved;
// forgets the edits, and frees the slots of destroyed bodies and colliders.
void broad_phase_forget_moved(MicaWorld *world);
void broad_phase_forget_edits(MicaWorld *world);
// narrow_phase.c: manifolds of all pairs, for a step of dt seconds; the manifold of a pair that is
// still apart is computed where the two will meet, unless dt is 0.
bool narrow_phase(MicaWorld *world, float dt);
// narrow_phase.c: makes the contacts of bodies that woke since active too. False without memory.
bool contacts_take_woken(MicaWorld *world, float dt);
// triggers.c: capacity for the next one.
bool triggers_reserve(MicaWorld *world);
// triggers.c: after all motion, enter and exit events of what passed through a trigger within the
// step.
void triggers_sweep(MicaWorld *world);

// ----------------------------------------------------------------------- within the broad phase

// find_pairs.c: a pair for every overlap of a moved collider's box that is none yet.
bool find_pairs(MicaWorld *world);
// find_pairs.c: the pairs of two colliders whose boxes overlap, unless they exist or are filtered
// out; of a compound collider one for each part.
bool find_pairs_between(MicaWorld *world, int32_t a, int32_t b);
// pair_budget.c: find_pairs_between, unless the two lie in a crowd: then the pair is postponed to
// the next step. Begun once a search.
void pair_budget_begin(MicaWorld *world);
bool pair_budget_search(MicaWorld *world, int32_t a, int32_t b);
// Whether the last search has postponed a pair of the collider.
bool pair_budget_postponed(const MicaWorld *world, int32_t slot);
// pair_order.c: reorders the pairs along the tree when enough of them are new.
bool pairs_reorder(MicaWorld *world);
// edge_cover.c: notes which faces of the static collider `slot` the static collider `by` covers.
// False if all of them were already: other colliders change nothing.
bool edge_cover_classify(MicaWorld *world, int32_t slot, int32_t by);
// edge_cover.c: notes, without a look, that others may cover all faces of a static collider. Then
// contacts with it look at its neighbours. Returns false.
bool edge_cover_assume(MicaWorld *world, int32_t slot);

// ---------------------------------------------------------------------- within the narrow phase

// manifold.c: the manifold of a pair, `relative` being B in A's frame; points further apart
// than maxDistance are left out.
void manifold_compute(MicaWorld *world, const Contact *c, Transform relative, float maxDistance,
                      LocalManifold *m);
// approach.c: of two that are near and would touch for the first time, true if they only pass each
// other.
bool approach_passes_by(const MicaWorld *world, const Contact *c, Transform relative,
                        const LocalManifold *m, float dt);
// approach.c: to a manifold of one corner, adds the other corner that may land in the same step.
void approach_add_second_point(MicaWorld *world, const Contact *c, Transform relative, float dt,
                               LocalManifold *m);
// approach.c: for two dynamic bodies that are apart and may meet in this step, stores the manifold
// of the place where they will, with the separations of now.
void approach_collide(MicaWorld *world, Contact *c, float dt);
// approach.c: marks the dynamic body of a pair that is apart as BODY_NEAR_STATIC if it can reach
// the static or kinematic one in this step.
void approach_mark_near_static(MicaWorld *world, const Contact *c, float dt);
// internal_edges.c: the manifold of two shapes without what lies inside the union of touching
// colliders; one-way parts and arcade normals are not applied yet.
void internal_edges_collide(MicaWorld *world, const Contact *contact, const Geometry *a,
                            const Geometry *b, Transform relative, float maxDistance,
                            LocalManifold *m);
// embedded.c: where the centre of one lies in a part of the static environment, the manifold that
// pushes it out of all of it. False, with the manifold as it was, if it does not.
bool embedded_collide(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                      LocalManifold *m);
// Whether a body of the pair was embedded in the step before.
static inline bool pair_was_embedded(const MicaWorld *world, const Contact *c)
{
    return world->scratch.embeddedBodies > 0 && (body_has_mark(world, c->bodyA, BODY_EMBEDDED) ||
                                                 body_has_mark(world, c->bodyB, BODY_EMBEDDED));
}
// arcade_normals.c: at a corner of A, takes the normal of one of its faces, if either is arcade.
void arcade_normals_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                           Transform relative, LocalManifold *m);

// What a segment of a one-sided chain is to the body of a contact.
typedef enum OneSidedState { ONE_SIDED_UNKNOWN, ONE_SIDED_OPEN, ONE_SIDED_SOLID } OneSidedState;
// one_way.c: removes the points where a one-way part lets the body through, and sets the manifold's
// one-sided state.
void one_way_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float maxDistance, LocalManifold *m);
// one_way.c: keeps that state in the contact, and the one before.
void one_way_set_state(const MicaWorld *world, Contact *c, OneSidedState state);
// triggers.c: true if a trigger pair at rest has to be tested once more.
bool trigger_needs_update(const MicaWorld *world, const Contact *c);
// triggers.c: tests whether the visitor is inside, and emits enter and exit events.
void trigger_update(MicaWorld *world, Contact *c, Transform relative);
// static_neighbours.c: capacity for the lists.
bool static_neighbours_reserve(MicaWorld *world);
// static_neighbours.c: all static colliders that may reach into `near`, which lies in the box of
// the static collider `slot` enlarged by the speculative distance. At least those that a query of
// the tree for these layers would find, in its order. Valid until the next call.
const int32_t *static_neighbours_find(MicaWorld *world, int32_t slot, MicaAABB near,
                                      uint64_t layers, int32_t *count);

// ------------------------------------------------------------------------------ for all rooms
// above

// internal_edges.c: whether another collider may cover faces of this one, after the broad phase.
bool internal_edges_possible(const MicaWorld *world, const Collider *c);
// The same between steps, when new static colliders are not classified yet.
static inline bool internal_edges_possible_for_cast(const MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_TOUCHES_STATIC) != 0 ||
           ((c->flags & COLLIDER_MOVING_TREE) == 0
                ? world->state.staticsUnclassified
                : body_type(world, c->body) == MICA_BODY_KINEMATIC);
}
// What may cover what a cast hits: solid parts of these layers, of each collider only those of the
// layers that `accepts` returns (null: all).
typedef struct CoverFilter {
    uint64_t layers;
    uint64_t (*accepts)(const void *context, int32_t slot);
    const void *context;
} CoverFilter;
// internal_edges.c: true if a hit at p, normal n, on a part of a static or kinematic collider lies
// inside the union of it and its neighbours. Leaves queryHits as it is.
bool internal_edges_hide_cast(MicaWorld *world, int32_t slot, int32_t part, CoverFilter filter,
                              Vec2 p, Vec2 n);
// one_way.c: true if a swept collider `own` that hits a part of `other` as `toi` says is stopped,
// as far as one-way parts of either go.
bool one_way_stops(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   const MicaTimeOfImpact *toi);
// one_way.c: true if `own` overlaps a segment of a one-sided chain whose state is ONE_SIDED_SOLID;
// `up` is its normal as part_one_way gives it.
bool one_way_is_solid(const MicaWorld *world, const Collider *own, const Collider *other,
                      int32_t part, Vec2 up);
