// The polygons of a world, each stored once however many colliders use it: the one record of a
// thousand equal crates stays in the processor's cache. A hash table with open addressing finds a
// polygon by its points; nothing iterates over the table. Called by collider.c. Writes
// state.polygons, polygonUses, freePolygons and polygonTable.
#include "world.h"

#include <string.h>

static uint32_t content_hash(const Polygon *p)
{
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < 8; ++i) {
        uint32_t words[2];
        memcpy(&words[0], &p->x[i], 4);
        memcpy(&words[1], &p->y[i], 4);
        hash = (hash ^ words[0]) * 16777619u;
        hash = (hash ^ words[1] ^ hash >> 15) * 16777619u;
    }
    return hash ^ hash >> 16;
}

// The index of an equal polygon, or of the free entry where it is to be inserted.
static uint32_t table_index(const MicaWorld *world, const Polygon *p)
{
    uint32_t mask = (uint32_t)world->state.polygonTable.count - 1u, i = content_hash(p) & mask;
    for (;; i = (i + 1u) & mask) {
        int32_t entry = world->state.polygonTable.data[i];
        if (entry == 0 || memcmp(&world->state.polygons.data[entry - 1], p, sizeof *p) == 0) {
            return i;
        }
    }
}

void polygon_rebuild_table(MicaWorld *world)
{
    IntList *table = &world->state.polygonTable;
    if (table->count > 0) {
        memset(table->data, 0, sizeof(int32_t) * (size_t)table->count);
    }
    for (int32_t i = 0; i < world->state.polygons.count; ++i) {
        if (world->state.polygonUses.data[i] > 0) {
            table->data[table_index(world, &world->state.polygons.data[i])] = i + 1;
        }
    }
}

bool polygon_reserve(MicaWorld *world, int32_t polygons)
{
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE_RARELY(m, &world->state.polygons, polygons) ||
        !ARRAY_RESERVE_RARELY(m, &world->state.polygonUses, polygons) ||
        !ARRAY_RESERVE_RARELY(m, &world->state.freePolygons, polygons)) {
        return false;
    }
    int32_t wanted = 16;
    while (wanted < 2 * polygons) {
        wanted *= 2;
    }
    if (world->state.polygonTable.count >= wanted) {
        return true;
    }
    if (!ARRAY_RESERVE_RARELY(m, &world->state.polygonTable, wanted)) {
        return false;
    }
    world->state.polygonTable.count = wanted;
    polygon_rebuild_table(world);
    return true;
}

int32_t polygon_acquire(MicaWorld *world, const MicaShape *shape)
{
    Polygon p;
    geometry_polygon_from_shape(shape, &p);
    uint32_t index = table_index(world, &p);
    int32_t found = world->state.polygonTable.data[index] - 1;
    if (found < 0) {
        if (world->state.freePolygons.count > 0) {
            found = world->state.freePolygons.data[--world->state.freePolygons.count];
        } else {
            found = world->state.polygons.count++;
            world->state.polygonUses.count = world->state.polygons.count;
        }
        world->state.polygons.data[found] = p;
        world->state.polygonTable.data[index] = found + 1;
    }
    world->state.polygonUses.data[found] += 1;
    return found;
}

void polygon_release(MicaWorld *world, int32_t polygon)
{
    if (polygon == NONE || --world->state.polygonUses.data[polygon] > 0) {
        return;
    }
    int32_t *table = world->state.polygonTable.data;
    uint32_t mask = (uint32_t)world->state.polygonTable.count - 1u;
    uint32_t hole = table_index(world, &world->state.polygons.data[polygon]);
    table[hole] = 0;
    for (uint32_t i = (hole + 1u) & mask; table[i] != 0; i = (i + 1u) & mask) {
        uint32_t home = content_hash(&world->state.polygons.data[table[i] - 1]) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            table[i] = 0;
            hole = i;
        }
    }
    world->state.freePolygons.data[world->state.freePolygons.count++] = polygon;
}
