// Movers: speed as it is drawn, frame by frame, on slopes, crests and feet; rest; landing; walls, steps,
// ceilings and one-way platforms.
#include "movers.h"

// ------------------------------------------------------------------------------------------ speed

static void cross(void (*add)(MicaWorld *world), int32_t shape, float hz, float side)
{
    MicaWorld *world = make_world();
    add(world);
    Stage s = make_stage(world, shape, (MicaVec2){side > 0.0f ? 2.0f : 38.0f, 0.7f}, NULL);
    s.hz = hz;
    come_to_rest(&s);
    CHECK(is_grounded(&s));
    float worst = 0.0f;
    int32_t airborne = 0;
    for (int32_t i = 0; i < (int32_t)(7.0f * hz); ++i) {
        MicaVec2 before = place_of(&s);
        walk_frame(&s, 5.0f * side);
        worst = fmaxf(worst, fabsf(drawn_speed(&s, before) / 5.0f - 1.0f));
        airborne += !is_grounded(&s);
    }
    CHECK_NEAR(worst, 0.0f, 0.01f);
    CHECK_EQ_INT(airborne, 0);
    CHECK(side > 0.0f ? place_of(&s).x > 31.0f : place_of(&s).x < 9.0f);
    mica_world_destroy(world);
}

TEST(a_mover_is_drawn_as_fast_as_it_walks_on_slopes_crests_and_feet)
{
    void (*const grounds[3])(MicaWorld *) = {add_tiles, add_chain, add_boxes};
    for (int32_t g = 0; g < 3; ++g) {
        for (int32_t shape = 0; shape < SHAPES; ++shape) {
            for (int32_t r = 0; r < 3; ++r) {
                cross(grounds[g], shape, stage_rates[r], 1.0f);
                cross(grounds[g], shape, stage_rates[r], -1.0f);
            }
        }
    }
}

static void add_slope(MicaWorld *world, float degrees)
{
    add_box_at(world, add_static(world), (MicaVec2){0.0f, 0.0f}, 500.0f, 1.0f,
               degrees * 0.017453293f);
}

TEST(a_mover_rests_on_any_slope_below_its_limit_and_slides_above_it)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float degrees = -60.0f; degrees <= 60.0f; degrees += 7.5f) {
            MicaWorld *world = make_world();
            add_slope(world, degrees);
            Stage s = make_stage(world, shape, (MicaVec2){0.0f, 4.0f}, NULL);
            for (int32_t i = 0; i < 120; ++i) {
                walk_frame(&s, 0.0f);
            }
            MicaVec2 before = place_of(&s);
            for (int32_t i = 0; i < 3600 / test_stride(10); ++i) {
                mica_world_step(world, 1.0f / 60.0f, 4);
            }
            MicaVec2 after = place_of(&s);
            if (fabsf(degrees) < 50.0f) {
                CHECK(is_grounded(&s));
                CHECK(before.x == after.x && before.y == after.y);
            } else {
                CHECK(!is_grounded(&s));
                CHECK(before.y - after.y > 3.0f);
            }
            mica_world_destroy(world);
        }
    }
}

TEST(a_mover_that_lands_keeps_its_speed_along_the_ground_in_every_frame)
{
    for (int32_t r = 0; r < 3; ++r) {
        for (float height = 0.6f; height < 12.0f; height += 0.37f) {
            MicaWorld *world = make_world();
            add_floor(world);
            Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.61f + height}, NULL);
            s.hz = stage_rates[r];
            float worst = 0.0f;
            for (int32_t i = 0; i < (int32_t)(2.5f * s.hz); ++i) {
                float before = place_of(&s).x;
                walk_frame(&s, 6.0f);
                worst = fmaxf(worst, fabsf((place_of(&s).x - before) * s.hz - 6.0f));
            }
            CHECK_NEAR(worst, 0.0f, 0.02f);
            CHECK(is_grounded(&s));
            mica_world_destroy(world);
        }
    }
}

// ------------------------------------------------------------------------- walls, steps, ceilings

TEST(a_mover_at_a_wall_stands_still_a_gap_away)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_box_at(world, add_static(world), (MicaVec2){4.0f, 2.0f}, 1.0f, 3.0f, 0.0f);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        for (int32_t i = 0; i < 120; ++i) {
            walk_frame(&s, 5.0f);
        }
        MicaVec2 before = place_of(&s);
        float half = shape == CIRCLE ? 0.6f : 0.3f;
        CHECK_NEAR(before.x, 3.0f - half - 0.001f, 5e-4f);
        for (int32_t i = 0; i < 300; ++i) {
            walk_frame(&s, 5.0f);
            CHECK((state_of(&s).flags & MICA_MOVER_AT_WALL) != 0);
            CHECK(is_grounded(&s));
        }
        CHECK_NEAR(place_of(&s).x, before.x, 1e-5f);
        CHECK_NEAR(place_of(&s).y, before.y, 1e-5f);
        CHECK_NEAR(state_of(&s).wallNormal.x, -1.0f, 1e-5f);
        mica_world_destroy(world);
    }
}

// Walks at a block of that height for two seconds; how high it ends above the floor.
static float climbed(int32_t shape, float block, float stepHeight)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box_at(world, add_static(world), (MicaVec2){12.0f, block - 1.0f}, 10.0f, 1.0f, 0.0f);
    MicaMoverDef def = mica_mover_def();
    def.numbers[MICA_MOVER_STEP_HEIGHT] = stepHeight;
    Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, &def);
    come_to_rest(&s);
    float low = place_of(&s).y;
    for (int32_t i = 0; i < 120; ++i) {
        walk_frame(&s, 5.0f);
    }
    float height = place_of(&s).y - low;
    CHECK(is_grounded(&s));
    mica_world_destroy(world);
    return height;
}

TEST(a_mover_climbs_steps_up_to_its_step_height_and_no_corner_above_it)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float block = 0.02f; block < 0.6f; block += 0.04f) {
            CHECK_NEAR(climbed(shape, block, 0.3f), block < 0.3f ? block : 0.0f, 2e-3f);
            CHECK_NEAR(climbed(shape, block, 0.0f), 0.0f, 2e-3f);
        }
    }
}

// Two slopes that meet at the origin, each at that angle from the horizontal.
static void add_valley(MicaWorld *world, float left, float right)
{
    float a = left * 0.017453293f, b = right * 0.017453293f;
    add_box_at(world, add_static(world),
               (MicaVec2){-10.0f * cosf(a) - sinf(a), 10.0f * sinf(a) - cosf(a)}, 11.0f, 1.0f, -a);
    add_box_at(world, add_static(world),
               (MicaVec2){10.0f * cosf(b) + sinf(b), 10.0f * sinf(b) - cosf(b)}, 11.0f, 1.0f, b);
}

TEST(a_mover_in_a_valley_comes_to_rest_and_walks_out_of_it_if_a_side_is_walkable)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float left = 20.0f; left <= 80.0f; left += 12.0f) {
            for (float right = 20.0f; right <= 80.0f; right += 12.0f) {
                MicaWorld *world = make_world();
                add_valley(world, left, right);
                Stage s = make_stage(world, shape, (MicaVec2){0.1f, 6.0f}, NULL);
                for (int32_t i = 0; i < 180; ++i) {
                    walk_frame(&s, 0.0f);
                }
                MicaVec2 before = place_of(&s);
                uint32_t flags = state_of(&s).flags;
                for (int32_t i = 0; i < 120; ++i) {
                    mica_world_step(world, 1.0f / 60.0f, 4);
                    CHECK_NEAR(place_of(&s).x, before.x, 1e-4f);
                    CHECK_NEAR(place_of(&s).y, before.y, 1e-4f);
                    CHECK_EQ_INT(state_of(&s).flags & MICA_MOVER_GROUNDED,
                                 flags & MICA_MOVER_GROUNDED);
                }
                for (int32_t i = 0; i < 60; ++i) {
                    walk_frame(&s, 4.0f);
                }
                CHECK((place_of(&s).y - before.y > 0.5f) == (right < 50.0f));
                mica_world_destroy(world);
            }
        }
    }
}

TEST(a_mover_that_jumps_against_a_ceiling_slides_along_it)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box_at(world, add_static(world), (MicaVec2){0.0f, 3.0f}, 500.0f, 1.0f, 0.0f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.65f}, NULL);
    come_to_rest(&s);
    mica_mover_set_velocity(world, s.mover, (MicaVec2){4.0f, 8.0f});
    bool met = false;
    for (int32_t i = 0; i < 60; ++i) {
        float before = place_of(&s).x;
        mica_world_step(world, 1.0f / 60.0f, 4);
        met = met || (state_of(&s).flags & MICA_MOVER_AT_CEILING) != 0;
        CHECK_NEAR((place_of(&s).x - before) * 60.0f, 4.0f, 0.02f);
        CHECK(place_of(&s).y < 1.4f);
        walk_frame(&s, 4.0f);
    }
    CHECK(met);
    mica_world_destroy(world);
}

// Three thin one-way platforms above each other, a metre and a half apart.
static void add_platforms(MicaWorld *world)
{
    MicaColliderDef def = mica_collider_def();
    def.oneWay = (MicaVec2){0.0f, 1.0f};
    MicaBody body = add_static(world);
    for (int32_t i = 1; i <= 3; ++i) {
        MicaShape s;
        mica_shape_box((MicaVec2){0.0f, 1.5f * (float)i - 0.1f}, 3.0f, 0.1f, 0.0f, 0.0f, &s);
        mica_collider_create(world, body, &def, &s);
    }
}

TEST(a_mover_jumps_through_one_way_platforms_and_drops_through_one_at_a_time)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_platforms(world);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        come_to_rest(&s);
        for (int32_t level = 1; level <= 3; ++level) {
            // High enough for this platform, not for the next.
            mica_mover_set_velocity(world, s.mover, (MicaVec2){0.0f, 6.5f});
            mica_world_step(world, 1.0f / 60.0f, 4);
            float speed = state_of(&s).velocity.y;
            for (int32_t i = 0; i < 200 && !is_grounded(&s); ++i) {
                float before = place_of(&s).y;
                mica_world_step(world, 1.0f / 60.0f, 4);
                // Half-way through nothing catches it.
                if (!is_grounded(&s) && speed > 0.3f) {
                    CHECK_NEAR((place_of(&s).y - before) * 60.0f, speed - 5.0f / 60.0f, 0.01f);
                }
                speed = state_of(&s).velocity.y;
            }
            CHECK_NEAR(place_of(&s).y, 1.5f * (float)level + 0.601f, 2e-3f);
        }
        for (int32_t level = 2; level >= 0; --level) {
            mica_body_set_drops(world, s.body, true);
            for (int32_t i = 0; i < 8; ++i) {
                walk_frame(&s, 0.0f);
            }
            mica_body_set_drops(world, s.body, false);
            come_to_rest(&s);
            CHECK_NEAR(place_of(&s).y, 1.5f * (float)level + 0.601f, 2e-3f);
        }
        mica_world_destroy(world);
    }
}
