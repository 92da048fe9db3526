// The convex hull of a cloud of points as a polygon shape. Andrew's monotone chain, in double so
// that every turn is decided rightly, then the corners that a shape cannot hold are dropped, least
// area first (Visvalingam and Whyatt). Called by the user while making shapes; pure geometry.
#include "geometry.h"

static double turn(Vec2 a, Vec2 b, Vec2 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static bool comes_before(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Heapsort: no worst case, nothing allocated.
static void sort_points(Vec2 *p, int32_t count)
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
            if (child + 1 < end && comes_before(p[child], p[child + 1])) {
                child += 1;
            }
            if (!comes_before(p[root], p[child])) {
                break;
            }
            Vec2 t = p[root];
            p[root] = p[child];
            p[child] = t;
            root = child;
        }
    }
}

// Counter-clockwise, without collinear or repeated points. `out` has room for count + 1.
static int32_t monotone_chain(const Vec2 *sorted, int32_t count, Vec2 *out)
{
    int32_t n = 0, base = 0;
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < count; ++i) {
            Vec2 p = sorted[pass == 0 ? i : count - 1 - i];
            while (n >= base + 2 && !(turn(out[n - 2], out[n - 1], p) > 0.0)) {
                n -= 1;
            }
            if (n == base || out[n - 1].x != p.x || out[n - 1].y != p.y) {
                out[n++] = p;
            }
        }
        n -= 1;  // the end of one chain is the start of the other
        base = n;
    }
    return n;
}

// A corner that mica_shape_polygon would refuse: too near the next one, or hardly off the line of
// its neighbours.
static bool too_weak(Vec2 before, Vec2 p, Vec2 after, float reach)
{
    float base = length(sub(after, before)),
          side = min_f(length(sub(p, before)), length(sub(after, p)));
    return side < 2.0f * MIN_SIZE || turn(before, p, after) < 4e-5 * (double)reach * (double)base;
}

static void reduce(Vec2 *p, int32_t *count)
{
    float reach = 0.0f;
    for (int32_t i = 0; i < *count; ++i) {
        reach = max_f(reach, length(sub(p[i], p[0])));
    }
    while (*count > 3) {
        double least = 1e300;
        int32_t weakest = -1;
        for (int32_t i = 0; i < *count; ++i) {
            Vec2 before = p[i > 0 ? i - 1 : *count - 1], after = p[i + 1 < *count ? i + 1 : 0];
            double area = turn(before, p[i], after);
            bool weak = too_weak(before, p[i], after, reach);
            if ((weak || *count > MICA_MAX_POLYGON_POINTS) && area < least) {
                least = area;
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
    sort_points(sorted, count);
    int32_t n = monotone_chain(sorted, count, hull);
    if (n < 3) {
        return MICA_ERROR_DEGENERATE_POLYGON;
    }
    reduce(hull, &n);
    return mica_shape_polygon(hull, n, radius, out);
}
