// Questions to a world, and to shapes alone, each with its answer observed bit for bit. Half of the
// coordinates lie on a grid, so that surfaces meet exactly and differences are zero. No expression
// takes two random numbers: C leaves open which it would take first.
#include "observe.h"
#include "test.h"

#include <string.h>

enum { RAYS = 80, CASTS = 6, FOUND = 12, PAIRS = 4 };

static float coordinate(uint32_t *random)
{
    const uint32_t r = test_random(random);
    return r % 2 == 0 ? 0.5f * (float)(int32_t)(r / 2 % 33) - 8.0f
                      : test_random_float(random, -8.0f, 8.0f);
}

static MicaVec2 place(uint32_t *random)
{
    const float x = coordinate(random);
    return (MicaVec2){x, coordinate(random)};
}

// Along an axis at times.
static MicaVec2 way(uint32_t *random)
{
    const uint32_t r = test_random(random) % 6;
    const MicaVec2 v = place(random);
    return (MicaVec2){r == 0 ? 0.0f : v.x, r == 1 ? 0.0f : v.y};
}

static float any_size(uint32_t *random)
{
    const uint32_t r = test_random(random);
    return r % 2 == 0 ? 0.25f * (float)(1 + r / 2 % 3) : test_random_float(random, 0.1f, 0.8f);
}

static MicaShape any_shape(uint32_t *random)
{
    MicaShape shape = {0};
    const float a = any_size(random);
    const float b = any_size(random);
    const MicaVec2 middle = {0.0f, 0.0f};
    switch (test_random(random) % 4) {
    case 0:
        mica_shape_circle(middle, a, &shape);
        break;
    case 1:
        mica_shape_capsule((MicaVec2){-a, 0.0f}, (MicaVec2){a, 0.0f}, b, &shape);
        break;
    case 2:
        mica_shape_box(middle, a, b, 0.0f, 0.0f, &shape);
        break;
    default:
        mica_shape_box(middle, a, b, a, 0.1f, &shape);
        break;
    }
    return shape;
}

static MicaTransform any_transform(uint32_t *random)
{
    const MicaVec2 p = place(random);
    const float angle = test_random(random) % 2 == 0 ? 0.0f : coordinate(random);
    return (MicaTransform){p, mica_rot(angle)};
}

static const MicaFilter *any_filter(uint32_t *random, MicaFilter *storage)
{
    *storage = (MicaFilter){.layers = UINT64_MAX, .flags = test_random(random) % 16};
    return test_random(random) % 2 == 0 ? NULL : storage;
}

static void observe_rays(Observer *o, MicaWorld *world, uint32_t *random)
{
    MicaFilter storage;
    const MicaFilter *filter = any_filter(random, &storage);
    MicaHit hits[RAYS] = {0};
    float rays[4 * RAYS];
    // More than 64 take the way over a grid.
    const int32_t count = test_random(random) % 4 == 0 ? RAYS : 8;
    for (int32_t i = 0; i < count; ++i) {
        const MicaVec2 from = place(random), to = way(random);
        memcpy(rays + 4 * i, (float[4]){from.x, from.y, to.x, to.y}, 4 * sizeof *rays);
    }
    observe_number(o, "rays that hit", mica_ray_batch(world, rays, count, filter, hits));
    observe(o, "rays", hits, sizeof hits);
    memset(hits, 0, sizeof hits);
    const MicaVec2 from = place(random), to = way(random);
    observe_number(o, "any on a ray", mica_ray_any(world, from, to, filter));
    observe_number(o, "all on a ray", mica_ray_all(world, from, to, filter, hits, FOUND));
    observe(o, "all", hits, FOUND * sizeof *hits);
}

static void observe_casts(Observer *o, MicaWorld *world, uint32_t *random)
{
    MicaFilter storage;
    const MicaFilter *filter = any_filter(random, &storage);
    MicaHit hits[FOUND] = {0};
    float casts[5 * CASTS], circles[5 * CASTS];
    for (int32_t i = 0; i < CASTS; ++i) {
        const MicaTransform t = any_transform(random);
        const MicaVec2 to = way(random);
        const float size = test_random_float(random, 0.1f, 1.0f);
        memcpy(casts + 5 * i, (float[5]){t.p.x, t.p.y, coordinate(random), to.x, to.y},
               5 * sizeof *casts);
        memcpy(circles + 5 * i, (float[5]){t.p.x, t.p.y, size, to.x, to.y}, 5 * sizeof *circles);
    }
    const MicaShape shape = any_shape(random);
    mica_shape_cast_batch(world, &shape, casts, CASTS, filter, hits);
    observe(o, "shape casts", hits, sizeof hits);
    memset(hits, 0, sizeof hits);
    mica_circle_cast_batch(world, circles, CASTS, filter, hits);
    observe(o, "circle casts", hits, sizeof hits);
    memset(hits, 0, sizeof hits);
    const MicaTransform from = any_transform(random);
    const MicaVec2 to = way(random);
    observe_number(o, "all on a cast",
                   mica_shape_cast_all(world, &shape, from, to, filter, hits, FOUND));
    observe(o, "all casts", hits, sizeof hits);
}

static void observe_overlaps(Observer *o, MicaWorld *world, uint32_t *random)
{
    MicaFilter storage;
    const MicaFilter *filter = any_filter(random, &storage);
    MicaCollider found[3][FOUND] = {0};
    int32_t counts[3];
    MicaHit nearest[2] = {0};
    const MicaVec2 point = place(random), side = place(random);
    const MicaAABB box = {{point.x, point.y}, {point.x + side.x * side.x, point.y + 4.0f}};
    const MicaShape shape = any_shape(random);
    counts[0] = mica_overlap_point(world, point, 0.5f, filter, found[0], FOUND);
    counts[1] = mica_overlap_aabb(world, box, filter, found[1], FOUND);
    counts[2] = mica_overlap_shape(world, &shape, any_transform(random), filter, found[2], FOUND);
    mica_closest_point(world, point, 20.0f, filter, &nearest[0]);
    mica_closest_point(world, side, 3.0f, filter, &nearest[1]);
    observe(o, "overlap counts", counts, sizeof counts);
    observe(o, "overlaps", found, sizeof found);
    observe(o, "closest points", nearest, sizeof nearest);
}

static MicaBody any_body(const MicaWorld *world, uint32_t *random, int32_t slots)
{
    return mica_body_at(world, (int32_t)(test_random(random) % (uint32_t)(slots + 1)));
}

static void observe_motions(Observer *o, MicaWorld *world, uint32_t *random)
{
    const int32_t slots = mica_world_views(world).slots;
    const MicaBody one = any_body(world, random, slots), other = any_body(world, random, slots);
    MicaVec2 path[3];
    MicaPathHit sweep = {0};
    MicaHit nearest = {0};
    for (int32_t i = 0; i < 3; ++i) {
        path[i] = place(random);
    }
    const MicaVec2 to = way(random);
    const MicaMotion motion = {to, coordinate(random)};
    observe_number(o, "sweep hits", mica_body_sweep(world, one, path, 3, NULL, &sweep));
    observe(o, "sweep", &sweep, sizeof sweep);
    const MicaImpact impact =
        mica_body_time_of_impact(world, one, motion, other, (MicaMotion){{0.0f, 0.0f}, 0.0f});
    observe(o, "time of impact of bodies", &impact, sizeof impact);
    mica_body_closest_point(world, other, path[0], &nearest);
    observe(o, "closest point of a body", &nearest, sizeof nearest);
}

void observe_queries(Observer *o, MicaWorld *world, uint32_t *random)
{
    mica_clear_error(world);
    observe_rays(o, world, random);
    observe_casts(o, world, random);
    observe_overlaps(o, world, random);
    observe_motions(o, world, random);
    observe_number(o, "query error", mica_last_error(world));
}

static void observe_cast(Observer *o, const char *field, MicaCast c)
{
    // Without the padding behind its flags.
    const float numbers[5] = {c.fraction, c.point.x, c.point.y, c.normal.x, c.normal.y};
    observe_number(o, field, c.hit | c.startsInside << 1);
    observe(o, field, numbers, sizeof numbers);
}

static void observe_pair(Observer *o, uint32_t *random)
{
    const MicaShape one = any_shape(random), other = any_shape(random);
    // Near each other; at times exactly beside or above each other, and at the origin.
    MicaTransform a = any_transform(random), b = any_transform(random);
    const MicaVec2 offset = way(random), to = way(random), turn = way(random);
    const float near = test_random(random) % 4 == 0 ? 0.0f : 1.0f;
    a.p = (MicaVec2){near * a.p.x, near * a.p.y};
    b.p = (MicaVec2){a.p.x + 0.125f * offset.x, a.p.y + 0.125f * offset.y};
    const MicaManifold m = mica_collide(&one, a, &other, b, 0.1f);
    observe(o, "manifold", &m, offsetof(MicaManifold, points));
    observe(o, "manifold points", m.points, sizeof *m.points * (size_t)m.count);
    const MicaDistance d = mica_distance(&one, a, &other, b);
    observe(o, "distance", &d, sizeof d);
    observe_cast(o, "ray on a shape", mica_ray_cast(&other, b, a.p, to));
    observe_cast(o, "shape on a shape", mica_shape_cast(&one, a, to, &other, b));
    const MicaSweep moving = {{0.0f, 0.0f}, a.p, {a.p.x + to.x, a.p.y + to.y}, turn.x, turn.y};
    const MicaSweep resting = {{0.0f, 0.0f}, b.p, b.p, 0.0f, 0.0f};
    const MicaTimeOfImpact toi = mica_time_of_impact(&one, &moving, &other, &resting, 1.0f);
    observe(o, "time of impact", &toi, sizeof toi);
}

void observe_shapes(Observer *o, uint32_t *random)
{
    for (int32_t i = 0; i < PAIRS; ++i) {
        observe_pair(o, random);
    }
    MicaVec2 points[8];
    for (int32_t i = 0; i < 8; ++i) {
        points[i] = place(random);
    }
    MicaShape hull = {0};
    observe_number(o, "hull error", mica_shape_hull(points, 8, 0.0f, &hull));
    observe(o, "hull", hull.points, sizeof *hull.points * (size_t)hull.count);
    const MicaMassData mass = mica_shape_mass(&hull, 2.0f);
    observe(o, "mass of a hull", &mass, sizeof mass);
}
