// Keeps the momentum of matter in free flight, together with the bodies in it. The pressure acts between
// particles and on bodies that move, so it cannot change the momentum or the angular momentum of a pool
// and of those bodies, unless an immovable wall is near; but at a surface the grid holds nodes at no
// pressure, which takes some. What a pool has gained is subtracted from its particles evenly, as from a
// rigid body. A pool is what cells with nodes in common have of matter that the pressure moves.
//
// Called by pressure_solve. Reads coarse cells, moments, positions and bodies; writes accelerations.
#include "pressure.h"

// Whether a wall near a cell may take momentum: all but bodies that the pressure moves.
static bool is_anchored(const MicaWorld *world, const CoarseCell *c)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    bool anchored = c->asleep;
    for (int32_t i = 0; i < c->walls && !anchored; ++i) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + i]];
        const SolverBody *b = &world->scratch.solverBodies.data[w->solver];
        anchored = w->solver == 0 || b->invMassX == 0.0f || b->invMassY == 0.0f;
    }
    return anchored;
}

// Lists the particles that the pressure moves in pools that touch nothing immovable.
static void find_free(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        scratch->pools.data[i] = (PoolSum){.mass = 0.0f};
        scratch->coarseCells.data[i].joins = scratch->moments.data[i].m[0] != 0.0f;
    }
    coarse_join(scratch);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        PoolSum *pool = &scratch->pools.data[c->pool];
        pool->anchored = pool->anchored || is_anchored(world, c);
    }
    bool any = false;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        c->free = c->joins && !scratch->pools.data[c->pool].anchored;
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

static PoolSum *pool_of_node(const MatterScratch *scratch, int32_t node)
{
    return &scratch->pools.data[scratch->coarseCells.data[scratch->nodes.data[node].cell].pool];
}

// What a node's pressure gives to a body, in masses of the reference particle.
static Vec2 impulse_of(const MatterScratch *scratch, const NodeBody *b)
{
    float q = b->order != NONE ? scratch->pressures.data[b->order] : 0.0f;
    return vec(-b->x * q, -b->y * q);
}

// The momentum of the bodies in each pool.
static void add_bodies(MatterScratch *scratch)
{
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        const NodeBody *b = &scratch->nodeBodies.data[i];
        PoolSum *pool = pool_of_node(scratch, b->node);
        pool->momentum = add(pool->momentum, impulse_of(scratch, b));
    }
}

// Their angular momentum about the pool's centre.
static void add_turning_bodies(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        const NodeBody *b = &scratch->nodeBodies.data[i];
        PoolSum *pool = pool_of_node(scratch, b->node);
        float q = b->order != NONE ? scratch->pressures.data[b->order] : 0.0f;
        Vec2 center = body_world_center(world, world->scratch.solverSlots.data[b->solver]),
             arm = sub(sub(center, pool->origin), pool->center);
        pool->angular += cross(arm, impulse_of(scratch, b)) - b->turn * q;
    }
}

static Vec2 arm_of(const MicaWorld *world, const PoolSum *pool, int32_t particle)
{
    return sub(sub(world->state.particlePositions.data[particle], pool->origin), pool->center);
}

void pressure_balance(MicaWorld *world, const MatterUnits *u, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    find_free(world);
    if (scratch->freeParticles.count == 0) {
        return;
    }
    // The inertia of each particle about its own centre, by its mass.
    float disc = u->spacing * u->spacing / 8.0f;
    sum_masses(world, gravity);
    add_bodies(scratch);
    for (int32_t k = 0; k < scratch->freeParticles.count; ++k) {
        int32_t i = scratch->freeParticles.data[k];
        PoolSum *pool = pool_of_particle(scratch, i);
        float mass = 1.0f / scratch->weights.data[i];
        Vec2 arm = arm_of(world, pool, i),
             gained = scale(mass, sub(scratch->accelerations.data[i], gravity));
        pool->angular += cross(arm, gained);
        pool->inertia += mass * (dot(arm, arm) + disc);
    }
    add_turning_bodies(world);
    for (int32_t k = 0; k < scratch->freeParticles.count; ++k) {
        int32_t i = scratch->freeParticles.data[k];
        const PoolSum *pool = pool_of_particle(scratch, i);
        Vec2 *a = &scratch->accelerations.data[i];
        float turn = pool->angular / pool->inertia;
        *a = sub(sub(*a, scale(1.0f / pool->mass, pool->momentum)),
                 cross_sv(turn, arm_of(world, pool, i)));
    }
}
