// Movers as part of the world's state, and refused arguments.
#include "movers.h"

#include <stdlib.h>

TEST(a_snapshot_holds_movers_and_the_walk_goes_on_bit_for_bit)
{
    MicaWorld *world = make_world();
    add_tiles(world);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){2.0f, 0.7f}, NULL);
    uint64_t size = 0;
    void *bytes = NULL;
    uint64_t hash = 0;
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = pass == 0 ? 0 : 150; i < 300; ++i) {
            if (i == 150 && pass == 0) {
                size = mica_world_snapshot_bytes(world, 0);
                bytes = malloc(size);
                CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
            }
            walk_frame(&s, 5.0f);
        }
        if (pass == 0) {
            hash = mica_world_hash(world);
            CHECK_EQ_INT(mica_world_restore(world, bytes, size), MICA_ERROR_OK);
        }
    }
    CHECK_EQ_HEX(mica_world_hash(world), hash);
    CHECK(mica_world_validate(world) == NULL);
    free(bytes);
    mica_world_destroy(world);
}

TEST(bad_movers_are_refused_and_movers_end_with_their_bodies)
{
    MicaWorld *world = make_world();
    MicaMoverDef def = mica_mover_def();
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = character_shape(BOX);
    MicaBody ground = add_static(world);
    MicaCollider fixed = mica_collider_create(world, ground, &collider, &shape);
    CHECK_EQ_INT(mica_mover_create(world, fixed, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NOT_KINEMATIC);
    CHECK_EQ_INT(mica_mover_create(world, (MicaCollider){0}, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_STALE_COLLIDER);

    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_KINEMATIC;
    MicaBody chained = mica_body_create(world, &body);
    static const MicaVec2 points[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    MicaChainDef chain = {.points = points, .count = 2};
    MicaCollider line = mica_chain_create(world, chained, &collider, &chain);
    CHECK_EQ_INT(mica_mover_create(world, line, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NOT_CONVEX_COLLIDER);

    Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 5.0f}, NULL);
    MicaCollider own = mica_mover_collider(world, s.mover);
    CHECK_EQ_INT(mica_mover_create(world, own, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_HAS_MOVER);
    const float wrong[][2] = {{MICA_MOVER_MAX_SLOPE, 1.56f},   {MICA_MOVER_STEP_HEIGHT, -0.1f},
                              {MICA_MOVER_MASS, 0.0f},         {MICA_MOVER_MAX_PUSH_FORCE, -1.0f},
                              {MICA_MOVER_UP_Y, 0.5f},         {MICA_MOVER_MAX_FALL_SPEED, 0.0f},
                              {MICA_MOVER_SNAP_DISTANCE, 2e3f}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK_EQ_INT(
            mica_mover_set_numbers(world, s.mover, (MicaMoverNumber)wrong[i][0], 1, &wrong[i][1]),
            MICA_ERROR_OUT_OF_RANGE);
    }
    CHECK_EQ_INT(mica_mover_create(world, own, NULL).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_mover_create(NULL, own, &def).id, 0);
    CHECK_EQ_INT(mica_mover_get(world, s.mover, NULL), MICA_ERROR_NULL_ARGUMENT);
    const float two[2] = {1.0f, 1.0f};
    CHECK_EQ_INT(mica_mover_set_numbers(world, s.mover,
                                        (MicaMoverNumber)(MICA_MOVER_NUMBER_COUNT - 1), 2, two),
                 MICA_ERROR_OUT_OF_RANGE);
    float nan = NAN;
    CHECK_EQ_INT(mica_mover_set_numbers(world, s.mover, MICA_MOVER_MASS, 1, &nan),
                 MICA_ERROR_NOT_FINITE);
    CHECK_EQ_INT(mica_mover_set_velocity(world, s.mover, (MicaVec2){NAN, 0.0f}),
                 MICA_ERROR_NOT_FINITE);
    CHECK(mica_mover_get(world, s.mover, &def) == MICA_ERROR_OK);
    CHECK_NEAR(def.numbers[MICA_MOVER_MASS], 80.0f, 0.0f);

    CHECK_EQ_INT(mica_body_mover(world, s.body).id, s.mover.id);
    mica_body_destroy(world, s.body);
    CHECK(!mica_mover_is_valid(world, s.mover));
    CHECK_EQ_INT(mica_mover_destroy(world, s.mover), MICA_ERROR_STALE_MOVER);
    mica_world_step(world, 1.0f / 60.0f, 4);
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

// They were appended behind all other bodies, and in a step by impacts named twice.
TEST(the_slots_of_moved_bodies_ascend_with_movers_among_them)
{
    for (int32_t byImpacts = 0; byImpacts < 2; ++byImpacts) {
        MicaWorld *world = make_world();
        make_stage(world, CAPSULE, (MicaVec2){0.0f, 50.0f}, NULL);
        add_crate(world, (MicaVec2){5.0f, 50.0f}, 0.5f, 1.0f, 0.5f);
        make_stage(world, BOX, (MicaVec2){10.0f, 50.0f}, NULL);
        add_crate(world, (MicaVec2){15.0f, 50.0f}, 0.5f, 1.0f, 0.5f);
        CHECK_EQ_INT(byImpacts ? mica_world_step_impacts(world, 1.0f / 60.0f, 100)
                               : mica_world_step(world, 1.0f / 60.0f, 4),
                     MICA_ERROR_OK);
        MicaEvents events = mica_world_events(world);
        CHECK_EQ_INT(events.movedCount, 4);
        for (int32_t i = 1; i < events.movedCount; ++i) {
            CHECK(events.moved[i - 1] < events.moved[i]);
        }
        mica_world_destroy(world);
    }
}
