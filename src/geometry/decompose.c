// Cuts an outline with holes, concave or not, into convex polygons of at most eight points. The holes are
// joined to the outline (rings.c). Ears are clipped off (Meisters, "Polygons have ears", 1975), the
// best-shaped first. Then the diagonals and the bridges to holes are removed, longest first,
// wherever the merged part is convex and small enough (Hertel and Mehlhorn, "Fast triangulation of
// simple polygons", 1983: at most four times the least possible number of parts). The signs of
// areas are computed in double, where products of floats are exact. Called by users while they
// make shapes; a pure function.
#include "geometry.h"

#define MAX_POINTS MICA_MAX_OUTLINE_POINTS
// Diagonals of a triangulation with so many nodes, and bridges: a hole has three points or more,
// and its bridge adds two nodes.
#define MAX_DIAGONALS (MAX_POINTS + MAX_POINTS / 5)

typedef struct Part {
    int16_t count, triangle;                  // a triangle whose union it is with others
    int16_t points[MICA_MAX_POLYGON_POINTS];  // indices into the points, counter-clockwise
} Part;

// An edge between two parts: a diagonal or a bridge.
typedef struct Diagonal {
    int16_t from, to;
    int16_t left, right;  // a triangle with the edge from -> to, and one with the edge to -> from
    float length;
} Diagonal;

// The state of one decomposition.
typedef struct Cutting {
    Rings rings;
    int32_t partCount, diagonalCount;
    int16_t diagonal[MAX_POINTS];  // the one that the edge from a node to the next is; else -1
    Part parts[MAX_POINTS];        // while ears are clipped, triangle i is part i
    Diagonal diagonals[MAX_DIAGONALS];
} Cutting;

// The nodes of the boundary that is left while ears are clipped.
typedef struct Clipping {
    float quality[MAX_POINTS];
    // The concave corners and those without a turn. A corner that is clipped or has become convex
    // is removed as soon as it is met.
    int16_t concave[MAX_POINTS];
    int32_t concaveCount;
} Clipping;

static double corner_area2(const Rings *rings, int32_t node)
{
    return signed_area2(rings_at(rings, rings->before[node]), rings_at(rings, node),
                        rings_at(rings, rings->next[node]));
}

// Whether p lies in the triangle a b c or on its edge.
static bool triangle_contains(Vec2 a, Vec2 b, Vec2 c, Vec2 p)
{
    return signed_area2(a, b, p) >= 0.0 && signed_area2(b, c, p) >= 0.0 &&
           signed_area2(c, a, p) >= 0.0;
}

// Quality of the ear at a node: twice its area over the square of its longest side. -1 if the
// corner is no ear: it is concave, or another point lies in its triangle. If one does, so does a
// concave corner: what reaches into the triangle turns back there. The second nodes of the
// triangle's own corners do not count: what reaches into it from there has a concave corner too.
static float ear_quality(const Rings *rings, const Clipping *clip, int16_t node)
{
    int16_t ia = rings->point[rings->before[node]], ib = rings->point[node],
            ic = rings->point[rings->next[node]];
    Vec2 a = rings->points[ia], b = rings->points[ib], c = rings->points[ic];
    double area = signed_area2(a, b, c);
    if (!(area > 0.0)) {
        return -1.0f;
    }
    Vec2 lower = {min_f(a.x, min_f(b.x, c.x)), min_f(a.y, min_f(b.y, c.y))},
         upper = {max_f(a.x, max_f(b.x, c.x)), max_f(a.y, max_f(b.y, c.y))};
    for (int32_t i = 0; i < clip->concaveCount; ++i) {
        int16_t ip = rings->point[clip->concave[i]];
        Vec2 p = rings->points[ip];
        if (p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y && ip != ia &&
            ip != ib && ip != ic && triangle_contains(a, b, c, p)) {
            return -1.0f;
        }
    }
    Vec2 ab = sub(b, a), bc = sub(c, b), ca = sub(a, c);
    return (float)area / max_f(dot(ab, ab), max_f(dot(bc, bc), dot(ca, ca)));
}

static void find_concave(const Rings *rings, Clipping *clip)
{
    clip->concaveCount = 0;
    for (int16_t i = 0; i < rings->nodeCount; ++i) {
        if (!(corner_area2(rings, i) > 0.0)) {
            clip->concave[clip->concaveCount++] = i;
        }
    }
}

// Removes a node from the concave ones if it is there and has become convex. Clipping an ear beside
// it makes no convex corner concave.
static void update_concave(const Rings *rings, Clipping *clip, int16_t node)
{
    if (!(corner_area2(rings, node) > 0.0)) {
        return;
    }
    for (int32_t i = 0; i < clip->concaveCount; ++i) {
        if (clip->concave[i] == node) {
            clip->concave[i] = clip->concave[--clip->concaveCount];
            return;
        }
    }
}

// Notes the bridges as diagonals. rings_join has added two nodes for each: where the way round the
// hole ends and where the way back over the bridge ends.
static void note_bridges(Cutting *cut)
{
    const Rings *rings = &cut->rings;
    int32_t bridges = rings->ringCount - 1;
    for (int32_t i = 0; i < rings->nodeCount; ++i) {
        cut->diagonal[i] = -1;
    }
    for (int32_t i = rings->nodeCount - 2 * bridges; i < rings->nodeCount; i += 2) {
        // The first node at a point has the point's index.
        int16_t m = rings->point[i], q = rings->point[i + 1];
        cut->diagonal[rings->before[m]] = cut->diagonal[rings->before[i + 1]] =
            (int16_t)cut->diagonalCount;
        cut->diagonals[cut->diagonalCount++] =
            (Diagonal){q, m, -1, -1, length(sub(rings->points[m], rings->points[q]))};
    }
}

// The edge from a node to the next is a side of a triangle.
static void note_side(Cutting *cut, int16_t node, int16_t triangle)
{
    if (cut->diagonal[node] >= 0) {
        Diagonal *d = &cut->diagonals[cut->diagonal[node]];
        *(cut->rings.point[node] == d->from ? &d->left : &d->right) = triangle;
    }
}

// Makes the triangle before, at and after a node a part.
static void add_triangle(Cutting *cut, int16_t node)
{
    const Rings *rings = &cut->rings;
    int16_t nodes[3] = {rings->before[node], node, rings->next[node]};
    int16_t triangle = (int16_t)cut->partCount++;
    Part *part = &cut->parts[triangle];
    *part = (Part){.count = 3, .triangle = triangle};
    for (int32_t i = 0; i < 3; ++i) {
        part->points[i] = rings->point[nodes[i]];
        if (i < 2 || rings->next[nodes[2]] == nodes[0]) {
            note_side(cut, nodes[i], triangle);
        }
    }
}

// Removes a node whose triangle, the last part, has been cut off. Returns the node before it.
static int16_t clip_node(Cutting *cut, int16_t node)
{
    Rings *rings = &cut->rings;
    int16_t a = rings->before[node], c = rings->next[node];
    cut->diagonal[a] = (int16_t)cut->diagonalCount;
    cut->diagonals[cut->diagonalCount++] =
        (Diagonal){rings->point[a], rings->point[c], -1, (int16_t)(cut->partCount - 1),
                   length(sub(rings_at(rings, c), rings_at(rings, a)))};
    rings->next[a] = c;
    rings->before[c] = a;
    return a;
}

// Cuts what the rings bound into triangles and notes the diagonals between them. False if no ear is
// found; a boundary that does not cross itself always has one.
static bool clip_ears(Cutting *cut)
{
    Rings *rings = &cut->rings;
    Clipping clip;
    find_concave(rings, &clip);
    for (int16_t i = 0; i < rings->nodeCount; ++i) {
        clip.quality[i] = ear_quality(rings, &clip, i);
    }
    int16_t first = 0;
    for (int32_t left = rings->nodeCount; left >= 3; --left) {
        int16_t best = first, i = first;
        for (int32_t k = 0; k < left; ++k, i = rings->next[i]) {
            best = clip.quality[i] > clip.quality[best] ? i : best;
        }
        if (clip.quality[best] < 0.0f) {
            return false;
        }
        add_triangle(cut, best);
        if (left == 3) {
            return true;
        }
        first = clip_node(cut, best);
        update_concave(rings, &clip, first);
        update_concave(rings, &clip, rings->next[first]);
        clip.quality[first] = ear_quality(rings, &clip, first);
        clip.quality[rings->next[first]] = ear_quality(rings, &clip, rings->next[first]);
    }
    return false;
}

static MicaError part_shape(const Cutting *cut, const Part *part, float radius, MicaShape *out)
{
    Vec2 points[MICA_MAX_POLYGON_POINTS];
    for (int32_t i = 0; i < part->count; ++i) {
        points[i] = cut->rings.points[part->points[i]];
    }
    return mica_shape_polygon(points, part->count, radius, out);
}

// The part that a triangle belongs to.
static int16_t part_of(int16_t *owner, int16_t triangle)
{
    while (owner[triangle] != triangle) {
        triangle = owner[triangle] = owner[owner[triangle]];
    }
    return triangle;
}

// The index in a part at which the edge from -> to starts, or -1 if merging has left out one of its ends.
static int32_t edge_start(const Part *p, int16_t from, int16_t to)
{
    for (int32_t j = 0; j < p->count; ++j) {
        if (p->points[j] == from && p->points[j + 1 < p->count ? j + 1 : 0] == to) {
            return j;
        }
    }
    return -1;
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
        const Vec2 *at = cut->rings.points;
        Vec2 p = at[points[i > 0 ? i - 1 : n - 1]], q = at[points[i]];
        Vec2 r = at[points[i + 1 < n ? i + 1 : 0]];
        double s = turn_sine(p, q, r);
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

// Sorts the diagonals, longest first; equal ones in the order they were made.
static void sort_diagonals(Cutting *cut)
{
    for (int32_t i = 1; i < cut->diagonalCount; ++i) {
        Diagonal d = cut->diagonals[i];
        int32_t j = i;
        for (; j > 0 && cut->diagonals[j - 1].length < d.length; --j) {
            cut->diagonals[j] = cut->diagonals[j - 1];
        }
        cut->diagonals[j] = d;
    }
}

// Removes diagonals wherever both parts can be merged.
static void remove_diagonals(Cutting *cut)
{
    // Of each triangle one that is nearer to the root of its part, and of each root where its part is.
    int16_t owner[MAX_POINTS], place[MAX_POINTS];
    for (int16_t i = 0; i < cut->partCount; ++i) {
        owner[i] = place[i] = i;
    }
    for (int32_t i = 0; i < cut->diagonalCount; ++i) {
        Diagonal d = cut->diagonals[i];
        int16_t left = part_of(owner, d.left), right = part_of(owner, d.right);
        Part *a = &cut->parts[place[left]], *b = &cut->parts[place[right]], merged;
        int32_t startA = edge_start(a, d.from, d.to), startB = edge_start(b, d.to, d.from);
        if (a == b || startA < 0 || startB < 0 ||
            !merge_parts(cut, a, startA, b, startB, &merged)) {
            continue;
        }
        Part *lower = a < b ? a : b, *upper = a < b ? b : a;
        owner[upper->triangle] = merged.triangle = lower->triangle;
        *lower = merged;
        *upper = cut->parts[--cut->partCount];
        place[upper->triangle] = (int16_t)(upper - cut->parts);
    }
}

// Checks the arguments of mica_shape_decompose_rings but for pointers and capacity. *total becomes
// the number of points.
static inline MicaError check_arguments(const Vec2 *points, const int32_t *counts, int32_t rings,
                                        float radius)
{
    int32_t total = 0;
    for (int32_t k = 0; k < rings; ++k) {
        if (counts[k] < 3 || counts[k] > MAX_POINTS - total - 2 * k) {
            return MICA_ERROR_POINT_COUNT;
        }
        total += counts[k];
    }
    if (total == 0) {
        return MICA_ERROR_POINT_COUNT;
    }
    for (int32_t i = 0; i < total; ++i) {
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

MicaError mica_shape_decompose_rings(const MicaVec2 *points, const int32_t *counts, int32_t rings,
                                     float radius, MicaShape *out, int32_t capacity, int32_t *parts)
{
    if (points == NULL || counts == NULL || parts == NULL || (out == NULL && capacity > 0)) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = check_arguments(points, counts, rings, radius);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    Cutting cut;
    rings_link(&cut.rings, points, counts, rings);
    int32_t at = 0;
    error = rings_check(&cut.rings, &at);
    if (error != MICA_ERROR_OK) {
        *parts = at;
        return error;
    }
    Vec2 oriented[MAX_POINTS];
    rings_orient(&cut.rings, oriented);
    cut.rings.points = oriented;
    if (!rings_join(&cut.rings)) {
        return MICA_ERROR_SELF_CROSSING;
    }
    cut.partCount = cut.diagonalCount = 0;
    note_bridges(&cut);
    if (!clip_ears(&cut)) {
        return MICA_ERROR_SELF_CROSSING;
    }
    sort_diagonals(&cut);
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

MicaError mica_shape_decompose(const MicaVec2 *points, int32_t count, float radius, MicaShape *out,
                               int32_t capacity, int32_t *parts)
{
    return mica_shape_decompose_rings(points, &count, 1, radius, out, capacity, parts);
}
