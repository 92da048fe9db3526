// Water fields: bodies float at the depth that the densities give, level, without gaining energy,
// and sink and rise at terminal velocity; flow, tilted gravity, moving pools, water lines; sleep.
#include "fields.h"

#define PI 3.14159265358979323846

// A pool 100 m wide whose water line is y = 0.
static MicaBody add_pool(MicaWorld *world, const MicaField *water)
{
    return add_zone(world, 0.0f, -25.0f, box_shape(50.0f, 25.0f), water);
}

static MicaBody add_dense(MicaWorld *world, float x, float y, MicaShape shape, float density)
{
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

TEST(boxes_float_as_deep_as_their_density_says)
{
    for (int i = 1; i <= 9; i++) {
        MicaWorld *world = make_awake_world();
        MicaField water = mica_field(MICA_FIELD_WATER);
        water.density = 3.0f;
        add_pool(world, &water);
        double fraction = 0.1 * i;
        // Three times as wide as high: stable upright at any density.
        MicaBody box = add_dense(world, 0.0f, 0.3f, box_shape(1.5f, 0.5f), (float)(3.0 * fraction));
        run(world, 1200);
        double depth = 0.5 - (double)position_of(world, box).y;  // of its underside
        CHECK_NEAR(depth, fraction, 0.001);
        CHECK_NEAR(mica_rot_angle(mica_body_transform(world, box).q), 0.0, 1e-3);
        CHECK_NEAR(position_of(world, box).x, 0.0, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_disc_floats_level_and_as_deep_as_its_segment_says)
{
    for (int i = 1; i <= 9; i++) {
        MicaWorld *world = make_awake_world();
        MicaField water = mica_field(MICA_FIELD_WATER);
        add_pool(world, &water);
        double fraction = 0.1 * i;
        MicaBody disc = add_dense(world, 5.0f, 0.0f, circle_shape(0.75f), (float)(2.0 * fraction));
        run(world, 1200);
        // Half the angle of the wet arc: (2a - sin 2a) / 2 pi is the fraction.
        double low = 0.0, high = PI;
        for (int k = 0; k < 60; k++) {
            double a = 0.5 * (low + high);
            if ((2.0 * a - sin(2.0 * a)) / (2.0 * PI) < fraction) {
                low = a;
            } else {
                high = a;
            }
        }
        CHECK_NEAR(position_of(world, disc).y, 0.75 * cos(low), 0.0075);
        CHECK_NEAR(position_of(world, disc).x, 5.0, 1e-4);
        CHECK_NEAR(mica_body_angular_velocity(world, disc), 0.0, 1e-5);
        CHECK_NEAR(mica_rot_angle(mica_body_transform(world, disc).q), 0.0, 1e-4);
        mica_world_destroy(world);
    }
}

TEST(capsules_and_rounded_boxes_float_half_deep_too)
{
    MicaShape shapes[2] = {capsule_shape(1.0f, 0.4f), {0}};
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 0.2f, 0.0f, 0.15f, &shapes[1]);
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_awake_world();
        MicaField water = mica_field(MICA_FIELD_WATER);
        add_pool(world, &water);
        MicaBody body = add_dynamic(world, 0.0f, 0.5f, shapes[i]);
        run(world, 1200);
        CHECK_NEAR(position_of(world, body).y, 0.0, 0.002);
        CHECK_NEAR(mica_rot_angle(mica_body_transform(world, body).q), 0.0, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_tilted_raft_rights_itself_and_a_square_log_turns_to_its_corner)
{
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    add_pool(world, &water);
    MicaBody raft = add_dynamic(world, -10.0f, 0.0f, box_shape(2.0f, 0.25f)),
             log = add_dynamic(world, 10.0f, 0.0f, box_shape(0.5f, 0.5f));
    mica_body_set_transform(world, raft, v2(-10.0f, 0.0f), 0.6f);
    mica_body_set_transform(world, log, v2(10.0f, 0.0f), 0.05f);
    run(world, 2400);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, raft).q), 0.0, 2e-3);
    CHECK_NEAR(position_of(world, raft).y, 0.0, 0.005);
    // At half the density flat is unstable for a square; 45 degrees is where it rests.
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, log).q), PI / 4.0, 0.01);
    CHECK_NEAR(position_of(world, log).y, 0.0, 0.01);
    mica_world_destroy(world);
}

TEST(a_bob_without_drag_keeps_its_height_and_its_period)
{
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.drag = water.angularDrag = 0.0f;
    add_pool(world, &water);
    MicaBody box = add_dynamic(world, 0.0f, 0.2f, box_shape(1.0f, 0.5f));
    mica_body_set_locks(world, box, MICA_FLAG_LOCK_ROTATION);
    // Stiffness 2 * 10 * 2 over a mass of 2: omega² = 20.
    double period = 2.0 * PI / sqrt(20.0);
    int crossings = 0, steps = 3600;
    double last = 0.2, first = 0.0, end = 0.0, highest = 0.0;
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        double y = (double)position_of(world, box).y, t = (i + 1) / 60.0;
        if (last > 0.0 && y <= 0.0) {
            double at = t - y / (y - last) / 60.0;
            first = crossings == 0 ? at : first;
            end = at;
            crossings += 1;
        }
        highest = i > steps - 120 && y > highest ? y : highest;
        last = y;
    }
    CHECK_NEAR(highest, 0.2, 0.004);
    CHECK_NEAR((end - first) / (crossings - 1), period, 0.002 * period);
    mica_world_destroy(world);
}

TEST(stones_sink_and_bubbles_rise_at_terminal_velocity)
{
    // (body - water) A g = drag * water * A * v.
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_awake_world();
        MicaField water = mica_field(MICA_FIELD_WATER);
        water.drag = 4.0f;
        add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 200.0f), &water);
        double density = i == 0 ? 5.0 : 0.5;
        MicaBody body = add_dense(world, 0.0f, 0.0f, circle_shape(0.3f), (float)density);
        run(world, 480);
        CHECK_NEAR(mica_body_velocity(world, body).y, -(density - 2.0) * 10.0 / (4.0 * 2.0), 0.005);
        mica_world_destroy(world);
    }
}

TEST(floating_bodies_take_the_velocity_of_the_flow_and_lose_their_spin)
{
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.flow = v2(3.0f, 0.0f);
    add_pool(world, &water);
    MicaBody disc = add_dynamic(world, -40.0f, 0.0f, circle_shape(0.5f));
    mica_body_set_angular_velocity(world, disc, 5.0f);
    run(world, 1500);
    CHECK_NEAR(mica_body_velocity(world, disc).x, 3.0, 0.01);
    CHECK_NEAR(mica_body_angular_velocity(world, disc), 0.0, 0.05);
    CHECK_NEAR(position_of(world, disc).y, 0.0, 0.01);
    mica_world_destroy(world);
}

TEST(drag_goes_by_the_part_under_water)
{
    // Neutral and wholly wet: the drag is 1/s of the body's own mass, the angular drag of its own
    // inertia.
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.drag = 1.5f;
    water.angularDrag = 0.5f;
    add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 50.0f), &water);
    MicaBody body = add_dense(world, 0.0f, 0.0f, capsule_shape(1.0f, 0.3f), 2.0f);
    mica_body_set_velocity(world, body, v2(6.0f, 0.0f));
    mica_body_set_angular_velocity(world, body, 4.0f);
    run_with(world, 480, 1.0f / 480.0f, 4);
    CHECK_NEAR(mica_body_velocity(world, body).x, 6.0 * exp(-1.5), 0.01);
    CHECK_NEAR(mica_body_velocity(world, body).y, 0.0, 2e-3);
    CHECK_NEAR(mica_body_angular_velocity(world, body), 4.0 * exp(-0.5), 0.01);
    mica_world_destroy(world);
}

TEST(compound_bodies_float_by_all_their_colliders)
{
    // Two light floats under a heavy deck: 2 * 1 * 0.4 of density 0.2 and 3 * 0.2 of density 2 in
    // water of 2.
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    add_pool(world, &water);
    MicaBody boat = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.5f);
    MicaColliderDef def = mica_collider_def();
    MicaShape part;
    def.density = 0.2f;
    for (int i = -1; i <= 1; i += 2) {
        mica_shape_box(v2((float)i, 0.0f), 0.2f, 0.5f, 0.0f, 0.0f, &part);
        mica_collider_create(world, boat, &def, &part);
    }
    def.density = 2.0f;
    mica_shape_box(v2(0.0f, 0.6f), 1.5f, 0.1f, 0.0f, 0.0f, &part);
    mica_collider_create(world, boat, &def, &part);
    run(world, 1800);
    // Wet height h of both floats: 2 * 2 * 0.4 h = 0.16 + 1.2 = 1.36: .85.
    CHECK_NEAR(position_of(world, boat).y, 0.5 - 0.85, 0.005);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, boat).q), 0.0, 2e-3);
    mica_world_destroy(world);
}

TEST(the_water_line_is_where_it_was_set_and_lies_across_gravity)
{
    MicaWorld *world = make_awake_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.surface = 22.0f;  // above the pool's middle at y = -25
    MicaBody pool = add_pool(world, &water);
    MicaCollider collider;
    mica_body_colliders(world, pool, &collider, 1);
    MicaBody disc = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    run(world, 1200);
    CHECK_NEAR(position_of(world, disc).y, -3.0, 0.01);
    water.surface = 24.0f;  // the tide
    mica_collider_set_field(world, collider, &water);
    run(world, 1200);
    CHECK_NEAR(position_of(world, disc).y, -1.0, 0.01);
    mica_world_destroy(world);

    // Gravity to the right: the water fills a disc-shaped pool from its leftmost point.
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(10.0f, 0.0f);
    def.sleepEnabled = false;
    world = mica_world_create(&def);
    water = mica_field(MICA_FIELD_WATER);
    add_zone(world, 0.0f, 0.0f, circle_shape(8.0f), &water);
    disc = add_dynamic(world, -6.0f, 0.0f, circle_shape(0.5f));
    run(world, 900);
    CHECK_NEAR(position_of(world, disc).x, -8.0, 0.01);
    CHECK_NEAR(position_of(world, disc).y, 0.0, 0.01);
    mica_world_destroy(world);
}

TEST(without_gravity_water_only_drags_and_weightless_bodies_do_not_rise)
{
    MicaWorld *world = make_space();
    MicaField water = mica_field(MICA_FIELD_WATER);
    add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 50.0f), &water);
    MicaBody body = add_dynamic(world, 0.0f, 49.0f, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(2.0f, 0.0f));
    run(world, 600);
    CHECK_NEAR(position_of(world, body).y, 49.0, 1e-4);
    CHECK_NEAR(mica_body_velocity(world, body).x, 0.0, 1e-3);
    mica_world_set_gravity(world, v2(0.0f, -10.0f));
    mica_body_set_gravity_scale(world, body, 0.0f);
    run(world, 120);
    CHECK_NEAR(position_of(world, body).y, 49.0, 1e-4);
    mica_world_destroy(world);
}

TEST(bodies_sleep_in_still_water_but_not_in_flowing_or_moving_water)
{
    MicaWorld *world = make_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    MicaBody pool = add_pool(world, &water);
    MicaCollider collider;
    mica_body_colliders(world, pool, &collider, 1);
    MicaBody disc = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    run(world, 600);
    CHECK(!is_awake(world, disc));
    MicaVec2 asleep = position_of(world, disc);
    mica_body_set_awake(world, disc, true);
    run(world, 300);
    CHECK(!is_awake(world, disc));
    CHECK_NEAR(position_of(world, disc).y, asleep.y, 1e-3);
    water.flow = v2(0.5f, 0.0f);
    mica_collider_set_field(world, collider, &water);
    run(world, 1200);
    CHECK(is_awake(world, disc));
    CHECK_NEAR(mica_body_velocity(world, disc).x, 0.5, 0.01);
    water.flow = v2(0.0f, 0.0f);
    mica_collider_set_field(world, collider, &water);
    run(world, 900);
    CHECK(!is_awake(world, disc));
    // Drained: it falls.
    mica_collider_set_field(world, collider, NULL);
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, disc).y, -10.0, 0.01);
    mica_world_destroy(world);
}

TEST(a_lifted_pool_takes_floating_bodies_along)
{
    MicaWorld *world = make_world();
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.drag = 4.0f;
    MicaBody pool = add_body(world, MICA_BODY_KINEMATIC, 0.0f, -5.0f);
    mica_collider_set_field(world, add_zone_to(world, pool, box_shape(20.0f, 5.0f)), &water);
    MicaBody disc = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    run(world, 900);
    CHECK(!is_awake(world, disc));
    mica_body_set_velocity(world, pool, v2(1.0f, 2.0f));
    run(world, 900);
    CHECK(is_awake(world, disc));
    CHECK_NEAR(mica_body_velocity(world, disc).x, 1.0, 0.01);
    CHECK_NEAR(mica_body_velocity(world, disc).y, 2.0, 0.05);
    // The line is at the pool's top as the step found it.
    CHECK_NEAR(position_of(world, disc).y - position_of(world, pool).y, 5.0, 0.05);
    mica_world_destroy(world);
}

TEST(an_ocean_around_a_planet_is_round)
{
    // Gravity towards the middle and water on top of it: floats rest at the ocean's radius all
    // around.
    MicaWorld *world = make_space();
    MicaField gravity = mica_field(MICA_FIELD_GRAVITY), water = mica_field(MICA_FIELD_WATER);
    gravity.strength = 10.0f;
    gravity.distance = 20.0f;
    gravity.falloff = 2;
    add_zone(world, 0.0f, 0.0f, circle_shape(100.0f), &gravity);
    add_zone(world, 0.0f, 0.0f, circle_shape(20.0f), &water);
    MicaBody floats[5];
    for (int i = 0; i < 5; i++) {
        MicaRot q = mica_rot(1.3f * (float)i);
        floats[i] = add_dynamic(world, 19.0f * q.c, 19.0f * q.s, circle_shape(0.5f));
    }
    run(world, 1800);
    for (int i = 0; i < 5; i++) {
        MicaVec2 p = position_of(world, floats[i]);
        CHECK_NEAR(hypot((double)p.x, (double)p.y), 20.0, 0.02);
    }
    mica_world_destroy(world);
}

TEST(trigger_cells_of_a_map_hold_water)
{
    MicaWorld *world = make_world();
    uint8_t cells[8 * 3];
    for (int i = 0; i < 8 * 3; i++) {
        int column = i % 8;
        bool wall = i < 8 || column == 0 || column == 7;
        cells[i] = (uint8_t)(wall ? MICA_TILE_FULL : MICA_TILE_FULL + MICA_TILE_TRIGGER);
    }
    MicaTilesDef tiles = {.columns = 8, .rows = 3, .cell = v2(1.0f, 1.0f), .cells = cells};
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    MicaCollider map = mica_tiles_create(world, ground, &def, &tiles);
    MicaField water = mica_field(MICA_FIELD_WATER);
    water.drag = 3.0f;
    CHECK_EQ_INT(mica_collider_set_field(world, map, &water), MICA_ERROR_OK);
    MicaBody disc = add_dynamic(world, 4.0f, 4.0f, circle_shape(0.4f)),
             stone = add_dense(world, 6.0f, 4.0f, circle_shape(0.4f), 5.0f);
    run(world, 900);
    CHECK_NEAR(position_of(world, disc).y, 3.0, 0.01);  // the top of the map
    CHECK_NEAR(position_of(world, stone).y, 1.4, 0.01);
    water.surface = 2.5f;
    mica_collider_set_field(world, map, &water);
    run(world, 900);
    CHECK_NEAR(position_of(world, disc).y, 2.5, 0.01);
    CHECK(!is_awake(world, disc));
    mica_collider_destroy(world, map);
    CHECK(is_awake(world, disc));
    mica_world_destroy(world);
}
