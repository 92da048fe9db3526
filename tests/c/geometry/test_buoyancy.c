// geometry_submerged against sums over thousands of thin strips in double precision, for every
// shape at every depth and angle, and against closed forms: nothing, all, half.
#include "buoyancy.h"
#include "reference.h"
#include "test.h"

#define PI 3.14159265358979323846

typedef struct Part {
    double area, x, y, inertia;
} Part;

// The chord of a convex shape (the hull of its points grown by a radius) at height y, found from
// both sides by bisection on the distance, which shares nothing with the formulas of buoyancy.c.
static bool inside(const RefShape *s, double x, double y)
{
    RefVec p = {x, y};
    bool in = s->count > 2;
    double nearest = 1e300;
    for (int i = 0; i < s->count; i++) {
        RefVec a = s->points[i], b = s->points[(i + 1) % s->count];
        double d = ref_segment_distance(p, a, b);
        nearest = d < nearest ? d : nearest;
        in = in && ref_cross(ref_sub(b, a), ref_sub(p, a)) >= 0.0;
    }
    return in || nearest <= s->radius;
}

static double edge_of_chord(const RefShape *s, double in, double out, double y)
{
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (in + out);
        if (inside(s, middle, y)) {
            in = middle;
        } else {
            out = middle;
        }
    }
    return in;
}

// Sums strips of equal height from the lowest point up to `top`; y is up.
static Part reference(const RefShape *s, double bottom, double top, double left, double right)
{
    enum { STRIPS = 1500, LOOKS = 64 };
    Part sum = {0.0, 0.0, 0.0, 0.0};
    double h = (top - bottom) / STRIPS, xx = 0.0, yy = 0.0;
    double hint = 0.5 * (left + right);
    for (int i = 0; i < STRIPS; i++) {
        double y = bottom + h * (i + 0.5), within = hint;
        for (int k = 0; k <= LOOKS && !inside(s, within, y); k++) {
            within = left + (right - left) * k / LOOKS;
        }
        if (!inside(s, within, y)) {
            continue;
        }
        double l = edge_of_chord(s, within, left - 1.0, y),
               r = edge_of_chord(s, within, right + 1.0, y), w = r - l;
        hint = 0.5 * (l + r);
        sum.area += w * h;
        sum.x += 0.5 * (r * r - l * l) * h;
        sum.y += w * h * y;
        xx += (r * r * r - l * l * l) / 3.0 * h;
        yy += w * h * y * y;
    }
    sum.x /= sum.area;
    sum.y /= sum.area;
    sum.inertia = xx + yy - sum.area * (sum.x * sum.x + sum.y * sum.y);
    return sum;
}

static Submerged under(const MicaShape *shape, MicaTransform t, MicaVec2 up, float level)
{
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    return geometry_submerged(&g, t, up, level);
}

TEST(parts_of_every_shape_agree_with_a_sum_over_strips)
{
    uint32_t seed = 20u;
    MicaShape shapes[6];
    MicaVec2 hexagon[6] = {{0.9f, 0.1f},   {0.3f, 0.8f},   {-0.6f, 0.7f},
                           {-1.0f, -0.1f}, {-0.2f, -0.9f}, {0.7f, -0.6f}};
    mica_shape_circle((MicaVec2){0.3f, -0.2f}, 0.7f, &shapes[0]);
    mica_shape_capsule((MicaVec2){-0.5f, 0.1f}, (MicaVec2){0.8f, 0.4f}, 0.3f, &shapes[1]);
    mica_shape_box((MicaVec2){0.2f, 0.1f}, 1.0f, 0.4f, 0.3f, 0.0f, &shapes[2]);
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.6f, 0.3f, 0.0f, 0.25f, &shapes[3]);
    mica_shape_polygon(hexagon, 6, 0.0f, &shapes[4]);
    mica_shape_polygon(hexagon, 6, 0.15f, &shapes[5]);
    for (int i = 0; i < test_part(180, 3); i++) {
        const MicaShape *shape = &shapes[i % 6];
        MicaTransform t = {
            {test_random_float(&seed, -3.0f, 3.0f), test_random_float(&seed, -3.0f, 3.0f)},
            mica_rot(test_random_float(&seed, -3.0f, 3.0f))};
        MicaAABB box = mica_shape_aabb(shape, t);
        float level = test_random_float(&seed, box.lower.y, box.upper.y + 0.2f);
        Submerged s = under(shape, t, (MicaVec2){0.0f, 1.0f}, level);
        RefShape placed = ref_shape(shape, t);
        double top = level < box.upper.y ? (double)level : (double)box.upper.y;
        Part p =
            reference(&placed, (double)box.lower.y, top, (double)box.lower.x, (double)box.upper.x);
        double size = (double)(box.upper.x - box.lower.x);
        CHECK_NEAR(s.area, p.area, 2e-4 * size * size);
        if (p.area > 0.02) {
            CHECK_NEAR(s.center.x, p.x, 1e-3 * size);
            CHECK_NEAR(s.center.y, p.y, 1e-3 * size);
            CHECK_NEAR(s.inertia, p.inertia, 2e-3 * p.inertia + 1e-4);
        }
    }
}

TEST(turning_the_line_and_the_shape_together_changes_nothing)
{
    MicaShape pill;
    mica_shape_box((MicaVec2){0.1f, 0.2f}, 0.6f, 0.3f, 0.4f, 0.2f, &pill);
    Submerged still =
        under(&pill, (MicaTransform){{1.0f, 2.0f}, {1.0f, 0.0f}}, (MicaVec2){0.0f, 1.0f}, 2.3f);
    for (int i = 1; i < 12; i++) {
        MicaRot q = mica_rot(0.5f * (float)i);
        Submerged s = under(&pill, (MicaTransform){rotate(q, vec(1.0f, 2.0f)), q},
                            rotate(q, vec(0.0f, 1.0f)), 2.3f);
        Vec2 center = unrotate(q, s.center);
        CHECK_NEAR(s.area, still.area, 1e-5);
        CHECK_NEAR(center.x, still.center.x, 1e-5);
        CHECK_NEAR(center.y, still.center.y, 1e-5);
        CHECK_NEAR(s.inertia, still.inertia, 1e-5);
    }
}

TEST(circle_segments_have_the_area_and_centroid_of_the_textbook)
{
    MicaShape disc;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 2.0f, &disc);
    for (int i = 1; i < 20; i++) {
        double height = 0.2 * i, half = acos((2.0 - height) / 2.0), r = 2.0;
        double area = 0.5 * r * r * (2.0 * half - sin(2.0 * half));
        double center = 4.0 * r * pow(sin(half), 3) / (3.0 * (2.0 * half - sin(2.0 * half)));
        Submerged s = under(&disc, (MicaTransform){{5.0f, 7.0f}, {1.0f, 0.0f}},
                            (MicaVec2){0.0f, 1.0f}, (float)(5.0 + height));
        CHECK_NEAR(s.area, area, 3e-6 * area + 3e-6);
        CHECK_NEAR(s.center.x, 5.0, 1e-5);
        CHECK_NEAR(s.center.y, 7.0 - center, 1e-5);
    }
}

TEST(above_the_line_no_area_and_below_it_the_whole_area)
{
    MicaShape shapes[3];
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &shapes[0]);
    mica_shape_capsule((MicaVec2){-1.0f, 0.0f}, (MicaVec2){1.0f, 0.0f}, 0.25f, &shapes[1]);
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 1.0f, 0.5f, 0.0f, 0.1f, &shapes[2]);
    for (int i = 0; i < 3; i++) {
        MicaMassData mass = mica_shape_mass(&shapes[i], 1.0f);
        MicaTransform t = {{3.0f, 4.0f}, mica_rot(0.7f)};
        MicaAABB box = mica_shape_aabb(&shapes[i], t);
        CHECK(under(&shapes[i], t, (MicaVec2){0.0f, 1.0f}, box.lower.y - 1e-4f).area == 0.0f);
        // A submerged shape has the same result at any depth, to the last digits.
        for (float level = box.upper.y + 0.01f; level < 1e7f; level *= 100.0f) {
            Submerged s = under(&shapes[i], t, (MicaVec2){0.0f, 1.0f}, level);
            CHECK_NEAR(s.area, mass.mass, 1e-5 * (double)mass.mass);
            CHECK_NEAR(s.center.x, 3.0, 1e-5);
            CHECK_NEAR(s.center.y, 4.0, 1e-5);
            CHECK_NEAR(s.inertia, mass.inertia, 1e-5 * (double)mass.inertia + 1e-6);
        }
    }
}

TEST(relative_error_is_the_same_for_tiny_and_huge_shapes)
{
    for (int k = -3; k <= 5; k++) {
        float size = (float)pow(10.0, k);
        MicaShape disc;
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, size, &disc);
        Submerged s =
            under(&disc, (MicaTransform){{0.0f, 0.0f}, {1.0f, 0.0f}}, (MicaVec2){0.0f, 1.0f}, 0.0f);
        CHECK_NEAR(s.area / size / size, PI / 2.0, 1e-5);
        CHECK_NEAR(s.center.y / size, -4.0 / (3.0 * PI), 1e-5);
    }
}
