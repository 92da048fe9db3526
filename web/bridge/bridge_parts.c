// Exports for shapes of more points than a record holds (js/options/points.js), for compound
// colliders (js/world/objects/parts.js) and one-way directions (js/world/objects/collider.js); and the creation of
// a collider of any kind from its record.
#include "records.h"

#include <stdlib.h>
#include <string.h>

static const MicaVec2 *points_at(double address) { return (const MicaVec2 *)(intptr_t)address; }

MicaCollider record_make(MicaWorld *world, MicaBody body, const double *record,
                         const MicaShape *shape, MicaError *error)
{
    MicaColliderDef def = read_collider(record);
    MicaCollider made = {0};
    def.userData = collider_birth(world, &def, record);
    mica_clear_error(world);
    if ((int32_t)record[SHAPE_KIND] == KIND_CHAIN) {
        MicaChainDef chain = {.points = points_at(record[SHAPE_DATA]),
                              .count = (int32_t)record[SHAPE_COUNT],
                              .loop = record[CHAIN_LOOP] != 0.0,
                              .oneSided = record[CHAIN_ONE_SIDED] != 0.0,
                              .radius = (float)record[SHAPE_RADIUS]};
        made = mica_chain_create(world, body, &def, &chain);
    } else if ((int32_t)record[SHAPE_KIND] == KIND_TILES) {
        MicaTilesDef tiles = {.columns = (int32_t)record[TILES_COLUMNS],
                              .rows = (int32_t)record[TILES_ROWS],
                              .cell = vec(record[TILES_CELL_WIDTH], record[TILES_CELL_HEIGHT]),
                              .origin = vec(record[TILES_ORIGIN_X], record[TILES_ORIGIN_Y]),
                              .kindCount = (int32_t)record[TILES_KINDS]};
        const void *data = (const void *)(intptr_t)record[SHAPE_DATA];
        if (tiles.kindCount > 0) {
            tiles.kinds = data;
            tiles.kindOf = (const uint16_t *)(const void *)(tiles.kinds + tiles.kindCount);
        } else {
            tiles.cells = data;
        }
        made = mica_tiles_create(world, body, &def, &tiles);
    } else if ((int32_t)record[SHAPE_KIND] == KIND_TERRAIN) {
        MicaTerrainDef terrain = bridge_read_terrain(record);
        made = mica_terrain_create(world, body, &def, &terrain);
    } else {
        MicaShape own;
        if (shape == NULL) {
            *error = read_shape(record, &own);
            shape = &own;
        }
        if (*error == MICA_ERROR_OK) {
            made = mica_collider_create(world, body, &def, shape);
        }
    }
    const double *field = record + COLLIDER_FIELD;
    if (made.id != 0 && field[FIELD_TYPE] != 0.0 &&
        bridge_give_field(world, made, field) != MICA_ERROR_OK) {
        mica_collider_destroy(world, made);
        made.id = 0;
    }
    if (made.id == 0 && *error == MICA_ERROR_OK) {
        *error = last_error_or_memory(world);
    }
    return made;
}

void record_shape(MicaWorld *world, MicaCollider collider, double *record)
{
    MicaShape shape;
    MicaChainDef chain;
    MicaTilesDef tiles;
    MicaTerrainDef terrain;
    if (mica_collider_shape(world, collider, &shape) == MICA_ERROR_OK) {
        write_shape(&shape, record);
    } else if (mica_collider_chain(world, collider, &chain) == MICA_ERROR_OK) {
        record[SHAPE_KIND] = KIND_CHAIN;
        record[SHAPE_COUNT] = chain.count;
        record[SHAPE_RADIUS] = (double)chain.radius;
        record[SHAPE_DATA] = (double)(intptr_t)chain.points;
        record[CHAIN_LOOP] = chain.loop;
        record[CHAIN_ONE_SIDED] = chain.oneSided;
    } else if (mica_collider_tiles(world, collider, &tiles) == MICA_ERROR_OK) {
        record[SHAPE_KIND] = KIND_TILES;
        record[SHAPE_DATA] = (double)(intptr_t)tiles.cells;
        record[TILES_COLUMNS] = tiles.columns;
        record[TILES_ROWS] = tiles.rows;
        record[TILES_CELL_WIDTH] = (double)tiles.cell.x;
        record[TILES_CELL_HEIGHT] = (double)tiles.cell.y;
        record[TILES_ORIGIN_X] = (double)tiles.origin.x;
        record[TILES_ORIGIN_Y] = (double)tiles.origin.y;
        record[TILES_KINDS] = tiles.kindCount;
        record[TILES_KINDS_AT] = (double)(intptr_t)tiles.kinds;
        record[TILES_KIND_OF_AT] = (double)(intptr_t)tiles.kindOf;
    } else if (mica_collider_terrain(world, collider, &terrain) == MICA_ERROR_OK) {
        bridge_write_terrain(&terrain, record);
    }
}

int32_t EXPORT(tiles_fill)(MicaWorld *world, int32_t collider, int32_t column, int32_t row,
                           int32_t columns, int32_t rows, int32_t tile)
{
    return (int32_t)mica_tiles_fill(world, collider_of(collider), column, row, columns, rows, tile);
}

int32_t EXPORT(tiles_get)(MicaWorld *world, int32_t collider, int32_t column, int32_t row)
{
    return mica_tiles_get(world, collider_of(collider), column, row);
}

int32_t EXPORT(collider_set_one_way)(MicaWorld *world, int32_t collider, float x, float y)
{
    return (int32_t)mica_collider_set_one_way(world, collider_of(collider), (MicaVec2){x, y});
}

// Writes cosine and sine of an angle.
void EXPORT(rotation)(float angle, double *out)
{
    MicaRot q = mica_rot(angle);
    out[0] = (double)q.c;
    out[1] = (double)q.s;
}

// Writes the hull of `count` points as a shape record, which may overwrite the points.
int32_t EXPORT_FOR_SIZE(shape_hull)(const MicaVec2 *points, int32_t count, float radius,
                                    double *out)
{
    MicaShape shape;
    MicaError error = mica_shape_hull(points, count, radius, &shape);
    if (error == MICA_ERROR_OK) {
        write_shape(&shape, out);
    }
    return (int32_t)error;
}

// Writes the convex parts of an outline with holes as shape records, at most `capacity`: the points
// and two for each hole are enough. Returns their number, or minus an error code with the index of the
// point at fault or -1 in the first word.
int32_t EXPORT_FOR_SIZE(shape_decompose)(const MicaVec2 *points, const int32_t *counts,
                                         int32_t rings, float radius, double *out, int32_t capacity)
{
    MicaShape *shapes = malloc(sizeof(MicaShape) * (size_t)capacity);
    int32_t parts = -1;
    MicaError error =
        shapes ? mica_shape_decompose_rings(points, counts, rings, radius, shapes, capacity, &parts)
               : MICA_ERROR_NO_MEMORY;
    for (int32_t i = 0; i < parts && error == MICA_ERROR_OK; ++i) {
        write_shape(&shapes[i], out + i * COLLIDER_LAYER);
    }
    free(shapes);
    if (error != MICA_ERROR_OK) {
        memcpy(out, &parts, sizeof parts);
        return -(int32_t)error;
    }
    return parts;
}
