// Casts that start where two touching colliders meet, or inside several of them.
#include "build.h"

#include <math.h>

enum { PIECES = 300 };

// One ray through every call that there is.
static bool ray_hits(MicaWorld *world, MicaVec2 from, MicaVec2 translation, MicaHit *out)
{
    static float rays[4 * PIECES];
    static MicaHit hits[PIECES];
    bool found = mica_ray_closest(world, from, translation, NULL, out);
    CHECK_EQ_INT(mica_ray_any(world, from, translation, NULL), found);
    for (int i = 0; i < PIECES; i++) {
        rays[4 * i] = from.x;
        rays[4 * i + 1] = from.y;
        rays[4 * i + 2] = translation.x;
        rays[4 * i + 3] = translation.y;
    }
    // So many rays go through a grid.
    CHECK_EQ_INT(mica_ray_batch(world, rays, PIECES, NULL, hits), found ? PIECES : 0);
    CHECK_EQ_INT((int)hits[7].collider.id, (int)out->collider.id);
    CHECK(hits[7].fraction == out->fraction && hits[7].normal.x == out->normal.x &&
          hits[7].normal.y == out->normal.y);
    return found;
}

static void check_enters(MicaWorld *world, MicaVec2 from, MicaVec2 translation, MicaVec2 normal)
{
    MicaHit hit;
    CHECK(ray_hits(world, from, translation, &hit));
    CHECK(hit.fraction == 0.0f && hit.startsInside == 0);
    CHECK_NEAR(hit.point.x, from.x, 1e-5);
    CHECK_NEAR(hit.point.y, from.y, 1e-5);
    CHECK_NEAR(hit.normal.x, normal.x, 1e-5);
    CHECK_NEAR(hit.normal.y, normal.y, 1e-5);
}

TEST(a_ray_that_starts_where_boxes_touch_enters_them)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_space();
        for (int i = 0; i < PIECES; i++) {
            add_box(world,
                    add_body(world, n < 3 ? MICA_BODY_STATIC : MICA_BODY_KINEMATIC,
                             (float)(i % 12) + 0.5f, -0.5f - 30.0f * (float)(i / 12)),
                    0.5f, 0.5f);
        }
        if (n != 1) {
            mica_world_step(world, FRAME, 4);  // or added since the last step
        }
        MicaHit hit;
        for (int i = 1; i < 23; i++) {
            MicaVec2 from = v2(0.5f * (float)i, 0.0f);
            check_enters(world, from, v2(0.0f, -5.0f), v2(0.0f, 1.0f));
            CHECK(!ray_hits(world, from, v2(0.0f, 5.0f), &hit));
            CHECK(!ray_hits(world, from, v2(9.0f, 0.0f), &hit));
        }
        // Below the boxes' tops rays start inside, whatever their direction; reported only if that
        // is chosen.
        for (int i = 1; i < 12; i++) {
            MicaVec2 from = v2((float)i, -0.4f);
            const MicaFilter inside = {.layers = ~(uint64_t)0, .flags = MICA_QUERY_INSIDE};
            for (int k = 0; k < 4; k++) {
                MicaVec2 translation = v2(k % 2 == 0 ? 3.0f : -3.0f, k < 2 ? 0.2f : -0.2f);
                CHECK(mica_ray_closest(world, from, translation, &inside, &hit));
                CHECK(hit.fraction == 0.0f && hit.startsInside == 1);
                CHECK(hit.point.x == from.x && hit.point.y == from.y);
                CHECK(!ray_hits(world, from, translation, &hit));
            }
        }
        // The first and the last box have no neighbour on one side, and ignored colliders cover
        // nothing.
        CHECK(!ray_hits(world, v2(0.0f, 0.0f), v2(0.0f, -5.0f), &hit));
        CHECK(!ray_hits(world, v2(12.0f, 0.0f), v2(0.0f, -5.0f), &hit));
        MicaBody second = mica_body_at(world, 1);
        MicaFilter filter = {.layers = ~(uint64_t)0, .bodyCount = 1, .bodies = &second};
        CHECK(!mica_ray_closest(world, v2(1.0f, 0.0f), v2(0.0f, -5.0f), &filter, &hit));
        mica_world_destroy(world);
    }
}

static MicaVec2 placed(MicaTransform t, MicaVec2 p)
{
    return v2(t.p.x + t.q.c * p.x - t.q.s * p.y, t.p.y + t.q.s * p.x + t.q.c * p.y);
}

static MicaVec2 turned(MicaTransform t, MicaVec2 p)
{
    return v2(t.q.c * p.x - t.q.s * p.y, t.q.s * p.x + t.q.c * p.y);
}

// Rotated boxes: by rounding the start lies before one face, or behind both, or before both.
TEST(a_ray_that_starts_where_rotated_boxes_touch_enters_them)
{
    enum { ROW = 12, ROWS = 60 };
    uint32_t seed = 5;
    for (int n = 0; n < test_part(ROWS, 12); n++) {
        MicaWorld *world = make_space();
        float far = n % 2 == 0 ? 10.0f : 100.0f, angle = test_random_float(&seed, -3.1f, 3.1f);
        MicaVec2 at = {test_random_float(&seed, -far, far), test_random_float(&seed, -far, far)};
        MicaTransform t = {at, {cosf(angle), sinf(angle)}};
        for (int i = 0; i < ROW; i++) {
            MicaBodyDef def = mica_body_def();
            def.position = placed(t, v2((float)i + 0.5f, -0.5f));
            def.angle = angle;
            add_box(world, mica_body_create(world, &def), 0.5f, 0.5f);
        }
        MicaVec2 up = turned(t, v2(0.0f, 1.0f));
        for (int i = 1; i < 2 * ROW; i++) {
            MicaVec2 from = placed(t, v2(0.5f * (float)i, 0.0f));
            for (int k = -2; k <= 2; k++) {
                MicaVec2 translation = turned(t, v2(1.5f * (float)k, -2.0f));
                MicaHit hit;
                CHECK(ray_hits(world, from, translation, &hit));
                CHECK(hit.fraction < 1e-4f && hit.startsInside == 0);
                CHECK_NEAR(hit.normal.x, up.x, 1e-4);
                CHECK_NEAR(hit.normal.y, up.y, 1e-4);
                CHECK(!ray_hits(world, from, v2(-translation.x, -translation.y), &hit));
            }
        }
        mica_world_destroy(world);
    }
}

TEST(a_ray_that_starts_where_cells_touch_enters_them)
{
    for (int n = 0; n < 12; n++) {
        MicaWorld *world = make_space();
        MicaBodyDef bodyDef = mica_body_def();
        bodyDef.type = (MicaBodyType)(n % 3);
        bodyDef.angle = 0.3f * (float)(n / 3);
        MicaBody body = mica_body_create(world, &bodyDef);
        MicaTransform t = mica_body_transform(world, body);
        uint8_t cells[16];
        for (int i = 0; i < 16; i++) {
            cells[i] = MICA_TILE_FULL;
        }
        cells[12] = MICA_TILE_RISE;
        cells[15] = MICA_TILE_EMPTY;
        MicaColliderDef def = mica_collider_def();
        MicaTilesDef tiles = {.columns = 4,
                              .rows = 4,
                              .cell = v2(1.0f, 1.0f),
                              .origin = v2(0.0f, -4.0f),
                              .cells = cells};
        MicaCollider map = mica_tiles_create(world, body, &def, &tiles);
        REQUIRE(map.id != 0);
        const MicaVec2 down = turned(t, v2(0.0f, -5.0f)), top = turned(t, v2(0.0f, 1.0f)),
                       right = turned(t, v2(1.0f, 0.0f));
        check_enters(world, placed(t, v2(1.5f, 0.0f)), down, top);
        check_enters(world, placed(t, v2(2.0f, 0.0f)), down, top);
        if (n < 3) {  // rotated, the corner of a step may lie in front of one of its two cells
            check_enters(world, v2(3.0f, -1.0f), down, top);
        }
        check_enters(world, placed(t, v2(2.0f, -4.0f)), top, v2(-top.x, -top.y));
        check_enters(world, placed(t, v2(0.0f, -2.0f)), right, v2(-right.x, -right.y));
        MicaHit hit;
        CHECK(!ray_hits(world, placed(t, v2(4.0f, -1.0f)), down,
                        &hit));  // an exposed face of the map
        // Inside, between two cells or between four, nothing is hit.
        CHECK(!ray_hits(world, placed(t, v2(2.0f, -1.5f)), down, &hit));
        CHECK(!ray_hits(world, placed(t, v2(2.0f, -2.0f)), down, &hit));
        // There it starts inside, which is reported if that is chosen.
        const MicaVec2 deep[4] = {{2.0f, -1.5f}, {2.0f, -2.0f}, {1.5f, -2.0f}, {1.6f, -1.6f}};
        for (int i = 0; i < 16; i++) {
            MicaRot q = mica_rot(0.5f * 3.14159265f * (float)(i / 4) + 0.1f * (float)(n % 2));
            CHECK(mica_ray_closest(world, placed(t, deep[i % 4]),
                                   turned(t, v2(9.0f * q.c, 9.0f * q.s)),
                                   SEEN(~(uint64_t)0, MICA_QUERY_INSIDE), &hit));
            CHECK(hit.startsInside == 1 && hit.fraction == 0.0f);
        }
        // Clearing a cell exposes a face: down along it, to its foot.
        mica_tiles_fill(world, map, 2, 3, 1, 1, MICA_TILE_EMPTY);
        if (n < 3) {
            CHECK(ray_hits(world, v2(2.0f, 0.0f), down, &hit));
            CHECK_NEAR(hit.fraction, 0.2, 1e-5);
        }
        mica_world_destroy(world);
    }
}

// The length of the reported translation: the shape's deepest point and the hit's are half of it
// apart.
static float reported_translation(const MicaShape *shape, MicaTransform t, const MicaHit *hit)
{
    float lowest = 3e38f;
    for (int i = 0; i < shape->count; i++) {
        MicaVec2 p = placed(t, shape->points[i]);
        float d = p.x * hit->normal.x + p.y * hit->normal.y - shape->radius;
        lowest = d < lowest ? d : lowest;
    }
    return 2.0f * (hit->point.x * hit->normal.x + hit->point.y * hit->normal.y - lowest);
}

static bool is_free(MicaWorld *world, const MicaShape *shape, MicaTransform t, MicaVec2 translation)
{
    t.p = v2(t.p.x + translation.x, t.p.y + translation.y);
    return mica_overlap_shape(world, shape, t, NULL, NULL, 0) == 0;
}

// A chain or a map of random segments or cells.
static void add_random_parts(MicaWorld *world, MicaBody body, int n, uint32_t *seed)
{
    MicaColliderDef collider = mica_collider_def();
    if (n % 4 == 3) {
        MicaVec2 points[12];
        for (int i = 0; i < 12; i++) {
            points[i] = v2(0.7f * (float)i, 2.0f + test_random_float(seed, 0.0f, 1.5f));
        }
        MicaChainDef chain = {points, 12, false, false, n % 8 == 3 ? 0.0f : 0.2f};
        REQUIRE(mica_chain_create(world, body, &collider, &chain).id != 0);
    } else {
        uint8_t cells[48];
        for (int i = 0; i < 48; i++) {
            uint32_t kind = test_random(seed) % 6;
            cells[i] = kind == 0 ? (uint8_t)(test_random(seed) % MICA_TILE_KIND_COUNT)
                                 : (uint8_t)(kind == 1 && n % 2 ? 0 : MICA_TILE_FULL);
        }
        MicaTilesDef tiles = {.columns = 8,
                              .rows = 6,
                              .cell = v2(1.0f, 1.0f),
                              .origin = v2(0.0f, 0.0f),
                              .cells = cells};
        REQUIRE(mica_tiles_create(world, body, &collider, &tiles).id != 0);
    }
}

TEST(a_cast_that_starts_in_many_parts_gets_the_translation_out_of_all)
{
    uint32_t seed = 4u;
    int inside = 0;
    for (int n = 0; n < 60; n++) {
        MicaWorld *world = make_space();
        MicaBodyDef def = mica_body_def();
        def.position = v2(n % 5 == 0 ? 200.0f : 1.0f, 2.0f);
        def.angle = n % 3 == 0 ? 0.0f : test_random_float(&seed, -3.0f, 3.0f);
        MicaBody body = mica_body_create(world, &def);
        MicaTransform t = mica_body_transform(world, body);
        add_random_parts(world, body, n, &seed);
        for (int k = 0; k < 12; k++) {
            float size = test_random_float(&seed, 0.1f, 1.2f);
            MicaShape shapes[4] = {
                circle_shape(size), capsule_shape(0.7f * size, 0.4f), box_shape(size, 0.5f), {0}};
            mica_shape_box(v2(0.2f, 0.1f), size, 0.4f, 0.3f, 0.15f, &shapes[3]);
            const MicaShape *shape = &shapes[k % 4];
            MicaVec2 p = placed(
                t, v2(test_random_float(&seed, 0.0f, 8.0f), test_random_float(&seed, 0.0f, 6.0f)));
            MicaTransform from =
                at(p.x, p.y, k % 2 ? def.angle : test_random_float(&seed, -3.0f, 3.0f));
            MicaHit hit;
            if (!mica_shape_cast_closest(world, shape, from, v2(0.0f, 0.0f),
                                         SEEN(~(uint64_t)0, MICA_QUERY_INSIDE), &hit)) {
                continue;
            }
            inside++;
            CHECK(hit.startsInside == 1 && hit.fraction == 0.0f);
            float translation = reported_translation(shape, from, &hit);
            // After the translation it is free, if only just; and a shorter one does not free it.
            bool freed = false;
            for (int i = 0; i < 64; i++) {
                MicaRot q = mica_rot(6.2831853f * (float)i / 64.0f);
                float nearer = 0.96f * translation - 5e-3f;
                nearer *= i % 2 ? 1.0f : test_random_float(&seed, 0.0f, 1.0f);
                freed = freed || is_free(world, shape, from,
                                         v2(translation * hit.normal.x + 3e-3f * q.c,
                                            translation * hit.normal.y + 3e-3f * q.s));
                CHECK(nearer <= 0.0f ||
                      !is_free(world, shape, from, v2(nearer * q.c, nearer * q.s)));
            }
            CHECK(freed);
        }
        mica_world_destroy(world);
    }
    CHECK(inside > 550);
}

TEST(a_cast_that_starts_deep_in_a_large_map_gets_a_translation_out)
{
    MicaWorld *world = make_space();
    static uint8_t cells[200 * 100];
    for (int i = 0; i < 200 * 100; i++) {
        cells[i] = MICA_TILE_FULL;
    }
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = 200,
                          .rows = 100,
                          .cell = v2(0.5f, 0.5f),
                          .origin = v2(0.0f, -50.0f),
                          .cells = cells};
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    REQUIRE(mica_tiles_create(world, body, &def, &tiles).id != 0);
    MicaShape shapes[2] = {circle_shape(0.6f), box_shape(3.0f, 0.2f)};
    for (int k = 0; k < 2; k++) {
        for (int depth = 1; depth < 24; depth++) {
            MicaHit hit;
            CHECK(mica_shape_cast_closest(world, &shapes[k], at(50.2f, -(float)depth, 0.0f),
                                          v2(1.0f, 0.0f), SEEN(~(uint64_t)0, MICA_QUERY_INSIDE),
                                          &hit));
            CHECK_NEAR(hit.normal.x, 0.0, 1e-5);
            CHECK_NEAR(hit.normal.y, 1.0, 1e-5);
        }
    }
    mica_world_destroy(world);
}

TEST(colliders_that_a_swept_body_ignores_cover_nothing)
{
    MicaWorld *world = make_world();
    MicaBody boxes[3];
    for (int i = 0; i < 3; i++) {
        boxes[i] = add_body(world, MICA_BODY_STATIC, (float)i + 0.5f, -0.5f);
        add_box(world, boxes[i], 0.5f, 0.5f);
    }
    run(world, 1);
    // From within the second box to the third, whose face the second covers for a body that
    // collides with both.
    MicaShape disc = circle_shape(0.2f);
    MicaHit hit;
    const MicaVec2 path[2] = {{1.5f, -0.5f}, {2.5f, -0.5f}};
    CHECK(!mica_ray_closest(world, path[0], v2(1.0f, 0.0f), NULL, &hit));
    CHECK(!mica_shape_cast_closest(world, &disc, at(1.5f, -0.5f, 0), v2(1.0f, 0.0f), NULL, &hit));
    MicaBody body = add_dynamic(world, 9, 9, disc);
    mica_body_ignore(world, body, boxes[1], true);
    MicaPathHit found;
    CHECK(mica_body_sweep(world, body, path, 2, NULL, &found));
    CHECK_NEAR(found.distance, 0.3, 1e-5);
    mica_world_destroy(world);
}

// The colliders kept the mark that they touch static ones, so a ray from inside the body found nothing.
TEST(a_body_that_was_static_hides_no_hit_of_its_second_collider)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    add_box(world, body, 1.0f, 1.0f);
    MicaShape beside;
    mica_shape_box(v2(1.5f, 0.0f), 1.0f, 1.0f, 0.0f, 0.0f, &beside);
    MicaCollider second = add_shape(world, body, beside);
    run(world, 1);
    MicaVec2 from = {0.0f, 0.0f}, motion = {5.0f, 0.0f};
    MicaHit closest, all[2];
    CHECK(!mica_ray_closest(world, from, motion, NULL, &closest));
    CHECK_EQ_INT(mica_body_set_type(world, body, MICA_BODY_DYNAMIC), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_ray_all(world, from, motion, NULL, all, 2), 1);
    CHECK(mica_ray_closest(world, from, motion, NULL, &closest));
    CHECK_EQ_INT(closest.collider.id, second.id);
    CHECK_NEAR(closest.fraction, 0.1, 1e-6);
    // And is one of the static environment again when it is static again.
    CHECK_EQ_INT(mica_body_set_type(world, body, MICA_BODY_STATIC), MICA_ERROR_OK);
    CHECK(!mica_ray_closest(world, from, motion, NULL, &closest));
    run(world, 1);
    CHECK(!mica_ray_closest(world, from, motion, NULL, &closest));
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}
