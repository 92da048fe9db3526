// The samples of terrains, and the terrain as a tile map: each square between four samples is a
// cell, whose shape follows from the densities at its corners. Chunks whose samples are all equal
// are not stored. Called by parts.c, tile_blocks.c and the other files of terrains. Reads and writes
// terrainChunks and terrainSamples.
#include "world.h"

#include <string.h>

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

int32_t terrain_unstored_chunks(const MicaWorld *world, const Terrain *t, SampleRange range)
{
    int32_t count = 0;
    for (int32_t y = range.bottom & ~(TERRAIN_CHUNK - 1); y < range.top; y += TERRAIN_CHUNK) {
        for (int32_t x = range.left & ~(TERRAIN_CHUNK - 1); x < range.right; x += TERRAIN_CHUNK) {
            count += *terrain_chunk_at(world, t, x, y) < 0;
        }
    }
    return count;
}

void terrain_write(MicaWorld *world, const Terrain *t, int32_t column, int32_t row, uint8_t density,
                   int32_t material)
{
    int32_t *entry = terrain_chunk_at(world, t, column, row), i = sample_index(column, row);
    if (*entry < 0) {
        TerrainSamples *fresh =
            &world->state.terrainSamples.data[world->state.terrainSamples.count];
        memset(fresh->density, ~*entry & 255, sizeof fresh->density);
        memset(fresh->material, (~*entry >> 8) * 17, sizeof fresh->material);
        *entry = world->state.terrainSamples.count++;
    }
    TerrainSamples *s = &world->state.terrainSamples.data[*entry];
    int32_t shift = 4 * (i & 1);
    s->density[i] = density;
    s->material[i >> 1] = (uint8_t)((s->material[i >> 1] & ~(15 << shift)) | material << shift);
}

// Whether all samples of a chunk are equal; those beyond the grid, which are what the chunk was made
// of, are as the others or do not matter.
static bool is_uniform(const TerrainSamples *s)
{
    uint8_t pair = (uint8_t)((s->material[0] & 15) * 17);
    if (s->density[0] != s->density[TERRAIN_CHUNK_SAMPLES - 1] || s->material[0] != pair) {
        return false;
    }
    return memcmp(s->density, s->density + 1, sizeof s->density - 1) == 0 &&
           memcmp(s->material, s->material + 1, sizeof s->material - 1) == 0;
}

// Lets go of the samples of a stored chunk. The last stored chunk takes their place.
static void drop_samples(MicaWorld *world, int32_t *entry, int32_t uniform)
{
    int32_t last = --world->state.terrainSamples.count, freed = *entry;
    *entry = uniform;
    if (freed != last) {
        int32_t *chunk = world->state.terrainChunks.data;
        while (*chunk != last) {
            chunk += 1;
        }
        *chunk = freed;
        memcpy(&world->state.terrainSamples.data[freed], &world->state.terrainSamples.data[last],
               sizeof(TerrainSamples));
    }
    memset(&world->state.terrainSamples.data[last], 0, sizeof(TerrainSamples));
}

void terrain_compress(MicaWorld *world, const Terrain *t, SampleRange range)
{
    for (int32_t y = range.bottom & ~(TERRAIN_CHUNK - 1); y < range.top; y += TERRAIN_CHUNK) {
        for (int32_t x = range.left & ~(TERRAIN_CHUNK - 1); x < range.right; x += TERRAIN_CHUNK) {
            int32_t *entry = terrain_chunk_at(world, t, x, y);
            const TerrainSamples *s =
                *entry >= 0 ? &world->state.terrainSamples.data[*entry] : NULL;
            if (s != NULL && is_uniform(s)) {
                drop_samples(world, entry, uniform_chunk(s->density[0], s->material[0] & 15));
            }
        }
    }
}

void terrain_drop_samples(MicaWorld *world, const Terrain *t)
{
    for (int32_t i = terrain_chunk_count(t) - 1; i >= 0; --i) {
        int32_t *entry = &world->state.terrainChunks.data[t->firstChunk + i];
        if (*entry >= 0) {
            drop_samples(world, entry, uniform_chunk(0, 0));
        }
    }
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

// ----------------------------------------------------------------------------------------- blocks

int32_t terrain_chunk_solidity(const MicaWorld *world, int32_t entry)
{
    if (entry < 0) {
        return density_is_solid((uint8_t)~entry);
    }
    const uint8_t *d = world->state.terrainSamples.data[entry].density;
    uint8_t all = UINT8_MAX, any = 0;
    for (int32_t i = 0; i < TERRAIN_CHUNK_SAMPLES; ++i) {
        all &= d[i];
        any |= d[i];
    }
    return density_is_solid(all) ? 1 : density_is_solid(any) ? -1 : 0;
}

// Whether the samples of a range within the grid are ground: all 1, none 0, some -1.
static int32_t range_solidity(const MicaWorld *world, const Terrain *t, SampleRange r)
{
    uint8_t all = UINT8_MAX, any = 0;
    for (int32_t y = r.bottom; y < r.top; ++y) {
        for (int32_t x = r.left; x < r.right;) {
            int32_t end = min_i((x | (TERRAIN_CHUNK - 1)) + 1, r.right),
                    entry = *terrain_chunk_at(world, t, x, y);
            if (entry < 0) {
                all &= (uint8_t)~entry;
                any |= (uint8_t)~entry;
                x = end;
                continue;
            }
            const uint8_t *d = world->state.terrainSamples.data[entry].density + sample_index(x, y);
            for (; x < end; ++x, ++d) {
                all &= *d;
                any |= *d;
            }
        }
    }
    return density_is_solid(all) ? 1 : density_is_solid(any) ? -1 : 0;
}

uint8_t terrain_block_bits(const MicaWorld *world, const TileMap *map, int32_t x, int32_t y)
{
    const Terrain *t = map_terrain(world, map);
    int32_t size = 1 << TILE_BLOCK_SHIFT, left = x * size, bottom = y * size;
    SampleRange own = {left, bottom, min_i(left + size + 1, t->columns),
                       min_i(bottom + size + 1, t->rows)},
                around = {left - 1, bottom - 1, left + size + 2, bottom + size + 2};
    if (range_solidity(world, t, own) == 0) {
        return 0;
    }
    bool enclosed = around.left >= 0 && around.bottom >= 0 && around.right <= t->columns &&
                    around.top <= t->rows && map->kindLayers == 0 &&
                    range_solidity(world, t, around) == 1;
    return enclosed ? TILE_BLOCK_SOLID : TILE_BLOCK_SOLID | TILE_BLOCK_SURFACE;
}
