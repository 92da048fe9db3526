// The capacity for particles, and the ranges of what matter is made of. Called where matter is made and where
// worlds are copied and restored. Empty in a build without matter.
#include "world.h"

#if defined(MICA_MATTER)

int32_t matter_capacity(const WorldState *state)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < state->matters.count; ++i) {
        const Matter *m = &state->matters.data[i];
        sum += (m->flags & MATTER_ALIVE) != 0 ? m->capacity : 0;
    }
    return sum;
}

bool particles_are_mortal(const WorldState *state)
{
    bool mortal = state->particleLives.count > 0;
    for (int32_t i = 0; i < state->matters.count; ++i) {
        mortal = mortal || state->matters.data[i].lifetime > 0.0f;
    }
    for (int32_t i = 0; i < state->emitters.count; ++i) {
        mortal = mortal || state->emitters.data[i].lifetime > 0.0f;
    }
    return mortal;
}

bool particles_reserve(MicaWorld *world, int32_t count, bool lives)
{
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    int32_t padded = count + PARTICLE_PADDING;
    lives = lives || particles_are_mortal(s);
    return ARRAY_RESERVE_RARELY(m, &s->particlePositions, padded) &&
           ARRAY_RESERVE_RARELY(m, &s->particleVelocities, padded) &&
           ARRAY_RESERVE_RARELY(m, &s->particlePlaces, padded) &&
           ARRAY_RESERVE_RARELY(m, &s->particleValues, padded) &&
           ARRAY_RESERVE_RARELY(m, &s->particleTags, padded) &&
           (!lives || ARRAY_RESERVE_RARELY(m, &s->particleLives, padded));
}

static MicaError check_numbers(const MicaMatterDef *d)
{
    const struct {
        float value, minimum, maximum;
    } numbers[] = {
        {d->spacing, 0.001f * METRE, 100.0f * METRE},
        {d->density * METRE * METRE, 1e-3f, 1e6f},
        {d->viscosity, 0.0f, 1.0f},
        {d->cohesion, 0.0f, 1.0f},
        {d->friction, 0.0f, 1.0f},
        {d->repose, 0.17f, 0.62f},
        {d->stiffness, 0.0f, 1.0f},
        {d->plasticity, 0.0f, 1.0f},
        {d->tearing, 0.0f, 100.0f},
        {d->lifetime, 0.0f, 1e6f},
    };
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        MicaError error =
            world_check_range(numbers[i].value, numbers[i].minimum, numbers[i].maximum);
        if (error != MICA_ERROR_OK) {
            return error;
        }
    }
    if ((uint32_t)d->kind >= MICA_MATTER_KIND_COUNT || d->capacity < 1 ||
        d->capacity > MICA_MAX_PARTICLES) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    return d->layer >= 0 && d->layer < LAYER_COUNT ? MICA_ERROR_OK : MICA_ERROR_BAD_LAYER;
}

MicaError emitter_check_numbers(const MicaEmitterDef *d)
{
    const struct {
        float value, minimum, maximum;
    } numbers[] = {
        {d->position.x, -MAX_COORDINATE, MAX_COORDINATE},
        {d->position.y, -MAX_COORDINATE, MAX_COORDINATE},
        {d->angle, -1e8f, 1e8f},
        {d->width, 0.0f, 1000.0f * METRE},
        {d->speed, 0.0f, min_f(1000.0f * METRE, MAX_SPEED)},
        {d->rate, 0.0f, 1e5f},
        {d->lifetime, 0.0f, 1e6f},
    };
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        MicaError error =
            world_check_range(numbers[i].value, numbers[i].minimum, numbers[i].maximum);
        if (error != MICA_ERROR_OK) {
            return error;
        }
    }
    return MICA_ERROR_OK;
}

MicaMatterDef matter_definition(const Matter *m)
{
    return (MicaMatterDef){.kind = (MicaMatterKind)m->kind,
                           .layer = m->layer,
                           .capacity = m->capacity,
                           .spacing = m->spacing,
                           .density = m->density,
                           .viscosity = m->viscosity,
                           .cohesion = m->cohesion,
                           .friction = m->friction,
                           .repose = m->repose,
                           .stiffness = m->stiffness,
                           .plasticity = m->plasticity,
                           .tearing = m->tearing,
                           .lifetime = m->lifetime,
                           .userData = m->userData[0] | (uint64_t)m->userData[1] << 32};
}

MicaError matter_check_definition(const WorldState *state, const MicaMatterDef *def, int32_t own)
{
    MicaError error = check_numbers(def);
    int32_t capacity = def->capacity;
    for (int32_t i = 0; error == MICA_ERROR_OK && i < state->matters.count; ++i) {
        const Matter *m = &state->matters.data[i];
        if (i == own || (m->flags & MATTER_ALIVE) == 0) {
            continue;
        }
        capacity += m->capacity;
        if (m->spacing != def->spacing || def->density > MAX_DENSITY_RATIO * m->density ||
            m->density > MAX_DENSITY_RATIO * def->density || capacity > MICA_MAX_PARTICLES) {
            error = MICA_ERROR_OUT_OF_RANGE;
        }
    }
    return error;
}

#endif
