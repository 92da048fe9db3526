// A packed tree of AABBs, four to a node (Kamel and Faloutsos, "On packing R-trees", 1993). Leaves
// are sorted along a Hilbert curve and grouped by four, groups by four again, up to one root:
// children are found by arithmetic and four boxes are tested at once. A new leaf is put into the
// short loose list until the next rebuild; a removed one leaves an empty box. Every lane of a node
// has the union of the layer bits below it, so that a query does not descend where layers exclude a
// pair. Items that move independently make the nodes grow, until the tree is rebuilt; items that
// move together do not. Called by the broad phase, by collider functions and by queries.
#pragma once

#include "base.h"

#define TREE_LEVELS 12  // 4^12 groups of leaves
// Queries begin at the lowest level that has at most this many nodes.
#define TREE_OPEN_NODES 8

// Four boxes, and the union of the layer bits of all leaves below each.
typedef struct TreeNode {
    float lx[4], ly[4], ux[4], uy[4];
    uint64_t layers[4];
} TreeNode;

// Four boxes, laid out as in a TreeNode.
typedef struct TreeBoxes {
    float lx[4], ly[4], ux[4], uy[4];
} TreeBoxes;

// A leaf outside of the packed tree.
typedef struct TreeLoose {
    MicaAABB box;
    uint64_t layers;
    int32_t item;
    uint32_t searched;  // 1 or 0, see tree_mark_searched
} TreeLoose;

// The arrays of a tree, as X(list type, name).
//   nodes     level after level, leaf nodes first
//   items     of each leaf, four a leaf node; -1 where removed
//   searched  boxes of each leaf node at tree_mark_searched; empty where it was not called
//   loose     leaves outside of the packed tree
//   places    by item: 1 + packed leaf, -1 - index in the loose list, 0 if absent
#define TREE_ARRAYS(X)                                                                             \
    X(ARRAY(TreeNode), nodes)                                                                      \
    X(ARRAY(int32_t), items)                                                                       \
    X(ARRAY(TreeBoxes), searched)                                                                  \
    X(ARRAY(TreeLoose), loose)                                                                     \
    X(ARRAY(int32_t), places)

// Tree.places of an item: 1 + packed leaf, or -1 - index in the loose list. place_loose is its own
// inverse.
static inline bool place_is_packed(int32_t place) { return place > 0; }
static inline int32_t place_leaf(int32_t place) { return place - 1; }
static inline int32_t place_loose(int32_t place) { return -1 - place; }

// The members of a tree that are no arrays, as X(type, name), without padding between them.
//   levelStart   index of each level's first node
//   levels       0 while nothing is packed, else at least 2
//   openLevel    the level at which queries begin
//   live         items in the tree
//   stale        leaves moved or removed since the last rebuild
//   perimeter, packedPerimeter   sum of width and height of all leaf nodes, as last measured (by each
//                refit; of a large tree by tree_update) and after the last rebuild;
//                accumulatedGrowth: the relative growth since then, summed over all calls of
//                tree_update, each by its weight
//   version      changes whenever the results of queries, or their order, may change
//   needsRefit   tree_set_box was called since the last refit
#define TREE_NUMBERS(X)                                                                            \
    X(TreeLevels, levelStart)                                                                      \
    X(int32_t, levels)                                                                             \
    X(int32_t, openLevel)                                                                          \
    X(int32_t, live)                                                                               \
    X(int32_t, stale)                                                                              \
    X(float, perimeter)                                                                            \
    X(float, packedPerimeter)                                                                      \
    X(float, accumulatedGrowth)                                                                    \
    X(uint32_t, version)                                                                           \
    X(bool, needsRefit)

typedef int32_t TreeLevels[TREE_LEVELS];

// Leaf nodes that tree_set_box has changed since the last refit, so that few of them need no look at
// all: a cache, none of the tree's state. A count of 0 while the tree needs a refit: not known.
#define MAX_CHANGED_NODES 64
typedef struct TreeChanges {
    int32_t count, nodes[MAX_CHANGED_NODES];
} TreeChanges;

typedef struct Tree {
    TREE_ARRAYS(ARRAY_MEMBER)
    TREE_NUMBERS(NUMBER_MEMBER)
    TreeChanges changes;
} Tree;

enum { TREE_NUMBER_BYTES = 0 TREE_NUMBERS(NUMBER_BYTES) };
static_assert(offsetof(Tree, levelStart) + TREE_NUMBER_BYTES ==
                  offsetof(Tree, needsRefit) + sizeof(bool),
              "no padding between the numbers of a tree");

typedef ARRAY(int32_t) IntList;
typedef ARRAY(uint64_t) KeyList;

// A step looks for what it may leave out of a large tree; of a small one it measures all.
static inline bool tree_is_large(const Tree *tree) { return tree->live >= 2048; }

// Functions that take a Memory return false, and change nothing, if memory runs out.
bool tree_reserve(Memory *memory, Tree *tree, int32_t itemCapacity);
bool tree_insert(Memory *memory, Tree *tree, int32_t item, MicaAABB box, uint64_t layers);
void tree_remove(Tree *tree, int32_t item);
// Removes all items, and keeps the memory.
void tree_clear(Tree *tree);
// Changes the box and layers of a leaf, and every node above it: queries stay valid.
void tree_move(Tree *tree, int32_t item, MicaAABB box, uint64_t layers);
// Changes the box of a leaf alone, for bulk moves; tree_update or tree_refit must follow before any
// query.
void tree_set_box(Tree *tree, int32_t item, MicaAABB box);
// Records the present box of an item as searched: the caller knows all pairs that overlap it. As
// long as the item is packed, tree_set_box keeps that box in Tree.searched, so that the next search
// separates new overlaps from old ones. Any other change, and tree_unmark_searched, forgets it.
void tree_mark_searched(Tree *tree, int32_t item);
void tree_unmark_searched(Tree *tree, int32_t item);
// Refits the tree after tree_set_box, or rebuilds it when too much has changed. `weight`: of the
// growth of the nodes, 1 where most items search the tree, 0 where so few do that it need not be
// measured. Both lists are scratch.
bool tree_update(Memory *memory, Tree *tree, float weight, KeyList *scratch, KeyList *scratch2);
// Recomputes the nodes above the leaves that tree_set_box has changed.
void tree_refit(Tree *tree);
// The tree's state has been replaced: the changes are not known.
static inline void tree_forget_changes(Tree *tree) { tree->changes.count = 0; }
// Appends the items whose boxes overlap `box` and whose layers share a bit with `layers`.
bool tree_query(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers, IntList *out);
// The same, but stops when it has found so many, or up to three more.
bool tree_query_first(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers,
                      int32_t maximum, IntList *out);
// The same for packed items, down to the parents of leaf nodes only: appends the indices within
// their level, ascending, of those parents that may hold such items.
bool tree_query_leaf_parents(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers,
                             IntList *out);
// Stable sort by the upper 32 bits. `spare` is scratch of the same length.
void radix_sort_keys(uint64_t *keys, uint64_t *spare, int32_t count);
MicaAABB tree_box(const Tree *tree, int32_t item);
MicaAABB tree_bounds(const Tree *tree);  // of all items; lower above upper if there are none
void tree_free(Memory *memory, Tree *tree);
// tree_check.c. Whether a tree of items below that count, whose arrays come from elsewhere, is sound.
bool tree_check(const Tree *tree, int32_t items);

// A ray, or a box that moves along a ray, prepared for tests against four boxes at a time.
typedef struct TreeCast {
    f4 inverse, sign;  // 1 / motion and sign of motion, as (x, y, x, y)
    f4 inverseX, inverseY;
    // The origin moved by the half extents along the motion (near) and against it (far)
    f4 nearX, nearY, farX, farY;
    int32_t sideNearX, sideNearY, sideFarX, sideFarY;  // offsets of those sides in a node, in bytes
} TreeCast;

// A walk along a ray, or outwards from a point, about in the order of distance. The caller may
// lower `limit` between two calls; boxes beyond it are skipped.
typedef struct TreeWalk {
    TreeCast cast;
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
// Stands for the distance 0: a lane that is hit then has a nonzero sort key.
#define TREE_ZERO 1e-30f

// A box of half extents `half` that moves from `origin` by `motion`, each as (x, y, x, y). The
// signs of the motion cannot be predicted, and a choice between two floats is a branch in wasm, so
// that both coordinates are computed side by side.
static inline TreeCast tree_cast_make(f4 origin, f4 motion, f4 half)
{
    f4 back = f4_lt(motion, f4_zero()), sign = f4_select(back, f4_splat(-1.0f), f4_splat(1.0f)),
       reach = f4_mul(sign, half);
    // Without motion along an axis 1e30 stands for infinity: 0 times infinity would be NaN.
    f4 inverse = f4_select(f4_lt(f4_splat(1e-30f), f4_abs(motion)), f4_div(f4_splat(1.0f), motion),
                           f4_mul(sign, f4_splat(1e30f)));
    f4 near = f4_add(origin, reach), far = f4_sub(origin, reach);
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

// The `limit` argument of tree_cast_boxes.
static inline f4 tree_cast_limit(float limit) { return f4_splat(max_f(limit, TREE_ZERO)); }

// Slab test (Kay and Kajiya, "Ray tracing complex scenes", 1986): along each axis the ray is
// between the near and the far side of a box from enter = (near - o) / d to leave = (far - o) / d.
// The mask tells which of four boxes, laid out as in a TreeNode, are hit before the limit; *enter
// is where. `leave` is enlarged by its rounding error.
static inline f4 tree_cast_boxes(const TreeCast *cast, const void *boxes, f4 limit, f4 *enter)
{
    f4 enterX = f4_mul(f4_sub(tree_cast_side(boxes, cast->sideNearX), cast->nearX), cast->inverseX);
    f4 enterY = f4_mul(f4_sub(tree_cast_side(boxes, cast->sideNearY), cast->nearY), cast->inverseY);
    f4 leaveX = f4_mul(f4_sub(tree_cast_side(boxes, cast->sideFarX), cast->farX), cast->inverseX);
    f4 leaveY = f4_mul(f4_sub(tree_cast_side(boxes, cast->sideFarY), cast->farY), cast->inverseY);
    *enter = f4_max(f4_max(enterX, enterY), f4_splat(TREE_ZERO));
    f4 leave = f4_mul(f4_min(leaveX, leaveY), f4_splat(1.0000006f));
    return f4_le(*enter, f4_min(leave, limit));
}

#define TREE_END (-1)
#define TREE_CONTINUE (-2)
// Visits one node or leaf. Returns an item whose box is hit, TREE_CONTINUE or TREE_END.
int32_t tree_cast_step(TreeWalk *walk);
// The next item whose box is hit, or TREE_END.
int32_t tree_cast_next(TreeWalk *walk);
// The same for boxes within `limit` metres of a point.
void tree_nearest_begin(TreeWalk *walk, const Tree *tree, Vec2 point, uint64_t layers, float limit);
int32_t tree_nearest_next(TreeWalk *walk);
