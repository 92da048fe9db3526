// What comes off a terrain: ground that an edit has left without connection becomes bodies or debris
// (parts), and what is left of a terrain that falls itself gets new shapes. Everything is computed
// and all memory reserved first (terrain_prepare_parts), so that an edit fails as a whole or not at
// all. A part keeps its samples, so that it can be dug in turn: its body has a terrain that is
// disabled, and convex polygons that cover the outline of it. Called by terrain_edit.c; writes
// bodies, colliders and terrains.
#include "terrain_shapes.h"
#include "world.h"

#include <string.h>

// ---------------------------------------------------------------------------------- what comes off

// The samples that a visit has, as a range of the terrain.
static SampleRange visit_range(const Terrain *t, const TerrainVisit *v)
{
    int32_t across = terrain_chunks_across(t->columns), x = v->chunk % across * TERRAIN_CHUNK,
            y = v->chunk / across * TERRAIN_CHUNK, bottom = TERRAIN_CHUNK, top = 0;
    uint32_t columns = 0;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        columns |= v->rows[i];
        bottom = v->rows[i] != 0 ? min_i(bottom, i) : bottom;
        top = v->rows[i] != 0 ? i + 1 : top;
    }
    return (SampleRange){x + __builtin_ctz(columns), y + bottom,
                         x + TERRAIN_CHUNK - __builtin_clz(columns), y + top};
}

static SampleRange group_range(const MicaWorld *world, const Terrain *t, const TerrainGroup *g)
{
    SampleRange all = {INT32_MAX, INT32_MAX, 0, 0};
    for (int32_t i = g->first; i != 0; i = world->scratch.terrainVisits.data[i - 1].nextOfGroup) {
        SampleRange r = visit_range(t, &world->scratch.terrainVisits.data[i - 1]);
        all = (SampleRange){min_i(all.left, r.left), min_i(all.bottom, r.bottom),
                            max_i(all.right, r.right), max_i(all.top, r.top)};
    }
    // Two samples of margin: the outermost squares of a grid are wider, and must have no surface.
    return (SampleRange){all.left - 2, all.bottom - 2, all.right + 2, all.top + 2};
}

static int32_t range_width(SampleRange r) { return r.right - r.left; }
static int32_t range_samples(SampleRange r) { return range_width(r) * (r.top - r.bottom); }

static PartGrid grid_of(const MicaWorld *world, const TerrainPart *part)
{
    const uint8_t *bytes = world->scratch.terrainBytes.data + part->samples;
    SampleRange r = part->range;
    return (PartGrid){{bytes, range_width(r), r.top - r.bottom}, bytes + range_samples(r)};
}

// Copies a sample of the terrain into the bytes of a part.
static void copy_sample(MicaWorld *world, const Terrain *t, const TerrainPart *part, int32_t column,
                        int32_t row)
{
    SampleRange r = part->range;
    int32_t at = part->samples + (row - r.bottom) * range_width(r) + column - r.left;
    world->scratch.terrainBytes.data[at] = terrain_density(world, t, column, row);
    world->scratch.terrainBytes.data[at + range_samples(r)] =
        (uint8_t)terrain_material(world, t, column, row);
}

// Whether a sample of a part's bytes is next to ground of the part.
static bool is_near_ground(const DensityGrid *g, int32_t x, int32_t y)
{
    bool isNear = false;
    for (int32_t k = 0; k < 9; ++k) {
        int32_t column = x + k % 3 - 1, row = y + k / 3 - 1;
        isNear = isNear || (column >= 0 && row >= 0 && column < g->columns && row < g->rows &&
                            density_is_solid(g->densities[row * g->columns + column]));
    }
    return isNear;
}

// Copies the samples of a group, and those next to it that are not ground: its surface lies between.
static void copy_group(MicaWorld *world, const Terrain *t, const TerrainPart *part)
{
    const TerrainGroup *g = &world->scratch.terrainGroups.data[part->group];
    int32_t across = terrain_chunks_across(t->columns);
    for (int32_t i = g->first; i != 0; i = world->scratch.terrainVisits.data[i - 1].nextOfGroup) {
        const TerrainVisit *v = &world->scratch.terrainVisits.data[i - 1];
        for (int32_t y = 0; y < TERRAIN_CHUNK; ++y) {
            for (uint32_t bits = v->rows[y]; bits != 0; bits &= bits - 1) {
                copy_sample(world, t, part, v->chunk % across * TERRAIN_CHUNK + __builtin_ctz(bits),
                            v->chunk / across * TERRAIN_CHUNK + y);
            }
        }
    }
    PartGrid grid = grid_of(world, part);
    SampleRange r = part->range, all = terrain_range(t);
    for (int32_t y = max_i(r.bottom, all.bottom); y < min_i(r.top, all.top); ++y) {
        for (int32_t x = max_i(r.left, all.left); x < min_i(r.right, all.right); ++x) {
            if (!density_is_solid(terrain_density(world, t, x, y)) &&
                is_near_ground(&grid.grid, x - r.left, y - r.bottom)) {
                copy_sample(world, t, part, x, y);
            }
        }
    }
}

// What is left of a terrain: all of its samples but those of loose groups.
static void copy_rest(MicaWorld *world, const Terrain *t, const TerrainPart *part)
{
    SampleRange r = part->range;
    for (int32_t y = 0; y < t->rows; ++y) {
        for (int32_t x = 0; x < t->columns; ++x) {
            copy_sample(world, t, part, x, y);
        }
    }
    int32_t across = terrain_chunks_across(t->columns);
    for (int32_t i = 0; i < world->scratch.terrainVisits.count; ++i) {
        const TerrainVisit *v = &world->scratch.terrainVisits.data[i];
        int32_t group = v->group;
        while (world->scratch.terrainGroups.data[group].parent != group) {
            group = world->scratch.terrainGroups.data[group].parent;
        }
        for (int32_t y = 0; y < TERRAIN_CHUNK && world->scratch.terrainGroups.data[group].loose;
             ++y) {
            for (uint32_t bits = v->rows[y]; bits != 0; bits &= bits - 1) {
                int32_t column = v->chunk % across * TERRAIN_CHUNK + __builtin_ctz(bits),
                        row = v->chunk / across * TERRAIN_CHUNK + y;
                world->scratch.terrainBytes
                    .data[part->samples + (row - r.bottom) * range_width(r) + column - r.left] = 0;
            }
        }
    }
}

// Adds a part of a group, or of what is left, with its samples, mass and shapes.
static MicaError add_part(MicaWorld *world, const TileMap *map, int32_t group)
{
    const Terrain *t = map_terrain(world, map);
    WorldScratch *scratch = &world->scratch;
    Memory *m = &world->host.memory;
    SampleRange all = terrain_range(t),
                range = group != NONE ? group_range(world, t, &scratch->terrainGroups.data[group])
                                      : (SampleRange){all.left - 1, all.bottom - 1, all.right + 1,
                                                      all.top + 1};
    TerrainPart part = {.range = range,
                        .samples = scratch->terrainBytes.count,
                        .firstShape = scratch->terrainShapes.count,
                        .group = group};
    int32_t bytes = 2 * range_samples(range);
    if (!ARRAY_RESERVE_RARELY(m, &scratch->terrainBytes, part.samples + bytes) ||
        !ARRAY_RESERVE_RARELY(m, &scratch->terrainParts, scratch->terrainParts.count + 1)) {
        return MICA_ERROR_NO_MEMORY;
    }
    memset(scratch->terrainBytes.data + part.samples, 0, (size_t)bytes);
    scratch->terrainBytes.count += bytes;
    if (group != NONE) {
        copy_group(world, t, &part);
    } else {
        copy_rest(world, t, &part);
    }
    PartGrid grid = grid_of(world, &part);
    part_weigh(&grid, map, t, &part);
    part.debris = part.area < (double)t->minimumPiece || !(part.mass >= (double)MIN_MASS) ||
                  (group != NONE && t->pieces == MICA_PIECES_REMOVE);
    if (!part.debris && !part_make_shapes(world, &grid, map, &part)) {
        return MICA_ERROR_NO_MEMORY;
    }
    scratch->terrainParts.data[scratch->terrainParts.count++] = part;
    return MICA_ERROR_OK;
}

// ------------------------------------------------------------------------------------ reservation

// Reserves all that the parts become. `more`: materials of the terrain.
static MicaError reserve_parts(MicaWorld *world)
{
    WorldState *s = &world->state;
    Memory *m = &world->host.memory;
    int32_t bodies = 0, shapes = world->scratch.terrainShapes.count, chunks = 0, stored = 0,
            blocks = 0;
    for (int32_t i = 0; i < world->scratch.terrainParts.count; ++i) {
        const TerrainPart *part = &world->scratch.terrainParts.data[i];
        if (part->group == NONE || part->debris) {
            continue;
        }
        int32_t width = range_width(part->range), height = part->range.top - part->range.bottom,
                count = terrain_chunks_across(width) * terrain_chunks_across(height);
        bodies += 1;
        chunks += count;
        stored += count;
        blocks += tile_blocks_bytes(width - 1, height - 1);
    }
    int32_t colliders = bodies + shapes,
            freeBodies = s->freeBodies.count - s->freeBodyHead + SLOT_LIMIT - s->bodies.count,
            freeColliders =
                s->freeColliders.count - s->freeColliderHead + SLOT_LIMIT - s->colliders.count;
    if (bodies > freeBodies || colliders > freeColliders) {
        return MICA_ERROR_CAPACITY;
    }
    return world_reserve(world, s->bodies.count + bodies, s->colliders.count + colliders,
                         s->joints.count) &&
                   polygon_reserve(world, s->polygons.count + shapes) &&
                   ARRAY_RESERVE_RARELY(m, &s->movingTree.loose,
                                        s->movingTree.loose.count + colliders) &&
                   terrain_reserve(world, bodies, chunks, stored) &&
                   tile_blocks_reserve(world, bodies, blocks) &&
                   ARRAY_RESERVE_RARELY(m, &world->output.terrainPieces,
                                        world->scratch.terrainParts.count) &&
                   ARRAY_RESERVE_RARELY(m, &world->scratch.queryHits,
                                        s->colliders.count + colliders)
               ? MICA_ERROR_OK
               : MICA_ERROR_NO_MEMORY;
}

MicaError terrain_prepare_parts(MicaWorld *world, int32_t collider, SampleRange dug)
{
    const Collider *c = &world->state.colliders.data[collider];
    const TileMap *map = collider_tile_map(world, c);
    const Terrain *t = map_terrain(world, map);
    bool falls = body_is_dynamic(world, c->body);
    MicaError error = MICA_ERROR_OK;
    world->scratch.terrainShapes.count = 0;
    if (t->pieces != MICA_PIECES_STAY && !terrain_find_loose(world, t, dug, !falls)) {
        return MICA_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; error == MICA_ERROR_OK && i < world->scratch.terrainGroups.count; ++i) {
        const TerrainGroup *g = &world->scratch.terrainGroups.data[i];
        if (g->parent == i && g->loose) {
            error = add_part(world, map, i);
        }
    }
    if (error == MICA_ERROR_OK && falls) {
        error = add_part(world, map, NONE);
    }
    world_enter(world);  // shapes are made in metres
    return error == MICA_ERROR_OK ? reserve_parts(world) : error;
}

// -------------------------------------------------------------------------------------- separation

// Takes the ground of a group out of the terrain.
static void clear_group(MicaWorld *world, const Terrain *t, int32_t group)
{
    int32_t across = terrain_chunks_across(t->columns);
    const TerrainVisit *visits = world->scratch.terrainVisits.data;
    for (int32_t i = world->scratch.terrainGroups.data[group].first; i != 0;
         i = visits[i - 1].nextOfGroup) {
        const TerrainVisit *v = &visits[i - 1];
        int32_t left = v->chunk % across * TERRAIN_CHUNK,
                bottom = v->chunk / across * TERRAIN_CHUNK,
                *entry = terrain_chunk_at(world, t, left, bottom);
        if (*entry < 0) {
            *entry = uniform_chunk(0, ~*entry >> 8);
            continue;
        }
        for (int32_t y = 0; y < TERRAIN_CHUNK; ++y) {
            for (uint32_t bits = v->rows[y]; bits != 0; bits &= bits - 1) {
                int32_t x = left + __builtin_ctz(bits);
                terrain_write(world, t, x, bottom + y, 0,
                              terrain_material(world, t, x, bottom + y));
            }
        }
    }
}

// The velocity of a point of a body.
static Vec2 velocity_at(const MicaWorld *world, int32_t body, Vec2 point)
{
    const float *v = world->state.velocities.data[body].v;
    Vec2 center = transform(world->state.transforms.data[body],
                            world->state.bodies.data[body].localCenter),
         arm = sub(point, center);
    return vec(v[0] - v[2] * arm.y, v[1] + v[2] * arm.x);
}

// The collider that the shapes of a part are made with: as the terrain's, of the part's material.
static MicaColliderDef part_collider(const Collider *c, const Terrain *t, const TerrainPart *part)
{
    const MicaTileKind *k = &t->surfaces[part->material];
    MicaColliderDef def = collider_definition(c);
    def.density = part->shapeDensity;
    def.friction = (k->sets & MICA_TILE_SETS_FRICTION) != 0 ? k->friction : def.friction;
    def.restitution =
        (k->sets & MICA_TILE_SETS_RESTITUTION) != 0 ? k->restitution : def.restitution;
    def.tangentSpeed = 0.0f;
    def.layer = (k->sets & MICA_TILE_SETS_LAYER) != 0 ? k->layer : def.layer;
    def.enabled = true;
    def.userData = 0;
    return def;
}

static void add_shapes(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                       const TerrainPart *part)
{
    for (int32_t i = 0; i < part->shapes; ++i) {
        MicaCollider made = mica_collider_create(
            world, body, def, &world->scratch.terrainShapes.data[part->firstShape + i]);
        ASSERT(made.id != 0);
        world->state.colliders.data[MICA_SLOT(made)].ofTerrain = 1;
    }
}

// The terrain of a part, which is disabled: its shapes stand for it.
static MicaCollider add_terrain(MicaWorld *world, MicaBody body, MicaColliderDef def,
                                const TileMap *map, const TerrainPart *part)
{
    const Terrain *t = map_terrain(world, map);
    const Terrain from = *t;  // that the array of terrains may move
    PartGrid grid = grid_of(world, part);
    Vec2 corner = mul_add(map->origin, map->cell.x,
                          vec((float)part->range.left - 0.5f, (float)part->range.bottom - 0.5f));
    MicaTerrainDef terrain = {.columns = grid.grid.columns,
                              .rows = grid.grid.rows,
                              .cell = map->cell.x,
                              .origin = sub(corner, part->center),
                              .densities = grid.grid.densities,
                              .materialOf = grid.materials,
                              .materials = from.materials,
                              .surfaces = from.surfaces,
                              .materialCount = map->kinds,
                              .pieces = (MicaTerrainPieces)from.pieces,
                              .borderAnchors = from.borderAnchors != 0,
                              .minimumPiece = from.minimumPiece};
    def.enabled = false;
    return terrain_create(world, body, &def, &terrain);
}

static MicaBody make_body(MicaWorld *world, int32_t source, const TerrainPart *part,
                          MicaTerrainPiece *piece)
{
    MicaBodyDef def = mica_body_def();
    Transform at = world->state.transforms.data[source];
    def.type = MICA_BODY_DYNAMIC;
    def.position = piece->position;
    def.angle = mica_rot_angle(at.q);
    def.linearVelocity = piece->velocity;
    def.angularVelocity = world->state.velocities.data[source].v[2];
    def.maxSpeed = MAX_SPEED;
    (void)part;
    MicaBody body = mica_body_create(world, &def);
    ASSERT(body.id != 0);
    int32_t slot = MICA_SLOT(body);
    world->state.transforms.data[slot].q = world->state.previous.data[slot].q =
        world->output.poses.data[slot].q = at.q;
    return body;
}

// Takes a part out of the terrain, and makes a body of it unless it is debris.
static void separate_part(MicaWorld *world, int32_t collider, const TerrainPart *part)
{
    const Collider *c = &world->state.colliders.data[collider];
    int32_t source = c->body;
    const TileMap *map = collider_tile_map(world, c);
    MicaColliderDef def = part_collider(c, map_terrain(world, map), part);
    MicaTerrainPiece piece = {.source = collider_handle(world, collider),
                              .material = map_terrain(world, map)->surfaces[part->material].number,
                              .position =
                                  transform(world->state.transforms.data[source], part->center),
                              .area = (float)part->area,
                              .mass = (float)part->mass};
    piece.velocity = velocity_at(world, source, piece.position);
    clear_group(world, map_terrain(world, map), part->group);
    terrain_changed(world, collider, part->range);
    if (!part->debris) {
        const TileMap before = *map;  // that the array of maps may move
        piece.body = make_body(world, source, part, &piece);
        piece.terrain = add_terrain(world, piece.body, def, &before, part);
        ASSERT(piece.terrain.id != 0);
        add_shapes(world, piece.body, &def, part);
    }
    world->output.terrainPieces.data[world->output.terrainPieces.count++] = piece;
}

// Gives what is left of a terrain that falls its new shapes. The body is destroyed if too little is.
static void replace_shapes(MicaWorld *world, int32_t collider, const TerrainPart *part)
{
    const Collider *c = &world->state.colliders.data[collider];
    MicaBody body = body_handle(world, c->body);
    MicaColliderDef def = part_collider(c, map_terrain(world, collider_tile_map(world, c)), part);
    if (part->debris) {
        mica_body_destroy(world, body);
        return;
    }
    body_wake(world, MICA_SLOT(body));
    for (int32_t i = world->state.bodies.data[MICA_SLOT(body)].firstCollider; i != NONE;) {
        int32_t next = world->state.colliders.data[i].next;
        if (world->state.colliders.data[i].ofTerrain != 0) {
            mica_collider_destroy(world, collider_handle(world, i));
        }
        i = next;
    }
    add_shapes(world, body, &def, part);
}

// The range of a part within the terrain.
static bool wake_near_part(MicaWorld *world, int32_t collider, const TerrainPart *part)
{
    const Collider *c = &world->state.colliders.data[collider];
    const TileMap *map = collider_tile_map(world, c);
    SampleRange r = part->range;
    Vec2 low = mul_add(map->origin, map->cell.x, vec((float)r.left, (float)r.bottom)),
         size = scale(map->cell.x, vec((float)range_width(r), (float)(r.top - r.bottom)));
    return parts_wake_near(world, c, low, size);
}

void terrain_separate_parts(MicaWorld *world, int32_t collider)
{
    for (int32_t i = 0; i < world->scratch.terrainParts.count; ++i) {
        const TerrainPart *part = &world->scratch.terrainParts.data[i];
        bool woken = wake_near_part(world, collider, part);
        ASSERT(woken);
        (void)woken;
        if (part->group != NONE) {
            separate_part(world, collider, part);
        } else {
            replace_shapes(world, collider, part);
        }
    }
    world->scratch.terrainParts.count = 0;
}
