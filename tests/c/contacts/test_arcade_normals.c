// One-way colliders, rotated and moving ones too, dropping through them, and arcade colliders at
// corners.
#include "build.h"

#include <math.h>

static MicaBody add_platform(MicaWorld *world, MicaBodyType type, MicaVec2 at_, float angle,
                             int shape)
{
    MicaBody body = add_body(world, type, at_.x, at_.y);
    mica_body_set_transform(world, body, at_, angle);
    MicaColliderDef def = mica_collider_def();
    def.oneWay = v2(0.0f, 2.0f);
    MicaShape s = box_shape(2.0f, 0.1f);
    if (shape == 1) {
        mica_shape_segment(v2(-2.0f, 0.0f), v2(2.0f, 0.0f), &s);
    } else if (shape == 2) {
        mica_shape_capsule(v2(-2.0f, 0.0f), v2(2.0f, 0.0f), 0.1f, &s);
    }
    mica_collider_create(world, body, &def, &s);
    return body;
}

static MicaShape hero_shape(int kind)
{
    MicaShape s = {0};
    if (kind == 0) {
        return circle_shape(0.3f);
    } else if (kind == 1) {
        return box_shape(0.25f, 0.4f);
    }
    mica_shape_capsule(v2(0.0f, -0.2f), v2(0.0f, 0.2f), 0.2f, &s);
    return s;
}

static float foot(int kind) { return kind == 0 ? 0.3f : 0.4f; }

TEST(a_one_way_platform_lets_through_from_below_and_holds_from_above)
{
    for (int shape = 0; shape < 3; shape++) {
        for (int kind = 0; kind < 3; kind++) {
            MicaWorld *world = make_awake_world();
            add_platform(world, MICA_BODY_STATIC, v2(0, 2), 0.0f, shape);
            float top = shape == 1 ? 2.0f : 2.1f;
            MicaBody hero = add_dynamic(world, 0, 0, hero_shape(kind));
            mica_body_set_locks(world, hero, MICA_FLAG_LOCK_ROTATION);
            mica_body_set_velocity(world, hero, v2(0, 9));
            float highest = 0.0f;
            for (int i = 0; i < 240; i++) {
                run(world, 1);
                highest = fmaxf(highest, position_of(world, hero).y);
            }
            CHECK_NEAR(highest, 4.05, 0.02);  // nothing stopped it on the way up
            CHECK_NEAR(position_of(world, hero).y, top + foot(kind), 6e-3);
            mica_world_destroy(world);
        }
    }
}

TEST(a_body_half_way_through_is_not_affected)
{
    // A jump whose top leaves the body half-way in: it falls back as if there were no platform.
    MicaWorld *world = make_awake_world();
    add_platform(world, MICA_BODY_STATIC, v2(0, 2), 0.0f, 0);
    MicaBody hero = add_dynamic(world, 0, 0, hero_shape(1)),
             twin = add_dynamic(world, 30, 0, hero_shape(1));
    mica_body_set_velocity(world, hero, v2(0, 6.4f));
    mica_body_set_velocity(world, twin, v2(0, 6.4f));
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        CHECK_NEAR(position_of(world, hero).y, position_of(world, twin).y, 1e-6);
        CHECK_NEAR(position_of(world, hero).x, 0.0, 1e-6);
    }
    // Walking into the platform's side does the same.
    MicaBody walker = add_dynamic(world, -4, 2, circle_shape(0.3f));
    mica_body_set_gravity_scale(world, walker, 0.0f);
    mica_body_set_velocity(world, walker, v2(3, 0));
    run(world, 240);
    CHECK_NEAR(position_of(world, walker).x, 8.0, 1e-3);
    mica_world_destroy(world);
}

TEST(only_a_body_that_drops_falls_through)
{
    MicaWorld *world = make_world();
    add_platform(world, MICA_BODY_STATIC, v2(0, 2), 0.0f, 0);
    add_ground(world);
    MicaBody a = add_dynamic(world, -1, 2.5f, hero_shape(1)),
             b = add_dynamic(world, 1, 2.5f, hero_shape(1));
    run(world, 120);
    CHECK_NEAR(position_of(world, a).y, 2.5, 6e-3);
    CHECK(!is_awake(world, a));
    CHECK_EQ_INT(mica_body_set_drops(world, a, true), MICA_ERROR_OK);
    run(world, 12);
    CHECK_EQ_INT(mica_body_set_drops(world, a, false), MICA_ERROR_OK);
    run(world, 120);
    CHECK_NEAR(position_of(world, a).y, 0.4, 6e-3);
    CHECK_NEAR(position_of(world, b).y, 2.5, 6e-3);
    mica_world_destroy(world);
}

TEST(a_platform_that_is_turned_over_wakes_and_releases_a_sleeping_body)
{
    MicaWorld *world = make_world();
    MicaBody ledge = add_platform(world, MICA_BODY_STATIC, v2(0, 2), 0.0f, 0);
    MicaCollider collider;
    REQUIRE(mica_body_colliders(world, ledge, &collider, 1) == 1);
    MicaBody hero = add_dynamic(world, 0, 2.5f, hero_shape(1));
    run(world, 120);
    CHECK(!is_awake(world, hero));
    CHECK_EQ_INT(mica_collider_set_one_way(world, collider, v2(0, -1)), MICA_ERROR_OK);
    run(world, 1);
    CHECK(is_awake(world, hero));
    run(world, 60);
    CHECK(position_of(world, hero).y < 0.0f);
    // And collides again with what comes from the side that it now faces.
    MicaBody other = add_dynamic(world, 0, 0.5f, hero_shape(1));
    mica_body_set_velocity(world, other, v2(0, 9));
    run(world, 30);
    CHECK(position_of(world, other).y < 1.6f);
    mica_world_destroy(world);
}

TEST(moving_and_rotating_platforms_carry_what_was_above_them)
{
    MicaWorld *world = make_awake_world();
    MicaBody lift = add_platform(world, MICA_BODY_KINEMATIC, v2(0, 0), 0.0f, 0);
    mica_body_set_velocity(world, lift, v2(0, 4));
    MicaBody on = add_dynamic(world, 0, 0.5f, hero_shape(1)),
             under = add_dynamic(world, 1, -0.7f, hero_shape(1));
    mica_body_set_gravity_scale(world, under, 0.0f);
    MicaBody met = add_dynamic(world, -1, 3.0f, hero_shape(1));
    mica_body_set_gravity_scale(world, met, 0.0f);
    run(world, 60);
    float y = position_of(world, lift).y;
    CHECK_NEAR(position_of(world, on).y, y + 0.5, 6e-3);
    CHECK_NEAR(position_of(world, under).y, -0.7, 1e-6);
    CHECK_NEAR(position_of(world, met).y, y + 0.5, 0.05);  // the platform came up to it from below
    mica_world_destroy(world);

    // Rotated by 90°: its colliding side faces -x.
    world = make_space();
    add_platform(world, MICA_BODY_STATIC, v2(0, 0), 1.5707963f, 0);
    MicaBody held = add_dynamic(world, -3, 0, circle_shape(0.3f)),
             passes = add_dynamic(world, 3, 1, circle_shape(0.3f));
    mica_body_set_velocity(world, held, v2(4, 0));
    mica_body_set_velocity(world, passes, v2(-4, 0));
    run(world, 120);
    CHECK_NEAR(position_of(world, held).x, -0.4, 0.02);
    CHECK_NEAR(position_of(world, passes).x, -5.0, 1e-3);
    mica_world_destroy(world);
}

TEST(one_way_platforms_stop_fast_bodies)
{
    for (int kind = 0; kind < 3; kind++) {
        MicaWorld *world = make_awake_world();
        add_platform(world, MICA_BODY_STATIC, v2(0, 0), 0.0f, 1);
        MicaBody bodies[16];
        for (int i = 0; i < 16; i++) {
            bodies[i] = add_dynamic(world, 0.0f, 20.0f + 31.0f * (float)i, hero_shape(kind));
            mica_body_set_velocity(world, bodies[i],
                                   v2(0, -10.0f * (float)(i + 1) * (float)(i + 1)));
        }
        for (int i = 0; i < 60; i++) {
            run(world, 1);
            for (int k = 0; k < 16; k++) {
                CHECK(position_of(world, bodies[k]).y > 0.0f ||
                      fabsf(position_of(world, bodies[k]).x) > 1.5f);
            }
        }
        mica_world_destroy(world);
    }
}

TEST(an_arcade_character_gets_face_normals_at_corners)
{
    // A ball lands next to a corner: its centre is off the ledge, yet it stands as on a wider one.
    // The corner lies 30 degrees aside: friction of .49 does not hold it there, .6 would.
    for (int arcade = 0; arcade < 2; arcade++) {
        MicaWorld *world = make_awake_world();
        MicaBody ledge = add_body(world, MICA_BODY_STATIC, 0, -1);
        add_box(world, ledge, 1, 1);
        MicaBody hero = add_body(world, MICA_BODY_DYNAMIC, 1.15f, 1.0f);
        MicaColliderDef def = mica_collider_def();
        def.arcade = arcade == 1;
        def.friction = 0.4f;
        MicaShape shape = circle_shape(0.3f);
        mica_collider_create(world, hero, &def, &shape);
        mica_body_set_locks(world, hero, MICA_FLAG_LOCK_ROTATION);
        for (int i = 0; i < 90; i++) {
            run(world, 1);
            MicaContactPoint const *points;
            int count = mica_body_contact_points(world, hero, &points);
            for (int k = 0; k < count && arcade == 1; k++) {
                float side =
                    mica_collider_body(world, points[k].colliderA).id == ledge.id ? 1.0f : -1.0f;
                CHECK_NEAR(points[k].normal.y * side, 1.0, 1e-6);
            }
        }
        if (arcade == 1) {
            CHECK_NEAR(position_of(world, hero).y, 0.3, 6e-3);
            CHECK_NEAR(position_of(world, hero).x, 1.15, 1e-3);
        } else {
            CHECK(position_of(world, hero).y < 0.0f);
        }
        mica_world_destroy(world);
    }
}

// A wall of one metre whose top continues as a slope, built from three kinds of colliders, and a
// character that runs into it: it stays on the floor in front of the wall.
static void run_into_wall(int kind, MicaShape shape, float halfHeight, float speed, bool arcade)
{
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    MicaShape floor = {0};
    mica_shape_box(v2(0, -0.5f), 30, 0.5f, 0, 0, &floor);
    mica_collider_create(world, staticBody, &def, &floor);
    if (kind == 0) {
        MicaShape wall = {0}, slope = {0};
        mica_shape_box(v2(-2, 0.5f), 2, 0.5f, 0, 0, &wall);
        const MicaVec2 points[3] = {v2(-1, 1), v2(0, 1), v2(-1, 2)};
        mica_shape_polygon(points, 3, 0, &slope);
        mica_collider_create(world, staticBody, &def, &wall);
        mica_collider_create(world, staticBody, &def, &slope);
    } else if (kind == 1) {
        const uint8_t cells[4] = {MICA_TILE_FULL, MICA_TILE_FULL, MICA_TILE_FULL, MICA_TILE_FALL};
        mica_tiles_create(
            world, staticBody, &def,
            &(MicaTilesDef){
                .columns = 2, .rows = 2, .cell = v2(1, 1), .origin = v2(-2, 0), .cells = cells});
    } else {
        const MicaVec2 points[4] = {v2(0, -1), v2(0, 1), v2(-1, 2), v2(-5, 2)};
        mica_chain_create(world, staticBody, &def, &(MicaChainDef){.points = points, .count = 4});
    }
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_DYNAMIC;
    body.position = v2(2, halfHeight);
    body.locks = MICA_FLAG_LOCK_ROTATION;
    MicaBody hero = mica_body_create(world, &body);
    def.arcade = arcade;
    def.friction = 0;
    mica_collider_create(world, hero, &def, &shape);
    float highest = 0, furthest = 2;
    for (int i = 0; i < 150; i++) {
        mica_body_set_velocity(world, hero, v2(-speed, mica_body_velocity(world, hero).y));
        run(world, 1);
        MicaVec2 p = mica_body_transform(world, hero).p;
        highest = fmaxf(highest, p.y);
        furthest = fminf(furthest, p.x);
    }
    CHECK_NEAR(highest, halfHeight, 2e-3);
    CHECK_NEAR(mica_body_transform(world, hero).p.x, 0.3f, 5e-3);
    CHECK(furthest > 0.3f - speed / 60.0f - 0.01f);
    mica_world_destroy(world);
}

TEST(a_wall_with_a_slope_on_top_is_a_wall)
{
    MicaShape capsule = {0};
    mica_shape_capsule(v2(0, -0.3f), v2(0, 0.3f), 0.3f, &capsule);
    for (int n = 0; n < 24; n++) {
        float speed = (const float[]){1.3f, 2.9f, 5.0f, 9.0f}[n / 6];
        run_into_wall(n % 3, box_shape(0.3f, 0.6f), 0.6f, speed, n / 3 % 2 == 1);
        run_into_wall(n % 3, capsule, 0.6f, speed, n / 3 % 2 == 1);
    }
}

// Along flush tiles, hopping and landing anywhere: the floor has no corners at its tiles.
TEST(an_arcade_character_runs_over_flush_tiles_without_a_catch)
{
    uint32_t seed = 6u;
    for (int n = 0; n < 48; n++) {
        MicaWorld *world = make_awake_world();
        mica_world_set_gravity(world, v2(0, test_random_float(&seed, -50, -8)));
        MicaBody staticBody = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaColliderDef def = mica_collider_def();
        uint8_t cells[64];
        for (int i = 0; i < 64; i++) {
            MicaShape tile = {0};
            mica_shape_box(v2((float)i - 3.5f, -0.5f), 0.5f, 0.5f, 0, 0, &tile);
            cells[i] = MICA_TILE_FULL;
            if (n % 2 == 0) {
                mica_collider_create(world, staticBody, &def, &tile);
            }
        }
        if (n % 2 == 1) {
            MicaTilesDef tiles = {
                .columns = 64, .rows = 1, .cell = v2(1, 1), .origin = v2(-4, -1), .cells = cells};
            REQUIRE(mica_tiles_create(world, staticBody, &def, &tiles).id != 0);
        }
        int kind = n / 2 % 3;
        MicaBody hero = add_body(world, MICA_BODY_DYNAMIC, 0, foot(kind));
        MicaShape shape = hero_shape(kind);
        def.friction = 0;
        def.arcade = true;
        mica_collider_create(world, hero, &def, &shape);
        mica_body_set_locks(world, hero, MICA_FLAG_LOCK_ROTATION);
        float speed = test_random_float(&seed, 1.3f, 12);
        for (int i = 0; i < 200; i++) {
            MicaVec2 before = position_of(world, hero);
            float up = mica_body_velocity(world, hero).y;
            if (before.y < foot(kind) + 0.03f && test_random(&seed) % 20 == 0) {
                up = test_random_float(&seed, 4, 9);
            }
            mica_body_set_velocity(world, hero, v2(speed, up));
            run(world, 1);
            MicaVec2 now = position_of(world, hero);
            // A body that lands between two steps waits out part of a step and gets the leftover
            // time in the next.
            CHECK(now.y > foot(kind) - 0.05f);
            CHECK(mica_body_velocity(world, hero).x > 0.99f * speed);
        }
        CHECK_NEAR(position_of(world, hero).x, speed * 200.0f / 60.0f, speed / 60.0f);
        mica_world_destroy(world);
    }
}

// A body inside one cell of a map passes it, and must not pass the cell below because of that.
TEST(one_way_cells_on_top_of_each_other_act_independently)
{
    for (int rows = 1; rows <= 4; rows++) {
        for (int kind = 0; kind < 3; kind++) {
            uint8_t cells[16];
            for (int i = 0; i < 16; i++) {
                cells[i] = MICA_TILE_FULL | MICA_TILE_ONE_WAY;
            }
            MicaWorld *world = make_awake_world();
            MicaColliderDef def = mica_collider_def();
            MicaTilesDef tiles = {
                .columns = 4, .rows = rows, .cell = v2(1, 1), .origin = v2(-2, 0), .cells = cells};
            MicaBody map = add_body(world, MICA_BODY_STATIC, 0, 0);
            REQUIRE(mica_tiles_create(world, map, &def, &tiles).id != 0);
            // Jumps up into the cells until its middle is at 1.9.
            MicaBody hero = add_dynamic(world, 0.1f, -1.0f, hero_shape(kind));
            mica_body_set_locks(world, hero, MICA_FLAG_LOCK_ROTATION);
            mica_body_set_velocity(world, hero, v2(0.0f, sqrtf(20.0f * 2.9f)));
            run(world, 240);
            CHECK_NEAR(position_of(world, hero).y, 1.0 + foot(kind), 6e-3);
            mica_world_destroy(world);
        }
    }
}
