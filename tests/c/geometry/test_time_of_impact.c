// mica_time_of_impact against motion sampled finely in double precision, and against cases worked
// by hand.
#include "geometry.h"
#include "reference.h"

#include <stddef.h>

static MicaVec2 v2(float x, float y) { return (MicaVec2){x, y}; }

static MicaSweep at_rest(float x, float y, float angle)
{
    return (MicaSweep){{0.0f, 0.0f}, {x, y}, {x, y}, angle, angle};
}

static RefShape place(const MicaShape *s, const MicaSweep *w, double t)
{
    double angle = (double)w->angle0 + t * (double)(w->angle1 - w->angle0);
    RefVec c = {(double)w->c0.x + t * ((double)w->c1.x - (double)w->c0.x),
                (double)w->c0.y + t * ((double)w->c1.y - (double)w->c0.y)};
    return ref_place(s, w->localCenter, angle, c);
}

static double distance_at(const MicaShape *a, const MicaSweep *sa, const MicaShape *b,
                          const MicaSweep *sb, double t)
{
    RefShape ra = place(a, sa, t), rb = place(b, sb, t);
    return ref_distance(&ra, &rb);
}

// A bound on the relative speed of any two points of the shapes, per unit of fraction.
static double top_speed(const MicaShape *a, const MicaSweep *sa, const MicaShape *b,
                        const MicaSweep *sb)
{
    double dx = (double)sb->c1.x - (double)sb->c0.x - (double)sa->c1.x + (double)sa->c0.x;
    double dy = (double)sb->c1.y - (double)sb->c0.y - (double)sa->c1.y + (double)sa->c0.y;
    double speed = sqrt(dx * dx + dy * dy);
    const MicaShape *shapes[2] = {a, b};
    const MicaSweep *sweeps[2] = {sa, sb};
    for (int k = 0; k < 2; ++k) {
        double extent = 0.0, turn = fabs((double)(sweeps[k]->angle1 - sweeps[k]->angle0));
        for (int i = 0; i < shapes[k]->count; ++i) {
            double x = (double)(shapes[k]->points[i].x - sweeps[k]->localCenter.x);
            double y = (double)(shapes[k]->points[i].y - sweeps[k]->localCenter.y);
            extent = fmax(extent, sqrt(x * x + y * y));
        }
        speed += turn * extent;
    }
    return speed;
}

static int hits, misses, overlaps, failures;

// Before the fraction found the shapes must not overlap by more than the tolerance; at it, their
// distance must be within the tolerance.
static void check_pair(const MicaShape *a, const MicaSweep *sa, const MicaShape *b,
                       const MicaSweep *sb, double tolerance)
{
    MicaTimeOfImpact toi = mica_time_of_impact(a, sa, b, sb, 1.0f);
    double start = distance_at(a, sa, b, sb, 0.0);
    if (toi.state == MICA_TOI_OVERLAPPED) {
        overlaps++;
        CHECK(start < tolerance && toi.fraction == 0.0f);
        return;
    }
    CHECK(start > -tolerance);
    hits += toi.state == MICA_TOI_HIT;
    misses += toi.state == MICA_TOI_SEPARATED;
    failures += toi.state == MICA_TOI_FAILED;
    REQUIRE(toi.state == MICA_TOI_HIT || toi.state == MICA_TOI_SEPARATED ||
            toi.state == MICA_TOI_FAILED);
    double until = (double)toi.fraction;
    if (toi.state == MICA_TOI_HIT) {
        CHECK_NEAR(distance_at(a, sa, b, sb, until), 0.0, tolerance);
        CHECK_NEAR(toi.normal.x * toi.normal.x + toi.normal.y * toi.normal.y, 1.0, 1e-5);
        RefShape ra = place(a, sa, until), rb = place(b, sb, until);
        CHECK_NEAR(ref_point_distance((RefVec){toi.point.x, toi.point.y}, &ra), 0.0,
                   2.0 * tolerance);
        CHECK_NEAR(ref_point_distance((RefVec){toi.point.x, toi.point.y}, &rb), 0.0,
                   2.0 * tolerance);
    }
    // Steps in which no point can move further than the gap, and by at least the tolerance.
    double speed = top_speed(a, sa, b, sb) + 1e-9, minimum = start;
    for (double t = 0.0; t < until && minimum > -tolerance;) {
        double d = distance_at(a, sa, b, sb, t);
        minimum = d < minimum ? d : minimum;
        t += (d > 0.5 * tolerance ? d : 0.5 * tolerance) / speed;
    }
    CHECK(minimum > -tolerance);
}

TEST(cases_worked_by_hand)
{
    MicaShape box, circle, bar;
    mica_shape_box(v2(0.0f, 0.0f), 0.5f, 0.5f, 0.0f, 0.0f, &box);
    mica_shape_circle(v2(0.0f, 0.0f), 0.5f, &circle);
    mica_shape_box(v2(0.0f, 0.0f), 2.0f, 0.05f, 0.0f, 0.0f, &bar);

    // Both move: they approach by 8 m and touch after 4.
    MicaSweep sa = at_rest(-3.0f, 0.0f, 0.0f), sb = at_rest(2.0f, 0.25f, 0.0f);
    sa.c1.x = 1.0f;
    sb.c1.x = -2.0f;
    MicaTimeOfImpact toi = mica_time_of_impact(&box, &sa, &box, &sb, 1.0f);
    CHECK_EQ_INT(toi.state, MICA_TOI_HIT);
    CHECK_NEAR(toi.fraction, 0.5, 1e-6);
    CHECK_NEAR(toi.normal.x, 1.0, 1e-6);
    CHECK_NEAR(toi.point.x, -0.5, 1e-5);
    CHECK_NEAR(toi.point.y, 0.125, 1e-5);
    toi = mica_time_of_impact(&box, &sa, &box, &sb, 0.49f);
    CHECK_EQ_INT(toi.state, MICA_TOI_SEPARATED);
    CHECK_NEAR(toi.fraction, 0.49, 1e-7);

    // A bar turns by 90° and meets a circle on the diagonal, at asin((radius + half width) /
    // distance).
    MicaSweep turning = at_rest(0.0f, 0.0f, 0.0f), fixed = at_rest(1.0f, 1.0f, 0.0f);
    turning.angle1 = 1.57079633f;
    toi = mica_time_of_impact(&bar, &turning, &circle, &fixed, 1.0f);
    CHECK_EQ_INT(toi.state, MICA_TOI_HIT);
    double expected = (0.785398163 - asin(0.55 / sqrt(2.0))) / 1.57079633;
    CHECK_NEAR(toi.fraction, expected, 2e-5);

    // The tip of a swinging bar dips into a wall and is out again at the end: along one axis the
    // separation is zero at both ends.
    MicaShape wall;
    mica_shape_box(v2(0.0f, 0.0f), 0.05f, 5.0f, 0.0f, 0.0f, &wall);
    turning.angle0 = -0.5f;
    turning.angle1 = 0.5f;
    fixed = at_rest(2.0f, 0.0f, 0.0f);
    toi = mica_time_of_impact(&bar, &turning, &wall, &fixed, 1.0f);
    CHECK_EQ_INT(toi.state, MICA_TOI_HIT);
    CHECK(toi.fraction < 0.5f);

    // Overlapping at the start; touching at the start and moving along the surface, away, and back
    // again by turning.
    sa = at_rest(0.0f, 0.0f, 0.0f);
    sb = at_rest(0.9f, 0.0f, 0.0f);
    CHECK_EQ_INT(mica_time_of_impact(&box, &sa, &box, &sb, 1.0f).state, MICA_TOI_OVERLAPPED);
    sb = at_rest(1.0f, 0.0f, 0.0f);
    CHECK_EQ_INT(mica_time_of_impact(&box, &sa, &box, &sb, 1.0f).state, MICA_TOI_SEPARATED);
    sb.c1 = v2(1.0f, 7.0f);
    CHECK_EQ_INT(mica_time_of_impact(&box, &sa, &box, &sb, 1.0f).state, MICA_TOI_SEPARATED);
    sb.c1 = v2(0.5f, 7.0f);
    toi = mica_time_of_impact(&box, &sa, &box, &sb, 1.0f);
    CHECK_EQ_INT(toi.state, MICA_TOI_HIT);
    CHECK_NEAR(toi.fraction, 0.0, 1e-6);
    sb = at_rest(1.0f, 0.0f, 0.0f);
    sb.angle1 = 0.7f;
    toi = mica_time_of_impact(&box, &sa, &box, &sb, 1.0f);
    CHECK_EQ_INT(toi.state, MICA_TOI_HIT);
    CHECK_NEAR(toi.fraction, 0.0, 1e-3);
}

TEST(random_translations)
{
    uint32_t seed = 11;
    for (int i = 0; i < test_part(50000, 10); ++i) {
        MicaShape a = random_shape(&seed, i % 4 == 0 ? 0.1f : 1.0f), b = random_shape(&seed, 1.0f);
        MicaSweep s[2];
        for (int k = 0; k < 2; ++k) {
            MicaVec2 from = random_point(&seed, 5.0f);
            s[k] = at_rest(from.x, from.y, test_random_float(&seed, -4.0f, 4.0f));
            s[k].c1 = random_point(&seed, 5.0f);
        }
        check_pair(&a, &s[0], &b, &s[1], 1e-4);
    }
    CHECK(hits > test_part(5000, 10) && misses > test_part(5000, 10) && failures == 0);
}

TEST(random_turns)
{
    uint32_t seed = 77;
    hits = misses = failures = 0;
    for (int i = 0; i < test_part(50000, 10); ++i) {
        MicaShape a = random_shape(&seed, i % 4 == 0 ? 0.1f : 1.0f), b = random_shape(&seed, 1.0f);
        MicaSweep s[2];
        for (int k = 0; k < 2; ++k) {
            MicaVec2 from = random_point(&seed, 4.0f);
            s[k] = at_rest(from.x, from.y, test_random_float(&seed, -4.0f, 4.0f));
            s[k].localCenter = random_point(&seed, 1.0f);
            if ((i + k) % 5 != 0) {
                s[k].c1 = random_point(&seed, 4.0f);
            }
            if ((i + k) % 3 != 0) {
                s[k].angle1 += test_random_float(&seed, -1.0f, 1.0f) * (i % 7 == 0 ? 12.0f : 1.0f);
            }
        }
        check_pair(&a, &s[0], &b, &s[1], 1e-4);
    }
    CHECK(hits > test_part(5000, 10) && misses > test_part(5000, 10) && failures == 0);
}

// Steps of 1/60 s at up to 10,000 m/s and 50 rad/s against walls of a centimetre.
TEST(nothing_tunnels)
{
    uint32_t seed = 3;
    MicaShape wall;
    mica_shape_box(v2(0.0f, 0.0f), 0.005f, 50.0f, 0.0f, 0.0f, &wall);
    for (int i = 0; i < 20000; ++i) {
        MicaShape s = random_shape(&seed, i % 3 == 0 ? 0.02f : 0.5f);
        float displacement = test_random_float(&seed, 60.0f, 10000.0f) / 60.0f;
        float back = test_random_float(&seed, 1.2f, 0.9f * displacement);
        MicaSweep w = at_rest(-back, test_random_float(&seed, -3.0f, 3.0f), 0.3f);
        w.c1 = v2(w.c0.x + displacement, w.c0.y + test_random_float(&seed, -5.0f, 5.0f));
        w.c1.x = w.c1.x < 1.2f ? 1.2f : w.c1.x;
        w.localCenter = s.centroid;
        w.angle1 = w.angle0 + (i % 2 == 0 ? 0.0f : test_random_float(&seed, -50.0f, 50.0f) / 60.0f);
        MicaSweep at = at_rest(0.0f, 0.0f, 0.0f);
        MicaTimeOfImpact toi = mica_time_of_impact(&s, &w, &wall, &at, 1.0f);
        bool overlap =
            toi.state == MICA_TOI_OVERLAPPED && distance_at(&s, &w, &wall, &at, 0.0) < 0.0;
        CHECK(toi.state == MICA_TOI_HIT || overlap);
        if (toi.state == MICA_TOI_HIT) {
            CHECK_NEAR(distance_at(&s, &w, &wall, &at, toi.fraction), 0.0, 1e-3);
        }
    }
}

TEST(spinning_bar_hits_a_post)
{
    MicaShape bar, post;
    mica_shape_box(v2(0.0f, 0.0f), 2.0f, 0.05f, 0.0f, 0.0f, &bar);
    mica_shape_circle(v2(0.0f, 0.0f), 0.02f, &post);
    uint32_t seed = 8;
    failures = 0;
    for (int i = 0; i < 5000; ++i) {
        MicaSweep w = at_rest(0.0f, 0.0f, test_random_float(&seed, -3.0f, 3.0f));
        w.angle1 = w.angle0 + 50.0f / 60.0f;
        w.c1 = random_point(&seed, 0.2f);
        MicaVec2 spot = random_point(&seed, 2.5f);
        MicaSweep at = at_rest(spot.x, spot.y, 0.0f);
        check_pair(&bar, &w, &post, &at, 1e-4);
    }
    CHECK_EQ_INT(failures, 0);
}

TEST(extreme_sizes_and_positions)
{
    uint32_t seed = 55;
    failures = 0;
    for (int i = 0; i < 2000; ++i) {
        MicaShape a = random_shape(&seed, 50.0f), b = random_shape(&seed, 0.05f);
        MicaSweep sa = at_rest(0.0f, 0.0f, test_random_float(&seed, -4.0f, 4.0f));
        MicaSweep sb = at_rest(test_random_float(&seed, -150.0f, 150.0f), 150.0f, 0.0f);
        sa.angle1 = i % 2 == 0 ? sa.angle0 : sa.angle0 + 0.1f;
        sb.angle1 = i % 2 == 0 ? 0.0f : 0.8f;
        sb.c1 = random_point(&seed, 50.0f);
        check_pair(&a, &sa, &b, &sb, 1e-3);
        // Ten kilometres from the origin, where positions have a resolution of a millimetre.
        a = random_shape(&seed, 1.0f);
        b = random_shape(&seed, 1.0f);
        sa = at_rest(10000.0f, 10000.0f, 0.4f);
        sb = at_rest(10000.0f + test_random_float(&seed, -9.0f, 9.0f), 10004.0f, -2.0f);
        sb.c1 = v2(10000.0f, 9999.0f);
        sb.angle1 = i % 2 == 0 ? sb.angle0 : -2.5f;
        check_pair(&a, &sa, &b, &sb, 2e-3);
    }
    CHECK_EQ_INT(failures, 0);
}

// toi_compute with a target of half the linear slop stops at that distance, and reports no hit for
// shapes that overlap at the start.
TEST(a_positive_target_is_kept)
{
    uint32_t seed = 900;
    int found = 0;
    for (int i = 0; i < 20000; ++i) {
        MicaShape a = random_shape(&seed, 1.0f), b = random_shape(&seed, 1.0f);
        Polygon pa, pb;
        Geometry ga = geometry_from_shape(&a, &pa), gb = geometry_from_shape(&b, &pb);
        MicaSweep wa = at_rest(0.0f, 0.0f, test_random_float(&seed, -4.0f, 4.0f));
        MicaVec2 from = random_point(&seed, 4.0f);
        MicaSweep wb = at_rest(from.x, from.y, 0.3f);
        wb.c1 = v2(-wb.c0.x, -wb.c0.y);
        wa.angle1 += i % 2 == 0 ? 0.0f : 0.5f;
        wb.angle1 += i % 2 == 0 ? 0.0f : -0.7f;
        Sweep sa = {wa.localCenter, wa.c0, wa.c1, mica_rot(wa.angle0), wa.angle1 - wa.angle0};
        Sweep sb = {wb.localCenter, wb.c0, wb.c1, mica_rot(wb.angle0), wb.angle1 - wb.angle0};
        MicaTimeOfImpact toi = toi_compute(&ga, &sa, &gb, &sb, 0.5f * LINEAR_SLOP, 1.0f);
        bool hit = toi.state == MICA_TOI_HIT || toi.state == MICA_TOI_FAILED;
        float fraction = toi.fraction;
        double start = distance_at(&a, &wa, &b, &wb, 0.0);
        if (start > 0.003 && hit) {
            CHECK_NEAR(distance_at(&a, &wa, &b, &wb, fraction), 0.0025, 1e-4);
            found++;
        } else if (start < -0.001) {
            CHECK(!hit);
        }
        // sweep_transform gives the place at the fraction.
        Transform t = sweep_transform(&sb, fraction);
        RefShape there = ref_shape(&b, t), expected = place(&b, &wb, fraction);
        CHECK_NEAR(there.points[0].x, expected.points[0].x, 1e-5);
        CHECK_NEAR(there.points[0].y, expected.points[0].y, 1e-5);
    }
    CHECK(found > 2000);
}

// The results of distance, casts and time of impact have this hash in every build.
TEST(same_bits_everywhere)
{
    uint32_t seed = 1357;
    uint64_t hash = 14695981039346656037ull;
    for (int i = 0; i < 5000; ++i) {
        MicaShape a = random_shape(&seed, 1.0f), b = random_shape(&seed, 1.0f);
        MicaTransform ta = random_transform(&seed, v2(0.0f, 0.0f), 3.0f);
        MicaTransform tb = random_transform(&seed, v2(0.0f, 0.0f), 3.0f);
        MicaSweep sa = at_rest(ta.p.x, ta.p.y, 0.5f), sb = at_rest(tb.p.x, tb.p.y, -1.0f);
        MicaVec2 displacement = v2(tb.p.x - 1.1f * ta.p.x, tb.p.y - 1.1f * ta.p.y);
        sa.c1 = v2(-ta.p.x, -ta.p.y);
        sb.angle1 = i % 2 == 0 ? sb.angle0 : 0.3f;
        MicaDistance distance = mica_distance(&a, ta, &b, tb);
        MicaCast ray = mica_ray_cast(&b, tb, ta.p, displacement),
                 cast = mica_shape_cast(&a, ta, displacement, &b, tb);
        MicaTimeOfImpact toi = mica_time_of_impact(&a, &sa, &b, &sb, 1.0f);
        hash_bytes(&hash, &distance, sizeof distance);
        hash_bytes(&hash, &ray.fraction, sizeof ray - offsetof(MicaCast, fraction));
        hash_bytes(&hash, &cast.fraction, sizeof cast - offsetof(MicaCast, fraction));
        hash_bytes(&hash, &toi, sizeof toi);
    }
    CHECK_EQ_HEX(hash, 0xe2d38916ea734f00);
}

TEST(bad_input_is_refused)
{
    MicaShape good, bad;
    mica_shape_circle(v2(0.0f, 0.0f), 0.5f, &good);
    MicaSweep a = at_rest(0.0f, 0.0f, 0.0f), b = at_rest(5.0f, 0.0f, 0.0f), w;
    b.c1.x = 0.0f;
    CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, &b, 1.0f).state, MICA_TOI_HIT);
    CHECK_EQ_INT(mica_time_of_impact(NULL, &a, &good, &b, 1.0f).state, MICA_TOI_INVALID);
    CHECK_EQ_INT(mica_time_of_impact(&good, NULL, &good, &b, 1.0f).state, MICA_TOI_INVALID);
    CHECK_EQ_INT(mica_time_of_impact(&good, &a, NULL, &b, 1.0f).state, MICA_TOI_INVALID);
    CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, NULL, 1.0f).state, MICA_TOI_INVALID);
    CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, &b, -0.1f).state, MICA_TOI_INVALID);
    CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, &b, 1.1f).state, MICA_TOI_INVALID);
    const float evil[3] = {NAN, INFINITY, 1e9f};
    for (int i = 0; i < 3; ++i) {
        CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, &b, evil[i]).state, MICA_TOI_INVALID);
        for (int k = 0; k < 8; ++k) {
            w = b;
            float *const fields[8] = {&w.localCenter.x, &w.localCenter.y, &w.c0.x,   &w.c0.y,
                                      &w.c1.x,          &w.c1.y,          &w.angle0, &w.angle1};
            *fields[k] = evil[i];
            CHECK_EQ_INT(mica_time_of_impact(&good, &a, &good, &w, 1.0f).state, MICA_TOI_INVALID);
            CHECK_EQ_INT(mica_time_of_impact(&good, &w, &good, &b, 1.0f).state, MICA_TOI_INVALID);
        }
        bad = good;
        bad.radius = evil[i];
        CHECK_EQ_INT(mica_time_of_impact(&bad, &a, &good, &b, 1.0f).state, MICA_TOI_INVALID);
    }
}
