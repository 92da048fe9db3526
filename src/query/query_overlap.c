// Overlap queries: the colliders that contain a point, or overlap a box, a shape or a collider.
// Both trees give candidates, filtered by layers and the filter's exclusions; then each shape is
// tested exactly. Called between steps; reads trees, colliders and transforms, writes queryHits.
#include "query.h"

// Fills queryHits with the colliders whose boxes overlap and that the filter lets through. False
// without memory.
static bool find_candidates(MicaWorld *world, MicaAABB box, const MicaFilter *filter)
{
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    trees_refit(world);
    if (((filter->flags & MICA_QUERY_SKIP_STATIC) == 0 &&
         !tree_query(&world->host.memory, &world->state.staticTree, box, filter->layers, hits)) ||
        ((filter->flags & MICA_QUERY_SKIP_MOVING) == 0 &&
         !tree_query(&world->host.memory, &world->state.movingTree, box, filter->layers, hits))) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return false;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < hits->count; ++i) {
        if (!query_filter_excludes(world, filter, hits->data[i])) {
            hits->data[kept++] = hits->data[i];
        }
    }
    hits->count = kept;
    return true;
}

static bool check_box(MicaWorld *world, MicaAABB box)
{
    if (!vec_within(box.lower, 3e38f) || !vec_within(box.upper, 3e38f)) {
        world_fail(world, MICA_ERROR_NOT_FINITE);
        return false;
    }
    if (!(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    return true;
}

static void add_hit(const MicaWorld *world, int32_t slot, MicaCollider *out, int32_t capacity,
                    int32_t *count)
{
    if (out != NULL && *count < capacity) {
        out[*count] = collider_handle(world, slot);
    }
    *count += 1;
}

int32_t mica_overlap_point(MicaWorld *world, Vec2 point, float slack, const MicaFilter *filter,
                           MicaCollider *out, int32_t capacity)
{
    world_enter(world);
    int32_t count = 0;
    MicaFilter checked;
    if (world == NULL || !query_filter(world, filter, &checked)) {
        return 0;
    }
    if (!(slack >= 0.0f && slack <= MAX_SIZE)) {
        world_fail(world, within(slack, 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE);
        return 0;
    }
    Vec2 s = {slack, slack};
    MicaAABB box = {sub(point, s), add(point, s)};
    if (!check_box(world, box) || !find_candidates(world, box, &checked)) {
        return 0;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        PartWalk walk;
        Polygon storage;
        bool overlaps = false;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_all(checked.layers));
        for (int32_t part; !overlaps && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            overlaps = geometry_contains(&g, world->state.transforms.data[c->body], point, slack);
        }
        if (overlaps) {
            add_hit(world, world->scratch.queryHits.data[i], out, capacity, &count);
        }
    }
    return count;
}

int32_t mica_overlap_aabb(MicaWorld *world, MicaAABB box, const MicaFilter *filter,
                          MicaCollider *out, int32_t capacity)
{
    world_enter(world);
    int32_t count = 0;
    MicaFilter checked;
    if (world == NULL || !query_filter(world, filter, &checked) || !check_box(world, box) ||
        !find_candidates(world, box, &checked)) {
        return 0;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        // Trees hold enlarged boxes: test the tight one.
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        PartWalk walk;
        Polygon storage;
        bool overlaps = false;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_all(checked.layers));
        for (int32_t part; !overlaps && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            MicaAABB tight = geometry_aabb(&g, world->state.transforms.data[c->body]);
            overlaps = tight.lower.x <= box.upper.x && box.lower.x <= tight.upper.x &&
                       tight.lower.y <= box.upper.y && box.lower.y <= tight.upper.y;
        }
        if (overlaps) {
            add_hit(world, world->scratch.queryHits.data[i], out, capacity, &count);
        }
    }
    return count;
}

// True if a convex shape at t overlaps any part of these layers of a collider.
static bool shape_overlaps(const MicaWorld *world, const Geometry *g, Transform t, int32_t slot,
                           uint64_t layers)
{
    const Collider *c = &world->state.colliders.data[slot];
    PartWalk walk;
    Polygon storage;
    LocalManifold m = {.count = 0};
    parts_begin(&walk, world, c, geometry_aabb(g, t), vec(0.0f, 0.0f), parts_all(layers));
    for (int32_t part; m.count == 0 && (part = parts_next(&walk)) != NONE;) {
        Geometry other = part_geometry(world, c, part, &storage);
        collide_geometry(g, &other, inv_mul(t, world->state.transforms.data[c->body]), 0.0f, &m);
    }
    return m.count > 0;
}

int32_t mica_overlap_shape(MicaWorld *world, const MicaShape *shape, Transform t,
                           const MicaFilter *filter, MicaCollider *out, int32_t capacity)
{
    world_enter(world);
    MicaFilter checked;
    if (world == NULL || !query_filter(world, filter, &checked)) {
        return 0;
    }
    float unit = t.q.c * t.q.c + t.q.s * t.q.s;
    if (!shape_is_valid(shape)) {
        world_fail(world, MICA_ERROR_BAD_SHAPE);
        return 0;
    }
    if (!vec_within(t.p, MAX_COORDINATE) || !(unit > 0.999f && unit < 1.001f)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return 0;
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    int32_t count = 0;
    if (!find_candidates(world, geometry_aabb(&g, t), &checked)) {
        return 0;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        if (shape_overlaps(world, &g, t, world->scratch.queryHits.data[i], checked.layers)) {
            add_hit(world, world->scratch.queryHits.data[i], out, capacity, &count);
        }
    }
    return count;
}

int32_t mica_overlap_collider(MicaWorld *world, MicaCollider collider, const MicaFilter *filter,
                              MicaCollider *out, int32_t capacity)
{
    MicaFilter checked;
    if (world == NULL || !query_filter(world, filter, &checked)) {
        return 0;
    }
    int32_t slot = collider_slot(world, collider), count = 0;
    if (slot == NONE) {
        return 0;
    }
    const Collider *own = &world->state.colliders.data[slot];
    if (!find_candidates(world, collider_tight_box(world, own), &checked)) {
        return 0;
    }
    Transform t = world->state.transforms.data[own->body];
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        PartWalk walk;
        Polygon storage;
        bool overlaps = false;
        parts_begin(&walk, world, own, c->box, vec(0.0f, 0.0f), parts_all(ALL_LAYERS));
        for (int32_t part;
             c->body != own->body && !overlaps && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, own, part, &storage);
            overlaps =
                shape_overlaps(world, &g, t, world->scratch.queryHits.data[i], checked.layers);
        }
        if (overlaps) {
            add_hit(world, world->scratch.queryHits.data[i], out, capacity, &count);
        }
    }
    return count;
}
