// Compound colliders: chains and tile maps, sliding over their internal edges, editing them while
// bodies lie on them, bad arguments, reading and freeing.
#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static MicaCollider add_tiles(MicaWorld *world, MicaBody body, int columns, int rows, float size,
                              MicaVec2 origin, const uint8_t *cells, float friction)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    MicaTilesDef tiles = {
        .columns = columns, .rows = rows, .cell = v2(size, size), .origin = origin, .cells = cells};
    return mica_tiles_create(world, body, &def, &tiles);
}

static MicaCollider add_chain(MicaWorld *world, MicaBody body, const MicaVec2 *points, int count,
                              bool loop, bool oneSided, float friction)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    MicaChainDef chain = {points, count, loop, oneSided, 0.0f};
    return mica_chain_create(world, body, &def, &chain);
}

static MicaBody add_slick(MicaWorld *world, float x, float y, MicaShape shape, MicaVec2 velocity)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.0f;
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    mica_body_set_velocity(world, body, velocity);
    return body;
}

TEST(every_shape_slides_over_a_map_and_a_chain_as_over_a_slab)
{
    for (int chain = 0; chain < 2; chain++) {
        for (int what = 0; what < 4; what++) {
            MicaWorld *world = make_awake_world();
            MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
            if (chain) {
                MicaVec2 points[80];
                for (int i = 0; i < 80; i++) {
                    points[i] = v2(0.7f * (float)i - 5.0f, 0.0f);
                }
                REQUIRE(add_chain(world, ground, points, 80, false, false, 0.0f).id != 0);
            } else {
                uint8_t cells[200];
                for (int i = 0; i < 200; i++) {
                    cells[i] = MICA_TILE_FULL;
                }
                REQUIRE(add_tiles(world, ground, 100, 2, 0.5f, v2(-5.0f, -1.0f), cells, 0).id != 0);
            }
            MicaShape shape = box_shape(0.25f, 0.25f);
            shape = what == 1   ? circle_shape(0.25f)
                    : what == 2 ? capsule_shape(0.3f, 0.25f)
                                : shape;
            if (what == 3) {
                mica_shape_box(v2(0, 0), 0.2f, 0.2f, 0.0f, 0.05f, &shape);
            }
            MicaBody body = add_slick(world, 0.0f, 0.25f, shape, v2(6.0f, 0.0f));
            run(world, 5);
            float height = position_of(world, body).y, maximum = height;
            for (int i = 0; i < 360; i++) {
                run(world, 1);
                maximum = fmaxf(maximum, position_of(world, body).y);
            }
            CHECK_NEAR(maximum, height, 1e-4);
            CHECK_NEAR(mica_body_velocity(world, body).x, 6.0, 6e-3);
            CHECK_NEAR(position_of(world, body).y, 0.25, 1e-3);
            mica_world_destroy(world);
        }
    }
}

TEST(a_ball_rolls_smoothly_over_slopes_of_tiles)
{
    // Up a 45° slope of two cells, along the top, down by gentle slopes: the ball never leaves the
    // surface.
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint8_t cells[3 * 16] = {0};
    for (int x = 0; x < 16; x++) {
        cells[x] = MICA_TILE_FULL;
    }
    cells[16 + 4] = MICA_TILE_RISE;
    cells[16 + 5] = cells[16 + 6] = cells[16 + 7] = MICA_TILE_FULL;
    cells[32 + 5] = MICA_TILE_RISE;
    cells[32 + 6] = cells[32 + 7] = MICA_TILE_FULL;
    cells[16 + 8] = cells[16 + 9] = MICA_TILE_FULL;
    cells[32 + 8] = MICA_TILE_FALL_HIGH;
    cells[32 + 9] = MICA_TILE_FALL_LOW;
    cells[16 + 10] = MICA_TILE_FALL_HIGH;
    cells[16 + 11] = MICA_TILE_FALL_LOW;
    add_tiles(world, ground, 16, 3, 1.0f, v2(0, 0), cells, 0.0f);
    MicaBody ball = add_slick(world, 1.0f, 1.3f, circle_shape(0.3f), v2(12.0f, 0.0f));
    float top = 0.0f;
    for (int i = 0; i < 400 && position_of(world, ball).x < 15.0f; i++) {
        run(world, 1);
        top = fmaxf(top, position_of(world, ball).y);
        CHECK(position_of(world, ball).y > 1.29f);
    }
    CHECK(top > 3.25f && position_of(world, ball).x >= 15.0f);
    CHECK_NEAR(position_of(world, ball).y, 1.3, 5e-3);
    mica_world_destroy(world);
}

TEST(cells_change_under_bodies_at_rest)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint8_t cells[40];
    for (int i = 0; i < 40; i++) {
        cells[i] = i < 30 ? MICA_TILE_FULL : MICA_TILE_EMPTY;
    }
    MicaCollider map = add_tiles(world, ground, 10, 4, 1.0f, v2(0, 0), cells, 0.6f);
    MicaBody box = add_dynamic(world, 4.5f, 3.3f, box_shape(0.3f, 0.3f));
    run(world, 120);
    CHECK_NEAR(position_of(world, box).y, 3.3, 5e-3);
    CHECK(!is_awake(world, box));
    // A hole of one cell, two deep.
    CHECK_EQ_INT(mica_tiles_fill(world, map, 4, 1, 1, 2, MICA_TILE_EMPTY), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_tiles_get(world, map, 4, 2), MICA_TILE_EMPTY);
    CHECK(is_awake(world, box));
    run(world, 120);
    CHECK_NEAR(position_of(world, box).y, 1.3, 5e-3);
    // Filled again from below: the body is pushed out upwards or not at all, and the world stays
    // valid.
    CHECK_EQ_INT(mica_tiles_fill(world, map, 4, 1, 1, 1, MICA_TILE_BOTTOM_HALF), MICA_ERROR_OK);
    run(world, 120);
    CHECK_NEAR(position_of(world, box).y, 1.8, 5e-3);
    CHECK_EQ_INT(mica_tiles_fill(world, map, 0, 0, 10, 4, MICA_TILE_EMPTY), MICA_ERROR_OK);
    run(world, 60);
    CHECK(position_of(world, box).y < -1.0f);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

// A ball flies along a row of 12 trigger cells. `change` gives the map a field after 1 s, or takes it away.
static void fly_along_triggers(bool area, bool change, int *enters, int *exits)
{
    MicaWorld *world = make_space();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint8_t cells[20];
    for (int i = 0; i < 20; i++) {
        cells[i] = i >= 3 && i < 15 ? MICA_TILE_FULL | MICA_TILE_TRIGGER : MICA_TILE_EMPTY;
    }
    MicaCollider map = add_tiles(world, ground, 20, 1, 1.0f, v2(0, 0), cells, 0.6f);
    MicaField field = mica_field(MICA_FIELD_GRAVITY);
    field.events = 1;
    if (area) {
        REQUIRE(mica_collider_set_field(world, map, &field) == MICA_ERROR_OK);
    }
    MicaBody ball = add_dynamic(world, 0.5f, 0.5f, circle_shape(0.2f));
    mica_body_set_velocity(world, ball, v2(5.0f, 0.0f));
    int last = -1;
    *enters = *exits = 0;
    for (int i = 0; i < 240; i++) {
        if (i == 60 && change) {
            mica_collider_set_field(world, map, area ? NULL : &field);
        }
        run(world, 1);
        MicaEvents events = mica_world_events(world);
        for (int k = 0; k < events.enterCount && !change; k++) {
            CHECK(events.enter[k].part.column == (area ? -1 : last < 0 ? 3 : last + 1));
            last = events.enter[k].part.column;
        }
        *enters += events.enterCount;
        *exits += events.exitCount;
    }
    CHECK_NEAR(mica_body_velocity(world, ball).x, 5.0, 1e-6);
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

TEST(each_trigger_cell_of_a_map_is_a_trigger_and_all_are_one_with_a_field)
{
    int enters, exits;
    fly_along_triggers(false, false, &enters, &exits);
    CHECK(enters == 12 && exits == 12);
    fly_along_triggers(true, false, &enters, &exits);
    CHECK(enters == 1 && exits == 1);
    fly_along_triggers(false, true, &enters, &exits);
    CHECK(enters > 2 && enters < 12 && exits == enters);
    fly_along_triggers(true, true, &enters, &exits);
    CHECK(enters > 2 && enters < 12 && exits == enters);
}

TEST(fast_bodies_do_not_pass_maps_or_chains)
{
    for (int chain = 0; chain < 2; chain++) {
        MicaWorld *world = make_space();
        MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
        if (chain) {
            MicaVec2 points[200];
            for (int i = 0; i < 200; i++) {
                points[i] = v2(100.0f + 2.0f * (float)(i % 2), 2.0f * (float)i - 200.0f);
            }
            add_chain(world, ground, points, 200, false, false, 0.0f);
        } else {
            uint8_t cells[2000] = {0};
            for (int i = 0; i < 400; i++) {
                cells[5 * i + 2] = MICA_TILE_FULL;
            }
            add_tiles(world, ground, 5, 400, 1.0f, v2(100.0f, -200.0f), cells, 0.0f);
        }
        MicaBody bodies[60];
        for (int i = 0; i < 60; i++) {
            MicaShape shape = i % 3 == 0   ? circle_shape(0.1f)
                              : i % 3 == 1 ? box_shape(0.1f, 0.05f)
                                           : capsule_shape(0.1f, 0.05f);
            bodies[i] = add_dynamic(world, 0.13f * (float)i, (float)(i % 30) - 15.0f, shape);
            mica_body_set_velocity(world, bodies[i], v2(50.0f + 50.0f * (float)i, 10.0f));
            mica_body_set_angular_velocity(world, bodies[i], (float)(i % 7) * 10.0f);
        }
        run(world, 180);
        for (int i = 0; i < 60; i++) {
            CHECK(position_of(world, bodies[i]).x < 103.0f);
        }
        mica_world_destroy(world);
    }
}

TEST(bodies_hit_by_a_fast_kinematic_map_are_swept_against_all_its_cells)
{
    for (int chain = 0; chain < 2; chain++) {
        MicaWorld *world = make_space();
        MicaBody piston = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
        const MicaVec2 wall[3] = {v2(0, -10), v2(0, 0), v2(0, 10)};
        const uint8_t cells[40] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        if (chain) {
            add_chain(world, piston, wall, 3, false, false, 0.0f);
        } else {
            add_tiles(world, piston, 1, 40, 0.5f, v2(-0.25f, -10.0f), cells, 0.0f);
        }
        MicaBody balls[8];
        for (int i = 0; i < 8; i++) {
            balls[i] = add_dynamic(world, 3.0f, 2.0f * (float)i - 7.0f, circle_shape(0.1f));
        }
        mica_body_set_velocity(world, piston, v2(150.0f, 0.0f));
        run(world, 20);
        for (int i = 0; i < 8; i++) {
            CHECK(position_of(world, balls[i]).x > position_of(world, piston).x);
        }
        mica_world_destroy(world);
    }
}

TEST(a_fast_body_is_not_stopped_at_the_corner_of_a_chain_it_carries)
{
    // A corner of the chain's bounding box, which no segment is near, reaches a wall.
    MicaWorld *world = make_space();
    add_box(world, add_body(world, MICA_BODY_STATIC, -3.0f, -6.0f), 0.1f, 0.5f);
    MicaBody body = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.1f));
    const MicaVec2 points[3] = {v2(-5, 1), v2(-1, 1), v2(-1, -6)};
    add_chain(world, body, points, 3, false, false, 0.0f);
    mica_body_set_velocity(world, body, v2(1200.0f, 0.0f));
    run(world, 1);
    CHECK_NEAR(position_of(world, body).x, 20.0, 1e-3);
    mica_world_destroy(world);
}

TEST(a_one_sided_loop_keeps_bodies_inside)
{
    // Counter-clockwise, so that the left side is inside: bodies from outside pass in and stay.
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaVec2 points[24];
    for (int i = 0; i < 24; i++) {
        MicaRot q = mica_rot((float)i * 6.2831853f / 24.0f);
        points[i] = v2(5.0f * q.c, 5.0f * q.s);
    }
    add_chain(world, ground, points, 24, true, true, 0.3f);
    MicaBody inside = add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaBody above = add_dynamic(world, 1, 8, box_shape(0.4f, 0.4f));
    run(world, 600);
    MicaVec2 p = position_of(world, inside), q = position_of(world, above);
    CHECK(p.x * p.x + p.y * p.y < 4.6f * 4.6f && p.y < -2.0f);
    CHECK(q.x * q.x + q.y * q.y < 4.8f * 4.8f && q.y < -2.0f);
    mica_world_destroy(world);
}

TEST(a_moving_map_carries_bodies)
{
    MicaWorld *world = make_awake_world();
    MicaBody lift = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    uint8_t cells[8];
    for (int i = 0; i < 8; i++) {
        cells[i] = MICA_TILE_FULL;
    }
    add_tiles(world, lift, 8, 1, 1.0f, v2(-4.0f, -0.5f), cells, 0.8f);
    MicaBody box = add_dynamic(world, 0.0f, 0.75f, box_shape(0.25f, 0.25f));
    run(world, 30);
    mica_body_set_velocity(world, lift, v2(1.5f, 1.0f));
    run(world, 120);
    MicaVec2 p = position_of(world, box), q = position_of(world, lift);
    CHECK_NEAR(p.y - q.y, 0.75, 5e-3);
    CHECK_NEAR(p.x - q.x, -0.1, 0.15);
    CHECK_NEAR(mica_body_velocity(world, box).x, 1.5, 1e-3);
    mica_world_destroy(world);
}

#define CHECK_NONE(call, error)                                                                    \
    do {                                                                                           \
        mica_clear_error(world);                                                                   \
        CHECK_EQ_INT((call).id, 0);                                                                \
        CHECK_EQ_INT(mica_last_error(world), error);                                               \
        CHECK_EQ_INT(mica_world_counters(world).colliders, colliders);                             \
    } while (0)

TEST(bad_chains_and_maps_are_refused)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), gone = add_body(world, MICA_BODY_STATIC, 0, 0);
    mica_body_destroy(world, gone);
    int colliders = mica_world_counters(world).colliders;
    MicaVec2 p[3] = {{0, 0}, {1, 0}, {1, 1}}, twice[3] = {{0, 0}, {0, 0}, {1, 1}};
    MicaVec2 nan[2] = {{0, 0}, {NAN, 1}}, far[2] = {{0, 0}, {1e9f, 0}},
             back[3] = {{0, 0}, {1, 0}, {0, 0}};
    CHECK_NONE(add_chain(world, ground, p, 1, false, false, 0), MICA_ERROR_POINT_COUNT);
    CHECK_NONE(add_chain(world, ground, p, 2, true, false, 0), MICA_ERROR_POINT_COUNT);
    CHECK_NONE(add_chain(world, ground, p, -1, false, false, 0), MICA_ERROR_POINT_COUNT);
    CHECK_NONE(add_chain(world, ground, NULL, 3, false, false, 0), MICA_ERROR_NULL_ARGUMENT);
    CHECK_NONE(add_chain(world, ground, twice, 3, false, false, 0), MICA_ERROR_REPEATED_POINT);
    CHECK_NONE(add_chain(world, ground, back, 3, true, false, 0), MICA_ERROR_REPEATED_POINT);
    CHECK_NONE(add_chain(world, ground, nan, 2, false, false, 0), MICA_ERROR_NOT_FINITE);
    CHECK_NONE(add_chain(world, ground, far, 2, false, false, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_chain(world, gone, p, 3, false, false, 0), MICA_ERROR_STALE_BODY);
    CHECK_NONE(add_chain(world, ground, p, 3, false, false, -1), MICA_ERROR_OUT_OF_RANGE);
    uint8_t good[4] = {1, 1, 1, 1}, bad[4] = {1, 1, 31, 1}, odd[4] = {1, MICA_TILE_ONE_WAY, 1, 1};
    const MicaVec2 o = {0, 0};
    const MicaColliderDef def = mica_collider_def();
    CHECK_NONE(mica_tiles_create(world, ground, &def, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_NONE(add_tiles(world, ground, 0, 2, 1, o, good, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, ground, 2, -1, 1, o, good, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, ground, 4097, 4097, 1, o, NULL, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, ground, 2, 2, 0, o, good, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, ground, 2, 2, NAN, o, good, 0), MICA_ERROR_NOT_FINITE);
    CHECK_NONE(add_tiles(world, ground, 2, 2, 1, v2(INFINITY, 0), good, 0), MICA_ERROR_NOT_FINITE);
    CHECK_NONE(add_tiles(world, ground, 2, 2, 1, o, bad, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, ground, 2, 2, 1, o, odd, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_NONE(add_tiles(world, gone, 2, 2, 1, o, good, 0), MICA_ERROR_STALE_BODY);
    MicaCollider map = add_tiles(world, ground, 2, 2, 1, o, good, 0),
                 box = add_box(world, ground, 1, 1);
    REQUIRE(map.id != 0);
    CHECK_EQ_INT(mica_tiles_fill(world, map, 1, 1, 2, 1, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_tiles_fill(world, map, -1, 0, 1, 1, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_tiles_fill(world, map, 0, 0, 1, 0, 0), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_tiles_fill(world, map, 0, 0, 1, 1, 200), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_tiles_fill(world, box, 0, 0, 1, 1, 0), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_tiles_get(world, map, 2, 0), -1);
    for (int i = 0; i < 4; i++) {
        CHECK_EQ_INT(mica_tiles_get(world, map, i % 2, i / 2), 1);
    }
    MicaShape shape = circle_shape(1);
    CHECK_EQ_INT(mica_collider_set_shape(world, map, &shape), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_collider_shape(world, map, &shape), MICA_ERROR_BAD_SHAPE);
    mica_world_destroy(world);
}

TEST(chains_and_maps_can_be_read)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world);
    MicaVec2 points[3] = {{0, 0}, {1, 0}, {1, 2}};
    const uint8_t cells[6] = {1, 2, 0, 3, MICA_TILE_FULL | MICA_TILE_ONE_WAY, 1};
    MicaCollider box = add_box(world, ground, 1, 1);
    MicaCollider line = add_chain(world, ground, points, 3, true, true, 0.5f),
                 map = add_tiles(world, ground, 3, 2, 0.5f, v2(-1, 2), cells, 0.5f);
    MicaChainDef chain = {0};
    REQUIRE(mica_collider_chain(world, line, &chain) == MICA_ERROR_OK);
    CHECK(chain.count == 3 && chain.loop && chain.oneSided && chain.radius == 0.0f);
    CHECK(memcmp(chain.points, points, sizeof points) == 0);
    MicaTilesDef tiles = {0};
    REQUIRE(mica_collider_tiles(world, map, &tiles) == MICA_ERROR_OK);
    CHECK(tiles.columns == 3 && tiles.rows == 2 && tiles.cell.x == 0.5f && tiles.cell.y == 0.5f);
    CHECK(tiles.origin.x == -1.0f && tiles.origin.y == 2.0f);
    CHECK(memcmp(tiles.cells, cells, sizeof cells) == 0);
    // Colliders of another type and stale ones are refused, and nothing is written.
    CHECK_EQ_INT(mica_collider_chain(world, map, &chain), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_collider_tiles(world, line, &tiles), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_collider_tiles(world, box, &tiles), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_collider_chain(world, line, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_collider_tiles(world, map, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_collider_tiles(NULL, map, &tiles), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_collider_destroy(world, line), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_collider_chain(world, line, &chain), MICA_ERROR_STALE_COLLIDER);
    CHECK(chain.count == 3 && tiles.columns == 3);
    mica_world_destroy(world);
}

TEST(freeing_maps_and_chains_leaves_the_others_unchanged)
{
    // Freeing one closes the gap in the common arrays; the others stay unchanged.
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint32_t seed = 9;
    MicaCollider live[12] = {{0}};
    for (int round = 0; round < 300; round++) {
        int k = (int)test_random_float(&seed, 0, 11.99f);
        if (live[k].id != 0) {
            CHECK_EQ_INT(mica_collider_destroy(world, live[k]), MICA_ERROR_OK);
            live[k].id = 0;
        } else if (k % 2 == 0) {
            uint8_t cells[12];
            for (int i = 0; i < 12; i++) {
                cells[i] = (uint8_t)(1 + k);
            }
            live[k] =
                add_tiles(world, ground, 2 + k / 2, 1, 1, v2(10.0f * (float)k, 0), cells, 0.5f);
        } else {
            MicaVec2 points[14];
            for (int i = 0; i < 14; i++) {
                points[i] = v2(10.0f * (float)k + (float)i * 0.5f, (float)k);
            }
            live[k] = add_chain(world, ground, points, 2 + k, false, false, 0.5f);
        }
        run(world, 1);
        for (int i = 0; i < 12; i++) {
            if (live[i].id == 0) {
                continue;
            }
            MicaAABB box = mica_collider_aabb(world, live[i]);
            CHECK_NEAR(box.lower.x, 10.0 * i, 1e-3);
            CHECK(i % 2 == 1 || mica_tiles_get(world, live[i], 1 + i / 2, 0) == 1 + i);
        }
    }
    mica_world_destroy(world);
}

TEST(the_nearest_surface_point_of_a_map_is_outside_all_its_cells)
{
    uint32_t seed = 31u;
    int inside = 0, rays = 0;
    for (int n = 0; n < test_part(600, 5); n++) {
        MicaWorld *world = make_space();
        uint8_t cells[48];
        for (int i = 0; i < 48; i++) {
            uint32_t kind = test_random(&seed) % 6;
            cells[i] = kind == 0 ? (uint8_t)(test_random(&seed) % MICA_TILE_KIND_COUNT)
                                 : (uint8_t)(kind == 1 && n % 2 ? 0 : MICA_TILE_FULL);
        }
        MicaBodyDef def = mica_body_def();
        def.position = v2(n % 3 == 0 ? 500.0f : 1.0f, -2.0f);
        def.angle = n % 4 == 0 ? 0.0f : test_random_float(&seed, -3.0f, 3.0f);
        MicaBody body = mica_body_create(world, &def);
        MicaCollider map =
            add_tiles(world, body, 8, 6, n % 5 == 0 ? 0.2f : 1.0f, v2(0, 0), cells, 0.6f);
        float size = n % 5 == 0 ? 0.2f : 1.0f, hair = 2e-3f;
        MicaTransform t = mica_body_transform(world, body);
        for (int k = 0; k < 20; k++) {
            float x = test_random_float(&seed, 0.0f, 8.0f),
                  y = test_random_float(&seed, 0.0f, 6.0f);
            // Points on the faces of cells and on their corners too
            x = size * (k % 3 == 0 ? floorf(x) : x);
            y = size * (k % 5 == 0 ? floorf(y) : y);
            MicaVec2 p = v2(t.p.x + t.q.c * x - t.q.s * y, t.p.y + t.q.s * x + t.q.c * y);
            MicaHit hit;
            CHECK(mica_closest_point(world, p, 100.0f, NULL, &hit));
            if (hit.fraction > -2.0f * hair) {
                continue;
            }
            inside++;
            float dx = hit.point.x - p.x, dy = hit.point.y - p.y;
            CHECK_NEAR(sqrtf(dx * dx + dy * dy), -hit.fraction, 1e-3);
            // All nearer points are inside, and right behind the point is one that is not.
            bool out = false;
            for (int i = 0; i < 64; i++) {
                MicaRot q = mica_rot(6.2831853f * (float)i / 64.0f);
                float r = (-hit.fraction - hair) * (i % 2 ? 1.0f : test_random_float(&seed, 0, 1));
                CHECK(mica_overlap_point(world, v2(p.x + r * q.c, p.y + r * q.s), 1e-4f, NULL, NULL,
                                         0) == 1);
                MicaVec2 at = v2(hit.point.x + hair * q.c, hit.point.y + hair * q.s);
                out = out || !mica_collider_contains(world, map, at);
            }
            CHECK(out);
            // A ray that starts there agrees, unless it runs along between two cells.
            MicaHit ray;
            if (mica_ray_closest(world, p, v2(1, 0.1f), SEEN(UINT64_MAX, MICA_QUERY_INSIDE),
                                 &ray) &&
                ray.startsInside) {
                rays++;
                CHECK_NEAR(ray.normal.x, hit.normal.x, 1e-3);
                CHECK_NEAR(ray.normal.y, hit.normal.y, 1e-3);
            }
        }
        mica_world_destroy(world);
    }
    CHECK(inside > test_part(5000, 5) && rays > test_part(4000, 5));
}

// A body pressed in so far that only its core is still swept is not stopped at internal edges on
// its way out.
TEST(a_body_deep_in_a_floor_is_pushed_out_while_it_slides_on)
{
    for (int ground = 0; ground < 3; ground++) {
        for (int k = 0; k < 20; k++) {
            int kind = k % 2;
            float x = 0.05f * (float)k;
            MicaWorld *world = make_awake_world();
            MicaBody floor = add_body(world, MICA_BODY_STATIC, 0, 0);
            MicaVec2 points[101];
            for (int i = 0; i < 101; i++) {
                points[i] = v2(0.5f * (float)i - 5.0f, 0.0f);
            }
            uint8_t cells[200];
            memset(cells, MICA_TILE_FULL, sizeof cells);
            if (ground == 0) {
                REQUIRE(add_chain(world, floor, points, 101, false, false, 0.0f).id != 0);
            } else if (ground == 1) {
                REQUIRE(add_tiles(world, floor, 100, 2, 0.5f, v2(-5, -1), cells, 0.0f).id != 0);
            } else {
                for (int i = 0; i < 100; i++) {
                    MicaBody slab = add_body(world, MICA_BODY_STATIC, -4.75f + 0.5f * (float)i, -1);
                    add_box(world, slab, 0.25f, 1.0f);
                }
            }
            MicaBody body =
                add_slick(world, x, 0.4f, kind == 0 ? circle_shape(0.4f) : box_shape(0.4f, 0.4f),
                          v2(0.0f, 0.0f));
            run(world, 30);
            mica_body_set_transform(world, body, v2(x, 0.02f), 0.0f);
            mica_body_set_velocity(world, body, v2(8.0f, 0.0f));
            run(world, 120);
            CHECK_NEAR(position_of(world, body).x, (double)x + 16.0, 0.2);
            CHECK_NEAR(position_of(world, body).y, 0.4, 6e-3);
            mica_world_destroy(world);
        }
    }
}
