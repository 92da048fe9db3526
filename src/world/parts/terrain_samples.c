// Writing the samples of terrains, and what follows from ranges of them. Chunks whose samples are all
// equal are not stored. Called by the other files of terrains and by tile_blocks.c. Reads and writes
// terrainChunks and terrainSamples.
#include "world.h"

#include <string.h>

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

// ----------------------------------------------------------------------------------------- blocks

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
