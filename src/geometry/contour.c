// Outlines by marching squares. Each line between two neighbouring samples that the surface crosses
// has the surface on one side lead to it and on the other lead away from it, so the crossings form
// closed rings. Pure functions.
#include "contour.h"

// The lines of the grid are numbered: 2 (y columns + x) from sample (x, y) to the right, plus 1
// upwards.
static int32_t line_of_edge(const DensityGrid *g, int32_t x, int32_t y, int32_t edge)
{
    int32_t column = x + (edge == 1), row = y + (edge == 2);
    return 2 * (row * g->columns + column) + (edge & 1);
}

static void corners_of(const DensityGrid *g, int32_t x, int32_t y, uint8_t out[4])
{
    const uint8_t *d = g->densities + y * g->columns + x;
    out[0] = d[0];
    out[1] = d[1];
    out[2] = d[g->columns + 1];
    out[3] = d[g->columns];
}

// Where the surface crosses a line.
static Vec2 crossing_on(const DensityGrid *g, int32_t line)
{
    int32_t sample = line >> 1, y = sample / g->columns, x = sample - y * g->columns;
    bool up = (line & 1) != 0;
    float t = terrain_crossing(g->densities[sample], g->densities[sample + (up ? g->columns : 1)]);
    return up ? vec((float)x, (float)y + t) : vec((float)x + t, (float)y);
}

// Links each crossing to the next one along the surface, with the ground on the left; -1 where there
// is none. In a square whose solid corners face each other the surface leads around the empty ones.
static void link_crossings(const DensityGrid *g, int32_t *links)
{
    for (int32_t i = 0; i < 2 * g->columns * g->rows; ++i) {
        links[i] = -1;
    }
    for (int32_t y = 0; y + 1 < g->rows; ++y) {
        for (int32_t x = 0; x + 1 < g->columns; ++x) {
            uint8_t d[4];
            corners_of(g, x, y, d);
            for (int32_t k = 0; k < 4; ++k) {
                // The surface leaves the square's outline behind a solid corner and comes back before
                // the next one.
                if (!density_is_solid(d[k]) || density_is_solid(d[(k + 1) & 3])) {
                    continue;
                }
                int32_t back = (k + 1) & 3;
                while (!density_is_solid(d[(back + 1) & 3])) {
                    back = (back + 1) & 3;
                }
                links[line_of_edge(g, x, y, k)] = line_of_edge(g, x, y, back);
            }
        }
    }
}

static double ring_area(const Vec2 *p, int32_t count)
{
    double twice = 0.0;
    for (int32_t i = 1; i + 1 < count; ++i) {
        twice += ((double)p[i].x - (double)p[0].x) * ((double)p[i + 1].y - (double)p[0].y) -
                 ((double)p[i].y - (double)p[0].y) * ((double)p[i + 1].x - (double)p[0].x);
    }
    return 0.5 * twice;
}

// Lets a ring begin at its lowest point, of equals the left one: a corner of its hull, which no
// simplification may leave out.
static void begin_at_corner(Vec2 *p, int32_t count)
{
    int32_t lowest = 0;
    for (int32_t i = 1; i < count; ++i) {
        if (p[i].y < p[lowest].y || (p[i].y == p[lowest].y && p[i].x < p[lowest].x)) {
            lowest = i;
        }
    }
    // Reversed as a whole and in its two parts, a ring is turned.
    const int32_t ends[3][2] = {{0, count}, {0, count - lowest}, {count - lowest, count}};
    for (int32_t k = 0; k < 3; ++k) {
        for (int32_t i = ends[k][0], j = ends[k][1] - 1; i < j; ++i, --j) {
            Vec2 swapped = p[i];
            p[i] = p[j];
            p[j] = swapped;
        }
    }
}

// Whether all points between two of a ring lie within a distance of the line through the two.
static bool is_straight(const Vec2 *p, int32_t from, int32_t to, float tolerance)
{
    for (int32_t i = from + 1; i < to; ++i) {
        float unused;
        if (segment_distance_squared(p[i], p[from], p[to], &unused) > tolerance * tolerance) {
            return false;
        }
    }
    return true;
}

// Leaves out points of a ring whose first one is kept. Returns how many are left. The point behind
// the last one is a copy of the first.
static int32_t simplify_ring(Vec2 *p, int32_t count, float tolerance)
{
    int32_t kept = 1;
    for (int32_t from = 0; from < count;) {
        int32_t to = from + 1;
        while (to < count && is_straight(p, from, to + 1, tolerance)) {
            to += 1;
        }
        if (to < count) {
            p[kept++] = p[to];
        }
        from = to;
    }
    return kept;
}

int32_t contour_trace(const DensityGrid *grid, float tolerance, int32_t *links, Vec2 *points,
                      ContourRing *rings, int32_t maximum)
{
    int32_t made = 0, next = 0, lines = 2 * grid->columns * grid->rows;
    link_crossings(grid, links);
    for (int32_t start = 0; start < lines; ++start) {
        if (links[start] < 0) {
            continue;
        }
        if (made == maximum) {
            return -1;
        }
        Vec2 *p = points + next;
        int32_t count = 0;
        for (int32_t line = start; links[line] >= 0;) {
            int32_t then = links[line];
            p[count++] = crossing_on(grid, line);
            links[line] = -1;
            line = then;
        }
        begin_at_corner(p, count);
        p[count] = p[0];
        count = simplify_ring(p, count, tolerance);
        if (count >= 3) {
            rings[made++] = (ContourRing){next, count, ring_area(p, count)};
            next += count;
        }
    }
    return made;
}
