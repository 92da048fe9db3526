// Rays and moving shapes against one convex shape, exact. Displacement is projected on each face's
// normal (Cyrus and Beck; for shapes, the separating axes of both): the last face entered before
// any is left is where a sharp shape is met. A rounded shape has arcs for corners: if the ray comes
// in past the end of that face, only the arc next to it can be met. A moving shape is a moving
// point against the Minkowski difference of the two. Called by queries, by the time of impact and
// by the public casts; pure geometry.
#include "geometry.h"

// The ray from o against the disc around v; o lies outside, l from v.
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

// A ray that starts at o on the surface with the given normal, `gap` in front of it.
static CastState start_on_surface(Vec2 normal, float gap, float tolerance, Vec2 o, Vec2 d,
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

// Finds the face that p lies square in front of, going round from one that it is in front of. False
// if there is none: then *place is the corner nearest to p. It goes on past faces that are in line
// with their neighbours.
static bool face_beside(const float *x, const float *y, int32_t count, Vec2 p, int32_t *place)
{
    int32_t face = *place, way = 0;
    for (int32_t k = 0; k < count; ++k) {
        int32_t next = face + 1 < count ? face + 1 : 0;
        Vec2 v = {x[face], y[face]}, edge = {x[next] - x[face], y[next] - y[face]};
        float l2 = dot(edge, edge), s = dot(sub(p, v), edge);
        bool before = s < 0.0f || (l2 == 0.0f && way >= 0),
             after = s > l2 || (l2 == 0.0f && way < 0);
        if (!before && !after) {
            *place = face;
            return true;
        }
        // Turning back, the corner between the two faces it is.
        *place = before ? face : next;
        if (way != 0 && before != (way < 0)) {
            return false;
        }
        if (l2 == 0.0f) {
            return false;
        }
        way = before ? -1 : 1;
        face = before ? (face > 0 ? face - 1 : count - 1) : next;
    }
    return false;
}

// Directions that differ by less (radians) are one: what unit vectors have of rounding.
#define SLIDE_TILT 1e-6f

// The ray starts no further than rounding in front of any face.
static CastState start_within(const float *x, const float *y, const float *nx, const float *ny,
                              int32_t count, float radius, Vec2 o, Vec2 d, float limit,
                              float tolerance, CastResult *out)
{
    // What is nearest belongs to the face it is furthest in front of.
    float most = -3e38f;
    int32_t nearest = 0;
    for (int32_t i = 0; i < count; ++i) {
        float gap = nx[i] * (o.x - x[i]) + ny[i] * (o.y - y[i]) - radius;
        if (gap > most) {
            most = gap;
            nearest = i;
        }
    }
    if (radius > 0.0f && !face_beside(x, y, count, o, &nearest)) {
        Vec2 corner = {x[nearest], y[nearest]};
        float l;
        Vec2 normal = normalize(sub(o, corner), &l);
        return l - radius > tolerance
                   ? cast_disc(corner, radius, o, l, d, limit, out)
                   : start_on_surface(normal, l - radius, tolerance, o, d, limit, out);
    }
    // On a sharp corner it must go in past both faces.
    bool slides = false;
    for (int32_t i = 0; i < count && most >= -tolerance; ++i) {
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
    return start_on_surface(vec(nx[nearest], ny[nearest]), most, tolerance, o, d, limit, out);
}

// A ray between the faces that it enters and those that it leaves, four faces at a time.
typedef struct Clip {
    f4 ox, oy, dx, dy, radius, limit, slack;
    f4 leave, latest, owner;  // fractions; of the latest entered, its group's first face
    int32_t apart;            // starts in front of one by more than rounding
    int32_t outside;          // by no more than that, and stays there
} Clip;

static inline Clip clip_begin(float radius, Vec2 o, Vec2 d, float limit, float tolerance)
{
    return (Clip){.ox = f4_splat(o.x),
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

// Faces from `first` on. False if the ray is in front of one all the way, by more than rounding.
static inline bool clip_faces(Clip *clip, int32_t first, f4 x, f4 y, f4 nx, f4 ny)
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

// Where the ray gets in, by the face entered last and of equals the first; false if it has left by
// then. Choices between floats are branches in wasm: none here.
static inline bool clip_enter(const Clip *clip, int32_t count, float *enter, int32_t *face)
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

// Past the end of that face, a rounded shape is met at the corner or not at all.
static inline CastState cast_face(const float *x, const float *y, const float *nx, const float *ny,
                                  int32_t count, float radius, Vec2 o, Vec2 d, float limit,
                                  float enter, int32_t face, CastResult *out)
{
    Vec2 p = mul_add(o, enter, d);
    if (radius > 0.0f && !face_beside(x, y, count, p, &face)) {
        Vec2 corner = {x[face], y[face]};
        return cast_disc(corner, radius, o, length(sub(o, corner)), d, limit, out);
    }
    out->fraction = enter;
    out->point = p;
    out->normal = vec(nx[face], ny[face]);
    return CAST_HIT;
}

// The arrays hold whole groups of four, the last face repeated.
static inline CastState cast_outline(const float *x, const float *y, const float *nx,
                                     const float *ny, int32_t count, float radius, Vec2 o, Vec2 d,
                                     float limit, float tolerance, CastResult *out)
{
    Clip clip = clip_begin(radius, o, d, limit, tolerance);
    for (int32_t g = 0; g < count; g += 4) {
        if (!clip_faces(&clip, g, f4_load(x + g), f4_load(y + g), f4_load(nx + g),
                        f4_load(ny + g))) {
            return CAST_MISS;
        }
    }
    if (clip.apart == 0) {
        return start_within(x, y, nx, ny, count, radius, o, d, limit, tolerance, out);
    }
    float enter;
    int32_t face;
    return clip.outside == 0 && clip_enter(&clip, count, &enter, &face)
               ? cast_face(x, y, nx, ny, count, radius, o, d, limit, enter, face, out)
               : CAST_MISS;
}

// A ray from far away is first brought to the doorstep in double precision, because products of
// large numbers have lost the small shape. Gives the fraction skipped, 0 if the ray starts near
// enough.
#define NEAR_BY 16.0f  // metres, and times the shape's size
static float doorstep(Vec2 center, float size, Vec2 *origin, Vec2 motion, float limit)
{
    Vec2 w = sub(center, *origin);
    float far = NEAR_BY * (1.0f + size);
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

// A point relative to a shape's own corner: the size of numbers, hence of rounding errors, is that
// of their distance.
static float ray_tolerance(Vec2 o, Vec2 v)
{
    return core_tolerance(abs_f(o.x - v.x) + abs_f(o.y - v.y));
}

CastState cast_ray(const Geometry *g, Vec2 origin, Vec2 motion, float limit, CastResult *out)
{
    float skip = 0.0f;
    Vec2 way = sub(g->a, origin);
    if (dot(way, way) > NEAR_BY * NEAR_BY) {
        skip = doorstep(g->a, geometry_max_extent(g, g->a), &origin, motion, limit);
    }
    float tolerance = ray_tolerance(origin, g->a);
    CastState state;
    if (g->type == MICA_SHAPE_CIRCLE) {
        float l = length(sub(origin, g->a));
        if (l - g->radius > tolerance) {
            state = cast_disc(g->a, g->radius, origin, l, motion, limit - skip, out);
        } else {
            Vec2 normal = normalize(sub(origin, g->a), &l);
            normal = l > 0.0f ? normal : vec(0.0f, 1.0f);
            state = start_on_surface(normal, l - g->radius, tolerance, origin, motion, limit - skip,
                                     out);
        }
    } else if (g->type == MICA_SHAPE_CAPSULE) {
        float l;
        Vec2 u = normalize(sub(g->b, g->a), &l);
        // Of no width, it is left where it is entered, to the last bit: both sides are measured
        // from one end.
        Vec2 back = g->radius > 0.0f ? g->b : g->a;
        const f4 cornersX = f4_set(g->a.x, g->b.x, back.x, g->a.x),
                 cornersY = f4_set(g->a.y, g->b.y, back.y, g->a.y),
                 facesX = f4_set(u.y, u.x, -u.y, -u.x), facesY = f4_set(-u.x, u.y, u.x, -u.y);
        Clip clip = clip_begin(g->radius, origin, motion, limit - skip, tolerance);
        float enter;
        int32_t face;
        if (!clip_faces(&clip, 0, cornersX, cornersY, facesX, facesY) ||
            (clip.apart != 0 && (clip.outside != 0 || !clip_enter(&clip, 4, &enter, &face)))) {
            return CAST_MISS;
        }
        float x[4], y[4], nx[4], ny[4];
        f4_store(x, cornersX);
        f4_store(y, cornersY);
        f4_store(nx, facesX);
        f4_store(ny, facesY);
        state = clip.apart == 0 ? start_within(x, y, nx, ny, 4, g->radius, origin, motion,
                                               limit - skip, tolerance, out)
                                : cast_face(x, y, nx, ny, 4, g->radius, origin, motion,
                                            limit - skip, enter, face, out);
    } else {
        const Polygon *p = g->polygon;
        state = cast_outline(p->x, p->y, p->nx, p->ny, g->count, g->radius, origin, motion,
                             limit - skip, tolerance, out);
    }
    out->fraction += skip;
    return state;
}

static int32_t bottom(const float *x, const float *y, int32_t count, float sign)
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

// The side of face i, from the points themselves: rounded alike, so that its direction agrees with
// their order.
static Vec2 side_of(const Core *core, int32_t i, int32_t next, float sign)
{
    return vec(sign * (core->x[next] - core->x[i]), sign * (core->y[next] - core->y[i]));
}

// From the lowest point on, sides first go up and then down.
static bool goes_down(Vec2 side) { return side.y < 0.0f || (side.y == 0.0f && side.x < 0.0f); }

void minkowski_difference(const Core *a, const Core *b, Outline *out)
{
    int32_t leftA = a->points > 1 ? a->points : 0, leftB = b->points > 1 ? b->points : 0;
    // Of a capsule's four faces, the two long ones.
    const int32_t stepA = a->points == 2 ? 2 : 1, stepB = b->points == 2 ? 2 : 1;
    int32_t i = bottom(a->x, a->y, a->points, 1.0f) * stepA,
            j = bottom(b->x, b->y, b->points, -1.0f) * stepB;
    int32_t n = 0;
    while (leftA > 0 || leftB > 0) {
        int32_t nextI = i + stepA < a->faces ? i + stepA : 0,
                nextJ = j + stepB < b->faces ? j + stepB : 0;
        Vec2 sideA = side_of(a, i, nextI, 1.0f), sideB = side_of(b, j, nextJ, -1.0f);
        bool downA = goes_down(sideA), downB = goes_down(sideB);
        bool first = downA == downB ? cross(sideA, sideB) >= 0.0f : downB;
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
        // A point or a line: ends are faces too.
        Vec2 p = {a->x[0] - b->x[0], a->y[0] - b->y[0]}, q = p, axis = {1.0f, 0.0f};
        if (n == 2) {
            p = vec(out->x[0], out->y[0]);
            q = vec(out->x[1], out->y[1]);
            axis = vec(-out->ny[0], out->nx[0]);
        }
        for (int32_t k = 0; k < 4; ++k) {
            bool end = k == 1 || k == 2;
            out->x[k] = end ? q.x : p.x;
            out->y[k] = end ? q.y : p.y;
        }
        const Vec2 normals[4] = {right_perp(axis), axis, left_perp(axis), neg(axis)};
        for (int32_t k = 0; k < 4; ++k) {
            out->nx[k] = normals[k].x;
            out->ny[k] = normals[k].y;
        }
        out->count = 4;
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
    float skip = doorstep(first, size, &start, motion, limit);
    float tolerance = core_tolerance(core_max_extent(a) + core_max_extent(b));
    // Two lines may be parallel: then their outline has no width to be met and no ends to go past.
    reach = a->points == 2 && b->points == 2 ? max_f(reach, tolerance) : reach;
    CastState state = cast_outline(outline.x, outline.y, outline.nx, outline.ny, outline.count,
                                   reach, start, motion, limit - skip, tolerance, out);
    out->fraction += skip;
    return state == CAST_SLIDES ? CAST_MISS : state;
}

MicaCast mica_ray_cast(const MicaShape *shape, MicaTransform t, MicaVec2 origin,
                       MicaVec2 translation)
{
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
    MicaCast result = {0};
    if (!shape_is_valid(moving) || !shape_is_valid(fixed) || !transform_is_valid(t) ||
        !transform_is_valid(fixedTransform) || !vec_within(translation, MAX_COORDINATE)) {
        return result;
    }
    Polygon storageA, storageB;
    Geometry ga = geometry_from_shape(fixed, &storageA),
             gb = geometry_from_shape(moving, &storageB);
    // In the fixed shape's space; the moving shape about its own first point, so that the distance
    // stays apart.
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
