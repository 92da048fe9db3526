// Casts and ground that touches: what starts where two pieces of ground meet, or inside several of them.
#include "build.h"

#include <math.h>

enum { PIECES = 300 };

// One ray asked in every way that there is.
static bool ray_meets(MicaWorld *world, MicaVec2 from, MicaVec2 way, MicaHit *out)
{
    static float rays[4 * PIECES];
    static MicaHit hits[PIECES];
    bool met = mica_ray_closest(world, from, way, NULL, out);
    CHECK_EQ_INT(mica_ray_any(world, from, way, NULL), met);
    for (int i = 0; i < PIECES; i++) {
        rays[4 * i] = from.x;
        rays[4 * i + 1] = from.y;
        rays[4 * i + 2] = way.x;
        rays[4 * i + 3] = way.y;
    }
    // So many go through a grid.
    CHECK_EQ_INT(mica_ray_batch(world, rays, PIECES, NULL, hits), met ? PIECES : 0);
    CHECK_EQ_INT((int)hits[7].collider.id, (int)out->collider.id);
    CHECK(hits[7].fraction == out->fraction && hits[7].normal.x == out->normal.x &&
          hits[7].normal.y == out->normal.y);
    return met;
}

static void check_goes_in(MicaWorld *world, MicaVec2 from, MicaVec2 way, MicaVec2 normal)
{
    MicaHit hit;
    CHECK(ray_meets(world, from, way, &hit));
    CHECK(hit.fraction == 0.0f && hit.startsInside == 0);
    CHECK_NEAR(hit.point.x, from.x, 1e-5);
    CHECK_NEAR(hit.point.y, from.y, 1e-5);
    CHECK_NEAR(hit.normal.x, normal.x, 1e-5);
    CHECK_NEAR(hit.normal.y, normal.y, 1e-5);
}

TEST(a_ray_that_starts_where_boxes_meet_goes_in)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_space();
        for (int i = 0; i < PIECES; i++) {
            add_box(world,
                    add_body(world, n < 3 ? MICA_BODY_STATIC : MICA_BODY_KINEMATIC,
                             (float)(i % 12) + 0.5f, -0.5f - 30.0f * (float)(i / 12)),
                    0.5f, 0.5f);
        }
        if (n != 1) {
            mica_world_step(world, FRAME, 4);  // or laid since the last step
        }
        MicaHit hit;
        for (int i = 1; i < 23; i++) {
            MicaVec2 from = v2(0.5f * (float)i, 0.0f);
            check_goes_in(world, from, v2(0.0f, -5.0f), v2(0.0f, 1.0f));
            CHECK(!ray_meets(world, from, v2(0.0f, 5.0f), &hit));
            CHECK(n == 3 || !ray_meets(world, from, v2(9.0f, 0.0f), &hit));
        }
        // Nothing is beside the first and the last, and what is ignored covers nothing.
        CHECK(!ray_meets(world, v2(0.0f, 0.0f), v2(0.0f, -5.0f), &hit));
        CHECK(!ray_meets(world, v2(12.0f, 0.0f), v2(0.0f, -5.0f), &hit));
        MicaBody second = mica_body_at(world, 1);
        MicaFilter filter = {.layers = ~(uint64_t)0, .bodyCount = 1, .bodies = &second};
        CHECK(!mica_ray_closest(world, v2(1.0f, 0.0f), v2(0.0f, -5.0f), &filter, &hit));
        mica_world_destroy(world);
    }
}

static MicaVec2 placed(MicaTransform t, MicaVec2 p)
{
    return v2(t.p.x + t.q.c * p.x - t.q.s * p.y, t.p.y + t.q.s * p.x + t.q.c * p.y);
}

static MicaVec2 turned(MicaTransform t, MicaVec2 p)
{
    return v2(t.q.c * p.x - t.q.s * p.y, t.q.s * p.x + t.q.c * p.y);
}

TEST(a_ray_that_starts_where_cells_meet_goes_in)
{
    for (int n = 0; n < 12; n++) {
        MicaWorld *world = make_space();
        MicaBodyDef bodyDef = mica_body_def();
        bodyDef.type = (MicaBodyType)(n % 3);
        bodyDef.angle = 0.3f * (float)(n / 3);
        MicaBody body = mica_body_create(world, &bodyDef);
        MicaTransform t = mica_body_transform(world, body);
        uint8_t cells[16];
        for (int i = 0; i < 16; i++) {
            cells[i] = MICA_TILE_FULL;
        }
        cells[12] = MICA_TILE_RISE;
        cells[15] = MICA_TILE_EMPTY;
        MicaColliderDef def = mica_collider_def();
        MicaTilesDef tiles = {4, 4, v2(1.0f, 1.0f), v2(0.0f, -4.0f), cells};
        MicaCollider map = mica_tiles_create(world, body, &def, &tiles);
        REQUIRE(map.id != 0);
        const MicaVec2 down = turned(t, v2(0.0f, -5.0f)), top = turned(t, v2(0.0f, 1.0f)),
                       right = turned(t, v2(1.0f, 0.0f));
        check_goes_in(world, placed(t, v2(1.5f, 0.0f)), down, top);
        check_goes_in(world, placed(t, v2(2.0f, 0.0f)), down, top);
        if (n < 3) {  // turned, the corner of a step may lie in front of one of its two cells
            check_goes_in(world, v2(3.0f, -1.0f), down, top);
        }
        check_goes_in(world, placed(t, v2(2.0f, -4.0f)), top, v2(-top.x, -top.y));
        check_goes_in(world, placed(t, v2(0.0f, -2.0f)), right, v2(-right.x, -right.y));
        MicaHit hit;
        CHECK(!ray_meets(world, placed(t, v2(4.0f, -1.0f)), down, &hit));  // the map's own side
        // Inside, neither between two cells nor between four.
        CHECK(!ray_meets(world, placed(t, v2(2.0f, -1.5f)), down, &hit));
        CHECK(!ray_meets(world, placed(t, v2(2.0f, -2.0f)), down, &hit));
        // A cell that goes leaves a side bare: down that, to its foot.
        mica_tiles_fill(world, map, 2, 3, 1, 1, MICA_TILE_EMPTY);
        if (n < 3) {
            CHECK(ray_meets(world, v2(2.0f, 0.0f), down, &hit));
            CHECK_NEAR(hit.fraction, 0.2, 1e-5);
        }
        mica_world_destroy(world);
    }
}
