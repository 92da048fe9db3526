// Sorts the particles by the cells of a grid that has no bounds: a table of as many cells as there are
// particles, about, which repeats. A counting sort, stable on the order before. Sorting again waits
// until some particle has moved by half the margin of the lists, or particles were added or removed;
// which of both is so follows from the state alone: particlePlaces says where each was when it was
// sorted, and has fewer records than there are particles if they are not.
//
// Called by matter_prepare. Writes scratch; cells_commit exchanges the sorted arrays with the state's.
#include "grains.h"

// Without liquid, the margin of the lists in spacings: grains touch at no more than 1.1 spacings, and the
// rest of the reach is left for what they move within a step.
#define GRAIN_MARGIN 0.2f

// Displacements in places, which are rounded down, that add up to no more than the margin.
static int32_t rest_square(const MicaWorld *world, const MatterUnits *u)
{
    float part = liquids_exist(world) ? LIST_MARGIN : GRAIN_MARGIN,
          margin = part * u->spacing * u->perPlace - 2.0f, half = 0.5f * margin;
    return (int32_t)(half * half);
}

// Four positions as places.
static inline void places_of(const Vec2 *positions, f4 perPlace, uint32_t *out)
{
    f4 x, y;
    int32_t ix[4], iy[4];
    lanes_load(positions, &x, &y);
    f4_store_int(ix, lanes_floor(f4_mul(x, perPlace)));
    f4_store_int(iy, lanes_floor(f4_mul(y, perPlace)));
    for (int32_t i = 0; i < 4; ++i) {
        out[i] = ((uint32_t)ix[i] & 0xffffu) | (uint32_t)iy[i] << 16;
    }
}

// Whether some particle has moved so far since it was sorted that the lists may miss a neighbour.
static bool have_moved(const MicaWorld *world, const MatterUnits *u)
{
    const WorldState *s = &world->state;
    int32_t count = s->particlePositions.count, square = rest_square(world, u);
    for (int32_t i = 0; i < count; i += 4) {
        uint32_t now[4];
        places_of(s->particlePositions.data + i, f4_splat(u->perPlace), now);
        for (int32_t k = 0; k < 4 && i + k < count; ++k) {
            uint32_t before = s->particlePlaces.data[i + k];
            int32_t dx = (int16_t)(uint16_t)(now[k] - before),
                    dy = (int16_t)(uint16_t)((now[k] >> 16) - (before >> 16));
            if (dx * dx + dy * dy > square) {
                return true;
            }
        }
    }
    return false;
}

CellTable cells_table(int32_t particles)
{
    int32_t bits = 10;
    while (1 << bits < particles) {
        bits += 1;
    }
    return (CellTable){(bits + 1) / 2, bits / 2};
}

static inline Cell place_of(Vec2 point, float perPlace)
{
    float x = point.x * perPlace, y = point.y * perPlace;
    return (Cell){(int32_t)x - ((float)(int32_t)x > x), (int32_t)y - ((float)(int32_t)y > y)};
}

Cell cell_of(Vec2 point, float perPlace)
{
    Cell c = place_of(point, perPlace);
    return (Cell){c.x >> PLACE_SHIFT, c.y >> PLACE_SHIFT};
}

int32_t cells_around(const int32_t *starts, CellTable table, Cell c, ParticleRange *out)
{
    int32_t count = 0;
    for (int32_t y = c.y - 1; y <= c.y + 1; ++y) {
        int32_t left = cell_index(table, c.x - 1, y), middle = cell_index(table, c.x, y),
                right = cell_index(table, c.x + 1, y);
        // One range where the cells of a row follow each other in the table.
        if (middle == left + 1 && right == left + 2) {
            out[count++] = (ParticleRange){starts[left], starts[right + 1]};
        } else {
            out[count++] = (ParticleRange){starts[left], starts[left + 1]};
            out[count++] = (ParticleRange){starts[middle], starts[middle + 1]};
            out[count++] = (ParticleRange){starts[right], starts[right + 1]};
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        out[i].end = min_i(out[i].end, out[i].first + RANGE_LIMIT);
    }
    return count;
}

// The cell of a particle that was sorted at a place, from which it has moved less than half the
// distance at which places repeat.
static inline Cell cell_at(Vec2 position, uint32_t place, float perPlace)
{
    Cell c = place_of(position, perPlace);
    c.x += (int16_t)(uint16_t)(place - (uint32_t)c.x);
    c.y += (int16_t)(uint16_t)((place >> 16) - (uint32_t)c.y);
    return (Cell){c.x >> PLACE_SHIFT, c.y >> PLACE_SHIFT};
}

static bool reserve(MicaWorld *world, CellTable table)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t padded = world->state.particlePositions.capacity,
            lives = world->state.particleLives.capacity,
            cells = (1 << (table.columnBits + table.rowBits)) + 2;
    return ARRAY_RESERVE(m, &scratch->sortedPositions, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedVelocities, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedPlaces, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedValues, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedTags, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedLives, lives) &&
           ARRAY_RESERVE(m, &scratch->newPlaces, padded) &&
           ARRAY_RESERVE(m, &scratch->cameFrom, padded) &&
           ARRAY_RESERVE(m, &scratch->cells, padded) &&
           ARRAY_RESERVE(m, &scratch->sortedCells, padded) &&
           ARRAY_RESERVE(m, &scratch->cellStarts, cells);
}

// Sets the cells of all particles in the order of the state, and counts them in cellStarts[i + 1].
static void count_cells(MicaWorld *world, const MatterUnits *u, const uint32_t *places,
                        CellTable table)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t count = matter_particles(world), cells = 1 << (table.columnBits + table.rowBits);
    int32_t *starts = scratch->cellStarts.data;
    memset(starts, 0, sizeof *starts * (size_t)(cells + 2));
    for (int32_t i = 0; i < count; ++i) {
        Cell c = cell_at(world->state.particlePositions.data[i], places[i], u->perPlace);
        scratch->cells.data[i] = c;
        starts[cell_index(table, c.x, c.y) + 1] += 1;
    }
    for (int32_t i = 0; i < cells; ++i) {
        starts[i + 1] += starts[i];
    }
    scratch->cellStarts.count = cells + 1;
}

// Copies the particles in the order of their cells.
static void move_sorted(MicaWorld *world, const uint32_t *places, CellTable table)
{
    MatterScratch *scratch = matter_scratch(world);
    const WorldState *s = &world->state;
    int32_t count = matter_particles(world), *starts = scratch->cellStarts.data;
    bool mortal = s->particleLives.count > 0;
    for (int32_t i = 0; i < count; ++i) {
        Cell c = scratch->cells.data[i];
        int32_t to = starts[cell_index(table, c.x, c.y)]++;
        scratch->sortedPositions.data[to] = s->particlePositions.data[i];
        scratch->sortedVelocities.data[to] = s->particleVelocities.data[i];
        scratch->sortedPlaces.data[to] = places[i];
        scratch->sortedValues.data[to] = s->particleValues.data[i];
        scratch->sortedTags.data[to] = s->particleTags.data[i];
        scratch->sortedCells.data[to] = c;
        scratch->cameFrom.data[to] = i;
        if (mortal) {
            scratch->sortedLives.data[to] = s->particleLives.data[i];
        }
    }
    // Each start has become that of the next cell.
    int32_t cells = 1 << (table.columnBits + table.rowBits);
    memmove(starts + 1, starts, sizeof *starts * (size_t)cells);
    starts[0] = 0;
}

// Liquids do with lists that are a step old, in which a fast particle misses some neighbours; contacts
// of grains do not.
static bool may_sort(const MicaWorld *world)
{
    return world->state.steps - world->state.matterMemory.data[0].sortedStep >= 2 ||
           grains_exist(world);
}

bool cells_sort(MicaWorld *world, const MatterUnits *units, Particles *out)
{
    MatterScratch *scratch = matter_scratch(world);
    WorldState *s = &world->state;
    int32_t count = matter_particles(world);
    CellTable table = cells_table(count);
    if (!reserve(world, table)) {
        return false;
    }
    out->sorted = s->particlePlaces.count < count || (may_sort(world) && have_moved(world, units));
    out->count = count;
    const uint32_t *places = s->particlePlaces.data;
    if (out->sorted) {
        places = scratch->newPlaces.data;
        for (int32_t i = 0; i < count; i += 4) {
            places_of(s->particlePositions.data + i, f4_splat(units->perPlace),
                      scratch->newPlaces.data + i);
        }
    }
    if (out->sorted || !scratch->listed) {
        count_cells(world, units, places, table);
        scratch->listed = false;
    }
    if (out->sorted) {
        move_sorted(world, places, table);
    } else if (!scratch->listed) {
        memcpy(scratch->sortedCells.data, scratch->cells.data, sizeof(Cell) * (size_t)count);
    }
    out->positions = out->sorted ? scratch->sortedPositions.data : s->particlePositions.data;
    out->velocities = out->sorted ? scratch->sortedVelocities.data : s->particleVelocities.data;
    out->places = out->sorted ? scratch->sortedPlaces.data : s->particlePlaces.data;
    out->tags = out->sorted ? scratch->sortedTags.data : s->particleTags.data;
    return true;
}

// Exchanges the particles of the state with sorted ones.
#define EXCHANGE(name, sorted)                                                                     \
    do {                                                                                           \
        int32_t kept = world->state.name.count;                                                    \
        EXCHANGE_ARRAYS(world->state.name, scratch->sorted);                                       \
        world->state.name.count = kept;                                                            \
    } while (false)

void cells_commit(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    EXCHANGE(particlePositions, sortedPositions);
    EXCHANGE(particleVelocities, sortedVelocities);
    EXCHANGE(particlePlaces, sortedPlaces);
    EXCHANGE(particleValues, sortedValues);
    EXCHANGE(particleTags, sortedTags);
    if (world->state.particleLives.count > 0) {
        EXCHANGE(particleLives, sortedLives);
    }
    world->state.particlePlaces.count = matter_particles(world);
    world->state.matterMemory.data[0].sortedStep = world->state.steps;
}
