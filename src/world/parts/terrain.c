// The samples of terrains as a tile map: each square between four samples is a cell, whose shape
// follows from the densities at its corners. Called by parts.c, tile_blocks.c and the other files of
// terrains. Reads terrainChunks and terrainSamples.
#include "world.h"

// ---------------------------------------------------------------------------------------- samples

uint8_t terrain_density(const MicaWorld *world, const Terrain *t, int32_t column, int32_t row)
{
    int32_t entry = *terrain_chunk_at(world, t, column, row);
    return entry >= 0 ? world->state.terrainSamples.data[entry].density[sample_index(column, row)]
                      : (uint8_t)~entry;
}

int32_t terrain_material(const MicaWorld *world, const Terrain *t, int32_t column, int32_t row)
{
    int32_t entry = *terrain_chunk_at(world, t, column, row), i = sample_index(column, row);
    return entry >= 0 ? world->state.terrainSamples.data[entry].material[i >> 1] >> 4 * (i & 1) & 15
                      : ~entry >> 8;
}

// ------------------------------------------------------------------------------------------ cells

void terrain_corners(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                     uint8_t out[4])
{
    const Terrain *t = map_terrain(world, map);
    int32_t inChunk = TERRAIN_CHUNK - 1;
    if ((column & inChunk) != inChunk && (row & inChunk) != inChunk) {
        int32_t entry = *terrain_chunk_at(world, t, column, row);
        const uint8_t *d =
            entry >= 0 ? world->state.terrainSamples.data[entry].density + sample_index(column, row)
                       : NULL;
        out[0] = d != NULL ? d[0] : (uint8_t)~entry;
        out[1] = d != NULL ? d[1] : (uint8_t)~entry;
        out[2] = d != NULL ? d[TERRAIN_CHUNK + 1] : (uint8_t)~entry;
        out[3] = d != NULL ? d[TERRAIN_CHUNK] : (uint8_t)~entry;
        return;
    }
    for (int32_t k = 0; k < 4; ++k) {
        out[k] = terrain_density(world, t, column + (k == 1 || k == 2), row + (k >> 1));
    }
}

uint8_t terrain_tile(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row)
{
    uint8_t d[4];
    terrain_corners(world, map, column, row, d);
    int32_t solid = density_is_solid(d[0]) + density_is_solid(d[1]) + density_is_solid(d[2]) +
                    density_is_solid(d[3]);
    return solid == 0 ? MICA_TILE_EMPTY : solid == 4 ? MICA_TILE_FULL : TERRAIN_PARTIAL;
}

int32_t terrain_tile_material(const MicaWorld *world, const TileMap *map, int32_t column,
                              int32_t row)
{
    uint8_t d[4];
    terrain_corners(world, map, column, row, d);
    int32_t best = 0;
    for (int32_t k = 1; k < 4; ++k) {
        best = d[k] > d[best] ? k : best;
    }
    return terrain_material(world, map_terrain(world, map), column + (best == 1 || best == 2),
                            row + (best >> 1));
}

Geometry terrain_geometry(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                          Polygon *storage, uint32_t *surface)
{
    uint8_t d[4];
    terrain_corners(world, map, column, row, d);
    const float x[2] = {tile_line_x(map, column), tile_line_x(map, column + 1)},
                y[2] = {tile_line_y(map, row), tile_line_y(map, row + 1)};
    int32_t count = terrain_cell_points(d, x, y, storage, surface);
    polygon_finish(storage, count);
    Vec2 first = {storage->x[0], storage->y[0]};
    return (Geometry){
        .type = MICA_SHAPE_POLYGON, .count = count, .a = first, .b = first, .polygon = storage};
}
