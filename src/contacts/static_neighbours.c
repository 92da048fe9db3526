// What stands beside static ground, kept from one question to the next: contacts at the corners of
// tiles ask again and again for the same few neighbours. A list is made when it is first needed and
// holds while the static tree is as it was. It says no more than a query of the tree would, so what
// is kept and what is not never shows in a result. Reads the static tree; writes lists.
#include "contacts.h"

#define MOST_LISTS 4096

bool beside_reserve(MicaWorld *world)
{
    int32_t size = 16;
    while (size < MOST_LISTS && size < world->staticTree.live) {
        size *= 2;
    }
    if (world->staticTree.live < 2 || size <= world->beside.count) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->memory, &world->beside, size)) {
        return false;
    }
    world->beside.count = size;
    return true;
}

// The list of one collider; null where it is too long or there is no room for any.
static const Beside *list_of(MicaWorld *world, int32_t ground)
{
    const Tree *tree = &world->staticTree;
    if (world->beside.count == 0) {
        return NULL;
    }
    Beside *b = &world->beside.data[ground & (world->beside.count - 1)];
    if (b->slot != ground || b->version != tree->version) {
        const Vec2 reach = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
        MicaAABB box = world->colliders.data[ground].box;
        box = (MicaAABB){sub(box.lower, reach), add(box.upper, reach)};
        world->hits.count = 0;
        if (!tree_query(&world->memory, tree, box, ~(uint64_t)0, &world->hits)) {
            return NULL;
        }
        *b = (Beside){.slot = ground, .count = world->hits.count, .version = tree->version};
        for (int32_t i = 0; i < b->count && i < MOST_BESIDE; ++i) {
            b->items[i] = world->hits.data[i];
        }
    }
    return b->count <= MOST_BESIDE ? b : NULL;
}

const int32_t *beside_ground(MicaWorld *world, int32_t ground, MicaAABB near, uint64_t layers,
                             int32_t *count)
{
    const Beside *b = list_of(world, ground);
    if (b != NULL) {
        *count = b->count;
        return b->items;
    }
    world->hits.count = 0;
    tree_query(&world->memory, &world->staticTree, near, layers, &world->hits);
    *count = world->hits.count;
    return world->hits.data;
}
