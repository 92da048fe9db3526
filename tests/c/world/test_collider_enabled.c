// Colliders that are switched off and on: their handle, place, shape and mass stay, their contacts and
// visits end and begin, and pairs and queries find them only while they are on.
#include "build.h"

#include <stdlib.h>

static bool ray_hits(MicaWorld *world, MicaVec2 from, MicaVec2 way)
{
    MicaHit hit;
    return mica_ray_closest(world, from, way, NULL, &hit);
}

static bool is_enabled(MicaWorld *world, MicaCollider collider)
{
    MicaColliderDef def;
    CHECK_EQ_INT(mica_collider_get(world, collider, &def), MICA_ERROR_OK);
    return def.enabled;
}

TEST(a_floor_that_is_switched_off_lets_fall_and_holds_again)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    MicaCollider floor = add_box(world, ground, 100.0f, 1.0f);
    MicaBody ball = add_dynamic(world, 0.0f, 0.5f, circle_shape(0.5f));
    run(world, 120);
    CHECK(!is_awake(world, ball));
    CHECK_EQ_INT(mica_collider_set_enabled(world, floor, false), MICA_ERROR_OK);
    CHECK(!is_enabled(world, floor));
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).endCount, 1);
    CHECK(is_awake(world, ball));
    run(world, 20);
    CHECK(position_of(world, ball).y < 0.2f);
    CHECK(mica_collider_is_valid(world, floor));
    mica_body_set_transform(world, ball, v2(0.0f, 0.6f), 0.0f);
    CHECK_EQ_INT(mica_collider_set_enabled(world, floor, true), MICA_ERROR_OK);
    CHECK(is_enabled(world, floor));
    int begins = 0;
    for (int i = 0; i < 60; ++i) {
        run(world, 1);
        begins += mica_world_events(world).beginCount;
    }
    CHECK_EQ_INT(begins, 1);
    CHECK_NEAR(position_of(world, ball).y, 0.5, 0.02);
    mica_world_destroy(world);
}

TEST(what_visits_a_trigger_leaves_when_either_is_switched_off)
{
    MicaWorld *world = make_space();
    MicaBody place = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape area = box_shape(2.0f, 2.0f), round = circle_shape(0.5f);
    MicaBody visitor = add_body(world, MICA_BODY_DYNAMIC, 0.5f, 0.0f);
    MicaCollider sides[2] = {mica_collider_create(world, place, &def, &area),
                             add_shape(world, visitor, round)};
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).enterCount, 1);
    for (int i = 0; i < 2; ++i) {
        mica_collider_set_enabled(world, sides[i], false);
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).exitCount, 1);
        CHECK_EQ_INT(mica_world_events(world).enterCount, 0);
        mica_collider_set_enabled(world, sides[i], true);
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).enterCount, 1);
    }
    mica_world_destroy(world);
}

TEST(queries_find_it_only_while_it_is_on)
{
    MicaWorld *world = make_world();
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaCollider one = add_box(world, wall, 1.0f, 1.0f);
    MicaHit hit;
    CHECK(ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    CHECK(mica_body_closest_point(world, wall, v2(3.0f, 0.0f), &hit));
    mica_collider_set_enabled(world, one, false);
    CHECK(!ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    CHECK(!mica_body_closest_point(world, wall, v2(3.0f, 0.0f), &hit));
    CHECK(mica_collider_contains(world, one, v2(0.5f, 0.5f)));  // asked of itself, it answers
    mica_collider_set_enabled(world, one, true);
    CHECK(ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    mica_world_destroy(world);
}

TEST(the_mass_of_its_body_stays)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
    MicaCollider box = add_box(world, body, 1.0f, 1.0f);
    add_circle(world, body, 0.5f);
    MicaMassData before = mica_body_mass(world, body);
    mica_collider_set_enabled(world, box, false);
    MicaMassData after = mica_body_mass(world, body);
    CHECK(before.mass == after.mass && before.inertia == after.inertia);
    run(world, 10);
    mica_world_destroy(world);
}

TEST(it_stays_off_through_every_change_of_its_body_and_shape)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    def.enabled = false;
    MicaShape shape = box_shape(1.0f, 1.0f), other = circle_shape(2.0f);
    MicaCollider collider = mica_collider_create(world, body, &def, &shape);
    CHECK(!is_enabled(world, collider));
    mica_body_set_type(world, body, MICA_BODY_DYNAMIC);
    mica_body_set_enabled(world, body, false);
    mica_body_set_enabled(world, body, true);
    mica_collider_set_shape(world, collider, &other);
    mica_collider_set_layer(world, collider, 3);
    mica_collider_set_trigger(world, collider, true);
    mica_collider_set_trigger(world, collider, false);
    run(world, 2);
    CHECK(!ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    // Switched on while its body is off, it takes part once both are on.
    mica_body_set_enabled(world, body, false);
    mica_collider_set_enabled(world, collider, true);
    run(world, 1);
    CHECK(!ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    mica_body_set_enabled(world, body, true);
    run(world, 1);
    CHECK(ray_hits(world, v2(-5.0f, 0.0f), v2(10.0f, 0.0f)));
    mica_world_destroy(world);
}

TEST(a_chain_is_switched_off_as_a_whole)
{
    MicaWorld *world = make_world();
    const MicaVec2 points[4] = {{6.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-6.0f, 0.0f}};
    MicaChainDef chain = {.points = points, .count = 4};
    MicaColliderDef def = mica_collider_def();
    MicaCollider line =
        mica_chain_create(world, add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f), &def, &chain);
    MicaBody box = add_dynamic(world, 0.0f, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 60);
    mica_collider_set_enabled(world, line, false);
    run(world, 30);
    CHECK(position_of(world, box).y < 0.0f);
    mica_world_destroy(world);
}

TEST(snapshots_keep_it)
{
    MicaWorld *world = make_world(), *copy = make_world();
    add_ground(world);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 3.0f);
    MicaCollider box = add_box(world, body, 0.5f, 0.5f);
    mica_collider_set_enabled(world, box, false);
    run(world, 3);
    uint64_t bytes = mica_world_snapshot_bytes(world, 0);
    void *buffer = malloc(bytes);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, buffer, bytes), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_restore(copy, buffer, bytes), MICA_ERROR_OK);
    CHECK(!is_enabled(copy, box));
    for (int i = 0; i < 60; ++i) {
        run(world, 1);
        run(copy, 1);
    }
    CHECK_EQ_HEX(mica_world_hash(world), mica_world_hash(copy));
    CHECK(position_of(copy, body).y < 0.0f);
    free(buffer);
    mica_world_destroy(world);
    mica_world_destroy(copy);
}

TEST(a_stale_handle_is_refused)
{
    MicaWorld *world = make_world();
    MicaCollider box = add_box(world, add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f), 1.0f, 1.0f);
    mica_collider_destroy(world, box);
    CHECK_ERROR(world, mica_collider_set_enabled(world, box, false), MICA_ERROR_STALE_COLLIDER);
    mica_world_destroy(world);
}
