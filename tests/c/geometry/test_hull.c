// mica_shape_hull: the polygon is convex, contains the points and loses little area when it is
// reduced.
#include "reference.h"

static MicaVec2 v2(float x, float y) { return (MicaVec2){x, y}; }
static const MicaTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static double area_of(const RefVec *p, int n)
{
    double area = 0.0;
    for (int i = 0; i < n; ++i) {
        area += 0.5 * ref_cross(p[i], p[(i + 1) % n]);
    }
    return area;
}

TEST(cases_worked_by_hand)
{
    // A square with points inside, on its edges and repeated.
    MicaVec2 p[9] = {{0, 0},    {1, 1},     {0.5f, 0.5f}, {1, 0}, {0, 1},
                     {0.5f, 0}, {1, 0.25f}, {0, 0},       {1, 1}};
    MicaShape s;
    CHECK_EQ_INT(mica_shape_hull(p, 9, 0.0f, &s), MICA_ERROR_OK);
    CHECK_EQ_INT(s.type, MICA_SHAPE_POLYGON);
    CHECK_EQ_INT(s.count, 4);
    CHECK_NEAR(mica_shape_mass(&s, 1.0f).mass, 1.0, 1e-6);
    CHECK_EQ_INT(mica_shape_hull(p, 9, 0.1f, &s), MICA_ERROR_OK);
    CHECK_NEAR(s.radius, 0.1, 1e-7);
    // A corner a micrometre off the line is dropped.
    MicaVec2 flat[4] = {{0, 0}, {0.5f, -1e-6f}, {1, 0}, {0.5f, 1}};
    CHECK_EQ_INT(mica_shape_hull(flat, 4, 0.0f, &s), MICA_ERROR_OK);
    CHECK_EQ_INT(s.count, 3);
}

TEST(random_clouds)
{
    uint32_t seed = 61;
    for (int i = 0; i < test_part(20000, 8); ++i) {
        int n = 3 + (int)(test_random(&seed) % (i % 50 == 0 ? 254 : 30));
        MicaVec2 p[MICA_MAX_OUTLINE_POINTS];
        RefVec wide[MICA_MAX_OUTLINE_POINTS], hull[2 * MICA_MAX_OUTLINE_POINTS + 2];
        bool disc = i % 3 == 0;
        for (int k = 0; k < n; ++k) {
            float x = test_random_float(&seed, -1.0f, 1.0f),
                  y = test_random_float(&seed, -1.0f, 1.0f);
            MicaRot q = mica_rot(3.1f * x);
            p[k] = disc ? v2(q.c, q.s) : v2(x, y);
            wide[k] = (RefVec){(double)p[k].x, (double)p[k].y};
        }
        int h = ref_hull(wide, n, hull);
        MicaShape s;
        MicaError error = mica_shape_hull(p, n, 0.0f, &s);
        if (error != MICA_ERROR_OK) {
            CHECK(area_of(hull, h) < 1e-3);
            continue;
        }
        CHECK(s.count >= 3 && s.count <= 8 && s.count <= h);
        RefShape r = ref_shape(&s, identity);
        double minimum = 1.0;
        for (int k = 0; k < n; ++k) {
            double d = ref_point_distance((RefVec){(double)p[k].x, (double)p[k].y}, &r);
            if (h <= 8) {
                CHECK(d < 1e-3);  // only corners that a polygon would refuse are dropped
            }
            minimum = d < minimum ? d : minimum;
        }
        double kept = area_of(r.points, r.count) / area_of(hull, h);
        CHECK(kept <= 1.0 + 1e-6);
        // The best octagon in a disc has 0.90 of its area; the greedy reduction comes close.
        CHECK(kept > (h <= 8 ? 0.99 : 0.80));
        for (int k = 0; k < s.count; ++k) {  // every corner is one of the points
            bool found = false;
            for (int m = 0; m < n; ++m) {
                found = found || (p[m].x == s.points[k].x && p[m].y == s.points[k].y);
            }
            CHECK(found);
        }
        // The order of the points does not matter.
        for (int k = n - 1; k > 0; --k) {
            int m = (int)(test_random(&seed) % (uint32_t)(k + 1));
            MicaVec2 t = p[k];
            p[k] = p[m];
            p[m] = t;
        }
        MicaShape again;
        CHECK_EQ_INT(mica_shape_hull(p, n, 0.0f, &again), MICA_ERROR_OK);
        CHECK(again.count == s.count && again.points[0].x == s.points[0].x &&
              again.centroid.y == s.centroid.y);
    }
}

TEST(bad_input_is_refused)
{
    MicaVec2 p[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
             line[5] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {1, 1}};
    MicaVec2 many[MICA_MAX_OUTLINE_POINTS + 1] = {{0, 0}};
    MicaShape s = {.type = MICA_SHAPE_NONE, .count = 77};
    CHECK_EQ_INT(mica_shape_hull(NULL, 4, 0.0f, &s), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_shape_hull(p, 4, 0.0f, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_shape_hull(p, 2, 0.0f, &s), MICA_ERROR_POINT_COUNT);
    CHECK_EQ_INT(mica_shape_hull(p, -1, 0.0f, &s), MICA_ERROR_POINT_COUNT);
    CHECK_EQ_INT(mica_shape_hull(many, MICA_MAX_OUTLINE_POINTS + 1, 0.0f, &s),
                 MICA_ERROR_POINT_COUNT);
    CHECK_EQ_INT(mica_shape_hull(line, 5, 0.0f, &s), MICA_ERROR_DEGENERATE_POLYGON);
    CHECK_EQ_INT(mica_shape_hull(many, MICA_MAX_OUTLINE_POINTS, 0.0f, &s),
                 MICA_ERROR_DEGENERATE_POLYGON);
    CHECK_EQ_INT(mica_shape_hull(p, 4, -1.0f, &s), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_shape_hull(p, 4, NAN, &s), MICA_ERROR_NOT_FINITE);
    p[2].y = NAN;
    CHECK_EQ_INT(mica_shape_hull(p, 4, 0.0f, &s), MICA_ERROR_NOT_FINITE);
    p[2].y = 2e7f;
    CHECK_EQ_INT(mica_shape_hull(p, 4, 0.0f, &s), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(s.count, 77);
}
