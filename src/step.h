// The phases of a step, as step.c calls them in order, what they share, and how they tell what happened. Included by
// the files of the step; all that outlives a step is in world.h.
#pragma once

#include "world.h"

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

// The phases of a step, in the order step.c calls them. Those that return false ran out of memory.
bool broad_phase(MicaWorld *world);   // broad_phase.c
bool find_pairs(MicaWorld *world);    // find_pairs.c, part of it
void pairs_settle(MicaWorld *world);  // pair_order.c, part of it
bool pair_meet(MicaWorld *world, int32_t a,
               int32_t b);  // find_pairs.c: all pairs that two colliders make
// Seconds ahead that what is apart is watched; none while stepping by impacts.
bool narrow_phase(MicaWorld *world, float dt);  // narrow_phase.c
void contact_collide(MicaWorld *world, const Contact *c, Transform relative, float reach,
                     LocalManifold *m);
void collide_seamless(MicaWorld *world, const Contact *contact, const Geometry *a,
                      const Geometry *b, Transform relative, float reach,
                      LocalManifold *m);  // seams.c
// Whether there may be ground next to the collider that counts with it.
bool seams_concern(const MicaWorld *world, const Collider *c);
void surface_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, LocalManifold *m);  // surface.c
// one_way.c: takes the points of what passes, and says in the manifold what a segment of a one-sided chain does with the
// body; the contact keeps that.
typedef enum Hold { HOLD_UNKNOWN, HOLD_PASSES, HOLD_HELD } Hold;
void one_way_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float reach, LocalManifold *m);
void one_way_note(const MicaWorld *world, Contact *c, Hold hold);
// Of a sweep: whether one-way parts, those of what is met and the body's own, hold what comes as this does; and whether the
// segment of a one-sided chain that a body is in holds it, `up` as part_one_way has it.
bool one_way_stops(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   const MicaTimeOfImpact *toi);
bool one_way_holds(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   Vec2 up);
// beside.c. All static colliders that may reach into `near`, a part of that one's own box enlarged by the speculative
// distance: at least those a query of the tree for these layers would find, in its order. Good until the next call.
bool beside_reserve(MicaWorld *world);
const int32_t *beside_ground(MicaWorld *world, int32_t ground, MicaAABB near, uint64_t layers,
                             int32_t *count);
// Notes which faces of a static collider another one covers.
void seams_mark(MicaWorld *world, int32_t slot, int32_t by);
bool fields_find(MicaWorld *world);                                      // field_step.c
void joints_wake(MicaWorld *world);                                      // joints_step.c
bool bodies_pack(MicaWorld *world, const StepContext *context);          // bodies_step.c
void fields_apply(MicaWorld *world, const StepContext *context);         // field_step.c
void contacts_leave_idle(MicaWorld *world, const StepContext *context);  // contact_idle.c
bool colour_contacts(MicaWorld *world);                                  // colour.c
bool colour_joints(MicaWorld *world);                                    // joints_step.c
void joints_prepare(MicaWorld *world, const StepContext *context);       // joints_step.c
bool contacts_prepare(MicaWorld *world, const StepContext *context);     // contact_prepare.c
void fields_advance(MicaWorld *world, const StepContext *context);       // field_step.c
void bodies_accelerate(MicaWorld *world);                                // bodies_step.c
void contacts_bounce(MicaWorld *world, const StepContext *context);      // contact_bounce.c
void joints_settle(MicaWorld *world);                                    // joints_step.c
void joints_solve(MicaWorld *world, const StepContext *context);         // joints_step.c
void contacts_solve(MicaWorld *world, const StepContext *context);       // contact_solve.c
void bodies_move(MicaWorld *world, const StepContext *context);          // bodies_step.c
void joints_relax(MicaWorld *world, const StepContext *context);         // joints_step.c
void contacts_relax(MicaWorld *world, const StepContext *context);       // contact_solve.c
void joints_relax_again(MicaWorld *world, const StepContext *context);   // joints_step.c
void joints_store(MicaWorld *world, const StepContext *context);         // joints_step.c
void contacts_store(MicaWorld *world);                                   // contact_prepare.c
void bodies_place(MicaWorld *world);                                     // bodies_step.c
Sweep body_sweep(const MicaWorld *world, int32_t slot);                  // continuous.c
float reach_moved(const MicaWorld *world, int32_t solver);               // continuous.c
bool triggers_reserve(MicaWorld *world);                                 // triggers.c
// Nothing acted on it in the last substep but its own acceleration.
static inline bool solver_body_flies(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->solverBodies.data[solver];
    const SolverMotion *m = &world->solverMotion.data[solver];
    return s->vx == m->base[0] && s->vy == m->base[1] && s->w == m->base[2];
}
// What the continuous phase notes of a body's step: it is swept; it is still in the boxes that the tree has of it.
enum { MOVE_FAST = 1, MOVE_IN_BOXES = 2 };
bool continuous_reserve(MicaWorld *world);                            // continuous.c
void continuous_sweep(MicaWorld *world, const StepContext *context);  // continuous.c
void triggers_pass(MicaWorld *world);                                 // triggers.c
// bodies_step.c. With the marks that the continuous phase left, or NULL if there was none.
void bodies_finish(MicaWorld *world, const StepContext *context, const uint8_t *marks);
void joints_break(MicaWorld *world);   // joints_step.c
void islands_sleep(MicaWorld *world);  // islands.c

// colour.c: the lowest colour from `first` on that is free for two bodies, or the lowest of all, now taken; COLOUR_COUNT
// where there is none, COLOUR_NONE where nothing pushes either. What each solver body has taken is in bodyColours.
#define COLOUR_NONE 255
int32_t colour_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first);
// The step by impacts, in their place.
void impact_cover_moving(MicaWorld *world, float dt);              // impact_bodies.c
bool impacts_reserve(MicaWorld *world);                            // impact_bodies.c
bool impacts_run(MicaWorld *world, float dt, int32_t maxImpacts);  // impact.c

// events.c
// Room for what may begin (fresh: solved but not touching yet) and for what touches to end.
bool events_reserve(MicaWorld *world, int32_t fresh);
// Room for one pair to begin or end a visit or to part.
bool events_reserve_change(MicaWorld *world, const Contact *c);
bool events_reserve_ends(MicaWorld *world);   // for what the broad phase drops
bool events_reserve_slots(MicaWorld *world);  // for who wakes and falls asleep
void events_clear(MicaWorld *world);
void event_begin(MicaWorld *world, Contact *c, float approachSpeed);
void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse);
void event_end(MicaWorld *world, Contact *c);
void event_trigger(MicaWorld *world, Contact *c, bool touching);
bool event_pass(MicaWorld *world, int32_t a, int32_t b);  // false without room: nothing is told
MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c);
MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c);

// triggers.c
bool trigger_due(const MicaWorld *world, const Contact *c);
void trigger_update(MicaWorld *world, Contact *c, Transform relative);
