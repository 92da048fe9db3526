// The order of the pairs in memory. In a crowd that mixes, created and removed pairs leave
// neighbours far apart, and each pair then waits for the cache lines of its bodies. When as many
// pairs are new as exist, all are reordered as their colliders lie in the moving tree, along its
// space-filling curve: then a pair's bodies have just been read for another pair. Called by the
// broad phase; reads the moving tree, writes contacts and the table of pairs.
#include "contacts.h"

#include <string.h>

// With fewer new pairs than this, all that the narrow phase reads is in the cache anyway.
#define MIN_NEW_PAIRS 256

// A pair's place along the curve: the first of those of its colliders that are in the moving tree.
static uint32_t place_of(const MicaWorld *world, const Contact *c)
{
    const int32_t pair[2] = {c->colliderA, c->colliderB};
    uint32_t first = ~0u;
    for (int32_t k = 0; k < 2; ++k) {
        if ((world->state.colliders.data[pair[k]].flags & COLLIDER_MOVING_TREE) != 0) {
            // Negative for a loose leaf: as unsigned, behind all packed ones.
            uint32_t place = (uint32_t)world->state.movingTree.places.data[pair[k]];
            first = place < first ? place : first;
        }
    }
    return first;
}

// Moves the pairs into the order of the keys' low words, one cycle of the permutation at a time.
static void permute(Contact *contacts, uint64_t *keys, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        Contact first;
        contact_copy(&first, &contacts[i]);
        int32_t to = i, from = (int32_t)(uint32_t)keys[i];
        while (from != i) {
            contact_copy(&contacts[to], &contacts[from]);
            keys[to] = (uint32_t)to;
            to = from;
            from = (int32_t)(uint32_t)keys[to];
        }
        contact_copy(&contacts[to], &first);
        keys[to] = (uint32_t)to;
    }
}

bool pairs_reorder(MicaWorld *world)
{
    int32_t count = world->state.contacts.count;
    world->state.pairsUnordered += world->output.pairsCreated;
    if (world->state.pairsUnordered < MIN_NEW_PAIRS || world->state.pairsUnordered < count) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.sortKeys, count) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.sortSpare, count)) {
        return false;
    }
    uint64_t *keys = world->scratch.sortKeys.data;
    for (int32_t i = 0; i < count; ++i) {
        keys[i] = (uint64_t)place_of(world, &world->state.contacts.data[i]) << 32 | (uint32_t)i;
    }
    radix_sort_keys(keys, world->scratch.sortSpare.data, count);
    if (!undo_note_order(world, keys)) {
        return false;
    }
    permute(world->state.contacts.data, keys, count);
    pair_rebuild_table(world);
    contacts_rest_unknown(world);
    world->state.pairsUnordered = 0;
    return true;
}
