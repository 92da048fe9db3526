// Overlap queries over both trees, filtered by layers first. They read the trees as they are after the last edit.
#include "world.h"

// Fills world->hits with the colliders whose boxes overlap; false without memory.
static bool candidates(MicaWorld *world, MicaAABB box, uint64_t layers)
{
    world->hits.count = 0;
    tree_settle(&world->staticTree);
    tree_settle(&world->movingTree);
    if (!tree_query(&world->memory, &world->staticTree, box, layers, &world->hits) ||
        !tree_query(&world->memory, &world->movingTree, box, layers, &world->hits)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return false;
    }
    return true;
}

static bool box_ok(MicaWorld *world, MicaAABB box)
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

static void put(const MicaWorld *world, int32_t slot, MicaCollider *out, int32_t capacity,
                int32_t *count)
{
    if (out != NULL && *count < capacity) {
        out[*count] = collider_handle(world, slot);
    }
    *count += 1;
}

int32_t mica_overlap_point(MicaWorld *world, Vec2 point, float slack, uint64_t layers,
                           MicaCollider *out, int32_t capacity)
{
    int32_t count = 0;
    if (world == NULL) {
        return 0;
    }
    if (!(slack >= 0.0f && slack <= MAX_SIZE)) {
        world_fail(world, within(slack, 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE);
        return 0;
    }
    Vec2 s = {slack, slack};
    MicaAABB box = {sub(point, s), add(point, s)};
    if (!box_ok(world, box) || !candidates(world, box, layers)) {
        return 0;
    }
    for (int32_t i = 0; i < world->hits.count; ++i) {
        const Collider *c = &world->colliders.data[world->hits.data[i]];
        PartWalk walk;
        Polygon storage;
        bool met = false;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), PARTS_ALL);
        for (int32_t part; !met && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            met = geometry_contains(&g, world->transforms[c->body], point, slack);
        }
        if (met) {
            put(world, world->hits.data[i], out, capacity, &count);
        }
    }
    return count;
}

int32_t mica_overlap_aabb(MicaWorld *world, MicaAABB box, uint64_t layers, MicaCollider *out,
                          int32_t capacity)
{
    int32_t count = 0;
    if (world == NULL || !box_ok(world, box) || !candidates(world, box, layers)) {
        return 0;
    }
    for (int32_t i = 0; i < world->hits.count; ++i) {
        // Trees hold enlarged boxes: ask the shape's own.
        const Collider *c = &world->colliders.data[world->hits.data[i]];
        PartWalk walk;
        Polygon storage;
        bool met = false;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), PARTS_ALL);
        for (int32_t part; !met && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            MicaAABB tight = geometry_aabb(&g, world->transforms[c->body]);
            met = tight.lower.x <= box.upper.x && box.lower.x <= tight.upper.x &&
                  tight.lower.y <= box.upper.y && box.lower.y <= tight.upper.y;
        }
        if (met) {
            put(world, world->hits.data[i], out, capacity, &count);
        }
    }
    return count;
}

int32_t mica_overlap_shape(MicaWorld *world, const MicaShape *shape, Transform t, uint64_t layers,
                           MicaCollider *out, int32_t capacity)
{
    int32_t count = 0;
    if (world == NULL) {
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
    MicaAABB box = geometry_aabb(&g, t);
    if (!candidates(world, box, layers)) {
        return 0;
    }
    for (int32_t i = 0; i < world->hits.count; ++i) {
        const Collider *c = &world->colliders.data[world->hits.data[i]];
        PartWalk walk;
        Polygon storagePart;
        LocalManifold m = {.count = 0};
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), PARTS_ALL);
        for (int32_t part; m.count == 0 && (part = parts_next(&walk)) != NONE;) {
            Geometry other = part_geometry(world, c, part, &storagePart);
            collide_geometry(&g, &other, inv_mul(t, world->transforms[c->body]), 0.0f, &m);
        }
        if (m.count > 0) {
            put(world, world->hits.data[i], out, capacity, &count);
        }
    }
    return count;
}
