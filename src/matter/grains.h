// What the files on particles that are no liquid share: grains of sand and pieces of jelly push each
// other by contacts, as bodies do.
#pragma once

#include "matter.h"

static inline bool grain_is(const MicaWorld *world, ParticleTag tag)
{
    return world->state.matters.data[tag.matter].kind != MICA_MATTER_LIQUID;
}
// The friction between grains that gives an angle of repose: heaps of discs that do not turn lie at 103
// degrees times their friction.
#define FRICTION_PER_RADIAN (57.2957795f / 103.0f)
// Of sand with the cohesion 1: walls of it stand about 4 m high.
#define ADHESION (100.0f * METRE)
static inline float grain_friction(const Matter *m)
{
    return m->kind == MICA_MATTER_SAND ? FRICTION_PER_RADIAN * m->repose : 0.0f;
}
// The acceleration (m/s²) of one of two damp grains at which they come apart.
static inline float grain_adhesion(const Matter *m)
{
    return m->kind == MICA_MATTER_SAND ? ADHESION * m->cohesion : 0.0f;
}
// Whether two particles push each other by a contact.
static inline bool grains_touch(const MicaWorld *world, ParticleTag a, ParticleTag b)
{
    return grain_is(world, a) && grain_is(world, b);
}
// Whether the world has matter that is no liquid.
bool grains_exist(const MicaWorld *world);

// grain_blocks.c: makes the blocks of contacts for particles that have been sorted. False without
// memory.
KERNEL bool grain_blocks_make(MicaWorld *world, const Particles *particles);
// grain_blocks.c: gives contacts the new places of their particles; NONE: it is gone.
void grain_blocks_renumber(MicaWorld *world, const int32_t *places);
