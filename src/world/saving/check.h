// What the files that check a snapshot share: marks of slots, and whether floats are finite. Included by
// snapshot_check.c and joints_check.c.
#pragma once

#include "world.h"

#include <string.h>

// What the checks share: the world, and a number for each slot of any kind, to mark it with.
typedef struct Check {
    const MicaWorld *world;
    int32_t *marks;
} Check;

static inline bool index_in(int32_t index, int32_t count) { return index >= 0 && index < count; }
static inline bool none_or_in(int32_t index, int32_t count)
{
    return index >= NONE && index < count;
}

// Far beyond what any number of a world comes to, and far below where products of a few have no end.
#define FINITE_SCALE 1e8f

// HEADROOM x - HEADROOM x is 0 of a number below 3e30, and else NaN: sums of it stay NaN.
static inline f4 load_words(const void *at)
{
    float words[4];
    memcpy(words, at, sizeof words);
    return f4_load(words);
}

static inline f4 add_difference(f4 sum, f4 x)
{
    x = f4_mul(x, f4_splat(FINITE_SCALE));
    return f4_add(sum, f4_sub(x, x));
}
static inline bool is_zero(f4 sum) { return f4_all(f4_le(f4_abs(sum), f4_zero())) != 0; }

// Whether no float is NaN, infinite or above 3e30.
static inline bool all_finite(const void *floats, size_t count)
{
    const char *at = floats;
    f4 sum = f4_zero();
    for (; count >= 4; count -= 4, at += 16) {
        sum = add_difference(sum, load_words(at));
    }
    float rest = 0.0f;
    for (; count > 0; --count, at += 4) {
        float x;
        memcpy(&x, at, sizeof x);
        x *= FINITE_SCALE;
        rest += x - x;
    }
    return rest == 0.0f && is_zero(sum);
}

#define ALL_FINITE(array)                                                                          \
    all_finite((array).data, sizeof *(array).data / 4 * (uint32_t)(array).count)
// The members of a record from one to another, that one included, are floats.
#define FINITE_FROM_TO(record, first, last)                                                        \
    all_finite(&(record)->first, (offsetof_end(record, last) - offsetof_of(record, first)) / 4)
#define offsetof_of(record, member)                                                                \
    ((size_t)((const char *)&(record)->member - (const char *)(record)))
#define offsetof_end(record, member) (offsetof_of(record, member) + sizeof(record)->member)

// All entries name slots below `count`.
static inline bool slots_in(const IntList *list, int32_t count)
{
    for (int32_t i = 0; i < list->count; ++i) {
        if (!index_in(list->data[i], count)) {
            return false;
        }
    }
    return true;
}

static inline void clear_marks(const Check *check, int32_t count)
{
    memset(check->marks, 0, sizeof(int32_t) * (size_t)count);
}

// Marks the slots in a list from `first` on. False if one is no slot below `count`, or marked already.
static inline bool mark_slots(const Check *check, const IntList *list, int32_t first, int32_t count)
{
    if (first < 0 || first > list->count) {
        return false;
    }
    for (int32_t i = first; i < list->count; ++i) {
        int32_t slot = list->data[i];
        if (!index_in(slot, count) || check->marks[slot] != 0) {
            return false;
        }
        check->marks[slot] = 1;
    }
    return true;
}

static inline bool is_generation(uint32_t generation)
{
    return generation > 0 && generation < GENERATION_LIMIT;
}

static inline bool is_alive(const MicaWorld *world, int32_t body)
{
    return index_in(body, world->state.bodies.count) && body_has(world, body, MICA_FLAG_ALIVE);
}

static inline bool collider_lives(const MicaWorld *world, int32_t collider)
{
    return index_in(collider, world->state.colliders.count) &&
           (world->state.colliders.data[collider].flags & COLLIDER_ALIVE) != 0;
}

// joints_check.c: those of snapshot_check.c for joints and movers, after bodies and colliders were checked.
bool joints_check(const Check *check);
bool movers_check(const Check *check);
