// Whether a tree whose arrays come from elsewhere is sound, so that no query or edit of it leaves its
// arrays. Called by snapshot_check.c; reads the tree alone.
#include "geometry.h"

// A lane that has nothing below it: no box overlaps its box, no layers share a bit with its layers.
static bool lane_is_empty(const TreeNode *node, int32_t lane)
{
    return node->lx[lane] > 1e38f && node->ly[lane] > 1e38f && node->ux[lane] < -1e38f &&
           node->uy[lane] < -1e38f && node->layers[lane] == 0;
}

// Level by level: each has a node for four of the level below, and the root is one. The lanes of a
// level's last node past its last child are empty.
static bool check_levels(const Tree *tree)
{
    int32_t start = 0, below = tree->items.count, open = 0;
    for (int32_t level = 0; level < tree->levels; ++level) {
        int32_t size = (below + 3) / 4;
        if (tree->levelStart[level] != start || size > tree->nodes.count - start) {
            return false;
        }
        start += size;
        for (int32_t lane = below - 4 * (size - 1); lane < 4; ++lane) {
            if (!lane_is_empty(&tree->nodes.data[start - 1], lane)) {
                return false;
            }
        }
        open = size > TREE_OPEN_NODES ? min_i(level + 1, tree->levels - 1) : open;
        below = size;
    }
    return start == tree->nodes.count && tree->openLevel == open &&
           (tree->levels > 0 ? below == 1 : below == 0);
}

bool tree_check(const Tree *tree, int32_t items)
{
    int32_t leaves = tree->items.count, packed = 0, live = 0;
    if (tree->levels < 0 || tree->levels == 1 || tree->levels > TREE_LEVELS || leaves % 4 != 0 ||
        tree->searched.count != leaves / 4 || tree->places.count > items || !check_levels(tree)) {
        return false;
    }
    for (int32_t i = 0; i < leaves; ++i) {
        packed += tree->items.data[i] >= 0;
        if (tree->items.data[i] < 0 && !lane_is_empty(&tree->nodes.data[i >> 2], i & 3)) {
            return false;
        }
    }
    // Each item names its place and each place its item, so that as many places as items are all.
    for (int32_t i = 0; i < tree->places.count; ++i) {
        int32_t place = tree->places.data[i];
        live += place != 0;
        if (place > leaves || place < -tree->loose.count ||
            (place > 0 && tree->items.data[place_leaf(place)] != i) ||
            (place < 0 && tree->loose.data[place_loose(place)].item != i)) {
            return false;
        }
    }
    return live == tree->live && live == packed + tree->loose.count;
}
