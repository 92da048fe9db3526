// mica_shape_decompose: the parts are convex, have at most eight points and cover exactly the
// outline.
#include "reference.h"

#include <string.h>

static MicaVec2 v2(float x, float y) { return (MicaVec2){x, y}; }
static const MicaTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
static MicaShape parts[MICA_MAX_OUTLINE_POINTS];

static double outline_area(const MicaVec2 *p, int n)
{
    double area = 0.0;
    for (int i = 0; i < n; ++i) {
        MicaVec2 a = p[i], b = p[(i + 1) % n];
        area += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
    }
    return fabs(area);
}

// Counts the crossings of a ray to the right.
static bool outline_contains(const MicaVec2 *p, int n, double x, double y)
{
    bool in = false;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        double xi = (double)p[i].x, yi = (double)p[i].y, xj = (double)p[j].x, yj = (double)p[j].y;
        if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi) {
            in = !in;
        }
    }
    return in;
}

static int check_parts(const MicaVec2 *p, int n, uint32_t *seed)
{
    int32_t count = 0;
    MicaError error = mica_shape_decompose(p, n, 0.0f, parts, MICA_MAX_OUTLINE_POINTS, &count);
    CHECK_EQ_INT(error, MICA_ERROR_OK);
    if (error != MICA_ERROR_OK) {
        return 0;
    }
    double area = 0.0, reach = 0.0;
    for (int i = 0; i < count; ++i) {
        MicaShape again;  // mica_shape_polygon accepts only convex polygons
        CHECK_EQ_INT(mica_shape_polygon(parts[i].points, parts[i].count, 0.0f, &again),
                     MICA_ERROR_OK);
        area += outline_area(parts[i].points, parts[i].count);
    }
    for (int i = 0; i < n; ++i) {
        reach = fmax(reach, fmax(fabs((double)p[i].x), fabs((double)p[i].y)));
    }
    CHECK_NEAR(area, outline_area(p, n), 1e-4 * (outline_area(p, n) + reach));
    for (int k = 0; k < 50; ++k) {
        double x = reach * (double)test_random_float(seed, -1.0f, 1.0f);
        double y = reach * (double)test_random_float(seed, -1.0f, 1.0f);
        int inside = 0;
        double nearest = 1e9;
        for (int i = 0; i < count; ++i) {
            RefShape r = ref_shape(&parts[i], identity);
            double d = ref_point_distance((RefVec){x, y}, &r);
            inside += d < 0.0;
            nearest = fmin(nearest, fabs(d));
        }
        if (nearest > 1e-4 * reach) {  // within rounding of a cut both results are right
            CHECK_EQ_INT(inside, outline_contains(p, n, x, y));
        }
    }
    return count;
}

static void reverse(MicaVec2 *p, int n)
{
    for (int i = 0; i < n / 2; ++i) {
        MicaVec2 t = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = t;
    }
}

TEST(cases_worked_by_hand)
{
    uint32_t seed = 1;
    MicaVec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CHECK_EQ_INT(check_parts(square, 4, &seed), 1);
    MicaVec2 ell[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    CHECK_EQ_INT(check_parts(ell, 6, &seed), 2);
    reverse(ell, 6);
    CHECK_EQ_INT(check_parts(ell, 6, &seed), 2);
    MicaVec2 arrow[4] = {{0, 0}, {2, 1}, {0, 2}, {1, 1}};
    CHECK_EQ_INT(check_parts(arrow, 4, &seed), 2);
    MicaVec2 plus[12] = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2},
                         {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
    CHECK(check_parts(plus, 12, &seed) <= 5);
    MicaVec2 octagon[8], disc[64];
    for (int i = 0; i < 64; ++i) {
        disc[i] = v2((float)cos(6.283185307 * i / 64.0), (float)sin(6.283185307 * i / 64.0));
        octagon[i / 8] = disc[i & ~7];
    }
    CHECK_EQ_INT(check_parts(octagon, 8, &seed), 1);
    CHECK(check_parts(disc, 64, &seed) <= 16);  // 62 triangles, six a part at best
}

TEST(comb_and_spiral)
{
    uint32_t seed = 2;
    MicaVec2 comb[256];
    int n = 0;
    for (int i = 0; i < 60; ++i) {
        comb[n++] = v2(0.2f * (float)i, 0.0f);
        comb[n++] = v2(0.2f * (float)i + 0.05f, -3.0f);
        comb[n++] = v2(0.2f * (float)i + 0.1f, 0.01f);
    }
    comb[n++] = v2(12.0f, 1.0f);
    comb[n++] = v2(0.0f, 1.0f);
    check_parts(comb, n, &seed);
    reverse(comb, n);
    check_parts(comb, n, &seed);

    MicaVec2 spiral[256];
    const int turns = 100;
    for (int i = 0; i < turns; ++i) {
        double a = 0.15 * i, r = 1.0 + 0.02 * i;
        spiral[i] = v2((float)(r * cos(a)), (float)(r * sin(a)));
        spiral[2 * turns - 1 - i] = v2((float)((r + 0.4) * cos(a)), (float)((r + 0.4) * sin(a)));
    }
    check_parts(spiral, 2 * turns, &seed);
}

// Stars: points at rising angles and random radii are always simple.
TEST(random_stars)
{
    uint32_t seed = 3;
    for (int i = 0; i < test_part(3000, 6); ++i) {
        int n = 3 + (int)(test_random(&seed) % (i % 20 == 0 ? 250 : 40));
        MicaVec2 p[256];
        for (int k = 0; k < n; ++k) {
            double a = 6.283185307 * (k + 0.5 * (double)test_random_float(&seed, 0.0f, 1.0f)) / n;
            double r = (double)test_random_float(&seed, 0.3f, 1.0f) * (n > 40 ? 5.0 : 1.0);
            p[k] = v2((float)(r * cos(a)), (float)(r * sin(a)));
        }
        int32_t count;
        MicaError error = mica_shape_decompose(p, n, 0.0f, parts, 256, &count);
        if (error == MICA_ERROR_COLLINEAR_POINTS) {
            continue;  // rarely, the random outline is not simple
        }
        if (i % 2 == 1) {
            reverse(p, n);
        }
        check_parts(p, n, &seed);
    }
}

// Skylines on a grid: right angles, and many points collinear with distant ones.
TEST(random_skylines)
{
    uint32_t seed = 4;
    for (int i = 0; i < test_part(2000, 6); ++i) {
        MicaVec2 p[256];
        int columns = 2 + (int)(test_random(&seed) % 30), n = 0, height = -1;
        for (int k = 0; k < columns; ++k) {
            int h = 1 + (int)(test_random(&seed) % 5);
            h = h == height ? h % 5 + 1 : h;
            p[n++] = v2((float)k, (float)h);
            p[n++] = v2((float)(k + 1), (float)h);
            height = h;
        }
        // Corners only where neighbours differ in height; the base line closes the outline.
        p[n++] = v2((float)columns, 0.0f);
        p[n++] = v2(0.0f, 0.0f);
        check_parts(p, n, &seed);
    }
}

// *parts is -5 before the call; `at` is the value expected after it, the point at fault or -5.
static void refuse_at(const MicaVec2 *p, int n, float radius, MicaError expected, int at)
{
    MicaShape before;
    memset(&parts[0], 7, sizeof before);
    before = parts[0];
    int32_t count = -5;
    CHECK_EQ_INT(mica_shape_decompose(p, n, radius, parts, 256, &count), expected);
    CHECK_EQ_INT(count, at);
    CHECK(memcmp(&before, &parts[0], sizeof before) == 0);
}

static void refuse(const MicaVec2 *p, int n, float radius, MicaError expected)
{
    refuse_at(p, n, radius, expected, -5);
}

TEST(bad_input_is_refused)
{
    MicaVec2 bow[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    refuse_at(bow, 4, 0.0f, MICA_ERROR_SELF_CROSSING, 2);
    MicaVec2 star[5];
    for (int i = 0; i < 5; ++i) {
        star[i] = v2((float)cos(6.283185307 * 2 * i / 5.0), (float)sin(6.283185307 * 2 * i / 5.0));
    }
    refuse_at(star, 5, 0.0f, MICA_ERROR_SELF_CROSSING, 2);
    // A corner on the base edge
    MicaVec2 touches[6] = {{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0.5f, 2}, {0, 2}};
    refuse_at(touches, 6, 0.0f, MICA_ERROR_SELF_CROSSING, 3);
    MicaVec2 spike[5] = {{0, 0}, {1, 0}, {1, 2}, {1, 0.5f}, {0, 1}};  // returns along its own edge
    refuse_at(spike, 5, 0.0f, MICA_ERROR_SELF_CROSSING, 2);
    MicaVec2 line[5] = {{0, 0}, {0.5f, 0}, {1, 0}, {1, 1}, {0, 1}};
    refuse_at(line, 5, 0.0f, MICA_ERROR_COLLINEAR_POINTS, 1);
    MicaVec2 same[5] = {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}};
    refuse_at(same, 5, 0.0f, MICA_ERROR_REPEATED_POINT, 2);
    MicaVec2 closed[5] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    refuse_at(closed, 5, 0.0f, MICA_ERROR_REPEATED_POINT, 4);
    MicaVec2 good[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, many[257];
    refuse(good, 2, 0.0f, MICA_ERROR_POINT_COUNT);
    memset(many, 0, sizeof many);
    refuse(many, 257, 0.0f, MICA_ERROR_POINT_COUNT);
    refuse(NULL, 4, 0.0f, MICA_ERROR_NULL_ARGUMENT);
    refuse(good, 4, -0.1f, MICA_ERROR_OUT_OF_RANGE);
    refuse(good, 4, NAN, MICA_ERROR_NOT_FINITE);
    good[1].x = INFINITY;
    refuse(good, 4, 0.0f, MICA_ERROR_NOT_FINITE);
    good[1].x = 1e8f;
    refuse(good, 4, 0.0f, MICA_ERROR_OUT_OF_RANGE);
    // A capacity too small: *parts is set, no shape is written.
    MicaVec2 ell[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    int32_t count = 0;
    MicaShape one = {.count = 77};
    CHECK_EQ_INT(mica_shape_decompose(ell, 6, 0.0f, &one, 1, &count), MICA_ERROR_BUFFER_TOO_SMALL);
    CHECK_EQ_INT(count, 2);
    CHECK_EQ_INT(one.count, 77);
    CHECK_EQ_INT(mica_shape_decompose(ell, 6, 0.0f, NULL, 0, &count), MICA_ERROR_BUFFER_TOO_SMALL);
    CHECK_EQ_INT(mica_shape_decompose(ell, 6, 0.0f, NULL, 4, &count), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_shape_decompose(ell, 6, 0.0f, parts, 4, NULL), MICA_ERROR_NULL_ARGUMENT);
}
