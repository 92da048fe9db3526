// Keeps the momentum of liquid in free flight. The pressure acts between particles, so it changes the
// momentum and the angular momentum of a pool that touches nothing by nothing; but at a surface the grid
// holds nodes at no pressure, which takes some. What a pool has got is taken back out of its particles
// evenly, as of a rigid body. Pools of cells are those of sleep.c.
//
// Called by pressure_solve. Reads coarse cells and positions; writes accelerations.
#include "pressure.h"

// Whether a particle is moved by the pressure, in a pool that touches nothing.
static inline PoolSum *free_pool_of(MatterScratch *scratch, int32_t particle)
{
    const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[particle]];
    PoolSum *pool = &scratch->pools.data[c->pool];
    return c->liquid && !pool->anchored && scratch->weights.data[particle] > 0.0f ? pool : NULL;
}

static void find_pools(MatterScratch *scratch)
{
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        scratch->pools.data[i] = (PoolSum){.mass = 0.0f};
    }
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        PoolSum *pool = &scratch->pools.data[c->pool];
        pool->anchored = pool->anchored || c->walls > 0 || c->asleep;
    }
}

// Mass, centre and momentum of each pool; in a second pass what turns about the centre.
static void sum_pools(MicaWorld *world, Vec2 gravity, bool turning)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        PoolSum *pool = free_pool_of(scratch, i);
        if (pool == NULL) {
            continue;
        }
        float mass = 1.0f / scratch->weights.data[i];
        Vec2 p = world->state.particlePositions.data[i],
             gained = scale(mass, sub(scratch->accelerations.data[i], gravity));
        if (!turning) {
            // From the first particle on: sums of places far from the origin would be rounded.
            pool->origin = pool->mass == 0.0f ? p : pool->origin;
            pool->mass += mass;
            pool->center = mul_add(pool->center, mass, sub(p, pool->origin));
            pool->momentum = add(pool->momentum, gained);
        } else {
            Vec2 arm = sub(sub(p, pool->origin), pool->center);
            pool->angular += cross(arm, gained);
            pool->inertia += mass * dot(arm, arm);
        }
    }
}

void pressure_balance(MicaWorld *world, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    bool any = false;
    find_pools(scratch);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        any = any || (c->pool == i && c->liquid && !scratch->pools.data[i].anchored);
    }
    if (!any) {
        return;
    }
    sum_pools(world, gravity, false);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        PoolSum *pool = &scratch->pools.data[i];
        if (pool->mass > 0.0f) {
            pool->center = scale(1.0f / pool->mass, pool->center);
        }
    }
    sum_pools(world, gravity, true);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        const PoolSum *pool = free_pool_of(scratch, i);
        if (pool != NULL) {
            Vec2 *a = &scratch->accelerations.data[i],
                 arm = sub(sub(world->state.particlePositions.data[i], pool->origin), pool->center);
            float turn = pool->inertia > 0.0f ? pool->angular / pool->inertia : 0.0f;
            *a = sub(sub(*a, scale(1.0f / pool->mass, pool->momentum)), cross_sv(turn, arm));
        }
    }
}
