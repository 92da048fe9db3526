// mica_collide: cases worked by hand for every pair of types, mirrored results when the shapes
// swap, and 100,000 random pairs of every two types against the reference geometry.
#include "build.h"
#include "reference.h"

enum { KINDS = 6 };  // circle, capsule, box, rounded box, polygon, rounded polygon

static MicaShape random_kind(uint32_t *seed, int kind)
{
    MicaShape s = {0};
    float x = test_random_float(seed, -0.5f, 0.5f), y = test_random_float(seed, -0.5f, 0.5f);
    float r = test_random_float(seed, 0.05f, 0.5f), w = test_random_float(seed, 0.2f, 1.5f);
    switch (kind) {
    case 0:
        mica_shape_circle(v2(x, y), r, &s);
        break;
    case 1:
        mica_shape_capsule(v2(x, y), v2(x - w, y + r), r, &s);
        break;
    case 2:
        mica_shape_box(v2(x, y), w, 2.0f * r, x, 0.0f, &s);
        break;
    case 3:
        mica_shape_box(v2(x, y), w, 2.0f * r, y, 0.5f * r, &s);
        break;
    case 4:
        s = random_polygon(seed, 1.5f, 0.0f);
        break;
    default:
        s = random_polygon(seed, 1.5f, r);
        break;
    }
    return s;
}

static double deepest(const MicaManifold *m)
{
    double best = 1e9;
    for (int i = 0; i < m->count; i++) {
        best = fmin(best, (double)m->points[i].separation);
    }
    return best;
}

// The separation of the shapes along (nx, ny), which points from a to b; negative if they overlap.
static double separation_along(const RefShape *a, const RefShape *b, double nx, double ny)
{
    double highest = -1e300, lowest = 1e300;
    for (int i = 0; i < a->count; i++) {
        highest = fmax(highest, a->points[i].x * nx + a->points[i].y * ny);
    }
    for (int i = 0; i < b->count; i++) {
        lowest = fmin(lowest, b->points[i].x * nx + b->points[i].y * ny);
    }
    return lowest - highest - a->radius - b->radius;
}

typedef struct Pair {
    MicaShape a, b;
    MicaTransform tA, tB;
} Pair;

static Pair random_pair(uint32_t *seed, int kindA, int kindB)
{
    Pair p;
    p.a = random_kind(seed, kindA);
    p.b = random_kind(seed, kindB);
    float x = test_random_float(seed, -10.0f, 10.0f), y = test_random_float(seed, -10.0f, 10.0f);
    p.tA = at(x, y, test_random_float(seed, -3.14f, 3.14f));
    float dx = test_random_float(seed, -2.5f, 2.5f), dy = test_random_float(seed, -2.5f, 2.5f);
    p.tB = at(x + dx, y + dy, test_random_float(seed, -3.14f, 3.14f));
    return p;
}

// ------------------------------------------------------------------------------ random pairs

TEST(random_pairs_agree_with_the_reference)
{
    const double reach = 0.25, tolerance = 1e-3;
    uint32_t seed = 12345;
    int met = 0, overlapping = 0;
    for (int n = 0; n < test_part(100000, 5); n++) {
        Pair p = random_pair(&seed, n % KINDS, (n / KINDS) % KINDS);
        MicaManifold m = mica_collide(&p.a, p.tA, &p.b, p.tB, (float)reach);
        RefShape a = ref_shape(&p.a, p.tA), b = ref_shape(&p.b, p.tB);
        double exact = ref_distance(&a, &b);
        if (m.count == 0) {
            CHECK(exact > reach - tolerance);
            continue;
        }
        met++;
        overlapping += exact < 0.0;
        CHECK(exact < reach + tolerance);
        CHECK_NEAR(deepest(&m), exact, tolerance);
        CHECK_NEAR(m.normal.x * m.normal.x + m.normal.y * m.normal.y, 1.0, 1e-5);
        // Along the normal the shapes have the least overlap or their distance. Capsules whose
        // nearest ends face each other nearly squarely may differ by the tolerance of that test.
        double turn = p.a.type == MICA_SHAPE_CAPSULE && p.b.type == MICA_SHAPE_CAPSULE ? 0.02 : 0.0;
        double along = separation_along(&a, &b, (double)m.normal.x, (double)m.normal.y);
        CHECK_NEAR(along, exact, tolerance + turn);
        for (int i = 0; i < m.count; i++) {
            CHECK(m.points[i].separation <= (float)reach + 1e-4f);
            if (exact <= 0.0 || (double)m.points[i].separation > exact + 1e-6) {
                continue;
            }
            // The nearest point lies midway between the surfaces: half the gap from either.
            double x = (double)m.points[i].point.x, y = (double)m.points[i].point.y;
            CHECK_NEAR(ref_point_distance((RefVec){x, y}, &a), 0.5 * exact, tolerance);
            CHECK_NEAR(ref_point_distance((RefVec){x, y}, &b), 0.5 * exact, tolerance);
        }
    }
    CHECK(met > test_part(30000, 5) && overlapping > test_part(20000, 5));
}

TEST(swapping_the_shapes_mirrors_the_normal)
{
    uint32_t seed = 777;
    for (int n = 0; n < 36000; n++) {
        Pair p = random_pair(&seed, n % KINDS, (n / KINDS) % KINDS);
        MicaManifold m = mica_collide(&p.a, p.tA, &p.b, p.tB, 0.1f),
                     w = mica_collide(&p.b, p.tB, &p.a, p.tA, 0.1f);
        CHECK_EQ_INT(m.count > 0, w.count > 0);
        if (m.count == 0 || w.count == 0) {
            continue;
        }
        CHECK_EQ_INT(m.count, w.count);
        CHECK_NEAR(m.normal.x, -w.normal.x, 1e-6);
        CHECK_NEAR(m.normal.y, -w.normal.y, 1e-6);
        for (int i = 0; i < m.count && m.count == w.count; i++) {
            CHECK_NEAR(m.points[i].separation, w.points[i].separation, 1e-6);
            CHECK_NEAR(m.points[i].point.x, w.points[i].point.x, 2e-6);
            CHECK_NEAR(m.points[i].point.y, w.points[i].point.y, 2e-6);
        }
    }
}

TEST(a_rigid_motion_of_both_shapes_moves_the_manifold_alike)
{
    uint32_t seed = 4242;
    for (int n = 0; n < 20000; n++) {
        Pair p = random_pair(&seed, n % KINDS, (n / KINDS) % KINDS);
        p.tB.p = v2(p.tB.p.x - p.tA.p.x, p.tB.p.y - p.tA.p.y);
        p.tA.p = v2(0.0f, 0.0f);
        MicaManifold m = mica_collide(&p.a, p.tA, &p.b, p.tB, 0.1f);
        MicaRot q = mica_rot(test_random_float(&seed, -3.0f, 3.0f));
        MicaTransform tA = p.tA, tB = p.tB;
        tA.q = (MicaRot){q.c * p.tA.q.c - q.s * p.tA.q.s, q.s * p.tA.q.c + q.c * p.tA.q.s};
        tB.q = (MicaRot){q.c * p.tB.q.c - q.s * p.tB.q.s, q.s * p.tB.q.c + q.c * p.tB.q.s};
        tB.p = v2(q.c * p.tB.p.x - q.s * p.tB.p.y, q.s * p.tB.p.x + q.c * p.tB.p.y);
        MicaManifold w = mica_collide(&p.a, tA, &p.b, tB, 0.1f);
        RefShape a = ref_shape(&p.a, p.tA), b = ref_shape(&p.b, p.tB);
        if (fabs(ref_distance(&a, &b) - 0.1) < 1e-3) {
            continue;  // at the limit rounding decides
        }
        CHECK_EQ_INT(m.count > 0, w.count > 0);
        if (m.count > 0 && w.count > 0) {
            CHECK_NEAR(deepest(&m), deepest(&w), 6e-4);
        }
    }
}

TEST(features_persist_through_a_small_motion)
{
    uint32_t seed = 31;
    int kept = 0, asked = 0;
    for (int n = 0; n < 20000; n++) {
        Pair p = random_pair(&seed, n % KINDS, (n / KINDS) % KINDS);
        MicaManifold m = mica_collide(&p.a, p.tA, &p.b, p.tB, 0.02f);
        p.tB.p.x += 1e-5f;
        MicaManifold w = mica_collide(&p.a, p.tA, &p.b, p.tB, 0.02f);
        for (int i = 0; i < m.count && w.count == m.count; i++) {
            asked++;
            kept += m.points[i].feature == w.points[i].feature;
        }
        if (m.count == 2) {
            CHECK(m.points[0].feature != m.points[1].feature);
        }
    }
    CHECK(asked > 5000);
    CHECK(kept > asked - asked / 200);
}

// ------------------------------------------------------------------------------ worked by hand

#define CHECK_POINT(m, i, px, py, s)                                                               \
    do {                                                                                           \
        CHECK_NEAR((m).points[i].point.x, px, 1e-6);                                               \
        CHECK_NEAR((m).points[i].point.y, py, 1e-6);                                               \
        CHECK_NEAR((m).points[i].separation, s, 1e-6);                                             \
    } while (0)

#define CHECK_NORMAL(m, nx, ny)                                                                    \
    do {                                                                                           \
        CHECK_NEAR((m).normal.x, nx, 1e-6);                                                        \
        CHECK_NEAR((m).normal.y, ny, 1e-6);                                                        \
    } while (0)

TEST(circle_and_circle)
{
    MicaShape a = circle_shape(1.0f), b = circle_shape(0.5f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &b, at(1.25f, 0, 0), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 1, 0);
    CHECK_POINT(m, 0, 0.875, 0, -0.25);
    m = mica_collide(&a, at(0, 0, 0), &b, at(0, -2, 0), 0.6f);
    CHECK_NORMAL(m, 0, -1);
    CHECK_POINT(m, 0, 0, -1.25, 0.5);
    CHECK_EQ_INT(mica_collide(&a, at(0, 0, 0), &b, at(0, -2, 0), 0.4f).count, 0);
    m = mica_collide(&a, at(3, 4, 0), &b, at(3, 4, 0), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NEAR(m.normal.x * m.normal.x + m.normal.y * m.normal.y, 1, 1e-6);
    CHECK_NEAR(m.points[0].separation, -1.5, 1e-6);
}

TEST(box_and_circle_outside)
{
    MicaShape box = box_shape(2.0f, 1.0f), disc = circle_shape(0.5f);
    // Above the top face
    MicaManifold m = mica_collide(&box, at(0, 0, 0), &disc, at(1, 1.25f, 0), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 0, 1);
    CHECK_POINT(m, 0, 1, 0.875, -0.25);
    m = mica_collide(&box, at(0, 0, 0), &disc, at(2.3f, 1.4f, 0), 0.25f);  // past the corner: 3-4-5
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 0.6, 0.8);
    CHECK_NEAR(m.points[0].separation, 0.0, 1e-6);
    m = mica_collide(&disc, at(2.3f, 1.4f, 0), &box, at(0, 0, 0), 0.25f);
    CHECK_NORMAL(m, -0.6, -0.8);
}

TEST(circle_inside_a_box_takes_the_nearest_face)
{
    MicaShape box = box_shape(2.0f, 1.0f), disc = circle_shape(0.5f);
    MicaManifold m = mica_collide(&box, at(0, 0, 0), &disc, at(1.75f, 0.25f, 0), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 1, 0);
    CHECK_NEAR(m.points[0].separation, -0.75, 1e-6);
    m = mica_collide(&box, at(0, 0, 0), &disc, at(0.25f, -0.5f, 0), 0.0f);
    CHECK_NORMAL(m, 0, -1);
    CHECK_NEAR(m.points[0].separation, -1.0, 1e-6);
    m = mica_collide(&disc, at(0.25f, -0.5f, 0), &box, at(0, 0, 0), 0.0f);
    CHECK_NORMAL(m, 0, 1);
}

TEST(box_and_box_face_to_face)
{
    MicaShape a = box_shape(2.0f, 1.0f), b = box_shape(1.0f, 0.5f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &b, at(0.5f, 1.4f, 0), 0.0f);
    CHECK_EQ_INT(m.count, 2);
    CHECK_NORMAL(m, 0, 1);
    double x0 = (double)m.points[0].point.x, x1 = (double)m.points[1].point.x;
    CHECK_NEAR(fmin(x0, x1), -0.5, 1e-6);
    CHECK_NEAR(fmax(x0, x1), 1.5, 1e-6);
    CHECK_NEAR(m.points[0].separation, -0.1, 1e-6);
    CHECK_NEAR(m.points[1].separation, -0.1, 1e-6);
    CHECK_NEAR(m.points[0].point.y, 0.95, 1e-6);
    // The upper box reaches half over the edge and is clipped there.
    m = mica_collide(&a, at(0, 0, 0), &b, at(2.5f, 1.4f, 0), 0.0f);
    CHECK_EQ_INT(m.count, 2);
    x0 = (double)m.points[0].point.x, x1 = (double)m.points[1].point.x;
    CHECK_NEAR(fmin(x0, x1), 1.5, 1e-6);
    CHECK_NEAR(fmax(x0, x1), 2.0, 1e-6);
}

TEST(box_and_box_corner_into_face)
{
    MicaShape a = box_shape(2.0f, 1.0f), b = box_shape(0.5f, 0.5f);
    float half = sqrtf(0.5f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &b, at(0, 1 + half - 0.1f, 0.78539816f), 0.0f);
    CHECK_NORMAL(m, 0, 1);
    CHECK_NEAR(deepest(&m), -0.1, 1e-6);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NEAR(m.points[0].point.x, 0, 1e-5);
}

TEST(box_and_box_corner_to_corner_apart)
{
    MicaShape a = box_shape(1.0f, 1.0f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &a, at(2.3f, 2.4f, 0), 0.6f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 0.6, 0.8);
    CHECK_POINT(m, 0, 1.15, 1.2, 0.5);
    CHECK_EQ_INT(mica_collide(&a, at(0, 0, 0), &a, at(2.3f, 2.4f, 0), 0.45f).count, 0);
}

TEST(rounded_box_equals_a_box_grown_by_its_radius)
{
    MicaShape sharp = box_shape(1.0f, 1.0f), pill;
    mica_shape_box(v2(0, 0), 0.75f, 0.75f, 0, 0.25f, &pill);
    MicaManifold a = mica_collide(&sharp, at(0, 0, 0), &sharp, at(0.5f, 1.9f, 0), 0.0f);
    MicaManifold b = mica_collide(&sharp, at(0, 0, 0), &pill, at(0.5f, 1.9f, 0), 0.0f);
    CHECK_EQ_INT(b.count, 2);
    CHECK_NORMAL(b, 0, 1);
    CHECK_NEAR(a.points[0].separation, b.points[0].separation, 1e-6);
}

TEST(parallel_capsules_give_two_points)
{
    MicaShape a = capsule_shape(1.0f, 0.25f), b = capsule_shape(0.5f, 0.25f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &b, at(0.75f, 0.4f, 0), 0.0f);
    CHECK_EQ_INT(m.count, 2);
    CHECK_NORMAL(m, 0, 1);
    CHECK_NEAR(m.points[0].separation, -0.1, 1e-6);
    CHECK_NEAR(m.points[1].separation, -0.1, 1e-6);
    double x0 = (double)m.points[0].point.x, x1 = (double)m.points[1].point.x;
    CHECK_NEAR(fmin(x0, x1), 0.25, 1e-6);
    CHECK_NEAR(fmax(x0, x1), 1.0, 1e-6);
    CHECK_NEAR(m.points[0].point.y, 0.2, 1e-6);
    // The same with one capsule reversed.
    m = mica_collide(&a, at(0, 0, 0), &b, at(0.75f, 0.4f, 3.14159265f), 0.0f);
    CHECK_EQ_INT(m.count, 2);
    CHECK_NEAR(m.normal.y, 1, 1e-6);
}

TEST(capsules_end_to_end_and_across)
{
    MicaShape a = capsule_shape(1.0f, 0.25f);
    MicaManifold m = mica_collide(&a, at(0, 0, 0), &a, at(2.4f, 0, 0), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 1, 0);
    CHECK_POINT(m, 0, 1.2, 0, -0.1);
    // A T: the end of one capsule on the side of the other.
    m = mica_collide(&a, at(0, 0, 0), &a, at(0.25f, 1.4f, 1.57079633f), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 0, 1);
    CHECK_POINT(m, 0, 0.25, 0.2, -0.1);
    // Crossing segments: the minimum translation apart moves the lower end of b down through a.
    m = mica_collide(&a, at(0, 0, 0), &a, at(0, 0.7f, 1.57079633f), 0.0f);
    CHECK_EQ_INT(m.count, 1);
    CHECK_NORMAL(m, 0, 1);
    CHECK_NEAR(m.points[0].separation, -0.3 - 0.5, 1e-6);
    m = mica_collide(&a, at(0.8f, 0, 0), &a, at(0, 0.1f, 1.57079633f), 0.0f);
    CHECK_NORMAL(m, -1, 0);
    CHECK_NEAR(m.points[0].separation, -0.2 - 0.5, 1e-6);
    m = mica_collide(&a, at(1, 1, 0), &a, at(1, 1, 0), 0.0f);  // coincident
    CHECK(m.count >= 1);
    CHECK_NEAR(deepest(&m), -0.5, 1e-6);
}

TEST(every_ordered_pair_of_types_has_a_point_at_touch)
{
    uint32_t seed = 5;
    MicaShape kinds[4] = {circle_shape(0.5f), capsule_shape(0.5f, 0.25f), box_shape(0.5f, 0.25f),
                          random_polygon(&seed, 0.3f, 0.2f)};
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            MicaManifold m =
                mica_collide(&kinds[a], at(0.1f, 0, 0.3f), &kinds[b], at(0, 0.1f, 2.0f), 0.0f);
            MicaManifold w =
                mica_collide(&kinds[b], at(0, 0.1f, 2.0f), &kinds[a], at(0.1f, 0, 0.3f), 0.0f);
            CHECK(m.count > 0 && deepest(&m) < 0.0);
            CHECK_NEAR(m.normal.x, -w.normal.x, 1e-6);
            CHECK_NEAR(m.normal.y, -w.normal.y, 1e-6);
            CHECK_NEAR(deepest(&m), deepest(&w), 1e-6);
        }
    }
}

// Swapping the shapes of a manifold without points read its face, which nothing had written: the
// memory sanitizer ends this test then.
TEST(shapes_apart_are_swapped_without_a_face)
{
    uint32_t seed = 5;
    MicaShape kinds[4] = {circle_shape(0.5f), capsule_shape(0.5f, 0.25f), box_shape(0.5f, 0.25f),
                          random_polygon(&seed, 0.3f, 0.2f)};
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            MicaManifold m = mica_collide(&kinds[a], at(3, 0, 0.3f), &kinds[b], at(0, 0, 2), 0.1f);
            CHECK_EQ_INT(m.count, 0);
        }
    }
}

// From 1e7 m away rounding leaves a shape of a metre no width. The nearest points of a capsule and such a
// segment were no numbers, and the contact had a point.
TEST(shapes_that_rounding_leaves_no_width_are_apart)
{
    uint32_t seed = 5;
    MicaShape kinds[5] = {circle_shape(0.5f),
                          capsule_shape(0.5f, 0.25f),
                          box_shape(0.5f, 0.25f),
                          random_polygon(&seed, 0.3f, 0.2f),
                          {0}};
    REQUIRE(mica_shape_segment(v2(0, 0), v2(0.3f, 0.2f), &kinds[4]) == MICA_ERROR_OK);
    for (int i = 0; i < 5000; i++) {
        float far = (i % 5 == 0) ? 1e9f : 1e7f;
        const MicaShape *a = &kinds[i % 5], *b = &kinds[i / 5 % 5];
        MicaVec2 p = random_point(&seed, far);
        if (fabsf(p.x) + fabsf(p.y) < 100.0f) {
            continue;
        }
        MicaManifold m =
            mica_collide(a, at(0, 0, (float)i), b, at(p.x, p.y, 1.5f * (float)i), 0.1f);
        CHECK_EQ_INT(m.count, 0);
    }
}

TEST(polygons_in_one_place_mirror_the_normal_when_swapped)
{
    const MicaVec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                   triangle[3] = {{0, 0}, {1, 0}, {0, 1}}, flat[3] = {{0, 0}, {1, 0}, {0, 0.5f}};
    MicaShape shapes[3];
    REQUIRE(mica_shape_polygon(square, 4, 0.0f, &shapes[0]) == MICA_ERROR_OK);
    REQUIRE(mica_shape_polygon(triangle, 3, 0.0f, &shapes[1]) == MICA_ERROR_OK);
    REQUIRE(mica_shape_polygon(flat, 3, 0.0f, &shapes[2]) == MICA_ERROR_OK);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < a; b++) {
            MicaTransform here = at(1, 2, 0.5f);
            MicaManifold m = mica_collide(&shapes[a], here, &shapes[b], here, 0.0f),
                         w = mica_collide(&shapes[b], here, &shapes[a], here, 0.0f);
            CHECK(m.count > 0 && m.count == w.count);
            CHECK(m.normal.x == -w.normal.x && m.normal.y == -w.normal.y);
        }
    }
}

TEST(bad_input_gives_an_empty_manifold)
{
    MicaShape none = {0}, disc = circle_shape(1.0f), bad = circle_shape(1.0f);
    bad.radius = NAN;
    CHECK_EQ_INT(mica_collide(&none, at(0, 0, 0), &disc, at(0, 0, 0), 0).count, 0);
    CHECK_EQ_INT(mica_collide(&disc, at(0, 0, 0), NULL, at(0, 0, 0), 0).count, 0);
    CHECK_EQ_INT(mica_collide(&bad, at(0, 0, 0), &disc, at(0, 0, 0), 0).count, 0);
    CHECK_EQ_INT(mica_collide(&disc, at(0, 0, 0), &disc, at(0, 0, 0), -1.0f).count, 0);
    CHECK_EQ_INT(mica_collide(&disc, at(0, 0, 0), &disc, at(0, 0, 0), NAN).count, 0);
    CHECK_EQ_INT(mica_collide(&disc, at(NAN, 0, 0), &disc, at(0, 0, 0), 0).count, 0);
    CHECK_EQ_INT(mica_collide(&disc, at(0, 0, 0), &disc, at(0, NAN, 0), 0).count, 0);
    MicaTransform stretched = {{0.0f, 0.0f}, {2.0f, 0.0f}};
    CHECK_EQ_INT(mica_collide(&disc, stretched, &disc, at(0, 0, 0), 0).count, 0);
}

TEST(crossing_segments_without_radius_overlap)
{
    uint32_t seed = 79u;
    int crossed = 0;
    for (int i = 0; i < 50000; i++) {
        MicaVec2 p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = random_point(&seed, 2.0f);
        }
        MicaShape a, b;
        float radius = i % 2 == 0 ? 0.0f : 0.3f;
        if (mica_shape_segment(p[0], p[1], &a) != MICA_ERROR_OK ||
            (radius > 0.0f ? mica_shape_capsule(p[2], p[3], radius, &b)
                           : mica_shape_segment(p[2], p[3], &b)) != MICA_ERROR_OK) {
            continue;
        }
        MicaTransform origin = at(0, 0, 0);
        RefShape ra = ref_shape(&a, origin), rb = ref_shape(&b, origin);
        double depth = -ref_distance(&ra, &rb) - (double)radius;
        if (depth < 1e-4) {
            continue;
        }
        MicaManifold m = mica_collide(&a, origin, &b, origin, 0.0f);
        CHECK_EQ_INT(m.count, 1);
        CHECK_NEAR(m.points[0].separation, -depth - (double)radius, 1e-4);
        // Moved apart by the depth along the normal, they touch.
        float displacement = (float)depth + radius + 1e-3f;
        RefShape moved = ref_shape(&b, at(displacement * m.normal.x, displacement * m.normal.y, 0));
        CHECK(ref_distance(&ra, &moved) > 0.0);
        crossed++;
    }
    CHECK(crossed > 5000);
}
