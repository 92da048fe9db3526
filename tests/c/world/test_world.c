// Worlds: definitions good and bad, handles and their generations, settings, views, counters,
// errors.
#include "build.h"
#include "world.h"

#include <string.h>

TEST(defaults_are_those_of_the_manual)
{
    MicaWorldDef def = mica_world_def();
    CHECK(def.gravity.x == 0.0f && def.gravity.y == -10.0f);
    CHECK(def.contactHertz == 30.0f && def.contactDampingRatio == 10.0f &&
          def.contactPushSpeed == 3.0f);
    CHECK(def.restitutionThreshold == 0.2f && def.hitSpeed == 1.0f && def.sleepTime == 0.5f &&
          def.sleepEnabled);
    CHECK(def.maxBytes == 0);
}

static void refuses_def(MicaWorldDef def, MicaError error)
{
    MicaWorld *world = mica_world_create(&def);
    CHECK(world == NULL);
    CHECK_EQ_STR(mica_error_text(mica_create_error()), mica_error_text(error));
    mica_world_destroy(world);
}

#define REFUSES_DEF(field, value, error)                                                           \
    do {                                                                                           \
        MicaWorldDef bad = mica_world_def();                                                       \
        bad.field = (value);                                                                       \
        refuses_def(bad, MICA_ERROR_##error);                                                      \
    } while (0)

TEST(bad_definitions_are_refused)
{
    CHECK(mica_world_create(NULL) == NULL);
    CHECK_EQ_INT(mica_create_error(), MICA_ERROR_NULL_ARGUMENT);
    REFUSES_DEF(gravity.x, NAN, NOT_FINITE);
    REFUSES_DEF(gravity.y, -INFINITY, NOT_FINITE);
    REFUSES_DEF(gravity.y, 1e7f, OUT_OF_RANGE);
    REFUSES_DEF(contactHertz, 0.0f, OUT_OF_RANGE);
    REFUSES_DEF(contactHertz, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(contactHertz, NAN, NOT_FINITE);
    REFUSES_DEF(contactDampingRatio, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(jointHertz, 0.0f, OUT_OF_RANGE);
    REFUSES_DEF(jointHertz, INFINITY, NOT_FINITE);
    REFUSES_DEF(jointDampingRatio, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(jointDampingRatio, NAN, NOT_FINITE);
    REFUSES_DEF(contactPushSpeed, INFINITY, NOT_FINITE);
    REFUSES_DEF(contactPushSpeed, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(restitutionThreshold, -0.5f, OUT_OF_RANGE);
    REFUSES_DEF(hitSpeed, NAN, NOT_FINITE);
    REFUSES_DEF(loadImpulse, -1, OUT_OF_RANGE);
    REFUSES_DEF(sleepTime, -0.1f, OUT_OF_RANGE);
    REFUSES_DEF(bodyCapacity, -1, OUT_OF_RANGE);
    REFUSES_DEF(colliderCapacity, 1 << 21, OUT_OF_RANGE);
    REFUSES_DEF(contactCapacity, INT32_MAX, OUT_OF_RANGE);
    REFUSES_DEF(maxBytes, 100, NO_MEMORY);
    MicaWorld *world = make_world();
    CHECK(world != NULL);
    CHECK_EQ_INT(mica_create_error(), MICA_ERROR_OK);
    mica_world_destroy(world);
    mica_world_destroy(NULL);
}

TEST(capacities_are_reserved_at_once)
{
    MicaWorldDef def = mica_world_def();
    def.bodyCapacity = 1000;
    def.colliderCapacity = 2000;
    def.contactCapacity = 3000;
    MicaWorld *world = mica_world_create(&def);
    REQUIRE(world != NULL);
    CHECK(mica_world_views(world).capacity >= 1000);
    uint64_t before = mica_world_bytes(world);
    float *velocities = mica_world_views(world).velocities;
    for (int i = 0; i < 1000; i++) {
        add_body(world, MICA_BODY_DYNAMIC, (float)i, 0.0f);
    }
    CHECK_EQ_INT(mica_world_bytes(world), before);
    CHECK(mica_world_views(world).velocities == velocities);
    CHECK_EQ_INT(mica_world_views(world).slots, 1000);
    mica_world_destroy(world);
}

TEST(every_error_has_a_message)
{
    CHECK_EQ_STR(mica_error_text(MICA_ERROR_OK), "no error");
    for (int i = 0; i < MICA_ERROR_COUNT; i++) {
        CHECK(strlen(mica_error_text((MicaError)i)) > 5);
        for (int j = 0; j < i; j++) {
            CHECK(strcmp(mica_error_text((MicaError)i), mica_error_text((MicaError)j)) != 0);
        }
    }
    CHECK_EQ_STR(mica_error_text((MicaError)-1), "unknown error");
    CHECK_EQ_STR(mica_error_text(MICA_ERROR_COUNT), "unknown error");
}

// ---------------------------------------------------------------------------------------- handles

TEST(null_and_invented_handles_are_stale)
{
    MicaWorld *world = make_world();
    add_dynamic(world, 0, 0, circle_shape(1.0f));
    const uint32_t ids[] = {0u,          1u,          2u,          0xffffffffu,
                            0x00100001u, 0xfff00001u, 0x000fffffu, 12345678u};
    for (int i = 0; i < 8; i++) {
        MicaBody body = {ids[i]};
        MicaCollider collider = {ids[i]};
        if (mica_body_is_valid(world, body)) {
            continue;  // the one in a thousand that happens to be valid
        }
        CHECK_ERROR(world, mica_body_destroy(world, body), MICA_ERROR_STALE_BODY);
        CHECK_ERROR(world, mica_body_set_awake(world, body, true), MICA_ERROR_STALE_BODY);
        CHECK_ERROR(world, mica_collider_destroy(world, collider), MICA_ERROR_STALE_COLLIDER);
        CHECK_ERROR(world, mica_collider_set_layer(world, collider, 1), MICA_ERROR_STALE_COLLIDER);
        CHECK(!mica_collider_is_valid(world, collider));
    }
    mica_world_destroy(world);
}

TEST(destroyed_handles_are_stale_at_once_and_for_good)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1.0f));
    MicaCollider collider;
    REQUIRE(mica_body_colliders(world, body, &collider, 1) == 1);
    CHECK_EQ_INT(mica_body_destroy(world, body), MICA_ERROR_OK);
    CHECK(!mica_body_is_valid(world, body) && !mica_collider_is_valid(world, collider));
    CHECK_ERROR(world, mica_body_destroy(world, body), MICA_ERROR_STALE_BODY);
    CHECK_ERROR(world, mica_collider_destroy(world, collider), MICA_ERROR_STALE_COLLIDER);
    CHECK_REFUSED(world, add_circle(world, body, 1.0f), MICA_ERROR_STALE_BODY);
    CHECK_REFUSED(world, CHECK(mica_body_transform(world, body).q.c == 0.0f),
                  MICA_ERROR_STALE_BODY);
    for (int i = 0; i < 50; i++) {
        run(world, 1);
        MicaBody other = add_dynamic(world, 0, 0, circle_shape(1.0f));
        CHECK(!mica_body_is_valid(world, body) && mica_body_is_valid(world, other));
        CHECK(other.id != body.id);
        mica_body_destroy(world, other);
    }
    mica_world_destroy(world);
}

TEST(slots_are_reused_oldest_first_with_new_generations)
{
    MicaWorld *world = make_world();
    MicaBody bodies[8];
    for (int i = 0; i < 8; i++) {
        bodies[i] = add_body(world, MICA_BODY_DYNAMIC, (float)i, 0.0f);
        CHECK_EQ_INT(MICA_SLOT(bodies[i]), i);
    }
    mica_body_destroy(world, bodies[5]);
    mica_body_destroy(world, bodies[2]);
    MicaBody early = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    // The next step releases the slots, when no contact refers to them
    CHECK_EQ_INT(MICA_SLOT(early), 8);
    run(world, 1);
    MicaBody first = add_body(world, MICA_BODY_DYNAMIC, 0, 0),
             second = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    CHECK_EQ_INT(MICA_SLOT(first), 5);
    CHECK_EQ_INT(MICA_SLOT(second), 2);
    CHECK(first.id != bodies[5].id && second.id != bodies[2].id);
    CHECK_EQ_INT(mica_body_at(world, 5).id, first.id);
    CHECK_EQ_INT(mica_body_at(world, 99).id, 0);
    CHECK_EQ_INT(mica_body_at(world, -1).id, 0);
    CHECK_EQ_INT(mica_collider_at(world, 0).id, 0);
    mica_world_destroy(world);
}

TEST(a_slot_that_used_all_generations_retires)
{
    MicaWorld *world = make_world();
    MicaBody keep = add_body(world, MICA_BODY_STATIC, 0, 0), first = {0};
    int32_t highest = 0;
    for (int i = 0; i < 9000; i++) {
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
        first = i == 0 ? body : first;
        CHECK(i == 0 || body.id != first.id);
        highest = MICA_SLOT(body) > highest ? MICA_SLOT(body) : highest;
        mica_body_destroy(world, body);
        mica_world_step(world, FRAME, 1);
    }
    CHECK_EQ_INT(highest, 3);  // 4,095 generations a slot
    CHECK(mica_body_is_valid(world, keep) && !mica_body_is_valid(world, first));
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

// Slots of destroyed bodies are free after the next step alone, and those that served all generations
// never: with none left, a handle would have named a slot beyond its bits, that of another body.
TEST(a_world_without_free_slots_makes_no_objects)
{
    MicaWorld *world = make_world();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 3, 0, circle_shape(0.5f));
    int32_t *counts[] = {&world->state.bodies.count, &world->state.colliders.count,
                         &world->state.joints.count, &world->state.movers.count};
    MicaColliderDef collider = mica_collider_def();
    MicaShape circle = circle_shape(0.5f);
    MicaBodyDef body = mica_body_def();
    MicaJointDef joint = {.type = MICA_JOINT_WELD, .bodyA = a, .bodyB = b};
    MicaMoverDef mover = mica_mover_def();
    MicaBody walker = add_body(world, MICA_BODY_KINEMATIC, 9, 0);
    MicaCollider feet = add_shape(world, walker, circle_shape(0.5f));
    for (int i = 0; i < 4; i++) {
        int32_t before = *counts[i];
        *counts[i] = SLOT_LIMIT;
        uint32_t made = i == 0   ? mica_body_create(world, &body).id
                        : i == 1 ? mica_collider_create(world, a, &collider, &circle).id
                        : i == 2 ? mica_joint_create(world, &joint).id
                                 : mica_mover_create(world, feet, &mover).id;
        *counts[i] = before;
        CHECK_EQ_INT(made, 0);
        CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_CAPACITY);
    }
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    CHECK(mica_body_create(world, &body).id != 0 && mica_joint_create(world, &joint).id != 0);
    run(world, 1);
    mica_world_destroy(world);
}

TEST(handles_of_another_world_are_foreign)
{
    MicaWorld *here = make_world(), *there = make_world();
    for (int i = 0; i < 20; i++) {
        MicaBody body = add_dynamic(there, 0, 0, circle_shape(1.0f));
        MicaCollider collider = mica_collider_at(there, i);
        add_dynamic(here, 0, 0, circle_shape(1.0f));
        CHECK_ERROR(here, mica_body_set_awake(here, body, false), MICA_ERROR_STALE_BODY);
        CHECK_ERROR(here, mica_collider_set_group(here, collider, 1), MICA_ERROR_STALE_COLLIDER);
    }
    mica_world_destroy(here);
    mica_world_destroy(there);
}

TEST(calls_without_a_world_do_not_crash)
{
    MicaBody body = {1};
    MicaCollider collider = {1};
    MicaBodyDef def = mica_body_def();
    CHECK_EQ_INT(mica_world_step(NULL, FRAME, 4), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_set_gravity(NULL, v2(0, 0)), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_set_sleep_enabled(NULL, true), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_set_hit_speed(NULL, 1), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_set_load_impulse(NULL, 1), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_interpolate(NULL, 0), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_extrapolate(NULL, 0), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_layer_set(NULL, 0, 0, MICA_SOLID), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_layer_response(NULL, 0, 0), MICA_IGNORE);
    CHECK_EQ_INT(mica_last_error(NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_body_create(NULL, &def).id, 0);
    CHECK_EQ_INT(mica_body_destroy(NULL, body), MICA_ERROR_STALE_BODY);
    CHECK_EQ_INT(mica_collider_destroy(NULL, collider), MICA_ERROR_STALE_COLLIDER);
    CHECK(!mica_body_is_valid(NULL, body) && !mica_collider_is_valid(NULL, collider));
    CHECK_EQ_INT(mica_world_counters(NULL).bodies, 0);
    CHECK_EQ_INT(mica_world_views(NULL).capacity, 0);
    CHECK_EQ_INT(mica_world_events(NULL).beginCount, 0);
    CHECK_EQ_INT(mica_world_contact_points(NULL, NULL), 0);
    CHECK_EQ_INT(mica_overlap_point(NULL, v2(0, 0), 0, SEEN(1, 0), NULL, 0), 0);
    CHECK_EQ_INT(mica_world_bytes(NULL), 0);
    CHECK(mica_world_validate(NULL) != NULL);
    mica_clear_error(NULL);
    mica_world_set_clock(NULL, NULL);
    CHECK(mica_world_profile(NULL).step == 0.0f);
}

// --------------------------------------------------------------------------------------- settings

TEST(settings_refuse_bad_arguments)
{
    MicaWorld *world = make_world();
    add_dynamic(world, 0, 0, circle_shape(1.0f));
    run(world, 3);
    CHECK_ERROR(world, mica_world_set_gravity(world, v2(NAN, 0)), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_set_gravity(world, v2(0, INFINITY)), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_set_gravity(world, v2(0, 2e6f)), MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_world_gravity(world).y == -10.0f);
    CHECK_ERROR(world, mica_world_set_restitution_threshold(world, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_set_restitution_threshold(world, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_set_hit_speed(world, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_set_load_impulse(world, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_set_hit_speed(world, INFINITY), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_interpolate(world, -0.1f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_interpolate(world, 1.1f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_interpolate(world, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_extrapolate(world, -0.1f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_extrapolate(world, 1.1f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_extrapolate(world, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_step(world, 0, 4), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step(world, -FRAME, 4), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step(world, NAN, 4), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_step(world, INFINITY, 4), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_world_step(world, 1.5f, 4), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step(world, FRAME, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step(world, FRAME, -4), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_world_step(world, FRAME, 65), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_world_counters(world).steps, 3);
    mica_clear_error(world);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OK);
    mica_world_destroy(world);
}

TEST(gravity_changes_wake)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_world_set_gravity(world, v2(0, -10));  // the same: nothing happens
    CHECK(!is_awake(world, body));
    mica_world_set_gravity(world, v2(0, 10));
    CHECK(is_awake(world, body));
    run(world, 60);
    CHECK(position_of(world, body).y > 4.0f);
    mica_world_destroy(world);
}

TEST(switching_sleep_off_wakes_everything)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_world_set_sleep_enabled(world, false);
    CHECK(is_awake(world, body));
    run(world, 120);
    CHECK(is_awake(world, body));
    mica_world_set_sleep_enabled(world, true);
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------------------ views

TEST(views_and_calls_read_and_write_the_same_data)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 1, 2, circle_shape(0.5f)),
             b = add_dynamic(world, 10, 20, circle_shape(0.5f));
    mica_body_set_velocity(world, a, v2(3, 4));
    mica_body_set_angular_velocity(world, a, 5);
    mica_body_apply_force(world, b, v2(6, 7));
    MicaViews v = mica_world_views(world);
    int32_t ia = MICA_SLOT(a), ib = MICA_SLOT(b);
    CHECK(v.transforms[ia].p.x == 1.0f && v.transforms[ia].q.c == 1.0f && v.poses[ib].p.y == 20.0f);
    CHECK(v.velocities[4 * ia] == 3.0f && v.velocities[4 * ia + 1] == 4.0f &&
          v.velocities[4 * ia + 2] == 5.0f);
    CHECK(v.forces[4 * ib] == 6.0f && v.forces[4 * ib + 1] == 7.0f && v.forces[4 * ib + 2] == 0.0f);
    CHECK_EQ_INT(v.flags[ia] & MICA_FLAG_TYPE_MASK, MICA_BODY_DYNAMIC);
    CHECK(v.flags[ia] & MICA_FLAG_ALIVE && v.flags[ia] & MICA_FLAG_AWAKE &&
          v.flags[ia] & MICA_FLAG_ENABLED);
    CHECK_EQ_INT(v.slots, 2);
    v.velocities[4 * ib] = -2.0f;  // written by hand
    v.forces[4 * ia + 2] = 1.0f;
    run_with(world, 1, 0.5f, 1);
    CHECK_NEAR(mica_body_velocity(world, b).x,
               -2.0 + 0.5 * 6.0 / (double)mica_body_mass(world, b).mass, 1e-5);
    CHECK(mica_body_angular_velocity(world, a) > 5.0f);
    CHECK(v.forces[4 * ia + 2] == 0.0f && v.forces[4 * ib] == 0.0f);
    mica_world_destroy(world);
}

TEST(a_bad_number_in_a_view_fails_the_step_before_it_begins)
{
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (int k = 0; k < 8; k++) {
        MicaWorld *world = make_space();
        MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f)),
                 other = add_dynamic(world, 5, 0, circle_shape(0.5f));
        mica_body_set_velocity(world, other, v2(1, 0));
        MicaViews v = mica_world_views(world);
        float *view = (k < 4 ? v.velocities : v.forces) + 4 * MICA_SLOT(body);
        view[k % 3] = bad[k % 4];
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_VIEW_NOT_FINITE);
        CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_VIEW_NOT_FINITE);
        CHECK_EQ_INT(mica_last_error_slot(world), MICA_SLOT(body));
        CHECK(position_of(world, other).x == 5.0f);
        // Until the next step calls may read such numbers, but must not put them into the trees.
        CHECK_EQ_INT(mica_body_set_transform(world, body, v2(0, 3), 0), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_overlap_point(world, v2(0, 3), 0, NULL, &(MicaCollider){0}, 1), 1);
        view[k % 3] = 0.0f;
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        CHECK(position_of(world, other).x > 5.0f);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        mica_world_destroy(world);
    }
}

TEST(what_is_no_transform_and_no_flags_is_refused_by_steps_and_snapshots)
{
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (int k = 0; k < 20; k++) {
        MicaWorld *world = make_world();
        add_ground(world);
        MicaBody body = add_dynamic(world, 0, 3, circle_shape(0.5f));
        run(world, 10);
        MicaViews v = mica_world_views(world);
        int32_t slot = MICA_SLOT(body);
        static _Alignas(16) char bytes[1 << 16];
        if (k < 16) {
            (&v.transforms[slot].p.x)[k / 4] = bad[k % 4];
        } else {
            v.flags[slot] = k == 16 ? 0u : k == 17 ? ~0u : k == 18 ? 8u : MICA_FLAG_ALIVE | 3u;
        }
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_VIEW_READ_ONLY);
        CHECK_EQ_INT(mica_last_error_slot(world), k == 16 ? -1 : slot);
        CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 10), MICA_ERROR_VIEW_READ_ONLY);
        CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, sizeof bytes),
                     MICA_ERROR_VIEW_READ_ONLY);
        if (k < 16) {
            CHECK_EQ_INT(mica_body_set_transform(world, body, v2(0, 3), 0), MICA_ERROR_OK);
            CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
            CHECK_EQ_STR(mica_world_validate(world), NULL);
            CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, sizeof bytes), MICA_ERROR_OK);
        }
        mica_world_destroy(world);
    }
}

TEST(a_bad_number_in_a_sleepers_view_does_no_harm_when_it_is_woken_within_the_step)
{
    for (int k = 0; k < 2; k++) {
        MicaWorld *world = make_world();
        add_ground(world);
        MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
        run(world, 120);
        REQUIRE(!is_awake(world, body));
        MicaViews v = mica_world_views(world);
        (k ? v.velocities : v.forces)[4 * MICA_SLOT(body)] = NAN;
        MicaBody falling = add_dynamic(world, 0, 1.6f, box_shape(0.5f, 0.5f));
        for (int i = 0; i < 30; i++) {
            mica_world_step(world, FRAME, 4);  // refused or not
        }
        MicaVec2 p = position_of(world, falling);
        CHECK(isfinite(p.x) && isfinite(p.y));
        p = position_of(world, body);
        CHECK(isfinite(p.x) && isfinite(p.y));
        mica_world_destroy(world);
    }
}

TEST(poses_lie_between_the_last_two_states)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(6, 0));
    mica_body_set_angular_velocity(world, body, 3);
    run(world, 10);
    MicaTransform now = mica_world_views(world).transforms[0];
    CHECK_EQ_INT(mica_world_interpolate(world, 1.0f), MICA_ERROR_OK);
    CHECK_NEAR(mica_world_views(world).poses[0].p.x, now.p.x, 1e-7);
    CHECK_EQ_INT(mica_world_interpolate(world, 0.0f), MICA_ERROR_OK);
    CHECK_NEAR(mica_world_views(world).poses[0].p.x, now.p.x - 0.1f, 1e-6);
    CHECK_EQ_INT(mica_world_interpolate(world, 0.25f), MICA_ERROR_OK);
    MicaTransform pose = mica_world_views(world).poses[0];
    CHECK_NEAR(pose.p.x, now.p.x - 0.075f, 1e-6);
    CHECK_NEAR(pose.q.c * pose.q.c + pose.q.s * pose.q.s, 1.0, 1e-6);
    CHECK_NEAR(mica_rot_angle(pose.q), 10.0 * 0.05 - 0.0375, 1e-4);
    // A teleported body is not interpolated from its old position.
    mica_body_set_transform(world, body, v2(100, 0), 0);
    mica_world_interpolate(world, 0.5f);
    CHECK_NEAR(mica_world_views(world).poses[0].p.x, 100.0, 1e-5);
    mica_world_destroy(world);
}

TEST(poses_ahead_of_the_last_state_follow_the_velocity)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f));
    // The centre of mass lies 1 m beside the origin of the body, so the origin circles about it.
    mica_body_set_mass(world, body, (MicaMassData){1, v2(1, 0), 1});
    mica_body_set_velocity(world, body, v2(6, 0));
    mica_body_set_angular_velocity(world, body, 3);
    run(world, 10);
    MicaTransform now = mica_world_views(world).transforms[0];
    CHECK_EQ_INT(mica_world_extrapolate(world, 0), MICA_ERROR_OK);
    CHECK_NEAR(mica_world_views(world).poses[0].p.x, now.p.x, 1e-6);
    CHECK_NEAR(mica_world_views(world).poses[0].p.y, now.p.y, 1e-6);
    CHECK_EQ_INT(mica_world_extrapolate(world, FRAME), MICA_ERROR_OK);
    MicaTransform ahead = mica_world_views(world).poses[0];
    run(world, 1);
    MicaTransform next = mica_world_views(world).transforms[0];
    CHECK_NEAR(ahead.p.x, next.p.x, 1e-4);
    CHECK_NEAR(ahead.p.y, next.p.y, 1e-4);
    CHECK_NEAR(mica_rot_angle(ahead.q), mica_rot_angle(next.q), 1e-4);
    // What a game writes into the view may not be a number; the next step refuses it.
    float written[] = {NAN, INFINITY, 3e38f};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            MicaViews views = mica_world_views(world);
            float kept = views.velocities[k];
            views.velocities[k] = written[i];
            mica_world_extrapolate(world, FRAME);
            CHECK(views.poses[0].p.x == next.p.x && views.poses[0].p.y == next.p.y);
            CHECK(views.poses[0].q.c == next.q.c && views.poses[0].q.s == next.q.s);
            views.velocities[k] = kept;
        }
    }
    mica_world_destroy(world);
}

TEST(counters_count)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world);
    for (int i = 0; i < 5; i++) {
        add_dynamic(world, 3.0f * (float)i, 0.5f, box_shape(0.5f, 0.5f));
    }
    run(world, 2);
    MicaCounters c = mica_world_counters(world);
    CHECK_EQ_INT(c.bodies, 6);
    CHECK_EQ_INT(c.colliders, 6);
    CHECK_EQ_INT(c.awakeBodies, 5);
    CHECK_EQ_INT(c.contacts, 5);
    CHECK_EQ_INT(c.touchingContacts, 5);
    CHECK_EQ_INT(c.triggerPairs, 0);
    CHECK_EQ_INT(c.steps, 2);
    CHECK_EQ_INT(c.overflow, 0);
    CHECK(c.colours >= 1 && c.colours <= 2);
    run(world, 100);
    c = mica_world_counters(world);
    CHECK_EQ_INT(c.awakeBodies, 0);
    CHECK_EQ_INT(c.islandsAsleep, 5);
    CHECK_EQ_INT(c.narrowPhaseTests, 0);
    mica_body_destroy(world, ground);
    c = mica_world_counters(world);
    CHECK_EQ_INT(c.bodies, 5);
    CHECK_EQ_INT(c.colliders, 5);
    mica_world_destroy(world);
}

static double now;
static double ticking(void) { return now += 0.25; }

TEST(a_clock_fills_the_profile)
{
    MicaWorld *world = make_world();
    run(world, 1);
    CHECK(mica_world_profile(world).step == 0.0f);
    mica_world_set_clock(world, ticking);
    run(world, 1);
    MicaProfile p = mica_world_profile(world);
    CHECK_NEAR(p.step,
               p.broadPhase + p.narrowPhase + p.islands + p.prepare + p.solve + p.store + p.finish,
               1e-6);
    CHECK(p.broadPhase > 0.0f && p.solve > 0.0f && p.finish > 0.0f);
    mica_world_set_clock(world, NULL);
    run(world, 1);
    CHECK(mica_world_profile(world).step == 0.0f);
    mica_world_destroy(world);
}

// A clock is the only function of the game that a step calls.
static MicaWorld *clocked;
static MicaCollider clockedCollider;
static int32_t clockCalls;
static double meddling(void)
{
    MicaMoverDef mover = mica_mover_def();
    char byte = 0;
    MicaWorldDef def = mica_world_def();
    MicaWorld *other = mica_world_create(&def);
    clockCalls += 1;
    CHECK_EQ_INT(mica_mover_create(clocked, clockedCollider, &mover).id, 0);
    CHECK_EQ_INT(mica_last_error(clocked), MICA_ERROR_LOCKED);
    CHECK_EQ_INT(mica_world_snapshot(clocked, NULL, 0, &byte, 1), MICA_ERROR_LOCKED);
    CHECK_EQ_INT(mica_world_restore(clocked, &byte, 1), MICA_ERROR_LOCKED);
    CHECK_EQ_INT(mica_world_copy(clocked, other), MICA_ERROR_LOCKED);
    CHECK_EQ_INT(mica_world_copy(other, clocked), MICA_ERROR_LOCKED);
    mica_world_destroy(other);
    return now += 0.25;
}

TEST(a_clock_that_makes_movers_restores_or_copies_within_a_step_is_refused)
{
    clocked = make_world();
    MicaBody body = add_body(clocked, MICA_BODY_KINEMATIC, 0, 0);
    clockedCollider = add_circle(clocked, body, 0.5f);
    add_dynamic(clocked, 3, 0, circle_shape(0.5f));
    uint64_t hash = mica_world_hash(clocked);
    mica_world_set_clock(clocked, meddling);
    CHECK_EQ_INT(mica_world_step(clocked, FRAME, 4), MICA_ERROR_OK);
    CHECK(clockCalls > 0 && mica_world_hash(clocked) != hash);
    CHECK_EQ_STR(mica_world_validate(clocked), NULL);
    mica_world_destroy(clocked);
}
