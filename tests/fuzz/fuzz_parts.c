// Chains and maps of tiles: made, read, edited.
#include "fuzz.h"

#define MAX_POINTS 20
#define MAX_CELLS 64

static void create_chain(Input *in, MicaWorld *world, MicaBody body, const MicaColliderDef *def)
{
    uint32_t b = read_byte(in);
    int32_t count = (int32_t)(b % MAX_POINTS);
    MicaVec2 points[MAX_POINTS];
    MicaVec2 at = read_vec(in);
    for (int32_t i = 0; i < count; i++) {
        MicaVec2 way = b & 32 ? (MicaVec2){0.5f, 0.1f * (float)(i % 3)} : read_vec(in);
        at = (MicaVec2){at.x + way.x, at.y + way.y};
        points[i] = at;
    }
    count = b == 255 ? (int32_t)read_word(in) % 2 : count;
    MicaChainDef chain = {.points = points,
                          .count = count,
                          .loop = (b & 64) != 0,
                          .oneSided = (b & 128) != 0,
                          .radius = b % 7 == 0 ? read_float(in) : 0.0f};
    CALL(world, mica_chain_create(world, body, def, &chain));
}

static uint8_t read_tile(Input *in)
{
    uint32_t b = read_byte(in);
    return (uint8_t)(b >= 250 ? read_byte(in)
                              : b % MICA_TILE_KIND_COUNT | (b % 5 == 4 ? MICA_TILE_ONE_WAY : 0u) |
                                    (b % 11 == 10 ? MICA_TILE_TRIGGER : 0u));
}

// Kinds of ascending numbers, at times a number twice or a surface out of range.
static int32_t read_kinds(Input *in, MicaTileKind *kinds, int32_t capacity)
{
    int32_t count = (int32_t)read_byte(in) % capacity + 1, number = 0;
    for (int32_t i = 0; i < count; i++) {
        uint32_t b = read_byte(in);
        uint8_t tile = read_tile(in);
        number += (int32_t)(b % 31 + (b == 255 ? 0 : 1));
        kinds[i] = (MicaTileKind){.number = number,
                                  .tile = tile,
                                  .sets = b % 16,
                                  .friction = b >= 250 ? read_float(in) : (float)(b % 3) * 0.5f,
                                  .restitution = (float)(b % 5) * 0.25f,
                                  .tangentSpeed = (float)(b % 7) - 3.0f,
                                  .layer = b == 251 ? 64 : (int32_t)(b % 4)};
    }
    return count;
}

static void create_tiles(Input *in, MicaWorld *world, MicaBody body, const MicaColliderDef *def)
{
    uint32_t b = read_byte(in);
    uint8_t cells[MAX_CELLS];
    MicaTilesDef tiles = {.columns = (int32_t)(b % 8 + 1),
                          .rows = (int32_t)(b / 8 % 8 + 1),
                          .cell = {0.5f, 0.5f},
                          .origin = read_vec(in)};
    if (b & 64) {
        tiles.cell = read_vec(in);
    }
    if (b & 128) {
        for (int32_t i = 0; i < tiles.columns * tiles.rows; i++) {
            cells[i] = read_tile(in);
        }
        tiles.cells = cells;
    } else if (b >= 126) {
        tiles.columns = (int32_t)read_word(in);
    }
    MicaTileKind kinds[4];
    uint16_t kindOf[MAX_CELLS];
    if (b % 3 == 0 && tiles.columns <= 8) {
        tiles.kindCount = read_kinds(in, kinds, 4);
        for (int32_t i = 0; i < MAX_CELLS; i++) {
            kindOf[i] = (uint16_t)(read_byte(in) % (uint32_t)tiles.kindCount);
        }
        tiles.kinds = kinds;
        tiles.kindOf = kindOf;
    }
    CALL(world, mica_tiles_create(world, body, def, &tiles));
}

void create_parts(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    MicaColliderDef def = read_material(in);
    if (read_byte(in) & 1) {
        create_chain(in, world, body, &def);
    } else {
        create_tiles(in, world, body, &def);
    }
}

// The first map there is; parts are few among the colliders.
static MicaCollider find_map(MicaWorld *world, MicaTilesDef *tiles)
{
    int32_t live = mica_world_counters(world).colliders;
    for (int32_t i = 0; i <= live; i++) {
        MicaCollider collider = mica_collider_at(world, i);
        if (collider.id != 0 && mica_collider_tiles(world, collider, tiles) == MICA_ERROR_OK) {
            return collider;
        }
    }
    return (MicaCollider){0};
}

static int32_t cell_read(const MicaTilesDef *tiles, int32_t at)
{
    return tiles->kindCount > 0 ? tiles->kinds[tiles->kindOf[at]].number : tiles->cells[at];
}

void change_parts(Input *in, MicaWorld *world)
{
    MicaTilesDef tiles = {0};
    uint32_t b = read_byte(in);
    MicaCollider map = b & 128 ? read_collider(in, world) : find_map(world, &tiles);
    int32_t column = (int32_t)read_byte(in) % 10 - 1, row = (int32_t)read_byte(in) % 10 - 1;
    int32_t columns = (int32_t)(b % 4), rows = (int32_t)(b / 4 % 4);
    if (b % 64 == 63) {  // sums that overflow
        columns = (int32_t)read_word(in);
        rows = (int32_t)read_word(in);
    } else if (tiles.columns > 0 && column >= 0 && row >= 0) {
        column %= tiles.columns;
        row %= tiles.rows;
    }
    int32_t tile = read_tile(in);
    if (tiles.kindCount > 0 && tile % 4 != 3) {
        tile = tiles.kinds[tile % tiles.kindCount].number;
    }
    CALL(world, mica_tiles_fill(world, map, column, row, columns, rows, tile));
    int32_t now = -1;
    CALL(world, now = mica_tiles_get(world, map, column, row));
    MicaChainDef chain;
    CALL(world, mica_collider_chain(world, map, &chain));
    if (now >= 0 && (mica_collider_tiles(world, map, &tiles) != MICA_ERROR_OK ||
                     cell_read(&tiles, row * tiles.columns + column) != now)) {
        fail("a cell is read in two ways");
    }
}
