// The scratch of query/: the grid that a batch of rays is cast through, what may stop an explosion, and where
// particles are that movers may stand on.
#pragma once

#include "query.h"

// Up to four boxes of a cell of the ray grid (ray_grid.c), in the layout of a tree node.
typedef struct RayBlock {
    float lx[4], ly[4], ux[4], uy[4];
    int32_t items[4];
} RayBlock;

// A box while the grid is built, and the cells that it touches. cells[0] is 0: more than four.
typedef struct RayBox {
    MicaAABB box;
    uint16_t cells[4];
} RayBox;

// What a ray of a batch reads of a collider, gathered into one cache line.
typedef struct RayItem {
    Transform t;
    Geometry g;  // of a compound collider, only the type
    int32_t slot;
    MicaCollider collider;
    MicaBody body;
    uint32_t flags;  // COLLIDER_*
} RayItem;

//   rayCells      a ray_cell (ray_grid.h) of each cell of the grid
//   rayBlocks     the boxes of all cells; block 0 is empty
//   rayItems      the colliders in the grid, ascending; rayBoxes: their boxes, while it is built
//   rayOrder      of a batch, which ray is cast when; raySquares: where each starts
//   shieldSlots   colliders that may stop an explosion
//   particleBoxes the boxes of runs of as many particles, in a step with movers on sand or jelly
#define QUERY_ARRAYS(X)                                                                            \
    X(IntList, rayCells)                                                                           \
    X(ARRAY(RayBlock), rayBlocks)                                                                  \
    X(ARRAY(RayItem), rayItems)                                                                    \
    X(ARRAY(RayBox), rayBoxes)                                                                     \
    X(IntList, rayOrder)                                                                           \
    X(IntList, raySquares)                                                                         \
    X(IntList, shieldSlots)                                                                        \
    X(ARRAY(MicaAABB), particleBoxes)

typedef struct QueryScratch {
    QUERY_ARRAYS(ARRAY_MEMBER)
    Tree shieldTree;  // of what may stop an explosion, by index in shieldSlots
} QueryScratch;

static inline QueryScratch *query_scratch(MicaWorld *world)
{
    return room_scratch(world, ROOM_QUERY);
}
