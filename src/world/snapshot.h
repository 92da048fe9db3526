// The check of a snapshot's contents, apart from its form: snapshot.c calls it before a restore.
#pragma once

#include "world.h"

// Whether a world whose saved arrays come from elsewhere is sound: every index within its array, every
// list ends, every number in its range. It follows nothing that it has not checked, and reads none of
// the tables.
bool snapshot_check(const MicaWorld *world);
// parts_check.c. The part of it that looks at chains and tile maps. `scratch`: as many numbers as all of
// them have points, or cells.
bool parts_check(const WorldState *s, int32_t *scratch);
// terrains_check.c. Likewise of terrains, whose scratch has a number for each chunk, terrain and stored
// chunk.
bool terrains_check(const WorldState *s, int32_t *scratch);
// Notes that the range of a record begins there. False if it lies outside, or another begins there.
bool mark_start(int32_t *starts, int32_t first, int32_t total, int32_t record);
// Whether the record of a free slot is as parts_release leaves it.
bool is_blank(const void *record, size_t bytes);

// The residual of a position is less than the rounding error of the position.
static inline bool residual_is_sound(const WorldState *s, int32_t slot)
{
    if (slot >= s->positionResiduals.count) {
        return true;
    }
    Vec2 p = s->transforms.data[slot].p, residual = s->positionResiduals.data[slot];
    return p.x + residual.x == p.x && p.y + residual.y == p.y;
}
// Whether a body is awake or in the ring of those that sleep.
static inline bool sleep_is_sound(const MicaWorld *world, int32_t slot)
{
    bool awake = body_has(world, slot, MICA_FLAG_AWAKE),
         moves = body_type(world, slot) != MICA_BODY_STATIC,
         free = world->state.bodies.data[slot].sleepNext == NONE;
    return awake == (moves && free) && (moves || free);
}

// The sum in a snapshot's header, over the `bytes` behind it; a multiple of 16. For tests, which spoil
// snapshots.
uint64_t snapshot_checksum(const char *at, uint64_t bytes);
