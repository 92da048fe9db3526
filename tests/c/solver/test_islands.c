// Islands and sleep: touching bodies fall asleep and wake together, moving kinematic bodies keep
// them awake, and every loss of support wakes what rested on it.
#include "build.h"

static MicaWorld *make_stack(int count, MicaBody *bodies)
{
    MicaWorld *world = make_world();
    add_ground(world);
    for (int i = 0; i < count; i++) {
        bodies[i] = add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
    }
    return world;
}

TEST(a_stack_falls_asleep_as_one)
{
    MicaBody bodies[8];
    MicaWorld *world = make_stack(8, bodies);
    int steps = 0;
    while (is_awake(world, bodies[0]) && steps < 600) {
        for (int i = 1; i < 8; i++) {
            CHECK(is_awake(world, bodies[i]));
        }
        run(world, 1);
        steps++;
    }
    CHECK(steps >= 30 && steps < 300);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.asleepCount, 8);
    for (int i = 0; i < 8; i++) {
        CHECK(!is_awake(world, bodies[i]));
        CHECK(mica_body_velocity(world, bodies[i]).x == 0.0f &&
              mica_body_velocity(world, bodies[i]).y == 0.0f);
    }
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 1);
    run(world, 1);
    e = mica_world_events(world);
    CHECK_EQ_INT(e.asleepCount + e.wokeCount + e.movedCount, 0);
    mica_world_destroy(world);
}

TEST(a_stack_wakes_as_one_and_says_so)
{
    MicaBody bodies[8];
    MicaWorld *world = make_stack(8, bodies);
    run(world, 300);
    CHECK(!is_awake(world, bodies[7]));
    mica_body_apply_impulse(world, bodies[7], v2(0.01f, 0));
    for (int i = 0; i < 8; i++) {
        CHECK(is_awake(world, bodies[i]));
    }
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.wokeCount, 8);
    CHECK_EQ_INT(e.movedCount, 8);
    for (int i = 1; i < e.movedCount; i++) {
        CHECK(e.moved[i] > e.moved[i - 1]);
    }
    mica_world_destroy(world);
}

TEST(islands_sleep_and_wake_separately)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody a = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f)),
             b = add_dynamic(world, 5, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 2);
    mica_body_set_awake(world, a, true);
    CHECK(is_awake(world, a) && !is_awake(world, b));
    run(world, 120);
    CHECK(!is_awake(world, a));
    mica_world_destroy(world);
}

TEST(being_hit_wakes)
{
    MicaBody bodies[3];
    MicaWorld *world = make_stack(3, bodies);
    run(world, 200);
    MicaBody ball = add_dynamic(world, -5, 0.5f, circle_shape(0.5f));
    mica_body_set_velocity(world, ball, v2(8, 0));
    run(world, 20);
    CHECK(!is_awake(world, bodies[2]));  // not yet there
    run(world, 40);
    CHECK(is_awake(world, bodies[0]) && is_awake(world, bodies[2]));
    mica_world_destroy(world);
}

// A row of boxes without gravity, from left to right or created the other way round, with or without
// pins between them; a bouncing ball flies against the first.
static MicaWorld *make_row(MicaBody *bodies, int count, bool backwards, bool pinned)
{
    MicaWorld *world = make_world();
    mica_world_set_gravity(world, v2(0, 0));
    for (int k = 0; k < count; k++) {
        int i = backwards ? count - 1 - k : k;
        bodies[i] = add_dynamic(world, (float)i, 0, box_shape(0.5f, 0.4f));
    }
    for (int k = 0; pinned && k + 1 < count; k++) {
        int i = backwards ? count - 2 - k : k;
        add_pin(world, bodies[i], bodies[i + 1], (float)i + 0.5f, 0);
    }
    MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, -2, 0);
    MicaColliderDef def = mica_collider_def();
    MicaShape shape = circle_shape(0.5f);
    def.restitution = 0.7f;
    mica_collider_create(world, ball, &def, &shape);
    mica_body_set_velocity(world, ball, v2(20, 0));
    bodies[count] = ball;
    run(world, 1);
    return world;
}

// Bodies that sleep one by one are no walls to what hits them: they move as if they had been awake.
TEST(what_sleeps_one_by_one_takes_a_hit_as_one)
{
    for (int way = 0; way < 4; way++) {
        MicaBody asleep[7], awake[7];
        MicaWorld *sleeping = make_row(asleep, 6, (way & 1) != 0, (way & 2) != 0),
                  *waking = make_row(awake, 6, (way & 1) != 0, (way & 2) != 0);
        for (int i = 0; i < 6; i++) {
            mica_body_set_awake(sleeping, asleep[i], false);
        }
        int steps = 0;
        for (; steps < 20 && !is_awake(sleeping, asleep[0]); steps++) {
            run(sleeping, 1);
            run(waking, 1);
        }
        CHECK(steps < 20);
        for (int i = 0; i < 6; i++) {
            CHECK(is_awake(sleeping, asleep[i]));
        }
        run(sleeping, 30);
        run(waking, 30);
        for (int i = 0; i < 7; i++) {
            CHECK_NEAR(mica_body_velocity(sleeping, asleep[i]).x,
                       mica_body_velocity(waking, awake[i]).x, 0.01);
        }
        mica_world_destroy(sleeping);
        mica_world_destroy(waking);
    }
}

TEST(destroying_the_floor_wakes_all_that_stood_on_it)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), bodies[4];
    for (int i = 0; i < 4; i++) {
        bodies[i] = add_dynamic(world, 3.0f * (float)i, 0.5f, box_shape(0.5f, 0.5f));
    }
    run(world, 120);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    mica_body_destroy(world, ground);
    run(world, 30);
    for (int i = 0; i < 4; i++) {
        CHECK(position_of(world, bodies[i]).y < 0.0f);
    }
    mica_world_destroy(world);
}

TEST(destroying_the_lowest_box_wakes_the_stack)
{
    MicaBody bodies[5];
    MicaWorld *world = make_stack(5, bodies);
    run(world, 300);
    CHECK(!is_awake(world, bodies[4]));
    mica_body_destroy(world, bodies[0]);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    run(world, 20);
    CHECK(position_of(world, bodies[4]).y < 4.3f);
    run(world, 300);
    CHECK_NEAR(position_of(world, bodies[4]).y, 3.5, 0.05);
    CHECK(!is_awake(world, bodies[4]));
    mica_world_destroy(world);
}

TEST(a_moving_kinematic_keeps_its_load_awake)
{
    MicaWorld *world = make_world();
    MicaBody lift = add_body(world, MICA_BODY_KINEMATIC, 0, -1),
             body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    add_box(world, lift, 5, 1);
    mica_body_set_velocity(world, lift, v2(0, 0.01f));  // slower than sleep's limit
    run(world, 240);
    CHECK(is_awake(world, body));
    CHECK_NEAR(position_of(world, body).y, 0.5 + 0.04, 0.005);
    mica_body_set_velocity(world, lift, v2(0, 0));
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_body_set_velocity(world, lift, v2(0, 1));
    run(world, 60);
    CHECK(is_awake(world, body));
    CHECK_NEAR(position_of(world, body).y, 1.54, 0.02);
    mica_world_destroy(world);
}

TEST(a_body_that_cannot_sleep_keeps_its_island_awake)
{
    MicaBody bodies[3];
    MicaWorld *world = make_stack(3, bodies);
    mica_body_set_can_sleep(world, bodies[1], false);
    run(world, 300);
    for (int i = 0; i < 3; i++) {
        CHECK(is_awake(world, bodies[i]));
    }
    mica_body_set_can_sleep(world, bodies[1], true);
    run(world, 120);
    CHECK(!is_awake(world, bodies[0]));
    mica_world_destroy(world);
}

TEST(a_slowly_moving_body_does_not_sleep)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             spinning = add_dynamic(world, 5, 0, circle_shape(0.5f));
    mica_body_set_gravity_scale(world, body, 0);
    mica_body_set_gravity_scale(world, spinning, 0);
    mica_body_set_velocity(world, body, v2(0.1f, 0));
    mica_body_set_angular_velocity(world, spinning, 1);
    run(world, 240);
    CHECK(is_awake(world, body) && is_awake(world, spinning));
    mica_body_set_velocity(world, body, v2(0.01f, 0));
    run(world, 60);
    CHECK(!is_awake(world, body));
    mica_world_destroy(world);
}

TEST(set_awake_false_takes_one_out)
{
    MicaBody bodies[3];
    MicaWorld *world = make_stack(3, bodies);
    run(world, 5);
    mica_body_set_awake(world, bodies[2], false);
    CHECK(!is_awake(world, bodies[2]) && is_awake(world, bodies[1]));
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    run(world, 1);  // touched by what is awake
    CHECK(is_awake(world, bodies[2]));
    mica_world_destroy(world);
}

TEST(destroying_sleepers_keeps_rings_whole)
{
    MicaBody bodies[10];
    MicaWorld *world = make_stack(10, bodies);
    run(world, 400);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    for (int i = 9; i >= 0; i -= 2) {
        mica_body_destroy(world, bodies[i]);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
    }
    run(world, 300);
    CHECK_EQ_INT(mica_world_counters(world).bodies, 6);
    mica_world_destroy(world);
}

// Memory of a sleeping crowd, which loses nothing when it wakes: a twin world that kept its scratch
// moves the same.
TEST(a_sleeping_crowd_holds_little)
{
    enum { COUNT = 2000 };
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0.0f, 0.0f);
    def.bodyCapacity = def.colliderCapacity = COUNT;
    MicaWorld *world = mica_world_create(&def), *twin = mica_world_create(&def);
    MicaWorldDef plain = mica_world_def();
    MicaWorld *empty = mica_world_create(&plain);
    uint64_t room = mica_world_bytes(empty) + 393 * COUNT;
    mica_world_destroy(empty);
    MicaShape ball = circle_shape(0.25f);
    MicaBody first = {0}, firstTwin = {0};
    for (int i = 0; i < COUNT; i++) {
        MicaBody a = add_dynamic(world, (float)(i % 50), (float)(i / 50), ball);
        MicaBody b = add_dynamic(twin, (float)(i % 50), (float)(i / 50), ball);
        first = i == 0 ? a : first;
        firstTwin = i == 0 ? b : firstTwin;
    }
    mica_world_set_sleep_enabled(twin, false);
    run(world, 60);
    run(twin, 60);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    CHECK(mica_world_bytes(world) < room);
    CHECK(mica_world_bytes(twin) > room);
    mica_body_set_velocity(world, first, v2(3.0f, 0.5f));
    mica_body_set_velocity(twin, firstTwin, v2(3.0f, 0.5f));
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        run(twin, 1);
        CHECK_EQ_INT(
            mica_body_transform(world, first).p.x == mica_body_transform(twin, firstTwin).p.x, 1);
    }
    CHECK(mica_world_counters(world).awakeBodies > 1);
    mica_world_destroy(world);
    mica_world_destroy(twin);
}

// A box asleep on a slope of 0.3 radians, and the ground's collider.
static MicaWorld *make_slope(MicaBody *box, MicaCollider *own, MicaCollider *ground)
{
    MicaWorld *world = make_world();
    MicaBody slope = add_body(world, MICA_BODY_STATIC, 0, 0);
    mica_body_set_transform(world, slope, v2(0, 0), -0.3f);
    *ground = add_box(world, slope, 50, 1);
    *box = add_body(world, MICA_BODY_DYNAMIC, 1.5f * sinf(0.3f), 1.5f * cosf(0.3f));
    mica_body_set_transform(world, *box, v2(1.5f * sinf(0.3f), 1.5f * cosf(0.3f)), -0.3f);
    *own = add_box(world, *box, 0.5f, 0.5f);
    run(world, 180);
    CHECK(!is_awake(world, *box));
    return world;
}

TEST(a_sleeper_wakes_when_its_ground_becomes_slippery)
{
    for (int n = 0; n < 3; n++) {
        MicaBody box;
        MicaCollider own, ground;
        MicaWorld *world = make_slope(&box, &own, &ground);
        if (n < 2) {
            mica_collider_set_friction(world, n == 0 ? ground : own, 0);
        } else {
            mica_collider_set_tangent_speed(world, ground, 2);
        }
        MicaVec2 from = mica_body_transform(world, box).p;
        run(world, 60);
        MicaVec2 to = mica_body_transform(world, box).p;
        float displacement = hypotf(to.x - from.x, to.y - from.y);
        if (n < 2) {
            CHECK_NEAR(displacement, 0.5 * 10 * sin(0.3), 0.05);
        } else {
            CHECK(displacement > 1);
        }
        mica_world_destroy(world);
    }
}

TEST(a_sleeper_wakes_when_its_mass_changes_and_sleeps_on_when_nothing_does)
{
    MicaBody box;
    MicaCollider own, ground;
    MicaWorld *world = make_slope(&box, &own, &ground);
    mica_collider_set_friction(world, ground, 0.6f);  // as it was
    mica_collider_set_restitution(world, ground, 0.5f);
    run(world, 1);
    CHECK(!is_awake(world, box));
    mica_collider_set_density(world, own, 3);
    CHECK(is_awake(world, box));
    run(world, 120);
    CHECK(!is_awake(world, box));
    mica_body_set_mass(world, box, (MicaMassData){9, {0, 0}, 2});
    CHECK(is_awake(world, box));
    run(world, 120);
    CHECK(!is_awake(world, box));
    mica_body_reset_mass(world, box);
    CHECK(is_awake(world, box));
    mica_world_destroy(world);
}
