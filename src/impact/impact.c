// Stepping by impacts: find the first, resolve it, repeat. The step finds the first impact, moves
// its two bodies there, exchanges impulses, predicts their next impacts, and repeats that until its
// time is over. Each body has a time of its own, so an impact costs what its two bodies' pairs
// cost, however many others there are. Between impacts bodies are in free flight along exact
// parabolas; a resting body's acceleration includes its contact forces. After the event-driven
// methods of molecular dynamics (Alder and Wainwright, "Studies in Molecular Dynamics", 1959;
// Lubachevsky, "How to Simulate Billiards and Similar Systems", 1991). impact_run is called by
// step.c after the pairs and manifolds are made, and leaves sleep and triggers to it.
#include "impact.h"

static ImpactFlight flight_of(const MicaWorld *world, Geometry shape, int32_t slot, float now)
{
    return (ImpactFlight){shape, world->state.bodies.data[slot].localCenter,
                          impact_body_at(&world->scratch.impactBodies.data[slot], now)};
}

// A miss is a predicted impact that came to nothing: the pair did not approach. Each miss doubles
// the depth that the pair may sink in before the next prediction; after so many it is left to the
// next step.
#define MAX_MISSES 8
// A pair that approaches too slowly to bounce is stopped, which counts as no impact. One that is
// pressed together by others, such as a body between a wall and a piston, approaches again at once.
// After so many such stops within a step, each is a miss.
#define MAX_STOPS 16

// Computes the time of a pair's next impact and puts it into the queue.
static void predict(ImpactStep *step, int32_t index)
{
    MicaWorld *world = step->world;
    ImpactPair *p = &world->scratch.impactPairs.data[index];
    const Contact *c = &world->state.contacts.data[index];
    const ImpactBody *a = &world->scratch.impactBodies.data[c->bodyA],
                     *b = &world->scratch.impactBodies.data[c->bodyB];
    p->predicted = step->cluster;
    world->scratch.impactWork += 1;
    float time = IMPACT_NEVER;
    if (((a->dynamic && a->moves) || (b->dynamic && b->moves)) && p->misses < MAX_MISSES) {
        const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                       *colliderB = &world->state.colliders.data[c->colliderB];
        Polygon storage;
        ImpactFlight fa = flight_of(world, part_geometry(world, colliderA, c->part, &storage),
                                    c->bodyA, step->now),
                     fb =
                         flight_of(world, collider_geometry(world, colliderB), c->bodyB, step->now);
        int32_t advances = 0;
        time = impact_time(&fa, &fb, step->dt - step->now,
                           IMPACT_ALLOWED_DEPTH * (float)(1 << p->misses), &advances);
        world->scratch.impactWork += IMPACT_WORK_OF_ADVANCE * advances;
    }
    impact_queue_set(world, index, time < IMPACT_NEVER ? step->now + time : IMPACT_NEVER);
}

// Predicts the next impacts of all bodies that the last cluster touched. False without memory.
static bool predict_touched(ImpactStep *step)
{
    MicaWorld *world = step->world;
    for (int32_t i = 0; i < world->scratch.impactTouched.count; ++i) {
        if (!impact_cover_body(step, world->scratch.impactTouched.data[i])) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->scratch.impactTouched.count; ++i) {
        int32_t slot = world->scratch.impactTouched.data[i];
        for (int32_t p = world->scratch.impactBodies.data[slot].firstPair; p != NONE;) {
            const ImpactPair *pair = &world->scratch.impactPairs.data[p];
            if (pair->predicted != step->cluster) {
                predict(step, p);
            }
            p = world->state.contacts.data[p].bodyA == slot ? pair->nextA : pair->nextB;
        }
    }
    return true;
}

// Predicts the first impact of every pair. False without memory.
static bool predict_all(ImpactStep *step)
{
    MicaWorld *world = step->world;
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        if (world->scratch.impactBodies.data[slot].moves && !impact_cover_body(step, slot)) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        if ((world->state.contacts.data[i].flags & CONTACT_TRIGGER) == 0) {
            predict(step, i);
        }
    }
    return true;
}

// Moves the earliest impact, and those simultaneous with it, from the queue to impactSeeds.
static void take_seeds(ImpactStep *step)
{
    MicaWorld *world = step->world;
    int32_t first = impact_queue_first(world);
    step->now = max_f(step->now, world->scratch.impactPairs.data[first].time);
    float until = step->now + IMPACT_SIMULTANEOUS * step->dt;
    world->scratch.impactSeeds.count = 0;
    while (first != NONE && world->scratch.impactPairs.data[first].time <= until) {
        world->scratch.impactSeeds.data[world->scratch.impactSeeds.count++] = first;
        impact_queue_set(world, first, IMPACT_NEVER);
        first = impact_queue_first(world);
    }
}

// After a cluster: counts the misses among its seeds, and predicts their next impacts.
static void count_misses(ImpactStep *step, bool impacts)
{
    MicaWorld *world = step->world;
    for (int32_t i = 0; i < world->scratch.impactSeeds.count; ++i) {
        int32_t seed = world->scratch.impactSeeds.data[i];
        ImpactPair *p = &world->scratch.impactPairs.data[seed];
        bool pushed = p->pushedBy == step->cluster;
        p->stops += pushed && !impacts ? 1 : 0;
        if (!pushed || (!impacts && p->stops > MAX_STOPS)) {
            p->misses += 1;
            step->misses += 1;
            predict(step, seed);
        }
    }
}

// A cluster has an impact, of which there are less than maxImpacts, or a miss, as many, or its seeds
// stop, each at most MAX_STOPS times. So the loop ends, whether or not time advances. Since a cluster
// may have any number of pairs, its work is counted, too, and the step ends once that is spent.
bool impact_run(ImpactStep *step, MicaWorld *world, float dt, int32_t maxImpacts)
{
    *step = (ImpactStep){.world = world,
                         .dt = dt,
                         .bounceSpeed =
                             max_f(world->state.restitutionThreshold, IMPACT_MIN_BOUNCE_SPEED),
                         .maxImpacts = maxImpacts};
    impact_begin(step);
    if (!impact_first_cluster(step) || !predict_all(step)) {
        return false;
    }
    while (world->scratch.impactQueue.count > 0 && !impact_spent(step)) {
        int32_t before = step->impacts;
        take_seeds(step);
        impact_cluster(step);
        if (!predict_touched(step)) {
            return false;
        }
        count_misses(step, step->impacts > before);
    }
    // With impacts left in the queue, a bound was reached: the world stops at that time.
    world->output.impactBound = world->scratch.impactQueue.count > 0 ? 1 : 0;
    world->output.impactCount = step->impacts;
    step->now = world->scratch.impactQueue.count > 0 ? step->now : dt;
    world->output.colourCount = world->output.overflowCount = world->output.continuousStops = 0;
    return true;
}
