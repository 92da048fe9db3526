// Creating, reading and freeing terrains. Called by the public API, by terrain_pieces.c for pieces
// that fall, and by parts_edit.c when a collider is destroyed. Writes terrains, terrainChunks,
// terrainSamples and tileMaps.
#include "world.h"

#include <string.h>

static MicaError check_material(const MicaTerrainMaterial *m, const MicaTileKind *k)
{
    bool setsLayer = (k->sets & MICA_TILE_SETS_LAYER) != 0;
    if (k->number < 0 || k->tile != MICA_TILE_FULL ||
        (k->sets & ~(uint32_t)MICA_TILE_SETS_ALL) != 0 || m->anchor > 1 ||
        !(m->hardness >= 0.0f && m->hardness <= MAX_FACTOR) ||
        !(m->density >= MIN_MASS && m->density <= MAX_DENSITY) ||
        ((k->sets & MICA_TILE_SETS_FRICTION) != 0 &&
         !(k->friction >= 0.0f && k->friction <= MAX_FACTOR)) ||
        ((k->sets & MICA_TILE_SETS_RESTITUTION) != 0 &&
         !(k->restitution >= 0.0f && k->restitution <= 1.0f)) ||
        ((k->sets & MICA_TILE_SETS_TANGENT_SPEED) != 0 && !within(k->tangentSpeed, MAX_SPEED))) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    return setsLayer && (k->layer < 0 || k->layer >= LAYER_COUNT) ? MICA_ERROR_BAD_LAYER
                                                                  : MICA_ERROR_OK;
}

MicaError terrain_check(const MicaTerrainDef *terrain)
{
    if (terrain == NULL || terrain->materials == NULL || terrain->surfaces == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!within(terrain->cell, 3e38f) || !vec_within(terrain->origin, 3e38f) ||
        !within(terrain->minimumPiece, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    if (terrain->columns < 2 || terrain->rows < 2 || terrain->columns > MICA_MAX_PARTS ||
        terrain->rows > MICA_MAX_PARTS / terrain->columns ||
        !(terrain->cell >= 64.0f * MIN_SIZE && terrain->cell <= MAX_SIZE) ||
        !vec_within(terrain->origin, MAX_COORDINATE) ||
        !(terrain->cell * (float)terrain->columns <= MAX_COORDINATE) ||
        !(terrain->cell * (float)terrain->rows <= MAX_COORDINATE) || terrain->materialCount < 1 ||
        terrain->materialCount > MICA_MAX_TERRAIN_MATERIALS ||
        (uint32_t)terrain->pieces >= MICA_PIECES_COUNT || !(terrain->minimumPiece >= 0.0f)) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    MicaError error = MICA_ERROR_OK;
    for (int32_t i = 0; error == MICA_ERROR_OK && i < terrain->materialCount; ++i) {
        error = check_material(&terrain->materials[i], &terrain->surfaces[i]);
    }
    for (int32_t i = 0; terrain->materialOf != NULL && i < terrain->columns * terrain->rows; ++i) {
        if (terrain->materialOf[i] >= terrain->materialCount) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return error;
}

bool terrain_reserve(MicaWorld *world, int32_t count, int32_t chunks, int32_t stored)
{
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    return ARRAY_RESERVE_RARELY(m, &s->terrains, s->terrains.count + count) &&
           ARRAY_RESERVE_RARELY(m, &s->tileMaps, s->tileMaps.count + count) &&
           ARRAY_RESERVE_RARELY(m, &s->terrainChunks, s->terrainChunks.count + chunks) &&
           ARRAY_RESERVE_RARELY(m, &s->terrainSamples, s->terrainSamples.count + stored);
}

// The samples of one chunk of a definition. Those beyond the grid are as the chunk's first.
typedef struct ChunkSource {
    const MicaTerrainDef *def;
    int32_t left, bottom, width, height;
} ChunkSource;

static ChunkSource chunk_source(const MicaTerrainDef *def, int32_t index)
{
    int32_t across = terrain_chunks_across(def->columns), y = index / across,
            x = index - y * across, left = x * TERRAIN_CHUNK, bottom = y * TERRAIN_CHUNK;
    return (ChunkSource){def, left, bottom, min_i(TERRAIN_CHUNK, def->columns - left),
                         min_i(TERRAIN_CHUNK, def->rows - bottom)};
}

// What all bytes of the chunk are in an array of the definition, or NONE; 0 without an array.
static int32_t uniform_byte(const ChunkSource *c, const uint8_t *bytes)
{
    if (bytes == NULL) {
        return 0;
    }
    const uint8_t *first = bytes + c->bottom * c->def->columns + c->left;
    for (int32_t y = 0; y < c->height; ++y) {
        const uint8_t *row = first + y * c->def->columns;
        if (row[0] != first[0] || memcmp(row, row + 1, (size_t)(c->width - 1)) != 0) {
            return NONE;
        }
    }
    return first[0];
}

// The entry of the chunk if it is uniform; else a number that is not negative.
static int32_t source_entry(const ChunkSource *c)
{
    int32_t density = uniform_byte(c, c->def->densities),
            material = uniform_byte(c, c->def->materialOf);
    return density != NONE && material != NONE ? uniform_chunk(density, material) : 0;
}

static void store_chunk(MicaWorld *world, const Terrain *t, const ChunkSource *c)
{
    const MicaTerrainDef *def = c->def;
    int32_t first = c->bottom * def->columns + c->left;
    int32_t *entry = terrain_chunk_at(world, t, c->left, c->bottom);
    *entry = uniform_chunk(def->densities != NULL ? def->densities[first] : 0,
                           def->materialOf != NULL ? def->materialOf[first] : 0);
    for (int32_t y = 0; y < c->height; ++y) {
        for (int32_t x = 0; x < c->width; ++x) {
            int32_t i = first + y * def->columns + x;
            terrain_write(world, t, c->left + x, c->bottom + y,
                          def->densities != NULL ? def->densities[i] : 0,
                          def->materialOf != NULL ? def->materialOf[i] : 0);
        }
    }
}

uint64_t terrain_layers(const MicaTerrainDef *terrain)
{
    uint64_t layers = 0;
    for (int32_t i = 0; i < terrain->materialCount; ++i) {
        const MicaTileKind *k = &terrain->surfaces[i];
        layers |= (k->sets & MICA_TILE_SETS_LAYER) != 0 ? (uint64_t)1 << k->layer : 0;
    }
    return layers;
}

int32_t terrain_stored_chunks(const MicaTerrainDef *def)
{
    int32_t count = terrain_chunks_across(def->columns) * terrain_chunks_across(def->rows),
            stored = 0;
    for (int32_t i = 0; i < count; ++i) {
        ChunkSource source = chunk_source(def, i);
        stored += source_entry(&source) >= 0;
    }
    return stored;
}

// Fills the next terrain, whose memory is reserved. Returns its slot.
static int32_t add_terrain(MicaWorld *world, const MicaTerrainDef *def)
{
    int32_t slot = 0;
    while (slot < world->state.terrains.count && world->state.terrains.data[slot].columns > 0) {
        slot += 1;
    }
    world->state.terrains.count = max_i(world->state.terrains.count, slot + 1);
    Terrain *t = &world->state.terrains.data[slot];
    *t = (Terrain){.columns = def->columns,
                   .rows = def->rows,
                   .firstChunk = world->state.terrainChunks.count,
                   .pieces = (int32_t)def->pieces,
                   .borderAnchors = def->borderAnchors,
                   .minimumPiece = def->minimumPiece};
    memcpy(t->materials, def->materials, sizeof(MicaTerrainMaterial) * (size_t)def->materialCount);
    memcpy(t->surfaces, def->surfaces, sizeof(MicaTileKind) * (size_t)def->materialCount);
    world->state.terrainChunks.count += terrain_chunk_count(t);
    for (int32_t i = 0; i < terrain_chunk_count(t); ++i) {
        ChunkSource source = chunk_source(def, i);
        int32_t entry = source_entry(&source);
        world->state.terrainChunks.data[t->firstChunk + i] = entry;
        if (entry >= 0) {
            store_chunk(world, t, &source);
        }
    }
    return slot;
}

MicaCollider terrain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                            const MicaTerrainDef *terrain)
{
    int32_t slot = 0,
            chunks = terrain_chunks_across(terrain->columns) * terrain_chunks_across(terrain->rows);
    if (!terrain_reserve(world, 1, chunks, terrain_stored_chunks(terrain)) ||
        !tile_blocks_reserve(world, 1,
                             tile_blocks_bytes(terrain->columns - 1, terrain->rows - 1))) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return (MicaCollider){0};
    }
    while (slot < world->state.tileMaps.count && world->state.tileMaps.data[slot].columns > 0) {
        slot += 1;
    }
    float cell = terrain->cell;
    Vec2 size = {cell * (float)terrain->columns, cell * (float)terrain->rows};
    MicaCollider made =
        collider_create_compound(world, body, def, MICA_SHAPE_TILES, slot, 0.0f,
                                 (MicaAABB){terrain->origin, add(terrain->origin, size)});
    if (made.id == 0) {
        return made;
    }
    TileMap map = {.columns = terrain->columns - 1,
                   .rows = terrain->rows - 1,
                   .origin = add(terrain->origin, vec(0.5f * cell, 0.5f * cell)),
                   .cell = {cell, cell},
                   .kinds = terrain->materialCount,
                   .kindLayers = terrain_layers(terrain)};
    map.terrain = add_terrain(world, terrain) + 1;
    world->state.tileMaps.count = max_i(world->state.tileMaps.count, slot + 1);
    world->state.tileMaps.data[slot] = map;
    tile_blocks_add(world, slot);
    tile_map_note_layers(world, made);
    return made;
}

MicaCollider mica_terrain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                 const MicaTerrainDef *terrain)
{
    world_enter(world);
    MicaError error = world == NULL ? MICA_ERROR_NULL_ARGUMENT : terrain_check(terrain);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return (MicaCollider){0};
    }
    return terrain_create(world, body, def, terrain);
}

void terrain_release(MicaWorld *world, TileMap *map)
{
    Terrain *t = map_terrain(world, map);
    terrain_drop_samples(world, t);
    int32_t first = t->firstChunk, count = terrain_chunk_count(t), end = first + count;
    IntList *chunks = &world->state.terrainChunks;
    memmove(chunks->data + first, chunks->data + end,
            sizeof(int32_t) * (size_t)(chunks->count - end));
    chunks->count -= count;
    *t = (Terrain){0};
    for (int32_t i = 0; i < world->state.terrains.count; ++i) {
        Terrain *other = &world->state.terrains.data[i];
        other->firstChunk -= other->firstChunk >= end ? count : 0;
    }
}

// ---------------------------------------------------------------------------------------- reading

TileMap *terrain_map_of(MicaWorld *world, MicaCollider collider, int32_t *slot)
{
    world_enter(world);
    *slot = collider_slot(world, collider);
    if (*slot == NONE) {
        return NULL;
    }
    const Collider *c = &world->state.colliders.data[*slot];
    TileMap *map = c->type == MICA_SHAPE_TILES ? &world->state.tileMaps.data[c->polygon] : NULL;
    if (map == NULL || map->terrain == 0) {
        world_fail(world, MICA_ERROR_BAD_SHAPE);
        return NULL;
    }
    return map;
}

static MicaError last_error(const MicaWorld *world)
{
    return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
}

MicaError mica_collider_terrain(MicaWorld *world, MicaCollider collider, MicaTerrainDef *out)
{
    int32_t slot;
    const TileMap *map = terrain_map_of(world, collider, &slot);
    if (map == NULL) {
        return last_error(world);
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    const Terrain *t = map_terrain(world, map);
    *out = (MicaTerrainDef){.columns = t->columns,
                            .rows = t->rows,
                            .cell = map->cell.x,
                            .origin = world->state.colliders.data[slot].a,
                            .materials = t->materials,
                            .surfaces = t->surfaces,
                            .materialCount = map->kinds,
                            .pieces = (MicaTerrainPieces)t->pieces,
                            .borderAnchors = t->borderAnchors != 0,
                            .minimumPiece = t->minimumPiece};
    return MICA_ERROR_OK;
}

MicaError mica_terrain_read(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row,
                            int32_t columns, int32_t rows, uint8_t *densities, uint8_t *materials)
{
    int32_t slot;
    const TileMap *map = terrain_map_of(world, collider, &slot);
    if (map == NULL) {
        return last_error(world);
    }
    const Terrain *t = map_terrain(world, map);
    if (column < 0 || row < 0 || columns < 1 || rows < 1 || columns > t->columns - column ||
        rows > t->rows - row) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    for (int32_t i = 0; i < columns * rows; ++i) {
        int32_t y = i / columns, x = column + i - y * columns;
        if (densities != NULL) {
            densities[i] = terrain_density(world, t, x, row + y);
        }
        if (materials != NULL) {
            materials[i] = (uint8_t)terrain_material(world, t, x, row + y);
        }
    }
    return MICA_ERROR_OK;
}

MicaError mica_terrain_set_pieces(MicaWorld *world, MicaCollider collider, MicaTerrainPieces pieces,
                                  bool borderAnchors, float minimumPiece)
{
    int32_t slot;
    const TileMap *map = terrain_map_of(world, collider, &slot);
    if (map == NULL) {
        return last_error(world);
    }
    if ((uint32_t)pieces >= MICA_PIECES_COUNT || !(minimumPiece >= 0.0f && minimumPiece <= 3e38f)) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    Terrain *t = map_terrain(world, map);
    t->pieces = (int32_t)pieces;
    t->borderAnchors = borderAnchors;
    t->minimumPiece = minimumPiece;
    return MICA_ERROR_OK;
}
