// Splits coarse cells that walls cut: particles of a cell which no chain of neighbours connects within
// it lie on different sides of a wall, and get a cell of their own at the same place. Cells at the same
// place have corners of their own, too, but where neighbours across their borders connect them: so the
// pressure does not act through walls, however thin. (Molino, Bao and Fedkiw, "A virtual node algorithm",
// 2004.) Two particles on both sides of a very thin wall are no neighbours: the lists are masked where
// the wall lies between them, until the step ends.
//
// Called by matter_prepare. Reads lists and walls; writes coarse cells, coarseOf, nodes and masks.
#include "matter.h"

// A wall no thicker than so many coarse cells may lie between particles of the same or of neighbouring
// ones.
#define CUTTING_WIDTH 2.0f

static void find_cut(const MatterScratch *scratch, const MatterUnits *u, CoarseCell *c)
{
    c->cut = c->crossed = false;
    for (int32_t k = 0; k < c->walls; ++k) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + k]];
        c->cut = c->cut || 2.0f * w->extent < CUTTING_WIDTH * u->coarse;
        c->crossed = c->crossed || 2.0f * w->extent <= u->reach;
    }
}

// Whether a wall that is thin enough for it lies between two particles.
static bool is_between(const MatterScratch *scratch, const MatterUnits *u, const CoarseCell *c,
                       Vec2 a, Vec2 b)
{
    for (int32_t k = 0; k < c->walls; ++k) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + k]];
        CastResult hit;
        if (2.0f * w->extent > u->reach) {
            continue;
        }
        Vec2 from = untransform(w->pose, a), to = untransform(w->pose, b);
        if (cast_ray(&w->geometry, from, sub(to, from), 1.0f, &hit) == CAST_HIT) {
            return true;
        }
    }
    return false;
}

// ----------------------------------------------------------------------------------- union-find

static int32_t root_of(int32_t *parents, int32_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join(int32_t *parents, int32_t a, int32_t b)
{
    a = root_of(parents, a);
    b = root_of(parents, b);
    parents[max_i(a, b)] = min_i(a, b);
}

// ------------------------------------------------------------------------------- pairs of particles

// Hides a neighbour in the lists. False without memory.
static bool hide(MicaWorld *world, int32_t at)
{
    MatterScratch *scratch = matter_scratch(world);
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->masks, scratch->masks.count + 1)) {
        return false;
    }
    scratch->masks.data[scratch->masks.count++] = (ListMask){at, scratch->neighbours.data[at]};
    scratch->neighbours.data[at] = (uint16_t)particles_padding(world);
    return true;
}

// Joins the particles of each cut cell that are neighbours, and hides neighbours behind walls. False
// without memory.
static bool join_particles(MicaWorld *world, const MatterUnits *u, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t k = 0; k < scratch->cutParticles.count; ++k) {
        int32_t i = scratch->cutParticles.data[k];
        const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[i]];
        for (int32_t line = scratch->lineStarts.data[i >> 2];
             line < scratch->lineStarts.data[(i >> 2) + 1]; ++line) {
            int32_t at = 4 * line + (i & 3), j = scratch->neighbours.data[at];
            if (j >= particles->count) {
                continue;
            }
            if (c->crossed &&
                is_between(scratch, u, c, particles->positions[i], particles->positions[j])) {
                if (!hide(world, at)) {
                    return false;
                }
            } else if (j < i && scratch->coarseOf.data[i] == scratch->coarseOf.data[j]) {
                join(scratch->parents.data, i, j);
            }
        }
    }
    return true;
}

void split_unmask(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = scratch->masks.count - 1; i >= 0; --i) {
        scratch->neighbours.data[scratch->masks.data[i].place] = scratch->masks.data[i].neighbour;
    }
    scratch->masks.count = 0;
}

// ------------------------------------------------------------------------------------- new cells

// Gives each connected part of a cut cell but its first a cell of its own. False without memory.
static bool divide_cells(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t k = 0; k < scratch->cutParticles.count; ++k) {
        int32_t i = scratch->cutParticles.data[k], cell = scratch->coarseOf.data[i];
        int32_t root = root_of(scratch->parents.data, i);
        if (root == i) {
            // The first particle of a part, since roots are the smallest.
            CoarseCell *c = &scratch->coarseCells.data[cell];
            if (!c->divided) {
                c->divided = true;
                scratch->partOf.data[i] = cell;
            } else {
                if (!ARRAY_RESERVE(&world->host.memory, &scratch->coarseCells,
                                   scratch->coarseCells.count + 1)) {
                    return false;
                }
                scratch->partOf.data[i] = scratch->coarseCells.count;
                scratch->coarseCells.data[scratch->coarseCells.count++] =
                    scratch->coarseCells.data[cell];
            }
            scratch->coarseCells.data[scratch->partOf.data[i]].particles = 0;
        }
        int32_t part = scratch->partOf.data[root];
        scratch->coarseOf.data[i] = (uint16_t)part;
        scratch->coarseCells.data[part].particles += 1;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ nodes

// Corners are joined as slots: 4 times a cell plus the corner. Corners at the same place of two cells
// that touch become one.
static void join_corners(MatterScratch *scratch, int32_t a, int32_t b)
{
    const CoarseCell *c = &scratch->coarseCells.data[a], *d = &scratch->coarseCells.data[b];
    for (int32_t k = 0; k < 4; ++k) {
        int32_t x = c->x + (k & 1) - d->x, y = c->y + (k >> 1) - d->y;
        if (x >= 0 && x <= 1 && y >= 0 && y <= 1) {
            join(scratch->cornerParents.data, 4 * a + k, 4 * b + 2 * y + x);
        }
    }
}

// Joins the corners of cut cells with those of cells in which their particles have neighbours.
static void join_cut_cells(MicaWorld *world, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t lastA = NONE, lastB = NONE;
    for (int32_t k = 0; k < scratch->cutParticles.count; ++k) {
        int32_t i = scratch->cutParticles.data[k], a = scratch->coarseOf.data[i];
        for (int32_t line = scratch->lineStarts.data[i >> 2];
             line < scratch->lineStarts.data[(i >> 2) + 1]; ++line) {
            int32_t j = scratch->neighbours.data[4 * line + (i & 3)];
            int32_t b = j < particles->count ? scratch->coarseOf.data[j] : a;
            if (a != b && (a != lastA || b != lastB)) {
                join_corners(scratch, a, b);
                lastA = a;
                lastB = b;
            }
        }
    }
}

// Joins the corners of cells that no wall cuts, by the table of their nodes.
static void join_whole_cells(MatterScratch *scratch)
{
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        for (int32_t k = 0; k < 4 && !c->cut; ++k) {
            int32_t *first = &scratch->nodes.data[c->corners[k]].firstCorner;
            if (*first == NONE) {
                *first = 4 * i + k;
            } else {
                join(scratch->cornerParents.data, *first, 4 * i + k);
            }
        }
    }
}

// A node for each set of joined corners. False without memory.
static bool make_nodes(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t *parents = scratch->cornerParents.data;
    scratch->nodes.count = 0;
    for (int32_t i = 0; i < 4 * scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i >> 2];
        int32_t root = root_of(parents, i);
        if (root == i) {
            if (!ARRAY_RESERVE(&world->host.memory, &scratch->nodes, scratch->nodes.count + 1)) {
                return false;
            }
            scratch->nodes.data[scratch->nodes.count] =
                (Node){.x = c->x + (i & 1), .y = c->y + (i >> 1 & 1)};
            scratch->cornerNodes.data[i] = scratch->nodes.count++;
        }
        c->corners[i & 3] = scratch->cornerNodes.data[root];
    }
    return true;
}

// Lists the particles in cut cells, each of them its own root. False without memory.
static bool list_cut_particles(MicaWorld *world, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE(m, &scratch->parents, particles->count) ||
        !ARRAY_RESERVE(m, &scratch->partOf, particles->count) ||
        !ARRAY_RESERVE(m, &scratch->cutParticles, particles->count)) {
        return false;
    }
    scratch->cutParticles.count = 0;
    for (int32_t i = 0; i < particles->count; ++i) {
        if (scratch->coarseCells.data[scratch->coarseOf.data[i]].cut) {
            scratch->parents.data[i] = i;
            scratch->cutParticles.data[scratch->cutParticles.count++] = i;
        }
    }
    return true;
}

bool split_cells(MicaWorld *world, const MatterUnits *u, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    bool cut = false;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        find_cut(scratch, u, c);
        cut = cut || c->cut;
    }
    if (!cut) {
        return true;
    }
    if (!list_cut_particles(world, particles) || !join_particles(world, u, particles) ||
        !divide_cells(world)) {
        return false;
    }
    int32_t corners = 4 * scratch->coarseCells.count;
    if (!ARRAY_RESERVE(m, &scratch->cornerParents, corners) ||
        !ARRAY_RESERVE(m, &scratch->cornerNodes, corners)) {
        return false;
    }
    for (int32_t i = 0; i < corners; ++i) {
        scratch->cornerParents.data[i] = i;
    }
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        scratch->nodes.data[i].firstCorner = NONE;
    }
    join_whole_cells(scratch);
    join_cut_cells(world, particles);
    return make_nodes(world);
}
