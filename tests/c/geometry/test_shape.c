// Shapes: mass properties against exact integration on a fine grid, bounds, point tests against the
// reference geometry, and every bad input with the error it gives.
#include "build.h"
#include "reference.h"

#include <string.h>

// ------------------------------------------------------------------------------------- making

TEST(circle_has_its_centre_and_radius)
{
    MicaShape s;
    CHECK_EQ_INT(mica_shape_circle(v2(1.0f, 2.0f), 0.5f, &s), MICA_ERROR_OK);
    CHECK_EQ_INT(s.type, MICA_SHAPE_CIRCLE);
    CHECK_EQ_INT(s.count, 1);
    CHECK(s.radius == 0.5f && s.points[0].x == 1.0f && s.centroid.y == 2.0f);
}

TEST(a_box_that_no_collider_could_have_is_refused)
{
    MicaShape s = circle_shape(1.0f);
    const struct {
        MicaVec2 center;
        float halfWidth, halfHeight, angle;
    } bad[6] = {{{0, 0}, 50, 1e-4f, 0},      {{0, 0}, 1e-4f, 50, 1},
                {{0, 0}, 9e5f, 9e5f, 0},     {{9e6f, 0}, 0.5f, 1, 0.5f},
                {{1e7f, 1e7f}, 1, 1, 0.25f}, {{1e6f, 0}, 0.01f, 0.01f, 0}};
    for (int32_t i = 0; i < 6; ++i) {
        CHECK_EQ_INT(
            mica_shape_box(bad[i].center, bad[i].halfWidth, bad[i].halfHeight, bad[i].angle, 0, &s),
            MICA_ERROR_BAD_SHAPE);
        CHECK_EQ_INT(s.type, MICA_SHAPE_CIRCLE);
    }
    CHECK_EQ_INT(mica_shape_box(v2(0, 0), 4, 1e-4f, 0.3f, 0, &s), MICA_ERROR_OK);
}

TEST(box_has_its_corners_and_normals)
{
    MicaShape s;
    CHECK_EQ_INT(mica_shape_box(v2(1.0f, 2.0f), 3.0f, 0.5f, 0.0f, 0.0f, &s), MICA_ERROR_OK);
    CHECK_EQ_INT(s.type, MICA_SHAPE_POLYGON);
    CHECK_EQ_INT(s.count, 4);
    CHECK(s.points[0].x == -2.0f && s.points[0].y == 1.5f);
    CHECK(s.points[2].x == 4.0f && s.points[2].y == 2.5f);
    CHECK(s.normals[0].y == -1.0f && s.normals[1].x == 1.0f);
    CHECK_EQ_INT(mica_shape_box(v2(0.0f, 0.0f), 2.0f, 1.0f, 1.57079633f, 0.0f, &s), MICA_ERROR_OK);
    CHECK_NEAR(s.points[0].x, 1.0, 1e-6);
    CHECK_NEAR(s.points[0].y, -2.0, 1e-6);
}

TEST(polygon_takes_either_winding)
{
    const MicaVec2 ccw[4] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}},
                   cw[4] = {{0, 1}, {2, 1}, {2, 0}, {0, 0}};
    MicaShape a, b;
    REQUIRE(mica_shape_polygon(ccw, 4, 0.0f, &a) == MICA_ERROR_OK);
    REQUIRE(mica_shape_polygon(cw, 4, 0.0f, &b) == MICA_ERROR_OK);
    CHECK_EQ_INT(memcmp(a.points, b.points, sizeof a.points), 0);
    CHECK_EQ_INT(memcmp(a.normals, b.normals, sizeof a.normals), 0);
    CHECK_NEAR(a.centroid.x, 1.0, 1e-6);
    CHECK_NEAR(a.centroid.y, 0.5, 1e-6);
}

TEST(polygon_normals_point_out_of_every_edge)
{
    uint32_t seed = 3;
    for (int n = 0; n < 2000; n++) {
        MicaShape s = random_polygon(&seed, 1.0f, 0.0f);
        for (int i = 0; i < s.count; i++) {
            int j = (i + 1) % s.count;
            MicaVec2 e = v2(s.points[j].x - s.points[i].x, s.points[j].y - s.points[i].y);
            CHECK_NEAR(s.normals[i].x * e.x + s.normals[i].y * e.y, 0.0, 1e-5);
            CHECK_NEAR(s.normals[i].x * s.normals[i].x + s.normals[i].y * s.normals[i].y, 1.0,
                       1e-6);
            for (int k = 0; k < s.count; k++) {
                float d = s.normals[i].x * (s.points[k].x - s.points[i].x) +
                          s.normals[i].y * (s.points[k].y - s.points[i].y);
                CHECK(d < 1e-5f);
            }
        }
    }
}

// --------------------------------------------------------------------------------------- mass

// Integrates area, centroid and second moment row by row. A row has one interval inside the shape,
// found by bisection, so that the only error is that of the midpoint rule across rows.
static MicaMassData integrate(const MicaShape *s, double density)
{
    RefShape h = ref_shape(s, at(0.0f, 0.0f, 0.0f));
    MicaAABB box = mica_shape_aabb(s, at(0.0f, 0.0f, 0.0f));
    const int rows = 4000;
    double y0 = (double)box.lower.y, dy = ((double)box.upper.y - y0) / rows;
    double area = 0.0, mx = 0.0, my = 0.0, second = 0.0, start = (double)s->centroid.x;
    for (int i = 0; i < rows; i++) {
        double y = y0 + (i + 0.5) * dy, ends[2];
        // The point of the row nearest to the shape, by ternary search: the distance is convex.
        double low = (double)box.lower.x, high = (double)box.upper.x;
        for (int k = 0; k < 60; k++) {
            double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
            bool left =
                ref_point_distance((RefVec){a, y}, &h) < ref_point_distance((RefVec){b, y}, &h);
            high = left ? b : high;
            low = left ? low : a;
        }
        start = 0.5 * (low + high);
        if (ref_point_distance((RefVec){start, y}, &h) >= 0.0) {
            continue;
        }
        for (int side = 0; side < 2; side++) {
            double in = start,
                   out = side == 0 ? (double)box.lower.x - 1.0 : (double)box.upper.x + 1.0;
            for (int k = 0; k < 40; k++) {
                double middle = 0.5 * (in + out);
                bool inside = ref_point_distance((RefVec){middle, y}, &h) < 0.0;
                in = inside ? middle : in;
                out = inside ? out : middle;
            }
            ends[side] = 0.5 * (in + out);
        }
        double a = ends[0], b = ends[1];
        area += (b - a) * dy;
        mx += 0.5 * (b * b - a * a) * dy;
        my += (b - a) * y * dy;
        second += ((b * b * b - a * a * a) / 3.0 + (b - a) * y * y) * dy;
    }
    double cx = mx / area, cy = my / area;
    double inertia = density * (second - area * (cx * cx + cy * cy));
    return (MicaMassData){(float)(density * area), v2((float)cx, (float)cy), (float)inertia};
}

static void check_mass(const MicaShape *s)
{
    MicaMassData m = mica_shape_mass(s, 2.0f), exact = integrate(s, 2.0);
    CHECK_NEAR(m.mass / exact.mass, 1.0, 1e-4);
    CHECK_NEAR(m.center.x, exact.center.x, 1e-4);
    CHECK_NEAR(m.center.y, exact.center.y, 1e-4);
    CHECK_NEAR(m.inertia / exact.inertia, 1.0, 3e-4);
}

TEST(mass_of_circle_box_and_capsule)
{
    MicaShape s;
    mica_shape_circle(v2(3.0f, 4.0f), 2.0f, &s);
    MicaMassData m = mica_shape_mass(&s, 1.5f);
    CHECK_NEAR(m.mass, 1.5 * 3.14159265358979 * 4.0, 1e-5);
    CHECK_NEAR(m.inertia, 0.5 * m.mass * 4.0, 1e-5);
    CHECK(m.center.x == 3.0f && m.center.y == 4.0f);
    mica_shape_box(v2(-1.0f, 2.0f), 2.0f, 0.5f, 0.7f, 0.0f, &s);
    m = mica_shape_mass(&s, 3.0f);
    CHECK_NEAR(m.mass, 12.0, 1e-5);
    CHECK_NEAR(m.inertia, 12.0 * (16.0 + 1.0) / 12.0, 2e-5);
    CHECK_NEAR(m.center.x, -1.0, 1e-6);
    CHECK_NEAR(m.center.y, 2.0, 1e-6);
    mica_shape_capsule(v2(-1.0f, 1.0f), v2(2.0f, -0.5f), 0.75f, &s);
    check_mass(&s);
}

TEST(mass_of_sharp_and_rounded_polygons)
{
    uint32_t seed = 17;
    for (int n = 0; n < 6; n++) {
        MicaShape s = random_polygon(&seed, 1.0f, 0.0f);
        check_mass(&s);
        s = random_polygon(&seed, 1.0f, test_random_float(&seed, 0.1f, 0.8f));
        check_mass(&s);
    }
    MicaShape pill;
    mica_shape_box(v2(0.5f, -0.5f), 1.0f, 0.25f, 0.4f, 0.5f, &pill);
    check_mass(&pill);
}

TEST(mass_far_from_the_origin_keeps_its_digits)
{
    MicaShape near, far;
    mica_shape_box(v2(0.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.1f, &near);
    mica_shape_box(v2(100.0f, -50.0f), 0.5f, 0.5f, 0.0f, 0.1f, &far);
    MicaMassData a = mica_shape_mass(&near, 1.0f), b = mica_shape_mass(&far, 1.0f);
    CHECK_NEAR(b.mass / a.mass, 1.0, 1e-4);
    CHECK_NEAR(b.inertia / a.inertia, 1.0, 1e-3);
    CHECK_NEAR(b.center.x, 100.0, 1e-4);
}

// -------------------------------------------------------------------------------- bounds, points

TEST(bounds_are_tight)
{
    uint32_t seed = 21;
    for (int n = 0; n < 5000; n++) {
        MicaShape s = random_shape(&seed, 1.0f);
        float x = test_random_float(&seed, -5.0f, 5.0f), y = test_random_float(&seed, -5.0f, 5.0f);
        MicaTransform t = at(x, y, test_random_float(&seed, -3.0f, 3.0f));
        RefShape h = ref_shape(&s, t);
        double lx = 1e9, ly = 1e9, ux = -1e9, uy = -1e9;
        for (int i = 0; i < h.count; i++) {
            lx = fmin(lx, h.points[i].x - h.radius);
            ly = fmin(ly, h.points[i].y - h.radius);
            ux = fmax(ux, h.points[i].x + h.radius);
            uy = fmax(uy, h.points[i].y + h.radius);
        }
        MicaAABB box = mica_shape_aabb(&s, t);
        CHECK_NEAR(box.lower.x, lx, 2e-6);
        CHECK_NEAR(box.lower.y, ly, 2e-6);
        CHECK_NEAR(box.upper.x, ux, 2e-6);
        CHECK_NEAR(box.upper.y, uy, 2e-6);
    }
}

TEST(contains_agrees_with_the_reference)
{
    uint32_t seed = 23;
    int inside = 0, asked = 0;
    for (int n = 0; n < 100000; n++) {
        MicaShape s = random_shape(&seed, 1.0f);
        MicaTransform t = at(1.0f, -2.0f, test_random_float(&seed, -3.0f, 3.0f));
        float x = test_random_float(&seed, -2.0f, 4.0f), y = test_random_float(&seed, -5.0f, 1.0f);
        float slack = n % 3 ? 0.0f : test_random_float(&seed, 0.0f, 0.5f);
        RefShape h = ref_shape(&s, t);
        double d = ref_point_distance((RefVec){(double)x, (double)y}, &h) - (double)slack;
        if (fabs(d) < 1e-5) {
            continue;
        }
        asked++;
        inside += d < 0.0;
        CHECK_EQ_INT(mica_shape_contains(&s, t, v2(x, y), slack), d < 0.0);
    }
    CHECK(asked > 90000);
    CHECK(inside > 4000);
}

// ----------------------------------------------------------------------------------- bad input

#define REFUSES(call, error)                                                                       \
    do {                                                                                           \
        MicaShape out, before;                                                                     \
        memset(&out, 0xa5, sizeof out);                                                            \
        before = out;                                                                              \
        CHECK_EQ_STR(mica_error_text(call), mica_error_text(MICA_ERROR_##error));                  \
        CHECK_EQ_INT(memcmp(&out, &before, sizeof out), 0);                                        \
    } while (0)

TEST(circle_refuses)
{
    REFUSES(mica_shape_circle(v2(NAN, 0), 1, &out), NOT_FINITE);
    REFUSES(mica_shape_circle(v2(0, -INFINITY), 1, &out), NOT_FINITE);
    REFUSES(mica_shape_circle(v2(2e7f, 0), 1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_circle(v2(0, 0), NAN, &out), NOT_FINITE);
    REFUSES(mica_shape_circle(v2(0, 0), INFINITY, &out), NOT_FINITE);
    REFUSES(mica_shape_circle(v2(0, 0), 0, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_circle(v2(0, 0), -1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_circle(v2(0, 0), 9e-5f, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_circle(v2(0, 0), 1.1e6f, &out), OUT_OF_RANGE);
    CHECK_EQ_INT(mica_shape_circle(v2(0, 0), 1, NULL), MICA_ERROR_NULL_ARGUMENT);
}

TEST(capsule_refuses)
{
    REFUSES(mica_shape_capsule(v2(NAN, 0), v2(1, 0), 1, &out), NOT_FINITE);
    REFUSES(mica_shape_capsule(v2(0, 0), v2(1, INFINITY), 1, &out), NOT_FINITE);
    REFUSES(mica_shape_capsule(v2(0, 0), v2(1, 0), NAN, &out), NOT_FINITE);
    REFUSES(mica_shape_capsule(v2(0, 0), v2(1, 0), 0, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_capsule(v2(0, 0), v2(1, 0), -1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_capsule(v2(1, 1), v2(1, 1), 1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_capsule(v2(-2e6f, 0), v2(2e6f, 0), 1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_capsule(v2(0, 2e7f), v2(1, 0), 1, &out), OUT_OF_RANGE);
    CHECK_EQ_INT(mica_shape_capsule(v2(0, 0), v2(1, 0), 1, NULL), MICA_ERROR_NULL_ARGUMENT);
}

TEST(box_refuses)
{
    REFUSES(mica_shape_box(v2(0, NAN), 1, 1, 0, 0, &out), NOT_FINITE);
    REFUSES(mica_shape_box(v2(0, 0), NAN, 1, 0, 0, &out), NOT_FINITE);
    REFUSES(mica_shape_box(v2(0, 0), 1, INFINITY, 0, 0, &out), NOT_FINITE);
    REFUSES(mica_shape_box(v2(0, 0), 0, 1, 0, 0, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_box(v2(0, 0), 1, -1, 0, 0, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_box(v2(0, 0), 1, 1, NAN, 0, &out), NOT_FINITE);
    REFUSES(mica_shape_box(v2(0, 0), 1, 1, 2e8f, 0, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_box(v2(0, 0), 1, 1, 0, NAN, &out), NOT_FINITE);
    REFUSES(mica_shape_box(v2(0, 0), 1, 1, 0, -1, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_box(v2(0, 0), 1, 1, 0, 1e-5f, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_box(v2(0, 0), 2e6f, 1, 0, 0, &out), OUT_OF_RANGE);
    CHECK_EQ_INT(mica_shape_box(v2(0, 0), 1, 1, 0, 0, NULL), MICA_ERROR_NULL_ARGUMENT);
}

static MicaError polygon(const MicaVec2 *points, int32_t count, MicaShape *out)
{
    return mica_shape_polygon(points, count, 0.0f, out);
}

TEST(polygon_refuses)
{
    const MicaVec2 square[9] = {{0, 0},  {1, 0},   {1, 1},  {0, 1}, {-1, 1},
                                {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    REFUSES(polygon(square, 2, &out), POINT_COUNT);
    REFUSES(polygon(square, 9, &out), POINT_COUNT);
    REFUSES(polygon(square, -1, &out), POINT_COUNT);
    REFUSES(polygon(NULL, 4, &out), NULL_ARGUMENT);
    CHECK_EQ_INT(polygon(square, 4, NULL), MICA_ERROR_NULL_ARGUMENT);
    REFUSES(mica_shape_polygon(square, 4, -0.1f, &out), OUT_OF_RANGE);
    REFUSES(mica_shape_polygon(square, 4, NAN, &out), NOT_FINITE);

    const MicaVec2 notANumber[3] = {{0, 0}, {1, NAN}, {0, 1}},
                   infinite[3] = {{0, 0}, {1, 0}, {INFINITY, 1}};
    REFUSES(polygon(notANumber, 3, &out), NOT_FINITE);
    REFUSES(polygon(infinite, 3, &out), NOT_FINITE);
    const MicaVec2 far[3] = {{0, 0}, {2e7f, 0}, {0, 1}}, wide[3] = {{0, 0}, {2e6f, 0}, {0, 1e6f}};
    REFUSES(polygon(far, 3, &out), OUT_OF_RANGE);
    REFUSES(polygon(wide, 3, &out), OUT_OF_RANGE);

    const MicaVec2 line[3] = {{0, 0}, {1, 1}, {2, 2}}, dot[3] = {{1, 1}, {1, 1}, {1, 1}};
    REFUSES(polygon(line, 3, &out), DEGENERATE_POLYGON);
    REFUSES(polygon(dot, 3, &out), DEGENERATE_POLYGON);
    const MicaVec2 sliver[3] = {{0, 0}, {1, 0}, {0.5f, 1e-5f}};
    REFUSES(polygon(sliver, 3, &out), DEGENERATE_POLYGON);
    const MicaVec2 flat[4] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}},
                   repeated[4] = {{0, 0}, {1, 0}, {1, 0}, {0, 1}};
    REFUSES(polygon(flat, 4, &out), NOT_CONVEX);
    REFUSES(polygon(repeated, 4, &out), NOT_CONVEX);
    const MicaVec2 dent[4] = {{0, 0}, {2, 0}, {0.5f, 0.5f}, {0, 2}};
    REFUSES(polygon(dent, 4, &out), NOT_CONVEX);
    const MicaVec2 bow[4] = {{0, 0}, {2, 0}, {1, 1.5f}, {3, 2}};
    REFUSES(polygon(bow, 4, &out), NOT_CONVEX);
    MicaVec2 star[5], twice[8];
    for (int i = 0; i < 5; i++) {
        MicaRot q = mica_rot(2.0f * 6.2831853f * (float)i / 5.0f);
        star[i] = v2(q.c, q.s);
    }
    REFUSES(polygon(star, 5, &out), NOT_CONVEX);
    for (int i = 0; i < 8; i++) {
        twice[i] = square[i % 4];
    }
    REFUSES(polygon(twice, 8, &out), NOT_CONVEX);
}

TEST(functions_on_an_invalid_shape_return_zeros)
{
    MicaShape none = {0}, odd = circle_shape(1.0f);
    odd.type = (MicaShapeType)77;
    CHECK(mica_shape_mass(NULL, 1.0f).mass == 0.0f);
    CHECK(mica_shape_mass(&none, 1.0f).mass == 0.0f);
    CHECK(mica_shape_mass(&odd, 1.0f).mass == 0.0f);
    MicaShape disc = circle_shape(1.0f);
    CHECK(mica_shape_mass(&disc, NAN).mass == 0.0f);
    CHECK(!mica_shape_contains(NULL, at(0, 0, 0), v2(0, 0), 0.0f));
    CHECK(!mica_shape_contains(&odd, at(0, 0, 0), v2(0, 0), 0.0f));
    CHECK(!mica_shape_contains(&disc, at(0, 0, 0), v2(0, 0), -1.0f));
    CHECK(!mica_shape_contains(&disc, at(0, 0, 0), v2(NAN, 0), 0.0f));
    CHECK(mica_shape_aabb(NULL, at(0, 0, 0)).upper.x == 0.0f);
    CHECK(mica_shape_aabb(&disc, at(NAN, 0, 0)).upper.x == 0.0f);
    CHECK(!mica_shape_contains(&disc, at(NAN, 0, 0), v2(0, 0), 0.0f));
    MicaShape many = box_shape(1.0f, 1.0f);
    many.count = 1000;
    CHECK(mica_shape_mass(&many, 1.0f).mass == 0.0f);
    CHECK(mica_shape_aabb(&many, at(0, 0, 0)).upper.x == 0.0f);
    CHECK(!mica_shape_contains(&many, at(0, 0, 0), v2(0, 0), 0.0f));
}
