// The way of a body through the step, from what the solver left in scratch. Read by triggers and by
// the continuous phase.
#include "world.h"

// The body's way through the step.
Sweep body_sweep(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->bodies.data[slot];
    Transform t0 = world->previous[slot], t1 = world->transforms[slot];
    int32_t solver = world->solverOf.data[slot];
    float turn = solver != 0 ? world->solverBodies.data[solver].da : 0.0f;
    return (Sweep){b->localCenter, transform(t0, b->localCenter), transform(t1, b->localCenter),
                   t0.q, turn};
}

// How far any point of the body can have moved.
float reach_moved(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->solverBodies.data[solver];
    float extent = world->bodies.data[world->solverSlots.data[solver]].extent;
    return sqrtf(s->dx * s->dx + s->dy * s->dy) + abs_f(s->da) * extent;
}
