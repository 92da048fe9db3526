// Creating, editing, reading and freeing compound colliders: chains and tile maps. Called by the
// public API, and by collider.c when one is destroyed. Writes chains, chainPoints, chainNodes,
// tileMaps, tileCells, tileKinds and tileKindOf, and the blocks of maps (tile_blocks.c). The points, nodes and cells of a collider are a range of an array;
// freeing it moves those behind down. An edit of cells wakes the bodies near it and makes the next
// step test their pairs.
#include "world.h"

#include <string.h>

// ----------------------------------------------------------------------------------------- chains

MicaError chain_check(const MicaChainDef *chain)
{
    if (chain == NULL || chain->points == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (chain->count < (chain->loop ? 3 : 2) || chain->count > MICA_MAX_PARTS) {
        return MICA_ERROR_POINT_COUNT;
    }
    if (!within(chain->radius, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    if (!(chain->radius == 0.0f || (chain->radius >= MIN_SIZE && chain->radius <= MAX_SIZE))) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    Vec2 last = chain->points[chain->count - 1];
    for (int32_t i = 0; i < chain->count; ++i) {
        Vec2 p = chain->points[i];
        if (!vec_within(p, 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!vec_within(p, MAX_COORDINATE)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
        if ((i > 0 || chain->loop) && !(length(sub(p, last)) >= MIN_SIZE)) {
            return MICA_ERROR_REPEATED_POINT;
        }
        last = p;
    }
    return MICA_ERROR_OK;
}

MicaCollider mica_chain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaChainDef *chain)
{
    world_enter(world);
    MicaCollider none = {0};
    MicaError error = world == NULL ? MICA_ERROR_NULL_ARGUMENT : chain_check(chain);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return none;
    }
    Memory *m = &world->host.memory;
    Chain record = {world->state.chainPoints.count,
                    chain->count,
                    chain->loop ? 1 : 0,
                    chain->oneSided ? 1 : 0,
                    world->state.chainNodes.count,
                    0};
    record.nodes = chain_node_count(&record);
    if (!ARRAY_RESERVE_RARELY(m, &world->state.chains, world->state.chains.count + 1) ||
        !ARRAY_RESERVE_RARELY(m, &world->state.chainPoints, record.first + record.count) ||
        !ARRAY_RESERVE_RARELY(m, &world->state.chainNodes, record.firstNode + record.nodes)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return none;
    }
    int32_t slot = 0;
    while (slot < world->state.chains.count && world->state.chains.data[slot].count > 0) {
        slot += 1;
    }
    MicaAABB box = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
    for (int32_t i = 0; i < chain->count; ++i) {
        Vec2 p = chain->points[i];
        box.lower = vec(min_f(box.lower.x, p.x), min_f(box.lower.y, p.y));
        box.upper = vec(max_f(box.upper.x, p.x), max_f(box.upper.y, p.y));
    }
    const Vec2 r = {chain->radius, chain->radius};
    MicaCollider made =
        collider_create_compound(world, body, def, MICA_SHAPE_CHAIN, slot, chain->radius,
                                 (MicaAABB){sub(box.lower, r), add(box.upper, r)});
    if (made.id != 0) {
        world->state.chains.count = max_i(world->state.chains.count, slot + 1);
        world->state.chains.data[slot] = record;
        memcpy(world->state.chainPoints.data + record.first, chain->points,
               sizeof(Vec2) * (size_t)record.count);
        world->state.chainPoints.count += record.count;
        world->state.chainNodes.count += record.nodes;
        chain_build_nodes(world, &record);
        layer_update_bounds(world, &world->state.colliders.data[MICA_SLOT(made)]);
    }
    return made;
}

// ------------------------------------------------------------------------------------------ tiles

static bool tile_ok(uint8_t tile)
{
    uint32_t kind = tile_kind(tile);
    return kind < MICA_TILE_KIND_COUNT && (tile & 0x80) == 0 &&
           (kind != MICA_TILE_EMPTY || tile == MICA_TILE_EMPTY);
}

static bool is_surface(float number, uint32_t sets, uint32_t bit, float minimum, float maximum)
{
    return (sets & bit) == 0 || (number >= minimum && number <= maximum);
}

static MicaError check_kinds(const MicaTilesDef *tiles)
{
    if (tiles->kindCount < 0 || tiles->kindCount > MICA_MAX_TILE_KINDS) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    if (tiles->kindCount > 0 && (tiles->kinds == NULL || tiles->kindOf == NULL)) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    int32_t last = -1;
    for (int32_t i = 0; i < tiles->kindCount; ++i) {
        const MicaTileKind *k = &tiles->kinds[i];
        if (k->number <= last || k->tile > UINT8_MAX || !tile_ok((uint8_t)k->tile) ||
            (k->sets & ~(uint32_t)MICA_TILE_SETS_ALL) != 0 ||
            !is_surface(k->friction, k->sets, MICA_TILE_SETS_FRICTION, 0.0f, MAX_FACTOR) ||
            !is_surface(k->restitution, k->sets, MICA_TILE_SETS_RESTITUTION, 0.0f, 1.0f) ||
            !is_surface(k->tangentSpeed, k->sets, MICA_TILE_SETS_TANGENT_SPEED, -MAX_SPEED,
                        MAX_SPEED)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
        if ((k->sets & MICA_TILE_SETS_LAYER) != 0 && (k->layer < 0 || k->layer >= LAYER_COUNT)) {
            return MICA_ERROR_BAD_LAYER;
        }
        last = k->number;
    }
    for (int32_t i = 0; tiles->kindCount > 0 && i < tiles->columns * tiles->rows; ++i) {
        if (tiles->kindOf[i] >= tiles->kindCount) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return MICA_ERROR_OK;
}

MicaError tiles_check(const MicaTilesDef *tiles)
{
    if (tiles == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!vec_within(tiles->cell, 3e38f) || !vec_within(tiles->origin, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    if (tiles->columns < 1 || tiles->rows < 1 || tiles->columns > MICA_MAX_PARTS ||
        tiles->rows > MICA_MAX_PARTS / tiles->columns ||
        !(tiles->cell.x >= 2.0f * MIN_SIZE && tiles->cell.y >= 2.0f * MIN_SIZE) ||
        !vec_within(tiles->cell, MAX_SIZE) || !vec_within(tiles->origin, MAX_COORDINATE) ||
        !(tiles->cell.x * (float)tiles->columns <= MAX_COORDINATE) ||
        !(tiles->cell.y * (float)tiles->rows <= MAX_COORDINATE)) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    bool plain = tiles->kindCount == 0 && tiles->cells != NULL;
    for (int32_t i = 0; plain && i < tiles->columns * tiles->rows; ++i) {
        if (!tile_ok(tiles->cells[i])) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return check_kinds(tiles);
}

// Appends the cells and kinds of a new map to the arrays of all maps, which have the capacity.
static TileMap add_cells(MicaWorld *world, const MicaTilesDef *tiles)
{
    int32_t cells = tiles->columns * tiles->rows, kinds = tiles->kindCount;
    TileMap map = {.first = world->state.tileCells.count,
                   .columns = tiles->columns,
                   .rows = tiles->rows,
                   .origin = tiles->origin,
                   .cell = tiles->cell,
                   .firstKind = world->state.tileKinds.count,
                   .kinds = kinds,
                   .firstKindOf = world->state.tileKindOf.count};
    for (int32_t i = 0; i < cells; ++i) {
        uint8_t cell = kinds > 0              ? (uint8_t)tiles->kinds[tiles->kindOf[i]].tile
                       : tiles->cells != NULL ? tiles->cells[i]
                                              : MICA_TILE_EMPTY;
        world->state.tileCells.data[map.first + i] = cell;
        map.triggers += (cell & MICA_TILE_TRIGGER) != 0 ? 1 : 0;
    }
    world->state.tileCells.count += cells;
    for (int32_t i = 0; i < kinds; ++i) {
        const MicaTileKind *k = &tiles->kinds[i];
        map.kindLayers |= (k->sets & MICA_TILE_SETS_LAYER) != 0 ? (uint64_t)1 << k->layer : 0;
    }
    if (kinds > 0) {
        memcpy(world->state.tileKinds.data + map.firstKind, tiles->kinds,
               sizeof(MicaTileKind) * (size_t)kinds);
        memcpy(world->state.tileKindOf.data + map.firstKindOf, tiles->kindOf,
               sizeof(uint16_t) * (size_t)cells);
        world->state.tileKinds.count += kinds;
        world->state.tileKindOf.count += cells;
    }
    return map;
}

void tile_map_note_layers(MicaWorld *world, MicaCollider collider)
{
    Collider *c = &world->state.colliders.data[MICA_SLOT(collider)];
    layer_update_bounds(world, c);
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        tree_move(collider_tree(world, c), MICA_SLOT(collider), c->box, collider_layers(world, c));
    }
}

MicaCollider mica_tiles_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaTilesDef *tiles)
{
    world_enter(world);
    MicaCollider none = {0};
    MicaError error = world == NULL ? MICA_ERROR_NULL_ARGUMENT : tiles_check(tiles);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return none;
    }
    Memory *m = &world->host.memory;
    int32_t cells = tiles->columns * tiles->rows;
    if (!ARRAY_RESERVE_RARELY(m, &world->state.tileMaps, world->state.tileMaps.count + 1) ||
        !ARRAY_RESERVE_RARELY(m, &world->state.tileCells, world->state.tileCells.count + cells) ||
        !tile_blocks_reserve(world, 1, tile_blocks_bytes(tiles->columns, tiles->rows)) ||
        (tiles->kindCount > 0 &&
         (!ARRAY_RESERVE_RARELY(m, &world->state.tileKinds,
                                world->state.tileKinds.count + tiles->kindCount) ||
          !ARRAY_RESERVE_RARELY(m, &world->state.tileKindOf,
                                world->state.tileKindOf.count + cells)))) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return none;
    }
    int32_t slot = 0;
    while (slot < world->state.tileMaps.count && world->state.tileMaps.data[slot].columns > 0) {
        slot += 1;
    }
    Vec2 size = {tiles->cell.x * (float)tiles->columns, tiles->cell.y * (float)tiles->rows};
    MicaCollider made =
        collider_create_compound(world, body, def, MICA_SHAPE_TILES, slot, 0.0f,
                                 (MicaAABB){tiles->origin, add(tiles->origin, size)});
    if (made.id != 0) {
        world->state.tileMaps.count = max_i(world->state.tileMaps.count, slot + 1);
        world->state.tileMaps.data[slot] = add_cells(world, tiles);
        tile_blocks_add(world, slot);
        tile_map_note_layers(world, made);
    }
    return made;
}

// The slot of a collider of this type, or NONE with the error recorded.
static int32_t slot_of(MicaWorld *world, MicaCollider collider, MicaShapeType type)
{
    int32_t slot = collider_slot(world, collider);
    if (slot != NONE && world->state.colliders.data[slot].type != type) {
        world_fail(world, MICA_ERROR_BAD_SHAPE);
        return NONE;
    }
    return slot;
}

// The map of a collider, or null with the error recorded.
static TileMap *map_of(MicaWorld *world, MicaCollider collider, int32_t *slot)
{
    *slot = slot_of(world, collider, MICA_SHAPE_TILES);
    return *slot == NONE ? NULL
                         : &world->state.tileMaps.data[world->state.colliders.data[*slot].polygon];
}

bool parts_wake_near(MicaWorld *world, const Collider *c, Vec2 low, Vec2 size)
{
    Transform t = world->state.transforms.data[c->body];
    Vec2 half = scale(0.5f, size);
    Vec2 middle = transform(t, add(low, half));
    Vec2 reach = {abs_f(t.q.c) * half.x + abs_f(t.q.s) * half.y + AABB_MARGIN,
                  abs_f(t.q.s) * half.x + abs_f(t.q.c) * half.y + AABB_MARGIN};
    world->scratch.queryHits.count = 0;
    tree_refit(&world->state.movingTree);
    if (!tree_query(&world->host.memory, &world->state.movingTree,
                    (MicaAABB){sub(middle, reach), add(middle, reach)}, ~(uint64_t)0,
                    &world->scratch.queryHits)) {
        return false;
    }
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        int32_t slot = world->scratch.queryHits.data[i];
        collider_search_pairs(world, slot);
        body_wake(world, world->state.colliders.data[slot].body);
    }
    return true;
}

// The index of the kind of that number, 0 in a map without kinds; NONE if a cell cannot hold `tile`.
static int32_t kind_of_number(const MicaWorld *world, const TileMap *map, int32_t tile)
{
    if (map->kinds == 0) {
        return tile >= 0 && tile <= UINT8_MAX && tile_ok((uint8_t)tile) ? 0 : NONE;
    }
    const MicaTileKind *kinds = world->state.tileKinds.data + map->firstKind;
    int32_t low = 0, high = map->kinds - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (kinds[middle].number < tile) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return kinds[low].number == tile ? low : NONE;
}

MicaError mica_tiles_fill(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row,
                          int32_t columns, int32_t rows, int32_t tile)
{
    world_enter(world);
    int32_t slot;
    TileMap *map = map_of(world, collider, &slot);
    if (map == NULL) {
        return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
    }
    if (map->terrain != 0) {
        return world_fail(world, MICA_ERROR_BAD_SHAPE);
    }
    if (column < 0 || row < 0 || columns < 1 || rows < 1 || columns > map->columns - column ||
        rows > map->rows - row || kind_of_number(world, map, tile) == NONE) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    Collider *c = &world->state.colliders.data[slot];
    Vec2 low = {map->origin.x + map->cell.x * (float)column,
                map->origin.y + map->cell.y * (float)row};
    if (!parts_wake_near(world, c, low,
                         vec(map->cell.x * (float)columns, map->cell.y * (float)rows))) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    int32_t kind = kind_of_number(world, map, tile);
    uint8_t cell = map->kinds > 0 ? (uint8_t)world->state.tileKinds.data[map->firstKind + kind].tile
                                  : (uint8_t)tile;
    if ((cell & MICA_TILE_TRIGGER) != 0 && (c->flags & COLLIDER_IN_TREE) != 0 &&
        (map->triggers == 0 || (c->sees & MICA_SEES_STATIC) != 0)) {
        // Static colliders near a new trigger cell do not look for pairs themselves, so the map has
        // to.
        collider_search_pairs(world, slot);
    }
    for (int32_t y = row; y < row + rows; ++y) {
        uint8_t *cells = world->state.tileCells.data + map->first + y * map->columns;
        for (int32_t x = column; x < column + columns; ++x) {
            map->triggers +=
                ((cell & MICA_TILE_TRIGGER) != 0) - ((cells[x] & MICA_TILE_TRIGGER) != 0);
            cells[x] = cell;
            if (map->kinds > 0) {
                world->state.tileKindOf.data[map->firstKindOf + y * map->columns + x] =
                    (uint16_t)kind;
            }
        }
    }
    tile_blocks_update(world, c->polygon, column, row, columns, rows);
    layer_update_bounds(world, c);
    // Materials, and cached manifolds of these cells and of their neighbours, whose exposed faces have
    // changed, are wrong although nothing moved.
    collider_edit_pairs(world, slot, EDIT_RECOMPUTE);
    return MICA_ERROR_OK;
}

int32_t mica_tiles_get(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row)
{
    int32_t slot;
    const TileMap *map = map_of(world, collider, &slot);
    if (map == NULL) {
        return -1;
    }
    if (column < 0 || row < 0 || column >= map->columns || row >= map->rows) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return -1;
    }
    return part_named(world, &world->state.colliders.data[slot], row * map->columns + column).tile;
}

// ---------------------------------------------------------------------------------------- reading

MicaError mica_collider_chain(MicaWorld *world, MicaCollider collider, MicaChainDef *out)
{
    int32_t slot = slot_of(world, collider, MICA_SHAPE_CHAIN);
    if (slot == NONE) {
        return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    const Collider *c = &world->state.colliders.data[slot];
    Chain chain = *collider_chain(world, c);
    *out = (MicaChainDef){world->state.chainPoints.data + chain.first, chain.count, chain.loop != 0,
                          chain.oneSided != 0, c->radius};
    return MICA_ERROR_OK;
}

MicaError mica_collider_tiles(MicaWorld *world, MicaCollider collider, MicaTilesDef *out)
{
    int32_t slot;
    const TileMap *map = map_of(world, collider, &slot);
    if (map == NULL) {
        return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
    }
    if (out == NULL || map->terrain != 0) {
        return world_fail(world, out == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
    }
    bool kinds = map->kinds > 0;
    *out = (MicaTilesDef){map->columns,
                          map->rows,
                          map->cell,
                          map->origin,
                          world->state.tileCells.data + map->first,
                          kinds ? world->state.tileKinds.data + map->firstKind : NULL,
                          map->kinds,
                          kinds ? world->state.tileKindOf.data + map->firstKindOf : NULL};
    return MICA_ERROR_OK;
}

// ---------------------------------------------------------------------------------------- freeing

// Moves the elements of an array behind a range of `count` from `first` on down over that range.
#define CLOSE_GAP(array, first, removed)                                                           \
    do {                                                                                           \
        int32_t rest = (array)->count - (first) - (removed);                                       \
        if (rest > 0) {                                                                            \
            memmove((array)->data + (first), (array)->data + (first) + (removed),                  \
                    sizeof *(array)->data * (size_t)rest);                                         \
        }                                                                                          \
        (array)->count -= (removed);                                                               \
    } while (0)

static void release_tiles(MicaWorld *world, int32_t slot)
{
    TileMap old = world->state.tileMaps.data[slot];
    tile_blocks_release(world, slot);
    if (old.terrain != 0) {
        terrain_release(world, &old);
        world->state.tileMaps.data[slot] = (TileMap){0};
        return;
    }
    int32_t cells = old.columns * old.rows, kindCells = old.kinds > 0 ? cells : 0;
    CLOSE_GAP(&world->state.tileCells, old.first, cells);
    if (old.kinds > 0) {
        CLOSE_GAP(&world->state.tileKinds, old.firstKind, old.kinds);
        CLOSE_GAP(&world->state.tileKindOf, old.firstKindOf, cells);
    }
    world->state.tileMaps.data[slot] = (TileMap){0};
    for (int32_t i = 0; i < world->state.tileMaps.count; ++i) {
        TileMap *map = &world->state.tileMaps.data[i];
        // By the cells, which every map has: those made later lie behind in all three arrays.
        bool behind = map->terrain == 0 && map->first > old.first;
        map->first -= behind ? cells : 0;
        map->firstKind -= behind ? old.kinds : 0;
        map->firstKindOf -= behind ? kindCells : 0;
    }
}

void parts_release(MicaWorld *world, Collider *c)
{
    if (c->type == MICA_SHAPE_CHAIN) {
        Chain old = *collider_chain(world, c);
        int32_t end = old.first + old.count, total = world->state.chainPoints.count;
        memmove(world->state.chainPoints.data + old.first, world->state.chainPoints.data + end,
                sizeof(Vec2) * (size_t)(total - end));
        world->state.chainPoints.count = total - old.count;
        int32_t endNode = old.firstNode + old.nodes, totalNodes = world->state.chainNodes.count;
        memmove(world->state.chainNodes.data + old.firstNode,
                world->state.chainNodes.data + endNode,
                sizeof(ChainNode) * (size_t)(totalNodes - endNode));
        world->state.chainNodes.count = totalNodes - old.nodes;
        world->state.chains.data[c->polygon] = (Chain){0};
        for (int32_t i = 0; i < world->state.chains.count; ++i) {
            Chain *chain = &world->state.chains.data[i];
            chain->first -= chain->first >= end ? old.count : 0;
            chain->firstNode -= chain->firstNode >= endNode ? old.nodes : 0;
        }
    } else {
        release_tiles(world, c->polygon);
    }
    c->polygon = NONE;
}
