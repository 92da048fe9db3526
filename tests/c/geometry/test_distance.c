// mica_distance against the Minkowski difference in double precision, and against cases worked by
// hand.
#include "reference.h"

#include <float.h>

static const MicaTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static MicaTransform at(float x, float y, float angle)
{
    return (MicaTransform){{x, y}, mica_rot(angle)};
}

// Checks every documented property of the result.
static void check_result(const MicaShape *a, MicaTransform ta, const MicaShape *b, MicaTransform tb,
                         double tolerance)
{
    MicaDistance d = mica_distance(a, ta, b, tb);
    RefShape ra = ref_shape(a, ta), rb = ref_shape(b, tb);
    double expected = ref_distance(&ra, &rb);
    CHECK_NEAR(d.distance, expected, tolerance);
    CHECK_NEAR(d.normal.x * d.normal.x + d.normal.y * d.normal.y, 1.0, 1e-5);
    // If they overlap, moving B by the depth along the normal leaves them touching.
    MicaTransform freed = tb;
    freed.p.x += -d.distance * d.normal.x;
    freed.p.y += -d.distance * d.normal.y;
    RefShape rf = ref_shape(b, freed);
    CHECK_NEAR(ref_distance(&ra, &rf), 0.0, 2.0 * tolerance);
    CHECK_NEAR(d.pointB.x - d.pointA.x, d.distance * d.normal.x, tolerance);
    CHECK_NEAR(d.pointB.y - d.pointA.y, d.distance * d.normal.y, tolerance);
    if (expected > 0.0) {
        CHECK_NEAR(ref_point_distance((RefVec){d.pointA.x, d.pointA.y}, &ra), 0.0, tolerance);
        CHECK_NEAR(ref_point_distance((RefVec){d.pointB.x, d.pointB.y}, &rb), 0.0, tolerance);
    }
    MicaDistance swapped = mica_distance(b, tb, a, ta);
    CHECK_NEAR(swapped.distance, d.distance, tolerance);
}

TEST(cases_worked_by_hand)
{
    MicaShape box, circle, capsule, pill;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 1.0f, 0.5f, 0.0f, 0.0f, &box);
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &circle);
    mica_shape_capsule((MicaVec2){-1.0f, 0.0f}, (MicaVec2){1.0f, 0.0f}, 0.25f, &capsule);
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 1.0f, 0.5f, 0.0f, 0.1f, &pill);

    MicaDistance d = mica_distance(&box, identity, &circle, at(0.0f, 3.0f, 0.0f));
    CHECK_NEAR(d.distance, 2.0, 1e-6);
    CHECK_NEAR(d.normal.y, 1.0, 1e-6);
    CHECK_NEAR(d.pointA.y, 0.5, 1e-6);
    CHECK_NEAR(d.pointB.y, 2.5, 1e-6);

    // Corner to circle: 3-4-5.
    d = mica_distance(&box, identity, &circle, at(4.0f, 4.5f, 0.0f));
    CHECK_NEAR(d.distance, 4.5, 1e-6);
    CHECK_NEAR(d.normal.x, 0.6, 1e-6);
    CHECK_NEAR(d.normal.y, 0.8, 1e-6);

    // The centre of the circle is inside the box: the normal is that of the nearest face.
    d = mica_distance(&box, identity, &circle, at(0.7f, 0.1f, 0.0f));
    CHECK_NEAR(d.distance, -0.8, 1e-6);
    CHECK_NEAR(d.normal.x, 1.0, 1e-6);

    // Parallel capsules, crossing capsules, capsules in line.
    d = mica_distance(&capsule, identity, &capsule, at(0.5f, 1.0f, 0.0f));
    CHECK_NEAR(d.distance, 0.5, 1e-6);
    d = mica_distance(&capsule, identity, &capsule, at(0.3f, 0.0f, 1.57079633f));
    CHECK_NEAR(d.distance, -1.2, 1e-6);
    CHECK_NEAR(d.normal.x, 1.0, 1e-6);
    d = mica_distance(&capsule, identity, &capsule, at(3.0f, 0.0f, 0.0f));
    CHECK_NEAR(d.distance, 0.5, 1e-6);
    CHECK_NEAR(d.normal.x, 1.0, 1e-6);
    d = mica_distance(&capsule, identity, &circle, at(2.0f, 0.0f, 0.0f));
    CHECK_NEAR(d.distance, 0.25, 1e-6);

    // Rounded boxes, face to face and corner to corner.
    d = mica_distance(&pill, identity, &pill, at(0.0f, 2.0f, 0.0f));
    CHECK_NEAR(d.distance, 0.8, 1e-6);
    d = mica_distance(&pill, identity, &pill, at(5.0f, 5.0f, 0.0f));
    CHECK_NEAR(d.distance, 5.0 - 0.2, 1e-5);
    CHECK_NEAR(d.normal.x, 0.6, 1e-6);
    CHECK_NEAR(d.normal.y, 0.8, 1e-6);
}

TEST(touching_and_concentric)
{
    MicaShape box, circle;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.5f, 0.5f, 0.0f, 0.0f, &box);
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &circle);
    MicaDistance d = mica_distance(&box, identity, &box, at(1.0f, 0.25f, 0.0f));
    CHECK_NEAR(d.distance, 0.0, 1e-7);
    CHECK_NEAR(d.normal.x, 1.0, 1e-6);
    d = mica_distance(&box, identity, &box, at(1.0f, 1.0f, 0.0f));
    CHECK_NEAR(d.distance, 0.0, 1e-7);
    d = mica_distance(&circle, identity, &circle, identity);
    CHECK_NEAR(d.distance, -1.0, 1e-7);
    CHECK_NEAR(d.normal.x * d.normal.x + d.normal.y * d.normal.y, 1.0, 1e-6);
    d = mica_distance(&box, identity, &box, identity);
    CHECK_NEAR(d.distance, -1.0, 1e-7);
    // At a tiny distance the normal keeps its digits.
    d = mica_distance(&box, identity, &box, at(1.000001f, 0.25f, 0.0f));
    CHECK_NEAR(d.normal.x, 1.0, 1e-6);
    CHECK_NEAR(d.distance, 1e-6, 2e-7);
}

TEST(random_pairs)
{
    uint32_t seed = 20613;
    for (int i = 0; i < test_part(100000, 10); ++i) {
        float size = i % 4 == 0 ? 0.1f : 1.0f;
        MicaShape a = random_shape(&seed, size), b = random_shape(&seed, 1.0f);
        MicaTransform ta = random_transform(&seed, (MicaVec2){0.0f, 0.0f}, 3.0f);
        MicaTransform tb = random_transform(&seed, (MicaVec2){0.0f, 0.0f}, 3.0f);
        check_result(&a, ta, &b, tb, 2e-5);
    }
}

TEST(sizes_one_to_a_thousand)
{
    uint32_t seed = 7;
    for (int i = 0; i < 5000; ++i) {
        MicaShape a = random_shape(&seed, 100.0f), b = random_shape(&seed, 0.1f);
        MicaTransform ta = random_transform(&seed, (MicaVec2){0.0f, 0.0f}, 50.0f);
        MicaTransform tb = random_transform(&seed, (MicaVec2){0.0f, 0.0f}, 150.0f);
        check_result(&a, ta, &b, tb, 5e-4);
    }
}

TEST(far_from_origin)
{
    uint32_t seed = 99;
    for (int i = 0; i < 5000; ++i) {
        MicaShape a = random_shape(&seed, 1.0f), b = random_shape(&seed, 1.0f);
        MicaTransform ta = random_transform(&seed, (MicaVec2){10000.0f, -10000.0f}, 3.0f);
        MicaTransform tb = random_transform(&seed, (MicaVec2){10000.0f, -10000.0f}, 3.0f);
        RefShape ra = ref_shape(&a, ta), rb = ref_shape(&b, tb);
        CHECK_NEAR(mica_distance(&a, ta, &b, tb).distance, ref_distance(&ra, &rb), 2e-5);
    }
}

static void check_refused(const MicaShape *a, MicaTransform ta, const MicaShape *b,
                          MicaTransform tb)
{
    MicaDistance d = mica_distance(a, ta, b, tb);
    CHECK(d.distance == 0.0f && d.normal.x == 0.0f && d.normal.y == 0.0f);
    d = mica_distance(b, tb, a, ta);
    CHECK(d.distance == 0.0f && d.normal.x == 0.0f && d.normal.y == 0.0f);
}

TEST(bad_input_is_refused)
{
    MicaShape good, bad;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &good);
    const float evil[3] = {NAN, INFINITY, 1e8f};
    for (int i = 0; i < 3; ++i) {
        check_refused(&good, identity, &good, at(evil[i], 0.0f, 0.0f));
        check_refused(&good, identity, &good, at(0.0f, evil[i], 0.0f));
        check_refused(&good, identity, &good, (MicaTransform){{0.0f, 0.0f}, {evil[i], 0.0f}});
        bad = good;
        bad.radius = evil[i];
        check_refused(&good, identity, &bad, identity);
        bad = good;
        bad.points[0].x = evil[i];
        check_refused(&good, identity, &bad, identity);
    }
    check_refused(&good, identity, NULL, identity);
    bad = good;
    bad.type = MICA_SHAPE_TYPE_COUNT;
    check_refused(&good, identity, &bad, identity);
    bad = good;
    bad.type = MICA_SHAPE_POLYGON;
    bad.count = 9;
    check_refused(&good, identity, &bad, identity);
}
