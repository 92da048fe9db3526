// Snapshots: what they hold, that handles follow them, and that bytes which are no snapshot are refused
// and change nothing. That the motion goes on bit for bit: test_amnesia.c.
#include "build.h"
#include "scenes.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

typedef struct Saved {
    uint64_t size;
    char *bytes;
} Saved;

static Saved save(MicaWorld *world, const char *host)
{
    uint32_t hostBytes = host != NULL ? (uint32_t)strlen(host) + 1u : 0u;
    Saved s = {mica_world_snapshot_bytes(world, hostBytes), NULL};
    s.bytes = aligned_alloc(16, s.size);
    CHECK_EQ_INT(mica_world_snapshot(world, host, hostBytes, s.bytes, s.size), MICA_ERROR_OK);
    CHECK_EQ_INT((int)(s.size % 16), 0);
    return s;
}

static MicaWorld *empty_world(void)
{
    MicaWorldDef def = mica_world_def();
    return mica_world_create(&def);
}

TEST(handles_of_the_time_are_valid_again_and_later_ones_are_stale)
{
    MicaWorld *world = empty_world();
    MicaBody kept = add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaBody lost = add_dynamic(world, 3, 0, circle_shape(0.5f));
    run(world, 3);
    Saved s = save(world, NULL);
    uint64_t hash = world_state_hash(world);
    mica_body_destroy(world, lost);
    run(world, 2);
    MicaBody later = add_dynamic(world, 6, 0, circle_shape(0.5f));
    CHECK(!mica_body_is_valid(world, lost));
    CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
    CHECK(mica_body_is_valid(world, kept) && mica_body_is_valid(world, lost));
    CHECK(!mica_body_is_valid(world, later));
    CHECK_EQ_HEX(world_state_hash(world), hash);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    free(s.bytes);
    mica_world_destroy(world);
}

TEST(equal_worlds_have_equal_bytes)
{
    for (int i = 0; i < sceneCount; ++i) {
        MicaWorld *world = scene_create(&scenes[i]), *other = empty_world();
        for (int step = 0; step < 20; ++step) {
            scene_step(&scenes[i], world, step);
        }
        Saved first = save(world, NULL);
        CHECK_EQ_INT(mica_world_restore(other, first.bytes, first.size), MICA_ERROR_OK);
        Saved second = save(other, NULL);
        CHECK(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0);
        free(first.bytes);
        free(second.bytes);
        mica_world_destroy(world);
        mica_world_destroy(other);
    }
}

TEST(a_copy_goes_on_as_its_world_does_and_leaves_it_alone)
{
    for (int i = 0; i < sceneCount; ++i) {
        MicaWorld *world = scene_create(&scenes[i]), *copy = empty_world();
        for (int step = 0; step < 10; ++step) {
            scene_step(&scenes[i], world, step);
        }
        Saved before = save(world, NULL);
        CHECK_EQ_INT(mica_world_copy(copy, world), MICA_ERROR_OK);
        CHECK_EQ_STR(mica_world_validate(copy), NULL);
        Saved copied = save(copy, NULL);
        CHECK(before.size == copied.size && memcmp(before.bytes, copied.bytes, before.size) == 0);
        MicaCounters counters = mica_world_counters(world);
        run(copy, 10);
        Saved after = save(world, NULL);
        CHECK(before.size == after.size && memcmp(before.bytes, after.bytes, before.size) == 0);
        MicaCounters still = mica_world_counters(world);
        CHECK(memcmp(&counters, &still, sizeof counters) == 0);
        run(world, 10);
        CHECK_EQ_HEX(world_state_hash(world), world_state_hash(copy));
        free(before.bytes);
        free(copied.bytes);
        free(after.bytes);
        mica_world_destroy(world);
        mica_world_destroy(copy);
    }
}

TEST(copies_of_nothing_and_without_memory_are_refused)
{
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 200000;
    MicaWorld *small = mica_world_create(&def), *world = empty_world();
    for (int i = 0; i < 2000; ++i) {
        add_dynamic(world, (float)(2 * i), 0, circle_shape(0.5f));
    }
    add_dynamic(small, 0, 0, circle_shape(0.5f));
    uint64_t hash = world_state_hash(small);
    CHECK_EQ_INT(mica_world_copy(small, world), MICA_ERROR_NO_MEMORY);
    CHECK_EQ_HEX(world_state_hash(small), hash);
    CHECK_EQ_INT(mica_world_copy(NULL, world), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_copy(world, NULL), MICA_ERROR_NULL_ARGUMENT);
    hash = world_state_hash(world);
    CHECK_EQ_INT(mica_world_copy(world, world), MICA_ERROR_OK);
    CHECK_EQ_HEX(world_state_hash(world), hash);
    mica_world_destroy(small);
    mica_world_destroy(world);
}

TEST(the_events_of_the_last_step_come_back)
{
    MicaWorld *world = empty_world();
    add_ground(world);
    MicaBody ball = add_dynamic(world, 0, 0.6f, circle_shape(0.5f));
    int begins = 0;
    for (int i = 0; i < 120 && begins == 0; ++i) {
        run(world, 1);
        begins = mica_world_events(world).beginCount;
    }
    REQUIRE(begins == 1);
    Saved s = save(world, NULL);
    run(world, 5);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 0);
    CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.beginCount, 1);
    CHECK(e.begin[0].bodyA.id == ball.id || e.begin[0].bodyB.id == ball.id);
    CHECK_EQ_INT(e.movedCount, 1);
    free(s.bytes);
    mica_world_destroy(world);
}

TEST(the_games_own_bytes_travel_along)
{
    MicaWorld *world = empty_world();
    Saved s = save(world, "score 17");
    uint32_t bytes = 0;
    const char *host = mica_snapshot_host(s.bytes, s.size, &bytes);
    REQUIRE(host != NULL);
    CHECK_EQ_INT((int)bytes, 9);
    CHECK_EQ_STR(host, "score 17");
    free(s.bytes);
    mica_world_destroy(world);
}

TEST(a_snapshot_agrees_with_the_settings_steps_and_layers_of_its_world)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    MicaBody ball = add_dynamic(world, 0, 0.6f, circle_shape(0.5f));
    MicaCollider collider;
    CHECK_EQ_INT(mica_body_colliders(world, ball, &collider, 1), 1);
    mica_layer_set(world, 1, 0, MICA_SOLID);
    run(world, 2);
    Saved s = save(world, NULL);
    CHECK(mica_snapshot_agrees(s.bytes, s.size, &def, 2, 2));
    CHECK(mica_snapshot_agrees(s.bytes, s.size, &def, 2, 64));
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, &def, 2, 1));
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, &def, 2, 0));
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, &def, 3, 2));
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, NULL, 2, 2));
    CHECK(!mica_snapshot_agrees(s.bytes, s.size - 16, &def, 2, 2));
    def.gravity.y += 1.0f;
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, &def, 2, 2));
    free(s.bytes);
    CHECK_EQ_INT(mica_collider_set_layer(world, collider, 63), MICA_ERROR_OK);
    def = mica_world_def();
    s = save(world, NULL);
    CHECK(!mica_snapshot_agrees(s.bytes, s.size, &def, 2, 63));
    CHECK(mica_snapshot_agrees(s.bytes, s.size, &def, 2, 64));
    free(s.bytes);
    mica_world_destroy(world);
}

// Refused with that error, and the world as before.
static void check_refused(MicaWorld *world, const void *bytes, uint64_t size, MicaError error)
{
    uint64_t hash = world_state_hash(world);
    CHECK_EQ_INT(mica_world_restore(world, bytes, size), error);
    CHECK_EQ_HEX(world_state_hash(world), hash);
}

TEST(a_snapshot_with_any_byte_changed_is_refused)
{
    MicaWorld *world = scene_create(&scenes[0]), *other = empty_world();
    add_dynamic(other, 1, 2, circle_shape(0.5f));
    Saved s = save(world, "host");
    uint32_t seed = 7;
    for (uint64_t i = 0; i < s.size;
         i += 1 + test_random(&seed) % (97 * (uint32_t)test_stride(4))) {
        bool version = i >= 4 && i < 8;
        s.bytes[i] ^= 4;
        check_refused(other, s.bytes, s.size,
                      version ? MICA_ERROR_NEWER_SNAPSHOT : MICA_ERROR_BAD_SNAPSHOT);
        s.bytes[i] ^= 4;
    }
    for (uint64_t size = 0; size < s.size; size += 1 + s.size / (uint64_t)test_part(300, 4)) {
        check_refused(other, s.bytes, size, MICA_ERROR_BAD_SNAPSHOT);
    }
    CHECK_EQ_INT(mica_world_restore(other, s.bytes, s.size), MICA_ERROR_OK);
    free(s.bytes);
    mica_world_destroy(world);
    mica_world_destroy(other);
}

// No machine that the engine compiles for writes one, see platform.h.
TEST(a_snapshot_in_the_other_byte_order_is_refused)
{
    MicaWorld *world = scene_create(&scenes[0]), *other = empty_world();
    Saved s = save(world, NULL);
    for (uint64_t i = 0; i < s.size; i += 4) {
        char *word = s.bytes + i, turned[4] = {word[3], word[2], word[1], word[0]};
        memcpy(word, turned, sizeof turned);
    }
    check_refused(other, s.bytes, s.size, MICA_ERROR_BAD_SNAPSHOT);
    free(s.bytes);
    mica_world_destroy(world);
    mica_world_destroy(other);
}

// Free slots are a queue that keeps spent entries at its beginning until it is as long as there are slots,
// or empty. Here it never is empty.
TEST(a_snapshot_may_have_a_queue_of_free_slots_with_spent_ones)
{
    MicaWorld *world = empty_world(), *other = empty_world();
    MicaBody bodies[4];
    int32_t spent = 0;
    for (int i = 0; i < 4; ++i) {
        bodies[i] = add_dynamic(world, 3.0f * (float)i, 0, circle_shape(0.1f));
    }
    mica_body_destroy(world, bodies[2]);
    mica_body_destroy(world, bodies[3]);
    run(world, 1);
    for (int step = 0; step < 100; ++step) {
        mica_body_destroy(world, bodies[step % 2]);
        bodies[step % 2] = add_dynamic(world, 3.0f * (float)(step % 2), 0, circle_shape(0.1f));
        run(world, 1);
        Saved s = save(world, NULL);
        CHECK_EQ_INT(mica_world_restore(other, s.bytes, s.size), MICA_ERROR_OK);
        free(s.bytes);
        spent += world->state.freeBodyHead > 1 && world->state.freeColliderHead > 1;
    }
    CHECK(spent > 10);
    mica_world_destroy(world);
    mica_world_destroy(other);
}

TEST(bad_arguments_are_refused)
{
    MicaWorld *world = empty_world();
    Saved s = save(world, NULL);
    check_refused(world, NULL, s.size, MICA_ERROR_NULL_ARGUMENT);
    check_refused(world, s.bytes + 1, s.size - 16, MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_world_restore(NULL, s.bytes, s.size), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_snapshot(NULL, NULL, 0, s.bytes, s.size), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, NULL, s.size), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 3, s.bytes, s.size), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, s.bytes, s.size - 1),
                 MICA_ERROR_BUFFER_TOO_SMALL);
    CHECK_EQ_INT((int)mica_world_snapshot_bytes(NULL, 0), 0);
    uint32_t bytes;
    CHECK(mica_snapshot_host(s.bytes, s.size - 16, &bytes) == NULL);
    CHECK(mica_snapshot_host(s.bytes, s.size, NULL) == NULL);
    CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
    free(s.bytes);
    mica_world_destroy(world);
}

TEST(a_restore_without_memory_changes_nothing)
{
    MicaWorld *from = scene_create(&scenes[0]);
    Saved s = save(from, NULL);
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 40000;
    MicaWorld *to = mica_world_create(&def);
    MicaBody body = add_dynamic(to, 1, 2, circle_shape(0.5f));
    check_refused(to, s.bytes, s.size, MICA_ERROR_NO_MEMORY);
    CHECK_EQ_INT(mica_world_step(to, FRAME, 4), MICA_ERROR_OK);
    CHECK(mica_body_is_valid(to, body));
    free(s.bytes);
    mica_world_destroy(from);
    mica_world_destroy(to);
}

// Restores over and over take no memory.
TEST(restores_leave_memory_as_it_is)
{
    MicaWorld *world = scene_create(&scenes[1]);
    run(world, 5);
    Saved s = save(world, NULL);
    CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
    run(world, 2);
    CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
    uint64_t bytes = mica_world_bytes(world);
    for (int i = 0; i < test_part(2000, 10); ++i) {
        CHECK_EQ_INT(mica_world_restore(world, s.bytes, s.size), MICA_ERROR_OK);
        run(world, i % 3);
    }
    CHECK(mica_world_bytes(world) == bytes);
    free(s.bytes);
    mica_world_destroy(world);
}
