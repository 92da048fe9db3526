// What the room offers: the world (state.h), its records (records.h, scratch.h), and what the files
// of the room offer each other and the rooms above.
#pragma once

#include "state.h"

// ------------------------------------------------------------------------------------- handles

static inline uint32_t handle_make(int32_t slot, uint32_t generation)
{
    return generation << MICA_SLOT_BITS | (uint32_t)(slot + 1);
}

#define SLOT_LIMIT ((1 << MICA_SLOT_BITS) - 2)
#define GENERATION_LIMIT (1u << (32 - MICA_SLOT_BITS))

// slots.c: the slot of a live object, or NONE with the error recorded.
int32_t body_slot(MicaWorld *world, MicaBody body);
int32_t collider_slot(MicaWorld *world, MicaCollider collider);
int32_t joint_slot(MicaWorld *world, MicaJoint joint);
MicaBody body_handle(const MicaWorld *world, int32_t slot);
MicaCollider collider_handle(const MicaWorld *world, int32_t slot);
MicaJoint joint_handle(const MicaWorld *world, int32_t slot);
// A slot from the queue or a new one; the arrays must have been reserved by world_reserve_*.
int32_t slot_acquire(IntList *freeList, int32_t *head, int32_t *count);
// Gives a slot a new generation and puts it back into its queue.
void slot_release(MicaWorld *world, IntList *freeList, int32_t *head, uint16_t *generation,
                  int32_t slot);
// That for all bodies and colliders that were destroyed.
void slots_release_destroyed(MicaWorld *world);

// world.c
MicaError world_fail(MicaWorld *world, MicaError error);
bool world_reserve_body(MicaWorld *world);
bool world_reserve_collider(MicaWorld *world);
bool world_reserve_joint(MicaWorld *world);

static inline uint32_t body_type(const MicaWorld *world, int32_t slot)
{
    return world->state.flags.data[slot] & MICA_FLAG_TYPE_MASK;
}
static inline bool body_is_dynamic(const MicaWorld *world, int32_t slot)
{
    return body_type(world, slot) == MICA_BODY_DYNAMIC;
}
static inline bool body_has(const MicaWorld *world, int32_t slot, uint32_t flag)
{
    return (world->state.flags.data[slot] & flag) != 0;
}
// What the engine notes of a body, in bodyMarks. The centre of mass is at the origin, one collider
// at most, one disc about the origin: what most bodies are, so that a phase that goes through all
// pairs need not fetch the bodies themselves.
enum {
    BODY_MOVED_LAST_STEP = 1,  // MICA_FLAG_MOVED as it was in the step before
    BODY_CENTERED = 2,         // the centre of mass is at the origin
    BODY_ONE_COLLIDER = 4,     // dynamic, with one collider at most
    BODY_DISC = 8,             // dynamic, with one collider, a disc about its origin
    BODY_TELEPORTED = 16,      // was put where it is since the last step: nothing holds it there
    // Within a step: a solid pair with a static or kinematic collider exists and does not touch.
    BODY_NEAR_STATIC = 32,
};
static inline bool body_has_mark(const MicaWorld *world, int32_t slot, uint32_t mark)
{
    return (world->state.bodyMarks.data[slot] & mark) != 0;
}

// Both bodies of a contact are so.
static inline bool bodies_have_mark(const MicaWorld *world, const Contact *c, uint32_t mark)
{
    const uint8_t *marks = world->state.bodyMarks.data;
    return (marks[c->bodyA] & marks[c->bodyB] & mark) != 0;
}

// Moves in the next step: awake, enabled and not static.
static inline bool body_moves(const MicaWorld *world, int32_t slot)
{
    uint32_t f = world->state.flags.data[slot],
             on = MICA_FLAG_ALIVE | MICA_FLAG_AWAKE | MICA_FLAG_ENABLED;
    return (f & on) == on && (f & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC;
}
static inline Vec2 body_world_center(const MicaWorld *world, int32_t slot)
{
    return transform(world->state.transforms.data[slot],
                     world->state.bodies.data[slot].localCenter);
}
static inline Geometry collider_geometry(const MicaWorld *world, const Collider *c)
{
    const Polygon *polygons = world->state.polygons.data;
    return (Geometry){.type = c->type,
                      .count = c->count,
                      .radius = c->radius,
                      .a = c->a,
                      .b = c->b,
                      .polygon = c->polygon >= 0 ? polygons + c->polygon : NULL};
}

// body.c
void body_update_mass(MicaWorld *world, int32_t slot);
void body_add_collider_mass(MicaWorld *world, int32_t slot,
                            int32_t collider);   // after that one was added
void body_wake(MicaWorld *world, int32_t slot);  // and all that fell asleep with it
// Gives those that left their boxes others. `flies`: nothing holds the body.
void body_refit_colliders(MicaWorld *world, int32_t slot, bool flies);

// collider.c
bool collider_tree_insert(MicaWorld *world, int32_t slot);  // into the tree of its body's type
void collider_tree_remove(MicaWorld *world, int32_t slot);
void collider_mark_moved(MicaWorld *world, int32_t slot);
// What it may meet has changed, wherever it is: it looks for all of its pairs, not just for new
// overlaps.
void collider_mark_edited(MicaWorld *world, int32_t slot);
static inline Tree *collider_tree(MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->state.movingTree
                                                  : &world->state.staticTree;
}
// Its box from now on, in the tree too before that is asked again. Its body's room is to be found
// out anew.
void collider_set_box(MicaWorld *world, Collider *c, MicaAABB box);
// After any change of where its boxes or its shapes lie, as seen from its origin.
static inline void body_clear_slack(MicaWorld *world, int32_t slot)
{
    if (slot < world->scratch.aabbSlacks.capacity) {
        world->scratch.aabbSlacks.data[slot] = (AabbSlack){{0.0f, 0.0f, 0.0f, 0.0f}};
    }
}
// After its position was set: that is where it is, exactly.
static inline void body_clear_residual(MicaWorld *world, int32_t slot)
{
    if (slot < world->state.positionResiduals.capacity) {
        world->state.positionResiduals.data[slot] = (Vec2){0.0f, 0.0f};
    }
}
// What the tree shall hold of a collider in that box; `flies`: nothing holds its body.
MicaAABB collider_fat_box(const MicaWorld *world, const Collider *c, MicaAABB tight, bool flies);
void collider_release(MicaWorld *world, int32_t slot);
// Of many parts, which the caller puts into `place` when this has given a handle; `box` in the
// body's space.
MicaCollider collider_create_compound(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                      MicaShapeType type, int32_t place, float radius,
                                      MicaAABB box);
// collider_settings.c
MicaShape collider_shape(const MicaWorld *world, const Collider *c);
MicaError collider_check(const MicaColliderDef *def);
void collider_set_one_way(Collider *c, Vec2 oneWay);  // no way if zero

// parts.c
static inline bool collider_is_compound(const Collider *c) { return c->type > MICA_SHAPE_POLYGON; }
Geometry part_geometry(const MicaWorld *world, const Collider *c, int32_t part, Polygon *storage);
bool part_one_way(const MicaWorld *world, const Collider *c, int32_t part, Vec2 *normal);
// The world box of a part, or of a cell that holds it; of a plain collider, its box in the tree.
MicaAABB part_box(const MicaWorld *world, const Collider *c, int32_t part);
uint32_t parts_stripe_mask(const MicaWorld *world, const Collider *c, const MicaAABB *box);
bool part_face_is_exposed(const MicaWorld *world, const Collider *c, int32_t part, uint32_t face);
uint32_t part_internal_faces(const MicaWorld *world, const Collider *c, int32_t part);
bool part_exists(const MicaWorld *world, const Collider *c, int32_t part);
float collider_min_extent(const MicaWorld *world, const Collider *c);
bool parts_have_triggers(const MicaWorld *world, const Collider *c);
MicaAABB collider_tight_box(const MicaWorld *world, const Collider *c);
MicaAABB collider_box_at(const MicaWorld *world, const Collider *c, Transform t);
// How far it reaches from a point of its body.
float collider_max_extent(const MicaWorld *world, const Collider *c, Vec2 center);

enum {
    PARTS_SOLID = 1,
    PARTS_TRIGGER = 2,
    PARTS_ALL = PARTS_SOLID | PARTS_TRIGGER,
    PARTS_SURFACE = 4,  // without cells that only other cells touch
};
// Walks the parts of a collider that a box may touch while it moves by `motion`.
typedef struct PartWalk {
    const MicaWorld *world;
    const Collider *collider;
    MicaAABB box;  // in the collider's space
    Vec2 motion;
    uint32_t kind;
    int32_t part;
    union {
        struct {
            int32_t column, lastColumn, row, lastRow;
        };
        // Of a chain: where the walk is in its nodes, and which of those of each level (four bits)
        // are still to be entered.
        struct {
            int32_t level, node, offset, lastPart;
            uint64_t enter;
        };
    };
} PartWalk;
void parts_begin(PartWalk *walk, const MicaWorld *world, const Collider *c, MicaAABB box,
                 Vec2 motion, uint32_t kind);
int32_t parts_next(PartWalk *walk);  // the next part, or NONE
// Whether there is any.
bool parts_overlap(const MicaWorld *world, const Collider *c, MicaAABB box, uint32_t kind);
// The point of a map's surface that is nearest to a world point inside of it, or on it. Sides
// between its cells are not its surface. False if it has none, and of other colliders.
bool parts_nearest_surface_point(const MicaWorld *world, const Collider *c, uint32_t kind,
                                 Vec2 point, Vec2 *out);

// chain.c: the nodes that a chain's points need, and making them in their place; and the walk of
// one.
int32_t chain_node_count(const Chain *chain);
void chain_build_nodes(MicaWorld *world, const Chain *chain);
void chain_walk_begin(PartWalk *walk);
int32_t chain_walk_next(PartWalk *walk);
// The points before and behind a segment of a chain, and a bit for each that there is. 0 of any
// other collider.
uint32_t chain_ghost_points(const MicaWorld *world, int32_t collider, int32_t part, Vec2 *points);
// Whether the collider is a chain that holds on its left alone.
bool chain_is_one_sided(const MicaWorld *world, const Collider *c);
// The segment that goes on there, before (end 0) or behind (end 1), if one does.
int32_t chain_adjacent_segment(const MicaWorld *world, int32_t collider, int32_t part, int32_t end);

// parts_edit.c
void parts_release(MicaWorld *world, Collider *c);

// field.c
void field_release(MicaWorld *world, int32_t collider);
void field_wake(MicaWorld *world, const Contact *c);  // both sides, if either carries a field

// joint.c
void joint_end(MicaWorld *world, int32_t slot);
void joint_wake(MicaWorld *world, const Joint *j);  // both bodies
static inline void joint_drop_impulses(Joint *j)
{
    j->impulse[0] = j->impulse[1] = j->lowerImpulse = j->upperImpulse = 0.0f;
    j->motorImpulse = j->springImpulse = 0.0f;
}
void joints_end_of(MicaWorld *world, int32_t body);           // all joints of a body
void joints_wake_neighbours(MicaWorld *world, int32_t body);  // the bodies it is joined to
void joint_look_for_pairs(MicaWorld *world, const Joint *j);  // its bodies may meet from now on
// Whether a joint keeps the solid colliders of two bodies from meeting. Asked only where there are
// joints.
bool joints_part(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
// joint_settings.c
float joint_angle_now(const MicaWorld *world, const Joint *j);
// Checks `count` numbers of a definition, of which `first` is the first, counted from the anchors.
MicaError joint_check(const float *numbers, int32_t first, int32_t count);
enum {
    JOINT_PLACES = 4,
    JOINT_SETTINGS = 10
};  // numbers of a definition: anchors, reference to break
enum { CHECK_LIMIT = 5, CHECK_MOTOR = 7, CHECK_SPRING = 9, CHECK_BREAK = 12 };

// polygons.c
bool polygon_reserve(MicaWorld *world);  // room for one more
int32_t polygon_acquire(MicaWorld *world, const MicaShape *shape);
void polygon_release(MicaWorld *world, int32_t polygon);

// layers.c
MicaResponse pair_response(const MicaWorld *world, const Collider *a, const Collider *b);
// What layers, groups, ignored pairs and joints say, whether either moves or not.
MicaResponse pair_filter_response(const MicaWorld *world, const Collider *a, const Collider *b);
// Whether those cells of a map that are triggers notice another collider, whatever the map as a
// whole does.
bool pair_trigger_cells_see(const MicaWorld *world, const Collider *many, const Collider *other);
// Takes the collider's layer, thickness and sight into the layers' bounds.
void layer_update_bounds(MicaWorld *world, const Collider *c);
// True if the trigger notices the other.
static inline bool trigger_sees(const MicaWorld *world, const Collider *trigger,
                                const Collider *other)
{
    uint32_t needs = 1u << body_type(world, other->body) |
                     ((other->flags & COLLIDER_TRIGGER) != 0 ? (uint32_t)MICA_SEES_TRIGGERS : 0u);
    return (trigger->sees & needs) == needs;
}
static inline uint64_t layer_bit(const Collider *c) { return (uint64_t)1 << c->layer; }
static inline uint64_t layer_response_mask(const MicaWorld *world, const Collider *c)
{
    return world->state.layers.solid[c->layer] | world->state.layers.trigger[c->layer];
}

// filters.c
bool filter_ignores(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
void filters_release_destroyed(MicaWorld *world);  // forgets the pairs of destroyed bodies

// pairs.c
int32_t pair_find(const MicaWorld *world, int32_t colliderA, int32_t colliderB, int32_t part);
bool pair_reserve(MicaWorld *world, int32_t contacts);
void pair_rebuild_table(MicaWorld *world);  // the table, anew
bool pair_create(MicaWorld *world, int32_t a, int32_t b, int32_t part, MicaResponse response);
void pair_set_sides(MicaWorld *world, Contact *c, int32_t a, int32_t b);
bool pair_in_order(const MicaWorld *world, int32_t a, int32_t b);
void pair_wake(MicaWorld *world, const Contact *c);
// Takes away its points. Until B has moved by `gap` against the axis as seen from A, no others need
// to be looked for.
void pair_set_apart(Contact *c, Transform relative, Vec2 axis, float gap);
void pair_remove(MicaWorld *world, int32_t contact);
void pair_mix_materials(const MicaWorld *world, Contact *c);

// body_sweep.c: the way of a body through the step, and how far any point of it can have moved.
Sweep body_sweep(const MicaWorld *world, int32_t slot);
float body_max_displacement(const MicaWorld *world, int32_t solver);

// events.c
// Makes capacity for what may begin (fresh: solved but not touching yet) and for what touches to end.
bool events_reserve(MicaWorld *world, int32_t fresh);
// Makes capacity for one pair to begin or end a visit or to part.
bool events_reserve_change(MicaWorld *world, const Contact *c);
bool events_reserve_ends(MicaWorld *world);   // for what the broad phase drops
bool events_reserve_sleep(MicaWorld *world);  // for who wakes and falls asleep
void events_clear(MicaWorld *world);
void events_emit_sleep(MicaWorld *world);  // at the end of a step: who fell asleep and woke
void event_begin(MicaWorld *world, Contact *c, float approachSpeed);
void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse);
void event_end(MicaWorld *world, Contact *c);
void event_trigger(MicaWorld *world, Contact *c, bool touching);
bool event_enter_exit(MicaWorld *world, int32_t a,
                      int32_t b);  // false without room: nothing is told
MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c);
MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c);
