// Random histories: operations of every feature on a world, restored from snapshots on the way. For
// the golden program.
#pragma once

#include "mica.h"

typedef struct History {
    uint64_t hash;      // of the world after every operation
    uint64_t saved;     // of the bytes of all snapshots
    int32_t snapshots;  // how many of them
    const char *wrong;  // what is, or null
} History;

// Plays a history. Two builds that agree in both sums can restore what the other saved at any of its
// snapshots, and go on alike.
History history_play(uint32_t seed, int32_t operations);
// The same with matter: every second operation is one of fuzz_matter.c. Not for the golden program.
History history_pour(uint32_t seed, int32_t operations);
