// Shapes as the collision code reads them: up to eight points side by side per coordinate, ready for four-wide
// arithmetic. Lanes past the last point repeat it, so that loops run over whole groups of four.
#pragma once

#include "simd.h"
#include "vec.h"

typedef struct Polygon {
    float x[8], y[8];    // points, counter-clockwise
    float nx[8], ny[8];  // outward normals of the edges that start there
} Polygon;

// A convex shape in its body's space. Circle: a. Capsule: a, b. Polygon: polygon.
typedef struct Geometry {
    int32_t type;  // MicaShapeType
    int32_t count;
    float radius;
    Vec2 a, b;
    const Polygon *polygon;
} Geometry;

typedef struct LocalPoint {
    Vec2 point;  // midway between the surfaces, in A's space
    float separation;
    uint32_t feature;
} LocalPoint;

// A manifold in the space of shape A, normal from A to B.
typedef struct LocalManifold {
    Vec2 normal;
    int32_t count;
    LocalPoint points[2];
} LocalManifold;

// shape.c
void geometry_polygon_from_shape(const MicaShape *shape, Polygon *out);
Geometry geometry_from_shape(const MicaShape *shape, Polygon *storage);
MicaAABB geometry_aabb(const Geometry *g, Transform t);
bool geometry_contains(const Geometry *g, Transform t, Vec2 point, float slack);
// The largest distance of a surface point from `center`, body space.
float geometry_extent(const Geometry *g, Vec2 center);
bool shape_is_valid(const MicaShape *shape);
float segment_distance_squared(Vec2 p, Vec2 a, Vec2 b, float *fraction);

// collide.c. Requires a->type >= b->type; relative is B's body as seen from A's. Points further apart than
// maxDistance are left out.
void collide_geometry(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);
// collide_polygon.c
void collide_polygons(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);
