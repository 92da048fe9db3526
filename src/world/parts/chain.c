// Chains: the tree of boxes over a chain's segments, walking the segments that a box may touch, and
// the neighbours of a segment. The tree is four-wide and implicit: segments keep their order, each
// run of four has a box, each four boxes have one above them, so that the index of a node says
// where its children are. It is built once, by parts_edit.c; parts.c calls the walk; one-way
// contacts and internal edges ask for neighbours. Reads chainPoints and chainNodes, writes
// chainNodes.
#include "world.h"

static inline int32_t segments_of(const Chain *chain)
{
    return chain->loop ? chain->count : chain->count - 1;
}
static inline int32_t runs_of(const Chain *chain) { return (segments_of(chain) + 3) >> 2; }

// The boxes of a node that the line of the motion may meet: the separating axis across it.
static int32_t line_mask(const PartWalk *walk, const ChainNode *n)
{
    Vec2 across = left_perp(walk->motion), from = lerp(walk->start.lower, walk->start.upper, 0.5f);
    f4 lx = f4_load(n->lx), ly = f4_load(n->ly), ux = f4_load(n->ux), uy = f4_load(n->uy),
       half = f4_splat(0.5f);
    f4 x = f4_sub(f4_mul(half, f4_add(lx, ux)), f4_splat(from.x)),
       y = f4_sub(f4_mul(half, f4_add(ly, uy)), f4_splat(from.y));
    f4 away = f4_abs(f4_add(f4_mul(f4_splat(across.x), x), f4_mul(f4_splat(across.y), y)));
    f4 reach = f4_add(f4_mul(f4_splat(0.5f * abs_f(across.x)), f4_sub(ux, lx)),
                      f4_mul(f4_splat(0.5f * abs_f(across.y)), f4_sub(uy, ly)));
    return f4_mask(f4_le(away, f4_add(reach, f4_splat(walk->aside))));
}

// The boxes of the walk's current node that overlap the walk's box, as bits of PartWalk.enter.
static uint64_t overlap_mask(const PartWalk *walk, const Chain *chain)
{
    const ChainNode *n =
        &walk->world->state.chainNodes.data[chain->firstNode + walk->offset + walk->node];
    const MicaAABB *box = &walk->box;
    f4 x = f4_and(f4_le(f4_load(n->lx), f4_splat(box->upper.x)),
                  f4_le(f4_splat(box->lower.x), f4_load(n->ux)));
    f4 y = f4_and(f4_le(f4_load(n->ly), f4_splat(box->upper.y)),
                  f4_le(f4_splat(box->lower.y), f4_load(n->uy)));
    int32_t mask = f4_mask(f4_and(x, y));
    return (uint64_t)(walk->follows ? mask & line_mask(walk, n) : mask) << 4 * walk->level;
}

// Bounds the motion by one box.
static MicaAABB box_of_motion(MicaAABB start, Vec2 motion)
{
    return (MicaAABB){add(start.lower, vec(min_f(motion.x, 0.0f), min_f(motion.y, 0.0f))),
                      add(start.upper, vec(max_f(motion.x, 0.0f), max_f(motion.y, 0.0f)))};
}

void chain_walk_begin(PartWalk *walk)
{
    const Chain *chain = collider_chain(walk->world, walk->collider);
    walk->start = walk->box;
    walk->box = box_of_motion(walk->start, walk->motion);
    int32_t runs = runs_of(chain), nodes;
    walk->lastPart = walk->part;
    while ((nodes = chain_level_nodes(runs, walk->level)) > 1) {
        walk->offset += nodes;
        walk->level += 1;
    }
    walk->enter = overlap_mask(walk, chain);
}

// By how much numbers of that size may be off, and more.
static float size_error(const PartWalk *walk)
{
    const MicaAABB *b = &walk->box;
    return 1e-5f * (max_f(abs_f(b->lower.x), abs_f(b->upper.x)) +
                    max_f(abs_f(b->lower.y), abs_f(b->upper.y)));
}

void chain_walk_follow_motion(PartWalk *walk)
{
    const Chain *chain = collider_chain(walk->world, walk->collider);
    const Vec2 *points = walk->world->state.chainPoints.data + chain->first;
    Vec2 half = scale(0.5f, sub(walk->start.upper, walk->start.lower));
    float error = size_error(walk);
    walk->aside =
        abs_f(walk->motion.y) * (half.x + error) + abs_f(walk->motion.x) * (half.y + error);
    walk->follows = true;
    walk->backward = dot(sub(points[chain->count - 1], points[0]), walk->motion) < 0.0f;
    walk->enter = overlap_mask(walk, chain);
}

void chain_walk_shorten(PartWalk *walk, float limit)
{
    float error = size_error(walk);
    Vec2 slack = {error, error};
    MicaAABB box = box_of_motion(walk->start, scale(limit, walk->motion));
    walk->box = (MicaAABB){sub(box.lower, slack), add(box.upper, slack)};
}

// The next run of four segments whose box overlaps, or NONE. Depth first: down into the next child
// yet to be entered, up when a node has none left.
static int32_t next_run(PartWalk *walk, const Chain *chain)
{
    int32_t runs = runs_of(chain);
    while (walk->enter != 0) {
        uint32_t here = (uint32_t)(walk->enter >> 4 * walk->level & 15u);
        if (here == 0) {
            walk->offset += chain_level_nodes(runs, walk->level);
            walk->level += 1;
            walk->node >>= 2;
            continue;
        }
        int32_t lane = walk->backward ? 31 - __builtin_clz(here) : __builtin_ctz(here),
                child = 4 * walk->node + lane;
        walk->enter &= ~((uint64_t)1 << (4 * walk->level + lane));
        if (walk->level == 0) {
            return child;
        }
        walk->level -= 1;
        walk->offset -= chain_level_nodes(runs, walk->level);
        walk->node = child;
        walk->enter |= overlap_mask(walk, chain);
    }
    return NONE;
}

int32_t chain_walk_next(PartWalk *walk)
{
    const Chain *chain = collider_chain(walk->world, walk->collider);
    const Vec2 *points = walk->world->state.chainPoints.data + chain->first;
    Vec2 lower = walk->box.lower, upper = walk->box.upper;
    for (;;) {
        while (walk->part != walk->lastPart) {
            int32_t part = walk->part += walk->backward ? -1 : 1;
            Vec2 a = points[part], b = points[part + 1 < chain->count ? part + 1 : 0];
            if (min_f(a.x, b.x) <= upper.x && lower.x <= max_f(a.x, b.x) &&
                min_f(a.y, b.y) <= upper.y && lower.y <= max_f(a.y, b.y)) {
                return part;
            }
        }
        int32_t run = next_run(walk, chain);
        if (run == NONE) {
            return NONE;
        }
        int32_t first = 4 * run, last = min_i(4 * run + 3, segments_of(chain) - 1);
        walk->part = walk->backward ? last + 1 : first - 1;
        walk->lastPart = walk->backward ? first : last;
    }
}

int32_t chain_node_count(const Chain *chain)
{
    int32_t runs = runs_of(chain), count = 0, nodes, level = 0;
    do {
        nodes = chain_level_nodes(runs, level++);
        count += nodes;
    } while (nodes > 1);
    return count;
}

static void set_node_box(ChainNode *node, int32_t lane, MicaAABB box)
{
    node->lx[lane] = box.lower.x;
    node->ly[lane] = box.lower.y;
    node->ux[lane] = box.upper.x;
    node->uy[lane] = box.upper.y;
}

static void include(MicaAABB *box, Vec2 lower, Vec2 upper)
{
    box->lower = vec(min_f(box->lower.x, lower.x), min_f(box->lower.y, lower.y));
    box->upper = vec(max_f(box->upper.x, upper.x), max_f(box->upper.y, upper.y));
}

void chain_build_nodes(MicaWorld *world, const Chain *chain)
{
    const MicaAABB empty = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
    const Vec2 *points = world->state.chainPoints.data + chain->first;
    ChainNode *nodes = world->state.chainNodes.data + chain->firstNode;
    int32_t segments = segments_of(chain), runs = runs_of(chain),
            count = chain_level_nodes(runs, 0);
    for (int32_t run = 0; run < 4 * count; ++run) {
        MicaAABB box = empty;
        for (int32_t i = 4 * run; i < min_i(4 * run + 4, segments); ++i) {
            include(&box, points[i], points[i]);
            Vec2 next = points[i + 1 < chain->count ? i + 1 : 0];
            include(&box, next, next);
        }
        set_node_box(&nodes[run >> 2], run & 3, box);
    }
    for (int32_t level = 1; count > 1; ++level) {
        ChainNode *parents = nodes + count;
        int32_t above = chain_level_nodes(runs, level);
        for (int32_t i = 0; i < 4 * above; ++i) {
            MicaAABB box = empty;
            for (int32_t k = 0; k < 4 && i < count; ++k) {
                include(&box, vec(nodes[i].lx[k], nodes[i].ly[k]),
                        vec(nodes[i].ux[k], nodes[i].uy[k]));
            }
            set_node_box(&parents[i >> 2], i & 3, box);
        }
        nodes = parents;
        count = above;
    }
}

bool chain_is_one_sided(const MicaWorld *world, const Collider *c)
{
    return c->type == MICA_SHAPE_CHAIN && collider_chain(world, c)->oneSided != 0;
}

int32_t chain_adjacent_segment(const MicaWorld *world, int32_t collider, int32_t part, int32_t end)
{
    const Chain *chain = collider_chain(world, &world->state.colliders.data[collider]);
    int32_t segments = segments_of(chain);
    return end == 0 ? (part > 0 ? part - 1 : segments - 1) : part + 1 < segments ? part + 1 : 0;
}

uint32_t chain_ghost_points(const MicaWorld *world, int32_t collider, int32_t part, Vec2 *points)
{
    const Collider *c = &world->state.colliders.data[collider];
    if (c->type != MICA_SHAPE_CHAIN || part == PART_TRIGGERS) {
        return 0;
    }
    const Chain *chain = collider_chain(world, c);
    const Vec2 *all = world->state.chainPoints.data + chain->first;
    int32_t before = part > 0 ? part - 1 : chain->count - 1, after = part + 2;
    bool first = part > 0 || chain->loop != 0, last = after < chain->count || chain->loop != 0;
    points[0] = all[before];
    points[1] = all[after < chain->count ? after : after - chain->count];
    return (first ? 1u : 0) | (last ? 2u : 0);
}
