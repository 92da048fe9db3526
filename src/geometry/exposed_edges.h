// What is bare of a side when all that covers it is taken away: stretches along it, in metres from
// one place. Where a way leads out of several shapes that overlap or touch, it ends on such a
// stretch. Read by parts.c and way_out.c.
#pragma once

#include "base.h"

#define MAX_EXPOSED_INTERVALS 12
typedef struct ExposedEdge {
    int32_t count;
    float from[MAX_EXPOSED_INTERVALS], to[MAX_EXPOSED_INTERVALS];
} ExposedEdge;

static inline void exposed_add(ExposedEdge *bare, float from, float to)
{
    if (from < to && bare->count < MAX_EXPOSED_INTERVALS) {
        bare->from[bare->count] = from;
        bare->to[bare->count++] = to;
    }
}

// Takes away what lies from a to b.
static inline void exposed_remove(ExposedEdge *bare, float a, float b)
{
    ExposedEdge all = *bare;
    bare->count = a < b ? 0 : all.count;
    for (int32_t i = 0; i < all.count && a < b; ++i) {
        exposed_add(bare, all.from[i], min_f(all.to[i], a));
        exposed_add(bare, max_f(all.from[i], b), all.to[i]);
    }
}
