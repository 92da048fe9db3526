// The step, in both ways: a table of contents, one call a phase, in order. By forces: substeps with
// soft constraints, see step_by_forces. By impacts: free flight from one impact to the next, see
// step_by_impacts. Both begin with open_step and end with close_step. What each phase reads and
// writes is said beside its call and at the top of its file. Nothing calls back into the game.
//
// Whatever can run out of memory comes before the first body moves, and what the step has done until
// then is taken back if it does (world/saving/undo.c): a step that fails has changed nothing.
#include "impact.h"
#include "matter.h"
#include "mover.h"
#include "solver.h"

#include <string.h>

// What a long step left of errors is corrected no faster by the short steps after it: at the rate of
// short steps, bodies would be shot apart. And what the forces of a short step were says little of
// those of a long one.
static StepContext make_context(const MicaWorld *world, float dt, int32_t substeps)
{
    StepContext c = {
        .dt = dt, .h = dt / (float)substeps, .invH = (float)substeps / dt, .substeps = substeps};
    float lastH = world->state.lastH, longest = max_f(c.h, world->state.errorH);
    // A spring stiffer than a quarter of the substep rate is no longer resolved by the substeps.
    float highest = longest > c.h ? 0.25f / longest : 0.25f * c.invH,
          hertz = min_f(world->state.contactHertz, highest);
    c.contact = make_softness(hertz, world->state.contactDampingRatio, c.h, CONTACT_IMPULSE_LEAK);
    c.fixedContact = make_softness(STATIC_STIFFNESS * hertz, world->state.contactDampingRatio, c.h,
                                   CONTACT_IMPULSE_LEAK);
    c.joint = make_softness(min_f(world->state.jointHertz, highest), world->state.jointDampingRatio,
                            c.h, JOINT_IMPULSE_LEAK);
    c.warmScale = lastH > 0.0f ? min_f(c.h / lastH, MAX_WARM_SCALE) : 1.0f;
    c.longestH = longest;
    c.contactHertz = hertz;
    c.errorScale = c.h / longest;
    return c;
}

// Whether the velocity and the forces in a slot are finite. NaN fails the comparison; the fourth
// lanes are the caller's: the mask leaves them out.
static inline bool is_driven_finitely(const MicaWorld *world, int32_t slot)
{
    f4 velocity = f4_load(world->state.velocities.data[slot].v),
       force = f4_load(world->state.forces.data[slot].v);
    f4 bounded =
        f4_and(f4_le(f4_abs(velocity), f4_splat(1e9f)), f4_le(f4_abs(force), f4_splat(1e20f)));
    return (f4_mask(bounded) & 7) == 7;
}

// Whether a body moves in this step. A kinematic body without velocity is immovable, like a static
// one.
static inline bool will_move(const MicaWorld *world, int32_t slot)
{
    const float *v = world->state.velocities.data[slot].v;
    return body_moves(world, slot) &&
           (body_is_dynamic(world, slot) || body_has(world, slot, MICA_FLAG_MOVER) ||
            v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f);
}

// Notes for one body whether it moved in the last step, and moves in this one.
static inline void mark_body(MicaWorld *world, int32_t slot)
{
    if (body_is_known_to_rest(world, slot)) {
        return;
    }
    uint8_t *marks = &world->state.bodyMarks.data[slot];
    bool moved = body_has(world, slot, MICA_FLAG_MOVED), moves = will_move(world, slot),
         alive = body_has(world, slot, MICA_FLAG_ALIVE),
         kinematic = alive && body_type(world, slot) == MICA_BODY_KINEMATIC;
    *marks = (uint8_t)((*marks & ~(BODY_MOVED_LAST_STEP | BODY_NEAR_STATIC)) |
                       (moved ? BODY_MOVED_LAST_STEP : 0));
    world->scratch.embeddedBodies += (*marks & BODY_EMBEDDED) != 0;
    world->scratch.kinematicBodies += kinematic;
    world->scratch.movingBodies += moves;
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_MOVED;
    world->state.flags.data[slot] |= moves ? (uint32_t)MICA_FLAG_MOVED : 0u;
    // An empty slot may still have the transforms of the body that it had.
    if (!moved && !moves && !kinematic && (*marks & (BODY_TELEPORTED | BODY_EMBEDDED)) == 0 &&
        memcmp(&world->state.previous.data[slot], &world->state.transforms.data[slot],
               sizeof(Transform)) == 0) {
        body_rest(world, slot);
    }
}

static inline MicaError check_slot(MicaWorld *world, int32_t slot)
{
    if (!world_view_is_sound(world, slot)) {
        return world_fail_at(world, MICA_ERROR_VIEW_READ_ONLY, slot);
    }
    bool reads = body_has(world, slot, MICA_FLAG_ALIVE) &&
                 body_type(world, slot) != MICA_BODY_STATIC;  // sleeping bodies may be woken, too
    return reads && !is_driven_finitely(world, slot)
               ? world_fail_at(world, MICA_ERROR_VIEW_NOT_FINITE, slot)
               : MICA_ERROR_OK;
}

// Refuses what the caller wrote into the views: transforms and flags that are none of a body,
// velocities and forces that are not finite. Of a large world the bodies that rest are checked in
// turn.
static MicaError check_views(MicaWorld *world)
{
    int32_t count = world->state.bodies.count, live = 0;
    bool all = count <= CHECKED_IN_TURN || !world->scratch.bodiesSparse;
    MicaError error = MICA_ERROR_OK;
    for (int32_t i = 0; error == MICA_ERROR_OK && !all && i < CHECKED_IN_TURN; ++i) {
        uint64_t turn = (uint64_t)world->state.steps * CHECKED_IN_TURN + (uint64_t)i;
        error = check_slot(world, (int32_t)(turn % (uint64_t)count));
    }
    for (int32_t i = 0; error == MICA_ERROR_OK; ++i) {
        i = all ? i : body_next_awake(world, i);
        if (i >= count) {
            break;
        }
        live += world->state.flags.data[i] != 0;
        error = check_slot(world, i);
    }
    // Flags of a body may have been cleared, or those of an empty slot set.
    bool lost = error == MICA_ERROR_OK && all && live != world->state.liveBodies;
    return lost ? world_fail(world, MICA_ERROR_VIEW_READ_ONLY) : error;
}

// Sets MICA_FLAG_MOVED of every body that moves in this step.
static void mark_moving(MicaWorld *world)
{
    world->scratch.movingBodies = world->scratch.kinematicBodies = world->scratch.embeddedBodies =
        0;
    for (int32_t i = 0; (i = body_next_awake(world, i)) < world->state.bodies.count; ++i) {
        mark_body(world, i);
    }
}

typedef struct Laps {
    MicaProfile profile;
    double start, last;
} Laps;

static void lap(const MicaWorld *world, Laps *laps, float *field)
{
    if (world->host.clock != NULL) {
        double now = world->host.clock();
        *field += (float)(now - laps->last);
        laps->last = now;
    }
}

// How both kinds of step begin: checks the arguments, notes the world as it is, and brings pairs and
// manifolds up to date.
static MicaError open_step(MicaWorld *world, float dt, bool inRange, bool byImpacts, Laps *laps)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!within(dt, 3e38f)) {
        return world_fail(world, MICA_ERROR_NOT_FINITE);
    }
    if (!(dt >= 1e-6f && dt <= 1.0f) || !inRange) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    if (!events_reserve_sleep(world) || !bodies_suppose_awake(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    MicaError error = check_views(world);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    undo_begin(world);
    world->host.stepping = true;
    mark_moving(world);
    *laps = (Laps){.start = world->host.clock != NULL ? world->host.clock() : 0.0};
    laps->last = laps->start;
    world->scratch.maxDisplacement = 3e38f;
    if (byImpacts) {
        if (!undo_note_flights(world)) {
            return world_fail(world, MICA_ERROR_NO_MEMORY);
        }
        impact_cover_moving(world, dt);
    }
    if (!broad_phase(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    lap(world, laps, &laps->profile.broadPhase);
    if (!narrow_phase(world, byImpacts ? 0.0f : dt) || !forces_find(world) ||
        !movers_reserve(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    lap(world, laps, &laps->profile.narrowPhase);
    return MICA_ERROR_OK;
}

// The step has all its memory: what it has done so far stays.
static void commit(MicaWorld *world)
{
    undo_commit(world);
    broad_phase_forget_edits(world);
}

// How both kinds of step end, once the transforms are final: triggers that were passed, AABBs,
// sleep, events.
static MicaError close_step(MicaWorld *world, const StepContext *context, const uint8_t *marks,
                            Laps *laps)
{
    bodies_finish(world, context, marks);
    movers_move(world, context->dt);
    triggers_sweep(world);
    lap(world, laps, &laps->profile.finish);
    joints_break(world);
    islands_sleep(world);
    lap(world, laps, &laps->profile.islands);

    world->state.lastH = context->h;
    world->state.errorH = max_f(context->h, context->longestH - ERROR_DECAY * context->dt);
    world->state.lastDt = context->dt;
    world->state.steps += 1;
    events_emit_sleep(world);
    laps->profile.step = (float)(laps->last - laps->start);
    world->output.profile = laps->profile;
    return MICA_ERROR_OK;
}

// Each takes contacts out of activeContacts, or marks those whose overlap the solver clamps. False
// without memory.
static bool (*const contactPasses[])(MicaWorld *world, const StepContext *context) = {
    contacts_drop_crushed,  // kinematic bodies pass where nothing can give way
    movers_take_contacts,   // movers push with a force of their own
    contacts_drop_idle,     // contacts that cannot touch within the step
    contacts_find_crowd,    // bodies that overlap several others deeply
};

// Bodies that moving ones touch or are joined to wake, and what these touch or are joined to. False
// without memory.
static bool wake_linked(MicaWorld *world, float dt)
{
    int32_t woken;
    do {
        if (!joints_wake(world)) {
            return false;
        }
        woken = world->state.pendingWoke.count;
        if (!contacts_take_woken(world, dt)) {
            return false;
        }
    } while (world->state.pendingWoke.count > woken);
    return true;
}

// The solver's input. Reads pairs, manifolds and awake bodies; writes solver bodies, and contacts
// and joints in blocks of four. False without memory.
static bool prepare(MicaWorld *world, const StepContext *context)
{
    if (!wake_linked(world, context->dt) || !bodies_pack(world, context)) {
        return false;
    }
    forces_apply(world, context);  // wind, water and gravity zones, into the forces
    for (size_t i = 0; i < sizeof contactPasses / sizeof *contactPasses; ++i) {
        if (!contactPasses[i](world, context)) {
            return false;
        }
    }
    if (!colouring_contacts(world) || !colouring_joints(world) || !continuous_reserve(world) ||
        !triggers_reserve(world) || !matter_prepare(world, context)) {
        return false;
    }
    joints_prepare(world, context);
    if (!contacts_prepare(world, context)) {
        joints_undo_prepare(world);
        return false;
    }
    forces_advance_gusts(world, context);  // gusts
    return true;
}

// One substep. Reads and writes velocities and positions of the solver bodies and the impulses of
// the blocks; no other phase of the step sees them meanwhile.
static void substep(MicaWorld *world, const StepContext *context, int32_t index)
{
    if (index > 0) {  // the first has its velocities from bodies_pack
        bodies_accelerate(world);
        joints_reanchor(world);
    } else {
        contacts_stop_driven(world, context);
    }
    joints_force(world);
    movers_press_matter(world, context->h);
    matter_push(world, context, index);
    contacts_bounce(world, context);
    movers_push(world, context);
    trees_solve(world, context);     // pins of trees, exactly
    contacts_solve(world, context);  // with bias: pushes overlap out
    joints_solve(world, context);
    bodies_bound_pushes(world, context);
    bodies_move(world, context);
    matter_move(world, context);
    joints_relax(world, context);  // without bias: takes out the velocity that pushing added
    movers_relax(world, context);
    contacts_relax(world, context);
    joints_relax_again(world, context);
}

static MicaError step_by_forces(MicaWorld *world, float dt, int32_t substeps)
{
    Laps laps;
    MicaError error = open_step(world, dt, substeps >= 1 && substeps <= 64, false, &laps);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    // A longer substep could not hold what a net of joints or a tall stack carries.
    substeps = max_i(substeps, (int32_t)(dt / MAX_SUBSTEP + 0.999f));
    StepContext context = make_context(world, dt, substeps);
    if (!prepare(world, &context)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    matter_begin(world, &context);
    broad_phase_forget_moved(world);
    bodies_begin(world);
    commit(world);
    lap(world, &laps, &laps.profile.prepare);
    world->output.energyBounds = 0;
    for (int32_t i = 0; i < substeps; ++i) {
        substep(world, &context, i);
        bodies_bound_energy(world, &context, i == substeps - 1);
    }
    lap(world, &laps, &laps.profile.solve);
    joints_store(world, &context);  // impulses back into the records
    contacts_store(world);
    movers_store(world);
    lap(world, &laps, &laps.profile.store);
    bodies_part_crowd(world, &context);
    bodies_place(world);                // transforms and velocities
    continuous_sweep(world, &context);  // fast bodies back to their times of impact
    matter_finish(world, &context);
    world->output.impactCount = world->output.impactBound = 0;
    return close_step(world, &context, solver_scratch(world)->moveMarks.data, &laps);
}

static MicaError step_by_impacts(MicaWorld *world, float dt, int32_t maxImpacts)
{
    Laps laps;
    MicaError error = open_step(world, dt, maxImpacts >= 1, true, &laps);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    StepContext context = {.dt = dt, .h = dt, .invH = 1.0f / dt, .substeps = 1};
    if (!contacts_take_woken(world, 0.0f) || !bodies_pack(world, &context) ||
        !triggers_reserve(world) || !impact_reserve(world) ||
        !islands_reserve(world, world->state.bodies.count + 1)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    joints_clear(world);  // they do not act, nor hold islands together
    forces_apply(world, &context);
    lap(world, &laps, &laps.profile.prepare);
    broad_phase_forget_moved(world);
    bodies_begin(world);
    ImpactStep step;
    if (!impact_run(&step, world, dt, maxImpacts)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    commit(world);
    impact_finish(&step);
    forces_advance_gusts(world, &context);
    lap(world, &laps, &laps.profile.solve);
    return close_step(world, &context, NULL, &laps);
}

// Ends the step, whether it succeeded or not.
static MicaError leave(MicaWorld *world, MicaError error)
{
    if (world != NULL && world->host.stepping) {
        if (error != MICA_ERROR_OK) {
            undo_step(world);
        }
        world->host.stepping = false;
    }
    return error;
}

MicaError mica_world_step(MicaWorld *world, float dt, int32_t substeps)
{
    world_enter(world);
    return leave(world, step_by_forces(world, dt, substeps));
}

MicaError mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts)
{
    world_enter(world);
    return leave(world, step_by_impacts(world, dt, maxImpacts));
}
