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

// ------------------------------------------------------------------------- what shapes cover

// Whether a wall covers a point as seen from where the particles are: the point lies in it or, if it
// is thin, behind it.
static bool wall_covers(const Wall *w, Vec2 from, Vec2 point, bool thin)
{
    Vec2 a = untransform(w->pose, from), b = untransform(w->pose, point), normal;
    if (geometry_point_distance(&w->geometry, b, &normal) < 0.0f) {
        return true;
    }
    CastResult hit;
    return thin && cast_ray(&w->geometry, a, sub(b, a), 1.0f, &hit) == CAST_HIT;
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
    float half = 0.914f * u->coarse;
    uint64_t covered = 0;
    for (int32_t i = 0; i < c->walls && covered != ~(uint64_t)0; ++i) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + i]];
        Vec2 normal;
        float distance =
            geometry_point_distance(&w->geometry, untransform(w->pose, middle), &normal);
        if (distance > half) {
            continue;
        }
        bool thin = geometry_min_extent(&w->geometry) < 0.5f * u->coarse;
        for (int32_t k = 0; k < 64; ++k) {
            Vec2 arm = scale(u->coarse, vec(QUANTILES[k & 7], QUANTILES[k >> 3]));
            // What is nearer to the middle than the wall is as far inside or outside of it as the middle.
            bool clear = dot(arm, arm) < 0.99f * distance * distance;
            if ((covered >> k & 1) != 0 || (clear && distance > 0.0f && !thin)) {
                continue;
            }
            if ((clear && distance < 0.0f) || wall_covers(w, from, add(middle, arm), thin)) {
                covered |= (uint64_t)1 << k;
            }
        }
    }
    return (float)__builtin_popcountll(covered) / 64.0f;
}

// ---------------------------------------------------------------------------------- surface points

static void hold_corners(MatterScratch *scratch, const CoarseCell *c, const float weights[4],
                         float height)
{
    for (int32_t i = 0; i < 4; ++i) {
        Node *n = &scratch->nodes.data[c->corners[i]];
        float positive = max_f(weights[i], 0.0f);
        n->hold += HOLD * weights[i] * weights[i];
        n->points += positive;
        n->heights += positive * height;
        for (int32_t k = 0; k < 4; ++k) {
            int32_t place = k != i ? node_neighbour(n, c->corners[k]) : NONE;
            if (place != NONE) {
                n->holds[place] += HOLD * weights[i] * weights[k];
            }
        }
    }
}

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

static void add_point(MicaWorld *world, const MatterUnits *u, Vec2 up, int32_t particle)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 out = scratch->outwards.data[particle];
    float square = dot(out, out), density = scratch->densities.data[particle];
    // Outward into a wall there is no surface.
    Vec2 wall = scratch->wallGradients.data[particle];
    float toWall = -dot(out, wall);
    if (toWall > 0.0f && toWall * toWall > 0.25f * square * dot(wall, wall)) {
        return;
    }
    if (square < ONE_SIDED * density || density < SPRAY_DENSITY * u->density ||
        density > DENSEST * u->density) {
        return;
    }
    out = scale(u->spacing / sqrtf(square), out);
    if (scratch->liquids.data[particle] == 0.0f || lies_open(world, u, particle, out)) {
        Vec2 at = mul_add(world->state.particlePositions.data[particle], SURFACE_OFFSET, out);
        float weights[4];
        const CoarseCell *c = weights_at(scratch, u, particle, at, weights);
        hold_corners(scratch, c, weights, dot(up, at) / u->coarse);
    }
}

// Weakens the surface points of a node.
static void hold_less(Node *n, float factor)
{
    n->hold *= factor;
    for (int32_t k = 0; k < n->neighbourCount; ++k) {
        n->holds[k] *= factor;
    }
}

void pressure_find_surface(MicaWorld *world, const MatterUnits *u, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    float strength, full = u->area / (u->coarse * u->coarse);
    Vec2 up = neg(normalize(gravity, &strength));
    // Of liquid as high as a cell.
    float weight = strength * u->coarse / pressure_factor(u);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        add_point(world, u, up, i);
    }
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        Node *n = &scratch->nodes.data[i];
        n->held = n->points > ENOUGH_POINTS;
        n->outside = n->lowest = 0.0f;
        if (n->mass == 0.0f || (!n->held && n->mass * full > INSIDE)) {
            continue;
        }
        bool walls = scratch->coarseCells.data[n->cell].walls > 0;
        float open = 1.0f - (walls ? solid_part(world, u, n) : 0.0f),
              filled = (n->mass * full + WALL_FILL) / (open + WALL_FILL);
        if (!n->held) {
            n->hold += SPARSE_HOLD * max_f(INSIDE - filled, 0.0f) / filled;
            continue;
        }
        float above = dot(up, vec((float)n->x, (float)n->y)) - n->heights / n->points;
        hold_less(n, clamp_f((OVERFULL - filled) / (OVERFULL - FULL), 0.0f, 1.0f));
        n->outside = clamp_f((INSIDE - filled) / (INSIDE - OUTSIDE), 0.0f, 1.0f);
        n->lowest = n->outside > 0.0f ? -weight * clamp_f(above, 0.0f, 1.0f) : 0.0f;
    }
}
