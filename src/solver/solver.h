// The door of solver/: the phases that solve a step by forces, from packing the bodies to putting
// them to sleep, in the order in which step.c calls them, and the context that they share. Those
// that return false ran out of memory.
#pragma once

#include "solver_scratch.h"

// A soft constraint as velocity bias per metre, and factors of effective mass and old impulse.
// Catto, "Soft Constraints", GDC 2011.
typedef struct Softness {
    float biasRate, massScale, impulseScale;
} Softness;

// A spring of this frequency and damping ratio as a soft constraint, for a substep of h seconds:
//     biasRate = omega / (2 zeta + h omega),  massScale = a2 / (1 + a2),  impulseScale = 1 / (1 + a2)
// with a2 = h omega (2 zeta + h omega). `leak` scales the last: how much of its impulse the
// constraint forgets in each substep. Catto, "Soft Constraints", GDC 2011.
static inline Softness make_softness(float hertz, float dampingRatio, float h, float leak)
{
    float omega = 2.0f * 3.14159265358979323846f * hertz;
    float a1 = 2.0f * dampingRatio + h * omega, a2 = h * omega * a1, a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, leak * a3};
}

// Lengths of the step (dt) and of a substep (h) in seconds, and what follows from them.
typedef struct StepContext {
    float dt, h, invH;
    int32_t substeps;
    Softness contact;       // between dynamic bodies
    Softness fixedContact;  // of a dynamic body with a static or kinematic one
    Softness joint;
    float warmScale;     // h over that of the last step, at most MAX_WARM_SCALE
    float longestH;      // seconds, of late: at whose rate errors are corrected
    float contactHertz;  // of contacts between dynamic bodies, as this step resolves it
    float errorScale;    // h over longestH: scales the errors that a substep removes
} StepContext;

// The solver body of a slot; 0, which nothing moves, for the world in the place of a body.
static inline int32_t solver_of(const MicaWorld *world, int32_t slot)
{
    return slot != NONE ? world->scratch.solverOf.data[slot] : 0;
}

// ------------------------------------------------------------------------------------- preparing

// Lists which bodies lie in which fields, and wakes those that a field does not let sleep.
bool forces_find(MicaWorld *world);  // forces.c
// Wakes bodies that are jointed to moving ones.
bool joints_wake(MicaWorld *world);  // joints.c; false without memory
// Packs bodies that move into solver bodies, with the accelerations of the step.
bool bodies_pack(MicaWorld *world, const StepContext *context);  // solver_bodies.c
// Notes the transforms from which the bodies start; from then on no body counts as teleported.
void bodies_begin(MicaWorld *world);  // solver_bodies.c
// Turns the fields' forces into accelerations of the solver bodies.
void forces_apply(MicaWorld *world, const StepContext *context);  // forces.c
// Passes over the active contacts, in the order of step.c's list: three take some out, the last marks
// those of which contact_with_clamped_overlap gives a copy.
bool contacts_drop_crushed(MicaWorld *world, const StepContext *context);  // crush.c
bool movers_take_contacts(MicaWorld *world, const StepContext *context);   // mover_rows.c
bool contacts_drop_idle(MicaWorld *world, const StepContext *context);     // contact_idle.c
bool contacts_find_crowd(MicaWorld *world, const StepContext *context);    // contact_crowd.c
// Sort contacts and joints into colours and reserve memory for their blocks.
bool colouring_contacts(MicaWorld *world);  // colouring.c
bool colouring_joints(MicaWorld *world);    // joints.c
// Forgets the joints of the step before: none acts in a step by impacts.
void joints_clear(MicaWorld *world);  // joints.c
// Fill the blocks, compute masses and arms, and warm start.
void joints_prepare(MicaWorld *world, const StepContext *context);    // joints.c
void joints_undo_prepare(MicaWorld *world);                           // joints.c
bool contacts_prepare(MicaWorld *world, const StepContext *context);  // contact_prepare.c
// A contact as the solver is to take it: in a crowd, and where walls wedge a body, a copy whose
// overlap is clamped.
const Contact *contact_clamp_overlap(const MicaWorld *world, const StepContext *context,
                                     const ActiveContact *active,
                                     Contact *copy);  // contact_crowd.c
static inline const Contact *contact_with_clamped_overlap(const MicaWorld *world,
                                                          const StepContext *context,
                                                          const ActiveContact *active,
                                                          Contact *copy)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    return scratch->crowded || scratch->wedged ? contact_clamp_overlap(world, context, active, copy)
                                               : &world->state.contacts.data[active->contact];
}
// The velocity of the air at a point in wind, and the acceleration by a gravity field, of the collider
// that has the field.
Vec2 forces_wind_at(const MicaWorld *world, const Collider *trigger, Vec2 point);     // forces.c
Vec2 forces_gravity_at(const MicaWorld *world, const Collider *trigger, Vec2 point);  // forces.c
// Moves the gusts of fields on.
void forces_advance_gusts(MicaWorld *world, const StepContext *context);  // forces.c

// ------------------------------------------------------------------------------- in each substep

// From the second substep on: accelerations, damping, and the impulses of the last substep again.
void bodies_accelerate(MicaWorld *world);  // solver_bodies.c
// From the second substep on: brings the impulses carried over to the joints' arms of now.
void joints_reanchor(MicaWorld *world);  // joints.c
// Forces of springs.
void joints_force(MicaWorld *world);  // joints.c
// In the first substep: stops driven bodies, which touch others and have been given a velocity
// towards them.
void contacts_stop_driven(MicaWorld *world, const StepContext *context);  // contact_bounce.c
// Applies the bounces that fall into this substep.
void contacts_bounce(MicaWorld *world, const StepContext *context);  // contact_bounce.c
// Contacts of movers with dynamic bodies, with a bias that pushes overlap out, and without.
void movers_push(MicaWorld *world, const StepContext *context);   // mover_rows.c
void movers_relax(MicaWorld *world, const StepContext *context);  // mover_rows.c
// The soft pass: impulses with a bias that removes overlap and error.
void trees_solve(MicaWorld *world, const StepContext *context);     // joints.c
void contacts_solve(MicaWorld *world, const StepContext *context);  // contact_solve.c
void joints_solve(MicaWorld *world, const StepContext *context);    // joints.c
// Moves the solver bodies by their velocities.
void bodies_move(MicaWorld *world, const StepContext *context);  // solver_bodies.c
// The relax pass: impulses without a bias, which take its speed back out. Joints on bodies with
// contacts relax again, after them.
void joints_relax(MicaWorld *world, const StepContext *context);        // joints.c
void contacts_relax(MicaWorld *world, const StepContext *context);      // contact_solve.c
void joints_relax_again(MicaWorld *world, const StepContext *context);  // joints.c

// Before the bodies move: takes out what the soft pass has made beyond what removing
// errors needs.
void bodies_bound_pushes(MicaWorld *world, const StepContext *context);  // energy.c
// Takes out energy that constraints have made since the step began.
void bodies_bound_energy(MicaWorld *world, const StepContext *context, bool last);  // energy.c
// Allows the energy that springs, motors and drives may have given to bodies in that time.
void joints_work(MicaWorld *world, const StepContext *context);  // joints.c

// ------------------------------------------------------------------------------------- finishing

// Copy the impulses back to joints and contacts; contacts emit begin and hit events.
void joints_store(MicaWorld *world, const StepContext *context);  // joints.c
void contacts_store(MicaWorld *world);                            // contact_store.c
void movers_store(MicaWorld *world);                              // mover_rows.c
// Moves the bodies of a crowd apart.
void bodies_part_crowd(MicaWorld *world, const StepContext *context);  // contact_crowd.c
// Writes new transforms and velocities.
void bodies_place(MicaWorld *world);  // solver_bodies.c
// Reserves memory for the continuous phase; called before the substeps.
bool continuous_reserve(MicaWorld *world);  // continuous.c
// Sweeps bodies that moved far, stops them where they first meet something, and fills moveMarks.
void continuous_sweep(MicaWorld *world, const StepContext *context);  // continuous.c
// Poses, forces, sleep timers, boxes and move events. `marks` is moveMarks, or null after a step
// by impacts.
void bodies_finish(MicaWorld *world, const StepContext *context,
                   const uint8_t *marks);  // solver_bodies.c
// Breaks joints whose force or torque came to more than they bear.
void joints_break(MicaWorld *world);  // joints.c
// Reserves memory for the islands of so many solver bodies. bodies_pack does for those that it packs;
// a step by impacts may wake others.
bool islands_reserve(MicaWorld *world, int32_t bodies);  // islands.c
// Puts islands of bodies to sleep that have rested long enough.
void islands_sleep(MicaWorld *world);  // islands.c

// ----------------------------------------------------------------------------- shared by the room

// Bits of moveMarks: the body is swept; its colliders are all inside the boxes that the tree has of
// them.
enum { MOVE_FAST = 1, MOVE_IN_BOXES = 2 };

// True of a solver body on which no constraint acted in the last substep, only its own
// acceleration: it has the velocity that the substep began with.
static inline bool solver_body_is_unconstrained(const MicaWorld *world, int32_t solver)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    return s->vx == m->base[0] && s->vy == m->base[1] && s->w == m->base[2] && m->dynamic != SPRUNG;
}

// energy.c: energy (J) that a spring or a motor may have given to the island of two solver bodies.
void island_allow_energy(MicaWorld *world, int32_t a, int32_t b, float energy);

// The leftover time that a body has from a step, seconds: from the last one before it is spent,
// from this one once the continuous phase has stopped it.
static inline float body_leftover_time(const MicaWorld *world, int32_t slot, uint32_t step)
{
    const Body *b = &world->state.bodies.data[slot];
    return b->leftoverStep == (uint16_t)(step & 0xffffu) ? b->leftoverTime : 0.0f;
}

// energy.c: by how much the impulses of two solver bodies' island shrink; the same for all impulses
// of contacts (contact_prepare.c) and joints (joints.c) that are carried over.
float islands_scale(MicaWorld *world, int32_t a, int32_t b);
void contacts_scale(MicaWorld *world);
void joints_scale(MicaWorld *world);
// islands.c: finds the islands of dynamic bodies that contacts and joints connect, and fills
// islandMarks; the root of a body's island.
void islands_find(MicaWorld *world);
int32_t islands_root(SolverScratch *scratch, int32_t solver);
// Notes what a dynamic solver body meets that is none.
static inline void island_mark(SolverScratch *scratch, int32_t solver, int32_t other)
{
    scratch->islandMarks.data[solver] |= other != 0 ? TOUCHES_MOVING : TOUCHES_IMMOVABLE;
}
// joints/direct_trees.c: how many bodies rigid joints connect with a body.
int32_t direct_component_size(MicaWorld *world, int32_t solver);
// Whether a solver body is in a tree that is solved directly; whether it is in one, and not its root.
bool direct_is_part(const MicaWorld *world, int32_t solver);
bool direct_hangs(const MicaWorld *world, int32_t solver);

// colouring.c: the lowest colour from `first` on that is free for the two bodies, or the lowest
// free one, now taken in bodyColours; COLOUR_COUNT where none is free, COLOUR_NONE where nothing
// can push either body.
#define COLOUR_NONE 255
int32_t colouring_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first);
// Likewise for four bodies, of which some may be equal and one moves; the first colour that is
// free.
int32_t colouring_pick_four(MicaWorld *world, const int32_t *slots);
