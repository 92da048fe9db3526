// Movers on terrain by chance: fifty stretches of 3 cm to 2 m at up to 49 degrees, as a chain or of
// polygons side by side, far from the origin, both ways, at any speed, by every shape and rate.
// They are grounded in every frame, drawn as fast as they walk to within 1 % and a quarter of a
// millimetre, overlap nothing and arrive.
#include "course.h"

#define STRETCHES 50

// Points from left to right, with 5 m of floor before and 6 m behind. Returns the first of the
// floor behind.
static MicaVec2 make_terrain(uint32_t *random, MicaVec2 origin, MicaVec2 *points)
{
    float minimum = test_random_float(random, 0.03f, 0.5f);
    float maximum = minimum + test_random_float(random, 0.01f, 1.5f);
    float steepest = test_random_float(random, 5.0f, 49.0f) * 0.017453293f;
    MicaVec2 p = origin;
    points[0] = v2(origin.x - 5.0f, origin.y);
    points[1] = origin;
    for (int32_t i = 0; i < STRETCHES; ++i) {
        float length = test_random_float(random, minimum, maximum);
        float angle = test_random_float(random, -steepest, steepest);
        p = v2(p.x + length * cosf(angle), p.y + length * sinf(angle));
        points[i + 2] = p;
    }
    points[STRETCHES + 2] = v2(p.x + 6.0f, p.y);
    return p;
}

static void add_terrain(MicaWorld *world, const MicaVec2 *points, bool polygons)
{
    if (!polygons) {
        MicaChainDef chain = {.points = points, .count = STRETCHES + 3};
        MicaColliderDef collider = mica_collider_def();
        mica_chain_create(world, add_static(world), &collider, &chain);
        return;
    }
    for (int32_t i = 0; i + 1 < STRETCHES + 3; ++i) {
        MicaVec2 a = points[i], b = points[i + 1];
        MicaVec2 corners[4] = {{a.x, a.y - 1.0f}, {b.x, b.y - 1.0f}, b, a};
        MicaShape shape;
        CHECK_EQ_INT(mica_shape_polygon(corners, 4, 0.0f, &shape), MICA_ERROR_OK);
        add_shape(world, add_static(world), shape);
    }
}

static void walk_terrain(uint32_t seed)
{
    uint32_t random = seed * 7919u + 3u;
    for (int32_t i = 0; i < 5; ++i) {
        test_random(&random);
    }
    MicaVec2 points[STRETCHES + 3];
    MicaVec2 origin = {test_random_float(&random, -100.0f, 100.0f),
                       test_random_float(&random, -50.0f, 50.0f)};
    MicaVec2 end = make_terrain(&random, origin, points);
    MicaWorld *world = make_world();
    add_terrain(world, points, test_random(&random) % 2 == 0);
    int32_t shape = (int32_t)(test_random(&random) % SHAPES),
            rate = (int32_t)(test_random(&random) % 3);
    float speed = test_random_float(&random, 2.0f, 9.0f);
    float side = test_random(&random) % 2 == 0 ? 1.0f : -1.0f;
    MicaVec2 start = side > 0.0f ? v2(origin.x - 3.0f, origin.y) : v2(end.x + 3.0f, end.y);
    Stage s = make_stage(world, shape, v2(start.x, start.y + 0.65f), NULL);
    s.hz = stage_rates[rate];
    come_to_rest(&s);
    int32_t airborne = 0, slow = 0, deep = 0;
    float goal = side > 0.0f ? end.x + 2.0f : origin.x - 2.0f;
    for (int32_t i = 0;
         i < (int32_t)(120.0f / speed * s.hz) && (goal - place_of(&s).x) * side > 0.0f; ++i) {
        MicaVec2 before = place_of(&s);
        walk_frame(&s, speed * side);
        airborne += !is_grounded(&s);
        // One frame of three million is off by .22 mm, where a circle goes from one stretch to the
        // next.
        slow += fabsf(drawn_speed(&s, before) - speed) > 0.01f * speed + 2.5e-4f * s.hz;
        deep += deep_overlaps(&s, shape) > 0;
    }
    if (airborne + slow + deep > 0 || (goal - place_of(&s).x) * side > 0.0f) {
        test_fail(__FILE__, __LINE__,
                  "seed %u: %d frames in the air, %d at another speed, %d deep, %g m short", seed,
                  airborne, slow, deep, (double)((goal - place_of(&s).x) * side));
    }
    mica_world_destroy(world);
}

TEST_LONG(a_mover_walks_over_any_terrain_below_its_slope_limit_at_its_speed)
{
    for (uint32_t seed = 1; seed < 1000; seed += (uint32_t)test_stride(13)) {
        walk_terrain(seed);
    }
}

TEST(a_box_crosses_a_slight_valley_between_two_polygons_at_any_phase_of_a_frame)
{
    // The nearest point of the next polygon is at another angle than where the box meets it, by
    // less than a degree.
    static const MicaVec2 top[4] = {
        {-1.17262f, 0.0971f}, {0.0f, 0.0f}, {1.39529f, -0.01828f}, {8.0f, -0.01828f}};
    for (int32_t k = 0; k < 500; k += test_stride(7)) {
        MicaWorld *world = make_world();
        for (int32_t i = 0; i < 3; ++i) {
            MicaVec2 a = top[i], b = top[i + 1];
            MicaVec2 corners[4] = {{a.x, a.y - 1.0f}, {b.x, b.y - 1.0f}, b, a};
            MicaShape shape;
            mica_shape_polygon(corners, 4, 0.0f, &shape);
            add_shape(world, add_static(world), shape);
        }
        Stage s = make_stage(world, BOX, v2(-0.3f + 0.13f * (float)k / 500.0f, 0.9f), NULL);
        s.hz = 30.0f;
        come_to_rest(&s);
        for (int32_t i = 0; i < 20; ++i) {
            walk_frame(&s, 3.91344f);
            CHECK(is_grounded(&s));
            CHECK_EQ_INT(deep_overlaps(&s, BOX), 0);
        }
        mica_world_destroy(world);
    }
}
