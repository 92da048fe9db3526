// Which items of a tree overlap a box. Called by the search for pairs, continuous collision and
// queries; reads the tree alone.
#include "geometry.h"

#define TREE_STACK (4 * TREE_OPEN_NODES + 3 * TREE_LEVELS + 4)

// Bit i: lane i of a node overlaps the box and shares a layer bit. Without branches, which would be
// unpredictable.
static inline int32_t node_overlaps(const TreeNode *node, f4 lower, f4 upper, uint64_t layers)
{
    f4 lx = f4_splat_lane0(lower), ly = f4_splat_lane1(lower), ux = f4_splat_lane0(upper),
       uy = f4_splat_lane1(upper);
    f4 x = f4_and(f4_le(f4_load(node->lx), ux), f4_le(lx, f4_load(node->ux)));
    f4 y = f4_and(f4_le(f4_load(node->ly), uy), f4_le(ly, f4_load(node->uy)));
    int32_t shared = 0;
    for (int32_t lane = 0; lane < 4; ++lane) {
        shared |= ((node->layers[lane] & layers) != 0) << lane;
    }
    return f4_mask(f4_and(x, y)) & shared;
}

// A stack entry: index of a node within its level above, level in the low four bits.
static inline int32_t entry_make(int32_t index, int32_t level) { return index << 4 | level; }
static inline int32_t entry_index(int32_t entry) { return entry >> 4; }
static inline int32_t entry_level(int32_t entry) { return entry & 15; }

// Pushes the children that overlap of all nodes of the level at which queries begin (openLevel, but
// at least `lowest`), and returns the depth of the stack; if the tree is lower than that, the root.
// Testing that level from end to end is faster than descending to it from the root.
static inline int32_t query_begin(const Tree *tree, f4 lower, f4 upper, uint64_t layers,
                                  int32_t lowest, int32_t *stack)
{
    int32_t depth = 0, level = max_i(tree->openLevel, lowest);
    if (tree->levels <= level) {
        stack[0] = entry_make(0, tree->levels - 1);
        return tree->levels > 0 ? 1 : 0;
    }
    int32_t start = tree->levelStart[level],
            end = level + 1 < tree->levels ? tree->levelStart[level + 1] : tree->nodes.count;
    for (int32_t index = end - start - 1; index >= 0; --index) {
        int32_t hits = node_overlaps(&tree->nodes.data[start + index], lower, upper, layers);
        for (int32_t lane = 3; lane >= 0; --lane) {
            stack[depth] = entry_make(4 * index + lane, level - 1);
            depth += hits >> lane & 1;
        }
    }
    return depth;
}

bool tree_query(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers, IntList *out)
{
    return tree_query_first(memory, tree, box, layers, INT32_MAX, out);
}

bool tree_query_first(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers,
                      int32_t maximum, IntList *out)
{
    int32_t enough = maximum < INT32_MAX - out->count ? out->count + maximum : INT32_MAX;
    f4 lower = f4_set(box.lower.x, box.lower.y, 0.0f, 0.0f),
       upper = f4_set(box.upper.x, box.upper.y, 0.0f, 0.0f);
    int32_t stack[TREE_STACK], depth = query_begin(tree, lower, upper, layers, 1, stack);
    while (depth > 0 && out->count < enough) {
        int32_t entry = stack[--depth], level = entry_level(entry), index = entry_index(entry);
        const TreeNode *node = &tree->nodes.data[tree->levelStart[level] + index];
        int32_t hits = node_overlaps(node, lower, upper, layers);
        if (level > 0) {
            for (int32_t lane = 3; lane >= 0; --lane) {
                stack[depth] = entry_make(4 * index + lane, level - 1);
                depth += hits >> lane & 1;
            }
            continue;
        }
        if (!ARRAY_RESERVE(memory, out, out->count + 4)) {
            return false;
        }
        for (int32_t lane = 0; lane < 4; ++lane) {
            out->data[out->count] = tree->items.data[4 * index + lane];
            out->count += hits >> lane & 1;
        }
    }
    if (!ARRAY_RESERVE(memory, out, out->count + tree->loose.count)) {
        return false;
    }
    for (int32_t i = 0; i < tree->loose.count && out->count < enough; ++i) {
        const TreeLoose *l = &tree->loose.data[i];
        if ((l->layers & layers) != 0 && l->box.lower.x <= box.upper.x &&
            box.lower.x <= l->box.upper.x && l->box.lower.y <= box.upper.y &&
            box.lower.y <= l->box.upper.y) {
            out->data[out->count++] = l->item;
        }
    }
    return true;
}

bool tree_query_leaf_parents(Memory *memory, const Tree *tree, MicaAABB box, uint64_t layers,
                             IntList *out)
{
    f4 lower = f4_set(box.lower.x, box.lower.y, 0.0f, 0.0f),
       upper = f4_set(box.upper.x, box.upper.y, 0.0f, 0.0f);
    int32_t stack[TREE_STACK], depth = query_begin(tree, lower, upper, layers, 2, stack);
    while (depth > 0) {
        int32_t entry = stack[--depth], level = entry_level(entry), index = entry_index(entry);
        if (level == 1) {
            if (!ARRAY_RESERVE(memory, out, out->count + 1)) {
                return false;
            }
            out->data[out->count++] = index;
            continue;
        }
        const TreeNode *node = &tree->nodes.data[tree->levelStart[level] + index];
        int32_t hits = node_overlaps(node, lower, upper, layers);
        for (int32_t lane = 3; lane >= 0; --lane) {
            stack[depth] = entry_make(4 * index + lane, level - 1);
            depth += hits >> lane & 1;
        }
    }
    return true;
}
