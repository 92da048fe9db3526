// Thousands of rays or moving shapes in one call. Each result has the bits that a call of its own
// would give: the test of a collider does not depend on what was found before, and the lower slot
// wins between equals, so rays may be cast in any order. Many rays go through a grid built for the
// batch (ray_grid.c), others through the trees. Called between steps; reads trees and colliders,
// writes the grid's scratch.
#include "ray_grid.h"

#define RAYS_AT_ONCE 3

// Casts a few rays interleaved, one tree node each in turn: the processor works on all of them
// while each waits for memory.
static int32_t cast_interleaved(const Caster *caster, const float *rays, int32_t count,
                                MicaHit *out)
{
    Caster casters[RAYS_AT_ONCE];
    ClosestSearch searches[RAYS_AT_ONCE];
    int32_t owners[RAYS_AT_ONCE], next = 0, running = min_i(count, RAYS_AT_ONCE), hits = 0;
    for (int32_t k = 0; k < running; ++k) {
        casters[k] = *caster;
        caster_set_ray(&casters[k], rays + 4 * next);
        closest_search_begin(&searches[k], &casters[k]);
        owners[k] = next++;
    }
    while (running > 0) {
        for (int32_t k = 0; k < running; ++k) {
            if (closest_search_step(&searches[k])) {
                continue;
            }
            hits += closest_record(&casters[k], &searches[k].found, &out[owners[k]]);
            if (next < count) {
                caster_set_ray(&casters[k], rays + 4 * next);
                closest_search_begin(&searches[k], &casters[k]);
                owners[k] = next++;
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

// Rays are sorted by the square of the grid, so many a side, that they start in: rays that start
// near each other test the same colliders, which are then in the cache.
#define SQUARES 16

// A counting sort by square into rayOrder. False without memory.
static bool sort_rays(const RayGrid *grid, Memory *memory, const float *rays, int32_t count)
{
    QueryScratch *scratch = grid->scratch;
    if (!ARRAY_RESERVE_RARELY(memory, &scratch->rayOrder, count) ||
        !ARRAY_RESERVE_RARELY(memory, &scratch->raySquares, count)) {
        return false;
    }
    int32_t places[SQUARES * SQUARES] = {0}, *order = scratch->rayOrder.data,
                             *squares = scratch->raySquares.data, next = 0;
    f4 squared = f4_set((float)SQUARES * grid->inverseCell / (float)grid->width,
                        (float)SQUARES * grid->inverseCell / (float)grid->height, 0.0f, 0.0f),
       last = f4_splat((float)(SQUARES - 1));
    for (int32_t i = 0; i < count; ++i) {
        f4 at = f4_mul(f4_sub(f4_load(rays + 4 * i), grid->corner), squared);
        int32_t place[4];
        f4_store_int(place, f4_clamp(at, f4_zero(), last));
        squares[i] = place[1] * SQUARES + place[0];
        places[squares[i]] += 1;
    }
    for (int32_t k = 0; k < SQUARES * SQUARES; ++k) {
        int32_t own = places[k];
        places[k] = next;
        next += own;
    }
    for (int32_t i = 0; i < count; ++i) {
        order[places[squares[i]]++] = i;
    }
    return true;
}

// True if all rays' coordinates are in range and no motion is 0.
static bool check_rays(const float *rays, int32_t count)
{
    const f4 maximum = f4_splat(MAX_COORDINATE), minimum = f4_neg(maximum),
             immobile = f4_set(-1.0f, -1.0f, 0.0f, 0.0f);
    f4 ok = f4_le(immobile, f4_zero());
    for (int32_t i = 0; i < count; ++i) {
        f4 v = f4_load(rays + 4 * i), square = f4_mul(v, v);
        f4 moves = f4_lt(immobile, f4_add(square, f4_swap_pairs(square)));
        ok = f4_and(ok, f4_and(moves, f4_and(f4_le(minimum, v), f4_le(v, maximum))));
    }
    return f4_all(ok);
}

int32_t mica_ray_batch(MicaWorld *world, const float *rays, int32_t count, const MicaFilter *filter,
                       MicaHit *out)
{
    world_enter(world);
    Caster caster;
    if (!caster_begin(&caster, world, filter, out, count)) {
        return 0;
    }
    if (rays == NULL && count > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return 0;
    }
    if (!check_rays(rays, count)) {
        int32_t bad = 0;
        while (caster_check_ray(world, rays + 4 * bad)) {
            bad += 1;
        }
        world->host.lastErrorSlot = bad;
        return 0;
    }
    trees_refit(world);
    RayGrid grid;
    return ray_grid_make(&grid, &caster, count) &&
                   sort_rays(&grid, &world->host.memory, rays, count)
               ? ray_grid_cast(&grid, &caster, rays, grid.scratch->rayOrder.data, count, out)
               : cast_interleaved(&caster, rays, count, out);
}

// Checks five numbers a cast: x, y, angle or radius, and the translation.
static bool check_casts(MicaWorld *world, const float *casts, int32_t count, bool circles)
{
    if (casts == NULL && count > 0) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        const float *c = casts + 5 * i;
        if (!caster_check_numbers(world, c, 5)) {
            world->host.lastErrorSlot = i;
            return false;
        }
        if (circles && !(c[2] >= MIN_SIZE && c[2] <= MAX_SIZE)) {
            world_fail(world, MICA_ERROR_OUT_OF_RANGE);
            world->host.lastErrorSlot = i;
            return false;
        }
    }
    return true;
}

int32_t mica_shape_cast_batch(MicaWorld *world, const MicaShape *shape, const float *casts,
                              int32_t count, const MicaFilter *filter, MicaHit *out)
{
    world_enter(world);
    const Transform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    Caster caster;
    if (!caster_begin_shape(&caster, world, shape, identity, identity.p, filter, out, count) ||
        !check_casts(world, casts, count, false)) {
        return 0;
    }
    trees_refit(world);
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    int32_t hits = 0;
    for (int32_t i = 0; i < count; ++i) {
        const float *c = casts + 5 * i;
        caster_set_shape(&caster, &g, (Transform){{c[0], c[1]}, mica_rot(c[2])}, vec(c[3], c[4]));
        hits += caster_closest(&caster, &out[i]);
    }
    return hits;
}

int32_t mica_circle_cast_batch(MicaWorld *world, const float *casts, int32_t count,
                               const MicaFilter *filter, MicaHit *out)
{
    world_enter(world);
    Caster caster;
    if (!caster_begin(&caster, world, filter, out, count) ||
        !check_casts(world, casts, count, true)) {
        return 0;
    }
    trees_refit(world);
    int32_t hits = 0;
    for (int32_t i = 0; i < count; ++i) {
        const float *c = casts + 5 * i;
        Geometry g = {.type = MICA_SHAPE_CIRCLE, .count = 1, .radius = c[2]};
        caster_set_shape(&caster, &g, (Transform){{c[0], c[1]}, {1.0f, 0.0f}}, vec(c[3], c[4]));
        hits += caster_closest(&caster, &out[i]);
    }
    return hits;
}
