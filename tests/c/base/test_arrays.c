// Memory: growing arrays, and worlds whose memory limit is reached at every possible point. A call
// that fails reports NO_MEMORY and changes nothing, and the world stays usable.
#include "arrays.h"
#include "build.h"

#include <string.h>

TEST(arrays_grow_by_half_and_are_counted)
{
    Memory memory = {0};
    ARRAY(int32_t) list = {0};
    CHECK(ARRAY_RESERVE(&memory, &list, 1));
    CHECK_EQ_INT(list.capacity, 16);
    CHECK_EQ_INT(memory.bytes, 64);
    CHECK_EQ_INT((intptr_t)list.data % 64, 0);
    for (int i = 0; i < 16; i++) {
        CHECK_EQ_INT(list.data[i], 0);
        list.data[i] = i + 1;
    }
    CHECK(ARRAY_RESERVE(&memory, &list, 17));
    CHECK_EQ_INT(list.capacity, 24);
    CHECK_EQ_INT(memory.bytes, 128);
    for (int i = 0; i < 24; i++) {
        CHECK_EQ_INT(list.data[i], i < 16 ? i + 1 : 0);
    }
    CHECK(ARRAY_RESERVE(&memory, &list, 1000));
    CHECK_EQ_INT(list.capacity, 1000);
    CHECK(ARRAY_RESERVE(&memory, &list, 5));
    CHECK_EQ_INT(list.capacity, 1000);
    ARRAY_FREE(&memory, &list);
    CHECK_EQ_INT(memory.bytes, 0);
    CHECK(list.data == NULL && list.capacity == 0);
}

TEST(an_array_that_cannot_grow_is_unchanged)
{
    Memory memory = {.maxBytes = 80};
    ARRAY(int32_t) list = {0};
    CHECK(ARRAY_RESERVE(&memory, &list, 10));
    int32_t *before = list.data;
    CHECK(!ARRAY_RESERVE(&memory, &list, 17));
    CHECK(list.data == before && list.capacity == 16 && memory.bytes == 64);
    CHECK(!ARRAY_RESERVE(&memory, &list, INT32_MAX));
    CHECK(list.data == before);
    ARRAY_FREE(&memory, &list);
    memory.maxBytes = 0;
    CHECK(!ARRAY_RESERVE(&memory, &list, INT32_MAX));
    CHECK_EQ_INT(memory.bytes, 0);
}

// ----------------------------------------------------------------- a world at its memory limit

static const MicaVec2 hexagon[6] = {{0.5f, 0},  {0.25f, 0.43f},   {-0.25f, 0.43f},
                                    {-0.5f, 0}, {-0.25f, -0.43f}, {0.25f, -0.43f}};

// Builds and runs a scene of all kinds and counts the calls that failed. Each must report
// NO_MEMORY.
static int run_at_limit(MicaWorld *world, bool *stepped)
{
    int refused = 0;
    MicaShape shapes[3] = {circle_shape(0.5f), box_shape(0.4f, 0.5f), circle_shape(0.5f)};
    mica_shape_polygon(hexagon, 6, 0.0f, &shapes[2]);
    mica_clear_error(world);
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    if (mica_body_is_valid(world, ground)) {
        refused += add_box(world, ground, 50.0f, 1.0f).id == 0;
    }
    for (int i = 0; i < 60; i++) {
        uint64_t hash = mica_world_hash(world);
        MicaCounters before = mica_world_counters(world);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, -5.0f + (float)(i % 10),
                                 1.0f + (float)(i / 10) * 0.8f);
        if (body.id == 0) {
            refused++;
            CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NO_MEMORY);
            CHECK_EQ_HEX(mica_world_hash(world), hash);
            CHECK_EQ_INT(mica_world_counters(world).bodies, before.bodies);
            continue;
        }
        hash = mica_world_hash(world);
        MicaColliderDef def = mica_collider_def();
        def.isTrigger = i % 7 == 0;
        if (mica_collider_create(world, body, &def, &shapes[i % 3]).id == 0) {
            refused++;
            CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NO_MEMORY);
            CHECK_EQ_HEX(mica_world_hash(world), hash);
            CHECK_EQ_INT(mica_world_counters(world).colliders, before.colliders);
        }
        CHECK_EQ_STR(mica_world_validate(world), NULL);
    }
    for (int i = 0; i < 5; i++) {
        MicaError error = mica_world_step(world, FRAME, 4);
        CHECK(error == MICA_ERROR_OK || error == MICA_ERROR_NO_MEMORY);
        refused += error != MICA_ERROR_OK;
        *stepped = *stepped || error == MICA_ERROR_OK;
        CHECK_EQ_STR(mica_world_validate(world), NULL);
    }
    MicaCollider out[8];
    mica_clear_error(world);
    mica_overlap_aabb(world, (MicaAABB){{-50, -50}, {50, 50}}, NULL, out, 8);
    const MicaContactPoint *points;
    mica_world_contact_points(world, &points);
    MicaError error = mica_last_error(world);
    CHECK(error == MICA_ERROR_OK || error == MICA_ERROR_NO_MEMORY);
    refused += error != MICA_ERROR_OK;
    return refused;
}

TEST(allocation_fails_at_every_point)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *free = mica_world_create(&def);
    bool stepped = false;
    CHECK_EQ_INT(run_at_limit(free, &stepped), 0);
    uint64_t enough = mica_world_bytes(free);
    mica_world_destroy(free);

    int refusedCreate = 0, partly = 0, whole = 0;
    uint64_t start = 64;
    for (uint64_t limit = start; limit <= enough + 272; limit += limit < 20000 ? 48 : 272) {
        def.maxBytes = limit;
        MicaWorld *world = mica_world_create(&def);
        if (world == NULL) {
            CHECK_EQ_INT(mica_create_error(), MICA_ERROR_NO_MEMORY);
            refusedCreate++;
            continue;
        }
        CHECK(mica_world_bytes(world) <= limit);
        stepped = false;
        int refused = run_at_limit(world, &stepped);
        CHECK(mica_world_bytes(world) <= limit);
        // After failed calls, the bodies that were created can still be destroyed.
        for (int slot = 0; slot < mica_world_views(world).slots; slot++) {
            MicaBody body = mica_body_at(world, slot);
            if (body.id != 0 && slot % 2 == 0) {
                CHECK_EQ_INT(mica_body_destroy(world, body), MICA_ERROR_OK);
            }
        }
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        mica_world_step(world, FRAME, 4);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        partly += refused > 0;
        whole += refused == 0;
        mica_world_destroy(world);
    }
    CHECK(refusedCreate > 10 && partly > 100 && whole > 0);
}

TEST(a_step_that_ran_out_of_memory_can_be_repeated)
{
    // The bodies fit into the limit, but not all pairs of a crowd in one place. Then most bodies
    // are destroyed.
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 128000;
    MicaWorld *world = mica_world_create(&def);
    REQUIRE(world != NULL);
    MicaShape disc = circle_shape(0.5f);
    enum { COUNT = 64 };
    MicaBody bodies[COUNT];
    for (int i = 0; i < COUNT; i++) {
        // The first ten overlap from the start, so that a step with few pairs has its memory.
        bodies[i] = add_dynamic(world, i < 10 ? 0.01f * (float)i : 2.0f * (float)i, 0.0f, disc);
    }
    run(world, 1);
    for (int i = 0; i < COUNT; i++) {
        mica_body_set_transform(world, bodies[i], v2(0.01f * (float)i, 0.0f), 0.0f);
    }
    uint64_t hash = mica_world_hash(world);
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_NO_MEMORY);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NO_MEMORY);
    CHECK_EQ_HEX(mica_world_hash(world), hash);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    for (int i = 4; i < COUNT; i++) {
        mica_body_destroy(world, bodies[i]);
    }
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

TEST(a_warm_step_allocates_nothing)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    for (int i = 0; i < 40; i++) {
        add_dynamic(world, 0.0f, 0.5f + (float)i * 1.01f, box_shape(0.5f, 0.5f));
    }
    run(world, 60);
    uint64_t bytes = mica_world_bytes(world);
    for (int i = 0; i < 120; i++) {
        mica_world_step(world, FRAME, 4);
    }
    CHECK_EQ_INT(mica_world_bytes(world), bytes);
    mica_world_destroy(world);
}
