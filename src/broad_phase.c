// Broad phase: drops or changes the pairs that edits since the last step concern, brings the trees up to date, and
// finds new pairs for every collider that left its box. Reads boxes and layers; writes contacts, wakes bodies, frees
// the slots of what was destroyed. A resting pile costs nothing here.
#include "world.h"

#include <string.h>

static void wake_pair(MicaWorld *world, const Contact *c)
{
    body_wake(world, c->bodyA);
    body_wake(world, c->bodyB);
}

// A's shape type is not smaller than B's; equal types go by slot.
static bool in_order(const MicaWorld *world, int32_t a, int32_t b)
{
    uint8_t typeA = world->colliders.data[a].type, typeB = world->colliders.data[b].type;
    return typeA != typeB ? typeA > typeB : a < b;
}

static void name_sides(MicaWorld *world, Contact *c, int32_t a, int32_t b)
{
    bool ordered = in_order(world, a, b);
    c->colliderA = ordered ? a : b;
    c->colliderB = ordered ? b : a;
    c->bodyA = world->colliders.data[c->colliderA].body;
    c->bodyB = world->colliders.data[c->colliderB].body;
}

// Asks every pair again after edits. Downwards, because removal fills the gap with the last.
static void sweep(MicaWorld *world)
{
    for (int32_t i = world->contacts.count - 1; i >= 0; --i) {
        Contact *c = &world->contacts.data[i];
        const Collider *a = &world->colliders.data[c->colliderA], *b = &world->colliders.data[c->colliderB];
        MicaResponse response = pair_response(world, a, b);
        bool alive = (a->flags & b->flags & COLLIDER_IN_TREE) != 0;
        if (response == MICA_IGNORE || !alive) {
            if (c->count > 0) {
                wake_pair(world, c);
            }
            event_end(world, c);
            contact_remove(world, i);
            continue;
        }
        if (c->count > 0 && ((a->flags | b->flags) & COLLIDER_MOVED) != 0) {
            wake_pair(world, c);
        }
        if (world->refilter) {
            contact_mix(world, c);
            bool trigger = (c->flags & CONTACT_TRIGGER) != 0;
            if (trigger != (response == MICA_TRIGGER) || !in_order(world, c->colliderA, c->colliderB)) {
                wake_pair(world, c);
                event_end(world, c);
                c->flags = response == MICA_TRIGGER ? CONTACT_TRIGGER : 0;
                c->count = 0;
                c->rollingImpulse = 0.0f;
                memset(c->points, 0, sizeof c->points);
                name_sides(world, c, c->colliderA, c->colliderB);
            }
        }
    }
}

static bool create_pair(MicaWorld *world, int32_t a, int32_t b, MicaResponse response)
{
    if (!pair_reserve(world, world->contacts.count + 1)) {
        return false;
    }
    int32_t index = world->contacts.count++;
    Contact *c = &world->contacts.data[index];
    memset(c, 0, sizeof *c);
    name_sides(world, c, a, b);
    c->flags = response == MICA_TRIGGER ? CONTACT_TRIGGER : 0;
    contact_mix(world, c);
    pair_add(world, index);
    world->pairsCreated += 1;
    // Neither side moves: something was put here or allowed to meet while both slept.
    if (!body_has(world, c->bodyA, MICA_FLAG_MOVED) && !body_has(world, c->bodyB, MICA_FLAG_MOVED)) {
        wake_pair(world, c);
        world->flags[c->bodyA] |= body_moves(world, c->bodyA) ? MICA_FLAG_MOVED : 0u;
        world->flags[c->bodyB] |= body_moves(world, c->bodyB) ? MICA_FLAG_MOVED : 0u;
    }
    return true;
}

// Pairs of one collider with what its query found in one tree. Where both look for pairs the lower slot makes it.
static bool pair_up(MicaWorld *world, int32_t self, bool sameTree, bool otherLooksFirst)
{
    for (int32_t i = 0; i < world->hits.count; ++i) {
        int32_t other = world->hits.data[i];
        const Collider *a = &world->colliders.data[self], *b = &world->colliders.data[other];
        bool bothLook = (b->flags & COLLIDER_MOVED) != 0;
        if (other == self || (bothLook && ((sameTree && other < self) || otherLooksFirst))) {
            continue;
        }
        MicaResponse response = pair_response(world, a, b);
        if (response == MICA_IGNORE || pair_find(world, self, other) != NONE) {
            continue;
        }
        if (!create_pair(world, self, other, response)) {
            return false;
        }
    }
    return true;
}

static bool look_for_pairs(MicaWorld *world, int32_t self)
{
    Memory *m = &world->memory;
    const Collider *c = &world->colliders.data[self];
    uint64_t meets = c->group > 0 ? ~(uint64_t)0 : layer_meets(world, c);
    bool moving = (c->flags & COLLIDER_MOVING_TREE) != 0;
    MicaAABB box = c->box;
    world->hits.count = 0;
    if (!tree_query(m, &world->movingTree, box, meets, &world->hits) || !pair_up(world, self, moving, !moving)) {
        return false;
    }
    if (!moving) {
        return true;
    }
    world->hits.count = 0;
    return tree_query(m, &world->staticTree, box, meets, &world->hits) && pair_up(world, self, false, false);
}

bool broad_phase(MicaWorld *world)
{
    world->pairsCreated = 0;
    if (world->sweepContacts || world->refilter) {
        if (!events_reserve(world)) {
            return false;
        }
        sweep(world);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < world->moved.count; ++i) {
        int32_t slot = world->moved.data[i];
        if ((world->colliders.data[slot].flags & COLLIDER_IN_TREE) != 0) {
            world->moved.data[kept++] = slot;
        } else {
            world->colliders.data[slot].flags &= (uint8_t)~COLLIDER_MOVED;
        }
    }
    world->moved.count = kept;
    if (world->requery) {
        for (int32_t i = 0; i < world->colliders.count; ++i) {
            uint8_t flags = world->colliders.data[i].flags;
            if ((flags & COLLIDER_IN_TREE) != 0 && (flags & COLLIDER_MOVING_TREE) != 0) {
                collider_mark_moved(world, i);
            }
        }
    }
    slots_bury(world);
    world->sweepContacts = world->refilter = world->requery = false;

    tree_refresh(&world->memory, &world->staticTree, &world->keys, &world->keys2);
    tree_refresh(&world->memory, &world->movingTree, &world->keys, &world->keys2);
    for (int32_t i = 0; i < world->moved.count; ++i) {
        if (!look_for_pairs(world, world->moved.data[i])) {
            return false;  // the list stays: the next step looks again
        }
    }
    for (int32_t i = 0; i < world->moved.count; ++i) {
        world->colliders.data[world->moved.data[i]].flags &= (uint8_t)~COLLIDER_MOVED;
    }
    world->moved.count = 0;
    return true;
}
