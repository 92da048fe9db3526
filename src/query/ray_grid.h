// A grid of boxes for one batch of rays, as ray_grid.c makes it and ray_walk.c has rays go through
// it.
#pragma once

#include "query.h"

#define CHAIN_BITS 5  // at most 32 blocks a cell
#define CHAIN ((1 << CHAIN_BITS) - 1)
#define RING (-1)  // what the cells around the others hold

// The world's rayCells hold first block << CHAIN_BITS | further blocks each, or 0, an empty block;
// the ring says so.
typedef struct RayGrid {
    f4 corner, last;  // lower, and the last column and row inside: x and y, twice
    Vec2 lower;
    float cell, inverseCell;  // metres
    int32_t width, height;    // cells, with a ring around
    float reach;              // coordinates beyond leave no digits to walk by
    bool allGround;           // has every solid collider of the layers asked
} RayGrid;

// False, and then nothing is to be asked of it, where it would not pay or memory ran out.
bool ray_grid_make(RayGrid *grid, const Caster *caster, int32_t rays);

// ray_walk.c. Casts the rays in that order, each with the bits that caster_closest gives; returns
// how many hit.
int32_t rays_by_grid(const RayGrid *grid, Caster *caster, const float *rays, const int32_t *order,
                     int32_t count, MicaHit *out);
