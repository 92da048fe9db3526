// Stepping by impacts: find the first, resolve it, repeat. The step finds the first impact, moves
// its two bodies there, exchanges impulses, predicts their next impacts, and repeats that until its
// time is over. Each body has a time of its own, so an impact costs what its two bodies' pairs
// cost, however many others there are. Between impacts bodies are in free flight along exact
// parabolas; a resting body's acceleration includes its contact forces. After the event-driven
// methods of molecular dynamics (Alder and Wainwright, "Studies in Molecular Dynamics", 1959;
// Lubachevsky, "How to Simulate Billiards and Similar Systems", 1991). impact_run is called by
// step.c after the pairs and manifolds are made, and leaves sleep and triggers to it.
#include "impact.h"

static ImpactFlight flight_of(const ImpactStep *step, Geometry shape, int32_t slot)
{
    return (ImpactFlight){shape, step->world->state.bodies.data[slot].localCenter,
                          impact_body_at(&step->scratch->bodies.data[slot], step->now)};
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
    ImpactScratch *scratch = step->scratch;
    ImpactPair *p = &scratch->pairs.data[index];
    const Contact *c = &world->state.contacts.data[index];
    const ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
    p->predicted = step->cluster;
    scratch->work += 1;
    float time = IMPACT_NEVER;
    if (((a->dynamic && a->moves) || (b->dynamic && b->moves)) && p->misses < MAX_MISSES) {
        const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                       *colliderB = &world->state.colliders.data[c->colliderB];
        Polygon storage;
        ImpactFlight fa = flight_of(step, part_geometry(world, colliderA, c->part, &storage),
                                    c->bodyA),
                     fb = flight_of(step, collider_geometry(world, colliderB), c->bodyB);
        int32_t advances = 0;
        time = impact_time(&fa, &fb, step->dt - step->now,
                           IMPACT_ALLOWED_DEPTH * (float)(1 << p->misses), &advances);
        scratch->work += IMPACT_WORK_OF_ADVANCE * advances;
    }
    impact_queue_set(scratch, index, time < IMPACT_NEVER ? step->now + time : IMPACT_NEVER);
}

// Predicts the next impacts of all bodies that the last cluster touched. False without memory.
static bool predict_touched(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    for (int32_t i = 0; i < scratch->touched.count; ++i) {
        if (!impact_cover_body(step, scratch->touched.data[i])) {
            return false;
        }
    }
    for (int32_t i = 0; i < scratch->touched.count; ++i) {
        int32_t slot = scratch->touched.data[i];
        for (int32_t p = scratch->bodies.data[slot].firstPair; p != NONE;) {
            const ImpactPair *pair = &scratch->pairs.data[p];
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
    ImpactScratch *scratch = step->scratch;
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        if (scratch->bodies.data[slot].moves && !impact_cover_body(step, slot)) {
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

// Moves the earliest impact, and those simultaneous with it, from the queue to the seeds.
static void take_seeds(ImpactStep *step)
{
    ImpactScratch *scratch = step->scratch;
    int32_t first = impact_queue_first(scratch);
    step->now = max_f(step->now, scratch->pairs.data[first].time);
    float until = step->now + IMPACT_SIMULTANEOUS * step->dt;
    scratch->seeds.count = 0;
    while (first != NONE && scratch->pairs.data[first].time <= until) {
        scratch->seeds.data[scratch->seeds.count++] = first;
        impact_queue_set(scratch, first, IMPACT_NEVER);
        first = impact_queue_first(scratch);
    }
}

// After a cluster: counts the misses among its seeds, and predicts their next impacts.
static void count_misses(ImpactStep *step, bool impacts)
{
    ImpactScratch *scratch = step->scratch;
    for (int32_t i = 0; i < scratch->seeds.count; ++i) {
        int32_t seed = scratch->seeds.data[i];
        ImpactPair *p = &scratch->pairs.data[seed];
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
    ImpactScratch *scratch = impact_scratch(world);
    *step = (ImpactStep){.world = world,
                         .scratch = scratch,
                         .dt = dt,
                         .bounceSpeed =
                             max_f(world->state.restitutionThreshold, IMPACT_MIN_BOUNCE_SPEED),
                         .maxImpacts = maxImpacts};
    impact_begin(step);
    if (!impact_first_cluster(step) || !predict_all(step)) {
        return false;
    }
    while (scratch->queue.count > 0 && !impact_spent(step)) {
        int32_t before = step->impacts;
        take_seeds(step);
        impact_cluster(step);
        if (!predict_touched(step)) {
            return false;
        }
        count_misses(step, step->impacts > before);
    }
    // With impacts left in the queue, a bound was reached: the world stops at that time.
    world->output.impactBound = scratch->queue.count > 0 ? 1 : 0;
    world->output.impactCount = step->impacts;
    step->now = scratch->queue.count > 0 ? step->now : dt;
    world->output.colourCount = world->output.overflowCount = world->output.continuousStops = 0;
    return true;
}
