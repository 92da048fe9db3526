// Rays, moving shapes and the nearest point against the whole world. Candidates come from both trees, the nearest
// first, already filtered by layers; each is asked exactly, and what is found shortens the search. Nothing is
// allocated and nothing of the simulation changes.
#include "world.h"

// What is cast: a ray, or a shape whose core is turned and lies about its own first point.
typedef struct Caster {
    MicaWorld *world;
    uint64_t layers;
    uint32_t flags;
    Vec2 origin, motion;  // of the ray, or of the shape's first point
    bool isShape;
    Core core;
    Vec2 boxCenter, boxHalf;  // the shape's box as seen from its first point
} Caster;

static bool collider_wanted(const Collider *c, uint32_t flags)
{
    return (c->flags & COLLIDER_TRIGGER) == 0 || (flags & MICA_QUERY_TRIGGERS) != 0;
}

// Where a candidate is met, in world terms.
static CastState meet(const Caster *caster, const Collider *c, float limit, CastResult *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->transforms[c->body];
    Geometry g = collider_geometry(world, c);
    if (!caster->isShape) {
        CastState state = cast_ray(&g, untransform(t, caster->origin), unrotate(t.q, caster->motion), limit, out);
        if (state != CAST_MISS) {
            out->point = state == CAST_INSIDE ? caster->origin : transform(t, out->point);
            out->normal = rotate(t.q, out->normal);
        }
        return state;
    }
    Core local, a;
    core_from_geometry(&g, g.a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
    Vec2 from = transform(t, g.a), start = sub(caster->origin, from);
    CastState state = cast_cores(&a, &caster->core, start, caster->motion, g.radius + caster->core.radius, limit, out);
    if (state != CAST_MISS) {
        Core b;
        core_place(&caster->core, (Transform){out->point, {1.0f, 0.0f}}, &b);
        if (state == CAST_INSIDE) {
            Nearest n;
            core_nearest(&a, &b, &n);
            out->normal = n.normal;
            Vec2 onA = mul_add(n.pointA, a.radius, n.normal), onB = mul_add(n.pointB, -b.radius, n.normal);
            out->point = add(from, lerp(onA, onB, 0.5f));
        } else {
            out->point = add(from, core_meeting(&a, &b, out->normal));
        }
    }
    return state;
}

// Both trees, one after the other.
typedef struct Search {
    const Caster *caster;
    int32_t tree;
    TreeWalk walk;
} Search;

static void search_tree(Search *search, float limit)
{
    const Caster *c = search->caster;
    const Tree *tree = search->tree == 0 ? &c->world->staticTree : &c->world->movingTree;
    uint32_t skip = search->tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
    tree_cast_begin(&search->walk, tree, add(c->origin, c->boxCenter), c->motion, c->boxHalf,
                    (c->flags & skip) != 0 ? 0 : c->layers, limit);
}

static void search_begin(Search *search, const Caster *caster)
{
    search->caster = caster;
    search->tree = 0;
    search_tree(search, 1.0f);
}

static int32_t search_next(Search *search)
{
    for (;;) {
        int32_t slot = tree_cast_next(&search->walk);
        if (slot >= 0 || search->tree == 1) {
            return slot;
        }
        search->tree = 1;
        search_tree(search, search->walk.limit);
    }
}

// A little beyond a fraction, so that what is as near is still seen and the slot decides.
static float just_beyond(float fraction) { return fraction * 1.000002f; }

static MicaHit hit_make(const Caster *caster, int32_t slot, CastState state, const CastResult *r)
{
    const MicaWorld *world = caster->world;
    return (MicaHit){.collider = collider_handle(world, slot),
                     .body = body_handle(world, world->colliders.data[slot].body),
                     .fraction = min_f(r->fraction, 1.0f),
                     .startsInside = state == CAST_INSIDE,
                     .point = r->point,
                     .normal = r->normal};
}

// The next candidate that is really hit, no further than `limit`; its slot or NONE.
static int32_t next_hit(Search *search, float limit, CastState *state, CastResult *out)
{
    const Caster *caster = search->caster;
    for (int32_t slot = search_next(search); slot >= 0; slot = search_next(search)) {
        const Collider *c = &caster->world->colliders.data[slot];
        if (!collider_wanted(c, caster->flags)) {
            continue;
        }
        *state = meet(caster, c, limit, out);
        if (*state == CAST_HIT || (*state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0)) {
            return slot;
        }
    }
    return NONE;
}

static bool closest(const Caster *caster, MicaHit *out)
{
    Search search;
    CastResult best = {0}, r;
    CastState bestState = CAST_MISS, state;
    int32_t bestSlot = NONE;
    search_begin(&search, caster);
    for (int32_t slot; (slot = next_hit(&search, search.walk.limit, &state, &r)) != NONE;) {
        if (bestSlot == NONE || r.fraction < best.fraction || (r.fraction == best.fraction && slot < bestSlot)) {
            best = r;
            bestState = state;
            bestSlot = slot;
            search.walk.limit = min_f(just_beyond(r.fraction), 1.0f);
        }
    }
    if (bestSlot == NONE) {
        *out = (MicaHit){.fraction = 1.0f, .point = add(caster->origin, caster->motion)};
        return false;
    }
    *out = hit_make(caster, bestSlot, bestState, &best);
    return true;
}

static int32_t all(const Caster *caster, MicaHit *out, int32_t capacity)
{
    Search search;
    CastResult r;
    CastState state;
    int32_t count = 0;
    search_begin(&search, caster);
    for (int32_t slot; (slot = next_hit(&search, 1.0f, &state, &r)) != NONE;) {
        MicaHit hit = hit_make(caster, slot, state, &r);
        int32_t place = min_i(count, capacity);
        while (place > 0 && (out[place - 1].fraction > hit.fraction || (out[place - 1].fraction == hit.fraction &&
                                                                        MICA_SLOT(out[place - 1].collider) > slot))) {
            place -= 1;
            if (place + 1 < capacity) {
                out[place + 1] = out[place];
            }
        }
        if (place < capacity) {
            out[place] = hit;
        }
        count += 1;
    }
    return count;
}

// ----------------------------------------------------------------------------------- what is asked

static bool numbers_ok(MicaWorld *world, const float *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (!within(numbers[i], MAX_COORDINATE)) {
            world_fail(world, within(numbers[i], 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE);
            return false;
        }
    }
    return true;
}

// Checks what all casts share, and brings the trees up to date.
static bool begin(Caster *caster, MicaWorld *world, uint64_t layers, uint32_t flags, const void *out, int32_t capacity)
{
    if (world == NULL) {
        return false;
    }
    if (out == NULL && capacity > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    if ((flags & ~(uint32_t)MICA_QUERY_FLAGS) != 0 || capacity < 0) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    tree_settle(&world->staticTree);
    tree_settle(&world->movingTree);
    *caster = (Caster){.world = world, .layers = layers, .flags = flags};
    return true;
}

static bool ray_ok(MicaWorld *world, const float *ray)
{
    if (!numbers_ok(world, ray, 4)) {
        return false;
    }
    if (!(ray[2] * ray[2] + ray[3] * ray[3] > 0.0f)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    return true;
}

static bool begin_ray(Caster *caster, MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers, uint32_t flags,
                      const void *out, int32_t capacity)
{
    const float ray[4] = {origin.x, origin.y, translation.x, translation.y};
    if (!begin(caster, world, layers, flags, out, capacity) || !ray_ok(world, ray)) {
        return false;
    }
    caster->origin = origin;
    caster->motion = translation;
    return true;
}

bool mica_ray_closest(MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers, uint32_t flags, MicaHit *out)
{
    Caster caster;
    return begin_ray(&caster, world, origin, translation, layers, flags, out, 1) && closest(&caster, out);
}

bool mica_ray_any(MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers, uint32_t flags)
{
    Caster caster;
    if (!begin_ray(&caster, world, origin, translation, layers, flags, NULL, 0)) {
        return false;
    }
    Search search;
    CastResult r;
    CastState state;
    search_begin(&search, &caster);
    return next_hit(&search, 1.0f, &state, &r) != NONE;
}

int32_t mica_ray_all(MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers, uint32_t flags, MicaHit *out,
                     int32_t capacity)
{
    Caster caster;
    bool ok = begin_ray(&caster, world, origin, translation, layers, flags, out, capacity);
    return ok ? all(&caster, out, capacity) : 0;
}

int32_t mica_ray_batch(MicaWorld *world, const float *rays, int32_t count, uint64_t layers, uint32_t flags,
                       MicaHit *out)
{
    Caster caster;
    if (!begin(&caster, world, layers, flags, out, count)) {
        return 0;
    }
    if (rays == NULL && count > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return 0;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!ray_ok(world, rays + 4 * i)) {
            world->lastErrorSlot = i;
            return 0;
        }
    }
    int32_t hits = 0;
    for (int32_t i = 0; i < count; ++i) {
        caster.origin = vec(rays[4 * i], rays[4 * i + 1]);
        caster.motion = vec(rays[4 * i + 2], rays[4 * i + 3]);
        hits += closest(&caster, &out[i]);
    }
    return hits;
}

// The shape at a place, ready to be moved.
static void caster_set_shape(Caster *caster, const Geometry *g, Transform t, Vec2 translation)
{
    Core local;
    core_from_geometry(g, g->a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &caster->core);
    caster->isShape = true;
    caster->origin = transform(t, g->a);
    caster->motion = translation;
    MicaAABB box = geometry_aabb(g, (Transform){neg(rotate(t.q, g->a)), t.q});
    caster->boxCenter = lerp(box.lower, box.upper, 0.5f);
    // Boxes are rounded where they lie: a hair more than half of the whole.
    caster->boxHalf = scale(0.500001f, sub(box.upper, box.lower));
}

static bool begin_shape(Caster *caster, MicaWorld *world, const MicaShape *shape, Transform t, Vec2 translation,
                        uint64_t layers, uint32_t flags, const void *out, int32_t capacity)
{
    if (!begin(caster, world, layers, flags, out, capacity)) {
        return false;
    }
    if (!shape_is_valid(shape)) {
        world_fail(world, shape == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
        return false;
    }
    const float numbers[6] = {t.p.x, t.p.y, t.q.c, t.q.s, translation.x, translation.y};
    if (!numbers_ok(world, numbers, 6)) {
        return false;
    }
    if (!transform_is_valid(t)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    caster_set_shape(caster, &g, t, translation);
    return true;
}

bool mica_shape_cast_closest(MicaWorld *world, const MicaShape *shape, MicaTransform t, Vec2 translation,
                             uint64_t layers, uint32_t flags, MicaHit *out)
{
    Caster caster;
    return begin_shape(&caster, world, shape, t, translation, layers, flags, out, 1) && closest(&caster, out);
}

int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform t, Vec2 translation,
                            uint64_t layers, uint32_t flags, MicaHit *out, int32_t capacity)
{
    Caster caster;
    bool ok = begin_shape(&caster, world, shape, t, translation, layers, flags, out, capacity);
    return ok ? all(&caster, out, capacity) : 0;
}

int32_t mica_shape_cast_batch(MicaWorld *world, const MicaShape *shape, const float *casts, int32_t count,
                              uint64_t layers, uint32_t flags, MicaHit *out)
{
    const Transform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    Caster caster;
    if (!begin_shape(&caster, world, shape, identity, identity.p, layers, flags, out, count)) {
        return 0;
    }
    if (casts == NULL && count > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return 0;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!numbers_ok(world, casts + 5 * i, 5)) {
            world->lastErrorSlot = i;
            return 0;
        }
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    int32_t hits = 0;
    for (int32_t i = 0; i < count; ++i) {
        const float *c = casts + 5 * i;
        caster_set_shape(&caster, &g, (Transform){{c[0], c[1]}, mica_rot(c[2])}, vec(c[3], c[4]));
        hits += closest(&caster, &out[i]);
    }
    return hits;
}

bool mica_closest_point(MicaWorld *world, Vec2 point, float maxDistance, uint64_t layers, uint32_t flags, MicaHit *out)
{
    Caster caster;
    const float numbers[3] = {point.x, point.y, maxDistance};
    if (!begin(&caster, world, layers, flags, out, 1) || !numbers_ok(world, numbers, 3)) {
        return false;
    }
    if (maxDistance < 0.0f) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    const Geometry spot = {.type = MICA_SHAPE_CIRCLE, .count = 1};
    Core b;
    core_from_geometry(&spot, vec(0.0f, 0.0f), &b);
    float best = maxDistance;
    int32_t bestSlot = NONE;
    Nearest bestNearest = {0};
    for (int32_t tree = 0; tree < 2; ++tree) {
        uint32_t skip = tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
        TreeWalk walk;
        tree_near_begin(&walk, tree == 0 ? &world->staticTree : &world->movingTree, point,
                        (flags & skip) != 0 ? 0 : layers, just_beyond(max_f(best, 0.0f)));
        for (int32_t slot; (slot = tree_near_next(&walk)) >= 0;) {
            const Collider *c = &world->colliders.data[slot];
            if (!collider_wanted(c, flags)) {
                continue;
            }
            // As seen from the point, in the body's axes.
            Transform t = world->transforms[c->body];
            Geometry g = collider_geometry(world, c);
            Core a;
            Nearest n;
            core_from_geometry(&g, untransform(t, point), &a);
            core_nearest(&a, &b, &n);
            float distance = n.distance - g.radius;
            if (distance < best || (distance == best && (bestSlot == NONE || slot < bestSlot))) {
                best = distance;
                bestSlot = slot;
                n.pointA = rotate(t.q, mul_add(n.pointA, g.radius, n.normal));
                n.normal = rotate(t.q, n.normal);
                bestNearest = n;
                walk.limit = just_beyond(max_f(best, 0.0f));
            }
        }
    }
    *out = (MicaHit){.fraction = maxDistance, .point = point};
    if (bestSlot == NONE) {
        return false;
    }
    *out = (MicaHit){.collider = collider_handle(world, bestSlot),
                     .body = body_handle(world, world->colliders.data[bestSlot].body),
                     .fraction = best,
                     .startsInside = best < 0.0f,
                     .point = add(point, bestNearest.pointA),
                     .normal = bestNearest.normal};
    return true;
}
