// Fuzz target for libFuzzer: spoils snapshots of random worlds, with a right checksum, and restores them.
// Each is refused, and then the world is what it was, or a world that steps, answers and is edited
// without a crash, a failed assertion, a sanitizer report or a hang. tests/c/world/test_snapshot_fuzz.c
// runs the same with random bytes.
//
//   clang as for fuzz_api.c, with -DFUZZ_SNAPSHOTS and -o build/fuzz_snapshots
//   build/fuzz_snapshots -max_len=400 -timeout=2 -max_total_time=180
#include "fuzz.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 24, CALLS = 900, SPARE = 1 << 16 };

static MicaWorld *other;  // where foreign handles come from
static Saved saved[WORLDS];

static MicaWorld *new_world(void)
{
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 16 << 20;
    return mica_world_create(&def);
}

static Saved save(MicaWorld *world)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    Saved s = {aligned_alloc(16, size + SPARE), size, size + SPARE};
    if (mica_world_snapshot(world, NULL, 0, s.bytes, size) != MICA_ERROR_OK) {
        fail("a world cannot be saved");
    }
    return s;
}

// A world of every feature: odd ones begin empty, and are small.
static MicaWorld *random_world(uint32_t seed)
{
    uint8_t bytes[CALLS];
    uint32_t x = seed * 2654435761u + 1u;
    for (int32_t i = 0; i < CALLS; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        bytes[i] = (uint8_t)(x >> 13);
    }
    MicaWorld *world = new_world();
    Input in = {.data = bytes, .size = CALLS, .other = other, .switchesColliders = true};
    if (seed % 2 == 0) {
        fuzz_furnish(world);
    }
    while (in.size > 0) {
        uint32_t kind = read_byte(&in) % 20;
        // Views are written between steps; a step refuses what is in them, a restore need not.
        if (kind != 9) {
            fuzz_change(&in, world, kind);
        }
    }
    forget_bad_views(world);
    // Half of them are as edits leave them, before the next step.
    if (seed % 4 < 2) {
        mica_world_step(world, 1.0f / 60.0f, 4);
    }
    return world;
}

static void furnish(void)
{
    other = new_world();
    for (int32_t i = 0; i < 9; i++) {
        MicaBodyDef def = mica_body_def();
        mica_body_destroy(other, mica_body_create(other, &def));
    }
    fuzz_furnish(other);
    for (uint32_t i = 0; i < WORLDS; i++) {
        MicaWorld *world = random_world(i);
        saved[i] = save(world);
        mica_world_destroy(world);
    }
}

static void step(Input *in, MicaWorld *world)
{
    if (read_byte(in) % 4 == 0) {
        mica_world_step_impacts(world, 1.0f / 60.0f, 20);
    } else {
        mica_world_step(world, 1.0f / 60.0f, 4);
    }
}

// All that a game can do with a world.
static void use(Input *in, MicaWorld *world)
{
    for (int32_t i = 0; i < 5; i++) {
        step(in, world);
    }
    forget_bad_views(world);
    for (int32_t i = 0; i < 2; i++) {
        step(in, world);
        query_world(in, world);
        cast_in_world(in, world);
        fuzz_change(in, world, read_byte(in) % 20);
        fuzz_change(in, world, read_byte(in) % 16);
    }
    int32_t slots = mica_world_views(world).slots;
    uint32_t b = read_byte(in);
    for (int32_t i = 0; i < slots; i++) {
        MicaBody body = mica_body_at(world, i);
        if (body.id != 0 && (b & 1 || i % 3 == 0)) {
            mica_body_destroy(world, body);
        }
    }
    fuzz_furnish(world);
    step(in, world);
    step(in, world);
    Saved again = save(world);
    MicaWorld *fresh = new_world();
    mica_world_restore(fresh, again.bytes, again.size);
    mica_world_destroy(fresh);
    free(again.bytes);
}

// Of what a valid world has, a snapshot may lack two things: see src/world/saving/snapshot_check.c.
static void check_accepted(const MicaWorld *world)
{
    MicaWorld *copy = new_world();
    if (mica_world_copy(copy, world) != MICA_ERROR_OK) {
        fail("an accepted world cannot be copied");
    }
    memset(copy->state.velocities.data, 0,
           sizeof *copy->state.velocities.data * (size_t)copy->state.velocities.count);
    const char *wrong = mica_world_validate(copy);
    if (wrong != NULL && strcmp(wrong, "a collider has left its box") != 0) {
        fail(wrong);
    }
    mica_world_destroy(copy);
}

bool fuzz_restore(const uint8_t *data, size_t size)
{
    if (other == NULL) {
        furnish();
    }
    Input in = {.data = data, .size = size, .other = other, .switchesColliders = true};
    const Saved *from = &saved[read_byte(&in) % WORLDS];
    Saved spoilt = {aligned_alloc(16, from->capacity), from->size, from->capacity};
    memcpy(spoilt.bytes, from->bytes, from->size);
    spoil_snapshot(&in, &spoilt);
    MicaWorld *world = new_world();
    uint32_t b = read_byte(&in);
    if (b & 1) {  // into a world that has another state, and scratch of it
        const Saved *old = &saved[b / 2 % WORLDS];
        if (mica_world_restore(world, old->bytes, old->size) != MICA_ERROR_OK) {
            fail("a snapshot that is as it was is refused");
        }
        mica_world_step(world, 1.0f / 60.0f, 4);
    }
    uint64_t before = mica_world_hash(world);
    // At the end of a block of its own, so that a sanitizer sees what reads behind it.
    char *exact = aligned_alloc(16, spoilt.size);
    memcpy(exact, spoilt.bytes, spoilt.size);
    bool accepted = mica_world_restore(world, exact, spoilt.size) == MICA_ERROR_OK;
    free(exact);
    free(spoilt.bytes);
    if (accepted) {
        check_accepted(world);
        tolerating = true;
        use(&in, world);
        tolerating = false;
    } else if (mica_world_hash(world) != before) {
        fail("refused, yet the restore changed the world");
    }
    mica_world_destroy(world);
    return accepted;
}

#ifdef FUZZ_SNAPSHOTS
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_restore(data, size);
    return 0;
}
#endif
