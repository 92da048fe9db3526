// The step by forces against closed formulas: stacks, slopes, momentum, rolling discs; and the same
// bits in two runs.
#include "build.h"
#include "scenes.h"

// A static box turned by `angle`, its upper face through the origin.
static MicaBody add_slope(MicaWorld *world, float angle, float friction)
{
    MicaRot q = mica_rot(angle);
    MicaBodyDef def = mica_body_def();
    def.position = v2(q.s, -q.c);
    def.angle = angle;
    MicaBody slope = mica_body_create(world, &def);
    MicaColliderDef material = mica_collider_def();
    material.friction = friction;
    MicaShape shape = box_shape(200, 1);
    mica_collider_create(world, slope, &material, &shape);
    return slope;
}

static MicaBody add_on_slope(MicaWorld *world, float angle, float friction, MicaShape shape,
                             float height)
{
    MicaRot q = mica_rot(angle);
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position = v2(-height * q.s, height * q.c);
    def.angle = angle;
    MicaBody body = mica_body_create(world, &def);
    MicaColliderDef material = mica_collider_def();
    material.friction = friction;
    mica_collider_create(world, body, &material, &shape);
    return body;
}

static double speed_of(MicaWorld *world, MicaBody body)
{
    MicaVec2 v = mica_body_velocity(world, body);
    return hypot((double)v.x, (double)v.y);
}

static double moved_from(MicaWorld *world, MicaBody body, MicaVec2 from)
{
    MicaVec2 p = position_of(world, body);
    return hypot((double)(p.x - from.x), (double)(p.y - from.y));
}

// ---------------------------------------------------------------------------------------- stacks

TEST_LONG(a_pyramid_of_1830_boxes_stands_20_seconds)
{
    MicaWorld *world = scene_create(&scenes[0]);
    MicaBody top = mica_body_at(world, 1830);
    REQUIRE(mica_body_is_valid(world, top));
    CHECK_NEAR(position_of(world, top).y, 59.5, 1e-6);
    for (int i = 0; i < test_part(1200, 4); i++) {
        REQUIRE(mica_world_step(world, FRAME, 4) == MICA_ERROR_OK);
    }
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    CHECK_NEAR(position_of(world, top).x, 0.0, 0.05);
    CHECK_NEAR(position_of(world, top).y, 59.5, 0.01 * 59.5);  // sags less than 1 %
    double worst = 0.0;
    for (int slot = 1; slot <= 1830; slot++) {
        MicaTransform t = mica_body_transform(world, mica_body_at(world, slot));
        worst = fmax(worst, fabs((double)mica_rot_angle(t.q)));
    }
    CHECK_NEAR(worst, 0.0, 0.02);
    CHECK(speed_of(world, top) < 0.05);
    mica_world_destroy(world);
}

// Boxes of 1 m, put exactly on each other: the mean speed of all, from 2.5 to 5 s.
static double sway_of_pyramid(int rows)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, -1);
    add_box(world, ground, 100, 1);
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < rows; i++) {
            float x = 0.5f * (float)(row + 1 - rows) + (float)(i - row);
            add_dynamic(world, x, (float)row + 0.5f, box_shape(0.5f, 0.5f));
        }
    }
    int boxes = rows * (rows + 1) / 2;
    double sum = 0;
    run(world, 150);
    for (int step = 0; step < 150; step++) {
        run(world, 1);
        for (int slot = 1; slot <= boxes; slot++) {
            sum += speed_of(world, mica_body_at(world, slot));
        }
    }
    mica_world_destroy(world);
    return sum / (150.0 * boxes);
}

// Solved in the same order everywhere, pyramids of 40, 50 and 60 rows sway at 0.03, 0.05 and 0.39
// mm/s.
TEST_LONG(pyramids_do_not_sway)
{
    double sum = 0.0;
    for (int base = 40; base <= 60; base += 10 * test_stride(3)) {
        sum += sway_of_pyramid(base);
    }
    CHECK(sum < 0.2e-3);
}

TEST(a_tower_of_30_stays_20_seconds)
{
    MicaWorld *world = scene_create(&scenes[1]);
    MicaBody top = mica_body_at(world, 30);
    run(world, 1200);
    CHECK_NEAR(position_of(world, top).x, 0.0, 0.02);
    CHECK_NEAR(position_of(world, top).y, 29.5, 0.01 * 29.5);
    CHECK(speed_of(world, top) < 0.01);
    mica_world_destroy(world);
}

TEST(a_stack_of_circles_in_a_groove_rests)
{
    MicaWorld *world = make_world();
    add_ground(world);
    for (int i = 0; i < 2; i++) {
        MicaBody wall = add_body(world, MICA_BODY_STATIC, i ? 1.5f : -1.5f, 10);
        add_box(world, wall, 1, 10);
    }
    MicaBody last = {0};
    for (int i = 0; i < 15; i++) {
        last = add_dynamic(world, 0.01f * (float)(i % 2), 0.5f + (float)i, circle_shape(0.49f));
    }
    run(world, 600);
    CHECK(!is_awake(world, last));
    mica_world_destroy(world);
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
        run(world, 120);
        float y = position_of(world, body).y;
        CHECK_NEAR(y, 0.5, 0.005);
        run(world, 600);
        CHECK_NEAR(position_of(world, body).y, y, 1e-5);
        CHECK_NEAR(position_of(world, body).x, 0.0, 1e-4);
        CHECK(speed_of(world, body) < 1e-3);
        mica_world_destroy(world);
    }
}

// -------------------------------------------------------------------------------------- friction

TEST(a_box_rests_below_and_slides_above_the_friction_angle)
{
    const float frictions[3] = {0.2f, 0.5f, 0.8f};
    for (int i = 0; i < 3; i++) {
        double angle = atan((double)frictions[i]);
        for (int above = 0; above < 2; above++) {
            MicaWorld *world = make_awake_world();
            float slope = (float)(angle + (above ? 1.0 : -1.0) * 3.14159265 / 180.0);
            add_slope(world, slope, frictions[i]);
            MicaBody body = add_on_slope(world, slope, frictions[i], box_shape(1, 0.25f), 0.25f);
            MicaVec2 start = position_of(world, body);
            run(world, 300);
            double way = moved_from(world, body, start);
            // Above: a = g (sin - mu cos).
            double a = 10.0 * (sin((double)slope) - (double)frictions[i] * cos((double)slope));
            if (above) {
                CHECK_NEAR(way, 0.5 * a * 25.0, 0.02 * 0.5 * a * 25.0 + 0.02);
            } else {
                CHECK(way < 0.005);
                CHECK(speed_of(world, body) < 1e-3);
            }
            mica_world_destroy(world);
        }
    }
}

TEST(a_sliding_box_stops_where_it_should)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.25f, box_shape(1, 0.25f));
    run(world, 10);
    mica_body_set_velocity(world, body, v2(6, 0));
    run(world, 120);
    CHECK_NEAR(position_of(world, body).x, 36.0 / (2.0 * 0.6 * 10.0), 0.05);
    CHECK(speed_of(world, body) < 1e-3);
    mica_world_destroy(world);
}

TEST(a_disc_rolls_down_with_two_thirds_g_sin)
{
    const float angles[2] = {0.2f, 0.5f};
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_awake_world();
        add_slope(world, angles[i], 0.9f);
        MicaBody body = add_on_slope(world, angles[i], 0.9f, circle_shape(0.5f), 0.5f);
        run(world, 120);
        double expected = 2.0 / 3.0 * 10.0 * sin((double)angles[i]) * 2.0;
        CHECK_NEAR(speed_of(world, body), expected, 0.01 * expected);
        CHECK_NEAR(fabs((double)mica_body_angular_velocity(world, body)) * 0.5, expected,
                   0.01 * expected);
        CHECK_NEAR(moved_from(world, body, v2(-0.5f * sinf(angles[i]), 0.5f * cosf(angles[i]))),
                   expected, 0.01 * expected);
        mica_world_destroy(world);
    }
}

TEST(a_skidding_disc_ends_rolling_at_two_thirds)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, circle_shape(0.5f));
    run(world, 10);
    mica_body_set_velocity(world, body, v2(9, 0));
    run(world, 120);
    CHECK_NEAR(mica_body_velocity(world, body).x, 6.0, 0.06);
    CHECK_NEAR(mica_body_angular_velocity(world, body), -12.0, 0.12);
    mica_world_destroy(world);
}

TEST(rolling_resistance_slows_and_stops)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, circle_shape(0.5f));
    MicaCollider collider;
    mica_body_colliders(world, body, &collider, 1);
    mica_collider_set_rolling_resistance(world, collider, 0.1f);
    mica_body_set_velocity(world, body, v2(3, 0));
    mica_body_set_angular_velocity(world, body, -6);
    run(world, 30);
    // Lever 0.1 r: torque m g 0.1 r against inertia 3/2 m r² about the contact: a = g 0.1 2/3.
    CHECK_NEAR(mica_body_velocity(world, body).x, 3.0 - 10.0 * 0.1 * 2.0 / 3.0 * 0.5, 0.03);
    run(world, 300);
    CHECK_NEAR(mica_body_velocity(world, body).x, 0.0, 1e-3);
    mica_world_destroy(world);
}

TEST(a_conveyor_brings_a_box_to_its_speed)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        MicaWorld *world = make_awake_world();
        MicaBody ground = add_ground(world);
        MicaCollider belt;
        mica_body_colliders(world, ground, &belt, 1);
        MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
        run(world, 10);
        mica_collider_set_tangent_speed(world, belt, (float)sign * 2.0f);
        run(world, 90);
        CHECK_NEAR(fabs((double)mica_body_velocity(world, body).x), 2.0, 1e-3);
        mica_world_destroy(world);
    }
}

// ------------------------------------------------------------------------------------- collisions

typedef struct Momentum {
    double px, py, spin, energy;
} Momentum;

static Momentum momentum_of(MicaWorld *world)
{
    Momentum m = {0};
    for (int slot = 0; slot < mica_world_views(world).slots; slot++) {
        MicaBody body = mica_body_at(world, slot);
        MicaMassData d = mica_body_mass(world, body);
        MicaVec2 v = mica_body_velocity(world, body), c = mica_body_center(world, body);
        double w = (double)mica_body_angular_velocity(world, body), mass = (double)d.mass;
        m.px += mass * (double)v.x;
        m.py += mass * (double)v.y;
        m.spin +=
            mass * ((double)c.x * (double)v.y - (double)c.y * (double)v.x) + (double)d.inertia * w;
        m.energy += 0.5 * mass * ((double)v.x * (double)v.x + (double)v.y * (double)v.y) +
                    0.5 * (double)d.inertia * w * w;
    }
    return m;
}

static MicaShape some_shape(uint32_t *seed)
{
    MicaShape shape = box_shape(0.5f, 0.3f);
    switch (test_random(seed) % 4) {
    case 0:
        return circle_shape(0.4f);
    case 1:
        return capsule_shape(0.5f, 0.25f);
    case 2:
        mica_shape_box(v2(0.1f, 0), 0.4f, 0.3f, 0.5f, 0.1f, &shape);
        return shape;
    default:
        return shape;
    }
}

// Two bodies of any shapes thrown at each other: the momentum, relative to that of one of them, and
// the energy, relative to all of it, that the collision added.
static Momentum collide_two(uint32_t *seed, float restitution, bool *met)
{
    MicaWorld *world = make_space();
    MicaShape shapeA = some_shape(seed), shapeB = some_shape(seed);
    MicaBody a = add_dynamic(world, -1.5f, 0, shapeA);
    MicaBody b = add_dynamic(world, 1.5f, test_random_float(seed, -0.5f, 0.5f), shapeB);
    mica_body_set_transform(world, a, v2(-1.5f, 0), test_random_float(seed, -3, 3));
    float vx = test_random_float(seed, 3, 6), vy = test_random_float(seed, -1, 1);
    mica_body_set_velocity(world, a, v2(vx, vy));
    mica_body_set_velocity(world, b, v2(test_random_float(seed, -6, -3), 0));
    mica_body_set_angular_velocity(world, a, test_random_float(seed, -5, 5));
    mica_collider_set_restitution(world, mica_collider_at(world, 0), restitution);
    Momentum before = momentum_of(world);
    *met = false;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        *met = *met || mica_world_events(world).beginCount > 0;
    }
    Momentum after = momentum_of(world);
    double carried = 0.5 * 5.0, turn = carried * 1.5;
    mica_world_destroy(world);
    return (Momentum){(after.px - before.px) / carried, (after.py - before.py) / carried,
                      (after.spin - before.spin) / turn, after.energy / before.energy - 1.0};
}

TEST(two_bodies_keep_momentum_and_angular_momentum)
{
    uint32_t seed = 77;
    int count = 0;
    for (int n = 0; n < 300; n++) {
        bool met;
        Momentum made = collide_two(&seed, 0.5f * (float)(n % 3), &met);
        count += met;
        CHECK_NEAR(made.px, 0.0, 1e-4);
        CHECK_NEAR(made.py, 0.0, 1e-4);
        CHECK_NEAR(made.spin, 0.0, 1e-4);
    }
    CHECK(count > 250);
}

// The rim speed of a disc without friction after it was thrown at something off centre, relative to
// the speed of the throw.
static float spin_of_thrown_disc(uint32_t *seed, MicaBodyType type, MicaShape target,
                                 float restitution, bool *met)
{
    MicaWorld *world = make_space();
    MicaBody still = add_body(world, type, 0, 0);
    add_shape(world, still, target);
    mica_body_set_transform(world, still, v2(0, 0), test_random_float(seed, -3, 3));
    if (type != MICA_BODY_STATIC) {
        mica_body_set_angular_velocity(world, still, test_random_float(seed, -3, 3));
    }
    MicaBody disc =
        add_dynamic(world, 2.0f, test_random_float(seed, -0.6f, 0.6f), circle_shape(0.35f));
    float speed = test_random_float(seed, 1, 40);
    mica_body_set_velocity(world, disc, v2(-speed, 0));
    for (int32_t i = 0; i < 2; i++) {
        MicaCollider collider = mica_collider_at(world, i);
        mica_collider_set_friction(world, collider, 0.0f);
        mica_collider_set_restitution(world, collider, restitution);
    }
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        *met = *met || mica_world_events(world).beginCount > 0;
    }
    float rim = 0.35f * mica_body_angular_velocity(world, disc);
    mica_world_destroy(world);
    return rim / speed;
}

TEST(a_disc_without_friction_never_turns)
{
    uint32_t seed = 79;
    int count = 0;
    for (int n = 0; n < 300; n++) {
        MicaBodyType type = (MicaBodyType)(n % 3);
        bool met = false;
        MicaShape target = n % 2 ? circle_shape(0.4f) : some_shape(&seed);
        CHECK_NEAR(spin_of_thrown_disc(&seed, type, target, n % 5 ? 0.0f : 0.7f, &met), 0.0, 1e-4);
        count += met;
    }
    CHECK(count > 200);
}

// A disc grazes a fixed one: it keeps its velocity along the surface, and moves on with it in the
// step after the one that ends at the surface.
TEST(a_glancing_disc_goes_on_at_once)
{
    for (int n = 0; n < 30; n++) {
        MicaWorld *world = make_space();
        add_shape(world, add_body(world, MICA_BODY_STATIC, 0, 0), circle_shape(0.4f));
        float speed = 5.0f + (float)n, offset = 0.15f + 0.1f * (float)(n % 5);
        MicaBody disc = add_dynamic(world, 2, offset, circle_shape(0.35f));
        mica_body_set_velocity(world, disc, v2(-speed, 0));
        mica_collider_set_friction(world, mica_collider_at(world, 1), 0.0f);
        float along = speed * offset / 0.75f;
        bool held = false, turned = false;
        for (int i = 0; i < 40; i++) {
            MicaVec2 before = mica_body_transform(world, disc).p;
            run(world, 1);
            MicaVec2 now = mica_body_transform(world, disc).p;
            float made = 60.0f * hypotf(now.x - before.x, now.y - before.y);
            if (held || turned) {
                CHECK(made > 0.9f * along);
            }
            turned = turned || mica_body_velocity(world, disc).y > 0.1f;
            held = held || (!turned && made < 0.99f * speed);
        }
        CHECK(turned);
        MicaVec2 v = mica_body_velocity(world, disc);
        // The normal is that of the start of the step: up to a slop deeper than touching.
        CHECK_NEAR(hypotf(v.x, v.y) / along, 1.0, 0.06);
        mica_world_destroy(world);
    }
}

TEST(a_collision_makes_no_energy)
{
    for (int k = 0; k <= 4; k++) {
        uint32_t seed = 78;
        double maximum = 0.0;
        for (int n = 0; n < 100; n++) {
            bool met;
            maximum = fmax(maximum, collide_two(&seed, 0.25f * (float)k, &met).energy);
        }
        CHECK_NEAR(maximum, 0.0, 1e-3);
    }
}

TEST(a_head_on_collision_has_the_textbook_result)
{
    for (int k = 0; k <= 4; k++) {
        double e = 0.25 * k;
        MicaWorld *world = make_space();
        MicaBody a = add_dynamic(world, -1, 0, circle_shape(0.5f)),
                 b = add_dynamic(world, 1, 0, circle_shape(0.5f));
        mica_body_set_mass(world, a, (MicaMassData){3, {0, 0}, 1});
        mica_body_set_mass(world, b, (MicaMassData){1, {0, 0}, 1});
        mica_collider_set_restitution(world, mica_collider_at(world, 0), (float)e);
        mica_body_set_velocity(world, a, v2(4, 0));
        mica_body_set_velocity(world, b, v2(-2, 0));
        run(world, 60);
        double common = (3.0 * 4.0 - 2.0) / 4.0, relative = e * 6.0;
        CHECK_NEAR(mica_body_velocity(world, a).x, common - relative / 4.0, 2e-3);
        CHECK_NEAR(mica_body_velocity(world, b).x, common + 3.0 * relative / 4.0, 2e-3);
        mica_world_destroy(world);
    }
}

TEST(a_dropped_ball_rebounds_to_about_e_squared)
{
    for (int k = 2; k <= 4; k++) {
        double e = 0.25 * k;
        MicaWorld *world = make_awake_world();
        add_ground(world);
        MicaBody ball = add_dynamic(world, 0, 5.5f, circle_shape(0.5f));
        mica_collider_set_restitution(world, mica_collider_at(world, 1), (float)e);
        double top = 0.0;
        bool bounced = false;
        for (int i = 0; i < 180; i++) {
            run(world, 1);
            bool up = mica_body_velocity(world, ball).y > 0.0f;
            bounced = bounced || up;
            top = bounced && up ? fmax(top, (double)position_of(world, ball).y - 0.5) : top;
        }
        CHECK_NEAR(top / (5.0 * e * e), 1.0, 0.1);
        mica_world_destroy(world);
    }
}

TEST(overlap_is_pushed_out_gently)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f)),
             b = add_dynamic(world, 0.5f, 0, box_shape(0.5f, 0.5f));
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        CHECK(speed_of(world, a) < 3.0 && speed_of(world, b) < 3.0);
    }
    CHECK_NEAR(position_of(world, b).x - position_of(world, a).x, 1.0, 0.01);
    CHECK_NEAR(position_of(world, b).x + position_of(world, a).x, 0.5, 1e-4);
    CHECK(speed_of(world, a) < 0.1);
    mica_world_destroy(world);
}

TEST(discs_deep_in_each_other_with_locked_axes_stay_calm)
{
    // Along the normal neither body is free to move; the solver must stay calm all the same.
    const uint32_t locks[4] = {0, MICA_FLAG_LOCK_Y, MICA_FLAG_LOCK_Y | MICA_FLAG_LOCK_ROTATION,
                               MICA_LOCKS};
    for (int i = 0; i < 16; i++) {
        MicaWorld *world = make_awake_world();
        MicaBody a = add_dynamic(world, 0, 0, circle_shape(1.036f));
        MicaBody b = add_dynamic(world, 1e-3f, -0.048f, circle_shape(1.488f));
        mica_body_set_locks(world, a, locks[i % 4]);
        mica_body_set_locks(world, b, locks[i / 4]);
        for (int step = 0; step < 60; step++) {
            run(world, 1);
            REQUIRE(speed_of(world, a) < 20.0 && speed_of(world, b) < 20.0);
        }
        mica_world_destroy(world);
    }
}

TEST(substeps_one_to_eight_all_hold_a_stack)
{
    for (int substeps = 1; substeps <= 8; substeps++) {
        MicaWorld *world = make_awake_world();
        add_ground(world);
        MicaBody last = {0};
        for (int i = 0; i < 5; i++) {
            last = add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
        }
        run_with(world, 300, FRAME, substeps);
        CHECK_NEAR(position_of(world, last).y, 4.5, substeps == 1 ? 0.1 : 0.03);
        CHECK_NEAR(position_of(world, last).x, 0.0, 0.01);
        mica_world_destroy(world);
    }
}

TEST(odd_frame_times_do_no_harm)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody last = {0};
    for (int i = 0; i < 5; i++) {
        last = add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
    }
    uint32_t seed = 4;
    for (int i = 0; i < 600; i++) {
        run_with(world, 1, test_random_float(&seed, 0.002f, 0.033f), 4);
    }
    CHECK_NEAR(position_of(world, last).y, 4.5, 0.05);
    CHECK_NEAR(position_of(world, last).x, 0.0, 0.05);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------------ determinism

TEST(two_worlds_of_a_scene_stay_equal_to_the_bit)
{
    for (int s = 1; s < sceneCount; s++) {
        MicaWorld *a = scene_create(&scenes[s]), *b = scene_create(&scenes[s]);
        for (int step = 0; step < test_part(120, 3); step++) {
            REQUIRE(scene_step(&scenes[s], a, step) == MICA_ERROR_OK);
            REQUIRE(scene_step(&scenes[s], b, step) == MICA_ERROR_OK);
            CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
            const char *wrong = step % 10 == 0 ? mica_world_validate(a) : NULL;
            CHECK_EQ_STR(wrong, NULL);
        }
        mica_world_destroy(a);
        mica_world_destroy(b);
    }
}
