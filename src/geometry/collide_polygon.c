// The manifold of a polygon against a polygon or a capsule, which counts as a polygon of two
// points. Separating axes (Gottschalk, "Separating axis theorem", 1996) are tested over the faces
// of both:
//     separation of face i = min over points p of the other of n_i · (p - p_i).
// The face with the greatest separation is the reference. The incident face, whose normal is most
// opposed, is clipped to the length of the reference face (Sutherland and Hodgman, 1974). The axis
// test handles four faces side by side, one point of the other shape at a time. Called by
// collide.c; pure functions.
#include "geometry.h"

void collide_slide_range(float low, float high, float span, float tilt, float depth,
                         LocalManifold *out)
{
    float before = high, after = span - low;
    // A corner of B exactly above an end of the edge is B's point and moves with it.
    if (low >= 0.0f) {
        before = min_f(before, low);
    } else {
        after = min_f(after, -low);
    }
    if (high <= span) {
        after = min_f(after, span - high);
    } else {
        before = min_f(before, high - span);
    }
    // With an end of A's edge as a contact point, the separation there changes as a tilted edge
    // slides.
    bool valid = (low > 0.0f && high < span) || tilt <= PARALLEL_EDGE_SINE * (high - low);
    // An edge of B beside A's edge has one point, and two as soon as it slides over it.
    bool over = min_f(high, span) > max_f(low, 0.0f);
    bool known = valid && over && out->count > 0 && depth < 0.5f * SPECULATIVE_DISTANCE;
    out->slideRange[0] = known ? before - SPECULATIVE_DISTANCE : 0.0f;
    out->slideRange[1] = known ? after - SPECULATIVE_DISTANCE : 0.0f;
}

// The greatest separation over the faces of `reference`, negative if the polygons overlap, and the
// first face that has it. Lanes past the last face repeat it and are never the first.
static inline float greatest_separation(const Polygon *reference, int32_t referenceCount,
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
        // A NaN becomes the lowest value.
        f4_argmax(f4_max(f4_sub(nearest, offset), lowest), group, &best, edge);
    }
    return f4_first(best);
}

// The incident face: argmin over faces i of n · n_i.
static inline int32_t incident_face(const Polygon *p, int32_t count, Vec2 n)
{
    const f4 nx = f4_splat(n.x), ny = f4_splat(n.y), maximum = f4_splat(3e38f);
    f4 best = maximum;
    int32_t face = 0;
    for (int32_t group = 0; group < count; group += 4) {
        f4 along = f4_add(f4_mul(nx, f4_load(p->nx + group)), f4_mul(ny, f4_load(p->ny + group)));
        f4_argmin(f4_min(along, maximum), group, &best, &face);
    }
    return face;
}

// The points and normals of a polygon under a transform.
static void transform_polygon(const Polygon *p, int32_t count, Transform t, Polygon *out)
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

// Where the cores are apart and a corner is nearest to a corner: one point on the line between the
// corners, with the exact distance of distance.c. False if the cores overlap.
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

// A feature names a contact point by both faces and an end of the overlap, counted along A's face:
// bits 4 and up hold the face of A, bits 1 to 3 that of B, bit 0 the end.
static inline uint32_t feature_make(int32_t faceA, int32_t faceB)
{
    return (uint32_t)faceA << 4 | (uint32_t)faceB << 1;
}

// The reference face and the incident face. In coordinates along u and n of the reference face,
// which runs from 0 to `span`, the incident face runs from (s2, h2) to (s1, h1) with s2 <= s1.
typedef struct FacePair {
    Vec2 origin, u, n;
    float span, s1, h1, s2, h2;
    uint32_t feature;
} FacePair;

static inline FacePair face_pair(const Polygon *reference, int32_t referenceCount, int32_t r1,
                                 const Polygon *incident, int32_t incidentCount, bool flip)
{
    FacePair f;
    f.n = vec(reference->nx[r1], reference->ny[r1]);
    int32_t i1 = incident_face(incident, incidentCount, f.n);
    int32_t r2 = r1 + 1 < referenceCount ? r1 + 1 : 0, i2 = i1 + 1 < incidentCount ? i1 + 1 : 0;
    Vec2 v1 = {reference->x[r1], reference->y[r1]}, v2 = {reference->x[r2], reference->y[r2]};
    Vec2 w1 = {incident->x[i1], incident->y[i1]}, w2 = {incident->x[i2], incident->y[i2]};
    f.feature = flip ? feature_make(i1, r1) : feature_make(r1, i1);
    f.origin = v1;
    f.u = left_perp(f.n);
    f.span = dot(sub(v2, v1), f.u);
    f.s1 = dot(sub(w1, v1), f.u);
    f.s2 = dot(sub(w2, v1), f.u);
    f.h1 = dot(sub(w1, v1), f.n);
    f.h2 = dot(sub(w2, v1), f.n);
    return f;
}

// If the polygons are apart, the separation of a face is their distance only if the nearest point
// of the incident shape lies above that face. True if it does not, and clipping the incident face
// would lose more than AXIS_BIAS of the nearness: then a corner may be nearest to a corner.
static inline bool clipping_loses_nearest(const FacePair *f, float separation)
{
    float nearest = separation > 0.0f ? (f->h1 < f->h2 ? f->s1 : f->s2) : 0.0f;
    if (!(nearest < 0.0f || nearest > f->span)) {
        return false;
    }
    float end = nearest < 0.0f ? 0.0f : f->span, width = max_f(f->s1 - f->s2, 1e-6f * METRE);
    float clipped = f->h2 + (f->h1 - f->h2) * clamp_f((end - f->s2) / width, 0.0f, 1.0f);
    bool past = f->s1 < 0.0f || f->s2 > f->span;  // no part of the incident face is above the other
    return past || clipped > separation + AXIS_BIAS;
}

// The manifold with face r1 of A, or of B if flip, as the reference; `separation` is that of the
// face.
static void clip_faces(const Geometry *a, const Geometry *b, const Polygon *moved,
                       Transform relative, float maxDistance, bool flip, int32_t r1,
                       float separation, LocalManifold *out)
{
    const Geometry *gr = flip ? b : a, *gi = flip ? a : b;
    float radiusR = gr->radius, radiusI = gi->radius;
    FacePair f = face_pair(flip ? moved : a->polygon, gr->count, r1, flip ? a->polygon : moved,
                           gi->count, flip);
    if (clipping_loses_nearest(&f, separation) &&
        corner_to_corner(a, b, relative, a->radius + b->radius + maxDistance, f.feature, out)) {
        return;
    }
    float low = max_f(f.s2, 0.0f), high = min_f(f.s1, f.span);
    float width = f.s1 - f.s2;
    out->normal = scale((float)(1 - 2 * flip), f.n);
    out->face = flip ? FACE_B : FACE_A;
    out->pointOnEdge = false;
    out->movesWithB = 0;
    for (int32_t i = 0; i < 2; ++i) {
        float s = i == 0 ? low : high;
        float h =
            width > 1e-6f * METRE ? f.h2 + (f.h1 - f.h2) * ((s - f.s2) / width) : min_f(f.h1, f.h2);
        h = clamp_f(h, min_f(f.h1, f.h2), max_f(f.h1, f.h2));
        float gap = h - radiusR - radiusI;
        if (gap > maxDistance) {
            continue;
        }
        LocalPoint *p = &out->points[out->count++];
        p->point = mul_add(mul_add(f.origin, s, f.u), 0.5f * (radiusR + h - radiusI), f.n);
        p->separation = gap;
        p->feature = f.feature | ((i == 0) != flip ? 0u : 1u);
        bool cornerOfB = !flip && s == (i == 0 ? f.s2 : f.s1);  // not an end of A's face
        out->pointOnEdge = out->count == 1 && cornerOfB;
        out->movesWithB |= (uint8_t)(cornerOfB << (out->count - 1));
        if (!(high > low)) {
            break;  // the incident face is seen end-on: one point
        }
    }
    out->slideRange[0] = out->slideRange[1] = 0.0f;
    if (!flip) {
        collide_slide_range(f.s2, f.s1, f.span, abs_f(f.h1 - f.h2), radiusR + radiusI - separation,
                            out);
    }
}

// B as a polygon in the space of A.
static void place_polygon(const Geometry *b, Transform relative, Polygon *moved)
{
    if (b->type == MICA_SHAPE_CAPSULE) {
        polygon_from_segment(transform(relative, b->a), transform(relative, b->b), moved);
    } else {
        transform_polygon(b->polygon, b->count, relative, moved);
    }
}

void collide_polygons(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out)
{
    Polygon moved;
    place_polygon(b, relative, &moved);
    float reach = a->radius + b->radius + maxDistance;
    out->normal = vec(0.0f, 0.0f);
    out->count = 0;
    out->gap = 0.0f;
    int32_t edgeA = 0, edgeB = 0;
    float separationA = greatest_separation(a->polygon, a->count, &moved, b->count, &edgeA);
    if (separationA > reach) {
        out->normal = vec(a->polygon->nx[edgeA], a->polygon->ny[edgeA]);
        out->gap = separationA - reach;
        return;
    }
    float separationB = greatest_separation(&moved, b->count, a->polygon, a->count, &edgeB);
    if (separationB > reach) {
        out->normal = vec(-moved.nx[edgeB], -moved.ny[edgeB]);
        out->gap = separationB - reach;
        return;
    }
    bool flip = separationB > separationA + AXIS_BIAS;
    clip_faces(a, b, &moved, relative, maxDistance, flip, flip ? edgeB : edgeA,
               flip ? separationB : separationA, out);
}

// The greatest separation over the faces that are not hidden and that the other shape, grown by
// `radius`, reaches in front of.
static float greatest_exposed_separation(const Polygon *reference, int32_t referenceCount,
                                         uint32_t hidden, const Polygon *other, int32_t otherCount,
                                         float radius, int32_t *edge)
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
    place_polygon(b, relative, &moved);
    out->count = 0;
    out->gap = 0.0f;
    int32_t edgeA = 0, edgeB = 0, unused = 0;
    float radii = a->radius + b->radius;
    float separationA =
        greatest_exposed_separation(a->polygon, a->count, hiddenA, &moved, b->count, radii, &edgeA);
    float separationB = hiddenB == ~0u
                            ? -3e38f
                            : greatest_exposed_separation(&moved, b->count, hiddenB, a->polygon,
                                                          a->count, radii, &edgeB);
    bool flip = separationB > separationA + AXIS_BIAS;
    float separation = flip ? separationB : separationA;
    // Shapes that are apart stay so: a hidden face that separates them must not be replaced by an
    // exposed face that does not.
    if (separation < -1e30f || separation > radii + maxDistance ||
        (separation < radii &&
         (greatest_separation(a->polygon, a->count, &moved, b->count, &unused) > radii ||
          greatest_separation(&moved, b->count, a->polygon, a->count, &unused) > radii))) {
        return;
    }
    clip_faces(a, b, &moved, relative, maxDistance, flip, flip ? edgeB : edgeA, separation, out);
}
