// Matter: liquid, sand, jelly and fabric as particles that share a world with its bodies. Part of the C API of
// a library that is built with MICA_MATTER, as it is by default.
//
//     MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
//     def.capacity = 5000;
//     MicaMatter water = mica_matter_create(world, &def);
//     MicaShape pool;
//     mica_shape_box((MicaVec2){0, 0}, 4, 2, 0, 0, &pool);
//     mica_matter_fill(world, water, &(MicaMatterFill){.shape = &pool, .position = {0, 2}});
//
// mica_world_step moves all matter along with the bodies. Particles are reordered in a step: what
// belongs to one of them is in its value.
#pragma once

#include "mica.h"

typedef struct MicaMatter {
    uint32_t id;
} MicaMatter;

typedef enum MicaMatterKind {
    MICA_MATTER_LIQUID,
    MICA_MATTER_SAND,
    MICA_MATTER_JELLY,
    // Neighbours keep their distance: a line of particles is a strand, an area a sheet
    MICA_MATTER_FABRIC,
    MICA_MATTER_KIND_COUNT
} MicaMatterKind;

// The particles of all matter in a world, at most.
#define MICA_MAX_PARTICLES 65000
// The matters of a world, at most.
#define MICA_MAX_MATTERS 32

typedef struct MicaMatterDef {
    MicaMatterKind kind;
    int32_t layer;     // 0 to 63: what it meets of bodies and fields
    int32_t capacity;  // particles, 1 to MICA_MAX_PARTICLES, together with all other matter
    float spacing;    // m between particles at rest, .001 to 100; the same of all matter of a world
    float density;    // kg/m², 1e-3 to 1e6; up to 100 times that of other matter in the world
    float viscosity;  // of liquids: 0 (water) to 1 (honey)
    float
        cohesion;  // 0 to 1. Of liquids: surface tension. Of sand: how damp it is; at 1 a wall of it
                   // stands about 4 m high. Jelly has none
    float friction;  // with bodies: 0 to 1
    float repose;    // of sand: the angle of its heaps, radians, .17 to .62 (10 to 35 degrees)
    // Of jelly and fabric:
    float stiffness;   // 0 to 1
    float plasticity;  // how much of a strain it keeps, 0 (none) to 1
    float tearing;     // the stretch, as a part of its length, that tears it; 0: none does
    float lifetime;    // s that a particle lives; 0: for ever
    uint64_t userData;
} MicaMatterDef;

// The defaults: spacing .1 m, density 1, capacity 5,000.
MicaMatterDef mica_matter_def(MicaMatterKind kind);
// The same in a world whose unit of length is so many to a metre.
MicaMatterDef mica_matter_def_in(float lengthUnit, MicaMatterKind kind);

// Makes matter without particles. Returns null with NULL_ARGUMENT, NOT_FINITE, OUT_OF_RANGE,
// BAD_LAYER, CAPACITY (it has MICA_MAX_MATTERS), LOCKED or NO_MEMORY.
MicaMatter mica_matter_create(MicaWorld *world, const MicaMatterDef *def);
// Removes the matter with all of its particles.
MicaError mica_matter_destroy(MicaWorld *world, MicaMatter matter);
bool mica_matter_is_valid(const MicaWorld *world, MicaMatter matter);
// The matter of a slot, or null. Slots are below mica_world_matter_slots.
MicaMatter mica_matter_at(const MicaWorld *world, int32_t slot);
int32_t mica_world_matter_slots(const MicaWorld *world);
// The definition of a matter as it is now; all zero if it is stale.
MicaMatterDef mica_matter_definition(MicaWorld *world, MicaMatter matter);
// Changes all of it but kind, spacing and capacity: those are as they were, or the call fails with
// OUT_OF_RANGE.
MicaError mica_matter_set(MicaWorld *world, MicaMatter matter, const MicaMatterDef *def);
// The particles of a matter.
int32_t mica_matter_count(MicaWorld *world, MicaMatter matter);

typedef struct MicaMatterFill {
    const MicaShape *shape;
    MicaVec2 position;
    float angle;          // radians
    MicaVec2 velocity;    // m/s
    uint32_t value;       // of each particle
    MicaCollider within;  // if not null, only what this collider covers is filled
} MicaMatterFill;

// Fills a shape with particles at rest spacing, where no particle lies yet, and not within solid
// colliders that the matter meets, but for `within`: ground that is dug next becomes sand so. Returns
// how many it has added, at most as many as the capacity allows; -1 with NULL_ARGUMENT, STALE_MATTER,
// STALE_COLLIDER, BAD_SHAPE, NOT_FINITE, OUT_OF_RANGE, LOCKED or
// NO_MEMORY.
int32_t mica_matter_fill(MicaWorld *world, MicaMatter matter, const MicaMatterFill *fill);
// Adds particles at these places, wherever they lie, in their order: of each its place, its velocity
// and its value; at rest and with value 0 where those are null. Jelly of one call holds together, with
// the shape in which it is added; fabric by its neighbours nearer than 1.2 spacings. Returns how many it has added, at most as many as the capacity
// allows; -1 with NULL_ARGUMENT, STALE_MATTER, NOT_FINITE, OUT_OF_RANGE, LOCKED or NO_MEMORY.
int32_t mica_matter_add(MicaWorld *world, MicaMatter matter, const MicaVec2 *positions,
                        const MicaVec2 *velocities, const uint32_t *values, int32_t count);
// Removes the particles in a shape. Returns how many, or -1 as mica_matter_fill.
int32_t mica_matter_remove(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                           MicaVec2 position, float angle);

// Gives the particles in a shape a value. Returns how many, or -1 as mica_matter_fill.
int32_t mica_matter_paint(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                          MicaVec2 position, float angle, uint32_t value);
// Changes the velocity of the particles in a shape by `change` (m/s). Likewise.
int32_t mica_matter_push(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                         MicaVec2 position, float angle, MicaVec2 change);

// Pins the particles in a shape to where they are, whatever pushes them, or sets them free. Not of
// liquids: OUT_OF_RANGE. Likewise.
int32_t mica_matter_pin(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                        MicaVec2 position, float angle, bool pinned);

// The particles of a matter as arrays, in one order. They hold until the next call that changes the
// world; positions lie between the last two steps by `alpha`, 0 to 1.
typedef struct MicaMatterView {
    int32_t count;
    const MicaVec2 *positions, *velocities;  // m, m/s
    const uint32_t *values;
    const float *densities;  // 1 as at rest; less near a surface and in spray
    const uint8_t *asleep;   // 1 where a particle sleeps, else 0
} MicaMatterView;

// The indices in these arrays of the pinned particles, in ascending order, into `out`, which may be null and
// has mica_matter_count entries. Returns how many, or -1 with STALE_MATTER.
int32_t mica_matter_pinned(MicaWorld *world, MicaMatter matter, int32_t *out);
// NO_MEMORY, STALE_MATTER or OUT_OF_RANGE; then the view is all zero.
MicaError mica_matter_view(MicaWorld *world, MicaMatter matter, float alpha, MicaMatterView *out);

// What a shape holds of matter.
typedef struct MicaMatterSum {
    int32_t count;      // particles whose centres lie in the shape
    float mass;         // kg
    MicaVec2 center;    // of mass, m
    MicaVec2 velocity;  // of that mass, m/s
} MicaMatterSum;

// Sums up the particles in a shape: those of one matter, or, where it is null, of all.
MicaError mica_matter_in(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                         MicaVec2 position, float angle, MicaMatterSum *out);

// What a ray met of matter.
typedef struct MicaMatterHit {
    MicaMatter matter;
    float fraction;   // of the ray
    MicaVec2 point;   // on the surface of a particle, whose radius is .6 spacings
    MicaVec2 normal;  // unit
    MicaVec2 velocity;
    uint32_t value;
} MicaMatterHit;

// The first particle that a ray meets, from `origin` along `motion` (m): of one matter, or, where it is
// null, of all. A particle that the ray starts in counts, at fraction 0. False without a hit, or with
// NULL_ARGUMENT, STALE_MATTER, NOT_FINITE or OUT_OF_RANGE.
bool mica_matter_cast_ray(MicaWorld *world, MicaMatter matter, MicaVec2 origin, MicaVec2 motion,
                          MicaMatterHit *out);

// -------------------------------------------------------------------------------------- emitters

typedef struct MicaEmitter {
    uint32_t id;
} MicaEmitter;

#define MICA_MAX_EMITTERS 256

// A mouth that particles come out of, while the capacity of their matter lasts and nothing blocks it.
typedef struct MicaEmitterDef {
    MicaMatter matter;
    MicaVec2 position;  // the middle of the mouth
    float angle;        // of the stream, radians from the x axis
    float width;        // of the mouth, across the stream, m: 0 to 1000
    float speed;        // m/s, 0 to 1000, and up to 40,000 units of length a second
    float rate;         // particles a second, 0 to 1e5; 0: a full stream, as dense as at rest
    float lifetime;     // s of its particles; 0: that of the matter
    uint32_t value;
    bool enabled;
    uint64_t userData;
} MicaEmitterDef;

MicaEmitterDef mica_emitter_def(void);  // width .5 m, speed 2 m/s, enabled
MicaEmitterDef mica_emitter_def_in(float lengthUnit);
// Returns null with NULL_ARGUMENT, STALE_MATTER, NOT_FINITE, OUT_OF_RANGE, CAPACITY (the world has
// MICA_MAX_EMITTERS), LOCKED or NO_MEMORY. An emitter ends with its matter.
MicaEmitter mica_emitter_create(MicaWorld *world, const MicaEmitterDef *def);
MicaError mica_emitter_destroy(MicaWorld *world, MicaEmitter emitter);
bool mica_emitter_is_valid(const MicaWorld *world, MicaEmitter emitter);
MicaEmitter mica_emitter_at(const MicaWorld *world, int32_t slot);
int32_t mica_world_emitter_slots(const MicaWorld *world);
MicaEmitterDef mica_emitter_definition(MicaWorld *world, MicaEmitter emitter);
// Changes all but the matter.
MicaError mica_emitter_set(MicaWorld *world, MicaEmitter emitter, const MicaEmitterDef *def);

// --------------------------------------------------------------------------------------- gauges

// A trigger collider may count the particles within it in each step, and remove them.
typedef struct MicaGaugeDef {
    int32_t threshold;  // an event is emitted when the count comes to it, and when it falls below;
                        // 0: none
    bool drains;        // a sink: particles in the trigger are removed, and counted once each
} MicaGaugeDef;

#define MICA_MAX_GAUGES 256

// Has a trigger collider count matter from the next step on, or changes how. STALE_COLLIDER,
// NULL_ARGUMENT, OUT_OF_RANGE (no trigger, or a negative threshold), CAPACITY (the world has
// MICA_MAX_GAUGES), LOCKED, NO_MEMORY.
MicaError mica_collider_set_gauge(MicaWorld *world, MicaCollider collider, const MicaGaugeDef *def);
// Ends it. OK also where there is none.
MicaError mica_collider_end_gauge(MicaWorld *world, MicaCollider collider);
// False if the collider has none.
bool mica_collider_gauge(MicaWorld *world, MicaCollider collider, MicaGaugeDef *out);
// Particles in the trigger when the last step ended; of one that drains, all that it has removed. -1
// if the collider counts none.
int32_t mica_collider_matter_count(MicaWorld *world, MicaCollider collider);
// Writes the colliders that count matter, at most MICA_MAX_GAUGES, and returns how many there are.
int32_t mica_world_gauges(const MicaWorld *world, MicaCollider *out);

// The count of a trigger has come to its threshold, or has fallen below it.
typedef struct MicaMatterEvent {
    MicaCollider collider;
    int32_t count;
    bool reached;
} MicaMatterEvent;

// The events of the last step, which hold until the next one.
int32_t mica_world_matter_events(const MicaWorld *world, const MicaMatterEvent **out);

// -------------------------------------------------------------------------------------- measures

// What a world holds of matter.
typedef struct MicaMatterCounters {
    int32_t matters, particles, awakeParticles, emitters, gauges;
} MicaMatterCounters;

MicaMatterCounters mica_world_matter_counters(const MicaWorld *world);
// Milliseconds of the last step that matter took, which are part of `prepare`, `solve` and `finish` of
// MicaProfile; 0 unless a clock was set.
float mica_world_matter_time(const MicaWorld *world);
