// Building and changing the tree of tree.h. Reads and writes the tree it is given and nothing else.
#include "geometry.h"

#include <string.h>

#define EMPTY 3e38f

static const MicaAABB emptyBox = {{EMPTY, EMPTY}, {-EMPTY, -EMPTY}};

static void node_set(TreeNode *node, int32_t lane, MicaAABB box, uint64_t layers)
{
    node->lx[lane] = box.lower.x;
    node->ly[lane] = box.lower.y;
    node->ux[lane] = box.upper.x;
    node->uy[lane] = box.upper.y;
    node->layers[lane] = layers;
}

static MicaAABB node_lane(const TreeNode *node, int32_t lane)
{
    return (MicaAABB){{node->lx[lane], node->ly[lane]}, {node->ux[lane], node->uy[lane]}};
}

static void searched_set(Tree *tree, int32_t leaf, MicaAABB box)
{
    TreeBoxes *searched = &tree->searched.data[leaf >> 2];
    int32_t lane = leaf & 3;
    searched->lx[lane] = box.lower.x;
    searched->ly[lane] = box.lower.y;
    searched->ux[lane] = box.upper.x;
    searched->uy[lane] = box.upper.y;
}

static MicaAABB searched_get(const Tree *tree, int32_t leaf)
{
    const TreeBoxes *searched = &tree->searched.data[leaf >> 2];
    int32_t lane = leaf & 3;
    return (MicaAABB){{searched->lx[lane], searched->ly[lane]},
                      {searched->ux[lane], searched->uy[lane]}};
}

inline void tree_mark_searched(Tree *tree, int32_t item)
{
    int32_t place = tree->places.data[item];
    ASSERT(place != 0);
    if (place_is_packed(place)) {
        searched_set(tree, place_leaf(place),
                     node_lane(&tree->nodes.data[place_leaf(place) >> 2], place_leaf(place) & 3));
    } else {
        tree->loose.data[place_loose(place)].searched = true;
    }
}

void tree_unmark_searched(Tree *tree, int32_t item)
{
    int32_t place = tree->places.data[item];
    ASSERT(place != 0);
    if (place_is_packed(place)) {
        searched_set(tree, place_leaf(place), emptyBox);
    } else {
        tree->loose.data[place_loose(place)].searched = false;
    }
}

// The union of a node's four boxes.
static inline MicaAABB node_union(const TreeNode *node)
{
    f4 a = f4_load(node->lx), b = f4_load(node->ly);
    f4 c = f4_neg(f4_load(node->ux)), d = f4_neg(f4_load(node->uy));
    f4_transpose(&a, &b, &c, &d);
    float m[4];
    f4_store(m, f4_min(f4_min(a, b), f4_min(c, d)));
    return (MicaAABB){{m[0], m[1]}, {-m[2], -m[3]}};
}

static uint64_t node_layers(const TreeNode *node)
{
    return node->layers[0] | node->layers[1] | node->layers[2] | node->layers[3];
}

bool tree_reserve(Memory *memory, Tree *tree, int32_t itemCapacity)
{
    return ARRAY_RESERVE_RARELY(memory, &tree->places, itemCapacity);
}

bool tree_insert(Memory *memory, Tree *tree, int32_t item, MicaAABB box, uint64_t layers)
{
    tree->version += 1;
    if (!ARRAY_RESERVE_RARELY(memory, &tree->places, item + 1) ||
        !ARRAY_RESERVE_RARELY(memory, &tree->loose, tree->loose.count + 1)) {
        return false;
    }
    while (tree->places.count <= item) {
        tree->places.data[tree->places.count++] = 0;
    }
    ASSERT(tree->places.data[item] == 0);
    tree->loose.data[tree->loose.count] = (TreeLoose){box, layers, item, false};
    tree->places.data[item] = place_loose(tree->loose.count);
    tree->loose.count += 1;
    tree->live += 1;
    return true;
}

void tree_clear(Tree *tree)
{
#define SET_COUNT(List, name) tree->name.count = 0;
    TREE_ARRAYS(SET_COUNT)
#undef SET_COUNT
    tree->levels = tree->openLevel = tree->live = tree->stale = 0;
    tree->perimeter = tree->packedPerimeter = tree->accumulatedGrowth = 0.0f;
    tree->needsRefit = false;
    tree->version += 1;
}

// Recomputes the ancestors of leaf node `node`, up to the first that does not change.
static void refit_above(Tree *tree, int32_t node)
{
    for (int32_t level = 0; level + 1 < tree->levels; ++level) {
        const TreeNode *child = &tree->nodes.data[tree->levelStart[level] + node];
        TreeNode *parent = &tree->nodes.data[tree->levelStart[level + 1] + (node >> 2)];
        MicaAABB box = node_union(child), old = node_lane(parent, node & 3);
        uint64_t layers = node_layers(child);
        if (memcmp(&box, &old, sizeof box) == 0 && parent->layers[node & 3] == layers) {
            return;
        }
        node_set(parent, node & 3, box, layers);
        node >>= 2;
    }
}

void tree_remove(Tree *tree, int32_t item)
{
    tree->version += 1;
    int32_t place = tree->places.data[item];
    ASSERT(place != 0);
    if (place_is_packed(place)) {
        int32_t leaf = place_leaf(place);
        node_set(&tree->nodes.data[leaf >> 2], leaf & 3, emptyBox, 0);
        searched_set(tree, leaf, emptyBox);
        tree->items.data[leaf] = -1;
        tree->stale += 1;
        refit_above(tree, leaf >> 2);
    } else {
        int32_t l = place_loose(place);
        TreeLoose last = tree->loose.data[tree->loose.count - 1];
        tree->loose.data[l] = last;
        tree->places.data[last.item] = place;
        tree->loose.count -= 1;
    }
    tree->places.data[item] = 0;
    tree->live -= 1;
}

void tree_move(Tree *tree, int32_t item, MicaAABB box, uint64_t layers)
{
    tree->version += 1;
    int32_t place = tree->places.data[item];
    ASSERT(place != 0);
    if (place_is_packed(place)) {
        int32_t leaf = place_leaf(place);
        node_set(&tree->nodes.data[leaf >> 2], leaf & 3, box, layers);
        searched_set(tree, leaf, emptyBox);
        tree->stale += 1;
        refit_above(tree, leaf >> 2);
    } else {
        TreeLoose *l = &tree->loose.data[place_loose(place)];
        l->box = box;
        l->layers = layers;
        l->searched = false;
    }
}

static inline void note_change(Tree *tree, int32_t node)
{
    TreeChanges *changes = &tree->changes;
    if (!tree->needsRefit) {
        tree->needsRefit = true;
        changes->count = 1;
        changes->nodes[0] = node;
    } else if (changes->count > 0) {
        changes->count = changes->count < MAX_CHANGED_NODES ? changes->count + 1 : 0;
        changes->nodes[max_i(changes->count - 1, 0)] = node;
    }
}

void tree_set_box(Tree *tree, int32_t item, MicaAABB box)
{
    tree->version += 1;
    int32_t place = tree->places.data[item];
    ASSERT(place != 0);
    if (place_is_packed(place)) {
        TreeNode *node = &tree->nodes.data[place_leaf(place) >> 2];
        node_set(node, place_leaf(place) & 3, box, node->layers[place_leaf(place) & 3]);
        note_change(tree, place_leaf(place) >> 2);
    } else {
        TreeLoose *l = &tree->loose.data[place_loose(place)];
        l->box = box;
        l->searched = false;
    }
}

MicaAABB tree_box(const Tree *tree, int32_t item)
{
    int32_t place = tree->places.data[item];
    return place_is_packed(place)
               ? node_lane(&tree->nodes.data[place_leaf(place) >> 2], place_leaf(place) & 3)
               : tree->loose.data[place_loose(place)].box;
}

MicaAABB tree_bounds(const Tree *tree)
{
    MicaAABB all =
        tree->levels > 0 ? node_union(&tree->nodes.data[tree->nodes.count - 1]) : emptyBox;
    for (int32_t i = 0; i < tree->loose.count; ++i) {
        MicaAABB box = tree->loose.data[i].box;
        all.lower = vec(min_f(all.lower.x, box.lower.x), min_f(all.lower.y, box.lower.y));
        all.upper = vec(max_f(all.upper.x, box.upper.x), max_f(all.upper.y, box.upper.y));
    }
    return all;
}

static void refit_all(Tree *tree)
{
    for (int32_t level = 0; level + 1 < tree->levels; ++level) {
        const TreeNode *nodes = tree->nodes.data + tree->levelStart[level];
        TreeNode *parents = tree->nodes.data + tree->levelStart[level + 1];
        int32_t count = tree->levelStart[level + 1] - tree->levelStart[level];
        for (int32_t i = 0; i < count; ++i) {
            node_set(&parents[i >> 2], i & 3, node_union(&nodes[i]), node_layers(&nodes[i]));
        }
    }
}

// The sum of width and height of all leaf nodes, of a tree that needs no refit.
static float measure_perimeter(const Tree *tree)
{
    float sum = 0.0f;
    if (tree->levels == 0) {
        return sum;
    }
    const TreeNode *parents = tree->nodes.data + tree->levelStart[1];
    int32_t count = tree->levelStart[1] - tree->levelStart[0];
    for (int32_t i = 0; i < count; ++i) {
        const TreeNode *p = &parents[i >> 2];
        sum += max_f(p->ux[i & 3] - p->lx[i & 3], 0.0f) + max_f(p->uy[i & 3] - p->ly[i & 3], 0.0f);
    }
    return sum;
}

void tree_refit(Tree *tree)
{
    if (!tree->needsRefit) {
        return;
    }
    int32_t changed = tree->changes.count;
    if (!tree_is_large(tree)) {
        refit_all(tree);
        tree->perimeter = measure_perimeter(tree);
    } else if (changed > 0 && changed * 2 * tree->levels < tree->nodes.count) {
        for (int32_t i = 0; i < changed; ++i) {
            refit_above(tree, tree->changes.nodes[i]);
        }
    } else {
        refit_all(tree);
    }
    tree->needsRefit = false;
}

// Position along the Hilbert curve by a state machine that takes two bits of x and y and gives four
// bits of the position. In each square the curve has one of four orientations: bit 0 of it means
// axes swapped, bit 1 both axes reversed.
#define HILBERT_ROUNDS 8
typedef struct Hilbert {
    // By orientation << 4 | two bits of x << 2 | two bits of y: next orientation << 4 | four bits
    uint8_t table[64];
} Hilbert;

static Hilbert hilbert_make(void)
{
    Hilbert h;
    for (uint32_t i = 0; i < 64; ++i) {
        uint32_t swapped = i >> 4 & 1u, reversed = i >> 5, position = 0;
        for (int32_t bit = 1; bit >= 0; --bit) {
            uint32_t x = (i >> 2 >> bit & 1u) ^ reversed, y = (i >> bit & 1u) ^ reversed;
            uint32_t rx = swapped != 0 ? y : x, ry = swapped != 0 ? x : y;
            position = position << 2 | ((3u * rx) ^ ry);
            reversed ^= rx & ~ry & 1u;
            swapped ^= ~ry & 1u;
        }
        h.table[i] = (uint8_t)(reversed << 5 | swapped << 4 | position);
    }
    return h;
}

// The position along the curve of a cell of a 2^16 by 2^16 grid.
static inline uint32_t hilbert_position(const Hilbert *h, uint32_t x, uint32_t y)
{
    uint32_t position = 0, orientation = 0;
    for (int32_t shift = 2 * (HILBERT_ROUNDS - 1); shift >= 0; shift -= 2) {
        uint32_t next = h->table[orientation | (x >> shift & 3u) << 2 | (y >> shift & 3u)];
        position = position << 4 | (next & 15u);
        orientation = next & 48u;
    }
    return position;
}

// Radix sort with the least significant digit first, which is stable: equal keys keep their order.
void radix_sort_keys(uint64_t *keys, uint64_t *spare, int32_t count)
{
    uint64_t *from = keys, *to = spare;
    for (int32_t shift = 32; shift < 64; shift += 8) {
        int32_t starts[256] = {0};
        for (int32_t i = 0; i < count; ++i) {
            starts[from[i] >> shift & 255] += 1;
        }
        int32_t sum = 0;
        for (int32_t d = 0; d < 256; ++d) {
            int32_t n = starts[d];
            starts[d] = sum;
            sum += n;
        }
        for (int32_t i = 0; i < count; ++i) {
            to[starts[from[i] >> shift & 255]++] = from[i];
        }
        uint64_t *t = from;
        from = to;
        to = t;
    }
}

static float grid_scale(float low, float high)
{
    return high > low ? 65535.0f / (high - low) : 0.0f;
}

// A packed leaf with all that belongs to it, while leaves are moved about.
typedef struct Leaf {
    MicaAABB box, searched;
    uint64_t layers;
    int32_t item;
} Leaf;

static inline Leaf leaf_get(const Tree *tree, int32_t place)
{
    const TreeNode *node = &tree->nodes.data[place >> 2];
    return (Leaf){node_lane(node, place & 3), searched_get(tree, place), node->layers[place & 3],
                  tree->items.data[place]};
}

static inline void leaf_put(Tree *tree, int32_t place, Leaf leaf)
{
    node_set(&tree->nodes.data[place >> 2], place & 3, leaf.box, leaf.layers);
    searched_set(tree, place, leaf.searched);
    tree->items.data[place] = leaf.item;
    tree->places.data[leaf.item] = place + 1;
}

// Closes the gaps that removed leaves left and appends the loose ones, in no particular order.
static void gather_leaves(Tree *tree)
{
    int32_t count = 0;
    for (int32_t i = 0; i < tree->items.count; ++i) {
        if (tree->items.data[i] >= 0) {
            if (count < i) {
                leaf_put(tree, count, leaf_get(tree, i));
            }
            count += 1;
        }
    }
    for (int32_t i = 0; i < tree->loose.count; ++i, ++count) {
        TreeLoose l = tree->loose.data[i];
        leaf_put(tree, count, (Leaf){l.box, l.searched ? l.box : emptyBox, l.layers, l.item});
    }
    ASSERT(count == tree->live);
}

// Moves the leaves into the order of the keys' items, in place, cycle by cycle of the permutation.
static void order_leaves(Tree *tree, const uint64_t *keys)
{
    for (int32_t i = 0; i < tree->live; ++i) {
        Leaf first = leaf_get(tree, i);
        int32_t to = i, item = (int32_t)(uint32_t)keys[i];
        while (item != first.item) {
            int32_t from = tree->places.data[item] - 1;
            leaf_put(tree, to, leaf_get(tree, from));
            to = from;
            item = (int32_t)(uint32_t)keys[to];
        }
        if (to != i) {
            leaf_put(tree, to, first);
        }
    }
}

// Sorted keys of all items: the position of the box's centre along the curve above, the item below.
static void make_keys(const Tree *tree, uint64_t *keys, uint64_t *spare)
{
    MicaAABB bounds = emptyBox;
    int32_t n = 0;
    for (int32_t item = 0; item < tree->places.count; ++item) {
        if (tree->places.data[item] == 0) {
            continue;
        }
        MicaAABB box = tree_box(tree, item);
        bounds.lower = vec(min_f(bounds.lower.x, box.lower.x), min_f(bounds.lower.y, box.lower.y));
        bounds.upper = vec(max_f(bounds.upper.x, box.upper.x), max_f(bounds.upper.y, box.upper.y));
        Vec2 center = {0.5f * (box.lower.x + box.upper.x), 0.5f * (box.lower.y + box.upper.y)};
        memcpy(&spare[n], &center, sizeof center);
        keys[n++] = (uint32_t)item;
    }
    ASSERT(n == tree->live);
    float sx = grid_scale(bounds.lower.x, bounds.upper.x),
          sy = grid_scale(bounds.lower.y, bounds.upper.y);
    Hilbert curve = hilbert_make();
    for (int32_t i = 0; i < n; ++i) {
        Vec2 center;
        memcpy(&center, &spare[i], sizeof center);
        float x = center.x - bounds.lower.x, y = center.y - bounds.lower.y;
        uint32_t gx = (uint32_t)clamp_f(x * sx, 0.0f, 65535.0f),
                 gy = (uint32_t)clamp_f(y * sy, 0.0f, 65535.0f);
        keys[i] |= (uint64_t)hilbert_position(&curve, gx, gy) << 32;
    }
    radix_sort_keys(keys, spare, n);
}

// Rebuilds the tree from all its items.
static bool tree_rebuild(Memory *memory, Tree *tree, KeyList *keys, KeyList *spare)
{
    int32_t count = tree->live;
    int32_t total = 0, starts[TREE_LEVELS], levels = 0;
    for (int32_t n = (count + 3) / 4; count > 0; n = (n + 3) / 4) {
        starts[levels++] = total;
        total += n;
        if (n == 1 && levels > 1) {  // tree_query_leaf_parents needs a root above the leaf nodes
            break;
        }
    }
    int32_t leaves = 4 * ((count + 3) / 4);
    if (!ARRAY_RESERVE_RARELY(memory, keys, count) ||
        !ARRAY_RESERVE_RARELY(memory, spare, count + 1) ||
        !ARRAY_RESERVE_RARELY(memory, &tree->nodes, total) ||
        !ARRAY_RESERVE_RARELY(memory, &tree->searched, leaves / 4) ||
        !ARRAY_RESERVE_RARELY(memory, &tree->items, leaves)) {
        return false;
    }
    make_keys(tree, keys->data, spare->data);
    gather_leaves(tree);
    order_leaves(tree, keys->data);
    for (int32_t i = count; i < leaves; ++i) {
        node_set(&tree->nodes.data[i >> 2], i & 3, emptyBox, 0);
        searched_set(tree, i, emptyBox);
        tree->items.data[i] = -1;
    }
    tree->levels = levels;
    tree->openLevel = 0;
    while (tree->openLevel + 1 < levels &&
           starts[tree->openLevel + 1] - starts[tree->openLevel] > TREE_OPEN_NODES) {
        tree->openLevel += 1;
    }
    memcpy(tree->levelStart, starts, sizeof starts[0] * (size_t)levels);
    tree->nodes.count = total;
    tree->items.count = leaves;
    tree->searched.count = leaves / 4;
    tree->loose.count = 0;
    tree->stale = 0;
    for (int32_t level = 1; level < levels; ++level) {
        // Lanes past the last child are empty.
        TreeNode *last = &tree->nodes.data[(level + 1 < levels ? starts[level + 1] : total) - 1];
        for (int32_t lane = 0; lane < 4; ++lane) {
            node_set(last, lane, emptyBox, 0);
        }
    }
    tree->version += 1;
    refit_all(tree);
    tree->needsRefit = false;
    tree->perimeter = tree->packedPerimeter = measure_perimeter(tree);
    tree->accumulatedGrowth = 0.0f;
    // Many items created at once leave a long loose list behind: free it.
    if (tree->loose.capacity > 64 + count / 8) {
        ARRAY_FREE(memory, &tree->loose);
    }
    return true;
}

// Nodes that have grown cost time in every search, a rebuild costs time once: the tree is rebuilt
// when both have cost about the same. Items that fall together leave their boxes in every step, but
// their nodes do not grow.
#define MAX_ACCUMULATED_GROWTH 2.0f

bool tree_update(Memory *memory, Tree *tree, float weight, KeyList *scratch, KeyList *scratch2)
{
    bool rebuild = tree->loose.count > 16 + tree->live / 16 || tree->stale > 64 + tree->live;
    if (!rebuild) {
        tree_refit(tree);
    }
    if (!rebuild && weight > 0.0f) {
        tree->perimeter = tree_is_large(tree) ? measure_perimeter(tree) : tree->perimeter;
        float grown = max_f(tree->perimeter - tree->packedPerimeter, 0.0f);
        tree->accumulatedGrowth += weight * grown / max_f(tree->packedPerimeter, 1e-30f);
        rebuild = tree->accumulatedGrowth > MAX_ACCUMULATED_GROWTH;
    }
    if (rebuild && !tree_rebuild(memory, tree, scratch, scratch2)) {
        tree_refit(tree);
        return false;
    }
    return true;
}

void tree_free(Memory *memory, Tree *tree)
{
#define FREE(List, name) ARRAY_FREE(memory, &tree->name);
    TREE_ARRAYS(FREE)
}
