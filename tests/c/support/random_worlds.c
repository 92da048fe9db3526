// Random worlds: each is a history of calls of every kind and of steps of both kinds, made of a
// seed. Prints `world.<seed> <sum>` for each; the sum takes in every bit of state, events, views,
// contacts, snapshots and answers to queries, see observe.h. All builds must print the same lines:
// `npm test` compares some of them, `npm run determinism` many on more builds.
//   random_worlds [count=1] [first=1]    worlds of the seeds from `first` on
//   random_worlds fields SEED            the sums of all fields of one world, moment by moment
//   random_worlds words SEED MOMENT      the words of the fields of one of these moments
#include "build.h"
#include "fuzz.h"
#include "observe.h"
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 150, CALL_BYTES = 64, STEP_KINDS = 16, CHANGE_KINDS = 16 };

// Its handles are of the same generations whatever worlds the program made before.
static MicaWorld *new_world(uint32_t seed)
{
    MicaWorldDef def = mica_world_def();
    def.sleepTime = seed % 2 == 0 ? 0.05f : 0.5f;
    MicaWorld *world = mica_world_create(&def);
    world->state.generationStart = 1;
    if (seed % 4 != 3) {
        fuzz_furnish(world);
    }
    return world;
}

// One step, mostly of a frame, at times of another or of any length.
static MicaError step(Input *in, MicaWorld *world)
{
    static const float others[4] = {1.0f / 240.0f, 1.0f / 30.0f, 0.001f, 0.1f};
    const uint32_t b = read_byte(in), length = read_byte(in);
    const float dt = length < 208 ? FRAME : length < 248 ? others[length % 4] : read_float(in);
    const MicaError error = b % 3 == 0 ? mica_world_step_impacts(world, dt, (int32_t)(1 + b))
                                       : mica_world_step(world, dt, (int32_t)(1 + b % 5));
    if (error == MICA_ERROR_VIEW_NOT_FINITE) {
        const int32_t slot = mica_last_error_slot(world);
        memset(mica_world_views(world).velocities + 4 * slot, 0, 16);
        memset(mica_world_views(world).forces + 4 * slot, 0, 16);
    }
    return error;
}

// The bits of a NaN that is written through a view may be changed by the machine that passes it on.
static void forget_nan_forces(MicaWorld *world)
{
    const MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < 4 * v.slots; ++i) {
        v.forces[i] = isnan(v.forces[i]) ? 1e30f : v.forces[i];
    }
}

// One call, or one step.
static void act(Observer *o, MicaWorld *world, Input *in)
{
    const uint32_t kind = read_byte(in) % (CHANGE_KINDS + STEP_KINDS);
    mica_clear_error(world);
    if (kind < CHANGE_KINDS) {
        fuzz_change(in, world, kind);
        forget_bad_views(world);
        forget_nan_forces(world);
        observe_number(o, "error of a call", mica_last_error(world));
    } else {
        observe_number(o, "error of a step", step(in, world));
    }
}

static void play(Observer *o, uint32_t seed, MicaWorld *other)
{
    uint32_t random = seed * 2654435761u + 1u, asked = seed + 1u;
    uint8_t bytes[CALL_BYTES];
    MicaWorld *world = new_world(seed);
    Input in = {.other = other};
    for (int32_t call = 0; call < CALLS; ++call) {
        for (int32_t i = 0; i < CALL_BYTES; ++i) {
            bytes[i] = (uint8_t)(test_random(&random) >> 13);
        }
        in.data = bytes;
        in.size = CALL_BYTES;
        o->moment = call;
        act(o, world, &in);
        observe_state(o, world);
        observe_world(o, world);
        if (call % 4 == 0) {
            observe_queries(o, world, &asked);
            observe_shapes(o, &asked);
        }
        if (call % 8 == 7) {
            observe_snapshot(o, world);
        }
    }
    mica_world_destroy(world);
}

int main(int argc, char **argv)
{
    const bool fields = argc > 2 && strcmp(argv[1], "fields") == 0;
    const bool words = argc > 3 && strcmp(argv[1], "words") == 0;
    MicaWorld *other = new_world(0);
    if (fields || words) {
        Observer o = {.listing = fields ? LIST_FIELDS : LIST_WORDS,
                      .listed = words ? atoi(argv[3]) : 0};
        play(&o, (uint32_t)atoi(argv[2]), other);
    } else {
        const uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
        const uint32_t first = argc > 2 ? (uint32_t)atoi(argv[2]) : 1;
        for (uint32_t i = 0; i < count; ++i) {
            Observer o = {.listing = LIST_NOTHING};
            play(&o, first + i, other);
            printf("world.%" PRIu32 " %016" PRIx64 "\n", first + i, o.sum);
            fflush(stdout);
        }
    }
    mica_world_destroy(other);
    return 0;
}
