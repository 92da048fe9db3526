// The grid that a large batch of rays is cast through: ray_grid.c builds it, ray_walk.c casts rays
// through it. Its arrays are scratch: rayCells, rayBlocks, rayItems, rayBoxes (query_scratch.h).
#pragma once

#include "query_scratch.h"

// A cell of rayCells: the index of its first block above RAY_CELL_BITS, and below them how many
// blocks follow that one. 0 is the empty block. The outermost cells are RAY_CELL_OUTSIDE.
#define RAY_CELL_BITS 5
#define MAX_RAY_CELL_BLOCKS (1 << RAY_CELL_BITS)
#define RAY_CELL_OUTSIDE (-1)
static inline int32_t ray_cell(int32_t firstBlock, int32_t blocks)
{
    return firstBlock << RAY_CELL_BITS | (blocks - 1);
}
static inline int32_t ray_cell_first_block(int32_t cell) { return cell >> RAY_CELL_BITS; }
static inline int32_t ray_cell_more_blocks(int32_t cell)
{
    return cell & (MAX_RAY_CELL_BLOCKS - 1);
}

typedef struct RayGrid {
    QueryScratch *scratch;  // has the arrays
    f4 corner, last;        // lower corner, and the last column and row inside: x, y, x, y
    Vec2 lower;
    float cell, inverseCell;  // metres
    int32_t width, height;    // cells, with the ring of outside cells
    float reach;              // rays with coordinates beyond it would lose too many digits
    bool complete;            // holds every solid collider of the caster's layers
} RayGrid;

// ray_grid.c: builds the grid for a batch of so many rays. False if it would not pay, or without
// memory; then the grid must not be used.
bool ray_grid_make(RayGrid *grid, const Caster *caster, int32_t rays);
// ray_walk.c: casts the rays in that order, each with the bits that caster_closest gives; returns
// how many hit.
int32_t ray_grid_cast(const RayGrid *grid, Caster *caster, const float *rays, const int32_t *order,
                      int32_t count, MicaHit *out);
