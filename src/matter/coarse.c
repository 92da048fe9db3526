// The coarse cells that hold particles, and the nodes at their corners. Both are found anew in each
// step, in the order of the particles, and a table finds them by their coordinates.
//
// Called by matter_prepare. Reads positions; writes coarseCells, coarseOf, nodes and their tables.
#include "matter.h"
#include "grid_table.h"

// Doubles a table until so many records fill it by half at most, and enters those that there are.
static bool grow_table(Memory *memory, IntList *table, int32_t records, const void *data,
                       size_t stride, int32_t count)
{
    int32_t size = max_i(table->count, 256);
    while (size < 2 * records) {
        size *= 2;
    }
    if (size == table->count) {
        return true;
    }
    if (!ARRAY_RESERVE(memory, table, size)) {
        return false;
    }
    table->count = size;
    memset(table->data, 0, sizeof *table->data * (size_t)size);
    for (int32_t i = 0; i < count; ++i) {
        int32_t place[2];
        memcpy(place, (const char *)data + stride * (size_t)i, sizeof place);
        table->data[grid_slot(table->data, size, data, stride, place[0], place[1])] = i + 1;
    }
    return true;
}

static void clear_table(IntList *table)
{
    if (table->count > 0) {
        memset(table->data, 0, sizeof *table->data * (size_t)table->count);
    }
}

int32_t coarse_find(const MatterScratch *scratch, int32_t x, int32_t y)
{
    return grid_find(scratch->coarseTable.data, scratch->coarseTable.count,
                     scratch->coarseCells.data, sizeof(CoarseCell), x, y);
}

// The coarse cell at these coordinates, made if there is none; NONE without memory.
static int32_t find_or_add(MicaWorld *world, int32_t x, int32_t y)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t count = scratch->coarseCells.count;
    if (!grow_table(m, &scratch->coarseTable, count + 1, scratch->coarseCells.data,
                    sizeof(CoarseCell), count) ||
        !ARRAY_RESERVE(m, &scratch->coarseCells, count + 1)) {
        return NONE;
    }
    uint32_t at = grid_slot(scratch->coarseTable.data, scratch->coarseTable.count,
                            scratch->coarseCells.data, sizeof(CoarseCell), x, y);
    if (scratch->coarseTable.data[at] == 0) {
        scratch->coarseCells.data[count] =
            (CoarseCell){.x = x, .y = y, .rest = 255, .asleep = true};
        scratch->coarseTable.data[at] = ++scratch->coarseCells.count;
    }
    return scratch->coarseTable.data[at] - 1;
}

// How far the particles of each cell may come in a step: by their fastest and gravity, and a spacing
// more for what pushes them.
static void find_reaches(MicaWorld *world, const MatterUnits *u, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    float gained = length(world->state.gravity) * dt;
    scratch->farthestReach = 0.0f;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        // Not less than half a cell: so far lie the cells about its nodes.
        c->reach = max_f(0.5f * u->coarse, (sqrtf(c->fastest) + gained) * dt + u->spacing);
        scratch->farthestReach = max_f(scratch->farthestReach, c->reach);
    }
}

// What sleep.c needs to know of the particles from `first` to before `end`, which lie in a cell.
static void add_particles(MicaWorld *world, const Particles *particles, int32_t cell, int32_t first,
                          int32_t end, uint32_t liquids)
{
    MatterScratch *scratch = matter_scratch(world);
    CoarseCell *c = &scratch->coarseCells.data[cell];
    float squares = c->squares, fastest = c->fastest;
    int32_t rest = c->rest;
    uint32_t asleep = c->asleep ? PARTICLE_ASLEEP : 0u, someAsleep = 0, matters = 0;
    for (int32_t i = first; i < end; ++i) {
        ParticleTag tag = particles->tags[i];
        float square = dot(particles->velocities[i], particles->velocities[i]);
        squares += square;
        fastest = max_f(fastest, square);
        rest = min_i(rest, tag.rest);
        asleep &= tag.flags;
        someAsleep |= tag.flags & PARTICLE_ASLEEP;
        matters |= 1u << tag.matter;
        scratch->coarseOf.data[i] = (uint16_t)cell;
    }
    c->particles += end - first;
    c->squares = squares;
    c->fastest = fastest;
    c->rest = rest;
    c->asleep = asleep != 0;
    c->someAsleep = c->someAsleep || someAsleep != 0;
    c->liquid = c->liquid || (liquids & matters) != 0;
    c->matters |= matters;
}

// The coarse cells of the particles, which follow each other in runs. False without memory.
static bool assign_cells(MicaWorld *world, const MatterUnits *u, const Particles *particles)
{
    const f4 perCoarse = f4_splat(1.0f / u->coarse);
    int32_t lastX = 0, lastY = 0, first = 0;
    uint32_t liquids = 0;  // a bit for each matter that is one
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        liquids |= world->state.matters.data[i].kind == MICA_MATTER_LIQUID ? 1u << i : 0u;
    }
    for (int32_t i = 0; i < particles->count; i += 4) {
        f4 x, y;
        int32_t ix[4], iy[4];
        lanes_load(particles->positions + i, &x, &y);
        f4_store_int(ix, lanes_floor(f4_mul(x, perCoarse)));
        f4_store_int(iy, lanes_floor(f4_mul(y, perCoarse)));
        for (int32_t k = 0; k < 4 && i + k < particles->count; ++k) {
            if (i + k > 0 && (ix[k] != lastX || iy[k] != lastY)) {
                int32_t cell = find_or_add(world, lastX, lastY);
                if (cell == NONE) {
                    return false;
                }
                add_particles(world, particles, cell, first, i + k, liquids);
                first = i + k;
            }
            lastX = ix[k];
            lastY = iy[k];
        }
    }
    int32_t cell = find_or_add(world, lastX, lastY);
    if (cell != NONE) {
        add_particles(world, particles, cell, first, particles->count, liquids);
    }
    return cell != NONE;
}

// The nodes at the corners of all coarse cells. False without memory.
static bool find_nodes(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        int32_t count = scratch->nodes.count;
        if (!grow_table(m, &scratch->nodeTable, count + 4, scratch->nodes.data, sizeof(Node),
                        count) ||
            !ARRAY_RESERVE(m, &scratch->nodes, count + 4)) {
            return false;
        }
        for (int32_t k = 0; k < 4; ++k) {
            int32_t x = c->x + (k & 1), y = c->y + (k >> 1);
            uint32_t at = grid_slot(scratch->nodeTable.data, scratch->nodeTable.count,
                                    scratch->nodes.data, sizeof(Node), x, y);
            if (scratch->nodeTable.data[at] == 0) {
                scratch->nodes.data[scratch->nodes.count] = (Node){.x = x, .y = y};
                scratch->nodeTable.data[at] = ++scratch->nodes.count;
            }
            c->corners[k] = scratch->nodeTable.data[at] - 1;
        }
    }
    return true;
}

bool coarse_make(MicaWorld *world, const MatterUnits *u, const Particles *particles, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    scratch->coarseCells.count = scratch->nodes.count = 0;
    clear_table(&scratch->coarseTable);
    clear_table(&scratch->nodeTable);
    if (!ARRAY_RESERVE(m, &scratch->coarseOf, particles->count + PARTICLE_PADDING) ||
        !assign_cells(world, u, particles) || !find_nodes(world)) {
        return false;
    }
    find_reaches(world, u, dt);
    return true;
}

bool coarse_reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t cells = scratch->coarseCells.count, nodes = scratch->nodes.count, heads = 256;
    while (heads < nodes) {
        heads *= 2;
    }
    if (!ARRAY_RESERVE(m, &scratch->recordHeads, heads) ||
        !ARRAY_RESERVE(m, &scratch->nextRecords, world->state.pressureNodes.count)) {
        return false;
    }
    scratch->recordHeads.count = heads;
    // Each colour of nodes begins with a block of its own.
    return ARRAY_RESERVE(m, &scratch->pools, cells) && ARRAY_RESERVE(m, &scratch->moments, cells) &&
           ARRAY_RESERVE(m, &scratch->flows, cells) &&
           ARRAY_RESERVE(m, &scratch->nodeBlocks, nodes / 4 + 4) &&
           ARRAY_RESERVE(m, &scratch->pressures, 4 * (nodes / 4 + 5)) &&
           ARRAY_RESERVE(m, &world->state.pressureNodes, nodes);
}

// The cell that stands for those that a cell is connected with.
static int32_t pool_of(MatterScratch *scratch, int32_t cell)
{
    CoarseCell *cells = scratch->coarseCells.data;
    while (cells[cell].pool != cell) {
        cells[cell].pool = cells[cells[cell].pool].pool;
        cell = cells[cell].pool;
    }
    return cell;
}

void coarse_join(MatterScratch *scratch)
{
    CoarseCell *cells = scratch->coarseCells.data;
    int32_t count = scratch->coarseCells.count;
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        scratch->nodes.data[i].pool = 0;
    }
    for (int32_t i = 0; i < count; ++i) {
        cells[i].pool = i;
        for (int32_t k = 0; k < 4 && cells[i].joins; ++k) {
            Node *n = &scratch->nodes.data[cells[i].corners[k]];
            if (n->pool != 0) {
                int32_t a = pool_of(scratch, i), b = pool_of(scratch, n->pool - 1);
                cells[max_i(a, b)].pool = min_i(a, b);
            }
            n->pool = i + 1;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        cells[i].pool = pool_of(scratch, i);
    }
}
