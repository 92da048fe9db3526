// Whether terrains that come from elsewhere are sound: each could have been made by terrain_make.c and
// edited, their chunks fill the array without gap or overlap, and each stored chunk is one terrain's.
// Called by parts_check.c; reads the saved arrays alone.
#include "snapshot.h"

#include <string.h>

// The map of a terrain is as terrain_make.c makes it.
static bool check_terrain_map(const WorldState *s, const TileMap *map)
{
    if (map->terrain < 1 || map->terrain > s->terrains.count || map->kinds < 1 ||
        map->kinds > MICA_MAX_TERRAIN_MATERIALS) {
        return false;
    }
    const Terrain *t = &s->terrains.data[map->terrain - 1];
    MicaTerrainDef def = {.columns = t->columns,
                          .rows = t->rows,
                          .cell = map->cell.x,
                          .materials = t->materials,
                          .surfaces = t->surfaces,
                          .materialCount = map->kinds,
                          .pieces = (MicaTerrainPieces)t->pieces,
                          .minimumPiece = t->minimumPiece};
    TileMap blank = {.columns = t->columns - 1,
                     .rows = t->rows - 1,
                     .origin = map->origin,
                     .cell = {map->cell.x, map->cell.x},
                     .kinds = map->kinds,
                     .terrain = map->terrain,
                     .kindLayers = terrain_layers(&def)};
    return terrain_check(&def) == MICA_ERROR_OK && vec_within(map->origin, 2.0f * MAX_COORDINATE) &&
           (t->borderAnchors & ~1) == 0 && memcmp(map, &blank, sizeof blank) == 0;
}

// The samples of a stored chunk are materials that the terrain has.
static bool check_samples(const TerrainSamples *samples, int32_t materials)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < sizeof samples->material; ++i) {
        highest =
            (uint8_t)max_i(highest, max_i(samples->material[i] & 15, samples->material[i] >> 4));
    }
    return highest < materials;
}

// Each terrain is the record of one map. `owners` becomes the number of materials of each.
static bool check_terrain_owners(const WorldState *s, int32_t *owners)
{
    for (int32_t i = 0; i < s->tileMaps.count; ++i) {
        const TileMap *map = &s->tileMaps.data[i];
        if (map->terrain == 0) {
            continue;
        }
        if (!check_terrain_map(s, map) || owners[map->terrain - 1] != 0) {
            return false;
        }
        owners[map->terrain - 1] = map->kinds;
    }
    for (int32_t i = 0; i < s->terrains.count; ++i) {
        if (owners[i] == 0 && !is_blank(&s->terrains.data[i], sizeof(Terrain))) {
            return false;
        }
    }
    return true;
}

// The chunks of one terrain. `uses` counts those of each stored chunk.
static bool check_chunks(const WorldState *s, const Terrain *t, int32_t materials, int32_t *uses)
{
    for (int32_t i = 0; i < terrain_chunk_count(t); ++i) {
        int32_t entry = s->terrainChunks.data[t->firstChunk + i];
        if (entry < 0 ? ~entry >> 8 >= materials
                      : entry >= s->terrainSamples.count || uses[entry]++ != 0 ||
                            !check_samples(&s->terrainSamples.data[entry], materials)) {
            return false;
        }
    }
    return true;
}

// Their chunks lie one after the other, and each stored chunk is one terrain's.
bool terrains_check(const WorldState *s, int32_t *marks)
{
    int32_t chunks = s->terrainChunks.count, *starts = marks, *owners = starts + chunks,
            *uses = owners + s->terrains.count, stored = 0, at = 0, left = 0;
    memset(marks, 0,
           sizeof *marks * (size_t)(chunks + s->terrains.count + s->terrainSamples.count));
    if (!check_terrain_owners(s, owners)) {
        return false;
    }
    for (int32_t i = 0; i < s->terrains.count; ++i) {
        const Terrain *t = &s->terrains.data[i];
        left += t->columns != 0;
        if (t->columns != 0 && (!mark_start(starts, t->firstChunk, chunks, i) ||
                                terrain_chunk_count(t) > chunks - t->firstChunk ||
                                !check_chunks(s, t, owners[i], uses))) {
            return false;
        }
    }
    for (; at < chunks && starts[at] != 0; --left) {
        at += terrain_chunk_count(&s->terrains.data[starts[at] - 1]);
    }
    for (int32_t i = 0; i < s->terrainSamples.count; ++i) {
        stored += uses[i];
    }
    return at == chunks && left == 0 && stored == s->terrainSamples.count;
}
