// What neighbouring colliders cover of a shape's faces. A cover holds the convex pieces around one
// place, all in one frame; its functions say which part of a line the pieces cover, which face of
// the shape a normal belongs to, and whether a contact lies inside the union. Shared by
// edge_cover.c and internal_edges.c.
#pragma once

#include "contacts.h"

// Directions that differ by less than this (radians) are equal, so that two contacts that alternate
// leave no gap between them.
#define EDGE_TILT 2e-3f
#define MAX_COVER_PIECES 16

// One convex piece: a polygon at a transform. A capsule is its segment as a polygon of no width,
// whose two ends are faces too: faces 0 and 2 are its sides. A circle has no faces.
typedef struct CoverPiece {
    const Polygon *polygon;
    int32_t count;
    bool capsule;
    bool oneWay;  // of the same direction as the shape itself
    float radius;
    Transform t;
    Polygon storage;
} CoverPiece;

// One side of a pair in A's frame: the shape itself and the pieces around it.
typedef struct EdgeCover {
    CoverPiece self, neighbours[MAX_COVER_PIECES];
    int32_t count;
    bool oneWay;  // whether the shape itself is one-way
    Vec2 up;      // its solid side, if so
    float otherRadius;
    float sign;  // the manifold's normal times this points out of the shape: 1 for A, -1 for B
} EdgeCover;

// A face of a piece. It runs from v along left_perp(normal).
typedef struct CoverFace {
    int32_t index;  // or NONE
    Vec2 v, normal;
    float length;
} CoverFace;

// Collider.covered of a static polygon has two bits for each face: another collider may cover some
// of the face; or no more than an end of it.
static inline uint32_t covered_face_bit(int32_t face) { return 1u << face; }
static inline uint32_t covered_end_bit(int32_t face)
{
    return 1u << (MICA_MAX_POLYGON_POINTS + face);
}

// True if the collider's box reaches into `near` and its shape has faces.
static inline bool edge_cover_may_use(const Collider *c, const MicaAABB *near)
{
    return aabb_overlaps(&c->box, near) && c->type != MICA_SHAPE_CIRCLE;
}

static inline bool edge_cover_is_full(const EdgeCover *cover)
{
    return cover->count == MAX_COVER_PIECES;
}

// Fills a piece. The polygon of `g` may lie in the piece's storage.
void edge_cover_set_piece(CoverPiece *piece, const Geometry *g, Transform t);
// Empties a cover of a part of a collider, in the space of `frame`.
void edge_cover_begin(EdgeCover *cover, const MicaWorld *world, Transform frame, int32_t slot,
                      int32_t part);
// Adds the solid parts of some layers of a collider within `near`, except part `skip` (NONE: none),
// in the space of `frame`.
void edge_cover_add(EdgeCover *cover, const MicaWorld *world, Transform frame, int32_t slot,
                    int32_t skip, const MicaAABB *near, uint64_t layers);
// Clips [a, b] to the stretch of the line p + s u that a piece covers. False if none is left, as
// with any one-way piece: what lies on a face under it has come up through it.
bool edge_cover_interval(const CoverPiece *piece, Vec2 p, Vec2 u, float *a, float *b);
// The face of a piece with outward normal n, within EDGE_TILT.
CoverFace edge_cover_face(const CoverPiece *piece, Vec2 n);
// True if a neighbour contains p and reaches beyond the line through p across n. A one-way
// neighbour that is there above p, too, does not count: bodies that have come up through it land on
// p.
bool edge_cover_contains(const EdgeCover *cover, Vec2 p, Vec2 n);
