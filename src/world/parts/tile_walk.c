// The walk over the cells of a tile map that a box may touch while it moves: column by column, in
// each column the rows that the box overlaps while it is over that column. Blocks without a cell of
// the kind that is looked for are skipped, columns and rows of them (tile_blocks.c), so that a walk
// costs what it finds and not what it is large. Called by parts.c; reads tile maps, their cells and
// blocks; writes the walk.
#include "world.h"

// The largest integer <= x, for |x| < 2^30.
static int32_t floor_of(float x)
{
    int32_t i = (int32_t)x;
    return (float)i > x ? i - 1 : i;
}

// The column, or row, of a place x from the origin: -1 and `count` outside of the map.
static int32_t cell_of(float x, float size, int32_t count, float border)
{
    float at = x / size, last = (float)count;
    if (border > 0.0f && at >= -border && at <= last + border) {
        at = clamp_f(at, 0.0f, last - 0.5f);
    }
    return floor_of(clamp_f(at, -1.0f, last));
}

uint8_t tile_bits_wanted(const Collider *c, const PartFilter *filter)
{
    uint8_t solid = filter->surface ? TILE_BLOCK_SURFACE : TILE_BLOCK_SOLID;
    if ((c->flags & COLLIDER_TRIGGER) != 0) {
        return filter->trigger != 0 ? (uint8_t)(solid | TILE_BLOCK_TRIGGER) : 0;
    }
    return (uint8_t)((filter->solid != 0 ? solid : 0) |
                     (filter->trigger != 0 ? TILE_BLOCK_TRIGGER : 0));
}

bool tile_is_visited(const MicaWorld *world, const Collider *c, const TileMap *map, int32_t column,
                     int32_t row, const PartFilter *filter)
{
    uint8_t cell = tile_cell_at(world, map, column, row);
    bool trigger = (c->flags & COLLIDER_TRIGGER) != 0 || (cell & MICA_TILE_TRIGGER) != 0;
    uint64_t layers = trigger ? filter->trigger : filter->solid;
    if (cell == MICA_TILE_EMPTY || layers == 0) {
        return false;
    }
    int32_t part = row * map->columns + column;
    return (map->kindLayers == 0 || (layers >> part_layer(world, c, part) & 1) != 0) &&
           !(filter->surface && part_internal_faces(world, c, part) == 15);
}

// A range of rows, empty if the first is above the last.
typedef struct Rows {
    int32_t first, last;
} Rows;

// The rows that the box overlaps while its motion, up to the walk's limit, takes it over a range of
// columns. False if it gets there only beyond a limit that was lowered.
static bool rows_over(const PartWalk *walk, const TileMap *map, int32_t left, int32_t right,
                      Rows *rows)
{
    float border = tile_border(map);
    float x0 = ((float)left - (left == 0 ? border : 0.0f)) * map->cell.x,
          x1 = ((float)right + (right == map->columns - 1 ? border : 0.0f)) * map->cell.x +
               map->cell.x;
    float from = 0.0f, to = walk->limit, vx = walk->motion.x;
    if (vx != 0.0f) {
        float a = (x0 - walk->box.upper.x) / vx, b = (x1 - walk->box.lower.x) / vx;
        if (walk->limit < 1.0f && min_f(a, b) > walk->limit) {
            return false;
        }
        from = clamp_f(min_f(a, b), 0.0f, walk->limit);
        to = clamp_f(max_f(a, b), 0.0f, walk->limit);
    }
    float y0 = from * walk->motion.y, y1 = to * walk->motion.y;
    float low = walk->box.lower.y + min_f(y0, y1), high = walk->box.upper.y + max_f(y0, y1);
    *rows = (Rows){max_i(cell_of(low, map->cell.y, map->rows, border), 0),
                   min_i(cell_of(high, map->cell.y, map->rows, border), map->rows - 1)};
    return true;
}

// Longer ranges of cells than this are worth looking at blocks.
#define FEW_CELLS 4

void tile_walk_begin(PartWalk *walk)
{
    const TileMap *map = collider_tile_map(walk->world, walk->collider);
    // Move the box to the map's origin and enlarge it by more than rounding errors.
    const Vec2 margin = scale(1e-4f, map->cell);
    walk->box.lower = sub(sub(walk->box.lower, map->origin), margin);
    walk->box.upper = add(sub(walk->box.upper, map->origin), margin);
    float low = walk->box.lower.x + min_f(walk->motion.x, 0.0f),
          high = walk->box.upper.x + max_f(walk->motion.x, 0.0f),
          height = walk->box.upper.y - walk->box.lower.y + abs_f(walk->motion.y);
    walk->column = max_i(cell_of(low, map->cell.x, map->columns, tile_border(map)), 0) - 1;
    walk->lastColumn =
        min_i(cell_of(high, map->cell.x, map->columns, tile_border(map)), map->columns - 1);
    walk->row = walk->lastRow = 0;
    walk->stepX = walk->stepY = 1;
    walk->limit = 1.0f;
    walk->wanted = tile_bits_wanted(walk->collider, &walk->filter);
    walk->skipsBlocks =
        walk->lastColumn - walk->column > FEW_CELLS || height > (float)FEW_CELLS * map->cell.y;
}

// A walk through more cells than this leaves out those that a long shape is far from.
#define MANY_CELLS 1024.0f
// A shape is long if it is so many times as long as wide.
#define LONG_SHAPE 8.0f

bool parts_are_many(const MicaWorld *world, const Collider *c, MicaAABB box)
{
    if (c->type != MICA_SHAPE_TILES) {
        return false;
    }
    Vec2 cell = collider_tile_map(world, c)->cell, size = sub(box.upper, box.lower);
    return size.x * size.y > MANY_CELLS * cell.x * cell.y;
}

bool parts_follow_shape(const Geometry *shape, Transform t, float margin, MicaAABB *box,
                        Vec2 *motion)
{
    Vec2 along = {0.0f, 0.0f};
    float low = 3e38f, high = -3e38f, right = 3e38f, left = -3e38f, length = 0.0f;
    int32_t count = shape->type == MICA_SHAPE_POLYGON ? shape->count : 2;
    Vec2 points[MICA_MAX_POLYGON_POINTS] = {shape->a, shape->b};
    for (int32_t i = 0; shape->type == MICA_SHAPE_POLYGON && i < count; ++i) {
        points[i] = vec(shape->polygon->x[i], shape->polygon->y[i]);
    }
    for (int32_t i = 0; i < count; ++i) {
        Vec2 edge = sub(points[i + 1 < count ? i + 1 : 0], points[i]);
        if (dot(edge, edge) > length * length) {
            along = normalize(edge, &length);
        }
    }
    if (shape->type == MICA_SHAPE_CIRCLE || !(length > 0.0f)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        float s = dot(points[i], along), n = cross(along, points[i]);
        low = min_f(low, s);
        high = max_f(high, s);
        right = min_f(right, n);
        left = max_f(left, n);
    }
    float reach = shape->radius + margin;
    if (!(high - low > LONG_SHAPE * (left - right + 2.0f * reach))) {
        return false;
    }
    Vec2 across = left_perp(along), end = scale(low, along),
         a = transform(t, mul_add(end, right, across)),
         b = transform(t, mul_add(end, left, across));
    *box = (MicaAABB){{min_f(a.x, b.x) - reach, min_f(a.y, b.y) - reach},
                      {max_f(a.x, b.x) + reach, max_f(a.y, b.y) + reach}};
    *motion = rotate(t.q, scale(high - low, along));
    return true;
}

bool tile_is_in_box(const MicaWorld *world, const Collider *c, MicaAABB box, int32_t column,
                    int32_t row)
{
    PartWalk walk;
    Rows rows;
    parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_all(ALL_LAYERS));
    return column > walk.column && column <= walk.lastColumn &&
           rows_over(&walk, collider_tile_map(world, c), column, column, &rows) &&
           row >= rows.first && row <= rows.last;
}

void parts_follow_motion(PartWalk *walk)
{
    if (walk->collider->type == MICA_SHAPE_CHAIN) {
        chain_walk_follow_motion(walk);
    }
    if (walk->collider->type != MICA_SHAPE_TILES) {
        return;
    }
    walk->ordered = true;
    walk->stepY = walk->motion.y < 0.0f ? -1 : 1;
    if (walk->motion.x < 0.0f) {
        int32_t first = walk->column + 1;
        walk->stepX = -1;
        walk->column = walk->lastColumn + 1;
        walk->lastColumn = first;
    }
}

void parts_skip_enclosed(PartWalk *walk)
{
    if (walk->collider->type == MICA_SHAPE_TILES && (walk->wanted & TILE_BLOCK_SOLID) != 0) {
        walk->wanted = (uint8_t)((walk->wanted & ~TILE_BLOCK_SOLID) | TILE_BLOCK_SURFACE);
    }
}

static bool is_over(int32_t at, int32_t last, int32_t step)
{
    return step > 0 ? at >= last : at <= last;
}

// Sets the rows of the walk's column; false if the box is not over it within the limit.
static bool set_rows(PartWalk *walk, const TileMap *map)
{
    Rows rows;
    if (!rows_over(walk, map, walk->column, walk->column, &rows)) {
        return false;
    }
    walk->row = walk->stepY > 0 ? rows.first - 1 : rows.last + 1;
    walk->lastRow = walk->stepY > 0 ? rows.last : rows.first;
    return true;
}

void parts_shorten(PartWalk *walk, float limit)
{
    if (walk->collider->type == MICA_SHAPE_TILES && walk->ordered && limit < walk->limit) {
        int32_t row = walk->row;
        walk->limit = limit;
        if (set_rows(walk, collider_tile_map(walk->world, walk->collider))) {
            walk->row = row;
        }
    }
    if (walk->collider->type == MICA_SHAPE_CHAIN && walk->follows) {
        chain_walk_shorten(walk, limit);
    }
}

bool parts_precedes(const MicaWorld *world, const Collider *c, int32_t a, int32_t b)
{
    if (c->type != MICA_SHAPE_TILES) {
        return a < b;
    }
    int32_t columns = collider_tile_map(world, c)->columns, columnA = a % columns,
            columnB = b % columns;
    return columnA < columnB || (columnA == columnB && a < b);
}

// Whether the block of a level that has a cell may have cells that the walk looks for.
static inline bool block_has_any(const PartWalk *walk, const TileMap *map, const TileBlocks *blocks,
                                 int32_t level, int32_t column, int32_t row)
{
    int32_t shift = TILE_BLOCK_SHIFT * level,
            index = (row >> shift) * tile_blocks_across(map->columns, level) + (column >> shift);
    return (walk->world->state.tileBlockBits.data[blocks->starts[level] + index] & walk->wanted) !=
           0;
}

// The highest level, `lowest` or above, whose block of that cell has nothing, or lowest - 1.
static int32_t empty_level(const PartWalk *walk, const TileMap *map, const TileBlocks *blocks,
                           int32_t lowest, int32_t column, int32_t row)
{
    int32_t level = lowest;
    while (level <= blocks->top && !block_has_any(walk, map, blocks, level, column, row)) {
        level += 1;
    }
    return level - 1;
}

// The last cell, along the step, of a block that has `cell`.
static int32_t block_end(int32_t cell, int32_t level, int32_t step)
{
    int32_t shift = TILE_BLOCK_SHIFT * level, first = cell >> shift << shift;
    return step > 0 ? first + (1 << shift) - 1 : first;
}

// Whether no block of a level in the column of blocks that has `column` has anything in these rows.
static bool blocks_are_empty(const PartWalk *walk, const TileMap *map, const TileBlocks *blocks,
                             int32_t level, int32_t column, Rows rows)
{
    for (int32_t row = rows.first; row <= rows.last;) {
        int32_t empty = empty_level(walk, map, blocks, level, column, row);
        if (empty < level) {
            return false;
        }
        row = block_end(row, empty, 1) + 1;
    }
    return true;
}

// Skips columns of blocks that have nothing where the box passes. Leaves the walk at the last
// column that needs no look.
static void skip_columns(PartWalk *walk, const TileMap *map)
{
    const TileBlocks *blocks = &walk->world->state.tileBlocks.data[walk->collider->polygon];
    int32_t step = walk->stepX;
    while (!is_over(walk->column, walk->lastColumn, step)) {
        int32_t next = walk->column + step, level = 0, end = next;
        // From the largest block that begins here downwards; at first, from the largest of all.
        while (level < blocks->top &&
               (!walk->entered || next == block_end(next, level + 1, -step))) {
            level += 1;
        }
        walk->entered = true;
        for (; level > 0; --level) {
            Rows rows;
            end = block_end(next, level, step);
            end = step > 0 ? min_i(end, walk->lastColumn) : max_i(end, walk->lastColumn);
            if (!rows_over(walk, map, min_i(next, end), max_i(next, end), &rows) ||
                blocks_are_empty(walk, map, blocks, level, next, rows)) {
                break;
            }
        }
        if (level == 0) {
            return;
        }
        walk->column = end;
    }
}

// Skips blocks of the column that have nothing. Leaves the walk at the last row that needs no look.
static void skip_rows(PartWalk *walk, const TileMap *map)
{
    const TileBlocks *blocks = &walk->world->state.tileBlocks.data[walk->collider->polygon];
    while (!is_over(walk->row, walk->lastRow, walk->stepY)) {
        int32_t next = walk->row + walk->stepY,
                level = empty_level(walk, map, blocks, 1, walk->column, next);
        if (level == 0) {
            return;
        }
        int32_t end = block_end(next, level, walk->stepY);
        walk->row = walk->stepY > 0 ? min_i(end, walk->lastRow) : max_i(end, walk->lastRow);
    }
}

int32_t tile_walk_next(PartWalk *walk)
{
    const TileMap *map = collider_tile_map(walk->world, walk->collider);
    for (;;) {
        if (walk->skipsBlocks && !is_over(walk->row, walk->lastRow, walk->stepY)) {
            skip_rows(walk, map);
        }
        while (is_over(walk->row, walk->lastRow, walk->stepY)) {
            if (walk->skipsBlocks) {
                skip_columns(walk, map);
            }
            if (is_over(walk->column, walk->lastColumn, walk->stepX)) {
                return NONE;
            }
            walk->column += walk->stepX;
            if (!set_rows(walk, map)) {
                walk->column = walk->lastColumn;
                return NONE;
            }
            if (walk->skipsBlocks) {
                skip_rows(walk, map);
            }
        }
        walk->row += walk->stepY;
        if (tile_is_visited(walk->world, walk->collider, map, walk->column, walk->row,
                            &walk->filter)) {
            return walk->row * map->columns + walk->column;
        }
    }
}
