// Internal edges: a body that moves along touching colliders behaves as on one collider, whichever
// body owns them; and faces that are exposed, or covered only by what the body does not collide
// with, still count.
#include "build.h"

#include <math.h>

static MicaCollider add_piece(MicaWorld *world, MicaBody body, MicaVec2 center, float halfWidth,
                              float halfHeight, float angle, float friction, int layer)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    def.layer = layer;
    MicaShape shape = {0};
    mica_shape_box(center, halfWidth, halfHeight, angle, 0.0f, &shape);
    return mica_collider_create(world, body, &def, &shape);
}

// Runs a body along tiles whose tops are at y = 0: its greatest lift, and the share of its speed
// that is left.
static void cross_tiles(MicaWorld *world, MicaBody body, float speed, int steps, double *lift,
                        double *left)
{
    run(world, 10);
    float height = position_of(world, body).y, highest = height;
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        highest = fmaxf(highest, position_of(world, body).y);
    }
    *lift = (double)(highest - height);
    *left = (double)(mica_body_velocity(world, body).x / speed);
}

static MicaBody slide(MicaWorld *world, MicaShape shape, float x, float y, float speed)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.0f;
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    mica_body_set_velocity(world, body, v2(speed, 0.0f));
    return body;
}

TEST(every_shape_slides_over_tiles_as_over_a_slab)
{
    const float speeds[] = {0.5f, 2.0f, 8.0f, 30.0f};
    for (int what = 0; what < 4; what++) {
        for (int s = 0; s < 4; s++) {
            MicaWorld *world = make_awake_world();
            MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
            for (int i = -3; i < 60; i++) {
                add_piece(world, staticBody, v2((float)i + 0.5f, -0.5f), 0.5f, 0.5f, 0.0f, 0.0f, 0);
            }
            MicaShape shape = box_shape(0.25f, 0.25f);
            shape = what == 1   ? circle_shape(0.25f)
                    : what == 2 ? capsule_shape(0.3f, 0.25f)
                                : shape;
            if (what == 3) {
                mica_shape_box(v2(0.0f, 0.0f), 0.2f, 0.2f, 0.0f, 0.05f, &shape);
            }
            MicaBody body = slide(world, shape, 0.0f, 0.25f, speeds[s]);
            double lift, left;
            cross_tiles(world, body, speeds[s],
                        (int)(50.0f / speeds[s] * 60.0f) < 600 ? (int)(50.0f / speeds[s] * 60.0f)
                                                               : 600,
                        &lift, &left);
            CHECK_NEAR(lift, 0.0, 1e-4);
            CHECK_NEAR(left, 1.0, 1e-3);
            mica_world_destroy(world);
        }
    }
}

TEST_LONG(tiles_that_are_off_by_a_hair_are_flush)
{
    // As far from the origin as levels get, tile corners no longer agree to the last bit: some
    // tiles overlap a little, some leave a gap of a tenth of a millimetre. When within a step a
    // body reaches an edge varies.
    const float speeds[] = {2.0f, 5.0f, 8.0f, 20.0f};
    const MicaShape shapes[] = {box_shape(0.25f, 0.25f), circle_shape(0.25f),
                                capsule_shape(0.3f, 0.25f)};
    for (int k = 0; k < 60; k++) {
        MicaWorld *world = make_awake_world();
        for (int i = 0; i < 60; i++) {
            float off = (float)(i % 3 - 1) * 1e-4f;
            MicaBody tile =
                add_body(world, MICA_BODY_STATIC, 1000.05f + 0.9f * (float)i + off, 699.5f);
            add_piece(world, tile, v2(0.0f, 0.0f), 0.45f, 0.5f, 0.0f, 0.0f, 0);
        }
        float speed = speeds[k % 4], x = 1000.5f + 0.0217f * (float)(k / 12);
        MicaBody body = slide(world, shapes[k / 4 % 3], x, 700.25f, speed);
        double lift, left;
        cross_tiles(world, body, speed, (int)(2500.0f / speed), &lift, &left);
        CHECK_NEAR(lift, 0.0, 5e-4);
        CHECK_NEAR(left, 1.0, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_moving_platform_of_several_shapes_has_no_internal_edges)
{
    for (int bodies = 0; bodies < 2; bodies++) {
        MicaWorld *world = make_awake_world();
        MicaBody platform = {0};
        for (int i = 0; i < 20; i++) {
            if (bodies == 1 || i == 0) {
                platform = add_body(world, MICA_BODY_KINEMATIC, 0.0f, 0.0f);
                mica_body_set_velocity(world, platform, v2(0.0f, 1.0f));
            }
            add_piece(world, platform, v2((float)i, -0.5f), 0.5f, 0.5f, 0.0f, 0.0f, 0);
        }
        MicaBody body = slide(world, circle_shape(0.25f), 0.0f, 0.26f, 4.0f);
        mica_body_set_velocity(world, body, v2(4.0f, 1.0f));
        run(world, 30);
        float start = position_of(world, body).y;
        double maximum = 0.0;
        for (int i = 0; i < 180; i++) {
            run(world, 1);
            double rise = (double)(position_of(world, body).y - start) - (double)(i + 1) / 60.0;
            maximum = fmax(maximum, fabs(rise));
        }
        CHECK_NEAR(maximum, 0.0, 5e-4);
        CHECK_NEAR(mica_body_velocity(world, body).x, 4.0, 4e-3);
        mica_world_destroy(world);
    }
}

TEST(a_ball_on_a_dynamic_body_of_several_boxes_meets_no_internal_edge)
{
    // A ball rolls along a dynamic raft of flush boxes that rests on the staticBody.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody raft = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.25f);
    for (int i = 0; i < 12; i++) {
        add_piece(world, raft, v2((float)i, 0.0f), 0.5f, 0.25f, 0.0f, 0.0f, 0);
    }
    run(world, 60);
    MicaBody body = slide(world, circle_shape(0.2f), 0.0f, 0.7f, 3.0f);
    double lift, left;
    run(world, 10);
    cross_tiles(world, body, 3.0f, 180, &lift, &left);
    CHECK_NEAR(lift, 0.0, 2e-4);
    CHECK_NEAR(left, 1.0, 2e-3);
    mica_world_destroy(world);
}

TEST(colliders_that_the_body_ignores_cover_nothing)
{
    // Next to the wall is a static collider of a layer that the body ignores: to the body, the
    // wall's side is exposed.
    MicaWorld *world = make_space();
    mica_layer_set(world, 1, 1, MICA_IGNORE);
    mica_layer_set(world, 0, 0, MICA_SOLID);
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    add_piece(world, staticBody, v2(0.0f, 0.0f), 0.5f, 2.0f, 0.0f, 0.6f, 0);
    add_piece(world, staticBody, v2(-1.0f, 0.0f), 0.5f, 2.0f, 0.0f, 0.6f, 1);
    MicaBody body = slide(world, circle_shape(0.25f), -3.0f, 0.0f, 2.0f);
    run(world, 180);
    CHECK_NEAR(position_of(world, body).x, -0.75, 0.01);
    mica_world_destroy(world);
}

TEST(the_exposed_part_of_a_covered_face_stops_a_body)
{
    // A step: the floor covers the lower half of the block's side, the upper half is exposed.
    for (int ball = 0; ball < 2; ball++) {
        MicaWorld *world = make_awake_world();
        MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
        add_piece(world, staticBody, v2(-5.0f, -0.5f), 5.0f, 0.5f, 0.0f, 0.0f, 0);
        add_piece(world, staticBody, v2(0.5f, 0.0f), 0.5f, 1.0f, 0.0f, 0.0f, 0);
        MicaShape shape = ball ? circle_shape(0.25f) : box_shape(0.25f, 0.25f);
        MicaBody body = slide(world, shape, -3.0f, 0.25f, 4.0f);
        run(world, 180);
        CHECK_NEAR(position_of(world, body).x, -0.25, 0.01);
        CHECK_NEAR(position_of(world, body).y, 0.25, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_ball_follows_convex_and_concave_bends)
{
    // Down a slope, along a floor and down again, over tiles that share corners: the ball stays on
    // them.
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    const MicaVec2 outline[] = {
        {-6.0f, 2.0f}, {-2.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, -1.0f}, {8.0f, -1.0f}};
    for (int i = 0; i < 4; i++) {
        const MicaVec2 corners[4] = {
            {outline[i].x, -4.0f}, {outline[i + 1].x, -4.0f}, outline[i + 1], outline[i]};
        MicaShape shape = {0};
        MicaColliderDef def = mica_collider_def();
        def.friction = 0.0f;
        REQUIRE(mica_shape_polygon(corners, 4, 0.0f, &shape) == MICA_ERROR_OK);
        mica_collider_create(world, staticBody, &def, &shape);
    }
    MicaBody body = slide(world, circle_shape(0.25f), -5.0f, 2.0f, 0.0f);
    bool flew = false;
    for (int i = 0; i < 400 && position_of(world, body).x < 7.0f; i++) {
        run(world, 1);
        MicaVec2 p = position_of(world, body);
        float floor = p.x < -2.0f  ? -0.5f * (p.x + 2.0f)
                      : p.x < 0.0f ? 0.0f
                      : p.x < 4.0f ? -0.25f * p.x
                                   : -1.0f;
        CHECK(p.y > floor + 0.24f);
        flew = flew || (p.x > -2.5f && p.x < -0.5f && p.y > floor + 0.30f);
    }
    CHECK(!flew);
    CHECK(position_of(world, body).x >= 7.0f);
    mica_world_destroy(world);
}

TEST(a_box_in_the_corner_of_tiles_neither_jitters_nor_creeps)
{
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    for (int i = 0; i < 5; i++) {
        add_piece(world, staticBody, v2((float)i - 2.5f, -0.5f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
        add_piece(world, staticBody, v2(2.5f, (float)i - 0.5f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
    }
    mica_world_set_gravity(world, v2(8.0f, -10.0f));
    MicaBody box = add_dynamic(world, 1.7f, 0.25f, box_shape(0.25f, 0.25f));
    run(world, 120);
    MicaVec2 at = position_of(world, box);
    CHECK_NEAR(at.x, 1.75, 2e-3);
    CHECK_NEAR(at.y, 0.25, 2e-3);
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        MicaVec2 p = position_of(world, box), v = mica_body_velocity(world, box);
        CHECK_NEAR(p.x, at.x, 2e-5);
        CHECK_NEAR(p.y, at.y, 2e-5);
        CHECK_NEAR(v.x, 0.0, 1e-3);
        CHECK_NEAR(v.y, 0.0, 1e-3);
    }
    mica_world_destroy(world);
}

TEST(nothing_falls_through_a_floor_of_tiles_however_it_lands)
{
    // Boxes, balls and capsules thrown hard at a floor and a wall of small tiles.
    uint32_t seed = 3;
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    for (int i = -40; i < 40; i++) {
        add_piece(world, staticBody, v2(0.25f * (float)i + 0.125f, -0.125f), 0.125f, 0.125f, 0.0f,
                  0.6f, 0);
        add_piece(world, staticBody, v2(-10.125f, 0.25f * (float)(i + 40) - 0.125f), 0.125f, 0.125f,
                  0.0f, 0.6f, 0);
        add_piece(world, staticBody, v2(10.125f, 0.25f * (float)(i + 40) - 0.125f), 0.125f, 0.125f,
                  0.0f, 0.6f, 0);
    }
    MicaBody bodies[120];
    for (int i = 0; i < 120; i++) {
        MicaShape shape = i % 3 == 0   ? box_shape(0.2f, 0.1f)
                          : i % 3 == 1 ? circle_shape(0.15f)
                                       : capsule_shape(0.15f, 0.1f);
        bodies[i] =
            add_dynamic(world, (float)(i % 30) * 0.6f - 8.7f, 1.0f + (float)(i / 30), shape);
        float x = test_random_float(&seed, -100, 100), y = test_random_float(&seed, -100, 0);
        mica_body_set_velocity(world, bodies[i], v2(x, y));
        mica_body_set_angular_velocity(world, bodies[i], test_random_float(&seed, -20, 20));
    }
    bool over[120] = {false};  // thrown so high that it may go over a wall
    for (int step = 0; step < 300; step++) {
        run(world, 1);
        for (int i = 0; i < 120; i++) {
            MicaVec2 p = position_of(world, bodies[i]);
            over[i] = over[i] || p.y > 19.0f;
            CHECK(over[i] || (p.y > 0.0f && p.x > -10.0f && p.x < 10.0f));
        }
    }
    mica_world_destroy(world);
}

TEST(a_static_collider_added_since_the_last_step_covers_a_face_at_once)
{
    MicaWorld *world = make_world();
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    add_piece(world, staticBody, v2(0.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
    add_piece(world, staticBody, v2(1.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
    mica_world_step(world, FRAME, 4);
    MicaHit hit;
    MicaVec2 from = v2(2.0f, 0.2f), translation = v2(-1.9f, 0.0f);
    CHECK(mica_ray_closest(world, from, translation, SEEN(~(uint64_t)0, 0), &hit));
    CHECK_NEAR(hit.point.x, 1.5f, 1e-4f);
    add_piece(world, staticBody, v2(2.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
    CHECK(!mica_ray_closest(world, from, translation, SEEN(~(uint64_t)0, 0), &hit));
    mica_world_destroy(world);
}

TEST(casts_along_tiles_hit_no_internal_edge)
{
    for (int n = 0; n < 4; n++) {
        bool maps = n % 2 == 1,
             stepped = n / 2 == 0;  // or the tiles were added since the last step
        MicaWorld *world = make_world();
        MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
        if (maps) {
            uint8_t cells[2 * 30] = {0};
            for (int i = 0; i < 30; i++) {
                cells[i] = MICA_TILE_FULL;
            }
            cells[30 + 29] = MICA_TILE_FULL;  // a wall at the end
            MicaColliderDef def = mica_collider_def();
            MicaTilesDef tiles = {.columns = 30,
                                  .rows = 2,
                                  .cell = v2(1.0f, 1.0f),
                                  .origin = v2(-5.0f, -1.0f),
                                  .cells = cells};
            REQUIRE(mica_tiles_create(world, staticBody, &def, &tiles).id != 0);
        } else {
            for (int i = -5; i < 25; i++) {
                add_piece(world, staticBody, v2((float)i + 0.5f, -0.5f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
            }
            add_piece(world, staticBody, v2(24.5f, 0.5f), 0.5f, 0.5f, 0.0f, 0.6f, 0);
        }
        if (stepped) {
            mica_world_step(world, FRAME, 4);
        }
        MicaShape shapes[3] = {box_shape(0.3f, 0.25f), circle_shape(0.25f),
                               capsule_shape(0.2f, 0.25f)};
        const float half[3] = {0.3f, 0.25f, 0.45f};
        const float heights[3] = {0.25f, 0.2501f, 0.2499f};
        for (int k = 0; k < 3; k++) {
            for (int h = 0; h < 3; h++) {
                // From a start on the tiles to the wall, 24 tiles on.
                MicaHit hit;
                CHECK(mica_shape_cast_closest(world, &shapes[k], at(0.2f, heights[h], 0.0f),
                                              v2(40.0f, 0.0f), SEEN(~(uint64_t)0, 0), &hit));
                CHECK_NEAR(0.2f + 40.0f * hit.fraction, 24.0f - half[k], 2e-3);
                CHECK_NEAR(hit.normal.x, -1.0, 1e-3);
            }
        }
        // From inside the tiles, the ray leaves without hitting any internal edge.
        MicaHit hit;
        CHECK(!mica_ray_closest(world, v2(0.5f, -0.5f), v2(20.0f, 0.0f), SEEN(~(uint64_t)0, 0),
                                &hit));
        CHECK(!mica_ray_any(world, v2(0.5f, -0.5f), v2(-20.0f, 0.0f), SEEN(~(uint64_t)0, 0)));
        // From outside, exposed faces are hit as ever.
        CHECK(
            mica_ray_closest(world, v2(3.0f, 5.0f), v2(0.0f, -20.0f), SEEN(~(uint64_t)0, 0), &hit));
        CHECK_NEAR(hit.fraction, 0.25, 1e-6);
        CHECK(mica_ray_closest(world, v2(24.0f, 5.0f), v2(-1e-5f, -20.0f), SEEN(~(uint64_t)0, 0),
                               &hit));
        mica_world_destroy(world);
    }
}
