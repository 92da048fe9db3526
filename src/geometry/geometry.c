// Measures of one convex shape in the form that collision code reads: its AABB, maximum and minimum
// extent, mean point and point test. Called by the step, by queries and by the functions of
// shape.c, which makes and checks shapes.
#include "geometry.h"

void geometry_polygon_from_shape(const MicaShape *shape, Polygon *out)
{
    for (int32_t i = 0; i < 8; ++i) {
        int32_t j = min_i(i, shape->count - 1);
        out->x[i] = shape->points[j].x;
        out->y[i] = shape->points[j].y;
        out->nx[i] = shape->normals[j].x;
        out->ny[i] = shape->normals[j].y;
    }
}

void polygon_finish(Polygon *polygon, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        int32_t next = i + 1 < count ? i + 1 : 0;
        float l;
        Vec2 edge = {polygon->x[next] - polygon->x[i], polygon->y[next] - polygon->y[i]};
        Vec2 n = right_perp(normalize(edge, &l));
        polygon->nx[i] = n.x;
        polygon->ny[i] = n.y;
    }
    for (int32_t i = count; i < MICA_MAX_POLYGON_POINTS; ++i) {
        polygon->x[i] = polygon->x[count - 1];
        polygon->y[i] = polygon->y[count - 1];
        polygon->nx[i] = polygon->nx[count - 1];
        polygon->ny[i] = polygon->ny[count - 1];
    }
}

Geometry geometry_from_shape(const MicaShape *shape, Polygon *storage)
{
    Geometry g = {.type = (int32_t)shape->type,
                  .count = shape->count,
                  .radius = shape->radius,
                  .a = shape->points[0],
                  .b = shape->points[shape->count == 2 ? 1 : 0],
                  .polygon = storage};
    if (shape->type == MICA_SHAPE_POLYGON) {
        geometry_polygon_from_shape(shape, storage);
    }
    return g;
}

MicaAABB geometry_aabb(const Geometry *g, Transform t)
{
    // The four sides of the box side by side, as (lower x, lower y, upper x, upper y).
    const f4 sides = f4_set(-1.0f, -1.0f, 1.0f, 1.0f);
    f4 low, high;
    if (g->type == MICA_SHAPE_POLYGON) {
        const Polygon *p = g->polygon;
        f4 c = f4_splat(t.q.c), s = f4_splat(t.q.s);
        f4 x = f4_load(p->x), y = f4_load(p->y);
        f4 wx = f4_sub(f4_mul(c, x), f4_mul(s, y)), wy = f4_add(f4_mul(s, x), f4_mul(c, y));
        f4 lx = wx, ux = wx, ly = wy, uy = wy;
        if (g->count > 4) {
            x = f4_load(p->x + 4);
            y = f4_load(p->y + 4);
            wx = f4_sub(f4_mul(c, x), f4_mul(s, y));
            wy = f4_add(f4_mul(s, x), f4_mul(c, y));
            lx = f4_min(lx, wx);
            ux = f4_max(ux, wx);
            ly = f4_min(ly, wy);
            uy = f4_max(uy, wy);
        }
        f4_transpose(&lx, &ly, &ux, &uy);
        low = f4_min(f4_min(lx, ly), f4_min(ux, uy));
        high = f4_max(f4_max(lx, ly), f4_max(ux, uy));
    } else {
        Vec2 a = rotate(t.q, g->a), b = g->type == MICA_SHAPE_CAPSULE ? rotate(t.q, g->b) : a;
        f4 ends = f4_set(a.x, a.y, b.x, b.y), one = f4_low_low(ends), other = f4_high_high(ends);
        low = f4_min(one, other);
        high = f4_max(one, other);
    }
    f4 box = f4_select(f4_lt(sides, f4_zero()), low, high);
    MicaAABB out;
    f4_store(&out.lower.x, f4_add(f4_add(box, f4_mul(sides, f4_splat(g->radius))),
                                  f4_set(t.p.x, t.p.y, t.p.x, t.p.y)));
    return out;
}

inline float segment_distance_squared(Vec2 p, Vec2 a, Vec2 b, float *fraction)
{
    Vec2 ab = sub(b, a), ap = sub(p, a);
    float ll = dot(ab, ab);
    float t = ll > 0.0f ? clamp_f(dot(ap, ab) / ll, 0.0f, 1.0f) : 0.0f;
    Vec2 d = sub(ap, scale(t, ab));
    *fraction = t;
    return dot(d, d);
}

bool geometry_contains(const Geometry *g, Transform t, Vec2 point, float slack)
{
    Vec2 p = untransform(t, point);
    float reach = g->radius + slack, unused;
    if (g->type != MICA_SHAPE_POLYGON) {
        Vec2 b = g->type == MICA_SHAPE_CAPSULE ? g->b : g->a;
        return segment_distance_squared(p, g->a, b, &unused) <= reach * reach;
    }
    const Polygon *poly = g->polygon;
    bool inside = true;
    for (int32_t i = 0; i < g->count; ++i) {
        inside =
            inside && poly->nx[i] * (p.x - poly->x[i]) + poly->ny[i] * (p.y - poly->y[i]) <= 0.0f;
    }
    if (inside) {
        return true;
    }
    for (int32_t i = 0; i < g->count; ++i) {
        int32_t j = i + 1 < g->count ? i + 1 : 0;
        if (segment_distance_squared(p, vec(poly->x[i], poly->y[i]), vec(poly->x[j], poly->y[j]),
                                     &unused) <= reach * reach) {
            return true;
        }
    }
    return false;
}

float geometry_max_extent(const Geometry *g, Vec2 center)
{
    Vec2 a = sub(g->a, center), b = sub(g->b, center);
    float largest = dot(a, a);
    if (g->type == MICA_SHAPE_CAPSULE) {
        largest = max_f(largest, dot(b, b));
    }
    for (int32_t i = 0; i < g->count && g->type == MICA_SHAPE_POLYGON; ++i) {
        Vec2 p = sub(vec(g->polygon->x[i], g->polygon->y[i]), center);
        largest = max_f(largest, dot(p, p));
    }
    return sqrtf(largest) + g->radius;
}

float geometry_min_extent(const Geometry *g)
{
    if (g->type != MICA_SHAPE_POLYGON) {
        return g->radius;
    }
    // The width across an edge is the depth of the furthest point behind it.
    const Polygon *p = g->polygon;
    float width = 3e38f;
    for (int32_t i = 0; i < g->count; ++i) {
        float deepest = 0.0f;
        for (int32_t j = 0; j < g->count; ++j) {
            deepest =
                max_f(deepest, p->nx[i] * (p->x[i] - p->x[j]) + p->ny[i] * (p->y[i] - p->y[j]));
        }
        width = min_f(width, deepest);
    }
    return 0.5f * width + g->radius;
}

Vec2 geometry_mean_point(const Geometry *g)
{
    if (g->type != MICA_SHAPE_POLYGON) {
        return g->type == MICA_SHAPE_CAPSULE ? lerp(g->a, g->b, 0.5f) : g->a;
    }
    Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < g->count; ++i) {
        sum = add(sum, vec(g->polygon->x[i], g->polygon->y[i]));
    }
    return scale(1.0f / (float)g->count, sum);
}

void geometry_shrink(const Geometry *g, float amount, Polygon *storage, Geometry *out)
{
    *out = *g;
    if (g->radius > amount) {
        out->radius = g->radius - amount;
        return;
    }
    if (g->type != MICA_SHAPE_POLYGON) {
        out->radius = 0.5f * g->radius;
        return;
    }
    // A polygon without rounding is scaled towards the mean of its points.
    const Polygon *p = g->polygon;
    Vec2 mean = geometry_mean_point(g);
    float factor = 1.0f - min_f(0.5f, amount / geometry_max_extent(g, mean));
    *storage = *p;
    for (int32_t i = 0; i < 8; ++i) {
        storage->x[i] = mean.x + factor * (p->x[i] - mean.x);
        storage->y[i] = mean.y + factor * (p->y[i] - mean.y);
    }
    out->polygon = storage;
}
