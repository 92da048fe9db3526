// Liquids of unlike density: how they lie in the coarse cells. In a cell the gradient of the pressure is
// nearly constant, but the surface between a dense liquid and a light one needs two gradients: the grid
// would accelerate the two against each other in each step, and the springs between particles would stop
// them again. Where the denser liquid lies below the other, all liquid in the cell therefore moves by its
// mean density; where not, each by its own. Cells in which the denser liquid lies above are about to
// overturn, and do not fall asleep.
//
// Called by matter_prepare and matter_begin. Reads coarse cells, tags, positions and weights; writes layers,
// mobilities, `up`, and which cells fall asleep.
#include "matter.h"

// Liquid lies in layers if the correlation of its density with height is this or lower.
#define LAYERED (-0.75f)
// It is about to overturn if their covariance is more than this part of the density by a cell's width.
#define OVERTURNING 0.004f

static bool liquids_differ(const MicaWorld *world)
{
    float density = 0.0f;
    bool differ = false;
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0 && m->kind == MICA_MATTER_LIQUID && m->count > 0) {
            differ = differ || (density != 0.0f && m->density != density);
            density = m->density;
        }
    }
    return differ;
}

bool layers_reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    scratch->layered = liquids_differ(world);
    return !scratch->layered ||
           (ARRAY_RESERVE(m, &scratch->layers, scratch->coarseCells.count) &&
            ARRAY_RESERVE(m, &scratch->mobilities, world->state.particlePositions.capacity));
}

void layers_find(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    float strength;
    scratch->up = neg(normalize(world->state.gravity, &strength));
    for (int32_t i = 0; i < scratch->coarseCells.count && scratch->layered; ++i) {
        scratch->layers.data[i] = (Layers){.count = 0.0f};
    }
    for (int32_t i = 0; i < matter_particles(world) && scratch->layered; ++i) {
        int32_t cell = scratch->coarseOf.data[i];
        const Matter *m = &world->state.matters.data[world->state.particleTags.data[i].matter];
        const CoarseCell *c = &scratch->coarseCells.data[cell];
        Vec2 p = scale(1.0f / u->coarse, world->state.particlePositions.data[i]);
        float height = dot(scratch->up, sub(p, vec((float)c->x, (float)c->y)));
        if (m->kind == MICA_MATTER_LIQUID) {
            Layers *l = &scratch->layers.data[cell];
            l->count += 1.0f;
            l->densities += m->density;
            l->heights += height;
            l->products += m->density * height;
            l->squareDensities += m->density * m->density;
            l->squareHeights += height * height;
        }
    }
}

static float covariance(const Layers *l)
{
    return l->products - l->densities * l->heights / max_f(l->count, 1.0f);
}

// How far each liquid in a cell moves by its own density, 0 to 1.
static float own_part(const Layers *l)
{
    float all = max_f(l->count, 1.0f),
          densities = l->squareDensities - l->densities * l->densities / all,
          heights = l->squareHeights - l->heights * l->heights / all,
          product = max_f(densities * heights, 0.0f);
    return product > 0.0f ? clamp_f(1.0f - covariance(l) / (LAYERED * sqrtf(product)), 0.0f, 1.0f)
                          : 1.0f;
}

void layers_weigh(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->coarseCells.count && scratch->layered; ++i) {
        scratch->layers.data[i].own = own_part(&scratch->layers.data[i]);
    }
    for (int32_t i = 0; i < 4 * matter_blocks(world) && scratch->layered; ++i) {
        const Layers *l = &scratch->layers.data[scratch->coarseOf.data[i]];
        float own = scratch->weights.data[i];
        bool mixes = own > 0.0f && scratch->liquids.data[i] > 0.0f;
        float together = mixes ? scratch->mass / u->area * l->count / l->densities : own;
        scratch->mobilities.data[i] = together + l->own * (own - together);
    }
}

// Whether two cells have a node in common: no wall divides them.
static bool cells_touch(const CoarseCell *a, const CoarseCell *b)
{
    for (int32_t i = 0; i < 16; ++i) {
        if (a->corners[i & 3] == b->corners[i >> 2]) {
            return true;
        }
    }
    return false;
}

void layers_keep_awake(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 up = scratch->up;
    int32_t dx = (up.x > 0.7f) - (up.x < -0.7f), dy = (up.y > 0.7f) - (up.y < -0.7f);
    for (int32_t i = 0; i < scratch->coarseCells.count && scratch->layered; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        int32_t above = coarse_find(scratch, c->x + dx, c->y + dy);
        Layers l = scratch->layers.data[i];
        if (above != NONE && above != i && cells_touch(c, &scratch->coarseCells.data[above])) {
            const Layers *a = &scratch->layers.data[above];
            float higher = dot(up, vec((float)dx, (float)dy));
            l.count += a->count;
            l.densities += a->densities;
            l.heights += a->heights + higher * a->count;
            l.products += a->products + higher * a->densities;
        }
        c->falls = c->falls && covariance(&l) <= OVERTURNING * l.densities;
    }
}
