// Movers pressed into what they can't pass: ramps and overhangs of any angle, valleys, funnels,
// shafts and walls of pillars. Where a mover stops follows from geometry; it stands there without
// jitter, and walks away again.
#include "course.h"

#define RADIANS 0.017453293f
#define GAP 1e-3f  // that a mover keeps

// A slab whose lower edge, or upper one if it leans back, is the line through `foot` at that angle.
static void add_slab(MicaWorld *world, MicaVec2 foot, float degrees, float side)
{
    float a = degrees * RADIANS;
    MicaVec2 center = {foot.x + side * (10.0f * cosf(a) + 0.5f * sinf(a)),
                       foot.y + 10.0f * sinf(a) - 0.5f * cosf(a)};
    add_box_at(world, add_static(world), center, 12.0f, 0.5f, side * a);
}

static Stage stage_of(MicaWorld *world, int32_t shape, float hz, MicaVec2 at)
{
    Stage s = make_stage(world, shape, at, NULL);
    s.hz = hz;
    come_to_rest(&s);
    return s;
}

// Presses at 5 m/s. In the last second nothing moves by more than .1 mm, nothing is overlapped, and
// it is grounded in every frame. Then it walks away. Returns where it stood.
static MicaVec2 press(const Stage *s, int32_t shape, float side)
{
    for (int32_t i = 0; i < (int32_t)(3.0f * s->hz); ++i) {
        walk_frame(s, 5.0f * side);
        CHECK(is_grounded(s));
    }
    MicaVec2 rest = place_of(s);
    for (int32_t i = 0; i < (int32_t)s->hz; ++i) {
        walk_frame(s, 5.0f * side);
        CHECK_NEAR(hypotf(place_of(s).x - rest.x, place_of(s).y - rest.y), 0.0f, 1e-4f);
        CHECK(is_grounded(s));
        CHECK((state_of(s).flags & MICA_MOVER_AT_WALL) != 0);
        CHECK_EQ_INT(deep_overlaps(s, shape), 0);
    }
    for (int32_t i = 0; i < (int32_t)(0.5f * s->hz + 0.5f); ++i) {
        walk_frame(s, -5.0f * side);
        CHECK(is_grounded(s));
    }
    CHECK_NEAR(hypotf(place_of(s).x - rest.x, place_of(s).y - rest.y), 2.5f, 0.03f);
    return rest;
}

// How far from the foot a character stops on a floor, before a plane at that angle: the furthest of
// its core's points, which are (0, y) of round shapes and the right corners of a box.
static float stop_before(int32_t shape, float degrees)
{
    float a = degrees * RADIANS, maximum = -1e9f;
    float radius = shape == CAPSULE ? 0.3f
                   : shape == BOX   ? 0.0f
                                    : 0.6f,
          half = shape == BOX ? 0.3f : 0.0f;
    float lowest = radius, highest = 1.2f - radius;
    for (int32_t i = 0; i < 2; ++i) {
        float y = (i == 0 ? lowest : highest) + GAP;
        maximum = fmaxf(maximum, half + (radius + GAP - y * cosf(a)) / sinf(a));
    }
    return maximum;
}

TEST_LONG(a_mover_climbs_ramps_below_its_limit_and_stops_at_the_foot_of_steeper_ones)
{
    FOR_ALL
    {
        for (float degrees = 5.0f; degrees < 161.0f; degrees += 5.0f) {
            if (degrees == 50.0f) {
                continue;  // the limit itself
            }
            MicaWorld *world = make_world();
            add_floor(world);
            add_slab(world, v2(0.0f, 0.0f), degrees, side);
            Stage s = stage_of(world, shape, hz, v2(-8.0f * side, 0.65f));
            if (degrees > 50.0f) {
                MicaVec2 rest = press(&s, shape, side);
                CHECK_NEAR(rest.x * side, -stop_before(shape, degrees), 2e-3f);
                CHECK_NEAR(rest.y, 0.601f, 1e-4f);
            } else {
                for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
                    walk_frame(&s, 5.0f * side);
                    CHECK(is_grounded(&s));
                }
                // Some 7 m of its 15 are on the ramp.
                CHECK(place_of(&s).y > 0.6f + 6.0f * sinf(degrees * RADIANS));
            }
            mica_world_destroy(world);
        }
    }
}

TEST_LONG(a_mover_walks_through_valleys_and_stops_in_those_with_a_steep_side)
{
    FOR_ALL
    {
        for (float left = 10.0f; left < 50.0f; left += 13.0f) {
            for (float right = 10.0f; right < 90.0f; right += 13.0f) {
                MicaWorld *world = make_world();
                add_slab(world, v2(0.0f, 0.0f), left, -side);
                add_slab(world, v2(0.0f, 0.0f), right, side);
                Stage s = stage_of(world, shape, hz,
                                   v2(-3.0f * side, 1.0f + 3.0f * tanf(left * RADIANS)));
                if (right > 50.0f) {
                    press(&s, shape, side);
                } else {
                    for (int32_t i = 0; i < (int32_t)(1.6f * hz); ++i) {
                        MicaVec2 before = place_of(&s);
                        walk_frame(&s, 5.0f * side);
                        CHECK(is_grounded(&s));
                        CHECK_NEAR(drawn_speed(&s, before), 5.0f, 0.05f);
                        CHECK_EQ_INT(deep_overlaps(&s, shape), 0);
                    }
                    CHECK(place_of(&s).x * side > 1.0f);
                }
                mica_world_destroy(world);
            }
        }
    }
}

TEST(a_mover_stops_in_funnels_of_a_rising_floor_and_a_falling_ceiling)
{
    FOR_ALL
    {
        for (float rise = 0.0f; rise < 50.0f; rise += 15.0f) {
            for (float ceiling = 110.0f; ceiling < 171.0f; ceiling += 20.0f) {
                MicaWorld *world = make_world();
                add_floor(world);
                if (rise > 0.0f) {
                    add_slab(world, v2(-6.0f * side, 0.0f), rise, side);
                }
                float top = rise > 0.0f ? 6.0f * tanf(rise * RADIANS) : 0.0f;
                add_slab(world, v2(0.0f, top), ceiling, side);
                Stage s = stage_of(world, shape, hz, v2(-9.0f * side, 0.65f));
                press(&s, shape, side);
                mica_world_destroy(world);
            }
        }
    }
}

TEST(a_mover_falls_through_a_shaft_that_is_two_centimetres_wider_and_pressing_a_side_is_not_felt)
{
    FOR_ALL
    {
        float half = (shape == CIRCLE ? 0.6f : 0.3f) + 0.01f;
        MicaWorld *world = make_world();
        // The walls are pillars of boxes on each other.
        for (int32_t i = 0; i < 60; ++i) {
            for (float wall = -1.0f; wall < 2.0f; wall += 2.0f) {
                add_box_at(world, add_static(world),
                           v2(wall * (half + 0.1f), 0.1f + 0.2f * (float)i), 0.1f, 0.1f, 0.0f);
            }
        }
        Stage s = make_stage(world, shape, v2(0.0f, 14.0f), NULL);
        s.hz = hz;
        mica_mover_set_velocity(world, s.mover, v2(0.0f, 0.0f));
        float y = 14.0f, v = 0.0f;
        for (int32_t i = 0; i < (int32_t)(1.7f * hz); ++i) {
            // It comes in straight, and then presses one side after the other.
            float speed = y > 11.0f ? 0.0f : i % 40 < 20 ? 3.0f * side : -3.0f * side;
            walk_frame(&s, speed);
            y += v / hz - 5.0f / (hz * hz);
            v -= 10.0f / hz;
            CHECK_NEAR(place_of(&s).y, y, 2e-3f);
            CHECK(!is_grounded(&s));
            CHECK_EQ_INT(deep_overlaps(&s, shape), 0);
        }
        CHECK(place_of(&s).y < 0.0f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_that_jumps_along_a_wall_of_pillars_and_presses_it_feels_no_seam)
{
    FOR_ALL
    {
        float half = shape == CIRCLE ? 0.6f : 0.3f;
        MicaWorld *world = make_world();
        add_floor(world);
        for (int32_t i = 0; i < 40; ++i) {
            add_box_at(world, add_static(world), v2(side * (half + 0.1f), 0.1f + 0.2f * (float)i),
                       0.1f, 0.1f, 0.0f);
        }
        Stage s = stage_of(world, shape, hz, v2(-0.05f * side, 0.65f));
        float y = place_of(&s).y, v = 11.0f;
        mica_mover_set_velocity(world, s.mover, v2(4.0f * side, v));
        mica_world_step(world, 1.0f / hz, 4);
        while (true) {
            y += v / hz - 5.0f / (hz * hz);
            v -= 10.0f / hz;
            if (y < 0.61f) {
                break;
            }
            CHECK_NEAR(place_of(&s).y, y, 2e-3f);
            CHECK(!is_grounded(&s));
            CHECK(place_of(&s).x * side < 0.0f);
            walk_frame(&s, 4.0f * side);
        }
        mica_world_destroy(world);
    }
}

TEST(a_mover_held_between_a_steep_slope_and_a_wall_or_an_overhang_is_grounded)
{
    FOR_ALL
    {
        for (float slope = 55.0f; slope < 86.0f; slope += 10.0f) {
            for (float wall = 90.0f; wall < 121.0f; wall += 10.0f) {
                if (wall + slope > 165.0f) {
                    continue;  // as good as a shaft
                }
                MicaWorld *world = make_world();
                add_slab(world, v2(0.0f, 0.0f), slope, side);
                add_slab(world, v2(0.0f, 0.0f), wall, -side);
                // Straight above where the two are wide enough apart.
                float a = slope * RADIANS, b = wall * RADIANS, wide = shape == CIRCLE ? 2.8f : 2.2f;
                float high = wide / (1.0f / tanf(a) + 1.0f / tanf(b)) + 0.7f;
                Stage s = make_stage(
                    world, shape, v2(side * 0.5f * high * (1.0f / tanf(a) - 1.0f / tanf(b)), high),
                    NULL);
                s.hz = hz;
                for (int32_t i = 0; i < (int32_t)(4.0f * hz); ++i) {
                    walk_frame(&s, 0.0f);
                }
                MicaVec2 rest = place_of(&s);
                CHECK(rest.y > 0.0f);
                for (int32_t i = 0; i < (int32_t)hz; ++i) {
                    walk_frame(&s, 0.0f);
                    CHECK(is_grounded(&s));
                    CHECK_NEAR(hypotf(place_of(&s).x - rest.x, place_of(&s).y - rest.y), 0.0f,
                               1e-4f);
                    CHECK_EQ_INT(deep_overlaps(&s, shape), 0);
                }
                mica_world_destroy(world);
            }
        }
    }
}

TEST(a_mover_slides_down_a_steep_slope_as_without_friction_whether_it_presses_or_not)
{
    FOR_ALL
    {
        for (float degrees = 54.0f; degrees < 87.0f; degrees += 8.0f) {
            // Left alone; by a game that sets 0 across; pressing; pressing hard.
            for (int32_t how = 0; how < 4; ++how) {
                MicaWorld *world = make_world();
                add_slab(world, v2(0.0f, 0.0f), degrees, side);
                float a = degrees * RADIANS, y = 15.0f;
                Stage s = make_stage(world, shape, v2(side * (y / tanf(a) - 1.5f), y), NULL);
                s.hz = hz;
                while (!(state_of(&s).flags & MICA_MOVER_AT_WALL)) {
                    walk_frame(&s, 4.0f * side);
                }
                mica_mover_set_velocity(world, s.mover, v2(0.0f, 0.0f));
                y = place_of(&s).y;
                for (int32_t i = 0; i < (int32_t)hz; ++i) {
                    float last = state_of(&s).velocity.y;
                    if (how == 0) {
                        mica_world_step(world, 1.0f / hz, 4);
                    } else {
                        walk_frame(&s, side * (how == 1 ? 0.0f : how == 2 ? 2.0f : 20.0f));
                    }
                    CHECK(state_of(&s).velocity.y < last);
                    CHECK(!is_grounded(&s));
                }
                float due = 5.0f * sinf(a) * sinf(a);
                CHECK_NEAR(y - place_of(&s).y, due, 0.02f * due);
                mica_world_destroy(world);
            }
        }
    }
}
