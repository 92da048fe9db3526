// Random roads: tiles of one width or many, flush, overlapping or off by a hair, a body each or
// cells of a map, level or steep, near the origin or far from it; and a body of any shape and speed
// that is pressed on them and pulled along. It must slide as on one slab, straight on and as fast
// as mechanics says, on a floor, slope or wall.
#include "build.h"

#include <math.h>

typedef enum { EVEN, UNEVEN, OVERLAPPING, MAP, KINDS } RoadKind;

typedef struct Road {
    RoadKind kind;
    MicaVec2 origin;
    MicaRot turn;
    float width, hair, pull, press;
} Road;

static float draw(uint32_t *seed, float lower, float upper)
{
    return test_random_float(seed, lower, upper);
}

// From coordinates along and above the road to the world.
static MicaVec2 on_road(const Road *road, float along, float above)
{
    MicaRot q = road->turn;
    return v2(road->origin.x + (q.c * along - q.s * above),
              road->origin.y + (q.s * along + q.c * above));
}

static Road random_road(uint32_t *seed)
{
    Road road = {.kind = (RoadKind)(test_random(seed) % KINDS)};
    bool far = test_random(seed) % 2 == 0, steep = test_random(seed) % 2 == 0;
    bool exact = test_random(seed) % 2 == 0, level = test_random(seed) % 2 == 0;
    float x = draw(seed, -1000.0f, 1000.0f), y = draw(seed, -1000.0f, 1000.0f),
          angle = draw(seed, -3.0f, 3.0f);
    road.origin = far ? v2(x, y) : v2(0.0f, 0.0f);
    road.turn = mica_rot(steep ? angle : 0.0f);
    road.width = draw(seed, 0.2f, 1.7f);
    road.hair = draw(seed, 0.0f, 2e-4f);
    road.pull = draw(seed, 0.0f, 10.0f);
    road.press = draw(seed, 0.5f, 30.0f);
    road.hair = exact ? 0.0f : road.hair;
    road.pull = level ? 0.0f : road.pull;
    return road;
}

static void lay(MicaWorld *world, const Road *road, uint32_t *seed)
{
    const float end = 24.0f;
    MicaColliderDef frictionless = mica_collider_def();
    frictionless.friction = 0.0f;
    if (road->kind == MAP) {
        enum { COLUMNS = 160 };
        uint8_t cells[3 * COLUMNS];
        for (int i = 0; i < 3 * COLUMNS; i++) {
            bool full = i >= 2 * COLUMNS || test_random(seed) % 3 != 0;
            cells[i] = full ? MICA_TILE_FULL : MICA_TILE_EMPTY;
        }
        MicaBodyDef def = mica_body_def();
        def.position = road->origin;
        def.angle = atan2f(road->turn.s, road->turn.c);
        float height = 0.7f * road->width;
        MicaTilesDef tiles = {.columns = COLUMNS,
                              .rows = 3,
                              .cell = {road->width, height},
                              .origin = {-2.0f, -3.0f * height},
                              .cells = cells};
        mica_tiles_create(world, mica_body_create(world, &def), &frictionless, &tiles);
        return;
    }
    for (float x = -2.0f; x < end;) {
        float width = road->width, height = 0.3f, more = 0.0f;
        if (road->kind == UNEVEN) {
            width *= draw(seed, 0.5f, 1.5f);
        } else if (road->kind == OVERLAPPING) {
            more = 0.2f * width * draw(seed, 0.0f, 1.0f);
            height += draw(seed, 0.0f, 0.5f);
        }
        float off = draw(seed, -1.0f, 1.0f) * road->hair;
        MicaBodyDef def = mica_body_def();
        def.position = on_road(road, x + 0.5f * (width - more) + off, -height);
        def.angle = atan2f(road->turn.s, road->turn.c);
        MicaShape shape = box_shape(0.5f * (width + more), height);
        mica_collider_create(world, mica_body_create(world, &def), &frictionless, &shape);
        x += width;
    }
}

static MicaShape random_slider(uint32_t *seed, float r)
{
    MicaShape shape = circle_shape(r);
    float wide = r * draw(seed, 0.5f, 1.5f);
    switch (test_random(seed) % 5) {
    case 1:
        return box_shape(wide, r);
    case 2:
        return capsule_shape(r, r);
    case 3:
        mica_shape_box(v2(0.0f, 0.0f), 0.8f * r, 0.9f * r, 0.0f, 0.1f * r, &shape);
        return shape;
    case 4: {
        const MicaVec2 house[5] = {
            {-r, -r}, {r, -r}, {1.1f * r, 0.0f}, {0.0f, r}, {-1.1f * r, 0.0f}};
        mica_shape_polygon(house, 5, 0.0f, &shape);
        return shape;
    }
    default:
        return shape;
    }
}

TEST(a_body_sliding_over_a_random_road_meets_no_internal_edge)
{
    for (uint32_t trial = 0; trial < 400; trial += (uint32_t)test_stride(4)) {
        uint32_t seed = trial * 2654435761u | 1u;
        Road road = random_road(&seed);
        MicaRot q = road.turn;
        MicaWorldDef worldDef = mica_world_def();
        worldDef.sleepEnabled = false;
        worldDef.gravity =
            v2(road.press * q.s + road.pull * q.c, road.pull * q.s - road.press * q.c);
        MicaWorld *world = mica_world_create(&worldDef);
        lay(world, &road, &seed);
        float r = draw(&seed, 0.1f, 0.6f), hurry = draw(&seed, 0.0f, 1.0f);
        float speed = 0.5f + 29.5f * hurry * hurry * hurry;
        MicaShape shape = random_slider(&seed, r);
        MicaBodyDef def = mica_body_def();
        def.type = MICA_BODY_DYNAMIC;
        def.position = on_road(&road, draw(&seed, 0.0f, road.width), r);
        def.angle = atan2f(q.s, q.c);
        def.linearVelocity = v2(q.c * speed, q.s * speed);
        MicaBody body = mica_body_create(world, &def);
        MicaColliderDef frictionless = mica_collider_def();
        frictionless.friction = 0.0f;
        mica_collider_create(world, body, &frictionless, &shape);

        double way = 0.0, lift = 0.0, height = 0.0;
        int steps = 0;
        for (; way < 17.0 && steps < 400; steps++) {
            mica_world_step(world, FRAME, 4);
            MicaVec2 at = mica_body_center(world, body);
            double x = (double)(at.x - road.origin.x), y = (double)(at.y - road.origin.y);
            double above = (double)q.c * y - (double)q.s * x;
            way = (double)q.c * x + (double)q.s * y;
            height = steps < 8 ? above : height;
            lift = fmax(lift, above - height);
        }
        MicaVec2 v = mica_body_velocity(world, body);
        double left = (double)(q.c * v.x + q.s * v.y);
        double right = (double)speed + (double)road.pull * steps / 60.0;
        CHECK_NEAR(lift, 0.0, 5e-4 + 3.0 * (double)road.hair);
        CHECK_NEAR(left / right, 1.0, 1e-3);
        mica_world_destroy(world);
    }
}
