// Stepping by impacts: the second way to advance a world. The step finds the first impact, brings
// the bodies concerned to it, exchanges impulses, finds their next impacts, and goes on until its
// time is over. Each body keeps a time of its own, so an impact costs what its two bodies' pairs
// cost, however many others there are. Between impacts bodies fly exact parabolas; what rests has
// its contact forces in its acceleration. After the event-driven methods of molecular dynamics
// (Alder and Wainwright, 1959; Lubachevsky, 1991). Called by step.c, which begins and ends both
// ways to step; see impact_bodies.c, impact_time.c, impact_queue.c and impact_cluster.c.
#include "impact.h"

static ImpactFlight flight_of(const MicaWorld *world, Geometry shape, int32_t slot, float now)
{
    return (ImpactFlight){shape, world->state.bodies.data[slot].localCenter,
                          impact_body_at(&world->scratch.impactBodies.data[slot], now)};
}

// A pair that reported impacts where there was nothing to push is let sink further each time, and
// at last left to the next step.
#define MOST_MISSES 8

static void predict(ImpactStep *step, int32_t index)
{
    MicaWorld *world = step->world;
    ImpactPair *p = &world->scratch.impactPairs.data[index];
    const Contact *c = &world->state.contacts.data[index];
    const ImpactBody *a = &world->scratch.impactBodies.data[c->bodyA],
                     *b = &world->scratch.impactBodies.data[c->bodyB];
    p->predicted = step->mark;
    float time = IMPACT_NEVER;
    if (((a->dynamic && a->moves) || (b->dynamic && b->moves)) && p->misses < MOST_MISSES) {
        const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                       *colliderB = &world->state.colliders.data[c->colliderB];
        Polygon storage;
        ImpactFlight fa = flight_of(world, part_geometry(world, colliderA, c->part, &storage),
                                    c->bodyA, step->now),
                     fb =
                         flight_of(world, collider_geometry(world, colliderB), c->bodyB, step->now);
        time = impact_time(&fa, &fb, step->dt - step->now,
                           IMPACT_ALLOWED_DEPTH * (float)(1 << p->misses));
    }
    impact_queue_set(world, index, time < IMPACT_NEVER ? step->now + time : IMPACT_NEVER);
}

// New predictions for all that the last cluster has pushed.
static bool predict_touched(ImpactStep *step)
{
    MicaWorld *world = step->world;
    for (int32_t i = 0; i < world->scratch.impactTouched.count; ++i) {
        if (!impact_cover(step, world->scratch.impactTouched.data[i])) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->scratch.impactTouched.count; ++i) {
        int32_t slot = world->scratch.impactTouched.data[i];
        for (int32_t p = world->scratch.impactBodies.data[slot].firstPair; p != NONE;) {
            const ImpactPair *pair = &world->scratch.impactPairs.data[p];
            if (pair->predicted != step->mark) {
                predict(step, p);
            }
            p = world->state.contacts.data[p].bodyA == slot ? pair->nextA : pair->nextB;
        }
    }
    return true;
}

static bool predict_all(ImpactStep *step)
{
    MicaWorld *world = step->world;
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        if (world->scratch.impactBodies.data[slot].moves && !impact_cover(step, slot)) {
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

// Takes the earliest impact out of the queue, and those that come together with it.
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

bool impacts_run(MicaWorld *world, float dt, int32_t maxImpacts)
{
    ImpactStep step = {.world = world,
                       .dt = dt,
                       .bounceSpeed =
                           max_f(world->state.restitutionThreshold, IMPACT_MIN_BOUNCE_SPEED),
                       .most = maxImpacts};
    impact_begin(&step);
    impact_first_cluster(&step);
    bool room = predict_all(&step);
    while (room && world->scratch.impactQueue.count > 0 && step.impacts + step.misses < step.most) {
        take_seeds(&step);
        impact_cluster(&step);
        room = predict_touched(&step);
        for (int32_t i = 0; i < world->scratch.impactSeeds.count && room; ++i) {
            ImpactPair *p = &world->scratch.impactPairs.data[world->scratch.impactSeeds.data[i]];
            if (p->pushedBy != step.mark) {
                p->misses += 1;
                step.misses += 1;
                predict(&step, world->scratch.impactSeeds.data[i]);
            }
        }
    }
    if (!room) {
        // All stays where it was, so boxes must cover that again.
        for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
            body_refit_colliders(world, slot, false);
        }
        return false;
    }
    // At the bound, time stands still.
    world->output.impactBound = world->scratch.impactQueue.count > 0 ? 1 : 0;
    world->output.impactCount = step.impacts;
    step.now = world->scratch.impactQueue.count > 0 ? step.now : dt;
    impact_place(&step);
    world->output.colourCount = world->output.overflowCount = world->output.continuousStops = 0;
    return true;
}
