// Checks the rings of an outline with holes, and joins them: each hole is connected to the rings before it
// by a bridge, an edge that the boundary then runs along twice, so that one boundary without holes
// is left (Eberly, "Triangulation by ear clipping", 2002). A ring is a cyclic list of nodes; a node
// stands at a point, and both ends of a bridge get a second node at the same point. Called by
// decompose.c; pure functions. The signs of areas are computed in double, where products of
// floats are exact.
#include "geometry.h"

// Sine of the angle by which the outline turns at b.
double turn_sine(Vec2 a, Vec2 b, Vec2 c)
{
    double l = (double)length(sub(b, a)) * (double)length(sub(c, b));
    return l > 0.0 ? signed_area2(a, b, c) / l : 0.0;
}

static bool opposite(double a, double b) { return (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0); }

void rings_link(Rings *rings, const Vec2 *points, const int32_t *counts, int32_t ringCount)
{
    rings->points = points;
    rings->counts = counts;
    rings->ringCount = ringCount;
    rings->nodeCount = 0;
    for (int32_t k = 0; k < ringCount; ++k) {
        int32_t first = rings->nodeCount, end = first + counts[k];
        for (int32_t i = first; i < end; ++i) {
            rings->point[i] = (int16_t)i;
            rings->next[i] = (int16_t)(i + 1 < end ? i + 1 : first);
            rings->before[i] = (int16_t)(i > first ? i - 1 : end - 1);
        }
        rings->nodeCount = end;
    }
}

// No two points may coincide, and none may lie on the line through its neighbours. *at becomes the
// point at fault.
static MicaError check_corners(const Rings *rings, int32_t *at)
{
    const Vec2 *p = rings->points;
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        for (int32_t j = i + 1; j < rings->nodeCount; ++j) {
            Vec2 d = sub(p[j], p[i]);
            if (dot(d, d) < MIN_SIZE * MIN_SIZE) {
                *at = j;
                return MICA_ERROR_REPEATED_POINT;
            }
        }
    }
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        *at = rings->next[i];
        Vec2 a = p[i], b = p[*at], c = p[rings->next[*at]];
        double s = turn_sine(a, b, c);
        if (s < 1e-4 && s > -1e-4) {
            return dot(sub(b, a), sub(c, b)) > 0.0f ? MICA_ERROR_COLLINEAR_POINTS
                                                    : MICA_ERROR_SELF_CROSSING;
        }
    }
    return MICA_ERROR_OK;
}

// The corners' box grown by `slack` holds no point of the edge c d.
static bool box_misses(Vec2 lower, Vec2 upper, Vec2 c, Vec2 d)
{
    return (c.x < lower.x && d.x < lower.x) || (c.x > upper.x && d.x > upper.x) ||
           (c.y < lower.y && d.y < lower.y) || (c.y > upper.y && d.y > upper.y);
}

// No two edges may cross, and no corner may lie on another edge. *at becomes the point at fault.
static MicaError check_edges(const Rings *rings, int32_t *at)
{
    const Vec2 *p = rings->points;
    const int16_t *next = rings->next;
    float unused, reach = 0.0f;
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        reach = max_f(reach, max_f(abs_f(p[i].x), abs_f(p[i].y)));
    }
    Vec2 slack = {2.0f * MIN_SIZE + 1e-6f * reach, 2.0f * MIN_SIZE + 1e-6f * reach};
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        Vec2 a = p[i], b = p[next[i]];
        Vec2 lower = sub((Vec2){min_f(a.x, b.x), min_f(a.y, b.y)}, slack),
             upper = add((Vec2){max_f(a.x, b.x), max_f(a.y, b.y)}, slack);
        for (int32_t j = 0; j < rings->nodeCount; ++j) {
            Vec2 c = p[j], d = p[next[j]];
            if (j == i || j == next[i] || box_misses(lower, upper, c, d)) {
                continue;
            }
            *at = j;
            if (segment_distance_squared(c, a, b, &unused) < MIN_SIZE * MIN_SIZE) {
                return MICA_ERROR_SELF_CROSSING;
            }
            if (next[j] != i && opposite(signed_area2(a, b, c), signed_area2(a, b, d)) &&
                opposite(signed_area2(c, d, a), signed_area2(c, d, b))) {
                return MICA_ERROR_SELF_CROSSING;
            }
        }
    }
    return MICA_ERROR_OK;
}

// Whether the ring that begins at node `first` contains q, which does not lie on it.
static bool ring_contains(const Rings *rings, int32_t first, Vec2 q)
{
    bool in = false;
    int32_t i = first;
    do {
        Vec2 a = rings->points[i], b = rings->points[rings->next[i]];
        if ((a.y > q.y) != (b.y > q.y) && (signed_area2(a, b, q) > 0.0) == (b.y > a.y)) {
            in = !in;
        }
        i = rings->next[i];
    } while (i != first);
    return in;
}

// Each hole lies inside the outline and outside all other holes. As no edges cross, a hole's first
// point tells. *at becomes the point at fault.
static MicaError check_holes(const Rings *rings, int32_t *at)
{
    int32_t hole = rings->counts[0];
    for (int32_t k = 1; k < rings->ringCount; hole += rings->counts[k++]) {
        int32_t other = 0;
        for (int32_t m = 0; m < rings->ringCount; other += rings->counts[m++]) {
            if (m != k && ring_contains(rings, other, rings->points[hole]) != (m == 0)) {
                *at = hole;
                return MICA_ERROR_HOLE_OUTSIDE;
            }
        }
    }
    return MICA_ERROR_OK;
}

MicaError rings_check(const Rings *rings, int32_t *at)
{
    MicaError error = check_corners(rings, at);
    if (error == MICA_ERROR_OK) {
        error = check_edges(rings, at);
    }
    return error == MICA_ERROR_OK ? check_holes(rings, at) : error;
}

void rings_orient(const Rings *rings, Vec2 *out)
{
    int32_t first = 0;
    for (int32_t k = 0; k < rings->ringCount; ++k) {
        const Vec2 *p = rings->points + first;
        int32_t count = rings->counts[k];
        double area = 0.0;
        for (int32_t i = 1; i + 1 < count; ++i) {
            area += signed_area2(p[0], p[i], p[i + 1]);
        }
        bool keeps = (area > 0.0) == (k == 0);
        for (int32_t i = 0; i < count; ++i) {
            out[first + i] = p[keeps ? i : count - 1 - i];
        }
        first += count;
    }
}

// Whether q lies strictly inside the corner at a node, on the left of the edges before and after.
static bool corner_contains(const Rings *rings, int32_t node, Vec2 q)
{
    Vec2 a = rings_at(rings, rings->before[node]), b = rings_at(rings, node),
         c = rings_at(rings, rings->next[node]);
    bool leftOfIn = signed_area2(a, b, q) > 0.0, leftOfOut = signed_area2(b, c, q) > 0.0;
    return signed_area2(a, b, c) > 0.0 ? leftOfIn && leftOfOut : leftOfIn || leftOfOut;
}

// Whether the segments a b and c d share a point.
static bool segments_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    if (box_misses((Vec2){min_f(a.x, b.x), min_f(a.y, b.y)},
                   (Vec2){max_f(a.x, b.x), max_f(a.y, b.y)}, c, d)) {
        return false;
    }
    double sideC = signed_area2(a, b, c), sideD = signed_area2(a, b, d),
           sideA = signed_area2(c, d, a), sideB = signed_area2(c, d, b);
    return !((sideC > 0.0 && sideD > 0.0) || (sideC < 0.0 && sideD < 0.0) ||
             (sideA > 0.0 && sideB > 0.0) || (sideA < 0.0 && sideB < 0.0));
}

// Whether the segment between the points p and q meets no edge and no bridge but at its ends. What
// touches it at a point in between is met by an edge that ends at neither p nor q.
static bool points_see_each_other(const Rings *rings, int32_t p, int32_t q)
{
    const Vec2 *points = rings->points;
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        int32_t from = rings->point[i], to = rings->point[rings->next[i]];
        if (from != p && from != q && to != p && to != q &&
            segments_meet(points[p], points[q], points[from], points[to])) {
            return false;
        }
    }
    return true;
}

// The nearest node of the joined boundary that the point m sees, or -1.
static int32_t nearest_visible_node(const Rings *rings, int32_t m)
{
    Vec2 q = rings->points[m];
    float minimum = 0.0f;
    int32_t best = -1, node = 0;
    do {
        Vec2 d = sub(rings_at(rings, node), q);
        if ((best < 0 || dot(d, d) < minimum) && corner_contains(rings, node, q) &&
            points_see_each_other(rings, m, rings->point[node])) {
            minimum = dot(d, d);
            best = node;
        }
        node = rings->next[node];
    } while (node != 0);
    return best;
}

static void link_nodes(Rings *rings, int32_t from, int32_t to)
{
    rings->next[from] = (int16_t)to;
    rings->before[to] = (int16_t)from;
}

// The rightmost point of a hole, of several the lowest.
static int32_t rightmost_point(const Rings *rings, int32_t first, int32_t count)
{
    const Vec2 *p = rings->points;
    int32_t best = first;
    for (int32_t i = first + 1; i < first + count; ++i) {
        if (p[i].x > p[best].x || (p[i].x == p[best].x && p[i].y < p[best].y)) {
            best = i;
        }
    }
    return best;
}

// The hole with the rightmost point beyond `last`, in the order right to left and then upwards: the
// next one that sees a node of the joined boundary. -1 if there is none.
static int32_t next_hole(const Rings *rings, int32_t last)
{
    const Vec2 *p = rings->points;
    int32_t best = -1, first = rings->counts[0];
    for (int32_t k = 1; k < rings->ringCount; first += rings->counts[k++]) {
        int32_t m = rightmost_point(rings, first, rings->counts[k]);
        bool after = last < 0 || p[m].x < p[last].x || (p[m].x == p[last].x && p[m].y > p[last].y);
        if (after &&
            (best < 0 || p[m].x > p[best].x || (p[m].x == p[best].x && p[m].y < p[best].y))) {
            best = m;
        }
    }
    return best;
}

bool rings_join(Rings *rings)
{
    int32_t m = -1;
    for (int32_t k = 1; k < rings->ringCount; ++k) {
        m = next_hole(rings, m);
        int32_t node = nearest_visible_node(rings, m);
        if (node < 0) {
            return false;
        }
        // The boundary runs from the node to m, round the hole to a second node at m, and back to a
        // second node at the first point.
        int32_t endOfHole = rings->nodeCount++, endOfBridge = rings->nodeCount++;
        rings->point[endOfHole] = (int16_t)m;
        rings->point[endOfBridge] = rings->point[node];
        link_nodes(rings, endOfBridge, rings->next[node]);
        link_nodes(rings, rings->before[m], endOfHole);
        link_nodes(rings, endOfHole, endOfBridge);
        link_nodes(rings, node, m);
    }
    return true;
}
