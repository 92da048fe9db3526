// Matter in a step, in the order in which step.c calls it. Everything that needs memory comes before
// the step is certain to have it (matter_prepare), and writes scratch alone. Particles then move with
// the substeps of the bodies: forces between them in as many passes as they need, contacts with bodies
// in each.
#include "jelly.h"
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

bool liquids_exist(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0 && m->kind == MICA_MATTER_LIQUID && m->count > 0) {
            return true;
        }
    }
    return false;
}

static bool reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t padded = world->state.particlePositions.capacity;
    return ARRAY_RESERVE(m, &scratch->densities, padded) &&
           ARRAY_RESERVE(m, &scratch->multipliers, padded) &&
           ARRAY_RESERVE(m, &scratch->weights, padded) &&
           ARRAY_RESERVE(m, &scratch->liquids, padded) &&
           ARRAY_RESERVE(m, &scratch->wallDensities, padded) &&
           ARRAY_RESERVE(m, &scratch->wallGradients, padded) &&
           ARRAY_RESERVE(m, &scratch->outwards, padded) &&
           ARRAY_RESERVE(m, &scratch->surfacePoints, padded) &&
           ARRAY_RESERVE(m, &scratch->freeParticles, padded) &&
           ARRAY_RESERVE(m, &scratch->pulls, padded) &&
           ARRAY_RESERVE(m, &scratch->fieldColliders, world->state.fieldCount) &&
           ARRAY_RESERVE(m, &scratch->smoothing, padded) &&
           ARRAY_RESERVE(m, &scratch->attractions, padded) &&
           ARRAY_RESERVE(m, &scratch->accelerations, padded) &&
           ARRAY_RESERVE(m, &scratch->previousPositions, padded);
}

// Whether all particles sleep, and nothing has happened in the world that may wake one. The cells are
// not known then: what moves anywhere near all of the matter counts.
static bool may_skip(MicaWorld *world)
{
    const WorldState *s = &world->state;
    const MatterMemory *memory = &s->matterMemory.data[0];
    return sleep_all(world) && s->movedColliders.count == 0 && s->destroyedColliders.count == 0 &&
           world->scratch.solverBodies.count <= 1 && memory->gravityX == s->gravity.x &&
           memory->gravityY == s->gravity.y && s->particlePlaces.count == matter_particles(world);
}

static bool prepare(MicaWorld *world, const StepContext *context)
{
    Particles particles;
    // Lives end and drains drain in idle steps too.
    if (!gauges_reserve(world) || !particles_removal_reserve(world)) {
        return false;
    }
    MatterScratch *scratch = matter_scratch(world);
    scratch->idle = true;
    if (matter_particles(world) == 0 || may_skip(world)) {
        return true;
    }
    scratch->idle = false;
    MatterUnits u = matter_units(matter_spacing(world));
    split_unmask(world);  // of a step that came to no end
    if (!reserve(world) || !cells_sort(world, &u, &particles) || !lists_make(world, &particles) ||
        !coarse_make(world, &u, &particles, context->dt) || !walls_find(world, &u, context->dt) ||
        !split_cells(world, &u, &particles) || !coarse_reserve(world) || !layers_reserve(world) ||
        !outline_find(world, &u, &particles) || !walls_touch(world, &u, &particles, context->dt) ||
        !grain_blocks_make(world, &particles) || !grains_reserve(world)) {
        return false;
    }
    scratch->sorted = particles.sorted;
    return ARRAY_RESERVE(&world->host.memory, &world->state.grainWalls,
                         scratch->wallContacts.count);
}

// What stands behind the last particle: where a block ends, and for no neighbour.
static void pad(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    float far = 2.0f * FARTHEST_SPACINGS * u->spacing;
    int32_t count = matter_particles(world), more = 4 * matter_blocks(world) - count;
    for (int32_t k = 0; k <= more; ++k) {
        int32_t i = k < more ? count + k : particles_padding(world);
        world->state.particlePositions.data[i] = vec(far, far);
        world->state.particleVelocities.data[i] = vec(0.0f, 0.0f);
        scratch->weights.data[i] = scratch->liquids.data[i] = 0.0f;
    }
    for (int32_t i = count; i < count + more; ++i) {
        scratch->coarseOf.data[i] = 0;
    }
    // Of particles that touch no wall.
    memset(scratch->wallDensities.data, 0, sizeof(float) * (size_t)(count + more));
    memset(scratch->wallGradients.data, 0, sizeof(Vec2) * (size_t)(count + more));
}

static void find_kinds(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        int32_t matter = world->state.particleTags.data[i].matter;
        scratch->liquids.data[i] =
            world->state.matters.data[matter].kind == MICA_MATTER_LIQUID ? 1.0f : 0.0f;
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
        ParticleTag tag = world->state.particleTags.data[i];
        int32_t matter = tag.matter;
        bool fixed = (tag.flags & (PARTICLE_ASLEEP | PARTICLE_PINNED)) != 0;
        scratch->weights.data[i] = fixed ? 0.0f : mobilities[matter];
        if ((tag.flags & PARTICLE_PINNED) != 0) {
            world->state.particleVelocities.data[i] = vec(0.0f, 0.0f);
        }
    }
    scratch->mass = first->density * u->area;
}

// Gives the members of clusters the new places of their particles.
static void follow_sort(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        scratch->newIndices.data[scratch->cameFrom.data[i]] = i;
    }
    jelly_renumber(world, scratch->newIndices.data);
}

static void begin(MicaWorld *world, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t count = matter_particles(world);
    scratch->viewed = scratch->viewed && scratch->idle && scratch->viewAlpha == 1.0f;
    scratch->previousPositions.count = scratch->idle ? 0 : count;
    if (scratch->idle) {
        return;
    }
    MatterUnits u = matter_units(matter_spacing(world));
    scratch->grains = grains_exist(world);
    scratch->liquid = liquids_exist(world);
    scratch->viscous = scratch->liquid && viscosity_acts(world);
    if (scratch->sorted) {
        cells_commit(world);
        if (scratch->grains) {
            grains_commit(world);
            follow_sort(world);
        }
    }
    scratch->listed = true;
    pad(world, &u);
    find_kinds(world);
    layers_find(world, &u);
    if (!sleep_update(world, &u)) {
        scratch->idle = true;
        scratch->previousPositions.count = scratch->wallContacts.count = 0;
        return;
    }
    weigh(world, &u);
    layers_weigh(world, &u);
    scratch->stepLength = context->dt;
    scratch->elapsed = 0.0f;
    if (world->state.liveMovers > 0) {
        movers_wade(world, &u);
    }
    if (world->state.fieldCount > 0) {
        particle_fields_apply(world, &u, context->dt);
    }
    copy_bytes((char *)scratch->previousPositions.data,
               (const char *)world->state.particlePositions.data,
               sizeof(Vec2) * (size_t)(4 * matter_blocks(world)));
    if (scratch->grains || scratch->viscous) {
        viscosity_begin(world, &u);
    }
    if (scratch->grains) {
        grains_begin(world, &u);
        walls_match(world);
    }
    scratch->sorted = false;
}

// Whether a pass of the springs falls into a substep; `passes` in all are spread over the step.
static bool has_pass(int32_t substep, int32_t substeps, int32_t passes)
{
    return substep == 0 || substep * passes / substeps != (substep - 1) * passes / substeps;
}

// The accelerations of the step: gravity, and what the pressure of liquids does.
static void accelerate(MicaWorld *world, const MatterUnits *u, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    if (scratch->liquid) {
        pressure_solve(world, u, context);
        return;
    }
    Vec2 gravity = scale(context->dt, world->state.gravity);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        scratch->accelerations.data[i] =
            scratch->weights.data[i] > 0.0f ? gravity : vec(0.0f, 0.0f);
    }
}

static void push(MicaWorld *world, const StepContext *context, int32_t substep)
{
    MatterScratch *scratch = matter_scratch(world);
    if (scratch->idle) {
        return;
    }
    MatterUnits u = matter_units(matter_spacing(world));
    int32_t passes = min_i(context->substeps, (int32_t)(context->dt / LONGEST_PASS) + 1);
    if (has_pass(substep, context->substeps, passes)) {
        float h = context->dt / (float)passes, part = 1.0f / (float)passes;
        if (scratch->liquid) {
            walls_weigh(world, &u);
            liquid_densities(world, &u, h);
        }
        // Before what drives particles apart, which it would take out again.
        if (scratch->viscous) {
            viscosity_apply(world, &u);
        }
        if (substep == 0) {
            accelerate(world, &u, context);
        }
        if (scratch->liquid) {
            walls_push(world);
            liquid_apply(world, &u, h, part);
        }
    }
    if (scratch->liquid) {
        pressure_push(world, 1.0f / (float)context->substeps);
    }
    if (scratch->grains) {
        grains_accelerate(world, context);
        walls_carry(world);
    }
    if (world->state.jellyClusters.count > 0) {
        jelly_solve(world, context->h);
    }
    walls_stop(world, &u, context->h);
    if (scratch->grains) {
        grains_solve(world, &u, context->h);
        grains_finish_substep(world, context);
    }
}

static void move(MicaWorld *world, const StepContext *context)
{
    int32_t floats = matter_scratch(world)->idle ? 0 : 8 * matter_blocks(world);
    f4 h = f4_splat(context->h);
    matter_scratch(world)->elapsed += context->h;
    for (int32_t i = 0; i < floats; i += 4) {
        float *p = (float *)world->state.particlePositions.data + i;
        const float *v = (const float *)world->state.particleVelocities.data + i;
        f4_store(p, f4_mul_add(f4_load(p), h, f4_load(v)));
    }
}

// Whether a particle is so far away, or so fast, that it is lost, or its numbers are none.
static bool is_lost(const MatterUnits *u, Vec2 position, Vec2 velocity)
{
    return !particle_lies_within(position, u->spacing) || !vec_within(velocity, MAX_SPEED);
}

// Whether four particles may be lost.
static inline bool any_lost(const MicaWorld *world, int32_t i, f4 far, f4 fast)
{
    const float *p = &world->state.particlePositions.data[i].x,
                *v = &world->state.particleVelocities.data[i].x;
    // NaN fails each comparison.
    f4 fine = f4_and(f4_and(f4_le(f4_abs(f4_load(p)), far), f4_le(f4_abs(f4_load(p + 4)), far)),
                     f4_and(f4_le(f4_abs(f4_load(v)), fast), f4_le(f4_abs(f4_load(v + 4)), fast)));
    return f4_mask(fine) != 15;
}

// Marks the particles that are lost. True if some are.
static bool mark_lost(MicaWorld *world, const MatterUnits *u)
{
    WorldState *s = &world->state;
    const f4 far = f4_splat(FARTHEST_SPACINGS * u->spacing), fast = f4_splat(MAX_SPEED);
    bool any = false;
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        if (any_lost(world, i, far, fast)) {
            for (int32_t k = i; k < min_i(i + 4, matter_particles(world)); ++k) {
                bool gone = is_lost(u, s->particlePositions.data[k], s->particleVelocities.data[k]);
                particle_mark(world, k, gone);
                any = any || gone;
            }
        }
    }
    return any;
}

// Ages the particles, and removes those that have lived long enough or are lost.
static void age(MicaWorld *world, const MatterUnits *u, float dt)
{
    WorldState *s = &world->state;
    bool any = mark_lost(world, u);
    for (int32_t i = 0; i < s->particleLives.count; ++i) {
        float *life = &s->particleLives.data[i];
        if (*life > 0.0f) {
            *life = max_f(*life - dt, 0.0f);
            if (*life == 0.0f) {
                particle_mark(world, i, true);
                any = true;
            }
        }
    }
    if (!matter_scratch(world)->idle) {
        sleep_stir_bodies(world, u);
    } else if (any) {
        sleep_wake_around_marked(world);
    }
    if (any) {
        particles_remove_marked(world);
    }
}

static void finish_motion(MicaWorld *world, const MatterUnits *u, float dt)
{
    if (matter_scratch(world)->grains) {
        grains_part(world, u);
        walls_keep(world);
        jelly_yield(world, u, dt);
    }
    walls_guard(world, u);
}

static void finish(MicaWorld *world, const StepContext *context)
{
    if (world->state.matters.count == 0) {
        return;
    }
    MatterScratch *scratch = matter_scratch(world);
    float spacing = matter_spacing(world);
    split_unmask(world);
    if (spacing > 0.0f) {
        MatterUnits u = matter_units(spacing);
        if (!scratch->idle) {
            finish_motion(world, &u, context->dt);
        }
        age(world, &u, context->dt);
        emitters_emit(world, &u, context->dt);
    }
    gauges_count(world);
}

// ------------------------------------------------------------------------------ the calls of step.c

static double now(const MicaWorld *world)
{
    return world->host.clock != NULL ? world->host.clock() : 0.0;
}

// Adds the time since `start` to what this step has spent on matter.
static void lap(MicaWorld *world, double start)
{
    matter_scratch(world)->milliseconds += (float)(now(world) - start);
}

bool matter_prepare(MicaWorld *world, const StepContext *context)
{
    double start = now(world);
    bool prepared = prepare(world, context);
    MatterScratch *scratch = matter_scratch(world);
    scratch->milliseconds = 0.0f;
    scratch->timedStep = world->state.steps;
    lap(world, start);
    return prepared;
}

void matter_begin(MicaWorld *world, const StepContext *context)
{
    double start = now(world);
    begin(world, context);
    lap(world, start);
}

void matter_push(MicaWorld *world, const StepContext *context, int32_t substep)
{
    double start = now(world);
    push(world, context, substep);
    lap(world, start);
}

void matter_move(MicaWorld *world, const StepContext *context)
{
    double start = now(world);
    move(world, context);
    lap(world, start);
}

void matter_finish(MicaWorld *world, const StepContext *context)
{
    double start = now(world);
    finish(world, context);
    lap(world, start);
}

float mica_world_matter_time(const MicaWorld *world)
{
    if (world == NULL || world->host.clock == NULL) {
        return 0.0f;
    }
    // A step from impact to impact moves no matter.
    const MatterScratch *scratch = matter_scratch_read(world);
    return scratch->timedStep + 1u == world->state.steps ? scratch->milliseconds : 0.0f;
}
