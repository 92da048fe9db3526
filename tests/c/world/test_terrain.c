// Terrains: surfaces, digging and filling, what falls, what is refused.
#include "build.h"
#include "faults.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, ROWS = 40 };
#define CELL 0.25f

static const MicaTerrainMaterial materials[3] = {
    {.hardness = 1.0f, .density = 2.0f},
    {.hardness = 5.0f, .density = 3.0f},
    {.hardness = 9.0f, .density = 5.0f, .anchor = 1},
};
static const MicaTileKind surfaces[3] = {
    {.number = 0, .tile = MICA_TILE_FULL},
    {.number = 7, .tile = MICA_TILE_FULL, .sets = MICA_TILE_SETS_FRICTION},
    {.number = 9, .tile = MICA_TILE_FULL},
};

typedef struct Ground {
    MicaWorld *world;
    MicaCollider terrain;
    uint8_t densities[COLUMNS * ROWS], materials[COLUMNS * ROWS];
} Ground;

// A terrain of 20 by 10 metres with its lower left corner at (-10, -5), of three materials, filled
// where `fill` says so.
static Ground *make_ground(bool (*fill)(int x, int y), MicaTerrainPieces pieces)
{
    Ground *g = calloc(1, sizeof *g);
    g->world = make_awake_world();
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        g->densities[i] = fill(i % COLUMNS, i / COLUMNS) ? 255 : 0;
    }
    MicaTerrainDef def = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = CELL,
                          .origin = v2(-10, -5),
                          .densities = g->densities,
                          .materialOf = g->materials,
                          .materials = materials,
                          .surfaces = surfaces,
                          .materialCount = 3,
                          .pieces = pieces,
                          .borderAnchors = true,
                          .minimumPiece = 0.05f};
    MicaColliderDef collider = mica_collider_def();
    g->terrain =
        mica_terrain_create(g->world, add_body(g->world, MICA_BODY_STATIC, 0, 0), &collider, &def);
    CHECK(g->terrain.id != 0);
    return g;
}

static void destroy_ground(Ground *g)
{
    CHECK_EQ_STR(mica_world_validate(g->world), NULL);
    mica_world_destroy(g->world);
    free(g);
}

// The lower half is ground: its surface is at y = 0.
static bool lower_half(int x, int y)
{
    (void)x;
    return y < ROWS / 2;
}

static bool nothing(int x, int y)
{
    (void)x;
    (void)y;
    return false;
}

static MicaTerrainChange dig_circle(Ground *g, float x, float y, float radius, float hardness)
{
    MicaVec2 center = {0, 0};
    MicaTerrainShape shape = {.points = &center, .count = 1, .radius = radius, .position = {x, y}};
    MicaTerrainChange change = {{0}, 0};
    CHECK_EQ_INT(mica_terrain_dig(g->world, g->terrain, &shape, hardness, &change), MICA_ERROR_OK);
    return change;
}

static MicaTerrainChange edit_box(Ground *g, MicaCollider terrain, bool add, float x0, float y0,
                                  float x1, float y1, int32_t material)
{
    const MicaVec2 points[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    MicaTerrainShape shape = {.points = points, .count = 4, .closed = true};
    MicaTerrainChange change = {{0}, 0};
    CHECK_EQ_INT(add ? mica_terrain_add(g->world, terrain, &shape, material, &change)
                     : mica_terrain_dig(g->world, terrain, &shape, 100.0f, &change),
                 MICA_ERROR_OK);
    return change;
}

TEST(a_ball_and_a_box_rest_on_flat_ground)
{
    Ground *g = make_ground(lower_half, MICA_PIECES_FALL);
    MicaBody ball = add_dynamic(g->world, -3, 0.6f, circle_shape(0.5f)),
             box = add_dynamic(g->world, 3.1f, 0.6f, box_shape(0.5f, 0.5f));
    run(g->world, 120);
    CHECK_NEAR(position_of(g->world, ball).y, 0.5, 0.006);
    CHECK_NEAR(position_of(g->world, box).y, 0.5, 0.006);
    CHECK_NEAR(position_of(g->world, box).x, 3.1, 1e-3);
    destroy_ground(g);
}

TEST(ground_ends_with_the_grid)
{
    Ground *g = make_ground(lower_half, MICA_PIECES_FALL);
    const float rays[4][4] = {
        {-12, -4.9f, 5, 0}, {12, -0.05f, -5, 0}, {9.99f, 3, 0, -5}, {-9.99f, -8, 0, 5}};
    const MicaVec2 points[4] = {{-10, -4.9f}, {10, -0.05f}, {9.99f, 0}, {-9.99f, -5}};
    for (int i = 0; i < 4; i++) {
        MicaHit hit;
        REQUIRE(mica_ray_closest(g->world, v2(rays[i][0], rays[i][1]), v2(rays[i][2], rays[i][3]),
                                 SEEN(~(uint64_t)0, 0), &hit));
        CHECK_NEAR(hit.point.x, points[i].x, 1e-4);
        CHECK_NEAR(hit.point.y, points[i].y, 1e-4);
    }
    destroy_ground(g);
}

TEST(a_dug_hole_has_the_area_of_its_shape)
{
    Ground *g = make_ground(lower_half, MICA_PIECES_FALL);
    MicaTerrainChange change = dig_circle(g, 0.13f, -2.5f, 1.0f, 2.0f);
    CHECK_NEAR(change.area[0], 3.14159265, 0.05);
    CHECK_NEAR(change.area[1], 0, 0);
    double dug = change.area[0];
    CHECK_EQ_INT(change.pieces, 0);
    change = edit_box(g, g->terrain, true, -3, -4, 3, 0, 1);
    CHECK_NEAR(change.area[0] + change.area[1], dug, 1e-6);
    uint8_t after[COLUMNS * ROWS];
    CHECK_EQ_INT(mica_terrain_read(g->world, g->terrain, 0, 0, COLUMNS, ROWS, after, NULL),
                 MICA_ERROR_OK);
    CHECK(memcmp(after, g->densities, sizeof after) == 0);
    destroy_ground(g);
}

TEST(a_tool_digs_what_is_not_harder_than_itself)
{
    Ground *g = make_ground(nothing, MICA_PIECES_FALL);
    edit_box(g, g->terrain, true, -10, -5, 0, 0, 0);
    edit_box(g, g->terrain, true, 0, -5, 10, 0, 1);
    MicaTerrainChange change = dig_circle(g, 0, -2, 1.0f, 2.0f);
    CHECK_NEAR(change.area[0], 0.5 * 3.14159265, 0.2);
    CHECK(change.area[1] < 0.3);
    change = dig_circle(g, 0, -2, 1.0f, 5.0f);
    CHECK_NEAR(change.area[1], 0.5 * 3.14159265, 0.3);
    destroy_ground(g);
}

// A mushroom: a stem of one metre under a cap of six by one.
static bool mushroom(int x, int y)
{
    return y < 8 || (y < 20 && x >= 38 && x < 42) || (y >= 20 && y < 24 && x >= 28 && x < 52);
}

TEST(what_is_cut_off_falls_with_its_mass)
{
    Ground *g = make_ground(mushroom, MICA_PIECES_FALL);
    MicaTerrainChange change = edit_box(g, g->terrain, false, -2, -1.5f, 2, -1, 0);
    REQUIRE(change.pieces == 1);
    CHECK_NEAR(change.area[0], 0.5 + 4 * CELL * CELL / 8, 1e-6);
    MicaTerrainPiece piece;
    CHECK_EQ_INT(mica_terrain_piece(g->world, 0, &piece), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_terrain_piece(g->world, 1, &piece), MICA_ERROR_OUT_OF_RANGE);
    CHECK(piece.body.id != 0 && piece.source.id == g->terrain.id);
    // The corners of the cap are cut at half a cell.
    CHECK_NEAR(piece.area, 7 - 4 * CELL * CELL / 8, 0.05);
    CHECK_NEAR(piece.mass, 2 * piece.area, 1e-5);
    CHECK_NEAR(mica_body_mass(g->world, piece.body).mass, piece.mass, 1e-4);
    CHECK_NEAR(piece.position.x, 0, 1e-5);
    MicaVec2 v = mica_body_velocity(g->world, piece.body);
    CHECK(v.x == 0 && v.y == 0);
    float before = position_of(g->world, piece.body).y;
    run(g->world, 120);
    CHECK_NEAR(position_of(g->world, piece.body).y, before - 0.5, 0.02);
    destroy_ground(g);
}

TEST(a_piece_is_dug_in_its_turn)
{
    Ground *g = make_ground(mushroom, MICA_PIECES_FALL);
    MicaTerrainChange change = edit_box(g, g->terrain, false, -2, -1.5f, 2, -1, 0);
    REQUIRE(change.pieces == 1);
    MicaTerrainPiece piece, half;
    mica_terrain_piece(g->world, 0, &piece);
    mica_body_set_velocity(g->world, piece.body, v2(1, 2));
    mica_body_set_angular_velocity(g->world, piece.body, 3);
    change = edit_box(g, piece.terrain, false, 1, -3, 1.5f, 3, 0);
    REQUIRE(change.pieces == 1);
    mica_terrain_piece(g->world, 0, &half);
    CHECK_NEAR(half.area, 1.5, 0.05);
    CHECK_NEAR(mica_body_mass(g->world, piece.body).mass + half.mass, piece.mass - 2 * 0.5, 0.1);
    float arm = half.position.x - piece.position.x;
    MicaVec2 v = mica_body_velocity(g->world, half.body);
    CHECK_NEAR(v.x, 1 - 3 * (half.position.y - piece.position.y), 1e-4);
    CHECK_NEAR(v.y, 2 + 3 * arm, 1e-4);
    CHECK_NEAR(mica_body_angular_velocity(g->world, half.body), 3, 1e-5);
    // All of it dug away: the body goes too.
    edit_box(g, half.terrain, false, -9, -4, 9, 4, 0);
    CHECK(!mica_body_is_valid(g->world, half.body));
    run(g->world, 60);
    destroy_ground(g);
}

TEST(pieces_stay_are_removed_or_become_debris)
{
    Ground *g = make_ground(mushroom, MICA_PIECES_STAY);
    CHECK_EQ_INT(edit_box(g, g->terrain, false, -2, -1.5f, 2, -1, 0).pieces, 0);
    CHECK_EQ_INT(mica_terrain_set_pieces(g->world, g->terrain, MICA_PIECES_REMOVE, true, 0.05f),
                 MICA_ERROR_OK);
    MicaTerrainPiece piece;
    CHECK_EQ_INT(edit_box(g, g->terrain, false, 0, 0.9f, 0.5f, 1.5f, 0).pieces, 1);
    CHECK_EQ_INT(mica_terrain_piece(g->world, 0, &piece), MICA_ERROR_OK);
    CHECK(piece.body.id == 0 && piece.area > 6);
    CHECK_EQ_INT(mica_world_counters(g->world).bodies, 1);
    mica_terrain_set_pieces(g->world, g->terrain, MICA_PIECES_FALL, true, 100.0f);
    CHECK_EQ_INT(edit_box(g, g->terrain, true, -1, 1, 1, 2, 0).pieces, 1);
    CHECK_EQ_INT(mica_world_counters(g->world).bodies, 1);
    destroy_ground(g);
}

TEST(anchors_hold)
{
    Ground *g = make_ground(nothing, MICA_PIECES_FALL);
    edit_box(g, g->terrain, true, -0.5f, 1, 0.5f, 2, 2);
    CHECK_EQ_INT(edit_box(g, g->terrain, true, -1, -1, 1, 1, 0).pieces, 0);
    CHECK_EQ_INT(edit_box(g, g->terrain, false, -1, -1, 0, 0, 0).pieces, 0);
    CHECK_EQ_INT(edit_box(g, g->terrain, false, -1, 0.5f, 1, 0.75f, 0).pieces, 1);
    destroy_ground(g);
}

// Random digs, fills, pieces and bodies; what a state depends on.
static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static float draw_between(uint32_t *seed, float low, float high)
{
    return low + (high - low) * (float)draw(seed) / 16777216.0f;
}

static bool hills(int x, int y) { return y < 18 + (x * 7 % 11) / 2 && (x * 13 + y * 29) % 37 != 0; }

static void edit_at_random(MicaWorld *world, MicaCollider terrain, uint32_t *seed)
{
    MicaVec2 points[6];
    MicaTerrainShape shape = {.points = points, .count = 1 + (int32_t)(draw(seed) % 6)};
    for (int i = 0; i < shape.count; i++) {
        points[i] = v2(draw_between(seed, -2, 2), draw_between(seed, -2, 2));
    }
    shape.closed = shape.count > 2 && draw(seed) % 2 == 0;
    shape.radius = shape.closed ? draw_between(seed, 0, 0.5f) : draw_between(seed, 0.1f, 1.5f);
    shape.position = v2(draw_between(seed, -10, 10), draw_between(seed, -5, 3));
    shape.angle = draw_between(seed, -3, 3);
    MicaError error =
        draw(seed) % 5 != 0
            ? mica_terrain_dig(world, terrain, &shape, draw_between(seed, 0, 10), NULL)
            : mica_terrain_add(world, terrain, &shape, (int32_t)(draw(seed) % 3), NULL);
    CHECK_EQ_INT(error, MICA_ERROR_OK);
}

// A terrain of the world, chosen at random; bodies with a terrain of their own count.
static MicaCollider any_terrain(MicaWorld *world, uint32_t *seed)
{
    MicaCollider found = {0};
    int32_t seen = 0;
    for (int32_t i = 0; i < world->state.colliders.count; i++) {
        MicaCollider c = mica_collider_at(world, i);
        MicaTerrainDef def;
        if (c.id != 0 && mica_collider_terrain(world, c, &def) == MICA_ERROR_OK) {
            seen += 1;
            found = draw(seed) % (uint32_t)seen == 0 ? c : found;
        }
    }
    return found;
}

static void play_at_random(MicaWorld *world, uint32_t *seed)
{
    for (int k = 0; k < 3; k++) {
        edit_at_random(world, any_terrain(world, seed), seed);
    }
    add_dynamic(world, draw_between(seed, -9, 9), draw_between(seed, 2, 6),
                draw(seed) % 2 == 0 ? circle_shape(0.3f) : box_shape(0.4f, 0.2f));
    run(world, 5);
}

TEST(random_edits_leave_a_sound_world_that_a_snapshot_continues)
{
    for (uint32_t trial = 0; trial < (test_sample() ? 8u : 60u); trial++) {
        uint32_t seed = 77 + trial;
        Ground *g = make_ground(hills, MICA_PIECES_FALL);
        for (int i = 0; i < 12; i++) {
            play_at_random(g->world, &seed);
        }
        uint64_t bytes = mica_world_snapshot_bytes(g->world, 0);
        void *saved = malloc(bytes);
        REQUIRE(mica_world_snapshot(g->world, "", 0, saved, bytes) == MICA_ERROR_OK);
        MicaWorld *other = make_awake_world();
        CHECK_EQ_INT(mica_world_restore(other, saved, bytes), MICA_ERROR_OK);
        uint32_t twin = seed;
        for (int i = 0; i < 6; i++) {
            play_at_random(g->world, &seed);
            play_at_random(other, &twin);
        }
        CHECK_EQ_HEX(world_state_hash(g->world), world_state_hash(other));
        mica_world_destroy(other);
        free(saved);
        destroy_ground(g);
    }
}

// The dig that cuts the mushroom, with so many allocations at most. Gives the error.
static MicaError cut_with_memory(MicaWorld *world, MicaCollider terrain, int32_t allocations,
                                 int32_t *refused)
{
    const MicaVec2 points[4] = {{-2, -1.5f}, {2, -1.5f}, {2, -1}, {-2, -1}};
    MicaTerrainShape shape = {.points = points, .count = 4, .closed = true};
    faults_allow(allocations);
    MicaError error = mica_terrain_dig(world, terrain, &shape, 100.0f, NULL);
    *refused = faults_end();
    return error;
}

TEST(an_edit_without_memory_changes_nothing)
{
    Ground *g = make_ground(mushroom, MICA_PIECES_FALL);
    add_dynamic(g->world, 0, 2, box_shape(0.5f, 0.5f));
    run(g->world, 30);
    uint64_t before = world_state_hash(g->world), after = 0;
    int32_t refusals = 0;
    for (int32_t allocations = 0; allocations < 200; allocations++) {
        MicaWorldDef def = mica_world_def();
        MicaWorld *copy = mica_world_create(&def);
        REQUIRE(world_copy_state(copy, g->world));
        int32_t refused;
        MicaError error = cut_with_memory(copy, g->terrain, allocations, &refused);
        if (error == MICA_ERROR_OK) {
            after = world_state_hash(copy);
            CHECK(refused == 0 || allocations > 0);
            mica_world_destroy(copy);
            break;
        }
        CHECK_EQ_STR(mica_error_text(error), mica_error_text(MICA_ERROR_NO_MEMORY));
        CHECK_EQ_HEX(world_state_hash(copy), before);
        CHECK_EQ_STR(mica_world_validate(copy), NULL);
        refusals += 1;
        CHECK_EQ_INT(cut_with_memory(copy, g->terrain, INT32_MAX, &refused), MICA_ERROR_OK);
        mica_world_destroy(copy);
    }
    CHECK(refusals > 10);
    int32_t unused;
    CHECK_EQ_INT(cut_with_memory(g->world, g->terrain, INT32_MAX, &unused), MICA_ERROR_OK);
    CHECK_EQ_HEX(world_state_hash(g->world), after);
    destroy_ground(g);
}

TEST(bad_arguments_of_terrains_are_refused)
{
    Ground *g = make_ground(lower_half, MICA_PIECES_FALL);
    MicaWorld *world = g->world;
    MicaVec2 points[3] = {{0, 0}, {1, 0}, {NAN, 1}};
    MicaTerrainShape shape = {.points = points, .count = 3, .radius = 1};
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, &shape, 1, NULL), MICA_ERROR_NOT_FINITE);
    shape.count = 0;
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, &shape, 1, NULL),
                MICA_ERROR_POINT_COUNT);
    shape.count = 2;
    shape.closed = true;
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, &shape, 1, NULL),
                MICA_ERROR_POINT_COUNT);
    shape.closed = false;
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, &shape, NAN, NULL),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_terrain_add(world, g->terrain, &shape, 3, NULL),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, NULL, 1, NULL),
                MICA_ERROR_NULL_ARGUMENT);
    shape.radius = 0;
    CHECK_ERROR(world, mica_terrain_dig(world, g->terrain, &shape, 1, NULL),
                MICA_ERROR_OUT_OF_RANGE);
    shape.radius = 1;
    MicaCollider box = add_box(world, add_body(world, MICA_BODY_STATIC, 30, 0), 1, 1);
    CHECK_ERROR(world, mica_terrain_dig(world, box, &shape, 1, NULL), MICA_ERROR_BAD_SHAPE);
    CHECK_ERROR(world, mica_terrain_dig(world, (MicaCollider){77}, &shape, 1, NULL),
                MICA_ERROR_STALE_COLLIDER);
    CHECK_ERROR(world, mica_tiles_fill(world, g->terrain, 0, 0, 1, 1, 1), MICA_ERROR_BAD_SHAPE);
    CHECK_ERROR(world, mica_terrain_read(world, g->terrain, 0, 0, COLUMNS + 1, 1, NULL, NULL),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_terrain_set_pieces(world, g->terrain, MICA_PIECES_COUNT, true, 0),
                MICA_ERROR_OUT_OF_RANGE);
    MicaTerrainDef def;
    CHECK_ERROR(world, mica_collider_terrain(world, box, &def), MICA_ERROR_BAD_SHAPE);
    CHECK_EQ_INT(mica_collider_terrain(world, g->terrain, &def), MICA_ERROR_OK);
    MicaColliderDef collider = mica_collider_def();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    const MicaTerrainDef good = def;
    def.columns = 1;
    CHECK_REFUSED(world, mica_terrain_create(world, body, &collider, &def),
                  MICA_ERROR_OUT_OF_RANGE);
    def = good;
    def.cell = NAN;
    CHECK_REFUSED(world, mica_terrain_create(world, body, &collider, &def), MICA_ERROR_NOT_FINITE);
    def = good;
    def.materialCount = 17;
    CHECK_REFUSED(world, mica_terrain_create(world, body, &collider, &def),
                  MICA_ERROR_OUT_OF_RANGE);
    def = good;
    def.materials = NULL;
    CHECK_REFUSED(world, mica_terrain_create(world, body, &collider, &def),
                  MICA_ERROR_NULL_ARGUMENT);
    destroy_ground(g);
}
