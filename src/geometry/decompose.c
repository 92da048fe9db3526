// A simple outline, concave or not, cut into convex polygons of at most eight points. Ears are
// clipped, the roundest first, and then the diagonals are taken out again, longest first, wherever
// what remains is convex and small enough (Hertel and Mehlhorn: at most four times as many parts as
// can be). Signs of areas are decided in double, where the products of floats are all but exact.
// Called by the user while making shapes; pure geometry.
#include "geometry.h"

#define MAX_POINTS MICA_MAX_OUTLINE_POINTS

typedef struct Part {
    int32_t count;
    int16_t points[MICA_MAX_POLYGON_POINTS];  // indices into the outline, counter-clockwise
} Part;

typedef struct Diagonal {
    int16_t from, to;
    float length;
} Diagonal;

typedef struct Cutting {
    const Vec2 *points;
    int32_t count, partCount, diagonalCount;
    Part parts[MAX_POINTS];
    Diagonal diagonals[MAX_POINTS];
} Cutting;

// Twice the area of a triangle, positive if counter-clockwise.
static double turn(Vec2 a, Vec2 b, Vec2 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static double sine(Vec2 a, Vec2 b, Vec2 c)
{
    double l = (double)length(sub(b, a)) * (double)length(sub(c, b));
    return l > 0.0 ? turn(a, b, c) / l : 0.0;
}

static bool opposite(double a, double b) { return (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0); }

// Each side against every other: none may cross, no corner may lie on another side. *at is the
// point at fault.
static MicaError check_outline(const Vec2 *p, int32_t n, int32_t *at)
{
    float unused;
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t j = i + 1; j < n; ++j) {
            Vec2 d = sub(p[j], p[i]);
            if (dot(d, d) < MIN_SIZE * MIN_SIZE) {
                *at = j;
                return MICA_ERROR_REPEATED_POINT;
            }
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        Vec2 a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        *at = (i + 1) % n;
        if (sine(a, b, c) < 1e-4 && sine(a, b, c) > -1e-4) {
            return dot(sub(b, a), sub(c, b)) > 0.0f ? MICA_ERROR_COLLINEAR_POINTS
                                                    : MICA_ERROR_SELF_CROSSING;
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        Vec2 a = p[i], b = p[(i + 1) % n];
        for (int32_t j = 0; j < n; ++j) {
            if (j == i || j == (i + 1) % n) {
                continue;
            }
            Vec2 c = p[j], d = p[(j + 1) % n];
            *at = j;
            if (segment_distance_squared(c, a, b, &unused) < MIN_SIZE * MIN_SIZE) {
                return MICA_ERROR_SELF_CROSSING;
            }
            if ((j + 1) % n != i && opposite(turn(a, b, c), turn(a, b, d)) &&
                opposite(turn(c, d, a), turn(c, d, b))) {
                return MICA_ERROR_SELF_CROSSING;
            }
        }
    }
    return MICA_ERROR_OK;
}

// How round the ear at b is, or -1 if it is none: a corner that bends in, or one with another point
// in its triangle.
static float ear(const Cutting *cut, const int16_t *next, int16_t ia, int16_t ib, int16_t ic)
{
    Vec2 a = cut->points[ia], b = cut->points[ib], c = cut->points[ic];
    double area = turn(a, b, c);
    if (!(area > 0.0)) {
        return -1.0f;
    }
    for (int16_t i = next[ic]; i != ia; i = next[i]) {
        Vec2 p = cut->points[i];
        if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) {
            return -1.0f;
        }
    }
    Vec2 ab = sub(b, a), bc = sub(c, b), ca = sub(a, c);
    return (float)area / max_f(dot(ab, ab), max_f(dot(bc, bc), dot(ca, ca)));
}

// Triangles and the diagonals between them. False if no ear is found, which a simple outline always
// has.
static bool clip_ears(Cutting *cut)
{
    int16_t next[MAX_POINTS], before[MAX_POINTS];
    float round[MAX_POINTS];
    int32_t n = cut->count;
    for (int32_t i = 0; i < n; ++i) {
        next[i] = (int16_t)(i + 1 < n ? i + 1 : 0);
        before[i] = (int16_t)(i > 0 ? i - 1 : n - 1);
    }
    for (int16_t i = 0; i < n; ++i) {
        round[i] = ear(cut, next, before[i], i, next[i]);
    }
    int16_t first = 0;
    for (int32_t left = n; left >= 3; --left) {
        int16_t best = first, i = first;
        for (int32_t k = 0; k < left; ++k, i = next[i]) {
            best = round[i] > round[best] ? i : best;
        }
        if (round[best] < 0.0f) {
            return false;
        }
        int16_t a = before[best], c = next[best];
        Part *part = &cut->parts[cut->partCount++];
        *part = (Part){.count = 3, .points = {a, best, c}};
        if (left == 3) {
            return true;
        }
        cut->diagonals[cut->diagonalCount++] =
            (Diagonal){a, c, length(sub(cut->points[c], cut->points[a]))};
        next[a] = c;
        before[c] = a;
        first = a;
        round[a] = ear(cut, next, before[a], a, c);
        round[c] = ear(cut, next, a, c, next[c]);
    }
    return false;
}

static MicaError build(const Cutting *cut, const Part *part, float radius, MicaShape *out)
{
    Vec2 points[MICA_MAX_POLYGON_POINTS];
    for (int32_t i = 0; i < part->count; ++i) {
        points[i] = cut->points[part->points[i]];
    }
    return mica_shape_polygon(points, part->count, radius, out);
}

// The part with the side from -> to, and where in it that side starts.
static Part *part_with_side(Cutting *cut, int16_t from, int16_t to, int32_t *start)
{
    for (int32_t i = 0; i < cut->partCount; ++i) {
        Part *p = &cut->parts[i];
        for (int32_t j = 0; j < p->count; ++j) {
            if (p->points[j] == from && p->points[j + 1 < p->count ? j + 1 : 0] == to) {
                *start = j;
                return p;
            }
        }
    }
    return NULL;
}

// Both parts without the side between them. A point that then lies on a straight side is left out.
static bool merge(const Cutting *cut, const Part *a, int32_t startA, const Part *b, int32_t startB,
                  Part *out)
{
    int16_t points[2 * MICA_MAX_POLYGON_POINTS];
    int32_t n = 0;
    for (int32_t i = 1; i <= a->count; ++i) {  // from the side's end round to its start
        points[n++] = a->points[(startA + i) % a->count];
    }
    for (int32_t i = 2; i < b->count; ++i) {
        points[n++] = b->points[(startB + i) % b->count];
    }
    out->count = 0;
    for (int32_t i = 0; i < n; ++i) {
        Vec2 p = cut->points[points[i > 0 ? i - 1 : n - 1]], q = cut->points[points[i]];
        Vec2 r = cut->points[points[i + 1 < n ? i + 1 : 0]];
        double s = sine(p, q, r);
        if (s < -1e-6) {
            return false;
        }
        if (s > 1e-6) {
            if (out->count == MICA_MAX_POLYGON_POINTS) {
                return false;
            }
            out->points[out->count++] = points[i];
        }
    }
    MicaShape made;
    return out->count >= 3 && build(cut, out, 0.0f, &made) == MICA_ERROR_OK;
}

static void take_out_diagonals(Cutting *cut)
{
    // Longest first; equal ones in the order they were made.
    for (int32_t i = 1; i < cut->diagonalCount; ++i) {
        Diagonal d = cut->diagonals[i];
        int32_t j = i;
        for (; j > 0 && cut->diagonals[j - 1].length < d.length; --j) {
            cut->diagonals[j] = cut->diagonals[j - 1];
        }
        cut->diagonals[j] = d;
    }
    for (int32_t i = 0; i < cut->diagonalCount; ++i) {
        Diagonal d = cut->diagonals[i];
        int32_t startA = 0, startB = 0;
        Part *a = part_with_side(cut, d.from, d.to, &startA),
             *b = part_with_side(cut, d.to, d.from, &startB), merged;
        if (a != NULL && b != NULL && merge(cut, a, startA, b, startB, &merged)) {
            *(a < b ? a : b) = merged;
            *(a < b ? b : a) = cut->parts[--cut->partCount];
        }
    }
}

MicaError mica_shape_decompose(const MicaVec2 *points, int32_t count, float radius, MicaShape *out,
                               int32_t capacity, int32_t *parts)
{
    if (points == NULL || parts == NULL || (out == NULL && capacity > 0)) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (count < 3 || count > MAX_POINTS) {
        return MICA_ERROR_POINT_COUNT;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!vec_within(points[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!vec_within(points[i], MAX_COORDINATE)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    if (radius != 0.0f && !(radius >= MIN_SIZE && radius <= MAX_SIZE)) {
        return within(radius, 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE;
    }
    int32_t at = 0;
    MicaError error = check_outline(points, count, &at);
    if (error != MICA_ERROR_OK) {
        *parts = at;
        return error;
    }
    double area = 0.0;
    for (int32_t i = 1; i + 1 < count; ++i) {
        area += turn(points[0], points[i], points[i + 1]);
    }
    Vec2 forward[MAX_POINTS];
    for (int32_t i = 0; i < count; ++i) {
        forward[i] = points[area > 0.0 ? i : count - 1 - i];
    }
    Cutting cut;
    cut.points = forward;
    cut.count = count;
    cut.partCount = cut.diagonalCount = 0;
    if (!clip_ears(&cut)) {
        return MICA_ERROR_SELF_CROSSING;
    }
    take_out_diagonals(&cut);

    // Slivers too thin to be a shape are left out; how many remain is known only after trying.
    MicaShape made;
    int32_t total = 0;
    for (int32_t i = 0; i < cut.partCount; ++i) {
        error = build(&cut, &cut.parts[i], radius, &made);
        if (error == MICA_ERROR_OK) {
            cut.parts[total++] = cut.parts[i];
        } else if (error == MICA_ERROR_OUT_OF_RANGE) {
            return error;
        }
    }
    if (total == 0) {
        return MICA_ERROR_DEGENERATE_POLYGON;
    }
    *parts = total;
    if (total > capacity) {
        return MICA_ERROR_BUFFER_TOO_SMALL;
    }
    for (int32_t i = 0; i < total; ++i) {
        build(&cut, &cut.parts[i], radius, &out[i]);
    }
    return MICA_ERROR_OK;
}
