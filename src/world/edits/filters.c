// Pairs of bodies that ignore each other, whatever their layers and groups say. One sorted array of
// keys, so that its contents do not depend on the order of the calls. pair_response reads
// it, so contacts, triggers and sweeps obey. Called by the public API, and when slots of destroyed
// bodies are released. Writes state.ignoredPairs, and marks contacts or colliders that the next
// step must test again.
#include "world.h"

#include <string.h>

// The index of the pair, or where it is to be inserted; its key in *key.
static int32_t find_index(const MicaWorld *world, int32_t a, int32_t b, uint64_t *key)
{
    int32_t low = 0, high = world->state.ignoredPairs.count;
    *key = body_pair_key(a, b);
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (world->state.ignoredPairs.data[middle] < *key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool filter_ignores(const MicaWorld *world, int32_t bodyA, int32_t bodyB)
{
    uint64_t key;
    int32_t index = find_index(world, bodyA, bodyB, &key);
    return index < world->state.ignoredPairs.count && world->state.ignoredPairs.data[index] == key;
}

void filters_release_destroyed(MicaWorld *world)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->state.ignoredPairs.count; ++i) {
        uint64_t key = world->state.ignoredPairs.data[i];
        if (body_has(world, body_pair_first(key), MICA_FLAG_ALIVE) &&
            body_has(world, body_pair_second(key), MICA_FLAG_ALIVE)) {
            world->state.ignoredPairs.data[kept++] = key;
        }
    }
    world->state.ignoredPairs.count = kept;
}

// Makes the next step look for all pairs of the body's colliders.
static void requery_colliders(MicaWorld *world, int32_t slot)
{
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        if ((world->state.colliders.data[c].flags & COLLIDER_IN_TREE) != 0) {
            collider_search_pairs(world, c);
        }
    }
}

MicaError mica_body_ignore(MicaWorld *world, MicaBody a, MicaBody b, bool ignore)
{
    int32_t slotA = body_slot(world, a), slotB = body_slot(world, b);
    if (slotA == NONE || slotB == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (slotA == slotB) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    if (ignore == filter_ignores(world, slotA, slotB)) {
        return MICA_ERROR_OK;
    }
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.ignoredPairs,
                              world->state.ignoredPairs.count + 1)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    uint64_t key;
    int32_t index = find_index(world, slotA, slotB, &key), from = index + (ignore ? 0 : 1);
    uint64_t *at = world->state.ignoredPairs.data + index;
    memmove(at + (ignore ? 1 : 0), world->state.ignoredPairs.data + from,
            sizeof *at * (size_t)(world->state.ignoredPairs.count - from));
    if (ignore) {
        *at = key;
    }
    world->state.ignoredPairs.count += ignore ? 1 : -1;
    if (ignore) {
        bodies_edit_pairs(world, slotA, slotB);
    } else {
        requery_colliders(world, slotA);
        requery_colliders(world, slotB);
    }
    return MICA_ERROR_OK;
}

bool mica_body_ignores(MicaWorld *world, MicaBody a, MicaBody b)
{
    int32_t slotA = body_slot(world, a), slotB = body_slot(world, b);
    return slotA != NONE && slotB != NONE && filter_ignores(world, slotA, slotB);
}

int32_t mica_world_ignored_pairs(MicaWorld *world, MicaBody *out, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t i = 0; world != NULL && i < world->state.ignoredPairs.count; ++i) {
        uint64_t key = world->state.ignoredPairs.data[i];
        int32_t a = body_pair_first(key), b = body_pair_second(key);
        if (!body_has(world, a, MICA_FLAG_ALIVE) || !body_has(world, b, MICA_FLAG_ALIVE)) {
            continue;  // forgotten by the next step
        }
        if (out != NULL && count < capacity) {
            out[2 * count] = body_handle(world, a);
            out[2 * count + 1] = body_handle(world, b);
        }
        count += 1;
    }
    return count;
}
