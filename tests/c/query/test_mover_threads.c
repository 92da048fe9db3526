// What users of other engines' characters complain of, a test a thread, on ground that stands
// still. Each rebuilds the scene of the thread as far as it has one. Those on moving ground:
// test_mover_lift_threads.c.
#include "movers.h"

#define RADIANS 0.017453293f

static float half_width(int32_t shape) { return shape == CIRCLE ? 0.6f : 0.3f; }

static Stage stage_with(MicaWorld *world, int32_t shape, float hz, MicaVec2 at,
                        MicaMoverNumber number, float value)
{
    MicaMoverDef def = mica_mover_def();
    def.numbers[number] = value;
    Stage s = make_stage(world, shape, at, &def);
    s.hz = hz;
    return s;
}

static Stage stage_of(MicaWorld *world, int32_t shape, float hz, MicaVec2 at)
{
    Stage s = make_stage(world, shape, at, NULL);
    s.hz = hz;
    return s;
}

// A slope of that angle that rises to the right from the origin, or to the left if side is -1.
static void add_ramp(MicaWorld *world, float degrees, float side)
{
    float a = degrees * RADIANS;
    add_box_at(world, add_static(world),
               v2(side * (10.0f * cosf(a) + 0.5f * sinf(a)), 10.0f * sinf(a) - 0.5f * cosf(a)),
               12.0f, 0.5f, side * a);
}

TEST(a_capsule_does_not_climb_corners_as_in_box2d_1032)
{
    // It dashes in the air against the corner of a platform, which meets the round part below.
    FOR_ALL
    {
        for (float below = 0.06f; below < 0.32f; below += 0.05f) {
            MicaWorld *world = make_world();
            add_floor(world);
            add_box_at(world, add_static(world), v2(side * 6.0f, 1.5f), 5.0f, 1.5f, 0.0f);
            float start = 3.0f - below + 0.6f;
            Stage s = stage_with(world, shape, hz, v2(0.0f, start), MICA_MOVER_STEP_HEIGHT, 0.05f);
            mica_mover_set_velocity(world, s.mover, v2(side * 12.0f, 0.0f));
            float highest = 0.0f;
            for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
                walk_frame(&s, side * 12.0f);
                highest = fmaxf(highest, place_of(&s).y);
            }
            CHECK(highest <= start);
            CHECK(is_grounded(&s));
            CHECK_NEAR(place_of(&s).y, 0.601f, 1e-3f);
            CHECK_NEAR(place_of(&s).x * side, 1.0f - half_width(shape) - 1e-3f, 1e-3f);
            mica_world_destroy(world);
        }
    }
}

TEST(the_search_for_ground_does_not_kill_a_jump_as_in_box3d_75)
{
    // Slower than what the snap distance would pull back, on a floor.
    FOR_ALL
    {
        for (float up = 0.25f; up < 6.0f; up *= 2.0f) {
            MicaWorld *world = make_world();
            add_ground(world);
            Stage s = stage_of(world, shape, hz, v2(0.0f, 0.7f));
            come_to_rest(&s);
            float y = place_of(&s).y, v = up;
            mica_mover_set_velocity(world, s.mover, v2(5.0f * side, up));
            do {
                mica_world_step(world, 1.0f / hz, 4);
                y += v / hz - 5.0f / (hz * hz);
                v -= 10.0f / hz;
                if (y > 0.602f) {
                    CHECK(!is_grounded(&s));
                    CHECK_NEAR(place_of(&s).y, y, 1e-5f);
                }
            } while (y > 0.6005f);
            CHECK(is_grounded(&s));
            mica_world_destroy(world);
        }
    }
}

TEST(the_slope_limit_counts_as_in_rapier_js_274)
{
    // Terrain of one chain; any angle below 90 degrees was climbed there, whatever the limit.
    FOR_ALL
    {
        for (float limit = 10.0f; limit < 90.0f; limit += 20.0f) {
            for (float degrees = 5.0f; degrees < 86.0f; degrees += 10.0f) {
                MicaWorld *world = make_world();
                MicaVec2 points[3] = {
                    {-20.0f * side, 0.0f},
                    {0.0f, 0.0f},
                    {side * 30.0f * cosf(degrees * RADIANS), 30.0f * sinf(degrees * RADIANS)}};
                MicaChainDef chain = {.points = points, .count = 3};
                MicaColliderDef collider = mica_collider_def();
                mica_chain_create(world, add_static(world), &collider, &chain);
                Stage s = stage_with(world, shape, hz, v2(-3.0f * side, 0.7f), MICA_MOVER_MAX_SLOPE,
                                     limit * RADIANS);
                come_to_rest(&s);
                for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
                    walk_frame(&s, 5.0f * side);
                    CHECK(is_grounded(&s));
                }
                CHECK(degrees < limit ? place_of(&s).y > 0.9f : place_of(&s).y < 0.603f);
                mica_world_destroy(world);
            }
        }
    }
}

TEST(the_step_height_counts_as_in_rapier_js_291)
{
    FOR_ALL
    {
        for (float limit = 0.1f; limit < 0.6f; limit += 0.2f) {
            for (float step = 0.05f; step < 0.6f; step += 0.1f) {
                MicaWorld *world = make_world();
                add_floor(world);
                add_box_at(world, add_static(world), v2(side * 12.0f, step - 1.0f), 10.0f, 1.0f,
                           0.0f);
                Stage s =
                    stage_with(world, shape, hz, v2(0.0f, 0.7f), MICA_MOVER_STEP_HEIGHT, limit);
                come_to_rest(&s);
                for (int32_t i = 0; i < (int32_t)(1.5f * hz); ++i) {
                    walk_frame(&s, 3.0f * side);
                    CHECK(is_grounded(&s));
                }
                bool climbs = step <= limit;
                CHECK_NEAR(place_of(&s).y, 0.601f + (climbs ? step : 0.0f), 1e-3f);
                CHECK((place_of(&s).x * side > 2.5f) == climbs);
                mica_world_destroy(world);
            }
        }
    }
}

TEST(sliding_along_a_surface_does_not_stutter_as_in_rapier_js_191)
{
    // The motion that the thread draws, frame by frame: along floor and wall of tiles, pressed into
    // them.
    FOR_ALL
    {
        MicaWorld *world = make_world();
        for (int32_t i = -20; i < 20; ++i) {
            add_box_at(world, add_static(world), v2((float)i, -0.5f), 0.5f, 0.5f, 0.0f);
            add_box_at(world, add_static(world), v2(30.0f * side, (float)i), 0.5f, 0.5f, 0.0f);
        }
        MicaMoverDef def = mica_mover_def();
        Stage walker = make_stage(world, shape, v2(-8.0f * side, 0.7f), &def);
        def.floating = true;
        Stage floater = make_stage(world, shape, v2(side * 28.5f, -10.0f), &def);
        walker.hz = floater.hz = hz;
        for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
            MicaVec2 a = place_of(&walker), b = place_of(&floater);
            mica_mover_set_velocity(world, floater.mover, v2(4.0f * side, 5.0f));
            mica_mover_set_velocity(world, walker.mover, v2(5.0f * side, -3.0f));
            mica_world_step(world, 1.0f / hz, 4);
            if (i > (int32_t)(0.5f * hz)) {
                CHECK_NEAR((place_of(&walker).x - a.x) * hz * side, 5.0f, 0.01f);
                CHECK_NEAR((place_of(&floater).y - b.y) * hz, 5.0f, 0.01f);
                CHECK_NEAR(place_of(&floater).x, b.x, 1e-4f);
            }
        }
        CHECK_NEAR(place_of(&floater).x * side, 29.5f - half_width(shape) - 1e-3f, 5e-4f);
        mica_world_destroy(world);
    }
}

TEST(the_gap_to_the_ground_is_kept_as_in_rapier_418)
{
    FOR_ALL
    {
        MicaWorld *world = make_world();
        add_floor(world);
        Stage s = stage_of(world, shape, hz, v2(0.0f, 0.7f));
        come_to_rest(&s);
        for (int32_t i = 0; i < 1000; ++i) {
            // It wants to go into the ground, less and less, then more and more.
            float down = 0.01f * fabsf(500.0f - (float)i);
            mica_mover_set_velocity(world, s.mover, v2(5.0f * side, -down));
            mica_world_step(world, 1.0f / hz, 4);
            CHECK_NEAR(place_of(&s).y, 0.601f, 5e-5f);
            CHECK(is_grounded(&s));
        }
        mica_world_destroy(world);
    }
}

// A chain that rises from 0 to 49 degrees over `count` segments of that length.
static void add_rise(MicaWorld *world, int32_t count, float length, float side)
{
    MicaVec2 points[80] = {{-20.0f * side, 0.0f}, {0.0f, 0.0f}};
    for (int32_t i = 0; i < count; ++i) {
        float a = 49.0f * RADIANS * (float)(i + 1) / (float)count;
        points[i + 2] =
            v2(points[i + 1].x + side * length * cosf(a), points[i + 1].y + length * sinf(a));
    }
    MicaChainDef chain = {.points = points, .count = count + 2};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &chain);
}

TEST(a_slope_that_rises_ever_more_stops_nobody_as_in_godot_rapier_616)
{
    FOR_ALL
    {
        for (int32_t count = 7; count < 70; count *= 3) {
            MicaWorld *world = make_world();
            float length = 12.0f / (float)count;
            add_rise(world, count, length, side);
            Stage s = stage_of(world, shape, hz, v2(-3.0f * side, 0.7f));
            come_to_rest(&s);
            for (int32_t i = 0; i < (int32_t)(2.6f * hz); ++i) {
                MicaVec2 before = place_of(&s);
                walk_frame(&s, 5.0f * side);
                CHECK_NEAR(drawn_speed(&s, before), 5.0f, 0.05f);
                CHECK(is_grounded(&s));
            }
            for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
                MicaVec2 before = place_of(&s);
                walk_frame(&s, -5.0f * side);
                CHECK_NEAR(drawn_speed(&s, before), 5.0f, 0.05f);
                CHECK(is_grounded(&s));
            }
            mica_world_destroy(world);
        }
    }
}

// Presses against what is there; the last second must not shake it, and it walks away then.
static void press_without_jitter(Stage *s, float side)
{
    for (int32_t i = 0; i < (int32_t)(2.0f * s->hz); ++i) {
        walk_frame(s, 5.0f * side);
    }
    MicaVec2 rest = place_of(s);
    bool stood = is_grounded(s);
    for (int32_t i = 0; i < (int32_t)s->hz; ++i) {
        walk_frame(s, 5.0f * side);
        CHECK_NEAR(place_of(s).x, rest.x, 1e-4f);
        CHECK_NEAR(place_of(s).y, rest.y, 1e-4f);
        CHECK_EQ_INT(is_grounded(s), stood);
    }
    for (int32_t i = 0; i < (int32_t)s->hz; ++i) {
        walk_frame(s, -2.0f * side);
    }
    CHECK_NEAR((rest.x - place_of(s).x) * side, 2.0f, 0.05f);
}

TEST(pressing_into_corners_does_not_shake_as_in_godot_59295)
{
    FOR_ALL
    {
        for (float degrees = 60.0f; degrees < 156.0f; degrees += 5.0f) {
            MicaWorld *world = make_world();
            add_floor(world);
            add_ramp(world, degrees, side);
            Stage s = stage_of(world, shape, hz, v2(-6.0f * side, 0.7f));
            come_to_rest(&s);
            press_without_jitter(&s, side);
            CHECK(is_grounded(&s));
            mica_world_destroy(world);
        }
    }
}

TEST_LONG(a_mover_between_two_steep_slopes_rests_and_gets_out_as_in_jolt_1876_and_1887)
{
    FOR_ALL
    {
        for (float left = 52.0f; left < 86.0f; left += 8.0f) {
            for (float right = 52.0f; right < 86.0f; right += 8.0f) {
                MicaWorld *world = make_world();
                add_ramp(world, left, -1.0f);
                add_ramp(world, right, 1.0f);
                // Teleported into it, as there.
                Stage s = stage_of(world, shape, hz, v2(0.05f * side, 9.0f));
                for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
                    walk_frame(&s, 0.0f);
                }
                MicaVec2 rest = place_of(&s);
                bool stood = is_grounded(&s);
                for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
                    walk_frame(&s, i < (int32_t)hz ? 0.0f : 3.0f * side);
                    CHECK_NEAR(place_of(&s).x, rest.x, 1e-4f);
                    CHECK_NEAR(place_of(&s).y, rest.y, 1e-4f);
                    CHECK_EQ_INT(is_grounded(&s), stood);
                    CHECK_EQ_INT(state_of(&s).flags & MICA_MOVER_CRUSHED, 0);
                }
                mica_mover_set_velocity(world, s.mover, v2(0.0f, 10.0f));
                for (int32_t i = 0; i < (int32_t)(0.9f * hz); ++i) {
                    mica_world_step(world, 1.0f / hz, 4);
                }
                CHECK(place_of(&s).y > rest.y + 4.0f);
                mica_world_destroy(world);
            }
        }
    }
}

TEST(where_a_slope_meets_the_floor_nothing_shakes_as_in_jolt_1860)
{
    FOR_ALL
    {
        for (float degrees = 10.0f; degrees < 90.0f; degrees += 8.0f) {
            MicaWorld *world = make_world();
            add_floor(world);
            add_ramp(world, degrees, side);
            Stage s = stage_of(world, shape, hz, v2(-4.0f * side, 0.7f));
            come_to_rest(&s);
            // To the foot and back, twice, with stops in which nothing may move.
            for (int32_t i = 0; i < (int32_t)(4.0f * hz); ++i) {
                float t = (float)i / hz, speed = fmodf(t, 2.0f) < 1.0f ? 4.0f : -4.0f;
                bool stops = fmodf(t, 0.25f) > 0.2f;
                MicaVec2 before = place_of(&s);
                walk_frame(&s, stops ? 0.0f : speed * side);
                CHECK(is_grounded(&s));
                if (stops) {
                    CHECK(place_of(&s).x == before.x && place_of(&s).y == before.y);
                } else if (degrees < 50.0f || speed < 0.0f) {
                    CHECK_NEAR(drawn_speed(&s, before), 4.0f, 0.04f);
                }
            }
            mica_world_destroy(world);
        }
    }
}

TEST(a_wall_at_high_speed_is_no_floor_as_in_godot_111059)
{
    FOR_ALL
    {
        MicaWorld *world = make_world();
        add_box_at(world, add_static(world), v2(-5.0f * side, -0.5f), 5.0f, 0.5f, 0.0f);
        add_box_at(world, add_static(world), v2(2.5f * side, 0.0f), 0.5f, 30.0f, 0.0f);
        Stage s = stage_of(world, shape, hz, v2(-3.0f * side, 0.7f));
        come_to_rest(&s);
        bool was = true;
        float speed = 0.0f;
        for (int32_t i = 0; i < (int32_t)(1.5f * hz); ++i) {
            walk_frame(&s, 100.0f * side);
            // It flies from the floor to the wall in one frame, and then falls along it, ever
            // faster.
            CHECK(was || !is_grounded(&s));
            CHECK(was || state_of(&s).velocity.y < speed);
            was = is_grounded(&s);
            speed = was ? 0.0f : state_of(&s).velocity.y;
        }
        CHECK_NEAR(place_of(&s).x * side, 2.0f - half_width(shape) - 1e-3f, 1e-3f);
        CHECK(place_of(&s).y < -8.5f);
        mica_world_destroy(world);
    }
}
