// The blocks of tile maps: for each map a pyramid of bytes that say what kinds of cells a square of
// cells has, so that walks and searches skip empty space, and the inside of full ground, by whole
// squares. They follow from the cells: parts_edit.c makes, updates and frees them, state.c makes
// them anew for a copied state. Reads tileMaps, tileCells and tileKindOf, writes tileBlocks and
// tileBlockBits.
#include "world.h"

#include <string.h>

// The blocks of a map of that size, if they start at `first`.
static TileBlocks blocks_make(int32_t columns, int32_t rows, int32_t first)
{
    TileBlocks blocks = {.starts = {first}};
    int32_t across, up;
    do {
        blocks.top += 1;
        across = tile_blocks_across(columns, blocks.top);
        up = tile_blocks_across(rows, blocks.top);
        blocks.starts[blocks.top] = first + blocks.count;
        blocks.count += across * up;
    } while (across * up > 1);
    return blocks;
}

// Whether a full cell lies amid eight full cells. In a map whose kinds have layers, of its kind: then
// they are of its layer, too.
static bool is_enclosed(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row)
{
    if (column < 1 || row < 1 || column > map->columns - 2 || row > map->rows - 2) {
        return false;
    }
    int32_t here = row * map->columns + column;
    const uint8_t *cells = world->state.tileCells.data + map->first;
    const uint16_t *kindOf =
        map->kindLayers != 0 ? world->state.tileKindOf.data + map->firstKindOf : NULL;
    for (int32_t k = 0; k < 9; ++k) {
        int32_t other = here + (k / 3 - 1) * map->columns + k % 3 - 1;
        if (cells[other] != MICA_TILE_FULL || (kindOf != NULL && kindOf[other] != kindOf[here])) {
            return false;
        }
    }
    return true;
}

static uint8_t cell_bits(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row)
{
    uint8_t cell = tile_cell_at(world, map, column, row);
    if (cell == MICA_TILE_EMPTY) {
        return 0;
    }
    if ((cell & MICA_TILE_TRIGGER) != 0) {
        return TILE_BLOCK_TRIGGER;
    }
    bool enclosed = cell == MICA_TILE_FULL && is_enclosed(world, map, column, row);
    return enclosed ? TILE_BLOCK_SOLID : TILE_BLOCK_SOLID | TILE_BLOCK_SURFACE;
}

// The bits of all cells, or all blocks of the level below, in a block.
static uint8_t gather_bits(const MicaWorld *world, const TileMap *map, const TileBlocks *blocks,
                           int32_t level, int32_t x, int32_t y)
{
    int32_t across = tile_blocks_across(map->columns, level - 1),
            up = tile_blocks_across(map->rows, level - 1), firstX = x << TILE_BLOCK_SHIFT,
            firstY = y << TILE_BLOCK_SHIFT;
    int32_t endX = min_i(firstX + (1 << TILE_BLOCK_SHIFT), across),
            endY = min_i(firstY + (1 << TILE_BLOCK_SHIFT), up);
    const uint8_t *below = world->state.tileBlockBits.data + blocks->starts[level - 1];
    uint8_t bits = 0;
    if (level == 1 && map->terrain != 0) {
        return terrain_block_bits(world, map, x, y);
    }
    for (int32_t row = firstY; row < endY; ++row) {
        for (int32_t column = firstX; column < endX; ++column) {
            bits |= level == 1 ? cell_bits(world, map, column, row) : below[row * across + column];
        }
    }
    return bits;
}

void tile_blocks_update(MicaWorld *world, int32_t slot, int32_t column, int32_t row,
                        int32_t columns, int32_t rows)
{
    const TileMap *map = &world->state.tileMaps.data[slot];
    const TileBlocks *blocks = &world->state.tileBlocks.data[slot];
    // Whether a cell is enclosed depends on those beside it.
    int32_t left = max_i(column - 1, 0), right = min_i(column + columns, map->columns - 1),
            bottom = max_i(row - 1, 0), top = min_i(row + rows, map->rows - 1);
    for (int32_t level = 1; level <= blocks->top; ++level) {
        int32_t shift = TILE_BLOCK_SHIFT * level, across = tile_blocks_across(map->columns, level);
        uint8_t *bits = world->state.tileBlockBits.data + blocks->starts[level];
        for (int32_t y = bottom >> shift; y <= top >> shift; ++y) {
            for (int32_t x = left >> shift; x <= right >> shift; ++x) {
                bits[y * across + x] = gather_bits(world, map, blocks, level, x, y);
            }
        }
    }
}

int32_t tile_blocks_bytes(int32_t columns, int32_t rows)
{
    return blocks_make(columns, rows, 0).count;
}

bool tile_blocks_reserve(MicaWorld *world, int32_t maps, int32_t bytes)
{
    Memory *m = &world->host.memory;
    return ARRAY_RESERVE_RARELY(m, &world->state.tileBlocks, world->state.tileMaps.count + maps) &&
           ARRAY_RESERVE_RARELY(m, &world->state.tileBlockBits,
                                world->state.tileBlockBits.count + bytes);
}

void tile_blocks_add(MicaWorld *world, int32_t slot)
{
    const TileMap *map = &world->state.tileMaps.data[slot];
    TileBlocks blocks = blocks_make(map->columns, map->rows, world->state.tileBlockBits.count);
    world->state.tileBlocks.count = max_i(world->state.tileBlocks.count, slot + 1);
    world->state.tileBlocks.data[slot] = blocks;
    world->state.tileBlockBits.count += blocks.count;
    tile_blocks_update(world, slot, 0, 0, map->columns, map->rows);
}

void tile_blocks_release(MicaWorld *world, int32_t slot)
{
    TileBlocks old = world->state.tileBlocks.data[slot];
    uint8_t *bits = world->state.tileBlockBits.data;
    int32_t end = old.starts[0] + old.count, total = world->state.tileBlockBits.count;
    memmove(bits + old.starts[0], bits + end, (size_t)(total - end));
    world->state.tileBlockBits.count = total - old.count;
    world->state.tileBlocks.data[slot] = (TileBlocks){0};
    for (int32_t i = 0; i < world->state.tileBlocks.count; ++i) {
        TileBlocks *blocks = &world->state.tileBlocks.data[i];
        bool behind = blocks->top > 0 && blocks->starts[0] >= end;
        for (int32_t level = 0; behind && level <= blocks->top; ++level) {
            blocks->starts[level] -= old.count;
        }
    }
}

bool tile_blocks_are_right(const MicaWorld *world, int32_t slot)
{
    const TileMap *map = &world->state.tileMaps.data[slot];
    if (slot >= world->state.tileBlocks.count) {
        return false;
    }
    const TileBlocks *blocks = &world->state.tileBlocks.data[slot];
    TileBlocks wanted = blocks_make(map->columns, map->rows, blocks->starts[0]);
    if (memcmp(blocks, &wanted, sizeof wanted) != 0 || blocks->starts[0] < 0 ||
        blocks->count > world->state.tileBlockBits.count - blocks->starts[0]) {
        return false;
    }
    for (int32_t level = 1; level <= blocks->top; ++level) {
        int32_t across = tile_blocks_across(map->columns, level),
                up = tile_blocks_across(map->rows, level);
        const uint8_t *bits = world->state.tileBlockBits.data + blocks->starts[level];
        for (int32_t i = 0; i < across * up; ++i) {
            if (bits[i] != gather_bits(world, map, blocks, level, i % across, i / across)) {
                return false;
            }
        }
    }
    return true;
}

bool tile_blocks_reserve_copy(MicaWorld *to, const WorldState *from)
{
    int32_t bytes = 0;
    for (int32_t i = 0; i < from->tileMaps.count; ++i) {
        const TileMap *map = &from->tileMaps.data[i];
        bytes += map->columns > 0 ? tile_blocks_bytes(map->columns, map->rows) : 0;
    }
    Memory *m = &to->host.memory;
    return ARRAY_RESERVE_RARELY(m, &to->state.tileBlocks, from->tileMaps.count) &&
           ARRAY_RESERVE_RARELY(m, &to->state.tileBlockBits, bytes);
}

void tile_blocks_rebuild(MicaWorld *world)
{
    world->state.tileBlocks.count = world->state.tileBlockBits.count = 0;
    for (int32_t i = 0; i < world->state.tileMaps.count; ++i) {
        if (world->state.tileMaps.data[i].columns > 0) {
            tile_blocks_add(world, i);
        } else {
            world->state.tileBlocks.count = i + 1;
            world->state.tileBlocks.data[i] = (TileBlocks){0};
        }
    }
}
