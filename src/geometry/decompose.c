// Cuts a simple outline, concave or not, into convex polygons of at most eight points. Ears are
// clipped off (Meisters, "Polygons have ears", 1975), the best-shaped first. Then the diagonals are
// removed, longest first, wherever the merged part is convex and small enough (Hertel and Mehlhorn,
// "Fast triangulation of simple polygons", 1983: at most four times the least possible number of
// parts). The signs of areas are computed in double, where products of floats are exact. Called by
// users while they make shapes; a pure function.
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

// The state of one decomposition.
typedef struct Cutting {
    const Vec2 *points;
    int32_t count, partCount, diagonalCount;
    Part parts[MAX_POINTS];
    Diagonal diagonals[MAX_POINTS];
} Cutting;

// Twice the area of a triangle, positive if counter-clockwise.
static double signed_area2(Vec2 a, Vec2 b, Vec2 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

// Sine of the angle by which the outline turns at b.
static double sine(Vec2 a, Vec2 b, Vec2 c)
{
    double l = (double)length(sub(b, a)) * (double)length(sub(c, b));
    return l > 0.0 ? signed_area2(a, b, c) / l : 0.0;
}

static bool opposite(double a, double b) { return (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0); }

// No two points of an outline may coincide, and none may lie on the line through its neighbours.
// *at becomes the point at fault.
static MicaError check_corners(const Vec2 *p, int32_t n, int32_t *at)
{
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
    return MICA_ERROR_OK;
}

// No two edges of an outline may cross, and no corner may lie on another edge. *at becomes the
// point at fault.
static MicaError check_edges(const Vec2 *p, int32_t n, int32_t *at)
{
    float unused;
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
            if ((j + 1) % n != i && opposite(signed_area2(a, b, c), signed_area2(a, b, d)) &&
                opposite(signed_area2(c, d, a), signed_area2(c, d, b))) {
                return MICA_ERROR_SELF_CROSSING;
            }
        }
    }
    return MICA_ERROR_OK;
}

// Quality of the ear at b: twice its area over the square of its longest side. -1 if the corner is
// no ear: it is concave, or another point lies in its triangle.
static float ear_quality(const Cutting *cut, const int16_t *next, int16_t ia, int16_t ib,
                         int16_t ic)
{
    Vec2 a = cut->points[ia], b = cut->points[ib], c = cut->points[ic];
    double area = signed_area2(a, b, c);
    if (!(area > 0.0)) {
        return -1.0f;
    }
    for (int16_t i = next[ic]; i != ia; i = next[i]) {
        Vec2 p = cut->points[i];
        if (signed_area2(a, b, p) >= 0.0 && signed_area2(b, c, p) >= 0.0 &&
            signed_area2(c, a, p) >= 0.0) {
            return -1.0f;
        }
    }
    Vec2 ab = sub(b, a), bc = sub(c, b), ca = sub(a, c);
    return (float)area / max_f(dot(ab, ab), max_f(dot(bc, bc), dot(ca, ca)));
}

// Cuts the outline into triangles and notes the diagonals between them. False if no ear is found; a
// simple outline always has one.
static bool clip_ears(Cutting *cut)
{
    int16_t next[MAX_POINTS], before[MAX_POINTS];
    float quality[MAX_POINTS];
    int32_t n = cut->count;
    for (int32_t i = 0; i < n; ++i) {
        next[i] = (int16_t)(i + 1 < n ? i + 1 : 0);
        before[i] = (int16_t)(i > 0 ? i - 1 : n - 1);
    }
    for (int16_t i = 0; i < n; ++i) {
        quality[i] = ear_quality(cut, next, before[i], i, next[i]);
    }
    int16_t first = 0;
    for (int32_t left = n; left >= 3; --left) {
        int16_t best = first, i = first;
        for (int32_t k = 0; k < left; ++k, i = next[i]) {
            best = quality[i] > quality[best] ? i : best;
        }
        if (quality[best] < 0.0f) {
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
        quality[a] = ear_quality(cut, next, before[a], a, c);
        quality[c] = ear_quality(cut, next, a, c, next[c]);
    }
    return false;
}

static MicaError part_shape(const Cutting *cut, const Part *part, float radius, MicaShape *out)
{
    Vec2 points[MICA_MAX_POLYGON_POINTS];
    for (int32_t i = 0; i < part->count; ++i) {
        points[i] = cut->points[part->points[i]];
    }
    return mica_shape_polygon(points, part->count, radius, out);
}

// The part with the edge from -> to; *start becomes the index in the part at which the edge starts.
static Part *part_with_edge(Cutting *cut, int16_t from, int16_t to, int32_t *start)
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

// Merges two parts across their common edge. Points that then lie on a straight edge are left out.
// False if the result is not convex or has too many points.
static bool merge_parts(const Cutting *cut, const Part *a, int32_t startA, const Part *b,
                        int32_t startB, Part *out)
{
    int16_t points[2 * MICA_MAX_POLYGON_POINTS];
    int32_t n = 0;
    for (int32_t i = 1; i <= a->count; ++i) {  // from the end of the common edge round to its start
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
    return out->count >= 3 && part_shape(cut, out, 0.0f, &made) == MICA_ERROR_OK;
}

// Removes diagonals wherever both parts can be merged.
static void remove_diagonals(Cutting *cut)
{
    // Insertion sort, longest first; equal ones in the order they were made.
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
        Part *a = part_with_edge(cut, d.from, d.to, &startA),
             *b = part_with_edge(cut, d.to, d.from, &startB), merged;
        if (a != NULL && b != NULL && merge_parts(cut, a, startA, b, startB, &merged)) {
            *(a < b ? a : b) = merged;
            *(a < b ? b : a) = cut->parts[--cut->partCount];
        }
    }
}

// Checks the arguments of mica_shape_decompose but for pointers and capacity.
static inline MicaError check_outline(const Vec2 *points, int32_t count, float radius)
{
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
    return MICA_ERROR_OK;
}

// The outline counter-clockwise.
static inline void orient_outline(const Vec2 *points, int32_t count, Vec2 *out)
{
    double area = 0.0;
    for (int32_t i = 1; i + 1 < count; ++i) {
        area += signed_area2(points[0], points[i], points[i + 1]);
    }
    for (int32_t i = 0; i < count; ++i) {
        out[i] = points[area > 0.0 ? i : count - 1 - i];
    }
}

// Leaves out slivers too thin to be a shape; only trying to make the shape tells. *total becomes
// the number of parts that remain.
static inline MicaError drop_slivers(Cutting *cut, float radius, int32_t *total)
{
    MicaShape made;
    *total = 0;
    for (int32_t i = 0; i < cut->partCount; ++i) {
        MicaError error = part_shape(cut, &cut->parts[i], radius, &made);
        if (error == MICA_ERROR_OK) {
            cut->parts[(*total)++] = cut->parts[i];
        } else if (error == MICA_ERROR_OUT_OF_RANGE) {
            return error;
        }
    }
    return *total > 0 ? MICA_ERROR_OK : MICA_ERROR_DEGENERATE_POLYGON;
}

MicaError mica_shape_decompose(const MicaVec2 *points, int32_t count, float radius, MicaShape *out,
                               int32_t capacity, int32_t *parts)
{
    if (points == NULL || parts == NULL || (out == NULL && capacity > 0)) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = check_outline(points, count, radius);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    int32_t at = 0;
    error = check_corners(points, count, &at);
    if (error == MICA_ERROR_OK) {
        error = check_edges(points, count, &at);
    }
    if (error != MICA_ERROR_OK) {
        *parts = at;
        return error;
    }
    Vec2 forward[MAX_POINTS];
    orient_outline(points, count, forward);
    Cutting cut;
    cut.points = forward;
    cut.count = count;
    cut.partCount = cut.diagonalCount = 0;
    if (!clip_ears(&cut)) {
        return MICA_ERROR_SELF_CROSSING;
    }
    remove_diagonals(&cut);
    int32_t total;
    error = drop_slivers(&cut, radius, &total);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    *parts = total;
    if (total > capacity) {
        return MICA_ERROR_BUFFER_TOO_SMALL;
    }
    for (int32_t i = 0; i < total; ++i) {
        part_shape(&cut, &cut.parts[i], radius, &out[i]);
    }
    return MICA_ERROR_OK;
}
