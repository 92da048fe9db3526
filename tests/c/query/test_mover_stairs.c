// Movers on stairs by chance: risers of 2 to 29 cm and treads of 15 to 80 cm, as a chain, of blocks
// or of planks, far from the origin, up or down, at any speed, by every shape and rate. They are
// grounded in every frame, go on in every frame and arrive.
#include "course.h"

#define MAX_STEPS 8

typedef struct Stairs {
    float x[MAX_STEPS +
            1];  // where the treads begin, of which the last is the floor above; from the origin
    float y[MAX_STEPS + 1];  // their heights
    int32_t count;
    MicaVec2 origin;
    float side;  // 1 if they rise to the right
} Stairs;

static Stairs make_stairs(uint32_t *random)
{
    Stairs s = {.count = 1 + (int32_t)(test_random(random) % MAX_STEPS),
                .side = test_random(random) % 2 == 0 ? 1.0f : -1.0f,
                .origin = v2(test_random_float(random, -300.0f, 300.0f),
                             test_random_float(random, -50.0f, 50.0f))};
    bool even = test_random(random) % 2 == 0;
    float riser = test_random_float(random, 0.02f, 0.29f),
          tread = test_random_float(random, 0.15f, 0.8f);
    float x = 0.0f, y = 0.0f;
    for (int32_t i = 0; i < s.count; ++i) {
        y += even ? riser : test_random_float(random, 0.02f, 0.29f);
        s.x[i] = x;
        s.y[i] = y;
        x += even ? tread : test_random_float(random, 0.15f, 0.8f);
    }
    return s;
}

static MicaVec2 stairs_point(const Stairs *s, float x, float y)
{
    return v2(s->origin.x + s->side * x, s->origin.y + y);
}

static void add_stairs_chain(MicaWorld *world, const Stairs *s)
{
    MicaVec2 points[2 * MAX_STEPS + 2] = {stairs_point(s, -8.0f, 0.0f)};
    int32_t count = 1;
    for (int32_t i = 0; i < s->count; ++i) {
        points[count++] = stairs_point(s, s->x[i], i == 0 ? 0.0f : s->y[i - 1]);
        points[count++] = stairs_point(s, s->x[i], s->y[i]);
    }
    points[count++] = stairs_point(s, s->x[s->count - 1] + 12.0f, s->y[s->count - 1]);
    MicaChainDef chain = {.points = points, .count = count};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &chain);
}

// A box a tread, 2 m thick, or 10 cm with a board under its front.
static void add_stairs_boxes(MicaWorld *world, const Stairs *s, bool planks)
{
    float half = planks ? 0.05f : 1.0f;
    for (int32_t i = -1; i < s->count; ++i) {
        float from = i < 0 ? -8.0f : s->x[i], y = i < 0 ? 0.0f : s->y[i];
        float to = i + 1 < s->count ? s->x[i + 1] : s->x[i] + 12.0f;
        MicaVec2 center = stairs_point(s, 0.5f * (from + to), y - half);
        add_box_at(world, add_static(world), center, 0.5f * (to - from), half, 0.0f);
        float below = i < 1 ? 0.0f : s->y[i - 1], board = 0.5f * (y - below);
        if (planks && i >= 0) {
            add_box_at(world, add_static(world), stairs_point(s, from + 0.05f, y - board), 0.05f,
                       board, 0.0f);
        }
    }
}

static void walk_stairs(uint32_t seed)
{
    uint32_t random = seed * 7919u + 3u;
    for (int32_t i = 0; i < 5; ++i) {
        test_random(&random);
    }
    MicaWorld *world = make_world();
    Stairs stairs = make_stairs(&random);
    uint32_t kind = test_random(&random) % 3;
    if (kind == 0) {
        add_stairs_chain(world, &stairs);
    } else {
        add_stairs_boxes(world, &stairs, kind == 2);
    }
    int32_t shape = (int32_t)(test_random(&random) % SHAPES), last = stairs.count - 1;
    bool down = test_random(&random) % 2 == 0;
    float length = stairs.x[last] + 3.0f, speed = test_random_float(&random, 0.3f, 9.0f);
    Stage s = make_stage(world, shape,
                         down ? stairs_point(&stairs, length, stairs.y[last] + 0.65f)
                              : stairs_point(&stairs, -3.0f, 0.65f),
                         NULL);
    s.hz = stage_rates[test_random(&random) % 3];
    come_to_rest(&s);
    float heading = down ? -stairs.side : stairs.side, gone = 0.0f;
    int32_t airborne = 0, still = 0, deep = 0;
    for (int32_t i = 0;
         i < (int32_t)(2.0f * (length + 5.0f) / speed * s.hz) && gone < length + 3.0f; ++i) {
        float before = place_of(&s).x;
        walk_frame(&s, speed * heading);
        airborne += !is_grounded(&s);
        still += (place_of(&s).x - before) * heading <= 0.0f;
        deep += deep_overlaps(&s, shape) > 0;
        gone += (place_of(&s).x - before) * heading;
    }
    if (airborne + still + deep > 0 || gone < length + 3.0f) {
        test_fail(__FILE__, __LINE__,
                  "seed %u: %d frames in the air, %d without progress, %d deep, %g of %g m", seed,
                  airborne, still, deep, (double)gone, (double)length + 3.0);
    }
    mica_world_destroy(world);
}

TEST(a_mover_walks_up_and_down_any_stairs_below_its_step_height)
{
    for (uint32_t seed = 1; seed < 3000; seed += (uint32_t)test_stride(13)) {
        walk_stairs(seed);
    }
}
