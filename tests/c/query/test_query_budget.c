// Queries of large or crowded worlds: results against a search through everything, and how many
// parts a walk or a search visits, which must depend on what lies near and not on how large a map is
// or how far the query reaches.
#include "build.h"
#include "query_scratch.h"
#include "reference.h"
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 150
#define ROWS 90

static MicaCollider add_map(MicaWorld *world, MicaBody body, int columns, int rows, MicaVec2 origin,
                            const uint8_t *cells)
{
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {
        .columns = columns, .rows = rows, .cell = v2(1, 1), .origin = origin, .cells = cells};
    return mica_tiles_create(world, body, &def, &tiles);
}

// Cells of some density, all kinds and flags; a density above 9 makes all of them full.
static void fill_cells(uint8_t *cells, int count, uint32_t density, uint32_t *seed)
{
    for (int i = 0; i < count; ++i) {
        bool solid = test_random(seed) % 10 < density;
        uint32_t kind = density > 9 || test_random(seed) % 3 > 0
                            ? MICA_TILE_FULL
                            : 1 + test_random(seed) % (MICA_TILE_KIND_COUNT - 1);
        bool trigger = density < 9 && test_random(seed) % 40 == 0;
        cells[i] = solid ? (uint8_t)(kind | (trigger ? MICA_TILE_TRIGGER : 0)) : MICA_TILE_EMPTY;
    }
}

// ------------------------------------------------------------------- walks against all cells

// A walk visits the same cells in the same order as one that looks at every cell of its range. Returns
// how many.
static int check_walk(const MicaWorld *world, const Collider *c, MicaAABB box, Vec2 motion,
                      PartFilter filter)
{
    const TileMap *map = collider_tile_map(world, c);
    PartWalk walk, plain;
    int visited = 0;
    parts_begin(&walk, world, c, box, motion, filter);
    parts_begin(&plain, world, c, box, motion, filter);
    plain.skipsBlocks = false;
    for (int32_t part; (part = parts_next(&plain)) != NONE; ++visited) {
        CHECK_EQ_INT(parts_next(&walk), part);
        CHECK(part >= 0 && part < map->columns * map->rows);
    }
    CHECK_EQ_INT(parts_next(&walk), NONE);
    // Along the motion: the same cells, in another order.
    int64_t sum = 0, ordered = 0;
    parts_begin(&plain, world, c, box, motion, filter);
    parts_begin(&walk, world, c, box, motion, filter);
    parts_follow_motion(&walk);
    plain.skipsBlocks = false;
    for (int32_t part; (part = parts_next(&plain)) != NONE;) {
        sum += (int64_t)part * part + 1;
    }
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        ordered += (int64_t)part * part + 1;
    }
    CHECK(sum == ordered);
    return visited;
}

TEST(a_walk_that_skips_blocks_visits_the_same_cells)
{
    static uint8_t cells[COLUMNS * ROWS];
    uint32_t seed = 5u;
    int visited = 0;
    for (int scene = 0; scene < 24; ++scene) {
        MicaWorld *world = make_space();
        fill_cells(cells, COLUMNS * ROWS, (uint32_t[]){0, 1, 5, 10}[scene % 4], &seed);
        if (scene % 4 == 0) {
            cells[test_random(&seed) % (COLUMNS * ROWS)] = MICA_TILE_FULL;
        }
        MicaBodyDef def = mica_body_def();
        def.type = MICA_BODY_STATIC;
        def.angle = scene % 3 == 0 ? 0.0f : test_random_float(&seed, -3.0f, 3.0f);
        MicaCollider map = add_map(world, mica_body_create(world, &def), COLUMNS, ROWS,
                                   random_point(&seed, 60.0f), cells);
        for (int edit = 0; edit < 5; ++edit) {
            int column = (int)(test_random(&seed) % COLUMNS),
                row = (int)(test_random(&seed) % ROWS);
            int columns = 1 + (int)(test_random(&seed) % (uint32_t)(COLUMNS - column)),
                rows = 1 + (int)(test_random(&seed) % (uint32_t)(ROWS - row));
            mica_tiles_fill(world, map, column, row, edit % 2 ? columns : 1, edit % 2 ? rows : 1,
                            test_random(&seed) % 2 ? MICA_TILE_FULL : MICA_TILE_EMPTY);
        }
        const Collider *c = &world->state.colliders.data[MICA_SLOT(map)];
        for (int i = 0; i < 60; ++i) {
            Vec2 at = random_point(&seed, 150.0f),
                 half = {test_random_float(&seed, 0.0f, i % 3 == 0 ? 90.0f : 2.0f),
                         test_random_float(&seed, 0.0f, i % 4 == 0 ? 90.0f : 2.0f)};
            Vec2 motion = i % 2 == 0 ? vec(0.0f, 0.0f) : random_point(&seed, 300.0f);
            motion.x = i % 5 == 1 ? 0.0f : motion.x;
            motion.y = i % 7 == 1 ? 0.0f : motion.y;
            PartFilter filter = i % 3 == 0   ? parts_solid_surface(ALL_LAYERS)
                                : i % 3 == 1 ? parts_all(ALL_LAYERS)
                                             : (PartFilter){.trigger = ALL_LAYERS};
            visited +=
                check_walk(world, c, (MicaAABB){sub(at, half), add(at, half)}, motion, filter);
        }
        mica_world_destroy(world);
    }
    CHECK(visited > 10000);
}

// ---------------------------------------------------------------- nearest points against all cells

static float brute_nearest(const MicaWorld *world, const Collider *c, Vec2 point, int32_t parts)
{
    float minimum = 3e38f;
    for (int32_t part = 0; part < parts; ++part) {
        Polygon storage;
        if (part_is_visited(world, c, part, parts_solid(ALL_LAYERS))) {
            Geometry g = part_geometry(world, c, part, &storage);
            minimum =
                min_f(minimum,
                      geometry_nearest(&g, world->state.transforms.data[c->body], point).distance);
        }
    }
    return minimum;
}

TEST(the_closest_point_is_that_of_all_parts)
{
    static uint8_t cells[40 * 30];
    uint32_t seed = 11u;
    for (int scene = 0; scene < 30; ++scene) {
        MicaWorld *world = make_space();
        MicaBodyDef def = mica_body_def();
        def.type = MICA_BODY_STATIC;
        def.angle = test_random_float(&seed, -3.0f, 3.0f);
        MicaBody body = mica_body_create(world, &def);
        MicaVec2 points[100];
        fill_cells(cells, 40 * 30, 1 + (uint32_t)scene % 3, &seed);
        for (int i = 0; i < 100; ++i) {
            points[i] = random_point(&seed, 30.0f);
        }
        MicaColliderDef own = mica_collider_def();
        MicaChainDef chain = {.points = points,
                              .count = 4 + scene * 3,
                              .loop = scene % 4 == 0,
                              .radius = scene % 6 == 0 ? 0.3f : 0.0f};
        MicaCollider made = scene % 2 == 0 ? mica_chain_create(world, body, &own, &chain)
                                           : add_map(world, body, 40, 30, v2(-20, -15), cells);
        const Collider *c = &world->state.colliders.data[MICA_SLOT(made)];
        int32_t parts = scene % 2 == 0 ? chain.count - (chain.loop ? 0 : 1) : 40 * 30;
        for (int i = 0; i < 40; ++i) {
            Vec2 point = random_point(&seed, i % 3 == 0 ? 2000.0f : 40.0f);
            MicaHit far, near;
            float minimum = brute_nearest(world, c, point, parts);
            CHECK(mica_closest_point(world, point, 1e6f, SEEN(ALL_LAYERS, 0), &far));
            if (minimum > 0.1f) {
                CHECK(far.fraction == minimum);
                CHECK(
                    !mica_closest_point(world, point, 0.99f * minimum, SEEN(ALL_LAYERS, 0), &near));
                CHECK(
                    mica_closest_point(world, point, 1.01f * minimum, SEEN(ALL_LAYERS, 0), &near));
                CHECK(memcmp(&far, &near, sizeof far) == 0);
            }
        }
        mica_world_destroy(world);
    }
}

// ------------------------------------------------------------------------------------ budgets

static MicaWorld *make_large_map(const Collider **out, const uint8_t *cells, int columns, int rows)
{
    MicaWorld *world = make_space();
    MicaCollider map =
        add_map(world, add_body(world, MICA_BODY_STATIC, 0, 0), columns, rows, v2(0, 0), cells);
    *out = &world->state.colliders.data[MICA_SLOT(map)];
    return world;
}

TEST(a_search_in_a_full_map_visits_what_is_near)
{
    static uint8_t cells[1024 * 1024];
    memset(cells, MICA_TILE_FULL, sizeof cells);
    const Collider *c;
    MicaWorld *world = make_large_map(&c, cells, 1024, 1024);
    PartSearch search;
    int found = 0;
    float limit = 1e6f;
    part_search_begin(&search, world, c, v2(-300, 400.5f), parts_solid(ALL_LAYERS));
    for (int32_t part; (part = part_search_next(&search, limit)) != NONE; ++found) {
        limit = min_f(limit, part % 1024 == 0 ? 300.0f : 301.0f);
        CHECK(search.depth <= (int32_t)(sizeof search.stack / sizeof search.stack[0]));
    }
    CHECK(found > 0 && found < 8);
    // A walk over the surface of full ground sees its rim alone.
    PartWalk walk;
    int rim = 0;
    parts_begin(&walk, world, c, (MicaAABB){{-1, -1}, {1025, 1025}}, vec(0, 0),
                parts_solid_surface(ALL_LAYERS));
    while (parts_next(&walk) != NONE) {
        rim += 1;
    }
    CHECK_EQ_INT(rim, 4 * 1023);
    MicaHit hit;
    CHECK(mica_closest_point(world, v2(400.5f, 100.25f), 1e6f, SEEN(ALL_LAYERS, 0), &hit));
    CHECK_NEAR(hit.fraction, -100.25, 1e-3);
    mica_world_destroy(world);
}

TEST(a_walk_along_its_motion_ends_at_what_was_hit)
{
    static uint8_t cells[1024 * 64];
    memset(cells, MICA_TILE_FULL, sizeof cells);
    const Collider *c;
    MicaWorld *world = make_large_map(&c, cells, 1024, 64);
    for (int side = 0; side < 2; ++side) {
        PartWalk walk;
        int visited = 0;
        Vec2 from = side == 0 ? vec(-10, 3.5f) : vec(1034, 3.5f),
             motion = vec(side == 0 ? 1044.0f : -1044.0f, 1.0f);
        parts_begin(&walk, world, c, (MicaAABB){from, from}, motion, parts_solid(ALL_LAYERS));
        parts_follow_motion(&walk);
        for (int32_t part; (part = parts_next(&walk)) != NONE; ++visited) {
            parts_shorten(&walk, 10.0f / 1044.0f);
        }
        CHECK(visited >= 1 && visited <= 2);
    }
    mica_world_destroy(world);
}

// Of a chain of many segments, a ray that crosses it visits those at the crossing; one along it ends
// at what was hit, from either side.
TEST(a_walk_along_a_ray_visits_the_segments_of_a_chain_that_it_meets)
{
    enum { POINTS = 20000 };
    static MicaVec2 points[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        points[i] = v2(0.5f * (float)i, i % 2 == 0 ? 0.0f : 0.2f);
    }
    MicaWorld *world = make_space();
    MicaColliderDef def = mica_collider_def();
    MicaChainDef chain = {.points = points, .count = POINTS};
    MicaCollider made =
        mica_chain_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &chain);
    const Collider *c = &world->state.colliders.data[MICA_SLOT(made)];
    for (int i = 0; i < 3; ++i) {
        const Vec2 from[3] = {{-5.0f, 300.0f}, {-5.0f, 0.1f}, {10005.0f, 0.1f}},
                   motion[3] = {{10010.0f, -600.0f}, {10010.0f, 0.0f}, {-10010.0f, 0.0f}};
        PartWalk walk;
        int visited = 0;
        parts_begin(&walk, world, c, (MicaAABB){from[i], from[i]}, motion[i],
                    parts_solid(ALL_LAYERS));
        parts_follow_motion(&walk);
        for (int32_t part; (part = parts_next(&walk)) != NONE; ++visited) {
            if (i > 0) {
                parts_shorten(&walk, 10.0f / 10010.0f);
            }
        }
        CHECK(visited >= 1 && visited <= 32);
    }
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------- explosions

// Who is pushed is found by rays of their own, before and after the shields get a tree of their own.
TEST(many_shields_stop_what_rays_say)
{
    uint32_t seed = 3u;
    int pushedAll = 0, stopped = 0;
    for (int scene = 0; scene < 16; ++scene) {
        MicaWorld *world = make_space();
        MicaBody bodies[60];
        MicaCollider shields[80];
        mica_layer_set(world, 5, 5, MICA_SOLID);
        for (int i = 0; i < 60; ++i) {
            MicaVec2 p = random_point(&seed, 30.0f);
            bodies[i] = add_dynamic(world, p.x, p.y, circle_shape(0.01f));
        }
        for (int i = 0; i < 80; ++i) {
            MicaBodyDef def = mica_body_def();
            def.type = i % 9 == 0 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC;
            def.position = random_point(&seed, scene % 4 == 3 ? 4.0f : 30.0f);
            def.angle = test_random_float(&seed, -3.0f, 3.0f);
            shields[i] = add_box(world, mica_body_create(world, &def),
                                 test_random_float(&seed, 0.1f, 2.0f), 0.2f);
            mica_collider_set_layer(world, shields[i], 5);
        }
        if (scene % 2 == 1) {
            run(world, 1);
        }
        bool open[60];
        const MicaFilter walls = {.layers = 1u << 5, .flags = MICA_QUERY_SKIP_MOVING};
        int expected = 0;
        for (int i = 0; i < 60; ++i) {
            MicaVec2 p = mica_body_transform(world, bodies[i]).p;
            float d = sqrtf(p.x * p.x + p.y * p.y), s = (d - 0.015f) / d;
            open[i] = !mica_ray_any(world, v2(0, 0), v2(s * p.x, s * p.y), &walls);
            expected += open[i];
        }
        MicaExplosion e = mica_explosion();
        e.radius = 60.0f;
        e.impulse = 1.0f;
        e.shields = 1u << 5;
        int pushed = mica_world_explode(world, &e);
        CHECK_EQ_INT(pushed, expected);
        for (int i = 0; i < 60; ++i) {
            MicaVec2 v = mica_body_velocity(world, bodies[i]);
            CHECK((v.x != 0.0f || v.y != 0.0f) == open[i]);
        }
        pushedAll += pushed;
        stopped += 60 - pushed;
        mica_world_destroy(world);
    }
    CHECK(pushedAll > 50 && stopped > 50);
}

// A restore forgets what the arrays of a tree held, not their memory.
TEST(the_tree_of_shields_is_built_anew_after_a_restore)
{
    MicaWorld *world = make_space();
    mica_layer_set(world, 5, 5, MICA_SOLID);
    MicaCollider wall = add_box(world, add_body(world, MICA_BODY_STATIC, 2.0f, 0.0f), 0.1f, 50.0f);
    mica_collider_set_layer(world, wall, 5);
    for (int i = 0; i < 60; ++i) {
        add_dynamic(world, i % 2 == 0 ? 10.0f : -10.0f, (float)(i - 30), circle_shape(0.3f));
    }
    MicaExplosion e = mica_explosion();
    e.radius = 500.0f;
    e.impulse = 1.0f;
    e.shields = 1u << 5;
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    void *bytes = malloc(size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    for (int pass = 0; pass < 3; ++pass) {
        CHECK_EQ_INT(mica_world_explode(world, &e), 30);
        CHECK_EQ_INT(query_scratch(world)->shieldSlots.count, 1);
        CHECK_EQ_INT(mica_world_restore(world, bytes, size), MICA_ERROR_OK);
    }
    free(bytes);
    mica_world_destroy(world);
}

TEST(shields_around_the_centre_are_left_out_of_their_tree)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < 100; ++i) {
        MicaBody around = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaCollider shield = add_box(world, around, 1.0f + 0.01f * (float)i, 1.0f);
        mica_collider_set_layer(world, shield, 5);
        add_dynamic(world, 10.0f + (float)i, (float)i, circle_shape(0.3f));
    }
    MicaExplosion e = mica_explosion();
    e.radius = 500.0f;
    e.impulse = 1.0f;
    e.shields = 1u << 5;
    CHECK_EQ_INT(mica_world_explode(world, &e), 100);
    CHECK_EQ_INT(query_scratch(world)->shieldSlots.count, 0);
    // Warm, it allocates nothing.
    uint64_t bytes = mica_world_bytes(world);
    CHECK_EQ_INT(mica_world_explode(world, &e), 100);
    CHECK(mica_world_bytes(world) == bytes);
    mica_world_destroy(world);
}

// A centre in a pile of shields that cover each other's faces.
TEST(an_explosion_in_a_pile_of_shields_ends)
{
    enum { SHIELDS = 1500, BODIES = 1500 };
    uint32_t seed = 4u;
    MicaWorld *world = make_space();
    for (int i = 0; i < SHIELDS; ++i) {
        MicaVec2 at = random_point(&seed, 0.5f);
        MicaBody pile = add_body(world, MICA_BODY_STATIC, at.x, at.y);
        mica_collider_set_layer(world, add_box(world, pile, 0.3f, 0.3f), 5);
    }
    for (int i = 0; i < BODIES; ++i) {
        add_dynamic(world, 10.0f + (float)(i % 30), (float)(i / 30), circle_shape(0.3f));
    }
    // Behind a wall of its own, which stops the first of them.
    mica_collider_set_layer(world,
                            add_box(world, add_body(world, MICA_BODY_STATIC, 9, 0), 0.1f, 0.2f), 5);
    Shields shields;
    shields_begin(&shields, world, v2(0, 0), 1u << 5);
    int through = 0;
    for (int i = 0; i < BODIES; ++i) {
        through += shields_let_through(&shields, v2(10.0f + (float)(i % 30), (float)(i / 30)));
        if (i == 0) {
            CHECK_EQ_INT(through, 0);
        }
    }
    CHECK(through >= BODIES - 60);
    CHECK(shields.caster.start.hidden > EXPLOSION_HIDDEN_HITS / 2);
    CHECK(shields.caster.start.hidden < EXPLOSION_HIDDEN_HITS + SHIELDS + BODIES + 1);
    mica_world_destroy(world);
}

// --------------------------------------------------------------------------- layers of maps

TEST(a_ray_through_many_maps_hits_the_nearest_tile)
{
    static uint8_t cells[24 * 24];
    uint32_t seed = 21u;
    for (int scene = 0; scene < 12; ++scene) {
        MicaWorld *world = make_space();
        MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
        for (int i = 0; i < 60; ++i) {
            memset(cells, 0, sizeof cells);
            for (int k = 0; k < 1 + scene; ++k) {
                cells[test_random(&seed) % (24 * 24)] = MICA_TILE_FULL;
            }
            add_map(world, body, 24, 24, v2(-12, -12), cells);
        }
        for (int i = 0; i < 40; ++i) {
            MicaVec2 from = random_point(&seed, 40.0f), to = random_point(&seed, 40.0f),
                     way = v2(to.x - from.x, to.y - from.y);
            if (fabsf(from.x) < 12.5f && fabsf(from.y) < 12.5f) {
                continue;  // may start inside
            }
            // All hits are sorted by distance and slot, and each is found for its map alone.
            MicaHit hit, all[60];
            int count = mica_ray_all(world, from, way, SEEN(ALL_LAYERS, 0), all, 60);
            bool any = mica_ray_closest(world, from, way, SEEN(ALL_LAYERS, 0), &hit);
            CHECK(any == (count > 0));
            CHECK(mica_ray_any(world, from, way, SEEN(ALL_LAYERS, 0)) == any);
            if (any) {
                CHECK(hit.fraction == all[0].fraction && hit.collider.id == all[0].collider.id &&
                      memcmp(&hit.part, &all[0].part, sizeof hit.part) == 0);
            }
        }
        mica_world_destroy(world);
    }
}

// Inside of many maps, that of which the point lies deepest in counts, then the smallest slot; and
// the surface of the others is found at the place of its own, without a search.
TEST(in_many_maps_the_closest_point_is_that_of_the_deepest)
{
    static uint8_t cells[24 * 24];
    uint32_t seed = 31u;
    int pruned = 0;
    for (int scene = 0; scene < 12; ++scene) {
        MicaWorld *world = make_space();
        MicaCollider maps[40];
        for (int i = 0; i < 40; ++i) {
            memset(cells, MICA_TILE_FULL, sizeof cells);
            for (int k = 0; k < scene; ++k) {
                cells[test_random(&seed) % (24 * 24)] = 0;
            }
            MicaVec2 at = scene % 3 == 0 ? random_point(&seed, 3.0f) : v2(0, 0);
            maps[i] = add_map(world, add_body(world, MICA_BODY_STATIC, at.x, at.y), 24, 24,
                              v2(-12, -12), cells);
        }
        for (int i = 0; i < 30; ++i) {
            MicaVec2 p = random_point(&seed, 14.0f);
            MicaHit best, hit;
            int found = 0;
            for (int k = 0; k < 40; ++k) {
                CHECK(mica_collider_closest_point(world, maps[k], p, &hit));
                if (k == 0 || hit.fraction < best.fraction) {
                    best = hit;
                    found = k;
                }
            }
            CHECK(mica_closest_point(world, p, 100.0f, SEEN(ALL_LAYERS, 0), &hit));
            CHECK(hit.fraction == best.fraction && hit.collider.id == best.collider.id);
            CHECK(hit.point.x == best.point.x && hit.point.y == best.point.y);
            const Collider *c = &world->state.colliders.data[MICA_SLOT(maps[(found + 1) % 40])];
            MicaVec2 out, inside = v2(p.x + 0.9999f * (hit.point.x - p.x),
                                      p.y + 0.9999f * (hit.point.y - p.y));
            pruned += hit.startsInside &&
                      parts_surface_point_at(world, c, parts_solid(ALL_LAYERS), p, inside, &out) &&
                      out.x == hit.point.x && out.y == hit.point.y;
        }
        mica_world_destroy(world);
    }
    CHECK(pruned > 100);
}

TEST(numbers_at_the_ends_of_their_ranges_are_taken)
{
    static uint8_t cells[64 * 64];
    memset(cells, 0, sizeof cells);
    cells[64 * 63 + 63] = MICA_TILE_FULL;
    const Collider *c;
    MicaWorld *world = make_large_map(&c, cells, 64, 64);
    MicaHit hit;
    CHECK(mica_closest_point(world, v2(-1e6f, -1e6f), 1e7f, SEEN(ALL_LAYERS, 0), &hit));
    CHECK(hit.part.column == 63 && hit.part.row == 63);
    CHECK(mica_closest_point(world, v2(63, 63), 0.0f, SEEN(ALL_LAYERS, 0), &hit));
    CHECK(!mica_closest_point(world, v2(3, 3), 0.0f, SEEN(ALL_LAYERS, 0), &hit));
    CHECK(!mica_ray_closest(world, v2(-1e6f, 3.5f), v2(2e6f, 0.0f), SEEN(ALL_LAYERS, 0), &hit));
    CHECK(mica_ray_closest(world, v2(63.5f, -1e5f), v2(0.0f, 2e5f), SEEN(ALL_LAYERS, 0), &hit));
    CHECK_REFUSED(world, CHECK(!mica_closest_point(world, v2(NAN, 0), 1, NULL, &hit)),
                  MICA_ERROR_NOT_FINITE);
    mica_world_destroy(world);
}
