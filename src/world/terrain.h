// Part of world.h: terrains. terrain.c stores their samples and shows them as the cells of a tile
// map, terrain_make.c creates, reads and frees them, terrain_edit.c adds and removes ground,
// terrain_flood.c finds what has lost its connection, terrain_pieces.c makes bodies of that.
#pragma once

#include "parts.h"
#include "terrain_cell.h"

// The terrain of a map that has one.
static inline Terrain *map_terrain(const MicaWorld *world, const TileMap *map)
{
    return &world->state.terrains.data[map->terrain - 1];
}
static inline SampleRange terrain_range(const Terrain *t)
{
    return (SampleRange){0, 0, t->columns, t->rows};
}
static inline int32_t terrain_chunk_count(const Terrain *t)
{
    return terrain_chunks_across(t->columns) * terrain_chunks_across(t->rows);
}
// The entry of the chunk of a sample in terrainChunks.
static inline int32_t *terrain_chunk_at(const MicaWorld *world, const Terrain *t, int32_t column,
                                        int32_t row)
{
    return &world->state.terrainChunks
                .data[t->firstChunk +
                      (row >> TERRAIN_CHUNK_SHIFT) * terrain_chunks_across(t->columns) +
                      (column >> TERRAIN_CHUNK_SHIFT)];
}
// The index of a sample within its chunk.
static inline int32_t sample_index(int32_t column, int32_t row)
{
    return (row & (TERRAIN_CHUNK - 1)) * TERRAIN_CHUNK + (column & (TERRAIN_CHUNK - 1));
}

// ------------------------------------------------------------- terrain.c: samples and cells

// A sample within the grid.
uint8_t terrain_density(const MicaWorld *world, const Terrain *t, int32_t column, int32_t row);
int32_t terrain_material(const MicaWorld *world, const Terrain *t, int32_t column, int32_t row);

// ------------------------------------------------------------- terrain_samples.c: writing

// The bits of a block of 4 by 4 cells, see TILE_BLOCK_*.
uint8_t terrain_block_bits(const MicaWorld *world, const TileMap *map, int32_t x, int32_t y);
// How many chunks a write to all samples of a range would have to store.
int32_t terrain_unstored_chunks(const MicaWorld *world, const Terrain *t, SampleRange range);
// Writes a sample; terrainSamples has capacity for the chunk. Stored chunks stay stored.
void terrain_write(MicaWorld *world, const Terrain *t, int32_t column, int32_t row, uint8_t density,
                   int32_t material);
// Lets go of the samples of chunks in a range that are uniform by now.
void terrain_compress(MicaWorld *world, const Terrain *t, SampleRange range);
// Lets go of the samples of all chunks.
void terrain_drop_samples(MicaWorld *world, const Terrain *t);
// The densities at the corners of a cell of the map, as terrain_cell_points takes them.
void terrain_corners(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                     uint8_t out[4]);
// The shape of a cell that is not empty. *surface as of terrain_cell_points.
Geometry terrain_geometry(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                          Polygon *storage, uint32_t *surface);

// --------------------------------------------- terrain_make.c: creating, reading, freeing

MicaError terrain_check(const MicaTerrainDef *terrain);
// A bit for each layer that materials of a definition have of their own.
uint64_t terrain_layers(const MicaTerrainDef *terrain);
// How many chunks of a definition are not uniform.
int32_t terrain_stored_chunks(const MicaTerrainDef *def);
// Reserves memory for `count` more terrains with so many chunks, some of them stored.
bool terrain_reserve(MicaWorld *world, int32_t count, int32_t chunks, int32_t stored);
// mica_terrain_create with a definition that is checked.
MicaCollider terrain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                            const MicaTerrainDef *terrain);
// The map of a terrain, and the slot of its collider; null with the error recorded.
TileMap *terrain_map_of(MicaWorld *world, MicaCollider collider, int32_t *slot);
// Frees the terrain of a map that is about to be freed.
void terrain_release(MicaWorld *world, TileMap *map);

// ------------------------------------------------------------------- terrain_edit.c: edits

// Adds the area of a cell to *area by the materials of its solid corners, with a factor.
void terrain_sum_cell(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                      double factor, double *area);
// Updates what follows from the samples after those of a range, which may exceed the grid, have
// changed.
void terrain_changed(MicaWorld *world, int32_t collider, SampleRange range);

// ------------------------------------------------------------ terrain_flood.c: connections

// Finds the groups of samples that have lost their connection, those of terrainGroups with `loose`,
// after the ones in a range were dug: of ground that can have anchors, those without; else all but
// the largest. False without memory.
bool terrain_find_loose(MicaWorld *world, const Terrain *t, SampleRange dug, bool hasAnchors);
// Forgets the search.
void terrain_forget_search(MicaWorld *world);

// --------------------------------------------------- terrain_pieces.c: what falls, and debris

// Finds what comes off after the samples of a range were dug: fills terrainParts, and reserves
// memory for all that they are to become.
MicaError terrain_prepare_parts(MicaWorld *world, int32_t collider, SampleRange dug);
// Takes the parts out of the terrain and makes bodies and pieces of them. Cannot fail.
void terrain_separate_parts(MicaWorld *world, int32_t collider);
