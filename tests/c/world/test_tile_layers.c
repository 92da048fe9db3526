// Tile maps whose kinds have layers: what each body meets, event layers, queries, fast bodies, and
// a comparison with one plain map a layer.
#include "build.h"
#include "world.h"

#include <assert.h>
#include <math.h>

enum { GROUND, PLAYER, GHOST, VEIL, COIN, WATER };  // layers

static const MicaTileKind kinds[] = {
    {.number = 0, .tile = MICA_TILE_EMPTY},
    {.number = 1, .tile = MICA_TILE_FULL},
    {.number = 2, .tile = MICA_TILE_FULL, .sets = MICA_TILE_SETS_LAYER, .layer = VEIL},
    {.number = 3,
     .tile = MICA_TILE_FULL | MICA_TILE_TRIGGER,
     .sets = MICA_TILE_SETS_LAYER,
     .layer = COIN},
    {.number = 4, .tile = MICA_TILE_FULL, .sets = MICA_TILE_SETS_LAYER, .layer = WATER},
};
#define KIND_COUNT 5

// The player meets ground and veils and enters coins and water; the ghost meets the ground alone.
static void set_rules(MicaWorld *world)
{
    mica_layer_set(world, GROUND, GROUND, MICA_SOLID);
    mica_layer_set(world, PLAYER, GROUND, MICA_SOLID);
    mica_layer_set(world, PLAYER, VEIL, MICA_SOLID);
    mica_layer_set(world, PLAYER, COIN, MICA_TRIGGER);
    mica_layer_set(world, PLAYER, WATER, MICA_TRIGGER);
    mica_layer_set(world, GHOST, GROUND, MICA_SOLID);
}

// Cells of one metre, the first row at the bottom; only those of `layer`, NONE: all.
static MicaCollider add_map(MicaWorld *world, const uint16_t *cells, int32_t columns, int32_t rows,
                            int32_t layer)
{
    uint16_t kindOf[4096];
    assert(columns * rows <= 4096);
    for (int32_t i = 0; i < columns * rows; i++) {
        const MicaTileKind *kind = &kinds[cells[i]];
        int32_t own = (kind->sets & MICA_TILE_SETS_LAYER) != 0 ? kind->layer : GROUND;
        kindOf[i] = layer == NONE || layer == own ? cells[i] : 0;
    }
    MicaColliderDef def = mica_collider_def();
    def.layer = layer == NONE ? GROUND : layer;
    MicaTilesDef tiles = {.columns = columns,
                          .rows = rows,
                          .cell = v2(1, 1),
                          .kinds = kinds,
                          .kindCount = KIND_COUNT,
                          .kindOf = kindOf};
    return mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &tiles);
}

static MicaBody add_layered(MicaWorld *world, int32_t layer, float x, float y, MicaShape shape)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    MicaColliderDef def = mica_collider_def();
    def.layer = layer;
    mica_collider_create(world, body, &def, &shape);
    return body;
}

// ----------------------------------------------------------------------------------------- bodies

TEST(a_ghost_falls_through_a_veil_on_which_the_player_stands)
{
    MicaWorld *world = make_awake_world();
    set_rules(world);
    const uint16_t cells[] = {1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2};
    add_map(world, cells, 5, 3, NONE);
    MicaBody player = add_layered(world, PLAYER, 1.5f, 3.5f, box_shape(0.4f, 0.4f));
    MicaBody ghost = add_layered(world, GHOST, 3.5f, 3.5f, box_shape(0.4f, 0.4f));
    run(world, 120);
    CHECK_NEAR(mica_body_transform(world, player).p.y, 3.4, 0.01);
    CHECK_NEAR(mica_body_transform(world, ghost).p.y, 1.4, 0.01);
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

TEST(a_ball_rolls_over_the_border_of_two_layers_without_a_bump)
{
    const MicaShape shapes[] = {circle_shape(0.4f), box_shape(0.4f, 0.4f),
                                capsule_shape(0.2f, 0.3f)};
    for (int i = 0; i < 3; i++) {
        MicaWorld *world = make_awake_world();
        set_rules(world);
        uint16_t cells[80];
        for (int k = 0; k < 80; k++) {
            cells[k] = k < 40 ? 1 : (uint16_t)(1 + k / 3 % 2);
        }
        add_map(world, cells, 40, 2, NONE);
        MicaBody body = add_layered(world, PLAYER, 2, i == 2 ? 2.3f : 2.4f, shapes[i]);
        MicaCollider collider = mica_collider_at(world, 1);
        CHECK(mica_collider_set_friction(world, collider, 0) == MICA_ERROR_OK);
        float highest = 0.0f, slowest = 1e3f;
        mica_body_set_velocity(world, body, v2(12, 0));
        for (int step = 0; step < 150; step++) {
            run(world, 1);
            MicaVec2 v = mica_body_velocity(world, body);
            highest = fmaxf(highest, v.y);
            slowest = fminf(slowest, v.x);
        }
        CHECK(highest < 0.01f);
        CHECK(slowest > 11.99f);
        CHECK(mica_body_transform(world, body).p.x > 31.0f);
        mica_world_destroy(world);
    }
}

TEST(fast_bodies_are_stopped_by_their_own_layers_alone)
{
    uint16_t cells[3 * 200];
    for (int k = 0; k < 600; k++) {
        cells[k] = k % 200 == 50 ? 2 : k % 200 == 150 ? 1 : 0;
    }
    float x[2][2];
    for (int w = 0; w < 2; w++) {
        MicaWorld *world = make_space();
        set_rules(world);
        if (w == 0) {
            add_map(world, cells, 200, 3, NONE);
        } else {
            add_map(world, cells, 200, 3, GROUND);
            add_map(world, cells, 200, 3, VEIL);
        }
        MicaBody player = add_layered(world, PLAYER, 10, 0.8f, circle_shape(0.1f));
        MicaBody ghost = add_layered(world, GHOST, 10, 2.2f, circle_shape(0.1f));
        mica_body_set_velocity(world, player, v2(900, 0));
        mica_body_set_velocity(world, ghost, v2(900, 0));
        run(world, 60);
        x[w][0] = mica_body_transform(world, player).p.x;
        x[w][1] = mica_body_transform(world, ghost).p.x;
        mica_world_destroy(world);
    }
    CHECK(x[0][0] > 49.8f && x[0][0] < 49.91f && x[0][0] == x[1][0]);
    CHECK(x[0][1] > 149.8f && x[0][1] < 149.91f && x[0][1] == x[1][1]);
}

TEST(an_embedded_body_comes_out_of_the_parts_that_it_meets)
{
    MicaWorld *world = make_awake_world();
    set_rules(world);
    uint16_t cells[20 * 6];
    for (int k = 0; k < 120; k++) {
        cells[k] = k < 40 ? 1 : 2;
    }
    add_map(world, cells, 20, 6, NONE);
    MicaBody player = add_layered(world, PLAYER, 5.5f, 4.5f, box_shape(0.4f, 0.4f));
    MicaBody ghost = add_layered(world, GHOST, 12.5f, 4.5f, box_shape(0.4f, 0.4f));
    run(world, 240);
    CHECK_NEAR(mica_body_transform(world, player).p.y, 6.4, 0.02);
    CHECK_NEAR(mica_body_transform(world, ghost).p.y, 2.4, 0.02);
    mica_world_destroy(world);
}

// ----------------------------------------------------------------------------------------- events

TEST(each_cell_that_its_layer_makes_a_trigger_has_an_enter_and_an_exit)
{
    MicaWorld *world = make_space();
    set_rules(world);
    const uint16_t cells[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 3, 3, 0, 4, 4, 0, 0};
    MicaCollider map = add_map(world, cells, 8, 2, NONE);
    MicaBody player = add_layered(world, PLAYER, 0.5f, 1.5f, circle_shape(0.3f));
    MicaBody ghost = add_layered(world, GHOST, 0.5f, 1.5f, circle_shape(0.3f));
    mica_body_set_velocity(world, player, v2(5, 0));
    mica_body_set_velocity(world, ghost, v2(5, 0));
    int entered[8] = {0}, left[8] = {0};
    for (int step = 0; step < 90; step++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        for (int i = 0; i < e.enterCount; i++) {
            int32_t column = e.enter[i].part.column;
            REQUIRE(column >= 0 && column < 8);
            CHECK(e.enter[i].trigger.id == map.id && e.enter[i].visitorBody.id == player.id);
            CHECK_EQ_INT(e.enter[i].triggerLayer, column < 3 ? COIN : WATER);
            CHECK_EQ_INT(e.enter[i].visitorLayer, PLAYER);
            entered[column] += 1;
            if (column == 2) {
                CHECK(mica_tiles_fill(world, map, 2, 1, 1, 1, 0) == MICA_ERROR_OK);
            }
        }
        for (int i = 0; i < e.exitCount; i++) {
            int32_t column = e.exit[i].part.column;
            CHECK_EQ_INT(e.exit[i].triggerLayer, column < 3 ? COIN : WATER);
            CHECK_EQ_INT(e.exit[i].part.tile, column == 2 ? 0 : column < 3 ? 3 : 4);
            left[column] += 1;
        }
    }
    for (int k = 0; k < 8; k++) {
        int expected = (k == 1 || k == 2 || k == 4 || k == 5) ? 1 : 0;
        CHECK_EQ_INT(entered[k], expected);
        CHECK_EQ_INT(left[k], expected);
    }
    mica_world_destroy(world);
}

TEST(a_fast_body_enters_and_leaves_each_cell_within_a_step)
{
    MicaWorld *world = make_space();
    set_rules(world);
    const uint16_t cells[] = {0, 0, 3, 0, 4, 4, 0, 0, 3, 0};
    add_map(world, cells, 10, 1, NONE);
    MicaBody player = add_layered(world, PLAYER, 0.5f, 0.5f, circle_shape(0.05f));
    MicaBody ghost = add_layered(world, GHOST, 0.5f, 0.5f, circle_shape(0.05f));
    mica_body_set_velocity(world, player, v2(900, 0));
    mica_body_set_velocity(world, ghost, v2(900, 0));
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.enterCount, 4);
    CHECK_EQ_INT(e.exitCount, 4);
    for (int i = 0; i < e.enterCount; i++) {
        int32_t column = e.enter[i].part.column;
        CHECK_EQ_INT(e.enter[i].triggerLayer, column == 4 || column == 5 ? WATER : COIN);
        CHECK(e.enter[i].visitorBody.id == player.id);
    }
    mica_world_destroy(world);
}

TEST(a_rule_that_changes_takes_hold_for_the_cells_of_its_layer)
{
    MicaWorld *world = make_awake_world();
    set_rules(world);
    const uint16_t cells[] = {1, 1, 1, 0, 0, 0, 2, 2, 2};
    add_map(world, cells, 3, 3, NONE);
    MicaBody player = add_layered(world, PLAYER, 1.5f, 3.4f, box_shape(0.4f, 0.4f));
    run(world, 30);
    CHECK_NEAR(mica_body_transform(world, player).p.y, 3.4, 0.01);
    mica_layer_set(world, PLAYER, VEIL, MICA_TRIGGER);
    run(world, 1);
    CHECK(mica_world_events(world).endCount > 0);
    run(world, 20);
    int32_t inside = mica_world_trigger_stays(world, NULL);
    CHECK(inside > 0);
    run(world, 100);
    CHECK_NEAR(mica_body_transform(world, player).p.y, 1.4, 0.01);
    mica_layer_set(world, PLAYER, VEIL, MICA_IGNORE);
    run(world, 1);
    CHECK_EQ_INT(mica_world_trigger_stays(world, NULL), 0);
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------------- queries

TEST(queries_meet_the_cells_of_their_layers)
{
    MicaWorld *world = make_space();
    set_rules(world);
    const uint16_t cells[] = {0, 3, 0, 2, 0, 4, 0, 1};
    MicaCollider map = add_map(world, cells, 8, 1, NONE);
    const struct {
        int32_t layer;
        float x;
    } first[] = {{COIN, 1}, {VEIL, 3}, {WATER, 5}, {GROUND, 7}};
    for (int i = 0; i < 4; i++) {
        uint64_t bit = (uint64_t)1 << first[i].layer;
        MicaHit hit;
        MicaVec2 inside = v2(first[i].x + 0.5f, 0.5f);
        REQUIRE(
            mica_ray_closest(world, v2(-1, 0.5f), v2(20, 0), SEEN(bit, MICA_QUERY_TRIGGERS), &hit));
        CHECK_NEAR(hit.point.x, first[i].x, 1e-4);
        MicaShape ball = circle_shape(0.25f);
        REQUIRE(mica_shape_cast_closest(world, &ball, at(-1, 0.5f, 0), v2(20, 0),
                                        SEEN(bit, MICA_QUERY_TRIGGERS), &hit));
        CHECK_NEAR(hit.point.x, first[i].x, 1e-3);
        REQUIRE(mica_closest_point(world, v2(-1, 0.5f), 20, SEEN(bit, MICA_QUERY_TRIGGERS), &hit));
        CHECK_NEAR(hit.point.x, first[i].x, 1e-4);
        for (int k = 0; k < 4; k++) {
            MicaVec2 p = v2(first[k].x + 0.5f, 0.5f);
            MicaAABB box = {v2(p.x - 0.1f, 0.4f), v2(p.x + 0.1f, 0.6f)};
            CHECK_EQ_INT(mica_overlap_point(world, p, 0, SEEN(bit, 0), NULL, 0), k == i);
            CHECK_EQ_INT(mica_overlap_aabb(world, box, SEEN(bit, 0), NULL, 0), k == i);
            CHECK_EQ_INT(mica_overlap_shape(world, &ball, at(p.x, p.y, 0), SEEN(bit, 0), NULL, 0),
                         k == i);
        }
        CHECK(mica_collider_contains(world, map, inside));
    }
    MicaBody ghost = add_layered(world, GHOST, -1, 0.5f, circle_shape(0.25f));
    MicaBody player = add_layered(world, PLAYER, -1, 0.5f, circle_shape(0.25f));
    const MicaVec2 path[2] = {{-1, 0.5f}, {20, 0.5f}};
    MicaPathHit hit;
    REQUIRE(mica_body_sweep(world, ghost, path, 2, NULL, &hit));
    CHECK_NEAR(hit.hit.point.x, 7, 1e-3);
    REQUIRE(mica_body_sweep(world, player, path, 2, NULL, &hit));
    CHECK_NEAR(hit.hit.point.x, 3, 1e-3);
    mica_world_destroy(world);
}

TEST(a_kind_with_a_layer_that_does_not_exist_is_refused)
{
    MicaWorld *world = make_world();
    const uint16_t kindOf[1] = {0};
    for (int32_t layer = -1; layer <= 64; layer += 65) {
        MicaTileKind kind = kinds[2];
        kind.layer = layer;
        MicaColliderDef def = mica_collider_def();
        MicaTilesDef tiles = {.columns = 1,
                              .rows = 1,
                              .cell = v2(1, 1),
                              .kinds = &kind,
                              .kindCount = 1,
                              .kindOf = kindOf};
        mica_clear_error(world);
        MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
        CHECK(mica_tiles_create(world, body, &def, &tiles).id == 0);
        CHECK(mica_last_error(world) == MICA_ERROR_BAD_LAYER);
    }
    mica_world_destroy(world);
}

// --------------------------------------------------------------- compared with one map for a layer

#define SIZE 24

// Bodies and rays at random places do in one map with layers as in a plain map for each layer.
TEST(a_map_with_layers_is_like_a_map_for_each_layer)
{
    uint32_t seed = 77;
    int touching = 0, triggered = 0;
    for (int round = 0; round < 60; round++) {
        uint16_t cells[SIZE * SIZE];
        for (int k = 0; k < SIZE * SIZE; k++) {
            uint32_t pick = test_random(&seed) % 8;
            cells[k] = (uint16_t)(pick < 4 ? 0 : pick - 3);
        }
        MicaWorld *worlds[2] = {make_space(), make_space()};
        const int32_t layers[] = {GROUND, VEIL, COIN, WATER};
        add_map(worlds[0], cells, SIZE, SIZE, NONE);
        for (int k = 0; k < 4; k++) {
            add_map(worlds[1], cells, SIZE, SIZE, layers[k]);
        }
        uint32_t bodySeed = seed;
        int begun[2], entered[2];
        for (int w = 0; w < 2; w++) {
            seed = bodySeed;
            set_rules(worlds[w]);
            for (int i = 0; i < 40; i++) {
                float x = test_random_float(&seed, 0, SIZE), y = test_random_float(&seed, 0, SIZE);
                bool isRound = test_random(&seed) % 2 == 0;
                add_layered(worlds[w], i % 2 == 0 ? PLAYER : GHOST, x, y,
                            isRound ? circle_shape(0.3f) : box_shape(0.25f, 0.35f));
            }
            run(worlds[w], 1);
            begun[w] = mica_world_events(worlds[w]).beginCount;
            // In the second world all coins are one trigger, and so is all water.
            MicaEvents e = mica_world_events(worlds[w]);
            bool met[40][6] = {{false}};
            entered[w] = 0;
            for (int i = 0; i < e.enterCount; i++) {
                int32_t body = MICA_SLOT(e.enter[i].visitorBody) - (w == 0 ? 1 : 4);
                REQUIRE(body >= 0 && body < 40);
                entered[w] += !met[body][e.enter[i].triggerLayer];
                met[body][e.enter[i].triggerLayer] = true;
            }
        }
        touching += begun[0];
        triggered += entered[0];
        CHECK_EQ_INT(begun[0], begun[1]);
        CHECK_EQ_INT(entered[0], entered[1]);
        for (int i = 0; i < 40; i++) {
            MicaHit hits[2];
            MicaVec2 from =
                         v2(test_random_float(&seed, 0, SIZE), test_random_float(&seed, 0, SIZE)),
                     along = v2(test_random_float(&seed, -9, 9), test_random_float(&seed, -9, 9));
            uint64_t mask = test_random(&seed) & 63;
            bool found[2];
            for (int w = 0; w < 2; w++) {
                found[w] = mica_ray_closest(
                    worlds[w], from, along,
                    SEEN(mask | 1, MICA_QUERY_TRIGGERS | MICA_QUERY_SKIP_MOVING), &hits[w]);
            }
            CHECK(found[0] == found[1] && fabsf(hits[0].fraction - hits[1].fraction) < 1e-5f);
        }
        CHECK(mica_world_validate(worlds[0]) == NULL);
        mica_world_destroy(worlds[0]);
        mica_world_destroy(worlds[1]);
    }
    CHECK(touching > 500 && triggered > 300);
}
