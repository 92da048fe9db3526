// The outlines of the ground in a grid of densities. Called by world/parts/.
#pragma once

#include "terrain_cell.h"

// A grid of densities, row by row from the bottom. Its outermost samples are not ground.
typedef struct DensityGrid {
    const uint8_t *densities;
    int32_t columns, rows;
} DensityGrid;

// A closed outline: a range of points. Ground is on the left: counter-clockwise around it,
// clockwise around a hole.
typedef struct ContourRing {
    int32_t first, count;
    double area;  // positive around ground, negative around a hole
} ContourRing;

// Writes the outlines one after the other, in cells, with sample (i, j) at (i, j), simplified: no
// point of them is further than `tolerance` cells from what is left. The capacity of `links`
// is two numbers a sample, of `points` as many points, of `rings` `maximum` rings. Returns the number of
// rings, or -1 if there are more.
int32_t contour_trace(const DensityGrid *grid, float tolerance, int32_t *links, Vec2 *points,
                      ContourRing *rings, int32_t maximum);
