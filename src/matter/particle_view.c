// The arrays of a matter's particles that a game reads, made once after each change of the world: the
// particles of all matter lie in one order that no game knows, so each matter's are copied together.
#include "matter.h"

static bool reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t padded = world->state.particlePositions.capacity;
    return ARRAY_RESERVE(m, &scratch->viewPositions, padded) &&
           ARRAY_RESERVE(m, &scratch->viewVelocities, padded) &&
           ARRAY_RESERVE(m, &scratch->viewValues, padded) &&
           ARRAY_RESERVE(m, &scratch->viewDensities, padded) &&
           ARRAY_RESERVE(m, &scratch->viewAsleep, padded);
}

// Copies all particles, matter by matter, with positions between the last two steps. Those that the last
// step has moved come first, in the order of previousPositions; behind them are those that have come since.
static void copy_particles(MicaWorld *world, float alpha)
{
    MatterScratch *scratch = matter_scratch(world);
    const WorldState *s = &world->state;
    int32_t next[MICA_MAX_MATTERS], first = 0, count = matter_particles(world);
    for (int32_t i = 0; i < s->matters.count; ++i) {
        next[i] = first;
        first += s->matters.data[i].count;
    }
    float perRest = 1.0f / matter_units(1.0f).density;
    for (int32_t i = 0; i < count; ++i) {
        int32_t to = next[s->particleTags.data[i].matter]++;
        Vec2 now = s->particlePositions.data[i];
        bool moved = i < scratch->previousPositions.count, known = moved && scratch->liquid;
        scratch->viewPositions.data[to] =
            moved ? lerp(scratch->previousPositions.data[i], now, alpha) : now;
        scratch->viewVelocities.data[to] = s->particleVelocities.data[i];
        scratch->viewValues.data[to] = s->particleValues.data[i];
        scratch->viewDensities.data[to] = known ? perRest * scratch->densities.data[i] : 1.0f;
        scratch->viewAsleep.data[to] = s->particleTags.data[i].flags & PARTICLE_ASLEEP;
    }
}

MicaError mica_matter_view(MicaWorld *world, MicaMatter matter, float alpha, MicaMatterView *out)
{
    int32_t slot = matter_slot(world, matter);
    if (out != NULL) {
        *out = (MicaMatterView){.count = 0};
    }
    if (slot == NONE || out == NULL) {
        return slot == NONE ? MICA_ERROR_STALE_MATTER : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    MatterScratch *scratch = matter_scratch(world);
    MicaError error = world_check_range(alpha, 0.0f, 1.0f);
    if (error == MICA_ERROR_OK && !reserve(world)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (!scratch->viewed || world->scratch.particlesPushed || scratch->viewAlpha != alpha) {
        world->scratch.particlesPushed = false;
        copy_particles(world, alpha);
        scratch->viewed = true;
        scratch->viewAlpha = alpha;
    }
    int32_t first = 0;
    for (int32_t i = 0; i < slot; ++i) {
        first += world->state.matters.data[i].count;
    }
    *out = (MicaMatterView){.count = world->state.matters.data[slot].count,
                            .positions = scratch->viewPositions.data + first,
                            .velocities = scratch->viewVelocities.data + first,
                            .values = scratch->viewValues.data + first,
                            .densities = scratch->viewDensities.data + first,
                            .asleep = scratch->viewAsleep.data + first};
    return MICA_ERROR_OK;
}

int32_t mica_matter_pinned(MicaWorld *world, MicaMatter matter, int32_t *out)
{
    int32_t slot = matter_slot(world, matter), at = 0, found = 0;
    for (int32_t i = 0; slot != NONE && i < matter_particles(world); ++i) {
        ParticleTag tag = world->state.particleTags.data[i];
        if (tag.matter != slot) {
            continue;
        }
        if ((tag.flags & PARTICLE_PINNED) != 0) {
            if (out != NULL) {
                out[found] = at;
            }
            found += 1;
        }
        at += 1;
    }
    return slot != NONE ? found : -1;
}
