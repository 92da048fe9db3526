// Batches of rays and shapes: every result has the bits of a call of its own, whether the batch
// goes through its grid or through the trees; in even and crowded worlds, far from the origin, with
// walls that span them, and short of memory.
#include "build.h"
#include "reference.h"

#include <math.h>
#include <string.h>

#define ALL_LAYERS UINT64_MAX
#define RAYS 256

static void add_random(MicaWorld *world, uint32_t *seed, MicaVec2 place, float size)
{
    MicaBodyDef def = mica_body_def();
    def.type = (MicaBodyType)(test_random(seed) % MICA_BODY_TYPE_COUNT);
    def.position = place;
    def.angle = test_random_float(seed, -3.0f, 3.0f);
    MicaBody body = mica_body_create(world, &def);
    MicaColliderDef collider = mica_collider_def();
    collider.layer = (int32_t)(test_random(seed) % 3) * 31;
    collider.isTrigger = test_random(seed) % 7 == 0;
    MicaShape shape = random_shape(seed, size);
    mica_collider_create(world, body, &collider, &shape);
}

// Kinds of worlds: even; a crowd in one place; with walls as long as the world; in a row; far from
// the origin.
enum { EVEN, CROWD, WALLS, ROW, FAR_OFF, KINDS };

static MicaWorld *world_of(int kind, uint32_t *seed, float *spread, MicaVec2 *middle)
{
    MicaWorld *world = make_space();
    int count = 20 + (int)(test_random(seed) % 200);
    *spread = test_random_float(seed, 3.0f, 40.0f);
    *middle = kind == FAR_OFF ? v2(test_random_float(seed, -1e5f, 1e5f), 3e4f) : v2(0.0f, 0.0f);
    for (int i = 0; i < count; ++i) {
        MicaVec2 p = random_point(seed, *spread);
        bool wall = kind == WALLS && i % 30 == 0;
        p = kind == CROWD && i > 10 ? random_point(seed, 0.02f * *spread) : p;
        p.y = kind == ROW ? 0.01f * p.y : p.y;
        add_random(world, seed, v2(middle->x + p.x, middle->y + p.y),
                   wall ? *spread : test_random_float(seed, 0.05f, 1.0f));
    }
    if (test_random(seed) % 2 == 0) {
        mica_world_step(world, FRAME, 4);
    }
    return world;
}

// Rays of all kinds: short and long, along the axes, collinear with others, from far outside, into
// nothing.
static void random_ray(uint32_t *seed, float spread, MicaVec2 middle, float *ray)
{
    MicaVec2 from = random_point(seed, spread), to = random_point(seed, 1.5f * spread);
    int kind = (int)(test_random(seed) % 10);
    if (kind == 0) {
        from = random_point(seed, 10.0f * spread);
    } else if (kind == 1) {
        from = random_point(seed, 100.0f * spread);
    } else if (kind == 2) {
        to = v2(from.x + 0.05f * to.x, from.y + 0.05f * to.y);
    } else if (kind == 3) {
        to.x = from.x;
    } else if (kind == 4) {
        to.y = from.y;
    } else if (kind == 5) {
        from.x = (float)(int)from.x;
        to = v2(from.x + 1e-6f, to.y);
    }
    ray[0] = middle.x + from.x;
    ray[1] = middle.y + from.y;
    ray[2] = to.x - from.x;
    ray[3] = to.y - from.y == 0.0f && ray[2] == 0.0f ? 1.0f : to.y - from.y;
}

static int check_filtered(MicaWorld *world, const float *rays, int count, const MicaFilter *filter)
{
    static MicaHit batch[RAYS];
    int hits = 0;
    memset(batch, 0x55, sizeof batch);
    int answer = mica_ray_batch(world, rays, count, filter, batch);
    for (int i = 0; i < count; ++i) {
        const float *r = rays + 4 * i;
        MicaHit alone;
        bool hit = mica_ray_closest(world, v2(r[0], r[1]), v2(r[2], r[3]), filter, &alone);
        CHECK(memcmp(&alone, &batch[i], sizeof alone) == 0);
        hits += hit;
    }
    CHECK_EQ_INT(answer, hits);
    return hits;
}

static int check_batch(MicaWorld *world, const float *rays, int count, uint64_t layers,
                       uint32_t flags)
{
    return check_filtered(world, rays, count, SEEN(layers, flags));
}

TEST(every_ray_of_a_batch_has_the_bits_of_the_ray_alone)
{
    uint32_t seed = 31u;
    int hits = 0, rays = 0;
    for (int scene = 0; scene < test_part(500, 5); ++scene) {
        float spread;
        MicaVec2 middle;
        MicaWorld *world = world_of(scene % KINDS, &seed, &spread, &middle);
        float list[4 * RAYS];
        for (int i = 0; i < RAYS; ++i) {
            random_ray(&seed, spread, middle, list + 4 * i);
        }
        uint64_t layers = test_random(&seed) % 2 == 0 ? ALL_LAYERS : (uint64_t)1 << 31 | 1u;
        uint32_t flags = test_random(&seed) % (MICA_QUERY_FLAGS + 1);
        hits += check_batch(world, list, RAYS, layers, flags);
        rays += RAYS;
        // Right after an edit.
        mica_body_destroy(world, mica_body_at(world, 3));
        mica_body_set_transform(world, mica_body_at(world, 5), middle, 0.3f);
        add_random(world, &seed, middle, 0.5f);
        hits += check_batch(world, list, RAYS / 2, ALL_LAYERS, MICA_QUERY_INSIDE);
        rays += RAYS / 2;
        mica_world_destroy(world);
    }
    CHECK(hits > rays / 8 && hits < rays);
}

TEST(rays_along_the_lines_of_a_lattice)
{
    // Boxes on whole metres, rays along their edges and corners: the slot decides between equal
    // fractions.
    MicaWorld *world = make_space();
    for (int i = 0; i < 400; ++i) {
        MicaBody body = add_body(world, MICA_BODY_STATIC, (float)(i % 20), (float)(i / 20));
        add_box(world, body, 0.5f, 0.5f);
    }
    static float rays[4 * RAYS];
    for (int i = 0; i < RAYS; ++i) {
        int k = i / 4;
        const float ways[4][4] = {{-3.0f, 0.25f * (float)k, 40.0f, 0.0f},
                                  {0.25f * (float)k, 22.0f, 0.0f, -40.0f},
                                  {-2.0f, 0.5f * (float)k - 4.0f, 30.0f, 30.0f},
                                  {0.5f * (float)k, 19.5f, 0.0f, 0.5f}};
        memcpy(rays + 4 * i, ways[i % 4], sizeof ways[0]);
    }
    for (uint32_t flags = 0; flags <= MICA_QUERY_FLAGS; ++flags) {
        check_batch(world, rays, RAYS, ALL_LAYERS, flags);
    }
    mica_world_destroy(world);
}

TEST(excluded_colliders_still_hide_internal_edges)
{
    // A row of flush boxes; rays start inside the one that is excluded, and go along the row or up
    // out of it.
    MicaWorld *world = make_space();
    MicaBody bodies[64];
    for (int i = 0; i < 64; ++i) {
        bodies[i] = add_body(world, MICA_BODY_STATIC, (float)(i % 16), (float)(i / 16));
        add_box(world, bodies[i], 0.5f, 0.5f);
    }
    mica_world_step(world, FRAME, 4);
    static float rays[4 * RAYS];
    uint32_t seed = 3u;
    int hits[2];
    for (int i = 0; i < RAYS; ++i) {
        MicaVec2 from = random_point(&seed, 0.45f), translation = random_point(&seed, 4.0f);
        const float ray[4] = {5.0f + from.x, 1.0f + from.y, translation.x, translation.y};
        memcpy(rays + 4 * i, ray, sizeof ray);
    }
    for (int passed = 0; passed < 2; ++passed) {
        MicaFilter filter = *SEEN(ALL_LAYERS, 0);
        filter.bodies = &bodies[16 + 5];
        filter.bodyCount = passed;
        hits[passed] = check_filtered(world, rays, RAYS, &filter);
        filter.flags = MICA_QUERY_INSIDE;
        check_filtered(world, rays, RAYS, &filter);
    }
    CHECK_EQ_INT(hits[1], hits[0]);
    mica_world_destroy(world);
}

TEST(without_memory_for_a_grid_rays_go_through_the_trees)
{
    MicaWorldDef def = mica_world_def();
    uint32_t seed = 5u;
    def.gravity = v2(0.0f, 0.0f);
    def.bodyCapacity = def.colliderCapacity = 64;
    MicaWorld *measured = mica_world_create(&def);
    for (int pass = 0; pass < 2; ++pass) {
        def.maxBytes = pass == 0 ? 0 : mica_world_bytes(measured);
        MicaWorld *world = pass == 0 ? measured : mica_world_create(&def);
        REQUIRE(world != NULL);
        uint32_t own = 9u;
        for (int i = 0; i < 60; ++i) {
            add_random(world, &own, random_point(&own, 6.0f), 0.5f);
        }
        if (pass == 0) {
            continue;
        }
        float rays[4 * 100];
        for (int i = 0; i < 100; ++i) {
            random_ray(&seed, 6.0f, v2(0.0f, 0.0f), rays + 4 * i);
        }
        uint64_t before = mica_world_bytes(world);
        mica_clear_error(world);
        CHECK(check_batch(world, rays, 100, ALL_LAYERS, 0) > 0);
        CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_bytes(world), before);
        mica_world_destroy(world);
    }
    CHECK(mica_world_bytes(measured) > 0);
    mica_world_destroy(measured);
}

static bool is_somewhere(MicaWorld *world, MicaBody body)
{
    MicaVec2 p = mica_body_transform(world, body).p;
    return fabsf(p.x) < 1e6f && fabsf(p.y) < 1e6f;  // not NaN
}

// Which ray hits a body at NaN depends on the order of tests; all other results are as before.
TEST(bad_transforms_written_into_a_view_do_no_harm)
{
    const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f, -1e10f};
    for (int view = 0; view < 2; ++view) {
        MicaWorld *world = make_space();
        uint32_t seed = 41u;
        for (int i = 0; i < 300; ++i) {
            add_random(world, &seed, random_point(&seed, 20.0f), 0.5f);
        }
        for (int i = 0; i < 40; ++i) {
            MicaViews views = mica_world_views(world);
            float *at = view == 0 ? &views.transforms[7 * i].p.x : &views.velocities[4 * 7 * i];
            at[test_random(&seed) % 2] = bad[i % 5];
        }
        if (view == 1) {
            mica_world_step(world, FRAME, 4);
        }
        float rays[4 * RAYS];
        for (int i = 0; i < RAYS; ++i) {
            random_ray(&seed, 20.0f, v2(0.0f, 0.0f), rays + 4 * i);
        }
        static MicaHit batch[RAYS];
        int compared = 0;
        mica_clear_error(world);
        mica_ray_batch(world, rays, RAYS, SEEN(ALL_LAYERS, 0), batch);
        CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OK);
        for (int i = 0; i < RAYS; ++i) {
            const float *r = rays + 4 * i;
            MicaHit alone;
            mica_ray_closest(world, v2(r[0], r[1]), v2(r[2], r[3]), SEEN(ALL_LAYERS, 0), &alone);
            bool plain = (alone.body.id == 0 || is_somewhere(world, alone.body)) &&
                         (batch[i].body.id == 0 || is_somewhere(world, batch[i].body));
            CHECK(!plain || memcmp(&alone, &batch[i], sizeof alone) == 0);
            compared += plain && alone.body.id != 0;
        }
        CHECK(compared > RAYS / 4);
        mica_world_destroy(world);
    }
}

TEST(a_second_batch_allocates_nothing)
{
    MicaWorld *world = make_space();
    uint32_t seed = 77u;
    for (int i = 0; i < 300; ++i) {
        add_random(world, &seed, random_point(&seed, 30.0f), 0.5f);
    }
    float rays[4 * RAYS];
    for (int i = 0; i < RAYS; ++i) {
        random_ray(&seed, 30.0f, v2(0.0f, 0.0f), rays + 4 * i);
    }
    uint64_t empty = mica_world_bytes(world);
    check_batch(world, rays, RAYS, ALL_LAYERS, 0);
    uint64_t warm = mica_world_bytes(world);
    CHECK(warm > empty);  // otherwise no grid was built, and nothing of this is tested
    for (int i = 0; i < 5; ++i) {
        check_batch(world, rays, RAYS, ALL_LAYERS, 0);
        CHECK_EQ_INT(mica_world_bytes(world), warm);
    }
    mica_world_destroy(world);
}
