// The cells and segments that hits name: a point just behind the surface that a ray, a moving
// shape, a swept body or a closest point finds lies in that very cell; of two that are equally near
// the first one counts; hits of other colliders, and misses, name none.
#include "build.h"
#include "reference.h"

#include <math.h>
#include <string.h>

#define ALL_LAYERS UINT64_MAX
#define COLUMNS 12
#define ROWS 9
#define RAYS 96

static const MicaTileKind kinds[4] = {
    {.number = 0, .tile = MICA_TILE_EMPTY},
    {.number = 7, .tile = MICA_TILE_FULL},
    {.number = 20, .tile = MICA_TILE_FULL, .sets = MICA_TILE_SETS_FRICTION},
    {.number = 300, .tile = MICA_TILE_RISE},
};

static MicaCollider add_map(MicaWorld *world, MicaBody body, const uint16_t *kindOf)
{
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = v2(1, 1),
                          .origin = v2(-6, -4),
                          .kinds = kinds,
                          .kindCount = 4,
                          .kindOf = kindOf};
    return mica_tiles_create(world, body, &def, &tiles);
}

static MicaCollider add_chain(MicaWorld *world, MicaBody body, const MicaVec2 *points, int count,
                              bool loop)
{
    MicaColliderDef def = mica_collider_def();
    MicaChainDef chain = {.points = points, .count = count, .loop = loop, .radius = 0.05f};
    return mica_chain_create(world, body, &def, &chain);
}

static bool names_nothing(const MicaHit *hit)
{
    return hit->part.column == -1 && hit->part.row == -1 && hit->part.tile == 0;
}

// A world with one map among small bodies, enough for a batch to use its grid.
typedef struct MapScene {
    MicaWorld *world;
    MicaBody body, mover;
    MicaCollider map;
} MapScene;

static MapScene make_map_scene(uint32_t *seed)
{
    MapScene s = {.world = make_space()};
    MicaBodyDef def = mica_body_def();
    def.type = test_random(seed) % 2 == 0 ? MICA_BODY_STATIC : MICA_BODY_KINEMATIC;
    def.position = random_point(seed, 3.0f);
    def.angle = test_random(seed) % 3 == 0 ? 0.0f : test_random_float(seed, -3.0f, 3.0f);
    s.body = mica_body_create(s.world, &def);
    uint16_t kindOf[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        kindOf[i] = (uint16_t)(test_random(seed) % 2 == 0 ? 0 : 1 + test_random(seed) % 3);
    }
    s.map = add_map(s.world, s.body, kindOf);
    for (int i = 0; i < 20; ++i) {
        MicaBody other = add_body(s.world, MICA_BODY_DYNAMIC, (float)i - 10.0f,
                                  test_random_float(seed, -10.0f, 10.0f));
        add_circle(s.world, other, 0.1f);
    }
    s.mover = add_dynamic(s.world, 40.0f, 40.0f, circle_shape(0.2f));
    return s;
}

// Checks the part of a hit; returns whether it could be checked: not near a corner of cells.
static bool check_part(const MapScene *s, const MicaHit *hit)
{
    if (hit->collider.id != s->map.id) {
        CHECK(names_nothing(hit));
        return false;
    }
    MicaVec2 at = local_point(s->world, s->body, hit->point),
             in = local_point(
                 s->world, s->body,
                 v2(hit->point.x - 0.02f * hit->normal.x, hit->point.y - 0.02f * hit->normal.y));
    if (hit->startsInside && hit->fraction == 0.0f) {
        in = at;  // of a ray: the cell that it starts in
    } else if (fabsf(at.x - roundf(at.x)) < 0.05f && fabsf(at.y - roundf(at.y)) < 0.05f) {
        return false;
    }
    CHECK_EQ_INT(hit->part.column, (int)floorf(in.x + 6.0f));
    CHECK_EQ_INT(hit->part.row, (int)floorf(in.y + 4.0f));
    int32_t tile = mica_tiles_get(s->world, s->map, hit->part.column, hit->part.row);
    CHECK(tile > 0 && tile == hit->part.tile);
    return true;
}

// One ray, alone and among all hits, its batch record, a circle on the same way, a body that is
// swept along it. Adds to `checked` how many of each were checked.
static void check_casts(const MapScene *s, const float *ray, uint32_t flags, const MicaHit *batched,
                        int *checked)
{
    MicaHit hit, all[32], cast;
    MicaPathHit swept;
    MicaVec2 from = v2(ray[0], ray[1]), way = v2(ray[2], ray[3]);
    const MicaFilter *filter = SEEN(ALL_LAYERS, flags);
    if (mica_ray_closest(s->world, from, way, filter, &hit)) {
        checked[0] += check_part(s, &hit);
    } else {
        CHECK(names_nothing(&hit));
    }
    CHECK(memcmp(&hit, batched, sizeof hit) == 0);
    int32_t count = mica_ray_all(s->world, from, way, filter, all, 32);
    for (int i = 0; i < count && i < 32; ++i) {
        checked[1] += check_part(s, &all[i]);
    }
    MicaShape disc = circle_shape(0.2f);
    const MicaFilter *outside = SEEN(ALL_LAYERS, 0);
    if (mica_shape_cast_closest(s->world, &disc, at(from.x, from.y, 0), way, outside, &cast)) {
        checked[2] += check_part(s, &cast);
    }
    const MicaVec2 path[2] = {from, v2(from.x + way.x, from.y + way.y)};
    if (mica_body_sweep(s->world, s->mover, path, 2, outside, &swept)) {
        checked[3] += check_part(s, &swept.hit);
    } else {
        CHECK(names_nothing(&swept.hit));
    }
}

TEST(a_point_behind_the_surface_lies_in_the_cell_that_a_hit_names)
{
    uint32_t seed = 77u;
    int checked[6] = {0}, inside = 0;
    for (int scene = 0; scene < 60; ++scene) {
        MapScene s = make_map_scene(&seed);
        uint32_t flags = scene % 2 == 0 ? MICA_QUERY_INSIDE : 0;
        float rays[4 * RAYS];
        MicaHit batch[RAYS];
        for (int i = 0; i < RAYS; ++i) {
            MicaVec2 from = random_point(&seed, 9.0f), to = random_point(&seed, 9.0f);
            float *ray = rays + 4 * i;
            ray[0] = from.x, ray[1] = from.y, ray[2] = to.x - from.x, ray[3] = to.y - from.y;
        }
        mica_ray_batch(s.world, rays, RAYS, SEEN(ALL_LAYERS, flags), batch);
        for (int i = 0; i < RAYS; ++i) {
            check_casts(&s, rays + 4 * i, flags, &batch[i], checked);
            inside += batch[i].startsInside && batch[i].part.column >= 0;
            MicaHit nearest, own;
            MicaVec2 point = v2(rays[4 * i], rays[4 * i + 1]);
            bool found = mica_closest_point(s.world, point, 3.0f, SEEN(ALL_LAYERS, 0), &nearest);
            nearest.fraction = 1.0f;  // a distance
            if (found) {
                checked[4] += check_part(&s, &nearest);
            } else {
                CHECK(names_nothing(&nearest));
            }
            CHECK(mica_collider_closest_point(s.world, s.map, point, &own));
            own.fraction = 1.0f;
            checked[5] += check_part(&s, &own);
        }
        mica_world_destroy(s.world);
    }
    for (int i = 0; i < 6; ++i) {
        CHECK(checked[i] > 1000);
    }
    CHECK(inside > 100);
}

static MicaPart ray_part(MicaWorld *world, MicaVec2 from, MicaVec2 way)
{
    MicaHit hit;
    CHECK(mica_ray_closest(world, from, way, SEEN(ALL_LAYERS, 0), &hit));
    return hit.part;
}

TEST(of_equally_near_parts_the_first_is_named)
{
    MicaWorld *world = make_space();
    uint16_t kindOf[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        kindOf[i] = 2;
    }
    add_map(world, add_body(world, MICA_BODY_STATIC, 0, 0), kindOf);
    // Onto the border of two cells: the left one, the lower one, whichever the ray comes from.
    for (int lean = -1; lean <= 1; ++lean) {
        MicaPart down = ray_part(world, v2(2.0f - (float)lean, 9), v2((float)lean, -4)),
                 right = ray_part(world, v2(-9, 1.0f - (float)lean), v2(3, (float)lean));
        CHECK(down.column == 7 && down.row == 8 && down.tile == 20);
        CHECK(right.column == 0 && right.row == 4 && right.tile == 20);
    }
    MicaHit hit;
    MicaShape box = box_shape(1.5f, 0.5f);
    CHECK(mica_shape_cast_closest(world, &box, at(0.25f, 8, 0), v2(0, -9), SEEN(ALL_LAYERS, 0),
                                  &hit));
    CHECK(hit.part.column == 4 && hit.part.row == 8);
    CHECK(mica_closest_point(world, v2(3, 7), 9, SEEN(ALL_LAYERS, 0), &hit));
    CHECK(hit.part.column == 8 && hit.part.row == 8);
    // A shape that starts inside names the first cell that it starts in.
    CHECK(mica_shape_cast_closest(world, &box, at(0.25f, 0.25f, 0), v2(0, -9),
                                  SEEN(ALL_LAYERS, MICA_QUERY_INSIDE), &hit));
    CHECK(hit.startsInside && hit.part.column == 4 && hit.part.row == 3);
    // The cell of a point deep inside is the one on whose surface the nearest point is.
    CHECK(mica_closest_point(world, v2(0.5f, 3.5f), 9, SEEN(ALL_LAYERS, 0), &hit));
    CHECK(hit.fraction < -1.0f && hit.part.column == 6 && hit.part.row == 8);
    mica_world_destroy(world);
}

TEST(hits_of_a_chain_name_its_segment)
{
    MicaWorld *world = make_space();
    const MicaVec2 points[5] = {{0, 0}, {2, 0}, {4, 0}, {4, 3}, {0, 3}};
    MicaCollider chain = add_chain(world, add_body(world, MICA_BODY_STATIC, 0, 0), points, 5, true);
    MicaHit hit;
    const MicaFilter *all = SEEN(ALL_LAYERS, 0);
    const struct {
        MicaVec2 from, way;
        int32_t segment;
    } rays[] = {
        {{1, 1}, {0, -3}, 0}, {{3, 1}, {0, -3}, 1}, {{3, 1}, {3, 0}, 2},
        {{3, 1}, {0, 3}, 3},  {{3, 1}, {-4, 0}, 4}, {{2, 1}, {0, -3}, 0},
    };
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; ++i) {
        CHECK(mica_ray_closest(world, rays[i].from, rays[i].way, all, &hit));
        CHECK(hit.part.column == rays[i].segment && hit.part.row == -1 && hit.part.tile == 0);
        MicaVec2 end =
            v2(rays[i].from.x + 0.7f * rays[i].way.x, rays[i].from.y + 0.7f * rays[i].way.y);
        CHECK(mica_collider_closest_point(world, chain, end, &hit));
        CHECK(hit.part.column == rays[i].segment && hit.part.row == -1);
    }
    // The swept body's own chain is not what is hit.
    MicaBody mover = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    MicaCollider own = add_chain(world, mover, points, 2, false);
    MicaBody box = add_dynamic(world, 1, -4, box_shape(0.5f, 0.5f));
    const MicaVec2 path[2] = {{0, -1}, {0, -9}};
    MicaPathHit swept;
    CHECK(mica_body_sweep(world, mover, path, 2, all, &swept));
    CHECK(swept.own.id == own.id && swept.hit.body.id == box.id && names_nothing(&swept.hit));
    mica_world_destroy(world);
}
