// Rays, moving shapes and the nearest point against the whole world. Candidates come from both
// trees, the nearest first, already filtered by layers; each is asked exactly, and what is found
// shortens the search. Nothing is allocated and nothing of the simulation changes.
#include "query.h"

CastState ray_meets(const Caster *caster, const Transform *t, const Geometry *g, CastResult *out)
{
    CastState state =
        cast_ray(g, untransform(*t, caster->origin), unrotate(t->q, caster->motion), 1.0f, out);
    if (state == CAST_SLIDES) {
        state = ray_meets_at_seam(caster, *t, g, out);
    }
    if (state != CAST_MISS) {
        out->point = state == CAST_INSIDE ? caster->origin : transform(*t, out->point);
        out->normal = rotate(t->q, out->normal);
    }
    return state;
}

// The same for a shape.
static CastState meet_shape(const Caster *caster, Transform t, const Geometry *g, CastResult *out)
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

// The kinds of parts that the caster asks.
static uint32_t kinds_of(const Caster *caster)
{
    return (caster->flags & MICA_QUERY_TRIGGERS) != 0 ? PARTS_ALL : PARTS_SOLID;
}

static CastState meet_part(const Caster *caster, int32_t slot, int32_t part, const Geometry *g,
                           CastResult *out)
{
    const Collider *c = &caster->world->state.colliders.data[slot];
    Transform t = caster->world->state.transforms.data[c->body];
    CastState state =
        caster->isShape ? meet_shape(caster, t, g, out) : ray_meets(caster, &t, g, out);
    bool plain = !collider_is_compound(c) && (c->flags & COLLIDER_ONE_WAY) == 0 &&
                 !internal_edges_possible_for_cast(caster->world, c);
    return state == CAST_MISS || plain ? state : caster_classify(caster, slot, part, state, out);
}

// Out of all parts that the caster starts in, not of one alone.
static void lead_out(const Caster *caster, const Collider *c, uint32_t kind, CastResult *out)
{
    Vec2 exit, way;
    if (!caster->isShape &&
        parts_nearest_surface_point(caster->world, c, kind, caster->origin, &exit)) {
        way = sub(exit, caster->origin);
    } else if (!caster_way_out(caster, c, kind, &way)) {
        return;
    }
    float far;
    Vec2 normal = normalize(way, &far);
    if (!(far > 0.0f)) {
        return;
    }
    out->normal = normal;
    if (caster->isShape) {
        // Midway between its deepest point and where that comes out.
        const Core *core = &caster->core;
        Vec2 lowest = {core->x[0], core->y[0]};
        for (int32_t i = 1; i < core->points; ++i) {
            Vec2 p = {core->x[i], core->y[i]};
            lowest = dot(p, normal) < dot(lowest, normal) ? p : lowest;
        }
        out->point = add(caster->origin, mul_add(lowest, 0.5f * far - core->radius, normal));
    }
}

// Where a candidate is met first, in world terms; parts that lie beyond the limit are not asked.
static CastState meet(const Caster *caster, int32_t slot, float limit, CastResult *out)
{
    const MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[slot];
    if (!collider_is_compound(c)) {
        Geometry g = collider_geometry(world, c);
        return meet_part(caster, slot, 0, &g, out);
    }
    CastState best = CAST_MISS;
    PartWalk walk;
    Polygon storage;
    Vec2 center = add(caster->origin, caster->boxCenter);
    MicaAABB box = {sub(center, caster->boxHalf), add(center, caster->boxHalf)};
    parts_begin(&walk, world, c, box, scale(limit, caster->motion), kinds_of(caster));
    for (int32_t part; best != CAST_INSIDE && (part = parts_next(&walk)) != NONE;) {
        CastResult r;
        Geometry g = part_geometry(world, c, part, &storage);
        CastState state = meet_part(caster, slot, part, &g, &r);
        bool counts =
            state == CAST_HIT || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0);
        if (counts && (best == CAST_MISS || state == CAST_INSIDE || r.fraction < out->fraction)) {
            best = state;
            *out = r;
        }
    }
    if (best == CAST_INSIDE) {
        lead_out(caster, c, kinds_of(caster), out);
    }
    return best;
}

bool caster_picks(const Caster *caster, int32_t slot)
{
    if (caster->own != NULL) {
        MicaResponse r = pair_filter_response(caster->world, caster->own,
                                              &caster->world->state.colliders.data[slot]);
        if (r == MICA_IGNORE || (r == MICA_TRIGGER && (caster->flags & MICA_QUERY_TRIGGERS) == 0)) {
            return false;
        }
    }
    return caster->ignoring == NULL || !query_ignores(caster->world, caster->ignoring, slot);
}

bool caster_asks(const Caster *caster, int32_t slot, float limit, CastState *state, CastResult *out)
{
    if (!caster_wants(caster, slot)) {
        return false;
    }
    *state = meet(caster, slot, limit, out);
    return *state == CAST_HIT ||
           (*state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) != 0);
}

static void walk_tree(TreeWalk *walk, const Caster *c, int32_t tree, float limit)
{
    uint32_t skip = tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
    tree_cast_begin(walk, tree == 0 ? &c->world->state.staticTree : &c->world->state.movingTree,
                    add(c->origin, c->boxCenter), c->motion, c->boxHalf,
                    (c->flags & skip) != 0 ? 0 : c->layers, limit);
}

static MicaHit hit_make(const Caster *caster, int32_t slot, CastState state, const CastResult *r)
{
    const MicaWorld *world = caster->world;
    return (MicaHit){.collider = collider_handle(world, slot),
                     .body = body_handle(world, world->state.colliders.data[slot].body),
                     .fraction = min_f(r->fraction, 1.0f),
                     .startsInside = state == CAST_INSIDE,
                     .point = r->point,
                     .normal = r->normal};
}

bool found_record(const Caster *caster, const Found *found, MicaHit *out)
{
    if (found->slot == NONE) {
        *out = (MicaHit){.fraction = 1.0f, .point = add(caster->origin, caster->motion)};
        return false;
    }
    *out = hit_make(caster, found->slot, found->state, &found->result);
    return true;
}

void search_begin(Search *search, const Caster *caster)
{
    search->caster = caster;
    search->tree = 0;
    search->found.slot = NONE;
    walk_tree(&search->walk, caster, 0, 1.0f);
}

bool search_step(Search *search)
{
    int32_t slot = tree_cast_step(&search->walk);
    if (slot == TREE_END) {
        if (search->tree == 1) {
            return false;
        }
        search->tree = 1;
        walk_tree(&search->walk, search->caster, 1, search->walk.limit);
    } else if (slot >= 0) {
        found_offer(&search->found, search->caster, slot);
        search->walk.limit = found_limit(&search->found);
    }
    return true;
}

bool caster_closest(const Caster *caster, MicaHit *out)
{
    Search search;
    search_begin(&search, caster);
    while (search_step(&search)) {
    }
    return found_record(caster, &search.found, out);
}

static int32_t all(const Caster *caster, MicaHit *out, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t tree = 0; tree < 2; ++tree) {
        TreeWalk walk;
        walk_tree(&walk, caster, tree, 1.0f);
        for (int32_t slot; (slot = tree_cast_next(&walk)) != TREE_END;) {
            CastResult r;
            CastState state;
            if (!caster_asks(caster, slot, 1.0f, &state, &r)) {
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
    }
    return count;
}

static bool any(const Caster *caster)
{
    for (int32_t tree = 0; tree < 2; ++tree) {
        TreeWalk walk;
        walk_tree(&walk, caster, tree, 1.0f);
        for (int32_t slot; (slot = tree_cast_next(&walk)) != TREE_END;) {
            CastResult r;
            CastState state;
            if (caster_asks(caster, slot, 1.0f, &state, &r)) {
                return true;
            }
        }
    }
    return false;
}

// ----------------------------------------------------------------------------------- what is asked

bool caster_numbers_ok(MicaWorld *world, const float *numbers, int32_t count)
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
    MicaFilter seen;
    if (!query_filter(world, filter, &seen)) {
        return false;
    }
    tree_refit(&world->state.staticTree);
    tree_refit(&world->state.movingTree);
    *caster = (Caster){.world = world, .layers = seen.layers, .flags = seen.flags};
    caster->ignoring = seen.bodyCount + seen.colliderCount > 0 ? filter : NULL;
    return true;
}

bool caster_ray_ok(MicaWorld *world, const float *ray)
{
    if (!caster_numbers_ok(world, ray, 4)) {
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
    if (!caster_begin(caster, world, filter, out, capacity) || !caster_ray_ok(world, ray)) {
        return false;
    }
    caster_set_ray(caster, ray);
    return true;
}

bool mica_ray_closest(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter,
                      MicaHit *out)
{
    Caster caster;
    return begin_ray(&caster, world, origin, translation, filter, out, 1) &&
           caster_closest(&caster, out);
}

bool mica_ray_any(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter)
{
    Caster caster;
    if (!begin_ray(&caster, world, origin, translation, filter, NULL, 0)) {
        return false;
    }
    return any(&caster);
}

int32_t mica_ray_all(MicaWorld *world, Vec2 origin, Vec2 translation, const MicaFilter *filter,
                     MicaHit *out, int32_t capacity)
{
    Caster caster;
    bool ok = begin_ray(&caster, world, origin, translation, filter, out, capacity);
    caster.all = true;
    return ok ? all(&caster, out, capacity) : 0;
}

void caster_set_shape(Caster *caster, const Geometry *g, Transform t, Vec2 translation)
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
    if (!caster_numbers_ok(world, numbers, 6)) {
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
    Caster caster;
    return caster_begin_shape(&caster, world, shape, t, translation, filter, out, 1) &&
           caster_closest(&caster, out);
}

int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform t,
                            Vec2 translation, const MicaFilter *filter, MicaHit *out,
                            int32_t capacity)
{
    Caster caster;
    bool ok = caster_begin_shape(&caster, world, shape, t, translation, filter, out, capacity);
    caster.all = true;
    return ok ? all(&caster, out, capacity) : 0;
}

// The nearest point so far, in world terms.
typedef struct Nearby {
    int32_t slot;  // NONE: nothing yet
    float distance;
    Vec2 offset, normal;  // the point as seen from where it was asked
} Nearby;

// Looks for a nearer one among the parts of a collider.
static void offer_nearest(Nearby *best, const MicaWorld *world, int32_t slot, Vec2 point,
                          uint32_t kind)
{
    const Collider *c = &world->state.colliders.data[slot];
    Transform t = world->state.transforms.data[c->body];
    float far = max_f(best->distance, 0.0f);
    PartWalk parts;
    Polygon storage;
    parts_begin(&parts, world, c, (MicaAABB){sub(point, vec(far, far)), add(point, vec(far, far))},
                vec(0.0f, 0.0f), kind);
    Nearest nearest = {.distance = 3e38f};
    for (int32_t part; (part = parts_next(&parts)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        Nearest n = geometry_nearest(&g, t, point);
        nearest = n.distance < nearest.distance ? n : nearest;
    }
    // Inside a map, or where its cells meet, what is nearest may be no surface of the whole.
    Vec2 out;
    float hair = 1e-5f + 1e-6f * c->reach;
    if (nearest.distance < hair && parts_nearest_surface_point(world, c, kind, point, &out)) {
        float way;
        Vec2 offset = sub(out, point), normal = normalize(offset, &way);
        if (way > (nearest.distance < 0.0f ? hair : 4.0f * hair)) {
            nearest = (Nearest){.distance = -way, .pointA = offset, .normal = normal};
        }
    }
    if (nearest.distance < best->distance ||
        (nearest.distance == best->distance && (best->slot == NONE || slot < best->slot))) {
        *best = (Nearby){slot, nearest.distance, nearest.pointA, nearest.normal};
    }
}

static bool nearest_record(const MicaWorld *world, const Nearby *best, Vec2 point, MicaHit *out)
{
    if (best->slot == NONE) {
        *out = (MicaHit){.fraction = best->distance, .point = point};
        return false;
    }
    *out = (MicaHit){.collider = collider_handle(world, best->slot),
                     .body = body_handle(world, world->state.colliders.data[best->slot].body),
                     .fraction = best->distance,
                     .startsInside = best->distance < 0.0f,
                     .point = add(point, best->offset),
                     .normal = best->normal};
    return true;
}

bool mica_closest_point(MicaWorld *world, Vec2 point, float maxDistance, const MicaFilter *filter,
                        MicaHit *out)
{
    Caster caster;
    const float numbers[3] = {point.x, point.y, maxDistance};
    if (!caster_begin(&caster, world, filter, out, 1) || !caster_numbers_ok(world, numbers, 3)) {
        return false;
    }
    if (maxDistance < 0.0f) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    uint32_t kind = (caster.flags & MICA_QUERY_TRIGGERS) != 0 ? PARTS_ALL : PARTS_SOLID;
    Nearby best = {.slot = NONE, .distance = maxDistance};
    for (int32_t tree = 0; tree < 2; ++tree) {
        uint32_t skip = tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
        TreeWalk walk;
        tree_nearest_begin(&walk, tree == 0 ? &world->state.staticTree : &world->state.movingTree,
                           point, (caster.flags & skip) != 0 ? 0 : caster.layers,
                           just_beyond(max_f(best.distance, 0.0f)));
        for (int32_t slot; (slot = tree_nearest_next(&walk)) >= 0;) {
            if (caster_wants(&caster, slot)) {
                offer_nearest(&best, world, slot, point, kind);
                walk.limit = just_beyond(max_f(best.distance, 0.0f));
            }
        }
    }
    return nearest_record(world, &best, point, out);
}

// Whether there is a record to write to and a point to ask about.
static bool point_ok(MicaWorld *world, Vec2 point, const MicaHit *out)
{
    if (out == NULL) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    const float numbers[2] = {point.x, point.y};
    return caster_numbers_ok(world, numbers, 2);
}

#define ANY_DISTANCE 1e8f  // metres, further than coordinates can be apart

bool mica_collider_closest_point(MicaWorld *world, MicaCollider collider, Vec2 point, MicaHit *out)
{
    if (world == NULL || !point_ok(world, point, out)) {
        return false;
    }
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return false;
    }
    Nearby best = {.slot = NONE, .distance = ANY_DISTANCE};
    offer_nearest(&best, world, slot, point, PARTS_ALL);
    return nearest_record(world, &best, point, out);
}

bool mica_body_closest_point(MicaWorld *world, MicaBody body, Vec2 point, MicaHit *out)
{
    if (world == NULL || !point_ok(world, point, out)) {
        return false;
    }
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return false;
    }
    Nearby best = {.slot = NONE, .distance = ANY_DISTANCE};
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        offer_nearest(&best, world, c, point, PARTS_ALL);
    }
    return nearest_record(world, &best, point, out);
}
