// All that geometry/ offers: convex shapes, and what can be computed of one or two of them. Pure
// functions; called by every room above and by the public functions on shapes. A shape's points lie
// side by side per coordinate, ready for four-wide arithmetic.
#pragma once

#include "base.h"

// Up to eight points. Lanes past the last point repeat it, so that loops run over groups of four.
typedef struct Polygon {
    float x[8], y[8];    // points, counter-clockwise
    float nx[8], ny[8];  // outward normal of the edge from point i to the next
} Polygon;

// A convex shape in its body's space. A circle has its centre at a, a capsule the segment a b, a
// polygon the points of *polygon; each is grown by radius.
typedef struct Geometry {
    int32_t type;   // MicaShapeType
    int32_t count;  // of points
    float radius;
    Vec2 a, b;
    const Polygon *polygon;
} Geometry;

typedef struct LocalPoint {
    Vec2 point;  // midway between the surfaces, in A's space
    float separation;
    uint32_t feature;
} LocalPoint;

// Which shape holds the reference face, along which points of the other shape slide. Two circles
// have none. A capsule against a circle counts as a face of the capsule.
enum { FACE_A = 1, FACE_B = 2, FACE_NONE = 3 };
// Weight of A's lever arm where the relative tangential displacement since the manifold was
// computed moves the anchors; B's weight is one minus it. The anchor on the reference face moves
// along it.
static inline float face_lever_weight(int32_t face)
{
    return 0.5f * (float)(2 * (face == FACE_A) + (face == FACE_NONE));
}

// A manifold in the space of shape A, with the normal from A to B.
typedef struct LocalManifold {
    Vec2 normal;
    int32_t count, face;  // face and points are written only if count is not 0
    // Only if count is 0: the distance of the shapes along the normal less maxDistance. Unknown if
    // not positive.
    float gap;
    LocalPoint points[2];
    // One point, where a rounded shape or a corner of B meets an edge of A
    bool pointOnEdge;
    uint8_t oneSidedState;  // of a one-sided chain, set by manifold_compute
    // How far B may slide along A's edge, [0] against left_perp(normal) and [1] with it, until
    // other points than these touch; 0 if unknown. Bit i of movesWithB: point i is a corner of B
    // and moves with B; otherwise it is an end of A's edge and stays.
    float slideRange[2];
    uint8_t movesWithB;
} LocalManifold;

// geometry.c
void geometry_polygon_from_shape(const MicaShape *shape, Polygon *out);
// Computes the normals of a polygon that has its points, and fills the lanes past the last point.
void polygon_finish(Polygon *polygon, int32_t count);
Geometry geometry_from_shape(const MicaShape *shape, Polygon *storage);
MicaAABB geometry_aabb(const Geometry *g, Transform t);
// True if the world point lies in the placed shape grown by slack.
bool geometry_contains(const Geometry *g, Transform t, Vec2 point, float slack);
// Maximum extent: the largest distance of a surface point from `center`, in body space.
float geometry_max_extent(const Geometry *g, Vec2 center);
// (lower x, lower y, upper x, upper y)
static inline f4 aabb_load(const MicaAABB *box) { return f4_load(&box->lower.x); }
static inline bool aabb_overlaps(const MicaAABB *a, const MicaAABB *b)
{
    f4 own = aabb_load(a), other = f4_swap_halves(aabb_load(b));
    return ((f4_mask(f4_le(own, other)) & 3) | (f4_mask(f4_le(other, own)) & 12)) == 15;
}
static inline MicaAABB aabb_union(MicaAABB a, MicaAABB b)
{
    return (MicaAABB){{min_f(a.lower.x, b.lower.x), min_f(a.lower.y, b.lower.y)},
                      {max_f(a.upper.x, b.upper.x), max_f(a.upper.y, b.upper.y)}};
}
static inline bool aabb_contains(const MicaAABB *outer, const MicaAABB *inner)
{
    f4 o = aabb_load(outer), i = aabb_load(inner);
    return ((f4_mask(f4_le(o, i)) & 3) | (f4_mask(f4_le(i, o)) & 12)) == 15;
}
// Minimum extent: half the smallest width. A body that moves by less cannot have passed a wall.
float geometry_min_extent(const Geometry *g);
// The mean of the points of a shape; not the centroid of its area.
Vec2 geometry_mean_point(const Geometry *g);
// The shape with its surface moved inwards by at most `amount`, and by at most half its size.
// `storage` must outlive `out`.
void geometry_shrink(const Geometry *g, float amount, Polygon *storage, Geometry *out);
// Squared distance of p from the segment a b; *fraction of the segment is the nearest point.
float segment_distance_squared(Vec2 p, Vec2 a, Vec2 b, float *fraction);

// shape.c
bool shape_is_valid(const MicaShape *shape);
MicaMassData shape_mass(const MicaShape *shape, float density);  // of a valid shape

// collide.c. `relative` is the transform of B's body as seen from A's. Points with a separation
// above maxDistance are left out. The order a->type >= b->type is faster: the other swaps the
// shapes and turns the result.
void collide_geometry(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);
// The same for two circles around p and q.
void collide_circles(Vec2 p, float radiusP, Vec2 q, float radiusQ, float maxDistance,
                     LocalManifold *out);
// The same without the hidden faces of A and B (bit i: the face from point i to the next), as if
// the shapes had no surface there. At least one shape is a polygon.
void collide_exposed(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                     uint32_t hiddenA, uint32_t hiddenB, LocalManifold *out);
// Two capsules. If their segments cross, the normal is that of the minimum translation apart. `barred` excludes
// ways along B's normals: bit 0 the one that leaves A on the right of B's segment, bit 1 on its
// left.
void collide_capsules(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      uint32_t barred, LocalManifold *out);
// The manifold of the left side alone of a one-sided segment A; no face of B is a reference face.
void collide_left_side(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                       LocalManifold *out);
// Sets the slide range of a manifold on an edge of A that runs from 0 to `span`, with B's edge
// above it from `low` to `high`: no end of B's edge may pass an end of A's. `tilt` is the
// difference in height of B's ends: where an end of A's edge is a contact point, the edges must be
// parallel. `depth` is the overlap.
void collide_slide_range(float low, float high, float span, float tilt, float depth,
                         LocalManifold *out);
// collide_polygon.c. A segment as a polygon of two points; face 0 looks right of a b, face 1 left.
void polygon_from_segment(Vec2 a, Vec2 b, Polygon *out);
void collide_polygons_exposed(const Geometry *a, const Geometry *b, Transform relative,
                              float maxDistance, uint32_t hiddenA, uint32_t hiddenB,
                              LocalManifold *out);
void collide_polygons(const Geometry *a, const Geometry *b, Transform relative, float maxDistance,
                      LocalManifold *out);

// Twice the area of a triangle, positive if counter-clockwise.
static inline double signed_area2(Vec2 a, Vec2 b, Vec2 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

// The rings of an outline with holes as cyclic lists of nodes: the outline is the ring of node 0. A
// node stands at points[point[node]].
typedef struct Rings {
    const Vec2 *points;
    const int32_t *counts;  // points of each ring
    int32_t ringCount, nodeCount;
    int16_t next[MICA_MAX_OUTLINE_POINTS], before[MICA_MAX_OUTLINE_POINTS];
    int16_t point[MICA_MAX_OUTLINE_POINTS];
} Rings;

static inline Vec2 rings_at(const Rings *rings, int32_t node)
{
    return rings->points[rings->point[node]];
}

// rings.c
double turn_sine(Vec2 a, Vec2 b, Vec2 c);
// One ring after the other, with a node for each point.
void rings_link(Rings *rings, const Vec2 *points, const int32_t *counts, int32_t ringCount);
// Checks rings just linked: each is simple, no two meet, the holes lie inside the outline and
// outside each other. *at becomes the point at fault.
MicaError rings_check(const Rings *rings, int32_t *at);
// The points with the outline counter-clockwise and the holes clockwise.
void rings_orient(const Rings *rings, Vec2 *out);
// Joins all rings to the one of node 0, which then has two more nodes for each hole: one at the
// hole's end of the bridge and one at its other end, in the order of the holes joined. The points are
// oriented. False if a hole sees no other ring, which valid rings are not known to cause.
bool rings_join(Rings *rings);

// ------------------------------------------------------------------------------- geometry queries

// A convex shape without its rounding, in the frame of the query. Face i runs from point i along
// (ex, ey). A capsule is a box without width (a, b, b, a), a circle a box without size, so that
// every shape has three to eight faces and no case of its own. The first `points` points are
// distinct.
typedef struct Core {
    float x[8], y[8];
    float nx[8], ny[8];
    float ex[8], ey[8];
    float invLength2[8];  // 0 for a face without length
    int32_t points, faces;
    float radius;
} Core;

// The nearest points of two cores. If they overlap, the distance is the negative depth along the
// axis of least overlap. pointB - pointA = distance * normal, to single precision.
typedef struct Nearest {
    float distance;
    Vec2 normal;  // unit, from A to B
    Vec2 pointA, pointB;
} Nearest;

// A finite position within 1e7 m and a rotation of unit length.
static inline bool transform_is_valid(Transform t)
{
    float unit = t.q.c * t.q.c + t.q.s * t.q.s;
    return vec_within(t.p, 1e7f) && unit > 0.999f && unit < 1.001f;
}

// distance.c. The core in body axes, relative to `origin`.
void core_from_geometry(const Geometry *g, Vec2 origin, Core *out);
void core_place(const Core *core, Transform t, Core *out);
float core_max_extent(const Core *core);  // largest distance of a point from the origin
void core_nearest(const Core *a, const Core *b, Nearest *out);
// The surface point of a placed shape nearest to `point`, as pointA relative to `point`, in world
// axes. The distance is negative inside the shape.
__attribute__((noinline)) Nearest geometry_nearest(const Geometry *g, Transform t, Vec2 point);
// The contact point of two shapes that touch along `normal`: midway between the surfaces, in the
// middle of the overlap of the two touching features.
Vec2 core_contact_point(const Core *a, const Core *b, Vec2 normal);
// point_distance.c: the signed distance of a point in the body's space from the surface, and the
// outward unit normal there.
float geometry_point_distance(const Geometry *g, Vec2 point, Vec2 *normal);
// Lengths below this are rounding error for cores with all points within `reach` of the origin.
static inline float core_tolerance(float reach) { return 1e-5f * METRE + 1e-6f * reach; }

typedef enum CastState {
    CAST_MISS,
    CAST_HIT,
    CAST_INSIDE,
    CAST_SLIDES,  // rays only: starts on a face, runs along it and enters through no other
} CastState;

typedef struct CastResult {
    float fraction;  // of the motion; 0 if inside
    Vec2 point;      // the moving point at that fraction
    Vec2 normal;     // of the surface that is hit; inside: that of the minimum translation out
} CastResult;

// A convex outline: face i runs from point i to the next, normals outward. A face may have length
// zero. The arrays are filled to whole groups of four by repeating the last face.
typedef struct Outline {
    float x[16], y[16], nx[16], ny[16];
    int32_t count;
} Outline;

// cast.c. The Minkowski difference of all a - b: the faces of both cores merged by angle, beginning
// at the lowest point.
void minkowski_difference(const Core *a, const Core *b, Outline *out);
// The ray from origin to origin + limit * motion, in the frame of the body of g. A ray that starts
// on the surface, within rounding, hits only if it goes in. One that runs along a face slides,
// which callers take for a miss unless another shape covers the face.
CastState cast_ray(const Geometry *g, Vec2 origin, Vec2 motion, float limit, CastResult *out);
// Core b, placed at `start`, moves by motion until it is `reach` away from core a.
CastState cast_cores(const Core *a, const Core *b, Vec2 start, Vec2 motion, float reach,
                     float limit, CastResult *out);

// The motion of a body over a step: its centre moves straight and the body turns evenly about it.
typedef struct Sweep {
    Vec2 localCenter;  // in the body's space
    Vec2 c0, c1;       // the centre at fraction 0 and at fraction 1
    Rot q0;            // rotation at fraction 0
    float turn;        // radians from fraction 0 to 1
} Sweep;

// The transform of the swept body at a fraction of the sweep.
Transform sweep_transform(const Sweep *s, float fraction);

// time_of_impact.c. The first fraction up to `limit` at which the surfaces are `target` metres
// apart. Shapes that start nearer than that hit when they come nearer still.
MicaTimeOfImpact toi_compute(const Geometry *a, const Sweep *sa, const Geometry *b, const Sweep *sb,
                             float target, float limit);

#include "buoyancy.h"
#include "exposed_edges.h"
#include "tree.h"
