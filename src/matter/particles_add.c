// Particles at places that the caller names one by one. Called by games and the bridge.
#include "jelly.h"

static MicaError check_vectors(const MicaVec2 *vectors, int32_t count, float maximum)
{
    MicaError error = MICA_ERROR_OK;
    for (int32_t i = 0; vectors != NULL && i < count && error == MICA_ERROR_OK; ++i) {
        error = world_check_vec(vectors[i], maximum);
    }
    return error;
}

int32_t mica_matter_add(MicaWorld *world, MicaMatter matter, const MicaVec2 *positions,
                        const MicaVec2 *velocities, const uint32_t *values, int32_t count)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE) {
        return -1;
    }
    const Matter *m = &world->state.matters.data[slot];
    MicaError error = world->host.stepping ? MICA_ERROR_LOCKED
                      : positions == NULL  ? MICA_ERROR_NULL_ARGUMENT
                      : count < 0          ? MICA_ERROR_OUT_OF_RANGE
                                           : MICA_ERROR_OK;
    if (error == MICA_ERROR_OK) {
        float far = min_f(FARTHEST_SPACINGS * m->spacing, MAX_COORDINATE);
        error = check_vectors(positions, count, far);
    }
    if (error == MICA_ERROR_OK) {
        error = check_vectors(velocities, count, MAX_SPEED);
    }
    int32_t added = min_i(count, m->capacity - m->count), first = matter_particles(world);
    bool jelly = matter_is_elastic(m);
    if (error == MICA_ERROR_OK && jelly && !jelly_reserve(world, m, added)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return -1;
    }
    matter_scratch(world)->viewed = false;
    for (int32_t i = 0; i < added; ++i) {
        particle_add(world, slot, positions[i],
                     velocities != NULL ? velocities[i] : vec(0.0f, 0.0f),
                     values != NULL ? values[i] : 0);
    }
    if (jelly) {
        jelly_make(world, slot, first);
    }
    return added;
}
