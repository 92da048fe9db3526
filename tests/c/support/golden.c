// Prints `<scene> <hash>` for every scene after 600 steps, and `<scene>.saved <hash>`. The first hash
// covers the final state and every event on the way, the second the bytes of two snapshots: at each the
// world is replaced by a fresh one that is restored from them, so a build that agrees can restore what
// any other saved. Then the same of random histories of 10,000 operations, `history.<seed>`. All builds
// must print the same lines, those of golden.txt: gcc, clang, with and without optimisation, with
// sanitizers, WebAssembly with and without SIMD. Arguments choose scenes by name, or `histories=N`: those
// of seeds 1 to N.
#include "histories.h"
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

// Slots only: generations differ between the worlds of one program.
static uint64_t mix_events(uint64_t hash, const MicaWorld *world)
{
    MicaEvents e = mica_world_events(world);
    for (int i = 0; i < e.beginCount; i++) {
        hash = mix(hash, (uint64_t)MICA_SLOT(e.begin[i].colliderA) << 32 |
                             (uint64_t)MICA_SLOT(e.begin[i].colliderB));
    }
    for (int i = 0; i < e.endCount; i++) {
        hash = mix(hash, (uint64_t)MICA_SLOT(e.end[i].colliderA) << 32 |
                             (uint64_t)MICA_SLOT(e.end[i].colliderB));
    }
    for (int i = 0; i < e.enterCount; i++) {
        hash = mix(hash, (uint64_t)MICA_SLOT(e.enter[i].trigger) << 32 |
                             (uint64_t)MICA_SLOT(e.enter[i].visitor));
    }
    for (int i = 0; i < e.exitCount; i++) {
        hash = mix(hash, (uint64_t)MICA_SLOT(e.exit[i].trigger) << 32 |
                             (uint64_t)MICA_SLOT(e.exit[i].visitor));
    }
    for (int i = 0; i < e.asleepCount; i++) {
        hash = mix(hash, (uint64_t)e.asleep[i]);
    }
    for (int i = 0; i < e.brokeCount; i++) {
        hash = mix(hash, (uint64_t)MICA_SLOT(e.broke[i].joint) << 32 | 0xb40ce);
    }
    return mix(hash, (uint64_t)e.hitCount << 32 | (uint64_t)e.wokeCount);
}

// A fresh world restored from a snapshot of this one, which is destroyed. Null if that fails.
static MicaWorld *replace(MicaWorld *world, uint64_t *hash)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    uint64_t *bytes = malloc(size);
    MicaWorldDef def = mica_world_def();
    MicaWorld *fresh = mica_world_create(&def);
    bool done = bytes != NULL &&
                mica_world_snapshot(world, NULL, 0, bytes, size) == MICA_ERROR_OK &&
                mica_world_restore(fresh, bytes, size) == MICA_ERROR_OK;
    for (uint64_t i = 0; done && i < size / sizeof *bytes; i++) {
        *hash = mix(*hash, bytes[i]);
    }
    free(bytes);
    mica_world_destroy(world);
    if (!done) {
        mica_world_destroy(fresh);
    }
    return done ? fresh : NULL;
}

enum { OPERATIONS = 10000, HISTORIES = 3 };

// Builds once differed in the last two.
static const int usualSeeds[HISTORIES] = {1, 22, 27};

static void print_sums(const char *name, uint64_t hash, uint64_t saved)
{
    printf("%s %016" PRIx64 "\n%s.saved %016" PRIx64 "\n", name, hash, name, saved);
    fflush(stdout);
}

// False if something is wrong.
static bool play_scene(const Scene *scene)
{
    MicaWorld *world = scene_create(scene);
    uint64_t hash = 0, saved = 0;
    for (int step = 0; step < 600; step++) {
        if (step == 97 || step == 402) {
            world = replace(world, &saved);
        }
        MicaError error = world != NULL ? scene_step(scene, world, step) : mica_create_error();
        if (error != MICA_ERROR_OK) {
            fprintf(stderr, "%s, step %d: %s\n", scene->name, step, mica_error_text(error));
            return false;
        }
        hash = mix_events(hash, world);
    }
    const char *wrong = mica_world_validate(world);
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", scene->name, wrong);
        return false;
    }
    print_sums(scene->name, mix(hash, mica_world_hash(world)), saved);
    mica_world_destroy(world);
    return true;
}

static bool play_history(int seed, const char *name)
{
    History h = history_play((uint32_t)seed, OPERATIONS);
    if (h.wrong != NULL) {
        fprintf(stderr, "%s, snapshot %d: %s\n", name, h.snapshots, h.wrong);
        return false;
    }
    print_sums(name, h.hash, h.saved);
    return true;
}

static bool is_chosen(const char *name, int argc, char **argv)
{
    bool chosen = argc < 2;
    for (int i = 1; i < argc; i++) {
        chosen = chosen || strcmp(name, argv[i]) == 0;
    }
    return chosen;
}

int main(int argc, char **argv)
{
    bool right = true;
    int histories = 0;
    char name[32];
    for (int i = 0; i < sceneCount && right; i++) {
        if (is_chosen(scenes[i].name, argc, argv)) {
            right = play_scene(&scenes[i]);
            continue;
        }
        // Each world begins its generations elsewhere, which the bytes of snapshots show: as many are
        // made as for a scene that is chosen.
        for (int made = 0; made < 3; made++) {
            MicaWorldDef def = mica_world_def();
            mica_world_destroy(mica_world_create(&def));
        }
    }
    for (int i = 1; i < argc; i++) {
        sscanf(argv[i], "histories=%d", &histories);
    }
    for (int i = 0; i < HISTORIES && right; i++) {
        snprintf(name, sizeof name, "history.%d", usualSeeds[i]);
        right = !is_chosen(name, argc, argv) || play_history(usualSeeds[i], name);
    }
    for (int seed = 1; seed <= histories && right; seed++) {
        snprintf(name, sizeof name, "history.%d", seed);
        right = play_history(seed, name);
    }
    return right ? 0 : 1;
}
