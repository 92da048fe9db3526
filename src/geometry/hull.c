// The convex hull of a set of points as a polygon shape: Andrew's monotone chain (Andrew, "Another
// efficient algorithm for convex hulls in two dimensions", 1979) in double precision, so that the
// sign of every turn is right. Corners that a shape cannot hold are then removed, least area first
// (Visvalingam and Whyatt, "Line generalisation by repeated elimination of points", 1993). Called
// by users while they make shapes; a pure function.
#include "geometry.h"

static bool hull_less(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Heapsort: n log n in the worst case too, and nothing allocated.
static void hull_sort(Vec2 *p, int32_t count)
{
    for (int32_t end = count, start = count / 2; end > 1;) {
        if (start > 0) {
            start -= 1;
        } else {
            end -= 1;
            Vec2 top = p[0];
            p[0] = p[end];
            p[end] = top;
        }
        int32_t root = start;
        for (int32_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
            if (child + 1 < end && hull_less(p[child], p[child + 1])) {
                child += 1;
            }
            if (!hull_less(p[root], p[child])) {
                break;
            }
            Vec2 t = p[root];
            p[root] = p[child];
            p[child] = t;
            root = child;
        }
    }
}

// Writes the hull counter-clockwise, without collinear or repeated points; `out` holds count + 1.
// Returns the number of its points.
static int32_t hull_monotone_chain(const Vec2 *sorted, int32_t count, Vec2 *out)
{
    int32_t n = 0, base = 0;
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < count; ++i) {
            Vec2 p = sorted[pass == 0 ? i : count - 1 - i];
            while (n >= base + 2 && !(signed_area2(out[n - 2], out[n - 1], p) > 0.0)) {
                n -= 1;
            }
            if (n == base || out[n - 1].x != p.x || out[n - 1].y != p.y) {
                out[n++] = p;
            }
        }
        n -= 1;  // the last point of one chain is the first of the other
        base = n;
    }
    return n;
}

// True for a corner p that mica_shape_polygon would refuse: too near a neighbour, or nearly on the
// line through both.
static bool hull_corner_is_weak(Vec2 before, Vec2 p, Vec2 after, float reach)
{
    float base = length(sub(after, before)),
          side = min_f(length(sub(p, before)), length(sub(after, p)));
    return side < 2.0f * MIN_SIZE ||
           signed_area2(before, p, after) < 4e-5 * (double)reach * (double)base;
}

// Removes weak corners, and others until at most eight are left; each time the one that takes the
// least area with it.
static void hull_reduce(Vec2 *p, int32_t *count)
{
    float reach = 0.0f;
    for (int32_t i = 0; i < *count; ++i) {
        reach = max_f(reach, length(sub(p[i], p[0])));
    }
    while (*count > 3) {
        double minimum = 1e300;
        int32_t weakest = -1;
        for (int32_t i = 0; i < *count; ++i) {
            Vec2 before = p[i > 0 ? i - 1 : *count - 1], after = p[i + 1 < *count ? i + 1 : 0];
            double area = signed_area2(before, p[i], after);
            bool weak = hull_corner_is_weak(before, p[i], after, reach);
            if ((weak || *count > MICA_MAX_POLYGON_POINTS) && area < minimum) {
                minimum = area;
                weakest = i;
            }
        }
        if (weakest < 0) {
            return;
        }
        *count -= 1;
        for (int32_t i = weakest; i < *count; ++i) {
            p[i] = p[i + 1];
        }
    }
}

MicaError mica_shape_hull(const MicaVec2 *points, int32_t count, float radius, MicaShape *out)
{
    if (points == NULL || out == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (count < 3 || count > MICA_MAX_OUTLINE_POINTS) {
        return MICA_ERROR_POINT_COUNT;
    }
    Vec2 sorted[MICA_MAX_OUTLINE_POINTS], hull[MICA_MAX_OUTLINE_POINTS + 1];
    for (int32_t i = 0; i < count; ++i) {
        if (!vec_within(points[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!vec_within(points[i], MAX_COORDINATE)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
        sorted[i] = points[i];
    }
    hull_sort(sorted, count);
    int32_t n = hull_monotone_chain(sorted, count, hull);
    if (n < 3) {
        return MICA_ERROR_DEGENERATE_POLYGON;
    }
    hull_reduce(hull, &n);
    return mica_shape_polygon(hull, n, radius, out);
}
