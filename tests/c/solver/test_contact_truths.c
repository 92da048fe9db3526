// Contacts against mechanics, where engines are often wrong: an impact has Coulomb friction, no
// bounce is lost, a row of balls hands an impulse on, a bouncing pile comes to rest, a bullet hits
// a target that moves away.
#include "build.h"

#include <math.h>

static MicaBody put(MicaWorld *world, float x, float y, MicaShape shape, float friction,
                    float restitution)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    def.restitution = restitution;
    mica_collider_create(world, body, &def, &shape);
    return body;
}

static void put_floor(MicaWorld *world, float friction, float restitution)
{
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, -1);
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    def.restitution = restitution;
    MicaShape shape = box_shape(200, 1);
    mica_collider_create(world, body, &def, &shape);
}

// A solver that skips friction rows without friction must still remove the impulse that they had
// accumulated before.
TEST(a_contact_that_loses_its_friction_slides_at_once)
{
    const float slope = 0.3f;
    for (int side = 0; side < 3; side++) {
        MicaWorld *world = make_awake_world();
        MicaBodyDef def = mica_body_def();
        def.angle = -slope;
        MicaBody ground = mica_body_create(world, &def);
        MicaShape shape = box_shape(100, 1);
        MicaColliderDef rough = mica_collider_def();
        rough.friction = 1;
        MicaCollider floor = mica_collider_create(world, ground, &rough, &shape);
        def = mica_body_def();
        def.type = MICA_BODY_DYNAMIC;
        def.angle = -slope;
        def.position = v2(1.5f * sinf(slope), 1.5f * cosf(slope));
        MicaBody box = mica_body_create(world, &def);
        shape = box_shape(0.5f, 0.5f);
        MicaCollider collider = mica_collider_create(world, box, &rough, &shape);
        run(world, 60);
        CHECK_NEAR(mica_body_velocity(world, box).x, 0.0, 0.01);
        if (side != 1) {
            mica_collider_set_friction(world, collider, 0);
        }
        if (side != 0) {
            mica_collider_set_friction(world, floor, 0);
        }
        run(world, 30);
        MicaVec2 v = mica_body_velocity(world, box);
        double along = (double)(v.x * cosf(slope) - v.y * sinf(slope));
        CHECK_NEAR(along, 10.0 * sin((double)slope) * 0.5, 0.01);
        mica_world_destroy(world);
    }
}

TEST(zero_friction_is_the_limit_of_little_friction)
{
    enum { COUNT = 12 };
    MicaBody bodies[2][COUNT];
    MicaWorld *worlds[2];
    for (int k = 0; k < 2; k++) {
        float friction = k == 0 ? 0.0f : 1e-12f;
        worlds[k] = make_awake_world();
        put_floor(worlds[k], friction, 0);
        for (int i = 0; i < COUNT; i++) {  // they push each other along
            MicaShape shape = i % 2 ? box_shape(0.3f, 0.2f) : circle_shape(0.25f);
            bodies[k][i] = put(worlds[k], 0.7f * (float)i, 0.4f, shape, friction, 0);
            mica_body_set_velocity(worlds[k], bodies[k][i], v2(0.5f * (float)(COUNT - i), -2));
        }
        run(worlds[k], 60);
    }
    for (int i = 0; i < COUNT; i++) {
        MicaVec2 p = mica_body_transform(worlds[0], bodies[0][i]).p,
                 q = mica_body_transform(worlds[1], bodies[1][i]).p;
        CHECK_NEAR(p.x, q.x, 1e-4);
        CHECK_NEAR(p.y, q.y, 1e-4);
    }
    mica_world_destroy(worlds[0]);
    mica_world_destroy(worlds[1]);
}

TEST(an_impact_without_restitution_has_coulomb_friction)
{
    uint32_t seed = 3;
    for (int n = 0; n < 200; n++) {
        MicaWorld *world = make_space();
        float mu = n % 2 ? 0.1f : 0.3f, speed = (const float[]){1, 3, 6, 12}[n / 2 % 4];
        put_floor(world, mu, 0);
        MicaBody body = put(world, 0, 0.5f + test_random_float(&seed, 0.3f, 0.3f + speed / 60),
                            n % 3 ? box_shape(0.5f, 0.5f) : circle_shape(0.5f), mu, 0);
        mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
        mica_body_set_velocity(world, body, v2(20, -speed));
        run(world, 60);
        CHECK_NEAR((20.0f - mica_body_velocity(world, body).x) / (mu * speed), 1.0, 2e-3);
        mica_world_destroy(world);
    }
}

static double energy_of(MicaWorld *world, MicaBody body)
{
    MicaVec2 v = mica_body_velocity(world, body);
    MicaMassData d = mica_body_mass(world, body);
    double w = (double)mica_body_angular_velocity(world, body);
    return 0.5 * (double)d.mass * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
           0.5 * (double)d.inertia * w * w;
}

TEST_LONG(elastic_discs_never_lose_a_bounce)
{
    uint32_t seed = 4;
    int met = 0;
    for (int n = 0; n < 1500; n++) {
        MicaWorld *world = make_space();
        float radius = 0.1f + 0.05f * (float)(n % 4), speed = 0.5f + 0.25f * (float)(n % 20);
        float aside = test_random_float(&seed, -1.6f, 1.6f) * radius;
        MicaBody a = put(world, 0, 0, circle_shape(radius), 0, 1),
                 b = put(world, test_random_float(&seed, 2.1f, 3.5f) * radius, aside,
                         circle_shape(radius), 0, 1);
        mica_body_set_velocity(world, a, v2(speed, 0));
        double before = energy_of(world, a);
        for (int i = 0; i < 60; i++) {
            run(world, 1);
            met += mica_world_events(world).beginCount;
        }
        CHECK_NEAR((energy_of(world, a) + energy_of(world, b)) / before, 1.0, 2e-3);
        mica_world_destroy(world);
    }
    CHECK(met > 1000);
}

TEST(a_row_of_balls_hands_an_impulse_to_the_last)
{
    for (int count = 2; count <= 12; count += 5) {
        MicaWorld *world = make_space();
        MicaBody balls[13];
        for (int i = 0; i <= count; i++) {
            balls[i] = put(world, (float)i - (i == 0 ? 1.0f : 0.0f), 0, circle_shape(0.5f), 0, 1);
        }
        mica_body_set_velocity(world, balls[0], v2(5, 0));
        run(world, 60);
        CHECK_NEAR(mica_body_velocity(world, balls[count]).x, 5.0, 0.01);
        for (int i = 0; i < count; i++) {
            CHECK_NEAR(mica_body_velocity(world, balls[i]).x, 0.0, 0.01);
        }
        mica_world_destroy(world);
    }
}

TEST(a_bouncing_pile_comes_to_rest)
{
    for (int n = 0; n < 6; n++) {
        MicaWorld *world = make_world();
        float restitution = (const float[]){0.2f, 0.5f, 0.8f}[n % 3];
        put_floor(world, 0.5f, restitution);
        for (int side = -1; side <= 1; side += 2) {
            MicaBody wall = add_body(world, MICA_BODY_STATIC, 3.5f * (float)side, 10);
            add_box(world, wall, 0.5f, 12);
        }
        for (int i = 0; i < 80; i++) {
            float x = -2.0f + 0.5f * (float)(i % 9), y = 0.5f + 0.6f * (float)(i / 9);
            put(world, x, y, n < 3 ? circle_shape(0.2f) : box_shape(0.2f, 0.2f), 0.5f, restitution);
        }
        run(world, 1200);
        CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
        mica_world_destroy(world);
    }
}

// A bullet of 200 m/s behind or before a moving ball or thin plank: the target is hit, and never
// passed through.
static bool bullet_hits(uint32_t *seed, float targetSpeed, bool plank)
{
    MicaWorld *world = make_space();
    MicaBody target = put(world, test_random_float(seed, 10, 14), 0,
                          plank ? box_shape(0.01f, 1) : circle_shape(0.3f), 0, 0);
    mica_body_set_velocity(world, target, v2(targetSpeed, 0));
    MicaBody bullet = put(world, 0, 0, circle_shape(0.1f), 0, 0);
    mica_body_set_bullet(world, bullet, true);
    mica_body_set_velocity(world, bullet, v2(200, 0));
    bool behind = true;
    for (int i = 0; i < 30; i++) {
        run(world, 1);
        behind = behind &&
                 mica_body_transform(world, bullet).p.x < mica_body_transform(world, target).p.x;
    }
    bool hit = mica_body_velocity(world, target).x > targetSpeed + 1.0f;
    mica_world_destroy(world);
    return hit && behind;
}

TEST(bullets_hit_targets_that_move_away_or_towards_them)
{
    uint32_t seed = 6;
    for (int n = 0; n < 400; n++) {
        float speed = (const float[]){-40, -10, -2, 0, 3, 10, 20, 40}[n % 8];
        CHECK(bullet_hits(&seed, speed, n / 8 % 2 == 1));
    }
}

// A manifold is kept while little moves; that must not drive a ball as it rolls.
TEST(a_ball_that_rolls_slowly_keeps_its_speed)
{
    const float speeds[] = {0.001f, 0.004f, 0.016f, 0.064f};
    for (int n = 0; n < 8; n++) {
        MicaWorld *world = make_awake_world();
        float speed = speeds[n % 4];
        put_floor(world, 0.6f, 0);
        MicaBody body = put(world, 0, 0.2f, circle_shape(0.2f), 0.6f, 0);
        if (n >= 4) {
            // On a ball at rest.
            mica_body_set_transform(world, body, v2(0, 1.2f), 0);
            MicaBody peg = add_body(world, MICA_BODY_STATIC, 0, 0.5f);
            add_circle(world, peg, 0.5f);
            speed = 0;
        }
        mica_body_set_velocity(world, body, v2(speed, 0));
        mica_body_set_angular_velocity(world, body, -speed / 0.2f);
        run(world, 600);
        CHECK_NEAR(mica_body_velocity(world, body).x, speed, 2e-5);
        mica_world_destroy(world);
    }
}

// Slow is not at rest: a body on a belt, at a motor, on a gentle slope.
TEST(a_slowly_moving_body_does_not_fall_asleep)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_world();
        MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0),
                 body = add_body(world, MICA_BODY_DYNAMIC, 0, 0.5f);
        MicaColliderDef def = mica_collider_def();
        MicaShape floor, shape = n < 2 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f);
        mica_shape_box(v2(0, -1), 50, 1, 0, 0, &floor);
        def.tangentSpeed = n == 2 ? 0.04f : 0;
        if (n != 3) {
            mica_collider_create(world, ground, &def, &floor);
        }
        add_shape(world, body, shape);
        float speed = 0.04f;
        if (n == 0) {
            mica_body_set_velocity(world, body, v2(speed, 0));
            mica_body_set_angular_velocity(world, body, -speed / 0.5f);
        } else if (n == 1) {
            // Half a degree; the exact velocity after ten seconds is 2/3 g sin(a) t.
            float a = 0.5f * 3.14159265f / 180;
            mica_world_set_gravity(world, v2(10 * sinf(a), -10 * cosf(a)));
            speed = 2.0f / 3.0f * 10 * sinf(a) * 10;
        } else if (n == 3) {
            MicaJointDef pin = pin_def(world, ground, body, 0, 0.5f);
            pin.enableMotor = true;
            pin.numbers[MICA_JOINT_MOTOR_SPEED] = 0.04f;
            pin.numbers[MICA_JOINT_MAX_MOTOR] = 100;
            mica_joint_create(world, &pin);
        }
        run(world, 600);
        CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 1);
        if (n < 3) {
            CHECK_NEAR(mica_body_velocity(world, body).x / speed, 1.0, 0.01);
        } else {
            CHECK_NEAR(mica_body_angular_velocity(world, body), 0.04, 1e-4);
        }
        mica_world_destroy(world);
    }
}

// The amplitudes of the swings of a body in 30 s, in turn; it starts at rest at the first.
static int measure_swings(MicaWorld *world, MicaBody body, float tilt, float *swings, int maximum)
{
    int count = 0;
    float before = tilt, last = tilt;
    for (int i = 0; i < 1800; i++) {
        run(world, 1);
        float angle = asinf(mica_body_transform(world, body).q.s);
        if (fabsf(last) >= fabsf(before) && fabsf(last) > fabsf(angle) && count < maximum) {
            swings[count++] = fabsf(last);
        }
        before = last;
        last = angle;
    }
    return count;
}

// A plank lies across a fixed ball, level when its middle is on top, and rolls on the ball to
// either side and back. The amplitudes of its swings in turn.
static int rock(float radius, float tilt, float *swings, int maximum)
{
    MicaWorld *world = make_awake_world();
    const MicaVec2 place = {7, 3};
    MicaBody post = add_body(world, MICA_BODY_STATIC, place.x, place.y);
    MicaColliderDef def = mica_collider_def();
    def.friction = 1;
    MicaShape ball = circle_shape(radius), plank = box_shape(1, 0.05f);
    mica_collider_create(world, post, &def, &ball);
    MicaRot q = mica_rot(tilt);
    float high = radius + 0.05f, rolled = radius * tilt;
    MicaBody body = put(world, place.x - high * q.s + rolled * q.c,
                        place.y + high * q.c + rolled * q.s, plank, 1, 0);
    mica_body_set_transform(world, body, mica_body_transform(world, body).p, tilt);
    int count = measure_swings(world, body, tilt, swings, maximum);
    mica_world_destroy(world);
    return count;
}

// The normal turns with the plank's edge. Kept from the start of a step, it lags behind and drives
// the swing: after half a minute the plank of the first line swung by .53 rad, and balls in
// piles never came to rest.
TEST(a_plank_rocking_on_a_ball_keeps_its_amplitude)
{
    const float radii[3] = {0.5f, 0.2f, 1.5f};
    for (int n = 0; n < 3; n++) {
        float swings[128];
        int count = rock(radii[n], 0.15f, swings, 128);
        CHECK(count > 15);
        for (int i = 0; i < count; i++) {
            CHECK_NEAR(swings[i], 0.15, 0.006);
        }
    }
}

// A ball or a capsule with its centre of mass low rocks on flat ground.
TEST(a_ball_with_a_low_centre_of_mass_keeps_rocking)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_awake_world();
        put_floor(world, 1, 0);
        float tilt = n % 2 == 0 ? 0.5f : 0.15f, swings[64];
        MicaShape round = circle_shape(0.5f), weight;
        if (n >= 2) {
            mica_shape_capsule(v2(0, 0), v2(0, 1), 0.5f, &round);
        }
        MicaBody body = put(world, 7, 0.5f, round, 1, 0);
        MicaColliderDef def = mica_collider_def();
        def.density = n < 2 ? 20 : 60;
        mica_shape_circle(v2(0, -0.28f), n < 2 ? 0.15f : 0.2f, &weight);
        mica_collider_create(world, body, &def, &weight);
        mica_body_set_transform(world, body, v2(7, 0.5f), tilt);
        int count = measure_swings(world, body, tilt, swings, 64);
        CHECK(count > 12);
        for (int i = 0; i < count; i++) {
            CHECK_NEAR(swings[i], tilt, 0.01f * tilt);
        }
        mica_world_destroy(world);
    }
}
