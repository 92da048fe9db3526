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

// The sum in a snapshot's header, over the `bytes` behind it; a multiple of 16. For tests, which spoil
// snapshots.
uint64_t snapshot_checksum(const char *at, uint64_t bytes);
