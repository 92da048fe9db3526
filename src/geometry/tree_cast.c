// Walks a tree along a ray, or outwards from a point, testing four boxes at a time and visiting the
// nearest first. A walk has its own stack, so that the caller takes one item after another, lowers
// the limit with what it found and may interleave several walks; nothing is allocated. Reads the
// tree, writes the walk. Called by ray, shape cast and nearest point queries.
#include "geometry.h"

#include <string.h>

// A stack entry is a key of 64 bits. The upper half is the distance: the bits of a positive float
// sort like an integer. The lower half is the index of a node or leaf times 16, plus the level or
// LEAF.
#define LEAF 15

static uint64_t key_make(float distance, uint32_t entry)
{
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 32 | entry;
}

static float key_distance(uint64_t key)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float distance;
    memcpy(&distance, &bits, sizeof distance);
    return distance;
}

static void walk_begin(TreeWalk *walk, const Tree *tree, Vec2 origin, uint64_t layers, float limit)
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

// Puts the larger key first, by arithmetic: a compiler may compile a choice to a branch.
static inline void sort_pair(uint64_t *a, uint64_t *b)
{
    int64_t difference = (int64_t)(*a - *b);
    uint64_t less = (uint64_t)(difference & difference >> 63);
    *a -= less;
    *b += less;
}

// The mask of four lanes for each value of four bits.
#define ON 0xffffffffu
static const uint32_t laneMasks[16][4] = {
    {0, 0, 0, 0},   {ON, 0, 0, 0},   {0, ON, 0, 0},   {ON, ON, 0, 0},
    {0, 0, ON, 0},  {ON, 0, ON, 0},  {0, ON, ON, 0},  {ON, ON, ON, 0},
    {0, 0, 0, ON},  {ON, 0, 0, ON},  {0, ON, 0, ON},  {ON, ON, 0, ON},
    {0, 0, ON, ON}, {ON, 0, ON, ON}, {0, ON, ON, ON}, {ON, ON, ON, ON},
};

// Pushes the lanes of a node that are hit, the nearest on top, and returns the new depth. Without
// branches, which would be unpredictable: the keys of other lanes have distance zero, are sorted
// last and lie beyond the new end of the stack.
static inline int32_t push_lanes(uint64_t *stack, int32_t depth, const TreeNode *node,
                                 uint64_t layers, uint32_t entry, f4 hit, f4 distance)
{
    if (layers != UINT64_MAX) {
        uint32_t allowed = 0;
        for (uint32_t lane = 0; lane < 4; ++lane) {
            allowed |= (uint32_t)((node->layers[lane] & layers) != 0) << lane;
        }
        float mask[4];
        memcpy(mask, laneMasks[allowed], sizeof mask);
        hit = f4_and(hit, f4_load(mask));
    }
    float distances[4];
    uint32_t bits[4], level = entry & 15u;
    f4_store(distances, f4_and(hit, distance));
    memcpy(bits, distances, sizeof bits);
    uint32_t first = (entry & ~15u) * 4u + ((level - 1u) & 15u);  // level - 1, LEAF for level 0
    int32_t count = 0x4332322132212110 >> 4 * f4_mask(hit) & 15;
    uint64_t k0 = (uint64_t)bits[0] << 32 | first, k1 = (uint64_t)bits[1] << 32 | (first + 16);
    uint64_t k2 = (uint64_t)bits[2] << 32 | (first + 32),
             k3 = (uint64_t)bits[3] << 32 | (first + 48);
    sort_pair(&k0, &k1);
    sort_pair(&k2, &k3);
    sort_pair(&k0, &k2);
    sort_pair(&k1, &k3);
    sort_pair(&k1, &k2);
    stack[depth] = k0;
    stack[depth + 1] = k1;
    stack[depth + 2] = k2;
    stack[depth + 3] = k3;
    return depth + count;
}

void tree_cast_begin(TreeWalk *walk, const Tree *tree, Vec2 origin, Vec2 motion, Vec2 half,
                     uint64_t layers, float limit)
{
    walk_begin(walk, tree, origin, layers, limit);
    walk->cast = tree_cast_make(f4_set(origin.x, origin.y, origin.x, origin.y),
                                f4_set(motion.x, motion.y, motion.x, motion.y),
                                f4_set(half.x, half.y, half.x, half.y));
}

// The next item of the loose list whose box is hit.
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
        if ((f4_mask(tree_cast_boxes(&walk->cast, &node, tree_cast_limit(walk->limit), &enter)) &
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
    if (key_distance(key) > max_f(walk->limit, TREE_ZERO)) {
        return TREE_CONTINUE;
    }
    if ((entry & 15) == LEAF) {
        return tree->items.data[entry >> 4];
    }
    const TreeNode *node = &tree->nodes.data[tree->levelStart[entry & 15] + (int32_t)(entry >> 4)];
    f4 enter, hit = tree_cast_boxes(&walk->cast, node, tree_cast_limit(walk->limit), &enter);
    walk->depth = push_lanes(walk->stack, walk->depth, node, walk->layers, entry, hit, enter);
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
    walk_begin(walk, tree, point, layers, limit);
}

int32_t tree_nearest_next(TreeWalk *walk)
{
    const Tree *tree = walk->tree;
    const f4 x = f4_splat(walk->origin.x), y = f4_splat(walk->origin.y),
             minimum = f4_splat(TREE_ZERO), zero = f4_zero();
    while (walk->depth > 0) {
        uint64_t key = walk->stack[--walk->depth];
        uint32_t entry = (uint32_t)key;
        if (key_distance(key) > max_f(walk->limit, TREE_ZERO)) {
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
        f4 hit = f4_le(distance, f4_splat(walk->limit));
        walk->depth = push_lanes(walk->stack, walk->depth, node, walk->layers, entry, hit,
                                 f4_max(distance, minimum));
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
    return TREE_END;
}
