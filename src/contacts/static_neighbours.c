// The static-neighbour cache: for a static collider, the static colliders whose boxes lie within
// the speculative distance of its own. Contacts at the corners of tiles look for the same few
// neighbours in every step. A list is filled when it is first needed and is valid while the static
// tree has the same version. A list holds at least what a query of the tree would find, in the same
// order, so that results do not depend on what is cached. Called by internal_edges.c; reads the
// static tree, writes staticNeighbours.
#include "contacts.h"

#define MAX_LISTS 4096  // a power of two: the low bits of the slot choose the list

bool static_neighbours_reserve(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    int32_t size = 16;
    while (size < MAX_LISTS && size < world->state.staticTree.live) {
        size *= 2;
    }
    if (world->state.staticTree.live < 2 || size <= scratch->staticNeighbours.count) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->staticNeighbours, size)) {
        return false;
    }
    scratch->staticNeighbours.count = size;
    return true;
}

// The list of a collider, filled anew if it is another's or outdated; null if it has too many
// neighbours, or if there are no lists.
static const StaticNeighbours *list_of(MicaWorld *world, int32_t slot)
{
    ContactsScratch *scratch = contacts_scratch(world);
    const Tree *tree = &world->state.staticTree;
    if (scratch->staticNeighbours.count == 0) {
        return NULL;
    }
    StaticNeighbours *list =
        &scratch->staticNeighbours.data[slot & (scratch->staticNeighbours.count - 1)];
    if (list->slot != slot || list->version != tree->version) {
        const Vec2 margin = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
        MicaAABB box = world->state.colliders.data[slot].box;
        box = (MicaAABB){sub(box.lower, margin), add(box.upper, margin)};
        IntList *hits = &world->scratch.queryHits;
        hits->count = 0;
        if (!tree_query(&world->host.memory, tree, box, ~(uint64_t)0, hits)) {
            return NULL;
        }
        *list = (StaticNeighbours){.slot = slot, .count = hits->count, .version = tree->version};
        for (int32_t i = 0; i < list->count && i < MAX_STATIC_NEIGHBOURS; ++i) {
            list->items[i] = hits->data[i];
        }
    }
    return list->count <= MAX_STATIC_NEIGHBOURS ? list : NULL;
}

const int32_t *static_neighbours_find(MicaWorld *world, int32_t slot, MicaAABB near,
                                      uint64_t layers, int32_t *count)
{
    const StaticNeighbours *list = list_of(world, slot);
    if (list != NULL) {
        *count = list->count;
        return list->items;
    }
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, near, layers,
               &world->scratch.queryHits);
    *count = world->scratch.queryHits.count;
    return world->scratch.queryHits.data;
}
