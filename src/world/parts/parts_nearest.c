// Searches from a point outwards through the parts of a chain or a tile map, and the nearest point
// of a map's surface. Both have a pyramid of boxes: a chain that of its nodes, a map that of its
// blocks (tile_blocks.c). A search visits the nearest box first and leaves out those beyond what the
// caller has found, so that it costs what lies near and not what the collider is large. Called by
// queries; reads colliders, chains, tile maps and transforms, writes the search.
#include "world.h"

#include <string.h>

// A stack entry is a key of 64 bits, as in tree_cast.c. The upper half is the distance: the bits of
// a positive float sort like an integer. The lower half is an index times 16, plus a level. Of a
// map: block by rows, level of blocks; of a chain: node, level of nodes + 1. Level 0: a part.
static uint64_t key_make(float distance, int32_t index, int32_t level)
{
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 32 | (uint32_t)index << 4 | (uint32_t)level;
}

static float key_distance(uint64_t key)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float distance;
    memcpy(&distance, &bits, sizeof distance);
    return distance;
}

// At least 0, also for NaN.
static float distance_to_box(Vec2 p, Vec2 lower, Vec2 upper)
{
    float x = max_f(0.0f, max_f(lower.x - p.x, p.x - upper.x)),
          y = max_f(0.0f, max_f(lower.y - p.y, p.y - upper.y));
    return sqrtf(x * x + y * y);
}

// Puts a child above those of its siblings, from `first` on, that are further away. Of equals the
// first pushed comes off the stack first.
static void push_sorted(PartSearch *search, int32_t first, uint64_t key)
{
    int32_t place = search->depth++;
    while (place > first && key >> 32 >= search->stack[place - 1] >> 32) {
        search->stack[place] = search->stack[place - 1];
        place -= 1;
    }
    search->stack[place] = key;
}

// Pushes the blocks or cells of a map's block that may have what is looked for within the limit.
static void push_cells(PartSearch *search, int32_t level, int32_t index, float limit)
{
    const TileMap *map = collider_tile_map(search->world, search->collider);
    const TileBlocks *blocks = &search->world->state.tileBlocks.data[search->collider->polygon];
    int32_t across = tile_blocks_across(map->columns, level), first = search->depth,
            y = index / across, x = index - y * across, below = level - 1,
            width = tile_blocks_across(map->columns, below),
            height = tile_blocks_across(map->rows, below), shift = TILE_BLOCK_SHIFT * below;
    uint8_t wanted = tile_bits_wanted(search->collider, &search->filter);
    const uint8_t *bits = search->world->state.tileBlockBits.data + blocks->starts[below],
                  *cells = search->world->state.tileCells.data + map->first;
    for (int32_t k = 0; k < 1 << 2 * TILE_BLOCK_SHIFT; ++k) {
        int32_t column = (x << TILE_BLOCK_SHIFT) + (k & 3),
                row = (y << TILE_BLOCK_SHIFT) + (k >> 2);
        if (column >= width || row >= height) {
            continue;
        }
        int32_t child = row * width + column;
        bool has = below > 0           ? (bits[child] & wanted) != 0
                   : map->terrain != 0 ? terrain_tile(search->world, map, column, row) != 0
                                       : cells[child] != MICA_TILE_EMPTY;
        if (!has) {
            continue;
        }
        Vec2 lower = {tile_line_x(map, column << shift), tile_line_y(map, row << shift)},
             upper = {tile_line_x(map, (column + 1) << shift),
                      tile_line_y(map, (row + 1) << shift)};
        float distance = distance_to_box(search->point, lower, upper);
        if (distance <= limit) {
            push_sorted(search, first, key_make(distance, child, below));
        }
    }
}

// The same for the boxes of a chain's node, or the segments of its runs.
static void push_segments(PartSearch *search, int32_t level, int32_t index, float limit)
{
    const Chain *chain = collider_chain(search->world, search->collider);
    int32_t segments = chain->loop ? chain->count : chain->count - 1, runs = (segments + 3) >> 2,
            start = chain->firstNode, first = search->depth;
    const Vec2 *points = search->world->state.chainPoints.data + chain->first;
    for (int32_t k = 0; k < level - 1; ++k) {
        start += chain_level_nodes(runs, k);
    }
    const ChainNode *n = &search->world->state.chainNodes.data[start + index];
    for (int32_t lane = 0; lane < 4; ++lane) {
        float distance = distance_to_box(search->point, vec(n->lx[lane], n->ly[lane]),
                                         vec(n->ux[lane], n->uy[lane]));
        int32_t child = 4 * index + lane;
        if (!(distance <= limit)) {
            continue;
        }
        if (level > 1) {
            push_sorted(search, first, key_make(distance, child, level - 1));
            continue;
        }
        for (int32_t i = 4 * child; i < min_i(4 * child + 4, segments); ++i) {
            Vec2 a = points[i], b = points[i + 1 < chain->count ? i + 1 : 0];
            distance = distance_to_box(search->point, vec(min_f(a.x, b.x), min_f(a.y, b.y)),
                                       vec(max_f(a.x, b.x), max_f(a.y, b.y)));
            if (distance <= limit) {
                push_sorted(search, first, key_make(distance, i, 0));
            }
        }
    }
}

static int32_t top_level(const MicaWorld *world, const Collider *c)
{
    if (c->type == MICA_SHAPE_TILES) {
        return world->state.tileBlocks.data[c->polygon].top;
    }
    if (c->type != MICA_SHAPE_CHAIN) {
        return 0;
    }
    const Chain *chain = collider_chain(world, c);
    int32_t runs = ((chain->loop ? chain->count : chain->count - 1) + 3) >> 2, level = 0;
    while (chain_level_nodes(runs, level) > 1) {
        level += 1;
    }
    return level + 1;
}

void part_search_begin(PartSearch *search, const MicaWorld *world, const Collider *c, Vec2 point,
                       PartFilter filter)
{
    search->world = world;
    search->collider = c;
    search->point = untransform(world->state.transforms.data[c->body], point);
    search->filter = filter;
    search->depth = 0;
    Vec2 cell = c->type == MICA_SHAPE_TILES ? collider_tile_map(world, c)->cell : vec(0.0f, 0.0f);
    search->margin = c->radius + 1e-4f * max_f(cell.x, cell.y) +
                     2e-6f * (abs_f(point.x) + abs_f(point.y) + abs_f(search->point.x) +
                              abs_f(search->point.y) + c->reach);
    bool trigger = (c->flags & COLLIDER_TRIGGER) != 0;
    if (c->type == MICA_SHAPE_TILES || (trigger ? filter.trigger : filter.solid) != 0) {
        search->stack[search->depth++] = key_make(0.0f, 0, top_level(world, c));
    }
}

int32_t part_search_next(PartSearch *search, float limit)
{
    const Collider *c = search->collider;
    limit += search->margin;
    while (search->depth > 0) {
        uint64_t key = search->stack[--search->depth];
        int32_t level = (int32_t)(key & 15), index = (int32_t)((uint32_t)key >> 4);
        if (key_distance(key) > limit) {
            continue;
        }
        if (level == 0) {
            if (part_is_visited(search->world, c, index, search->filter)) {
                return index;
            }
        } else if (c->type == MICA_SHAPE_TILES) {
            push_cells(search, level, index, limit);
        } else {
            push_segments(search, level, index, limit);
        }
    }
    return NONE;
}

// --------------------------------------------------------------------------- nearest surface point

// Removes the part of the line from p along u that lies within a cell: clips the line against the
// cell's faces.
static void remove_covered(ExposedEdge *exposed, const Geometry *cell, Vec2 p, Vec2 u)
{
    const Polygon *polygon = cell->polygon;
    float a = -3e38f, b = 3e38f;
    for (int32_t i = 0; i < cell->count; ++i) {
        Vec2 n = {polygon->nx[i], polygon->ny[i]};
        float height = dot(sub(p, vec(polygon->x[i], polygon->y[i])), n), slope = dot(u, n);
        if (abs_f(slope) < 1e-6f) {
            a = height >= 0.0f ? b : a;
        } else if (slope > 0.0f) {
            b = min_f(b, -height / slope);
        } else {
            a = max_f(a, -height / slope);
        }
    }
    exposed_remove(exposed, a, b);
}

// Finds the point of the exposed edges of a cell that is nearest to `point`, all in the body's
// space. Writes it to *out and returns its distance; 3e38 if the cell has none.
static float nearest_on_cell(const MicaWorld *world, const Collider *c, int32_t part,
                             const PartFilter *filter, Vec2 point, Vec2 *out)
{
    float minimum = 3e38f;
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    Polygon own, other;
    Geometry g = part_geometry(world, c, part, &own);
    for (int32_t i = 0; i < g.count; ++i) {
        Vec2 p = {own.x[i], own.y[i]}, n = {own.nx[i], own.ny[i]}, u = left_perp(n);
        int32_t next = i + 1 < g.count ? i + 1 : 0;
        float l = dot(sub(vec(own.x[next], own.y[next]), p), u);
        // The edge is tested just outside the cell. Exposed pieces not much longer than this
        // distance are gaps between neighbours' corners that rounding left.
        float outside = 1e-4f * min_f(map->cell.x, map->cell.y) + 1e-6f * (abs_f(p.x) + abs_f(p.y));
        ExposedEdge exposed = {.count = 1, .from = {0.0f}, .to = {l}};
        for (int32_t k = 0; k < 9; ++k) {
            int32_t x = column + k % 3 - 1, y = row + k / 3 - 1;
            if (k != 4 && tile_is_visited(world, c, map, x, y, filter)) {
                Geometry cell = part_geometry(world, c, y * map->columns + x, &other);
                remove_covered(&exposed, &cell, mul_add(p, outside, n), u);
            }
        }
        for (int32_t k = 0; k < exposed.count; ++k) {
            float s = clamp_f(dot(sub(point, p), u), exposed.from[k], exposed.to[k]);
            Vec2 at = mul_add(p, s, u);
            float distance = length(sub(at, point));
            if (exposed.to[k] - exposed.from[k] > 20.0f * outside && distance < minimum) {
                minimum = distance;
                *out = at;
            }
        }
    }
    return minimum;
}

// The search is as if boxes of r = 1, 2, 4, ... cells around the point were walked, until a point
// found is nearer than r: of equally near cells, that of the smallest box counts, of these the first
// in the order of a walk. Gives how often r was doubled for the box that a cell lies in.
static int32_t doublings(const MicaWorld *world, const Collider *c, Vec2 point, int32_t part)
{
    const TileMap *map = collider_tile_map(world, c);
    float r = max_f(map->cell.x, map->cell.y);
    int32_t row = part / map->columns, column = part - row * map->columns, count = 0;
    for (; count < 64; ++count, r *= 2.0f) {
        const MicaAABB box = {sub(point, vec(r, r)), add(point, vec(r, r))};
        if (tile_is_in_box(world, c, box, column, row)) {
            break;
        }
    }
    return count;
}

static bool comes_before(const MicaWorld *world, const Collider *c, Vec2 point, int32_t a,
                         int32_t b)
{
    int32_t boxA = doublings(world, c, point, a), boxB = doublings(world, c, point, b);
    return boxA < boxB || (boxA == boxB && parts_precedes(world, c, a, b));
}

bool parts_nearest_surface_point(const MicaWorld *world, const Collider *c, PartFilter filter,
                                 Vec2 point, float enough, Vec2 *out, int32_t *part)
{
    if (c->type != MICA_SHAPE_TILES) {
        return false;
    }
    Transform t = world->state.transforms.data[c->body];
    Vec2 local = untransform(t, point), nearest = local;
    float minimum = 3e38f;
    PartFilter surface = filter;
    surface.surface = true;
    PartSearch search;
    part_search_begin(&search, world, c, point, surface);
    for (int32_t cell; (cell = part_search_next(&search, minimum)) != NONE;) {
        Vec2 at;
        float distance = nearest_on_cell(world, c, cell, &filter, local, &at);
        if (distance < minimum || (distance == minimum && minimum < 3e38f &&
                                   comes_before(world, c, point, cell, *part))) {
            minimum = distance;
            nearest = at;
            *part = cell;
        }
        if (minimum < enough) {
            break;
        }
    }
    *out = transform(t, nearest);
    return minimum < 3e38f;
}

bool parts_surface_point_at(const MicaWorld *world, const Collider *c, PartFilter filter,
                            Vec2 point, Vec2 place, Vec2 *out)
{
    if (c->type != MICA_SHAPE_TILES) {
        return false;
    }
    const TileMap *map = collider_tile_map(world, c);
    Transform t = world->state.transforms.data[c->body];
    Vec2 local = untransform(t, point), at = sub(untransform(t, place), map->origin);
    float x = at.x / map->cell.x, y = at.y / map->cell.y;
    PartFilter surface = filter;
    surface.surface = true;
    float border = tile_border(map), width = (float)map->columns, height = (float)map->rows;
    if (!(x >= -border && x < width + border && y >= -border && y < height + border)) {
        return false;
    }
    int32_t column = min_i((int32_t)max_f(x, 0.0f), map->columns - 1),
            row = min_i((int32_t)max_f(y, 0.0f), map->rows - 1);
    if (!tile_is_visited(world, c, map, column, row, &surface)) {
        return false;
    }
    int32_t part = row * map->columns + column;
    Vec2 nearest;
    if (!(nearest_on_cell(world, c, part, &filter, local, &nearest) < 3e38f)) {
        return false;
    }
    *out = transform(t, nearest);
    return true;
}
