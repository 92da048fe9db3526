// A random history is cut into stretches of random length. Each is played twice: on the world as it is,
// and on a world that is restored from a snapshot of the stretch's beginning, a fresh one or, by turns,
// the very world that has gone on. Both must end in the same bytes. The operations are those of the fuzz
// target, see tests/fuzz, which checks after each that the world is valid and finite.
#include "histories.h"

#include "fuzz.h"
#include "test.h"
#include "world.h"

#include <stdlib.h>

enum { MAX_STRETCH = 500, OPERATION_BYTES = 64, FURNISH_EVERY = 1000 };

// What the next operation depends on.
typedef struct Play {
    MicaWorld *world;
    Input in;  // with the handles of what has been destroyed
    uint32_t seed;
    int32_t next;  // number of the operation
    bool pours;    // with operations on matter
} Play;

typedef struct Bytes {
    uint64_t *words, size;
} Bytes;

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

// Handles are of the same generations whatever worlds the program made before.
static MicaWorld *new_world(void)
{
    MicaWorldDef def = mica_world_def();
    def.sleepTime = 0.1f;
    MicaWorld *world = mica_world_create(&def);
    world->state.generationStart = 1;
    return world;
}

// A force written through a view may be anything until the next step has looked at it.
static void forget_bad_forces(MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < 4 * v.slots; ++i) {
        if (!(fabsf(v.forces[i]) <= 1e20f)) {
            v.forces[i] = 0.0f;
        }
    }
}

// Keeps the world small, three of four very small, and its free slots in use.
static void destroy_surplus(Play *play, uint32_t *random)
{
    int32_t maximum = play->seed % 4 == 0 ? 60 : 24;
    while (mica_world_counters(play->world).bodies > maximum) {
        int32_t slots = mica_world_views(play->world).slots,
                slot = (int32_t)(test_random(random) % (uint32_t)slots);
        while (mica_body_at(play->world, slot).id == 0) {
            slot = (slot + 1) % slots;
        }
        MicaBody body = mica_body_at(play->world, slot);
        remember_stale(&play->in, body.id);
        mica_body_destroy(play->world, body);
    }
}

static void operate(Play *play)
{
    uint8_t bytes[OPERATION_BYTES];
    uint32_t random = (play->seed << 20 ^ (uint32_t)play->next) * 2654435761u + 1u;
    for (int32_t i = 0; i < 8; ++i) {
        test_random(&random);
    }
    for (int32_t i = 0; i < OPERATION_BYTES; ++i) {
        bytes[i] = (uint8_t)(test_random(&random) >> 13);
    }
    play->in.data = bytes;
    play->in.size = OPERATION_BYTES;
    if (play->next % FURNISH_EVERY == 0) {
        fuzz_furnish(play->world);
    }
    if (play->pours && play->next % FURNISH_EVERY == 0) {
        fuzz_furnish_matter(play->world);
    }
    if (play->pours && play->next % 2 == 1) {
        fuzz_change_matter(&play->in, play->world);
    } else {
        fuzz_change(&play->in, play->world, read_byte(&play->in) % 20);
    }
    forget_bad_views(play->world);
    forget_bad_forces(play->world);
    destroy_surplus(play, &random);
    play->next += 1;
}

// Plays operations up to a number; a sum of what the world was after each.
static uint64_t play_until(Play *play, int32_t end)
{
    uint64_t hash = 0;
    while (play->next < end) {
        mica_clear_error(play->world);
        operate(play);
        hash = mix(hash, (uint64_t)mica_last_error(play->world));
        hash = mix(hash, mica_world_hash(play->world));
    }
    return hash;
}

static Bytes save(MicaWorld *world)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    Bytes b = {aligned_alloc(16, size), size};
    if (mica_world_snapshot(world, NULL, 0, b.words, size) != MICA_ERROR_OK) {
        b.size = 0;
    }
    return b;
}

static bool same_bytes(Bytes a, Bytes b)
{
    return a.size == b.size && a.size > 0 && memcmp(a.words, b.words, a.size) == 0;
}

// What is wrong with a stretch, or null. `begin` becomes a snapshot of its end.
static const char *play_stretch(Play *play, int32_t end, bool inPlace, Bytes *begin, uint64_t *hash)
{
    Play again = *play;
    *hash = play_until(play, end);
    Bytes once = save(play->world);
    if (!inPlace) {
        mica_world_destroy(play->world);
        again.world = new_world();
    }
    MicaError error = mica_world_restore(again.world, begin->words, begin->size);
    const char *wrong =
        error == MICA_ERROR_OK ? mica_world_validate(again.world) : mica_error_text(error);
    *play = again;
    if (wrong == NULL) {
        uint64_t second = play_until(play, end);
        Bytes twice = save(play->world);
        wrong = second != *hash            ? "goes on in another way from a snapshot"
                : !same_bytes(once, twice) ? "ends in other bytes from a snapshot"
                                           : NULL;
        free(twice.words);
    }
    free(begin->words);
    *begin = once;
    return wrong;
}

static History play(uint32_t seed, int32_t operations, bool pours)
{
    History h = {0};
    MicaWorld *other = new_world();
    fuzz_furnish(other);
    Play now = {.world = new_world(), .in = {.other = other}, .seed = seed, .pours = pours};
    Bytes begin = save(now.world);
    uint32_t random = seed * 2654435761u + 1u;
    while (now.next < operations && h.wrong == NULL) {
        int32_t length = 1 + (int32_t)(test_random(&random) % MAX_STRETCH);
        int32_t end = now.next + length < operations ? now.next + length : operations;
        uint64_t hash;
        h.wrong = play_stretch(&now, end, h.snapshots % 2 == 1, &begin, &hash);
        h.hash = mix(h.hash, hash);
        for (uint64_t i = 0; i < begin.size / sizeof *begin.words; ++i) {
            h.saved = mix(h.saved, begin.words[i]);
        }
        h.snapshots += 1;
    }
    free(begin.words);
    mica_world_destroy(now.world);
    mica_world_destroy(other);
    return h;
}

History history_play(uint32_t seed, int32_t operations) { return play(seed, operations, false); }

History history_pour(uint32_t seed, int32_t operations) { return play(seed, operations, true); }
