// What the room offers: the step from impact to impact, and what its files share. The records are
// scratch, see scratch.h: a step begins with nothing but the world.
#pragma once

#include "contacts.h"

void impact_cover_moving(MicaWorld *world, float dt);              // impact_bodies.c
bool impacts_reserve(MicaWorld *world);                            // impact_bodies.c
bool impacts_run(MicaWorld *world, float dt, int32_t maxImpacts);  // impact.c

typedef struct ImpactStep {
    MicaWorld *world;
    float dt, now;
    float bounceSpeed;  // m/s of approach from which on restitution counts
    uint32_t mark;      // of the cluster at hand
    int32_t impacts, misses, most;
} ImpactStep;

#define IMPACT_NEVER 3e38f

// impact_time.c
typedef struct ImpactFlight {
    Geometry shape;
    Vec2 localCenter;
    ImpactBody body;
} ImpactFlight;
// Seconds until the two next meet, or IMPACT_NEVER if not within `limit`. What touches now meets
// again once it came `depth` metres closer, or when it has parted and come back.
float impact_time(const ImpactFlight *a, const ImpactFlight *b, float limit, float depth);

// impact_queue.c: the pairs with an impact ahead, the earliest first; of equal times, the lower
// index.
void impact_queue_set(MicaWorld *world, int32_t pair, float time);  // IMPACT_NEVER takes it out
int32_t impact_queue_first(const MicaWorld *world);                 // or NONE

// impact_bodies.c
ImpactBody impact_body_at(const ImpactBody *b, float time);
Transform impact_transform(const MicaWorld *world, const ImpactBody *b, int32_t slot);
void impact_begin(ImpactStep *step);
bool impact_cover(ImpactStep *step, int32_t slot);
void impact_place(ImpactStep *step);

// impact_cluster.c
// Resolves all that touches at the beginning of the step.
void impact_first_cluster(ImpactStep *step);
// Resolves the pairs in world->scratch.impactSeeds and what they drive into.
void impact_cluster(ImpactStep *step);
