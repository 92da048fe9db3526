// The door of impact/: the step from impact to impact, the second way to advance a world. The first
// four functions are for step.c, the rest is shared by the files of the room. Its records are scratch
// (impact_scratch.h): a step begins with nothing but the world.
#pragma once

#include "impact_scratch.h"

// Enlarges the boxes of moving bodies to their flights, before the broad phase.
void impact_cover_moving(MicaWorld *world, float dt);  // impact_bodies.c
// Reserves memory for a step; false without.
bool impact_reserve(MicaWorld *world);  // impact_bodies.c
typedef struct ImpactStep {
    MicaWorld *world;
    ImpactScratch *scratch;  // of this world
    float dt, now;           // seconds; now: into the step
    float bounceSpeed;       // m/s of approach from which on restitution counts
    uint32_t cluster;        // number of the cluster being resolved
    int32_t impacts, misses, maxImpacts;
    int64_t maxWork;  // bound of ImpactScratch.work
} ImpactStep;

// Carries the flights of all bodies through dt seconds, or up to maxImpacts impacts; the world has
// what they come to after impact_finish. False without memory.
bool impact_run(ImpactStep *step, MicaWorld *world, float dt, int32_t maxImpacts);  // impact.c
// Writes everything back as it is at step->now, and emits events.
void impact_finish(ImpactStep *step);  // impact_bodies.c

// ----------------------------------------------------------------------------- shared by the room

// True once the step has as many impacts, or as much work, as it may have.
static inline bool impact_spent(const ImpactStep *step)
{
    return step->impacts + step->misses >= step->maxImpacts || step->scratch->work >= step->maxWork;
}

#define IMPACT_NEVER 3e38f

// A shape in free flight.
typedef struct ImpactFlight {
    Geometry shape;
    Vec2 localCenter;
    ImpactBody body;
} ImpactFlight;
// Seconds until two shapes next meet, or IMPACT_NEVER if not within `limit`. Shapes that touch now
// meet again once they have come `depth` metres closer, or have parted and come back. Adds to
// *advances how often the shapes were placed for that.
float impact_time(const ImpactFlight *a, const ImpactFlight *b, float limit, float depth,
                  int32_t *advances);

// impact_queue.c: pairs with a predicted impact, the earliest first; of equal times, the lower
// index.
void impact_queue_set(ImpactScratch *scratch, int32_t pair,
                      float time);                         // IMPACT_NEVER takes it out
int32_t impact_queue_first(const ImpactScratch *scratch);  // or NONE

// impact_bodies.c
// The body in free flight at a time, seconds into the step.
ImpactBody impact_body_at(const ImpactBody *b, float time);
// The transform of the body's origin.
Transform impact_transform(const WorldState *state, const ImpactBody *b, int32_t slot);
// Takes bodies and pairs from the world.
void impact_begin(ImpactStep *step);
// After a body's flight has changed: enlarges its boxes and makes the pairs that they meet; false
// without memory.
bool impact_cover_body(ImpactStep *step, int32_t slot);

// impact_cluster.c
// Resolves all contacts at the beginning of the step. False without memory.
bool impact_first_cluster(ImpactStep *step);
// Resolves the pairs in `seeds`, and what they drive into.
void impact_cluster(ImpactStep *step);
