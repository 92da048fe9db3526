// The exposed part of an edge: what is left of it when other shapes cover parts. Kept as intervals
// along the edge, in metres from one point of it. A way out of several shapes that overlap or touch
// ends on an exposed part. Used by parts.c and minimum_translation.c.
#pragma once

#include "base.h"

#define MAX_EXPOSED_INTERVALS 12
typedef struct ExposedEdge {
    int32_t count;
    float from[MAX_EXPOSED_INTERVALS], to[MAX_EXPOSED_INTERVALS];
} ExposedEdge;

// Adds an interval unless it is empty or there are MAX_EXPOSED_INTERVALS already.
static inline void exposed_add(ExposedEdge *edge, float from, float to)
{
    if (from < to && edge->count < MAX_EXPOSED_INTERVALS) {
        edge->from[edge->count] = from;
        edge->to[edge->count++] = to;
    }
}

// Removes what a shape covers from a to b; nothing if that is empty.
static inline void exposed_remove(ExposedEdge *edge, float a, float b)
{
    ExposedEdge all = *edge;
    edge->count = a < b ? 0 : all.count;
    for (int32_t i = 0; i < all.count && a < b; ++i) {
        exposed_add(edge, all.from[i], min_f(all.to[i], a));
        exposed_add(edge, max_f(all.from[i], b), all.to[i]);
    }
}
