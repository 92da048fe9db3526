// The order of the pairs. Where bodies mix, pairs that are made and dropped leave neighbours far
// apart in memory, and each pair then waits for its bodies. When as many are new as there are, all
// are put into the order in which their colliders lie in the tree, along its curve: what a pair
// asks of its bodies has just been asked by another. Called by the broad phase.
#include "contacts.h"

#include <string.h>

#define FEW_PAIRS 256

// Where a pair lies along the curve: where the first of its colliders that move does.
static uint32_t place_of(const MicaWorld *world, const Contact *c)
{
    const int32_t pair[2] = {c->colliderA, c->colliderB};
    uint32_t first = ~0u;
    for (int32_t k = 0; k < 2; ++k) {
        if ((world->state.colliders.data[pair[k]].flags & COLLIDER_MOVING_TREE) != 0) {
            // Of those that wait to be packed, far behind.
            uint32_t place = (uint32_t)world->state.movingTree.places.data[pair[k]];
            first = place < first ? place : first;
        }
    }
    return first;
}

// Brings the pairs into the order that the keys name, round by round of the permutation.
static void permute(Contact *contacts, uint64_t *keys, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        Contact first = contacts[i];
        int32_t to = i, from = (int32_t)(uint32_t)keys[i];
        while (from != i) {
            contacts[to] = contacts[from];
            keys[to] = (uint32_t)to;
            to = from;
            from = (int32_t)(uint32_t)keys[to];
        }
        contacts[to] = first;
        keys[to] = (uint32_t)to;
    }
}

void pairs_reorder(MicaWorld *world)
{
    int32_t count = world->state.contacts.count;
    world->state.pairsUnordered += world->output.pairsCreated;
    if (world->state.pairsUnordered < FEW_PAIRS || world->state.pairsUnordered < count ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.sortKeys, count) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.sortSpare, count)) {
        return;
    }
    uint64_t *keys = world->scratch.sortKeys.data;
    for (int32_t i = 0; i < count; ++i) {
        keys[i] = (uint64_t)place_of(world, &world->state.contacts.data[i]) << 32 | (uint32_t)i;
    }
    radix_sort_keys(keys, world->scratch.sortSpare.data, count);
    permute(world->state.contacts.data, keys, count);
    pair_rebuild_table(world);
    world->state.pairsUnordered = 0;
}
