// Part of world.h in builds with matter: what saving and copying a world need to know of it. The rest
// is in src/matter/.
#pragma once

#include "state.h"

// Records of particles that arrays have beyond those in use: where a block of four ends, and the one
// that stands for no neighbour.
#define PARTICLE_PADDING 8
// Beyond so many spacings from the origin particles are removed.
#define FARTHEST_SPACINGS 1e6f
// No pressure and no impulse that a step keeps for the next one is larger.
#define MAX_KEPT 1e30f
// Whether a particle may lie there.
static inline bool particle_lies_within(Vec2 position, float spacing)
{
    return vec_within(position, FARTHEST_SPACINGS * spacing);
}
// Of two matters in a world, the densities differ by no more than this factor.
#define MAX_DENSITY_RATIO 100.0f

// objects/particles.c: the capacities of all matter together.
int32_t matter_capacity(const WorldState *state);
// objects/particles.c: whether particles have lives: some do, or some matter or emitter may give some one.
bool particles_are_mortal(const WorldState *state);
// objects/particles.c: gives the arrays of particles that capacity, and those of their lives. False
// without memory.
bool particles_reserve(MicaWorld *world, int32_t count, bool lives);
// objects/particles.c: whether the numbers of a matter are in their ranges, and fit to those of all
// other matter but the one in the slot `own`.
MicaError matter_check_definition(const WorldState *state, const MicaMatterDef *def, int32_t own);
// objects/particles.c: the definition that makes matter with these settings.
MicaMatterDef matter_definition(const Matter *m);
// objects/particles.c: whether the numbers of an emitter are in their ranges.
MicaError emitter_check_numbers(const MicaEmitterDef *def);
// saving/matter_check.c: whether matter that comes from elsewhere is sound.
bool matter_check(const WorldState *state);
