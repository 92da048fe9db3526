// The part of a shape under a line, see buoyancy.c.
#pragma once

#include "geometry.h"

typedef struct Submerged {
    float area;
    Vec2 center;    // of the part, world
    float inertia;  // second moment of its area about that
} Submerged;

// The part of a placed shape that lies below the line dot(p, up) = level; up is a unit vector.
Submerged geometry_submerged(const Geometry *g, Transform t, Vec2 up, float level);
// How far the shape reaches along a unit direction, from its body's origin.
void geometry_projection(const Geometry *g, Rot q, Vec2 direction, float *low, float *high);
