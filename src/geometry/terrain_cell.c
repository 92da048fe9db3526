// The surface of a terrain in one square of its grid: marching squares (Lorensen and Cline,
// "Marching cubes", 1987, in two dimensions), with the crossings interpolated, so that slopes are
// straight. A pure function of four densities.
//
// A density is what part of its cell is ground, 0 to 255, as the alpha of an image is. Where a flat
// surface lies across the line between two cell centres, at most one of the two cells is partly
// ground, and the surface is as far from the solid sample as both densities add up to, less half a
// cell. Where both are partly ground, it is steep against the line, and linear interpolation is
// exact.
#include "terrain_cell.h"

// Crossings keep off the corners of the square, so that no edge of a part is too short to have a
// direction.
#define MIN_CROSSING (1.0f / 64.0f)

// How far from a solid sample the surface is, of the distance to its empty neighbour.
static float crossing_from_solid(float solid, float empty)
{
    bool plain = solid == 255.0f || empty == 0.0f;
    float t = plain ? (solid + empty - 127.5f) / 255.0f : (solid - 127.5f) / (solid - empty);
    return clamp_f(t, MIN_CROSSING, 1.0f - MIN_CROSSING);
}

float terrain_crossing(uint8_t a, uint8_t b)
{
    return density_is_solid(a) ? crossing_from_solid((float)a, (float)b)
                               : 1.0f - crossing_from_solid((float)b, (float)a);
}

// The point where the surface crosses edge k of the square, the one from corner k to the next.
// Crossings are computed in the direction of the axes, so that neighbours have the same bits.
static Vec2 crossing_point(const uint8_t d[4], const float x[2], const float y[2], int32_t k)
{
    static const uint8_t ends[4][2] = {{0, 1}, {1, 2}, {3, 2}, {0, 3}};
    float t = terrain_crossing(d[ends[k][0]], d[ends[k][1]]);
    return k == 0 || k == 2 ? vec(x[0] + t * (x[1] - x[0]), y[k >> 1])
                            : vec(x[k == 1], y[0] + t * (y[1] - y[0]));
}

int32_t terrain_cell_points(const uint8_t densities[4], const float x[2], const float y[2],
                            Polygon *out, uint32_t *surface)
{
    int32_t count = 0;
    *surface = 0;
    for (int32_t k = 0; k < 4; ++k) {
        bool solid = density_is_solid(densities[k]),
             next = density_is_solid(densities[(k + 1) & 3]);
        if (solid) {
            out->x[count] = x[k == 1 || k == 2];
            out->y[count++] = y[k >> 1];
        }
        if (solid != next) {
            Vec2 p = crossing_point(densities, x, y, k);
            *surface |= solid ? 1u << count : 0;
            out->x[count] = p.x;
            out->y[count++] = p.y;
        }
    }
    return count;
}

double terrain_cell_area(const uint8_t densities[4], double *momentX, double *momentY)
{
    const float unit[2] = {0.0f, 1.0f};
    Polygon p;
    uint32_t unused;
    int32_t count = terrain_cell_points(densities, unit, unit, &p, &unused);
    double area = 0.0, x0 = (double)p.x[0], y0 = (double)p.y[0];
    for (int32_t i = 1; i + 1 < count; ++i) {
        double x1 = (double)p.x[i], y1 = (double)p.y[i], x2 = (double)p.x[i + 1],
               y2 = (double)p.y[i + 1],
               triangle = 0.5 * ((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));
        area += triangle;
        if (momentX != NULL) {
            *momentX += triangle * (x0 + x1 + x2) / 3.0;
            *momentY += triangle * (y0 + y1 + y2) / 3.0;
        }
    }
    return area;
}
