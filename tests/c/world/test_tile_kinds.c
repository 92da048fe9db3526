// Tile maps with kinds: surfaces by kind, editing, events that name cells, bad arguments, freeing.
#include "build.h"
#include "world.h"

#include <math.h>

// A row of cells of these kinds, one metre each, with its top at y = 1.
static MicaCollider add_row(MicaWorld *world, const MicaTileKind *kinds, int32_t kindCount,
                            const uint16_t *kindOf, int32_t columns)
{
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = columns,
                          .rows = 1,
                          .cell = v2(1, 1),
                          .kinds = kinds,
                          .kindCount = kindCount,
                          .kindOf = kindOf};
    return mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &tiles);
}

static const MicaTileKind surfaces[4] = {
    {.number = 0, .tile = MICA_TILE_EMPTY},
    {.number = 3, .tile = MICA_TILE_FULL},
    {.number = 70, .tile = MICA_TILE_FULL, .sets = MICA_TILE_SETS_FRICTION, .friction = 0.0f},
    {.number = 500,
     .tile = MICA_TILE_FULL,
     .sets = MICA_TILE_SETS_RESTITUTION | MICA_TILE_SETS_TANGENT_SPEED,
     .restitution = 0.5f,
     .tangentSpeed = 2.0f},
};

TEST(a_contact_has_the_surface_of_its_tile)
{
    MicaWorld *world = make_awake_world();
    const uint16_t kindOf[3] = {1, 2, 3};
    MicaCollider map = add_row(world, surfaces, 4, kindOf, 3);
    REQUIRE(map.id != 0);
    for (int i = 0; i < 3; i++) {
        add_box(world, add_body(world, MICA_BODY_DYNAMIC, 0.5f + (float)i, 1.2f), 0.2f, 0.2f);
    }
    run(world, 1);
    REQUIRE(world->state.contacts.count == 3);
    for (int i = 0; i < 3; i++) {
        const Contact *c = &world->state.contacts.data[i];
        CHECK_NEAR(c->friction, c->part == 1 ? 0.0 : 0.6, 1e-6);
        CHECK_NEAR(c->restitution, c->part == 2 ? 0.5 : 0.0, 0);
        CHECK_NEAR(c->tangentSpeed, c->part == 2 ? 2.0 : 0.0, 0);
    }
    const MicaContactPoint *points;
    int32_t count = mica_world_contact_points(world, &points);
    for (int32_t i = 0; i < count; i++) {
        CHECK(points[i].part.row == 0 && points[i].part.column == (int32_t)points[i].point.x);
        CHECK(points[i].part.tile == surfaces[points[i].part.column + 1].number);
    }
    CHECK(count == 6);
    CHECK(mica_tiles_fill(world, map, 0, 0, 3, 1, 70) == MICA_ERROR_OK);
    run(world, 1);
    for (int i = 0; i < 3; i++) {
        const Contact *c = &world->state.contacts.data[i];
        CHECK(c->friction == 0.0f && c->restitution == 0.0f && c->tangentSpeed == 0.0f);
    }
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

TEST(kinds_of_several_maps_are_read_edited_and_freed_each_for_itself)
{
    MicaWorld *world = make_awake_world();
    const uint16_t kindOf[4] = {3, 2, 1, 0};
    MicaCollider maps[3] = {add_row(world, surfaces, 4, kindOf, 4),
                            add_row(world, NULL, 0, NULL, 2),
                            add_row(world, surfaces + 1, 3, kindOf + 1, 3)};
    CHECK(mica_tiles_get(world, maps[0], 0, 0) == 500 && mica_tiles_get(world, maps[0], 3, 0) == 0);
    CHECK(mica_tiles_fill(world, maps[2], 0, 0, 1, 1, 70) == MICA_ERROR_OK);
    CHECK(mica_tiles_fill(world, maps[2], 0, 0, 1, 1, 0) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_tiles_fill(world, maps[0], 0, 0, 1, 1, 4) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_tiles_fill(world, maps[1], 0, 0, 1, 1, 500) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_tiles_fill(world, maps[1], 0, 0, 1, 1, -1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_tiles_fill(world, maps[1], 0, 0, 1, 1, 256 + MICA_TILE_FULL) ==
          MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_world_validate(world) == NULL);
    mica_collider_destroy(world, maps[0]);
    CHECK(mica_world_validate(world) == NULL);
    CHECK(mica_tiles_get(world, maps[2], 0, 0) == 70);
    CHECK(mica_tiles_get(world, maps[2], 1, 0) == 70 && mica_tiles_get(world, maps[2], 2, 0) == 3);
    MicaTilesDef read;
    CHECK(mica_collider_tiles(world, maps[2], &read) == MICA_ERROR_OK);
    CHECK(read.kindCount == 3 && read.kinds[2].number == 500 && read.kindOf[1] == 1);
    CHECK(mica_collider_tiles(world, maps[1], &read) == MICA_ERROR_OK);
    CHECK(read.kindCount == 0 && read.kinds == NULL && read.kindOf == NULL);
    mica_world_destroy(world);
}

TEST(kinds_out_of_order_or_range_are_refused)
{
    MicaWorld *world = make_awake_world();
    const uint16_t kindOf[1] = {0}, outside[1] = {2};
    const MicaTileKind good = surfaces[1];
    MicaTileKind wrong[7][2];
    for (int i = 0; i < 7; i++) {
        wrong[i][0] = good;
        wrong[i][1] = surfaces[3];
    }
    wrong[0][1].number = good.number;
    wrong[1][0].number = -1;
    wrong[2][1].tile = 14;
    wrong[3][1].restitution = 1.5f;
    wrong[4][1].tangentSpeed = (float)NAN;
    wrong[5][1].sets = 16;
    wrong[6][0].sets = MICA_TILE_SETS_FRICTION;
    wrong[6][0].friction = -0.1f;
    for (int i = 0; i < 7; i++) {
        mica_clear_error(world);
        CHECK(add_row(world, wrong[i], 2, kindOf, 1).id == 0);
        CHECK(mica_last_error(world) == MICA_ERROR_OUT_OF_RANGE);
    }
    CHECK(add_row(world, surfaces, 2, outside, 1).id == 0);
    CHECK(mica_last_error(world) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(add_row(world, surfaces, MICA_MAX_TILE_KINDS + 1, kindOf, 1).id == 0);
    CHECK(mica_last_error(world) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(add_row(world, surfaces, -1, kindOf, 1).id == 0);
    CHECK(mica_last_error(world) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(add_row(world, surfaces, 2, NULL, 1).id == 0);
    CHECK(mica_last_error(world) == MICA_ERROR_NULL_ARGUMENT);
    CHECK(world->state.tileKinds.count == 0 && world->state.tileCells.count == 0);
    mica_world_destroy(world);
}

TEST(events_name_the_segment_of_a_chain_and_no_part_of_a_destroyed_map)
{
    MicaWorld *world = make_awake_world();
    const uint16_t kindOf[2] = {1, 1};
    MicaCollider map = add_row(world, surfaces, 2, kindOf, 2);
    const MicaVec2 points[4] = {v2(10, 0), v2(11, 0), v2(12, 0), v2(13, 0)};
    MicaColliderDef def = mica_collider_def();
    mica_chain_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def,
                      &(MicaChainDef){.points = points, .count = 4});
    add_box(world, add_body(world, MICA_BODY_DYNAMIC, 1.5f, 1.2f), 0.2f, 0.2f);
    add_box(world, add_body(world, MICA_BODY_DYNAMIC, 12.5f, 0.2f), 0.2f, 0.2f);
    run(world, 1);
    MicaEvents events = mica_world_events(world);
    REQUIRE(events.beginCount == 2);
    for (int i = 0; i < 2; i++) {
        MicaPart part = events.begin[i].part;
        bool chain = part.row < 0;
        CHECK(part.column == (chain ? 2 : 1) && part.tile == (chain ? 0 : 3));
    }
    mica_collider_destroy(world, map);
    run(world, 1);
    events = mica_world_events(world);
    REQUIRE(events.endCount == 1);
    CHECK(events.end[0].part.column == -1 && events.end[0].part.row == -1);
    mica_world_destroy(world);
}
