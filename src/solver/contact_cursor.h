// Where the contacts of each bucket lie in the blocks, for a walk through the contacts in index
// order: contact_prepare.c fills the blocks by it, contact_store.c reads them.
#pragma once

#include "contact_kernel.h"

// Where the next contact of one bucket goes.
typedef struct Cursor {
    int32_t lane;    // four to a block, counted through all blocks
    int32_t stride;  // lanes from one contact to the next
    // Bytes into contactBlocks of where block 0 would lie if all blocks were of this bucket's kind
    int32_t offset;
} Cursor;

static inline void start_cursors(const SolverScratch *scratch, Cursor *cursors)
{
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        BlockRange range = scratch->contactRanges.data[r];
        const ContactKernel *kernel = &contactKernels[range.kind];
        int32_t stride = bucket_is_overflow(range.bucket) ? 4 : 1;
        cursors[range.bucket] = (Cursor){range.firstLane, stride,
                                         range.offset - range.firstLane / 4 * kernel->blockBytes};
    }
}

static inline void *block_at(const SolverScratch *scratch, const Cursor *c, int32_t blockBytes)
{
    return scratch->contactBlocks.data + c->offset + c->lane / 4 * blockBytes;
}
