// Bodies that were put into the ground, or had ground put around them, come out of it: by the
// shortest separation out of all of it, against gravity in a tie, no faster than the push speed.
#include <math.h>
#include <string.h>

#include "build.h"

typedef enum Ground { TILE_MAP, SLAB, SLABS, SLOPES, GROUNDS } Ground;

// Ground with its top at 0 and so many rows of a metre.
static MicaBody put_ground(MicaWorld *world, Ground ground, int rows)
{
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaShape box;
    if (ground == SLAB) {
        mica_shape_box(v2(0, -0.5f * (float)rows), 20, 0.5f * (float)rows, 0, 0, &box);
        add_shape(world, body, box);
    } else if (ground == SLABS) {
        for (int i = 0; i < 20 * rows; i++) {
            mica_shape_box(v2((float)(i % 20) - 9.5f, -0.5f - (float)(i / 20)), 0.5f, 0.5f, 0, 0,
                           &box);
            add_shape(world, body, box);
        }
    } else {
        uint8_t cells[400];
        memset(cells, MICA_TILE_FULL, sizeof cells);
        for (int i = 0; i < 20 && ground == SLOPES; i++) {
            cells[20 * (rows - 1) + i] = i % 2 == 0 ? MICA_TILE_RISE : MICA_TILE_FALL;
        }
        MicaTilesDef tiles = {.columns = 20,
                              .rows = rows,
                              .cell = v2(1, 1),
                              .origin = v2(-10, -(float)rows),
                              .cells = cells};
        MicaColliderDef def = mica_collider_def();
        mica_tiles_create(world, body, &def, &tiles);
    }
    return body;
}

static const char *const SHAPES[] = {"box", "ball", "capsule", "turned box"};
static MicaBody put_body(MicaWorld *world, int shape, float x, float y)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    add_shape(world, body,
              shape == 1   ? circle_shape(0.4f)
              : shape == 2 ? capsule_shape(0.3f, 0.3f)
                           : box_shape(0.4f, 0.4f));
    mica_body_set_transform(world, body, v2(x, y), shape == 3 ? 0.5f : 0.0f);
    return body;
}

// Steps until the body lies on the ground, and returns its height; checks its pace on the way.
static float come_out(MicaWorld *world, MicaBody body, const char *name)
{
    float pace = 0.0f, before = position_of(world, body).y;
    for (int i = 0; i < 600; i++) {
        run(world, 1);
        float y = position_of(world, body).y;
        pace = fmaxf(pace, (y - before) / FRAME);
        before = y;
    }
    // One contact pushes at this speed. Where the body lies across several parts as it comes out, each
    // pushes it, one after the other in a pass, and the first ones' springs give way: a little more.
    float maximum = mica_world_def().contactPushSpeed * 1.22f;
    if (!(pace < maximum)) {
        printf("%s comes out at %g m/s\n", name, (double)pace);
    }
    CHECK(pace < maximum);
    return before;
}

TEST(a_body_put_into_the_ground_comes_out_on_top)
{
    const int rows[] = {1, 5, 10};
    const float shares[] = {0.3f, 0.5f, 0.55f, 0.6f, 0.7f};
    for (int n = 0; n < GROUNDS * 3 * 4 * 5 * 2; n += test_stride(7)) {
        int height = rows[n / 5 % 3], shape = n / 15 % 4, ground = n / 60 % GROUNDS;
        bool teleported = n / 60 / GROUNDS == 1;
        // From the middle of the ground downwards the way down becomes the shorter one: in the one
        // row it still counts as further, being down.
        float depth = height == 1 ? 0.3f + 0.15f * (float)(n % 5) : shares[n % 5] * (float)height;
        MicaWorld *world = make_world();
        put_ground(world, (Ground)ground, height);
        MicaBody body = put_body(world, shape, 0.37f, teleported ? 3.0f : -depth);
        if (teleported) {
            run(world, 2);
            mica_body_set_transform(world, body, v2(0.37f, -depth), shape == 3 ? 0.5f : 0.0f);
        }
        float y = come_out(world, body, SHAPES[shape]);
        bool out = ground == SLOPES ? y > -1.0f && y < 1.0f
                                    : fabsf(y - (shape == 2 ? 0.3f : 0.4f)) < 0.01f;
        if (!out) {
            printf("%s, ground %d, %d rows, %g deep: ends at %g\n", SHAPES[shape], ground, height,
                   (double)depth, (double)y);
        }
        CHECK(out);
        mica_world_destroy(world);
    }
}

TEST(a_body_in_a_wall_comes_out_at_the_nearer_side)
{
    for (int n = 0; n < 8; n++) {
        MicaWorld *world = make_space();
        uint8_t cells[40];
        memset(cells, MICA_TILE_FULL, sizeof cells);
        MicaTilesDef tiles = {
            .columns = 2, .rows = 20, .cell = v2(1, 1), .origin = v2(-1, -10), .cells = cells};
        MicaColliderDef def = mica_collider_def();
        mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &tiles);
        float x = n < 4 ? -0.3f : 0.3f;
        MicaBody body = put_body(world, n % 4, x, 0.2f);
        run(world, 120);
        MicaVec2 p = position_of(world, body);
        CHECK(n < 4 ? p.x < -1.2f && p.x > -2.0f : p.x > 1.2f && p.x < 2.0f);
        CHECK_NEAR(p.y, 0.2f, 0.3f);
        mica_world_destroy(world);
    }
}

TEST(ground_that_comes_up_around_bodies_lets_them_out)
{
    // Cells are filled where a ball and a box lie, and a slab is put over two more.
    MicaWorld *world = make_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    uint8_t cells[80];
    memset(cells, 0, sizeof cells);
    memset(cells, MICA_TILE_FULL, 20);
    MicaTilesDef tiles = {
        .columns = 20, .rows = 4, .cell = v2(1, 1), .origin = v2(-10, -1), .cells = cells};
    MicaColliderDef def = mica_collider_def();
    MicaCollider map = mica_tiles_create(world, ground, &def, &tiles);
    MicaBody ball = put_body(world, 1, -3.5f, 0.4f), box = put_body(world, 0, 1.5f, 0.4f),
             other = put_body(world, 0, 8.0f, 0.4f);
    run(world, 60);
    CHECK_EQ_INT(mica_tiles_fill(world, map, 0, 1, 15, 2, MICA_TILE_FULL), MICA_ERROR_OK);
    add_box(world, add_body(world, MICA_BODY_STATIC, 8.0f, 0.5f), 1.0f, 0.5f);
    run(world, 300);
    CHECK_NEAR(position_of(world, ball).y, 2.4f, 0.01f);
    CHECK_NEAR(position_of(world, box).y, 2.4f, 0.01f);
    CHECK_NEAR(position_of(world, other).y, 1.4f, 0.01f);
    mica_world_destroy(world);
}

// What is solid to others only, one-way, or a trigger, is not ground.
TEST(a_body_in_what_is_not_solid_to_it_stays_there)
{
    MicaWorld *world = make_space();
    MicaBody body = put_body(world, 0, 0.2f, 0.3f),
             ground = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape big = box_shape(2, 2);
    mica_collider_create(world, ground, &def, &big);
    uint8_t cells[9];
    memset(cells, MICA_TILE_FULL | MICA_TILE_ONE_WAY, sizeof cells);
    MicaTilesDef tiles = {
        .columns = 3, .rows = 3, .cell = v2(1, 1), .origin = v2(-1.5f, -1.5f), .cells = cells};
    MicaColliderDef plain = mica_collider_def();
    mica_tiles_create(world, ground, &plain, &tiles);
    run(world, 60);
    CHECK_NEAR(position_of(world, body).x, 0.2f, 1e-6f);
    CHECK_NEAR(position_of(world, body).y, 0.3f, 1e-6f);
    mica_world_destroy(world);
}
