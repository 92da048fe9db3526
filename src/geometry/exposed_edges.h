// What is bare of a side when all that covers it is taken away: stretches along it, in metres from
// one place. Where a way leads out of several shapes that overlap or touch, it ends on such a
// stretch. Read by parts.c and way_out.c.
#pragma once

#include "base.h"

#define MOST_STRETCHES 12
typedef struct Bare {
    int32_t count;
    float from[MOST_STRETCHES], to[MOST_STRETCHES];
} Bare;

static inline void bare_put(Bare *bare, float from, float to)
{
    if (from < to && bare->count < MOST_STRETCHES) {
        bare->from[bare->count] = from;
        bare->to[bare->count++] = to;
    }
}

// Takes away what lies from a to b.
static inline void bare_take(Bare *bare, float a, float b)
{
    Bare all = *bare;
    bare->count = a < b ? 0 : all.count;
    for (int32_t i = 0; i < all.count && a < b; ++i) {
        bare_put(bare, all.from[i], min_f(all.to[i], a));
        bare_put(bare, max_f(all.from[i], b), all.to[i]);
    }
}
