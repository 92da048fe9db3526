// Walking a tree along a ray and outward from a point, four boxes at a time and the nearest first. The walk keeps its
// place on a short stack of its own, so that the caller takes one candidate after another, narrows the search with
// what it found, and nothing recurs or is allocated. The slab test is Kay and Kajiya's, with Ize's margin for rounding.
// Called by the world's ray, shape and nearest point queries.
#include "simd.h"
#include "tree.h"

#include <stddef.h>
#include <string.h>

// A place on the stack is one word. Above: how far, as the bits of a positive float and so in the order of an integer.
// Below: index, times 16, and level of a node, or LEAF.
#define LEAF 15
#define NEAREST 1e-30f  // stands for 0, so that a lane that was met has a bit above

static uint64_t key_make(float at, uint32_t entry)
{
    uint32_t bits;
    memcpy(&bits, &at, sizeof bits);
    return (uint64_t)bits << 32 | entry;
}

static float key_at(uint64_t key)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float at;
    memcpy(&at, &bits, sizeof at);
    return at;
}

static void begin(TreeWalk *walk, const Tree *tree, Vec2 origin, uint64_t layers, float limit)
{
    walk->tree = tree;
    walk->layers = layers;
    walk->limit = limit;
    walk->origin = origin;
    walk->loose = 0;
    walk->depth = 0;
    if (tree->levels > 0) {
        walk->stack[walk->depth++] = key_make(NEAREST, (uint32_t)tree->levels - 1u);
    }
}

static void order(uint64_t *a, uint64_t *b)
{
    uint64_t high = *a > *b ? *a : *b, low = *a > *b ? *b : *a;
    *a = high;
    *b = low;
}

// Lanes of all ones by a mask of four bits.
#define ON 0xffffffffu
static const uint32_t laneMasks[16][4] = {
    {0, 0, 0, 0},  {ON, 0, 0, 0},  {0, ON, 0, 0},  {ON, ON, 0, 0},  {0, 0, ON, 0},  {ON, 0, ON, 0},
    {0, ON, ON, 0}, {ON, ON, ON, 0}, {0, 0, 0, ON}, {ON, 0, 0, ON}, {0, ON, 0, ON}, {ON, ON, 0, ON},
    {0, 0, ON, ON}, {ON, 0, ON, ON}, {0, ON, ON, ON}, {ON, ON, ON, ON},
};

// Puts the lanes of a node that were met on the stack, the nearest on top, and gives the new depth. Written without
// branches, which nothing could predict: lanes that were not met are zero above, sort behind the others and are left
// beyond the stack's end.
static inline int32_t push_lanes(uint64_t *stack, int32_t depth, const TreeNode *node, uint64_t layers, uint32_t entry,
                                 f4 met, f4 at)
{
    if (layers != UINT64_MAX) {
        uint32_t named = 0;
        for (uint32_t lane = 0; lane < 4; ++lane) {
            named |= (uint32_t)((node->layers[lane] & layers) != 0) << lane;
        }
        float mask[4];
        memcpy(mask, laneMasks[named], sizeof mask);
        met = f4_and(met, f4_load(mask));
    }
    uint32_t bits[4], level = entry & 15u;
    f4_store((float *)bits, f4_and(met, at));
    uint32_t first = (entry & ~15u) * 4u + (level > 0 ? level - 1u : (uint32_t)LEAF);
    int32_t count = 0x4332322132212110 >> 4 * f4_mask(met) & 15;
    uint64_t keys[4];
    for (uint32_t lane = 0; lane < 4; ++lane) {
        keys[lane] = (uint64_t)bits[lane] << 32 | (first + 16u * lane);
    }
    order(&keys[0], &keys[1]);
    order(&keys[2], &keys[3]);
    order(&keys[0], &keys[2]);
    order(&keys[1], &keys[3]);
    order(&keys[1], &keys[2]);
    for (int32_t i = 0; i < 4; ++i) {
        stack[depth + i] = keys[i];
    }
    return depth + count;
}

void tree_cast_begin(TreeWalk *walk, const Tree *tree, Vec2 origin, Vec2 motion, Vec2 half, uint64_t layers,
                     float limit)
{
    begin(walk, tree, origin, layers, limit);
    // Along an axis without motion everything is either far behind or far ahead, and never 0 times infinity.
    bool left = motion.x < 0.0f, down = motion.y < 0.0f;
    walk->inverse.x = abs_f(motion.x) > 1e-30f ? 1.0f / motion.x : left ? -1e30f : 1e30f;
    walk->inverse.y = abs_f(motion.y) > 1e-30f ? 1.0f / motion.y : down ? -1e30f : 1e30f;
    walk->nearX = (int32_t)(left ? offsetof(TreeNode, ux) : offsetof(TreeNode, lx));
    walk->nearY = (int32_t)(down ? offsetof(TreeNode, uy) : offsetof(TreeNode, ly));
    walk->farX = (int32_t)(left ? offsetof(TreeNode, lx) : offsetof(TreeNode, ux));
    walk->farY = (int32_t)(down ? offsetof(TreeNode, ly) : offsetof(TreeNode, uy));
    Vec2 reach = {left ? -half.x : half.x, down ? -half.y : half.y};
    walk->nearOrigin = add(origin, reach);
    walk->farOrigin = sub(origin, reach);
}

#define ROUNDING 1.0000006f

static inline f4 load_side(const TreeNode *node, int32_t offset)
{
    return f4_load((const float *)(const void *)((const char *)node + offset));
}

int32_t tree_cast_next(TreeWalk *walk)
{
    const Tree *tree = walk->tree;
    const f4 ix = f4_splat(walk->inverse.x), iy = f4_splat(walk->inverse.y);
    const f4 nearX = f4_splat(walk->nearOrigin.x), nearY = f4_splat(walk->nearOrigin.y);
    const f4 farX = f4_splat(walk->farOrigin.x), farY = f4_splat(walk->farOrigin.y);
    const f4 limit = f4_splat(max_f(walk->limit, NEAREST)), least = f4_splat(NEAREST), wide = f4_splat(ROUNDING);
    const int32_t sideNearX = walk->nearX, sideNearY = walk->nearY, sideFarX = walk->farX, sideFarY = walk->farY;
    const TreeNode *nodes = tree->nodes.data;
    int32_t depth = walk->depth;
    while (depth > 0) {
        uint64_t key = walk->stack[--depth];
        uint32_t entry = (uint32_t)key;
        if (key_at(key) > max_f(walk->limit, NEAREST)) {
            continue;
        }
        if ((entry & 15) == LEAF) {
            walk->depth = depth;
            return tree->items.data[entry >> 4];
        }
        const TreeNode *node = nodes + tree->levelStart[entry & 15] + (int32_t)(entry >> 4);
        f4 enterX = f4_mul(f4_sub(load_side(node, sideNearX), nearX), ix);
        f4 enterY = f4_mul(f4_sub(load_side(node, sideNearY), nearY), iy);
        f4 leaveX = f4_mul(f4_sub(load_side(node, sideFarX), farX), ix);
        f4 leaveY = f4_mul(f4_sub(load_side(node, sideFarY), farY), iy);
        f4 enter = f4_max(f4_max(enterX, enterY), least);
        f4 leave = f4_min(f4_mul(f4_min(leaveX, leaveY), wide), limit);
        depth = push_lanes(walk->stack, depth, node, walk->layers, entry, f4_le(enter, leave), enter);
    }
    walk->depth = 0;
    while (walk->loose < tree->loose.count) {
        const TreeLoose *l = &tree->loose.data[walk->loose++];
        if ((l->layers & walk->layers) == 0) {
            continue;
        }
        bool left = walk->inverse.x < 0.0f, down = walk->inverse.y < 0.0f;
        float enterX = ((left ? l->box.upper.x : l->box.lower.x) - walk->nearOrigin.x) * walk->inverse.x;
        float enterY = ((down ? l->box.upper.y : l->box.lower.y) - walk->nearOrigin.y) * walk->inverse.y;
        float leaveX = ((left ? l->box.lower.x : l->box.upper.x) - walk->farOrigin.x) * walk->inverse.x;
        float leaveY = ((down ? l->box.lower.y : l->box.upper.y) - walk->farOrigin.y) * walk->inverse.y;
        if (max_f(max_f(enterX, enterY), 0.0f) <= min_f(ROUNDING * min_f(leaveX, leaveY), walk->limit)) {
            return l->item;
        }
    }
    return -1;
}

void tree_near_begin(TreeWalk *walk, const Tree *tree, Vec2 point, uint64_t layers, float limit)
{
    begin(walk, tree, point, layers, limit);
}

int32_t tree_near_next(TreeWalk *walk)
{
    const Tree *tree = walk->tree;
    const f4 x = f4_splat(walk->origin.x), y = f4_splat(walk->origin.y), least = f4_splat(NEAREST), zero = f4_zero();
    while (walk->depth > 0) {
        uint64_t key = walk->stack[--walk->depth];
        uint32_t entry = (uint32_t)key;
        if (key_at(key) > max_f(walk->limit, NEAREST)) {
            continue;
        }
        if ((entry & 15) == LEAF) {
            return tree->items.data[entry >> 4];
        }
        const TreeNode *node = &tree->nodes.data[tree->levelStart[entry & 15] + (int32_t)(entry >> 4)];
        f4 dx = f4_max(f4_max(f4_sub(f4_load(node->lx), x), f4_sub(x, f4_load(node->ux))), zero);
        f4 dy = f4_max(f4_max(f4_sub(f4_load(node->ly), y), f4_sub(y, f4_load(node->uy))), zero);
        f4 distance = f4_sqrt(f4_add(f4_mul(dx, dx), f4_mul(dy, dy)));
        f4 met = f4_le(distance, f4_splat(walk->limit));
        walk->depth = push_lanes(walk->stack, walk->depth, node, walk->layers, entry, met, f4_max(distance, least));
    }
    while (walk->loose < tree->loose.count) {
        const TreeLoose *l = &tree->loose.data[walk->loose++];
        float dx = max_f(max_f(l->box.lower.x - walk->origin.x, walk->origin.x - l->box.upper.x), 0.0f);
        float dy = max_f(max_f(l->box.lower.y - walk->origin.y, walk->origin.y - l->box.upper.y), 0.0f);
        if ((l->layers & walk->layers) != 0 && sqrtf(dx * dx + dy * dy) <= walk->limit) {
            return l->item;
        }
    }
    return -1;
}
