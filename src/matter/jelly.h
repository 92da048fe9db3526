// What the files on jelly offer to the rest of the room.
#pragma once

#include "grains.h"

// jelly_make.c: capacity for the clusters of so many particles more of a matter. False without memory.
bool jelly_reserve(MicaWorld *world, const Matter *matter, int32_t particles);
// jelly_make.c: has the particles from `first` on, which have just been added, keep their shape.
void jelly_make(MicaWorld *world, int32_t matter, int32_t first);
// jelly_make.c: gives members the new places of their particles, and drops those whose is NONE.
void jelly_renumber(MicaWorld *world, const int32_t *places);
void jelly_compact(MicaWorld *world);
// jelly.c: capacity for what a step knows of clusters. False without memory.
bool jelly_step_reserve(MicaWorld *world);
// jelly.c: which clusters each particle is in, as the blocks of contacts are made by them.
void jelly_find_clusters(MicaWorld *world, const Particles *particles);
// jelly.c: whether two particles, by their places in this step, are of one cluster.
static inline bool jelly_shares_cluster(const MatterScratch *scratch, int32_t i, int32_t j)
{
    int32_t each = scratch->clustersEach;
    const int32_t *a = scratch->clustersOf.data + each * i,
                  *b = scratch->clustersOf.data + each * j;
    bool shared = false;
    for (int32_t k = 0; k < each && a[k] != NONE; ++k) {
        for (int32_t l = 0; l < each && b[l] != NONE; ++l) {
            shared = shared || a[k] == b[l];
        }
    }
    return shared;
}
// jelly.c: in a substep, pulls the particles of each cluster to its shape.
KERNEL void jelly_solve(MicaWorld *world, float h);
// jelly.c: has the places at rest of a cluster that has lost members have the mean 0 again.
void jelly_center(JellyMember *members, int32_t count);
// jelly.c: when a step ends, lets clusters flow and tear.
void jelly_yield(MicaWorld *world, const MatterUnits *u, float dt);
