// One square of a terrain's grid: where the surface crosses its edges, and the convex part of it
// that is ground. Pure functions of the densities at its four corners. Called by world/parts/.
#pragma once

#include "geometry.h"

// A sample of this density or more is ground.
#define TERRAIN_SOLID 128

static inline bool density_is_solid(uint8_t density) { return density >= TERRAIN_SOLID; }

// Where the surface lies between two neighbouring samples, one of them ground: 0 at a, 1 at b.
float terrain_crossing(uint8_t a, uint8_t b);

// The part of a square that is ground, as a convex polygon of up to six points, counter-clockwise.
// Densities are those of its corners at (x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]); two
// solid corners that face each other are joined. Bit i of *surface: edge i of the polygon is
// surface, and not on an edge of the square. Returns the number of points, 0 for empty squares. The
// normals are not filled in.
int32_t terrain_cell_points(const uint8_t densities[4], const float x[2], const float y[2],
                            Polygon *out, uint32_t *surface);
// The area of that polygon in a unit square; adds its moments about the first corner, the integrals
// of x and y over it, to *momentX and *momentY. Null: not wanted.
double terrain_cell_area(const uint8_t densities[4], double *momentX, double *momentY);
