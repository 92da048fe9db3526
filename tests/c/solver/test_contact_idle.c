// Idle contacts are not solved; but whatever else may act on the body within the step, the contact
// holds.
#include "build.h"

// A wall with its face at x = 0 and a bar `gap` before it, in a world without gravity.
typedef struct Place {
    MicaWorld *world;
    MicaBody wall, bar;
} Place;

static Place put_bar(float gap, MicaShape shape, float reach)
{
    Place place;
    place.world = make_space();
    place.wall = add_body(place.world, MICA_BODY_STATIC, 0.5f, 0);
    add_box(place.world, place.wall, 0.5f, 20);
    place.bar = add_dynamic(place.world, -reach - gap, 0, shape);
    return place;
}

// The depth of the bar's corners and ends in the wall.
static float depth_of(Place place)
{
    const MicaContactPoint *points;
    int32_t count = mica_body_contact_points(place.world, place.bar, &points);
    float deepest = 0;
    for (int32_t i = 0; i < count; i++) {
        if (points[i].bodyA.id == place.wall.id || points[i].bodyB.id == place.wall.id) {
            deepest = fmaxf(deepest, -points[i].separation);
        }
    }
    return deepest;
}

// The largest depth within some steps.
static float deepest_within(Place place, int steps)
{
    float deepest = 0;
    for (int i = 0; i < steps; i++) {
        run(place.world, 1);
        deepest = fmaxf(deepest, depth_of(place));
    }
    return deepest;
}

static int points_with_wall(Place place)
{
    const MicaContactPoint *points;
    return mica_pair_contact_points(place.world, (MicaContactSide){.body = place.bar},
                                    (MicaContactSide){.body = place.wall}, &points);
}

TEST(a_body_moving_along_a_wall_has_only_idle_contacts)
{
    const MicaShape shapes[3] = {box_shape(0.2f, 0.2f), circle_shape(0.2f),
                                 capsule_shape(0.1f, 0.2f)};
    const float reach[3] = {0.2f, 0.2f, 0.3f};
    for (int kind = 0; kind < 3; kind++) {
        Place place = put_bar(0.004f, shapes[kind], reach[kind]);
        mica_body_set_locks(place.world, place.bar, MICA_FLAG_LOCK_ROTATION);
        mica_body_set_velocity(place.world, place.bar, v2(0, 3));
        run(place.world, 2);
        int solved = 0, met = 0;
        for (int i = 0; i < 60; i++) {
            run(place.world, 1);
            solved += mica_world_counters(place.world).colours;
            met += mica_world_counters(place.world).touchingContacts;
        }
        CHECK_EQ_INT(solved, 0);
        CHECK_EQ_INT(met, 60);
        CHECK_NEAR(position_of(place.world, place.bar).x, -reach[kind] - 0.004, 1e-6);
        // And when it turns to the wall it is stopped there.
        mica_body_set_velocity(place.world, place.bar, v2(2, 3));
        run(place.world, 1);
        CHECK(mica_world_counters(place.world).colours > 0);
        CHECK(deepest_within(place, 30) < 1e-3f);
        CHECK_NEAR(mica_body_velocity(place.world, place.bar).x, 0, 1e-3);
        mica_world_destroy(place.world);
    }
}

TEST(overlap_below_the_idle_depth_is_left_and_more_is_pushed_out)
{
    const float overlap[2] = {5e-5f, 1e-3f};
    for (int kind = 0; kind < 2; kind++) {
        Place place = put_bar(-overlap[kind], box_shape(0.2f, 0.2f), 0.2f);
        run(place.world, 3);  // the first tells that they touch, and so is solved
        float before = position_of(place.world, place.bar).x;
        int solved = 0;
        for (int i = 0; i < 60; i++) {
            run(place.world, 1);
            solved += mica_world_counters(place.world).colours > 0;
        }
        float after = position_of(place.world, place.bar).x;
        CHECK(kind == 0 ? solved == 0 && after == before : solved > 0 && after < before);
        CHECK(depth_of(place) < 1.1e-4f);
        mica_world_destroy(place.world);
    }
}

TEST(a_body_pushed_by_another_is_stopped_by_the_wall)
{
    // The body that hits it is not near the wall, and four times as heavy.
    for (int kind = 0; kind < 2; kind++) {
        Place place = put_bar(0.004f, kind == 0 ? box_shape(0.2f, 0.2f) : circle_shape(0.2f), 0.2f);
        MicaBody other = add_dynamic(place.world, -0.404f - 0.41f, 0, box_shape(0.4f, 0.4f));
        run(place.world, 2);
        CHECK(points_with_wall(place) > 0);
        mica_body_set_velocity(place.world, other, v2(0.6f, 0));
        CHECK(deepest_within(place, 10) < 0.002f);
        mica_world_destroy(place.world);
    }
}

TEST(a_turning_body_is_stopped_by_the_wall)
{
    for (int way = -1; way <= 1; way += 2) {
        Place place = put_bar(0.004f, box_shape(0.05f, 0.5f), 0.05f);
        run(place.world, 2);
        CHECK(points_with_wall(place) > 0);
        mica_body_set_angular_velocity(place.world, place.bar, 12.0f * (float)way);
        run(place.world, 1);
        CHECK(mica_world_counters(place.world).colours > 0);
        CHECK(deepest_within(place, 10) < 0.005f);
        mica_world_destroy(place.world);
    }
}

TEST(a_body_under_a_force_or_gravity_is_stopped_by_the_wall)
{
    for (int kind = 0; kind < 2; kind++) {
        Place place = put_bar(0.004f, box_shape(0.2f, 0.2f), 0.2f);
        run(place.world, 2);
        CHECK(points_with_wall(place) > 0);
        if (kind == 0) {
            mica_world_set_gravity(place.world, v2(50, 0));
        }
        float deepest = 0;
        for (int i = 0; i < 10; i++) {
            if (kind == 1) {
                mica_body_apply_force(place.world, place.bar, v2(50.0f * 0.16f, 0));
            }
            run(place.world, 1);
            deepest = fmaxf(deepest, depth_of(place));
        }
        CHECK(mica_world_counters(place.world).colours > 0);
        CHECK(deepest < 0.001f);
        mica_world_destroy(place.world);
    }
}

TEST(a_body_pulled_by_a_joint_is_stopped_by_the_wall)
{
    // A cart that pushes it by a pin through its middle.
    Place place = put_bar(0.004f, box_shape(0.2f, 0.2f), 0.2f);
    MicaBody other = add_dynamic(place.world, -1.2f, 0, box_shape(0.3f, 0.3f));
    add_pin(place.world, place.bar, other, -0.204f, 0);
    run(place.world, 2);
    CHECK(points_with_wall(place) > 0);
    mica_body_set_velocity(place.world, other, v2(5, 0));
    CHECK(deepest_within(place, 10) < 0.01f);
    mica_world_destroy(place.world);
}

TEST(a_moving_wall_pushes_the_body)
{
    MicaWorld *world = make_space();
    MicaBody wall = add_body(world, MICA_BODY_KINEMATIC, 0.5f, 0);
    add_box(world, wall, 0.5f, 20);
    Place place = {world, wall, add_dynamic(world, -0.204f, 0, box_shape(0.2f, 0.2f))};
    run(world, 2);
    CHECK(points_with_wall(place) > 0);
    CHECK_EQ_INT(mica_world_counters(world).colours, 0);
    mica_body_set_velocity(world, wall, v2(-3, 0));
    CHECK(deepest_within(place, 20) < 0.003f);
    CHECK_NEAR(mica_body_velocity(world, place.bar).x, -3, 0.01);
    mica_world_destroy(world);
}
