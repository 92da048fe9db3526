// The step by impacts against mechanics: gases keep their energy, Newton's cradle, the billiard
// break, rebounds to e squared, rest without drift; events, sleep, layers and bounds as in the step
// by forces; and the same bits in two runs.
#include "build.h"
#include "scenes.h"
#include "world.h"

static void run_impacts(MicaWorld *world, int steps)
{
    for (int i = 0; i < steps; i++) {
        CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 10000), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_counters(world).impactBound, 0);
        const char *wrong = mica_world_validate(world);
        if (wrong) {
            CHECK_EQ_STR(wrong, NULL);
            return;
        }
    }
}

static MicaCollider add_material(MicaWorld *world, MicaBody body, MicaShape shape, float friction,
                                 float restitution)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    def.restitution = restitution;
    return mica_collider_create(world, body, &def, &shape);
}

static MicaBody add_elastic(MicaWorld *world, float x, float y, MicaShape shape)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    add_material(world, body, shape, 0, 1);
    return body;
}

// Four walls around a square of side 2 `half`.
static void add_walls(MicaWorld *world, float half, float friction, float restitution)
{
    MicaBody walls = add_body(world, MICA_BODY_STATIC, 0, 0);
    for (int i = 0; i < 4; i++) {
        float displacement = i % 2 ? half + 1 : -half - 1;
        MicaShape wall;
        mica_shape_box(i < 2 ? v2(displacement, 0) : v2(0, displacement), i < 2 ? 1.0f : half + 2,
                       i < 2 ? half + 2 : 1.0f, 0, 0, &wall);
        add_material(world, walls, wall, friction, restitution);
    }
}

// Kinetic and potential energy of all dynamic bodies.
static double energy_of(MicaWorld *world)
{
    double sum = 0;
    MicaVec2 gravity = mica_world_gravity(world);
    for (int32_t i = 0; i < mica_world_views(world).slots; i++) {
        MicaBody body = mica_body_at(world, i);
        MicaMassData mass = mica_body_mass(world, body);
        MicaVec2 v = mica_body_velocity(world, body), c = mica_body_center(world, body);
        double w = (double)mica_body_angular_velocity(world, body);
        sum +=
            0.5 * (double)mass.mass * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
            0.5 * (double)mass.inertia * w * w -
            (double)mass.mass * ((double)gravity.x * (double)c.x + (double)gravity.y * (double)c.y);
    }
    return sum;
}

static double deepest_overlap(MicaWorld *world)
{
    const MicaContactPoint *points;
    int32_t count = mica_world_contact_points(world, &points);
    double deepest = 0;
    for (int32_t i = 0; i < count; i++) {
        deepest = fmin(deepest, (double)points[i].separation);
    }
    return -deepest;
}

// ---------------------------------------------------------------------------------- elastic gases

TEST(a_gas_of_discs_keeps_its_energy)
{
    MicaWorld *world = make_space();
    add_walls(world, 10, 0, 1);
    uint32_t seed = 20;
    for (int i = 0; i < 100; i++) {
        MicaBody body = add_elastic(world, 1.8f * ((float)(i % 10) - 4.5f),
                                    1.8f * ((float)(i / 10) - 4.5f), circle_shape(0.25f));
        float vx = test_random_float(&seed, -5, 5);
        mica_body_set_velocity(world, body, v2(vx, test_random_float(&seed, -5, 5)));
    }
    double before = energy_of(world);
    int impacts = 0;
    for (int i = 0; i < 1200; i++) {
        run_impacts(world, 1);
        impacts += mica_world_counters(world).impacts;
    }
    CHECK(impacts > 1000);
    CHECK_NEAR(energy_of(world) / before, 1, 1e-4);
    CHECK(deepest_overlap(world) < 1e-4);
    mica_world_destroy(world);
}

TEST(a_gas_of_spinning_polygons_and_capsules_keeps_its_energy)
{
    MicaWorld *world = make_space();
    add_walls(world, 10, 0, 1);
    uint32_t seed = 21;
    for (int i = 0; i < 64; i++) {
        MicaShape shapes[4] = {box_shape(0.5f, 0.3f), capsule_shape(0.4f, 0.2f), circle_shape(0.4f),
                               box_shape(0.3f, 0.3f)};
        mica_shape_box(v2(0.1f, 0), 0.3f, 0.2f, 0, 0.1f, &shapes[3]);
        MicaBody body = add_elastic(world, 2.2f * ((float)(i % 8) - 3.5f),
                                    2.2f * ((float)(i / 8) - 3.5f), shapes[i % 4]);
        float vx = test_random_float(&seed, -5, 5);
        mica_body_set_velocity(world, body, v2(vx, test_random_float(&seed, -5, 5)));
        mica_body_set_angular_velocity(world, body, test_random_float(&seed, -6, 6));
    }
    double before = energy_of(world), deepest = 0;
    int impacts = 0;
    for (int i = 0; i < 1200; i++) {
        run_impacts(world, 1);
        impacts += mica_world_counters(world).impacts;
        deepest = fmax(deepest, deepest_overlap(world));
    }
    CHECK(impacts > 1000);
    CHECK_NEAR(energy_of(world) / before, 1, 1e-3);
    CHECK(deepest < 5e-4);
    mica_world_destroy(world);
}

// Under gravity too: flight between the impacts is exact.
TEST(a_falling_gas_keeps_its_energy)
{
    MicaWorldDef def = mica_world_def();
    def.sleepEnabled = false;
    MicaWorld *world = mica_world_create(&def);
    add_walls(world, 10, 0, 1);
    for (int i = 0; i < 25; i++) {
        add_elastic(world, 3.0f * (float)(i % 5) - 6.1f + 0.1f * (float)(i / 5),
                    3.0f * (float)(i / 5) - 6, circle_shape(0.5f));
    }
    double before = energy_of(world);
    double floor = 0;
    for (int i = 0; i < 25; i++) {
        floor += 3.14159265 * 0.25 * 10 * (0.5 - 10);
    }
    run_impacts(world, 1200);
    CHECK_NEAR((energy_of(world) - floor) / (before - floor), 1, 1e-3);
    mica_world_destroy(world);
}

// --------------------------------------------------------------------------- several at one time

TEST(the_cradle_hands_on_as_many_balls_as_come)
{
    for (int moving = 1; moving <= 4; moving++) {
        MicaWorld *world = make_space();
        MicaBody balls[5];
        for (int i = 0; i < 5; i++) {
            balls[i] =
                add_elastic(world, i < moving ? (float)i - 3 : (float)i, 0, circle_shape(0.5f));
            mica_body_set_velocity(world, balls[i], v2(i < moving ? 5.0f : 0.0f, 0));
        }
        run_impacts(world, 90);
        for (int i = 0; i < 5; i++) {
            CHECK_NEAR(mica_body_velocity(world, balls[i]).x, i >= 5 - moving ? 5 : 0, 1e-4);
        }
        mica_world_destroy(world);
    }
}

TEST(a_break_keeps_momentum_energy_and_symmetry)
{
    MicaWorld *world = make_space();
    MicaBody balls[16];
    int mirror[16] = {0}, count = 0;
    balls[count++] = add_elastic(world, -4, 0, circle_shape(0.5f));
    for (int row = 0; row < 5; row++) {
        int first = count;
        for (int i = 0; i <= row; i++) {
            mirror[count] = first + row - i;
            balls[count++] = add_elastic(world, (float)row * 0.5f * 1.7320508f,
                                         (float)(2 * i - row) * 0.5f, circle_shape(0.5f));
        }
    }
    mica_body_set_velocity(world, balls[0], v2(10, 0));
    run_impacts(world, 90);
    double px = 0, energy = 0, crooked = 0;
    for (int i = 0; i < 16; i++) {
        MicaVec2 v = mica_body_velocity(world, balls[i]),
                 m = mica_body_velocity(world, balls[mirror[i]]);
        px += (double)v.x;
        energy += (double)v.x * (double)v.x + (double)v.y * (double)v.y;
        crooked = fmax(crooked, hypot((double)v.x - (double)m.x, (double)v.y + (double)m.y));
    }
    CHECK_NEAR(px, 10, 1e-3);
    CHECK_NEAR(energy, 100, 1e-2);
    CHECK_NEAR(crooked, 0, 1e-3);
    mica_world_destroy(world);
}

// A ball dropped between two that lie symmetrically goes straight up again.
TEST(two_equal_impacts_on_one_body_are_one)
{
    MicaWorld *world = make_space();
    MicaBody left = add_elastic(world, -0.8f, 0, circle_shape(0.5f)),
             right = add_elastic(world, 0.8f, 0, circle_shape(0.5f)),
             ball = add_elastic(world, 0, 3, circle_shape(0.5f));
    mica_body_set_velocity(world, ball, v2(0, -4));
    run_impacts(world, 120);
    MicaVec2 v = mica_body_velocity(world, ball), l = mica_body_velocity(world, left),
             r = mica_body_velocity(world, right);
    CHECK_NEAR(v.x, 0, 1e-5);
    CHECK_NEAR(l.x, -r.x, 1e-5);
    CHECK_NEAR(l.y, r.y, 1e-5);
    CHECK_NEAR(v.y * v.y + 2 * (l.x * l.x + l.y * l.y), 16, 1e-4);
    CHECK(l.x < -0.5f);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------------- rebounds

static double top_after_bounce(float restitution, float drop, MicaShape shape, float floorAt,
                               float angle)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, floorAt - 1);
    add_material(world, ground, box_shape(100, 1), 0, 0);
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position = v2(0, floorAt + 0.5f + drop);
    def.angle = angle;
    MicaBody body = mica_body_create(world, &def);
    add_material(world, body, shape, 0, restitution);
    bool up = false;
    double top = 0;
    for (int i = 0; i < 3000; i++) {
        CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 100), MICA_ERROR_OK);
        MicaVec2 v = mica_body_velocity(world, body);
        if (v.y > 0) {
            up = true;
            // The parabola from here: steps need not see its top.
            double now = (double)position_of(world, body).y + (double)v.y * (double)v.y / 20;
            top = now - (double)floorAt - 0.5;
        }
        if (up && v.y < 0) {
            break;
        }
    }
    mica_world_destroy(world);
    return top;
}

TEST(rebounds_reach_e_squared)
{
    float drops[3] = {0.1f, 1, 50}, restitutions[4] = {1, 0.8f, 0.5f, 0.1f};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            double e = (double)restitutions[j], exact = e * e * (double)drops[i];
            // Below the threshold nothing bounces.
            if (sqrt(20 * (double)drops[i]) < 0.21) {
                continue;
            }
            CHECK_NEAR(top_after_bounce(restitutions[j], drops[i], circle_shape(0.5f), 0, 0) /
                           exact,
                       1, 2e-3);
            CHECK_NEAR(top_after_bounce(restitutions[j], drops[i], box_shape(0.5f, 0.5f), 0, 0) /
                           exact,
                       1, 2e-3);
            CHECK_NEAR(
                top_after_bounce(restitutions[j], drops[i], capsule_shape(0.5f, 0.5f), 0, 0) /
                    exact,
                1, 2e-3);
        }
    }
}

TEST(rest_has_no_sinking_and_no_jitter)
{
    MicaShape shapes[4] = {circle_shape(0.5f), box_shape(0.5f, 0.5f), capsule_shape(0.5f, 0.5f),
                           box_shape(0.5f, 0.5f)};
    mica_shape_box(v2(0, 0), 0.4f, 0.4f, 0, 0.1f, &shapes[3]);
    for (int i = 0; i < 4; i++) {
        MicaWorld *world = make_awake_world();
        add_ground(world);
        MicaBody body = add_dynamic(world, 0, 0.5f, shapes[i]);
        run_impacts(world, 120);
        float y = position_of(world, body).y;
        CHECK_NEAR(y, 0.5, 0.001);
        run_impacts(world, 600);
        CHECK_NEAR(position_of(world, body).y, y, 1e-5);
        CHECK_NEAR(position_of(world, body).x, 0.0, 1e-5);
        CHECK_NEAR(mica_body_velocity(world, body).y, 0, 1e-4);
        CHECK_NEAR(mica_body_angular_velocity(world, body), 0, 1e-4);
        mica_world_destroy(world);
    }
}

TEST(a_small_stack_rests_and_falls_asleep)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody boxes[6];
    for (int i = 0; i < 6; i++) {
        boxes[i] = add_dynamic(world, 0.02f * (float)(i % 2), 0.55f + 1.05f * (float)i,
                               box_shape(0.5f, 0.5f));
    }
    run_impacts(world, 300);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(position_of(world, boxes[i]).y, 0.5 + i, 0.006);
        CHECK_NEAR(position_of(world, boxes[i]).x, 0.02 * (i % 2), 0.005);
        CHECK(!is_awake(world, boxes[i]));
    }
    mica_world_destroy(world);
}

// -------------------------------------------------------------------------- friction and turning

// A disc and a box on a slope of 30 degrees, with friction enough to roll and too little to stay.
TEST(slopes_give_rolling_and_sliding)
{
    for (int i = 0; i < 2; i++) {
        float angle = 0.5235988f, friction = i == 0 ? 0.6f : 0.3f;
        MicaRot q = mica_rot(angle);
        MicaWorld *world = make_awake_world();
        MicaBodyDef def = mica_body_def();
        def.position = v2(q.s, -q.c);
        def.angle = angle;
        MicaBody slope = mica_body_create(world, &def);
        add_material(world, slope, box_shape(200, 1), friction, 0);
        def.type = MICA_BODY_DYNAMIC;
        def.position = v2(-0.5f * q.s, 0.5f * q.c);
        MicaBody body = mica_body_create(world, &def);
        add_material(world, body, i == 0 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f), friction, 0);
        run_impacts(world, 120);
        MicaVec2 v = mica_body_velocity(world, body), p = position_of(world, body);
        double g = 10 * (i == 0 ? 2.0 / 3 * 0.5 : 0.5 - 0.3 * 0.8660254);
        CHECK_NEAR(hypot((double)v.x, (double)v.y) / (2 * g), 1, 2e-3);
        CHECK_NEAR(hypot((double)(p.x - def.position.x), (double)(p.y - def.position.y)) / (2 * g),
                   1, 4e-3);
        mica_world_destroy(world);
    }
}

TEST(friction_holds_a_box_and_rolling_resistance_a_disc)
{
    MicaWorld *world = make_awake_world();
    MicaBodyDef def = mica_body_def();
    def.angle = 0.2f;
    MicaBody slope = mica_body_create(world, &def);
    add_box(world, slope, 50, 1);
    MicaRot q = mica_rot(0.2f);
    MicaColliderDef material = mica_collider_def();
    material.rollingResistance = 0.5f;
    MicaShape shapes[2] = {box_shape(0.5f, 0.5f), circle_shape(0.5f)};
    for (int i = 0; i < 2; i++) {
        def.type = MICA_BODY_DYNAMIC;
        float along = 5 * (float)i, up = 1.5f;
        def.position = v2(along * q.c - up * q.s, along * q.s + up * q.c);
        MicaBody body = mica_body_create(world, &def);
        mica_collider_create(world, body, &material, &shapes[i]);
        run_impacts(world, 120);
        CHECK_NEAR(position_of(world, body).x, def.position.x, 2e-3);
        CHECK_NEAR(position_of(world, body).y, def.position.y, 2e-3);
    }
    mica_world_destroy(world);
}

TEST(a_belt_brings_a_body_to_its_speed)
{
    MicaWorld *world = make_awake_world();
    MicaBody belt = add_body(world, MICA_BODY_STATIC, 0, -1);
    MicaColliderDef def = mica_collider_def();
    def.tangentSpeed = 2;
    MicaShape shape = box_shape(100, 1);
    mica_collider_create(world, belt, &def, &shape);
    MicaBody box = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run_impacts(world, 90);
    MicaWorld *other = make_awake_world();
    MicaBody floor = add_body(other, MICA_BODY_STATIC, 0, -1);
    mica_collider_create(other, floor, &def, &shape);
    MicaBody same = add_dynamic(other, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(other, 90);
    CHECK_NEAR(fabs((double)mica_body_velocity(world, box).x), 2, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, box).x, mica_body_velocity(other, same).x, 0.01);
    mica_world_destroy(world);
    mica_world_destroy(other);
}

// A rod struck off its centre, against Newton's law of restitution with the turning.
TEST(an_impact_off_the_centre_turns)
{
    MicaWorld *world = make_space();
    MicaBody rod = add_elastic(world, 0, 0, box_shape(0.1f, 1)),
             ball = add_elastic(world, -2, 0.8f, circle_shape(0.2f));
    mica_body_set_velocity(world, ball, v2(4, 0));
    double m = (double)mica_body_mass(world, ball).mass,
           M = (double)mica_body_mass(world, rod).mass,
           I = (double)mica_body_mass(world, rod).inertia;
    double j = 2 * 4 / (1 / m + 1 / M + 0.64 / I);
    run_impacts(world, 60);
    CHECK_NEAR(mica_body_velocity(world, ball).x, 4 - j / m, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, rod).x, j / M, 1e-3);
    CHECK_NEAR(mica_body_angular_velocity(world, rod), -0.8 * j / I, 1e-3);
    mica_world_destroy(world);
}

TEST(locks_damping_forces_and_spin_act_as_in_the_step)
{
    MicaWorld *world = make_awake_world();
    MicaBody locked = add_dynamic(world, 0, 10, circle_shape(0.5f)),
             pushed = add_dynamic(world, 20, 10, box_shape(0.5f, 0.5f)),
             damped = add_dynamic(world, 40, 10, circle_shape(0.5f));
    mica_body_set_locks(world, locked, MICA_FLAG_LOCK_Y);
    mica_body_set_velocity(world, locked, v2(1, 0));
    mica_body_set_gravity_scale(world, pushed, 0);
    mica_body_set_gravity_scale(world, damped, 0);
    mica_body_set_damping(world, damped, 1, 2);
    mica_body_set_velocity(world, damped, v2(3, 0));
    mica_body_set_angular_velocity(world, damped, 3);
    double linear = 3, angular = 3;
    for (int i = 0; i < 60; i++) {
        mica_body_apply_force(world, pushed, v2(2, 0));
        mica_body_apply_torque(world, pushed, 0.5f);
        run_impacts(world, 1);
        linear /= 1 + 1 / 60.0;
        angular /= 1 + 2 / 60.0;
    }
    MicaMassData mass = mica_body_mass(world, pushed);
    CHECK_NEAR(position_of(world, pushed).x, 20 + 0.5 * 2 / (double)mass.mass, 1e-4);
    CHECK_NEAR(mica_body_angular_velocity(world, pushed), 0.5 / (double)mass.inertia, 1e-4);
    CHECK_NEAR(position_of(world, locked).x, 1, 1e-5);
    CHECK_NEAR(mica_body_velocity(world, damped).x, linear, 1e-4);
    CHECK_NEAR(mica_body_angular_velocity(world, damped), angular, 1e-4);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------- fast and thin

TEST(nothing_passes_thin_walls_or_plates)
{
    float speeds[3] = {60, 3000, 30000};
    for (int i = 0; i < 3; i++) {
        for (int phase = 0; phase < 20; phase++) {
            MicaWorld *world = make_space();
            MicaBody wall = add_body(world, MICA_BODY_STATIC, 10, 0);
            add_material(world, wall, box_shape(0.005f, 2), 0, 0.5f);
            MicaBody plate = add_elastic(world, 8, 10, box_shape(0.005f, 2));
            MicaShape shapes[2] = {circle_shape(0.1f), box_shape(0.1f, 0.1f)};
            MicaBody bullet = add_elastic(world, 0.3f * (float)phase, 0.5f, shapes[phase % 2]),
                     other = add_elastic(world, 0.3f * (float)phase, 10.5f, shapes[phase % 2]);
            mica_body_set_velocity(world, bullet, v2(speeds[i], 0));
            mica_body_set_velocity(world, other, v2(speeds[i], 0));
            mica_body_set_angular_velocity(world, bullet, 5);
            for (int k = 0; k < 30; k++) {
                run_impacts(world, 1);
                CHECK(position_of(world, bullet).x < 10);
                CHECK(mica_body_velocity(world, other).x <=
                      mica_body_velocity(world, plate).x + speeds[i] * 1.01f);
            }
            // The ball has hit the plate and not passed it.
            CHECK(mica_body_velocity(world, plate).x > 0.1f);
            mica_world_destroy(world);
        }
    }
}

TEST(sliding_over_flush_tiles_meets_no_internal_edge)
{
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_awake_world();
        for (int k = 0; k < 60; k++) {
            MicaBody tile = add_body(world, MICA_BODY_STATIC, (float)k, -0.5f);
            add_material(world, tile, box_shape(0.5f, 0.5f), 0, 0);
        }
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 1, 0.5f);
        add_material(world, body, i == 0 ? box_shape(0.5f, 0.5f) : circle_shape(0.5f), 0, 0);
        run_impacts(world, 30);
        mica_body_set_velocity(world, body, v2(8, 0));
        float top = position_of(world, body).y;
        for (int k = 0; k < 360; k++) {
            run_impacts(world, 1);
            CHECK_NEAR(position_of(world, body).y, top, 1e-3);
        }
        CHECK_NEAR(mica_body_velocity(world, body).x, 8, 0.008);
        mica_world_destroy(world);
    }
}

// Tiles, a chain and a one-way platform: compound colliders.
TEST(maps_chains_and_one_way_platforms_stop_what_they_should)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint8_t cells[100];
    for (int i = 0; i < 100; i++) {
        cells[i] = MICA_TILE_FULL;
    }
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {
        .columns = 50, .rows = 2, .cell = v2(1, 1), .origin = v2(0, -2), .cells = cells};
    REQUIRE(mica_tiles_create(world, ground, &def, &tiles).id != 0);
    MicaVec2 points[3] = {v2(-40, 0), v2(-20, 0), v2(0, 0)};
    MicaChainDef chain = {points, 3, false, false, 0};
    REQUIRE(mica_chain_create(world, ground, &def, &chain).id != 0);
    MicaBody platform = add_body(world, MICA_BODY_STATIC, 60, 5);
    def.oneWay = v2(0, 1);
    MicaShape plank = box_shape(3, 0.1f);
    REQUIRE(mica_collider_create(world, platform, &def, &plank).id != 0);
    // Shot down onto map and chain, far from thick enough to stop it by overlap alone.
    MicaBody onMap = add_dynamic(world, 20.3f, 10, circle_shape(0.1f)),
             onChain = add_dynamic(world, -20.3f, 10, box_shape(0.1f, 0.1f)),
             jumper = add_dynamic(world, 60, 3, box_shape(0.3f, 0.3f));
    mica_body_set_velocity(world, onMap, v2(3, -2000));
    mica_body_set_velocity(world, onChain, v2(3, -2000));
    mica_body_set_velocity(world, jumper, v2(0, 9));
    double highest = 0;
    for (int i = 0; i < 240; i++) {
        run_impacts(world, 1);
        highest = fmax(highest, (double)position_of(world, jumper).y);
    }
    CHECK_NEAR(position_of(world, onMap).y, 0.1, 2e-3);
    CHECK_NEAR(position_of(world, onChain).y, 0.1, 2e-3);
    CHECK_NEAR(highest, 3 + 81 / 20.0, 2e-2);
    CHECK_NEAR(position_of(world, jumper).y, 5.4, 2e-3);
    mica_world_destroy(world);
}

TEST(a_moving_paddle_gives_its_speed)
{
    MicaWorld *world = make_space();
    MicaBody paddle = add_body(world, MICA_BODY_KINEMATIC, -5, 0);
    add_material(world, paddle, box_shape(0.1f, 1), 0, 1);
    mica_body_set_velocity(world, paddle, v2(6, 0));
    MicaBody ball = add_elastic(world, 0, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, ball, v2(-1, 0));
    run_impacts(world, 60);
    CHECK_NEAR(mica_body_velocity(world, ball).x, 13, 1e-4);
    CHECK_NEAR(position_of(world, paddle).x, 1, 1e-5);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------- events and sleep

TEST(impacts_within_the_step_emit_events)
{
    MicaWorld *world = make_space();
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 3, 0);
    MicaCollider face = add_material(world, wall, box_shape(0.5f, 5), 0, 1);
    MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaCollider disc = add_material(world, ball, circle_shape(0.25f), 0, 1);
    mica_body_set_velocity(world, ball, v2(20, 0));
    int begins = 0, ends = 0, hits = 0, moved = 0;
    for (int i = 0; i < 20; i++) {
        run_impacts(world, 1);
        MicaEvents e = mica_world_events(world);
        for (int k = 0; k < e.beginCount; k++) {
            CHECK_EQ_INT(e.begin[k].colliderA.id, face.id);
            CHECK_EQ_INT(e.begin[k].colliderB.id, disc.id);
            CHECK_NEAR(e.begin[k].approachSpeed, 20, 1e-4);
            CHECK_NEAR(e.begin[k].point.x, 2.5, 1e-4);
            CHECK_NEAR(e.begin[k].normal.x, -1, 1e-5);
            CHECK_EQ_INT(e.hitCount, 1);
            CHECK_NEAR(e.hit[0].impulse, 40 * (double)mica_body_mass(world, ball).mass, 1e-3);
        }
        begins += e.beginCount;
        ends += e.endCount;
        hits += e.hitCount;
        moved += e.movedCount;
    }
    CHECK_EQ_INT(begins, 1);
    CHECK_EQ_INT(ends, 1);
    CHECK_EQ_INT(hits, 1);
    CHECK_EQ_INT(moved, 20);
    mica_world_destroy(world);
}

TEST(triggers_and_layers_act_as_in_the_step_by_forces)
{
    MicaWorld *world = make_space();
    mica_layer_set(world, 1, 2, MICA_TRIGGER);
    MicaColliderDef def = mica_collider_def();
    MicaShape disc = circle_shape(0.5f);
    int layers[3] = {1, 2, 3};
    MicaBody bodies[3];
    for (int i = 0; i < 3; i++) {
        bodies[i] = add_body(world, MICA_BODY_DYNAMIC, 2 * (float)i, 0);
        def.layer = layers[i];
        mica_collider_create(world, bodies[i], &def, &disc);
    }
    mica_body_set_velocity(world, bodies[0], v2(3, 0));
    int enters = 0, exits = 0;
    for (int i = 0; i < 120; i++) {
        run_impacts(world, 1);
        enters += mica_world_events(world).enterCount;
        exits += mica_world_events(world).exitCount;
    }
    CHECK_EQ_INT(enters, 1);
    CHECK_EQ_INT(exits, 1);
    CHECK_NEAR(position_of(world, bodies[0]).x, 6, 1e-4);
    CHECK_NEAR(mica_body_velocity(world, bodies[2]).x, 0, 0);
    mica_world_destroy(world);
}

TEST(thin_triggers_are_seen_and_fields_pull)
{
    MicaWorld *world = make_space();
    MicaBody zone = add_body(world, MICA_BODY_STATIC, 5, 0);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape sheet = box_shape(0.005f, 1), disc = circle_shape(4);
    mica_collider_create(world, zone, &def, &sheet);
    MicaBody ball = add_dynamic(world, 0, 0, circle_shape(0.1f));
    mica_body_set_velocity(world, ball, v2(90, 0));
    MicaBody pool = add_body(world, MICA_BODY_STATIC, 0, 40);
    MicaField pull = mica_field(MICA_FIELD_GRAVITY);
    pull.acceleration = v2(0, -3);
    pull.strength = 0;
    mica_collider_set_field(world, mica_collider_create(world, pool, &def, &disc), &pull);
    MicaBody inside = add_dynamic(world, 0, 41, circle_shape(0.1f));
    int enters = 0, exits = 0;
    for (int i = 0; i < 10; i++) {
        run_impacts(world, 1);
        MicaEvents e = mica_world_events(world);
        for (int k = 0; k < e.enterCount; k++) {
            enters += MICA_SLOT(mica_collider_body(world, e.enter[k].visitor)) == MICA_SLOT(ball);
        }
        exits += e.exitCount;
    }
    CHECK_EQ_INT(enters, 1);
    CHECK_EQ_INT(exits, 1);
    float fallen = mica_body_velocity(world, inside).y;
    CHECK_NEAR(fallen, -3.0 * 10 / 60, 1e-3);
    mica_world_destroy(world);
}

TEST(a_sleeping_body_is_woken_by_a_hit_and_by_nothing_else)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0, 0);
    MicaWorld *world = mica_world_create(&def);
    MicaBody sleeper = add_elastic(world, 5, 0, circle_shape(0.5f)),
             ball = add_elastic(world, 0, 2, circle_shape(0.5f));
    mica_body_set_awake(world, sleeper, false);
    mica_body_set_velocity(world, ball, v2(10, 0));
    run_impacts(world, 60);
    CHECK(!is_awake(world, sleeper));
    mica_body_set_transform(world, ball, v2(0, 0), 0);
    for (int i = 0; i < 60 && !is_awake(world, sleeper); i++) {
        run_impacts(world, 1);
    }
    CHECK(is_awake(world, sleeper));
    CHECK_NEAR(mica_body_velocity(world, sleeper).x, 10, 1e-4);
    CHECK_EQ_INT(mica_world_events(world).wokeCount, 1);
    CHECK_EQ_INT(mica_world_events(world).movedCount, 2);
    mica_world_destroy(world);
}

// --------------------------------------------------------------------------- bounds, errors, bits

TEST(at_the_bound_of_impacts_time_stops_and_nothing_tunnels)
{
    MicaWorld *world = make_space();
    add_walls(world, 1, 0, 1);
    MicaBody ball = add_elastic(world, 0, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, ball, v2(600, 0));
    // Crossing the box once takes 1/600 s: ten impacts a frame.
    CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 1000), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_counters(world).impacts, 10);
    CHECK_EQ_INT(mica_world_counters(world).impactBound, 0);
    CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 3), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_counters(world).impacts, 3);
    CHECK_EQ_INT(mica_world_counters(world).impactBound, 1);
    CHECK(fabs((double)position_of(world, ball).x) < 0.501);
    CHECK_NEAR(fabs((double)mica_body_velocity(world, ball).x), 600, 1e-2);
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_counters(world).impacts, 0);
    mica_world_destroy(world);
}

// A ball squeezed between immovable walls has no solution: the step ends all the same, and numbers
// stay finite.
TEST_LONG(a_squeezed_ball_costs_no_more_than_the_bound)
{
    for (int i = 0; i < 3; i++) {
        MicaWorld *world = make_space();
        for (int side = -1; side <= 1; side += 2) {
            MicaBody wall = add_body(world, MICA_BODY_KINEMATIC, 1.05f * (float)side, 0);
            add_material(world, wall, box_shape(0.5f, 3), 0.3f, 0);
            mica_body_set_velocity(world, wall, v2(-(float)side, 0));
        }
        MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
        add_material(world, ball, i == 2 ? box_shape(0.5f, 0.5f) : circle_shape(0.5f), 0.3f,
                     i == 0 ? 0.0f : 1.0f);
        int impacts = 0;
        for (int k = 0; k < 60; k++) {
            CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 10000), MICA_ERROR_OK);
            CHECK_EQ_STR(mica_world_validate(world), NULL);
            impacts += mica_world_counters(world).impacts;
        }
        CHECK(impacts < 60 * 5000);
        CHECK(fabs((double)position_of(world, ball).x) < 5);
        mica_world_destroy(world);
    }
}

TEST(bad_input_is_refused)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 3, circle_shape(0.5f));
    CHECK_EQ_INT(mica_world_step_impacts(NULL, FRAME, 10), MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(world, mica_world_step_impacts(world, 0, 10), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step_impacts(world, -FRAME, 10), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step_impacts(world, 1.1f, 10), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step_impacts(world, NAN, 10), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_step_impacts(world, INFINITY, 10), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_step_impacts(world, FRAME, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step_impacts(world, FRAME, -1), MICA_ERROR_OUT_OF_RANGE);
    mica_world_views(world).velocities[4 * MICA_SLOT(body)] = NAN;
    CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 10), MICA_ERROR_VIEW_NOT_FINITE);
    CHECK_EQ_INT(mica_last_error_slot(world), MICA_SLOT(body));
    mica_world_destroy(world);
}

TEST(a_step_that_runs_out_of_memory_changes_nothing)
{
    // Enough memory for the scene; then each limit a little higher, until the step succeeds.
    int refused = 0, done = 0;
    uint64_t start = 0;
    for (int extra = 0; extra < 400 && done == 0; extra++) {
        MicaWorldDef def = mica_world_def();
        def.gravity = v2(0, 0);
        def.maxBytes = start != 0 ? start + (uint64_t)extra * 512 : 0;
        MicaWorld *world = mica_world_create(&def);
        REQUIRE(world != NULL);
        for (int i = 0; i < 40; i++) {
            MicaBody body = add_dynamic(world, 1.5f * (float)(i % 8), 1.5f * (float)(i / 8),
                                        circle_shape(0.4f));
            mica_body_set_velocity(world, body, v2((float)(i * 37 % 11) * 40 - 200, 90));
        }
        if (start == 0) {
            start = mica_world_bytes(world);
            extra = -1;
            mica_world_destroy(world);
            continue;
        }
        uint64_t hash = mica_world_hash(world);
        MicaError error = mica_world_step_impacts(world, FRAME, 1000);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        if (error == MICA_ERROR_NO_MEMORY) {
            CHECK_EQ_HEX(mica_world_hash(world), hash);
            refused++;
        } else {
            CHECK_EQ_INT(error, MICA_ERROR_OK);
            done++;
        }
        mica_world_destroy(world);
    }
    CHECK(refused > 10);
    CHECK_EQ_INT(done, 1);
}

TEST(a_warm_step_allocates_nothing)
{
    MicaWorld *world = make_awake_world();
    add_walls(world, 10, 0.3f, 0.8f);
    for (int i = 0; i < 60; i++) {
        add_dynamic(world, 1.5f * (float)(i % 10) - 7, 1.5f * (float)(i / 10) - 5,
                    i % 2 ? circle_shape(0.5f) : box_shape(0.5f, 0.3f));
    }
    run_impacts(world, 200);
    uint64_t bytes = mica_world_bytes(world);
    run_impacts(world, 100);
    CHECK_EQ_INT(mica_world_bytes(world), bytes);
    mica_world_destroy(world);
}

TEST(both_steps_can_alternate)
{
    MicaWorld *worlds[2];
    for (int k = 0; k < 2; k++) {
        worlds[k] = scene_create(&scenes[3]);
        for (int i = 0; i < 30; i++) {
            scenes[3].act(worlds[k], i);
            CHECK_EQ_INT(i % 3 == 2 ? mica_world_step(worlds[k], FRAME, 4)
                                    : mica_world_step_impacts(worlds[k], FRAME, 10000),
                         MICA_ERROR_OK);
            CHECK_EQ_STR(mica_world_validate(worlds[k]), NULL);
        }
    }
    CHECK_EQ_HEX(mica_world_hash(worlds[0]), mica_world_hash(worlds[1]));
    mica_world_destroy(worlds[0]);
    mica_world_destroy(worlds[1]);
}

TEST(a_pair_pushed_without_approaching_begins_at_its_contact_point)
{
    // The last two lie side by side and take the blow as one: the second pair never approached.
    MicaWorld *world = make_space();
    const float x[3] = {3.5f, 5.0f, 6.0f};
    MicaBody balls[3];
    for (int i = 0; i < 3; i++) {
        balls[i] = add_dynamic(world, x[i], 3.0f, circle_shape(0.5f));
    }
    mica_body_set_velocity(world, balls[0], v2(60.0f, 0.0f));
    mica_world_step_impacts(world, FRAME, 1000);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.beginCount, 2);
    for (int i = 0; i < e.beginCount; i++) {
        CHECK_NEAR(e.begin[i].point.x, 4.5 + i, 1e-4);
        CHECK_NEAR(e.begin[i].point.y, 3.0, 1e-4);
        CHECK_NEAR(e.begin[i].normal.x, 1.0, 1e-4);
        CHECK_NEAR(e.begin[i].approachSpeed, i == 0 ? 60.0 : 0.0, 1e-3);
    }
    CHECK_EQ_INT(e.hitCount, 1);
    mica_world_destroy(world);
}

// The step begins with one moving body and ends with all of them; and all fall asleep in it, at once.
TEST(a_row_that_wakes_in_a_step_may_fall_asleep_in_it)
{
    enum { COUNT = 300 };
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0, 0);
    def.sleepTime = 0.0f;
    MicaWorld *world = mica_world_create(&def);
    for (int i = 0; i < COUNT; i++) {
        add_elastic(world, (float)i, 0, circle_shape(0.5f));
    }
    MicaBody cue = add_elastic(world, -1.05f, 0, circle_shape(0.5f));
    run_impacts(world, 2);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    world_release_scratch(world);
    mica_body_set_velocity(world, cue, v2(10, 0));
    run_impacts(world, 1);
    CHECK_EQ_INT(mica_world_events(world).movedCount, COUNT + 1);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    mica_world_destroy(world);
}
