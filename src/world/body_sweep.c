// The way of a body through the step, from what the solver left in scratch. Read by triggers and by
// the continuous phase.
#include "world.h"

// The body's way through the step.
Sweep body_sweep(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    Transform t0 = world->state.previous.data[slot], t1 = world->state.transforms.data[slot];
    int32_t solver = world->scratch.solverOf.data[slot];
    float turn = solver != 0 ? world->scratch.solverBodies.data[solver].da : 0.0f;
    return (Sweep){b->localCenter, transform(t0, b->localCenter), transform(t1, b->localCenter),
                   t0.q, turn};
}

// How far any point of the body can have moved.
float body_max_displacement(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    float extent = world->state.bodies.data[world->scratch.solverSlots.data[solver]].maxExtent;
    return sqrtf(s->dx * s->dx + s->dy * s->dy) + abs_f(s->da) * extent;
}
