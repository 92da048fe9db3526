// Matter in a step, in the order in which step.c calls it. Everything that needs memory comes before
// the step is certain to have it (matter_prepare), and writes scratch alone. Particles then move with
// the substeps of the bodies: forces between them in as many passes as they need, contacts with bodies
// in each.
#include "pressure.h"

// Passes of the springs between particles come no rarer than this (s).
#define LONGEST_PASS (1.0f / 119.0f)

float matter_spacing(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        if ((world->state.matters.data[i].flags & MATTER_ALIVE) != 0) {
            return world->state.matters.data[i].spacing;
        }
    }
    return 0.0f;
}

// The matter whose particles the masses of all others are measured by.
static const Matter *reference(const MicaWorld *world)
{
    const Matter *m = world->state.matters.data;
    while ((m->flags & MATTER_ALIVE) == 0) {
        m += 1;
    }
    return m;
}

static bool reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t padded = world->state.particlePositions.capacity;
    return ARRAY_RESERVE(m, &scratch->densities, padded) &&
           ARRAY_RESERVE(m, &scratch->multipliers, padded) &&
           ARRAY_RESERVE(m, &scratch->weights, padded) &&
           ARRAY_RESERVE(m, &scratch->wallDensities, padded) &&
           ARRAY_RESERVE(m, &scratch->wallGradients, padded) &&
           ARRAY_RESERVE(m, &scratch->outwards, padded) &&
           ARRAY_RESERVE(m, &scratch->accelerations, padded) &&
           ARRAY_RESERVE(m, &scratch->previousPositions, padded);
}

bool matter_prepare(MicaWorld *world, const StepContext *context)
{
    Particles particles;
    if (!gauges_reserve(world)) {
        return false;
    }
    if (matter_particles(world) == 0) {
        return true;
    }
    MatterUnits u = matter_units(matter_spacing(world));
    MatterScratch *scratch = matter_scratch(world);
    if (!reserve(world) || !cells_sort(world, &u, &particles) || !lists_make(world, &particles) ||
        !coarse_make(world, &u, &particles, context->dt) || !walls_find(world, &u, context->dt) ||
        !outline_find(world, &u, &particles) || !walls_touch(world, &u, &particles, context->dt)) {
        return false;
    }
    scratch->sorted = particles.sorted;
    return true;
}

// What stands behind the last particle: where a block ends, and for no neighbour.
static void pad(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    float far = 2.0f * FARTHEST_SPACINGS * u->spacing;
    for (int32_t i = matter_particles(world), end = 4 * matter_blocks(world) + 4; i < end; ++i) {
        world->state.particlePositions.data[i] = vec(far, far);
        world->state.particleVelocities.data[i] = vec(0.0f, 0.0f);
        scratch->weights.data[i] = 0.0f;
        scratch->coarseOf.data[i] = 0;
    }
}

static void weigh(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    const Matter *first = reference(world);
    float mobilities[MICA_MAX_MATTERS];
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        float density = world->state.matters.data[i].density;
        mobilities[i] = density > 0.0f ? first->density / density : 0.0f;
    }
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        scratch->weights.data[i] = mobilities[world->state.particleTags.data[i].matter];
    }
    scratch->mass = first->density * u->area;
}

void matter_begin(MicaWorld *world, const StepContext *context)
{
    (void)context;
    MatterScratch *scratch = matter_scratch(world);
    int32_t count = matter_particles(world);
    scratch->viewed = false;
    scratch->previousPositions.count = count;
    if (count == 0) {
        return;
    }
    MatterUnits u = matter_units(matter_spacing(world));
    if (scratch->sorted) {
        cells_commit(world);
        scratch->sorted = false;
    }
    scratch->listed = true;
    pad(world, &u);
    weigh(world, &u);
    copy_bytes((char *)scratch->previousPositions.data,
               (const char *)world->state.particlePositions.data,
               sizeof(Vec2) * (size_t)(4 * matter_blocks(world)));
}

// Whether a pass of the springs falls into a substep; `passes` in all are spread over the step.
static bool has_pass(int32_t substep, int32_t substeps, int32_t passes)
{
    return substep == 0 || substep * passes / substeps != (substep - 1) * passes / substeps;
}

void matter_push(MicaWorld *world, const StepContext *context, int32_t substep)
{
    if (matter_particles(world) == 0) {
        return;
    }
    MatterUnits u = matter_units(matter_spacing(world));
    int32_t passes = min_i(context->substeps, (int32_t)(context->dt / LONGEST_PASS) + 1);
    if (has_pass(substep, context->substeps, passes)) {
        float h = context->dt / (float)passes, share = 1.0f / (float)passes;
        walls_weigh(world, &u);
        liquid_densities(world, &u, h);
        if (substep == 0) {
            pressure_solve(world, &u, context);
        }
        walls_push(world);
        liquid_apply(world, &u, h, share);
    }
    pressure_push(world, 1.0f / (float)context->substeps);
    walls_stop(world, &u, context->h);
}

void matter_move(MicaWorld *world, const StepContext *context)
{
    int32_t floats = 8 * matter_blocks(world);
    f4 h = f4_splat(context->h);
    for (int32_t i = 0; i < floats; i += 4) {
        float *p = (float *)world->state.particlePositions.data + i;
        const float *v = (const float *)world->state.particleVelocities.data + i;
        f4_store(p, f4_mul_add(f4_load(p), h, f4_load(v)));
    }
}

// Whether a particle is so far away, or so fast, that it is lost, or its numbers are none.
static bool is_lost(const MatterUnits *u, Vec2 position, Vec2 velocity)
{
    return !vec_within(position, FARTHEST_SPACINGS * u->spacing) ||
           !vec_within(velocity, MAX_SPEED);
}

// Ages the particles, and removes those that have lived long enough or are lost.
static void age(MicaWorld *world, const MatterUnits *u, float dt)
{
    WorldState *s = &world->state;
    bool any = false, mortal = s->particleLives.count > 0;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        bool gone = is_lost(u, s->particlePositions.data[i], s->particleVelocities.data[i]);
        if (mortal && s->particleLives.data[i] > 0.0f) {
            s->particleLives.data[i] -= dt;
            gone = gone || s->particleLives.data[i] <= 0.0f;
        }
        particle_mark(world, i, gone);
        any = any || gone;
    }
    if (any) {
        particles_remove_marked(world);
    }
}

void matter_finish(MicaWorld *world, const StepContext *context)
{
    if (world->state.matters.count == 0) {
        return;
    }
    float spacing = matter_spacing(world);
    if (spacing > 0.0f) {
        MatterUnits u = matter_units(spacing);
        walls_guard(world, &u);
        age(world, &u, context->dt);
        emitters_emit(world, &u, context->dt);
    }
    gauges_count(world);
}
