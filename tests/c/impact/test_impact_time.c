// When two shapes in free flight next meet, against the distance of the shapes along their flights:
// no impact is passed over, and few placements of the shapes find it, however long and fast turning
// they are.
#include "build.h"
#include "impact.h"

#include <math.h>

static MicaShape random_shape(uint32_t *seed, float size)
{
    float thin = size * test_random_float(seed, 0.02f, 1.0f);
    switch ((int)test_random_float(seed, 0, 2.999f)) {
    case 0:
        return circle_shape(size);
    case 1:
        return capsule_shape(size, thin);
    default:
        return box_shape(size, thin);
    }
}

static float random_sign(uint32_t *seed, float maximum)
{
    return test_random_float(seed, -maximum, maximum);
}

static ImpactFlight random_flight(uint32_t *seed, const MicaShape *shape, Polygon *storage,
                                  float spread, float speed, float spin)
{
    ImpactFlight f = {.shape = geometry_from_shape(shape, storage), .body = {.moves = true}};
    f.body.c = v2(random_sign(seed, spread), random_sign(seed, spread));
    f.body.q = mica_rot(random_sign(seed, 3));
    f.body.by[IMPACT_VELOCITY] = (ImpactMotion){
        v2(random_sign(seed, speed), random_sign(seed, speed)), random_sign(seed, spin)};
    f.body.by[IMPACT_ACCELERATION] =
        (ImpactMotion){v2(random_sign(seed, 10 * speed), random_sign(seed, 10 * speed)),
                       random_sign(seed, 5 * spin)};
    return f;
}

static double gap_at(const MicaShape *a, const ImpactFlight *fa, const MicaShape *b,
                     const ImpactFlight *fb, float t)
{
    ImpactBody atA = impact_body_at(&fa->body, t), atB = impact_body_at(&fb->body, t);
    return (double)mica_distance(a, (MicaTransform){atA.c, atA.q}, b, (MicaTransform){atB.c, atB.q})
        .distance;
}

TEST(a_predicted_impact_is_the_first_one)
{
    enum { PAIRS = 1500, SAMPLES = 100 };
    uint32_t seed = 5;
    int met = 0;
    for (int i = 0; i < PAIRS; i++) {
        float size = test_random_float(&seed, 1, 30),
              limit = test_random_float(&seed, 0.02f, 0.25f);
        MicaShape a = random_shape(&seed, size), b = random_shape(&seed, 1.0f);
        Polygon storageA, storageB;
        ImpactFlight fa = random_flight(&seed, &a, &storageA, 0.7f * size, 20, 3),
                     fb = random_flight(&seed, &b, &storageB, 0.7f * size, 20, 20);
        if (gap_at(&a, &fa, &b, &fb, 0) < 0.01) {
            continue;
        }
        int32_t advances = 0;
        float time = impact_time(&fa, &fb, limit, 0.0005f, &advances);
        bool meets = time < limit;
        met += meets;
        for (int k = 1; k < SAMPLES; k++) {
            float t = (meets ? time : limit) * (float)k / SAMPLES;
            CHECK(gap_at(&a, &fa, &b, &fb, t) > -1e-4);
        }
        if (meets) {
            CHECK_NEAR(gap_at(&a, &fa, &b, &fb, time), 0, 2e-4);
        }
    }
    CHECK(met > 50);
}

// As seen along an axis at rest, the far end of a wall that turns rushes at what lies beside its
// middle: the prediction then gave up after its 200 advances, at a time without an impact.
TEST(impacts_beside_a_long_turning_wall_are_found_in_few_advances)
{
    const float lengths[4] = {20, 400, 3000, 30000};
    MicaShape tile = box_shape(0.5f, 0.5f);
    Polygon storageA, storageB;
    uint32_t seed = 6;
    int maximum = 0, met = 0;
    for (int i = 0; i < 2000; i++) {
        MicaShape wall = box_shape(lengths[i % 4], 2);
        ImpactFlight fa = random_flight(&seed, &wall, &storageA, 10, 100, 3),
                     fb = {.shape = geometry_from_shape(&tile, &storageB)};
        fb.body.q = mica_rot(0);
        if (gap_at(&wall, &fa, &tile, &fb, 0) < 0.1) {
            continue;
        }
        int32_t advances = 0;
        float time = impact_time(&fa, &fb, FRAME, 0.0005f, &advances);
        maximum = advances > maximum ? advances : maximum;
        if (time < FRAME) {
            met += 1;
            CHECK_NEAR(gap_at(&wall, &fa, &tile, &fb, time), 0,
                       1e-4 + 1e-6 * (double)lengths[i % 4]);
        }
    }
    CHECK(met > 20);
    CHECK(maximum <= 40);
}
