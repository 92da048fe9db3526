// mica_shape_decompose and mica_shape_decompose_rings: the parts are convex, have at most eight
// points and cover exactly the outline without its holes.
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

static double rings_area(const MicaVec2 *p, const int32_t *counts, int rings)
{
    double area = outline_area(p, counts[0]);
    for (int k = 1; k < rings; ++k) {
        p += counts[k - 1];
        area -= outline_area(p, counts[k]);
    }
    return area;
}

static bool rings_contain(const MicaVec2 *p, const int32_t *counts, int rings, double x, double y)
{
    bool in = false;
    for (int k = 0; k < rings; p += counts[k++]) {
        in ^= outline_contains(p, counts[k], x, y);
    }
    return in;
}

static int check_rings(const MicaVec2 *p, const int32_t *counts, int rings, uint32_t *seed)
{
    int32_t count = 0, n = 0;
    MicaError error =
        mica_shape_decompose_rings(p, counts, rings, 0.0f, parts, MICA_MAX_OUTLINE_POINTS, &count);
    CHECK_EQ_INT(error, MICA_ERROR_OK);
    if (error != MICA_ERROR_OK) {
        return 0;
    }
    double area = 0.0, reach = 0.0, expected = rings_area(p, counts, rings);
    for (int i = 0; i < count; ++i) {
        MicaShape again;  // mica_shape_polygon accepts only convex polygons
        CHECK_EQ_INT(mica_shape_polygon(parts[i].points, parts[i].count, 0.0f, &again),
                     MICA_ERROR_OK);
        area += outline_area(parts[i].points, parts[i].count);
    }
    for (int k = 0; k < rings; ++k) {
        n += counts[k];
    }
    for (int i = 0; i < n; ++i) {
        reach = fmax(reach, fmax(fabs((double)p[i].x), fabs((double)p[i].y)));
    }
    CHECK_NEAR(area, expected, 1e-4 * (expected + reach));
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
            CHECK_EQ_INT(inside, rings_contain(p, counts, rings, x, y));
        }
    }
    return count;
}

static int check_parts(const MicaVec2 *p, int n, uint32_t *seed)
{
    int32_t count = n;
    return check_rings(p, &count, 1, seed);
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
        MicaError error = mica_shape_decompose(p, n, 0.0f, parts, MICA_MAX_OUTLINE_POINTS, &count);
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
    CHECK_EQ_INT(mica_shape_decompose(p, n, radius, parts, MICA_MAX_OUTLINE_POINTS, &count),
                 expected);
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
    MicaVec2 good[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, many[MICA_MAX_OUTLINE_POINTS + 1];
    refuse(good, 2, 0.0f, MICA_ERROR_POINT_COUNT);
    memset(many, 0, sizeof many);
    refuse(many, MICA_MAX_OUTLINE_POINTS + 1, 0.0f, MICA_ERROR_POINT_COUNT);
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

static int add_rectangle(MicaVec2 *p, float x0, float y0, float x1, float y1)
{
    p[0] = v2(x0, y0);
    p[1] = v2(x1, y0);
    p[2] = v2(x1, y1);
    p[3] = v2(x0, y1);
    return 4;
}

// A star round a centre; every radius is between `inner` and `outer`.
static int add_star(MicaVec2 *p, int n, MicaVec2 center, float inner, float outer, uint32_t *seed)
{
    for (int k = 0; k < n; ++k) {
        double a = 6.283185307 * (k + 0.5 * (double)test_random_float(seed, 0.0f, 1.0f)) / n;
        double r = (double)test_random_float(seed, inner, outer);
        p[k] = v2(center.x + (float)(r * cos(a)), center.y + (float)(r * sin(a)));
    }
    return n;
}

TEST(holes_worked_by_hand)
{
    uint32_t seed = 5;
    MicaVec2 p[16];
    int32_t counts[3] = {4, 4, 4};
    add_rectangle(p, 0, 0, 3, 3);
    add_rectangle(p + 4, 1, 1, 2, 2);
    CHECK_EQ_INT(check_rings(p, counts, 2, &seed), 4);
    reverse(p, 4);
    CHECK_EQ_INT(check_rings(p, counts, 2, &seed), 4);
    reverse(p + 4, 4);
    CHECK_EQ_INT(check_rings(p, counts, 2, &seed), 4);
    // Corners of outline and holes in one line
    add_rectangle(p, 0, 0, 5, 5);
    add_rectangle(p + 4, 1, 1, 2, 2);
    add_rectangle(p + 8, 3, 3, 4, 4);
    CHECK(check_rings(p, counts, 3, &seed) <= 8);
    // Two triangles that share a bridge's end: both see the outline's inner corner best
    MicaVec2 shared[11] = {{0, 0},    {6, 0},    {3, 2},    {6, 4},    {0, 4}, {1, 1},
                           {2, 1.8f}, {1, 1.9f}, {1, 2.1f}, {2, 2.2f}, {1, 3}};
    int32_t sharedCounts[3] = {5, 3, 3};
    CHECK(check_rings(shared, sharedCounts, 3, &seed) <= 9);
}

// As many square holes as 1024 points allow, in rows and columns: ties in every order.
TEST(grid_of_holes)
{
    uint32_t seed = 6;
    static MicaVec2 p[MICA_MAX_OUTLINE_POINTS];
    int32_t counts[171] = {4};
    int n = add_rectangle(p, 0, 0, 20, 18), rings = 1;
    for (int i = 0; i < 169; ++i, ++rings) {
        float x = 1.0f + 1.4f * (float)(i % 13), y = 1.0f + 1.25f * (float)(i / 13);
        counts[rings] = add_rectangle(p + n, x, y, x + 0.7f, y + 0.7f);
        n += counts[rings];
        if (i % 13 == 0 || i == 168) {
            check_rings(p, counts, rings + 1, &seed);
        }
    }
    // 170 holes would make 684 points and 340 nodes at bridges: exactly as many as there may be.
    counts[rings] = add_rectangle(p + n, 19.2f, 1, 19.6f, 2);
    check_rings(p, counts, rings + 1, &seed);
}

TEST(random_stars_with_holes)
{
    uint32_t seed = 7;
    for (int i = 0; i < test_part(2000, 10); ++i) {
        static MicaVec2 p[MICA_MAX_OUTLINE_POINTS];
        int32_t counts[40];
        int rings = 1, n = 3 + (int)(test_random(&seed) % 60);
        bool onGrid = i % 3 == 0;
        counts[0] = n = add_star(p, n + 9, v2(0, 0), 6.0f, 9.0f, &seed);
        for (int k = 0; k < 36; ++k) {
            if (test_random(&seed) % 3 == 0) {
                continue;
            }
            MicaVec2 c = v2(1.1f * (float)(k % 6) - 2.75f, 1.1f * (float)(k / 6) - 2.75f);
            counts[rings] =
                onGrid ? add_rectangle(p + n, c.x, c.y, c.x + 0.5f, c.y + 0.5f)
                       : add_star(p + n, 3 + (int)(test_random(&seed) % 9), c, 0.1f, 0.54f, &seed);
            if (test_random(&seed) % 2 == 0) {
                reverse(p + n, counts[rings]);
            }
            n += counts[rings++];
        }
        int32_t count;
        MicaError error = mica_shape_decompose_rings(p, counts, rings, 0.0f, parts,
                                                     MICA_MAX_OUTLINE_POINTS, &count);
        if (error != MICA_ERROR_COLLINEAR_POINTS && error != MICA_ERROR_POINT_COUNT) {
            check_rings(p, counts, rings, &seed);
        }
    }
}

static void refuse_rings(const MicaVec2 *p, const int32_t *counts, int rings, MicaError expected,
                         int at)
{
    int32_t count = -5;
    CHECK_EQ_INT(mica_shape_decompose_rings(p, counts, rings, 0.0f, parts, 1024, &count), expected);
    CHECK_EQ_INT(count, at);
}

TEST(bad_holes_are_refused)
{
    MicaVec2 p[12];
    int32_t counts[3] = {4, 4, 4};
    add_rectangle(p, 0, 0, 4, 4);
    add_rectangle(p + 4, 5, 1, 6, 2);
    refuse_rings(p, counts, 2, MICA_ERROR_HOLE_OUTSIDE, 4);
    add_rectangle(p + 4, 1, 1, 3, 3);
    add_rectangle(p + 8, 1.5f, 1.5f, 2, 2);  // inside the other hole
    refuse_rings(p, counts, 3, MICA_ERROR_HOLE_OUTSIDE, 8);
    add_rectangle(p + 8, -1, -1, 5, 5);  // round the outline
    refuse_rings(p, counts, 3, MICA_ERROR_HOLE_OUTSIDE, 4);
    add_rectangle(p + 8, 2, 2, 3.5f, 3.5f);  // across the other hole
    refuse_rings(p, counts, 3, MICA_ERROR_SELF_CROSSING, 8);
    add_rectangle(p + 8, 3, 3, 3.5f, 3.5f);  // corner on corner
    refuse_rings(p, counts, 3, MICA_ERROR_REPEATED_POINT, 8);
    add_rectangle(p + 8, 3, 1.5f, 3.5f, 2.5f);  // corners on an edge
    refuse_rings(p, counts, 3, MICA_ERROR_SELF_CROSSING, 8);
    add_rectangle(p + 4, 0, 1, 1, 2);  // on the outline's edge
    refuse_rings(p, counts, 2, MICA_ERROR_SELF_CROSSING, 4);
    add_rectangle(p + 4, 1, 1, 2, 2);
    counts[1] = 2;
    refuse_rings(p, counts, 2, MICA_ERROR_POINT_COUNT, -5);
    counts[1] = MICA_MAX_OUTLINE_POINTS - 5;
    refuse_rings(p, counts, 2, MICA_ERROR_POINT_COUNT, -5);
    counts[1] = 0x7fffffff;
    refuse_rings(p, counts, 2, MICA_ERROR_POINT_COUNT, -5);
    counts[0] = -4;
    refuse_rings(p, counts, 2, MICA_ERROR_POINT_COUNT, -5);
    refuse_rings(p, counts, 0, MICA_ERROR_POINT_COUNT, -5);
    refuse_rings(p, counts, -1, MICA_ERROR_POINT_COUNT, -5);
    refuse_rings(p, NULL, 1, MICA_ERROR_NULL_ARGUMENT, -5);
}
