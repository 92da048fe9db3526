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

// Where one convex part of a body is met, in world terms.
static CastState meet_part(const Caster *caster, Transform t, Geometry g, float limit,
                           CastResult *out)
{
    if (!caster->isShape) {
        CastState state =
            cast_ray(&g, untransform(t, caster->origin), unrotate(t.q, caster->motion), limit, out);
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
    CastState state = cast_cores(&a, &caster->core, start, caster->motion,
                                 g.radius + caster->core.radius, limit, out);
    if (state != CAST_MISS) {
        Core b;
        core_place(&caster->core, (Transform){out->point, {1.0f, 0.0f}}, &b);
        if (state == CAST_INSIDE) {
            Nearest n;
            core_nearest(&a, &b, &n);
            out->normal = n.normal;
            Vec2 onA = mul_add(n.pointA, a.radius, n.normal),
                 onB = mul_add(n.pointB, -b.radius, n.normal);
            out->point = add(from, lerp(onA, onB, 0.5f));
        } else {
            out->point = add(from, core_meeting(&a, &b, out->normal));
        }
    }
    return state;
}

// One-way parts are met only against the side that holds, and never from within.
static bool is_passed(const MicaWorld *world, const Collider *c, int32_t part, CastState state,
                      const CastResult *r)
{
    Vec2 up;
    return part_one_way(world, c, part, &up) &&
           (state == CAST_INSIDE ||
            dot(rotate(world->transforms[c->body].q, up), r->normal) <= ONE_WAY_FACING);
}

// Where a candidate is met first, in world terms.
static CastState meet(const Caster *caster, const Collider *c, float limit, CastResult *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->transforms[c->body];
    if (!is_compound(c)) {
        CastState state = meet_part(caster, t, collider_geometry(world, c), limit, out);
        bool passes = state != CAST_MISS && (c->flags & COLLIDER_ONE_WAY) != 0 &&
                      is_passed(world, c, 0, state, out);
        return passes ? CAST_MISS : state;
    }
    CastState best = CAST_MISS;
    PartWalk walk;
    Polygon storage;
    Vec2 center = add(caster->origin, caster->boxCenter);
    parts_begin(&walk, world, c,
                (MicaAABB){sub(center, caster->boxHalf), add(center, caster->boxHalf)},
                scale(limit, caster->motion),
                (caster->flags & MICA_QUERY_TRIGGERS) != 0 ? PARTS_ALL : PARTS_SOLID);
    for (int32_t part; best != CAST_INSIDE && (part = parts_next(&walk)) != NONE;) {
        CastResult r;
        CastState state = meet_part(caster, t, part_geometry(world, c, part, &storage), limit, &r);
        if (state != CAST_MISS && !is_passed(world, c, part, state, &r) &&
            (best == CAST_MISS || state == CAST_INSIDE || r.fraction < out->fraction)) {
            best = state;
            *out = r;
        }
    }
    return best;
}

// A search under way: both trees, one after the other, and the nearest that was found.
typedef struct Search {
    const Caster *caster;
    int32_t tree;
    TreeWalk walk;
    int32_t bestSlot;
    CastState bestState;
    CastResult best;
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
    search->bestSlot = NONE;
    search_tree(search, 1.0f);
}

// One node or candidate further. TREE_END when both trees are through, TREE_ON, or the slot of a collider that is hit.
static int32_t search_step(Search *search, CastState *state, CastResult *out)
{
    const Caster *caster = search->caster;
    int32_t slot = tree_cast_step(&search->walk);
    if (slot == TREE_END && search->tree == 0) {
        search->tree = 1;
        search_tree(search, search->walk.limit);
        return TREE_ON;
    }
    if (slot < 0) {
        return slot;
    }
    const Collider *c = &caster->world->colliders.data[slot];
    if (!collider_wanted(c, caster->flags)) {
        return TREE_ON;
    }
    *state = meet(caster, c, search->walk.limit, out);
    return *state == CAST_HIT || (*state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0)
               ? slot
               : TREE_ON;
}

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

// A little beyond a fraction, so that what is as near is still seen and the slot decides.
static float just_beyond(float fraction) { return fraction * 1.000002f; }

// A step towards the closest hit; false when there is nothing left to ask.
static bool closest_step(Search *search)
{
    CastState state;
    CastResult r;
    int32_t slot = search_step(search, &state, &r);
    if (slot >= 0) {
        float best = search->bestSlot == NONE ? 3e38f : search->best.fraction;
        if (r.fraction < best || (r.fraction == best && slot < search->bestSlot)) {
            search->best = r;
            search->bestState = state;
            search->bestSlot = slot;
            search->walk.limit = min_f(just_beyond(r.fraction), 1.0f);
        }
    }
    return slot != TREE_END;
}

static bool closest_end(const Search *search, MicaHit *out)
{
    const Caster *caster = search->caster;
    if (search->bestSlot == NONE) {
        *out = (MicaHit){.fraction = 1.0f, .point = add(caster->origin, caster->motion)};
        return false;
    }
    *out = hit_make(caster, search->bestSlot, search->bestState, &search->best);
    return true;
}

static bool closest(const Caster *caster, MicaHit *out)
{
    Search search;
    search_begin(&search, caster);
    while (closest_step(&search)) {
    }
    return closest_end(&search, out);
}

static int32_t all(const Caster *caster, MicaHit *out, int32_t capacity)
{
    Search search;
    CastResult r;
    CastState state;
    int32_t count = 0, slot;
    search_begin(&search, caster);
    while ((slot = search_step(&search, &state, &r)) != TREE_END) {
        if (slot == TREE_ON) {
            continue;
        }
        MicaHit hit = hit_make(caster, slot, state, &r);
        int32_t place = min_i(count, capacity);
        while (place > 0 && (out[place - 1].fraction > hit.fraction ||
                             (out[place - 1].fraction == hit.fraction &&
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
            world_fail(world,
                       within(numbers[i], 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE);
            return false;
        }
    }
    return true;
}

// Checks what all casts share, and brings the trees up to date.
static bool begin(Caster *caster, MicaWorld *world, uint64_t layers, uint32_t flags,
                  const void *out, int32_t capacity)
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

static bool begin_ray(Caster *caster, MicaWorld *world, Vec2 origin, Vec2 translation,
                      uint64_t layers, uint32_t flags, const void *out, int32_t capacity)
{
    const float ray[4] = {origin.x, origin.y, translation.x, translation.y};
    if (!begin(caster, world, layers, flags, out, capacity) || !ray_ok(world, ray)) {
        return false;
    }
    caster->origin = origin;
    caster->motion = translation;
    return true;
}

bool mica_ray_closest(MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers,
                      uint32_t flags, MicaHit *out)
{
    Caster caster;
    return begin_ray(&caster, world, origin, translation, layers, flags, out, 1) &&
           closest(&caster, out);
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
    int32_t slot;
    search_begin(&search, &caster);
    do {
        slot = search_step(&search, &state, &r);
    } while (slot == TREE_ON);
    return slot != TREE_END;
}

int32_t mica_ray_all(MicaWorld *world, Vec2 origin, Vec2 translation, uint64_t layers,
                     uint32_t flags, MicaHit *out, int32_t capacity)
{
    Caster caster;
    bool ok = begin_ray(&caster, world, origin, translation, layers, flags, out, capacity);
    return ok ? all(&caster, out, capacity) : 0;
}

#define RAYS_AT_ONCE 3

static void batch_begin(Search *search, Caster *caster, const float *ray)
{
    caster->origin = vec(ray[0], ray[1]);
    caster->motion = vec(ray[2], ray[3]);
    search_begin(search, caster);
}

int32_t mica_ray_batch(MicaWorld *world, const float *rays, int32_t count, uint64_t layers,
                       uint32_t flags, MicaHit *out)
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
    // A few rays take turns, a node each: none of them waits for its own last result, so the machine can work on all.
    Caster casters[RAYS_AT_ONCE];
    Search searches[RAYS_AT_ONCE];
    int32_t owners[RAYS_AT_ONCE], next = 0, running = min_i(count, RAYS_AT_ONCE), hits = 0;
    for (int32_t k = 0; k < running; ++k) {
        casters[k] = caster;
        owners[k] = next;
        batch_begin(&searches[k], &casters[k], rays + 4 * next++);
    }
    while (running > 0) {
        for (int32_t k = 0; k < running; ++k) {
            if (closest_step(&searches[k])) {
                continue;
            }
            hits += closest_end(&searches[k], &out[owners[k]]);
            if (next < count) {
                owners[k] = next;
                batch_begin(&searches[k], &casters[k], rays + 4 * next++);
            } else if (k < --running) {
                searches[k] = searches[running];
                casters[k] = casters[running];
                searches[k].caster = &casters[k];
                owners[k] = owners[running];
            }
        }
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

static bool begin_shape(Caster *caster, MicaWorld *world, const MicaShape *shape, Transform t,
                        Vec2 translation, uint64_t layers, uint32_t flags, const void *out,
                        int32_t capacity)
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

bool mica_shape_cast_closest(MicaWorld *world, const MicaShape *shape, MicaTransform t,
                             Vec2 translation, uint64_t layers, uint32_t flags, MicaHit *out)
{
    Caster caster;
    return begin_shape(&caster, world, shape, t, translation, layers, flags, out, 1) &&
           closest(&caster, out);
}

int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform t,
                            Vec2 translation, uint64_t layers, uint32_t flags, MicaHit *out,
                            int32_t capacity)
{
    Caster caster;
    bool ok = begin_shape(&caster, world, shape, t, translation, layers, flags, out, capacity);
    return ok ? all(&caster, out, capacity) : 0;
}

int32_t mica_shape_cast_batch(MicaWorld *world, const MicaShape *shape, const float *casts,
                              int32_t count, uint64_t layers, uint32_t flags, MicaHit *out)
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

bool mica_closest_point(MicaWorld *world, Vec2 point, float maxDistance, uint64_t layers,
                        uint32_t flags, MicaHit *out)
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
            float far = max_f(best, 0.0f);
            PartWalk parts;
            Polygon storage;
            parts_begin(
                &parts, world, c, (MicaAABB){sub(point, vec(far, far)), add(point, vec(far, far))},
                vec(0.0f, 0.0f), (flags & MICA_QUERY_TRIGGERS) != 0 ? PARTS_ALL : PARTS_SOLID);
            for (int32_t part; (part = parts_next(&parts)) != NONE;) {
                Geometry g = part_geometry(world, c, part, &storage);
                Core a;
                Nearest n;
                core_from_geometry(&g, untransform(t, point), &a);
                core_nearest(&a, &b, &n);
                float distance = n.distance - g.radius;
                if (distance < best ||
                    (distance == best && (bestSlot == NONE || slot < bestSlot))) {
                    best = distance;
                    bestSlot = slot;
                    n.pointA = rotate(t.q, mul_add(n.pointA, g.radius, n.normal));
                    n.normal = rotate(t.q, n.normal);
                    bestNearest = n;
                    walk.limit = just_beyond(max_f(best, 0.0f));
                }
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
