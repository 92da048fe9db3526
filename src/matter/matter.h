// The door of matter/: what step.c calls, in that order, and what the files of the room share. In a
// build without matter the calls of step.c are empty. A world without particles costs one comparison
// a call.
#pragma once

#if !defined(MICA_MATTER)

#include "solver.h"

static inline bool matter_prepare(MicaWorld *world, const StepContext *context)
{
    (void)world, (void)context;
    return true;
}
static inline void matter_begin(MicaWorld *world, const StepContext *context)
{
    (void)world, (void)context;
}
static inline void matter_push(MicaWorld *world, const StepContext *context, int32_t substep)
{
    (void)world, (void)context, (void)substep;
}
static inline void matter_move(MicaWorld *world, const StepContext *context)
{
    (void)world, (void)context;
}
static inline void matter_finish(MicaWorld *world, const StepContext *context)
{
    (void)world, (void)context;
}

#else

#include "lanes.h"
#include "matter_scratch.h"

#include <string.h>

// Sorts the particles, lists their neighbours, and finds what they may touch, all in scratch. False
// without memory.
bool matter_prepare(MicaWorld *world, const StepContext *context);
// Takes over the order: from now on nothing fails.
void matter_begin(MicaWorld *world, const StepContext *context);
// In each substep, before contacts are solved: forces between particles, and on bodies.
void matter_push(MicaWorld *world, const StepContext *context, int32_t substep);
// Moves the particles along with the bodies.
void matter_move(MicaWorld *world, const StepContext *context);
// Stops particles on their way through walls; ages and removes particles, and makes new ones.
void matter_finish(MicaWorld *world, const StepContext *context);

// ------------------------------------------------------------------------------------- constants

// Places are stored in units of a reach / PLACE_UNITS, modulo 2^16.
#define PLACE_SHIFT 7
#define PLACE_UNITS (1 << PLACE_SHIFT)
// Coarse cells are so many cells wide.
#define COARSE_SHIFT 2
// Neighbours of a particle, at most.
#define MAX_NEIGHBOURS 32

// Lengths and sums that follow from the spacing.
typedef struct MatterUnits {
    float spacing;   // m
    float diameter;  // of the kernel, m
    float reach;  // of the lists: a diameter and what particles may move until they are made anew
    float perPlace;  // places a metre
    float coarse;    // width of a coarse cell, m
    float density;   // the sum of the kernel at rest
    float area;      // m² of a particle at rest
} MatterUnits;

#define KERNEL_DIAMETER 1.4f  // in spacings
#define LIST_MARGIN 0.1f

static inline MatterUnits matter_units(float spacing)
{
    MatterUnits u = {.spacing = spacing, .diameter = KERNEL_DIAMETER * spacing};
    u.reach = u.diameter + LIST_MARGIN * spacing;
    u.perPlace = (float)PLACE_UNITS / u.reach;
    u.coarse = u.reach * (float)(1 << COARSE_SHIFT);
    // Six neighbours at a spacing; the next ones, at 1.73 spacings, lie outside.
    float w = 1.0f - 1.0f / KERNEL_DIAMETER;
    u.density = 6.0f * w * w;
    u.area = 0.866025404f * spacing * spacing;
    return u;
}

static inline int32_t matter_particles(const MicaWorld *world)
{
    return world->state.particlePositions.count;
}
static inline int32_t matter_blocks(const MicaWorld *world)
{
    return (matter_particles(world) + 3) >> 2;
}
// The spacing of all matter of the world, or 0 if there is none.
float matter_spacing(const MicaWorld *world);
// matter_step.c: whether the world has particles of liquid.
bool liquids_exist(const MicaWorld *world);

// The particle that stands for none: behind the capacity of all matter.
static inline int32_t particles_padding(const MicaWorld *world)
{
    return matter_capacity(&world->state);
}

// Exchanges two arrays of the same records, and their counts.
#define EXCHANGE_ARRAYS(one, other)                                                                \
    do {                                                                                           \
        AnyArray exchanged;                                                                        \
        memcpy(&exchanged, &(one), sizeof exchanged);                                              \
        memcpy(&(one), &(other), sizeof exchanged);                                                \
        memcpy(&(other), &exchanged, sizeof exchanged);                                            \
    } while (false)

// The arrays of particles as this step will have them: sorted ones, or those of the state.
typedef struct Particles {
    Vec2 *positions, *velocities;
    uint32_t *places;
    ParticleTag *tags;
    int32_t count;
    bool sorted;  // in scratch
} Particles;

// -------------------------------------------------------------------------- matters.c, particles.c

// The slot of a live matter, or NONE with the error recorded.
int32_t matter_slot(MicaWorld *world, MicaMatter matter);
// Adds a particle, for which there is capacity.
void particle_add(MicaWorld *world, int32_t matter, Vec2 position, Vec2 velocity, uint32_t value);
// Marks a particle, or not, to be removed by particles_remove_marked, for which memory is reserved first.
static inline void particle_mark(MicaWorld *world, int32_t particle, bool gone)
{
    uint8_t *flags = &world->state.particleTags.data[particle].flags;
    *flags = (uint8_t)((*flags & ~PARTICLE_GONE) | (gone ? PARTICLE_GONE : 0u));
}
bool particles_removal_reserve(MicaWorld *world);
void particles_remove_marked(MicaWorld *world);
void particles_remove_all(MicaWorld *world, int32_t matter);

// emitters.c: ends all emitters of a matter.
void emitters_end_of(MicaWorld *world, int32_t matter);
// emitters.c: adds what emitters emit in a step.
void emitters_emit(MicaWorld *world, const MatterUnits *u, float dt);
// gauges.c: memory for events, before the step is certain to have its memory; then counts.
bool gauges_reserve(MicaWorld *world);
void gauges_count(MicaWorld *world);

// --------------------------------------------------------------------------------------- cells.c

// Sorts particles by cells, if they have moved or changed, and fills cells and their starts.
KERNEL bool cells_sort(MicaWorld *world, const MatterUnits *units, Particles *out);
// Takes over what cells_sort has sorted.
void cells_commit(MicaWorld *world);
// The index of a cell in the table.
typedef struct CellTable {
    int32_t columnBits, rowBits;
} CellTable;
CellTable cells_table(int32_t particles);
// The cell of a point.
Cell cell_of(Vec2 point, float perPlace);
static inline int32_t cell_index(CellTable t, int32_t x, int32_t y)
{
    // Where the table repeats, it is shifted, so that a long river does not lie on itself.
    int32_t column = (x + 7919 * (y >> t.rowBits)) & ((1 << t.columnBits) - 1),
            row = (y + 6007 * (x >> t.columnBits)) & ((1 << t.rowBits) - 1);
    return row << t.columnBits | column;
}

// A range of particles, from first to before end. At most so many of it are looked at: more lie in no
// cell unless matter is crushed.
typedef struct ParticleRange {
    int32_t first, end;
} ParticleRange;
#define RANGE_LIMIT 64
// The particles of a cell and its eight neighbours as ranges. Returns how many.
#define CELLS_AROUND 9
int32_t cells_around(const int32_t *starts, CellTable table, Cell c, ParticleRange *out);

// --------------------------------------------------------------------------------------- lists.c

// Lists the neighbours of all particles by their places. False without memory.
KERNEL bool lists_make(MicaWorld *world, const Particles *particles);

// -------------------------------------------------------------------------------------- coarse.c

// Finds the coarse cells that hold particles, and the nodes at their corners. False without memory.
KERNEL bool coarse_make(MicaWorld *world, const MatterUnits *u, const Particles *particles,
                        float dt);
// The coarse cell at these coordinates, or NONE; of those that split.c has divided, the first one.
int32_t coarse_find(const MatterScratch *scratch, int32_t x, int32_t y);
// Finds for each cell the pool of all cells with `joins` that nodes connect it with: the first of them.
void coarse_join(MatterScratch *scratch);
// Memory for what the pressure does with cells and nodes.
bool coarse_reserve(MicaWorld *world);
// split.c: divides cells that walls cut, and hides neighbours behind walls. False without memory.
KERNEL bool split_cells(MicaWorld *world, const MatterUnits *u, const Particles *particles);
// layers.c: memory for liquids of unlike density; how they lie; how the pressure moves each particle; which
// cells must not fall asleep.
bool layers_reserve(MicaWorld *world);
void layers_find(MicaWorld *world, const MatterUnits *u);
void layers_weigh(MicaWorld *world, const MatterUnits *u);
void layers_keep_awake(MicaWorld *world);
// split.c: takes back what a step has hidden.
void split_unmask(MicaWorld *world);

// --------------------------------------------------------------------------------------- walls.c

// Finds the shapes near particles, and which particles may touch them. False without memory.
KERNEL bool walls_find(MicaWorld *world, const MatterUnits *u, float dt);
// wall_contacts.c: lists the contacts of particles with walls.
KERNEL bool walls_touch(MicaWorld *world, const MatterUnits *u, const Particles *particles,
                        float dt);
// What walls add to the density of particles near them, as they lie now.
KERNEL void walls_weigh(MicaWorld *world, const MatterUnits *u);
// The push of particles' springs on bodies.
void walls_push(MicaWorld *world);
// Stops particles at walls, and bodies at particles.
KERNEL void walls_stop(MicaWorld *world, const MatterUnits *u, float h);
// Of grains: finds the impulses that contacts with walls had in the last step; applies them to bodies;
// keeps them for the next step.
void walls_match(MicaWorld *world);
void walls_carry(MicaWorld *world);
void walls_keep(MicaWorld *world);
// wading.c: what liquid does to movers in it.
void movers_wade(MicaWorld *world, const MatterUnits *u);
// wall_guard.c: holds particles at walls that they have crossed in the step.
KERNEL void walls_guard(MicaWorld *world, const MatterUnits *u);
void matter_accelerate_body(MicaWorld *world, int32_t solver, float x, float y, float w);

// -------------------------------------------------------------------------- liquid.c, pressure.c

KERNEL void liquid_densities(MicaWorld *world, const MatterUnits *u, float h);
KERNEL void liquid_apply(MicaWorld *world, const MatterUnits *u, float h, float fraction);
// viscosity.c: whether some liquid is viscous or cohesive; notes cohesion when a step begins; smooths
// velocities in a pass of the springs.
bool viscosity_acts(const MicaWorld *world);
void viscosity_begin(MicaWorld *world, const MatterUnits *u);
KERNEL void viscosity_apply(MicaWorld *world, const MatterUnits *u);
// viscosity.c: how much of a difference of velocity a pass takes out, 0 to .85.
float viscosity_smoothing(const Matter *matter);

// particle_fields.c: what gravity fields, wind and speed zones do to particles in a step.
void particle_fields_apply(MicaWorld *world, const MatterUnits *u, float dt);

// --------------------------------------------------------------------------------------- sleep.c

// Whether all particles sleep.
bool sleep_all(const MicaWorld *world);
// Wakes what is to wake, and puts to sleep what has rested. Whether some particle is awake then.
KERNEL bool sleep_update(MicaWorld *world, const MatterUnits *u);
void sleep_wake_particle(MicaWorld *world, int32_t particle);
// At the end of a step: restless or vanishing particles keep bodies that they touch from sleep.
void sleep_stir_bodies(MicaWorld *world, const MatterUnits *u);
// Wakes the particles and bodies in and near the box of the particles that are marked to be removed.
void sleep_wake_around_marked(MicaWorld *world);

// ------------------------------------------------------------------------------------- grains.c

// Memory for what a step knows of grains. Takes over new blocks of contacts.
bool grains_reserve(MicaWorld *world);
void grains_commit(MicaWorld *world);
// Directions and gaps of contacts as the step begins.
KERNEL void grains_begin(MicaWorld *world, const MatterUnits *u);
// In a substep: gravity, pressure and kept impulses; contacts; then damping and displacement.
void grains_accelerate(MicaWorld *world, const StepContext *context);
KERNEL void grains_solve(MicaWorld *world, const MatterUnits *u, float h);
void grains_finish_substep(MicaWorld *world, const StepContext *context);
// When the substeps are over: takes out overlap.
KERNEL void grains_part(MicaWorld *world, const MatterUnits *u);
// wall_contacts.c: the same for overlap with walls.
void walls_part(MicaWorld *world, const MatterUnits *u);

// Accelerations of the step by gravity and by the pressure.
KERNEL void pressure_solve(MicaWorld *world, const MatterUnits *u, const StepContext *context);
// A fraction of the velocity that the pressure gives to bodies.
void pressure_push(MicaWorld *world, float fraction);

#endif
