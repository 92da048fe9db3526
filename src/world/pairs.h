// Part of world.h: which colliders may form a pair (layers.c, filters.c), the records of pairs
// (pairs.c) and the events that pairs, joints and sleeping emit (events.c).
#pragma once

#include "parts.h"
#include "state.h"

// ---------------------------------------------------------------------- layers.c: responses

// What a pair of colliders does: collide (MICA_SOLID), report (MICA_TRIGGER), or nothing. At least
// one body must be able to move, for a solid pair even be dynamic.
MicaResponse pair_response(const MicaWorld *world, const Collider *a, const Collider *b);
// The layers of a's parts that have a response to b: ALL_LAYERS or 0 unless a is a tile map whose
// kinds have layers.
uint64_t pair_part_layers(const MicaWorld *world, const Collider *a, const Collider *b,
                          MicaResponse response);
// The same by layers, groups, ignored pairs and joints alone, whatever the types of the bodies,
// where b has the given layer.
uint64_t pair_filter_layers(const MicaWorld *world, const Collider *a, const Collider *b,
                            int32_t layerB, MicaResponse response);
// The parts of a collider that are triggers to another one.
typedef struct TriggerParts {
    PartFilter filter;
    bool any, together;  // together: they are one trigger, else each is a trigger of its own
} TriggerParts;
TriggerParts pair_trigger_parts(const MicaWorld *world, const Collider *a, const Collider *b);
// Whether the trigger detects the other collider, by its `sees` bits.
static inline bool trigger_sees(const MicaWorld *world, const Collider *trigger,
                                const Collider *other)
{
    uint32_t type = world->state.flags.data[other->body] & MICA_FLAG_TYPE_MASK,
             needs = 1u << type |
                     ((other->flags & COLLIDER_TRIGGER) != 0 ? (uint32_t)MICA_SEES_TRIGGERS : 0u);
    return (trigger->sees & needs) == needs;
}
// The layers that the collider, or a part of it, collides with or reports.
static inline uint64_t layer_response_mask(const MicaWorld *world, const Collider *c)
{
    uint64_t mask = c->group > 0 ? ALL_LAYERS : 0;
    for (uint64_t own = collider_layers(world, c); own != 0; own &= own - 1) {
        int32_t layer = __builtin_ctzll(own);
        mask |= world->state.layers.solid[layer] | world->state.layers.trigger[layer];
    }
    return mask;
}
// The layers that a collider without parts is solid to.
static inline uint64_t layer_solid_mask(const MicaWorld *world, const Collider *c)
{
    return c->group > 0 ? ALL_LAYERS : world->state.layers.solid[c->layer];
}
// Includes a new or changed collider in what LayerTable keeps of each layer's colliders.
void layer_update_bounds(MicaWorld *world, const Collider *c);

// ----------------------------------------------------------------- filters.c: ignored pairs

// The key of two bodies in ignoredPairs: the smaller slot above the larger one.
static inline uint64_t body_pair_key(int32_t a, int32_t b)
{
    return (uint64_t)(uint32_t)min_i(a, b) << 32 | (uint32_t)max_i(a, b);
}
static inline int32_t body_pair_first(uint64_t key) { return (int32_t)(key >> 32); }
static inline int32_t body_pair_second(uint64_t key) { return (int32_t)(uint32_t)key; }

// Whether the two bodies ignore each other.
bool filter_ignores(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
// Removes the pairs of destroyed bodies.
void filters_release_destroyed(MicaWorld *world);

// -------------------------------------------------------------------- pairs.c: the contacts

// The contact of two colliders and a part, or NONE.
int32_t pair_find(const MicaWorld *world, int32_t colliderA, int32_t colliderB, int32_t part);
// Reserves capacity for that many contacts and their table.
bool pair_reserve(MicaWorld *world, int32_t contacts);
// Fills the table from the contacts, after they were reordered.
void pair_rebuild_table(MicaWorld *world);
// Whether no two contacts are of the same colliders and part, found with pair_marks(contacts) marks and
// without the table, which the world of a snapshot has not.
bool pairs_are_distinct(const MicaWorld *world, int32_t *marks);
int32_t pair_marks(int32_t contacts);
// Adds a contact; false if memory ran out. Adds none where a collider is in as many fields as it may
// be (field_pairs.c).
bool pair_create(MicaWorld *world, int32_t a, int32_t b, int32_t part, MicaResponse response);
// A contact rests while no body of it is awake and nothing of it was edited: the narrow phase goes
// through the bits of awakeContacts and passes over the others, and clears the bit of a contact that
// has come to rest. Where a body wakes, its contacts are not looked for: no contact is known to
// rest then, and the next step looks at all.
static inline void contacts_rest_unknown(MicaWorld *world)
{
    world->scratch.awakeContacts.count = 0;
    world->scratch.contactsSparse = false;
}
static inline bool contacts_rest_known(const MicaWorld *world)
{
    return world->scratch.awakeContacts.count > 0;
}
// The first contact from `index` on that may change, or contacts.count.
static inline int32_t contact_next_awake(const MicaWorld *world, int32_t index)
{
    return next_bit(&world->scratch.awakeContacts, world->scratch.contactsSparse, index,
                    world->state.contacts.count);
}
// The contact may change; before its flags do.
void contact_set_awake(MicaWorld *world, int32_t index);
void contact_set_resting(MicaWorld *world, int32_t index);
// Removes a contact; the last one takes its index.
void pair_remove(MicaWorld *world, int32_t contact);
// Whether a is side A of the pair: its shape type is larger, or equal and its slot smaller.
bool pair_in_order(const MicaWorld *world, int32_t a, int32_t b);
// Sets the colliders and bodies of both sides.
void pair_set_sides(MicaWorld *world, Contact *c, int32_t a, int32_t b);
// Computes friction, restitution, layer and the like from both colliders, of a tile map with kinds
// from the kind of the tile, and invalidates the manifold.
void pair_mix_materials(const MicaWorld *world, Contact *c);
// Drops the points: the shapes are apart. Until B has moved by `gap` against `axis`, as seen from
// A, the narrow phase need not test the pair.
void pair_set_apart(Contact *c, Transform relative, Vec2 axis, float gap);
// Wakes both bodies.
void pair_wake(MicaWorld *world, const Contact *c);

// --------------------------------------------------- undo.c: a step that runs out of memory

// Notes the numbers of the world as a step finds it.
void undo_begin(MicaWorld *world);
// Notes the boxes of colliders, the moving tree and the previous transforms too: a step by impacts
// changes them before it has its memory. False without memory, as below.
bool undo_note_flights(MicaWorld *world);
// Reserves capacity for that many notes of contacts that change or are removed.
bool undo_grow(MicaWorld *world, int32_t notes);
static inline bool undo_reserve(MicaWorld *world, int32_t notes)
{
    return world->scratch.contactUndos.count + notes <= world->scratch.contactUndos.capacity ||
           undo_grow(world, notes);
}
void undo_note_contact(MicaWorld *world, const Contact *c);    // before it changes
void undo_note_removal(MicaWorld *world, int32_t contact);     // before it is removed
bool undo_note_creation(MicaWorld *world);                     // before a contact is added
bool undo_note_order(MicaWorld *world, const uint64_t *keys);  // low words: where each comes from
// Within a step, pendingWoke has the bodies that woke ring by ring (Body.sleepNext), the first of
// each as its complement.
static inline bool woke_begins_ring(int32_t entry) { return entry < 0; }
static inline int32_t woke_slot(int32_t entry) { return entry < 0 ? ~entry : entry; }
// Takes everything back that the step has done.
void undo_step(MicaWorld *world);
// The step has its memory and goes on to the end: the events of the last one leave.
void undo_commit(MicaWorld *world);

// -------------------------------------------------------------------------- events.c: events

// Reserve capacity, so that emitting cannot fail:
// for `fresh` pairs to begin touching and for every touching pair to end,
bool events_reserve(MicaWorld *world, int32_t fresh);
// for one pair to begin, end, enter or exit,
bool events_reserve_change(MicaWorld *world, const Contact *c);
// for so many pairs to end and to exit,
bool events_reserve_ends(MicaWorld *world, int32_t ends, int32_t exits);
// and for every body to wake and to fall asleep.
bool events_reserve_sleep(MicaWorld *world);
// Marks a solid pair as touching and emits its begin.
void event_begin(MicaWorld *world, Contact *c, float approachSpeed);
void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse);
// Reserves for the load events of so many pairs, if there is a threshold. False without memory.
bool events_reserve_loads(MicaWorld *world, int32_t pairs);
// Emits a load event if the impulse of the whole step reaches the threshold of the world; returns it.
MicaContactEvent *event_load(MicaWorld *world, const Contact *c, float impulse);
// Marks a pair as not touching and emits its end or exit, if it was touching.
void event_end(MicaWorld *world, Contact *c);
// Emits the enter or exit of a trigger pair, if that is news.
void event_trigger(MicaWorld *world, Contact *c, bool touching);
// Emits enter and exit of a trigger that was passed through within one step; false, and neither, if
// memory ran out.
bool event_enter_exit(MicaWorld *world, int32_t a, int32_t b, int32_t part);
// Emits the bodies that woke and fell asleep, at the end of a step.
void events_emit_sleep(MicaWorld *world);
// The event of a pair as it is now.
MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c);
MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c);
