// What holds matter: chains, tiles, terrains, round shapes, a one-way floor, walls that move. Nothing
// passes through any of them.
#include "build_matter.h"

// The particles of a matter below a height.
static int32_t count_below(MicaWorld *world, MicaMatter matter, float y)
{
    return sum_in(world, matter, 0, y - 500, 500, 500).count;
}

// A basin of 6 by 3 m around the origin, its inner floor at y = 0 or a little below.
typedef enum Basin { CHAIN, TILES, TERRAIN, BALLS, BASINS } Basin;

static void add_chain_basin(MicaWorld *world)
{
    const MicaVec2 points[6] = {v2(-3, 3), v2(-3, 1), v2(-1, 0), v2(1, 0), v2(3, 1), v2(3, 3)};
    MicaChainDef def = {.points = points, .count = 6};
    MicaColliderDef material = mica_collider_def();
    CHECK(mica_chain_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &material, &def).id);
}

static void add_tile_basin(MicaWorld *world)
{
    enum { COLUMNS = 16, ROWS = 8 };
    uint8_t cells[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        int x = i % COLUMNS, y = i / COLUMNS;
        cells[i] = x < 2 || x >= COLUMNS - 2 || y < 2 ? MICA_TILE_FULL : MICA_TILE_EMPTY;
    }
    MicaTilesDef def = {
        .columns = COLUMNS, .rows = ROWS, .cell = {0.5f, 0.5f}, .origin = {-4, -1}, .cells = cells};
    MicaColliderDef material = mica_collider_def();
    CHECK(mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &material, &def).id);
}

static void add_terrain_basin(MicaWorld *world)
{
    enum { COLUMNS = 40, ROWS = 24 };
    static const MicaTerrainMaterial materials[1] = {{.hardness = 1, .density = 2}};
    static const MicaTileKind surfaces[1] = {{.number = 0, .tile = MICA_TILE_FULL}};
    uint8_t densities[COLUMNS * ROWS], kinds[COLUMNS * ROWS] = {0};
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        int x = i % COLUMNS, y = i / COLUMNS, wall = x < COLUMNS / 2 ? x : COLUMNS - 1 - x;
        densities[i] = y < 5 || wall < 5 || y + wall < 14 ? 255 : 0;
    }
    MicaTerrainDef def = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = 0.2f,
                          .origin = v2(-4, -1),
                          .densities = densities,
                          .materialOf = kinds,
                          .materials = materials,
                          .surfaces = surfaces,
                          .materialCount = 1,
                          .pieces = MICA_PIECES_FALL,
                          .borderAnchors = true,
                          .minimumPiece = 0.05f};
    MicaColliderDef material = mica_collider_def();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    CHECK(mica_terrain_create(world, body, &material, &def).id != 0);
}

static void add_ball_basin(MicaWorld *world)
{
    for (int i = 0; i < 13; ++i) {
        MicaBody body = add_body(world, MICA_BODY_STATIC, -3 + 0.5f * (float)i, -0.3f);
        add_shape(world, body, i % 2 == 0 ? circle_shape(0.3f) : capsule_shape(0.3f, 0.3f));
    }
    add_static_box(world, -3.2f, 1.5f, 0.2f, 2);
    add_static_box(world, 3.2f, 1.5f, 0.2f, 2);
}

TEST(basins_of_every_shape_hold_matter)
{
    for (int basin = 0; basin < BASINS; ++basin) {
        MicaWorld *world = make_world();
        if (basin == CHAIN) {
            add_chain_basin(world);
        } else if (basin == TILES) {
            add_tile_basin(world);
        } else if (basin == TERRAIN) {
            add_terrain_basin(world);
        } else {
            add_ball_basin(world);
        }
        MicaMatter matters[3];
        for (int kind = 0; kind < 3; ++kind) {
            matters[kind] = add_matter(world, (MicaMatterKind)kind);
            fill_box(world, matters[kind], -1.2f + 1.2f * (float)kind, 2.2f, 0.5f, 0.6f);
        }
        add_dynamic(world, 0, 4, box_shape(0.3f, 0.3f));
        flow(world, 240);
        for (int kind = 0; kind < 3; ++kind) {
            // Not those that have spilled over its walls.
            int32_t through = sum_in(world, matters[kind], 0, -500.25f, 2.9f, 500).count;
            if (through > 0) {
                test_fail(__FILE__, __LINE__, "%d of kind %d passed through basin %d", through,
                          kind, basin);
            }
        }
        mica_world_destroy(world);
    }
}

// A piston drives matter into a corner, and a paddle stirs it.
TEST(walls_that_move_let_nothing_through)
{
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_world();
        add_tank(world, 2, 6);
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        int32_t all = fill_box(world, matter, 0, 0.6f, 2, 0.6f);
        MicaBody piston = add_body(world, MICA_BODY_KINEMATIC, -2.2f, 3),
                 paddle = add_body(world, MICA_BODY_KINEMATIC, 1, 0.9f);
        add_box(world, piston, 0.1f, 3.2f);
        add_box(world, paddle, 0.6f, 0.04f);
        mica_body_set_velocity(world, piston, v2(1, 0));
        mica_body_set_angular_velocity(world, paddle, 5);
        flow(world, 120);
        mica_body_set_velocity(world, piston, v2(0, 0));
        flow(world, 60);
        CHECK_EQ_INT(count_below(world, matter, -0.05f), 0);
        float behind = position_of(world, piston).x;
        int32_t lost = sum_in(world, matter, behind - 500, 0, 500, 500).count;
        if (lost > 0) {
            test_fail(__FILE__, __LINE__, "%d of %d of kind %d got behind the piston", lost, all,
                      kind);
        }
        mica_world_destroy(world);
    }
}

// From below it lets matter through, and holds what falls on it.
TEST(a_one_way_floor_lets_matter_through_from_below)
{
    MicaWorld *world = make_world();
    MicaColliderDef material = mica_collider_def();
    material.oneWay = v2(0, 1);
    MicaShape floor = box_shape(5, 0.1f);
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, 1.9f), &material, &floor);
    add_static_box(world, -1.5f, 3, 0.5f, 4);
    add_static_box(world, 1.5f, 3, 0.5f, 4);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    int32_t count = fill_moving(world, sand, 0, 0.8f, 0.6f, 0.4f, v2(0, 9), 0);
    flow(world, 30);
    CHECK(sum_in(world, sand, 0, 502, 500, 500).count > count * 9 / 10);
    flow(world, 240);
    CHECK(sum_in(world, sand, 0, 501.95f, 500, 500).count > count * 9 / 10);
    mica_world_destroy(world);
}
