// The revolute joint against mechanics: pendulum, chain under a heavy weight, motor, limit, spring,
// momentum, fast turning, locks, and that the four together do not fight.
#include "build.h"

#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef struct Hinge {
    MicaWorld *world;
    MicaBody frame, body;
    MicaJoint joint;
    double inertia;  // of the body about the pin
} Hinge;

// A disc whose centre hangs an arm below a fixed pin at the origin.
static Hinge make_stiff_hinge(float arm, float radius, bool gravity, float hertz,
                              MicaJointDef settings)
{
    MicaWorldDef world = mica_world_def();
    world.sleepEnabled = false;
    world.gravity = v2(0, gravity ? -10.0f : 0.0f);
    world.jointHertz = hertz;
    Hinge h = {.world = mica_world_create(&world)};
    h.frame = add_body(h.world, MICA_BODY_STATIC, 0, 0);
    h.body = add_dynamic(h.world, 0, -arm, circle_shape(radius));
    MicaJointDef pin = pin_def(h.world, h.frame, h.body, 0, 0);
    settings.bodyA = pin.bodyA;
    settings.bodyB = pin.bodyB;
    settings.localAnchorA = pin.localAnchorA;
    settings.localAnchorB = pin.localAnchorB;
    h.joint = mica_joint_create(h.world, &settings);
    MicaMassData mass = mica_body_mass(h.world, h.body);
    h.inertia = (double)mass.inertia + (double)mass.mass * (double)arm * (double)arm;
    return h;
}

static Hinge make_hinge(float arm, float radius, bool gravity, MicaJointDef settings)
{
    return make_stiff_hinge(arm, radius, gravity, mica_world_def().jointHertz, settings);
}

// Turns the hinged body about the pin without speed.
static void swing_to(Hinge *h, float arm, float angle)
{
    MicaRot q = mica_rot(angle);
    mica_body_set_transform(h->world, h->body, v2(arm * q.s, -arm * q.c), angle);
}

static double gap_of(MicaWorld *world, MicaJoint joint)
{
    MicaVec2 a = mica_joint_state(world, joint).anchorA, b = mica_joint_state(world, joint).anchorB;
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

TEST(a_pendulum_keeps_time)
{
    for (int k = 0; k < 3; k++) {
        float amplitude = k == 0 ? 0.1f : k == 1 ? 0.5f : 1.2f;
        Hinge h = make_hinge(2, 0.3f, true, revolute_def());
        swing_to(&h, 2, amplitude);
        double mass = (double)mica_body_mass(h.world, h.body).mass;
        double small = 2 * pi * sqrt(h.inertia / (mass * 10 * 2));
        // The complete elliptic integral by the arithmetic-geometric mean.
        double a = 1, g = cos(0.5 * (double)amplitude);
        for (int i = 0; i < 8; i++) {
            double mean = 0.5 * (a + g);
            g = sqrt(a * g);
            a = mean;
        }
        double period = small / a, first = 0, last = 0, before = (double)amplitude;
        int crossings = 0;
        for (int step = 0; step < 900; step++) {
            run(h.world, 1);
            double x = (double)mica_joint_state(h.world, h.joint).angle;
            if (before > 0 && x <= 0) {
                last = ((double)step + before / (before - x)) / 60;
                first = crossings++ == 0 ? last : first;
            }
            before = x;
        }
        CHECK(crossings >= 4);
        CHECK_NEAR((last - first) / (crossings - 1) / period, 1, k == 2 ? 2e-3 : 5e-4);
        mica_world_destroy(h.world);
    }
}

static double energy_share(const Hinge *h, float arm, float amplitude)
{
    double weight = 10 * (double)mica_body_mass(h->world, h->body).mass,
           speed = (double)mica_joint_state(h->world, h->joint).angularSpeed,
           height = (double)arm + (double)position_of(h->world, h->body).y,
           start = weight * (double)arm * (1 - cos((double)amplitude));
    return (0.5 * h->inertia * speed * speed + weight * height) / start;
}

// At any time of a minute to 1 %, a short one for 20 s. At four substeps an arm of 1 m that is let go
// at 1.5 rad loses 2 % in that minute, one of 2 m 0.5 %, and up to 1.02 % within a swing.
TEST(a_pendulum_keeps_its_energy)
{
    const float arms[] = {1, 3, 5, 10};
    for (int k = 0; k < 4; k++) {
        float arm = arms[k], amplitude = k == 0 ? 1.2f : 1.5f;
        Hinge h = make_hinge(arm, 0.2f, true, revolute_def());
        swing_to(&h, arm, amplitude);
        double worst = 0;
        for (int step = 0; step < (k == 0 ? 1200 : 3600); step++) {
            run(h.world, 1);
            worst = fmax(worst, gap_of(h.world, h.joint));
            if (k > 0 || step == 1199) {
                CHECK_NEAR(energy_share(&h, arm, amplitude), 1, 0.01);
            }
        }
        CHECK(worst < 1e-3);
        mica_world_destroy(h.world);
    }
}

TEST(a_hanging_weight_pulls_with_its_weight)
{
    Hinge h = make_hinge(1, 0.5f, true, revolute_def());
    run(h.world, 120);
    double weight = 10 * (double)mica_body_mass(h.world, h.body).mass;
    MicaVec2 force = mica_joint_state(h.world, h.joint).force;
    CHECK_NEAR(force.x, 0, 1e-3 * weight);
    CHECK_NEAR(force.y, weight, 1e-3 * weight);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, 0, 0);
    mica_world_destroy(h.world);
}

// Sixty links of one metre and a weight of twenty links. Box2D 3.2 stretches by 41 cm at rest and
// 80 cm at worst.
TEST(a_chain_under_a_heavy_weight_does_not_stretch)
{
    enum { LINKS = 60 };
    MicaWorld *world = make_awake_world();
    MicaBody before = add_body(world, MICA_BODY_STATIC, 0, 0);
    for (int i = 0; i < LINKS; i++) {
        MicaBody link = add_dynamic(world, 0, -(float)i - 0.5f, box_shape(0.1f, 0.5f));
        add_pin(world, before, link, 0, -(float)i);
        before = link;
    }
    MicaBody weight = add_dynamic(world, 0, -(float)LINKS, circle_shape(0.2f));
    float mass = 20 * mica_body_mass(world, before).mass;
    mica_body_set_mass(world, weight, (MicaMassData){mass, {0, 0}, 0.02f * mass});
    add_pin(world, before, weight, 0, -(float)LINKS);
    double worst = 0, stretch = 0;
    for (int step = 0; step < 1200; step++) {
        run(world, 1);
        stretch = 0;
        for (int i = 0; i <= LINKS; i++) {
            stretch += gap_of(world, mica_joint_at(world, i));
        }
        worst = fmax(worst, stretch);
    }
    CHECK(worst < 1e-3);
    CHECK(stretch < 1e-4);
    CHECK_NEAR(mica_joint_state(world, mica_joint_at(world, 0)).force.y / (80 * mass / 20 * 10), 1,
               0.05);
    CHECK_NEAR(position_of(world, weight).x, 0, 1e-3);
    mica_world_destroy(world);
}

// A net of balls jerks tight under a hem six hundred times as heavy, on four of its pins. Were
// carried impulses brought to new arms joint by joint, while others are solved, it would whip: at
// 56 m/s, stretched by 1.45 m.
TEST(a_net_with_a_heavy_hem_does_not_whip)
{
    enum { SIDE = 16 };
    MicaWorld *world = make_awake_world();
    MicaBody balls[SIDE][SIDE];
    for (int x = 0; x < SIDE; x++) {
        for (int y = 0; y < SIDE; y++) {
            bool held = y == 0 && abs(x - SIDE / 2) <= 1;
            balls[x][y] =
                add_body(world, held ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC, (float)x, -(float)y);
            float mass = y == SIDE - 1 ? 300.0f : 0.5f;
            if (!held) {
                mica_body_set_mass(world, balls[x][y], (MicaMassData){mass, {0, 0}, 0.08f * mass});
            }
            if (y > 0) {
                add_pin(world, balls[x][y - 1], balls[x][y], (float)x, 0.5f - (float)y);
            }
            if (x > 0) {
                add_pin(world, balls[x - 1][y], balls[x][y], (float)x - 0.5f, -(float)y);
            }
        }
    }
    double worst = 0, fastest = 0;
    for (int step = 0; step < 200; step++) {
        run(world, 1);
        for (int i = 0; i < 2 * SIDE * (SIDE - 1); i++) {
            worst = fmax(worst, gap_of(world, mica_joint_at(world, i)));
        }
        for (int i = 0; i < SIDE * SIDE && step > 60; i++) {
            MicaVec2 v = mica_body_velocity(world, balls[i / SIDE][i % SIDE]);
            fastest = fmax(fastest, hypot((double)v.x, (double)v.y));
        }
    }
    CHECK(worst > 0.1);
    CHECK(worst < 1);
    CHECK(fastest < 20);
    mica_world_destroy(world);
}

TEST(a_motor_reaches_its_speed)
{
    MicaJointDef settings = revolute_def();
    settings.enableMotor = true;
    settings.numbers[MICA_JOINT_MOTOR_SPEED] = 3;
    settings.numbers[MICA_JOINT_MAX_MOTOR] = 1000;
    Hinge h = make_hinge(1, 0.5f, false, settings);
    run(h.world, 120);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, 3, 1e-3);
    CHECK(mica_joint_state(h.world, h.joint).angle > 5.5f);  // near 6: turns count
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, 0, 0.05);
    mica_world_destroy(h.world);
}

TEST(a_weak_motor_gives_its_torque)
{
    MicaJointDef settings = revolute_def();
    settings.enableMotor = true;
    settings.numbers[MICA_JOINT_MOTOR_SPEED] = -100;
    settings.numbers[MICA_JOINT_MAX_MOTOR] = 2;
    Hinge h = make_hinge(1, 0.5f, false, settings);
    run(h.world, 60);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, -2, 1e-5);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, -2 / h.inertia,
               2e-3 * 2 / h.inertia);
    mica_world_destroy(h.world);
}

TEST(a_motor_without_speed_is_friction)
{
    MicaJointDef settings = revolute_def();
    settings.enableMotor = true;
    settings.numbers[MICA_JOINT_MAX_MOTOR] = 20;
    Hinge h = make_hinge(1, 0.5f, true, settings);
    swing_to(&h, 1, 1.5f);
    run(h.world, 60);
    double held = (double)mica_joint_state(h.world, h.joint).angle;
    CHECK_NEAR(held, 1.5, 0.002);  // 7.8 N m would turn it
    mica_joint_set_motor(h.world, h.joint, true, 0, 2);
    run(h.world, 900);
    double mass = (double)mica_body_mass(h.world, h.body).mass;
    double angle = (double)mica_joint_state(h.world, h.joint).angle;
    CHECK(fabs(10 * mass * sin(angle)) <= 2.01);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, 0, 1e-3);
    mica_world_destroy(h.world);
}

TEST(a_limit_holds_and_tells_its_torque)
{
    MicaJointDef settings = revolute_def();
    settings.enableLimit = true;
    settings.numbers[MICA_JOINT_LOWER] = -0.25f;
    settings.numbers[MICA_JOINT_UPPER] = 0.5f;
    Hinge h = make_hinge(1, 0.5f, false, settings);
    double furthest = 0, lowest = 0;
    for (int step = 0; step < 240; step++) {
        mica_body_apply_torque(h.world, h.body, step < 120 ? 5.0f : -5.0f);
        run(h.world, 1);
        furthest = fmax(furthest, (double)mica_joint_state(h.world, h.joint).angle);
        lowest = fmin(lowest, (double)mica_joint_state(h.world, h.joint).angle);
        if (step == 119) {
            CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, -5, 0.02);
        }
    }
    CHECK_NEAR(furthest, 0.5, 2e-3);
    CHECK_NEAR(lowest, -0.25, 2e-3);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, 5, 0.02);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, 0, 1e-3);
    mica_world_destroy(h.world);
}

// Beyond half a turn, at any turn that its limit names, it rests where it is made.
TEST(a_hinge_that_is_made_within_its_limit_rests)
{
    const float degree = 3.14159265f / 180;
    for (int turn = -2; turn <= 2; turn++) {
        MicaWorld *world = make_space();
        MicaBody post = add_body(world, MICA_BODY_STATIC, 0, 0),
                 arm = add_dynamic(world, 0, 0, box_shape(0.5f, 0.1f));
        mica_body_set_transform(world, arm, v2(0, 0), 185 * degree);
        MicaJointDef def = pin_def(world, post, arm, 0, 0);
        def.numbers[MICA_JOINT_REFERENCE_ANGLE] = 0;
        def.enableLimit = true;
        def.numbers[MICA_JOINT_LOWER] = (170 + 360 * (float)turn) * degree;
        def.numbers[MICA_JOINT_UPPER] = (190 + 360 * (float)turn) * degree;
        MicaJoint joint = mica_joint_create(world, &def);
        for (int step = 0; step < 60; step++) {
            run(world, 1);
            CHECK_NEAR(mica_body_angular_velocity(world, arm), 0, 1e-3);
        }
        CHECK_NEAR(mica_joint_state(world, joint).angle, (185 + 360 * (float)turn) * degree, 1e-4);
        mica_world_destroy(world);
    }
}

TEST(a_limit_of_several_turns)
{
    MicaJointDef settings = revolute_def();
    settings.enableLimit = settings.enableMotor = true;
    settings.numbers[MICA_JOINT_LOWER] = -20;
    settings.numbers[MICA_JOINT_UPPER] = 30;
    settings.numbers[MICA_JOINT_MOTOR_SPEED] = 25;
    settings.numbers[MICA_JOINT_MAX_MOTOR] = 50;
    Hinge h = make_hinge(0.5f, 0.5f, false, settings);
    run(h.world, 240);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 30, 5e-3);
    mica_joint_set_motor(h.world, h.joint, true, -25, 50);
    run(h.world, 240);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, -20, 5e-3);
    mica_world_destroy(h.world);
}

TEST(equal_limits_weld)
{
    MicaJointDef settings = revolute_def();
    settings.enableLimit = true;
    settings.numbers[MICA_JOINT_LOWER] = settings.numbers[MICA_JOINT_UPPER] = 0;
    Hinge h = make_hinge(1, 0.5f, false, settings);
    for (int step = 0; step < 240; step++) {
        mica_body_apply_torque(h.world, h.body, step % 60 < 30 ? 10.0f : -10.0f);
        run(h.world, 1);
        CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 0, 2e-3);
    }
    mica_world_destroy(h.world);
}

// The frequency is that of the body about its pin, whatever its arm. A soft pin would add its own
// give.
TEST(a_spring_swings_at_its_frequency)
{
    for (int k = 0; k < 6; k++) {
        MicaJointDef settings = revolute_def();
        settings.enableSpring = true;
        settings.numbers[MICA_JOINT_SPRING_HERTZ] = k % 3 == 0 ? 0.5f : k % 3 == 1 ? 2.0f : 6.0f;
        settings.numbers[MICA_JOINT_SPRING_TARGET] = 0.2f;
        float arm = k < 3 ? 0.0f : 0.5f;
        Hinge h = make_stiff_hinge(arm, 0.5f, false, 1000, settings);
        double before = -0.2, first = 0, last = 0, widest = 0;
        int crossings = 0;
        for (int step = 0; step < 1200; step++) {
            run_with(h.world, 1, 1.0f / 240, 4);
            double x = (double)mica_joint_state(h.world, h.joint).angle - 0.2;
            if (before < 0 && x >= 0) {
                last = ((double)step + before / (before - x)) / 240;
                first = crossings++ == 0 ? last : first;
            }
            widest = step >= 600 ? fmax(widest, fabs(x)) : 0;
            before = x;
        }
        REQUIRE(crossings >= 2);
        CHECK_NEAR((crossings - 1) / (last - first) /
                       (double)settings.numbers[MICA_JOINT_SPRING_HERTZ],
                   1, 4e-3);
        CHECK_NEAR(widest, 0.2, 0.005);
        mica_world_destroy(h.world);
    }
}

TEST(a_spring_without_damping_keeps_its_amplitude)
{
    MicaJointDef settings = revolute_def();
    settings.enableSpring = true;
    settings.numbers[MICA_JOINT_SPRING_HERTZ] = 3;
    Hinge h = make_hinge(0.2f, 0.5f, false, settings);
    swing_to(&h, 0.2f, 0.1f);
    double widest = 0;
    for (int step = 0; step < 600; step++) {
        run(h.world, 1);
        widest =
            step >= 560 ? fmax(widest, fabs((double)mica_joint_state(h.world, h.joint).angle)) : 0;
    }
    CHECK_NEAR(widest, 0.1, 0.01);
    mica_world_destroy(h.world);
}

TEST(a_damped_spring_calms_down_as_it_should)
{
    for (int k = 0; k < 3; k++) {
        MicaJointDef settings = revolute_def();
        settings.enableSpring = true;
        settings.numbers[MICA_JOINT_SPRING_HERTZ] = 2;
        settings.numbers[MICA_JOINT_SPRING_DAMPING_RATIO] = k == 0 ? 0.2f : k == 1 ? 1.0f : 3.0f;
        Hinge h = make_hinge(1, 0.5f, false, settings);
        swing_to(&h, 1, 0.1f);
        double w = 2 * pi * 2, z = (double)settings.numbers[MICA_JOINT_SPRING_DAMPING_RATIO];
        for (int step = 1; step <= 60; step++) {
            run(h.world, 1);
            double t = step / 60.0, expected = 0;
            if (k == 0) {
                double d = w * sqrt(1 - z * z);
                expected = exp(-z * w * t) * (cos(d * t) + z * w / d * sin(d * t));
            } else if (k == 1) {
                expected = exp(-w * t) * (1 + w * t);
            } else {
                double s = sqrt(z * z - 1), slow = w * (z - s), fast = w * (z + s);
                expected = (fast * exp(-slow * t) - slow * exp(-fast * t)) / (fast - slow);
            }
            CHECK_NEAR(mica_joint_state(h.world, h.joint).angle / 0.1f, expected, 0.04);
        }
        mica_world_destroy(h.world);
    }
}

TEST(the_stiffest_spring_is_calm)
{
    MicaJointDef settings = revolute_def();
    settings.enableSpring = true;
    settings.numbers[MICA_JOINT_SPRING_HERTZ] = 1e5f;
    Hinge h = make_hinge(1, 0.5f, true, settings);
    swing_to(&h, 1, 0.3f);
    run(h.world, 120);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 0, 1e-3);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, 0, 1e-3);
    mica_world_destroy(h.world);
}

TEST(limit_motor_and_spring_together)
{
    MicaJointDef settings = revolute_def();
    settings.enableSpring = settings.enableLimit = settings.enableMotor = true;
    settings.numbers[MICA_JOINT_SPRING_HERTZ] = 2;
    settings.numbers[MICA_JOINT_SPRING_DAMPING_RATIO] = 0.5f;
    settings.numbers[MICA_JOINT_LOWER] = -0.5f;
    settings.numbers[MICA_JOINT_UPPER] = 0.5f;
    settings.numbers[MICA_JOINT_MOTOR_SPEED] = 10;
    settings.numbers[MICA_JOINT_MAX_MOTOR] = 3;
    Hinge h = make_hinge(1, 0.5f, false, settings);
    run(h.world, 300);
    // The motor pulls the spring until both are even, or to the limit.
    double stiffness = h.inertia * 4 * pi * pi * 4;
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 3 / stiffness, 2e-4);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, 0, 0.02);
    mica_joint_set_motor(h.world, h.joint, true, 10, 100);
    run(h.world, 300);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 0.5, 2e-3);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angularSpeed, 0, 1e-2);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).torque, 0, 0.05);
    mica_world_destroy(h.world);
}

TEST(momentum_is_kept)
{
    MicaWorld *world = make_space();
    MicaBody bodies[5];
    uint32_t seed = 11;
    for (int i = 0; i < 5; i++) {
        bodies[i] = add_dynamic(world, 1.2f * (float)i, 0, box_shape(0.6f, 0.1f + 0.1f * (float)i));
        if (i > 0) {
            MicaJointDef def = pin_def(world, bodies[i - 1], bodies[i], 1.2f * (float)i - 0.6f, 0);
            def.enableSpring = i == 1;
            def.numbers[MICA_JOINT_SPRING_HERTZ] = 3;
            def.enableMotor = i == 2;
            def.numbers[MICA_JOINT_MOTOR_SPEED] = 4;
            def.numbers[MICA_JOINT_MAX_MOTOR] = 1;
            def.enableLimit = i == 3;
            def.numbers[MICA_JOINT_LOWER] = -0.5f;
            def.numbers[MICA_JOINT_UPPER] = 0.2f;
            mica_joint_create(world, &def);
        }
        mica_body_set_velocity(
            world, bodies[i], v2(test_random_float(&seed, -2, 2), test_random_float(&seed, -2, 2)));
        mica_body_set_angular_velocity(world, bodies[i], test_random_float(&seed, -3, 3));
    }
    double first[3] = {0}, size = 0;
    for (int step = 0; step <= 300; step++) {
        double sum[3] = {0};
        for (int i = 0; i < 5; i++) {
            MicaMassData m = mica_body_mass(world, bodies[i]);
            MicaVec2 v = mica_body_velocity(world, bodies[i]), p = position_of(world, bodies[i]);
            sum[0] += (double)m.mass * (double)v.x;
            sum[1] += (double)m.mass * (double)v.y;
            sum[2] += (double)m.mass * ((double)p.x * (double)v.y - (double)p.y * (double)v.x) +
                      (double)m.inertia * (double)mica_body_angular_velocity(world, bodies[i]);
            size += step == 0 ? (double)m.mass * 10 : 0;
        }
        for (int k = 0; k < 3; k++) {
            first[k] = step == 0 ? sum[k] : first[k];
            CHECK_NEAR((sum[k] - first[k]) / size, 0, k < 2 ? 1e-5 : 5e-4);
        }
        run(world, 1);
    }
    for (int i = 0; i < 4; i++) {
        CHECK(gap_of(world, mica_joint_at(world, i)) < 2e-3);
    }
    mica_world_destroy(world);
}

// Beyond an eighth of a turn a step the arms turn by another way.
TEST(a_fast_wheel_stays_on_its_axle)
{
    for (int k = 0; k < 3; k++) {
        MicaWorld *world = make_space();
        MicaBody a = add_dynamic(world, 0, 0, box_shape(1, 0.2f)),
                 b = add_dynamic(world, 1, 0.5f, circle_shape(0.5f));
        MicaJoint joint = add_pin(world, a, b, 1, 0);
        mica_body_set_angular_velocity(world, b, k == 0 ? 20.0f : k == 1 ? 60.0f : 300.0f);
        double worst = 0;
        for (int step = 0; step < 300; step++) {
            run(world, 1);
            worst = fmax(worst, gap_of(world, joint));
        }
        CHECK(worst < (k == 0 ? 0.02 : k == 1 ? 0.2 : 2.0));
        CHECK(gap_of(world, joint) < 0.1);
        mica_world_destroy(world);
    }
}

TEST(turns_are_counted_on)
{
    Hinge h = make_hinge(0, 0.5f, false, revolute_def());
    mica_body_set_angular_velocity(h.world, h.body, 10);
    run(h.world, 300);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, 50, 1e-3);
    mica_body_set_angular_velocity(h.world, h.body, -10);
    run(h.world, 600);
    CHECK_NEAR(mica_joint_state(h.world, h.joint).angle, -50, 1e-3);
    mica_body_set_angular_velocity(h.world, h.body, 30000);
    run(h.world, 300);  // beyond any count, it starts anew
    CHECK(fabsf(mica_joint_state(h.world, h.joint).angle) < 3e4f);
    mica_world_destroy(h.world);
}

TEST(locked_bodies_do_what_they_can)
{
    const uint32_t locks[5] = {MICA_FLAG_LOCK_X, MICA_FLAG_LOCK_Y, MICA_FLAG_LOCK_ROTATION,
                               MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_ROTATION,
                               MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y};
    for (int k = 0; k < 25; k++) {
        MicaWorld *world = make_awake_world();
        MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
                 a = add_dynamic(world, 0, -1, box_shape(0.2f, 0.8f)),
                 b = add_dynamic(world, 0.5f, -2, box_shape(0.8f, 0.2f));
        mica_body_set_locks(world, a, locks[k % 5]);
        mica_body_set_locks(world, b, locks[k / 5]);
        add_pin(world, frame, a, 0, 0);
        MicaJoint joint = add_pin(world, a, b, 0, -2);
        run(world, 300);
        MicaVec2 force = mica_joint_state(world, joint).force, place = position_of(world, b);
        CHECK(gap_of(world, joint) < 0.02);
        // Those three stand at a dead point, where even a small load takes much to hold.
        CHECK(hypotf(force.x, force.y) < (k >= 1 && k <= 3 ? 1e4f : 200));
        CHECK(fabsf(place.x) < 3 && fabsf(place.y) < 4);
        mica_world_destroy(world);
    }
}

TEST(a_wheel_of_next_to_no_mass_on_a_long_arm)
{
    MicaWorld *world = make_awake_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
             bob = add_dynamic(world, 50, 0, circle_shape(0.01f));
    MicaJoint joint = add_pin(world, frame, bob, 0, 0);
    run(world, 600);
    CHECK(gap_of(world, joint) < 0.05);
    MicaVec2 p = position_of(world, bob);
    CHECK_NEAR(hypotf(p.x, p.y), 50, 0.05);
    mica_world_destroy(world);
}
