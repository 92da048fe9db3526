// Manifolds of two convex shapes: dispatch on the two types, all pairs with a circle, and two
// capsules. A polygon against a polygon or capsule is in collide_polygon.c. Reads two shapes and
// the transform of B relative to A, writes a manifold in the space of A. Called by the narrow
// phase, by queries and by mica_collide; pure functions.
#include "geometry.h"

// No points: the shapes are `gap` further apart than maxDistance.
static void set_none(Vec2 normal, float gap, LocalManifold *out)
{
    out->normal = normal;
    out->count = 0;
    out->gap = gap;
}

// One point, midway between the surfaces of a disc around p and a disc that lies `distance` from p
// along the normal.
static void set_one_point(Vec2 p, float radiusP, float radiusQ, Vec2 normal, float distance,
                          uint32_t feature, LocalManifold *out)
{
    out->normal = normal;
    out->count = 1;
    out->face = FACE_A;
    out->points[0].point = mul_add(p, 0.5f * (radiusP + distance - radiusQ), normal);
    out->points[0].separation = distance - radiusP - radiusQ;
    out->points[0].feature = feature;
    out->pointOnEdge = false;
    out->slideRange[0] = out->slideRange[1] = 0.0f;
}

// The point is that of a rounded shape on an edge of A, which extends by `before` and `after` to
// both sides of the point.
static void set_point_on_edge(float before, float after, LocalManifold *out)
{
    out->pointOnEdge = true;
    out->slideRange[0] = before;
    out->slideRange[1] = after;
    out->movesWithB = 1;
}

static void collide_discs(Vec2 p, float radiusP, Vec2 q, float radiusQ, float maxDistance,
                          uint32_t feature, LocalManifold *out)
{
    Vec2 d = sub(q, p);
    float reach = radiusP + radiusQ + maxDistance;
    float distance;
    Vec2 normal = normalize(d, &distance);
    if (distance > reach) {
        set_none(normal, distance - reach, out);
        return;
    }
    if (!(distance > 0.0f)) {
        normal = vec(0.0f, 1.0f);  // concentric: any direction will do
    }
    set_one_point(p, radiusP, radiusQ, normal, distance, feature, out);
}

static void collide_capsule_circle(const Geometry *a, const Geometry *b, Transform relative,
                                   float maxDistance, LocalManifold *out)
{
    Vec2 q = transform(relative, b->a);
    float t, d2 = segment_distance_squared(q, a->a, a->b, &t);
    if (d2 > 0.0f) {
        Vec2 p = lerp(a->a, a->b, t);
        collide_discs(p, a->radius, q, b->radius, maxDistance, 0, out);
        if (t > 0.0f && t < 1.0f && out->count > 0) {
            Vec2 u = left_perp(out->normal);
            float toA = dot(sub(a->a, p), u), toB = dot(sub(a->b, p), u);
            set_point_on_edge(max_f(-toA, -toB), max_f(toA, toB), out);
        }
        return;
    }
    // The circle's centre lies on the segment: push out on its right.
    float l;
    Vec2 side = right_perp(normalize(sub(a->b, a->a), &l));
    set_one_point(q, a->radius, b->radius, side, 0.0f, 0, out);
}

// The greatest signed distance of q in front of a face, max over faces i of n_i · (q - p_i), and
// the first face that has it.
static inline float deepest_face_to_point(const Polygon *p, int32_t count, Vec2 q, int32_t *face)
{
    const f4 x = f4_splat(q.x), y = f4_splat(q.y), lowest = f4_splat(-3e38f);
    f4 best = lowest;
    for (int32_t group = 0; group < count; group += 4) {
        f4 s = f4_add(f4_mul(f4_load(p->nx + group), f4_sub(x, f4_load(p->x + group))),
                      f4_mul(f4_load(p->ny + group), f4_sub(y, f4_load(p->y + group))));
        f4_argmax(f4_max(s, lowest), group, &best, face);
    }
    return f4_first(best);
}

// The same over the faces that are not hidden and that the disc of `radius` around q reaches in
// front of.
static float deepest_exposed_face_to_point(const Polygon *p, int32_t count, Vec2 q, uint32_t hidden,
                                           float radius, int32_t *face)
{
    float best = -3e38f;
    for (int32_t i = 0; i < count; ++i) {
        float s = p->nx[i] * (q.x - p->x[i]) + p->ny[i] * (q.y - p->y[i]);
        if (s > best && (hidden >> i & 1u) == 0 && s + radius >= 0.0f) {
            best = s;
            *face = i;
        }
    }
    return best;
}

static void collide_polygon_circle(const Geometry *a, const Geometry *b, Transform relative,
                                   float maxDistance, uint32_t hidden, LocalManifold *out)
{
    const Polygon *p = a->polygon;
    Vec2 q = transform(relative, b->a);
    int32_t edge = 0;
    float best = hidden == 0
                     ? deepest_face_to_point(p, a->count, q, &edge)
                     : deepest_exposed_face_to_point(p, a->count, q, hidden, b->radius, &edge);
    if (best < -1e30f || best - a->radius - b->radius > maxDistance) {
        set_none(vec(p->nx[edge], p->ny[edge]), best - a->radius - b->radius - maxDistance, out);
        return;
    }
    int32_t next = edge + 1 < a->count ? edge + 1 : 0;
    Vec2 v1 = {p->x[edge], p->y[edge]}, v2 = {p->x[next], p->y[next]},
         n = {p->nx[edge], p->ny[edge]};
    Vec2 axis = sub(v2, v1);
    if (best > 0.0f && dot(sub(q, v1), axis) < 0.0f) {
        collide_discs(v1, a->radius, q, b->radius, maxDistance, (uint32_t)edge, out);
    } else if (best > 0.0f && dot(sub(q, v2), axis) > 0.0f) {
        collide_discs(v2, a->radius, q, b->radius, maxDistance, (uint32_t)edge, out);
    } else {
        // Above the face, or inside the polygon: the normal of the nearest face.
        set_one_point(mul_add(q, -best, n), a->radius, b->radius, n, best, (uint32_t)edge, out);
        Vec2 u = left_perp(n);
        bool outside = best > 0.0f;  // inside, another face may become the nearest
        set_point_on_edge(outside ? dot(sub(q, v1), u) : 0.0f, outside ? dot(sub(v2, q), u) : 0.0f,
                          out);
    }
}

// The nearest points of two segments a0 a1 and b0 b1, as fractions of them (Ericson, "Real-Time
// Collision Detection", 2005, 5.1.9).
static void nearest_on_segments(Vec2 a0, Vec2 a1, Vec2 b0, Vec2 b1, float *fa, float *fb)
{
    Vec2 da = sub(a1, a0), db = sub(b1, b0), r = sub(a0, b0);
    float aa = dot(da, da), bb = dot(db, db), f = dot(db, r), c = dot(da, r), ab = dot(da, db);
    float denominator = aa * bb - ab * ab;
    float s =
        denominator > 1e-6f * aa * bb ? clamp_f((ab * f - c * bb) / denominator, 0.0f, 1.0f) : 0.0f;
    // Rounding leaves a segment that is 1e7 m away no length: its nearest point is its first.
    float t = bb > 0.0f ? (ab * s + f) / bb : -1.0f;
    if (t < 0.0f) {
        t = 0.0f;
        s = clamp_f(-c / aa, 0.0f, 1.0f);
    } else if (t > 1.0f) {
        t = 1.0f;
        s = clamp_f((ab - c) / aa, 0.0f, 1.0f);
    }
    *fa = s;
    *fb = t;
}

// The manifold of segment b clipped to the length of segment a, with the normal of a that points to
// b. Features do not change if the shapes swap roles (`flip`). `distance` is that of the segments.
// False if the segments hardly overlap along a, or if clipping would lose their nearest points.
static bool clip_segments(Vec2 a0, Vec2 a1, float radiusA, Vec2 b0, Vec2 b1, float radiusB,
                          float maxDistance, float distance, bool flip, LocalManifold *out)
{
    float l;
    Vec2 u = normalize(sub(a1, a0), &l);
    Vec2 n = right_perp(u);
    float h0 = dot(sub(b0, a0), n), h1 = dot(sub(b1, a0), n);
    if (h0 + h1 < 0.0f) {
        n = neg(n);
        h0 = -h0;
        h1 = -h1;
    }
    float s0 = dot(sub(b0, a0), u), s1 = dot(sub(b1, a0), u);
    float low = max_f(0.0f, min_f(s0, s1)), high = min_f(l, max_f(s0, s1));
    if (!(high - low > 0.02f * l)) {
        return false;
    }
    float ends[2] = {low, high};
    out->normal = flip ? neg(n) : n;
    out->count = 0;
    out->face = flip ? FACE_B : FACE_A;
    out->pointOnEdge = false;
    out->movesWithB = 0;
    for (int32_t i = 0; i < 2; ++i) {
        float h = h0 + (h1 - h0) * ((ends[i] - s0) / (s1 - s0));
        float separation = h - radiusA - radiusB;
        if (separation > maxDistance) {
            continue;
        }
        // The feature is the end of the overlap, counted along the first shape's segment.
        bool along = !flip || dot(sub(b1, b0), u) > 0.0f;
        LocalPoint *p = &out->points[out->count++];
        p->point = mul_add(mul_add(a0, ends[i], u), 0.5f * (radiusA + h - radiusB), n);
        p->separation = separation;
        p->feature = 1u + (uint32_t)(along ? i : 1 - i);
        out->movesWithB |= (uint8_t)((ends[i] == s0 || ends[i] == s1) << (out->count - 1));
    }
    out->slideRange[0] = out->slideRange[1] = 0.0f;
    if (!flip) {
        collide_slide_range(min_f(s0, s1), max_f(s0, s1), l, abs_f(h1 - h0),
                            radiusA + radiusB - distance, out);
        if (dot(left_perp(n), u) < 0.0f) {
            float before = out->slideRange[0];
            out->slideRange[0] = out->slideRange[1];
            out->slideRange[1] = before;
        }
    }
    // Where the nearest points are not within the overlap, clipping cuts them off.
    float deepest = 3e38f;
    for (int32_t i = 0; i < out->count; ++i) {
        deepest = min_f(deepest, out->points[i].separation);
    }
    return deepest <= distance - radiusA - radiusB + AXIS_BIAS;
}

void collide_capsules(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      uint32_t barred, LocalManifold *out)
{
    Vec2 a0 = a->a, a1 = a->b, b0 = transform(relative, b->a), b1 = transform(relative, b->b);
    float fa, fb;
    nearest_on_segments(a0, a1, b0, b1, &fa, &fb);
    Vec2 p = lerp(a0, a1, fa), q = lerp(b0, b1, fb);
    float distance, la, lb;
    Vec2 normal = normalize(sub(q, p), &distance);
    Vec2 ua = normalize(sub(a1, a0), &la), ub = normalize(sub(b1, b0), &lb);
    // The distances of each segment's ends from the other's line. Their signs tell whether segments
    // cross: rounding leaves the nearest points of crossing segments apart.
    Vec2 na = right_perp(ua), nb = right_perp(ub);
    float a_b0 = dot(sub(b0, a0), na), a_b1 = dot(sub(b1, a0), na);
    float b_a0 = dot(sub(a0, b0), nb), b_a1 = dot(sub(a1, b0), nb);
    bool crosses = distance <= max_f(1e-3f * min_f(a->radius, b->radius), 1e-6f * (la + lb)) ||
                   (a_b0 * a_b1 < 0.0f && b_a0 * b_a1 < 0.0f);
    if (!crosses && distance > a->radius + b->radius + maxDistance) {
        set_none(normal, distance - a->radius - b->radius - maxDistance, out);
        return;
    }
    if (!crosses) {
        // Two points where the nearest point lies within a segment, or the two nearest ends face
        // each other squarely.
        if (abs_f(dot(normal, ua)) < 0.02f && clip_segments(a0, a1, a->radius, b0, b1, b->radius,
                                                            maxDistance, distance, false, out)) {
            return;
        }
        if (abs_f(dot(normal, ub)) < 0.02f &&
            clip_segments(b0, b1, b->radius, a0, a1, a->radius, maxDistance, distance, true, out)) {
            return;
        }
        set_one_point(p, a->radius, b->radius, normal, distance, 0, out);
        return;
    }
    // The segments cross. The normal is the shortest of four ways apart: to the right or left of
    // a's line, or of b's, as far as the other segment reaches beyond that line.
    const Vec2 normals[4] = {na, neg(na), neg(nb), nb};
    const float depths[4] = {-min_f(a_b0, a_b1), max_f(a_b0, a_b1), -min_f(b_a0, b_a1),
                             max_f(b_a0, b_a1)};
    int32_t best = 0;
    for (int32_t i = 1; i < 4; ++i) {
        best = depths[i] < depths[best] && (barred << 2 >> i & 1u) == 0 ? i : best;
    }
    set_one_point(p, a->radius, b->radius, normals[best], -max_f(depths[best], 0.0f), 0, out);
}

// The inverse transform: A as seen from B.
static Transform invert(Transform t)
{
    return (Transform){neg(unrotate(t.q, t.p)), {t.q.c, -t.q.s}};
}

// Turns a manifold in B's space from B to A into one in A's space from A to B.
static void swap_manifold(Transform relative, LocalManifold *m)
{
    m->normal = neg(rotate(relative.q, m->normal));
    m->slideRange[0] = m->slideRange[1] = 0.0f;
    if (m->count == 0) {
        return;
    }
    m->face = m->face == FACE_A ? FACE_B : m->face == FACE_B ? FACE_A : m->face;
    for (int32_t i = 0; i < m->count; ++i) {
        m->points[i].point = transform(relative, m->points[i].point);
    }
}

void collide_circles(Vec2 p, float radiusP, Vec2 q, float radiusQ, float maxDistance,
                     LocalManifold *out)
{
    collide_discs(p, radiusP, q, radiusQ, maxDistance, 0, out);
    out->face = FACE_NONE;
}

void collide_geometry(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out)
{
    if (a->type < b->type) {
        collide_geometry(b, a, invert(relative), maxDistance, out);
        swap_manifold(relative, out);
    } else if (a->type == MICA_SHAPE_CIRCLE) {
        collide_circles(a->a, a->radius, transform(relative, b->a), b->radius, maxDistance, out);
    } else if (b->type == MICA_SHAPE_CIRCLE) {
        if (a->type == MICA_SHAPE_CAPSULE) {
            collide_capsule_circle(a, b, relative, maxDistance, out);
        } else {
            collide_polygon_circle(a, b, relative, maxDistance, 0, out);
        }
    } else if (a->type == MICA_SHAPE_CAPSULE) {
        collide_capsules(a, b, relative, maxDistance, 0, out);
    } else {
        collide_polygons(a, b, relative, maxDistance, out);
    }
}

void collide_exposed(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                     uint32_t hiddenA, uint32_t hiddenB, LocalManifold *out)
{
    if (a->type < b->type) {
        collide_exposed(b, a, invert(relative), maxDistance, hiddenB, hiddenA, out);
        swap_manifold(relative, out);
    } else if (b->type == MICA_SHAPE_CIRCLE) {
        collide_polygon_circle(a, b, relative, maxDistance, hiddenA, out);
    } else {
        collide_polygons_exposed(a, b, relative, maxDistance, hiddenA, hiddenB, out);
    }
}

void collide_left_side(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                       LocalManifold *out)
{
    Polygon sides;
    polygon_from_segment(a->a, a->b, &sides);
    const Geometry flat = {
        .type = MICA_SHAPE_POLYGON, .count = 2, .radius = a->radius, .polygon = &sides};
    collide_exposed(&flat, b, relative, maxDistance, 1u, ~0u, out);
}

// A total order of two shapes of equal type, so that swapping the arguments of mica_collide mirrors
// the result to the bit.
static bool shape_is_after(const MicaShape *shapeA, Transform a, const MicaShape *shapeB,
                           Transform b)
{
    const float first[4] = {a.p.x, a.p.y, a.q.c, a.q.s}, second[4] = {b.p.x, b.p.y, b.q.c, b.q.s};
    for (int32_t i = 0; i < 4; ++i) {
        if (first[i] != second[i]) {
            return first[i] > second[i];
        }
    }
    if (shapeA->count != shapeB->count) {
        return shapeA->count > shapeB->count;
    }
    for (int32_t i = 0; i < shapeA->count; ++i) {
        if (shapeA->points[i].x != shapeB->points[i].x) {
            return shapeA->points[i].x > shapeB->points[i].x;
        }
        if (shapeA->points[i].y != shapeB->points[i].y) {
            return shapeA->points[i].y > shapeB->points[i].y;
        }
    }
    return shapeA->radius > shapeB->radius;
}

MicaManifold mica_collide(const MicaShape *shapeA, MicaTransform transformA,
                          const MicaShape *shapeB, MicaTransform transformB, float maxDistance)
{
    use_metres();
    MicaManifold result = {0};
    if (!shape_is_valid(shapeA) || !shape_is_valid(shapeB) || !transform_is_valid(transformA) ||
        !transform_is_valid(transformB) || !(maxDistance >= 0.0f)) {
        return result;
    }
    Polygon storageA, storageB;
    Geometry a = geometry_from_shape(shapeA, &storageA), b = geometry_from_shape(shapeB, &storageB);
    bool flip =
        a.type != b.type ? a.type < b.type : shape_is_after(shapeA, transformA, shapeB, transformB);
    Transform base = flip ? transformB : transformA;
    LocalManifold m;
    collide_geometry(flip ? &b : &a, flip ? &a : &b, inv_mul(base, flip ? transformA : transformB),
                     maxDistance, &m);
    Vec2 normal = m.count > 0 ? rotate(base.q, m.normal) : vec(0.0f, 0.0f);
    result.normal = flip ? neg(normal) : normal;
    result.count = m.count;
    for (int32_t i = 0; i < m.count; ++i) {
        result.points[i] = (MicaManifoldPoint){transform(base, m.points[i].point),
                                               m.points[i].separation, m.points[i].feature};
    }
    return result;
}
