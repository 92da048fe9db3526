// Shapes as the collision code reads them: up to eight points side by side per coordinate, ready
// for four-wide arithmetic. Lanes past the last point repeat it, so that loops run over whole
// groups of four.
#pragma once

#include "base.h"

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

// Whose face a manifold lies on: there the other shape's point slides along. Two circles have none.
enum { FACE_A = 1, FACE_B = 2, FACE_NONE = 3 };
// A's share of how far the bodies pass each other, the rest is B's: the arm of the side that holds
// the face follows.
static inline float face_lever_weight(int32_t face)
{
    return 0.5f * (float)(2 * (face == FACE_A) + (face == FACE_NONE));
}

// A manifold in the space of shape A, normal from A to B.
typedef struct LocalManifold {
    Vec2 normal;
    int32_t count, face;
    // Without points: by how much further than maxDistance the shapes are apart, along the normal;
    // if not positive, nothing is known.
    float gap;
    LocalPoint points[2];
    bool pointOnEdge;       // one point, of something round or a corner on a flat side of A
    uint8_t oneSidedState;  // Hold, set by narrow_collide
    // How far B may move along A's side, against left_perp(normal) and with it, and still touch it
    // with the same points: those of B's own, which go with it (a bit each), and the ends of the
    // side. 0 if that is not known.
    float slideRange[2];
    uint8_t movesWithB;
} LocalManifold;

// geometry.c
void geometry_polygon_from_shape(const MicaShape *shape, Polygon *out);
Geometry geometry_from_shape(const MicaShape *shape, Polygon *storage);
MicaAABB geometry_aabb(const Geometry *g, Transform t);
bool geometry_contains(const Geometry *g, Transform t, Vec2 point, float slack);
// The largest distance of a surface point from `center`, body space.
float geometry_max_extent(const Geometry *g, Vec2 center);
static inline bool aabb_overlaps(const MicaAABB *a, const MicaAABB *b)
{
    f4 own = f4_load(&a->lower.x), other = f4_swap_halves(f4_load(&b->lower.x));
    return ((f4_mask(f4_le(own, other)) & 3) | (f4_mask(f4_le(other, own)) & 12)) == 15;
}
static inline MicaAABB aabb_union(MicaAABB a, MicaAABB b)
{
    return (MicaAABB){{min_f(a.lower.x, b.lower.x), min_f(a.lower.y, b.lower.y)},
                      {max_f(a.upper.x, b.upper.x), max_f(a.upper.y, b.upper.y)}};
}

static inline bool aabb_contains(const MicaAABB *outer, const MicaAABB *inner)
{
    f4 o = f4_load(&outer->lower.x), i = f4_load(&inner->lower.x);
    return ((f4_mask(f4_le(o, i)) & 3) | (f4_mask(f4_le(i, o)) & 12)) == 15;
}
// Half the smallest width: a body that moves less cannot be on a wall's other side.
float geometry_min_extent(const Geometry *g);
Vec2 geometry_mean_point(const Geometry *g);  // the mean of its points
// The shape drawn in by at most amount anywhere, and by no more than half its size. `storage` must
// outlive `out`.
void geometry_shrink(const Geometry *g, float amount, Polygon *storage, Geometry *out);
float segment_distance_squared(Vec2 p, Vec2 a, Vec2 b, float *fraction);

// shape.c
bool shape_is_valid(const MicaShape *shape);
MicaMassData shape_mass(const MicaShape *shape, float density);  // of a valid shape

// collide.c. `relative` is B's body as seen from A's. Points further apart than maxDistance are
// left out. Best with a->type >= b->type: the other order costs a turn.
void collide_geometry(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);
// The same for two circles, given where they are.
void collide_circles(Vec2 p, float radiusP, Vec2 q, float radiusQ, float maxDistance,
                     LocalManifold *out);
// The same with the faces in two masks left out, those of A's shape and of B's, as if they were not
// there.
void collide_exposed(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                     uint32_t hiddenA, uint32_t hiddenB, LocalManifold *out);
// Two capsules. Where their spines cross they leave by the shortest way but, of B's own sides, by
// none that is barred: bit 0 where A would lie on its right afterwards, bit 1 on its left.
void collide_capsules(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      uint32_t barred, LocalManifold *out);
// The same where of a segment, A, only its left side is there, and of B's sides none.
void collide_left_side(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                       LocalManifold *out);
// Sets the room of a manifold on a side of A that goes from 0 to `span`, with B's edge over it from
// `low` to `high`: none of its ends may pass an end of the side, or leave it. `lean`: how much
// further off one of its ends is; with an end of the side under it, it must lie flat. `depth`: how
// far they overlap.
void collide_slide_range(float low, float high, float span, float lean, float depth,
                         LocalManifold *out);
// collide_polygon.c
// Two points, and the sides to their right and left
void polygon_from_segment(Vec2 a, Vec2 b, Polygon *out);
void collide_polygons_exposed(const Geometry *a, const Geometry *b, Transform relative,
                              float maxDistance, uint32_t hiddenA, uint32_t hiddenB,
                              LocalManifold *out);
void collide_polygons(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);

// ------------------------------------------------------------------------------- geometry queries

// A convex shape without its rounding, placed in whatever frame a query works in. Face i runs from
// point i along (ex, ey). A capsule is a box without width (a, b, b, a), a circle one without size,
// so that every shape has four to eight faces and none needs a case of its own; the first `points`
// points are distinct.
typedef struct Core {
    float x[8], y[8];
    float nx[8], ny[8];
    float ex[8], ey[8];
    float invLength2[8];  // 0 for a face without length
    int32_t points, faces;
    float radius;
} Core;

// The nearest points of two cores. Apart: distance > 0. Overlapping: the negative depth of the axis
// of least overlap. Always pointB - pointA = distance * normal, as near as single precision goes.
typedef struct Nearest {
    float distance;
    Vec2 normal;  // unit, from A to B
    Vec2 pointA, pointB;
} Nearest;

// A place within 1e7 and a rotation of unit length.
static inline bool transform_is_valid(Transform t)
{
    float unit = t.q.c * t.q.c + t.q.s * t.q.s;
    return vec_within(t.p, 1e7f) && unit > 0.999f && unit < 1.001f;
}

// distance.c
// Relative to origin, body axes
void core_from_geometry(const Geometry *g, Vec2 origin, Core *out);
void core_place(const Core *core, Transform t, Core *out);
float core_max_extent(const Core *core);  // of the core's points, from the origin
void core_nearest(const Core *a, const Core *b, Nearest *out);
// The point of a placed shape's surface nearest to a point, from which pointA leads to it; the
// distance is negative inside.
__attribute__((noinline)) Nearest geometry_nearest(const Geometry *g, Transform t, Vec2 point);
// Where two shapes meet that touch along normal: midway between the surfaces and in the middle of
// what faces what.
Vec2 core_contact_point(const Core *a, const Core *b, Vec2 normal);
// Lengths below this are rounding error for cores whose points lie within `reach` of the origin.
static inline float core_tolerance(float reach) { return 1e-5f + 1e-6f * reach; }

typedef enum CastState {
    CAST_MISS,
    CAST_HIT,
    CAST_INSIDE,
    // A ray alone: it starts on a side and goes along it, and into no other side's front
    CAST_SLIDES,
} CastState;

typedef struct CastResult {
    float fraction;  // 0 if inside
    Vec2 point;      // where the moving point is at the fraction
    Vec2 normal;     // of the surface it meets; inside: out by the shortest way
} CastResult;

// A convex outline: face i runs from point i to the next, normals outward. Sides may have no
// length.
typedef struct Outline {
    float x[16], y[16], nx[16], ny[16];
    int32_t count;
} Outline;

// cast.c. All differences a - b: both outlines' sides in order of their angle, from the lowest
// point on. The arrays hold whole groups of four, the last face repeated.
void minkowski_difference(const Core *a, const Core *b, Outline *out);
// The ray from origin to origin + limit * motion, in the frame of the body of g. A ray that starts
// on the surface, within rounding, meets it only if it goes in; along a side it slides, which is a
// miss but where the side is covered.
CastState cast_ray(const Geometry *g, Vec2 origin, Vec2 motion, float limit, CastResult *out);
// Core b, `start` away from a and moving by motion, until it is `reach` away from core a.
CastState cast_cores(const Core *a, const Core *b, Vec2 start, Vec2 motion, float reach,
                     float limit, CastResult *out);

// A body's way through a step: the centre moves straight and the body turns evenly about it.
typedef struct Sweep {
    Vec2 localCenter;  // in the body's space
    Vec2 c0, c1;       // the centre at the start and at the end
    Rot q0;            // rotation at the start
    float turn;        // radians from there to the end
} Sweep;

Transform sweep_transform(const Sweep *s, float fraction);

// time_of_impact.c. Finds when the surfaces come within `target` metres of each other, up to
// fraction `limit`. Shapes that start nearer than that are followed until they come nearer still.
MicaTimeOfImpact toi_compute(const Geometry *a, const Sweep *sa, const Geometry *b, const Sweep *sb,
                             float target, float limit);
// For the step: true if they meet within the whole sweep, LINEAR_SLOP / 2 apart. False if they
// overlap at the start, which is for contacts to deal with.
bool toi_geometry(const Geometry *a, const Sweep *sa, const Geometry *b, const Sweep *sb,
                  float *fraction, Vec2 *normal, Vec2 *point);

#include "buoyancy.h"
#include "exposed_edges.h"
#include "tree.h"
