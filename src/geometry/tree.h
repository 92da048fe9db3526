// A packed four-wide box tree. Leaves are sorted along a Hilbert curve and grouped by four, groups
// by four again, up to one root: no pointers, children found by arithmetic, four boxes tested at
// once. New leaves wait in a short loose list until the next rebuild; removed ones leave an empty
// box. Every entry carries the union of its leaves' layer bits, so that a query never descends
// where layers forbid a meeting. After Kamel and Faloutsos, "On packing R-trees". What moves on its
// own makes the groups grow, until the tree is packed anew; what moves together does not.
#pragma once

#include "base.h"

#define TREE_LEVELS 12  // 4^12 groups of leaves

typedef struct TreeNode {
    float lx[4], ly[4], ux[4], uy[4];
    uint64_t layers[4];
} TreeNode;

// Four boxes as in a node.
typedef struct TreeBoxes {
    float lx[4], ly[4], ux[4], uy[4];
} TreeBoxes;

typedef struct TreeLoose {
    MicaAABB box;
    uint64_t layers;
    int32_t item;
    uint32_t searched;  // 1 or 0, see tree_mark_searched
} TreeLoose;

// The arrays of a tree, as X(list type, name).
//   nodes     level after level, leaves first
//   items     four a leaf node; -1 where removed
//   searched  one a leaf node, see tree_mark_searched; empty boxes where it was not called
//   places    by item: packed leaf p as p + 1, loose l as -1 - l, 0 if absent
#define TREE_ARRAYS(X)                                                                             \
    X(ARRAY(TreeNode), nodes)                                                                      \
    X(ARRAY(int32_t), items)                                                                       \
    X(ARRAY(TreeBoxes), searched)                                                                  \
    X(ARRAY(TreeLoose), loose)                                                                     \
    X(ARRAY(int32_t), places)

typedef struct Tree {
    TREE_ARRAYS(ARRAY_MEMBER)
    int32_t levelStart[TREE_LEVELS];
    int32_t levels;     // 0 while nothing is packed, else at least 2
    int32_t openLevel;  // where queries begin
    int32_t live;       // items present
    int32_t stale;      // leaves moved, removed since the last rebuild
    // Of all leaf nodes, width and height: now, and after the last rebuild; and what they had grown
    // by since in each refresh, as a share, summed.
    float perimeter, packedPerimeter, accumulatedGrowth;
    bool needsRefit;   // tree_set_box was used since the last refit
    uint32_t version;  // another after every change to what queries answer, or in which order
} Tree;

typedef ARRAY(int32_t) IntList;
typedef ARRAY(uint64_t) KeyList;

// Each returns false and changes nothing when memory runs out.
bool tree_reserve(Memory *memory, Tree *tree, int32_t itemCapacity);
bool tree_insert(Memory *memory, Tree *tree, int32_t item, MicaAABB box, uint64_t layers);
void tree_remove(Tree *tree, int32_t item);
// Changes a leaf's box or layers and every box above it: queries stay valid.
void tree_move(Tree *tree, int32_t item, MicaAABB box, uint64_t layers);
// The same for the leaf alone; tree_update or tree_refit must follow before any query. For bulk
// moves.
void tree_set_box(Tree *tree, int32_t item, MicaAABB box);
// Notes that all that overlaps the item's box is known to the caller. While it is packed, that box
// is kept apart from what tree_set_box makes of it, so that the next search tells new overlaps from
// old ones; every other change, and tree_unmark_searched, drops it.
void tree_mark_searched(Tree *tree, int32_t item);
void tree_unmark_searched(Tree *tree, int32_t item);
// Brings the tree up to date after tree_set_box, and packs it anew when too much has changed.
// `scratch` is working space.
bool tree_update(Memory *memory, Tree *tree, KeyList *scratch, KeyList *scratch2);
// Makes queries right after tree_set_box: the boxes above, and nothing else.
void tree_refit(Tree *tree);
// Appends the items whose boxes overlap `box` and whose layers share a bit with `layers`.
bool tree_query(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers, IntList *out);
// The same for packed items only, and down to the nodes over leaf nodes: appends the indices, in
// their level, ascending, of those that may hold such items.
bool tree_query_leaf_parents(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers,
                             IntList *out);
// Sorts by the upper 32 bits; what was equal stays in order. `spare` is of the same length.
void radix_sort_keys(uint64_t *keys, uint64_t *spare, int32_t count);
MicaAABB tree_box(const Tree *tree, int32_t item);
MicaAABB tree_bounds(const Tree *tree);  // of all; empty (lower above upper) without items
void tree_free(Memory *memory, Tree *tree);

// A ray, or a box that moves, ready to be tested against four boxes at a time.
typedef struct TreeCast {
    f4 inverse, sign;  // 1 / motion and -1 or 1, x and y side by side, twice
    f4 inverseX, inverseY;
    // The origin, moved by the half extents against the sides that are met
    f4 nearX, nearY, farX, farY;
    int32_t sideNearX, sideNearY, sideFarX, sideFarY;  // bytes from the boxes to those sides
} TreeCast;

// Walks along a ray, or outward from a point, the nearest boxes first as far as the tree knows
// them. The caller may shorten `limit` between two calls, and what lies beyond is passed over.
typedef struct TreeWalk {
    TreeCast aim;
    const Tree *tree;
    uint64_t layers;
    float limit;  // fraction of the ray, or metres from the point
    Vec2 origin;
    int32_t loose, depth;
    uint64_t stack[3 * TREE_LEVELS + 8];  // see tree_cast.c
} TreeWalk;

// tree_cast.c. A box of half extents `half` moves from origin by motion, up to `limit` of it.
void tree_cast_begin(TreeWalk *walk, const Tree *tree, Vec2 origin, Vec2 motion, Vec2 half,
                     uint64_t layers, float limit);
#define TREE_ZERO 1e-30f  // stands for 0, so that a lane that was met has a bit above

// A box of half extents `half` that moves from origin by motion. Which way it goes cannot be
// predicted, and a choice between floats is a branch in wasm: x and y side by side, twice.
static inline TreeCast tree_cast_make(f4 from, f4 way, f4 half)
{
    f4 back = f4_lt(way, f4_zero()), sign = f4_select(back, f4_splat(-1.0f), f4_splat(1.0f)),
       reach = f4_mul(sign, half);
    // Without motion everything is either far behind or far ahead, and never 0 times infinity.
    f4 inverse = f4_select(f4_lt(f4_splat(1e-30f), f4_abs(way)), f4_div(f4_splat(1.0f), way),
                           f4_mul(sign, f4_splat(1e30f)));
    f4 near = f4_add(from, reach), far = f4_sub(from, reach);
    int32_t lanes = f4_mask(back), left = lanes & 1, down = lanes >> 1 & 1;
    return (TreeCast){.inverse = inverse,
                      .sign = sign,
                      .inverseX = f4_splat_lane0(inverse),
                      .inverseY = f4_splat_lane1(inverse),
                      .nearX = f4_splat_lane0(near),
                      .nearY = f4_splat_lane1(near),
                      .farX = f4_splat_lane0(far),
                      .farY = f4_splat_lane1(far),
                      .sideNearX = 32 * left,
                      .sideNearY = 32 * down + 16,
                      .sideFarX = 32 - 32 * left,
                      .sideFarY = 48 - 32 * down};
}

static inline f4 tree_cast_side(const void *boxes, int32_t side)
{
    return f4_load((const float *)(const void *)((const char *)boxes + side));
}

// A limit for tree_cast_boxes.
static inline f4 tree_cast_limit(float limit) { return f4_splat(max_f(limit, TREE_ZERO)); }

// Kay and Kajiya's slabs: which of four boxes (lx, ly, ux, uy of all four, as in a node) are met
// before the limit, and from where on. What is left is enlarged by what rounding may have taken
// from it.
static inline f4 tree_cast_boxes(const TreeCast *aim, const void *boxes, f4 limit, f4 *enter)
{
    f4 enterX = f4_mul(f4_sub(tree_cast_side(boxes, aim->sideNearX), aim->nearX), aim->inverseX);
    f4 enterY = f4_mul(f4_sub(tree_cast_side(boxes, aim->sideNearY), aim->nearY), aim->inverseY);
    f4 leaveX = f4_mul(f4_sub(tree_cast_side(boxes, aim->sideFarX), aim->farX), aim->inverseX);
    f4 leaveY = f4_mul(f4_sub(tree_cast_side(boxes, aim->sideFarY), aim->farY), aim->inverseY);
    *enter = f4_max(f4_max(enterX, enterY), f4_splat(TREE_ZERO));
    f4 leave = f4_mul(f4_min(leaveX, leaveY), f4_splat(1.0000006f));
    return f4_le(*enter, f4_min(leave, limit));
}

#define TREE_END (-1)
#define TREE_CONTINUE (-2)
// One node further: an item whose box is met, or TREE_CONTINUE, or TREE_END.
int32_t tree_cast_step(TreeWalk *walk);
// The next item whose box is met, or TREE_END.
int32_t tree_cast_next(TreeWalk *walk);
void tree_nearest_begin(TreeWalk *walk, const Tree *tree, Vec2 point, uint64_t layers, float limit);
int32_t tree_nearest_next(TreeWalk *walk);
