// The outlines of bodies that move, in pieces of half a spacing, where particles are near: pressure.c
// lets the pressure act on them and their motion drive the liquid.
//
// Called by matter_prepare. Reads walls; writes outline.
#include "pressure.h"

// A point of an outline is wet if a particle is within the first distance, in spacings, and dry beyond
// the second.
#define WET_DISTANCE 1.25f
#define DRY_DISTANCE 1.5f
// An edge or an arc has no more pieces than about this, or a body of the size of a country would take
// seconds.
#define MAX_PIECES 16384.0f
#define PI 3.14159265358979323846f

// Whether another shape of the body covers a point of the outline.
static bool is_covered(const MicaWorld *world, const Wall *w, Vec2 point)
{
    int32_t body = world->state.colliders.data[w->collider].body;
    for (int32_t i = world->state.bodies.data[body].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if (i == w->collider || collider_is_compound(c) || c->disabled != 0 ||
            (c->flags & COLLIDER_TRIGGER) != 0) {
            continue;
        }
        Geometry g = collider_geometry(world, c);
        if (geometry_contains(&g, w->pose, point, 0.0f)) {
            return true;
        }
    }
    return false;
}

// The particles around the cell of the last point: points that follow each other lie in the same cell.
typedef struct Surroundings {
    const Particles *particles;
    CellTable table;
    Cell cell;
    ParticleRange ranges[CELLS_AROUND];
    int32_t count;  // of ranges; 0 before the first point
    bool any;       // particles in them
} Surroundings;

static void look_around(const MatterScratch *scratch, Surroundings *around, Cell c)
{
    if (around->count == 0 || c.x != around->cell.x || c.y != around->cell.y) {
        around->cell = c;
        around->count = cells_around(scratch->cellStarts.data, around->table, c, around->ranges);
        around->any = false;
        for (int32_t i = 0; i < around->count; ++i) {
            around->any = around->any || around->ranges[i].end > around->ranges[i].first;
        }
    }
}

// How wet a point of the outline is, 0 to 1, by the nearest particle: at rest one is within a spacing.
// *nearby becomes that particle, or NONE.
static float wetness(const MatterUnits *u, const Surroundings *around, const Wall *w, Vec2 point,
                     int32_t *nearby)
{
    float nearest = 3e38f;
    *nearby = NONE;
    for (int32_t r = 0; r < around->count; ++r) {
        for (int32_t i = around->ranges[r].first; i < around->ranges[r].end; ++i) {
            Vec2 d = sub(around->particles->positions[i], point);
            float square = dot(d, d);
            if (square < nearest && (w->matters >> around->particles->tags[i].matter & 1) != 0) {
                *nearby = i;
                nearest = square;
            }
        }
    }
    float dry = DRY_DISTANCE * u->spacing;
    if (nearest >= dry * dry) {
        return 0.0f;
    }
    float wet = (DRY_DISTANCE - sqrtf(nearest) / u->spacing) / (DRY_DISTANCE - WET_DISTANCE);
    return clamp_f(wet, 0.0f, 1.0f);
}

// The coarse cell of a point, or NONE if it has no particles.
static int32_t cell_at(const MatterScratch *scratch, const MatterUnits *u, Vec2 point)
{
    Cell c = cell_of(point, u->perPlace / (float)(1 << COARSE_SHIFT));
    return coarse_find(scratch, c.x, c.y);
}

// Whether a wall is the one of several for the same part that has a point of the outline: that of the
// cell in which the point lies or, where no particle lies in it, the particle that touches it.
static bool is_of_cell(const MatterScratch *scratch, const MatterUnits *u, const Wall *w,
                       Vec2 point, Vec2 particle)
{
    if (w->cell == NONE) {
        return true;
    }
    int32_t cell = cell_at(scratch, u, point);
    return w->cell == (cell != NONE ? cell : cell_at(scratch, u, particle));
}

// Adds a piece about a point, as far as it is wet. False without memory.
static bool add_piece(MicaWorld *world, const MatterUnits *u, Surroundings *around, const Wall *w,
                      Vec2 point, Vec2 normal, float length)
{
    MatterScratch *scratch = matter_scratch(world);
    look_around(scratch, around, cell_of(point, u->perPlace));
    if (!around->any) {
        return true;
    }
    int32_t nearby;
    float wet = wetness(u, around, w, point, &nearby);
    if (wet == 0.0f || !is_of_cell(scratch, u, w, point, around->particles->positions[nearby]) ||
        is_covered(world, w, point)) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->outline, scratch->outline.count + 1)) {
        return false;
    }
    // The cell of the liquid that touches it, which a wall may divide from others at the same place.
    int32_t cell = scratch->coarseOf.data[nearby];
    const CoarseCell *c = &scratch->coarseCells.data[cell];
    scratch->outline.data[scratch->outline.count++] =
        (OutlinePiece){.arm = sub(point, w->center),
                       .normal = normal,
                       .length = wet * length,
                       .fx = clamp_f(point.x / u->coarse - (float)c->x, 0.0f, 1.0f),
                       .fy = clamp_f(point.y / u->coarse - (float)c->y, 0.0f, 1.0f),
                       .solver = w->solver,
                       .cell = cell};
    return true;
}

// A straight part of the outline from a to b in the body's space, whose outward side is on the right.
static bool add_edge(MicaWorld *world, const MatterUnits *u, Surroundings *around, const Wall *w,
                     Vec2 a, Vec2 b)
{
    float span;
    a = transform(w->pose, a);
    b = transform(w->pose, b);
    Vec2 along = normalize(sub(b, a), &span);
    int32_t count = (int32_t)min_f(2.0f * span / u->spacing, MAX_PIECES) + 1;
    for (int32_t i = 0; i < count && span > 0.0f; ++i) {
        float t = ((float)i + 0.5f) / (float)count;
        if (!add_piece(world, u, around, w, lerp(a, b, t), right_perp(along),
                       span / (float)count)) {
            return false;
        }
    }
    return true;
}

// An arc about a corner in the body's space, counter-clockwise from an outward normal.
static bool add_arc(MicaWorld *world, const MatterUnits *u, Surroundings *around, const Wall *w,
                    Vec2 center, Vec2 from, float angle)
{
    float radius = w->geometry.radius, span = radius * angle;
    center = transform(w->pose, center);
    from = rotate(w->pose.q, from);
    int32_t count = (int32_t)min_f(2.0f * span / u->spacing, MAX_PIECES) + 1;
    for (int32_t i = 0; i < count && span > 0.0f; ++i) {
        Rot turn = mica_rot(angle * ((float)i + 0.5f) / (float)count);
        Vec2 n = rotate(turn, from);
        if (!add_piece(world, u, around, w, mul_add(center, radius, n), n, span / (float)count)) {
            return false;
        }
    }
    return true;
}

static bool add_polygon(MicaWorld *world, const MatterUnits *u, Surroundings *around, const Wall *w)
{
    const Polygon *p = w->geometry.polygon;
    float radius = w->geometry.radius;
    for (int32_t i = 0; i < w->geometry.count; ++i) {
        int32_t j = i + 1 < w->geometry.count ? i + 1 : 0;
        Vec2 n = {p->nx[i], p->ny[i]}, m = {p->nx[j], p->ny[j]}, a = {p->x[i], p->y[i]},
             b = {p->x[j], p->y[j]};
        if (!add_edge(world, u, around, w, mul_add(a, radius, n), mul_add(b, radius, n)) ||
            (radius > 0.0f &&
             !add_arc(world, u, around, w, b, n, mica_atan2(cross(n, m), dot(n, m))))) {
            return false;
        }
    }
    return true;
}

static bool add_outline(MicaWorld *world, const MatterUnits *u, Surroundings *around, const Wall *w)
{
    const Geometry *g = &w->geometry;
    if (g->type == MICA_SHAPE_POLYGON) {
        return add_polygon(world, u, around, w);
    }
    if (g->type == MICA_SHAPE_CIRCLE) {
        return add_arc(world, u, around, w, g->a, vec(1.0f, 0.0f), 2.0f * PI);
    }
    float l;
    Vec2 n = right_perp(normalize(sub(g->b, g->a), &l));
    return add_edge(world, u, around, w, mul_add(g->a, g->radius, n),
                    mul_add(g->b, g->radius, n)) &&
           add_arc(world, u, around, w, g->b, n, PI) &&
           add_edge(world, u, around, w, mul_add(g->b, -g->radius, n),
                    mul_add(g->a, -g->radius, n)) &&
           add_arc(world, u, around, w, g->a, neg(n), PI);
}

bool outline_find(MicaWorld *world, const MatterUnits *u, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    Surroundings around = {.particles = particles, .table = cells_table(particles->count)};
    scratch->outline.count = 0;
    for (int32_t i = 0; i < scratch->walls.count; ++i) {
        const Wall *w = &scratch->walls.data[i];
        if (w->solver != 0 && !add_outline(world, u, &around, w)) {
            return false;
        }
    }
    Memory *m = &world->host.memory;
    int32_t bodies = world->scratch.solverBodies.count;
    return ARRAY_RESERVE(m, &scratch->nodeBodies, 4 * scratch->outline.count) &&
           ARRAY_RESERVE(m, &scratch->wetBodies, bodies) &&
           ARRAY_RESERVE(m, &scratch->wetOf, bodies);
}
