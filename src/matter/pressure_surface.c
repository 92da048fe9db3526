// Where liquid ends: the pressure is 0 at the surface points, a little outward of each particle that has
// neighbours on one side alone. With phi_n the function of node n, s a surface point and `part` how far
// outside of the liquid the node lies, 0 to 1, the row of the node becomes
//
//     (1 - part) (row of K) + HOLD sum_s phi_n(s) sum_m phi_m(s) q_m = (1 - part) (target)
//
// so a node outside has the pressure that continues the one inside to 0 at the surface, by which the
// particles between them are carried. It may be below 0, but no further than the weight of liquid of that
// height: what would hang is let fall. (Ghost values beyond a free surface, as of Gibou, Fedkiw, Cheng
// and Kang, 2002, by least squares.)
//
// Called by pressure.c. Reads positions, densities and their gradients, and walls; writes nodes.
#include "pressure.h"

// A particle is at a surface if the square of the sum of its gradients is this part of its density: 0.75
// in a plane surface of particles at rest, less in the bulk, and the same when compressed.
#define ONE_SIDED 0.3f
// Nor is it denser than this, as a part of the density at rest.
#define DENSEST 1.2f
// Of a liquid, no neighbour is nearer than the second number to the point at the first outward, in spacings.
#define OPEN_DISTANCE 0.8f
#define OPEN_RADIUS 0.75f
#define SURFACE_OFFSET 0.5f  // of a surface point from its particle, in spacings
// Weight of a surface point against the rows of particles.
#define HOLD 150.0f
// A node is held by surface points of this weight and more.
#define ENOUGH_POINTS 0.05f
// A node lies inside if more than the first number of its neighbourhood, as far as no walls cover it, is
// filled, and outside below the second.
#define INSIDE 0.7f
#define OUTSIDE 0.4f
// From the first number on, surface points hold less, from the second on not at all: so much liquid has
// no voids but those between clumps, which would grow if they were held.
#define FULL 0.95f
#define OVERFULL 1.1f
// How much a node without surface points is held where little is filled: in spray, and in sand and jelly
// that liquid surrounds, which so take its pressure at their surface.
#define SPARSE_HOLD 600.0f
// Counts as filled, that a node within walls lies inside.
#define WALL_FILL 0.06f
// Eighths of a node's function along an axis, in widths of a cell, have their middles here.
static const float QUANTILES[8] = {-0.646f, -0.388f, -0.209f, -0.065f,
                                   0.065f,  0.209f,  0.388f,  0.646f};
#define FARTHEST_QUANTILE 0.914f  // from the middle

// ------------------------------------------------------------------------- what shapes cover

// The 64 points around a node, as seen by a wall.
typedef struct Around {
    Vec2 from, middle;  // where the particles are; the node
    Vec2 x, y;          // axes of the grid, of the length of a cell
} Around;

static Around around_node(const MatterUnits *u, const Wall *w, Vec2 from, Vec2 middle)
{
    return (Around){untransform(w->pose, from), untransform(w->pose, middle),
                    unrotate(w->pose.q, vec(u->coarse, 0.0f)),
                    unrotate(w->pose.q, vec(0.0f, u->coarse))};
}

// The points that a polygon covers, one bit each: those behind all of its edges. Its corners count as
// sharp.
static uint64_t covered_by_polygon(const Geometry *g, const Around *a)
{
    const Polygon *p = g->polygon;
    float offsets[MICA_MAX_POLYGON_POINTS], byX[MICA_MAX_POLYGON_POINTS],
        byY[MICA_MAX_POLYGON_POINTS];
    for (int32_t i = 0; i < g->count; ++i) {
        Vec2 n = {p->nx[i], p->ny[i]};
        offsets[i] = dot(n, sub(a->middle, vec(p->x[i], p->y[i]))) - g->radius;
        byX[i] = dot(n, a->x);
        byY[i] = dot(n, a->y);
        if (offsets[i] > FARTHEST_QUANTILE * length(a->x)) {
            return 0;
        }
    }
    const f4 left = f4_load(QUANTILES), right = f4_load(QUANTILES + 4);
    uint64_t covered = 0;
    for (int32_t row = 0; row < 8; ++row) {
        f4 outLeft = f4_splat(-3e38f), outRight = outLeft;
        for (int32_t i = 0; i < g->count; ++i) {
            f4 offset = f4_splat(offsets[i] + QUANTILES[row] * byY[i]), x = f4_splat(byX[i]);
            outLeft = f4_max(outLeft, f4_mul_add(offset, x, left));
            outRight = f4_max(outRight, f4_mul_add(offset, x, right));
        }
        int bits = f4_mask(f4_lt(outLeft, f4_zero())) | f4_mask(f4_lt(outRight, f4_zero())) << 4;
        covered |= (uint64_t)(uint32_t)bits << 8 * row;
    }
    return covered;
}

// The points that any shape covers or, if it is thin, hides from the particles.
static uint64_t covered_by_shape(const Geometry *g, const Around *a, bool thin)
{
    Vec2 normal;
    uint64_t covered = 0;
    if (geometry_point_distance(g, a->middle, &normal) > FARTHEST_QUANTILE * length(a->x)) {
        return 0;
    }
    for (int32_t k = 0; k < 64; ++k) {
        Vec2 point = mul_add(mul_add(a->middle, QUANTILES[k & 7], a->x), QUANTILES[k >> 3], a->y);
        CastResult hit;
        if (geometry_point_distance(g, point, &normal) < 0.0f ||
            (thin && cast_ray(g, a->from, sub(point, a->from), 1.0f, &hit) == CAST_HIT)) {
            covered |= (uint64_t)1 << k;
        }
    }
    return covered;
}

// What part of the neighbourhood of a node walls cover, weighted by the node's function: of 64 points at
// the quantiles of it.
static float solid_part(const MicaWorld *world, const MatterUnits *u, const Node *n)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const CoarseCell *c = &scratch->coarseCells.data[n->cell];
    const Moments *m = &scratch->moments.data[n->cell];
    Vec2 middle = {(float)n->x * u->coarse, (float)n->y * u->coarse},
         from = {((float)c->x + m->m[4] / m->m[0]) * u->coarse,
                 ((float)c->y + m->m[8] / m->m[0]) * u->coarse};
    uint64_t covered = 0;
    for (int32_t i = 0; i < c->walls && covered != ~(uint64_t)0; ++i) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + i]];
        Around around = around_node(u, w, from, middle);
        bool thin = w->extent < 0.5f * u->coarse;
        covered |= !thin && w->geometry.type == MICA_SHAPE_POLYGON
                       ? covered_by_polygon(&w->geometry, &around)
                       : covered_by_shape(&w->geometry, &around, thin);
    }
    return (float)__builtin_popcountll(covered) / 64.0f;
}

// ---------------------------------------------------------------------------------- surface points

// Whether no neighbour of a particle is near the point outward of it.
static bool lies_open(const MicaWorld *world, const MatterUnits *u, int32_t particle, Vec2 outward)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const Vec2 *positions = world->state.particlePositions.data;
    Vec2 point = mul_add(positions[particle], OPEN_DISTANCE, outward);
    float nearest = OPEN_RADIUS * OPEN_RADIUS * u->spacing * u->spacing;
    int32_t block = particle >> 2, end = scratch->lineStarts.data[block + 1];
    for (int32_t line = scratch->lineStarts.data[block]; line < end; ++line) {
        int32_t other = scratch->neighbours.data[4 * line + (particle & 3)];
        Vec2 d = sub(positions[other], point);
        if (dot(d, d) < nearest) {
            return false;
        }
    }
    return true;
}

static Vec2 surface_point(const MicaWorld *world, const MatterUnits *u, int32_t particle)
{
    Vec2 out = matter_scratch_read(world)->outwards.data[particle];
    return mul_add(world->state.particlePositions.data[particle],
                   SURFACE_OFFSET * u->spacing / sqrtf(dot(out, out)), out);
}

// The coarse cell of a particle and the weights of its corners at a point (m).
static const CoarseCell *weights_at(const MatterScratch *scratch, const MatterUnits *u,
                                    int32_t particle, Vec2 point, float weights[4])
{
    const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[particle]];
    float fx = point.x / u->coarse - (float)c->x, fy = point.y / u->coarse - (float)c->y;
    weights[0] = (1.0f - fx) * (1.0f - fy);
    weights[1] = fx * (1.0f - fy);
    weights[2] = (1.0f - fx) * fy;
    weights[3] = fx * fy;
    return c;
}

// Which of four particles may be at a surface, a bit each.
static inline int surface_mask(const MatterScratch *scratch, const MatterUnits *u, int32_t i)
{
    f4 x, y, density = f4_load(scratch->densities.data + i);
    lanes_load(scratch->outwards.data + i, &x, &y);
    f4 square = f4_add(f4_mul(x, x), f4_mul(y, y)),
       oneSided = f4_le(f4_mul(f4_splat(ONE_SIDED), density), square),
       bulk = f4_and(f4_le(f4_splat(SPRAY_DENSITY * u->density), density),
                     f4_le(density, f4_splat(DENSEST * u->density)));
    return f4_mask(f4_and(oneSided, bulk));
}

// Counts a particle's surface point, if it has one, at the corners of its cell.
static void add_point(MicaWorld *world, const MatterUnits *u, Vec2 up, int32_t particle)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 out = scratch->outwards.data[particle];
    float square = dot(out, out);
    // Outward into a wall there is no surface.
    Vec2 wall = scratch->wallGradients.data[particle];
    float toWall = -dot(out, wall);
    if (toWall > 0.0f && toWall * toWall > 0.25f * square * dot(wall, wall)) {
        return;
    }
    out = scale(u->spacing / sqrtf(square), out);
    if (scratch->liquids.data[particle] != 0.0f && !lies_open(world, u, particle, out)) {
        return;
    }
    float weights[4];
    Vec2 at = surface_point(world, u, particle);
    const CoarseCell *c = weights_at(scratch, u, particle, at, weights);
    for (int32_t i = 0; i < 4; ++i) {
        Node *n = &scratch->nodes.data[c->corners[i]];
        float positive = max_f(weights[i], 0.0f);
        n->points += positive;
        n->heights += positive * dot(up, at) / u->coarse;
    }
    scratch->surfaces.data[scratch->surfaces.count++] = particle;
}

// Adds a surface point to the rows of the corners of its cell.
static void hold_corners(MicaWorld *world, const MatterUnits *u, int32_t particle)
{
    MatterScratch *scratch = matter_scratch(world);
    float weights[4], strength = 0.0f;
    const CoarseCell *c =
        weights_at(scratch, u, particle, surface_point(world, u, particle), weights);
    for (int32_t i = 0; i < 4; ++i) {
        strength += weights[i] * scratch->nodes.data[c->corners[i]].strength;
    }
    strength = HOLD * clamp_f(strength, 0.0f, 1.0f);
    for (int32_t i = 0; i < 4 && strength > 0.0f; ++i) {
        Node *n = &scratch->nodes.data[c->corners[i]];
        n->hold += strength * weights[i] * weights[i];
        for (int32_t k = 0; k < 4; ++k) {
            int32_t place = k != i ? node_neighbour(n, c->corners[k]) : NONE;
            if (place != NONE) {
                n->holds[place] += strength * weights[i] * weights[k];
            }
        }
    }
}

// How a node is held: at a surface how strongly, how far it lies outside, and the bound of its pressure;
// elsewhere where little is filled. `weight`: of liquid as high as a cell.
static void judge_node(MicaWorld *world, const MatterUnits *u, Vec2 up, float weight, Node *n)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    float full = u->area / (u->coarse * u->coarse);
    n->held = n->points > ENOUGH_POINTS;
    n->outside = n->lowest = 0.0f;
    n->strength = 1.0f;
    if (n->mass == 0.0f || (!n->held && n->mass * full > INSIDE)) {
        return;
    }
    bool walls = scratch->coarseCells.data[n->cell].walls > 0;
    float open = 1.0f - (walls ? solid_part(world, u, n) : 0.0f),
          filled = (n->mass * full + WALL_FILL) / (open + WALL_FILL);
    if (!n->held) {
        n->hold = SPARSE_HOLD * max_f(INSIDE - filled, 0.0f) / filled;
        return;
    }
    float above = dot(up, vec((float)n->x, (float)n->y)) - n->heights / n->points;
    n->strength = clamp_f((OVERFULL - filled) / (OVERFULL - FULL), 0.0f, 1.0f);
    n->outside = clamp_f((INSIDE - filled) / (INSIDE - OUTSIDE), 0.0f, 1.0f);
    n->lowest = n->outside > 0.0f ? -weight * clamp_f(above, 0.0f, 1.0f) : 0.0f;
}

void pressure_find_surface(MicaWorld *world, const MatterUnits *u, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    float strength;
    Vec2 up = neg(normalize(gravity, &strength));
    scratch->surfaces.count = 0;
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        int mask = surface_mask(scratch, u, i);
        for (int32_t k = 0; mask >> k != 0; ++k) {
            if ((mask >> k & 1) != 0) {
                add_point(world, u, up, i + k);
            }
        }
    }
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        judge_node(world, u, up, strength * u->coarse / pressure_factor(u),
                   &scratch->nodes.data[i]);
    }
    for (int32_t i = 0; i < scratch->surfaces.count; ++i) {
        hold_corners(world, u, scratch->surfaces.data[i]);
    }
}
