// The golden scene of terrains: hills of two materials that are dug and filled before every step, under
// bodies, a mover and what falls off them, which is dug in its turn.
#include "scenes.h"

#include <stdlib.h>

enum { COLUMNS = 120, ROWS = 50 };

static const MicaTerrainMaterial materials[2] = {
    {.hardness = 1.0f, .density = 1.5f},
    {.hardness = 6.0f, .density = 3.0f, .anchor = 1},
};
static const MicaTileKind surfaces[2] = {
    {.number = 3, .tile = MICA_TILE_FULL},
    {.number = 8,
     .tile = MICA_TILE_FULL,
     .sets = MICA_TILE_SETS_FRICTION | MICA_TILE_SETS_LAYER,
     .friction = 0.2f,
     .layer = 1},
};

static uint8_t hill_density(int column, int row)
{
    // Slopes of one in three, with soft edges.
    int height = 20 * 255 + 85 * abs(column % 36 - 18) - 255 * row;
    return (uint8_t)(height < 0 ? 0 : height > 255 ? 255 : height);
}

void build_terrain(MicaWorld *world)
{
    uint8_t *densities = malloc((size_t)COLUMNS * ROWS), *of = malloc((size_t)COLUMNS * ROWS);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        densities[i] = hill_density(i % COLUMNS, i / COLUMNS);
        of[i] = i / COLUMNS < 5 || i % COLUMNS % 30 == 0;
    }
    mica_layer_set(world, 1, 0, MICA_SOLID);
    MicaTerrainDef def = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = 0.25f,
                          .origin = {-15.0f, -5.0f},
                          .densities = densities,
                          .materialOf = of,
                          .materials = materials,
                          .surfaces = surfaces,
                          .materialCount = 2,
                          .pieces = MICA_PIECES_FALL,
                          .minimumPiece = 0.1f};
    MicaColliderDef collider = mica_collider_def();
    MicaBodyDef body = mica_body_def();
    MicaBody ground = mica_body_create(world, &body);
    mica_terrain_create(world, ground, &collider, &def);
    free(densities);
    free(of);
    for (int i = 0; i < 24; i++) {
        MicaShape shape;
        if (i % 3 == 0) {
            mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.3f, &shape);
        } else {
            mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.3f, 0.2f + 0.05f * (float)(i % 4), 0.0f, 0.0f,
                           &shape);
        }
        body.type = MICA_BODY_DYNAMIC;
        body.position = (MicaVec2){-12.0f + (float)i, 4.0f + 0.3f * (float)(i % 5)};
        mica_collider_create(world, mica_body_create(world, &body), &collider, &shape);
    }
}

// The terrain in the collider that comes `turn`-th of all that have one.
static MicaCollider nth_terrain(MicaWorld *world, int turn)
{
    MicaCollider found = {0};
    int seen = 0;
    for (int32_t i = 0; i < mica_world_counters(world).colliders * 2 + 64; i++) {
        MicaCollider c = mica_collider_at(world, i);
        MicaTerrainDef def;
        if (c.id != 0 && mica_collider_terrain(world, c, &def) == MICA_ERROR_OK && seen++ <= turn) {
            found = c;
        }
    }
    mica_clear_error(world);
    return found;
}

void act_terrain(MicaWorld *world, int step)
{
    if (step % 3 != 0 || step > 500) {
        return;
    }
    float x = (float)(step * 37 % 280) / 10.0f - 14.0f, y = (float)(step * 13 % 60) / 10.0f - 4.0f;
    const MicaVec2 points[3] = {{0, 0}, {0.8f, 0.5f}, {-0.4f, 1.2f}};
    MicaTerrainShape shape = {.points = points,
                              .count = 1 + step / 3 % 3,
                              .radius = 0.3f + 0.1f * (float)(step % 7),
                              .position = {x, y},
                              .angle = 0.1f * (float)step};
    MicaCollider terrain = nth_terrain(world, step % 12 == 0 ? step / 12 % 4 : 0);
    if (step % 30 == 0) {
        shape.closed = shape.count == 3;
        mica_terrain_add(world, terrain, &shape, step / 30 % 2, NULL);
    } else {
        mica_terrain_dig(world, terrain, &shape, step % 24 == 0 ? 9.0f : 3.0f, NULL);
    }
}
