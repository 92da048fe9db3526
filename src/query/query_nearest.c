// The closest point of the world, of a collider or of a body to a given point. Candidates come from
// both trees, the nearest boxes first. Distances are negative inside a shape. Called between steps;
// reads trees, colliders and transforms.
#include "query.h"

// The closest point so far, in world space.
typedef struct Nearby {
    int32_t slot;  // NONE: nothing yet
    int32_t part;
    float distance;
    Vec2 offset, normal;  // offset: from the given point to the closest one
} Nearby;

// How far a point may seem to lie from a surface that it lies on.
static float surface_hair(const Collider *c) { return 1e-5f * METRE + 1e-6f * c->reach; }

// Whether a point that lies inside of the best collider is certainly less deep in another one, or
// as deep and the other has a later slot: its surface has a point at about the same place. Of
// thousands of maps on top of each other only some need a search of their own then.
static bool is_less_deep(const Nearby *best, const MicaWorld *world, int32_t slot, Vec2 point,
                         PartFilter filter)
{
    const Collider *c = &world->state.colliders.data[slot];
    Vec2 out;
    // A little inside of the best collider's closest point.
    Vec2 place = add(point, scale(0.9999f, best->offset));
    if (best->slot == NONE || !(best->distance < 0.0f) ||
        !parts_surface_point_at(world, c, filter, point, place, &out)) {
        return false;
    }
    float depth = length(sub(out, point));
    return depth + surface_hair(c) < -best->distance ||
           (depth <= -best->distance && slot > best->slot);
}

// Takes the closest point of a collider if it is nearer than the best so far.
static void offer_nearest(Nearby *best, const MicaWorld *world, int32_t slot, Vec2 point,
                          PartFilter filter)
{
    const Collider *c = &world->state.colliders.data[slot];
    Transform t = world->state.transforms.data[c->body];
    float far = max_f(best->distance, 0.0f);
    PartSearch search;
    Polygon storage;
    Nearest nearest = {.distance = 3e38f};
    int32_t own = 0;
    if (is_less_deep(best, world, slot, point, filter)) {
        return;
    }
    part_search_begin(&search, world, c, point, filter);
    for (int32_t part; (part = part_search_next(&search, far)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        Nearest n = geometry_nearest(&g, t, point);
        // Of equally near parts the first one counts, whichever the search meets first.
        if (n.distance < nearest.distance ||
            (n.distance == nearest.distance && parts_precedes(world, c, part, own))) {
            own = part;
            nearest = n;
            far = min_f(far, max_f(n.distance, 0.0f));
        }
    }
    // Inside a map, or where its cells touch, the nearest face of a cell may be inside the union.
    Vec2 out;
    int32_t outer;
    float hair = surface_hair(c), enough = best->slot == NONE ? 0.0f : -best->distance - hair;
    if (nearest.distance < hair &&
        parts_nearest_surface_point(world, c, filter, point, enough, &out, &outer)) {
        float depth;
        Vec2 offset = sub(out, point), normal = normalize(offset, &depth);
        if (depth > (nearest.distance < 0.0f ? hair : 4.0f * hair)) {
            nearest = (Nearest){.distance = -depth, .pointA = offset, .normal = normal};
            own = outer;
        }
    }
    if (nearest.distance < best->distance ||
        (nearest.distance == best->distance && (best->slot == NONE || slot < best->slot))) {
        *best = (Nearby){slot, own, nearest.distance, nearest.pointA, nearest.normal};
    }
}

static bool nearest_record(const MicaWorld *world, const Nearby *best, Vec2 point, MicaHit *out)
{
    if (best->slot == NONE) {
        *out = (MicaHit){.fraction = best->distance, .point = point, .part = UNNAMED_PART};
        return false;
    }
    const Collider *c = &world->state.colliders.data[best->slot];
    *out = (MicaHit){.collider = collider_handle(world, best->slot),
                     .body = body_handle(world, c->body),
                     .fraction = best->distance,
                     .startsInside = best->distance < 0.0f,
                     .point = add(point, best->offset),
                     .normal = best->normal,
                     .part = part_named(world, c, best->part)};
    return true;
}

bool mica_closest_point(MicaWorld *world, Vec2 point, float maxDistance, const MicaFilter *filter,
                        MicaHit *out)
{
    world_enter(world);
    Caster caster;
    const float numbers[3] = {point.x, point.y, maxDistance};
    if (!caster_begin(&caster, world, filter, out, 1) || !caster_check_numbers(world, numbers, 3)) {
        return false;
    }
    if (maxDistance < 0.0f) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    trees_refit(world);
    Nearby best = {.slot = NONE, .distance = maxDistance};
    for (int32_t tree = 0; tree < 2; ++tree) {
        uint32_t skip = tree == 0 ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
        TreeWalk walk;
        tree_nearest_begin(&walk, tree == 0 ? &world->state.staticTree : &world->state.movingTree,
                           point, (caster.flags & skip) != 0 ? 0 : caster.layers,
                           just_beyond(max_f(best.distance, 0.0f)));
        for (int32_t slot; (slot = tree_nearest_next(&walk)) >= 0;) {
            if (caster_accepts(&caster, slot)) {
                offer_nearest(&best, world, slot, point,
                              caster_parts(&caster, &world->state.colliders.data[slot]));
                walk.limit = just_beyond(max_f(best.distance, 0.0f));
            }
        }
    }
    return nearest_record(world, &best, point, out);
}

static bool check_point(MicaWorld *world, Vec2 point, const MicaHit *out)
{
    if (out == NULL) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    const float numbers[2] = {point.x, point.y};
    return caster_check_numbers(world, numbers, 2);
}

#define ANY_DISTANCE 1e8f  // more than coordinates can be apart

bool mica_collider_closest_point(MicaWorld *world, MicaCollider collider, Vec2 point, MicaHit *out)
{
    world_enter(world);
    if (world == NULL || !check_point(world, point, out)) {
        return false;
    }
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return false;
    }
    Nearby best = {.slot = NONE, .distance = ANY_DISTANCE};
    offer_nearest(&best, world, slot, point, parts_all(ALL_LAYERS));
    return nearest_record(world, &best, point, out);
}

bool mica_body_closest_point(MicaWorld *world, MicaBody body, Vec2 point, MicaHit *out)
{
    if (world == NULL || !check_point(world, point, out)) {
        return false;
    }
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return false;
    }
    Nearby best = {.slot = NONE, .distance = ANY_DISTANCE};
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        if (world->state.colliders.data[c].disabled == 0) {
            offer_nearest(&best, world, c, point, parts_all(ALL_LAYERS));
        }
    }
    return nearest_record(world, &best, point, out);
}
