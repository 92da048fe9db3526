// Liquids: columns keep their height and come to rest, pools their levels, bodies float or sink, nothing
// crosses a thin wall, light liquids rise, thick ones spread less. The bounds are wide: they are those of
// what a player sees.
#include "build_matter.h"

TEST(a_column_keeps_its_height_and_comes_to_rest)
{
    MicaWorld *world = make_world();
    add_tank(world, 0.5f, 5);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    int32_t count = fill_box(world, water, 0, 1.5f, 0.5f, 1.5f);
    double height = count * 0.8660254 * 0.01;  // over a width of 1 m
    flow(world, 300);
    CHECK_NEAR(level_at(world, water, 0, 0.5f), height, 0.03 * height);
    CHECK(steps_until_rest(world, water, 600) < 600);
    CHECK_NEAR(level_at(world, water, 0, 0.5f), height, 0.03 * height);
    mica_world_destroy(world);
}

TEST(two_pools_beside_a_thin_wall_keep_their_levels)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 5);
    add_static_box(world, 0, 2.5f, 0.01f, 2.5f);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    int32_t high = fill_moving(world, water, -0.505f, 1.5f, 0.495f, 1.5f, v2(0, 0), 1),
            low = fill_moving(world, water, 0.505f, 0.5f, 0.495f, 0.5f, v2(0, 0), 2);
    flow(world, 600);
    CHECK_EQ_INT(sum_in(world, water, -1, 2.5f, 1, 3).count, high);
    CHECK_EQ_INT(sum_in(world, water, 1, 2.5f, 1, 3).count, low);
    double area = 0.8660254 * 0.01 / 0.99, levels[2] = {high * area, low * area};
    CHECK_NEAR(level_at(world, water, -0.505f, 0.495f), levels[0], 0.05 * levels[0]);
    CHECK_NEAR(level_at(world, water, 0.505f, 0.495f), levels[1], 0.08 * levels[1]);
    mica_world_destroy(world);
}

static MicaBody drop_box(MicaWorld *world, float x, float y, float half, float density)
{
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    MicaShape shape = box_shape(half, half);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

TEST(a_light_box_floats_half_under_water_and_a_heavy_one_sinks)
{
    MicaWorld *world = make_world();
    add_tank(world, 2, 5);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, 0, 0.8f, 2, 0.8f);
    MicaBody light = drop_box(world, -0.9f, 2, 0.35f, 0.5f),
             heavy = drop_box(world, 0.9f, 2, 0.25f, 5);
    flow(world, 900);
    float level = level_at(world, water, 0, 0.4f), y = position_of(world, light).y;
    // As far under the surface as above it, to a fifth of its height.
    CHECK_NEAR(y, level, 0.14);
    CHECK_NEAR(position_of(world, heavy).y, 0.25, 0.05);
    MicaVec2 v = mica_body_velocity(world, light);
    CHECK(fabsf(v.x) < 0.3f && fabsf(v.y) < 0.3f);
    mica_world_destroy(world);
}

TEST(no_particle_crosses_a_thin_wall_at_50_m_a_second)
{
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_space();
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        add_static_box(world, 3, 0, 0.005f, 30);
        int32_t count = fill_moving(world, matter, 0, 0, 0.9f, 2.6f, v2(50, 0), 0);
        CHECK_NEAR(count, 1000, 60);
        for (int i = 0; i < 120; ++i) {
            flow(world, 1);
            CHECK_EQ_INT(sum_in(world, matter, 503, 0, 500, 500).count, 0);
        }
        CHECK(sum_in(world, matter, -497, 0, 499.99f, 500).count > 100);
        CHECK_EQ_INT(mica_matter_count(world, matter), count);
        mica_world_destroy(world);
    }
}

TEST(oil_rises_over_water)
{
    MicaWorld *world = make_world();
    add_tank(world, 0.8f, 5);
    MicaMatter oil = add_liquid(world, 0.6f), water = add_liquid(world, 1);
    fill_box(world, oil, 0, 0.5f, 0.8f, 0.5f);
    fill_box(world, water, 0, 1.5f, 0.8f, 0.5f);
    flow(world, 1800);
    float above = sum_in(world, oil, 0, 0, 9, 9).center.y,
          below = sum_in(world, water, 0, 0, 9, 9).center.y;
    if (!(above > below + 0.7f)) {
        test_fail(__FILE__, __LINE__, "oil lies at %g, water at %g", (double)above, (double)below);
    }
    mica_world_destroy(world);
}

// How wide a heap of 1 by 1 m has become after so many steps.
static float spread_of(float viscosity, int steps)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.viscosity = viscosity;
    MicaMatter liquid = mica_matter_create(world, &def);
    fill_box(world, liquid, 0, 0.5f, 0.5f, 0.5f);
    flow(world, steps);
    MicaMatterView view = view_of(world, liquid);
    float sum = 0;
    for (int32_t i = 0; i < view.count; ++i) {
        sum += fabsf(view.positions[i].x) / (float)view.count;
    }
    mica_world_destroy(world);
    return sum;
}

TEST(honey_spreads_less_than_water)
{
    float water = spread_of(0, 120), syrup = spread_of(0.5f, 120), honey = spread_of(1, 120);
    if (!(water > 1.3f * syrup && syrup > honey)) {
        test_fail(__FILE__, __LINE__, "water %g, syrup %g, honey %g", (double)water, (double)syrup,
                  (double)honey);
    }
}

// Drops stay together under cohesion, and water pulls apart.
TEST(momentum_is_kept_in_free_flight)
{
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_space();
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        fill_moving(world, matter, -1, 0, 0.5f, 0.5f, v2(3, 0.2f), 0);
        fill_moving(world, matter, 1, 0.2f, 0.5f, 0.5f, v2(-2, 0.1f), 0);
        MicaVec2 before = sum_in(world, matter, 0, 0, 500, 500).velocity;
        flow(world, 90);
        MicaVec2 after = sum_in(world, matter, 0, 0, 500, 500).velocity;
        CHECK_NEAR(after.x, before.x, 3e-3);
        CHECK_NEAR(after.y, before.y, 3e-3);
        mica_world_destroy(world);
    }
}
