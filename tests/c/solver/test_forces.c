// The forces of fields against closed formulas: wind, area gravity and speed zones. Water is in
// test_water.c.
#include "fields.h"

// ----------------------------------------------------------------------------------------- wind

TEST(wind_leads_to_the_terminal_velocity)
{
    // Falling against an updraft: m g = drag * width * (flow - v).
    MicaWorld *world = make_awake_world();
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(4.0f, 6.0f);
    wind.drag = 2.5f;
    add_zone(world, 0.0f, 0.0f, box_shape(500.0f, 500.0f), &wind);
    MicaBody ball = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    run(world, 600);
    double mass = 3.14159265 * 0.25, expected = 6.0 - mass * 10.0 / (2.5 * 1.0);
    CHECK_NEAR(mica_body_velocity(world, ball).x, 4.0, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, ball).y, expected, 1e-3);
    CHECK_NEAR(mica_body_angular_velocity(world, ball), 0.0, 1e-4);
    mica_world_destroy(world);
}

TEST(speed_comes_as_the_exponential_says_and_heavy_bodies_are_slower)
{
    for (int k = 0; k < 2; k++) {
        MicaWorld *world = make_space();
        MicaField wind = mica_field(MICA_FIELD_WIND);
        wind.flow = v2(10.0f, 0.0f);
        wind.drag = 2.0f;
        add_zone(world, 0.0f, 0.0f, box_shape(500.0f, 500.0f), &wind);
        MicaBody box = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
        MicaColliderDef def = mica_collider_def();
        def.density = k == 0 ? 1.0f : 10.0f;
        MicaShape square = box_shape(0.5f, 0.5f);
        mica_collider_create(world, box, &def, &square);
        run_with(world, 480, 1.0f / 480.0f, 4);
        double rate = 2.0 * 1.0 / (double)def.density;
        CHECK_NEAR(mica_body_velocity(world, box).x, 10.0 * (1.0 - exp(-rate)), 0.02);
        mica_world_destroy(world);
    }
}

TEST(no_drag_is_too_strong)
{
    for (float drag = 1.0f; drag <= 1e6f; drag *= 10.0f) {
        MicaWorld *world = make_awake_world();
        MicaField wind = mica_field(MICA_FIELD_WIND);
        wind.flow = v2(-3.0f, 2.0f);
        wind.drag = drag;
        add_zone(world, 0.0f, 0.0f, box_shape(500.0f, 500.0f), &wind);
        MicaBody feather = add_dynamic(world, 0.0f, 0.0f, capsule_shape(0.05f, 0.01f));
        mica_body_set_velocity(world, feather, v2(90.0f, -50.0f));
        mica_body_set_angular_velocity(world, feather, 30.0f);
        for (int i = 0; i < 60; i++) {
            run(world, 1);
            MicaVec2 v = mica_body_velocity(world, feather);
            CHECK(v.x * v.x + v.y * v.y <= 90.0f * 90.0f + 51.0f * 51.0f);
        }
        // Its weight of .0234 N turns the wind by little, and its width across the wind is .02 to
        // .12.
        CHECK_NEAR(mica_body_velocity(world, feather).x, -3.0, 1e-3);
        CHECK_NEAR(mica_body_velocity(world, feather).y, 2.0, 2.4 / (double)drag + 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_vane_turns_downwind)
{
    // A heavy hub with a light sail on an arm: the sail is blown to the lee of the hub.
    MicaWorld *world = make_space();
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(8.0f, 0.0f);
    add_zone(world, 0.0f, 0.0f, box_shape(500.0f, 500.0f), &wind);
    MicaBody vane = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    def.density = 400.0f;
    MicaShape hub = circle_shape(0.1f), sail;
    mica_collider_create(world, vane, &def, &hub);
    mica_shape_box(v2(0.0f, 2.0f), 0.05f, 0.5f, 0.0f, 0.0f, &sail);
    def.density = 0.1f;
    mica_collider_create(world, vane, &def, &sail);
    mica_body_set_locks(world, vane, MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y);
    run(world, 1800);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, vane).q), -1.5708, 0.05);
    CHECK_NEAR(mica_body_velocity(world, vane).x, 0.0, 1e-6);
    mica_world_destroy(world);
}

TEST(acceleration_is_the_same_for_all_and_turns_with_the_fan)
{
    MicaWorld *world = make_space();
    MicaField fan = mica_field(MICA_FIELD_WIND);
    fan.drag = 0.0f;
    fan.acceleration = v2(5.0f, 0.0f);
    MicaBody body = add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 50.0f), &fan);
    MicaBody light = add_dynamic(world, -5.0f, 0.0f, circle_shape(0.1f)),
             heavy = add_dynamic(world, 5.0f, 0.0f, box_shape(1.0f, 1.0f));
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, light).x, 5.0, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, heavy).x, 5.0, 1e-3);
    mica_body_set_transform(world, body, v2(0.0f, 0.0f), 1.57079633f);
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, heavy).x, 5.0, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, heavy).y, 5.0, 0.1);
    mica_world_destroy(world);
}

TEST(air_goes_along_with_what_carries_it)
{
    MicaWorld *world = make_space();
    MicaField air = mica_field(MICA_FIELD_WIND);
    air.drag = 20.0f;
    MicaBody cabin = add_body(world, MICA_BODY_KINEMATIC, 0.0f, 0.0f);
    MicaCollider zone = add_zone_to(world, cabin, box_shape(10.0f, 10.0f));
    mica_collider_set_field(world, zone, &air);
    MicaBody leaf = add_dynamic(world, 3.0f, 0.0f, circle_shape(0.1f));
    mica_body_set_velocity(world, cabin, v2(2.0f, 0.0f));
    mica_body_set_angular_velocity(world, cabin, 0.5f);
    run(world, 30);
    // The velocity of the turning and moving cabin at the leaf.
    MicaVec2 arm = {position_of(world, leaf).x - position_of(world, cabin).x,
                    position_of(world, leaf).y - position_of(world, cabin).y};
    CHECK_NEAR(mica_body_velocity(world, leaf).x, 2.0 - 0.5 * (double)arm.y, 0.05);
    CHECK_NEAR(mica_body_velocity(world, leaf).y, 0.5 * (double)arm.x, 0.05);
    CHECK_NEAR(mica_body_angular_velocity(world, leaf), 0.5, 0.05);
    mica_world_destroy(world);
}

static void gusty(float *outMean, float *outLeast, float *outMost, uint64_t *outHash)
{
    MicaWorld *world = make_space();
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(6.0f, 0.0f);
    wind.drag = 1e4f;
    wind.turbulence = 2.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(5000.0f, 500.0f), &wind);
    MicaBody ball = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.2f));
    mica_body_set_locks(world, ball, MICA_FLAG_LOCK_Y);
    double sum = 0.0;
    *outLeast = 1e9f;
    *outMost = -1e9f;
    for (int i = 0; i < 2400; i++) {
        mica_body_set_transform(world, ball, v2(0.0f, 0.0f), 0.0f);
        run(world, 1);
        float v = mica_body_velocity(world, ball).x;
        sum += (double)v;
        *outLeast = v < *outLeast ? v : *outLeast;
        *outMost = v > *outMost ? v : *outMost;
    }
    *outMean = (float)(sum / 2400.0);
    *outHash = mica_world_hash(world);
    mica_world_destroy(world);
}

TEST(gusts_stay_within_bounds_about_the_flow_and_are_the_same_every_time)
{
    float mean, minimum, maximum;
    uint64_t first, second;
    gusty(&mean, &minimum, &maximum, &first);
    CHECK_NEAR(mean, 6.0, 0.3);
    CHECK(minimum > 3.99f && minimum < 5.0f);
    CHECK(maximum < 8.01f && maximum > 7.0f);
    gusty(&mean, &minimum, &maximum, &second);
    CHECK_EQ_HEX(first, second);
}

// -------------------------------------------------------------------------------------- gravity

TEST(gravity_is_added_or_put_instead_and_scaled_by_the_body)
{
    for (int replace = 0; replace < 2; replace++) {
        MicaWorld *world = make_awake_world();
        MicaField field = mica_field(MICA_FIELD_GRAVITY);
        field.acceleration = v2(3.0f, 4.0f);
        field.replace = replace;
        add_zone(world, 0.0f, 0.0f, box_shape(200.0f, 200.0f), &field);
        MicaBody body = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f)),
                 half = add_dynamic(world, 5.0f, 0.0f, circle_shape(0.5f));
        mica_body_set_gravity_scale(world, half, 0.5f);
        run(world, 60);
        double y = replace ? 4.0 : -6.0;
        CHECK_NEAR(mica_body_velocity(world, body).x, 3.0, 1e-3);
        CHECK_NEAR(mica_body_velocity(world, body).y, y, 1e-3);
        CHECK_NEAR(mica_body_velocity(world, half).x, 1.5, 1e-3);
        CHECK_NEAR(mica_body_velocity(world, half).y, 0.5 * y, 1e-3);
        // The flight is exact, as under the world's gravity.
        CHECK_NEAR(position_of(world, body).x, 1.5, 1e-3);
        CHECK_NEAR(position_of(world, body).y, 0.5 * y, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_planet_keeps_its_moons)
{
    // 1/d² with 9 m/s² at 10 m: a circle at 20 m takes v² = 9 * 100 / 20.
    MicaWorld *world = make_space();
    MicaField planet = mica_field(MICA_FIELD_GRAVITY);
    planet.strength = 9.0f;
    planet.distance = 10.0f;
    planet.falloff = 2;
    MicaBody body = add_zone(world, 50.0f, -30.0f, circle_shape(200.0f), &planet);
    MicaBody moon = add_dynamic(world, 70.0f, -30.0f, circle_shape(0.5f)),
             comet = add_dynamic(world, 10.0f, -30.0f, circle_shape(0.5f));
    float speed = sqrtf(45.0f);
    mica_body_set_velocity(world, moon, v2(0.0f, speed));
    mica_body_set_velocity(world, comet, v2(0.0f, 3.0f));
    double energy = 0.5 * 9.0 - 900.0 / 40.0;
    for (int i = 0; i < 6000; i++) {  // five rounds of the moon
        run(world, 1);
        MicaVec2 p = position_of(world, moon), c = position_of(world, body);
        CHECK_NEAR(hypot((double)(p.x - c.x), (double)(p.y - c.y)), 20.0, 0.02);
    }
    MicaVec2 p = position_of(world, comet), v = mica_body_velocity(world, comet);
    double d = hypot((double)p.x - 50.0, (double)p.y + 30.0), vv = (double)(v.x * v.x + v.y * v.y);
    CHECK_NEAR(0.5 * vv - (d > 10.0 ? 900.0 / d : 135.0 - 0.45 * d * d), energy, 0.05);
    mica_world_destroy(world);
}

TEST(within_the_distance_gravity_is_that_of_a_tunnel_through_the_planet)
{
    // Linear to the middle: a swing of period 2 pi sqrt(distance / strength), here 2 pi.
    MicaWorld *world = make_space();
    MicaField planet = mica_field(MICA_FIELD_GRAVITY);
    planet.strength = 8.0f;
    planet.distance = 8.0f;
    planet.falloff = 1;
    add_zone(world, 0.0f, 0.0f, circle_shape(50.0f), &planet);
    MicaBody body = add_dynamic(world, 6.0f, 0.0f, circle_shape(0.5f));
    run_with(world, 200, 6.2831853f / 200.0f, 4);
    CHECK_NEAR(position_of(world, body).x, 6.0, 0.01);
    run_with(world, 1900, 6.2831853f / 200.0f, 4);  // and a half, nine times more
    CHECK_NEAR(position_of(world, body).x, -6.0, 0.05);
    mica_world_destroy(world);
}

TEST(falloffs_are_those_of_the_manual)
{
    const double pulls[3] = {4.0, 2.0, 1.0};  // twice as far as `distance`
    for (int falloff = 0; falloff < 3; falloff++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            MicaWorld *world = make_space();
            MicaField field = mica_field(MICA_FIELD_GRAVITY);
            field.strength = 4.0f * (float)sign;
            field.distance = 100.0f;
            field.falloff = falloff;
            add_zone(world, 0.0f, 0.0f, circle_shape(300.0f), &field);
            MicaBody body = add_dynamic(world, 0.0f, 200.0f, circle_shape(0.5f)),
                     middle = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
            run(world, 6);
            CHECK_NEAR(mica_body_velocity(world, body).y, -0.1 * pulls[falloff] * sign, 1e-3);
            CHECK_NEAR(mica_body_velocity(world, middle).y, 0.0, 1e-6);
            mica_world_destroy(world);
        }
    }
}

// ---------------------------------------------------------------------------------- speed zones

TEST(a_speed_zone_caps_and_slows)
{
    MicaWorld *world = make_awake_world();
    MicaField slow = mica_field(MICA_FIELD_SPEED);
    slow.maxSpeed = 3.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &slow);
    MicaBody body = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(30.0f, 0.0f));
    mica_body_set_angular_velocity(world, body, 9.0f);
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        MicaVec2 v = mica_body_velocity(world, body);
        CHECK_NEAR(hypot((double)v.x, (double)v.y), 3.0, 1e-3);
    }
    CHECK_NEAR(mica_body_velocity(world, body).y, -3.0, 0.01);  // gravity turns it down
    CHECK_NEAR(mica_body_angular_velocity(world, body), 9.0, 1e-4);
    mica_world_destroy(world);

    world = make_space();
    slow = mica_field(MICA_FIELD_SPEED);
    slow.drag = 2.0f;
    slow.angularDrag = 4.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &slow);
    body = add_dynamic(world, 0.0f, 0.0f, box_shape(1.0f, 0.2f));
    mica_body_set_velocity(world, body, v2(10.0f, 0.0f));
    mica_body_set_angular_velocity(world, body, 10.0f);
    run_with(world, 480, 1.0f / 480.0f, 4);
    CHECK_NEAR(mica_body_velocity(world, body).x, 10.0 * exp(-2.0), 0.01);
    CHECK_NEAR(mica_body_angular_velocity(world, body), 10.0 * exp(-4.0), 0.005);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------------ extremes

TEST(fields_as_strong_as_allowed_leave_the_world_finite)
{
    uint32_t seed = 5u;
    for (int i = 0; i < 300; i++) {
        MicaWorld *world = make_awake_world();
        MicaField field = mica_field((MicaFieldType)(1 + i % 4));
        field.flow = v2(test_random_float(&seed, -4e4f, 4e4f), 4e4f);
        field.acceleration = v2(1e6f, test_random_float(&seed, -1e6f, 1e6f));
        field.drag = test_random(&seed) % 2 ? 1e6f : 0.0f;
        field.angularDrag = test_random(&seed) % 2 ? 1e6f : 0.0f;
        field.turbulence = 4e4f;
        field.gustSize = test_random(&seed) % 2 ? 0.01f : 1e6f;
        field.density = 1e6f;
        field.strength = test_random_float(&seed, -1e6f, 1e6f);
        field.distance = test_random(&seed) % 2 ? 1e-4f : 1e6f;
        field.falloff = (int)(test_random(&seed) % 3);
        MicaBody carrier =
            add_body(world, MICA_BODY_KINEMATIC, 0.0f, test_random_float(&seed, -1e3f, 1e3f));
        mica_collider_set_field(world, add_zone_to(world, carrier, box_shape(1e6f, 1e6f)), &field);
        mica_body_set_velocity(world, carrier, v2(4e4f, 0.0f));
        mica_body_set_angular_velocity(world, carrier, test_random(&seed) % 2 ? 4e4f : 0.0f);
        for (int k = 0; k < 4; k++) {
            float size = test_random(&seed) % 2 ? 1e6f : 1e-3f;
            MicaBody body = add_dynamic(world, test_random_float(&seed, -10.0f, 10.0f), 0.0f,
                                        k % 2 ? circle_shape(size) : box_shape(size, 1e-3f));
            mica_body_set_gravity_scale(world, body, test_random(&seed) % 2 ? 1e6f : -1.0f);
            mica_body_set_angular_velocity(world, body, 4e4f);
        }
        run(world, 10);
        mica_world_destroy(world);
    }
}
