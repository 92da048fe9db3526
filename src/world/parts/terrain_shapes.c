// Weight and shapes of a part of a terrain that comes off. Area, mass and centre are sums over the
// squares of the part, so that parts together weigh what the ground weighed. Its shapes are convex
// polygons that together cover its outline, a little simplified; their density makes up for what that
// changes. Where no outline can be decomposed, each row of solid samples becomes boxes. Called by
// terrain_pieces.c; reads a part's samples, writes terrainShapes.
#include "terrain_shapes.h"
#include "world.h"

#include <string.h>

// ------------------------------------------------------------------------------------------ weight

void part_weigh(const PartGrid *grid, const TileMap *map, const Terrain *t, TerrainPart *part)
{
    const DensityGrid *g = &grid->grid;
    double cell = (double)map->cell.x, x = 0.0, y = 0.0, of[MICA_MAX_TERRAIN_MATERIALS] = {0.0};
    part->area = part->mass = 0.0;
    for (int32_t i = 0; i < (g->rows - 1) * g->columns; ++i) {
        int32_t corner[4] = {i, i + 1, i + g->columns + 1, i + g->columns}, solid = 0;
        if (i % g->columns == g->columns - 1) {
            continue;
        }
        uint8_t d[4];
        double density = 0.0, momentX = 0.0, momentY = 0.0;
        for (int32_t k = 0; k < 4; ++k) {
            d[k] = g->densities[corner[k]];
            solid += density_is_solid(d[k]);
            density += density_is_solid(d[k])
                           ? (double)t->materials[grid->materials[corner[k]]].density
                           : 0.0;
        }
        if (solid == 0) {
            continue;
        }
        double area = cell * cell * terrain_cell_area(d, &momentX, &momentY),
               mass = area * density / solid, scale = cell * cell * density / solid;
        for (int32_t k = 0; k < 4; ++k) {
            of[grid->materials[corner[k]]] += density_is_solid(d[k]) ? area / solid : 0.0;
        }
        part->area += area;
        part->mass += mass;
        x += mass * (double)(i % g->columns) + scale * momentX;
        y += mass * (double)(i / g->columns) + scale * momentY;
    }
    part->material = 0;
    for (int32_t i = 1; i < MICA_MAX_TERRAIN_MATERIALS; ++i) {
        part->material = of[i] > of[part->material] ? i : part->material;
    }
    double mass = part->mass > 0.0 ? part->mass : 1.0;
    part->center =
        mul_add(map->origin, map->cell.x,
                vec((float)(part->range.left + x / mass), (float)(part->range.bottom + y / mass)));
}

// ------------------------------------------------------------------------------------------ shapes

#define MAX_RINGS 128

// The outlines of a part, and where its points go.
typedef struct Outlines {
    const Vec2 *points;  // in cells
    ContourRing rings[MAX_RINGS];
    int32_t count;
    Vec2 origin;  // of the part's grid, from its centre
    float cell;
} Outlines;

// Whether p is within a ring: a ray to the right crosses it an odd number of times.
static bool ring_contains(const Vec2 *points, const ContourRing *ring, Vec2 p)
{
    bool inside = false;
    for (int32_t i = 0; i < ring->count; ++i) {
        Vec2 a = points[ring->first + i],
             b = points[ring->first + (i + 1 < ring->count ? i + 1 : 0)];
        if ((a.y > p.y) != (b.y > p.y) &&
            ((p.y - a.y) * (b.x - a.x) > (p.x - a.x) * (b.y - a.y)) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

// The smallest outline around a hole.
static int32_t outline_around(const Outlines *o, int32_t hole)
{
    int32_t best = NONE;
    for (int32_t i = 0; i < o->count; ++i) {
        if (o->rings[i].area > 0.0 &&
            ring_contains(o->points, &o->rings[i], o->points[o->rings[hole].first]) &&
            (best == NONE || o->rings[i].area < o->rings[best].area)) {
            best = i;
        }
    }
    return best;
}

// Appends the points of a ring, in metres from the centre of the part. False if there are too many.
static bool append_ring(const Outlines *o, int32_t ring, Vec2 *out, int32_t *count)
{
    const ContourRing *r = &o->rings[ring];
    if (*count + r->count > MICA_MAX_OUTLINE_POINTS) {
        return false;
    }
    for (int32_t i = 0; i < r->count; ++i) {
        out[(*count)++] = mul_add(o->origin, o->cell, o->points[r->first + i]);
    }
    return true;
}

// Decomposes one outline with its holes and appends the shapes. False if that is not possible.
static bool add_outline(MicaWorld *world, const Outlines *o, int32_t outline, bool *memory)
{
    Vec2 points[MICA_MAX_OUTLINE_POINTS];
    int32_t counts[MAX_RINGS], rings = 1, count = 0;
    if (!append_ring(o, outline, points, &count)) {
        return false;
    }
    counts[0] = count;
    for (int32_t i = 0; i < o->count; ++i) {
        if (o->rings[i].area < 0.0 && outline_around(o, i) == outline) {
            if (!append_ring(o, i, points, &count)) {
                return false;
            }
            counts[rings++] = o->rings[i].count;
        }
    }
    int32_t made = world->scratch.terrainShapes.count, capacity = count + 2 * rings, parts = 0;
    *memory =
        ARRAY_RESERVE_RARELY(&world->host.memory, &world->scratch.terrainShapes, made + capacity);
    if (!*memory || mica_shape_decompose_rings(points, counts, rings, 0.0f,
                                               world->scratch.terrainShapes.data + made, capacity,
                                               &parts) != MICA_ERROR_OK) {
        return false;
    }
    world->scratch.terrainShapes.count += parts;
    return true;
}

// Makes shapes of all outlines, simplified by a tolerance in cells. False if that is not possible.
static bool add_outlines(MicaWorld *world, const PartGrid *grid, Outlines *o, float tolerance,
                         bool *memory)
{
    IntList *links = &world->scratch.terrainLinks;
    o->count = contour_trace(&grid->grid, tolerance, links->data, world->scratch.terrainPoints.data,
                             o->rings, MAX_RINGS);
    o->points = world->scratch.terrainPoints.data;
    for (int32_t i = 0; i < o->count; ++i) {
        if (o->rings[i].area > 0.0 && !add_outline(world, o, i, memory)) {
            return false;
        }
    }
    return o->count > 0;
}

// A box for each run of solid samples in a row. False without memory.
static bool add_rows(MicaWorld *world, const PartGrid *grid, const Outlines *o)
{
    const DensityGrid *g = &grid->grid;
    for (int32_t y = 0; y < g->rows; ++y) {
        for (int32_t x = 0, end; x < g->columns; x = end + 1) {
            for (end = x;
                 end < g->columns && density_is_solid(g->densities[y * g->columns + end]);) {
                end += 1;
            }
            int32_t made = world->scratch.terrainShapes.count;
            if (end == x) {
                continue;
            }
            if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->scratch.terrainShapes,
                                      made + 1)) {
                return false;
            }
            Vec2 low = mul_add(o->origin, o->cell, vec((float)x - 0.5f, (float)y - 0.5f)),
                 high = mul_add(o->origin, o->cell, vec((float)end - 0.5f, (float)y + 0.5f));
            const Vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
            world->scratch.terrainShapes.count +=
                mica_shape_polygon(corners, 4, 0.0f, &world->scratch.terrainShapes.data[made]) ==
                MICA_ERROR_OK;
        }
    }
    return true;
}

bool part_make_shapes(MicaWorld *world, const PartGrid *grid, const TileMap *map, TerrainPart *part)
{
    // The first that gives sound outlines of few enough points. At 1/16 they are simplified by less
    // than the linear slop in usual terrains.
    static const float tolerances[] = {1.0f / 16, 1.0f / 64, 1.0f / 1024, 0.25f, 1.0f, 4.0f};
    int32_t samples = grid->grid.columns * grid->grid.rows, first = part->firstShape;
    Memory *m = &world->host.memory;
    bool memory = ARRAY_RESERVE_RARELY(m, &world->scratch.terrainLinks, 2 * samples) &&
                  ARRAY_RESERVE_RARELY(m, &world->scratch.terrainPoints, 2 * samples + 1),
         made = false;
    Outlines o = {.cell = map->cell.x,
                  .origin = sub(mul_add(map->origin, map->cell.x,
                                        vec((float)part->range.left, (float)part->range.bottom)),
                                part->center)};
    for (uint32_t i = 0; memory && !made && i < sizeof tolerances / sizeof *tolerances; ++i) {
        world->scratch.terrainShapes.count = first;
        made = add_outlines(world, grid, &o, tolerances[i], &memory);
    }
    if (memory && !made) {
        world->scratch.terrainShapes.count = first;
        memory = add_rows(world, grid, &o);
    }
    part->shapes = world->scratch.terrainShapes.count - first;
    double area = 0.0;
    for (int32_t i = 0; i < part->shapes; ++i) {
        area += (double)mica_shape_mass(&world->scratch.terrainShapes.data[first + i], 1.0f).mass;
    }
    part->shapeDensity = area > 0.0 ? (float)(part->mass / area) : 1.0f;
    return memory;
}
