// Pairs of bodies that ignore each other: contacts, triggers and sweeps obey, changes take effect
// on existing contacts, and destroyed bodies are removed from the table.
#include "build.h"

static MicaBody two[2];

// Two overlapping discs, or a disc resting on a floor.
static MicaWorld *make_pair(bool resting)
{
    MicaWorld *world = resting ? make_world() : make_space();
    if (resting) {
        two[0] = add_ground(world);
        two[1] = add_dynamic(world, 0, 0.5f, circle_shape(0.5f));
    } else {
        two[0] = add_dynamic(world, 0, 0, circle_shape(0.5f));
        two[1] = add_dynamic(world, 0.5f, 0, circle_shape(0.5f));
    }
    return world;
}

TEST(a_contact_ends_and_begins_again)
{
    for (int n = 0; n < 3; n++) {
        MicaWorld *world = make_pair(n > 0);
        run(world, n == 2 ? 120 : 3);
        CHECK_EQ_INT(is_awake(world, two[1]), n < 2);
        CHECK(!mica_body_ignores(world, two[0], two[1]));
        CHECK_EQ_INT(mica_body_ignore(world, two[1], two[0], true), MICA_ERROR_OK);
        CHECK(mica_body_ignores(world, two[0], two[1]) && mica_body_ignores(world, two[1], two[0]));
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).endCount, 1);
        CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
        CHECK(is_awake(world, two[1]));
        mica_body_ignore(world, two[1], two[0], true);  // again changes nothing
        run(world, 3);
        CHECK_EQ_INT(mica_world_events(world).endCount + mica_world_events(world).beginCount, 0);
        mica_body_ignore(world, two[0], two[1], false);
        CHECK(!mica_body_ignores(world, two[0], two[1]));
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
        mica_world_destroy(world);
    }
}

TEST(sleepers_that_may_collide_again_wake)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody a = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f)),
             b = add_dynamic(world, 0.5f, 0.5f, box_shape(0.5f, 0.5f));
    mica_body_ignore(world, a, b, true);
    run(world, 120);
    CHECK(!is_awake(world, a) && !is_awake(world, b));
    CHECK_NEAR(position_of(world, b).x - position_of(world, a).x, 0.5, 0.01);
    mica_body_ignore(world, a, b, false);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
    run(world, 60);
    CHECK(position_of(world, b).x - position_of(world, a).x > 0.95f);
    mica_world_destroy(world);
}

TEST(a_trigger_pair_exits_and_enters_again)
{
    MicaWorld *world = make_pair(false);
    mica_collider_set_trigger(world, mica_collider_at(world, 0), true);
    run(world, 2);
    mica_body_ignore(world, two[0], two[1], true);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).exitCount, 1);
    mica_body_ignore(world, two[0], two[1], false);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).enterCount, 1);
    mica_world_destroy(world);
}

TEST(all_colliders_of_both_bodies_ignore_each_other)
{
    MicaWorld *world = make_space();
    MicaBody a = add_body(world, MICA_BODY_DYNAMIC, 0, 0),
             b = add_body(world, MICA_BODY_STATIC, 0, 0);
    for (int i = 0; i < 3; i++) {
        add_circle(world, a, 0.5f);
        add_box(world, b, 0.5f, 0.5f);
    }
    mica_body_ignore(world, a, b, true);
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    add_circle(world, a, 0.7f);  // colliders added later too
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_body_ignore(world, a, b, false);
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 12);
    mica_world_destroy(world);
}

TEST(sweeps_leave_ignored_bodies_out)
{
    // A static wall, a dynamic plate hit by a bullet, and a kinematic plate that moves.
    for (int n = 0; n < 6; n++) {
        bool ignore = n >= 3;
        MicaWorld *world = make_space();
        const MicaBodyType types[3] = {MICA_BODY_STATIC, MICA_BODY_DYNAMIC, MICA_BODY_KINEMATIC};
        MicaBody wall = add_body(world, types[n % 3], 5, 0);
        add_box(world, wall, 0.02f, 3);
        MicaBody ball = add_dynamic(world, 0, 0, circle_shape(0.1f));
        mica_body_set_velocity(world, ball, v2(300, 0));
        mica_body_set_bullet(world, ball, true);
        mica_body_set_velocity(world, wall, n % 3 == 2 ? v2(-200, 0) : v2(0, 0));
        if (ignore) {
            mica_body_ignore(world, wall, ball, true);
        }
        run(world, 1);
        CHECK_EQ_INT(position_of(world, ball).x > 4.99f, ignore);
        run(world, 9);
        CHECK_EQ_INT(position_of(world, ball).x > position_of(world, wall).x, ignore);
        mica_world_destroy(world);
    }
}

TEST(ignored_pairs_are_listed_in_the_order_of_their_slots)
{
    MicaWorld *world = make_space();
    MicaBody bodies[4], pairs[6] = {{0}};
    for (int i = 0; i < 4; i++) {
        bodies[i] = add_dynamic(world, 3.0f * (float)i, 0, circle_shape(1));
    }
    CHECK_EQ_INT(mica_world_ignored_pairs(world, pairs, 3), 0);
    mica_body_ignore(world, bodies[3], bodies[2], true);
    mica_body_ignore(world, bodies[2], bodies[0], true);
    mica_body_ignore(world, bodies[1], bodies[0], true);
    CHECK_EQ_INT(mica_world_ignored_pairs(world, NULL, 0), 3);
    CHECK_EQ_INT(mica_world_ignored_pairs(world, pairs, 2), 3);
    const int32_t expected[6] = {0, 1, 0, 2, -1, -1};
    for (int i = 0; i < 6; i++) {
        CHECK_EQ_INT(pairs[i].id == 0 ? -1 : MICA_SLOT(pairs[i]), expected[i]);
    }
    mica_body_destroy(world, bodies[0]);  // before the next step forgets its pairs
    CHECK_EQ_INT(mica_world_ignored_pairs(world, pairs, 3), 1);
    CHECK_EQ_INT(MICA_SLOT(pairs[0]), 2);
    CHECK_EQ_INT(MICA_SLOT(pairs[1]), 3);
    CHECK_EQ_INT(mica_world_ignored_pairs(NULL, pairs, 3), 0);
    mica_world_destroy(world);
}

TEST(bad_arguments_are_refused)
{
    MicaWorld *world = make_pair(false);
    MicaBody gone = add_dynamic(world, 9, 0, circle_shape(1)), none = {0};
    mica_body_destroy(world, gone);
    CHECK_ERROR(world, mica_body_ignore(world, two[0], gone, true), MICA_ERROR_STALE_BODY);
    CHECK_ERROR(world, mica_body_ignore(world, none, two[0], true), MICA_ERROR_STALE_BODY);
    CHECK_ERROR(world, mica_body_ignore(world, two[0], two[0], true), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_ignores(world, gone, two[0]), MICA_ERROR_STALE_BODY);
    CHECK_EQ_INT(mica_body_ignore(NULL, two[0], two[1], true), MICA_ERROR_STALE_BODY);
    CHECK(!mica_body_ignores(NULL, two[0], two[1]));
    mica_world_destroy(world);
}

TEST(out_of_memory_changes_nothing)
{
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 32000;
    MicaWorld *world = mica_world_create(&def);
    REQUIRE(world != NULL);
    MicaBody bodies[80];
    int made = 0;
    for (; made < 60; made++) {
        bodies[made] = add_body(world, MICA_BODY_DYNAMIC, (float)made, 0);
        REQUIRE(bodies[made].id != 0);
    }
    int refused = 0;
    for (int i = 0; i < made && refused == 0; i++) {
        for (int j = 0; j < i && refused == 0; j++) {
            uint64_t hash = mica_world_hash(world), bytes = mica_world_bytes(world);
            if (mica_body_ignore(world, bodies[i], bodies[j], true) != MICA_ERROR_OK) {
                refused = 1;
                CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NO_MEMORY);
                CHECK_EQ_HEX(mica_world_hash(world), hash);
                CHECK_EQ_INT(mica_world_bytes(world), bytes);
                CHECK(!mica_body_ignores(world, bodies[i], bodies[j]));
            }
        }
    }
    CHECK_EQ_INT(refused, 1);
    mica_world_destroy(world);
}

TEST(the_table_follows_a_model)
{
    enum { N = 24 };
    MicaWorld *world = make_space();
    MicaBody bodies[N];
    static bool model[N][N];
    for (int i = 0; i < N; i++) {
        bodies[i] = add_body(world, MICA_BODY_DYNAMIC, 10.0f * (float)i, 0);
    }
    uint32_t seed = 77;
    for (int n = 0; n < 4000; n++) {
        int i = (int)(test_random(&seed) % N), j = (int)(test_random(&seed) % N);
        if (n % 50 == 49) {
            // Destroy one; after the step another takes its slot, which no body ignores.
            mica_body_destroy(world, bodies[i]);
            run(world, 1);
            bodies[i] = add_body(world, MICA_BODY_DYNAMIC, 10.0f * (float)i, 0);
            for (int k = 0; k < N; k++) {
                model[i][k] = model[k][i] = false;
            }
        } else if (i != j) {
            bool on = test_random(&seed) % 2 == 0;
            mica_body_ignore(world, bodies[i], bodies[j], on);
            model[i][j] = model[j][i] = on;
        }
        if (n % 20 == 0) {
            CHECK_EQ_STR(mica_world_validate(world), NULL);
            for (int k = 0; k < N * N; k++) {
                CHECK_EQ_INT(mica_body_ignores(world, bodies[k / N], bodies[k % N]),
                             model[k / N][k % N]);
            }
        }
    }
    mica_world_destroy(world);
}

TEST(the_hash_depends_on_the_pairs_and_not_on_their_history)
{
    MicaWorld *a = make_space(), *b = make_space();
    MicaBody inA[4], inB[4];
    for (int i = 0; i < 4; i++) {
        inA[i] = add_body(a, MICA_BODY_DYNAMIC, (float)i, 0);
        inB[i] = add_body(b, MICA_BODY_DYNAMIC, (float)i, 0);
    }
    CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
    mica_body_ignore(a, inA[0], inA[1], true);
    CHECK(mica_world_hash(a) != mica_world_hash(b));
    mica_body_ignore(a, inA[3], inA[2], true);
    mica_body_ignore(b, inB[2], inB[3], true);
    mica_body_ignore(b, inB[0], inB[3], true);
    mica_body_ignore(b, inB[1], inB[0], true);
    mica_body_ignore(b, inB[3], inB[0], false);
    CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
    mica_world_destroy(a);
    mica_world_destroy(b);
}
