// Broad phase: drops or changes the pairs that edits since the last step concern, brings the trees
// up to date, and has new pairs found for every collider that left its box. Reads boxes and layers;
// writes contacts, wakes bodies, frees the slots of what was destroyed. A resting pile costs
// nothing here.
#include "contacts.h"

#include <string.h>

// False if the two do not meet any more; of a collider of many parts also if the pair's part has
// gone, or is solid no more, or a trigger no more.
static bool pair_stays(const MicaWorld *world, const Contact *c, const Collider *a,
                       const Collider *b, MicaResponse response)
{
    if ((a->flags & b->flags & COLLIDER_IN_TREE) == 0) {
        return false;
    }
    if (collider_is_compound(a)) {
        return c->part == PART_TRIGGERS
                   ? response == MICA_TRIGGER || pair_trigger_cells_see(world, a, b)
                   : response == MICA_SOLID && part_exists(world, a, c->part);
    }
    return response != MICA_IGNORE;
}

// A's shape type is the smaller one now: the sides change places, and what was between them is told
// from the other side.
static void change_sides(MicaWorld *world, Contact *c)
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

// Asks every pair again after edits. Downwards, because removal fills the gap with the last.
static void sweep(MicaWorld *world)
{
    for (int32_t i = world->state.contacts.count - 1; i >= 0; --i) {
        Contact *c = &world->state.contacts.data[i];
        const Collider *a = &world->state.colliders.data[c->colliderA],
                       *b = &world->state.colliders.data[c->colliderB];
        MicaResponse response = pair_response(world, a, b);
        if (!pair_stays(world, c, a, b, response)) {
            if (c->count > 0) {
                pair_wake(world, c);
            }
            event_end(world, c);
            pair_remove(world, i);
            continue;
        }
        bool edited = ((a->flags | b->flags) & COLLIDER_MOVED) != 0;
        if (edited) {
            if (c->count > 0) {
                pair_wake(world, c);
            }
            field_wake(world, c);
        }
        c->flags |= edited ? CONTACT_FORCE_UPDATE : 0;
        if (world->state.refilterContacts) {
            bool trigger = (c->flags & CONTACT_TRIGGER) != 0;
            bool ordered = pair_in_order(world, c->colliderA, c->colliderB);
            if (!ordered) {
                // A visit or a touch goes on while one of the two changes its shape.
                c->flags ^= trigger ? CONTACT_VISITOR_A : 0;
                change_sides(world, c);
            }
            if (trigger != (response == MICA_TRIGGER) && !collider_is_compound(a)) {
                pair_wake(world, c);
                event_end(world, c);
                c->flags = (uint8_t)(CONTACT_FORCE_UPDATE |
                                     (response == MICA_TRIGGER ? CONTACT_TRIGGER : 0));
                c->count = 0;
                c->rollingImpulse = 0.0f;
            } else if (trigger && collider_is_compound(a)) {
                // All of it may count now, or only cells that are triggers
                c->flags |= CONTACT_FORCE_UPDATE;
            }
            float friction = c->friction, rolling = c->rollingResistance, belt = c->tangentSpeed;
            pair_mix_materials(world, c);
            bool same = friction == c->friction && rolling == c->rollingResistance &&
                        belt == c->tangentSpeed;
            if (c->count > 0 && !same) {
                pair_wake(world, c);  // what held it still may hold it no more
            }
        }
    }
}

// Static colliders whose boxes meet those of others: only there can be seams. Once marked, a
// collider stays so.
static bool mark_touching(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        Collider *c = &world->state.colliders.data[slot];
        if ((c->flags & COLLIDER_MOVING_TREE) != 0) {
            continue;
        }
        const Vec2 slack = {LINEAR_SLOP, LINEAR_SLOP};
        MicaAABB box = {sub(c->box.lower, slack), add(c->box.upper, slack)};
        world->scratch.queryHits.count = 0;
        if (!tree_query(&world->host.memory, &world->state.staticTree, box, ~(uint64_t)0,
                        &world->scratch.queryHits)) {
            return false;
        }
        for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
            int32_t other = world->scratch.queryHits.data[h];
            if (other != slot) {
                edge_cover_classify(world, slot, other);
                edge_cover_classify(world, other, slot);
            }
        }
    }
    return true;
}

bool broad_phase(MicaWorld *world)
{
    world->output.pairsCreated = 0;
    if (world->state.recheckContacts || world->state.refilterContacts) {
        if (!events_reserve_ends(world)) {  // no more: a world that ran full must be able to let go
            return false;
        }
        sweep(world);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        if ((world->state.colliders.data[slot].flags & COLLIDER_IN_TREE) != 0) {
            world->state.movedColliders.data[kept++] = slot;
        } else {
            world->state.colliders.data[slot].flags &= (uint8_t)~COLLIDER_MOVED;
        }
    }
    world->state.movedColliders.count = kept;
    if (world->state.requeryPairs) {
        for (int32_t i = 0; i < world->state.colliders.count; ++i) {
            const Collider *c = &world->state.colliders.data[i];
            if ((c->flags & COLLIDER_IN_TREE) != 0 &&
                ((c->flags & COLLIDER_MOVING_TREE) != 0 ||
                 ((c->sees & MICA_SEES_STATIC) != 0 && parts_have_triggers(world, c)))) {
                collider_mark_edited(world, i);
            }
        }
    }
    slots_release_destroyed(world);
    world->state.recheckContacts = world->state.refilterContacts = world->state.requeryPairs =
        false;

    tree_update(&world->host.memory, &world->state.staticTree, &world->scratch.sortKeys,
                &world->scratch.sortSpare);
    tree_update(&world->host.memory, &world->state.movingTree, &world->scratch.sortKeys,
                &world->scratch.sortSpare);
    if (world->state.movedColliders.count > 0 && (!mark_touching(world) || !find_pairs(world))) {
        return false;  // the list stays: the next step looks again
    }
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        Collider *c = &world->state.colliders.data[slot];
        c->flags &= (uint8_t)~COLLIDER_MOVED;
        if (!collider_is_compound(
                c)) {  // whose parts are found one by one, as they or others move within its box
            tree_mark_searched(collider_tree(world, c), slot);
        }
    }
    world->state.movedColliders.count = 0;
    world->state.staticsUnclassified = false;
    pairs_reorder(world);
    return true;
}
