// Movers where surfaces meet: steps that round shapes glide over, slopes that grow too steep, two slopes that hold
// one between them, inner corners of walls, movers on movers.
#include "movers.h"

TEST(a_round_mover_glides_over_steps_at_constant_speed)
{
    static const float rates[4][2] = {{60.0f, 5.0f}, {144.0f, 5.0f}, {60.0f, 1.0f}, {30.0f, 5.0f}};
    for (int32_t k = 0; k < 4 * SHAPES; k += test_stride(5)) {
        for (float side = 1.0f; side >= -1.0f; side -= 2.0f) {
            int32_t shape = k / 4;
            float hz = rates[k % 4][0], speed = rates[k % 4][1];
            MicaWorld *world = make_world();
            add_floor(world);
            // A step of 0.25 m up, and one down.
            add_box_at(world, add_static(world), v2(0.0f, -0.25f), 2.0f, 0.5f, 0.0f);
            Stage s = make_stage(world, shape, v2(-4.0f * side, 0.65f), NULL);
            s.hz = hz;
            come_to_rest(&s);
            float worst = 0.0f, minimum = 2.0f;
            for (int32_t i = 0; i < (int32_t)(8.0f / speed * hz); ++i) {
                MicaVec2 before = place_of(&s);
                walk_frame(&s, side * speed);
                float drawn = drawn_speed(&s, before) / speed;
                worst = fmaxf(worst, drawn);
                minimum = fminf(minimum, drawn);
                CHECK(is_grounded(&s));
            }
            CHECK(place_of(&s).x * side > 3.7f);
            CHECK(minimum > 0.99f);
            // A box can't glide: it is up, and down, in a frame.
            CHECK(shape == BOX || worst < 1.01f);
            mica_world_destroy(world);
        }
    }
}

TEST(a_mover_stops_where_an_arc_becomes_too_steep)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaVec2 points[73];
        for (int32_t i = 0; i <= 72; ++i) {
            float angle = 1.5707963f * (-1.0f + (float)i / 72.0f);
            points[i] = v2(4.0f * cosf(angle), 4.0f + 4.0f * sinf(angle));
        }
        MicaChainDef def = {.points = points, .count = 73};
        MicaColliderDef collider = mica_collider_def();
        mica_chain_create(world, add_static(world), &collider, &def);
        Stage s = make_stage(world, shape, v2(-3.0f, 0.65f), NULL);
        come_to_rest(&s);
        for (int32_t i = 0; i < 240; ++i) {
            MicaVec2 before = place_of(&s);
            walk_frame(&s, 5.0f);
            CHECK(is_grounded(&s));
            CHECK(i < 180 || drawn_speed(&s, before) < 1e-3f);
        }
        CHECK((state_of(&s).flags & MICA_MOVER_AT_WALL) != 0);
        CHECK(place_of(&s).y > 1.2f);
        for (int32_t i = 0; i < 60; ++i) {
            walk_frame(&s, -5.0f);
        }
        CHECK(place_of(&s).x < -1.0f);
        mica_world_destroy(world);
    }
}

TEST(two_slopes_that_are_too_steep_hold_a_mover_between_them)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float degrees = 52.0f; degrees < 88.0f; degrees += 4.0f * (float)test_stride(4)) {
            MicaWorld *world = make_world();
            float rise = 5.0f * tanf(degrees * 0.017453293f);
            MicaVec2 points[3] = {v2(-5.0f, rise), v2(0.0f, 0.0f), v2(5.0f, rise)};
            MicaChainDef def = {.points = points, .count = 3};
            MicaColliderDef collider = mica_collider_def();
            mica_chain_create(world, add_static(world), &collider, &def);
            Stage s = make_stage(world, shape, v2(0.3f, 16.0f), NULL);
            for (int32_t i = 0; i < 300; ++i) {
                walk_frame(&s, 0.0f);
            }
            MicaVec2 held = place_of(&s);
            for (int32_t i = 0; i < 240; ++i) {
                walk_frame(&s, i < 80 ? 0.0f : i < 160 ? 4.0f : -4.0f);
                CHECK(is_grounded(&s));
                CHECK_NEAR(place_of(&s).x, held.x, 1e-4f);
                CHECK_NEAR(place_of(&s).y, held.y, 1e-4f);
            }
            CHECK_NEAR(state_of(&s).groundNormal.y, 1.0f, 1e-6f);
            mica_mover_set_velocity(world, s.mover, v2(0.0f, 6.0f));
            for (int32_t i = 0; i < 20; ++i) {
                mica_world_step(world, FRAME, 4);
            }
            CHECK_NEAR(place_of(&s).y - held.y, 1.444f, 0.01f);
            mica_world_destroy(world);
        }
    }
}

TEST(a_floating_mover_rests_in_inner_corners_of_any_angle)
{
    static const float degrees[] = {60.0f, 90.0f, 100.0f, 120.0f, 150.0f};
    for (int32_t k = 0; k < 15; ++k) {
        float half = degrees[k / 3] * 0.0087266463f, y = 0.8f * (float)(k % 3);
        MicaWorld *world = make_space();
        for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
            MicaBodyDef def = mica_body_def();
            def.angle = side * half;
            add_box_at(world, mica_body_create(world, &def), v2(10.0f, side * 0.1f), 10.0f, 0.1f,
                       0.0f);
        }
        MicaMoverDef def = mica_mover_def();
        def.floating = true;
        Stage s = make_stage(world, CIRCLE, v2(2.0f, 0.0f), &def);
        float maximum = 0.0f;
        for (int32_t i = 0; i < 300; ++i) {
            mica_mover_set_velocity(world, s.mover, v2(-4.0f, y));
            MicaVec2 before = place_of(&s);
            mica_world_step(world, FRAME, 4);
            maximum = i > 200 ? fmaxf(maximum, drawn_speed(&s, before)) : 0.0f;
        }
        // The velocity goes into both walls, or along one of them.
        float along = -4.0f * cosf(half) + y * sinf(half);
        CHECK_NEAR(maximum, fmaxf(along, 0.0f), 1e-3f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_carries_movers_on_its_head_whichever_was_made_first)
{
    for (int32_t order = 0; order < 2; ++order) {
        MicaWorld *world = make_world();
        add_floor(world);
        Stage first = make_stage(world, BOX, v2(0.0f, order == 0 ? 2.5f : 0.601f), NULL),
              second = make_stage(world, BOX, v2(0.0f, order == 0 ? 0.601f : 2.5f), NULL);
        Stage top = order == 0 ? first : second, low = order == 0 ? second : first;
        for (int32_t i = 0; i < 120; ++i) {
            walk_frame(&top, 0.0f);
        }
        for (int32_t i = 0; i < 120; ++i) {
            float jump = i == 60 ? 5.0f : state_of(&low).velocity.y;
            mica_mover_set_velocity(world, low.mover, v2(2.0f, jump));
            walk_frame(&top, 0.0f);
            CHECK(is_grounded(&top));
            CHECK_NEAR(place_of(&top).x, place_of(&low).x, 1e-3f);
            CHECK_NEAR(place_of(&top).y - place_of(&low).y, 1.201f, 1e-3f);
        }
        CHECK_NEAR(place_of(&top).x, 4.0f, 0.01f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_that_dashes_at_a_corner_in_the_air_slides_down)
{
    static const float rates[3] = {30.0f, 60.0f, 144.0f};
    for (int32_t k = 0; k < 9; k += test_stride(4)) {
        for (float below = 0.08f; below < 0.32f; below += 0.03f) {
            int32_t shape = k % 3 == BOX ? CAPSULE : k % 3;
            float press = 4.0f * (float)(1 + k / 3), half = shape == CIRCLE ? 0.6f : 0.3f;
            MicaWorld *world = make_world();
            add_floor(world);
            add_box_at(world, add_static(world), v2(6.0f, 1.5f), 5.0f, 1.5f, 0.0f);
            MicaMoverDef def = mica_mover_def();
            def.numbers[MICA_MOVER_STEP_HEIGHT] = 0.05f;
            Stage s = make_stage(world, shape, v2(0.3f - half, 3.6f - below), &def);
            s.hz = rates[k % 3];
            mica_mover_set_velocity(world, s.mover, v2(12.0f, 0.0f));
            for (int32_t i = 0; i < (int32_t)(0.1f * s.hz); ++i) {
                walk_frame(&s, 12.0f);
            }
            for (int32_t i = 0; i < (int32_t)(2.0f * s.hz); ++i) {
                walk_frame(&s, press);
            }
            CHECK_NEAR(place_of(&s).y, 0.601f, 1e-3f);
            CHECK_NEAR(place_of(&s).x, 0.999f - half, 1e-3f);
            mica_world_destroy(world);
        }
    }
}

// A cross of two arms turns: the mover slides off one arm and comes to stand in the corner of two, of which one
// pushes it from behind while it stands on the other.
TEST(a_mover_keeps_its_ground_in_the_corner_of_a_turning_mill)
{
    MicaWorldDef worldDef = mica_world_def();
    worldDef.gravity = v2(0.0f, -24.0f);
    MicaWorld *world = mica_world_create(&worldDef);
    MicaBodyDef mill = mica_body_def();
    mill.type = MICA_BODY_KINEMATIC;
    mill.angularVelocity = 0.55f;
    MicaBody body = mica_body_create(world, &mill);
    for (int32_t i = 0; i < 2; ++i) {
        MicaVec2 end = i == 0 ? v2(2.58f, 0.0f) : v2(0.0f, 2.58f);
        MicaColliderDef def = mica_collider_def();
        MicaShape arm;
        mica_shape_capsule(v2(-end.x, -end.y), end, 0.22f, &arm);
        mica_collider_create(world, body, &def, &arm);
    }
    MicaMoverDef def = mica_mover_def();
    def.numbers[MICA_MOVER_MAX_SLOPE] = 0.927f;
    Stage s = make_stage(world, CAPSULE, v2(0.8f, 1.0f), &def);
    int32_t landings = 0;
    bool stood = false;
    float fastest = 0.0f;
    for (int32_t i = 0; i < 260; ++i) {
        MicaVec2 v = state_of(&s).velocity, before = place_of(&s);
        float slower = fmaxf(fabsf(v.x) - 0.21f, 0.0f);
        mica_mover_set_velocity(world, s.mover,
                                v2(stood || v.x == 0.0f ? 0.0f : copysignf(slower, v.x), v.y));
        mica_world_step(world, FRAME, 4);
        landings += is_grounded(&s) && !stood;
        stood = is_grounded(&s);
        if (landings == 2) {
            fastest = i > 121 ? fmaxf(fastest, drawn_speed(&s, before)) : fastest;
        }
    }
    // Onto the mill, and into the corner.
    CHECK_EQ_INT(landings, 2);
    CHECK(fastest < 1.0f);
    mica_world_destroy(world);
}

// Segments that differ by a quarter of a degree meet at the steepest slope: either may be found below.
TEST(a_mover_in_a_pipe_of_short_segments_keeps_its_ground)
{
    MicaWorld *world = make_world();
    MicaVec2 points[193];
    int32_t segments = test_part(192, 4);
    for (int32_t i = 0; i <= segments; ++i) {
        float angle = -3.14159265f * (1.0f - (float)i / (float)segments);
        points[i] = v2(0.31f * cosf(angle), 1.0f + 0.31f * sinf(angle));
    }
    MicaChainDef def = {.points = points, .count = segments + 1};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &def);
    Stage s = make_stage(world, CAPSULE, v2(0.0f, 1.301f), NULL);
    s.hz = 144.0f;
    come_to_rest(&s);
    for (int32_t i = 0; i < 432; ++i) {
        walk_frame(&s, i < 144 ? 0.0f : i < 288 ? -2.0f : 2.0f);
        CHECK(is_grounded(&s));
    }
    mica_world_destroy(world);
}
