// Manifold of a polygon against a polygon or a capsule (taken as a polygon of two points):
// separating axes over the edges of both, then the incident edge clipped against the sides of the
// reference edge. The axis test runs over the reference's edges side by side, one of the other's
// points at a time, so that no horizontal operation is needed. Source of the scheme: Gottschalk's
// separating axis theorem; clipping after Sutherland and Hodgman.
#include "geometry.h"

// The edge of `reference` whose line is furthest from all points of `other`, and that distance
// (negative: overlap). Of equals the first: lanes past the last edge repeat it and are never that.
static inline float deepest_face(const Polygon *reference, int32_t referenceCount,
                                 const Polygon *other, int32_t otherCount, int32_t *edge)
{
    const f4 lowest = f4_splat(-3e38f);
    f4 best = lowest;
    for (int32_t group = 0; group < referenceCount; group += 4) {
        f4 nx = f4_load(reference->nx + group), ny = f4_load(reference->ny + group);
        f4 offset = f4_add(f4_mul(nx, f4_load(reference->x + group)),
                           f4_mul(ny, f4_load(reference->y + group)));
        f4 nearest = f4_splat(3e38f);
        for (int32_t j = 0; j < otherCount; ++j) {
            f4 d = f4_add(f4_mul(nx, f4_splat(other->x[j])), f4_mul(ny, f4_splat(other->y[j])));
            nearest = f4_min(d, nearest);
        }
        // What is no number is never the furthest.
        f4_argmax(f4_max(f4_sub(nearest, offset), lowest), group, &best, edge);
    }
    return f4_first(best);
}

// The edge whose normal points most against n.
static inline int32_t opposed_face(const Polygon *p, int32_t count, Vec2 n)
{
    const f4 nx = f4_splat(n.x), ny = f4_splat(n.y), most = f4_splat(3e38f);
    f4 best = most;
    int32_t face = 0;
    for (int32_t group = 0; group < count; group += 4) {
        f4 along = f4_add(f4_mul(nx, f4_load(p->nx + group)), f4_mul(ny, f4_load(p->ny + group)));
        f4_argmin(f4_min(along, most), group, &best, &face);
    }
    return face;
}

static void move_polygon(const Polygon *p, int32_t count, Transform t, Polygon *out)
{
    f4 c = f4_splat(t.q.c), s = f4_splat(t.q.s), px = f4_splat(t.p.x), py = f4_splat(t.p.y);
    for (int32_t group = 0; group < count; group += 4) {
        f4 x = f4_load(p->x + group), y = f4_load(p->y + group);
        f4_store(out->x + group, f4_add(f4_sub(f4_mul(c, x), f4_mul(s, y)), px));
        f4_store(out->y + group, f4_add(f4_add(f4_mul(s, x), f4_mul(c, y)), py));
        x = f4_load(p->nx + group);
        y = f4_load(p->ny + group);
        f4_store(out->nx + group, f4_sub(f4_mul(c, x), f4_mul(s, y)));
        f4_store(out->ny + group, f4_add(f4_mul(s, x), f4_mul(c, y)));
    }
}

void polygon_from_segment(Vec2 a, Vec2 b, Polygon *out)
{
    float l;
    Vec2 n = right_perp(normalize(sub(b, a), &l));
    for (int32_t i = 0; i < 4; ++i) {
        out->x[i] = i == 0 ? a.x : b.x;
        out->y[i] = i == 0 ? a.y : b.y;
        out->nx[i] = i == 0 ? n.x : -n.x;
        out->ny[i] = i == 0 ? n.y : -n.y;
    }
}

// Cores apart with a corner nearest a corner: one point along the line between them. False if they
// overlap. The distance comes from distance.c and is exact.
static bool corner_to_corner(const Geometry *a, const Geometry *b, Transform relative, float reach,
                             uint32_t feature, LocalManifold *out)
{
    Core coreA, local, coreB;
    Vec2 origin = {0.0f, 0.0f};
    core_from_geometry(a, origin, &coreA);
    core_from_geometry(b, origin, &local);
    core_place(&local, relative, &coreB);
    Nearest near;
    core_nearest(&coreA, &coreB, &near);
    if (near.distance <= 0.0f) {
        return false;
    }
    out->count = 0;
    out->normal = near.normal;
    if (near.distance > reach) {
        out->gap = near.distance - reach;
        return true;
    }
    out->count = 1;
    out->face = FACE_A;
    out->pointOnEdge = false;
    out->slideRange[0] = out->slideRange[1] = 0.0f;
    out->points[0].point =
        mul_add(near.pointA, 0.5f * (a->radius + near.distance - b->radius), near.normal);
    out->points[0].separation = near.distance - a->radius - b->radius;
    out->points[0].feature = feature;
    return true;
}

// The manifold with face r1 of A, or of B if flip, as the reference; `separation` along it.
static void clip_faces(const Geometry *a, const Geometry *b, const Polygon *moved,
                       Transform relative, float maxDistance, bool flip, int32_t r1,
                       float separation, LocalManifold *out)
{
    float reach = a->radius + b->radius + maxDistance;
    // The other shape's most opposed face is incident.
    const Polygon *reference = flip ? moved : a->polygon, *incident = flip ? a->polygon : moved;
    const Geometry *gr = flip ? b : a, *gi = flip ? a : b;
    int32_t referenceCount = gr->count, incidentCount = gi->count;
    float radiusR = gr->radius, radiusI = gi->radius;
    Vec2 n = {reference->nx[r1], reference->ny[r1]};
    int32_t i1 = opposed_face(incident, incidentCount, n);
    int32_t r2 = r1 + 1 < referenceCount ? r1 + 1 : 0, i2 = i1 + 1 < incidentCount ? i1 + 1 : 0;
    Vec2 v1 = {reference->x[r1], reference->y[r1]}, v2 = {reference->x[r2], reference->y[r2]};
    Vec2 w1 = {incident->x[i1], incident->y[i1]}, w2 = {incident->x[i2], incident->y[i2]};
    // Features are named by both edges and the end along A's edge, whichever side is the reference.
    uint32_t feature =
        flip ? (uint32_t)i1 << 4 | (uint32_t)r1 << 1 : (uint32_t)r1 << 4 | (uint32_t)i1 << 1;

    // Along the reference edge the incident edge runs from w2 (low) to w1 (high).
    Vec2 u = left_perp(n);
    float span = dot(sub(v2, v1), u);
    float s1 = dot(sub(w1, v1), u), s2 = dot(sub(w2, v1), u);
    float h1 = dot(sub(w1, v1), n), h2 = dot(sub(w2, v1), n);
    // Apart, the axis of a face tells the distance only if the incident shape's nearest point lies
    // over that face.
    float nearestS = separation > 0.0f ? (h1 < h2 ? s1 : s2) : 0.0f;
    if (nearestS < 0.0f || nearestS > span) {
        // Where the incident edge leaves the face's sides: how much of the nearness clipping would
        // lose.
        float end = nearestS < 0.0f ? 0.0f : span, width1 = max_f(s1 - s2, 1e-6f);
        float clipped = h2 + (h1 - h2) * clamp_f((end - s2) / width1, 0.0f, 1.0f);
        bool past = s1 < 0.0f || s2 > span;  // no part of it is above the face
        // Otherwise the cores are no further apart than that, and the face serves with its two
        // points.
        if ((past || clipped > separation + AXIS_BIAS) &&
            corner_to_corner(a, b, relative, reach, feature, out)) {
            return;
        }
    }
    float low = max_f(s2, 0.0f), high = min_f(s1, span);
    float width = s1 - s2;
    out->normal = scale((float)(1 - 2 * flip), n);
    out->face = flip ? FACE_B : FACE_A;
    out->pointOnEdge = false;
    out->movesWithB = 0;
    for (int32_t i = 0; i < 2; ++i) {
        float s = i == 0 ? low : high;
        float h = width > 1e-6f ? h2 + (h1 - h2) * ((s - s2) / width) : min_f(h1, h2);
        h = clamp_f(h, min_f(h1, h2), max_f(h1, h2));
        float gap = h - radiusR - radiusI;
        if (gap > maxDistance) {
            continue;
        }
        LocalPoint *p = &out->points[out->count++];
        p->point = mul_add(mul_add(v1, s, u), 0.5f * (radiusR + h - radiusI), n);
        p->separation = gap;
        p->feature = feature | ((i == 0) != flip ? 0u : 1u);
        // A corner of B alone, not where A's side ends.
        bool own = !flip && s == (i == 0 ? s2 : s1);
        out->pointOnEdge = out->count == 1 && own;
        out->movesWithB |= (uint8_t)(own << (out->count - 1));
        if (!(high > low)) {
            break;  // an edge seen end-on: one point
        }
    }
    out->slideRange[0] = out->slideRange[1] = 0.0f;
    if (!flip) {
        collide_slide_range(s2, s1, span, abs_f(h1 - h2), radiusR + radiusI - separation, out);
    }
}

static void move_other(const Geometry *b, Transform relative, Polygon *moved)
{
    if (b->type == MICA_SHAPE_CAPSULE) {
        polygon_from_segment(transform(relative, b->a), transform(relative, b->b), moved);
    } else {
        move_polygon(b->polygon, b->count, relative, moved);
    }
}

void collide_polygons(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out)
{
    Polygon moved;
    move_other(b, relative, &moved);
    float reach = a->radius + b->radius + maxDistance;
    out->normal = vec(0.0f, 0.0f);
    out->count = 0;
    out->gap = 0.0f;
    int32_t edgeA = 0, edgeB = 0;
    float separationA = deepest_face(a->polygon, a->count, &moved, b->count, &edgeA);
    if (separationA > reach) {
        out->normal = vec(a->polygon->nx[edgeA], a->polygon->ny[edgeA]);
        out->gap = separationA - reach;
        return;
    }
    float separationB = deepest_face(&moved, b->count, a->polygon, a->count, &edgeB);
    if (separationB > reach) {
        out->normal = vec(-moved.nx[edgeB], -moved.ny[edgeB]);
        out->gap = separationB - reach;
        return;
    }
    bool flip = separationB > separationA + AXIS_BIAS;
    clip_faces(a, b, &moved, relative, maxDistance, flip, flip ? edgeB : edgeA,
               flip ? separationB : separationA, out);
}

// Among the faces that are not hidden and do not have all of the other shape behind them, as
// deepest_face.
static float open_face(const Polygon *reference, int32_t referenceCount, uint32_t hidden,
                       const Polygon *other, int32_t otherCount, float radius, int32_t *edge)
{
    float best = -3e38f;
    for (int32_t i = 0; i < referenceCount; ++i) {
        float nearest = 3e38f, furthest = -3e38f;
        for (int32_t j = 0; j < otherCount; ++j) {
            float d = reference->nx[i] * (other->x[j] - reference->x[i]) +
                      reference->ny[i] * (other->y[j] - reference->y[i]);
            nearest = min_f(nearest, d);
            furthest = max_f(furthest, d);
        }
        if ((hidden >> i & 1u) == 0 && furthest + radius >= 0.0f && nearest > best) {
            best = nearest;
            *edge = i;
        }
    }
    return best;
}

void collide_polygons_exposed(const Geometry *a, const Geometry *b, Transform relative,
                              float maxDistance, uint32_t hiddenA, uint32_t hiddenB,
                              LocalManifold *out)
{
    Polygon moved;
    move_other(b, relative, &moved);
    out->count = 0;
    out->gap = 0.0f;
    int32_t edgeA = 0, edgeB = 0, unused = 0;
    float radii = a->radius + b->radius;
    float separationA = open_face(a->polygon, a->count, hiddenA, &moved, b->count, radii, &edgeA);
    float separationB =
        hiddenB == ~0u ? -3e38f
                       : open_face(&moved, b->count, hiddenB, a->polygon, a->count, radii, &edgeB);
    bool flip = separationB > separationA + AXIS_BIAS;
    float separation = flip ? separationB : separationA;
    // What is apart stays so: a covered face that keeps them apart must not give way to one that
    // does not.
    if (separation < -1e30f || separation > radii + maxDistance ||
        (separation < radii &&
         (deepest_face(a->polygon, a->count, &moved, b->count, &unused) > radii ||
          deepest_face(&moved, b->count, a->polygon, a->count, &unused) > radii))) {
        return;
    }
    clip_faces(a, b, &moved, relative, maxDistance, flip, flip ? edgeB : edgeA, separation, out);
}
