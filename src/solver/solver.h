// What the room offers: the phases of a step from packing the bodies to putting them to sleep, as
// step.c calls them in order, and the context that they share.
#pragma once

#include "contacts.h"

// A soft constraint as velocity bias, effective mass and impulse factors.
typedef struct Softness {
    float biasRate, massScale, impulseScale;
} Softness;

typedef struct StepContext {
    float dt, h, invH;
    int32_t substeps;
    Softness contact;       // between movers
    Softness fixedContact;  // against what does not give
    Softness joint;
    float warmScale;  // this substep's length over the last step's
} StepContext;

// The phases of a step that solve, in the order step.c calls them. Those that return false ran out
// of memory.
bool fields_find(MicaWorld *world);                                     // field_step.c
void joints_wake(MicaWorld *world);                                     // joints_step.c
bool bodies_pack(MicaWorld *world, const StepContext *context);         // bodies_step.c
void fields_apply(MicaWorld *world, const StepContext *context);        // field_step.c
void contacts_drop_idle(MicaWorld *world, const StepContext *context);  // contact_idle.c
bool colouring_contacts(MicaWorld *world);                              // colour.c
bool colouring_joints(MicaWorld *world);                                // joints_step.c
void joints_prepare(MicaWorld *world, const StepContext *context);      // joints_step.c
bool contacts_prepare(MicaWorld *world, const StepContext *context);    // contact_prepare.c
void fields_advance(MicaWorld *world, const StepContext *context);      // field_step.c
void bodies_accelerate(MicaWorld *world);                               // bodies_step.c
void contacts_bounce(MicaWorld *world, const StepContext *context);     // contact_bounce.c
void joints_reanchor(MicaWorld *world);                                 // joints_step.c
void joints_solve(MicaWorld *world, const StepContext *context);        // joints_step.c
void contacts_solve(MicaWorld *world, const StepContext *context);      // contact_solve.c
void bodies_move(MicaWorld *world, const StepContext *context);         // bodies_step.c
void joints_relax(MicaWorld *world, const StepContext *context);        // joints_step.c
void contacts_relax(MicaWorld *world, const StepContext *context);      // contact_solve.c
void joints_relax_again(MicaWorld *world, const StepContext *context);  // joints_step.c
void joints_store(MicaWorld *world, const StepContext *context);        // joints_step.c
void contacts_store(MicaWorld *world);                                  // contact_prepare.c
void bodies_place(MicaWorld *world);                                    // bodies_step.c
// Nothing acted on it in the last substep but its own acceleration.
static inline bool solver_body_is_unconstrained(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    return s->vx == m->base[0] && s->vy == m->base[1] && s->w == m->base[2];
}
// What the continuous phase notes of a body's step: it is swept; it is still in the boxes that the
// tree has of it.
enum { MOVE_FAST = 1, MOVE_IN_BOXES = 2 };
bool continuous_reserve(MicaWorld *world);                            // continuous.c
void continuous_sweep(MicaWorld *world, const StepContext *context);  // continuous.c
// bodies_step.c. With the marks that the continuous phase left, or NULL if there was none.
void bodies_finish(MicaWorld *world, const StepContext *context, const uint8_t *marks);
void joints_break(MicaWorld *world);   // joints_step.c
void islands_sleep(MicaWorld *world);  // islands.c

// colour.c: the lowest colour from `first` on that is free for two bodies, or the lowest of all,
// now taken; COLOUR_COUNT where there is none, COLOUR_NONE where nothing pushes either. What each
// solver body has taken is in bodyColours.
#define COLOUR_NONE 255
int32_t colouring_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first);
