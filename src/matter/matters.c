// Making, changing and ending matter. Called by games and the bridge.
#include "matter.h"

static MicaMatter handle_of(const MicaWorld *world, int32_t slot)
{
    return (MicaMatter){handle_make(slot, world->state.matters.data[slot].generation)};
}

MicaMatter mica_matter_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.matters.count &&
                (world->state.matters.data[slot].flags & MATTER_ALIVE) != 0;
    return live ? handle_of(world, slot) : (MicaMatter){0};
}

int32_t mica_world_matter_slots(const MicaWorld *world)
{
    return world != NULL ? world->state.matters.count : 0;
}

MicaMatterCounters mica_world_matter_counters(const MicaWorld *world)
{
    MicaMatterCounters c = {.matters = 0};
    if (world == NULL) {
        return c;
    }
    const WorldState *s = &world->state;
    for (int32_t i = 0; i < s->matters.count; ++i) {
        c.matters += (s->matters.data[i].flags & MATTER_ALIVE) != 0;
    }
    for (int32_t i = 0; i < s->emitters.count; ++i) {
        c.emitters += (s->emitters.data[i].flags & EMITTER_ALIVE) != 0;
    }
    c.particles = matter_particles(world);
    for (int32_t i = 0; i < c.particles; ++i) {
        c.awakeParticles += (s->particleTags.data[i].flags & PARTICLE_ASLEEP) == 0;
    }
    MicaCollider gauges[MICA_MAX_GAUGES];
    c.gauges = mica_world_gauges(world, gauges);
    return c;
}

bool mica_matter_is_valid(const MicaWorld *world, MicaMatter matter)
{
    return matter.id != 0 && mica_matter_at(world, MICA_SLOT(matter)).id == matter.id;
}

int32_t matter_slot(MicaWorld *world, MicaMatter matter)
{
    world_enter(world);
    if (mica_matter_is_valid(world, matter)) {
        return MICA_SLOT(matter);
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_MATTER);
    }
    return NONE;
}

// ------------------------------------------------------------------------------- definitions

MicaMatterDef mica_matter_def(MicaMatterKind kind) { return mica_matter_def_in(1.0f, kind); }

MicaMatterDef mica_matter_def_in(float lengthUnit, MicaMatterKind kind)
{
    return (MicaMatterDef){.kind = kind,
                           .capacity = 5000,
                           .spacing = 0.1f * lengthUnit,
                           .density = 1.0f / (lengthUnit * lengthUnit),
                           .friction = kind == MICA_MATTER_LIQUID ? 0.1f : 0.6f,
                           .repose = 0.523598776f,
                           .stiffness = 0.5f};
}

MicaMatterDef mica_matter_definition(MicaWorld *world, MicaMatter matter)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE) {
        return (MicaMatterDef){.kind = 0};
    }
    return matter_definition(&world->state.matters.data[slot]);
}

static void write_settings(Matter *m, const MicaMatterDef *d)
{
    m->layer = d->layer;
    m->density = d->density;
    m->viscosity = d->viscosity;
    m->cohesion = d->cohesion;
    m->friction = d->friction;
    m->repose = d->repose;
    m->stiffness = d->stiffness;
    m->plasticity = d->plasticity;
    m->tearing = d->tearing;
    m->lifetime = d->lifetime;
    m->userData[0] = (uint32_t)d->userData;
    m->userData[1] = (uint32_t)(d->userData >> 32);
}

// ------------------------------------------------------------------------------- making, ending

// The slot for new matter: the lowest free one that has a generation left, or a new one; NONE if all
// are in use. See slot_release.
static int32_t free_slot(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) == 0 && m->generation != world->state.generationStart) {
            return i;
        }
    }
    return world->state.matters.count < MICA_MAX_MATTERS ? world->state.matters.count : NONE;
}

MicaMatter mica_matter_create(MicaWorld *world, const MicaMatterDef *def)
{
    world_enter(world);
    if (world == NULL || def == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return (MicaMatter){0};
    }
    MicaError error = world->host.stepping ? MICA_ERROR_LOCKED
                                           : matter_check_definition(&world->state, def, NONE);
    int32_t slot = free_slot(world);
    if (error == MICA_ERROR_OK && slot == NONE) {
        error = MICA_ERROR_CAPACITY;
    }
    if (error == MICA_ERROR_OK &&
        (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.matters, slot + 1) ||
         !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.matterMemory, 1) ||
         !particles_reserve(world, matter_capacity(&world->state) + def->capacity,
                            def->lifetime > 0.0f))) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return (MicaMatter){0};
    }
    Matter *m = &world->state.matters.data[slot];
    uint32_t generation =
        slot < world->state.matters.count ? m->generation : world->state.generationStart;
    world->state.matters.count = max_i(world->state.matters.count, slot + 1);
    world->state.matterMemory.count = 1;
    *m = (Matter){.kind = (int32_t)def->kind,
                  .capacity = def->capacity,
                  .spacing = def->spacing,
                  .flags = MATTER_ALIVE,
                  .generation = generation};
    write_settings(m, def);
    // The particle that stands for none is another one now: the next step lists contacts anew.
    world->state.particlePlaces.count = 0;
    return handle_of(world, slot);
}

MicaError mica_matter_destroy(MicaWorld *world, MicaMatter matter)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE) {
        return world != NULL ? MICA_ERROR_STALE_MATTER : MICA_ERROR_NULL_ARGUMENT;
    }
    if (world->host.stepping) {
        return world_fail(world, MICA_ERROR_LOCKED);
    }
    if (!particles_removal_reserve(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    particles_remove_all(world, slot);
    emitters_end_of(world, slot);
    Matter *m = &world->state.matters.data[slot];
    *m = (Matter){.generation = generation_after(m->generation)};
    world->state.particlePlaces.count = 0;
    return MICA_ERROR_OK;
}

MicaError mica_matter_set(MicaWorld *world, MicaMatter matter, const MicaMatterDef *def)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE || def == NULL) {
        return slot == NONE && world != NULL ? MICA_ERROR_STALE_MATTER
               : world == NULL               ? MICA_ERROR_NULL_ARGUMENT
                                             : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    Matter *m = &world->state.matters.data[slot];
    MicaError error = world->host.stepping ? MICA_ERROR_LOCKED
                                           : matter_check_definition(&world->state, def, slot);
    if (error == MICA_ERROR_OK && ((int32_t)def->kind != m->kind || def->spacing != m->spacing ||
                                   def->capacity != m->capacity)) {
        error = MICA_ERROR_OUT_OF_RANGE;
    }
    if (error == MICA_ERROR_OK && def->lifetime > 0.0f &&
        !particles_reserve(world, matter_capacity(&world->state), true)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    write_settings(m, def);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        if (world->state.particleTags.data[i].matter == slot) {
            sleep_wake_particle(world, i);
        }
    }
    return MICA_ERROR_OK;
}

int32_t mica_matter_count(MicaWorld *world, MicaMatter matter)
{
    int32_t slot = matter_slot(world, matter);
    return slot != NONE ? world->state.matters.data[slot].count : 0;
}
