// The door of the room: what its files offer each other and the rooms above, a section per file.
// The data itself is in state.h (the world), records.h and scratch.h (what its arrays hold).
// Public functions (mica_...) are declared and described in mica.h and not repeated here.
#pragma once

#include "state.h"

// Makes this world's units those of METRE (metre.h). Every public function that uses a length begins
// with it; so do the look-ups of handles below, and null is allowed.
static inline void world_enter(const MicaWorld *world)
{
    metre_set(world != NULL ? world->state.lengthUnit : 1.0f);
}

// What counts as up where nothing else says it: tiles, one-sided chains, movers without gravity.
static inline Vec2 world_up(const MicaWorld *world)
{
    return vec(0.0f, world->state.yDown ? -1.0f : 1.0f);
}

// ---------------------------------------------------------------------------- slots.c: handles

// A handle's id is a generation above MICA_SLOT_BITS bits of slot + 1; MICA_SLOT reads the slot.
static inline uint32_t handle_make(int32_t slot, uint32_t generation)
{
    return generation << MICA_SLOT_BITS | (uint32_t)(slot + 1);
}

#define SLOT_LIMIT ((1 << MICA_SLOT_BITS) - 2)
#define GENERATION_LIMIT (1u << (32 - MICA_SLOT_BITS))

static inline uint32_t generation_after(uint32_t generation)
{
    return generation + 1u >= GENERATION_LIMIT ? 1u : generation + 1u;
}

// The slot of a live object, or NONE with the error recorded.
int32_t body_slot(MicaWorld *world, MicaBody body);
int32_t collider_slot(MicaWorld *world, MicaCollider collider);
int32_t joint_slot(MicaWorld *world, MicaJoint joint);
// Likewise, but also that of a joint that broke in the last step, while no other joint has its slot.
int32_t joint_slot_readable(MicaWorld *world, MicaJoint joint);
// The present handle of a slot.
MicaBody body_handle(const MicaWorld *world, int32_t slot);
MicaCollider collider_handle(const MicaWorld *world, int32_t slot);
MicaJoint joint_handle(const MicaWorld *world, int32_t slot);
// True if no slot is free and no new one can be named: those that served all generations, and those
// destroyed since the last step, count as used.
bool slots_used_up(const IntList *freeList, int32_t head, int32_t count);
// Returns the oldest free slot, else a new one, for which world_reserve_* reserved the capacity.
int32_t slot_acquire(IntList *freeList, int32_t *head, int32_t *count);
// Gives a slot its next generation and appends it to the queue of free slots. `slots`: how many
// there are in all, for which the queue has capacity.
void slot_release(MicaWorld *world, IntList *freeList, int32_t *head, int32_t slots,
                  uint16_t *generation, int32_t slot);
// Releases the slots of all bodies and colliders destroyed since the last step.
void slots_release_destroyed(MicaWorld *world);

// ------------------------------------------------------------- world.c: errors and capacity

// Records the error, unless it is OK, and returns it.
MicaError world_fail(MicaWorld *world, MicaError error);
MicaError world_fail_at(MicaWorld *world, MicaError error, int32_t slot);
// Fails with VIEW_READ_ONLY if a game has written what is no transform of a body, or no flags, into
// those views.
MicaError world_check_views(MicaWorld *world);
// Check an argument: finite, else NOT_FINITE, and within +-limit or 0 to limit, else OUT_OF_RANGE.
MicaError world_check_number(float value, float limit);
MicaError world_check_not_negative(float value, float limit);
MicaError world_check_above_zero(float value, float limit);
MicaError world_check_range(float value, float minimum, float maximum);  // likewise, between these
MicaError world_check_vec(Vec2 v, float limit);
// OUT_OF_RANGE unless the value is one of `count`.
MicaError world_check_choice(int32_t value, int32_t count);
// Reserves capacity for one more body, joint or mover, or for some colliders, in every array that has
// one per slot.
bool world_reserve_body(MicaWorld *world);
bool world_reserve_colliders(MicaWorld *world, int32_t more);
bool world_reserve_joint(MicaWorld *world);
bool world_reserve_mover(MicaWorld *world);
// Reserves capacity for that many slots of each.
bool world_reserve(MicaWorld *world, int32_t bodies, int32_t colliders, int32_t joints);

// ------------------------------------------------ what a body and a collider are, read inline

// Bits of bodyMarks, which the engine keeps beside the public flags. The shape of most bodies (one
// collider, centre of mass at the origin) is noted here, so that a phase that visits all pairs need
// not load the Body records.
enum {
    BODY_MOVED_LAST_STEP = 1,  // MICA_FLAG_MOVED as it was in the step before
    BODY_CENTERED = 2,         // the centre of mass is at the origin
    BODY_ONE_COLLIDER = 4,     // dynamic, with at most one collider
    BODY_DISC = 8,             // dynamic, and its one collider is a circle about the origin
    BODY_TELEPORTED = 16,      // the caller set its transform since the last step
    // Within a step: a solid pair with a static or kinematic collider exists and does not touch.
    BODY_NEAR_STATIC = 32,
    BODY_EDITED = 64,  // one of its colliders has edits
    // A collider's centre lay in the static environment in the last step, see embedded.c
    BODY_EMBEDDED = 128,
};

// A body rests while it does not move, has not moved in the last step, and was not edited: its
// previous transform and its pose are its transform, and it is no solver body. Steps go through the
// bits of awakeBodies and pass over the others; mark_moving (step.c) clears the bit of a body that
// has come to rest. Where it is not known which bodies rest, the next step looks at all.
static inline void bodies_rest_unknown(MicaWorld *world)
{
    world->scratch.awakeBodies.count = 0;
    world->scratch.bodiesSparse = false;
}
static inline bool bodies_rest_known(const MicaWorld *world)
{
    return world->scratch.awakeBodies.count > 0;
}
// The first body slot from `slot` on that does not rest, or bodies.count.
static inline int32_t body_next_awake(const MicaWorld *world, int32_t slot)
{
    return next_bit(&world->scratch.awakeBodies, world->scratch.bodiesSparse, slot,
                    world->state.bodies.count);
}
static inline bool body_is_known_to_rest(const MicaWorld *world, int32_t slot)
{
    const KeyList *words = &world->scratch.awakeBodies;
    return words->count > 0 && (words->data[slot / 64] >> (slot % 64) & 1) == 0;
}
// slots.c: the body, which may be new, rests no longer; it has come to rest.
void body_may_change(MicaWorld *world, int32_t slot);
void body_rest(MicaWorld *world, int32_t slot);
// slots.c, as a step begins: where it is not known which bodies rest, none is supposed to. False without
// memory.
bool bodies_suppose_awake(MicaWorld *world);

static inline uint32_t body_type(const MicaWorld *world, int32_t slot)
{
    return world->state.flags.data[slot] & MICA_FLAG_TYPE_MASK;
}
static inline bool body_is_dynamic(const MicaWorld *world, int32_t slot)
{
    return body_type(world, slot) == MICA_BODY_DYNAMIC;
}
// Whether the body has a public flag (MICA_FLAG_*).
static inline bool body_has(const MicaWorld *world, int32_t slot, uint32_t flag)
{
    return (world->state.flags.data[slot] & flag) != 0;
}
// Whether the body has a mark (BODY_*).
static inline bool body_has_mark(const MicaWorld *world, int32_t slot, uint32_t mark)
{
    return (world->state.bodyMarks.data[slot] & mark) != 0;
}
// Whether both bodies of a contact have a mark.
static inline bool bodies_have_mark(const MicaWorld *world, const Contact *c, uint32_t mark)
{
    const uint8_t *marks = world->state.bodyMarks.data;
    return (marks[c->bodyA] & marks[c->bodyB] & mark) != 0;
}
// Whether a body with these flags (type and locks) can have the velocity: zero any body can.
static inline bool body_takes_velocity(uint32_t flags, Vec2 v, float w)
{
    bool fixed = (flags & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC;
    return (v.x == 0.0f || (!fixed && (flags & MICA_FLAG_LOCK_X) == 0)) &&
           (v.y == 0.0f || (!fixed && (flags & MICA_FLAG_LOCK_Y) == 0)) &&
           (w == 0.0f || (!fixed && (flags & MICA_FLAG_LOCK_ROTATION) == 0));
}
// Whether the next step integrates the body: awake, enabled and not static.
static inline bool body_moves(const MicaWorld *world, int32_t slot)
{
    uint32_t f = world->state.flags.data[slot],
             on = MICA_FLAG_ALIVE | MICA_FLAG_AWAKE | MICA_FLAG_ENABLED;
    return (f & on) == on && (f & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC;
}
// Whether a body of these flags moves in this step, or has woken since it began and will.
static inline bool flags_move(uint32_t flags)
{
    uint32_t asked = MICA_FLAG_AWAKE | MICA_FLAG_ENABLED | MICA_FLAG_TYPE_MASK,
             woken = MICA_FLAG_AWAKE | MICA_FLAG_ENABLED | (uint32_t)MICA_BODY_DYNAMIC;
    return (flags & MICA_FLAG_MOVED) != 0 || (flags & asked) == woken;
}
// Beyond it squares of distances are no numbers. No body comes so far.
#define FARTHEST 1e18f
// Whether a transform has finite numbers and a rotation of unit length. A game may have written it.
static inline bool transform_is_sound(const Transform *t)
{
    f4 farthest = f4_set(FARTHEST, FARTHEST, 2.0f, 2.0f);
    float unit = t->q.c * t->q.c + t->q.s * t->q.s;
    // NaN fails each comparison.
    return f4_all(f4_le(f4_abs(f4_load(&t->p.x)), farthest)) != 0 && unit > 0.9999f &&
           unit < 1.0001f;
}
// Whether the flags and the transform in a slot can be those of a body, if it has one. An empty slot
// has no flags, and its transform is read by nobody.
static inline bool world_view_is_sound(const MicaWorld *world, int32_t slot)
{
    uint32_t flags = world->state.flags.data[slot], type = flags & MICA_FLAG_TYPE_MASK;
    bool wakes = (flags & MICA_FLAG_AWAKE) == 0 || type != MICA_BODY_STATIC;
    return flags == 0 || ((flags & MICA_FLAG_ALIVE) != 0 && type < MICA_BODY_TYPE_COUNT && wakes &&
                          transform_is_sound(&world->state.transforms.data[slot]));
}
// What the body moves and turns about, in world space.
static inline Vec2 body_world_center(const MicaWorld *world, int32_t slot)
{
    return transform(world->state.transforms.data[slot],
                     world->state.bodies.data[slot].localCenter);
}
// Discards the body's AABB slack (aabb_slack.h), which any change of its boxes or shapes makes
// wrong.
static inline void body_clear_slack(MicaWorld *world, int32_t slot)
{
    if (slot < world->scratch.aabbSlacks.capacity) {
        world->scratch.aabbSlacks.data[slot] = (AabbSlack){{0.0f, 0.0f, 0.0f, 0.0f}};
    }
}
// Notes the velocity with which a step leaves a body, or 0 of one that is made or falls asleep.
static inline void body_set_end_velocity(MicaWorld *world, int32_t slot, Vec2 velocity)
{
    if (slot < world->state.endVelocities.capacity) {
        world->state.endVelocities.data[slot] = velocity;
    }
}

// Zeroes the Kahan residual of the position, after the position was set.
static inline void body_clear_residual(MicaWorld *world, int32_t slot)
{
    if (slot < world->state.positionResiduals.capacity) {
        world->state.positionResiduals.data[slot] = (Vec2){0.0f, 0.0f};
    }
}
// The shape of a plain collider as the collision code reads it.
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
// Whether the collider belongs in a tree, where pairs and queries find it.
static inline bool collider_takes_part(const MicaWorld *world, const Collider *c)
{
    return body_has(world, c->body, MICA_FLAG_ENABLED) && c->disabled == 0;
}
// The tree that has the collider: static bodies' in one, all others' in the other.
static inline Tree *collider_tree(MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->state.movingTree
                                                  : &world->state.staticTree;
}
static inline bool collider_is_compound(const Collider *c) { return c->type > MICA_SHAPE_POLYGON; }

// -------------------------------------------------------------- body.c: lifetime, mass, waking

// The centre of mass in the body's space. That of a body that is not dynamic is its origin, unless it
// was set: it still moves and turns about its origin.
Vec2 body_mass_center(const MicaWorld *world, int32_t slot);
// Computes mass, centre of mass, extents and marks from all colliders; a mass that was set stays.
void body_update_mass(MicaWorld *world, int32_t slot);
// The same where `center` is the centre of mass that was set.
void body_update_mass_at(MicaWorld *world, int32_t slot, Vec2 center);
// Has the next step compute the contacts of the body's colliders anew if its centre of mass has moved:
// their points are kept from it.
void body_recompute_contacts(MicaWorld *world, int32_t slot, Vec2 oldCenter);
// As body_update_mass after `collider` was added; bodies without mass visit that collider alone.
void body_add_collider_mass(MicaWorld *world, int32_t slot, int32_t collider);
// Sums over the colliders of a body, in their order: of m and of m c.
typedef struct MassSums {
    float mass;
    Vec2 moment;
} MassSums;
MassSums body_mass_sums(const MicaWorld *world, int32_t slot);
// Adds a new collider of a dynamic body to the sums and moves the centre of mass, as
// body_update_mass does. Mass, inertia, extents and marks wait for a call of body_update_mass.
void body_add_mass_sums(MicaWorld *world, int32_t slot, int32_t collider, MassSums *sums);
// Wakes the body and all bodies that fell asleep with it.
void body_wake(MicaWorld *world, int32_t slot);

// ------------------------------------------------------------------ body_motion.c: motion

// Gives colliders that left their fat boxes new ones. `unconstrained`: nothing pushed the body in
// this step, so its boxes look further ahead.
void body_refit_colliders(MicaWorld *world, int32_t slot, bool unconstrained);
// The body's motion from the start to the end of the step.
Sweep body_sweep(const MicaWorld *world, int32_t slot);
// An upper bound of the distance that any point of a solver body moved in this step.
static inline float body_max_displacement(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    float extent = world->state.bodies.data[world->scratch.solverSlots.data[solver]].maxExtent;
    return sqrtf(s->dx * s->dx + s->dy * s->dy) + abs_f(s->da) * extent;
}

// ------------------------------------------------------- collider.c: lifetime, trees, boxes

// Creates a collider of type MICA_SHAPE_CHAIN or MICA_SHAPE_TILES without its parts. `record`: the
// slot in chains or tileMaps that the caller fills in afterwards; `box` in the body's space.
MicaCollider collider_create_compound(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                      MicaShapeType type, int32_t record, float radius,
                                      MicaAABB box);
// Destroys a collider that is no longer in its body's list.
void collider_release(MicaWorld *world, int32_t slot);
// Inserts the collider into the tree of its body's type; false if memory ran out.
bool collider_tree_insert(MicaWorld *world, int32_t slot);
void collider_tree_remove(MicaWorld *world, int32_t slot);
// Moves it to the tree that it belongs in, or into none; reserved like collider_tree_insert.
void collider_tree_reinsert(MicaWorld *world, int32_t slot);
// Lists the collider as moved: the next step looks for new overlaps of its box.
void collider_mark_moved(MicaWorld *world, int32_t slot);
// The same after an edit: the next step looks for all of its pairs, not just for new overlaps.
void collider_search_pairs(MicaWorld *world, int32_t slot);
// The next step does `edit` (EDIT_*) with the pairs that the collider has.
void collider_edit_pairs(MicaWorld *world, int32_t slot, uint8_t edit);
// The same for all colliders of a body.
void body_edit_pairs(MicaWorld *world, int32_t slot, uint8_t edit);
// The next step rechecks the pairs of two bodies, which are a few of each one's: those of a body
// that is not static are fewer.
void bodies_edit_pairs(MicaWorld *world, int32_t slotA, int32_t slotB);
// The box that the tree keeps: the tight box, a margin, and the motion expected over some frames.
MicaAABB collider_fat_box(const MicaWorld *world, const Collider *c, MicaAABB tight,
                          bool unconstrained);
// Sets that box and discards the body's AABB slack. The caller updates the tree.
void collider_set_box(MicaWorld *world, Collider *c, MicaAABB box);

// -------------------------------------------------------- collider_settings.c: definitions

// The shape of a plain collider as the caller defined it.
MicaShape collider_shape(const MicaWorld *world, const Collider *c);
// The same, but that a polygon has no centroid.
MicaShape collider_outline(const MicaWorld *world, const Collider *c);
// The definition of a collider as it is now.
MicaColliderDef collider_definition(const Collider *c);
MicaError collider_check(const MicaColliderDef *def);
// Makes the collider one-way along a normal in its body's space, or solid on all sides if it is 0.
void collider_set_one_way(Collider *c, Vec2 normal);

// ------------------------------------------------------------------------- field.c: fields

MicaError field_check(const MicaField *field);
// Removes the collider's field, if it has one.
void field_release(MicaWorld *world, int32_t collider);
// Wakes both bodies of a contact if either collider has a field.
void field_wake(MicaWorld *world, const Contact *c);

// ----------------------------------------------- field_pairs.c: in how many fields a collider is

// Whether a collider has a field that acts on another collider with which it forms a trigger pair.
bool field_acts_on(const MicaWorld *world, int32_t trigger, int32_t visitor);
// Counts the pairs of each collider with fields, as a step begins. False without memory.
bool field_pairs_count(MicaWorld *world);
// False if one of the two has no place for a field of the other; else the pair is counted.
bool field_pairs_admit(MicaWorld *world, int32_t a, int32_t b);
// Takes a trigger pair that is about to be removed out of the count.
void field_pairs_forget(MicaWorld *world, const Contact *c);
// Chooses the fields of colliders that overlap more than they have a place for; makes their pairs and
// removes others. False without memory.
bool field_pairs_choose(MicaWorld *world);

// ---------------------------------------------------------------------------------- joints

// joint.c
void joint_end(MicaWorld *world, int32_t slot);
void joint_wake(MicaWorld *world, const Joint *j);  // both bodies
static inline void joint_drop_rigid_impulses(Joint *j)
{
    j->impulses[JOINT_IMPULSE_X] = j->impulses[JOINT_IMPULSE_Y] = j->thirdImpulse = 0.0f;
}
static inline void joint_drop_impulses(Joint *j)
{
    for (int32_t i = 0; i < JOINT_IMPULSES; ++i) {
        j->impulses[i] = 0.0f;
    }
    j->thirdImpulse = 0.0f;
}
static inline JointNumbers *joint_numbers(const MicaWorld *world, const Joint *j)
{
    return &world->state.jointNumbers.data[j - world->state.joints.data];
}
static inline float *joint_values(const MicaWorld *world, const Joint *j)
{
    return joint_numbers(world, j)->values;
}
// Alive and switched on.
static inline bool joint_connects(const Joint *j)
{
    return (j->flags & (JOINT_ALIVE | JOINT_DISABLED)) == JOINT_ALIVE;
}
void joints_end_of(MicaWorld *world, int32_t body);           // all joints of a body
void joints_wake_neighbours(MicaWorld *world, int32_t body);  // the bodies it is joined to
void joint_look_for_pairs(MicaWorld *world, const Joint *j);  // its bodies may meet from now on
// Whether a joint filters the solid pairs of two bodies. Called only in worlds with joints.
bool joints_part(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
// Where body A of a joint is: the origin where the world takes its place.
static inline Transform joint_place_a(const MicaWorld *world, const Joint *j)
{
    return j->bodyA != NONE ? world->state.transforms.data[j->bodyA]
                            : (Transform){{0.0f, 0.0f}, {1.0f, 0.0f}};
}
static inline MicaBody joint_body_a(const MicaWorld *world, const Joint *j)
{
    return j->bodyA != NONE ? body_handle(world, j->bodyA) : (MicaBody){0};
}
// gears.c
MicaError gear_check(MicaWorld *world, const MicaJointDef *def);  // the joints that it couples
void gear_couple(MicaWorld *world, Joint *gear, const MicaJointDef *def);
void gears_end_of(MicaWorld *world, int32_t joint);  // all gears that name a joint
static inline const Joint *gear_joint(const MicaWorld *world, const Joint *gear, int32_t pair)
{
    return &world->state.joints.data[joint_numbers(world, gear)->coupled[pair] - 1];
}
// The angle of one of a gear's joints, every turn since it was made counted.
double gear_angle(const MicaWorld *world, const Joint *gear, int32_t pair);
// joint_settings.c
// The bodies' angle to each other, in the turn nearest to the one of the last step.
float joint_angle_now(const MicaWorld *world, const Joint *j);
// The same of a joint that has counted no turns until now: it is new, or was disabled. Where its angle
// has a limit, it is in the turn that lies in the limit or next to it, the nearest of several.
float joint_angle_uncounted(const MicaWorld *world, const Joint *j);
// Whether `count` numbers from `first` on are such as the type allows.
MicaError joint_check_numbers(int32_t type, const float *numbers, int32_t first, int32_t count);
MicaError joint_check_anchor(Vec2 anchor);
// Moves the limit of a ratchet on; nothing for other joints.
void joint_keep_tooth(MicaWorld *world, Joint *j);
void joint_mark_numbers(MicaWorld *world, Joint *j);  // JOINT_BREAKS and JOINT_SOFT

// ------------------------------------------------------------------------------ mover.c: movers

MicaError mover_check_numbers(const float *numbers);  // all of a mover
// Lets a mover stand on nothing. Returns the velocity of what it stood on.
Vec2 mover_forget_ground(Mover *m);
// The slot of a body's mover, or NONE.
int32_t mover_of_body(MicaWorld *world, int32_t body);
// End the mover that a body, or a collider, has, if it has one.
void mover_end_of_body(MicaWorld *world, int32_t body);
void mover_end_of_collider(MicaWorld *world, int32_t collider);

#include "pairs.h"
#include "parts.h"
#include "terrain.h"
#if defined(MICA_MATTER)
#include "matter_state.h"
#endif
