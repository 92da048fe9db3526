// mica_ray_cast and mica_shape_cast against edges and arcs in double precision, and against cases
// worked by hand.
#include "reference.h"

static const MicaTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static MicaTransform at(float x, float y, float angle)
{
    return (MicaTransform){{x, y}, mica_rot(angle)};
}
static MicaVec2 v2(float x, float y) { return (MicaVec2){x, y}; }
static RefVec wide(MicaVec2 v) { return (RefVec){(double)v.x, (double)v.y}; }
static RefVec along(RefVec o, RefVec d, double t) { return (RefVec){o.x + t * d.x, o.y + t * d.y}; }

// The least signed distance of the ray from the shape between two fractions.
static double least_on_ray(const RefShape *s, RefVec o, RefVec d, double from, double to)
{
    double minimum = 1e300;
    for (int i = 0; i <= 400; ++i) {
        double distance = ref_point_distance(along(o, d, from + (to - from) * i / 400.0), s);
        minimum = distance < minimum ? distance : minimum;
    }
    return minimum;
}

static void check_ray(const MicaShape *shape, MicaTransform t, MicaVec2 origin,
                      MicaVec2 translation, double tolerance)
{
    MicaCast hit = mica_ray_cast(shape, t, origin, translation);
    RefShape s = ref_shape(shape, t);
    RefVec o = wide(origin), d = wide(translation);
    double start = ref_point_distance(o, &s), length = sqrt(ref_dot(d, d));
    if (start < -5.0 * tolerance) {
        CHECK(hit.hit && hit.startsInside && hit.fraction == 0.0f);
    }
    if (start < 5.0 * tolerance) {
        return;
    }
    CHECK(!hit.startsInside);
    double expected = ref_ray(&s, o, d), found = hit.hit ? (double)hit.fraction : 1.0;
    if (hit.hit) {
        CHECK_NEAR(ref_point_distance(along(o, d, found), &s), 0.0, tolerance);
        CHECK_NEAR(ref_point_distance(wide(hit.point), &s), 0.0, tolerance);
        CHECK_NEAR(hit.normal.x * hit.normal.x + hit.normal.y * hit.normal.y, 1.0, 1e-5);
        CHECK(hit.normal.x * translation.x + hit.normal.y * translation.y <= 1e-4f * (float)length);
        // The distance grows at full rate along the normal.
        RefVec off = along(wide(hit.point), wide(hit.normal), 0.01);
        CHECK_NEAR(ref_point_distance(off, &s), 0.01, 2.0 * tolerance);
    }
    expected = expected < 1.0 ? expected : 1.0;
    if (fabs(expected - found) * length > tolerance) {
        // The engine and the reference may differ only where the ray grazes the shape.
        double low = expected < found ? expected : found,
               high = expected < found ? found : expected;
        CHECK(least_on_ray(&s, o, d, low, high) > -tolerance);
    }
}

TEST(ray_hand_worked)
{
    MicaShape box, circle, capsule, pill;
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 1.0f, 0.0f, 0.0f, &box);
    mica_shape_circle(v2(0.0f, 0.0f), 1.0f, &circle);
    mica_shape_capsule(v2(-1.0f, 0.0f), v2(1.0f, 0.0f), 0.5f, &capsule);
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 1.0f, 0.0f, 0.5f, &pill);

    MicaCast c = mica_ray_cast(&box, identity, v2(-3.0f, 0.5f), v2(4.0f, 0.0f));
    CHECK(c.hit && !c.startsInside);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    CHECK_NEAR(c.normal.x, -1.0, 1e-6);
    CHECK_NEAR(c.point.x, -1.0, 1e-6);
    CHECK_NEAR(c.point.y, 0.5, 1e-6);
    c = mica_ray_cast(&box, at(10.0f, 0.0f, 0.78539816f), v2(0.0f, 0.0f), v2(20.0f, 0.0f));
    CHECK_NEAR(c.point.x, 10.0 - sqrt(2.0), 1e-5);
    c = mica_ray_cast(&box, identity, v2(-3.0f, 1.5f), v2(4.0f, 0.0f));
    CHECK(!c.hit);
    CHECK_NEAR(c.fraction, 1.0, 0.0);
    c = mica_ray_cast(&box, identity, v2(-3.0f, 0.0f), v2(1.9f, 0.0f));  // ends before it
    CHECK(!c.hit);
    c = mica_ray_cast(&circle, identity, v2(0.6f, 3.0f), v2(0.0f, -4.0f));
    CHECK_NEAR(c.fraction, (3.0 - 0.8) / 4.0, 1e-6);
    CHECK_NEAR(c.normal.x, 0.6, 1e-6);
    c = mica_ray_cast(&capsule, identity, v2(0.5f, 2.0f), v2(0.0f, -2.0f));
    CHECK_NEAR(c.fraction, 0.75, 1e-6);
    c = mica_ray_cast(&capsule, identity, v2(3.5f, 0.0f), v2(-4.0f, 0.0f));  // along the segment
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    c = mica_ray_cast(&capsule, identity, v2(1.3f, 2.0f), v2(0.0f, -4.0f));
    CHECK_NEAR(c.point.y, 0.4, 1e-6);
    // Past the end of a rounded box's face: a hit on the arc of the corner, and a miss between the
    // arc and the corner that a sharp box would have.
    c = mica_ray_cast(&pill, identity, v2(1.3f, 3.0f), v2(0.0f, -3.0f));
    CHECK_NEAR(c.point.y, 1.4, 1e-6);
    c = mica_ray_cast(&pill, identity, v2(1.0f, 1.8f), v2(0.8f, -0.8f));
    CHECK(!c.hit);
    c = mica_ray_cast(&pill, identity, v2(1.45f, 1.45f),
                      v2(-1.0f, -1.0f));  // starts beside the arc
    CHECK(c.hit && !c.startsInside);
    CHECK_NEAR(c.point.x, 1.0 + 0.5 * sqrt(0.5), 1e-6);
}

TEST(ray_from_inside_and_on_the_surface)
{
    MicaShape box, circle, pill;
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 1.0f, 0.0f, 0.0f, &box);
    mica_shape_circle(v2(0.0f, 0.0f), 1.0f, &circle);
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 1.0f, 0.0f, 0.5f, &pill);
    MicaCast c = mica_ray_cast(&box, identity, v2(0.9f, 0.0f), v2(4.0f, 0.0f));
    CHECK(c.hit && c.startsInside && c.fraction == 0.0f);
    CHECK_NEAR(c.normal.x, 1.0, 1e-6);
    CHECK_NEAR(c.point.x, 0.9, 1e-6);
    c = mica_ray_cast(&circle, identity, v2(0.0f, 0.0f), v2(4.0f, 0.0f));
    CHECK(c.hit && c.startsInside);
    c = mica_ray_cast(&pill, identity, v2(1.2f, 1.2f), v2(4.0f, 0.0f));
    CHECK(c.hit && c.startsInside);
    CHECK_NEAR(c.normal.x, sqrt(0.5), 1e-5);

    // The ray starts on a face and goes out, along and in; on a corner: along one face and in.
    CHECK(!mica_ray_cast(&box, identity, v2(1.0f, 0.0f), v2(1.0f, 1.0f)).hit);
    CHECK(!mica_ray_cast(&box, identity, v2(1.0f, 0.0f), v2(0.0f, 1.0f)).hit);
    c = mica_ray_cast(&box, identity, v2(1.0f, 0.0f), v2(-1.0f, 1.0f));
    CHECK(c.hit && !c.startsInside && c.fraction == 0.0f);
    CHECK(!mica_ray_cast(&box, identity, v2(1.0f, 1.0f), v2(-1.0f, 0.0f)).hit);
    CHECK(!mica_ray_cast(&box, identity, v2(1.0f, 1.0f), v2(-1.0f, 1.0f)).hit);
    c = mica_ray_cast(&box, identity, v2(1.0f, 1.0f), v2(-1.0f, -1.0f));
    CHECK(c.hit && c.fraction == 0.0f);
    CHECK(!mica_ray_cast(&circle, identity, v2(1.0f, 0.0f), v2(0.0f, 1.0f)).hit);
    CHECK(!mica_ray_cast(&circle, identity, v2(1.0f, 0.0f), v2(1.0f, 0.0f)).hit);
    c = mica_ray_cast(&circle, identity, v2(1.0f, 0.0f), v2(-1.0f, 0.0f));
    CHECK(c.hit && !c.startsInside && c.fraction == 0.0f);

    // A reflected ray starts where the last one ended and leaves.
    uint32_t seed = 5;
    for (int i = 0; i < 20000; ++i) {
        MicaShape s = random_shape(&seed, 1.0f);
        MicaTransform t = random_transform(&seed, v2(0.0f, 0.0f), 2.0f);
        MicaVec2 o = v2(test_random_float(&seed, -9.0f, 9.0f), 6.0f),
                 d = v2(0.7f * (t.p.x - o.x), -9.0f);
        c = mica_ray_cast(&s, t, o, d);
        if (!c.hit || c.startsInside) {
            continue;
        }
        float rate = d.x * c.normal.x + d.y * c.normal.y;
        MicaVec2 back = v2(d.x - 2.0f * rate * c.normal.x, d.y - 2.0f * rate * c.normal.y);
        CHECK(!mica_ray_cast(&s, t, c.point, back).hit);
    }
}

TEST(random_rays)
{
    uint32_t seed = 31337;
    int hits = 0;
    for (int i = 0; i < test_part(100000, 5); ++i) {
        MicaShape s = random_shape(&seed, i % 4 == 0 ? 0.2f : 1.0f);
        MicaTransform t = random_transform(&seed, v2(0.0f, 0.0f), 2.0f);
        MicaVec2 o = random_point(&seed, 5.0f), to = random_point(&seed, 3.0f);
        MicaVec2 d = v2(to.x - o.x, to.y - o.y);
        if (i % 16 == 0) {
            d.x = 0.0f;
        } else if (i % 16 == 1) {
            d.y = 0.0f;
        }
        check_ray(&s, t, o, d, 2e-5);
        hits += mica_ray_cast(&s, t, o, d).hit;
    }
    CHECK(hits > test_part(10000, 5));
}

// Through the corners and along the faces of boxes, straight and turned.
TEST(rays_at_corners_never_leak)
{
    MicaShape box;
    mica_shape_box(v2(0.0f, 0.0f), 1.0f, 1.0f, 0.0f, 0.0f, &box);
    for (int i = 0; i < 3600; ++i) {
        float angle = 0.00174532925f * (float)i;
        MicaTransform t = at(0.3f, -0.2f, angle);
        for (int k = 0; k < 4; ++k) {
            MicaVec2 p = box.points[k],
                     w = {0.3f + t.q.c * p.x - t.q.s * p.y, -0.2f + t.q.s * p.x + t.q.c * p.y};
            // A ray from beyond the corner towards the centre hits.
            MicaVec2 o = v2(0.3f + 3.0f * (w.x - 0.3f), -0.2f + 3.0f * (w.y + 0.2f));
            MicaCast c = mica_ray_cast(&box, t, o, v2(0.3f - o.x, -0.2f - o.y));
            CHECK(c.hit);
            CHECK_NEAR(c.fraction, 2.0 / 3.0, 1e-5);
        }
    }
}

TEST(long_rays_and_extreme_sizes)
{
    uint32_t seed = 12;
    for (int i = 0; i < 5000; ++i) {
        // A ray of ten kilometres against a shape of a metre.
        MicaShape s = random_shape(&seed, 1.0f);
        MicaTransform t = random_transform(&seed, v2(3.0f, 4.0f), 2.0f);
        float angle = test_random_float(&seed, -3.0f, 3.0f);
        MicaRot q = mica_rot(angle);
        MicaVec2 o = v2(-7000.0f * q.c + test_random_float(&seed, 0.0f, 5.0f), -7000.0f * q.s);
        MicaVec2 d = v2(10000.0f * q.c, 10000.0f * q.s);
        MicaCast c = mica_ray_cast(&s, t, o, d);
        RefShape r = ref_shape(&s, t);
        double expected = ref_ray(&r, wide(o), wide(d));
        if (c.hit) {
            CHECK_NEAR(ref_point_distance(wide(c.point), &r), 0.0, 2e-3);
        }
        if (c.hit != (expected <= 1.0)) {
            CHECK(least_on_ray(&r, wide(o), wide(d), 0.6995, 0.7015) > -1e-3);
        }
        // A shape of a kilometre, of a millimetre, and far from the origin.
        s = random_shape(&seed, 1000.0f);
        check_ray(&s, identity, v2(2000.0f, test_random_float(&seed, -3000.0f, 3000.0f)),
                  v2(-3000.0f, 17.0f), 1e-3);
        s = random_shape(&seed, 0.002f);
        check_ray(&s, identity, v2(0.01f, test_random_float(&seed, -0.01f, 0.01f)),
                  v2(-0.02f, 0.0017f), 1e-4);
        s = random_shape(&seed, 1.0f);
        t = random_transform(&seed, v2(10000.0f, 10000.0f), 2.0f);
        o = v2(10000.0f + test_random_float(&seed, -5.0f, 5.0f), 10005.0f);
        check_ray(&s, t, o, v2(10000.0f - o.x, -7.0f), 1e-3);
    }
}

// ------------------------------------------------------------------------------------- shape casts

static double distance_at(const MicaShape *a, MicaTransform ta, MicaVec2 translation, double t,
                          const RefShape *b)
{
    RefShape moved = ref_shape(a, ta);
    for (int i = 0; i < moved.count; ++i) {
        moved.points[i] = along(moved.points[i], wide(translation), t);
    }
    return ref_distance(&moved, b);
}

static void check_shape_cast(const MicaShape *a, MicaTransform ta, MicaVec2 translation,
                             const MicaShape *b, MicaTransform tb, double tolerance)
{
    MicaCast c = mica_shape_cast(a, ta, translation, b, tb);
    RefShape fixed = ref_shape(b, tb);
    double start = distance_at(a, ta, translation, 0.0, &fixed),
           length =
               sqrt((double)translation.x * translation.x + (double)translation.y * translation.y);
    if (start < -5.0 * tolerance) {
        CHECK(c.hit && c.startsInside && c.fraction == 0.0f);
    }
    if (start < 5.0 * tolerance) {
        return;
    }
    CHECK(!c.startsInside);
    double until = c.hit ? (double)c.fraction : 1.0;
    if (c.hit) {
        CHECK_NEAR(distance_at(a, ta, translation, until, &fixed), 0.0, tolerance);
        RefShape moved = ref_shape(a, ta);
        for (int i = 0; i < moved.count; ++i) {
            moved.points[i] = along(moved.points[i], wide(translation), until);
        }
        CHECK_NEAR(ref_point_distance(wide(c.point), &moved), 0.0, 2.0 * tolerance + 1e-4);
        CHECK_NEAR(ref_point_distance(wide(c.point), &fixed), 0.0, 2.0 * tolerance + 1e-4);
        CHECK((double)(c.normal.x * translation.x + c.normal.y * translation.y) <= 1e-4 * length);
    }
    // The distance is convex along the motion: steps as long as the distance find any earlier
    // touch.
    double minimum = start, t = 0.0;
    for (int k = 0; k < 100000 && t < until && minimum > -tolerance; ++k) {
        double d = distance_at(a, ta, translation, t, &fixed);
        minimum = d < minimum ? d : minimum;
        t += (d > tolerance ? d : tolerance) / length;
    }
    CHECK(minimum > -tolerance);
    CHECK(t >= until - 1e-3 / length);
}

TEST(shape_cast_hand_worked)
{
    MicaShape box, circle, capsule;
    mica_shape_box(v2(0.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.0f, &box);
    mica_shape_circle(v2(0.0f, 0.0f), 0.5f, &circle);
    mica_shape_capsule(v2(-1.0f, 0.0f), v2(1.0f, 0.0f), 0.5f, &capsule);
    MicaCast c =
        mica_shape_cast(&box, at(-4.0f, 0.0f, 0.0f), v2(6.0f, 0.0f), &box, at(0.0f, 0.25f, 0.0f));
    CHECK(c.hit);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    CHECK_NEAR(c.normal.x, -1.0, 1e-6);
    CHECK_NEAR(c.point.x, -0.5, 1e-6);
    CHECK_NEAR(c.point.y, 0.125, 1e-6);  // the middle of the overlap of the faces
    c = mica_shape_cast(&circle, at(-3.0f, 0.6f, 0.0f), v2(4.0f, 0.0f), &circle, identity);
    CHECK_NEAR(c.fraction, (3.0 - 0.8) / 4.0, 1e-6);
    c = mica_shape_cast(&circle, at(0.0f, 3.0f, 0.0f), v2(0.0f, -4.0f), &box, identity);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    CHECK_NEAR(c.point.y, 0.5, 1e-6);
    // Capsules side by side, in line, and crossing.
    c = mica_shape_cast(&capsule, at(0.5f, 3.0f, 0.0f), v2(0.0f, -4.0f), &capsule, identity);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    CHECK_NEAR(c.point.x, 0.25, 1e-6);
    c = mica_shape_cast(&capsule, at(-5.0f, 0.0f, 0.0f), v2(4.0f, 0.0f), &capsule, identity);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    CHECK_NEAR(c.normal.x, -1.0, 1e-6);
    c = mica_shape_cast(&capsule, at(0.0f, 5.0f, 1.57079633f), v2(0.0f, -6.0f), &capsule, identity);
    CHECK_NEAR(c.fraction, 0.5, 1e-6);
    // Past the box: a miss. From inside it. Without a translation.
    CHECK(!mica_shape_cast(&box, at(-4.0f, 1.001f, 0.0f), v2(9.0f, 0.0f), &box, identity).hit);
    c = mica_shape_cast(&box, at(0.9f, 0.0f, 0.0f), v2(9.0f, 0.0f), &box, identity);
    CHECK(c.hit && c.startsInside);
    CHECK_NEAR(c.normal.x, 1.0, 1e-6);
    CHECK_NEAR(c.point.x, 0.45, 1e-6);
    c = mica_shape_cast(&box, at(0.9f, 0.0f, 0.0f), v2(0.0f, 0.0f), &box, identity);
    CHECK(c.hit && c.startsInside);
    CHECK(!mica_shape_cast(&box, at(3.0f, 0.0f, 0.0f), v2(0.0f, 0.0f), &box, identity).hit);
    // Touching at the start: a motion along or away misses, one inwards hits at once.
    CHECK(!mica_shape_cast(&box, at(0.3f, 1.0f, 0.0f), v2(9.0f, 0.0f), &box, identity).hit);
    CHECK(!mica_shape_cast(&box, at(0.3f, 1.0f, 0.0f), v2(9.0f, 1.0f), &box, identity).hit);
    c = mica_shape_cast(&box, at(0.3f, 1.0f, 0.0f), v2(9.0f, -1.0f), &box, identity);
    CHECK(c.hit && !c.startsInside && c.fraction == 0.0f);
}

// A translation from p past the origin, by up to `spread` to one side.
static MicaVec2 towards_origin(uint32_t *seed, MicaVec2 p, float times, float spread)
{
    MicaVec2 off = random_point(seed, spread);
    return v2(off.x - times * p.x, off.y - times * p.y);
}

TEST(random_shape_casts)
{
    uint32_t seed = 4242;
    for (int i = 0; i < test_part(30000, 10); ++i) {
        MicaShape a = random_shape(&seed, i % 4 == 0 ? 0.1f : 1.0f), b = random_shape(&seed, 1.0f);
        MicaTransform ta = random_transform(&seed, v2(0.0f, 0.0f), 6.0f);
        MicaTransform tb = random_transform(&seed, v2(0.0f, 0.0f), 1.0f);
        MicaVec2 translation = towards_origin(&seed, ta.p, 1.3f, 2.0f);
        check_shape_cast(&a, ta, translation, &b, tb, 2e-5);
    }
}

// Capsules that are parallel or nearly so: their Minkowski difference has hardly any area.
TEST(near_parallel_capsules)
{
    uint32_t seed = 808;
    for (int i = 0; i < test_part(20000, 5); ++i) {
        MicaShape a, b;
        float ha = test_random_float(&seed, 0.1f, 2.0f), hb = test_random_float(&seed, 0.1f, 2.0f);
        mica_shape_capsule(v2(-ha, 0.0f), v2(ha, 0.0f), test_random_float(&seed, 0.05f, 0.5f), &a);
        mica_shape_capsule(v2(-hb, 0.0f), v2(hb, 0.0f), test_random_float(&seed, 0.05f, 0.5f), &b);
        float base = test_random_float(&seed, -3.0f, 3.0f);
        float tilt = i % 3 == 0 ? 0.0f : i % 3 == 1 ? 1e-6f : 1e-4f;
        if (i % 2 == 0) {
            base += 3.14159265f;
        }
        MicaTransform ta = random_transform(&seed, v2(0.0f, 0.0f), 6.0f);
        ta.q = mica_rot(base + tilt);
        MicaTransform tb = at(0.0f, 0.0f, i % 2 == 0 ? base - 3.14159265f : base);
        MicaVec2 translation = towards_origin(&seed, ta.p, 1.5f, 1.0f);
        if (i % 5 == 0) {  // in line
            float s = test_random_float(&seed, 3.0f, 7.0f) + ha + hb;
            ta.p = v2(s * tb.q.c, s * tb.q.s);
            translation = v2(-2.0f * s * tb.q.c, -2.0f * s * tb.q.s);
        }
        check_shape_cast(&a, ta, translation, &b, tb, 2e-5);
    }
}

// Where the segments from p to p + d and from a to b cross, as fractions of each.
static void crossing(RefVec p, RefVec d, RefVec a, RefVec b, double *onRay, double *onLine)
{
    RefVec e = ref_sub(b, a), w = ref_sub(a, p);
    double rate = ref_cross(d, e);
    *onRay = ref_cross(w, e) / rate;
    *onLine = ref_cross(w, d) / rate;
}

TEST(rays_hit_segments_without_radius)
{
    uint32_t seed = 77u;
    int met = 0;
    for (int i = 0; i < 100000; ++i) {
        MicaVec2 a = random_point(&seed, 3.0f), b = random_point(&seed, 3.0f);
        MicaVec2 o = random_point(&seed, 6.0f), to = random_point(&seed, 6.0f);
        MicaVec2 d = v2(to.x - o.x, to.y - o.y);
        MicaShape line;
        double onRay, onLine;
        crossing(wide(o), wide(d), wide(a), wide(b), &onRay, &onLine);
        bool clear = fabs(onRay - 0.5) < 0.45 && fabs(onLine - 0.5) < 0.49 &&
                     mica_shape_segment(a, b, &line) == MICA_ERROR_OK;
        if (clear) {
            MicaCast hit = mica_ray_cast(&line, identity, o, d);
            CHECK(hit.hit);
            CHECK_NEAR(hit.fraction, onRay, 1e-4);
            met += 1;
        }
    }
    CHECK(met > 10000);
}

TEST(parallel_segments_hit_where_they_overlap)
{
    uint32_t seed = 78u;
    for (int i = 0; i < 20000; ++i) {
        MicaVec2 a = random_point(&seed, 1.0f), b = random_point(&seed, 1.0f);
        float dx = b.x - a.x, dy = b.y - a.y, l = sqrtf(dx * dx + dy * dy);
        float aside = test_random_float(&seed, -4.0f, 4.0f),
              above = test_random_float(&seed, 0.2f, 2.0f);
        MicaShape line;
        if (l > 0.1f && fabsf(fabsf(aside) - l) > 0.01f) {
            CHECK_EQ_INT(mica_shape_segment(a, b, &line), MICA_ERROR_OK);
            float ux = dx / l, uy = dy / l;
            MicaCast hit =
                mica_shape_cast(&line, at(aside * ux - above * uy, aside * uy + above * ux, 0.0f),
                                v2(2.0f * above * uy, -2.0f * above * ux), &line, identity);
            CHECK_EQ_INT(hit.hit, fabsf(aside) < l);
            CHECK_NEAR(hit.fraction, hit.hit ? 0.5 : 1.0, 1e-3);
        }
    }
}

TEST(bad_input_gives_zeros)
{
    MicaShape good, bad;
    mica_shape_circle(v2(0.0f, 0.0f), 0.5f, &good);
    MicaVec2 o = v2(-2.0f, 0.0f), d = v2(4.0f, 0.0f);
    CHECK(mica_ray_cast(&good, identity, o, d).hit);
    CHECK(!mica_ray_cast(&good, identity, o, v2(0.0f, 0.0f)).hit);
    CHECK(!mica_ray_cast(NULL, identity, o, d).hit);
    CHECK(!mica_shape_cast(NULL, identity, d, &good, identity).hit);
    CHECK(!mica_shape_cast(&good, identity, d, NULL, identity).hit);
    const float evil[3] = {NAN, INFINITY, 1e8f};
    for (int i = 0; i < 3; ++i) {
        MicaTransform place = at(evil[i], 0.0f, 0.0f), turned = {{0.0f, 0.0f}, {evil[i], 0.0f}};
        bad = good;
        bad.radius = evil[i];
        CHECK(!mica_ray_cast(&bad, identity, o, d).hit);
        CHECK(!mica_ray_cast(&good, place, o, d).hit);
        CHECK(!mica_ray_cast(&good, turned, o, d).hit);
        CHECK(!mica_ray_cast(&good, identity, v2(evil[i], 0.0f), d).hit);
        CHECK(!mica_ray_cast(&good, identity, o, v2(evil[i], 0.0f)).hit);
        CHECK(!mica_shape_cast(&bad, identity, d, &good, identity).hit);
        CHECK(!mica_shape_cast(&good, identity, d, &bad, identity).hit);
        CHECK(!mica_shape_cast(&good, place, d, &good, identity).hit);
        CHECK(!mica_shape_cast(&good, identity, v2(0.0f, evil[i]), &good, identity).hit);
        CHECK(!mica_shape_cast(&good, identity, d, &good, turned).hit);
    }
    MicaCast none = mica_ray_cast(NULL, identity, o, d);
    CHECK(none.fraction == 0.0f && none.normal.x == 0.0f && none.normal.y == 0.0f);
}
