// Digging and filling terrains. The shape of a tool is a line of points with a radius; how much of
// each cell it covers follows from the distance of the cell's centre to its outline. Ground that an
// edit leaves without connection comes off (terrain_flood.c, terrain_pieces.c). Called by the public
// API; writes the samples, blocks and bodies of a terrain, and wakes what rests on it.
#include "world.h"

// The shape of a tool in the space of the grid: in cells, with the middle of cell (i, j) at (i, j).
typedef struct Tool {
    const Vec2 *points;
    int32_t count;
    bool closed;
    float radius;
} Tool;

// One edit, dig or add.
typedef struct TerrainEdit {
    MicaWorld *world;
    Terrain *terrain;
    TileMap *map;
    SampleRange range;  // that the tool may change
    bool adds;
    int32_t material;  // that it adds
    float hardness;    // that it digs
    bool changed;
} TerrainEdit;

// --------------------------------------------------------------------------------------- coverage

// The vector from the nearest point of the tool's line to p, and whether p is inside of the line.
static Vec2 from_line(const Tool *tool, Vec2 p, bool *inside)
{
    Vec2 nearest = sub(p, tool->points[0]);
    float minimum = dot(nearest, nearest);
    int32_t segments = tool->closed ? tool->count : tool->count - 1;
    *inside = false;
    for (int32_t i = 0; i < segments; ++i) {
        Vec2 a = tool->points[i], b = tool->points[i + 1 < tool->count ? i + 1 : 0], ab = sub(b, a),
             ap = sub(p, a);
        float square = dot(ab, ab),
              t = square > 0.0f ? clamp_f(dot(ap, ab) / square, 0.0f, 1.0f) : 0.0f;
        Vec2 away = mul_add(ap, -t, ab);
        float distance = dot(away, away);
        if (distance < minimum) {
            minimum = distance;
            nearest = away;
        }
        // A ray to the right crosses the segment.
        if (tool->closed && (a.y > p.y) != (b.y > p.y) &&
            (ap.y * ab.x > ap.x * ab.y) == (ab.y > 0.0f)) {
            *inside = !*inside;
        }
    }
    return nearest;
}

// How much of the cell with the centre p the tool covers, 0 to 255: 255 (.5 + d), with d the signed
// distance in cells from the centre to the tool's outline, positive inside the tool, measured along x
// if the outline's normal is closer to the x axis, else along y. terrain_crossing computes d from
// the coverage.
static int32_t coverage(const Tool *tool, Vec2 p)
{
    bool inside;
    Vec2 away = from_line(tool, p, &inside);
    float distance = length(away), depth = tool->radius + (inside ? distance : -distance),
          axis = max_f(abs_f(away.x), abs_f(away.y));
    if (depth >= 1.0f || depth <= -1.0f) {
        return depth > 0.0f ? 255 : 0;
    }
    float past = axis > 0.0f ? depth * distance / axis : depth;
    return (int32_t)(255.0f * clamp_f(0.5f + past, 0.0f, 1.0f) + 0.5f);
}

static SampleRange tool_range(const Tool *tool, const Terrain *t)
{
    Vec2 lower = tool->points[0], upper = lower;
    for (int32_t i = 1; i < tool->count; ++i) {
        Vec2 p = tool->points[i];
        lower = vec(min_f(lower.x, p.x), min_f(lower.y, p.y));
        upper = vec(max_f(upper.x, p.x), max_f(upper.y, p.y));
    }
    float reach = tool->radius + 1.0f, columns = (float)t->columns, rows = (float)t->rows;
    return (SampleRange){(int32_t)clamp_f(lower.x - reach, 0.0f, columns),
                         (int32_t)clamp_f(lower.y - reach, 0.0f, rows),
                         (int32_t)clamp_f(upper.x + reach + 2.0f, 0.0f, columns),
                         (int32_t)clamp_f(upper.y + reach + 2.0f, 0.0f, rows)};
}

// ---------------------------------------------------------------------------------------- samples

void terrain_sum_cell(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                      double factor, double *area)
{
    uint8_t d[4];
    terrain_corners(world, map, column, row, d);
    int32_t solid = 0;
    for (int32_t k = 0; k < 4; ++k) {
        solid += density_is_solid(d[k]);
    }
    if (solid == 0) {
        return;
    }
    double width = (double)(tile_line_x(map, column + 1) - tile_line_x(map, column)),
           height = (double)(tile_line_y(map, row + 1) - tile_line_y(map, row)),
           part = factor * width * height * terrain_cell_area(d, NULL, NULL) / solid;
    for (int32_t k = 0; k < 4; ++k) {
        if (density_is_solid(d[k])) {
            area[terrain_material(world, map_terrain(world, map), column + (k == 1 || k == 2),
                                  row + (k >> 1))] += part;
        }
    }
}

// Adds the areas of the cells that the edit may change to *area, by their materials, with a factor.
static void sum_area(const TerrainEdit *e, double factor, double *area)
{
    SampleRange r = e->range;
    for (int32_t y = max_i(r.bottom - 1, 0); y < min_i(r.top, e->map->rows); ++y) {
        for (int32_t x = max_i(r.left - 1, 0); x < min_i(r.right, e->map->columns); ++x) {
            terrain_sum_cell(e->world, e->map, x, y, factor, area);
        }
    }
}

// What a covered sample becomes. *material becomes that of the result.
static int32_t edited_density(const TerrainEdit *e, int32_t density, int32_t covered,
                              int32_t *material)
{
    if (!e->adds) {
        bool soft = e->terrain->materials[*material].hardness <= e->hardness;
        return soft ? min_i(density, 255 - covered) : density;
    }
    if (covered > density && !density_is_solid((uint8_t)density)) {
        *material = e->material;
    }
    return max_i(density, covered);
}

// Edits all samples of the range, and appends what each was to terrainBytes, which has capacity.
static void edit_samples(TerrainEdit *e, const Tool *tool)
{
    const Terrain *t = e->terrain;
    uint8_t *saved = e->world->scratch.terrainBytes.data;
    for (int32_t y = e->range.bottom; y < e->range.top; ++y) {
        for (int32_t x = e->range.left; x < e->range.right; ++x) {
            uint8_t before = terrain_density(e->world, t, x, y);
            int32_t had = terrain_material(e->world, t, x, y), material = had;
            *saved++ = before;
            *saved++ = (uint8_t)had;
            if (before == (e->adds ? 255 : 0)) {
                continue;
            }
            int32_t after =
                edited_density(e, before, coverage(tool, vec((float)x, (float)y)), &material);
            if (after == before && material == had) {
                continue;
            }
            e->changed = true;
            terrain_write(e->world, t, x, y, (uint8_t)after, material);
        }
    }
}

// Gives all samples of the range back what they were.
static void undo_samples(const TerrainEdit *e)
{
    const uint8_t *saved = e->world->scratch.terrainBytes.data;
    for (int32_t y = e->range.bottom; y < e->range.top; ++y) {
        for (int32_t x = e->range.left; x < e->range.right; ++x, saved += 2) {
            if (terrain_density(e->world, e->terrain, x, y) != saved[0] ||
                terrain_material(e->world, e->terrain, x, y) != saved[1]) {
                terrain_write(e->world, e->terrain, x, y, saved[0], saved[1]);
            }
        }
    }
    terrain_compress(e->world, e->terrain, e->range);
}

// ------------------------------------------------------------------------------------------- edit

void terrain_changed(MicaWorld *world, int32_t collider, SampleRange range)
{
    Collider *c = &world->state.colliders.data[collider];
    const TileMap *map = collider_tile_map(world, c);
    const Terrain *t = map_terrain(world, map);
    SampleRange inside = {max_i(range.left, 0), max_i(range.bottom, 0),
                          min_i(range.right, t->columns), min_i(range.top, t->rows)};
    int32_t left = max_i(inside.left - 1, 0), bottom = max_i(inside.bottom - 1, 0),
            columns = min_i(inside.right, map->columns) - left,
            rows = min_i(inside.top, map->rows) - bottom;
    terrain_compress(world, t, inside);
    tile_blocks_update(world, c->polygon, left, bottom, columns, rows);
    // Cached manifolds of these cells and of their neighbours, whose exposed faces have changed, are
    // wrong although nothing moved.
    collider_edit_pairs(world, collider, EDIT_RECOMPUTE);
}

// Wakes what is near the range. False without memory.
static bool wake_near_range(const TerrainEdit *e, const Collider *c)
{
    float left = tile_line_x(e->map, max_i(e->range.left - 1, 0)),
          bottom = tile_line_y(e->map, max_i(e->range.bottom - 1, 0)),
          right = tile_line_x(e->map, min_i(e->range.right, e->map->columns)),
          top = tile_line_y(e->map, min_i(e->range.top, e->map->rows));
    return parts_wake_near(e->world, c, vec(left, bottom), vec(right - left, top - bottom));
}

// Makes the change, and what follows from it. Nothing is changed if it fails.
static MicaError edit(TerrainEdit *e, const Tool *tool, int32_t collider, double *area)
{
    MicaWorld *world = e->world;
    SampleRange r = e->range;
    if (r.left >= r.right || r.bottom >= r.top) {
        return MICA_ERROR_OK;
    }
    int32_t samples = (r.right - r.left) * (r.top - r.bottom),
            unstored = terrain_unstored_chunks(world, e->terrain, r);
    if (!terrain_reserve(world, 0, 0, unstored) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &world->scratch.terrainBytes, 2 * samples)) {
        return MICA_ERROR_NO_MEMORY;
    }
    double sign = e->adds ? -1.0 : 1.0;
    sum_area(e, sign, area);
    edit_samples(e, tool);
    world->scratch.terrainBytes.count = 2 * samples;
    sum_area(e, -sign, area);
    MicaError error = MICA_ERROR_OK;
    if (e->changed) {
        error = terrain_prepare_parts(world, collider, r);
    }
    if (error == MICA_ERROR_OK && e->changed &&
        !wake_near_range(e, &world->state.colliders.data[collider])) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        undo_samples(e);
        return error;
    }
    if (e->changed) {
        terrain_changed(world, collider, r);
        terrain_separate_parts(world, collider);
    }
    return MICA_ERROR_OK;
}

// ------------------------------------------------------------------------------------- public API

static MicaError check_tool(const MicaTerrainShape *shape)
{
    if (shape == NULL || shape->points == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (shape->count < (shape->closed ? 3 : 1) || shape->count > MICA_MAX_TERRAIN_POINTS) {
        return MICA_ERROR_POINT_COUNT;
    }
    if (!within(shape->radius, 3e38f) || !vec_within(shape->position, 3e38f) ||
        !within(shape->angle, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    if (!(shape->radius >= 0.0f && shape->radius <= MAX_COORDINATE) ||
        (!shape->closed && !(shape->radius > 0.0f)) ||
        !vec_within(shape->position, MAX_COORDINATE)) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    for (int32_t i = 0; i < shape->count; ++i) {
        if (!vec_within(shape->points[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!vec_within(shape->points[i], MAX_COORDINATE)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return MICA_ERROR_OK;
}

// Puts a tool into the space of the grid; its points go to terrainPoints.
static bool place_tool(MicaWorld *world, const TileMap *map, Transform body,
                       const MicaTerrainShape *shape, Tool *tool)
{
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->scratch.terrainPoints, shape->count)) {
        return false;
    }
    Transform at = {shape->position, mica_rot(shape->angle)};
    float perCell = 1.0f / map->cell.x;
    Vec2 *points = world->scratch.terrainPoints.data;
    for (int32_t i = 0; i < shape->count; ++i) {
        Vec2 p = untransform(body, transform(at, shape->points[i]));
        points[i] = scale(perCell, sub(p, map->origin));
    }
    *tool = (Tool){points, shape->count, shape->closed, shape->radius * perCell};
    return true;
}

static MicaError run_edit(MicaWorld *world, MicaCollider collider, const MicaTerrainShape *shape,
                          TerrainEdit *e, MicaTerrainChange *change)
{
    MicaTerrainChange result = {{0.0}, 0};
    int32_t slot;
    e->map = terrain_map_of(world, collider, &slot);
    if (e->map == NULL) {
        return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
    }
    bool sound = e->adds ? e->material >= 0 && e->material < e->map->kinds : e->hardness >= 0.0f;
    MicaError error = check_tool(shape);
    error = error == MICA_ERROR_OK && !sound ? MICA_ERROR_OUT_OF_RANGE : error;
    error = world->host.stepping ? MICA_ERROR_LOCKED : error;
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    Tool tool;
    int32_t body = world->state.colliders.data[slot].body;
    e->world = world;
    e->terrain = map_terrain(world, e->map);
    if (!place_tool(world, e->map, world->state.transforms.data[body], shape, &tool)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    e->range = tool_range(&tool, e->terrain);
    world->output.terrainPieces.count = 0;
    world->scratch.terrainParts.count = 0;
    error = edit(e, &tool, slot, result.area);
    terrain_forget_search(world);
    result.pieces = world->output.terrainPieces.count;
    if (change != NULL && error == MICA_ERROR_OK) {
        *change = result;
    }
    return world_fail(world, error);
}

MicaError mica_terrain_dig(MicaWorld *world, MicaCollider collider, const MicaTerrainShape *shape,
                           float hardness, MicaTerrainChange *change)
{
    TerrainEdit e = {.hardness = hardness};
    return run_edit(world, collider, shape, &e, change);
}

MicaError mica_terrain_add(MicaWorld *world, MicaCollider collider, const MicaTerrainShape *shape,
                           int32_t material, MicaTerrainChange *change)
{
    TerrainEdit e = {.adds = true, .material = material};
    return run_edit(world, collider, shape, &e, change);
}

MicaError mica_terrain_piece(MicaWorld *world, int32_t index, MicaTerrainPiece *out)
{
    world_enter(world);
    if (world == NULL || out == NULL) {
        return world != NULL ? world_fail(world, MICA_ERROR_NULL_ARGUMENT)
                             : MICA_ERROR_NULL_ARGUMENT;
    }
    if (index < 0 || index >= world->output.terrainPieces.count) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    *out = world->output.terrainPieces.data[index];
    return MICA_ERROR_OK;
}
