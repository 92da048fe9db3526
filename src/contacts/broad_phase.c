// Broad phase: removes or updates the pairs that edits since the last step concern, refits the
// trees, and has new pairs found for every collider that left its box. Called first in a step.
// Reads boxes and layers; writes contacts and trees, wakes bodies, frees the slots of destroyed
// bodies and colliders. A pile at rest costs nothing here.
#include "contacts.h"

#include <string.h>

// --------------------------------------------------------------------------------- pairs after
// edits

// True if the two still respond to each other, and, for a pair with one part of a compound
// collider, if that part still exists and is as solid, or as much a trigger, as the pair.
static bool pair_remains(const MicaWorld *world, const Contact *c, const Collider *a,
                         const Collider *b, MicaResponse response)
{
    if ((a->flags & b->flags & COLLIDER_IN_TREE) == 0) {
        return false;
    }
    if (collider_is_compound(a)) {
        if ((c->flags & CONTACT_TRIGGER) == 0) {
            return part_is_visited(world, a, c->part,
                                   parts_solid(pair_part_layers(world, a, b, MICA_SOLID)));
        }
        TriggerParts triggers = pair_trigger_parts(world, a, b);
        return c->part == PART_TRIGGERS
                   ? triggers.any && triggers.together
                   : !triggers.together && part_is_visited(world, a, c->part, triggers.filter);
    }
    return response != MICA_IGNORE;
}

// Swaps A and B, after a change of shape made A's type the smaller one; the manifold is converted
// to B's frame.
static void swap_sides(MicaWorld *world, Contact *c)
{
    Transform b =
        inv_mul(world->state.transforms.data[c->bodyA], world->state.transforms.data[c->bodyB]);
    Vec2 centerA = world->state.bodies.data[c->bodyA].localCenter,
         centerB = world->state.bodies.data[c->bodyB].localCenter;
    for (int32_t i = 0; i < c->count; ++i) {
        c->points[i].anchor = sub(untransform(b, add(c->points[i].anchor, centerA)), centerB);
    }
    c->normal = neg(unrotate(b.q, c->normal));
    pair_set_sides(world, c, c->colliderA, c->colliderB);
}

// After changes of layers, groups, triggers, shapes or materials: brings a pair's sides, response
// and mixed materials up to date.
static void refilter_pair(MicaWorld *world, Contact *c, const Collider *a, MicaResponse response)
{
    bool trigger = (c->flags & CONTACT_TRIGGER) != 0;
    if (!pair_in_order(world, c->colliderA, c->colliderB)) {
        // A touch or a visit continues when one of the two changes its shape.
        c->flags ^= trigger ? CONTACT_VISITOR_A : 0;
        swap_sides(world, c);
    }
    if (trigger != (response == MICA_TRIGGER) && !collider_is_compound(a)) {
        pair_wake(world, c);
        event_end(world, c);
        c->flags =
            (uint8_t)(CONTACT_FORCE_UPDATE | (response == MICA_TRIGGER ? CONTACT_TRIGGER : 0));
        c->count = 0;
        c->rollingImpulse = 0.0f;
    } else if (trigger && collider_is_compound(a)) {
        // Now all of its cells may count, or only those that are triggers.
        c->flags |= CONTACT_FORCE_UPDATE;
    }
    float friction = c->friction, rolling = c->rollingResistance, belt = c->tangentSpeed;
    pair_mix_materials(world, c);
    bool same =
        friction == c->friction && rolling == c->rollingResistance && belt == c->tangentSpeed;
    if (c->count > 0 && !same) {
        pair_wake(world, c);  // the friction that held a sleeping body may have changed
    }
}

// What is to be done with a pair, by the edits of both sides: EDIT_*. For most pairs the marks of
// the bodies, a byte each, tell that it is nothing.
static inline int32_t pair_edits(const MicaWorld *world, const Contact *c)
{
    const uint8_t *marks = world->state.bodyMarks.data;
    int32_t edits = world->state.refilterContacts ? EDIT_REFILTER : 0;
    if (((marks[c->bodyA] | marks[c->bodyB]) & BODY_EDITED) != 0) {
        edits |= world->state.colliders.data[c->colliderA].edits |
                 world->state.colliders.data[c->colliderB].edits;
    }
    return edits;
}

static void recheck_pair(MicaWorld *world, int32_t index, int32_t edits)
{
    Contact *c = &world->state.contacts.data[index];
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    MicaResponse response = pair_response(world, a, b);
    contact_set_awake(world, index);
    if (!pair_remains(world, c, a, b, response)) {
        undo_note_removal(world, index);
        if (c->count > 0) {
            pair_wake(world, c);
        }
        event_end(world, c);
        pair_remove(world, index);
        return;
    }
    undo_note_contact(world, c);
    bool moved = ((a->flags | b->flags) & COLLIDER_MOVED) != 0,
         recompute = (edits & EDIT_RECOMPUTE) != 0;
    if (c->count > 0 && (moved || recompute)) {
        pair_wake(world, c);
    }
    if (moved) {
        field_wake(world, c);
    }
    c->flags |= moved || recompute ? CONTACT_FORCE_UPDATE : 0;
    c->cacheFlags = recompute ? 0 : c->cacheFlags;
    if ((edits & EDIT_REFILTER) != 0) {
        refilter_pair(world, c, a, response);
    } else if (recompute) {
        pair_mix_materials(world, c);  // the tile may be of another kind
    }
}

// Forgets the edits. Those of destroyed colliders, which no list has, end with their slots.
static void clear_edits(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        if (!body_has_mark(world, i, BODY_EDITED)) {
            continue;
        }
        world->state.bodyMarks.data[i] &= (uint8_t)~BODY_EDITED;
        bool alive = body_has(world, i, MICA_FLAG_ALIVE);
        for (int32_t c = alive ? world->state.bodies.data[i].firstCollider : NONE; c != NONE;
             c = world->state.colliders.data[c].next) {
            world->state.colliders.data[c].edits = 0;
        }
    }
    world->state.pairsEdited = world->state.refilterContacts = false;
}

// Checks the pairs of edited colliders, and after a change of layers all pairs. Reserves capacity
// for those that touch to end, and nothing else: a world that ran out of memory must be able to
// remove.
static bool recheck_pairs(MicaWorld *world)
{
    world->output.pairsRechecked = 0;
    if (!world->state.pairsEdited && !world->state.refilterContacts) {
        return true;
    }
    int32_t first = world->state.contacts.count, last = -1, edited = 0, ends = 0, exits = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (pair_edits(world, c) != 0) {
            bool touches = (c->flags & CONTACT_TOUCHING) != 0,
                 trigger = (c->flags & CONTACT_TRIGGER) != 0;
            first = min_i(first, i);
            last = i;
            edited += 1;
            ends += touches && !trigger;
            exits += touches && trigger;
        }
    }
    if (!events_reserve_ends(world, ends, exits) || !undo_reserve(world, edited)) {
        return false;
    }
    // From the last to the first, as removal moves the last pair of all here.
    for (int32_t i = last; i >= first; --i) {
        int32_t edits = pair_edits(world, &world->state.contacts.data[i]);
        if (edits != 0) {
            recheck_pair(world, i, edits);
            world->output.pairsRechecked += 1;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------- moved
// colliders

// Drops colliders that are in no tree any more from the list of moved ones; after changes of
// layers, adds every collider that may have pairs that were never looked for.
static void update_moved_list(MicaWorld *world)
{
    IntList *moved = &world->state.movedColliders;
    int32_t kept = 0;
    for (int32_t i = 0; i < moved->count; ++i) {
        int32_t slot = moved->data[i];
        if ((world->state.colliders.data[slot].flags & COLLIDER_IN_TREE) != 0) {
            moved->data[kept++] = slot;
        } else {
            world->state.colliders.data[slot].flags &= (uint8_t)~COLLIDER_MOVED;
        }
    }
    moved->count = world->scratch.before.movedColliders = kept;
    for (int32_t i = 0; world->state.requeryPairs && i < world->state.colliders.count; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) != 0 &&
            ((c->flags & COLLIDER_MOVING_TREE) != 0 ||
             ((c->sees & MICA_SEES_STATIC) != 0 && parts_have_triggers(world, c)))) {
            collider_search_pairs(world, i);
        }
    }
}

// Static colliders that have not moved: those that do not meet the moved ones in their own turn.
static int32_t count_unmoved_statics(const MicaWorld *world)
{
    int32_t count = world->state.staticTree.live;
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        count -= (world->state.colliders.data[slot].flags & COLLIDER_MOVING_TREE) == 0;
    }
    return count;
}

static bool look_at_cover(MicaWorld *world, int32_t slot, int32_t by, int64_t *looks)
{
    *looks -= 1;
    return *looks >= 0 ? edge_cover_classify(world, slot, by) : edge_cover_assume(world, slot);
}

// Notes for the moved static colliders, and those whose boxes overlap theirs, which faces each
// covers of the other: only there are internal edges. A face once marked as covered stays marked.
// Beyond the budget of pairs, all faces of a collider are marked as possibly covered.
static bool classify_statics(MicaWorld *world)
{
    int64_t looks = COVER_LOOKS + (int64_t)COVER_LOOKS_EACH * world->state.movedColliders.count;
    bool unmoved = count_unmoved_statics(world) > 0;
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        Collider *c = &world->state.colliders.data[slot];
        if ((c->flags & COLLIDER_MOVING_TREE) != 0) {
            continue;
        }
        const Vec2 slack = {LINEAR_SLOP, LINEAR_SLOP};
        MicaAABB box = {sub(c->box.lower, slack), add(c->box.upper, slack)};
        // Itself, as many as it may look at, and one more.
        int64_t maximum = unmoved ? INT32_MAX : looks + 2;
        IntList *hits = &world->scratch.queryHits;
        hits->count = 0;
        if (!tree_query_first(&world->host.memory, &world->state.staticTree, box, ~(uint64_t)0,
                              (int32_t)(maximum < 2           ? 2
                                        : maximum < INT32_MAX ? maximum
                                                              : INT32_MAX),
                              hits)) {
            return false;
        }
        bool mayChange = true;
        for (int32_t h = 0; h < hits->count && (mayChange || unmoved); ++h) {
            int32_t other = hits->data[h];
            if (other != slot && mayChange) {
                mayChange = look_at_cover(world, slot, other, &looks);
            }
            // One that has moved meets this one when its own turn comes.
            if ((world->state.colliders.data[other].flags & COLLIDER_MOVED) == 0) {
                look_at_cover(world, other, slot, &looks);
            }
        }
    }
    return true;
}

// Colliders with postponed pairs look for them in the next step. The step may run out of memory
// before it is committed, so that they are listed only here.
static void search_postponed(MicaWorld *world)
{
    const ContactsScratch *scratch = contacts_scratch(world);
    for (int32_t i = 0; i < scratch->pairCounts.count; ++i) {
        if (pair_budget_postponed(world, i)) {
            collider_search_pairs(world, i);
        }
    }
}

void broad_phase_forget_moved(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        Collider *c = &world->state.colliders.data[slot];
        c->flags &= (uint8_t)~COLLIDER_MOVED;
        // Within the box of a compound collider, pairs with its parts keep changing: it is searched
        // again each time.
        if (!collider_is_compound(c)) {
            tree_mark_searched(collider_tree(world, c), slot);
        }
    }
    world->state.movedColliders.count = 0;
    world->state.staticsUnclassified = false;
    search_postponed(world);
}

void broad_phase_forget_edits(MicaWorld *world)
{
    if (world->state.pairsEdited || world->state.refilterContacts) {
        clear_edits(world);
    }
    slots_release_destroyed(world);
    world->state.requeryPairs = false;
}

// How much the growth of a tree's nodes costs in this step: all of it where a sixteenth of the items
// search the tree. Where fewer search a large tree, it is measured in one step of sixteen, and counts
// for less.
static float growth_weight(const MicaWorld *world, const Tree *tree)
{
    int32_t searches = world->state.movedColliders.count;
    if (!tree_is_large(tree) || searches >= tree->live / 16) {
        return 1.0f;
    }
    return world->state.steps % 16 == 0 ? 16.0f * (float)searches / (float)tree->live : 0.0f;
}

bool broad_phase(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    world->output.pairsCreated = world->output.pairsPostponed = 0;
    scratch->pairCounts.count = 0;
    if (!field_pairs_count(world) || !recheck_pairs(world)) {
        return false;
    }
    update_moved_list(world);
    Memory *m = &world->host.memory;
    KeyList *keys = &world->scratch.sortKeys, *spare = &world->scratch.sortSpare;
    if (!tree_update(m, &world->state.staticTree, growth_weight(world, &world->state.staticTree),
                     keys, spare) ||
        !tree_update(m, &world->state.movingTree, growth_weight(world, &world->state.movingTree),
                     keys, spare)) {
        return false;
    }
    return (world->state.movedColliders.count == 0 ||
            (classify_statics(world) && find_pairs(world))) &&
           field_pairs_choose(world) && pairs_reorder(world);
}
