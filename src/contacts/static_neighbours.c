// What stands beside static ground, kept from one question to the next: contacts at the corners of
// tiles ask again and again for the same few neighbours. A list is made when it is first needed and
// holds while the static tree is as it was. It says no more than a query of the tree would, so what
// is kept and what is not never shows in a result. Reads the static tree; writes lists.
#include "contacts.h"

#define MOST_LISTS 4096

bool static_neighbours_reserve(MicaWorld *world)
{
    int32_t size = 16;
    while (size < MOST_LISTS && size < world->state.staticTree.live) {
        size *= 2;
    }
    if (world->state.staticTree.live < 2 || size <= world->scratch.staticNeighbours.count) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.staticNeighbours, size)) {
        return false;
    }
    world->scratch.staticNeighbours.count = size;
    return true;
}

// The list of one collider; null where it is too long or there is no room for any.
static const StaticNeighbours *list_of(MicaWorld *world, int32_t ground)
{
    const Tree *tree = &world->state.staticTree;
    if (world->scratch.staticNeighbours.count == 0) {
        return NULL;
    }
    StaticNeighbours *b =
        &world->scratch.staticNeighbours.data[ground & (world->scratch.staticNeighbours.count - 1)];
    if (b->slot != ground || b->version != tree->version) {
        const Vec2 reach = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
        MicaAABB box = world->state.colliders.data[ground].box;
        box = (MicaAABB){sub(box.lower, reach), add(box.upper, reach)};
        world->scratch.queryHits.count = 0;
        if (!tree_query(&world->host.memory, tree, box, ~(uint64_t)0, &world->scratch.queryHits)) {
            return NULL;
        }
        *b = (StaticNeighbours){
            .slot = ground, .count = world->scratch.queryHits.count, .version = tree->version};
        for (int32_t i = 0; i < b->count && i < MAX_STATIC_NEIGHBOURS; ++i) {
            b->items[i] = world->scratch.queryHits.data[i];
        }
    }
    return b->count <= MAX_STATIC_NEIGHBOURS ? b : NULL;
}

const int32_t *static_neighbours_find(MicaWorld *world, int32_t ground, MicaAABB near,
                                      uint64_t layers, int32_t *count)
{
    const StaticNeighbours *b = list_of(world, ground);
    if (b != NULL) {
        *count = b->count;
        return b->items;
    }
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, near, layers,
               &world->scratch.queryHits);
    *count = world->scratch.queryHits.count;
    return world->scratch.queryHits.data;
}
