// Finding new pairs. Colliders that left their boxes and lie in the packed part of the moving tree
// look four at a time: a leaf node's neighbours are found by one descent for all its leaves, then
// tested four against one. What waits in a loose list, and statics that were put somewhere, look
// one by one. Where both sides of a pair look, one of them makes it. Most overlaps are pairs
// already: boxes that overlapped when pairs were last looked for (Tree.searched) are passed over, and
// otherwise the table of pairs is asked before anything else. Cost: a descent for every leaf node
// that holds a mover, about four box tests for each of its neighbours.
#include "contacts.h"

#include <string.h>

// A pair for every part that the other side's box may touch, and one for all parts that are
// triggers.
static bool meet_parts(MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *many = &world->state.colliders.data[a], *one = &world->state.colliders.data[b];
    if (!collider_is_compound(many)) {
        many = one;
        one = &world->state.colliders.data[a];
    }
    MicaResponse response = pair_response(world, many, one);
    if (collider_is_compound(one)) {
        return true;
    }
    if ((response == MICA_TRIGGER || pair_trigger_cells_see(world, many, one)) &&
        pair_find(world, a, b, PART_TRIGGERS) == NONE &&
        !pair_create(world, a, b, PART_TRIGGERS, MICA_TRIGGER)) {
        return false;
    }
    if (response != MICA_SOLID) {
        return true;
    }
    PartWalk walk;
    parts_begin(&walk, world, many, one->box, vec(0.0f, 0.0f), PARTS_SOLID | PARTS_SURFACE);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        if (pair_find(world, a, b, part) == NONE && !pair_create(world, a, b, part, MICA_SOLID)) {
            return false;
        }
    }
    return true;
}

bool find_pairs_between(MicaWorld *world, int32_t a, int32_t b)
{
    if (collider_is_compound(&world->state.colliders.data[a]) ||
        collider_is_compound(&world->state.colliders.data[b])) {
        return meet_parts(world, a, b);
    }
    if (pair_find(world, a, b, 0) != NONE) {
        return true;
    }
    MicaResponse response =
        pair_response(world, &world->state.colliders.data[a], &world->state.colliders.data[b]);
    return response == MICA_IGNORE || pair_create(world, a, b, 0, response);
}

static uint64_t meets_of(const MicaWorld *world, const Collider *c)
{
    return c->group > 0 ? ~(uint64_t)0 : layer_response_mask(world, c);
}

static bool is_packed_mover(const MicaWorld *world, const Collider *c, int32_t slot)
{
    uint8_t both = COLLIDER_MOVED | COLLIDER_MOVING_TREE;
    return (c->flags & both) == both && world->state.movingTree.places.data[slot] > 0;
}

// ------------------------------------------------------------------------------- four at a time

// The leaves of one node that look for pairs.
typedef struct Seekers {
    int32_t node, mask;
    MicaAABB boxes[4], searched[4], bounds;
    uint64_t meets[4], anyMeets;
    int32_t items[4];
} Seekers;

typedef struct Boxes4 {
    f4 lx, ly, ux, uy;
} Boxes4;

static inline Boxes4 load_boxes(const float *lx, const float *ly, const float *ux, const float *uy)
{
    return (Boxes4){f4_load(lx), f4_load(ly), f4_load(ux), f4_load(uy)};
}

// Without branches: which leaves have moved nobody can foresee.
static Seekers make_seekers(const MicaWorld *world, int32_t node)
{
    const Tree *tree = &world->state.movingTree;
    const TreeNode *n = &tree->nodes.data[node];
    const TreeBoxes *k = &tree->searched.data[node];
    const LayerTable *layers = &world->state.layers;
    Seekers s = {.node = node, .mask = world->scratch.leafSearches.data[node]};
    const float moved[2] = {0.0f, 1.0f};
    f4 seeks = f4_lt(f4_zero(), f4_set(moved[s.mask & 1], moved[s.mask >> 1 & 1],
                                       moved[s.mask >> 2 & 1], moved[s.mask >> 3 & 1]));
    const f4 far = f4_splat(3e38f), behind = f4_splat(-3e38f);
    Boxes4 now = load_boxes(n->lx, n->ly, n->ux, n->uy),
           searched = load_boxes(k->lx, k->ly, k->ux, k->uy);
    f4 box[4] = {f4_select(seeks, now.lx, far), f4_select(seeks, now.ly, far),
                 f4_select(seeks, now.ux, behind), f4_select(seeks, now.uy, behind)};
    f4_transpose(&box[0], &box[1], &box[2], &box[3]);
    f4_transpose(&searched.lx, &searched.ly, &searched.ux, &searched.uy);
    f4_store(&s.searched[0].lower.x, searched.lx);
    f4_store(&s.searched[1].lower.x, searched.ly);
    f4_store(&s.searched[2].lower.x, searched.ux);
    f4_store(&s.searched[3].lower.x, searched.uy);
    MicaAABB least, most;
    f4_store(&least.lower.x, f4_min(f4_min(box[0], box[1]), f4_min(box[2], box[3])));
    f4_store(&most.lower.x, f4_max(f4_max(box[0], box[1]), f4_max(box[2], box[3])));
    s.bounds = (MicaAABB){least.lower, most.upper};
    for (int32_t lane = 0; lane < 4; ++lane) {
        f4_store(&s.boxes[lane].lower.x, box[lane]);
        int32_t item = s.items[lane] = tree->items.data[4 * node + lane];
        // The leaf tells its layer, so no collider need be fetched, unless groups count too.
        uint64_t any = (uint64_t)1 << 63, one = (uint64_t)(s.mask >> lane & 1);
        int32_t layer = __builtin_ctzll(n->layers[lane] | any);
        s.meets[lane] = layers->solidGroups != 0 && one != 0
                            ? meets_of(world, &world->state.colliders.data[item])
                            : (layers->solid[layer] | layers->trigger[layer]) & (0 - one);
        s.anyMeets |= s.meets[lane];
    }
    return s;
}

// A bit for each of the four that overlaps the box.
static inline int32_t overlaps(const Boxes4 *b, MicaAABB box)
{
    f4 x = f4_and(f4_le(b->lx, f4_splat(box.upper.x)), f4_le(f4_splat(box.lower.x), b->ux));
    f4 y = f4_and(f4_le(b->ly, f4_splat(box.upper.y)), f4_le(f4_splat(box.lower.y), b->uy));
    return f4_mask(f4_and(x, y));
}

// Every seeker against four boxes: four bits a seeker. Where none seeks, its box is empty.
static inline int32_t overlaps_all(const Boxes4 *b, const MicaAABB boxes[4])
{
    return overlaps(b, boxes[0]) | overlaps(b, boxes[1]) << 4 | overlaps(b, boxes[2]) << 8 |
           overlaps(b, boxes[3]) << 12;
}

// The pairs of a node with itself, as in overlaps_all, of which one is left out: a seeker and what
// seeks before it.
static int32_t own_pairs(int32_t mask)
{
    int32_t left = 0;
    for (int32_t lane = 0; lane < 4; ++lane) {
        left |= (1 << lane | (mask & ((1 << lane) - 1))) << (4 * lane);
    }
    return left;
}

// Tests every seeker against the four boxes of each of some leaf nodes.
static bool test_nodes(MicaWorld *world, const Seekers *s, const Tree *tree, const int32_t *nodes,
                       int32_t count)
{
    bool moving = tree == &world->state.movingTree;
    for (int32_t i = 0; i < count; ++i) {
        int32_t node = nodes[i];
        const TreeNode *n = &tree->nodes.data[node];
        const TreeBoxes *k = &tree->searched.data[node];
        const Boxes4 now = load_boxes(n->lx, n->ly, n->ux, n->uy),
                     searched = load_boxes(k->lx, k->ly, k->ux, k->uy);
        // What looks itself in a node before this one has done so.
        int32_t skip = !moving || node > s->node ? 0
                       : node == s->node         ? own_pairs(s->mask)
                                                 : 0x1111 * world->scratch.leafSearches.data[node];
        int32_t hits = overlaps_all(&now, s->boxes) & ~overlaps_all(&searched, s->searched) & ~skip;
        for (; hits != 0; hits &= hits - 1) {
            int32_t pair = __builtin_ctz((unsigned)hits), lane = pair >> 2, other = pair & 3;
            if ((n->layers[other] & s->meets[lane]) != 0 &&
                !find_pairs_between(world, s->items[lane], tree->items.data[4 * node + other])) {
                return false;
            }
        }
    }
    return true;
}

static bool test_loose(MicaWorld *world, const Seekers *s, const Tree *tree)
{
    const TreeNode *n = &world->state.movingTree.nodes.data[s->node];
    const Boxes4 own = load_boxes(n->lx, n->ly, n->ux, n->uy);
    for (int32_t i = 0; i < tree->loose.count; ++i) {
        const TreeLoose *l = &tree->loose.data[i];
        for (int32_t hits = overlaps(&own, l->box) & s->mask; hits != 0; hits &= hits - 1) {
            int32_t lane = __builtin_ctz((unsigned)hits);
            if ((l->layers & s->meets[lane]) != 0 &&
                !find_pairs_between(world, s->items[lane], l->item)) {
                return false;
            }
        }
    }
    return true;
}

// Every seeker of one leaf node against what one tree holds. In hits, from `begin` to `end`: nodes
// over those leaf nodes that may matter. Which they are nobody can foresee: they are listed without
// a branch.
static bool test_tree(MicaWorld *world, const Seekers *s, const Tree *tree, int32_t begin,
                      int32_t end)
{
    enum { TOGETHER = 16 };
    for (int32_t first = begin; first < end; first += TOGETHER) {
        int32_t near[4 * TOGETHER + 1], found = 0;
        for (int32_t i = first; i < min_i(first + TOGETHER, end); ++i) {
            int32_t above = world->scratch.queryHits.data[i];
            const TreeNode *n = &tree->nodes.data[tree->levelStart[1] + above];
            const Boxes4 boxes = load_boxes(n->lx, n->ly, n->ux, n->uy);
            int32_t mask = overlaps(&boxes, s->bounds);
            for (int32_t lane = 0; lane < 4; ++lane) {
                near[found] = 4 * above + lane;
                found += mask >> lane & (int32_t)((n->layers[lane] & s->anyMeets) != 0);
            }
        }
        if (!test_nodes(world, s, tree, near, found)) {
            return false;
        }
    }
    return test_loose(world, s, tree);
}

// Leaf nodes that lie under one node look together: one descent for all of them.
static bool seek_together(MicaWorld *world, const Seekers *seekers, int32_t count)
{
    Memory *m = &world->host.memory;
    const Tree *moving = &world->state.movingTree, *fixed = &world->state.staticTree;
    MicaAABB bounds = seekers[0].bounds;
    uint64_t meets = 0;
    for (int32_t i = 0; i < count; ++i) {
        bounds = aabb_union(bounds, seekers[i].bounds);
        meets |= seekers[i].anyMeets;
    }
    world->scratch.queryHits.count = 0;
    if (!tree_query_leaf_parents(m, moving, bounds, meets, &world->scratch.queryHits)) {
        return false;
    }
    int32_t movers = world->scratch.queryHits.count;
    if (!tree_query_leaf_parents(m, fixed, bounds, meets, &world->scratch.queryHits)) {
        return false;
    }
    int32_t all = world->scratch.queryHits.count;
    for (int32_t i = 0; i < count; ++i) {
        if (!test_tree(world, &seekers[i], moving, 0, movers) ||
            !test_tree(world, &seekers[i], fixed, movers, all)) {
            return false;
        }
    }
    return true;
}

// ----------------------------------------------------------------------------------- one by one

static bool seek_alone(MicaWorld *world, int32_t self)
{
    Memory *m = &world->host.memory;
    const Collider *c = &world->state.colliders.data[self];
    uint64_t meets = meets_of(world, c);
    bool moving = (c->flags & COLLIDER_MOVING_TREE) != 0;
    MicaAABB box = c->box;
    world->scratch.queryHits.count = 0;
    if (!tree_query(m, &world->state.movingTree, box, meets, &world->scratch.queryHits)) {
        return false;
    }
    int32_t movers = world->scratch.queryHits.count;
    if ((moving || world->state.layers.seesStatics != 0) &&
        !tree_query(m, &world->state.staticTree, box, meets, &world->scratch.queryHits)) {
        return false;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        int32_t other = world->scratch.queryHits.data[i];
        const Collider *o = &world->state.colliders.data[other];
        bool othersTurn =
            is_packed_mover(world, o, other) ||
            (i < movers && (o->flags & COLLIDER_MOVED) != 0 && (!moving || other < self));
        if (other != self && !othersTurn && !find_pairs_between(world, self, other)) {
            return false;
        }
    }
    return true;
}

bool find_pairs(MicaWorld *world)
{
    const Tree *tree = &world->state.movingTree;
    int32_t nodes = tree->levels > 1 ? tree->levelStart[1] : tree->levels;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.leafSearches, nodes + 1)) {
        return false;
    }
    memset(world->scratch.leafSearches.data, 0, (size_t)nodes);
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        if (is_packed_mover(world, &world->state.colliders.data[slot], slot)) {
            int32_t leaf = tree->places.data[slot] - 1;
            world->scratch.leafSearches.data[leaf >> 2] |= (uint8_t)(1 << (leaf & 3));
        }
    }
    for (int32_t first = 0; first < nodes; first += 4) {
        Seekers seekers[4];
        int32_t count = 0;
        for (int32_t node = first; node < min_i(first + 4, nodes); ++node) {
            if (world->scratch.leafSearches.data[node] != 0) {
                seekers[count++] = make_seekers(world, node);
            }
        }
        if (count > 0 && !seek_together(world, seekers, count)) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        if (!is_packed_mover(world, &world->state.colliders.data[slot], slot) &&
            !seek_alone(world, slot)) {
            return false;
        }
    }
    return true;
}
