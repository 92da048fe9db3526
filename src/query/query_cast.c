// Rays and moving shapes against the whole world: the closest hit, any hit, all hits. Candidates
// come from both trees, filtered by layers, the nearest boxes first; each is tested exactly, and a
// hit shortens the search. Batches (query_batch.c) and swept bodies (query_motion.c) share the
// caster. Called between steps; reads trees, colliders and transforms, allocates nothing.
#include "query.h"

CastState caster_cast_ray(const Caster *caster, const Transform *t, const Geometry *g,
                          CastResult *out)
{
    CastState state =
        cast_ray(g, untransform(*t, caster->origin), unrotate(t->q, caster->motion), 1.0f, out);
    if (state == CAST_SLIDES) {
        state = caster_cast_sliding_ray(caster, *t, g, out);
    }
    if (state != CAST_MISS) {
        out->point = state == CAST_INSIDE ? caster->origin : transform(*t, out->point);
        out->normal = rotate(t->q, out->normal);
    }
    return state;
}

// A shape against a convex part, in world space.
static CastState cast_shape_against(const Caster *caster, Transform t, const Geometry *g,
                                    CastResult *out)
{
    Core local, a;
    core_from_geometry(g, g->a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
    Vec2 from = transform(t, g->a), start = sub(caster->origin, from);
    CastState state = cast_cores(&a, &caster->core, start, caster->motion,
                                 g->radius + caster->core.radius, 1.0f, out);
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
            out->point = add(from, core_contact_point(&a, &b, out->normal));
        }
    }
    return state;
}

// A hit that is not nearer than `closest`, which may be null, is none: whether internal edges hide
// it makes no difference, and takes a look at all of its neighbours.
static CastState cast_part(const Caster *caster, int32_t slot, int32_t part, const Geometry *g,
                           const CasterHit *closest, CastResult *out)
{
    const Collider *c = &caster->world->state.colliders.data[slot];
    Transform t = caster->world->state.transforms.data[c->body];
    CastState state = caster->isShape ? cast_shape_against(caster, t, g, out)
                                      : caster_cast_ray(caster, &t, g, out);
    bool unfiltered = !collider_is_compound(c) && (c->flags & COLLIDER_ONE_WAY) == 0 &&
                      !internal_edges_possible_for_cast(caster->world, c);
    if (state == CAST_HIT && closest != NULL && !closest_is_nearer(closest, slot, out)) {
        return CAST_MISS;
    }
    return state == CAST_MISS || unfiltered ? state
                                            : caster_filter_hit(caster, slot, part, state, out);
}

// Of a caster that starts inside a compound collider: normal and point of the shortest translation
// out of all its parts, not just of one.
static void set_exit(const Caster *caster, const Collider *c, CastResult *out)
{
    PartFilter parts = caster_parts(caster, c);
    Vec2 exit, translation;
    int32_t part;
    if (!caster->isShape &&
        parts_nearest_surface_point(caster->world, c, parts, caster->origin, 0.0f, &exit, &part)) {
        translation = sub(exit, caster->origin);
    } else if (!caster_minimum_translation(caster, c, parts, &translation)) {
        return;
    }
    float depth;
    Vec2 normal = normalize(translation, &depth);
    if (!(depth > 0.0f)) {
        return;
    }
    out->normal = normal;
    if (caster->isShape) {
        // Midway between the shape's deepest point and where the translation brings it.
        const Core *core = &caster->core;
        Vec2 lowest = {core->x[0], core->y[0]};
        for (int32_t i = 1; i < core->points; ++i) {
            Vec2 p = {core->x[i], core->y[i]};
            lowest = dot(p, normal) < dot(lowest, normal) ? p : lowest;
        }
        out->point = add(caster->origin, mul_add(lowest, 0.5f * depth - core->radius, normal));
    }
}

// Whether a part is to be named instead of the one in `found`: the caster starts in it, or hits it
// earlier; or it is as near and comes first in order, whichever the walk meets first.
static bool part_comes_first(const MicaWorld *world, const Collider *c, CastState best,
                             const CasterHit *found, CastState state, int32_t part,
                             const CastResult *r)
{
    if (best != state) {
        return state == CAST_INSIDE;
    }
    bool equal = state == CAST_INSIDE || r->fraction == found->result.fraction;
    return equal ? parts_precedes(world, c, part, found->part)
                 : r->fraction < found->result.fraction;
}

// The first hit of a collider, in world space; parts beyond the limit, and hits that are not nearer
// than `closest`, may be skipped.
static CastState cast_collider(const Caster *caster, int32_t slot, float limit,
                               const CasterHit *closest, CasterHit *out)
{
    const MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[slot];
    if (!collider_is_compound(c)) {
        Geometry g = collider_geometry(world, c);
        out->part = 0;
        return cast_part(caster, slot, 0, &g, closest, &out->result);
    }
    CastState best = CAST_MISS;
    PartWalk walk;
    Polygon storage;
    Vec2 center = add(caster->origin, caster->boxCenter);
    MicaAABB box = {sub(center, caster->boxHalf), add(center, caster->boxHalf)};
    parts_begin(&walk, world, c, box, scale(limit, caster->motion), caster_parts(caster, c));
    parts_follow_motion(&walk);
    // Internal edges are filtered out, so that a caster which starts in solid ground meets nothing
    // of what is enclosed by it either.
    if (!caster->allHits && (caster->flags & MICA_QUERY_INSIDE) == 0 &&
        (c->flags & COLLIDER_TRIGGER) == 0 && internal_edges_possible_for_cast(world, c)) {
        parts_skip_enclosed(&walk);
    }
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        CastResult r;
        Geometry g = part_geometry(world, c, part, &storage);
        CastState state = cast_part(caster, slot, part, &g, NULL, &r);
        bool counts =
            state == CAST_HIT || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0);
        if (counts &&
            (best == CAST_MISS || part_comes_first(world, c, best, out, state, part, &r))) {
            best = state;
            out->result = r;
            out->part = part;
            // What the limit cuts off is no hit that counts.
            float end = state == CAST_INSIDE ? 0.0f : just_beyond(r.fraction);
            parts_shorten(&walk, end < limit ? end / limit : 1.0f);
        }
    }
    if (best == CAST_INSIDE) {
        set_exit(caster, c, &out->result);
    }
    return best;
}

bool caster_test(const Caster *caster, int32_t slot, float limit, const CasterHit *closest,
                 CasterHit *out)
{
    if (!caster_accepts(caster, slot)) {
        return false;
    }
    out->slot = slot;
    out->state = cast_collider(caster, slot, limit, closest, out);
    return out->state == CAST_HIT ||
           (out->state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0);
}

static void walk_tree(TreeWalk *walk, const Caster *c, int32_t tree, float limit)
{
    uint32_t skip = tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
    tree_cast_begin(walk, tree == 0 ? &c->world->state.staticTree : &c->world->state.movingTree,
                    add(c->origin, c->boxCenter), c->motion, c->boxHalf,
                    (c->flags & skip) != 0 ? 0 : c->layers, limit);
}

static MicaHit hit_make(const Caster *caster, const CasterHit *hit)
{
    const MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[hit->slot];
    return (MicaHit){.collider = collider_handle(world, hit->slot),
                     .body = body_handle(world, c->body),
                     .fraction = min_f(hit->result.fraction, 1.0f),
                     .startsInside = hit->state == CAST_INSIDE,
                     .point = hit->result.point,
                     .normal = hit->result.normal,
                     .part = part_named(world, c, hit->part)};
}

bool closest_record(const Caster *caster, const CasterHit *found, MicaHit *out)
{
    if (found->slot == NONE) {
        *out = hit_none(caster);
        return false;
    }
    *out = hit_make(caster, found);
    return true;
}

void closest_search_begin(ClosestSearch *search, const Caster *caster)
{
    search->caster = caster;
    search->tree = 0;
    search->found.slot = NONE;
    walk_tree(&search->walk, caster, 0, 1.0f);
}

bool closest_search_step(ClosestSearch *search)
{
    int32_t slot = tree_cast_step(&search->walk);
    if (slot == TREE_END) {
        if (search->tree == 1) {
            return false;
        }
        search->tree = 1;
        walk_tree(&search->walk, search->caster, 1, search->walk.limit);
    } else if (slot >= 0) {
        closest_offer(&search->found, search->caster, slot);
        search->walk.limit = closest_limit(&search->found);
    }
    return true;
}

bool caster_closest(const Caster *caster, MicaHit *out)
{
    ClosestSearch search;
    closest_search_begin(&search, caster);
    while (closest_search_step(&search)) {
    }
    return closest_record(caster, &search.found, out);
}

// Collects all hits in ascending order of fraction and slot; returns their count, of which the
// first `capacity` are written.
static int32_t cast_all(const Caster *caster, MicaHit *out, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t tree = 0; tree < 2; ++tree) {
        TreeWalk walk;
        walk_tree(&walk, caster, tree, 1.0f);
        for (int32_t slot; (slot = tree_cast_next(&walk)) != TREE_END;) {
            CasterHit found;
            if (!caster_test(caster, slot, 1.0f, NULL, &found)) {
                continue;
            }
            MicaHit hit = hit_make(caster, &found);
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
    }
    return count;
}

// True at the first hit found, whichever that is.
static bool cast_any(const Caster *caster)
{
    for (int32_t tree = 0; tree < 2; ++tree) {
        TreeWalk walk;
        walk_tree(&walk, caster, tree, 1.0f);
        for (int32_t slot; (slot = tree_cast_next(&walk)) != TREE_END;) {
            CasterHit found;
            if (caster_test(caster, slot, 1.0f, NULL, &found)) {
                return true;
            }
        }
    }
    return false;
}

// ----------------------------------------------------------------------------- arguments and calls

bool caster_check_numbers(MicaWorld *world, const float *numbers, int32_t count)
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

bool caster_begin(Caster *caster, MicaWorld *world, const MicaFilter *filter, const void *out,
                  int32_t capacity)
{
    if (world == NULL) {
        return false;
    }
    if (out == NULL && capacity > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    if (capacity < 0) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    MicaFilter checked;
    if (!query_filter(world, filter, &checked)) {
        return false;
    }
    *caster = (Caster){.world = world, .layers = checked.layers, .flags = checked.flags};
    caster->excluded = checked.bodyCount + checked.colliderCount > 0 ? filter : NULL;
    return true;
}

bool caster_check_ray(MicaWorld *world, const float *ray)
{
    if (!caster_check_numbers(world, ray, 4)) {
        return false;
    }
    if (!(ray[2] * ray[2] + ray[3] * ray[3] > 0.0f)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    return true;
}

static bool begin_ray(Caster *caster, MicaWorld *world, Vec2 origin, Vec2 translation,
                      const MicaFilter *filter, const void *out, int32_t capacity)
{
    const float ray[4] = {origin.x, origin.y, translation.x, translation.y};
    if (!caster_begin(caster, world, filter, out, capacity) || !caster_check_ray(world, ray)) {
        return false;
    }
    trees_refit(world);
    caster_set_ray(caster, ray);
    return true;
}

bool mica_ray_closest(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter,
                      MicaHit *out)
{
    world_enter(world);
    Caster caster;
    return begin_ray(&caster, world, origin, translation, filter, out, 1) &&
           caster_closest(&caster, out);
}

bool mica_ray_any(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter)
{
    world_enter(world);
    Caster caster;
    if (!begin_ray(&caster, world, origin, translation, filter, NULL, 0)) {
        return false;
    }
    return cast_any(&caster);
}

int32_t mica_ray_all(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter,
                     MicaHit *out, int32_t capacity)
{
    world_enter(world);
    Caster caster;
    bool ok = begin_ray(&caster, world, origin, translation, filter, out, capacity);
    caster.allHits = true;
    return ok ? cast_all(&caster, out, capacity) : 0;
}

void caster_set_shape(Caster *caster, const Geometry *g, Transform t, Vec2 translation)
{
    Core local;
    core_from_geometry(g, g->a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &caster->core);
    caster->isShape = true;
    caster_set_origin(caster, transform(t, g->a));
    caster->motion = translation;
    MicaAABB box = geometry_aabb(g, (Transform){neg(rotate(t.q, g->a)), t.q});
    caster->boxCenter = lerp(box.lower, box.upper, 0.5f);
    // A hair more than half of the box, as its corners are rounded.
    caster->boxHalf = scale(0.500001f, sub(box.upper, box.lower));
}

bool caster_begin_shape(Caster *caster, MicaWorld *world, const MicaShape *shape, Transform t,
                        Vec2 translation, const MicaFilter *filter, const void *out,
                        int32_t capacity)
{
    if (!caster_begin(caster, world, filter, out, capacity)) {
        return false;
    }
    if (!shape_is_valid(shape)) {
        world_fail(world, shape == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
        return false;
    }
    const float numbers[6] = {t.p.x, t.p.y, t.q.c, t.q.s, translation.x, translation.y};
    if (!caster_check_numbers(world, numbers, 6)) {
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
                             Vec2 translation, const MicaFilter *filter, MicaHit *out)
{
    world_enter(world);
    Caster caster;
    if (!caster_begin_shape(&caster, world, shape, t, translation, filter, out, 1)) {
        return false;
    }
    trees_refit(world);
    return caster_closest(&caster, out);
}

int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform t,
                            Vec2 translation, const MicaFilter *filter, MicaHit *out,
                            int32_t capacity)
{
    world_enter(world);
    Caster caster;
    if (!caster_begin_shape(&caster, world, shape, t, translation, filter, out, capacity)) {
        return 0;
    }
    trees_refit(world);
    caster.allHits = true;
    return cast_all(&caster, out, capacity);
}
