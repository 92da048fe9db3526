// The part of a shape below a line, see buoyancy.c.
#pragma once

#include "geometry.h"

typedef struct Submerged {
    float area;
    Vec2 center;    // centroid of the part, world
    float inertia;  // second moment of the area about that centroid
} Submerged;

// The part of a placed shape that lies below the line dot(p, up) = level; up is a unit vector.
Submerged geometry_submerged(const Geometry *g, Transform t, Vec2 up, float level);
// The interval [low, high] of the shape's projection on a unit direction, relative to the origin of
// its body, which is rotated by q.
void geometry_projection(const Geometry *g, Rot q, Vec2 direction, float *low, float *high);
