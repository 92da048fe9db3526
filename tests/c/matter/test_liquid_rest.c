// Liquids at rest: tanks of any size become calm and sleep, the arms of a U-tube become level, boxes float
// as deep as their density says, at any place in the grid of the pressure. The bounds are those of the
// README.
#include "build_matter.h"

TEST(tanks_of_any_size_come_to_rest)
{
    // The surface lies just above, at and below nodes, and the tanks end within cells.
    static const float sizes[][2] = {{1, 1}, {1, 3}, {2, 1.3f}, {2, 2},    {2, 2.05f},
                                     {3, 2}, {6, 2}, {6, 0.8f}, {4, 2.1f}, {4, 2.4f}};
    for (int i = 0; i < 10; ++i) {
        float width = sizes[i][0], height = sizes[i][1];
        MicaWorld *world = make_world();
        add_tank(world, 0.5f * width, 5);
        MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
        int32_t count = fill_box(world, water, 0, 0.5f * height, 0.5f * width, 0.5f * height);
        CHECK(steps_until_rest(world, water, 900) < 900);
        MicaMatterSum sum = sum_in(world, water, 0, 0, 9, 9);
        double filled = count * 0.8660254 * 0.01 / (double)width;
        CHECK_NEAR(2 * sum.center.y, filled, 0.06);
        mica_world_destroy(world);
    }
}

// A U-tube with arms 1 m wide, filled to 6 and 2 m.
static void check_levels(float x)
{
    MicaWorld *world = make_world();
    add_static_box(world, x, -0.5f, 9, 0.5f);
    add_static_box(world, x - 2, 4, 0.5f, 4);
    add_static_box(world, x, 5, 0.5f, 4);
    add_static_box(world, x + 2, 4, 0.5f, 4);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, x - 1, 3, 0.5f, 3);
    fill_box(world, water, x, 0.5f, 0.5f, 0.5f);
    fill_box(world, water, x + 1, 1, 0.5f, 1);
    for (int steps = 0; steps < 540; steps += 60) {
        flow(world, 60);
        if (steps >= 420) {
            CHECK_NEAR(level_at(world, water, x - 1, 0.5f), level_at(world, water, x + 1, 0.5f),
                       0.15);
        }
    }
    CHECK(steps_until_rest(world, water, 360) < 360);
    CHECK_NEAR(level_at(world, water, x - 1, 0.5f), level_at(world, water, x + 1, 0.5f), 0.1);
    mica_world_destroy(world);
}

TEST(arms_of_a_u_tube_become_level)
{
    check_levels(1.5f);
    check_levels(1.63f);
    check_levels(-0.3f);
}

// A box of 1 m is put in a little above its place.
static void check_draught(float density, float x)
{
    MicaWorld *world = make_world();
    add_tank(world, 3, 6);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, 0, 1.4f, 3, 1.4f);
    flow(world, 60);
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    MicaShape shape = box_shape(0.5f, 0.5f);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, 3.6f);
    mica_collider_create(world, body, &def, &shape);
    mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
    flow(world, 720);
    float side = x > 0 ? -2 : 2,
          draught = level_at(world, water, side, 0.8f) - (position_of(world, body).y - 0.5f);
    if (!(fabsf(draught - density) < 0.02f)) {
        test_fail(__FILE__, __LINE__, "density %g at %g: draught %g", (double)density, (double)x,
                  (double)draught);
    }
    mica_world_destroy(world);
}

TEST(boxes_float_as_deep_as_their_density_says)
{
    static const float places[] = {0, 0.15f, -0.3f};
    for (int i = 0; i < 3; ++i) {
        for (int tenths = 1; tenths < 10; tenths += 2) {
            check_draught(0.1f * (float)tenths, places[i]);
        }
    }
}

// Below and above a surface between two liquids the pressure has unlike gradients.
TEST(oil_lies_calm_on_water)
{
    static const float densities[] = {0.5f, 0.8f, 0.95f};
    for (int i = 0; i < 3; ++i) {
        MicaWorld *world = make_world();
        add_tank(world, 0.8f, 5);
        MicaMatter oil = add_liquid(world, densities[i]), water = add_liquid(world, 1);
        fill_box(world, water, 0, 0.5f, 0.8f, 0.5f);
        fill_box(world, oil, 0, 1.3f, 0.8f, 0.3f);
        CHECK(steps_until_rest(world, oil, 600) < 600);
        CHECK(steps_until_rest(world, water, 60) < 60);
        CHECK(sum_in(world, oil, 0, 0, 9, 9).center.y > 1.1f);
        mica_world_destroy(world);
    }
}

TEST(dense_liquid_over_a_floor_lets_light_liquid_below_sleep)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 5);
    add_static_box(world, 0, 1.32f, 1, 0.025f);
    MicaMatter light = add_liquid(world, 0.8f), dense = add_liquid(world, 1);
    fill_box(world, light, 0, 0.6f, 1, 0.6f);
    fill_box(world, dense, 0, 1.85f, 1, 0.5f);
    CHECK(steps_until_rest(world, light, 600) < 600);
    CHECK(steps_until_rest(world, dense, 60) < 60);
    mica_world_destroy(world);
}
