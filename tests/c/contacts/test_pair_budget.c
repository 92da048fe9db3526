// What a crowd costs: bodies made in one place have pairs in proportion to their number, come apart all
// the same, and have every pair in the end; colliders with many neighbours have them all at once; and a
// long body askew over a map has pairs with the cells along it alone.
#include "build.h"
#include "world.h"

#include <math.h>
#include <string.h>

enum { MANY = 150 };
// What its bodies may have: the first pairs that are met, those of crowds, and links, twice log2 of their
// number each.
#define MAX_PAIRS (CROWD_OVERLAPS + MANY * (CROWD_OVERLAPS_EACH + 2 * MAX_CROWD_PAIRS))

static void add_pile(MicaWorld *world, MicaBody *bodies, int count)
{
    for (int i = 0; i < count; ++i) {
        bodies[i] = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.5f));
    }
}

TEST(bodies_in_one_place_have_pairs_in_proportion_to_their_number)
{
    MicaBody bodies[MANY];
    MicaWorld *world = make_space();
    add_pile(world, bodies, MANY);
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    MicaCounters first = mica_world_counters(world);
    CHECK(first.contacts >= MANY * MAX_CROWD_PAIRS / 2);
    CHECK(first.contacts <= MAX_PAIRS);
    CHECK(first.pairsPostponed > 0);
    for (int i = 0; i < 60; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        CHECK(mica_world_counters(world).contacts <= MAX_PAIRS);
    }
    mica_world_destroy(world);
}

TEST(a_crowd_comes_apart_and_has_every_pair_in_the_end)
{
    MicaBody bodies[MANY];
    MicaWorld *world = make_space();
    add_pile(world, bodies, MANY);
    for (int i = 0; i < 900; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    }
    CHECK_EQ_INT(mica_world_counters(world).pairsPostponed, 0);
    int missing = 0, deep = 0;
    for (int i = 0; i < MANY; ++i) {
        MicaVec2 p = position_of(world, bodies[i]);
        for (int k = 0; k < i; ++k) {
            MicaVec2 q = position_of(world, bodies[k]);
            float distance = hypotf(p.x - q.x, p.y - q.y);
            // A body's one collider has its slot.
            missing += distance < 1.0f && pair_find(world, i, k, 0) == NONE;
            deep += distance < 0.7f;
        }
    }
    CHECK_EQ_INT(missing, 0);
    CHECK_EQ_INT(deep, 0);
    mica_world_destroy(world);
}

TEST(a_raft_has_a_pair_with_each_of_its_crates)
{
    enum { CRATES = 1000 };
    MicaWorld *world = make_space();
    add_dynamic(world, 0.0f, 0.0f, box_shape(600.0f, 0.5f));
    for (int i = 0; i < CRATES; ++i) {
        add_dynamic(world, -500.0f + (float)i, 0.9f, box_shape(0.4f, 0.4f));
    }
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_counters(world).pairsPostponed, 0);
    int with = 0;
    for (int i = 1; i <= CRATES; ++i) {
        with += pair_find(world, 0, i, 0) != NONE;
    }
    CHECK_EQ_INT(with, CRATES);
    mica_world_destroy(world);
}

// Steps a copy of a world beside it and compares them.
TEST(a_crowd_goes_on_from_its_state_alone)
{
    MicaBody bodies[MANY];
    MicaWorld *world = make_space(), *copy = make_space();
    add_pile(world, bodies, MANY);
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    }
    CHECK_EQ_INT(mica_world_copy(copy, world), MICA_ERROR_OK);
    for (int i = 0; i < 30; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_step(copy, FRAME, 4), MICA_ERROR_OK);
        CHECK(mica_world_hash(world) == mica_world_hash(copy));
    }
    mica_world_destroy(world);
    mica_world_destroy(copy);
}

// ------------------------------------------------------------------------- long bodies on maps

enum { COLUMNS = 220, ROWS = 160 };

static void add_chequers(MicaWorld *world, uint32_t *seed)
{
    static uint8_t cells[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        cells[i] = test_random(seed) % 2 == 0 ? MICA_TILE_FULL : MICA_TILE_EMPTY;
    }
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = v2(1, 1),
                          .origin = v2(-0.5f * COLUMNS, -0.5f * ROWS),
                          .cells = cells};
    mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f), &def, &tiles);
}

// Cells of the map, collider 0, that a collider comes as near to as contact points reach.
static int count_near(const MicaWorld *world, int32_t slot, int *missing)
{
    const Collider *map = &world->state.colliders.data[0], *c = &world->state.colliders.data[slot];
    Transform relative =
        inv_mul(world->state.transforms.data[map->body], world->state.transforms.data[c->body]);
    int near = 0;
    for (int32_t part = 0; part < COLUMNS * ROWS; ++part) {
        Polygon storage;
        LocalManifold m = {.count = 0};
        if (part_is_visited(world, map, part, parts_solid_surface(ALL_LAYERS))) {
            Geometry cell = part_geometry(world, map, part, &storage),
                     own = collider_geometry(world, c);
            collide_geometry(&cell, &own, relative, SPECULATIVE_DISTANCE, &m);
        }
        near += m.count > 0;
        *missing += m.count > 0 && pair_find(world, 0, slot, part) == NONE;
    }
    return near;
}

TEST(a_long_body_askew_over_a_map_has_pairs_with_the_cells_along_it)
{
    uint32_t seed = 7;
    int near = 0, missing = 0;
    for (int i = 0; i < test_part(24, 3); ++i) {
        MicaWorld *world = make_space();
        add_chequers(world, &seed);
        MicaBodyDef def = mica_body_def();
        def.type = MICA_BODY_DYNAMIC;
        def.angle = test_random_float(&seed, -3.0f, 3.0f);
        def.position = v2(test_random_float(&seed, -40, 40), test_random_float(&seed, -30, 30));
        def.linearVelocity = v2(test_random_float(&seed, -1, 1), test_random_float(&seed, -1, 1));
        def.angularVelocity = test_random_float(&seed, -0.05f, 0.05f);
        MicaShape shape = i % 2 == 0 ? box_shape(45.0f, test_random_float(&seed, 0.1f, 1.0f))
                                     : capsule_shape(45.0f, test_random_float(&seed, 0.1f, 1.0f));
        MicaBody rod = mica_body_create(world, &def);
        add_shape(world, rod, shape);
        for (int step = 0; step < 20; ++step) {
            CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        }
        near += count_near(world, 1, &missing);
        // Its box is over thousands of cells, of which half are full.
        CHECK(mica_world_counters(world).contacts < 90 * 8);
        mica_world_destroy(world);
    }
    CHECK_EQ_INT(missing, 0);
    CHECK(near > test_part(24, 3) * 50);
}
