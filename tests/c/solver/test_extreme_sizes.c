// Sizes, places, masses, gravity and numbers at the ends of their ranges: what rests goes on resting,
// nothing falls through, and the largest worlds can be made and stepped.
#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

// Boxes of half a height `half` on top of each other, on a ground whose top is at (x, y).
static void add_tower(MicaWorld *world, MicaBody *bodies, int count, float half, float x, float y)
{
    MicaBody ground = add_body(world, MICA_BODY_STATIC, x, y - half);
    add_box(world, ground, 4.0f * half, half);
    for (int i = 0; i < count; i++) {
        bodies[i] = add_dynamic(world, x, y + half * (float)(2 * i + 1), box_shape(half, half));
    }
}

static float fastest(MicaWorld *world, const MicaBody *bodies, int count)
{
    float maximum = 0;
    for (int i = 0; i < count; i++) {
        MicaVec2 v = mica_body_velocity(world, bodies[i]);
        maximum = fmaxf(maximum, hypotf(v.x, v.y));
    }
    return maximum;
}

static float lowest(MicaWorld *world, const MicaBody *bodies, int count)
{
    float minimum = 3e38f;
    for (int i = 0; i < count; i++) {
        minimum = fminf(minimum, mica_body_center(world, bodies[i]).y);
    }
    return minimum;
}

// ------------------------------------------------------------------------- sizes, places, gravity

// Below a centimetre the boxes are smaller than what counts as touching: they sink into each other.
TEST(towers_of_centimetres_and_of_kilometres_stand)
{
    const float halves[] = {1e-2f, 1, 100, 1e4f, 1e5f};
    for (int n = 0; n < 5; n++) {
        MicaWorld *world = make_awake_world();
        MicaBody bodies[3];
        add_tower(world, bodies, 3, halves[n], 0, 0);
        run(world, 120);
        for (int i = 0; i < 3; i++) {
            float y = mica_body_center(world, bodies[i]).y, at = halves[n] * (float)(2 * i + 1);
            CHECK_NEAR(y, at, 0.005 * (i + 1) + 1e-6 * (double)at);
        }
        CHECK(fastest(world, bodies, 3) < 0.05f + 1e-6f * halves[n]);
        mica_world_destroy(world);
    }
}

TEST(boxes_of_millimetres_do_not_fall_through_the_ground)
{
    MicaWorld *world = make_awake_world();
    MicaBody bodies[3];
    add_tower(world, bodies, 3, 1e-3f, 0, 0);
    run(world, 600);
    CHECK(lowest(world, bodies, 3) > 0.0f && fastest(world, bodies, 3) < 0.5f);
    mica_world_destroy(world);
}

// At 1e6 m a position has steps of 6 cm: bodies move by these or not at all, but none falls.
TEST(a_tower_far_from_the_origin_does_not_fall_through_its_ground)
{
    const float places[] = {1e4f, 1e5f, 1e6f};
    for (int n = 0; n < 3; n++) {
        MicaWorld *world = make_awake_world();
        MicaBody bodies[10];
        add_tower(world, bodies, 10, 0.5f, places[n], places[n]);
        run(world, 300);
        CHECK(lowest(world, bodies, 10) > places[n]);
        CHECK(fastest(world, bodies, 10) < 2.0f);
        mica_world_destroy(world);
    }
}

TEST(gravity_of_a_thousand_g_presses_nothing_through_the_ground)
{
    const float gravities[] = {100, 1e3f, 1e4f};
    for (int n = 0; n < 3; n++) {
        MicaWorld *world = make_awake_world();
        mica_world_set_gravity(world, v2(0, -gravities[n]));
        MicaBody bodies[20];
        add_tower(world, bodies, 10, 0.5f, 0, 0);
        for (int i = 10; i < 20; i++) {  // and beside it, on the same ground, from 50 m
            bodies[i] =
                add_dynamic(world, -1.9f + 0.03f * (float)i, 50 + (float)i, circle_shape(0.4f));
        }
        run(world, 300);
        for (int i = 0; i < 20; i++) {
            MicaVec2 p = mica_body_center(world, bodies[i]);
            CHECK(p.y > 0 || fabsf(p.x) > 2.0f);  // past the ground's ends
        }
        mica_world_destroy(world);
    }
}

// Contacts are soft: the overlap grows with the ratio of the masses, .4 mm a unit. From 1:2,000 on the
// small one is squashed down to the ground, which holds both.
TEST(a_large_mass_sinks_into_a_small_one_but_not_into_the_ground)
{
    const float ratios[] = {100, 1000, 1e4f}, overlaps[] = {0.03f, 0.2f, 1.01f};
    for (int n = 0; n < 3; n++) {
        MicaWorld *world = make_awake_world();
        MicaBody bodies[2];
        add_tower(world, bodies, 2, 0.5f, 0, 0);
        MicaMassData heavy = mica_body_mass(world, bodies[1]);
        heavy.mass *= ratios[n];
        heavy.inertia *= ratios[n];
        CHECK_EQ_INT(mica_body_set_mass(world, bodies[1], heavy), MICA_ERROR_OK);
        float maximum = 0;
        for (int step = 0; step < 600; step++) {
            run(world, 1);
            maximum = fmaxf(maximum, fastest(world, bodies, 2));
        }
        CHECK(mica_body_center(world, bodies[1]).y > 1.5f - overlaps[n]);
        CHECK(lowest(world, bodies, 2) > 0.4f && maximum < 5.0f &&
              fastest(world, bodies, 2) < 0.01f);
        mica_world_destroy(world);
    }
}

TEST(a_tower_stands_at_any_length_of_step_and_number_of_substeps)
{
    const struct {
        float dt;
        int substeps, steps;
    } cases[] = {
        {1e-5f, 4, 2000}, {1e-5f, 64, 300}, {FRAME, 1, 300}, {FRAME, 64, 300}, {0.25f, 1, 300}};
    for (int n = 0; n < 5; n++) {
        MicaWorld *world = make_awake_world();
        MicaBody bodies[10];
        add_tower(world, bodies, 10, 0.5f, 0, 0);
        run_with(world, cases[n].steps, cases[n].dt, cases[n].substeps);
        CHECK_NEAR(mica_body_center(world, bodies[9]).y, 9.5, 0.3);
        CHECK(fastest(world, bodies, 10) < 0.1f);
        mica_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------- numbers

// Processor time of `steps` steps, the longest of them, seconds. It is bounded where the machine may be
// many times as slow as the one that the bounds were taken on; sanitizers are slower still.
static double longest_step(MicaWorld *world, int steps)
{
    double maximum = 0;
    for (int i = 0; i < steps; i++) {
        clock_t start = clock();
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        maximum = fmax(maximum, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    return maximum;
}

// .24 s when measured, the first step the longest.
TEST(a_hundred_thousand_bodies_drop)
{
    int count = test_part(100000, 20);
    MicaWorld *world = make_world();
    add_box(world, add_body(world, MICA_BODY_STATIC, 0, -1), 210, 1);
    for (int i = 0; i < count; i++) {
        MicaShape shape = i % 2 == 0 ? circle_shape(0.45f) : box_shape(0.45f, 0.45f);
        add_dynamic(world, -195.0f + (float)(i % 390), 1.0f + 1.05f * (float)(i / 390), shape);
    }
    CHECK(longest_step(world, 8) < 3.0);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

// .08 s when measured.
TEST(ten_thousand_joints_hold_at_one_body)
{
    int count = test_part(10000, 20);
    MicaWorld *world = make_awake_world();
    MicaBody hub = add_dynamic(world, 0, 0, circle_shape(5));
    add_pin(world, add_body(world, MICA_BODY_STATIC, 0, 0), hub, 0, 0);
    for (int i = 0; i < count; i++) {
        float a = 6.2831853f * (float)i / (float)count, x = 6.0f * cosf(a), y = 6.0f * sinf(a);
        add_pin(world, hub, add_dynamic(world, x, y, circle_shape(0.001f)), x, y);
    }
    CHECK(longest_step(world, 8) < 2.0);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    for (int i = 0; i <= count; i++) {
        MicaJointState state = mica_joint_state(world, mica_joint_at(world, i));
        CHECK(state.linearSeparation < 0.05f);
    }
    mica_world_destroy(world);
}

TEST(a_chain_of_a_hundred_thousand_points_bears_bodies_along_all_of_it)
{
    int count = test_part(100000, 20);
    MicaVec2 *points = malloc(sizeof *points * (size_t)count);
    REQUIRE(points != NULL);
    float left = -0.25f * (float)count;
    for (int i = 0; i < count; i++) {
        points[i] = v2(left + 0.5f * (float)i, i % 2 == 0 ? 0.0f : 0.05f);
    }
    MicaWorld *world = make_world();
    MicaChainDef chain = {.points = points, .count = count};
    MicaColliderDef def = mica_collider_def();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    CHECK(mica_chain_create(world, ground, &def, &chain).id != 0);
    free(points);
    MicaBody bodies[100];
    for (int i = 0; i < 100; i++) {
        float x = left + 0.5f * (float)count * ((float)i + 0.5f) / 100.0f;
        bodies[i] =
            add_dynamic(world, x, 1, i % 2 == 0 ? circle_shape(0.4f) : box_shape(0.4f, 0.4f));
    }
    CHECK(longest_step(world, 120) < 1.0);
    CHECK(lowest(world, bodies, 100) > 0.3f);
    mica_world_destroy(world);
}

// Each cell that is full stands alone, so that every face of it is exposed.
TEST(a_map_of_4096_by_4096_cells_bears_bodies_all_over)
{
    int side = test_part(4096, 8);
    uint8_t *cells = malloc((size_t)side * (size_t)side);
    REQUIRE(cells != NULL);
    for (int i = 0; i < side * side; i++) {
        cells[i] = i / side % 8 == 0 ? MICA_TILE_FULL : MICA_TILE_EMPTY;  // floors
    }
    MicaWorld *world = make_world();
    MicaTilesDef map = {.columns = side, .rows = side, .cell = {1, 1}, .cells = cells};
    MicaColliderDef def = mica_collider_def();
    MicaCollider collider =
        mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &map);
    REQUIRE(collider.id != 0);
    free(cells);
    MicaBody bodies[128];
    for (int i = 0; i < 128; i++) {
        int row = i * (side / 8 - 1) / 127;  // the last is the uppermost
        float x = 1.5f + (float)i * (float)(side - 3) / 127.0f, y = 8.0f * (float)row + 1.0f;
        bodies[i] = add_dynamic(world, x, y + 0.5f,
                                i % 2 == 0 ? circle_shape(0.4f) : box_shape(0.4f, 0.4f));
    }
    CHECK(longest_step(world, 120) < 1.0);
    for (int i = 0; i < 128; i++) {
        float floor = 8.0f * (float)(i * (side / 8 - 1) / 127) + 1.0f;
        CHECK_NEAR(mica_body_center(world, bodies[i]).y, floor + 0.4f, 0.01);
    }
    // The last cell, above all: its part has the largest number.
    CHECK_EQ_INT(mica_tiles_fill(world, collider, side - 1, side - 1, 1, 1, MICA_TILE_FULL),
                 MICA_ERROR_OK);
    MicaBody last =
        add_dynamic(world, (float)side - 0.5f, (float)side + 0.5f, box_shape(0.4f, 0.4f));
    run(world, 60);
    CHECK_NEAR(mica_body_center(world, last).y, (float)side + 0.4f, 0.01);
    mica_world_destroy(world);
}
