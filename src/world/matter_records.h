// Part of records.h in builds with matter: the records of matter and its particles. The arrays are
// state; src/matter/ makes them and moves them.
#pragma once

#define MATTER_ALIVE 1u

typedef struct Matter {
    int32_t kind, layer, capacity, count;
    float spacing, density, viscosity, cohesion, friction, repose, stiffness, plasticity, tearing,
        lifetime;
    uint32_t userData[2];
    uint32_t flags;  // MATTER_*
    uint32_t generation;
} Matter;
_Static_assert(sizeof(Matter) == 72, "saved as it is");

// Whether its particles keep a shape, by clusters or pairs.
static inline bool matter_is_elastic(const Matter *m) { return m->kind >= MICA_MATTER_JELLY; }

#define EMITTER_ALIVE 1u
#define EMITTER_ENABLED 2u

typedef struct Emitter {
    int32_t matter;  // slot
    float x, y, angle, width, speed, rate, lifetime;
    uint32_t value;
    // What has flowed since the last particles, as a part of what makes the next ones; how many rows or
    // particles have come.
    float phase;
    uint32_t emitted;
    uint32_t userData[2];
    uint32_t flags;  // EMITTER_*
    uint32_t generation;
} Emitter;
_Static_assert(sizeof(Emitter) == 60, "saved as it is");

#define GAUGE_DRAINS 1u
#define GAUGE_REACHED 2u  // the count was at the threshold when the last step ended

// A trigger that counts particles.
typedef struct Gauge {
    uint32_t collider;  // handle
    int32_t threshold, count;
    uint32_t flags;  // GAUGE_*
} Gauge;
_Static_assert(sizeof(Gauge) == 16, "saved as it is");
_Static_assert(sizeof(MicaMatterEvent) == 12, "events are saved as they are");

// asleep: it does not move, nor does any other particle of its coarse cell, unless a call or a landing has
// woken some.
// pinned: it stays where it is, whatever pushes it.
// gone: it is about to be removed, by the call or step that is at work.
#define PARTICLE_ASLEEP 1u
#define PARTICLE_GONE 2u
#define PARTICLE_PINNED 4u

typedef struct ParticleTag {
    uint8_t matter;  // slot
    uint8_t flags;   // PARTICLE_*
    uint8_t rest;    // steps at rest, at most 255
    uint8_t grain;   // of sand: 128 times its radius as a part of half the spacing
} ParticleTag;
_Static_assert(sizeof(ParticleTag) == 4, "saved as it is");

// Four contacts between particles that are no liquid, of which no two have a particle in common: what
// they push along the normal, from a to b, and across it, in masses of a reference particle times m/s.
// Where a and b are equal there is none.
typedef struct GrainBlock {
    float normal[4], tangent[4];
    uint16_t a[4], b[4];
} GrainBlock;
_Static_assert(sizeof(GrainBlock) == 48, "saved as it is");

// What a wall pushes a particle that is no liquid.
typedef struct GrainWall {
    uint32_t collider;  // handle
    int32_t part, particle;
    float normal, tangent;
} GrainWall;
_Static_assert(sizeof(GrainWall) == 20, "saved as it is");

// Particles of jelly that keep their shape together: `count` of jellyMembers from `first` on.
typedef struct JellyCluster {
    int32_t first, count;
    int32_t matter;  // slot
} JellyCluster;
_Static_assert(sizeof(JellyCluster) == 12, "saved as it is");

// Where a particle is in a cluster at rest, from the mean of its members.
typedef struct JellyMember {
    uint16_t particle;
    uint16_t spare;  // 0
    float x, y;
} JellyMember;
_Static_assert(sizeof(JellyMember) == 12, "saved as it is");

// What the last step knew of the world: one record, where there is matter.
typedef struct MatterMemory {
    float gravityX, gravityY;  // m/s²
    uint32_t sortedStep;       // the step that sorted the particles last
} MatterMemory;

// A node of the grid of the pressure, which the next step begins from.
typedef struct PressureNode {
    int32_t x, y;
    float pressure;          // see matter/pressure.c
    float middleX, middleY;  // of the particles around it, in coarse cells
} PressureNode;
_Static_assert(sizeof(PressureNode) == 20, "saved as it is");

// Of all particles, in one order:
//   matterEvents     of the last step
//   particlePlaces   where they were when they were last sorted, as two times 16 bits of a grid
//                    that repeats (matter/cells.c)
//   particleValues   the game's own
//   particleLives    s that each has to live; empty unless some matter has a lifetime
#define MATTER_ARRAYS(X)                                                                           \
    X(ARRAY(Matter), matters)                                                                      \
    X(ARRAY(Emitter), emitters)                                                                    \
    X(ARRAY(Gauge), gauges)                                                                        \
    X(ARRAY(MicaMatterEvent), matterEvents)                                                        \
    X(ARRAY(Vec2), particlePositions)                                                              \
    X(ARRAY(Vec2), particleVelocities)                                                             \
    X(ARRAY(uint32_t), particlePlaces)                                                             \
    X(ARRAY(uint32_t), particleValues)                                                             \
    X(ARRAY(ParticleTag), particleTags)                                                            \
    X(ARRAY(float), particleLives)                                                                 \
    X(ARRAY(PressureNode), pressureNodes)                                                          \
    X(ARRAY(GrainBlock), grainBlocks)                                                              \
    X(ARRAY(GrainWall), grainWalls)                                                                \
    X(ARRAY(JellyCluster), jellyClusters)                                                          \
    X(ARRAY(JellyMember), jellyMembers)                                                            \
    X(ARRAY(MatterMemory), matterMemory)
