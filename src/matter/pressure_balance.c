// Keeps the momentum of liquid in free flight. The pressure acts between particles, so it changes the
// momentum and the angular momentum of a pool that touches nothing by nothing; but at a surface the grid
// holds nodes at no pressure, which takes some. What a pool has got is taken back out of its particles
// evenly, as of a rigid body. Pools of cells are those of sleep.c.
//
// Called by pressure_solve. Reads coarse cells and positions; writes accelerations.
#include "pressure.h"

// Lists the particles that the pressure moves in pools that touch nothing.
static void find_free(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        scratch->pools.data[i] = (PoolSum){.mass = 0.0f};
    }
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        PoolSum *pool = &scratch->pools.data[c->pool];
        pool->anchored = pool->anchored || c->walls > 0 || c->asleep;
    }
    bool any = false;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        c->free = c->liquid && !scratch->pools.data[c->pool].anchored;
        any = any || c->free;
    }
    scratch->freeParticles.count = 0;
    for (int32_t i = 0; i < matter_particles(world) && any; ++i) {
        if (scratch->coarseCells.data[scratch->coarseOf.data[i]].free &&
            scratch->weights.data[i] > 0.0f) {
            scratch->freeParticles.data[scratch->freeParticles.count++] = i;
        }
    }
}

static PoolSum *pool_of_particle(const MatterScratch *scratch, int32_t particle)
{
    return &scratch->pools.data[scratch->coarseCells.data[scratch->coarseOf.data[particle]].pool];
}

// Mass, centre and momentum of each pool.
static void sum_masses(MicaWorld *world, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t k = 0; k < scratch->freeParticles.count; ++k) {
        int32_t i = scratch->freeParticles.data[k];
        PoolSum *pool = pool_of_particle(scratch, i);
        float mass = 1.0f / scratch->weights.data[i];
        Vec2 p = world->state.particlePositions.data[i];
        // From the first particle on: sums of places far from the origin would be rounded.
        pool->origin = pool->mass == 0.0f ? p : pool->origin;
        pool->mass += mass;
        pool->center = mul_add(pool->center, mass, sub(p, pool->origin));
        pool->momentum =
            mul_add(pool->momentum, mass, sub(scratch->accelerations.data[i], gravity));
    }
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        PoolSum *pool = &scratch->pools.data[i];
        if (pool->mass > 0.0f) {
            pool->center = scale(1.0f / pool->mass, pool->center);
        }
    }
}

static Vec2 arm_of(const MicaWorld *world, const PoolSum *pool, int32_t particle)
{
    return sub(sub(world->state.particlePositions.data[particle], pool->origin), pool->center);
}

void pressure_balance(MicaWorld *world, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    find_free(world);
    if (scratch->freeParticles.count == 0) {
        return;
    }
    sum_masses(world, gravity);
    for (int32_t k = 0; k < scratch->freeParticles.count; ++k) {
        int32_t i = scratch->freeParticles.data[k];
        PoolSum *pool = pool_of_particle(scratch, i);
        float mass = 1.0f / scratch->weights.data[i];
        Vec2 arm = arm_of(world, pool, i),
             gained = scale(mass, sub(scratch->accelerations.data[i], gravity));
        pool->angular += cross(arm, gained);
        pool->inertia += mass * dot(arm, arm);
    }
    for (int32_t k = 0; k < scratch->freeParticles.count; ++k) {
        int32_t i = scratch->freeParticles.data[k];
        const PoolSum *pool = pool_of_particle(scratch, i);
        Vec2 *a = &scratch->accelerations.data[i];
        float turn = pool->inertia > 0.0f ? pool->angular / pool->inertia : 0.0f;
        *a = sub(sub(*a, scale(1.0f / pool->mass, pool->momentum)),
                 cross_sv(turn, arm_of(world, pool, i)));
    }
}
