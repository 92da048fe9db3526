// Fields as records: setting, reading, replacing, bad arguments; which bodies they act on,
// priorities, memory, and sleep. Their forces are tested in solver/test_forces.c and
// solver/test_water.c.
#include "fields.h"

#include <float.h>

static MicaWorld *make_still(void)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0.0f, 0.0f);
    return mica_world_create(&def);
}

// -------------------------------------------------------------------------------------- records

TEST(a_field_is_set_read_replaced_and_removed)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaCollider a = add_zone_to(world, body, circle_shape(1.0f)),
                 b = add_zone_to(world, body, circle_shape(2.0f));
    MicaField field = mica_field(MICA_FIELD_WIND), got;
    CHECK_EQ_INT(mica_collider_field(world, a, &got), MICA_ERROR_OK);
    CHECK_EQ_INT(got.type, MICA_FIELD_NONE);
    uint64_t before = mica_world_hash(world);
    field.flow = v2(3.0f, -1.0f);
    field.priority = -7;
    CHECK_EQ_INT(mica_collider_set_field(world, a, &field), MICA_ERROR_OK);
    CHECK(mica_world_hash(world) != before);
    mica_collider_field(world, a, &got);
    CHECK(got.type == MICA_FIELD_WIND && got.flow.x == 3.0f && got.priority == -7 &&
          got.drag == 1.0f);
    field = mica_field(MICA_FIELD_SPEED);
    CHECK_EQ_INT(mica_collider_set_field(world, b, &field), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_collider_set_field(world, a, &field), MICA_ERROR_OK);
    mica_collider_field(world, a, &got);
    CHECK(got.type == MICA_FIELD_SPEED && got.drag == 0.0f);
    CHECK_EQ_INT(mica_collider_set_field(world, a, NULL), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_collider_set_field(world, a, NULL), MICA_ERROR_OK);
    mica_collider_field(world, a, &got);
    CHECK_EQ_INT(got.type, MICA_FIELD_NONE);
    mica_collider_destroy(world, b);
    run(world, 2);
    CHECK_EQ_HEX(mica_world_hash(world), before);
    // Slots of removed fields are used again.
    uint64_t bytes = 0;
    for (int i = 0; i < 40; i++) {
        MicaCollider c = add_zone_to(world, body, circle_shape(1.0f));
        mica_collider_set_field(world, c, &field);
        mica_collider_destroy(world, c);
        run(world, 1);
        CHECK(i < 2 || mica_world_bytes(world) == bytes);
        bytes = mica_world_bytes(world);
    }
    mica_world_destroy(world);
}

TEST(bad_fields_are_refused)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaCollider zone = add_zone_to(world, body, circle_shape(1.0f));
    MicaField good = mica_field(MICA_FIELD_WATER), f;
    CHECK_EQ_INT(mica_collider_set_field(world, zone, &good), MICA_ERROR_OK);
#define REFUSED(change, error)                                                                     \
    f = good;                                                                                      \
    f.change;                                                                                      \
    CHECK_ERROR(world, mica_collider_set_field(world, zone, &f), error)
    REFUSED(type = MICA_FIELD_NONE, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(type = MICA_FIELD_TYPE_COUNT, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(type = (MicaFieldType)-1, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(flow.x = NAN, MICA_ERROR_NOT_FINITE);
    REFUSED(flow.y = 1e6f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(acceleration.x = INFINITY, MICA_ERROR_NOT_FINITE);
    REFUSED(acceleration.y = -1e7f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(drag = -1.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(drag = NAN, MICA_ERROR_NOT_FINITE);
    REFUSED(angularDrag = -FLT_MIN, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(turbulence = -1.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(gustSize = 0.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(density = -2.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(density = INFINITY, MICA_ERROR_NOT_FINITE);
    REFUSED(surface = NAN, MICA_ERROR_NOT_FINITE);
    REFUSED(surface = 1e8f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(strength = 1e7f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(distance = 0.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(falloff = 3, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(falloff = -1, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(replace = 2, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(maxSpeed = -1.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(events = 2, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(events = -1, MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_field(world, zone, NULL), MICA_ERROR_NULL_ARGUMENT);
    mica_collider_field(world, zone, &f);
    CHECK(f.density == 2.0f && f.type == MICA_FIELD_WATER);
    MicaCollider stale = add_zone_to(world, body, circle_shape(1.0f));
    mica_collider_destroy(world, stale);
    CHECK_ERROR(world, mica_collider_set_field(world, stale, &good), MICA_ERROR_STALE_COLLIDER);
    CHECK_ERROR(world, mica_collider_field(world, stale, &f), MICA_ERROR_STALE_COLLIDER);
    CHECK_EQ_INT(mica_collider_set_field(NULL, zone, &good), MICA_ERROR_STALE_COLLIDER);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------------- events

// Makes a step; adds the trigger events of the step and the trigger pairs after it.
static void add_events(MicaWorld *world, int *enters, int *exits, int *stays)
{
    const MicaTriggerEvent *inside;
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    *enters += e.enterCount;
    *exits += e.exitCount;
    *stays += mica_world_trigger_stays(world, &inside);
}

TEST(a_field_emits_trigger_events_only_if_told_so)
{
    for (int emits = 0; emits < 2; emits++) {
        MicaWorld *world = make_space();
        MicaField field = mica_field(MICA_FIELD_WIND);
        CHECK_EQ_INT(field.events, 0);
        field.events = emits;
        MicaBody zone = add_zone(world, 0.0f, 0.0f, box_shape(4.0f, 100.0f), &field);
        MicaBody slow = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
        MicaBody bullet = add_dynamic(world, -30.0f, 20.0f, circle_shape(0.1f));
        mica_body_set_velocity(world, bullet, v2(3600.0f, 0.0f));
        int enters = 0, exits = 0, stays = 0;
        add_events(world, &enters, &exits, &stays);
        CHECK_EQ_INT(enters, 2 * emits);
        CHECK_EQ_INT(stays, emits);
        CHECK_EQ_INT(mica_trigger_pairs(world, zone, slow), emits);
        // A change does not concern those inside: the exit does as the enter did.
        MicaCollider collider;
        mica_body_colliders(world, zone, &collider, 1);
        field.events = 1 - emits;
        CHECK_EQ_INT(mica_collider_set_field(world, collider, &field), MICA_ERROR_OK);
        mica_body_set_transform(world, slow, v2(9.0f, 0.0f), 0.0f);
        add_events(world, &enters, &exits, &stays);
        CHECK_EQ_INT(enters, 2 * emits);
        CHECK_EQ_INT(exits, 2 * emits);
        mica_body_set_transform(world, slow, v2(0.0f, 0.0f), 0.0f);
        add_events(world, &enters, &exits, &stays);
        CHECK_EQ_INT(enters, 1 + emits);
        mica_world_destroy(world);
    }
}

TEST(what_becomes_solid_inside_a_field_is_listed_as_touching)
{
    MicaWorld *world = make_space();
    MicaField field = mica_field(MICA_FIELD_WATER);
    MicaBody zone = add_zone(world, 0.0f, 0.0f, box_shape(4.0f, 4.0f), &field);
    add_dynamic(world, 2.4f, 0.0f, circle_shape(0.5f));
    run(world, 1);
    MicaCollider collider;
    mica_body_colliders(world, zone, &collider, 1);
    mica_collider_set_trigger(world, collider, false);
    run(world, 1);
    const MicaContactEvent *touching;
    CHECK_EQ_INT(mica_world_contact_stays(world, &touching), 1);
    CHECK_EQ_INT(mica_world_events(world).exitCount, 0);
    mica_world_destroy(world);
}

TEST(out_of_memory_is_an_error_and_an_unchanged_world)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *roomy = mica_world_create(&def);
    MicaBody body = add_body(roomy, MICA_BODY_STATIC, 0.0f, 0.0f);
    add_zone_to(roomy, body, circle_shape(1.0f));
    def.maxBytes = mica_world_bytes(roomy);
    mica_world_destroy(roomy);
    MicaWorld *world = mica_world_create(&def);
    body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaCollider zone = add_zone_to(world, body, circle_shape(1.0f));
    MicaField field = mica_field(MICA_FIELD_WIND), got;
    CHECK_ERROR(world, mica_collider_set_field(world, zone, &field), MICA_ERROR_NO_MEMORY);
    mica_collider_field(world, zone, &got);
    CHECK_EQ_INT(got.type, MICA_FIELD_NONE);
    mica_world_destroy(world);
}

TEST(a_warm_step_with_fields_allocates_nothing)
{
    MicaWorld *world = make_awake_world();
    MicaField field = mica_field(MICA_FIELD_WIND);
    field.flow = v2(0.0f, 5.0f);
    field.turbulence = 2.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(20.0f, 20.0f), &field);
    for (int i = 0; i < 30; i++) {
        add_dynamic(world, (float)(i % 6) * 2.0f - 5.0f, (float)(i / 6) * 2.0f, circle_shape(0.4f));
    }
    run(world, 60);
    uint64_t bytes = mica_world_bytes(world);
    run(world, 120);
    CHECK_EQ_INT(mica_world_bytes(world), bytes);
    mica_world_destroy(world);
}

// -------------------------------------------------------------------- several, compound, locked

TEST(the_highest_priority_of_a_type_acts_and_equal_ones_add_up)
{
    MicaWorld *world = make_space();
    MicaField field = mica_field(MICA_FIELD_GRAVITY);
    field.acceleration = v2(1.0f, 0.0f);
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &field);
    field.acceleration = v2(2.0f, 0.0f);
    MicaBody second = add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &field);
    MicaBody body = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, body).x, 3.0, 1e-3);
    MicaCollider zone;
    mica_body_colliders(world, second, &zone, 1);
    field.priority = 5;
    mica_collider_set_field(world, zone, &field);
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, body).x, 5.0, 1e-3);
    field.priority = -5;
    mica_collider_set_field(world, zone, &field);
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, body).x, 6.0, 1e-3);
    // Priorities are compared within a type only; of equal priorities the lowest limit counts.
    MicaField slow = mica_field(MICA_FIELD_SPEED);
    slow.priority = -100;
    slow.maxSpeed = 2.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &slow);
    slow.maxSpeed = 1.5f;
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &slow);
    run(world, 2);
    CHECK_NEAR(mica_body_velocity(world, body).x, 1.5, 1e-3);
    mica_world_destroy(world);
}

TEST(a_compound_body_feels_gravity_once_and_each_collider_the_wind)
{
    MicaWorld *world = make_space();
    MicaField field = mica_field(MICA_FIELD_GRAVITY);
    field.acceleration = v2(0.0f, 2.0f);
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &field);
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(1.0f, 0.0f);
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &wind);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
    for (int i = -1; i <= 1; i++) {
        MicaShape disc;
        mica_shape_circle(v2((float)i, 0.0f), 0.5f, &disc);
        add_shape(world, body, disc);
    }
    run_with(world, 100, 0.001f, 1);
    double mass = 3.0 * 3.14159265 * 0.25;
    CHECK_NEAR(mica_body_velocity(world, body).y, 0.2, 0.2 * 0.07);
    CHECK_NEAR(mica_body_velocity(world, body).x, 3.0 / mass * 0.1, 0.01);
    CHECK_NEAR(mica_body_angular_velocity(world, body), 0.0, 1e-4);
    mica_world_destroy(world);
}

TEST(triggers_static_and_kinematic_bodies_feel_nothing_and_locked_axes_do_not_move)
{
    MicaWorld *world = make_space();
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(5.0f, 5.0f);
    wind.acceleration = v2(1.0f, 1.0f);
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &wind);
    MicaBody sensor = add_body(world, MICA_BODY_DYNAMIC, 5.0f, 0.0f);
    add_zone_to(world, sensor, circle_shape(0.5f));
    MicaBody kinematic = add_body(world, MICA_BODY_KINEMATIC, 10.0f, 0.0f);
    add_circle(world, kinematic, 0.5f);
    MicaBody locked = add_dynamic(world, 15.0f, 0.0f, box_shape(0.5f, 2.0f));
    mica_body_set_locks(world, locked, MICA_FLAG_LOCK_Y | MICA_FLAG_LOCK_ROTATION);
    run(world, 60);
    CHECK_NEAR(mica_body_velocity(world, sensor).x, 0.0, 0.0);
    CHECK_NEAR(mica_body_velocity(world, kinematic).x, 0.0, 0.0);
    CHECK(mica_body_velocity(world, locked).x > 1.0f);
    CHECK_NEAR(mica_body_velocity(world, locked).y, 0.0, 0.0);
    CHECK_NEAR(mica_body_angular_velocity(world, locked), 0.0, 0.0);
    mica_world_destroy(world);
}

TEST(a_field_acts_where_layers_make_a_trigger_and_forces_add_to_it)
{
    MicaWorld *world = make_space();
    mica_layer_set(world, 1, 2, MICA_TRIGGER);
    MicaBody zone = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    def.layer = 1;
    MicaShape area = circle_shape(50.0f), disc = circle_shape(0.5f);
    MicaCollider collider = mica_collider_create(world, zone, &def, &area);
    MicaField field = mica_field(MICA_FIELD_GRAVITY);
    field.acceleration = v2(0.0f, 3.0f);
    mica_collider_set_field(world, collider, &field);
    MicaBody bodies[2];
    for (int i = 0; i < 2; i++) {
        bodies[i] = add_body(world, MICA_BODY_DYNAMIC, (float)i * 3.0f, 0.0f);
        def.layer = 2 + i;
        mica_collider_create(world, bodies[i], &def, &disc);
    }
    float mass = mica_body_mass(world, bodies[0]).mass;
    for (int i = 0; i < 60; i++) {
        mica_body_apply_force(world, bodies[0], v2(2.0f * mass, 0.0f));
        run(world, 1);
    }
    CHECK_NEAR(mica_body_velocity(world, bodies[0]).x, 2.0, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, bodies[0]).y, 3.0, 1e-3);
    CHECK_NEAR(mica_body_velocity(world, bodies[1]).y, 0.0, 0.0);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------------- sleep

TEST(bodies_sleep_in_gravity_and_speed_zones_and_changes_wake_them)
{
    MicaWorld *world = make_still();
    add_ground(world);
    MicaField field = mica_field(MICA_FIELD_GRAVITY);
    field.acceleration = v2(0.0f, -10.0f);
    MicaBody zone = add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 50.0f), &field);
    MicaField slow = mica_field(MICA_FIELD_SPEED);
    slow.maxSpeed = 5.0f;
    add_zone(world, 0.0f, 0.0f, box_shape(50.0f, 50.0f), &slow);
    MicaCollider collider;
    mica_body_colliders(world, zone, &collider, 1);
    MicaBody box = add_dynamic(world, 0.0f, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, box));
    field.acceleration = v2(0.0f, 10.0f);
    mica_collider_set_field(world, collider, &field);
    CHECK(is_awake(world, box));
    run(world, 30);
    CHECK_NEAR(mica_body_velocity(world, box).y, 5.0, 1e-3);
    // Asleep at the bottom again; then the field is removed, by each call that removes it.
    field.acceleration = v2(0.0f, -10.0f);
    for (int way = 0; way < 6; way++) {
        CHECK_EQ_INT(mica_collider_set_field(world, collider, &field), MICA_ERROR_OK);
        run(world, 600);
        CHECK(!is_awake(world, box));
        if (way == 0) {
            mica_collider_set_field(world, collider, NULL);
        } else if (way == 1) {
            mica_body_set_enabled(world, zone, false);
        } else if (way == 2) {
            mica_body_set_transform(world, zone, v2(1000.0f, 0.0f), 0.0f);
        } else if (way == 3) {
            mica_collider_set_layer(world, collider, 3);
        } else if (way == 4) {
            mica_collider_set_trigger(world, collider, false);
            mica_body_set_transform(world, zone, v2(1000.0f, 0.0f), 0.0f);
        } else {
            mica_collider_destroy(world, collider);
            break;
        }
        run(world, 1);
        CHECK(is_awake(world, box));
        mica_body_set_enabled(world, zone, true);
        mica_body_set_transform(world, zone, v2(0.0f, 0.0f), 0.0f);
        mica_collider_set_layer(world, collider, 0);
        mica_collider_set_trigger(world, collider, true);
    }
    run(world, 1);
    CHECK(is_awake(world, box));
    mica_world_destroy(world);
}

TEST(wind_keeps_bodies_awake_and_wakes_those_it_reaches)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody box = add_dynamic(world, 0.0f, 0.5f, box_shape(0.5f, 0.5f)),
             mate = add_dynamic(world, 0.0f, 1.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, box) && !is_awake(world, mate));
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(0.1f, 0.0f);
    MicaBody zone = add_zone(world, 0.0f, 0.5f, box_shape(2.0f, 0.25f), &wind);
    run(world, 300);
    CHECK(is_awake(world, box) && is_awake(world, mate));
    mica_body_set_awake(world, box, false);
    run(world, 1);
    CHECK(is_awake(world, box));
    mica_body_destroy(world, zone);
    run(world, 120);
    CHECK(!is_awake(world, box) && !is_awake(world, mate));
    mica_world_destroy(world);
}

TEST(a_moving_field_wakes_bodies_it_reaches)
{
    MicaWorld *world = make_still();
    MicaBody box = add_dynamic(world, 0.0f, 0.0f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, box));
    MicaField magnet = mica_field(MICA_FIELD_GRAVITY);
    magnet.strength = 4.0f;
    MicaBody carrier = add_body(world, MICA_BODY_KINEMATIC, 8.0f, 0.0f);
    mica_collider_set_field(world, add_zone_to(world, carrier, circle_shape(4.0f)), &magnet);
    run(world, 30);
    CHECK(!is_awake(world, box));
    mica_body_set_velocity(world, carrier, v2(-6.0f, 0.0f));
    run(world, 60);
    CHECK(is_awake(world, box));
    CHECK(mica_body_velocity(world, box).x > 1.0f);
    mica_world_destroy(world);
}
