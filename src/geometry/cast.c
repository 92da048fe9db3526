// Rays and moving shapes against one convex shape, exact. The ray o + t d is clipped against every
// face i (Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978), with rounding
// r:
//     gap_i = n_i · (o - p_i) - r,  rate_i = n_i · d,  t_i = -gap_i / rate_i;
// it enters where rate_i < 0 and leaves where rate_i > 0. It hits the face entered last, if it
// enters that one before it leaves any. A rounded shape has arcs for corners: if the ray enters
// past the end of that face, it can hit only the arc next to it. A moving shape is a moving point
// against the Minkowski difference of both shapes. Called by queries, by the time of impact and by
// the public casts; pure functions.
#include "geometry.h"

// The ray o + t d against the disc around v; o lies outside, at the distance l from v.
static CastState cast_disc(Vec2 v, float radius, Vec2 o, float l, Vec2 d, float limit,
                           CastResult *out)
{
    Vec2 w = sub(o, v);
    float dd = dot(d, d), b = dot(w, d), side = cross(w, d);
    float h = radius * radius * dd - side * side;
    if (b >= 0.0f || h < 0.0f) {
        return CAST_MISS;
    }
    float t = max_f(l - radius, 0.0f) * (l + radius) / (sqrtf(h) - b);
    if (!(t <= limit)) {
        return CAST_MISS;
    }
    out->fraction = t;
    out->point = mul_add(o, t, d);
    out->normal = normalize(sub(out->point, v), &l);
    return CAST_HIT;
}

// A ray that starts `gap` in front of a surface point with the given normal: a hit only if it goes
// in.
static CastState cast_from_surface(Vec2 normal, float gap, float tolerance, Vec2 o, Vec2 d,
                                   float limit, CastResult *out)
{
    if (gap >= -tolerance && gap + limit * dot(normal, d) >= -tolerance) {
        return CAST_MISS;
    }
    out->fraction = 0.0f;
    out->point = o;
    out->normal = normal;
    return gap < -tolerance ? CAST_INSIDE : CAST_HIT;
}

// Finds the face whose ends p lies between, beginning at face *index, which p lies in front of, and
// going on to neighbours (which may be collinear with it). False if there is none: *index is then
// the corner nearest to p.
static bool cast_find_face(const float *x, const float *y, int32_t count, Vec2 p, int32_t *index)
{
    int32_t face = *index, direction = 0;
    for (int32_t k = 0; k < count; ++k) {
        int32_t next = face + 1 < count ? face + 1 : 0;
        Vec2 v = {x[face], y[face]}, edge = {x[next] - x[face], y[next] - y[face]};
        float l2 = dot(edge, edge), s = dot(sub(p, v), edge);
        bool before = s < 0.0f || (l2 == 0.0f && direction >= 0),
             after = s > l2 || (l2 == 0.0f && direction < 0);
        if (!before && !after) {
            *index = face;
            return true;
        }
        // The direction of the search turns round: p is nearest to the corner between the two
        // faces.
        *index = before ? face : next;
        if (direction != 0 && before != (direction < 0)) {
            return false;
        }
        if (l2 == 0.0f) {
            return false;
        }
        direction = before ? -1 : 1;
        face = before ? (face > 0 ? face - 1 : count - 1) : next;
    }
    return false;
}

// Directions that differ by less (radians) count as parallel: the rounding error of unit vectors.
#define SLIDE_TILT 1e-6f

// A ray that starts inside the shape or, within rounding, on its surface.
static CastState cast_from_within(const float *x, const float *y, const float *nx, const float *ny,
                                  int32_t count, float radius, Vec2 o, Vec2 d, float limit,
                                  float tolerance, CastResult *out)
{
    // The nearest face is the one with the greatest gap.
    float maximum = -3e38f;
    int32_t nearest = 0;
    for (int32_t i = 0; i < count; ++i) {
        float gap = nx[i] * (o.x - x[i]) + ny[i] * (o.y - y[i]) - radius;
        if (gap > maximum) {
            maximum = gap;
            nearest = i;
        }
    }
    if (radius > 0.0f && !cast_find_face(x, y, count, o, &nearest)) {
        Vec2 corner = {x[nearest], y[nearest]};
        float l;
        Vec2 normal = normalize(sub(o, corner), &l);
        return l - radius > tolerance
                   ? cast_disc(corner, radius, o, l, d, limit, out)
                   : cast_from_surface(normal, l - radius, tolerance, o, d, limit, out);
    }
    // From a sharp corner the ray hits only if it goes in through both faces.
    bool slides = false;
    for (int32_t i = 0; i < count && maximum >= -tolerance; ++i) {
        float gap = nx[i] * (o.x - x[i]) + ny[i] * (o.y - y[i]) - radius,
              rate = nx[i] * d.x + ny[i] * d.y;
        if (gap >= -tolerance && gap + limit * rate >= -tolerance) {
            if (limit * rate > tolerance + SLIDE_TILT * limit * (abs_f(d.x) + abs_f(d.y))) {
                return CAST_MISS;
            }
            slides = true;
        }
    }
    if (slides) {
        return CAST_SLIDES;
    }
    return cast_from_surface(vec(nx[nearest], ny[nearest]), maximum, tolerance, o, d, limit, out);
}

// A ray clipped against faces, one in each lane of a group of four.
typedef struct RayClip {
    f4 ox, oy, dx, dy, radius, limit, slack;
    f4 leave, latest;  // fractions: left first, entered last
    f4 owner;          // first face of the group in which the face entered last lies
    int32_t apart;     // nonzero: starts in front of a face by more than rounding
    int32_t outside;  // nonzero: starts in front of a face by no more than rounding and stays there
} RayClip;

static inline RayClip ray_clip_begin(float radius, Vec2 o, Vec2 d, float limit, float tolerance)
{
    return (RayClip){.ox = f4_splat(o.x),
                     .oy = f4_splat(o.y),
                     .dx = f4_splat(d.x),
                     .dy = f4_splat(d.y),
                     .radius = f4_splat(radius),
                     .limit = f4_splat(limit),
                     .slack = f4_splat(tolerance),
                     .leave = f4_splat(limit),
                     .latest = f4_splat(-1.0f),
                     .owner = f4_zero()};
}

// Clips against the faces first to first + 3. False if the ray stays in front of one by more than
// rounding.
static inline bool ray_clip_faces(RayClip *clip, int32_t first, f4 x, f4 y, f4 nx, f4 ny)
{
    const f4 never = f4_splat(-1.0f), zero = f4_zero();
    f4 gap = f4_add(f4_mul(nx, f4_sub(clip->ox, x)), f4_mul(ny, f4_sub(clip->oy, y)));
    f4 rate = f4_add(f4_mul(nx, clip->dx), f4_mul(ny, clip->dy));
    gap = f4_sub(gap, clip->radius);
    f4 ahead = f4_lt(zero, gap);
    int32_t outside = f4_mask(f4_and(ahead, f4_lt(zero, f4_mul_add(gap, rate, clip->limit)))),
            apart = f4_mask(f4_lt(clip->slack, gap));
    if ((outside & apart) != 0) {
        return false;
    }
    f4 t = f4_div(gap, f4_neg(rate)), enters = f4_select(ahead, t, never);
    clip->owner = f4_select(f4_lt(clip->latest, enters), f4_splat((float)first), clip->owner);
    clip->latest = f4_max(enters, clip->latest);
    clip->leave = f4_min(
        f4_select(ahead, clip->limit, f4_select(f4_lt(zero, rate), t, clip->limit)), clip->leave);
    clip->apart |= apart;
    clip->outside |= outside;
    return true;
}

// The fraction at which the ray enters the last face, and that face (the first of equals). False if
// the ray leaves before. Without choices between floats, which are branches in wasm.
static inline bool ray_clip_enter(const RayClip *clip, int32_t count, float *enter, int32_t *face)
{
    f4 last = f4_max_lane(clip->latest);
    int32_t lanes = f4_mask(f4_le(last, clip->latest));
    if (f4_mask(f4_lt(f4_min_lane(clip->leave), last)) != 0) {
        return false;
    }
    int32_t owners[4];
    f4_store_int(owners, clip->owner);
    *enter = f4_first(last);
    *face = count;
    for (; lanes != 0; lanes &= lanes - 1) {
        int32_t lane = __builtin_ctz((unsigned)lanes);
        *face = min_i(*face, owners[lane] + lane);
    }
    return true;
}

// The hit on the face that the ray enters last. Past the end of the face, a rounded shape can be
// hit at the corner only.
static inline CastState cast_face(const float *x, const float *y, const float *nx, const float *ny,
                                  int32_t count, float radius, Vec2 o, Vec2 d, float limit,
                                  float enter, int32_t face, CastResult *out)
{
    Vec2 p = mul_add(o, enter, d);
    if (radius > 0.0f && !cast_find_face(x, y, count, p, &face)) {
        Vec2 corner = {x[face], y[face]};
        return cast_disc(corner, radius, o, length(sub(o, corner)), d, limit, out);
    }
    out->fraction = enter;
    out->point = p;
    out->normal = vec(nx[face], ny[face]);
    return CAST_HIT;
}

// A ray against an outline. The arrays hold whole groups of four, the last face repeated.
static inline CastState cast_outline(const float *x, const float *y, const float *nx,
                                     const float *ny, int32_t count, float radius, Vec2 o, Vec2 d,
                                     float limit, float tolerance, CastResult *out)
{
    RayClip clip = ray_clip_begin(radius, o, d, limit, tolerance);
    for (int32_t g = 0; g < count; g += 4) {
        if (!ray_clip_faces(&clip, g, f4_load(x + g), f4_load(y + g), f4_load(nx + g),
                            f4_load(ny + g))) {
            return CAST_MISS;
        }
    }
    if (clip.apart == 0) {
        return cast_from_within(x, y, nx, ny, count, radius, o, d, limit, tolerance, out);
    }
    float enter;
    int32_t face;
    return clip.outside == 0 && ray_clip_enter(&clip, count, &enter, &face)
               ? cast_face(x, y, nx, ny, count, radius, o, d, limit, enter, face, out)
               : CAST_MISS;
}

// Moves the origin of a ray that starts far away along the ray to near the shape, in double
// precision: in products of large numbers the small shape would be lost. Returns the fraction
// skipped, 0 if the ray starts near enough.
#define CAST_NEAR 16.0f  // in metres, plus as many times the size of the shape
static float cast_skip_ahead(Vec2 center, float size, Vec2 *origin, Vec2 motion, float limit)
{
    Vec2 w = sub(center, *origin);
    float far = CAST_NEAR * (METRE + size);
    if (dot(w, w) < far * far) {
        return 0.0f;
    }
    double dx = (double)motion.x, dy = (double)motion.y;
    double wx = (double)center.x - (double)origin->x, wy = (double)center.y - (double)origin->y;
    double dd = dx * dx + dy * dy;
    double back = (double)(0.25f * far) * (double)(0.25f * far) / dd;  // squared fraction
    double t = (wx * dx + wy * dy) / dd;
    if (!(t > 0.0) || !(t * t > back)) {
        return 0.0f;
    }
    float skip = (float)t - sqrtf((float)back);
    if (!(skip > 0.0f)) {
        return 0.0f;
    }
    skip = min_f(skip, limit);
    origin->x = (float)((double)origin->x + (double)skip * dx);
    origin->y = (float)((double)origin->y + (double)skip * dy);
    return skip;
}

// Rounding error of a ray from o against a shape at v: it grows with their distance.
static float cast_tolerance(Vec2 o, Vec2 v)
{
    return core_tolerance(abs_f(o.x - v.x) + abs_f(o.y - v.y));
}

// A ray against a circle: the disc around g->a.
static inline CastState cast_ray_circle(const Geometry *g, Vec2 origin, Vec2 motion, float limit,
                                        float tolerance, CastResult *out)
{
    float l = length(sub(origin, g->a));
    if (l - g->radius > tolerance) {
        return cast_disc(g->a, g->radius, origin, l, motion, limit, out);
    }
    Vec2 normal = normalize(sub(origin, g->a), &l);
    normal = l > 0.0f ? normal : vec(0.0f, 1.0f);
    return cast_from_surface(normal, l - g->radius, tolerance, origin, motion, limit, out);
}

// A ray against a capsule: a rounded box without width, whose four faces are one group.
static inline CastState cast_ray_capsule(const Geometry *g, Vec2 origin, Vec2 motion, float limit,
                                         float tolerance, CastResult *out)
{
    float l;
    Vec2 u = normalize(sub(g->b, g->a), &l);
    // Without rounding, the ray must leave at the very fraction at which it enters: both long faces
    // are measured from one end.
    Vec2 back = g->radius > 0.0f ? g->b : g->a;
    const f4 cornersX = f4_set(g->a.x, g->b.x, back.x, g->a.x),
             cornersY = f4_set(g->a.y, g->b.y, back.y, g->a.y),
             facesX = f4_set(u.y, u.x, -u.y, -u.x), facesY = f4_set(-u.x, u.y, u.x, -u.y);
    RayClip clip = ray_clip_begin(g->radius, origin, motion, limit, tolerance);
    float enter;
    int32_t face;
    if (!ray_clip_faces(&clip, 0, cornersX, cornersY, facesX, facesY) ||
        (clip.apart != 0 && (clip.outside != 0 || !ray_clip_enter(&clip, 4, &enter, &face)))) {
        return CAST_MISS;
    }
    float x[4], y[4], nx[4], ny[4];
    f4_store(x, cornersX);
    f4_store(y, cornersY);
    f4_store(nx, facesX);
    f4_store(ny, facesY);
    return clip.apart == 0
               ? cast_from_within(x, y, nx, ny, 4, g->radius, origin, motion, limit, tolerance, out)
               : cast_face(x, y, nx, ny, 4, g->radius, origin, motion, limit, enter, face, out);
}

CastState cast_ray(const Geometry *g, Vec2 origin, Vec2 motion, float limit, CastResult *out)
{
    float skip = 0.0f;
    Vec2 toShape = sub(g->a, origin);
    if (dot(toShape, toShape) > CAST_NEAR * CAST_NEAR) {
        skip = cast_skip_ahead(g->a, geometry_max_extent(g, g->a), &origin, motion, limit);
    }
    float tolerance = cast_tolerance(origin, g->a);
    CastState state;
    if (g->type == MICA_SHAPE_CIRCLE) {
        state = cast_ray_circle(g, origin, motion, limit - skip, tolerance, out);
    } else if (g->type == MICA_SHAPE_CAPSULE) {
        state = cast_ray_capsule(g, origin, motion, limit - skip, tolerance, out);
    } else {
        const Polygon *p = g->polygon;
        state = cast_outline(p->x, p->y, p->nx, p->ny, g->count, g->radius, origin, motion,
                             limit - skip, tolerance, out);
    }
    if (state != CAST_MISS) {
        out->fraction += skip;
    }
    return state;
}

// The index of the lowest of the points, or of their negatives where sign is -1.
static int32_t lowest_index(const float *x, const float *y, int32_t count, float sign)
{
    int32_t lowest = 0;
    for (int32_t i = 1; i < count; ++i) {
        float dy = sign * (y[i] - y[lowest]);
        if (dy < 0.0f || (dy == 0.0f && sign * (x[i] - x[lowest]) < 0.0f)) {
            lowest = i;
        }
    }
    return lowest;
}

// The edge vector of face i, computed from the points: rounded as they are, its direction agrees
// with their order.
static Vec2 edge_of(const Core *core, int32_t i, int32_t next, float sign)
{
    return vec(sign * (core->x[next] - core->x[i]), sign * (core->y[next] - core->y[i]));
}

// From the lowest point on, the edges first go up and then down.
static bool goes_down(Vec2 edge) { return edge.y < 0.0f || (edge.y == 0.0f && edge.x < 0.0f); }

// A point or a segment as a box without width, with four faces as in a Core.
static inline void outline_from_segment(Outline *out, Vec2 p, Vec2 q, Vec2 axis)
{
    const Vec2 normals[4] = {right_perp(axis), axis, left_perp(axis), neg(axis)};
    for (int32_t k = 0; k < 4; ++k) {
        bool end = k == 1 || k == 2;
        out->x[k] = end ? q.x : p.x;
        out->y[k] = end ? q.y : p.y;
        out->nx[k] = normals[k].x;
        out->ny[k] = normals[k].y;
    }
    out->count = 4;
}

void minkowski_difference(const Core *a, const Core *b, Outline *out)
{
    int32_t leftA = a->points > 1 ? a->points : 0, leftB = b->points > 1 ? b->points : 0;
    // A capsule has four faces; only the two long ones count.
    const int32_t stepA = a->points == 2 ? 2 : 1, stepB = b->points == 2 ? 2 : 1;
    int32_t i = lowest_index(a->x, a->y, a->points, 1.0f) * stepA,
            j = lowest_index(b->x, b->y, b->points, -1.0f) * stepB;
    int32_t n = 0;
    while (leftA > 0 || leftB > 0) {
        int32_t nextI = i + stepA < a->faces ? i + stepA : 0,
                nextJ = j + stepB < b->faces ? j + stepB : 0;
        Vec2 edgeA = edge_of(a, i, nextI, 1.0f), edgeB = edge_of(b, j, nextJ, -1.0f);
        bool downA = goes_down(edgeA), downB = goes_down(edgeB);
        bool first = downA == downB ? cross(edgeA, edgeB) >= 0.0f : downB;
        bool takeA = leftB == 0 || (leftA > 0 && first);
        out->x[n] = a->x[i] - b->x[j];
        out->y[n] = a->y[i] - b->y[j];
        out->nx[n] = takeA ? a->nx[i] : -b->nx[j];
        out->ny[n] = takeA ? a->ny[i] : -b->ny[j];
        n += 1;
        if (takeA) {
            leftA -= 1;
            i = nextI;
        } else {
            leftB -= 1;
            j = nextJ;
        }
    }
    out->count = n;
    if (n <= 2) {
        // The difference is a point or a line: its ends become faces.
        Vec2 p = {a->x[0] - b->x[0], a->y[0] - b->y[0]}, q = p, axis = {1.0f, 0.0f};
        if (n == 2) {
            p = vec(out->x[0], out->y[0]);
            q = vec(out->x[1], out->y[1]);
            axis = vec(-out->ny[0], out->nx[0]);
        }
        outline_from_segment(out, p, q, axis);
    }
    for (int32_t k = out->count; k % 4 != 0; ++k) {
        out->x[k] = out->x[k - 1];
        out->y[k] = out->y[k - 1];
        out->nx[k] = out->nx[k - 1];
        out->ny[k] = out->ny[k - 1];
    }
}

CastState cast_cores(const Core *a, const Core *b, Vec2 start, Vec2 motion, float reach,
                     float limit, CastResult *out)
{
    Outline outline;
    minkowski_difference(a, b, &outline);
    Vec2 first = {outline.x[0], outline.y[0]};
    float size = reach;
    for (int32_t i = 1; i < outline.count; ++i) {
        size = max_f(size, abs_f(outline.x[i] - first.x) + abs_f(outline.y[i] - first.y) + reach);
    }
    float skip = cast_skip_ahead(first, size, &start, motion, limit);
    float tolerance = core_tolerance(core_max_extent(a) + core_max_extent(b));
    // Two parallel segments have a difference without width, which would have no ends to hit.
    reach = a->points == 2 && b->points == 2 ? max_f(reach, tolerance) : reach;
    CastState state = cast_outline(outline.x, outline.y, outline.nx, outline.ny, outline.count,
                                   reach, start, motion, limit - skip, tolerance, out);
    out->fraction += skip;
    return state == CAST_SLIDES ? CAST_MISS : state;
}

MicaCast mica_ray_cast(const MicaShape *shape, MicaTransform t, MicaVec2 origin,
                       MicaVec2 translation)
{
    use_metres();
    MicaCast result = {0};
    if (!shape_is_valid(shape) || !transform_is_valid(t) || !vec_within(origin, MAX_COORDINATE) ||
        !vec_within(translation, MAX_COORDINATE) || !(dot(translation, translation) > 0.0f)) {
        return result;
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    CastResult hit;
    CastState state = cast_ray(&g, untransform(t, origin), unrotate(t.q, translation), 1.0f, &hit);
    result.fraction = 1.0f;
    if (state == CAST_HIT || state == CAST_INSIDE) {
        result.hit = true;
        result.startsInside = state == CAST_INSIDE;
        result.fraction = min_f(hit.fraction, 1.0f);
        result.point = state == CAST_INSIDE ? origin : transform(t, hit.point);
        result.normal = rotate(t.q, hit.normal);
    }
    return result;
}

MicaCast mica_shape_cast(const MicaShape *moving, MicaTransform t, MicaVec2 translation,
                         const MicaShape *fixed, MicaTransform fixedTransform)
{
    use_metres();
    MicaCast result = {0};
    if (!shape_is_valid(moving) || !shape_is_valid(fixed) || !transform_is_valid(t) ||
        !transform_is_valid(fixedTransform) || !vec_within(translation, MAX_COORDINATE)) {
        return result;
    }
    Polygon storageA, storageB;
    Geometry ga = geometry_from_shape(fixed, &storageA),
             gb = geometry_from_shape(moving, &storageB);
    // In the space of the fixed shape. The moving shape is relative to its own first point, so that
    // the distance between both stays a separate number and keeps its digits.
    Transform relative = inv_mul(fixedTransform, t);
    Core a, local, b;
    core_from_geometry(&ga, ga.a, &a);
    core_from_geometry(&gb, gb.a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, relative.q}, &b);
    Vec2 start = sub(transform(relative, gb.a), ga.a),
         motion = unrotate(fixedTransform.q, translation);
    CastResult hit;
    CastState state = cast_cores(&a, &b, start, motion, ga.radius + gb.radius, 1.0f, &hit);
    result.fraction = 1.0f;
    if (state == CAST_MISS) {
        return result;
    }
    result.hit = true;
    result.startsInside = state == CAST_INSIDE;
    result.fraction = min_f(hit.fraction, 1.0f);
    core_place(&local, (Transform){hit.point, relative.q}, &b);
    Vec2 at;
    if (state == CAST_INSIDE) {
        Nearest n;
        core_nearest(&a, &b, &n);
        hit.normal = n.normal;
        at = lerp(mul_add(n.pointA, ga.radius, n.normal), mul_add(n.pointB, -gb.radius, n.normal),
                  0.5f);
    } else {
        at = core_contact_point(&a, &b, hit.normal);
    }
    result.point = transform(fixedTransform, add(at, ga.a));
    result.normal = rotate(fixedTransform.q, hit.normal);
    return result;
}
