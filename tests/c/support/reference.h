// Geometry in double precision by the plainest means there are, for tests to compare with: shapes
// as lists of world points and a radius, distance by the hull of all differences, rays edge by edge
// and arc by arc. It shares no code with the library. Also the random shapes and places the tests
// draw from.
#pragma once

#include "mica.h"
#include "test.h"

typedef struct RefVec {
    double x, y;
} RefVec;

typedef struct RefShape {
    int count;
    double radius;
    RefVec points[MICA_MAX_POLYGON_POINTS];
} RefShape;

static inline RefVec ref_sub(RefVec a, RefVec b) { return (RefVec){a.x - b.x, a.y - b.y}; }
static inline double ref_dot(RefVec a, RefVec b) { return a.x * b.x + a.y * b.y; }
static inline double ref_cross(RefVec a, RefVec b) { return a.x * b.y - a.y * b.x; }

// The shape turned by angle about `center` (its own space), which lies at `place` in the world.
static inline RefShape ref_place(const MicaShape *s, MicaVec2 center, double angle, RefVec place)
{
    RefShape out = {.count = s->count, .radius = (double)s->radius};
    double c = cos(angle), n = sin(angle);
    for (int i = 0; i < s->count; ++i) {
        double x = (double)s->points[i].x - (double)center.x,
               y = (double)s->points[i].y - (double)center.y;
        out.points[i] = (RefVec){place.x + c * x - n * y, place.y + n * x + c * y};
    }
    return out;
}

static inline RefShape ref_shape(const MicaShape *s, MicaTransform t)
{
    RefVec place = {(double)t.p.x, (double)t.p.y};
    return ref_place(s, (MicaVec2){0.0f, 0.0f}, atan2((double)t.q.s, (double)t.q.c), place);
}

static inline double ref_segment_distance(RefVec p, RefVec a, RefVec b)
{
    RefVec ab = ref_sub(b, a), ap = ref_sub(p, a);
    double ll = ref_dot(ab, ab), t = ll > 0.0 ? ref_dot(ap, ab) / ll : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    double dx = ap.x - t * ab.x, dy = ap.y - t * ab.y;
    return sqrt(dx * dx + dy * dy);
}

// Hull of n points, counter-clockwise, by Andrew's monotone chain. Sorts p.
static inline int ref_hull(RefVec *p, int n, RefVec *out)
{
    for (int i = 1; i < n; ++i) {
        RefVec v = p[i];
        int j = i;
        for (; j > 0 && (p[j - 1].x > v.x || (p[j - 1].x == v.x && p[j - 1].y > v.y)); --j) {
            p[j] = p[j - 1];
        }
        p[j] = v;
    }
    int k = 0;
    for (int pass = 0, base = 0; pass<2; ++pass, base = k> 0 ? --k : 0) {
        for (int i = 0; i < n; ++i) {
            RefVec v = p[pass == 0 ? i : n - 1 - i];
            while (k >= base + 2 &&
                   ref_cross(ref_sub(out[k - 1], out[k - 2]), ref_sub(v, out[k - 2])) <= 0.0) {
                --k;
            }
            out[k++] = v;
        }
    }
    return k > 0 ? k : 1;
}

// Signed distance of a point from a convex counter-clockwise outline; negative inside.
static inline double ref_outline_distance(RefVec p, const RefVec *v, int n)
{
    double outside = 1e300, inside = 1e300;
    bool in = n >= 3;
    for (int i = 0; i < n; ++i) {
        RefVec a = v[i], b = v[(i + 1) % n], e = ref_sub(b, a);
        double l = sqrt(ref_dot(e, e)), d = ref_segment_distance(p, a, b);
        outside = d < outside ? d : outside;
        double behind = l > 0.0 ? ref_cross(e, ref_sub(p, a)) / l : 1e300;
        in = in && behind >= 0.0;
        inside = behind < inside ? behind : inside;
    }
    return in ? -inside : outside;
}

// Signed distance between two shapes: of the origin from the hull of all differences of their
// points.
static inline double ref_distance(const RefShape *a, const RefShape *b)
{
    RefVec all[64], hull[130];
    int n = 0;
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->count; ++j) {
            all[n++] = ref_sub(a->points[i], b->points[j]);
        }
    }
    int k = ref_hull(all, n, hull);
    return ref_outline_distance((RefVec){0.0, 0.0}, hull, k) - a->radius - b->radius;
}

// Signed distance of a point from a shape's surface.
static inline double ref_point_distance(RefVec p, const RefShape *s)
{
    return ref_outline_distance(p, s->points, s->count) - s->radius;
}

// First fraction at which the ray o + t d, which starts outside, meets the shape; 2 if it does not.
static inline double ref_ray(const RefShape *s, RefVec o, RefVec d)
{
    double best = 2.0, dd = ref_dot(d, d);
    for (int i = 0; i < s->count; ++i) {
        RefVec a = s->points[i], w = ref_sub(o, a);
        double b = ref_dot(w, d), h = b * b - dd * (ref_dot(w, w) - s->radius * s->radius);
        if (h >= 0.0) {
            double t = (-b - sqrt(h)) / dd;
            best = t >= 0.0 && t < best ? t : best;
        }
        RefVec e = ref_sub(s->points[(i + 1) % s->count], a);
        double l = sqrt(ref_dot(e, e)), rate = l > 0.0 ? ref_cross(e, d) / l : 0.0;
        if (rate > 0.0) {  // goes in across this edge
            double t = (-s->radius - ref_cross(e, w) / l) / rate;
            double along = (ref_dot(w, e) + t * ref_dot(d, e)) / (l * l);
            best = t >= 0.0 && along >= 0.0 && along <= 1.0 && t < best ? t : best;
        }
    }
    return best;
}

// ------------------------------------------------------------------------------------ random cases

// One number after the other: the order in which a compiler evaluates a list is its own affair.
static inline MicaVec2 random_point(uint32_t *seed, float spread)
{
    float x = test_random_float(seed, -spread, spread),
          y = test_random_float(seed, -spread, spread);
    return (MicaVec2){x, y};
}

// A convex polygon: points on an ellipse at random angles, with a chance to be a plain box.
static inline MicaShape random_polygon(uint32_t *seed, float size, float radius)
{
    MicaShape s;
    for (;;) {
        float w = size * test_random_float(seed, 0.2f, 1.0f),
              h = size * test_random_float(seed, 0.2f, 1.0f);
        MicaVec2 center = random_point(seed, size);
        if (test_random(seed) % 3 == 0) {
            if (mica_shape_box(center, w, h, test_random_float(seed, -4.0f, 4.0f), radius, &s) ==
                MICA_ERROR_OK) {
                return s;
            }
            continue;
        }
        int count = 3 + (int)(test_random(seed) % 6);
        MicaVec2 points[8];
        for (int i = 0; i < count; ++i) {
            MicaRot q = mica_rot(6.2831853f * ((float)i + test_random_float(seed, 0.0f, 0.8f)) /
                                 (float)count);
            points[i] = (MicaVec2){center.x + w * q.c, center.y + h * q.s};
        }
        if (mica_shape_polygon(points, count, radius, &s) == MICA_ERROR_OK) {
            return s;
        }
    }
}

static inline MicaShape random_shape(uint32_t *seed, float size)
{
    MicaShape s;
    MicaVec2 a = random_point(seed, size), b = random_point(seed, size);
    float radius = size * test_random_float(seed, 0.05f, 0.6f);
    switch (test_random(seed) % 4) {
    case 0:
        mica_shape_circle(a, radius, &s);
        return s;
    case 1:
        if (mica_shape_capsule(a, b, radius, &s) == MICA_ERROR_OK) {
            return s;
        }
        mica_shape_circle(a, radius, &s);
        return s;
    case 2:
        return random_polygon(seed, size, radius);
    default:
        return random_polygon(seed, size, 0.0f);
    }
}

static inline MicaTransform random_transform(uint32_t *seed, MicaVec2 around, float spread)
{
    bool square = test_random(seed) % 8 == 0;
    float angle = square ? 1.57079633f * (float)(test_random(seed) % 4)
                         : test_random_float(seed, -4.0f, 4.0f);
    MicaVec2 p = random_point(seed, spread);
    return (MicaTransform){{around.x + p.x, around.y + p.y}, mica_rot(angle)};
}

// FNV-1a, to compare results bit by bit between builds.
static inline void hash_bytes(uint64_t *hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        *hash = (*hash ^ ((const uint8_t *)data)[i]) * 1099511628211ull;
    }
}
