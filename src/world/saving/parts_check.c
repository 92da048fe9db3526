// Whether chains and tile maps that come from elsewhere are sound: each could have been made by
// parts_edit.c, and their ranges fill the arrays of all of them without gap or overlap. Called by
// snapshot_check.c; reads the saved arrays alone.
#include "snapshot.h"

#include <string.h>

bool mark_start(int32_t *starts, int32_t first, int32_t total, int32_t record)
{
    if (first < 0 || first >= total || starts[first] != 0) {
        return false;
    }
    starts[first] = record + 1;
    return true;
}

bool is_blank(const void *record, size_t bytes)
{
    const char *at = record;
    char sum = 0;
    for (size_t i = 0; i < bytes; ++i) {
        sum |= at[i];
    }
    return sum == 0;
}

static bool check_chain(const WorldState *s, const Chain *c, int32_t at, int32_t node)
{
    if (c->count < 2 || c->count > s->chainPoints.count - at || c->first != at ||
        c->firstNode != node || c->nodes != chain_node_count(c)) {
        return false;
    }
    MicaChainDef def = {
        .points = s->chainPoints.data + at, .count = c->count, .loop = c->loop != 0};
    return chain_check(&def) == MICA_ERROR_OK;
}

static bool check_chains(const WorldState *s, int32_t *starts)
{
    int32_t total = s->chainPoints.count, left = 0, at = 0, node = 0;
    memset(starts, 0, sizeof *starts * (size_t)total);
    for (int32_t i = 0; i < s->chains.count; ++i) {
        if (s->chains.data[i].count != 0) {
            left += 1;
            if (!mark_start(starts, s->chains.data[i].first, total, i)) {
                return false;
            }
        } else if (!is_blank(&s->chains.data[i], sizeof(Chain))) {
            return false;
        }
    }
    while (at < total) {
        if (starts[at] == 0) {
            return false;
        }
        const Chain *c = &s->chains.data[starts[at] - 1];
        if (!check_chain(s, c, at, node)) {
            return false;
        }
        left -= 1;
        at += c->count;
        node += c->nodes;
    }
    return left == 0 && node == s->chainNodes.count;
}

// What a map notes of its cells and kinds is as these are.
static bool check_cells(const WorldState *s, const TileMap *map)
{
    int32_t triggers = 0;
    uint64_t layers = 0;
    const uint8_t *cells = s->tileCells.data + map->first;
    const uint16_t *kindOf = s->tileKindOf.data + map->firstKindOf;
    const MicaTileKind *kinds = s->tileKinds.data + map->firstKind;
    for (int32_t i = 0; i < map->kinds; ++i) {
        layers |= (kinds[i].sets & MICA_TILE_SETS_LAYER) != 0 ? (uint64_t)1 << kinds[i].layer : 0;
    }
    for (int32_t i = 0; i < map->columns * map->rows; ++i) {
        triggers += (cells[i] & MICA_TILE_TRIGGER) != 0;
        if (map->kinds > 0 && kinds[kindOf[i]].tile != cells[i]) {
            return false;
        }
    }
    return triggers == map->triggers && layers == map->kindLayers;
}

static bool check_map(const WorldState *s, const TileMap *map, int32_t at, int32_t kind,
                      int32_t kindOf)
{
    if (map->columns < 1 || map->rows < 1 || map->columns > MICA_MAX_PARTS / map->rows ||
        map->columns * map->rows > s->tileCells.count - at || map->first != at || map->kinds < 0 ||
        map->firstKind != kind || map->kinds > s->tileKinds.count - kind ||
        map->firstKindOf != kindOf ||
        (map->kinds > 0 && map->columns * map->rows > s->tileKindOf.count - kindOf)) {
        return false;
    }
    MicaTilesDef def = {.columns = map->columns,
                        .rows = map->rows,
                        .cell = map->cell,
                        .origin = map->origin,
                        .cells = s->tileCells.data + at,
                        .kinds = s->tileKinds.data + kind,
                        .kindCount = map->kinds,
                        .kindOf = s->tileKindOf.data + kindOf};
    return tiles_check(&def) == MICA_ERROR_OK && check_cells(s, map);
}

static bool check_maps(const WorldState *s, int32_t *starts)
{
    int32_t total = s->tileCells.count, left = 0, at = 0, kind = 0, kindOf = 0;
    memset(starts, 0, sizeof *starts * (size_t)total);
    for (int32_t i = 0; i < s->tileMaps.count; ++i) {
        if (s->tileMaps.data[i].terrain != 0) {
            continue;  // see check_terrains
        }
        if (s->tileMaps.data[i].columns != 0) {
            left += 1;
            if (!mark_start(starts, s->tileMaps.data[i].first, total, i)) {
                return false;
            }
        } else if (!is_blank(&s->tileMaps.data[i], sizeof(TileMap))) {
            return false;
        }
    }
    while (at < total) {
        if (starts[at] == 0) {
            return false;
        }
        const TileMap *map = &s->tileMaps.data[starts[at] - 1];
        if (!check_map(s, map, at, kind, kindOf)) {
            return false;
        }
        int32_t cells = map->columns * map->rows;
        left -= 1;
        at += cells;
        kind += map->kinds;
        kindOf += map->kinds > 0 ? cells : 0;
    }
    return left == 0 && kind == s->tileKinds.count && kindOf == s->tileKindOf.count;
}

bool parts_check(const WorldState *s, int32_t *scratch)
{
    return check_chains(s, scratch) && check_maps(s, scratch) && terrains_check(s, scratch);
}
