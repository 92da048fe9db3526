// Finds new pairs, four leaves of the tree at a time. Two boxes overlap if a.lower <= b.upper and
// b.lower <= a.upper in x and in y. The moved colliders in the packed part of the moving tree query
// four at a time: one descent for all leaves of a node, then four boxes against one. Moved
// colliders of a tree's loose list, and static ones, query one by one. Where both sides of a pair
// have moved, one of them finds it. Most overlaps are pairs already: boxes that overlapped when
// pairs were last searched (Tree.searched) are skipped, and else the table of pairs is read first.
// Cost: a descent for every leaf node with a moved collider, about four box tests for each of its
// neighbours. Called by the broad phase, and find_pairs_between also by the step by impacts; reads
// trees and layers, writes contacts.
#include "contacts.h"

#include <string.h>

// A walk over the parts that a collider may touch until it leaves its box.
static void begin_walk(PartWalk *walk, const MicaWorld *world, const Collider *many,
                       const Collider *one, MicaAABB box, PartFilter filter)
{
    Vec2 motion = {0.0f, 0.0f};
    if (parts_are_many(world, many, box)) {
        Geometry shape = collider_geometry(world, one);
        Transform t = world->state.transforms.data[one->body];
        MicaAABB tight = geometry_aabb(&shape, t);
        float margin = max_f(max_f(tight.lower.x - box.lower.x, box.upper.x - tight.upper.x),
                             max_f(tight.lower.y - box.lower.y, box.upper.y - tight.upper.y));
        // Turned at 45 degrees, an end may move by this much along the box's side.
        parts_follow_shape(&shape, t, 1.5f * max_f(margin, 0.0f), &box, &motion);
    }
    parts_begin(walk, world, many, box, motion, filter);
}

// A pair for each part of the filter that the other's box may touch.
static bool add_pairs_of_parts(MicaWorld *world, const Collider *many, int32_t a, int32_t b,
                               MicaAABB box, PartFilter filter, MicaResponse response)
{
    const Collider *all = world->state.colliders.data;
    PartWalk walk;
    begin_walk(&walk, world, many, many == &all[a] ? &all[b] : &all[a], box, filter);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        if (pair_find(world, a, b, part) == NONE && !pair_create(world, a, b, part, response)) {
            return false;
        }
    }
    return true;
}

// Between a static tile map and another collider: a pair for each cell that the other's centre may
// lie in, also where that cell is inside the map (embedded.c).
static bool find_pairs_of_embedded(MicaWorld *world, const Collider *map, const Collider *one,
                                   int32_t a, int32_t b, uint64_t layers)
{
    if (map->type != MICA_SHAPE_TILES || body_type(world, map->body) != MICA_BODY_STATIC) {
        return true;
    }
    float extent = collider_min_extent(world, one);
    MicaAABB centre = {add(one->box.lower, vec(extent, extent)),
                       sub(one->box.upper, vec(extent, extent))};
    if (!(centre.lower.x <= centre.upper.x && centre.lower.y <= centre.upper.y)) {
        return true;
    }
    return add_pairs_of_parts(world, map, a, b, centre, parts_solid(layers), MICA_SOLID);
}

// Between a compound collider and another: a pair for each solid part and each trigger part that
// the other's box may touch, or one for all trigger parts if together they are a trigger.
static bool find_pairs_of_parts(MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *many = &world->state.colliders.data[a], *one = &world->state.colliders.data[b];
    if (!collider_is_compound(many)) {
        many = one;
        one = &world->state.colliders.data[a];
    }
    if (collider_is_compound(one)) {
        return true;
    }
    TriggerParts triggers = pair_trigger_parts(world, many, one);
    if (triggers.any && triggers.together) {
        if (pair_find(world, a, b, PART_TRIGGERS) == NONE &&
            !pair_create(world, a, b, PART_TRIGGERS, MICA_TRIGGER)) {
            return false;
        }
    } else if (triggers.any &&
               !add_pairs_of_parts(world, many, a, b, one->box, triggers.filter, MICA_TRIGGER)) {
        return false;
    }
    uint64_t solid = pair_part_layers(world, many, one, MICA_SOLID);
    return solid == 0 || (add_pairs_of_parts(world, many, a, b, one->box,
                                             parts_solid_surface(solid), MICA_SOLID) &&
                          find_pairs_of_embedded(world, many, one, a, b, solid));
}

bool find_pairs_between(MicaWorld *world, int32_t a, int32_t b)
{
    if (collider_is_compound(&world->state.colliders.data[a]) ||
        collider_is_compound(&world->state.colliders.data[b])) {
        return find_pairs_of_parts(world, a, b);
    }
    if (pair_find(world, a, b, 0) != NONE) {
        return true;
    }
    MicaResponse response =
        pair_response(world, &world->state.colliders.data[a], &world->state.colliders.data[b]);
    return response == MICA_IGNORE || pair_create(world, a, b, 0, response);
}

static bool is_packed_query(const MicaWorld *world, const Collider *c, int32_t slot)
{
    uint8_t both = COLLIDER_MOVED | COLLIDER_MOVING_TREE;
    return (c->flags & both) == both && world->state.movingTree.places.data[slot] > 0;
}

// ------------------------------------------------------------------------------- four at a time

// The moved leaves of one node, which query for pairs. An inactive lane has an empty box.
typedef struct LeafQueries {
    int32_t node, mask;
    MicaAABB boxes[4], searched[4], bounds;
    uint64_t layers[4], anyLayers;
    int32_t items[4];
} LeafQueries;

typedef struct Boxes4 {
    f4 lx, ly, ux, uy;
} Boxes4;

static inline Boxes4 load_boxes(const float *lx, const float *ly, const float *ux, const float *uy)
{
    return (Boxes4){f4_load(lx), f4_load(ly), f4_load(ux), f4_load(uy)};
}

// Without branches, as which leaves have moved is unpredictable.
static LeafQueries make_leaf_queries(const MicaWorld *world, int32_t node)
{
    const Tree *tree = &world->state.movingTree;
    const TreeNode *n = &tree->nodes.data[node];
    const TreeBoxes *k = &tree->searched.data[node];
    const LayerTable *layers = &world->state.layers;
    LeafQueries s = {.node = node, .mask = contacts_scratch_read(world)->leafSearches.data[node]};
    const float moved[2] = {0.0f, 1.0f};
    f4 active = f4_lt(f4_zero(), f4_set(moved[s.mask & 1], moved[s.mask >> 1 & 1],
                                        moved[s.mask >> 2 & 1], moved[s.mask >> 3 & 1]));
    const f4 far = f4_splat(3e38f), behind = f4_splat(-3e38f);
    Boxes4 now = load_boxes(n->lx, n->ly, n->ux, n->uy),
           searched = load_boxes(k->lx, k->ly, k->ux, k->uy);
    f4 box[4] = {f4_select(active, now.lx, far), f4_select(active, now.ly, far),
                 f4_select(active, now.ux, behind), f4_select(active, now.uy, behind)};
    f4_transpose(&box[0], &box[1], &box[2], &box[3]);
    f4_transpose(&searched.lx, &searched.ly, &searched.ux, &searched.uy);
    f4_store(&s.searched[0].lower.x, searched.lx);
    f4_store(&s.searched[1].lower.x, searched.ly);
    f4_store(&s.searched[2].lower.x, searched.ux);
    f4_store(&s.searched[3].lower.x, searched.uy);
    MicaAABB minimum, maximum;
    f4_store(&minimum.lower.x, f4_min(f4_min(box[0], box[1]), f4_min(box[2], box[3])));
    f4_store(&maximum.lower.x, f4_max(f4_max(box[0], box[1]), f4_max(box[2], box[3])));
    s.bounds = (MicaAABB){minimum.lower, maximum.upper};
    for (int32_t lane = 0; lane < 4; ++lane) {
        f4_store(&s.boxes[lane].lower.x, box[lane]);
        int32_t item = s.items[lane] = tree->items.data[4 * node + lane];
        // A leaf holds its layers: the collider is read only if it has several, or if groups are in
        // use.
        uint64_t any = (uint64_t)1 << 63, one = (uint64_t)(s.mask >> lane & 1),
                 own = n->layers[lane];
        int32_t layer = __builtin_ctzll(own | any);
        bool several = (own & (own - 1)) != 0 || layers->solidGroups != 0;
        s.layers[lane] = several && one != 0
                             ? layer_response_mask(world, &world->state.colliders.data[item])
                             : (layers->solid[layer] | layers->trigger[layer]) & (0 - one);
        s.anyLayers |= s.layers[lane];
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

// Four boxes against four: bit 4 i + k is set if boxes[i] overlaps box k of b.
static inline int32_t overlaps_4x4(const Boxes4 *b, const MicaAABB boxes[4])
{
    return overlaps(b, boxes[0]) | overlaps(b, boxes[1]) << 4 | overlaps(b, boxes[2]) << 8 |
           overlaps(b, boxes[3]) << 12;
}

// Where a node's leaves are tested against themselves, the bits of overlaps_4x4 to leave out: a
// leaf with itself, and with a lower leaf that queries too and finds the pair.
static int32_t skip_own_pairs(int32_t mask)
{
    int32_t left = 0;
    for (int32_t lane = 0; lane < 4; ++lane) {
        left |= (1 << lane | (mask & ((1 << lane) - 1))) << (4 * lane);
    }
    return left;
}

// Tests the queries against the four boxes of each of some leaf nodes.
static bool test_nodes(MicaWorld *world, const LeafQueries *s, const Tree *tree,
                       const int32_t *nodes, int32_t count)
{
    const ContactsScratch *scratch = contacts_scratch(world);
    bool moving = tree == &world->state.movingTree;
    for (int32_t i = 0; i < count; ++i) {
        int32_t node = nodes[i];
        const TreeNode *n = &tree->nodes.data[node];
        const TreeBoxes *k = &tree->searched.data[node];
        const Boxes4 now = load_boxes(n->lx, n->ly, n->ux, n->uy),
                     searched = load_boxes(k->lx, k->ly, k->ux, k->uy);
        // Moved leaves of an earlier node have found their pairs with this one.
        int32_t skip = !moving || node > s->node ? 0
                       : node == s->node         ? skip_own_pairs(s->mask)
                                                 : 0x1111 * scratch->leafSearches.data[node];
        int32_t hits = overlaps_4x4(&now, s->boxes) & ~overlaps_4x4(&searched, s->searched) & ~skip;
        for (; hits != 0; hits &= hits - 1) {
            int32_t pair = __builtin_ctz((unsigned)hits), lane = pair >> 2, other = pair & 3;
            if ((n->layers[other] & s->layers[lane]) != 0 &&
                !pair_budget_search(world, s->items[lane], tree->items.data[4 * node + other])) {
                return false;
            }
        }
    }
    return true;
}

static bool test_loose(MicaWorld *world, const LeafQueries *s, const Tree *tree)
{
    const TreeNode *n = &world->state.movingTree.nodes.data[s->node];
    const Boxes4 own = load_boxes(n->lx, n->ly, n->ux, n->uy);
    for (int32_t i = 0; i < tree->loose.count; ++i) {
        const TreeLoose *l = &tree->loose.data[i];
        for (int32_t hits = overlaps(&own, l->box) & s->mask; hits != 0; hits &= hits - 1) {
            int32_t lane = __builtin_ctz((unsigned)hits);
            if ((l->layers & s->layers[lane]) != 0 &&
                !pair_budget_search(world, s->items[lane], l->item)) {
                return false;
            }
        }
    }
    return true;
}

// Tests the queries of one leaf node against one tree. queryHits holds, from `begin` to `end`, the
// parents of the leaf nodes that may overlap; those that do are listed without a branch, as they
// are unpredictable.
static bool test_tree(MicaWorld *world, const LeafQueries *s, const Tree *tree, int32_t begin,
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
                found += mask >> lane & (int32_t)((n->layers[lane] & s->anyLayers) != 0);
            }
        }
        if (!test_nodes(world, s, tree, near, found)) {
            return false;
        }
    }
    return test_loose(world, s, tree);
}

// The queries of the leaf nodes under one parent share a descent of each tree.
static bool query_packed(MicaWorld *world, const LeafQueries *queries, int32_t count)
{
    Memory *m = &world->host.memory;
    const Tree *moving = &world->state.movingTree, *fixed = &world->state.staticTree;
    MicaAABB bounds = queries[0].bounds;
    uint64_t layers = 0;
    for (int32_t i = 0; i < count; ++i) {
        bounds = aabb_union(bounds, queries[i].bounds);
        layers |= queries[i].anyLayers;
    }
    world->scratch.queryHits.count = 0;
    if (!tree_query_leaf_parents(m, moving, bounds, layers, &world->scratch.queryHits)) {
        return false;
    }
    int32_t movingHits = world->scratch.queryHits.count;
    if (!tree_query_leaf_parents(m, fixed, bounds, layers, &world->scratch.queryHits)) {
        return false;
    }
    int32_t all = world->scratch.queryHits.count;
    for (int32_t i = 0; i < count; ++i) {
        if (!test_tree(world, &queries[i], moving, 0, movingHits) ||
            !test_tree(world, &queries[i], fixed, movingHits, all)) {
            return false;
        }
    }
    return true;
}

// ----------------------------------------------------------------------------------- one by one

static bool query_single(MicaWorld *world, int32_t self)
{
    Memory *m = &world->host.memory;
    const Collider *c = &world->state.colliders.data[self];
    uint64_t layers = layer_response_mask(world, c);
    bool moving = (c->flags & COLLIDER_MOVING_TREE) != 0;
    MicaAABB box = c->box;
    world->scratch.queryHits.count = 0;
    if (!tree_query(m, &world->state.movingTree, box, layers, &world->scratch.queryHits)) {
        return false;
    }
    int32_t movingHits = world->scratch.queryHits.count;
    if ((moving || world->state.layers.seesStatics != 0) &&
        !tree_query(m, &world->state.staticTree, box, layers, &world->scratch.queryHits)) {
        return false;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        int32_t other = world->scratch.queryHits.data[i];
        const Collider *o = &world->state.colliders.data[other];
        bool otherFinds =
            is_packed_query(world, o, other) ||
            (i < movingHits && (o->flags & COLLIDER_MOVED) != 0 && (!moving || other < self));
        if (other != self && !otherFinds && !pair_budget_search(world, self, other)) {
            return false;
        }
    }
    return true;
}

bool find_pairs(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    const Tree *tree = &world->state.movingTree;
    int32_t nodes = tree->levels > 1 ? tree->levelStart[1] : tree->levels;
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->leafSearches, nodes + 1)) {
        return false;
    }
    memset(scratch->leafSearches.data, 0, (size_t)nodes);
    pair_budget_begin(world);
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        if (is_packed_query(world, &world->state.colliders.data[slot], slot)) {
            int32_t leaf = tree->places.data[slot] - 1;
            scratch->leafSearches.data[leaf >> 2] |= (uint8_t)(1 << (leaf & 3));
        }
    }
    for (int32_t first = 0; first < nodes; first += 4) {
        LeafQueries queries[4];
        int32_t count = 0;
        for (int32_t node = first; node < min_i(first + 4, nodes); ++node) {
            if (scratch->leafSearches.data[node] != 0) {
                queries[count++] = make_leaf_queries(world, node);
            }
        }
        if (count > 0 && !query_packed(world, queries, count)) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->state.movedColliders.count; ++i) {
        int32_t slot = world->state.movedColliders.data[i];
        if (!is_packed_query(world, &world->state.colliders.data[slot], slot) &&
            !query_single(world, slot)) {
            return false;
        }
    }
    return true;
}
