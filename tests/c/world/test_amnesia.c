// What the next step depends on is state, and nothing else is: every golden scene, and random
// worlds of every feature, go on bit for bit when all of output and scratch is forgotten or
// released between two steps, and when the state alone is moved into a fresh world. The random
// worlds are made by the calls of the fuzz target, see tests/fuzz.
#include "build.h"
#include "fuzz.h"
#include "scenes.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

// What is done to a twin before it steps: its output and scratch are forgotten, or released, or its
// scratch is filled with garbage; its state moves into a fresh world; it is saved as a snapshot and
// restored from that in a fresh world, or in itself after some steps that it should not have made.
typedef enum Loss { FORGET, RELEASE, RUIN, MOVE, SNAPSHOT, REWIND, LOSSES } Loss;

static MicaWorld *twin_of(const MicaWorld *world)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *twin = mica_world_create(&def);
    if (!world_copy_state(twin, world)) {
        mica_world_destroy(twin);
        return NULL;
    }
    return twin;
}

static void ruin_array(const void *base, const ArrayRow *row)
{
    AnyArray array;
    memcpy(&array, (const char *)base + row->offset, sizeof array);
    if (array.capacity > 0) {
        memset(array.data, 0xa5, row->elementSize * (size_t)array.capacity);
    }
}

// Scratch but for the caches, which are kept from step to step.
static void ruin(MicaWorld *world)
{
    for (int32_t i = CACHE_ROWS_END; i < ARRAY_ROWS; ++i) {
        ruin_array(world, &WORLD_ARRAYS[i]);
    }
    for (Room i = 0; i < ROOMS; ++i) {
        const RoomScratch *room = &ROOM_TABLE[i];
        for (int32_t k = room->caches; k < room->count; ++k) {
            ruin_array(room_scratch(world, i), &room->rows[k]);
        }
    }
}

static MicaWorld *restored(MicaWorld *world, bool rewind)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    void *bytes = aligned_alloc(16, size);
    MicaWorld *target = world;
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    if (rewind) {
        for (int i = 0; i < 3; ++i) {
            mica_world_step(world, FRAME, 4);
        }
        add_dynamic(world, 0.3f, 40, circle_shape(0.3f));
        mica_world_step(world, FRAME, 4);
    } else {
        MicaWorldDef def = mica_world_def();
        target = mica_world_create(&def);
        mica_world_destroy(world);
    }
    CHECK_EQ_INT(mica_world_restore(target, bytes, size), MICA_ERROR_OK);
    free(bytes);
    return target;
}

// The world itself, or the one that its state was moved into; null without memory.
static MicaWorld *lose(MicaWorld *world, Loss loss)
{
    if (loss == SNAPSHOT || loss == REWIND) {
        return restored(world, loss == REWIND);
    }
    if (loss == RUIN) {
        ruin(world);
        return world;
    }
    if (loss == MOVE) {
        MicaWorld *fresh = twin_of(world);
        mica_world_destroy(world);
        return fresh;
    }
    world_forget(world);
    if (loss == RELEASE) {
        world_release_scratch(world);
    }
    return world;
}

static bool same_bytes(const void *a, int32_t countA, const void *b, int32_t countB, size_t size)
{
    return countA == countB && (countA == 0 || memcmp(a, b, size * (size_t)countA) == 0);
}

#define SAME(list) same_bytes(a.list, a.list##Count, b.list, b.list##Count, sizeof *a.list)

static bool same_events(const MicaWorld *one, const MicaWorld *other)
{
    MicaEvents a = mica_world_events(one), b = mica_world_events(other);
    return SAME(begin) && SAME(end) && SAME(hit) && SAME(enter) && SAME(exit) && SAME(moved) &&
           SAME(asleep) && SAME(woke) && SAME(broke);
}

// Whether two arrays are equal; prints where they differ first if they are not.
static bool compare_array(const char *name, const void *a, int32_t countA, const void *b,
                          int32_t countB, size_t size)
{
    if (same_bytes(a, countA, b, countB, size)) {
        return true;
    }
    printf("  %s: %d and %d elements\n", name, (int)countA, (int)countB);
    const char *p = a, *q = b;
    for (size_t i = 0; i < size * (size_t)(countA < countB ? countA : countB); ++i) {
        if (p[i] != q[i]) {
            printf("  %s[%d] differs from byte %d on\n", name, (int)(i / size), (int)(i % size));
            break;
        }
    }
    return false;
}

static bool same_state(const MicaWorld *one, const MicaWorld *other)
{
    bool same = true;
    for (int i = 0; i < 3; ++i) {
        NumberRow row = STATE_NUMBER_ROWS[i];
        same &= compare_array("numbers of the state", (const char *)one + row.offset, row.size,
                              (const char *)other + row.offset, row.size, 1);
    }
#define COMPARE_IN(place, name)                                                                    \
    same &= compare_array(#place #name, one->place name.data, one->place name.count,               \
                          other->place name.data, other->place name.count,                         \
                          sizeof *one->place name.data);
#define COMPARE_STATE(List, name) COMPARE_IN(state., name)
#define COMPARE_STATIC(List, name) COMPARE_IN(state.staticTree., name)
#define COMPARE_MOVING(List, name) COMPARE_IN(state.movingTree., name)
    STATE_ARRAYS(COMPARE_STATE)
    TREE_ARRAYS(COMPARE_STATIC)
    TREE_ARRAYS(COMPARE_MOVING)
    return same;
}

static void check_scene(const Scene *scene, Loss loss, int steps)
{
    MicaWorld *world = scene_create(scene), *twin = twin_of(world);
    for (int step = 0; step < steps; ++step) {
        twin = lose(twin, loss);
        REQUIRE(twin != NULL);
        CHECK_EQ_INT(scene_step(scene, world, step), MICA_ERROR_OK);
        CHECK_EQ_INT(scene_step(scene, twin, step), MICA_ERROR_OK);
        if (!same_state(world, twin) || !same_events(world, twin)) {
            test_fail(__FILE__, __LINE__, "%s differs after step %d", scene->name, step);
            break;
        }
    }
    CHECK(mica_world_hash(world) == mica_world_hash(twin));
    CHECK_EQ_HEX(world_state_hash(world), world_state_hash(twin));
    CHECK_EQ_STR(mica_world_validate(twin), NULL);
    mica_world_destroy(world);
    mica_world_destroy(twin);
}

TEST_LONG(golden_scenes_go_on_when_output_and_scratch_are_forgotten)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], FORGET, test_part(150, 3));
    }
}

TEST(golden_scenes_go_on_when_scratch_is_released)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], RELEASE, test_part(60, 3));
    }
}

TEST(golden_scenes_go_on_in_a_fresh_world)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], MOVE, test_part(60, 3));
    }
}

TEST(golden_scenes_go_on_when_scratch_is_garbage)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], RUIN, test_part(60, 3));
    }
}

TEST_LONG(golden_scenes_go_on_from_snapshots_in_fresh_worlds)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], SNAPSHOT, test_part(60, 3));
    }
}

TEST_LONG(golden_scenes_go_on_from_snapshots_in_worlds_that_went_on)
{
    for (int i = 0; i < sceneCount; ++i) {
        check_scene(&scenes[i], REWIND, test_part(60, 3));
    }
}

// ----------------------------------------------------------------------------------- random worlds

enum { CALL_BYTES = 2000, RANDOM_WORLDS = 60 };

static void fill(uint8_t *bytes, int count, uint32_t seed)
{
    for (int i = 0; i < count; ++i) {
        bytes[i] = (uint8_t)(test_random(&seed) >> 13);
    }
}

// A refused step is refused in both.
static void step_both(MicaWorld *world, MicaWorld *twin, bool byImpacts)
{
    MicaError one = byImpacts ? mica_world_step_impacts(world, FRAME, 20)
                              : mica_world_step(world, FRAME, 4),
              other = byImpacts ? mica_world_step_impacts(twin, FRAME, 20)
                                : mica_world_step(twin, FRAME, 4);
    CHECK_EQ_INT(one, other);
    CHECK(one != MICA_ERROR_OK || same_events(world, twin));
}

// The same calls on a world and on its twin, which loses what is not state before every one.
static void check_random_world(MicaWorld *other, uint32_t seed, Loss loss)
{
    static uint8_t bytes[CALL_BYTES];
    fill(bytes, CALL_BYTES, seed);
    MicaWorldDef def = mica_world_def();
    def.sleepTime = seed % 2 == 0 ? 0.05f : 0.5f;
    MicaWorld *world = mica_world_create(&def);
    fuzz_furnish(world);
    MicaWorld *twin = twin_of(world);
    Input in = {.data = bytes, .size = CALL_BYTES, .other = other, .switchesColliders = true},
          same = in;
    while (in.size > 0) {
        twin = lose(twin, loss);
        REQUIRE(twin != NULL);
        size_t at = in.size;
        uint32_t kind = read_byte(&in) % 20;
        read_byte(&same);
        if (kind < 16) {
            fuzz_change(&in, world, kind);
            fuzz_change(&same, twin, kind);
        } else {
            step_both(world, twin, kind == 19);
        }
        // A refused value of a view stays in both; written back, the steps go on.
        forget_bad_views(world);
        forget_bad_views(twin);
        if (in.size != same.size || !same_state(world, twin)) {
            test_fail(__FILE__, __LINE__, "world %u differs after the call at byte %d",
                      (unsigned)seed, CALL_BYTES - (int)at);
            break;
        }
    }
    CHECK(mica_world_hash(world) == mica_world_hash(twin));
    mica_world_destroy(world);
    mica_world_destroy(twin);
}

TEST(random_worlds_of_every_feature_go_on_from_their_state_alone)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *other = mica_world_create(&def);
    fuzz_furnish(other);
    for (uint32_t seed = 1; seed <= RANDOM_WORLDS; seed += (uint32_t)test_stride(8)) {
        check_random_world(other, seed * 2654435761u, (Loss)(seed % LOSSES));
    }
    mica_world_destroy(other);
}

// A large world in which nearly all sleeps, so that a step passes over it: pinned pairs of balls in
// rows, and a few balls that are thrown among them and wake some.
static MicaWorld *make_sleepers(void)
{
    enum { SLEEPERS = 2400, THROWN = 12 };
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0.0f, 0.0f);
    MicaWorld *world = mica_world_create(&def);
    MicaBody last = {0};
    for (int i = 0; i < SLEEPERS; ++i) {
        MicaBody body =
            add_dynamic(world, (float)(i % 60), (float)(i / 60 * 2), circle_shape(0.4f));
        if (i % 2 == 1) {
            add_pin(world, last, body, (float)(i % 60) - 0.5f, (float)(i / 60 * 2));
        }
        last = body;
    }
    for (int i = 0; i < SLEEPERS; ++i) {
        MicaBody body = body_handle(world, i);
        mica_body_set_awake(world, body, false);
    }
    for (int i = 0; i < THROWN; ++i) {
        MicaBody ball = add_dynamic(world, -3.0f, (float)(i * 7), circle_shape(0.3f));
        mica_body_set_velocity(world, ball, v2(i % 3 == 0 ? 9.0f : -9.0f, 0.3f * (float)i));
    }
    return world;
}

TEST(a_large_world_that_mostly_sleeps_goes_on_from_its_state_alone)
{
    static const Loss losses[] = {FORGET, RELEASE, RUIN, MOVE, SNAPSHOT, REWIND};
    MicaWorld *world = make_sleepers(), *twin = twin_of(world);
    int awake = 0;
    for (int i = 0; i < 90; ++i) {
        twin = i % 5 == 4 ? lose(twin, losses[i / 5 % 6]) : twin;
        mica_world_step(world, FRAME, 4);
        mica_world_step(twin, FRAME, 4);
        CHECK_EQ_INT(mica_world_interpolate(world, 0.3f), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_interpolate(twin, 0.3f), MICA_ERROR_OK);
        CHECK_EQ_HEX(world_state_hash(twin), world_state_hash(world));
        CHECK(memcmp(twin->output.poses.data, world->output.poses.data,
                     sizeof(MicaTransform) * (size_t)world->state.bodies.count) == 0);
        awake = mica_world_counters(world).awakeBodies;
    }
    // Some of the sleepers were met.
    CHECK(awake > 14 && awake < 600);
    CHECK(world->scratch.bodiesSparse);
    mica_world_destroy(world);
    mica_world_destroy(twin);
}

TEST(a_state_that_finds_no_memory_changes_nothing)
{
    MicaWorld *from = scene_create(&scenes[0]);
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 40000;
    MicaWorld *to = mica_world_create(&def);
    MicaBody body = add_dynamic(to, 1.0f, 2.0f, circle_shape(0.5f));
    uint64_t before = world_state_hash(to);
    CHECK(!world_copy_state(to, from));
    CHECK_EQ_HEX(world_state_hash(to), before);
    CHECK_EQ_INT(mica_world_step(to, FRAME, 4), MICA_ERROR_OK);
    CHECK(mica_body_is_valid(to, body));
    mica_world_destroy(from);
    mica_world_destroy(to);
}
