// What the parts of the fuzz target share. fuzz_api.c chooses the calls; fuzz_input.c reads
// arguments out of the bytes, fuzz_check.c holds the checks, the others make the calls, by subject.
#pragma once

#include "mica.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define STALE_COUNT 8

typedef struct Input {
    const uint8_t *data;
    size_t size;
    MicaWorld *other;             // where foreign handles come from
    uint32_t stale[STALE_COUNT];  // handles of what has been destroyed, of every kind
    uint32_t staleNext;
    // Whether colliders are switched off and on. The histories of the golden hashes are older.
    bool switchesColliders;
} Input;

// fuzz_api.c. Fills a world with a few of everything; makes a call that may change it, of a kind
// from 0 to 19. Both are also used by tests/c/world/test_amnesia.c.
void fuzz_furnish(MicaWorld *world);
void fuzz_change(Input *in, MicaWorld *world, uint32_t kind);
// fuzz_matter.c. The same of matter: a call that fuzz_change does not make, and what matter adds to the
// fingerprint of a world.
void fuzz_furnish_matter(MicaWorld *world);
void fuzz_change_matter(Input *in, MicaWorld *world);
uint64_t fuzz_mix_matter(uint64_t hash, MicaWorld *world);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// fuzz_spoil.c. A snapshot, in a buffer of `capacity` bytes.
typedef struct Saved {
    char *bytes;
    uint64_t size, capacity;
} Saved;
// Changes numbers, bytes, records or counts in 1 to 20 places, and makes the checksum right again.
void spoil_snapshot(Input *in, Saved *snapshot);
void fix_checksum(Saved *snapshot);

// fuzz_restore.c. Restores a spoilt snapshot of one of a few worlds; whether it was accepted. Then it
// steps, is asked and edited, and saved again.
bool fuzz_restore(const uint8_t *data, size_t size);

// fuzz_input.c. Past the end every byte is zero. One expression reads at most once: C leaves open in which
// order it evaluates, and all builds read the same history.
uint32_t read_byte(Input *in);
uint32_t read_word(Input *in);
float read_float(Input *in);
void read_into(Input *in, float *numbers[], uint32_t count);  // one of them
MicaVec2 read_vec(Input *in);
MicaShape read_shape(Input *in);
// A live handle as a rule; at times stale, null, of the other world, or any bits.
MicaBody read_body(Input *in, MicaWorld *world);
MicaCollider read_collider(Input *in, MicaWorld *world);
MicaJoint read_joint(Input *in, MicaWorld *world);
void remember_stale(Input *in, uint32_t id);

// A filter with an array for what it ignores.
typedef struct Filter {
    MicaFilter filter;
    MicaBody bodies[4];
    MicaCollider colliders[4];
} Filter;

// Null, or the filter filled from the input.
const MicaFilter *read_filter(Input *in, MicaWorld *world, Filter *storage);

// fuzz_check.c. Says what is broken and aborts; while tolerating, counts it in failCount alone. What a
// spoilt snapshot makes may be inconsistent, and give two answers to one question.
void fail(const char *what);
extern bool tolerating;
extern int32_t failCount;
void check_world(MicaWorld *world);
void check_vec(MicaVec2 v, const char *what);
// Of all that a game can ask for, settings too.
uint64_t fingerprint(MicaWorld *world);

// One call. If it is refused, the world is what it was.
#define CALL(world, call)                                                                          \
    do {                                                                                           \
        uint64_t before_ = fingerprint(world);                                                     \
        mica_clear_error(world);                                                                   \
        (void)(call);                                                                              \
        if (mica_last_error(world) != MICA_ERROR_OK && fingerprint(world) != before_) {            \
            fail("refused, yet the world changed: " #call);                                        \
        }                                                                                          \
    } while (0)

// The subjects, a call or a few each.
void create_body(Input *in, MicaWorld *world);
void change_body(Input *in, MicaWorld *world);
MicaColliderDef read_material(Input *in);
void create_collider(Input *in, MicaWorld *world);
void change_collider(Input *in, MicaWorld *world);
void change_field(Input *in, MicaWorld *world);
void create_parts(Input *in, MicaWorld *world);
void change_parts(Input *in, MicaWorld *world);
void create_joint(Input *in, MicaWorld *world);
void change_joint(Input *in, MicaWorld *world);
void check_joints(MicaWorld *world);
void change_mover(Input *in, MicaWorld *world);
void change_world(Input *in, MicaWorld *world);
void explode(Input *in, MicaWorld *world);
void step_world(Input *in, MicaWorld *world);
void write_view(Input *in, MicaWorld *world);
void forget_bad_views(MicaWorld *world);
void query_world(Input *in, MicaWorld *world);
void cast_in_world(Input *in, MicaWorld *world);
void query_shapes(Input *in);
// fuzz_nulls.c
void call_with_nulls(Input *in, MicaWorld *world);
