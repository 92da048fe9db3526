// Walking a tree along a ray and outward from a point, four boxes at a time and the nearest first.
// The walk keeps its place on a short stack of its own, so that the caller takes one candidate
// after another, narrows the search with what it found, has several walks under way at once if it
// likes, and nothing recurs or is allocated. Called by the world's ray, shape and nearest point
// queries.
#include "geometry.h"

#include <string.h>

// A place on the stack is one word. Above: how far, as the bits of a positive float and so in the
// order of an integer. Below: index, times 16, and level of a node, or LEAF.
#define LEAF 15

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
        walk->stack[walk->depth++] = key_make(TREE_ZERO, (uint32_t)tree->levels - 1u);
    }
}

// The larger first, by arithmetic: a compiler may make a branch of a choice.
static inline void order(uint64_t *a, uint64_t *b)
{
    int64_t difference = (int64_t)(*a - *b);
    uint64_t less = (uint64_t)(difference & difference >> 63);
    *a -= less;
    *b += less;
}

// Lanes of all ones by a mask of four bits.
#define ON 0xffffffffu
static const uint32_t laneMasks[16][4] = {
    {0, 0, 0, 0},   {ON, 0, 0, 0},   {0, ON, 0, 0},   {ON, ON, 0, 0},
    {0, 0, ON, 0},  {ON, 0, ON, 0},  {0, ON, ON, 0},  {ON, ON, ON, 0},
    {0, 0, 0, ON},  {ON, 0, 0, ON},  {0, ON, 0, ON},  {ON, ON, 0, ON},
    {0, 0, ON, ON}, {ON, 0, ON, ON}, {0, ON, ON, ON}, {ON, ON, ON, ON},
};

// Puts the lanes of a node that were met on the stack, the nearest on top, and gives the new depth.
// Written without branches, which nothing could predict: lanes that were not met are zero above,
// sort behind the others and are left beyond the stack's end.
static inline int32_t push_lanes(uint64_t *stack, int32_t depth, const TreeNode *node,
                                 uint64_t layers, uint32_t entry, f4 met, f4 at)
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
    float distances[4];
    uint32_t bits[4], level = entry & 15u;
    f4_store(distances, f4_and(met, at));
    memcpy(bits, distances, sizeof bits);
    uint32_t first = (entry & ~15u) * 4u + ((level - 1u) & 15u);  // below level 0: LEAF
    int32_t count = 0x4332322132212110 >> 4 * f4_mask(met) & 15;
    uint64_t k0 = (uint64_t)bits[0] << 32 | first, k1 = (uint64_t)bits[1] << 32 | (first + 16);
    uint64_t k2 = (uint64_t)bits[2] << 32 | (first + 32),
             k3 = (uint64_t)bits[3] << 32 | (first + 48);
    order(&k0, &k1);
    order(&k2, &k3);
    order(&k0, &k2);
    order(&k1, &k3);
    order(&k1, &k2);
    stack[depth] = k0;
    stack[depth + 1] = k1;
    stack[depth + 2] = k2;
    stack[depth + 3] = k3;
    return depth + count;
}

void tree_cast_begin(TreeWalk *walk, const Tree *tree, Vec2 origin, Vec2 motion, Vec2 half,
                     uint64_t layers, float limit)
{
    begin(walk, tree, origin, layers, limit);
    walk->aim = tree_cast_make(f4_set(origin.x, origin.y, origin.x, origin.y),
                               f4_set(motion.x, motion.y, motion.x, motion.y),
                               f4_set(half.x, half.y, half.x, half.y));
}

// The next of the boxes that wait outside of the tree.
static int32_t next_loose(TreeWalk *walk)
{
    const Tree *tree = walk->tree;
    while (walk->loose < tree->loose.count) {
        const TreeLoose *l = &tree->loose.data[walk->loose++];
        if ((l->layers & walk->layers) == 0) {
            continue;
        }
        TreeNode node = {0};
        node.lx[0] = l->box.lower.x;
        node.ly[0] = l->box.lower.y;
        node.ux[0] = l->box.upper.x;
        node.uy[0] = l->box.upper.y;
        f4 enter;
        if ((f4_mask(tree_cast_boxes(&walk->aim, &node, tree_cast_limit(walk->limit), &enter)) &
             1) != 0) {
            return l->item;
        }
    }
    return TREE_END;
}

int32_t tree_cast_step(TreeWalk *walk)
{
    if (walk->depth == 0) {
        return next_loose(walk);
    }
    const Tree *tree = walk->tree;
    uint64_t key = walk->stack[--walk->depth];
    uint32_t entry = (uint32_t)key;
    if (key_at(key) > max_f(walk->limit, TREE_ZERO)) {
        return TREE_CONTINUE;
    }
    if ((entry & 15) == LEAF) {
        return tree->items.data[entry >> 4];
    }
    const TreeNode *node = &tree->nodes.data[tree->levelStart[entry & 15] + (int32_t)(entry >> 4)];
    f4 enter, met = tree_cast_boxes(&walk->aim, node, tree_cast_limit(walk->limit), &enter);
    walk->depth = push_lanes(walk->stack, walk->depth, node, walk->layers, entry, met, enter);
    return TREE_CONTINUE;
}

int32_t tree_cast_next(TreeWalk *walk)
{
    int32_t item;
    do {
        item = tree_cast_step(walk);
    } while (item == TREE_CONTINUE);
    return item;
}

void tree_nearest_begin(TreeWalk *walk, const Tree *tree, Vec2 point, uint64_t layers, float limit)
{
    begin(walk, tree, point, layers, limit);
}

int32_t tree_nearest_next(TreeWalk *walk)
{
    const Tree *tree = walk->tree;
    const f4 x = f4_splat(walk->origin.x), y = f4_splat(walk->origin.y),
             least = f4_splat(TREE_ZERO), zero = f4_zero();
    while (walk->depth > 0) {
        uint64_t key = walk->stack[--walk->depth];
        uint32_t entry = (uint32_t)key;
        if (key_at(key) > max_f(walk->limit, TREE_ZERO)) {
            continue;
        }
        if ((entry & 15) == LEAF) {
            return tree->items.data[entry >> 4];
        }
        const TreeNode *node =
            &tree->nodes.data[tree->levelStart[entry & 15] + (int32_t)(entry >> 4)];
        f4 dx = f4_max(f4_max(f4_sub(f4_load(node->lx), x), f4_sub(x, f4_load(node->ux))), zero);
        f4 dy = f4_max(f4_max(f4_sub(f4_load(node->ly), y), f4_sub(y, f4_load(node->uy))), zero);
        f4 distance = f4_sqrt(f4_add(f4_mul(dx, dx), f4_mul(dy, dy)));
        f4 met = f4_le(distance, f4_splat(walk->limit));
        walk->depth = push_lanes(walk->stack, walk->depth, node, walk->layers, entry, met,
                                 f4_max(distance, least));
    }
    while (walk->loose < tree->loose.count) {
        const TreeLoose *l = &tree->loose.data[walk->loose++];
        float dx =
            max_f(max_f(l->box.lower.x - walk->origin.x, walk->origin.x - l->box.upper.x), 0.0f);
        float dy =
            max_f(max_f(l->box.lower.y - walk->origin.y, walk->origin.y - l->box.upper.y), 0.0f);
        if ((l->layers & walk->layers) != 0 && sqrtf(dx * dx + dy * dy) <= walk->limit) {
            return l->item;
        }
    }
    return -1;
}
