// The distance of a point from one convex shape, for particles, of which there are thousands: cheaper
// than geometry_nearest, which serves any two shapes. Pure functions.
#include "geometry.h"

// Of a polygon without its rounding.
static float polygon_distance(const Polygon *p, int32_t count, Vec2 point, Vec2 *normal)
{
    int32_t face = 0;
    float deepest = -3e38f;
    for (int32_t i = 0; i < count; ++i) {
        float d = p->nx[i] * (point.x - p->x[i]) + p->ny[i] * (point.y - p->y[i]);
        if (d > deepest) {
            deepest = d;
            face = i;
        }
    }
    *normal = vec(p->nx[face], p->ny[face]);
    if (deepest <= 0.0f) {
        return deepest;
    }
    // Beyond an end of the face that it is furthest outside of, the corner there is nearest.
    int32_t next = face + 1 < count ? face + 1 : 0;
    Vec2 a = {p->x[face], p->y[face]}, b = {p->x[next], p->y[next]};
    float along = dot(sub(point, a), sub(b, a)), span = dot(sub(b, a), sub(b, a));
    if (along >= 0.0f && along <= span) {
        return deepest;
    }
    float distance;
    Vec2 corner = along < 0.0f ? a : b, n = normalize(sub(point, corner), &distance);
    *normal = distance > 0.0f ? n : *normal;
    return distance;
}

float geometry_point_distance(const Geometry *g, Vec2 point, Vec2 *normal)
{
    if (g->type == MICA_SHAPE_POLYGON) {
        return polygon_distance(g->polygon, g->count, point, normal) - g->radius;
    }
    Vec2 nearest = g->a;
    if (g->type == MICA_SHAPE_CAPSULE) {
        float fraction;
        segment_distance_squared(point, g->a, g->b, &fraction);
        nearest = lerp(g->a, g->b, fraction);
    }
    float distance;
    Vec2 n = normalize(sub(point, nearest), &distance);
    // On the segment itself any direction across it is nearest.
    Vec2 axis = g->type == MICA_SHAPE_CAPSULE ? left_perp(sub(g->b, g->a)) : vec(0.0f, 1.0f);
    float l;
    *normal = distance > 0.0f ? n : normalize(axis, &l);
    return distance - g->radius;
}
