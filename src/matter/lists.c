// Lists of neighbours: of each particle, those that were nearer than the reach of the lists when the
// particles were sorted. Blocks of four particles share lines: line k of a block names the k-th
// neighbour of each of the four, or the particle behind the last one (padding) where it has fewer.
//
// The lists follow from places alone (cells.c), and sums over them do not change when a neighbour is
// listed that lies outside the kernel: a world that goes on from a snapshot has the same bits.
//
// Called by matter_prepare. Reads places and cells, writes lineStarts and neighbours.
#include "matter.h"

// A mask of four as the places of its set bits, in ascending order, 16 bits each.
static const uint64_t packed[16] = {
    0x0, 0x0,     0x1,     0x10000,     0x2,     0x20000,     0x20001,     0x200010000,
    0x3, 0x30000, 0x30001, 0x300010000, 0x30002, 0x300020000, 0x300020001, 0x3000200010000};
static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

#define LIST_CAPACITY (CELLS_AROUND * RANGE_LIMIT + 8)

// Writes the neighbours of a particle in these ranges, and up to four more. Returns how many.
static inline int32_t list_particle(const uint32_t *places, int32_t particle,
                                    const ParticleRange *ranges, int32_t count, uint16_t *out)
{
    const int32_t square = PLACE_UNITS * PLACE_UNITS;
    uint32_t self = places[particle];
    int32_t n = 0;
    for (int32_t r = 0; r < count; ++r) {
        for (int32_t j = ranges[r].first; j < ranges[r].end; j += 4) {
            uint32_t mask = lanes_near(places + j, self, square);
            // What lies behind the range is in a cell too far away, or in a range of its own.
            int32_t behind = ranges[r].end - j, own = particle - j;
            mask &= behind < 4 ? (1u << behind) - 1u : 15u;
            mask &= (uint32_t)own < 4u ? ~(1u << own) : 15u;
            uint64_t four = packed[mask] + (uint64_t)(uint32_t)j * 0x0001000100010001u;
            memcpy(out + n, &four, sizeof four);
            n += bits[mask];
        }
    }
    return min_i(n, MAX_NEIGHBOURS);
}

// Appends the lines of a block from the lists of its particles.
static void append_lines(MatterScratch *scratch, uint16_t lists[4][LIST_CAPACITY], int32_t *counts,
                         int32_t padding)
{
    int32_t lines = max_i(max_i(counts[0], counts[1]), max_i(counts[2], counts[3]));
    uint16_t *out = scratch->neighbours.data + scratch->neighbours.count;
    for (int32_t lane = 0; lane < 4; ++lane) {
        for (int32_t k = counts[lane]; k < lines; ++k) {
            lists[lane][k] = (uint16_t)padding;
        }
        counts[lane] = 0;
    }
    for (int32_t k = 0; k < lines; ++k) {
        out[4 * k] = lists[0][k];
        out[4 * k + 1] = lists[1][k];
        out[4 * k + 2] = lists[2][k];
        out[4 * k + 3] = lists[3][k];
    }
    scratch->neighbours.count += 4 * lines;
}

bool lists_make(MicaWorld *world, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t count = particles->count, blocks = (count + 3) >> 2;
    if (scratch->listed) {
        return true;
    }
    if (!ARRAY_RESERVE(m, &scratch->lineStarts, blocks + 1)) {
        return false;
    }
    CellTable table = cells_table(count);
    const int32_t *starts = scratch->cellStarts.data;
    const Cell *cells = scratch->sortedCells.data;
    uint16_t lists[4][LIST_CAPACITY];
    int32_t counts[4] = {0, 0, 0, 0}, rangeCount = 0;
    ParticleRange ranges[CELLS_AROUND];
    scratch->neighbours.count = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (i == 0 || cells[i].x != cells[i - 1].x || cells[i].y != cells[i - 1].y) {
            rangeCount = cells_around(starts, table, cells[i], ranges);
        }
        counts[i & 3] = list_particle(particles->places, i, ranges, rangeCount, lists[i & 3]);
        if ((i & 3) == 3 || i == count - 1) {
            if (!ARRAY_RESERVE(m, &scratch->neighbours,
                               scratch->neighbours.count + 4 * MAX_NEIGHBOURS)) {
                return false;
            }
            scratch->lineStarts.data[i >> 2] = scratch->neighbours.count >> 2;
            append_lines(scratch, lists, counts, particles_padding(world));
        }
    }
    scratch->lineStarts.data[blocks] = scratch->neighbours.count >> 2;
    scratch->lineStarts.count = blocks + 1;
    // At least one: the array is named where no line reads it.
    return ARRAY_RESERVE(m, &scratch->gradients, max_i(2 * scratch->neighbours.count, 1));
}
