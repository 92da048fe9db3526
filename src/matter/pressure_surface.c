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

// A particle has a surface point if each of these numbers is beyond the first bound. From there to the
// second one the point becomes stronger, that none comes or goes at once.
//
// The square of the sum of its gradients, as a part of its density: 0.75 in a plane surface of particles
// at rest, less in the bulk, and the same when compressed.
#define SURROUNDED 0.22f
#define ONE_SIDED 0.38f
// Its density, as a part of that at rest: dense enough, and not compressed.
#define SPARSE 0.1f
#define DENSE 0.15f
#define CRUSHED 1.25f
#define DENSEST 1.15f
// Of a liquid, the distance of the nearest neighbour from the point that lies OPEN_DISTANCE outward, in
// spacings.
#define OPEN_DISTANCE 0.8f
#define CLOSED_RADIUS 0.7f
#define OPEN_RADIUS 0.8f
// The square of the cosine between outward and the way into a wall: there is no surface.
#define INTO_WALL 0.3f
#define ALONG_WALL 0.2f
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
    float reach;        // from the middle to the farthest point
} Around;

static Around around_node(const MatterUnits *u, const Wall *w, Vec2 from, Vec2 middle)
{
    return (Around){untransform(w->pose, from), untransform(w->pose, middle),
                    unrotate(w->pose.q, vec(u->coarse, 0.0f)),
                    unrotate(w->pose.q, vec(0.0f, u->coarse)), FARTHEST_QUANTILE * u->coarse};
}

// Whether all points and the particles lie in front of one edge of a polygon.
static bool lies_in_front(const Polygon *p, int32_t count, float radius, const Around *a)
{
    for (int32_t i = 0; i < count; ++i) {
        Vec2 n = {p->nx[i], p->ny[i]}, at = {p->x[i], p->y[i]};
        if (dot(n, sub(a->middle, at)) > radius + a->reach && dot(n, sub(a->from, at)) > radius) {
            return true;
        }
    }
    return false;
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

// The points that a circle, a capsule or a segment covers: those nearer to it than its radius.
static uint64_t covered_by_capsule(const Geometry *g, const Around *a)
{
    Vec2 along = g->type == MICA_SHAPE_CIRCLE ? vec(0.0f, 0.0f) : sub(g->b, g->a);
    float square = dot(along, along), perSquare = square > 0.0f ? 1.0f / square : 0.0f;
    const f4 ax = f4_splat(along.x), ay = f4_splat(along.y), per = f4_splat(perSquare),
             limit = f4_splat(g->radius * g->radius);
    uint64_t covered = 0;
    for (int32_t four = 0; four < 16; ++four) {
        Vec2 row = sub(mul_add(a->middle, QUANTILES[four >> 1], a->y), g->a);
        f4 q = f4_load(QUANTILES + 4 * (four & 1)),
           x = f4_mul_add(f4_splat(row.x), f4_splat(a->x.x), q),
           y = f4_mul_add(f4_splat(row.y), f4_splat(a->x.y), q),
           t = f4_clamp(f4_mul(per, f4_add(f4_mul(x, ax), f4_mul(y, ay))), f4_zero(),
                        f4_splat(1.0f));
        x = f4_sub(x, f4_mul(t, ax));
        y = f4_sub(y, f4_mul(t, ay));
        int bits = f4_mask(f4_lt(f4_add(f4_mul(x, x), f4_mul(y, y)), limit));
        covered |= (uint64_t)(uint32_t)bits << 4 * four;
    }
    return covered;
}

// The points that a thin shape hides from the particles.
static uint64_t hidden_behind(const Geometry *g, const Around *a, uint64_t covered)
{
    for (int32_t k = 0; k < 64; ++k) {
        Vec2 point = mul_add(mul_add(a->middle, QUANTILES[k & 7], a->x), QUANTILES[k >> 3], a->y);
        CastResult hit;
        if ((covered >> k & 1) == 0 &&
            cast_ray(g, a->from, sub(point, a->from), 1.0f, &hit) == CAST_HIT) {
            covered |= (uint64_t)1 << k;
        }
    }
    return covered;
}

// The points that a wall covers or, if it is thin, hides from the particles, one bit each.
static uint64_t covered_by_wall(const Wall *w, const MatterUnits *u, const Around *a)
{
    const Geometry *g = &w->geometry;
    bool polygon = g->type == MICA_SHAPE_POLYGON;
    Vec2 normal;
    if (polygon ? lies_in_front(g->polygon, g->count, g->radius, a)
                : geometry_point_distance(g, a->middle, &normal) > a->reach &&
                      geometry_point_distance(g, a->from, &normal) > a->reach) {
        return 0;
    }
    uint64_t covered = polygon ? covered_by_polygon(g, a) : covered_by_capsule(g, a);
    return w->extent < 0.5f * u->coarse ? hidden_behind(g, a, covered) : covered;
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
        covered |= covered_by_wall(w, u, &around);
    }
    return (float)__builtin_popcountll(covered) / 64.0f;
}

// ---------------------------------------------------------------------------------- surface points

// 0 at `none`, 1 at `all` and beyond.
static inline float fade(float value, float none, float all)
{
    return clamp_f((value - none) / (all - none), 0.0f, 1.0f);
}

// How far no neighbour of a particle is near the point outward of it, 0 to 1.
static float openness(const MicaWorld *world, const MatterUnits *u, int32_t particle, Vec2 outward)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const Vec2 *positions = world->state.particlePositions.data;
    Vec2 point = mul_add(positions[particle], OPEN_DISTANCE, outward);
    float nearest = 3e38f;
    int32_t block = particle >> 2, end = scratch->lineStarts.data[block + 1];
    for (int32_t line = scratch->lineStarts.data[block]; line < end; ++line) {
        int32_t other = scratch->neighbours.data[4 * line + (particle & 3)];
        Vec2 d = sub(positions[other], point);
        nearest = min_f(nearest, dot(d, d));
    }
    return fade(sqrtf(nearest) / u->spacing, CLOSED_RADIUS, OPEN_RADIUS);
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

// Which of four particles may have a surface point, a bit each.
static inline int surface_mask(const MatterScratch *scratch, const MatterUnits *u, int32_t i)
{
    f4 x, y, density = f4_load(scratch->densities.data + i);
    lanes_load(scratch->outwards.data + i, &x, &y);
    f4 square = f4_add(f4_mul(x, x), f4_mul(y, y)),
       oneSided = f4_lt(f4_mul(f4_splat(SURROUNDED), density), square),
       bulk = f4_and(f4_lt(f4_splat(SPARSE * u->density), density),
                     f4_lt(density, f4_splat(CRUSHED * u->density)));
    return f4_mask(f4_and(oneSided, bulk));
}

// How strong a particle's surface point is, 0 to 1. `outward`: of the length of a spacing.
static float surface_strength(const MicaWorld *world, const MatterUnits *u, int32_t particle,
                              float square, Vec2 outward)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    float density = scratch->densities.data[particle], rest = u->density;
    Vec2 wall = scratch->wallGradients.data[particle];
    float toWall = max_f(-dot(scratch->outwards.data[particle], wall), 0.0f),
          strength = fade(square, SURROUNDED * density, ONE_SIDED * density) *
                     fade(density, SPARSE * rest, DENSE * rest) *
                     fade(density, CRUSHED * rest, DENSEST * rest);
    if (toWall > 0.0f) {
        strength *= fade(toWall * toWall / (square * dot(wall, wall)), INTO_WALL, ALONG_WALL);
    }
    if (strength > 0.0f && scratch->liquids.data[particle] != 0.0f) {
        strength *= openness(world, u, particle, outward);
    }
    return strength;
}

// Adds a particle's surface point, if it has one, and counts it at the corners of its cell.
static void add_point(MicaWorld *world, const MatterUnits *u, Vec2 up, int32_t particle)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 sum = scratch->outwards.data[particle];
    float square = dot(sum, sum), weights[4];
    Vec2 outward = scale(u->spacing / sqrtf(square), sum);
    SurfacePoint p = {
        .particle = particle,
        .strength = surface_strength(world, u, particle, square, outward),
        .at = mul_add(world->state.particlePositions.data[particle], SURFACE_OFFSET, outward)};
    if (p.strength == 0.0f) {
        return;
    }
    const CoarseCell *c = weights_at(scratch, u, particle, p.at, weights);
    for (int32_t i = 0; i < 4; ++i) {
        Node *n = &scratch->nodes.data[c->corners[i]];
        float positive = p.strength * max_f(weights[i], 0.0f);
        n->points += positive;
        n->heights += positive * dot(up, p.at) / u->coarse;
    }
    scratch->surfacePoints.data[scratch->surfacePoints.count++] = p;
}

// Adds a surface point to the rows of the corners of its cell.
static void hold_corners(MicaWorld *world, const MatterUnits *u, const SurfacePoint *p)
{
    MatterScratch *scratch = matter_scratch(world);
    float weights[4], strength = 0.0f;
    const CoarseCell *c = weights_at(scratch, u, p->particle, p->at, weights);
    for (int32_t i = 0; i < 4; ++i) {
        strength += max_f(weights[i], 0.0f) * scratch->nodes.data[c->corners[i]].strength;
    }
    strength = HOLD * p->strength * clamp_f(strength, 0.0f, 1.0f);
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
    n->strength = fade(filled, OVERFULL, FULL);
    n->outside = fade(filled, INSIDE, OUTSIDE);
    n->lowest = n->outside > 0.0f ? -weight * clamp_f(above, 0.0f, 1.0f) : 0.0f;
}

void pressure_find_surface(MicaWorld *world, const MatterUnits *u, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    float strength;
    Vec2 up = neg(normalize(gravity, &strength));
    scratch->surfacePoints.count = 0;
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        int mask = surface_mask(scratch, u, i);
        for (int32_t k = 0; mask >> k != 0; ++k) {
            if ((mask >> k & 1) != 0) {
                add_point(world, u, up, i + k);
            }
        }
    }
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        judge_node(world, u, up, strength * u->coarse / pressure_factor(), &scratch->nodes.data[i]);
    }
    for (int32_t i = 0; i < scratch->surfacePoints.count; ++i) {
        hold_corners(world, u, &scratch->surfacePoints.data[i]);
    }
}
