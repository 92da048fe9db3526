// A table of records by two integer coordinates, which they begin with: open addressing, at most half
// full. The coarse cells and the nodes of the pressure are found by it.
#pragma once

#include "arrays.h"

#include <string.h>

typedef ARRAY(int32_t) GridSlots;  // index of a record + 1, or 0

static inline uint32_t grid_hash(int32_t x, int32_t y)
{
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;
    return h ^ h >> 15;
}

// Whether a record of `stride` bytes has these coordinates.
static inline bool grid_is_at(const void *records, size_t stride, int32_t index, int32_t x,
                              int32_t y)
{
    int32_t place[2];
    memcpy(place, (const char *)records + stride * (size_t)index, sizeof place);
    return place[0] == x && place[1] == y;
}

// The place in the table of a record, or that where it belongs.
static inline uint32_t grid_slot(const int32_t *slots, int32_t count, const void *records,
                                 size_t stride, int32_t x, int32_t y)
{
    uint32_t mask = (uint32_t)count - 1, at = grid_hash(x, y) & mask;
    while (slots[at] != 0 && !grid_is_at(records, stride, slots[at] - 1, x, y)) {
        at = (at + 1) & mask;
    }
    return at;
}

// The index of a record, or -1.
static inline int32_t grid_find(const int32_t *slots, int32_t count, const void *records,
                                size_t stride, int32_t x, int32_t y)
{
    return slots[grid_slot(slots, count, records, stride, x, y)] - 1;
}
